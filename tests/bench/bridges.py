# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What `paddock run --url` costs beside other bridges between a stdio host and a server at a URL.

    (cd tests/bench && npm ci --ignore-scripts)
    /usr/bin/python3 tests/bench/bridges.py _build [ROUNDS]

The server is echo-server.mjs, which does next to nothing. The bridges take turns, so that whatever else
the machine does hits all of them; of the rounds the best of each figure counts. Prints tables in
Markdown."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = sys.argv[1] if len(sys.argv) > 1 else "_build"
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
BIN = os.path.join(HERE, "node_modules", ".bin")
NODE = shutil.which("node")

WAYS = (
    ("paddock run --url", lambda url: [os.path.join(BUILD, "src", "cli", "paddock"), "run", "--socket",
                                       "/nowhere", "--url", url]),
    ("mcp-remote", lambda url: [os.path.join(BIN, "mcp-remote"), url, "--transport", "http-only",
                                "--allow-http"]),
    ("supergateway", lambda url: [os.path.join(BIN, "supergateway"), "--streamableHttp", url,
                                  "--logLevel", "none"]),
)
# name, bytes, number of messages
SIZES = (("200 B", 200, 1600), ("1 MB", 1000000, 32))


class Server:
    def __init__(self, way, size):
        self._process = subprocess.Popen([NODE, os.path.join(HERE, "echo-server.mjs"), way, str(size)],
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.url = "http://127.0.0.1:%s/mcp" % self._process.stdout.readline().decode().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.communicate()


def line(identifier, size):
    text = json.dumps({"jsonrpc": "2.0", "id": identifier, "method": "tools/call", "params": {
        "name": "echo", "arguments": {"text": ""}}}, separators=(",", ":"))
    return text.replace('"text":""', '"text":"%s"' % ("x" * max(0, size - len(text)))).encode() + b"\n"


def read_lines(fd, count):
    """Reads this number of lines; returns how many more came."""
    while count > 0:
        data = os.read(fd, 1 << 18)
        if not data:
            raise SystemExit("the bridge ended")
        count -= data.count(b"\n")
    return -count


def resident(pid):
    """The peak resident memory of a process and its children, in KiB."""
    total = 0
    with open("/proc/%d/status" % pid, encoding="ascii", errors="replace") as stream:
        total += int(stream.read().partition("VmHWM:")[2].split()[0])
    with open("/proc/%d/task/%d/children" % (pid, pid), encoding="ascii") as stream:
        return total + sum(resident(int(child)) for child in stream.read().split())


def used(pid):
    """The processor time of a process and its children, in µs."""
    total = 0
    for task in os.listdir("/proc/%d/task" % pid):
        with open("/proc/%d/task/%s/schedstat" % (pid, task), encoding="ascii") as stream:
            total += int(stream.read().split()[0])
        with open("/proc/%d/task/%s/children" % (pid, task), encoding="ascii") as stream:
            total += 1000 * sum(used(int(child)) for child in stream.read().split())
    return total / 1000


def converse(process, size, count, window):
    """Start, time and processor time for one message in µs, memory in KiB."""
    began = time.perf_counter()
    write, read = process.stdin.fileno(), process.stdout.fileno()
    os.write(write, json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"}}}).encode() + b"\n")
    read_lines(read, 1)
    start = time.perf_counter() - began
    os.write(write, b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    lines = [line(number, size) for number in range(1, count + 1)]
    began, before = time.perf_counter(), used(process.pid)
    free = threading.Semaphore(window)

    def send():
        for one in lines:
            free.acquire()
            process.stdin.write(one)
            process.stdin.flush()

    # In its own thread, because a bridge may not read before it can write.
    threading.Thread(target=send, daemon=True).start()
    done = 0
    while done < count:
        came = 1 + read_lines(read, 1)
        done += came
        free.release(came)
    time_each = (time.perf_counter() - began) * 1e6 / count
    return start * 1e6, time_each, (used(process.pid) - before) / count, resident(process.pid)


def measure(command, home, size, count, window):
    """Runs converse() once."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env={**os.environ, "HOME": home})
    found = converse(process, size, count, window)
    process.stdin.close()
    try:
        process.wait(0.5)
    except subprocess.TimeoutExpired:
        process.terminate()
    process.wait()
    return found


def table(title, way, window):
    print("\n%s\n" % title)
    print("| message | " + " | ".join("`%s`" % name for name, _ in WAYS) + " |")
    print("| --- |" + " --- |" * len(WAYS))
    for name, size, count in SIZES:
        count = count if window > 1 else count // 4
        found = [[] for _ in WAYS]
        with tempfile.TemporaryDirectory() as home, Server(way, size) as server:
            for _ in range(ROUNDS):
                for one, (_, command) in zip(found, WAYS):
                    one.append(measure(command(server.url), home, size, count, window))
        best = [[min(column) for column in zip(*one)] for one in found]
        print("| %s | " % name + " | ".join(
            "%.0f µs (%.1f), %.0f µs (%.1f), %.0f MiB" % (
                each, each / best[0][1], work, work / best[0][2], memory / 1024)
            for _, each, work, memory in best) + " |", flush=True)
        starts = ["%s %.0f ms" % (who, one[0] / 1000) for (who, _), one in zip(WAYS, best)]
    print("\nFrom the start to the answer to `initialize`: %s." % ", ".join(starts))


def main():
    if not os.path.isdir(BIN):
        raise SystemExit("the bridges are not installed: run npm ci --ignore-scripts in tests/bench")
    table("64 in flight, JSON (time, processor time, memory, and the ratios to the first)", "json", 64)
    table("64 in flight, event streams", "sse", 64)
    table("One at a time, JSON", "json", 1)


main()
