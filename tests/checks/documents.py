#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links in the documents lead to something: a file of this tree, a heading in it, a picture. Each picture is
used. README is short, and says of Paddock in its first sentence what the desktop, the store and the help say.

    documents.py SOURCE BUILD
"""

import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree

from common import BUILD, SOURCE, at, files, finish, offence, text_of

README, DATA = SOURCE / 'README.md', SOURCE / 'data'
MOST_WORDS = 900
APP = 'io.github.paddock_mcp.Paddock'
PROGRAM = os.path.join(BUILD, 'src', 'cli', 'paddock')
LINK = re.compile(r'\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"')
CODE = re.compile(r'^ *```.*?^ *```$|`[^`\n]*`', re.M | re.S)


def documents():
    return files('.', '.md')


def blank(match):
    return re.sub(r'[^\n]', ' ', match.group(0))


def anchors_of(text):
    """The names that GitHub and GitLab give to headings."""
    found = set()
    for title in re.findall(r'^#+ (.+)$', re.sub(r'^ *```.*?^ *```$', '', text, flags=re.M | re.S), re.M):
        title = re.sub(r'\[([^]]*)\]\([^)]*\)', r'\1', title)
        name = re.sub(r'[^\w\- ]', '', title.lower()).replace(' ', '-')
        number = 0
        while name + (f'-{number}' if number else '') in found:
            number += 1
        found.add(name + (f'-{number}' if number else ''))
    return found


def broken(text, folder):
    """The line and the target of each link that leads to nothing."""
    for match in LINK.finditer(CODE.sub(blank, text)):
        target = match.group(1) or match.group(2)
        if re.match(r'[a-z]+:', target):
            continue
        name, _, anchor = target.partition('#')
        path = folder / name if name else None
        if path and not path.exists():
            yield text.count('\n', 0, match.start()) + 1, target
        elif anchor and anchor not in anchors_of(text_of(path) if path else text):
            yield text.count('\n', 0, match.start()) + 1, target


def check_links():
    found = documents()
    for path in found:
        for number, target in broken(text_of(path), path.parent):
            offence(at(path, number), f'{target} leads to nothing')
    planted = '# A b\n[x](#a-b) [y](#c) `[z](#d)`\n[w](nowhere.md)\n[v](README.md)'
    if list(broken(planted, SOURCE)) != [(2, '#c'), (3, 'nowhere.md')]:
        offence('tests/checks/documents.py', 'does not find what was planted, or finds what was not')
    if len(found) < 10:
        offence('docs', f'only {len(found)} documents were found')


def check_pictures():
    used = text_of(README) + text_of(DATA / f'{APP}.metainfo.xml.in')
    for path in files('docs/screenshots'):
        if f'docs/screenshots/{path.name}"' not in used and f'docs/screenshots/{path.name}<' not in used:
            offence(path, 'is neither in README nor in the metainfo')


def check_sentence():
    sentence = re.search(r'^\*\*(.+)\.\*\*$', text_of(README), re.M)
    overview = subprocess.run([PROGRAM, '--help'], env={**os.environ, 'LC_ALL': 'C'}, check=True,
                              stdout=subprocess.PIPE, text=True).stdout
    said = {
        'the desktop file': re.search('^Comment=(.*)$', text_of(DATA / f'{APP}.desktop.in'), re.M)[1],
        'the metainfo': ElementTree.parse(DATA / f'{APP}.metainfo.xml.in').findtext('summary'),
        'paddock --help': overview.split('\n', maxsplit=1)[0],
        'the manual page': re.search(r'^paddock \\- (.*)$', text_of(DATA / 'paddock.1'), re.M)[1],
    }
    for place, text in said.items():
        if not sentence or text.lower() != sentence[1].lower():
            offence(README, f'{place} says “{text}”, not “{sentence[1] if sentence else "nothing"}”')


def main():
    check_links()
    check_pictures()
    check_sentence()
    words = len(text_of(README).split())
    if words > MOST_WORDS:
        offence(README, f'{words} words, at most {MOST_WORDS}')
    print(f'README: {words} words')
    finish()


if __name__ == '__main__':
    main()
