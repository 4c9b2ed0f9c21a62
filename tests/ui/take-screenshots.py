# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Takes the pictures of docs/screenshots: build-aux/screenshots runs it. A scene, not a test: a few
folders, two servers, and the window as a person would see it. The first argument names the directory
for the pictures; "dark" after it takes them dark."""

import os
import subprocess
import sys

os.environ["PADDOCK_SCREENSHOTS"] = sys.argv[1]
IS_DARK = "dark" in sys.argv[2:]

# pylint: disable=wrong-import-position
import a11y
import connect
from desktop import Desktop
from harness import wait_until

# A server as small as can be: it dials, asks for the folders, and asks again at each notice.
SERVER = '''
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
            "serverInfo": {"name": os.path.basename(sys.argv[0])[:-3], "version": "1"}})
    elif "initialized" in message.get("method", "") or "list_changed" in message.get("method", ""):
        send(id=1, method="roots/list")
'''

MAIN, DIALOG = "^Paddock$", "^Request$"


def start_server(desk, name):
    os.makedirs(os.path.join(desk.home, "servers"), exist_ok=True)
    with open(os.path.join(desk.home, "servers", name + ".py"), "w", encoding="utf-8") as stream:
        stream.write(SERVER)
    process = subprocess.Popen(["/usr/bin/python3", "servers/%s.py" % name], cwd=desk.home,
                               env={**desk.env, "PADDOCK_SOCKET": desk.socket},
                               stdin=subprocess.DEVNULL)
    wait_until(lambda: any(server["name"] == name for server in desk.json("servers")), name)
    return process


def page(desk, name):
    desk.click(a11y.find(desk.app, "page tab", name), MAIN)


def main():
    with Desktop(size="1000x860") as desk:
        if IS_DARK:
            desk.env["ADW_DEBUG_COLOR_SCHEME"] = "prefer-dark"
        # As where it is installed.
        desk.env["PATH"] = os.path.dirname(os.environ["PADDOCK_BIN"]) + ":" + desk.env["PATH"]
        suffix = "-dark" if IS_DARK else ""
        website = desk.folder("Projects", "website")
        notes = desk.folder("Notes")
        holiday = desk.folder("Pictures", "Holiday")
        desk.start_window()
        wait_until(lambda: desk.paddock("list", code=None).code == 0, "the service")
        for folder in (website, notes, holiday):
            desk.paddock("add", folder)
        finder = start_server(desk, "notes-search")
        desk.focus(MAIN)
        a11y.press(desk.app, a11y.BUTTONS, "Review…")
        a11y.find(desk.app, a11y.WINDOWS, "Request")
        desk.settle(1)
        tick = a11y.find(a11y.find(desk.app, a11y.WINDOWS, "Request"), "check box", "Notes")
        desk.click(tick, DIALOG)
        desk.settle(1)
        desk.screenshot("consent" + suffix, DIALOG)
        a11y.press(a11y.find(desk.app, a11y.WINDOWS, "Request"), a11y.BUTTONS, "Share")
        a11y.gone(desk.app, a11y.WINDOWS, "Request")
        git = start_server(desk, "git-helper")
        os.rename(holiday, holiday + " 2026")
        wait_until(lambda: desk.root(holiday)["status"] == "missing", "the loss")
        desk.focus(MAIN)
        desk.screenshot("folders" + suffix, MAIN)
        page(desk, "Servers")
        desk.settle()
        desk.click(a11y.find(desk.app, None, "notes-search"), MAIN)
        desk.screenshot("servers" + suffix, MAIN)
        desk.click(a11y.find(desk.app, None, "notes-search"), MAIN)
        desk.settle()
        page(desk, "Overview")
        desk.settle()
        desk.screenshot("overview" + suffix, MAIN)
        page(desk, "Servers")
        connect.open_dialog(desk)
        connect.set_text(desk, "Command of the Server",
                         "npx -y @modelcontextprotocol/server-filesystem {roots}")
        connect.set_text(desk, "Name (Optional)", "Files")
        desk.screenshot("connect" + suffix, connect.DIALOG)
        desk.keys("Escape")
        a11y.gone(desk.app, a11y.WINDOWS, "Connect a Server")
        page(desk, "Activity")
        desk.screenshot("activity" + suffix, MAIN)
        for process in (finder, git):
            process.terminate()
            process.wait()


main()
