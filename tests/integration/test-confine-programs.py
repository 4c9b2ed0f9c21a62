# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --confine`: programs and scripts in the home are found without an option, and nothing else of
the home is."""

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig

import confined
from agent import Agent
from confined import SECRET, SERVER, Desk, Server, compare, refusal
from harness import contains, equal, lacks, wait_until
from tap import Skip, cases, run, test

confined.enter()

LIBRARY = os.path.relpath(sysconfig.get_path("stdlib"), "/usr")
UV = (".local", "share", "uv")

# A server in JavaScript that reads and writes, as escaping_server.py does.
JAVASCRIPT = """
const fs = require("fs");
const tools = {
  read: ({path}) => fs.readFileSync(path, "utf8"),
  entries: ({path}) => fs.readdirSync(path).sort(),
  write: ({path}) => (fs.writeFileSync(path, "written"), path),
};
const attempt = ({name, arguments: words}) => {
  try { return {reached: tools[name](words)}; } catch (error) { return {refused: error.code}; }
};
require("readline").createInterface({input: process.stdin}).on("line", line => {
  const {id, method, params} = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const result = method === "initialize"
    ? {protocolVersion: params.protocolVersion, capabilities: {tools: {}},
       serverInfo: {name: "js", version: "1"}}
    : method === "tools/call" ? attempt(params) : {};
  console.log(JSON.stringify({jsonrpc: "2.0", id, result}));
});
"""


def program(box, *names, text):
    path = box.file(*names, text=text)
    os.chmod(path, 0o755)
    return path


def path_with(box, *folders):
    return {"PATH": ":".join([*folders, box.env["PATH"]])}


def link(path, target):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    os.symlink(target, path)
    return path


# ---- layouts. Each way returns a command, variables, and what is found

def make_nvm(box):
    """A copy of node, with a package that is installed for all."""
    node = shutil.which("node", path="/usr/bin:/usr/local/bin")
    if node is None:
        raise Skip("node is not in /usr")
    prefix = box.folder(".nvm", "versions", "node", "v22.1.0")
    shutil.copy(os.path.realpath(node), os.path.join(box.folder(".nvm", "versions", "node", "v22.1.0", "bin"),
                                                     "node"))
    script = program(box, ".nvm", "versions", "node", "v22.1.0", "lib", "node_modules", "notes", "cli.js",
                     text="#!/usr/bin/env node\n" + JAVASCRIPT)
    link(os.path.join(prefix, "bin", "notes"), os.path.relpath(script, os.path.join(prefix, "bin")))
    return prefix


def nvm(box):
    prefix = make_nvm(box)
    return ["notes"], path_with(box, os.path.join(prefix, "bin")), [prefix]


def nvm_by_a_link(box):
    prefix = make_nvm(box)
    current = link(os.path.join(box.home, ".nvm", "current"), "versions/node/v22.1.0")
    return ["notes"], path_with(box, os.path.join(current, "bin")), [prefix]


def nvm_and_a_script(box):
    prefix = make_nvm(box)
    box.file("dev", "x", "package.json", text="{}")
    script = box.file("dev", "x", "dist", "index.js", text=JAVASCRIPT)
    return ["env", "A=b", "node", script], path_with(box, os.path.join(prefix, "bin")), \
        [prefix, os.path.join(box.home, "dev", "x")]


def make_uv_python(box):
    """A Python of its own, with the link to its folder that uv makes."""
    real = os.path.join(box.home, *UV, "python", "cpython-3.11.2")
    python = shutil.copy(os.path.realpath(sys.executable), os.path.join(box.folder(
        *UV, "python", "cpython-3.11.2", "bin"), "python3"))
    link(os.path.join(real, LIBRARY), os.path.join("/usr", LIBRARY))
    link(os.path.join(box.home, *UV, "python", "cpython-3.11"), "cpython-3.11.2")
    return real, python.replace("cpython-3.11.2", "cpython-3.11")


def make_venv(box, *names, python=sys.executable):
    """With a server, and the script that pip would write for it."""
    path = os.path.join(box.home, *names)
    subprocess.run([python, "-m", "venv", "--without-pip", path], env=box.env, check=True)
    version = "python%d.%d" % sys.version_info[:2]
    shutil.copy(SERVER, os.path.join(path, "lib", version, "site-packages", "notes_server.py"))
    return path, program(box, *names, "bin", "notes", text="#!%s/bin/python3\nimport sys\n"
                         "from notes_server import main\nsys.exit(main())\n" % path)


def uv_tool(box):
    real, python = make_uv_python(box)
    path, script = make_venv(box, *UV, "tools", "notes", python=python)
    programs = os.path.join(box.home, ".local", "bin")
    link(os.path.join(programs, "notes"), script)
    return ["notes"], path_with(box, programs), [path, real]


def uv_project(box):
    real, python = make_uv_python(box)
    box.file("dev", "y", "pyproject.toml")
    _, script = make_venv(box, "dev", "y", ".venv", python=python)
    return [script], {}, [os.path.join(box.home, "dev", "y"), real]


def venv(box):
    path, script = make_venv(box, "venv")
    return [script], {}, [path]


def venv_by_its_interpreter(box):
    path, _ = make_venv(box, "venv")
    return [os.path.join(path, "bin", "python3"), "-m", "notes_server"], {}, [path]


def pipx(box):
    path, script = make_venv(box, ".local", "share", "pipx", "venvs", "notes")
    programs = os.path.join(box.home, ".local", "bin")
    link(os.path.join(programs, "notes"), script)
    return ["notes"], path_with(box, programs), [path]


def project(box):
    box.file("dev", "y", ".git", "HEAD")
    box.folder("dev", "y", "src")
    script = shutil.copy(SERVER, os.path.join(box.home, "dev", "y", "src", "server.py"))
    return [sys.executable, "-I", script], {}, [os.path.join(box.home, "dev", "y")]


def project_by_a_link(box):
    command, env, found = project(box)
    return [*command[:-1], link(os.path.join(box.home, "dev", "to", "server.py"), command[-1])], env, found


def alone(box):
    script = shutil.copy(SERVER, os.path.join(box.folder("bin"), "server.py"))
    box.file("package.json", text="{}")
    return [sys.executable, "-I", script], {}, [script]


@cases([(way,) for way in (nvm, nvm_by_a_link, nvm_and_a_script, uv_tool, uv_project, venv,
                           venv_by_its_interpreter, pipx, project, project_by_a_link, alone)],
       lambda way: way.__name__.replace("_", " "))
def found(way):
    """a server starts without an option, and has its program and its folders, read-only, and no other file"""
    with Desk() as box:
        command, env, places = way(box)
        beside = box.file(*os.path.relpath(os.path.dirname(places[0]), box.home).split(os.sep), "beside",
                          text=SECRET)
        box.share("--read-write")
        more = {"command": command, "env": env, "confined": False}
        free = Server(box, name="free", **more).handshake()
        boxed = Server(box, "--confine", name="boxed", **more).handshake()
        compare([
            ("a key", "read", {"path": box.key}),
            ("another folder", "read", {"path": box.other}),
            ("what is beside its program", "read", {"path": beside}),
        ], free, boxed)
        equal(boxed.reached("read", path=box.a), "a\n", "the folder")
        boxed.reached("write", path=os.path.join(box.shared, "new"))
        for place in filter(os.path.isdir, places):
            equal(boxed.refused("write", path=os.path.join(place, "new")), "EROFS", place)
        wait_until(lambda: [one["confined"]["read"] for one in box.server("boxed")["sessions"]] == [places],
                   "what the service is told")
        lacks(boxed.errors(), "left out", "what is said")


@test
def data_elsewhere():
    """a server from ~/.local has another place for its data, and others don't"""
    with Desk() as box:
        box.share("--read-only")
        for way, place in ((pipx, os.path.join(box.home, ".paddock", "share")), (venv, None)):
            command, env, _ = way(box)
            boxed = Server(box, "--confine", name=way.__name__, command=command, env=env, confined=False)
            inside = boxed.handshake().state()["environment"]
            equal(inside.get("XDG_DATA_HOME"), place, way.__name__)
            equal(inside.get("XDG_STATE_HOME"), place and place.replace("share", "state"), way.__name__)


# ---- what can't be found

def far(box, name):
    """A folder outside the home."""
    path = os.path.join(box.directory, "services", name)
    os.makedirs(path)
    return path


def script_of(box):
    return "#!/bin/sh\nexec %s -I %s %s\n" % (sys.executable, SERVER, box.directory)


@test
def by_option():
    """a program that no rule finds, or that may be a secret, is refused with the option that adds it"""
    with Desk() as box:
        box.share("--read-only")
        outside = shutil.copy(os.path.realpath(sys.executable), far(box, "far"))
        inside = program(box, ".ssh", "bin", "tool", text=script_of(box))
        linked = os.path.join(link(os.path.join(box.home, ".nvm"), ".ssh"), "bin", "tool")
        for command, option in (([outside, "-I", SERVER, box.directory], os.path.dirname(outside)),
                                ([inside], "~/.ssh/bin")):
            said = refusal(box, "--confine", command=command)
            contains(said, "Add --confine-read %s\n" % option, "what is said")
            words = re.search("Add (.*)", said)[1].split(" ")
            one = Server(box, *words, command=command, name=option).handshake()
            equal(one.refused("write", path=os.path.join(os.path.dirname(command[0]), "new")), "EROFS",
                  "writing")
            one.refused("read", path=box.key)
        contains(refusal(box, "--confine", command=[linked]), "Add --confine-read ~/.ssh/bin\n",
                 "what is said")


def circle(box):
    link(os.path.join(box.home, "a"), "b")
    return [link(os.path.join(box.home, "b"), "a")], "leads through too many links"


def long_line(box):
    return [program(box, "dev", "tool", text="#!/bin/sh %s\n" % ("x" * 4096))], \
        "“#!” line that is too long"


def shim(box):
    return [program(box, ".asdf", "shims", "node", text="#!/bin/sh\nexec asdf exec node\n")], \
        "lets asdf choose a program, so Paddock can’t find it. Start the program itself, or add " \
        "--confine-read ~/.asdf"


@cases([(circle,), (long_line,), (shim,)], lambda way: way.__name__.replace("_", " "))
def refused(way):
    """a program that can't be followed is refused in one line"""
    with Desk() as box:
        command, problem = way(box)
        contains(refusal(box, "--confine", command=command), problem, "what is said")


@test
def vanished():
    """a program that is gone when its server starts again is refused in one line"""
    with Desk() as box:
        box.share("--read-only")
        path = program(box, "tools", "tool", text=script_of(box))
        one = Server(box, command=[path]).handshake()
        os.unlink(path)
        box.add("--read-only", os.path.dirname(box.other))
        wait_until(lambda: one.process.poll() is not None, "the end", 15)
        contains(one.errors(), "%s: No such file or directory\n" % path, "what is said")


@test
def secret_script():
    """a script that may be a secret is left out in one line"""
    with Desk() as box:
        box.share("--read-only")
        script = shutil.copy(SERVER, os.path.join(box.folder(".ssh"), "server.py"))
        one = Server(box, "--confine", command=[sys.executable, "-I", script], confined=False)
        wait_until(lambda: one.process.poll() is not None, "the end", 15)
        said = [line for line in one.errors().splitlines() if "left out" in line]
        equal(len(said), 1, "lines: " + one.errors())
        contains(said[0], "~/.ssh may hold secrets, so the box doesn’t get it by itself. Add --confine-read "
                          "~/.ssh", "what is said")


@test
def led():
    """what a server can write leads to no other file: a link, a #! line, a pyvenv.cfg"""
    with Desk() as box:
        box.share("--read-write")
        private = program(box, "notes", "private", text=script_of(box))
        box.file("notes", "bin", "python3", text=SECRET)
        linked = link(os.path.join(box.shared, "link"), private)
        scripted = program(box, "Projects", "shared", "script", text="#!%s\n" % private)
        box.file("Projects", "shared", "venv", "pyvenv.cfg", text="home = %s/notes/bin\n" % box.home)
        venv_program = program(box, "Projects", "shared", "venv", "bin", "serve", text=script_of(box))
        # The control: they are found if the server can't write them.
        for path in (linked, scripted):
            one = Server(box, "--socket", os.path.join(box.directory, "none"), command=[path]).handshake()
            one.reached("read", path=private)
            one.end()
        for path in (linked, scripted):
            one = Server(box, command=[path])
            wait_until(lambda one=one: one.process.poll() is not None, "the end", 15)
            contains(one.errors(), "which the box doesn’t have", "what is said")
        one = Server(box, command=[venv_program]).handshake()
        one.refused("read", path=os.path.join(box.home, "notes", "bin", "python3"))
        one.refused("read", path=private)


def other_in_line(box, other):
    """A "#!" line with a script of the other project, for a program that is called as an interpreter is."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise Skip("there is no compiler")
    source = box.file("dev", "x", "node.c", text="""
#include <unistd.h>
int main (void) { return execl ("%s", "python3", "-I", "%s", "%s", (char *) 0); }
""" % (sys.executable, SERVER, box.directory))
    node = os.path.join(os.path.dirname(source), "node")
    subprocess.run([compiler, "-o", node, source], check=True)
    line = "#!/usr/bin/env -S %s -r %s/pyproject.toml\n" % (node, other)
    return [program(box, "dev", "x", "serve", text=line)]


def other_python_in_line(box, other):
    with open(SERVER, encoding="utf-8") as stream:
        return [program(box, "dev", "x", "serve", text="#!%s/.venv/bin/python3\n%s" % (other, stream.read()))]


def other_python_by_link(box, other):
    python = link(os.path.join(box.home, "dev", "x", "bin", "python3"), other + "/.venv/bin/python3")
    return [python, "-I", SERVER]


def other_python_in_environment(box, other):
    box.file("dev", "x", ".venv", "pyvenv.cfg", text="home = %s/.venv/bin\n" % other)
    return [sys.executable, "-I", shutil.copy(SERVER, os.path.join(box.home, "dev", "x", "server.py"))]


def file_in_environment(box, other):
    link(os.path.join(box.home, "dev", "x", "bin", "python3"), other + "/private")
    box.file("dev", "x", ".venv", "pyvenv.cfg", text="home = %s/dev/x/bin\n" % box.home)
    return [sys.executable, "-I", shutil.copy(SERVER, os.path.join(box.home, "dev", "x", "server.py"))]


def environment_by_link(box, other):
    """The user's link leads to what the server can write."""
    box.file("Projects", "shared", "venv", "pyvenv.cfg", text="home = %s/.venv/bin\n" % other)
    link(os.path.join(box.home, "dev", "x", ".venv"), os.path.join(box.shared, "venv"))
    return [sys.executable, "-I", shutil.copy(SERVER, os.path.join(box.home, "dev", "x", "server.py"))]


def mark_that_is_a_link(box, other):
    os.unlink(os.path.join(box.home, "dev", "x", "package.json"))
    link(os.path.join(box.home, "dev", "x", "package.json"), "none")
    box.file("dev", "package.json", text="{}")
    return [sys.executable, "-I", shutil.copy(SERVER, os.path.join(box.home, "dev", "x", "server.py"))]


@cases([(way,) for way in (other_in_line, other_python_in_line, other_python_by_link,
                           other_python_in_environment, file_in_environment, environment_by_link,
                           mark_that_is_a_link)], lambda way: way.__name__.replace("_", " "))
def astray(way):
    """a project does not choose what else of the home can be read"""
    with Desk() as box:
        box.share("--read-write")
        private = box.file("dev", "other", "private", text=SECRET)
        other = os.path.dirname(private)
        box.file("dev", "other", "pyproject.toml")
        make_venv(box, "dev", "other", ".venv")
        box.file("dev", "x", "package.json", text="{}")
        command = way(box, other)
        free = Server(box, confined=False, name="free", command=[*command, box.directory]).handshake()
        equal(free.reached("read", path=private), SECRET, "outside")
        boxed = Server(box, name="boxed", command=[*command, box.directory]).handshake()
        boxed.refused("read", path=private)


@test
def not_twice():
    """a script in a folder that it can write is there once, and the folder's rights stay"""
    with Desk() as box:
        box.share("--read-write")
        box.file("Projects", "package.json", text="{}")
        script = shutil.copy(SERVER, os.path.join(box.shared, "server.py"))
        one = Server(box, "--confine", command=[sys.executable, "-I", script], confined=False).handshake()
        one.reached("write", path=os.path.join(box.shared, "new"))
        one.refused("read", path=box.other)
        wait_until(lambda: [one["confined"]["read"] for one in box.server("escaping")["sessions"]] == [[]],
                   "what the service is told")


# ---- folders in the command

@test
def empty_folders():
    """a folder that only the command names is empty and suggested, and comes when it is granted"""
    with Desk() as box:
        box.serve()
        agent = Agent(box)
        folder = os.path.dirname(box.other)
        linked = link(os.path.join(box.home, "Documents", "link"), "../.ssh")
        named = [folder, os.path.dirname(box.key), linked]
        words = [folder, box.shared + "/../other", os.path.dirname(box.key), linked, box.a, box.home, "/usr",
                 "/", box.home + "/none", "/" + "x" * 4096]
        free = Server(box, confined=False, name="free", words=words).handshake()
        boxed = Server(box, name="boxed", words=words).handshake()
        for path in named:
            equal(bool(free.reached("entries", path=path)), True, "outside: " + path)
            equal(boxed.reached("entries", path=path), [], path)
            equal(boxed.refused("write", path=os.path.join(path, "new")), "EROFS", path)
        for path in (box.a, box.home + "/none"):
            equal(boxed.refused("entries", path=path), "ENOENT", path)
        boxed.refused("read", path=box.key)
        boxed.reached("write", path=os.path.join(box.home, "new"))
        boxed.roots()
        identifier = box.server("boxed")["id"]
        request = wait_until(lambda: [one for one in agent.requests("roots")
                                      if one["server"] == identifier and one.get("suggestions")],
                             "the question")[0]
        equal(request["suggestions"], ["file://" + path for path in named], "what is suggested")
        one = box.server("boxed")
        equal(one.get("inCommand"), None, "what it has by its command")
        equal([session["confined"]["read"] for session in one["sessions"]], [[confined.SUPPORT]],
              "what the service is told")
        root = box.add("--read-only", folder)["id"]
        lacks(box.paddock("explain", "boxed", folder).out, "command", "what is explained")
        contains(box.paddock("explain", "free", folder).out, "command", "what is explained outside")
        agent.answer(request, "allow", [root])
        wait_until(lambda: "reached" in boxed.tried("read", path=box.other), "the folder", 60)
        equal(boxed.reached("entries", path=named[1]), [], "the key's folder")


# ---- npx

PACKAGE = "paddock-test-notes@1.0.0"
# What npm asks for, which is a part of what its cache remembers.
ACCEPTED = ("application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*", "application/json")


def make_cache(box):
    """What npx has in the home after it downloaded a package, and another package."""
    name, version = PACKAGE.split("@")
    tarball = "https://registry.npmjs.org/%s/-/%s-%s.tgz" % (name, name, version)
    about = {"name": name, "version": version, "bin": {name: "cli.js"}}
    installed = (".npm", "_npx", hashlib.sha512(PACKAGE.encode()).hexdigest()[:16])
    entry = {"version": version, "resolved": tarball, "bin": {name: "cli.js"}}
    lock = {"name": installed[2], "lockfileVersion": 3, "requires": True,
            "packages": {"node_modules/" + name: entry}}
    box.file(*installed, "package.json", text=json.dumps({"dependencies": {name: version}}))
    program(box, *installed, "node_modules", name, "cli.js", text="#!/usr/bin/env node\n" + JAVASCRIPT)
    box.file(*installed, "node_modules", name, "package.json", text=json.dumps(about))
    link(os.path.join(box.home, *installed, "node_modules", ".bin", name), "../%s/cli.js" % name)
    box.file(*installed, "node_modules", ".package-lock.json", text=json.dumps(lock))
    box.file(".npm", "_npx", "0123456789abcdef", "secret", text=SECRET)
    answer = json.dumps({"name": name, "dist-tags": {"latest": version}, "versions": {
        version: {**about, "dist": {"tarball": tarball}}}}).encode()
    digest = hashlib.sha512(answer).digest()
    key = "make-fetch-happen:request-cache:https://registry.npmjs.org/" + name
    lines = [json.dumps({
        "key": key, "integrity": "sha512-" + base64.b64encode(digest).decode(), "time": 1,
        "size": len(answer), "metadata": {
            "time": 1, "url": "https://registry.npmjs.org/" + name, "reqHeaders": {"accept": accept},
            "resHeaders": {"content-type": "application/json"}, "options": {"compress": True}},
    }, separators=(",", ":")) for accept in ACCEPTED]
    index = "".join("\n%s\t%s" % (hashlib.sha1(line.encode()).hexdigest(), line) for line in lines)
    for folder, names, text in (
            ("content-v2/sha512", digest.hex(), answer.decode()),
            ("index-v5", hashlib.sha256(key.encode()).hexdigest(), index)):
        box.file(".npm", "_cacache", *folder.split("/"), names[:2], names[2:4], names[4:], text=text)


@test
def cached_package():
    """a package that npx has in the home starts without a network, and no other package is there"""
    npx = shutil.which("npx", path="/usr/bin:/usr/local/bin")
    if npx is None:
        raise Skip("npx is not in /usr")
    with Desk() as box:
        box.share("--read-write")
        options = ("--confine", "--confine-network=none")
        more = {"command": [npx, "-y", PACKAGE], "confined": False}
        # The control: nothing is in the home yet.
        without = Server(box, *options, name="without", **more)
        wait_until(lambda: without.process.poll() is not None, "the end", 60)
        contains(without.errors(), "ENOTCACHED", "what npx says")
        make_cache(box)
        boxed = Server(box, *options, name="boxed", **more).handshake()
        equal(boxed.reached("read", path=box.a), "a\n", "the folder")
        boxed.refused("read", path=box.key)
        boxed.refused("read", path=os.path.join(box.home, ".npm", "_npx", "0123456789abcdef", "secret"))
        equal(len(boxed.reached("entries", path=os.path.join(box.home, ".npm", "_npx"))), 1, "packages")


if __name__ == "__main__":
    run(at_once=4)
