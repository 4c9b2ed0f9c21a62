# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The document portal is too old to say where a folder is (Debian 12). The window says so and what to do,
offers nothing that would fail, and no server ever gets a path of the portal."""

import re
import subprocess

import a11y
from harness import contains, equal, stays, wait_until
from peer import PeerProcess
from sandboxed import Sandboxed
from tap import run, skip_all, test

PORTAL = "/usr/libexec/xdg-document-portal"
WITH_HOST_PATHS = (1, 20)  # xdg-desktop-portal, whose document portal has version 5


def portal_version():
    found = subprocess.run([PORTAL, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(int(number) for number in re.search(r"(\d+)\.(\d+)", found).groups())


desk = Sandboxed()
if portal_version() >= WITH_HOST_PATHS:
    skip_all("the portal here is new enough: PADDOCK_FLATPAK_SUITE=bookworm build-aux/test-flatpak")


@test
def said():
    """the first page says so, with a way out; nothing can be added"""
    desk.start_window()
    wait_until(lambda: any("too old" in text for text in a11y.texts(desk.app)), "the reason")
    contains(" ".join(a11y.texts(desk.app)), "xdg-desktop-portal to 1.20", "the way out")
    desk.screenshot("flatpak-old-portal", "^Paddock$")
    for button in a11y.find_all(desk.app, a11y.BUTTONS, re.compile("^Add Folder")):
        assert not a11y.is_sensitive(button), a11y.name_of(button)


@test
def pasted():
    """a typed or pasted path is not added either"""
    desk.focus("^Paddock$")
    desk.keys("ctrl+v")
    stays(lambda: not a11y.find_all(desk.app, None, "Add by Path"), "no dialog", 1)


@test
def from_the_host():
    """`paddock add` on the host refuses, and says why"""
    folder = desk.folder("Photos")
    done = desk.paddock("add", folder, code=1)
    contains(done.err, "1.20", "what is said")
    equal(desk.json("list"), [], "folders")


@test
def asked():
    """a server that asks gets nothing, and in its question nothing can be added"""
    peer = PeerProcess(desk, name="curious").wait_ready()
    equal(peer.uris(), [], "roots")
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Answer…"))
    dialog = a11y.find(desk.app, a11y.WINDOWS, "Request")
    button = a11y.find(dialog, a11y.BUTTONS, "Add Folder…")
    assert not a11y.is_sensitive(button), "the button"
    desk.screenshot("flatpak-old-portal-dialog", "^Request$")
    peer.stop()


if __name__ == "__main__":
    run(desk, in_order=True)
