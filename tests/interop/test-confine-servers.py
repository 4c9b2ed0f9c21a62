# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --confine` in front of real servers: three reference servers, and one in Python's virtual
environment. They work in the box. What they must not reach there is reached without the box first.

server-filesystem keeps to the folders in its arguments by itself. So it gets / as one of them, and only the
box can stop it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time

import confined
import filesystems
from agent import Agent
from confined import SECRET, SERVER, BoxEnd, Desk, Server, bind, compare, make_mounts
from harness import Failure, contains, equal, lacks, stays, wait_until
from node import MODULES, NODE, require_node
from stateful_server import RESTARTED
from tap import Skip, cases, diag, run, test

PLACE = "/mnt"


def show_packages(folder):
    """Shows everybody those of the checkout, which may lie in root's home. Only in the mount namespace of
    the test."""
    filesystems.mount("none", PLACE, "tmpfs", options="mode=755")
    point = os.path.join(PLACE, "node_modules")
    os.mkdir(point)
    bind(os.path.realpath(MODULES), point)
    os.mkdir(os.path.join(folder, "interop"))
    os.symlink(point, os.path.join(folder, "interop", "node_modules"))


require_node()
confined.enter(show_packages)

PACKAGES = os.path.realpath(MODULES)
READ = ("--confine", "--confine-read", PACKAGES)


def command_of(name):
    program = os.path.join(PACKAGES, "@modelcontextprotocol", "server-" + name, "dist", "index.js")
    return [os.path.realpath(NODE), program]


class RealServer(Server):
    """`paddock run` in front of a server of the registry. What it says is an error is refused."""

    def __init__(self, box, command, *options, confined=True, **more):  # pylint: disable=redefined-outer-name
        super().__init__(box, *(READ if confined else ()), *options, confined=False, command=command,
                         name="boxed" if confined else "free", **more)

    def tried(self, name, **arguments):
        answer = self.answered(name, **arguments)
        if "error" in answer:
            return {"refused": json.dumps(answer["error"])}
        result = answer["result"]
        text = "".join(part.get("text", "") for part in result["content"])
        return {"refused" if result.get("isError") else "reached": text}


def name_of(way):
    return way.__name__.replace("_", " ")


def pair(box, command, *options, **more):
    return (RealServer(box, command, *options, confined=False, **more).handshake(),
            RealServer(box, command, *options, **more).handshake())


# ---- server-filesystem

def by_node():
    return command_of("filesystem"), {}


def by_npx():
    """As apps start it. npx takes it from a folder, so it needs no network."""
    npx = shutil.which("npx")
    if npx is None or not os.path.realpath(npx).startswith("/usr/"):
        raise Skip("there is no npx in /usr")
    path = "%s:%s" % (os.path.dirname(os.path.realpath(NODE)), os.environ["PATH"])
    return [npx, "--offline", "--no", "--prefix", os.path.dirname(PACKAGES), "mcp-server-filesystem"], \
        {"PATH": path}


@cases([(by_node,), (by_npx,)], name_of)
def filesystem(way):
    """server-filesystem: reads and writes as its folders are shared, and nothing outside"""
    command, env = way()
    with Desk() as box:
        box.serve()
        manual = box.file("Projects", "manual", "m", text="m\n")
        box.add("--read-write", box.shared)
        box.add("--read-only", os.path.dirname(manual))
        servers = free, boxed = pair(box, [*command, "{roots}", "/"], env=env)
        new = [os.path.join(os.path.dirname(path), "new") for path in (box.a, manual, box.other)]
        compare([
            ("a key", "read_text_file", {"path": box.key}),
            ("the key's folder", "list_directory", {"path": os.path.dirname(box.key)}),
            ("a folder that nobody shared", "read_text_file", {"path": box.other}),
            ("a folder that nobody shared with it", "read_text_file", {"path": box.a}),
            ("writing there", "write_file", {"path": new[2], "content": "new"}),
            ("writing a key", "write_file", {"path": box.key, "content": SECRET}),
        ], free, boxed)
        contains(boxed.refused("read_text_file", path=box.key), "ENOENT", "the error")
        for one, name in zip(servers, ("free", "boxed")):
            box.paddock("grant", name, box.shared, os.path.dirname(manual))
            for path, text in ((box.a, "a\n"), (manual, "m\n")):
                wait_until(lambda: one.tried("read_text_file", path=path) == {"reached": text}, path, 60)
            one.reached("write_file", path=new[0], content=name)
            with open(new[0], encoding="utf-8") as stream:
                equal(stream.read(), name, "what it wrote")
        compare([
            ("writing a folder to read", "write_file", {"path": new[1], "content": "new"}),
            ("changing a file there", "edit_file",
             {"path": manual, "edits": [{"oldText": "m", "newText": "m"}]}),
        ], free, boxed)
        os.unlink(new[1])
        contains(boxed.refused("write_file", path=new[1], content="new"), "EROFS", "the error")
        boxed.refused("read_text_file", path=box.key)


@cases([(["{roots}"],), (["{roots}", "/"],), ([],)], lambda words: " ".join(words) or "it asks for roots")
def one_session(words):
    """server-filesystem, in one session: asked, granted, read, revoked, refused, granted, read"""
    with Desk() as box:
        box.serve()
        root = box.add("--read-write", box.shared)["id"]
        agent = Agent(box)
        free = RealServer(box, [*command_of("filesystem"), "/"], confined=False).handshake()
        boxed = RealServer(box, command_of("filesystem") + words).handshake()

        def read(one=boxed):
            return one.tried("read_text_file", path=box.a)

        def check_refused():
            said = wait_until(lambda: read().get("refused"), "the refusal", 5)
            contains(said, "ENOENT" if "/" in words else "Access denied", "the error")
            equal(read(free), {"reached": "a\n"}, "outside")

        check_refused()
        identifier = box.server("boxed")["id"]
        request = wait_until(lambda: [one for one in agent.requests("roots") if one["server"] == identifier],
                             "the question")[0]
        agent.answer(request, "allow", [root])
        agent.wait_finished(request["id"])
        agent.vanish()  # and so asks nothing about the commands
        for _ in range(2):
            wait_until(lambda: read() == {"reached": "a\n"}, "the folder", 60)
            boxed.refused("read_text_file", path=box.key)
            box.paddock("revoke", "boxed")
            check_refused()
            box.paddock("grant", "boxed", box.shared)
        wait_until(lambda: read() == {"reached": "a\n"}, "the folder", 60)


@cases([(by_node,), (by_npx,)], name_of)
def named_folder(way):
    """server-filesystem with folders in its command: starts, sees nothing in them until they are granted"""
    command, env = way()
    with Desk() as box:
        box.serve()
        folder, keys = os.path.dirname(box.other), os.path.dirname(box.key)
        free, boxed = pair(box, [*command, folder, keys], env=env)
        for path, name in ((folder, "b"), (keys, "id")):
            contains(free.reached("list_directory", path=path), name, "outside")
            equal(boxed.reached("list_directory", path=path), "", "inside")
        contains(boxed.refused("read_text_file", path=box.key), "ENOENT", "the error")
        contains(boxed.refused("write_file", path=os.path.join(folder, "new"), content="new"), "EROFS",
                 "writing")
        box.add("--read-write", folder)
        box.paddock("grant", "boxed", folder)
        wait_until(lambda: boxed.tried("read_text_file", path=box.other) == {"reached": SECRET}, "the grant",
                   60)
        contains(boxed.reached("list_directory", path=folder), "b", "the folder")
        boxed.refused("read_text_file", path=box.key)
        equal(confined.has(boxed, box.key), False, "whether the box has the key")
        box.paddock("revoke", "boxed", folder)
        wait_until(lambda: "refused" in boxed.tried("read_text_file", path=box.other), "the revocation", 20)


class Changing(Desk):
    """One session of server-filesystem with two folders: one changes, and one stays. While the server has a
    folder it refuses others by itself, so each refusal is also sought in the box."""

    is_paused = False

    def begin(self, command, env):
        # The bus starts no service for this socket.
        os.mkdir(os.path.join(self.directory, "s"), 0o700)
        self.at = ("--socket", os.path.join(self.directory, "s", "mcp.sock"))
        self.current = self.serve(*self.at)
        self.stays = self.file("Projects", "stays", "c", text="c\n")
        self.wait = os.path.join(os.path.dirname(self.stays), "wait")
        os.mkfifo(self.wait)
        for path in (self.shared, os.path.dirname(self.stays)):
            self.add("--read-write", path)
        self.one = RealServer(self, [*command, "{roots}", "/"], *self.at, env=env).handshake()
        self.given("the first folder", lambda: self.paddock("grant", "boxed", os.path.dirname(self.stays)),
                   path=self.stays)
        return self

    def read(self, path, may_be_cut=False):
        """What one call reads. None: it is refused. may_be_cut: the box may be killed during the call; then
        the next one is asked."""
        answer = self.one.host.wait_answer(self.one.call("read_text_file", path=path))
        if may_be_cut and "error" in answer and answer["error"].get("data") == RESTARTED:
            return self.read(path, may_be_cut)
        if "result" not in answer:
            raise Failure("%s: %r" % (path, answer))
        text = answer["result"]["content"][0]["text"]
        if not answer["result"].get("isError"):
            return text
        if "ENOENT" not in text:
            contains(text, "Access denied", "the error")
        return None

    def check_refused(self, path, what):
        equal(self.read(path), None, what)
        equal(confined.has(self.one, path), False, "whether the box has it: " + what)

    def check_stays(self):
        equal(self.read(self.stays), None if self.is_paused else "c\n", "the folder that stays")
        equal(confined.has(self.one, self.stays), not self.is_paused, "whether the box has it")

    def give(self, *options):
        self.paddock("grant", "boxed", self.shared, *options)

    def take(self):
        self.paddock("revoke", "boxed", self.shared)

    def _tell(self, what, since, end):
        diag("%s: the box is gone after %.0f ms, the first right answer comes after %.0f ms" % (
            what, 1000 * (end.at - since), 1000 * (time.monotonic() - since)))

    def given(self, what, change, path=None, text=None, kills=False):
        """Meanwhile the folder that stays can be read in each call. kills: the box can't stay until then."""
        path = path or self.a
        text = text or ("c\n" if path == self.stays else "a\n")
        self.check_refused(path, "before: " + what)
        end = BoxEnd(self.one)
        since = time.monotonic()
        change()

        def is_right():
            if path != self.stays and not self.is_paused:
                equal(self.read(self.stays, kills), "c\n", "the folder that stays")
            return self.read(path, kills) == text
        wait_until(is_right, what)
        wait_until(lambda: end.at, "the end of the box")
        self._tell(what, since, end)
        self.is_paused = False
        self.check_stays()

    def taken(self, what, change, path=None, since=None, seconds=1):
        """An open request gets its answer. The first call to the next server sees what is left."""
        path = path or self.a
        if self.read(path) is None:
            raise Failure("it was not there: " + what)
        waiting = self.one.call("read_text_file", path=self.wait)
        end = BoxEnd(self.one)
        since = since or time.monotonic()
        change()
        wait_until(lambda: end.at, "the end of the box: " + what, seconds)
        self.check_stays()
        self._tell(what, since, end)
        equal(self.one.host.wait_answer(waiting)["error"]["data"], RESTARTED, "the open request")
        self.check_refused(path, "after: " + what)
        self.check_refused(self.key, "the key")

    def expires(self, how):
        """The service doesn't work when the time is over."""
        self.give("--for=4s")
        end = time.monotonic() + 4
        stays(lambda: self.read(self.a) == "a\n", "the folder", 1)  # `paddock run` has heard of the end
        os.kill(self.current.process.pid, how)
        stays(lambda: self.read(self.a) == "a\n", "the folder", 1.5)
        self.taken("expired without the service", lambda: None, since=end, seconds=5)

    def pause(self):
        self.is_paused = True
        self.paddock("pause")

    def make_ten(self, first, second):
        """Makes ten changes in a second. In the end the box has what the last one says."""
        since = time.monotonic()
        for number in range(10):
            wait_until(lambda: time.monotonic() >= since + number / 10, "the next change", 1)
            self.paddock((first, second)[number % 2], "boxed", self.shared)
            for path in (self.a, self.stays):
                self.one.call("read_text_file", path=path)
        diag("ten changes in %.0f ms" % (1000 * (time.monotonic() - since)))
        wanted = "reached" if second == "grant" else "refused"

        def is_right():
            return wanted in self.one.tried("read_text_file", path=self.a)
        since = time.monotonic()
        wait_until(is_right, "the last change")
        diag("the first right answer comes after %.0f ms" % (1000 * (time.monotonic() - since)))
        stays(is_right, "the last change", 6)
        equal(confined.has(self.one, self.a), second == "grant", "whether the box has it")
        self.check_stays()


@cases([(by_node,), (by_npx,)], name_of)
def changes(way):
    """server-filesystem, in one session: each change of its folders is held by the system, in time"""
    command, env = way()
    make_mounts()
    with Changing() as box:
        box.begin(command, env)
        box.given("granted", box.give)
        box.taken("revoked", box.take)

        box.given("granted", box.give)
        box.expires(signal.SIGSTOP)
        os.kill(box.current.process.pid, signal.SIGCONT)
        box.given("granted", box.give)
        box.expires(signal.SIGKILL)
        box.current.process.wait()
        box.running.remove(box.current)
        box.serve(*box.at)
        # On a busy computer it was away for more than the 10 seconds for which folders stay.
        wait_until(lambda: box.read(box.stays) == "c\n", "the service")

        box.given("granted", box.give)
        box.taken("paused", box.pause)
        box.given("resumed", lambda: box.paddock("resume"))

        away = box.shared + "-away"
        box.taken("moved away", lambda: os.rename(box.shared, away))
        box.given("moved back", lambda: os.rename(away, box.shared))
        box.taken("deleted", lambda: shutil.rmtree(box.shared))
        box.given("made again", lambda: box.file("Projects", "shared", "a", text="new\n"), text="new\n")
        box.file("Projects", "shared", "a", text="a\n")

        def link():
            os.rename(box.shared, away)
            os.symlink(os.path.dirname(box.key), box.shared)
        box.taken("replaced by a link", link)
        box.check_refused(os.path.join(box.shared, "id"), "the key by the link")

        def unlink():
            os.unlink(box.shared)
            os.rename(away, box.shared)
        box.given("the link is replaced", unlink)

        under = box.file("Projects", "shared", "disk", "under", text="under\n")
        point = os.path.dirname(under)
        box.taken("a file system is mounted below it", lambda: filesystems.Tmpfs(box, point), path=under)
        equal(box.read(box.a), "a\n", "the folder around it")
        box.file("Projects", "shared", "disk", "over", text=SECRET)
        box.check_refused(os.path.join(point, "over"), "what is mounted")
        box.given("it is unmounted", lambda: filesystems.unmount(point), path=under, text="under\n",
                  kills=True)

        box.make_ten("revoke", "grant")
        box.make_ten("grant", "revoke")
        for number in range(1, box.one.last_id + 1):
            box.one.host.wait_answer(number)
            equal(len(box.one.host.answers(number)), 1, "answers to %d" % number)
        equal(len(box.server("boxed")["sessions"]), 1, "sessions")
        equal(box.one.end(), 0, "the status")


# ---- server-memory

ENTITY = {"name": "Paddock", "entityType": "program", "observations": ["has boxes"]}


@test
def memory():
    """server-memory: keeps what it stores in its own home, and reads it again in the next box"""
    with Desk() as box:
        box.share("--read-only")
        path = os.path.join(box.home, "memory.jsonl")
        env = {"MEMORY_FILE_PATH": path}
        command = command_of("memory")
        free = RealServer(box, command, confined=False, env=env).handshake()
        free.reached("create_entities", entities=[ENTITY])
        os.unlink(path)  # fails unless it was there
        for is_first in (True, False):
            boxed = RealServer(box, command, "--confine-env", "MEMORY_FILE_PATH", env=env).handshake()
            if is_first:
                boxed.reached("create_entities", entities=[ENTITY])
            equal(json.loads(boxed.reached("read_graph"))["entities"], [ENTITY], "what it stored")
            equal(boxed.end(), 0, "the status")
            equal(os.path.exists(path), False, "whether the user's home has it")
        # Without its variable it writes beside its program.
        boxed = RealServer(box, command, env=env).handshake()
        contains(boxed.refused("create_entities", entities=[ENTITY]), "EROFS", "the error")


# ---- server-everything

@test
def everything():
    """server-everything: its tools work, and it has no variable of the shell"""
    with Desk() as box:
        box.share("--read-only")
        env = {"GITHUB_TOKEN": SECRET, "AWS_SECRET_ACCESS_KEY": SECRET, "SSH_AUTH_SOCK": box.key,
               "LANG": "C"}
        free, boxed = pair(box, command_of("everything"), env=env)
        tools = [[tool["name"] for tool in one.result(one.ask("tools/list"))["tools"]]
                 for one in (free, boxed)]
        equal(tools[1], tools[0], "its tools")
        contains(boxed.reached("echo", message="hello"), "hello", "the echo")
        outside, inside = [json.loads(one.reached("get-env")) for one in (free, boxed)]
        equal({name: outside.get(name) for name in env}, env, "outside")
        equal({name: inside[name] for name in env if name in inside}, {"LANG": "C"}, "inside")
        for part in (SECRET, box.key, box.env["DBUS_SESSION_BUS_ADDRESS"]):
            lacks(json.dumps(inside), part, "its environment")


# ---- Python

def make_venv(box, *names, python=sys.executable):
    """As Debian's Python makes it, with a server and the script that pip would write for it."""
    path = os.path.join(box.home, *names)
    subprocess.run([python, "-m", "venv", "--without-pip", path], env=box.env, check=True)
    version = "python%d.%d" % sys.version_info[:2]
    shutil.copy(SERVER, os.path.join(path, "lib", version, "site-packages", "notes_server.py"))
    script = os.path.join(path, "bin", "notes")
    with open(script, "w", encoding="utf-8") as stream:
        stream.write("#!%s/bin/python3\nimport sys\nfrom notes_server import main\nsys.exit(main())\n" % path)
    os.chmod(script, 0o755)
    return script


def directly(box):
    return [make_venv(box, "venv")], ["~/venv"], {}


def by_its_interpreter(box):
    return [os.path.join(os.path.dirname(make_venv(box, "venv")), "python3"), "-m", "notes_server"], \
        ["~/venv"], {}


def by_a_link(box):
    """As pipx installs it."""
    script = make_venv(box, ".local", "share", "pipx", "venvs", "notes")
    programs = box.folder(".local", "bin")
    os.symlink(script, os.path.join(programs, "notes"))
    return ["notes"], ["~/.local/bin", "~/.local/share/pipx/venvs/notes"], \
        {"PATH": "%s:%s" % (programs, box.env["PATH"])}


def by_another_python(box):
    """As uv makes it: with a Python of its own."""
    place = (".local", "share", "uv", "python", "cpython")
    python = shutil.copy(sys.executable, os.path.join(box.folder(*place, "bin"), "python3"))
    library = os.path.relpath(sysconfig.get_path("stdlib"), "/usr")
    os.symlink(os.path.join("/usr", library), os.path.join(
        box.folder(*place, *library.split(os.sep)[:-1]), os.path.basename(library)))
    return [make_venv(box, "notes", ".venv", python=python)], \
        ["~/notes/.venv", "~/" + "/".join(place)], {}


@cases([(directly,), (by_its_interpreter,), (by_a_link,), (by_another_python,)], name_of)
def virtual_environment(way):
    """a server in Python's virtual environment works, and has that and its Python only to read"""
    with Desk() as box:
        command, needed, env = way(box)
        box.share("--read-write")
        more = {"command": command, "env": env, "confined": False}
        free = Server(box, name="free", **more).handshake()
        boxed = Server(box, "--confine", **more).handshake()
        for one in (free, boxed):
            equal(one.reached("read", path=box.a), "a\n", "the folder")
        compare([
            ("a key", "read", {"path": box.key}),
            ("another folder", "read", {"path": box.other}),
        ], free, boxed)
        boxed.reached("write", path=os.path.join(box.shared, "new"))
        for place in needed:
            equal(boxed.refused("write", path=os.path.join(box.home, place[2:], "new")), "EROFS", place)


run(at_once=2)
