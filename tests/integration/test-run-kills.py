# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` when a process is killed: the host, the server, the service or itself, in each phase of a
session. Three seconds later, no process is left that should not be, and everything that could be delivered
was."""

import os
import signal
import time

from family import adopt_orphans, descendants_of, nobody_is_left
from held_ends import Handed, Place, pump
from harness import Box, Failure, binary, equal, wait_until
from stateful_server import Session
from tap import cases, run, test

Box.rows_may_repeat = True  # peers of this test connect as often as they can

INITIALIZE = (b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
              b'"capabilities":{%s},"clientInfo":{"name":"host","version":"1"}}}\n')
ROOTS = b'"roots":{"listChanged":true}'
INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
RESULT = (b'{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},'
          b'"serverInfo":{"name":"killed","version":"1"}}}\n')
ASK = b'{"jsonrpc":"2.0","id":1,"method":"roots/list"}\n'
NONE = b'{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}\n'
REQUEST = b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a tool"}}\n'
ANSWER = b'{"jsonrpc":"2.0","id":7,"result":{"a":[1.0,2]}}\n'
# Ignores signals, and has a child that outlives it.
STUBBORN = ["sh", "-c", 'trap "" TERM HUP INT; sleep 1000 & "$0" "$1"; wait']


# ---- the phases: each brings a session to the point where a process is killed

def before(_one):
    """No message was sent yet."""


def during(one):
    """The server has not answered yet."""
    one.host.send(INITIALIZE % b"")
    one.pump(lambda: bytes(one.server.came) == INITIALIZE % ROOTS, "initialize")
    one.server.came.clear()


def after(one):
    during(one)
    one.pass_line("server", RESULT)
    one.pass_line("host", INITIALIZED)


def requests(one):
    """A request in each direction has no answer."""
    after(one)
    one.pass_line("host", REQUEST)
    one.pass_line("server", REQUEST)


def halves(one):
    """Half a line in each direction."""
    after(one)
    one.host.send(REQUEST[:20])
    one.server.send(REQUEST[:30])
    one.pump(lambda: not one.host.unsent and not one.server.unsent, "the halves to be written")


def stalled(one):
    """The server writes, and the host does not read."""
    after(one)
    line = b'{"jsonrpc":"2.0","id":2,"result":"%s"}\n' % (b"x" * 200000)
    one.server.send(line * 50)
    wait_until(lambda: one.server.write() or len(one.server.unsent) < len(line) * 48, "room")


def prompt(one):
    """The user is being asked."""
    after(one)
    one.server.send(ASK)
    one.pump(lambda: bytes(one.server.came) == NONE, "the answer")
    one.server.came.clear()


PHASES = (before, during, after, requests, halves, stalled, prompt)


def is_asked(box):
    return box.control().call("ListRequests")


# A process that started `paddock run`, and only waits for it.
HOST = ["sh", "-c", '"$@"; exit "$?"', "host"]


def start(box, place, command=(), host=()):
    return Handed([*host, binary(), "run", "--socket", box.socket, "--", *command], box.program_env(), place,
                  cwd=box.home)


def kill_host(one):
    one.process.kill()
    one.host.close()


def kill_server(one):
    # The started program, which leads its own process group.
    group = os.getpgid(one.server_pid)
    if group == os.getpgid(0):
        raise Failure("the server is in the group of the test")
    os.kill(group, signal.SIGKILL)


def kill_run(one):
    one.process.kill()


def end_run(one):
    one.process.terminate()


# A server that ignores the signal goes on, as it would under a host that sends the signal.
KILLS = [(phase, who, command) for phase in PHASES for who in (kill_host, kill_server, kill_run, end_run)
         for command in ((), STUBBORN) if who is not end_run or not command]


@cases(KILLS,
       lambda phase, who, command: "%s, %s%s" % (phase.__name__, who.__name__,
                                                 ", stubborn server" if command else ""))
def nobody_else_is_left(phase, who, command):
    """three seconds after a process was killed, all related processes have ended"""
    adopt_orphans()
    with Box() as box:
        service = box.serve()
        place = Place(box.directory, "place")
        mine = descendants_of(os.getpid())
        one = start(box, place, command, HOST if who is kill_host else ())
        phase(one)
        if phase is prompt:
            wait_until(lambda: is_asked(box), "the question")
        if len(descendants_of(os.getpid()) - mine) < 3 + 2 * bool(command) + (who is kill_host):
            raise Failure("not all of them run")
        who(one)
        if who in (kill_server, end_run):
            # The host reads what is left, and then the end.
            one.server.unsent = b""
            one.pump(lambda: one.host.ended, "the end of what the host reads", 3)
        nobody_is_left(but=mine, kept=mine | {one.process.pid})
        one.end()
        wait_until(lambda: not any(server["sessions"] for server in box.json("servers")),
                   "the end of the session")
        equal(service.is_running(), True, "the service runs")


@cases([(phase,) for phase in PHASES], lambda phase: phase.__name__)
def service_killed(phase):
    """the service is killed and comes back: host and server notice nothing"""
    with Box() as box:
        service = box.serve()
        one = start(box, Place(box.directory, "place"))
        phase(one)
        if phase is prompt:
            wait_until(lambda: is_asked(box), "the question")
        service.kill()
        _go_on(phase, one)
        box.serve()
        one.pass_line("host", b'{"jsonrpc":"2.0","method":"later"}\n')
        one.pass_line("server", b'{"jsonrpc":"2.0","method":"later"}\n')
        if phase is prompt:
            wait_until(lambda: is_asked(box), "the question, again")
        elif phase not in (before, during):
            wait_until(lambda: box.json("servers") and box.json("servers")[0]["sessions"], "the session")
        one.host.close_output()
        one.pump(lambda: one.server.ended, "the end")
        one.end_server(3)
        one.pump(lambda: one.host.ended, "the end")
        equal(one.process.wait(), 3, "status")
        one.end()


def _go_on(phase, one):
    """The work of the phase comes to its end."""
    if phase is during:
        one.pass_line("server", RESULT)
        one.pass_line("host", INITIALIZED)
    elif phase is requests:
        one.pass_line("server", ANSWER)
        one.pass_line("host", ANSWER)
    elif phase is halves:
        one.host.send(REQUEST[20:])
        one.server.send(REQUEST[30:])
        one.pump(lambda: bytes(one.server.came) == REQUEST == bytes(one.host.came), "the whole lines")
        one.server.came.clear()
        one.host.came.clear()
    elif phase is stalled:
        line = b'{"jsonrpc":"2.0","id":2,"result":"%s"}\n' % (b"x" * 200000)
        one.pump(lambda: len(one.host.came) >= len(line) * 50, "all lines")
        equal(bytes(one.host.came) == line * 50, True, "they are whole")
        one.host.came.clear()


# ---- while a first call is held, and while a server is replaced

def hold(box, place):
    """Holds a call for a server that asked early in the past, and does not now."""
    taught = start(box, place)
    after(taught)
    taught.server.send(ASK)
    taught.pump(lambda: b'"roots"' in bytes(taught.server.came), "the list")
    taught.end()
    wait_until(lambda: not any(server["sessions"] for server in box.json("servers")), "its end")
    one = start(box, place, host=HOST)
    during(one)
    one.pass_line("server", RESULT)
    one.host.send(INITIALIZED + REQUEST)
    one.pump(lambda: not one.host.unsent, "the call to be written")
    return one


def kill_run_below(one):
    """Kills `paddock run` itself, under a host that stays."""
    children = "/proc/%d/task/%d/children" % (one.process.pid, one.process.pid)
    with open(children, encoding="ascii") as stream:
        os.kill(int(stream.read().split()[0]), signal.SIGKILL)


@cases([(who,) for who in (kill_host, kill_server, kill_run_below)], lambda who: who.__name__)
def held_when_killed(who):
    """a process is killed while a call of the host is held: three seconds later none is left"""
    adopt_orphans()
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        place = Place(box.directory, "place")
        mine = descendants_of(os.getpid())
        one = hold(box, place)
        who(one)
        nobody_is_left(but=mine, kept=mine | {one.process.pid})
        one.end()


@test
def held_when_the_service_is_killed():
    """the service is killed while a call of the host is held: it goes on to the server, once"""
    with Box() as box:
        service = box.serve("--consent=allow", "--share", box.folder("shared"))
        one = hold(box, Place(box.directory, "place"))
        service.kill()
        one.pump(lambda: len(one.server.came) >= len(INITIALIZED + REQUEST), "the call")
        equal(bytes(one.server.came), INITIALIZED + REQUEST, "what the server read")
        one.end()


def in_draining(one):
    """The old server finishes its work, and something waits for the new one."""
    one.call("forget")
    revoke_all(one)
    time.sleep(0.3)
    one.call("state")


def in_ending(one):
    """The old server does not end by itself."""
    one.state()
    revoke_all(one)
    time.sleep(0.3)


def in_replaying(one):
    """The new server runs, and says nothing."""
    one.state()
    revoke_all(one)
    one.wait_starts(2)


def revoke_all(one):
    one.box.paddock("revoke", "keeper")


def server_of(one):
    """The process of the last server. Its file exists a moment before it contains the number."""
    path = os.path.join(one.starts_in, "start-%d" % one.starts())

    def number():
        with open(path, encoding="ascii") as stream:
            return stream.read()
    return int(wait_until(number, "the number of the server's process"))


def kill_host_of(one):
    one.host.hang_up()
    one.host.close_output()


def kill_server_of(one):
    os.kill(server_of(one), signal.SIGKILL)


def kill_run_of(one):
    one.process.kill()


def end_run_of(one):
    one.process.terminate()


@cases([(phase, options, who) for phase, options in (
    (in_draining, ()), (in_ending, ("stubborn",)), (in_replaying, ("mute",)))
        for who in (kill_host_of, kill_run_of, end_run_of, kill_server_of)],
       lambda phase, options, who: "%s, %s" % (phase.__name__, who.__name__))
def killed_in_a_restart(phase, options, who):
    """a process is killed while a server is replaced: three seconds later none is left, or all is well"""
    adopt_orphans()
    with Box() as box:
        box.serve()
        mine = descendants_of(os.getpid())
        one = Session(box, *options).handshake()
        one.grant()
        phase(one)
        who(one)
        if who is kill_server_of and phase is in_ending:
            # It had to end. The next one comes.
            one.wait_starts(2)
            equal(one.state()["start"], 2, "the start")
            one.check_answers()
            one.stop()
        nobody_is_left(but=mine, kept=mine | {one.process.pid})
        one.host.hang_up()


@cases([(phase, options) for phase, options in ((in_draining, ()), (in_ending, ("stubborn",)))],
       lambda phase, options: phase.__name__)
def service_killed_in_a_restart(phase, options):
    """the service is killed while a server is replaced: the restart goes on, and all is answered"""
    with Box() as box:
        service = box.serve()
        one = Session(box, *options).handshake()
        one.grant()
        phase(one)
        service.kill()
        one.wait_starts(2)
        equal(one.state()["start"], 2, "the start")
        equal(one.state()["roots"], [], "what it keeps")
        one.check_answers()


COUNT = 50
LINES = 400


@test
def crowd():
    """50 servers and a restart of the service: nothing between host and server is lost or late"""
    with Box() as box:
        service = box.serve("--consent=allow", "--share", box.folder("shared"))
        place = Place(box.directory, "place")
        crowd_of = [start(box, place) for _ in range(COUNT)]
        for one in crowd_of:
            after(one)
        wires = [wire for one in crowd_of for wire in (one.host, one.server)]
        line = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"text":"' + b"x" * 200 + b'"}}\n'
        expected = b"".join(line % number for number in range(LINES))

        def send(begin, end):
            for wire in wires:
                wire.send(b"".join(line % number for number in range(begin, end)))
            pump(wires, lambda: not any(wire.unsent for wire in wires), "lines %d to %d" % (begin, end))
        send(0, LINES // 4)
        service.kill()
        send(LINES // 4, LINES // 2)
        box.serve("--consent=allow", "--share", box.folder("shared"))
        send(LINES // 2, LINES)
        pump(wires, lambda: all(len(wire.came) >= len(expected) for wire in wires), "all lines")
        for wire in wires:
            equal(bytes(wire.came) == expected, True, "each got every line once and in order")
        wait_until(lambda: sum(len(server["sessions"]) for server in box.json("servers")) == COUNT,
                   "all sessions")
        for one in crowd_of:
            one.end()


run(at_once=6)
