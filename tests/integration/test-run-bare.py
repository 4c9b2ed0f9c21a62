# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run` with only those environment variables that the official SDKs pass to servers: HOME,
LOGNAME, PATH, SHELL, TERM, USER. The runtime directory is where a login puts it, in the test's own mount
namespace."""

import contextlib
import os

import filesystems
from held_ends import Handed, Place
from harness import Box, binary, contains, equal, wait_until
from tap import run, skip_all, test

if not os.path.isdir("/run/user"):
    skip_all("there is no /run/user, as no login was ever here")
filesystems.enter()

INITIALIZE = (b'{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
              b'"capabilities":{},"clientInfo":{"name":"host","version":"1"}}}\n')
RESULT = (b'{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{},'
          b'"serverInfo":{"name":"bare","version":"1"}}}\n')
INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
ASK = b'{"jsonrpc":"2.0","id":1,"method":"roots/list"}\n'
NOTICE = b'{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n'


@contextlib.contextmanager
def at_login(box):
    """Makes the box's runtime directory that of this user, with the bus in it."""
    place = "/run/user/%d" % os.getuid()
    filesystems.mount("tmpfs", "/run/user", "tmpfs")
    try:
        os.mkdir(place, 0o700)
        os.symlink(os.path.join(box.directory, "bus"), os.path.join(box.runtime, "bus"))
        filesystems.mount(box.runtime, place, flags=4096)  # MS_BIND
        try:
            yield
        finally:
            filesystems.unmount(place, 2)  # MNT_DETACH: a service may still end there
    finally:
        filesystems.unmount("/run/user", 2)


def start(box):
    environment = {"HOME": box.home, "LOGNAME": "me", "PATH": os.environ["PATH"], "SHELL": "/bin/sh",
                   "TERM": "xterm", "USER": "me"}
    one = Handed([binary(), "run", "--"], environment, Place(box.directory, "place"), cwd=box.home)
    one.host.send(INITIALIZE)
    one.pump(lambda: one.server.came.endswith(b"\n"), "initialize")
    contains(one.server.came, b'"roots":{"listChanged":true}', "initialize")
    one.server.came.clear()
    one.pass_line("server", RESULT)
    one.pass_line("host", INITIALIZED)
    return one


def ask(one):
    one.server.send(ASK)
    one.pump(lambda: b'"result"' in one.server.came and one.server.came.endswith(b"\n"), "the answer")
    answer = bytes(one.server.came)
    one.server.came.clear()
    return answer


@test
def running_service():
    """the service that runs is found, and the server sees its roots"""
    with Box() as box, at_login(box):
        folder = box.folder("shared")
        box.serve("--consent=allow", "--share", folder)
        one = start(box)
        answer = ask(one)
        if b'"roots":[]' in answer:
            # On a busy machine the service may be late.
            one.pump(lambda: one.server.came.endswith(NOTICE), "the notice")
            one.server.came.clear()
            answer = ask(one)
        equal(answer, b'{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file://%s"}]}}\n'
              % folder.encode(), "the answer")
        one.end()


@test
def started_service():
    """the bus is found, the service is started on it, and the user is asked"""
    with Box() as box, at_login(box):
        one = start(box)
        contains(ask(one), b'"roots":[]', "the answer")
        wait_until(box.service_pid, "the service")
        wait_until(lambda: box.control().call("ListRequests"), "the question")
        one.end()


run()
