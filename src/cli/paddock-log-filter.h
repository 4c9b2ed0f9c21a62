/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-cli.h"
#include "paddock-entry-filter.h"

G_BEGIN_DECLS

/* The options of `paddock log` that select entries, as the user typed them. Each may be NULL. */
typedef struct {
  char   *server;                     /* a name or an id */
  char   *root;                       /* a path or an id */
  char  **kinds;                      /* each element is a kind, or several separated by commas */
  char   *search;
  char   *since;                      /* a length of time back from now, or a date */
} PaddockLogChoice;

PaddockEntryFilter *paddock_log_filter_new (PaddockCli              *cli,
                                            const PaddockLogChoice  *choice,
                                            gint64                   now,
                                            GError                 **error);

G_END_DECLS
