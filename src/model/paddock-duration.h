/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  PADDOCK_DURATION_SESSION,         /* until the server's process ends. This is the value 0, so a
                                     * duration that nobody set is the shortest */
  PADDOCK_DURATION_HOUR,
  PADDOCK_DURATION_TODAY,           /* until midnight */
  PADDOCK_DURATION_LOGIN,           /* until the user logs out */
  PADDOCK_DURATION_UNTIL_REVOKED,
  PADDOCK_DURATION_TIMED,           /* for a length of time */
  PADDOCK_DURATION_UNTIL,           /* until a time that the user chose */
} PaddockDurationKind;

typedef struct {
  PaddockDurationKind kind;
  gint64              length;       /* if TIMED: how many µs the grant lasts, from the moment when
                                     * it is made */
  gint64              until;        /* if UNTIL: when the grant ends, in µs since the epoch */
} PaddockDuration;

gboolean  paddock_duration_parse       (const char       *text,
                                        PaddockDuration  *out_duration,
                                        GError          **error);
gboolean  paddock_duration_parse_local (const char       *text,
                                        GTimeZone        *zone,
                                        PaddockDuration  *out_duration,
                                        GError          **error);
gboolean  paddock_duration_check       (PaddockDuration   duration,
                                        gint64            now,
                                        GError          **error);
char     *paddock_duration_to_text     (PaddockDuration   duration);
gboolean  paddock_duration_has_scope   (PaddockDuration   duration);
gint64    paddock_duration_get_end     (PaddockDuration   duration,
                                        gint64            now,
                                        GTimeZone        *zone);

G_END_DECLS
