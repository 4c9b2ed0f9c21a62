# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The journal as a whole: search, how long it is kept, who clears it."""

import os
import sqlite3
import time

from gi.repository import GLib

from agent import Agent
from harness import Box, contains, equal, wait_until
from peer import PeerProcess
from tap import run, test

DAY = 24 * 60 * 60 * 1000000  # µs
KEYFILE = {"GSETTINGS_BACKEND": "keyfile"}


def _set_days(box, value):
    """Changes the setting. Any program of the user may do that at any time."""
    settings = os.path.join(box.env["XDG_CONFIG_HOME"], "glib-2.0", "settings")
    os.makedirs(settings, exist_ok=True)
    with open(os.path.join(settings, "keyfile"), "w", encoding="utf-8") as stream:
        stream.write("[io/github/paddock_mcp/Paddock]\nactivity-days=%s\n" % value)


def _database(box):
    return os.path.join(box.env["XDG_DATA_HOME"], "paddock", "paddock.db")


def write_rows(box, rows):
    """Writes rows as (age in days, event, server id, server, root id, root, detail), oldest first."""
    now = int(time.time() * 1000000)
    database = sqlite3.connect(_database(box), timeout=20)
    with database:
        database.executemany(
            "INSERT INTO journal (time, last, count, event, reason, server_id, server, root_id,"
            " root, detail) VALUES (?, ?, 1, ?, 'none', ?, ?, ?, ?, ?)",
            [(now - int(age * DAY),) * 2 + tuple(rest) for age, *rest in rows])
    database.close()


def _old(*ages):
    return [(age, "roots-listed", None, "age %s" % age, None, None, None) for age in ages]


def _ages(box):
    return [row["server"] for row in box.log("roots-listed")]


@test
def kept_for_a_time():
    """entries that are too old are deleted when the setting changes, and the journal mentions the change"""
    with Box() as box:
        _set_days(box, 365)
        service = box.serve(env=KEYFILE)
        write_rows(box, _old(400, 100, 20, 1))
        equal(_ages(box), ["age 400", "age 100", "age 20", "age 1"], "entries")
        _set_days(box, 30)
        wait_until(lambda: _ages(box) == ["age 20", "age 1"], "the end of what is too old")
        equal(len(box.log("retention-changed")), 1, "changes of the setting")
        # An invalid number of days means the default, neither nothing nor the last value.
        _set_days(box, -1)
        wait_until(lambda: len(box.log("retention-changed")) == 2, "the default")
        _set_days(box, 0)
        wait_until(lambda: len(box.log("retention-changed")) == 3, "the third change")
        write_rows(box, _old(3000))
        service.stop()
        # A change made while no service ran is noticed at the next start. Nothing is deleted at once then.
        _set_days(box, 7)
        box.serve(env=KEYFILE)
        wait_until(lambda: len(box.log("retention-changed")) == 4, "the change at the start")
        equal(_ages(box), ["age 20", "age 1", "age 3000"], "entries")


@test
def found():
    """the service filters; several filters must all match"""
    with Box() as box:
        box.serve()
        folder = box.folder("Straße")
        box.paddock("add", folder)
        root = box.root(folder)["id"]
        write_rows(box, [
            (5, "granted", "s1", "alpha", root, folder, None),
            (4, "file-refused", "s1", "alpha", root, folder, "/etc/passwd"),
            (3, "revoked", "s2", "beta", root, folder, None),
            (2, "roots-listed", "s2", "beta", None, None, "100 %"),
            (1, "event-of-tomorrow", "s2", "beta", None, None, None)])

        def events(*options):
            return [row["event"] for row in box.json("log", *options)]

        equal(events("--search", "STRASSE"), ["root-added", "granted", "file-refused", "revoked"],
              "by a text")
        equal(events("--search", "%"), ["roots-listed"], "by a sign")
        equal(events("--search", "passwd", "--kind", "shared"), [], "by a text and a kind")
        equal(events("--kind", "revoked,refused"), ["file-refused", "revoked"], "by kinds")
        equal(events("--root", folder, "--since", "4d12h"), ["root-added", "file-refused", "revoked"],
              "by a folder and a time")
        equal(events("--root", folder, "-n", "1"), ["revoked"], "the newest")
        # The words are in the user's language: here those of the command line in English.
        equal(events("--search", "added to your list"), ["root-added"], "by words")
        box.paddock("log", "--kind", "everything", code=2)
        box.paddock("log", "--server", "nobody", code=1)
        box.control().refused("InvalidArgument", "SearchJournal",
                              {"who": GLib.Variant("s", "alpha")}, 0, 0)


@test
def said_once():
    """a reason that an entry's sentence has said is not said again"""
    with Box() as box:
        box.serve()
        agent = Agent(box)
        folder = box.folder("shared")
        box.paddock("add", folder)
        PeerProcess(box, "tool").wait_ready().roots()
        request = agent.wait_request()
        agent.answer(request, "not-now")
        agent.wait_finished(request["id"])
        os.rename(folder, folder + "-away")
        wait_until(lambda: box.log("root-withdrawn"), "the loss")
        os.rename(folder + "-away", folder)
        wait_until(lambda: box.log("root-returned"), "the return")
        lines = box.paddock("log").out.splitlines()
        for end in ("  You chose to answer “tool” later", "  %s became available again" % folder):
            assert [line for line in lines if line.endswith(end)], (end, lines)


@test
def cleared():
    """a command to clear leads to a question in the window, and the entry left names the caller"""
    with Box() as box:
        box.serve()
        folder = box.folder("shared")
        # Nobody can be asked, so it is done, and the entry names the caller.
        box.paddock("add", folder)
        box.paddock("log", "--clear")
        equal([row["event"] for row in box.log()], ["journal-cleared"], "what is left")
        contains(box.control().call("ListJournal", 0, 1)[0]["detail"], "paddock", "who did it")
        equal(box.root(folder)["status"], "available", "what is shared")
        box.paddock("log", "--clear", "--kind", "asked", code=2)
        box.paddock("log", "--no-wait", code=2)
        # There is a window: a command leads to a question, but the window itself clears at once.
        box.paddock("pause")
        agent = Agent(box)
        box.paddock("log", "--clear", "--no-wait", code=3)
        request, = agent.requests()
        equal(request["kind"], "clear", "the question")
        agent.answer(request, "deny")
        equal([row["event"] for row in box.log()][:2], ["journal-cleared", "paused"], "after a no")
        box.paddock("log", "--clear", "--no-wait", code=3)
        request, = agent.requests()
        agent.answer(request, "allow")
        wait_until(lambda: [row["event"] for row in box.log()] == ["journal-cleared"], "after a yes")
        box.paddock("remove", folder)
        equal(agent.call("ClearJournal"), "", "the question")
        equal([row["event"] for row in box.log()], ["journal-cleared"], "cleared by the window")


if __name__ == "__main__":
    run()
