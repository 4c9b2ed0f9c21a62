#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of Paddock, and the two ends of the protocol, find each other by names: a method of MCP, a bus
name, an object path, a key of _meta. Each name is written once in src. The XML in data has its own.

A public function begins with the name of its header, or of the file that defines it."""

import re

from common import SOURCE, at, files, finish, offence, text_of, without_comments

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
# Directives name headers of other projects; these are no names of ours.
DIRECTIVE = re.compile(r'^[ \t]*#[ \t]*include.*$', re.M)

PUBLIC = re.compile(r'\b(paddock_[a-z0-9_]+)\s*\(')
DEFINED = re.compile(r'^(paddock_[a-z0-9_]+) \(', re.M)
MACRO = re.compile(r'^G_(?:DECLARE|DEFINE)\w* \([^;{]*?\)$', re.M | re.S)
# These headers hold several types, each with functions of its own name.
SEVERAL_TYPES = {
    'src/bus/paddock-views.h',
}


def prefix_of(path):
    return re.sub('-private$', '', path.stem).replace('-', '_')


def check_prefixes():
    defined = {}
    for path in files('src', '.c'):
        for match in DEFINED.finditer(text_of(path)):
            defined[match.group(1)] = path
    count = 0
    for path in files('src', '.h'):
        if str(path.relative_to(SOURCE)) in SEVERAL_TYPES:
            continue
        code = MACRO.sub(lambda match: '\n' * match.group(0).count('\n'),
                         without_comments(text_of(path)))
        for match in PUBLIC.finditer(code):
            name = match.group(1)
            count += 1
            prefixes = [prefix_of(one) for one in (path, defined.get(name)) if one]
            if not any(name == one or name.startswith(one + '_') for one in prefixes):
                offence(at(path, code.count('\n', 0, match.start()) + 1),
                        f'{name}() does not begin with the name of its file')
    if not count:
        offence('src', 'found no public function: does this check still know what they look like?')
    return count


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
    print(f'{len(places)} names, {check_prefixes()} public functions')
    finish()


if __name__ == '__main__':
    main()
