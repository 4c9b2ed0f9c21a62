# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""`paddock` on the host, run from a sandboxed application's own files (by tests/support/host-leg.py). It
loads nothing of the host, and the server that it starts gets nothing of it."""

import os
import re
import subprocess

from held_ends import Handed, Place
from harness import Box, binary, contains, equal
from tap import cases, run, test

FILES = os.path.dirname(os.path.dirname(binary()))
# Hosts may have these variables, which must not reach Paddock: files that no loader can load.
HOSTILE = {
    "LD_PRELOAD": "/etc/passwd:/nowhere/preload.so", "LD_LIBRARY_PATH": "/nowhere/lib",
    "LD_AUDIT": "/etc/group",
    "GIO_MODULE_DIR": "/nowhere/gio", "GIO_EXTRA_MODULES": "/nowhere/extra", "GIO_USE_VFS": "gvfs",
    "GCONV_PATH": "/nowhere/gconv", "LOCPATH": "/nowhere/locales", "PADDOCK_HOST_BUNDLE": "/nowhere",
    "PADDOCK_HOST_LD_PRELOAD": "mine", "PADDOCK_HOST_": "", "LDFLAGS": "-s", "EMPTY": "",
}


def server_writes(what, environment, box, *words):
    """What a server under this `paddock` writes into a file, because only messages pass on stdout."""
    written = os.path.join(box.directory, "written")
    code = "import sys; open(sys.argv[1], 'wb').write(%s)" % what
    subprocess.run([binary(), "run", "--", "/usr/bin/python3", "-I", "-c", code, written, *words],
                   env=environment, cwd=box.home, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    with open(written, "rb") as stream:
        return stream.read()


@test
def environment():
    """the server has exactly the host's environment"""
    with Box(bus=False) as box:
        for host in (HOSTILE, dict(reversed(HOSTILE.items())), {},
                     {"PATH": os.environ["PATH"], "A": "x" * 100000, "LD_A": "y" * 100000}):
            wanted = b"".join(b"%s=%s\0" % (os.fsencode(name), os.fsencode(value))
                              for name, value in host.items())
            equal(server_writes("open('/proc/self/environ', 'rb').read()", host, box), wanted,
                  "the environment")


@test
def nothing_of_the_host():
    """only the kernel and its own files are mapped, whatever the host's environment says"""
    with Box() as box:
        one = Handed([binary(), "run", "--"], {**box.program_env(), **HOSTILE, "LC_ALL": "ko_KR.UTF-8"},
                     Place(box.directory, "place"), cwd=box.home)
        one.pass_line("host", b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        with open("/proc/%d/maps" % one.process.pid, encoding="utf-8") as stream:
            mapped = {line.split(None, 5)[5].strip() for line in stream if len(line.split(None, 5)) > 5}
        files = {path for path in mapped if path.startswith("/")}
        equal([path for path in files if not path.startswith(FILES + "/")], [], "what is not ours")
        contains({os.path.basename(path) for path in files}, "libgio-2.0.so.0", "our own")
        with open("/proc/%d/comm" % one.process.pid, encoding="utf-8") as stream:
            equal(stream.read(), "paddock\n", "its name")
        one.end()


@cases([("C", "Show activity"), ("C.UTF-8", "Show activity"), ("ko_KR.UTF-8", "무엇"),
        ("ko_KR", None), ("zh_CN.UTF-8", None), ("nl_NL.UTF-8", "Show activity"),
        ("../../../etc", "Show activity")], label=lambda locale, part: locale)
def locales(locale, part):
    """it speaks the languages that it has, and English in any other locale"""
    with Box(bus=False) as box:
        out = box.paddock("--help", env={"LC_ALL": locale}).out
        contains(out, "--version", "the help")
        if part == "무엇":
            assert re.search("[가-힣]", out), out
        elif part:
            contains(out, part, "the help")
        # Arguments are UTF-8 in every locale.
        contains(box.paddock("Ordner-ä", code=2, env={"LC_ALL": locale}).err, "Ordner-", "the complaint")


@test
def serve():
    """the service does not run from there, and the message says what to type"""
    with Box(bus=False) as box:
        for command in (("serve",), ("serve", "--exit-when-idle"), ("help", "serve")):
            done = box.paddock(*command, code=1)
            contains(done.err, "flatpak run --command=paddock io.github.paddock_mcp.Paddock serve", "advice")
            equal(done.out, "", "stdout")


@test
def no_service():
    """if the bus cannot start the service, this starts the sandbox with it"""
    with Box() as box:
        fake = box.file("bin", "flatpak", text="#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$HOME/arguments\"\n"
                        "echo \"paddock: $LD_LIBRARY_PATH\" >&2\nexit 1\n")
        os.chmod(fake, 0o755)
        host = {"PATH": os.path.dirname(fake) + ":" + os.environ["PATH"], "LD_LIBRARY_PATH": "/nowhere/lib"}
        contains(box.paddock("list", code=1, env=host).err, "/nowhere/lib", "what it says")
        with open(os.path.join(box.home, "arguments"), encoding="utf-8") as stream:
            equal(stream.read().split("\n"), ["run", "--command=paddock", "io.github.paddock_mcp.Paddock",
                                              "serve", "--exit-when-idle", ""], "arguments")
        host["PATH"] = box.folder("nothing")
        contains(box.paddock("list", code=1, env=host).err, "is missing", "what it says")


@test
def moved():
    """it runs from any place, through links, and says what is missing"""
    with Box(bus=False) as box:
        moved = os.path.join(box.home, "a b", "cñ")
        os.makedirs(os.path.dirname(moved))
        subprocess.run(["cp", "-a", FILES, moved], check=True)
        link = os.path.join(box.home, "link")
        os.symlink(os.path.join(moved, "bin/paddock-host"), link)
        for path in (link, os.path.join(moved, "bin/paddock-host")):
            done = subprocess.run([path, "--version"], env={}, capture_output=True, check=False)
            equal((done.returncode, done.stderr), (0, b""), path)
        os.rename(os.path.join(moved, "libexec"), moved + "-away")
        done = subprocess.run([link, "--version"], env={}, capture_output=True, check=False)
        equal((done.returncode, done.stdout), (127, b""), "without its files")
        contains(done.stderr, b"paddock-host: cannot start " + os.fsencode(moved), "stderr")


@cases([(":",), (";",), ("$LIB",), ("${ORIGIN}",)], label=str)
def not_there(part):
    """if the loader would split its path, it refuses to run"""
    with Box(bus=False) as box:
        moved = os.path.join(box.home, "a" + part + "b")
        subprocess.run(["cp", "-a", FILES, moved], check=True)
        done = subprocess.run([os.path.join(moved, "bin/paddock-host"), "--version"], env={},
                              capture_output=True, check=False)
        equal((done.returncode, done.stdout), (127, b""), "what it does")
        contains(done.stderr, os.fsencode(moved), "stderr")


@test
def arguments():
    """arguments reach the server as they are, many and long ones too"""
    with Box(bus=False) as box:
        words = ["", " ", "--library-path", "--", "\\", "ä", "x" * 100000] + ["y"] * 5000
        written = server_writes("b''.join(word.encode() + b'\\0' for word in sys.argv[2:])",
                                box.program_env(), box, *words)
        equal(written, b"".join(os.fsencode(word) + b"\0" for word in words), "arguments")


@test
def update():
    """it goes on when its files are deleted, and starts nothing from them"""
    with Box() as box:
        moved = os.path.join(box.home, "files")
        subprocess.run(["cp", "-a", FILES, moved], check=True)
        one = Handed([os.path.join(moved, "bin/paddock-host"), "run", "--"], box.program_env(),
                     Place(box.directory, "place"), cwd=box.home)
        one.pass_line("host", b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        subprocess.run(["rm", "-r", moved], check=True)
        one.pass_line("server", b'{"jsonrpc":"2.0","id":1,"result":{}}\n')
        one.pass_line("host", b'{"jsonrpc":"2.0","id":2,"method":"ping"}\n')
        one.end()


run()
