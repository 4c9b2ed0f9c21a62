# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What the sandboxed application can reach, found out by trying from inside: the table in
docs/security.md, "In a sandbox". Each case is a shell script in a sandbox of the application."""

import os

from gi.repository import Gio, GLib

from harness import APP_NAME, SERVICE_NAME, contains, equal, wait_until
from sandboxed import DOCUMENTS, Sandboxed
from tap import cases, run, test

desk = Sandboxed()
OTHER = "org.example.Other"
CALL = ("gdbus call --session --timeout 5 -d %s -o / -m org.freedesktop.DBus.Peer.Ping 2>&1; true")


def shell(script):
    return desk.inside("sh", "-c", script)


def fails(command):
    equal(shell("%s >/dev/null 2>&1 && echo done || echo failed" % command).strip(), "failed", command)


def export(path, application):
    """A document for another application, as its own file chooser would create it."""
    handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    fds = Gio.UnixFDList.new()
    index = fds.append(handle)
    os.close(handle)
    reply, _ = desk.control().connection.call_with_unix_fd_list_sync(
        *DOCUMENTS, "AddFull", GLib.Variant("(ahusas)", ([index], 2 | 8, application, ["read", "write"])),
        None, Gio.DBusCallFlags.NONE, 10000, fds, None)
    return reply.unpack()[0][0]


@test
def own_places():
    """the service starts, and the socket has the same path outside"""
    desk.paddock("list")
    path = os.path.join(desk.runtime, "app", APP_NAME)
    contains(shell("ls " + path), "mcp.sock", "the directory of the socket")
    contains(shell("echo $XDG_DATA_HOME"), ".var/app/" + APP_NAME, "its data")


@cases([("/home/tester/secret",), ("/home/tester/.config",), ("/home/tester/.local/share/flatpak/app",),
        ("/home/tester/.ssh",), ("/work",), ("/source",), ("/results",), ("/var/lib/dpkg",),
        ("/boot",), ("/root",), ("/media",), ("/mnt",), ("/srv",),
        ("/run/dbus/system_bus_socket",), ("/run/host/etc",), ("/run/host/usr",), ("/run/host/root",),
        ("/dev/fuse",), ("/dev/input",), ("/dev/kmsg",), ("/dev/mem",), ("/dev/sda",), ("/dev/vda",)],
       lambda path: path)
def unreachable(path):
    """there is no"""
    desk.folder("secret")
    desk.folder(".ssh")
    fails("ls -d " + path)


@test
def home():
    """of the home there is only the application's own directory"""
    desk.file("secret", "file.txt")
    for name in shell("ls -A ~").split():
        assert name in (".var", ".config", ".cache", ".local"), name
    equal(shell("ls ~/.var/app").split(), [APP_NAME], "applications' data")
    fails("grep -r text ~ --include=file.txt")


@cases([("/usr",), ("/app",), ("/run/host/fonts",), ("/run/host/share/icons",)], lambda path: path)
def unwritable(path):
    """nothing can be written to"""
    fails("touch %s/written" % path)


@cases([("/",), ("/etc",), ("/home/tester",), ("/run/flatpak",), ("/var",), ("/opt",)], lambda path: path)
def kept_inside(path):
    """files written there stay in the sandbox:"""
    name = os.path.join(path, "written")
    shell("echo x > %s || :" % name)
    assert not os.path.exists(name), name


@test
def documents():
    """it sees only its own documents, and cannot write to read-only ones"""
    mine, theirs = desk.folder("Mine"), desk.folder("Theirs")
    desk.file("Mine", "file.txt")
    # No window can ask.
    desk.let_callers_add()
    desk.add(mine)
    export(theirs, OTHER)
    names = shell("ls $XDG_RUNTIME_DIR/doc/*").split()
    assert "Mine" in names and "Theirs" not in names, names
    contains(shell("cat $XDG_RUNTIME_DIR/doc/*/Mine/file.txt"), "text", "its own document")
    shell("touch $XDG_RUNTIME_DIR/doc/*/Mine/written || :")
    assert not os.path.exists(os.path.join(mine, "written")), "it wrote to what was to be read"


@cases([("org.freedesktop.Flatpak",), ("org.freedesktop.systemd1",), ("org.gtk.vfs.Daemon",),
        ("org.freedesktop.impl.portal.PermissionStore",), ("org.freedesktop.secrets",),
        ("org.freedesktop.Notifications",), ("org.gnome.Shell",), ("ca.desrt.dconf",), (OTHER,)],
       lambda name: name)
def foreign_names(name):
    """the bus does not let it call"""
    connection = desk.connect()
    connection.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                         "RequestName", GLib.Variant("(su)", (name, 4)), None, Gio.DBusCallFlags.NONE, -1,
                         None)
    try:
        answer = shell(CALL % name)
        assert "Error" in answer, answer
        assert name not in shell("gdbus call --session -d org.freedesktop.DBus -o /org/freedesktop/DBus "
                                 "-m org.freedesktop.DBus.ListNames"), "it is listed"
    finally:
        connection.close_sync(None)


@test
def own_names():
    """it calls its own names and the portals"""
    wait_until(lambda: desk.service_pid() is not None, "the service")
    for name in (SERVICE_NAME, "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Documents"):
        assert "Error" not in shell(CALL % name), name


@test
def out_of_the_sandbox():
    """it cannot have the host run anything"""
    answer = shell("gdbus call --session -d org.freedesktop.Flatpak -o /org/freedesktop/Flatpak/Development "
                   "-m org.freedesktop.Flatpak.Development.HostCommand /tmp '[b\"/bin/true\"]' '{}' '{}' 0 "
                   "2>&1; true")
    contains(answer, "Error", "HostCommand")


@test
def network():
    """there is no network but its own loopback"""
    lines = shell("cat /proc/net/dev").splitlines()[2:]
    equal([line.split(":")[0].strip() for line in lines], ["lo"], "interfaces")


@test
def processes():
    """it sees no process but its own"""
    pids = [word for word in shell("ls /proc").split() if word.isdigit()]
    assert len(pids) < 8, pids
    assert "Xvfb" not in shell("cat /proc/[0-9]*/cmdline | tr '\\0' ' '")


@test
def privileges():
    """it has no capabilities, cannot get any, and its system calls are filtered"""
    lines = shell("cat /proc/self/status").splitlines()
    status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    equal((int(status["CapEff"], 16), int(status["CapBnd"], 16)), (0, 0), "capabilities")
    equal((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"), "NoNewPrivs and Seccomp")


if __name__ == "__main__":
    run(desk)
