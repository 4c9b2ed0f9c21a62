# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""“Connect a Server…”: the entry that the window makes for a host's configuration is copied, and a host
that starts it has the server under `paddock run`. If PADDOCK_SCREENSHOTS names a directory, pictures are
saved there."""

import json
import os
import re
import subprocess

import a11y
from connect import DIALOG, choose_host, copied, entry_of, open_dialog, set_text
from desktop import Desktop
from harness import binary, contains, equal, wait_until
from tap import run, test

MAIN = "^Paddock$"
HOSTS = ["Claude Code", "Claude Desktop", "Cline", "Codex", "Continue", "Cursor", "Gemini CLI", "goose",
         "LM Studio", "VS Code", "Windsurf", "Zed"]

desk = Desktop()


def page(name):
    tab = a11y.find(desk.app, "page tab", name)
    if not a11y.act(tab):
        desk.click(tab, MAIN)


@test
def nothing_typed():
    """from the servers' page, a dialog with nothing to copy yet"""
    desk.start_window()
    page("Servers")
    window = open_dialog(desk)
    equal(a11y.find_all(window, None, "Configuration"), [], "the configuration")
    equal(a11y.find_all(window, a11y.BUTTONS, "Copy"), [], "the button")
    desk.screenshot("connect-empty", DIALOG)


@test
def typed_wrong():
    """what is wrong with the command is said"""
    set_text(desk, "Server Command", "npx 'x")
    a11y.find(desk.app, "label", re.compile("quotation mark"))
    set_text(desk, "Server Command", "KEY=1 npx x")
    a11y.find(desk.app, "label", re.compile("must start with the program"))
    equal(a11y.find_all(desk.app, a11y.BUTTONS, "Copy"), [], "the button")


@test
def beside_what_it_copies():
    """Copy stands at the configuration, and not in the header bar"""
    set_text(desk, "Server Command", "npx x")
    window = a11y.find(desk.app, a11y.WINDOWS, "Connect a Server")
    copy = a11y.extents(wait_until(lambda: a11y.find_all(window, a11y.BUTTONS, "Copy"), "the button")[0])
    text = a11y.extents(a11y.find(window, None, "Configuration"))
    name = a11y.extents(a11y.find(window, None, "Name (Optional)"))
    assert copy.y > name.y + name.height, (copy, name)
    assert 0 <= text.y - copy.y - copy.height <= 24, (copy, text)


def key_of(entry):
    args = entry.get("args", [])
    return args[args.index("--key") + 1] if "--key" in args else None


@test
def typed():
    """the entry has the command, word for word, and a key that the service made"""
    set_text(desk, "Server Command", "npx -y 'a \\b' \"it's\" {roots} ü")
    wait_until(lambda: len(key_of(entry_of(desk) or {}) or "") == 48, "the service's key")
    entry = entry_of(desk)
    args = entry["args"]
    equal(entry["command"], binary(), "the program")
    equal(args[0], "run", "the first word")
    equal(args[args.index("--") + 1:], ["npx", "-y", "a \\b", "it's", "{roots}", "ü"], "the command")
    key = key_of(entry)
    assert re.fullmatch("[0-9a-f]{48}", key), key
    set_text(desk, "Name (Optional)", "My Notes")
    wait_until(lambda: "--name" in entry_of(desk)["args"], "the name")
    args = entry_of(desk)["args"]
    equal(args[args.index("--name") + 1], "My Notes", "the name")
    equal(args[args.index("--key") + 1], key, "the key")
    desk.screenshot("connect-typed", DIALOG)


@test
def hosts():
    """each host has its own form, with the same words"""
    for name in HOSTS:
        choose_host(desk, name, HOSTS)
        text = wait_until(lambda name=name: copied(desk, name), "the entry for " + name)
        contains(text, '"run", "--name", "My Notes", "--key"', name)
        contains(text, '"a \\\\b", "it\'s", "{roots}", "ü"]', name)
    contains(copied(desk, "Zed"), "context_servers", "Zed's")


@test
def another_key():
    """every entry gets a key of its own"""
    first = copied(desk, "Zed")
    desk.keys("Escape")
    a11y.gone(desk.app, a11y.WINDOWS, "Connect a Server")
    open_dialog(desk)
    set_text(desk, "Server Command", "/bin/cat")
    second = wait_until(lambda: entry_of(desk), "the entry")
    assert second["args"][second["args"].index("--key") + 1] not in first


@test
def attached():
    """copied and started as a host would, the server is there and known by its key"""
    server = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../flatpak/server.sh")
    answers = os.path.join(desk.home, "answers")
    set_text(desk, "Server Command", "/bin/sh '%s' %s" % (server, answers))
    set_text(desk, "Name (Optional)", "Shell")
    wait_until(lambda: "Shell" in entry_of(desk)["args"], "the name")
    entry = entry_of(desk)
    a11y.press(desk.app, a11y.BUTTONS, "Copy")
    a11y.find(desk.app, "label", re.compile("^Copied"))
    desk.screenshot("connect-copied", DIALOG)
    set_text(desk, "Name (Optional)", "")
    desk.keys("ctrl+v")
    field = a11y.find(desk.app, None, "Name (Optional)")
    pasted = wait_until(lambda: a11y.text_of(field), "what was copied")
    equal(next(iter(json.loads(pasted)["mcpServers"].values())), entry, "the clipboard")
    process = subprocess.Popen([entry["command"], *entry["args"]], env=desk.program_env(),
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    process.stdin.write(b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":'
                        b'"2025-11-25","capabilities":{},"clientInfo":{"name":"h","version":"1"}}}\n')
    contains(process.stdout.readline(), b'"shell"', "the server's answer")
    process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    server = wait_until(lambda: [one for one in desk.control().call("ListServers")
                                 if one["name"] == "Shell"], "the server")[0]
    equal([proof for kind, proof, _ in server["facts"] if kind == "key"], ["proven"], "its key")
    process.stdin.close()
    equal(process.wait(30), 0, "exit status")


@test
def left():
    """Escape leaves the dialog at once, also while it is said that the entry was copied"""
    a11y.press(desk.app, a11y.BUTTONS, "Copy")
    wait_until(lambda: [node for node in a11y.find_all(desk.app, "label", re.compile("^Copied"))
                        if a11y.extents(node).width > 0], "the toast")
    desk.focus(DIALOG)
    desk.keys("Escape")
    wait_until(lambda: not desk.is_shown(DIALOG), "the end of the dialog", 3)
    open_dialog(desk)
    set_text(desk, "Server Command", "/bin/cat")


@test
def narrow():
    """on a phone all of it fits"""
    set_text(desk, "Name (Optional)", "My Notes")
    wait_until(lambda: "My Notes" in entry_of(desk)["args"], "the name")
    width, _ = desk.resize(DIALOG, 360, 640)
    equal(width, 360, "the width")
    desk.screenshot("connect-narrow", DIALOG)
    equal(desk.warnings(), [], "warnings")


if __name__ == "__main__":
    run(desk, in_order=True)
