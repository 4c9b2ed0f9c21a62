# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Generated sessions with a confined server, while the user changes what it may see (changing.py).

12 sessions, or 400 with PADDOCK_TEST_FULL. PADDOCK_TEST_SEED sets the first seed. A failure prints its
own."""

import os
import random

import changing
import confined
import tap
from harness import Box
from tap import run, test

confined.enter()

COUNT = 400 if os.environ.get("PADDOCK_TEST_FULL") else 12
SEED = int(os.environ.get("PADDOCK_TEST_SEED") or random.SystemRandom().randrange(2 ** 32))


@test
def generated():
    """whatever the user changes meanwhile, each request gets one answer, and no server hears too much"""
    tap.diag("seed %d" % SEED)
    with Box() as box:
        changing.go_all(box, range(SEED, SEED + COUNT), True)


run()
