/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-prompts.h"

G_BEGIN_DECLS

/* The sensitive file that one request to read came to, and the user's answer about that file. */
typedef struct {
  char         *path;         /* (owned) (nullable) the path of the file; NULL: the request came to
                               * no sensitive file */
  guint64       device;       /* the device of the file, as in PaddockFileCommand */
  guint64       inode;
  GCancellable *asking;       /* (owned) (nullable) ends the wait for the user's answer; NULL: the
                               * user is not asked now */
  gboolean      is_allowed;   /* the user allowed the file at @path, and no other file */
  gint64        once_until;   /* monotonic µs: until when one more call may use an answer "once"; 0:
                               * no such answer */
} PaddockReadConsent;

GCancellable *paddock_read_consent_begin (PaddockReadConsent          *self,
                                          const PaddockFilePrompt     *prompt);
void          paddock_read_consent_stop  (PaddockReadConsent          *self);
void          paddock_read_consent_clear (PaddockReadConsent          *self);

G_END_DECLS
