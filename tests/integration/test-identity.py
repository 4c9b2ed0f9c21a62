# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Who is asking: servers that pose as others, and callers on the bus from a sandbox. Everything runs in
its own namespaces; processes outside them have no id inside."""

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys

import filesystems
import outside
import puppet
from harness import APP_NAME, CONTROL, SERVICE_NAME, SERVICE_PATH, Box, BusError, binary, contains, \
    equal, stays, wait_until
from agent import Agent
from crowd import Crowd
from peer import Peer, PeerProcess
from puppet import Run
from tap import Skip, cases, run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can

outside.leave_one_outside()
filesystems.enter(own_processes=True)

LAUNCH = "io.github.paddock-mcp/launch"


class Scene:
    """A service with an agent and a shared folder."""

    def __init__(self, box):
        box.serve()
        self.box = box
        self.agent = Agent(box)
        self.folder = box.folder("shared")
        self.root, = self.agent.add(self.folder)
        self.uri = "file://" + self.folder

    def allow(self, peer, duration="until-revoked"):
        """The peer asks and is allowed to see the folder. Returns the details of the question."""
        equal(peer.roots(), [], "the list before the decision")
        request = self.agent.wait_request()
        self.agent.answer(request, "allow", [self.root], duration)
        wait_until(lambda: peer.uris() == [self.uri], "the folder")
        return request

    def is_asked_anew(self, peer):
        """No decision applies to the peer. Returns the question and dismisses it."""
        equal(peer.roots(), [], "the list of somebody else")
        request = self.agent.wait_request()
        self.agent.answer(request, "deny")
        equal(peer.roots(), [], "the list of somebody else")
        return request


def facts(request):
    return {fact: (proof, value) for fact, proof, value in request["facts"]}


KEY = "9f86d081884c7d659a2feaa0c55ad015"


def launched(box, **claim):
    """A peer that claims to be the launcher of a server, with a key. It is not `paddock`. The service can't
    see its process, so the key counts."""
    return stranger_outside(box, result=claimed(**claim))


def claimed(**claim):
    whole = {"command": ["npx", "-y", "server"], "exe": "/usr/bin/npx", "cwd": "/p",
             "host": "/usr/bin/host", "key": KEY, **claim}
    return {"_meta": {LAUNCH: {name: value for name, value in whole.items() if value is not None}}}


# ---- connect, then execute

@test
def exec_after_connecting():
    """connect-then-exec: a connection belongs to the program that opened it"""
    with Box() as box:
        scene = Scene(box)
        good = PeerProcess(box, "good", ["--good"]).wait_ready()
        scene.allow(good)
        bad = PeerProcess(box, "bad", ["--bad"]).wait_ready()
        equal(bad.roots(), [], "the list before it becomes another program")
        # From now on the same command line as the good one, and its own connection.
        bad.become("good", ["--good"])
        equal(bad.roots(), [], "the list of the connection that it had")
        request = scene.agent.wait_request()
        contains(facts(request)["command"][1], "--bad", "the question's command line")
        scene.agent.answer(request, "deny")
        equal(good.uris(), [scene.uri], "the good one's list")


@test
def exec_keeps_no_session():
    """connect-then-exec: grants for this session are not for the next program of the process"""
    with Box() as box:
        scene = Scene(box)
        first = PeerProcess(box, "first", ["--first"]).wait_ready()
        scene.allow(first, "session")
        first.become("second", ["--second"])
        # The proof is about who opened it, not who holds it now, so the connection goes on.
        equal(first.uris(), [scene.uri], "the list of the inherited connection")
        first.become("second", ["--second"], inherits=False)
        first.wait_ready()
        request = scene.is_asked_anew(first)
        contains(facts(request)["command"][1], "--second", "the question's command line")


@test
def exec_before_it_is_seen():
    """connect-then-exec before anybody looked: the program that is there then is named, no mixture"""
    with Box() as box:
        scene = Scene(box)
        pid = box.service.process.pid
        os.kill(pid, signal.SIGSTOP)
        try:
            peer = PeerProcess(box, "first", ["--first"], handshake=False)
            peer.has_ended()  # its program runs
            peer.become("second", ["--second"])
            wait_until(lambda: b"--second" in _command_line(peer.pid), "the other program")
        finally:
            os.kill(pid, signal.SIGCONT)
        peer.wait_ready()
        equal(peer.roots(), [], "the list")
        seen = facts(scene.agent.wait_request())
        contains(seen["command"][1], "--second", "command line")
        equal(seen["executable"], ("proven", os.path.realpath(sys.executable)), "executable")


def _command_line(pid):
    with open("/proc/%d/cmdline" % pid, "rb") as stream:
        return stream.read()


# ---- a path that another mount namespace fakes

def faked(box, name="alpha"):
    """The same path, command line and directory, but the server's own mount namespace has another file
    there."""
    python = os.path.realpath(sys.executable)
    copy = os.path.join(box.directory, "python")
    if not os.path.exists(copy):
        shutil.copy(python, copy)
    script = 'mount --bind "$1" "$2" && shift 2 && exec "$@"'
    return PeerProcess(box, name, wrap=["unshare", "--mount", "--propagation", "private", "sh", "-c",
                                        script, "sh", copy, python]).wait_ready()


@test
def faked_path():
    """a path faked by a mount namespace is a claim: nothing that was decided holds for it"""
    with Box() as box:
        scene = Scene(box)
        good = PeerProcess(box, "alpha").wait_ready()
        known = facts(scene.allow(good))
        equal(known["executable"][0], "proven", "the real one's executable")
        bad = faked(box)
        request = scene.is_asked_anew(bad)
        claimed = facts(request)
        equal((request["identity-kind"], claimed["executable"]),
              ("anonymous", ("claimed", known["executable"][1])), "what is known of it")
        equal(claimed["command"], known["command"], "the command line")
        equal(good.uris(), [scene.uri], "the real one's list")


@test
def no_identity():
    """without proof or launch: decisions end with the session, no longer ones are to be had"""
    with Box() as box:
        scene = Scene(box)
        first = faked(box)
        equal(first.roots(), [], "list")
        request = scene.agent.wait_request()
        for duration in ("until-revoked", "1h", "today"):
            scene.agent.refused("Refused", "AnswerRequest",
                                *_answer(request, scene.root, duration))
        equal(first.roots(), [], "the list after longer answers")
        scene.agent.answer(request, "allow", [scene.root], "session")
        wait_until(lambda: first.uris() == [scene.uri], "the folder")
        second = faked(box)
        scene.is_asked_anew(second)
        equal(first.uris(), [scene.uri], "the first one's list")
        first.stop()
        second.stop()
        wait_until(lambda: not box.json("servers"), "nothing that is remembered")
        equal(faked(box).roots(), [], "the list of one more")


def _answer(request, root, duration):
    from gi.repository import GLib  # pylint: disable=import-outside-toplevel
    return request["id"], request["serial"], {
        "verdict": GLib.Variant("s", "allow"), "duration": GLib.Variant("s", duration),
        "roots": GLib.Variant("a(ss)", [(root, "read-only")])}


# ---- the same line elsewhere

@cases([("a relative argument", ["./data"], True), ("only absolute ones", ["/data"], False)],
       lambda name, *_: name)
def other_directory(_name, arguments, is_another):
    """the same command line in another directory:"""
    with Box() as box:
        scene = Scene(box)
        scene.allow(PeerProcess(box, "alpha", arguments, cwd=box.folder("one")).wait_ready())
        other = PeerProcess(box, "alpha", arguments, cwd=box.folder("two")).wait_ready()
        if is_another:
            request = scene.is_asked_anew(other)
            equal(facts(request)["directory"], ("claimed", box.folder("two")), "directory")
            # It resembles the other one. Nothing of it changed: it's no app's entry.
            equal((request.get("resembling"), "previous" in request), ("alpha", False), "what it resembles")
        else:
            equal(other.uris(), [scene.uri], "list")
            equal(scene.agent.requests(), [], "questions")


@cases([
    ("a package runner elsewhere", {}, {"cwd": "/q"}, False),
    ("an absolute command elsewhere", {"command": ["/opt/server"], "exe": "/opt/server"},
     {"command": ["/opt/server"], "exe": "/opt/server", "cwd": "/q"}, False),
    ("another argument", {}, {"command": ["npx", "-y", "server", "/"]}, True),
    ("another executable", {}, {"exe": "/home/user/.bin/npx"}, False),
    ("another executable and another argument", {},
     {"exe": "/home/user/.bin/npx", "command": ["npx", "-y", "other"]}, True),
    ("another name of its own", {}, {"name": "nice"}, False),
], lambda name, *_: name)
def other_launch(_name, first, second, is_another):
    """the same launch but for one thing:"""
    with Box() as box:
        scene = Scene(box)
        peer = launched(box, **first)
        request = scene.allow(peer)
        equal(request["identity-kind"], "launch", "kind")
        assert all(proof != "proven" for fact, (proof, _) in facts(request).items()
                   if fact != "user"), request
        peer.close()
        other = launched(box, **second)
        if is_another:
            scene.is_asked_anew(other)
            equal(len(box.json("servers")), 2, "servers")
        else:
            equal(other.uris(), [scene.uri], "list")
            equal((scene.agent.requests(), len(box.json("servers"))), ([], 1), "questions, servers")
            equal(len(box.log("consent-asked")), 1, "questions in the journal")


# ---- the key


@cases([
    ("with the key", {"key": KEY}, {"key": KEY}, False),
    ("with the key, under another host", {"key": KEY}, {"key": KEY, "host": "/usr/bin/x"}, False),
    ("without the key", {"key": KEY}, {}, True),
    ("with another key", {"key": KEY}, {"key": KEY[:-1] + "6"}, True),
    ("with an empty key", {"key": KEY}, {"key": ""}, True),
    ("with the key's hash as the key", {"key": KEY}, "hash", True),
    ("with the key, but another command", {"key": KEY}, {"key": KEY, "command": ["sh"]}, True),
], lambda name, *_: name)
def foreign_claim(_name, first, second, is_another):
    """a foreign claim of a launch that was allowed with a key, where the service can't see who connects:"""
    with Box() as box:
        scene = Scene(box)
        peer = launched(box, **first)
        request = scene.allow(peer)
        if second == "hash":
            second = {"key": facts(request)["key"][1]}
        # Another program claims the same about itself.
        claim = {"command": ["npx", "-y", "server"], "exe": "/usr/bin/npx", "cwd": "/p",
                 "host": "/usr/bin/host", **second}
        other = stranger_outside(box, result={"_meta": {LAUNCH: claim}})
        if is_another:
            scene.is_asked_anew(other)
        else:
            equal(other.uris(), [scene.uri], "list")
            equal(scene.agent.requests(), [], "questions")
        equal(peer.uris(), [scene.uri], "the first one's list")
        peer.close()


def make_runner(box, name):
    """A package runner "npx" in a directory of its own: it starts what comes after the package."""
    path = os.path.join(box.folder("bin-" + name), "npx")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write('#!/bin/sh\nshift 2\nexec "$@"\n')
    os.chmod(path, 0o755)
    return path


def run_keyed(box, runner, directory, *more, key=KEY):
    """The real `paddock run` with a key: a package runner starts the server in a directory."""
    path = os.path.join(box.directory, "puppet-keyed")
    command = ["npx", "-y", "server", sys.executable, "-I", os.path.abspath(puppet.__file__), path, *more]
    return Run(box, "--key", key, slot="keyed", name="keyed", command=command,
               wrap=["env", "-C", box.folder(directory)],
               env={"PATH": os.path.dirname(runner) + ":" + os.environ["PATH"]}).handshake()


def allow_run(scene, launch):
    equal(launch.roots(1), [], "the list before the decision")
    request = scene.agent.wait_request()
    scene.agent.answer(request, "allow", [scene.root])
    numbers = iter(range(2, 1000))
    wait_until(lambda: launch.uris(next(numbers)) == [scene.uri], "the folder")
    return request


@test
def key_from_two_directories():
    """with a key, a package runner's server is the same from another directory and by another path"""
    with Box() as box:
        scene = Scene(box)
        first, second = make_runner(box, "one"), make_runner(box, "two")
        one = run_keyed(box, first, "one")
        request = allow_run(scene, one)
        equal((facts(request)["executable"][1], facts(request)["directory"][1]),
              (first, box.folder("one")), "the first one")
        one.stop()
        other = run_keyed(box, second, "two")
        equal(other.uris(1), [scene.uri], "the list")
        equal(scene.agent.requests(), [], "questions")
        server, = scene.agent.call("ListServers")
        equal((facts(server)["executable"][1], facts(server)["directory"][1]),
              (second, box.folder("two")), "the details")


@test
def key_with_another_command():
    """with the key and another command, the question says what was, and all that changed"""
    with Box() as box:
        scene = Scene(box)
        first, second = make_runner(box, "one"), make_runner(box, "two")
        one = run_keyed(box, first, "one")
        allow_run(scene, one)
        one.stop()
        other = run_keyed(box, second, "two", "--more")
        equal(other.uris(1), [], "the list")
        request = scene.agent.wait_request()
        previous = {fact: value for fact, _, value in request["previous"]}
        equal({fact: previous[fact] for fact, (_, value) in facts(request).items()
               if value != previous[fact]}.keys(), {"executable", "command", "directory"}, "what changed")
        equal((previous["executable"], previous["directory"]), (first, box.folder("one")), "what was")


KEYED = "cursor-0123456789ab"


class Theft:
    """A real `paddock run` with a key that the user allowed, and another program that reads the app's file:
    it has the key and the command line, and connects to the socket itself."""

    def __init__(self, box, decision="allow"):
        self.box = box
        self.scene = Scene(box)
        self.runner = make_runner(box, "one")
        box.control().call("NoteApp", KEYED, "cursor", "files", box.home + "/.cursor/mcp.json", "")
        self.real = self.launch()
        if decision == "allow":
            command = facts(allow_run(self.scene, self.real))["command"][1]
        else:
            equal(self.real.roots(1), [], "the list before the decision")
            request = self.scene.agent.wait_request()
            command = facts(request)["command"][1]
            self.scene.agent.answer(request, decision)
        self.file = box.file(".cursor", "mcp.json", text=json.dumps({"mcpServers": {"files": {
            "command": "paddock", "args": ["run", "--key", KEYED, "--", *shlex.split(command)]}}}))

    def launch(self):
        return run_keyed(self.box, self.runner, "one", key=KEYED)

    def steal(self, **options):
        with open(self.file, encoding="utf-8") as stream:
            _, _, key, _, *command = json.load(stream)["mcpServers"]["files"]["args"]
        return PeerProcess(self.box, "thief", result=claimed(
            key=key, command=command, exe=self.runner, cwd=self.box.folder("one"), host=None),
                           **options).wait_ready()

    def record(self):
        """What is known of the real server."""
        server, = [one for one in self.scene.agent.call("ListServers") if one["identity-kind"] == "launch"]
        return {name: value for name, value in server.items() if name not in ("sessions", "last-seen")}

    def is_forgotten(self):
        wait_until(lambda: len(self.box.json("servers")) == 1, "nothing of the thief that is remembered")


@cases([("while it's connected", True), ("when it has gone", False)], lambda name, *_: name)
def copied_key(_name, is_there):
    """another program that read the key and the command line gets nothing of the allowed server,"""
    with Box() as box:
        theft = Theft(box)
        scene = theft.scene
        if not is_there:
            theft.real.stop()
        before = theft.record()
        thief = theft.steal()
        equal(thief.roots(), [], "the thief's list")
        asked = scene.agent.wait_request()
        equal((asked["identity-kind"], asked["name"], asked.get("noted")), ("anonymous", "server", None),
              "who it is")
        for duration in ("until-revoked", "1h", "today"):
            scene.agent.refused("Refused", "AnswerRequest", *_answer(asked, scene.root, duration))
        # It can't take the real one's right away, either.
        scene.agent.answer(asked, "block")
        equal(thief.roots(), [], "the thief's list")
        equal(theft.record(), before, "the real one's record")
        thief.stop()
        theft.is_forgotten()
        equal([(row["server"], row["reason"]) for row in box.log("server-connected")],
              [("files (Cursor)", None), ("server", "unproven")], "the journal")
        contains(box.paddock("log").out, "Paddock couldn’t verify its program", "the journal in words")

        second = theft.steal()
        equal(second.roots(), [], "the list of the next thief")
        scene.agent.answer(scene.agent.wait_request(), "allow", [scene.root], "session")
        wait_until(lambda: second.uris() == [scene.uri], "the folder for its session")
        second.stop()
        theft.is_forgotten()
        third = theft.steal()
        scene.is_asked_anew(third)
        third.stop()
        equal(theft.record(), before, "the real one's record")
        numbers = iter(range(1000, 2000))
        if not is_there:
            theft.real = theft.launch()
        stays(lambda: theft.real.uris(next(numbers)) == [scene.uri], "the list of the real one", 0.2)
        equal((scene.agent.requests(), theft.record()), ([], {**before, "runs": 1}),
              "questions, the real one's record")


@test
def copied_key_from_a_sandbox():
    """the real program in a sandbox, whose mounts are its own, isn't proven: its key counts for nothing"""
    with Box() as box:
        theft = Theft(box)
        script = 'mount -t tmpfs none "$1" && shift && exec "$@"'
        thief = theft.steal(wrap=["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh",
                                  box.folder("hidden")])
        equal(theft.scene.is_asked_anew(thief)["identity-kind"], "anonymous", "kind")


@test
def copied_key_first():
    """a program that comes with a key before its server takes neither its name nor its place"""
    with Box() as box:
        theft = Theft(box)
        theft.real.stop()
        server, = theft.scene.agent.call("ListServers")
        theft.scene.agent.call("Forget", server["id"])
        box.control().call("NoteApp", KEYED, "cursor", "files", theft.file, "")
        thief = theft.steal()
        equal(thief.roots(), [], "the thief's list")
        asked = theft.scene.agent.wait_request()
        equal((asked["identity-kind"], asked.get("noted")), ("anonymous", None), "who it is")
        theft.scene.agent.answer(asked, "block")
        request = allow_run(theft.scene, theft.launch())
        equal((request["identity-kind"], request["noted"]["server"]), ("launch", "files"), "the real one")


@cases([("blocked", "block"), ("put off", "deny")], lambda name, *_: name)
def refused_key(_name, decision):
    """another program with key and command line of a server gets no more than that server, which is:"""
    with Box() as box:
        theft = Theft(box, decision)
        scene = theft.scene
        thief = theft.steal()
        equal(thief.roots(), [], "the thief's list")
        stays(lambda: scene.agent.requests() == [], "no question", 1)
        equal([row["reason"] for row in box.log("server-connected")], [None, "unproven"], "the journal")
        thief.stop()
        theft.is_forgotten()
        theft.real.stop()
        again = theft.launch()
        equal((again.uris(1), scene.agent.requests()), ([], []), "the real one")


@test
def blocked_meanwhile():
    """a block of the server with the key also ends what its copy was allowed for the session"""
    with Box() as box:
        theft = Theft(box)
        thief = theft.steal()
        equal(thief.roots(), [], "the thief's list")
        theft.scene.agent.answer(theft.scene.agent.wait_request(), "allow", [theft.scene.root], "session")
        wait_until(lambda: thief.uris() == [theft.scene.uri], "the folder for its session")
        box.paddock("block", "files (Cursor)")
        wait_until(lambda: thief.uris() == [], "an empty list")
        stays(lambda: theft.scene.agent.requests() == [], "no question", 1)


@cases([
    ("env", ["env", "A=1"]),
    ("timeout", ["timeout", "100"]),
    ("nice", ["nice"]),
    ("a shell script", ["sh", "-c", '"$@"; exit $?', "sh"]),
    ("setsid", ["setsid", "--wait"]),
], lambda name, *_: name)
def behind_a_wrapper(_name, words):
    """a `paddock run` that another program starts is known by its key, behind:"""
    with Box() as box:
        scene = Scene(box)
        first = Run(box, "--key", KEY, slot="one", wrap=words).handshake()
        equal(allow_run(scene, first)["identity-kind"], "launch", "kind")
        first.stop()
        again = Run(box, "--key", KEY, slot="one", wrap=words).handshake()
        equal((again.uris(1), scene.agent.requests()), ([scene.uri], []), "the list, questions")
        again.stop()
        plain = Run(box, "--key", KEY, slot="one").handshake()
        equal((plain.uris(1), scene.agent.requests()), ([scene.uri], []), "without it")


# ---- a copied claim

def claim_of(box, slot):
    """The claim of `paddock run` about the server of this slot, as a service gets it."""
    place = box.folder("elsewhere") + "/mcp.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(place)
        listener.listen()
        listener.settimeout(30)
        run_ = Run(box, slot=slot, env={"PADDOCK_SOCKET": place}).handshake()
        connection, _ = listener.accept()
    with connection:
        connection.settimeout(30)
        connection.sendall(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {"roots": {}},
            "clientInfo": {"name": "paddock", "version": "1"}}}).encode() + b"\n")
        with connection.makefile("rb") as stream:
            answer = json.loads(stream.readline())
    run_.stop()
    os.unlink(place)
    return {"_meta": {LAUNCH: answer["result"]["_meta"][LAUNCH]}}


def allowed_run(scene, *options):
    """A `paddock run` without a key that the user allowed to see the folder."""
    launch = Run(scene.box, *options, slot="one").handshake()
    equal(launch.roots(1), [], "the list before the decision")
    request = scene.agent.wait_request()
    scene.agent.answer(request, "allow", [scene.root])
    numbers = iter(range(2, 1000))
    wait_until(lambda: launch.uris(next(numbers)) == [scene.uri], "the folder")
    return launch, request, numbers


def in_bubblewrap(box):
    """The beginning of a command in a sandbox that has programs, this test and the socket's directory."""
    support = os.path.dirname(os.path.abspath(outside.__file__))
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--proc", "/proc", "--dev", "/dev",
             "--tmpfs", "/tmp", "--ro-bind", "/usr", "/usr", "--ro-bind", support, support,
             "--ro-bind", box.programs, box.programs,
             "--bind", os.path.dirname(box.socket), os.path.dirname(box.socket),
             "--dir", box.home, "--chdir", box.home]
    for name in "bin", "lib", "lib64", "sbin":
        if os.path.islink("/" + name):
            words += ["--symlink", os.readlink("/" + name), "/" + name]
        elif os.path.isdir("/" + name):
            words += ["--ro-bind", "/" + name, "/" + name]
    return words


@cases([("another program", lambda box: ()), ("a sandbox with the socket alone", in_bubblewrap)],
       lambda name, *_: name)
def copied_claim(_name, wrap):
    """the claim of an allowed `paddock run` without a key, copied, gets nothing, from:"""
    with Box() as box:
        scene = Scene(box)
        words = wrap(box)
        if words and subprocess.run([*words, "true"], stderr=subprocess.DEVNULL, check=False).returncode:
            raise Skip("bwrap does not work here")
        launch, request, numbers = allowed_run(scene)
        equal(request["identity-kind"], "launch", "kind of the real one")
        claim = claim_of(box, "one")
        thief = PeerProcess(box, "puppet", wrap=words, result=claim).wait_ready()
        asked = scene.is_asked_anew(thief)
        equal(asked["identity-kind"], "anonymous", "kind")
        equal(thief.roots(), [], "the thief's list")
        equal(launch.uris(next(numbers)), [scene.uri], "the real one's list")
        launch.stop()
        equal(thief.roots(), [], "the list when the real one has gone")
        thief.stop()
        # The real one is recognized again.
        again = Run(box, slot="one").handshake()
        equal(again.uris(1), [scene.uri], "the list of the real one when it is back")


def installed(box):
    """Puts a copy of the tested programs where a package update can replace it."""
    folder = box.folder("installed")
    shutil.copy2(binary("PADDOCK_SERVICE_BIN"), folder)
    return shutil.copy2(binary(), folder)


def replace(program):
    shutil.copy2(program, program + ".new")
    os.rename(program + ".new", program)


@test
def update_of_a_running_one():
    """a `paddock run` whose program an update replaced keeps its identity, also for the next service"""
    with Box() as box:
        os.environ["PADDOCK_BIN"], before = installed(box), os.environ["PADDOCK_BIN"]
        try:
            scene = Scene(box)
            launch, request, numbers = allowed_run(scene)
            equal(request["identity-kind"], "launch", "kind")
            replace(binary())
            contains(os.readlink("/proc/%d/exe" % launch.process.pid), "(deleted)", "its program")
            box.service.stop()
            # The next service is the one that it starts.
            wait_until(box.service_pid, "the next service")
            wait_until(lambda: sum(one["count"] for one in box.log("server-connected")) == 2,
                       "the next connection")
            stays(lambda: launch.uris(next(numbers)) == [scene.uri], "the folder", 1)
            equal((len(box.json("servers")), len(box.log("consent-asked"))), (1, 1),
                  "servers, questions")
        finally:
            os.environ["PADDOCK_BIN"] = before


@cases([("without a key", ()), ("with a key", ("--key", KEY))], lambda name, *_: name)
def another_paddock(_name, options):
    """a copy of the program does not count as this installation's:"""
    with Box() as box:
        scene = Scene(box)
        allowed_run(scene, *options)[0].stop()
        os.environ["PADDOCK_BIN"], before = installed(box), os.environ["PADDOCK_BIN"]
        try:
            other = Run(box, *options, slot="one").handshake()
        finally:
            os.environ["PADDOCK_BIN"] = before
        equal(other.roots(1), [], "list")
        equal(scene.agent.wait_request()["identity-kind"], "anonymous", "kind")


@test
def key_stays_secret():
    """the key cannot be read: not on the bus, not on the command line, not on the disk"""
    with Box() as box:
        scene = Scene(box)
        peer = launched(box, key=KEY, command=["/opt/server", "--token", "S3CRET-" + KEY])
        request = scene.allow(peer)
        shown = [request, box.json("servers"), box.paddock("servers").out, box.json("log"),
                 scene.agent.call("ListServers"), scene.agent.call("ListJournal", 0, 0)]
        for one in shown:
            assert KEY not in repr(one), one
        peer.close()
        box.service.stop()
        for folder, _, names in os.walk(box.data_home):
            for name in names:
                with open(os.path.join(folder, name), "rb") as stream:
                    assert KEY.encode() not in stream.read(), name
        assert KEY not in box.service.output() + box.service.errors(), "the service's log"


@test
def claim_of_a_proven_one():
    """a launch that claims proven facts of a process gets none of its decisions, nor the reverse"""
    with Box() as box:
        scene = Scene(box)
        good = PeerProcess(box, "alpha").wait_ready()
        known = facts(scene.allow(good))
        claim = {"command": [sys.executable, "-I"], "exe": known["executable"][1], "host": None}
        scene.is_asked_anew(launched(box, **claim))
        scene.is_asked_anew(launched(box, command=_command_line(good.pid).decode().split("\0")[:-1],
                                     exe=known["executable"][1], host=None, cwd=None))


# ---- a peer without a process id

def stranger_outside(box, **options):
    return PeerProcess(box, "outside", start=outside.start, **options).wait_ready()


@test
def pid_zero():
    """a peer with pid 0: all but the user is unknown, decisions end with its session"""
    with Box() as box:
        scene = Scene(box)
        first = stranger_outside(box)
        equal(first.roots(), [], "list")
        request = scene.agent.wait_request()
        equal((request["identity-kind"], facts(request)),
              ("anonymous", {"user": ("proven", str(os.getuid()))}), "what is known of it")
        scene.agent.refused("Refused", "AnswerRequest",
                            *_answer(request, scene.root, "until-revoked"))
        scene.agent.answer(request, "allow", [scene.root], "session")
        wait_until(lambda: first.uris() == [scene.uri], "the folder")
        second = stranger_outside(box)
        scene.is_asked_anew(second)
        first.stop()
        second.stop()
        wait_until(lambda: not box.json("servers"), "nothing that is remembered")


@test
def pid_zero_and_launch():
    """a peer with pid 0 that claims a launch is that launch, by claims alone"""
    with Box() as box:
        scene = Scene(box)
        meta = {LAUNCH: {"command": ["npx", "-y", "server"], "exe": "/usr/bin/npx", "key": KEY}}
        peer = stranger_outside(box, result={"_meta": meta})
        request = scene.allow(peer)
        equal({fact: proof for fact, (proof, _) in facts(request).items()},
              {"user": "proven", "executable": "claimed", "command": "claimed", "key": "claimed"},
              "facts")
        peer.stop()
        again = stranger_outside(box, result={"_meta": meta})
        equal(again.uris(), [scene.uri], "the list of the next one with the key")


@test
def pid_zero_limit():
    """256 connections of peers with pid 0 in all, then no more of them; others are let in"""
    with Box() as box:
        scene = Scene(box)
        witness = PeerProcess(box, "witness").wait_ready()
        crowd = Crowd(box, 257, start=outside.start)
        served, (refused,) = crowd.wait_ready()
        equal(served, 256, "connections")
        contains(refused["error"]["message"], "unknown processes", "what the 257th was told")
        scene.allow(witness)
        scene.allow(PeerProcess(box, "another", ["--another"]).wait_ready())


# ---- callers from a sandbox

CALLER = r"""
import os, sys
from gi.repository import Gio, GLib
address, root, name, path, interface = sys.argv[1:6]
bus = Gio.DBusConnection.new_for_address_sync(
    address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
    | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
if root != "-":
    os.chroot(root)
    os.chdir("/")
PAGE = GLib.Variant("(xu)", (0, 0))
for method, arguments in (("ListServers", PAGE), ("ListRoots", PAGE),
                          ("RemoveRoots", GLib.Variant("(as)", (["x"],))), ("RegisterAgent", None)):
    try:
        bus.call_sync(name, path, interface, method, arguments, None, 0, 20000, None)
        print(method, "answered", flush=True)
    except GLib.Error as error:
        print(method, (Gio.dbus_error_get_remote_error(error) or "?").rsplit(".", 1)[-1], flush=True)
"""


@cases([
    ("no sandbox", None, True), ("a changed root that is none", "", True),
    ("another application", "[Application]\nname=org.example.Other\n", False),
    ("an application called nearly so", "[Application]\nname=%s.Other\n" % APP_NAME, False),
    ("a runtime without an application", "[Runtime]\nname=%s\n" % APP_NAME, False),
    ("a damaged file", "name\0" + APP_NAME, False), ("an empty file", "\n", False),
    ("the application itself", "[Application]\nname=%s\n" % APP_NAME, True),
], lambda name, *_: name)
def sandboxed_caller(_name, info, is_admitted):
    """a caller on the bus whose root says:"""
    with Box() as box:
        box.serve()
        root = "-"
        if info is not None:
            root = box.folder("root")
            if info:
                box.file("root", ".flatpak-info", text=info)
        out = subprocess.run(
            [sys.executable, "-I", "-c", CALLER, box.env["DBUS_SESSION_BUS_ADDRESS"], root,
             SERVICE_NAME, SERVICE_PATH, CONTROL], capture_output=True, text=True, check=True,
            env=box.env).stdout.split("\n")[:-1]
        expected = ["answered", "answered", "NotFound", "NotAgent"] if is_admitted \
            else ["AccessDenied"] * 4
        equal([line.split()[1] for line in out], expected, "the answers")


run()
