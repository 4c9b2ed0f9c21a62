#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every key of the window is in the one table that the dialog "Keyboard Shortcuts" shows."""

import re
import xml.etree.ElementTree as ElementTree

from common import SOURCE, files, finish, offence, text_of, without_comments

TABLE = SOURCE / 'src/ui/paddock-shortcuts.c'
# Other names of one key.
SAME = {'<Primary>': '<Control>', '<Ctrl>': '<Control>', '<Ctl>': '<Control>', '<Meta>': '<Alt>'}


def plain(key):
    for other, name in SAME.items():
        key = key.replace(other, name)
    return key.lower()


def modifiers(words):
    names = {'GDK_CONTROL_MASK': '<Control>', 'GDK_SHIFT_MASK': '<Shift>', 'GDK_ALT_MASK': '<Alt>'}
    return ''.join(name for mask, name in names.items() if mask in words)


def main():
    rows = re.search(r'shortcuts\[\] = \{(.*?)\n\};', without_comments(text_of(TABLE)), re.S)
    keys = {plain(key) for keys in re.findall(r'\{ ((?:"[^"]+"(?:, )?)+) \} ?\}', rows.group(1))
            for key in re.findall(r'"([^"]+)"', keys)} if rows else set()
    if len(keys) < 10:
        offence(TABLE, 'no table was found in it: this check looks at nothing')
    for path in files('src/ui', '.ui'):
        tree = ElementTree.parse(path)
        for element in tree.iter():
            if element.get('name') in ('trigger', 'accel') and plain(element.text) not in keys:
                offence(path, f'the key {element.text} is not in {TABLE.name}')
    for path in files('src/ui', '.c'):
        code = without_comments(text_of(path))
        if path != TABLE and 'set_accels_for_action' in code:
            offence(path, f'sets a key of an action: that is for {TABLE.name}')
        made = [modifiers(words) + key for key, words in re.findall(
            r'keyval_trigger_new \(GDK_KEY_(\w+),\s*([\w| ]+)\)', code)]
        for key in made + re.findall(r'"((?:<\w+>)+\w+)"', code):
            if plain(key) not in keys:
                offence(path, f'the key {key} is not in {TABLE.name}')
    finish()


if __name__ == '__main__':
    main()
