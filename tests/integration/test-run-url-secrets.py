# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --url`: what a server on another machine must not get, and what nobody else may learn:
redirects, credentials, addresses, files."""

import json
import os
import shutil
import socket
import ssl
import subprocess

from harness import Box, Failure, binary, contains, equal, lacks, stays, wait_until
from opens import Opens
from remote import UrlRun, serving, wait_asked
from handshake_peer import SpeakingServer
from tap import Skip, cases, run, test

SECRET = "s3cr3t-of-this-test"
METHOD = "client/readLocalFile"
LOUD = {"G_MESSAGES_DEBUG": "all"}


def write(box, name, text, mode=0o600):
    path = os.path.join(box.home, name)
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(text)
    os.chmod(path, mode)
    return path


def processes():
    """Command lines of all processes."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % pid, "rb") as stream:
                found.append(stream.read().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            pass
    return found


def spread(box, except_for=()):
    """Everything that was written in the box, said on the bus or on stderr: (what, text)."""
    for folder, _, names in os.walk(box.directory):
        for name in names:
            path = os.path.join(folder, name)
            if path not in except_for and os.path.isfile(path):
                with open(path, "rb") as stream:
                    yield path, stream.read().decode("utf-8", "replace")
    for command in ("list", "servers", "log"):
        yield "paddock " + command, json.dumps(box.json(command), ensure_ascii=False)
    yield "the requests", repr(box.control().call("ListRequests"))


# ---- proxies

@cases([("http_proxy",), ("all_proxy",), ("HTTP_PROXY",)], str)
def proxy(variable):
    """a proxy of the environment gets nothing that is for this machine"""
    with Box(bus=False) as box:
        server, other = serving(box, SpeakingServer()), serving(box, SpeakingServer())
        one = UrlRun(box, server.url, "--socket", box.directory + "/nowhere", env={
            variable: "http://127.0.0.1:%d" % other.port,
            "GIO_USE_PROXY_RESOLVER": "environment"}).handshake()
        equal(one.call("echo", text="x"), "x", "the answer")
        equal(other.connections, 0, "connections to the proxy")


# ---- redirects

class Redirecting(SpeakingServer):
    """Redirects requests of one kind, once or always."""

    def __init__(self, kind, status, place, always=True):
        super().__init__()
        self.kind = kind
        self.status = status
        self.place = place
        self.always = always
        self.sent = 0

    def answer(self, request, reply):
        kind = request.method
        if kind == "POST":
            kind = request.json().get("method", "answer")
        if request.target == self.path and kind == self.kind and (self.always or not self.sent):
            self.sent += 1
            reply.send(self.status, b"", ("Location", self.place))
        else:
            super().answer(request, reply)


CREDENTIALS = "Authorization: Bearer %s\nX-Api-Key: %s\n" % (SECRET, SECRET)


@cases([(kind, status) for kind in ("initialize", "tools/call", "notifications/initialized", "GET", "DELETE")
        for status in (301, 302, 303, 307, 308)], lambda kind, status: "%s, %d" % (kind, status))
def another_origin(kind, status):
    """an origin without consent gets nothing, not even a connection"""
    with Box(bus=False) as box:
        other = serving(box, SpeakingServer())
        # The same machine under another name, port or scheme is another origin as well.
        server = serving(box, Redirecting(kind, status, other.url))
        one = UrlRun(box, server.url, "--socket", box.directory + "/nowhere", "--header-file",
                     write(box, "headers", CREDENTIALS))
        answer = one.initialize().host.wait_answer(0)
        equal("error" in answer, kind == "initialize", "the answer: %r" % answer)
        if kind != "initialize":
            one.host.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
            answer = one.ask("tools/call", {"name": "echo", "arguments": {"text": "x"}})
            equal("error" in answer, kind == "tools/call", "the answer: %r" % answer)
        if "error" in answer:
            lacks(json.dumps(answer), SECRET, "the error")
        one.close()
        equal(bool(server.sent), True, "whether it was sent elsewhere")
        equal(other.connections, 0, "connections to the other origin")


@cases([(status,) for status in (301, 302, 303, 307, 308)], str)
def same_origin(status):
    """within the origin, 307 and 308 are followed with all of the request; the others are not"""
    with Box(bus=False) as box:
        server = serving(box, Redirecting("tools/call", status, "/moved"))
        one = UrlRun(box, server.url, "--socket", box.directory + "/nowhere", "--header-file",
                     write(box, "headers", CREDENTIALS)).handshake()
        answer = one.ask("tools/call", {"name": "echo", "arguments": {"text": "hello"}})
        moved = [request for request in server.requests if request.target == "/moved"]
        if status in (307, 308):
            equal(answer["result"]["content"][0]["text"], "hello", "the answer")
            equal([request.method for request in moved], ["POST"], "requests there")
            equal(moved[0].value("Authorization"), "Bearer " + SECRET, "credentials")
            equal(moved[0].value("Mcp-Session-Id"), "spoken", "session")
        else:
            equal("error" in answer, True, "the answer: %r" % answer)
            equal(moved, [], "requests there")


@cases([("/mcp",), ("",), ("http://",), ("//",), ("file:///etc/passwd",), ("\x7f",), ("http://a b/",)], repr)
def bad_redirect(place):
    """a redirect to itself, or to an invalid address, ends with an error"""
    with Box(bus=False) as box:
        server = serving(box, Redirecting("tools/call", 307, place))
        one = UrlRun(box, server.url, "--socket", box.directory + "/nowhere").handshake()
        contains(one.ask("tools/call", {"name": "echo"}, 10), "error", "the answer")
        if server.sent > 20:
            raise Failure("it went round %d times" % server.sent)
        server.always = False
        equal(one.call("echo", text="next"), "next", "the next call")


# ---- credentials

@cases((("--header-file", CREDENTIALS), ("--bearer-file", SECRET + "\n")), lambda option, text: option)
def credentials(option, text):
    """credentials go to the server with each request, and are never written or shown"""
    with Box() as box:
        box.serve(env=LOUD)
        project = box.folder("project")
        box.add(project)
        server = serving(box, SpeakingServer())
        path = write(box, "credentials", text)
        one = UrlRun(box, server.url, option, path, env=LOUD).handshake()
        server.say({"jsonrpc": "2.0", "id": 1, "method": "roots/list"})
        wait_until(lambda: server.answers_to(1), "the answer")
        box.paddock("grant", wait_asked(box)["id"], project)
        equal(one.call("echo", text="x"), "x", "a call")
        for line in processes():
            lacks(line, SECRET, "a command line")
        lacks(one.host.data.decode(), SECRET, "what the host got")
        one.close()
        for request in server.requests:
            equal(request.values("Authorization"), ["Bearer " + SECRET], "credentials of %r" % request)
        for what, said in spread(box, (path,)):
            lacks(said, SECRET, what)


@test
def refused_credentials():
    """if the server refuses them, the error says what it wants and not what it got"""
    with Box(bus=False) as box:
        class Refusing(SpeakingServer):
            def answer(self, request, reply):
                if request.target == self.path:
                    reply.send(401, {"error": "invalid_token", "token": SECRET}, (
                        "WWW-Authenticate", 'Bearer error="invalid_token", resource_metadata='
                        '"%s/.well-known/oauth-protected-resource"' % self.origin))
                else:
                    reply.send(200, {"resource": self.url, "authorization_servers": [
                        "https://login.example.org"], "scopes_supported": ["files:read"]})

        server = serving(box, Refusing())
        one = UrlRun(box, server.url, "--socket", box.directory + "/nowhere", "--bearer-file",
                     write(box, "token", SECRET), env=LOUD)
        answer = one.initialize().host.wait_answer(0)
        contains(answer, "error", "the answer")
        contains(answer["error"]["message"], "401", "the message")
        lacks(json.dumps(answer), SECRET, "the error")
        one.close()
        lacks(one.errors(), SECRET, "stderr")


@cases((("nowhere", None), ("empty", ""), ("two lines", "one\ntwo\n"), ("control", "a\x01b"),
        ("folder", "/"), ("long", "x" * (1 << 20))), lambda name, text: name)
def bad_file(name, text):
    """a file that holds no token ends it before anything is sent, and is not shown"""
    with Box(bus=False) as box:
        server = serving(box, SpeakingServer())
        path = {"nowhere": box.home + "/nowhere", "folder": box.home}.get(name) or write(box, "token", text)
        one = UrlRun(box, server.url, "--bearer-file", path)
        if one.wait_end() == 0:
            raise Failure("it ended well")
        equal(server.connections, 0, "connections")
        lacks(one.errors(), "two", "stderr")


# ---- addresses

REFUSED = (
    "http://example.org/mcp", "http://10.0.0.1/mcp", "http://192.168.1.1:80/mcp", "http://0.0.0.0/mcp",
    "http://169.254.169.254/mcp", "http://[2001:db8::1]/mcp", "http://[::]/mcp",
    "http://localhost.example/mcp", "http://127.0.0.1.example.org/mcp", "http://example.org#@127.0.0.1/",
    "http://127.0.0.1@example.org/mcp", "http://127.0.0.1\\@example.org/mcp",
    "http://[::ffff:10.0.0.1]/mcp", "HTTP://example.org/mcp", "http://loopback/mcp", "http:///mcp",
    "http://", "http:", "", "mcp", "//127.0.0.1/mcp", "127.0.0.1:80/mcp",
    "ftp://127.0.0.1/mcp", "file:///etc/passwd", "unix:///run/x", "ws://127.0.0.1/mcp", "javascript:1",
    "http://127.0.0.1:0/mcp", "http://127.0.0.1:65536/mcp", "http://127.0.0.1:x/mcp", "http://127.0.0.1/a b",
    "http://127.0.0.1/\n", "http://127.0.0.1/%", "http://127.0.0.1/a\x7f", " http://127.0.0.1/mcp",
    "http://127.0.0.1/\u202e", "http://" + "x" * 300 + "/", "http://127.0.0.1/" + "x" * 100000,
)


@cases([(url,) for url in REFUSED], lambda url: ascii(url)[:60])
def refused_address(url):
    """an address that is not encrypted, not on this machine, or none: refused before anything is sent"""
    with Box(bus=False) as box:
        done = subprocess.run([binary(), "run", "--url", url], env=box.program_env(), cwd=box.home,
                              input=b"", capture_output=True, timeout=20, check=False)
        if done.returncode not in (1, 2):
            raise Failure("status %d: %r" % (done.returncode, done.stderr))
        equal(done.stdout, b"", "stdout")
        if not done.stderr.startswith(b"paddock"):
            raise Failure("nothing on stderr: %r" % done.stderr)


@cases((("127.0.0.1",), ("127.9.8.7",), ("::1",), ("localhost",)), str)
def loopback(host):
    """this machine may be reached without encryption"""
    with Box(bus=False) as box:
        try:
            server = serving(box, SpeakingServer(host={"localhost": "127.0.0.1"}.get(host, host)))
        except OSError as problem:
            raise Skip("cannot listen on %s: %s" % (host, problem)) from None
        url = server.url.replace("127.0.0.1", "localhost") if host == "localhost" else server.url
        one = UrlRun(box, url, "--socket", box.directory + "/nowhere").handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        lacks(one.errors(), "encrypt", "stderr")


def own_address():
    """An address of this machine other than the loopback address."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
    except OSError:
        address = "127.0.0.1"
    if address.startswith("127."):
        raise Skip("this machine has no address but the loopback's")
    return address


@test
def insecure():
    """--insecure allows the rest, with a warning; without it nothing is sent"""
    with Box(bus=False) as box:
        server = serving(box, SpeakingServer(host=own_address()))
        one = UrlRun(box, server.url)
        if one.wait_end() == 0:
            raise Failure("it ended well")
        equal(server.connections, 0, "connections")
        one = UrlRun(box, server.url, "--insecure", "--socket", box.directory + "/nowhere").handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        contains(one.errors(), "encrypted", "stderr")


@test
def certificate():
    """a server with an untrusted certificate gets nothing, and the error says what is wrong"""
    program = shutil.which("openssl")
    if not program:
        raise Skip("there is no openssl to make a certificate with")
    with Box(bus=False) as box:
        pem = os.path.join(box.directory, "server.pem")
        subprocess.run([program, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", pem + ".key",
                        "-out", pem, "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
                        "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem, pem + ".key")
        server = serving(box, SpeakingServer(context=context))
        one = UrlRun(box, server.url, "--bearer-file", write(box, "token", SECRET))
        answer = one.initialize().host.wait_answer(0)
        contains(answer.get("error", {}).get("message"), "certificate", "the message")
        # --insecure only concerns connections without any encryption.
        other = UrlRun(box, server.url, "--insecure", "--bearer-file", box.home + "/token")
        contains(other.initialize().host.wait_answer(0), "error", "the answer")
        one.close()
        other.close()
        equal(server.requests, [], "requests")


@test
def query():
    """query and user of the address reach the server, and are neither kept nor shown"""
    with Box() as box:
        box.serve(env=LOUD)
        server = serving(box, SpeakingServer())
        with_user = server.url.replace("//", "//user-%s:word-%s@" % (SECRET, SECRET)) + "?key=" + SECRET
        one = UrlRun(box, with_user, env=LOUD).handshake()
        server.say({"jsonrpc": "2.0", "id": 1, "method": "roots/list"})
        wait_until(lambda: server.answers_to(1), "the answer")
        found = wait_asked(box)
        wait_until(lambda: box.control().call("ListRequests"), "the question")
        for what, said in spread(box):
            lacks(said, SECRET, what)
        equal({request.target for request in server.requests}, {"/mcp?key=" + SECRET}, "targets")
        one.close()
        # With another query it is the same server.
        UrlRun(box, server.url + "?key=another").handshake()
        server.say({"jsonrpc": "2.0", "id": 2, "method": "roots/list"})
        wait_until(lambda: server.answers_to(2), "the answer")
        equal([one["id"] for one in box.json("servers")], [found["id"]], "servers")


@test
def identity():
    """origin and path are the identity: another path or port is another server"""
    with Box() as box:
        box.serve()
        first, second = serving(box, SpeakingServer()), serving(box, SpeakingServer())
        other = first.url + "2"
        for number, (server, url) in enumerate(((first, first.url), (second, second.url), (first, other),
                                                (first, first.url)), 1):
            one = UrlRun(box, url).handshake()
            server.say({"jsonrpc": "2.0", "id": number, "method": "roots/list"})
            wait_until(lambda server=server, number=number: server.answers_to(number), "the answer")
            one.close()
        equal(len(box.json("servers")), 3, "servers")


# ---- files

class Watched:
    """A file in a granted root, and a server that asks for it. The file's reads are noticed."""

    def __init__(self, box, version):
        box.serve()
        self.path = box.file("project", "notes.txt", text="what stands inside\n")
        box.add(os.path.dirname(self.path))
        self.server = serving(box, SpeakingServer(version))
        self.run = UrlRun(box, self.server.url).handshake(version)
        self.server.say({"jsonrpc": "2.0", "id": "first", "method": "roots/list"})
        wait_until(lambda: self.server.answers_to("first"), "the answer")
        box.paddock("grant", wait_asked(box)["id"], os.path.dirname(self.path))
        # A moment for the service, which examines the root.
        wait_until(lambda: box.root(os.path.dirname(self.path))["status"] == "available", "the root")

    def request(self, identifier):
        return {"jsonrpc": "2.0", "id": identifier, "method": METHOD,
                "params": {"uri": "file://" + self.path}}


@cases((("alone", "2025-11-25"), ("in an array", "2025-03-26"), ("many in an array", "2025-03-26"),
        ("on two lines", "2025-11-25")), lambda how, version: how)
def files(how, version):
    """no file is read for a server elsewhere: the method does not exist, and nothing is opened"""
    with Box() as box:
        watched = Watched(box, version)
        server = watched.server
        wanted = list(range(100, 103)) if how == "many in an array" else [100]
        with Opens(watched.path) as opens:
            if how == "alone":
                server.say(watched.request(100))
            elif how == "on two lines":
                server.say(json.dumps(watched.request(100), indent=1).encode())
            else:
                server.say([*map(watched.request, wanted), {"jsonrpc": "2.0", "id": 200, "method": "ping"}])
            for identifier in wanted:
                answer = wait_until(lambda identifier=identifier: server.answers_to(identifier), "the answer")
                equal(answer[0].get("error", {}).get("code"), -32601, "the answer: %r" % answer)
            equal(watched.run.call("echo", text="x"), "x", "a call")
            stays(lambda: not opens.seen(), "nobody opens the file")
            with open(watched.path, "rb") as stream:
                stream.read()
            contains(opens.seen(), watched.path, "what is seen when it is opened")
        equal(watched.run.host.method(METHOD), [], "what the host was asked")
        lacks(json.dumps(server.answers), "stands inside", "what the server got")


run()
