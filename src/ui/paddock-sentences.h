/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"

G_BEGIN_DECLS

char       *paddock_sentence_path            (const char               *path,
                                              const char               *home);
char       *paddock_sentence_time            (gint64                    time,
                                              gint64                    now);
char       *paddock_sentence_until           (gint64                    expires,
                                              gint64                    now);
const char *paddock_sentence_duration        (PaddockDurationKind       kind);
char       *paddock_sentence_end             (const PaddockRoot        *root,
                                              gint64                    now,
                                              gint64                   *out_next);
char       *paddock_sentence_length          (PaddockDuration           duration,
                                              gint64                    now);

char       *paddock_sentence_entry           (const PaddockEntry       *entry);
const char *paddock_sentence_reason          (PaddockReason             reason);
char       *paddock_sentence_entry_note      (const PaddockEntry       *entry,
                                              gint64                    now);

char       *paddock_sentence_server          (const PaddockServerView  *view,
                                              guint                     n_roots,
                                              gboolean                  is_paused,
                                              gint64                    now);
char       *paddock_sentence_session         (const PaddockSessionView *view,
                                              gint64                    now);
char       *paddock_sentence_grant           (const PaddockGrantView   *view,
                                              PaddockAvailability       status,
                                              gboolean                  is_paused,
                                              gint64                    now,
                                              gint64                   *out_next);
char       *paddock_sentence_switch          (const char               *root,
                                              const char               *server);
char       *paddock_sentence_how_long        (const char               *root,
                                              const char               *server);
char       *paddock_sentence_revoked         (const char               *server,
                                              const char               *root,
                                              const char               *outer);

const char *paddock_sentence_fact_title      (PaddockFactKind           kind);
char       *paddock_sentence_fact_value      (PaddockFactKind           kind,
                                              const char               *value);
const char *paddock_sentence_proof           (PaddockProof              proof);
char       *paddock_sentence_difference      (PaddockFactKind           kind,
                                              const PaddockIdentity    *previous);

char       *paddock_sentence_request_heading (const PaddockRequest     *request);
char       *paddock_sentence_request_body    (const PaddockRequest     *request);
char       *paddock_sentence_never           (const PaddockNever       *never,
                                              const char               *server,
                                              const char               *home);
const char *paddock_sentence_sensitive       (PaddockSensitiveKind      kind);
char       *paddock_sentence_pause           (GPtrArray                *servers);
char       *paddock_sentence_waiting         (guint                     n_requests);
char       *paddock_sentence_notification    (const PaddockRequest     *first,
                                              guint                     n_requests);

char       *paddock_sentence_warnings        (PaddockPlaceWarnings      warnings);
const char *paddock_sentence_refusal         (PaddockPlaceVerdict       verdict);
char       *paddock_sentence_error           (const GError             *error);
char       *paddock_sentence_left_out        (GPtrArray                *results,
                                              const char               *home);
char       *paddock_sentence_refused         (const char               *name,
                                              guint                     n_servers);
char       *paddock_sentence_import          (const PaddockImportOffer *offer);
char       *paddock_sentence_import_details  (const PaddockImportOffer *offer,
                                              const char               *home);
char       *paddock_sentence_set_aside       (const char               *path,
                                              const char               *home);

G_END_DECLS
