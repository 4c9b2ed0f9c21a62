/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-broadcast.h"

#include "paddock-app-note-dict.h"
#include "paddock-app-notes.h"
#include "paddock-control-bus.h"
#include "paddock-control-properties.h"
#include "paddock-names.h"
#include "paddock-overview.h"
#include "paddock-page.h"
#include "paddock-path.h"
#include "paddock-views.h"
#include "paddock-wall-alarm.h"

/* The signals of the control interface. They tell everybody who listens on the bus what changed.
 *
 * The control interface owns the broadcast while it is on the bus. A change marks the rows of the
 * lists that it concerns. The signals are sent at once if none were sent lately, otherwise a little
 * later. So a thousand changes become a few signals of one page each, and a server that asks all
 * the time does not flood the bus.
 */
struct _PaddockBroadcast
{
  GObject               parent_instance;

  PaddockControlContext context;          /* what the broadcast reports about; its members are
                                           * borrowed */
  GDBusConnection      *connection;       /* (owned) (nullable) the session bus; NULL once the
                                           * broadcast is stopped */
  GHashTable           *dirty_roots;      /* (owned) set of ids of the roots that changed since the
                                           * last round of signals */
  GHashTable           *dirty_servers;    /* (owned) set of ids of the servers that changed since
                                           * the last round of signals */
  GHashTable           *dirty_requests;   /* (owned) set of ids of the questions that changed since
                                           * the last round of signals */
  GHashTable           *dirty_apps;       /* (owned) set of keys of the notes about apps that
                                           * changed since the last round of signals */
  gint64                told_journal;     /* the latest time of a journal entry that was sent, or of
                                           * its last repeat; in µs since the epoch */
  gint64                told_number;      /* the number of the newest journal entry that was sent;
                                           * 0: none was sent */
  gint64                settled_number;   /* journal entries with this number or a smaller one are
                                           * not sent again */
  gboolean              reads_journal;
  gboolean              journal_is_dirty;
  gint64                told_at;          /* monotonic µs: when the last round of signals was
                                           * sent */
  PaddockWallAlarm     *flush;            /* (owned) goes off when the signals must be sent; set
                                           * while a row is marked as changed */
};

G_DEFINE_FINAL_TYPE (PaddockBroadcast, paddock_broadcast, G_TYPE_OBJECT)

/* How many journal entries the broadcast sends at a time. A window that wants more entries asks for
 * them. */
#define MAX_TOLD_ENTRIES 100

/* The shortest time between two rounds of signals, in µs. */
#define LEAST_INTERVAL   (50 * G_TIME_SPAN_MILLISECOND)

static void
tell_soon (PaddockBroadcast *self)
{
  gint64 delay;

  if (paddock_wall_alarm_is_set (self->flush))
    return;
  delay = self->told_at + LEAST_INTERVAL - g_get_monotonic_time ();
  paddock_wall_alarm_set (self->flush, g_get_real_time () + delay);
}

static void
emit_signal (PaddockBroadcast *self,
             const char       *name,
             GVariant         *parameters)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (parameters);
  g_autoptr (GError) error = NULL;

  if (self->connection != NULL &&
      !g_dbus_connection_emit_signal (self->connection, NULL, PADDOCK_SERVICE_OBJECT_PATH,
                                      paddock_bus_control_interface_info ()->name, name, owned,
                                      &error))
    g_debug ("Signal %s was not sent: %s", name, error->message);
}

static void
emit_property (PaddockBroadcast *self,
               const char       *name)
{
  g_autoptr (GVariant) parameters = NULL;
  GVariantDict changed;

  if (self->connection == NULL)
    return;

  g_variant_dict_init (&changed, NULL);
  g_variant_dict_insert_value (&changed, name,
                               paddock_control_properties_get (&self->context, name, NULL));
  parameters = g_variant_ref_sink (g_variant_new ("(s@a{sv}as)",
                                                  paddock_bus_control_interface_info ()->name,
                                                  g_variant_dict_end (&changed), NULL));
  g_dbus_connection_emit_signal (self->connection, NULL, PADDOCK_SERVICE_OBJECT_PATH,
                                 "org.freedesktop.DBus.Properties", "PropertiesChanged", parameters,
                                 NULL);
}

static GVariant *
describe_root (PaddockBroadcast *self,
               gpointer          root)
{
  return paddock_overview_root (self->context.state, self->context.sessions,
                                ((PaddockRoot *) root)->id);
}

static GVariant *
describe_server (PaddockBroadcast *self,
                 gpointer          server)
{
  return paddock_overview_server (self->context.state, self->context.sessions,
                                  ((PaddockServer *) server)->id);
}

static GVariant *
describe_request (PaddockBroadcast *self,
                  gpointer          prompt)
{
  return paddock_prompt_to_variant (prompt);
}

static GVariant *
describe_app (PaddockBroadcast *self,
              gpointer          note)
{
  return paddock_app_note_dict_to_variant (note);
}

static const char *
get_root_id (gpointer root)
{
  return ((PaddockRoot *) root)->id;
}

static const char *
get_server_id (gpointer server)
{
  return ((PaddockServer *) server)->id;
}

static const char *
get_request_id (gpointer prompt)
{
  return ((PaddockPrompt *) prompt)->id;
}

static const char *
get_app_key (gpointer note)
{
  return ((PaddockAppNote *) note)->key;
}

/* How one of the lists of the interface (roots, servers, questions, notes about apps) is sent. */
typedef struct {
  const char *signal_name;
  const char *(*get_id)(gpointer          value);
  GVariant   *(*describe)(PaddockBroadcast * self,
                          gpointer          value);
} ListKind;

static const ListKind root_list = { "RootsChanged", get_root_id, describe_root };
static const ListKind server_list = { "ServersChanged", get_server_id, describe_server };
static const ListKind request_list = { "RequestsChanged", get_request_id, describe_request };
static const ListKind app_list = { "AppsChanged", get_app_key, describe_app };

/* Sends one signal with rows of a list, and starts a new page of updated rows. @page: the updated
 * rows; @removed: (nullable): the ids of removed rows, at most as many as rows fit into a page. */
static void
tell_rows (PaddockBroadcast   *self,
           const ListKind     *kind,
           PaddockPage        *page,
           const char * const *removed,
           gssize              n_removed)
{
  emit_signal (self, kind->signal_name,
               g_variant_new ("(@aa{sv}@as)", paddock_page_end_rows (page),
                              g_variant_new_strv (removed, n_removed)));
  paddock_page_init (page, 0);
}

/* Sends the marked rows of one list. Marked rows that are still in the list were updated, and are
 * sent in the list's order. The other marked rows were removed. */
static void
flush_dirty (PaddockBroadcast *self,
             const ListKind   *kind,
             GPtrArray        *listed,
             GHashTable       *dirty)
{
  g_autofree const char **removed = NULL;
  PaddockPage page;
  guint n_removed;

  if (g_hash_table_size (dirty) == 0)
    return;

  paddock_page_init (&page, 0);
  for (guint i = 0; i < listed->len; i++) {
    gpointer value = g_ptr_array_index (listed, i);
    g_autoptr (GVariant) row = NULL;

    if (!g_hash_table_remove (dirty, kind->get_id (value)))
      continue;
    row = g_variant_ref_sink (kind->describe (self, value));
    if (paddock_page_add (&page, 0, row))
      continue;
    tell_rows (self, kind, &page, NULL, 0);
    paddock_page_add (&page, 0, row);
  }

  removed = (const char **) g_hash_table_get_keys_as_array (dirty, &n_removed);
  for (guint i = 0; i == 0 || i < n_removed; i += PADDOCK_PAGE_ROWS)
    tell_rows (self, kind, &page, removed + i, MIN (PADDOCK_PAGE_ROWS, n_removed - i));
  g_variant_builder_clear (&page.rows);
  g_hash_table_remove_all (dirty);
}

/* Sends journal entries, newest first, in as many signals as they need. */
static void
tell_entries (PaddockBroadcast *self,
              GPtrArray        *entries)
{
  PaddockPage page;

  paddock_page_init (&page, 0);
  for (guint i = 0; i < entries->len; i++) {
    g_autoptr (GVariant) row =
      g_variant_ref_sink (paddock_entry_to_variant (g_ptr_array_index (entries, i)));

    if (paddock_page_add (&page, 0, row))
      continue;
    emit_signal (self, "JournalChanged",
                 g_variant_new ("(@aa{sv})", paddock_page_end_rows (&page)));
    paddock_page_init (&page, 0);
    paddock_page_add (&page, 0, row);
  }
  emit_signal (self, "JournalChanged", g_variant_new ("(@aa{sv})", paddock_page_end_rows (&page)));
}

static void
on_journal_read (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (PaddockBroadcast) self = user_data;
  g_autoptr (GPtrArray) entries = NULL;

  self->reads_journal = FALSE;
  entries = paddock_store_read_journal_finish (PADDOCK_STORE (source), result, NULL);
  if (entries == NULL || self->connection == NULL)
    return;

  for (guint i = 0; i < entries->len; i++) {
    const PaddockJournalEntry *entry = g_ptr_array_index (entries, i);

    self->told_journal = MAX (self->told_journal, entry->last);
    self->told_number = MAX (self->told_number, entry->number);
  }
  tell_entries (self, entries);
  if (self->journal_is_dirty)
    tell_soon (self);
}

/* Notices that somebody set the clock back. New entries are found by time, because this also finds
 * repeats of earlier entries. But after somebody set the clock back, new entries have earlier times
 * than entries that were sent. Then the search starts again at time 0, and leaves out the sent
 * entries by their numbers. Those entries get no repeats until the clock reaches their times again
 * (paddock_journal_entry_repeats()). */
static void
follow_clock (PaddockBroadcast *self)
{
  if (self->told_journal <= g_get_real_time ())
    return;

  self->settled_number = self->told_number;
  self->told_journal = 0;
}

static void
flush_journal (PaddockBroadcast *self)
{
  PaddockJournalQuery query = { .limit = MAX_TOLD_ENTRIES };

  if (!self->journal_is_dirty || self->reads_journal)
    return;

  follow_clock (self);
  query.since = self->told_journal;
  query.after = self->settled_number;
  self->journal_is_dirty = FALSE;
  self->reads_journal = TRUE;
  paddock_store_read_journal_async (paddock_state_get_store (self->context.state), &query,
                                    NULL, on_journal_read, g_object_ref (self));
}

static gboolean
on_flush (gpointer user_data)
{
  PaddockBroadcast *self = user_data;
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->context.state);
  g_autoptr (GPtrArray) requests = paddock_prompts_list_shown (self->context.queue);

  self->told_at = g_get_monotonic_time ();
  flush_dirty (self, &root_list, paddock_snapshot_get_roots (snapshot), self->dirty_roots);
  flush_dirty (self, &server_list, paddock_snapshot_get_servers (snapshot), self->dirty_servers);
  flush_dirty (self, &request_list, requests, self->dirty_requests);
  flush_dirty (self, &app_list, paddock_app_notes_list (snapshot), self->dirty_apps);
  flush_journal (self);
  return G_SOURCE_REMOVE;
}

static void
mark_dirty (PaddockBroadcast *self,
            GHashTable       *dirty,
            const char       *id)
{
  if (id == NULL || self->connection == NULL)
    return;

  if (!g_hash_table_contains (dirty, id))
    g_hash_table_add (dirty, g_strdup (id));
  tell_soon (self);
}

static void
mark_grants_of_root (PaddockBroadcast *self,
                     const char       *root_id)
{
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->context.state);
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (snapshot, NULL, root_id);

  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);

    mark_dirty (self, self->dirty_servers, grant->server_id);
  }
}

static void
mark_all_servers (PaddockBroadcast *self)
{
  GPtrArray *servers;

  servers = paddock_snapshot_get_servers (paddock_state_get_snapshot (self->context.state));
  for (guint i = 0; i < servers->len; i++)
    mark_dirty (self, self->dirty_servers, ((PaddockServer *) servers->pdata[i])->id);
}

/* Marks a note about an app as changed, and the servers that it names. */
static void
mark_app_note (PaddockBroadcast     *self,
               const PaddockAppNote *note)
{
  GPtrArray *servers =
    paddock_snapshot_get_servers (paddock_state_get_snapshot (self->context.state));

  mark_dirty (self, self->dirty_apps, note->key);
  for (guint i = 0; i < servers->len; i++) {
    const PaddockServer *server = g_ptr_array_index (servers, i);

    if (note->fact != NULL &&
        g_strcmp0 (paddock_identity_get_fact (server->identity, PADDOCK_FACT_KEY).value,
                   note->fact) == 0)
      mark_dirty (self, self->dirty_servers, server->id);
  }
}

static void
mark_all_roots (PaddockBroadcast *self)
{
  GPtrArray *roots;

  roots = paddock_snapshot_get_roots (paddock_state_get_snapshot (self->context.state));
  for (guint i = 0; i < roots->len; i++)
    mark_dirty (self, self->dirty_roots, ((PaddockRoot *) roots->pdata[i])->id);
}

/* Marks a root as changed, and also the roots inside it, because a server that sees a root also
 * sees the roots inside it. */
static void
mark_root (PaddockBroadcast *self,
           const char       *root_id)
{
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->context.state);
  const PaddockRoot *outer = paddock_snapshot_get_root (snapshot, root_id);
  GPtrArray *roots = paddock_snapshot_get_roots (snapshot);

  mark_dirty (self, self->dirty_roots, root_id);
  for (guint i = 0; outer != NULL && i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);

    if (paddock_path_text_is_within (root->path, outer->path))
      mark_dirty (self, self->dirty_roots, root->id);
  }
}

static void
mark_change (PaddockBroadcast    *self,
             const PaddockChange *change)
{
  switch (change->kind) {
    case PADDOCK_CHANGE_PUT_ROOT:
      mark_root (self, change->root->id);
      mark_grants_of_root (self, change->root->id);
      break;
    case PADDOCK_CHANGE_DROP_ROOT:
      mark_dirty (self, self->dirty_roots, change->root_id);
      /* The path of the removed root is not known any more, and any other root may lie inside
       * it. */
      mark_all_roots (self);
      mark_all_servers (self);
      break;
    case PADDOCK_CHANGE_PUT_SERVER:
      mark_dirty (self, self->dirty_servers, change->server->id);
      if (self->context.mode == PADDOCK_CONSENT_ALLOW)
        mark_all_roots (self);
      break;
    case PADDOCK_CHANGE_DROP_SERVER:
      mark_dirty (self, self->dirty_servers, change->server_id);
      mark_all_roots (self);
      break;
    case PADDOCK_CHANGE_PUT_GRANT:
      mark_root (self, change->grant->root_id);
      mark_dirty (self, self->dirty_servers, change->grant->server_id);
      break;
    case PADDOCK_CHANGE_DROP_GRANT:
      mark_root (self, change->root_id);
      mark_dirty (self, self->dirty_servers, change->server_id);
      break;
    case PADDOCK_CHANGE_PAUSE:
      mark_all_roots (self);
      mark_all_servers (self);
      emit_property (self, "Paused");
      break;
    case PADDOCK_CHANGE_PUT_APP_NOTE:
    case PADDOCK_CHANGE_DROP_APP_NOTE:
      mark_app_note (self, change->note);
      break;
    case PADDOCK_CHANGE_CLEAR_JOURNAL:
      emit_signal (self, "JournalPruned", g_variant_new ("()"));
      break;
    case PADDOCK_CHANGE_TAKE_BACK_NEVER:
    case PADDOCK_CHANGE_TAKE_OUT:
    case PADDOCK_CHANGE_LOG:
    default:
      break;
  }
}

static void
on_state_changed (PaddockState     *state,
                  PaddockChanges   *changes,
                  PaddockBroadcast *self)
{
  for (gsize i = 0; i < paddock_changes_get_size (changes); i++)
    mark_change (self, paddock_changes_get (changes, i));
}

static void
on_availability_changed (PaddockState     *state,
                         const char       *root_id,
                         PaddockBroadcast *self)
{
  mark_root (self, root_id);
  mark_grants_of_root (self, root_id);
}

static void
on_markers_changed (PaddockRootMarkers *markers,
                    const char         *root_id,
                    PaddockBroadcast   *self)
{
  mark_dirty (self, self->dirty_roots, root_id);
}

static void
on_server_changed (PaddockSessions  *sessions,
                   const char       *server_id,
                   PaddockBroadcast *self)
{
  mark_dirty (self, self->dirty_servers, server_id);
}

static void
on_request_changed (PaddockPrompts   *queue,
                    const char       *id,
                    PaddockBroadcast *self)
{
  mark_dirty (self, self->dirty_requests, id);
}

static void
on_request_finished (PaddockPrompts   *queue,
                     const char       *id,
                     PaddockVerdict    verdict,
                     PaddockReason     reason,
                     PaddockBroadcast *self)
{
  mark_dirty (self, self->dirty_requests, id);
  emit_signal (self, "RequestFinished",
               g_variant_new ("(sss)", id, paddock_decision_verdict_to_nick (verdict),
                              paddock_reason_to_nick (reason)));
}

static void
on_agent_changed (PaddockBusAgent  *agent,
                  PaddockBroadcast *self)
{
  emit_property (self, "HasAgent");
}

static void
on_import_changed (PaddockImport    *import,
                   PaddockBroadcast *self)
{
  emit_property (self, "ImportOffer");
}

static void
on_refusals_changed (PaddockRefusals  *refusals,
                     PaddockBroadcast *self)
{
  emit_property (self, "RefusedOften");
}

static void
on_never_changed (PaddockFilePrompts *questions,
                  PaddockBroadcast   *self)
{
  emit_signal (self, "NeverChanged", g_variant_new ("()"));
}

static void
on_pruned (PaddockRetention *retention,
           gint64            before,
           PaddockBroadcast *self)
{
  emit_signal (self, "JournalPruned", g_variant_new ("()"));
}

static void
on_logged (PaddockState     *state,
           PaddockBroadcast *self)
{
  self->journal_is_dirty = TRUE;
  if (self->connection != NULL && !self->reads_journal)
    tell_soon (self);
}

static void
paddock_broadcast_dispose (GObject *object)
{
  PaddockBroadcast *self = PADDOCK_BROADCAST (object);

  g_clear_pointer (&self->flush, paddock_wall_alarm_free);
  g_clear_object (&self->connection);
  g_clear_pointer (&self->dirty_roots, g_hash_table_unref);
  g_clear_pointer (&self->dirty_servers, g_hash_table_unref);
  g_clear_pointer (&self->dirty_requests, g_hash_table_unref);
  g_clear_pointer (&self->dirty_apps, g_hash_table_unref);

  G_OBJECT_CLASS (paddock_broadcast_parent_class)->dispose (object);
}

static void
paddock_broadcast_class_init (PaddockBroadcastClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_broadcast_dispose;
}

static void
paddock_broadcast_init (PaddockBroadcast *self)
{
  self->dirty_roots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->dirty_servers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->dirty_requests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->dirty_apps = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->flush = paddock_wall_alarm_new (on_flush, self);
  self->told_journal = g_get_real_time ();
}

/**
 * paddock_broadcast_new:
 * @context: what the broadcast reports about; outlives the broadcast
 * @connection: the session bus
 *
 * Returns: (transfer full): a broadcast that sends signals from now on
 */
PaddockBroadcast *
paddock_broadcast_new (const PaddockControlContext *context,
                       GDBusConnection             *connection)
{
  PaddockBroadcast *self = g_object_new (PADDOCK_TYPE_BROADCAST, NULL);

  self->context = *context;
  self->connection = g_object_ref (connection);
  g_signal_connect_object (context->state, "changed", G_CALLBACK (on_state_changed), self, 0);
  g_signal_connect_object (context->state, "availability-changed",
                           G_CALLBACK (on_availability_changed), self, 0);
  g_signal_connect_object (context->state, "logged", G_CALLBACK (on_logged), self, 0);
  g_signal_connect_object (context->sessions, "server-changed", G_CALLBACK (on_server_changed),
                           self,
                           0);
  g_signal_connect_object (context->queue, "changed", G_CALLBACK (on_request_changed), self, 0);
  g_signal_connect_object (context->queue, "finished", G_CALLBACK (on_request_finished), self, 0);
  g_signal_connect_object (context->agent, "available-changed", G_CALLBACK (on_agent_changed), self,
                           0);
  g_signal_connect_object (context->import, "changed", G_CALLBACK (on_import_changed), self, 0);
  g_signal_connect_object (context->refusals, "changed", G_CALLBACK (on_refusals_changed), self, 0);
  g_signal_connect_object (context->markers, "changed", G_CALLBACK (on_markers_changed), self, 0);
  g_signal_connect_object (context->questions, "never-changed", G_CALLBACK (on_never_changed), self,
                           0);
  if (context->retention != NULL)
    g_signal_connect_object (context->retention, "pruned", G_CALLBACK (on_pruned), self, 0);
  return self;
}

/**
 * paddock_broadcast_stop:
 * @self: a broadcast
 *
 * Stops sending signals, even if a read of the journal still holds a reference to the broadcast.
 */
void
paddock_broadcast_stop (PaddockBroadcast *self)
{
  paddock_wall_alarm_clear (self->flush);
  g_clear_object (&self->connection);
}
