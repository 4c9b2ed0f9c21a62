# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""An MCP host and an MCP server under the test's control, with the real `paddock run` between them.

Run starts `paddock run -- puppet.py …`. The server writes what the test chooses on its standard output,
byte for byte. The test sees everything that arrives on its standard input."""

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

HOST_ENVIRONMENT = ("HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER")
VERSION = "2025-11-25"


class End:
    """One end of the conversation: what came, and what to send."""

    def __init__(self, read_fd, write_fd, hold=False):
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._lock = threading.Lock()
        self._data = bytearray()
        self.ended = False
        self._hung_up = False
        self.go_on = threading.Event()
        if not hold:
            self.go_on.set()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while True:
            self.go_on.wait()
            while not self._hung_up and not select.select([self._read_fd], [], [], 0.05)[0]:
                continue
            if self._hung_up:
                os.close(self._read_fd)
                return
            try:
                data = os.read(self._read_fd, 65536)
            except OSError:
                data = b""
            if not data:
                self.ended = True
                if self._read_fd != self._write_fd:
                    os.close(self._read_fd)
                return
            self._data += data

    @property
    def data(self):
        """All that came."""
        return bytes(self._data)

    def length(self):
        return len(self._data)

    def send_raw(self, data):
        """Writes in a thread, because the other side may not read."""
        def write():
            with self._lock:
                rest = memoryview(data)
                try:
                    while rest:
                        rest = rest[os.write(self._write_fd, rest):]
                except OSError:
                    self.ended = True
        thread = threading.Thread(target=write, daemon=True)
        thread.start()
        return thread

    def send(self, message):
        from harness import PATIENCE  # pylint: disable=import-outside-toplevel
        self.send_raw(json.dumps(message).encode() + b"\n").join(30 * PATIENCE)

    def close_output(self):
        with self._lock:
            if self._write_fd >= 0:
                os.close(self._write_fd)
                self._write_fd = -1

    def hang_up(self):
        """Closes the reading end, as the end of a process does."""
        self._hung_up = True

    def lines(self):
        return self.data.split(b"\n")[:-1]

    def messages(self):
        found = []
        for line in self.lines():
            try:
                message = json.loads(line)
            except ValueError:
                continue
            found += message if isinstance(message, list) else [message]
        return found

    def method(self, name):
        return [one for one in self.messages() if isinstance(one, dict) and one.get("method") == name]

    def answers(self, identifier):
        return [one for one in self.messages()
                if isinstance(one, dict) and "method" not in one and one.get("id") == identifier]

    def wait_answer(self, identifier, seconds=30):
        from harness import wait_until  # pylint: disable=import-outside-toplevel
        return wait_until(lambda: self.answers(identifier),
                          "the answer to %r" % (identifier,), seconds)[0]


class Run:
    """`paddock run` with a host (this test) and a server (a puppet of this test)."""

    def __init__(self, box, *options, name="puppet", env=None, server_options=(), bare=False,
                 hold_host=False, hold_server=False, command=None, slot=None, wrap=(), pass_fds=()):
        """bare: with only the environment that the official SDKs give to servers. slot: two of one slot
        have the same command line, so they are the same server. wrap: the beginning of a command that
        becomes, or starts, `paddock run`; it gets pass_fds."""
        from harness import binary, own_options, wait_until  # pylint: disable=import-outside-toplevel
        self.box = box
        self.name = name
        self.server = None
        path = os.path.join(box.directory, "puppet-%s" % (slot or len(box.started)))
        if slot and os.path.exists(path):
            os.unlink(path)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()
        environment = box.program_env(env)
        if bare:
            environment = {key: environment.get(key, "x") for key in HOST_ENVIRONMENT}
            environment.update(env or {})
        self.log = path + ".err"
        command = command or [sys.executable, "-I", box.program(__file__, name), path, *server_options]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [*wrap, binary(), "run", *own_options(), *options, "--", *command], env=environment,
                cwd=box.home, pass_fds=pass_fds,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, bufsize=0)
        box.started.append(self)
        self.host = End(os.dup(self.process.stdout.fileno()), os.dup(self.process.stdin.fileno()),
                        hold=hold_host)
        self.process.stdin.close()
        self.process.stdout.close()
        if command[-1] == "true":
            return
        listener.settimeout(30)
        self._connection, _ = listener.accept()
        listener.close()
        self.server_pid = int(self._connection.recv(16))
        self.server = End(self._connection.fileno(), self._connection.fileno(), hold=hold_server)
        wait_until(lambda: self.server_pid, "the server")

    # ---- the usual conversation

    def handshake(self, roots=None, version=VERSION):
        """roots: whether the host declares roots of its own."""
        from harness import wait_until  # pylint: disable=import-outside-toplevel
        capabilities = {} if roots is None else {"roots": {"listChanged": True}}
        self.host.send({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": version, "capabilities": capabilities,
            "clientInfo": {"name": "host", "version": "1"}}})
        wait_until(lambda: self.server.method("initialize"), "initialize")
        self.server.send({"jsonrpc": "2.0", "id": 0, "result": {
            "protocolVersion": version, "capabilities": {"tools": {}},
            "serverInfo": {"name": self.name, "version": "1"}}})
        self.host.wait_answer(0)
        self.host.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        wait_until(lambda: self.server.method("notifications/initialized"), "initialized")
        return self

    def roots(self, identifier):
        """The answer to the server."""
        self.server.send({"jsonrpc": "2.0", "id": identifier, "method": "roots/list"})
        return self.server.wait_answer(identifier)["result"]["roots"]

    def uris(self, identifier):
        return [root["uri"] for root in self.roots(identifier)]

    def notices(self):
        return len(self.server.method("notifications/roots/list_changed"))

    def wait_notices(self, count):
        from harness import wait_until  # pylint: disable=import-outside-toplevel
        wait_until(lambda: self.notices() >= count, "notice %d" % count)

    def wait_end(self, seconds=30):
        from harness import wait_until  # pylint: disable=import-outside-toplevel
        wait_until(lambda: self.process.poll() is not None, "the end of paddock run", seconds)
        return self.process.returncode

    def errors(self):
        with open(self.log, encoding="utf-8", errors="backslashreplace") as stream:
            return stream.read()

    def stop(self):
        if self.process.poll() is None:
            self.host.close_output()
            if self.server is not None:
                self._connection.shutdown(socket.SHUT_RDWR)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def _main():
    """The server. Options: stubborn (ignores the end of its input and TERM), exit=N (its status),
    child (starts one that lives on), loud (writes a line on stderr)."""
    options = dict(part.partition("=")[::2] for part in sys.argv[2:])
    # Python turns it into an exception, which is lost in places that allow none.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if "stubborn" in options:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if "child" in options:
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    if "loud" in options:
        print("from the server", file=sys.stderr, flush=True)
    control = socket.socket(socket.AF_UNIX)
    control.connect(sys.argv[1])
    control.sendall(b"%-16d" % os.getpid())
    inputs = [0, control]
    while control in inputs or "stubborn" in options:
        ready = select.select(inputs, [], [])[0]
        if control in ready:
            data = control.recv(65536)
            if not data:
                inputs.remove(control)
            while data:
                data = data[os.write(1, data):]
        if 0 in ready:
            data = os.read(0, 65536)
            if data:
                control.sendall(data)
            else:
                inputs.remove(0)
                control.shutdown(socket.SHUT_WR)
                if "stubborn" not in options:
                    break
    if options.get("signal"):
        os.kill(os.getpid(), int(options["signal"]))
    sys.exit(int(options.get("exit") or 0))


if __name__ == "__main__":
    _main()
