/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-distance.h"

#include "paddock-address.h"

#include <glib/gi18n.h>

/* Says what it means to share with a server over the network. A pure function, which uses only the
 * server's address. So the text can be wrong. An address of this machine may lead to another
 * machine, for example through a tunnel. Another address may lead back to this machine. */

/**
 * paddock_distance_describe:
 * @identity: (nullable): the identity of the server
 *
 * Returns: (transfer full) (nullable): a text about sharing with that server; %NULL if the server
 *   has no address
 */
char *
paddock_distance_describe (const PaddockIdentity *identity)
{
  PaddockFact fact = { PADDOCK_PROOF_UNKNOWN, NULL };
  g_autoptr (PaddockAddress) address = NULL;

  if (identity != NULL)
    fact = paddock_identity_get_fact (identity, PADDOCK_FACT_ADDRESS);
  address = fact.value != NULL ? paddock_address_new (fact.value, NULL) : NULL;
  if (address == NULL)
    return NULL;
  if (address->is_here)
    return g_strdup (_("Paddock tells the server about these folders. It can’t stop this server "
                       "from opening other files."));
  return g_strdup (_("This server is probably on another computer. If not, Paddock can’t stop it "
                     "from opening other files."));
}
