#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""How many lines of the resolver its corpus reaches: at least 90 % of all, and 85 % of each file.

PROGRAM replays the corpus and is built with --coverage; OBJECTS is the directory of its objects."""

import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import tap  # noqa: E402

PROGRAM, OBJECTS = (os.path.abspath(path) for path in sys.argv[1:3])
FILES = ["paddock-path-walk.c", "paddock-path-open.c", "paddock-path-crossing.c",
         "paddock-path-spelling.c", "paddock-reference.c"]
LEAST_OF_ALL, LEAST_OF_ONE = 90, 85


def can_mount():
    command = ["unshare", "--mount"] + (["--user", "--map-root-user"] if os.geteuid() != 0 else [])
    return subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0


def count(scratch):
    """{file: {line: how often}}"""
    lines = {}
    for name in os.listdir(OBJECTS):
        if name.endswith(".gcno"):
            shutil.copy(os.path.join(OBJECTS, name), scratch)
    for directory, _, names in os.walk(scratch):
        for name in names:
            if name.endswith(".gcda") and directory != scratch:
                shutil.move(os.path.join(directory, name), scratch)
    for name in os.listdir(scratch):
        if not name.endswith(".gcda"):
            continue
        report = subprocess.run(["gcov", "--json-format", "--stdout", name], cwd=scratch,
                                stdout=subprocess.PIPE, check=True).stdout
        for entry in json.loads(report)["files"]:
            of_file = lines.setdefault(os.path.basename(entry["file"]), {})
            for line in entry["lines"]:
                number = line["line_number"]
                of_file[number] = of_file.get(number, 0) + line["count"]
    return lines


@tap.test
def reaches():
    """the corpus reaches the lines of the resolver"""
    with tempfile.TemporaryDirectory() as scratch:
        corpus = os.path.join(HERE, "corpus", "path-open")
        subprocess.run([PROGRAM, corpus, "once"], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "GCOV_PREFIX": scratch})
        lines = count(scratch)
    all_reached = all_lines = 0
    too_few = []
    for name in FILES:
        missed = sorted(number for number, times in lines[name].items() if times == 0)
        total = len(lines[name])
        reached = total - len(missed)
        tap.diag("%s: %d of %d lines, not %s" % (name, reached, total, missed))
        all_reached += reached
        all_lines += total
        if reached * 100 < total * LEAST_OF_ONE:
            too_few.append(name)
    tap.diag("in all: %d of %d lines" % (all_reached, all_lines))
    assert not too_few, too_few
    assert all_reached * 100 >= all_lines * LEAST_OF_ALL


if not os.access("/dev/fuse", os.R_OK | os.W_OK) or not can_mount():
    tap.skip_all("no mounts, or no FUSE, for this user")
sys.argv[1:] = []
tap.run()
