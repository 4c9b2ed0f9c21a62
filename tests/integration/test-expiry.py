# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Ends of folders and grants: after a time, at a date, at logout. With the real clock;
tests/unit/test-state.c covers clocks that are set."""

import datetime
import os
import shutil
import tempfile
import time

from gi.repository.GLib import Variant

from harness import Box, PATIENCE, contains, equal, stays, wait_until
from peer import Peer, PeerProcess
from tap import cases, run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can

REFUSED, USAGE = 1, 2

# Changes within this time after an end are announced together.
NOTICE_DELAY = 1.0


def armed_timers(pid):
    """The kernel timers of a process: the clock of each, and the remaining seconds. Without the journal's
    timer, which fires a day from now at the earliest."""
    timers = []
    for number in os.listdir("/proc/%d/fd" % pid):
        try:
            with open("/proc/%d/fdinfo/%s" % (pid, number), encoding="ascii") as file:
                lines = dict(line.split(":", 1) for line in file.read().splitlines() if ":" in line)
        except FileNotFoundError:
            continue
        if "it_value" in lines:
            seconds, nanoseconds = lines["it_value"].strip(" ()").split(",")
            left = int(seconds) + int(nanoseconds) / 1e9
            if 0 < left < 20 * 3600:
                timers.append((int(lines["clockid"]), left))
    return timers


def wait_for_one_timer(pid):
    """Waits until one timer is left: those for signals on the bus and rows of the journal soon fire."""
    return wait_until(lambda: [timers for timers in [armed_timers(pid)] if len(timers) == 1],
                      "one timer that is set", 1)[0]


def switches(pid):
    """How often the main thread went to sleep: once for each wakeup."""
    with open("/proc/%d/task/%d/status" % (pid, pid), encoding="ascii") as file:
        return int(next(line.split()[1] for line in file if line.startswith("voluntary_ctxt")))


def in_utc(seconds):
    moment = datetime.datetime.fromtimestamp(time.time() + seconds, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ"), int(moment.timestamp())


@test
def ends_to_the_second_with_one_timer():
    """a grant and a folder for 2 s end at their second, with one timer for both and a hundred
    others"""
    with Box() as box:
        service = box.serve()
        pid = service.process.pid
        kept, timed, granted = (box.folder(name) for name in ("kept", "timed", "granted"))
        box.add(kept, granted)
        box.paddock("add", "--for", "1h", *(box.folder("more", str(n)) for n in range(100)))
        alpha = PeerProcess(box, "alpha").wait_ready()
        equal(alpha.roots(), [], "the answer before a decision")
        box.paddock("grant", "alpha", kept)
        box.paddock("grant", "alpha", granted, "--for", "3s")
        start = time.time()
        box.paddock("add", "--for", "2s", timed)
        box.paddock("grant", "alpha", timed)
        added = time.time()
        wait_until(lambda: len(alpha.uris()) == 3, "three folders", 2)
        timers = wait_for_one_timer(pid)
        equal(timers[0][0], time.CLOCK_REALTIME, "its clock")
        assert timers[0][1] <= 2.0, timers
        notices = alpha.notices()
        wait_until(lambda: alpha.notices() > notices, "the notice of the end", 10)
        told = time.time()
        assert told >= start + 2.0, "withdrawn %.3f s too early" % (start + 2.0 - told)
        assert told <= added + 2.0 + NOTICE_DELAY * PATIENCE, "told %.3f s late" % (told - added - 2)
        assert "file://" + timed not in alpha.uris(), alpha.uris()
        wait_until(lambda: alpha.uris() == ["file://" + kept], "the grant to end", 10)
        equal(box.root(timed)["status"], "expired", "state of the folder")
        # The others end later, so there is one timer again.
        wait_for_one_timer(pid)
        box.paddock("remove", *(root["path"] for root in box.json("list")
                                if "/more/" in root["path"]))
        wait_until(lambda: armed_timers(pid) == [], "no timer without an end")


@test
def nobody_looks_at_the_clock():
    """with a timer set the service sleeps for whole seconds; folders without events are polled"""
    # Everything above a folder is watched, and all tests use /tmp, which contains the Box.
    with Box() as box, tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        pid = box.serve().process.pid
        box.paddock("add", "--for", "1h", folder)

        def is_quiet():
            before = switches(pid)
            time.sleep(1)
            return switches(pid) == before

        wait_until(is_quiet, "a second without waking", 60)
        equal(len(armed_timers(pid)), 1, "timers that are set")


@test
def until_a_date():
    """a date is an end, on the command line and on the bus"""
    with Box() as box:
        box.serve()
        folder = box.folder("dated")
        text, moment = in_utc(3)
        box.paddock("add", "--for", text, folder)
        alpha = PeerProcess(box, "alpha").wait_ready()
        alpha.roots()
        box.paddock("grant", "alpha", folder)
        wait_until(lambda: alpha.uris() == ["file://" + folder], "the folder")
        wait_until(lambda: alpha.uris() == [], "its end", 10)
        assert time.time() >= moment, "too early"

        # The whole day, in the time zone of the user who types it.
        box.paddock("change", folder, "--for", "2030-12-24", env={"TZ": "Asia/Seoul"})
        equal(box.root(folder)["expires"], "2030-12-24T15:00:00.000Z", "end")
        box.paddock("change", folder, "--for", "2030-12-24 18:00", env={"TZ": "Asia/Seoul"})
        equal(box.root(folder)["expires"], "2030-12-24T09:00:00.000Z", "end")
        wait_until(lambda: alpha.uris() == ["file://" + folder], "the folder again")
        box.paddock("change", folder, "--for", "until-revoked")
        equal(box.root(folder)["expires"], None, "end")


@cases([
    ("2020-01-01",), ("2020-01-01 10:00",), ("9000-01-01",), ("2026-02-30",), ("soon",), ("",),
    ("-1h",), ("0s",), ("3651d",), ("session",), ("2030-01-01 10:00:00",),
], repr)
def refuses(text):
    """no length and no date that is past, for a folder"""
    with Box() as box:
        box.serve()
        folder = box.folder("kept")
        box.paddock("add", "--for=" + text, folder, code=USAGE)
        equal(box.json("list"), [], "folders")
        box.add(folder)
        box.paddock("change", "--for=" + text, folder, code=USAGE)
        equal(box.root(folder)["expires"], None, "end")
        box.control().refused("InvalidArgument", "ChangeRoot", box.root(folder)["id"],
                              {"duration": Variant("s", text)})


@test
def until_logout():
    """"until logout" outlives the service, and no logout: it ends before any server gets a list"""
    with Box() as box:
        box.serve()
        folder, other, kept = (box.folder(name) for name in ("of-login", "granted", "kept"))
        box.paddock("add", "--for", "until-logout", folder)
        box.add(other, kept)
        alpha = PeerProcess(box, "alpha").wait_ready()
        alpha.roots()
        box.paddock("grant", "alpha", folder, kept)
        box.paddock("grant", "alpha", other, "--for", "until-logout")
        everything = ["file://" + path for path in (folder, other, kept)]
        wait_until(lambda: alpha.uris() == everything, "all three")
        contains(box.paddock("list").out, "logout", "the end in the list")
        equal(box.root(folder)["untilLogout"], True, "the end in the JSON form")
        equal(box.root(other)["untilLogout"], False, "the end of the other")

        # Another process of the same server sees it, too, because it is not for one session.
        again = PeerProcess(box, "alpha").wait_ready()
        equal(again.uris(), everything, "list of another process")
        alpha.stop()
        again.stop()
        box.service.stop()
        box.serve()
        alpha = PeerProcess(box, "alpha").wait_ready()
        equal(alpha.uris(), everything, "list after a restart of the service")

        alpha.stop()
        box.service.stop()
        # The last logout removes the directory, and the next login creates it again.
        for name in os.listdir(box.runtime):
            path = os.path.join(box.runtime, name)
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path)
            elif name != "bus":
                os.unlink(path)
        box.serve()
        alpha = PeerProcess(box, "alpha").wait_ready()
        equal(alpha.uris(), ["file://" + kept], "the first list after a logout")
        equal(box.root(folder)["status"], "expired", "state of the folder")
        equal(alpha.notices(), 0, "notices")
        box.paddock("change", folder, "--for", "until-logout")
        wait_until(lambda: alpha.uris() == ["file://" + path for path in (folder, kept)],
                   "the folder again")


@test
def nobody_sees_more_by_changing_the_time():
    """`change` makes a folder that no server sees longer, also together with name and access"""
    with Box() as box:
        box.serve()
        folder = box.folder("named")
        box.add(folder)
        peer = Peer(box.socket).wait_ready()
        peer.roots()
        box.paddock("change", folder, "--name", "Notes", "--read-only", "--for", "1h")
        root = box.root(folder)
        equal((root["name"], root["access"]), ("Notes", "read-only"), "what changed")
        assert root["expires"] is not None
        stays(lambda: peer.uris() == [], "a list without it")
        again = box.paddock("add", "--for", "2h", folder)
        contains(again.out, "paddock change", "what to type for another time")
        equal(box.root(folder)["expires"], root["expires"], "the end")
        peer.close()


run()
