# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Real apps, from the npm packages that tests/apps pins. Each runs in the home of a Box, with the switches
that keep it from updating itself and from telling its maker anything.

Claude Code is not pinned: its license is a contract with its maker, which a test can't accept for anybody.
Set PADDOCK_TEST_CLAUDE to your own `claude` to test it as well."""

import glob
import json
import os
import re
import signal
import subprocess

from harness import PATIENCE, Failure, contains, wait_until
from node import NODE
from stand_in import StandIn
from tap import Skip

MODULES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "node_modules")
PROMPT = "Read the files."


class App:
    """An app in a box. A subclass knows its commands."""

    id = None
    container = "mcpServers"  # the member of its file with the servers
    env = {}
    variable = "--env"  # its option for a variable of a server
    comment = None  # where a comment may stand in its file: what is there, and with a comment

    def __init__(self, box):
        self.box = box
        self._said = None
        # Not the home: some apps take that for a place without a project.
        self.project = box.folder("project")
        missing = [word for word in self.program() if not os.path.exists(word)]
        if missing:
            raise Skip("not installed: " + " ".join(missing))

    def program(self):
        """The beginning of its command lines."""
        raise NotImplementedError

    def path(self):
        """Where it keeps its servers."""
        raise NotImplementedError

    def read(self):
        with open(self.path(), "rb") as stream:
            return stream.read()

    def add_comment(self):
        """Writes a comment among the arguments of a server, like a person."""
        text = self.read().decode()
        contains(text, self.comment[0], "the app's file")
        with open(self.path(), "w", encoding="utf-8") as stream:
            stream.write(text.replace(*self.comment))

    def run(self, *arguments, env=None):
        """Runs a command of the app. Returns its output without colors."""
        process = subprocess.Popen(
            [*self.program(), *arguments], cwd=self.project, start_new_session=True,
            env={**self.box.env, **self.env, **(env or {})},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            out = process.communicate(timeout=60 * PATIENCE)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out = process.communicate()[0]
            raise Failure("%s %r did not end: %r" % (self.id, arguments, out[-4000:])) from None
        if process.returncode != 0:
            raise Failure("%s %r ended with %d: %r" % (self.id, arguments, process.returncode, out[-4000:]))
        self._said = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", out.decode(errors="replace"))
        return self._said

    def variables(self):
        """The options for the variables of a server. Some apps keep all others from their servers. Outside a
        test Paddock is found without any."""
        return [self.variable, "XDG_RUNTIME_DIR=" + self.box.runtime]

    def add(self, name, *command):
        """Lets the app write an entry with this command into its file."""
        self.run("mcp", "add", name, *self.variables(), "--", *command)

    def add_address(self, name, url, header):
        """Lets the app write an entry with this address. Whenever the app uses the entry, it replaces its own
        form of the variable TOKEN in the header."""
        raise NotImplementedError

    def reaches(self, name):
        """Whether the app says that it reached this server."""
        raise NotImplementedError

    def wait_reached(self, name):
        """On a busy machine an app may give up too early."""
        try:
            wait_until(lambda: self.reaches(name), "the app to reach its server")
        except Failure as problem:
            raise Failure("%s: %s" % (problem, self._said)) from None

    def ask(self, model):
        """Gives the app something to do for its model. Returns its output."""
        raise NotImplementedError


class Claude(App):
    id = "claude-code"
    env = {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "ENABLE_TOOL_SEARCH": "false",
           "MCP_CONNECTION_NONBLOCKING": "0"}

    def program(self):
        return [os.environ.get("PADDOCK_TEST_CLAUDE", "$PADDOCK_TEST_CLAUDE")]

    def path(self):
        return os.path.join(self.box.home, ".claude.json")

    def add(self, name, *command):
        self.run("mcp", "add", "--scope", "user", name, *self.variables(), "--", *command)

    def add_address(self, name, url, header):
        self.run("mcp", "add", "--scope", "user", "--transport", "http", name, url,
                 "--header", header + ": ${TOKEN}")

    def reaches(self, name):
        return re.search(r"^%s: .* - ✔ Connected$" % name, self.run("mcp", "list"), re.M) is not None

    def ask(self, model):
        return self.run("-p", PROMPT, "--allowedTools", "mcp__files", "--model", "stand-in",
                        env={"ANTHROPIC_API_KEY": "x", "ANTHROPIC_BASE_URL": model.url})


class Lister(App):
    """An app whose list doesn't start the servers, so it also gets something to do for its model."""

    def lists(self, name):
        """Whether the list has this server, and the app would start it."""
        raise NotImplementedError

    def reaches(self, name):
        with StandIn(()) as model:
            self.ask(model)
            return self.lists(name) and any(name in tool for tool in model.tools)


class Codex(Lister):
    id = "codex"
    container = "mcp_servers"
    comment = ("args = [", "args = [ # a comment\n  ")

    def program(self):
        return glob.glob(os.path.join(MODULES, "@openai/codex-linux-*/vendor/*/bin/codex")) or \
            [os.path.join(MODULES, "@openai/codex")]

    def path(self):
        return os.path.join(self.box.home, ".codex/config.toml")

    def lists(self, name):
        return {one["name"]: one["enabled"] for one in json.loads(self.run("mcp", "list", "--json"))}[name]

    def ask(self, model):
        # Without "required" its model may begin before the server does.
        provider = '{ name = "stand-in", base_url = "%s/v1", wire_api = "responses" }' % model.url
        return self.run("exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox",
                        "-c", "model_providers.local=" + provider, "-c", "model_provider=local",
                        "-c", "model=stand-in", "-c", "mcp_servers.files.required=true", PROMPT)


class Copilot(Lister):
    id = "copilot-cli"
    comment = ('"args": [', '"args": [ // a comment')
    env = {"COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false", "COPILOT_MODEL": "stand-in"}

    def program(self):
        return glob.glob(os.path.join(MODULES, "@github/copilot-linux-*/copilot")) or \
            [os.path.join(MODULES, "@github/copilot")]

    def path(self):
        return os.path.join(self.box.home, ".copilot/mcp-config.json")

    def lists(self, name):
        return re.search(r"^  %s \((local|http)\)$" % name, self.run("mcp", "list"), re.M) is not None

    def add_address(self, name, url, header):
        self.run("mcp", "add", name, "--transport", "http", url, "--header", header + ": ${TOKEN}")

    def ask(self, model):
        return self.run("-p", PROMPT, "--allow-all-tools", "--disable-builtin-mcps",
                        env={"COPILOT_PROVIDER_BASE_URL": model.url + "/v1", "COPILOT_PROVIDER_API_KEY": "x"})


class Gemini(App):
    id = "gemini"
    # Its servers don't run in a folder that the user doesn't trust.
    env = {"GEMINI_CLI_TRUST_WORKSPACE": "true", "GEMINI_TELEMETRY_ENABLED": "false"}
    variable = "-e"
    comment = ('"args": [', '"args": [ // a comment')
    home = ".gemini"

    def program(self):
        return [NODE, os.path.join(MODULES, "@google/gemini-cli/bundle/gemini.js")]

    def path(self):
        return os.path.join(self.box.home, self.home, "settings.json")

    def add(self, name, *command):
        self.run("mcp", "add", "--scope", "user", *self.variables(), name, *command)

    def add_address(self, name, url, header):
        self.run("mcp", "add", "--scope", "user", "--transport", "http", "-H", header + ": $TOKEN", name, url)

    def reaches(self, name):
        return re.search(r"^✓ %s: .* - Connected$" % name, self.run("mcp", "list"), re.M) is not None

    def set_up(self, **settings):
        """Settings of the project, which leave the user's file alone."""
        self.box.file("project", self.home, "settings.json", text=json.dumps(settings))

    def ask(self, model):
        self.set_up(security={"auth": {"selectedType": "gemini-api-key"}})
        return self.run("-p", PROMPT, "--yolo", "-m", "gemini-2.5-flash",
                        env={"GEMINI_API_KEY": "x", "GOOGLE_GEMINI_BASE_URL": model.url})


class Opencode(App):
    id = "opencode"
    container = "mcp"
    comment = ('"command": [', '"command": [ // a comment')
    env = {"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_MODELS_FETCH": "1",
           "OPENCODE_DISABLE_LSP_DOWNLOAD": "1", "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1"}

    def program(self):
        return [os.path.join(MODULES, "opencode-linux-x64/bin/opencode")]

    def path(self):
        return glob.glob(os.path.join(self.box.env["XDG_CONFIG_HOME"], "opencode/opencode.json*"))[0]

    def add_address(self, name, url, header):
        self.run("mcp", "add", name, "--url", url, "--header", header + "={env:TOKEN}")

    def reaches(self, name):
        return re.search(r"✓ %s connected" % name, self.run("mcp", "list")) is not None

    def ask(self, model):
        provider = {"npm": "@ai-sdk/openai-compatible", "models": {"model": {}},
                    "options": {"baseURL": model.url + "/v1", "apiKey": "x"}}
        config = {"provider": {"stand-in": provider}, "model": "stand-in/model"}
        return self.run("run", PROMPT, env={"OPENCODE_CONFIG_CONTENT": json.dumps(config)})


class Qwen(Gemini):
    """Its command line is much like that of Gemini CLI, from which it was made."""

    id = "qwen-code"
    env = {"QWEN_TELEMETRY_ENABLED": "false"}
    home = ".qwen"

    def program(self):
        return [NODE, os.path.join(MODULES, "@qwen-code/qwen-code/cli-entry.js")]

    def ask(self, model):
        # Otherwise its model would have to search for the server's tools.
        self.set_up(tools={"toolSearch": {"enabled": False}})
        return self.run("-p", PROMPT, "--yolo", "--auth-type", "openai",
                        env={"OPENAI_API_KEY": "x", "OPENAI_BASE_URL": model.url + "/v1",
                             "OPENAI_MODEL": "stand-in"})


APPS = (Claude, Codex, Copilot, Gemini, Opencode, Qwen)
