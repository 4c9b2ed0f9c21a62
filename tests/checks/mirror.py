#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each src/**/paddock-NAME.c has tests/unit/test-NAME.c, or a line "FILE: reason" in
tests/unit/untested.txt. No such line is outdated. A long test may continue in test-NAME-NOUN.c."""

import re

from common import SOURCE, files, finish, offence, text_of


def main():
    listing = SOURCE / 'tests/unit/untested.txt'
    excused = {}
    if listing.exists():
        for number, line in enumerate(text_of(listing).splitlines(), 1):
            if not line.strip() or line.startswith('#'):
                continue
            name, _, reason = line.partition(':')
            if len(reason.strip()) < 20:
                offence(f'tests/unit/untested.txt:{number}', 'say why, as "FILE: reason"')
            excused[name.strip()] = number

    registered = text_of(SOURCE / 'tests/unit/meson.build')
    sources = {path.name.removeprefix('paddock-').removesuffix('.c'): path
               for path in files('src', '.c')}
    tests = {path.name.removeprefix('test-').removesuffix('.c'): path
             for path in files('tests/unit', '.c') if path.name.startswith('test-')}
    for name, path in sources.items():
        relative = str(path.relative_to(SOURCE))
        if name in tests and relative in excused:
            offence(path, 'has a test and stands in tests/unit/untested.txt')
        if name not in tests and relative not in excused:
            offence(path, f'write tests/unit/test-{name}.c '
                          '(or say in tests/unit/untested.txt why there is none)')
        excused.pop(relative, None)
    for name in excused:
        offence('tests/unit/untested.txt', f'there is no {name}')
    for name, path in tests.items():
        if name not in sources and not any(name.startswith(first + '-') and first in sources
                                           for first in tests):
            offence(path, f'there is no paddock-{name}.c')
        if not re.search(rf"'{re.escape(name)}'", registered):
            offence(path, 'is not run: add it to tests/unit/meson.build')
    finish()


if __name__ == '__main__':
    main()
