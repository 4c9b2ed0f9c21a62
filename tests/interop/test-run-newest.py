# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Revision 2026-07-28 with version 2 of the official SDK on both sides and `paddock run` between them,
and with the Inspector's command line as the host."""

import json
import os

from harness import Box, Failure, contains, equal, wait_until
from node import HERE, NODE, Inspector, SdkHost, require_node
from tap import cases, run, test

require_node()
SERVER = os.path.join(HERE, "sdk-server-v2.mjs")
OWN = "file:///usr/share"


def name_of(era, roots):
    return "%s%s" % (era, ", with roots" if roots else "")


HOSTS = [(era, roots) for era in ("pin", "auto") for roots in (None, [OWN])]


@cases(HOSTS, name_of)
def reads(era, roots):
    """the first call waits for the user; the server reads inside, and not after a revocation"""
    with Box() as box:
        box.serve()
        project = box.folder("My Project")
        inside = box.file("My Project", "hello.txt", text="what stands inside\n")
        outside = box.file("other", "secret.txt", text="what stands outside\n")
        box.add(project)
        host = SdkHost(box, NODE, SERVER, sdk=era, roots=roots)
        equal(host.version, "2026-07-28", "the revision")
        contains(" ".join(host.tools()), "read", "tools")
        equal(box.json("servers"), [], "servers before roots are needed")
        answer = host.begin_tool("read", path=inside)
        server = wait_until(lambda: box.json("servers"), "the server")[0]
        box.paddock("grant", server["id"], project)
        equal(answer(), "what stands inside\n", "the first call")
        contains(host.tool("read", path=outside), "denied", "the file outside")
        box.paddock("revoke", server["id"])
        contains(host.tool("read", path=inside), "denied", "the file after the revocation")
        box.paddock("grant", server["id"], project)
        equal(host.tool("read", path=inside), "what stands inside\n", "the file again")
        if roots:
            equal(host.asked(), 0, "how often the host was asked")
        if host.close() > 1900:
            raise Failure("it did not end with its input")


@cases(HOSTS, name_of)
def everything_that_may_ask(era, roots):
    """roots for a tool, a resource and a prompt, and beside a question to the user of the host"""
    with Box() as box:
        shared = box.folder("shared")
        box.serve("--consent=allow", "--share", shared)
        host = SdkHost(box, NODE, SERVER, sdk=era, roots=roots)
        seen = json.dumps(["file://" + shared])
        equal(host.tool("roots"), seen, "the tool")
        equal(host.resource("x:roots"), seen, "the resource")
        equal(host.prompt("roots"), seen, "the prompt")
        equal(host.tool("greet"), "Ada: " + seen, "beside an elicitation")
        equal(host.listen(), '{"toolsListChanged":true}', "what is listened to")
        equal(host.tool("grow"), "grown", "the change")
        wait_until(lambda: host.changes() == 1, "the notice")
        if roots:
            equal(host.asked(), 0, "how often the host was asked")


@test
def both_eras():
    """a server of both eras under a host that knows only the older one"""
    with Box() as box:
        shared = box.folder("shared")
        box.serve("--consent=allow", "--share", shared)
        host = SdkHost(box, NODE, SERVER, "serve", sdk="legacy")
        equal(host.version, "2025-11-25", "the revision")
        equal(host.tool("roots"), json.dumps(["file://" + shared]), "the tool")


@test
def probed():
    """a host that probes a server of the newest revision learns that, and the service sees one server"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        host = SdkHost(box, NODE, SERVER, sdk="auto")
        host.tool("roots")
        equal([len(server["sessions"]) for server in box.json("servers")], [1], "sessions")


@cases([(era, roots) for era in ("auto", "modern") for roots in (None, [OWN])], name_of)
def inspector(era, roots):
    """the Inspector's command line, in which every call is a session"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        inside = box.file("project", "hello.txt", text="what stands inside\n")
        outside = box.file("other", "secret.txt", text="what stands outside\n")
        box.add(project)
        first = Inspector(box, NODE, SERVER, roots=roots, era=era)
        contains(first.call("tools/list"), "greet", "tools")
        host = Inspector(box, NODE, SERVER, roots=roots, era=era).connect()
        contains(host.call("tools/list"), "greet", "tools, connected")
        reading = first.begin_tool("read", path=inside)
        server = wait_until(lambda: box.json("servers"), "the server")[0]
        box.paddock("grant", server["id"], project)
        contains(reading(), "stands inside", "the first call")
        contains(host.tool("read", path=outside), "denied", "the file outside")
        contains(host.tool("read", path=inside), "stands inside", "the file inside")
        box.paddock("revoke", server["id"])
        contains(host.tool("read", path=inside), "denied", "the file after the revocation")


run(at_once=2)
