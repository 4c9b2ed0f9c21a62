# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The page Apps in a real window, with the files of three apps: their servers go through Paddock, and
come back, without a key pressed in a text field. If PADDOCK_SCREENSHOTS names a directory, pictures are
saved there."""

import json
import os
import re
import subprocess

import a11y
from desktop import Desktop
from harness import contains, equal, lacks, stays, wait_until
from tap import run, test

MAIN, DIALOG = "^Paddock$", "^Change File$"
CONNECT_ALL, RESTORE_ALL = "Connect All Servers of All Apps…", "Restore All Servers of All Apps…"
SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../flatpak/server.sh")

desk = Desktop(size="1280x1400")


class Story:
    """What the steps share."""
    clicks = 0
    files = {}
    process = None
    codex = None


story = Story()


def write(name, text):
    path = os.path.join(desk.home, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    story.files[name] = text


def text_of(name):
    with open(os.path.join(desk.home, name), encoding="utf-8") as stream:
        return stream.read()


def page():
    return a11y.find(desk.app, None, "PaddockAppsPage")


def shown(role, name):
    return [node for node in a11y.find_all(page(), role, name) if a11y.extents(node).width > 0]


def switch(label):
    return wait_until(lambda: shown("check box", label), label)[0]


def button(name):
    return wait_until(lambda: shown(a11y.BUTTONS, name), name)[0]


def summary():
    """What the page says of all servers, in lines."""
    texts = [text for text in a11y.texts(page()) if " servers in " in text]
    return texts[0].split("\n") if texts else []


def click(node, title=MAIN):
    """A click of the person, who needs at most six of them."""
    story.clicks += 1
    desk.click(node, title)


def row(name):
    return wait_until(lambda: [node for node in shown("list item", name)], "the row " + name)[0]


def says(name, text):
    wait_until(lambda: text in " ".join(a11y.texts(row(name))), "%s: %s" % (name, text))


def dialog():
    return a11y.find(desk.app, a11y.WINDOWS, "Change File")


def lines():
    """What the dialog says of the lines that change."""
    return "\n".join(text for text in a11y.texts(dialog()) if text[0] in "−+")


def no_dialog():
    a11y.gone(desk.app, a11y.WINDOWS, "Change File")


def start(entry):
    """Starts a server as its app would."""
    process = subprocess.Popen([entry["command"], *entry["args"]], env=desk.program_env(),
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    process.stdin.write(b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":'
                        b'"2025-11-25","capabilities":{},"clientInfo":{"name":"h","version":"1"}}}\n')
    contains(process.stdout.readline(), b'"shell"', "the server's answer")
    process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    return process


def stop(process):
    process.stdin.close()
    equal(process.wait(30), 0, "exit status")
    process.stdout.close()


@test
def found():
    """each app with its file, each server with what it starts, and the reasons of the others"""
    work = desk.folder("work")
    write(".cursor/mcp.json",
          '{\n  "mcpServers": {\n    "files": {\n      "command": "/bin/sh",\n      "args": ["%s", "%s"]\n'
          '    },\n    "notes": {\n      "command": "npx",\n      "args": ["-y", "notes", "--token", '
          '"verysecret123"]\n    }\n  }\n}\n' % (SERVER, os.path.join(desk.home, "answers")))
    write(".claude.json", '{"numStartups": 7, "mcpServers": {"search": {"type": "stdio", "command": "uvx", '
          '"args": ["search"]}}, "tipsHistory": {}}')
    write(".codex/config.toml", 'model = "o"  # mine\n\n[mcp_servers.docs]\ncommand = "uvx"\n'
          'args = [\n  "docs", # the best\n]\n\n[mcp_servers.site]\nurl = "https://example.org/mcp"\n')
    write(".gemini/settings.json", "{ not JSON")
    write(".lmstudio/mcp.json", '{ "mcpServers": {\n  "filesystem": {\n    "command": "npx",\n    "args": '
          '["-y", "@modelcontextprotocol/server-filesystem", "%s"]\n  }\n} }\n' % work)
    os.makedirs(os.path.join(desk.env["XDG_CONFIG_HOME"], "CherryStudio"), exist_ok=True)
    desk.start_window()
    desk.add_asked(desk.folder("Notes"))
    click(wait_until(lambda: [node for node in a11y.find_all(desk.app, a11y.BUTTONS, "Go to Apps")
                              if a11y.extents(node).width > 0], "the next step")[0])
    # So that a click reaches every row.
    desk.resize(MAIN, 880, 1300)
    said = wait_until(lambda: "~/.cursor/mcp.json" in " ".join(a11y.texts(page())) and a11y.texts(page()),
                      "the apps")
    said = " ".join(said)
    for text in ("Claude Code", "~/.claude.json", "uvx search", "~/.codex/config.toml", "Codex",
                 "https://example.org/mcp", "Its command names work", "Cherry Studio", "Gemini CLI"):
        contains(said, text, "the page")
    lacks(said, "verysecret123", "the page")
    lacks(said, "5ire", "the page")
    contains(said, "Can’t read ~/.gemini/settings.json", "the page")
    contains(said, "Paddock doesn’t know what Gemini CLI starts.", "the page")
    equal(summary(), ["6 servers in 4 apps", "None connected · 1 server at an address is left alone",
                      "1 file unreadable"], "the summary")
    assert a11y.is_sensitive(button(CONNECT_ALL)), "the button"
    assert not a11y.is_sensitive(button(RESTORE_ALL)), "the button"
    equal(a11y.description_of(button(RESTORE_ALL)), "No server is connected.", "why not")
    desk.screenshot("apps-list", MAIN)


def set_editor(lines):
    applications = os.path.join(desk.data_home, "applications")
    os.makedirs(applications, exist_ok=True)
    with open(os.path.join(applications, "org.example.Editor.desktop"), "w", encoding="utf-8") as stream:
        stream.write("[Desktop Entry]\nType=Application\nName=Editor\nMimeType=application/json;\n%s\n"
                     % lines)
    with open(os.path.join(applications, "mimeapps.list"), "w", encoding="utf-8") as stream:
        stream.write("[Default Applications]\napplication/json=org.example.Editor.desktop\n")


@test
def opened():
    """a file that can't be read opens in the user's editor; if that fails, a message says so"""
    log = os.path.join(desk.home, "opened")
    set_editor("Exec=true %f\nPath=/does/not/exist")
    a11y.press(page(), a11y.BUTTONS, "Open File of Gemini CLI")
    wait_until(lambda: [node for node in a11y.find_all(desk.app, "label", re.compile("can’t be opened: "))
                        if a11y.extents(node).width > 0], "the message")
    desk.screenshot("apps-no-editor", MAIN)
    set_editor("Exec=sh -c 'echo \"$1\" >>%s' sh %%f" % log)

    def is_open():
        a11y.press(page(), a11y.BUTTONS, "Open File of Gemini CLI")
        return os.path.exists(log)

    wait_until(is_open, "the editor")
    with open(log, encoding="utf-8") as stream:
        equal(stream.readline().rstrip("\n"), os.path.join(desk.home, ".gemini/settings.json"), "the file")


@test
def watched():
    """while the page watches the files, and nobody changes them, no program works"""
    desk.check_quiet()
    stays(page, "the page", 1.5)


@test
def shown_first():
    """the first change of a file shows its lines, and Cancel changes nothing"""
    desk.click(button(CONNECT_ALL), MAIN)
    text = wait_until(lines, "the lines")
    contains(text, '− "command": "/bin/sh",', "the lines")
    lacks(text, "verysecret123", "the lines")
    contains(text, '+ "args": ["run", "--key", "cursor-', "the lines")
    desk.screenshot("apps-dialog", DIALOG)
    desk.keys("Escape")
    no_dialog()
    for name, before in story.files.items():
        equal(text_of(name), before, name)
    equal(summary()[1], "None connected · 1 server at an address is left alone", "the summary")


@test
def through():
    """one click on a server, and one in the dialog"""
    desk.click(button("Connect All Servers of Cursor…"), MAIN)
    text = wait_until(lines, "the lines")
    contains(text, '"notes", "--token", "••••"]', "the lines of both")
    said = " ".join(a11y.texts(dialog()))
    lacks(said, "verysecret123", "the dialog")
    equal(said.count("Secrets stay in the file. Paddock doesn’t show them."), 1, "the dialog")
    desk.screenshot("apps-secrets", DIALOG)
    desk.keys("Escape")
    no_dialog()
    click(switch("“files” of Cursor through Paddock"))
    text = wait_until(lines, "the lines")
    lacks(text, "notes", "the lines")
    wait_until(lambda: desk.is_shown(DIALOG), "the dialog")
    click(a11y.find_button(dialog(), "Change File"), DIALOG)
    no_dialog()
    wait_until(lambda: a11y.is_checked(switch("“files” of Cursor through Paddock")), "the switch")
    says("files", "Waiting for Cursor…")
    contains(" ".join(a11y.texts(page())), "Restart Cursor", "what to do")
    equal(summary()[1:], ["1 connected · 1 server at an address is left alone",
                          "1 needs a restart · 1 file unreadable"], "the summary")
    contains(a11y.texts(page()), "2 servers · 1 connected", "the summary of the app")
    assert a11y.is_sensitive(button(RESTORE_ALL)), "the button"
    entry = json.loads(text_of(".cursor/mcp.json"))["mcpServers"]["files"]
    equal(entry["args"][:2], ["run", "--key"], "the entry")
    desk.screenshot("apps-waiting", MAIN)


@test
def connected():
    """when the app starts the server, the page says so, after at most six clicks"""
    entry = json.loads(text_of(".cursor/mcp.json"))["mcpServers"]["files"]
    story.process = start(entry)
    says("files", "Started just now")
    assert story.clicks <= 6, story.clicks
    lacks(" ".join(a11y.texts(page())), "Restart Cursor", "what to do")
    wait_until(lambda: summary()[2] == "1 file unreadable", "the summary")
    desk.screenshot("apps-connected", MAIN)
    desk.keys("alt+1")
    desk.settle()
    equal([node for node in a11y.find_all(desk.app, a11y.BUTTONS, "Go to Apps")
           if a11y.extents(node).width > 0], [], "the next step")
    desk.keys("alt+3")


@test
def at_once():
    """a later change of the same file is made at once, and Undo takes it back"""
    before = text_of(".cursor/mcp.json")
    desk.click(switch("“notes” of Cursor through Paddock"), MAIN)
    wait_until(lambda: text_of(".cursor/mcp.json") != before, "the change")
    # Messages come one after the other.
    wait_until(lambda: [node for node in a11y.find_all(desk.app, "label",
                                                       "“notes” goes through Paddock now")
                        if a11y.extents(node).width > 0], "the message")
    a11y.press(desk.app, a11y.BUTTONS, "Undo")
    wait_until(lambda: text_of(".cursor/mcp.json") == before, "the undo")
    wait_until(lambda: not a11y.is_checked(switch("“notes” of Cursor through Paddock")), "the switch")


@test
def taken_out():
    """taken out, the file is what it was, to the byte, and the running server is still told of"""
    desk.click(switch("“files” of Cursor through Paddock"), MAIN)
    wait_until(lambda: text_of(".cursor/mcp.json") == story.files[".cursor/mcp.json"], "the file")
    says("files", "Still running through Paddock")
    stop(story.process)
    wait_until(lambda: "Still running" not in " ".join(a11y.texts(row("files"))), "its end")


@test
def undone_by_key():
    """Ctrl+Z undoes the last change"""
    desk.focus(MAIN)
    desk.keys("ctrl+z")
    says("files", "Not running. Last used")
    contains(text_of(".cursor/mcp.json"), "cursor-", "the file")


@test
def changed_by_others():
    """another program takes Paddock out: the page says so, and puts it back when asked"""
    connected = text_of(".cursor/mcp.json")
    write(".cursor/mcp.json", story.files[".cursor/mcp.json"])
    says("files", "Another program took Paddock out")
    stays(lambda: text_of(".cursor/mcp.json") == story.files[".cursor/mcp.json"], "the file")
    desk.screenshot("apps-changed", MAIN)
    desk.click(a11y.find_button(row("files"), "Put Back"), MAIN)
    # The entry has its key again, so the server is the same.
    says("files", "Not running. Last used")
    equal(text_of(".cursor/mcp.json"), connected, "the file")
    write(".cursor/mcp.json", story.files[".cursor/mcp.json"])
    says("files", "Another program took Paddock out")
    desk.click(a11y.find_button(row("files"), "Leave It as It Is"), MAIN)
    wait_until(lambda: "Another program" not in " ".join(a11y.texts(page())), "the end of it")
    equal(a11y.is_checked(switch("“files” of Cursor through Paddock")), False, "the switch")


@test
def removed_by_others():
    """another program removes a server that goes through Paddock"""
    desk.click(switch("“files” of Cursor through Paddock"), MAIN)
    says("files", "Not running. Last used")
    write(".cursor/mcp.json", '{"mcpServers": {"notes": {"command": "npx", "args": ["-y", "notes"], '
          '"env": {"ANY": "verysecret123"}}}}')
    says("files", "Another program removed this server")
    desk.click(a11y.find_button(row("files"), "Leave It as It Is"), MAIN)
    wait_until(lambda: not shown("list item", "files"), "the end of the row")


@test
def folders():
    """folders in a command are offered: Paddock gets them, and the command {roots}"""
    work = os.path.join(desk.home, "work")
    # It may be below the lower edge.
    a11y.press(page(), "check box", "“filesystem” of LM Studio through Paddock")
    text = wait_until(lines, "the lines")
    contains(text, '"{roots}"]', "the lines")
    contains(" ".join(a11y.texts(dialog())), "~/work (“filesystem”)", "the folders")
    wait_until(lambda: desk.is_shown(DIALOG), "the dialog")
    desk.screenshot("apps-folders", DIALOG)
    check = a11y.find(dialog(), "check box", "Share These Folders Instead")
    desk.click(check, DIALOG)
    wait_until(lambda: "{roots}" not in lines(), "the lines without")
    desk.click(check, DIALOG)
    wait_until(lambda: "{roots}" in lines(), "the lines with")
    desk.keys("alt+h")
    no_dialog()
    wait_until(lambda: any(root["path"] == work for root in desk.json("list")), "the folder")
    entry = json.loads(text_of(".lmstudio/mcp.json"))["mcpServers"]["filesystem"]
    equal(entry["args"][-1], "{roots}", "the command")
    desk.focus(MAIN)
    desk.keys("ctrl+z")
    wait_until(lambda: text_of(".lmstudio/mcp.json") == story.files[".lmstudio/mcp.json"], "the undo")


@test
def kept_folders():
    """a row says which folders the server has by its command, also while it goes through Paddock"""
    says("filesystem", "Its command names work")
    a11y.press(page(), "check box", "“filesystem” of LM Studio through Paddock")
    wait_until(lambda: "{roots}" in lines(), "the lines")
    wait_until(lambda: desk.is_shown(DIALOG), "the dialog")
    desk.click(a11y.find(dialog(), "check box", "Share These Folders Instead"), DIALOG)
    wait_until(lambda: "{roots}" not in lines(), "the lines without")
    desk.keys("alt+h")
    no_dialog()
    says("filesystem", "Its command also gives it work")
    desk.screenshot("apps-kept-folders", MAIN)
    desk.focus(MAIN)
    desk.keys("ctrl+z")
    wait_until(lambda: text_of(".lmstudio/mcp.json") == story.files[".lmstudio/mcp.json"], "the undo")


@test
def addresses():
    """the buttons for all leave an address alone, and its own switch says each time what is lost"""
    name, label = ".codex/config.toml", "“site” of Codex through Paddock"
    left_alone = "1 server at an address is left alone"
    contains(" ".join(a11y.texts(page())), "2 servers · None connected · " + left_alone,
             "the page")
    # The second time, the user has seen the file's lines.
    story.codex = story.files[name]
    for verdict in ("Escape", "alt+h", "Escape"):
        a11y.press(page(), "check box", label)
        contains(wait_until(lines, "the lines"), '"--url"', "the lines")
        contains(" ".join(a11y.texts(dialog())), "that sign-in is lost", "the dialog")
        equal(text_of(name), story.files[name], "the file")
        wait_until(lambda: desk.is_shown(DIALOG), "the dialog")
        desk.screenshot("apps-address", DIALOG)
        desk.keys(verdict)
        no_dialog()
        if verdict == "Escape":
            equal(text_of(name), story.files[name], "the file")
            equal(a11y.is_checked(switch(label)), False, "the switch")
            continue
        wait_until(lambda: a11y.is_checked(switch(label)), "the switch")
        contains(text_of(name), '"--url", "https://example.org/mcp"', "the file")
        says("site", "If the app can’t sign in to this server, turn this off")
        lacks(" ".join(a11y.texts(page())), left_alone, "the page")
        desk.screenshot("apps-address-through", MAIN)
        a11y.press(page(), "check box", label)
        wait_until(lambda: text_of(name) == story.files[name], "the file")
        wait_until(lambda: left_alone in " ".join(a11y.texts(page())), "the page")


@test
def only_addresses():
    """a file with nothing but addresses has nothing that its button for all could connect"""
    write(".codex/config.toml", '[mcp_servers.one]\nurl = "https://example.org/1"\n\n[mcp_servers.site]\n'
          'url = "https://example.org/mcp"\n')
    says("one", "https://example.org/1")
    label = "Connect All Servers of Codex…"
    contains(" ".join(a11y.texts(page())), "2 servers at an address are left alone", "the page")
    wait_until(lambda: not a11y.is_sensitive(button(label)), "the button")
    equal(a11y.description_of(button(label)), "Servers at an address are connected one by one.", "why not")
    write(".codex/config.toml", story.codex)
    says("docs", "uvx docs")


@test
def searched():
    """with many servers there is a search, which finds by app, name and command"""
    servers = {"s%d" % number: {"command": "tool-%d" % number} for number in range(12)}
    write(".junie/mcp/mcp.json", json.dumps({"mcpServers": servers}, indent=2))
    desk.keys("alt+1", "alt+3")
    wait_until(lambda: shown("list item", "s11"), "the new app")
    desk.keys("ctrl+f")
    desk.type("uvx")
    wait_until(lambda: not shown("list item", "s11"), "the search")
    assert shown("list item", "search"), "the server that it finds"
    desk.keys("ctrl+a")
    desk.type("no such thing")
    wait_until(lambda: shown("label", "No servers found"), "the search that finds nothing")
    desk.keys("ctrl+a", "BackSpace")
    wait_until(lambda: shown("list item", "s11"), "all servers")
    os.remove(os.path.join(desk.home, ".junie/mcp/mcp.json"))
    del story.files[".junie/mcp/mcp.json"]
    wait_until(lambda: not shown("list item", "s11"), "the end of the app")


def press_by_key(name):
    """Presses a button with the keyboard alone, and waits for the dialog."""
    desk.focus(MAIN)
    desk.keys("alt+1", "alt+3")
    button(name)
    for _ in range(30):
        if a11y.has_state(button(name), a11y.STATE.FOCUSED):
            break
        desk.keys("Tab")
    desk.keys("space")
    wait_until(lambda: desk.is_shown(DIALOG), "the dialog")
    desk.settle()


@test
def only_keys():
    """all of it with the keyboard"""
    before = {name: text_of(name) for name in story.files}
    press_by_key(CONNECT_ALL)
    desk.screenshot("apps-all", DIALOG)
    desk.keys("Return")
    no_dialog()
    # The address isn't connected, so neither are all.
    wait_until(lambda: summary()[1] == "4 connected · 1 server at an address is left alone", "the summary")
    wait_until(lambda: not a11y.is_sensitive(button(CONNECT_ALL)), "the button")
    contains(text_of(".codex/config.toml"), 'url = "https://example.org/mcp"', "the file")
    equal(a11y.is_checked(switch("“site” of Codex through Paddock")), False, "the switch of an address")
    desk.screenshot("apps-all-connected", MAIN)
    desk.keys("ctrl+z")
    wait_until(lambda: {name: text_of(name) for name in story.files} == before, "the undo")
    wait_until(lambda: summary()[1].startswith("None connected"), "the summary")


@test
def restored():
    """Restore All… takes Paddock out of all files, after it showed their lines once more"""
    before = {name: text_of(name) for name in story.files}
    a11y.press(page(), "check box", "“filesystem” of LM Studio through Paddock")
    wait_until(lines, "the lines")
    wait_until(lambda: desk.is_shown(DIALOG), "the dialog")
    desk.click(a11y.find(dialog(), "check box", "Share These Folders Instead"), DIALOG)
    wait_until(lambda: "{roots}" not in lines(), "the lines without")
    desk.keys("alt+h")
    no_dialog()
    wait_until(lambda: summary()[1].startswith("1 connected · 1 has folders of its own · "), "the summary")
    press_by_key(RESTORE_ALL)
    contains(wait_until(lines, "the lines"), "− ", "the lines")
    desk.keys("Escape")
    no_dialog()
    assert summary()[1].startswith("1 connected"), "the summary"
    press_by_key(RESTORE_ALL)
    desk.keys("alt+h")
    no_dialog()
    wait_until(lambda: {name: text_of(name) for name in story.files} == before, "the files")
    wait_until(lambda: summary()[1].startswith("None connected"), "the summary")


@test
def read_only():
    """a file that Paddock can't change says why, and its switches are insensitive"""
    os.chmod(os.path.join(desk.home, ".claude.json"), 0o400)
    os.utime(os.path.join(desk.home, ".claude.json"))
    desk.keys("alt+1", "alt+3")
    wait_until(lambda: "The file is read-only." in " ".join(a11y.texts(page())), "the reason")
    equal(a11y.is_sensitive(switch("“search” of Claude Code through Paddock")), False, "the switch")
    equal(summary()[2], "1 file unreadable · 1 file can’t be changed", "the summary")
    desk.screenshot("apps-read-only", MAIN)
    os.chmod(os.path.join(desk.home, ".claude.json"), 0o600)


@test
def narrow():
    """on a phone all of it fits"""
    width, _ = desk.resize(MAIN, 360, 640)
    equal(width, 360, "the width")
    desk.screenshot("apps-narrow", MAIN)
    desk.click(button(CONNECT_ALL), MAIN)
    wait_until(lambda: desk.is_shown(DIALOG), "the dialog")
    width, _ = desk.resize(DIALOG, 360, 640)
    equal(width, 360, "the width")
    said = " ".join(a11y.texts(dialog()))
    contains(said, '"env": {"ANY": "••••"}', "the dialog")
    lacks(said, "verysecret123", "the dialog")
    desk.screenshot("apps-narrow-dialog", DIALOG)
    desk.keys("Escape")
    no_dialog()
    a11y.press(page(), "check box", "“site” of Codex through Paddock")
    wait_until(lambda: desk.is_shown(DIALOG), "the dialog")
    width, _ = desk.resize(DIALOG, 360, 640)
    equal(width, 360, "the width")
    desk.screenshot("apps-narrow-address", DIALOG)
    desk.keys("Escape")
    no_dialog()
    equal(desk.warnings(), [], "warnings")


if __name__ == "__main__":
    run(desk, in_order=True)
