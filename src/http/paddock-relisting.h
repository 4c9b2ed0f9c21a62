/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-outgoing.h"
#include "paddock-tool-list.h"

G_BEGIN_DECLS

/* How many pages are requested for one call. */
#define PADDOCK_RELISTING_PAGES_MAX  16
/* Time limit for all of them. */
#define PADDOCK_RELISTING_MS         10000
/* Longest cursor of a next page. */
#define PADDOCK_RELISTING_CURSOR_MAX 4096

typedef enum {
  PADDOCK_RELISTING_WAIT,           /* for the requested page */
  PADDOCK_RELISTING_FAIL,           /* an error came instead */
  PADDOCK_RELISTING_LIST,           /* request a page, which the tool may be on */
  PADDOCK_RELISTING_SEND,           /* send the call again */
} PaddockRelistingNext;

/* The pages of a list of tools, requested for a refused call. */
typedef struct _PaddockRelisting PaddockRelisting;

gboolean             paddock_relisting_is_needed  (const PaddockOutgoing  *call,
                                                   guint                   status,
                                                   PaddockSpan             error);
PaddockRelisting    *paddock_relisting_new        (const PaddockOutgoing  *call,
                                                   PaddockToolList        *tools);
void                 paddock_relisting_free       (PaddockRelisting       *self);
PaddockOutgoing     *paddock_relisting_begin_page (PaddockRelisting       *self);
gboolean             paddock_relisting_receive    (PaddockRelisting       *self,
                                                   PaddockSpool           *message);
PaddockRelistingNext paddock_relisting_get_next   (const PaddockRelisting *self);

G_END_DECLS
