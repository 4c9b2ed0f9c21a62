# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks share: where the files are, and how to report an offence.

A check is a script with two arguments, the source directory and the build directory. It prints one line for
each offence, which also says what to do. If there is one, it exits with 1.
"""

import pathlib
import re
import sys

SOURCE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else '.').resolve()
BUILD = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else '_build').resolve()

# The rules do not apply to files that a tool made.
MADE = {'node_modules', '__pycache__', '.git', 'subprojects'}

_offences = []


def offence(place, text):
    """Notes an offence at PLACE, a path or a path with a line number."""
    if isinstance(place, pathlib.Path) and place.is_relative_to(SOURCE):
        place = place.relative_to(SOURCE)
    _offences.append(f'{place}: {text}')


def at(path, number):
    return f'{path.relative_to(SOURCE)}:{number}'


def finish():
    for line in _offences:
        print(line)
    sys.exit(1 if _offences else 0)


def files(folder, *suffixes):
    """The files below FOLDER with one of the suffixes, in a stable order."""
    found = []
    for path in sorted((SOURCE / folder).rglob('*')):
        parts = path.relative_to(SOURCE).parts
        if any(part in MADE or part.startswith('_build') for part in parts):
            continue
        if path.is_file() and (not suffixes or path.name.endswith(suffixes)):
            found.append(path)
    return found


def text_of(path):
    return path.read_text(encoding='utf-8')


_COMMENT_OR_LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def without_comments(code):
    """C without its comments; lines keep their numbers, literals stay."""
    def blank(match):
        piece = match.group(0)
        return re.sub(r'[^\n]', ' ', piece) if piece.startswith('/') else piece
    return _COMMENT_OR_LITERAL.sub(blank, code)


def without_literals(code):
    """C without its comments and without what its literals hold."""
    def blank(match):
        piece = match.group(0)
        if piece.startswith('/'):
            return re.sub(r'[^\n]', ' ', piece)
        return piece[0] + ' ' * (len(piece) - 2) + piece[-1]
    return _COMMENT_OR_LITERAL.sub(blank, code)
