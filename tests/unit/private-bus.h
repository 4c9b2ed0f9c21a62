/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>
#include <linux/close_range.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Starts the bus daemon of @bus.
 *
 * GTestDBus ends its daemons if the test aborts: a watcher process waits until the test's end of a
 * pipe closes. In GLib 2.74 a second daemon inherits that end, so the watcher waits for ever, and
 * with it whoever reads the output of the test. This function keeps the pipe from the daemon. */
static inline void
private_bus_up (GTestDBus *bus)
{
  g_assert_no_errno (syscall (SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC));
  g_test_dbus_up (bus);
}
