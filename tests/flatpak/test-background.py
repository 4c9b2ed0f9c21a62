# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Whether it may run without a window: the real background portal, with the user's decision in its
permission store, and a backend that only records calls, because no desktop with one is here."""

import os
import shutil
import threading

from gi.repository import Gio, GLib

import a11y
from harness import APP_NAME, contains, equal, stays, wait_until
from peer import PeerProcess
from sandboxed import HOME, Sandboxed
from tap import cases, run, test

AUTOSTART = os.path.join(HOME, ".config/autostart", APP_NAME + ".desktop")
BACKEND = "org.freedesktop.impl.portal.desktop.test"
_INTERFACE = """<node><interface name="org.freedesktop.impl.portal.Background">
<method name="GetAppState"><arg type="a{sv}" direction="out"/></method>
<method name="NotifyBackground"><arg type="o" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="u" direction="out"/><arg type="a{sv}" direction="out"/></method>
<method name="EnableAutostart"><arg type="s" direction="in"/><arg type="b" direction="in"/>
<arg type="as" direction="in"/><arg type="u" direction="in"/><arg type="b" direction="out"/></method>
<signal name="RunningApplicationsChanged"/></interface></node>"""


class Backend:
    """org.freedesktop.impl.portal.Background, which records its calls."""

    def __init__(self, box):
        self._connection = box.connect()
        self._context = GLib.MainContext()
        self._loop = GLib.MainLoop.new(self._context, False)
        ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()
        self._connection.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                   "RequestName", GLib.Variant("(su)", (BACKEND, 4)), None,
                                   Gio.DBusCallFlags.NONE, -1, None)
        box.started.append(self)

    def _serve(self, ready):
        self._context.push_thread_default()
        node = Gio.DBusNodeInfo.new_for_xml(_INTERFACE)
        self._connection.register_object("/org/freedesktop/portal/desktop", node.interfaces[0], self._call,
                                         None, None)
        ready.set()
        self._loop.run()

    def _call(self, _connection, _sender, _path, _interface, method, parameters, invocation):
        if method == "GetAppState":
            invocation.return_value(GLib.Variant("(a{sv})", ({},)))
        elif method == "NotifyBackground":
            invocation.return_value(GLib.Variant("(ua{sv})", (0, {"result": GLib.Variant("u", 1)})))
        else:
            invocation.return_value(GLib.Variant("(b)", (parameters.unpack()[1],)))

    def stop(self):
        self._loop.quit()
        self._thread.join(5)


class WithBackground(Sandboxed):
    """The portals, with one backend of the test."""

    def __init__(self):
        super().__init__()
        self.backend = None
        portals = os.path.join(self.directory, "portals")
        os.mkdir(portals)
        shutil.copy("/usr/share/xdg-desktop-portal/portals/gtk.portal", portals)
        with open(os.path.join(portals, "test.portal"), "w", encoding="utf-8") as stream:
            stream.write("[portal]\nDBusName=%s\nInterfaces=org.freedesktop.impl.portal.Background\n"
                         "UseIn=gnome\n" % BACKEND)
        self.env["XDG_DESKTOP_PORTAL_DIR"] = portals
        folder = os.path.join(self.home, ".config/xdg-desktop-portal")
        os.makedirs(folder)
        with open(os.path.join(folder, "portals.conf"), "w", encoding="utf-8") as stream:
            stream.write("[preferred]\ndefault=gtk\norg.freedesktop.impl.portal.Background=test\n")

    def __enter__(self):
        super().__enter__()
        self.backend = Backend(self)
        return self

    def decide(self, answer):
        """The user's answer in the system's settings; None: no answer yet."""
        permissions = {APP_NAME: [answer]} if answer else {}
        self.control().connection.call_sync(
            "org.freedesktop.impl.portal.PermissionStore", "/org/freedesktop/impl/portal/PermissionStore",
            "org.freedesktop.impl.portal.PermissionStore", "Set",
            GLib.Variant("(sbsa{sas}v)", ("background", True, "background", permissions,
                                          GLib.Variant("y", 0))),
            None, Gio.DBusCallFlags.NONE, 10000, None)

    def says_refused(self):
        return any("can’t run in the background" in text for text in a11y.texts(self.app))


desk = WithBackground()


@cases([(None, True), ("yes", True), ("no", False)], lambda answer, allowed: str(answer))
def background(answer, allowed):
    """with a server the service outlives the window, or ends with it and says so; answer"""
    desk.decide(answer)
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    if allowed:
        stays(lambda: not desk.says_refused(), "nothing is said of a refusal", 2)
    else:
        wait_until(desk.says_refused, "the refusal in the window")
        desk.screenshot("flatpak-no-background", "^Paddock$")
    peer = PeerProcess(desk).wait_ready()
    equal(peer.uris(), [], "roots")
    desk.end_window()
    if allowed:
        stays(lambda: desk.service_pid() is not None, "the service without a window", 5)
        peer.stop()
        desk.end_service()
    else:
        wait_until(lambda: desk.service_pid() is None, "the end of the service")
        stays(lambda: desk.service_pid() is None, "nothing starts it again", 5)
        peer.stop()
    desk.started.remove(peer)
    assert not os.path.exists(AUTOSTART), "it is started at login"


@test
def at_login():
    """if the user wants it, the portal starts the service at login, in its sandbox"""
    desk.decide("yes")
    desk.inside("gsettings", "set", APP_NAME, "run-at-login", "true")
    desk.start_window()
    wait_until(lambda: os.path.exists(AUTOSTART), "the autostart file")
    with open(AUTOSTART, encoding="utf-8") as stream:
        line = [one for one in stream.read().splitlines() if one.startswith("Exec=")][0]
    contains(line, "--command=paddock", "what is started")
    contains(line, APP_NAME + " serve", "what is started")
    desk.end_window()


if __name__ == "__main__":
    run(desk)
