# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Random sessions between a host and a server, with what must arrive at both ends.

The code that writes the lines knows which ones are about roots, so nothing here parses them again. Each
step says what one side writes, and byte for byte what the host and the server must then have. The sessions
use the revisions with a handshake. They are as hostile as the two sides can be: other spellings, members
twice, lines that are not JSON, batches, half lines, ids that look like others."""

import random
import re

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
RELATED_TASK = "io.modelcontextprotocol/related-task"
ASK = "roots/list"
LIST_CHANGED = "notifications/roots/list_changed"
MARK = b'{"jsonrpc":"2.0","method":"mark"}\n'

# What Paddock itself says, if the bytes cannot be known before.
OUR_QUESTION = re.compile(rb'\{"jsonrpc":"2\.0","id":("paddock-[0-9a-f]{16}-[0-9]+"),'
                          rb'"method":"roots/list"\}\n')


def refusal(identifier, code=-32600):
    return re.compile(rb'\{"jsonrpc":"2\.0","id":%s,"error":\{"code":%d,"message":"[^"]+"\}\}\n'
                      % (re.escape(identifier), code))


def failure(identifier):
    """What the host gets in the place of an answer."""
    return refusal(identifier, -32603)


class Step:
    """What one side writes, and the result: pieces that are bytes, or a pattern if they cannot be known.
    answer: the host answers Paddock's question with this, after its id."""

    def __init__(self, side, data, to_host=(), to_server=(), answer=None):
        self.side = side
        self.data = data
        self.to_host = list(to_host)
        self.to_server = list(to_server)
        self.answer = answer

    @property
    def is_relayed(self):
        """Whether the other side gets just this, and nobody anything else."""
        there, back = self.to_server, self.to_host
        if self.side == "server":
            there, back = back, there
        return there == [self.data] and not back


class Text:
    """JSON in many spellings. All of it is text without a newline."""

    NAMES = ("a", "params", "x", "name", "é", "_meta", "method", "id", "result", "text", "𝄞", "")
    STRINGS = ("", "plain", "\\\"method\\\":\\\"roots/list\\\"", "\\u0000", "\\ud800", "\\ud83d\\ude00",
               "roots\\/list", "}{][,:", "\\\\", "tab\\tnew\\nline", "𝄞 é \u202e", "\\u006dethod",
               "{\\\"id\\\":1}", "roots/list")
    NUMBERS = ("0", "-0", "1", "1.0", "1e2", "1E+2", "12345678901234567890", "-1.5e-300",
               "9007199254740993", "0.1", "1e400")

    # In an object of the protocol, to every reader the same.
    PLAIN_NAMES = ("a", "x", "name", "é", "method", "id", "text", "𝄞", "")

    def __init__(self, rng):
        self.rng = rng
        self.is_plain = False  # what is written is to be understood whole

    def space(self):
        if self.rng.random() < 0.8:
            return ""
        return self.rng.choice((" ", "  ", "\t", " \t ") if self.is_plain else
                               (" ", "  ", "\t", " \t ", "\r", "\r "))

    def spell(self, name):
        """The same string, in another spelling now and then."""
        if self.rng.random() < 0.85:
            return '"%s"' % name
        out = ""
        for char in name:
            chance = self.rng.random()
            if char == "/" and chance < 0.5:
                out += "\\/"
            elif chance < 0.3:
                out += ("\\u%04x" if self.rng.random() < 0.5 else "\\u%04X") % ord(char)
            else:
                out += char
        return '"%s"' % out

    def string(self):
        if self.rng.random() < 0.01:
            return '"%s"' % ("long " * self.rng.choice((300, 14000, 60000)))
        return '"%s"' % self.rng.choice(self.STRINGS)

    def value(self, depth=0):
        kind = self.rng.random()
        if depth == 0 and self.is_plain and kind < 0.25:
            names = self.rng.sample(self.PLAIN_NAMES, self.rng.randrange(4))
            return self.members([(name, self.value(1)) for name in names])
        if depth < 4 and kind < 0.25:
            return self.members([(self.rng.choice(self.NAMES), self.value(depth + 1))
                                 for _ in range(self.rng.randrange(4))])
        if depth < 4 and kind < 0.4:
            return self.elements([self.value(depth + 1) for _ in range(self.rng.randrange(4))])
        if kind < 0.42:
            deep = self.rng.choice((3, 60, 65, 500))
            return "[" * deep + "]" * deep
        if kind < 0.7:
            return self.string()
        if kind < 0.9:
            return self.rng.choice(self.NUMBERS)
        return self.rng.choice(("true", "false", "null"))

    def elements(self, values):
        return "[" + ",".join(self.space() + one + self.space() for one in values) + "]"

    def members(self, pairs):
        """Plain names, or names already spelled if they begin with a quote."""
        return "{" + ",".join(self.space() + (name if name.startswith('"') else '"%s"' % name) +
                              self.space() + ":" + self.space() + value + self.space()
                              for name, value in pairs) + "}"

    def message(self, *pairs):
        """The members in any order, with or without `jsonrpc` and one that nobody knows."""
        pairs = [(self.spell(name), value) for name, value in pairs]
        if self.rng.random() < 0.9:
            pairs.append(('"jsonrpc"', '"2.0"'))
        if self.rng.random() < 0.1:
            pairs.append(('"unknown"', self.value()))
        self.rng.shuffle(pairs)
        return self.space() + self.members(pairs) + self.space()


class Session:
    """One session. `steps` has its steps. uses_roots says whether one of them is about roots, so that
    something arrives that nobody wrote."""

    def __init__(self, seed, roots):
        """roots: the value of `roots` in an answer, as Paddock writes it."""
        self.rng = random.Random(seed)
        self.text = Text(self.rng)
        self.roots = roots
        self.steps = []
        self._speaks_of_roots = self.rng.random() < 0.75
        self.version = None
        self.has_host_roots = False
        self.suggests = self.rng.random() < 0.5
        self._asked_host = 0
        self._is_ready = False  # the host has sent `initialized`
        self._needs_host = False  # the server asked before that
        self._open_question = False
        self._consumed = []
        self._ids = 0
        self._make()
        self.uses_roots = not all(step.is_relayed for step in self.steps)

    @property
    def options(self):
        return [] if self.suggests else ["--host-roots=ignore"]

    @property
    def is_guarded(self):
        """Whether the host gets only lines that are understood completely: it has roots, or has not said
        yet."""
        return self.has_host_roots or self.version is None

    @property
    def has_batches(self):
        return self.version in (None, "2024-11-05", "2025-03-26")

    def _speaks(self, side):
        self.text.is_plain = side == "server" and self.is_guarded

    # ---- ids

    def _identifier(self):
        """Never the same one twice, and in every form."""
        self._ids += 1
        number = self._ids * 8
        return self.rng.choice(("%d" % number, "-%d" % number, "%d.5" % number, "%de0" % number,
                                '"s-%d"' % number, '"\\u0073-%d"' % number, '"%d"' % number,
                                '"é %d"' % number, "%d000000000000000000" % number))

    def _same_identifier(self, identifier):
        if identifier.startswith('"s-'):
            return identifier.replace("s", "\\u0073", 1)
        if re.fullmatch("-?[0-9]{1,9}", identifier):
            return identifier + self.rng.choice(("", ".0", "e0"))
        return identifier

    # ---- lines that are about nothing here

    METHODS = ("ping", "tools/call", "tools/list", "Roots/list", "roots/list ", "roots//list", "rootslist",
               "notifications/progress", "sampling/createMessage", "roots/lis", "", "initializ",
               "notifications/roots", "roots/list_changed")

    def _ordinary(self, side):
        """A message that must pass; it is not about roots, from either side."""
        text = self.text
        self._speaks(side)
        kind = self.rng.randrange(6)
        methods = [name for name in self.METHODS if name != "Roots/list" or not text.is_plain]
        method = ("method", text.spell(self.rng.choice(methods)))
        if kind == 0:
            return text.message(("id", self._identifier()), method, ("params", text.value()))
        if kind == 1:
            return text.message(method, ("params", text.value()))
        if kind == 2:
            return text.message(("id", self._identifier()), ("result", text.value()))
        if kind == 3:
            return text.message(("id", self._identifier()),
                                ("error", text.members([("code", "-1"), ("message", text.string())])))
        if kind == 4:
            # The server's request about roots, sent by the host, is an ordinary message; and the other way
            # round.
            about = ASK if side == "host" else LIST_CHANGED
            return text.message(("method", text.spell(about)), ("id", self._identifier()))
        return text.message(("method", '"notifications/cancelled"'),
                            ("params", text.members([("requestId", self._identifier())])))

    def _twice(self, method):
        """A message with a member twice."""
        text, identifier = self.text, self._identifier()
        twice = self.rng.choice((("method", text.spell(method)), ("x", "1"), ("id", identifier)))
        pairs = [('"method"', text.spell(method)), ('"id"', identifier), ('"x"', "0")]
        pairs.insert(self.rng.randrange(len(pairs) + 1), (text.spell(twice[0]), twice[1]))
        return text.members(pairs), identifier

    NO_JSON = (b"not JSON", b"{", b"}{", b"[", b"\xff\xfe", b'{"x":NaN}', b"{'a':1}", b'{"a":1,}', b'"open',
               b'{"a":01}', b"[1,]", b"nul", b'{"x":"\xff"}', b'{"x":"\x01"}', b"[" * 2000,
               b'\xef\xbb\xbf{"method":"roots/list"}')

    def _end(self):
        return self.rng.choice((b"\n", b"\n", b"\n", b"\r\n"))

    # ---- what the sides say

    def _pass(self, side, line):
        """A line that must come out as it is."""
        step = Step(side, line)
        (step.to_server if side == "host" else step.to_host).append(line)
        return step

    def _any_line(self, side):
        kind = self.rng.random()
        if kind < 0.65:
            return self._pass(side, self._ordinary(side).encode() + self._end())
        if kind < 0.75:
            return self._pass(side, self.rng.choice((b"\n", b"\r\n", b" \n", b"\n\n")))
        if kind < 0.85:
            line = self.rng.choice(self.NO_JSON) + self._end()
            if side == "server" and self.is_guarded:
                return Step(side, line)
            return self._pass(side, line)
        return self._batch(side, 0)

    def _answer(self, identifier, task=None):
        meta = ',"_meta":{"%s":%s}' % (RELATED_TASK, task) if task else ""
        return ('{"jsonrpc":"2.0","id":%s,"result":{"roots":%s%s}}\n' %
                (identifier, self.roots, meta)).encode()

    def _question(self):
        """A question about roots: its text, and the answer to the server."""
        text, identifier, task = self.text, self._identifier(), None
        self._speaks("server")
        pairs = [("id", identifier), ("method", text.spell(ASK))]
        kind = self.rng.random()
        if kind < 0.2:
            pairs.append(("params", text.value()))
        elif kind < 0.4:
            value = text.members([("taskId", text.string())])
            meta = [(RELATED_TASK, value), ("x", text.value())]
            self.rng.shuffle(meta)
            pairs.append(("params", text.members([("_meta", text.members(meta))])))
            # Known since 2025-11-25.
            task = value if self.version == "2025-11-25" else None
        self._consumed.append(identifier)
        return text.message(*pairs), self._answer(identifier, task)

    def _asks_host(self, step):
        """The first question makes Paddock ask the host, as soon as the host may be asked, if at all."""
        self._needs_host = True
        if self._is_ready and self.suggests and self.has_host_roots and not self._asked_host:
            self._asked_host += 1
            self._open_question = True
            step.to_host.append(OUR_QUESTION)

    def _ask(self):
        line, answer = self._question()
        step = Step("server", line.encode() + self._end(), to_server=[answer])
        self._asks_host(step)
        return step

    def _batch(self, side, questions):
        """Elements for Paddock are removed, and the others go on as one array."""
        text = self.text
        if side == "server" and self.is_guarded and not self.has_batches:
            return self._refused_batch()
        step = Step(side, b"")
        elements = [(self._ordinary(side), True) for _ in range(self.rng.randrange(4))]
        for _ in range(questions):
            if side == "server":
                line, answer = self._question()
                step.to_server.append(answer)
            else:
                line = text.message(("method", text.spell(LIST_CHANGED)))
            # Our answers come in the order of the questions.
            elements.append((line, False))
        answers = list(step.to_server)
        order = list(range(len(elements)))
        self.rng.shuffle(order)
        elements = [elements[i] for i in order]
        if side == "server" and questions:
            first = len(order) - questions
            step.to_server = [answers[i - first] for i in order if i >= first]
        step.data = text.elements([one for one, _ in elements]).encode() + self._end()
        if not questions:
            rest = step.data
        else:
            rest = ",".join(one.strip(" \t\r") for one, stays in elements if stays)
            rest = b"[" + rest.encode() + b"]\n"
        if side == "server" and questions:
            self._asks_host(step)
        self._speaks(side)
        is_understood = elements or side == "host" or not self.is_guarded
        if (rest != b"[]\n" or not questions) and is_understood:
            (step.to_server if side == "host" else step.to_host).append(rest)
        return step

    def _refused_batch(self):
        """In a revision without batches: a request in it gets an error."""
        step = Step("server", b"")
        elements = []
        for _ in range(self.rng.randrange(4)):
            identifier = self._identifier()
            if self.rng.random() < 0.5:
                elements.append(self.text.message(("id", identifier), ("method", self.text.spell(ASK))))
                step.to_server.append(refusal(identifier.encode()))
            else:
                elements.append(self.text.message(("id", identifier), ("result", self.text.value())))
                step.to_host.append(failure(identifier.encode()))
        step.data = self.text.elements(elements).encode() + self._end()
        return step

    def _cancel(self):
        """The cancellation of a question that Paddock answered."""
        self._speaks("server")
        identifier = self._same_identifier(self.rng.choice(self._consumed))
        params = self.text.members([("requestId", identifier), ("reason", self.text.string())])
        line = self.text.message(("method", self.text.spell("notifications/cancelled")), ("params", params))
        return Step("server", line.encode() + self._end())

    def _changed(self):
        """The host's own roots changed: the server does not hear of it."""
        self._speaks("host")
        line = self.text.message(("method", self.text.spell(LIST_CHANGED)))
        mark = b"\xef\xbb\xbf" if self.rng.random() < 0.2 else b""
        step = Step("host", mark + line.encode() + self._end())
        self._ask_again(step)
        return step

    def _ask_again(self, step):
        if self.has_host_roots and self._asked_host:
            self._asked_host += 1
            self._open_question = True
            step.to_host.append(OUR_QUESTION)
        elif not step.to_server:
            # It must arrive before a question changes anything.
            step.data += MARK
            step.to_server.append(MARK)

    def _answer_ours(self):
        self._open_question = False
        roots = self.rng.choice((b'{"roots":[]}', b'{"roots":[{"uri":"file:///tmp"}]}', b'{"roots":7}',
                                 b"null"))
        return Step("host", None, answer=b',"result":' + roots + b"}" + self._end())

    def _smuggled(self):
        """An ambiguous line: nobody gets it while the host has roots; otherwise it passes unchanged."""
        kind = self.rng.randrange(8)
        identifier = None
        self._speaks("server")
        if kind == 0:
            line, identifier = self._twice(ASK)
        elif kind == 1:
            line = self.text.message(("method", self.text.spell(ASK)))
        elif kind == 2:
            line = self.text.message(("method", self.text.spell(ASK)), ("id", "null"))
        elif kind == 3:
            identifier = self._identifier()
            line = '{"id":%s,"method":%s,"params":NaN}' % (identifier, self.text.spell(ASK))
        elif kind == 4:
            return self._smuggled_answer()
        else:
            identifier = self._identifier()
            line = self.rng.choice(('{"id":%s,"Method":"roots/list"}', '{"id":%s,"method":"Roots/list"}',
                                    '{"id":%s,\r"method":"ping"}', '{"id":%s,"method":"roots/list\\u0000"}',
                                    '{"id":%s,"method\\u0000":"roots/list"}',
                                    '{"id":%s,"method":"ping","METHOD":"roots/list"}',
                                    '{"id":%s,"method":"ping","params":{"_meta":{"a":1,"A":1}}}'))
            line %= identifier
        data = line.encode() + self._end()
        if not self.is_guarded:
            return self._pass("server", data)
        return Step("server", data, to_server=[refusal(identifier.encode())] if identifier else [])

    def _smuggled_answer(self):
        identifier = self._identifier()
        wish = '{"r":{"method":"roots/list"}}'
        line = self.rng.choice((
            '{"id":%s,"result":{"resultType":"input_required","inputRequests":' + wish + '}}',
            '{"id":%s,"result":{"inputRequests":' + wish + '}}', '{"id":%s,"Result":{}}',
            '{"id":%s,"result":{"input_requests":' + wish + '}}', '{"id":%s,"result":{"a":1,"a":2}}',
            '{"id":%s,"result":[\r{"id":1,"method":"roots/list"}\r]}')) % identifier
        data = line.encode() + self._end()
        if not self.is_guarded:
            return self._pass("server", data)
        return Step("server", data, to_host=[failure(identifier.encode())])

    def _half(self):
        """Half a line of the host, then a question, then the other half: Paddock's line never stands
        inside."""
        line = (self._ordinary("host") + " ").encode() + b"\n"
        at = self.rng.randrange(1, len(line) - 1)
        return [Step("host", line[:at]), self._ask(), Step("host", line[at:], to_server=[line])]

    # ---- the handshake

    def _capabilities(self):
        """`capabilities` as the host writes them, and as the server must get them. Paddock puts its
        capability first, or in the place of the host's own."""
        text = self.text
        ours = '{"listChanged":true}'
        others = [("sampling", text.value()), ("experimental", text.value())][:self.rng.randrange(3)]
        kind = self.rng.randrange(4)
        if kind == 0:
            return None, None
        if kind == 1:
            rest = text.members(others)
            return rest, '{"roots":' + ours + ("," if others else "") + rest[1:]
        self.has_host_roots = True
        theirs = self.rng.choice(("{}", '{"listChanged":false}', '{"listChanged":true}', "null", "true",
                                  '{ "listChanged" : true, "x":[1.0] }'))
        name = text.spell("roots")
        if kind == 3:
            # If there are two, a server reads the last one.
            others.insert(0, ('"roots"', "{}"))
        state = self.rng.getstate()
        before = text.members(others + [(name, theirs)])
        self.rng.setstate(state)
        return before, text.members(others + [(name, ours)])

    def _handshake(self):
        text = self.text
        self.version = self.rng.choice(VERSIONS)
        before, after = self._capabilities()
        head = [("protocolVersion", '"%s"' % self.version),
                ("clientInfo", text.members([("name", text.string())]))]
        state = self.rng.getstate()
        outs = []
        for capabilities in (before, after):
            self.rng.setstate(state)
            pairs = head + ([("capabilities", capabilities)] if capabilities else [])
            params = text.members(pairs)
            if before is None and capabilities is None and len(outs) == 1:
                params = '{"capabilities":{"roots":{"listChanged":true}},' + params[1:]
            outs.append(text.message(("id", "0"), ("method", '"initialize"'), ("params", params)))
        mark = b"\xef\xbb\xbf" if self.rng.random() < 0.1 else b""
        end = self._end()
        self.steps.append(Step("host", mark + outs[0].encode() + end,
                               to_server=[mark + outs[1].encode() + end]))
        self._speaks("server")
        result = text.members([("protocolVersion", '"%s"' % self.version), ("capabilities", "{}"),
                               ("serverInfo", text.members([("name", '"generated"')]))])
        answer = text.message(("id", "0"), ("result", result)).encode()
        self.steps.append(self._pass("server", answer + self._end()))
        if self.rng.random() < 0.3:
            self.steps.append(self._ask())
        self._is_ready = True
        self.steps.append(self._pass("host", b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'))
        if self._needs_host:
            self._asks_host(self.steps[-1])

    def _make(self):
        if self._speaks_of_roots:
            self._handshake()
        choices = [lambda: self._any_line("host"), lambda: self._any_line("server")] * 3
        if self._speaks_of_roots:
            choices += [self._ask, self._ask, self._changed, self._smuggled, self._half,
                        lambda: self._batch("server", self.rng.randrange(1, 3)),
                        lambda: self._host_batch(),  # pylint: disable=unnecessary-lambda
                        lambda: self._cancel() if self._consumed else self._ask()]
        for _ in range(self.rng.randrange(3, 15)):
            step = self.rng.choice(choices)()
            self.steps += step if isinstance(step, list) else [step]
            if self._open_question and self.rng.random() < 0.5:
                self.steps.append(self._answer_ours())
        # A line that must be swallowed comes before one that must arrive.
        for side in ("host", "server"):
            self.steps.append(self._pass(side, b'{"jsonrpc":"2.0","method":"the/last"}\n'))

    def _host_batch(self):
        step = self._batch("host", 1)
        self._ask_again(step)
        return step
