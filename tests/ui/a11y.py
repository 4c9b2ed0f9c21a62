# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The window as a screen reader sees it: finding things by role and name, and acting on them.

It talks to the accessibility bus itself, and asks for a whole level of the tree at once. With libatspi every
name of every widget is a round trip, which takes half a minute for a window on a busy machine.

This file hides some habits of GTK 4.8. The name of a button with a mnemonic is "_Add Folder… Add Folder…".
Only windows are SHOWING, so VISIBLE is what counts. There are no screen coordinates."""

import re
import subprocess

from gi.repository import Gio, GLib

from harness import Failure, wait_until

BUTTONS = ("push button", "button", "toggle button")
WINDOWS = ("frame", "dialog", "alert", "window")
# The buttons of the question about a server's folders.
TELL, LATER, NEVER = re.compile("^Tell “"), re.compile("^(Ask in 1|Stop Asking)"), "Always Refuse"

ACCESSIBLE = "org.a11y.atspi.Accessible"
ACTION = "org.a11y.atspi.Action"
COMPONENT = "org.a11y.atspi.Component"
TEXT = "org.a11y.atspi.Text"
PROPERTIES = "org.freedesktop.DBus.Properties"
TIMEOUT = 20000  # ms


class STATE:
    """Bits of AtspiStateType."""
    ACTIVE, CHECKED, ENABLED, EXPANDED, FOCUSED = 1, 4, 8, 10, 12
    PRESSED, SENSITIVE, VISIBLE, INDETERMINATE = 20, 24, 30, 32


# Names of AtspiRole, because GTK's own names for them change between versions. Roles that are not listed only
# contain others.
ROLES = {2: "alert", 7: "check box", 11: "combo box", 16: "dialog", 23: "frame", 27: "image", 29: "label",
         31: "list", 32: "list item", 37: "page tab", 38: "page tab list", 43: "push button",
         44: "radio button", 48: "scroll bar", 49: "scroll pane", 52: "spin button", 55: "table",
         56: "table cell", 61: "text", 62: "toggle button", 69: "window", 79: "entry"}

_bus = None  # the connection to the accessibility bus


def start(connection):
    """connection: to the session bus, which knows the address of the accessibility bus."""
    global _bus  # pylint: disable=global-statement
    address = connection.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None,
                                   None, Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()[0]
    _bus = Gio.DBusConnection.new_for_address_sync(
        address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
        | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
    _bus.set_exit_on_close(False)


class Node:
    """One accessible object. role, name and states are as they were when it was found."""

    def __init__(self, owner, path):
        self.owner = owner
        self.path = path
        self.role = self.raw_name = ""
        self.states = 0
        self.nodes = []

    def __eq__(self, other):
        return isinstance(other, Node) and (self.owner, self.path) == (other.owner, other.path)

    def __hash__(self):
        return hash((self.owner, self.path))

    def call(self, interface, method, signature=None, *arguments):
        """None if the object is gone, or lacks the method."""
        parameters = GLib.Variant(signature, arguments) if signature else None
        try:
            return _bus.call_sync(self.owner, self.path, interface, method, parameters, None,
                                  Gio.DBusCallFlags.NONE, TIMEOUT, None).unpack()
        except GLib.Error:
            return None


def ask_all(questions):
    """questions: (node, interface, method, parameters). Returns the answers in order; None: failed."""
    context = GLib.MainContext()
    answers = [None] * len(questions)
    waiting = [len(questions)]

    def on_answer(connection, result, index):
        try:
            answers[index] = connection.call_finish(result).unpack()
        except GLib.Error:
            pass
        waiting[0] -= 1

    context.push_thread_default()
    try:
        for index, (node, interface, method, parameters) in enumerate(questions):
            _bus.call(node.owner, node.path, interface, method, parameters, None,
                      Gio.DBusCallFlags.NONE, TIMEOUT, None, on_answer, index)
        while waiting[0]:
            context.iteration(True)
    finally:
        context.pop_thread_default()
    return answers


def _read(nodes):
    """Reads these nodes, and the children of those that are visible."""
    questions = []
    for node in nodes:
        questions += [(node, ACCESSIBLE, "GetState", None), (node, ACCESSIBLE, "GetRole", None),
                      (node, PROPERTIES, "Get", GLib.Variant("(ss)", (ACCESSIBLE, "Name"))),
                      (node, ACCESSIBLE, "GetChildren", None)]
    answers = ask_all(questions)
    for index, node in enumerate(nodes):
        states, role, name, below = answers[4 * index:4 * index + 4]
        node.states = states[0][0] if states else 0
        node.role = ROLES.get(role[0], "panel") if role else ""
        node.raw_name = name[0] if name else ""
        node.nodes = [Node(*child) for child in below[0]] if below else []


def _read_tree(root):
    """Reads everything visible below a node, level by level."""
    below = root.call(ACCESSIBLE, "GetChildren")
    root.nodes = [Node(*child) for child in below[0]] if below else []
    level = root.nodes
    while level:
        _read(level)
        for node in level:
            if not node.states >> STATE.VISIBLE & 1:
                node.nodes = []
        level = [child for node in level for child in node.nodes]


def walk(root):
    """All visible nodes below a node, in order. Children of hidden nodes are left out."""
    _read_tree(root)

    def down(node):
        for child in node.nodes:
            if child.states >> STATE.VISIBLE & 1:
                yield child
                yield from down(child)
    return down(root)


def application(name):
    """The application of that name, after it has appeared on the accessibility bus."""
    desktop = Node("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")

    def look():
        below = desktop.call(ACCESSIBLE, "GetChildren")
        nodes = [Node(*child) for child in below[0]] if below else []
        _read(nodes)
        return [node for node in nodes if node.raw_name == name]
    return wait_until(look, "the application on the accessibility bus", 30)[0]


def role_of(node):
    return node.role


def name_of(node):
    """The name, without the mnemonic form that GTK 4.8 puts before it. The form may be the same."""
    name = node.raw_name
    if node.role in BUTTONS + ("page tab", "check box", "combo box"):
        half = len(name) // 2
        if name[half:half + 1] == " " and name[:half].replace("_", "", 1) == name[half + 1:]:
            return name[half + 1:]
        match = re.match(r"^(.*_.*) (.*)$", name, re.S)
        if match and match.group(1).replace("_", "", 1) == match.group(2):
            return match.group(2)
        return name.replace("_", "", 1)
    return name


def description_of(node):
    """What is said of it besides its name."""
    answer = node.call(PROPERTIES, "Get", "(ss)", ACCESSIBLE, "Description")
    return answer[0] if answer else ""


def name_now(node):
    """The current name. Reads nothing else, so it is fast."""
    name = node.call(PROPERTIES, "Get", "(ss)", ACCESSIBLE, "Name")
    return name[0] if name else ""


def find_all(root, role=None, name=None):
    """role: one or several; name: a text, or a compiled pattern to search for."""
    roles = (role,) if isinstance(role, str) else role
    found = []
    for node in walk(root):
        if roles and node.role not in roles:
            continue
        if name is not None:
            text = name_of(node)
            if not (name.search(text) if hasattr(name, "search") else text == name):
                continue
        found.append(node)
    return found


def find(root, role=None, name=None, seconds=30):
    """Waits for the first match below root."""
    found = []

    def look():
        found[:] = find_all(root, role, name)
        return found
    try:
        wait_until(look, "%s %r" % (role or "something called", name), seconds)
    except Failure as failure:
        raise Failure("%s; there is:\n%s" % (failure, dump(root))) from None
    return found[0]


def find_button(root, name, seconds=30):
    return find(root, BUTTONS, name, seconds)


def gone(root, role=None, name=None, seconds=30):
    wait_until(lambda: not find_all(root, role, name), "%s %r to go away" % (role, name), seconds)


def child_count(node):
    below = node.call(ACCESSIBLE, "GetChildren")
    return len(below[0]) if below else 0


def has_state(node, state):
    """Reads the current state."""
    states = node.call(ACCESSIBLE, "GetState")
    return bool(states and states[0][state // 32] >> state % 32 & 1)


def is_sensitive(node):
    return has_state(node, STATE.SENSITIVE) or has_state(node, STATE.ENABLED)


def is_checked(node):
    return has_state(node, STATE.CHECKED) or has_state(node, STATE.PRESSED)


def act(node):
    """Starts its accessibility action, like a screen reader. False if there is none, or it failed."""
    actions = node.call(ACTION, "GetActions")
    # GetActions gives names in the user's language; GetName does not.
    names = [(node.call(ACTION, "GetName", "(i)", index) or ("",))[0].lower()
             for index in range(len(actions[0]))] if actions else []
    for wanted in ("click", "activate", "press", "toggle"):
        if wanted in names:
            answer = node.call(ACTION, "DoAction", "(i)", names.index(wanted))
            return bool(answer and answer[0])
    return False


def press(root, role, name):
    """Finds something, and presses it as soon as that is possible."""
    node = find(root, role, name)
    wait_until(lambda: is_sensitive(node), "%s %r to become sensitive" % (role, name))
    if not act(node):
        raise Failure("%s %r has no action; below it:\n%s" % (role, name, dump(node)))
    return node


def text_of(node):
    """The text of an entry or a text; None if it holds none."""
    # GTK 4.8 returns nothing for -1.
    count = node.call(PROPERTIES, "Get", "(ss)", TEXT, "CharacterCount")
    return node.call(TEXT, "GetText", "(ii)", 0, count[0])[0] if count else None


def texts(root):
    """All texts below a node, in order."""
    read = []
    for node in walk(root):
        text = name_of(node)
        if text and (not read or read[-1] != text):
            read.append(text)
    return read


def way_to(root, wanted):
    """The path from root down to a node, as child positions. With it, the same node in another window of
    the same kind is found at once, because a search would take too long. None: the node is not below root."""
    _read_tree(root)

    def down(node):
        for index, child in enumerate(node.nodes):
            if child == wanted:
                return [index]
            rest = down(child)
            if rest is not None:
                return [index] + rest
        return None
    return down(root)


def follow(root, way):
    """The node at the end of a path; None if it does not exist (yet)."""
    node = root
    for index in way:
        below = node.call(ACCESSIBLE, "GetChildren")
        if not below or index >= len(below[0]):
            return None
        node = Node(*below[0][index])
    return node


def window_of(node):
    """The window that contains something."""
    while True:
        _read([node])
        if node.role in WINDOWS:
            return node
        parent = node.call(PROPERTIES, "Get", "(ss)", ACCESSIBLE, "Parent")
        if parent is None:
            raise Failure("not in a window")
        node = Node(*parent[0])


class Extents:
    """Relative to the window, because GTK 4 reports nothing else."""

    def __init__(self, x, y, width, height):
        self.x, self.y, self.width, self.height = x, y, width, height


def extents(node):
    answer = node.call(COMPONENT, "GetExtents", "(u)", 1)
    return Extents(*(answer[0] if answer else (0, 0, 0, 0)))


def dump(root):
    lines = []
    _read_tree(root)

    def down(parent, depth):
        for node in parent.nodes:
            if not node.states >> STATE.VISIBLE & 1:
                continue
            states = [text for text, state in (("checked", STATE.CHECKED), ("focused", STATE.FOCUSED))
                      if node.states >> state & 1]
            if not node.states >> STATE.SENSITIVE & 1 and not node.states >> STATE.ENABLED & 1:
                states.append("insensitive")
            name = name_of(node)
            # A pure container says nothing.
            told = states or node.role not in ("panel", "image", "scroll bar") or (
                name and not re.match("Adw|Gtk|Paddock[A-Z]", name))
            if told:
                lines.append("%s%s %r %s" % ("  " * depth, node.role, name, " ".join(states)))
            down(node, depth + 1 if told else depth)
    down(root, 0)
    return "\n".join(lines)


def run(*command):
    """Runs a program of the X server; returns its output."""
    return subprocess.run(command, capture_output=True, text=True, check=True,
                          timeout=60).stdout
