# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Takes a picture of every page and dialog in every look, to be looked at: build-aux/screenshots --all
runs it. The first argument names the directory; after it come the looks, all where there is none."""

import gettext
import os
import subprocess
import sys

os.environ["PADDOCK_SCREENSHOTS"] = sys.argv[1]

# pylint: disable=wrong-import-position
import a11y
import filesystems
import languages
from desktop import Desktop
from scene import Scene

LARGE_TEXT = "Xft.dpi:\t192\n"  # twice what it is
# Each: the size of the window, the language, the environment.
LOOKS = {
    "light": ((880, 660), "en", {}),
    "dark": ((880, 660), "en", {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"}),
    "contrast": ((880, 660), "en", {"ADW_DEBUG_HIGH_CONTRAST": "1"}),
    "contrast-dark": ((880, 660), "en", {"ADW_DEBUG_HIGH_CONTRAST": "1",
                                         "ADW_DEBUG_COLOR_SCHEME": "prefer-dark"}),
    "from-right": ((880, 660), languages.RIGHT_TO_LEFT, {}),
    "phone": ((360, 640), "en", {}),
    "wide": ((1200, 800), "en", {}),
    "text-200": ((880, 660), "en", {}),
    "german": ((880, 660), "de", {}),
    "korean": ((880, 660), "ko", {}),
    "pseudo": ((880, 660), languages.PSEUDO, {}),
}
PAGES = "folders", "servers", "overview", "activity"
# The dialogs that an action opens, by their titles.
DIALOGS = {
    "connect": ("win.connect-server", "Connect a Server"),
    "add-path": ("win.add-path", "Add by Path"),
    "settings": ("app.preferences", "Settings"),
    "shortcuts": ("app.shortcuts", "Keyboard Shortcuts"),
    "help": ("app.help", "Help"),
    "about": ("app.about", "About"),
}
PO = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "po", "ko.po")


class Gallery:
    """One look."""

    def __init__(self, desk, name):
        self.desk, self.name = desk, name
        self.size, code, env = LOOKS[name]
        self.env = {"LANGUAGE": code, **env}
        self.scene = Scene(desk, gettext.translation("paddock", os.environ["PADDOCK_LOCALE_DIR"], [code],
                                                     fallback=True).gettext)

    def take(self, what, title=None):
        self.desk.screenshot("%s/%s" % (self.name, what), title or self.scene.main)

    def take_pages(self, prefix):
        for name in PAGES:
            self.scene.page(name)
            self.take(prefix + name)

    def take_dialogs(self):
        for what, (action, words) in DIALOGS.items():
            self.scene.do(action)
            self.desk.settle(0.8)
            title = self.scene.title(words)
            self.take(what, title if self.desk.is_shown(title) else None)
            self.desk.keys("Escape")
            self.desk.settle(0.5)

    def take_all(self):
        scene = self.scene
        scene.start_window(self.env)
        self.desk.resize(scene.main, *self.size)
        self.take_pages("empty-")
        scene.share_folders()
        scene.start_server("notes-search")
        question = scene.review()
        self.take("question", scene.title("Request"))
        # Its folders are below the edge where the text is large.
        self.desk.resize(scene.title("Request"), 700, 960)
        self.desk.click(a11y.find(question, "check box", "Notes"), scene.title("Request"))
        self.desk.settle(1)
        a11y.press(question, a11y.BUTTONS, scene.label("_Share"))
        a11y.gone(self.desk.app, a11y.WINDOWS, scene.label("Request"))
        scene.start_server("git-helper")
        scene.lose_holiday()
        self.take_pages("")
        scene.open_server("notes-search")
        self.take("server")
        self.take_dialogs()
        self.desk.focus(scene.main)
        self.desk.keys("F10")
        self.desk.settle(0.5)
        self.take("menu")
        self.desk.keys("Escape")
        scene.do("win.pause")
        self.desk.settle(0.5)
        scene.page("folders")
        self.take("paused")
        scene.stop()


def take_look(name):
    filesystems.enter()
    with Desktop(size="1400x1000") as desk:
        os.makedirs(os.path.join(sys.argv[1], name), exist_ok=True)
        if name == "text-200":
            a11y.run("xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", LARGE_TEXT)
        languages.install(desk, [(languages.RIGHT_TO_LEFT, languages.EMPTY),
                                 (languages.PSEUDO, languages.pseudo_file(PO))])
        Gallery(desk, name).take_all()


def main():
    looks = sys.argv[2:] or list(LOOKS)
    if len(looks) == 1:
        take_look(looks[0])
        return
    # Each in a process: what is installed for one is mounted in it.
    for name in looks:
        print("  " + name, flush=True)
        subprocess.run([sys.executable, __file__, sys.argv[1], name], check=True)


main()
