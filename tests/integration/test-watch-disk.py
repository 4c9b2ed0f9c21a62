# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Everything that can happen to a root, on the test's disk, with events."""

import filesystems
import watch_table

filesystems.enter()
watch_table.run(lambda box: box.folder("disk"))
