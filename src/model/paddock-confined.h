/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many paths a value has at most, and how many bytes together. Further ones are counted. */
#define PADDOCK_CONFINED_PATHS_MAX 16
#define PADDOCK_CONFINED_BYTES_MAX 4096

/* What a confined server can open besides its folders. */
typedef struct {
  gboolean has_network;             /* it can use the network of this computer; FALSE: none */
  GStrv    writes;                  /* (owned) absolute paths that it can change */
  GStrv    reads;                   /* (owned) absolute paths that it can read, as its program */
  guint    n_more;                  /* how many more such paths there are */
} PaddockConfined;

PaddockConfined *paddock_confined_new       (gboolean               has_network,
                                             const char * const    *writes,
                                             const char * const    *reads,
                                             guint                  n_more);
PaddockConfined *paddock_confined_copy      (const PaddockConfined *self);
void             paddock_confined_free      (PaddockConfined       *self);
gboolean         paddock_confined_equal     (const PaddockConfined *a,
                                             const PaddockConfined *b);
const char      *paddock_confined_get_network (const PaddockConfined *self);
char            *paddock_confined_dup_seal  (const PaddockConfined *self,
                                             const char            *server_id,
                                             const char            *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockConfined, paddock_confined_free)

G_END_DECLS
