#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""build-aux/run builds each program that Paddock starts.

    build-run.py SOURCE BUILD
"""

import re

from common import SOURCE, finish, offence

# Only for programs that run outside of a sandbox.
NOT_BUILT = {'paddock-host'}


def main():
    script = (SOURCE / 'build-aux' / 'run').read_text(encoding='utf-8')
    built = set(re.findall(r'\bsrc/([a-z]+/paddock[a-z-]*)', script))
    for rules in sorted((SOURCE / 'src').glob('*/meson.build')):
        for name in re.findall(r"executable\('(paddock[a-z-]*)'", rules.read_text(encoding='utf-8')):
            if name not in NOT_BUILT and f'{rules.parent.name}/{name}' not in built:
                offence(SOURCE / 'build-aux' / 'run', f'{name} is not built')
    finish()


main()
