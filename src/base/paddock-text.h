/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The longest name of a peer that a notification shows, in characters. */
#define PADDOCK_TEXT_NOTIFICATION_MAX 64

char *paddock_text_escape           (const char *text,
                                     gssize      length);
char *paddock_text_escape_name      (const char *name);
char *paddock_text_for_notification (const char *text);
char *paddock_text_clip             (const char *text,
                                     gsize       max_bytes);
char *paddock_text_abbreviate       (const char *text,
                                     glong       max_chars);
char *paddock_text_isolate          (const char *text,
                                     gboolean    is_mirrored);
char *paddock_text_name_asker       (const char *server,
                                     const char *caller);
char *paddock_text_shorten          (const char *path,
                                     const char *home);

G_END_DECLS
