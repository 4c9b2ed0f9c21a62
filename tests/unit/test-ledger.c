/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-ledger.h"

#include "model-fixtures.h"

static char *
list_grants (const PaddockLedger *ledger,
             const char          *server_id,
             const char          *root_id)
{
  g_autoptr (GPtrArray) grants = paddock_ledger_list_grants (ledger, server_id, root_id);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);

    g_string_append_printf (text, "%s%s/%s", i > 0 ? " " : "", grant->server_id, grant->root_id);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

#define assert_grants(ledger, server_id, root_id, expected) \
  G_STMT_START { \
    g_autofree char *listed = list_grants (ledger, server_id, root_id); \
\
    g_assert_cmpstr (listed, ==, expected); \
  } G_STMT_END

#define assert_roots(ledger, expected) \
  G_STMT_START { \
    g_autofree char *ids = fixture_root_ids (paddock_ledger_get_roots (ledger)); \
\
    g_assert_cmpstr (ids, ==, expected); \
  } G_STMT_END

static void
put_root (PaddockLedger *ledger,
          const char    *id,
          PaddockAccess  access)
{
  g_autoptr (PaddockChangeset) changes = paddock_changeset_new ();

  fixture_put_root (changes, id, access, 0);
  paddock_ledger_apply (ledger, changes);
}

static void
put_server (PaddockLedger   *ledger,
            const char      *id,
            PaddockStanding  standing)
{
  g_autoptr (PaddockChangeset) changes = paddock_changeset_new ();

  fixture_put_server (changes, id, standing);
  paddock_ledger_apply (ledger, changes);
}

static void
put_grant (PaddockLedger *ledger,
           const char    *server_id,
           const char    *root_id,
           gint64         expires)
{
  g_autoptr (PaddockChangeset) changes = paddock_changeset_new ();

  fixture_put_grant (changes, server_id, root_id, PADDOCK_ACCESS_READ_ONLY, expires, NULL);
  paddock_ledger_apply (ledger, changes);
}

static PaddockLedger *
make_ledger (void)
{
  PaddockLedger *ledger = paddock_ledger_new ();

  put_root (ledger, "c", PADDOCK_ACCESS_READ_ONLY);
  put_root (ledger, "a", PADDOCK_ACCESS_READ_ONLY);
  put_root (ledger, "b", PADDOCK_ACCESS_READ_ONLY);
  put_server (ledger, "t", PADDOCK_STANDING_ALLOWED);
  put_server (ledger, "s", PADDOCK_STANDING_ALLOWED);
  put_grant (ledger, "t", "b", 0);
  put_grant (ledger, "s", "b", 0);
  put_grant (ledger, "s", "c", 0);
  put_grant (ledger, "t", "a", 0);
  return ledger;
}

static void
test_empty (void)
{
  g_autoptr (PaddockLedger) ledger = paddock_ledger_new ();

  assert_roots (ledger, "");
  g_assert_cmpuint (paddock_ledger_get_servers (ledger)->len, ==, 0);
  assert_grants (ledger, NULL, NULL, "");
  assert_grants (ledger, "s", "r", "");
  g_assert_null (paddock_ledger_get_root (ledger, "r"));
  g_assert_null (paddock_ledger_get_root (ledger, NULL));
  g_assert_null (paddock_ledger_get_root_by_path (ledger, "/"));
  g_assert_null (paddock_ledger_get_root_by_path (ledger, NULL));
  g_assert_null (paddock_ledger_get_server (ledger, "s"));
  g_assert_null (paddock_ledger_get_server (ledger, NULL));
  g_assert_null (paddock_ledger_get_grant (ledger, "s", "r"));
  g_assert_null (paddock_ledger_get_grant (ledger, NULL, NULL));
  g_assert_cmpuint (paddock_ledger_get_availability (ledger, NULL), ==,
                    PADDOCK_AVAILABILITY_UNKNOWN);
}

static void
test_order (void)
{
  g_autoptr (PaddockLedger) ledger = make_ledger ();
  GPtrArray *servers = paddock_ledger_get_servers (ledger);

  assert_roots (ledger, "c a b");
  g_assert_cmpuint (servers->len, ==, 2);
  g_assert_cmpstr (((PaddockServer *) servers->pdata[0])->id, ==, "t");
  g_assert_cmpstr (((PaddockServer *) servers->pdata[1])->id, ==, "s");
  assert_grants (ledger, NULL, NULL, "t/b s/b s/c t/a");
  assert_grants (ledger, "s", NULL, "s/b s/c");
  assert_grants (ledger, NULL, "b", "t/b s/b");
  assert_grants (ledger, "t", "a", "t/a");
  assert_grants (ledger, "s", "a", "");
}

/* A new value takes the place of the old one, in its position. */
static void
test_replace (void)
{
  g_autoptr (PaddockLedger) ledger = make_ledger ();
  g_autoptr (PaddockRoot) old_root = paddock_root_ref (paddock_ledger_get_root (ledger, "a"));

  put_root (ledger, "a", PADDOCK_ACCESS_READ_WRITE);
  put_server (ledger, "t", PADDOCK_STANDING_BLOCKED);
  put_grant (ledger, "t", "b", 77);

  assert_roots (ledger, "c a b");
  g_assert_true (paddock_ledger_get_root (ledger, "a") != old_root);
  g_assert_true (paddock_ledger_get_roots (ledger)->pdata[1] ==
                 paddock_ledger_get_root (ledger, "a"));
  g_assert_cmpuint (paddock_ledger_get_root (ledger, "a")->access, ==, PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpuint (old_root->access, ==, PADDOCK_ACCESS_READ_ONLY);
  g_assert_cmpuint (paddock_ledger_get_servers (ledger)->len, ==, 2);
  g_assert_true (paddock_ledger_get_servers (ledger)->pdata[0] ==
                 paddock_ledger_get_server (ledger, "t"));
  g_assert_cmpuint (paddock_ledger_get_server (ledger, "t")->standing, ==,
                    PADDOCK_STANDING_BLOCKED);
  g_assert_cmpint (paddock_ledger_get_grant (ledger, "t", "b")->expires, ==, 77);
  assert_grants (ledger, NULL, NULL, "t/b s/b s/c t/a");
}

static void
test_drop (void)
{
  g_autoptr (PaddockLedger) ledger = make_ledger ();
  g_autoptr (PaddockChangeset) changes = paddock_changeset_new ();
  g_autoptr (PaddockChangeset) more = paddock_changeset_new ();

  paddock_changeset_drop_root (changes, "b");
  paddock_ledger_apply (ledger, changes);
  assert_roots (ledger, "c a");
  assert_grants (ledger, NULL, NULL, "s/c t/a");
  g_assert_null (paddock_ledger_get_root (ledger, "b"));
  g_assert_null (paddock_ledger_get_root_by_path (ledger, "/home/user/b"));

  paddock_changeset_drop_server (more, "t");
  paddock_changeset_drop_grant (more, "s", "a");
  paddock_changeset_drop_grant (more, "nobody", "a");
  paddock_changeset_drop_grant (more, NULL, NULL);
  paddock_changeset_drop_root (more, "nothing");
  paddock_changeset_drop_root (more, NULL);
  paddock_changeset_drop_server (more, "nobody");
  paddock_changeset_drop_server (more, NULL);
  paddock_ledger_apply (ledger, more);
  assert_grants (ledger, NULL, NULL, "s/c");
  g_assert_null (paddock_ledger_get_server (ledger, "t"));
  g_assert_cmpuint (paddock_ledger_get_servers (ledger)->len, ==, 1);
}

/* An id that comes back comes back with nothing: no grant, no availability. */
static void
test_return (void)
{
  g_autoptr (PaddockLedger) ledger = make_ledger ();
  g_autoptr (PaddockChangeset) changes = paddock_changeset_new ();

  paddock_ledger_set_availability (ledger, "b", PADDOCK_AVAILABILITY_AVAILABLE);
  paddock_changeset_drop_root (changes, "b");
  fixture_put_root (changes, "b", PADDOCK_ACCESS_READ_ONLY, 0);
  paddock_changeset_drop_server (changes, "s");
  fixture_put_server (changes, "s", PADDOCK_STANDING_ALLOWED);
  paddock_ledger_apply (ledger, changes);

  assert_roots (ledger, "c a b");
  assert_grants (ledger, NULL, NULL, "t/a");
  g_assert_cmpuint (paddock_ledger_get_availability (ledger, "b"), ==,
                    PADDOCK_AVAILABILITY_UNKNOWN);
}

static void
test_no_dangling_grants (void)
{
  g_autoptr (PaddockLedger) ledger = make_ledger ();

  put_grant (ledger, "s", "nothing", 0);
  put_grant (ledger, "nobody", "a", 0);
  put_grant (ledger, NULL, "a", 0);
  put_grant (ledger, "s", NULL, 0);
  assert_grants (ledger, NULL, NULL, "t/b s/b s/c t/a");
  put_root (ledger, "nothing", PADDOCK_ACCESS_READ_ONLY);
  put_server (ledger, "nobody", PADDOCK_STANDING_ALLOWED);
  assert_grants (ledger, NULL, NULL, "t/b s/b s/c t/a");
}

static void
test_without_ids (void)
{
  g_autoptr (PaddockLedger) ledger = paddock_ledger_new ();
  g_autoptr (PaddockChangeset) changes = paddock_changeset_new ();
  g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) { .path = "/" });
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) { .claimed_name = "x" });

  paddock_changeset_put_root (changes, root);
  paddock_changeset_put_server (changes, server);
  paddock_ledger_apply (ledger, changes);
  assert_roots (ledger, "");
  g_assert_cmpuint (paddock_ledger_get_servers (ledger)->len, ==, 0);
}

static void
test_availability (void)
{
  g_autoptr (PaddockLedger) ledger = make_ledger ();

  g_assert_cmpuint (paddock_ledger_get_availability (ledger, "a"), ==,
                    PADDOCK_AVAILABILITY_UNKNOWN);
  paddock_ledger_set_availability (ledger, "a", PADDOCK_AVAILABILITY_AVAILABLE);
  paddock_ledger_set_availability (ledger, "nothing", PADDOCK_AVAILABILITY_AVAILABLE);
  paddock_ledger_set_availability (ledger, NULL, PADDOCK_AVAILABILITY_AVAILABLE);
  put_root (ledger, "a", PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpuint (paddock_ledger_get_availability (ledger, "a"), ==,
                    PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_cmpuint (paddock_ledger_get_availability (ledger, "nothing"), ==,
                    PADDOCK_AVAILABILITY_UNKNOWN);
}

static void
test_by_path (void)
{
  g_autoptr (PaddockLedger) ledger = make_ledger ();

  g_assert_cmpstr (paddock_ledger_get_root_by_path (ledger, "/home/user/a")->id, ==, "a");
  g_assert_null (paddock_ledger_get_root_by_path (ledger, "/home/user/a/"));
  g_assert_null (paddock_ledger_get_root_by_path (ledger, "/home/user"));
  g_assert_null (paddock_ledger_get_root_by_path (ledger, ""));
}

static void
test_markers (void)
{
  g_autoptr (PaddockLedger) ledger = paddock_ledger_new ();
  g_autoptr (PaddockChangeset) changes = paddock_changeset_new ();
  g_autoptr (PaddockChangeset) drop = paddock_changeset_new ();

  fixture_put_root (changes, "a", PADDOCK_ACCESS_READ_ONLY, 0);
  paddock_changeset_drop_root (drop, "a");
  paddock_ledger_apply (ledger, changes);
  g_assert_cmpuint (paddock_ledger_get_markers (ledger, "a"), ==, 0);
  g_assert_false (paddock_ledger_set_markers (ledger, "a", 0));
  g_assert_true (paddock_ledger_set_markers (ledger, "a", 5));
  g_assert_false (paddock_ledger_set_markers (ledger, "a", 5));
  g_assert_false (paddock_ledger_set_markers (ledger, "b", 5));
  g_assert_false (paddock_ledger_set_markers (ledger, NULL, 5));
  /* A root that is changed is the same; one that comes back is another. */
  paddock_ledger_apply (ledger, changes);
  g_assert_cmpuint (paddock_ledger_get_markers (ledger, "a"), ==, 5);
  paddock_ledger_apply (ledger, drop);
  paddock_ledger_apply (ledger, changes);
  g_assert_cmpuint (paddock_ledger_get_markers (ledger, "a"), ==, 0);
  g_assert_cmpuint (paddock_ledger_get_markers (ledger, NULL), ==, 0);
}

/* 1,000 roots, 200 servers, every grant there is: made, listed and dropped. */
static void
test_many (void)
{
  g_autoptr (PaddockLedger) ledger = paddock_ledger_new ();
  g_autoptr (PaddockChangeset) changes = paddock_changeset_new ();
  g_autoptr (PaddockChangeset) drops = paddock_changeset_new ();
  g_autoptr (GPtrArray) all = NULL;

  for (guint i = 0; i < 1000; i++) {
    g_autofree char *id = g_strdup_printf ("r%u", i);

    fixture_put_root (changes, id, PADDOCK_ACCESS_READ_ONLY, 0);
    paddock_changeset_drop_root (drops, id);
  }
  for (guint i = 0; i < 200; i++) {
    g_autofree char *id = g_strdup_printf ("s%u", i);

    fixture_put_server (changes, id, PADDOCK_STANDING_ALLOWED);
    for (guint j = 0; j < 1000; j++) {
      g_autofree char *root_id = g_strdup_printf ("r%u", j);

      fixture_put_grant (changes, id, root_id, PADDOCK_ACCESS_READ_ONLY, 0, NULL);
    }
  }
  paddock_ledger_apply (ledger, changes);
  all = paddock_ledger_list_grants (ledger, NULL, NULL);
  g_assert_cmpuint (all->len, ==, 200000);
  g_assert_cmpstr (((PaddockGrant *) all->pdata[199999])->server_id, ==, "s199");
  g_assert_cmpstr (((PaddockGrant *) all->pdata[199999])->root_id, ==, "r999");

  paddock_ledger_apply (ledger, drops);
  assert_roots (ledger, "");
  assert_grants (ledger, NULL, NULL, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ledger/empty", test_empty);
  g_test_add_func ("/ledger/order", test_order);
  g_test_add_func ("/ledger/replace", test_replace);
  g_test_add_func ("/ledger/drop", test_drop);
  g_test_add_func ("/ledger/return", test_return);
  g_test_add_func ("/ledger/no-dangling-grants", test_no_dangling_grants);
  g_test_add_func ("/ledger/without-ids", test_without_ids);
  g_test_add_func ("/ledger/availability", test_availability);
  g_test_add_func ("/ledger/by-path", test_by_path);
  g_test_add_func ("/ledger/markers", test_markers);
  g_test_add_func ("/ledger/many", test_many);
  return g_test_run ();
}
