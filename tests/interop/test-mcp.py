# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock mcp` under hosts built with the official SDK, versions 1 and 2, which check all messages
against the schemas of each revision."""

import os
import stat

from agent import Agent
from harness import Box, binary, contains, equal
from node import SdkHost, require_node
from tap import cases, run

require_node()

HOSTS = (("v1", "SDK v1"), ("legacy", "SDK v2"), ("auto", "SDK v2 that probes"),
         ("pin", "SDK v2, 2026-07-28 only"))


@cases(HOSTS, lambda sdk, name: name)
def reads(sdk, _name):
    """reads inside, is refused outside, and asks about sensitive files"""
    with Box() as box:
        box.serve()
        folder = box.folder("My Project")
        box.add(folder)
        inside = box.file("My Project", "hello.txt", text="what stands inside\n")
        outside = box.file("other", "secret.txt", text="what stands outside\n")
        env = box.file("My Project", ".env", text="KEY=1\n")
        agent = Agent(box)
        # The SDK passes few variables on, and the test's bus is not where a login has it.
        bus = ["%s=%s" % (name, box.env[name])
               for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")]
        host = SdkHost(box, sdk=sdk, line=("env", *bus, binary(), "mcp"))
        equal(host.server_name, "paddock", "the server's name")
        if sdk in ("auto", "pin"):
            equal(host.version, "2026-07-28", "the revision")
        equal(host.tools(), ["check_path", "read_local_file"], "tools")
        equal(host.tool("read_local_file", path=inside), "what stands inside\n", "inside")
        equal(host.tool("read_local_file", path=inside, offset=5, length=6), "stands", "a range")
        contains(host.tool("read_local_file", path=outside), "outside: ", "outside")
        contains(host.tool("read_local_file", path=folder), "not-a-file: ", "a folder")
        contains(host.tool("check_path", path=inside), '"allowed":true', "checked")
        contains(host.tool("check_path", path=outside), '"allowed":false', "checked")
        os.chmod(inside, stat.S_IRUSR)
        contains(host.tool("check_path", path=inside, write=True), '"allowed":', "checked to write")

        text = host.begin_tool("read_local_file", path=env)
        agent.answer(agent.wait_request("read"), "allow")
        equal(text(), "KEY=1\n", "allowed")
        text = host.begin_tool("read_local_file", path=env)
        agent.answer(agent.wait_request("read"), "not-now")
        contains(text(), "sensitive: ", "not now")
        contains(host.tool("read_file", path=inside), "No such tool", "no such tool")
        assert host.close() < 1900, "it did not end with its input"


run()
