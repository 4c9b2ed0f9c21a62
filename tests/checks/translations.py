#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each language of po/LINGUAS has every text of today's sources, none of them fuzzy or broken."""

import os
import subprocess
import tempfile

from common import SOURCE, files, finish, offence, text_of

# As meson's preset 'glib' calls it (po/meson.build).
XGETTEXT = [
    'xgettext', '--from-code=UTF-8', '--add-comments',
    '--keyword=_', '--keyword=N_', '--keyword=C_:1c,2', '--keyword=NC_:1c,2',
    '--keyword=g_dcgettext:2', '--keyword=g_dngettext:2,3', '--keyword=g_dpgettext2:2c,3',
    '--flag=N_:1:pass-c-format', '--flag=C_:2:pass-c-format', '--flag=NC_:2:pass-c-format',
    '--flag=g_dngettext:2:pass-c-format', '--flag=g_strdup_printf:1:c-format',
    '--flag=g_string_printf:2:c-format', '--flag=g_string_append_printf:2:c-format',
    '--flag=g_error_new:3:c-format', '--flag=g_set_error:4:c-format',
]


def run(*arguments):
    return subprocess.run(arguments, cwd=SOURCE, capture_output=True, text=True, check=False,
                          env={**os.environ, 'LC_ALL': 'C.UTF-8'})


def main():
    languages = [line.strip() for line in text_of(SOURCE / 'po/LINGUAS').splitlines()
                 if line.strip() and not line.startswith('#')]
    if languages != sorted(set(languages)):
        offence('po/LINGUAS', 'keep it sorted, each language once')
    for path in files('po', '.po'):
        if path.stem not in languages:
            offence(path, 'is not in po/LINGUAS')

    with tempfile.TemporaryDirectory() as scratch:
        template = f'{scratch}/paddock.pot'
        done = run(*XGETTEXT, '--files-from=po/POTFILES', '-o', template)
        if done.returncode != 0:
            offence('po/POTFILES', done.stderr.strip())
            finish()
        for language in languages:
            path = f'po/{language}.po'
            if not (SOURCE / path).exists():
                offence(path, 'is not there, but in po/LINGUAS')
                continue
            done = run('msgfmt', '--check', '--check-accelerators=_', '--statistics',
                       '-o', '/dev/null', path)
            print(f'{path}: {done.stderr.strip()}')
            if done.returncode != 0:
                offence(path, done.stderr.strip())
            if 'fuzzy' in done.stderr or 'untranslated' in done.stderr:
                offence(path, f'is not complete: {done.stderr.strip()}')
            done = run('msgcmp', path, template)
            if done.returncode != 0:
                offence(path, 'lacks texts of the sources (meson compile paddock-update-po):\n'
                        + done.stderr.strip())
            obsolete = run('msgattrib', '--only-obsolete', path).stdout
            if '#~' in obsolete:
                offence(path, 'has texts that no source has (msgattrib --no-obsolete)')
    finish()


if __name__ == '__main__':
    main()
