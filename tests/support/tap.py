# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A tiny TAP producer. A test is a function decorated with @test; its name is its first line of
documentation. run() prints the plan, runs all (or those that the command line names) and exits."""

import contextlib
import os
import signal
import sys
import time
import traceback

# A shell starts what is in the background with the one ignored, nohup(1) with the other, and programs
# would inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Skip(Exception):
    """Raised by a test that cannot run here, with the reason."""


_tests = []
on_failure = []  # called without arguments after a test failed


def test(function):
    _tests.append((function.__doc__.strip().splitlines()[0], function))
    return function


def cases(table, label):
    """Runs the function once for each row of a table; label makes a row's name from the row."""
    def decorate(function):
        for row in table:
            def run_row(row=row):
                function(*row)
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


def run(context=None, in_order=False):
    """context: entered before the first test and left after the last. in_order: each test goes on
    where the one before it ended, so after a failure the rest cannot run and fails too."""
    with context or contextlib.nullcontext():
        failures = _run_all(in_order)
    sys.exit(1 if failures else 0)


def _run_all(in_order):
    wanted = [] if in_order else sys.argv[1:]
    chosen = [(n, f) for n, f in _tests if not wanted or any(w in n for w in wanted)]
    print("1..%d" % len(chosen), flush=True)
    failures = 0
    for number, (name, function) in enumerate(chosen, 1):
        name = name.encode("ascii", "backslashreplace").decode().replace("#", "-")
        if in_order and failures:
            print("not ok %d - %s: not reached" % (number, name), flush=True)
            failures += 1
            continue
        started = time.monotonic()
        try:
            function()
        except Skip as reason:
            print("ok %d - %s # SKIP skipped: %s" % (number, name, reason), flush=True)
        except BaseException as problem:  # pylint: disable=broad-except
            if isinstance(problem, KeyboardInterrupt):
                raise
            failures += 1
            for show in on_failure:
                show()
            # Last, for what is cut from a long report is its beginning.
            diag(traceback.format_exc())
            print("not ok %d - %s" % (number, name), flush=True)
        else:
            print("ok %d - %s" % (number, name), flush=True)
        if os.environ.get("PADDOCK_TEST_TIMES"):
            diag("%.2f s" % (time.monotonic() - started))
    return failures
