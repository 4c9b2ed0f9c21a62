# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Runs a test with `paddock` as it runs on the host from a sandboxed application's own files:

    host-leg.py TEST.py

gathers the program under test with its libraries and its launcher, and executes the test with those. The
service stays the ordinary one, but in a PID namespace of its own, as that of a sandbox: it can't prove who
connects."""

import os
import shutil
import subprocess
import sys
import tempfile

# Do not import harness here: its imports belong to the test.
GATHER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../build-aux/gather-host-leg")


def gather(directory):
    """Makes an installation in this directory, and returns its launcher."""
    program = os.environ["PADDOCK_BIN"]
    catalogs = os.path.join(os.path.dirname(os.environ["PADDOCK_BIN"]), "../../po")
    os.makedirs(os.path.join(directory, "bin"))
    subprocess.run([sys.executable, GATHER, program, os.path.join(directory, "libexec/paddock-host"),
                    catalogs], check=True, stdout=subprocess.DEVNULL)
    return shutil.copy(os.environ["PADDOCK_HOST_BIN"], os.path.join(directory, "bin"))


def wrap(directory, program):
    """Makes a program that runs this one where all other processes are hidden from it."""
    path = os.path.join(directory, "hidden")
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("#!/bin/sh\nexec '%s' -I '%s' '%s' \"$@\"\n" % (
            sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "hidden.py"), program))
    os.chmod(path, 0o755)
    return path


def main():
    with tempfile.TemporaryDirectory(prefix="pd-host-") as directory:
        os.chmod(directory, 0o755)
        environment = {**os.environ, "PADDOCK_SERVE_BIN": wrap(directory, os.environ["PADDOCK_BIN"]),
                       "PADDOCK_BIN": gather(directory)}
        done = subprocess.run([sys.executable, *sys.argv[1:]], env=environment, check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
