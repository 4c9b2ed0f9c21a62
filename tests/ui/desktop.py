# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A desktop of its own for one test: a virtual display, a window manager, a session bus with
accessibility, a notification service that only listens, and the real window in it."""

import os
import re
import shutil
import subprocess
import threading
import time

from gi.repository import Gio, GLib

import a11y
import tap
from agent import Agent
from harness import (APP_NAME, PATIENCE, SERVICE_NAME, Box, Control, Failure, binary, equal,
                     wait_until)

_NOTIFICATIONS = """<node><interface name="org.freedesktop.Notifications">
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="as" direction="in"/><arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>
<arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
<arg type="s" direction="out"/><arg type="s" direction="out"/></method>
<signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
<signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
</interface></node>"""


def require(*programs):
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        tap.skip_all("not installed: " + ", ".join(missing))


class Notifications:
    """org.freedesktop.Notifications, remembering what it was given."""

    def __init__(self, box):
        self.shown = {}  # id -> (title, body, actions); who sent it has its id by then
        self.closed = []
        self._connection = box.connect()
        self._context = GLib.MainContext()
        self._loop = GLib.MainLoop.new(self._context, False)
        ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait()
        self._connection.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            GLib.Variant("(su)", ("org.freedesktop.Notifications", 4)), None,
            Gio.DBusCallFlags.NONE, -1, None)
        box.started.append(self)

    def _serve(self, ready):
        self._context.push_thread_default()
        node = Gio.DBusNodeInfo.new_for_xml(_NOTIFICATIONS)
        self._connection.register_object("/org/freedesktop/Notifications", node.interfaces[0],
                                         self._call, None, None)
        ready.set()
        self._loop.run()

    def _call(self, _connection, _sender, _path, _interface, method, parameters, invocation):
        answer = None
        values = parameters.unpack()
        if method == "Notify":
            self._show(invocation, values[1] or len(self.shown) + 1, values[3:6])
            return
        elif method == "CloseNotification":
            self.closed.append(values[0])
        elif method == "GetCapabilities":
            answer = GLib.Variant("(as)", (["actions", "body"],))
        else:
            answer = GLib.Variant("(ssss)", ("test", "test", "1", "1.2"))
        invocation.return_value(answer)

    def _show(self, invocation, identifier, content):
        """GLib cannot withdraw what it has no answer for: no test sees it before the answer was sent."""
        invocation.return_value(GLib.Variant("(u)", (identifier,)))
        self._connection.flush_sync(None)
        if identifier in self.closed:
            self.closed.remove(identifier)
        self.shown[identifier] = content

    def open(self):
        return {key: value for key, value in list(self.shown.items()) if key not in self.closed}

    def invoke(self, identifier, action="default"):
        """The user clicks on it, and with that it goes."""
        for signal, parameters in (("ActionInvoked", GLib.Variant("(us)", (identifier, action))),
                                   ("NotificationClosed", GLib.Variant("(uu)", (identifier, 2)))):
            self._connection.emit_signal(None, "/org/freedesktop/Notifications",
                                         "org.freedesktop.Notifications", signal, parameters)
        self.closed.append(identifier)

    def stop(self):
        self._loop.quit()
        self._thread.join(5)


class Caller(Control):
    """A program on the bus. With the window there, the user lets it add what it wants to add."""

    def __init__(self, desk):
        super().__init__(desk.connect())
        self.desk = desk

    def await_added(self, results):
        self.desk.let_add(next(one["request"] for one in results if "request" in one))
        super().await_added(results)


class Desktop(Box):
    """A Box with a display. One at a time in a process: the accessibility library knows one."""

    def __init__(self, size="1280x800", scale=1):
        """scale: pixels of the display for each that the window counts."""
        require("Xvfb", "xdotool", "xprop", "import", "dbus-daemon")
        if not os.path.exists("/usr/share/dbus-1/services/org.a11y.Bus.service"):
            tap.skip_all("at-spi2-core is not installed")
        super().__init__()
        self.size = size
        self.scale = scale
        self.app = None
        self.window = None
        self.notifications = None
        self._window_log = os.path.join(self.directory, "window.log")
        self._children = []
        self._pids = os.path.join(self.directory, "activated")

    def __enter__(self):
        try:
            self._start_display()
        except BaseException:
            self._end_children()
            raise
        super().__enter__()
        os.environ.update({key: self.env[key] for key in
                           ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "HOME")})
        self._install_services()
        self._start_window_manager()
        self.notifications = Notifications(self)
        a11y.start(self.control().connection)
        tap.on_failure.append(self.show_failure)
        return self

    def _install_services(self):
        """What the session bus may start."""
        self.activatable(APP_NAME, binary("PADDOCK_GTK_BIN"), "--gapplication-service")
        self.activatable(SERVICE_NAME, self.serving or binary(), "serve", "--exit-when-idle")

    def show_failure(self):
        """What the window looked like when a test failed."""
        if self.app is None:
            return
        self.screenshot("failure")
        tap.diag("---- window\n" + a11y.dump(self.app))
        tap.diag("---- window's log\n" + self.window_log()[-4000:])

    def __exit__(self, kind, problem, trace):
        try:
            return super().__exit__(kind, problem, trace)
        finally:
            self._end_children()

    def _end_programs(self):
        if self.window is not None and self.window.poll() is None:
            self.window.terminate()
            self.window.wait()
        self._end_activated()

    def _start_display(self):
        read, write = os.pipe()
        log = open(os.path.join(self.directory, "xvfb.log"), "wb")  # pylint: disable=consider-using-with
        self._children.append(subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", self.size + "x24", "-nolisten", "tcp",
             "-noreset"], pass_fds=[write], stdout=log, stderr=log, stdin=subprocess.DEVNULL))
        log.close()
        os.close(write)
        with os.fdopen(read) as stream:
            number = stream.readline().strip()
        if not number:
            raise Failure("Xvfb did not start")
        settings = os.path.join(self.env["XDG_CONFIG_HOME"], "gtk-4.0")
        os.makedirs(settings)
        with open(os.path.join(settings, "settings.ini"), "w", encoding="utf-8") as stream:
            stream.write("[Settings]\ngtk-font-name=Cantarell 11\ngtk-enable-animations=0\n")
        self.env.pop("NO_AT_BRIDGE", None)
        self.env.update({"DISPLAY": ":" + number, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                         "GDK_DEBUG": "gl-disable", "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
                         "XDG_SESSION_TYPE": "x11", "XDG_CURRENT_DESKTOP": "GNOME",
                         "GDK_SCALE": str(self.scale)})
        shutil.copy("/usr/share/dbus-1/services/org.a11y.Bus.service", self.services)
        bus = os.path.join(self.services, "org.a11y.Bus.service")
        with open(bus, encoding="utf-8") as stream:
            text = re.sub("^SystemdService=.*\n", "", stream.read(), flags=re.M)
        with open(bus, "w", encoding="utf-8") as stream:
            stream.write(text)

    def _start_window_manager(self):
        """mutter draws shadows and round corners; openbox is the lighter one."""
        for command in (["mutter", "--x11", "--sm-disable"], ["openbox"]):
            if shutil.which(command[0]) is None:
                continue
            with open(os.path.join(self.directory, "wm.log"), "wb") as log:
                manager = subprocess.Popen(command, env=self.env, stdin=subprocess.DEVNULL, stdout=log,
                                           stderr=log)
            self._children.append(manager)

            def ready(manager=manager):
                if manager.poll() is not None:
                    raise Failure("the window manager ended")
                return "window id" in a11y.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
            wait_until(ready, "the window manager", 20)
            return
        tap.skip_all("no window manager: mutter or openbox")

    def _end_children(self):
        for child in reversed(self._children):
            child.terminate()
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def activatable(self, name, *command):
        """Lets the bus start a program by its name, and remembers the process."""
        script = os.path.join(self.directory, "start-" + name)
        with open(script, "w", encoding="utf-8") as stream:
            stream.write("#!/bin/sh\necho $$ >>'%s'\n" % self._pids)
            for key, value in self.strictness.items():
                stream.write("export %s='%s'\n" % (key, value))
            stream.write("exec %s >>'%s.log' 2>&1\n" % (
                " ".join("'%s'" % word for word in command), script))
        os.chmod(script, 0o755)
        with open(os.path.join(self.services, name + ".service"), "w", encoding="utf-8") as stream:
            stream.write("[D-BUS Service]\nName=%s\nExec=%s\n" % (name, script))

    def activated(self):
        if not os.path.exists(self._pids):
            return []
        with open(self._pids, encoding="ascii") as stream:
            return [int(line) for line in stream]

    def _end_activated(self):
        for pid in self.activated():
            try:
                os.kill(pid, 15)
            except ProcessLookupError:
                continue
            wait_until(lambda pid=pid: not os.path.exists("/proc/%d/exe" % pid), "the end of %d" % pid)

    def control(self):
        if self._control is None:
            self._control = Caller(self)
        return self._control

    def let_add(self, identifier):
        """The user answers the question whether to add folders, which is the only one."""
        def is_answered():
            if all(one["id"] != identifier for one in self.control().call("ListRequests")):
                return True
            dialogs = a11y.find_all(self.app, a11y.WINDOWS, "Request")
            if not dialogs:
                for button in a11y.find_all(self.app, a11y.BUTTONS, re.compile("^Answer…"))[:1]:
                    a11y.act(button)
                return False
            if any(re.match("Add .*Folder", text) for text in a11y.texts(dialogs[0])):
                for button in a11y.find_all(dialogs[0], a11y.BUTTONS, re.compile("^(Share|Allow)"))[:1]:
                    if a11y.is_sensitive(button):
                        a11y.act(button)
            return False
        wait_until(is_answered, "the user's answer about what is to be added")
        a11y.gone(self.app, a11y.WINDOWS, "Request")

    def add_first(self, *paths):
        """Adds folders before there is a window: a scripted one is asked."""
        agent = Agent(self)
        agent.add(*paths)
        agent.stop()
        agent.vanish()

    def add_asked(self, *arguments):
        """`paddock add`, for which the user is asked."""
        process = self.start("add", *arguments)
        asked = wait_until(lambda: [one for one in self.control().call("ListRequests")
                                    if one["kind"] == "add-roots"], "the question about " + arguments[-1])
        self.let_add(asked[0]["id"])
        _, errors = process.communicate(timeout=20 * PATIENCE)
        equal(process.returncode, 0, "the status of add: %r" % errors)

    def settings_file(self):
        """Where the window and the service have their settings, if they are in a file."""
        return os.path.join(self.env["XDG_CONFIG_HOME"], "glib-2.0", "settings", "keyfile")

    def let_callers_add(self, is_let=True):
        """Sets whether others than the window add folders without a question. The settings must have been
        in a file since the bus began: what it starts has its environment."""
        equal(self.env["GSETTINGS_BACKEND"], "keyfile", "where the settings are")
        path = self.settings_file()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        settings = GLib.KeyFile()
        if os.path.exists(path):
            settings.load_from_file(path, GLib.KeyFileFlags.NONE)
            group, key = "io/github/paddock_mcp/Paddock", "ask-before-widening"
            if settings.has_group(group) and key in settings.get_keys(group)[0] \
                    and settings.get_boolean(group, key) != is_let:
                return
        settings.set_boolean("io/github/paddock_mcp/Paddock", "ask-before-widening", not is_let)
        before = self.service_pid() and self.log()
        settings.save_to_file(path)
        if before is not None:
            event = "asking-off" if is_let else "asking-on"
            count = len([entry for entry in before if entry["event"] == event])
            wait_until(lambda: len(self.log(event)) > count, "the setting in the service")

    def share_for_an_hour(self):
        """What the switches share outlives a session. The settings must be in a file."""
        equal(self.env["GSETTINGS_BACKEND"], "keyfile", "where the settings are")
        path = self.settings_file()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        settings = GLib.KeyFile()
        if os.path.exists(path):
            settings.load_from_file(path, GLib.KeyFileFlags.NONE)
        settings.set_string("io/github/paddock_mcp/Paddock", "first-duration", "'hour'")
        settings.save_to_file(path)

    # ---- the window

    def window_env(self, more=None):
        """GTK's own warnings do not end the window, so that a test can go on to say which came."""
        env = self.program_env(more)
        if "G_DEBUG" in env:
            env["G_DEBUG"] = env["G_DEBUG"].replace("fatal-warnings", "fatal-criticals")
        return env

    def start_window(self, *arguments, env=None):
        with open(self._window_log, "ab") as log:
            self.window = subprocess.Popen(
                [binary("PADDOCK_GTK_BIN"), *arguments], env=self.window_env(env),
                cwd=self.home, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        return self.attach_window()

    def start_again(self, *arguments, env=None):
        """Ends the window, whatever it shows, and starts it."""
        if self.window is not None and self.window.poll() is None:
            self.window.terminate()
            self.window.wait()
        return self.start_window(*arguments, env=env)

    def attach_window(self):
        """Finds the application on the accessibility bus."""
        self.app = a11y.application("paddock-gtk")
        wait_until(lambda: a11y.find_all(self.app, a11y.WINDOWS), "a window", 20)
        return self.app

    def window_log(self):
        if not os.path.exists(self._window_log):
            return ""
        with open(self._window_log, encoding="utf-8", errors="replace") as stream:
            return stream.read()

    def warnings(self):
        """What the window logged that is of Paddock."""
        # Of GTK 4.8 itself: revealers that are closed allocate -1 px, wrapped labels are measured for
        # less than they need, parts of a scroll bar that just appeared are drawn before they have a place.
        known = re.compile(r"gtk_widget_size_allocate\(\): attempt to allocate|natural size must be >=|"
                           r"snapshot GtkGizmo \w+ without a current allocation")
        return [line for line in self.window_log().splitlines()
                if ("WARNING" in line or "CRITICAL" in line) and not known.search(line)]

    # ---- the user's hands and eyes

    def is_shown(self, title):
        """The X window whose title has this pattern, the newest where there are several; or None."""
        found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", title],
                               capture_output=True, text=True, check=False).stdout.split()
        # What pops up over a window, as a tooltip does, has the application's name for its title, too:
        # only what the window manager has is a window for the user.
        managed = {int(number, 16) for number in
                   re.findall("0x[0-9a-f]+", a11y.run("xprop", "-root", "_NET_CLIENT_LIST"))}
        found = [window for window in found if int(window) in managed]
        return found[-1] if found else None

    def x_window(self, title):
        return wait_until(lambda: self.is_shown(title), "a window called " + title, 20)

    def focus(self, title):
        a11y.run("xdotool", "windowactivate", "--sync", self.x_window(title))

    def keys(self, *keys):
        a11y.run("xdotool", "key", "--delay", "30", *keys)

    def type(self, text):
        """xdotool would have to change the keyboard's layout for letters that no key has, and those are
        sometimes lost: they come by GTK's Ctrl+Shift+U."""
        for piece in re.findall(r"[ -~]+|[^ -~]", text):
            if piece.isascii():
                a11y.run("xdotool", "type", "--delay", "20", piece)
            else:
                self.keys("ctrl+shift+u", *"%x" % ord(piece), "space")

    @staticmethod
    def geometry(window):
        """Of an X window: X, Y, WIDTH, HEIGHT, with the border that is not seen."""
        lines = a11y.run("xdotool", "getwindowgeometry", "--shell", window).split()
        return {key: int(value) for key, value in (line.split("=") for line in lines)}

    @staticmethod
    def border(window):
        """The border that is not seen: left, right, top, bottom; None where it is not told."""
        border = re.search(r"= (\d+), (\d+), (\d+), (\d+)",
                           a11y.run("xprop", "-id", window, "_GTK_FRAME_EXTENTS"))
        return tuple(map(int, border.groups())) if border else None

    def position(self, node, title):
        """The centre of something on the screen: the X window's place, its invisible border, and
        the place in the window that accessibility tells."""
        window = self.x_window(title)
        geometry = self.geometry(window)
        border = self.border(window)
        if border:
            left, _, top, _ = border
        else:
            left = top = (geometry["WIDTH"] -
                          a11y.extents(a11y.window_of(node)).width * self.scale) // 2
        place = a11y.extents(node)
        return (geometry["X"] + left + (place.x + place.width // 2) * self.scale,
                geometry["Y"] + top + (place.y + place.height // 2) * self.scale)

    def resize(self, title, width, height):
        """Makes a window so large, its border not counted, or as small as it can be. Gives the size
        that it has then."""
        window = self.x_window(title)
        left, right, top, bottom = self.border(window) or (0, 0, 0, 0)
        a11y.run("xdotool", "windowsize", window, str(width + left + right), str(height + top + bottom))
        before = None
        while True:
            # A window manager asks the window back, and maybe again.
            time.sleep(0.3)
            geometry = self.geometry(window)
            if geometry == before:
                return geometry["WIDTH"] - left - right, geometry["HEIGHT"] - top - bottom
            before = geometry

    def click_at(self, x, y):
        a11y.run("xdotool", "mousemove", str(x), str(y), "click", "1")

    def click(self, node, title):
        """Clicks on something once it stays where it is: a new window is moved and laid out first."""
        places = []

        def stays():
            places.append(self.position(node, title))
            return len(places) > 1 and places[-1] == places[-2] and a11y.extents(node).width > 0
        wait_until(stays, "something to stay in its place", 20)
        self.click_at(*places[-1])

    def show_page(self, name, title):
        """Clicks on the tab of a page. A window has its tabs several times, and shows those that fit."""
        tabs = []

        def is_shown():
            tabs[:] = [tab for tab in a11y.find_all(self.app, "page tab", name)
                       if a11y.extents(tab).width > 0]
            return tabs
        wait_until(is_shown, "the tab %r" % name)
        self.click(tabs[0], title)

    def settle(self, seconds=0.4):
        """Lets the window draw; for pictures only."""
        time.sleep(seconds)

    def screenshot(self, name, title=None):
        """Saves a picture of the screen, or of one window with its shadow, where
        PADDOCK_SCREENSHOTS names a directory."""
        folder = os.environ.get("PADDOCK_SCREENSHOTS")
        if not folder:
            return
        os.makedirs(folder, exist_ok=True)
        self.settle()
        target = os.path.join(folder, name + ".png")
        crop = []
        if title is not None:
            geometry = self.geometry(self.x_window(title))
            crop = ["-crop", "%dx%d+%d+%d" % (geometry["WIDTH"], geometry["HEIGHT"],
                                              max(0, geometry["X"]), max(0, geometry["Y"])),
                    "+repage"]
        a11y.run("import", "-window", "root", *crop, target)

    # ---- the bus

    def object_paths(self, name):
        """Every path that a name exports."""
        connection = self.control().connection
        found, todo = [], ["/"]
        while todo:
            path = todo.pop()
            try:
                xml = connection.call_sync(name, path, "org.freedesktop.DBus.Introspectable",
                                           "Introspect", None, None, Gio.DBusCallFlags.NO_AUTO_START,
                                           5000, None).unpack()[0]
            except GLib.Error:
                continue
            found.append((path, re.findall(r'<interface name="([^"]+)"', xml)))
            for child in re.findall(r'<node name="([^"]+)"', xml):
                todo.append((path if path != "/" else "") + "/" + child)
        return found
