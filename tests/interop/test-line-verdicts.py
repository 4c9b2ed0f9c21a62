# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""How `paddock run` classifies a line, compared with the JSON parsers of Node and Python: generated lines,
and mutations of them. 10,000 lines, or 100,000 with PADDOCK_TEST_FULL. PADDOCK_TEST_SEED sets the seed.

All agree on whether a line is JSON, and on its last top-level method after unescaping. Most importantly:
if any of them finds a question about roots in a line, no host that would answer it gets the line. That
holds even for lines that a parser wrongly accepts as JSON."""

import json
import os
import random
import re
import subprocess
import sys
import tempfile

import tap
from harness import Failure, binary
from node import NODE
from sessions import Text
from tap import run, test

COUNT = 100000 if os.environ.get("PADDOCK_TEST_FULL") else 10000
SEED = int(os.environ.get("PADDOCK_TEST_SEED") or random.SystemRandom().randrange(2 ** 32))
HERE = os.path.dirname(os.path.abspath(__file__))
ASK = "roots/list"
DEPTH_MAX = 1024
MEMBERS_MAX = 256

METHODS = (ASK, ASK, ASK, "ping", "roots/list ", "Roots/list", "notifications/cancelled", "", "roots//list",
           "roots/list\\u0000", "\\ud800roots/list")
TOKENS = (b'"method":', b'"method":"roots/list"', b'"roots\\/list"', b"{", b"}", b"[", b"]", b",", b":", b'"',
          b"\\", b"\\u0000", b"\\u002", b"NaN", b"-Infinity", b"1e", b"-", b"00", b"\xff", b"\xc0\xaf",
          b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\x00", b"\x1f", b"\x7f", b"\r", b"\x0b", b"\xc2\xa0",
          b"\xe2\x80\xa8", b"//", b"/**/", b"'", b"null", b"true", b"\\x6d", b"\\u006d", b"\\U006d",
          b'"id":1,', b'"\\u006dethod":"roots/list",')


class Lines:
    """Lines about roots and others, and their mutations."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.text = Text(self.rng)
        self.last = b"{}"

    def _message(self):
        text, rng = self.text, self.rng
        pairs = [("method", text.spell(rng.choice(METHODS)))]
        while rng.random() < 0.6:
            pairs.append(rng.choice((("id", text.value(3)), ("params", text.value()),
                                     ("method", text.value(3)),
                                     ("method", text.spell(rng.choice(METHODS))), ("result", text.value()),
                                     ("Method", text.spell(ASK)), ("method\\u0000", text.spell(ASK)),
                                     ("m\\u0065thod", text.spell(ASK)), ("x" * 300, "1"))))
        rng.shuffle(pairs)
        return text.space() + text.members([(text.spell(n) if "\\" not in n else n, v) for n, v in pairs])

    def _whole(self):
        kind = self.rng.random()
        if kind < 0.7:
            return self._message().encode()
        if kind < 0.9:
            return self.text.elements([self._message() for _ in range(self.rng.randrange(4))]).encode()
        if kind < 0.91:
            many = ",".join('"a%d":%d' % (i, i) for i in range(self.rng.choice((250, 256, 257))))
            return ('{%s,"method":"roots/list"}' % many).encode()
        if kind < 0.92:
            deep = self.rng.choice((1022, 1023, 1024, 1025))
            return b'{"method":"roots/list","x":' + b"[" * deep + b"]" * deep + b"}"
        return self.text.value().encode()

    def _mutated(self, line):
        rng = self.rng
        at, to = sorted((rng.randrange(len(line) + 1), rng.randrange(len(line) + 1)))
        return rng.choice((
            lambda: line[:at] + bytes([rng.randrange(256)]) + line[at + 1:],
            lambda: line[:at] + rng.choice(TOKENS) + line[at:],
            lambda: line[:at] + rng.choice(TOKENS) + line[at + 1:],
            lambda: line[:at] + line[at + 1:],
            lambda: line[:at] + line[at:at + 20] + line[at:],
            lambda: line[:at],
            lambda: line[:at] + line[to:],
            lambda: line[:at] + self.last[min(to, len(self.last)):],
        ))()

    def next(self):
        line = self._whole()
        if self.rng.random() < 0.6:
            for _ in range(self.rng.randrange(1, 4)):
                line = self._mutated(line)
        line = line.replace(b"\n", b" ")
        self.last = line
        return line


def mended(text):
    """How Paddock stores text: without NUL and halves of surrogates."""
    return re.sub("[\0\ud800-\udfff]", "\ufffd", text)


def method_of(message):
    method = message.get("method") if isinstance(message, dict) else None
    return method if isinstance(method, str) else None


def refuse(constant):
    raise ValueError(constant)


def python_verdict(line, **options):
    """The methods; None if it is not JSON. Numbers are not converted, because Python limits their length."""
    try:
        value = json.loads(line, parse_int=len, parse_float=len, **options)
    except (ValueError, RecursionError):
        return None
    return [method_of(one) for one in (value if isinstance(value, list) else [value])]


def depth_of(line):
    """The nesting depth of JSON."""
    deepest = depth = 0
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', line):
        depth += (token in "[{") - (token in "]}") if len(token) == 1 else 0
        deepest = max(deepest, depth)
    return deepest


def is_over_a_limit(line):
    """Whether Paddock refuses to read it because of a limit that others lack."""
    if depth_of(line) > DEPTH_MAX:
        return True
    value = json.loads(line, object_pairs_hook=lambda pairs: pairs, parse_int=len, parse_float=len)
    return isinstance(value, list) and len(value) > MEMBERS_MAX and line.lstrip(" \t\r").startswith("{")


def our_methods(text):
    """The third column: None if the line was not understood."""
    parts = text[:-1].split(",") if text.endswith(",") else [text] if text else []
    return [None if one == "-" else bytes.fromhex(one[1:]).decode("utf-8", "replace") for one in parts]


def complain(line, ours, node, python):
    """What is wrong with the verdict, or None. python: the strict result, then that of json.loads()."""
    is_json, passes, methods = ours
    strict, lenient = python
    asked = [one for read in (node["methods"], lenient or []) for one in read if one == ASK]
    if asked and passes:
        return "a question about roots passes"
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return "JSON that is no UTF-8" if is_json else None
    if is_json != node["json"]:
        return None if node["json"] and is_over_a_limit(text) else "Node says %s" % node["json"]
    if is_json != (strict is not None):
        return "Python says %s" % (strict is not None)
    if not is_json or is_over_a_limit(text):
        return None
    for name, read in (("Node", node["methods"]), ("Python", strict)):
        wanted = [one if one is None else mended(one) for one in read]
        if methods != wanted:
            return "%s reads %r, we %r" % (name, wanted, methods)
    return None


def node_verdicts(path):
    if NODE is None:
        tap.skip_all("node is not installed")
    out = subprocess.run([NODE, os.path.join(HERE, "parse-lines.mjs"), path], stdout=subprocess.PIPE,
                         check=True)
    return [json.loads(one) for one in out.stdout.decode("utf-8", "surrogatepass").split("\n")[:-1]]


@test
def same_verdict():
    """Node, Python and Paddock agree on what a line is, and no question about roots gets through"""
    tap.diag("seed %d" % SEED)
    sys.setrecursionlimit(5000)
    source = Lines(SEED)
    lines = [source.next() for _ in range(COUNT)]
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"".join(line + b"\n" for line in lines))
        file.flush()
        nodes = node_verdicts(file.name)
        file.seek(0)
        out = subprocess.run([binary("PADDOCK_EXAMINE_BIN")], stdin=file, stdout=subprocess.PIPE, check=True)
    ours = [one.split(" ", 2) for one in out.stdout.decode().split("\n")[:-1]]
    if not len(lines) == len(nodes) == len(ours):
        raise Failure("%d lines, %d verdicts of Node, %d of ours" % (len(lines), len(nodes), len(ours)))
    wrong, asked, is_json = 0, 0, 0
    for line, our, node in zip(lines, ours, nodes):
        text = line.decode("utf-8", "replace")
        our = (our[0] == "y", our[1] == "y", our_methods(our[2]))
        python = python_verdict(text, parse_constant=refuse), python_verdict(text)
        trouble = complain(line, our, node, python)
        asked += ASK in node["methods"]
        is_json += node["json"]
        if trouble:
            wrong += 1
            if wrong <= 10:
                tap.diag("%s: %r" % (trouble, line[:600]))
    tap.diag("%d lines, %d of them JSON, %d with a question about roots" % (COUNT, is_json, asked))
    if wrong:
        raise Failure("%d verdicts are wrong" % wrong)
    if asked < COUNT / 10 or COUNT - is_json < COUNT / 10:
        raise Failure("too few lines of some kind")


run()
