/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-outgoing.h"
#include "paddock-tool-list.h"

G_BEGIN_DECLS

/* How many pages of the list of tools are requested at most for one refused call. */
#define PADDOCK_RELISTING_PAGES_MAX  16
/* Time limit for all pages of one listing together, in ms. */
#define PADDOCK_RELISTING_MS         10000
/* Longest cursor that a page may name for the next page, in bytes. */
#define PADDOCK_RELISTING_CURSOR_MAX 4096

typedef enum {
  PADDOCK_RELISTING_WAIT,           /* wait for the requested page */
  PADDOCK_RELISTING_FAIL,           /* give up: an error came instead of the page */
  PADDOCK_RELISTING_LIST,           /* request the next page: the tool of the call may be on it */
  PADDOCK_RELISTING_SEND,           /* send the call again */
} PaddockRelistingNext;

/* Requests the list of tools, page by page, after the server refused a call. */
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
