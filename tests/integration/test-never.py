# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Files for which the user answered "Never": where they are listed, who may withdraw that, and what
follows."""

import os
import threading

from agent import Agent
from harness import PATIENCE, Box, contains, equal, wait_until
from peer import Peer
from reading import Reader
from tap import run, test

REFUSED, PENDING = 1, 3


def asked(box, agent, path, verdict, server=""):
    """What a program on the bus gets for @path, after this answer of the user."""
    given = []
    thread = threading.Thread(target=lambda: given.append(Reader(box).read(path, server)))
    thread.start()
    agent.answer(agent.wait_request("read"), verdict)
    thread.join()
    return given[0]


def listed(box):
    return [(file["path"], file["server"]) for file in box.json("never")]


def taken_back(box):
    return [entry for entry in box.control().call("ListJournal", 0, 0)
            if entry["event"] == "never-taken-back"]


class Scene:
    def __init__(self, box):
        self.box = box
        box.serve()
        self.folder = box.folder("p")
        self.key = box.file("p", "id_rsa", text="PRIVATE\n")
        self.env = box.file("p", ".env", text="KEY=1\n")
        box.control().add(self.folder)
        self.agent = Agent(box)
        for path in (self.key, self.env):
            equal(asked(box, self.agent, path, "block"), ("sensitive", None), path)

    def read(self, path):
        return Reader(self.box).read(path)


@test
def shown():
    """a "Never" is listed with its path and its server; reading is refused without a question"""
    with Box() as box:
        box.serve()
        equal(box.json("never"), [], "at first")
        contains(box.paddock("never").out, "No file is set to “Never”", "at first")
    with Box() as box:
        scene = Scene(box)
        equal(listed(box), [(scene.key, None), (scene.env, None)], "the list")
        first = box.json("never")[0]
        equal(sorted(first), ["name", "path", "root", "server", "uri"], "its members")
        equal((first["uri"], first["root"]), ("file://" + scene.key, box.root(scene.folder)["id"]),
              "the first")
        contains(box.paddock("never").out, scene.env, "the table")
        equal(scene.read(scene.key), ("sensitive", None), "read")
        equal(scene.agent.requests(), [], "questions")


@test
def put_to_the_user():
    """a command to withdraw leads to a question: refusing keeps it, agreeing only withdraws it"""
    with Box() as box:
        scene = Scene(box)
        box.paddock("never", "--ask-again", "--no-wait", scene.key, code=PENDING)
        request = scene.agent.wait_request("take-back-never")
        equal(bytes(request["path"]).rstrip(b"\0"), os.fsencode(scene.key), "the file")
        contains(request["caller"], "paddock", "who asks")
        equal(scene.read(scene.key), ("sensitive", None), "while it waits")
        scene.agent.answer(request, "deny")
        equal(len(listed(box)), 2, "refused")
        equal(scene.read(scene.key), ("sensitive", None), "refused")

        command = box.start("never", "--ask-again", scene.key)
        scene.agent.answer(scene.agent.wait_request("take-back-never"), "allow")
        equal(command.wait(20 * PATIENCE), 0, "the command")
        equal(listed(box), [(scene.env, None)], "allowed")
        # That alone lets nobody read it.
        equal(asked(box, scene.agent, scene.key, "allow"), ("allowed", b"PRIVATE\n"), "asked")
        equal(scene.read(scene.env), ("sensitive", None), "the other one")
        entry, = taken_back(box)
        equal((entry["reason"], entry["path"], entry["detail"]),
              ("user-allowed", scene.folder, scene.key), "the journal")
        contains(entry["name"], "paddock", "the journal: who")

        # Without such an answer there is no question.
        for arguments in ([scene.key], ["--hosts", scene.env + "2"], [scene.folder]):
            box.paddock("never", "--ask-again", *arguments, code=REFUSED)
        equal(scene.agent.requests(), [], "questions")


@test
def by_the_window():
    """the window's own button needs no question, and settles a waiting one"""
    with Box() as box:
        scene = Scene(box)
        identifier = box.control().call("TakeBackNever", "", os.fsencode(scene.key) + b"\0")
        scene.agent.wait_request("take-back-never")
        equal(scene.agent.call("TakeBackNever", "", os.fsencode(scene.key) + b"\0"), "", "at once")
        equal(scene.agent.wait_finished(identifier), ("allow", "superseded"), "the question")
        equal(listed(box), [(scene.env, None)], "the list")


@test
def nobody_to_ask():
    """without a window the command acts, and the journal names the caller; a restart changes nothing"""
    with Box() as box:
        scene = Scene(box)
        scene.agent.vanish()
        wait_until(lambda: not box.control().property("HasAgent"), "no window")
        box.paddock("never", "--ask-again", scene.key)
        entry, = taken_back(box)
        equal(entry["reason"], "command-allowed", "the journal")
        contains(entry["name"], "paddock", "the journal: who")
        box.service.stop()
        box.serve()
        equal(listed(box), [(scene.env, None)], "after a restart")
        scene.agent = Agent(box)
        equal(asked(box, scene.agent, scene.key, "deny"), ("sensitive", None), "asked")
        equal(scene.read(scene.env), ("sensitive", None), "never")


@test
def of_whom():
    """answers about hosts and about one server are separate; they outlive a folder, and end with a server"""
    with Box() as box:
        scene = Scene(box)
        root = box.root(scene.folder)["id"]
        peer = Peer(box.socket, "2025-11-25")
        box.started.append(peer)
        peer.wait_ready()
        peer.roots()
        server = scene.agent.server("scripted")["id"]
        scene.agent.grant(server, root)
        wait_until(peer.uris, "the folder")
        path = box.file("p", ".netrc", text="machine\n")
        equal(asked(box, scene.agent, path, "block", server), ("sensitive", None), "for the server")
        equal(asked(box, scene.agent, path, "block"), ("sensitive", None), "for hosts")
        equal(listed(box)[2:], [(path, server), (path, None)], "the list")
        equal(box.json("never")[2]["name"], box.server(server)["name"], "the name")

        scene.agent.vanish()
        wait_until(lambda: not box.control().property("HasAgent"), "no window")
        contains(box.paddock("never", "--ask-again", path, code=REFUSED).err, "more than once", "which")
        box.paddock("never", "--ask-again", "--server", server, path)
        equal(listed(box)[2:], [(path, None)], "of hosts")
        equal(taken_back(box)[0]["server"], server, "the journal")
        box.paddock("never", "--ask-again", "--hosts", "file://" + path)
        equal(len(listed(box)), 2, "of nobody")
        scene.agent = Agent(box)
        equal(asked(box, scene.agent, path, "block", server), ("sensitive", None), "for the server")
        box.paddock("remove", scene.folder)
        equal(listed(box), [(scene.key, None), (scene.env, None), (path, server)],
              "without the folder")
        scene.agent.call("Forget", server)
        equal(listed(box), [(scene.key, None), (scene.env, None)], "without the server")


@test
def nested():
    """a folder inside another one is removed: the "Never" still counts, also through the outer one"""
    with Box() as box:
        box.serve()
        outer = box.folder("home-of-all")
        inner = box.folder("home-of-all", "notes")
        path = box.file("home-of-all", "notes", ".env", text="KEY=1\n")
        for folder in (outer, inner):
            box.control().add(folder)
        agent = Agent(box)
        equal(asked(box, agent, path, "block"), ("sensitive", None), "answered")
        equal(box.json("never")[0]["root"], box.root(inner)["id"], "by the inner one")
        box.paddock("remove", inner)
        equal(Reader(box).read(path), ("sensitive", None), "by the outer one")
        equal(agent.requests(), [], "questions")
        agent.vanish()
        box.service.stop()
        box.serve()
        agent = Agent(box)
        box.control().add(inner)
        equal(Reader(box).read(path), ("sensitive", None), "in a folder that is back")
        equal(agent.requests(), [], "questions")


@test
def for_one_run():
    """a "Never" about a file in a volatile folder counts in the next run, and can be withdrawn"""
    with Box() as box:
        folder = box.folder("p")
        key = box.file("p", "id_rsa", text="PRIVATE\n")
        env = box.file("p", ".env", text="KEY=1\n")
        box.serve("--share", folder)
        agent = Agent(box)
        for path in (key, env):
            equal(asked(box, agent, path, "block"), ("sensitive", None), path)
        agent.vanish()

        box.service.stop()
        box.serve("--share", folder)
        agent = Agent(box)
        equal(Reader(box).read(key), ("sensitive", None), "in the next run")
        equal(agent.requests(), [], "questions")
        identifier = box.control().call("TakeBackNever", "", os.fsencode(key) + b"\0")
        agent.answer(agent.wait_request("take-back-never"), "allow")
        equal(agent.wait_finished(identifier)[0], "allow", "taken back")
        equal(listed(box), [(env, None)], "the list")
        equal(asked(box, agent, key, "allow"), ("allowed", b"PRIVATE\n"), "asked again")
        agent.vanish()

        box.service.stop()
        box.serve()
        equal(listed(box), [(env, None)], "without the folder")
        box.paddock("never", "--ask-again", env)
        equal(listed(box), [], "taken back")
        box.paddock("never", "--ask-again", env, code=REFUSED)
        equal([entry["detail"] for entry in taken_back(box)], [env, key], "the journal")


@test
def gone_meanwhile():
    """a question about an answer that is gone has no effect"""
    with Box() as box:
        scene = Scene(box)
        peer = Peer(box.socket, "2025-11-25")
        box.started.append(peer)
        peer.wait_ready()
        peer.roots()
        server = scene.agent.server("scripted")["id"]
        scene.agent.grant(server, box.root(scene.folder)["id"])
        wait_until(peer.uris, "the folder")
        path = box.file("p", ".netrc", text="machine\n")
        equal(asked(box, scene.agent, path, "block", server), ("sensitive", None), "answered")
        wish = server, os.fsencode(path) + b"\0"
        box.control().call("TakeBackNever", *wish)
        request = scene.agent.wait_request("take-back-never")
        equal(scene.agent.call("TakeBackNever", *wish), "", "the window")
        scene.agent.refused("NotFound", "AnswerRequest", request["id"], request["serial"], {})
        scene.agent.refused("NotFound", "TakeBackNever", *wish)
        equal(len(taken_back(box)), 1, "the journal")

        equal(asked(box, scene.agent, path, "block", server), ("sensitive", None), "answered")
        box.control().call("TakeBackNever", *wish)
        request = scene.agent.wait_request("take-back-never")
        scene.agent.call("Forget", server)
        equal(listed(box), [(scene.key, None), (scene.env, None)], "the list")
        if request["id"] in [one["id"] for one in scene.agent.requests()]:
            scene.agent.answer(request, "allow")
        equal(len(taken_back(box)), 1, "the journal")

run()
