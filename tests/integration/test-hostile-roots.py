# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Paths and URIs that must not become roots, each with the verdict expected, and strange ones that
must: through the real command, and what the command line cannot carry through the bus."""

import os
import socket
from urllib.parse import quote

import filesystems
import tap
from harness import Box, Failure, equal, wait_until
from peer import Peer
from tap import cases, test

filesystems.enter()

SAYS = {
    "empty": "no path was given",
    "too-long": "the path is too long",
    "nul": "contains a zero byte",
    "not-a-file-uri": "only folders and files on this computer",
    "link-loop": "form a loop",
    "missing": "there is nothing at this path",
    "unreadable": "it can’t be read",
    "wrong-kind": "neither a folder nor a regular file",
    "system": "belongs to the system",
    "own": "Paddock’s own data and can’t be shared",
    "warned": "--accept-warning",
}

# @ is the test's home, with projects/deep, projects/file, and the files of make_tree().
REFUSED = [
    # ---- no local files
    *[("not-a-file-uri", uri) for uri in (
        "http://example.org/tmp", "https://localhost/tmp", "HTTP:///tmp", "ftp://host/tmp",
        "sftp://host/tmp", "smb://host/share", "dav://host/x", "trash:///x", "recent:///x",
        "data://text/plain,x", "javascript://%0aalert", "files:///tmp", "xfile:///tmp",
        "file+ssh:///tmp", "about://blank", "admin:///etc", "mtp://x/y")],
    # ---- file URIs that two readers could read as two paths
    *[("not-a-file-uri", uri) for uri in (
        "file:", "file:/" + "/", "file:tmp", "file:./tmp", "file:../tmp", "file:?", "file:#",
        "file://host@/projects", "file://127.0.0.1@/projects", "file://localhost:80@/projects",
        "file://user@localhost@/projects", "file://user:secret@@/projects", "file://.@/projects",
        "file://..@/projects", "file://%6Cocalhost@/projects", "file://c:@/projects",
        "file://[::1]@/projects", "file://localhost.example@/projects", "FILE://HOST@/projects",
        "file://@/projects?x", "file://@/projects?", "file://@/projects#x", "file://@/projects#",
        "file://@/projects/../projects", "file://@/./projects", "file://@/projects/..",
        "file://@/projects/.", "file://@/%2e%2e/home", "file://@/projects/%2E%2E/%2e%2e",
        "file://@/.%2e/x", "file://@/%2e/projects", "file://@/projects%2Fdeep",
        "file://@/projects%2fdeep", "file://@/..%2F..%2Fetc", "file://@/projects%5C..\\x",
        "file://@/projects%", "file://@/projects%2", "file://@/projects%zz", "file://@/%u0041",
        "file://@/%-1", "file://@/%%20", "file://@/projects\\deep", "file://@/pro\tjects",
        "file://@/pro\njects", "file://@/pro\x01jects", "file://@/pro\x7fjects",
        b"file://@/pro\xffjects", b"file://@/\xc0\xaf..", b"file://@/caf\xe9")],
    *[("nul", uri) for uri in (
        "file://@/projects%00", "file:///%00", "file://@/%00/projects", "file://@/projects%00.txt")],
    # ---- traversal into the system's places, and out of nothing
    *[("system", path) for path in (
        "/proc", "/proc/", "//proc", "/./proc/.", "/tmp/../proc/self", "/../proc", "/../../../proc",
        "@/../../../proc", "/proc/self/cwd", "/proc/self/root@", "/proc/self/fd/0",
        "/proc/self/environ", "/proc/nonexistent", "/sys", "/sys/kernel", "/dev", "/dev/null",
        "/dev/zero", "/dev/shm", "/dev/fd/0", "/dev/tty", "/dev/nonexistent", "/run", "/run/user",
        "/run/user/1000", "/run/user/1000/bus", "/run/media", "/run/media/somebody-else/x",
        "/run/media/root/..", "file:///proc/self", "file:///dev", "FILE:///sys",
        "file://localhost/run")],
    # ---- links
    *[("system", "@/" + name) for name in (
        "to-proc", "to-proc/self", "to-proc/../proc", "to-null", "to-dev/zero", "to-run",
        "to-to-proc", "to-root/proc")],
    *[("link-loop", "@/" + name) for name in (
        "loop-a", "loop-b/x", "loop-self", "loop-self/..", "chain")],
    *[("missing", "@/" + name) for name in (
        "dangling", "dangling/x", "to-deleted", "empty-link-target/x", "to-own/nothing")],
    # ---- Paddock's own files
    *[("own", path) for path in (
        "%", "%/", "%/nothing", "%/../%%", "@/to-own", "&", "&/mcp.sock",
        "@/to-socket")],
    # ---- other kinds of files, missing ones, and unreadable ones
    *[("wrong-kind", "@/" + name) for name in ("fifo", "to-fifo", "socket", "projects/to-socket")],
    *[("missing", "@/" + name) for name in (
        "nothing", "nothing/..", "nothing/../projects", "projects ", "Projects", "projects/file/",
        "projects/file/.", "projects/file/x", "projects/file/..", "projects\n", " projects",
        "projects/deep/../../nothing", "pro%6Aects", "projects/*", "projects/~", "$HOME",
        "cafe\u0301")],
    *[("missing", uri) for uri in ("file://@/nothing", "file://@/projects%20", "file://@/%2520")],
    *[("unreadable", "@/" + name) for name in (
        "locked", "locked/", "locked/inner", "locked-file", "no-search", "no-list")],
    *[("too-long", path) for path in (
        "@/" + "n" * 256, "@/projects/" + "n" * 300, "/" + "x/" * 2048, "/" + "n" * 4095,
        "file:///" + "n" * 4095, "/" + "./" * 2048, "/" * 4096)],
    # ---- accepted only with --accept-warning
    *[("warned", path) for path in (
        "@", "@/", "@/.", "/", "//", "/tmp/..", "@/..", "@/.ssh", "@/.gnupg", "@/.config",
        "@/.local", "@/.local/share", "@/.mozilla", "@/.hidden", "@/.hidden/inner", "@/to-ssh",
        "@/projects/../.ssh", "@/up", "file://@", "file://@/.ssh", "file:///", "@/projects/.git")],
]


class Places:
    """One service for the whole table, and the places that the table's letters stand for."""

    def __init__(self):
        self.box = None

    def __enter__(self):
        self.box = Box()
        self.box.__enter__()
        try:
            self.box.serve()
            self.make_tree()
        except BaseException as problem:
            self.box.__exit__(type(problem), problem, None)
            raise
        return self

    def __exit__(self, *problem):
        return self.box.__exit__(*problem)

    def at(self, *names):
        return os.path.join(self.box.home, *names)

    def own(self):
        data, = os.listdir(self.box.data_home)
        return os.path.join(self.box.data_home, data)

    def socket_place(self):
        return os.path.dirname(self.box.socket)

    def link(self, target, name):
        os.symlink(target, self.at(name))

    def make_tree(self):
        box = self.box
        box.folder("projects", "deep")
        box.file("projects", "file")
        for name in (".ssh", ".gnupg", ".config", ".mozilla", ".hidden/inner", ".local/share",
                     "projects/.git", "locked/inner", "no-search/inner", "no-list"):
            box.folder(*name.split("/"))
        box.file("locked-file")
        for target, name in (
                ("/proc", "to-proc"), ("/dev/null", "to-null"), ("/dev", "to-dev"), ("/run", "to-run"),
                ("to-proc", "to-to-proc"), ("/", "to-root"),
                ("loop-b", "loop-a"), ("loop-a", "loop-b"), ("loop-self", "loop-self"),
                ("nowhere", "dangling"), ("nowhere/", "empty-link-target"), ("fifo", "to-fifo"),
                ("../socket", "projects/to-socket"), (".ssh", "to-ssh"), ("..", "up"),
                (self.own(), "to-own"), (box.socket, "to-socket"), ("link-0", "chain")):
            self.link(target, name)
        for number in range(50):
            self.link("link-%d" % (number + 1) if number < 49 else "projects", "link-%d" % number)
        os.mkfifo(self.at("fifo"))
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self.at("socket"))
        box.file("deleted")
        self.link(self.at("deleted"), "to-deleted")
        os.unlink(self.at("deleted"))
        for name, mode in (("locked", 0), ("locked-file", 0), ("no-search", 0o600),
                           ("no-list", 0o300)):
            os.chmod(self.at(name), mode)

    def expand(self, text):
        """@ is the home, % Paddock's data (in paths only, because a URI has its own %), & the socket's
        directory."""
        text = os.fsencode(text)
        text = text.replace(b"@", os.fsencode(self.box.home)) if b"@@" not in text else \
            text.replace(b"@@", b"@" + os.fsencode(self.box.home))
        if text.startswith(b"%"):
            own = os.fsencode(self.own())
            text = text.replace(b"%%", os.path.basename(own)).replace(b"%", own, 1)
        elif text.startswith(b"&"):
            text = text.replace(b"&", os.fsencode(self.socket_place()), 1)
        return text


places = Places()


def label(verdict, text):
    shown = repr(text)
    return "%s, %s" % (verdict, shown if len(shown) < 80 else "%s… (%d)" % (shown[:60], len(text)))


@cases(REFUSED, label)
def refused(verdict, text):
    """refused"""
    path = places.expand(text)
    result = places.box.paddock("add", path, code=None)
    equal(result.code, 1, "exit status of %r" % result)
    if SAYS[verdict] not in result.err:
        raise Failure("not %r: %r" % (verdict, result))
    equal(places.box.json("list"), [], "roots")


@cases([
    ("empty", b""), ("relative", b"."), ("relative", b".."), ("relative", b"~"),
    ("relative", b"~/projects"), ("relative", b"projects"), ("relative", b"../../etc"),
    ("relative", b" /tmp"), ("relative", b"\n/tmp"), ("relative", b"\\tmp"),
    ("relative", b"C:\\Users"), ("relative", b"%2Ftmp"), ("relative", b"\xff/tmp"),
    ("nul", b"file:///tmp%00"), ("not-a-file-uri", b"http://x/"), ("too-long", b"/" * 100000),
], lambda verdict, text: label(verdict, text))
def refused_on_the_bus(verdict, text):
    """refused on the bus"""
    result, = places.box.control().call("InspectPaths", [text + b"\0"])
    equal(result["verdict"], verdict, "verdict")
    added, = places.box.control().call("AddRoots", [text + b"\0"], {})
    equal((added["verdict"], added.get("added", False)), (verdict, False), "result")


@cases([(b"/tmp\0/etc\0",), (b"/tmp",), (b"\0/tmp\0",), (b"",)], repr)
def bytes_on_the_bus(text):
    """bytes that are no text of C add nothing that was not meant"""
    from harness import BusError  # pylint: disable=import-outside-toplevel
    try:
        places.box.control().call("AddRoots", [text], {})
    except BusError:
        pass
    equal(places.box.json("list"), [], "roots")


@test
def devices():
    """a device in a folder of the user's is refused and not opened"""
    kinds = {"block": (0o060600, os.makedev(7, 250)), "character": (0o020600, os.makedev(1, 5))}
    for name, (mode, device) in kinds.items():
        path = places.at(name)
        try:
            os.mknod(path, mode, device)
        except PermissionError as problem:
            raise tap.Skip("devices cannot be made here: %s" % problem) from problem
        result = places.box.paddock("add", path, code=1)
        if SAYS["wrong-kind"] not in result.err:
            raise Failure(repr(result))
        os.unlink(path)


@test
def kernel_interfaces_elsewhere():
    """a kernel interface that is mounted in the home directory is refused"""
    for kind in ("proc", "sysfs", "devpts", "mqueue"):
        point = places.box.folder("kernel-" + kind)
        try:
            filesystems.mount("none", point, kind)
        except OSError as problem:
            tap.diag("%s cannot be mounted here: %s" % (kind, problem))
            continue
        result = places.box.paddock("add", point, code=None)
        filesystems.unmount(point)
        if result.code != 1 or SAYS["system"] not in result.err:
            raise Failure(repr(result))


ACCEPTED = [
    b"plain", b"with space", b" leading space", b"trailing space ", b"  ", b"\t", b"tab\tinside",
    b"new\nline", b"\n", b"carriage\rreturn", b"bell\x07", b"escape\x1b[31m", b"delete\x7f",
    b"100%", b"%", b"%20", b"%2F", b"%00", b"%2e%2e", b"hash#mark", b"question?mark", b"semi;colon",
    b"a:b", b"file:", b"http:", b"back\\slash", b"..\\..", b"...", b"..a", b"a..", b"~", b"~root",
    b"$HOME", b"`id`", b"$(id)", b"*", b"[x]", b"{a,b}", b"|", b"&", b"<>", b'"quoted"', b"'single'",
    b"-", b"--accept-warning", b"--", b"@", b"caf\xe9 latin", b"\xff\xfe\x80", b"\xc0\xaf",
    b"\xed\xa0\x80", b"\xf4\x90\x80\x80", "caf\u00e9 composed".encode(),
    "cafe\u0301 combining".encode(), "\u200bzero width".encode(), "\u202egnol ot thgir".encode(),
    "\ufeffmark".encode(), "\U0001f4c1".encode(), "\ud55c\uae00".encode(), "\u5b57".encode(),
    "\u00a0".encode(), "n".encode() * 255, "\u00e9".encode() * 127, b"CON", b"nul.txt", b"Proc", b"dev",
]


def uri_of(path):
    return "file://" + quote(path, safe="/!$&'()*+,:=@~-._")


@test
def accepted():
    """strange names become roots, come back as the same URI, and reach the server"""
    with Box() as box:
        box.serve()
        top = os.fsencode(box.folder("names"))
        paths = [os.path.join(top, name) for name in ACCEPTED]
        for path in paths:
            os.mkdir(path)
            # With a dot in front they are hidden, and cause a warning.
            options = ["--accept-warning"] if os.path.basename(path).startswith(b".") else []
            box.paddock("add", *options, path)
        expected = sorted(uri_of(path) for path in paths)
        roots = box.json("list")
        equal(sorted(root["uri"] for root in roots), expected, "URIs")
        equal({root["status"] for root in roots}, {"available"}, "statuses")
        # Paddock can read the URI that it writes, as the same root.
        for root in roots:
            box.paddock("add", "--accept-warning", root["uri"])
        equal(len(box.json("list")), len(paths), "roots")

        peer = Peer(box.socket, name="alpha").wait_ready()
        peer.roots()
        control = box.control()
        control.grant(control.server("alpha")["id"], *[root["id"] for root in roots])
        wait_until(lambda: sorted(peer.uris()) == expected, "all of them at the server")
        # Removed and restored, each by its own bytes.
        for path in paths:
            os.rmdir(path)
        wait_until(lambda: peer.uris() == [], "none at the server")
        for path in paths:
            os.mkdir(path)
        wait_until(lambda: sorted(peer.uris()) == expected, "all of them again")
        for root in roots:
            box.paddock("remove", root["uri"])
        equal(box.json("list"), [], "roots")
        peer.close()


ALSO_ACCEPTED = [
    # the typed path -> its path below the home
    ("@/projects/", "projects"), ("@//projects", "projects"), ("@/./projects/.", "projects"),
    ("@/projects/deep/..", "projects"), ("@/projects/deep/../file", "projects/file"),
    ("@/to-projects", "projects"), ("@/to-projects/", "projects"), ("@/to-projects/deep", "projects/deep"),
    ("@/to-deep/..", "projects"), ("@/to-file", "projects/file"), ("@/thirty", "projects"),
    ("@/up/home/projects", "projects"), ("file:@/projects", "projects"),
    ("file://@/projects", "projects"), ("FILE://@/projects", "projects"),
    ("file://localhost@/projects", "projects"), ("file://LOCALHOST@/projects/", "projects"),
    ("file://@//projects", "projects"), ("file://@/pro%6Aects", "projects"),
    ("file://@/to-projects", "projects"), ("file://@/projects/file", "projects/file"),
    ("file://@/a b", "a b"), ("file://@/a%20b", "a b"), ("@/projects/hard", "projects/hard"),
    ("@/empty-file", "empty-file"), ("@/execute-only-file", "execute-only-file"),
]


@cases(ALSO_ACCEPTED, lambda typed, _: repr(typed))
def resolved(typed, real):
    """accepted with another path"""
    box = places.box
    if not os.path.lexists(places.at("to-projects")):
        places.link("projects", "to-projects")
        places.link("projects/deep", "to-deep")
        places.link(places.at("projects", "file"), "to-file")
        places.link("links-0", "thirty")
        for number in range(30):
            places.link("links-%d" % (number + 1) if number < 29 else "projects", "links-%d" % number)
        box.folder("a b")
        os.link(places.at("projects", "file"), places.at("projects", "hard"))
        box.file("empty-file", text="")
        box.file("execute-only-file")
        os.chmod(places.at("execute-only-file"), 0o700)
    box.paddock("add", places.expand(typed))
    equal([root["path"] for root in box.json("list")], [places.at(real)], "path")
    box.paddock("remove", places.at(real))


@test
def longest():
    """a path of 4,095 bytes is a root, and is watched; one byte more is too long"""
    with Box() as box:
        box.serve()
        top = os.fsencode(box.folder("long"))
        path = top
        while len(path) < 4095 - 256:
            path += b"/" + b"d" * 200
            os.mkdir(path)
        rest = 4095 - len(path) - 1
        if rest > 255:
            path += b"/" + b"e" * (rest - 100)
            os.mkdir(path)
            rest = 4095 - len(path) - 1
        path += b"/" + b"f" * rest
        os.mkdir(path)
        equal(len(path), 4095, "bytes")
        box.paddock("add", path)
        equal(box.json("list")[0]["uri"], uri_of(path), "the root")
        wait_until(lambda: box.json("list")[0]["status"] == "available", "the first look")
        result = box.paddock("add", path + b"x", code=1)
        if SAYS["too-long"] not in result.err:
            raise Failure(repr(result))
        os.rmdir(path)
        wait_until(lambda: box.json("list")[0]["status"] == "missing", "missing")
        os.mkdir(path)
        wait_until(lambda: box.json("list")[0]["status"] == "available", "available")


tap.run(places)
