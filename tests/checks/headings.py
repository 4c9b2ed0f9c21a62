#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each file names its authors and its license. A C file then defines its log domain, and a header guards
itself. No file in the repository names a package registry's host."""

import json
import re

from common import SOURCE, at, files, finish, offence, text_of

SPDX = re.compile(r'SPDX-License-Identifier: (?:GPL-3\.0-or-later|CC0-1\.0|CC-BY-SA-4\.0)\b')
NEEDS = ('.c', '.h', '.ui', '.py', '.js', '.mjs', '.sh', '.xml', '.in', '.svg', '.css', '.cfg')
C_HEAD = '/* SPDX-License-Identifier: GPL-3.0-or-later\n * Copyright The Paddock developers\n */\n'


def main():
    folders = ['src', 'tests', 'data', 'build-aux', 'po']
    for path in [path for folder in folders for path in files(folder)]:
        name = path.name
        text = None
        if path.suffix in NEEDS or name == 'meson.build' or path.parent.name == 'build-aux':
            text = text_of(path)
            if path.suffix not in ('.supp', '.json') and not SPDX.search(text[:600]):
                offence(path, 'has no SPDX line')
        if path.suffix in ('.c', '.h'):
            if not text.startswith(C_HEAD):
                offence(path, 'does not begin with the licence and copyright lines')
            if path.suffix == '.h' and '\n#pragma once\n' not in text:
                offence(path, 'has no #pragma once')
            folder = path.relative_to(SOURCE).parts[:2]
            # src/host has no library to log with.
            if path.suffix == '.c' and folder[0] == 'src' and folder[1] != 'host':
                first = re.search(r'^#.*$', text, re.M)
                if not first or not first.group(0).startswith('#define G_LOG_DOMAIN "paddock'):
                    offence(path, 'begin with #define G_LOG_DOMAIN, before any include')

    for path in files('tests', 'package-lock.json'):
        for name, package in json.loads(text_of(path)).get('packages', {}).items():
            if 'resolved' in package:
                offence(path, f'{name} names a host: npm install --omit-lockfile-registry-resolved')
                break
            if name.startswith('node_modules/') and 'integrity' not in package:
                offence(path, f'{name} has no integrity')
    for path in files('tests', '.npmrc'):
        for number, line in enumerate(text_of(path).splitlines(), 1):
            if line.startswith(('registry', '@')):
                offence(at(path, number), 'names a registry')
    finish()


if __name__ == '__main__':
    main()
