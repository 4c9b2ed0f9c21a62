#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder of src includes headers of itself and of the folders below it, and no others.

Held twice: the includes are read, and for each pair of folders a file with a forbidden include is
really compiled, with the arguments with which the folder's own files are: it must fail, where the
same file with an allowed include must not.
"""

import json
import os
import re
import shlex
import subprocess
import tempfile

from common import BUILD, SOURCE, at, files, finish, offence, text_of, without_comments

# The dependency order of the design; src/README.md explains it.
BELOW = {
    'base': [],
    'model': ['base'],
    'store': ['model'],
    'watch': ['base'],
    'rpc': ['base'],
    'bus': ['model'],
    'service': ['model', 'store', 'watch', 'rpc', 'bus'],
    'proxy': ['model', 'rpc'],
    'client': ['model', 'bus'],
    'ui': ['client'],
    'cli': ['proxy', 'client'],
    'serve': ['service', 'cli'],
    'http': ['cli'],
    'host': ['base'],
}

# Libraries that only some folders may know of, whether they come with the include path or not.
ONLY_IN = {
    r'(gtk|gdk|gsk|graphene)/|gtk\.h|adwaita\.h': {'ui'},
    r'sqlite3\.h': {'store'},
    r'libsoup/': {'http'},
    r'json-glib/': {'rpc', 'service', 'proxy', 'cli'},
}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)


def allowed(folder):
    """The folders that FOLDER may include: itself, and all below it."""
    seen = set()
    waiting = [folder]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += BELOW[name]
    return seen


def read_includes():
    owner = {path.name: path.parent.name for path in files('src', '.h')}
    for path in files('src', '.c', '.h'):
        folder = path.relative_to(SOURCE / 'src').parts[0]
        if folder not in BELOW:
            offence(path, 'this folder has no place in the order of tests/checks/layering.py')
            continue
        code = without_comments(text_of(path))
        for match in INCLUDE.finditer(code):
            place = at(path, code.count('\n', 0, match.start()) + 1)
            quote, name = match.groups()
            if quote == '"' and '/' in name:
                offence(place, f'"{name}": a header of Paddock is included by its bare name')
            elif name in owner and owner[name] not in allowed(folder):
                offence(place, f'{folder} must not know of "{name}", which is in {owner[name]}')
            for pattern, folders in ONLY_IN.items():
                if re.match(pattern, name) and folder not in folders:
                    offence(place, f'<{name}> is only for {", ".join(sorted(folders))}')


def arguments_of():
    """The include and define arguments with which each folder is compiled."""
    with open(BUILD / 'compile_commands.json', encoding='utf-8') as stream:
        commands = json.load(stream)
    found = {}
    for entry in commands:
        match = re.search(r'(?:^|/)src/(\w+)/paddock-[^/]*\.c$', entry['file'])
        # Not what a tool made: that lies in the build directory.
        if (not match or match.group(1) in found
                or not (SOURCE / match.group(0).lstrip('/')).exists()):
            continue
        words = shlex.split(entry['command'])
        # Meson puts ccache before the compiler where there is one.
        compiler = next(word for word in words if os.path.basename(word) not in ('ccache', 'sccache'))
        kept = [compiler]
        for index, word in enumerate(words):
            if word.startswith(('-I', '-D', '-std=')) or word == '-pthread':
                kept.append(word)
            elif word in ('-isystem', '-include'):
                kept += words[index:index + 2]
        found[match.group(1)] = (entry['directory'], kept)
    return found


def compile_includes(headers):
    probes = []     # (folder, header, must compile)
    folders = arguments_of()
    one_of = {folder: names[0] for folder, names in headers.items() if names}
    for folder in folders:
        for other, header in one_of.items():
            if other != folder:
                probes.append((folder, header, other in allowed(folder)))
        if folder != 'ui':
            probes.append((folder, 'gtk/gtk.h', False))
    missing = set(one_of) - set(folders) - {'ui'}
    for folder in sorted(missing):
        offence(f'src/{folder}', 'nothing of this folder is compiled')

    with tempfile.TemporaryDirectory() as scratch:
        for number, (folder, header, must_compile) in enumerate(probes):
            directory, arguments = folders[folder]
            probe = f'{scratch}/probe-{number}.c'
            with open(probe, 'w', encoding='utf-8') as stream:
                stream.write(f'#include "{header}"\n')
            # Preprocessing finds headers as compiling does.
            done = subprocess.run([*arguments, '-E', '-o', '/dev/null', probe], cwd=directory,
                                  capture_output=True, text=True, check=False)
            if must_compile and done.returncode != 0:
                offence(f'src/{folder}', f'cannot include {header}: {done.stderr.strip()}')
            elif not must_compile and done.returncode == 0:
                offence(f'src/{folder}', f'can include {header}, and must not')
            elif not must_compile and 'No such file' not in done.stderr:
                offence(f'src/{folder}', f'{header}: fails for another reason: {done.stderr}')
    print(f'{len(probes)} includes compiled, '
          f'{sum(1 for probe in probes if not probe[2])} of them forbidden')


def main():
    read_includes()
    headers = {}
    for path in files('src', '.h'):
        headers.setdefault(path.parent.name, []).append(path.name)
    compile_includes(headers)
    finish()


if __name__ == '__main__':
    main()
