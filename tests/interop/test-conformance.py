# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The official conformance suite's scenarios for clients, each with `paddock run --url` and a small host
(conformance-host.py). docs/conformance.md lists the scenarios, and the checks that may fail. The test
fails if another check fails, and if a listed one does not."""

import glob
import json
import os
import re
import subprocess
import sys

from harness import Box, Failure, PATIENCE, equal
from node import HERE, MODULES, NODE, node_version, require_node
from tap import Skip, cases, run, test

require_node()
SUITE = os.path.join(MODULES, "@modelcontextprotocol/conformance")
OLDEST = 20  # of node, for the suite
DOCUMENT = os.path.join(os.path.dirname(os.path.dirname(HERE)), "docs", "conformance.md")
SECONDS = 60


def table(heading):
    """The rows of the table below a heading of the document, as lists of cells."""
    with open(DOCUMENT, encoding="utf-8") as stream:
        part = stream.read().partition("## %s\n" % heading)[2].partition("\n## ")[0]
    rows = [[cell.strip().strip("`") for cell in line.strip("|").split("|")]
            for line in part.splitlines() if line.startswith("|")]
    return rows[2:]


RUN = [(row[0], revision) for row in table("What is run") for revision in row[1].split(", ")]
NOT_RUN = [row[0] for row in table("What is not run")]
EXCEPTIONS = {(row[0], row[1], row[2]) for row in table("What fails")}


def suite(box, *arguments):
    """Runs the suite's command; returns its output."""
    if node_version() < OLDEST:
        raise Skip("the conformance suite does not run on node %d" % node_version())
    directory = os.path.join(box.directory, "suite")
    os.makedirs(directory, exist_ok=True)
    done = subprocess.run(
        [NODE, "--import", os.path.join(HERE, "conformance-loader.mjs"),
         os.path.join(SUITE, "dist/index.js"), *arguments],
        env={**box.program_env(), "PADDOCK_BIN": os.environ.get("PADDOCK_BIN", ""),
             "PADDOCK_CONFORMANCE_SOCKET": os.path.join(box.directory, "nowhere")},
        cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=2 * SECONDS * PATIENCE, check=False)
    return done.stdout


@test
def document():
    """the document names the suite's version, and each of its scenarios for clients once"""
    with open(os.path.join(SUITE, "package.json"), encoding="utf-8") as stream:
        version = json.load(stream)["version"]
    with open(DOCUMENT, encoding="utf-8") as stream:
        named = re.findall(r"`@modelcontextprotocol/conformance` ([^ ,]+)", stream.read())
    equal(named, [version], "version")
    with Box(bus=False) as box:
        listed = re.findall(r"^ +- (\S+) ", suite(box, "list", "--client"), re.MULTILINE)
    named = {name for name, _ in RUN} | set(NOT_RUN)
    families = {name for name in NOT_RUN if name.endswith("*")}
    missing = [name for name in listed if name not in named
               and not any(name.startswith(family[:-1]) for family in families)]
    equal(missing, [], "scenarios that the document does not name")
    gone = [name for name in named - families if name not in listed]
    equal(gone, [], "scenarios that there are not")


@cases(RUN, lambda name, revision: "%s in %s" % (name, revision))
def scenario(name, revision):
    """a scenario fails only where the document says so"""
    with Box(bus=False) as box:
        said = suite(box, "client", "--scenario", name, "--spec-version", revision, "--output-dir",
                     "results", "--timeout",
                     str(int(SECONDS * 1000 * PATIENCE)), "--command",
                     "%s %s" % (sys.executable, os.path.join(HERE, "conformance-host.py")))
        found = glob.glob(os.path.join(box.directory, "suite", "results", "**", "checks.json"),
                          recursive=True)
        if len(found) != 1:
            raise Failure("no results: " + said[-3000:])
        with open(found[0], encoding="utf-8") as stream:
            checks = json.load(stream)
    done = [check for check in checks if check["status"] in ("SUCCESS", "FAILURE", "WARNING")]
    if not done:
        raise Failure("nothing was checked: " + said[-3000:])
    failed = {check["id"]: check.get("errorMessage") for check in done if check["status"] != "SUCCESS"}
    expected = {check for one, version, check in EXCEPTIONS if (one, version) == (name, revision)}
    if set(failed) != expected:
        raise Failure("failed: %r, expected %r\n%s" % (failed, sorted(expected), said[-3000:]))


run(at_once=2)
