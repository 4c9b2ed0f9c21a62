# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The window in a language that nobody speaks, whose texts are a third longer. Every visible text was
translated, and nothing is cut off. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import os
import re

import a11y
import dialogs
import filesystems
import languages
from desktop import Desktop, require
from harness import equal, wait_until
from peer import PeerProcess
from scene import Scene
from tap import run, test

require("msgfmt")
filesystems.enter()

PO = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "po", "ko.po")
PEER = "xyz-7"
# Data, which nobody translates. GTK's own words are in GTK's language. Nameless objects have the name of
# their class.
DATA = re.compile(
    r"^(?:Gtk|Adw|Paddock)[A-Z]\w+$|/usr/bin/python3 .*|Notes|Websites|%s|python[\d.]*|paddock-gtk|bash|"
    r"(?:~/Notes/(?:a folder with a long name )+/)?"
    r"settings of a long name that no phone is wide enough for\.env|"
    r"5ire|Cherry Studio|Open WebUI|apps (?:connect|restore)|"
    r"timeout|ninja|meson|\bsh\b|~?(?:/[\w.~-]+)+|\bPaddock\b|Claude (?:Code|Desktop)|file://\S*|--?[a-z-]+|"
    r"(?:(?:Ctrl|Alt|Shift)\+)+(?:\w+|[,?])" % PEER)
OF_GTK = {"Close", "Minimize", "Maximize", "Restore", "Clear", "Search", "increase", "decrease", "Increase",
          "Decrease", "(None)"}
text = languages.pseudo_text
desk = Desktop(size="1400x1000")
# Here a setting lets programs other than the window add folders.
desk.env["GSETTINGS_BACKEND"] = "keyfile"


def plain(label):
    """The visible text of a label, without the underscore of the mnemonic."""
    return text(label).replace("_", "")


def title(label):
    return "^%s$" % re.escape(plain(label))


def left_over(shown):
    """The parts outside the brackets that are no data: texts that were not translated."""
    before = None
    while before != shown:
        before = shown
        shown = re.sub(r"⟦[^⟦⟧]*⟧", "", shown)
    return "".join(re.findall(r"[A-Za-z]{2,}", DATA.sub("", shown)))


def all_translated(window, what):
    strange = {a11y.name_of(node) for node in a11y.walk(window)
               if a11y.name_of(node) not in OF_GTK and left_over(a11y.name_of(node))}
    equal(sorted(strange), [], what + ": texts that no translator was given")


def all_fits(window, what):
    width = a11y.extents(window).width
    wide = []
    for node in a11y.walk(window):
        place = a11y.extents(node)
        if node.role in a11y.BUTTONS + ("label", "check box", "combo box") and place.width > 0 and (
                place.x < 0 or place.x + place.width > width):
            wide.append("%s %r from %d to %d" % (node.role, a11y.name_of(node), place.x,
                                                 place.x + place.width))
    equal(wide, [], "%s: what does not fit into %d px" % (what, width))


def look(name, what):
    """Checks a window's texts, and that they fit; then takes a picture."""
    desk.settle(0.5)
    window = a11y.find(desk.app, a11y.WINDOWS, re.compile(name))
    all_translated(window, what)
    all_fits(window, what)
    desk.screenshot("pseudo-" + what.replace(" ", "-"), name)


def page(label):
    tab = a11y.find(desk.app, "page tab", plain(label))
    a11y.act(tab) or desk.click(tab, title("Paddock"))


def visible(role, name):
    def found():
        return [node for node in a11y.find_all(desk.app, role, name) if a11y.extents(node).width > 0]
    return wait_until(found, "%s %r" % (role, name))[0]


def leave(name):
    desk.focus(name)
    desk.keys("Escape")
    wait_until(lambda: not desk.is_shown(name), "the end of " + name)


@test
def finds_what_is_not_translated():
    """the test sees a text that was not translated, and takes data for data"""
    for shown in ("Remove", "⟦Ŕéḿ⟧ Remove", "⟦á⟧ · Notes are", "Remove ⟦á⟦b⟧⟧"):
        assert left_over(shown), shown
    for shown in ("", "⟦Řéád⟧", "⟦Sháré ⟦ñóẅ⟧ %s⟧ · Notes" % PEER, "12:10 · ⟦á⟧", "/tmp/a/Notes", "3"):
        equal(left_over(shown), "", shown)


@test
def empty():
    """with nothing in it: each page, wide"""
    languages.install(desk, [(languages.PSEUDO, languages.pseudo_file(PO))])
    # The questions would be translated, too.
    desk.let_callers_add()
    desk.start_window(env={"LANGUAGE": languages.PSEUDO})
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    desk.resize(title("Paddock"), 1000, 800)
    for label in ("_Servers", "A_pps", "_Overview", "A_ctivity", "_Folders"):
        page(label)
        look(title("Paddock"), "empty " + label.replace("_", ""))


@test
def question():
    """the question of a server"""
    desk.control().add(desk.folder("Notes"), desk.folder("Websites"))
    desk.peer = PeerProcess(desk, PEER).wait_ready()
    desk.peer.roots()
    button = visible(a11y.BUTTONS, plain("Answer…"))
    assert a11y.act(button)
    wait_until(lambda: desk.is_shown(title("Request")), "the question")
    look(title("Request"), "question")
    leave(title("Request"))


@test
def pages():
    """each page with folders, a server, and what happened; each row open"""
    desk.control().grant(desk.control().server(PEER)["id"], desk.root(os.path.join(desk.home, "Notes"))["id"])
    for label in ("_Servers", "A_pps", "_Overview", "A_ctivity", "_Folders"):
        page(label)
        desk.settle(0.5)
        row = a11y.find_all(desk.app, None, PEER if label == "_Servers" else "Notes")
        row = [node for node in row if a11y.extents(node).width > 0]
        if label == "_Servers":
            look(title("Paddock"), "list of servers")
        if label in ("_Servers", "_Folders") and row:
            desk.click(row[0], title("Paddock"))
        look(title("Paddock"), "page " + label.replace("_", ""))


@test
def menu():
    """the menu of the window"""
    desk.focus(title("Paddock"))
    desk.keys("F10")
    visible(None, plain("Add _File…"))
    # It may be wider than the window.
    all_translated(desk.app, "menu")
    desk.screenshot("pseudo-menu")
    desk.keys("Escape")


@test
def connect():
    """the dialog for hosts"""
    page("_Servers")
    desk.settle(0.5)
    assert a11y.act(visible(a11y.BUTTONS, plain("Co_nnect a Server…")))
    wait_until(lambda: desk.is_shown(title("Connect a Server")), "the dialog")
    look(title("Connect a Server"), "connect")
    leave(title("Connect a Server"))


@test
def files_never_read():
    """the files that are never read, one of them with a long path"""
    with dialogs.files_never_read(Scene(desk, text)) as name:
        look(name, "files never read")


@test
def quiet():
    """nothing was warned of"""
    desk.peer.stop()
    equal(desk.warnings(), [], "warnings")


run(desk, in_order=True)
