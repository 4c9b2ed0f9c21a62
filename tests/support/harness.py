# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What surrounds one test: a home, XDG directories, a runtime directory and a session bus of its own, and
the real binaries in them. Nothing of the caller's session is seen or touched.

A Box cleans up whatever it started, and shows the logs if the test failed. No test sleeps. It polls a
condition until a deadline (wait_until), or shows that a condition holds for a while (stays).

While a test waits, and at its end, no program may keep a processor busy, and no row of the journal may
repeat many times a second (quiet.py). A test in which that is right sets may_be_busy."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

import quiet
import tap

SERVICE_NAME = "io.github.paddock_mcp.Paddock.Service"
SERVICE_PATH = "/io/github/paddock_mcp/Paddock/Service"
CONTROL = "io.github.paddock_mcp.Paddock.Control"
APP_NAME = "io.github.paddock_mcp.Paddock"
ERROR = "io.github.paddock_mcp.Paddock.Error."

# Sanitizers and valgrind are slow: they stretch every deadline.
PATIENCE = float(os.environ.get("PADDOCK_TEST_PATIENCE", "4" if "ASAN_OPTIONS" in os.environ else "1"))
SETTLED = 0.35  # s: more than three times the time in which changes are told as one

_PASSED_ON = ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "GSETTINGS_SCHEMA_DIR",
              "LD_LIBRARY_PATH")
_FOR_PROGRAMS = "PADDOCK_TEST_"  # PADDOCK_TEST_G_DEBUG is the programs' G_DEBUG

_BUS_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:path=%(socket)s</listen>
  <auth>EXTERNAL</auth>
  <servicedir>%(services)s</servicedir>
  %(limits)s
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class Failure(AssertionError):
    """What was expected did not happen."""


def wait_until(condition, what="the condition", seconds=30):
    """Polls until the condition returns something true, and returns that."""
    deadline = time.monotonic() + seconds * PATIENCE
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Failure("waited %.1f s in vain for %s" % (seconds * PATIENCE, what))
        time.sleep(0.005)


def stays(condition, what, seconds=SETTLED):
    """Shows that a condition holds for a while, in which no program keeps a processor busy."""
    boxes = [(box, quiet.look(box.runtime)) for box in _open if not box.may_be_busy]
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not condition():
            raise Failure("did not stay so: " + what)
        time.sleep(0.005)
    for box, before in boxes:
        if quiet.busy_between(before, quiet.look(box.runtime)):
            box.check_quiet()


def _check_open():
    for box in _open:
        box.check_quiet()


_open = []  # boxes in which something may run
tap.on_success.append(_check_open)


def equal(got, expected, what="value"):
    if got != expected:
        raise Failure("%s is %r, expected %r" % (what, got, expected))


def contains(text, part, what="text"):
    if part not in text:
        raise Failure("%s has no %r: %r" % (what, part, text))


def lacks(text, part, what="text"):
    if part in text:
        place = text.index(part)
        raise Failure("%s has %r: %r" % (what, part, text[max(0, place - 200):place + 200]))


def accepts_connections(path):
    """Whether somebody listens on a Unix socket. The file is there before that."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(path) == 0


def binary(name="PADDOCK_BIN"):
    path = os.environ.get(name)
    if not path or not os.access(path, os.X_OK):
        tap.bail_out("%s is not the program under test: %s" % (name, path))
    return path


def serving_binary():
    """The program that runs the service: the one under test, unless it cannot."""
    return os.environ.get("PADDOCK_SERVE_BIN") or binary()


def own_options():
    """What the service needs to recognize the server of a `paddock run`: nothing if it belongs to the
    service's installation, otherwise a key."""
    return ["--key", "k-of-the-test"] if "PADDOCK_SERVE_BIN" in os.environ else []


def _copy_for_all(script):
    """Copies the program, the test and its imports to where every user can read them: others cannot enter a
    checkout in root's home. Returns the directory and the test in it."""
    folder = tempfile.mkdtemp(prefix="pd-copy-")
    os.chmod(folder, 0o755)
    shutil.copy(binary(), os.path.join(folder, "paddock"))
    shutil.copy(binary("PADDOCK_SERVICE_BIN"), folder)
    support = os.path.join(folder, "support")
    os.mkdir(support)
    here = os.path.dirname(os.path.abspath(__file__))
    for name in os.listdir(here):
        if name.endswith(".py"):
            shutil.copy(os.path.join(here, name), support)
    os.environ["PADDOCK_BIN"] = os.path.join(folder, "paddock")
    os.environ["PYTHONPATH"] = support
    return folder, shutil.copy(script, folder)


def become_unprivileged(prepare=None):
    """Permissions do not stop root, so this starts the script again as nobody. The new execution also lets
    other processes of that user read /proc/PID/exe again. prepare: what root does before, with a folder that
    everybody can read and that is deleted at the end."""
    if os.geteuid() != 0:
        return
    import sys  # pylint: disable=import-outside-toplevel
    folder, script = _copy_for_all(os.path.abspath(sys.argv[0]))
    if prepare is not None:
        prepare(folder)
    pid = os.fork()
    if pid == 0:
        try:
            os.setgroups([])
            os.setresgid(65534, 65534, 65534)
            os.setresuid(65534, 65534, 65534)
            os.chdir("/")
            os.execv(sys.executable, [sys.executable, script] + sys.argv[1:])
        finally:
            os._exit(99)
    _, status = os.waitpid(pid, 0)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(os.waitstatus_to_exitcode(status))


class Result:
    """What a command of `paddock` did."""

    def __init__(self, arguments, code, out, err):
        self.arguments = arguments
        self.code = code
        self.out = out
        self.err = err

    def __repr__(self):
        return "paddock %s -> %d\nstdout: %s\nstderr: %s" % (
            " ".join(map(str, self.arguments)), self.code, self.out, self.err)


class Service:
    """One `paddock serve`."""

    def __init__(self, box, process, log):
        self.box = box
        self.process = process
        self.log = log
        self.socket = None

    def output(self):
        with open(self.log + ".out", encoding="utf-8", errors="backslashreplace") as stream:
            return stream.read()

    def errors(self):
        with open(self.log + ".err", encoding="utf-8", errors="backslashreplace") as stream:
            return stream.read()

    def is_running(self):
        return self.process.poll() is None

    def wait_ready(self):
        def listening():
            for line in self.output().splitlines():
                if line.startswith("Listening on "):
                    return line[len("Listening on "):]
            if not self.is_running():
                raise Failure("serve ended with %s: %s" % (self.process.returncode, self.errors()))
            return None
        self.socket = wait_until(listening, '"Listening on"')
        return self

    def wait_end(self, seconds=30):
        wait_until(lambda: not self.is_running(), "the end of the service", seconds)
        return self.process.returncode

    def stop(self):
        """Ends normally, so that leaks and errors at the end show."""
        if self.is_running():
            self.process.send_signal(signal.SIGTERM)
        code = self.wait_end()
        if code not in (0, -signal.SIGKILL):
            raise Failure("serve ended with %d: %s" % (code, self.errors()[-4000:]))

    def kill(self):
        if self.is_running():
            self.process.kill()
        self.process.wait()


class Box:
    """Everything one test has to itself. A context manager."""

    may_be_busy = False  # whether programs may work all the time, as in a flood
    rows_may_repeat = False  # whether the test's own peers repeat what the journal counts

    def __init__(self, bus=True, largest_message=None):
        """largest_message: in bytes; the bus disconnects a program that sends it a larger one."""
        self.bus = bus
        self.bus_limits = "" if largest_message is None else \
            '<limit name="max_message_size">%d</limit>' % largest_message
        self.directory = os.path.realpath(tempfile.mkdtemp(prefix="pd-", dir="/tmp"))
        self.home = self._make("home")
        self.runtime = self._make("run", 0o700)
        self.data_home = self._make("data")
        self.services = self._make("services")
        self.programs = self._make("programs")
        self.env = {key: os.environ[key] for key in _PASSED_ON if key in os.environ}
        self.env.update({
            "HOME": self.home, "XDG_RUNTIME_DIR": self.runtime, "XDG_DATA_HOME": self.data_home,
            "XDG_CONFIG_HOME": self._make("config"), "XDG_CACHE_HOME": self._make("cache"),
            "XDG_STATE_HOME": self._make("state"), "TMPDIR": self._make("tmp"),
            "LC_ALL": "C.UTF-8", "GSETTINGS_BACKEND": "memory", "GIO_USE_VFS": "local",
            "NO_AT_BRIDGE": "1", "TZ": "UTC",
        })
        # Variables that only the programs under test get, not the bus or a window manager.
        self.strictness = {key: os.environ[_FOR_PROGRAMS + key]
                           for key in ("G_DEBUG", "MALLOC_PERTURB_", "G_MESSAGES_DEBUG")
                           if _FOR_PROGRAMS + key in os.environ}
        self.started = []  # whatever has stop()
        self.running = []  # services
        self._daemon = None
        self._connections = []
        self._control = None
        self._service = None
        self.serving = None  # the program that runs services, if it is another one
        self.impostor = None

    def program(self, path, name):
        """A link to this script that is called so. Paddock calls a server after its program. A name that no
        file can have, or that says nothing, leaves the script as it is."""
        path = os.path.abspath(path)
        link = os.path.join(self.programs, os.path.basename(path), name)
        if not re.fullmatch(r"[^/\0-][^/\0]*", name) or len(os.fsencode(name)) > 255:
            return path
        os.makedirs(os.path.dirname(link), exist_ok=True)
        if not os.path.islink(link):
            os.symlink(path, link)
        return link

    def _make(self, name, mode=0o755):
        path = os.path.join(self.directory, name)
        os.mkdir(path)
        os.chmod(path, mode)
        return path

    def __enter__(self):
        try:
            if self.bus:
                self._start_bus()
        except BaseException:
            self._clean()
            raise
        _open.append(self)
        return self

    def check_quiet(self):
        """Fails if a program does not come to rest."""
        busy = "" if self.may_be_busy else quiet.never_quiet(self.runtime, PATIENCE)
        if busy:
            raise Failure("a processor is kept busy: " + busy)

    def _check_journal(self):
        rows = "" if self.may_be_busy or self.rows_may_repeat else quiet.fast_rows(
            os.path.join(self.data_home, "paddock", "paddock.db"))
        if rows:
            raise Failure("rows of the journal: " + rows)

    def __exit__(self, kind, problem, trace):
        trouble = []
        if self in _open:
            _open.remove(self)
        if kind is None:
            try:
                self.check_quiet()
            except Failure as error:
                trouble.append(error)
        self._end_programs()
        for one in reversed(self.started):
            try:
                one.stop()
            except Exception as error:  # pylint: disable=broad-except
                trouble.append(error)
        for service in reversed(self.running):
            try:
                service.stop()
            except Exception as error:  # pylint: disable=broad-except
                service.kill()
                trouble.append(error)
        try:
            self._check_journal()
        except Failure as error:
            trouble.append(error)
        if (kind is not None and not issubclass(kind, tap.Skip)) or trouble:
            self._show_logs()
        self._clean()
        if kind is None and trouble:
            raise trouble[0]
        return False

    def _end_programs(self):
        """Ends what a subclass started before this ends its own."""

    def _show_logs(self):
        for service in self.running:
            tap.diag("---- serve, status %s" % service.process.returncode)
            tap.diag("\n".join((service.output() + service.errors()).splitlines()[-60:]))

    def _clean(self):
        if self._daemon is not None and self._daemon.poll() is None:
            self._end_stranger()
        for connection in self._connections:
            if not connection.is_closed():
                connection.close_sync(None)
        if self._daemon is not None:
            self._daemon.terminate()
            self._daemon.wait()
        self._end_stragglers()
        for folder, folders, _ in os.walk(self.directory):
            for name in folders:
                path = os.path.join(folder, name)
                if not os.path.islink(path):
                    os.chmod(path, 0o700)
        shutil.rmtree(self.directory, ignore_errors=True)

    def service_pid(self):
        """The process of the service that is on the bus now, None without one."""
        from gi.repository import Gio, GLib  # pylint: disable=import-outside-toplevel
        try:
            return self.control().connection.call_sync(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetConnectionUnixProcessID", GLib.Variant("(s)", (SERVICE_NAME,)), None,
                Gio.DBusCallFlags.NONE, 5000, None).unpack()[0]
        except GLib.Error:
            return None

    def _end_stranger(self):
        """Ends a service that a command or a window started by itself."""
        pid = self.service_pid()
        if pid is not None:
            os.kill(pid, signal.SIGTERM)
            wait_until(lambda: not os.path.exists("/proc/%d/exe" % pid), "the end of the service")

    def _end_stragglers(self):
        """If commands started several services at once, the late ones wait for a moment, and one takes over
        from the service that this ended."""
        mark = os.fsencode("XDG_RUNTIME_DIR=" + self.runtime)
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open("/proc/%s/environ" % pid, "rb") as stream:
                    if mark in stream.read().split(b"\0") and int(pid) != os.getpid():
                        os.kill(int(pid), signal.SIGKILL)
            except OSError:
                pass

    def _start_bus(self):
        path = os.path.join(self.directory, "bus")
        configuration = os.path.join(self.directory, "bus.conf")
        with open(configuration, "w", encoding="utf-8") as stream:
            stream.write(_BUS_CONFIGURATION % {"socket": path, "services": self.services,
                                                "limits": self.bus_limits})
        with open(os.path.join(self.directory, "bus.log"), "wb") as log:
            self._daemon = subprocess.Popen(
                ["dbus-daemon", "--nofork", "--nopidfile", "--config-file=" + configuration],
                env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_until(lambda: accepts_connections(path), "the session bus")
        self.env["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=" + path

    def lose_bus(self):
        """Ends the session bus, like a crash."""
        self._daemon.kill()
        self._daemon.wait()
        os.unlink(os.path.join(self.directory, "bus"))
        self._control = None

    def restart_bus(self):
        """Starts the next session bus at the same address."""
        self._start_bus()

    # ---- files

    def folder(self, *names):
        """Makes a folder below the home, one level each name, and returns its path."""
        path = os.path.join(self.home, *names)
        os.makedirs(path, exist_ok=True)
        return path

    def file(self, *names, text="text\n"):
        path = os.path.join(self.folder(*names[:-1]), names[-1])
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path

    # ---- programs

    def program_env(self, more=None):
        return {**self.env, **self.strictness, **(more or {})}

    def make_impostor(self):
        """Makes a copy of Python that later services take for their installation's `paddock`. What a peer
        with this program claims of its launch counts, as if `paddock run` said it."""
        import sys  # pylint: disable=import-outside-toplevel
        folder = os.path.join(self.directory, "installed")
        os.mkdir(folder)
        shutil.copy(binary("PADDOCK_SERVICE_BIN"), folder)
        self.serving = shutil.copy(serving_binary(), os.path.join(folder, "paddock"))
        self.impostor = shutil.copy(os.path.realpath(sys.executable),
                                    os.path.join(folder, "paddock-remote"))

    def serve(self, *arguments, env=None, wait=True):
        """Starts `paddock serve`; waits for its "Listening on PATH"."""
        log = os.path.join(self.directory, "serve-%d" % len(self.running))
        with open(log + ".out", "wb") as out, open(log + ".err", "wb") as err:
            process = subprocess.Popen([self.serving or serving_binary(), "serve", *arguments],
                                       env=self.program_env(env),
                                       stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        service = Service(self, process, log)
        self.running.append(service)
        if wait:
            service.wait_ready()
            self._service = service
        return service

    def ignore_leaks(self):
        """For a service that ends while a disk hangs. LeakSanitizer stops each thread before it looks. A
        thread that waits for a disk does not stop."""
        if "ASAN_OPTIONS" in self.env:
            self.env["ASAN_OPTIONS"] += ":detect_leaks=0"

    @property
    def socket(self):
        """The socket of the service that this box started, otherwise that of the one on the bus."""
        if self._service is None:
            return os.fsdecode(bytes(self.control().property("SocketPath")).rstrip(b"\0"))
        return self._service.socket

    @property
    def service(self):
        return self._service

    def start(self, *arguments, env=None):
        """Starts a command of `paddock` and does not wait for it."""
        return subprocess.Popen([binary(), *map(os.fsencode, arguments)], env=self.program_env(env),
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def paddock(self, *arguments, code=0, env=None, seconds=20):
        """Runs a command of `paddock`; code: the expected exit status, None: any."""
        process = self.start(*arguments, env=env)
        try:
            out, err = process.communicate(timeout=seconds * PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            raise Failure("paddock %s did not end: %r %r" % (arguments, out, err)) from None
        result = Result(arguments, process.returncode, out.decode("utf-8", "backslashreplace"),
                        err.decode("utf-8", "backslashreplace"))
        if code is not None and result.code != code:
            raise Failure("expected exit status %d: %r" % (code, result))
        return result

    def json(self, *arguments):
        """What a command prints with --json."""
        out = self.paddock(*arguments, "--json").out
        if arguments[0] == "log":
            return [json.loads(line) for line in out.splitlines()]
        return json.loads(out)

    def add(self, *arguments):
        """`paddock add`, then the entry of the last argument in `paddock list`."""
        self.paddock("add", *arguments)
        return self.root(arguments[-1])

    def root(self, path):
        """The entry of a folder in `paddock list`; this waits until Paddock has looked at the folder."""
        def find():
            found = [root for root in self.json("list") if root["path"] == path]
            equal(len(found), 1, "roots at " + path)
            return found[0]

        root = find()
        deadline = time.monotonic() + 5 * PATIENCE
        while root["status"] == "unknown" and time.monotonic() < deadline:
            root = find()
        return root

    def server(self, wanted):
        """The entry of a server in `paddock servers`, by its name or its id."""
        found = [one for one in self.json("servers") if wanted in (one["name"], one["id"])] or \
            [one for one in self.json("servers") if wanted == one.get("claimedName")]
        equal(len(found), 1, "servers called " + wanted)
        return found[0]

    def log(self, event=None):
        return [entry for entry in self.json("log") if event is None or entry["event"] == event]

    # ---- bus

    def connect(self):
        """A new connection to this test's session bus."""
        from gi.repository import Gio  # pylint: disable=import-outside-toplevel
        connection = Gio.DBusConnection.new_for_address_sync(
            self.env["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
            | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        connection.set_exit_on_close(False)
        self._connections.append(connection)
        return connection

    def control(self):
        """The control interface, on a connection that only the test uses."""
        if self._control is None:
            self._control = Control(self.connect())
        return self._control


class BusError(Exception):
    """An error that a method call answered; name without Paddock's prefix."""

    def __init__(self, error):
        from gi.repository import Gio  # pylint: disable=import-outside-toplevel
        full = Gio.dbus_error_get_remote_error(error) or ""
        self.name = full[len(ERROR):] if full.startswith(ERROR) else full
        super().__init__("%s: %s" % (full, error.message))


class Control:
    """io.github.paddock_mcp.Paddock.Control, as a program on the bus uses it."""

    _LISTS = ("ListRoots", "ListServers", "ListRequests", "ListApps", "ListNever", "ListJournal",
              "SearchJournal")
    _IN = {**{method: "(xu)" for method in _LISTS}, "SearchJournal": "(a{sv}xu)",
           "InspectPaths": "(aay)", "AddRoots": "(aaya{sv})",
           "RemoveRoots": "(as)", "ChangeRoot": "(sa{sv})", "Grant": "(sasa{sv})",
           "Revoke": "(sas)", "Block": "(s)", "Unblock": "(s)", "Forget": "(s)", "Rename": "(ss)",
           "SetServerChoices": "(sa{sv})", "SetServerReading": "(sb)",
           "NoteApp": "(sssss)", "NoteAppGone": "(s)", "TakeOut": "(as)",
           "TakeBackNever": "(say)", "CheckAccess": "(saya{sv})",
           "AnswerRequest": "(sua{sv})", "AskAgain": "(s)", "AnswerImport": "(b)"}

    def __init__(self, connection):
        self.connection = connection

    def call(self, method, *arguments):
        """Calls a method and returns its result, unpacked (a single one without its tuple). For a list it
        returns all rows, or as many as the limit in its last argument."""
        if method not in self._LISTS:
            return self._call(method, *arguments)
        *first, after, limit = arguments if len(arguments) > 1 else (0, 0)
        rows = []
        while True:
            page, after = self.page(method, *first, after, limit - len(rows) if limit else 0)
            rows += page
            if not after or len(rows) == limit:
                return rows

    def page(self, method, *arguments):
        """One page of a list: its rows, and where the next one begins."""
        return self._call(method, *arguments)

    def _call(self, method, *arguments):
        from gi.repository import Gio, GLib  # pylint: disable=import-outside-toplevel
        signature = self._IN.get(method)
        parameters = GLib.Variant(signature, arguments) if signature else None
        try:
            answer = self.connection.call_sync(
                SERVICE_NAME, SERVICE_PATH, CONTROL, method, parameters, None,
                Gio.DBusCallFlags.NONE, int(10000 * PATIENCE), None).unpack()
        except GLib.Error as error:
            raise BusError(error) from None
        return answer[0] if len(answer) == 1 else (answer or None)

    def together(self, calls):
        """Makes calls (method, arguments…) one after the other, without waiting. Returns the seconds from
        the first call to the last answer."""
        from gi.repository import Gio, GLib  # pylint: disable=import-outside-toplevel
        context = GLib.MainContext()
        errors = []
        waiting = [len(calls)]

        def on_answer(connection, result):
            try:
                connection.call_finish(result)
            except GLib.Error as error:
                errors.append(BusError(error))
            waiting[0] -= 1

        began = time.monotonic()
        context.push_thread_default()
        try:
            for method, *arguments in calls:
                self.connection.call(
                    SERVICE_NAME, SERVICE_PATH, CONTROL, method,
                    GLib.Variant(self._IN[method], arguments), None, Gio.DBusCallFlags.NONE,
                    int(10000 * PATIENCE), None, on_answer)
            while waiting[0]:
                context.iteration(True)
        finally:
            context.pop_thread_default()
        if errors:
            raise errors[0]
        return time.monotonic() - began

    def property(self, name):
        from gi.repository import Gio, GLib  # pylint: disable=import-outside-toplevel
        answer = self.connection.call_sync(
            SERVICE_NAME, SERVICE_PATH, "org.freedesktop.DBus.Properties", "Get",
            GLib.Variant("(ss)", (CONTROL, name)), None, Gio.DBusCallFlags.NONE, 10000, None)
        return answer.unpack()[0]

    def refused(self, name, method, *arguments):
        """Shows that a call is refused with this error."""
        try:
            self.call(method, *arguments)
        except BusError as error:
            equal(error.name, name, "the error of " + method)
            return error
        raise Failure("%s was not refused" % method)

    def add(self, *paths, **options):
        """Adds roots; returns their ids."""
        from gi.repository import GLib  # pylint: disable=import-outside-toplevel
        kinds = {"name": "s", "access": "s", "accept-warnings": "b", "expires": "x"}
        options = {key.replace("_", "-"): value for key, value in options.items()}
        wrapped = {key: GLib.Variant(kinds[key], value) for key, value in options.items()}
        results = self.call("AddRoots", [os.fsencode(path) + b"\0" for path in paths], wrapped)
        refused = [result for result in results if "id" not in result and "request" not in result]
        assert not refused, refused
        if any("request" in result for result in results):
            self.await_added(results)
        return [result["id"] for result in results]

    def await_added(self, results):
        """Waits until the user has allowed these, and fills in their ids."""
        def find():
            known = {bytes(root["path"]): root["id"] for root in self.call("ListRoots")}
            for result in results:
                result.setdefault("id", known.get(bytes(result["canonical"])))
                if result["id"] is None:
                    del result["id"]
            return all("id" in result for result in results)
        wait_until(find, "the user's leave to add")

    def server(self, name):
        found = [one for one in self.call("ListServers") if name in (one["name"], one.get("claimed-name"))]
        equal(len(found), 1, "servers called " + name)
        return found[0]

    def grant(self, server, *roots, **options):
        from gi.repository import GLib  # pylint: disable=import-outside-toplevel
        return self.call("Grant", server, list(roots),
                         {key: GLib.Variant("s", value) for key, value in options.items()})

    def revoke(self, server, *roots):
        return self.call("Revoke", server, list(roots))
