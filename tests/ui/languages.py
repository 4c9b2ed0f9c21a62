# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The languages of the tested window, and one that nobody speaks. Its texts are longer, have accents, and
are in brackets. So texts that translators never got are visible."""

import glob
import os
import re
import shutil
import subprocess

import filesystems

# Paddock is not translated into Hebrew. GTK is, and mirrors the window, but only for a program that has
# translations itself. So Paddock gets empty ones.
RIGHT_TO_LEFT = "he"
EMPTY = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'

PSEUDO = "tlh"  # a language that GTK does not speak
_PSEUDO_HEADER = (r"Content-Type: text/plain; charset=UTF-8\n"
                  r"Plural-Forms: nplurals=2; plural=(n != 1);\n")
_ACCENTS = str.maketrans("aceinouyAEINOUYW", "áčéíñóúýÁÉÍÑÓÚÝŴ")
# Code, and not text: placeholders, markup, entities, escapes of the file, mnemonics.
_CODE = re.compile(r"(%(?:\d+\$)?[-+ 0#]*\d*(?:\.\d+)?[a-zA-Z%]|<[^>]*>|&[a-z]+;|\\.|\{[a-z]*\}|_\w)")
_MESSAGE = re.compile(r'^(?:#.*\n)*(?:msgctxt (?P<context>(?:".*"\n)+))?'
                      r'msgid (?P<one>(?:".*"\n)+)(?:msgid_plural (?P<many>(?:".*"\n)+))?msgstr', re.M)


def install(desk, more=()):
    """Installs the built translations where an installed Paddock looks for them; with more languages, each
    a code and the text of a .po file."""
    built, place = os.environ["PADDOCK_PO"], os.environ["PADDOCK_LOCALE_DIR"]
    above = place
    while not os.path.isdir(above):
        above = os.path.dirname(above)
    scratch = os.path.join(desk.directory, "overlay")
    os.mkdir(scratch)
    filesystems.overlay(above, scratch)
    for path in glob.glob(os.path.join(built, "*", "LC_MESSAGES", "paddock.mo")):
        target = os.path.join(place, os.path.relpath(path, built))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(path, target)
    for code, text in more:
        folder = os.path.join(place, code, "LC_MESSAGES")
        os.makedirs(folder, exist_ok=True)
        subprocess.run(["msgfmt", "-o", os.path.join(folder, "paddock.mo"), "-"], check=True,
                       input=text, text=True)


def pseudo_text(text):
    """A fake translation: a third longer, and recognizable."""
    parts = _CODE.split(text)
    said = "".join(part if index % 2 else part.translate(_ACCENTS) for index, part in enumerate(parts))
    if text.endswith(r"\n"):
        return pseudo_text(text[:-2]) + r"\n"
    longer = " ".join(["øñé", "ťwø", "ťhřéé", "ƒøúř", "ƒíṽé", "šíẋ"] * 20)[:max(1, len(text) // 3)].strip()
    return "⟦%s %s⟧" % (said, longer) if longer else "⟦%s⟧" % said


def _joined(lines):
    return "".join(line[1:-1] for line in lines.split("\n") if line)


def pseudo_file(path):
    """Makes a complete .po file into one of the fake language."""
    with open(path, encoding="utf-8") as stream:
        source = stream.read()
    lines = ['msgid ""\nmsgstr "%s"\n' % _PSEUDO_HEADER]
    for message in _MESSAGE.finditer(source):
        one = _joined(message["one"])
        if not one:
            continue
        if message["context"]:
            lines.append("msgctxt " + message["context"].rstrip("\n"))
        lines.append('msgid "%s"' % one)
        if message["many"]:
            many = _joined(message["many"])
            lines.append('msgid_plural "%s"' % many)
            lines += ['msgstr[0] "%s"' % pseudo_text(one), 'msgstr[1] "%s"\n' % pseudo_text(many)]
        else:
            lines.append('msgstr "%s"\n' % pseudo_text(one))
    return "\n".join(lines)
