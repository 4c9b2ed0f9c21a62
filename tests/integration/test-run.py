# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` with a scripted host and a scripted server: what passes, what does not, and how it ends."""

import json
import os
import select
import signal
import subprocess
import sys
import termios
import time

from family import adopt_orphans, descendants_of, nobody_is_left
from harness import PATIENCE, Box, Failure, binary, contains, equal, stays, wait_until
from puppet import Run
from tap import cases, run, test

LINE_MAX = 10 * 1024 * 1024
ASK = b'{"jsonrpc":"2.0","id":%s,"method":"roots/list"}\n'


def wait_same(end, expected, what, before=0):
    """Shows that exactly these bytes came after a number of others."""
    wait_until(lambda: end.length() - before >= len(expected), what, 60)
    stays(lambda: end.length() - before == len(expected), what, 0.1)
    data = end.data[before:]
    if data != expected:
        at = next(i for i, (a, b) in enumerate(zip(data, expected)) if a != b)
        raise Failure("%s differs at byte %d: %r" % (what, at, data[max(at - 40, 0):at + 40]))


LINES = (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":1.0,"b":1e2,'
         b'"a":12345678901234567890}}\n'
         b'  {"id" : "\\u0061", "result" : { "z":0, "a":[1,  2] } }\t\r\n'
         b'not JSON\n\n\r\n'
         b'{"jsonrpc":"2.0","id":2,"result":{"text":"\xe2\x80\xae \\ud800 \xf0\x9f\x98\x80"}}\n'
         b'[{"jsonrpc":"2.0","id":3,"method":"ping"},{"jsonrpc":"2.0","method":"x"}]\n'
         b'{"id":4,"method":"roots/list","id":5}\n'
         b'\xff\xfe\n{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}\n'
         b'{"method":"roots/list"}\n')


@test
def transparent():
    """both ways, everything passes byte for byte if the host has no roots"""
    with Box(bus=False) as box:
        one = Run(box, env={"PADDOCK_SOCKET": "/nowhere/socket"}).handshake()
        before = one.server.length()
        to_host = one.host.length()
        one.host.send_raw(LINES)
        one.server.send_raw(LINES)
        wait_same(one.server, LINES, "what the server read", before)
        wait_same(one.host, LINES, "what the host read", to_host)
        one.host.send_raw(b"the last line has no newline").join()
        one.host.close_output()
        equal(one.wait_end(), 0, "status")
        wait_same(one.server, LINES + b"the last line has no newline", "what the server read", before)


@test
def sizes():
    """lines at the limit and far over it pass both ways if the host has no roots"""
    with Box(bus=False) as box:
        one = Run(box, env={"PADDOCK_SOCKET": "/nowhere/socket"}).handshake()
        before, to_host = one.server.length(), one.host.length()
        head, tail = b'{"jsonrpc":"2.0","id":1,"result":"', b'"}\n'
        fill = LINE_MAX - len(head) - len(tail) + 1
        lines = b"".join(head + b"x" * (fill + more) + tail for more in (-1, 0, 1, LINE_MAX))
        one.host.send_raw(lines)
        one.server.send_raw(lines)
        wait_same(one.server, lines, "what the server read", before)
        wait_same(one.host, lines, "what the host read", to_host)


def memory_of(pid):
    with open("/proc/%d/status" % pid, encoding="ascii") as stream:
        return next(int(line.split()[1]) for line in stream if line.startswith("VmRSS"))


@cases([("host",), ("server",)], str)
def slow_reader(side):
    """a side that does not read stops the other, and nothing is lost"""
    with Box(bus=False) as box:
        one = Run(box, hold_host=side == "host", hold_server=side == "server")
        slow, fast = (one.host, one.server) if side == "host" else (one.server, one.host)
        line = b'{"jsonrpc":"2.0","id":1,"result":"%s"}\n' % (b"x" * 1000)
        data = line * 40000
        thread = fast.send_raw(data)
        stays(thread.is_alive, "the sender is stopped", 1)
        grown = memory_of(one.process.pid)
        if grown > 64 * 1024 and not os.environ.get("ASAN_OPTIONS"):
            raise Failure("resident: %d KiB" % grown)
        slow.go_on.set()
        wait_same(slow, data, "what the slow side read")
        one.host.send_raw(b"x\n")


@test
def answers_do_not_pile_up():
    """a server that asks without end and reads nothing is stopped"""
    with Box(bus=False) as box:
        one = Run(box, hold_server=True, env={"PADDOCK_SOCKET": "/nowhere/socket"})
        thread = one.server.send_raw(ASK % b"1" * 500000)
        stays(thread.is_alive, "the server is stopped", 2)
        if memory_of(one.process.pid) > 64 * 1024 and not os.environ.get("ASAN_OPTIONS"):
            raise Failure("resident: %d KiB" % memory_of(one.process.pid))


# ---- no smuggling

SMUGGLED = [
    (b'{"jsonrpc":"2.0","id":7,"method":"ping","method":"roots/list"}', 7),
    (b'{"jsonrpc":"2.0","id":7,"method":"roots/list","method":"ping"}', 7),
    (b'{"jsonrpc":"2.0","id":7,"method":"roots/list","params":NaN}', 7),
    (b'{"jsonrpc":"2.0","id":7,"method":"roots/list"', 7),
    (b'\xef\xbb\xbf{"jsonrpc":"2.0","id":7,"method":"roots/list"}', None),
    (b'{"jsonrpc":"2.0","id":null,"method":"roots/list"}', None),
    (b'{"jsonrpc":"2.0","method":"roots/list"}', None),
    (b'[{"jsonrpc":"2.0","id":7,"method":"roots/list","id":8}]', None),
    (b'{"jsonrpc":"2.0","id":7,"method":"roots/list","x":"' + b"x" * LINE_MAX + b'"}', None),
]


@cases(SMUGGLED, lambda line, answered: line[:60].decode("latin-1"))
def smuggled(line, answered):
    """the host does not get to see it while it has roots, and gets every byte when it has none"""
    with Box(bus=False) as box:
        mine = Run(box, "--host-roots=ignore").handshake(roots=True)
        before = len(mine.host.data)
        mine.server.send_raw(line + b'\n{"jsonrpc":"2.0","method":"after"}\n')
        wait_until(lambda: mine.host.method("after"), "the next line")
        equal(mine.host.data[before:], b'{"jsonrpc":"2.0","method":"after"}\n', "what the host got")
        if answered is not None:
            equal(mine.server.wait_answer(answered)["error"]["code"], -32600, "the error")
        none = Run(box).handshake()
        before = len(none.host.data)
        none.server.send_raw(line + b"\n")
        wait_until(lambda: none.host.length() - before > len(line), "the line")
        equal(none.host.data[before:], line + b"\n", "what the host got")


SPELLINGS = [b'{"jsonrpc":"2.0","id":7,"method":"roots\\/list"}', b' {"method":"roots\\u002flist","id":7}',
             b'{"\\u006dethod":"roots/list","id":7,"params":{"_meta":{}}}\r',
             b'[{"jsonrpc":"2.0","id":7,"method":"roots/list"}]']


@cases([(one,) for one in SPELLINGS], lambda line: line.decode())
def spellings(line):
    """roots/list is answered here in whatever spelling, and the host never sees it"""
    with Box(bus=False) as box:
        one = Run(box, env={"PADDOCK_SOCKET": "/nowhere/socket"}).handshake(roots=True, version="2025-03-26")
        one.server.send_raw(line + b"\n")
        equal(one.server.wait_answer(7)["result"], {"roots": []}, "the answer")
        asked = [each for each in one.host.method("roots/list") if each["id"] == 7]
        equal(asked, [], "what the host was asked")


@test
def batch():
    """of a batch our answer goes out singly and at once, the rest goes on"""
    with Box(bus=False) as box:
        one = Run(box, env={"PADDOCK_SOCKET": "/nowhere/socket"}).handshake(version="2025-03-26")
        before = len(one.host.data)
        one.server.send_raw(b'[ {"jsonrpc":"2.0","id":"a","method":"ping"} ,{"jsonrpc":"2.0","id":7,'
                            b'"method":"roots/list"}, {"method":"x","n":1.0}]\n')
        one.server.wait_answer(7)
        wait_until(lambda: one.host.length() > before, "the rest")
        equal(one.host.data[before:],
              b'[{"jsonrpc":"2.0","id":"a","method":"ping"},{"method":"x","n":1.0}]\n', "the rest")


@test
def cancelled():
    """a cancellation of a question that Paddock answered goes nowhere; any other goes on"""
    with Box(bus=False) as box:
        one = Run(box, env={"PADDOCK_SOCKET": "/nowhere/socket"}).handshake()
        one.roots(7)
        for identifier in (7, 8, "7"):
            one.server.send({"jsonrpc": "2.0", "method": "notifications/cancelled",
                             "params": {"requestId": identifier}})
        wait_until(lambda: len(one.host.method("notifications/cancelled")) >= 2, "the others")
        equal([each["params"]["requestId"] for each in one.host.method("notifications/cancelled")],
              [8, "7"], "cancelled at the host")


@test
def capability():
    """the server gets the roots capability, and the rest of initialize stays unchanged"""
    with Box(bus=False) as box:
        one = Run(box)
        one.host.send_raw(b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"x":1.0, '
                          b'"capabilities":{ "sampling":{}} } }\n')
        wait_same(one.server, b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"x":1.0, '
                  b'"capabilities":{"roots":{"listChanged":true}, "sampling":{}} } }\n', "initialize")
        one.host.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
        one.host.send({"jsonrpc": "2.0", "method": "after"})
        wait_until(lambda: one.server.method("after"), "the next line")
        equal(one.notices(), 0, "notices of the host")


# ---- the end

@cases([(0,), (1,), (42,), (255,)], str)
def exit_status(status):
    """the server's exit status is ours"""
    with Box(bus=False) as box:
        one = Run(box, server_options=["exit=%d" % status])
        one.host.close_output()
        equal(one.wait_end(), status, "status")


@cases([(signal.SIGTERM,), (signal.SIGKILL,), (signal.SIGSEGV,)], lambda number: number.name)
def killed_server(number):
    """a server that a signal ends ends us with the same one"""
    with Box(bus=False) as box:
        one = Run(box)
        os.kill(one.server_pid, number)
        equal(one.wait_end(), -number, "status")


@cases([(signal.SIGTERM,), (signal.SIGINT,), (signal.SIGHUP,), (signal.SIGUSR1,)],
       lambda number: number.name)
def passed_signal(number):
    """a signal to us is one to the server"""
    with Box(bus=False) as box:
        one = Run(box)
        os.kill(one.process.pid, number)
        equal(one.wait_end(), -number, "status")


# What a shell does: a session with a terminal, and in it a job in the foreground.
SHELL = """
import fcntl, os, signal, sys, termios
terminal = int(sys.argv[1])
os.setsid()
fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
job = os.fork()
if job == 0:
    os.setpgid(0, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.tcsetpgrp(terminal, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.argv[2], sys.argv[2:])
for descriptor in 0, 1:
    os.close(descriptor)
status = os.waitpid(job, 0)[1]
os._exit(100 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
"""


def stat_of(pid):
    """The state and the parent, see proc(5)."""
    with open("/proc/%d/stat" % pid, encoding="utf-8") as stream:
        state, parent = stream.read().rpartition(")")[2].split()[:2]
    return state, int(parent)


@test
def terminal():
    """on a terminal Ctrl+Z stops it with its server, going on lets both, and Ctrl+C ends both"""
    with Box(bus=False) as box:
        master, slave = os.openpty()
        one = Run(box, wrap=[sys.executable, "-I", "-c", SHELL, str(slave)], pass_fds=[slave])
        os.close(slave)
        paddock = stat_of(one.server_pid)[1]
        os.write(master, b"\x1a")
        both = paddock, one.server_pid
        wait_until(lambda: [stat_of(pid)[0] for pid in both] == ["T", "T"], "both stopped")
        one.host.send({"jsonrpc": "2.0", "id": 1, "method": "ping"})
        stays(lambda: not one.server.method("ping"), "nothing passes", 0.5)
        os.kill(-os.getpgid(paddock), signal.SIGCONT)
        wait_until(lambda: one.server.method("ping"), "the line that waited")
        os.write(master, b"\x03")
        equal(one.wait_end(), 100 + signal.SIGINT, "the signal that ended it")
        os.close(master)


# A server that asks its user: it says what each way of doing so came to, and waits for the end of its input.
ASKING = """
import errno, json, os, sys, termios
came = {}
def attempt(name, what):
    try:
        came[name] = what()
    except OSError as error:
        came[name] = errno.errorcode[error.errno]
attempt("open", lambda: os.open("/dev/tty", os.O_RDWR))
attempt("write", lambda: os.write(2, b"Passphrase: "))
attempt("set", lambda: termios.tcsetattr(2, termios.TCSANOW, termios.tcgetattr(2)))
print(json.dumps({"method": "x", "params": came}), flush=True)
sys.stdin.read()
"""


@cases([(False,), (True,)], lambda stops: "a terminal that stops who writes" if stops else "a terminal")
def asking_on_terminal(stops):
    """a server that asks on its host's terminal is not stopped: it can't open the terminal"""
    with Box(bus=False) as box:
        master, slave = os.openpty()
        if stops:
            settings = termios.tcgetattr(slave)
            settings[3] |= termios.TOSTOP
            termios.tcsetattr(slave, termios.TCSANOW, settings)
        process = subprocess.Popen(
            [sys.executable, "-I", "-c", SHELL, str(slave), binary(), "run", "--", sys.executable, "-I", "-c",
             ASKING], env=box.program_env({"PADDOCK_SOCKET": "/nowhere/socket"}), cwd=box.home,
            pass_fds=[slave], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=slave)
        os.close(slave)
        if not select.select([process.stdout], [], [], 20 * PATIENCE)[0]:
            raise Failure("the server said nothing")
        equal(json.loads(process.stdout.readline())["params"],
              {"open": "ENXIO", "write": len("Passphrase: "), "set": None}, "what came of each")
        contains(os.read(master, 4096).decode(), "Passphrase: ", "the terminal")
        process.stdin.close()
        equal(process.wait(20 * PATIENCE), 0, "status")
        os.close(master)


def by_signal(number):
    def end(one):
        os.kill(one.process.pid, number)
        equal(one.wait_end(), -number, "status")
    return end


def by_no_host(one):
    one.host.hang_up()
    one.host.close_output()
    one.wait_end()


def by_kill(one):
    one.process.kill()
    one.wait_end()


ENDS = [(number.name, by_signal(number)) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP,
                                                        signal.SIGQUIT)]


@cases([*ENDS, ("no host", by_no_host), ("killed", by_kill)], lambda name, end: name)
def stopped_server(_, end):
    """a server that is stopped ends as others do"""
    adopt_orphans()
    with Box(bus=False) as box:
        mine = descendants_of(os.getpid())
        one = Run(box)
        os.kill(one.server_pid, signal.SIGSTOP)
        wait_until(lambda: stat_of(one.server_pid)[0] == "T", "the stop")
        end(one)
        nobody_is_left(but=mine, kept=[one.process.pid])


@test
def last_words():
    """the server's last output is passed on, however slow the host"""
    with Box(bus=False) as box:
        one = Run(box, hold_host=True)
        line = b'{"jsonrpc":"2.0","id":1,"result":"%s"}\n' % (b"x" * 50000)
        one.server.send_raw(line).join()
        one.host.close_output()
        stays(lambda: True, "a moment", 0.3)
        one.host.go_on.set()
        equal(one.wait_end(), 0, "status")
        wait_until(lambda: one.host.ended, "the end of our output")
        equal(one.host.data, line, "what the host read")


@test
def stderr():
    """stderr is the server's"""
    with Box(bus=False) as box:
        one = Run(box, server_options=["loud"])
        one.host.close_output()
        one.wait_end()
        equal(one.errors(), "from the server\n", "stderr")


@cases([("no-such-server-anywhere", 127), ("/", 126)], lambda name, status: name)
def not_started(name, status):
    """a server that cannot be started is reported, with a shell's status"""
    with Box(bus=False) as box:
        result = box.paddock("run", name, code=status)
        equal(result.out, "", "stdout")
        if name not in result.err:
            raise Failure("stderr: " + result.err)


@test
def without_dashes():
    """the server's own options are its own, with and without --"""
    with Box(bus=False) as box:
        # A message: before a host says whether it has roots, it gets nothing else.
        script = "import json, sys; print(json.dumps({'method': 'x', 'params': sys.argv[1:]}))"
        for between in ([], ["--"], ["--name", "x"], ["--name=--", "--host-roots=ignore", "--"]):
            result = box.paddock("run", *between, "/usr/bin/python3", "-c", script, "--name", "--", "-h")
            equal(json.loads(result.out)["params"], ["--name", "--", "-h"],
                  "what the server got after %s" % between)


@test
def slow_to_end():
    """a server that closes its output and then takes its time is left to its host"""
    with Box(bus=False) as box:
        script = ("import os, sys, time\nsys.stdin.read()\nos.close(1)\ntime.sleep(2)\nos._exit(7)")
        began = time.monotonic()
        process = box.start("run", "/usr/bin/python3", "-c", script)
        equal(process.wait(20 * PATIENCE), 7, "status")
        if time.monotonic() - began < 2:
            raise Failure("it was not left alone")


@test
def closed_descriptors():
    """without standard input or output the server runs all the same"""
    with Box(bus=False) as box:
        for closed in ("<&-", ">&-", "<&- >&- 2>&-"):
            done = subprocess.run(["sh", "-c", 'exec "$0" run -- sh -c "exit 3" ' + closed, binary()],
                                  env=box.program_env(), timeout=20 * PATIENCE, check=False)
            equal(done.returncode, 3, "status with " + closed)


KILLS = [(who, options) for who in ("run", "host", "server") for options in ([], ["child"], ["stubborn"],
                                                                             ["stubborn", "child"])]


@cases(KILLS, lambda who, options: "%s, server %s" % (who, " ".join(options) or "as usual"))
def nothing_is_left(who, options):
    """after any process was killed, three seconds later none is left"""
    adopt_orphans()
    with Box(bus=False) as box:
        one = Run(box, server_options=options)
        one.host.send_raw(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n').join()
        wait_until(lambda: one.server.data, "a line")
        before = len(descendants_of(os.getpid()))
        if before < 3 + ("child" in options):
            raise Failure("only %d processes" % before)
        if who == "host":
            one.host.close_output()
            one.host.hang_up()
        else:
            os.kill(one.process.pid if who == "run" else one.server_pid, signal.SIGKILL)
        nobody_is_left(kept=[one.process.pid])
        one.process.wait()


run()
