/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The likely contents of a file that is never read without asking the user. */
typedef enum {
  PADDOCK_SENSITIVE_SECRET,         /* a secret of no other kind */
  PADDOCK_SENSITIVE_ENVIRONMENT,    /* settings with passwords, such as .env */
  PADDOCK_SENSITIVE_PRIVATE_KEY,
  PADDOCK_SENSITIVE_KEY_STORE,      /* a store of keys, a keyring or a password store */
  PADDOCK_SENSITIVE_CREDENTIALS,    /* credentials with which a tool logs in */
  PADDOCK_SENSITIVE_HISTORY,        /* commands typed into a shell */
  PADDOCK_SENSITIVE_BROWSER,        /* files of a browser's profile */
  PADDOCK_SENSITIVE_MAIL,           /* mail or other messages */
  PADDOCK_SENSITIVE_UNCERTAIN,      /* a file that may be a secret under another name, which Paddock
                                     * could not find out; no pattern has this kind */
} PaddockSensitiveKind;

/* A line of data/sensitive-files.txt, which explains the patterns. */
typedef struct {
  PaddockSensitiveKind  kind;
  const char           *pattern;
} PaddockSensitivePattern;

gboolean              paddock_sensitive_match          (const char            *path,
                                                        const char            *home,
                                                        PaddockSensitiveKind  *out_kind);

gboolean              paddock_sensitive_pattern_match  (const char            *pattern,
                                                        const char            *path,
                                                        const char            *home);
char                 *paddock_sensitive_pattern_place  (const char            *pattern,
                                                        const char            *home,
                                                        gboolean              *out_is_folder);
const PaddockSensitivePattern *
paddock_sensitive_get_patterns   (gsize                 *out_n);
const PaddockSensitivePattern *
paddock_sensitive_get_exceptions (gsize                 *out_n);

const char           *paddock_sensitive_kind_to_nick   (PaddockSensitiveKind   kind);
PaddockSensitiveKind  paddock_sensitive_kind_from_nick (const char            *nick);

G_END_DECLS
