/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-roots-provider.h"

/* Who knows what a server may be told. The interface keeps a session from what is known of others:
 * it sees the roots for its own server and nothing else.
 *
 * The recipient keeps the last answer, and the provider is asked each time whether that still
 * holds. Nobody has to remember to drop it when something is taken back.
 */

G_DEFINE_INTERFACE (PaddockRootsProvider, paddock_roots_provider, G_TYPE_OBJECT)

static void
paddock_roots_provider_default_init (PaddockRootsProviderInterface *iface)
{
}

/* With nobody to say what may be told, nothing is. */
static PaddockRootsAnswer *
answer_nothing (const PaddockRecipient *recipient)
{
  PaddockPolicyResult nothing = {
    .roots = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref),
  };

  return paddock_roots_answer_new (&nothing, recipient->version, recipient->is_launch);
}

/**
 * paddock_roots_provider_get_answer:
 * @self: (nullable): with nobody to say what may be told, nothing is
 * @recipient: who is told; keeps the answer
 *
 * Returns: (transfer none): what @recipient is told now; valid until this is called again, or the
 *   recipient changes
 */
PaddockRootsAnswer *
paddock_roots_provider_get_answer (PaddockRootsProvider *self,
                                   PaddockRecipient     *recipient)
{
  PaddockRootsAnswer *answer;

  answer = self != NULL ? PADDOCK_ROOTS_PROVIDER_GET_IFACE (self)->answer (self, recipient)
                        : answer_nothing (recipient);
  g_clear_pointer (&recipient->answer, paddock_roots_answer_unref);
  recipient->answer = answer;
  return answer;
}

/**
 * paddock_roots_provider_may_read:
 * @self: (nullable): with nobody to say so, it may not
 * @recipient: who wants files read
 *
 * Returns: whether files are read for the server now (client/readLocalFile): the user said so, of
 *   a server that dialled in itself and is proven. What stands between a host and a server has no
 *   files read, whatever is known of its process
 */
gboolean
paddock_roots_provider_may_read (PaddockRootsProvider *self,
                                 PaddockRecipient     *recipient)
{
  const PaddockRootsAnswer *answer;

  if (recipient->identity == NULL || recipient->is_launch ||
      paddock_identity_get_kind (recipient->identity) != PADDOCK_IDENTITY_PROCESS)
    return FALSE;
  answer = paddock_roots_provider_get_answer (self, recipient);
  return (paddock_roots_answer_get_result (answer)->choices & PADDOCK_CHOICE_READING) != 0;
}
