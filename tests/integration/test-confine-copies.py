# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock run --confine`: what a server can change or knows besides its folders."""

import os
import shutil

import confined
from confined import SECRET, Desk, Server, compare, refusal
from harness import contains, equal, wait_until
from tap import Skip, run, test

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
        contains(box.paddock("explain", "escaping"), "It can also change notes.", "explain")
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
            one = Server(box, "--confine", "--confine-network=" + network, "--confine-env", "npm_config_registry",
                         "--confine-env", "npm_config_fetch_retries", env={"npm_config_registry": "http://127.0.0.1:9/", "npm_config_fetch_retries": "0"},
                         command=[npx, "-y", "paddock-test-no-package"], confined=False, name=network)
            wait_until(lambda one=one: one.process.poll() is not None, "the end", 60)
            said = [line for line in one.errors().splitlines() if "--confine-network=host" in line]
            equal(len(said), lines, "lines: " + one.errors())


if __name__ == "__main__":
    run(at_once=2)
