# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What the commands accept, refuse and print: exit statuses, refusals and warnings of `add`, the
JSON forms, the journal."""

import os
import re
import sys

from harness import Box, contains, equal, lacks, wait_until
from peer import Peer, PeerProcess
from tap import cases, run, test

REFUSED, USAGE, PENDING = 1, 2, 3


@cases([
    ("/proc",), ("/proc/self",), ("/sys",), ("/dev",), ("/dev/shm",), ("/run",), ("/run/user",),
    ("file:///proc",), ("https://example.org/x",), ("file://otherhost/tmp",), ("",),
    ("/nonexistent/folder",),
], repr)
def add_refuses(path):
    """add refuses"""
    with Box() as box:
        box.serve()
        for options in ((), ("--accept-warning",)):
            result = box.paddock("add", *options, path, code=REFUSED)
            assert result.err.strip(), "no reason was given"
            equal(result.out, "", "stdout")
        equal(box.json("list"), [], "roots")


@test
def add_refuses_own_places():
    """add refuses Paddock's own data and socket, also through a link, and also files inside them"""
    with Box() as box:
        service = box.serve()
        socket_folder = os.path.dirname(service.socket)
        data = os.path.join(box.data_home, "paddock")
        assert os.path.isdir(data), os.listdir(box.data_home)
        link = os.path.join(box.home, "link")
        os.symlink(data, link)
        inside = os.path.join(data, "below")
        os.mkdir(inside)
        for path in (data, socket_folder, service.socket, link, inside):
            box.paddock("add", "--accept-warning", path, code=REFUSED)
        equal(box.json("list"), [], "roots")


@test
def add_refuses_kinds():
    """add refuses link loops, and everything except directories and regular files"""
    with Box() as box:
        box.serve()
        fifo = os.path.join(box.home, "fifo")
        os.mkfifo(fifo)
        loop = os.path.join(box.home, "loop")
        os.symlink(loop, loop)
        for path in (fifo, loop):
            box.paddock("add", path, code=REFUSED)
        equal(box.json("list"), [], "roots")


@cases([
    ("home", lambda box: box.home), ("above home", lambda box: box.directory), ("top", lambda _: "/"),
    ("hidden", lambda box: box.folder(".hidden")), ("in hidden", lambda box: box.folder(".h", "in")),
    ("ssh", lambda box: box.folder(".ssh")), ("gnupg", lambda box: box.folder(".gnupg")),
    ("config", lambda box: box.folder(".config")), ("local", lambda box: box.folder(".local", "share")),
    ("browser", lambda box: box.folder(".mozilla", "firefox")),
], lambda name, _: name)
def add_warns(_name, make):
    """add warns, and adds only with --accept-warning"""
    with Box() as box:
        box.serve()
        path = make(box)
        result = box.paddock("add", path, code=REFUSED)
        contains(result.err, "--accept-warning", "what to do next")
        equal(box.json("list"), [], "roots")
        # A folder that contains Paddock's own data is read-only at most.
        box.paddock("add", "--accept-warning", "--read-only", path)
        equal(box.root(path)["access"], "read-only", "access")


@test
def add_resolves():
    """add stores the canonical path: dots, slashes and links are gone; the same is added once"""
    with Box() as box:
        box.serve()
        real = box.folder("real")
        link = os.path.join(box.home, "link")
        os.symlink("real", link)
        box.folder("x")
        box.paddock("add", "%s//./x/../link/" % box.home)
        root, = box.json("list")
        equal((root["path"], root["uri"]), (real, "file://" + real), "root")
        result = box.paddock("add", real, code=None)
        assert result.code in (0, REFUSED), result
        contains(result.out + result.err, real, "the answer to adding it again")
        equal(len(box.json("list")), 1, "number of roots")


@test
def add_relative():
    """add takes a path relative to the working directory of the caller"""
    with Box() as box:
        box.serve()
        folder = box.folder("here")
        here = os.getcwd()
        os.chdir(box.home)
        try:
            box.paddock("add", "here")
        finally:
            os.chdir(here)
        equal(box.root(folder)["path"], folder, "path")


@test
def add_prints_grant():
    """add prints the command to type next"""
    with Box() as box:
        box.serve()
        contains(box.paddock("add", box.folder("a")).out, "paddock grant", "stdout")


@test
def add_several():
    """add of several paths adds the good ones and fails for the bad"""
    with Box() as box:
        box.serve()
        good = box.folder("good")
        result = box.paddock("add", good, "/proc", code=REFUSED)
        contains(result.err, "/proc", "stderr")
        equal([root["path"] for root in box.json("list")], [good], "roots")


@test
def add_inside():
    """the output mentions that a folder is inside a shared one"""
    with Box() as box:
        box.serve()
        outer, inner = box.folder("outer"), box.folder("outer", "inner")
        box.add(outer)
        result = box.paddock("add", inner)
        contains(result.out + result.err, outer, "output")


@test
def list_json():
    """list --json has exactly the documented members"""
    with Box() as box:
        box.serve()
        folder = box.folder("folder")
        box.add("--name", "A name", "--read-only", folder)
        box.add(box.file("file"))
        one, two = box.json("list")
        equal(sorted(one), sorted(["id", "uri", "path", "name", "kind", "access", "status",
                                   "expires", "untilLogout", "otherFileSystems"]), "members")
        identifier = one.pop("id")
        assert identifier and isinstance(identifier, str)
        equal(one, {"uri": "file://" + folder, "path": folder, "name": "A name", "kind": "directory",
                    "access": "read-only", "status": "available", "expires": None,
                    "untilLogout": False, "otherFileSystems": False}, "root")
        equal((two["name"], two["kind"], two["access"]), (None, "file", "read-write"), "second root")


@test
def servers_json():
    """servers --json has exactly the documented members"""
    with Box() as box:
        box.serve()
        equal(box.json("servers"), [], "servers")
        peer = PeerProcess(box, "alpha", version="2025-03-26").wait_ready()
        server = wait_until(lambda: box.json("servers"), "the server")[0]
        equal(sorted(server), ["claimedName", "decision", "id", "listed", "name", "roots", "sessions"],
              "members")
        session, = server["sessions"]
        equal(sorted(session), ["exe", "lastListed", "pid", "protocolVersion"], "members")
        equal((session["lastListed"], session["protocolVersion"]), (None, "2025-03-26"), "session")
        peer.roots()
        assert box.server("alpha")["sessions"][0]["lastListed"], "lastListed is not set"
        peer.stop()
        wait_until(lambda: not box.server("alpha")["sessions"], "the end of the session")


@test
def log_json():
    """log --json is one object a line with the documented members, and tells the story"""
    with Box() as box:
        box.serve()
        folder = box.folder("folder")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        box.paddock("grant", "alpha", folder)
        peer.await_notice(1)
        peer.roots()
        box.paddock("revoke", "alpha", folder)
        peer.await_notice(2)
        peer.stop()
        wait_until(lambda: box.log("server-disconnected"), "the end in the journal")
        entries = box.log()
        for entry in entries:
            equal(sorted(entry), ["count", "event", "file", "last", "reason", "root", "server", "time"],
                  "members")
        events = [entry["event"] for entry in entries]
        for event in ("service-started", "root-added", "server-connected", "roots-listed",
                      "consent-asked", "granted", "change-told", "revoked", "server-disconnected"):
            assert event in events, (event, events)
        granted, = box.log("granted")
        contains(granted["server"], "alpha", "server")
        contains(granted["root"], folder, "root")
        equal(granted["reason"], "command-allowed", "reason")
        equal(box.log("revoked")[0]["reason"], "command-denied", "reason")


@test
def human_output():
    """without --json the commands print something to read"""
    with Box() as box:
        box.serve()
        folder = box.folder("folder")
        box.add(folder)
        PeerProcess(box, "alpha").wait_ready().roots()
        contains(box.paddock("list").out, folder, "list")
        contains(box.paddock("servers").out, "alpha", "servers")
        assert box.paddock("log").out.strip(), "log is empty"


@cases([
    ([],), (["frobnicate"],), (["add"],), (["add", "--no-such-option", "/tmp"],), (["remove"],),
    (["grant"],), (["grant", "alpha"],), (["grant", "alpha", "x", "--for", "soon"],),
    (["grant", "alpha", "x", "--for", "-5s"],), (["revoke"],), (["block"],), (["forget"],),
    (["list", "extra"],), (["serve", "--consent=maybe"],), (["serve", "extra"],),
    (["add", "--name", "N", "/tmp", "/usr"],),
], lambda arguments: "paddock " + " ".join(arguments))
def usage(arguments):
    """usage errors give 2"""
    with Box() as box:
        box.serve()
        result = box.paddock(*arguments, code=USAGE)
        assert result.err.strip(), "nothing on stderr"


@test
def help_and_version():
    """--help and --version give 0, for each command"""
    with Box(bus=False) as box:
        contains(box.paddock("--help").out, "serve", "help")
        assert box.paddock("--version").out.strip(), "no version"
        for command in ("serve", "add", "remove", "list", "servers", "grant", "revoke", "block",
                        "forget", "log"):
            contains(box.paddock(command, "--help").out, command, "help of " + command)


@test
def unknown_things():
    """unknown servers and roots are refused with 1"""
    with Box() as box:
        box.serve()
        folder = box.folder("folder")
        box.add(folder)
        PeerProcess(box, "alpha").wait_ready().roots()
        for arguments in (["grant", "nobody", folder], ["grant", "alpha", "/nowhere"],
                          ["revoke", "nobody"], ["block", "nobody"], ["forget", "nobody"],
                          ["remove", "/nowhere"], ["remove", "no-such-id"],
                          ["revoke", "alpha", "/nowhere"]):
            result = box.paddock(*arguments, code=REFUSED)
            assert result.err.strip(), result
        equal(box.server("alpha")["decision"], "undecided", "decision")


@test
def ambiguous_name():
    """a name that two servers have is refused; commands tell them apart, and both ids work"""
    with Box() as box:
        box.serve()
        folder = box.folder("folder")
        box.add(folder)
        peers = [PeerProcess(box, "twin", [str(i)]).wait_ready() for i in range(2)]
        for peer in peers:
            peer.roots()
        servers = [one for one in box.json("servers") if one["name"] == "twin"]
        equal(len(servers), 2, "servers of that name")
        result = box.paddock("grant", "twin", folder, code=REFUSED)
        for number in range(2):
            contains(box.paddock("servers").out, "}' %d  " % number, "the table")
            contains(result.err, "}' %d)" % number, "stderr")
        for server in servers:
            contains(result.err, server["id"], "stderr")
            box.paddock("grant", server["id"], folder)
        for peer in peers:
            peer.await_notice(1)


def seers(box, folder):
    """With how many servers a folder is shared, as the table says it."""
    line, = [one for one in box.paddock("list").out.splitlines() if one.startswith(folder + " ")]
    return re.split("  +", line)[-2]


@test
def no_ghosts():
    """without entry, decision and process a server isn't listed; --json has it, and so do commands"""
    with Box() as box:
        box.serve("--consent=allow")
        folder = box.folder("folder")
        box.add(folder)
        peers = [PeerProcess(box, name).wait_ready() for name in ("passing", "kept")]
        for peer in peers:
            peer.roots()
        box.paddock("grant", "kept", folder)
        contains(box.paddock("servers").out, "passing", "while it runs")
        equal(seers(box, folder), "2", "servers that it is shared with")
        for peer in peers:
            peer.stop()
        wait_until(lambda: not any(one["sessions"] for one in box.json("servers")), "the end of both")
        lacks(box.paddock("servers").out, "passing", "after its end")
        contains(box.paddock("servers").out, "kept", "the one with a decision")
        equal(seers(box, folder), "1", "servers that it is shared with")
        equal([(one["name"], one["listed"]) for one in box.json("servers")],
              [("passing", False), ("kept", True)], "all servers")
        box.paddock("block", "passing")
        contains(box.paddock("servers").out, "passing", "with a decision")


@test
def renames():
    """a name of the user's own stands wherever the server is named, and survives a restart"""
    with Box() as box:
        service = box.serve()
        folder = box.folder("folder")
        box.add(folder)
        peers = [PeerProcess(box, name).wait_ready() for name in ("alpha", "beta")]
        for peer in peers:
            peer.roots()
        alpha = box.server("alpha")["id"]
        box.paddock("rename", "alpha", " My Notes ")
        equal(box.server("My Notes")["id"], alpha, "the server of that name")
        contains(box.paddock("servers").out, "My Notes", "the table")
        entry, = box.log("server-renamed")
        equal(entry["server"], "My Notes", "the server in the journal")
        contains(box.paddock("log").out, "A server was renamed to", "the journal as a table")

        box.paddock("rename", "beta", "my notes", code=REFUSED)
        box.paddock("rename", "beta", "x" * 257, code=REFUSED)
        box.paddock("rename", "nobody", "Else", code=REFUSED)
        for arguments in ((), ("beta",), ("beta", "Two", "Words"), ("beta", b"\xff")):
            box.paddock("rename", *arguments, code=USAGE)
        equal(len(box.log("server-renamed")), 1, "entries")

        service.stop()
        box.serve()
        equal(box.server("My Notes")["id"], alpha, "after a restart")
        # What the server calls itself means nothing to a command, and neither does its earlier name.
        box.paddock("grant", "alpha", folder, code=1)
        box.paddock("grant", "My Notes", folder)
        equal(box.server(alpha)["decision"], "allowed", "decision")
        box.paddock("rename", "My Notes", "")
        equal(box.server("alpha")["id"], alpha, "without the name")


@test
def starts_the_service():
    """a command starts the service if none runs, and leaves it running"""
    with Box() as box:
        folder = box.folder("folder")
        equal(box.service_pid(), None, "service")
        box.paddock("add", folder)
        pid = box.service_pid()
        assert pid is not None, "no service"
        equal([root["path"] for root in box.json("list")], [folder], "roots")
        equal(box.service_pid(), pid, "the same service")


@test
def without_bus():
    """without a session bus the commands say so and give 1"""
    with Box(bus=False) as box:
        result = box.paddock("list", code=REFUSED)
        contains(result.err, "bus", "stderr")


@test
def root_forms():
    """ROOT is an id, a path or a URI"""
    with Box() as box:
        box.serve()
        for form in ("id", "path", "uri"):
            folder = box.folder("folder")
            root = box.add(folder)
            box.paddock("remove", root[form])
            equal(box.json("list"), [], "roots")


@test
def terminal_safe():
    """a server's name cannot move the terminal's cursor"""
    with Box() as box:
        box.serve()
        evil = "evil\x1b[2J\u202eexe\n\rx"
        PeerProcess(box, evil).wait_ready().roots()
        for command in ("servers", "log"):
            out = box.paddock(command).out
            for bad in ("\x1b", "\u202e", "\r"):
                assert bad not in out, (command, out)
        box.json("servers")
        box.json("log")


@test
def json_texts():
    """the JSON forms have paths and folders' names as they are, and labels as they are shown"""
    with Box() as box:
        box.serve()
        folder = box.folder("a\u202eb\nc")
        box.add("--name", "N\u202e\x1b", folder)
        peer = Peer(box.socket, name="s\u202e\x1b[2J").wait_ready()
        peer.roots()
        root, = box.json("list")
        equal((root["path"], root["name"]), (folder, "N\u202e\x1b"), "the folder")
        server, = box.json("servers")
        for bad in "\u202e", "\x1b", "\n":
            assert bad not in server["name"], server
        equal(server["name"], os.path.basename(sys.argv[0]), "the server's name")
        box.paddock("rename", server["id"], "s\u202e\x1b[2J")
        server, = box.json("servers")
        contains(server["name"], "\\x1B[2J", "the server's name")
        equal(box.log("server-connected")[0]["server"], server["name"], "the server in the journal")
        row, = box.log("root-added")
        for bad in "\u202e", "\n":
            assert bad not in row["root"], row
        contains(row["root"], "\\x0A", "the folder in the journal")
        peer.close()


@test
def servers_that_see_everything():
    """with --consent=allow the list of servers says that they see every folder"""
    with Box() as box:
        folder = box.folder("folder")
        box.serve("--consent=allow")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(len(peer.roots()), 1, "what it sees")
        row = next(line for line in box.paddock("servers").out.splitlines() if "alpha" in line)
        contains(row, folder, "the table")
        contains(row, "--consent=allow", "the table")
        equal(box.server("alpha")["decision"], "mode-allow", "decision")
        equal(box.server("alpha")["roots"], ["file://" + folder], "roots")
        box.paddock("block", "alpha")
        equal(box.server("alpha")["decision"], "blocked", "decision")
        equal(box.server("alpha")["roots"], [], "roots")

run()
