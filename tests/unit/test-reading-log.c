/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-limits.h"
#include "paddock-reading-log.h"

#include "service-disk-fixture.h"

/* The rows of what is read on behalf. */

static void
add (PaddockReadingLog  *log,
     const char         *server_id,
     PaddockReadVerdict  verdict,
     const char         *reference,
     const char         *path)
{
  paddock_reading_log_add (log, &(PaddockReadingRequest) {
    .server_id = server_id, .caller = "c", .label = "paddock (7)", .reference = reference,
    .length = strlen (reference), .purpose = PADDOCK_READING_COPY,
  }, NULL, verdict, path);
}

/* Each verdict has a reason of the same name, and no two have the same. */
static void
test_each_verdict (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockReadingLog) log = paddock_reading_log_new (scene->state);

  for (PaddockReadVerdict verdict = 0; verdict <= PADDOCK_READ_ALLOWED; verdict++) {
    const char *nick = paddock_read_verdict_to_nick (verdict);
    gboolean is_allowed = verdict == PADDOCK_READ_ALLOWED;

    add (log, NULL, verdict, "/x", NULL);
    g_assert_cmpuint (scene_count_rows (scene, is_allowed ? PADDOCK_EVENT_FILE_READ
                                                          : PADDOCK_EVENT_FILE_REFUSED,
                                        paddock_reason_from_nick (nick)), ==, 1);
    g_assert_cmpint (paddock_reason_from_nick (nick) == PADDOCK_REASON_NONE, ==, is_allowed);
  }
}

static void
test_row (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockReadingLog) log = paddock_reading_log_new (scene->state);
  g_autoptr (GPtrArray) rows = NULL;
  const PaddockJournalEntry *row;

  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  paddock_reading_log_add (log, &(PaddockReadingRequest) {
    .server_id = "s1", .in_session = TRUE, .label = "alpha's own", .reference = "/own", .length = 4,
  }, NULL, PADDOCK_READ_ALLOWED, "/own");
  add (log, "s1", PADDOCK_READ_ALLOWED, "file:///a%20b", "/a b\033");
  add (log, NULL, PADDOCK_READ_OUTSIDE, "/etc/\377\n", NULL);
  add (log, NULL, PADDOCK_READ_MALFORMED, "https://me:secret@host/", NULL);
  rows = scene_read_journal (scene);
  g_assert_cmpuint (rows->len, ==, 4);
  /* The server that asks itself, and a program that asks in its name. */
  row = rows->pdata[3];
  g_assert_cmpstr (row->server_id, ==, "s1");
  g_assert_null (strchr (row->server, '('));
  row = rows->pdata[2];
  g_assert_cmpstr (row->server_id, ==, "s1");
  g_assert_true (g_str_has_suffix (row->server, " (paddock (7))"));
  g_assert_cmpstr (row->detail, ==, "/a b\\x1B");
  row = rows->pdata[1];
  g_assert_null (row->server_id);
  g_assert_cmpstr (row->server, ==, "paddock (7)");
  g_assert_cmpstr (row->detail, ==, "/etc/\\xFF\\x0A");
  row = rows->pdata[0];
  g_assert_cmpint (row->reason, ==, PADDOCK_REASON_MALFORMED);
  g_assert_null (row->detail);
}

/* However many files there are, only some are named, and all are counted. */
static void
test_many (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockReadingLog) log = paddock_reading_log_new (scene->state);
  g_autoptr (GPtrArray) rows = NULL;

  scene_meet (scene, "s1", PADDOCK_STANDING_ALLOWED);
  for (guint i = 0; i < 1000; i++) {
    g_autofree char *path = g_strdup_printf ("/%u", i);

    add (log, "s1", PADDOCK_READ_ALLOWED, path, path);
    add (log, "s1", PADDOCK_READ_OUTSIDE, path, NULL);
  }
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_FILE_READ, 0), ==, 1000);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_FILE_REFUSED, 0), ==, 1000);
  rows = scene_read_journal (scene);
  /* If this takes long, one or two more names are due. */
  g_assert_cmpuint (rows->len, >=, 2 * PADDOCK_LIMIT_FILES_NAMED + 2);
  g_assert_cmpuint (rows->len, <, 4 * PADDOCK_LIMIT_FILES_NAMED);
}

static void
test_long_name (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autoptr (PaddockReadingLog) log = paddock_reading_log_new (scene->state);
  g_autofree char *path = g_strnfill (4095, '\001');
  g_autoptr (GPtrArray) rows = NULL;

  add (log, NULL, PADDOCK_READ_OUTSIDE, path, NULL);
  rows = scene_read_journal (scene);
  g_assert_cmpuint (strlen (((PaddockJournalEntry *) rows->pdata[0])->detail), <=, 512);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reading-log/each-verdict", test_each_verdict);
  g_test_add_func ("/reading-log/row", test_row);
  g_test_add_func ("/reading-log/many", test_many);
  g_test_add_func ("/reading-log/long-name", test_long_name);
  return g_test_run ();
}
