# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The page of servers: its groups, which follow what servers do; the page of a server, and the ways to it
and back; for how long it sees a folder, counted down and changed in the row; all revoked at once, and back;
the searches; who may see what was just added, and for how long. Pictures are saved where
PADDOCK_SCREENSHOTS names a directory."""

import datetime
import os
import re
import time

import a11y
import servers
from desktop import Desktop
from harness import contains, equal, wait_until
from peer import PeerProcess
from tap import run, test

MAIN, TIME, SHARE = "^Paddock$", "^Set Time Limit$", "^Share$"

desk = Desktop(size="1280x1400")


class Story:
    """What the steps share."""
    peers = {}
    folders = {}


story = Story()


def start(name):
    story.peers[name] = PeerProcess(desk, name, [name]).wait_ready()
    wait_until(lambda: any(server["name"] == name for server in desk.json("servers")), name)


def stop(name):
    story.peers.pop(name).stop()


def page(name):
    tab = a11y.find(desk.app, "page tab", name)
    if not a11y.act(tab):
        desk.click(tab, MAIN)


def shown():
    """What the page of the server says, or the window without one."""
    return servers.texts(desk) or " ".join(a11y.texts(a11y.find(desk.app, a11y.WINDOWS, "Paddock")))


def groups():
    """The headings from above, as they are read."""
    found = [node for node in a11y.find_all(desk.app, "label", re.compile("^(Not )?Connected: |^Blocked: "))
             if a11y.extents(node).height > 0]
    return [a11y.name_of(node) for node in sorted(found, key=lambda node: a11y.extents(node).y)]


def row(name):
    """The row of a server."""
    return next(iter(servers.rows(desk, name)), None)


def says(name, text):
    """Whether the row of a server does."""
    return text in " ".join(a11y.texts(row(name)))


def focused():
    """What has the focus: the innermost, as a list may say so as well."""
    window = a11y.find(desk.app, a11y.WINDOWS, "Paddock")
    found = [node for node in a11y.walk(window) if node.states >> a11y.STATE.FOCUSED & 1]
    return a11y.name_of(found[-1]) if found else None


def grant(name, folder):
    root = desk.root(story.folders[folder])["id"]
    return next((one for one in desk.control().server(name)["grants"] if one["root"] == root), None)


def open_time(name, folder):
    button = a11y.find(desk.app, a11y.BUTTONS, "How long %s sees %s" % (name, folder))
    assert a11y.act(button)
    wait_until(lambda: desk.is_shown(TIME), "the dialog")
    desk.settle()


def choose(steps, title):
    """The duration so many below the first."""
    desk.focus(title)
    desk.click(a11y.find(desk.app, None, "How Long"), title)
    desk.settle()
    desk.keys(*["Down"] * steps, "Return")
    desk.settle()


def press_set():
    assert a11y.act(a11y.find_button(desk.app, "Set"))
    wait_until(lambda: not desk.is_shown(TIME), "the end of the dialog")


def ends_in(name, folder):
    """Seconds from now; None: it does not end by itself."""
    expires = grant(name, folder).get("expires", 0)
    return expires / 1e6 - time.time() if expires else None


@test
def groups_of_servers():
    """servers that connect and leave go from one group to the other, each with its count"""
    desk.start_window(env={key: os.environ[key] for key in ("ADW_DEBUG_COLOR_SCHEME",)
                           if key in os.environ})
    wait_until(lambda: desk.control().property("HasAgent"), "the window as the agent")
    # High enough for all of a server's page.
    desk.resize(MAIN, 900, 1300)
    for name in "Papers", "Notes":
        story.folders[name] = desk.folder(name)
        desk.control().add(story.folders[name])
    page("Servers")
    for name in "alpha", "beta":
        start(name)
    wait_until(lambda: groups() == ["Connected: 2"], "both connected")
    # Without a decision about it, a server that left would be in no group.
    servers.open_server(desk, "beta")
    assert a11y.act(a11y.find(desk.app, "check box", "Share Papers with beta"))
    wait_until(lambda: grant("beta", "Papers"), "the decision")
    open_time("beta", "Papers")
    choose(1, TIME)
    press_set()
    servers.back(desk)
    stop("beta")
    wait_until(lambda: groups() == ["Connected: 1", "Not Connected: 1"], "one that left")
    assert a11y.extents(row("alpha")).y < a11y.extents(row("beta")).y
    equal(a11y.find_all(desk.app, "entry", "Find servers by name"), [], "the search for two servers")
    servers.open_server(desk, "beta")
    wait_until(lambda: "Last connected" in shown(), "when it was there")
    start("beta")
    # The page stays, and follows.
    wait_until(lambda: "Last connected" not in shown() and "Process %d" % desk.control().server("beta")[
        "sessions"][0]["pid"] in shown(), "its session on its page")
    servers.back(desk)
    wait_until(lambda: groups() == ["Connected: 2"], "both again")
    desk.paddock("revoke", "beta")
    equal(desk.server("beta")["decision"], "allowed", "decision")


@test
def ways_back():
    """a key opens the page of a server, and keys and a button lead back to its row, which has the focus"""
    desk.focus(MAIN)
    for keys in (["Escape"], ["alt+Left"], None):
        servers.open_server(desk, "beta")
        wait_until(lambda: focused() == "Back to All Servers", "the focus on the page")
        if keys:
            desk.keys(*keys)
            wait_until(lambda: servers.opened(desk) is None, "the list after %s" % keys)
        else:
            servers.back(desk)
        wait_until(lambda: focused() == "beta", "the focus on the row")
    desk.keys("Return")
    wait_until(lambda: servers.opened(desk), "the page after Return")
    desk.keys("alt+Right")
    desk.settle()
    assert servers.opened(desk), "the page went at an arrow that does not point back"
    desk.keys("Escape")
    wait_until(lambda: servers.opened(desk) is None, "the list")
    desk.keys("Escape", "alt+Left")
    equal(groups(), ["Connected: 2"], "the list, from which no key leads back")


@test
def on_its_page():
    """its name and its state stand on top, what can be done comes before its folders, facts after them"""
    servers.open_server(desk, "alpha")
    page = servers.opened(desk)
    assert says("alpha", "Connected · Not decided yet"), "the state in the row"
    words = ["alpha", "Connected · Not decided yet", "Block", "This Server May See", "Notes"]
    places = [a11y.extents(a11y.find_all(page, None, name)[0]).y for name in words]
    equal(places, sorted(places), "the order of " + ", ".join(words))
    headings = a11y.find_all(page, "label", re.compile("^(Confirmed by the System|Said by the Server)$"))
    verified = [a11y.extents(node).y for node in headings]
    assert verified and min(verified) > places[-1], (verified, places)
    equal(a11y.find_all(page, "entry", "Find folders by name or path"), [], "the search for two folders")
    desk.screenshot("servers-page", MAIN)


@test
def what_it_read():
    """its page says when it read the list, and whether that changed since; the revision of the protocol is
    among the details, and called so"""
    assert a11y.act(a11y.find(desk.app, "check box", "Share Notes with alpha"))
    wait_until(lambda: grant("alpha", "Notes"), "the grant")
    story.peers["alpha"].roots()
    wait_until(lambda: re.search(r"Process \d+ · Up to date: last read \d\d:\d\d", shown()), "the time")
    # One count, and no other words for it.
    wait_until(lambda: "Connected · Sees 1 of 2 folders" in shown(), "the count")
    assert not re.search("MCP|[0-9] of your folders|It sees [0-9]", shown()), shown()
    desk.click(a11y.find(servers.opened(desk), "label", "Details"), MAIN)
    wait_until(lambda: re.search(r"Process \d+ · Protocol version 2025-11-25", shown()), "the revision")
    assert a11y.act(a11y.find(desk.app, "check box", "Share Papers with alpha"))
    wait_until(lambda: re.search(r"Out of date: last read \d\d:\d\d", shown()), "the change")
    wait_until(lambda: "Sees 2 of 2 folders · Hasn’t read the latest list" in shown(), "the state")
    story.peers["alpha"].roots()
    wait_until(lambda: "Up to date" in shown(), "that it read it")
    desk.screenshot("servers-open", MAIN)


@test
def for_an_hour():
    """the row's button says for how long; its end is counted down, and only that folder's"""
    assert "Until it stops" in shown()
    open_time("alpha", "Notes")
    contains(" ".join(a11y.texts(desk.app)), "How Long May “alpha” See “Notes”?", "the question")
    desk.screenshot("servers-time", TIME)
    choose(1, TIME)
    press_set()
    wait_until(lambda: ends_in("alpha", "Notes") is not None, "an end")
    assert 3500 < ends_in("alpha", "Notes") <= 3600, ends_in("alpha", "Notes")
    wait_until(lambda: re.search("Ends in (60|59) minutes", shown()), "the countdown")
    equal((ends_in("alpha", "Papers"), desk.root(story.folders["Notes"])["expires"]), (None, None),
          "the other folder, and the folder itself")
    equal(desk.control().call("ListRequests"), [], "questions")
    desk.screenshot("servers-countdown", MAIN)


@test
def counts_to_the_end():
    """less time is set at once from anywhere; the row counts it to its end, and the switch is off then"""
    desk.paddock("grant", "alpha", story.folders["Notes"], "--for", "80s")
    wait_until(lambda: "Ends in 2 minutes" in shown(), "two minutes")
    wait_until(lambda: "Ends in less than a minute" in shown(), "the last minute", 40)
    desk.paddock("grant", "alpha", story.folders["Notes"], "--for", "2s")
    wait_until(lambda: not grant("alpha", "Notes"), "the end", 20)
    wait_until(lambda: not a11y.is_checked(a11y.find(desk.app, "check box", "Share Notes with alpha")),
               "the switch")
    equal(a11y.find_all(desk.app, a11y.BUTTONS, "How long alpha sees Notes"), [], "the button")


@test
def session_and_longer():
    """the shortest is its session; longer is the window's own: nobody is asked"""
    open_time("alpha", "Papers")
    press_set()
    wait_until(lambda: grant("alpha", "Papers")["session"], "the session")
    wait_until(lambda: "Until it stops" in shown(), "the words")
    open_time("alpha", "Papers")
    choose(2, TIME)
    press_set()
    wait_until(lambda: not grant("alpha", "Papers")["session"], "today")
    midnight = datetime.datetime.now(datetime.timezone.utc).replace(hour=0, minute=0, second=0,
                                                                    microsecond=0)
    equal(round(ends_in("alpha", "Papers") + time.time() - midnight.timestamp()), 24 * 3600, "its end")
    equal((desk.control().call("ListRequests"), desk.is_shown("^Request$")), ([], None), "questions")


@test
def revoke_all():
    """all is taken from one server at once, and given back as it was"""
    assert a11y.act(a11y.find(desk.app, "check box", "Share Notes with alpha"))
    wait_until(lambda: grant("alpha", "Notes"), "the second folder")
    before = ends_in("alpha", "Papers") + time.time()
    before_rows = len(desk.log("revoked"))
    assert a11y.act(a11y.find(desk.app, a11y.BUTTONS, "Revoke All"))
    # A toast is not there for long, and takes no press while it comes.
    wait_until(lambda: any(a11y.act(one) for one in a11y.find_all(desk.app, a11y.BUTTONS, "Undo")),
               "the undoing")
    wait_until(lambda: len(desk.log("revoked")) == before_rows + 2, "rows of the journal")
    equal(desk.server("alpha")["decision"], "allowed", "decision")
    wait_until(lambda: grant("alpha", "Papers") and grant("alpha", "Notes"), "both")
    assert abs(ends_in("alpha", "Papers") + time.time() - before) < 5
    equal(ends_in("alpha", "Notes"), None, "the end of the other")
    assert a11y.act(a11y.find(desk.app, a11y.BUTTONS, "Revoke All"))
    a11y.find(desk.app, "label", "“alpha” no longer sees any folders")
    wait_until(lambda: not desk.control().server("alpha")["grants"], "that nothing is left")
    wait_until(lambda: not a11y.find_all(desk.app, a11y.BUTTONS, "Revoke All"), "the button to go")


@test
def blocked():
    """a blocked server goes to the end of the list; its page stays, and takes it back"""
    a11y.press(desk.app, a11y.BUTTONS, "Block")
    wait_until(lambda: "Connected · Blocked" in shown(), "the state")
    unblock = a11y.find(desk.app, a11y.BUTTONS, "Unblock")
    desk.screenshot("servers-blocked", MAIN)
    servers.back(desk)
    wait_until(lambda: groups() == ["Connected: 1", "Blocked: 1"], "the group")
    assert a11y.extents(row("beta")).y < a11y.extents(row("alpha")).y
    servers.open_server(desk, "alpha")
    unblock = a11y.find(desk.app, a11y.BUTTONS, "Unblock")
    assert a11y.act(unblock)
    wait_until(lambda: "Connected · Not decided yet" in shown(), "the state")
    servers.back(desk)
    wait_until(lambda: groups() == ["Connected: 2"], "the group of the others")


@test
def added():
    """who may see what was just added is asked with the time, the shortest first"""
    page("Folders")
    story.folders["Drafts"] = desk.folder("Drafts")
    desk.focus(MAIN)
    desk.keys("ctrl+v")
    a11y.find(desk.app, "text", "Add by Path")
    desk.type(story.folders["Drafts"])
    desk.keys("Return")
    wait_until(lambda: desk.is_shown(SHARE), "the dialog", 20)
    desk.settle()
    assert not a11y.is_sensitive(a11y.find_button(a11y.find(desk.app, a11y.WINDOWS, "Share"), "Share"))
    contains(" ".join(a11y.texts(a11y.find(desk.app, a11y.WINDOWS, "Share"))), "Until it stops",
             "what is set")
    desk.click(a11y.find(a11y.find(desk.app, a11y.WINDOWS, "Share"), "check box", "beta"), SHARE)
    desk.screenshot("servers-share", SHARE)
    choose(1, SHARE)
    assert a11y.act(a11y.find_button(a11y.find(desk.app, a11y.WINDOWS, "Share"), "Share"))
    wait_until(lambda: grant("beta", "Drafts"), "the grant")
    assert 3500 < ends_in("beta", "Drafts") <= 3600, ends_in("beta", "Drafts")
    equal(grant("alpha", "Drafts"), None, "the server that was not ticked")


@test
def added_for_who_is_away():
    """a server that is not connected has no session: then the shortest is an hour"""
    stop("beta")
    wait_until(lambda: not desk.control().server("beta")["sessions"], "the end of its session")
    story.folders["Letters"] = desk.folder("Letters")
    desk.focus(MAIN)
    desk.keys("ctrl+v")
    a11y.find(desk.app, "text", "Add by Path")
    desk.type(story.folders["Letters"])
    desk.keys("Return")
    wait_until(lambda: desk.is_shown(SHARE), "the dialog", 20)
    desk.settle()
    desk.click(a11y.find(a11y.find(desk.app, a11y.WINDOWS, "Share"), "check box", "beta"), SHARE)
    dialog = a11y.find(desk.app, a11y.WINDOWS, "Share")
    wait_until(lambda: "1 hour" in a11y.texts(dialog), "what is set")
    assert a11y.act(a11y.find_button(dialog, "Share"))
    wait_until(lambda: grant("beta", "Letters"), "the grant")
    assert 3500 < ends_in("beta", "Letters") <= 3600, ends_in("beta", "Letters")


@test
def search():
    """from nine servers on they can be found by their names, whatever the case"""
    page("Servers")
    for number in range(6):
        start("helper-%d" % number)
    wait_until(lambda: len(desk.json("servers")) == 8 and groups() == ["Connected: 7", "Not Connected: 1"],
               "eight servers")
    equal(a11y.find_all(desk.app, "entry", "Find servers by name"), [], "the search for eight")
    start("helper-6")
    wait_until(lambda: groups() == ["Connected: 8", "Not Connected: 1"], "nine servers")
    desk.click(a11y.find(desk.app, "entry", "Find servers by name"), MAIN)
    desk.type("HELPER-3")
    wait_until(lambda: groups() == ["Connected: 1"], "what was found")
    assert row("helper-3") and not row("helper-2") and not row("beta")
    desk.screenshot("servers-search", MAIN)
    desk.type("x")
    wait_until(lambda: "No servers found" in shown(), "that nothing was found")
    equal(groups(), [], "groups")
    desk.keys("ctrl+a", "BackSpace")
    wait_until(lambda: groups() == ["Connected: 8", "Not Connected: 1"], "all again")
    desk.click(a11y.find(desk.app, "entry", "Find servers by name"), MAIN)
    desk.type("helper")
    wait_until(lambda: groups() == ["Connected: 7"], "what was found")
    # Without the search nothing stays hidden.
    desk.paddock("forget", "beta")
    wait_until(lambda: groups() == ["Connected: 8"], "all of the eight")


@test
def disconnected():
    """a press ends its session at once and decides nothing; it is said that it may come back. Its page stays,
    but no list has it"""
    servers.open_server(desk, "helper-0")
    before = desk.server("helper-0")["decision"]
    a11y.press(desk.app, a11y.BUTTONS, "Disconnect")
    a11y.find(desk.app, "label", "“helper-0” was disconnected. Its app can start it again")
    wait_until(lambda: not desk.control().server("helper-0")["sessions"], "the end of its session")
    a11y.gone(desk.app, a11y.BUTTONS, "Disconnect")
    equal(desk.server("helper-0")["decision"], before, "decision")
    entry = [one for one in desk.log("server-disconnected") if one["server"] == "helper-0"][-1]
    equal(entry["reason"], "user-disconnected", "reason")
    servers.back(desk)
    wait_until(lambda: groups() == ["Connected: 7"] and not row("helper-0"), "the groups")


def rename(name):
    a11y.press(desk.app, a11y.BUTTONS, "Rename…")
    desk.x_window("Rename")
    desk.settle()
    desk.keys("ctrl+a", "BackSpace")
    if name:
        desk.type(name)
    desk.keys("Return")


@test
def renamed():
    """a name of the user's own stands on the page and in the row; the page tells what the server calls
    itself"""
    servers.open_server(desk, "helper-1")
    rename("Mine")
    wait_until(lambda: "It calls itself “helper-1”" in shown(), "what it calls itself")
    servers.back(desk)
    wait_until(lambda: row("Mine") and not row("helper-1"), "the new name")
    servers.open_server(desk, "Mine")
    equal(desk.server("Mine")["name"], "Mine", "its name")
    rename("")
    wait_until(lambda: "It calls itself" not in shown(), "its own name alone")
    servers.back(desk)
    wait_until(lambda: row("helper-1") and not row("Mine"), "its own name again")


@test
def forgotten_elsewhere():
    """the page of a server that is forgotten by a command makes room for the list"""
    servers.open_server(desk, "helper-1")
    stop("helper-1")
    wait_until(lambda: not desk.control().server("helper-1")["sessions"], "the end of its session")
    assert servers.opened(desk), "its page went"
    desk.paddock("forget", "helper-1")
    wait_until(lambda: servers.opened(desk) is None and not row("helper-1"), "the list without it")


@test
def on_a_phone():
    """a server's page fits a phone, its folders with both their controls, and so does the list"""
    servers.open_server(desk, "alpha")
    assert a11y.act(a11y.find(desk.app, "check box", "Share Notes with alpha"))
    wait_until(lambda: grant("alpha", "Notes"), "the grant")
    width, _ = desk.resize(MAIN, 360, 1300)
    equal(width, 360, "the width of the window")
    for role, name in (("check box", "Share Notes with alpha"),
                       (a11y.BUTTONS, "How long alpha sees Notes")):
        place = a11y.extents(a11y.find(desk.app, role, name))
        assert place.width > 0 and 0 <= place.x and place.x + place.width <= width, (name, place)
    desk.screenshot("servers-narrow", MAIN)
    servers.back(desk)
    place = a11y.extents(row("alpha"))
    assert 0 <= place.x and place.x + place.width <= width, place
    desk.screenshot("servers-narrow-list", MAIN)
    for name in list(story.peers):
        stop(name)
    equal(desk.warnings(), [], "warnings of the window")


run(desk, in_order=True)
