#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What people read stays plain: words that made them read a text twice do not come back.

The texts are those that translators get. For each word the list says what to write instead.
"""

import re

from common import finish, offence
from translations import XGETTEXT, run

# A regular expression -> what to write instead.
NOT_AGAIN = {
    r'\bcannot\b': "can't, in a contraction, with a typographic apostrophe",
    r'\b(?:is|are|was|were|do|does|did|has|have|had|could) not\b': 'a contraction',
    r'\bmay no longer\b': '"can no longer"',
    r'\b[Ww]hoever\b|\b[Nn]evertheless\b': 'who does what; "anyway"',
    r'\bby which\b|(?<!instead )\bof what\b|\bof whom\b': 'two sentences',
    r'\btick(?:s|ed)?\b': '"select"',
    r'\bsticks?\b': '"drives"',
    r'\blies in\b': '"is in" or "is inside"',
    r'\bput to (?:you|the user)\b': '"asks you" or "asks the user"',
    r'\btaken (?:back|from|away)\b': '"revoked", or who no longer sees it',
    r'\bput off\b': '"chose to answer later"',
    r'\btyped wrong\b|\bso many\b': 'what is wrong, or how many',
    r'\b(?:its|the|a) host\b(?!’s configuration)': '"app"',
    r'\bproves?\b|\b[Pp]roven\b|\b[Cc]laimed\b': '"verified", "not verified"',
    r'\bmay (?:still|keep|use|contain|be)\b': '"might", for a risk; "may" is a permission',
    r'\b[Ss]ees? (?:nothing|anything|everything)\b': '"sees no folders", "sees every folder in your list"',
    r'(?<!some or )\b[Aa]ll (?:your )?folders\b': '"every folder in your list"',
    r'“no folders”|\b[Ff]olders are turned off\b': '"folder sharing is turned off"',
    r'\b[Nn]obody\b|\b[Nn]o one\b': '"no server", or who does what',
    r'\b[Tt]he user\b': '"you"',
    r'\b[Hh]idden (?:from|until|while)\b': '"no server sees it"',
    r'\bcan (?:now|no longer) see\b': '"sees", "no longer sees"',
    r'\bouter folder\b|\bcontaining folder\b': '"parent folder"',
    r'\bis (?:gone|back)\b': '"is missing", "is available again"',
    r'\btime limit ended\b|\bsession (?:has )?ended\b': '"expired"; until when it was shared',
    r'\b[Ww]hile (?:Paddock’s|the) window is open\b': '"if Paddock can open its window"',
    r'\ba time such as\b': '"a time span such as"',
    r'\banother machine\b': '"another computer"',
    r'\blearns where\b|\bran without Paddock\b|\bof yours\b(?!\.| could pretend)': 'who tells whom what',
}

# What the texts are tested with: the check finds the first and not the second.
PLANTED = 'It cannot be read by whoever ticks it.', 'Paddock can’t read it. Select another.'


def texts():
    """The texts of the sources, each with the file that it is in."""
    done = run(*XGETTEXT, '--files-from=po/POTFILES', '--no-wrap', '-o', '-')
    if done.returncode != 0:
        offence('po/POTFILES', done.stderr.strip())
        finish()
    for block in done.stdout.split('\n\n'):
        place = re.search(r'^#: (\S+)', block, re.M)
        if place:
            for piece in re.findall(r'^msgid(?:_plural)? ((?:"(?:[^"\\]|\\.)*"\n?)+)', block + '\n', re.M):
                yield place.group(1), ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', piece))


def found_in(text):
    return [(pattern, instead) for pattern, instead in NOT_AGAIN.items() if re.search(pattern, text)]


def main():
    if not found_in(PLANTED[0]) or found_in(PLANTED[1]):
        offence('tests/checks/plain-words.py', 'does not find what was planted, or finds what was not')
    count = 0
    for place, text in texts():
        count += 1
        for pattern, instead in found_in(text):
            offence(place, f'"{text}" has {pattern}: write {instead}')
    if count < 1000:
        offence('po/POTFILES', f'only {count} texts: xgettext did not find them all')
    print(f'{count} texts')
    finish()


if __name__ == '__main__':
    main()
