/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-server.h"

#include "paddock-identity-label.h"
#include "paddock-nicks.h"
#include "paddock-scope.h"
#include "paddock-text.h"

#include "config.h"

#include <glib/gi18n-lib.h>

/* A server that Paddock knows, and what the user decided about it.
 *
 * An immutable value. No two servers have equal identities, except anonymous servers. Several
 * servers may claim the same name, so no decision may depend on a claimed name. */

/* Longest label, in bytes. Longer names are cut. */
#define LABEL_MAX 256

static const char * const standing_nicks[] = {
  [PADDOCK_STANDING_UNDECIDED] = "undecided",
  [PADDOCK_STANDING_ALLOWED] = "allowed",
  [PADDOCK_STANDING_BLOCKED] = "blocked",
  [PADDOCK_STANDING_WITHOUT_ROOTS] = "without-roots",
};

G_DEFINE_BOXED_TYPE (PaddockServer, paddock_server, paddock_server_ref, paddock_server_unref)

static void
paddock_server_clear (PaddockServer *server)
{
  g_free ((char *) server->id);
  g_clear_pointer ((PaddockIdentity **) &server->identity, paddock_identity_unref);
  g_free ((char *) server->given_name);
  g_free ((char *) server->claimed_name);
  g_free ((char *) server->decision_scope);
  g_free ((char *) server->origin);
}

/**
 * paddock_server_new:
 * @template: the values to copy, strings included; the identity is referenced. Without an identity
 *   the server gets an anonymous one
 *
 * Returns: (transfer full): a new server
 */
PaddockServer *
paddock_server_new (const PaddockServer *template)
{
  PaddockServer *server = g_atomic_rc_box_new (PaddockServer);

  *server = *template;
  server->id = g_strdup (template->id);
  if (template->identity != NULL)
    server->identity = paddock_identity_ref ((PaddockIdentity *) template->identity);
  else
    server->identity = paddock_identity_new (PADDOCK_IDENTITY_ANONYMOUS, NULL);
  server->given_name = g_strdup (template->given_name);
  server->claimed_name = g_strdup (template->claimed_name);
  server->decision_scope = g_strdup (template->decision_scope);
  server->origin = g_strdup (template->origin);
  return server;
}

/**
 * paddock_server_ref:
 * @server: a server
 *
 * Returns: (transfer full): @server
 */
PaddockServer *
paddock_server_ref (PaddockServer *server)
{
  return g_atomic_rc_box_acquire (server);
}

/**
 * paddock_server_unref:
 * @server: (transfer full): a server
 */
void
paddock_server_unref (PaddockServer *server)
{
  g_atomic_rc_box_release_full (server, (GDestroyNotify) paddock_server_clear);
}

/**
 * paddock_server_name_to_label:
 * @name: (nullable): a name that the user gave a server, or that the server claims
 *
 * Returns: (transfer full) (nullable): @name for display: escaped, without surrounding spaces, at
 *   most 256 bytes; %NULL if nothing is left
 */
char *
paddock_server_name_to_label (const char *name)
{
  g_autofree char *escaped = NULL;

  if (name == NULL)
    return NULL;
  escaped = paddock_text_escape_name (name);
  g_strstrip (escaped);
  return *escaped != '\0' ? paddock_text_clip (escaped, LABEL_MAX) : NULL;
}

/**
 * paddock_server_dup_label:
 * @server: a server
 *
 * Makes the label of a server. It is for display only. Because a server may claim any name, what it
 * claims counts only where nothing else tells it apart, and never stands alone.
 *
 * Returns: (transfer full): the name that the user gave @server; otherwise the name of its program.
 *   Escaped, never empty
 */
char *
paddock_server_dup_label (const PaddockServer *server)
{
  g_autofree char *claimed = NULL;
  char *label = paddock_server_name_to_label (server->given_name);

  if (label == NULL)
    label = paddock_identity_label_dup (server->identity);
  if (label != NULL)
    return label;

  claimed = paddock_server_name_to_label (server->claimed_name);
  if (claimed == NULL)
    return g_strdup (_("Unknown program"));
  /* Translators: %s is the name that a program gives itself; nothing else is known of it */
  return g_strdup_printf (_("Unknown program: %s"), claimed);
}

/**
 * paddock_server_is_decided:
 * @server: a server
 *
 * A decision for another session counts, too, and so does "Not Now". A given name does not count:
 * decided servers are kept for ever, and any program on the bus can give a name.
 *
 * Returns: whether the user decided anything about @server that is still stored
 */
gboolean
paddock_server_is_decided (const PaddockServer *server)
{
  return server->standing != PADDOCK_STANDING_UNDECIDED || server->decided != 0 ||
         server->times_put_off > 0 || server->put_off_until != 0;
}

/**
 * paddock_server_is_vouched_for:
 * @server: a server
 *
 * The service reserves places for servers that are vouched for. A key that Paddock did not make
 * does not count. Otherwise many servers with made-up keys could use up these places.
 *
 * Returns: whether @server has a key that Paddock made, or the user decided about it
 */
gboolean
paddock_server_is_vouched_for (const PaddockServer *server)
{
  return paddock_server_is_decided (server) ||
         paddock_identity_has_issued_key (server->identity);
}

/**
 * paddock_server_get_standing:
 * @server: a server
 * @scope: (nullable): the process of the requesting session; %NULL: none, so no decision for a
 *   session counts
 * @now: µs since the epoch
 *
 * Returns: the decision that counts for @scope at @now; %PADDOCK_STANDING_UNDECIDED if the decision
 *   has ended, or was for another session
 */
PaddockStanding
paddock_server_get_standing (const PaddockServer *server,
                             const char          *scope,
                             gint64               now)
{
  if (server->decision_ends != 0 && server->decision_ends <= now)
    return PADDOCK_STANDING_UNDECIDED;
  if (!paddock_scope_admits (server->decision_scope, scope))
    return PADDOCK_STANDING_UNDECIDED;
  return server->standing;
}

/**
 * paddock_server_standing_to_nick:
 * @standing: a standing
 *
 * Returns: (transfer none): the name of @standing in the database and on the bus
 */
const char *
paddock_server_standing_to_nick (PaddockStanding standing)
{
  return paddock_nicks_get (standing_nicks, G_N_ELEMENTS (standing_nicks), standing);
}

/**
 * paddock_server_standing_from_nick:
 * @nick: (nullable): a name from the database or the bus
 *
 * Returns: the standing, %PADDOCK_STANDING_UNDECIDED if @nick is unknown
 */
PaddockStanding
paddock_server_standing_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (standing_nicks, G_N_ELEMENTS (standing_nicks), nick);
}
