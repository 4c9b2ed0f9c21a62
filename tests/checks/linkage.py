#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`paddock` and its service run without a display, so they are not linked with GTK. There is one `paddock`
for each server of a host, so it also does without SQLite and libsoup. And every source is compiled with
the project's warnings."""

import json
import re
import subprocess

from common import BUILD, SOURCE, finish, offence

DISPLAY = re.compile(r'lib(?:gtk|gdk|gsk|adwaita|X11|wayland|cairo|pango|graphene)[\w.-]*', re.I)
# Libraries that `paddock run` must not load, because of memory and start-up time.
HEAVY = re.compile(DISPLAY.pattern + r'|lib(?:sqlite|soup)[\w.-]*', re.I)
WARNINGS = ['-Wall', '-Wextra', '-Wshadow', '-Wmissing-prototypes', '-Wvla', '-Wformat=2',
            '-Wformat-signedness', '-Wswitch-enum', '-Wswitch-default']
# The one file that checks for versions newer than the oldest supported ones.
COMPAT = 'src/ui/paddock-compat.c'


def needed_by(program):
    """What the program itself names, and what the libraries bring."""
    named = subprocess.run(['readelf', '--dynamic', BUILD / program], capture_output=True, text=True,
                           check=False)
    loaded = subprocess.run(['ldd', BUILD / program], capture_output=True, text=True, check=False)
    if named.returncode != 0 or loaded.returncode != 0:
        offence(program, named.stderr.strip() or loaded.stderr.strip() or 'is not built')
        return '', ''
    return '\n'.join(re.findall(r'\(NEEDED\).*\[(.*)\]', named.stdout)), loaded.stdout


def check_libraries():
    for program, pattern in (('src/cli/paddock', HEAVY), ('src/daemon/paddock-service', DISPLAY),
                             ('src/http/paddock-remote', DISPLAY)):
        named, loaded = needed_by(program)
        for name in sorted({match.group(0) for match in pattern.finditer(named + loaded)}):
            offence(program, f'needs {name}')
        if 'libgio' not in named:
            offence(program, 'does not even need GIO: was the right file looked at?')
    if 'libsqlite3' not in needed_by('src/daemon/paddock-service')[0]:
        offence('src/daemon/paddock-service', 'does not need SQLite: what keeps the data?')
    if 'libsoup' not in needed_by('src/http/paddock-remote')[0]:
        offence('src/http/paddock-remote', 'does not need libsoup: what speaks HTTP?')


def check_warnings():
    with open(BUILD / 'compile_commands.json', encoding='utf-8') as stream:
        commands = json.load(stream)
    seen = 0
    for entry in commands:
        match = re.search(r'(?:^|/)(src/[\w-]+/paddock-[^/]*\.c)$', entry['file'])
        if not match or not (SOURCE / match.group(1)).exists():
            continue
        seen += 1
        words = set(entry['command'].split())
        for warning in WARNINGS:
            if warning not in words and f"'{warning}'" not in words:
                offence(match.group(1), f'is compiled without {warning}')
        if match.group(1) != COMPAT:
            for library in ('GLIB', 'GDK', 'ADW'):
                if f'-D{library}_VERSION_MAX_ALLOWED=' not in entry['command']:
                    offence(match.group(1), f'is not held to the floor of {library}: c_args floor_args')
        if re.search(r'\s-w\s|-Wno-(?!unused-parameter|missing-field-initializers)',
                     entry['command']):
            offence(match.group(1), 'has warnings switched off')
    if seen == 0:
        offence('src', 'no file was looked at')


def main():
    check_libraries()
    check_warnings()
    finish()


if __name__ == '__main__':
    main()
