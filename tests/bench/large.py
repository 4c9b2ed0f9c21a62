#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The window, and the service behind it, with nothing, with ten folders, ten servers and a hundred entries,
and with 1,000, 200 and 100,000: the first frame, what is done until all is listed, each page opened and
searched, memory, and what wakes both while nobody does anything.

    large.py BUILD [--rounds N] [--idle SECONDS] [STATE…]

Folders, servers and grants come about through the service, as with a person; what the servers did all year is
written into its database. Processor time counts, which other work on the machine does not lengthen as it does
the time on the clock; the first frame has both, and an empty window of libadwaita beside it."""

import argparse
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

from measuring import (BUILD, MAIN, Screen, processor_time, resident, waits, wakeups,
                       work_until_still)

from agent import Agent
from desktop import Desktop
from harness import wait_until
from peer import PeerProcess

# Each: folders, servers, entries.
STATES = {"empty": (0, 0, 0), "ten": (10, 10, 100), "large": (1000, 200, 100000)}
SEEN = 10  # folders that each server sees
CONNECTED = 10  # servers that stay connected
BATCH = 100  # folders added at a time
STEPS = 40  # presses of Page Down
EVENTS = "roots-listed", "change-told", "server-connected", "server-disconnected"
PAGES = "folders", "servers", "overview", "activity"
MINUTE = 60 * 1000000


def connect(desk, number):
    """A server that connects through `paddock run`."""
    claim = {"command": ["npx", "-y", "server-%03d" % number], "exe": "/usr/bin/npx", "cwd": desk.home,
             "key": "key-%03d" % number}
    return PeerProcess(desk, "server-%03d" % number, program=desk.impostor,
                       result={"_meta": {"io.github.paddock-mcp/launch": claim}}).wait_ready()


def fill(desk, place, n_folders, n_servers):
    agent = Agent(desk)
    folders = [os.path.join(place, "folder-%04d" % number) for number in range(n_folders)]
    for folder in folders:
        os.mkdir(folder)
    roots = []
    for first in range(0, n_folders, BATCH):
        roots += agent.add(*folders[first:first + BATCH])
    for number in range(n_servers):
        peer = connect(desk, number)
        peer.roots()
        request = wait_until(agent.requests, "the question of server %d" % number)[0]
        agent.answer(request, "allow", [roots[(number * SEEN + one) % n_folders] for one in range(SEEN)])
        peer.stop()
    wait_until(lambda: all(root["status"] == "available" for root in agent.call("ListRoots")),
               "all folders", 120)
    found = [[one["id"] for one in agent.call(method)] for method in ("ListRoots", "ListServers")]
    agent.stop()
    agent.vanish()
    return found


def write_journal(desk, place, number, roots, servers):
    """Entries of servers for a day, half a minute apart."""
    now = int(time.time() * 1000000) - MINUTE

    def entry(index):
        at = now - (number - index) * MINUTE // 2
        server, root = index % len(servers), index % len(roots)
        return (at, at, EVENTS[index % len(EVENTS)], servers[server], "server-%03d" % server, roots[root],
                os.path.join(place, "folder-%04d" % root))
    with sqlite3.connect(os.path.join(desk.data_home, "paddock", "paddock.db")) as database:
        database.execute("DELETE FROM journal")
        database.executemany(
            "INSERT INTO journal (time, last, count, event, reason, server_id, server, root_id, root)"
            " VALUES (?, ?, 1, ?, 'none', ?, ?, ?, ?)", map(entry, range(number)))
    database.close()


def make(desk, place, n_folders, n_servers, n_entries):
    """place: the folder that contains the folders. Nothing else may happen in it or above it, because the
    service notices."""
    desk.make_impostor()
    service = desk.serve()
    roots, servers = fill(desk, place, n_folders, n_servers)
    service.stop()
    if n_entries:
        write_journal(desk, place, n_entries, roots, servers)
    service = desk.serve()
    for number in range(min(n_servers, CONNECTED)):
        peer = connect(desk, number)
        peer.roots()
    wait_until(lambda: all(root["status"] == "available" for root in desk.json("list")), "all folders", 120)
    return service.process.pid


def first_frames(desk, rounds):
    """First frames of the window and of an empty one, in turns: ms on the clock and of the processor."""
    screen = Screen(desk.env["DISPLAY"])
    taken = {"empty-window": [], "paddock-gtk": []}
    programs = os.path.join(BUILD, "tests/bench/empty-window"), os.environ["PADDOCK_GTK_BIN"]
    for _ in range(rounds):
        for program in programs:
            screen.forget()
            began = time.monotonic()
            with subprocess.Popen([program], env=desk.program_env(), stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                if not screen.wait_for_frame(60):
                    sys.exit("large: %s drew nothing" % program)
                taken[os.path.basename(program)].append((time.monotonic() - began,
                                                         processor_time(process.pid)))
                process.terminate()
                process.wait()
            time.sleep(0.5)
    return [statistics.median(one[kind] for one in taken["paddock-gtk"])
            / statistics.median(one[kind] for one in taken["empty-window"]) for kind in (0, 1)]


class Window:
    """The window as a person uses it, with its cost for window and service."""

    def __init__(self, desk, service):
        self.desk, self.service = desk, service
        self.found = {}
        before = processor_time(service)
        with open(os.path.join(desk.directory, "window.log"), "wb") as log:
            desk.window = subprocess.Popen([os.environ["PADDOCK_GTK_BIN"]], env=desk.program_env(),
                                           stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.pids = [desk.window.pid, service]
        self.found["start, until all is listed"] = work_until_still(self.pids, before)
        if desk.window.poll() is not None:
            sys.exit("large: the window ended; is there another?")
        desk.focus(MAIN)
        work_until_still(self.pids, 0)

    def do(self, what, *keys, text=None):
        before = processor_time(*self.pids)
        self.desk.keys(*keys)
        if text:
            self.desk.type(text)
        self.found[what] = work_until_still(self.pids, before)

    def use(self):
        self.found["Page Down %d times and End" % STEPS] = self.scroll()
        for number, page in enumerate(PAGES, 1):
            if number > 1:
                self.do("%s opened" % page, "alt+%d" % number)
            self.do("%s searched" % page, "ctrl+f", text="099")
            self.desk.keys("ctrl+a", "BackSpace", "Escape")
            work_until_still(self.pids, 0)
        self.do("folders opened again", "alt+1")

    def scroll(self):
        """Scrolls with the focus in the list, if there is one."""
        self.desk.keys("Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab")
        work_until_still(self.pids, 0)
        before = processor_time(*self.pids)
        self.desk.keys(*["Page_Down"] * STEPS, "End")
        return work_until_still(self.pids, before)


def measure(name, rounds, idle):
    start_window_manager = Desktop._start_window_manager  # pylint: disable=protected-access
    Desktop._start_window_manager = lambda self: None  # pylint: disable=protected-access
    with Desktop() as desk, tempfile.TemporaryDirectory(dir="/var/tmp") as place:
        Desktop._start_window_manager = start_window_manager  # pylint: disable=protected-access
        service = make(desk, place, *STATES[name])
        clock, processor = first_frames(desk, rounds)
        desk._start_window_manager()  # pylint: disable=protected-access
        window = Window(desk, service)
        found = {"first frame, clock": clock, "first frame, processor": processor, **window.found}
        for who, pid in (("window", desk.window.pid), ("service", service)):
            found["%s resident, and its own" % who] = resident(pid)
        time.sleep(5)
        before = [(waits(pid), processor_time(pid)) for pid in window.pids]
        time.sleep(idle)
        for who, pid, (woken, worked) in zip(("window", "service"), window.pids, before):
            found["%s idle: wakeups, ms in a minute" % who] = (
                wakeups(woken, waits(pid)) * 60 / idle, (processor_time(pid) - worked) * 60000 / idle)
        window.use()
        found.update(window.found)
        found["window resident after that"] = resident(desk.window.pid)
        return found


def write(value):
    if isinstance(value, tuple):
        return "%.0f, %.0f" % value
    return "%.2f" % value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--idle", type=int, default=60)
    parser.add_argument("states", nargs="*", default=list(STATES))
    arguments = parser.parse_intermixed_args()
    found = {}
    for name in arguments.states:
        found[name] = measure(name, arguments.rounds, arguments.idle)
        for what, value in found[name].items():
            print("# %-6s %-40s %s" % (name, what, write(value)), flush=True)
    print("| | %s |" % " | ".join(found))
    print("| --- |%s" % (" --- |" * len(found)))
    for what in found[arguments.states[-1]]:
        print("| %s | %s |" % (what, " | ".join(write(one[what]) for one in found.values())))


main()
