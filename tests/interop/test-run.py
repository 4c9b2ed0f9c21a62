# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` between hosts and servers of other authors: a host built with the official SDK, versions 1
and 2, and the Inspector's command line; the reference servers and FastMCP."""

import json
import os

from agent import Agent
from harness import Box, Failure, contains, equal, wait_until
from node import HERE, MODULES, NODE, Inspector, SdkHost, require_node
from tap import cases, run, test

require_node()
FILESYSTEM = os.path.join(MODULES, "@modelcontextprotocol/server-filesystem/dist/index.js")
EVERYTHING = os.path.join(MODULES, "@modelcontextprotocol/server-everything/dist/index.js")
FASTMCP = os.path.join(HERE, "fastmcp-server.mjs")


def wait_asked(box):
    """The only server, after it requested roots."""
    return wait_until(lambda: [one for one in box.json("servers") if one["sessions"]
                               and one["sessions"][0]["lastListed"]], "the server's question")[0]


def lacks(text, part):
    if part in text:
        raise Failure("%r is in %r" % (part, text))


# SDK v1 and v2, the latter also with a separate process to probe; with and without roots.
HOSTS = [(sdk, roots) for sdk in ("v1", "legacy", "auto") for roots in (None, "file:///usr/share")]
# A few of them, for servers that need less testing, unless PADDOCK_TEST_FULL is set.
FEW_HOSTS = HOSTS if os.environ.get("PADDOCK_TEST_FULL") else HOSTS[0:6:5] + HOSTS[3:4]


def name_of(sdk, roots):
    return "%s%s" % ({"v1": "SDK v1", "legacy": "SDK v2", "auto": "SDK v2 that probes"}[sdk],
                     ", with roots" if roots else "")


def start(box, sdk, roots, *command):
    return SdkHost(box, NODE, *command, sdk=sdk, roots=roots and [roots])


@cases(HOSTS, name_of)
def server_filesystem(sdk, roots):
    """server-filesystem reads inside what was granted, not outside, and nothing after a revocation"""
    with Box() as box:
        box.serve()
        project, other = box.folder("My Project"), box.folder("other")
        inside = box.file("My Project", "hello.txt", text="what stands inside\n")
        outside = box.file("other", "secret.txt", text="what stands outside\n")
        box.add(project)
        box.add(other)
        host = start(box, sdk, roots, FILESYSTEM)
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
        # A pause is a revocation while it lasts, and so is a second one within a minute.
        box.paddock("pause")
        wait_until(lambda: "denied" in host.tool("read_text_file", path=inside), "the pause", 30)
        box.paddock("resume")
        wait_until(lambda: "stands inside" in host.tool("read_text_file", path=inside), "the end of it")
        box.paddock("revoke", server["id"])
        wait_until(lambda: "denied" in host.tool("read_text_file", path=inside), "the revocation", 30)
        equal(len(box.json("servers")), 1, "servers, the probe left out")
        if host.close() > 1900:
            raise Failure("it did not end with its input")


@cases((("v1",), ("auto",)), lambda sdk: name_of(sdk, None))
def with_arguments(sdk):
    """server-filesystem that gets its folders as arguments: none, granted, revoked"""
    with Box() as box:
        box.serve()
        project, other = box.folder("My Project"), box.folder("other")
        inside = box.file("My Project", "hello.txt", text="what stands inside\n")
        outside = box.file("other", "secret.txt", text="what stands outside\n")
        box.add(project)
        host = SdkHost(box, NODE, FILESYSTEM, "{roots}", sdk=sdk)
        contains(" ".join(host.tools()), "read_text_file", "tools")
        contains(host.tool("read_text_file", path=inside), "denied", "the file before")
        wait_until(lambda: box.control().call("ListRequests"), "the question")
        server = box.json("servers")[0]
        box.paddock("grant", server["id"], project)
        wait_until(lambda: "stands inside" in host.tool("read_text_file", path=inside), "the file inside")
        contains(host.tool("read_text_file", path=outside), "denied", "the file outside")
        wait_until(lambda: len(box.log("restarted")) == 1, "the restart")
        contains(host.tool("list_allowed_directories"), project, "the folders")
        box.paddock("revoke", server["id"])
        wait_until(lambda: "denied" in host.tool("read_text_file", path=inside), "the revocation")
        wait_until(lambda: sum(entry["count"] for entry in box.log("restarted")) == 2, "the restart")
        contains(host.tool("read_text_file", path=inside), "denied", "the file after")
        if host.close() > 1900:
            raise Failure("it did not end with its input")


@test
def named_in_command():
    """server-filesystem that gets folders by its command: Paddock says so, whatever is decided"""
    with Box() as box:
        box.serve()
        documents, projects = box.folder("Documents"), box.folder("Projects")
        inner = box.folder("Projects/website")
        both = ["file://" + documents, "file://" + projects]
        box.add(inner)
        agent = Agent(box)
        host = SdkHost(box, NODE, FILESYSTEM, documents, projects)
        server = wait_asked(box)["id"]

        def says():
            allowed = host.tool("list_allowed_directories")
            for folder in (documents, projects):
                contains(allowed, folder, "what it has")
            entry = box.json("servers")[0]
            equal((entry["inCommand"], entry["roots"]), (both, []), "servers --json")
            said = box.paddock("explain", server).out
            contains(said, "Its command also gives it ", "explain")
            for text in (said, box.paddock("servers").out):
                contains(text, os.path.basename(documents) + " and ", "the first folder")
                contains(text, os.path.basename(projects) + ", whatever you share.", "the second folder")
            lacks(said, "sees no folders")
            contains(box.paddock("explain", server, inner).out, "The server has it whatever you share",
                     "the folder within")

        says()
        agent.answer(agent.wait_request(), "not-now")
        contains(box.paddock("explain", server).out, "because you chose to answer later", "the answer")
        says()
        box.paddock("block", server)
        says()
        host.close()


@cases((("v1",), ("legacy",), ("auto",)), lambda sdk: name_of(sdk, None))
def host_with_roots(sdk):
    """under a host with roots, the server sees only the user's shared folders"""
    with Box() as box:
        box.serve()
        project, hosts = box.folder("project"), box.folder("of-the-host")
        box.file("of-the-host", "secret.txt", text="what stands outside\n")
        box.add(project)
        host = start(box, sdk, "file://" + hosts, FILESYSTEM)
        server = wait_asked(box)
        question = wait_until(lambda: [one for one in box.control().call("ListRequests")
                                       if one.get("suggestions")], "the suggestions")[0]
        equal(question["suggestions"], ["file://" + hosts], "suggestions")
        box.paddock("grant", server["id"], project)
        wait_until(lambda: project in host.tool("list_allowed_directories"), "the folder")
        lacks(host.tool("list_allowed_directories"), hosts)
        contains(host.tool("read_text_file", path=hosts + "/secret.txt"), "denied", "the host's folder")
        equal(host.asked(), 1, "how often the host was asked")


@cases(FEW_HOSTS, name_of)
def server_everything(sdk, roots):
    """server-everything lists its roots through paddock run, and none after a revocation"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        box.add(project)
        host = start(box, sdk, roots, EVERYTHING, "stdio")
        server = wait_asked(box)
        box.paddock("grant", server["id"], project)
        wait_until(lambda: project in (host.tool("get-roots-list") or ""), "the folder")
        equal(host.tool("echo", message="x" * 100000), "Echo: " + "x" * 100000, "a long line")
        lacks(host.tool("get-roots-list"), "/usr/share")
        box.paddock("revoke", server["id"])
        wait_until(lambda: project not in (host.tool("get-roots-list") or ""), "the revocation")
        box.paddock("grant", server["id"], project)
        wait_until(lambda: project in (host.tool("get-roots-list") or ""), "the folder again")


@cases(FEW_HOSTS, name_of)
def fastmcp(sdk, roots):
    """FastMCP, which asks before it is initialized, gets its roots and loses them again"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        box.add(project)
        host = start(box, sdk, roots, FASTMCP)
        server = wait_asked(box)
        equal(host.server_name, box.server(server["id"])["claimedName"], "what it calls itself")
        equal(json.loads(host.tool("seen")), [], "what it knows before")
        box.paddock("grant", server["id"], project)
        wait_until(lambda: host.tool("seen") == json.dumps(["file://" + project]), "the folder")
        box.paddock("revoke", server["id"])
        wait_until(lambda: host.tool("seen") == "[]", "the revocation")


@cases([(roots,) for roots in (None, [], ["file:///usr/share"])], lambda roots: "roots: %r" % roots)
def inspector(roots):
    """the Inspector's command line: a session for each call"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        inside = box.file("project", "hello.txt", text="what stands inside\n")
        outside = box.file("other", "secret.txt", text="what stands outside\n")
        box.add(project)
        host = Inspector(box, NODE, FILESYSTEM, roots=roots)
        contains(host.call("tools/list"), "read_text_file", "tools")
        contains(host.tool("read_text_file", path=inside), "denied", "the file before")
        box.paddock("grant", box.json("servers")[0]["id"], project)
        contains(host.tool("read_text_file", path=inside), "stands inside", "the first call")
        contains(host.tool("read_text_file", path=outside), "denied", "the file outside")
        box.paddock("revoke", box.json("servers")[0]["id"])
        contains(host.tool("read_text_file", path=inside), "denied", "the file after")
        equal(len(box.json("servers")), 1, "servers")


@cases((("legacy",), ("auto",)), str)
def inspector_connected(era):
    """the Inspector's command line, connected: a grant and a revocation while it is"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        inside = box.file("project", "hello.txt", text="what stands inside\n")
        outside = box.file("other", "secret.txt", text="what stands outside\n")
        box.add(project)
        host = Inspector(box, NODE, FILESYSTEM, era=era).connect()
        server = wait_asked(box)
        contains(host.call("tools/list"), "read_text_file", "tools")
        contains(host.tool("read_text_file", path=inside), "denied", "the file before")
        box.paddock("grant", server["id"], project)
        wait_until(lambda: "stands inside" in host.tool("read_text_file", path=inside), "the file inside")
        contains(host.tool("read_text_file", path=outside), "denied", "the file outside")
        box.paddock("revoke", server["id"])
        wait_until(lambda: "denied" in host.tool("read_text_file", path=inside), "the revocation")
        contains(host.call("tools/list"), "read_text_file", "tools")


run(at_once=2)
