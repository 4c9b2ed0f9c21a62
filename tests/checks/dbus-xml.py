#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Code can be generated from the D-Bus interfaces in data/. Each method, signal and property has a comment
before it."""

import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

from common import files, finish, offence, text_of

TYPE = re.compile(r'^(?:[ybnqiuxtdsogvh]|a(?:[ybnqiuxtdsogvh]|[a({].*)|[({].*[)}])+$')


def check_documented(path):
    builder = ElementTree.TreeBuilder(insert_comments=True)
    root = ElementTree.fromstring(text_of(path), ElementTree.XMLParser(target=builder))
    for interface in root.iter('interface'):
        comment = ''
        names = set()
        for child in interface:
            if child.tag is ElementTree.Comment:
                comment = child.text
                continue
            name = f'{interface.get("name")}.{child.get("name")}'
            if len(comment.strip()) < 10:
                offence(path, f'{name}: say in a comment before it what it is for')
            if (child.tag, name) in names:
                offence(path, f'{name}: is there twice')
            names.add((child.tag, name))
            for argument in child.iter('arg'):
                if not argument.get('name'):
                    offence(path, f'{name}: an argument has no name')
            for typed in [child, *child.iter('arg')]:
                if typed.get('type') is not None and not TYPE.match(typed.get('type')):
                    offence(path, f'{name}: "{typed.get("type")}" is not a D-Bus type')
            comment = ''


def main():
    paths = [path for path in files('data', '.xml') if '<interface ' in text_of(path)]
    if not paths:
        offence('data', 'there is no D-Bus interface')
    for path in paths:
        check_documented(path)
        with tempfile.TemporaryDirectory() as scratch:
            done = subprocess.run(['gdbus-codegen', '--generate-c-code', f'{scratch}/code', path],
                                  capture_output=True, text=True, check=False)
        if done.returncode != 0 or done.stderr.strip():
            offence(path, done.stderr.strip())
    finish()


if __name__ == '__main__':
    main()
