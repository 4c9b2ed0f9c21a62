/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "filter-fixture.h"
#include "paddock-admission.h"

/* The mediator in a chain, with the filters on both sides. Its output is one text: "host>" and
 * "server>" for lines sent to them, "+" for a line that goes on, "-" for one that does not. */
typedef struct {
  PaddockFilterChain   *chain;
  PaddockInputRequired *input;
  PaddockMediator      *mediator;
  PaddockAdmission     *admission;
  GString              *log;
  gboolean              answers_at_once;
} Fixture;

static inline void
answer (Fixture *fixture)
{
  g_autoptr (PaddockRootList) list = paddock_root_list_new_empty ();

  paddock_mediator_answer (fixture->mediator, list);
}

static inline void
on_ask (gpointer user_data)
{
  Fixture *fixture = user_data;

  g_string_append (fixture->log, "ask\n");
  if (fixture->answers_at_once)
    answer (fixture);
}

static inline void
on_initialized (gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "initialized\n");
}

static inline void
on_wanted (gpointer user_data)
{
  g_string_append (((Fixture *) user_data)->log, "wanted\n");
}

static inline void
on_dropped (PaddockReason reason,
            gpointer      user_data)
{
  g_string_append (((Fixture *) user_data)->log, "dropped\n");
}

static const PaddockMediatorFuncs mediator_funcs = { on_ask, on_initialized };

static inline void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->log = g_string_new (NULL);
  fixture->chain = paddock_filter_chain_new (&log_ends, fixture->log);
  fixture->input = paddock_input_required_new (on_wanted, FALSE, fixture);
  fixture->mediator = paddock_mediator_new (&mediator_funcs, fixture);
  fixture->admission = paddock_admission_new (fixture->mediator, fixture->input, on_dropped,
                                              fixture);
  paddock_filter_chain_add (fixture->chain, (PaddockFilter *) fixture->input);
  paddock_filter_chain_add (fixture->chain, (PaddockFilter *) fixture->mediator);
  paddock_filter_chain_add (fixture->chain, (PaddockFilter *) fixture->admission);
  fixture->answers_at_once = TRUE;
}

static inline void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  paddock_admission_free (fixture->admission);
  paddock_mediator_free (fixture->mediator);
  paddock_input_required_free (fixture->input);
  paddock_filter_chain_free (fixture->chain);
  g_string_free (fixture->log, TRUE);
}

static inline void
expect (Fixture    *fixture,
        const char *expected)
{
  g_assert_cmpstr (fixture->log->str, ==, expected);
  g_string_truncate (fixture->log, 0);
}

static inline void
say (Fixture    *fixture,
     gboolean    is_host,
     const char *line,
     const char *expected)
{
  gboolean passes = goes_on (fixture->chain, is_host ? PADDOCK_TO_SERVER : PADDOCK_TO_HOST, line);

  g_test_message ("%s", line);
  g_string_append_c (fixture->log, passes ? '+' : '-');
  expect (fixture, expected);
}

#define HOST(line, expected) say (fixture, TRUE, line, expected)
#define SERVER(line, expected) say (fixture, FALSE, line, expected)
#define RESULT(id) "server>{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{\"roots\":[]}}\n"

static inline void
shake_hands (Fixture    *fixture,
             gboolean    has_roots,
             const char *version)
{
  g_autofree char *answer_line =
    g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"%s\","
                     "\"serverInfo\":{\"name\":\"s\"}}}", version);

  HOST (has_roots ? "{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":"
        "{\"roots\":{}}}}"
                  : "{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":{}}}",
        "server>{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":"
        "{\"roots\":{\"listChanged\":true}}}}\n-");
  SERVER (answer_line, "+");
  HOST ("{\"method\":\"notifications/initialized\"}", "initialized\n+");
  g_assert_cmpint (paddock_mediator_get_declared (fixture->mediator) == PADDOCK_DECLARED_ROOTS, ==,
                   has_roots);
  g_assert_cmpstr (paddock_mediator_get_server_name (fixture->mediator), ==, "s");
}
