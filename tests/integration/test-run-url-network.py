# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --url` in real networks: proxies, invalid certificates, HTTP/2, and resumed answers."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading

import authority
import filesystems
from faults import FaultyServer
from forwarding import ForwardingProxy, SocksProxy
from harness import Box, Failure, contains, equal, lacks, wait_until
from node import NODE
from remote import UrlRun, serving, wait_asked
from handshake_peer import SpeakingServer
from tap import Skip, cases, run, test
from web import event

HOST = "mcp.example.test"  # no resolver knows it
SECRET = "pr0xy-s3cret"
HERE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support")
NO_PROXIES = {name: "" for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy")}

authority.require()
filesystems.enter()


class Trust:
    """The certificate authority that all programs of this test trust, and its certificates."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="pd-")  # exists while the test runs
        own = authority.Authority(os.path.join(self._folder.name, "own"))
        stranger = authority.Authority(os.path.join(self._folder.name, "stranger"), "Somebody else")
        self.pairs = {
            "good": own.sign("good", "DNS:localhost,IP:127.0.0.1,DNS:" + HOST),
            "expired": own.sign("expired", "DNS:localhost", "200101000000Z", "200201000000Z"),
            "early": own.sign("early", "DNS:localhost", "400101000000Z", "410101000000Z"),
            "other": own.sign("other", "DNS:other.example.test"),
            "stranger": stranger.sign("stranger", "DNS:localhost"),
            "self": (stranger.certificate, stranger.key),
        }
        own.trust()


trust = Trust()


def secure(box, kind="good", **options):
    return serving(box, SpeakingServer(context=authority.context(*trust.pairs[kind]), **options))


def start(box, url, env=None, *options):
    return UrlRun(box, url, "--socket", box.directory + "/nowhere", *options,
                  env={**NO_PROXIES, **(env or {})})


def local(server):
    return "https://localhost:%d%s" % (server.port, server.path)


# ---- certificates

@test
def trusted():
    """a certificate of an authority that the system trusts, for the host that is asked"""
    with Box(bus=False) as box:
        one = start(box, local(secure(box))).handshake()
        equal(one.call("echo", text="x"), "x", "a call")


WRONG = (("expired", "its certificate has expired"), ("early", "is not valid yet"),
         ("other", "its certificate is for another host"), ("stranger", "not signed by anybody"),
         ("self", "certificate"))


@cases(WRONG, lambda kind, words: kind)
def wrong_certificate(kind, words):
    """the error says what is wrong with a certificate, and the server gets nothing"""
    with Box(bus=False) as box:
        server = secure(box, kind)
        one = start(box, local(server))
        answer = one.initialize().host.wait_answer(0)
        contains(answer.get("error", {}).get("message"), words, "the message")
        equal(server.requests, [], "requests")


class Plain:
    """Answers everything like a server without TLS."""

    def __init__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                connection.recv(65536)
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")

    def stop(self):
        self._listener.close()


@test
def no_tls():
    """a server without TLS: a readable error"""
    with Box(bus=False) as box:
        server = serving(box, Plain())
        answer = start(box, "https://localhost:%d/" % server.port).initialize().host.wait_answer(0)
        contains(answer.get("error", {}).get("message"), "secure connection", "the message")


# ---- proxies

def through(box, scheme, user=None, keeps=True, **options):
    """A server that can only be reached through the proxy; its address, and the environment for it."""
    server = secure(box, **options) if scheme == "https" else serving(box, SpeakingServer(**options))
    proxy = ForwardingProxy(server.port, user, keeps)
    box.started.append(proxy)
    return server, proxy, "%s://%s%s" % (scheme, HOST, server.path), {scheme + "_proxy": proxy.url}


WAYS = ((None, True), ("me:" + SECRET, True), ("me:" + SECRET, False))


@cases([(scheme, *way) for scheme in ("http", "https") for way in WAYS],
       lambda scheme, user, keeps: scheme + (", a password" if user else "") + ("" if keeps else ", closed"))
def proxied(scheme, user, keeps):
    """a server is reached through the proxy that the environment names, and its stream is heard"""
    with Box(bus=False) as box:
        server, proxy, url, env = through(box, scheme, user, keeps)
        one = start(box, url, env, "--insecure").handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        server.say({"jsonrpc": "2.0", "id": "p", "method": "ping"})
        wait_until(lambda: one.host.method("ping"), "what the server says")
        one.close()
        first = "CONNECT %s:443 " % HOST if scheme == "https" else "POST http://%s/mcp " % HOST
        contains(proxy.asked[0], first, "what the proxy was asked")
        for request in server.requests:
            equal(request.values("Proxy-Authorization"), [], "what the server got of the proxy's password")
        lacks(one.errors(), SECRET, "stderr")
        if scheme == "https":
            lacks("".join(proxy.heads).lower(), "mcp-session-id", "what the proxy heard")


SCHEMES = (("socks5", "5"), ("socks5h", "5"), ("socks4a", "4a"), ("socks", "5"), ("SOCKS5", "5"),
           ("SOCKS5H", "5"), ("Socks4A", "4a"), ("SOCKS", "5"))


@cases([(scheme, *row) for scheme in ("http", "https") for row in SCHEMES],
       lambda scheme, kind, version: "%s through %s" % (scheme, kind))
def through_socks(scheme, kind, version):
    """a server is reached through a SOCKS proxy, which resolves its name, however the scheme is written"""
    with Box(bus=False) as box:
        server = secure(box) if scheme == "https" else serving(box, SpeakingServer())
        proxy = SocksProxy(server.port)
        box.started.append(proxy)
        one = start(box, "%s://%s%s" % (scheme, HOST, server.path),
                    {"all_proxy": "%s://127.0.0.1:%d" % (kind, proxy.port)}, "--insecure").handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        equal(set(proxy.asked), {(version, HOST)}, "what the proxy was asked")


@test
def capital_http():
    """the proxy's password is sent if its scheme is in capitals"""
    with Box(bus=False) as box:
        _server, proxy, url, _env = through(box, "https", "me:" + SECRET)
        one = start(box, url, {"https_proxy": proxy.url.replace("http://", "HTTP://")}).handshake()
        equal(one.call("echo", text="x"), "x", "a call")


@test
def unknown_scheme():
    """a proxy of another kind is not used, and nothing goes another way"""
    with Box(bus=False) as box:
        server, proxy, url, _env = through(box, "https")
        one = start(box, url, {"https_proxy": proxy.url.replace("http://", "socks6://")})
        answer = one.initialize().host.wait_answer(0)
        contains(answer, "error", "the answer")
        equal((server.requests, proxy.asked), ([], []), "requests")


@test
def credentials_through_proxy():
    """the proxy does not get the server's credentials with CONNECT"""
    with Box(bus=False) as box:
        server, proxy, url, env = through(box, "https")
        token = os.path.join(box.directory, "token")
        with open(token, "w", encoding="ascii") as stream:
            stream.write(SECRET)
        one = start(box, url, env, "--bearer-file", token).handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        lacks("".join(proxy.heads), SECRET, "what the proxy heard")
        equal({request.value("Authorization") for request in server.requests}, {"Bearer " + SECRET}, "tokens")


REFUSALS = (("407 Proxy Authentication Required", "407"), ("403 Forbidden", "403"),
            ("502 Bad Gateway", "502"))


@cases([(scheme, *row) for scheme in ("http", "https") for row in REFUSALS],
       lambda scheme, line, status: "%s, %s" % (scheme, line))
def refusing_proxy(scheme, line, status):
    """a proxy refuses: the error names it and its message"""
    with Box(bus=False) as box:
        server, proxy, url, env = through(box, scheme)
        proxy.refuses = line
        one = start(box, url, env, "--insecure")
        answer = one.initialize().host.wait_answer(0)
        contains(answer.get("error", {}).get("message"), status, "the message")
        if status == "407" or scheme == "https":
            contains(answer["error"]["message"], "proxy", "the message")
        equal(server.requests, [], "requests")
        proxy.refuses = None
        one.handshake(identifier="again")
        equal(one.call("echo", text="x"), "x", "a call after")


@test
def wrong_password():
    """a proxy that wants another password: once or twice, not over and over"""
    with Box(bus=False) as box:
        server, proxy, url, env = through(box, "https", "me:" + SECRET)
        one = start(box, url, {"https_proxy": proxy.url.replace(SECRET, "wrong")})
        answer = one.initialize().host.wait_answer(0)
        contains(answer.get("error", {}).get("message"), "407", "the message")
        lacks(json.dumps(answer) + one.errors(), "wrong@", "the message")
        if len(proxy.asked) > 6:
            raise Failure("asked %d times" % len(proxy.asked))
        equal(server.requests, [], "requests")


@test
def absent_proxy():
    """a proxy that is not there: an error, and nothing goes another way"""
    with Box(bus=False) as box:
        server, proxy, url, env = through(box, "https")
        proxy.stop()
        answer = start(box, url, env).initialize().host.wait_answer(0)
        contains(answer, "error", "the answer")
        equal(server.requests, [], "requests")


@test
def this_machine():
    """this machine is reached without the proxy"""
    with Box(bus=False) as box:
        server = secure(box)
        proxy = ForwardingProxy(server.port)
        box.started.append(proxy)
        one = start(box, local(server), {"https_proxy": proxy.url, "all_proxy": proxy.url}).handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        equal(proxy.asked, [], "what the proxy was asked")


class Itself(SpeakingServer):
    """Answers with the status of a proxy itself."""

    def answer(self, request, reply):
        reply.send(407, b"", ("Proxy-Authenticate", 'Basic realm="x"'))


@cases([(way,) for way in ("direct", "through a proxy", "on this machine")], str)
def own_407(way):
    """a proxy's status from the server itself does not count as the proxy's"""
    with Box(bus=False) as box:
        context = None if way == "on this machine" else authority.context(*trust.pairs["good"])
        server = serving(box, Itself(context=context))
        url, env = server.url if context is None else local(server), {}
        if way == "through a proxy":
            proxy = ForwardingProxy(server.port, "me:" + SECRET)
            box.started.append(proxy)
            url, env = "https://%s/mcp" % HOST, {"https_proxy": proxy.url}
        answer = start(box, url, env).initialize().host.wait_answer(0)
        contains(answer["error"]["message"], "it refused the request (HTTP 407)", "the message")
        equal(answer["error"]["data"], {"reason": "refused", "status": 407}, "its data")
        lacks(answer["error"]["message"], "proxy", "the message")
        equal([request.values("Proxy-Authorization") for request in server.requests], [[]],
              "what the server was told")


@test
def unasked():
    """a server that answers 401 with Basic does not get the proxy's password"""
    with Box(bus=False) as box:
        class Refusing(SpeakingServer):
            def answer(self, request, reply):
                reply.send(401, b"", ("WWW-Authenticate", 'Basic realm="x"'))

        server = serving(box, Refusing(context=authority.context(*trust.pairs["good"])))
        proxy = ForwardingProxy(server.port, "me:" + SECRET)
        box.started.append(proxy)
        one = start(box, "https://%s/mcp" % HOST, {"https_proxy": proxy.url})
        answer = one.initialize().host.wait_answer(0)
        contains(answer["error"]["message"], "in the way of: Basic", "the message")
        equal(len(server.requests), 1, "requests")
        equal(server.requests[0].values("Authorization"), [], "what the server was told")


# ---- the desktop's proxies

DIRECT = ("localhost", "127.0.0.0/8", "::1")
WHICH = """from gi.repository import Gio
names = Gio.SettingsSchemaSource.get_default().lookup("org.gnome.system.proxy", True)
print(type(Gio.ProxyResolver.get_default()).__name__ if names else "no schema org.gnome.system.proxy")"""


def desktop(box, proxy, ignored=DIRECT, user=None, mode="manual", kinds=("https", "http")):
    """The environment of a GNOME user with these settings. GNOME's own resolver reads them, which
    glib-networking installs on some systems only."""
    folder = os.path.join(box.env["XDG_CONFIG_HOME"], "glib-2.0", "settings")
    os.makedirs(folder)
    end = "host='127.0.0.1'\nport=%d\n" % proxy.port
    name, _, password = (user or "").partition(":")
    with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as stream:
        stream.write("[system/proxy]\nmode='%s'\nignore-hosts=%r\n" % (mode, list(ignored)))
        stream.write("".join("[system/proxy/%s]\n%s" % (kind, end) for kind in kinds))
        if user:
            stream.write("use-authentication=true\nauthentication-user='%s'\n"
                         "authentication-password='%s'\n" % (name, password))
    env = {"GSETTINGS_BACKEND": "keyfile", "XDG_CURRENT_DESKTOP": "GNOME"}
    found = subprocess.run([sys.executable, "-c", WHICH], env=box.program_env({**NO_PROXIES, **env}),
                           capture_output=True, text=True, check=False)
    if "ProxyResolverGnome" not in found.stdout:
        raise Skip("GNOME's settings of proxies are not read: %s" % (found.stdout + found.stderr).strip())
    return env


# GNOME's settings give a name and a password for http only (glib-networking 2.74).
@cases([("http", None, True), ("http", "me:" + SECRET, True), ("http", "me:" + SECRET, False),
        ("https", None, True)],
       lambda scheme, user, keeps: scheme + (", a password" if user else "") + ("" if keeps else ", closed"))
def of_desktop(scheme, user, keeps):
    """a server is reached through the proxy of the desktop's settings, and its stream is heard"""
    with Box(bus=False) as box:
        server, proxy, url, _ = through(box, scheme, user, keeps)
        one = start(box, url, desktop(box, proxy, user=user), "--insecure").handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        server.say({"jsonrpc": "2.0", "id": "p", "method": "ping"})
        wait_until(lambda: one.host.method("ping"), "what the server says")
        one.close()
        contains(proxy.asked[0], ("CONNECT %s:443 " if scheme == "https" else "POST http://%s/mcp ") % HOST,
                 "what the proxy was asked")
        for request in server.requests:
            equal(request.values("Proxy-Authorization"), [], "what the server got of the proxy's password")
        lacks(one.errors(), SECRET, "stderr")


# No resolver knows the name, so the error shows that it was asked.
PAST = (("its name", [HOST], "manual"), ("names below", ["*.example.test"], "manual"),
        ("no proxy", list(DIRECT), "none"))


@cases(PAST, lambda name, ignored, mode: name)
def past_desktop(name, ignored, mode):
    """exceptions in the desktop's settings are reached without the proxy"""
    with Box(bus=False) as box:
        server, proxy, url, _ = through(box, "https")
        answer = start(box, url, desktop(box, proxy, ignored, mode=mode)).initialize().host.wait_answer(0)
        contains(answer.get("error", {}).get("message"), "its name is not known", "the message")
        equal((proxy.asked, server.requests), ([], []), "what the proxy and the server were asked")


@test
def desktop_socks():
    """a server is reached through the SOCKS proxy of the desktop's settings"""
    with Box(bus=False) as box:
        server = secure(box)
        proxy = SocksProxy(server.port)
        box.started.append(proxy)
        url = "https://%s%s" % (HOST, server.path)
        one = start(box, url, desktop(box, proxy, kinds=["socks"])).handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        equal(set(proxy.asked), {("5", HOST)}, "what the proxy was asked")


@test
def desktop_and_environment():
    """the environment of one server goes before the desktop's settings, its exceptions, too"""
    with Box(bus=False) as box:
        server, proxy, url, env = through(box, "https")
        other = ForwardingProxy(server.port)
        box.started.append(other)
        settings = desktop(box, other)
        one = start(box, url, {**settings, **env}).handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        contains(proxy.asked[0], "CONNECT ", "what the environment's proxy was asked")
        answer = start(box, url, {**settings, **env, "no_proxy": HOST}).initialize().host.wait_answer(0)
        contains(answer.get("error", {}).get("message"), "its name is not known", "the message")
        equal(other.asked, [], "what the desktop's proxy was asked")


@test
def desktop_on_this_machine():
    """this machine is reached without the desktop's proxy, whatever its exceptions"""
    with Box(bus=False) as box:
        server = secure(box)
        proxy = ForwardingProxy(server.port)
        box.started.append(proxy)
        one = start(box, local(server), desktop(box, proxy, [])).handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        equal(proxy.asked, [], "what the proxy was asked")


@test
def desktop_untold():
    """a server behind the desktop's proxy that asks like a proxy does not get the proxy's password"""
    with Box(bus=False) as box:
        server = serving(box, Itself(context=authority.context(*trust.pairs["good"])))
        proxy = ForwardingProxy(server.port)
        box.started.append(proxy)
        one = start(box, "https://%s/mcp" % HOST, desktop(box, proxy, user="me:" + SECRET))
        answer = one.initialize().host.wait_answer(0)
        contains(answer["error"]["message"], "it refused the request (HTTP 407)", "the message")
        for request in server.requests:
            equal(request.values("Proxy-Authorization"), [], "what the server was told")


# ---- HTTP/2

class Two:
    """tests/support/http2-server.mjs."""
    complaints = ()

    def __init__(self, box):
        if NODE is None:
            raise Skip("node is not installed")
        self.said = []
        self._process = subprocess.Popen([NODE, os.path.join(HERE, "http2-server.mjs"), *trust.pairs["good"]],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        threading.Thread(target=self._read, daemon=True).start()
        port = wait_until(lambda: self.all("port"), "the server")[0]
        self.url = "https://localhost:%d/mcp" % port
        box.started.append(self)

    def _read(self):
        for line in self._process.stdout:
            self.said.append(json.loads(line))

    def all(self, name):
        return [one[name] for one in list(self.said) if name in one]

    def stop(self):
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()


@test
def two():
    """a server that speaks HTTP/2 alone: calls at once over one connection, its question, its session"""
    with Box() as box:
        box.serve()
        project = box.folder("project")
        box.add(project)
        server = Two(box)
        one = UrlRun(box, server.url, env=NO_PROXIES).handshake()
        wait_until(lambda: server.all("answer"), "the answer about roots")
        box.paddock("grant", wait_asked(box)["id"], project)
        calls = [one.begin_call("stream" if n % 2 else "echo", text=str(n)) for n in range(100)]
        for number, identifier in enumerate(calls):
            equal(one.host.wait_answer(identifier)["result"]["content"][0]["text"], str(number), "a call")
        equal(len(one.call("large", count=5 << 20)), 5 << 20, "what is large")
        equal(set(server.all("session")), {"h2"}, "what is spoken")
        if len(server.all("session")) > 2:
            raise Failure("%d connections" % len(server.all("session")))
        equal(one.close(), 0, "exit status")
        wait_until(lambda: server.all("ended") == ["two"], "the end of the session")


@cases([(name,) for name in ("reset", "destroy")], str)
def two_broken(name):
    """a stream or a connection of HTTP/2 that breaks off: an error, and the next call works"""
    with Box(bus=False) as box:
        server = Two(box)
        one = start(box, server.url).handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        contains(one.ask("tools/call", {"name": name, "arguments": {}}), "error", "the answer")
        equal(one.call("echo", text="y"), "y", "the next call")


@test
def two_going_away():
    """a server that ends its connections in good order (GOAWAY) is asked over another one"""
    with Box(bus=False) as box:
        server = Two(box)
        one = start(box, server.url).handshake()
        for number in range(3):
            equal(one.call("goaway", text="x"), "x", "a call")
            wait_until(lambda number=number: len(server.all("gone")) > number, "the connection's end")
            equal(one.call("echo", text=str(number)), str(number), "the call after")


@test
def two_cancelled():
    """a call that was cancelled does not stay open at the server"""
    with Box(bus=False) as box:
        server = Two(box)
        one = start(box, server.url).handshake()
        held = one.begin_call("hold")
        equal(one.call("echo", text="x"), "x", "a call meanwhile")
        one.host.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": held}})
        wait_until(lambda: one.call("echo", text="y") and server.all("closed"), "the end of the stream", 20)
        equal(one.host.answers(held), [], "answers to what was cancelled")


# ---- resumed answers

class NotAgain(SpeakingServer):
    """Ends its answers early, after an id, and does not resume them."""
    status = 405

    def answer(self, request, reply):
        if request.method == "GET" and request.value("Last-Event-ID"):
            reply.send(self.status, {"jsonrpc": "2.0", "id": None, "error": {
                "code": -32000, "message": "Method not allowed."}})
        else:
            super().answer(request, reply)

    def _answer(self, message, reply):
        if message["method"] != "tools/call" or message["params"]["name"] != "broken":
            super()._answer(message, reply)
            return
        stream = reply.stream()
        stream.raw(event(None, "one", 10))
        stream.end()


@cases([(status,) for status in (400, 405, 410)], str)
def not_gone_on(status):
    """if the rest of an answer is refused, the error is about that and not about the server"""
    with Box(bus=False) as box:
        server = serving(box, NotAgain())
        server.status = status
        one = start(box, server.url).handshake()
        answer = one.ask("tools/call", {"name": "broken", "arguments": {}})
        contains(answer["error"]["message"], "does not go on with it (HTTP %d)" % status, "the message")
        equal(one.call("echo", text="x"), "x", "the next call")


@test
def resumed():
    """an answer that breaks off behind an id comes with the stream that goes on with it, over TLS, too"""
    with Box(bus=False) as box:
        server = serving(box, FaultyServer("resumable", context=authority.context(*trust.pairs["good"])))
        one = start(box, "https://localhost:%d%s" % (server.port, server.path)).handshake()
        server.arm("tools/call", "cut", 300)
        equal(one.call("echo", text="whole"), "whole", "the call")
        equal(server.hits, 1, "faults")
        wait_until(lambda: [request for request in server.requests if request.value("Last-Event-ID")],
                   "the stream that goes on")


run()
