# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Generated sessions through the real `paddock run`, with the real service. Both sides get exactly the bytes
that the generator (tests/support/sessions.py) predicts. A bare relay fails the test.

500 sessions, or 10,000 with PADDOCK_TEST_FULL; and 12, or 400, whose server gets its folders when it starts,
while the user changes what it may see (changing.py). PADDOCK_TEST_SEED sets the first seed. A failure prints
its own."""

import multiprocessing
import os
import random
import re
import subprocess
import time

import changing
import tap
from held_ends import Handed, Place
from harness import PATIENCE, Box, Failure, binary, equal
from sessions import Session
from tap import run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can

FULL = bool(os.environ.get("PADDOCK_TEST_FULL"))
COUNT = 10000 if FULL else 500
CHANGING = 400 if FULL else 12
WORKERS = 2
SEED = int(os.environ.get("PADDOCK_TEST_SEED") or random.SystemRandom().randrange(2 ** 32))
# The service has this long to answer. After that the last list is the answer, which another test covers.
SLOW = 0.4


class Slow(Exception):
    """The service was too slow, so the right answers are unknown."""


class Driver(Handed):
    """One running session."""

    our_id = None

    def _take(self, wire, pieces, what):
        """Compares what came with what was expected; False if not all of it has come yet."""
        at = 0
        for piece in pieces:
            if isinstance(piece, re.Pattern):
                end = wire.came.find(b"\n", at) + 1
                if not end:
                    return False
                match = piece.fullmatch(wire.came, at, end)
                if match is None:
                    raise Failure("%s: %r, not %r" % (what, bytes(wire.came[at:end]), piece.pattern))
                if match.groups():
                    self.our_id = bytes(match[1])
                at = end
            else:
                got = bytes(wire.came[at:at + len(piece)])
                if not piece.startswith(got):
                    raise Failure("%s: %s" % (what, difference(got, piece)))
                if len(got) < len(piece):
                    return False
                at += len(piece)
        del wire.came[:at]
        return True

    def _go(self, step):
        wire = self.host if step.side == "host" else self.server
        data = step.data
        if data is None:
            data = b'{"jsonrpc":"2.0","id":' + self.our_id + step.answer
        wire.send(data)
        left = [(self.host, step.to_host, "the host got"), (self.server, step.to_server, "the server got")]

        def is_done():
            left[:] = [one for one in left if not self._take(*one)]
            waiting = [one[0] for one in left]
            for side, what in ((self.host, "host"), (self.server, "server")):
                if side.came and side not in waiting:
                    raise Failure("the %s got what is not for it: %r" % (what, bytes(side.came[:300])))
            return not left and not wire.unsent
        self.pump(is_done, "what %r brings" % data[:200])

    def go(self, session):
        for number, step in enumerate(session.steps):
            started = time.monotonic()
            try:
                self._go(step)
            except Failure as failure:
                if step.side == "server" and time.monotonic() - started > SLOW:
                    raise Slow from failure
                raise Failure("step %d of %d, the %s wrote %r: %s" % (
                    number + 1, len(session.steps), step.side, (step.data or b"")[:300], failure)) from None
        self.host.close_output()
        self.pump(lambda: self.server.ended, "the end of the server's input")
        self.server.close_output()
        status = session.rng.randrange(100)
        self.end_server(status)
        self.pump(lambda: self.host.ended, "the end of the host's input")
        equal(bytes(self.host.came), b"", "what else the host got")
        equal(bytes(self.server.came), b"", "what else the server got")
        equal(self.process.wait(60 * PATIENCE), status, "the exit status")


def difference(got, expected):
    at = next((i for i, (a, b) in enumerate(zip(got, expected)) if a != b), min(len(got), len(expected)))
    return "at byte %d %r, expected %r" % (at, got[at:at + 200], expected[max(at - 20, 0):at + 200])


def go(seed, roots, command, environment, place):
    """Runs one session; returns whether it is about roots, and what went wrong, or None."""
    session = Session(seed, roots)
    options = session.options if command[-1] == "run" else []
    tail = ["--"] if command[-1] == "run" else []
    for attempt in range(4):
        driver = None
        try:
            driver = Driver(command + options + tail, environment, place)
            driver.go(session)
            return session.uses_roots, None
        except Slow:
            tap.diag("seed %d: the service was too slow, attempt %d" % (seed, attempt + 1))
            session = Session(seed, roots)
        except (Failure, OSError, subprocess.TimeoutExpired) as failure:
            return session.uses_roots, "seed %d: %s" % (seed, failure)
        finally:
            if driver is not None:
                driver.end()
    return session.uses_roots, "seed %d: the service is always too slow" % seed


def work(directory, seeds, roots, command, environment, results):
    place = Place(directory, "worker-%d" % os.getpid())
    for seed in seeds:
        results.put(go(seed, roots, command, environment, place))


def go_all(box, seeds, roots, command):
    """Runs all sessions, a few at a time; returns the results of go()."""
    results = multiprocessing.Queue()
    workers = [multiprocessing.Process(target=work, args=(box.directory, seeds[i::WORKERS], roots, command,
                                                          box.program_env(), results), daemon=True)
               for i in range(WORKERS)]
    for worker in workers:
        worker.start()
    found = [results.get(timeout=180 * PATIENCE) for _ in seeds]
    for worker in workers:
        worker.join()
    return found


def serve(box):
    """Starts a service that shares two folders with every server; returns `roots` in the form of its
    answers."""
    folders = [box.folder("shared"), box.folder("My é Project")]
    box.serve("--consent=allow", *[part for folder in folders for part in ("--share", folder)])
    return '[{"uri":"file://%s"},{"uri":"file://%s/My%%20%%C3%%A9%%20Project"}]' % (folders[0], box.home)


@test
def generated():
    """whatever the two sides say, each gets exactly the bytes that it should"""
    tap.diag("seed %d" % SEED)
    with Box() as box:
        found = go_all(box, range(SEED, SEED + COUNT), serve(box), [binary(), "run"])
    failures = [failure for _, failure in found if failure]
    for failure in failures[:10]:
        tap.diag(failure)
    equal(len(failures), 0, "failed sessions")
    about = sum(uses_roots for uses_roots, _ in found)
    tap.diag("%d of %d sessions are about roots" % (about, COUNT))
    if about < COUNT / 5:
        raise Failure("only %d of %d sessions are about roots" % (about, COUNT))


@test
def bare_relay():
    """a relay without knowledge of roots fails in sessions with roots, and only there"""
    with Box(bus=False) as box:
        found = go_all(box, range(SEED, SEED + 60), "[]", [binary("PADDOCK_RELAY_BIN")])
    equal([failure for uses_roots, failure in found if failure and not uses_roots], [],
          "failures without roots")
    equal(sum(1 for uses_roots, failure in found if uses_roots and not failure), 0,
          "sessions about roots that a bare relay passes")
    if sum(uses_roots for uses_roots, _ in found) < 20:
        raise Failure("too few sessions are about roots")


@test
def restarted():
    """whatever the user changes meanwhile, each request to a server with {roots} gets one answer"""
    tap.diag("seed %d" % SEED)
    with Box() as box:
        changing.go_all(box, range(SEED, SEED + CHANGING), False)


run()
