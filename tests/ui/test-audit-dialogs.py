# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The dialogs that follow from actions, and the menus, for users without a mouse or without sight."""

import a11y
import dialogs
import filesystems
from audit import (CLASS, MOST_TABS, all_well, check, desk, focused, press, problems, scene, show, told,
                   window_of)
from harness import wait_until
from tap import cases, run, test

filesystems.enter()

# Without "About": libadwaita 1.2 owns it, and one of its buttons has no name.
DIALOGS = [(dialogs.add_path, "Add by Path"), (dialogs.refused, "what cannot be shared"),
           (dialogs.warned, "what is warned of"), (dialogs.share, "who may see what was added"),
           (dialogs.share_for_a_time, "for how long"), (dialogs.rename, "Rename"),
           (dialogs.find_projects, "projects that were found"),
           (dialogs.sensitive, "the question about a sensitive file"),
           (dialogs.files_never_read, "Files Set to “Never”"),
           (dialogs.widening, "the question for a command")]


@test
def import_of_folders():
    """what is offered where there is another installation"""
    dialogs.fill_other_installation(scene)
    scene.start_window()
    check(scene.main, "the bar that offers an import")
    with dialogs.importing(scene) as title:
        check(title, "the import")
    dialogs.put_import_away(scene)


@test
def folders_and_servers():
    """what the dialogs are about"""
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    scene.share_folders()
    scene.start_server("notes-search")
    dialogs.put_off(scene)
    scene.start_server("git-helper")
    dialogs.put_off(scene)


@cases(DIALOGS, lambda _, what: what)
def dialog(context, what):
    """a dialog by Tab through it, and out of it"""
    with context(scene) as title:
        check(title, what)


def items_of(title):
    """Walks through the open menu, and out with Escape. Returns the names of its items."""
    window, names, here = window_of(title), [], None
    for _ in range(MOST_TABS):
        here = press(window, "Down", here)
        name = a11y.name_of(here) if here is not None else ""
        if name in names:
            break
        names.append(name)
    desk.keys("Escape")
    desk.settle()
    return names


@cases([("Main Menu", ["F10"], "folders", 7), ("Sort Folders", [], "folders", 4),
        ("Menu of Notes", [], "folders", 8), ("More actions", [], "activity", 2)],
       lambda name, *_: name)
def menu(name, keys, page, count):
    """a menu by the arrows, whose items have names, and from which Escape leads back"""
    show(page)
    desk.focus(scene.main)
    button = scene.find_shown(a11y.BUTTONS, name)
    if keys:
        desk.keys(*keys)
    else:
        desk.click(button, scene.main)
    desk.settle()
    names = items_of(scene.main)
    print("# %s: %s" % (name, ", ".join(names)), flush=True)
    if len(names) < count or any(CLASS.match(text) for text in names):
        problems.append("%s: its items are %s" % (name, names))
    here = focused(window_of(scene.main))
    if here is None or a11y.name_of(here) != name:
        problems.append("%s: Escape leads to %s" % (name, told(here) if here is not None else "nothing"))


@test
def nothing_found():
    """nothing was found"""
    scene.stop()
    all_well()


run(desk, in_order=True)
