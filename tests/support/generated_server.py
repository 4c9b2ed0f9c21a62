# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The MCP server of generated sessions that change (changing.py). Each request says what it does with it.

Arguments: options, separated by commas; then its folders. Options: needy (ends at once without a folder),
boxed (each folder that it hears of must be there). Each of its lines has the name of this start and a number,
so the host sees if one is lost or comes twice. What it sees of the host and is not right, it reports."""

import heapq
import json
import os
import select
import sys
import time

START = os.urandom(6).hex()
MARK = "mark"  # a file in each folder


class Server:
    def __init__(self, options, folders):
        self.options = options
        self.folders = folders
        self.sent = 0
        self.last = 0  # the number of the host's last line
        self.asked = 0
        self.open = {}  # requests of this server
        self.later = []  # what it writes at a time
        self.kept = []  # what it writes after the next request

    def write(self, message):
        os.write(1, json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def stamp(self):
        self.sent += 1
        return {"start": START, "seq": self.sent}

    def report(self, **what):
        self.write({"method": "report", "params": {**self.stamp(), **what}})

    def ask_for_roots(self):
        self.asked += 1
        self.open["r%d" % self.asked] = None
        self.write({"id": "r%d" % self.asked, "method": "roots/list"})

    def ask_host(self):
        self.asked += 1
        self.open[self.asked] = token = "%s-%d" % (START, self.asked)
        self.write({"id": self.asked, "method": "sampling/createMessage",
                    "params": {**self.stamp(), "token": token}})

    def answer(self, identifier, number):
        self.write({"id": identifier, "result": {
            **self.stamp(), "for": number, "folders": self.folders, "content": [],
            "seen": [path for path in self.known if os.path.exists(os.path.join(path, MARK))]}})

    known = ()

    def take_answer(self, message):
        token = self.open.pop(message["id"], "nothing")
        if token is None:
            told = [root["uri"][len("file://"):] for root in message["result"]["roots"]]
            missing = [path for path in told if not os.path.exists(os.path.join(path, MARK))]
            if "boxed" in self.options and missing:
                self.report(broken="told of %r, which its box does not have" % missing)
        elif message.get("result", {}).get("token") != token:
            self.report(broken="got %r as the answer to %r" % (message, token))

    def take_request(self, identifier, params):
        number, what = params["n"], params["do"]
        self.known = params["known"]
        if what == "exit":
            sys.exit(7)
        if what == "ask":
            self.ask_host()
        if what == "roots":
            self.ask_for_roots()
        kept, self.kept = self.kept, []
        if what == "later":
            heapq.heappush(self.later, (time.monotonic() + params["wait"], number, identifier))
        elif what == "kept":
            self.kept.append((identifier, number))
        elif what != "never":
            self.answer(identifier, number)
        for one in kept:
            self.answer(*one)

    def take(self, message):
        if isinstance(message, list):
            for one in message:
                self.take(one)
            return
        method, identifier, params = message.get("method"), message.get("id"), message.get("params", {})
        if isinstance(params, dict) and "n" in params:
            if params["n"] <= self.last:
                self.report(broken="%r after %d" % (message, self.last))
            self.last = params["n"]
        if method is None:
            self.take_answer(message)
        elif method == "initialize":
            self.write({"id": identifier, "result": {
                "protocolVersion": params["protocolVersion"], "serverInfo": {"name": "g", "version": "1"},
                "capabilities": {"tools": {"listChanged": True}, "logging": {}}}})
        elif method == "notifications/initialized":
            self.report()
            self.ask_for_roots()
        elif method == "notifications/roots/list_changed":
            self.ask_for_roots()
        elif identifier is not None and "n" in params:
            self.take_request(identifier, params)
        elif identifier is not None:
            self.write({"id": identifier, "result": {}})

    def run(self):
        if "needy" in self.options and not self.folders:
            sys.exit(7)
        came = b""
        while True:
            wait = max(self.later[0][0] - time.monotonic(), 0) if self.later else None
            if not select.select([0], [], [], wait)[0]:
                _, number, identifier = heapq.heappop(self.later)
                self.answer(identifier, number)
                continue
            data = os.read(0, 1 << 16)
            if not data:
                return
            *lines, came = (came + data).split(b"\n")
            for line in lines:
                self.take(json.loads(line))


if __name__ == "__main__":
    Server(sys.argv[1].split(","), sys.argv[2:]).run()
