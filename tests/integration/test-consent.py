# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Decisions without a window: consent modes, block and forget, how long grants last."""

import os
import sqlite3
import time

from harness import Box, contains, equal, stays, wait_until
from peer import Peer, PeerProcess
from tap import cases, run, test


def grant_and_read(box, peer, folder, *options):
    """Grants a folder to the peer's server; returns the URIs that it then reads."""
    box.paddock("grant", "alpha", folder, *options)
    peer.await_notice(1)
    return peer.uris()


@test
def mode_deny():
    """--consent=deny shares nothing and asks nobody"""
    with Box() as box:
        box.serve("--consent=deny", "--share", box.folder("shared"))
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.roots(), [], "list")
        equal(box.control().call("ListRequests"), [], "questions")
        equal(box.control().property("ConsentMode"), "deny", "mode")
        peer.wait_notices(0)


@test
def mode_allow():
    """--consent=allow shares every available root with every server, and still obeys block"""
    with Box() as box:
        shared = box.folder("shared")
        service = box.serve("--consent=allow", "--share", shared)
        contains(service.errors().lower(), "every", "the warning on stderr")
        kept = box.folder("kept")
        box.add(kept)
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(sorted(peer.uris()), sorted("file://" + path for path in (shared, kept)), "list")
        equal(box.control().call("ListRequests"), [], "questions")
        box.paddock("block", "alpha")
        peer.wait_notices(1)
        equal(peer.uris(), [], "list of a blocked server")


@test
def mode_allow_is_not_remembered():
    """--consent=allow leaves no grants"""
    with Box() as box:
        folder = box.folder("shared")
        service = box.serve("--consent=allow")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.uris(), ["file://" + folder], "list")
        peer.stop()
        service.stop()
        box.serve()
        equal(PeerProcess(box, "alpha").wait_ready().roots(), [], "list after a restart with ask")


@test
def mode_ask():
    """--consent=ask is the default; a question waits for paddock grant"""
    with Box() as box:
        box.serve()
        folder = box.folder("shared")
        box.add(folder)
        control = box.control()
        equal((control.property("ConsentMode"), control.property("HasAgent")), ("ask", False), "mode")
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(control.call("ListRequests"), [], "questions before it asked")
        peer.roots()
        request, = wait_until(lambda: control.call("ListRequests"), "the question")
        equal((request["kind"], request["name"]), ("roots", "alpha"), "the question")
        equal(grant_and_read(box, peer, folder), ["file://" + folder], "list")
        wait_until(lambda: not control.call("ListRequests"), "the question's end")


@test
def asked_only_when_needed():
    """connecting alone asks nothing and leaves no question"""
    with Box() as box:
        box.serve()
        for number in range(3):
            PeerProcess(box, "probe", [str(number)]).wait_ready().stop()
        equal(box.control().call("ListRequests"), [], "questions")
        equal(box.log("consent-asked"), [], "journal")


@test
def one_question_per_identity():
    """many sessions of one server lead to one question, which counts them"""
    with Box() as box:
        box.serve()
        control = box.control()
        peers = [PeerProcess(box, "alpha") for _ in range(4)]
        for peer in peers:
            peer.wait_ready()
            peer.roots()
            peer.roots()
        wait_until(lambda: [one["sessions"] for one in control.call("ListRequests")] == [4],
                   "one question of four sessions")
        peers[0].stop()
        wait_until(lambda: [one["sessions"] for one in control.call("ListRequests")] == [3],
                   "one question of three sessions")
        folder = box.folder("shared")
        box.add(folder)
        box.paddock("grant", "alpha", folder)
        for peer in peers[1:]:
            peer.wait_notices(1)
            equal(peer.uris(), ["file://" + folder], "list")


@test
def gone_sessions_end_the_question():
    """a question whose sessions have all gone is over, and comes again with the server"""
    with Box() as box:
        box.serve()
        control = box.control()
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        wait_until(lambda: control.call("ListRequests"), "the question")
        peer.stop()
        wait_until(lambda: not control.call("ListRequests"), "the question's end")
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        wait_until(lambda: [one["sessions"] for one in control.call("ListRequests")] == [1],
                   "the question with a session again")
        equal(box.server("alpha")["decision"], "undecided", "decision")


@test
def identity_is_not_the_name():
    """another command line with the same name is another server"""
    with Box() as box:
        box.serve()
        folder = box.folder("shared")
        box.add(folder)
        peer = PeerProcess(box, "alpha", ["one"]).wait_ready()
        peer.roots()
        equal(grant_and_read(box, peer, folder), ["file://" + folder], "list")
        other = PeerProcess(box, "alpha", ["two"]).wait_ready()
        equal(other.roots(), [], "the other one's list")
        equal(len([one for one in box.json("servers") if one["name"] == "alpha"]), 2, "servers")


@test
def renamed_server_keeps_its_grant():
    """the name a server gives itself is not part of its identity"""
    with Box() as box:
        box.serve()
        folder = box.folder("shared")
        box.add(folder)
        peer = Peer(box.socket, name="alpha").wait_ready()
        peer.roots()
        box.paddock("grant", box.server("alpha")["id"], folder)
        peer.wait_notices(1)
        other = Peer(box.socket, name="beta").wait_ready()
        equal(other.uris(), ["file://" + folder], "list under another name")
        equal(len(box.json("servers")), 1, "servers")
        peer.close()
        other.close()


@test
def block():
    """a blocked server sees nothing and the user is not asked, also after a restart"""
    with Box() as box:
        service = box.serve()
        folder = box.folder("shared")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        equal(grant_and_read(box, peer, folder), ["file://" + folder], "list")
        box.paddock("block", "alpha")
        peer.wait_notices(2)
        equal(peer.roots(), [], "list")
        equal(box.server("alpha")["decision"], "blocked", "decision")
        equal(box.control().call("ListRequests"), [], "questions")
        peer.stop()
        service.stop()
        box.serve()
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.roots(), [], "list after a restart")
        equal(box.control().call("ListRequests"), [], "questions after a restart")


@test
def forget():
    """a forgotten server is unknown: it gets a notice, sees nothing, and the question comes again"""
    with Box() as box:
        box.serve()
        control = box.control()
        folder = box.folder("shared")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        equal(grant_and_read(box, peer, folder), ["file://" + folder], "list")
        box.paddock("forget", "alpha")
        peer.wait_notices(2)
        equal(peer.roots(), [], "list")
        wait_until(lambda: control.call("ListRequests"), "the question")
        equal(box.server("alpha")["decision"], "undecided", "decision")
        peer.stop()
        wait_until(lambda: not box.server("alpha")["sessions"], "the session's end")
        box.paddock("forget", "alpha")
        equal(box.json("servers"), [], "servers")


@test
def unblock():
    """without a window a blocked server can be unblocked over the bus, and is asked about again"""
    with Box() as box:
        box.serve()
        control = box.control()
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        box.paddock("block", "alpha")
        equal(control.call("ListRequests"), [], "questions")
        equal(control.call("Unblock", box.server("alpha")["id"]), "", "request")
        peer.roots()
        wait_until(lambda: control.call("ListRequests"), "the question")
        unblocked, = box.log("unblocked")
        equal(unblocked["reason"], "command-allowed", "reason")


@test
def session_grant_ends():
    """a grant for this session ends with the server's process, not with its connection"""
    with Box() as box:
        box.serve()
        folder = box.folder("shared")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        equal(grant_and_read(box, peer, folder, "--for", "session"), ["file://" + folder], "list")
        # A second connection of the same process sees it. Another process of the server does not.
        other = PeerProcess(box, "alpha").wait_ready()
        equal(other.roots(), [], "the list of another process")
        peer.stop()
        wait_until(lambda: not box.server("alpha")["roots"], "the grant's end")
        fresh = PeerProcess(box, "alpha").wait_ready()
        equal(fresh.roots(), [], "the list of a new process")


@test
def session_grant_second_connection():
    """a second connection of the same process is in the same session"""
    with Box() as box:
        box.serve()
        folder = box.folder("shared")
        box.add(folder)
        first = Peer(box.socket, name="alpha").wait_ready()
        first.roots()
        box.paddock("grant", box.server("alpha")["id"], folder, "--for", "session")
        first.wait_notices(1)
        equal(first.uris(), ["file://" + folder], "list")
        second = Peer(box.socket, name="alpha").wait_ready()
        equal(second.uris(), ["file://" + folder], "list of the second connection")
        first.close()
        equal(second.uris(), ["file://" + folder], "list when the first is closed")
        second.close()


@cases([(None,), ("until-revoked",), ("2h",)], str)
def survives_restart(duration):
    """after a restart a grant is still there, for duration"""
    with Box() as box:
        service = box.serve()
        folder = box.folder("shared")
        box.add("--name", "Shared things", "--read-only", folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        options = ("--for", duration) if duration else ()
        equal(grant_and_read(box, peer, folder, *options), ["file://" + folder], "list")
        before = box.root(folder)
        identifier = box.server("alpha")["id"]
        service.stop()
        peer.wait_ended()
        peer.stop()
        box.serve()
        # Before the first look at it, a root is in the list with an unknown state.
        wait_until(lambda: box.root(folder)["status"] != "unknown", "the first look at the folder")
        equal(box.root(folder), before, "root")
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.roots(), [{"uri": "file://" + folder, "name": "Shared things",
                              "_meta": {"io.github.paddock-mcp/access": "read-only"}}], "list")
        equal((box.server("alpha")["id"], box.server("alpha")["decision"]),
              (identifier, "allowed"), "server")


@test
def survives_kill():
    """a change that a command reported as done is still there after the service was killed"""
    with Box() as box:
        service = box.serve()
        folder = box.folder("shared")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        box.paddock("grant", "alpha", folder)
        service.kill()
        peer.stop()
        service = box.serve()
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.uris(), ["file://" + folder], "list")
        box.paddock("revoke", "alpha")
        service.kill()
        peer.stop()
        box.serve()
        equal(PeerProcess(box, "alpha").wait_ready().roots(), [], "list after revoking")


@test
def session_grant_and_restart():
    """a grant for this session holds for the same process after a restart, and for no other"""
    with Box() as box:
        service = box.serve()
        folder = box.folder("shared")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        equal(grant_and_read(box, peer, folder, "--for", "session"), ["file://" + folder], "list")
        service.stop()
        peer.stop()
        box.serve()
        equal(PeerProcess(box, "alpha").wait_ready().roots(), [], "list")
        equal(box.server("alpha")["roots"], [], "roots")


@test
def grant_expires():
    """a grant for two seconds ends after two seconds, and the server gets a notice"""
    with Box() as box:
        box.serve()
        folder = box.folder("shared")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        started = time.monotonic()
        equal(grant_and_read(box, peer, folder, "--for", "2s"), ["file://" + folder], "list")
        peer.await_notice(2)
        took = peer.notice_times()[1] - started
        assert 1.9 < took < 4, took
        equal(peer.roots(), [], "list")
        equal(box.server("alpha")["roots"], [], "roots")
        equal([one["reason"] for one in box.log("revoked")], ["expired"], "journal")
        # The decision was for that time as well: now the server is undecided again.
        equal(box.server("alpha")["decision"], "undecided", "decision")


@cases([(2,), (-1,), (3600,)], "{} s".format)
def not_now_ends(seconds):
    """"Not now" that ends brings the question of a server that asks only once, at its end:"""
    with Box() as box:
        service = box.serve()
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        peer.stop()
        service.stop()
        # The state that a "Not now" of ten minutes ago would have left.
        end = time.time() + seconds
        with sqlite3.connect(os.path.join(box.data_home, "paddock", "paddock.db")) as database:
            equal(database.execute("UPDATE servers SET times_put_off = 1, put_off_until = ?",
                                   (int(end * 1000000),)).rowcount, 1, "servers put off")
        box.serve()
        control = box.control()
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.roots(), [], "list")
        if 0 < seconds < 60:
            if time.time() < end - 0.5:
                equal(control.call("ListRequests"), [], "questions before its end")
            request, = wait_until(lambda: control.call("ListRequests"), "the question")
            assert time.time() >= end, "the question came too early"
            equal((request["kind"], request["name"]), ("roots", "alpha"), "the question")
        elif seconds < 0:
            equal(len(wait_until(lambda: control.call("ListRequests"), "the question")), 1,
                  "questions")
        else:
            stays(lambda: control.call("ListRequests") == [], "no question")
        peer.wait_notices(0)


@test
def expired_during_downtime():
    """a grant that expired while no service ran is not there at the next start"""
    with Box() as box:
        service = box.serve()
        folder = box.folder("shared")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        end = time.monotonic() + 1
        box.paddock("grant", "alpha", folder, "--for", "1s")
        service.kill()
        peer.stop()
        wait_until(lambda: time.monotonic() > end, "the grant's end")
        box.serve()
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.roots(), [], "list")
        stays(lambda: peer.roots() == [], "an empty list")


@test
def grant_before_asking():
    """a server can be granted a folder before it ever asked"""
    with Box() as box:
        box.serve()
        folder = box.folder("shared")
        box.add(folder)
        peer = PeerProcess(box, "alpha").wait_ready()
        wait_until(lambda: box.json("servers"), "the server")
        box.paddock("grant", "alpha", folder)
        peer.wait_notices(1)
        equal(peer.uris(), ["file://" + folder], "list")
        equal(box.control().call("ListRequests"), [], "questions")


@test
def deleted_meanwhile():
    """granting a folder that is not there now shows nothing until it is there"""
    with Box() as box:
        box.serve()
        folder = box.folder("shared")
        box.add(folder)
        os.rmdir(folder)
        wait_until(lambda: box.root(folder)["status"] == "missing", "missing")
        peer = PeerProcess(box, "alpha").wait_ready()
        peer.roots()
        box.paddock("grant", "alpha", folder, code=None)
        equal(peer.roots(), [], "list")


run()
