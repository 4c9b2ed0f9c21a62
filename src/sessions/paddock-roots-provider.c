/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-roots-provider.h"

/* Knows which roots a server may see. This interface keeps a session from data about other servers:
 * the session sees only the roots of its own server.
 *
 * The recipient keeps the last answer. The provider is asked each time whether that answer is still
 * valid, so no code has to drop it after a revocation.
 */

G_DEFINE_INTERFACE (PaddockRootsProvider, paddock_roots_provider, G_TYPE_OBJECT)

static void
paddock_roots_provider_default_init (PaddockRootsProviderInterface *iface)
{
}

/* Returns an empty answer: without a provider a server sees no roots. */
static PaddockRootsAnswer *
answer_nothing (const PaddockRecipient *recipient)
{
  PaddockPolicyResult nothing = {
    .roots = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref),
  };

  return paddock_roots_answer_new (&nothing, recipient->version, recipient->is_launch,
                                   &(PaddockLaunchFacts) {
    .server_id = recipient->server_id, .is_confined = recipient->is_confined,
  });
}

/**
 * paddock_roots_provider_get_answer:
 * @self: (nullable): a provider; without a provider the list is empty
 * @recipient: the server that asks; keeps the answer
 *
 * Returns: (transfer none): the answer that @recipient gets now; valid until the next call, or
 *   until the recipient changes
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
 * @self: (nullable): a provider; without a provider nothing may be read
 * @recipient: the server that wants files
 *
 * Checks whether Paddock may read files for the server now (`client/readLocalFile`). Paddock may do
 * so only if the user allowed it, the server connected by itself, and the server's program is
 * proven. For `paddock run` Paddock never may, whatever is known about that process.
 *
 * Returns: whether files may be read
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
