# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A small HTTP/1.1 server on the loopback interface that decides about every byte of its replies: when it
answers, in which pieces, and how wrongly. It parses requests strictly.

A subclass answers each request in answer(). Requests of several connections come at once, each in a thread
of its own."""

import json
import socket
import ssl
import struct
import threading

JSON_TYPE = "application/json"
SSE_TYPE = "text/event-stream"
MOST_HEAD = 65536
REASONS = {200: "OK", 202: "Accepted", 204: "No Content", 301: "Moved Permanently", 302: "Found",
           303: "See Other", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
           401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
           500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable"}


class Gone(Exception):
    """The other side closed the connection."""


class Request:
    def __init__(self, method, target, version, headers, body):
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers  # (name, value), as they came
        self.body = body

    def values(self, name):
        return [value for one, value in self.headers if one.lower() == name.lower()]

    def value(self, name):
        """The header: None if it is missing, all of them if there are several."""
        return ", ".join(self.values(name)) if self.values(name) else None

    def accepts(self):
        """The media types of Accept, without their parameters."""
        return [part.partition(";")[0].strip().lower() for part in (self.value("Accept") or "").split(",")]

    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return "%s %s %r %r" % (self.method, self.target, self.headers, self.body[:400])


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


LAST_CHUNK = b"0\r\n\r\n"


def head(status, headers):
    lines = ["HTTP/1.1 %d %s" % (status, REASONS.get(status, "Other"))]
    lines += ["%s: %s" % one for one in headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def event(data, identifier=None, retry=None, kind=None):
    """An event of a stream. data: a message, bytes that are it, or None for an event without data."""
    lines = []
    if kind is not None:
        lines.append(b"event: " + kind.encode())
    if identifier is not None:
        lines.append(b"id: " + identifier.encode())
    if retry is not None:
        lines.append(b"retry: %d" % retry)
    if data is not None:
        text = data if isinstance(data, bytes) else json.dumps(data).encode()
        lines += [b"data: " + line for line in text.split(b"\n")]
    elif identifier is not None:
        lines.append(b"data:")
    return b"\n".join(lines) + b"\n\n"


class Stream:
    """A reply that is a stream of events, in chunks."""

    def __init__(self, reply, status, headers):
        self._reply = reply
        reply.raw(head(status, [("Content-Type", SSE_TYPE), ("Cache-Control", "no-cache"),
                                ("Transfer-Encoding", "chunked"), *headers]))

    def raw(self, data):
        self._reply.raw(chunk(data))

    def event(self, data, identifier=None, retry=None, kind=None):
        self.raw(event(data, identifier, retry, kind))

    def comment(self, text="keepalive"):
        self.raw(b": " + text.encode() + b"\n\n")

    def end(self):
        self._reply.raw(LAST_CHUNK)


class Reply:
    """One side of a connection, while a request is answered."""

    def __init__(self, connection):
        self._connection = connection
        self.lock = threading.Lock()
        self.is_closed = False

    def raw(self, data):
        try:
            with self.lock:
                self._connection.sendall(data)
        except OSError:
            raise Gone from None

    def send(self, status, body=b"", *headers, kind=JSON_TYPE):
        """A whole reply; body: bytes, or a value for JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        typed = [("Content-Type", kind)] if data else []
        self.raw(head(status, [*typed, ("Content-Length", len(data)), *headers]) + data)

    def stream(self, *headers, status=200):
        return Stream(self, status, headers)

    def wait_gone(self):
        """Waits until the client closes the connection, or sends more."""
        try:
            # Bytes that TLS has decrypted cannot be peeked at.
            flags = 0 if isinstance(self._connection, ssl.SSLSocket) else socket.MSG_PEEK
            self._connection.recv(1, flags)
        except OSError:
            pass

    def close(self, reset=False):
        """Ends the connection; reset: as if the machine had gone."""
        self.is_closed = True
        try:
            if reset:
                self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            else:
                self._connection.shutdown(socket.SHUT_RDWR)
            self._connection.close()
        except OSError:
            pass


class _Reader:
    def __init__(self, connection):
        self._connection = connection
        self._data = b""

    def _more(self):
        try:
            data = self._connection.recv(65536)
        except OSError:
            data = b""
        if not data:
            raise Gone
        self._data += data

    def until(self, mark):
        while mark not in self._data:
            if len(self._data) > MOST_HEAD:
                raise ValueError("a head without an end")
            self._more()
        found, _, self._data = self._data.partition(mark)
        return found

    def take(self, count):
        while len(self._data) < count:
            self._more()
        found, self._data = self._data[:count], self._data[count:]
        return found

    def _chunks(self):
        body = b""
        while True:
            size = int(self.until(b"\r\n").partition(b";")[0], 16)
            body += self.take(size)
            if self.take(2) != b"\r\n":
                raise ValueError("a chunk that is longer than it says")
            if size == 0:
                return body

    def request(self):
        lines = self.until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        method, target, version = lines[0].split(" ")
        headers = []
        for line in lines[1:]:
            name, colon, value = line.partition(":")
            if not colon or not name or name != name.strip():
                raise ValueError("a bad header: %r" % line)
            headers.append((name, value.strip()))
        found = Request(method, target, version, headers, b"")
        if found.value("Expect"):
            self._connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        if found.value("Transfer-Encoding"):
            if found.value("Transfer-Encoding").lower() != "chunked" or found.value("Content-Length"):
                raise ValueError("a body of two lengths")
            found.body = self._chunks()
        elif found.value("Content-Length"):
            found.body = self.take(int(found.value("Content-Length")))
        return found


class WebServer:
    """Listens from the start, on a port of its own; stop() ends it and all connections."""

    path = "/mcp"

    def __init__(self, host="127.0.0.1", port=0, context=None):
        """context: of ssl, for https."""
        self._listener = socket.create_server((host, port), backlog=64)
        self._context = context
        self.port = self._listener.getsockname()[1]
        self.origin = "%s://%s:%d" % ("https" if context else "http",
                                      "[%s]" % host if ":" in host else host, self.port)
        self.url = self.origin + self.path
        self.requests = []  # all that came whole
        self.complaints = []  # what a client did wrong
        self.connections = 0
        self._open = set()
        self._lock = threading.Lock()
        self._is_stopped = False
        threading.Thread(target=self._accept, daemon=True).start()

    # ---- for a subclass

    def answer(self, request, reply):
        """Answers a request; runs in the thread of its connection."""
        raise NotImplementedError

    def complain(self, text):
        self.complaints.append(text)

    # ---- connections

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                if self._is_stopped:
                    connection.close()
                    return
                self.connections += 1
                self._open.add(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, raw):
        connection = raw
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._context:
                connection = self._context.wrap_socket(raw, server_side=True)
            reader = _Reader(connection)
            while True:
                request = reader.request()
                self.requests.append(request)
                reply = Reply(connection)
                self.answer(request, reply)
                if reply.is_closed or (request.value("Connection") or "").lower() == "close":
                    return
        except Gone:
            pass
        except (ValueError, OSError) as problem:
            if not isinstance(problem, OSError):
                self.complain("no HTTP: %s" % problem)
        finally:
            with self._lock:
                self._open.discard(raw)
            connection.close()

    def drop(self):
        """Cuts all connections that are open."""
        with self._lock:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def stop(self):
        """Ends everything; if the client did something wrong, the test fails."""
        with self._lock:
            self._is_stopped = True
        try:
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._listener.close()
        self.drop()
        if self.complaints:
            raise AssertionError("the client is wrong: " + "; ".join(self.complaints))
