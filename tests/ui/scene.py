# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The scene of the pictures: a few folders, two servers, and one server that waits for its answer. Not a
test."""

import os
import re
import subprocess

from gi.repository import GLib

import a11y
import servers
from harness import APP_NAME, PATIENCE, wait_until

# A very small server: it connects, asks for the folders, and asks again after each list_changed.
_SERVER = '''
import json, os, socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect(os.environ["PADDOCK_SOCKET"])
stream = connection.makefile("rw")
def send(**message):
    stream.write(json.dumps({"jsonrpc": "2.0", **message}) + "\\n")
    stream.flush()
for line in stream:
    message = json.loads(line)
    if message.get("method") == "initialize":
        send(id=message["id"], result={
            "protocolVersion": "2025-11-25", "capabilities": {},
            "serverInfo": {"name": os.path.basename(sys.argv[0]), "version": "1"}})
    elif "initialized" in message.get("method", "") or "list_changed" in message.get("method", ""):
        send(id=1, method="roots/list")
'''


class Scene:
    """text: translates a text of the sources for this window."""

    def __init__(self, desk, text=str):
        self.desk = desk
        self.text = text
        self.servers = []
        self.folders = []
        self.env = None

    # ---- words

    def label(self, words):
        """The visible text, without the underscore of the mnemonic."""
        return self.text(words).replace("_", "")

    def sentence(self, words, *values):
        """Fills in each %s. A translation may have them in another order."""
        numbers = iter(range(1, len(values) + 1))
        return re.sub(r"%(?:(\d+)\$)?s", lambda place: values[int(place[1] or next(numbers)) - 1],
                      self.text(words))

    def letter(self, words):
        """The letter of the mnemonic."""
        return re.search("_(.)", self.text(words)).group(1).lower()

    def title(self, words):
        return "^%s$" % re.escape(self.label(words))

    @property
    def main(self):
        return self.title("Paddock")

    # ---- the data

    def start_window(self, env=None):
        # Where it is installed.
        self.desk.env["PATH"] = os.path.dirname(os.environ["PADDOCK_BIN"]) + ":" + self.desk.env["PATH"]
        self.env = env
        self.desk.start_window(env=env)
        wait_until(lambda: self.desk.paddock("list", code=None).code == 0, "the service")

    def start_server(self, name, *arguments):
        os.makedirs(os.path.join(self.desk.home, "servers"), exist_ok=True)
        with open(os.path.join(self.desk.home, "servers", name), "w", encoding="utf-8") as stream:
            stream.write(_SERVER)
        self.servers.append(subprocess.Popen(
            ["/usr/bin/python3", "servers/" + name, *arguments], cwd=self.desk.home,
            stdin=subprocess.DEVNULL, env={**self.desk.env, "PADDOCK_SOCKET": self.desk.socket}))
        wait_until(lambda: any(server["name"] == name for server in self.desk.json("servers")), name)
        return self.servers[-1]

    def share_folders(self):
        """Adds three folders, as if somebody typed them: no language asks anything."""
        self.folders = [self.desk.folder("Projects", "website"), self.desk.folder("Notes"),
                        self.desk.folder("Pictures", "Holiday")]
        for folder in self.folders:
            self.add_path(folder)
            wait_until(lambda folder=folder: any(root["path"] == folder for root in self.desk.json("list")),
                       folder)

    def lose_holiday(self):
        holiday = self.folders[2]
        os.rename(holiday, holiday + " 2026")
        wait_until(lambda: self.desk.root(holiday)["status"] == "missing", "the loss")

    def stop_server(self, server):
        server.terminate()
        server.wait()
        self.servers.remove(server)

    def stop(self):
        for server in list(self.servers):
            self.stop_server(server)

    # ---- actions of a person

    def do(self, action, parameter=None):
        """Starts an action of the window or the application, as "win.add-path"."""
        group, name = action.split(".", 1)
        path = "/" + APP_NAME.replace(".", "/")
        self.desk.control().connection.call_sync(
            APP_NAME, path + "/window/1" if group == "win" else path, "org.gtk.Actions", "Activate",
            GLib.Variant("(sava{sv})", (name, [parameter] if parameter else [], {})), None, 0,
            int(25000 * PATIENCE), None)

    def page(self, name):
        self.do("win.show-page", GLib.Variant("s", name))
        self.desk.settle()

    def find_shown(self, role, name):
        def found():
            return [node for node in a11y.find_all(self.desk.app, role, name)
                    if a11y.extents(node).width > 0]
        return wait_until(found, "%s %r" % (role, name))[0]

    def review(self):
        """Opens the waiting question."""
        self.desk.focus(self.main)
        assert a11y.act(self.find_shown(a11y.BUTTONS, self.label("Answer…")))
        wait_until(lambda: self.desk.is_shown(self.title("Request")), "the question")
        self.desk.settle(1)
        return a11y.find(self.desk.app, a11y.WINDOWS, self.label("Request"))

    def open_server(self, name):
        self.page("servers")
        servers.back(self.desk)
        servers.open_server(self.desk, name, self.main)

    def open_menu(self, name):
        """Opens the menu of a folder's row."""
        button = self.text("Menu of %s") % name
        for _ in range(5):
            self.desk.focus(self.main)
            self.desk.settle()
            self.desk.click(self.find_shown(a11y.BUTTONS, button), self.main)
            self.desk.settle()
            if a11y.find_all(self.desk.app, None, self.label("Open in File _Manager")):
                return
        a11y.find(self.desk.app, None, self.label("Open in File _Manager"))

    def choose_item(self, words):
        """Presses the mnemonic of an item in the open menu."""
        # Not above a widget with a tooltip.
        a11y.run("xdotool", "mousemove", "2", "2")
        self.desk.keys(self.letter(words))

    def add_path(self, path):
        """Adds a path, as if somebody typed it."""
        self.desk.focus(self.main)
        self.do("win.add-path")
        a11y.find(self.desk.app, "text", self.label("Add by Path"))
        self.desk.settle()
        self.desk.keys("ctrl+a")
        self.desk.type(path)
        self.desk.keys("Return")
        a11y.gone(self.desk.app, "text", self.label("Add by Path"))

    def leave(self, title):
        self.desk.focus(title)
        self.desk.keys("Escape")
        wait_until(lambda: not self.desk.is_shown(title), "the end of " + title)
