/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-document-revoker.h"

#include "paddock-alarm.h"
#include "paddock-documents.h"

/* Revokes the portal's documents that nothing needs any more. A folder that was removed from
 * Paddock is then out of the sandbox's reach again. So is a folder that a program wanted to add, if
 * the user refused. The revoker waits some time before it revokes a document, because the user can
 * undo a removal. When the service ends, the revoker revokes the rest at once. It then waits for
 * the portal's answers: the sandbox's bus filter ends with the service, and drops the calls that it
 * has not forwarded.
 *
 * The service owns one revoker, in a sandbox only. The revoker compares what the roots and the
 * waiting questions need now with what they needed before. It revokes only documents that it saw in
 * use. If the portal refuses (only the user may delete some documents of the file chooser), the
 * revoker logs that and does not try again.
 */

/* How long the end of the service waits for a portal that does not answer, in ms. */
#define END_TIMEOUT 2000

struct _PaddockDocumentRevoker
{
  PaddockState    *state;           /* (owned) */
  PaddockPrompts  *queue;           /* (owned) */
  GDBusConnection *connection;      /* (owned) */
  gint64           delay;           /* how long a document that nothing needs stays, in µs */
  GHashTable      *needed;          /* (owned) set of ids of the documents that roots or waiting
                                     * questions need */
  GHashTable      *unneeded;        /* (owned) set of ids of the documents that nothing needs any
                                     * more, until they are revoked */
  PaddockAlarm    *due;             /* (owned) goes off @delay after the last time that a document
                                     * became unneeded */
};

static GHashTable *
collect_needed (PaddockDocumentRevoker *self,
                gboolean                may_be_answered)
{
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *roots = paddock_snapshot_get_roots (paddock_state_get_snapshot (self->state));
  GPtrArray *requests = paddock_prompts_get_requests (self->queue);

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);

    if (root->document != NULL)
      g_hash_table_add (ids, paddock_documents_dup_id (root->document));
  }
  for (guint i = 0; may_be_answered && i < requests->len; i++) {
    const PaddockWants *wants = &((PaddockPrompt *) g_ptr_array_index (requests, i))->wants;

    for (gsize j = 0; wants->documents != NULL && wants->documents[j] != NULL; j++)
      g_hash_table_add (ids, paddock_documents_dup_id (wants->documents[j]));
  }
  return ids;
}

static void
compare (PaddockDocumentRevoker *self,
         gboolean                may_be_answered)
{
  GHashTable *now = collect_needed (self, may_be_answered);
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->needed);
  while (g_hash_table_iter_next (&iter, &id, NULL)) {
    if (g_hash_table_contains (now, id) || g_hash_table_contains (self->unneeded, id))
      continue;
    g_hash_table_add (self->unneeded, g_strdup (id));
    paddock_alarm_set (self->due, self->delay);
  }
  g_hash_table_iter_init (&iter, now);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_hash_table_remove (self->unneeded, id);

  g_hash_table_unref (self->needed);
  self->needed = now;
}

static void
on_changed (PaddockDocumentRevoker *self)
{
  compare (self, TRUE);
}

static void
on_deleted (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;

  reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  if (reply == NULL)
    g_info ("The portal keeps a document: %s", error->message);
}

static void
give_back (PaddockDocumentRevoker *self)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->unneeded);
  while (g_hash_table_iter_next (&iter, &id, NULL)) {
    g_dbus_connection_call (self->connection, PADDOCK_DOCUMENTS_BUS_NAME,
                            PADDOCK_DOCUMENTS_OBJECT_PATH, PADDOCK_DOCUMENTS_INTERFACE, "Delete",
                            g_variant_new ("(s)", id), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL,
                            on_deleted, NULL);
    g_hash_table_iter_remove (&iter);
  }
}

static void
give_back_at_end (PaddockDocumentRevoker *self)
{
  gint64 end = g_get_monotonic_time () + END_TIMEOUT * G_TIME_SPAN_MILLISECOND;
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->unneeded);
  while (g_hash_table_iter_next (&iter, &id, NULL)) {
    gint64 left = (end - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;
    g_autoptr (GError) error = NULL;
    g_autoptr (GVariant) reply = NULL;

    reply = g_dbus_connection_call_sync (self->connection, PADDOCK_DOCUMENTS_BUS_NAME,
                                         PADDOCK_DOCUMENTS_OBJECT_PATH,
                                         PADDOCK_DOCUMENTS_INTERFACE, "Delete",
                                         g_variant_new ("(s)", id), NULL, G_DBUS_CALL_FLAGS_NONE,
                                         MAX (left, 1), NULL, &error);
    if (reply == NULL)
      g_info ("The portal keeps a document: %s", error->message);
  }
}

static gboolean
on_due (gpointer user_data)
{
  give_back (user_data);
  return G_SOURCE_REMOVE;
}

/**
 * paddock_document_revoker_new:
 * @state: has the roots, which need documents
 * @queue: has the waiting questions, whose folders need documents too
 * @connection: the session bus
 * @delay: how long a document that nothing needs stays, in µs: %PADDOCK_DOCUMENT_REVOKER_DELAY
 *
 * Returns: (transfer full): a revoker, which revokes unneeded documents from now on
 */
PaddockDocumentRevoker *
paddock_document_revoker_new (PaddockState    *state,
                              PaddockPrompts  *queue,
                              GDBusConnection *connection,
                              gint64           delay)
{
  PaddockDocumentRevoker *self = g_new0 (PaddockDocumentRevoker, 1);

  self->state = g_object_ref (state);
  self->queue = g_object_ref (queue);
  self->connection = g_object_ref (connection);
  self->delay = delay;
  self->needed = collect_needed (self, TRUE);
  self->unneeded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->due = paddock_alarm_new (on_due, self);
  g_signal_connect_swapped (state, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (queue, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (queue, "finished", G_CALLBACK (on_changed), self);
  return self;
}

/**
 * paddock_document_revoker_free:
 * @self: (transfer full): a revoker
 *
 * Revokes at once the documents that still wait, and the documents of open questions, because
 * nobody answers those questions any more. Waits for the portal's answers, %END_TIMEOUT ms at most.
 */
void
paddock_document_revoker_free (PaddockDocumentRevoker *self)
{
  g_signal_handlers_disconnect_by_data (self->state, self);
  g_signal_handlers_disconnect_by_data (self->queue, self);
  compare (self, FALSE);
  give_back_at_end (self);
  paddock_alarm_free (self->due);
  g_hash_table_unref (self->needed);
  g_hash_table_unref (self->unneeded);
  g_object_unref (self->state);
  g_object_unref (self->queue);
  g_object_unref (self->connection);
  g_free (self);
}
