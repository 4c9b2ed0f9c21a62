/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What people see in place of a secret. */
#define PADDOCK_COMMAND_LINE_MASK "••••"

/* A secret in an argument: its bytes from @begin to @end. */
typedef struct {
  gsize begin;
  gsize end;
} PaddockSecret;

/* Turn a server's command line into the form in which it is stored and compared, and in which it is
 * shown. */
gboolean   paddock_command_line_is_secret_name (const char         *name,
                                                gsize               length);
GPtrArray *paddock_command_line_find_secrets (const char * const *argv);
GStrv    paddock_command_line_redact             (const char * const *argv,
                                                  GBytes             *key);
gboolean paddock_command_line_has_secret (const char *url);
GStrv    paddock_command_line_mask (const char * const *argv);
char    *paddock_command_line_dup_shown          (const char         *text);
char    *paddock_command_line_to_text            (const char * const *argv);
gboolean paddock_command_line_needs_directory    (const char * const *argv);
char    *paddock_command_line_dup_stable_program (const char         *path,
                                                  const char         *appimage);
char    *paddock_command_line_hash_secret        (const char         *secret,
                                                  GBytes             *key);

G_END_DECLS
