/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-confined.h"

#include "paddock-seal.h"

#include <string.h>

/* What `paddock run` tells the service of a server whose box was checked, as a value, and its seal.
 * Both ends make the seal here. */

/**
 * paddock_confined_new:
 * @reads: copied; from the first on that is too much, paths are only counted
 * @n_more: how many more there are
 *
 * Returns: (transfer full): a value within the limits
 */
PaddockConfined *
paddock_confined_new (gboolean            has_network,
                      const char * const *reads,
                      guint               n_more)
{
  PaddockConfined *self = g_new0 (PaddockConfined, 1);
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new ();
  gsize n_bytes = 0;
  guint i = 0;

  for (; reads[i] != NULL && i < PADDOCK_CONFINED_READS_MAX; i++) {
    n_bytes += strlen (reads[i]);
    if (n_bytes > PADDOCK_CONFINED_READS_BYTES_MAX)
      break;
    g_strv_builder_add (kept, reads[i]);
  }
  self->has_network = has_network != FALSE;
  self->reads = g_strv_builder_end (kept);
  self->n_more = n_more + g_strv_length ((GStrv) reads) - i;
  return self;
}

/* Returns: (transfer full) (nullable): a copy of @self; NULL for NULL */
PaddockConfined *
paddock_confined_copy (const PaddockConfined *self)
{
  return self != NULL ? paddock_confined_new (self->has_network, (const char * const *) self->reads,
                                              self->n_more) : NULL;
}

void
paddock_confined_free (PaddockConfined *self)
{
  g_strfreev (self->reads);
  g_free (self);
}

/* Returns: whether both are the same; each may be NULL */
gboolean
paddock_confined_equal (const PaddockConfined *a,
                        const PaddockConfined *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->has_network == b->has_network && a->n_more == b->n_more &&
         g_strv_equal ((const char * const *) a->reads, (const char * const *) b->reads);
}

/* Returns: (transfer none): what the network of the server is called: "host" or "none" */
const char *
paddock_confined_get_network (const PaddockConfined *self)
{
  return self->has_network ? "host" : "none";
}

/**
 * paddock_confined_dup_seal:
 * @server_id: (nullable): the server's id, as the service told it; %NULL: it told none
 * @key: the key for seals (paddock-seal.c)
 *
 * Returns: (transfer full): the seal of @self for this server
 */
char *
paddock_confined_dup_seal (const PaddockConfined *self,
                           const char            *server_id,
                           const char            *key)
{
  g_autofree char *n_more = g_strdup_printf ("%u", self->n_more);
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();

  g_ptr_array_add (texts, (char *) (server_id != NULL ? server_id : ""));
  g_ptr_array_add (texts, (char *) paddock_confined_get_network (self));
  g_ptr_array_add (texts, n_more);
  for (gsize i = 0; self->reads[i] != NULL; i++)
    g_ptr_array_add (texts, self->reads[i]);
  g_ptr_array_add (texts, NULL);
  return paddock_seal_dup (key, (const char * const *) texts->pdata);
}
