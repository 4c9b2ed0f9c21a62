# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` and the service: what the server gets, what the user is asked, and what happens when the
service is missing, ends and comes back."""

import json
import os
import subprocess
import sys
import time

from harness import APP_NAME, Box, Failure, binary, contains, equal, stays, wait_until
from puppet import Run
from tap import Skip, cases, run, test

GRACE = 10
# After so many seconds `paddock run` says that no service answers.
ABSENT = 5


def only_request(box):
    return wait_until(lambda: box.control().call("ListRequests"), "the question")[0]


@test
def granted_and_revoked():
    """the server is answered at once, gets a notice after the user's decision, and reads the list"""
    with Box() as box:
        box.serve()
        folder = box.folder("project")
        box.add(folder)
        one = Run(box, "--on-revoke=notify", name="reader").handshake()
        equal(one.roots(1), [], "the first list")
        equal(only_request(box)["name"], "reader", "the question")
        box.paddock("grant", "reader", folder)
        one.wait_notices(1)
        equal(one.uris("two"), ["file://" + folder], "the list")
        box.paddock("revoke", "reader")
        one.wait_notices(2)
        equal(one.uris(3), [], "the list")
        equal([message for message in one.host.messages() if message.get("method")], [],
              "what the host was told")


@test
def identity():
    """the command line is the identity: the same one is known again, another one is not"""
    with Box() as box:
        box.serve()
        folder = box.folder("project")
        box.add(folder)
        first = Run(box, name="reader").handshake()
        first.roots(1)
        box.paddock("grant", "reader", folder)
        other = Run(box, "--name", "other", name="reader").handshake()
        equal(other.uris(1), [], "another command line")
        equal([server["name"] for server in box.json("servers")], ["reader", "other"], "servers")
        equal(box.server("other")["decision"], "undecided", "of the other")


@test
def probe_leaves_no_trace():
    """a start that ends before the handshake is not seen by the service"""
    with Box() as box:
        box.serve()
        one = Run(box)
        one.host.send({"jsonrpc": "2.0", "id": "probe", "method": "server/discover", "params": {}})
        one.server.send({"jsonrpc": "2.0", "id": "probe", "error": {"code": -32601, "message": ""}})
        one.host.wait_answer("probe")
        one.host.close_output()
        one.wait_end()
        equal(box.json("servers"), [], "servers")


@test
def asked_before_initialized():
    """a server that asks before `initialized` is answered"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        one = Run(box)
        equal(one.uris(0), ["file://" + box.folder("shared")], "the list")


@test
def version_of_the_server():
    """`_meta` of a root is for servers whose revision knows it"""
    with Box() as box:
        box.serve()
        folder = box.folder("project")
        box.add("--read-only", folder)
        for number, (version, has_meta) in enumerate((("2025-11-25", True), ("2025-06-18", True),
                                                      ("2025-03-26", False), ("2024-11-05", False))):
            name = "v%d" % number
            one = Run(box, name=name).handshake(version=version)
            one.roots(1)
            box.paddock("grant", name, folder)
            one.wait_notices(1)
            equal("_meta" in one.roots(2)[0], has_meta, "_meta for " + version)


@test
def started_over_the_bus():
    """with a host's bare environment the service is started, and the server hears of its roots"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared")).stop()
        one = Run(box, bare=True, env={"XDG_RUNTIME_DIR": box.runtime, "XDG_DATA_HOME": box.data_home,
                                       "DBUS_SESSION_BUS_ADDRESS":
                                       box.env["DBUS_SESSION_BUS_ADDRESS"]}).handshake()
        equal(one.roots(1), [], "the list")
        wait_until(box.service_pid, "the service")
        wait_until(lambda: box.json("servers"), "the server")


@test
def found_without_environment():
    """socket and bus are found below XDG_RUNTIME_DIR's stand-in, or nothing is, and all else works"""
    with Box(bus=False) as box:
        one = Run(box, bare=True).handshake()
        equal(one.roots(1), [], "the list")
        one.host.send({"jsonrpc": "2.0", "id": 5, "method": "ping"})
        wait_until(lambda: one.server.method("ping"), "ping")


@test
def service_comes_later():
    """a server that started before the service sees its roots when the service is there"""
    with Box() as box:
        shared = box.folder("shared")
        socket = os.path.join(box.directory, "later.sock")
        os.mkdir(os.path.join(box.directory, "s"), 0o700)
        socket = os.path.join(box.directory, "s", "later.sock")
        one = Run(box, "--socket", socket).handshake()
        equal(one.roots(1), [], "without a service")
        box.serve("--socket", socket, "--consent=allow", "--share", shared)
        one.wait_notices(1)
        equal(one.uris(2), ["file://" + shared], "the list")


@test
def service_gone_and_back():
    """killed and back within the grace: the list stays, nothing is sent; a question is put again"""
    with Box() as box:
        service = box.serve()
        folder = box.folder("project")
        box.add(folder)
        one = Run(box, name="reader").handshake()
        one.roots(1)
        box.paddock("grant", "reader", folder)
        one.wait_notices(1)
        equal(one.uris(2), ["file://" + folder], "the list")
        waiting = Run(box, "--name", "waiting").handshake()
        waiting.roots(1)
        equal(only_request(box)["name"], "waiting", "the question")
        service.kill()
        equal(one.uris(3), ["file://" + folder], "the list without a service")
        one.host.send({"jsonrpc": "2.0", "id": 9, "method": "ping"})
        wait_until(lambda: one.server.method("ping"), "a line meanwhile")
        if box.service_pid() is None:
            box.serve()
        equal(only_request(box)["name"], "waiting", "the question, after the restart")
        wait_until(lambda: box.server("reader")["sessions"], "the session")
        stays(lambda: one.notices() == 1, "no notice")
        equal(one.uris(4), ["file://" + folder], "the list")


@test
def many_folders_back():
    """a service that starts again looks at all folders before it lets servers in: the list is whole"""
    with Box() as box:
        service = box.serve()
        folders = [box.folder("projects", "%03d" % number) for number in range(300)]
        box.paddock("add", *folders)
        one = Run(box, name="reader").handshake()
        one.roots(1)
        box.paddock("grant", "reader", *folders)
        one.wait_notices(1)
        equal(len(one.uris(2)), len(folders), "the list")
        seen = one.notices()
        service.kill()
        if box.service_pid() is None:
            box.serve()
        wait_until(lambda: box.server("reader")["sessions"], "the session")
        stays(lambda: one.notices() == seen, "no notice")
        equal(len(one.uris(3)), len(folders), "the list")


@test
def service_gone_for_good():
    """after the grace the list is withdrawn, once"""
    with Box() as box:
        os.mkdir(os.path.join(box.directory, "s"), 0o700)
        socket = os.path.join(box.directory, "s", "mcp.sock")
        shared = box.folder("shared")
        service = box.serve("--socket", socket, "--consent=allow", "--share", shared)
        one = Run(box, "--socket", socket).handshake()
        equal(one.uris(1), ["file://" + shared], "the list")
        service.kill()
        began = time.monotonic()
        one.wait_notices(1)
        taken = time.monotonic() - began
        if not GRACE - 0.5 < taken < GRACE + 5:
            raise AssertionError("withdrawn after %.1f s" % taken)
        equal(one.uris(2), [], "the list")
        stays(lambda: one.notices() == 1, "one notice", 1)


@test
def ends_without_the_service():
    """a grant that ends while the service is gone ends all the same"""
    with Box() as box:
        os.mkdir(os.path.join(box.directory, "s"), 0o700)
        socket = os.path.join(box.directory, "s", "mcp.sock")
        service = box.serve("--socket", socket)
        folder = box.folder("project")
        box.add(folder)
        one = Run(box, "--socket", socket, name="reader").handshake()
        one.roots(1)
        box.paddock("grant", "reader", folder, "--for", "4s")
        ends = time.monotonic() + 4
        one.wait_notices(1)
        equal(one.uris(2), ["file://" + folder], "the list")
        service.kill()
        one.wait_notices(2)
        if time.monotonic() - ends > 4:
            raise AssertionError("it ended %.1f s late" % (time.monotonic() - ends))
        equal(one.uris(3), [], "the list")


@test
def stranger_at_the_socket():
    """a service that says nothing is not waited for"""
    import socket as sockets  # pylint: disable=import-outside-toplevel
    with Box(bus=False) as box:
        path = os.path.join(box.directory, "silent.sock")
        listener = sockets.socket(sockets.AF_UNIX)
        listener.bind(path)
        listener.listen()
        one = Run(box, "--socket", path).handshake()
        began = time.monotonic()
        equal(one.roots(1), [], "the list")
        if not 0.3 < time.monotonic() - began < 5:
            raise AssertionError("answered after %.2f s" % (time.monotonic() - began))


# ---- the first call

INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
HELD = 0.25  # s; PADDOCK_STARTUP_HOLD_MS
TIMES = 100 if os.environ.get("PADDOCK_TEST_FULL") else 25


def call(identifier, method="tools/call"):
    return {"jsonrpc": "2.0", "id": identifier, "method": method}


def line(message):
    return json.dumps(message).encode() + b"\n"


def shake_hands(box, slot="known"):
    """Everything before the host's `initialized`, which is not sent."""
    one = Run(box, slot=slot)
    one.host.send({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}}})
    wait_until(lambda: one.server.method("initialize"), "initialize")
    one.server.send({"jsonrpc": "2.0", "id": 0, "result": {
        "protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
        "serverInfo": {"name": "reader", "version": "1"}}})
    one.host.wait_answer(0)
    return one


def teach(box):
    """A launch in which the server asks at its start."""
    one = Run(box, slot="known").handshake()
    one.roots(1)
    return one


def make_first_call(box, slot="known"):
    """Whether the answer about roots came before the first call, for a server that asks when it is
    initialized; and how long the call took to reach the server."""
    one = shake_hands(box, slot)
    began = time.monotonic()
    one.host.send_raw(INITIALIZED + line(call(7)))
    wait_until(lambda: one.server.method("notifications/initialized"), "initialized")
    one.server.send({"jsonrpc": "2.0", "id": "r", "method": "roots/list"})
    wait_until(lambda: one.server.method("tools/call"), "the call")
    took = time.monotonic() - began
    one.server.wait_answer("r")
    order = [message for message in one.server.messages()
             if message.get("id") == "r" or message.get("method") == "tools/call"]
    one.stop()
    return order[0].get("id") == "r" and len(order[0]["result"]["roots"]) == 1, took


def sees_roots_first(box):
    """The same for a server that is known to ask. If the machine was too slow, so that the server asked
    too late, this proves nothing and tries again."""
    for _ in range(20):
        sees, took = make_first_call(box)
        if sees or took < HELD:
            return sees
        teach(box).stop()
    raise Failure("the machine is too slow")


@test
def first_call_sees_the_roots():
    """of a server that asked at its start before, every first call comes behind the roots; of one
    that is not known, none does"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        equal(sum(make_first_call(box, "unknown-%d" % number)[0] for number in range(5)), 0,
              "without holding")
        equal(make_first_call(box)[0], False, "before it is known")
        teach(box).stop()
        equal([sees_roots_first(box) for _ in range(TIMES - 1)], [True] * (TIMES - 1), "with holding")


@test
def held_for_a_while():
    """a server that does not ask gets everything after 250 ms, pings at once, in order"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        teach(box).stop()
        one = shake_hands(box)
        began = time.monotonic()
        one.host.send_raw(INITIALIZED + line(call(1)) + line(call(2, "ping")) + line(call(3))
                          + line({"jsonrpc": "2.0", "method": "notifications/x"})
                          + line({"jsonrpc": "2.0", "method": "notifications/cancelled",
                                  "params": {"requestId": 3}}))
        wait_until(lambda: one.server.method("ping"), "the ping")
        one.server.send({"jsonrpc": "2.0", "id": 2, "result": {}})
        one.host.wait_answer(2)
        wait_until(lambda: one.server.method("notifications/x"), "the rest")
        if not time.monotonic() - began > 0.24:
            raise AssertionError("held for %.3f s" % (time.monotonic() - began))
        equal([(message.get("method"), message.get("id")) for message in one.server.messages()[2:]],
              [("ping", 2), ("tools/call", 1), ("notifications/x", None)], "what the server read")
        one.host.send(call(4))
        wait_until(lambda: len(one.server.method("tools/call")) == 2, "nothing is held later")


@test
def held_to_the_end():
    """when the host ends, the server gets held lines before the end"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        teach(box).stop()
        one = shake_hands(box)
        one.host.send_raw(INITIALIZED + line(call(1)) + line(call(2))).join()
        one.host.close_output()
        wait_until(lambda: one.server.ended, "the end")
        equal([message["id"] for message in one.server.method("tools/call")], [1, 2], "the calls")


@test
def held_bytes():
    """over 1 MiB nothing is held"""
    with Box() as box:
        box.serve("--consent=allow", "--share", box.folder("shared"))
        teach(box).stop()
        one = shake_hands(box)
        big = dict(call(2), params={"x": "x" * 1024 * 1024})
        one.host.send_raw(INITIALIZED + line(call(1)) + line(big) + line(call(3)))
        wait_until(lambda: len(one.server.method("tools/call")) == 3, "the calls")
        equal([message["id"] for message in one.server.method("tools/call")], [1, 2, 3], "the order")
        equal(one.server.lines()[-2], line(big)[:-1], "the long one")


# ---- the newest revision

WANT = {"resultType": "input_required", "inputRequests": {"r": {"method": "roots/list"}},
        "requestState": "opaque \u00e9"}


def modern(identifier, method="tools/call", **params):
    return {"jsonrpc": "2.0", "id": identifier, "method": method, "params": dict(params, _meta={
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {}})}


def want_roots(one, identifier):
    """The host calls, and the server wants roots."""
    one.host.send(modern(identifier, name="index"))
    wait_until(lambda: one.server.method("tools/call"), "the call")
    one.server.send({"jsonrpc": "2.0", "id": identifier, "result": WANT})


def finish(one, identifier):
    """The server gets the request again and answers. Returns what it got, and what the host got."""
    again = wait_until(lambda: one.server.method("tools/call")[1:], "the second try")[-1]
    one.server.send({"jsonrpc": "2.0", "id": again["id"], "result": {"resultType": "complete"}})
    equal(one.host.wait_answer(identifier)["result"], {"resultType": "complete"}, "the result")
    equal(again["params"]["requestState"], WANT["requestState"], "the state")
    equal(len(one.host.messages()), 1, "all that the host got")
    return [root["uri"] for root in again["params"]["inputResponses"]["r"]["roots"]]


@test
def newest_revision():
    """a request that wants roots is repeated with them, and its host sees the last answer only"""
    with Box() as box:
        shared = box.folder("shared")
        box.serve("--consent=allow", "--share", shared)
        one = Run(box)
        want_roots(one, 5)
        equal(finish(one, 5), ["file://" + shared], "the roots")
        equal(one.server.messages()[0]["params"]["_meta"]
              ["io.modelcontextprotocol/clientCapabilities"], {"roots": {}}, "the capability")
        equal(one.notices(), 0, "notices")


@cases([("grant",), ("block",)], str)
def newest_revision_waits(verdict):
    """while the user is asked the request waits, and ends at once with the answer"""
    with Box() as box:
        box.serve()
        folder = box.folder("project")
        box.add(folder)
        one = Run(box, name="reader")
        want_roots(one, 5)
        server = only_request(box)["name"]
        stays(lambda: len(one.server.method("tools/call")) == 1, "it waits", 1)
        one.host.send({"jsonrpc": "2.0", "id": "p", "method": "ping"})
        wait_until(lambda: one.server.method("ping"), "a ping meanwhile")
        box.paddock(verdict, server, *([folder] if verdict == "grant" else []))
        began = time.monotonic()
        equal(finish(one, 5), ["file://" + folder] if verdict == "grant" else [], "the roots")
        if time.monotonic() - began > 5:
            raise AssertionError("answered after %.1f s" % (time.monotonic() - began))


@test
def newest_revision_without_service():
    """without a service a request gets an empty list, and is not held up"""
    with Box(bus=False) as box:
        one = Run(box)
        want_roots(one, 5)
        equal(finish(one, 5), [], "the roots")


@test
def newest_revision_probe():
    """a host that probes gets its server's own answer, and the service sees nothing"""
    with Box() as box:
        box.serve()
        one = Run(box)
        one.host.send(modern("probe", "server/discover"))
        wait_until(lambda: one.server.method("server/discover"), "the probe")
        error = {"code": -32601, "message": "no"}
        one.server.send({"jsonrpc": "2.0", "id": "probe", "error": error})
        equal(one.host.wait_answer("probe")["error"], error, "the answer")
        equal(box.json("servers"), [], "servers")


# ---- the host's own roots

def answer_host(one, uris):
    asked = wait_until(lambda: one.host.method("roots/list"), "our question to the host")[-1]
    one.host.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": [
        {"uri": uri} for uri in uris]}})
    return asked["id"]


@test
def suggested():
    """the host's own roots are suggestions in the question, and never shared by themselves"""
    with Box() as box:
        box.serve()
        one = Run(box, name="reader").handshake(roots=True)
        equal(one.roots(1), [], "the list")
        equal(only_request(box).get("suggestions", []), [], "suggestions at first")
        answer_host(one, ["file:///home/u/my%20project/", "https://example.org/", "file:///tmp/x"])
        wait_until(lambda: only_request(box).get("suggestions", []), "the suggestions")
        equal(only_request(box).get("suggestions", []), ["file:///home/u/my%20project", "file:///tmp/x"],
              "suggestions")
        equal(one.roots(2), [], "the list")
        equal(one.server.method("ping"), [], "what else the server got")
        equal(one.server.answers("paddock"), [], "answers of the host")


@test
def thrown_away():
    """ambiguous or invalid lines of a server do not reach a host with roots, and the journal counts them"""
    with Box() as box:
        box.serve()
        one = Run(box, name="reader").handshake(roots=True)
        one.roots(1)
        for _ in range(50):
            one.server.send_raw(b'{"jsonrpc":"2.0","id":9,"method":"ping","method":"roots/list"}\n')
        one.server.send_raw(b'{"method":"roots/list"\n')
        one.server.send({"jsonrpc": "2.0", "method": "notifications/message",
                         "params": {"_meta": {"io.github.paddock-mcp/report": {"event": "restarted"}}}})
        wait_until(lambda: one.host.method("notifications/message"), "what came behind")
        wait_until(lambda: sum(row["count"] for row in box.log("line-dropped")) == 51, "the journal")
        equal({row["reason"]: row["count"] for row in box.log("line-dropped")},
              {"ambiguous": 50, "malformed": 1}, "the rows")
        equal(box.log("restarted"), [], "what the server itself reports")
        equal(len([one for one in one.host.messages() if one.get("method") == "ping"]), 0, "pings")


@test
def ignored():
    """with --host-roots=ignore the host is not asked"""
    with Box() as box:
        box.serve()
        one = Run(box, "--host-roots=ignore").handshake(roots=True)
        one.roots(1)
        only_request(box)
        stays(lambda: not one.host.method("roots/list"), "the host is not asked")


@test
def intersected():
    """with --host-roots=intersect only folders inside the host's roots are passed on"""
    with Box() as box:
        shared = box.folder("shared")
        inner = box.folder("shared", "inner")
        box.serve("--consent=allow", "--share", shared, "--share", box.folder("other"))
        one = Run(box, "--host-roots=intersect").handshake(roots=True)
        equal(one.roots(1), [], "before the host said anything")
        answer_host(one, ["file://" + inner + "/", "file:///elsewhere"])
        one.wait_notices(1)
        equal(one.uris(2), ["file://" + inner], "the list")
        one.host.send({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
        wait_until(lambda: len(one.host.method("roots/list")) == 2, "the second question")
        answer_host(one, ["file://" + os.path.dirname(shared)])
        one.wait_notices(2)
        equal(sorted(one.uris(3)), sorted("file://" + box.folder(name) for name in ("shared", "other")),
              "the list")


@cases([("lhome/me/shared", "shared"), ("lhome", "shared"), ("var/home/me/shared", "shared"),
        ("var/lme/shared/in%20side", "shared/in%20side"), ("lhome/me/shared/file", "shared/file"),
        ("lhome/me/shared/out", None), ("lhome/me/shared/missing", None), ("lhome/me/shared/..", None)],
       lambda named, told: named)
def intersected_through_link(named, told):
    """with --host-roots=intersect a folder counts as the same behind a link, as /home is on some systems"""
    with Box() as box:
        home = box.folder("var", "home", "me")
        shared = box.folder("var", "home", "me", "shared")
        base = os.path.dirname(os.path.dirname(os.path.dirname(home)))
        for name in ("in side", "mark"):
            os.mkdir(os.path.join(shared, name))
        with open(os.path.join(shared, "file"), "w", encoding="ascii"):
            pass
        os.symlink("/etc", os.path.join(shared, "out"))
        os.symlink("var/home", os.path.join(base, "lhome"))
        os.symlink("home/me", os.path.join(base, "var", "lme"))
        box.serve("--consent=allow", "--share", shared)
        one = Run(box, "--host-roots=intersect").handshake(roots=True)
        equal(one.roots(1), [], "before the host said anything")
        mark = "file://%s/mark" % shared
        answer_host(one, ["file://%s/%s" % (base, named), mark])
        one.wait_notices(1)
        equal(one.uris(2), ["file://%s/%s" % (home, told), mark] if told else [mark], "the list")


@cases([("--host-roots=union",), ("--host-roots=",), ("--socket=",)], str)
def wrong(option):
    """an option that makes no sense is refused"""
    with Box(bus=False) as box:
        equal(box.paddock("run", option, "--", "true", code=2).out, "", "stdout")


@cases([(False,), (True,)], lambda asks: "after a question" if asks else "after the handshake")
def nobody_answers(asks):
    """in another runtime directory no service answers, which a line on stderr says once"""
    with Box() as box:
        box.serve()
        elsewhere = os.path.join(box.directory, "elsewhere")
        os.mkdir(elsewhere, 0o700)
        one = Run(box, env={"XDG_RUNTIME_DIR": elsewhere}).handshake()
        if asks:
            equal(one.roots(1), [], "the list")
        wait_until(lambda: "does not answer at %s/" % elsewhere in one.errors(), "the line")
        equal(len(one.errors().splitlines()), 1, "lines")
        equal(box.json("servers"), [], "servers")


# A server that asks for its folders, and writes the list to a file.
ASKING = """
import json, sys
def send(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "initialize":
        send(id=message["id"], result={"protocolVersion": "2025-06-18", "capabilities": {},
                                       "serverInfo": {"name": "asking", "version": "1"}})
    elif message.get("method") == "notifications/initialized":
        send(id="roots", method="roots/list")
    elif message.get("id") == "roots":
        with open(sys.argv[1], "w") as stream:
            json.dump(message["result"], stream)
"""


def without_sockets():
    """The beginning of a command that becomes a program without sockets."""
    tests = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    wrap = [sys.executable, os.path.join(tests, "support", "no-sockets.py")]
    if subprocess.run([*wrap, "true"], check=False).returncode != 0:
        raise Skip("no system call can be filtered here")
    return wrap


@test
def forbidden():
    """without sockets the server starts, and a line on stderr says at once why it gets no folders"""
    with Box() as box:
        box.serve()
        box.add(box.folder("project"))
        listed, log = (os.path.join(box.directory, name) for name in ("listed", "forbidden.err"))
        with open(log, "wb") as errors, subprocess.Popen(
                [*without_sockets(), binary(), "run", "--", sys.executable, "-c", ASKING, listed],
                env=box.program_env(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=errors) as process:
            for message in ({"id": 1, "method": "initialize", "params": {
                                "protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "host", "version": "1"}}},
                            {"method": "notifications/initialized"}):
                process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
            process.stdin.flush()
            wait_until(lambda: os.path.exists(listed) and os.path.getsize(listed), "the list")
            with open(listed, encoding="utf-8") as stream:
                equal(json.load(stream), {"roots": []}, "the list")

            def lines():
                with open(log, encoding="utf-8") as stream:
                    return stream.read().splitlines()
            line, = wait_until(lines, "the line")
            contains(line, "is forbidden here: Operation not permitted. The server gets no folders")
            # Longer than the time after which it says that no service answers.
            stays(lambda: len(lines()) == 1, "one line", ABSENT + 1)
            process.stdin.close()
            equal(process.wait(timeout=30), 0, "status")


@test
def comes_late():
    """a service that starts after that line hears of it, and the activity mentions it"""
    with Box() as box:
        # With this option it starts no service itself.
        socket = os.path.join(box.runtime, "app", APP_NAME, "mcp.sock")
        one = Run(box, "--socket=" + socket, name="early").handshake()
        wait_until(lambda: "does not answer at " in one.errors(), "the line")
        box.serve()
        row, = wait_until(lambda: box.log("without-service"), "the row")
        equal((row["server"], row["count"]), ("early", 1), "the row")
        contains(box.paddock("log", "--kind", "problems").out, "got no folders", "the words")
        one.stop()


run()
