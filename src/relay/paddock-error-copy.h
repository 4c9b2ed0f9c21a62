/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How long the end of this process waits for what a server wrote last. */
#define PADDOCK_ERROR_COPY_END_MS 500

/* Copies what a server writes on its standard error. */
typedef struct _PaddockErrorCopy PaddockErrorCopy;

PaddockErrorCopy *paddock_error_copy_new (int               from,
                                          gboolean          has_network);
void              paddock_error_copy_end (PaddockErrorCopy *self);

G_END_DECLS
