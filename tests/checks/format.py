#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The C files are laid out as build-aux/format does it, and no line has tabs, spaces at its end
or more than 100 columns (110 in Python)."""

import shutil
import subprocess
import sys
import unicodedata

from common import SOURCE, at, files, finish, offence, text_of


MOST_COLUMNS = {'.c': 100, '.h': 100, '.py': 110}


def columns(line):
    wide = sum(1 for character in line if unicodedata.east_asian_width(character) in 'WF')
    marks = sum(1 for character in line if unicodedata.combining(character))
    return len(line) + wide - marks


def main():
    paths = files('src', '.c', '.h') + files('tests', '.c', '.h')
    for path in paths + files('src', '.ui') + files('tests', '.py', '.js', '.mjs'):
        text = text_of(path)
        for number, line in enumerate(text.splitlines(), 1):
            if line != line.rstrip():
                offence(at(path, number), 'spaces at the end of the line')
            if '\t' in line:
                offence(at(path, number), 'a tab')
            most = MOST_COLUMNS.get(path.suffix)
            if most and columns(line) > most:
                offence(at(path, number), f'{columns(line)} columns, at most {most}')
        if text and not text.endswith('\n'):
            offence(path, 'no newline at the end')

    done = subprocess.run([sys.executable, SOURCE / 'build-aux/align-parameters.py', '--check', *paths],
                          capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        offence(line.replace(f'{SOURCE}/', ''), 'run build-aux/format')
    if done.stderr:
        offence('build-aux/align-parameters.py', done.stderr)
    if not shutil.which('uncrustify'):
        print('skipped: there is no uncrustify')
        sys.exit(77)
    listing = ''.join(f'{path}\n' for path in paths)
    done = subprocess.run(['uncrustify', '-q', '-l', 'C', '-c',
                           SOURCE / 'build-aux/uncrustify.cfg', '--check', '-F', '-'],
                          input=listing, capture_output=True, text=True, check=False)
    for line in (done.stdout + done.stderr).splitlines():
        if line.startswith('FAIL: '):
            name = line.removeprefix('FAIL: ').rsplit(' (', 1)[0].replace(f'{SOURCE}/', '')
            offence(name, 'is laid out otherwise: run build-aux/format')
    if done.returncode != 0 and 'FAIL' not in done.stdout + done.stderr:
        offence('uncrustify', done.stderr.strip() or f'exit status {done.returncode}')
    finish()


if __name__ == '__main__':
    main()
