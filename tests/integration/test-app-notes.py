# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What the service knows of apps' configuration files: keys that get a name, the question about taking
Paddock out, hostile values, and restarts."""

from agent import Agent
from harness import Box, BusError, contains, equal, lacks, wait_until
from peer import PeerProcess
from stranger import FULL
from tap import run, test

LAUNCH = "io.github.paddock-mcp/launch"
KEY = "claude-code-k3v9x0q2m1ab"
OTHER = "cursor-0123456789ab"
FILE = "/home/me/.claude.json"
MOST = 1024
MANY = 10000 if FULL else 1200


def launched(box, key, name="tool"):
    """A peer that claims a key. It is taken for `paddock`."""
    claim = {"command": ["/usr/bin/evil", "--flag"], "exe": "/usr/bin/evil", "cwd": "/p", "key": key}
    return PeerProcess(box, name, result={"_meta": {LAUNCH: claim}}, program=box.impostor).wait_ready()


def refused(error, method, *arguments):
    try:
        method(*arguments)
    except BusError as got:
        equal(got.name, error, repr(arguments)[:80])
        return
    raise AssertionError("accepted: " + repr(arguments)[:80])


def noted(control):
    return [(row["key"], row["app"], row["server"], row["path"]) for row in control.call("ListApps")]


@test
def names():
    """a noted key names its server in the question and the lists, and nothing else about it changes"""
    with Box() as box:
        box.make_impostor()
        box.serve()
        control = box.control()
        agent = Agent(box)
        control.call("NoteApp", KEY, "claude-code", "files", FILE, "")
        equal(noted(control), [(KEY, "claude-code", "files", FILE)], "the list")
        peer = launched(box, KEY)
        equal(peer.roots(), [], "before the decision")
        request = agent.wait_request()
        equal((request["noted"]["app"], request["noted"]["server"]), ("claude-code", "files"), "named")
        facts = {fact: (proof, value) for fact, proof, value in request["facts"]}
        # It is as unverified as without the note, and all that it claims is there.
        equal(facts["key"][0], "claimed", "the key")
        contains(facts["command"][1], "/usr/bin/evil", "the command line")
        equal(request["name"], "evil", "its program")
        lacks(repr(request), KEY[-12:] + "'), ", "no fact has the key itself")
        server, = control.call("ListServers")
        equal(server["noted"]["key"], KEY, "the server's key")
        equal(server["standing"], "undecided", "the server")
        equal(box.json("servers")[0]["name"], "files (Claude Code)", "the command line's name")
        contains(box.paddock("servers").out, "files (Claude Code)", "the table")
        contains(box.paddock("log").out, "“files (Claude Code)” connected", "the journal")
        equal(box.log("consent-asked")[0]["server"], "files (Claude Code)", "the journal's row")

        # A name of the user's own comes first.
        box.paddock("rename", "files", "Mine")
        equal(box.json("servers")[0]["name"], "Mine", "renamed")
        equal(box.log("consent-asked")[0]["server"], "Mine", "the journal, renamed")
        box.paddock("rename", "Mine", "")
        # Without its entry, the server is still there: it keeps its name until it is forgotten.
        control.call("NoteAppGone", KEY)
        equal([(row["key"], row["gone"]) for row in control.call("ListApps")], [(KEY, True)], "gone")
        equal(box.json("servers")[0]["name"], "files (Claude Code)", "the name without the entry")
        peer.close()
        control.call("Forget", server["id"])
        equal(noted(control), [], "forgotten")


@test
def made_up_keys():
    """a key that nobody noted gives no name, however similar it is"""
    with Box() as box:
        box.make_impostor()
        box.serve()
        box.control().call("NoteApp", KEY, "claude-code", "files", FILE, "")
        agent = Agent(box)
        for key in (KEY[:-1] + "c", KEY + ".url", KEY[:-1], "files"):
            peer = launched(box, key)
            equal(peer.roots(), [], "the list")
            request = agent.wait_request()
            equal(request.get("noted"), None, key)
            agent.answer(request, "deny")


@test
def again():
    """the same key noted again gets the new name; the journal has each change, and survives a restart"""
    with Box() as box:
        box.make_impostor()
        service = box.serve()
        control = box.control()
        control.call("NoteApp", OTHER, "cursor", "files", "/home/me/.cursor/mcp.json", "")
        control.call("NoteApp", OTHER, "cursor", "files", "/home/me/.cursor/mcp.json", "")
        control.call("NoteApp", OTHER, "cursor", "notes", "/home/me/.cursor/mcp.json", "")
        control.call("NoteApp", KEY, "claude-code", "files", FILE, "")
        rows = noted(control)
        equal([row[2] for row in rows], ["notes", "files"], "the names")
        equal([entry["server"] for entry in box.log("app-connected")],
              ["cursor/files", "cursor/notes", "claude-code/files"], "the journal")
        entry = box.log("app-connected")[0]
        equal((entry["root"], entry["file"]), (None, "/home/me/.cursor/mcp.json"), "the file")
        out = box.paddock("log").out
        contains(out, "Cursor starts “notes” through Paddock now", "the journal in words")

        service.stop()
        box.serve()
        control = box.control()
        equal(noted(control), rows, "after a restart")
        launched(box, KEY)
        wait_until(lambda: "files (Claude Code)" in [one["name"] for one in box.json("servers")],
                   "the name after a restart")
        control.call("NoteApp", KEY, "claude-code", "files", FILE, "")
        control.call("NoteAppGone", KEY)
        control.call("NoteAppGone", KEY)
        control.call("NoteAppGone", "nonsense\n")
        equal([entry["server"] for entry in box.log("app-restored")], ["claude-code/files"], "gone")
        contains(box.paddock("log").out, "Claude Code starts “files” without Paddock again", "gone")


@test
def hostile():
    """malformed notes are refused; strangers' texts are escaped wherever they are shown"""
    with Box() as box:
        box.make_impostor()
        box.serve()
        control = box.control()
        good = [OTHER, "cursor", "files", "/f", ""]
        for place, values in enumerate((
                ("", "x", OTHER + "\n", OTHER.upper(), OTHER + "." * 3, "a" * 1000000, "\u202e" + OTHER),
                ("", "Cursor", "a b", "../x", "c" * 65, "a" * 1000000),
                ("",),
                ("", "f", "~/f", "\n/f"))):
            for value in values:
                refused("InvalidArgument", control.call, "NoteApp",
                        *good[:place], value, *good[place + 1:])
        refused("Limit", control.call, "NoteApp", *good[:2], "x" * 257, "/f", "")
        refused("Limit", control.call, "NoteApp", *good[:3], "/" + "x" * 4096, "")
        refused("Limit", control.call, "NoteApp", *good[:4], "x" * 4097)
        refused("Limit", control.call, "NoteApp", *good[:2], "x" * 1000000, "/f", "")
        equal(noted(control), [], "nothing was noted")

        evil = "\u202efiles\x1b[1m\n<b>\u200b"
        control.call("NoteApp", OTHER, "cursor", evil, "/f\n\x1b", "\x1b")
        equal(noted(control), [(OTHER, "cursor", evil, "/f\n\x1b")], "as it came")
        launched(box, OTHER)
        escaped = "\\u{202E}files\\x1B[1m\\x0A<b>\\u{200B}"
        wait_until(lambda: [one["name"] for one in box.json("servers")] == [escaped + " (Cursor)"],
                   "the name")
        contains(box.paddock("log").out, escaped, "escaped")
        for text in (box.paddock("servers").out, box.paddock("log").out):
            for character in "\u202e\x1b\u200b":
                lacks(text, character, "raw")


@test
def crowd():
    """of a crowd of notes the newest stay, with those of known servers; decisions stay in the journal"""
    with Box() as box:
        box.make_impostor()
        box.serve()
        control = box.control()
        Agent(box).add(box.folder("shared"))
        control.call("NoteApp", KEY, "claude-code", "files", FILE, "")
        launched(box, KEY)
        wait_until(lambda: control.call("ListServers"), "the server")
        calls = [("NoteApp", "zed-%012d" % number, "zed", "x" * 200, "/f", "") for number in range(MANY)]
        for first in range(0, len(calls), 100):
            control.together(calls[first:first + 100])
        rows = noted(control)
        equal(len(rows), MOST, "how many are kept")
        equal(rows[0][0], KEY, "the one that is in use")
        equal(rows[-1][0], "zed-%012d" % (MANY - 1), "the newest")
        equal(len(box.log("root-added")), 1, "the journal's row about a folder")
        equal(box.json("servers")[0]["name"], "files (Claude Code)", "still named")


@test
def taking_out():
    """a program that wants to take Paddock out leads to a question; the service changes nothing"""
    with Box() as box:
        box.serve()
        control = box.control()
        control.call("NoteApp", KEY, "claude-code", "files", FILE, "")
        agent = Agent(box)
        for verdict in ("deny", "allow"):
            identifier = control.call("TakeOut", ["claude-code/files", "cursor/a/\u202eb"])
            request = agent.wait_request("take-out")
            equal(request["id"], identifier, "the question")
            equal(request["entries"], ["claude-code/files", "cursor/a/\u202eb"], "the entries")
            contains(request["caller"], "(", "who asks")
            agent.answer(request, verdict)
            equal(agent.wait_finished(identifier)[0], verdict, "the answer")
            equal(len(noted(control)), 1, "the notes")
        equal(agent.call("TakeOut", ["claude-code/files"]), "", "the window needs no question")

        equal(control.call("TakeOut", ["a/b"]), control.call("TakeOut", ["a/b"]), "the same question")
        for entries in ([], ["files"], ["/x"], ["x/"], ["X/y"], ["a/" + "x" * 299], ["a/b", ""]):
            refused("InvalidArgument", control.call, "TakeOut", entries)
        refused("Limit", control.call, "TakeOut", ["a/b"] * 65)
        most = ["a/" + "x" * 298] * 64
        control.call("TakeOut", most)
        equal(agent.requests("take-out")[-1]["entries"], most, "the longest question")


@test
def nobody_to_ask():
    """without a window the call says so, and the caller decides"""
    with Box() as box:
        box.serve()
        equal(box.control().call("TakeOut", ["cursor/files"]), "", "no question")
        equal(box.control().call("ListRequests"), [], "questions")


run()
