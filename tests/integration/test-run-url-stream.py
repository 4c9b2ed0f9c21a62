# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --url`: the session and its stream: when Paddock opens it, what a server may answer, how it
is opened again, and how a session ends."""

import time

from faults import FaultyServer
from harness import Box, Failure, PATIENCE, equal, stays, wait_until
from remote import UrlRun, serving
from handshake_peer import SESSION, SpeakingServer
from tap import cases, run, test
from web import event

INITIALIZED = "notifications/initialized"


class Watching(SpeakingServer):
    """Records the order of requests."""

    def __init__(self, **options):
        super().__init__(**options)
        self.order = []
        self.times = []  # when each GET came
        self.last = []  # the Last-Event-ID of each

    def answer(self, request, reply):
        if request.method == "POST":
            self.order.append(request.json().get("method", "answer"))
        else:
            self.order.append(request.method)
        if request.method == "GET":
            self.times.append(time.monotonic())
            self.last.append(request.value("Last-Event-ID"))
        super().answer(request, reply)


def start(box, server, **options):
    return UrlRun(box, server.url, "--socket", box.directory + "/nowhere", **options)


@test
def in_time():
    """the stream is asked for after the reply to initialize and before the server hears of initialized"""
    for _ in range(5):
        with Box(bus=False) as box:
            server = serving(box, Watching())
            one = start(box, server).handshake()
            equal(one.call("echo", text="x"), "x", "a call")
            equal(server.order, ["initialize", "GET", INITIALIZED, "tools/call"], "the order")
            get = [request for request in server.requests if request.method == "GET"][0]
            equal((get.accepts(), get.value(SESSION), get.value("MCP-Protocol-Version"), get.body),
                  (["text/event-stream"], "spoken", "2025-11-25", b""), "GET")


class Silent(Watching):
    """Sends nothing on the stream, not even its head, until it has a message."""

    def _listen(self, reply):
        reply.wait_gone()
        reply.close()


@test
def silent_stream():
    """a server that answers the GET only when it has something to say is not waited for"""
    with Box(bus=False) as box:
        server = serving(box, Silent())
        began = time.monotonic()
        one = start(box, server).handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        if time.monotonic() - began > 2 * PATIENCE:
            raise Failure("it took %.1f s" % (time.monotonic() - began))
        equal(server.order, ["initialize", "GET", INITIALIZED, "tools/call"], "the order")
        one.close()


class Refusing(Watching):
    status = 405

    def _listen(self, reply):
        reply.send(self.status)


@cases([(status,) for status in (400, 404, 405, 406, 409, 500, 501)], str)
def refused_stream(status):
    """a server that has no stream works without one, and is not asked for it over and over"""
    with Box(bus=False) as box:
        server = serving(box, Refusing())
        server.status = status
        one = start(box, server).handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        # 404 may mean that the session is gone. It is not, as the next request shows.
        stays(lambda: len(server.times) <= 4, "few GETs")
        equal(one.call("echo", text="y"), "y", "a call")
        if status == 405:
            equal(len(server.times), 1, "GETs")


class Ending(Watching):
    """Ends its stream each time after an event with an id."""

    retry = 50
    ids = True

    def _listen(self, reply):
        number = len(self.times)
        data = {"jsonrpc": "2.0", "method": "notifications/message",
                "params": {"level": "info", "data": "stream %d" % number}}
        stream = reply.stream()
        stream.event(data, "event-%d" % number if self.ids else None, self.retry)
        stream.end()


@cases(((100, 50), (1000, 300)), lambda retry, early: "%d ms" % retry)
def retry(retry, early):
    """a stream that ends is opened again, after the server's time and from its last event"""
    with Box(bus=False) as box:
        server = serving(box, Ending())
        server.retry = retry
        one = start(box, server).handshake()
        wait_until(lambda: len(server.times) >= 4, "four streams")
        for before, after in zip(server.times, server.times[1:4]):
            if after - before < (retry - early) / 1000:
                raise Failure("opened again after %.3f s" % (after - before))
        equal(server.last[:4], [None, "event-1", "event-2", "event-3"], "Last-Event-ID")
        wait_until(lambda: len(one.host.method("notifications/message")) >= 3, "the messages")
        equal([message["params"]["data"] for message in one.host.method("notifications/message")][:3],
              ["stream 1", "stream 2", "stream 3"], "messages")


@test
def patience():
    """a stream that always ends at once and says no time is asked for less and less often"""
    with Box(bus=False) as box:
        server = serving(box, Ending())
        server.retry, server.ids = None, False
        one = start(box, server).handshake()
        wait_until(lambda: len(server.times) >= 2, "a second stream")
        stays(lambda: len(server.times) <= 8, "few GETs", 4)
        equal(one.call("echo", text="x"), "x", "a call")


@test
def dropped():
    """all connections are cut while a call is in flight: an error, and the rest works again"""
    with Box(bus=False) as box:
        class Holding(Watching):
            def _answer(self, message, reply):
                if message["method"] == "tools/call" and message["params"]["name"] == "hold":
                    reply.wait_gone()
                    reply.close()
                else:
                    super()._answer(message, reply)

        server = serving(box, Holding())
        one = start(box, server).handshake()
        held = one.begin_call("hold")
        wait_until(lambda: "tools/call" in server.order, "the call")
        server.drop()
        equal("error" in one.host.wait_answer(held, 5), True, "the answer")
        equal(one.call("echo", text="x"), "x", "the next call")
        wait_until(lambda: len(server.times) >= 2, "the stream again")
        server.say({"jsonrpc": "2.0", "id": "after", "method": "ping"})
        wait_until(lambda: one.host.method("ping"), "what the server says")


@cases([(shape,) for shape in ("json", "stream")], str)
def connections(shape):
    """a connection is used again: fifty calls one after the other need no more than a few"""
    with Box(bus=False) as box:
        server = serving(box, FaultyServer(shape))
        one = start(box, server).handshake()
        for number in range(50):
            equal(one.call("echo", text="call %d" % number), "call %d" % number, "a call")
        # One for calls, one for answers, one for the session's stream, and one to spare.
        if server.connections > 4:
            raise Failure("%d connections for %d requests" % (server.connections, len(server.requests)))


class Unending(Watching):
    """Answers calls on streams that it never ends, and the call "hold" not at all."""

    def _answer(self, message, reply):
        if message["method"] != "tools/call":
            super()._answer(message, reply)
            return
        stream = reply.stream()
        if message["params"]["name"] == "hold":
            stream.comment()
        else:
            stream.event({"jsonrpc": "2.0", "id": message["id"], "result": self.result(message)})
        reply.wait_gone()
        reply.close()

    def open_streams(self):
        return len(self._open)


@cases([(how,) for how in ("answered", "cancelled")], str)
def unending(how):
    """streams that the server does not end use up no places, and are closed soon"""
    with Box(bus=False) as box:
        server = serving(box, Unending())
        one = start(box, server).handshake()
        began = time.monotonic()
        for number in range(600):
            if how == "answered":
                equal(one.call("echo", text=str(number)), str(number), "a call")
            else:
                one.host.send({"jsonrpc": "2.0", "method": "notifications/cancelled",
                               "params": {"requestId": one.begin_call("hold")}})
        equal(one.call("echo", text="last"), "last", "the call behind them")
        if time.monotonic() - began > 60 * PATIENCE:
            raise Failure("it took %.1f s" % (time.monotonic() - began))
        wait_until(lambda: server.open_streams() <= 4, "few connections", 20)
        equal(len([line for line in one.host.messages() if "error" in line]), 0, "errors")


class Leaving(Watching):
    how = 200

    def answer(self, request, reply):
        if request.method != "DELETE":
            super().answer(request, reply)
            return
        self.order.append("DELETE")
        if self.how == "never":
            reply.wait_gone()
            reply.close()
        elif self.how == "cut":
            reply.close()
        else:
            reply.send(self.how)


@cases([(how,) for how in (200, 202, 204, 404, 405, 500, "cut", "never")], str)
def goodbye(how):
    """with the host's end the session is ended, whatever the server says to that, and within 2 s"""
    with Box(bus=False) as box:
        server = serving(box, Leaving())
        server.how = how
        one = start(box, server).handshake()
        equal(one.call("echo", text="x"), "x", "a call")
        began = time.monotonic()
        equal(one.close(), 0, "exit status")
        if time.monotonic() - began > 1.9 * PATIENCE:
            raise Failure("it took %.1f s" % (time.monotonic() - began))
        # If the connection ends without an answer, it may be sent again, because twice does the same.
        count = server.order.count("DELETE")
        if count < 1 or (count > 1 and how != "cut"):
            raise Failure("the order is %r" % server.order)
        equal({request.value(SESSION) for request in server.requests if request.method == "DELETE"},
              {"spoken"}, "its session")


class Mixed(Watching):
    """Sends messages of its own before the answer to a call, on that call's stream."""

    def _answer(self, message, reply):
        if message["method"] != "tools/call":
            super()._answer(message, reply)
            return
        stream = reply.stream()
        for number in range(3):
            stream.raw(event({"jsonrpc": "2.0", "method": "notifications/progress", "params": {
                "progressToken": "t", "progress": number}}))
            # The host gets it before the rest is sent.
            wait_until(lambda number=number: self.one.host.method("notifications/progress")[number:],
                       "event %d at the host" % number)
        stream.event({"jsonrpc": "2.0", "id": message["id"], "result": self.result(message)})
        stream.end()


@test
def at_once():
    """each event of a stream is at the host when it is whole, not when the stream ends"""
    with Box(bus=False) as box:
        server = serving(box, Mixed())
        server.one = one = start(box, server).handshake()
        equal(one.call("echo", text="x"), "x", "the answer")
        equal([line.get("method", "answer") for line in one.host.messages()[1:]],
              ["notifications/progress"] * 3 + ["answer"], "what the host got")


run()
