# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A server with an address. It does as little as an app needs to call it connected, and keeps the headers of
all requests."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

INFO = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
        "serverInfo": {"name": "address", "version": "1"}}
TOOL = {"name": "files", "inputSchema": {"type": "object"}}
ANSWERS = {"initialize": INFO, "tools/list": {"tools": [TOOL]}, "ping": {}}


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):  # pylint: disable=invalid-name
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.heard.append((message.get("method"), self.headers))
        if self.server.wants_sign_in:
            self._answer(401, b"")
            return
        if "id" not in message or "method" not in message:
            self._answer(202, b"")
            return
        known = message["method"] in ANSWERS
        answer = {"result": ANSWERS[message["method"]]} if known else \
            {"error": {"code": -32601, "message": "Method not found"}}
        self._answer(200, json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}).encode())

    def _refuse(self):
        self._answer(405, b"")

    do_GET = do_DELETE = _refuse  # pylint: disable=invalid-name

    def _answer(self, status, body):
        self.send_response(status)
        if status == 401:
            self.send_header("WWW-Authenticate", "Bearer")
        if body:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):  # pylint: disable=arguments-differ
        pass


class Address:
    """A context manager. wants_sign_in: it answers 401 to everything."""

    def __init__(self, wants_sign_in=False):
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.heard = []
        self._server.wants_sign_in = wants_sign_in
        self.url = "http://127.0.0.1:%d/mcp" % self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def take(self, header):
        """The values of a header in the requests since the last call, without repetition."""
        heard, self._server.heard = self._server.heard, []
        return sorted({headers.get(header) for _, headers in heard}, key=str)
