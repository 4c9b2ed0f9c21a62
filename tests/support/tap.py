# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A tiny TAP producer. A test is a function decorated with @test; its name is its first line of
documentation. run() prints the plan, runs all (or those that the command line names) and exits."""

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import tempfile
import time
import traceback

# A shell ignores the first two for background programs, and nohup(1) the third. The programs under test
# would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Skip(Exception):
    """Raised by a test that cannot run here, with the reason."""


MOST_LOST = 3  # tests in a row that fail one after the other, each after it has waited

_tests = []
_needs = {}  # the function of a test -> the functions of the tests that it needs
on_failure = []  # called without arguments after a test failed
on_success = []  # called without arguments at the end of a test; a test in which one raises has failed


def test(function):
    _tests.append((function.__doc__.strip().splitlines()[0], function))
    return function


def needs(*functions):
    """In a script whose tests run in order: the test can't run after one of these failed. Stands below
    @test."""
    def decorate(function):
        _needs[function] = functions
        return function
    return decorate


def cases(table, label):
    """Runs the function once for each row of a table; label makes a row's name from the row."""
    def decorate(function):
        for row in table:
            def run_row(row=row):
                function(*row)
            run_row.__wrapped__ = function
            name = "%s: %s" % (function.__doc__.strip().splitlines()[0], label(*row))
            _tests.append((name, run_row))
        return function
    return decorate


def diag(text):
    for line in str(text).splitlines():
        print("# " + line.encode("ascii", "backslashreplace").decode(), flush=True)


def skip_all(reason):
    print("1..0 # SKIP skipped: " + reason, flush=True)
    sys.exit(0)


def bail_out(reason):
    print("Bail out! " + reason, flush=True)
    sys.exit(1)


def run(context=None, in_order=False, at_once=1, again=None):
    """context: entered before the first test and left after the last. in_order: each test continues where
    the one before it ended. Those that don't need a failed one run all the same; see needs(). After
    MOST_LOST failures in a row the rest is not reached. again: called after a failure, it brings back a
    state from which later tests can run; if it fails, the rest is not reached. at_once: so many tests run
    at a time, each in its own process; their output comes in the order of the tests."""
    with context or contextlib.nullcontext():
        wanted = [] if in_order else sys.argv[1:]
        chosen = [(n, f) for n, f in _tests if not wanted or any(w in n for w in wanted)]
        named = [(number, name.encode("ascii", "backslashreplace").decode().replace("#", "-"), function)
                 for number, (name, function) in enumerate(chosen, 1)]
        print("1..%d" % len(named), flush=True)
        if in_order:
            failures = _run_in_order(named, again)
        elif at_once > 1:
            failures = _run_at_once(named, at_once)
        else:
            failures = sum(_run_one(*one) for one in named)
    sys.exit(1 if failures else 0)


def _run_one(number, name, function):
    """Runs a test and prints its result; returns whether it failed."""
    has_failed = False
    started = time.monotonic()
    try:
        function()
        for check in on_success:
            check()
    except Skip as reason:
        print("ok %d - %s # SKIP skipped: %s" % (number, name, reason), flush=True)
    except BaseException as problem:  # pylint: disable=broad-except
        if isinstance(problem, KeyboardInterrupt):
            raise
        has_failed = True
        for show in on_failure:
            show()
        # At the end: a long report loses its beginning.
        diag(traceback.format_exc())
        print("not ok %d - %s" % (number, name), flush=True)
    else:
        print("ok %d - %s" % (number, name), flush=True)
    if os.environ.get("PADDOCK_TEST_TIMES"):
        diag("%.2f s" % (time.monotonic() - started))
    return has_failed


def _begin_again(again):
    """Whether the tests after one that failed can run."""
    try:
        if again is not None:
            again()
    except Exception:  # pylint: disable=broad-except
        diag(traceback.format_exc())
        return False
    return True


def _run_in_order(named, again):
    failed, failures, in_a_row, is_lost = set(), 0, 0, False
    for number, name, function in named:
        origin = getattr(function, "__wrapped__", function)
        missing = [one.__name__ for one in _needs.get(origin, ()) if one in failed]
        if is_lost or missing:
            reason = "not reached" + "".join(", it needs " + one for one in missing)
            print("not ok %d - %s: %s" % (number, name, reason), flush=True)
            has_failed = True
        else:
            has_failed = _run_one(number, name, function)
            in_a_row = in_a_row + 1 if has_failed else 0
            is_lost = has_failed and (in_a_row == MOST_LOST or not _begin_again(again))
        if has_failed:
            failures += 1
            failed.add(origin)
    return failures


class _Beside:
    """A test in a process of its own. Its output waits in a file."""

    def __init__(self, *test_of):
        self._test = test_of
        self._output = tempfile.TemporaryFile()
        self._process = multiprocessing.get_context("fork").Process(target=self._run)
        self._process.start()
        self.end = self._process.sentinel

    def _run(self):
        os.dup2(self._output.fileno(), sys.stdout.fileno())
        sys.exit(_run_one(*self._test))

    def report(self):
        """Prints what the test printed; returns whether it failed."""
        self._process.join()
        self._output.seek(0)
        sys.stdout.buffer.write(self._output.read())
        if self._process.exitcode not in (0, 1):
            diag("the test's process ended with %d" % self._process.exitcode)
            print("not ok %d - %s" % self._test[:2])
        sys.stdout.flush()
        return self._process.exitcode != 0


def _run_at_once(named, at_once):
    failures, begun, running = 0, [], []
    waiting = list(named)
    while waiting or begun:
        while waiting and len(running) < at_once:
            begun.append(_Beside(*waiting.pop(0)))
            running.append(begun[-1].end)
        ended = multiprocessing.connection.wait(running)
        running = [end for end in running if end not in ended]
        while begun and begun[0].end not in running:
            failures += begun.pop(0).report()
    return failures
