/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-distance.h"

#include "paddock-address.h"

#include <glib/gi18n.h>

/* What it means to share with a server that is reached over the network. Pure: it says what the
 * address says. Behind one of this machine there may be anything, a way to another one included;
 * behind another one there may be this machine, by a name or a way that Paddock does not know.
 */

/**
 * paddock_distance_describe:
 * @identity: (nullable): of the server that a question is about
 *
 * Returns: (transfer full) (nullable): what sharing with that server means; %NULL: it is not
 *   reached over the network
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
    return g_strdup (_("This server learns where these folders are. Paddock can’t stop it from "
                       "opening other files."));
  return g_strdup (_("This server learns where these folders are. It’s probably on another "
                     "computer and can’t open them."));
}
