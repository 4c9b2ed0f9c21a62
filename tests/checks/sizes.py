#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints what is large, for whoever reads it: headers with many public functions, structs with many members,
types with many booleans, long functions. It fails only if a function is longer than MOST_LINES, because
authors stop exactly at a limit.

What does not count:
- G_DECLARE_… in a header, and the parent of an object;
- the template children of a widget: the members that gtk_widget_class_bind_template_child() binds;
- vtables: class structs, interface structs, and structs whose members are all functions;
- structs of options: their name ends in Options. They say what somebody wants, and have no state;
- the rows of a `static const` table in a function: they are data.

A struct or union inside a struct counts with its members. So does a struct of the same file that only one
other struct contains. A bit field of one bit is a boolean. So is each flag of an enum that a source file
keeps for itself.
"""

import re

from common import SOURCE, at, files, finish, offence, text_of, without_literals

MOST_LINES = 100
# From these sizes on, a thing is printed.
LARGE = {'functions': 16, 'members': 16, 'booleans': 4, 'lines': 61}
SHOWN = 12  # of each kind, the largest first

STRUCT = re.compile(r'\b(?:struct|union)(?:\s+(\w+))?\s*\{')
ENUM = re.compile(r'\benum(?:\s+\w+)?\s*\{([^}]*)\}\s*(\w*)')
FUNCTION_MEMBER = re.compile(r'\(\s*\*\s*(\w+)\s*\)\s*\(')
DECLARATOR = re.compile(r'(\w+)\s*((?:\[[^\]]*\]\s*)*)(:\s*\w+)?\s*$')
TEMPLATE_CHILD = re.compile(
    r'bind_template_child(?:_private)?\s*\(\s*\w+\s*,\s*\w+\s*,\s*(\w+)')
TABLE = re.compile(r'^ +static const .*\[\](?:\[[^\]]*\])? = \{$|^ +\} \w+\[\] = \{$')


def blank(text):
    return re.sub(r'[^\n]', ' ', text)


def code_of(text):
    """C without comments, what literals hold, and directives."""
    return re.sub(r'^[ \t]*#(?:\\\n|[^\n])*', lambda match: blank(match.group(0)),
                  without_literals(text), flags=re.M)


def parts(code, separator):
    """CODE, split at the separators that stand in no bracket."""
    found, depth, start = [], 0, 0
    for place, character in enumerate(code):
        if character in '({[':
            depth += 1
        elif character in ')}]':
            depth -= 1
        elif character == separator and depth == 0:
            found.append(code[start:place])
            start = place + 1
    return found + [code[start:]]


def end_of(code, brace):
    depth = 0
    for place in range(brace, len(code)):
        depth += {'{': 1, '}': -1}.get(code[place], 0)
        if depth == 0:
            return place
    return len(code)


def structs_of(code):
    """For each struct with a body: its name, its body and the place of its first character."""
    place = 0
    while match := STRUCT.search(code, place):
        end = end_of(code, match.end() - 1)
        after = re.match(r'\s*(\w*)', code[end + 1:]).group(1)
        yield (match.group(1) or after or 'a struct').lstrip('_'), code[match.end():end], match.start()
        place = end


def members_of(body):
    """Pairs of a member's name and its type; 'boolean' and 'function' are types of their own."""
    found = []
    for declaration in parts(body, ';'):
        declaration = declaration.strip()
        inner = STRUCT.match(declaration)
        if inner:
            found += members_of(declaration[inner.end():end_of(declaration, inner.end() - 1)])
        elif FUNCTION_MEMBER.search(declaration):
            found.append((FUNCTION_MEMBER.search(declaration).group(1), 'function'))
        elif declaration:
            type_name = None
            for piece in parts(declaration, ','):
                match = DECLARATOR.search(piece.strip())
                if type_name is None:
                    type_name = piece.strip()[:match.start()].strip()
                is_bit = (match.group(3) or '').lstrip(': ') == '1'
                is_boolean = type_name in ('gboolean', 'bool') and '*' not in piece
                found.append((match.group(1), 'boolean' if is_bit or is_boolean else type_name))
    return found


def flags_of(code):
    """For each enum of flags: its name and how many it has."""
    found = {}
    for body, name in ENUM.findall(code):
        if name and len(re.findall(r'=\s*1u?\s*<<', body)) > 1:
            found[name] = len(re.findall(r'=\s*1u?\s*<<', body))
    return found


def sizes_of_structs(code, own_flags):
    """For each struct that counts: its name, its place, its members and its booleans."""
    bodies = {name: (members_of(body), place) for name, body, place in structs_of(code)}
    children = set(TEMPLATE_CHILD.findall(code))
    flags = flags_of(code) if own_flags else {}
    contained = {}
    for name, (members, _) in bodies.items():
        for _, type_name in members:
            if type_name in bodies and type_name != name:
                contained.setdefault(type_name, set()).add(name)

    def count(name):
        n_members = n_booleans = 0
        for member, type_name in bodies[name][0]:
            if member in children or member in ('parent_instance', 'parent_class'):
                continue
            if contained.get(type_name) == {name}:
                inner = count(type_name)
                n_members, n_booleans = n_members + inner[0], n_booleans + inner[1]
            else:
                n_members += 1
                n_booleans += flags.get(type_name, type_name == 'boolean')
        return n_members, n_booleans

    for name, (members, place) in bodies.items():
        is_table = members and all(type_name == 'function' for _, type_name in members)
        if not is_table and not name.endswith(('Class', 'Interface', 'Options')):
            yield name, place, *count(name)


def public_functions(code):
    found = set()
    for declaration in parts(code, ';'):
        if not re.match(r'\s*(?:typedef|struct|enum|G_DECLARE|G_DEFINE)\b', declaration):
            match = re.search(r'\b(paddock_\w+)\s*\(', declaration)
            if match:
                found.add(match.group(1))
    return found


def functions_of(code):
    """For each function: its name, the line of its brace, and how many lines it has without tables."""
    lines = code.splitlines()
    opened = None
    for number, line in enumerate(lines, 1):
        if line == '{':
            opened, rows, in_table = number, 0, None
        elif opened is not None and line == '}':
            name = next((match.group(1) for back in range(opened - 2, -1, -1)
                         if (match := re.match(r'(\w+)[^;]*\(', lines[back]))), 'a function')
            yield name, opened, number - opened + 1 - rows
            opened = None
        elif opened is not None:
            if in_table is None and TABLE.match(line):
                in_table = len(line) - len(line.lstrip())
            elif in_table is not None:
                if line.strip() == '};' and len(line) - len(line.lstrip()) == in_table:
                    in_table = None
                else:
                    rows += 1


def sizes_of(name, text, in_source):
    """For each thing in a file that has a size: the kind of size, what it is called, its line, its size."""
    code = code_of(text)
    if in_source:
        if name.endswith('.h'):
            yield 'functions', '', 1, len(public_functions(code))
        for struct, place, n_members, n_booleans in sizes_of_structs(code, name.endswith('.c')):
            line = code.count('\n', 0, place) + 1
            yield 'members', struct, line, n_members
            yield 'booleans', struct, line, n_booleans
    for function, line, n_lines in functions_of(code):
        yield 'lines', function, line, n_lines


WHAT = {
    'functions': 'public functions', 'members': 'members', 'booleans': 'booleans of state',
    'lines': 'lines',
}


def measure(path, in_source, found):
    for kind, name, line, size in sizes_of(path.name, text_of(path), in_source):
        if size >= LARGE[kind]:
            found[kind].append((size, at(path, line), name or 'the header'))
        if kind == 'lines' and size > MOST_LINES:
            offence(at(path, line), f'{name} has {size} lines, at most {MOST_LINES}')


def check_that_sizes_are_found():
    members = ''.join(f'  int m{i};\n' for i in range(12))
    planted = {
        'paddock-a.h': ('G_DECLARE_FINAL_TYPE (PaddockA, paddock_a, PADDOCK, A, GObject)\n'
                        + ''.join(f'int paddock_a_{i} (void);\n' for i in range(16)),
                        {('functions', '', 16)}),
        'paddock-b.c': ('typedef struct {\n  int x, y;\n  gboolean a;\n} Inner;\n'
                        'struct _PaddockB {\n  GObject parent_instance;\n  Inner inner;\n'
                        '  struct { gboolean b; gboolean *other; } more;\n  guint c : 1;\n  gboolean d;\n'
                        + members + '};\n',
                        {('members', 'Inner', 3), ('booleans', 'Inner', 1),
                         ('members', 'PaddockB', 19), ('booleans', 'PaddockB', 4)}),
        'paddock-c.c': ('typedef enum {\n  ONE = 1 << 0,\n  TWO = 1 << 1,\n} Flags;\n'
                        'struct _PaddockC {\n  Flags flags;\n  GtkWidget *child;\n};\n'
                        'struct _PaddockCClass {\n' + members + members + '};\n'
                        'typedef struct {\n' + members + members + '} RunOptions;\n'
                        'typedef struct {\n  void (* open) (int x);\n  int (* close) (void);\n} Calls;\n'
                        'static void\nclass_init (void)\n{\n'
                        '  gtk_widget_class_bind_template_child (class, PaddockC, child);\n}\n',
                        {('members', 'PaddockC', 1), ('booleans', 'PaddockC', 2),
                         ('lines', 'class_init', 3)}),
        'test-d.c': ('static void\ntest_it (int   a,\n         char *b)\n{\n'
                     '  static const struct {\n    int row;\n  } rows[] = {\n    { 1 },\n    { 2 },\n'
                     '    { 3 },\n  };\n  const int x = 1;\n' + '  call ();\n' * 60 + '}\n',
                     {('lines', 'test_it', 67)}),
    }
    for name, (text, expected) in planted.items():
        in_source = name.startswith('paddock-')
        found = {(kind, thing, size) for kind, thing, _, size in sizes_of(name, text, in_source)}
        if found != expected:
            offence('tests/checks/sizes.py', f'planted {name}: found {sorted(found)}')


def lines_of(paths):
    return sum(text_of(path).count('\n') for path in paths)


def main():
    check_that_sizes_are_found()
    found = {kind: [] for kind in LARGE}
    for path in files('src', '.c', '.h'):
        measure(path, True, found)
    for path in files('tests', '.c', '.h'):
        measure(path, False, found)

    for kind, things in found.items():
        print(f'{len(things)} with {LARGE[kind]} {WHAT[kind]} or more')
        for size, place, name in sorted(things, reverse=True)[:SHOWN]:
            print(f'  {size:4} {place}: {name}')
    source = lines_of(files('src', '.c', '.h', '.ui'))
    tests = lines_of(files('tests', '.c', '.h', '.py', '.js', '.mjs'))
    print(f'{source} lines of source, {tests} of tests: {tests / max(source, 1):.2f}')
    finish()


if __name__ == '__main__':
    main()
