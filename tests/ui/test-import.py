# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The data of another installation in the real window: imported with a list of what was left out, or
dismissed. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there, dark ones if
ADW_DEBUG_COLOR_SCHEME says so."""

import os
import re
import signal

import a11y
from agent import Agent
from desktop import Desktop
from harness import APP_NAME, equal, stays, wait_until
from tap import run, test

MAIN = "^Paddock$"
NARROW, WIDE = 360, 720
CANNOT = "can’t import the data of another installation"
OFFERED = "Another installation of Paddock has 2 folders."

desk = Desktop()


def shown():
    return " ".join(a11y.texts(a11y.find(desk.app, a11y.WINDOWS, "Paddock")))


def picture(name):
    for width in (WIDE, NARROW):
        a11y.run("xdotool", "windowsize", "--sync", desk.x_window(MAIN), str(width), "640")
        desk.settle(0.6 if "PADDOCK_SCREENSHOTS" in os.environ else 0)
        desk.screenshot("import-%s-%d" % (name, width), MAIN)


def data_home():
    return os.path.join(desk.home, ".var", "app", APP_NAME, "data")


def fill_other():
    """Two folders, one of which is only added with a warning."""
    service = desk.serve(env={"XDG_DATA_HOME": data_home()})
    # The user is asked about both.
    agent = Agent(desk)
    desk.paddock("add", "--other-file-systems", desk.folder("Photos"))
    desk.paddock("add", "--accept-warning", desk.folder(".hidden"))
    agent.stop()
    agent.vanish()
    service.stop()
    desk.running.remove(service)


def end_service():
    """The window starts the next one at once."""
    pid = desk.service_pid()
    os.kill(pid, signal.SIGTERM)
    wait_until(lambda: not os.path.exists("/proc/%d/exe" % pid), "the end of the service")


@test
def put_away():
    """data that cannot be imported is told, with why, and put away for the next start too"""
    fill_other()
    database = os.path.join(data_home(), "paddock", "paddock.db")
    os.rename(database, database + ".kept")
    with open(database, "wb") as stream:
        stream.write(b"scratched" * 3000)
    desk.start_window(env={key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",)
                           if key in os.environ})
    wait_until(lambda: CANNOT in shown(), "what is the matter")
    picture("damaged")
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Details"))
    dialog = a11y.find(desk.app, None, "Can’t Import Folders")
    wait_until(lambda: "is damaged" in " ".join(a11y.texts(dialog)), "why")
    a11y.press(dialog, a11y.BUTTONS, "Close")
    a11y.gone(desk.app, None, "Can’t Import Folders")
    a11y.press(desk.app, a11y.BUTTONS, "Not Now")
    wait_until(lambda: CANNOT not in shown(), "no bar")
    end_service()
    desk.control().add(desk.folder("Notes"))
    wait_until(lambda: "Notes" in shown(), "the next service")
    stays(lambda: CANNOT not in shown(), "no bar")


@test
def imported():
    """the bar offers, the dialog says what, the folders come, and what was left out is named"""
    database = os.path.join(data_home(), "paddock", "paddock.db")
    os.rename(database + ".kept", database)
    end_service()
    wait_until(lambda: OFFERED in shown(), "the offer")
    assert "Photos" not in shown(), shown()
    picture("offer")

    # Closing the dialog answers nothing.
    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Import…"))
    dialog = a11y.find(desk.app, None, "Import Folders?")
    wait_until(lambda: "You then choose which servers see them" in " ".join(a11y.texts(dialog)),
               "what it does")
    desk.settle(0.6 if "PADDOCK_SCREENSHOTS" in os.environ else 0)
    desk.screenshot("import-dialog", MAIN)
    a11y.press(dialog, a11y.BUTTONS, "Cancel")
    a11y.gone(desk.app, None, "Import Folders?")
    assert OFFERED in shown(), shown()

    a11y.press(desk.app, a11y.BUTTONS, re.compile("^Import…"))
    dialog = a11y.find(desk.app, None, "Import Folders?")
    a11y.press(dialog, a11y.BUTTONS, "Import")
    dialog = a11y.find(desk.app, None, "Some Folders Weren’t Imported")
    wait_until(lambda: ".hidden" in " ".join(a11y.texts(dialog)), "what was left out")
    wait_until(lambda: re.search("Photos Imported without drives mounted inside",
                                 " ".join(" ".join(a11y.texts(dialog)).split())), "what is less")
    desk.settle(0.6 if "PADDOCK_SCREENSHOTS" in os.environ else 0)
    desk.screenshot("import-left-out", MAIN)
    wait_until(lambda: "Photos" in shown() and OFFERED not in shown(), "the folder")
    equal([os.path.basename(root["path"]) for root in desk.json("list")], ["Notes", "Photos"], "folders")


run(desk, in_order=True)
