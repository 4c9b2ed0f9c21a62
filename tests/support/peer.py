# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A scripted MCP server that connects to Paddock's socket. There Paddock is the MCP client: it sends
`initialize`, the server answers and may then ask for roots.

Peer lives in the test's own process. PeerProcess has a process of its own, with its own pid and command
line, so Paddock takes it for another server. Both have the same methods."""

import json
import os
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

from harness import PATIENCE, Failure, stays, wait_until  # noqa: E402  pylint: disable=wrong-import-position

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
LIST_CHANGED = "notifications/roots/list_changed"


class RpcError(Exception):
    def __init__(self, error):
        super().__init__(json.dumps(error))
        self.error = error
        self.code = error.get("code")
        self.reason = (error.get("data") or {}).get("reason")


class Peer:
    def __init__(self, path, version="2025-11-25", name="scripted", handshake=True, result=None,
                 relist=False, inherited=None):
        """handshake: answer `initialize` automatically. result: members added to that answer. relist: list
        the roots automatically after every notice. inherited: the descriptor of a connection that
        another program opened, and on which it answered `initialize`."""
        self.version = version
        self.name = name
        self.handshake = handshake
        self.extra = result or {}
        self.relist = relist
        self._relisted = []  # the URIs of each such list
        self.received = []  # (monotonic time, line as bytes, parsed)
        self.initialize = None  # Paddock's request
        self.ended = False
        self.initialized = False
        self.pings = 0
        self._next = 0
        self._lock = threading.Lock()
        self._came = threading.Event()  # something was received
        self._socket = socket.socket(socket.AF_UNIX, fileno=inherited)
        if inherited is None:
            self._socket.connect(path)
        threading.Thread(target=self._read, daemon=True).start()

    # ---- the wire

    def _read(self):
        pending = bytearray()
        while True:
            try:
                data = self._socket.recv(65536)
            except OSError:
                data = b""
            if not data:
                self.ended = True
                self._came.set()
                return
            # Do not search earlier bytes again: a line may have millions of them.
            *ends, rest = data.split(b"\n")
            for end in ends:
                line = bytes(pending) + end
                pending.clear()
                self._take(line)
            pending += rest
            self._came.set()

    def _take(self, line):
        message = json.loads(line)
        self.received.append((time.monotonic(), line, message))
        for one in message if isinstance(message, list) else [message]:
            method = one.get("method")
            if method == "initialize":
                self.initialize = one
                if self.handshake:
                    self.answer_initialize()
            elif method == "notifications/initialized":
                self.initialized = True
            elif method == "ping":
                self.pings += 1
                self.send({"jsonrpc": "2.0", "id": one["id"], "result": {}})
            elif method == LIST_CHANGED and self.relist:
                self.send({"jsonrpc": "2.0", "id": "relist-%d" % self.notices(),
                           "method": "roots/list"})
            elif method is None and str(one.get("id")).startswith("relist-"):
                self._relisted.append([root["uri"] for root in one["result"]["roots"]])

    def answer_initialize(self):
        self.send({"jsonrpc": "2.0", "id": self.initialize["id"], "result": {
            "protocolVersion": self.version, "capabilities": {},
            "serverInfo": {"name": self.name, "version": "1.0"}, **self.extra}})

    def send(self, message):
        self.send_raw(json.dumps(message).encode() + b"\n")

    def send_raw(self, data):
        if isinstance(data, str):
            data = data.encode("latin-1")
        try:
            with self._lock:
                self._socket.sendall(data)
        except OSError:
            self.ended = True

    def become(self, command, inherits):
        """Executes the command of another Peer. The new program inherits the connection if it wants it."""
        if inherits:
            options = {**json.loads(command[4]), "inherited": self._socket.fileno()}
            os.set_inheritable(self._socket.fileno(), True)
            command = [*command[:4], json.dumps(options), *command[5:]]
        os.execv(command[0], command)

    def close(self):
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()

    # ---- what a server does

    def wait_initialize(self):
        return wait_until(lambda: self.initialize, "initialize")

    def wait_ready(self):
        wait_until(lambda: self.initialized or self.ended, "notifications/initialized")
        if not self.initialized:
            raise Failure("the connection was closed during the handshake")
        return self

    def wait_ended(self, seconds=30):
        wait_until(lambda: self.ended, "the end of the connection", seconds)
        return True

    def has_ended(self):
        return self.ended

    def new_id(self):
        self._next += 1
        return "s-%d" % self._next

    def response(self, identifier):
        """The answer to this id, if it came, maybe in a batch."""
        for _, _, message in list(self.received):
            for one in message if isinstance(message, list) else [message]:
                if ("id" in one and "method" not in one and one["id"] == identifier
                        and isinstance(one["id"], bool) == isinstance(identifier, bool)):
                    return one
        return None

    def request(self, method, params=None, identifier=None, seconds=30):
        """Asks and waits; returns the result or raises RpcError."""
        identifier = self.new_id() if identifier is None else identifier
        message = {"jsonrpc": "2.0", "id": identifier, "method": method}
        if params is not None:
            message["params"] = params
        self.send(message)
        answer = wait_until(lambda: self.response(identifier) or self.ended, "an answer to " + method,
                            seconds)
        if answer is True:
            answer = self.response(identifier)
            if answer is None:
                raise Failure("closed without an answer to " + method)
        if "error" in answer:
            raise RpcError(answer["error"])
        return answer["result"]

    def roots(self):
        """Lists the roots."""
        return self.request("roots/list")["roots"]

    def ask_in_a_row(self, count, result, method="roots/list", seconds=30):
        """Asks so often, one request after the other, and shows that each answer is this. Returns the
        seconds of the slowest."""
        slowest = 0.0
        for _ in range(count):
            identifier = self.new_id()
            began = time.monotonic()
            before = len(self.received)
            self.send({"jsonrpc": "2.0", "id": identifier, "method": method})
            answer = None
            while answer is None:
                if self.ended or time.monotonic() - began > seconds * PATIENCE:
                    raise Failure("no answer to %s after %.2f s" % (method, time.monotonic() - began))
                self._came.wait(1)
                self._came.clear()
                answer = next((one for _, _, one in self.received[before:]
                               if isinstance(one, dict) and one.get("id") == identifier), None)
            if answer.get("result") != result:
                raise Failure("the answer to %s is %r" % (method, answer))
            slowest = max(slowest, time.monotonic() - began)
        return slowest

    def uris(self):
        return [root["uri"] for root in self.roots()]

    def relisted(self):
        """With relist: for each notice so far the URIs that the list had after it."""
        return self._relisted

    def messages(self):
        return [message for _, _, message in list(self.received)]

    def lines(self):
        return [line.decode("latin-1") for _, line, _ in list(self.received)]

    def notice_times(self):
        """When list_changed came, in seconds of the monotonic clock, which all processes share."""
        return [when for when, _, message in list(self.received)
                if isinstance(message, dict) and message.get("method") == LIST_CHANGED]

    def notices(self):
        return len(self.notice_times())

    def wait_notices(self, count):
        """Waits until list_changed came so often in total, and shows that no more come."""
        wait_until(lambda: self.notices() >= count, "notice %d, have %d" % (count, self.notices()))
        stays(lambda: self.notices() == count, "%d notices" % count)
        return True

    def await_notice(self, count):
        """Waits until list_changed came so often in all."""
        wait_until(lambda: self.notices() >= count, "notice %d, have %d" % (count, self.notices()))
        return True

    def stop(self):
        self.close()


class PeerProcess:
    """A Peer in another process. Every method of Peer is there; attributes are not."""

    def __init__(self, box, name="scripted", arguments=(), wrap=(), cwd=None, start=subprocess.Popen,
                 program=sys.executable, **options):
        """arguments: they only make the command line a different one. wrap: the beginning of a command that
        becomes the server. start: a function that starts it, like Popen. program: a copy of Python."""
        self.box = box
        self._process = start(
            [*wrap, program, "-I", box.program(__file__, name), box.socket,
             json.dumps({"name": name, **options}), *arguments],
            env={**box.env, "PADDOCK_TEST_PATIENCE": str(PATIENCE)}, cwd=cwd or box.home,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.pid = self._process.pid
        box.started.append(self)

    def _call(self, method, *arguments, **options):
        self._process.stdin.write(json.dumps([method, arguments, options]).encode() + b"\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise Failure("the scripted server died")
        kind, value = json.loads(line)
        if kind == "rpc":
            raise RpcError(value)
        if kind == "failure":
            raise Failure(value)
        return value

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *arguments, **options: self._call(name, *arguments, **options)

    def wait_ready(self):
        self._call("wait_ready")
        return self

    def send_raw(self, data):
        return self._call("send_raw", data.decode("latin-1") if isinstance(data, bytes) else data)

    def become(self, name="scripted", arguments=(), inherits=True, **options):
        """Executes another server in the same process. inherits: it uses the same connection; otherwise it
        opens one of its own."""
        command = [sys.executable, "-I", self.box.program(__file__, name), self.box.socket,
                   json.dumps({"name": name, **options}), *arguments]
        self._process.stdin.write(
            json.dumps(["become", [command, inherits], {}]).encode() + b"\n")
        self._process.stdin.flush()

    def stop(self):
        """Ends the process, as a host ends its server."""
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait()
            self._process.stdout.close()


def _main():
    peer = Peer(sys.argv[1], **json.loads(sys.argv[2]))
    # Unbuffered: the bytes after an order to become another program are for that program.
    orders = open(0, "rb", buffering=0)  # pylint: disable=consider-using-with
    for line in iter(orders.readline, b""):
        method, arguments, options = json.loads(line)
        try:
            value = getattr(peer, method)(*arguments, **options)
            answer = ["value", value if not isinstance(value, Peer) else None]
        except RpcError as error:
            answer = ["rpc", error.error]
        except (Failure, OSError) as error:
            answer = ["failure", str(error)]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    _main()
