/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define PADDOCK_BOX_ERROR (paddock_box_error_quark ())

/* Why there can be no box, if the user can do something about it. Any other error of a box is
 * PADDOCK_ERROR_REFUSED. */
typedef enum {
  PADDOCK_BOX_ERROR_NO_BUBBLEWRAP,
  PADDOCK_BOX_ERROR_NO_NAMESPACES,  /* bubblewrap ended before the box was there */
  PADDOCK_BOX_ERROR_PROGRAM,        /* the box would not have the program, or lacks what the command
                                     * line names for it */
} PaddockBoxError;

GQuark paddock_box_error_quark (void);

G_END_DECLS
