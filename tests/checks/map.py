#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The map, src/README.md, names files and folders that exist, and every folder of src."""

import re

from common import SOURCE, at, files, finish, offence, text_of

MAP = SOURCE / 'src/README.md'
FILE = re.compile(r'`(?:([\w-]+)/)?(?:paddock-)?([\w-]+\.[ch])`')


def check(lines, exists):
    """For each line of the table, the files that it names and that do not exist."""
    folder = ''
    for number, line in enumerate(lines, 1):
        row = re.match(r'\| (?:`([\w-]+)`)? ?\|', line)
        folder = row.group(1) or folder if row else ''
        for other, name in FILE.findall(line):
            if row and not exists(other or folder, name):
                yield number, f'{other or folder}/{name}'
            elif not row and other and not exists(other, name):
                yield number, f'{other}/{name}'


def main():
    def exists(folder, name):
        return any((SOURCE / 'src' / folder / one).exists() for one in (f'paddock-{name}', name))

    lines = text_of(MAP).splitlines()
    for number, name in check(lines, exists):
        offence(at(MAP, number), f'there is no {name}')
    if list(check(['| `base` | x | `a.c` |', '| | y | `b.c`; `core/c.c` |'], lambda *_: False)) != [
            (1, 'base/a.c'), (2, 'base/b.c'), (2, 'core/c.c')]:
        offence('tests/checks/map.py', 'a planted name is not found')

    rows = {match.group(1) for line in lines if (match := re.match(r'\| `([\w-]+)` \|', line))}
    folders = {path.parent.name for path in files('src', '.c', '.h')}
    for folder in sorted(folders - rows):
        offence(MAP, f'src/{folder} has no row')
    for folder in sorted(rows - folders):
        offence(MAP, f'there is no src/{folder}')
    finish()


if __name__ == '__main__':
    main()
