/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A fake service on a private bus. It answers each method as the test said, and remembers the
 * arguments. It runs in its own thread, so that tests may block. */
typedef struct _FakeControl FakeControl;

FakeControl     *fake_control_new        (const char  *address);
void             fake_control_free       (FakeControl *fake);
void             fake_control_appear     (FakeControl *fake);
void             fake_control_vanish     (FakeControl *fake);

void             fake_control_answer     (FakeControl *fake,
                                          const char  *method,
                                          const char  *reply);
void             fake_control_fail       (FakeControl *fake,
                                          const char  *method,
                                          const char  *error_name,
                                          const char  *message);
void             fake_control_emit       (FakeControl *fake,
                                          const char  *signal,
                                          const char  *parameters);
void             fake_control_emit_at    (FakeControl *fake,
                                          const char  *method,
                                          gboolean     after,
                                          const char  *signal,
                                          const char  *parameters);
void             fake_control_set_aside  (FakeControl *fake,
                                          const char  *path);
void             fake_control_set_sandbox (FakeControl *fake,
                                           const char  *sandbox);
void             fake_control_set_import (FakeControl *fake,
                                          const char  *offer);
void             fake_control_set_refused (FakeControl        *fake,
                                           const char * const *ids);
void             fake_control_set_agent  (FakeControl *fake,
                                          gboolean     has_agent);
void             fake_control_set_paused (FakeControl *fake,
                                          gboolean     is_paused);
void             fake_control_vanish_at  (FakeControl *fake,
                                          const char  *method);
char            *fake_control_dup_call   (FakeControl *fake,
                                          const char  *method);

/* Runs the test program as a service, as a bus or `paddock serve` would start it. */
int              fake_control_main       (void);

GDBusConnection *fake_control_connect    (const char  *address);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FakeControl, fake_control_free)

G_END_DECLS
