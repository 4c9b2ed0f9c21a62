# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The window and its dialogs as a user without a mouse or without sight uses them. Each control has a
name, and Tab reaches all of them and returns to the first. For the tests that walk through the window."""

import re

import a11y
import servers
from desktop import Desktop
from harness import Failure, wait_until
from scene import Scene

FOCUSABLE, FOCUSED = 11, 12  # of AtspiStateType
# libadwaita 1.2 gives the button that closes a toast no name.
OF_LIBADWAITA = "AdwToastWidget"
# GTK 4.8 names a nameless object after its class.
CLASS = re.compile(r"^(Gtk|Adw|Gdk)[A-Z]\w*$|^Paddock[A-Z]\w*$|^$")
PAGE = re.compile("^Paddock(Folders|Servers|Apps|Overview|Activity)Page$")
CONTROLS = a11y.BUTTONS + ("check box", "combo box", "radio button", "spin button", "entry", "text",
                           "page tab")
MOST_TABS = 150
MOST_BLIND = 4
LOOKS, PATIENT_LOOKS = 5, 15  # after a key, for the focus
# These belong to the window manager, which has its own keys for them. There is Ctrl+W, too.
WINDOW_BUTTONS = "Minimize", "Maximize", "Restore", "Close"
# The pages for an empty list stay at their last place, behind the current one.
EMPTY = "Add a Folder", "No Servers Yet", "No Activity Yet"

desk = Desktop(size="1280x1000")
scene = Scene(desk)
problems = []


class Shown:
    """What the window shows."""
    page = "folders"


def show(name):
    scene.page(name)
    Shown.page = name


def has(node, state):
    return bool(node.states >> state & 1)


def told(node):
    return "%s %r" % (node.role, a11y.name_of(node))


def window_of(title):
    return a11y.find(desk.app, a11y.WINDOWS, re.compile(title))


def focused(window):
    """The focused object: the innermost one, because a row and a control in it may both report the focus."""
    found = [node for node in a11y.walk(window) if has(node, FOCUSED)]
    return found[-1] if found else None


def shown_controls(window):
    """All controls that can be pressed or typed into."""
    nodes = list(a11y.walk(window))
    # Including those of pages that are not shown.
    away = {below for node in nodes if node.raw_name in EMPTY or (
        PAGE.match(node.raw_name) and PAGE.match(node.raw_name).group(1).lower() != Shown.page)
        for below in a11y.walk(node)}
    opened = servers.opened(desk)
    if opened:
        # The list is behind the page of a server.
        listed = {below for node in nodes if node.raw_name == "PaddockServersPage"
                  for below in a11y.walk(node)}
        away |= listed - set(a11y.walk(opened))
    place = a11y.extents(window)
    found = []
    for node in nodes:
        if node in away or not (has(node, FOCUSABLE) or node.role in CONTROLS):
            continue
        if not (has(node, a11y.STATE.SENSITIVE) or has(node, a11y.STATE.ENABLED)):
            continue
        box = a11y.extents(node)
        if box.width > 1 and box.height > 1 and 0 <= box.x < place.width:
            found.append(node)
    return found


def check_names(window, what, nodes):
    """Each control has a name, and no name says the same twice."""
    bad = [told(node) + " in " + " / ".join(way(window, node)) for node in nodes
           if CLASS.match(a11y.name_of(node)) and node.role not in ("panel", "scroll pane")
           and not any(OF_LIBADWAITA in name for name in way(window, node))]
    twice = [told(node) for node in nodes
             if re.match(r"^(\S.*) \1$", a11y.name_of(node), re.S)]
    if bad or twice:
        raise Failure("%s: without a name: %s; told twice: %s" % (what, "; ".join(bad), "; ".join(twice)))


def way(window, wanted):
    """The names above a node, to help whoever fixes it."""
    names = []

    def down(node):
        for child in node.nodes:
            if child == wanted or down(child):
                names.append(told(child))
                return True
        return False
    down(window)
    return names[:0:-1]


def press(window, key, before):
    """The newly focused object after a key; otherwise the object that has the focus in the end."""
    desk.keys(key)
    here = None
    for count in range(PATIENT_LOOKS):
        here = focused(window)
        # Objects that do not report their focus get less time.
        if here != before and (here is not None or count >= LOOKS):
            return here
        desk.settle(0.1)
    return here


def tab_through(title, what):
    """Presses Tab until the focus is where it began. Returns all focused objects."""
    window = window_of(title)
    desk.focus(title)
    desk.keys("Tab")
    first = wait_until(lambda: focused(window), "the focus in " + what)
    reached, here = [first], first
    has_been_home = False
    for _ in range(MOST_TABS):
        # In a list view Tab goes from row to row. It starts at the last focused row or, in a new list, at the
        # first row of that time. Home goes to the first row.
        if a11y.name_of(here).startswith("Menu of ") and not has_been_home:
            has_been_home = True
            reached[-1] = here = press(window, "Home", here)
            here = press(window, "Tab", here)
            reached.append(here)
        # The rows of a list are one stop; the arrows move inside it.
        if here.role == "list item":
            reached += follow(window, here, "Down")
            # The last may be a button in the row, or the object after the list.
            here = reached[-1]
        before = here
        here = press(window, "Tab", before)
        for _ in range(MOST_BLIND):
            if here is None:
                # GTK 4.8 does not report the focus of the text in an AdwEntryRow.
                reached.append(None)
                here = press(window, "Tab", before)
        if here == before == first and len(reached) == 1:
            return reached  # There is nothing else.
        if here is None or here == before:
            raise Failure("%s: Tab does not lead on from %s" % (what, told(before)))
        if here == first:
            return reached
        if here in reached and here.role != "list item":
            return reached
        reached.append(here)
    raise Failure("%s: Tab does not come back to %s; it came to %s" % (
        what, told(first), ", ".join(told(node) for node in reached if node)))


def follow(window, start, key):
    """Presses an arrow until it leads no further. Returns all focused objects."""
    found, here = [], start
    for _ in range(MOST_TABS):
        then = press(window, key, here)
        if then is None or then in found or then in (here, start):
            return found
        found.append(then)
        if then.role != start.role:
            return found
        here = then
    return found


def check(title, what):
    """Notes what is wrong; all_well() reports it."""
    try:
        look(title, what)
    except Failure as failure:
        problems.append(str(failure))
        print("# " + str(failure), flush=True)


def look(title, what):
    window = window_of(title)
    check_names(window, what, [node for node in shown_controls(window) if node.role in CONTROLS])
    reached = tab_through(title, what)
    n_blind = reached.count(None)
    reached = [node for node in reached if node is not None]
    print("# %s: %s" % (what, ", ".join(map(told, reached))), flush=True)
    check_names(window, what, reached)
    names = {told(node) for node in reached}
    # A row that is pressed together with its switch counts as one.
    missed = [node for node in shown_controls(window_of(title))
              if node.role in CONTROLS and node not in reached and told(node) not in names
              and a11y.name_of(node) not in WINDOW_BUTTONS
              and not any(node in set(a11y.walk(other)) for other in reached)]
    entries = {a11y.name_of(node) for node in missed if node.role in ("entry", "text")}
    if len(entries) <= n_blind:
        missed = [node for node in missed if a11y.name_of(node) not in entries]
    if missed:
        raise Failure("%s: no key leads to %s" % (what, ", ".join(map(told, missed))))


def all_well():
    """For the last test."""
    if problems:
        raise Failure("%d problems:\n%s" % (len(problems), "\n".join(problems)))
