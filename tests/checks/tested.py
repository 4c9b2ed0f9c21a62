#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A test of the real window does everything that the user can do: each action, and each handler of a
button, a switch, an entry or a gesture. tests/ui/tested.txt says which test does it, in lines of

    THING  TEST  WORDS

THING is an action with its group (win.add-folder), or a widget's file and its handler
(find-dialog:on_stop_clicked). TEST is the name of tests/ui/test-TEST.py, or of one in a sandbox with
"flatpak/" before it. WORDS, the rest of the line, must stand in that test: what it presses, types or looks
for. So a line cannot outlive its test.
"""

import re
import xml.etree.ElementTree as ElementTree

from common import SOURCE, at, files, finish, offence, text_of, without_comments

TABLE = SOURCE / 'tests/ui/tested.txt'
# Signals of lists about their rows, and signals that follow from something else: no person does that. A
# virtual display has no touch screen for a long press, which does the same as the right button.
NOT_TESTABLE = {'folder-row:on_long_pressed'}
NOT_BY_HAND = {'setup', 'bind', 'unbind', 'notify::child-revealed', 'notify::is-active',
               'notify::title-visible', 'notify::visible-child', 'notify::expanded'}
BY_HAND = ('clicked', 'toggled', 'activate', 'activated', 'drop', 'button-clicked', 'state-set',
           'notify::active', 'notify::selected', 'apply', 'entry-activated', 'row-activated')
NAMED = dict(re.findall(r'#define (PADDOCK_ACTION_\w+)\s+"([a-z-]+)"',
                        text_of(SOURCE / 'src/base/paddock-names.h')))
GROUPS = {'paddock-application': 'app', 'paddock-window': 'win'}


def group_of(path, code):
    """The name under which a file's actions are found."""
    named = re.search(r'insert_action_group \([^;]*?"([a-z-]+)"', code)
    return named.group(1) if named else GROUPS.get(path.stem, path.stem)


def actions_of(path, code):
    """The actions that a file makes."""
    names = set()
    for table in re.findall(r'GActionEntry \w+\[\] = \{(.*?)\n? *\};', code, re.S):
        names |= {name or NAMED[constant] for name, constant in
                  re.findall(r'\{ (?:\.name = )?(?:"([a-z-]+)"|(PADDOCK_ACTION_\w+))', table)}
    names |= set(re.findall(r'g_(?:simple|property)_action_new(?:_stateful)? \("([a-z-]+)"', code))
    names |= set(re.findall(r'g_settings_create_action \([^;]*?"([a-z-]+)"\)', code))
    return {f'{group_of(path, code)}.{name}' for name in names}


def things():
    """Everything that must be tested."""
    found = set()
    for path in files('src/ui', '.ui'):
        tree = ElementTree.parse(path)
        stem = path.stem.removeprefix('paddock-')
        found |= {f'{stem}:{signal.get("handler")}' for signal in tree.iter('signal')
                  if signal.get('name') not in NOT_BY_HAND}
    for path in files('src/ui', '.c'):
        code = without_comments(text_of(path))
        stem = path.stem.removeprefix('paddock-')
        found |= actions_of(path, code)
        for signal, handler in re.findall(
                r'g_signal_connect\w* \([^;]*?"([a-z:-]+)",\s*G_CALLBACK \((\w+)\)', code):
            if signal in BY_HAND:
                found.add(f'{stem}:{handler}')
    return found - NOT_TESTABLE


def main():
    wanted, listed = things(), set()
    if len(wanted) < 40:
        offence(TABLE, f'only {len(wanted)} things were found in src/ui: this check looks at nothing')
    for number, line in enumerate(text_of(TABLE).splitlines(), 1):
        if not line or line.startswith('#'):
            continue
        thing, test, *words = line.split(None, 2)
        folder, _, name = ('ui/' + test).rpartition('/')
        path = SOURCE / 'tests' / folder.removeprefix('ui/') / f'test-{name}.py'
        if thing not in wanted:
            offence(at(TABLE, number), f'{thing} is not in src/ui any more')
        if thing in listed:
            offence(at(TABLE, number), f'{thing} stands here twice')
        listed.add(thing)
        if not words or not path.exists():
            offence(at(TABLE, number), f'{thing}: there is no test {path.name}, or no words of it')
        elif words[0] not in text_of(path):
            offence(at(TABLE, number), f'{path.name} has no “{words[0]}” in it: does it still test {thing}?')
    for thing in sorted(wanted - listed):
        offence(TABLE, f'{thing} is tested by nobody: write a test that does it as a person would')
    print(f'{len(wanted)} things')
    finish()


if __name__ == '__main__':
    main()
