/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-revoking.h"

#include "paddock-client-call.h"
#include "paddock-sentences.h"
#include "paddock-server-label.h"
#include "paddock-sight.h"

#include <glib/gi18n.h>

/* The toast after a folder was revoked from a server. Its button undoes the revocation. But if the
 * server still sees the folder through an outer one, the button revokes the outer folder too, and
 * another toast of this kind follows. In both cases the call comes from the window, so the service
 * does not ask the user. */

typedef struct
{
  PaddockClient *client;      /* (owned) */
  char *server_id;            /* (owned) */
  char *root_id;              /* (owned) */
} Outer;

static void
outer_free (gpointer data)
{
  Outer *outer = data;

  g_object_unref (outer->client);
  g_free (outer->server_id);
  g_free (outer->root_id);
  g_free (outer);
}

static void
on_take_back (GtkWidget *from,
              gpointer   user_data)
{
  const Outer *outer = user_data;
  const char *root_ids[] = { outer->root_id, NULL };
  PaddockToastCall *call = paddock_revoking_new_call (from, outer->client, outer->server_id,
                                                      outer->root_id);

  paddock_client_call_async (outer->client, "Revoke",
                             g_variant_new ("(s^as)", outer->server_id, root_ids), NULL,
                             paddock_toast_call_ready, call);
}

static void
offer_outer (PaddockToastCall *call,
             PaddockClient    *client,
             const char       *server_id,
             PaddockRootItem  *root)
{
  Outer *outer = g_new0 (Outer, 1);

  outer->client = g_object_ref (client);
  outer->server_id = g_strdup (server_id);
  outer->root_id = g_strdup (paddock_root_item_get_view (root)->root->id);
  /* Translators: a button beside "… still sees … through …": stops sharing the outer one as well */
  paddock_toast_call_set_next (call, _("_Stop Sharing Parent Folder"),
                               on_take_back, outer, outer_free);
}

/**
 * paddock_revoking_new_call_for_all:
 * @from: the widget that starts the call, or the toast overlay itself
 *
 * Call this before the revocation, because it uses what the client shows now.
 *
 * Returns: (transfer full): the user data for paddock_toast_call_ready(), for a call that revokes
 *   all roots from the server
 */
PaddockToastCall *
paddock_revoking_new_call_for_all (GtkWidget     *from,
                                   PaddockClient *client,
                                   const char    *server_id)
{
  PaddockServerItem *server = paddock_client_lookup_server (client, server_id);
  g_autofree char *label = NULL;
  g_autofree char *done = NULL;

  if (server == NULL)
    return paddock_toast_call_new (from, NULL, NULL);

  label = paddock_server_label_dup (paddock_server_item_get_view (server));
  /* Translators: %s is a server */
  done = g_strdup_printf (_("“%s” no longer sees any folders"), label);
  return paddock_toast_call_new (from, done, paddock_undo_new_for_revoke (client, server_id, NULL));
}

static PaddockToastCall *
create_call (GtkWidget     *from,
             PaddockClient *client,
             const char    *server_id,
             const char    *root_id,
             PaddockUndo   *undo)
{
  PaddockServerItem *server = paddock_client_lookup_server (client, server_id);
  PaddockRootItem *root = paddock_client_lookup_root (client, root_id);
  PaddockRootItem *outer;
  g_autofree char *server_label = NULL;
  g_autofree char *label = NULL;
  g_autofree char *outer_label = NULL;
  g_autofree char *done = NULL;
  PaddockToastCall *call;

  /* The server or the root may be gone, for example if a toast was shown for some time. Then the
   * call to the service fails, and its toast shows the error. */
  if (server == NULL || root == NULL)
    return paddock_toast_call_new (from, NULL, undo);

  outer = paddock_sight_find_outer (paddock_client_get_roots (client), server, root);
  server_label = paddock_server_label_dup (paddock_server_item_get_view (server));
  label = paddock_root_dup_label (paddock_root_item_get_view (root)->root);
  if (outer != NULL)
    outer_label = paddock_root_dup_label (paddock_root_item_get_view (outer)->root);
  done = paddock_sentences_revoked (server_label, label, outer_label);
  call = paddock_toast_call_new (from, done, undo);
  if (outer != NULL)
    offer_outer (call, client, server_id, outer);
  return call;
}

/**
 * paddock_revoking_new_call:
 * @from: the widget that starts the call, or the toast overlay itself
 *
 * Call this before the revocation, because it uses what the client shows now.
 *
 * Returns: (transfer full): the user data for paddock_toast_call_ready(), for a call that revokes
 *   the root from the server
 */
PaddockToastCall *
paddock_revoking_new_call (GtkWidget     *from,
                           PaddockClient *client,
                           const char    *server_id,
                           const char    *root_id)
{
  return create_call (from, client, server_id, root_id,
                      paddock_undo_new_for_revoke (client, server_id, root_id));
}

/**
 * paddock_revoking_explain:
 * @from: the widget that was pressed
 *
 * Shows a toast that names the outer folder through which the server sees the root, and offers to
 * revoke the outer folder. Call it if the root itself is not shared with the server.
 */
void
paddock_revoking_explain (GtkWidget     *from,
                          PaddockClient *client,
                          const char    *server_id,
                          const char    *root_id)
{
  paddock_toast_call_show (create_call (from, client, server_id, root_id, NULL));
}
