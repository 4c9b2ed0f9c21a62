# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Surroundings for tests of confined servers: an ordinary user, mounts that are shared, as they are on most
computers, and `paddock run` in front of a server that tries to escape (escaping_server.py)."""

import contextlib
import ctypes
import os
import select
import shutil
import struct
import subprocess
import sys
import threading
import time

import filesystems
import tap
from harness import Box, Failure, become_unprivileged, binary, equal, own_options, wait_until
from stateful_server import RESTARTED, HostSession

BUBBLEWRAP = "/usr/bin/bwrap"
SUPPORT = os.path.dirname(os.path.abspath(__file__))
SERVER = os.path.join(SUPPORT, "escaping_server.py")
REFUSED = 126  # the status
SECRET = "the secret of the test"
SET_USER_ID = "PADDOCK_TEST_SET_USER_ID"  # a program like id that root owns

_INSIDE = "PADDOCK_TEST_SHARED_MOUNTS"
_NEWNS, _NEWUSER = 0x20000, 0x10000000
_REC, _PRIVATE, _SHARED, BIND = 0x4000, 0x40000, 0x100000, 0x1000

_AMBIENT, _SYS_ADMIN = 47, 21

_libc = ctypes.CDLL(None, use_errno=True)


def _unshare(flags):
    if _libc.unshare(flags) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _share_all():
    """No mount from here leaves this namespace, and all mounts reach the namespaces that are made from it."""
    filesystems.mount("none", "/", flags=_REC | _PRIVATE)
    filesystems.mount("none", "/", flags=_REC | _SHARED)


def _make_set_user_id(folder):
    """Only root can make such a program. Others don't test with one."""
    path = shutil.copy(shutil.which("id"), os.path.join(folder, "support", "set-user-id"))
    os.chmod(path, 0o4755)
    os.environ[SET_USER_ID] = path


def _skip_without_boxes():
    try:
        words = subprocess.run([BUBBLEWRAP, "--help"], capture_output=True, text=True, check=False).stdout
    except OSError as problem:
        tap.skip_all("bubblewrap is not there: %s" % problem)
    if "--ro-bind-fd" not in words:
        tap.skip_all("this bubblewrap has no --ro-bind-fd")
    probe = subprocess.run([BUBBLEWRAP, "--unshare-user", "--disable-userns", "--ro-bind", "/", "/", "true"],
                           capture_output=True, text=True, check=False)
    if probe.returncode != 0:
        tap.skip_all("no namespaces for this user: " + probe.stderr.strip())


def enter(*prepare):
    """Starts the script again as an ordinary user. If this is root, also in a mount namespace whose mounts
    are shared. prepare: what root does before, each with a folder that is deleted at the end."""
    if _INSIDE in os.environ:
        _skip_without_boxes()
        return
    os.environ[_INSIDE] = "1"
    if os.geteuid() != 0:
        _skip_without_boxes()
        return
    try:
        _unshare(_NEWNS)
        _share_all()
    except OSError as problem:
        tap.skip_all("no mount namespaces for this user: %s" % problem)
    become_unprivileged(lambda folder: [one(folder) for one in (_make_set_user_id, *prepare)])


def make_mounts():
    """Gives the test a mount namespace of its own, in which it can mount, and all mounts are shared. What
    it executes has no privileges. Must come before the test has threads."""
    user, group = os.getuid(), os.getgid()
    try:
        _unshare(_NEWUSER | _NEWNS)
    except OSError as problem:
        raise tap.Skip("no namespaces for this user: %s" % problem) from problem
    for name, text in (("setgroups", "deny"), ("uid_map", "%d %d 1" % (user, user)),
                       ("gid_map", "%d %d 1" % (group, group))):
        with open("/proc/self/" + name, "w", encoding="ascii") as stream:
            stream.write(text)
    _share_all()


@contextlib.contextmanager
def privileged_children():
    """After make_mounts(): what is executed meanwhile can mount, too."""
    header = struct.pack("=Ii", 0x20080522, 0)
    data = ctypes.create_string_buffer(24)
    if _libc.capget(header, data) != 0:
        raise OSError(ctypes.get_errno(), "capget")
    words = list(struct.unpack("=6I", data.raw))
    words[2] |= 1 << _SYS_ADMIN  # inheritable
    if _libc.capset(header, struct.pack("=6I", *words)) != 0 or \
            _libc.prctl(_AMBIENT, 2, _SYS_ADMIN, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "capset")
    yield
    _libc.prctl(_AMBIENT, 4, 0, 0, 0)


def bind(path, point):
    filesystems.mount(path, point, flags=BIND)


class Server(HostSession):
    """`paddock run` in front of the server that tries to escape."""

    def __init__(self, box, *options, confined=True, name="escaping", env=None, pass_fds=(), cwd=None,
                 command=None, words=()):
        """options: of `paddock run`. confined: without it the server runs as others do."""
        self.box = box
        self.log = os.path.join(box.directory, "run-%d.err" % len(box.started))
        self._surroundings = {"env": box.program_env(env), "pass_fds": pass_fds, "cwd": cwd or box.home}
        self.words = command or [sys.executable, "-I", SERVER, box.directory]
        if confined:
            options = ("--confine", "--confine-read", SUPPORT, *options)
        self._start([binary(), "run", *own_options(), "--name", name, *options, "--", *self.words, *words])

    def _start(self, command):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=log, bufsize=0, **self._surroundings)
        self._take_over()

    def handshake(self):
        answer = self.ask("initialize", {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "host", "version": "1"}})
        wait_until(lambda: self.host.answers(answer) or self.process.poll() is not None, "initialize")
        if not self.host.answers(answer):
            raise Failure("it ended with %s: %s" % (self.process.poll(), self.errors()))
        self.host.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def answered(self, name, **arguments):
        """The answer to a call. If the server was replaced meanwhile, asks the next one."""
        while True:
            answer = self.host.wait_answer(self.call(name, **arguments))
            if "result" in answer or answer["error"].get("data") != RESTARTED:
                return answer

    def tried(self, name, **arguments):
        """What came of an attempt."""
        answer = self.answered(name, **arguments)
        if "result" not in answer or "broken" in answer["result"]:
            raise Failure("%s: %r" % (name, answer))
        return answer["result"]

    def reached(self, name, **arguments):
        """What an attempt reached that must succeed."""
        result = self.tried(name, **arguments)
        if "reached" not in result:
            raise Failure("%s %r: %r" % (name, arguments, result))
        return result["reached"]

    def refused(self, name, **arguments):
        """The error of an attempt that must fail."""
        result = self.tried(name, **arguments)
        if "refused" not in result:
            raise Failure("%s %r: %r" % (name, arguments, result))
        return result["refused"]

    def roots(self):
        answer = self.host.wait_answer(self.call("roots"))
        return [uri[len("file://"):] for uri in answer["result"]["roots"]] if "result" in answer else None

    def start_of(self):
        return self.state()["start"]

    def end(self):
        self.stop()
        return self.process.returncode


class Desk(Box):
    """A home with a key, a folder that is granted, and another one that is not."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.key = self.file(".ssh", "id", text=SECRET)
        self.other = self.file("Projects", "other", "b", text=SECRET)
        self.shared = self.folder("Projects", "shared")
        self.a = self.file("Projects", "shared", "a", text="a\n")

    def _show_logs(self):
        super()._show_logs()
        for one in self.started:
            if isinstance(one, Server):
                tap.diag("---- %s\n%s" % (one.process.args[1:], one.errors()[-2000:]))

    def share(self, *options):
        """Every server gets what is in the list, at first the shared folder."""
        self.serve("--consent=allow")
        self.add(*options, self.shared)
        return self

    def pair(self, *options, **more):
        """A server that is not confined, and one that is."""
        return (Server(self, confined=False, name="free", **more).handshake(),
                Server(self, *options, **more).handshake())


def servers_of(box):
    """The processes of this test's servers, in boxes or not, without `paddock run`."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % pid, "rb") as stream:
                words = stream.read().split(b"\0")
        except OSError:
            continue
        if SERVER.encode() in words and box.directory.encode() in words and b"run" not in words:
            found.append(int(pid))
    return found


class BoxEnd:
    """Notes when the last process is gone that now is in a box of a `paddock run`, whatever it executes."""

    def __init__(self, server):
        self.at = None  # monotonic
        self._ends = [os.pidfd_open(pid) for pid in _in_boxes(server.process.pid)]
        if not self._ends:
            raise Failure("no process is in a box")
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self):
        for end in self._ends:
            select.select([end], [], [])
            os.close(end)
        self.at = time.monotonic()


def _in_boxes(runner):
    """The descendants of a process that have a PID namespace of their own."""
    parents, inside = {}, []
    for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
        try:
            with open("/proc/%d/status" % pid, encoding="utf-8", errors="replace") as stream:
                status = dict(line.rstrip("\n").split(":\t", 1) for line in stream)
        except OSError:
            continue
        parents[pid] = int(status["PPid"])
        if len(status["NSpid"].split()) > 1:
            inside.append(pid)

    def is_below(pid):
        while pid in parents and pid != runner:
            pid = parents[pid]
        return pid == runner
    return [pid for pid in inside if is_below(pid)]


def has(server, path):
    """Whether the box of a `paddock run` has a path. Its server may refuse that by itself."""
    return any(os.path.lexists("/proc/%d/root%s" % (pid, path)) for pid in _in_boxes(server.process.pid))


def compare(rows, free, boxed):
    """Makes each attempt in a server that is not confined, where it must succeed, and in a box, where it
    must not. rows: what it is, the attempt, and its arguments. A name in parentheses: not every computer has
    that, so it may fail outside, too."""
    wrong = []
    for what, name, arguments in rows:
        outside, inside = free.tried(name, **arguments), boxed.tried(name, **arguments)
        if "reached" not in outside:
            if not what.startswith("("):
                wrong.append("%s is not reached outside: %r" % (what, outside))
            tap.diag("not shown outside: %s, %s" % (what, outside["refused"]))
        if "reached" in inside:
            wrong.append("%s is reached in the box: %r" % (what, inside))
    if wrong:
        raise Failure("\n".join(wrong))


def refusal(box, *options, command=("true",), wrap=(), code=REFUSED, **more):
    """What `paddock run` says when it starts no server."""
    done = subprocess.run([*wrap, binary(), "run", *options, "--", *command], env=box.program_env(more),
                          cwd=box.home, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
                          timeout=60)
    equal(done.returncode, code, "the status: " + done.stderr)
    equal(done.stdout, "", "the output")
    if code == REFUSED:
        equal(len(done.stderr.splitlines()), 1, "lines: " + done.stderr)
    return done.stderr
