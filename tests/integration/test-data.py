# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The data directory in every bad state: damaged, newer, older, read-only, full, or of another user.
Whether started by hand, by the bus or by a command, the service says why it does not start and what to do.
No data is lost."""

import fcntl
import hashlib
import os
import signal
import sqlite3
import stat

import filesystems
from harness import APP_NAME, Box, Failure, contains, equal, wait_until
from installation import Installation
from peer import PeerProcess
from tap import cases, run, test

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "unit",
                        "fixtures")
NEWEST = 10  # the schema version of this Paddock

filesystems.enter()


def data_directory(box):
    return os.path.join(box.data_home, "paddock")


def database(box):
    return os.path.join(data_directory(box), "paddock.db")


def socket_path(box):
    return os.path.join(box.runtime, "app", APP_NAME, "mcp.sock")


def contents(directory):
    """A digest of every file, except locks and SQLite's shared memory."""
    found = {}
    for name in sorted(os.listdir(directory)):
        path = os.path.join(directory, name)
        if os.path.isfile(path) and name != "lock" and not name.endswith("-shm"):
            with open(path, "rb") as stream:
                found[name] = hashlib.sha256(stream.read()).hexdigest()
    return found


def fill_with_data(box, *names):
    """A service that ran once and shared some folders."""
    service = box.serve()
    folders = [box.folder(name) for name in names or ("one", "two")]
    for folder in folders:
        box.paddock("add", folder)
    service.stop()
    box.running.remove(service)
    return folders


# ---- the ways to start it

def by_hand(box):
    service = box.serve(wait=False)
    box.running.remove(service)
    return service.wait_end(20), service.errors()


def by_command(box):
    result = box.paddock("list", code=None)
    return result.code, result.err


def by_bus(box):
    Installation(box)
    return by_command(box)


STARTERS = (by_hand, by_command, by_bus)


# ---- the bad states

def make_newer(box):
    fill_with_data(box)
    with sqlite3.connect(database(box)) as connection:
        connection.execute("PRAGMA user_version = %d" % (NEWEST + 1))
    connection.close()


def make_newer_with_log(box):
    """A newer Paddock that was killed: a part of its data is only in the log."""
    fill_with_data(box)
    pid = os.fork()
    if pid == 0:
        connection = sqlite3.connect(database(box))
        connection.execute("PRAGMA user_version = %d" % (NEWEST + 41))
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(pid, 0)
    assert os.path.getsize(database(box) + "-wal"), "no log"


def make_read_only(box):
    fill_with_data(box)
    os.chmod(data_directory(box), 0o500)


def make_file_read_only(box):
    fill_with_data(box)
    os.chmod(database(box), 0o400)


def make_unreadable(box):
    fill_with_data(box)
    os.chmod(data_directory(box), 0)


def make_home_read_only(box):
    os.chmod(box.data_home, 0o500)


def make_file(box):
    with open(data_directory(box), "w", encoding="utf-8") as stream:
        stream.write("no directory\n")


def make_full(box):
    os.mkdir(data_directory(box))
    filesystems.mount("none", data_directory(box), "tmpfs", options="mode=755,size=64k")
    fill_disk(data_directory(box))


def fill_disk(directory):
    with open(os.path.join(directory, "filler"), "wb", buffering=0) as stream:
        try:
            while True:
                stream.write(b"x" * 4096)
        except OSError:
            pass


def make_room(directory):
    os.unlink(os.path.join(directory, "filler"))


WRONG = (
    (make_newer, "newer version of Paddock wrote this data. Update Paddock"),
    (make_newer_with_log, "newer version of Paddock wrote this data. Update Paddock"),
    (make_read_only, "Can’t write"),
    (make_file_read_only, "Can’t write"),
    (make_unreadable, "Can’t write"),
    (make_home_read_only, "Can’t write"),
    (make_file, "Can’t write"),
    (make_full, "full"),
)


@cases([(wrong, text, starter) for wrong, text in WRONG for starter in STARTERS],
       lambda wrong, text, starter: "%s, %s" % (wrong.__name__[5:], starter.__name__))
def told(wrong, text, starter):
    """the service says why it does not start, and changes nothing:"""
    with Box() as box:
        wrong(box)
        directory = data_directory(box)
        is_directory = os.path.isdir(directory) and os.access(directory, os.R_OK)
        before = contents(directory) if is_directory else None
        try:
            for _ in range(2):
                code, errors = starter(box)
                equal(code, 1, "exit status (%s)" % errors)
                # The last line is the one that clients show.
                line = errors.strip().splitlines()[-1]
                contains(line, text, "stderr")
                contains(line, "paddock: ", "stderr")
                assert any(word in line for word in ("Update", "Check", "Free", "try again")), line
                assert not os.path.exists(socket_path(box)), "it left a socket"
                if before is not None and wrong is not make_full:
                    equal(contents(directory), before, "the directory")
        finally:
            if wrong is make_full:
                filesystems.unmount(directory)


@cases([(starter,) for starter in STARTERS], lambda starter: starter.__name__)
def damaged(starter):
    """a damaged database is kept aside and reported, and a new one is created:"""
    with Box() as box:
        fill_with_data(box)
        scratched = b"scratched" * 3000
        with open(database(box), "wb") as stream:
            stream.write(scratched)
        if starter is by_hand:
            service = box.serve()
            contains(service.errors(), "damaged", "stderr")
        elif starter is by_bus:
            Installation(box)
        for _ in range(2):
            result = box.paddock("list")
            kept, = [name for name in os.listdir(data_directory(box)) if "damaged" in name]
            path = os.path.join(data_directory(box), kept)
            contains(result.err, path, "stderr")
            contains(result.err, "Delete it when", "stderr")
        equal(bytes(box.control().property("SetAside")), os.fsencode(path) + b"\0", "SetAside")
        equal(box.json("list"), [], "folders")
        with open(path, "rb") as stream:
            equal(stream.read(), scratched, "what was kept")
        box.add(box.folder("new"))

        # Reported until the user deletes the file.
        os.kill(box.service_pid(), signal.SIGTERM)
        wait_until(lambda: box.service_pid() is None, "its end")
        contains(box.paddock("list").err, path, "stderr of the next service's")
        os.unlink(path)
        os.kill(box.service_pid(), signal.SIGTERM)
        wait_until(lambda: box.service_pid() is None, "its end")
        equal(box.paddock("list").err, "", "stderr")
        equal(bytes(box.control().property("SetAside")), b"\0", "SetAside")
        equal(len(box.json("list")), 1, "folders")


@test
def recovered_reason():
    """after the problem is solved the service starts, and does not report the old reason"""
    with Box() as box:
        Installation(box)
        make_read_only(box)
        contains(box.paddock("list", code=1).err, "Can’t write", "stderr")
        os.chmod(data_directory(box), 0o700)
        equal(box.paddock("list").err, "", "stderr")
        # It answers before it has deleted the old reason.
        wait_until(lambda: "last-problem" not in os.listdir(os.path.dirname(socket_path(box))),
                   "the end of the old reason")


@test
def full_while_running():
    """on a full disk a change is refused whole and said so; with room again all goes on"""
    with Box() as box:
        directory = data_directory(box)
        os.mkdir(directory)
        filesystems.mount("none", directory, "tmpfs", options="mode=755,size=1m")
        try:
            _full_while_running(box, directory)
        finally:
            filesystems.unmount(directory, 2)  # MNT_DETACH: the service may still hold it


def _full_while_running(box, directory):
    service = box.serve()
    control = box.control()
    known = []

    def add():
        folder = box.folder("f%d" % len(known))
        result = box.paddock("add", folder, code=None)
        if result.code == 0:
            known.append(folder)
        return result

    for _ in range(3):
        equal(add().code, 0, "exit status")
    fill_disk(directory)
    result = None
    for _ in range(500):
        result = add()
        if result.code != 0:
            break
    else:
        raise Failure("the disk never was full")
    equal(result.code, 1, "exit status")
    contains(result.err, "The disk is full. Free some space and try again", "stderr")
    equal([root["path"] for root in box.json("list")], known, "folders")

    # A new server connects, gets answers, and the user is asked about it, all without the disk.
    peer = PeerProcess(box, "alpha").wait_ready()
    equal(peer.roots(), [], "list")
    error = control.refused("Store", "Block", box.server("alpha")["id"])
    contains(str(error), "The disk is full", "error")
    contains(box.paddock("grant", "alpha", known[0], code=1).err, "The disk is full", "stderr")
    equal(peer.roots(), [], "list")
    peer.wait_notices(0)
    equal(box.server("alpha")["decision"], "undecided", "decision")
    assert service.is_running()

    make_room(directory)
    box.paddock("grant", "alpha", known[0])
    peer.await_notice(1)
    equal(peer.uris(), ["file://" + known[0]], "list")
    equal(add().code, 0, "exit status")
    service.kill()
    box.serve()
    equal([root["path"] for root in box.json("list")], known, "folders after the restart")
    equal(box.server("alpha")["decision"], "allowed", "decision after the restart")
    again = PeerProcess(box, "alpha").wait_ready()
    equal(again.uris(), ["file://" + known[0]], "list after the restart")
    box.service.stop()


@test
def full_at_start():
    """a service with a full disk starts with its data, and refuses changes"""
    with Box() as box:
        directory = data_directory(box)
        os.mkdir(directory)
        filesystems.mount("none", directory, "tmpfs", options="mode=755,size=1m")
        try:
            folders = fill_with_data(box)
            fill_disk(directory)
            service = box.serve()
            equal([root["path"] for root in box.json("list")], folders, "folders")
            contains(box.paddock("add", box.folder("three"), code=1).err, "The disk is full",
                     "stderr")
            make_room(directory)
            box.paddock("add", box.folder("three"))
            service.stop()
        finally:
            filesystems.unmount(directory, 2)


@test
def released_versions():
    """a database of every released version opens, with all that is in it"""
    for version in range(1, NEWEST + 1):
        with Box() as box:
            os.mkdir(data_directory(box))
            connection = sqlite3.connect(database(box))
            with open(os.path.join(FIXTURES, "store-v%d.sql" % version), encoding="utf-8") as text:
                connection.executescript(text.read())
            connection.close()
            box.serve()
            roots = box.json("list")
            equal([root["name"] for root in roots], ["Projekte „neu“"] * 2, "names")
            equal(len(box.json("servers")), 2, "servers")
            assert {"granted", "blocked"} <= {entry["event"] for entry in box.log()}
            equal([name for name in os.listdir(data_directory(box)) if "damaged" in name], [],
                  "kept aside")
            equal(stat.S_IMODE(os.stat(data_directory(box)).st_mode) & 0o700, 0o700, "mode")


@test
def every_version_has_a_fixture():
    """there is a fixture for each schema version, this one's included"""
    with Box() as box:
        fill_with_data(box)
        connection = sqlite3.connect(database(box))
        equal(connection.execute("PRAGMA user_version").fetchone()[0], NEWEST, "schema version")
        connection.close()
    for version in range(1, NEWEST + 1):
        assert os.path.exists(os.path.join(FIXTURES, "store-v%d.sql" % version)), version


def hold(path):
    """Takes a lock like another installation's service."""
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    stream = open(path, "w", encoding="utf-8")
    fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return stream


@test
def locked_data():
    """the data of another installation's running service is not touched, and no socket is created"""
    with Box() as box:
        fill_with_data(box)
        before = contents(data_directory(box))
        with hold(os.path.join(data_directory(box), "lock")):
            code, errors = by_hand(box)
            equal(code, 1, "exit status")
            contains(errors, "Another Paddock service is using this data directory. Stop it",
                     "stderr")
            assert not os.path.exists(socket_path(box)), "it made a socket"
            equal(contents(data_directory(box)), before, "the directory")
            # The program that starts it gets the same reason, after some seconds in which the other might
            # end.
            contains(by_bus(box)[1], "Another Paddock service is using this data directory", "stderr")
        equal(len(box.json("list")), 2, "folders")


@test
def locked_socket():
    """a socket that another installation's service has is left, and the data with it"""
    with Box() as box:
        fill_with_data(box)
        before = contents(data_directory(box))
        with hold(socket_path(box) + ".lock"):
            code, errors = by_hand(box)
            equal(code, 1, "exit status")
            contains(errors, "Another Paddock service is already using " + socket_path(box),
                     "stderr")
            equal(contents(data_directory(box)), before, "the directory")
        box.serve()


@test
def stale_socket_of_another():
    """with the data locked, a socket that was left behind stays until both locks are held"""
    with Box() as box:
        service = box.serve()
        service.kill()
        box.running.remove(service)
        left = os.stat(socket_path(box))
        with hold(os.path.join(data_directory(box), "lock")):
            equal(by_hand(box)[0], 1, "exit status")
            equal(os.stat(socket_path(box)).st_ctime_ns, left.st_ctime_ns, "the socket's time")
        box.serve()
        assert os.stat(socket_path(box)).st_ctime_ns > left.st_ctime_ns


@test
def waits_for_the_one_before():
    """a service that was activated waits for the one before it to let go"""
    for path in (lambda box: socket_path(box) + ".lock",
                 lambda box: os.path.join(data_directory(box), "lock")):
        with Box() as box:
            lock = hold(path(box))
            service = box.serve("--exit-when-idle", wait=False)
            wait_until(lambda: b"exit-when-idle" in open("/proc/%d/cmdline" % service.process.pid,
                                                         "rb").read(), "its start")
            assert service.is_running()
            lock.close()
            service.wait_ready()


@test
def open_to_others():
    """a directory that others may look into is named on stderr, and left as it is"""
    with Box() as box:
        directory = box.folder("mine")
        os.chmod(directory, 0o755)
        service = box.serve(env={"PADDOCK_DATA_DIR": directory})
        contains(service.errors(), "chmod 700 " + directory, "the warning")
        equal(stat.S_IMODE(os.stat(directory).st_mode), 0o755, "mode")
        service.stop()
        os.chmod(directory, 0o700)
        service = box.serve(env={"PADDOCK_DATA_DIR": directory})
        assert "chmod" not in service.errors(), service.errors()

run()
