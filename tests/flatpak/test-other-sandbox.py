# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A server in the sandbox of another application, which mounts the directory of Paddock's socket, and one
in a sandbox that does not."""

import os
import shutil

from harness import APP_NAME, Failure, equal, wait_until
from peer import PeerProcess
from sandboxed import HOME, Sandboxed
from tap import needs, run, test

OTHER = "org.example.Other"
# Of a name with a slash there is no link to the script, which this sandbox would lack.
NAME, STRANGER = "other/sandboxed", "other/stranger"
MOUNT = "--filesystem=xdg-run/app/" + APP_NAME

desk = Sandboxed()


def install_other():
    """An application without files of its own, on the same runtime."""
    folder, repository = os.path.join(HOME, "other"), os.path.join(HOME, "other-repository")
    for path in folder, repository:
        shutil.rmtree(path, ignore_errors=True)
    runtime = desk.flatpak("info", "--user", "--show-runtime", APP_NAME).stdout.strip()
    name, arch, branch = runtime.split("/")
    desk.flatpak("build-init", "--arch=" + arch, folder, OTHER, name.replace("Platform", "Sdk"), name, branch)
    os.makedirs(os.path.join(folder, "files", "bin"), exist_ok=True)
    desk.flatpak("build-finish", "--command=env", folder)
    desk.flatpak("build-export", "--disable-sandbox", repository, folder)
    desk.flatpak("remote-add", "--user", "--if-not-exists", "--no-gpg-verify", "test-other",
                 "file://" + repository)
    desk.env["DBUS_SYSTEM_BUS_ADDRESS"] = desk.env["DBUS_SESSION_BUS_ADDRESS"]
    desk.flatpak("install", "--user", "-y", "--noninteractive", "--or-update", "test-other", OTHER)


def sandbox(*options):
    return ["flatpak", "run", "--user", "--filesystem=/source:ro", *options, "--command=env", OTHER]


@test
def installed():
    """another application is installed"""
    install_other()


@test
@needs(installed)
def mounted():
    """a sandbox that mounts the socket reaches it at the same path: asked, granted, revoked"""
    folder = desk.folder("Shared")
    desk.start_window()
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    desk.add_asked(folder)
    peer = PeerProcess(desk, name=NAME, wrap=sandbox(MOUNT)).wait_ready()
    equal(peer.uris(), [], "before the grant")
    desk.share("Shared")
    wait_until(lambda: peer.uris() == ["file://" + folder], "the grant")
    desk.paddock("revoke", desk.server(NAME)["id"])
    wait_until(lambda: peer.uris() == [], "the revocation")
    found = desk.control().server(NAME)
    equal([kind for kind, proof, _ in found["facts"] if proof == "proven"], ["user"], "what is proven")
    peer.stop()


@test
@needs(installed)
def not_mounted():
    """a sandbox that does not has no way to it"""
    try:
        PeerProcess(desk, name=STRANGER, wrap=sandbox()).wait_ready()
    except (Failure, BrokenPipeError):
        equal([one for one in desk.json("servers") if one.get("claimedName") == STRANGER], [], "servers")
        return
    raise Failure("it connected")


if __name__ == "__main__":
    run(desk, in_order=True, again=desk.kill_window)
