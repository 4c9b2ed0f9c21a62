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

static char *
describe (const PaddockAddress *address)
{
  if (address->is_here)
    /* Translators: %s is an address, as in "http://localhost:3000" */
    return g_strdup_printf (_("This server is reached at %s and was not started by Paddock. It "
                              "learns the paths of the folders that you share with it; which files "
                              "it can open is not known."), address->origin);
  /* Translators: %s is an address, as in "https://example.org" */
  return g_strdup_printf (_("As far as Paddock knows, this server is not on this machine: it is "
                            "at %s. It learns the paths of the folders that you share with it, and "
                            "cannot open the files."), address->origin);
}

/**
 * paddock_distance_add:
 * @identity: (nullable): of the server that a question is about
 * @text: what is said to the user
 *
 * Returns: (transfer full): @text, and before it what sharing with that server means, where it is
 *   reached over the network
 */
char *
paddock_distance_add (const PaddockIdentity *identity,
                      const char            *text)
{
  PaddockFact fact = { PADDOCK_PROOF_UNKNOWN, NULL };
  g_autoptr (PaddockAddress) address = NULL;
  g_autofree char *distance = NULL;

  if (identity != NULL)
    fact = paddock_identity_get_fact (identity, PADDOCK_FACT_ADDRESS);
  address = fact.value != NULL ? paddock_address_new (fact.value, NULL) : NULL;
  if (address == NULL)
    return g_strdup (text);
  distance = describe (address);
  return g_strdup_printf ("%s\n\n%s", distance, text);
}
