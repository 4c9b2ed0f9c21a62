/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-proofs.h"

G_BEGIN_DECLS

/* Who called a method on the bus. */
typedef struct {
  char     *bus_name;               /* (owned) the unique name of the caller's connection */
  guint32   pid;                    /* the caller's process; 0: unknown */
  char     *label;                  /* (owned) a name of the caller for people: the program, and the
                                     * programs that started it, as "caller" in the XML of the
                                     * control interface */
  gboolean  is_admitted;            /* FALSE: the call is refused, because it comes from the sandbox
                                     * of another application, or the caller is gone */
} PaddockCaller;

void           paddock_caller_find_async  (GDBusConnection      *connection,
                                           const char           *bus_name,
                                           PaddockProofs        *proofs,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
PaddockCaller *paddock_caller_find_finish (GAsyncResult         *result,
                                           GError              **error);
PaddockCaller *paddock_caller_new_for_pid (const char           *bus_name,
                                           guint32               pid,
                                           PaddockProofs        *proofs);
void           paddock_caller_free        (PaddockCaller        *caller);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockCaller, paddock_caller_free)

G_END_DECLS
