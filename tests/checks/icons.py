#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each symbolic icon that the window names is in its own resource, or in the Adwaita theme. GTK draws an
unknown name as a broken picture."""

import pathlib
import re

from common import SOURCE, at, files, finish, offence, text_of

THEME = pathlib.Path('/usr/share/icons/Adwaita')
OWN = SOURCE / 'data' / 'icons' / 'hicolor'
NAME = re.compile(r'["> ]([a-zA-Z0-9_.-]+-symbolic)(?=["<])')


def main():
    resource = text_of(SOURCE / 'src' / 'ui' / 'paddock.gresource.xml')
    own = {path.stem for path in OWN.rglob('*-symbolic.svg')}
    for name in sorted(own):
        if f'/{name}.svg">' not in resource:
            offence(OWN, f'{name} is not in src/ui/paddock.gresource.xml')
    known = own | {path.name.split('.')[0] for path in THEME.rglob('*-symbolic*')}
    if len(known) == len(own):
        return  # The theme is not installed.
    for path in files('src/ui', '.c', '.ui'):
        for number, line in enumerate(text_of(path).splitlines(), 1):
            for name in NAME.findall(line):
                if name not in known:
                    offence(at(path, number), f'{name} is neither in data/icons nor in the Adwaita theme')


main()
finish()
