# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock-host`, from the installed Flatpak's own files, on hosts that have none of its libraries:
root file systems of an older and a newer distribution, and one with a shell and no library at all. Each
in a mount namespace of its own, with only HOME, LOGNAME, PATH, SHELL, TERM, USER in the environment:
it finds the bus, has it start the service in its sandbox, and serves a server of that host. Last, the
reference server on the host as it is. All are attached with exactly what the window gives."""

import json
import os
import shlex
import subprocess

import a11y
import connect
from harness import contains, equal, wait_until
from node import MODULES
from sandboxed import FILES, HOME, INSTALLATION, Sandboxed
from tap import Skip, cases, diag, needs, run, test

LAUNCHER = os.path.join(FILES, "bin/paddock-host")
SERVER = "/work/server.sh"
FILESYSTEM = os.path.join(MODULES, "@modelcontextprotocol/server-filesystem/dist/index.js")
HOSTS = ["older", "newer", "bare"]
ENVIRONMENT = {"HOME": HOME, "LOGNAME": "tester", "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh",
               "TERM": "xterm", "USER": "tester"}
LIBRARIES = ("libglib-2.0", "libgio-2.0", "libjson-glib")

desk = Sandboxed()


def on(host, *command):
    """A command line that runs this in the root file system of that host."""
    root = "/work/host-" + host
    binds = [os.path.join(HOME, ".local"), desk.runtime, desk.directory]
    return ["bwrap", "--ro-bind", root, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
            "--tmpfs", HOME, "--tmpfs", "/run/user", "--ro-bind", "/source/tests/flatpak", "/work",
            "--clearenv",
            *[word for name, value in ENVIRONMENT.items() for word in ("--setenv", name, value)],
            *[word for path in binds for word in ("--bind", path, path)],
            "--", *command]


def call(host, *command, code=0):
    done = subprocess.run(on(host, *command), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60, check=False)
    equal(done.returncode, code, "exit status of %r (%s %s)" % (command, done.stdout, done.stderr))
    return done


@test
def login():
    """the bus is at the place of a login"""
    os.symlink(os.path.join(desk.directory, "bus"), os.path.join(desk.runtime, "bus"))
    # Without a window, commands add folders without a question.
    desk.let_callers_add()
    assert os.path.islink(os.path.join(INSTALLATION, "app/io.github.paddock_mcp.Paddock/current"))


@cases([(host,) for host in HOSTS], label=str)
def has_nothing(host):
    """the host lacks Paddock's libraries, and the ordinary program does not run there"""
    found = subprocess.run(["find", "/work/host-" + host, "-name", "*.so*"], capture_output=True, text=True,
                           check=False).stdout
    equal([name for name in LIBRARIES if name in found], [], "libraries")
    if host == "bare":
        equal(found, "", "libraries")
    call(host, "/bin/sh", "-c", "true")
    assert subprocess.run(on(host, os.path.join(FILES, "bin/paddock"), "--version"), check=False,
                          capture_output=True).returncode != 0


@cases([(host,) for host in HOSTS], label=str)
@needs(login)
def commands(host):
    """commands have the bus start the service, and work"""
    desk.end_service()
    contains(call(host, LAUNCHER, "--version").stdout, "paddock ", "its version")
    equal(call(host, LAUNCHER, "list", "--json").stdout, "[]\n", "folders")
    assert desk.service_pid(), "no service was started"
    contains(call(host, LAUNCHER, "serve", code=1).stderr, "flatpak run", "what is to be typed")
    folder = os.path.join(desk.folder(".local", "share"), "for-" + host)
    os.makedirs(folder, exist_ok=True)
    contains(call(host, LAUNCHER, "add", "--accept-warning", folder).stdout, folder, "what was added")
    wait_until(lambda: folder in desk.documents().values(), "the document")
    desk.root(folder)
    call(host, LAUNCHER, "remove", folder)


def told(answers):
    """The lists of roots that the server got, in order."""
    try:
        with open(answers, encoding="utf-8") as stream:
            return [[root["uri"] for root in json.loads(line)["result"]["roots"]] for line in stream]
    except FileNotFoundError:
        return []


def line_of_the_window(name, command):
    """The text of the dialog for the server, as a host reads it from its configuration."""
    desk.start_window()
    tab = a11y.find(desk.app, "page tab", "Servers")
    a11y.act(tab) or desk.click(tab, "^Paddock$")
    connect.open_dialog(desk)
    connect.set_text(desk, connect.FIELD, command)
    connect.set_text(desk, "Name (Optional)", name)
    wait_until(lambda: connect.label_of(desk) == name, "the name")
    entry = connect.entry_of(desk)
    # The sandbox can't tell what the host's paths are, so they stay.
    equal(entry["args"][entry["args"].index("--") + 1:], shlex.split(command), "the server's own words")
    desk.screenshot("flatpak-connect-" + name, connect.DIALOG)
    desk.keys("Escape")
    a11y.gone(desk.app, a11y.WINDOWS, "Connect a Server")
    desk.end_window()
    equal(entry["command"], LAUNCHER, "what is to be started")
    return [entry["command"], *entry["args"]]


@cases([(host,) for host in HOSTS], label=str)
@needs(login)
def server(host):
    """a server is attached with the line of the window, asked about, granted, and reads"""
    folder = desk.folder("Shared-" + host)
    desk.file("Shared-" + host, "cat.txt", text="a cat\n")
    desk.paddock("add", folder)
    answers = os.path.join(desk.directory, "answers-" + host)
    line = line_of_the_window(host, "/bin/sh %s '%s'" % (SERVER, answers))
    desk.end_service()
    process = subprocess.Popen(on(host, *line), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    process.stdin.write(b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":'
                        b'"2025-11-25","capabilities":{},"clientInfo":{"name":"h","version":"1"}}}\n')
    contains(process.stdout.readline(), b'"shell"', "the server's answer")
    process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    wait_until(lambda: told(answers) and told(answers)[-1] == [], "the first answer")
    wait_until(desk.service_pid, "the service")
    desk.start_window()
    desk.share(os.path.basename(folder))
    wait_until(lambda: told(answers)[-1] == ["file://" + folder], "the folder", 60)
    process.stdin.write(b'{"jsonrpc":"2.0","id":2,"method":"ping"}\n')
    contains(process.stdout.readline(), b'"id":2', "the answer to a ping")
    process.stdin.close()
    equal(process.wait(30), 0, "exit status")
    diag(told(answers))
    # The next question is short enough to be visible completely.
    desk.paddock("remove", folder)
    desk.end_window()


class Host:
    """A very simple host: it starts the server with what the official SDKs pass to one."""

    def __init__(self, command):
        self._process = subprocess.Popen(command, env=ENVIRONMENT, cwd=HOME, stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, bufsize=0)
        self._count = 0

    def send(self, **message):
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def request(self, method, **params):
        """The result or error. Earlier messages of the server are dropped."""
        self._count += 1
        self.send(id=self._count, method=method, params=params)
        while True:
            message = json.loads(self._process.stdout.readline())
            if message.get("id") == self._count and "method" not in message:
                return message.get("result") or {"isError": True, "content": [{"text": message["error"]}]}

    def call(self, tool, **arguments):
        """Whether the call succeeded, and the text."""
        result = self.request("tools/call", name=tool, arguments=arguments)
        return not result.get("isError"), result["content"][0]["text"]

    def end(self):
        self._process.stdin.close()
        return self._process.wait(30)


@test
@needs(login)
def reference_server():
    """the reference filesystem server, attached with the window's line, reads shared files"""
    if not os.path.exists(FILESYSTEM):
        raise Skip("tests/interop/node_modules is missing: run npm ci in tests/interop")
    folder = desk.folder("Letters")
    letter = desk.file("Letters", "letter.txt", text="dear reader\n")
    secret = desk.file("Other", "secret.txt", text="not for you\n")
    desk.paddock("add", folder)
    line = line_of_the_window("Files", "node '%s'" % FILESYSTEM)
    desk.end_service()
    host = Host(line)
    host.request("initialize", protocolVersion="2025-11-25", capabilities={},
                 clientInfo={"name": "host", "version": "1"})
    host.send(method="notifications/initialized")
    equal(host.call("read_text_file", path=letter)[0], False, "reading before it was shared")
    desk.start_window()
    desk.share(os.path.basename(folder))
    wait_until(lambda: host.call("read_text_file", path=letter) == (True, "dear reader\n"), "the letter", 60)
    equal(host.call("read_text_file", path=secret)[0], False, "reading what was not shared")
    [name] = [one["name"] for one in desk.json("servers") if "file://" + folder in one["roots"]]
    desk.paddock("revoke", name)
    wait_until(lambda: not host.call("read_text_file", path=letter)[0], "the end of reading", 60)
    equal(host.end(), 0, "exit status")
    desk.end_window()


if __name__ == "__main__":
    run(desk, in_order=True, again=desk.kill_window)
