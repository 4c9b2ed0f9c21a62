/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"
#include "paddock-import-offer.h"
#include "paddock-never.h"

G_BEGIN_DECLS

char       *paddock_sentences_path     (const char         *path,
                                        const char         *home);
char       *paddock_sentences_time     (gint64              time,
                                        gint64              now);
char       *paddock_sentences_until    (gint64              expires,
                                        gint64              now);
char       *paddock_sentences_duration (PaddockDurationKind  kind,
                                        const char          *app);
char       *paddock_sentences_end      (const PaddockRoot  *root,
                                        gint64              now,
                                        gint64             *out_next);
char       *paddock_sentences_length   (PaddockDuration     duration,
                                        gint64              now);

char       *paddock_sentences_entry      (const PaddockJournalEntry *entry);
const char *paddock_sentences_reason     (PaddockReason              reason);
char       *paddock_sentences_entry_note (const PaddockJournalEntry *entry,
                                          gint64                     now);

char *paddock_sentences_names    (GPtrArray                *names);
char *paddock_sentences_server   (const PaddockServerView  *view,
                                  guint                     n_seen,
                                  guint                     n_roots,
                                  gboolean                  is_paused,
                                  gint64                    now);
char *paddock_sentences_session  (const PaddockSessionView *view,
                                  gint64                    now);
char *paddock_sentences_grant    (const PaddockGrantView   *view,
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

const char *paddock_sentences_fact_title (PaddockFactKind        kind);
char       *paddock_sentences_fact_value (PaddockFactKind        kind,
                                          const char            *value);
const char *paddock_sentences_proof      (PaddockProof           proof);
char       *paddock_sentences_difference (PaddockFactKind        kind,
                                          const PaddockIdentity *previous);

char       *paddock_sentences_never           (const PaddockNever  *never,
                                               const char          *server,
                                               const char          *home);
const char *paddock_sentences_sensitive       (PaddockSensitiveKind kind);
char       *paddock_sentences_pause           (GPtrArray           *servers);
char       *paddock_sentences_waiting         (guint                n_requests);
char       *paddock_sentences_notification    (const PaddockPrompt *first,
                                               guint                n_requests);

char       *paddock_sentences_warnings       (PaddockPlaceWarnings      warnings);
const char *paddock_sentences_refusal        (PaddockPlaceVerdict       verdict);
char       *paddock_sentences_error          (const GError             *error);
char       *paddock_sentences_left_out       (GPtrArray                *results,
                                              const char               *home);
char       *paddock_sentences_refused        (const char               *name,
                                              guint                     n_servers);
char       *paddock_sentences_import         (const PaddockImportOffer *offer);
char       *paddock_sentences_import_details (const PaddockImportOffer *offer,
                                              const char               *home);
char       *paddock_sentences_set_aside      (const char               *path,
                                              const char               *home);

G_END_DECLS
