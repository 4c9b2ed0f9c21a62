# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The table of what can happen to a root: the event, the notices, and the list after each.

Each row has a root and a server of its own, which lists after every notice. All rows go through their steps
side by side, in one service. A step is an action, the status after it, and whether the server gets a
notice."""

import os
import shutil
import time
import traceback

import tap
from harness import PATIENCE, Box, Failure, SETTLED, stays, wait_until
from peer import PeerProcess

POLL = 4  # s, the documented period without events
TOLD, QUIET = 1, 0


class Root:
    """The root of one row: `work/project` below the row's own directory."""

    def __init__(self, top):
        self.top = top
        self.work = os.path.join(top, "work")
        self.path = os.path.join(self.work, "project")
        self.moved = self.path + "-moved"
        self.work_moved = self.work + "-moved"
        self.older = os.path.join(top, "older")

    # ---- what is there at first

    def folder(self):
        os.makedirs(self.path)
        os.makedirs(os.path.join(self.older, "inner"))

    def file(self):
        os.makedirs(self.work)
        self.write(self.path)

    @staticmethod
    def write(path):
        with open(path, "w", encoding="utf-8") as stream:
            stream.write("text\n")

    # ---- what happens to it

    def delete(self):
        if os.path.isdir(self.path):
            shutil.rmtree(self.path)
        else:
            os.unlink(self.path)

    def make(self):
        os.mkdir(self.path)

    def rename(self):
        os.rename(self.path, self.moved)

    def rename_back(self):
        os.rename(self.moved, self.path)

    def rename_above(self):
        os.rename(self.work, self.work_moved)

    def rename_above_back(self):
        os.rename(self.work_moved, self.work)

    def lock(self):
        os.chmod(self.path, 0)

    def unlock(self):
        os.chmod(self.path, 0o755)

    def lock_above(self):
        os.chmod(self.work, 0)

    def unlock_above(self):
        os.chmod(self.work, 0o755)

    def file_instead(self):
        self.rename()
        self.write(self.path)

    def folder_instead(self):
        self.rename()
        self.make()

    def original_instead(self):
        if os.path.isdir(self.path) and not os.path.islink(self.path):
            os.rmdir(self.path)
        else:
            os.unlink(self.path)
        self.rename_back()

    def link_instead(self):
        self.rename()
        os.symlink(self.moved, self.path)

    def link_elsewhere(self):
        self.rename()
        os.symlink(self.older, self.path)

    def link_above(self):
        self.rename_above()
        os.symlink(self.work_moved, self.work)

    def link_above_away(self):
        os.unlink(self.work)
        self.rename_above_back()

    def older_instead(self):
        self.rename()
        os.rename(self.older, self.path)

    def older_away(self):
        os.rename(self.path, self.older)
        self.rename_back()

    def save_by_rename(self):
        """Like an editor: writes a new file beside it, then moves that over it."""
        self.write(self.moved)
        os.rename(self.moved, self.path)

    def there_and_back(self):
        self.rename()
        self.rename_back()

    def there_and_late_back(self):
        self.rename()
        time.sleep(0.4 * PATIENCE)  # the time itself is the event here
        self.rename_back()


def rows(has_events, has_birth):
    """has_birth: whether the file system has birth times; if not, a new directory counts as older than the
    loss."""
    renewed = ("available", TOLD) if has_birth else ("replaced", QUIET)
    swapped = ("available", QUIET) if has_birth else ("replaced", TOLD)
    table = [
        ("deleted, made again", Root.folder,
         [(Root.delete, "missing", TOLD), (Root.make, *renewed)]),
        ("renamed, and back", Root.folder,
         [(Root.rename, "missing", TOLD), (Root.rename_back, "available", TOLD)]),
        ("a directory above renamed, and back", Root.folder,
         [(Root.rename_above, "missing", TOLD), (Root.rename_above_back, "available", TOLD)]),
        ("permission removed, given back", Root.folder,
         [(Root.lock, "unreadable", TOLD), (Root.unlock, "available", TOLD)]),
        ("permission above removed, given back", Root.folder,
         [(Root.lock_above, "unreadable", TOLD), (Root.unlock_above, "available", TOLD)]),
        ("replaced by a file, and back", Root.folder,
         [(Root.file_instead, "replaced", TOLD), (Root.original_instead, "available", TOLD)]),
        ("replaced by a link to itself, and back", Root.folder,
         [(Root.link_instead, "replaced", TOLD), (Root.original_instead, "available", TOLD)]),
        ("replaced by a link to elsewhere, and back", Root.folder,
         [(Root.link_elsewhere, "replaced", TOLD), (Root.original_instead, "available", TOLD)]),
        ("a directory above replaced by a link, and back", Root.folder,
         [(Root.link_above, "replaced", TOLD), (Root.link_above_away, "available", TOLD)]),
        ("replaced by a new directory", Root.folder, [(Root.folder_instead, *swapped)]),
        ("replaced by another, older directory, and back", Root.folder,
         [(Root.older_instead, "replaced", TOLD), (Root.older_away, "available", TOLD)]),
        ("a file deleted", Root.file, [(Root.delete, "missing", TOLD)]),
        ("a file saved by rename, twice", Root.file,
         [(Root.save_by_rename, "available", QUIET), (Root.save_by_rename, "available", QUIET)]),
        ("a file replaced by a directory, and back", Root.file,
         [(Root.folder_instead, "replaced", TOLD), (Root.original_instead, "available", TOLD)]),
        ("there and back within 100 ms", Root.folder,
         [(Root.there_and_back, "available", QUIET), (Root.rename, "missing", TOLD)]),
    ]
    if has_events:
        # If it is polled, maybe nobody looked in between.
        table.append(("there and back beyond 100 ms", Root.folder,
                      [(Root.there_and_late_back, "available", 2 * TOLD),
                       (Root.rename, "missing", TOLD)]))
    return table


class Row:
    def __init__(self, box, number, name, root, steps):
        self.name = name
        self.root = root
        self.steps = steps
        self.problem = None
        self.id = None
        self.uri = None
        self.lists = []  # expected, one for each notice
        self.peer = PeerProcess(box, "row-%d" % number, relist=True).wait_ready()
        self.peer.roots()

    def share(self, control, identifier):
        self.id = identifier
        self.uri = next(root["uri"] for root in control.call("ListRoots")
                        if root["id"] == identifier)
        # For the session: that is also allowed for servers without an identity.
        control.grant(control.server("row-%d" % (self.number()))["id"], identifier,
                      duration="session")
        self.lists.append([self.uri])

    def number(self):
        return int(self.root.top.rsplit("-", 1)[1])

    def guard(self, action, *arguments):
        """A problem of one row does not stop the others."""
        if self.problem is not None:
            return
        try:
            action(*arguments)
        except Exception:  # pylint: disable=broad-except
            self.problem = traceback.format_exc()


class Table:
    """Runs the rows on one file system. A context for tap.run(), in which each row is a test."""

    def __init__(self, make_file_system, has_events=True, has_birth=True):
        """make_file_system: gives a directory in a box."""
        self.make_file_system = make_file_system
        self.has_events = has_events
        self.table = rows(has_events, has_birth)
        self.rows = []
        self.box = None
        self.skip = None
        tap.cases([(number, row[0]) for number, row in enumerate(self.table)],
                  lambda _, name: name)(self.result)

    def result(self, number, _name):
        """notices, and the list after each"""
        if self.skip is not None:
            raise self.skip
        if self.rows[number].problem is not None:
            raise Failure(self.rows[number].problem)

    def __enter__(self):
        with Box() as self.box:
            try:
                self._run()
            except tap.Skip as reason:
                self.skip = reason
        return self

    def __exit__(self, *_):
        return False

    def _run(self):
        top = self.make_file_system(self.box)
        self.box.serve()
        control = self.box.control()
        for number, (name, make, steps) in enumerate(self.table):
            root = Root(os.path.join(top, "row-%d" % number))
            make(root)
            self.rows.append(Row(self.box, number, name, root, steps))
        for row, identifier in zip(self.rows, control.add(*[row.root.path for row in self.rows])):
            row.share(control, identifier)
        self._settle("available")
        for root in control.call("ListRoots"):
            if root["has-events"] != self.has_events:
                raise Failure("has-events is %r for %s" % (root["has-events"], root["uri"]))
        for number in range(max(len(row.steps) for row in self.rows)):
            self._step([row for row in self.rows if number < len(row.steps)], number)

    def _step(self, rows_, number):
        for row in rows_:
            action, status, told = row.steps[number]
            row.guard(action, row.root)
            if told == 2 * TOLD:
                row.lists.append([])
            if told:
                row.lists.append([row.uri] if status == "available" else [])
        self._settle(lambda row: row.steps[number][1], rows_)

    def _settle(self, status, rows_=None):
        """Waits for the notices and shows that no more come."""
        rows_ = rows_ or self.rows
        for row in rows_:
            row.guard(self._expect, row, status if isinstance(status, str) else status(row))
        time_to_stay = SETTLED if self.has_events else POLL + 1
        started = time.monotonic()
        for row in rows_:
            left = max(0, started + time_to_stay - time.monotonic())
            row.guard(stays, lambda row=row: self._has_lists(row), "its notices", left)
        for row in rows_:
            row.guard(self._expect, row, status if isinstance(status, str) else status(row))

    @staticmethod
    def _has_lists(row):
        return row.peer.relisted() == row.lists and row.peer.notices() == len(row.lists)

    def _expect(self, row, status):
        try:
            wait_until(lambda: self._has_lists(row), "the notices")
            wait_until(lambda: self._status(row) == status, "the status")
        except Failure as failure:
            raise Failure("%s: lists %r after %d notices, expected %r; %s, expected %s" % (
                failure, row.peer.relisted(), row.peer.notices(), row.lists, self._status(row),
                status)) from None

    def _status(self, row):
        return next(root["status"] for root in self.box.control().call("ListRoots")
                    if root["id"] == row.id)


def run(make_file_system, **options):
    tap.run(Table(make_file_system, **options))
