# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` (or a replacement), with both of its ends in the test's hands.

The server is hand-over.c, which gives its standard input and output to the test. So the test itself writes
and reads every byte of the host and the server, without threads. No session is cheaper; puppet.py is for
those that need a server which does something."""

import array
import os
import select
import socket
import subprocess
import time

from harness import PATIENCE, Failure, binary


class Wire:
    """One side: what it must write, and what it got but nobody has read yet."""

    def __init__(self, read_fd, write_fd):
        self.read_fd = read_fd
        self.write_fd = write_fd
        self.came = bytearray()
        self.unsent = b""
        self.ended = False
        os.set_blocking(read_fd, False)
        os.set_blocking(write_fd, False)

    def close(self):
        for fd in (self.read_fd, self.write_fd):
            if fd >= 0:
                os.close(fd)
        self.read_fd = self.write_fd = -1
        self.ended = True

    def close_output(self):
        os.close(self.write_fd)
        self.write_fd = -1
        self.unsent = b""

    def send(self, data):
        self.unsent = memoryview(bytes(self.unsent) + data)

    def write(self):
        try:
            self.unsent = self.unsent[os.write(self.write_fd, self.unsent):]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self.unsent = b""

    def read(self):
        try:
            data = os.read(self.read_fd, 1 << 20)
        except BlockingIOError:
            return
        self.ended = not data
        self.came += data


def pump(wires, is_done, what, seconds=60):
    """Reads and writes on all these until a condition holds."""
    deadline = time.monotonic() + seconds * PATIENCE
    while not is_done():
        poll = select.poll()
        work = {}
        for wire in wires:
            if wire.unsent:
                poll.register(wire.write_fd, select.POLLOUT)
                work[wire.write_fd] = wire.write
            if not wire.ended:
                poll.register(wire.read_fd, select.POLLIN)
                work[wire.read_fd] = wire.read
        ready = poll.poll(100)
        if not ready and time.monotonic() > deadline:
            raise Failure("waited in vain for " + what)
        for fd, _ in ready:
            work[fd]()


class Place:
    """Where servers arrive."""

    def __init__(self, directory, name):
        self.path = os.path.join(directory, name)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen()
        self._listener.settimeout(60 * PATIENCE)

    def take(self):
        """The next server: its connection, its process id, its end of the conversation."""
        connection, _ = self._listener.accept()
        given = array.array("i")
        data, control, _, _ = connection.recvmsg(64, socket.CMSG_LEN(2 * given.itemsize))
        given.frombytes(control[0][2])
        return connection, int(data.rstrip(b"\0")), Wire(given[0], given[1])


class Handed:
    """One host, one server, and the program between them."""

    def __init__(self, command, environment, place, cwd=None):
        self.process = subprocess.Popen(command + [binary("PADDOCK_HAND_OVER_BIN"), place.path],
                                        env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        bufsize=0, cwd=cwd)
        self._connection, self.server_pid, self.server = place.take()
        self.host = Wire(os.dup(self.process.stdout.fileno()), os.dup(self.process.stdin.fileno()))
        self.process.stdin.close()
        self.process.stdout.close()

    def pump(self, is_done, what, seconds=60):
        pump((self.host, self.server), is_done, what, seconds)

    def pass_line(self, side, line):
        """Sends a line that must come out unchanged."""
        here, there = (self.host, self.server) if side == "host" else (self.server, self.host)
        here.send(line)
        self.pump(lambda: bytes(there.came) == line, "%r of the %s" % (line, side))
        there.came.clear()

    def end_server(self, status=0):
        """The server ends with this status."""
        self._connection.send(bytes([status]))

    def end(self):
        """Closes whatever is open; nothing is left."""
        self._connection.close()
        self.host.close()
        self.server.close()
        if self.process.poll() is None:
            self.process.kill()
        return self.process.wait()
