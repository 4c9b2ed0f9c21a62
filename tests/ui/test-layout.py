# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The window and the question on a phone, in each language and from right to left: nothing is wider than
the screen. If PADDOCK_SCREENSHOTS names a directory, pictures are saved there."""

import gettext
import os
import re

import a11y
import dialogs
import filesystems
import languages
import servers
from desktop import Desktop, require
from harness import Failure, equal, wait_until
from languages import RIGHT_TO_LEFT
from peer import PeerProcess
from scene import Scene
from tap import cases, run, test

require("msgfmt")
filesystems.enter()

PHONE = 360
READ_OR_PRESSED = a11y.BUTTONS + ("label", "check box", "combo box", "page tab", "text", "entry", "image")
EMPTY = "Add a Folder", "No Servers Yet", "No Activity Yet"
LANGUAGES = [("English", "en"), ("Korean", "ko"), ("Chinese", "zh_CN"), ("Japanese", "ja"), ("German", "de"),
             ("French", "fr"), ("Spanish", "es"), ("Portuguese", "pt_BR"), ("Arabic", "ar"),
             ("English from right to left", RIGHT_TO_LEFT)]
FROM_RIGHT = "ar", RIGHT_TO_LEFT
LARGE_TEXT = "Xft.dpi:\t192\n"  # twice the usual size
SERVER = "a-server-with-a-long-name-"
SIGN = 60  # px; a button with an icon is narrower, one with words is wider

desk = Desktop()


class Language:
    """The texts of the window in a language."""
    text = staticmethod(str)


language = Language()


def main_title():
    return "^%s$" % re.escape(language.text("Paddock"))


def dialog_title():
    return "^%s$" % re.escape(language.text("Request"))


def columns(nodes):
    """The columns of the overview's table with their headings: everything about one server."""
    def is_cells(node):
        return node.role == "panel" and a11y.name_of(node) == language.text("Who sees what")

    def is_table(node):
        return any(is_cells(cells) for pane in node.nodes for port in pane.nodes for cells in port.nodes)
    return {below for node in nodes if is_table(node) for below in a11y.walk(node)
            if SERVER in a11y.name_of(below)} | {
                below for node in nodes if is_cells(node) for below in a11y.walk(node)}


def all_fits(title, what, is_scrolled=False):
    """No text or control ends to the right of the window, or begins to the left. is_scrolled: the columns
    of the overview's table may, even on other pages, because they stay at their last place."""
    window = a11y.find(desk.app, a11y.WINDOWS, re.compile(title))
    width = a11y.extents(window).width
    nodes = list(a11y.walk(window))
    # The tabs of the title and the pages for an empty list are hidden, and stay at their last place.
    empty = [language.text(name) for name in EMPTY]
    folded = [node for node in nodes if node.role == "page tab list"][:-1] + [
        node for node in nodes if node.raw_name in empty]
    away = {below for node in folded for below in a11y.walk(node)} | set(folded)
    # The same holds for the words of a button that shows an icon. The button's own place counts.
    away |= {below for node in nodes if node.role in a11y.BUTTONS for below in a11y.walk(node)}
    if is_scrolled:
        away |= columns(nodes)
    wide = []
    for node in nodes:
        place = a11y.extents(node)
        if node in away:
            continue
        if node.role in READ_OR_PRESSED and place.width > 0 and (
                place.x < 0 or place.x + place.width > width):
            wide.append("%s %r from %d to %d" % (node.role, a11y.name_of(node), place.x,
                                                 place.x + place.width))
    equal(wide, [], "%s: what does not fit into %d px" % (what, width))


def narrow(title, what):
    """At its smallest size the window is no wider than a phone, and everything fits."""
    smallest, _ = desk.resize(title, 100, 640)
    if smallest > PHONE:
        raise Failure("%s cannot be made narrower than %d px" % (what, smallest))
    equal(desk.resize(title, PHONE, 640)[0], PHONE, "the width of " + what)
    all_fits(title, what)


def page(name):
    tab = a11y.find(desk.app, "page tab", language.text(name).replace("_", ""))
    a11y.act(tab) or desk.click(tab, main_title())


def end_window():
    desk.window.terminate()
    desk.window.wait()


def add_button(title):
    window = a11y.find(desk.app, a11y.WINDOWS, re.compile(title))
    names = [re.escape(language.text(name).replace("_", "")) for name in ("Add Folder…", "_Add Folder…")]
    buttons = a11y.find_all(window, a11y.BUTTONS, re.compile("^(?:%s)" % "|".join(names)))
    # The page without folders has another one.
    return min(buttons, key=lambda node: a11y.extents(node).y)


@test
def prepare():
    """there are folders, one with a long name"""
    languages.install(desk, [(RIGHT_TO_LEFT, languages.EMPTY)])
    desk.add_first(desk.folder("A folder with quite a long name that no phone is wide enough for"),
                   desk.folder("Notes"))


def connect_a_server(code):
    """The dialog, with a long entry in it."""
    title = "^%s$" % re.escape(language.text("Connect a Server"))
    page("_Servers")
    desk.settle(0.3)
    label = language.text("Co_nnect a Server…").replace("_", "")
    shown = [node for node in a11y.find_all(desk.app, a11y.BUTTONS, label) if a11y.extents(node).width > 0]
    assert a11y.act(shown[0]), label
    dialog = a11y.find(desk.app, a11y.WINDOWS, re.compile(title))
    desk.focus(title)
    row = a11y.find(dialog, "text", language.text("_Command, Address or JSON").replace("_", ""))
    desk.click(row, title)
    desk.type("npx -y @modelcontextprotocol/server-filesystem --with=a-word-that-no-phone-is-wide-enough-for")
    narrow(title, "the entry for a host")
    desk.screenshot("layout-%s-connect" % code, title)
    desk.keys("Escape")
    a11y.gone(desk.app, a11y.WINDOWS, re.compile(title))


def page_of_a_server(name, picture):
    servers.open_server(desk, name, main_title())
    all_fits(main_title(), "the page of a server")
    desk.screenshot(picture, main_title())
    servers.back(desk)


@cases(LANGUAGES, lambda name, _: "all fits into a phone: " + name)
def fits(name, code):
    """the window and the question, on a phone"""
    language.text = gettext.translation("paddock", os.environ["PADDOCK_LOCALE_DIR"], [code],
                                        fallback=True).gettext
    before = len(desk.warnings())
    desk.start_window(env={"LANGUAGE": code, **{key: os.environ[key] for key in (
        "ADW_DEBUG_COLOR_SCHEME",) if key in os.environ}})
    peer = PeerProcess(desk, SERVER + code).wait_ready()
    peer.roots()
    desk.focus(main_title())
    desk.resize(main_title(), 1200, 640)
    wait_until(lambda: a11y.extents(add_button(main_title())).width > SIGN, "the words of the button")
    narrow(main_title(), "the window")
    place = a11y.extents(add_button(main_title()))
    assert 0 < place.width < SIGN, "“Add Folder…” is %d px wide" % place.width
    equal(place.x > PHONE // 2, code in FROM_RIGHT, "the button is on the right")
    for title in ("Servers", "Apps", "Overview", "Activity", "Folders"):
        page({"Activity": "A_ctivity", "Apps": "A_pps"}.get(title, "_" + title))
        desk.settle(0.3)
        all_fits(main_title(), title)
        desk.screenshot("layout-%s-%s" % (code, title.lower()), main_title())
        if title == "Servers":
            page_of_a_server(SERVER + code, "layout-%s-server" % code)
    connect_a_server(code)
    a11y.press(desk.app, a11y.BUTTONS, language.text("Answer…").replace("_", ""))
    narrow(dialog_title(), "the question")
    desk.screenshot("layout-%s-question" % code, dialog_title())
    peer.stop()
    end_window()
    equal(desk.warnings()[before:], [], "warnings")


@test
def large_text():
    """text of twice the size: all fits into twice a phone's width, settings, help and keys too"""
    language.text = str
    before = len(desk.warnings())
    a11y.run("xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", LARGE_TEXT)
    scene = Scene(desk)
    desk.start_window(env={"LANGUAGE": "en"})
    desk.focus(main_title())
    # This comes first, because things on another page stay at their last place.
    desk.resize(main_title(), 2 * PHONE, 760)
    for title in ("Servers", "Apps", "Overview", "Activity", "Folders"):
        scene.page(title.lower())
        equal(desk.resize(main_title(), 2 * PHONE, 760)[0], 2 * PHONE, "the width of the window")
        # The table fits here, but not all of its columns.
        all_fits(main_title(), title, is_scrolled=True)
        desk.screenshot("layout-large-%s" % title.lower(), main_title())
    for action, title in (("app.preferences", "Preferences"), ("app.help", "Help"),
                          ("app.shortcuts", "Keyboard Shortcuts")):
        scene.do(action)
        pattern = scene.title(title)
        wait_until(lambda pattern=pattern: desk.is_shown(pattern), title)
        equal(desk.resize(pattern, 2 * PHONE, 760)[0], 2 * PHONE, "the width of " + title)
        all_fits(pattern, title)
        desk.screenshot("layout-large-%s" % title.split()[0].lower(), pattern)
        scene.leave(pattern)
    with dialogs.files_never_read(scene) as pattern:
        equal(desk.resize(pattern, 2 * PHONE, 760)[0], 2 * PHONE, "the width of the files")
        all_fits(pattern, "the files that are never read")
        desk.screenshot("layout-large-never", pattern)
    end_window()
    equal(desk.warnings()[before:], [], "warnings")


run(desk, in_order=True)
