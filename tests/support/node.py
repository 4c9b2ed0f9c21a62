# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Servers of the npm packages that tests/interop pins."""

import glob
import json
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import threading

import tap
from harness import Failure, binary, equal, stays, wait_until

HERE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "interop")
MODULES = os.path.join(HERE, "node_modules")
# The pinned one. If npm has none for this kind of machine, the installed one: Debian 12 has 18.
# Not in .bin: npm 9 makes no link there.
_PINNED = glob.glob(os.path.join(MODULES, "node-linux-*", "bin", "node"))
NODE = _PINNED[0] if _PINNED else shutil.which("node")
# The SDK's servers over HTTP use what is no global of Node.js 18 without that.
WEB_NODE = (NODE, "--experimental-global-webcrypto")


def require_node():
    if NODE is None:
        tap.skip_all("node is not installed")
    if not os.path.isdir(os.path.join(MODULES, "@modelcontextprotocol")):
        tap.skip_all("tests/interop/node_modules is missing: run npm ci in tests/interop")


def node_version():
    """The first of its numbers."""
    found = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    return int(found.lstrip("v").split(".")[0])


class SdkServer:
    """sdk-server.mjs, which dials the socket itself."""

    def __init__(self, box, name="sdk-server"):
        self.said = []
        self._process = subprocess.Popen(
            [NODE, os.path.join(HERE, "sdk-server.mjs"), box.socket, name], env=box.env, cwd=box.home,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.pid = self._process.pid
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        box.started.append(self)

    def _read(self):
        for line in self._process.stdout:
            self.said.append(json.loads(line))

    def lists(self):
        return [one["roots"] for one in list(self.said) if "roots" in one]

    def wait_lists(self, *lists):
        """Waits until it got exactly these lists, and shows that no more come."""
        wanted = list(lists)
        wait_until(lambda: len(self.lists()) >= len(wanted), "list %d: %r" % (len(wanted), self.said), 20)
        stays(lambda: len(self.lists()) == len(wanted), "%d lists" % len(wanted))
        equal(self.lists(), wanted, "lists")
        assert not [one for one in self.said if "error" in one], self.said

    def stop(self):
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait(10)
        self._thread.join(5)
        self._process.stdout.close()


class _Serving:
    """A server over HTTP that all tests of a file use. A context manager."""

    def __init__(self):
        self._directory = tempfile.mkdtemp(prefix="pd-", dir="/tmp")
        self._log = os.path.join(self._directory, "log")
        self._process = None
        self.port = None

    def _start(self, *arguments, env=None):
        with open(self._log, "wb") as log:
            self._process = subprocess.Popen(
                [*WEB_NODE, *arguments], cwd=self._directory, stdin=subprocess.PIPE, stdout=log, stderr=log,
                env={"PATH": os.environ["PATH"], "HOME": self._directory, **(env or {})})

    def _lines(self):
        with open(self._log, "rb") as stream:
            return stream.read().split(b"\n")[:-1]

    def __enter__(self):
        raise NotImplementedError

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        shutil.rmtree(self._directory)


class HttpServers(_Serving):
    """sdk-http-server.mjs: servers of all its kinds."""

    def __enter__(self):
        self._start(os.path.join(HERE, "sdk-http-server.mjs"))
        self.port = wait_until(lambda: [one["port"] for one in self.said() if "port" in one], "the port")[0]
        return self

    def said(self):
        return [json.loads(line) for line in self._lines() if line.startswith(b"{")]

    def tell(self, **command):
        # One write of a line: others write there, too.
        os.write(self._process.stdin.fileno(), json.dumps(command).encode() + b"\n")

    def new(self, kind):
        return HttpServer(self, kind, secrets.token_hex(4))


class HttpServer:
    """A server of this test alone, in the process of them all."""

    def __init__(self, servers, kind, name):
        self._servers = servers
        self._name = name
        self.url = "http://127.0.0.1:%d/%s/%s/mcp" % (servers.port, kind, name)

    def all(self, kind):
        """What it said of a kind: roots, began, ended, error."""
        return [one[kind] for one in self._servers.said() if one.get("of") == self._name and kind in one]

    def wait_lists(self, *lists):
        """Waits until it got exactly these lists, and shows that no more come."""
        wait_until(lambda: len(self.all("roots")) >= len(lists), "list %d" % len(lists), 20)
        stays(lambda: len(self.all("roots")) == len(lists), "%d lists" % len(lists))
        equal(self.all("roots"), list(lists), "lists")
        equal(self.all("error"), [], "errors")

    def forget(self):
        """Drops all sessions; others may begin at once."""
        began = len(self.all("began"))
        self._servers.tell(forget=self._name)
        wait_until(lambda: len(self.all("ended")) >= began, "the end of the sessions")


class Everything(_Serving):
    """server-everything over HTTP. It is told on which port, so it tries until one is free."""

    PROGRAM = os.path.join(MODULES, "@modelcontextprotocol/server-everything/dist/index.js")

    def __init__(self, transport="streamableHttp"):
        """transport: or sse, the one before."""
        super().__init__()
        self._transport = transport
        self.url = None

    def __enter__(self):
        for _ in range(5):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.port = probe.getsockname()[1]
            self._start(self.PROGRAM, self._transport, env={"PORT": str(self.port)})
            if wait_until(self._is_up, "server-everything") == "up":
                break
        self.url = "http://127.0.0.1:%d/%s" % (self.port, "sse" if self._transport == "sse" else "mcp")
        return self

    def _is_up(self):
        if self._process.poll() is not None:
            return "ended"
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return None
        return "up"


class SdkHost:
    """A host built with the official SDK, with `paddock run` in front of a server."""

    def __init__(self, box, *command, sdk="v1", roots=None, options=(), line=None):
        """sdk: v1, or an era of sdk-host-v2.mjs: legacy, auto or pin. roots: the URIs that the host has
        itself, None: it has no roots. line: what it starts instead of `paddock run`."""
        script = ["sdk-host.mjs"] if sdk == "v1" else ["sdk-host-v2.mjs", sdk]
        line = line or (binary(), "run", "--socket", box.socket, *options, "--", *command)
        self._process = subprocess.Popen(
            [NODE, os.path.join(HERE, script[0]), *script[1:], json.dumps(roots), *line],
            env=box.program_env(), cwd=box.home, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        box.started.append(self)
        ready = self._next()
        self.server_name, self.version = ready["ready"], ready.get("version")

    def _next(self):
        line = self._process.stdout.readline()
        if not line:
            raise Failure("the host died")
        return json.loads(line)

    def _send(self, wanted):
        self._process.stdin.write(json.dumps(wanted).encode() + b"\n")
        self._process.stdin.flush()

    def _ask(self, wanted):
        self._send(wanted)
        return self._next()

    def _text(self):
        answer = self._next()
        return answer.get("text") or answer.get("error")

    def begin_tool(self, name, **arguments):
        """Calls a tool; what is returned waits for what it gave, as tool() does."""
        self._send({"tool": name, "arguments": arguments})
        return self._text

    def tool(self, name, **arguments):
        """Calls a tool; gives its text, or the text of its error."""
        return self.begin_tool(name, **arguments)()

    def resource(self, uri):
        self._send({"resource": uri})
        return self._text()

    def prompt(self, name):
        self._send({"prompt": name})
        return self._text()

    def listen(self):
        """Opens subscriptions/listen for changes of the tools."""
        self._send({"listen": True})
        return self._text()

    def changes(self):
        """How often the host was told that the tools changed."""
        return self._ask({"changes": True})["changes"]

    def tools(self):
        return self._ask({"tools": True})["tools"]

    def asked(self):
        """How often the host was asked for its own roots."""
        return self._ask({"asked": True})["asked"]

    def close(self):
        """Ends the server as the SDK does; gives how long that took, in ms."""
        self._process.stdin.close()
        taken = self._next()["closed"]
        self._process.wait(10)
        return taken

    def stop(self):
        if self._process.poll() is None:
            self._process.stdin.close()
            self._process.wait(20)
        self._process.stdout.close()


class Inspector:
    """The command line of the MCP Inspector, with `paddock run` in front of a server: one session for
    each call(), or after connect() one for all of them."""

    ROOT = os.path.join(MODULES, "@modelcontextprotocol/inspector/clients")
    CLI = os.path.join(ROOT, "launcher/build/index.js")
    OLDEST = 20  # of node: what is older has no CustomEvent
    MCPDO = os.path.join(ROOT, "mcpdo/build/mcp-bin.js")

    def __init__(self, box, *command, roots=None, era="legacy"):
        """roots: the URIs that it is configured with; without them it declares an empty list."""
        if node_version() < self.OLDEST:
            raise tap.Skip("the Inspector does not run on node %s" % node_version())
        self._directory = os.path.join(box.directory, "inspector-%d" % len(box.started))
        os.mkdir(self._directory, 0o700)
        self._config = os.path.join(self._directory, "mcp.json")
        self._era = era
        self._env = {**box.program_env(), "MCP_INSPECTOR_SECRET_STORE": "memory",
                     "MCP_INSPECTOR_DAEMON_DIR": os.path.join(self._directory, "daemon"),
                     "MCP_INSPECTOR_DAEMON_TOKEN": "of-this-test-and-nobody-else-s-0123456789ab"}
        entry = {"type": "stdio", "command": binary(),
                 "args": ["run", "--socket", box.socket, "--", *command]}
        if roots is not None:
            entry["roots"] = [{"uri": uri} for uri in roots]
        with open(self._config, "w", encoding="utf-8") as stream:
            json.dump({"mcpServers": {"one": entry}}, stream)
        self._is_connected = False
        box.started.append(self)

    def _begin(self, *arguments):
        process = subprocess.Popen([NODE, *arguments], env=self._env, text=True, cwd=self._directory,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        return lambda: process.communicate(timeout=60)[0]

    def _run(self, *arguments):
        return self._begin(*arguments)()

    def connect(self):
        self._run(self.MCPDO, "--config", self._config, "connect", "one", "--era", self._era)
        self._is_connected = True
        return self

    def _begin_call(self, method, *arguments):
        if self._is_connected:
            return self._begin(self.MCPDO, "--connection", "one", "--format", "json", method, *arguments)
        return self._begin(self.CLI, "--cli", "--config", self._config, "--server", "one",
                           "--protocol-era", self._era, "--method", method, *arguments)

    def call(self, method):
        """All that is printed."""
        return self._begin_call(method)()

    def begin_tool(self, name, **arguments):
        """Calls a tool; what is returned waits for its end and gives all that was printed."""
        return self._begin_call("tools/call", "--tool-name", name, "--tool-args-json",
                                json.dumps(arguments))

    def tool(self, name, **arguments):
        return self.begin_tool(name, **arguments)()

    def stop(self):
        if self._is_connected:
            self._run(self.MCPDO, "daemon", "stop")
