# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What a confined server may open over time: after each change the kernel holds what the user sees. Nothing
that the server held before is left."""

import os
import signal
import threading
import time

from gi.repository import GLib

import confined
import filesystems
import harness
from agent import Agent
from confined import Desk, Server, bind, make_mounts, privileged_children, servers_of
from harness import Failure, equal, stays, wait_until
from tap import cases, diag, run, test

confined.enter()

GRACE = 10  # s, for which a server keeps its folders without a service
SECOND = 1


class Over(Desk):
    """A desk at which the server has two folders. It holds on to one of them, which goes."""

    def __init__(self):
        super().__init__()
        self.stays = self.file("Projects", "stays", "c", text="c\n")

    def meet(self):
        # The bus starts no service for this socket.
        os.mkdir(os.path.join(self.directory, "s"), 0o700)
        self.at = ("--socket", os.path.join(self.directory, "s", "mcp.sock"))
        self.current = self.serve(*self.at)
        self.add("--read-write", self.shared)
        self.add("--read-write", os.path.dirname(self.stays))
        self.one = Server(self, *self.at)

    def begin(self, *grant):
        self.meet()
        self.one.handshake().state()
        self.paddock("grant", "escaping", os.path.dirname(self.stays))
        self.paddock("grant", "escaping", self.shared, *grant)
        wait_until(lambda: self.has(self.a) and self.has(self.stays), "the folders")
        self.one.reached("append", path=self.a)
        return self.hold()

    def has(self, path):
        return "reached" in self.one.tried("read", path=path)

    def hold(self):
        """Lets the server hold all that it can. Returns its processes."""
        self.one.reached("hold", path=self.a)
        self.before = set(servers_of(self))
        self.first = self.one.start_of()
        self.waiting = self.one.call("wait")
        return self

    def ends(self, since, seconds):
        """The box ends in time, and the open request gets its answer."""
        wait_until(lambda: not self.before & set(servers_of(self)), "the end of the box", seconds)
        diag("%.0f ms to the end of the box" % (1000 * (time.monotonic() - since)))
        answer = self.one.host.wait_answer(self.waiting)
        equal(answer["error"]["data"], {"reason": "server-restarted"}, "the open request")

    def held(self):
        """The names of the folders that are still in use, as `paddock servers` says."""
        return [name for session in self.server("escaping")["sessions"]
                if session.get("unenforced") == "in-use" for name in session["held"]]


def away(box):
    os.rename(box.shared, box.shared + "-away")


def exchange(box):
    away(box)
    os.rename(os.path.dirname(box.other), box.shared)


def made_anew(box):
    away(box)
    os.mkdir(box.shared)


def link(box):
    away(box)
    os.symlink(os.path.dirname(box.key), box.shared)


def all_away(box):
    os.rename(os.path.dirname(box.shared), os.path.join(box.home, "Away"))


def by(*command):
    return lambda box: box.paddock(*(box.shared if word == "FOLDER" else word for word in command))


@cases([
    ("revoked", by("revoke", "escaping", "FOLDER"), True),
    ("all revoked", by("revoke", "escaping"), False),
    ("paused", by("pause"), False),
    ("blocked", by("block", "escaping"), False),
    ("forgotten", by("forget", "escaping"), False),
    ("removed", by("remove", "FOLDER"), True),
    ("only to be read", by("change", "--read-only", "FOLDER"), True),
    ("moved away", away, True),
    ("another in its place", exchange, True),
    ("a link in its place", link, True),
    ("all moved away", all_away, False),
], lambda what, *_: what)
def withdrawn(what, change, keeps):
    """a folder that a server holds on to is taken away: all of its box is gone within a second"""
    with Over() as box:
        box.begin()
        began = time.monotonic()
        change(box)
        box.ends(began, SECOND)
        equal(box.has(box.a), what == "only to be read", "the folder")
        box.one.refused("append", path=box.a)
        # The first call sees what is left.
        equal(box.has(box.stays), keeps, "the folder that stays")
        if box.one.start_of() == box.first:
            raise Failure("no other box")
        wait_until(lambda: not box.json("servers") or box.held() == [], "what is still in use")


@test
def disconnected():
    """a server that the user disconnects ends at once, even if it wants to stay"""
    with Over() as box:
        box.begin()
        box.one.result(box.one.call("stay"))
        box.paddock("disconnect", "escaping")
        wait_until(lambda: not box.before & set(servers_of(box)), "the end of the box", SECOND)
        wait_until(lambda: box.one.process.poll() is not None, "the end of the session", 3)


@cases([(signal.SIGSTOP,), (signal.SIGKILL,), (None,)],
       lambda how: {None: "the service runs", signal.SIGSTOP: "the service hangs"}.get(how, "no service"))
def expired(how):
    """a folder that is shared for some seconds is closed when they are over"""
    with Over() as box:
        began = time.time()
        box.begin("--for=6s")
        if how is not None:
            os.kill(box.current.process.pid, how)
        if how == signal.SIGKILL:
            box.current.process.wait()
            box.running.remove(box.current)
        stays(lambda: box.before & set(servers_of(box)), "the box", max(0, began + 5 - time.time()))
        box.ends(time.monotonic(), 3)
        equal(box.has(box.a), False, "the folder")
        equal(box.has(box.stays), True, "the folder that stays")
        if how == signal.SIGSTOP:
            os.kill(box.current.process.pid, signal.SIGCONT)
            wait_until(lambda: box.held() == [], "what is still in use")
            equal(box.has(box.stays), True, "the folder that stays")


@test
def shortened():
    """a folder whose time is made shorter is closed when that is over, if the service hangs then"""
    with Over() as box:
        box.begin()
        box.paddock("grant", "escaping", box.shared, "--for=4s")
        ends = time.monotonic() + 4
        stays(lambda: box.before & set(servers_of(box)), "the box", 2)
        os.kill(box.current.process.pid, signal.SIGSTOP)
        stays(lambda: box.before & set(servers_of(box)), "the box", ends - 0.5 - time.monotonic())
        box.ends(ends, 3)
        equal(box.has(box.a), False, "the folder")
        equal(box.has(box.stays), True, "the folder that stays")
        os.kill(box.current.process.pid, signal.SIGCONT)


@test
def paused_and_resumed():
    """after a pause the folders are there again, for the same session"""
    with Over() as box:
        box.begin()
        began = time.monotonic()
        box.paddock("pause")
        box.ends(began, SECOND)
        box.paddock("resume")
        wait_until(lambda: box.has(box.a) and box.has(box.stays), "the folders")


@test
def made_again():
    """a folder that is deleted and made again is another one, and the server gets it"""
    with Over() as box:
        box.begin()
        began = time.monotonic()
        made_anew(box)
        box.ends(began, SECOND)
        wait_until(lambda: "reached" in box.one.tried("write", path=os.path.join(box.shared, "new")),
                   "the new folder")
        equal(box.has(box.a), False, "what was in the old one")


@test
def back():
    """a folder that is moved away and back is there again"""
    with Over() as box:
        box.begin()
        away(box)
        box.ends(time.monotonic(), 2)
        os.rename(box.shared + "-away", box.shared)
        wait_until(lambda: box.has(box.a), "the folder", 15)


@test
def service_gone():
    """without a service the folders stay for 10 seconds; then the box has none, until the service is back"""
    with Over() as box:
        box.begin()
        before = time.monotonic()
        box.current.kill()
        box.running.remove(box.current)
        stays(lambda: box.before & set(servers_of(box)), "the box", GRACE - 1)
        box.ends(time.monotonic(), 4)
        diag("%.1f s" % (time.monotonic() - before))
        for path in (box.a, box.stays):
            box.one.refused("read", path=path)
        box.serve(*box.at)
        wait_until(lambda: box.has(box.a) and box.has(box.stays), "the folders")


@test
def service_back():
    """a service that is back within 10 seconds changes nothing"""
    with Over() as box:
        box.begin()
        box.current.kill()
        box.running.remove(box.current)
        box.serve(*box.at)
        stays(lambda: box.before & set(servers_of(box)), "the box", GRACE + 2)
        equal(box.one.start_of(), box.first, "the start")


@test
def kept():
    """the folders that the user chose to keep stay without a service"""
    with Over() as box:
        box.begin()
        agent = Agent(box)
        agent.call("SetServerChoices", box.server("escaping")["id"],
                   {"keep-roots": GLib.Variant("b", True)})
        wait_until(lambda: agent.server("escaping").get("keep-roots"), "the choice")
        agent.stop()
        box.started.remove(agent)
        box.one.roots()  # with it, `paddock run` learns of the choice
        box.current.kill()
        box.running.remove(box.current)
        stays(lambda: box.before & set(servers_of(box)), "the box", GRACE + 2)
        equal(box.has(box.a), True, "the folder")


def far(box):
    """A folder whose file system hangs when it is told to. The server has it."""
    point = box.folder("Projects", "far")
    with privileged_children():
        mirror = filesystems.Mirror(box, box.folder("source"), point)
    with open(os.path.join(box.home, "source", "d"), "w", encoding="ascii") as stream:
        stream.write("d\n")
    box.begin()
    box.add("--read-only", point)
    box.paddock("grant", "escaping", point)
    os.symlink("d", os.path.join(box.home, "source", "link"))
    wait_until(lambda: box.has(os.path.join(point, "d")), "the folder that will hang")
    return mirror


def hang(box):
    path = os.path.join(os.path.dirname(box.shared), "far", "link")
    hung = [box.one.call("read", path=path) for _ in range(2)]
    box.one.host.wait_answer(hung[0])
    time.sleep(0.5)


@test
def no_handshake():
    """without a handshake that could be repeated: a folder is put off, and shown so; a withdrawal ends it"""
    with Over() as box:
        box.meet()
        one = box.one
        equal(one.tried("read", path=box.a), {"refused": "ENOENT"}, "the folder")
        wait_until(lambda: box.json("servers"), "the server")
        box.paddock("grant", "escaping", box.shared)
        wait_until(lambda: [(session.get("pending"), session.get("pendingWhy"))
                            for session in box.server("escaping")["sessions"]] ==
                   [(["shared"], "no-handshake")], "what is put off")
        equal(one.tried("read", path=box.a), {"refused": "ENOENT"}, "the folder")
        equal(one.roots(), [], "its roots")
        one.end()
        one = Server(box, *box.at)
        equal(one.tried("read", path=box.a), {"reached": "a\n"}, "the folder")
        box.paddock("revoke", "escaping")
        wait_until(lambda: not servers_of(box), "the end of the box", SECOND)
        wait_until(lambda: one.process.poll() is not None, "the end of the session")
        equal(one.process.returncode, 1, "the status")


@test
def hanging():
    """a server that hangs in a file system: the folder is still in use, then released"""
    make_mounts()
    with Over() as box:
        mirror = far(box)
        box.hold()
        mirror.keep_links()
        hang(box)
        began = time.monotonic()
        box.paddock("revoke", "escaping", box.shared)
        wait_until(lambda: box.held() == ["shared"], "what is still in use", 5)
        # The next one waits for it, but not longer than two seconds.
        wait_until(lambda: box.has(box.stays), "the next box", 30)
        took = time.monotonic() - began
        diag("%.1f s to the next box" % took)
        if took < 1.8:
            raise Failure("the next box came after %.1f s" % took)
        equal(box.has(box.a), False, "the folder")
        stays(lambda: box.held() == ["shared"], "what is still in use", 1)
        mirror.abandon()
        wait_until(lambda: box.held() == [], "the release", 10)


def has_server(box, pid):
    """Whether a server runs in this process, which sees the folder. bubblewrap sees all while it builds."""
    try:
        return os.path.basename(os.readlink("/proc/%d/exe" % pid)) != "bwrap" and \
            os.path.exists("/proc/%d/root%s" % (pid, box.a))
    except OSError:
        return False


@cases([("SIGTSTP", signal.SIGTSTP), ("SIGSTOP", signal.SIGSTOP)], lambda name, *_: name)
def stopped(name, number):
    """while `paddock run` is stopped, a folder that was taken back is shown as still in use"""
    with Over() as box:
        box.begin()
        box.one.process.send_signal(number)
        box.paddock("revoke", "escaping", box.shared)
        wait_until(lambda: box.held() == ["shared"], "what is still in use", 3)
        stays(lambda: box.held() == ["shared"], "what is still in use", 1)
        box.one.process.send_signal(signal.SIGCONT)
        wait_until(lambda: box.held() == [], "the release", 10)
        wait_until(lambda: not box.has(box.a) and box.has(box.stays), "the next box", 10)


def had(box, process, seconds):
    """When a server of this `paddock run` had the folder, more than a second after it was taken back."""
    began = time.monotonic()
    seen = []
    while process.poll() is None and time.monotonic() < began + seconds:
        seen += [time.monotonic() - began for pid in servers_of(box) if has_server(box, pid)]
        time.sleep(0.001)
    return [after for after in seen if after > SECOND]


@test
def taken_while_opened():
    """a folder is taken back while the first box waits for another one that hangs: no box gets it"""
    make_mounts()
    with Over() as box:
        mirror = far(box)
        box.one.end()
        mirror.hang()
        two = Server(box, *box.at)
        time.sleep(0.7)
        box.paddock("revoke", "escaping", box.shared)
        equal(had(box, two.process, 4)[:1], [], "when a box had the folder")
        two.handshake()
        assert "reached" in two.tried("read", path=box.stays), "the folder that stays"
        mirror.abandon()


@test
def taken_while_opened_again():
    """the same while a restart waits; the next restart does not wait for that file system again"""
    make_mounts()
    with Over() as box:
        mirror = far(box)
        mirror.hang()
        more = box.file("Projects", "more", "m", text="m\n")
        box.add("--read-write", os.path.dirname(more))
        time.sleep(5)  # the least time between two restarts that give folders
        box.paddock("grant", "escaping", os.path.dirname(more))
        time.sleep(1)
        began = time.monotonic()
        box.paddock("revoke", "escaping", box.shared)
        equal(had(box, box.one.process, 3)[:1], [], "when a box had the folder")
        wait_until(lambda: box.has(more), "the next box", 15)
        began = time.monotonic()
        box.paddock("revoke", "escaping", os.path.dirname(more))
        wait_until(lambda: not box.has(more) and box.has(box.stays), "the box after that", 15)
        took = time.monotonic() - began
        diag("%.1f s to the box after that" % took)
        assert took < 1.5 * harness.PATIENCE, "it waited again: %.1f s" % took
        mirror.abandon()


def gone(one):
    one.host.hang_up()
    one.host.close_output()


@cases([
    ("its host is gone", gone),
    ("SIGTERM", lambda one: one.process.terminate()),
    ("SIGKILL", lambda one: one.process.kill()),
], lambda who, *_: who)
def hanging_at_the_end(who, end):
    """a session ends while its box hangs: until that is gone, its folders are in use, and shown so"""
    make_mounts()
    with Over() as box:
        mirror = far(box)
        mirror.keep_links()
        hang(box)
        end(box.one)
        box.one.process.wait(20)
        assert servers_of(box), "nothing hangs any more"
        stays(lambda: box.json("servers")[0]["sessions"], "the session", 3)
        box.paddock("revoke", "escaping", box.shared)
        wait_until(lambda: box.held() == ["shared"], "what is still in use", 3)
        mirror.abandon()
        wait_until(lambda: not box.json("servers")[0]["sessions"], "the end of the session", 10)


@test
def hanging_twice():
    """two boxes hang, each with another folder that was taken back: both folders are still in use"""
    make_mounts()
    with Over() as box:
        mirror = far(box)
        mirror.keep_links()
        hang(box)
        box.paddock("revoke", "escaping", box.shared)
        more = box.file("Projects", "more", "m", text="m\n")
        box.add("--read-write", os.path.dirname(more))
        box.paddock("grant", "escaping", os.path.dirname(more))
        wait_until(lambda: box.has(more), "the next box", 30)
        hang(box)
        box.paddock("revoke", "escaping", os.path.dirname(more))
        wait_until(lambda: sorted(box.held()) == ["more", "shared"], "what is still in use", 10)
        mirror.abandon()
        wait_until(lambda: box.held() == [], "the release", 10)


@cases([
    ("the host", lambda box: box.one.host.close_output()),
    ("a signal to end", lambda box: box.one.process.send_signal(signal.SIGTERM)),
], lambda who, *_: who)
def closed_while_waiting(who, close):
    """a folder is taken back after the session began to end while a restart waited for an answer"""
    with Over() as box:
        box.begin()
        box.one.result(box.one.call("stay"))
        time.sleep(5)  # the least time between two restarts that give folders
        more = box.folder("Projects", "more")
        box.add("--read-write", more)
        box.paddock("grant", "escaping", more)
        time.sleep(1)
        close(box)
        stays(lambda: box.before & set(servers_of(box)), "the box", 1)
        began = time.monotonic()
        box.paddock("revoke", "escaping", box.shared)
        box.ends(began, SECOND)
        wait_until(lambda: box.one.process.poll() is not None, "the end of the session", 5)


@test
def own_mount():
    """a folder that is a mount of its own can be unmounted while a server has it"""
    make_mounts()
    with Over() as box:
        box.begin()
        point = box.folder("Projects", "stick")
        bind(box.folder("source"), point)
        box.add("--read-write", point)
        box.paddock("grant", "escaping", point)
        path = os.path.join(point, "new")
        wait_until(lambda: "reached" in box.one.tried("write", path=path), "the folder")
        filesystems.unmount(point)
        wait_until(lambda: box.one.tried("read", path=path) == {"refused": "ENOENT"}, "the next box", 15)


@test
def ten_changes():
    """ten changes in a second: in the end the box has what the user sees"""
    with Over() as box:
        box.begin()
        for number in range(10):
            box.paddock("revoke" if number % 2 else "grant", "escaping", box.shared)
        wait_until(lambda: not box.has(box.a), "the revocation", 15)
        equal(box.has(box.stays), True, "the folder that stays")
        box.paddock("grant", "escaping", box.shared)
        wait_until(lambda: box.has(box.a), "the folder", 15)


@test
def away_while_built():
    """a folder that is away only while the next box is built is there later"""
    with Over() as box:
        box.begin()
        for number in range(4):
            over = threading.Event()

            def flicker(over=over):
                while not over.is_set():
                    away(box)
                    time.sleep(0.004)
                    os.rename(box.shared + "-away", box.shared)
                    time.sleep(0.004)
            thread = threading.Thread(target=flicker)
            thread.start()
            box.paddock("grant" if number % 2 else "revoke", "escaping", os.path.dirname(box.stays))
            time.sleep(1.5)
            over.set()
            thread.join()
            wait_until(lambda: box.has(box.a), "the folder", 15)


if __name__ == "__main__":
    run(at_once=4)
