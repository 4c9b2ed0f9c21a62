/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-box"

#include "paddock-box-error.h"

/* The errors of a box that the journal tells apart. */

G_DEFINE_QUARK (paddock - box - error - quark, paddock_box_error)
