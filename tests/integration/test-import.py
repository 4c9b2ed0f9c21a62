# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Two installations with data of their own. The service of one finds the other's data, offers it to the
window, and imports folders and nothing else."""

import hashlib
import os
import signal

from agent import Agent
from harness import APP_NAME, Box, contains, equal, stays, wait_until
from tap import run, test


def flatpak_data(box):
    return os.path.join(box.home, ".var", "app", APP_NAME, "data")


def other_service(box):
    """The other installation's service, with its data where Flatpak puts it."""
    return box.serve(env={"XDG_DATA_HOME": flatpak_data(box)})


def stop(box, service):
    service.stop()
    box.running.remove(service)


def fill_other(box, *folders, options=()):
    service = other_service(box)
    for folder in folders:
        box.paddock("add", *options, folder)
    stop(box, service)


def contents(directory):
    found = {}
    for name in sorted(os.listdir(directory)):
        with open(os.path.join(directory, name), "rb") as stream:
            found[name] = hashlib.sha256(stream.read()).hexdigest()
    return found


def offer(box):
    return box.control().property("ImportOffer")


@test
def imported():
    """the offer is made, answered by the window alone, and made no more"""
    with Box() as box:
        one, gone = box.folder("one"), box.folder("gone")
        fill_other(box, one, gone)
        os.rmdir(gone)
        directory = os.path.join(flatpak_data(box), "paddock")
        before = contents(directory)

        service = box.serve()
        found = wait_until(lambda: offer(box), "the offer")
        equal((found["state"], found["roots"]), ("found", 2), "the offer")
        equal(bytes(found["path"]).rstrip(b"\0"), os.fsencode(directory), "the path")
        contains(service.errors(), "has 2 folders at", "the log")
        box.control().refused("NotAgent", "AnswerImport", True)
        equal(box.json("list"), [], "folders before the answer")

        results = Agent(box).call("AnswerImport", True)
        equal([(result["verdict"], result["added"]) for result in results],
              [("accepted", True), ("missing", False)], "what became of them")
        equal([root["path"] for root in box.json("list")], [one], "folders")
        equal(box.json("servers"), [], "servers")
        contains(box.paddock("log").out, "Folders were imported from", "the journal")
        equal(offer(box), {}, "the offer after the answer")
        equal(contents(directory), before, "the other data")
        stop(box, service)

        service = box.serve()
        stays(lambda: not offer(box), "no offer")
        equal([root["path"] for root in box.json("list")], [one], "folders after a restart")


@test
def without_other_file_systems():
    """folders that hosts could read without a question are not imported, which the result says"""
    with Box() as box:
        one, gone = box.folder("one"), box.folder("gone")
        fill_other(box, one, gone, options=["--other-file-systems"])
        os.rmdir(gone)
        box.serve()
        wait_until(lambda: offer(box), "the offer")
        results = Agent(box).call("AnswerImport", True)
        equal([result.get("without-other-file-systems", False) for result in results],
              [True, False], "what became of them")
        equal(box.root(one)["otherFileSystems"], False, "the option")


@test
def not_now():
    """put away is put away for the next start too; unanswered it comes again"""
    with Box() as box:
        fill_other(box, box.folder("one"))
        service = box.serve()
        wait_until(lambda: offer(box), "the offer")
        stop(box, service)
        service = box.serve()
        wait_until(lambda: offer(box), "the offer again")
        equal(Agent(box).call("AnswerImport", False), [], "the answer")
        equal(offer(box), {}, "the offer")
        stop(box, service)
        box.serve()
        stays(lambda: not offer(box), "no offer")
        equal(box.json("list"), [], "folders")


@test
def killed():
    """data that was only in the log of a killed service is found, and stays there"""
    with Box() as box:
        service = other_service(box)
        box.paddock("add", box.folder("one"))
        os.kill(service.process.pid, signal.SIGKILL)
        service.process.wait()
        box.running.remove(service)
        directory = os.path.join(flatpak_data(box), "paddock")
        assert os.path.getsize(os.path.join(directory, "paddock.db-wal")), "no log"
        before = contents(directory)
        box.serve()
        equal(wait_until(lambda: offer(box), "the offer")["roots"], 1, "folders")
        equal(contents(directory), before, "the other data")


@test
def damaged():
    """damaged data is reported and not imported"""
    with Box() as box:
        directory = os.path.join(flatpak_data(box), "paddock")
        os.makedirs(directory)
        with open(os.path.join(directory, "paddock.db"), "wb") as stream:
            stream.write(b"scratched" * 3000)
        service = box.serve()
        equal(wait_until(lambda: offer(box), "the offer")["state"], "damaged", "state")
        contains(service.errors(), "which is not imported", "the log")
        Agent(box).refused("NotFound", "AnswerImport", True)
        equal(os.listdir(directory), ["paddock.db"], "the directory")


run()
