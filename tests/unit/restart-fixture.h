/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-restart.h"

#include <gio/gio.h>
#include <signal.h>
#include <string.h>

/* All that a restart does is written down as one text: "host>", "server>" and "again>" what was
 * sent, and what its user was told. */

#define V "\"jsonrpc\":\"2.0\""
#define INITIALIZE  "{" V ",\"id\":0,\"method\":\"initialize\",\"params\":{}}"
#define INITIALIZED "{" V ",\"method\":\"notifications/initialized\"}"
#define DECLARED    "{" V ",\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\"," \
  "\"capabilities\":{\"tools\":{\"listChanged\":true}}}}"
#define OTHER       "{" V ",\"id\":0,\"result\":{\"protocolVersion\":\"2025-06-18\"," \
  "\"capabilities\":{\"tools\":{\"listChanged\":true}}}}"
#define CALL(id)    "{" V ",\"id\":" id ",\"method\":\"tools/call\"}"
#define PING(id)    "{" V ",\"id\":" id ",\"method\":\"ping\"}"
#define RESULT(id)  "{" V ",\"id\":" id ",\"result\":{}}"
#define REFUSED(id) "host>{" V ",\"id\":" id ",\"error\":{\"code\":-32603,\"message\":\"" \
  PADDOCK_UNANSWERED_ERROR_TEXT "\",\"data\":" PADDOCK_UNANSWERED_ERROR_DATA "}}\n"
#define CHANGED     "host>{" V ",\"method\":\"notifications/tools/list_changed\"}\n"

#define DEADLINE (20 * G_USEC_PER_SEC)

typedef struct {
  PaddockRestart *restart;
  GString        *log;
  gboolean        cannot_start;
  guint           n_kept;           /* lines that go on when it begins */
} Fixture;

static inline void
note (Fixture    *fixture,
      const char *who,
      GBytes     *line)
{
  g_string_append_printf (fixture->log, "%s>%.*s\n", who, (int) g_bytes_get_size (line),
                          (const char *) g_bytes_get_data (line, NULL));
}

static inline void
to_host (GBytes   *line,
         gpointer  user_data)
{
  note (user_data, "host", line);
}

static inline void
to_server (GBytes   *line,
           gpointer  user_data)
{
  note (user_data, "server", line);
}

static inline gboolean
follow (Fixture    *fixture,
        gboolean    from_host,
        const char *text)
{
  g_auto (PaddockMessage) class = { 0 };
  PaddockSpan span = { text, strlen (text) };

  paddock_message_read (span, &class);
  return paddock_restart_follow (fixture->restart, &class, span, from_host);
}

static inline void
again (GBytes   *line,
       gpointer  user_data)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (line, NULL), g_bytes_get_size (line));

  note (user_data, "again", line);
  g_assert_false (follow (user_data, TRUE, text));
}

static inline void
end_server (int      signal_number,
            gpointer user_data)
{
  g_string_append_printf (((Fixture *) user_data)->log, "end %s\n",
                          signal_number == SIGTERM ? "TERM" : "KILL");
}

static inline gboolean
start_server (GError   **error,
              gpointer   user_data)
{
  Fixture *fixture = user_data;

  g_string_append (fixture->log, "start\n");
  if (fixture->cannot_start)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "gone");
  return !fixture->cannot_start;
}

static inline void
hear (gboolean is_heard,
      gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, is_heard ? "hear\n" : "wait\n");
}

static inline void
done (gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "done\n");
}

static inline void
called_off (gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "off\n");
}

static inline void
failed (PaddockReason  reason,
        const char    *why,
        gpointer       user_data)
{
  g_string_append (((Fixture *) user_data)->log, "failed\n");
}

static inline void
begun (gpointer user_data)
{
  Fixture *fixture = user_data;

  /* What was kept back comes now, and is not for the server that goes. */
  for (; fixture->n_kept > 0; fixture->n_kept--)
    g_assert_true (follow (fixture, TRUE, CALL ("\"kept\"")));
}

static const PaddockRestartFuncs funcs = { begun, to_host, to_server, again, end_server,
                                           start_server, hear, done, called_off, failed };

static inline void
expect (Fixture    *fixture,
        const char *expected)
{
  g_assert_cmpstr (fixture->log->str, ==, expected);
  g_string_truncate (fixture->log, 0);
}

static inline void
wait_phase (Fixture             *fixture,
            PaddockRestartPhase  phase)
{
  gint64 deadline = g_get_monotonic_time () + DEADLINE;

  while (paddock_restart_get_phase (fixture->restart) != phase) {
    g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    g_main_context_iteration (NULL, TRUE);
  }
}

static inline void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->log = g_string_new (NULL);
  fixture->restart = paddock_restart_new (&funcs, data, fixture);
  g_assert_false (follow (fixture, TRUE, INITIALIZE));
  g_assert_false (follow (fixture, FALSE, DECLARED));
  g_assert_false (follow (fixture, TRUE, INITIALIZED));
}

static inline void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_restart_free (fixture->restart);
  g_string_free (fixture->log, TRUE);
}

static const PaddockRestartTimes short_times = { .drain = 50, .end = 50, .handshake = 50 };
