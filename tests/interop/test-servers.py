# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Servers of other authors, attached to the socket: the reference servers, FastMCP, and one built with the
official TypeScript SDK that connects to the socket itself."""

import json
import os
import re
import subprocess
import threading

from harness import Box, Failure, contains, equal, wait_until
from attach import Attached
from node import HERE, MODULES, NODE, SdkServer, require_node
from tap import run, test

require_node()
FILESYSTEM = os.path.join(MODULES, "@modelcontextprotocol/server-filesystem/dist/index.js")
EVERYTHING = os.path.join(MODULES, "@modelcontextprotocol/server-everything/dist/index.js")
LIST_CHANGED = "notifications/roots/list_changed"


def only_server(box):
    return wait_until(lambda: box.json("servers"), "the server", 20)[0]


def wait_asked(box):
    return wait_until(lambda: [one for one in box.json("servers") if one["sessions"]
                               and one["sessions"][0]["lastListed"]], "its question", 20)[0]


def uri(path):
    return "file://" + path


@test
def sdk_server():
    """a server built with the TypeScript SDK gets exactly its folder, and every change"""
    with Box() as box:
        box.serve()
        folder, other = box.folder("My Project"), box.folder("other")
        encoded = uri(folder).replace(" ", "%20")
        box.add(folder)
        box.add(other)
        server = SdkServer(box)
        server.wait_lists([])
        entry = wait_asked(box)
        equal((entry["claimedName"], entry["decision"]), ("sdk-server", "undecided"), "server")
        equal(entry["sessions"][0]["exe"], os.path.realpath(NODE), "exe")
        equal(entry["sessions"][0]["pid"], server.pid, "pid")
        box.paddock("grant", entry["id"], folder)
        server.wait_lists([], [encoded])
        box.paddock("revoke", entry["id"], folder)
        server.wait_lists([], [encoded], [])
        box.paddock("grant", entry["id"], folder)
        server.wait_lists([], [encoded], [], [encoded])
        os.rmdir(folder)
        server.wait_lists([], [encoded], [], [encoded], [])
        equal(box.root(folder)["status"], "missing", "status")
        os.mkdir(folder)
        server.wait_lists([], [encoded], [], [encoded], [], [encoded])


@test
def server_filesystem():
    """server-filesystem may work in exactly the granted folders, and re-reads at each change"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        other = box.folder("other")
        box.file("project", "hello.txt", text="hello\n")
        box.file("other", "secret.txt", text="secret\n")
        for path in (project, other):
            box.add(path)
        server = Attached(box, NODE, FILESYSTEM)
        wait_asked(box)
        equal(server.last_roots(), [], "the answer before a decision")
        box.paddock("grant", only_server(box)["id"], project)
        server.wait_roots([uri(project)])
        wait_until(lambda: project in server.tool("list_allowed_directories"), "the folder")
        allowed = server.tool("list_allowed_directories").splitlines()[1:]
        equal(allowed, [project], "allowed directories")
        contains(server.tool("read_text_file", path=project + "/hello.txt"), "hello", "file")
        contains(server.tool("read_text_file", path=other + "/secret.txt"), "denied", "other file")

        asked = server.sent("roots/list")
        box.paddock("grant", only_server(box)["id"], other)
        server.wait_roots([uri(project), uri(other)])
        equal(server.sent("roots/list"), asked + 1, "questions")
        wait_until(lambda: other in server.tool("list_allowed_directories"), "the second folder")
        box.paddock("revoke", only_server(box)["id"], project)
        server.wait_roots([uri(other)])
        wait_until(lambda: server.tool("list_allowed_directories").splitlines()[1:] == [other],
                   "only the second folder")
        contains(server.tool("read_text_file", path=project + "/hello.txt"), "denied", "first file")
        equal(server.told(LIST_CHANGED), 3, "notices")


@test
def server_filesystem_keeps_on_empty():
    """server-filesystem hears of an empty list; it is known to keep its folders"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        box.add(project)
        server = Attached(box, NODE, FILESYSTEM)
        wait_asked(box)
        box.paddock("grant", only_server(box)["id"], project)
        server.wait_roots([uri(project)])
        box.paddock("revoke", only_server(box)["id"])
        server.wait_roots([])
        # Paddock can't enforce this. If the case fails, the server has learned to obey, and the documents
        # that warn about it can be changed.
        wait_until(lambda: "No valid root" in server.errors(), "its complaint")
        equal(server.tool("list_allowed_directories").splitlines()[1:], [project], "what it keeps")


@test
def server_everything():
    """server-everything shows the roots that it got"""
    with Box() as box:
        box.serve()
        one, two = box.folder("one"), box.folder("two")
        box.add("--name", "First", one)
        box.add(two)
        server = Attached(box, NODE, EVERYTHING)
        wait_asked(box)
        identifier = only_server(box)["id"]
        box.paddock("grant", identifier, one)
        server.wait_roots([uri(one)])
        wait_until(lambda: uri(one) in server.tool("get-roots-list"), "the folder")
        text = server.tool("get-roots-list")
        contains(text, "First", "roots of the tool")
        assert uri(two) not in text, text
        box.paddock("grant", identifier, two)
        wait_until(lambda: uri(two) in server.tool("get-roots-list"), "the second folder")
        box.paddock("revoke", identifier, one)
        wait_until(lambda: uri(one) not in server.tool("get-roots-list"), "the first one's end")
        contains(server.tool("get-roots-list"), uri(two), "roots of the tool")


@test
def fastmcp():
    """FastMCP, which asks before it is initialized, gets its answer and the change"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        box.add(project)
        server = Attached(box, NODE, os.path.join(HERE, "fastmcp-server.mjs"))
        entry = wait_asked(box)
        equal((entry["name"], entry["claimedName"]), ("attach.py", "fastmcp-server"), "names")
        equal(server.last_roots(), [], "the answer before a decision")
        box.paddock("grant", entry["id"], project)
        server.wait_roots([uri(project)])
        wait_until(lambda: json.loads(server.tool("seen")) == [uri(project)], "the folder")
        box.paddock("revoke", entry["id"])
        server.wait_roots([])
        wait_until(lambda: json.loads(server.tool("seen")) == [], "its end")


@test
def example():
    """the server that docs/socket.md shows prints its folders, and every change"""
    with open(os.path.join(HERE, "../../docs/socket.md"), encoding="utf-8") as stream:
        text, = re.findall(r"^```js\n(.*?)^```$", stream.read(), re.M | re.S)
    with Box() as box:
        box.serve()
        folder = box.folder("project")
        box.add(folder)
        path = box.file("my-server.mjs", text=text)
        os.symlink(MODULES, os.path.join(box.home, "node_modules"))
        said = []
        with subprocess.Popen([NODE, path], env={**box.env, "PADDOCK_SOCKET": box.socket}, cwd=box.home,
                              stdout=subprocess.PIPE, text=True) as server:
            reader = threading.Thread(target=lambda: said.extend(server.stdout), daemon=True)
            reader.start()
            try:
                wait_until(lambda: said == ["[]\n"], "the first list", 20)
                box.paddock("grant", "my-server.mjs", folder)
                wait_until(lambda: len(said) == 2, "the change", 20)
                contains(said[1], uri(folder), "the folder")
            finally:
                server.terminate()
                reader.join(5)


@test
def fastmcp_decided():
    """FastMCP that was decided about gets its folder with its first question"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        box.add(project)
        first = Attached(box, NODE, os.path.join(HERE, "fastmcp-server.mjs"))
        box.paddock("grant", wait_asked(box)["id"], project)
        first.wait_roots([uri(project)])
        first.stop()
        second = Attached(box, NODE, os.path.join(HERE, "fastmcp-server.mjs"))
        second.wait_roots([uri(project)])
        equal(second.told(LIST_CHANGED), 0, "notices")


@test
def side_by_side():
    """two reference servers at once each get their own folder"""
    with Box() as box:
        box.serve()
        one, two = box.folder("one"), box.folder("two")
        box.add(one)
        box.add(two)
        filesystem = Attached(box, NODE, FILESYSTEM)
        everything = Attached(box, NODE, EVERYTHING)
        wait_until(lambda: len([s for s in box.json("servers") if s["sessions"]
                                and s["sessions"][0]["lastListed"]]) == 2, "both questions", 20)
        names = {server["claimedName"]: server["id"] for server in box.json("servers")}
        equal(len(names), 2, "servers: %r" % names)
        filesystem_id = [names[name] for name in names if "filesystem" in name][0]
        everything_id = [names[name] for name in names if "Everything" in name][0]
        box.paddock("grant", filesystem_id, one)
        box.paddock("grant", everything_id, two)
        filesystem.wait_roots([uri(one)])
        everything.wait_roots([uri(two)])
        if filesystem.last_roots() == everything.last_roots():
            raise Failure("both have the same list")


run(at_once=2)
