/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"
#include "paddock-never.h"
#include "paddock-sight.h"

G_BEGIN_DECLS


char *paddock_sentences_server   (const PaddockServerView  *view,
                                  const PaddockSightCount  *count,
                                  gboolean                  is_paused,
                                  gint64                    now);
char *paddock_sentences_session  (const PaddockSessionView *view,
                                  gint64                    now);
char *paddock_sentences_grant    (const PaddockGrantView   *view,
                                  const char               *app,
                                  PaddockAvailability       status,
                                  gboolean                  is_paused,
                                  gint64                    now,
                                  gint64                   *out_next);
char *paddock_sentences_switch   (const char               *root,
                                  const char               *server);
char *paddock_sentences_how_long (const char               *root,
                                  const char               *server);
char *paddock_sentences_revoked  (const char               *server,
                                  const char               *root,
                                  const char               *outer);

char       *paddock_sentences_never        (const PaddockNever  *never,
                                            const char          *server,
                                            const char          *home);
const char *paddock_sentences_sensitive    (PaddockSensitiveKind kind);
char       *paddock_sentences_pause        (GPtrArray           *servers);

G_END_DECLS
