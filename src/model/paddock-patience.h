/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Who was put off so often, one time after the other, that he is not heard for a while. */
typedef struct _PaddockPatience PaddockPatience;

PaddockPatience *paddock_patience_new     (guint            n_times,
                                           gint64           pause,
                                           guint            max_names);
void             paddock_patience_free    (PaddockPatience *self);

gboolean         paddock_patience_put_off (PaddockPatience *self,
                                           const char      *name,
                                           gint64           now);
void             paddock_patience_listen  (PaddockPatience *self,
                                           const char      *name);
gboolean         paddock_patience_is_over (PaddockPatience *self,
                                           const char      *name,
                                           gint64           now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPatience, paddock_patience_free)

G_END_DECLS
