# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""An MCP server with state: it keeps the folders that it was told, also when it is told that there
are none, as real servers do. It counts its requests from 0 each time it is started.

Arguments: a directory, in which it writes a file for each start, and options: once (asks for roots
only at its start), lazy (asks only in calls), version=V (from the second start on), poor (declares
no tools from the second start on), stubborn (ignores TERM and the end of its input), dies (at its
second start), mute (from the second start on), task (answers calls of "task" with one that never ends).

Tools: state (what it keeps), wait (answered when the file of that name is there), sample (asks the
host, and answers when the host did), forget (never answered), big (answered with so many bytes).

In revision 2026-07-28 it answers server/discover and subscriptions/listen, and has the tools read
(wants roots, keeps them) and grow (tells those who listen that the tools changed)."""

import json
import os
import signal
import sys
import threading
import time

LOCK = threading.Lock()
KEPT = {"roots": [], "subscriptions": [], "level": None, "ids": 0, "waiting": {},
        "listens": [], "notices": 0}
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"


def send(message):
    with LOCK:
        try:
            os.write(1, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        except BrokenPipeError:
            if "stubborn" not in sys.argv:
                raise


def ask(method, then):
    identifier = KEPT["ids"]
    KEPT["ids"] += 1
    KEPT["waiting"][identifier] = then
    send({"id": identifier, "method": method})


def take_roots(message):
    roots = message.get("result", {}).get("roots")
    if roots:
        KEPT["roots"] = [root["uri"] for root in roots]


def wait_for(path, identifier):
    while not os.path.exists(path):
        time.sleep(0.01)
    send({"id": identifier, "result": {"content": [], "waited": True}})


def tell_listeners(method, params):
    for identifier in KEPT["listens"]:
        send({"method": method, "params": dict(params, _meta={SUBSCRIPTION: identifier})})


def call(identifier, params, starts, options):
    name = params.get("name")
    if name == "state":
        send({"id": identifier, "result": {
            "content": [], "start": starts, "roots": KEPT["roots"], "level": KEPT["level"],
            "subscriptions": KEPT["subscriptions"], "listens": KEPT["listens"],
            "notices": KEPT["notices"]}})
    elif name == "read" and "inputResponses" not in params:
        send({"id": identifier, "result": {
            "resultType": "input_required", "requestState": "state",
            "inputRequests": {"r": {"method": "roots/list"}}}})
    elif name == "read":
        take_roots({"result": params["inputResponses"]["r"]})
        send({"id": identifier, "result": {"content": [], "start": starts, "roots": KEPT["roots"]}})
    elif name == "big":
        send({"id": identifier, "result": {"content": [], "x": "x" * params["arguments"]["size"]}})
    elif name == "grow":
        tell_listeners("notifications/tools/list_changed", {})
        send({"id": identifier, "result": {"content": []}})
    elif name == "wait":
        path = params["arguments"]["path"]
        threading.Thread(target=wait_for, args=(path, identifier), daemon=True).start()
    elif name == "sample":
        ask("sampling/createMessage", lambda answer: send({
            "id": identifier, "result": {"content": [], "sampled": answer.get("result")}}))
    elif name == "task":
        send({"id": identifier, "result": {"task": {"taskId": "t1", "status": "working"}}})
    elif name == "list":
        ask("roots/list", lambda answer: (take_roots(answer), send({
            "id": identifier, "result": {"content": [], "roots": KEPT["roots"]}})))
    elif name != "forget":
        send({"id": identifier, "error": {"code": -32602, "message": "No such tool"}})
    if "stubborn" in options:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def main():
    directory = sys.argv[1]
    options = dict(part.partition("=")[::2] for part in sys.argv[2:])
    starts = len(os.listdir(directory)) + 1
    with open(os.path.join(directory, "start-%d" % starts), "w", encoding="utf-8") as stream:
        stream.write(str(os.getpid()))
    again = starts > 1
    if "dies" in options and again:
        sys.exit(3)
    while "mute" in options and again:
        if not sys.stdin.buffer.read(1):
            sys.exit(0)
    for line in sys.stdin.buffer:
        message = json.loads(line)
        method, identifier = message.get("method"), message.get("id")
        if method is None:
            then = KEPT["waiting"].pop(identifier, None)
            if then is not None:
                then(message)
        elif method == "initialize":
            capabilities = {"tools": {"listChanged": True}, "logging": {},
                            "resources": {"subscribe": True}}
            if "poor" in options and again:
                capabilities = {"logging": {}, "tools": {}}
            version = options.get("version") if again else None
            send({"id": identifier, "result": {
                "protocolVersion": version or message["params"]["protocolVersion"],
                "capabilities": capabilities, "serverInfo": {"name": "keeper", "version": "1"}}})
        elif method in ("notifications/initialized", "notifications/roots/list_changed"):
            KEPT["notices"] += method.endswith("list_changed")
            if "lazy" not in options and ("once" not in options or method.endswith("initialized")):
                ask("roots/list", take_roots)
        elif method == "server/discover":
            send({"id": identifier, "result": {
                "supportedVersions": ["2026-07-28"],
                "capabilities": {} if "poor" in options and again else {"tools": {"listChanged": True}}}})
        elif method == "subscriptions/listen":
            KEPT["listens"].append(identifier)
            send({"method": "notifications/subscriptions/acknowledged", "params": {
                "notifications": message["params"]["notifications"], "_meta": {SUBSCRIPTION: identifier}}})
        elif method == "logging/setLevel":
            KEPT["level"] = message["params"]["level"]
            send({"id": identifier, "result": {}})
        elif method == "resources/subscribe":
            KEPT["subscriptions"].append(message["params"]["uri"])
            send({"id": identifier, "result": {}})
        elif method == "tools/call":
            call(identifier, message["params"], starts, options)
        elif identifier is not None:
            send({"id": identifier, "result": {}})
    while "stubborn" in options:
        time.sleep(1)


if __name__ == "__main__":
    main()
