# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The commands of README and of docs/uninstall.md do what is written there. Those of `paddock` run here, in
their order; for each other command the table below names what runs it."""

import json
import os
import re
import shlex
import subprocess

from harness import Box, binary, equal, wait_until
from peer import PeerProcess
from tap import run, test

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
APP = "io.github.paddock_mcp.Paddock"
# A command -> a file, and the words in it that run the same.
ELSEWHERE = {
    "flatpak-builder --user --install --force-clean _build-flatpak flatpak/%s.yml" % APP:
        ("tests/flatpak/install-application", "flatpak-builder --user --force-clean"),
    "flatpak run " + APP: ("tests/flatpak/sandboxed.py", '["flatpak", "run", "--user", APP_NAME'),
    "alias paddock=~/.local/share/flatpak/app/%s/current/active/files/bin/paddock-host" % APP:
        ("tests/flatpak/test-host.py", "app/%s/current" % APP),
    "meson setup _build-install --prefix=/usr -Dtests=false":
        ("build-aux/packages.sh", 'meson setup "$directory" "$@"'),
    "meson compile -C _build-install": ("build-aux/test", 'meson compile -C "$1"'),
    "sudo meson install -C _build-install": ("tests/support/installed.py", '"meson", "install", "-C", build'),
    "sudo ninja -C _build-install uninstall":
        ("tests/support/installed.py", '"meson", "--internal", "uninstall"'),
}
# Nothing runs these but people, and what tests Paddock from the outside.
BY_HAND = {"build-aux/run", "build-aux/test", "flatpak uninstall --user --delete-data " + APP}
ENTRY = '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "server"]}}}\n'


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as stream:
        return stream.read()


def commands(name):
    """The lines of code without a language, and code in a sentence that begins like a command."""
    for language, block, inline in re.findall(
            r"^ *```(\w*)\n(.*?)^ *```$|`((?:sudo|paddock|build-aux/\w+) [^`\n]+)`", read(name), re.M | re.S):
        for line in ("" if language else block or inline).splitlines():
            command = line.partition("#")[0].strip()
            if command:
                yield command


class Story:
    """What the commands find, and what is so after each of them."""

    def __init__(self, box):
        self.box = box
        self.entries = os.path.join(box.home, ".cursor/mcp.json")
        os.makedirs(os.path.dirname(self.entries))
        with open(self.entries, "w", encoding="utf-8") as stream:
            stream.write(ENTRY)
        self.folder = box.folder("project")
        self.peer = PeerProcess(box, "my-server").wait_ready()
        equal(self.peer.roots(), [], "the answer before a decision")

    def entry(self):
        with open(self.entries, encoding="utf-8") as stream:
            return json.load(stream)["mcpServers"]["files"]

    def sees(self, *folders):
        wait_until(lambda: self.peer.uris() == ["file://" + folder for folder in folders],
                   "the server sees %s" % (folders,))

    def after(self, command):
        if command.startswith("paddock apps connect"):
            equal((self.entry()["command"], self.entry()["args"][0]), (binary(), "run"), "the entry")
        elif command.startswith("paddock grant"):
            self.sees(self.folder)
        elif command.startswith(("paddock revoke", "paddock pause")):
            self.sees()
        elif command == "paddock apps restore --all":
            equal(self.entry(), json.loads(ENTRY)["mcpServers"]["files"], "the entry")

    def do(self, command):
        words = shlex.split(command.replace("~/", self.box.home + "/"))
        self.box.paddock(*words[1:])
        self.after(command)


@test
def readme():
    """each command of `paddock` does what README says; something runs each other one"""
    with Box() as box:
        box.serve()
        story = Story(box)
        seen = list(commands("README.md"))
        assert len(seen) > 15, seen
        for command in seen:
            if command.startswith("paddock "):
                story.do(command)
            elif command not in BY_HAND:
                name, words = ELSEWHERE[command]
                assert words in read(name), "%s does not run “%s”" % (name, command)


@test
def uninstall():
    """the file that apps read is as before, the list says so, and the copy is gone"""
    with Box() as box:
        box.serve()
        story = Story(box)
        box.paddock("apps", "connect", "--all")
        place = os.path.join(box.data_home, "paddock/apps")
        copy, = [os.path.join(place, name) for name in os.listdir(place) if name.endswith(".backup")]
        show, = [command for command in commands("docs/uninstall.md") if command.startswith("sed ")]
        shown = subprocess.run(["sh", "-c", show.replace("FILE.backup", shlex.quote(copy))], check=True,
                               capture_output=True, text=True)
        equal(shown.stdout, ENTRY, "the copy")
        for command in commands("docs/uninstall.md"):
            if command.startswith("paddock apps"):
                story.do(command)
        equal([one["throughPaddock"] for file in box.json("apps") for one in file["servers"]], [False],
              "through Paddock")
        equal(os.listdir(place), ["lock"], "copies")


@test
def by_hand():
    """an entry that a person changes as docs/uninstall.md says is the one that `restore` writes"""
    before, after = re.findall(r'\{ "command": .* \}', read("docs/uninstall.md"))
    with Box() as box:
        box.serve()
        story = Story(box)
        with open(story.entries, "w", encoding="utf-8") as stream:
            stream.write('{"mcpServers": {"files": %s}}' % before)
        box.paddock("apps", "restore", "--all")
        equal(story.entry(), json.loads(after), "the entry")


run()
