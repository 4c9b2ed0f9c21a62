# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --url` between hosts and servers of other authors: a host built with the official SDK,
versions 1 and 2; servers built with both, in each of the ways they serve HTTP; and server-everything."""

import json

from agent import Agent
from harness import Box, Failure, binary, contains, equal, wait_until
from node import Everything, HttpServers, SdkHost, require_node
from remote import wait_asked
from tap import cases, run, test

require_node()
SERVERS = HttpServers()
EVERYTHING = {transport: Everything(transport) for transport in ("streamableHttp", "sse")}


def start(box, url, sdk="v1", roots=None, options=()):
    return SdkHost(box, sdk=sdk, roots=roots,
                   line=(binary(), "run", "--socket", box.socket, *options, "--url", url))


# In one case nobody answers the question for 50 s. It comes first, so that the others run meanwhile.
@cases([("v2-both", "auto", False), ("v2-modern", "pin", True), ("v2-modern", "auto", True),
        ("v2-both", "pin", True)],
       lambda kind, sdk, answers: "%s, %s%s" % (kind, sdk, "" if answers else ", unanswered"))
def newest(kind, sdk, answers):
    """revision 2026-07-28: in each call the server gets the roots that are granted"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        inside = box.file("project", "hello.txt", text="what stands inside\n")
        box.add(project)
        server = SERVERS.new(kind)
        host = start(box, server.url, sdk)
        equal(host.version, "2026-07-28", "version")
        before = host.begin_tool("roots")
        if answers:
            user = Agent(box)
            user.answer(user.wait_request(), "deny")
            user.vanish()
        equal(json.loads(before()), [], "roots before")
        name = wait_until(lambda: box.json("servers"), "the server")[0]["id"]
        box.paddock("grant", name, project)
        wait_until(lambda: json.loads(host.tool("roots")) == ["file://" + project], "the grant")
        contains(host.tool("read", path=inside), "stands inside", "the file")
        contains(host.tool("greet"), "Ada", "a question to the user beside that for roots")
        equal(json.loads(host.resource("x:roots")), ["file://" + project], "a resource")
        equal(json.loads(host.prompt("roots")), ["file://" + project], "a prompt")
        box.paddock("revoke", name)
        wait_until(lambda: json.loads(host.tool("roots")) == [], "the revocation")


SESSIONS = ("v1", "v1-json", "v1-resumable", "v1-older", "v2")


@cases([(kind, sdk) for kind in SESSIONS for sdk in ("v1", "legacy", "auto")], lambda *row: ", ".join(row))
def roots(kind, sdk):
    """a server that asks in oninitialized gets its roots; granted, changed, revoked while connected"""
    with Box() as box:
        box.serve()
        project, other = box.folder("My Project"), box.folder("other")
        box.add(project)
        box.add(other)
        first, second = "file://" + project.replace(" ", "%20"), "file://" + other
        server = SERVERS.new(kind)
        host = start(box, server.url, sdk)
        equal(host.server_name, "sdk-" + kind, "name")
        server.wait_lists([])
        name = wait_asked(box)["id"]
        lists = [[]]
        for command, expected in ((["grant", name, project], [first]),
                                  (["grant", name, other], [first, second]),
                                  (["revoke", name, project], [second]), (["revoke", name], [])):
            box.paddock(*command)
            lists.append(expected)
            server.wait_lists(*lists)
            equal(json.loads(host.tool("known")), expected, "what the server knows")
        equal(len(box.json("servers")), 1, "servers")
        # A server without folders must forget the old ones, so it got another session.
        equal(len(server.all("began")), 2, "sessions")
        if host.close() > 1900:
            raise Failure("it did not end with its input")
        wait_until(lambda: len(server.all("ended")) == 2, "DELETE")


@cases([(kind,) for kind in SESSIONS], str)
def at_once(kind):
    """roots that were granted before are there when the server asks in oninitialized"""
    with Box() as box:
        shared = box.folder("shared")
        box.serve("--consent=allow", "--share", shared)
        server = SERVERS.new(kind)
        host = start(box, server.url)
        server.wait_lists(["file://" + shared])
        equal(host.tool("echo", text="päge \u2028 " + "x" * 100000), "päge \u2028 " + "x" * 100000, "a text")


@cases([("v1",), ("v1-resumable",), ("v1-older",)], str)
def in_a_call(kind):
    """a server that asks during a call gets the roots"""
    with Box() as box:
        shared = box.folder("shared")
        box.serve("--consent=allow", "--share", shared)
        server = SERVERS.new(kind)
        host = start(box, server.url)
        for _ in range(3):
            equal(json.loads(host.tool("roots")), ["file://" + shared], "roots")


@test
def polling():
    """a stream that the server closes before its answer is resumed"""
    with Box() as box:
        box.serve()
        server = SERVERS.new("v1-resumable")
        host = start(box, server.url)
        for _ in range(3):
            equal(host.tool("poll"), "polled", "the answer")
        equal(len(server.all("began")), 1, "sessions")


@test
def stateless():
    """a server without sessions works, and has no roots"""
    with Box() as box:
        box.serve()
        server = SERVERS.new("v1-stateless")
        host = start(box, server.url)
        contains(" ".join(host.tools()), "echo", "tools")
        equal(host.tool("echo", text="hello"), "hello", "the answer")
        equal(server.all("error"), [], "errors")


@cases([("v1",), ("v1-older",), ("v2",)], str)
def forgotten(kind):
    """a server that forgot its sessions gets a new one, with roots; the host does not notice"""
    with Box() as box:
        shared = box.folder("shared")
        box.serve("--consent=allow", "--share", shared)
        server = SERVERS.new(kind)
        host = start(box, server.url)
        server.wait_lists(["file://" + shared])
        server.forget()
        equal(host.tool("echo", text="again"), "again", "the call after")
        server.wait_lists(["file://" + shared], ["file://" + shared])
        equal(len(server.all("began")), 2, "sessions")


@cases([(True,), (False,)], lambda lists: "listed before" if lists else "not listed before")
def headers(lists):
    """a server that wants a parameter as a header, too, gets it, and the roots that it asks for"""
    with Box() as box:
        shared = box.folder("shared")
        box.serve("--consent=allow", "--share", shared)
        server = SERVERS.new("v2-modern")
        host = start(box, server.url, "pin")
        if lists:
            host.tools()
        for region in ("north", "påsk ö", " padded ", "=?base64?eA==?=", "two\nlines"):
            equal(host.tool("region", region=region), '%s: ["file://%s"]' % (region, shared), "the answer")


@cases([("v1", "streamableHttp"), ("auto", "streamableHttp"), ("v1", "sse"), ("auto", "sse")],
       lambda *row: ", ".join(row))
def everything(sdk, transport):
    """server-everything lists its roots, and none after a revocation"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        box.add(project)
        host = start(box, EVERYTHING[transport].url, sdk)
        name = wait_asked(box)["id"]
        equal(host.tool("echo", message="hello"), "Echo: hello", "the answer")
        box.paddock("grant", name, project)
        wait_until(lambda: project in (host.tool("get-roots-list") or ""), "the folder")
        box.paddock("revoke", name)
        wait_until(lambda: project not in (host.tool("get-roots-list") or ""), "the revocation")
        box.paddock("grant", name, project)
        wait_until(lambda: project in (host.tool("get-roots-list") or ""), "the folder again")
        if host.close() > 1900:
            raise Failure("it did not end with its input")


with SERVERS, EVERYTHING["streamableHttp"], EVERYTHING["sse"]:
    run(at_once=4)
