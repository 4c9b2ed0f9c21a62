# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --confine`: what a server can change or knows besides its folders."""

import os
import shutil

import confined
from confined import SECRET, Desk, Server, compare, refusal
from harness import contains, equal, lacks, wait_until
from tap import Skip, cases, run, test

confined.enter()


@test
def written():
    """a path of --confine-write can be changed, what is beside it can't, and the user is told"""
    with Desk() as box:
        box.share("--read-only")
        database = box.file("data", "notes", "notes.db", text="old")
        beside = box.file("data", "beside", text=SECRET)
        folder = os.path.dirname(database)
        free, boxed = box.pair("--confine-write", "~/data/notes")
        compare([("what is beside it", "read", {"path": beside}),
                 ("what is beside it, changed", "write", {"path": beside})], free, boxed)
        boxed.reached("write", path=os.path.join(folder, "notes.db-journal"))
        boxed.reached("write", path=database)
        equal(boxed.refused("write", path=os.path.join(box.shared, "new")), "EROFS", "the folder")
        with open(database, encoding="utf-8") as stream:
            equal(stream.read() != "old", True, "what is outside")
        wait_until(lambda: [one["confined"].get("write") for one in box.server("escaping")["sessions"]]
                   == [[folder]], "what the service is told")
        contains(box.paddock("explain", "escaping").out, "It can also change ~/data/notes.", "explain")
        control = Server(box, name="control").handshake()
        control.refused("write", path=database)


@test
def written_alone():
    """one file can be changed, and nothing is refused by halves"""
    with Desk() as box:
        box.share("--read-only")
        database = box.file("data", "notes.db", text="old")
        one = Server(box, "--confine-write", database).handshake()
        one.reached("write", path=database)
        one.refused("write", path=database + "-journal")
        for path, problem in ((box.home, "it holds the home directory, or Paddock’s data"),
                              ("/dev/shm", "it shows other processes or devices"),
                              (os.path.join(box.home, "none"), "is gone, or was replaced")):
            contains(refusal(box, "--confine", "--confine-write", path), problem, path)


@cases([("--confine-write", True), ("--confine-write", False), ("--confine-read", True),
        ("--confine-read", False)],
       lambda option, is_shared: option + " in " + ("a shared folder" if is_shared else "another of these"))
def led_out(option, is_shared):
    """a path of an option in a folder that the server can write does not lead out of it by a link"""
    with Desk() as box:
        box.share("--read-write" if is_shared else "--read-only")
        around = box.shared if is_shared else box.folder("data")
        inside = os.path.join(around, "inside")
        os.mkdir(inside)
        options = [option, inside] if is_shared else [option, inside, "--confine-write", around]
        Server(box, *options).handshake().end()
        os.symlink("elsewhere", os.path.join(around, "link"))
        os.rename(inside, os.path.join(around, "elsewhere"))
        os.rename(os.path.join(around, "link"), inside)
        Server(box, *options).handshake().end()
        os.unlink(inside)
        os.symlink(os.path.dirname(box.key), inside)
        one = Server(box, *options)
        wait_until(lambda: one.process.poll() is not None, "the end", 15)
        contains(one.errors(), "%s %s: a link in a folder that the server can change leads out of it" %
                 (option, inside), "what is said")


@test
def no_package():
    """npx without the network says in one line what to do if its package is missing"""
    npx = shutil.which("npx", path="/usr/bin")
    if npx is None:
        raise Skip("npx is not in /usr/bin")
    with Desk() as box:
        box.share("--read-only")
        for network, lines in (("none", 1), ("host", 0)):
            # Nothing listens at this address. With the network, npx only fails to connect.
            env = {"npm_config_registry": "http://127.0.0.1:9/", "npm_config_fetch_retries": "0"}
            names = [word for name in env for word in ("--confine-env", name)]
            one = Server(box, "--confine", "--confine-network=" + network, *names, env=env, confined=False,
                         command=[npx, "-y", "paddock-test-no-package"], name=network)
            wait_until(lambda one=one: one.process.poll() is not None, "the end", 60)
            said = [line for line in one.errors().splitlines() if "--confine-network=host" in line]
            equal(len(said), lines, "lines: " + one.errors())


GIT = """[user]
\tname = Ann Example
\temail = ann@example.org
[credential]
\thelper = !echo %s
[include]
\tpath = ~/.other
""" % SECRET


@test
def settings():
    """the user's name for git, and the addresses of npm and pip are in the box, and nothing secret is"""
    with Desk() as box:
        box.share("--read-only")
        box.file(".gitconfig", text=GIT)
        box.file(".other", text="[user]\nname = Other\n")
        certificates = box.file("ca", "company.pem", text="-----BEGIN CERTIFICATE-----\n")
        box.file(".npmrc", text="registry=https://npm.example/\n//npm.example/:_authToken=%s\ncafile=%s\n"
                 % (SECRET, certificates))
        box.file(".config", "pip", "pip.conf", text="[global]\nindex-url = https://pip.example/simple\n"
                 "extra-index-url = https://user:%s@pip.example/simple\n" % SECRET)
        files = [os.path.join(box.home, *names) for names in ((".gitconfig",), (".npmrc",),
                                                              (".config", "pip", "pip.conf"))]
        env = {"NPM_TOKEN": SECRET, "XDG_CONFIG_HOME": os.path.join(box.home, ".config")}
        free, boxed = box.pair(env=env)
        state = boxed.state()["environment"]
        equal(free.state()["environment"].get("NPM_TOKEN"), SECRET, "the token outside")
        equal(state.get("NPM_TOKEN"), None, "the token inside")
        for path, word in zip(files, ("Ann Example", "https://npm.example/", "https://pip.example/simple")):
            contains(free.reached("read", path=path), SECRET, "outside")
            text = boxed.reached("read", path=path)
            contains(text, word, path)
            lacks(text, SECRET, path)
        lacks(boxed.reached("read", path=files[0]), "include", "git's settings")
        boxed.reached("read", path=certificates)
        boxed.refused("write", path=certificates)
        boxed.refused("read", path=os.path.join(box.home, ".other"))
        equal(len([line for line in boxed.errors().splitlines() if "left out" in line]), 1, boxed.errors())


@test
def planted():
    """what a server planted in the place of a copy is replaced, and its own settings stay otherwise"""
    with Desk() as box:
        box.share("--read-only")
        source = box.file(".gitconfig", text=GIT)
        path = os.path.join(box.home, ".gitconfig")
        one = Server(box).handshake()
        one.reached("remove", path=path)
        one.reached("directory", path=path)
        one.end()
        one = Server(box).handshake()
        contains(one.reached("read", path=path), "Ann Example", "the next start")
        one.end()
        os.unlink(source)
        one = Server(box).handshake()
        one.refused("read", path=path)


@test
def commit():
    """git commit in the box has the user's name"""
    git = shutil.which("git", path="/usr/bin")
    if git is None:
        raise Skip("git is not in /usr/bin")
    with Desk() as box:
        box.share("--read-write")
        box.file(".gitconfig", text=GIT)
        script = box.file("dev", "x", "commit.sh", text="cd %s && git init -q . && git add . && "
                          "git commit -qm first && git log --format=%%an,%%ae > log\n" % box.shared)
        log = os.path.join(box.shared, "log")
        Server(box, "--confine", command=["/bin/sh", script], confined=False, name="git")
        wait_until(lambda: os.path.exists(log) and os.path.getsize(log) > 0, "the commit", 30)
        with open(log, encoding="utf-8") as stream:
            equal(stream.read(), "Ann Example,ann@example.org\n", "the commit")


@test
def processors():
    """the server can count the processors, and sees no other devices"""
    with Desk() as box:
        box.share("--read-only")
        free, boxed = box.pair()
        path = "/sys/devices/system/cpu/possible"
        equal(boxed.reached("read", path=path), free.reached("read", path=path), "the processors")
        equal(boxed.refused("write", path="/sys/devices/system/cpu/new"), "EROFS", "writing")
        compare([("devices", "entries", {"path": "/sys/devices/virtual"}),
                 ("the kernel", "entries", {"path": "/sys/kernel"})], free, boxed)


if __name__ == "__main__":
    run(at_once=2)
