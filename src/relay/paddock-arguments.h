/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The longest argument or variable that Linux gives to a program, with its end (MAX_ARG_STRLEN),
 * and the most that all of them may take together. A stack of 8 MiB allows 2 MiB, and the
 * environment has to fit into that as well. */
#define PADDOCK_ARGUMENTS_ONE_BYTES (128 * 1024)
#define PADDOCK_ARGUMENTS_ALL_BYTES (1024 * 1024)

/* What a server is started with besides its folders' paths. */
#define PADDOCK_ENV_ROOTS "PADDOCK_ROOTS"

gboolean  paddock_arguments_has_templates (const char * const *argv);
GStrv     paddock_arguments_expand        (const char * const *argv,
                                           const char * const *paths,
                                           GError            **error);
GStrv     paddock_arguments_add_roots     (const char * const *environment,
                                           const char         *roots,
                                           GError            **error);

G_END_DECLS
