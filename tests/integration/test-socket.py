# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The socket and the service's life: modes, stale and live sockets, a second service, no bus."""

import os
import signal
import socket
import stat
import time

from harness import Box, contains, equal, wait_until
from peer import Peer, PeerProcess
from tap import run, test

Box.rows_may_repeat = True  # peers of this test ask as often as they can


def mode(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


@test
def default_place():
    """the socket is at the documented place, with mode 0600 in a directory of mode 0700"""
    with Box() as box:
        service = box.serve()
        equal(service.socket,
              os.path.join(box.runtime, "app/io.github.paddock_mcp.Paddock/mcp.sock"), "socket")
        equal(service.output().strip(), "Listening on " + service.socket, "stdout")
        equal(mode(service.socket), 0o600, "mode of the socket")
        equal(mode(os.path.dirname(service.socket)), 0o700, "mode of its directory")
        assert stat.S_ISSOCK(os.lstat(service.socket).st_mode)


@test
def other_places():
    """--socket and PADDOCK_SOCKET choose another place, the option before the environment"""
    with Box() as box:
        one, two = (os.path.join(box.directory, name, "s.sock") for name in ("one", "two"))
        service = box.serve(env={"PADDOCK_SOCKET": one})
        equal(service.socket, one, "socket")
        equal((mode(one), mode(os.path.dirname(one))), (0o600, 0o700), "modes")
        service.stop()
        service = box.serve("--socket", two, env={"PADDOCK_SOCKET": one})
        equal(service.socket, two, "socket")
        Peer(two).wait_ready().close()
        service.stop()


@test
def socket_is_removed():
    """a service that ends takes its socket away; a new one starts at once"""
    with Box() as box:
        service = box.serve()
        path = service.socket
        service.stop()
        assert not os.path.lexists(path), "the socket is still there"
        Peer(box.serve().socket).wait_ready().close()


@test
def stale_socket():
    """the socket of a killed service is replaced"""
    with Box() as box:
        service = box.serve()
        service.kill()
        assert os.path.lexists(service.socket)
        box.folder("x")
        again = box.serve()
        equal(again.socket, service.socket, "socket")
        Peer(again.socket).wait_ready().close()


@test
def live_socket():
    """a second service with the same socket is refused, and the first one stays"""
    with Box() as box:
        first = box.serve()
        with Box() as other:
            second = other.serve("--socket", first.socket, wait=False)
            equal(second.wait_end(), 1, "exit status")
            contains(second.errors(), first.socket, "stderr")
            other.running.remove(second)
        Peer(first.socket).wait_ready().close()
        equal(mode(first.socket), 0o600, "mode")


@test
def foreign_live_socket():
    """a socket of another running program is not touched"""
    with Box() as box:
        folder = os.path.join(box.directory, "sock")
        os.mkdir(folder, 0o700)
        path = os.path.join(folder, "s.sock")
        other = socket.socket(socket.AF_UNIX)
        other.bind(path)
        other.listen(1)
        inode = os.lstat(path).st_ino
        service = box.serve("--socket", path, wait=False)
        equal(service.wait_end(), 1, "exit status")
        equal(os.lstat(path).st_ino, inode, "the other program's socket")
        other.close()
        box.running.remove(service)


@test
def not_a_socket():
    """another file at the socket's place is not touched"""
    with Box() as box:
        folder = os.path.join(box.directory, "sock")
        os.mkdir(folder, 0o700)
        path = os.path.join(folder, "s.sock")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write("precious")
        service = box.serve("--socket", path, wait=False)
        equal(service.wait_end(), 1, "exit status")
        with open(path, encoding="utf-8") as stream:
            equal(stream.read(), "precious", "the file")
        box.running.remove(service)


@test
def one_database():
    """two services never share the data directory, even with sockets of their own"""
    with Box() as box:
        box.serve()
        second = box.serve("--socket", os.path.join(box.directory, "two", "s.sock"), wait=False)
        equal(second.wait_end(), 1, "exit status")
        box.running.remove(second)
        equal(box.json("list"), [], "the first one answers")


@test
def data_directory():
    """PADDOCK_DATA_DIR holds the database, readable only by the user"""
    with Box() as box:
        data = os.path.join(box.directory, "elsewhere")
        box.serve(env={"PADDOCK_DATA_DIR": data})
        folder = box.folder("folder")
        box.add(folder)
        assert os.path.exists(os.path.join(data, "paddock.db")), os.listdir(data)
        assert not os.path.exists(os.path.join(box.data_home, "paddock")), "data in two places"
        equal(mode(data) & 0o077, 0, "mode of the data directory for others")
        box.service.stop()
        box.serve(env={"PADDOCK_DATA_DIR": data})
        equal([root["path"] for root in box.json("list")], [folder], "roots")


@test
def damaged_database():
    """a damaged database is kept aside, never overwritten"""
    with Box() as box:
        data = os.path.join(box.directory, "elsewhere")
        os.mkdir(data, 0o700)
        path = os.path.join(data, "paddock.db")
        rubbish = b"This is not a database. " * 400
        with open(path, "wb") as stream:
            stream.write(rubbish)
        service = box.serve(env={"PADDOCK_DATA_DIR": data}, wait=False)
        wait_until(lambda: "Listening" in service.output() or not service.is_running(), "a start")
        kept = []
        for name in os.listdir(data):
            with open(os.path.join(data, name), "rb") as stream:
                kept.append(stream.read() == rubbish)
        assert any(kept), os.listdir(data)
        contains(service.errors(), data, "stderr")
        if service.is_running():
            service.process.send_signal(signal.SIGTERM)
        service.wait_end()
        box.running.remove(service)


@test
def without_bus():
    """serve works without a session bus, with --share and --consent=allow"""
    with Box(bus=False) as box:
        folder = box.folder("shared")
        service = box.serve("--share", folder, "--consent=allow")
        contains(service.errors(), "allow", "the warning on stderr")
        peer = PeerProcess(box, "alpha").wait_ready()
        equal(peer.uris(), ["file://" + folder], "list")
        os.rmdir(folder)
        peer.wait_notices(1)
        equal(peer.uris(), [], "list without the folder")


@test
def without_bus_asks_nobody():
    """without a session bus and without --consent a server gets nothing"""
    with Box(bus=False) as box:
        box.serve("--share", box.folder("shared"))
        equal(PeerProcess(box, "alpha").wait_ready().roots(), [], "list")


@test
def share_is_volatile():
    """--share is for this run only"""
    with Box() as box:
        folder = box.folder("shared")
        service = box.serve("--share", folder)
        equal(box.root(folder)["status"], "available", "status")
        service.stop()
        box.serve()
        equal(box.json("list"), [], "roots")


@test
def share_is_judged():
    """--share obeys the refusals of add"""
    with Box() as box:
        service = box.serve("--share", "/proc", wait=False)
        equal(service.wait_end(), 1, "exit status")
        contains(service.errors(), "/proc", "stderr")
        box.running.remove(service)


@test
def ends_on_signals():
    """SIGTERM and SIGINT end the service with 0, and servers see their connection end"""
    for number in (signal.SIGTERM, signal.SIGINT):
        with Box() as box:
            service = box.serve()
            peer = Peer(service.socket).wait_ready()
            started = time.monotonic()
            service.process.send_signal(number)
            equal(service.wait_end(), 0, "exit status")
            peer.wait_ended()
            assert time.monotonic() - started < 5, "it took long"


@test
def many_sessions():
    """many servers at once, and each is answered"""
    with Box() as box:
        box.serve()
        peers = [Peer(box.socket, name="many") for _ in range(60)]
        for peer in peers:
            peer.wait_ready()
            equal(peer.roots(), [], "list")
        for peer in peers:
            peer.close()
        wait_until(lambda: not box.server("many")["sessions"], "the end of all sessions")


run()
