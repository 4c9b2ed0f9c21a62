# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The session bus goes away while the window is open. The window says so and ends, and the next one shows
the questions that waited in the service."""

import re

import a11y
from desktop import Desktop
from harness import contains, equal, wait_until
from peer import PeerProcess
from tap import run, test

desk = Desktop()


@test
def ends():
    """the window ends by itself, and says why"""
    service = desk.serve()
    desk.start_window()
    peer = PeerProcess(desk, "alpha").wait_ready()
    equal(peer.roots(), [], "the list")
    wait_until(lambda: a11y.find_all(desk.app, a11y.BUTTONS, re.compile("^Answer…")), "the question")
    desk.lose_bus()
    equal(desk.window.wait(20), 0, "exit status")
    contains(desk.window_log(), "The session bus is lost", "what it says")
    equal(len([line for line in desk.window_log().splitlines() if "CRITICAL" in line]), 0, "criticals")
    desk.restart_bus()
    wait_until(lambda: desk.service_pid() == service.process.pid, "the service")
    equal([one["name"] for one in desk.control().call("ListRequests")], ["alpha"], "what waits")


run(desk, in_order=True)
