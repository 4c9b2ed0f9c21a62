#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""po/POTFILES names each file with text for people, and no other, in order."""

import re

from common import SOURCE, files, finish, offence, text_of, without_literals

MARKED = {
    # The formatter writes `_(` without a space and the functions with one; either is a call.
    '.c': re.compile(r'\b(?:_|N_|C_|NC_|Q_|(?:d|dc|n|dn|dcn|p|dp|np|dnp)?gettext|'
                     r'g_(?:d|dc|dn|dp)gettext2?) ?\('),
    '.ui': re.compile(r'translatable="(?:yes|true|1)"'),
    '.xml': re.compile(r'<(?:summary|description)\b'),
}
MARKED['.h'] = MARKED['.c']


def has_text(path):
    if path.name.endswith(('.desktop.in', '.metainfo.xml.in')):
        return True
    if path.suffix == '.xml' and not path.name.endswith('.gschema.xml'):
        return False
    pattern = MARKED.get(path.suffix)
    if pattern is None:
        return False
    text = text_of(path)
    if path.suffix in ('.c', '.h'):
        text = without_literals(text)
    return bool(pattern.search(text))


def main():
    lines = [line for line in text_of(SOURCE / 'po/POTFILES').splitlines()
             if line and not line.startswith('#')]
    there = [str(path.relative_to(SOURCE)) for path in files('src') + files('data')
             if has_text(path)]
    for name in sorted(set(there) - set(lines)):
        offence('po/POTFILES', f'add {name}: it has text for people')
    for name in sorted(set(lines) - set(there)):
        offence('po/POTFILES', f'take {name} out: it is not there, or has no text for people')
    if lines != sorted(set(lines)):
        offence('po/POTFILES', 'keep it sorted, each file once')
    finish()


if __name__ == '__main__':
    main()
