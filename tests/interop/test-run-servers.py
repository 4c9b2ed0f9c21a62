# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Twenty servers of the npm registry, each directly and behind `paddock run`, with a host that has roots of
its own. Such a host gets only lines that Paddock understood completely. This test shows what that costs: the
answers about the server, its tools, prompts and resources are the same, byte for byte. Paddock only drops
lines that are no JSON, which one of the servers writes.

No server reaches its web service: the credentials are fake, and nothing here needs the network."""

import json
import os
import subprocess

from harness import Box, equal, wait_until
from node import MODULES, NODE, require_node
from puppet import End
from tap import cases, run

require_node()
METHODS = ("initialize", "tools/list", "prompts/list", "resources/list")
PARAMS = {"protocolVersion": "2025-06-18", "capabilities": {"roots": {"listChanged": True}, "sampling": {}},
          "clientInfo": {"name": "host", "version": "1"}}
OFFICIAL = "@modelcontextprotocol/server-"

# The program in its package, its arguments, and its environment.
SERVERS = {
    OFFICIAL + "everything": ("dist/index.js", (), {}),
    OFFICIAL + "filesystem": ("dist/index.js", ("/usr/share",), {}),
    OFFICIAL + "memory": ("dist/index.js", (), {"MEMORY_FILE_PATH": "memory.jsonl"}),
    OFFICIAL + "sequential-thinking": ("dist/index.js", (), {}),
    OFFICIAL + "github": ("dist/index.js", (), {"GITHUB_PERSONAL_ACCESS_TOKEN": "x"}),
    OFFICIAL + "gitlab": ("dist/index.js", (), {"GITLAB_PERSONAL_ACCESS_TOKEN": "x"}),
    OFFICIAL + "slack": ("dist/index.js", (), {"SLACK_BOT_TOKEN": "xoxb-x", "SLACK_TEAM_ID": "T0"}),
    OFFICIAL + "postgres": ("dist/index.js", ("postgresql://127.0.0.1:9/x",), {}),
    OFFICIAL + "brave-search": ("dist/index.js", (), {"BRAVE_API_KEY": "x"}),
    OFFICIAL + "google-maps": ("dist/index.js", (), {"GOOGLE_MAPS_API_KEY": "x"}),
    OFFICIAL + "everart": ("dist/index.js", (), {"EVERART_API_KEY": "x"}),
    "@antv/mcp-server-chart": ("build/index.js", (), {}),
    "@brave/brave-search-mcp-server": ("dist/index.js", ("--transport", "stdio"), {"BRAVE_API_KEY": "x"}),
    "@hubspot/mcp-server": ("dist/index.js", (), {"PRIVATE_APP_ACCESS_TOKEN": "x"}),
    "@notionhq/notion-mcp-server": ("bin/cli.mjs", (), {"NOTION_TOKEN": "ntn_x"}),
    "@playwright/mcp": ("cli.js", ("--headless",), {}),
    "airtable-mcp-server": ("dist/main.js", (), {"AIRTABLE_API_KEY": "pat.x"}),
    "@kimtaeyoon83/mcp-server-youtube-transcript": ("dist/index.js", (), {}),
    "mcp-server-code-runner": ("dist/cli.js", (), {}),
    "tavily-mcp": ("build/index.js", (), {"TAVILY_API_KEY": "tvly-x"}),
}


def is_noise(line):
    try:
        return not isinstance(json.loads(line), dict)
    except ValueError:
        return True


class Host:
    """A host with roots, and the program that it starts."""

    def __init__(self, box, command, env):
        self.log = os.path.join(box.directory, "server-%d.err" % len(box.started))
        with open(self.log, "wb") as log:
            self._process = subprocess.Popen(command, env={**box.program_env(), **env}, cwd=box.home,
                                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        box.started.append(self)
        self._end = End(os.dup(self._process.stdout.fileno()), os.dup(self._process.stdin.fileno()))
        self._process.stdin.close()
        self._process.stdout.close()
        self._answered = set()

    def _send(self, **message):
        self._end.send({"jsonrpc": "2.0", **message})

    def _answer_questions(self):
        for message in self._end.method("roots/list"):
            if message["id"] not in self._answered:
                self._answered.add(message["id"])
                self._send(id=message["id"], result={"roots": [{"uri": "file:///usr/share"}]})

    def _has(self, identifier):
        self._answer_questions()
        return self._end.answers(identifier)

    def ask_all(self):
        """The lines with the answers, in order."""
        for identifier, method in enumerate(METHODS):
            self._send(id=identifier, method=method, params={} if identifier else PARAMS)
            wait_until(lambda i=identifier: self._has(i), "the answer to %s; %s" % (method, self.log), 60)
            if identifier == 0:
                self._send(method="notifications/initialized")
        return [self._line(identifier) for identifier in range(len(METHODS))]

    def _line(self, identifier):
        return next(line for line in self._end.lines() if not is_noise(line)
                    and "method" not in json.loads(line) and json.loads(line).get("id") == identifier)

    def has_noise(self):
        return any(is_noise(line) for line in self._end.lines())

    def stop(self):
        self._end.close_output()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@cases([(name,) for name in SERVERS], str)
def same(name):
    """the answers of a server are the same behind Paddock"""
    program, arguments, env = SERVERS[name]
    command = [NODE, os.path.join(MODULES, name, program), *arguments]
    with Box() as box:
        box.serve("--consent=allow", "--share", "/usr/share")
        paddock = [os.environ["PADDOCK_BIN"], "run", "--socket", box.socket, "--"]
        direct, behind = Host(box, command, env), Host(box, [*paddock, *command], env)
        answers = direct.ask_all()
        for method, one, other in zip(METHODS, answers, behind.ask_all()):
            equal(other, one, "the answer to %s" % method)
        equal("result" in json.loads(answers[0]), True, "whether it began")
        equal(behind.has_noise(), False, "whether the host got what is no JSON")
        equal({row["reason"] for row in box.log("line-dropped")},
              {"malformed"} if direct.has_noise() else set(), "why lines were dropped")


run()
