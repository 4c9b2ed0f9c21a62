# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""An older and a newer Paddock side by side, as after an update: this version's commands with another
version's service, and the reverse. Both work with what both know, and say clearly what is not possible."""

import os
import threading

from gi.repository import Gio, GLib

from harness import CONTROL, SERVICE_NAME, SERVICE_PATH, Box, contains, equal, wait_until
from tap import run, test

_OLD = """<node><interface name="%s">
  <property name="Version" type="s" access="read"/>
  <method name="ListRoots"><arg type="aa{sv}" direction="out"/></method>
  <method name="ListServers"><arg type="aa{sv}" direction="out"/></method>
</interface></node>""" % CONTROL

_NEW = """<node><interface name="%s">
  <property name="Version" type="s" access="read"/>
  <property name="SetAside" type="u" access="read"/>
  <property name="Future" type="a{sv}" access="read"/>
  <method name="ListRoots"><arg type="aa{sv}" direction="out"/></method>
  <method name="ListServers"><arg type="aa{sv}" direction="out"/></method>
  <method name="ListJournal"><arg type="x" direction="in"/><arg type="u" direction="in"/>
    <arg type="aa{sv}" direction="out"/></method>
  <method name="Future"/>
</interface></node>""" % CONTROL


class OtherService:
    """Plays the service of another version."""

    def __init__(self, box, description, answers, properties):
        self.answers = answers
        self.properties = properties
        self.connection = None
        self._box = box
        self._description = description
        self._context = GLib.MainContext()
        self._loop = GLib.MainLoop.new(self._context, False)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        wait_until(lambda: self.connection, "the other service")
        box.started.append(self)

    def _serve(self):
        self._context.push_thread_default()
        connection = self._box.connect()
        info = Gio.DBusNodeInfo.new_for_xml(self._description).interfaces[0]
        connection.register_object(SERVICE_PATH, info, self._on_call, self._on_get, None)
        connection.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus",
                             "org.freedesktop.DBus", "RequestName",
                             GLib.Variant("(su)", (SERVICE_NAME, 4)), None,
                             Gio.DBusCallFlags.NONE, -1, None)
        self.connection = connection
        self._loop.run()
        self._context.pop_thread_default()

    def _on_call(self, _connection, _sender, _path, _interface, method, _parameters, invocation):
        invocation.return_value(self.answers[method])

    def _on_get(self, _connection, _sender, _path, _interface, name):
        return self.properties[name]

    def stop(self):
        # The box ends the process that owns the name, and that is the test itself.
        self.connection.close_sync(None)
        wait_until(lambda: self._box.service_pid() is None, "the end of the name")
        self._loop.quit()
        self._thread.join(5)


def dictionary(**values):
    return {key.replace("_", "-"): value for key, value in values.items()}


def text(value):
    return GLib.Variant("s", value)


def many(*dictionaries):
    return GLib.Variant("(aa{sv})", (list(dictionaries),))


ROOT = dictionary(id=text("r1"), path=GLib.Variant("ay", b"/home/me/project\0"),
                  uri=text("file:///home/me/project"), status=text("available"),
                  access=text("read-write"), kind=text("directory"))
SERVER = dictionary(id=text("s1"), name=text("alpha"), standing=text("allowed"))


@test
def older_service():
    """the service of an older version: old methods work, and a missing one leads to a clear error"""
    with Box() as box:
        OtherService(box, _OLD, {"ListRoots": many(ROOT), "ListServers": many(SERVER)},
                     {"Version": text("0.0.1")})
        result = box.paddock("list")
        equal(result.err, "", "stderr")
        contains(result.out, "/home/me/project", "stdout")
        contains(box.paddock("servers").out, "s1", "stdout")
        for arguments in (("block", "s1"), ("revoke", "s1"), ("log",),
                          ("grant", "s1", "/home/me/project"), ("add", box.folder("x")),
                          ("remove", "/home/me/project")):
            result = box.paddock(*arguments, code=1)
            contains(result.err, "Paddock was updated, but its old service is still running", "stderr")
            contains(result.err, "Try again in a moment", "stderr")
            assert "GDBus" not in result.err, result.err


@test
def newer_service():
    """the service of a newer version: unknown keys, values and properties do no harm"""
    future = dictionary(future=text("x"), future_list=GLib.Variant("a{sv}", {"a": text("b")}))
    root = {**ROOT, **future, "status": text("quantum"), "access": text("append-only")}
    server = {**SERVER, **future, "standing": text("on-probation"),
              "sessions": GLib.Variant("aa{sv}", [{"id": text("1"), "state": text("dreaming")}])}
    entry = {**future, "number": GLib.Variant("x", 1), "event": text("teleported"),
             "time": GLib.Variant("x", 1), "reason": text("because")}
    with Box() as box:
        OtherService(box, _NEW, {"ListRoots": many(root), "ListServers": many(server),
                                 "ListJournal": many(entry)},
                     {"Version": text("99.0.0"), "SetAside": GLib.Variant("u", 7),
                      "Future": GLib.Variant("a{sv}", {})})
        result = box.paddock("list")
        equal(result.err, "", "stderr")
        contains(result.out, "/home/me/project", "stdout")
        # An unknown value never counts as access.
        assert box.json("list")[0]["status"] != "available", box.json("list")
        assert box.json("servers")[0]["decision"] != "allowed", box.json("servers")
        equal(box.paddock("log").err, "", "stderr")
        equal(box.paddock("log", "--json").code, 0, "exit status")


@test
def newer_calls():
    """calls of a newer window: options that this service does not know are ignored"""
    with Box() as box:
        box.serve()
        control = box.control()
        folder = box.folder("shared")
        future = {"future": text("x"), "future-list": GLib.Variant("as", ["a"])}
        result, = control.call("AddRoots", [os.fsencode(folder) + b"\0"], future)
        assert result["added"], result
        equal(control.call("ChangeRoot", result["id"], {**future, "name": text("Nice")}), "",
              "request")
        equal(box.root(folder)["name"], "Nice", "name")
        control.refused("org.freedesktop.DBus.Error.UnknownMethod", "Teleport")
        equal(box.root(folder)["status"], "available", "status")


run()
