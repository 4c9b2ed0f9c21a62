#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of src/model/paddock-sensitive.c out of data/sensitive-files.txt.

    sensitive-table.py IN OUT

A line that is none ends the build: a pattern that cannot match would be a secret that is read.
"""
import sys

KINDS = ('secret', 'environment', 'private-key', 'key-store', 'credentials', 'history', 'browser', 'mail')


def fail(number, problem):
    sys.exit(f'sensitive-files.txt:{number}: {problem}')


def entry(number, line):
    kind, _, pattern = line.partition(' ')
    if kind not in KINDS:
        fail(number, f'no such kind: {kind}')
    is_exception = pattern.startswith('!')
    pattern = pattern.removeprefix('!')
    names = pattern.removeprefix('~/').removeprefix('/').removesuffix('/').split('/')
    if not pattern.isascii() or not pattern.isprintable() or pattern != pattern.strip() or '\\' in pattern:
        fail(number, 'a pattern is printable ASCII without backslash')
    if any(name in ('', '.', '..', '*') for name in names):
        fail(number, 'a component that is empty, dots, or anything')
    quoted = pattern.replace('"', '\\"')
    return is_exception, kind, f'  {{ PADDOCK_SENSITIVE_{kind.upper().replace("-", "_")}, "{quoted}" }},\n'


def main():
    tables = {False: [], True: []}
    seen = set()
    with open(sys.argv[1], encoding='ascii') as lines:
        for number, line in enumerate(lines, 1):
            line = line.rstrip('\n')
            if not line or line.startswith('#'):
                continue
            if line.lower() in seen:
                fail(number, 'twice')
            seen.add(line.lower())
            is_exception, _, text = entry(number, line)
            tables[is_exception].append(text)
    with open(sys.argv[2], 'w', encoding='ascii') as out:
        out.write('/* Made from data/sensitive-files.txt. */\n')
        for is_exception, name in ((False, 'sensitive_patterns'), (True, 'sensitive_exceptions')):
            out.write(f'static const PaddockSensitivePattern {name}[] = {{\n')
            out.writelines(tables[is_exception])
            out.write('};\n')


main()
