# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The page of a server says that the system confines it, if that is proven for each of its runs; otherwise
which folders its command gives it."""

import servers
from desktop import Desktop
from harness import stays, wait_until
from peer import PeerProcess
from sealed import PREFIX, key_of, report, seal_of
from tap import run, test

MAIN = "^Paddock$"
FILES = "The system lets this server open only these folders, and its own program."
NETWORK = "It can use the network, and programs on this computer that listen there."

COMMAND = "Its command also gives it Documents, whatever you share."

desk = Desktop()
desk.make_impostor()


def start():
    """A run of one server."""
    launch = {"command": ["files", desk.folder("Documents"), "/dev/null"], "exe": "/usr/bin/files",
              "key": "0123456789abcdef"}
    return PeerProcess(desk, "files", result={"_meta": {PREFIX + "launch": launch}},
                       program=desk.impostor).wait_ready()


def prove(peer, network):
    own = desk.server("files")["id"]
    report(peer, network=network, read=[], more=0, seal=seal_of(key_of(desk), own, network, 0))


def says(*sentences):
    known = (FILES, NETWORK, COMMAND)
    return [one in servers.texts(desk) for one in known] == [one in sentences for one in known]


@test
def says_that_it_is_confined():
    """the line is there if it is proven, with that of the network, and only if it is so for each run"""
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    first = start()
    desk.show_page("Servers", MAIN)
    desk.settle()
    servers.open_server(desk, "files")
    wait_until(lambda: says(COMMAND), "the folder")
    stays(lambda: says(COMMAND), "nothing of it")
    report(first, network="none", read=[], more=0, seal="0" * 64)
    stays(lambda: says(COMMAND), "nothing of it")
    prove(first, "none")
    wait_until(lambda: says(FILES), "the line")
    desk.screenshot("confined", MAIN)
    second = start()
    wait_until(lambda: says(COMMAND), "nothing of it, with another run")
    prove(second, "host")
    wait_until(lambda: says(FILES, NETWORK), "both lines")
    second.close()
    wait_until(lambda: says(FILES), "the line")
    first.close()
    wait_until(lambda: says(COMMAND), "nothing of it, without a run")


run(desk, in_order=True)
