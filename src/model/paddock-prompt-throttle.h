/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Counts "Not Now" answers for each asker, known by a name. A name with several such answers in a
 * row may not ask for a while. */
typedef struct _PaddockPromptThrottle PaddockPromptThrottle;

PaddockPromptThrottle *paddock_prompt_throttle_new  (guint                  n_times,
                                                     gint64                 pause,
                                                     guint                  max_names);
void                   paddock_prompt_throttle_free (PaddockPromptThrottle *self);

gboolean paddock_prompt_throttle_count        (PaddockPromptThrottle *self,
                                               const char            *name,
                                               gint64                 now);
void     paddock_prompt_throttle_reset        (PaddockPromptThrottle *self,
                                               const char            *name);
gboolean paddock_prompt_throttle_is_throttled (PaddockPromptThrottle *self,
                                               const char            *name,
                                               gint64                 now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPromptThrottle, paddock_prompt_throttle_free)

G_END_DECLS
