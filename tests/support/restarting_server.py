# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""An MCP server that knows its folders only from its arguments, and reports those.

Arguments: a directory, in which it writes a file for each start; options, separated by commas; and any
others. Options: asks (asks for its roots a moment after it hears that the host is initialized), needy (ends
at once without another argument), late (the same, but when it hears that the host is initialized), rude (the
same, in a call), silent (does not end with its input). Tools: state (its arguments, its counts, and the roots
that it was told), wait (answers when the file of that name exists), task (one that never ends)."""

import json
import os
import sys
import threading
import time

LOCK = threading.Lock()


def send(message):
    with LOCK:
        os.write(1, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


def wait_for(path, identifier):
    while not os.path.exists(path):
        time.sleep(0.01)
    send({"id": identifier, "result": {"content": [], "waited": True}})


def ask_for_roots():
    time.sleep(0.05)
    send({"id": "roots", "method": "roots/list"})


def state(starts, calls, levels, told):
    return {"content": [], "start": starts, "calls": calls, "level": levels[-1:], "told": told,
            "argv": [os.fsencode(part).hex() for part in sys.argv[3:]],
            "cwd": os.getcwdb().hex(), "program": sys.executable,
            "roots": os.environ.get("PADDOCK_ROOTS"), "environment": sorted(os.environ)}


def main():
    directory, options = sys.argv[1], sys.argv[2].split(",")
    starts = len(os.listdir(directory)) + 1
    with open(os.path.join(directory, "start-%d" % starts), "w", encoding="utf-8") as stream:
        stream.write(str(os.getpid()))
    is_poor = not sys.argv[3:]
    if "needy" in options and is_poor:
        print("needs a folder", file=sys.stderr)
        sys.exit(7)
    calls, levels, told = 0, [], None
    for line in sys.stdin.buffer:
        message = json.loads(line)
        method, identifier = message.get("method"), message.get("id")
        if method == "initialize":
            send({"id": identifier, "result": {
                "protocolVersion": message["params"]["protocolVersion"],
                "capabilities": {"tools": {"listChanged": True}, "logging": {}},
                "serverInfo": {"name": "fitted", "version": "1"}}})
        elif method == "notifications/initialized":
            if "late" in options and is_poor:
                sys.exit(7)
            if "asks" in options:
                threading.Thread(target=ask_for_roots, daemon=True).start()
        elif identifier == "roots":
            told = [root["uri"] for root in message["result"]["roots"]]
        elif method == "logging/setLevel":
            levels.append(message["params"]["level"])
            send({"id": identifier, "result": {}})
        elif method == "tools/call":
            calls += 1
            name = message["params"]["name"]
            if "rude" in options and is_poor:
                sys.exit(7)
            if name == "wait":
                threading.Thread(target=wait_for, daemon=True,
                                 args=(message["params"]["arguments"]["path"], identifier)).start()
            elif name == "task":
                send({"id": identifier, "result": {"task": {"taskId": "t1", "status": "working"}}})
            else:
                send({"id": identifier, "result": state(starts, calls, levels, told)})
        elif identifier is not None:
            send({"id": identifier, "result": {}})
    while "silent" in options:
        time.sleep(1)


if __name__ == "__main__":
    main()
