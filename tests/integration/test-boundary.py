# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The boundary as the service enforces it: each reference of tests/support/boundary.txt, hostile or not,
through OpenAccess and CheckAccess, with the contents compared. Also: which system calls a refused
reference causes."""

import os
import re
import shutil
import subprocess
import threading
import time

import filesystems
from boundary import Boundary
from harness import PATIENCE, Box, equal, wait_until
from reading import PER_MINUTE, Reader
from tap import Skip, run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can

LEAST_ALLOWED, LEAST_REFUSED = 50, 150

filesystems.enter()


class Asker:
    """Asks with one connection after the other, because each has a rate limit."""

    def __init__(self, box):
        self.box = box
        self.left = 0
        self.reader = None

    def ask(self, reference):
        """The results of OpenAccess and CheckAccess, and the contents."""
        if self.left < 2:
            self.reader, self.left = Reader(self.box), PER_MINUTE
        self.left -= 2
        verdict, contents = self.reader.read(reference)
        return verdict, self.reader.verdict(reference), contents


def ask_section(box, asker, root, cases):
    """Asks for all references below one root, while no other root is shared. Returns what was wrong."""
    access = "read-only" if root == b"/" else "read-write"
    ids = box.control().add(root, access=access, accept_warnings=True)
    wait_until(lambda: box.root(os.fsdecode(root))["status"] == "available", "available")
    wrong = []
    for verdict, reference, contents in cases:
        got = asker.ask(reference)
        if got != (verdict, verdict, contents):
            wrong.append((reference[:200], verdict, got))
    box.control().call("RemoveRoots", ids)
    return wrong


@test
def table():
    """every reference of the table has the verdict that it must have, and the contents"""
    with Box() as box:
        boundary = Boundary(box.folder("base"))
        box.serve()
        asker = Asker(box)
        wrong = []
        for root, cases in boundary.sections():
            wrong += ask_section(box, asker, root, cases)
        equal(wrong, [], "references with another verdict")

        every = [case for _root, cases in boundary.sections() for case in cases]
        allowed = sum(case[0] == "allowed" for case in every)
        assert allowed >= LEAST_ALLOWED and len(every) - allowed >= LEAST_REFUSED, len(every)


class Trace:
    """The system calls with a path that a process makes."""

    def __init__(self, box, pid):
        program = shutil.which("strace")
        if program is None:
            raise Skip("there is no strace")
        self.path = os.path.join(box.directory, "trace")
        self.errors = self.path + ".err"
        with open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(  # pylint: disable=consider-using-with
                [program, "-f", "-e", "trace=%file", "-s", "5000", "-o", self.path, "-p", str(pid)],
                stdin=subprocess.DEVNULL, stderr=errors)
        box.started.append(self)
        wait_until(lambda: self.process.poll() is not None or "attached" in self._errors(),
                   "strace attached")
        if self.process.poll() is not None:
            raise Skip("no process may be traced here: " + self._errors())

    def _errors(self):
        with open(self.errors, encoding="utf-8") as stream:
            return stream.read()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()

    def lines(self):
        self.stop()
        with open(self.path, encoding="utf-8", errors="replace") as stream:
            return stream.read().splitlines()


@test
def trace():
    """no thread of the service passes an outside part of a reference to the kernel"""
    # By names that nothing inside has. The text of a link is read through its descriptor.
    outside = ("secret", "passwd", "no-such-thing", "projects-too", "environ")
    with Box() as box:
        boundary = Boundary(box.folder("base"))
        service = box.serve()
        root = boundary.path(b"home/projects")
        box.control().add(root)
        wait_until(lambda: box.root(os.fsdecode(root))["status"] == "available", "available")
        cases = [case for case in boundary.sections()[0][1] if case[0] == "outside"]
        traced = Trace(box, service.process.pid)
        asker = Asker(box)
        for verdict, reference, _contents in cases:
            equal(asker.ask(reference)[0], verdict, "the verdict of %r" % reference)
        # A file with one name only: otherwise the known secrets are looked up, wherever they are.
        equal(asker.ask(boundary.path(b"home/projects/deep/leaf"))[0], "allowed", "a file inside")
        lines = [line for line in traced.lines() if not re.search(r'readlinkat\(\d+, "", ', line)]
        assert any('"leaf"' in line for line in lines), "the trace has not seen what was allowed"
        equal([line for line in lines if any(name in line for name in outside)], [],
              "calls that name what is outside")


@test
def hanging_below():
    """a file system that hangs below a root is noticed without asking it, and delays nobody"""
    with Box() as box:
        behind = box.file("behind", "file")
        point = box.folder("root", "stick")
        inside = box.file("root", "file")
        os.symlink("stick/file", os.path.join(box.home, "root", "link"))
        mirror = filesystems.Mirror(box, os.path.dirname(behind), point)
        box.serve()
        box.add(os.path.dirname(inside))
        mirror.hang()
        reader = Reader(box)
        began = time.monotonic()
        for name in ("stick", "stick/", "stick/file", "stick/../file", "link", "stick/nothing"):
            reference = os.path.join(box.home, "root", name)
            equal(reader.read(reference), ("other-file-system", None), "what is at " + name)
        equal(reader.read(inside), ("allowed", b"text\n"), "a file beside it")
        assert time.monotonic() - began < 4 * PATIENCE, "it was waited for"
        mirror.go_on()


class Shared:
    """A shared folder with a file in it, which can disappear and come back."""

    CHANGES = ("renamed", "moved", "replaced", "replaced by a link")

    def __init__(self, box):
        self.box = box
        self.path = box.folder("shared")
        self.false = box.folder("false")
        self.places = {"moved": os.path.join(box.folder("other"), "shared")}

    def leave(self, change):
        self.place = self.places.get(change, self.path + "-away")
        os.rename(self.path, self.place)
        if change == "replaced":
            os.rename(self.false, self.path)
        elif change == "replaced by a link":
            os.symlink(self.place, self.path)

    def come_back(self, change):
        if change == "replaced":
            os.rename(self.path, self.false)
        elif change == "replaced by a link":
            os.unlink(self.path)
        os.rename(self.place, self.path)
        self.wait()

    def wait(self):
        wait_until(lambda: self.box.root(self.path)["status"] == "available", "the folder")


@test
def root_before():
    """a root that was renamed, moved or replaced gives nothing, by its old name or its new one"""
    with Box() as box:
        shared = Shared(box)
        box.file("shared", "file", text="true\n")
        box.file("false", "file", text="false\n")
        box.serve()
        box.control().add(shared.path)
        shared.wait()
        asker = Asker(box)
        path = os.path.join(shared.path, "file")
        for change in Shared.CHANGES:
            shared.leave(change)
            for where in (path, os.path.join(shared.place, "file")):
                equal(asker.ask(where), ("outside", "outside", None), change + ": " + where)
            shared.come_back(change)
            equal(asker.ask(path), ("allowed", "allowed", b"true\n"), "back after it was " + change)


def holds(process, path):
    """Whether the process has @path open, or anything inside it."""
    folder = "/proc/%d/fd" % process.pid
    for number in os.listdir(folder):
        try:
            target = os.readlink(os.path.join(folder, number))
        except FileNotFoundError:
            continue
        if (target + "/").startswith(path + "/"):
            return True
    return False


@test
def root_in_the_middle():
    """a root that is renamed, moved or replaced while a file below it is looked for gives nothing"""
    with Box() as box:
        shared = Shared(box)
        behind = box.file("behind", "file", text="true\n")
        box.file("false", "stick", "file", text="false\n")
        mirror = filesystems.Mirror(box, os.path.dirname(behind), box.folder("shared", "stick"))
        service = box.serve()
        box.paddock("add", "--other-file-systems", shared.path)
        shared.wait()
        path = os.path.join(shared.path, "stick", "file")
        for change in Shared.CHANGES:
            reader, answers = Reader(box), []
            asking = threading.Thread(target=lambda: answers.append(reader.read(path)))
            mirror.hang()
            asking.start()
            wait_until(lambda: holds(service.process, shared.path), "the service is there")
            shared.leave(change)
            mirror.go_on()
            asking.join()
            equal(answers, [("outside", None)], change)
            shared.come_back(change)
            equal(reader.read(path), ("allowed", b"true\n"), "back after it was " + change)


run()
