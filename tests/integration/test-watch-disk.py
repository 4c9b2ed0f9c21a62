# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""What can happen to a root, on the disk that the test runs on, with events."""

import filesystems
import watch_table

filesystems.enter()
watch_table.run(lambda box: box.folder("disk"))
