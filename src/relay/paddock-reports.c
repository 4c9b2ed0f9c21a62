/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-reports.h"

#include "paddock-alarm.h"
#include "paddock-installation.h"
#include "paddock-json.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-names.h"
#include "paddock-seal.h"
#include "paddock-uri.h"

/* Tells the service what happened to the server, for the journal. For example, Paddock restarted
 * the server, could not restart it, or dropped one of its lines.
 *
 * The link owns the reports. A report is sent at once if none was sent in the last second.
 * Otherwise, or if there is no service, reports are counted and sent together later. They contain
 * names of events and reasons, never text of the server.
 *
 * The service also learns which folders the server may still hold although they were revoked, and
 * which it does not have yet. Each list is sent at once when it changes, and again on each new
 * connection to the service. So is that the server is confined, with a seal.
 */

typedef struct {
  PaddockEvent  event;
  PaddockReason reason;
  guint         count;
} Report;

struct _PaddockReports
{
  PaddockReportsSend  send;
  gpointer            user_data;
  gboolean            is_ready;
  GArray             *waiting;      /* (owned) Report: the reports that were not sent yet, oldest
                                     * first */
  PaddockAlarm       *alarm;        /* (owned) set for a second when reports are sent; then sends
                                     * the reports that wait by then */
  char               *holds;        /* (owned) (nullable) the revoked folders that the server may
                                     * still hold, and why, JSON object; NULL: none */
  char               *pending;      /* (owned) (nullable) the folders that the server does not have
                                     * yet, and why, JSON object; NULL: none */
  PaddockConfined    *confined;     /* (owned) (nullable) how the server is confined; NULL: its box
                                     * was not checked, or it has none */
  char               *server;       /* (owned) (nullable) the server's id, as the service told it;
                                     * NULL: none */
};

/* Sends a log message to the service. @data: a word for people who read the log. @key and @value:
 * the member of `_meta` that the service reads; @value is JSON. */
static void
send_log (PaddockReports *self,
          const char     *level,
          const char     *data,
          const char     *key,
          const char     *value)
{
  g_autoptr (GString) params = g_string_new (NULL);
  g_autoptr (GString) meta = g_string_new (NULL);
  g_autoptr (GBytes) line = NULL;

  g_string_append_printf (params, "{\"level\":\"%s\",\"logger\":\"paddock\",\"data\":\"%s\"",
                          level, data);
  paddock_meta_add (meta, key, value);
  paddock_meta_append (params, meta->str);
  g_string_append_c (params, '}');
  line = paddock_message_write_notification (PADDOCK_METHOD_LOG, params->str);
  self->send (line, self->user_data);
}

static void
send_report (PaddockReports *self,
             const Report   *report)
{
  const char *level = report->event == PADDOCK_EVENT_RESTARTED ? "notice" : "warning";
  const char *event = paddock_journal_entry_event_to_nick (report->event);
  g_autofree char *value =
    g_strdup_printf ("{\"event\":\"%s\",\"reason\":\"%s\",\"count\":%u}", event,
                     paddock_reason_to_nick (report->reason), report->count);

  send_log (self, level, event, PADDOCK_META_REPORT, value);
}

static void
flush (PaddockReports *self)
{
  if (!self->is_ready || self->waiting->len == 0 || paddock_alarm_is_set (self->alarm))
    return;
  for (guint i = 0; i < self->waiting->len; i++)
    send_report (self, &g_array_index (self->waiting, Report, i));
  g_array_set_size (self->waiting, 0);
  paddock_alarm_set (self->alarm, PADDOCK_REPORTS_PERIOD_MS * G_TIME_SPAN_MILLISECOND);
}

static void
send_holds (PaddockReports *self)
{
  send_log (self, "notice", "holds", PADDOCK_META_HOLDS, self->holds != NULL ? self->holds : "{}");
}

static void
send_pending (PaddockReports *self)
{
  send_log (self, "notice", "pending", PADDOCK_META_PENDING,
            self->pending != NULL ? self->pending : "{}");
}

static void
append_uris (GString *text,
             GStrv    paths)
{
  for (guint i = 0; paths[i] != NULL; i++) {
    g_autofree char *uri = paddock_uri_from_path (paths[i]);
    g_autofree char *quoted = paddock_json_quote (uri);

    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", quoted);
  }
}

/* Reads the key each time: the first service makes it. */
static void
send_confined (PaddockReports *self)
{
  g_autofree char *data = paddock_installation_dup_own ();
  g_autofree char *key = paddock_seal_read_key (data);
  g_autofree char *seal = NULL;
  g_autoptr (GString) value = g_string_new (NULL);

  if (key == NULL) {
    g_debug ("No key in %s, so nobody learns that the server is confined", data);
    return;
  }
  seal = paddock_confined_dup_seal (self->confined, self->server, key);
  g_string_append_printf (value, "{\"network\":\"%s\",\"read\":[",
                          paddock_confined_get_network (self->confined));
  append_uris (value, self->confined->reads);
  if (self->confined->writes[0] != NULL) {
    g_string_append (value, "],\"write\":[");
    append_uris (value, self->confined->writes);
  }
  g_string_append_printf (value, "],\"more\":%u,\"seal\":\"%s\"}", self->confined->n_more, seal);
  send_log (self, "notice", "confined", PADDOCK_META_CONFINED, value->str);
}

static gboolean
on_period_ended (gpointer user_data)
{
  flush (user_data);
  return G_SOURCE_REMOVE;
}

/**
 * paddock_reports_new:
 * @send: gets each line, without newline, while there is a service
 *
 * Returns: (transfer full): reports, of which none waits, and no service so far
 */
PaddockReports *
paddock_reports_new (PaddockReportsSend send,
                     gpointer           user_data)
{
  PaddockReports *self = g_new0 (PaddockReports, 1);

  self->send = send;
  self->user_data = user_data;
  self->waiting = g_array_new (FALSE, FALSE, sizeof (Report));
  self->alarm = paddock_alarm_new (on_period_ended, self);
  return self;
}

void
paddock_reports_free (PaddockReports *self)
{
  paddock_alarm_free (self->alarm);
  g_array_unref (self->waiting);
  g_free (self->holds);
  g_free (self->pending);
  g_clear_pointer (&self->confined, paddock_confined_free);
  g_free (self->server);
  g_free (self);
}

/**
 * paddock_reports_add:
 *
 * Reports an event. If a report with the same event and reason already waits, only raises the count
 * of that report.
 */
void
paddock_reports_add (PaddockReports *self,
                     PaddockEvent    event,
                     PaddockReason   reason)
{
  Report report = { event, reason, 1 };

  for (guint i = 0; i < self->waiting->len; i++) {
    Report *earlier = &g_array_index (self->waiting, Report, i);

    if (earlier->event == event && earlier->reason == reason) {
      earlier->count += earlier->count < G_MAXUINT;
      return;
    }
  }
  g_array_append_val (self->waiting, report);
  flush (self);
}

/* Returns: (transfer full) (nullable): @why and @paths as the JSON object that the service gets;
 * %NULL if @why is PADDOCK_REASON_NONE */
static char *
write_holds (PaddockReason       why,
             const char * const *paths)
{
  GString *text;

  if (why == PADDOCK_REASON_NONE)
    return NULL;
  text = g_string_new (NULL);
  g_string_append_printf (text, "{\"reason\":\"%s\",\"roots\":[", paddock_reason_to_nick (why));
  for (guint i = 0; paths[i] != NULL && i < PADDOCK_REPORTS_HELD_MAX; i++) {
    g_autofree char *uri = paddock_uri_from_path (paths[i]);
    g_autofree char *quoted = paddock_json_quote (uri);

    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", quoted);
  }
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}

/**
 * paddock_reports_hold:
 * @why: why the server may still hold revoked folders; %PADDOCK_REASON_NONE: it holds none
 * @paths: those folders; only the first %PADDOCK_REPORTS_HELD_MAX are sent
 *
 * Tells the service which revoked folders the server may still hold.
 */
void
paddock_reports_hold (PaddockReports     *self,
                      PaddockReason       why,
                      const char * const *paths)
{
  g_autofree char *previous = self->holds;

  self->holds = write_holds (why, paths);
  if (self->is_ready && g_strcmp0 (self->holds, previous) != 0)
    send_holds (self);
}

/**
 * paddock_reports_put_off:
 * @why: why the server does not have folders yet; %PADDOCK_REASON_NONE: it has all
 * @paths: those folders; only the first %PADDOCK_REPORTS_HELD_MAX are sent
 *
 * Tells the service which folders the server may see, but does not have yet.
 */
void
paddock_reports_put_off (PaddockReports     *self,
                         PaddockReason       why,
                         const char * const *paths)
{
  g_autofree char *previous = self->pending;

  self->pending = write_holds (why, paths);
  if (self->is_ready && g_strcmp0 (self->pending, previous) != 0)
    send_pending (self);
}

/**
 * paddock_reports_confine:
 * @confined: what the server can open besides its folders; copied
 * @server: (nullable): the id of the server, as the service told it
 *
 * Tells the service that the server is confined: its box was checked.
 */
void
paddock_reports_confine (PaddockReports        *self,
                         const PaddockConfined *confined,
                         const char            *server)
{
  if (paddock_confined_equal (self->confined, confined) && g_strcmp0 (self->server, server) == 0)
    return;
  g_clear_pointer (&self->confined, paddock_confined_free);
  self->confined = paddock_confined_copy (confined);
  g_free (self->server);
  self->server = g_strdup (server);
  if (self->is_ready)
    send_confined (self);
}

/**
 * paddock_reports_set_ready:
 * @is_ready: whether there is a service that takes notifications
 *
 * Sends what waits if there is a service now. Otherwise later reports wait.
 */
void
paddock_reports_set_ready (PaddockReports *self,
                           gboolean        is_ready)
{
  gboolean was_ready = self->is_ready;

  self->is_ready = is_ready;
  if (is_ready && !was_ready && self->holds != NULL)
    send_holds (self);
  if (is_ready && !was_ready && self->pending != NULL)
    send_pending (self);
  if (is_ready && !was_ready && self->confined != NULL)
    send_confined (self);
  flush (self);
}
