#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The completion of a shell offers each command and each option of the program, and the values of those
that have a few.

    completion.py SOURCE BUILD bash|zsh|fish
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

from common import BUILD, SOURCE, finish, offence

PROGRAM = os.path.join(BUILD, 'src', 'cli', 'paddock')
SHELL = sys.argv[3]
SCRIPT = SOURCE / 'data' / f'paddock.{SHELL}-completion'
SKIPPED = 77
PATIENCE = 30  # s
OPTION = re.compile(r'^  (?:-\w, )?(--[a-z-]+)(?:=[A-Z]+)?  ', re.M)
TIMES = {'session', 'hour', 'today', 'until-logout', 'until-revoked'}
# What is typed, and all that is offered for its last word.
VALUES = [(('serve', '--consent='), {'ask', 'deny', 'allow'}),
          (('run', '--host-roots=in'), {'intersect'}),
          (('add', '--for', ''), TIMES),
          (('grant', 'a', '--for', 'un'), {'until-logout', 'until-revoked'}),
          (('help', 'unb'), {'unblock'}),
          (('un',), {'unblock'})]

BASH = '''
source "$1"; COMP_WORDS=("${@:2}"); COMP_CWORD=$(($# - 2)); _paddock
printf '%s\\n' "${COMPREPLY[@]}"
'''

# zsh completes only what is typed in a terminal: what would be shown is printed between marks.
ZSH = '''
PROMPT= PS2=
autoload -Uz compinit; compinit -D -u
fpath=(%s $fpath); autoload -Uz _paddock; compdef _paddock paddock
bindkey '^I' complete-word
compadd () {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits; builtin compadd -A hits "$@"; (( $#hits )) && print -rl -- ${(@)hits/#/<hit>}
  return 0
}
zle-line-init () { print '<ready>' }; zle -N zle-line-init
said () { print '<done>' }; zle -N said; bindkey '^T' said
'''


def help_of(*verb):
    return subprocess.run([PROGRAM, 'help', *verb], env={**os.environ, 'LC_ALL': 'C'}, check=True,
                          stdout=subprocess.PIPE, text=True).stdout


def printed(*command, **env):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, **env},
                          timeout=PATIENCE).stdout


class Zsh:
    """A shell in a terminal of its own."""

    def __init__(self, home):
        shutil.copy(SCRIPT, os.path.join(home, '_paddock'))
        setup = os.path.join(home, 'setup')
        with open(setup, 'w', encoding='utf-8') as stream:
            stream.write(ZSH % home)
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.chdir(home)
            os.environ.update(HOME=home, TERM='dumb', COLUMNS='400')
            os.execlp('zsh', 'zsh', '-f', '-i')
        os.write(self.terminal, b'source %s\n' % setup.encode())
        self.read_to('<ready>')

    def read_to(self, mark):
        text, deadline = '', time.monotonic() + PATIENCE
        while mark not in text:
            if not select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))[0]:
                raise SystemExit(f'zsh does not say {mark}: {text!r}')
            text += os.read(self.terminal, 65536).decode()
        return text

    def complete(self, line):
        os.write(self.terminal, line.encode() + b'\t\x14')
        text = self.read_to('<done>')
        # Away with the line.
        os.write(self.terminal, b'\x15\x14')
        self.read_to('<done>')
        return re.findall(r'<hit>(\S+)', text)


def completer(home):
    """A function that gives what is offered for the last of some words."""
    if SHELL == 'bash':
        def complete(*words):
            last = re.findall('=|[^=]+', words[-1]) or ['']
            return set(printed('bash', '-c', BASH, 'bash', SCRIPT, PROGRAM, *words[:-1], *last).split())
    elif SHELL == 'fish':
        def complete(*words):
            line = 'source %s; complete -C "%s"' % (SCRIPT, ' '.join((PROGRAM,) + words))
            out = printed('fish', '--no-config', '-c', line,
                          HOME=home, XDG_CONFIG_HOME=home, XDG_DATA_HOME=home)
            return {row.split('\t')[0] for row in out.splitlines()}
    else:
        shell = Zsh(home)

        def complete(*words):
            return set(shell.complete(' '.join((PROGRAM,) + words)))
    return complete


def main():
    if shutil.which(SHELL) is None:
        print(f'{SHELL} is not installed')
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as home:
        complete = completer(home)
        verbs = set(re.findall(r'^  ([a-z]+)  ', help_of(), re.M))
        for verb in sorted(verbs | {'help', '--version'}):
            if verb not in complete(verb[:3]):
                offence(SCRIPT, f'“{verb}” is not offered')
        n_options = 0
        for verb in sorted(verbs):
            known = set(OPTION.findall(help_of(verb)))
            offered = {word.rstrip('=') for word in complete(verb, '--')}
            n_options += len(known)
            for name in sorted(known - offered):
                offence(SCRIPT, f'{verb} {name} is not offered')
        for words, wanted in VALUES:
            offered = {word.rsplit('=', 1)[-1] for word in complete(*words)}
            if offered != wanted:
                offence(SCRIPT, f'{" ".join(words)}: offers {sorted(offered)}')
    print(f'{len(verbs)} commands, {n_options} options')
    finish()


main()
