# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A desktop in which the installed Flatpak runs: the home and the runtime directory of a real user,
the portals, the bus services of the system and of the user's Flatpaks. Only for the system that
build-aux/test-flatpak makes: it clears the home, and leaves the end of what outlives the bus to that of
the PID namespace in which each test runs."""

import glob
import os
import re
import shutil
import signal
import subprocess

import a11y
import tap
from desktop import Desktop
from harness import APP_NAME, wait_until

HOME = "/home/tester"
INSTALLATION = os.path.join(HOME, ".local/share/flatpak")
# Unless an update comes in between.
FILES = os.path.join(INSTALLATION, "app", APP_NAME, "current/active/files")
EXPORTS = os.path.join(INSTALLATION, "exports/share")
PORTAL = "org.freedesktop.portal.Desktop"
DOCUMENTS = ("org.freedesktop.portal.Documents", "/org/freedesktop/portal/documents",
             "org.freedesktop.portal.Documents")
CHOOSER = "^(Add Folders|Add Files|Choose Again)$"

# After each change the dialog accepts no answer for a while. This adds some time for the machine.
HOLD_OFF = 0.8  # s
# The chooser starts with the recent files, where typing selects nothing.
_GTK_SETTINGS = "[org/gtk/settings/file-chooser]\nstartup-mode='cwd'\n"


def require_the_system():
    if not os.path.isdir(FILES):
        tap.skip_all("run build-aux/test-flatpak")


def _clear_home():
    """Removes everything except installed apps. Shared folders are in the home directory, as in real life."""
    for name in os.listdir(HOME):
        path = os.path.join(HOME, name)
        if name == ".local":
            continue
        if os.path.isdir(path) and not os.path.islink(path):
            subprocess.run(["chmod", "-R", "u+rwX", path], check=False)
            shutil.rmtree(path)
        else:
            os.unlink(path)
    shutil.rmtree(os.path.join(INSTALLATION, "db"), ignore_errors=True)


class Sandboxed(Desktop):
    """Only one at a time, because there is one installation and one runtime directory."""

    def __init__(self, size="1280x800"):
        require_the_system()
        _clear_home()
        os.environ["PADDOCK_BIN"] = os.path.join(FILES, "bin/paddock-host")
        super().__init__(size)
        self.home = HOME
        self.runtime = os.environ["XDG_RUNTIME_DIR"]
        for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "TMPDIR"):
            self.env.pop(name, None)
        self.env.update({"HOME": HOME, "XDG_RUNTIME_DIR": self.runtime,
                         "XDG_CONFIG_HOME": os.path.join(HOME, ".config"),
                         "GSETTINGS_BACKEND": "keyfile"})
        self.env.pop("GSETTINGS_SCHEMA_DIR", None)
        settings = os.path.join(HOME, ".config/glib-2.0/settings")
        os.makedirs(settings)
        with open(os.path.join(settings, "keyfile"), "w", encoding="utf-8") as stream:
            stream.write(_GTK_SETTINGS)
        os.chdir(HOME)

    def _start_display(self):
        super()._start_display()
        self.env["XDG_DATA_DIRS"] = EXPORTS + ":/usr/local/share:/usr/share"

    def _install_services(self):
        """Installs the bus services of the system and of the user's Flatpaks, like a login session."""
        for folder in ("/usr/share/dbus-1/services", os.path.join(EXPORTS, "dbus-1/services")):
            for path in glob.glob(os.path.join(folder, "*.service")):
                with open(path, encoding="utf-8") as stream:
                    text = re.sub("^SystemdService=.*\n", "", stream.read(), flags=re.M)
                with open(os.path.join(self.services, os.path.basename(path)), "w",
                          encoding="utf-8") as stream:
                    stream.write(text)

    # ---- Flatpak

    def settings_file(self):
        """The sandbox has its own settings directory."""
        return os.path.join(HOME, ".var/app", APP_NAME, "config/glib-2.0/settings/keyfile")

    def flatpak(self, *arguments, check=True):
        return subprocess.run(["flatpak", *arguments], env=self.env, check=check, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True)

    def inside(self, *command, check=True):
        """Runs a command in a sandbox of the application, and returns its output."""
        done = self.flatpak("run", "--user", "--command=" + command[0], APP_NAME, *command[1:],
                            check=False)
        if check and done.returncode != 0:
            raise AssertionError("%s in the sandbox: %d %s %s" % (
                " ".join(command), done.returncode, done.stdout, done.stderr))
        return done.stdout

    def instances(self):
        """The running sandboxes of the application."""
        lines = self.flatpak("ps", "--columns=instance,application").stdout.splitlines()
        return [line.split()[0] for line in lines if line.split()[1:] == [APP_NAME]]

    def start_window(self, *arguments, env=None):
        with open(self._window_log, "ab") as log:
            self.window = subprocess.Popen(
                ["flatpak", "run", "--user", APP_NAME, *arguments], env=self.window_env(env),
                cwd=self.home, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        return self.attach_window()

    def end_window(self):
        self.focus("^Paddock$")
        self.keys("ctrl+q")
        wait_until(lambda: self.window.poll() is not None, "the end of the window")
        self.window = None
        self.app = None

    def kill_window(self):
        """Ends the window, whatever it shows, and not the service, which is in another instance."""
        if self.window is not None and self.window.poll() is None:
            for line in self.flatpak("ps", "--columns=instance,pid").stdout.splitlines():
                instance, pid = line.split()[:2]
                if int(pid) == self.window.pid:
                    self.flatpak("kill", instance, check=False)
            self.window.terminate()
            self.window.wait()
        self.window = None
        self.app = None

    def _end_stranger(self):
        self._end_processes()

    def _end_stragglers(self):
        """All programs in this namespace share one runtime directory, including the test."""

    def end_service(self):
        """Ends the service as if it was idle."""
        self._end_processes()
        wait_until(lambda: self.service_pid() is None, "its name to be free")

    def _end_processes(self):
        """Ends the processes of a sandbox. The bus only knows the sandbox's proxy."""
        pids = [pid for pid in os.listdir("/proc") if pid.isdigit() and self._is_service(pid)]
        for pid in pids:
            os.kill(int(pid), signal.SIGTERM)
        wait_until(lambda: not any(self._is_service(pid) for pid in pids), "the end of the service")

    @staticmethod
    def _is_service(pid):
        try:
            with open("/proc/%s/cmdline" % pid, "rb") as stream:
                words = stream.read().split(b"\0")
        except OSError:
            return False
        return words[0].endswith(b"paddock") and words[1:2] == [b"serve"]

    # ---- the window

    def share(self, name, is_open=False):
        """The user answers the question in the window by sharing this folder. is_open: the dialog is open
        already."""
        if not is_open:
            a11y.press(self.app, a11y.BUTTONS, re.compile("^Answer…"))
        dialog = a11y.find(self.app, a11y.WINDOWS, "Request")
        self.focus("^Request$")
        self.settle(HOLD_OFF)
        tick = a11y.find(dialog, "check box", name)
        self.click(tick, "^Request$")
        wait_until(lambda: a11y.has_state(tick, a11y.STATE.CHECKED), "the tick")
        self.settle(HOLD_OFF)
        a11y.press(dialog, a11y.BUTTONS, a11y.TELL)

    # ---- portals

    def choose(self, path):
        """Types the path in the portal's chooser, which is another program."""
        self.focus(CHOOSER)
        self.settle()
        self.keys("ctrl+l")
        self.settle()
        self.keys("ctrl+a")
        self.type(path)
        self.settle(1)
        self.screenshot("chooser")
        self.keys("Return")
        wait_until(lambda: not self.is_shown(CHOOSER), "the end of the chooser", 20)

    def documents(self):
        """The documents of the application: id -> path on the host."""
        from gi.repository import Gio, GLib  # pylint: disable=import-outside-toplevel
        reply = self.control().connection.call_sync(
            *DOCUMENTS, "List", GLib.Variant("(s)", (APP_NAME,)), None, Gio.DBusCallFlags.NONE,
            10000, None).unpack()[0]
        return {key: os.fsdecode(bytes(value).rstrip(b"\0")) for key, value in reply.items()}


