/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-link.h"

#include "config.h"

#include <string.h>

#include "paddock-alarm.h"
#include "paddock-kept-list.h"
#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-names.h"
#include "paddock-reports.h"
#include "paddock-service-dialer.h"
#include "paddock-uri.h"

/* Connects to the service's socket. To the service, the link is one more MCP server.
 *
 * The proxy owns the link. The link answers the service's `initialize` with the claim about the
 * launched server (paddock-launch-claim.c), and passes the server's questions about roots on. It
 * keeps the service's last list (paddock-kept-list.c). The server gets that list while the service
 * does not answer, and for a while after the service is gone. When the service is back, the link
 * asks for the list again, even if the server asks nothing. So the service knows that a server
 * needs roots, and the server is told only if the list has changed. The link never blocks.
 */

/* While the service is gone, the link looks at least this often whether roots have expired. The
 * clock of an alarm stands still while the machine sleeps, so a long alarm would come too late. */
#define LONGEST_WAIT G_TIME_SPAN_MINUTE

typedef enum {
  LINK_AWAY,                        /* there is no service, or it has not sent `initialize` yet */
  LINK_READY,                       /* the link has answered the service's `initialize` */
  LINK_BEGUN,                       /* the service sent `notifications/initialized` */
} LinkPhase;

struct _PaddockLink
{
  GObject               parent_instance;

  char                 *launch;      /* (owned) */
  char                 *name;        /* (owned) */
  guint                 grace;       /* ms */
  gboolean              at_start;    /* the server is started with its roots, and need not ask for
                                      * them */
  gboolean              has_wanted;  /* paddock_link_want() was called */
  gboolean              is_forbidden; /* the log says already that connecting is forbidden */
  PaddockServiceDialer *dialer;      /* (owned) */
  LinkPhase             phase;
  PaddockLinkQuestions *questions;   /* (owned) */
  PaddockKeptList      *kept;        /* (owned) */
  PaddockAlarm         *grace_alarm; /* (owned) set while the service is gone; goes off when roots
                                      * must be removed */
  PaddockReports       *reports;     /* (owned) */
  const char           *pace;        /* (nullable) "true" or "false": whether the server asks for
                                      * its roots at its start; NULL: not known yet */
  GStrv                 host_roots;  /* (owned) URIs of the host's own roots */
  GStrv                 named;       /* (owned) URIs of folders in the server's command, which it
                                      * may not see */
  gboolean              has_suggestions; /* one of both was not empty; the service may know them */
};

enum {
  CHANGED,
  BEGUN,
  TAKEN,
  DISMISSED,
  UNREACHABLE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (PaddockLink, paddock_link, G_TYPE_OBJECT)

static void
emit_if_changed (PaddockLink *self)
{
  if (paddock_kept_list_differs (self->kept))
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
answer (PaddockLink         *self,
        PaddockLinkQuestion *question)
{
  PaddockLinkAnswer callback = question->callback;

  question->callback = NULL;
  if (callback == NULL)
    return;
  paddock_kept_list_set_answered (self->kept);
  callback (paddock_kept_list_get (self->kept), question->user_data);
}

static void
on_question_late (PaddockLinkQuestion *question,
                  gpointer             user_data)
{
  PaddockLink *self = user_data;

  paddock_kept_list_drop_ended (self->kept, g_get_real_time ());
  answer (self, question);
}

static gboolean
on_late (gpointer user_data)
{
  g_autoptr (PaddockLink) self = g_object_ref (user_data);

  paddock_link_questions_expire (self->questions, on_question_late, self);
  return G_SOURCE_REMOVE;
}

static void
append_uris (GString            *text,
             const char * const *uris)
{
  for (gsize i = 0; uris[i] != NULL; i++) {
    g_autofree char *quoted = paddock_json_quote (uris[i]);

    g_string_append_printf (text, "%s%s", text->len > 1 ? "," : "", quoted);
  }
}

static char *
dup_suggestions (PaddockLink *self)
{
  GString *text = g_string_new ("[");

  append_uris (text, (const char * const *) self->named);
  append_uris (text, (const char * const *) self->host_roots);
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static void
send_question (PaddockLinkQuestion *question,
               gpointer             user_data)
{
  static const char * const purposes[] = {
    [PADDOCK_LINK_SERVER] = "\"server\"",
    [PADDOCK_LINK_SELF] = "\"self\"",
    [PADDOCK_LINK_START] = "\"start\"",
    [PADDOCK_LINK_LOOK] = "\"look\"",
  };
  PaddockLink *self = user_data;
  g_autofree char *id =
    g_strdup_printf ("%u", paddock_link_questions_number (self->questions, question));
  g_autoptr (GString) meta = g_string_new (NULL);
  g_autofree char *params = NULL;
  g_autoptr (GBytes) line = NULL;

  paddock_meta_add (meta, PADDOCK_META_ON_BEHALF, purposes[question->purpose]);
  if (question->purpose == PADDOCK_LINK_SERVER && self->pace != NULL)
    paddock_meta_add (meta, PADDOCK_META_LISTS_EARLY, self->pace);
  if (self->has_suggestions) {
    g_autofree char *suggestions = dup_suggestions (self);

    paddock_meta_add (meta, PADDOCK_META_HOST_ROOTS, suggestions);
  }
  params = paddock_meta_dup_object (meta->str);
  line = paddock_message_write_request (id, PADDOCK_METHOD_ROOTS_LIST, params);
  paddock_service_dialer_send (self->dialer, line);
}

static PaddockLinkQuestion *
add_question (PaddockLink        *self,
              PaddockLinkPurpose  purpose,
              PaddockLinkAnswer   callback,
              gpointer            user_data)
{
  PaddockLinkQuestion *question =
    paddock_link_questions_add (self->questions, purpose, callback, user_data);

  if (self->phase != LINK_AWAY)
    send_question (question, self);
  paddock_link_questions_arm (self->questions);
  return question;
}

/* Asks the service for the list of roots, although the server has not asked for it. */
static void
add_own_question (PaddockLink *self)
{
  add_question (self, self->at_start && !self->has_wanted ? PADDOCK_LINK_LOOK : PADDOCK_LINK_SELF,
                NULL, NULL);
}

static gboolean
on_grace_ended (gpointer user_data)
{
  g_autoptr (PaddockLink) self = g_object_ref (user_data);
  gint64 wait;

  if (self->phase != LINK_AWAY)
    return G_SOURCE_REMOVE;
  wait = paddock_kept_list_age (self->kept, g_get_monotonic_time (), g_get_real_time ());
  emit_if_changed (self);
  if (wait != G_MAXINT64)
    paddock_alarm_set (self->grace_alarm, CLAMP (wait, 0, LONGEST_WAIT));
  return G_SOURCE_REMOVE;
}

static void
on_service_lost (gboolean was_begun,
                 gpointer user_data)
{
  PaddockLink *self = user_data;

  self->phase = LINK_AWAY;
  paddock_reports_set_ready (self->reports, FALSE);
  paddock_link_questions_lose_sent (self->questions);
  if (!was_begun)
    return;
  paddock_kept_list_lose_service (self->kept, g_get_monotonic_time () +
                                  self->grace * G_TIME_SPAN_MILLISECOND);
  on_grace_ended (self);
}

static void
handle_initialize (PaddockLink    *self,
                   PaddockMessage *message)
{
  g_autofree char *name = paddock_json_quote (self->name);
  g_autoptr (GString) meta = g_string_new (NULL);
  g_autoptr (GString) result = g_string_new (NULL);
  g_autoptr (GBytes) line = NULL;
  gboolean wants_roots = paddock_kept_list_was_answered (self->kept) ||
                         self->has_suggestions || self->has_wanted;

  g_string_append_printf (result, "{\"protocolVersion\":\"" PADDOCK_VERSION_LATEST "\","
                          "\"capabilities\":{},"
                          "\"serverInfo\":{\"name\":%s,\"version\":\"" PACKAGE_VERSION "\"}",
                          name);
  paddock_meta_add (meta, PADDOCK_META_LAUNCH, self->launch);
  paddock_meta_append (result, meta->str);
  g_string_append_c (result, '}');
  line = paddock_message_write_result (paddock_message_get_id (message), result->str);
  paddock_service_dialer_send (self->dialer, line);

  if (self->phase == LINK_AWAY)
    self->phase = LINK_READY;
  paddock_service_dialer_begun (self->dialer);
  paddock_alarm_clear (self->grace_alarm);

  paddock_link_questions_foreach (self->questions, send_question, self);
  if (wants_roots && paddock_link_questions_is_empty (self->questions))
    add_own_question (self);
  paddock_reports_set_ready (self->reports, TRUE);
}

/* Handles an answer of the service. An error counts as an empty list: the service sends one if
 * folders are turned off for this server, or if the user disconnected it. */
static void
handle_answer (PaddockLink    *self,
               PaddockMessage *message)
{
  g_autofree char *reason = paddock_message_dup_reason (message);
  PaddockLinkQuestion *question =
    paddock_link_questions_steal (self->questions, paddock_message_get_id (message));
  PaddockMetaMember state = { .key = PADDOCK_META_STATE };
  PaddockRootList *list;

  /* The user disconnected the server. The service says nothing more, and the link does not connect
   * again. */
  if (g_strcmp0 (reason, PADDOCK_DATA_DISCONNECTED) == 0) {
    paddock_service_dialer_abandon (self->dialer);
    paddock_kept_list_clear (self->kept);
    g_signal_emit (self, signals[DISMISSED], 0);
  }
  if (question == NULL)
    return;
  list = paddock_root_list_read (message->result);
  if (list == NULL)
    list = paddock_root_list_at (paddock_kept_list_get (self->kept), G_MAXINT64);
  paddock_meta_read (message->result, &state, 1);
  paddock_kept_list_set (self->kept, list, paddock_meta_is_text (&state, "pending"));
  if (question->callback != NULL)
    answer (self, question);
  else if (!question->is_quiet)
    emit_if_changed (self);
  g_free (question);
  paddock_link_questions_arm (self->questions);
  if (paddock_kept_list_is_revoked_by_user (self->kept))
    g_signal_emit (self, signals[TAKEN], 0);
}

static void
handle_list_changed (PaddockLink    *self,
                     PaddockMessage *message)
{
  PaddockMetaMember why = { .key = PADDOCK_META_EMPTY };

  paddock_meta_read (paddock_message_get_body (message), &why, 1);
  paddock_kept_list_outdate (self->kept, paddock_meta_is_text (&why, PADDOCK_EMPTY_TAKEN));
  g_signal_emit (self, signals[CHANGED], 0);
  /* Maybe the server never asks for the new list. But the list that is kept for the time without
   * the service must not hold what was taken back. So the link itself asks for the new list. */
  if (self->phase != LINK_AWAY && paddock_root_list_is_kept (paddock_kept_list_get (self->kept)))
    add_question (self, PADDOCK_LINK_LOOK, NULL, NULL)->is_quiet = TRUE;
  if (paddock_kept_list_is_revoked_by_user (self->kept))
    g_signal_emit (self, signals[TAKEN], 0);
}

static void
handle_request (PaddockLink    *self,
                PaddockMessage *message)
{
  const char *method = paddock_message_get_method (message);
  const char *id = paddock_message_get_id (message);
  g_autoptr (GBytes) line = NULL;

  if (g_str_equal (method, PADDOCK_METHOD_INITIALIZE)) {
    handle_initialize (self, message);
    return;
  }
  line = g_str_equal (method, "ping")
         ? paddock_message_write_result (id, "{}")
         : paddock_message_write_error (id, PADDOCK_RPC_METHOD_NOT_FOUND, "Method not found", NULL);
  paddock_service_dialer_send (self->dialer, line);
}

/* Handles `notifications/initialized`, in which the service says what it remembers of the
 * server. */
static void
handle_initialized (PaddockLink    *self,
                    PaddockMessage *message)
{
  g_autofree char *text =
    paddock_meta_dup (paddock_message_get_body (message), PADDOCK_META_LISTS_EARLY);

  if (self->phase == LINK_READY) {
    self->phase = LINK_BEGUN;
    g_signal_emit (self, signals[BEGUN], 0, g_strcmp0 (text, "true") == 0);
  }
}

static void
handle_notification (PaddockLink    *self,
                     PaddockMessage *message)
{
  const char *method = paddock_message_get_method (message);

  if (g_str_equal (method, PADDOCK_METHOD_LIST_CHANGED))
    handle_list_changed (self, message);
  else if (g_str_equal (method, PADDOCK_METHOD_INITIALIZED))
    handle_initialized (self, message);
}

static void
on_line (GBytes   *line,
         gpointer  user_data)
{
  g_autoptr (PaddockLink) self = g_object_ref (user_data);
  g_auto (PaddockMessage) message = { 0 };

  if (!paddock_message_parse_line (line, &message, NULL))
    return;

  switch (message.kind) {
    case PADDOCK_MESSAGE_REQUEST:
      handle_request (self, &message);
      break;
    case PADDOCK_MESSAGE_RESPONSE:
      handle_answer (self, &message);
      break;
    case PADDOCK_MESSAGE_NOTIFICATION:
      handle_notification (self, &message);
      break;
    case PADDOCK_MESSAGE_INVALID:
    case PADDOCK_MESSAGE_BAD_RESPONSE:
    case PADDOCK_MESSAGE_UNREADABLE:
    case PADDOCK_MESSAGE_DUPLICATE:
    case PADDOCK_MESSAGE_BATCH:
    default:
      break;
  }
}

static void
on_unreachable (gpointer user_data)
{
  g_signal_emit (user_data, signals[UNREACHABLE], 0);
}

/* Logs and reports that there is no service. A report needs a service, so if none ever comes, only
 * the log says it. */
static void
on_absent (gpointer user_data)
{
  PaddockLink *self = user_data;

  if (!self->is_forbidden)
    g_message ("Paddock does not answer at %s; until it does, %s gets no folders",
               paddock_service_dialer_get_path (self->dialer), self->name);
  paddock_link_report (self, PADDOCK_EVENT_WITHOUT_SERVICE, PADDOCK_REASON_NONE);
}

static void
on_forbidden (const char *reason,
              gpointer    user_data)
{
  PaddockLink *self = user_data;

  self->is_forbidden = TRUE;
  g_message ("Connecting to Paddock at %s is forbidden here: %s. The server gets no folders",
             paddock_service_dialer_get_path (self->dialer), reason);
}

static const PaddockServiceDialerFuncs dialer_funcs = {
  .line = on_line,
  .lost = on_service_lost,
  .unreachable = on_unreachable,
  .absent = on_absent,
  .forbidden = on_forbidden,
};

static void
send_report (GBytes   *line,
             gpointer  user_data)
{
  paddock_service_dialer_send (((PaddockLink *) user_data)->dialer, line);
}

static void
paddock_link_dispose (GObject *object)
{
  PaddockLink *self = PADDOCK_LINK (object);

  g_clear_pointer (&self->dialer, paddock_service_dialer_free);
  g_clear_pointer (&self->questions, paddock_link_questions_free);
  g_clear_pointer (&self->grace_alarm, paddock_alarm_free);
  g_clear_pointer (&self->reports, paddock_reports_free);

  G_OBJECT_CLASS (paddock_link_parent_class)->dispose (object);
}

static void
paddock_link_finalize (GObject *object)
{
  PaddockLink *self = PADDOCK_LINK (object);

  g_free (self->launch);
  g_free (self->name);
  g_strfreev (self->host_roots);
  g_strfreev (self->named);
  paddock_kept_list_free (self->kept);

  G_OBJECT_CLASS (paddock_link_parent_class)->finalize (object);
}

static void
paddock_link_class_init (PaddockLinkClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_link_dispose;
  object_class->finalize = paddock_link_finalize;

  signals[CHANGED] = g_signal_new ("changed", PADDOCK_TYPE_LINK, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[BEGUN] = g_signal_new ("begun", PADDOCK_TYPE_LINK, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[DISMISSED] = g_signal_new ("dismissed", PADDOCK_TYPE_LINK, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 0);
  signals[TAKEN] = g_signal_new ("taken", PADDOCK_TYPE_LINK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  signals[UNREACHABLE] = g_signal_new ("unreachable", PADDOCK_TYPE_LINK, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
paddock_link_init (PaddockLink *self)
{
  self->kept = paddock_kept_list_new ();
  self->host_roots = g_new0 (char *, 1);
  self->named = g_new0 (char *, 1);
  self->grace_alarm = paddock_alarm_new (on_grace_ended, self);
  self->reports = paddock_reports_new (send_report, self);
}

/**
 * paddock_link_new:
 * @options: where the service is and what was launched; copied
 *
 * Returns: (transfer full): a link that does nothing until it is started
 */
PaddockLink *
paddock_link_new (const PaddockLinkOptions *options)
{
  PaddockLink *self = g_object_new (PADDOCK_TYPE_LINK, NULL);

  self->launch = g_strdup (options->launch);
  self->name = g_strdup (options->name);
  self->at_start = options->at_start;
  self->grace = options->grace != 0 ? options->grace : PADDOCK_LINK_GRACE_MS;
  self->dialer = paddock_service_dialer_new (options->socket_path, self->grace, &dialer_funcs,
                                             self);
  self->questions = paddock_link_questions_new (options->handshake_timeout != 0
                                                ? options->handshake_timeout
                                                : PADDOCK_LINK_HANDSHAKE_TIMEOUT_MS, on_late, self);
  return self;
}

/**
 * paddock_link_set_guard:
 * @guard: must stay open while the link exists
 *
 * Lets the session with the service last for as long as boxes have processes
 * (paddock_guard_keep_link()). Call this before paddock_link_start().
 */
void
paddock_link_set_guard (PaddockLink *self,
                        int          guard)
{
  paddock_service_dialer_set_guard (self->dialer, guard);
}

/**
 * paddock_link_start:
 *
 * Connects to the service, and again whenever the connection is lost. Further calls do nothing.
 */
void
paddock_link_start (PaddockLink *self)
{
  paddock_service_dialer_start (self->dialer);
}

/**
 * paddock_link_ask:
 *
 * Asks on behalf of the server: paddock_link_ask_for() with %PADDOCK_LINK_SERVER.
 */
void
paddock_link_ask (PaddockLink       *self,
                  PaddockLinkAnswer  callback,
                  gpointer           user_data)
{
  paddock_link_ask_for (self, PADDOCK_LINK_SERVER, callback, user_data);
}

/**
 * paddock_link_ask_for:
 * @purpose: what the question is for
 * @callback: called once, with the list that the server may see
 * @user_data: for @callback
 *
 * Asks which roots the server may see, and starts the link. If the service does not answer within
 * the time-out, the answer is the last list. Without a last list, it is an empty list.
 */
void
paddock_link_ask_for (PaddockLink        *self,
                      PaddockLinkPurpose  purpose,
                      PaddockLinkAnswer   callback,
                      gpointer            user_data)
{
  add_question (self, purpose, callback, user_data);
  paddock_link_start (self);
}

/**
 * paddock_link_take_kept:
 *
 * Returns: (transfer none): the list that the server may see while there is no service. The server
 *   counts as told
 */
PaddockRootList *
paddock_link_take_kept (PaddockLink *self)
{
  paddock_kept_list_set_answered (self->kept);
  return paddock_kept_list_get (self->kept);
}

/**
 * paddock_link_want:
 *
 * Tells the service that a server needs its folders, which are arguments of its command. If the
 * user has not decided yet, the service asks the user. If there is no service now, the
 * link tells the service once there is one.
 */
void
paddock_link_want (PaddockLink *self)
{
  self->has_wanted = TRUE;
  paddock_link_start (self);
  if (self->phase != LINK_AWAY)
    add_own_question (self);
}

/**
 * paddock_link_set_pace:
 * @lists_early: whether the server asked for its roots before the end of its handshake, or within a
 *   second after it
 *
 * Sends @lists_early along with the server's questions from now on. The service remembers it for
 * the next launch of this server.
 */
void
paddock_link_set_pace (PaddockLink *self,
                       gboolean     lists_early)
{
  self->pace = lists_early ? "true" : "false";
}

/* Replaces a part of the suggestions, and sends all to the service if they differ. */
static void
replace_suggestions (PaddockLink *self,
                     GStrv       *part,
                     GStrv        uris)
{
  gboolean differs = !g_strv_equal ((const char * const *) *part, (const char * const *) uris);

  g_strfreev (*part);
  *part = uris;
  self->has_suggestions |= differs;
  if (differs && self->phase != LINK_AWAY)
    add_own_question (self);
}

/**
 * paddock_link_suggest:
 * @uris: (nullable): the host's own roots; %NULL: there are none
 *
 * Sends the host's own roots to the service, which shows them to the user as suggestions.
 */
void
paddock_link_suggest (PaddockLink        *self,
                      const char * const *uris)
{
  replace_suggestions (self, &self->host_roots,
                       uris != NULL ? g_strdupv ((char **) uris) : g_new0 (char *, 1));
}

/**
 * paddock_link_suggest_named:
 * @paths: folders in the server's command that the server may not see
 *
 * Sends them to the service as suggestions, before those of the host.
 */
void
paddock_link_suggest_named (PaddockLink        *self,
                            const char * const *paths)
{
  g_autoptr (GStrvBuilder) uris = g_strv_builder_new ();

  for (gsize i = 0; paths[i] != NULL; i++) {
    g_autofree char *uri = paddock_uri_from_path (paths[i]);

    g_strv_builder_add (uris, uri);
  }
  replace_suggestions (self, &self->named, g_strv_builder_end (uris));
}

/**
 * paddock_link_report:
 * @event: what happened to the server, or to one of its lines
 * @reason: why
 *
 * Reports an event to the service, for the journal: at once, or when there is a service.
 */
void
paddock_link_report (PaddockLink   *self,
                     PaddockEvent   event,
                     PaddockReason  reason)
{
  paddock_reports_add (self->reports, event, reason);
}

/**
 * paddock_link_hold:
 * @why: why the server may still hold folders that were taken back; %PADDOCK_REASON_NONE: it holds
 *   none
 * @paths: (nullable): the paths of these folders; %NULL: none
 *
 * Tells the service about these folders, so that the user sees them. The service hears of each
 * change at once. A new service hears of the current state.
 */
void
paddock_link_hold (PaddockLink        *self,
                   PaddockReason       why,
                   const char * const *paths)
{
  paddock_reports_hold (self->reports, why, paths);
}

/**
 * paddock_link_put_off:
 * @why: why the server does not have folders yet; %PADDOCK_REASON_NONE: it has all
 * @paths: (nullable): the paths of these folders; %NULL: none
 *
 * Tells the service about these folders, as paddock_link_hold() does.
 */
void
paddock_link_put_off (PaddockLink        *self,
                      PaddockReason       why,
                      const char * const *paths)
{
  paddock_reports_put_off (self->reports, why, paths);
}

/**
 * paddock_link_confine:
 * @confined: what the server can open besides its folders
 * @server: (nullable): the id of the server, as the service told it
 *
 * Tells the service that the server is confined. A new service hears of it, too.
 */
void
paddock_link_confine (PaddockLink           *self,
                      const PaddockConfined *confined,
                      const char            *server)
{
  paddock_reports_confine (self->reports, confined, server);
}

/**
 * paddock_link_flush:
 *
 * Waits until all that was sent has left this process, for %PADDOCK_LINK_FLUSH_MS at most. Call it
 * before this process ends.
 */
void
paddock_link_flush (PaddockLink *self)
{
  gint64 deadline = g_get_monotonic_time () + PADDOCK_LINK_FLUSH_MS * G_TIME_SPAN_MILLISECOND;

  g_object_ref (self);
  while (self->phase != LINK_AWAY && paddock_service_dialer_is_sending (self->dialer) &&
         g_get_monotonic_time () < deadline)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (G_TIME_SPAN_MILLISECOND);
  g_object_unref (self);
}

/**
 * paddock_link_look:
 *
 * Asks the service for the list of roots, although the server has not asked for it. Does nothing
 * while a question is under way.
 */
void
paddock_link_look (PaddockLink *self)
{
  if (self->phase != LINK_AWAY && paddock_link_questions_is_empty (self->questions))
    add_own_question (self);
}

/**
 * paddock_link_is_pending:
 *
 * Returns: whether the user is being asked, as the service last said
 */
gboolean
paddock_link_is_pending (PaddockLink *self)
{
  return paddock_kept_list_is_pending (self->kept);
}

gboolean
paddock_link_is_connected (PaddockLink *self)
{
  return self->phase != LINK_AWAY;
}

/**
 * paddock_link_is_revoked_by_user:
 *
 * Returns: whether the service last said that there are no roots because of the user; %FALSE while
 *   the service is gone
 */
gboolean
paddock_link_is_revoked_by_user (PaddockLink *self)
{
  return self->phase != LINK_AWAY && paddock_kept_list_is_revoked_by_user (self->kept);
}
