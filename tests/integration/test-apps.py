# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock apps` with the files of many apps, without a service, and with everything that can go wrong while
a file is written."""

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import threading

import filesystems
import puppet
from agent import Agent
from harness import Box, binary, contains, equal, lacks, wait_until
from peer import PeerProcess
from puppet import Run
from tap import Skip, cases, run, test

REFUSED = 1
KEY = re.compile(r"[a-z0-9-]+-[a-z0-9]{12}(\.[A-Za-z]+)*$")
COMMENTS = """// my servers
{
  "servers": {
    "files": { // the usual one
      "command": "npx", /* a package */
      "args": [
        "-y", "server", // ends here
      ],
    },
  },
}
"""
# Where each app has its file below the home or the configuration directory, and what is in it.
FILES = {
    "claude-desktop": ("config/Claude/claude_desktop_config.json",
                       '{"mcpServers":{"a":{"command":"npx","args":["-y","x"],"env":{"T":"secret"}}}}'),
    "claude-code": ("home/.claude.json",
                    '{\n  "numStartups": 7,\n  "mcpServers": {"a": {"type": "http", '
                    '"url": "https://example.org/mcp"}},\n  "projects": {"/p": {"mcpServers": '
                    '{"b": {"command": "x", "args": []}}}}\n}'),
    "vscode": ("config/Code/User/mcp.json", COMMENTS),
    "cursor": ("home/.cursor/mcp.json", '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}\n'),
    "windsurf": ("home/.codeium/windsurf/mcp_config.json",
                 '{"mcpServers":{"a":{"serverUrl":"https://example.org/mcp"}}}'),
    "zed": ("config/zed/settings.json",
            '// Zed\n{\n  "context_servers": {"a": {"command": "x", "args": ["{root}"]},}\n}'),
    "codex": ("home/.codex/config.toml", '# mine\nmodel = "m"\n\n[mcp_servers.a]\ncommand = "x" # this\n'),
    "gemini": ("home/.gemini/settings.json", '{"mcpServers": /* c */ {"a": {"httpUrl": "https://e.org/"}}}'),
    "goose": ("config/goose/config.yaml",
              "# mine\nextensions:\n  a:\n    type: stdio\n    cmd: x\n    args: []\n"),
    "cline": ("home/.cline/data/settings/cline_mcp_settings.json",
              '{"mcpServers":{"a":{"command":"x","args":["1"],"disabled":false}}}'),
    "opencode": ("config/opencode/opencode.jsonc",
                 '{"mcp":{"a":{"type":"local","command":["x","-y"],},},}'),
    "kiro": ("home/.kiro/settings/mcp.json", '{"mcpServers":{}}'),
}


class Apps:
    """A home with files of apps, without a bus unless a test wants one."""

    def __init__(self, *apps, bus=False):
        self.box = Box(bus=bus)
        for app in apps or FILES:
            self.write(app, FILES[app][1])

    def __enter__(self):
        self.box.__enter__()
        return self

    def __exit__(self, *problem):
        return self.box.__exit__(*problem)

    def path(self, app):
        return os.path.join(self.box.directory, FILES[app][0])

    def write(self, app, text):
        os.makedirs(os.path.dirname(self.path(app)), exist_ok=True)
        with open(self.path(app), "w", encoding="utf-8") as stream:
            stream.write(text)

    def text(self, app):
        with open(self.path(app), encoding="utf-8") as stream:
            return stream.read()

    def apps(self, *arguments, code=0):
        return self.box.paddock("apps", *arguments, code=code)

    def entries(self):
        """Each server: its app, its name and what Paddock says of it."""
        return [(file["app"], server) for file in self.box.json("apps") for server in file["servers"]
                if file["changeable"]]

    def names(self, app):
        """What lies beside the file of an app."""
        return sorted(os.listdir(os.path.dirname(self.path(app))))

    def backups(self):
        directory = os.path.join(self.box.data_home, "paddock", "apps")
        return [name for name in os.listdir(directory) if name != "lock"] if os.path.isdir(directory) else []

    def environment(self):
        return self.box.program_env()


def is_connected(text):
    return '"--key"' in text


# The servers of FILES that are at an address.
ADDRESSES = ["claude-code/a", "windsurf/a", "gemini/a"]
LEFT_ALONE = "Left alone: %s are at addresses, " % ", ".join(ADDRESSES)
LOST = "that sign-in is lost, and the server answers with error 401."


def texts(apps):
    return {app: apps.text(app) for app in FILES}


@test
def only_here():
    """apps that aren't on this computer aren't listed; a name that is typed gets its reason all the same"""
    with Apps("cursor") as apps:
        equal([file["app"] for file in apps.box.json("apps")], ["cursor"], "apps")
        equal([line.split("/")[0] for line in apps.apps().out.splitlines()[1:]], ["cursor"] * 2, "the table")
        contains(apps.apps("connect", "cherry-studio", code=REFUSED).err, "keeps its servers", "the reason")
        os.makedirs(os.path.join(apps.box.env["XDG_CONFIG_HOME"], "CherryStudio"))
        equal([file["app"] for file in apps.box.json("apps")], ["cursor", "cherry-studio"], "apps")
        contains(apps.apps().out, "cherry-studio", "the table")
        contains(apps.apps("connect", "cherry-studio", code=REFUSED).err, "keeps its servers", "the reason")


@test
def there_and_back():
    """all servers of all apps go through Paddock, and every byte comes back"""
    with Apps() as apps:
        before = texts(apps)
        changeable = [(app, one["name"]) for app, one in apps.entries() if one["changeable"]]
        equal({app for app, _ in changeable}, set(FILES) - {"kiro"}, "apps that can be changed")
        apps.apps("connect", "--all")
        apps.apps("connect", *ADDRESSES)
        for app, one in apps.entries():
            equal(one["throughPaddock"], (app, one["name"]) in changeable, "%s/%s" % (app, one["name"]))
            if one["throughPaddock"]:
                assert KEY.match(one["key"]) and one["key"].startswith(app + "-"), one
        contains(apps.text("vscode"), "// the usual one")
        contains(apps.text("vscode"), "// ends here")
        contains(apps.apps("connect", "--all").out, "Nothing to change.")
        apps.apps("restore", "--all")
        equal(texts(apps), before, "files")
        equal(apps.backups(), [], "copies")


@test
def addresses():
    """servers at an address are left alone, and said in one line, unless they are named"""
    with Apps() as apps:
        before = texts(apps)
        for arguments in (("connect", "--all", "--dry-run"), ("connect", "--all"), ("connect", "--all")):
            result = apps.apps(*arguments)
            equal(result.err.count("Left alone: "), 1, "lines")
            contains(result.err, LEFT_ALONE)
            lacks(result.out, "--url")
        contains(result.out, "Nothing to change.")
        for app in ("windsurf", "gemini"):
            equal(apps.text(app), before[app])
        contains(apps.text("claude-code"), '"a": {"type": "http", "url": "https://example.org/mcp"}')
        result = apps.apps("connect", "windsurf")
        contains(result.err, "Left alone: windsurf/a is at an address, ")
        contains(result.out, "Nothing to change.")
        row, = [line for line in apps.apps().out.splitlines() if line.startswith("windsurf/a ")]
        contains(row, "no, left alone because")

        contains(apps.apps("connect", "--dry-run", "windsurf/a").err, LOST)
        equal(apps.text("windsurf"), before["windsurf"])
        result = apps.apps("connect", "windsurf/a")
        equal(result.err.count(LOST), 1, "what is said")
        contains(result.out, "windsurf/a goes through Paddock now.")
        lacks(apps.apps("connect", "--all").err, "windsurf/a")
        states = {app: (one["kind"], one["changeable"], one["throughPaddock"]) for app, one in apps.entries()
                  if one["kind"] == "address"}
        equal(states, {"claude-code": ("address", True, False), "windsurf": ("address", True, True),
                       "gemini": ("address", True, False)})
        row, = [line for line in apps.apps().out.splitlines() if line.startswith("windsurf/a ")]
        contains(row, "yes. If the app can’t sign in to this server, type “paddock apps restore windsurf/a”.")
        for how in ("windsurf", "windsurf/a", "--all"):
            result = apps.apps("restore", how)
            lacks(result.out + result.err, "Left alone")
            equal(apps.text("windsurf"), before["windsurf"], how)
            apps.apps("connect", "windsurf/a")
        apps.apps("restore", "--all")
        equal(texts(apps), before, "files")


@test
def only_addresses():
    """if only servers at an address remain, that is no failure, and the command says that nothing changes"""
    with Apps("windsurf") as apps:
        for arguments in ("connect --all", "connect --all --dry-run", "connect windsurf"):
            result = apps.apps(*arguments.split())
            contains(result.err, "Left alone: windsurf/a is at an address, ")
            equal(result.out, "" if "dry" in arguments else "Nothing to change.\n")
        equal(apps.text("windsurf"), FILES["windsurf"][1])


@test
def each_alone():
    """servers of one file change one after the other, in any order"""
    with Apps("cursor") as apps:
        for order in ("ab", "ba"):
            for name in "ab":
                apps.apps("connect", "cursor/" + name)
            equal(len(apps.backups()), 1, "copies")
            for name in order:
                apps.apps("restore", "cursor/" + name)
            equal(apps.text("cursor"), FILES["cursor"][1])


@test
def without_data():
    """restore needs neither Paddock's data nor the bytes as they were"""
    with Apps("cursor", "opencode") as apps:
        meaning = json.loads(apps.text("cursor"))
        apps.apps("connect", "--all")
        shutil.rmtree(os.path.join(apps.box.data_home, "paddock"))
        apps.write("cursor", json.dumps(json.loads(apps.text("cursor")), indent=4))
        apps.apps("restore", "--all")
        for server in meaning["mcpServers"].values():
            server.setdefault("args", [])
        equal(json.loads(apps.text("cursor")), meaning)
        equal(apps.text("opencode"), FILES["opencode"][1])


@test
def dry_run():
    """--dry-run writes nothing, and `patch` makes the same file of its output, unless it hides a secret"""
    with Apps() as apps:
        before = texts(apps)
        result = apps.apps("connect", "--all", "--dry-run")
        equal(texts(apps), before, "files")
        equal(apps.backups(), [], "copies")
        contains(result.out, '"T":"••••"')
        equal(result.err.count("Secrets stay in the file. Paddock doesn’t show them."), 1, result.err)
        os.remove(apps.path("claude-desktop"))
        result = apps.apps("connect", "--all", "--dry-run")
        lacks(result.err, "Secrets")
        diff = result.out
        if shutil.which("patch") is None:
            raise Skip("there is no program patch")
        subprocess.run(["patch", "-p1", "-d", "/", "-s", "--fuzz=0"], input=diff, text=True, check=True)
        contains(apps.apps("connect", "--all").out, "Nothing to change.")
        apps.apps("restore", "--all")
        for app in ("vscode", "zed", "opencode"):
            equal(apps.text(app), before[app])


@test
def secrets_stay():
    """values of the environment aren't printed, and kept only where nobody else can read"""
    with Apps("claude-desktop") as apps:
        for arguments in ((), ("--json",), ("connect", "--all", "--dry-run"), ("connect", "--all")):
            result = apps.apps(*arguments)
            lacks(result.out + result.err, "secret")
        directory = os.path.join(apps.box.data_home, "paddock", "apps")
        equal(stat.S_IMODE(os.stat(directory).st_mode), 0o700)
        for name in os.listdir(directory):
            equal(stat.S_IMODE(os.stat(os.path.join(directory, name)).st_mode), 0o600)


SECRET = "S3CR3T-ß"
# Each has SECRET in many places and spellings, and a server that can be changed, with @ for a folder.
HOSTILE = {
    "cursor": """{"mcpServers": {
  "a": {"command": "npx", "args": ["-y", "x", "@", "--api-key", "S3CR3T-ß", "--token=S3CR3T-ß", "end",
      "--header", "X-Api:S3CR3T-ß", "Authorization: Bearer S3CR3T-ß", "--p\\u0069n=\\"S3CR3T-ß\\"",
      "https://u:S3CR3T-ß@host/?api_key=S3CR3T-ß&x=S3CR3T-ß"], "env": {"A": "S3CR3T-ß", "B": "\\"S3CR3T-ß",
      "C": {"D": ["S3CR3T-ß"]}}},
  "b": {"command": "y", "env": {"\\u0041": "\\\\S3CR3T-ß"}, "authToken": "S3CR3T-ß"}}}
""",
    "claude-code": """{
  "oauth": {"accessToken": "S3CR3T-ß"},
  "projects": {"/p": {"mcpServers": {"b": {"command": "sh",
    "args": ["-c", "API_KEY=S3CR3T-ß exec x", "@"],
    "env": {"FOO": "S3CR3T-ß"}}}, "env": {"BAR": "S3CR3T-ß"}}}
}
""",
    "vscode": """{
  "servers": {
    // "API_KEY": "S3CR3T-ß",
    "a": {
      /* "env": {
       *   "FOO": "S3CR3T-ß" } */
      "command": "x", // --token S3CR3T-ß
      "args": ["--token", "S3CR3T-ß", "@"], // curl https://me:S3CR3T-ß@host
      "env": { // "BAR": "S3CR3T-ß"
        "BAZ": "S3CR3T-ß" // or S3CR3T-ß
      }
    }
  }
}
""",
    "codex": '''# token = "S3CR3T-ß"
[mcp_servers.a]
command = "x" # key: S3CR3T-ß
args = ['--api-key', 'S3CR3T-ß', '@', """--token=\\
  S3CR3T-ß"""]
env = { FOO = "\\"S3CR3T-ß", 'BAR' = 'S3CR3T-ß' }
# FOO = S3CR3T-ß
[mcp_servers.b]
command = "y"
env.FOO = """
S3CR3T-ß
  S3CR3T-ß"""
''',
    "goose": """extensions:
  a:
    type: stdio
    cmd: x
    args: [--api-key, S3CR3T-ß, '@', 'it''s --token=S3CR3T-ß', "\\x2d-pin=S3CR3T-ß"]
    envs:
      FOO: |
        S3CR3T-ß
          S3CR3T-ß # x
      BAR: S3CR3T-ß
        S3CR3T-ß
      # BAZ: S3CR3T-ß
  b:
    type: stdio
    cmd: y
    args:
      - --token
      - S3CR3T-ß
    envs: {FOO: S3CR3T-ß, BAR: 'S3CR3T-ß'}
""",
    "opencode": """{"mcp":{"a":{"type":"local","command":["mysql","-pS3CR3T-ß","@"],
  "environment":{"FOO":"S3CR3T-ß"}},"b":{"type":"remote","url":"https://host/mcp",
  "headers":{"X-Key":"S3CR3T-ß"}}}}
""",
}


@test
def no_secret_is_shown():
    """secrets in all spellings are hidden wherever lines of a file are printed"""
    with Apps(*HOSTILE) as apps:
        folder = apps.box.folder("project")
        before = {}
        for app, text in HOSTILE.items():
            before[app] = re.sub("(?<=[\"'])@(?=[\"'])", folder, text)
            apps.write(app, before[app])
        for arguments in ("", "--json", "connect --all --dry-run", "connect --all --folders --dry-run",
                          "connect --all --folders", "", "--json", "restore --all --dry-run",
                          "restore --all"):
            result = apps.apps(*arguments.split(), code=None)
            for text in (result.out, result.err):
                lacks(text, SECRET)
                lacks(text, "S3CR3T")
            if "--dry-run" in arguments:
                for app in HOSTILE:
                    contains(result.out, "+++ b" + apps.path(app))
                contains(result.out, "••••")
                contains(result.out, "--api-key")
        equal({app: apps.text(app) for app in HOSTILE}, before)


@test
def folders():
    """folders among the arguments are found, and become {roots} only with --folders"""
    with Apps() as apps:
        folder = apps.box.folder("project")
        text = json.dumps({"mcpServers": {"fs": {"command": "npx", "args": [
            "-y", "server-filesystem", folder, "/nonexistent/folder"]}}})
        apps.write("kiro", text)
        found = [one["folders"] for app, one in apps.entries() if app == "kiro"]
        equal(found, [[folder]])
        result = apps.apps("connect", "kiro")
        contains(result.out, folder)
        contains(apps.text("kiro"), folder)
        apps.apps("restore", "kiro")
        result = apps.apps("connect", "--folders", "kiro/fs")
        contains(result.out, "{roots}")
        contains(result.err, "paddock add")
        lacks(apps.text("kiro"), folder)
        apps.apps("restore", "kiro")
        equal(apps.text("kiro"), text)

        apps.apps("connect", "--folders", "kiro/fs")
        shutil.rmtree(os.path.join(apps.box.data_home, "paddock"))
        contains(apps.apps("restore", "--all", code=REFUSED).err, "kiro/fs")
        apps.apps("restore", "kiro", "--folder", folder)
        equal(json.loads(apps.text("kiro")), json.loads(text))


@test
def with_service():
    """the service hears what changed and gets the folders, and its window asks before Paddock is taken out"""
    with Apps("cursor", bus=True) as apps:
        box = apps.box
        folder = box.folder("project")
        text = json.dumps({"mcpServers": {"a": {"command": "x", "args": ["1", folder]},
                                          "": {"command": "y"}}})
        apps.write("cursor", text)
        box.serve()
        apps.apps("connect", "--folders", "cursor")
        equal([entry["event"] for entry in box.log()].count("app-connected"), 2, "noted")
        equal([root["path"] for root in box.json("list")], [folder], "folders")
        connected = apps.text("cursor")

        agent = Agent(box)
        for verdict, code, expected in (("deny", REFUSED, connected), ("allow", 0, text)):
            process = box.start("apps", "restore", "--all")
            request = agent.wait_request("take-out")
            equal(request["entries"], ["cursor/a", 'cursor/""'], "the question")
            equal(apps.text("cursor"), connected, "the file while the question is open")
            agent.answer(request, verdict)
            process.communicate(timeout=60)
            equal(process.returncode, code, verdict)
            equal(apps.text("cursor"), expected, verdict)
        equal([entry["event"] for entry in box.log()].count("app-restored"), 2, "noted")


class Wired:
    """Cursor has the server "a", which goes through Paddock and runs. The user allowed it a folder."""

    def __init__(self, apps):
        self.apps, self.box = apps, apps.box
        path = os.path.join(self.box.directory, "puppet-a")
        self.entry = {"command": sys.executable, "args": ["-I", os.path.abspath(puppet.__file__), path]}
        self.write({"a": self.entry})
        self.service = self.box.serve()
        self.folder = self.box.folder("project")
        self.box.add(self.folder)
        apps.apps("connect", "cursor/a")
        self.key = self.find_key()
        self.running = self.run(self.key)
        equal(self.running.uris(1), [], "before the decision")
        self.box.paddock("grant", "a", self.folder)
        self.running.wait_notices(1)

    def write(self, servers):
        self.apps.write("cursor", json.dumps({"mcpServers": servers}))

    def find_key(self, name="a"):
        arguments = json.loads(self.apps.text("cursor"))["mcpServers"][name]["args"]
        return arguments[arguments.index("--key") + 1] if "--key" in arguments else None

    def run(self, key):
        """Starts the server as the app does."""
        return Run(self.box, "--key", key, slot="a", name="reader").handshake()

    def servers(self):
        return [(server["name"], server["decision"]) for server in self.box.json("servers")]


ONE = [("a (Cursor)", "allowed")]


@test
def off_and_on():
    """an entry that goes through Paddock again has its key again: same server, same decision, and its name"""
    with Apps("cursor", bus=True) as apps:
        wired = Wired(apps)
        for restarts in (False, True):
            apps.apps("restore", "cursor/a")
            equal(wired.find_key(), None, "restored")
            equal(wired.servers(), ONE, "the running server keeps its name")
            if restarts:
                # The service keeps it on the disk. A running `paddock run` would start a service, too.
                wired.running.host.close_output()
                wired.running.wait_end()
                wired.service.stop()
                wired.box.serve()
            apps.apps("connect", "cursor/a")
            equal(wired.find_key(), wired.key, "the key")
            again = wired.run(wired.key)
            wait_until(lambda again=again: again.uris(5) == ["file://" + wired.folder], "the folder")
            equal(wired.servers(), ONE, "the servers")
            equal(wired.box.control().call("ListRequests"), [], "questions")
            again.host.close_output()
            again.wait_end()
        apps.apps("restore", "--all")
        wired.box.paddock("forget", "a")
        equal(wired.box.control().call("ListApps"), [], "what is remembered of a forgotten server")
        apps.apps("connect", "cursor/a")
        lacks(apps.text("cursor"), wired.key, "the key of a forgotten server")


def rename(wired):
    wired.write({"b": wired.entry})
    return "b"


def add_beside(wired):
    """The restored entry, and another one in front of it."""
    wired.write({"b": wired.entry, "a": wired.entry})
    return "b"


def copy_key(wired):
    """Another app has the entry with the key."""
    wired.apps.write("cline", json.dumps({"mcpServers": {"a": {
        "command": "paddock", "args": ["run", "--key", wired.key, "--", "x"]}}}))
    return "a"


def copy_key_beside(wired):
    """The user pasted the entry with the key under another name."""
    wired.write({"c": {"command": "paddock", "args": ["run", "--key", wired.key, "--", "x"]},
                 "a": wired.entry})
    return "a"


def copy_file(wired):
    """The same entry in the file of another app."""
    wired.apps.write("cline", wired.apps.text("cursor"))
    wired.apps.apps("connect", "cline/a")
    lacks(wired.apps.text("cline"), wired.key, "the key in the copy")
    wired.write({"b": wired.entry})
    return "b"


@cases([(rename,), (add_beside,), (copy_key,), (copy_key_beside,), (copy_file,)],
       lambda change: change.__name__)
def other_entry(change):
    """only the same entry gets the key back"""
    with Apps("cursor", bus=True) as apps:
        wired = Wired(apps)
        apps.apps("restore", "cursor/a")
        name = change(wired)
        apps.apps("connect", "cursor/" + name)
        key = wired.find_key(name)
        assert key is not None and key != wired.key, key


@test
def other_command():
    """an entry with another command gets its key, too; its server is undecided until the user decides"""
    with Apps("cursor", bus=True) as apps:
        wired = Wired(apps)
        apps.apps("restore", "cursor/a")
        wired.entry["args"].append("--more")
        wired.write({"a": wired.entry})
        apps.apps("connect", "cursor/a")
        equal(wired.find_key(), wired.key, "the key")
        again = Run(wired.box, "--key", wired.key, slot="a", name="reader",
                    server_options=["--more"]).handshake()
        equal(again.uris(5), [], "the folders of another command")
        request, = wired.box.control().call("ListRequests")
        before = {fact: value for fact, _, value in request["previous"]}
        equal([fact for fact, _, value in request["facts"] if value != before.get(fact)], ["command"],
              "what changed")


@test
def project_entry():
    """entries of Claude Code with the same name are told apart by their project"""
    with Apps(bus=True) as apps:
        box = apps.box
        entry = {"command": "x", "args": []}
        apps.write("claude-code", json.dumps({"projects": {
            "/p": {"mcpServers": {"a": entry}}, "/q": {"mcpServers": {"a": entry}}}}))
        box.make_impostor()
        box.serve()
        apps.apps("connect", "claude-code")
        rows = box.control().call("ListApps")
        equal(sorted(row["project"] for row in rows), ["/p", "/q"], "the projects")
        for row in rows:
            claim = {"command": ["x"], "exe": "/x", "key": row["key"]}
            PeerProcess(box, "tool", result={"_meta": {"io.github.paddock-mcp/launch": claim}},
                        program=box.impostor).wait_ready()
        wait_until(lambda: len(box.json("servers")) == 2, "the servers")
        before = apps.text("claude-code")
        apps.apps("restore", "claude-code")
        apps.apps("connect", "claude-code")
        equal(apps.text("claude-code"), before, "the keys")


def make_link(apps):
    real = os.path.join(apps.box.home, "dotfiles.json")
    os.rename(apps.path("cursor"), real)
    os.symlink(real, apps.path("cursor"))


@test
def link():
    """a link stays, and the file that it names changes, with its mode"""
    with Apps("cursor") as apps:
        make_link(apps)
        os.chmod(apps.path("cursor"), 0o640)
        apps.apps("connect", "cursor")
        assert os.path.islink(apps.path("cursor"))
        assert is_connected(apps.text("cursor"))
        equal(stat.S_IMODE(os.stat(apps.path("cursor")).st_mode), 0o640)
        equal(apps.names("cursor"), ["mcp.json"])


def make_read_only(apps):
    os.chmod(apps.path("cursor"), 0o444)


def make_directory_read_only(apps):
    os.chmod(os.path.dirname(apps.path("cursor")), 0o555)


def make_hard_link(apps):
    os.link(apps.path("cursor"), os.path.join(apps.box.home, "twin"))


def make_fifo(apps):
    os.remove(apps.path("cursor"))
    os.mkfifo(apps.path("cursor"))


def make_device(apps):
    os.remove(apps.path("cursor"))
    os.symlink("/dev/zero", apps.path("cursor"))


def make_commented(apps):
    apps.write("cursor", '{"mcpServers": {}} // paddock')


def make_servers_twice(apps):
    apps.write("cursor", '{"mcpServers": {"a": {"command": "x"}}, "mcpServers": {}}')


def make_broken(apps):
    apps.write("cursor", '{"mcpServers": {"a": {"command": "x"},')


def make_twice(apps):
    apps.write("cursor", '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}')


@cases([(make_read_only, "cursor/a", "read-only"),
        (make_directory_read_only, "cursor/a", "folder of the file is read-only"),
        (make_hard_link, "cursor/a", "several names"), (make_fifo, "cursor", "regular file"),
        (make_device, "cursor", "regular file"), (make_broken, "cursor", "ends too early"),
        (make_twice, "cursor/a", "same name"), (make_commented, "cursor", "allow comments"),
        (make_servers_twice, "cursor", "“mcpServers” twice")],
       lambda change, name, reason: change.__name__)
def refused(change, name, reason):
    """a file that must not be changed stays, with the reason; one that can't be read makes --all fail"""
    with Apps("cursor", "kiro") as apps:
        change(apps)
        names = apps.names("cursor")
        contains(apps.apps().out, reason)
        contains(apps.apps("connect", name, code=REFUSED).err, reason)
        is_unread = name == "cursor"
        for arguments in ("connect --all --dry-run", "connect --all", "restore --all --dry-run",
                          "restore --all"):
            result = apps.apps(*arguments.split(), code=REFUSED if is_unread else 0)
            if is_unread:
                contains(result.err, "cursor (%s): " % apps.path("cursor"))
                contains(result.err, reason)
                lacks(result.out, "Nothing to change")
        equal(apps.names("cursor"), names)
        os.chmod(os.path.dirname(apps.path("cursor")), 0o755)


# Files with a server "a" that its app wouldn't start any more behind `paddock`, and a server "b" that it
# would; or no "b", if a setting is for the whole file.
NEAR = {
    "debugged": ("vscode", FILES["vscode"][0], "its command must be Node.js or Python",
                 '{"servers": {"a": {"command": "node", "dev": {"debug": {"type": "node"}}},\n'
                 '"b": {"command": "node", "dev": {"watch": "**/*.js"}}}}'),
    "replaced": ("jan", "data/Jan/data/mcp_config.json", "its own programs for npx and uvx",
                 '{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x"]},\n'
                 '"b": {"command": "/usr/bin/npx", "args": ["-y", "x"]}}}'),
    "a line": ("zed", FILES["zed"][0], "gives this command to a shell",
               '{"context_servers": {"a": {"command": "npx -y x"}, // a line\n'
               '"b": {"command": "sh", "args": ["-c", "npx -y x"]}}}'),
    "boxed": ("vscode", FILES["vscode"][0], "runs this server in a sandbox",
              '{"servers": {"a": {"command": "x", "sandboxEnabled": true},\n'
              '"b": {"command": "x", "sandbox": {}, "sandboxEnabled": false}}}'),
    "all boxed": ("gemini", FILES["gemini"][0], "runs its servers in a sandbox",
                  '{"tools": {"sandbox": "docker"}, "mcpServers": {"a": {"command": "x"}}}'),
    "elsewhere": ("codex", FILES["codex"][0], "on another computer",
                  '[mcp_servers.a]\ncommand = "x"\nexperimental_environment = "remote"\n'
                  '[mcp_servers.b]\ncommand = "x"\nexperimental_environment = "local"\n'),
}


@cases([(name,) for name in NEAR], lambda name: name)
def left_alone(name):
    """what an app wouldn't start behind Paddock stays, with the reason, and its neighbor changes"""
    app, path, reason, text = NEAR[name]
    with Apps("kiro") as apps:
        path = os.path.join(apps.box.directory, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        row, = [line for line in apps.apps().out.splitlines() if line.startswith(app + "/a ")]
        contains(row, "no: ")
        contains(row, reason)
        contains(apps.apps("connect", app + "/a", code=REFUSED).err, reason)
        contains(apps.apps("connect", "--all").err, "%s/a: " % app)
        states = {one["name"]: (one["changeable"], one["throughPaddock"]) for which, one in apps.entries()
                  if which == app}
        equal(states, {"a": (False, False), **({"b": (True, True)} if "all" not in name else {})})
        apps.apps("restore", "--all")
        with open(path, encoding="utf-8") as stream:
            equal(stream.read(), text)


def server(*words):
    return json.dumps({"command": words[0], "args": words[1:]})


RUN = ("paddock", "run", "--key", "K")
# Entries that still start Paddock, and those that only look like it: the app, its file, the reason.
NAMED = {
    "unknown option": ("cursor", server(*RUN, "--new", "--", "x"), "Somebody changed"),
    "value in one word": ("cursor", server("paddock", "run", "--url=https://example.org/"),
                          "Somebody changed"),
    "env": ("cursor", server("env", "A=1", *RUN, "--", "x"), "Somebody changed"),
    "a shell": ("cursor", server("sh", "-c", "exec paddock run -- x"), "Somebody changed"),
    "paddock twice": ("cursor", server(*RUN, "--", "env", "paddock", "run", "--", "x"), "Somebody changed"),
    "member twice": ("cursor", '{"command": "paddock", "args": ["run", "x"], "args": []}', "twice"),
    "no text": ("cursor", '{"command": "paddock", "args": ["run", 1]}', "isn’t text"),
    "two ways": ("cursor", '{"command": "paddock", "args": ["run", "x"], "url": "https://example.org/"}',
                 "a command and an address"),
    "own server": ("cursor", server("paddock", "mcp"), "Paddock’s own server"),
    "an anchor": ("goose", "{type: stdio, cmd: &c paddock, args: [run, x]}", "anchors"),
    "an alias": ("goose", "{<<: *base}", "anchors"),
}
NOT_NAMED = {
    "a folder": ("cursor", server("npx", "server-filesystem", "/home/me/paddock")),
    "the folder of a program": ("cursor", server("uv", "--directory", "/home/me/paddock", "run", "x.py")),
    "a package": ("cursor", server("npx", "-y", "paddock")),
    "another member": ("cursor", '{"command": "x", "description": "paddock run", '
                                 '"env": {"P": "paddock run"}}'),
    "another kind": ("cursor", '{"note": "paddock"}'),
    "a comment": ("gemini", '{"command": "x" /* paddock run -- x */}'),
    "an anchor": ("goose", "{type: stdio, cmd: &c npx, description: paddocks}"),
}


def write_entry(apps, app, entry):
    if app == "goose":
        apps.write(app, "base: &base {cmd: %s}\nextensions:\n  a: %s\n" % (
            "paddock" if "*base" in entry else "x", entry))
    else:
        apps.write(app, '{"mcpServers": {"a": %s}}' % entry)


@cases([(name,) for name in NAMED], lambda name: name)
def still_named(name):
    """an entry that starts Paddock and can't be restored is named with the reason, and nothing is written"""
    app, entry, reason = NAMED[name]
    with Apps("kiro") as apps:
        write_entry(apps, app, entry)
        before = apps.text(app)
        # Paddock's own server needn't go through Paddock, and "paddock twice" does.
        passes = name in ("own server", "paddock twice")
        for arguments, code in ((("restore", "--all"), REFUSED), (("restore", "--all", "--dry-run"), REFUSED),
                                (("restore", app), REFUSED), (("restore", app + "/a"), REFUSED),
                                (("connect", "--all"), 0 if passes else REFUSED),
                                (("connect", "--all", "--dry-run"), 0 if passes else REFUSED)):
            result = apps.apps(*arguments, code=code)
            if code == REFUSED:
                contains(result.err, app + "/a: ")
                contains(result.err, reason)
                lacks(result.out, "Nothing to change")
            equal(apps.text(app), before, " ".join(arguments))


@cases([(name,) for name in NOT_NAMED], lambda name: name)
def not_named(name):
    """a file in which something else is called paddock doesn't make `restore --all` fail"""
    with Apps("kiro") as apps:
        write_entry(apps, *NOT_NAMED[name])
        contains(apps.apps("restore", "--all").out, "Nothing to change.")
        apps.apps("connect", "--all")
        apps.apps("restore", "--all")


@test
def blank():
    """an empty file has no servers, so nothing in it is in the way"""
    with Apps("kiro") as apps:
        for text in ("", " \n"):
            apps.write("cursor", text)
            apps.apps("restore", "--all")
            apps.apps("connect", "--all")


# What people write for an option of `paddock run`, and whether Paddock can take itself out with it.
OPTIONS = [("--name", "N"), ("--socket", "/s"), ("--host-roots", "ignore"), ("--on-revoke", "notify"),
           ("--header-file", "/f"), ("--bearer-file", "/f"), ("--insecure",), ("--chdir",), ("--env",),
           ("--literal",), ("--confine",), ("--confine-network", "none"), ("--confine-read", "/opt"),
           ("--confine-write", "/opt"), ("--confine-env", "T"), ("--name=N",), ("--confine-read=/opt",)]


@cases([(option,) for option in OPTIONS], lambda option: " ".join(option))
def run_options(option):
    """an entry with any option of `paddock run` is restored, or named with the reason"""
    with Apps("kiro") as apps:
        apps.write("cursor", '{"mcpServers": {"a": %s}}' % server(*RUN, *option, "--", "npx", "-y"))
        apps.apps("restore", "--all")
        equal(json.loads(apps.text("cursor"))["mcpServers"]["a"], {"command": "npx", "args": ["-y"]})
        text = '{"mcpServers": {"a": %s}}' % server(*RUN, *option, "--url", "https://example.org/")
        apps.write("cursor", text)
        contains(apps.apps("restore", "--all", code=REFUSED).err, "cursor/a: ")
        equal(apps.text("cursor"), text)


@test
def all_run_options():
    """the list above has every option that `paddock run` has"""
    with Apps("kiro") as apps:
        said = set(re.findall(r"--[a-z-]+", apps.box.paddock("run", "--help").out))
        assert "--confine-env" in said, said
        equal(sorted(said - {one[0].split("=")[0] for one in OPTIONS} - {"--key", "--url", "--help"}), [])


# The folder @ and another one, as people may write them: the app, and a list of arguments in its syntax.
SPELLINGS = {
    "a slash with a backslash": ("kiro", '["-y", "x", "@\\/a", "@/b"]'),
    "a number of a letter": ("kiro", '["-y","x","@\\u002fa","@/b"]'),
    "no spaces": ("kiro", '["-y","x","@/a","@/b"]'),
    "a literal": ("codex", "['-y', 'x', '@/a', '@/b']"),
    "a basic string": ("codex", '["-y", "x", "@\\u002fa", \'@/b\']'),
    "plain": ("goose", "\n      - -y\n      - x\n      - @/a\n      - @/b"),
    "single quotes": ("goose", "['-y', x, '@/a', \"@/b\"]"),
}


@cases([(name,) for name in SPELLINGS], lambda name: name)
def spellings(name):
    """folders come back as they were written, and the lines that are printed are those that are written"""
    app, arguments = SPELLINGS[name]
    forms = {"kiro": '{"mcpServers": {"a": {"command": "npx", "args": %s}}}\n',
             "codex": "[mcp_servers.a]\ncommand = 'npx'\nargs = %s\n",
             "goose": "extensions:\n  a:\n    type: stdio\n    cmd: npx\n    args: %s\n"}
    with Apps("cursor") as apps:
        apps.box.folder("a")
        text = forms[app] % arguments.replace("@", os.path.dirname(apps.box.folder("b")))
        apps.write(app, text)
        result = apps.apps("connect", "--folders", app)
        printed = [line[4:] for line in result.out.splitlines() if line.startswith("  + ")]
        contains(apps.text(app), "{roots}")
        contains(apps.text(app), "\n".join(printed))
        result = apps.apps("restore", app)
        printed = [line[4:] for line in result.out.splitlines() if line.startswith("  + ")]
        equal(apps.text(app), text)
        assert printed, result
        contains(text, "\n".join(printed))


@test
def folders_apart():
    """folders with another argument between them can't become one {roots}, and the entry stays"""
    with Apps("cursor") as apps:
        words = ["npx", "-y", "s", apps.box.folder("a"), "x", apps.box.folder("b")]
        text = '{"mcpServers": {"a": %s}}' % server(*words)
        apps.write("kiro", text)
        result = apps.apps("connect", "--folders", "kiro", code=REFUSED)
        contains(result.err, "without changing something else")
        equal(apps.text("kiro"), text)
        apps.apps("connect", "kiro")
        apps.apps("restore", "kiro")
        equal(apps.text("kiro"), text)


@test
def set_later():
    """a server that goes through Paddock can be restored, whatever was set in its file since"""
    with Apps("gemini", "vscode") as apps:
        apps.apps("connect", "gemini/a", "vscode")
        for app, old, new in (("gemini", "{", '{"tools": {"sandbox": true}, '),
                              ("vscode", '"command"', '"sandboxEnabled": true, "command"')):
            assert is_connected(apps.text(app)), app
            apps.write(app, apps.text(app).replace(old, new, 1))
            apps.apps("restore", app)
            equal(apps.text(app), FILES[app][1].replace(old, new, 1))


@test
def running():
    """Claude Desktop's file is left alone while it runs"""
    with Apps("claude-desktop") as apps:
        lock = os.path.join(os.path.dirname(apps.path("claude-desktop")), "SingletonLock")
        os.symlink("%s-%d" % (os.uname().nodename, os.getpid()), lock)
        contains(apps.apps("connect", "--all", code=REFUSED).err, "Claude Desktop is running")
        equal(apps.text("claude-desktop"), FILES["claude-desktop"][1])
        os.remove(lock)
        apps.apps("connect", "--all")


@test
def foreign_lock():
    """Cline's lock is respected, and said"""
    with Apps("cline") as apps:
        lock = apps.path("cline") + ".lock"
        os.mkdir(lock)
        with open(os.path.join(lock, "owner.1.2.x"), "w", encoding="utf-8"):
            pass
        contains(apps.apps("connect", "cline", code=REFUSED).err, lock)
        equal(apps.text("cline"), FILES["cline"][1])
        equal(len(apps.names("cline")), 2)


@test
def full_disk():
    """on a full disk the file stays as it is, whether the app's or Paddock's is full"""
    with Apps("kiro") as apps:
        for directory in (os.path.dirname(apps.path("cursor")), os.path.join(apps.box.data_home, "paddock")):
            os.makedirs(directory, exist_ok=True)
            filesystems.mount("none", directory, "tmpfs", options="mode=755,size=64k")
            try:
                # Twice the file doesn't fit.
                text = FILES["cursor"][1] + " " * 36 * 1024
                apps.write("cursor", text)
                with open(os.path.join(directory, "filler"), "wb", buffering=0) as stream:
                    try:
                        while True:
                            stream.write(b"x" * 4096)
                    except OSError:
                        pass
                contains(apps.apps("connect", "cursor", code=REFUSED).err, "No space left on device")
                equal(apps.text("cursor"), text)
                lacks(" ".join(apps.names("cursor")), "paddock-")
            finally:
                filesystems.detach(directory)


@test
def size_limit():
    """a limit for the size of files is a reason, too"""
    with Apps("cursor") as apps:
        text = FILES["cursor"][1] + " " * 8192
        apps.write("cursor", text)
        command = ["sh", "-c", 'ulimit -f 8; exec "$@"', "sh", binary(), "apps", "connect", "cursor"]
        result = subprocess.run(command,
                                env=apps.environment(), capture_output=True, text=True, check=False)
        equal(result.returncode, REFUSED, result.stderr)
        contains(result.stderr, "File too large")
        equal(apps.text("cursor"), text)
        equal(apps.names("cursor"), ["mcp.json"])


class Writer:
    """An app that writes its whole file from memory again and again."""

    def __init__(self, path, in_place):
        self.path = path
        self.in_place = in_place
        self.count = 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while not self.ended.is_set():
            self.count += 1
            text = json.dumps({"count": self.count, "mcpServers": {"a": {"command": "x"}}})
            name = self.path if self.in_place else self.path + ".new"
            with open(name, "w", encoding="utf-8") as stream:
                stream.write(text)
            if not self.in_place:
                os.rename(name, self.path)

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *problem):
        self.ended.set()
        self.thread.join()


@cases([(False,), (True,)], lambda in_place: "in place" if in_place else "by renaming")
def busy_app(in_place):
    """an app that writes all the time loses nothing"""
    with Apps("cursor") as apps:
        for _ in range(10):
            writer = Writer(apps.path("cursor"), in_place)
            with writer:
                results = [apps.apps(what, "cursor/a", code=None) for what in ("connect", "restore") * 2]
            for result in results:
                assert result.code == 0 or result.err.strip(), result
            equal(json.loads(apps.text("cursor"))["count"], writer.count)
            equal(apps.names("cursor"), ["mcp.json"])
            apps.apps("connect", "cursor/a")
            apps.apps("restore", "cursor/a")


# The calls that change anything on the disk, and those that wait for it.
CALLS = ("mkdir", "write", "fchown", "fsetxattr", "fchmod", "fsync", "rename", "renameat", "renameat2",
         "unlink", "unlinkat", "rmdir", "flock")


def kill_at(apps, call, number, *arguments):
    """Kills the command at one of its calls. Whether it got so far."""
    result = subprocess.run(["strace", "-o", "/dev/null", "-e", "trace=" + call,
                             "-e", "inject=%s:signal=KILL:when=%d" % (call, number),
                             binary(), "apps", *arguments],
                            env=apps.environment(), capture_output=True, check=False)
    return result.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL)


def look_after_kill(apps, app, what, before, step):
    """The file is whole, and the next runs clean up."""
    after = apps.text(app)
    json.loads(after)
    assert after in (before, FILES[app][1]) or what == "connect" and is_connected(after), (step, after)
    apps.apps("connect", app)
    apps.apps("restore", app)
    equal(apps.text(app), FILES[app][1], "the file after " + step)
    equal(apps.names(app), [os.path.basename(apps.path(app))], "beside the file after " + step)
    equal(apps.backups(), [], "copies after " + step)


@cases([("connect", "cline"), ("restore", "cline"), ("connect", "cursor"), ("restore", "cursor")],
       lambda what, app: "%s %s" % (what, app))
def killed(what, app):
    """killed at each of its steps, the command leaves a whole file, and nothing else after the next run"""
    if shutil.which("strace") is None:
        raise Skip("there is no strace")
    with Apps(app) as apps:
        if not kill_at(apps, "write", 1, "connect", app):
            raise Skip("strace must not trace here")
        steps = 0
        for call in CALLS:
            number = 0
            is_killed = True
            while is_killed:
                number += 1
                apps.write(app, FILES[app][1])
                if what == "restore":
                    apps.apps("connect", app)
                before = apps.text(app)
                is_killed = kill_at(apps, call, number, what, app)
                steps += is_killed
                look_after_kill(apps, app, what, before, "%s %d" % (call, number))
        assert steps > 15, steps


filesystems.enter()
run()
