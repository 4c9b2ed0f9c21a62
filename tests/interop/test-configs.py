# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What apps read in the configuration files that Paddock changed: jsonc-parser, smol-toml and yaml of npm,
and Python's parsers. The files are generated. 300 for each syntax, or 5,000 with PADDOCK_TEST_FULL.
PADDOCK_TEST_SEED sets the seed.

An entry that goes through Paddock starts the same server as before, and everything else is equal. The
libraries also write the changed file anew. Restoring that gives a file with the same meaning as the first
one."""

import copy
import json
import os
import random
import subprocess
import tempfile
import tomllib
from collections import namedtuple

import tap
from harness import Failure, binary, equal
from node import MODULES, NODE, require_node
from tap import run, test

COUNT = 5000 if os.environ.get("PADDOCK_TEST_FULL") else 300
SEED = int(os.environ.get("PADDOCK_TEST_SEED") or random.SystemRandom().randrange(2 ** 32))
HERE = os.path.dirname(os.path.abspath(__file__))

Change = namedtuple("Change", "number app name container command args env headers type list_name")


def run_node(lines):
    out = subprocess.run([NODE, os.path.join(HERE, "parse-configs.mjs")], stdout=subprocess.PIPE, check=True,
                         input="".join("\t".join(line) + "\n" for line in lines).encode())
    return [json.loads(line) for line in out.stdout.decode().split("\n")[:-1]]


def pop_entry(change, file):
    """Takes the entry out of the file, and leaves its place."""
    servers = file[change.container]
    if change.list_name:
        place = [server.get(change.list_name) for server in servers].index(change.name)
    else:
        place = change.name
    entry, servers[place] = servers[place], None
    return entry


def pop_words(change, entry):
    command = entry.pop(change.command)
    return command if not change.args else [command] + entry.pop(change.args, [])


def pop_headers(change, entry):
    """The headers of an entry that goes through Paddock, or of one that does not."""
    variables = entry.pop(change.env, {}) or {}
    headers, others = dict(entry.pop(change.headers, {}) or {}), {}
    for variable, value in variables.items():
        if variable.startswith("PADDOCK_HTTP_HEADERS"):
            name, value = value.split(":", 1)
            headers[name] = value.removeprefix(" ")
        else:
            others[variable] = value
    return headers, others


def check_connected(change, before, after):
    before, after = copy.deepcopy(before), copy.deepcopy(after)
    old, new = pop_entry(change, before), pop_entry(change, after)
    words = pop_words(change, new)
    equal(words[:3], ["paddock", "run", "--key"], "the command")
    if change.command in old:
        equal(words[words.index("--") + 1:], pop_words(change, old), "the server's command")
        equal(words[3], "k-1", "the key")
    else:
        address, = (name for name in ("url", "uri", "httpUrl", "serverUrl") if name in old)
        equal(words[4:], ["--url", old.pop(address)], "the address")
        parts = ["k-1", address] + ([old.pop(change.type)] if change.type in old else [])
        equal(words[3], ".".join(parts), "the key")
        if len(parts) == 3:
            equal(new.pop(change.type), {"opencode": "local"}.get(change.app, "stdio"), "the type")
        equal(pop_headers(change, new), pop_headers(change, old), "the headers")
    equal(new, old, "the entry's other members")
    equal(after, before, "the other values of the file")


def plain(change, file):
    """A file whose entry has no empty values that mean nothing."""
    file = copy.deepcopy(file)
    entry = pop_entry(change, file)
    for name in (change.args, change.headers, change.env):
        if not entry.get(name, True):
            del entry[name]
    return [file, entry]


def python_value(name):
    with open(name, "rb") as file:
        return tomllib.loads(file.read().decode().removeprefix("\ufeff"))


def make(directory):
    tap.diag("seed %d" % SEED)
    out = subprocess.run([binary("PADDOCK_CONFIGS_BIN"), directory, str(SEED), str(COUNT)],
                         stdout=subprocess.PIPE, check=True)
    return [Change(*line.split("\t")) for line in out.stdout.decode().split("\n")[:-1]]


def complain(change, problem, directory):
    for suffix in ("before", "connected", "rewritten", "restored"):
        name = os.path.join(directory, change.number + "." + suffix)
        if os.path.exists(name):
            with open(name, encoding="utf-8", newline="") as file:
                tap.diag("%s of %s %r:\n%s" % (suffix, change.app, change.name, file.read()))
    raise Failure(str(problem))


@test
def same_meaning():
    """Other parsers find the same server, and nothing else changed"""
    require_packages()
    with tempfile.TemporaryDirectory() as directory:
        changes = make(directory)
        path = {change: os.path.join(directory, change.number + ".") for change in changes}
        befores = run_node([(path[change] + "before", change.app) for change in changes])
        connected = run_node([(path[change] + "connected", change.app, path[change] + "rewritten")
                              for change in changes])
        for change, before, after in zip(changes, befores, connected):
            try:
                check_connected(change, before, after)
                if change.app == "codex":
                    check_connected(change, python_value(path[change] + "before"),
                                    python_value(path[change] + "connected"))
            except (Failure, KeyError, ValueError) as problem:
                complain(change, problem, directory)
        lines = "".join("%s\t%s\t%s\n" % (change.number, change.app, change.name) for change in changes)
        subprocess.run([binary("PADDOCK_CONFIGS_BIN"), directory], input=lines.encode(), check=True)
        restored = run_node([(path[change] + "restored", change.app) for change in changes])
        for change, before, after in zip(changes, befores, restored):
            try:
                equal(plain(change, after), plain(change, before), "the restored file")
            except (Failure, KeyError, ValueError) as problem:
                complain(change, problem, directory)
    tap.diag("%d files" % len(changes))
    equal(len(changes), 3 * COUNT, "files")


def require_packages():
    for name in ("jsonc-parser", "smol-toml", "yaml"):
        if not os.path.isdir(os.path.join(MODULES, name)):
            raise tap.Skip("%s is missing: run npm ci in tests/interop" % name)


require_node()
run()
