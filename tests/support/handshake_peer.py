# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""An MCP server with a stream, on which it sends what the test chooses."""

import json
import threading

from web import Gone, WebServer

SESSION = "Mcp-Session-Id"


class SpeakingServer(WebServer):
    def __init__(self, version="2025-11-25", **options):
        super().__init__(**options)
        self.version = version
        self.answers = []  # what came that answers something
        self._stream = None
        self._listening = threading.Condition()

    def answer(self, request, reply):
        if request.method == "GET":
            self._listen(reply)
        elif request.method == "DELETE":
            reply.send(200)
        else:
            body = request.json()
            messages = body if isinstance(body, list) else [body]
            self.answers += [message for message in messages if "method" not in message]
            wanted = [message for message in messages if "method" in message and "id" in message]
            if wanted:
                self._answer(wanted[0], reply)
            else:
                reply.send(202)

    def _answer(self, message, reply):
        headers = [(SESSION, "spoken")] if message["method"] == "initialize" else []
        reply.send(200, {"jsonrpc": "2.0", "id": message["id"], "result": self.result(message)}, *headers)

    def result(self, message):
        if message["method"] == "initialize":
            return {"protocolVersion": self.version, "capabilities": {"tools": {}},
                    "serverInfo": {"name": "speaking", "version": "1"}}
        text = message.get("params", {}).get("arguments", {}).get("text", "")
        return {"content": [{"type": "text", "text": text}]}

    def _listen(self, reply):
        with self._listening:
            stream = self._stream = reply.stream()
            stream.comment()
            self._listening.notify_all()
        reply.wait_gone()
        reply.close()
        self._forget(stream)

    def _forget(self, stream):
        with self._listening:
            if self._stream is stream:
                self._stream = None

    def say(self, message):
        """Sends an event on the stream, as soon as there is one. message: a message, several, or bytes."""
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        with self._listening:
            while True:
                if not self._listening.wait_for(lambda: self._stream, 30):
                    raise AssertionError("nobody listens")
                try:
                    self._stream.event(data)
                    return
                except Gone:
                    # That of a client before this one.
                    self._stream = None

    def answers_to(self, identifier):
        return [answer for answer in list(self.answers) if answer.get("id") == identifier]
