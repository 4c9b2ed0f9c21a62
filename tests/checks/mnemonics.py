#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No two texts that are shown together have the same underlined letter, in any language. Otherwise GTK only
moves the focus from one to the other."""

import gettext
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

from common import SOURCE, files, finish, offence, text_of

WINDOW = SOURCE / 'src/ui/paddock-window.ui'


def labels_of(element):
    """The texts with an underlined letter in an element, without those in its menus."""
    found = [element.text] if element.get('translatable') == 'yes' and \
        re.search(r'_\w', element.text or '') else []
    for child in element:
        if child.tag != 'menu':
            found += labels_of(child)
    return found


def groups():
    """(where, texts that are shown together). A page is shown in the window."""
    trees = {path: ElementTree.parse(path).getroot() for path in files('src/ui', '.ui')}
    for path, tree in trees.items():
        for menu in tree.iter('menu'):
            yield path, labels_of(menu)
        around = labels_of(trees[WINDOW]) if path.name.endswith('-page.ui') else []
        yield path, around + labels_of(tree)


def languages():
    """(name, translation of a text), the sources' own language first."""
    yield 'English', lambda text: text
    with tempfile.TemporaryDirectory() as scratch:
        for path in files('po', '.po'):
            subprocess.run(['msgfmt', '-o', f'{scratch}/{path.stem}.mo', str(path)], check=True)
            with open(f'{scratch}/{path.stem}.mo', 'rb') as stream:
                yield path.stem, gettext.GNUTranslations(stream).gettext


def main():
    together = list(groups())
    if not any(len(texts) > 5 for _, texts in together) or '<menu' not in text_of(WINDOW):
        offence(WINDOW, 'no texts were found in it: this check looks at nothing')
    for language, translate in languages():
        for path, texts in together:
            letters = {}
            # The same text twice is the same thing at another place.
            for text in dict.fromkeys(texts):
                letter = re.search(r'_(\w)', translate(text))
                if letter is None:
                    offence(path, f'in {language} “{text}” has no letter')
                elif letters.setdefault(letter.group(1).lower(), text) != text:
                    offence(path, f'in {language} “{text}” has the letter of '
                            f'“{letters[letter.group(1).lower()]}”')
    finish()


if __name__ == '__main__':
    main()
