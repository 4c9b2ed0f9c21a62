# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A scripted window. It owns the application's name on the test's bus, registers as the service's agent and
answers questions, from any connection and with any serial that the test chooses."""

import threading

from gi.repository import Gio, GLib

from harness import APP_NAME, CONTROL, SERVICE_NAME, SERVICE_PATH, Control, Failure, equal, wait_until


class Agent(Control):
    def __init__(self, box, register=True, own=True, lets_add=True):
        """lets_add: the user allows every command to add folders."""
        super().__init__(box.connect())
        self.lets_add = lets_add
        self.finished = {}  # request id -> (verdict, reason)
        self.changes = []  # (updated ids, removed ids) of RequestsChanged
        self._context = GLib.MainContext()
        self._loop = GLib.MainLoop.new(self._context, False)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        ready = threading.Event()
        self._ready = ready
        self._thread.start()
        ready.wait()
        if own:
            self.own()
        if register:
            self.call("RegisterAgent")
        box.started.append(self)

    def _listen(self):
        self._context.push_thread_default()
        self.connection.signal_subscribe(SERVICE_NAME, CONTROL, None, SERVICE_PATH, None,
                                         Gio.DBusSignalFlags.NONE, self._on_signal)
        self._ready.set()
        self._loop.run()
        self._context.pop_thread_default()

    def _on_signal(self, _connection, _sender, _path, _interface, name, parameters):
        values = parameters.unpack()
        if name == "RequestFinished":
            self.finished[values[0]] = values[1:]
        elif name == "RequestsChanged":
            self.changes.append(([one["id"] for one in values[0]], list(values[1])))
            for one in values[0]:
                if one["kind"] == "add-roots" and self.lets_add:
                    self._let_add(one)

    def _let_add(self, request):
        form = {"verdict": GLib.Variant("s", "allow"), "as-asked": GLib.Variant("b", True)}
        self.connection.call(
            SERVICE_NAME, SERVICE_PATH, CONTROL, "AnswerRequest",
            GLib.Variant("(sua{sv})", (request["id"], request["serial"], form)), None,
            Gio.DBusCallFlags.NONE, -1, None, None)

    def own(self):
        """Takes the application's name, without waiting in its queue (flag 4)."""
        answer = self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", (APP_NAME, 4)), None, Gio.DBusCallFlags.NONE, -1, None)
        equal(answer.unpack()[0], 1, "the answer to RequestName")

    def disown(self):
        self.connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReleaseName",
            GLib.Variant("(s)", (APP_NAME,)), None, Gio.DBusCallFlags.NONE, -1, None)

    def requests(self, kind=None):
        return [one for one in self.call("ListRequests") if kind is None or one["kind"] == kind]

    def wait_request(self, kind="roots"):
        """Waits for one request of a kind and returns it."""
        found = wait_until(lambda: self.requests(kind), "a request of kind " + kind)
        equal(len(found), 1, "requests of kind " + kind)
        return found[0]

    def answer(self, request, verdict, roots=(), duration="until-revoked", serial=None, session=False):
        """roots: ids, or pairs of id and access. A caller's command is answered as it was asked; a read of
        a file is allowed for its session if the test says so."""
        form = {"as-asked": GLib.Variant("b", True)}
        if session:
            form["session"] = GLib.Variant("b", True)
        pairs = [root if isinstance(root, tuple) else (root, "read-write") for root in roots]
        if request["kind"] == "roots":
            form = {"roots": GLib.Variant("a(ss)", pairs)}
        return self.call("AnswerRequest", request["id"],
                         request["serial"] if serial is None else serial,
                         {"verdict": GLib.Variant("s", verdict),
                          "duration": GLib.Variant("s", duration), **form})

    def wait_finished(self, request_id):
        return wait_until(lambda: self.finished.get(request_id), "the end of request " + request_id)

    def vanish(self):
        """Leaves the bus without a word."""
        if not self.connection.is_closed():
            self.connection.close_sync(None)

    def stop(self):
        # Runs in its own thread, which may not have reached the loop yet.
        end = GLib.idle_source_new()
        end.set_callback(lambda *_: self._loop.quit())
        end.attach(self._context)
        self._thread.join(5)
        if self._thread.is_alive():
            raise Failure("the agent's thread does not end")
