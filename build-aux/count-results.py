#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts what meson's test runner reported in build directories, and what tests that it did not run
left in *.tap files of a directory, and prints the closing line.

A test program that speaks TAP counts with each of its cases. One that failed without a failed case
(it crashed, or ran out of time) counts as one failure more, and a build directory without a report,
or with an empty one, as a failure. If a program ran again, only its last run counts.

It also keeps how a part of the whole suite ended, and on which commit, and tells of all parts.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

RESULTS = '_build-results'
BAD_RESULTS = ('FAIL', 'ERROR', 'TIMEOUT', 'INTERRUPT', 'UNEXPECTEDPASS')


def tell_cases(output):
    """Prints the failed cases of a TAP output with their diagnostics. meson prints these only in its log."""
    said = []
    telling = False
    for line in output.splitlines():
        if line.startswith('#'):
            if telling:
                print(f'    {line}')
            else:
                said.append(line)
            continue
        telling = line.startswith('not ok') and '# TODO' not in line and '# SKIP' not in line
        if telling:
            print('\n'.join(f'    {piece}' for piece in [*said[-30:], line]))
        said = []


def read_report(logs, base):
    """Reads a report: the name of each program -> (its result, its cases)."""
    def plain(name):
        """A name without its suites."""
        return name.rpartition(' / ')[2]

    with open(os.path.join(logs, base + '.json'), encoding='utf-8') as lines:
        report = {plain(program['name']): (program, [])
                  for program in map(json.loads, filter(str.strip, lines))}
    for case in ElementTree.parse(os.path.join(logs, base + '.junit.xml')).getroot().iter('testcase'):
        # The class of a case is "project.program" for TAP, else "project".
        name = (case.get('classname') or '').partition('.')[2] or case.get('name')
        report[plain(name)][1].append(case)
    return report


def read_reports(logs):
    """The last report of each program, and the names of the programs that ran again."""
    report, again = read_report(logs, 'testlog'), {}
    for base in ('again-1', 'again-2'):
        if os.path.exists(os.path.join(logs, base + '.json')):
            again.update(read_report(logs, base))
    return {**report, **again}, again


def commit():
    """The commit of the tree, with "+" if files differ from it; "none" without a repository."""
    try:
        head = subprocess.run(['git', 'rev-parse', '--short', 'HEAD'], capture_output=True, text=True,
                              check=True).stdout.strip()
        changed = subprocess.run(['git', 'status', '--porcelain', '--untracked-files=no'],
                                 capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 'none'
    return head + ('+' if changed else '')


class Part:
    """How a part of the whole suite ended, as stored."""

    def __init__(self, name):
        self.name = name
        self.path = os.path.join(RESULTS, name + '.json')
        try:
            with open(self.path, encoding='utf-8') as stream:
                self.kept = json.load(stream)
        except (OSError, ValueError):
            self.kept = None

    def is_of(self, head):
        return self.kept is not None and self.kept['commit'] == head and not head.endswith('+')

    def has_passed(self):
        return self.kept is not None and self.kept.get('failed') == 0 and self.kept['passed'] > 0

    def begin(self):
        self.kept = {'commit': commit(), 'began': int(time.time())}
        self._keep()

    def end(self, count):
        if commit() != self.kept['commit']:
            self.kept['commit'] = self.kept['commit'].rstrip('+') + '+'
        self.kept.update(vars(count), seconds=int(time.time()) - self.kept['began'])
        self._keep()

    def _keep(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path, 'w', encoding='utf-8') as stream:
            json.dump(self.kept, stream)

    def text(self, head):
        if self.kept is None:
            return f'{self.name}: not run'
        if 'seconds' not in self.kept:
            return f'{self.name}: did not end'
        when = time.strftime('%Y-%m-%d %H:%M', time.localtime(self.kept['began']))
        where = 'this commit' if self.is_of(head) else 'commit ' + self.kept['commit']
        return (f'{self.name}: {counted(self.kept)} ({where}, {when}, '
                f'{self.kept["seconds"] // 60} min {self.kept["seconds"] % 60} s)')


def counted(numbers):
    line = f'{numbers["passed"]} passed, {numbers["failed"]} failed'
    return line + (f', {numbers["skipped"]} skipped' if numbers['skipped'] else '')


class Count:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def add(self, part):
        if part.kept is None or 'seconds' not in part.kept:
            self.fail(f'{part.name}: it did not come to its end')
            return
        self.passed += part.kept['passed']
        self.failed += part.kept['failed']
        self.skipped += part.kept['skipped']

    def read(self, directory):
        logs = os.path.join(directory, 'meson-logs')
        try:
            report, again = read_reports(logs)
        except (OSError, ValueError, ElementTree.ParseError) as error:
            self.fail(f'{directory}: the report cannot be read: {error}')
            return
        if not report:
            self.fail(f'{directory}: no test ran')
            return
        for name, (program, _) in again.items():
            if program['result'] not in BAD_RESULTS:
                print(f'failed at first, and passed when it ran again: {name}')

        for name, (program, cases) in report.items():
            failed = 0
            for case in cases:
                if case.find('failure') is not None or case.find('error') is not None:
                    failed += 1
                elif case.find('skipped') is not None:
                    self.skipped += 1
                    reason = (case.findtext('system-out') or '').strip()
                    print(f'skipped: {name}: {case.get("name")}' + (f': {reason}' if reason else ''))
                else:
                    self.passed += 1
            if program['result'] in BAD_RESULTS:
                print(f'failed: {name} ({program["result"]})')
                tell_cases(program.get('stdout') or '')
                failed = max(failed, 1)
            self.failed += failed

    def read_tap(self, directory):
        """If the plan was not kept, the program did not finish: one more failure."""
        names = sorted(name for name in os.listdir(directory) if name.endswith('.tap'))
        for name in names:
            with open(os.path.join(directory, name), encoding='utf-8', errors='replace') as stream:
                lines = stream.read().splitlines()
            cases = [line for line in lines if line.startswith(('ok ', 'not ok '))]
            skipped = [line for line in cases if '# SKIP' in line]
            bad = [line for line in cases if line.startswith('not ok ')]
            self.skipped += len(skipped)
            self.passed += len(cases) - len(skipped) - len(bad)
            for line in bad:
                self.fail(f'{name}: {line}')
            if os.path.exists(os.path.join(directory, name + '.first')) and not bad:
                print(f'failed at first, and passed when it ran again: {name.removesuffix(".tap")}')
            if f'1..{len(cases)}' not in lines and not any('1..0 # SKIP' in line for line in lines):
                self.fail(f'{name}: it did not come to its end')
        if not names:
            self.fail(f'{directory}: no test ran')

    def fail(self, problem):
        print(f'failed: {problem}')
        self.failed += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--problems', type=int, default=0, help='failures outside the test runner')
    parser.add_argument('--part', help='keep the result as that of a part')
    parser.add_argument('--skipped', metavar='WHY', help='only keep that this part counts as skipped')
    parser.add_argument('--total', action='store_true', help='print how the parts ended, and their sum')
    parser.add_argument('--begin', action='store_true', help='only keep that this part begins now')
    parser.add_argument('--missing', action='store_true', help='print the parts that have not passed here')
    parser.add_argument('--summary', action='store_true', help='print how the parts ended, in one line')
    parser.add_argument('--failed', metavar='DIRECTORY', help='print the names of programs that failed')
    parser.add_argument('reports', nargs='*', help='a build directory, tap:DIRECTORY, or skip:NAME; or parts')
    arguments = parser.parse_args()

    if arguments.failed:
        report, _ = read_reports(os.path.join(arguments.failed, 'meson-logs'))
        for name, (program, _) in report.items():
            if program['result'] in BAD_RESULTS:
                print(name)
        return 0
    if arguments.missing or arguments.summary:
        head = commit()
        parts = [Part(name) for name in arguments.reports]
        done = [part for part in parts if part.is_of(head) and part.has_passed()]
        if arguments.missing:
            for part in parts:
                if part not in done:
                    print(part.name)
            return 0
        print(f'{len(done)} of {len(parts)} parts passed on {head}; ' +
              '; '.join(part.text(head) for part in parts))
        return 0 if len(done) == len(parts) else 1

    if arguments.begin:
        Part(arguments.part).begin()
        return 0

    count = Count()
    if arguments.skipped:
        print(f'skipped: {arguments.part}: {arguments.skipped}')
        count.skipped = 1
        Part(arguments.part).end(count)
        return 0
    if arguments.total:
        for part in map(Part, arguments.reports):
            print(part.text(commit()))
            count.add(part)
        print(counted(vars(count)))
        return 0 if count.failed == 0 and count.passed > 0 else 1

    count.failed += arguments.problems
    for report in arguments.reports:
        if report.startswith('skip:'):
            count.skipped += 1
        elif report.startswith('tap:'):
            count.read_tap(report.removeprefix('tap:'))
        else:
            count.read(report)
    if arguments.part:
        Part(arguments.part).end(count)
    print(counted(vars(count)))
    return 0 if count.failed == 0 and count.passed > 0 else 1


if __name__ == '__main__':
    sys.exit(main())
