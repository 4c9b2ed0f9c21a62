/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The longest argument or environment variable that Linux gives to a program, in bytes with the NUL
 * (MAX_ARG_STRLEN). */
#define PADDOCK_ARGUMENTS_ONE_BYTES (128 * 1024)
/* The most bytes of all arguments together, with the pointers to them. With a stack of 8 MiB, Linux
 * allows 2 MiB, but the environment must fit into that as well. */
#define PADDOCK_ARGUMENTS_ALL_BYTES (1024 * 1024)

gboolean  paddock_arguments_has_templates (const char * const *argv);
GStrv     paddock_arguments_expand        (const char * const *argv,
                                           const char * const *paths,
                                           GError            **error);
GStrv     paddock_arguments_add_roots     (const char * const *environment,
                                           const char         *roots,
                                           GError            **error);

G_END_DECLS
