#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""shellcheck has no warning about the shell scripts."""

import shutil
import subprocess
import sys

from common import SOURCE, files, finish, offence


def main():
    if not shutil.which('shellcheck'):
        print('skipped: there is no shellcheck')
        sys.exit(77)
    scripts = [path for folder in ('build-aux', 'tests', '.ci') for path in files(folder)
               if path.suffix in ('.sh', '') and (path.suffix == '.sh'
                                                  or path.read_bytes().startswith(b'#!/bin/'))]
    done = subprocess.run(['shellcheck', '--external-sources', '--severity=warning', '--format=gcc',
                           *scripts], cwd=SOURCE, capture_output=True, text=True, check=False)
    for line in (done.stdout + done.stderr).splitlines():
        place, _, text = line.partition(': ')
        offence(place.replace(f'{SOURCE}/', ''), text)
    finish()


if __name__ == '__main__':
    main()
