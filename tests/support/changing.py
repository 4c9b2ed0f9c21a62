# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Generated sessions during which the user changes what the server may see, so that it is restarted again and
again. When that happens nobody can know, so the bytes are not predicted as in sessions.py. These must hold:

- Each request of the host gets exactly one answer, a result or an error that says why. One that the host
  cancelled gets one at most, and nothing that it did not ask is answered.
- Each server gets the host's lines in their order, and none twice. The host gets each server's lines in
  theirs, and none of a server after one of the next.
- A server gets answers only to its own requests, and no two requests have one id at the host.
- A server in a box is told only of folders that the box has.
- The session ends when the host closes its end."""

import json
import os
import random
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import tap
from harness import PATIENCE, Failure, binary, equal, own_options, wait_until
from held_ends import Wire, pump
from sessions import VERSIONS, Text

SUPPORT = os.path.dirname(os.path.abspath(__file__))
SERVER = os.path.join(SUPPORT, "generated_server.py")
REASONS = ("server-restarted", "no-folder-granted")
WORKERS = 6


class Request:
    """One of the host. what: what the server does with it."""

    def __init__(self, number, what, identifier):
        self.number = number
        self.what = what
        self.identifier = identifier
        self.answers = []
        self.is_cancelled = False


class Changing:
    """One session."""

    def __init__(self, box, seed, is_confined):
        self.box = box
        self.rng = random.Random(seed)
        self.text = Text(self.rng)
        self.text.is_plain = True
        self.name = "s-%d" % seed
        self.is_confined = is_confined
        self.needy = self.rng.random() < 0.25
        self.version = self.rng.choice(VERSIONS)
        self.has_batches = self.version in VERSIONS[:2] and self.rng.random() < 0.3
        self.folders = []
        for name in ("a", "b", "c"):
            path = box.folder("Projects", self.name, name)
            box.file("Projects", self.name, name, "mark")
            self.folders.append(path)
        self.number = 0
        self.requests = {}  # by their ids, as JSON has them
        self.ids_of_servers = set()
        self.starts = {}  # by their names, in their order: the number of the last line
        self.errors = 0
        self.exits = self.had_batch = False
        self.to_answer = []
        self._start()

    def _start(self):
        options, words = ["--name", self.name], []
        if self.rng.random() < 0.5:
            options.append("--host-roots=ignore")
        if self.is_confined:
            options += ["--confine", "--confine-read", SUPPORT]
        if not self.is_confined or self.rng.random() < 0.5:
            words = ["{roots}"]
        self.needy = self.needy and bool(words)
        # Servers with one command line count as one, whatever they are called.
        which = ",".join([self.name] + ["boxed"] * self.is_confined + ["needy"] * self.needy)
        self.log = os.path.join(self.box.directory, self.name + ".err")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [binary(), "run", *own_options(), *options, "--",
                 sys.executable, "-I", SERVER, which, *words],
                env=self.box.program_env(), cwd=self.box.home, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=log, bufsize=0)
        self.host = Wire(os.dup(self.process.stdout.fileno()), os.dup(self.process.stdin.fileno()))
        self.process.stdin.close()
        self.process.stdout.close()

    def end(self):
        self.host.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    # ---- what the host gets

    def _read(self):
        """Takes the lines that have come."""
        *lines, rest = bytes(self.host.came).split(b"\n")
        self.host.came[:] = rest
        for line in lines:
            message = json.loads(line)
            for one in message if isinstance(message, list) else [message]:
                self._take(one)

    def _take(self, message):
        stamp = message.get("params") or message.get("result") or {}
        if "start" in stamp:
            self._check_order(stamp)
        if "broken" in stamp:
            raise Failure("the server: " + stamp["broken"])
        if "method" not in message:
            self._take_answer(message)
        elif "id" in message:
            identifier = json.dumps(message["id"])
            if identifier in self.ids_of_servers:
                raise Failure("a second request with the id " + identifier)
            self.ids_of_servers.add(identifier)
            if message["method"] == "roots/list":
                result = {"roots": []}
            else:
                result = {"token": stamp["token"]}
            self.to_answer.append({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def _check_order(self, stamp):
        start = stamp["start"]
        if start not in self.starts:
            self.starts[start] = 0
        if start != list(self.starts)[-1]:
            raise Failure("a line of an earlier server: %r" % stamp)
        equal(stamp["seq"], self.starts[start] + 1, "the number of the server's line")
        self.starts[start] = stamp["seq"]

    def _take_answer(self, message):
        request = self.requests.get(json.dumps(message["id"]))
        if request is None:
            raise Failure("an answer to nothing: %r" % message)
        request.answers.append(message)
        if len(request.answers) > 1:
            raise Failure("two answers: %r" % request.answers)
        if "error" in message:
            self.errors += 1
            if message["error"].get("data", {}).get("reason") not in REASONS:
                raise Failure("an error: %r" % message)
        elif message["result"].get("for", request.number) != request.number:
            raise Failure("the answer to another request than %d: %r" % (request.number, message))

    # ---- what the host says

    def _identifier(self):
        number = self.number * 8
        return self.rng.choice(("%d" % number, "-%d" % number, "%d.5" % number, '"s-%d"' % number,
                                '"\\u0073-%d"' % number, '"%d"' % number, '"é %d"' % number))

    def _make_request(self, what, method=None, params=None):
        """A request, as the host writes it; what: what the server does with it."""
        self.number += 1
        text, identifier = self.text, self._identifier()
        method = method or self.rng.choice(("tools/call", "resources/read", "x/y"))
        if params is None:
            params = text.members([
                ("n", "%d" % self.number), ("do", '"%s"' % what), ("wait", "%.3f" % self.rng.uniform(0, 0.4)),
                ("known", json.dumps(self.folders)), ("x", text.value())])
        self.requests[json.dumps(json.loads(identifier))] = request = Request(self.number, what, identifier)
        return request, text.message(("id", identifier), ("method", '"%s"' % method), ("params", params))

    def _send(self, line, in_parts=False):
        data = line.encode() + b"\n"
        if in_parts:
            at = self.rng.randrange(1, len(data))
            self.host.send(data[:at])
            self._wait(self.rng.uniform(0, 0.2))
            data = data[at:]
        self.host.send(data)
        self._pump(lambda: not self.host.unsent, "room for %r" % data[:200])

    def ask(self, what, *more):
        request, line = self._make_request(what, *more)
        self._send(line, in_parts=self.rng.random() < 0.1)
        return request

    def _note(self):
        self.number += 1
        self._send(self.text.message(("method", '"notifications/x"'), ("params", self.text.members(
            [("n", "%d" % self.number), ("x", self.text.value())]))))

    def _cancel(self):
        waiting = [one for one in self.requests.values() if not one.answers and one.what != "batch"]
        if waiting:
            self._cancel_one(self.rng.choice(waiting))

    def _cancel_one(self, request):
        request.is_cancelled = True
        self._send(self.text.message(("method", '"notifications/cancelled"'),
                                     ("params", self.text.members([("requestId", request.identifier)]))))

    def _answer_servers(self):
        answers, self.to_answer = self.to_answer, []
        for one in answers:
            self._send(json.dumps(one))

    def _batch(self):
        self.had_batch = True
        lines = [self._make_request("batch")[1] for _ in range(self.rng.randrange(1, 4))]
        self._send(self.text.elements(lines))

    def _level(self):
        self.ask("level", "logging/setLevel", '{"level":"debug"}')

    def _exit(self):
        self.exits = True
        self.ask("exit")

    def _pump(self, is_done, what, seconds=60):
        def is_read():
            self._read()
            return self.host.ended or is_done()
        pump((self.host,), is_read, what, seconds)

    def _wait(self, seconds):
        deadline = time.monotonic() + seconds
        self._pump(lambda: time.monotonic() >= deadline, "a moment")

    # ---- what the user does

    def _command(self, *words):
        """Others may have done the same, so it may fail."""
        self.box.paddock(*words, code=None)

    def _grant(self):
        path = self.rng.choice(self.folders)
        self._command("grant", self.name, path)

    def _grant_first(self):
        """Works as soon as the service knows the server."""
        return self.box.paddock("grant", self.name, self.folders[0], code=None).code == 0

    def _grant_all(self):
        self._command("grant", self.name, *self.folders)

    def _revoke(self):
        self._command("revoke", self.name, self.rng.choice(self.folders))

    def _revoke_all(self):
        self._command("revoke", self.name)

    def _remove(self):
        path = self.rng.choice(self.folders)
        self._command("remove", path)
        self._command("add", path)

    def _change(self):
        access = self.rng.choice(("--read-only", "--read-write"))
        self._command("change", access, self.rng.choice(self.folders))

    def _pause(self):
        self._command("pause")
        self._wait(self.rng.uniform(0, 0.3))
        self._command("resume")

    # ---- all of it

    def _initialize(self):
        """A needy server has no folder at first, so the host is refused, and tries again."""
        roots = self.text.members([("roots", "{}")] if self.rng.random() < 0.5 else [])
        params = ('{"protocolVersion":"%s","clientInfo":{"name":"host","version":"1"},"capabilities":%s}' %
                  (self.version, roots))
        for attempt in range(200):
            if self.host.ended:
                return
            request = self.ask("initialize", "initialize", params)
            self._pump(lambda request=request: request.answers, "initialize")
            if request.answers and "result" in request.answers[0]:
                break
            if attempt == 1:
                self._grant_all()
            self._wait(0.1)
        else:
            raise Failure("the server does not start: %r" % request.answers)
        self._send('{"jsonrpc":"2.0","method":"notifications/initialized"}')

    def _steps(self):
        says = [lambda: self.ask("now")] * 4 + [
            lambda: self.ask("later"), lambda: self.ask("later"), lambda: self.ask("kept"),
            lambda: self.ask("never"), lambda: self.ask("ask"), lambda: self.ask("roots"), self._note,
            self._note, self._cancel, self._level, lambda: self.ask("ping", "ping", "{}"),
            self._answer_servers, self._answer_servers]
        does = [self._grant, self._grant, self._grant_all, self._revoke, self._revoke, self._revoke_all,
                self._remove, self._change, self._pause]
        if self.has_batches:
            says.append(self._batch)
        for _ in range(self.rng.randrange(5, 12)):
            if self.host.ended:
                return
            for _ in range(self.rng.randrange(6)):
                self.rng.choice(says)()
            if self.rng.random() < 0.3:
                self._wait(self.rng.uniform(0, 0.6))
            self.rng.choice(does)()
        if self.rng.random() < 0.1:
            self._exit()

    def _is_answered(self, kinds=()):
        return all(one.answers or one.is_cancelled or one.what in kinds for one in self.requests.values())

    def _check_answers(self, is_early):
        """What comes when the session has ended already, nobody reads. Nobody answers a batch in the place of
        its server, or any request after the server has ended by itself."""
        waiting = [not one.answers and not one.is_cancelled for one in self.requests.values()
                   if one.what != "batch" or not is_early]
        while is_early and waiting and waiting[-1]:
            waiting.pop()
        if any(waiting) and not self.exits:
            raise Failure("no answer to %s" % [(one.number, one.what) for one in self.requests.values()
                                               if not one.answers and not one.is_cancelled])

    def go(self):
        self._initialize()
        wait_until(lambda: self.host.ended or self._grant_first(), "the first grant")
        self._steps()
        # One that a later one brings an answer.
        self.ask("now")
        self._pump(lambda: self._is_answered(("never", "kept", "exit")), "the answers")
        for request in list(self.requests.values()):
            if not request.answers and not request.is_cancelled and not self.host.ended:
                self._cancel_one(request)
        is_early = self.host.ended
        # No other server can take over before the handshake, or after a batch. A box that loses a folder then
        # ends.
        may_end = self.exits or (self.is_confined and (self.had_batch or not self.starts))
        if is_early and not may_end:
            raise Failure("the session ended too early, with %s" % self.process.wait(60 * PATIENCE))
        self._check_answers(is_early)
        if not is_early:
            self.host.close_output()
        self._pump(lambda: False, "the end of the session")
        equal(bytes(self.host.came), b"", "half a line at the end")
        status = self.process.wait(60 * PATIENCE)
        if not may_end and not (self.needy and status == 7):
            equal(status, 0, "the exit status")


def go(box, seed, is_confined):
    """Runs one session; returns how many servers and errors it had, and what went wrong, or None."""
    session = Changing(box, seed, is_confined)
    try:
        session.go()
        return len(session.starts), session.errors, None
    except (Failure, OSError, subprocess.TimeoutExpired, ValueError, KeyError) as failure:
        with open(session.log, encoding="utf-8", errors="backslashreplace") as stream:
            said = stream.read()[-2000:]
        waiting = [(one.number, one.what) for one in session.requests.values()
                   if not one.answers and not one.is_cancelled]
        return 0, 0, "seed %d: %r; no answer to %r; servers and their lines: %r; it said: %s" % (
            seed, failure, waiting, session.starts, said)
    finally:
        session.end()


def go_all(box, seeds, is_confined):
    """Runs all sessions, a few at a time, with one service."""
    box.rows_may_repeat = True
    box.serve()
    for seed in seeds:
        for name in ("a", "b", "c"):
            box.folder("Projects", "s-%d" % seed, name)
    for seed in seeds:
        box.paddock("add", *[os.path.join(box.home, "Projects", "s-%d" % seed, name) for name in "abc"])
    with ThreadPoolExecutor(WORKERS) as pool:
        found = list(pool.map(lambda seed: go(box, seed, is_confined), seeds))
    failures = [failure for _, _, failure in found if failure]
    for failure in failures[:10]:
        tap.diag(failure)
    equal(len(failures), 0, "failed sessions")
    starts, errors = sum(one[0] for one in found), sum(one[1] for one in found)
    tap.diag("%d sessions, %d servers, %d requests that a restart ended" % (len(found), starts, errors))
    if starts <= len(found) or not errors:
        raise Failure("too few restarts: %d servers, %d errors" % (starts, errors))
