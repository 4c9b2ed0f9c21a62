# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""File systems of the test, in a mount namespace of its own, so no mount stays behind. A script first calls
enter(). It continues as root of its namespaces. The programs that it starts obey permissions like an
ordinary user's."""

import ctypes
import errno
import fcntl
import os
import socket
import struct
import subprocess
import sys
import time

import tap
from harness import PATIENCE, wait_until

_INSIDE = "PADDOCK_TEST_INSIDE"
_MIRROR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fuse-mirror.py")
_PR_CAPBSET_DROP = 24
_OVERRIDES = (1, 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
_MS_BIND, _MS_NOSUID, _MS_NODEV = 4096, 2, 4
_MNT_FORCE, _MNT_DETACH = 1, 2
_LOOP_SET_FD, _LOOP_CLR_FD, _LOOP_CTL_GET_FREE = 0x4C00, 0x4C01, 0x4C82
_SIOCSIFFLAGS, _IFF_UP = 0x8914, 1

_libc = ctypes.CDLL(None, use_errno=True)


def _check(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)


def _start_loopback():
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", _IFF_UP))


def enter(own_users=False, own_processes=False, own_network=False):
    """own_users: also in a user namespace, whose limits can be set. own_processes: also in a PID namespace,
    which hides the processes outside. own_network: also in a network namespace, which has only a loopback
    interface."""
    if _INSIDE in os.environ:
        if own_network:
            _start_loopback()
        for capability in _OVERRIDES:
            _check(_libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0), "prctl")
        return
    command = ["unshare", "--mount", "--propagation", "private"]
    if own_processes:
        command += ["--pid", "--fork", "--kill-child", "--mount-proc"]
    if own_network:
        command.append("--net")
    if own_users or os.geteuid() != 0:
        command[1:1] = ["--user", "--map-root-user"]
    try:
        probe = subprocess.run([*command, "true"], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        tap.skip_all("the command unshare is not there")
    if probe.returncode != 0:
        tap.skip_all("no namespaces for this user: " + probe.stderr.strip())
    os.environ[_INSIDE] = "1"
    os.execvp(command[0], [*command, "--", sys.executable, os.path.abspath(sys.argv[0]),
                           *sys.argv[1:]])


def limit(name, value):
    """Sets a limit of the user namespace; only after enter (own_users=True)."""
    with open("/proc/sys/user/" + name, "w", encoding="ascii") as stream:
        stream.write("%d\n" % value)


def mount(source, point, kind=None, flags=0, options=None):
    arguments = [text.encode() if text is not None else None for text in (source, point, kind)]
    _check(_libc.mount(*arguments, flags, options.encode() if options else None), point)


def unmount(point, flags=0):
    _check(_libc.umount2(point.encode(), flags), point)


def detach(point):
    """Removes it from the tree now, and completely when nobody uses it any more."""
    unmount(point, _MNT_DETACH)


def overlay(point, scratch):
    """Lets this test write into a directory of the system; other processes do not see it, and it ends with
    the test."""
    mount("none", scratch, "tmpfs", options="mode=755")
    upper, work = os.path.join(scratch, "upper"), os.path.join(scratch, "work")
    os.mkdir(upper)
    os.mkdir(work)
    try:
        mount("none", point, "overlay", options="lowerdir=%s,upperdir=%s,workdir=%s" % (point, upper, work))
    except OSError as problem:
        raise tap.Skip("no overlay can be mounted here: %s" % problem) from problem


class _Mounted:
    def __init__(self, box, point):
        if not os.path.exists(point):
            os.makedirs(point)
        self.box = box
        self.point = point
        box.started.append(self)

    def unmount(self):
        """Unmounts like a person, who tries again if it is busy: Paddock looks into a returning folder for
        a moment."""
        def is_done():
            try:
                unmount(self.point)
            except OSError as problem:
                if problem.errno != errno.EBUSY:
                    raise
                return False
            return True
        wait_until(is_done, "%s to be free to unmount" % self.point, 2)

    def detach(self):
        detach(self.point)

    def stop(self):
        try:
            while True:
                detach(self.point)
        except OSError as problem:
            if problem.errno not in (errno.EINVAL, errno.ENOENT):
                raise


class Tmpfs(_Mounted):
    def __init__(self, box, point):
        super().__init__(box, point)
        mount("none", point, "tmpfs", options="mode=755")


class Bind(_Mounted):
    def __init__(self, box, directory, point):
        super().__init__(box, point)
        mount(directory, point, flags=_MS_BIND)


class Loop(_Mounted):
    """A disk in a file."""

    def __init__(self, box, image, point):
        super().__init__(box, point)
        import fcntl  # pylint: disable=import-outside-toplevel
        try:
            with open("/dev/loop-control", "rb") as control:
                number = fcntl.ioctl(control, _LOOP_CTL_GET_FREE)
            self.device = "/dev/loop%d" % number
            self._loop = os.open(self.device, os.O_RDWR | os.O_CLOEXEC)
            with open(image, "r+b") as stream:
                fcntl.ioctl(self._loop, _LOOP_SET_FD, stream.fileno())
            mount(self.device, point, "ext4", _MS_NOSUID | _MS_NODEV)
        except OSError as problem:
            raise tap.Skip("no disk in a file can be mounted here: %s" % problem) from problem

    @staticmethod
    def make_image(path):
        with open(path, "wb") as stream:
            stream.truncate(8 * 1024 * 1024)
        try:
            subprocess.run(["mkfs.ext4", "-q", "-F", path], check=True, capture_output=True,
                           env={**os.environ, "PATH": os.environ.get("PATH", "") + ":/usr/sbin:/sbin"})
        except (FileNotFoundError, subprocess.CalledProcessError) as problem:
            raise tap.Skip("mkfs.ext4 does not work here: %s" % problem) from problem
        return path

    def _free(self):
        import fcntl  # pylint: disable=import-outside-toplevel
        if self._loop is None:
            return
        try:
            fcntl.ioctl(self._loop, _LOOP_CLR_FD)
        except OSError:
            pass
        os.close(self._loop)
        self._loop = None

    def unmount(self):
        super().unmount()
        self._free()

    def stop(self):
        super().stop()
        self._free()


class Mirror(_Mounted):
    """A FUSE file system that shows another directory; it can hang. rules: as of fuse-mirror.py."""

    def __init__(self, box, directory, point, source="mirror", rules=()):
        try:
            os.close(os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC))
        except OSError as problem:
            raise tap.Skip("/dev/fuse cannot be used: %s" % problem) from problem
        super().__init__(box, point)
        self._errors = open(os.path.join(box.directory, "mirror.err"), "ab")
        self._process = subprocess.Popen(
            [sys.executable, "-I", _MIRROR, directory, point, source, *rules],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True)
        self._expect("ready")

    def _ask(self, word):
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def _expect(self, word):
        line = self._process.stdout.readline().strip()
        if line != word:
            raise tap.Skip("no FUSE file system can be mounted here: it said %r" % line)

    def _tell(self, word, answer):
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()
        self._expect(answer)

    def hang(self):
        self._tell("hang", "hung")

    def keep_links(self):
        """It never answers every second request for the target of a link; it answers all others."""
        self._tell("keep", "going")

    def go_on(self):
        self._tell("go", "going")

    def wait_asked(self):
        """Waits until somebody asks it for something. It hangs, so the asker hangs now."""
        wait_until(lambda: self._ask("waits") == "yes", "a request to the file system")

    def wait_quiet(self):
        """Waits until nobody has asked it for anything for a moment. So what hung has ended."""
        def is_quiet():
            count = self._ask("count")
            time.sleep(0.1 * PATIENCE)
            return self._ask("count") == count
        wait_until(is_quiet, "a file system that nobody uses")

    def unmount(self):
        super().unmount()
        wait_until(lambda: self._process.poll() is not None, "the end of the file system")

    def abandon(self):
        """Its program dies: the file system answers, with errors."""
        self._process.kill()
        self._process.wait()

    def stop(self):
        self.abandon()
        super().stop()
        self._process.stdin.close()
        self._process.stdout.close()
        self._errors.close()
