# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""“Connect a Server…”: the entry that the window makes for an app's configuration is copied, and an app
that starts it has the server under `paddock run`. If PADDOCK_SCREENSHOTS names a directory, pictures are
saved there."""

import json
import os
import re
import socket
import subprocess

import a11y
from connect import (DIALOG, FIELD, choose_host, copied, entry_of, label_of, open_dialog, open_from_servers,
                     set_text, shown)
from desktop import Desktop, require
from harness import binary, contains, equal, stays, wait_until
from tap import run, test

require("xclip")

MAIN = "^Paddock$"
# The apps in the dialog's list, in its order, as far as the tests choose them.
APPS = ["Claude Desktop", "Claude Code", "VS Code", "VS Code Insiders", "VSCodium", "Cursor", "Windsurf",
        "Zed", "Codex", "Gemini CLI", "Antigravity", "Qwen Code", "goose", "Cline", "Continue", "LM Studio",
        "Jan", "opencode", "Copilot CLI", "Junie", "Kiro", "Amazon Q CLI", "AnythingLLM", "Cherry Studio"]

desk = Desktop(size="1280x1000")
CURSOR = os.path.join(desk.home, ".cursor", "mcp.json")


def page(name):
    tab = a11y.find(desk.app, "page tab", name)
    if not a11y.act(tab):
        desk.click(tab, MAIN)
    # The page of before has a button of the same name.
    desk.settle(1)


def dialog():
    return a11y.find(desk.app, a11y.WINDOWS, "Connect a Server")


def says(pattern):
    """Waits until the dialog shows a text like this."""
    wait_until(lambda: [node for node in a11y.find_all(dialog(), "label", re.compile(pattern))
                        if a11y.extents(node).width > 0], "the text " + pattern)


def can_copy():
    return a11y.is_sensitive(a11y.find_button(dialog(), "Copy"))


def paste(text):
    """Puts the text into the field as a person does who copied it."""
    process = subprocess.Popen(["xclip", "-in", "-selection", "clipboard"], stdin=subprocess.PIPE)
    process.communicate(text.encode())
    set_text(desk, FIELD, "")
    desk.keys("ctrl+v")


def begin():
    """Starts the window again, with no app's file of an earlier test."""
    if os.path.exists(CURSOR):
        os.unlink(CURSOR)
    desk.start_again()


def need_dialog(app="Cursor"):
    """Shows the dialog, with this app chosen."""
    if not desk.is_shown(DIALOG):
        open_from_servers(desk)
    # Only a server that Paddock can use shows which app is chosen.
    set_text(desk, FIELD, "x")
    choose_host(desk, app, APPS)


@test
def nothing_typed():
    """from the servers' page, a dialog with nothing to copy yet"""
    desk.start_window()
    page("Servers")
    window = open_dialog(desk)
    equal(a11y.find_all(window, None, "Configuration"), [], "the configuration")
    assert not can_copy()
    desk.screenshot("connect-empty", DIALOG)


@test
def typed_wrong():
    """what Paddock doesn't understand is refused with the reason, and there is nothing to copy"""
    need_dialog("Claude Desktop")
    for text, reason in (("npx 'x", "quotation mark"), ("KEY=1", "must start with the program"),
                         ("cd x && node y", "without a shell"), ("http://example.org/", "It needs https://"),
                         ("{ \"mcpServers\": ", "incomplete"), ("paddock mcp", "own server")):
        set_text(desk, FIELD, text)
        says(reason)
        assert not can_copy(), text
    desk.screenshot("connect-refused", DIALOG)


@test
def beside_what_it_copies():
    """Copy stands at the configuration, and not in the header bar"""
    need_dialog("Claude Desktop")
    set_text(desk, FIELD, "npx x")
    window = dialog()
    wait_until(can_copy, "the button")
    copy = a11y.extents(a11y.find_button(window, "Copy"))
    text = a11y.extents(a11y.find(window, None, "Configuration"))
    name = a11y.extents(a11y.find(window, None, "Name (Optional)"))
    assert copy.y > name.y + name.height, (copy, name)
    assert 0 <= text.y - copy.y - copy.height <= 72, (copy, text)


def key_of(entry):
    args = entry.get("args", [])
    return args[args.index("--key") + 1] if "--key" in args else None


@test
def typed():
    """the entry has the command, word for word, and a key of the app"""
    need_dialog("Claude Desktop")
    set_text(desk, FIELD, "npx -y 'a \\b' \"it's\" {roots} ü")
    says("^A command: npx -y ")
    wait_until(lambda: "ü" in (entry_of(desk) or {"args": []})["args"], "the entry")
    entry = entry_of(desk)
    args = entry["args"]
    equal(entry["command"], binary(), "the program")
    equal(args[0], "run", "the first word")
    equal(args[args.index("--") + 1:], ["npx", "-y", "a \\b", "it's", "{roots}", "ü"], "the command")
    key = key_of(entry)
    assert re.fullmatch("claude-desktop-[0-9a-z]{12}", key), key
    set_text(desk, "Name (Optional)", "My Notes")
    wait_until(lambda: label_of(desk) == "My-Notes", "the name")
    equal(key_of(entry_of(desk)), key, "the key")
    desk.screenshot("connect-typed", DIALOG)


@test
def apps():
    """each app has its own form, with the same words"""
    need_dialog()
    set_text(desk, FIELD, "npx {roots}")
    for name in ("Claude Code", "VS Code", "Codex", "goose", "Continue", "opencode", "Cherry Studio", "Zed"):
        choose_host(desk, name, APPS)
        text = wait_until(lambda name=name: copied(desk, name), "the entry for " + name)
        contains(text.replace('", "', " ").replace('"', ""), "--key %s-" % name.lower().replace(" ", "-")
                 .replace("vs-code", "vscode"), name)
        contains(text, "{roots}", name)
    contains(copied(desk, "Zed"), "context_servers", "Zed's")
    choose_host(desk, "opencode", APPS)
    equal(entry_of(desk)["command"][:2], [binary(), "run"], "opencode's array")


def last_words(count):
    return (entry_of(desk) or {"args": []})["args"][-count:]


def offers():
    """The check that has `{roots}` take the place of folders, if it is shown."""
    return [check for check in a11y.find_all(dialog(), "check box", "Get Folders from Paddock")
            if a11y.extents(check).width > 0]


README = """{
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "%s", "%s"],
      "env": { "TOKEN": "very-secret" },
      "cwd": "/tmp"
    },
    "remote": { "url": "https://example.org/mcp", "headers": { "X-Api-Key": "also-secret" } },
    "broken": { "command": "paddock", "args": ["mcp"] }
  }
}
""" % (os.path.join(desk.home, "Documents"), os.path.join(desk.home, "x.git"))


@test
def pasted():
    """JSON of a server's instructions, with several servers, folders and secrets"""
    documents, other = desk.folder("Documents"), desk.folder("x.git")
    need_dialog()
    set_text(desk, "Name (Optional)", "")
    paste(README)
    says("^3 servers: choose one\nA command: npx -y .*\nNot in the new entry: cwd$")
    says("^The command gives %s, %s to the server" % (documents, other))
    wait_until(lambda: last_words(4) == ["npx", "-y", "@modelcontextprotocol/server-filesystem", "{roots}"],
               "the words")
    entry = entry_of(desk)
    equal(entry["env"], {"TOKEN": "very-secret"}, "the environment")
    equal(label_of(desk), "filesystem", "the name")
    desk.screenshot("connect-pasted", DIALOG)
    [check] = offers()
    assert a11y.is_checked(check)
    desk.click(check, DIALOG)
    wait_until(lambda: last_words(2) == [documents, other], "the folders")


@test
def no_folder():
    """a program, a socket, a file or a path that isn't there stays in the command, beside a folder too"""
    need_dialog()
    folder = desk.folder("real")
    answers = desk.file("answers", text="a")
    place = os.path.join(desk.home, "socket")
    missing = os.path.join(desk.home, "missing")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(place)
        for words in (["fs", "/usr/bin/env"], ["fs", place], ["fs", answers], ["fs", missing],
                      ["fs", "--root", folder], ["/bin/sh", "server.sh", answers]):
            set_text(desk, FIELD, " ".join(words))
            wait_until(lambda words=words: last_words(len(words)) == words, "the words %r" % words)
            stays(lambda words=words: last_words(len(words)) == words and not offers(), "the command", 0.5)
    set_text(desk, FIELD, "fs /usr/bin/env %s %s" % (folder, answers))
    wait_until(lambda: last_words(4) == ["fs", "/usr/bin/env", "{roots}", answers], "the folder")
    equal([a11y.is_checked(check) for check in offers()], [True], "the check")


@test
def unknown():
    """what only the app can tell is offered, off"""
    need_dialog()
    words = ["fs", "${workspaceFolder}", desk.folder("real")]
    set_text(desk, FIELD, " ".join(words))
    wait_until(offers, "the offer")
    [check] = offers()
    assert not a11y.is_checked(check)
    equal(last_words(3), words, "the words")
    desk.click(check, DIALOG)
    wait_until(lambda: last_words(2) == ["fs", "{roots}"], "the folders")


@test
def chosen():
    """another server of the text: an address, then one that Paddock can't use"""
    need_dialog()
    paste(README)
    says("^3 servers")
    desk.focus(DIALOG)
    desk.click(a11y.find(dialog(), None, "Server"), DIALOG)
    desk.settle()
    desk.keys("Home", "Down", "Return")
    says("An address: https://example.org/mcp")
    entry = wait_until(lambda: entry_of(desk), "the entry")
    args = entry["args"]
    equal(args[:2] + args[3:], ["run", "--key", "--url", "https://example.org/mcp"], "the words")
    assert re.fullmatch(r"cursor-[0-9a-z]{12}\.url\.http", key_of(entry)), entry
    equal(entry["env"], {"PADDOCK_HTTP_HEADERS": "X-Api-Key: also-secret"}, "the header")
    desk.click(a11y.find(dialog(), None, "Server"), DIALOG)
    desk.settle()
    desk.keys("End", "Return")
    says("Paddock’s own server")
    assert not can_copy()


@test
def address():
    """an address becomes `paddock run --url`"""
    need_dialog()
    set_text(desk, FIELD, "https://example.org/mcp")
    says("^An address: https://example.org/mcp$")
    contains(wait_until(lambda: shown(desk), "the entry"), '"--url", "https://example.org/mcp"', "the entry")


@test
def too_long():
    """a text that no server's instructions have is refused, and nothing hangs"""
    need_dialog()
    paste("x" * 70000)
    says("too long")
    assert not can_copy()


@test
def added():
    """the app's file has servers and comments: the text fits where the dialog says, and the name is new"""
    path = CURSOR
    os.makedirs(os.path.dirname(path), exist_ok=True)
    need_dialog("Zed")
    before = '{\n  "mcpServers": {\n    "filesystem": { "command": "x" }\n  }\n}\n'
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(before)
    set_text(desk, FIELD, "x")
    choose_host(desk, "Cursor", APPS)
    paste(README)
    says("^In line 2, add this right after the “{” of “mcpServers”.$")
    equal(wait_until(lambda: label_of(desk), "the name"), "filesystem-2", "the name")
    after = before.replace('"mcpServers": {', '"mcpServers": {' + shown(desk))
    equal(sorted(json.loads(after)["mcpServers"]), ["filesystem", "filesystem-2"], "the servers")
    tabs = a11y.find_all(desk.app, "page tab", "Apps")
    offer = [node for node in a11y.find_all(dialog(), "label", "Already in the App?")
             if a11y.extents(node).width > 0]
    equal(bool(offer), bool(tabs), "the offer of the page Apps")
    if offer:
        desk.click(offer[0], DIALOG)
        wait_until(lambda: not desk.is_shown(DIALOG), "the end of the dialog")
        open_from_servers(desk)
        set_text(desk, FIELD, "x")
        choose_host(desk, "Cursor", APPS)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write('{ "mcpServers": ')
    set_text(desk, FIELD, "x")
    choose_host(desk, "Zed", APPS)
    desk.click(a11y.find(dialog(), None, "App"), DIALOG)
    desk.settle()
    desk.keys("Home", *["Down"] * APPS.index("Cursor"), "Return")
    says("ends too early")
    assert not can_copy()
    os.unlink(path)


@test
def another_key():
    """every entry gets a key of its own"""
    need_dialog("Zed")
    set_text(desk, FIELD, "x")
    first = wait_until(lambda: copied(desk, "Zed"), "the entry")
    desk.keys("Escape")
    a11y.gone(desk.app, a11y.WINDOWS, "Connect a Server")
    open_from_servers(desk)
    set_text(desk, FIELD, "/bin/cat")
    second = wait_until(lambda: entry_of(desk), "the entry")
    assert second["args"][second["args"].index("--key") + 1] not in first


@test
def attached():
    """copied and started as an app would, the server is there, and its page opens"""
    server = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../flatpak/server.sh")
    answers = os.path.join(desk.home, "answers-of-it")
    need_dialog("Claude Desktop")
    set_text(desk, FIELD, "/bin/sh '%s' %s" % (server, answers))
    set_text(desk, "Name (Optional)", "Shell")
    wait_until(lambda: label_of(desk) == "Shell", "the name")
    entry = entry_of(desk)
    a11y.press(dialog(), a11y.BUTTONS, "Copy")
    a11y.find(desk.app, "label", re.compile("^Copied"))
    says("^Waiting for the server…$")
    desk.screenshot("connect-copied", DIALOG)
    set_text(desk, FIELD, "")
    desk.keys("ctrl+v")
    field = a11y.find(dialog(), "text", FIELD)
    pasted_text = wait_until(lambda: a11y.text_of(field), "what was copied")
    equal(next(iter(json.loads(pasted_text)["mcpServers"].values())), entry, "the clipboard")
    process = subprocess.Popen([entry["command"], *entry["args"]], env=desk.program_env(),
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    process.stdin.write(b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":'
                        b'"2025-11-25","capabilities":{},"clientInfo":{"name":"h","version":"1"}}}\n')
    contains(process.stdout.readline(), b'"shell"', "the server's answer")
    process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    says("^Connected. Choose its folders.$")
    servers = desk.control().call("ListServers")
    equal(["key" in [kind for kind, _, _ in one["facts"]] for one in servers], [True], "its key")
    desk.screenshot("connect-connected", DIALOG)
    a11y.press(dialog(), a11y.BUTTONS, "Choose Folders")
    wait_until(lambda: not desk.is_shown(DIALOG), "the end of the dialog")
    wait_until(lambda: [node for node in a11y.find_all(desk.app, a11y.BUTTONS, re.compile("^Forget"))
                        if a11y.extents(node).width > 0], "the server's page")
    process.stdin.close()
    equal(process.wait(30), 0, "exit status")
    assert "secret" not in json.dumps(desk.control().call("ListJournal"), default=str)


@test
def left():
    """Escape leaves the dialog at once, also while it is said that the entry was copied"""
    desk.focus("^Paddock$")
    desk.keys("alt+Left")
    need_dialog()
    set_text(desk, FIELD, "/bin/cat")
    wait_until(can_copy, "the entry")
    a11y.press(dialog(), a11y.BUTTONS, "Copy")
    wait_until(lambda: [node for node in a11y.find_all(desk.app, "label", re.compile("^Copied"))
                        if a11y.extents(node).width > 0], "the toast")
    desk.focus(DIALOG)
    desk.keys("Escape")
    wait_until(lambda: not desk.is_shown(DIALOG), "the end of the dialog", 3)


@test
def narrow():
    """on a phone all of it fits"""
    need_dialog()
    paste(README)
    says("^3 servers")
    set_text(desk, "Name (Optional)", "My Notes")
    wait_until(lambda: label_of(desk) == "My-Notes", "the name")
    width, _ = desk.resize(DIALOG, 360, 640)
    equal(width, 360, "the width")
    desk.screenshot("connect-narrow", DIALOG)
    equal(desk.warnings(), [], "warnings")


if __name__ == "__main__":
    run(desk, in_order=True, again=begin)
