# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""File systems mounted inside a shared folder: files there are read if the user allowed it, and not after
he revoked that. A mount that hangs delays only requests for files on it."""

import os
import time

from gi.repository import GLib

import filesystems
from agent import Agent
from harness import PATIENCE, Box, contains, equal, stays, wait_until
from peer import Peer, RpcError
from reading import Reader
from tap import Skip, run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can

METHOD = "client/readLocalFile"
REFUSED = 1
TIMEOUT = 5  # PADDOCK_READ_TIMEOUT_SECONDS
ON = {"other-file-systems": GLib.Variant("b", True)}
OFF = {"other-file-systems": GLib.Variant("b", False)}

filesystems.enter()


class Scene:
    """A shared folder with a drive mounted inside, and another one in that."""

    def __init__(self, box, window=False):
        self.box = box
        self.folder = box.folder("shared")
        self.inside = box.file("shared", "file", text="inside\n")
        self.stick = filesystems.Tmpfs(box, os.path.join(self.folder, "stick"))
        self.on_stick = self.write("stick", "file", text="stick\n")
        filesystems.Tmpfs(box, os.path.join(self.folder, "stick", "inner"))
        self.on_inner = self.write("stick", "inner", "file", text="inner\n")
        os.symlink("stick/inner/file", os.path.join(self.folder, "link"))
        box.serve()
        self.agent = Agent(box) if window else None
        self.root, = (self.agent or box.control()).add(self.folder)
        wait_until(lambda: box.root(self.folder)["status"] == "available", "the folder")
        self.reader = Reader(box)

    def write(self, *names, text):
        path = os.path.join(self.folder, *names)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path

    def change(self, value):
        return self.box.paddock("change", "--other-file-systems=" + value, self.folder)

    def expect(self, verdict):
        """What a caller gets for files on a mounted file system, in both states."""
        for path, text in ((self.on_stick, b"stick\n"), (self.on_inner, b"inner\n"),
                           (os.path.join(self.folder, "link"), b"inner\n"),
                           (os.path.join(self.folder, "stick", "inner", "..", "file"), b"stick\n")):
            equal(self.reader.read(path), (verdict, text if verdict == "allowed" else None), path)
            equal(self.reader.verdict(path), verdict, path)
        equal(self.reader.read(self.inside), ("allowed", b"inside\n"), "beside it")


@test
def on_and_off():
    """refused with an advice, read after following the advice, and refused again at once"""
    with Box() as box:
        scene = Scene(box)
        equal(box.root(scene.folder)["otherFileSystems"], False, "at first")
        scene.expect("other-file-system")
        refused = box.paddock("check", scene.on_stick, code=REFUSED)
        assert "change --other-file-systems=yes" in refused.out + refused.err, refused
        scene.change("yes")
        equal(box.root(scene.folder)["otherFileSystems"], True, "then")
        assert "mounted drives" in box.paddock("list").out, "it is not listed"
        scene.expect("allowed")
        box.paddock("check", scene.on_stick, scene.on_inner)
        box.paddock("check", "--write", os.path.join(scene.folder, "stick", "new"))
        scene.change("no")
        scene.expect("other-file-system")
        equal([entry["event"] for entry in box.log() if "other-file" in entry["event"]],
              ["other-file-systems-on", "other-file-systems-off"], "the journal")


@test
def stays_and_is_added():
    """it is remembered, and can be said when a folder is added; a file has nothing below it"""
    with Box() as box:
        scene = Scene(box)
        scene.change("yes")
        box.service.stop()
        box.serve()
        wait_until(lambda: box.root(scene.folder)["status"] == "available", "the folder")
        scene.reader = Reader(box)
        scene.expect("allowed")
        box.paddock("remove", scene.folder)
        box.paddock("add", "--other-file-systems", scene.folder)
        wait_until(lambda: box.root(scene.folder)["status"] == "available", "the folder")
        scene.expect("allowed")
        box.paddock("add", "--other-file-systems", scene.inside)
        equal(box.root(scene.inside)["otherFileSystems"], False, "of a file")
        box.paddock("change", "--other-file-systems=yes", scene.inside, code=REFUSED)


@test
def comes_and_goes():
    """mounts that come, go, lie over a file or on each other, and one that is not there"""
    with Box() as box:
        scene = Scene(box)
        scene.change("yes")
        over = filesystems.Bind(box, scene.on_stick, scene.inside)
        equal(scene.reader.read(scene.inside), ("allowed", b"stick\n"), "over the file itself")
        over.unmount()
        equal(scene.reader.read(scene.inside), ("allowed", b"inside\n"), "and not any more")
        empty = box.folder("shared", "empty")
        path = os.path.join(empty, "late")
        equal(scene.reader.read(path), ("missing", None), "nothing is mounted")
        late = filesystems.Tmpfs(box, empty)
        scene.write("empty", "late", text="late\n")
        equal(scene.reader.read(path), ("allowed", b"late\n"), "mounted since then")
        late.unmount()
        equal(scene.reader.read(path), ("missing", None), "unmounted")
        for name, what in (("proc", "/proc"), ("data", box.env["XDG_DATA_HOME"]),
                           ("run", "/run")):
            filesystems.Bind(box, what, box.folder("shared", name))
            for below in ("", "self/environ", "paddock/paddock.db", "nothing"):
                verdict = scene.reader.verdict(os.path.join(scene.folder, name, below))
                expected = {"data": ("outside", "missing", "not-a-file")}.get(name, ("outside",))
                assert verdict in expected, (name, below, verdict)
        equal(scene.reader.verdict(os.path.join(scene.folder, "data", "paddock", "paddock.db")),
              "outside", "Paddock's own")


@test
def foreign():
    """network files, and those of other programs, are refused, except as a root of their own"""
    with Box() as box:
        scene = Scene(box)
        scene.change("yes")
        box.file("behind", "file", text="behind\n")
        for kind, verdict in (("fuse.portal", "outside"), ("fuse.gvfsd-fuse", "outside"),
                              ("fuse.sshfs", "allowed")):
            point = box.folder("shared", kind)
            mirror = filesystems.Mirror(box, box.folder("behind"), point, rules=(kind,))
            equal(scene.reader.verdict(os.path.join(point, "file")), verdict, kind)
            equal(scene.reader.verdict(os.path.join(point, "none")),
                  "missing" if verdict == "allowed" else verdict, kind)
            box.add(point)
            wait_until(lambda point=point: box.root(point)["status"] == "available", "the folder")
            equal(scene.reader.read(os.path.join(point, "file")), ("allowed", b"behind\n"), kind)
            box.paddock("remove", point)
            mirror.stop()


@test
def who_is_asked():
    """a command leads to a question, even if only hosts gain by it; switching off leads to none"""
    if "PADDOCK_TEST_NO_STATX" in os.environ:
        raise Skip("no server is known again without statx()")
    with Box() as box:
        scene = Scene(box, window=True)
        peer = Peer(box.socket, "2025-11-25")
        box.started.append(peer)
        peer.wait_ready()
        peer.roots()
        server = scene.agent.server("scripted")["id"]
        # No server has a grant of it, but hosts need none.
        assert box.control().call("ChangeRoot", scene.root, ON), "the user was not asked"
        scene.agent.answer(scene.agent.wait_request("change-root"), "deny")
        equal(scene.reader.read(scene.on_stick), ("other-file-system", None), "for a host")
        equal(box.control().call("ChangeRoot", scene.root, OFF), "", "without a grant")
        scene.agent.grant(server, scene.root)
        scene.agent.call("SetServerReading", server, True)
        wait_until(peer.uris, "the folder")

        def read(path):
            try:
                return peer.request(METHOD, {"uri": "file://" + path})["contents"][0]["text"]
            except RpcError as error:
                return error.reason

        equal(read(scene.on_stick), "other-file-system", "for a server")
        identifier = box.control().call("ChangeRoot", scene.root, ON)
        assert identifier, "the user was not asked"
        request = scene.agent.wait_request("change-root")
        equal(request["wants"], ["other-file-systems"], "what is asked")
        stays(lambda: read(scene.on_stick) == "other-file-system", "what the server is told", 1)
        scene.agent.answer(request, "deny")
        equal(read(scene.on_stick), "other-file-system", "denied")
        assert box.control().call("ChangeRoot", scene.root, ON)
        scene.agent.answer(scene.agent.wait_request("change-root"), "allow")
        equal(read(scene.on_stick), "stick\n", "allowed")
        equal(box.control().call("ChangeRoot", scene.root, OFF), "", "off widens nothing")
        equal(read(scene.on_stick), "other-file-system", "off")
        equal(scene.agent.call("ChangeRoot", scene.root, ON), "", "the window itself")
        equal(read(scene.on_inner), "inner\n", "by the window")


@test
def added_again():
    """to remove a folder and add it again is no way around the question"""
    with Box() as box:
        scene = Scene(box, window=True)
        scene.agent.lets_add = False
        for answer, code in (("deny", REFUSED), ("allow", 0)):
            box.paddock("remove", scene.folder)
            adding = box.start("add", "--other-file-systems", scene.folder)
            box.started.append(_Started(adding))
            request = scene.agent.wait_request("add-roots")
            contains(request["wants"], "other-file-systems", "what is asked")
            equal(box.json("list"), [], "before the answer")
            equal(Reader(box).read(scene.on_stick), ("outside", None), "before the answer")
            scene.agent.answer(request, answer)
            adding.communicate(timeout=20 * PATIENCE)
            equal(adding.returncode, code, answer)
            equal([root["otherFileSystems"] for root in box.json("list")], [True] if code == 0 else [],
                  answer)
            if code:
                scene.agent.add(scene.folder)
        box.paddock("remove", scene.folder)
        # Like a program that does not use the command.
        box.control().call("AddRoots", [os.fsencode(scene.folder) + b"\0"], ON)
        equal(box.json("list"), [], "over the bus")
        scene.agent.answer(scene.agent.wait_request("add-roots"), "deny")
        scene.agent.call("AddRoots", [os.fsencode(scene.folder) + b"\0"], ON)
        equal(box.root(scene.folder)["otherFileSystems"], True, "the window itself")


@test
def hanging():
    """a drive that hangs delays requests for it by five seconds, and nothing else"""
    with Box() as box:
        behind = box.file("behind", "file", text="behind\n")
        scene = Scene(box)
        scene.change("yes")
        point = box.folder("shared", "slow")
        mirror = filesystems.Mirror(box, os.path.dirname(behind), point)
        os.symlink("slow/file", os.path.join(scene.folder, "slow-link"))
        slow = os.path.join(point, "file")
        equal(scene.reader.read(slow), ("allowed", b"behind\n"), "before")
        mirror.hang()
        # Many requests, by every path that leads there. Each may try twice, then the threads are used up.
        many = [slow, os.path.join(scene.folder, "slow-link"), os.path.join(point, "..", "file"), slow]
        others = [Reader(box) for _ in range(3)]
        began = time.monotonic()
        verdicts = scene.reader.together(many + [scene.inside, scene.on_stick, scene.on_inner])
        equal(sorted(verdicts[:4]), ["busy"] * 2 + ["timed-out"] * 2, "one who asks for all at once")
        equal(verdicts[4:], ["allowed"] * 3, "what he wants besides")
        took = time.monotonic() - began
        assert TIMEOUT - 0.5 < took < (TIMEOUT + 3) * PATIENCE, "%.1f s" % took
        for other in others:
            waiting = box.start("check", slow)
            box.started.append(_Started(waiting))
            began = time.monotonic()
            equal(other.read(scene.inside), ("allowed", b"inside\n"), "beside it")
            equal(other.read(scene.on_inner), ("allowed", b"inner\n"), "on another stick")
            assert time.monotonic() - began < 2 * PATIENCE, "it was waited for"
        equal(box.root(scene.folder)["status"], "available", "the folder")
        began = time.monotonic()
        scene.change("no")
        assert time.monotonic() - began < 4 * PATIENCE, "a change was held up"
        equal(Reader(box).read(slow), ("other-file-system", None), "not allowed any more")
        scene.change("yes")
        mirror.go_on()
        reader = Reader(box)
        wait_until(lambda: reader.read(slow) == ("allowed", b"behind\n"), "what is on it")


@test
def names_beside_what_hangs():
    """a file with several names is compared with files nearby, without asking a mount that hangs"""
    with Box() as box:
        scene = Scene(box)
        os.link(scene.inside, os.path.join(scene.folder, "another name"))
        ssh = box.folder(".ssh")
        os.link(box.file(".ssh", "key"), os.path.join(scene.folder, "harmless"))
        mirror = filesystems.Mirror(box, box.folder("behind"), os.path.join(scene.folder, "a mount"))
        for folder in (ssh, os.path.join(box.data_home, "paddock")):
            filesystems.Bind(box, mirror.point, os.path.join(folder, "a mount"))
        mirror.hang()
        for value in ("no", "yes"):
            scene.change(value)
            for reader in (Reader(box), Reader(box), Reader(box)):
                began = time.monotonic()
                equal(reader.read(scene.inside), ("allowed", b"inside\n"), value)
                equal(reader.verdict(os.path.join(scene.folder, "harmless")), "sensitive", value)
                assert time.monotonic() - began < 1.5 * PATIENCE, "it was waited for"


@test
def joined_by_a_link():
    """if a link leads from one mount to another, the first one only delays that path"""
    with Box() as box:
        os.symlink("../stick/file", os.path.join(box.folder("behind"), "link"))
        scene = Scene(box)
        scene.change("yes")
        mirror = filesystems.Mirror(box, box.folder("behind"), os.path.join(scene.folder, "first"))
        link = os.path.join(mirror.point, "link")
        equal(scene.reader.read(link), ("allowed", b"stick\n"), "before")
        mirror.keep_links()
        # It answers once, but not when the path passes it again on the way to the target.
        for _ in range(2):
            equal(scene.reader.verdict(link), "timed-out", "the link")
        for reader in (scene.reader, Reader(box), Reader(box)):
            began = time.monotonic()
            equal(reader.read(scene.on_stick), ("allowed", b"stick\n"), "what it leads to")
            equal(reader.read(scene.on_inner), ("allowed", b"inner\n"), "and a mount below that")
            assert time.monotonic() - began < 2 * PATIENCE, "it was waited for"
        equal(scene.reader.verdict(link), "busy", "who has two turns already")


@test
def secrets():
    """secrets are recognized on a mount, too, and by the names that mounts and links give them"""
    with Box() as box:
        scene = Scene(box)
        ssh = box.folder(".ssh")
        key = box.file(".ssh", "work", text="key\n")
        os.link(key, box.file("elsewhere", "other")[:-len("other")] + "harmless")
        for name, directory in (("keys", ssh), ("elsewhere", box.folder("elsewhere"))):
            filesystems.Bind(box, directory, os.path.join(scene.folder, name))
        note = filesystems.Bind(box, key, scene.write("note.txt", text="a note\n")).point
        scene.write("stick", ".env", text="TOKEN=1\n")
        os.link(os.path.join(scene.folder, "stick", ".env"), os.path.join(scene.folder, "stick", "notes"))
        os.link(scene.on_inner, os.path.join(scene.folder, "stick", "inner", "id_rsa"))
        os.link(scene.on_stick, os.path.join(scene.folder, "stick", "another"))
        os.symlink("stick/.env", os.path.join(scene.folder, "settings"))
        below = box.folder("below")
        box.file("below", "Work", ".env", text="TOKEN=2\n")
        box.file("below", "Work", "Notes", text="notes\n")
        fat = filesystems.Mirror(box, below, os.path.join(scene.folder, "fat"), rules=("folds",)).point
        cases = (
            ("file", "allowed"), ("stick/file", "allowed"), ("stick/another", "allowed"),
            ("elsewhere/other", "allowed"), ("fat/Work/Notes", "allowed"), ("fat/WORK/NOTES", "allowed"),
            ("keys/work", "sensitive"), ("keys/./work", "sensitive"), ("note.txt", "sensitive"),
            ("elsewhere/harmless", "sensitive"), ("stick/.env", "sensitive"), ("settings", "sensitive"),
            ("stick/notes", "sensitive"), ("link", "sensitive"), ("stick/inner/file", "sensitive"),
            ("fat/Work/.env", "sensitive"), ("fat/Work/.ENV", "sensitive"), ("fat/WORK/.Env", "sensitive"))
        for value, of_mounts in (("yes", None), ("no", "other-file-system"), ("yes", None)):
            scene.change(value)
            reader = Reader(box)
            for name, verdict in cases:
                equal(reader.verdict(os.path.join(scene.folder, name)),
                      verdict if name == "file" else of_mounts or verdict, "%s (%s)" % (name, value))
        assert os.path.samefile(note, key) and os.path.exists(os.path.join(fat, "WORK", ".Env"))


class _Started:
    """For Box.started: a command that may run on."""

    def __init__(self, process):
        self.process = process

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


run()
