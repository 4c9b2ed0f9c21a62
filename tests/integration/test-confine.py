# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --confine`: what a server reaches in its box. Each attempt is made without a box first, where
it must succeed; so no attempt fails only because the test is wrong."""

import ctypes
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time

import confined
import filesystems
from confined import (BUBBLEWRAP, REFUSED, SECRET, SERVER, SET_USER_ID, SUPPORT, Desk, Server, bind, compare,
                      make_mounts, refusal, servers_of)
from harness import Box, Failure, binary, contains, equal, lacks, stays, wait_until
from peer import Peer
from sealed import PREFIX, key_of, report, seal_of
from tap import Skip, cases, diag, run, test

confined.enter()

MISUSE = 2
LIBC = ctypes.CDLL(None, use_errno=True)


def listing(directory):
    """Everything in it, with what could be changed."""
    found = {}
    for folder, folders, files in os.walk(directory):
        for name in folders + files:
            path = os.path.join(folder, name)
            info = os.lstat(path)
            found[path] = (info.st_mode, info.st_ino, info.st_size, info.st_mtime_ns)
    return found


# ---- files

@test
def files():
    """files: other folders of the home, links, .. and other processes' ways lead nowhere"""
    with Desk() as box:
        box.share("--read-write")
        planted = os.path.join(box.shared, "planted")
        os.symlink(box.key, planted)
        os.symlink(os.path.dirname(box.other), os.path.join(box.shared, "planted-folder"))
        link = os.path.join(box.shared, "own")
        up = os.path.join(box.shared, "..", "..", ".ssh", "id")
        compare([
            ("a key", "read", {"path": box.key}),
            ("the key's folder", "entries", {"path": os.path.dirname(box.key)}),
            ("another folder", "read", {"path": box.other}),
            ("its name", "exists", {"path": os.path.dirname(box.other)}),
            ("a key by ..", "read", {"path": up}),
            ("a planted link", "read", {"path": planted}),
            ("a planted link to a folder", "entries", {"path": os.path.join(box.shared, "planted-folder")}),
            ("an own link", "own_link", {"link": link, "target": box.key}),
            ("an own link by ..", "own_link", {"link": link, "target": "../../.ssh/id"}),
            ("a hard link", "hard_link", {"link": os.path.join(box.shared, "hard"), "target": box.key}),
            ("a key by /proc", "through_proc", {"path": box.key}),
            ("a key by ../../..", "from_working_directory", {"path": box.key}),
            ("Paddock's data", "entries", {"path": os.path.join(box.data_home, "paddock")}),
            ("the runtime directory", "entries", {"path": box.runtime}),
            ("/tmp", "entries", {"path": os.path.join(box.directory, "services")}),
            ("/root or /home", "exists", {"path": "/root" if os.path.exists("/root") else "/home"}),
            ("/sys", "exists", {"path": "/sys/kernel"}),
            ("/var", "exists", {"path": "/var"}),
        ], *box.pair())


@test
def own_home():
    """files: what it writes into its home is there in the next box, and not in the user's home"""
    with Desk() as box:
        box.share("--read-write")
        before = listing(box.home)
        one = Server(box).handshake()
        mine = os.path.join(box.home, "mine")
        one.reached("write", path=mine)
        one.reached("write", path="/tmp/mine")
        equal(one.reached("entries", path=box.home), ["Projects", "mine"], "its home")
        equal(one.reached("read", path=box.a), "a\n", "the folder")
        one.reached("write", path=os.path.join(box.shared, "c"))
        one.end()
        equal(os.listdir(box.shared).count("c"), 1, "what it wrote into the folder")
        os.unlink(os.path.join(box.shared, "c"))
        one = Server(box).handshake()
        contains(one.reached("read", path=mine), "written", "its home")
        one.refused("read", path="/tmp/mine")
        other = Server(box, words=("another",)).handshake()
        other.refused("read", path=mine)
        equal(one.reached("read", path=box.a), "a\n", "the folder")
        one.end()
        other.end()
        after = listing(box.home)
        del before[box.shared], after[box.shared]
        equal(after, before, "the user's home")


@test
def size_of_home():
    """files: `servers --json` says how much room its private home takes"""
    with Desk() as box:
        box.share("--read-write")
        Server(box, confined=False, name="free").handshake()
        one = Server(box).handshake()

        def size():
            return box.server("escaping")["privateHome"]
        before = size()
        equal(before["atLeast"], False, "whether it is a part")
        one.reached("write", path=os.path.join(box.shared, "c"))
        equal(size(), before, "the size after it wrote into a folder")
        one.reached("write", path=os.path.join(box.home, "mine"))
        assert size()["bytes"] > before["bytes"], size()
        one.reached("close_home")
        equal(size()["atLeast"], True, "whether it is a part")
        lacks(box.server("free"), "privateHome", "a server without a box")


READ_ONLY = ["overwrite", "append", "reopen", "reopen_directory", "temporary_file", "map_shared",
             "change_mode", "change_owner", "change_time", "cut", "rename", "set_attribute",
             "link_beside", "symbolic_link", "fifo", "directory", "write"]


@test
def read_only():
    """a folder that it may only read: no change of a file, of its name or of the folder"""
    with Desk() as box:
        box.share("--read-only")
        boxed = Server(box).handshake()
        rows = [(name, name, {"path": box.a}) for name in READ_ONLY if name != "set_attribute"]
        rows.append(("(set_attribute", "set_attribute", {"path": box.a}))
        rows.append(("rename_out", "rename_out", {"path": box.a, "to": os.path.join(box.home, "out")}))
        before = listing(box.shared)
        for _, name, arguments in rows:
            boxed.refused(name, **arguments)
        equal(boxed.refused("remove", path=box.a), "EROFS", "removing")
        equal(listing(box.shared), before, "the folder")
        equal(boxed.reached("read", path=box.a), "a\n", "the file")
        compare(rows, Server(box, confined=False, name="free").handshake(), boxed)


# ---- mounts

@test
def later_mounts():
    """mounts that are made outside later do not appear in the box"""
    make_mounts()
    with Desk() as box:
        prefix = box.file("prefix", "lib", "x", text="x\n")
        below = box.folder("Projects", "shared", "below")
        box.share("--read-only")
        # bubblewrap alone does not hold that.
        words = [BUBBLEWRAP, "--ro-bind", "/", "/", "--dev", "/dev", "--",
                 sys.executable, "-I", SERVER, "plain"]
        plain = Server(box, name="plain", confined=False, command=words).handshake()
        boxed = Server(box, "--confine-read", os.path.join(box.home, "prefix")).handshake()
        free = Server(box, confined=False, name="free").handshake()
        equal(boxed.reached("read", path=prefix), "x\n", "the prefix")
        bind(os.path.dirname(box.key), os.path.dirname(prefix))
        path = os.path.join(os.path.dirname(prefix), "id")
        compare([("below a prefix", "read", {"path": path})], free, boxed)
        equal(plain.reached("read", path=path), SECRET, "what bubblewrap alone shows")
        bind(os.path.dirname(box.key), below)
        path = os.path.join(below, "id")
        compare([("below a folder", "read", {"path": path}), ("that, written", "append", {"path": path})],
                free, boxed)
        equal(plain.reached("read", path=path), SECRET + "x", "what bubblewrap alone shows")
        bind(os.path.dirname(box.key), box.shared)
        path = os.path.join(box.shared, "id")
        compare([("over a folder", "read", {"path": path}), ("that, written", "append", {"path": path})],
                free, boxed)


@test
def earlier_mounts():
    """a mount below a folder is covered, and still so in the next box"""
    make_mounts()
    with Desk() as box:
        below = box.folder("Projects", "shared", "below")
        bind(os.path.dirname(box.key), below)
        box.share("--read-write")
        free, boxed = box.pair()
        rows = [("below a folder", "read", {"path": os.path.join(below, "id")}),
                ("that, written", "write", {"path": os.path.join(below, "new")})]
        compare(rows, free, boxed)
        equal(boxed.reached("entries", path=below), [], "the cover")


@cases([("--read-only",), ("--read-write",)], lambda access: access[2:])
def hidden_mounts(access):
    """a mount that another one hides prevents no start, and makes nothing in the folder"""
    make_mounts()
    with Desk() as box:
        hidden = box.folder("Projects", "shared", "below")
        bind(os.path.dirname(box.key), hidden)
        above = os.path.dirname(box.other)
        bind(above, box.shared)
        box.share(access)
        boxed = Server(box).handshake()
        equal(boxed.reached("entries", path=box.shared), ["b"], "the folder")
        equal(os.listdir(above), ["b"], "what is in it")


@test
def mounts_of_a_folder():
    """a mount in its folder begins another box, which covers it; so does an unmount, and others do not"""
    make_mounts()
    with Desk() as box:
        below, beside = box.folder("Projects", "shared", "below"), box.folder("Projects", "other", "below")
        box.file("Projects", "shared", "below", "c", text="c\n")
        box.share("--read-write")
        boxed = Server(box).handshake()
        start = boxed.start_of()
        equal(boxed.reached("entries", path=below), ["c"], "the folder")
        bind(os.path.dirname(box.key), beside)
        stays(lambda: boxed.start_of() == start, "the box", 1)
        bind(os.path.dirname(box.key), below)
        wait_until(lambda: boxed.reached("entries", path=below) == [], "the cover")
        covered = boxed.start_of()
        assert covered != start, "the box changed while it ran"
        filesystems.unmount(below)
        wait_until(lambda: boxed.reached("entries", path=below) == ["c"], "the folder")
        assert boxed.start_of() != covered, "the box changed while it ran"


@test
def mounted_in_a_restart():
    """a mount in its folder that comes before the next server has answered begins another box, too"""
    make_mounts()
    with Desk() as box:
        below, more = box.folder("Projects", "shared", "below"), box.folder("Projects", "more")
        box.file("Projects", "shared", "below", "c", text="c\n")
        box.share("--read-write")
        one = Server(box).handshake()
        one.reached("write", path=os.path.join(box.home, "silent"))
        first = set(servers_of(box))
        box.add("--read-write", more)
        wait_until(lambda: servers_of(box) and not first & set(servers_of(box)), "the next one")
        time.sleep(0.3)
        bind(os.path.dirname(box.key), below)
        time.sleep(0.5)
        os.unlink(os.path.join(private_home(box), "silent"))
        wait_until(lambda: one.reached("entries", path=below) == [], "the cover", 15)


@test
def inner_one_deleted_in_a_restart():
    """an inner folder that is deleted before the next server has answered begins another box"""
    with Desk() as box:
        inner = box.folder("Projects", "shared", "inner")
        box.share("--read-write")
        box.add("--read-only", inner)
        one = Server(box).handshake()
        one.refused("write", path=os.path.join(inner, "c"))
        one.reached("write", path=os.path.join(box.home, "silent"))
        first = set(servers_of(box))
        box.add("--read-write", box.folder("Projects", "more"))
        wait_until(lambda: servers_of(box) and not first & set(servers_of(box)), "the next one")
        time.sleep(0.3)
        second = set(servers_of(box))
        os.rmdir(inner)
        wait_until(lambda: servers_of(box) and not second & set(servers_of(box)), "the one after it")
        os.unlink(os.path.join(private_home(box), "silent"))
        one.refused("write", path=os.path.join(box.shared, "c"))
        equal(one.reached("read", path=box.a), "a\n", "the folder")


@cases([
    ("a root around it", ("--accept-warning", "--read-only"), ""),
    ("what --confine-read adds around it", None, ""),
    ("what --confine-read adds of it", None, "data"),
    ("what --confine-read adds in it", None, "confined"),
], lambda what, *_: what)
def data_elsewhere(what, add, part):
    """Paddock's data, and the home, stay out of reach where another mount shows them"""
    make_mounts()
    with Desk() as box:
        data = os.path.join(box.data_home, "paddock")
        elsewhere = tempfile.mkdtemp(prefix="pd-elsewhere-")
        bind(box.directory, elsewhere)
        try:
            box.serve("--consent=allow")
            other = os.path.join(elsewhere, os.path.relpath(data, box.directory))
            place = {"": elsewhere, "data": other, "confined": os.path.join(other, "confined")}[part]
            if add:
                box.add(*add, place)
                boxed = Server(box).handshake()
                free = Server(box, confined=False, name="free").handshake()
                compare([("the key", "read", {"path": os.path.join(other, "seal-key")}),
                         ("a key in the home", "read", {
                             "path": os.path.join(elsewhere, os.path.relpath(box.key, box.directory))})],
                        free, boxed)
            else:
                Server(box).handshake().end()
                contains(refusal(box, "--confine", "--confine-read", place), "Paddock’s data", "the message")
        finally:
            filesystems.detach(elsewhere)
            os.rmdir(elsewhere)


@test
def folders_of_the_system():
    """a folder in /usr that is in the list, but not shared with it, is covered"""
    make_mounts()
    with Desk() as box:
        place = "/usr/local/src"
        if not os.path.isdir(place):
            raise Skip("there is no " + place)
        bind(os.path.dirname(box.other), place)
        box.serve()
        free, boxed = box.pair()
        path = os.path.join(place, "b")
        equal(boxed.reached("read", path=path), SECRET, "what every program may read")
        box.add("--accept-warning", place)
        wait_until(lambda: "refused" in boxed.tried("read", path=path), "the cover")
        compare([("in the folder", "read", {"path": path})], free, boxed)


@test
def own_mounts():
    """it can make no mount and no namespace"""
    with Desk() as box:
        box.share("--read-only")
        point = box.folder("Projects", "shared", "point")
        free, boxed = box.pair()
        compare([
            ("a user namespace", "new_user_namespace", {}),
            ("a user namespace by clone()", "clone_user_namespace", {}),
            ("a user namespace by clone3()", "clone3_user_namespace", {}),
            ("joining a namespace", "join_namespace", {}),
            ("a mount", "mount_memory", {"path": point}),
            ("a mount of a folder", "bind", {"path": "/usr", "to": point}),
            ("unmounting", "unmount", {"path": point}),
            ("mounting again to write", "remount_writable", {"path": box.shared}),
            ("open_tree()", "open_tree", {"path": point}),
            ("fsopen()", "open_file_system", {}),
            ("chroot()", "change_root", {"path": "/"}),
        ], free, boxed)


# ---- processes

class Bystander:
    """A process of the same user that lets everybody trace it."""

    CODE = ("import ctypes, time; ctypes.CDLL(None).prctl(0x59616d61, ctypes.c_ulong(-1), 0, 0, 0);"
            "print(flush=True); time.sleep(600)")

    def __init__(self, box):
        self.process = subprocess.Popen([sys.executable, "-c", self.CODE, box.directory + "/argument"],
                                        env={"MARK": box.directory + "/environment"}, stdout=subprocess.PIPE)
        self.process.stdout.readline()
        self.pid = self.process.pid
        box.started.append(self)

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@test
def processes():
    """processes outside: not seen, not signalled, not traced; nor is process 1 of the box"""
    with Desk() as box:
        box.share("--read-only")
        one = Bystander(box)
        free, boxed = box.pair()
        compare([
            ("an environment", "seen_marker", {"file": "environ", "text": box.directory + "/environment"}),
            ("a command line", "seen_marker", {"file": "cmdline", "text": box.directory + "/argument"}),
            ("a signal", "signal_process", {"pid": one.pid}),
            ("a pidfd", "process_descriptor", {"pid": one.pid}),
            ("limits", "change_limits", {"pid": one.pid}),
            ("tracing", "seize", {"pid": one.pid}),
            ("tracing a child", "be_traced", {}),
            ("memory by /proc", "memory_of", {"pid": one.pid}),
            ("memory of its parent", "memory_of", {"pid": 0}),
            ("descriptors of its parent", "files_of", {"pid": 0}),
            ("memory by a call", "read_memory", {}),
            ("(comparing processes", "compare_processes", {}),
        ], free, boxed)
        equal(boxed.reached("entries", path="/proc/1"), [], "/proc/1")
        boxed.refused("memory_of", pid=1)
        boxed.refused("seize", pid=1)
        status = boxed.reached("status_of_itself")
        equal((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"), "its state")
        equal({status[name].strip("0") for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")}, {""},
              "its privileges")


# ---- sockets

class Listener:
    """Sends the secret to everybody who connects. A path that begins with @ is an abstract address."""

    def __init__(self, box, address, kind=socket.SOCK_STREAM):
        self.socket = socket.socket(socket.AF_INET if isinstance(address, tuple) else socket.AF_UNIX, kind)
        self.socket.bind("\0" + address[1:] if address[0] == "@" else address)
        self.got = []
        box.started.append(self)
        if kind == socket.SOCK_STREAM:
            self.socket.listen(16)
        threading.Thread(target=self._serve if kind == socket.SOCK_STREAM else self._receive,
                         daemon=True).start()

    def _serve(self):
        try:
            while True:
                one, _ = self.socket.accept()
                with one:
                    one.sendall(SECRET.encode())
        except OSError:
            pass

    def _receive(self):
        try:
            while True:
                self.got.append(self.socket.recv(100))
        except OSError:
            pass

    def stop(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


@cases([("host",), ("none",)], lambda network: "network " + network)
def sockets(network):
    """UNIX sockets by path and abstract ones, netlink and rare families are refused"""
    with Desk() as box:
        box.share("--read-write")
        inside = os.path.join(box.shared, "socket")
        paths = {"a socket": os.path.join(box.directory, "socket"), "a socket in the folder": inside,
                 "an agent": os.path.join(box.home, ".ssh", "agent"),
                 "an abstract socket": "@pd-" + box.directory,
                 "a display": "@/tmp/.X11-unix/X" + box.directory.replace("/", "-")}
        for path in paths.values():
            Listener(box, path)
        letters = Listener(box, "@letters-" + box.directory, socket.SOCK_DGRAM)
        free, boxed = box.pair("--confine-network=" + network)
        bus = box.env["DBUS_SESSION_BUS_ADDRESS"][len("unix:path="):]
        rows = [(what, "connect", {"path": path}) for what, path in paths.items()]
        rows += [
            ("the bus", "exists", {"path": bus}),
            ("Paddock's socket", "connect", {"path": box.socket}),
            ("listening", "listen", {"path": os.path.join(box.shared, "own")}),
            ("listening at an abstract address", "listen", {"path": "@own-" + box.directory}),
            ("a letter by a pair", "pair_sends", {"path": "@letters-" + box.directory}),
            ("a connection by a pair", "pair_connects", {"path": "@letters-" + box.directory}),
            ("netlink, usersock", "netlink", {"protocol": 2}),
            ("netlink, generic", "netlink", {"protocol": 16}),
            ("netlink, events of devices", "netlink", {"protocol": 15}),
            ("(netlink, events of processes", "netlink", {"protocol": 11}),
            ("(the kernel's ciphers", "family", {"number": 38, "kind": socket.SOCK_SEQPACKET}),
            ("(virtual machines", "family", {"number": 40, "kind": socket.SOCK_STREAM}),
        ]
        compare(rows, free, boxed)
        equal(letters.got, [b"from the server"] * 2, "the letters")
        boxed.reached("netlink", protocol=0)
        boxed.reached("pair_of_streams")


@test
def loopback():
    """programs on this computer that listen are reached unless the network is none"""
    with Desk() as box:
        box.share("--read-only")
        port = Listener(box, ("127.0.0.1", 0)).socket.getsockname()[1]
        rows = [("a port", "connect_port", {"port": port})]
        free, boxed = box.pair("--confine-network=none")
        compare(rows, free, boxed)
        with_network = Server(box, "--confine-network=host", name="with-network").handshake()
        equal(with_network.reached("connect_port", port=port), SECRET, "with the network")


# ---- other interfaces of the kernel

@test
def kernel():
    """keyrings, io_uring, events, handles, leases and calls of another processor are refused"""
    with Desk() as box:
        box.share("--read-write")
        free, boxed = box.pair()
        compare([
            ("adding a key", "add_key", {}),
            ("asking for a key", "request_key", {}),
            ("a keyring", "keyring", {}),
            ("(io_uring", "io_uring", {}),
            ("(faults", "user_faults", {}),
            ("(events", "performance_events", {}),
            ("a handle of a file", "file_handle", {"path": box.a}),
            ("a lease", "lease", {"path": box.a}),
            ("(a call that is newer than the rules", "unknown_call", {}),
        ] + [("(a call of a 32-bit program", "other_processor", {})] * (os.uname().machine == "x86_64"),
                free, boxed)


@test
def shared_memory():
    """memory and queues that programs share are not those outside"""
    key = 0x50000000 + os.getpid()
    number = LIBC.shmget(key, 4096, 0o1600)
    name = "/pd-%d" % os.getpid()
    LIBC.mq_open.restype = ctypes.c_int
    queue = LIBC.mq_open(name.encode(), os.O_CREAT | os.O_RDWR, 0o600, None)
    try:
        LIBC.shmat.restype = ctypes.c_void_p
        memory = LIBC.shmat(number, None, 0)
        ctypes.memmove(memory, SECRET.encode(), len(SECRET))
        with open("/dev/shm" + name, "w", encoding="ascii") as stream:
            stream.write(SECRET)
        with Desk() as box:
            box.share("--read-only")
            free, boxed = box.pair()
            compare([
                ("memory by its key", "shared_memory", {"key": key}),
                ("memory by its name", "read", {"path": "/dev/shm" + name}),
                ("(a queue", "message_queue", {"queue": name}),
            ], free, boxed)
    finally:
        LIBC.shmctl(number, 0, None)
        os.unlink("/dev/shm" + name)
        if queue >= 0:
            LIBC.mq_unlink(name.encode())


@test
def devices():
    """it has only devices that reach nothing"""
    with Desk() as box:
        box.share("--read-only")
        one = Server(box).handshake()
        equal(one.reached("entries", path="/dev"),
              ["core", "fd", "full", "null", "ptmx", "pts", "random", "shm", "stderr", "stdin", "stdout",
               "tty", "urandom", "zero"], "/dev")
        equal(one.refused("write", path="/dev/new"), "EROFS", "a new device")
        equal(one.reached("entries", path="/dev/pts"), ["ptmx"], "terminals")
        equal(one.reached("entries", path="/dev/shm"), [], "shared memory")


@test
def places():
    """nothing else of the system is there than what programs need"""
    with Desk() as box:
        box.share("--read-only")
        one = Server(box, "--confine-network=none").handshake()
        known = {"bin", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "run", "sbin", "sys", "tmp",
                 "usr"}
        ways = {path.split(os.sep)[1] for path in (box.home, SUPPORT)}
        equal(set(one.reached("entries", path="/")) - known - ways, set(), "further places")
        for path, name in (("/sys", "devices"), ("/sys/devices", "system"), ("/sys/devices/system", "cpu")):
            equal(one.reached("entries", path=path), [name], path)
        equal(one.reached("entries", path="/run"), ["user"], "/run")
        equal(one.reached("entries", path="/run/user"), [str(os.getuid())], "/run/user")
        equal(one.reached("entries", path="/run/user/%d" % os.getuid()), [], "the runtime directory")
        for path in ("/new", "/usr/new", "/etc/new", "/run/new", "/proc/1/new", "/sys/new"):
            one.refused("write", path=path)


@test
def limits():
    """it can't use up the user's processes and watches"""
    with Desk() as box:
        box.share("--read-only")
        free, one = box.pair()
        equal(one.reached("limits_of_itself"), {"processes": [4096, 4096], "core": [0, 0]}, "limits")
        inside = one.reached("watches")
        if not 0 < inside <= 16 < free.reached("watches"):
            raise Failure("it gets %d instances of inotify" % inside)
        one.refused("write", path="/proc/sys/user/max_inotify_instances")


@test
def set_user_id():
    """a set-user-id program gains nothing"""
    program = os.environ.get(SET_USER_ID)
    if program is None:
        raise Skip("only root can prepare it")
    with Desk() as box:
        box.share("--read-only")
        compare([("another user", "effective_user", {"program": program})], *box.pair())


# ---- what is inherited

@test
def environment():
    """variables of the shell are not passed on, except those for which the user asks"""
    with Desk() as box:
        box.share("--read-only")
        more = {"TOKEN": SECRET, "WANTED": "wanted", "SSH_AUTH_SOCK": "/x", "LANG": "C", "LC_TIME": "C",
                "https_proxy": "http://x", "NODE_EXTRA_CA_CERTS": "/ca", "SSL_CERT_FILE": "/ca",
                "LD_DEBUG_OUTPUT": "/x", "PYTHONPATH": "/x", "BASH_ENV": "/x"}
        free, boxed = box.pair("--confine-env", "WANTED", env=more)
        outside, inside = free.state()["environment"], boxed.state()["environment"]
        equal({name: outside.get(name) for name in more}, more, "outside")
        kept = ("WANTED", "LANG", "LC_TIME", "https_proxy", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE")
        equal({name: inside[name] for name in more if name in inside}, {name: more[name] for name in kept},
              "inside")
        equal((inside["HOME"], inside["XDG_RUNTIME_DIR"]), (box.home, "/run/user/%d" % os.getuid()), "places")
        lacks(str(inside), box.env["DBUS_SESSION_BUS_ADDRESS"], "the environment")
        unknown = set(inside) - set(kept) - {
            "HOME", "PATH", "USER", "LOGNAME", "TZ", "TERM", "PWD", "LC_ALL", "LC_CTYPE", "XDG_RUNTIME_DIR",
            "PADDOCK_ROOTS", "npm_config_update_notifier"}
        equal(unknown, set(), "further variables")


@test
def loader():
    """the loader's variables change no program that starts the box, nor one in it"""
    with Desk() as box:
        box.share("--read-only")
        traces = os.path.join(box.directory, "traces")
        os.mkdir(traces)
        more = {"LD_DEBUG": "files", "LD_DEBUG_OUTPUT": os.path.join(traces, "trace")}

        def programs():
            found = ""
            for name in os.listdir(traces):
                with open(os.path.join(traces, name), encoding="utf-8", errors="replace") as stream:
                    found += "\n".join(line for line in stream if "initialize program" in line)
                os.unlink(os.path.join(traces, name))
            return found

        Server(box, confined=False, name="free", env=more).handshake().end()
        contains(programs(), sys.executable, "what was traced")
        Server(box, env=more).handshake().end()
        found = programs()
        contains(found, "paddock", "what was traced")
        lacks(found, "bwrap", "what was traced")
        lacks(found, "python", "what was traced")


@test
def descriptors():
    """a descriptor that leaks into `paddock run` is not in the box"""
    with Desk() as box:
        box.share("--read-only")
        fd = os.open(box.key, os.O_RDONLY)
        free, boxed = box.pair(pass_fds=(fd,))
        compare([("a file of somebody", "inherited", {"text": SECRET})], free, boxed)


@test
def standard_error():
    """a file that is its host's standard error is not reached by it, but gets what the server writes"""
    with Desk() as box:
        box.share("--read-only")
        free, boxed = box.pair()
        for one in (free, boxed):
            with open(one.log, "a", encoding="ascii") as stream:
                stream.write(SECRET + "\n")
        compare([("the file", "standard_error", {"text": SECRET})], free, boxed)
        boxed.reached("complain", text="a complaint")
        wait_until(lambda: "a complaint\n" in boxed.errors(), "the complaint")
        contains(boxed.errors(), SECRET, "the file")


# ---- the private home, and what the last run left in it

def private_home(box):
    """That of the box's only server."""
    above = os.path.join(box.data_home, "paddock", "confined")
    equal(len(os.listdir(above)), 1, "private homes")
    return os.path.join(above, os.listdir(above)[0])


HOSTILE = [
    ("a link to the key's folder", lambda path, box: os.symlink(os.path.dirname(box.key), path)),
    ("a link to the old root", lambda path, box: os.symlink("/oldroot" + os.path.dirname(box.key), path)),
    ("a link to the new root", lambda path, box: os.symlink("/newroot/etc", path)),
    ("a link to nothing in the user's home",
     lambda path, box: os.symlink("/oldroot" + os.path.join(box.home, "made"), path)),
    ("a link to a link", lambda path, box: (os.symlink(os.path.dirname(box.key), path + "-2"),
                                            os.symlink(path + "-2", path))),
    ("a FIFO", lambda path, box: os.mkfifo(path)),
    ("a file", lambda path, box: os.close(os.open(path, os.O_CREAT | os.O_WRONLY))),
    ("a directory that nobody may enter", lambda path, box: os.mkdir(path, 0)),
]


@cases([("the first component",), ("a folder",), ("a shared file",)],
       lambda where: "in the place of " + where)
def hostile_home(where):
    """what the last run left in its home does not lead the next one astray"""
    with Desk() as box:
        box.serve("--consent=allow")
        Server(box).handshake().end()
        shared, file = {
            "the first component": (box.shared, box.a),
            "a folder": (box.folder("direct"), box.file("direct", "a", text="a\n")),
            "a shared file": (box.file("direct.txt", text="a\n"),) * 2,
        }[where]
        box.add("--read-write", shared)
        home = private_home(box)
        name = os.path.relpath(shared, box.home).split(os.sep)[0]
        before = listing(box.home)
        for what, prepare in HOSTILE:
            diag(what)
            path = os.path.join(home, name)
            if os.path.lexists(path):
                os.rename(path, path + "-away-" + str(time.monotonic_ns()))
            prepare(path, box)
            one = Server(box).handshake()
            equal(one.roots(), [shared], "its roots")
            equal(one.reached("read", path=file), "a\n", "what is shared")
            one.refused("read", path=box.key)
            one.end()
            equal(listing(box.home), before, "the user's home")


@test
def closed_home():
    """a server that closes its home starts again"""
    with Desk() as box:
        box.share("--read-write")
        for _ in range(2):
            one = Server(box).handshake()
            equal(one.reached("read", path=box.a), "a\n", "the folder")
            one.reached("close_home")
            one.end()
            equal(stat.S_IMODE(os.stat(private_home(box)).st_mode), 0, "the permissions of its home")


@test
def no_service():
    """without a service it has no folder, and an empty home that is gone afterwards"""
    with Desk() as box:
        before = listing(box.home)
        nowhere = os.path.join(box.directory, "no-socket")
        one = Server(box, "--socket", nowhere).handshake()
        equal(one.roots(), [], "its roots")
        one.refused("read", path=box.a)
        equal(one.reached("entries", path=box.home), [], "its home")
        one.reached("write", path=os.path.join(box.home, "mine"))
        one.end()
        one = Server(box, "--socket", nowhere).handshake()
        equal(one.reached("entries", path=box.home), [], "its home")
        one.end()
        equal(listing(box.home), before, "the user's home")
        if os.path.exists(os.path.join(box.data_home, "paddock", "confined")):
            raise Failure("a home was kept")


# ---- bubblewrap: what changes while it starts, and others in its place

def replace_bubblewrap(box, script):
    """For this test and what it starts. In the script, REAL is the real one. Needs make_mounts()."""
    real, fake = os.path.join(box.directory, "real-bwrap"), os.path.join(box.directory, "fake-bwrap")
    with open(BUBBLEWRAP, "rb") as stream, open(real, "wb") as copy:
        copy.write(stream.read())
    with open(fake, "w", encoding="utf-8") as stream:
        stream.write(script.replace("REAL", real))
    for path in (real, fake):
        os.chmod(path, 0o755)
    bind(fake, BUBBLEWRAP)


def try_start(box, *options):
    """A server, or None if it was refused, or ended because a folder was taken away meanwhile."""
    one = Server(box, *options)
    try:
        return one.handshake()
    except Failure:
        if one.process.poll() not in (1, REFUSED):
            raise
        return None


@test
def swapped():
    """a folder that is swapped for a link while bubblewrap starts: the folder, never the key"""
    make_mounts()
    with Desk() as box:
        replace_bubblewrap(box, "#!/bin/sh\n/bin/mv %s %s.away\n/bin/ln -s %s %s\nexec REAL \"$@\"\n" % (
            box.shared, box.shared, os.path.dirname(box.key), box.shared))
        # A service would notice it.
        nowhere = ("--socket", os.path.join(box.directory, "no-socket"))
        one = Server(box, *nowhere, "--confine-read", box.shared).handshake()
        free = Server(box, *nowhere, confined=False, name="free").handshake()
        compare([("the key", "read", {"path": os.path.join(box.shared, "id")})], free, one)
        equal(one.reached("read", path=box.a), "a\n", "the folder")


def try_to_read(one, path):
    """What it reads; None if the session ends meanwhile, because a folder was taken away."""
    asked = one.call("read", path=path)
    wait_until(lambda: one.host.answers(asked) or one.process.poll() is not None, "the answer")
    answer = one.host.answers(asked)
    return answer[0].get("result", {}).get("reached") if answer else None


@test
def swapped_often():
    """a folder that is swapped again and again while boxes start: never the key"""
    with Desk() as box:
        box.share("--read-only")
        away, is_over = box.shared + ".away", threading.Event()

        def swap():
            while not is_over.is_set():
                os.rename(box.shared, away)
                os.symlink(os.path.dirname(box.key), box.shared)
                time.sleep(0.002)
                os.unlink(box.shared)
                os.rename(away, box.shared)
                time.sleep(0.02)

        thread = threading.Thread(target=swap)
        counts = {"the folder": 0, "nothing": 0, "refused": 0}
        thread.start()
        try:
            for _ in range(25):
                one = try_start(box)
                if one is None:
                    counts["refused"] += 1
                    continue
                found = [try_to_read(one, path) for path in (os.path.join(box.shared, "id"), box.a)]
                lacks(str(found), SECRET, "what it read")
                counts["the folder" if "a\n" in found else "nothing"] += 1
                one.end()
        finally:
            is_over.set()
            thread.join()
        diag(counts)


@cases([(where, access) for where in ("below", "over") for access in ("--read-only", "--read-write")],
       lambda where, access: "%s it, %s" % (where, access[2:]))
def mounted_meanwhile(where, access):
    """what is mounted at a folder while bubblewrap starts is never reached"""
    make_mounts()
    with Desk() as box:
        below = box.folder("Projects", "shared", "below")
        begun, done = os.path.join(box.directory, "begun"), os.path.join(box.directory, "done")
        replace_bubblewrap(box, "#!/bin/sh\n: > %s\nwhile [ ! -e %s ]; do /bin/sleep 0.02; done\n"
                                "exec REAL \"$@\"\n" % (begun, done))
        box.share(access)
        one = Server(box)
        wait_until(lambda: os.path.exists(begun), "bubblewrap")
        point = below if where == "below" else box.shared
        bind(os.path.dirname(box.key), point)
        with open(done, "w", encoding="ascii"):
            pass
        free = Server(box, confined=False, name="free").handshake()
        path = os.path.join(point, "id")
        equal(free.reached("read", path=path), SECRET, "outside")
        try:
            one.handshake()
        except Failure:
            diag(one.errors())
            # 1: the box had no folder, and the service said so during the handshake.
            if one.process.poll() != 1:
                equal(one.process.poll(), REFUSED, "the status")
                equal(len(one.errors().splitlines()), 1, "lines")
        else:
            equal(try_to_read(one, path), None, "what it reads")


# Runs the real one with other arguments.
REWRITE = """#!/usr/bin/python3 -I
import os, sys
words = os.read(int(sys.argv[2]), 1 << 20).split(b"\\0")[:-1]
%s
file = os.memfd_create("arguments", 0)
os.write(file, b"".join(word + b"\\0" for word in words))
os.lseek(file, 0, os.SEEK_SET)
os.execve("REAL", ["REAL", "--args", str(file)] + sys.argv[3:], {})
"""
DROP_TWO = "at = words.index(b'%s'); del words[at:at + 2]"
OTHERS = [
    ("that only starts the server",
     "#!/bin/sh\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"\n"),
    ("that names another process as the box", REWRITE % """
where = words[words.index(b'--info-fd') + 1]
os.write(int(where), b'{"child-pid": %d}' % os.getpid())
import time; time.sleep(60)"""),
    ("that fails", "#!/bin/sh\necho it fails >&2\nexit 1\n"),
    ("that adds a mount",
     REWRITE % "at = words.index(b'--chdir'); words[at:at] = [b'--ro-bind', b'KEYS', b'/mnt']"),
    ("that mounts another folder", REWRITE %
     "at = words.index(b'--ro-bind-fd'); words[at:at + 2] = [b'--ro-bind', b'KEYS']"),
    ("that lets it write", REWRITE % "words[words.index(b'--ro-bind-fd')] = b'--bind-fd'"),
    ("that shows process 1", REWRITE % """
at = words.index(b'/proc/1'); words[at - 3:at + 3] = []"""),
    ("without the filter", REWRITE % (DROP_TWO % "--seccomp")),
    ("that shares the network", REWRITE % "words.remove(b'--unshare-net')"),
    ("that shares memory", REWRITE % "words.remove(b'--unshare-ipc')"),
    ("that shares the host's name", REWRITE % "at = words.index(b'--hostname'); del words[at:at + 2]\n"
     "words.remove(b'--unshare-uts')"),
]


@test
def rewritten():
    """another bubblewrap that changes nothing starts the server"""
    make_mounts()
    with Desk() as box:
        replace_bubblewrap(box, REWRITE % "")
        box.share("--read-only")
        one = Server(box, "--confine-network=none").handshake()
        equal(one.reached("read", path=box.a), "a\n", "the folder")


@cases(OTHERS, lambda what, _script: what)
def other_bubblewrap(what, script):
    """the server is refused, in one line, if there is another bubblewrap"""
    make_mounts()
    with Desk() as box:
        replace_bubblewrap(box, script.replace("KEYS", os.path.dirname(box.key)))
        box.share("--read-only")
        one = Server(box, "--confine-network=none")
        answer = one.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                        "clientInfo": {"name": "host", "version": "1"}})
        wait_until(lambda: one.process.poll() is not None, "the end", 15)
        equal(one.process.returncode, REFUSED, "the status")
        equal(one.host.answers(answer), [], "answers")
        equal(len(one.errors().splitlines()), 1, "lines: " + one.errors())
        diag(what + ": " + one.errors())
        wait_until(lambda: not servers_of(box), "the end of all", 3)


@test
def fake_in_path():
    """a program called bwrap that comes first in PATH is not used"""
    with Desk() as box:
        box.share("--read-only")
        mark = os.path.join(box.directory, "mark")
        fake = box.file("bin", "bwrap", text="#!/bin/sh\ntouch %s\nexec %s \"$@\"\n" % (mark, BUBBLEWRAP))
        os.chmod(fake, 0o755)
        path = "%s:%s" % (os.path.dirname(fake), box.env["PATH"])
        equal(subprocess.run(["bwrap", "--version"], env={"PATH": path}, check=False,
                             capture_output=True).returncode, 0, "the fake")
        os.unlink(mark)
        one = Server(box, env={"PATH": path}).handshake()
        equal(one.reached("read", path=box.a), "a\n", "the folder")
        if os.path.exists(mark):
            raise Failure("it was used")


# ---- the end of a box

@test
def killed():
    """when `paddock run` is killed, a server that wants to outlive it ends within 3 seconds"""
    with Desk() as box:
        free = Server(box, confined=False, name="free").handshake()
        free.reached("outlive")
        free.process.kill()
        wait_until(lambda: len(servers_of(box)) <= 1, "the end of the others")
        stays(lambda: len(servers_of(box)) == 1, "one process that outlives it outside")
        left = servers_of(box)
        os.kill(left[0], signal.SIGKILL)
        wait_until(lambda: not servers_of(box), "the end")
        boxed = Server(box).handshake()
        boxed.reached("outlive")
        equal(len(servers_of(box)), 4, "processes: two of bubblewrap, two of the server")
        boxed.process.kill()
        wait_until(lambda: not servers_of(box), "the end of all", 3)


@test
def killed_early():
    """when `paddock run` is killed before it has checked the box, no server starts"""
    make_mounts()
    with Desk() as box:
        # `paddock run` waits until this mount is gone.
        added = "words[at:at] = [b'--tmpfs', b'/mnt']"
        replace_bubblewrap(box, REWRITE % ("at = words.index(b'--chdir'); " + added))
        box.share("--read-write")
        mark = os.path.join(box.shared, "mark")
        code = "import time; open(%r, 'w'); time.sleep(60)" % mark
        one = Server(box, command=[sys.executable, "-c", code, SERVER, box.directory])
        wait_until(lambda: len(servers_of(box)) == 2, "two processes of bubblewrap", 4)
        stays(lambda: len(servers_of(box)) == 2, "bubblewrap waits")
        one.process.kill()
        wait_until(lambda: not servers_of(box), "the end of all", 3)
        if os.path.exists(mark):
            raise Failure("the server was started")


@test
def ended():
    """when the host closes its end, nothing of the box is left either"""
    with Desk() as box:
        boxed = Server(box).handshake()
        boxed.reached("outlive")
        equal(boxed.end(), 0, "the status")
        wait_until(lambda: not servers_of(box), "the end of all", 3)


@test
def second_box():
    """two servers that may write into one folder: the first can pass no open file to the second, nor leave
    it a way out"""
    with Desk() as box:
        box.share("--read-write")
        address = os.path.join(box.shared, "meeting")
        left, link = os.path.join(box.shared, "left"), os.path.join(box.shared, "link")
        first = Server(box, confined=False, name="free").handshake()
        second = Server(box, confined=False, name="free", words=("second",)).handshake()
        first.call("offer", path=address, file=box.key)
        wait_until(lambda: os.path.exists(address), "the meeting")
        equal(second.reached("take", path=address), SECRET, "what is passed outside")
        os.unlink(address)
        first, second = Server(box).handshake(), Server(box, words=("second",)).handshake()
        first.refused("offer", path=address, file=box.a)
        second.refused("take", path=address)
        first.refused("own_link", link=link, target=box.key)
        first.reached("write", path=left)
        first.process.kill()
        second.end()
        second = Server(box, words=("second",)).handshake()
        contains(second.reached("read", path=left), "written", "what is left")
        second.refused("read", path=link)


# ---- what is refused

@test
def refused_root():
    """root is not confined, and no server starts"""
    with Desk() as box:
        mark = os.path.join(box.home, "mark")
        as_root = ["unshare", "--user", "--map-root-user"]
        if subprocess.run([*as_root, "true"], check=False).returncode != 0:
            raise Skip("no user namespaces here")
        contains(refusal(box, "--confine", command=("touch", mark), wrap=as_root), "Root", "what is said")
        if os.path.exists(mark):
            raise Failure("it was started")


@test
def misused():
    """options that contradict each other are usage errors"""
    with Desk() as box:
        for options in (["--confine", "--on-revoke=notify"], ["--confine", "--host-roots=intersect"],
                        ["--confine", "--confine-network=some"], ["--confine-network=none"],
                        ["--confine-read", "/opt"], ["--confine-env", "X"],
                        ["--confine", "--confine-read="], ["--confine", "--confine-env", ""],
                        ["--confine", "--confine-env=A=B"]):
            contains(refusal(box, *options, code=MISUSE), "--confine", "what is said")
        done = box.paddock("run", "--confine", "--url", "https://localhost/", code=MISUSE)
        contains(done.err, "--confine", "what is said")


@test
def kernel_as_program():
    """--confine-read shows neither processes nor devices, whatever is the home"""
    with Desk() as box:
        for path in ("/proc", "/proc/self", "/sys", "/dev"):
            contains(refusal(box, "--confine", "--confine-read", path), "it shows other", "what is said")


@test
def programs():
    """a folder that --confine-read names can be read, with a program in it; no box has some folders"""
    with Desk() as box:
        prefix = box.folder("tools")
        program = box.file("tools", "bin", "tool",
                           text="#!/bin/sh\nexec %s -I %s %s\n" % (sys.executable, SERVER, box.directory))
        os.chmod(program, 0o755)
        path = "%s:%s" % (os.path.dirname(program), box.env["PATH"])
        one = Server(box, "--confine-read", prefix, command=["tool"], env={"PATH": path}).handshake()
        equal(one.reached("entries", path=prefix), ["bin"], "the prefix")
        equal(one.refused("overwrite", path=program), "EROFS", "writing")
        contains(refusal(box, "--confine", "--confine-read", os.path.join(box.home, "no-such")), "no-such",
                 "what is said")
        for path in (box.home, os.path.dirname(box.home), "/", os.path.join(box.data_home, "paddock")):
            os.makedirs(path, exist_ok=True)
            contains(refusal(box, "--confine", "--confine-read", path), "holds the home", "what is said")
        said = refusal(box, "--confine", command=("no-such-program",), code=127)
        contains(said, "no-such-program", "what is said")


@test
def statuses():
    """the server's exit status is passed on"""
    with Desk() as box:
        box.share("--read-only")
        for status in (0, 7):
            refusal(box, "--confine", command=("sh", "-c", "exit %d" % status), code=status)
        refusal(box, "--confine", command=("sh", "-c", "kill -KILL $$"), code=128 + signal.SIGKILL)


@test
def too_large():
    """a folder that holds the home or Paddock's data is left out, and the server is not told of it"""
    with Desk() as box:
        box.share("--read-only")
        for path in (box.home, box.directory):
            box.add("--read-only", "--accept-warning", path)
        one = Server(box).handshake()
        equal(one.roots(), [box.shared], "its roots")
        one.refused("read", path=box.key)
        one.refused("entries", path=os.path.join(box.data_home, "paddock"))
        contains(one.errors(), box.home + " is left out", "what is said")


# ---- grants

@test
def granted_and_revoked():
    """a folder that is granted is there, is listed, and goes with the box that has it when it is revoked"""
    with Desk() as box:
        box.serve()
        box.add("--read-write", box.shared)
        one = Server(box).handshake()
        first = one.state()
        equal(one.roots(), [], "its roots")
        one.refused("read", path=box.a)
        box.paddock("grant", "escaping", box.shared)
        wait_until(lambda: "reached" in one.tried("read", path=box.a), "the folder")
        equal(one.roots(), [box.shared], "its roots")
        one.reached("write", path=os.path.join(box.shared, "new"))
        one.refused("read", path=box.other)
        second = one.state()
        if second["start"] == first["start"]:
            raise Failure("the box has changed")
        one.reached("outlive")
        before = set(servers_of(box))
        waiting = one.call("wait")
        began = time.monotonic()
        box.paddock("revoke", "escaping")
        wait_until(lambda: not before & set(servers_of(box)), "the end of the box", 3)
        answer = one.host.wait_answer(waiting)
        equal(answer["error"]["data"], {"reason": "server-restarted"}, "the answer")
        one.refused("read", path=box.a)
        diag("%.2f s" % (time.monotonic() - began))
        equal(one.roots(), [], "its roots")
        third = one.state()
        if third["start"] == second["start"] or not third["initialized"]:
            raise Failure("no handshake was repeated: %r" % third)
        equal(one.end(), 0, "the status")


@cases([("revoked",), ("removed",), ("read-only",), ("granted",)], lambda what: what)
def pestering(what):
    """a server that asks for its roots all the time does not miss a change by that"""
    with Desk() as box:
        box.may_be_busy = True
        more = box.folder("Projects", "more")
        box.serve()
        box.add("--read-write", box.shared)
        box.add("--read-write", more)
        one = Server(box).handshake()
        box.paddock("grant", "escaping", more)
        if what != "granted":
            box.paddock("grant", "escaping", box.shared)
        wait_until(lambda: ("reached" in one.tried("read", path=box.a)) == (what != "granted")
                   and more in one.roots(), "the folders")
        one.state()
        one.result(one.call("pester"))
        before = set(servers_of(box))
        box.paddock(*{"revoked": ["revoke", "escaping", box.shared], "removed": ["remove", box.shared],
                      "read-only": ["change", "--read-only", box.shared],
                      "granted": ["grant", "escaping", box.shared]}[what])
        wait_until(lambda: not before & set(servers_of(box)), "the end of the box", 10)
        equal(["reached" in one.tried(name, path=box.a) for name in ("read", "append")],
              {"read-only": [True, False], "granted": [True, True]}.get(what, [False, False]),
              "what it may do")


@cases([("the old one ends",), ("the new one is silent",)], lambda when: "while " + when)
def revoked_meanwhile(when):
    """what is revoked while a server is replaced is out of reach at once"""
    with Desk() as box:
        more = box.folder("Projects", "more")
        box.serve()
        box.add("--read-write", box.shared)
        box.add("--read-write", more)
        one = Server(box).handshake()
        box.paddock("grant", "escaping", box.shared)
        wait_until(lambda: "reached" in one.tried("read", path=box.a), "the folder")
        one.state()
        if when == "the old one ends":
            one.result(one.call("stay"))
        else:
            one.reached("write", path=os.path.join(box.home, "silent"))
        first = set(servers_of(box))
        box.paddock("grant", "escaping", more)
        if when == "the old one ends":
            time.sleep(0.8)  # it was asked to end 0.3 s after the grant, and has 2 s
        else:
            wait_until(lambda: servers_of(box) and not first & set(servers_of(box)), "the next one")
            time.sleep(0.3)
        before = set(servers_of(box))
        box.paddock("revoke", "escaping", box.shared)
        wait_until(lambda: not before & set(servers_of(box)), "the end of the box", 1)
        if when != "the old one ends":
            os.unlink(os.path.join(private_home(box), "silent"))
            return
        one.refused("read", path=box.a)
        equal(one.roots(), [more], "its roots")


@test
def only_to_be_read():
    """a folder that may be read only from now on: at once no box can write into it"""
    with Desk() as box:
        box.share("--read-write")
        one = Server(box).handshake()
        one.reached("append", path=box.a)
        start = one.start_of()
        before = set(servers_of(box))
        box.paddock("change", "--read-only", box.shared)
        wait_until(lambda: not before & set(servers_of(box)), "the end of the box", 3)
        equal(one.refused("append", path=box.a), "EROFS", "writing")
        equal(one.reached("read", path=box.a), "a\nx", "reading")
        if one.start_of() == start:
            raise Failure("the box has changed")


@cases([(*access, first) for access in (("--read-write", "--read-only"), ("--read-only", "--read-write"))
        for first in ("outer", "inner")],
       lambda outer, inner, first: "%s in %s, the %s one first" % (inner[2:], outer[2:], first))
def nested(outer, inner, first):
    """one folder in another, with other rights"""
    with Desk() as box:
        inside = box.folder("Projects", "shared", "inside")
        file = box.file("Projects", "shared", "inside", "b", text="b\n")
        box.serve("--consent=allow")
        both = [(outer, box.shared), (inner, inside)]
        for access, path in both if first == "outer" else reversed(both):
            box.add(access, path)
        one = Server(box).handshake()
        equal(sorted(one.roots()), [box.shared, inside], "its roots")
        for path, access in ((box.a, outer), (file, inner)):
            result = one.tried("append", path=path)
            equal("reached" in result, access == "--read-write", "writing %s: %r" % (path, result))
        one.refused("read", path=box.other)
        if inner == "--read-only":
            # It can't be moved or deleted either.
            one.refused("rename", path=inside)


@cases([("moved",), ("deleted",)], lambda what: what)
def inner(what):
    """the inner of two folders is away while the service stands still: nothing in its place is written"""
    with Desk() as box:
        inside = box.folder("Projects", "shared", "inside")
        service = box.serve("--consent=allow")
        box.add("--read-write", box.shared)
        box.add("--read-only", inside)
        one = Server(box).handshake()
        equal(one.refused("write", path=os.path.join(inside, "new")), "EROFS", "writing")
        one.state()
        before = set(servers_of(box))
        os.kill(service.process.pid, signal.SIGSTOP)
        try:
            if what == "moved":
                os.rename(inside, inside + "-moved")
                equal(one.refused("write", path=os.path.join(inside + "-moved", "new")), "EROFS", "writing")
            else:
                os.rmdir(inside)
                wait_until(lambda: not before & set(servers_of(box)), "the end of the box", 3)
                one.refused("directory", path=inside)
                equal(one.roots(), [], "its roots")
        finally:
            os.kill(service.process.pid, signal.SIGCONT)
        wait_until(lambda: one.roots() == [box.shared], "the outer one")
        # The inner one may be somewhere in it.
        equal(one.refused("append", path=box.a), "EROFS", "writing")
        box.paddock("remove", inside)
        wait_until(lambda: "reached" in one.tried("append", path=box.a), "writing")


class Between:
    """Stands between `paddock run` and the service, and changes the roots that the service lists."""

    def __init__(self, box, change):
        self.path = os.path.join(box.directory, "between")
        self._to, self._change = box.socket, change
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(self.path)
        self._listening.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            near, _ = self._listening.accept()
            far = socket.socket(socket.AF_UNIX)
            far.connect(self._to)
            threading.Thread(target=self._pass, args=(near, far, False), daemon=True).start()
            threading.Thread(target=self._pass, args=(far, near, True), daemon=True).start()

    def _pass(self, source, target, is_answer):
        with source.makefile("rb") as lines:
            for line in lines:
                message = json.loads(line)
                roots = message.get("result", {}).get("roots") if is_answer else None
                if roots:
                    self._change([root["_meta"] for root in roots])
                target.sendall(json.dumps(message).encode() + b"\n")
        target.shutdown(socket.SHUT_WR)


RECORD = "io.github.paddock-mcp/record"


def forget_records(roots):
    for meta in roots:
        del meta[RECORD]


def spoil_records(roots):
    for meta in roots:
        meta[RECORD] = "(" + meta[RECORD]


def exchange_records(roots):
    records = [meta[RECORD] for meta in roots]
    for meta, record in zip(roots, reversed(records)):
        meta[RECORD] = record


@cases([("no records, as from an older service", forget_records, "too old"),
        ("records that can't be read", spoil_records, "too old"),
        ("the records of other folders", exchange_records, "was replaced")], lambda what, *_: what)
def records(_what, change, said):
    """what the service says of its folders decides which are in the box"""
    with Desk() as box:
        box.share("--read-only")
        more = box.file("Projects", "more", "c", text="c\n")
        box.add("--read-only", os.path.dirname(more))
        for way, expected in ((lambda roots: None, [os.path.dirname(more), box.shared]), (change, [])):
            between = Between(box, way)
            one = Server(box, "--socket", between.path).handshake()
            equal(sorted(one.roots()), expected, "its roots")
            for path in (box.a, more):
                equal("reached" in one.tried("read", path=path), bool(expected), path)
            equal(said in one.errors(), not expected, "what is said")
            one.end()
            os.unlink(between.path)


@test
def many():
    """256 folders are in one box, that of the program too; one more is left out"""
    with Desk() as box:
        box.serve("--consent=allow")
        paths = [box.folder("Projects", "many", "%03d" % number) for number in range(256)]
        box.add("--read-only", *paths[:255])
        one = Server(box).handshake()
        equal(len(one.roots()), 255, "its roots")
        equal(one.reached("entries", path=paths[254]), [], "the last one")
        before = set(servers_of(box))
        box.add("--read-only", paths[255])
        wait_until(lambda: not before & set(servers_of(box)), "the next box", 15)
        equal(len(one.roots()), 255, "its roots")
        contains(one.errors(), "is left out: there are too many", "what is said")
        session, = box.server("escaping")["sessions"]
        equal((session["pendingWhy"], session["pending"]), ("unreadable", ["255"]), "what it lacks")


@cases([("inside",), ("deep", "inside")], lambda *names: "/".join(names))
def moved(*names):
    """a read-only folder in a writable one stays so when its name, or that of a folder above it, changes"""
    with Desk() as box:
        inside = box.folder("Projects", "shared", *names)
        file = box.file("Projects", "shared", *names, "b", text="b\n")
        box.serve("--consent=allow")
        box.add("--read-write", box.shared)
        box.add("--read-only", inside)
        one = Server(box).handshake()
        equal(one.refused("append", path=file), "EROFS", "writing")
        old = os.path.join(box.shared, names[0])
        if len(names) == 1:
            os.rename(old, old + "-away")
        else:
            one.tried("move", path=old, to=old + "-away")
        elsewhere = file.replace(old, old + "-away")
        stays(lambda: "refused" in one.tried("append", path=elsewhere), "it can't be written", 3)


@cases([("a folder above a shared one",), ("its home",)], lambda where: "in " + where)
def made_outside(where):
    """what is swapped for a link while bubblewrap starts makes nothing in the user's home"""
    make_mounts()
    with Desk() as box:
        made = box.folder("made")
        box.share("--read-write")
        Server(box).handshake().end()
        if where == "its home":
            # Another run of this server, whose box is older than the grant, can do that.
            box.add("--read-only", box.file("notes"))
            place, link = os.path.join(private_home(box), "notes"), os.path.join(made, "file")
        else:
            box.add("--read-only", box.folder("Projects", "shared", "deep", "inside"))
            place, link = os.path.join(box.shared, "deep"), made
        replace_bubblewrap(box, "#!/bin/sh\n/bin/mv %s %s.away\n/bin/ln -s /oldroot%s %s\nexec REAL \"$@\"\n"
                           % (place, place, link, place))
        try_start(box)
        equal(os.listdir(made), [], "what was made in the user's home")


@cases([("a folder above a shared one",), ("its home",)], lambda where: "in " + where)
def vanished(where):
    """a place that is away when bubblewrap starts: the server is refused, and nothing is made"""
    make_mounts()
    with Desk() as box:
        box.serve("--consent=allow")
        Server(box).handshake().end()
        if where == "its home":
            folder, options = box.folder("direct"), ()
            box.add("--read-only", folder)
            place = os.path.join(private_home(box), "direct")
        else:
            folder = box.folder("Projects", "shared", "deep", "inside")
            # The service would notice that one of its own is away.
            options, place = ("--confine-read", folder, "--confine-read", box.shared), os.path.dirname(folder)
        replace_bubblewrap(box, "#!/bin/sh\n/bin/mv %s %s.away\nexec REAL \"$@\"\n" % (place, place))
        one = Server(box, *options)
        wait_until(lambda: one.process.poll() is not None, "the end", 15)
        equal(one.process.returncode, REFUSED, "the status")
        equal(len(one.errors().splitlines()), 1, "lines: " + one.errors())
        contains(one.errors(), folder + " was moved or replaced", "what is said")
        if where != "its home":
            equal(sorted(os.listdir(box.shared)), ["a", "deep.away"], "what is in the shared folder")
        wait_until(lambda: not servers_of(box), "the end of all", 3)


@test
def taken_back_below_a_program():
    """a folder that is taken back is covered in what --confine-read adds"""
    with Desk() as box:
        file = box.file("dev", "project", "b", text=SECRET)
        box.serve()
        box.add("--read-write", os.path.dirname(file))
        one = Server(box, "--confine-read", os.path.join(box.home, "dev")).handshake()
        box.paddock("grant", "escaping", os.path.dirname(file))
        wait_until(lambda: "reached" in one.tried("append", path=file), "the folder")
        box.paddock("revoke", "escaping")
        wait_until(lambda: "refused" in one.tried("append", path=file), "the next box")
        one.refused("read", path=file)


@test
def several():
    """several folders in several places, each as it is granted"""
    with Desk() as box:
        outside = os.path.join(box.directory, "services", "far")
        os.mkdir(outside)
        with open(os.path.join(outside, "a"), "w", encoding="ascii") as stream:
            stream.write("a\n")
        direct = box.file("direct", "a", text="a\n")
        box.share("--read-only")
        box.add("--read-write", outside)
        box.add("--read-write", os.path.dirname(direct))
        one = Server(box).handshake()
        equal(sorted(one.roots()), sorted([box.shared, outside, os.path.dirname(direct)]), "its roots")
        equal(one.refused("append", path=box.a), "EROFS", "the one to read")
        one.reached("append", path=os.path.join(outside, "a"))
        one.reached("append", path=direct)
        equal(one.reached("entries", path=os.path.join(box.home, "Projects")), ["shared"], "the way to it")
        equal(one.refused("write", path=os.path.join(box.home, "Projects", "new")), "EROFS", "the way to it")


@test
def told_by_arguments():
    """{roots} in the arguments names the folders of the box"""
    with Desk() as box:
        box.share("--read-only")
        one = Server(box, words=("{roots}",)).handshake()
        equal(one.state()["arguments"][1:], [box.shared], "its arguments")
        one.end()
        one = Server(box, "--chdir").handshake()
        equal(one.state()["directory"], box.shared, "its working directory")



# ---- what the service is told

SENTENCE = "The system lets this server open only these folders, and its own program."


def confined_of(box, name):
    """What each session of the server proves."""
    return [session.get("confined") for session in box.server(name)["sessions"]]


def serve_instead(box, *arguments):
    """A `paddock run` may start the next service first. That one is ended again."""
    for _ in range(20):
        try:
            return box.serve(*arguments)
        except Failure:
            pid = box.service_pid()
            if pid is not None:
                os.kill(pid, signal.SIGTERM)
                wait_until(lambda pid=pid: box.service_pid() != pid, "the end of the other service")
    raise Failure("another service is always there first")


@test
def shown():
    """servers --json, explain and the journal say what a confined server can open; also after a restart of
    the service; and nothing of a server that is not confined"""
    with Desk() as box:
        box.share("--read-only")
        prefix = box.folder("prefix")
        host = Server(box, name="host").handshake()
        none = Server(box, "--confine-network=none", "--confine-read", prefix, name="none",
                      words=("none",)).handshake()
        free = Server(box, confined=False, name="free").handshake()
        wait_until(lambda: free.roots(), "its roots")
        expected = {"host": [{"network": "host", "read": [SUPPORT]}],
                    "none": [{"network": "none", "read": [SUPPORT, prefix]}], "free": [None]}

        def check():
            for name, value in expected.items():
                wait_until(lambda name=name, value=value: confined_of(box, name) == value, name)

        check()
        said = {name: box.paddock("explain", name).out for name in expected}
        contains(said["host"], SENTENCE + " It can use the network, and programs on this computer that "
                 "listen there.\n", "what is said")
        contains(said["none"], SENTENCE + "\n", "what is said")
        lacks(said["free"], SENTENCE, "what is said")
        equal(sorted(row["server"] for row in box.log("confined")), ["host", "none"], "the journal")
        box.service.stop()
        serve_instead(box, "--consent=allow")
        check()
        second = Server(box, "--confine-network=none", "--confine-read", prefix, name="none",
                        words=("none",)).handshake()
        expected["none"] *= 2
        check()
        second.end()
        none.end()
        expected["none"] = []
        check()
        host.end()


@test
def restarted():
    """another box of a server changes nothing of what is shown, and is no row in the journal"""
    with Desk() as box:
        box.share("--read-only")
        one = Server(box).handshake()
        start = one.start_of()
        shown_first = [{"network": "host", "read": [SUPPORT]}]
        wait_until(lambda: confined_of(box, "escaping") == shown_first, "the report")
        box.add("--read-only", os.path.dirname(box.other))
        wait_until(lambda: len(one.roots() or ()) == 2, "the other folder")
        assert one.start_of() != start, "the box changed while it ran"
        equal(confined_of(box, "escaping"), shown_first, "the report")
        equal([row["count"] for row in box.log("confined")], [1], "the journal")


@test
def too_many_to_show():
    """of many paths the first ones are shown, and the others counted"""
    with Desk() as box:
        box.share("--read-only")
        paths = [box.folder("prefixes", "%02d" % number) for number in range(20)]
        one = Server(box, *(word for path in paths for word in ("--confine-read", path))).handshake()
        wait_until(lambda: confined_of(box, "escaping") == [
            {"network": "host", "read": [SUPPORT, *paths[:15]], "more": 5}], "the report")
        one.end()


@test
def pretended():
    """a peer without the key, or with the seal of another server, is not shown as confined"""
    with Desk() as box:
        box.share("--read-only")
        launch = {"command": ["peer"], "exe": "/usr/bin/true", "key": "0123456789abcdef"}
        peer = Peer(box.socket, name="peer", result={"_meta": {PREFIX + "launch": launch}}).wait_ready()

        def say(**value):
            report(peer, **value)

        key = key_of(box)
        equal(os.stat(os.path.join(box.data_home, "paddock", "seal-key")).st_mode & 0o777, 0o600,
              "who may read the key")
        own = box.server("peer")["id"]
        right = seal_of(key, own, "none", 0, "/opt")
        value = {"network": "none", "read": ["file:///opt"], "more": 0}
        for seal in ("", "0" * 64, right[:-1], right.upper(), seal_of("0" * 64, own, "none", 0, "/opt"),
                     seal_of(key, "another", "none", 0, "/opt"), seal_of(key, own, "host", 0, "/opt"),
                     seal_of(key, own, "none", 1, "/opt"), seal_of(key, own, "none", 0, "/op", "t")):
            say(**value, seal=seal)
        say(**value)
        say(network="host", read=["file:///opt"], more=0, seal=right)
        say(network="none", read=["file:///opt"] * 17, more=0,
            seal=seal_of(key, own, "none", 0, *["/opt"] * 17))
        for _ in range(1000):
            say(**value, seal="0" * 64)
        peer.roots()
        equal(confined_of(box, "peer"), [None], "what is shown")
        equal(box.log("confined"), [], "the journal")
        # The control: with the key it would be.
        say(**value, seal=right)
        wait_until(lambda: confined_of(box, "peer") == [{"network": "none", "read": ["/opt"]}], "the control")
        say(**value, seal="0" * 64)
        peer.roots()
        equal(confined_of(box, "peer"), [{"network": "none", "read": ["/opt"]}], "what is shown")
        peer.close()


@test
def not_started():
    """the journal says why a server was not started"""
    make_mounts()
    with Desk() as box:
        box.share("--read-only")
        tool = box.file(".asdf", "shims", "tool", text="#!/bin/sh\n")
        os.chmod(tool, 0o755)

        def reasons():
            return [row["reason"] for row in box.log("start-refused")]

        refusal(box, "--confine", "--name", "a", command=(tool,))
        wait_until(lambda: reasons() == ["program-outside"], "the journal")
        equal(box.log("start-refused")[0]["server"], "a", "the server")
        refusal(box, "--confine", "--name", "b", "--confine-read", os.path.join(box.home, "no-such"))
        wait_until(lambda: reasons() == ["program-outside"] * 2, "the journal")
        refusal(box, "--confine", "--name", "c", command=("no-such-program",), code=127)
        replace_bubblewrap(box, "#!/bin/sh\necho no namespaces here >&2\nexit 1\n")
        refusal(box, "--confine", "--name", "d")
        wait_until(lambda: reasons()[2:] == ["no-namespaces"], "the journal")
        filesystems.unmount(BUBBLEWRAP)
        replace_bubblewrap(box, REWRITE % "words.remove(b'--unshare-net')")
        refusal(box, "--confine", "--confine-network=none", "--name", "e")
        wait_until(lambda: reasons()[3:] == ["no-box"], "the journal")
        filesystems.unmount(BUBBLEWRAP)
        bind(box.file("nothing"), BUBBLEWRAP)
        refusal(box, "--confine", "--name", "f")
        wait_until(lambda: reasons()[4:] == ["no-bubblewrap"], "the journal")
        contains(box.paddock("log").out, "wasn’t started", "the journal")
        equal(box.log("confined"), [], "the journal")


if __name__ == "__main__":
    run(at_once=4)
