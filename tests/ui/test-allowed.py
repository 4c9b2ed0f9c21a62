# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A service that asks nobody, with --consent=allow: the window and the commands say that servers see all
folders, wherever they say who sees what; a blocked server sees nothing. Pictures are saved where
PADDOCK_SCREENSHOTS names a directory."""

import a11y
import servers
from desktop import Desktop
from harness import contains, equal, wait_until
from peer import PeerProcess
from scene import Scene
from tap import run, test

desk = Desktop(size="1280x1000")
# Questions must have been switched off in the settings before such a service starts.
desk.env["GSETTINGS_BACKEND"] = "keyfile"
scene = Scene(desk)


class Story:
    """What the steps share."""
    peers = []


def says(name, text):
    """Whether a row of the page that is shown does."""
    return any(text in " ".join(a11y.texts(node)) for node in a11y.find_all(desk.app, "list item", name)
               if a11y.extents(node).width > 0)


@test
def in_folders():
    """a folder's row names the servers, although it is shared with none of them"""
    desk.let_callers_add()
    shared = [desk.folder("Papers"), desk.folder("Photos")]
    desk.serve("--consent=allow", "--share", shared[0], "--share", shared[1])
    for name in "alpha", "beta":
        Story.peers.append(PeerProcess(desk, name, [name]).wait_ready())
    wait_until(lambda: len(desk.json("servers")) == 2, "the servers")
    equal(sorted(Story.peers[0].uris()), ["file://" + folder for folder in shared], "what alpha sees")
    scene.start_window()
    wait_until(lambda: says("Papers", "Shared with alpha and beta"), "who sees Papers")
    assert not says("Photos", "nobody")


@test
def in_servers():
    """a server's row says that it sees all folders; its page says why, and its switches are on and fixed"""
    scene.page("servers")
    wait_until(lambda: says("alpha", "Connected · Sees every folder in your list"), "the row")
    servers.open_server(desk, "alpha")
    contains(servers.texts(desk), "Connected · Sees every folder in your list", "the page")
    contains(servers.texts(desk), "--consent=allow", "why")
    switch = a11y.find(servers.opened(desk), "check box", "Share Papers with alpha")
    assert a11y.is_checked(switch) and not a11y.is_sensitive(switch), "the switch"
    assert "Not decided" not in servers.texts(desk)
    desk.screenshot("allowed-server", scene.main)


@test
def blocked():
    """a server that is blocked sees nothing here, too"""
    a11y.press(servers.opened(desk), a11y.BUTTONS, "Block")
    wait_until(lambda: "Connected · Blocked" in servers.texts(desk), "the state")
    wait_until(lambda: Story.peers[0].roots() == [], "nothing for the server")
    assert not a11y.is_checked(a11y.find(servers.opened(desk), "check box", "Share Papers with alpha"))
    servers.back(desk)
    scene.page("folders")
    wait_until(lambda: says("Papers", "Shared with beta"), "who sees Papers")
    desk.screenshot("allowed-folders", scene.main)


@test
def in_commands():
    """the commands say the same"""
    equal([one["servers"] for one in desk.control().call("ListRoots")], [1, 1], "the counts on the bus")
    row, = [line for line in desk.paddock("list").out.splitlines() if "/Papers " in line]
    contains(row, "  1  ", "the row of paddock list")
    row, = [line for line in desk.paddock("servers").out.splitlines() if line.startswith("beta ")]
    contains(row, "allowed by --consent=allow", "the row of paddock servers")
    contains(row, "/Papers, ", "the row of paddock servers")
    contains(desk.paddock("explain", "beta", desk.root(desk.folder("Papers"))["id"]).out,
             "The server sees it, as every server does", "paddock explain")
    for peer in Story.peers:
        peer.stop()


@test
def gone():
    """a server that is gone, without entry and decision, is in no list any more"""
    scene.page("folders")
    wait_until(lambda: says("Papers", "Not shared"), "who sees Papers")
    peer = PeerProcess(desk, "gamma", ["gamma"]).wait_ready()
    wait_until(lambda: says("Papers", "Shared with gamma"), "who sees Papers")
    scene.page("servers")
    wait_until(lambda: says("gamma", "Connected · Sees every folder in your list"), "the row")
    peer.stop()
    wait_until(lambda: not says("gamma", "Connected") and not says("gamma", "Not connected"), "no row")
    scene.page("folders")
    wait_until(lambda: says("Papers", "Not shared"), "who sees Papers")
    equal(desk.warnings(), [], "warnings of the window")


run(desk, in_order=True)
