/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

#include "paddock-box-home.h"

G_BEGIN_DECLS

/* The most that is read of the user's settings, and of certificates. */
#define PADDOCK_COPIES_MAX              65536
#define PADDOCK_COPIES_CERTIFICATES_MAX 1048576

/* Whether the box will have a file of certificates. */
typedef gboolean (*PaddockCopiesAllow) (const char *path,
                                        gpointer    user_data);

GPtrArray *paddock_copies_new         (const char         *home,
                                       const char         *config,
                                       PaddockCopiesAllow  allow,
                                       gpointer            user_data);
char      *paddock_copies_filter_git  (const char * const *texts);
char      *paddock_copies_filter_npm  (const char         *text,
                                       const char         *home,
                                       PaddockCopiesAllow  allow,
                                       gpointer            user_data);
char      *paddock_copies_filter_pip  (const char         *text,
                                       const char         *home,
                                       PaddockCopiesAllow  allow,
                                       gpointer            user_data);

G_END_DECLS
