/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-store-journal.h"

#include "paddock-error.h"
#include "paddock-store-schema.h"
#include "paddock-store-sql.h"

#include "test-store-support.h"

/* paddock_journal_entry_repeats() has the rule; this is far beyond its time. */
#define FAR (24 * 60 * 60 * G_GINT64_CONSTANT (1000000))

typedef struct {
  sqlite3 *db;                    /* (owned) */
} Fixture;

static void
run (Fixture    *self,
     const char *sql)
{
  g_autoptr (GError) error = NULL;

  paddock_store_sql_run (self->db, sql, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &self->db), ==, SQLITE_OK);
  g_assert_true (paddock_store_schema_migrate (self->db, &error));
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_assert_cmpint (sqlite3_close (self->db), ==, SQLITE_OK);
}

static void
append (Fixture             *self,
        PaddockJournalEntry *entry)
{
  g_autoptr (PaddockJournalEntry) owned = entry;
  g_autoptr (GError) error = NULL;

  paddock_store_journal_append (self->db, owned, &error);
  g_assert_no_error (error);
}

static GPtrArray *
read_rows (Fixture *self,
           gint64   before,
           guint    limit)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *entries = paddock_store_journal_read (self->db, before, limit, 0, 0, &error);

  g_assert_no_error (error);
  return entries;
}

static gint64
count_rows (Fixture *self)
{
  gint64 count;

  g_assert_true (paddock_store_sql_read_number (self->db, "SELECT count (*) FROM journal", &count,
                                                NULL));
  return count;
}

static void
test_values (Fixture       *self,
             gconstpointer  data)
{
  PaddockJournalEntry bare = { .time = 5, .event = PADDOCK_EVENT_SERVICE_STARTED };
  g_autoptr (GPtrArray) entries = NULL;
  const PaddockJournalEntry *back;

  append (self, support_make_entry (7, PADDOCK_EVENT_GRANTED, "s", "detail '✓'"));
  append (self, paddock_journal_entry_new (&bare));
  entries = read_rows (self, 0, 0);
  g_assert_cmpuint (entries->len, ==, 2);

  back = entries->pdata[1];
  g_assert_cmpint (back->number, ==, 1);
  g_assert_cmpint (back->time, ==, 7);
  g_assert_cmpint (back->last, ==, 7);
  g_assert_cmpuint (back->count, ==, 1);
  g_assert_cmpint (back->event, ==, PADDOCK_EVENT_GRANTED);
  g_assert_cmpint (back->reason, ==, PADDOCK_REASON_USER_ALLOWED);
  g_assert_cmpstr (back->server_id, ==, "s");
  g_assert_cmpstr (back->server, ==, "label");
  g_assert_cmpstr (back->root_id, ==, "r");
  g_assert_cmpstr (back->root, ==, "/srv/x");
  g_assert_cmpstr (back->detail, ==, "detail '✓'");

  back = entries->pdata[0];
  g_assert_cmpint (back->event, ==, PADDOCK_EVENT_SERVICE_STARTED);
  g_assert_cmpint (back->reason, ==, PADDOCK_REASON_NONE);
  g_assert_null (back->server_id);
  g_assert_null (back->server);
  g_assert_null (back->root_id);
  g_assert_null (back->root);
  g_assert_null (back->detail);
}

static void
test_repeats (Fixture       *self,
              gconstpointer  data)
{
  g_autoptr (GPtrArray) entries = NULL;
  const PaddockJournalEntry *back;

  for (gint64 i = 1; i <= 1000; i++)
    append (self, support_make_entry (i, PADDOCK_EVENT_ROOTS_LISTED, "s", NULL));
  entries = read_rows (self, 0, 0);
  g_assert_cmpuint (entries->len, ==, 1);
  back = entries->pdata[0];
  g_assert_cmpuint (back->count, ==, 1000);
  g_assert_cmpint (back->time, ==, 1);
  g_assert_cmpint (back->last, ==, 1000);

  append (self, support_make_entry (1000 + FAR, PADDOCK_EVENT_ROOTS_LISTED, "s", NULL));
  g_assert_cmpint (count_rows (self), ==, 2);
}

/* An entry that alternates with another is still counted, each in its own row. */
static void
test_repeats_in_turn (Fixture       *self,
                      gconstpointer  data)
{
  g_autoptr (GPtrArray) entries = NULL;

  for (gint64 i = 1; i <= 100; i++) {
    append (self, support_make_entry (i, PADDOCK_EVENT_ROOTS_LISTED, "s", NULL));
    append (self, support_make_entry (i, PADDOCK_EVENT_CHANGE_TOLD, "s", NULL));
    append (self, support_make_entry (i, PADDOCK_EVENT_ROOTS_LISTED, "other", NULL));
    append (self, support_make_entry (i, PADDOCK_EVENT_ROOTS_LISTED, "s", "detail"));
    append (self, support_make_entry (i, PADDOCK_EVENT_ROOTS_LISTED, NULL, NULL));
  }
  entries = read_rows (self, 0, 0);
  g_assert_cmpuint (entries->len, ==, 5);
  for (guint i = 0; i < entries->len; i++)
    g_assert_cmpuint (((PaddockJournalEntry *) entries->pdata[i])->count, ==, 100);
}

/* Refused twice, without an id that could tell the two paths apart. */
static void
test_paths_without_root (Fixture       *self,
                         gconstpointer  data)
{
  static const char * const paths[] = { "/etc", "/proc", "/etc" };

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    PaddockJournalEntry entry = { .time = 1, .event = PADDOCK_EVENT_ROOT_REFUSED,
                                  .root = paths[i] };

    append (self, paddock_journal_entry_new (&entry));
  }
  g_assert_cmpint (count_rows (self), ==, 2);
}

static void
test_pages (Fixture       *self,
            gconstpointer  data)
{
  static const struct { gint64 before;
                        guint limit;
                        gint64 first;
                        guint n;
  } cases[] = {
    { 0, 0, 50, 50 }, { 0, 1, 50, 1 }, { 0, 50, 50, 50 }, { 0, 51, 50, 50 }, { 50, 10, 49, 10 },
    { 51, 1, 50, 1 }, { 2, 10, 1, 1 }, { 1, 10, 0, 0 }, { 1000, 2, 50, 2 }, { -5, 2, 50, 2 },
    { G_MAXINT64, G_MAXUINT, 50, 50 }, { G_MININT64, 1, 50, 1 },
  };

  for (int i = 1; i <= 50; i++)
    append (self, support_make_entry (i * FAR, PADDOCK_EVENT_GRANTED, "s", NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) entries = read_rows (self, cases[i].before, cases[i].limit);

    g_assert_cmpuint (entries->len, ==, cases[i].n);
    for (guint n = 0; n < entries->len; n++)
      g_assert_cmpint (((PaddockJournalEntry *) entries->pdata[n])->number, ==, cases[i].first - n);
  }
}

static void
test_since (Fixture       *self,
            gconstpointer  data)
{
  static const struct { gint64 since;
                        gint64 before;
                        guint limit;
                        guint n;
                        gint64 first;
                        gint64 after;
  } cases[] = {
    { 0, 0, 0, 3, 3 }, { 9, 0, 0, 3, 3 }, { 10, 0, 0, 2, 3 }, { 29, 0, 0, 2, 3 },
    { 30, 0, 0, 1, 1 }, { 99, 0, 0, 1, 1 }, { 100, 0, 0, 0, 0 }, { G_MAXINT64, 0, 0, 0, 0 },
    { -1, 0, 0, 3, 3 }, { 9, 0, 2, 2, 3 }, { 9, 3, 0, 2, 2 },
    { 0, 0, 0, 2, 3, 1 }, { 0, 0, 0, 0, 0, 3 }, { 0, 3, 0, 1, 2, 1 }, { 0, 0, 0, 3, 3, -1 },
    { 9, 0, 0, 2, 3, 1 }, { 29, 0, 0, 1, 3, 1 }, { 30, 0, 0, 0, 0, 1 }, { 9, 0, 1, 1, 3, 2 },
  };

  append (self, support_make_entry (1, PADDOCK_EVENT_GRANTED, "s", NULL));
  append (self, support_make_entry (10, PADDOCK_EVENT_BLOCKED, "s", NULL));
  append (self, support_make_entry (30, PADDOCK_EVENT_REVOKED, "s", NULL));
  append (self, support_make_entry (100, PADDOCK_EVENT_GRANTED, "s", NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) entries =
      paddock_store_journal_read (self->db, cases[i].before, cases[i].limit, cases[i].since,
                                  cases[i].after, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (entries->len, ==, cases[i].n);
    if (entries->len > 0)
      g_assert_cmpint (((PaddockJournalEntry *) entries->pdata[0])->number, ==, cases[i].first);
  }
}

static void
fill (Fixture    *self,
      int         n_rows,
      const char *event)
{
  g_autofree char *sql = g_strdup_printf (
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
    " INSERT INTO journal (time, last, count, event, reason)"
    " SELECT i, i, 1, '%s', 'none' FROM n", n_rows, event);

  run (self, sql);
}

static gint64
count_rows_of (Fixture    *self,
               const char *event)
{
  g_autofree char *sql =
    g_strdup_printf ("SELECT count (*) FROM journal WHERE event = '%s'", event);
  g_autoptr (GError) error = NULL;
  gint64 n;

  g_assert_true (paddock_store_sql_read_number (self->db, sql, &n, &error));
  g_assert_no_error (error);
  return n;
}

/* Each cause has its own limit: rows of one cause never push out rows of another. */
static void
test_prune (Fixture       *self,
            gconstpointer  data)
{
  static const struct {
    const char *event;
    int         max;
  } causes[] = {
    { "granted", PADDOCK_JOURNAL_MAX_ROWS_OF_USER },
    { "server-connected", PADDOCK_JOURNAL_MAX_ROWS_OF_CONNECTIONS },
    { "file-refused", PADDOCK_JOURNAL_MAX_ROWS_OF_FILES },
    { "app-connected", PADDOCK_JOURNAL_MAX_ROWS_OF_APPS },
  };
  g_autoptr (GError) error = NULL;
  gint64 first;

  g_assert_true (paddock_store_journal_prune (self->db, &error));
  for (gsize i = 0; i < G_N_ELEMENTS (causes); i++) {
    fill (self, causes[i].max, causes[i].event);
    g_assert_true (paddock_store_journal_prune (self->db, &error));
    g_assert_cmpint (count_rows_of (self, causes[i].event), ==, causes[i].max);
  }
  fill (self, 3, "of-a-newer-paddock");

  for (gsize i = 0; i < G_N_ELEMENTS (causes); i++) {
    fill (self, 5000, causes[i].event);
    g_assert_true (paddock_store_journal_prune (self->db, &error));
    for (gsize j = 0; j < G_N_ELEMENTS (causes); j++)
      g_assert_cmpint (count_rows_of (self, causes[j].event), ==, causes[j].max);
  }
  g_assert_no_error (error);
  g_assert_cmpint (count_rows_of (self, "of-a-newer-paddock"), ==, 3);
  g_assert_true (paddock_store_sql_read_number (self->db, "SELECT min (number) FROM journal",
                                                &first,
                                                &error));
  g_assert_cmpint (first, ==, 5001);
}

/* The rows are counted only once in a while. */
static void
test_prune_after (Fixture       *self,
                  gconstpointer  data)
{
  const int max = PADDOCK_JOURNAL_MAX_ROWS_OF_CONNECTIONS;
  g_autoptr (GError) error = NULL;

  g_assert_true (paddock_store_journal_prune_after (self->db, 1, &error));
  fill (self, max + 1, "server-connected");
  g_assert_true (paddock_store_journal_prune_after (self->db, 1, &error));
  g_assert_cmpint (count_rows (self), ==, max + 1);
  fill (self, PADDOCK_JOURNAL_PRUNE_STEP - 1, "server-connected");
  g_assert_true (paddock_store_journal_prune_after (self->db, PADDOCK_JOURNAL_PRUNE_STEP - 1,
                                                    &error));
  g_assert_no_error (error);
  g_assert_cmpint (count_rows (self), ==, max);
}

static void
test_broken (Fixture       *self,
             gconstpointer  data)
{
  static const struct { const char *sql;
                        guint left;
  } cases[] = {
    { "UPDATE journal SET event = 'celebrated' WHERE number = 2", 2 },
    { "UPDATE journal SET detail = CAST (x'ff' AS TEXT) WHERE number = 2", 2 },
    { "UPDATE journal SET root = CAST (x'2f00' AS TEXT) WHERE number = 2", 2 },
    { "UPDATE journal SET server = CAST (x'80' AS TEXT) WHERE number = 2", 2 },
    /* These can be read in a harmless way. */
    { "UPDATE journal SET count = -7 WHERE number = 2", 3 },
    { "UPDATE journal SET count = 99999999999 WHERE number = 2", 3 },
    { "UPDATE journal SET reason = 'whim' WHERE number = 2", 3 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) entries = NULL;

    run (self, "DELETE FROM journal; DELETE FROM sqlite_sequence");
    for (int n = 1; n <= 3; n++)
      append (self, support_make_entry (n * FAR, PADDOCK_EVENT_GRANTED, "s", NULL));
    run (self, cases[i].sql);
    if (cases[i].left < 3)
      g_test_expect_message ("paddock-store", G_LOG_LEVEL_WARNING,
                             "Left out 1 rows of the journal*");
    entries = read_rows (self, 0, 0);
    g_test_assert_expected_messages ();
    g_assert_cmpuint (entries->len, ==, cases[i].left);

    /* The next row is written all the same. */
    append (self, support_make_entry (2 * FAR + 1, PADDOCK_EVENT_GRANTED, "s", NULL));
  }
}

static void
test_no_table (Fixture       *self,
               gconstpointer  data)
{
  g_autoptr (PaddockJournalEntry) entry = support_make_entry (1, PADDOCK_EVENT_GRANTED, "s", NULL);
  g_autoptr (GError) error = NULL;

  run (self, "DROP TABLE journal");
  g_assert_false (paddock_store_journal_append (self->db, entry, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_clear_error (&error);
  g_assert_null (paddock_store_journal_read (self->db, 0, 0, 0, 0, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_clear_error (&error);
  g_assert_false (paddock_store_journal_prune (self->db, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_clear_error (&error);
  g_assert_false (paddock_store_journal_prune_after (self->db, 1, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
}

/* The rows with the oldest last repeat go first, so many at a time, and only those that are too
 * old. */
static void
test_drop_old (Fixture       *self,
               gconstpointer  data)
{
  const struct {
    gint64 before;
    guint  limit;
    guint  n_dropped;
    gint64 n_left;
    gint64 oldest;
  } steps[] = {
    { G_MININT64, 10, 0, 5, 10 },
    { 0, 10, 0, 5, 10 },
    { 10, 10, 0, 5, 10 },
    { 11, 10, 1, 4, 20 },
    { 40, 1, 1, 3, 30 },
    { 40, 10, 1, 2, 40 },
    { G_MAXINT64, 1, 1, 1, 50 },
    { G_MAXINT64, 1, 1, 0, 0 },
    { G_MAXINT64, 1, 0, 0, 0 },
  };

  run (self, "INSERT INTO journal (time, last, count, event, reason) VALUES"
       " (1, 50, 2, 'paused', 'none'), (2, 10, 2, 'paused', 'none'), (3, 40, 2, 'paused', 'none'),"
       " (4, 20, 2, 'nonsense', 'none'), (5, 30, 2, 'paused', 'none')");
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++) {
    g_autoptr (GError) error = NULL;
    guint n_dropped;
    gint64 oldest;

    paddock_store_journal_drop_old (self->db, steps[i].before, steps[i].limit, &n_dropped, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (n_dropped, ==, steps[i].n_dropped);
    g_assert_cmpint (count_rows (self), ==, steps[i].n_left);
    g_assert_true (paddock_store_journal_find_oldest (self->db, &oldest, &error));
    g_assert_cmpint (oldest, ==, steps[i].oldest);
  }
}

/* The database finds what paddock_entry_filter_matches() accepts, page for page. */
static void
assert_found (Fixture                  *self,
              const PaddockEntryFilter *filter)
{
  g_autoptr (GPtrArray) all = read_rows (self, 0, 0);
  gint64 before = 0;
  guint n_found = 0;

  for (guint i = 0; i < all->len; i++) {
    const PaddockJournalEntry *entry = all->pdata[i];
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) page = NULL;

    if (!paddock_entry_filter_matches (filter, entry))
      continue;
    page = paddock_store_journal_search (self->db, filter, before, 1, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (page->len, ==, 1);
    g_assert_cmpint (((PaddockJournalEntry *) page->pdata[0])->number, ==, entry->number);
    before = entry->number;
    n_found++;
  }
  if (n_found < all->len) {
    g_autoptr (GPtrArray) rest = paddock_store_journal_search (self->db, filter,
                                                               n_found > 0 ? before : 0, 0, NULL);

    g_assert_cmpuint (rest->len, ==, 0);
  }
}

static void
test_search (Fixture       *self,
             gconstpointer  data)
{
  static const PaddockEntryFilter filters[] = {
    { .server_id = "s1" }, { .server_id = "" }, { .server_id = "'; DROP TABLE journal" },
    { .root_id = "r" }, { .root_id = "none" },
    { .kinds = PADDOCK_ENTRY_KIND_SHARED }, { .kinds = PADDOCK_ENTRY_KIND_FILES },
    { .kinds = PADDOCK_ENTRY_KIND_SHARED | PADDOCK_ENTRY_KIND_TOLD }, { .kinds = 1 << 20 },
    { .text = "LABEL" }, { .text = "été" }, { .text = "EÌT" }, { .text = "%" },
    { .text = "_" }, { .text = "/SRV" }, { .text = "\"'" }, { .text = "nothing has this" },
    { .text = "zz", .text_events = G_GUINT64_CONSTANT (1) << PADDOCK_EVENT_GRANTED },
    { .text = "zz", .text_reasons = G_GUINT64_CONSTANT (1) << PADDOCK_REASON_USER_ALLOWED },
    { .text = "zz", .text_events = G_MAXUINT64, .text_reasons = G_MAXUINT64 },
    { .since = 1 }, { .since = 3 * FAR }, { .since = G_MAXINT64 },
    { .server_id = "s1", .kinds = PADDOCK_ENTRY_KIND_TOLD, .text = "detail", .since = 2 * FAR },
  };
  static const PaddockEvent events[] = {
    PADDOCK_EVENT_GRANTED, PADDOCK_EVENT_ROOTS_LISTED, PADDOCK_EVENT_FILE_REFUSED,
    PADDOCK_EVENT_OTHER,
  };
  static const char * const details[] = { NULL, "detail Été", "100 %", "a_b \"'" };

  for (guint i = 0; i < 24; i++) {
    g_autofree char *server = g_strdup_printf ("s%u", i % 3);

    append (self, support_make_entry ((i + 1) * FAR, events[i % G_N_ELEMENTS (events)],
                                      i % 5 > 0 ? server : NULL,
                                      details[i / 2 % G_N_ELEMENTS (details)]));
  }
  append (self, paddock_journal_entry_new (&(PaddockJournalEntry) {
    .time = 30 * FAR, .event = PADDOCK_EVENT_SERVICE_STARTED,
  }));
  for (gsize i = 0; i < G_N_ELEMENTS (filters); i++) {
    g_autoptr (PaddockEntryFilter) filter = paddock_entry_filter_new (&filters[i]);

    g_test_message ("filter %" G_GSIZE_FORMAT, i);
    assert_found (self, filter);
  }
  g_assert_cmpint (count_rows (self), ==, 25);
}

/* A search leaves its filter nowhere in the database. */
static void
test_search_leaves_nothing (Fixture       *self,
                            gconstpointer  data)
{
  g_autoptr (PaddockEntryFilter) filter =
    paddock_entry_filter_new (&(PaddockEntryFilter) { .text = "x" });
  g_autoptr (GPtrArray) entries = paddock_store_journal_search (self->db, filter, 0, 0, NULL);
  g_autoptr (GError) error = NULL;
  gint64 number;

  g_assert_nonnull (entries);
  g_assert_false (paddock_store_sql_read_number (self->db, "SELECT paddock_has ('x')", &number,
                                                 &error));
  g_assert_nonnull (error);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/store-journal/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("values", test_values);
  ADD ("repeats", test_repeats);
  ADD ("repeats-in-turn", test_repeats_in_turn);
  ADD ("paths-without-root", test_paths_without_root);
  ADD ("pages", test_pages);
  ADD ("since", test_since);
  ADD ("prune", test_prune);
  ADD ("prune-after", test_prune_after);
  ADD ("drop-old", test_drop_old);
  ADD ("search", test_search);
  ADD ("search-leaves-nothing", test_search_leaves_nothing);
  ADD ("broken", test_broken);
  ADD ("no-table", test_no_table);
  return g_test_run ();
}
