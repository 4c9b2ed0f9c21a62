# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""A stand-in for the models of apps. It listens on the loopback interface and speaks as much of four
streaming APIs as the apps need: Chat Completions, Responses, Messages and generateContent. Its model always
does the same: it calls the tools of a script, one after the other, and then says "done"."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DONE = "done"


def _text(value):
    """The text of a tool's result, which is a string, or parts, or a tree of them."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(map(_text, value))
    if isinstance(value, dict):
        return "\n".join(_text(part) for key, part in value.items() if key not in ("type", "id", "name"))
    return ""


class _Chat:
    """POST /v1/chat/completions: opencode, Qwen Code."""

    @staticmethod
    def tools(body):
        return {tool["function"]["name"]: {} for tool in body.get("tools", [])}

    @staticmethod
    def results(body):
        return [_text(one["content"]) for one in body["messages"] if one["role"] == "tool"]

    @staticmethod
    def _chunk(delta, reason=None):
        return None, {"id": "reply", "object": "chat.completion.chunk", "created": 1, "model": "stand-in",
                      "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    def call(self, number, name, _extra, arguments):
        function = {"name": name, "arguments": json.dumps(arguments)}
        call = {"index": 0, "id": "call_%d" % number, "type": "function", "function": function}
        return [self._chunk({"role": "assistant", "tool_calls": [call]}), self._chunk({}, "tool_calls")]

    def say(self, text):
        return [self._chunk({"role": "assistant", "content": text}), self._chunk({}, "stop")]


class _Responses:
    """POST /v1/responses: Codex. The tools of a server are in a namespace."""

    @staticmethod
    def tools(body):
        found = {}
        for tool in body.get("tools", []):
            if tool["type"] == "namespace":
                found.update({tool["name"] + one["name"]: {"name": one["name"], "namespace": tool["name"]}
                              for one in tool["tools"]})
            elif "name" in tool:
                found[tool["name"]] = {}
        return found

    @staticmethod
    def results(body):
        return [_text(one["output"]) for one in body["input"] if one["type"] == "function_call_output"]

    @staticmethod
    def _events(item):
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
        bodies = [{"type": "response.created", "response": {"id": "reply"}},
                  {"type": "response.output_item.done", "output_index": 0, "item": item},
                  {"type": "response.completed", "response": {"id": "reply", "usage": usage}}]
        return [(body["type"], body) for body in bodies]

    def call(self, number, name, extra, arguments):
        return self._events({"type": "function_call", "id": "item_%d" % number, "call_id": "call_%d" % number,
                             "name": name, "arguments": json.dumps(arguments), **extra})

    def say(self, text):
        return self._events({"type": "message", "id": "item", "role": "assistant",
                             "content": [{"type": "output_text", "text": text, "annotations": []}]})


class _Messages:
    """POST /v1/messages: Claude Code."""

    @staticmethod
    def tools(body):
        return {tool["name"]: {} for tool in body.get("tools", [])}

    @staticmethod
    def results(body):
        return [_text(part["content"]) for one in body["messages"] if isinstance(one["content"], list)
                for part in one["content"] if part["type"] == "tool_result"]

    @staticmethod
    def _events(block, delta, reason):
        usage = {"input_tokens": 1, "output_tokens": 1}
        message = {"id": "reply", "type": "message", "role": "assistant", "model": "stand-in", "content": [],
                   "stop_reason": None, "stop_sequence": None, "usage": usage}
        bodies = [{"type": "message_start", "message": message},
                  {"type": "content_block_start", "index": 0, "content_block": block},
                  {"type": "content_block_delta", "index": 0, "delta": delta},
                  {"type": "content_block_stop", "index": 0},
                  {"type": "message_delta", "delta": {"stop_reason": reason}, "usage": usage},
                  {"type": "message_stop"}]
        return [(body["type"], body) for body in bodies]

    def call(self, number, name, _extra, arguments):
        return self._events({"type": "tool_use", "id": "toolu_%d" % number, "name": name, "input": {}},
                            {"type": "input_json_delta", "partial_json": json.dumps(arguments)}, "tool_use")

    def say(self, text):
        return self._events({"type": "text", "text": ""}, {"type": "text_delta", "text": text}, "end_turn")


class _Generate:
    """POST /v1beta/models/MODEL:streamGenerateContent: Gemini CLI."""

    @staticmethod
    def tools(body):
        return {one["name"]: {} for tool in body.get("tools", []) for one in tool["functionDeclarations"]}

    @staticmethod
    def results(body):
        return [_text(part["functionResponse"]["response"]) for one in body["contents"]
                for part in one["parts"] if "functionResponse" in part]

    @staticmethod
    def _events(part):
        usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
        return [(None, {"candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0,
                                        "finishReason": "STOP"}], "usageMetadata": usage})]

    def call(self, _number, name, _extra, arguments):
        return self._events({"functionCall": {"name": name, "args": arguments}})

    def say(self, text):
        return self._events({"text": text})


_APIS = {"/chat/completions": _Chat(), "/responses": _Responses(), "/messages": _Messages(),
         ":streamGenerateContent": _Generate()}


class StandIn:
    """A context manager. script: (end of the tool's name, its arguments), in order. After the app has ended,
    results has the text of each tool's result, as the model got them."""

    def __init__(self, script):
        self.script = script
        self.results = []
        self.tools = set()  # names of all tools that a model could call
        self.refused = []  # requests that it doesn't know
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._make_handler())
        self.url = "http://127.0.0.1:%d" % self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _make_handler(stand_in):  # pylint: disable=no-self-argument
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):  # pylint: disable=invalid-name
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                path = self.path.partition("?")[0]
                api = next((api for end, api in _APIS.items() if path.endswith(end)), None)
                if api is None:
                    stand_in.refused.append(self.path)
                    self.send_error(404)
                    return
                self._stream(stand_in.reply(api, body))

            def do_GET(self):  # pylint: disable=invalid-name
                stand_in.refused.append(self.path)
                self.send_error(404)

            def _stream(self, events):
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                for event, body in events:
                    begin = "event: %s\n" % event if event else ""
                    self.wfile.write(("%sdata: %s\n\n" % (begin, json.dumps(body))).encode())

            def log_message(self, *_):  # pylint: disable=arguments-differ
                pass

        return Handler

    def reply(self, api, body):
        """The events of a reply. A request without the server's tools asks for something else, such as a
        title."""
        tools, results = api.tools(body), api.results(body)
        self.tools.update(tools)
        self.results = max(self.results, results, key=len)
        if len(results) >= len(self.script):
            return api.say(DONE)
        wanted, arguments = self.script[len(results)]
        found = [name for name in tools if name.endswith(wanted)]
        if not found:
            return api.say(DONE)
        extra = tools[found[0]]
        return api.call(len(results), extra.get("name", found[0]),
                        {key: value for key, value in extra.items() if key != "name"}, arguments)
