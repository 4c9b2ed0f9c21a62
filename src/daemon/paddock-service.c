/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-service.h"

#include "paddock-add-result.h"
#include "paddock-adding.h"
#include "paddock-poll-demand.h"
#include "paddock-bus-agent.h"
#include "paddock-prompts.h"
#include "paddock-confined-homes.h"
#include "paddock-control.h"
#include "paddock-documents.h"
#include "paddock-error.h"
#include "paddock-file-prompts.h"
#include "paddock-gate.h"
#include "paddock-import.h"
#include "paddock-installation.h"
#include "paddock-idle-exit.h"
#include "paddock-listener.h"
#include "paddock-names.h"
#include "paddock-proofs.h"
#include "paddock-reading.h"
#include "paddock-state.h"
#include "paddock-retention.h"
#include "paddock-document-revoker.h"
#include "paddock-sessions.h"
#include "paddock-runtime.h"
#include "paddock-seal.h"
#include "paddock-service-settings.h"
#include "paddock-session-bus.h"
#include "paddock-store.h"
#include "paddock-text.h"

#include "config.h"

#include <sys/resource.h>
#include <sys/stat.h>

/* Puts the service together. The state is what the service knows, the sessions are the connected
 * servers, the queue holds the questions, and the gate decides what is allowed. There are two
 * doors: the listener's socket for servers, and the control interface on the session bus for the
 * window and the command line.
 *
 * `paddock serve` owns the service; each user has one. It starts in an order that touches nothing
 * of another service. First it takes the lock beside the socket, and then the lock of the data.
 * Only then does it take the socket and the bus name. It accepts servers only at the end of the
 * start. It stops in an order that loses nothing. First it refuses new peers and calls. Then it
 * ends the calls under way, then the sessions, and last the store. If the session bus is lost, only
 * the calls end, and the control interface moves to the next bus (paddock-session-bus.c). If the
 * next bus activates another service, that other service waits for the locks.
 */

/* Two times, in µs: how long an activated service waits until the previous service has finished its
 * writes and released the locks; and the pause between two attempts. */
#define LOCKS_TIMEOUT (8 * G_TIME_SPAN_SECOND)
#define LOCKS_PAUSE   (20 * G_TIME_SPAN_MILLISECOND)

/* How long pending calls may take when the service stops, in µs. */
#define DRAIN_TIMEOUT     (5 * G_TIME_SPAN_SECOND)
#define DRAIN_TURNS       16      /* how many turns of the main loop to run for calls that arrived
                                   * but have not begun */
#define DRAIN_PAUSE       (1 * G_TIME_SPAN_MILLISECOND)

/* The longest time, in ms, that servers wait at the start until the service has looked at each
 * folder once. */
#define FIRST_LOOKS_MS    500

struct _PaddockService
{
  GObject              parent_instance;

  char                *socket_path;     /* (owned) */
  char                *data_dir;        /* (owned) */
  char                *other_data_dir;  /* (owned) where the other installation (Flatpak or not)
                                         * would have its data */
  GStrv                shares;          /* (owned) (nullable) */
  PaddockConsentMode   mode;
  gint64               idle_timeout;    /* how long the service stays after its last use, in µs; 0:
                                         * it does not end by itself */

  PaddockListener        *listener;     /* (owned) (nullable) NULL until the service starts */
  PaddockProofs          *proofs;       /* (owned) (nullable) */
  PaddockStore           *store;        /* (owned) (nullable) */
  PaddockState           *state;        /* (owned) (nullable) */
  PaddockPrompts         *queue;        /* (owned) */
  PaddockSessions        *sessions;     /* (owned) (nullable) */
  PaddockPollDemand      *demand;       /* (owned) (nullable) */
  PaddockGate            *gate;         /* (owned) (nullable) */
  PaddockFilePrompts     *file_questions; /* (owned) (nullable) */
  PaddockImport          *import;       /* (owned) (nullable) */
  PaddockReading         *reading;      /* (owned) (nullable) */
  PaddockRefusals        *refusals;     /* (owned) (nullable) */
  PaddockRetention       *retention;    /* (owned) (nullable) */
  PaddockRootMarkers     *markers;      /* (owned) (nullable) */
  PaddockConfinedHomes   *homes;        /* (owned) (nullable) */
  PaddockBusAgent        *agent;        /* (owned) (nullable) NULL without a session bus */
  PaddockControl         *control;      /* (owned) (nullable) NULL without a session bus */
  PaddockSessionBus      *bus;          /* (owned) (nullable) NULL without a session bus */
  PaddockDocumentRevoker *revoker;      /* (owned) (nullable) set only in a sandbox with a session
                                         * bus */
  PaddockServiceSettings *settings;     /* (owned) (nullable) */
  PaddockIdleExit        *idle_exit;    /* (owned) (nullable) NULL: the service does not end by
                                         * itself */
  gboolean                has_successor; /* when this service ends, it starts the next one */
};

G_DEFINE_FINAL_TYPE (PaddockService, paddock_service, G_TYPE_OBJECT)

enum {
  STOPPED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
set_need (PaddockService       *self,
          PaddockIdleExitNeeds  need,
          gboolean              is_needed)
{
  if (self->idle_exit != NULL)
    paddock_idle_exit_set_need (self->idle_exit, need, is_needed);
}

static void
note_use (PaddockService *self)
{
  if (self->idle_exit != NULL)
    paddock_idle_exit_use (self->idle_exit);
}

static void
on_connection (PaddockListener   *listener,
               GSocketConnection *connection,
               PaddockPeer       *peer,
               PaddockService    *self)
{
  g_autoptr (PaddockPeer) settled = paddock_proofs_settle (self->proofs, peer);

  note_use (self);
  paddock_poll_demand_note (self->demand);
  paddock_sessions_admit (self->sessions, G_IO_STREAM (connection), settled);
}

static void
on_refused (PaddockListener *listener,
            PaddockReason    reason,
            const char      *detail,
            PaddockService  *self)
{
  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_SERVER_REFUSED,
    .reason = reason,
    .detail = detail,
  });
}

static void
on_bus_refused (PaddockSessionBus *bus,
                PaddockService    *self)
{
  g_signal_emit (self, signals[STOPPED], 0,
                 "Another Paddock service took its name on the session bus");
}

static void
paddock_service_dispose (GObject *object)
{
  PaddockService *self = PADDOCK_SERVICE (object);

  paddock_service_stop (self);
  g_clear_object (&self->queue);
  g_clear_pointer (&self->socket_path, g_free);
  g_clear_pointer (&self->data_dir, g_free);
  g_clear_pointer (&self->other_data_dir, g_free);
  g_clear_pointer (&self->shares, g_strfreev);

  G_OBJECT_CLASS (paddock_service_parent_class)->dispose (object);
}

static void
paddock_service_class_init (PaddockServiceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_service_dispose;

  signals[STOPPED] = g_signal_new ("stopped", PADDOCK_TYPE_SERVICE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
paddock_service_init (PaddockService *self)
{
  self->queue = paddock_prompts_new ();
}

/**
 * paddock_service_new:
 * @options: how to run; copied
 *
 * Returns: (transfer full): a service that has touched nothing yet
 */
PaddockService *
paddock_service_new (const PaddockServiceOptions *options)
{
  PaddockService *self = g_object_new (PADDOCK_TYPE_SERVICE, NULL);

  self->socket_path = options->socket_path != NULL
                        ? g_canonicalize_filename (options->socket_path, NULL)
                        : paddock_runtime_dup_socket_path ();
  self->data_dir = options->data_dir != NULL ? g_canonicalize_filename (options->data_dir, NULL)
                                             : paddock_installation_dup_own ();
  self->other_data_dir = paddock_installation_dup_other ();
  self->shares = g_strdupv ((GStrv) options->shares);
  self->mode = options->mode;
  if (options->exit_when_idle)
    self->idle_timeout = options->idle_timeout > 0 ? options->idle_timeout
                                                   : PADDOCK_IDLE_EXIT_IDLE_TIMEOUT;
  return self;
}

/* Raises the soft limit of open files, which is often 1,024: ten thousand servers need ten thousand
 * descriptors. */
static void
raise_descriptor_limit (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max)
    return;
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit (RLIMIT_NOFILE, &limit) != 0)
    g_debug ("The limit of open files stays at %llu", (unsigned long long) limit.rlim_cur);
}

/* Warns if other users may look into the data directory. The user may have chosen this directory,
 * so Paddock does not change its mode. */
static void
warn_of_open_directory (PaddockService *self)
{
  struct stat info;

  if (stat (self->data_dir, &info) == 0 && (info.st_mode & 0077) != 0)
    g_message ("Others than you may look into %s, where Paddock keeps what you decided. To change "
               "that, type: chmod 700 %s", self->data_dir, self->data_dir);
}

/* Gives `paddock run` the key with which it proves that a server is confined. */
static void
write_key (PaddockService *self)
{
  g_autofree char *key = paddock_seal_dup_key (paddock_store_get_secret (self->store));
  g_autoptr (GError) error = NULL;

  if (!paddock_seal_write_key (self->data_dir, key, &error))
    g_message ("No server will be shown as confined: %s", error->message);
}

static gboolean
acquire_locks (PaddockService  *self,
               GError         **error)
{
  if (!paddock_listener_is_reserved (self->listener) &&
      !paddock_listener_reserve (self->listener, self->socket_path, error))
    return FALSE;

  /* This also takes the lock of the data: opening the store first locks its directory. */
  self->store = paddock_store_open (self->data_dir, error);
  return self->store != NULL;
}

/* Acquires the locks of the socket and of the data. If another service has them, a service started
 * by hand fails at once; an activated service waits. */
static gboolean
wait_for_locks (PaddockService  *self,
                GError         **error)
{
  gint64 deadline = g_get_monotonic_time () + (self->idle_timeout > 0 ? LOCKS_TIMEOUT : 0);

  for (;;) {
    g_autoptr (GError) problem = NULL;

    if (acquire_locks (self, &problem))
      return TRUE;
    if (!g_error_matches (problem, PADDOCK_ERROR, PADDOCK_ERROR_RUNNING) ||
        g_get_monotonic_time () >= deadline) {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
    g_usleep (LOCKS_PAUSE);
  }
}

static gboolean
load_state (PaddockService  *self,
            GError         **error)
{
  g_autoptr (PaddockPlaces) places = NULL;

  if (paddock_store_get_set_aside (self->store) != NULL)
    g_message ("A damaged database is kept as %s; Paddock began with an empty one. Add your "
               "folders again, and delete the file when you do not need it any more",
               paddock_store_get_set_aside (self->store));

  warn_of_open_directory (self);
  write_key (self);
  places = paddock_installation_find_places (self->data_dir, self->socket_path);
  self->state = paddock_state_new (self->store, places);
  return paddock_state_load (self->state, error);
}

static PaddockProofs *
find_proofs (PaddockStore *store)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *directory = self != NULL ? g_path_get_dirname (self) : NULL;
  g_auto (GStrv) programs = paddock_proofs_find_own (directory, LIBEXEC_TO_BIN, BINDIR, LIBEXECDIR);

  return paddock_proofs_new (store, (const char * const *) programs);
}

static char *
on_scope_wanted (const char *server_id,
                 gpointer    user_data)
{
  return paddock_sessions_dup_scope (user_data, server_id);
}

static void
on_over (PaddockIdleExit *idle_exit,
         gboolean         replaced,
         PaddockService  *self)
{
  g_message (replaced ? "Another version is installed: this one ends"
                      : "Nobody needs the service: it ends until it is used again");
  self->has_successor = replaced && paddock_service_settings_run_at_login (self->settings);
  g_signal_emit (self, signals[STOPPED], 0, NULL);
}

static void
on_in_use_changed (PaddockListener *listener,
                   PaddockService  *self)
{
  set_need (self, PADDOCK_IDLE_EXIT_SESSIONS, paddock_listener_is_in_use (listener));
}

static void
on_question (PaddockService *self)
{
  set_need (self, PADDOCK_IDLE_EXIT_PROMPTS,
            paddock_prompts_get_requests (self->queue)->len > 0);
}

static void
on_agent_changed (PaddockConsentAgent *agent,
                  PaddockService      *self)
{
  set_need (self, PADDOCK_IDLE_EXIT_AGENT, paddock_consent_agent_is_available (agent));
}

static void
on_snapshot_changed (PaddockState   *state,
                     gpointer        changes,
                     PaddockService *self)
{
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (state);
  gint64 now = paddock_state_plan (state, PADDOCK_REASON_NONE, NULL).now;

  set_need (self, PADDOCK_IDLE_EXIT_EXPIRY,
            paddock_policy_next_expiry (snapshot, now) != G_MAXINT64);
}

static void
on_control_used (PaddockControl *control,
                 PaddockService *self)
{
  set_need (self, PADDOCK_IDLE_EXIT_CALLS, paddock_control_is_busy (control));
  note_use (self);
}

/* Begins to watch whether anything needs the service. Call this after everything else was made: the
 * service must not end before somebody could use it. */
static void
begin_idle_exit (PaddockService *self)
{
  g_autofree char *executable = g_file_read_link ("/proc/self/exe", NULL);

  if (self->idle_timeout == 0)
    return;

  self->idle_exit = paddock_idle_exit_new (self->idle_timeout, executable);
  g_signal_connect_object (self->idle_exit, "over", G_CALLBACK (on_over), self, 0);
  g_signal_connect_object (self->listener, "in-use-changed", G_CALLBACK (on_in_use_changed), self,
                           0);
  g_signal_connect_object (self->queue, "changed", G_CALLBACK (on_question), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->queue, "finished", G_CALLBACK (on_question), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "changed", G_CALLBACK (on_snapshot_changed), self, 0);
  on_in_use_changed (self->listener, self);
  on_question (self);
  on_snapshot_changed (self->state, NULL, self);
  paddock_service_settings_set_idle_exit (self->settings, self->idle_exit);
  if (self->control == NULL)
    return;

  g_signal_connect_object (self->agent, "available-changed", G_CALLBACK (on_agent_changed), self,
                           0);
  g_signal_connect_object (self->control, "used", G_CALLBACK (on_control_used), self, 0);
  on_agent_changed (PADDOCK_CONSENT_AGENT (self->agent), self);
  on_control_used (self->control, self);
  paddock_idle_exit_set_bus_lost (self->idle_exit,
                                  paddock_session_bus_get_connection (self->bus) == NULL);
}

/* Returns the value of the D-Bus property "Sandbox". The value depends on what the document portal
 * can do. That changes only with a new login. */
static const char *
find_sandbox (GDBusConnection *connection)
{
  if (!paddock_documents_is_sandboxed ())
    return NULL;
  return paddock_documents_get_version (connection) >= PADDOCK_DOCUMENTS_HOST_PATHS_VERSION
           ? PADDOCK_SANDBOX_FLATPAK : PADDOCK_SANDBOX_NO_HOST_PATHS;
}

static void
on_looked_at (PaddockService *self)
{
  paddock_poll_demand_note (self->demand);
  paddock_root_markers_refresh (self->markers);
}

static void
unexport (PaddockService *self)
{
  paddock_control_unexport (self->control);
  g_clear_pointer (&self->revoker, paddock_document_revoker_free);
}

static void
on_bus_joined (PaddockSessionBus *bus,
               PaddockService    *self)
{
  GDBusConnection *connection = paddock_session_bus_get_connection (bus);
  g_autoptr (GError) error = NULL;

  paddock_bus_agent_set_bus (self->agent, connection);
  paddock_file_prompts_set_bus (self->file_questions, connection);
  paddock_service_settings_set_bus (self->settings, connection);
  if (!paddock_control_export (self->control, connection, &error))
    g_warning ("Nobody can call the service: %s", error->message);
  if (paddock_documents_is_sandboxed ())
    self->revoker = paddock_document_revoker_new (self->state, self->queue, connection,
                                                  PADDOCK_DOCUMENT_REVOKER_DELAY);
  /* If servers or callers asked before the bus was lost, they still wait: summon the window
   * again. */
  paddock_prompts_set_agent (self->queue, PADDOCK_CONSENT_AGENT (self->agent));
  if (self->idle_exit != NULL)
    paddock_idle_exit_set_bus_lost (self->idle_exit, FALSE);
}

static void
on_bus_lost (PaddockSessionBus *bus,
             PaddockService    *self)
{
  unexport (self);
  paddock_bus_agent_set_bus (self->agent, NULL);
  paddock_file_prompts_set_bus (self->file_questions, NULL);
  paddock_service_settings_set_bus (self->settings, NULL);
  if (self->idle_exit != NULL)
    paddock_idle_exit_set_bus_lost (self->idle_exit, TRUE);
}

/* Joins the session bus. The service also works without a bus, but then nobody can be asked or
 * shown anything. */
static void
join_bus (PaddockService *self)
{
  g_autoptr (PaddockSessionBus) bus = paddock_session_bus_new ();
  g_autoptr (GError) problem = NULL;

  if (!paddock_session_bus_connect (bus, &problem)) {
    g_message ("No session bus: the window and the other commands cannot reach this service (%s)",
               problem->message);
    return;
  }

  self->bus = g_steal_pointer (&bus);
  self->agent = paddock_bus_agent_new (NULL);
  paddock_poll_demand_set_agent (self->demand, PADDOCK_CONSENT_AGENT (self->agent));
  paddock_gate_set_agent (self->gate, PADDOCK_CONSENT_AGENT (self->agent));
  paddock_refusals_set_agent (self->refusals, PADDOCK_CONSENT_AGENT (self->agent));
  paddock_file_prompts_set_agent (self->file_questions, PADDOCK_CONSENT_AGENT (self->agent));
  self->control = paddock_control_new (&(PaddockControlContext) {
    .state = self->state,
    .sessions = self->sessions,
    .queue = self->queue,
    .gate = self->gate,
    .agent = self->agent,
    .import = self->import,
    .reading = self->reading,
    .questions = self->file_questions,
    .refusals = self->refusals,
    .homes = self->homes,
    .retention = self->retention,
    .markers = self->markers,
    .proofs = self->proofs,
    .socket_path = self->socket_path,
    .set_aside = paddock_store_get_set_aside (self->store),
    .sandbox = find_sandbox (paddock_session_bus_get_connection (self->bus)),
    .mode = self->mode,
  });
  g_signal_connect_object (self->control, "used", G_CALLBACK (on_looked_at), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bus, "joined", G_CALLBACK (on_bus_joined), self, 0);
  g_signal_connect_object (self->bus, "lost", G_CALLBACK (on_bus_lost), self, 0);
  g_signal_connect_object (self->bus, "refused", G_CALLBACK (on_bus_refused), self, 0);
  paddock_session_bus_join (self->bus);
}

static void
on_shared (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GAsyncResult **out_result = user_data;

  *out_result = g_object_ref (result);
}

/* Adds the roots that the user named on the command line, for this run only. Warnings count as
 * accepted. If a root cannot be shared, the service ends before anybody relies on it. */
static gboolean
share_for_this_run (PaddockService  *self,
                    GError         **error)
{
  PaddockAddOptions options = { .accept_warnings = TRUE, .is_volatile = TRUE };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) results = NULL;

  if (self->shares == NULL || self->shares[0] == NULL)
    return TRUE;

  paddock_adding_async (self->state, (const char * const *) self->shares, &options, on_shared,
                        &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);

  results = paddock_adding_finish (result, error);
  for (guint i = 0; results != NULL && i < results->len; i++) {
    const PaddockAddResult *added = g_ptr_array_index (results, i);
    g_autofree char *path = NULL;

    if (added->error == NULL)
      continue;
    path = paddock_text_escape (added->path, -1);
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, "%s is not shared: %s", path,
                 added->error);
    return FALSE;
  }
  return results != NULL;
}

static gboolean
on_looked_long_enough (gpointer user_data)
{
  guint *id = user_data;

  *id = 0;
  return G_SOURCE_REMOVE;
}

/* Waits until the service has looked at each root once. So after a restart of the service, a server
 * that connects again gets the same list. Otherwise the server would first hear that its folders
 * are gone, only because nobody has looked yet. A file system that does not answer delays this at
 * most FIRST_LOOKS_MS. */
static void
wait_for_first_looks (PaddockService *self)
{
  PaddockWatcher *watcher = paddock_state_get_watcher (self->state);
  guint id = g_timeout_add (FIRST_LOOKS_MS, on_looked_long_enough, &id);

  while (id != 0 && !paddock_watcher_is_settled (watcher))
    g_main_context_iteration (NULL, TRUE);
  g_clear_handle_id (&id, g_source_remove);
}

/**
 * paddock_service_start:
 * @self: a service
 * @error: return location; %PADDOCK_ERROR_RUNNING if another service runs, %PADDOCK_ERROR_REFUSED
 *   if a root for this run cannot be shared. After any error, call paddock_service_stop()
 *
 * Blocks until the service has the socket, the name on the bus and the roots for this run.
 *
 * Returns: whether servers can connect now
 */
gboolean
paddock_service_start (PaddockService  *self,
                       GError         **error)
{
  raise_descriptor_limit ();

  self->listener = paddock_listener_new ();
  g_signal_connect_object (self->listener, "connection", G_CALLBACK (on_connection), self, 0);
  g_signal_connect_object (self->listener, "refused", G_CALLBACK (on_refused), self, 0);
  if (!wait_for_locks (self, error) || !paddock_listener_listen (self->listener, error) ||
      !load_state (self, error))
    return FALSE;

  self->proofs = find_proofs (self->store);
  self->sessions = paddock_sessions_new (self->state, self->queue, self->mode);
  self->demand = paddock_poll_demand_new (self->state, self->sessions);
  self->gate = paddock_gate_new (self->state, self->queue);
  paddock_gate_set_scope_finder (self->gate, on_scope_wanted, self->sessions);
  self->file_questions = paddock_file_prompts_new (self->state, self->queue);
  g_signal_connect_object (self->sessions, "scope-ended",
                           G_CALLBACK (paddock_file_prompts_end), self->file_questions,
                           G_CONNECT_SWAPPED);
  self->import = paddock_import_new (self->state, self->other_data_dir, self->data_dir);
  self->reading = paddock_reading_new (self->state, PADDOCK_BOUNDARY (self->sessions));
  self->refusals = paddock_refusals_new ();
  self->markers = paddock_root_markers_new (self->state);
  self->homes = paddock_confined_homes_new (self->state, self->data_dir);
  paddock_reading_set_questions (self->reading, self->file_questions);
  paddock_reading_set_refusals (self->reading, self->refusals);
  paddock_sessions_set_reading (self->sessions, self->reading);
  self->retention = paddock_retention_new (self->state, PADDOCK_RETENTION_DELAY);
  self->settings = paddock_service_settings_new (self->state, self->gate, self->reading,
                                                 self->retention);
  join_bus (self);

  paddock_state_log (self->state,
                     &(PaddockJournalEntry) { .event = PADDOCK_EVENT_SERVICE_STARTED });
  if (self->mode == PADDOCK_CONSENT_ALLOW)
    paddock_state_log (self->state, &(PaddockJournalEntry) { .event = PADDOCK_EVENT_ASKING_OFF,
                                                             .reason = PADDOCK_REASON_MODE_ALLOW });
  if (!share_for_this_run (self, error))
    return FALSE;
  paddock_import_look (self->import);
  begin_idle_exit (self);
  wait_for_first_looks (self);
  paddock_listener_open (self->listener);
  return TRUE;
}

/* Waits until the calls under way are answered. The bus delivered all earlier calls before it
 * confirmed the release of the name, so these calls wait in the main context now. A later call
 * starts the next service, which waits for the locks. */
static void
finish_calls (PaddockService *self)
{
  gint64 deadline = g_get_monotonic_time () + DRAIN_TIMEOUT;

  for (guint i = 0; i < DRAIN_TURNS && g_main_context_iteration (NULL, FALSE); i++)
    continue;
  while (paddock_control_is_busy (self->control) && g_get_monotonic_time () < deadline)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (DRAIN_PAUSE);
}

static void
leave_bus (PaddockService *self)
{
  GDBusConnection *connection;

  if (self->control == NULL)
    return;

  paddock_session_bus_release_name (self->bus);
  finish_calls (self);
  unexport (self);
  connection = paddock_session_bus_get_connection (self->bus);
  if (self->has_successor && connection != NULL)
    g_dbus_connection_call (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                            "org.freedesktop.DBus", "StartServiceByName",
                            g_variant_new ("(su)", PADDOCK_SERVICE_BUS_NAME, 0), NULL,
                            G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL, NULL);
  /* Leaving the bus also sends the answers that wait, before the process ends. */
  paddock_session_bus_leave (self->bus);
}

/**
 * paddock_service_stop:
 * @self: a service
 *
 * Finishes the calls and writes that are under way, and then releases everything. Runs the main
 * loop meanwhile. Calling this again does nothing.
 */
void
paddock_service_stop (PaddockService *self)
{
  if (self->settings != NULL)
    paddock_service_settings_set_idle_exit (self->settings, NULL);
  g_clear_object (&self->idle_exit);
  if (self->listener != NULL)
    paddock_listener_stop (self->listener);
  if (self->import != NULL)
    paddock_import_close (self->import);
  if (self->reading != NULL)
    paddock_reading_close (self->reading);
  if (self->retention != NULL)
    paddock_retention_close (self->retention);
  leave_bus (self);
  if (self->file_questions != NULL)
    paddock_file_prompts_close (self->file_questions);
  if (self->sessions != NULL)
    paddock_sessions_close (self->sessions);
  if (self->state != NULL) {
    paddock_state_log (self->state,
                       &(PaddockJournalEntry) { .event = PADDOCK_EVENT_SERVICE_STOPPED });
    paddock_state_close (self->state);
  }
  g_clear_object (&self->control);
  g_clear_pointer (&self->settings, paddock_service_settings_free);
  g_clear_object (&self->agent);
  g_clear_object (&self->bus);
  g_clear_object (&self->gate);
  g_clear_object (&self->file_questions);
  g_clear_object (&self->import);
  g_clear_object (&self->reading);
  g_clear_object (&self->refusals);
  g_clear_object (&self->retention);
  g_clear_object (&self->homes);
  g_clear_object (&self->markers);
  g_clear_pointer (&self->demand, paddock_poll_demand_free);
  g_clear_object (&self->sessions);
  g_clear_object (&self->state);
  g_clear_object (&self->proofs);
  g_clear_object (&self->store);
  g_clear_object (&self->listener);
}

/**
 * paddock_service_get_socket_path:
 * @self: a service
 *
 * Returns: (transfer none): the socket to which servers connect
 */
const char *
paddock_service_get_socket_path (PaddockService *self)
{
  return self->socket_path;
}
