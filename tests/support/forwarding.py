# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A proxy for HTTP: CONNECT, and requests with a full URL; and one for SOCKS. Every host leads to one server
of the test's, so only such a proxy reaches names that no resolver knows."""

import base64
import select
import socket
import threading


class ForwardingProxy:
    def __init__(self, port, user=None, keeps=True):
        """port: of the server. user: the "name:password" that it wants; keeps: whether the connection stays
        open after a wrong one."""
        self._keeps = keeps
        self._port = port
        self._wanted = "Basic " + base64.b64encode(user.encode()).decode() if user else None
        self.refuses = None  # a status line instead of a connection
        self.asked = []  # the first line of each request
        self.heads = []  # and all of it
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]
        self.url = "http://%s127.0.0.1:%d" % (user + "@" if user else "", self.port)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    @staticmethod
    def _head(connection):
        """The bytes up to an empty line, and those after it."""
        data = b""
        while b"\r\n\r\n" not in data:
            part = connection.recv(65536)
            if not part:
                return None, b""
            data += part
        head, _, rest = data.partition(b"\r\n\r\n")
        head = head.decode("latin-1")
        length = [int(line.partition(":")[2]) for line in head.split("\r\n")
                  if line.lower().startswith("content-length:")]
        while length and len(rest) < length[0]:
            rest += connection.recv(65536)
        return head, rest

    def _refusal(self, head):
        """Its own answer, and whether the connection stays; None: it lets the request through."""
        if self.refuses:
            return self.refuses, False
        said = [line.partition(":")[2].strip() for line in head.split("\r\n")
                if line.lower().startswith("proxy-authorization:")]
        if self._wanted and said != [self._wanted]:
            return ("407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"proxy\"",
                    self._keeps)
        return None

    def _serve(self, connection):
        with connection:
            try:
                self._answer(connection)
            except OSError:
                pass

    def _answer(self, connection):
        while True:
            head, rest = self._head(connection)
            if head is None:
                return
            first = head.split("\r\n")[0]
            self.asked.append(first)
            self.heads.append(head)
            refusal = self._refusal(head)
            if refusal is None:
                break
            connection.sendall(("HTTP/1.1 %s\r\nContent-Length: 0\r\n%s\r\n" % (
                refusal[0], "" if refusal[1] else "Connection: close\r\n")).encode())
            if not refusal[1]:
                return
        with socket.create_connection(("127.0.0.1", self._port)) as server:
            if first.startswith("CONNECT "):
                connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                server.sendall(rest)
            else:
                server.sendall(self._plain(head) + rest)
                # The server ends the connection after its answer, and the client must know that.
                first, _, rest = server.recv(65536).partition(b"\r\n")
                connection.sendall(first + b"\r\nConnection: close\r\n" + rest)
            self._carry(connection, server)

    @staticmethod
    def _plain(head):
        """Like a request to a server: only the path, and one request per connection."""
        lines = head.split("\r\n")
        method, address, version = lines[0].split(" ")
        path = "/" + address.partition("://")[2].partition("/")[2]
        kept = [line for line in lines[1:] if not line.lower().startswith(("proxy-", "connection:"))]
        return "\r\n".join(["%s %s %s" % (method, path, version), *kept, "Connection: close", "", ""]).encode(
            "latin-1")

    @staticmethod
    def _carry(one, other):
        while True:
            for end in select.select([one, other], [], [])[0]:
                data = end.recv(65536)
                if not data:
                    return
                (other if end is one else one).sendall(data)

    def stop(self):
        try:
            self._listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._listener.close()


class SocksProxy(ForwardingProxy):
    """SOCKS 5 (RFC 1928) and 4A, without passwords. asked: the version, and the host that was named."""

    @staticmethod
    def _take(connection, count):
        data = connection.recv(count, socket.MSG_WAITALL)
        if len(data) < count:
            raise OSError("the client is gone")
        return data

    def _until_nul(self, connection):
        data = b""
        while not data.endswith(b"\0"):
            data += self._take(connection, 1)
        return data[:-1]

    def _greet(self, connection):
        """Returns the named host, and what the client gets when the connection is there."""
        version = self._take(connection, 1)[0]
        if version == 4:
            self._take(connection, 7)
            self._until_nul(connection)
            return "4a", self._until_nul(connection), b"\0\x5a" + bytes(6)
        self._take(connection, self._take(connection, 1)[0])
        connection.sendall(b"\5\0")
        kind = self._take(connection, 4)[3]
        host = self._take(connection, self._take(connection, 1)[0] if kind == 3 else {1: 4, 4: 16}[kind])
        self._take(connection, 2)
        return "5", host, b"\5\0\0\1" + bytes(6)

    def _answer(self, connection):
        version, host, reply = self._greet(connection)
        self.asked.append((version, host.decode("latin-1")))
        with socket.create_connection(("127.0.0.1", self._port)) as server:
            connection.sendall(reply)
            self._carry(connection, server)
