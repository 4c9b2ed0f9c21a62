# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The main job from inside the sandbox: a folder picked through the real portal is shown and sent by
its path on the host, a server on the host is asked about, granted and reads it. Each step goes on
where the one before it ended. Pictures are saved where PADDOCK_SCREENSHOTS names a directory."""

import os

import a11y
from harness import APP_NAME, contains, equal, wait_until
from sandboxed import Sandboxed
from tap import run, test

desk = Sandboxed()


def roots():
    return desk.json("list")


def row_texts(name):
    for row in a11y.find_all(desk.app, "list item", name):
        texts = a11y.texts(row)
        if texts:
            return texts
    return []


@test
def window():
    """the window comes up, and the bus starts the service in a sandbox of its own"""
    desk.start_window()
    a11y.find(desk.app, "label", "Share a Folder")
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    desk.screenshot("flatpak-empty", "^Paddock$")
    equal(desk.socket, os.path.join(desk.runtime, "app", APP_NAME, "mcp.sock"), "the socket")
    assert os.path.exists(desk.socket), "the socket is not there outside"


@test
def folder():
    """a folder picked in the portal is shown by its path on the host"""
    photos = desk.folder("Photos")
    desk.file("Photos", "cat.txt", text="a cat\n")
    a11y.press(desk.app, a11y.BUTTONS, "Add Folder…")
    desk.choose(photos)
    wait_until(lambda: [root["path"] for root in roots()] == [photos], "the root")
    equal([root["uri"] for root in roots()], ["file://" + photos], "its URI")
    wait_until(lambda: roots()[0]["status"] == "available", "the folder to be there")
    wait_until(lambda: "~/Photos" in row_texts("Photos"), "its row")
    desk.screenshot("flatpak-folder", "^Paddock$")
    equal(list(desk.documents().values()), [photos], "documents")
    contains(" ".join(row_texts("Photos")), "nobody", "the row")


if __name__ == "__main__":
    run(desk, in_order=True)
