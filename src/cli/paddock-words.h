/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-add-result.h"
#include "paddock-read-verdict.h"
#include "paddock-views.h"

G_BEGIN_DECLS

/* The translated words of the command line. */
const char *paddock_words_status    (PaddockAvailability     status);
const char *paddock_words_access    (PaddockAccess           access);
const char *paddock_words_standing  (PaddockStanding         standing);
char       *paddock_words_refusal   (const PaddockAddResult *result);
const char *paddock_words_read_verdict (PaddockReadVerdict   verdict);
GStrv       paddock_words_warnings  (PaddockPlaceWarnings    warnings);

char       *paddock_words_time      (gint64                  time);
char       *paddock_words_end       (const PaddockRoot      *root);
const char *paddock_words_misread   (const char             *typed,
                                     gboolean                is_of_root,
                                     gint64                  now,
                                     char                  **out_duration);
char       *paddock_words_iso_time  (gint64                  time);

G_END_DECLS
