# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What can happen to a root where the user's budget of inotify watches is spent, in a user namespace
in which it is 0: everything is noticed all the same, a few seconds later."""

import filesystems
import watch_table

filesystems.enter(own_users=True)


def make_file_system(box):
    filesystems.limit("max_inotify_watches", 0)
    return box.folder("disk")


watch_table.run(make_file_system, has_events=False)
