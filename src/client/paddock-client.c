/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-client-private.h"

#include "paddock-activation.h"
#include "paddock-bus-error.h"
#include "paddock-control-bus.h"
#include "paddock-error.h"
#include "paddock-lists.h"
#include "paddock-names.h"
#include "paddock-pages.h"
#include "paddock-root-item.h"
#include "paddock-server-item.h"

#include "config.h"

#include <glib/gi18n-lib.h>

/* The service as the window sees it: list models of the service's data, and the state of the
 * connection.
 *
 * The application owns one client for its whole life. The client starts the service, and starts it
 * again if the service ends. The client decides nothing, and has no data except what the service
 * sent.
 *
 * Each service process gets its own proxy, for the unique bus name of that process. So a signal or
 * a reply of an earlier service is never mistaken for one of the current service. */

/* How often the client starts a lost service again within RESTARTS_WITHIN_US. After that, the
 * client gives up until paddock_client_start() is called again. */
#define RESTARTS_MAX        3
#define RESTARTS_WITHIN_US  (60 * G_USEC_PER_SEC)

/* How many journal entries are loaded at first. */
#define JOURNAL_PAGE        200

/* A change that the service reported while the lists were still loading. The client applies it when
 * all lists are loaded. */
typedef struct {
  PaddockList  list;
  GVariant    *updated;               /* (owned) */
  GStrv        removed;               /* (owned) (nullable) the ids of the removed items */
} HeldChange;

/* The state of the client's own attempt to start the service. */
typedef enum {
  ACTIVATION_NONE,
  ACTIVATION_UNDER_WAY,
  ACTIVATION_OUTDATED,                /* under way, but the service ran and ended meanwhile */
} Activation;

/* One list that is still loading: the data of the call that reads it. */
typedef struct {
  PaddockClient *client;              /* (owned) */
  PaddockList    list;
} Filling;

struct _PaddockClient
{
  GObject             parent_instance;

  GDBusConnection    *connection;     /* (owned) (nullable) the session bus */
  GCancellable       *cancellable;    /* (owned) cancels connecting, and the wait for the service */
  guint               watch_id;

  PaddockClientState  state;
  char               *problem;        /* (owned) (nullable) why the state is FAILED, as a text; NULL
                                       * in other states */
  gboolean            has_agent;
  gboolean            is_paused;
  Activation          activation;
  gint64              restarts[RESTARTS_MAX];   /* restart times in monotonic µs, oldest first */

  PaddockNamedFolders *named;         /* (owned) */

  PaddockBusControl  *proxy;          /* (owned) (nullable) the proxy for the bus name's current
                                       * owner; NULL: none yet */
  GCancellable       *attaching;      /* (owned) (nullable) cancels the creation of @proxy, and the
                                       * reading of the lists; NULL: the bus name has no owner */
  guint               n_unfilled;     /* how many lists are still loading */
  GPtrArray          *held;           /* (owned) HeldChange */
  PaddockMirror      *mirrors[PADDOCK_N_LISTS];
};

G_DEFINE_FINAL_TYPE (PaddockClient, paddock_client, G_TYPE_OBJECT)

typedef enum {
  PROP_CONNECTION = 1,
  PROP_STATE,
  PROP_N_REQUESTS,
  PROP_HAS_AGENT,
  PROP_IS_PAUSED,
  N_PROPS
} Prop;

static GParamSpec *props[N_PROPS];
static guint sight_changed_signal;
static guint request_finished_signal;
static guint import_offer_changed_signal;
static guint refused_changed_signal;
static guint never_changed_signal;

static void
held_change_free (HeldChange *change)
{
  g_variant_unref (change->updated);
  g_strfreev (change->removed);
  g_free (change);
}

static void
update_has_agent (PaddockClient *self)
{
  gboolean has_agent = self->state == PADDOCK_CLIENT_CONNECTED &&
                       paddock_bus_control_get_has_agent (self->proxy);

  if (self->has_agent == has_agent)
    return;
  self->has_agent = has_agent;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_HAS_AGENT]);
}

/* Reads whether sharing is paused. While no service is connected, the last known value stays. */
static void
update_is_paused (PaddockClient *self)
{
  gboolean is_paused;

  if (self->state != PADDOCK_CLIENT_CONNECTED)
    return;
  is_paused = paddock_bus_control_get_paused (self->proxy);
  if (self->is_paused == is_paused)
    return;
  self->is_paused = is_paused;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_IS_PAUSED]);
  g_signal_emit (self, sight_changed_signal, 0);
}

static void
set_state (PaddockClient      *self,
           PaddockClientState  state,
           const char         *problem)
{
  gboolean is_new = self->state != state || g_strcmp0 (self->problem, problem) != 0;

  if (self->problem != problem) {
    g_free (self->problem);
    self->problem = g_strdup (problem);
  }
  self->state = state;
  if (is_new)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STATE]);
  update_has_agent (self);
  update_is_paused (self);
}

static void
take_change (PaddockClient      *self,
             PaddockList         list,
             GVariant           *updated,
             const char * const *removed)
{
  HeldChange *change;

  if (self->n_unfilled == 0) {
    paddock_mirror_apply (self->mirrors[list], updated, removed);
    if (list == PADDOCK_LIST_ROOTS || list == PADDOCK_LIST_SERVERS || list == PADDOCK_LIST_APPS)
      g_signal_emit (self, sight_changed_signal, 0);
    return;
  }

  change = g_new0 (HeldChange, 1);
  change->list = list;
  change->updated = g_variant_ref (updated);
  change->removed = g_strdupv ((char **) removed);
  g_ptr_array_add (self->held, change);
}

static void
on_roots_changed (PaddockBusControl  *proxy,
                  GVariant           *updated,
                  const char * const *removed,
                  PaddockClient      *self)
{
  take_change (self, PADDOCK_LIST_ROOTS, updated, removed);
}

static void
on_servers_changed (PaddockBusControl  *proxy,
                    GVariant           *updated,
                    const char * const *removed,
                    PaddockClient      *self)
{
  take_change (self, PADDOCK_LIST_SERVERS, updated, removed);
}

static void
on_requests_changed (PaddockBusControl  *proxy,
                     GVariant           *updated,
                     const char * const *removed,
                     PaddockClient      *self)
{
  take_change (self, PADDOCK_LIST_REQUESTS, updated, removed);
}

static void
on_journal_changed (PaddockBusControl *proxy,
                    GVariant          *updated,
                    PaddockClient     *self)
{
  take_change (self, PADDOCK_LIST_JOURNAL, updated, NULL);
}

static void
on_apps_changed (PaddockBusControl  *proxy,
                 GVariant           *updated,
                 const char * const *removed,
                 PaddockClient      *self)
{
  take_change (self, PADDOCK_LIST_APPS, updated, removed);
}

static void
on_request_finished (PaddockBusControl *proxy,
                     const char        *request,
                     const char        *verdict,
                     const char        *reason,
                     PaddockClient     *self)
{
  g_signal_emit (self, request_finished_signal, 0, request, verdict, reason);
}

static void
on_import_offer_changed (PaddockClient *self)
{
  g_signal_emit (self, import_offer_changed_signal, 0);
}

static void
on_refused_often_changed (PaddockClient *self)
{
  g_signal_emit (self, refused_changed_signal, 0);
}

static void
on_never_changed (PaddockClient *self)
{
  g_signal_emit (self, never_changed_signal, 0);
}

static void
on_named_changed (PaddockClient *self)
{
  g_signal_emit (self, sight_changed_signal, 0);
}

static void
on_requests_items_changed (PaddockClient *self,
                           guint          position,
                           guint          removed,
                           guint          added)
{
  if (removed != added)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_N_REQUESTS]);
}

/* Drops the proxy of the service, and cancels its calls. The old data stays in the models until the
 * next service sends its own. */
static void
detach (PaddockClient *self)
{
  g_cancellable_cancel (self->attaching);
  g_clear_object (&self->attaching);
  if (self->proxy != NULL)
    g_signal_handlers_disconnect_by_data (self->proxy, self);
  g_clear_object (&self->proxy);
  self->n_unfilled = 0;
  g_ptr_array_set_size (self->held, 0);
}

/* Called when all lists are loaded. Applies the changes that the service reported meanwhile, in
 * order. */
static void
finish_attaching (PaddockClient *self)
{
  g_autoptr (GPtrArray) held = g_steal_pointer (&self->held);

  self->held = g_ptr_array_new_with_free_func ((GDestroyNotify) held_change_free);
  for (guint i = 0; i < held->len; i++) {
    const HeldChange *change = g_ptr_array_index (held, i);

    paddock_mirror_apply (self->mirrors[change->list], change->updated,
                          (const char * const *) change->removed);
  }
  set_state (self, PADDOCK_CLIENT_CONNECTED, NULL);
  g_signal_emit (self, sight_changed_signal, 0);
}

static void
on_list_ready (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autofree Filling *filling = user_data;
  g_autoptr (PaddockClient) self = g_steal_pointer (&filling->client);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) list = paddock_pages_read_finish (result, &error);

  if (self->proxy == NULL || source != G_OBJECT (self->proxy))
    return;
  /* The service ended. The bus name of the service vanishes as well, which on_name_vanished()
   * handles. */
  if (g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY) ||
      g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) ||
      g_error_matches (error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN))
    return;
  if (list == NULL) {
    paddock_bus_error_explain (error);
    g_message ("Reading from the service failed: %s", error->message);
    detach (self);
    /* Translators: %s is the reason, a sentence */
    g_prefix_error (&error, "%s", _("Paddock’s service doesn’t respond: "));
    set_state (self, PADDOCK_CLIENT_FAILED, error->message);
    return;
  }

  paddock_mirror_fill (self->mirrors[filling->list], list);
  if (--self->n_unfilled == 0)
    finish_attaching (self);
}

static void
ask_for_list (PaddockClient *self,
              PaddockList    list,
              const char    *method,
              guint          wanted)
{
  Filling *filling = g_new0 (Filling, 1);

  filling->client = g_object_ref (self);
  filling->list = list;
  paddock_pages_read_async (paddock_pages_new (method, NULL, 0, wanted),
                            G_DBUS_PROXY (self->proxy), self->attaching, on_list_ready, filling);
}

/* Reads the journal again, because the service deleted entries. Changes that the service reports
 * meanwhile are applied after that. */
static void
on_journal_pruned (PaddockBusControl *proxy,
                   PaddockClient     *self)
{
  self->n_unfilled++;
  ask_for_list (self, PADDOCK_LIST_JOURNAL, "ListJournal", JOURNAL_PAGE);
}

static void
on_proxy_ready (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (PaddockClient) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockBusControl) proxy = paddock_bus_control_proxy_new_finish (result, &error);
  guint n_entries;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (proxy == NULL) {
    /* Translators: %s is the reason, a sentence */
    g_prefix_error (&error, "%s", _("Paddock’s service doesn’t respond: "));
    set_state (self, PADDOCK_CLIENT_FAILED, error->message);
    return;
  }

  self->proxy = g_steal_pointer (&proxy);
  g_signal_connect (self->proxy, "roots-changed", G_CALLBACK (on_roots_changed), self);
  g_signal_connect (self->proxy, "servers-changed", G_CALLBACK (on_servers_changed), self);
  g_signal_connect (self->proxy, "requests-changed", G_CALLBACK (on_requests_changed), self);
  g_signal_connect (self->proxy, "journal-changed", G_CALLBACK (on_journal_changed), self);
  g_signal_connect (self->proxy, "apps-changed", G_CALLBACK (on_apps_changed), self);
  g_signal_connect (self->proxy, "journal-pruned", G_CALLBACK (on_journal_pruned), self);
  g_signal_connect (self->proxy, "request-finished", G_CALLBACK (on_request_finished), self);
  g_signal_connect_swapped (self->proxy, "notify::paused", G_CALLBACK (update_is_paused), self);
  g_signal_connect_swapped (self->proxy, "notify::has-agent", G_CALLBACK (update_has_agent),
                            self);
  g_signal_connect_swapped (self->proxy, "notify::import-offer",
                            G_CALLBACK (on_import_offer_changed), self);
  g_signal_connect_swapped (self->proxy, "notify::refused-often",
                            G_CALLBACK (on_refused_often_changed), self);
  g_signal_connect_swapped (self->proxy, "never-changed", G_CALLBACK (on_never_changed), self);

  n_entries = g_list_model_get_n_items (paddock_client_get_journal (self));
  self->n_unfilled = PADDOCK_N_LISTS;
  ask_for_list (self, PADDOCK_LIST_ROOTS, "ListRoots", 0);
  ask_for_list (self, PADDOCK_LIST_SERVERS, "ListServers", 0);
  ask_for_list (self, PADDOCK_LIST_REQUESTS, "ListRequests", 0);
  ask_for_list (self, PADDOCK_LIST_JOURNAL, "ListJournal", MAX (n_entries, JOURNAL_PAGE));
  ask_for_list (self, PADDOCK_LIST_APPS, "ListApps", 0);
}

/* Whether the client may restart the service once more. If so, counts the restart. If not, sets the
 * state to PADDOCK_CLIENT_FAILED. */
static gboolean
may_restart (PaddockClient *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->restarts[0] != 0 && now - self->restarts[0] < RESTARTS_WITHIN_US) {
    set_state (self, PADDOCK_CLIENT_FAILED,
               _("Paddock’s service stopped several times within a minute. To see why, type "
                 "“paddock serve” in a terminal."));
    return FALSE;
  }

  for (guint i = 0; i + 1 < RESTARTS_MAX; i++)
    self->restarts[i] = self->restarts[i + 1];
  self->restarts[RESTARTS_MAX - 1] = now;
  return TRUE;
}

static void
on_activation_ready (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr (PaddockClient) self = user_data;
  g_autoptr (GError) error = NULL;
  gboolean was_outdated = self->activation == ACTIVATION_OUTDATED;

  self->activation = ACTIVATION_NONE;
  if (!paddock_activation_start_finish (result, &error)) {
    /* If another program started the service meanwhile, @attaching is set, and the failed start is
     * not an error. */
    if (self->attaching == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
      set_state (self, PADDOCK_CLIENT_FAILED, error->message);
  } else if (was_outdated && may_restart (self)) {
    self->activation = ACTIVATION_UNDER_WAY;
    paddock_activation_start_async (self->connection, NULL, self->cancellable,
                                    on_activation_ready, g_object_ref (self));
  }
}

static void
start_service (PaddockClient *self)
{
  self->activation = ACTIVATION_UNDER_WAY;
  paddock_activation_start_async (self->connection, NULL, self->cancellable, on_activation_ready,
                                  g_object_ref (self));
}

static void
on_name_appeared (GDBusConnection *connection,
                  const char      *name,
                  const char      *owner,
                  gpointer         user_data)
{
  PaddockClient *self = user_data;

  detach (self);
  if (self->activation == ACTIVATION_OUTDATED)
    self->activation = ACTIVATION_UNDER_WAY;
  if (self->state == PADDOCK_CLIENT_FAILED)
    set_state (self, PADDOCK_CLIENT_CONNECTING, NULL);
  self->attaching = g_cancellable_new ();
  paddock_bus_control_proxy_new (connection, G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START, owner,
                                 PADDOCK_SERVICE_OBJECT_PATH, self->attaching, on_proxy_ready,
                                 g_object_ref (self));
}

/* Called when the service ends, when the bus is lost, and at the beginning if the service does not
 * run. */
static void
on_name_vanished (GDBusConnection *connection,
                  const char      *name,
                  gpointer         user_data)
{
  PaddockClient *self = user_data;
  gboolean was_there = self->attaching != NULL;

  detach (self);
  if (connection == NULL) {
    set_state (self, PADDOCK_CLIENT_FAILED,
               _("Paddock lost the connection to the session bus. Log out and in again to use "
                 "Paddock."));
    return;
  }
  if (was_there)
    set_state (self, PADDOCK_CLIENT_LOST, NULL);

  if (self->activation != ACTIVATION_NONE)
    self->activation = was_there ? ACTIVATION_OUTDATED : ACTIVATION_UNDER_WAY;
  else if (self->state == PADDOCK_CLIENT_CONNECTING ||
           (self->state == PADDOCK_CLIENT_LOST && may_restart (self)))
    start_service (self);
}

static void
watch (PaddockClient *self)
{
  self->watch_id = g_bus_watch_name_on_connection (self->connection, PADDOCK_SERVICE_BUS_NAME,
                                                   G_BUS_NAME_WATCHER_FLAGS_NONE,
                                                   on_name_appeared, on_name_vanished, self, NULL);
}

static void
on_bus_ready (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (PaddockClient) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) connection = g_bus_get_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (connection == NULL) {
    /* Translators: what follows is the reason, as the system words it */
    g_prefix_error (&error, "%s", _("Paddock can’t run without a session bus: "));
    set_state (self, PADDOCK_CLIENT_FAILED, error->message);
    return;
  }
  self->connection = g_steal_pointer (&connection);
  watch (self);
}

static void
paddock_client_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  PaddockClient *self = PADDOCK_CLIENT (object);

  switch ((Prop) prop_id) {
    case PROP_STATE:
      g_value_set_int (value, self->state);
      break;
    case PROP_N_REQUESTS:
      g_value_set_uint (value, g_list_model_get_n_items (paddock_client_get_requests (self)));
      break;
    case PROP_HAS_AGENT:
      g_value_set_boolean (value, self->has_agent);
      break;
    case PROP_IS_PAUSED:
      g_value_set_boolean (value, self->is_paused);
      break;
    case PROP_CONNECTION:
    case N_PROPS:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
}

static void
paddock_client_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  PaddockClient *self = PADDOCK_CLIENT (object);

  switch ((Prop) prop_id) {
    case PROP_CONNECTION:
      self->connection = g_value_dup_object (value);
      break;
    case PROP_STATE:
    case PROP_N_REQUESTS:
    case PROP_HAS_AGENT:
    case PROP_IS_PAUSED:
    case N_PROPS:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      break;
  }
}

static void
paddock_client_dispose (GObject *object)
{
  PaddockClient *self = PADDOCK_CLIENT (object);

  g_clear_handle_id (&self->watch_id, g_bus_unwatch_name);
  g_cancellable_cancel (self->cancellable);
  detach (self);
  g_signal_handlers_disconnect_by_data (paddock_client_get_requests (self), self);
  g_signal_handlers_disconnect_by_data (self->named, self);
  g_clear_object (&self->connection);

  G_OBJECT_CLASS (paddock_client_parent_class)->dispose (object);
}

static void
paddock_client_finalize (GObject *object)
{
  PaddockClient *self = PADDOCK_CLIENT (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->named);
  g_ptr_array_unref (self->held);
  g_free (self->problem);
  for (guint i = 0; i < PADDOCK_N_LISTS; i++)
    paddock_mirror_free (self->mirrors[i]);

  G_OBJECT_CLASS (paddock_client_parent_class)->finalize (object);
}

static void
paddock_client_class_init (PaddockClientClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = paddock_client_get_property;
  object_class->set_property = paddock_client_set_property;
  object_class->dispose = paddock_client_dispose;
  object_class->finalize = paddock_client_finalize;

  props[PROP_CONNECTION] =
    g_param_spec_object ("connection", NULL, NULL, G_TYPE_DBUS_CONNECTION,
                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /* A PaddockClientState. Also notified if paddock_client_get_problem() alone changed. */
  props[PROP_STATE] =
    g_param_spec_int ("state", NULL, NULL, 0, PADDOCK_CLIENT_FAILED, PADDOCK_CLIENT_CONNECTING,
                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_N_REQUESTS] =
    g_param_spec_uint ("n-requests", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_HAS_AGENT] =
    g_param_spec_boolean ("has-agent", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  props[PROP_IS_PAUSED] =
    g_param_spec_boolean ("is-paused", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  /**
   * PaddockClient::sight-changed:
   *
   * Emitted after a root, a server, a grant, a note about an app or the pause changed: once for
   * each message of the service, when the lists are up to date. Also emitted when it becomes known
   * which folders the command of a server names.
   */
  sight_changed_signal = g_signal_new ("sight-changed", G_TYPE_FROM_CLASS (klass),
                                       G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * PaddockClient::request-finished:
   * @request_id: the id of the request
   * @verdict: "allow", "not-now", "block" or "deny"
   * @reason: the nick of a PaddockReason
   *
   * Emitted when a question to the user has ended.
   */
  request_finished_signal = g_signal_new ("request-finished", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                          3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);

  /* Emitted when an offer to import data appears or goes away. Not emitted for an offer that exists
   * when the client connects: then only the property "state" is notified. */
  import_offer_changed_signal = g_signal_new ("import-offer-changed", G_TYPE_FROM_CLASS (klass),
                                              G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                              0);
  refused_changed_signal = g_signal_new ("refused-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  never_changed_signal = g_signal_new ("never-changed", G_TYPE_FROM_CLASS (klass),
                                       G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /* Registers PADDOCK_ERROR, so that errors of the service arrive in this domain. */
  paddock_error_quark ();
}

static void
paddock_client_init (PaddockClient *self)
{
  self->cancellable = g_cancellable_new ();
  self->named = paddock_named_folders_new ();
  g_signal_connect_swapped (self->named, "changed", G_CALLBACK (on_named_changed), self);
  self->held = g_ptr_array_new_with_free_func ((GDestroyNotify) held_change_free);
  for (guint i = 0; i < PADDOCK_N_LISTS; i++)
    self->mirrors[i] = paddock_mirror_new (paddock_lists_get_kind (i));
  g_signal_connect_swapped (paddock_client_get_requests (self), "items-changed",
                            G_CALLBACK (on_requests_items_changed), self);
}

/**
 * paddock_client_new:
 * @connection: (nullable): the session bus; %NULL: paddock_client_start() opens the connection
 *
 * Returns: (transfer full): a client that does nothing until paddock_client_start()
 */
PaddockClient *
paddock_client_new (GDBusConnection *connection)
{
  return g_object_new (PADDOCK_TYPE_CLIENT, "connection", connection, NULL);
}

/**
 * paddock_client_start:
 *
 * Follows the service, and starts it if it does not run. Call it again after %PADDOCK_CLIENT_FAILED
 * to try again.
 */
void
paddock_client_start (PaddockClient *self)
{
  if (self->state == PADDOCK_CLIENT_FAILED) {
    memset (self->restarts, 0, sizeof self->restarts);
    set_state (self, PADDOCK_CLIENT_CONNECTING, NULL);
    g_clear_handle_id (&self->watch_id, g_bus_unwatch_name);
    detach (self);
  }
  if (self->watch_id != 0)
    return;
  if (self->connection != NULL)
    watch (self);
  else
    g_bus_get (G_BUS_TYPE_SESSION, self->cancellable, on_bus_ready, g_object_ref (self));
}

/**
 * paddock_client_get_state:
 *
 * Returns: the current state
 */
PaddockClientState
paddock_client_get_state (PaddockClient *self)
{
  return self->state;
}

/**
 * paddock_client_get_problem:
 *
 * Returns: (transfer none) (nullable): a text for the user: why the state is
 *   %PADDOCK_CLIENT_FAILED, and what to do; %NULL in every other state
 */
const char *
paddock_client_get_problem (PaddockClient *self)
{
  return self->problem;
}

/**
 * paddock_client_get_named_folders:
 *
 * Returns: (transfer none): the folders that the commands of servers name. The signal
 *   "sight-changed" says when they change
 */
PaddockNamedFolders *
paddock_client_get_named_folders (PaddockClient *self)
{
  return self->named;
}

/**
 * paddock_client_get_roots:
 *
 * Returns: (transfer none): a list of #PaddockRootItem in the service's order
 */
GListModel *
paddock_client_get_roots (PaddockClient *self)
{
  return paddock_mirror_get_model (self->mirrors[PADDOCK_LIST_ROOTS]);
}

/**
 * paddock_client_get_servers:
 *
 * Returns: (transfer none): a list of #PaddockServerItem in the service's order
 */
GListModel *
paddock_client_get_servers (PaddockClient *self)
{
  return paddock_mirror_get_model (self->mirrors[PADDOCK_LIST_SERVERS]);
}

/**
 * paddock_client_get_requests:
 *
 * Returns: (transfer none): a list of #PaddockPromptItem, the oldest question first
 */
GListModel *
paddock_client_get_requests (PaddockClient *self)
{
  return paddock_mirror_get_model (self->mirrors[PADDOCK_LIST_REQUESTS]);
}

/**
 * paddock_client_get_journal:
 *
 * Returns: (transfer none): a list of #PaddockEntryItem, newest first;
 *   paddock_client_journal_load_async() adds older ones
 */
GListModel *
paddock_client_get_journal (PaddockClient *self)
{
  return paddock_mirror_get_model (self->mirrors[PADDOCK_LIST_JOURNAL]);
}

/**
 * paddock_client_get_apps:
 *
 * Returns: (transfer none): a list of #PaddockAppItem, in the order of being noted first
 */
GListModel *
paddock_client_get_apps (PaddockClient *self)
{
  return paddock_mirror_get_model (self->mirrors[PADDOCK_LIST_APPS]);
}

/**
 * paddock_client_lookup_root:
 * @root_id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the item of that root; %NULL if there is none
 */
PaddockRootItem *
paddock_client_lookup_root (PaddockClient *self,
                            const char    *root_id)
{
  return paddock_mirror_lookup (self->mirrors[PADDOCK_LIST_ROOTS], root_id);
}

/**
 * paddock_client_lookup_server:
 * @server_id: (nullable): an id
 *
 * Returns: (transfer none) (nullable): the item of that server; %NULL if there is none
 */
PaddockServerItem *
paddock_client_lookup_server (PaddockClient *self,
                              const char    *server_id)
{
  return paddock_mirror_lookup (self->mirrors[PADDOCK_LIST_SERVERS], server_id);
}

/**
 * paddock_client_lookup_app:
 * @key: (nullable): a key
 *
 * Returns: (transfer none) (nullable): the item of the note with this key; %NULL if there is none
 */
PaddockAppItem *
paddock_client_lookup_app (PaddockClient *self,
                           const char    *key)
{
  return paddock_mirror_lookup (self->mirrors[PADDOCK_LIST_APPS], key);
}

/**
 * paddock_client_is_paused:
 *
 * Returns: whether all sharing is paused, as the service last reported
 */
gboolean
paddock_client_is_paused (PaddockClient *self)
{
  return self->is_paused;
}

GDBusProxy *
paddock_client_get_proxy (PaddockClient *self)
{
  return self->proxy != NULL ? G_DBUS_PROXY (self->proxy) : NULL;
}

PaddockMirror *
paddock_client_get_journal_mirror (PaddockClient *self)
{
  return self->mirrors[PADDOCK_LIST_JOURNAL];
}
