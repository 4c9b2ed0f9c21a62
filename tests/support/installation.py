# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright The Paddock developers
"""Paddock as an installation has it: the session bus starts the service when somebody calls it."""

import os
import shutil

from harness import SERVICE_NAME, binary, serving_binary, wait_until


class Installation:
    """Installs a copy of the program and its D-Bus service file for one test."""

    def __init__(self, box, idle_timeout=30, copy=False, environment=()):
        """environment: "NAME=value" for the service alone."""
        self.box = box
        program = serving_binary()
        # The program that the process runs in the end.
        self.program = binary("PADDOCK_SERVICE_BIN")
        if copy:
            folder = box.folder("installed", "bin")
            program = shutil.copy2(program, folder)
            self.program = shutil.copy2(self.program, folder)
        with open(os.path.join(box.services, SERVICE_NAME + ".service"), "w",
                  encoding="utf-8") as stream:
            stream.write("[D-BUS Service]\nName=%s\nExec=/usr/bin/env %s %s serve --exit-when-idle "
                         "--idle-timeout %g\n" % (SERVICE_NAME, " ".join(environment), program,
                                                  idle_timeout))

    def update(self):
        """Puts another file in the service's place, as package managers do."""
        new = self.program + ".new"
        shutil.copyfile(self.program, new)
        os.chmod(new, 0o755)
        os.rename(new, self.program)

    def pid(self):
        return self.box.service_pid()

    def wait_end(self, pid, seconds=10):
        """Waits until a process that was the service is gone."""
        wait_until(lambda: not is_alive(pid), "the end of the service", seconds)


def is_alive(pid):
    """Whether any thread of the process runs: one that nobody has waited for yet does not."""
    try:
        with open("/proc/%d/stat" % pid, encoding="utf-8", errors="replace") as stream:
            state = stream.read().rpartition(")")[2].split()[0]
        return state not in "ZX" or len(os.listdir("/proc/%d/task" % pid)) > 1
    except OSError:
        return False
