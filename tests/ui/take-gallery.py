# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Takes a picture of every page and dialog in every look, for people to check; build-aux/screenshots --all
runs it. The first argument is the directory, the others are looks; without these, all looks. --questions
takes only the questions."""

import gettext
import os
import re
import subprocess
import sys

os.environ["PADDOCK_SCREENSHOTS"] = sys.argv[1]

# pylint: disable=wrong-import-position
import a11y
import dialogs
import filesystems
import languages
import servers
from desktop import Desktop
from harness import wait_until
from scene import Scene

LARGE_TEXT = "Xft.dpi:\t192\n"  # twice the usual size
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
PAGES = "folders", "servers", "apps", "overview", "activity"
# Each: the picture's name, and what opens it.
DIALOGS = {
    "connect": dialogs.connect,
    "add-path": dialogs.add_path,
    "settings": dialogs.settings,
    "shortcuts": dialogs.shortcuts,
    "help": dialogs.guide,
    "about": dialogs.about,
    "refused": dialogs.refused,
    "warned": dialogs.warned,
    "share": dialogs.share,
    "time": dialogs.share_for_a_time,
    "rename": dialogs.rename,
    "undo": dialogs.undo,
    "find": dialogs.find_projects,
    "finding": dialogs.finding,
    "drop": dialogs.dropping,
    "never": dialogs.files_never_read,
}
QUESTIONS = {
    "sensitive": dialogs.sensitive,
    "widening": dialogs.widening,
    "resume": dialogs.resuming,
    "take-out": dialogs.taking_out,
    "named": dialogs.named,
    "identity-changed": dialogs.identity_changed,
    "addressed": dialogs.addressed,
    "suggested": dialogs.suggested,
}
MANY = 1000
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

    def wait_still(self):
        """Waits until the window is idle."""
        before, now = None, ()
        while before != now:
            self.desk.settle(1)
            with open("/proc/%d/stat" % self.desk.window.pid, encoding="ascii") as stream:
                before, now = now, stream.read().rsplit(")", 1)[1].split()[11:13]

    def take_pages(self, prefix):
        for name in PAGES:
            self.scene.page(name)
            self.wait_still()
            self.take(prefix + name)

    def take_dialogs(self, contexts):
        for what, context in contexts.items():
            with context(self.scene) as title:
                self.fit(title)
                self.take(what, title)

    def fit(self, title):
        """A phone shows a dialog as large as its screen."""
        if self.size[0] < 400 and title != self.scene.main:
            width, _ = self.desk.resize(title, *self.size)
            assert width <= self.size[0], "%s is %d wide" % (title, width)
            self.wait_still()

    def take_import(self):
        self.take("import-offer")
        with dialogs.importing(self.scene) as title:
            self.take("import", title)
        dialogs.put_import_away(self.scene)

    def take_question(self):
        scene = self.scene
        question = scene.review()
        title = scene.title("Request")
        self.fit(title)
        self.take("question", title)
        # Its folders are below the edge if the text is large.
        self.desk.resize(title, 700, 960)
        self.desk.click(a11y.find(question, "check box", "Notes"), title)
        self.desk.settle(dialogs.HOLD_OFF)
        a11y.press(question, a11y.BUTTONS, scene.sentence("_Tell “%s”", "notes-search").replace("_", ""))
        a11y.gone(self.desk.app, a11y.WINDOWS, scene.label("Request"))

    def take_menu(self, what):
        """Without the tooltip of the widget that opened it."""
        a11y.run("xdotool", "mousemove", "2", "2")
        self.desk.settle(0.5)
        self.take(what)
        self.desk.keys("Escape")

    def take_folder(self):
        """One that is open: who may see it."""
        scene = self.scene
        scene.page("folders")
        self.desk.click(scene.find_shown("list item", "Notes"), scene.main)
        self.wait_still()
        self.take("folder")
        self.desk.click(scene.find_shown("list item", "Notes"), scene.main)

    def take_menus(self):
        scene = self.scene
        self.desk.focus(scene.main)
        self.desk.keys("F10")
        self.take_menu("menu")
        scene.page("folders")
        scene.open_menu("Notes")
        self.take_menu("folder-menu")
        self.desk.click(scene.find_shown(a11y.BUTTONS, scene.label("Sort Folders")), scene.main)
        self.take_menu("folder-order")

    def take_activity(self):
        scene = self.scene
        scene.page("activity")
        self.desk.click(scene.find_shown("list item", re.compile(".")), scene.main)
        self.desk.settle(0.5)
        self.take("activity-details")
        self.desk.click(scene.find_shown(a11y.BUTTONS, re.compile(re.escape(scene.label("Filter")))),
                        scene.main)
        self.take_menu("activity-filter")

    def take_many(self):
        """Long lists, and search results in them."""
        scene = self.scene
        # The question would be translated, too.
        self.desk.let_callers_add()
        self.desk.control().add(*[self.desk.folder("Archive", "%04d" % number) for number in range(MANY)])
        self.take_pages("many-")
        scene.page("folders")
        self.desk.focus(scene.main)
        self.desk.keys("ctrl+f")
        self.desk.type("099")
        self.wait_still()
        self.take("many-search")

    def take_all(self):
        scene = self.scene
        dialogs.fill_other_installation(scene)
        scene.start_window(self.env)
        self.desk.resize(scene.main, *self.size)
        self.wait_still()
        self.take_import()
        self.take_pages("empty-")
        scene.share_folders()
        scene.start_server("notes-search")
        self.take_question()
        scene.start_server("git-helper")
        scene.lose_holiday()
        self.take_pages("")
        self.take_folder()
        scene.open_server("notes-search")
        self.take("server")
        servers.back(self.desk)
        self.take_menus()
        self.take_activity()
        dialogs.put_off(scene)
        self.take_dialogs(DIALOGS)
        self.take_dialogs(QUESTIONS)
        scene.do("win.pause")
        self.desk.settle(0.5)
        scene.page("folders")
        self.take("paused")
        a11y.press(self.desk.app, a11y.BUTTONS, scene.label("R_esume"))
        wait_until(lambda: not self.desk.control().property("Paused"), "the end of the pause")
        self.take_dialogs({"renewal": dialogs.renewal})
        self.take_many()
        scene.stop()

    def take_questions(self):
        scene = self.scene
        scene.start_window(self.env)
        self.desk.resize(scene.main, *self.size)
        scene.share_folders()
        scene.start_server("notes-search")
        self.take_question()
        scene.start_server("git-helper")
        dialogs.put_off(scene)
        self.take_dialogs({**QUESTIONS, "renewal": dialogs.renewal})
        scene.stop()


def take_look(name, questions_only):
    filesystems.enter()
    desk = Desktop(size="1800x1100")
    # Here a setting lets programs other than the window add folders.
    desk.env["GSETTINGS_BACKEND"] = "keyfile"
    with desk:
        os.makedirs(os.path.join(sys.argv[1], name), exist_ok=True)
        if name == "text-200":
            a11y.run("xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", LARGE_TEXT)
        languages.install(desk, [(languages.RIGHT_TO_LEFT, languages.EMPTY),
                                 (languages.PSEUDO, languages.pseudo_file(PO))])
        gallery = Gallery(desk, name)
        if questions_only:
            gallery.take_questions()
        else:
            gallery.take_all()


def main():
    options = [word for word in sys.argv[2:] if word == "--questions"]
    looks = [word for word in sys.argv[2:] if word not in options] or list(LOOKS)
    if len(looks) == 1:
        take_look(looks[0], bool(options))
        return
    # Each in its own process, because installed files of one are mounted there. A failure stops no other.
    failed = []
    for name in looks:
        print("  " + name, flush=True)
        if subprocess.run([sys.executable, __file__, sys.argv[1], name, *options],
                          check=False).returncode != 0:
            failed.append(name)
    if failed:
        sys.exit("Not whole: " + ", ".join(failed))


main()
