# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""The table of references in boundary.txt: its tree, and the expected result of each reference."""

import os
import re
import socket

_TABLE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "boundary.txt")
_FILE = b"/home/projects/file"


def _pad(base, length):
    """A reference of so many bytes to the file, padded with components that lead nowhere else."""
    begin, end = base + os.path.dirname(_FILE) + b"/", os.path.basename(_FILE)
    room = length - len(begin) - len(end)
    return begin + b"./" * (room // 2) + b"/" * (room % 2) + end


def _read_field(field, base):
    if field.startswith(b"@"):
        return _pad(base, int(field[1:]))

    def replace(match):
        text = match.group(0)
        if text == b"$B":
            return base
        return b"\\" if text == b"\\\\" else bytes([int(text[1:], 8)])

    return re.sub(rb"\$B|\\\\|\\[0-7]{3}", replace, field)


class Boundary:
    """Makes the tree of the table in an empty directory."""

    def __init__(self, base):
        self.base = os.fsencode(base)
        with open(_TABLE, "rb") as table:
            lines = [line.rstrip(b"\n") for line in table]
        self.lines = [[fields[0].decode()] + [_read_field(one, self.base) for one in fields[1:]]
                      for fields in (line.split(b"\t") for line in lines
                                     if line and not line.startswith(b"#"))]
        for kind, *fields in self.lines:
            make = getattr(self, "_make_" + kind, None)
            if make is not None:
                make(*fields)

    def path(self, name):
        return os.path.join(self.base, name)

    def _make_dir(self, name):
        os.makedirs(self.path(name), exist_ok=True)

    def _make_file(self, name):
        self._make_dir(os.path.dirname(name))
        with open(self.path(name), "wb") as stream:
            stream.write(name)

    def _make_link(self, name, target):
        os.symlink(target, self.path(name))

    def _make_hard(self, name, other):
        os.link(self.path(other), self.path(name))

    def _make_fifo(self, name):
        os.mkfifo(self.path(name))

    def _make_socket(self, name):
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(self.path(name))

    def sections(self):
        """For each root: its path, and the references with (verdict, reference, contents or None)."""
        found = []
        for kind, *fields in self.lines:
            if kind == "root":
                found.append((self.path(fields[0]), []))
            elif getattr(self, "_make_" + kind, None) is None:
                found[-1][1].append((kind, fields[0], fields[1] if len(fields) > 1 else None))
        return found
