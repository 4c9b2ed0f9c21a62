# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Reading files for others: CheckAccess, OpenAccess and `paddock check`. test-boundary.py covers which
references are inside a root. This test covers who may read, when, and how often."""

import json
import os
import resource
import socket
import time

import filesystems
from harness import PATIENCE, Box, contains, equal, wait_until
from peer import PeerProcess
from reading import PER_MINUTE, Reader
from tap import run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can

REFUSED, USAGE = 1, 2
TIMEOUT = 5  # s, PADDOCK_READ_TIMEOUT_SECONDS
NAMES_MAX = 64  # PADDOCK_PATH_SPELLING_NAMES

filesystems.enter()


class Scene:
    """A service with two folders, alpha, which sees the first, and beta, which sees none."""

    def __init__(self, box, *arguments):
        self.box = box
        box.serve(*arguments)
        self.one, self.two = box.folder("one"), box.folder("two")
        self.file = box.file("one", "file", text="one's\n")
        self.other = box.file("two", "file", text="two's\n")
        self.secret = box.file("secret", text="secret\n")
        box.add(self.one)
        box.add(self.two)
        self.alpha = self.meet("alpha")
        self.beta = self.meet("beta")
        box.paddock("grant", "alpha", self.one)
        self.reader = Reader(box)

    def meet(self, name):
        PeerProcess(self.box, name).wait_ready().roots()
        return self.box.server(name)["id"]

    def wait(self, reference, verdict, server="", seconds=20):
        """Waits for a verdict, without exceeding the rate limit."""
        deadline = time.monotonic() + seconds * PATIENCE
        while self.reader.verdict(reference, server) != verdict:
            assert time.monotonic() < deadline, "waited in vain for " + verdict
            time.sleep(0.1)

    def verdicts(self, reference, **options):
        """The verdicts for the user's boundary, alpha and beta."""
        return [self.reader.verdict(reference, server, **options)
                for server in ("", self.alpha, self.beta)]


@test
def who_sees_it():
    """the user's boundary contains all shared folders; a server's, those that it sees now"""
    with Box() as box:
        scene = Scene(box)
        equal(scene.verdicts(scene.file), ["allowed", "allowed", "outside"], "the first")
        equal(scene.verdicts(scene.other), ["allowed", "outside", "outside"], "the second")
        equal(scene.verdicts(scene.secret), ["outside"] * 3, "what is not shared")
        equal(scene.verdicts("/nowhere"), ["outside"] * 3, "what is not there")
        equal(scene.reader.read(scene.file), ("allowed", b"one's\n"), "read")
        equal(scene.reader.read(scene.file, scene.alpha), ("allowed", b"one's\n"), "read for alpha")
        equal(scene.reader.read(scene.other, scene.alpha), ("outside", None), "read for alpha")
        equal(scene.reader.read("file://" + scene.other), ("allowed", b"two's\n"), "by its URI")
        result = scene.reader.check(scene.file)
        equal((bytes(result["path"]), result["root"], result["access"], result["size"],
               result["limit"]),
              (os.fsencode(scene.file) + b"\0", box.root(scene.one)["id"], "read-write", 6, 2 ** 20),
              "what is said of it")


@test
def changes_at_once():
    """revoked, blocked, removed, expired and paused folders are outside at once, and return later"""
    with Box() as box:
        scene = Scene(box)
        box.paddock("revoke", "alpha", scene.one)
        equal(scene.verdicts(scene.file), ["allowed", "outside", "outside"], "revoked")
        box.paddock("grant", "alpha", scene.one, "--for", "2s")
        equal(scene.verdicts(scene.file), ["allowed", "allowed", "outside"], "granted")
        scene.wait(scene.file, "outside", scene.alpha)
        box.paddock("grant", "alpha", scene.one)
        box.paddock("pause")
        equal(scene.verdicts(scene.file), ["outside"] * 3, "paused")
        contains(box.paddock("check", scene.file, code=REFUSED).err, "Sharing is paused")
        box.paddock("resume")
        equal(scene.verdicts(scene.file), ["allowed", "allowed", "outside"], "resumed")
        box.paddock("block", "alpha")
        equal(scene.verdicts(scene.file), ["allowed", "outside", "outside"], "blocked")
        ends = time.time_ns() // 1000 + 1500000
        from gi.repository import GLib  # pylint: disable=import-outside-toplevel
        box.control().call("ChangeRoot", box.root(scene.two)["id"],
                           {"expires": GLib.Variant("x", ends)})
        scene.wait(scene.other, "outside")
        box.paddock("remove", scene.one)
        equal(scene.verdicts(scene.file), ["outside"] * 3, "removed")


@test
def folder_goes_and_comes():
    """a moved folder is outside, and so is its replacement, until it is back"""
    with Box() as box:
        scene = Scene(box)
        away = scene.one + ".away"
        os.rename(scene.one, away)
        os.symlink(os.path.dirname(scene.secret), scene.one)
        equal(scene.verdicts(scene.one + "/secret"), ["outside"] * 3, "a link in its place")
        equal(scene.verdicts(away + "/file"), ["outside"] * 3, "where it is now")
        os.unlink(scene.one)
        os.rename(away, scene.one)
        scene.wait(scene.file, "allowed", scene.alpha)


@test
def kinds():
    """only regular files are opened; a file as a root is that file alone"""
    with Box() as box:
        scene = Scene(box)
        fifo = os.path.join(scene.one, "fifo")
        os.mkfifo(fifo)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(os.path.join(scene.one, "socket"))
            for name in ("fifo", "socket", ".", ""):
                equal(scene.reader.read(os.path.join(scene.one, name)), ("not-a-file", None), name)
        equal(scene.reader.verdict(scene.one + "/none"), "missing", "nothing")
        equal(scene.reader.verdict(scene.one + "/file/below"), "missing", "below a file")
        alone = box.file("alone", "only", text="only\n")
        box.file("alone", "beside")
        box.add(alone)
        equal(scene.reader.read(alone), ("allowed", b"only\n"), "a file as a root")
        equal(scene.reader.verdict(box.home + "/alone/beside"), "outside", "beside it")
        equal(scene.reader.verdict(box.home + "/alone"), "outside", "the folder around it")
        os.chmod(scene.file, 0)
        equal(scene.reader.verdict(scene.file), "unreadable", "without permission")


@test
def own_data():
    """below a wide root Paddock's own data, and the secret of its database, stay outside"""
    with Box() as box:
        scene = Scene(box)
        own = os.path.join(box.data_home, "paddock")
        database = os.path.join(own, "paddock.db")
        assert os.path.exists(database), "there is no database where it was looked for"
        wide = box.directory
        box.paddock("add", "--read-only", "--accept-warning", wide)
        equal(scene.reader.verdict(os.path.join(wide, "bus.log")), "allowed", "another file")
        for path in (database, own, own + "/none", database + "-wal",
                     os.path.join(scene.one, "..", "..", "data", "paddock", "paddock.db")):
            equal(scene.reader.read(path), ("outside", None), path)
        os.symlink("../../data/paddock/paddock.db", os.path.join(scene.one, "link"))
        equal(scene.reader.read(os.path.join(scene.one, "link")), ("outside", None), "by a link")


@test
def bound():
    """files in a bind mount are known by their own name: a folder of secrets, and Paddock's own"""
    with Box() as box:
        scene = Scene(box)
        ssh = os.path.dirname(box.file(".ssh", "work", text="key\n"))
        keys = filesystems.Bind(box, ssh, os.path.join(box.home, "keys")).point
        box.paddock("add", keys, code=1)
        box.paddock("add", "--accept-warning", keys)
        scene.wait(os.path.join(keys, "work"), "sensitive")
        equal(scene.reader.read(os.path.join(keys, "work")), ("sensitive", None), "a key")

        own = os.path.join(box.data_home, "paddock")
        mirror = filesystems.Bind(box, own, os.path.join(box.home, "mirror")).point
        box.paddock("add", "--accept-warning", mirror, code=1)
        data = filesystems.Bind(box, box.data_home, os.path.join(box.home, "data")).point
        box.paddock("add", "--accept-warning", data, code=1)
        box.paddock("add", "--accept-warning", "--read-only", data)
        with open(os.path.join(data, "other"), "w", encoding="ascii") as stream:
            stream.write("other\n")
        scene.wait(os.path.join(data, "other"), "allowed")
        for name in ("paddock.db", "none"):
            equal(scene.reader.read(os.path.join(data, "paddock", name)), ("outside", None), name)


@test
def other_rules():
    """if a file has names that no listing has (another case, a short one), its own name counts"""
    with Box() as box:
        below = filesystems.Tmpfs(box, os.path.join(box.directory, "below")).point
        for path in ("Work/Notes of today.txt", "Work/.env.local", "Work/id_rsa.backup", ".ssh/My key"):
            os.makedirs(os.path.join(below, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(below, path), "w", encoding="ascii") as stream:
                stream.write("text\n")
        point = filesystems.Mirror(box, below, os.path.join(box.home, "stick"), rules=("folds",)).point
        scene = Scene(box)
        box.paddock("add", "--accept-warning", point)
        notes = os.path.join(point, "Work", "Notes of today.txt")
        scene.wait(notes, "allowed")
        for name in ("Work/Notes of today.txt", "work/NOTES OF TODAY.TXT", "WORK~1/NOTES ~1.TXT"):
            result = scene.reader.check(os.path.join(point, name))
            equal((result["verdict"], bytes(result["path"])), ("allowed", os.fsencode(notes) + b"\0"),
                  name)
        for name in ("Work/.env.local", "Work/.ENV.Local", "Work/ENV~1.LOC", "work~1/env~1.loc",
                     "Work/ID_RSA~1.BAC", ".ssh/My key", "SSH~1/MYKEY~1", "ssh~1/my key~1", "~1/my key"):
            path = os.path.join(point, name)
            if os.path.exists(path):
                equal(scene.reader.read(path), ("sensitive", None), name)
        assert os.path.exists(os.path.join(point, "Work/ENV~1.LOC")), "there are no short names"


@test
def too_many_names():
    """a folder with several names in one listing, or a file with too many, has none that counts"""
    with Box() as box:
        for folder, count in (("at", NAMES_MAX), ("above", NAMES_MAX + 1)):
            file = box.file("below", folder, "name 1")
            for number in range(1, count):
                os.link(file, os.path.join(os.path.dirname(file), "name %d" % (number + 1)))
        for number in range(3):
            box.file("below", "folders", "name %d" % number, "file")
        scene = Scene(box)
        for name, rules in (("folds", ("folds",)), ("alike", ("folds", "alike"))):
            point = filesystems.Mirror(box, box.folder("below"), os.path.join(box.home, name),
                                       rules=rules).point
            box.paddock("add", "--accept-warning", point)
            scene.wait(os.path.join(point, "folders", "name 1", "file"), "allowed")
        for name, verdict in (
                ("folds/at/NAME 1", "allowed"), ("folds/above/NAME 1", "sensitive"),
                ("folds/above/name 1", "allowed"), ("folds/FOLDERS/NAME 1/FILE", "allowed"),
                ("alike/FOLDERS/name 1/file", "sensitive"), ("alike/folders/NAME 1/file", "sensitive"),
                ("alike/folders/name 1/FILE", "allowed"), ("alike/at/NAME 1", "allowed"),
                ("alike/above/NAME 1", "sensitive")):
            got = []
            # A program answers, which may be slow.
            wait_until(lambda name=name, got=got:
                       got.append(scene.reader.verdict(os.path.join(box.home, name))) or
                       got[-1] != "timed-out", "an answer")
            equal(got[-1], verdict, name)


@test
def for_writing():
    """a read-only folder, or a grant to read only, cannot be written; nothing is opened for it"""
    with Box() as box:
        scene = Scene(box)
        new = os.path.join(scene.one, "new")
        equal(scene.verdicts(scene.file, write=True), ["allowed", "allowed", "outside"], "writing")
        equal(scene.verdicts(new, write=True), ["allowed", "allowed", "outside"], "a new one")
        assert not os.path.exists(new), "a check made a file"
        control = box.control()
        control.grant(scene.beta, box.root(scene.one)["id"], access="read-only")
        equal(scene.verdicts(scene.file, write=True), ["allowed", "allowed", "read-only"], "granted")
        equal(scene.reader.verdict(scene.file, scene.beta), "allowed", "reading")
        from gi.repository import GLib  # pylint: disable=import-outside-toplevel
        control.call("ChangeRoot", box.root(scene.one)["id"],
                     {"access": GLib.Variant("s", "read-only")})
        equal(scene.verdicts(scene.file, write=True), ["read-only"] * 3, "the folder")
        # If an outer folder is shared for writing, files of an inner read-only one may be written.
        inner = box.file("outer", "inner", "file")
        box.add("--read-only", os.path.dirname(inner))
        equal(scene.verdicts(inner, write=True), ["read-only", "outside", "outside"], "inner")
        box.add(box.folder("outer"))
        equal(scene.verdicts(inner, write=True), ["allowed", "outside", "outside"], "outer")
        equal(scene.reader.check(inner)["access"], "read-only", "reading, by the inner one")


@test
def size():
    """a file of the limit is read, one byte more is refused; the setting moves the limit at once"""
    with Box() as box:
        settings = os.path.join(box.env["XDG_CONFIG_HOME"], "glib-2.0", "settings", "keyfile")
        os.makedirs(os.path.dirname(settings))
        box.serve(env={"GSETTINGS_BACKEND": "keyfile"})
        folder = box.folder("big")
        at, over = os.path.join(folder, "at"), os.path.join(folder, "over")
        for path, count in ((at, 2 ** 20), (over, 2 ** 20 + 1)):
            with open(path, "wb") as stream:
                stream.truncate(count)
        box.add(folder)
        reader = Reader(box)
        equal((reader.verdict(at), reader.verdict(over)), ("allowed", "too-large"), "by default")
        equal(len(reader.read(at)[1]), 2 ** 20, "bytes")
        # A sparse file, larger than memory: its size is found without reading it.
        with open(over, "wb") as stream:
            stream.truncate(2 ** 42)
        equal(reader.read(over), ("too-large", None), "four terabytes")
        with open(over, "wb") as stream:
            stream.truncate(2 ** 20 + 1)
        for limit in (0, 2 ** 20 + 1):
            # Like dconf: the new value is complete at once.
            with open(settings + ".new", "w", encoding="ascii") as stream:
                stream.write("[io/github/paddock_mcp/Paddock]\nread-size-limit=int64 %d\n" % limit)
            os.rename(settings + ".new", settings)
            verdicts = ("allowed", "allowed") if limit else ("too-large", "too-large")
            wait_until(lambda: time.sleep(0.1) or (reader.verdict(at), reader.verdict(over)) ==
                       verdicts, "the limit %d" % limit)  # pylint: disable=cell-var-from-loop


@test
def too_often():
    """1,000 calls: so many are answered, the others refused at once; others are not touched"""
    with Box() as box:
        scene = Scene(box)
        began = time.monotonic()
        verdicts = Reader(box).together([scene.file, scene.secret, "x", "/nowhere"] * 250,
                                        scene.alpha)
        took = time.monotonic() - began
        counted = len(verdicts) - verdicts.count("rate-limited")
        # Uses that become possible while it lasts.
        due = PER_MINUTE + int(took * PER_MINUTE / 60) + 1
        assert PER_MINUTE <= counted <= due, "%d of %d in %.1f s" % (counted, due, took)
        # Refusals count as well: all kinds are among the calls that came through.
        for verdict in ("outside", "malformed"):
            assert verdicts.count(verdict) > 10, verdicts
        equal(verdicts[-1], "rate-limited", "the last")
        # The limit is for the caller, not for the server in whose name it asks.
        equal(scene.verdicts(scene.file), ["allowed", "allowed", "outside"], "another")
        rows = [entry for entry in box.log("file-refused") if entry["reason"] == "rate-limited"]
        equal(len(rows), 1, "rows of it")
        assert rows[0]["count"] >= 800, rows
        assert all(row["file"] is None for row in rows), rows
        # Whatever their number, the journal has few entries about them.
        assert len(box.log()) < 60, len(box.log())


def open_below(pid, folder):
    """The files that a process has open there. It opens and closes others meanwhile."""
    found = []
    for descriptor in os.listdir("/proc/%d/fd" % pid):
        try:
            found.append(os.readlink("/proc/%d/fd/%s" % (pid, descriptor)))
        except FileNotFoundError:
            pass
    return [path for path in found if path.startswith(folder)]


@test
def hanging():
    """a file system that hangs costs its own requests five seconds, and nobody else anything"""
    with Box() as box:
        below = filesystems.Tmpfs(box, os.path.join(box.directory, "below")).point
        point = os.path.join(box.home, "fuse")
        mirror = filesystems.Mirror(box, below, point)
        slow = os.path.join(point, "slow")
        os.mkdir(slow)
        with open(os.path.join(slow, "file"), "w", encoding="ascii") as stream:
            stream.write("slow\n")
        scene = Scene(box)
        box.add(slow)
        path = os.path.join(slow, "file")
        equal(scene.reader.read(path), ("allowed", b"slow\n"), "before")
        mirror.hang()
        began = time.monotonic()
        # Two wait; the third gets no turn and learns that. On the disk everything works.
        verdicts = scene.reader.together([path, path, path, scene.file])
        took = time.monotonic() - began
        contains([["timed-out"] * 2 + ["busy", "allowed"]], verdicts, "verdicts")
        assert TIMEOUT - 0.5 < took < (TIMEOUT + 3) * PATIENCE, "%.1f s" % took
        equal(scene.reader.verdict(path) in ("busy", "outside"), True, "as long as they hang")
        began = time.monotonic()
        equal(scene.reader.read(scene.file), ("allowed", b"one's\n"), "on the disk")
        assert time.monotonic() - began < 2 * PATIENCE, "the disk waited for the other"
        # Others have two of their own. The folder is withdrawn in time.
        scene.reader = Reader(box)
        scene.wait(path, "outside")
        mirror.go_on()
        scene.wait(path, "allowed")
        # The reads that hung return now as well, and the folder is checked every few seconds.
        wait_until(lambda: not open_below(box.service.process.pid, point), "all of it to be closed")


class Descriptors:
    """Leaves the service this number of descriptors."""

    def __init__(self, pid):
        self.pid = pid
        self.full = resource.prlimit(pid, resource.RLIMIT_NOFILE)

    def leave(self, count):
        used = {int(number) for number in os.listdir("/proc/%d/fd" % self.pid)}
        free = [number for number in range(len(used) + count + 1) if number not in used]
        resource.prlimit(self.pid, resource.RLIMIT_NOFILE, (free[count], self.full[1]))

    def leave_all(self):
        resource.prlimit(self.pid, resource.RLIMIT_NOFILE, self.full)


@test
def no_descriptors():
    """without descriptors it is busy, or takes a file with several names for a secret; then as before"""
    with Box() as box:
        scene = Scene(box)
        linked = os.path.join(scene.one, "linked")
        os.link(box.file("one", "several", text="several\n"), linked)
        box.folder(".ssh")
        descriptors = Descriptors(box.service_pid())
        seen, seen_linked = [], []
        for count in range(24):
            scene.reader = Reader(box)
            equal(scene.reader.read(scene.file), ("allowed", b"one's\n"), "with all")
            equal(scene.reader.read(linked), ("allowed", b"several\n"), "with all, of two names")
            descriptors.leave(count)
            try:
                result = scene.reader.read(scene.file)
                of_linked = scene.reader.read(linked)
                checked = scene.reader.verdict(scene.file)
            finally:
                descriptors.leave_all()
            assert result in (("busy", None), ("allowed", b"one's\n")), (count, result)
            assert of_linked in (("busy", None), ("sensitive", None), ("allowed", b"several\n")), (
                count, of_linked)
            assert checked in ("busy", "allowed"), (count, checked)
            seen.append(result[0])
            seen_linked.append(of_linked[0])
        equal((seen[0], seen_linked[0]), ("busy", "busy"), "with none")
        equal((seen[-1], seen_linked[-1]), ("allowed", "allowed"), "with %d" % count)


@test
def stops_in_the_middle():
    """a service that ends answers requests that wait for a hanging disk, and ends in time"""
    with Box() as box:
        box.ignore_leaks()
        below = filesystems.Tmpfs(box, os.path.join(box.directory, "below")).point
        point = os.path.join(box.home, "fuse")
        mirror = filesystems.Mirror(box, below, point)
        folder = os.path.join(point, "slow")
        os.mkdir(folder)
        scene = Scene(box)
        box.add(folder)
        mirror.hang()
        waiting = box.start("check", folder + "/file")
        time.sleep(0.5)
        began = time.monotonic()
        box.service.stop()
        assert time.monotonic() - began < 4 * PATIENCE, "it waited"
        _, errors = waiting.communicate(timeout=20 * PATIENCE)
        equal(waiting.returncode, REFUSED, errors)
        mirror.go_on()
        assert scene.reader is not None


@test
def names():
    """names that are not UTF-8, or with characters that terminals or URIs treat specially"""
    with Box() as box:
        scene = Scene(box)
        for number, name in enumerate((b"caf\xe9", b"\xff\xfe", b"new\nline", b"100%", b"%2e%2e",
                                       b"a b", "‮evil".encode(), b"x" * 255)):
            path = os.path.join(os.fsencode(scene.one), name)
            content = b"%d\n" % number
            with open(path, "wb") as stream:
                stream.write(content)
            uri = "file://" + "".join(chr(byte) if chr(byte).isalnum() and byte < 128 or byte == 47
                                      else "%%%02X" % byte for byte in path)
            equal(scene.reader.read(path), ("allowed", content), repr(path))
            equal(scene.reader.read(uri), ("allowed", content), uri)
            result = scene.reader.check(path)
            equal(bytes(result["path"]), path + b"\0", "path")
            out = box.paddock("check", path).out
            equal(out.count("\n"), 1, "lines of " + repr(out))
            equal(box.json("check", path)[0]["allowed"], True, "JSON")
        for reference in ("file", "../one/file", "file:one", "file://host/" + scene.file,
                          "file://" + scene.one + "/../one/file",
                          "file://" + scene.one + "/%2e%2e/one/file", "https://example.org/x",
                          "file://" + scene.file + "?x", "file://" + scene.file + "#x"):
            equal(scene.reader.read(reference), ("malformed", None), reference)


@test
def command():
    """`paddock check`: words, statuses and JSON; paths relative to the working directory"""
    with Box() as box:
        scene = Scene(box)
        done = box.paddock("check", scene.file)
        equal((done.out, done.err), ("Allowed: “%s”\n" % scene.file, ""), "what it prints")
        done = box.paddock("check", scene.file, scene.secret, "file:x", code=REFUSED)
        equal((done.out.count("\n"), done.err.count("\n")), (1, 2), "lines")
        contains(done.err, "Not allowed: “%s”: it isn’t in a shared folder" % scene.secret)
        box.paddock("check", "--server", "alpha", scene.file)
        box.paddock("check", "--server", "beta", scene.file, code=REFUSED)
        box.paddock("check", "--server", "nobody", scene.file, code=REFUSED)
        box.paddock("check", "--write", scene.one + "/new")
        box.paddock("check", code=USAGE)
        contains(box.paddock("help", "check").out, "change after the check")
        done = box.paddock("check", "--json", scene.file, scene.secret, code=REFUSED)
        first, second = json.loads(done.out)
        equal((first["uri"], first["root"], first["size"], first["reason"]),
              ("file://" + scene.file, box.root(scene.one)["id"], 6, None), "allowed")
        equal(second, {"reference": scene.secret, "allowed": False, "reason": "outside", "uri": None,
                       "path": None, "root": None, "access": None, "size": None}, "refused")
        # After the link, `..` is the folder's own parent, as for the system.
        link = os.path.join(box.home, "elsewhere", "link")
        os.makedirs(os.path.dirname(link))
        os.symlink(scene.one, link)
        before = os.getcwd()
        os.chdir(link)
        try:
            box.paddock("check", "file", env={"PWD": link})
            done = box.paddock("check", "../two/file", "./../one/file", env={"PWD": link},
                               code=REFUSED)
            equal(done.out.count("\n"), 0, "what leaves a folder, also to come back")
            box.add("--read-only", "--accept-warning", box.home)
            box.paddock("check", "../two/file", env={"PWD": link})
        finally:
            os.chdir(before)
        box.paddock("check", link + "/file", code=REFUSED)


@test
def journal():
    """each verdict has its journal entry, with caller and file; an invalid reference has none"""
    with Box() as box:
        scene = Scene(box)
        scene.reader.read(scene.file, scene.alpha)
        scene.reader.check(scene.file, scene.alpha)
        for _ in range(3):
            scene.reader.read(scene.secret, scene.alpha)
        scene.reader.read("https://me:password@example.org/", scene.alpha)
        box.paddock("check", scene.secret, code=REFUSED)
        rows = [(row["event"], row["server"].split(" (")[0], row["root"], row["file"],
                 row["reason"], row["count"])
                for row in box.log() if row["event"].startswith("file-")]
        equal(rows[:4], [
            ("file-read", "alpha", scene.one, scene.file, None, 1),
            ("file-checked", "alpha", scene.one, scene.file, None, 1),
            ("file-refused", "alpha", None, scene.secret, "outside", 3),
            ("file-refused", "alpha", None, None, "malformed", 1),
        ], "rows")
        contains(box.log("file-read")[0]["server"], "alpha (python")
        event, server, _, name, reason, _ = rows[4]
        equal((event, name, reason), ("file-refused", scene.secret, "outside"), "the command's row")
        contains(server, "paddock")
        assert "password" not in box.paddock("log").out


run()
