# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` with a server that gets its folders when it starts: {roots}, {root}, --chdir and
PADDOCK_ROOTS."""

import json
import os
import signal
import subprocess
import sys

from harness import Box, binary, contains, equal, stays, wait_until
from stateful_server import HostSession
from tap import cases, run, test

FITTED = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "support", "restarting_server.py"))
NO_FOLDER = {"reason": "no-folder-granted"}


class Session(HostSession):
    """A session with a server that reports what it was started with (tests/support/restarting_server.py)."""

    def __init__(self, box, *arguments, options="-", run_options=(), name="fitted"):
        self.name = name
        super().__init__(box, FITTED, options, *arguments, run_options=["--name", name, *run_options])

    def refused(self, identifier):
        error = self.host.wait_answer(identifier)["error"]
        equal((error["code"], error["data"]), (-32603, NO_FOLDER), "the error")

    def argv(self):
        return [bytes.fromhex(part) for part in self.state()["argv"]]

    def wait_argv(self, *paths, seconds=30):
        """Waits until it was started with these. Calls are refused while it does not run."""
        wanted = [os.fsencode(path) for path in paths]

        def matches():
            answer = self.host.wait_answer(self.call("state"))
            return "result" in answer and [
                bytes.fromhex(part) for part in answer["result"]["argv"]] == wanted
        wait_until(matches, "the arguments %r" % wanted, seconds)

    def initialize(self, roots=False):
        return self.ask("initialize", {
            "protocolVersion": "2025-11-25",
            "capabilities": {"roots": {"listChanged": True}} if roots else {},
            "clientInfo": {"name": "host", "version": "1"}})

    def initialized(self):
        self.host.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def handshake(self, roots=False):
        self.result(self.initialize(roots))
        self.initialized()
        return self

    def asked(self):
        """How often the host was asked for its own roots."""
        return len(self.host.method("roots/list"))

    def suggest(self, *paths, times=1):
        """Answers for the host."""
        wait_until(lambda: self.asked() == times, "the question to the host")
        self.host.send({"jsonrpc": "2.0", "id": self.host.method("roots/list")[-1]["id"], "result": {
            "roots": [{"uri": "file://" + path} for path in paths]}})

    def check_answers(self):
        for identifier in range(1, self.last_id + 1):
            equal(len(self.host.answers(identifier)), 1, "answers to %d" % identifier)


def questions(box):
    return box.control().call("ListRequests")


def known(box):
    """The only server, as the window gets it."""
    return box.control().call("ListServers")[0]


def wait_server(box):
    wait_until(lambda: box.json("servers"), "the server")


@test
def asked_and_granted():
    """starts without folders; listing tools asks nobody, a call does; a grant restarts it with the folder"""
    with Box() as box:
        box.serve()
        one, two = box.folder("one"), box.folder("two")
        box.add(one)
        box.add(two)
        session = Session(box, "{roots}").handshake()
        session.result(session.ask("logging/setLevel", {"level": "debug"}))
        session.result(session.ask("tools/list"))
        session.result(session.ask("ping"))
        wait_server(box)
        stays(lambda: not questions(box), "no question", 0.7)
        equal(session.argv(), [], "the first arguments")
        wait_until(lambda: questions(box), "the question")
        equal(session.starts(), 1, "starts")
        box.paddock("grant", "fitted", one)
        session.wait_argv(one)
        equal(session.state()["level"], ["debug"], "the level")
        equal(session.starts(), 2, "starts")
        wait_until(lambda: session.host.method("notifications/tools/list_changed"), "the notice")
        session.check_answers()


@test
def granted_before():
    """a server that has its grants is started with them, in their order, once"""
    with Box() as box:
        box.serve()
        paths = [box.folder(name) for name in ("z", "a", "m")]
        for path in paths:
            box.add(path)
        session = Session(box, "{roots}", "--main={root}", "{roots}", "x{roots}").handshake()
        session.state()
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", *paths)
        session.stop()
        before = session.starts()
        again = Again(session)
        equal(again.argv(), [os.fsencode(part) for part in (
            *paths, "--main=" + paths[0], *paths, "x{roots}")], "the arguments")
        roots = json.loads(again.state()["roots"])
        equal([root["uri"] for root in roots], ["file://" + path for path in paths], "PADDOCK_ROOTS")
        stays(lambda: again.starts() == before + 1, "one start more", 1.5)
        equal(known(box)["sessions"][-1]["read"], True, "what is said of it")
        again.check_answers()


class Again(Session):
    """The same entry of the host's configuration, started again, up to its handshake."""

    def __init__(self, before, *run_options):  # pylint: disable=super-init-not-called
        self.box, self.name = before.box, before.name
        self.starts_in, self.log = before.starts_in, before.log
        self._start([*before.process.args[:2], *run_options, *before.process.args[2:]])
        self.handshake()


@cases((("needy", ""), ("needy", "silent"), ("late", ""), ("rude", "")),
       lambda option, more: option + more)
def without_a_folder(option, more):
    """without a folder it ends: each of 50 requests is refused once, and it is started when there is one"""
    with Box() as box:
        box.serve()
        folder = box.folder("one")
        box.add(folder)
        session = Session(box, "{roots}", options=option + "," + more)
        first = session.initialize()
        if option != "needy":
            session.result(first)
        session.host.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        for identifier in [session.call("state") for _ in range(50)]:
            session.refused(identifier)
        if option == "needy":
            session.refused(first)
        wait_until(lambda: questions(box), "the question")
        session.refused(session.call("state"))
        equal(session.starts(), 1, "starts")
        box.paddock("grant", "fitted", folder)
        session.wait_starts(2)
        if option == "needy":
            def greeted():
                return "result" in session.host.wait_answer(session.initialize())
            wait_until(greeted, "the handshake")
            session.host.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        session.wait_argv(folder)
        equal(session.starts(), 2, "starts")
        session.check_answers()


@cases((("needy", ""), ("late", "")), lambda option, _: option)
def asked_after_the_grant(option, _):
    """a request right after the grant passes, even while the news of the grant is under way"""
    with Box() as box:
        box.serve()
        folder = box.folder("one")
        box.add(folder)
        session = Session(box, "{roots}", options=option)
        first = session.initialize()
        if option == "needy":
            session.refused(first)
        else:
            session.result(first)
            session.host.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
            session.refused(session.call("state"))
        wait_until(lambda: questions(box), "the question")
        # Both exist when it goes on, and the host may come first.
        os.kill(session.process.pid, signal.SIGSTOP)
        box.paddock("grant", "fitted", folder)
        asked = session.initialize() if option == "needy" else session.call("state")
        os.kill(session.process.pid, signal.SIGCONT)
        answer = session.result(asked)
        if option == "late":
            equal(bytes.fromhex(answer["argv"][0]), os.fsencode(folder), "the arguments")
        equal(session.starts(), 2, "starts")
        session.check_answers()


@test
def asks_where_it_cannot_begin():
    """a server that does not get as far as its handshake: the user is asked at once"""
    with Box() as box:
        box.serve()
        session = Session(box, "{roots}", options="needy")
        wait_until(lambda: questions(box), "the question")
        session.refused(session.ask("server/discover"))
        session.host.send_raw(b"[]\nnot JSON\n{\"jsonrpc\":\"2.0\",\"id\":77}\n").join()
        session.host.send([{"jsonrpc": "2.0", "id": "a", "method": "x"},
                           {"jsonrpc": "2.0", "method": "y"},
                           {"jsonrpc": "2.0", "id": "b", "method": "ping"}])
        session.refused("a")
        session.refused("b")
        equal(session.host.answers(77), [], "answers to an answer")
        session.check_answers()


def suggestions(box):
    return [question.get("suggestions", []) for question in questions(box)]


@cases(((option,) for option in ("late", "rude", "-", "asks")),
       lambda option: "never ends" if option == "-" else option)
def suggested(option):
    """the app is asked once the handshake is over, and the open question gets its folders"""
    with Box() as box:
        box.serve()
        session = Session(box, "{roots}", options=option).handshake(roots=True)
        answer = session.call("state")
        wait_until(lambda: questions(box), "the question")
        equal(suggestions(box), [[]], "the suggestions before the answer")
        session.suggest(box.folder("one"))
        wait_until(lambda: suggestions(box) == [["file://" + box.folder("one")]], "the suggestions")
        session.host.wait_answer(answer)
        session.host.wait_answer(session.call("state"))
        equal(session.asked(), 1, "how often the host was asked")
        session.check_answers()


@test
def suggested_without_server():
    """the server ended before the host used it: its folders are there when the question comes; folders
    that the host has only later come into the open question"""
    with Box() as box:
        box.serve()
        session = Session(box, "{roots}", options="late").handshake(roots=True)
        session.suggest()
        stays(lambda: not questions(box), "no question", 0.5)
        session.refused(session.call("state"))
        wait_until(lambda: questions(box), "the question")
        equal(suggestions(box), [[]], "the suggestions of an app without folders")
        session.host.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
        session.suggest(box.folder("one"), times=2)
        wait_until(lambda: suggestions(box) == [["file://" + box.folder("one")]], "the suggestions")
        session.check_answers()


@test
def asked_after_the_handshake():
    """where `initialize` waits for a folder, the app isn't asked until it may be"""
    with Box() as box:
        box.serve()
        box.add(box.folder("one"))
        session = Session(box, "{roots}", options="needy")
        wait_until(lambda: questions(box), "the question")
        session.refused(session.initialize(roots=True))
        session.refused(session.initialize(roots=True))
        stays(lambda: session.asked() == 0, "the host isn't asked", 0.5)
        box.paddock("grant", "fitted", box.folder("one"))
        wait_until(lambda: "result" in session.host.wait_answer(session.initialize(roots=True)),
                   "the server")
        equal(session.asked(), 0, "how often the host was asked before it was ready")
        session.initialized()
        session.suggest(box.folder("two"))
        session.check_answers()


@test
def taken_back_and_given_again():
    """after a revocation a server that needs a folder ends, requests are refused, and a grant starts it"""
    with Box() as box:
        box.serve()
        folder = box.folder("one")
        box.add(folder)
        session = Session(box, "{roots}", options="late").handshake()
        session.refused(session.call("state"))
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", folder)
        session.wait_argv(folder)
        path = os.path.join(box.directory, "go-on")
        slow = session.call("wait", path=path)
        box.paddock("revoke", "fitted")
        wait_until(lambda: not box.json("servers")[0]["roots"], "the revocation")
        with open(path, "w", encoding="utf-8"):
            pass
        equal(session.result(slow)["waited"], True, "what was under way")
        wait_until(lambda: "error" in session.host.wait_answer(session.call("state")), "the end")
        session.refused(session.call("state"))
        session.wait_starts(3)
        box.paddock("grant", "fitted", folder)
        session.wait_argv(folder)
        equal(session.starts(), 4, "starts")
        session.check_answers()


@test
def again():
    """restarted at a revocation; a second one waits a few seconds, which the window says"""
    with Box() as box:
        box.serve()
        one, two = box.folder("one"), box.folder("two")
        box.add(one)
        box.add(two)
        session = Session(box, "{roots}").handshake()
        session.state()
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", one, two)
        session.wait_argv(one, two)
        box.paddock("revoke", "fitted", one)
        session.wait_argv(two)
        equal(known(box)["sessions"][0]["read"], True, "what is said of it")
        box.paddock("revoke", "fitted", two)
        wait_until(lambda: known(box)["sessions"][0].get("held") == ["two"], "what it holds")
        equal(known(box)["sessions"][0]["unenforced"], "restarting", "why")
        stays(lambda: session.starts() == 3, "three starts", 2)
        equal(known(box)["sessions"][0]["read"], False, "what is said of it")
        session.wait_argv()
        equal(session.starts(), 4, "starts")
        wait_until(lambda: known(box)["sessions"][0]["read"], "what is said of it")
        equal(known(box)["sessions"][0].get("held"), None, "what it holds")
        # What comes next does not wait for what was taken back, but for what came before it.
        box.paddock("grant", "fitted", one)
        session.wait_argv(one)
        box.paddock("grant", "fitted", two)
        stays(lambda: session.starts() == 5, "five starts", 1)
        session.wait_argv(one, two, seconds=10)
        equal(session.starts(), 6, "starts")
        session.check_answers()
        wait_until(lambda: len(box.log("restarted")) == 2 and
                   sum(row["count"] for row in box.log("restarted")) == 5, "five rows")
        equal({row["reason"]: row["count"] for row in box.log("restarted")},
              {"widened": 3, "narrowed": 2}, "why it was restarted")


@test
def several_at_once():
    """folders that are shared one after the other come with one restart"""
    with Box() as box:
        box.serve()
        paths = [box.folder(name) for name in ("one", "two", "three")]
        for path in paths:
            box.add(path)
        session = Session(box, "{roots}").handshake()
        session.state()
        wait_until(lambda: questions(box), "the question")
        control, server = box.control(), box.server("fitted")["id"]
        control.together([("Grant", server, [box.root(path)["id"]], {}) for path in paths])
        session.wait_argv(*paths)
        equal(session.starts(), 2, "starts")
        session.check_answers()


@test
def first_call_after_a_restart():
    """a call that waited for the restart comes when the new server was told its folders, as at the first
    start"""
    with Box() as box:
        box.serve()
        one, two = box.folder("one"), box.folder("two")
        box.add(one)
        box.add(two)
        session = Session(box, "{roots}", options="asks").handshake()
        equal(session.state()["told"], [], "what it was told before its first call")
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", one)
        session.wait_argv(one)
        path = os.path.join(box.directory, "go-on")
        slow = session.call("wait", path=path)
        box.paddock("revoke", "fitted")
        wait_until(lambda: known(box)["sessions"][0].get("unenforced") == "restarting", "the restart")
        box.paddock("grant", "fitted", two)
        waiting = session.call("state")
        with open(path, "w", encoding="utf-8"):
            pass
        session.result(slow)
        equal(session.result(waiting)["told"], ["file://" + two], "what it was told before its next call")
        equal(session.starts(), 3, "starts")
        session.check_answers()


@test
def service_absent():
    """without a service it starts without folders, and later with its grants; the service may end"""
    with Box() as box:
        service = box.serve()
        folder = box.folder("one")
        box.add(folder)
        session = Session(box, "{roots}").handshake()
        session.state()
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", folder)
        session.wait_argv(folder)
        session.stop()
        service.stop()
        box.running.remove(service)
        again = Again(session, "--socket", service.socket)
        equal(again.argv(), [], "the arguments without a service")
        service = box.serve()
        again.wait_argv(folder)
        started = again.starts()
        service.kill()
        stays(lambda: again.starts() == started, "no other start", 1.5)
        equal(again.argv(), [os.fsencode(folder)], "the arguments")
        again.check_answers()


ODD = (b"with space", b"new\nline", b"-dash", b"\xff\xfe", b"quo\"te'", b"{root}", b"{roots}",
       "\u202eevil \U0001f4c1".encode(), b"$HOME;`x`", b"100%25")


@test
def odd_names():
    """names of any bytes arrive as they are, and PADDOCK_ROOTS is JSON"""
    with Box() as box:
        box.serve()
        paths = [os.fsencode(box.home) + b"/" + name for name in ODD]
        for path in paths:
            os.mkdir(path)
        box.paddock("add", *paths)
        session = Session(box, "{roots}", "a={root}").handshake()
        session.state()
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", *paths)
        session.wait_argv(*paths, b"a=" + paths[0])
        roots = json.loads(session.state()["roots"])
        equal(len(roots), len(paths), "roots")
        contains(roots[3]["uri"], "%FF%FE", "a URI")


@test
def starts_in_the_first():
    """--chdir: in the first folder, or the host's directory; the program is the same; --env works"""
    with Box() as box:
        box.serve()
        folder = box.folder("one")
        other = box.file("two", "file.txt")
        box.paddock("add", other)
        box.add(folder)
        session = Session(box, run_options=("--chdir", "--env")).handshake()
        state = session.state()
        equal(bytes.fromhex(state["cwd"]), os.fsencode(box.home), "the directory")
        equal(state["roots"], "[]", "PADDOCK_ROOTS")
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", other, folder)
        session.wait_starts(2)
        wait_until(lambda: bytes.fromhex(session.state()["cwd"]) == os.fsencode(folder), "the folder")
        equal(len(json.loads(session.state()["roots"])), 2, "roots")
        session.check_answers()


@test
def the_program_is_the_one_of_the_host():
    """--chdir does not change which program ./server is"""
    with Box() as box:
        box.serve()
        folder = box.folder("one")
        box.add(folder)
        for directory, text in ((box.home, "right"), (folder, "wrong")):
            path = os.path.join(directory, "server")
            with open(path, "w", encoding="utf-8") as stream:
                stream.write("#!/bin/sh\necho %s >>%s/log\nexec cat\n" % (text, box.directory))
            os.chmod(path, 0o755)
        log = os.path.join(box.directory, "log")
        command = [binary(), "run", "--name", "fitted", "--chdir", "./server"]
        request = b'{"jsonrpc":"2.0","id":1,"method":"x"}\n'
        with subprocess.Popen(command, env=box.program_env(), cwd=box.home, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as process:
            process.stdin.write(request)
            process.stdin.flush()
            wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", folder)
        with subprocess.Popen(command, env=box.program_env(), cwd=box.home, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as process:
            process.stdin.write(request)
            process.stdin.flush()
            equal(process.stdout.readline(), request, "the echo")
        with open(log, encoding="utf-8") as stream:
            equal(stream.read(), "right\nright\n", "what was started")


@test
def literal():
    """--literal: templates are not replaced, and nothing waits for the service"""
    with Box() as box:
        box.serve()
        session = Session(box, "{roots}", "a{root}", run_options=("--literal",)).handshake()
        equal(session.argv(), [b"{roots}", b"a{root}"], "the arguments")
        equal(session.state()["roots"], None, "PADDOCK_ROOTS")
        plain = Session(box, "x{roots}", "{ROOT}").handshake()
        equal(plain.argv(), [b"x{roots}", b"{ROOT}"], "the arguments")
        equal(plain.state()["roots"], None, "PADDOCK_ROOTS")


@test
def away():
    """all folders away is no revocation"""
    with Box() as box:
        box.serve()
        folder = box.folder("one")
        box.add(folder)
        session = Session(box, "{roots}").handshake()
        session.state()
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", folder)
        session.wait_argv(folder)
        os.rename(folder, folder + "-moved")
        wait_until(lambda: box.root(folder)["status"] != "available", "the loss")
        stays(lambda: session.starts() == 2, "two starts", 1.5)
        os.rename(folder + "-moved", folder)
        wait_until(lambda: box.root(folder)["status"] == "available", "the return")
        stays(lambda: session.starts() == 2, "two starts", 1.5)
        equal(session.argv(), [os.fsencode(folder)], "the arguments")


@test
def paused():
    """a pause takes the folders away, and its end gives them back, at once"""
    with Box() as box:
        box.serve()
        folder = box.folder("one")
        box.add(folder)
        session = Session(box, "{roots}").handshake()
        session.state()
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", folder)
        session.wait_argv(folder)
        box.paddock("pause")
        session.wait_argv()
        equal(known(box)["sessions"][0].get("unenforced"), None, "what is said of it")
        box.paddock("resume")
        session.wait_argv(folder)
        equal(session.starts(), 4, "starts")


@test
def notify():
    """--on-revoke=notify: it keeps revoked folders, as the journal says; a grant restarts it"""
    with Box() as box:
        box.serve()
        one, two = box.folder("one"), box.folder("two")
        box.add(one)
        box.add(two)
        session = Session(box, "{roots}", run_options=("--on-revoke=notify",)).handshake()
        session.state()
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", one)
        session.wait_argv(one)
        box.paddock("revoke", "fitted")
        stays(lambda: session.starts() == 2, "two starts", 1.5)
        wait_until(lambda: box.log("told-only"), "the entry")
        wait_until(lambda: known(box)["sessions"][0].get("held") == ["one"], "what it may hold")
        equal(known(box)["sessions"][0]["unenforced"], "configured", "why")
        equal(session.argv(), [os.fsencode(one)], "the arguments")


@test
def a_task_runs():
    """not restarted while a task runs"""
    with Box() as box:
        box.serve()
        one = box.folder("one")
        box.add(one)
        session = Session(box, "{roots}").handshake()
        session.result(session.call("task"))
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", one)
        stays(lambda: session.starts() == 1, "one start", 1.5)
        equal(session.argv(), [], "the arguments")


@cases((("eof", 7), ("term", 7), ("hup", 7)), lambda how, _: how)
def ends(how, status):
    """it ends with its host even if no server runs, with the status of the last one"""
    with Box() as box:
        box.serve()
        session = Session(box, "{roots}", options="needy")
        session.refused(session.initialize())
        if how == "eof":
            session.host.close_output()
        else:
            os.kill(session.process.pid, 15 if how == "term" else 1)
        wait_until(lambda: session.process.poll() is not None, "the end")
        equal(session.process.returncode, status, "the status")


META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "host", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {}}


@cases((("-", 1), ("rude", 2)), lambda option, _: "never ends" if option == "-" else option)
def newest(option, started):
    """a host of the newest revision, which has no handshake: asked, granted, revoked"""
    with Box() as box:
        box.serve()
        folder = box.folder("one")
        box.add(folder)
        session = Session(box, "{roots}", options=option)

        def call():
            return session.host.wait_answer(session.ask(
                "tools/call", {"name": "state", "arguments": {}, "_meta": META}))
        session.host.wait_answer(session.ask("server/discover", {"_meta": META}))
        session.host.wait_answer(session.ask("tools/list", {"_meta": META}))
        stays(lambda: not questions(box), "no question", 0.5)
        answer = call()
        if option == "rude":
            equal(answer["error"]["data"], NO_FOLDER, "the error")
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", folder)
        wait_until(lambda: call().get("result", {}).get("argv"), "the folder")
        box.paddock("revoke", "fitted")
        wait_until(lambda: not call().get("result", {}).get("argv"), "the revocation")
        wait_until(lambda: session.starts() == started + 2 if option == "-" else session.starts() == 3,
                   "the starts")
        session.check_answers()


@cases(((("--host-roots=intersect",), 2, "--host-roots=intersect"), (("--no-such",), 2, "no-such")),
       lambda options, *_: options[0])
def misuse(options, status, text):
    """options that make no sense together"""
    with Box() as box:
        result = box.paddock("run", *options, "--", "cat", "{roots}", code=status)
        contains(result.err, text, "the message")


@test
def not_there():
    """a program that is not there: 127, as ever"""
    with Box() as box:
        box.serve()
        result = box.paddock("run", "--", "no-such-program-anywhere", "{roots}", code=127)
        contains(result.err, "Can’t start", "the message")


@test
def identity():
    """the command is known as it was written; the user's folders are no part of it"""
    with Box() as box:
        box.serve()
        folder = box.folder("one")
        box.add(folder)
        session = Session(box, "{roots}").handshake()
        session.state()
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", folder)
        session.wait_argv(folder)
        Again(session).wait_argv(folder)
        equal(len(box.json("servers")), 1, "servers")
        contains(str(known(box)), "{roots}", "what is known of it")


@cases(((("--chdir",),), (("--env",),), (("--on-revoke=notify",),)), lambda options: options[0])
def started_otherwise(options):
    """the same command with other options is not the decided server; a key is not shown"""
    with Box() as box:
        box.serve()
        folder = box.folder("one")
        box.add(folder)
        session = Session(box, "{roots}", run_options=("--key", "k3y-of-it")).handshake()
        session.state()
        wait_until(lambda: questions(box), "the question")
        box.paddock("grant", "fitted", folder)
        session.wait_argv(folder)
        other = Again(session, "--key", "k3y-of-it", *options)
        equal(other.argv(), [], "the arguments")
        wait_until(lambda: questions(box), "the question")
        contains(str(questions(box)), options[0], "the facts")
        equal("k3y-of-it" in str(questions(box)) + str(box.control().call("ListServers")), False,
              "the key is shown")


run(at_once=4)
