# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The dialogs and menus of the window, and how to open each, in a scene with folders and two servers that
may see some. Each is a context. It returns the title of what it opened, and closes it at the end, without
an answer."""

import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import a11y
import filesystems
from handshake_peer import SpeakingServer
from harness import APP_NAME, PATIENCE, binary, wait_until
from puppet import Run
from remote import UrlRun

MAX_WORDS = 65  # of a question, without its folders and Details
HOLD_OFF = 0.7  # s; a little longer than a question accepts no answer after a change
_SLOW = 4000  # directories; searching them takes some seconds
_DRAG_SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support", "drag-source.py")


def _wait(scene, title):
    wait_until(lambda: scene.desk.is_shown(title), title)
    scene.desk.settle(0.6)
    return title


@contextlib.contextmanager
def _open(scene, title):
    yield _wait(scene, title)
    scene.leave(title)


# ---- dialogs that an action opens


def _new_window(scene):
    """The title of the new window, if its words are not Paddock's own."""
    main = scene.desk.x_window(scene.main)

    def other():
        found = subprocess.run(["xdotool", "getactivewindow"], capture_output=True, text=True,
                               check=False).stdout.strip()
        return found and found != main and a11y.run("xdotool", "getwindowname", found).strip()
    return "^%s$" % re.escape(wait_until(other, "another window"))


@contextlib.contextmanager
def _action(scene, action, words=None):
    scene.desk.focus(scene.main)
    scene.do(action)
    with _open(scene, scene.title(words) if words else _new_window(scene)) as title:
        yield title


def connect(scene):
    return _action(scene, "win.connect-server", "Connect a Server")


def settings(scene):
    return _action(scene, "app.preferences", "Preferences")


def shortcuts(scene):
    return _action(scene, "app.shortcuts", "Keyboard Shortcuts")


def guide(scene):
    return _action(scene, "app.help", "Help")


def about(scene):
    return _action(scene, "app.about")


def add_path(scene):
    return _action(scene, "win.add-path", "Add by Path")


# ---- dialogs about folders


@contextlib.contextmanager
def refused(scene):
    scene.add_path("/proc")
    # Its title has a plural, which Python's gettext() does not find.
    with _open(scene, _new_window(scene)) as title:
        yield title


@contextlib.contextmanager
def warned(scene):
    scene.add_path(scene.desk.folder(".secrets"))
    with _open(scene, _new_window(scene)) as title:
        yield title


@contextlib.contextmanager
def share(scene):
    """After a folder was added, if there are servers."""
    folder = scene.desk.folder("Letters")
    scene.add_path(folder)
    with _open(scene, scene.title("Share")) as title:
        yield title
    scene.desk.paddock("remove", folder)


@contextlib.contextmanager
def _item(scene, words, title):
    scene.page("folders")
    scene.open_menu("Notes")
    scene.choose_item(words)
    with _open(scene, scene.title(title)) as shown:
        yield shown


def rename(scene):
    return _item(scene, "Re_name…", "Rename")


def share_for_a_time(scene):
    return _item(scene, "Set _Time Limit…", "Set Time Limit")


@contextlib.contextmanager
def undo(scene):
    """The toast after a folder was removed."""
    scene.page("folders")
    scene.open_menu("Notes")
    scene.choose_item("_Remove")
    button = scene.find_shown(a11y.BUTTONS, scene.label("_Undo"))
    # It disappears after some seconds, but not from under the mouse.
    x, y = scene.desk.position(button, scene.main)
    a11y.run("xdotool", "mousemove", str(x), str(y))
    scene.desk.settle(0.6)
    yield scene.main
    scene.desk.click_at(x, y)
    scene.find_shown(None, "Notes")


@contextlib.contextmanager
def find(scene, directory):
    scene.desk.focus(scene.main)
    scene.do("win.find-projects")
    chooser = _wait(scene, scene.title("Find Projects In"))
    scene.desk.focus(chooser)
    scene.desk.keys("ctrl+l")
    scene.desk.type(directory)
    a11y.press(a11y.find(scene.desk.app, None, scene.label("Find Projects In")), a11y.BUTTONS,
               scene.label("_Find"))
    with _open(scene, scene.title("Find Projects")) as title:
        yield title


def find_projects(scene):
    for name in "shop/package.json", "shop/server/go.mod", "paper/paper.tex", "tools/Cargo.toml":
        path = os.path.join(scene.desk.home, "work", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "wb").close()
    return find(scene, os.path.join(scene.desk.home, "work"))


@contextlib.contextmanager
def finding(scene):
    """A search that goes on, because the file system does not answer any more."""
    desk = scene.desk
    far = desk.folder("far-away")
    for name in ("tools", "website"):
        os.makedirs(os.path.join(far, name, ".git"))
    for number in range(_SLOW):
        os.mkdir(os.path.join(far, "z%04d" % number))
    mirror = filesystems.Mirror(desk, far, os.path.join(desk.home, "far"))
    with find(scene, mirror.point) as title:
        mirror.hang()
        yield title
    mirror.go_on()
    mirror.stop()


@contextlib.contextmanager
def dropping(scene):
    """The user holds folders above the window."""
    desk = scene.desk
    scene.page("folders")
    env = {key: value for key, value in desk.env.items() if key != "LC_ALL"}
    process = subprocess.Popen([sys.executable, _DRAG_SOURCE, "file://" + desk.home], env=env,
                               stdin=subprocess.DEVNULL)
    try:
        source = desk.x_window("^Drag Source$")
        desk.settle(0.6)
        place, main = desk.geometry(source), desk.geometry(desk.x_window(scene.main))
        a11y.run("xdotool", "windowmove", "--sync", source, str(main["X"] + main["WIDTH"] // 2), "0")
        place = desk.geometry(source)
        x, y = place["X"] + 100, place["Y"] + 120
        a11y.run("xdotool", "mousemove", str(x), str(y), "mousedown", "1")
        to_x, to_y = main["X"] + main["WIDTH"] // 3, main["Y"] + main["HEIGHT"] * 2 // 3
        for step in range(1, 21):
            a11y.run("xdotool", "mousemove", str(x + (to_x - x) * step // 20),
                     str(y + (to_y - y) * step // 20))
            time.sleep(0.03)
        a11y.run("xdotool", "windowminimize", source)
        desk.settle(0.6)
        yield scene.main
        # Dropped where nothing accepts it.
        a11y.run("xdotool", "mousemove", "2", "2")
        desk.settle()
        a11y.run("xdotool", "mouseup", "1")
        desk.settle()
    finally:
        process.terminate()
        process.wait()


# ---- questions


@contextlib.contextmanager
def _question(scene, answer):
    scene.page("folders")
    question = scene.review()
    yield scene.title("Request")
    scene.desk.settle(HOLD_OFF)
    a11y.press(question, a11y.BUTTONS, scene.label(answer))
    a11y.gone(scene.desk.app, a11y.WINDOWS, scene.label("Request"))


def words_of_question(dialog):
    """All texts that are visible at once in a question, except the folders that it is about."""
    lists = [node for node in a11y.find_all(dialog, "list") if "How Long" not in a11y.texts(node)]
    left_out = {inner for node in lists for inner in a11y.walk(node)} | set(lists)
    # The buttons of every window, and the labels of those lists.
    words = [a11y.name_of(node) for node in a11y.walk(dialog)
             if node not in left_out and node.role in ("label", *a11y.BUTTONS)]
    known = {"Close", "Minimize", "Maximize", "Add Folder…", *(a11y.name_of(node) for node in lists)}
    texts = []
    for text in words:
        # A button is read once, without its label.
        if text and text not in known and text not in texts:
            texts.append(text)
    return " ".join(texts).split()


def put_off(scene):
    """Answers the waiting question with Not Now, so that the next one comes."""
    wait_until(lambda: scene.desk.control().call("ListRequests"), "the question")
    with _question(scene, "Ask _in 10 Minutes"):
        pass


@contextlib.contextmanager
def identity_changed(scene):
    """A server that resembles one that may see a folder."""
    server = scene.start_server("notes-search", "--data", "/srv/other")
    wait_until(lambda: scene.desk.control().call("ListRequests"), "the question")
    with _question(scene, "Ask _in 10 Minutes") as title:
        yield title
    scene.stop_server(server)


@contextlib.contextmanager
def widening(scene):
    """A command wants to let a server see more."""
    scene.desk.paddock("grant", "--no-wait", "git-helper", scene.folders[1], code=3)
    with _question(scene, "_Refuse") as title:
        yield title


@contextlib.contextmanager
def resuming(scene):
    """A command wants to end the pause."""
    scene.desk.paddock("pause")
    scene.desk.paddock("resume", "--no-wait", code=3)
    with _question(scene, "_Refuse") as title:
        yield title
    a11y.press(scene.desk.app, a11y.BUTTONS, scene.label("R_esume"))
    wait_until(lambda: not scene.desk.control().property("Paused"), "the end of the pause")


@contextlib.contextmanager
def addressed(scene):
    """A server at an address wants folders."""
    server = SpeakingServer()
    launched = UrlRun(scene.desk, server.url).handshake()
    server.say({"jsonrpc": "2.0", "id": "question", "method": "roots/list"})
    wait_until(lambda: scene.desk.control().call("ListRequests"), "the question")
    with _question(scene, "Ask _in 10 Minutes") as title:
        yield title
    launched.stop()
    server.stop()


@contextlib.contextmanager
def suggested(scene):
    """The app that started a server suggests a folder."""
    launched = Run(scene.desk, name="launched").handshake(roots=True)
    launched.roots(1)
    asked = wait_until(lambda: launched.host.method("roots/list"), "the question to the app")[-1]
    folders = scene.folders[1], scene.desk.folder("Elsewhere")
    launched.host.send({"jsonrpc": "2.0", "id": asked["id"],
                        "result": {"roots": [{"uri": "file://" + folder} for folder in folders]}})
    wait_until(lambda: any(one.get("suggestions") for one in scene.desk.control().call("ListRequests")),
               "the suggestions")
    with _question(scene, "Ask _in 10 Minutes") as title:
        yield title
    launched.stop()


@contextlib.contextmanager
def taking_out(scene):
    """A program wants to take Paddock out of apps' files."""
    scene.desk.control().call("TakeOut", ["claude-code/files", "cursor/" + "a long name of a server " * 3])
    with _question(scene, "_Refuse") as title:
        yield title


@contextlib.contextmanager
def named(scene):
    """A server that Claude Code's file starts wants folders."""
    key = "claude-code-k3v9x0q2m1ab"
    scene.desk.control().call("NoteApp", key, "claude-code", "files", scene.desk.home + "/.claude.json", "")
    launched = Run(scene.desk, "--key", key, name="tool").handshake()
    launched.roots(1)
    with _question(scene, "Ask _in 10 Minutes") as title:
        yield title
    launched.stop()


@contextlib.contextmanager
def _host_asks(scene, path):
    """A host's agent wants to read a file with passwords."""
    desk = scene.desk
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("KEY=1\n")
    # A host with a name that Paddock does not know, so the question shows who started it.
    assistant = os.path.join(desk.home, "assistant")
    if not os.path.exists(assistant):  # the last one may still run
        shutil.copy(os.path.realpath(shutil.which("sh")), assistant)
    host = subprocess.Popen(["setsid", "--fork", assistant, "-c", '"$0" mcp; exit', binary()],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                            env=desk.program_env())
    for method, params in (("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}}),
                           ("tools/call", {"name": "read_local_file", "arguments": {"path": path}})):
        host.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n")
        host.stdin.flush()
    wait_until(lambda: desk.control().call("ListRequests"), "the question")
    yield
    host.stdin.close()
    host.wait()


@contextlib.contextmanager
def sensitive(scene):
    with _host_asks(scene, os.path.join(scene.folders[0], ".env")):
        with _question(scene, "_Not Now") as title:
            yield title


@contextlib.contextmanager
def files_never_read(scene):
    """With a file of a long name. The answer stays."""
    directory = os.path.join(scene.desk.folder("Notes"), "a folder with a long name " * 4)
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, "settings of a long name that no phone is wide enough for.env")
    with _host_asks(scene, path), _question(scene, "Ne_ver for Any App"):
        pass
    with settings(scene) as outer:
        scene.desk.focus(outer)
        window = a11y.find(scene.desk.app, a11y.WINDOWS, re.compile(outer))
        row = a11y.find(window, "list item", scene.label("Files Set to “Never”"))
        # It is the last one, below the edge if the text is large.
        scene.desk.click(a11y.find(window, "label", scene.label("Preferences")), outer)
        a11y.run("xdotool", "mousemove_relative", "0", "200", "click", "--repeat", "60", "--delay", "5", "5")
        scene.desk.settle(0.6)
        scene.desk.click(row, outer)
        with _open(scene, scene.title("Files Set to “Never”")) as title:
            yield title


def _shorten_grants(scene, seconds):
    """The window offers no time this short, so the grant is changed while no service runs."""
    end_service(scene)
    ends = int((time.time() + seconds) * 1e6)
    with sqlite3.connect(os.path.join(scene.desk.data_home, "paddock", "paddock.db")) as connection:
        connection.execute("UPDATE grants SET granted = ?, expires = ?", (ends - int(seconds * 1e6), ends))
        connection.execute("UPDATE servers SET decision_ends = ?", (ends,))
    connection.close()


def end_service(scene):
    pid = scene.desk.service_pid()
    os.kill(pid, signal.SIGTERM)
    wait_until(lambda: not os.path.exists("/proc/%d/exe" % pid), "the end of the service")


@contextlib.contextmanager
def renewal(scene):
    """A grant for a time has expired. The window is a new one afterwards."""
    scene.desk.share_for_an_hour()
    scene.open_server("git-helper")
    a11y.press(scene.desk.app, "check box", scene.sentence("Share %s with %s", "Notes", "git-helper"))
    wait_until(lambda: scene.desk.server("git-helper")["roots"], "the folder")
    scene.desk.window.terminate()
    scene.desk.window.wait()
    scene.stop()
    _shorten_grants(scene, 12 * PATIENCE)
    scene.start_window(scene.env)
    scene.start_server("git-helper")
    wait_until(lambda: any("renewal" in one["wants"] for one in scene.desk.control().call("ListRequests")),
               "the end", 30)
    with _question(scene, "_Let It End") as title:
        yield title


# ---- the data of another installation


def fill_other_installation(scene):
    """Call this before the window starts."""
    service = scene.desk.serve(env={"XDG_DATA_HOME": os.path.join(scene.desk.home, ".var", "app", APP_NAME,
                                                                  "data")})
    scene.desk.add_first(scene.desk.folder("Photos"), scene.desk.folder("Music"))
    service.stop()
    scene.desk.running.remove(service)


@contextlib.contextmanager
def importing(scene):
    scene.desk.focus(scene.main)
    a11y.press(scene.desk.app, a11y.BUTTONS, scene.label("_Import…"))
    with _open(scene, scene.title("Import Folders?")) as title:
        yield title


def put_import_away(scene):
    a11y.press(scene.desk.app, a11y.BUTTONS, re.compile(re.escape(scene.label("Not Now"))))
