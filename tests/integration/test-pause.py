# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Sharing is paused: every list is empty, questions wait, grants stay and still expire, and a restart does
not end the pause. test-run-restart.py covers how `paddock run` reacts."""

from harness import Box, Failure, PATIENCE, contains, equal, stays, wait_until
from agent import Agent
from stateful_server import Session
from peer import Peer, PeerProcess
from tap import run, test

REFUSED, USAGE, PENDING = 1, 2, 3


class Scene:
    """A service, two folders, and alpha, which sees the first."""

    def __init__(self, box):
        box.serve()
        self.box = box
        self.folders = [box.folder("one"), box.folder("two")]
        self.uris = ["file://" + folder for folder in self.folders]
        box.add(*self.folders)
        self.alpha = PeerProcess(box, "alpha").wait_ready()
        equal(self.alpha.roots(), [], "the answer before a decision")
        box.paddock("grant", "alpha", self.folders[0])
        self.alpha.await_notice(1)
        equal(self.alpha.uris(), self.uris[:1], "list")

    def paused(self):
        return self.box.control().property("Paused")


@test
def told_and_told_again():
    """each server that saw a folder gets a notice, lists nothing, and gets a notice after the pause"""
    with Box() as box:
        scene = Scene(box)
        beta = Peer(box.socket, name="beta").wait_ready()
        equal(scene.paused(), False, "Paused")
        box.paddock("pause")
        equal(scene.paused(), True, "Paused")
        scene.alpha.await_notice(2)
        equal(scene.alpha.roots(), [], "list")
        for _ in range(3):
            equal(scene.alpha.roots(), [], "list")
        equal(beta.roots(), [], "list of another")
        # A second pause has no effect, neither in the journal nor on the wire.
        box.paddock("pause")
        box.paddock("resume")
        scene.alpha.await_notice(3)
        equal(scene.alpha.uris(), scene.uris[:1], "list")
        box.paddock("resume")
        beta.wait_notices(0)
        scene.alpha.wait_notices(3)
        equal([one["event"] for one in box.log() if one["event"] in ("paused", "resumed")],
              ["paused", "resumed"], "journal")
        caller = [one for one in box.control().call("ListJournal", 0, 0)
                  if one["event"] == "paused"][0]["detail"]
        contains(caller, "paddock", "who did it")
        equal([one["reason"] for one in box.log("paused")], ["command-denied"],
              "a pause that the window did not order")
        box.paddock("block", "alpha")
        equal([one["reason"] for one in box.log("blocked")], ["command-denied"],
              "a block that the window did not order")
        beta.close()


@test
def shown():
    """the lists of the command line mention the pause on stderr, and no server sees a folder"""
    with Box() as box:
        scene = Scene(box)
        seen = lambda: [one["servers"] for one in box.control().call("ListRoots")]
        visible = lambda: [grant["visible"] for server in box.control().call("ListServers")
                           for grant in server["grants"]]
        equal((seen(), visible()), ([1, 0], [True]), "before")
        box.paddock("pause")
        equal((seen(), visible()), ([0, 0], [False]), "while paused")
        for command in (["list"], ["list", "--json"], ["servers"], ["servers", "--json"]):
            contains(box.paddock(*command).err, "Sharing is paused", " ".join(command))
        # The grants are still listed.
        equal(box.server("alpha")["roots"], scene.uris[:1], "granted")
        equal(box.server("alpha")["decision"], "allowed", "decision")
        box.paddock("resume")
        equal(box.paddock("list").err, "", "stderr")
        equal((seen(), visible()), ([1, 0], [True]), "after")
        box.paddock("pause", "--no-wait", code=USAGE)
        box.paddock("pause", "alpha", code=USAGE)
        box.paddock("resume", "alpha", code=USAGE)


@test
def still_held():
    """a server that cannot be restarted is shown to hold its folders until the pause ends"""
    with Box() as box:
        box.serve()
        one = Session(box, run_options=("--on-revoke=notify",)).handshake()
        one.grant()
        box.paddock("pause")
        wait_until(lambda: one.held() == [["project"]], "what it may hold")
        equal(one.unenforced(), ["configured"], "why")
        contains(box.paddock("servers").out, "  project  ", "the table")
        box.paddock("resume")
        wait_until(lambda: one.held() == [None], "what it may hold")


@test
def remembered():
    """a service that starts while sharing is paused answers [] from the first answer on"""
    with Box() as box:
        scene = Scene(box)
        box.paddock("pause")
        scene.alpha.await_notice(2)
        service = box.service
        for kill in (True, False):
            if kill:
                service.kill()
            else:
                service.stop()
            service = box.serve(wait=False)
            peers = []
            while len(peers) < 4:
                peer = PeerProcess(box, "alpha")
                try:
                    equal(peer.wait_ready().roots(), [], "the first answer")
                    peers.append(peer)
                except Failure as failure:
                    contains(str(failure), "died", "what is no refused connection")
            service.wait_ready()
            equal(scene.paused(), True, "Paused")
            equal(box.server("alpha")["decision"], "allowed", "decision")
            for peer in peers[1:]:
                peer.stop()
        box.paddock("resume")
        peers[0].await_notice(1)
        equal(peers[0].uris(), scene.uris[:1], "list")
        service.kill()
        box.serve()
        equal(scene.paused(), False, "Paused")


@test
def grants_meanwhile():
    """grants and revocations during a pause count when it ends"""
    with Box() as box:
        scene = Scene(box)
        box.paddock("pause")
        scene.alpha.await_notice(2)
        equal(scene.alpha.roots(), [], "list")
        box.paddock("grant", "alpha", scene.folders[1])
        box.paddock("revoke", "alpha", scene.folders[0])
        scene.alpha.wait_notices(2)
        equal(scene.alpha.roots(), [], "list")
        box.paddock("resume")
        scene.alpha.await_notice(3)
        equal(scene.alpha.uris(), scene.uris[1:], "list")


@test
def clocks_run():
    """a grant ends while sharing is paused"""
    with Box() as box:
        scene = Scene(box)
        box.paddock("grant", "alpha", scene.folders[1], "--for", "3s")
        scene.alpha.await_notice(2)
        equal(scene.alpha.uris(), scene.uris, "list")
        box.paddock("pause")
        wait_until(lambda: [one["reason"] for one in box.log("revoked")] == ["expired"], "the end")
        box.paddock("resume")
        scene.alpha.await_notice(4)
        equal(scene.alpha.uris(), scene.uris[:1], "list")


@test
def questions_wait():
    """during a pause questions are neither shown nor asked; they come back in order"""
    with Box() as box:
        scene = Scene(box)
        agent = Agent(box)
        first = Peer(box.socket, name="first").wait_ready()
        first.roots()
        waiting = agent.wait_request()
        box.paddock("pause")
        wait_until(lambda: agent.requests() == [], "no question")
        wait_until(lambda: ([], [waiting["id"]]) in agent.changes, "the signal")
        second = PeerProcess(box, "second", arguments=["--other"]).wait_ready()
        equal(second.roots(), [], "list")
        stays(lambda: agent.requests() == [], "no question")
        equal(len(box.log("consent-asked")), 2, "questions in the journal")
        # Requests to widen are accepted meanwhile; a pause is not one.
        box.paddock("grant", "--no-wait", "alpha", scene.folders[1], code=PENDING)
        agent.answer(agent.wait_request("grant"), "deny")
        box.paddock("resume", "--no-wait", code=PENDING)
        agent.answer(agent.wait_request("resume"), "allow")
        wait_until(lambda: len(agent.requests("roots")) >= 1, "the questions")
        equal(agent.requests("roots")[0]["id"], waiting["id"], "the first question")
        equal(agent.requests("roots")[0]["serial"], waiting["serial"], "its serial")
        first.close()


@test
def resume_is_asked():
    """with a window, resuming by others leads to a question there; pausing does not"""
    with Box() as box:
        scene = Scene(box)
        agent = Agent(box)
        box.paddock("pause")
        scene.alpha.await_notice(2)
        equal(scene.alpha.roots(), [], "list")
        equal(agent.requests(), [], "requests")
        for verdict in ("deny", "not-now", "block", "allow"):
            box.paddock("resume", "--no-wait", code=PENDING)
            request = agent.wait_request("resume")
            contains(request["caller"], "paddock", "the caller")
            equal(scene.alpha.roots(), [], "list")
            agent.answer(request, verdict)
            equal(scene.paused(), verdict != "allow", "Paused after " + verdict)
        scene.alpha.await_notice(3)
        equal(scene.alpha.uris(), scene.uris[:1], "list")
        # The window itself resumes at once.
        agent.call("Pause")
        equal(agent.call("Resume"), "", "the request")
        equal(scene.paused(), False, "Paused")
        equal([one["reason"] for one in box.log("resumed")], ["user-allowed", "user-allowed"],
              "reasons")
        equal(len(box.log("widening-refused")), 3, "refusals")


@test
def resumed_meanwhile():
    """a command that waits gets its answer when the window resumes, and nothing waits afterwards"""
    with Box() as box:
        Scene(box)
        agent = Agent(box)
        box.paddock("pause")
        waiting = box.start("resume")
        request = agent.wait_request("resume")
        equal(agent.call("Resume"), "", "the request of the window")
        equal(waiting.wait(10 * PATIENCE), 0, "exit status of who waited")
        equal(tuple(agent.wait_finished(request["id"])), ("allow", "superseded"), "its end")
        box.paddock("pause")
        equal(agent.requests(), [], "requests")


@test
def consent_modes():
    """also with --consent=allow"""
    with Box() as box:
        box.serve("--consent=allow")
        box.add(box.folder("one"))
        peer = Peer(box.socket, name="alpha").wait_ready()
        equal(len(peer.roots()), 1, "list")
        box.paddock("pause")
        peer.await_notice(1)
        equal(peer.roots(), [], "list")
        peer.close()


run()
