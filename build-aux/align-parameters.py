#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets the parameters of functions in columns, as GTK does; uncrustify cannot.

    int
    paddock_store_open (PaddockStore  *self,
                        const char    *path,
                        GError       **error)

The names of a definition's parameters stand in the first column that has room for the longest type,
a space and the most stars. Those of a prototype stand in one column too, but in which is left to the
header, whose prototypes may share it.

    build-aux/align-parameters.py [--check] FILE...
"""

import re
import sys

START = re.compile(r'^(?![\s#/*}])[^=;{}"]*?\b\w+ \((?=\S)(?!\()')
PARAMETER = re.compile(r'^(?P<type>.*?[^*\s])(?:\s+|(?=\*))(?P<stars>(?:\*\s*)*)(?P<name>\w+)'
                       r'(?P<rest>(?:\[\w*\])*(?: G_GNUC_UNUSED)?)$')


def end_of_list(lines, first, column):
    """The line and column of the parenthesis that closes the one before COLUMN, or None."""
    depth = 1
    for number in range(first, min(first + 40, len(lines))):
        start = column if number == first else 0
        for index in range(start, len(lines[number])):
            depth += {'(': 1, ')': -1}.get(lines[number][index], 0)
            if depth == 0:
                return number, index
    return None


def parse(lines, first, last, column, close):
    """The parameters, one per line; None if they are not that simple."""
    parameters = []
    for number in range(first, last + 1):
        line = lines[number]
        piece = line[column if number == first else 0:close if number == last else len(line)]
        piece = piece.strip()
        if number < last:
            if not piece.endswith(','):
                return None
            piece = piece[:-1]
        if piece == '...':
            parameters.append(None)
            continue
        match = PARAMETER.match(piece)
        if not match or '(' in piece or ',' in piece:
            return None
        parameters.append(match)
    return parameters


def aligned(parameters, least):
    """The texts of PARAMETERS with their names in one column, at least LEAST characters after the start."""
    def stars_of(match):
        return re.sub(r'\s', '', match['stars'])

    named = [match for match in parameters if match]
    width = max(len(match['type']) for match in named)
    width += 1 + max(len(stars_of(match)) for match in named)
    width = max(width, least)
    texts = []
    for match in parameters:
        if match is None:
            texts.append('...')
            continue
        stars = stars_of(match)
        gap = ' ' * (width - len(match['type']) - len(stars))
        texts.append(f'{match["type"]}{gap}{stars}{match["name"]}{match["rest"]}')
    return texts


def align(text):
    lines = text.split('\n')
    number = 0
    while number < len(lines):
        match = START.match(lines[number])
        found = match and end_of_list(lines, number, match.end())
        if not found or found[0] == number:
            number += 1
            continue
        last, close = found
        tail = lines[last][close:]
        is_definition = tail == ')' and lines[last + 1:last + 2] == ['{']
        parameters = parse(lines, number, last, match.end(), close)
        if parameters and any(parameters) and (is_definition or tail.endswith(';')):
            least = 0
            if not is_definition:
                # Keep the header's column for the first name.
                first = next(index for index, one in enumerate(parameters) if one)
                line = lines[number + first]
                start = match.end() if first == 0 else len(line) - len(line.lstrip())
                least = line.rindex(parameters[first]['name']) - start
            texts = aligned(parameters, least)
            for offset, piece in enumerate(texts):
                head = lines[number][:match.end()] if offset == 0 else ' ' * match.end()
                lines[number + offset] = head + piece + (',' if number + offset < last else tail)
        number = last + 1
    return '\n'.join(lines)


def main():
    arguments = sys.argv[1:]
    check = '--check' in arguments
    status = 0
    for path in arguments:
        if path == '--check':
            continue
        with open(path, encoding='utf-8') as stream:
            before = stream.read()
        after = align(before)
        if after == before:
            continue
        if check:
            lines = zip(before.split('\n'), after.split('\n'))
            number = next(i for i, (old, new) in enumerate(lines, 1) if old != new)
            print(f'{path}:{number}: parameters out of their columns')
            status = 1
        else:
            with open(path, 'w', encoding='utf-8') as stream:
                stream.write(after)
    return status


if __name__ == '__main__':
    sys.exit(main())
