/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Programs that only start others: what they are called says nothing of the server. */
typedef enum {
  PADDOCK_PROGRAM_PLAIN,            /* is the server itself */
  PADDOCK_PROGRAM_INTERPRETER,      /* node, python3, …: the script is the server */
  PADDOCK_PROGRAM_RUNNER,           /* npx, uvx, …: the package is the server */
} PaddockProgramKind;

PaddockProgramKind  paddock_program_get_kind       (const char         *program);
gboolean            paddock_program_loads_relative (const char * const *argv);
char               *paddock_program_dup_subject    (const char         *program,
                                                    const char * const *arguments);

G_END_DECLS
