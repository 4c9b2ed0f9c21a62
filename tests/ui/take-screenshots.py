# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Takes the pictures of docs/screenshots; build-aux/screenshots runs it. A scene, not a test. The first
argument is the directory for the pictures. "dark" after it takes dark ones."""

import os
import sys

os.environ["PADDOCK_SCREENSHOTS"] = sys.argv[1]
IS_DARK = "dark" in sys.argv[2:]

# pylint: disable=wrong-import-position
import a11y
import connect
import dialogs
from desktop import Desktop
from harness import wait_until
from scene import Scene


def main():
    with Desktop(size="1000x860") as desk:
        if IS_DARK:
            desk.env["ADW_DEBUG_COLOR_SCHEME"] = "prefer-dark"
        suffix = "-dark" if IS_DARK else ""
        scene = Scene(desk)
        dialog = scene.title("Request")
        scene.start_window()
        scene.share_folders()
        scene.start_server("notes-search")
        question = scene.review()
        desk.click(a11y.find(question, "check box", "Notes"), dialog)
        desk.settle(1)
        desk.screenshot("consent" + suffix, dialog)
        a11y.press(question, a11y.BUTTONS, "Share")
        a11y.gone(desk.app, a11y.WINDOWS, "Request")
        scene.start_server("git-helper")
        scene.lose_holiday()
        desk.focus(scene.main)
        desk.screenshot("folders" + suffix, scene.main)
        scene.open_server("notes-search")
        desk.screenshot("servers" + suffix, scene.main)
        scene.open_server("notes-search")
        scene.page("overview")
        desk.screenshot("overview" + suffix, scene.main)
        scene.page("servers")
        connect.open_dialog(desk)
        connect.set_text(desk, "Server Command",
                         "npx -y @modelcontextprotocol/server-filesystem {roots}")
        connect.set_text(desk, "Name (Optional)", "Files")
        desk.screenshot("connect" + suffix, connect.DIALOG)
        scene.leave(connect.DIALOG)
        scene.page("activity")
        desk.screenshot("activity" + suffix, scene.main)
        scene.stop()
        wait_until(lambda: not desk.control().call("ListRequests"), "the question to go with its server")
        with dialogs.sensitive(scene) as title:
            desk.screenshot("sensitive" + suffix, title)


main()
