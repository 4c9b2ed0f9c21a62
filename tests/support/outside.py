# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Programs outside the test's PID namespace: for everything inside it they have no process id. Call
leave_one_outside() before filesystems.enter(). It leaves a process behind. start() orders that process
to run programs, with stdin and stdout at the test's end."""

import array
import json
import os
import socket
import subprocess

_VARIABLE = "PADDOCK_TEST_OUTSIDE"


def leave_one_outside():
    if _VARIABLE in os.environ:
        return
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        here.close()
        try:
            _obey(there)
        finally:
            os._exit(0)
    there.close()
    here.set_inheritable(True)
    os.environ[_VARIABLE] = str(here.detach())


def _obey(orders):
    running = []
    while True:
        data, control, _, _ = orders.recvmsg(1048576, socket.CMSG_SPACE(4))
        if not data:
            break
        fds = array.array("i")
        fds.frombytes(control[0][2])
        command, env, cwd = json.loads(data)
        running.append(subprocess.Popen(command, env=env, cwd=cwd, stdin=fds[0], stdout=fds[0]))
        os.close(fds[0])
        running = [one for one in running if one.poll() is None]
    for one in running:
        one.kill()
        one.wait()


class _Started:
    """The part of a Popen that works for a process outside: its streams, and its end, which the streams
    show."""

    pid = None

    def __init__(self, end):
        self._end = end
        self.stdin = end.makefile("wb")
        self.stdout = end.makefile("rb")
        self.returncode = None

    def poll(self):
        return self.returncode

    def wait(self):
        self._end.shutdown(socket.SHUT_WR)
        self.stdout.read()  # its end closes the other end
        self.returncode = 0


def start(command, env, cwd, **_streams):
    """Starts a program outside. It has Popen's arguments; its streams always belong to the test."""
    ours, theirs = socket.socketpair()
    orders = socket.socket(fileno=os.dup(int(os.environ[_VARIABLE])))
    orders.sendmsg([json.dumps([command, env, cwd]).encode()],
                   [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [theirs.fileno()]))])
    orders.close()
    theirs.close()
    return _Started(ours)
