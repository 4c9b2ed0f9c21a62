#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts what meson's test runner reported in build directories, and what tests that it did not run
left in *.tap files of a directory, and prints the closing line.

A test program that speaks TAP counts with each of its cases. One that failed without a failed case
(it crashed, or ran out of time) counts as one failure more, and a build directory without a report,
or with an empty one, as a failure.
"""

import argparse
import json
import os
import sys
import xml.etree.ElementTree as ElementTree

BAD_RESULTS = ('FAIL', 'ERROR', 'TIMEOUT', 'INTERRUPT', 'UNEXPECTEDPASS')


def tell_cases(output):
    """Prints the bad cases of a TAP output, and what was said about each: meson leaves that to its
    log."""
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


class Count:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def read(self, directory):
        logs = os.path.join(directory, 'meson-logs')
        try:
            with open(os.path.join(logs, 'testlog.json'), encoding='utf-8') as lines:
                programs = [json.loads(line) for line in lines if line.strip()]
            suites = ElementTree.parse(os.path.join(logs, 'testlog.junit.xml')).getroot()
        except (OSError, ValueError, ElementTree.ParseError) as error:
            self.fail(f'{directory}: the report cannot be read: {error}')
            return
        if not programs:
            self.fail(f'{directory}: no test ran')
            return

        cases = 0
        failed_in = {}
        for case in suites.iter('testcase'):
            cases += 1
            # The class of a case is "project.program" for TAP, else "project".
            program = (case.get('classname') or '').partition('.')[2] or case.get('name')
            if case.find('failure') is not None or case.find('error') is not None:
                failed_in[program] = failed_in.get(program, 0) + 1
            elif case.find('skipped') is not None:
                self.skipped += 1
                reason = (case.findtext('system-out') or '').strip()
                print(f'skipped: {program}: {case.get("name")}' + (f': {reason}' if reason else ''))
            else:
                self.passed += 1
        bad = [p for p in programs if p['result'] in BAD_RESULTS]
        for program in bad:
            print(f'failed: {program["name"]} ({program["result"]})')
            tell_cases(program.get('stdout') or '')
            failed_in.setdefault(program['name'], 1)
        self.failed += sum(failed_in.values())
        if cases == 0 and not bad:
            self.fail(f'{directory}: no case ran')

    def read_tap(self, directory):
        """A plan that was not kept counts as one failure more: the program did not come to its end."""
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
    parser.add_argument('reports', nargs='*', help='a build directory, tap:DIRECTORY, or skip:NAME')
    arguments = parser.parse_args()

    count = Count()
    count.failed += arguments.problems
    for report in arguments.reports:
        if report.startswith('skip:'):
            count.skipped += 1
        elif report.startswith('tap:'):
            count.read_tap(report.removeprefix('tap:'))
        else:
            count.read(report)
    line = f'{count.passed} passed, {count.failed} failed'
    if count.skipped:
        line += f', {count.skipped} skipped'
    print(line)
    return 0 if count.failed == 0 and count.passed > 0 else 1


if __name__ == '__main__':
    sys.exit(main())
