#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder of src includes headers of itself and of the folders below it, and no others. Inside a folder
no includes run in a circle.

The check holds the order of the folders twice. It reads the includes. And for each pair of folders it
compiles a file with an include, with the arguments of the folder's own files: a forbidden include must fail,
and an allowed one must not.

A circle is one of modules: paddock-NAME.c, paddock-NAME.h and paddock-NAME-private.h are one module.
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
    'box': ['base'],
    'model': ['base'],
    'store': ['model'],
    'watch': ['base'],
    'rpc': ['base'],
    'bus': ['model'],
    'core': ['model', 'store', 'watch', 'bus'],
    'reading': ['core'],
    'sessions': ['reading', 'rpc'],
    'control': ['sessions'],
    'relay': ['box', 'model', 'rpc'],
    'mcp-server': ['rpc'],
    'apps': ['model'],
    'client': ['model', 'bus', 'apps'],
    'ui': ['client'],
    'cli': ['relay', 'mcp-server', 'client'],
    'daemon': ['control', 'cli'],
    'http': ['cli'],
    'host': ['base'],
}

# Libraries that only some folders may know of, whether they come with the include path or not.
ONLY_IN = {
    r'(gtk|gdk|gsk|graphene)/|gtk\.h|adwaita\.h': {'ui'},
    r'sqlite3\.h': {'store'},
    r'libsoup/': {'http'},
    r'yaml\.h': {'apps'},
    r'json-glib/': {'rpc', 'sessions', 'relay', 'mcp-server', 'cli'},
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


def module_of(name):
    """The module of a file: its name without what all names have."""
    return re.sub(r'^paddock-|(-private)?\.[ch]$', '', name)


def includes_between_modules(sources):
    """For each module, the other modules that its files include; SOURCES are pairs of a name and a text."""
    modules = {module_of(name): set() for name, _ in sources}
    owners = {name: module_of(name) for name, _ in sources if name.endswith('.h')}
    for name, text in sources:
        for _, included in INCLUDE.findall(without_comments(text)):
            if included in owners and owners[included] != module_of(name):
                modules[module_of(name)].add(owners[included])
    return modules


def find_circles(modules):
    """The sets of modules that reach each other by includes."""
    reached = {}
    for module in modules:
        reached[module] = set()
        waiting = list(modules[module])
        while waiting:
            other = waiting.pop()
            if other not in reached[module]:
                reached[module].add(other)
                waiting += modules[other]
    circles = []
    for module in sorted(modules):
        circle = {other for other in reached[module] if module in reached[other]}
        if circle and circle not in circles:
            circles.append(circle)
    return circles


def check_circles():
    for folder in sorted(BELOW):
        sources = [(path.name, text_of(path)) for path in files(f'src/{folder}', '.c', '.h')]
        for circle in find_circles(includes_between_modules(sources)):
            offence(f'src/{folder}', f'includes run in a circle: {", ".join(sorted(circle))}')


def check_that_circles_are_found():
    planted = [('paddock-one.h', '#include "paddock-two.h"\n'),
               ('paddock-one.c', '#include "paddock-one.h"\n'),
               ('paddock-two.h', ''),
               ('paddock-two.c', '#include "paddock-three.h"\n'),
               ('paddock-three.h', ''),
               ('paddock-four.c', '#include "paddock-one.h"\n'),
               ('paddock-three-private.h', '#include "paddock-one.h"\n')]
    if find_circles(includes_between_modules(planted)) != [{'one', 'two', 'three'}]:
        offence('tests/checks/layering.py', 'a planted circle is not found')
    if find_circles(includes_between_modules(planted[:-1])):
        offence('tests/checks/layering.py', 'a circle is found where there is none')


def arguments_of():
    """The include and define arguments with which each folder is compiled."""
    with open(BUILD / 'compile_commands.json', encoding='utf-8') as stream:
        commands = json.load(stream)
    found = {}
    for entry in commands:
        match = re.search(r'(?:^|/)src/([\w-]+)/paddock-[^/]*\.c$', entry['file'])
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
    check_that_circles_are_found()
    check_circles()
    headers = {}
    for path in files('src', '.h'):
        headers.setdefault(path.parent.name, []).append(path.name)
    compile_includes(headers)
    finish()


if __name__ == '__main__':
    main()
