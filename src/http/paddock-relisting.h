/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-outgoing.h"
#include "paddock-tool-list.h"

G_BEGIN_DECLS

/* Pages of a list that are asked for, for one call. */
#define PADDOCK_RELISTING_PAGES_MAX  16
/* How long all of them may take. */
#define PADDOCK_RELISTING_MS         10000
/* Of what a server calls the next page. */
#define PADDOCK_RELISTING_CURSOR_MAX 4096

typedef enum {
  PADDOCK_RELISTING_WAIT,           /* for the page that was asked for */
  PADDOCK_RELISTING_FAIL,           /* an error came in its place */
  PADDOCK_RELISTING_LIST,           /* ask for a page, which the tool may stand on */
  PADDOCK_RELISTING_SEND,           /* send the call again */
} PaddockRelistingNext;

/* The pages of a list of tools that a refused call needs. */
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
