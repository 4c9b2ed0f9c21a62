#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A name by which parts of Paddock, or the protocol's two ends, find each other is written once in
src: a method of MCP, a bus name, an object path, a key of _meta. The XML in data has its own."""

import re

from common import at, files, finish, offence, text_of, without_comments

LITERAL = re.compile(r'"((?:\\.|[^"\\\n])*)"')
NAME = re.compile(
    r'^(?:'
    r'(?:roots|notifications|tools|prompts|resources|sampling|elicitation|logging|completion|client)'
    r'/[a-z_/]+'
    r'|io\.modelcontextprotocol/[\w./-]*'
    r'|io\.github[.\w/-]+'
    r'|/io/github/[\w/]+'
    r'|PADDOCK_[A-Z_]+'
    r'|20\d\d-\d\d-\d\d'
    r')$')
# Headers of other projects are named in directives, not in literals of ours.
DIRECTIVE = re.compile(r'^[ \t]*#[ \t]*include.*$', re.M)


def main():
    places = {}
    for path in files('src', '.c', '.h'):
        code = DIRECTIVE.sub('', without_comments(text_of(path)))
        for match in LITERAL.finditer(code):
            if NAME.match(match.group(1)):
                number = code.count('\n', 0, match.start()) + 1
                places.setdefault(match.group(1), []).append(at(path, number))
    for name, found in sorted(places.items()):
        if len(found) > 1:
            offence(found[1], f'"{name}" is also in {", ".join(found[:1] + found[2:])}: '
                              'give it one #define')
    if not places:
        offence('src', 'found no name at all: does this check still know what they look like?')
    print(f'{len(places)} names')
    finish()


if __name__ == '__main__':
    main()
