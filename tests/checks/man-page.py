#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual page has each command and option of the program, in its words for their arguments, and no
other.

    man-page.py SOURCE BUILD
"""

import os
import re
import subprocess

from common import BUILD, SOURCE, finish, offence

PROGRAM = os.path.join(BUILD, 'src', 'cli', 'paddock')
PAGE = SOURCE / 'data' / 'paddock.1'
OPTION = re.compile(r'^  (?:-\w, )?(--[a-z-]+)(?:=([A-Z]+))?  ', re.M)


def help_of(*verb):
    return subprocess.run([PROGRAM, 'help', *verb], env={**os.environ, 'LC_ALL': 'C'}, check=True,
                          stdout=subprocess.PIPE, text=True).stdout


def options_of(text):
    return {(name, argument) for name, argument in OPTION.findall(text) if name != '--help'}


def sections():
    """The text of each command's section, as a reader sees it."""
    page = re.sub(r'\\f.|\\&', '', PAGE.read_text(encoding='utf-8')).replace('\\-', '-')
    commands = page.split('.SH COMMANDS')[1].split('\n.SH ')[0]
    parts = re.split(r'^\.SS "paddock ([a-z]+).*$', commands, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def main():
    page = sections()
    verbs = re.findall(r'^  ([a-z]+)  ', help_of(), re.M)
    for verb in sorted(set(verbs) ^ set(page)):
        offence(PAGE, f'“{verb}” is only in {"the page" if verb in page else "the program"}')

    for verb in set(verbs) & set(page):
        known = options_of(help_of(verb))
        written = {(name, argument) for name, argument in
                   re.findall(r'^\.B[RI]? (?:-\w ", " )?(--[a-z-]+)(?:= ([A-Z]+))?$', page[verb], re.M)}
        for name, _ in sorted(known ^ written):
            offence(PAGE, f'{verb} {name}: the page and the program differ')
    print(f'{len(verbs)} commands')
    finish()


main()
