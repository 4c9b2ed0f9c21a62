/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-link.h"

#include "config.h"

#include <errno.h>
#include <gio/gunixsocketaddress.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "paddock-alarm.h"
#include "paddock-channel.h"
#include "paddock-json.h"
#include "paddock-message.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-names.h"
#include "paddock-reports.h"

/* The proxy as the service sees it: one more server on its socket.
 *
 * The proxy owns one. It answers `initialize` with the claim of what was launched, passes its
 * server's questions about roots on, and keeps the last list: while the service does not answer,
 * and for a while after it is gone, that is the answer, less what has ended meanwhile. Then there
 * is none, unless the service said that the user wants it kept. When the service is back it is
 * asked again on our own behalf, so that it knows that a server wants roots, and the server hears
 * of it only if the list is another one. It never waits, and believes only a service of the same
 * user.
 */

/* Without the service ends are looked at as often, for the clock by which they are waited for
 * stands still while the machine sleeps. */
#define LONGEST_WAIT G_TIME_SPAN_MINUTE

typedef struct {
  PaddockLinkAnswer callback;       /* (nullable) NULL: on our own behalf, or answered meanwhile */
  gpointer          user_data;
  PaddockLinkPurpose purpose;
  gboolean          is_quiet;       /* the server was told already that the list is another one */
  guint             id;             /* of the request on this connection, 0: not sent yet */
  gint64            deadline;       /* µs, monotonic */
} Question;

struct _PaddockLink
{
  GObject          parent_instance;

  char *socket_path;                /* (owned) */
  char *launch;                     /* (owned) */
  char *name;                       /* (owned) */
  guint prompt_timeout;             /* ms */
  guint grace;                      /* ms */

  PaddockChannel  *channel;         /* (owned) (nullable) */
  gboolean         is_ready;        /* `initialize` was answered */
  guint            last_id;
  guint            retry;           /* ms until the next attempt */
  PaddockAlarm    *retry_alarm;     /* (owned) to connect, or to give a connection up */
  gboolean         has_complained;  /* unreachable was emitted */
  PaddockAlarm    *absence_alarm;   /* (owned) set: no service was there yet */

  PaddockRootList *list;            /* (owned) as the service last said */
  gboolean         is_stale;        /* and it said then that it is another one now */
  PaddockRootList *answered;        /* (owned) (nullable) as the server was last answered */
  GQueue           questions;       /* (owned) Question, oldest first */
  PaddockAlarm    *handshake_alarm; /* (owned) of the oldest question */
  PaddockAlarm    *grace_alarm;     /* (owned) since the service is gone; also the ends of roots */
  gboolean         is_pending;      /* the user was being asked, as the service last said */
  gboolean         has_begun;       /* begun was emitted on this connection */
  const char      *pace;            /* (nullable) whether the server asks early, JSON */
  gint64           gone_until;      /* µs, monotonic: when the list ends, 0: it does not */
  char            *host_roots;      /* (owned) (nullable) JSON array */
  gboolean         is_revoked_by_user; /* the service said so last */
  PaddockReports  *reports;         /* (owned) */
  gboolean         at_start;        /* the server is started with its list */
  gboolean         has_wanted;      /* and somebody needs what is in it */
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
  if (self->answered != NULL && !paddock_root_list_equal (self->answered, self->list))
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
set_list (PaddockLink     *self,
          PaddockRootList *list)
{
  g_clear_pointer (&self->list, paddock_root_list_unref);
  self->list = list;
}

/* What ended while the service cannot say so, or does not, is taken out here. */
static void
drop_ended (PaddockLink *self)
{
  set_list (self, paddock_root_list_at (self->list, g_get_real_time ()));
}

static void
answer (PaddockLink *self,
        Question    *question)
{
  PaddockLinkAnswer callback = question->callback;

  question->callback = NULL;
  if (callback == NULL)
    return;
  g_clear_pointer (&self->answered, paddock_root_list_unref);
  self->answered = paddock_root_list_ref (self->list);
  callback (self->list, question->user_data);
}

static void
arm_handshake_timeout (PaddockLink *self)
{
  for (GList *item = self->questions.head; item != NULL; item = item->next) {
    Question *question = item->data;

    if (question->callback != NULL) {
      paddock_alarm_set (self->handshake_alarm,
                         MAX (question->deadline - g_get_monotonic_time (), 0));
      return;
    }
  }
  paddock_alarm_clear (self->handshake_alarm);
}

/* A question that was sent stays until its answer is here: that may bring another list. */
static gboolean
on_patience_ended (gpointer user_data)
{
  g_autoptr (PaddockLink) self = g_object_ref (user_data);
  GList *item = self->questions.head;

  while (item != NULL) {
    Question *question = item->data;
    GList *next = item->next;

    if (question->callback != NULL && question->deadline <= g_get_monotonic_time ()) {
      drop_ended (self);
      answer (self, question);
    }
    if (question->callback == NULL && question->id == 0) {
      g_queue_delete_link (&self->questions, item);
      g_free (question);
    }
    item = next;
  }
  arm_handshake_timeout (self);
  return G_SOURCE_REMOVE;
}

static void
send_question (PaddockLink *self,
               Question    *question)
{
  static const char * const purposes[] = {
    [PADDOCK_LINK_SERVER] = "\"server\"",
    [PADDOCK_LINK_SELF] = "\"self\"",
    [PADDOCK_LINK_START] = "\"start\"",
    [PADDOCK_LINK_LOOK] = "\"look\"",
  };
  g_autofree char *id = g_strdup_printf ("%u", ++self->last_id);
  g_autoptr (GString) meta = g_string_new (NULL);
  g_autofree char *params = NULL;
  g_autoptr (GBytes) line = NULL;

  paddock_meta_add (meta, PADDOCK_META_ON_BEHALF, purposes[question->purpose]);
  if (question->purpose == PADDOCK_LINK_SERVER && self->pace != NULL)
    paddock_meta_add (meta, PADDOCK_META_LISTS_EARLY, self->pace);
  if (self->host_roots != NULL)
    paddock_meta_add (meta, PADDOCK_META_HOST_ROOTS, self->host_roots);
  params = paddock_meta_dup_object (meta->str);
  line = paddock_message_write_request (id, PADDOCK_METHOD_ROOTS_LIST, params);

  question->id = self->last_id;
  paddock_channel_send (self->channel, line);
}

static void
add_question (PaddockLink        *self,
              PaddockLinkPurpose  purpose,
              PaddockLinkAnswer   callback,
              gpointer            user_data)
{
  Question *question = g_new0 (Question, 1);

  question->purpose = purpose;
  question->callback = callback;
  question->user_data = user_data;
  question->deadline = g_get_monotonic_time () + self->prompt_timeout * G_TIME_SPAN_MILLISECOND;
  g_queue_push_tail (&self->questions, question);
  if (self->is_ready)
    send_question (self, question);
  arm_handshake_timeout (self);
}

/* On our own behalf. */
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
  gint64 now = g_get_monotonic_time ();
  gint64 real_now = g_get_real_time ();
  gboolean is_over = self->gone_until <= now;
  gint64 wait = G_MAXINT64;
  gint64 next;

  if (self->is_ready)
    return G_SOURCE_REMOVE;
  drop_ended (self);
  /* One that is known to be another now may hold what was taken back: it is gone at once. */
  if (self->is_stale || (is_over && !paddock_root_list_is_kept (self->list)))
    set_list (self, paddock_root_list_new_empty ());
  if (is_over) {
    /* There is nobody who could be asked. */
    self->is_pending = FALSE;
  } else if (self->is_pending || !paddock_root_list_is_empty (self->list) ||
             paddock_root_list_uses_host (self->list)) {
    wait = self->gone_until - now;
  }
  emit_if_changed (self);

  next = paddock_root_list_next_expiry (self->list, real_now);
  if (next != G_MAXINT64)
    wait = MIN (wait, next - real_now);
  if (wait != G_MAXINT64)
    paddock_alarm_set (self->grace_alarm, CLAMP (wait, 0, LONGEST_WAIT));
  return G_SOURCE_REMOVE;
}

static void
retry_later (PaddockLink *self)
{
  paddock_alarm_set (self->retry_alarm, self->retry * G_TIME_SPAN_MILLISECOND);
  self->retry = MIN (2 * self->retry, PADDOCK_LINK_RETRY_MAX_MS);
}

static void
lose_service (PaddockLink *self)
{
  gboolean was_ready = self->is_ready;

  if (self->channel != NULL) {
    g_signal_handlers_disconnect_by_data (self->channel, self);
    paddock_channel_close (self->channel);
  }
  g_clear_object (&self->channel);
  self->is_ready = FALSE;
  paddock_reports_set_ready (self->reports, FALSE);
  self->has_begun = FALSE;

  /* What was sent is asked again, unless it was answered with what there was. */
  for (GList *item = self->questions.head, *next; item != NULL; item = next) {
    Question *question = item->data;

    next = item->next;
    question->id = 0;
    if (question->callback == NULL) {
      g_queue_delete_link (&self->questions, item);
      g_free (question);
    }
  }

  if (was_ready) {
    self->gone_until = g_get_monotonic_time () + self->grace * G_TIME_SPAN_MILLISECOND;
    self->retry = PADDOCK_LINK_RETRY_MS;
    self->has_complained = FALSE;
    on_grace_ended (self);
  }
  retry_later (self);
}

static void
handle_initialize (PaddockLink    *self,
                   PaddockMessage *message)
{
  g_autofree char *name = paddock_json_quote (self->name);
  g_autofree char *result =
    g_strdup_printf ("{\"protocolVersion\":\"" PADDOCK_VERSION_LATEST "\",\"capabilities\":{},"
                     "\"serverInfo\":{\"name\":%s,\"version\":\"" PACKAGE_VERSION "\"},"
                     "\"_meta\":{\"" PADDOCK_META_LAUNCH "\":%s}}", name, self->launch);
  g_autoptr (GBytes) line = paddock_message_write_result (paddock_message_get_id (message), result);
  gboolean wants_roots = self->answered != NULL || self->host_roots != NULL || self->has_wanted;

  paddock_channel_send (self->channel, line);
  self->is_ready = TRUE;
  self->retry = PADDOCK_LINK_RETRY_MS;
  paddock_alarm_clear (self->retry_alarm);
  paddock_alarm_clear (self->grace_alarm);
  paddock_alarm_clear (self->absence_alarm);

  for (GList *item = self->questions.head; item != NULL; item = item->next)
    send_question (self, item->data);
  if (wants_roots && g_queue_is_empty (&self->questions))
    add_own_question (self);
  paddock_reports_set_ready (self->reports, TRUE);
}

static Question *
take_question (PaddockLink    *self,
               PaddockMessage *message)
{
  const char *id = paddock_message_get_id (message);

  for (GList *item = self->questions.head; item != NULL && id != NULL; item = item->next) {
    Question *question = item->data;
    g_autofree char *own = g_strdup_printf ("%u", question->id);

    if (question->id != 0 && g_str_equal (own, id)) {
      g_queue_delete_link (&self->questions, item);
      return question;
    }
  }
  return NULL;
}

static gboolean
says_pending (JsonObject *result)
{
  JsonNode *meta = result != NULL ? json_object_get_member (result, "_meta") : NULL;
  JsonNode *state = NULL;

  if (meta != NULL && JSON_NODE_HOLDS_OBJECT (meta))
    state = json_object_get_member (json_node_get_object (meta), PADDOCK_META_STATE);
  return state != NULL && JSON_NODE_HOLDS_VALUE (state) &&
         g_strcmp0 (json_node_get_string (state), "pending") == 0;
}

/* An error is: roots are switched off for this server. */
static void
handle_answer (PaddockLink    *self,
               PaddockMessage *message)
{
  g_autofree char *reason = paddock_message_dup_reason (message);
  Question *question = take_question (self, message);
  PaddockRootList *list;

  /* The service's last word: the user ended it, so it is not to be connected again. */
  if (g_strcmp0 (reason, PADDOCK_DATA_DISCONNECTED) == 0) {
    g_signal_handlers_disconnect_by_data (self->channel, self);
    set_list (self, paddock_root_list_new_empty ());
    g_signal_emit (self, signals[DISMISSED], 0);
  }
  if (question == NULL)
    return;
  self->is_stale = FALSE;
  self->is_pending = says_pending (paddock_message_get_result (message));
  list = paddock_root_list_read (paddock_message_get_result (message));
  set_list (self, list != NULL ? list : paddock_root_list_new_empty ());
  self->is_revoked_by_user = paddock_root_list_is_revoked_by_user (self->list);
  if (question->callback != NULL)
    answer (self, question);
  else if (!question->is_quiet)
    emit_if_changed (self);
  g_free (question);
  arm_handshake_timeout (self);
  if (self->is_revoked_by_user)
    g_signal_emit (self, signals[TAKEN], 0);
}

static void
handle_list_changed (PaddockLink    *self,
                     PaddockMessage *message)
{
  g_autofree char *why = paddock_meta_dup (paddock_message_get_body (message), PADDOCK_META_EMPTY);

  self->is_stale = TRUE;
  self->is_revoked_by_user = g_strcmp0 (why, "\"" PADDOCK_EMPTY_TAKEN "\"") == 0;
  /* That is the whole list. If the service is slow now, the last one is no answer any more. */
  if (self->is_revoked_by_user)
    set_list (self, paddock_root_list_new_empty ());
  g_signal_emit (self, signals[CHANGED], 0);
  /* The server may never ask, and what was taken back is not to be kept. */
  if (self->is_ready && paddock_root_list_is_kept (self->list)) {
    add_question (self, PADDOCK_LINK_LOOK, NULL, NULL);
    ((Question *) self->questions.tail->data)->is_quiet = TRUE;
  }
  if (self->is_revoked_by_user)
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
  paddock_channel_send (self->channel, line);
}

/* The service says what it remembers of the server. */
static void
handle_initialized (PaddockLink    *self,
                    PaddockMessage *message)
{
  g_autofree char *text =
    paddock_meta_dup (paddock_message_get_body (message), PADDOCK_META_LISTS_EARLY);

  if (self->is_ready && !self->has_begun) {
    self->has_begun = TRUE;
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
on_line (PaddockChannel *channel,
         GBytes         *line,
         gpointer        user_data)
{
  g_autoptr (PaddockLink) self = g_object_ref (user_data);
  g_autoptr (GPtrArray) messages = NULL;
  PaddockMessage *message;
  gboolean is_batch;

  messages = paddock_message_parse_line (line, &is_batch, NULL);
  if (messages == NULL || is_batch)
    return;

  message = messages->pdata[0];
  switch (message->kind) {
    case PADDOCK_MESSAGE_REQUEST:
      handle_request (self, message);
      break;
    case PADDOCK_MESSAGE_RESPONSE:
      handle_answer (self, message);
      break;
    case PADDOCK_MESSAGE_NOTIFICATION:
      handle_notification (self, message);
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
on_closed (PaddockChannel *channel,
           const GError   *error,
           gpointer        user_data)
{
  lose_service (user_data);
}

/* The socket of another user, who could put himself in the service's place, is none. */
static gboolean
is_own_service (int fd)
{
  struct ucred credentials;
  socklen_t length = sizeof credentials;

  return getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 &&
         credentials.uid == getuid ();
}

/* There may never be one, with another runtime directory: then nothing else says so. */
static gboolean
on_absent (gpointer user_data)
{
  PaddockLink *self = user_data;

  g_message ("Paddock does not answer at %s; until it does, %s gets no folders",
             self->socket_path, self->name);
  /* Nobody may read that: a service that comes later shows it, too. */
  paddock_link_report (self, PADDOCK_EVENT_WITHOUT_SERVICE, PADDOCK_REASON_NONE);
  return G_SOURCE_REMOVE;
}

static int
dial (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd;

  if (strlen (path) >= sizeof address.sun_path)
    return -1;
  memcpy (address.sun_path, path, strlen (path));
  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd >= 0 && (connect (fd, (struct sockaddr *) &address, sizeof address) != 0 ||
                  !is_own_service (fd))) {
    close (fd);
    fd = -1;
  }
  return fd;
}

static gboolean
try_to_connect (gpointer user_data)
{
  g_autoptr (PaddockLink) self = g_object_ref (user_data);
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  int fd;

  if (self->channel != NULL) {
    lose_service (self);
    return G_SOURCE_REMOVE;
  }
  fd = dial (self->socket_path);
  if (fd >= 0 && (socket = g_socket_new_from_fd (fd, NULL)) == NULL)
    close (fd);
  if (socket == NULL) {
    retry_later (self);
    if (!self->has_complained) {
      self->has_complained = TRUE;
      g_signal_emit (self, signals[UNREACHABLE], 0);
    }
    return G_SOURCE_REMOVE;
  }

  g_socket_set_blocking (socket, FALSE);
  connection = g_socket_connection_factory_create_connection (socket);
  self->channel = paddock_channel_new (G_IO_STREAM (connection));
  g_signal_connect (self->channel, "line", G_CALLBACK (on_line), self);
  g_signal_connect (self->channel, "closed", G_CALLBACK (on_closed), self);
  paddock_channel_start (self->channel);
  /* Whoever accepts and does not begin is hung, or something else. */
  paddock_alarm_set (self->retry_alarm, self->grace * G_TIME_SPAN_MILLISECOND);
  return G_SOURCE_REMOVE;
}

static void
send_report (GBytes   *line,
             gpointer  user_data)
{
  PaddockLink *self = user_data;

  paddock_channel_send (self->channel, line);
}

static void
paddock_link_dispose (GObject *object)
{
  PaddockLink *self = PADDOCK_LINK (object);

  if (self->channel != NULL) {
    g_signal_handlers_disconnect_by_data (self->channel, self);
    paddock_channel_close (self->channel);
  }
  g_clear_object (&self->channel);
  g_clear_pointer (&self->retry_alarm, paddock_alarm_free);
  g_clear_pointer (&self->handshake_alarm, paddock_alarm_free);
  g_clear_pointer (&self->grace_alarm, paddock_alarm_free);
  g_clear_pointer (&self->absence_alarm, paddock_alarm_free);
  g_clear_pointer (&self->reports, paddock_reports_free);

  G_OBJECT_CLASS (paddock_link_parent_class)->dispose (object);
}

static void
paddock_link_finalize (GObject *object)
{
  PaddockLink *self = PADDOCK_LINK (object);

  g_free (self->socket_path);
  g_free (self->launch);
  g_free (self->name);
  g_free (self->host_roots);
  g_clear_pointer (&self->list, paddock_root_list_unref);
  g_clear_pointer (&self->answered, paddock_root_list_unref);
  g_queue_clear_full (&self->questions, g_free);

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
  self->list = paddock_root_list_new_empty ();
  self->retry = PADDOCK_LINK_RETRY_MS;
  g_queue_init (&self->questions);
  self->retry_alarm = paddock_alarm_new (try_to_connect, self);
  self->handshake_alarm = paddock_alarm_new (on_patience_ended, self);
  self->grace_alarm = paddock_alarm_new (on_grace_ended, self);
  self->absence_alarm = paddock_alarm_new (on_absent, self);
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

  self->socket_path = g_strdup (options->socket_path);
  self->launch = g_strdup (options->launch);
  self->name = g_strdup (options->name);
  self->at_start = options->at_start;
  self->prompt_timeout = options->prompt_timeout != 0
      ? options->prompt_timeout : PADDOCK_LINK_HANDSHAKE_TIMEOUT_MS;
  self->grace = options->grace != 0 ? options->grace : PADDOCK_LINK_GRACE_MS;
  return self;
}

/**
 * paddock_link_start:
 *
 * Connects, now and whenever the service is gone. Nothing happens the second time.
 */
void
paddock_link_start (PaddockLink *self)
{
  if (self->channel != NULL || paddock_alarm_is_set (self->retry_alarm))
    return;
  paddock_alarm_set (self->absence_alarm, PADDOCK_LINK_ABSENT_MS * G_TIME_SPAN_MILLISECOND);
  try_to_connect (self);
}

/**
 * paddock_link_ask:
 *
 * The server asks: paddock_link_ask_for() of %PADDOCK_LINK_SERVER.
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
 * @callback: called once, from the main loop or at once, with what the server is to be answered
 *
 * Asks what the server may see. The answer comes within the patience, from the service or from what
 * it last said; without either it is empty.
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
 * paddock_link_want:
 *
 * Somebody needs the folders of a server that is started with its list: where nothing is decided
 * the user is asked, now or when the service is there.
 */
void
paddock_link_want (PaddockLink *self)
{
  self->has_wanted = TRUE;
  paddock_link_start (self);
  if (self->is_ready)
    add_own_question (self);
}

/**
 * paddock_link_set_pace:
 * @lists_early: whether the server asked within a second of the end of its handshake
 *
 * Goes along with its questions from now on: the service says so in its next launch.
 */
void
paddock_link_set_pace (PaddockLink *self,
                       gboolean     lists_early)
{
  self->pace = lists_early ? "true" : "false";
}

/**
 * paddock_link_suggest:
 * @uris: (nullable): the host's own roots; %NULL: there are none
 *
 * Tells the service what the host would have shared, for the user to look at.
 */
void
paddock_link_suggest (PaddockLink        *self,
                      const char * const *uris)
{
  GString *text = g_string_new ("[");

  for (gsize i = 0; uris != NULL && uris[i] != NULL; i++) {
    g_autofree char *quoted = paddock_json_quote (uris[i]);

    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", quoted);
  }
  g_string_append_c (text, ']');
  g_free (self->host_roots);
  self->host_roots = g_string_free (text, FALSE);
  if (self->is_ready)
    add_own_question (self);
}

/**
 * paddock_link_report:
 * @event: what happened to the server, or to a line of it
 *
 * Tells the service, for the journal; at once, or when there is one.
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
 * @why: why the server may still hold folders that were taken back, %PADDOCK_REASON_NONE: it holds
 *   none
 * @paths: which
 *
 * Tells the service, for the user to see; each change at once, and what it is to each new service.
 */
void
paddock_link_hold (PaddockLink        *self,
                   PaddockReason       why,
                   const char * const *paths)
{
  paddock_reports_hold (self->reports, why, paths);
}

/**
 * paddock_link_look:
 *
 * Asks the service how things are, on our own behalf, unless it is being asked.
 */
void
paddock_link_look (PaddockLink *self)
{
  if (self->is_ready && g_queue_is_empty (&self->questions))
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
  return self->is_pending;
}

gboolean
paddock_link_is_connected (PaddockLink *self)
{
  return self->is_ready;
}

/**
 * paddock_link_is_revoked_by_user:
 *
 * Returns: whether the service last said that there are no roots because of the user; %FALSE while
 *   it is not there
 */
gboolean
paddock_link_is_revoked_by_user (PaddockLink *self)
{
  return self->is_ready && self->is_revoked_by_user;
}
