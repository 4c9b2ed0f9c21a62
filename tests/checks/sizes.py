#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions stay small enough to be read, and tests keep up with the source."""

import re

from common import at, files, finish, offence, text_of, without_literals

MOST_FUNCTION_LINES = 80
TEST_RATIO = 0.7


def lines_of(paths):
    return sum(text_of(path).count('\n') for path in paths)


def check_functions(path):
    """A function's brace opens and closes in the first column; nothing else's does but types'."""
    lines = without_literals(text_of(path)).splitlines()
    opened = None
    for number, line in enumerate(lines, 1):
        if line == '{':
            opened = number
        elif line.startswith('}') and opened is not None:
            length = number - opened + 1
            if line == '}' and length > MOST_FUNCTION_LINES:
                name = re.match(r'\w*', lines[opened - 2] if opened > 1 else '').group(0)
                offence(at(path, opened),
                        f'{name or "a function"} of {length} lines, at most {MOST_FUNCTION_LINES}')
            opened = None


def main():
    for path in files('src', '.c') + files('tests', '.c'):
        check_functions(path)

    source = lines_of(files('src', '.c', '.h', '.ui'))
    tests = lines_of(files('tests', '.c', '.h', '.py', '.js', '.mjs'))
    print(f'{source} lines of source, {tests} of tests: {tests / max(source, 1):.2f}')
    if tests < TEST_RATIO * source:
        offence('tests', f'{tests} lines for {source} of source: less than {TEST_RATIO}')
    finish()


if __name__ == '__main__':
    main()
