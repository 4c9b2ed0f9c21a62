# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Everything that can happen to a root, on tmpfs, with events."""

import os

import filesystems
import watch_table

filesystems.enter()
watch_table.run(lambda box: filesystems.Tmpfs(box, os.path.join(box.home, "tmpfs")).point,
                has_birth="PADDOCK_TEST_NO_STATX" not in os.environ)
