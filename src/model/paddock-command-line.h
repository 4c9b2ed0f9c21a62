/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Turn a server's command line into the form in which it is stored, compared and shown. */
GStrv    paddock_command_line_redact             (const char * const *argv,
                                                  GBytes             *key);
gboolean paddock_command_line_has_secret (const char *url);
char    *paddock_command_line_to_text            (const char * const *argv);
gboolean paddock_command_line_needs_directory    (const char * const *argv);
char    *paddock_command_line_dup_stable_program (const char         *path,
                                                  const char         *appimage);
char    *paddock_command_line_hash_secret        (const char         *secret,
                                                  GBytes             *key);

G_END_DECLS
