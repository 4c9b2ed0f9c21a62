# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The host that the official conformance suite starts. Through `paddock run --url` it does what a scenario
wants of a client. Its argument is the server's URL; the environment has the scenario, the revision and more.

Paddock handles the transport. This host only sends the right lines in the right order."""

import json
import os
import subprocess
import sys

NEWEST = "2026-07-28"
META = "io.modelcontextprotocol/"
SUPPORTED = (NEWEST, "2025-11-25", "2025-06-18", "2025-03-26")
UNSUPPORTED_VERSION = -32022


class Host:
    def __init__(self, url, version):
        self.version = version
        self.is_modern = version >= NEWEST
        self._process = subprocess.Popen(
            [os.environ["PADDOCK_BIN"], "run", "--socket", os.environ["PADDOCK_CONFORMANCE_SOCKET"],
             "--url", url], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._next = 0

    def _send(self, message):
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._process.stdin.flush()

    def _meta(self):
        return {META + "protocolVersion": self.version,
                META + "clientInfo": {"name": "conformance-host", "version": "1.0.0"},
                META + "clientCapabilities": {"elicitation": {}, "sampling": {}}}

    def request(self, method, params=None):
        """Returns the answer, and answers the server's questions meanwhile."""
        self._next += 1
        params = dict(params or {})
        if self.is_modern:
            params["_meta"] = self._meta()
        self._send({"id": self._next, "method": method, "params": params})
        for line in self._process.stdout:
            message = json.loads(line)
            if "method" in message:
                if "id" in message:
                    self._send({"id": message["id"], "result": answer(message)})
            elif message["id"] == self._next:
                print("%s: %s" % (method, json.dumps(message)[:2000]), file=sys.stderr)
                return message
        raise SystemExit("paddock run ended")

    def begin(self):
        if self.is_modern:
            found = self.request("server/discover")
            if found.get("error", {}).get("code") == UNSUPPORTED_VERSION:
                theirs = found["error"]["data"]["supported"]
                self.version = [one for one in SUPPORTED if one in theirs][0]
                self.is_modern = self.version >= NEWEST
                self.begin()
            return
        found = self.request("initialize", {
            "protocolVersion": self.version, "clientInfo": {"name": "conformance-host", "version": "1.0.0"},
            "capabilities": {"elicitation": {"applyDefaults": True}}})
        if "error" in found:
            raise SystemExit("initialize: %r" % found)
        self._send({"method": "notifications/initialized"})

    def items(self, method, member):
        return self.request(method).get("result", {}).get(member, [])

    def call(self, name, arguments=None, **more):
        return self.request("tools/call", {"name": name, "arguments": arguments or {}, **more})

    def end(self):
        self._process.stdin.close()
        return self._process.wait()


def answer(message):
    """The answer of a host's user."""
    if message["method"] == "elicitation/create":
        properties = message["params"].get("requestedSchema", {}).get("properties", {})
        return {"action": "accept", "content": {
            name: schema["default"] for name, schema in properties.items() if "default" in schema}}
    return {}


def call_all(host):
    for tool in host.items("tools/list", "tools"):
        host.call(tool["name"], {"a": 2, "b": 3})


def call_given(host):
    """The calls of the scenario."""
    host.items("tools/list", "tools")
    for call in json.loads(os.environ["MCP_CONFORMANCE_CONTEXT"])["toolCalls"]:
        host.call(call["name"], call.get("arguments"))


def read_all(host):
    """Each method that has a header of its own."""
    call_all(host)
    for resource in host.items("resources/list", "resources"):
        host.request("resources/read", {"uri": resource["uri"]})
    for prompt in host.items("prompts/list", "prompts"):
        host.request("prompts/get", {"name": prompt["name"]})


def list_only(host):
    host.items("tools/list", "tools")


def echo_schema(host):
    for tool in host.items("tools/list", "tools"):
        if tool["name"] == "json_schema_2020_12_tool":
            host.call("json_schema_echo", {"schema": tool["inputSchema"]})


def retry(host, name):
    """A call whose result wants more is repeated with that, after another call that must not have it."""
    result = host.call(name).get("result", {})
    if result.get("resultType") != "input_required":
        return
    host.call("test_mrtr_unrelated")
    more = {"inputResponses": {key: {"action": "accept", "content": {"confirmed": True}}
                               for key in result.get("inputRequests", {})}}
    if "requestState" in result:
        more["requestState"] = result["requestState"]
    host.call(name, **more)


def retry_all(host):
    host.items("tools/list", "tools")
    for name in ("test_mrtr_echo_state", "test_mrtr_no_state", "test_mrtr_no_result_type"):
        retry(host, name)


STEPS = {
    "http-custom-headers": call_given,
    "http-standard-headers": read_all,
    "json-schema-ref-no-deref": list_only,
    "json-schema-2020-12-preservation": echo_schema,
    "sep-2322-client-request-state": retry_all,
}


def main():
    host = Host(sys.argv[1], os.environ["MCP_CONFORMANCE_PROTOCOL_VERSION"])
    host.begin()
    STEPS.get(os.environ["MCP_CONFORMANCE_SCENARIO"], call_all)(host)
    sys.exit(host.end())


if __name__ == "__main__":
    main()
