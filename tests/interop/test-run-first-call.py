# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The first call of a host through `paddock run` to server-filesystem, which asks for its roots when it is
initialized. If the server is known to do so, every first call finds the folder, even if all processes
share one busy core. A call is held for a limited time, which a busy machine may use up: one of three
rounds must have no miss."""

import json
import os
import select
import subprocess
import sys
import time

from harness import PATIENCE, Box, Failure, binary, equal
from node import MODULES, NODE, require_node
from tap import cases, run

require_node()
FILESYSTEM = os.path.join(MODULES, "@modelcontextprotocol/server-filesystem/dist/index.js")
IS_FULL = bool(os.environ.get("PADDOCK_TEST_FULL"))
TIMES = 100 if IS_FULL else 8
CONTROLS = 4
ROUNDS = 3
INITIALIZE = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
    "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "host", "version": "1"}}}


def line(message):
    return json.dumps(message).encode() + b"\n"


# All at once, like a host whose user already waits.
FIRST = (line({"jsonrpc": "2.0", "method": "notifications/initialized"})
         + line({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                 "params": {"name": "list_allowed_directories", "arguments": {}}})
         + line({"jsonrpc": "2.0", "id": 2, "method": "ping"}))


def read_answers(process, wanted, folder=None):
    """The answers, in the order in which they came. folder: the answer to a question about roots."""
    answers, data = [], b""
    deadline = time.monotonic() + 60 * PATIENCE
    while {answer["id"] for answer in answers} != wanted:
        if not select.select([process.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
            raise Failure("no answer: %r" % answers)
        data += os.read(process.stdout.fileno(), 65536)
        *lines, data = data.split(b"\n")
        for one in map(json.loads, lines):
            if "method" not in one:
                answers.append(one)
            elif folder and one["method"] == "roots/list":
                process.stdin.write(line({"jsonrpc": "2.0", "id": one["id"], "result": {
                    "roots": [{"uri": "file://" + folder}]}}))
    return answers


def make_first_call(box, folder, *before, capabilities=None):
    """Whether the call saw the folder, and whether a later ping was answered before it. With capabilities,
    the host has the folder, and its first call is not held."""
    process = subprocess.Popen([*before, NODE, FILESYSTEM], env=box.program_env(), cwd=box.home,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               bufsize=0)
    try:
        INITIALIZE["params"]["capabilities"] = capabilities or {}
        process.stdin.write(line(INITIALIZE))
        read_answers(process, {0})
        process.stdin.write(FIRST)
        answers = read_answers(process, {1, 2}, capabilities and folder)
        return folder in json.dumps(answers), answers[0]["id"] == 2
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


# If other programs use the core as well, the result says nothing. So this is not in the fast suite.
@cases(((False,), (True,))[:1 + IS_FULL], lambda is_loaded: "one busy core" if is_loaded else "idle")
def sees_the_folder(is_loaded):
    """every first call to a known server sees the folder, with a ping answered meanwhile"""
    cores = os.sched_getaffinity(0)
    busy = None
    if is_loaded:
        os.sched_setaffinity(0, {min(cores)})
        busy = subprocess.Popen([sys.executable, "-I", "-c", "while True: pass"])
    try:
        with Box() as box:
            folder = box.folder("shared")
            box.serve("--consent=allow", "--share", folder)
            control = [make_first_call(box, folder, capabilities={"roots": {}})[0] for _ in range(CONTROLS)]
            command = [binary(), "run", "--socket", box.socket, "--"]
            make_first_call(box, folder, *command)
            for _ in range(ROUNDS):
                made = [make_first_call(box, folder, *command) for _ in range(TIMES)]
                if all(has_seen for has_seen, _ in made):
                    break
            equal(sum(control), 0, "first calls that saw the folder without being held, of %d" % CONTROLS)
            equal(sum(has_seen for has_seen, _ in made), TIMES, "first calls that saw the folder")
            equal(sum(is_answered for _, is_answered in made), TIMES, "pings that were answered before")
    finally:
        os.sched_setaffinity(0, cores)
        if busy is not None:
            busy.kill()
            busy.wait()


run()
