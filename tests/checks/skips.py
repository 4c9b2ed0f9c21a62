#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A skipped test says why, and no test is left out silently."""

import re

from common import at, files, finish, offence, text_of

# Each pattern's group is the reason; if it is too short, there is none.
SKIPS = {
    '.c': [re.compile(r'\bg_test_skip(?:_printf)? \(\s*"([^"]*)"'),
           re.compile(r'\bg_test_incomplete(?:_printf)? \(()')],
    '.py': [re.compile(r'\bskip(?:Test|If|Unless)?\([^"\'\n]*["\']([^"\']*)["\']'),
            re.compile(r'()@unittest\.skip$', re.M)],
    '.js': [re.compile(r'\bskip:\s*true()'), re.compile(r'\.skip\(\s*["\'`]([^"\'`]*)["\'`]')],
}
SKIPS['.mjs'] = SKIPS['.js']
EXIT = re.compile(r'\b(?:exit|_exit|return)\b[ (]*77\b')
SAID = re.compile(r'skip|print|echo', re.I)
SILENT = {
    re.compile(r'required\s*:\s*false'): 'a test that is not built where something is missing',
    re.compile(r'disabler\s*:\s*true'): 'a test that is not built where something is missing',
    re.compile(r'should_fail\s*:\s*true'): 'a test that is meant to fail',
}


def number_of(text, match):
    return text.count('\n', 0, match.start()) + 1


def main():
    for path in files('tests'):
        if path.name == 'meson.build':
            text = text_of(path)
            for pattern, what in SILENT.items():
                for match in pattern.finditer(text):
                    offence(at(path, number_of(text, match)), f'{what}: let it skip with a reason')
        if path.parent.name == 'checks' and path.name == 'skips.py':
            continue
        if path.suffix not in SKIPS and path.suffix != '.sh':
            continue
        text = text_of(path)
        for pattern in SKIPS.get(path.suffix, []):
            for match in pattern.finditer(text):
                if len(match.group(1)) < 8:
                    offence(at(path, number_of(text, match)), 'a skip without a reason')
        lines = text.splitlines()
        for match in EXIT.finditer(text):
            number = number_of(text, match)
            if not SAID.search('\n'.join(lines[max(0, number - 3):number])):
                offence(at(path, number), 'skips without saying why')
    finish()


if __name__ == '__main__':
    main()
