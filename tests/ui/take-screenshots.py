# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Takes the pictures of docs/screenshots, as software stores want them: each a window alone with its
shadow and nothing behind it, twice as large, with a close button only, and without what is said for a while.
build-aux/screenshots runs it. A scene, not a test. The first argument names the directory for the pictures;
"dark" after it takes those of README dark."""

import json
import os
import re
import subprocess
import sys

# pylint: disable=wrong-import-position
import a11y
import servers
from desktop import Desktop
from harness import wait_until
from puppet import Run
from scene import Scene
from screen import Screen

FOLDER = os.path.abspath(sys.argv[1])
IS_DARK = "dark" in sys.argv[2:]
SCALE = 2
OF_README = "consent", "apps"


def opaque_colors(pixels):
    """The same pixels, whose colors the display has darkened by how transparent they are."""
    straight = bytearray(pixels)
    for at in range(3, len(straight), 4):
        alpha = straight[at]
        if 0 < alpha < 255:
            for color in range(at - 3, at):
                straight[color] = min(255, straight[color] * 255 // alpha)
    return bytes(straight)


class Studio:
    """Takes a picture of one window."""

    def __init__(self, desk):
        self.desk = desk
        self.screen = Screen(desk.env["DISPLAY"])

    def take(self, name, title):
        if IS_DARK and name not in OF_README:
            return
        self.desk.focus(title)
        # Nothing is under the pointer.
        a11y.run("xdotool", "mousemove", "2", "2")
        self.desk.settle(1)
        window = self.desk.x_window(title)
        geometry = self.desk.geometry(window)
        size = geometry["WIDTH"], geometry["HEIGHT"]
        pixels = opaque_colors(self.screen.look(0, 0, *size, window=int(window)))
        subprocess.run(["convert", "-size", "%dx%d" % size, "-depth", "8", "bgra:-",
                        os.path.join(FOLDER, name + ("-dark" if IS_DARK else "") + ".png")],
                       input=pixels, check=True)


def close_button_only(desk):
    with open(os.path.join(desk.env["XDG_CONFIG_HOME"], "gtk-4.0", "settings.ini"), "a",
              encoding="utf-8") as stream:
        stream.write("gtk-decoration-layout=:close\n")


def share(scene, name, folder):
    """With the server that asks. Nobody waits after that."""
    question = scene.review()
    scene.desk.click(a11y.find(question, "check box", folder), scene.title("Request"))
    scene.desk.settle(1)
    if name:
        Studio(scene.desk).take(name, scene.title("Request"))
    a11y.press(question, a11y.BUTTONS, a11y.TELL)
    a11y.gone(scene.desk.app, a11y.WINDOWS, "Request")


def close_toasts(scene):
    """Escape takes away what is said for a while, if something has the focus."""
    def is_quiet():
        if not a11y.find_all(scene.desk.app, "label", re.compile("^Added")):
            return True
        scene.desk.focus(scene.main)
        scene.desk.keys("Tab", "Escape")
        scene.desk.settle()
        return False
    wait_until(is_quiet, "the end of what is said")


def write_apps(desk):
    """The files of three apps, each with one server. The first goes through Paddock."""
    for path, name, command in (
            (".claude.json", "notes", ["npx", "-y", "notes-server"]),
            (".cursor/mcp.json", "git", ["uvx", "mcp-server-git"]),
            (".gemini/settings.json", "files", ["npx", "-y", "@modelcontextprotocol/server-filesystem"])):
        path = os.path.join(desk.home, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            json.dump({"mcpServers": {name: {"command": command[0], "args": command[1:]}}}, stream, indent=2)
    desk.paddock("apps", "connect", "claude-code/notes")


def start_notes(desk):
    """As Claude Code does, with a server that asks for folders."""
    with open(os.path.join(desk.home, ".claude.json"), encoding="utf-8") as stream:
        words = json.load(stream)["mcpServers"]["notes"]["args"]
    server = Run(desk, "--key", words[words.index("--key") + 1], name="notes").handshake()
    server.roots(1)
    return server


def main():
    with Desktop(size="2000x1720", scale=SCALE) as desk:
        close_button_only(desk)
        if IS_DARK:
            desk.env["ADW_DEBUG_COLOR_SCHEME"] = "prefer-dark"
        scene = Scene(desk)
        studio = Studio(desk)
        write_apps(desk)
        scene.start_window()
        scene.share_folders()
        close_toasts(scene)
        notes = start_notes(desk)
        share(scene, "consent", "Notes")
        notes.wait_notices(1)
        notes.roots(2)
        scene.start_server("git-helper")
        share(scene, None, "website")
        scene.lose_holiday()
        studio.take("folders", scene.main)
        scene.open_server("notes (Claude Code)")
        studio.take("servers", scene.main)
        servers.back(desk)
        scene.page("overview")
        studio.take("overview", scene.main)
        scene.page("activity")
        studio.take("activity", scene.main)
        scene.page("apps")
        studio.take("apps", scene.main)
        scene.stop()


main()
