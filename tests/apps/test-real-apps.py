# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Real apps, each with a home of its own. The app writes its file itself, `paddock apps connect` changes it,
the app starts its server through Paddock, and `paddock apps restore` gives the file back. The server is
server-filesystem, which reads only in the folders that it is told about. A stand-in takes the place of the
apps' models."""

import json
import os
import tomllib

import filesystems
from address import Address
from harness import Box, contains, equal, lacks, wait_until
from node import MODULES, NODE, require_node
from real_apps import APPS, Codex, Opencode
from stand_in import DONE, StandIn
from tap import cases, run

filesystems.enter(own_processes=True, own_network=True)
require_node()

SERVER = (NODE, os.path.join(MODULES, "@modelcontextprotocol/server-filesystem/dist/index.js"))
READ = "read_text_file"


class Scene:
    """A service, an app in its home, and two folders with a file each."""

    def __init__(self, box, make):
        box.serve()
        self.box = box
        self.inside = box.file("notes", "inside.txt", text="the text inside\n")
        self.outside = box.file("other", "outside.txt", text="the text outside\n")
        for path in (self.inside, self.outside):
            box.add(os.path.dirname(path))
        self.app = make(box)

    def paddock(self, verb, *options):
        """`paddock apps VERB` for the entry "files"."""
        return self.box.paddock("apps", verb, *options, self.app.id + "/files")

    def entries(self):
        """What `paddock apps` says about the app's own file."""
        path = self.app.path()
        files = [one for one in self.box.json("apps") if one["path"] == path]
        equal([one["app"] for one in files], [self.app.id], "whose file %s is" % path)
        return {entry["name"]: entry for entry in files[0]["servers"]}

    def wait_server(self):
        """The server as Paddock knows it, after the app started it: the only one, with the entry's key."""
        servers = wait_until(lambda: self.box.control().call("ListServers"), "the server", 20)
        equal(len(servers), 1, "servers")
        noted = servers[0]["noted"]
        equal((noted["key"], noted["app"], noted["server"]),
              (self.entries()["files"]["key"], self.app.id, "files"), "what Paddock knows by its key")
        return servers[0]

    def ask_model(self, *script):
        """The texts of the results that the app's model got from the tools of a script."""
        with StandIn(script) as model:
            contains(self.app.ask(model), DONE, "the app's output")
            return model.results

    def sees(self, folder):
        """The app's model reads in this folder, and nothing outside."""
        allowed, inside, outside = self.ask_model(
            ("list_allowed_directories", {}), (READ, {"path": self.inside}), (READ, {"path": self.outside}))
        contains(allowed, folder, "folders of the server")
        lacks(allowed, os.path.dirname(self.outside), "folders of the server")
        contains(inside, "the text inside", "file in the folder")
        contains(outside, "Access denied", "file outside")
        lacks(outside, "the text outside", "file outside")


def parse(app):
    """The meaning of the app's file."""
    if app.path().endswith(".toml"):
        return tomllib.loads(app.read().decode())
    return json.loads(app.read())


def of_each(function):
    return cases([(make,) for make in APPS], lambda make: make.id)(function)


@of_each
def same_bytes(make):
    """the app reaches its server through Paddock, and gets its file back to the byte"""
    with Box() as box:
        scene = Scene(box, make)
        app = scene.app
        app.add("files", *SERVER)
        if app.comment is not None:
            app.add_comment()
        app.wait_reached("files")
        before = app.read()
        equal(box.json("servers"), [], "servers before")
        equal(scene.entries()["files"]["throughPaddock"], False, "whether Paddock is in the entry")
        scene.paddock("connect")
        equal(scene.entries()["files"]["throughPaddock"], True, "whether Paddock is in the entry")
        app.wait_reached("files")
        equal(scene.wait_server()["standing"], "undecided", "decision")
        scene.paddock("restore")
        equal(app.read(), before, "the file")


@of_each
def reads_in_the_folder(make):
    """the app's model reads in the granted folder only, and the meaning of a rewritten file comes back"""
    with Box() as box:
        scene = Scene(box, make)
        app, folder = scene.app, os.path.dirname(scene.inside)
        app.add("files", *SERVER)
        before = parse(app)
        scene.paddock("connect")
        app.wait_reached("files")
        server = scene.wait_server()["id"]
        box.paddock("grant", server, folder)
        scene.sees(folder)
        equal(scene.wait_server()["id"], server, "the server")

        app.add("other", "/bin/true", "argument")
        own = parse(app)
        own[app.container].pop("files")
        other = own[app.container]["other"]
        scene.paddock("restore")
        after = parse(app)
        equal(after[app.container], {**before[app.container], "other": other}, "the servers")
        equal({key: after.get(key) for key in before if key != app.container},
              {key: before[key] for key in before if key != app.container}, "what was in the file")
        equal({key: value for key, value in after.items() if key != app.container},
              {key: value for key, value in own.items() if key != app.container}, "what the app wrote")


# Codex keeps the box's runtime directory from a server, unless its entry says otherwise.
@cases([(make,) for make in APPS if make is not Codex], lambda make: make.id)
def address(make):
    """an address is left alone until it is named; then the app reaches it through Paddock, with its header"""
    with Box() as box, Address() as server:
        scene = Scene(box, make)
        app = scene.app
        app.env = {**app.env, "TOKEN": "the token"}
        app.add_address("files", server.url, "X-Token")
        app.wait_reached("files")
        equal(server.take("X-Token"), ["the token"], "header")
        before = app.read()
        contains(box.paddock("apps", "connect", "--all").err, app.id + "/files is at an address")
        equal(app.read(), before, "the file")
        scene.paddock("connect")
        equal(box.json("servers"), [], "servers before")
        app.wait_reached("files")
        equal(server.take("X-Token"), ["the token"], "header through Paddock")
        scene.wait_server()
        scene.paddock("restore")
        equal(app.read(), before, "the file")


@cases([(make,) for make in APPS if make is not Codex], lambda make: make.id)
def sign_in(make):
    """all are connected, but not an address that wants a sign-in: the app itself asks it as before"""
    with Box() as box, Address(wants_sign_in=True) as server:
        scene = Scene(box, make)
        app = scene.app
        app.env = {**app.env, "TOKEN": "the token"}
        app.add("files", *SERVER)
        app.add_address("remote", server.url, "X-Token")
        app.wait_reached("files")
        asked = wait_until(lambda: server.take("User-Agent"), "a request of the app", 20)
        before = app.read()
        own = parse(app)[app.container]["remote"]
        box.paddock("apps", "connect", "--all")
        equal({name: entry["throughPaddock"] for name, entry in scene.entries().items()},
              {"files": True, "remote": False}, "which are through Paddock")
        equal(parse(app)[app.container]["remote"], own, "the entry of the address")
        server.take("User-Agent")
        app.wait_reached("files")
        scene.wait_server()
        equal(wait_until(lambda: server.take("User-Agent"), "a request of the app", 20), asked, "who asks")
        box.paddock("apps", "restore", "--all")
        equal(app.read(), before, "the file")


@cases([(Codex,), (Opencode,)], lambda make: make.id)
def folders(make):
    """a folder among the arguments becomes one of Paddock, and comes back"""
    with Box() as box:
        scene = Scene(box, make)
        app = scene.app
        folder = box.folder("argument")
        scene.inside = box.file("argument", "inside.txt", text="the text inside\n")
        app.add("files", *SERVER, folder)
        app.wait_reached("files")
        before = app.read()
        scene.paddock("connect", "--folders")
        lacks(app.read().decode(), folder, "the file")
        contains(app.read().decode(), '"{roots}"', "the file")
        app.wait_reached("files")
        box.paddock("grant", scene.wait_server()["id"], folder)
        scene.sees(folder)
        scene.paddock("restore")
        equal(app.read(), before, "the file")


run(at_once=2)
