# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Everything that can happen to a root, on FUSE: without events, and without the time at which a directory
was created."""

import os

import filesystems
import watch_table

filesystems.enter()


def make_file_system(box):
    # tmpfs never gives an inode number again.
    below = filesystems.Tmpfs(box, os.path.join(box.directory, "below")).point
    return filesystems.Mirror(box, below, os.path.join(box.home, "fuse")).point


watch_table.run(make_file_system, has_events=False, has_birth=False)
