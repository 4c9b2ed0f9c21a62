# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` after a revocation: a server that keeps its folders is restarted, and neither the host nor
its open requests are lost."""

import os
import signal
import time

from harness import PATIENCE, Box, Failure, contains, equal, own_options, stays, wait_until
from stateful_server import RESTARTED, Session
from tap import cases, run, test


def serve_again(box):
    """Ends the service. The next command starts another one, except from a sandbox's files."""
    box.service.kill()
    if own_options():
        box.serve()


@test
def forgets():
    """after a revocation the server keeps nothing; level and subscriptions are there again, and the
    host hears of its tools"""
    with Box() as box:
        box.serve()
        one = Session(box).handshake()
        one.result(one.ask("logging/setLevel", {"level": "debug"}))
        one.result(one.ask("resources/subscribe", {"uri": "x:one"}))
        one.result(one.ask("resources/subscribe", {"uri": "x:two"}))
        one.result(one.ask("resources/unsubscribe", {"uri": "x:one"}))
        one.grant()
        box.paddock("revoke", "keeper")
        one.wait_starts(2)
        state = one.state()
        equal(state["roots"], [], "what it keeps")
        equal(state["start"], 2, "the start")
        equal(state["level"], "debug", "the level")
        equal(state["subscriptions"], ["x:two"], "the subscriptions")
        wait_until(lambda: one.host.method("notifications/tools/list_changed"), "the notice")
        one.check_answers()
        equal(one.starts(), 2, "starts")
        equal(one.reports("restarted"), ["narrowed"], "the journal")
        equal(one.unenforced(), [None], "what is said of the session")


@test
def stopped():
    """a server that is stopped is replaced as others are, at once"""
    with Box() as box:
        box.serve()
        one = Session(box).handshake()
        one.grant()
        with open(os.path.join(one.starts_in, "start-1"), encoding="ascii") as stream:
            os.kill(int(stream.read()), signal.SIGSTOP)
        began = time.monotonic()
        box.paddock("revoke", "keeper")
        one.wait_starts(2)
        equal(one.state()["roots"], [], "what it keeps")
        if time.monotonic() - began > 4 * PATIENCE:
            raise Failure("it was replaced after %.1f s" % (time.monotonic() - began))
        one.check_answers()


@test
def granted_again():
    """the new server hears of later grants"""
    with Box() as box:
        box.serve()
        one = Session(box).handshake()
        folder = one.grant()
        box.paddock("revoke", "keeper")
        one.wait_starts(2)
        equal(one.state()["roots"], [], "what it keeps")
        box.paddock("grant", "keeper", folder)
        wait_until(lambda: one.state()["roots"] == ["file://" + folder], "the folder")
        equal(one.starts(), 2, "starts")
        one.check_answers()


@test
def paused():
    """a pause restarts a server that keeps its folders; afterwards the server gets a notice"""
    with Box() as box:
        box.serve()
        one = Session(box).handshake()
        folder = one.grant()
        box.paddock("pause")
        one.wait_starts(2)
        equal(one.state()["roots"], [], "what it keeps")
        wait_until(lambda: one.unenforced() == [None], "what is said of the session")
        box.paddock("resume")
        wait_until(lambda: one.state()["roots"] == ["file://" + folder], "the folder")
        stays(lambda: one.starts() == 2, "two starts", 1)
        equal(one.reports("restarted"), ["narrowed"], "the journal")
        one.check_answers()


@test
def paused_in_the_newest_revision():
    """in the newest revision, too"""
    with Box() as box:
        box.serve()
        folder = box.folder("project")
        box.add(folder)
        one = Session(box).discover()
        asked = one.call("read")
        server = wait_until(lambda: box.json("servers"), "the server")[0]
        box.paddock("grant", server["id"], folder)
        one.result(asked)
        equal(one.state()["roots"], ["file://" + folder], "what it keeps")
        box.paddock("pause")
        one.wait_starts(2)
        equal(one.state()["roots"], [], "what it keeps")


@cases((("configured", ("--on-revoke=notify",), False), ("tasks", (), True)),
       lambda reason, options, has_task: reason)
def paused_and_told(reason, run_options, has_task):
    """a server that cannot be restarted is shown to hold its folder until the pause ends"""
    with Box() as box:
        box.serve()
        one = Session(box, run_options=run_options).handshake()
        folder = one.grant()
        if has_task:
            one.result(one.call("task"))
        box.paddock("pause")
        wait_until(lambda: one.unenforced() == [reason], "what is said of the session")
        equal(one.held(), [["project"]], "what it may hold")
        contains(box.paddock("servers").out, "  project  ", "the table")
        stays(lambda: one.starts() == 1, "one start", 1)
        # A service that did not see it says so, too.
        serve_again(box)
        wait_until(lambda: one.unenforced() == [reason], "what is said after a restart of the service")
        box.paddock("resume")
        wait_until(lambda: one.unenforced() == [None], "what is said of the session")
        equal(one.held(), [None], "what it may hold")
        equal(one.state()["roots"], ["file://" + folder], "the folder")


@cases([(False,), (True,)], lambda restarts: "the service restarts" if restarts else "one service")
def revoked_while_paused(restarts):
    """folders that are revoked during a pause need no second restart"""
    with Box() as box:
        box.serve()
        one = Session(box).handshake()
        one.grant()
        box.paddock("pause")
        one.wait_starts(2)
        if restarts:
            serve_again(box)
            wait_until(lambda: box.server("keeper")["sessions"], "the session")
        box.paddock("revoke", "keeper")
        box.paddock("resume")
        stays(lambda: one.starts() == 2, "two starts", 1.5)
        equal(one.state()["roots"], [], "what it keeps")
        one.check_answers()


@test
def ends():
    """restarted at the end of a grant, too"""
    with Box() as box:
        box.serve()
        one = Session(box).handshake()
        one.grant("--for", "4s")
        one.wait_starts(2)
        equal(one.state()["roots"], [], "what it keeps")


@test
def not_for_a_host_that_left():
    """if the host has closed its side, the server is not replaced: it only gets a notice"""
    with Box() as box:
        box.serve()
        one = Session(box, "stubborn").handshake()
        one.grant()
        one.state()
        one.host.close_output()
        stays(lambda: one.process.poll() is None, "it lives", 0.7)
        box.paddock("revoke", "keeper")
        wait_until(lambda: one.reports("told-only"), "the journal")
        stays(lambda: one.starts() == 1 and one.process.poll() is None, "one start", 1)
        equal(one.reports("told-only"), ["peer-closed"], "the journal")


@test
def waits_for_answers():
    """the server answers its open requests; later ones wait for the new server, in order"""
    with Box() as box:
        box.serve()
        one = Session(box).handshake()
        one.grant()
        path = os.path.join(box.directory, "go-on")
        slow = one.call("wait", path=path)
        box.paddock("revoke", "keeper")
        wait_until(lambda: not box.json("servers")[0]["roots"], "the revocation")
        time.sleep(0.5)
        waiting = one.call("state")
        cancelled = one.call("state")
        one.host.send({"jsonrpc": "2.0", "method": "notifications/cancelled",
                       "params": {"requestId": cancelled}})
        ping = one.ask("ping")
        one.host.wait_answer(ping)
        equal(one.host.answers(waiting), [], "answers before the restart")
        with open(path, "w", encoding="utf-8"):
            pass
        equal(one.result(slow)["waited"], True, "of the old server")
        equal(one.result(waiting)["start"], 2, "the start that answered")
        equal(one.host.answers(cancelled), [], "answers to what was cancelled")


@test
def gives_up_waiting():
    """after 10 s open requests get an error, and are not repeated; no id comes twice"""
    with Box() as box:
        box.serve()
        one = Session(box, "stubborn").handshake()
        one.grant()
        stuck = one.call("forget")
        sampling = one.call("sample")
        asked = wait_until(lambda: one.host.method("sampling/createMessage"), "the question")[0]
        box.paddock("revoke", "keeper")
        for identifier in (stuck, sampling):
            error = one.host.wait_answer(identifier, 20)["error"]
            equal((error["code"], error["data"]), (-32603, RESTARTED), "the error")
        cancelled = one.host.method("notifications/cancelled")
        equal([message["params"]["requestId"] for message in cancelled], [asked["id"]], "cancelled")
        one.wait_starts(2)
        one.host.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"from": "late"}})
        again = one.call("sample")
        second = wait_until(lambda: one.host.method("sampling/createMessage")[1:], "the question")[0]
        one.host.send({"jsonrpc": "2.0", "id": second["id"], "result": {"from": "host"}})
        equal(one.result(again)["sampled"], {"from": "host"}, "the answer")
        equal(one.state()["start"], 2, "the start")
        one.check_answers()


# Longer than the longest line that is read.
LONG = 11 * 1024 * 1024


@test
def long_request():
    """a request that was too long to be read gets its error, too"""
    with Box() as box:
        box.serve()
        one = Session(box).handshake()
        one.grant()
        stuck = one.call("forget", x="x" * LONG)
        box.paddock("revoke", "keeper")
        equal(one.host.wait_answer(stuck, 20)["error"]["data"], RESTARTED, "the error")
        one.wait_starts(2)
        one.state()
        one.check_answers()


@test
def long_answer():
    """an answer that was too long to be read still counts as the answer"""
    with Box() as box:
        box.serve()
        one = Session(box).handshake()
        one.grant()
        big = one.call("big", size=LONG)
        one.host.wait_answer(big)
        began = time.monotonic()
        box.paddock("revoke", "keeper")
        one.wait_starts(2)
        if time.monotonic() - began > 8:
            raise AssertionError("restarted after %.1f s" % (time.monotonic() - began))
        one.state()
        one.check_answers()


@cases((("configured", ("--on-revoke=notify",), False), ("tasks", (), True)),
       lambda reason, options, has_task: reason)
def told(reason, run_options, has_task):
    """not restarted, only notified, and the service says so"""
    with Box() as box:
        box.serve()
        one = Session(box, run_options=run_options).handshake()
        one.grant()
        if has_task:
            one.result(one.call("task"))
        box.paddock("revoke", "keeper")
        wait_until(lambda: one.reports("told-only") == [reason], "the journal")
        equal(one.unenforced(), [reason], "what is said of the session")
        stays(lambda: one.starts() == 1, "one start", 1.5)
        equal(one.reports("restarted"), [], "restarts in the journal")
        one.state()
        one.check_answers()
        assert "might still use them" in box.paddock("log").out, "the words"


@test
def in_the_command_line():
    """not restarted if the folder is in the command line"""
    with Box() as box:
        box.serve()
        one = Session(box, "folder=" + box.folder("project")).handshake()
        one.grant()
        box.paddock("revoke", "keeper")
        wait_until(lambda: one.reports("told-only") == ["in-command"], "the journal")
        stays(lambda: one.starts() == 1, "one start", 1.5)


@test
def lazy():
    """a server that asks when it needs to know is not restarted"""
    with Box() as box:
        box.serve()
        folder = box.folder("project")
        box.add(folder)
        one = Session(box, "lazy").handshake()
        wait_until(lambda: box.json("servers"), "the server")
        time.sleep(1.2)
        box.paddock("grant", "keeper", folder)
        wait_until(lambda: one.state()["notices"], "the notice")
        time.sleep(1.2)
        equal(one.result(one.call("list"))["roots"], ["file://" + folder], "what it read")
        box.paddock("revoke", "keeper")
        stays(lambda: one.starts() == 1, "one start", 1.5)


@test
def asks_once():
    """a server that asks only at its start is restarted if it read a folder then"""
    with Box() as box:
        box.serve()
        folder = box.folder("project")
        box.add(folder)
        one = Session(box, "once").handshake()
        wait_until(lambda: box.json("servers"), "the server")
        box.paddock("grant", "keeper", folder)
        box.paddock("revoke", "keeper")
        stays(lambda: one.starts() == 1, "one start", 1.5)
        box.paddock("grant", "keeper", folder)
        one.stop()
        two = Session(box, "once", before=one).handshake()
        wait_until(lambda: two.state()["roots"], "the folder")
        box.paddock("revoke", "keeper")
        two.wait_starts(3)
        equal(two.state()["roots"], [], "what it keeps")


@test
def away():
    """a missing folder is no revocation, and neither is a missing service"""
    with Box() as box:
        service = box.serve()
        one = Session(box).handshake()
        folder = one.grant()
        os.rename(folder, folder + "-moved")
        wait_until(lambda: box.root(folder)["status"] != "available", "the loss")
        stays(lambda: one.starts() == 1, "one start", 1.5)
        os.rename(folder + "-moved", folder)
        service.kill()
        stays(lambda: one.starts() == 1, "one start", 1.5)


@cases((("version=2025-06-18",), ("poor",), ("dies",)), lambda option: option)
def different(option):
    """the session ends with an error if the new server differs from the old one"""
    with Box() as box:
        box.serve()
        one = Session(box, option).handshake()
        one.grant()
        stuck = one.call("forget")
        box.paddock("revoke", "keeper")
        time.sleep(0.5)
        held = one.call("state")
        one.host.wait_answer(stuck, 20)
        equal(one.host.wait_answer(held)["error"]["data"], RESTARTED, "the error")
        wait_until(lambda: one.process.poll() is not None, "the end")
        equal(one.process.returncode, 1, "the exit status")
        equal(one.reports("restart-failed"), ["peer-closed" if option == "dies" else "not-the-same"],
              "the journal")
        one.check_answers()


@test
def again_by_hand():
    """a second revocation waits a few seconds; until then the window says that the server holds it"""
    with Box() as box:
        box.serve()
        one = Session(box).handshake()
        folder = one.grant()
        box.paddock("revoke", "keeper")
        one.wait_starts(2)
        began = time.monotonic()
        box.paddock("grant", "keeper", folder)
        wait_until(lambda: one.state()["roots"] == ["file://" + folder], "the folder")
        box.paddock("revoke", "keeper")
        wait_until(lambda: one.unenforced() == ["restarting"], "what is said of the session")
        equal(one.held(), [["project"]], "what it still holds")
        contains(box.paddock("servers").out, "project (restarting…)", "the table")
        # Granted and revoked again, there is still only one restart.
        box.paddock("grant", "keeper", folder)
        wait_until(lambda: one.unenforced() == [None], "what is said of the session")
        box.paddock("revoke", "keeper")
        one.wait_starts(3, 20)
        if not 4 < time.monotonic() - began < 20:
            raise AssertionError("restarted after %.1f s" % (time.monotonic() - began))
        wait_until(lambda: one.unenforced() == [None], "what is said of the session")
        equal(one.state()["roots"], [], "what it keeps")
        stays(lambda: one.starts() == 3, "three starts", 2)
        one.check_answers()


# Slow by nature, so it runs with the large counts only.
@cases([("60 s",)] if os.environ.get("PADDOCK_TEST_FULL") else [], str)
def once_a_minute(_period):
    """grants that expire within a minute lead to a restart after that minute"""
    with Box() as box:
        box.serve()
        one = Session(box).handshake()
        folder = one.grant()
        box.paddock("revoke", "keeper")
        one.wait_starts(2)
        began = time.monotonic()
        box.paddock("grant", "keeper", folder, "--for", "8s")
        wait_until(lambda: one.state()["roots"] == ["file://" + folder], "the folder")
        wait_until(lambda: one.unenforced() == ["restarting"], "what is said of the session", 20)
        one.wait_starts(3, 70)
        if not 57 < time.monotonic() - began < 75:
            raise AssertionError("restarted after %.1f s" % (time.monotonic() - began))
        equal(one.state()["roots"], [], "what it keeps")
        one.check_answers()


@test
def ended_meanwhile():
    """the host leaves during a restart: nothing stays"""
    with Box() as box:
        box.serve()
        one = Session(box, "stubborn").handshake()
        one.grant()
        one.call("forget")
        box.paddock("revoke", "keeper")
        time.sleep(0.5)
        held = one.call("state")
        one.host.close_output()
        equal(one.host.wait_answer(held)["error"]["data"], RESTARTED, "the error")
        one.process.terminate()
        one.host.hang_up()
        wait_until(lambda: one.process.poll() is not None, "the end", 20)
        with open(os.path.join(one.starts_in, "start-1"), encoding="utf-8") as stream:
            pid = int(stream.read())
        wait_until(lambda: not os.path.exists("/proc/%d" % pid), "the end of the server")
        equal(one.starts(), 1, "starts")


run(at_once=8)
