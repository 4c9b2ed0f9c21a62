/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "filter-fixture.h"
#include "paddock-restart.h"

#include <gio/gio.h>
#include <signal.h>
#include <string.h>

/* Everything that a restart does, as one text: "host>" and "server>" for lines sent to them, and
 * its reports. */

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
  PaddockFilterChain *chain;
  PaddockRestart     *restart;
  GString            *log;
  gboolean            cannot_start;
  gboolean            is_opening;   /* the folders of the next server are awaited */
  gboolean            keeps_resumed; /* lines that waited for a server go no further */
  guint               n_kept;       /* lines to pass on when it begins */
  guint               n_wanted;     /* lines that wait for a folder */
} Fixture;

/* Whether a line goes no further unchanged. */
static inline gboolean
follow (Fixture    *fixture,
        gboolean    from_host,
        const char *text)
{
  return !goes_on (fixture->chain, from_host ? PADDOCK_TO_SERVER : PADDOCK_TO_HOST, text);
}

static inline void
wanted (gpointer user_data)
{
  ((Fixture *) user_data)->n_wanted++;
}

static inline void
end_server (int      signal_number,
            gpointer user_data)
{
  g_string_append_printf (((Fixture *) user_data)->log, "end %s\n",
                          signal_number == SIGTERM ? "TERM" : "KILL");
}

static inline gboolean
open_folders (gpointer user_data)
{
  return !((Fixture *) user_data)->is_opening;
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

  /* The held lines come now. They are not for the old server. */
  for (; fixture->n_kept > 0; fixture->n_kept--)
    g_assert_true (follow (fixture, TRUE, CALL ("\"kept\"")));
}

static inline gboolean
resumed (PaddockMessage *message,
         gpointer        user_data)
{
  Fixture *fixture = user_data;

  if (fixture->keeps_resumed)
    g_string_append (fixture->log, "kept\n");
  return !fixture->keeps_resumed;
}

static const PaddockRestartFuncs funcs = { begun, wanted, end_server, open_folders, start_server,
                                           hear, resumed, done, called_off, failed };

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

/* Sets up a revision without a handshake. */
static inline void
set_up_new (Fixture                   *fixture,
            const PaddockRestartTimes *times)
{
  fixture->log = g_string_new (NULL);
  fixture->chain = paddock_filter_chain_new (&log_ends, fixture->log);
  fixture->restart = paddock_restart_new (&funcs, times, fixture);
  paddock_filter_chain_add (fixture->chain, (PaddockFilter *) fixture->restart);
}

static inline void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  set_up_new (fixture, data);
  g_assert_false (follow (fixture, TRUE, INITIALIZE));
  g_assert_false (follow (fixture, FALSE, DECLARED));
  g_assert_false (follow (fixture, TRUE, INITIALIZED));
}

static inline void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_restart_free (fixture->restart);
  paddock_filter_chain_free (fixture->chain);
  g_string_free (fixture->log, TRUE);
}

static const PaddockRestartTimes short_times = { .drain = 50, .end = 50, .handshake = 50 };
