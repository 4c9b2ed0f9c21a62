/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-confined.h"

#include "paddock-seal.h"

#include <string.h>

/* What `paddock run` tells the service of a server whose box was checked, as a value, and its seal.
 * Both ends make the seal here. */

/* How much a value can still take. */
typedef struct {
  guint n_paths;
  gsize n_bytes;
} Room;

/* Copies the paths for which there is room, and counts the others. Then there is no more room. */
static GStrv
dup_kept (Room               *room,
          const char * const *paths,
          guint              *n_more)
{
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new ();

  for (; paths != NULL && *paths != NULL; paths++) {
    if (room->n_paths == 0 || strlen (*paths) > room->n_bytes) {
      room->n_paths = 0;
      (*n_more)++;
      continue;
    }
    g_strv_builder_add (kept, *paths);
    room->n_paths--;
    room->n_bytes -= strlen (*paths);
  }
  return g_strv_builder_end (kept);
}

/**
 * paddock_confined_new:
 * @writes: (nullable): paths, copied; from the first on that is too much, they are only counted
 * @reads: likewise, after @writes
 * @n_more: how many more there are
 *
 * Returns: (transfer full): a value within the limits
 */
PaddockConfined *
paddock_confined_new (gboolean            has_network,
                      const char * const *writes,
                      const char * const *reads,
                      guint               n_more)
{
  PaddockConfined *self = g_new0 (PaddockConfined, 1);
  Room room = { PADDOCK_CONFINED_PATHS_MAX, PADDOCK_CONFINED_BYTES_MAX };

  self->has_network = has_network != FALSE;
  self->n_more = n_more;
  self->writes = dup_kept (&room, writes, &self->n_more);
  self->reads = dup_kept (&room, reads, &self->n_more);
  return self;
}

/* Returns: (transfer full) (nullable): a copy of @self; NULL for NULL */
PaddockConfined *
paddock_confined_copy (const PaddockConfined *self)
{
  if (self == NULL)
    return NULL;
  return paddock_confined_new (self->has_network, (const char * const *) self->writes,
                               (const char * const *) self->reads, self->n_more);
}

void
paddock_confined_free (PaddockConfined *self)
{
  g_strfreev (self->writes);
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
         g_strv_equal ((const char * const *) a->writes, (const char * const *) b->writes) &&
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
  /* No path is called so. An older service, which doesn't know what it means, has another seal for
   * a server that can write. */
  if (self->writes[0] != NULL)
    g_ptr_array_add (texts, (char *) "write");
  for (gsize i = 0; self->writes[i] != NULL; i++)
    g_ptr_array_add (texts, self->writes[i]);
  g_ptr_array_add (texts, NULL);
  return paddock_seal_dup (key, (const char * const *) texts->pdata);
}
