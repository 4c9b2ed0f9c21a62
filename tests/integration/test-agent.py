# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The agent, and who may widen access: a scripted window on the session bus, and other programs that try."""

import os
import re
import shutil
import subprocess

from gi.repository import GLib

from harness import APP_NAME, Box, binary, contains, equal, stays, wait_until
from agent import Agent
from peer import Peer, PeerProcess
from tap import cases, run, test

PENDING = 3


class Scene:
    """A service with an agent, a shared folder and a server that has asked."""

    def __init__(self, box, *folders, peer=PeerProcess):
        box.serve()
        self.box = box
        self.agent = Agent(box)
        self.folders = [box.folder(name) for name in folders or ("shared",)]
        self.roots = [self.agent.add(folder)[0] for folder in self.folders]
        self.uris = ["file://" + folder for folder in self.folders]
        self.peer = (peer(box, "alpha") if peer is PeerProcess
                     else peer(box.socket, name="alpha")).wait_ready()
        equal(self.peer.roots(), [], "the answer before a decision")
        self.request = self.agent.wait_request()

    @property
    def server(self):
        return self.agent.server("alpha")["id"]


@test
def ask_and_allow():
    """the agent is asked; the server gets an answer meanwhile, and a notice after the decision"""
    with Box() as box:
        scene = Scene(box, "one", "two", "three")
        request = scene.request
        equal((request["kind"], request["name"], request["sessions"], request["server"]),
              ("roots", "alpha", 1, scene.server), "the question")
        facts = {fact: (proof, value) for fact, proof, value in request["facts"]}
        equal(facts["user"], ("proven", str(os.getuid())), "the user")
        equal(facts["executable"], ("proven", os.path.realpath("/usr/bin/python3")), "executable")
        assert all(proof != "proven" for fact, (proof, _) in facts.items()
                   if fact not in ("user", "executable")), facts
        for _ in range(3):
            equal(scene.peer.roots(), [], "the answer while the question is open")
        equal(len(scene.agent.requests()), 1, "questions")
        result = scene.agent.answer(request, "allow", [scene.roots[2], scene.roots[0]])
        equal(result.get("left-out", []), [], "left out")
        scene.peer.wait_notices(1)
        equal(scene.peer.uris(), [scene.uris[0], scene.uris[2]], "list")
        equal(scene.agent.wait_finished(request["id"]), ("allow", "user-allowed"), "the end")
        equal(scene.agent.requests(), [], "questions")
        equal(box.log("granted")[0]["reason"], "user-allowed", "journal")


@cases([("deny",), ("not-now",), ("block",), ("",), ("ALLOW",), ("yes",)], repr)
def answers_without_allow(verdict):
    """an answer grants nothing:"""
    with Box() as box:
        scene = Scene(box)
        try:
            scene.agent.answer(scene.request, verdict, scene.roots)
        except Exception as error:  # pylint: disable=broad-except
            contains(str(error), "InvalidArgument", "error")
        equal(scene.peer.roots(), [], "list")
        scene.peer.wait_notices(0)
        equal(box.server("alpha")["roots"], [], "roots")
        equal(box.server("alpha")["decision"], "blocked" if verdict == "block" else "undecided",
              "decision")


@test
def allow_of_nothing():
    """Share with no root is a denial"""
    with Box() as box:
        scene = Scene(box)
        try:
            scene.agent.answer(scene.request, "allow", [])
        except Exception as error:  # pylint: disable=broad-except
            contains(str(error), "InvalidArgument", "error")
        equal(scene.peer.roots(), [], "list")
        equal(box.server("alpha")["roots"], [], "roots")


@test
def stale_answer():
    """an answer to another form of the question is refused; nothing the server does changes it"""
    with Box() as box:
        scene = Scene(box, peer=Peer)
        agent, request = scene.agent, scene.request
        second = Peer(box.socket, name="alpha").wait_ready()
        second.roots()
        wait_until(lambda: agent.requests()[0]["sessions"] == 2, "the question with two sessions")
        equal(agent.requests()[0]["serial"], request["serial"], "serial")
        # The same server under another name can't change the question that the user is answering.
        third = Peer(box.socket, name="beta").wait_ready()
        third.roots()
        wait_until(lambda: agent.requests()[0]["sessions"] == 3, "the question with three sessions")
        waiting = agent.requests()[0]
        equal((waiting["id"], waiting["serial"], waiting["name"]),
              (request["id"], request["serial"], request["name"]), "question")
        for serial in (0, request["serial"] + 1, 2 ** 32 - 1):
            agent.refused("Stale", "AnswerRequest", *_answer(scene, request["id"], serial))
        equal(scene.peer.roots(), [], "list")
        agent.answer(waiting, "allow", scene.roots)
        scene.peer.wait_notices(1)
        for peer in (scene.peer, second, third):
            peer.close()


def _until_it_ends(scene, seconds="2s"):
    """The first folder is shared for a moment. Returns the renewal that is offered then."""
    scene.agent.answer(scene.request, "allow", scene.roots[:1], duration=seconds)
    scene.peer.await_notice(1)
    equal(scene.peer.uris(), scene.uris[:1], "list")
    return wait_until(lambda: scene.agent.requests(), "what is offered")[0]


@test
def renewal():
    """an expired grant is offered for renewal, even if the server says nothing or has left"""
    with Box() as box:
        scene = Scene(box, "one", "two")
        agent = scene.agent
        request = _until_it_ends(scene)
        equal((request["kind"], request["wants"], request["roots"], request["server"]),
              ("roots", ["renewal"], scene.roots[:1], scene.server), "the question")
        equal([one["reason"] for one in box.log("renewal-offered")], ["expired"], "journal")
        scene.peer.await_notice(2)
        equal(scene.peer.roots(), [], "list")
        equal([one["id"] for one in agent.requests()], [request["id"]], "questions")
        scene.peer.stop()
        wait_until(lambda: agent.requests()[0]["sessions"] == 0, "the end of the session")
        agent.answer(agent.requests()[0], "allow", scene.roots[:1], duration="hour")
        equal(agent.requests(), [], "questions")
        again = PeerProcess(box, "alpha").wait_ready()
        equal(again.uris(), scene.uris[:1], "list")


@test
def renewal_is_offered_once():
    """dismissed it is not offered again, whether the server stays or comes back"""
    with Box() as box:
        scene = Scene(box, "one", "two")
        request = _until_it_ends(scene)
        scene.agent.answer(request, "not-now")
        stays(lambda: scene.agent.requests() == [], "no question")
        scene.peer.await_notice(2)
        equal(scene.peer.roots(), [], "list")
        scene.peer.stop()
        again = PeerProcess(box, "alpha").wait_ready()
        equal(again.roots(), [], "list")
        stays(lambda: scene.agent.requests() == [], "no question")
        equal(len(box.log("renewal-offered")), 1, "offers")


@test
def renewal_of_one_of_two():
    """with something else still shared: offered too, and Not now takes nothing away"""
    with Box() as box:
        scene = Scene(box, "one", "two")
        scene.agent.answer(scene.request, "allow", scene.roots[:1])
        scene.peer.await_notice(1)
        equal(scene.peer.uris(), scene.uris[:1], "list")
        scene.agent.grant(scene.server, scene.roots[1], duration="2s")
        request = wait_until(lambda: scene.agent.requests(), "what is offered")[0]
        equal(request["roots"], scene.roots[1:], "roots")
        scene.agent.answer(request, "not-now")
        equal(scene.peer.uris(), scene.uris[:1], "list")
        equal(box.server("alpha")["decision"], "allowed", "decision")
        equal(scene.agent.requests(), [], "questions")


def _answer(scene, request, serial):
    from gi.repository import GLib  # pylint: disable=import-outside-toplevel
    return request, serial, {"verdict": GLib.Variant("s", "allow"),
                             "duration": GLib.Variant("s", "until-revoked"),
                             "roots": GLib.Variant("a(ss)", [(scene.roots[0], "read-only")])}


@test
def answered_twice():
    """a question is answered once"""
    with Box() as box:
        scene = Scene(box)
        scene.agent.answer(scene.request, "not-now")
        scene.agent.refused("NotFound", "AnswerRequest",
                            *_answer(scene, scene.request["id"], scene.request["serial"]))
        equal(scene.peer.roots(), [], "list")


@test
def only_the_owner_registers():
    """only the owner of the application's name may register, and only one"""
    with Box() as box:
        box.serve()
        stranger = Agent(box, register=False, own=False)
        stranger.refused("NotAgent", "RegisterAgent")
        equal(stranger.property("HasAgent"), False, "HasAgent")
        agent = Agent(box)
        equal(stranger.property("HasAgent"), True, "HasAgent")
        stranger.refused("NotAgent", "RegisterAgent")
        stranger.call("UnregisterAgent")
        equal(stranger.property("HasAgent"), True, "HasAgent")
        agent.disown()
        wait_until(lambda: not stranger.property("HasAgent"), "the agent's end with its name")
        stranger.own()
        stranger.call("RegisterAgent")
        equal(stranger.property("HasAgent"), True, "HasAgent")


@test
def only_the_agent_answers():
    """only the registered owner of the name may answer; the right serial alone does not suffice"""
    with Box() as box:
        scene = Scene(box)
        stranger = Agent(box, register=False, own=False)
        answer = _answer(scene, scene.request["id"], scene.request["serial"])
        stranger.refused("NotAgent", "AnswerRequest", *answer)
        stranger.refused("NotAgent", "AskAgain", scene.server)
        # The registered window lost its name to another program, so it is not the agent any more.
        scene.agent.disown()
        scene.agent.refused("NotAgent", "AnswerRequest", *answer)
        # The new owner of the name is not the agent either, because it has not registered.
        stranger.own()
        stranger.refused("NotAgent", "AnswerRequest", *answer)
        equal(scene.peer.roots(), [], "list")
        stranger.call("RegisterAgent")
        stranger.call("AnswerRequest", *answer)
        scene.peer.wait_notices(1)
        equal(scene.peer.uris(), scene.uris, "list")


@test
def vanished_agent():
    """a window that dies leaves the question, and the next one finds it"""
    with Box() as box:
        scene = Scene(box)
        scene.agent.vanish()
        control = box.control()
        wait_until(lambda: not control.property("HasAgent"), "the agent's end")
        equal([one["id"] for one in control.call("ListRequests")], [scene.request["id"]], "questions")
        equal(scene.peer.roots(), [], "list")
        second = Agent(box)
        request = second.wait_request()
        equal(request["id"], scene.request["id"], "id")
        second.answer(request, "allow", scene.roots)
        scene.peer.wait_notices(1)
        equal(scene.peer.uris(), scene.uris, "list")


@test
def widening_from_others_is_asked():
    """paddock grant leads to a question that names the caller, and is carried out if the user agrees"""
    with Box() as box:
        scene = Scene(box)
        scene.agent.answer(scene.request, "deny")
        process = box.start("grant", "alpha", scene.folders[0], "--for", "1h")
        request = scene.agent.wait_request("grant")
        equal((request["server"], request["roots"]), (scene.server, scene.roots), "the question")
        assert request["duration"] in ("1h", "hour"), request
        contains(request["caller"], "paddock", "caller")
        equal(scene.peer.roots(), [], "list before the answer")
        equal(process.poll(), None, "the command waits")
        scene.agent.answer(request, "allow")
        equal(process.wait(30), 0, "exit status")
        process.communicate()
        scene.peer.wait_notices(1)
        equal(scene.peer.uris(), scene.uris, "list")
        equal(len(box.log("widening-asked")), 1, "journal")


@cases([("deny",), ("not-now",), ("block",)], str)
def widening_refused(verdict):
    """a widening that the user refuses ends the command with 1:"""
    with Box() as box:
        scene = Scene(box)
        scene.agent.answer(scene.request, "deny")
        process = box.start("grant", "alpha", scene.folders[0])
        scene.agent.answer(scene.agent.wait_request("grant"), verdict)
        equal(process.wait(30), 1, "exit status")
        assert process.communicate()[1].strip(), "no reason on stderr"
        equal(scene.peer.roots(), [], "list")
        equal(len(box.log("widening-refused")), 1, "journal")


@test
def no_wait():
    """--no-wait gives 3 at once, and the question stays"""
    with Box() as box:
        scene = Scene(box)
        scene.agent.answer(scene.request, "deny")
        box.paddock("grant", "--no-wait", "alpha", scene.folders[0], code=PENDING)
        request = scene.agent.wait_request("grant")
        equal(scene.peer.roots(), [], "list")
        scene.agent.answer(request, "allow", scene.roots)
        scene.peer.wait_notices(1)
        equal(scene.peer.uris(), scene.uris, "list")


@test
def no_wait_that_acts():
    """--no-wait without a window acts and gives 0"""
    with Box() as box:
        box.serve()
        folder = box.folder("shared")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        box.paddock("grant", "--no-wait", "alpha", folder)
        peer.wait_notices(1)
        entry, = box.log("granted")
        equal(entry["reason"], "command-allowed", "reason")
        # The entry's detail names the caller.
        details = [one.get("detail", "") for one in box.control().call("ListJournal", 0, 0)
                   if one["event"] == "granted"]
        contains(details[0], "paddock", "caller in the journal")


@test
def bus_grant_returns_request():
    """Grant over the bus by another caller gives a request's id, by the agent the empty string"""
    with Box() as box:
        scene = Scene(box, "one", "two")
        scene.agent.answer(scene.request, "deny")
        other = box.control()
        identifier = other.grant(scene.server, scene.roots[0])
        assert identifier, "no request"
        equal(scene.peer.roots(), [], "list")
        equal(scene.agent.grant(scene.server, scene.roots[1]), "", "the agent's request")
        scene.peer.wait_notices(1)
        equal(scene.peer.uris(), [scene.uris[1]], "list")
        request = scene.agent.wait_request("grant")
        equal(request["id"], identifier, "id")
        scene.agent.answer(request, "allow", [scene.roots[0]])
        equal(scene.agent.wait_finished(identifier)[0], "allow", "verdict")
        scene.peer.wait_notices(2)
        equal(scene.peer.uris(), scene.uris, "list")


@test
def grant_that_widens_nothing():
    """a grant of what the server already has, for no longer, asks nobody"""
    with Box() as box:
        scene = Scene(box)
        scene.agent.answer(scene.request, "allow", scene.roots)
        scene.peer.wait_notices(1)
        equal(box.control().grant(scene.server, scene.roots[0]), "", "request")
        equal(scene.agent.requests(), [], "questions")


@cases([("longer", "1h", "until-revoked", True), ("shorter", "until-revoked", "1h", False)],
       lambda name, *_: name)
def lengthening(_name, first, second, asked):
    """another duration over the bus:"""
    with Box() as box:
        scene = Scene(box)
        scene.agent.answer(scene.request, "allow", scene.roots, duration=first)
        scene.peer.wait_notices(1)
        equal(bool(box.control().grant(scene.server, scene.roots[0], duration=second)), asked,
              "put to the user")


@test
def read_write_widens():
    """making a shared root read-write leads to a question; read-only acts at once"""
    from gi.repository import GLib  # pylint: disable=import-outside-toplevel
    with Box() as box:
        scene = Scene(box)
        scene.agent.answer(scene.request, "allow", [(scene.roots[0], "read-write")])
        scene.peer.wait_notices(1)
        other = box.control()
        equal(other.call("ChangeRoot", scene.roots[0], {"access": GLib.Variant("s", "read-only")}),
              "", "request for read-only")
        equal(box.root(scene.folders[0])["access"], "read-only", "access")
        identifier = other.call("ChangeRoot", scene.roots[0],
                                {"access": GLib.Variant("s", "read-write")})
        assert identifier, "it was not put to the user"
        equal(box.root(scene.folders[0])["access"], "read-only", "access before the answer")
        request = scene.agent.wait_request("change-root")
        scene.agent.answer(request, "allow", [(scene.roots[0], "read-write")])
        wait_until(lambda: box.root(scene.folders[0])["access"] == "read-write", "the new access")
        equal(other.call("ChangeRoot", scene.roots[0], {"name": GLib.Variant("s", "Nice")}), "",
              "request for a name")


@test
def narrowing_acts_at_once():
    """revoke, block and remove by other programs act at once, even with an agent"""
    with Box() as box:
        scene = Scene(box, "one", "two")
        scene.agent.answer(scene.request, "allow", scene.roots)
        scene.peer.wait_notices(1)
        equal(scene.peer.uris(), scene.uris, "list")
        box.paddock("revoke", "alpha", scene.folders[0])
        scene.peer.wait_notices(2)
        equal(scene.peer.uris(), [scene.uris[1]], "list")
        box.paddock("remove", scene.folders[1])
        scene.peer.wait_notices(3)
        equal(scene.peer.uris(), [], "list")
        box.paddock("block", "alpha")
        equal(box.server("alpha")["decision"], "blocked", "decision")
        equal(scene.agent.requests(), [], "questions")


@test
def unblocking_widens():
    """unblocking, and forgetting a blocked server, lead to a question"""
    with Box() as box:
        scene = Scene(box)
        scene.agent.answer(scene.request, "block")
        other = box.control()
        identifier = other.call("Unblock", scene.server)
        assert identifier
        scene.agent.answer(scene.agent.wait_request("unblock"), "deny")
        equal(box.server("alpha")["decision"], "blocked", "decision")
        assert other.call("Forget", scene.server), "forgetting was not put to the user"
        request = scene.agent.wait_request("unblock")
        equal(box.server("alpha")["decision"], "blocked", "decision")
        # "Yes" covers everything that was asked. An answer that names roots would answer another question.
        scene.agent.refused("InvalidArgument", "AnswerRequest",
                            *_answer(scene, request["id"], request["serial"]))
        equal(box.server("alpha")["decision"], "blocked", "decision")
        scene.agent.answer(request, "allow")
        wait_until(lambda: not [one for one in box.json("servers") if one["decision"] == "blocked"],
                   "the end of the block")


@test
def asking_switched_off():
    """the setting that turns the asking off is obeyed at once, and the journal says when it changed"""
    with Box() as box:
        settings = os.path.join(box.env["XDG_CONFIG_HOME"], "glib-2.0", "settings")
        os.makedirs(settings)
        keyfile = {"GSETTINGS_BACKEND": "keyfile"}

        def set_asking(value):
            with open(os.path.join(settings, "keyfile"), "w", encoding="utf-8") as stream:
                stream.write("[io/github/paddock_mcp/Paddock]\nask-before-widening=%s\n" % value)

        def changes():
            return [row["event"] for row in box.log() if row["event"].startswith("asking-")]

        set_asking("true")
        service = box.serve(env=keyfile)
        agent = Agent(box)
        root, = agent.add(box.folder("shared"))
        peer = PeerProcess(box, "alpha").wait_ready()
        server = box.server("alpha")["id"]
        equal(changes(), [], "changes of the setting")
        set_asking("false")
        wait_until(lambda: changes() == ["asking-off"], "the change in the journal")
        equal(box.control().grant(server, root), "", "the question")
        equal(box.server("alpha")["decision"], "allowed", "decision")
        set_asking("true")
        wait_until(lambda: changes() == ["asking-off", "asking-on"], "the other change")
        box.control().revoke(server)
        assert box.control().grant(server, root), "it was not put to the user"
        # A change made while no service ran is noticed at the next start.
        peer.stop()
        agent.vanish()
        service.stop()
        set_asking("false")
        box.serve(env=keyfile)
        equal(changes(), ["asking-off", "asking-on", "asking-off"], "changes of the setting")


@test
def adding_is_no_widening():
    """adding a root shows it to no server, and leads to no question"""
    with Box() as box:
        scene = Scene(box)
        box.paddock("add", box.folder("more"))
        equal([one["kind"] for one in scene.agent.requests()], ["roots"], "questions")
        equal(scene.peer.roots(), [], "list")


@test
def not_now():
    """Not now holds for the identity, longer each time, until the window opens the question again"""
    with Box() as box:
        scene = Scene(box)
        minute = 60 * 1000000
        spans = []
        for _ in range(3):
            request = scene.agent.wait_request()
            scene.agent.answer(request, "not-now")
            server = scene.agent.server("alpha")
            spans.append(server["put-off-until"] - server["last-seen"])
            equal(scene.peer.roots(), [], "list")
            other = PeerProcess(box, "alpha").wait_ready()
            equal(other.roots(), [], "the list of another process of the server")
            other.stop()
            stays(lambda: not scene.agent.requests(), "no question")
            scene.agent.call("AskAgain", scene.server)
        assert 9 * minute < spans[0] < 11 * minute, spans
        assert 59 * minute < spans[1] < 61 * minute, spans
        assert spans[2] > 365 * 24 * 60 * minute, spans
        scene.agent.answer(scene.agent.wait_request(), "allow", scene.roots)
        scene.peer.wait_notices(1)
        equal(scene.peer.uris(), scene.uris, "list")


@test
def not_now_after_a_restart():
    """Not now holds, too, when the service was ended and started again"""
    with Box() as box:
        service = box.serve()
        agent = Agent(box)
        agent.add(box.folder("shared"))
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.roots(), [], "list")
        agent.answer(agent.wait_request(), "not-now")
        before = agent.server("alpha")["put-off-until"]
        peer.stop()
        agent.stop()
        agent.vanish()
        service.stop()
        box.serve()
        agent = Agent(box)
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.roots(), [], "list")
        stays(lambda: not agent.requests(), "no question")
        equal(agent.server("alpha")["put-off-until"], before, "when it is asked again")


@test
def changed_meanwhile():
    """a root that is gone at Share is left out and named"""
    with Box() as box:
        scene = Scene(box, "one", "two")
        os.rmdir(scene.folders[0])
        result = scene.agent.answer(scene.request, "allow", scene.roots)
        equal(result["left-out"], [scene.roots[0]], "left out")
        scene.peer.wait_notices(1)
        equal(scene.peer.uris(), [scene.uris[1]], "list")
        os.mkdir(scene.folders[0])
        wait_until(lambda: box.root(scene.folders[0])["status"] == "available", "its return")
        equal(scene.peer.uris(), [scene.uris[1]], "list")


@test
def unknown_root_in_answer():
    """an answer with a root that is not known grants nothing for it"""
    with Box() as box:
        scene = Scene(box)
        try:
            scene.agent.answer(scene.request, "allow", ["no-such-root"])
        except Exception:  # pylint: disable=broad-except
            pass
        equal(scene.peer.roots(), [], "list")


@test
def anonymous_duration():
    """grants of the agent carry the access and the duration that were chosen"""
    with Box() as box:
        scene = Scene(box)
        scene.agent.answer(scene.request, "allow", [(scene.roots[0], "read-only")], "session")
        scene.peer.wait_notices(1)
        grant, = scene.agent.server("alpha")["grants"]
        equal((grant["root"], grant["access"], grant["session"]), (scene.roots[0], "read-only", True),
              "grant")
        scene.peer.stop()
        wait_until(lambda: not scene.agent.server("alpha")["grants"], "the end of the grant")


@test
def resembling_server():
    """another command line leads to a new question, which names the similar server; nothing changed"""
    with Box() as box:
        scene = Scene(box)
        scene.agent.answer(scene.request, "allow", scene.roots)
        scene.peer.stop()
        other = PeerProcess(box, "alpha", ["--changed"]).wait_ready()
        equal(other.roots(), [], "list")
        request = scene.agent.wait_request()
        equal((request.get("resembling"), "previous" in request), ("alpha", False), "what it resembles")


@test
def activation():
    """without an agent the service activates the application, and again finds none: it waits"""
    with Box() as box:
        marker = os.path.join(box.directory, "activated")
        script = os.path.join(box.directory, "app")
        with open(script, "w", encoding="utf-8") as stream:
            stream.write("#!/bin/sh\necho \"$@\" >> '%s'\n" % marker)
        os.chmod(script, 0o755)
        with open(os.path.join(box.services, APP_NAME + ".service"), "w", encoding="utf-8") as stream:
            stream.write("[D-BUS Service]\nName=%s\nExec=%s\n" % (APP_NAME, script))
        box.serve(env={"DISPLAY": ":77"})
        peer = Peer(box.socket, name="alpha").wait_ready()
        equal(peer.roots(), [], "list")
        wait_until(lambda: os.path.exists(marker), "the application's activation")
        equal(peer.roots(), [], "list")
        equal(len(box.control().call("ListRequests")), 1, "questions")
        peer.close()


@test
def signals():
    """the interface tells of roots, servers, questions and the journal as they change"""
    with Box() as box:
        scene = Scene(box)
        wait_until(lambda: any(scene.request["id"] in updated for updated, _ in scene.agent.changes),
                   "the question's signal")
        scene.agent.answer(scene.request, "deny")
        wait_until(lambda: any(scene.request["id"] in removed for _, removed in scene.agent.changes),
                   "the question's removal")


@test
def bad_arguments():
    """arguments that make no sense are answered with errors, and the service lives on"""
    from gi.repository import GLib  # pylint: disable=import-outside-toplevel
    with Box() as box:
        scene = Scene(box)
        agent = scene.agent
        agent.refused("NotFound", "Grant", "nobody", scene.roots, {})
        agent.refused("NotFound", "Grant", scene.server, ["nothing"], {})
        agent.refused("InvalidArgument", "Grant", scene.server, scene.roots,
                      {"duration": GLib.Variant("s", "for ever and ever")})
        agent.refused("InvalidArgument", "Grant", scene.server, [], {})
        agent.refused("NotFound", "Revoke", "nobody", [])
        agent.refused("NotFound", "RemoveRoots", ["nothing"])
        agent.refused("NotFound", "ChangeRoot", "nothing", {})
        agent.refused("NotFound", "AnswerRequest", "nothing", 1, {})
        agent.refused("NotFound", "AskAgain", "nobody")
        equal(agent.call("AddRoots", [], {}), [], "adding nothing")
        result, = agent.call("AddRoots", [b"relative\0"], {})
        assert not result.get("added"), result
        result, = agent.call("InspectPaths", [b"\0"])
        assert result["verdict"] not in ("accepted", "warned"), result
        equal(scene.peer.roots(), [], "list")


# ---- files that hosts may read

def read_verdict(agent, path):
    """The verdict for a host that asks for this file (the boundary of `paddock mcp`)."""
    return agent.call("CheckAccess", "", os.fsencode(path) + b"\0", {})["verdict"]


def callers(box, event):
    """The programs that the journal names for these events."""
    return [entry.get("detail", "").split(" ")[0] for entry in box.control().call("ListJournal", 0, 0)
            if entry["event"] == event]


def file_in(folder):
    path = os.path.join(folder, "notes.txt")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("notes")
    return path


@cases([("a folder", "add", False), ("the home folder", "add --accept-warning --read-only", True)],
       lambda name, *_: name)
def hosts_read_no_more_unasked(_name, command, is_home):
    """with a window, a command that adds leads to a question, and hosts read nothing before:"""
    with Box() as box:
        box.serve()
        agent = Agent(box, lets_add=False)
        folder = box.home if is_home else box.folder("plain")
        path = file_in(folder)
        equal(box.paddock(*command.split(), "--no-wait", folder, code=PENDING).out, "", "output")
        request = agent.wait_request("add-roots")
        equal([bytes(one).rstrip(b"\0") for one in request["paths"]], [os.fsencode(folder)], "paths")
        equal(bool(request["warnings"]), is_home, "whether it warns")
        contains(request["caller"], "paddock", "who asks")
        equal((agent.call("ListRoots"), read_verdict(agent, path)), ([], "outside"), "before the answer")
        agent.answer(request, "deny")
        agent.wait_finished(request["id"])
        equal((agent.call("ListRoots"), read_verdict(agent, path)), ([], "outside"), "after a no")
        waiting = box.start(*command.split(), folder)
        request = agent.wait_request("add-roots")
        agent.answer(request, "allow")
        out, _ = waiting.communicate(timeout=30)
        equal(waiting.returncode, 0, "status")
        contains(out.decode(), "Added " + folder, "output")
        wait_until(lambda: read_verdict(agent, path) == "allowed", "what is read after a yes")
        equal(callers(box, "widening-asked"), ["paddock", "paddock"], "the callers in the journal")


@test
def question_says_what_is_added():
    """how many of several paths are files stands in the question"""
    with Box() as box:
        box.serve()
        agent = Agent(box, lets_add=False)
        folder = box.folder("plain")
        box.paddock("add", "--no-wait", folder, file_in(folder), code=PENDING)
        request = agent.wait_request("add-roots")
        equal((len(request["paths"]), request["files"]), (2, 1), "paths and files")


@test
def added_meanwhile():
    """a question about folders ends once all of them were added in another way"""
    with Box() as box:
        box.serve()
        agent = Agent(box, lets_add=False)
        one, two = box.folder("one"), box.folder("two")
        waiting = box.start("add", one, two)
        request = agent.wait_request("add-roots")
        root, = agent.add(one)
        stays(lambda: agent.requests("add-roots") == [request], "the question about the other", 0.5)
        other, = agent.add(two)
        equal(agent.wait_finished(request["id"]), ("allow", "superseded"), "the end")
        out, _ = waiting.communicate(timeout=30)
        equal((waiting.returncode, out.decode().count("Added ")), (0, 2), "what the command says")
        equal(agent.requests("add-roots"), [], "questions")
        # The old question does not add a folder that was removed since.
        agent.call("RemoveRoots", [root, other])
        try:
            agent.answer(request, "allow")
        except Exception as error:  # pylint: disable=broad-except
            contains(str(error), "NotFound", "error")
        equal(agent.call("ListRoots"), [], "folders")


@test
def answered_question_is_not_settled():
    """the answer to a question about folders counts as an answer, and settles the others about them"""
    with Box() as box:
        box.serve()
        agent = Agent(box, lets_add=False)
        folder = box.folder("one")
        box.paddock("add", "--no-wait", folder, code=PENDING)
        first = agent.wait_request("add-roots")
        box.paddock("add", "--no-wait", "--read-only", folder, code=PENDING)
        second, = [one for one in agent.requests("add-roots") if one["id"] != first["id"]]
        agent.answer(second, "allow")
        equal(agent.wait_finished(second["id"]), ("allow", "user-allowed"), "the end of what was answered")
        equal(agent.wait_finished(first["id"]), ("allow", "superseded"), "the end of the other")


@test
def ended_folder_stays_ended():
    """with a window, an expired folder returns only if the user agrees; the same for more access"""
    with Box() as box:
        box.serve()
        agent = Agent(box, lets_add=False)
        folder = box.folder("plain")
        path = file_in(folder)
        root, = agent.add(folder, access="read-only")
        box.paddock("change", "--read-write", "--no-wait", folder, code=PENDING)
        agent.answer(agent.wait_request("change-root"), "deny")
        agent.call("ChangeRoot", root, {"expires": GLib.Variant("x", 1)})
        equal(read_verdict(agent, path), "outside", "once it ended")
        box.paddock("change", "--for", "until-revoked", "--no-wait", folder, code=PENDING)
        request = agent.wait_request("change-root")
        equal(read_verdict(agent, path), "outside", "before the answer")
        agent.answer(request, "allow")
        agent.wait_finished(request["id"])
        wait_until(lambda: read_verdict(agent, path) == "allowed", "what is read after a yes")


@test
def ended_folder_with_a_warning():
    """even without questions for commands, the user is asked about a folder with a warning"""
    with Box() as box:
        settings = os.path.join(box.env["XDG_CONFIG_HOME"], "glib-2.0", "settings")
        os.makedirs(settings)
        with open(os.path.join(settings, "keyfile"), "w", encoding="utf-8") as stream:
            stream.write("[io/github/paddock_mcp/Paddock]\nask-before-widening=false\n")
        box.serve(env={"GSETTINGS_BACKEND": "keyfile"})
        # Nobody could be asked about it.
        box.paddock("add", "--accept-warning", "--read-only", box.home)
        agent = Agent(box, lets_add=False)
        root, = agent.call("ListRoots")
        agent.call("ChangeRoot", root["id"], {"expires": GLib.Variant("x", 1)})
        path = file_in(box.home)
        equal(read_verdict(agent, path), "outside", "once it ended")
        box.paddock("change", "--for", "until-revoked", "--no-wait", box.home, code=PENDING)
        request = agent.wait_request("change-root")
        contains(request["warnings"], "home", "what the question warns of")
        equal(read_verdict(agent, path), "outside", "before the answer")
        agent.answer(request, "allow")
        agent.wait_finished(request["id"])
        equal(read_verdict(agent, path), "allowed", "after a yes")


@test
def without_a_window_it_acts():
    """without a display a command adds at once, with a warning accepted, and the journal names it"""
    with Box() as box:
        box.serve()
        folder = box.folder("plain")
        box.paddock("add", folder)
        box.paddock("add", "--accept-warning", "--read-only", box.home)
        equal(sorted(root["path"] for root in box.json("list")), sorted([folder, box.home]), "folders")
        equal(callers(box, "root-added"), ["paddock", "paddock"], "the callers in the journal")


@cases((("sh",), ("paddock",)), lambda name: name)
def grants_in_a_script(name):
    """only the real command is marked as Paddock's in who asks, not a shell of this name"""
    with Box() as box:
        scene = Scene(box)
        shell = os.path.join(box.folder("bin"), name)
        shutil.copy(os.path.realpath("/bin/sh"), shell)
        subprocess.run([shell, "-c", '"$0" grant --no-wait alpha "$1"; true', binary(), scene.folders[0]],
                       env=box.program_env(), check=True, timeout=60)
        who = scene.agent.wait_request("grant")["caller"].split(" ← ")
        equal(bool(re.fullmatch(r"paddock \(\d+ ✓\)", who[0])), True, "the command: %s" % who)
        equal(who[1], name, "the shell")
        equal([one for one in who[1:] if "✓" in one], [], "what else is proven")


run()
