# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Changes of roots after the user's inotify watches are used up: in a user namespace in which the limit is
0. Everything is still noticed, a few seconds later."""

import filesystems
import watch_table
from harness import Box
from removable_disk import OnFuse, OnTmpfs, come_and_go
from tap import cases

filesystems.enter(own_users=True)


class OnUnwatchedTmpfs(OnTmpfs):
    has_events = False


def make_file_system(box):
    filesystems.limit("max_inotify_watches", 0)
    return box.folder("disk")


@cases([("tmpfs, below the mount point", OnUnwatchedTmpfs, "project"),
        ("tmpfs, the mount point itself", OnUnwatchedTmpfs, ""),
        ("FUSE, below the mount point", OnFuse, "project")],
       lambda label, _make, _name: label)
def unmounted_and_back(_label, make, name):
    """unmounted is missing, mounted again available, another file system replaced"""
    with Box() as box:
        come_and_go(box, make(box), name)


watch_table.run(make_file_system, has_events=False)
