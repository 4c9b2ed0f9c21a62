# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A process claims to be very many servers, with long claims. Other servers are still served, the user is
asked about them, commands answer within a second, and the journal keeps what the user did."""

import os
import sqlite3
import time

from agent import Agent
from flood import META, Flood
from harness import PATIENCE, Box, Failure, contains, equal, wait_until
from peer import PeerProcess
from stranger import FULL, INSTRUMENTED, resident
from tap import run, test

# Beyond each bound on what strangers may claim. ui-flood has 20,000 of both.
MANY = 5000 if FULL else 1200
FORKS = 5000 if FULL else 1300
CLAIM = 60000
KEPT, OF_ONE_PROGRAM, OF_ONE_PROCESS = 256, 32, 64
PROMPT = 1.0  # s for a command
CONNECTED = ("server-connected", "server-disconnected", "roots-listed", "consent-asked",
             "server-refused")


def prompt(box, *arguments):
    """Runs a command, which must take at most a second. It may be repeated: other work on the machine
    makes one command slow, but the flood would make all of them slow."""
    times = []
    while len(times) < 3:
        began = time.monotonic()
        box.paddock(*arguments)
        times.append(time.monotonic() - began)
        if times[-1] < PROMPT * PATIENCE:
            return
    raise Failure("paddock %s took %r s" % (" ".join(arguments), times))


def issue_keys(box, count):
    """Keys as the window issues them. The window closes afterwards."""
    agent = Agent(box)
    keys = [agent.call("IssueKey") for _ in range(count)]
    agent.call("UnregisterAgent")
    agent.disown()
    return keys


def launch(key=None, **more):
    claim = {"command": ["/opt/honest"], "exe": "/opt/honest", **more}
    return {"_meta": {META + "launch": {**claim, "key": key} if key else claim}}


def keyed_flood(scene, count, **options):
    """A flood whose claims count, each with a key that it made up."""
    return Flood(scene.box, count, keys=True, program=scene.box.impostor, **options)


def database_size(box):
    folder = os.path.join(box.data_home, "paddock")
    return sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)) / 1048576


class Scene:
    """A service, a server with a folder, another server that is blocked now and then, and the journal's
    entries about that. A context manager."""

    def __enter__(self):
        self.box = Box()
        self.box.may_be_busy = True
        self.box.__enter__()
        try:
            self.box.make_impostor()
            self.box.serve()
            self.folder = self.box.folder("shared")
            self.box.add(self.folder)
            self.friend = PeerProcess(self.box, "friend").wait_ready()
            self.other = PeerProcess(self.box, "other", ["other"]).wait_ready()
            self.friend.roots()
            self.box.paddock("grant", "friend", self.folder)
            wait_until(lambda: self.friend.roots(), "the folder")
            self.box.paddock("block", "other")
            self.box.paddock("unblock", "other")
            self.evidence = self.rows_of_decisions()
            self.memory = resident(self.box)
        except BaseException:
            self.box.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *problem):
        return self.box.__exit__(*problem)

    def rows_of_decisions(self):
        return [(row["time"], row["event"], row.get("server"), row.get("reason"))
                for row in self.box.log() if row["event"] not in CONNECTED]

    def is_in_use(self):
        """What a user does meanwhile, once."""
        uri = "file://" + self.folder
        prompt(self.box, "servers")
        prompt(self.box, "revoke", "friend", self.folder)
        wait_until(lambda: self.friend.uris() == [], "an empty list")
        prompt(self.box, "grant", "friend", self.folder)
        wait_until(lambda: self.friend.uris() == [uri], "the folder")
        prompt(self.box, "block", "other")
        prompt(self.box, "unblock", "other")

    def withstand(self, flood):
        """Returns the flood's result. The user works from its beginning until after its end."""
        while not flood.is_over():
            self.is_in_use()
        result = flood.wait()
        flood.stop()
        self.is_in_use()
        return result

    def strangers(self):
        return [one for one in self.box.json("servers") if one.get("claimedName", "").startswith("flood-")]

    def is_asked(self, name):
        control = self.box.control()
        servers = [one["id"] for one in control.call("ListServers") if one.get("claimed-name") == name]
        return any(one["server"] in servers for one in control.call("ListRequests"))

    def check(self):
        """What must hold after every flood."""
        box = self.box
        assert box.service.is_running(), "the service ended"
        # This comes first, because reading the whole journal takes memory as well.
        if not INSTRUMENTED:
            wait_until(lambda: resident(box) < self.memory + 24, "little memory: %.1f MiB, %.1f before"
                       % (resident(box), self.memory))
        rows = self.rows_of_decisions()
        equal([row for row in self.evidence if row not in rows], [], "rows that are gone")
        newcomer = PeerProcess(box, "newcomer", result=launch("a-key"), program=box.impostor).wait_ready()
        equal(newcomer.roots(), [], "the newcomer's list")
        wait_until(lambda: self.is_asked("newcomer"), "a question about the newcomer")
        box.paddock("grant", box.server("newcomer")["id"], self.folder)
        wait_until(lambda: newcomer.uris() == ["file://" + self.folder], "the newcomer's folder")
        newcomer.stop()
        assert len(self.strangers()) <= OF_ONE_PROGRAM, len(self.strangers())
        assert database_size(box) < 24, database_size(box)


@test
def one_after_the_other():
    """one process connects 1,200 times with another launch of 60 KB and another key each time"""
    with Scene() as scene:
        served, refused = scene.withstand(keyed_flood(scene, MANY, claim=CLAIM))
        # A made-up key is worth nothing: half of each limit stays for other servers.
        equal(served, OF_ONE_PROCESS // 2, "connections that were served")
        equal(refused, MANY - served, "connections that were not")
        scene.check()
        # The newest are kept, so that the user can decide about them without a display, even after a
        # restart.
        kept = scene.strangers()
        equal(len(kept), OF_ONE_PROGRAM // 2, "servers that are kept")
        contains([one["claimedName"] for one in kept], "flood-%d" % (served - 1), "the newest")
        rows = [row for row in scene.box.log() if row["event"] in CONNECTED]
        assert len(rows) < 200, len(rows)
        counted = sum(row["count"] for row in rows if (row["event"], row["reason"]) ==
                      ("server-refused", "limit"))
        assert counted >= refused, counted
        scene.box.service.stop()
        scene.box.serve()
        equal(len(scene.strangers()), OF_ONE_PROGRAM // 2, "servers that are kept")
        wait_until(lambda: scene.box.json("servers"), "the servers")


@test
def without_keys():
    """a server that claims a launch without a key is served, and nothing of it is stored"""
    with Scene() as scene:
        equal(scene.withstand(Flood(scene.box, MANY, claim=CLAIM)), [MANY, 0],
              "connections that were served, and not")
        scene.check()
        equal(scene.strangers(), [], "servers that are kept")


@test
def unproven_keys():
    """a program that is no `paddock` and claims keys is served, and nothing of it is stored"""
    with Scene() as scene:
        equal(scene.withstand(Flood(scene.box, MANY, claim=CLAIM, keys=True)), [MANY, 0],
              "connections that were served, and not")
        scene.check()
        equal(scene.strangers(), [], "servers that are kept")


@test
def forks():
    """1,300 processes connect, each as another launch: more than are told apart"""
    with Scene() as scene:
        served, refused = scene.withstand(Flood(scene.box, FORKS, claim=CLAIM, forks=True))
        equal((served, refused), (FORKS, 0), "connections that were served, and not")
        scene.check()
        rows = [row for row in scene.box.log() if row["event"] in CONNECTED]
        # Half of those of one program, and some of the user's two servers.
        assert len(rows) < 128 + 16, len(rows)
        equal(sum(row["count"] for row in rows if row["event"] == "server-connected"),
              FORKS + 3, "connections in the journal")


@test
def forks_with_keys():
    """200 processes connect, each as another launch with another key"""
    with Scene() as scene:
        scene.withstand(keyed_flood(scene, 200, claim=CLAIM, forks=True))
        scene.check()


@test
def suggestions():
    """twelve connections suggest 9 MB of their host's folders each"""
    with Scene() as scene:
        flood = Flood(scene.box, 12, claim=CLAIM, host_roots=9000000, holds=True)
        equal(flood.wait(), [12, 0], "connections that were served, and not")
        scene.is_in_use()
        for request in scene.box.control().call("ListRequests"):
            equal(request.get("suggestions", []), [], "suggestions that are too long")
        flood.stop()
        scene.check()

    with Scene() as scene:
        flood = Flood(scene.box, 4, host_roots=300000, holds=True)
        equal(flood.wait(), [4, 0], "connections that were served, and not")
        for request in scene.box.control().call("ListRequests"):
            assert 0 < sum(map(len, request["suggestions"])) <= 65536, request
        flood.stop()


@test
def questions():
    """four processes that ask as 60 servers each, with keys that they make up, leave room for others,
    whose turn comes"""
    with Scene() as scene:
        box = scene.box
        first_key, second_key = issue_keys(box, 2)
        floods = [keyed_flood(scene, 60, claim=CLAIM, start=100 * number, holds=True)
                  for number in range(4)]
        for flood in floods:
            flood.wait()
        waiting = box.control().call("ListRequests")
        assert 8 <= len(waiting) <= 32, len(waiting)
        scene.is_in_use()
        # Of the same program, and without a key from Paddock, so it waits for space.
        plain = PeerProcess(box, "plain", result=launch("k"), program=box.impostor).wait_ready()
        equal(plain.roots(), [], "the list")
        keyed = PeerProcess(box, "keyed", result=launch(first_key), program=box.impostor).wait_ready()
        equal(keyed.roots(), [], "the list")
        wait_until(lambda: scene.is_asked("keyed"), "the question about who has a key")
        # If a second server comes with the same key, it has read the key somewhere.
        thief = PeerProcess(box, "thief", result=launch(first_key, command=["/opt/thief"]),
                            program=box.impostor)
        equal(thief.wait_ready().roots(), [], "the list")
        other = PeerProcess(box, "other-key", result=launch(second_key), program=box.impostor).wait_ready()
        equal(other.roots(), [], "the list")
        wait_until(lambda: scene.is_asked("other-key"), "the question about who has another key")
        assert not scene.is_asked("plain"), "the question of a program that has no room"
        assert not scene.is_asked("thief"), "the question about who has the key of another"
        other.stop()
        keyed.stop()
        thief.stop()
        floods[0].stop()
        wait_until(lambda: scene.is_asked("plain"), "the question that waited")
        for flood in floods:
            flood.stop()
        wait_until(lambda: len(box.control().call("ListRequests")) == 1, "the questions that are left")
        scene.check()


@test
def turns():
    """servers that ask all the time do not get the place that one waited for before they came"""
    with Scene() as scene:
        box = scene.box
        control = box.control()
        floods = [Flood(box, 8, start=100 * number, holds=True) for number in range(4)]
        for flood in floods:
            equal(flood.wait(), [8, 0], "connections that were served, and not")
        early = PeerProcess(box, "early", result=launch()).wait_ready()
        equal(early.roots(), [], "the list")
        late = PeerProcess(box, "late", result=launch(command=["/opt/late"])).wait_ready()
        equal(late.roots(), [], "the list")
        assert not scene.is_asked("early") and not scene.is_asked("late"), "there was room"
        # The later one asks again as soon as there is space.
        control.call("Block", control.server("flood-0")["id"])
        equal(late.roots(), [], "the list")
        wait_until(lambda: scene.is_asked("early") or scene.is_asked("late"), "one of the questions")
        assert scene.is_asked("early") and not scene.is_asked("late"), "the later one is asked first"
        for flood in floods:
            flood.stop()
        scene.check()


@test
def half_lines():
    """64 connections that leave a line of 2 MB unfinished do not take memory without end"""
    with Scene() as scene:
        flood = keyed_flood(scene, 64, same=True, holds=True, half=2000000)
        equal(flood.wait(), [64, 0], "connections that were served, and not")
        scene.is_in_use()
        if not INSTRUMENTED:
            assert resident(scene.box) < scene.memory + 40, resident(scene.box)
        flood.stop()
        scene.check()


@test
def said_to_be_held():
    """256 connections of one server say that it holds 16 folders with names of 3,900 bytes"""
    with Scene() as scene:
        floods = [keyed_flood(scene, 64, same=True, start=7, holds=True, kept=3900)
                  for _ in range(4)]
        for flood in floods:
            equal(flood.wait(), [64, 0], "connections that were served, and not")
        server, = scene.strangers()
        held = [session["held"] for session in server["sessions"] if "held" in session]
        equal(len(held), 256, "sessions that hold something")
        assert len(str(held)) < 256 * 300, len(str(held))
        for flood in floods:
            flood.stop()
        scene.check()


@test
def held_behind_others():
    """a session that holds folders is shown, even after many other sessions of its server"""
    with Scene() as scene:
        floods = [keyed_flood(scene, 64, same=True, start=7, holds=True) for _ in range(5)]
        for flood in floods:
            equal(flood.wait(), [64, 0], "connections that were served, and not")
        floods.append(keyed_flood(scene, 1, same=True, start=7, holds=True, kept=100))
        equal(floods[-1].wait(), [1, 0], "connections that were served, and not")
        wait_until(lambda: [session for session in scene.strangers()[0]["sessions"]
                            if "held" in session], "the session that holds something")
        equal(len(scene.strangers()[0]["sessions"]), 256, "sessions that are shown")
        for flood in floods:
            flood.stop()


def check_let_in(scene, floods):
    """A decided server is accepted, however many others there are."""
    scene.friend.stop()
    scene.friend = PeerProcess(scene.box, "friend").wait_ready()
    equal(scene.friend.uris(), ["file://" + scene.folder], "the list")
    for flood in floods:
        flood.stop()
    scene.check()


@test
def places_of_one_server():
    """processes that connect as one server without a decision leave half of all places to others"""
    with Scene() as scene:
        floods = [keyed_flood(scene, 64, same=True, holds=True) for _ in range(17)]
        # The other server has no decision either.
        equal(sum(flood.wait()[0] for flood in floods), 1024 - 1, "connections that are served")
        check_let_in(scene, floods)


@test
def places_of_silence():
    """silent processes that use up their places keep nobody out"""
    with Scene() as scene:
        floods = [Flood(scene.box, 64, holds=True, silent=True) for _ in range(64)]
        for flood in floods:
            flood.wait()
        check_let_in(scene, floods)


@test
def longer_than_what_is_kept():
    """two launches that differ only beyond the stored part of a claim are two servers"""
    with Scene() as scene:
        box = scene.box
        texts = ["y" * 20000 + end for end in "ab"]
        first, second = (PeerProcess(box, "long-" + text[-1],
                                     result=launch("k", command=["/opt/honest", text]),
                                     program=box.impostor).wait_ready()
                         for text in texts)
        first.roots()
        second.roots()
        assert len(str(box.control().server("long-a"))) < 6000, "the claim is kept whole"
        box.paddock("grant", box.server("long-a")["id"], scene.folder)
        wait_until(lambda: first.uris() == ["file://" + scene.folder], "the folder")
        equal(second.uris(), [], "the list of the other")
        again = PeerProcess(box, "long-a", result=launch("k", command=["/opt/honest", texts[0]]),
                            program=box.impostor)
        equal(again.wait_ready().uris(), ["file://" + scene.folder], "the list of the same again")


def fill_database(box, count):
    """A database of an earlier Paddock: servers without a decision, with all their claims, and entries."""
    database = sqlite3.connect(os.path.join(box.data_home, "paddock", "paddock.db"))
    with database:
        columns = ("id, identity, claimed_name, standing, decided, decision_ends, decision_scope,"
                   " times_put_off, put_off_until, first_seen, last_seen")
        for number in range(count):
            identity = ("('launch', [('user', 'proven', '%d'), ('executable', 'claimed', '/opt/%d'),"
                        " ('command', 'claimed', '%s')])" % (os.getuid(), number % 100, "x" * CLAIM))
            database.execute("INSERT INTO servers (%s) VALUES (?, ?, ?, 'undecided', 0, 0, NULL, 0, 0,"
                             " ?, ?)" % columns, ("old-%d" % number, identity, "flood-%d" % number,
                                                  number, number))
        database.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)"
            " INSERT INTO journal (time, last, count, event, reason, server_id)"
            " SELECT i, i, 1, 'server-connected', 'none', 'old-' || i FROM n")
    database.close()


@test
def what_was_stored_before():
    """a database of an earlier version with 2,000 such servers is cut down at the start"""
    with Scene() as scene:
        box = scene.box
        scene.friend.stop()
        scene.other.stop()
        box.service.stop()
        fill_database(box, 2000)
        box.serve()
        kept = scene.strangers()
        # The last server without a decision and a key is the other one.
        equal(len(kept), KEPT // 2 - 1, "servers that are kept")
        contains([one["claimedName"] for one in kept], "flood-1999", "the newest")
        listed = box.control().call("ListServers")
        assert max(len(str(one)) for one in listed) < 6000, "a claim is kept whole"
        assert database_size(box) < 24, database_size(box)
        prompt(box, "servers")
        prompt(box, "block", box.server("flood-1999")["id"])
        equal(len(box.server("friend")["roots"]), 1, "what was granted")
        rows = scene.rows_of_decisions()
        equal([row for row in scene.evidence if row not in rows], [], "rows that are gone")
        equal(len(box.log("server-connected")), 30000, "rows about connections")
        box.service.stop()
        box.serve()
        equal(len(scene.strangers()), KEPT // 2 - 1, "servers that are kept")


run()
