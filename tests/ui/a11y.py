# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The window as a screen reader sees it: finding things by role and name, and acting on them.

GTK 4.8 has habits that this file hides: the name of a button with a mnemonic is "_Add Folder… Add
Folder…"; only windows are SHOWING, so VISIBLE is what counts; there are no screen coordinates; the
action of an entry does nothing. Nothing is cached: without a main loop the cache would be stale."""

import re
import subprocess
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402  pylint: disable=wrong-import-position

from harness import Failure, wait_until  # noqa: E402  pylint: disable=wrong-import-position

warnings.simplefilter("ignore", DeprecationWarning)

BUTTONS = ("push button", "button", "toggle button")
WINDOWS = ("frame", "dialog", "alert", "window")
STATE = Atspi.StateType


def start():
    Atspi.init()


def application(name):
    """The application of that name, as soon as it is on the accessibility bus."""
    def look():
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            one = desktop.get_child_at_index(index)
            if one is not None and one.get_name() == name:
                one.set_cache_mask(Atspi.Cache.NONE)
                return one
        return None
    return wait_until(look, "the application on the accessibility bus", 30)


def children(node):
    try:
        for index in range(node.get_child_count()):
            child = node.get_child_at_index(index)
            if child is not None:
                yield child
    except GLib.Error:
        return


def walk(node, depth=40):
    """All that is visible below a node, in order; what is hidden hides what is in it."""
    for child in children(node):
        try:
            visible = child.get_state_set().contains(STATE.VISIBLE)
        except GLib.Error:
            continue
        if visible:
            yield child
            if depth > 0:
                yield from walk(child, depth - 1)


def role_of(node):
    try:
        return node.get_role_name()
    except GLib.Error:
        return ""


def name_of(node):
    """The name, without the mnemonic form that GTK 4.8 puts before it."""
    try:
        name = node.get_name() or ""
    except GLib.Error:
        return ""
    if "_" in name and role_of(node) in BUTTONS + ("page tab", "check box"):
        half = len(name) // 2
        if name[half:half + 1] == " " and name[:half].replace("_", "", 1) == name[half + 1:]:
            return name[half + 1:]
        match = re.match(r"^(.*_.*) (.*)$", name, re.S)
        if match and match.group(1).replace("_", "", 1) == match.group(2):
            return match.group(2)
        return name.replace("_", "", 1)
    return name


def find_all(root, role=None, name=None):
    """role: one or several; name: a text, or a compiled pattern that is searched for."""
    roles = (role,) if isinstance(role, str) else role
    found = []
    for node in walk(root):
        if roles and role_of(node) not in roles:
            continue
        if name is not None:
            text = name_of(node)
            if not (name.search(text) if hasattr(name, "search") else text == name):
                continue
        found.append(node)
    return found


def find(root, role=None, name=None, seconds=10):
    """Waits for the first such thing below root."""
    found = []

    def look():
        found[:] = find_all(root, role, name)
        return found
    try:
        wait_until(look, "%s %r" % (role or "something called", name), seconds)
    except Failure as failure:
        raise Failure("%s; there is:\n%s" % (failure, dump(root))) from None
    return found[0]


def find_button(root, name, seconds=10):
    return find(root, BUTTONS, name, seconds)


def gone(root, role=None, name=None, seconds=10):
    wait_until(lambda: not find_all(root, role, name), "%s %r to go away" % (role, name), seconds)


def has_state(node, state):
    try:
        return node.get_state_set().contains(state)
    except GLib.Error:
        return False


def is_sensitive(node):
    return has_state(node, STATE.SENSITIVE) or has_state(node, STATE.ENABLED)


def is_checked(node):
    return has_state(node, STATE.CHECKED) or has_state(node, STATE.PRESSED)


def act(node):
    """Its accessibility action, as a screen reader's user starts it. False where there is none, or
    it was refused."""
    try:
        names = [Atspi.Action.get_action_name(node, index)
                 for index in range(Atspi.Action.get_n_actions(node))]
        for wanted in ("click", "activate", "press", "toggle"):
            if wanted in names:
                return Atspi.Action.do_action(node, names.index(wanted))
    except GLib.Error:
        return False
    return False


def press(root, role, name):
    """Finds something and acts on it once it can be."""
    node = find(root, role, name)
    wait_until(lambda: is_sensitive(node), "%s %r to become sensitive" % (role, name))
    if not act(node):
        raise Failure("%s %r has no action; below it:\n%s" % (role, name, dump(node)))
    return node


def texts(root):
    """Everything that can be read below a node, in order."""
    read = []
    for node in walk(root):
        text = name_of(node)
        if not text and role_of(node) in ("text", "label"):
            try:
                text = Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))
            except GLib.Error:
                text = ""
        if text and (not read or read[-1] != text):
            read.append(text)
    return read


def way_to(root, wanted):
    """The way from root down to a node, as the places of children: with it the same node of the same
    kind of window is found again at once, where a search would take too long. None: not below it."""
    try:
        count = root.get_child_count()
    except GLib.Error:
        return None
    for index in range(count):
        child = root.get_child_at_index(index)
        if child is None or not has_state(child, STATE.VISIBLE):
            continue
        if child == wanted:
            return [index]
        rest = way_to(child, wanted)
        if rest is not None:
            return [index] + rest
    return None


def follow(root, way):
    """The node at the end of a way; None where it is not there (yet)."""
    node = root
    for index in way:
        try:
            node = node.get_child_at_index(index)
        except GLib.Error:
            return None
        if node is None:
            return None
    return node


def window_of(node):
    while node is not None and role_of(node) not in WINDOWS:
        node = node.get_parent()
    return node


def extents(node):
    """Relative to the window: GTK 4 gives nothing else."""
    return Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)


def dump(root):
    lines = []

    def walk_in(node, depth):
        for child in children(node):
            states = [text for text, state in (("hidden", None), ("checked", STATE.CHECKED),
                                               ("focused", STATE.FOCUSED))
                      if state is not None and has_state(child, state)]
            if not has_state(child, STATE.VISIBLE):
                continue
            if not is_sensitive(child):
                states.append("insensitive")
            role, name = role_of(child), name_of(child)
            # What only holds others says nothing.
            told = states or role not in ("panel", "filler", "image", "scroll bar") or (
                name and not re.match("Adw|Gtk|Paddock[A-Z]", name))
            if told:
                lines.append("%s%s %r %s" % ("  " * depth, role, name, " ".join(states)))
            walk_in(child, depth + 1 if told else depth)
    walk_in(root, 0)
    return "\n".join(lines)


def run(*command):
    """A program of the X server; gives what it printed."""
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout
