# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Whether anybody opened a file, or looked into a folder. inotify says so, so nobody's word is needed."""

import ctypes
import os
import struct

IN_OPEN, IN_ACCESS = 0x20, 0x1
_libc = ctypes.CDLL(None, use_errno=True)


class Opens:
    """A context manager over files and folders."""

    def __init__(self, *paths):
        self._names = {}
        self._fd = _libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._fd < 0:
            raise OSError(ctypes.get_errno(), "inotify")
        for path in paths:
            watch = _libc.inotify_add_watch(self._fd, os.fsencode(path), IN_OPEN | IN_ACCESS)
            if watch < 0:
                raise OSError(ctypes.get_errno(), "inotify: " + path)
            self._names[watch] = path

    def seen(self):
        """What was opened or read since the last time."""
        try:
            data = os.read(self._fd, 65536)
        except BlockingIOError:
            return []
        found = []
        while data:
            watch, _, _, length = struct.unpack_from("iIII", data)
            name = os.fsdecode(data[16:16 + length].rstrip(b"\0"))
            found.append(os.path.join(self._names.get(watch, "?"), name).rstrip("/"))
            data = data[16 + length:]
        return found

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._fd)
