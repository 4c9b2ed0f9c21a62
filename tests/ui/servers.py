# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The page of servers: the rows of its list, and the page of one server. What is on the list is still in
the tree while the page of a server is shown, with the places that it had."""

import a11y
from harness import wait_until

MAIN = "^Paddock$"


def rows(desk, name):
    """The rows of the list with this name; none before the page was shown for the first time."""
    pages = a11y.find_all(desk.app, None, "PaddockServersPage")
    return [node for page in pages for node in a11y.find_all(page, "list item", name)
            if a11y.extents(node).width > 0]


def opened(desk):
    """The page of a server; None: the list is shown."""
    found = a11y.find_all(desk.app, None, "PaddockServerPage")
    return found[0] if found else None


def texts(desk):
    """What the page of the server says."""
    page = opened(desk)
    return " ".join(a11y.texts(page)) if page else ""


def open_server(desk, name, main=MAIN):
    """From the list, with a click."""
    desk.click(wait_until(lambda: rows(desk, name), "the row of " + name)[0], main)
    wait_until(lambda: name in texts(desk), "the page of " + name)
    desk.settle()


def back(desk):
    """To the list, by the button, which is the first thing on the page."""
    page = opened(desk)
    if page:
        assert a11y.act(a11y.find_all(page, a11y.BUTTONS)[0])
        wait_until(lambda: opened(desk) is None, "the list")
        desk.settle()
