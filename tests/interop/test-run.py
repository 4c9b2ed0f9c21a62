# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` between hosts and servers that nobody here wrote: a host built with the official SDK,
the reference servers, FastMCP."""

import os

from harness import Box, Failure, contains, equal, wait_until
from node import HERE, MODULES, NODE, SdkHost, require_node
from tap import run, test

require_node()
FILESYSTEM = os.path.join(MODULES, "@modelcontextprotocol/server-filesystem/dist/index.js")
EVERYTHING = os.path.join(MODULES, "@modelcontextprotocol/server-everything/dist/index.js")
FASTMCP = os.path.join(HERE, "fastmcp-server.mjs")


def wait_asked(box):
    """The one server, once it asked for roots."""
    return wait_until(lambda: [one for one in box.json("servers") if one["sessions"]
                               and one["sessions"][0]["lastListed"]], "the server's question")[0]


def lacks(text, part):
    if part in text:
        raise Failure("%r is in %r" % (part, text))


@test
def server_filesystem():
    """server-filesystem under a host without roots: reads inside what was granted, and not outside"""
    with Box() as box:
        box.serve()
        project, other = box.folder("My Project"), box.folder("other")
        inside = box.file("My Project", "hello.txt", text="what stands inside\n")
        outside = box.file("other", "secret.txt", text="what stands outside\n")
        box.add(project)
        box.add(other)
        host = SdkHost(box, NODE, FILESYSTEM)
        contains(" ".join(host.tools()), "read_text_file", "tools")
        server = wait_asked(box)
        contains(host.tool("read_text_file", path=inside), "denied", "the file before")
        box.paddock("grant", server["id"], project)
        wait_until(lambda: "stands inside" in host.tool("read_text_file", path=inside), "the file inside")
        contains(host.tool("read_text_file", path=outside), "denied", "the file outside")
        box.paddock("grant", server["id"], other)
        wait_until(lambda: "stands outside" in host.tool("read_text_file", path=outside), "the other file")
        box.paddock("revoke", server["id"], project)
        wait_until(lambda: "denied" in host.tool("read_text_file", path=inside), "the withdrawal")
        contains(host.tool("read_text_file", path=outside), "stands outside", "what is left")
        box.paddock("revoke", server["id"])
        wait_until(lambda: "denied" in host.tool("read_text_file", path=outside), "the restart")
        contains(host.tool("read_text_file", path=inside), "denied", "the file inside")
        contains(" ".join(host.tools()), "read_text_file", "tools")
        box.paddock("grant", server["id"], project)
        wait_until(lambda: "stands inside" in host.tool("read_text_file", path=inside), "the file again")
        if host.close() > 1900:
            raise Failure("it did not end with its input")


@test
def host_with_roots():
    """under a host with roots of its own the server sees only what the user shared"""
    with Box() as box:
        box.serve()
        project, hosts = box.folder("project"), box.folder("of-the-host")
        box.file("of-the-host", "secret.txt", text="what stands outside\n")
        box.add(project)
        host = SdkHost(box, NODE, FILESYSTEM, roots=["file://" + hosts])
        server = wait_asked(box)
        question = wait_until(lambda: [one for one in box.control().call("ListRequests")
                                       if one.get("suggestions")], "the suggestions")[0]
        equal(question["suggestions"], ["file://" + hosts], "suggestions")
        box.paddock("grant", server["id"], project)
        wait_until(lambda: project in host.tool("list_allowed_directories"), "the folder")
        lacks(host.tool("list_allowed_directories"), hosts)
        contains(host.tool("read_text_file", path=hosts + "/secret.txt"), "denied", "the host's folder")
        equal(host.asked(), 1, "how often the host was asked")


@test
def server_everything():
    """server-everything lists its roots through paddock run"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        box.add(project)
        host = SdkHost(box, NODE, EVERYTHING, "stdio")
        server = wait_asked(box)
        box.paddock("grant", server["id"], project)
        wait_until(lambda: project in (host.tool("get-roots-list") or ""), "the folder")
        equal(host.tool("echo", message="x" * 100000), "Echo: " + "x" * 100000, "a long line")


@test
def fastmcp():
    """FastMCP, which asks before it is initialized, gets its roots"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        box.add(project)
        host = SdkHost(box, NODE, FASTMCP)
        server = wait_asked(box)
        box.paddock("grant", server["id"], project)
        wait_until(lambda: "file://" + project in box.server(server["id"])["roots"], "the grant")
        before = box.server(server["id"])["sessions"][0]["lastListed"]
        wait_until(lambda: box.server(server["id"])["sessions"][0]["lastListed"] >= before, "its list")
        equal(host.server_name, box.server(server["id"])["name"], "name")


run()
