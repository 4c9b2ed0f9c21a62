# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The window says what a server might still use after the user revoked it. If PADDOCK_SCREENSHOTS names a
directory, pictures are saved there."""

import a11y
import servers
from desktop import Desktop
from harness import wait_until
from stateful_server import Session
from tap import run, test

MAIN = "^Paddock$"

desk = Desktop()


def shown():
    return " ".join(a11y.texts(a11y.find(desk.app, a11y.WINDOWS, "Paddock")))


def wait_shown(text):
    wait_until(lambda: text in shown(), repr(text) + " in the window")


def keeper(name, *options, run_options=()):
    """A server that keeps its folders, behind `paddock run`, with the folder Thesis."""
    server = Session(desk, *options, run_options=("--name", name, *run_options)).handshake()
    wait_until(lambda: [one for one in desk.json("servers") if one["name"] == name], name)
    desk.show_page("Servers", MAIN)
    desk.settle()
    servers.back(desk)
    servers.open_server(desk, name)
    assert a11y.act(a11y.find(desk.app, "check box", "Share Thesis with " + name))
    wait_until(lambda: len(server.state()["roots"]) == 1, "the folder")
    return server


@test
def says_what_is_held():
    """a server that cannot be restarted: the bar and the server's row say what it might still use"""
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    desk.control().add(desk.folder("Thesis"))
    server = keeper("obstinate", run_options=("--on-revoke=notify",))
    desk.focus(MAIN)
    desk.keys("ctrl+p")
    wait_until(lambda: desk.control().property("Paused"), "the pause")
    wait_shown("Sharing is paused, but “obstinate” might still use Thesis.")
    wait_shown("Connected · Might still use Thesis")
    assert "no server sees anything" not in shown()
    desk.screenshot("paused-held", MAIN)
    a11y.press(desk.app, a11y.BUTTONS, "Resume")
    wait_until(lambda: "might still use" not in shown().lower(), "the end of it")
    wait_shown("Connected · Sees 1 of 1 folder")
    server.stop()


@test
def says_that_it_restarts():
    """until a server that was left with nothing is restarted, its row says that it can use the folder"""
    server = keeper("busy", "stubborn")
    # For which it gets 10 s.
    server.call("forget")
    assert a11y.act(a11y.find(desk.app, "check box", "Share Thesis with busy"))
    wait_shown("Connected · Restarting · Might still use Thesis until then")
    desk.screenshot("restarting", MAIN)
    server.wait_starts(2)
    wait_until(lambda: "Restarting" not in shown(), "the end of the restart")
    server.stop()


run(desk, in_order=True)
