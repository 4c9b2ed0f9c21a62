# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The dialog “Connect a Server…”, as a person uses it."""

import json
import re

import a11y
from harness import wait_until

DIALOG = "^Connect a Server$"
# The field for a command, an address or JSON.
FIELD = "Command, Address or JSON"


def open_dialog(desk):
    def button():
        """The button on the page of servers, with or without servers. The one on the page without folders
        is behind it."""
        return [node for node in a11y.find_all(desk.app, a11y.BUTTONS, re.compile("^Connect a Server"))
                if a11y.extents(node).width > 0]
    wait_until(button, "the button")
    desk.focus("^Paddock$")
    desk.click(button()[-1], "^Paddock$")
    return a11y.find(desk.app, a11y.WINDOWS, "Connect a Server")


def open_from_servers(desk):
    """Opens the dialog from the page of servers, whatever page is shown. A button of a page that was never
    shown does nothing."""
    desk.show_page("Servers", "^Paddock$")

    def opened():
        for node in a11y.find_all(desk.app, a11y.BUTTONS, re.compile("^Connect a Server")):
            a11y.act(node)
            desk.settle(1)
            if desk.is_shown(DIALOG):
                return True
        return False
    wait_until(opened, "the dialog")


def set_text(desk, label, text):
    """Types into the row with this title."""
    window = a11y.find(desk.app, a11y.WINDOWS, "Connect a Server")
    row = a11y.find(window, "text" if label == FIELD else None, label)
    desk.focus(DIALOG)
    desk.click(row, DIALOG)
    desk.keys("ctrl+a", "BackSpace")
    if text:
        desk.type(text)


def copied(desk, host):
    """The current text for that host; None while another host is selected."""
    window = a11y.find(desk.app, a11y.WINDOWS, "Connect a Server")
    if not a11y.find_all(window, "label", re.compile("^For %s(:|, in )" % re.escape(host))):
        return None
    return shown(desk)


def shown(desk):
    """The text to copy; None if there is none."""
    window = a11y.find(desk.app, a11y.WINDOWS, "Connect a Server")
    for node in a11y.find_all(window, None, "Configuration"):
        return a11y.text_of(node)
    return None


def label_of(desk):
    """The name of the entry, if the app's form is JSON with one server in it."""
    text = shown(desk)
    if not text:
        return None
    value = json.loads("{%s}" % text.rstrip(",") if text.startswith('"') else text)
    while not set(next(iter(value.values()))) & {"command", "url"}:
        value = next(iter(value.values()))
    return next(iter(value))


def entry_of(desk):
    """The entry, if the app's form is JSON with one server in it. Without the file it has no brackets of
    its own around it."""
    text = shown(desk)
    if not text:
        return None
    value = json.loads("{%s}" % text.rstrip(",") if text.startswith('"') else text)
    while "command" not in value:
        value = next(iter(value.values()))
    return value


def choose_host(desk, name, hosts):
    """Chooses it by keyboard, whatever is selected."""
    window = a11y.find(desk.app, a11y.WINDOWS, "Connect a Server")
    desk.focus(DIALOG)
    desk.click(a11y.find(window, None, "App"), DIALOG)
    desk.settle()
    desk.keys("Home", *["Down"] * hosts.index(name), "Return")
    wait_until(lambda: copied(desk, name), "the entry for " + name)
