#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The synopsis in docs/cli.md has each command and option of the program, and no other.

    synopsis.py SOURCE BUILD
"""

import os
import re
import subprocess

from common import BUILD, SOURCE, finish, offence

PROGRAM = os.path.join(BUILD, 'src', 'cli', 'paddock')
PAGE = SOURCE / 'docs' / 'cli.md'
OPTION = re.compile(r'^  (?:-\w, )?(--[a-z-]+)', re.M)


def help_of(*verb):
    return subprocess.run([PROGRAM, 'help', *verb], env={**os.environ, 'LC_ALL': 'C'}, check=True,
                          stdout=subprocess.PIPE, text=True).stdout


def written():
    """The options of each command in the first block of the page."""
    commands = {}
    for line in PAGE.read_text(encoding='utf-8').split('```')[1].splitlines():
        found = re.match(r'paddock ([a-z]+)\b', line)
        if found:
            commands.setdefault(found[1], set()).update(re.findall(r'--[a-z][a-z-]*', line))
    commands.pop('help')
    return commands


def main():
    page = written()
    verbs = re.findall(r'^  ([a-z]+)  ', help_of(), re.M)
    for verb in sorted(set(verbs) ^ set(page) - {'help'}):
        offence(PAGE, f'“{verb}” is only in {"the page" if verb in page else "the program"}')
    for verb in sorted(set(verbs) & set(page)):
        known = set(OPTION.findall(help_of(verb))) - {'--help'}
        for name in sorted(known ^ page[verb]):
            offence(PAGE, f'{verb} {name} is only in {"the program" if name in known else "the page"}')
    print(f'{len(verbs)} commands')
    finish()


main()
