/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-snapshot.h"

#include "model-fixtures.h"

static char *
list_grants (const PaddockSnapshot *snapshot,
             const char            *server_id,
             const char            *root_id)
{
  g_autoptr (GPtrArray) grants = paddock_snapshot_list_grants (snapshot, server_id, root_id);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < grants->len; i++) {
    const PaddockGrant *grant = g_ptr_array_index (grants, i);

    g_string_append_printf (text, "%s%s/%s", i > 0 ? " " : "", grant->server_id, grant->root_id);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

#define assert_grants(snapshot, server_id, root_id, expected) \
  G_STMT_START { \
    g_autofree char *listed = list_grants (snapshot, server_id, root_id); \
\
    g_assert_cmpstr (listed, ==, expected); \
  } G_STMT_END

#define assert_roots(snapshot, expected) \
  G_STMT_START { \
    g_autofree char *ids = fixture_root_ids (paddock_snapshot_get_roots (snapshot)); \
\
    g_assert_cmpstr (ids, ==, expected); \
  } G_STMT_END

static PaddockRoot *
find_root (PaddockSnapshot *snapshot,
           const char      *path)
{
  return paddock_root_find_by_path (paddock_snapshot_get_roots (snapshot), path);
}

static void
put_root (PaddockSnapshot *snapshot,
          const char      *id,
          PaddockAccess    access)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  fixture_put_root (changes, id, access, 0);
  paddock_snapshot_apply (snapshot, changes);
}

static void
put_server (PaddockSnapshot *snapshot,
            const char      *id,
            PaddockStanding  standing)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  fixture_put_server (changes, id, standing);
  paddock_snapshot_apply (snapshot, changes);
}

static void
put_grant (PaddockSnapshot *snapshot,
           const char      *server_id,
           const char      *root_id,
           gint64           expires)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  fixture_put_grant (changes, server_id, root_id, PADDOCK_ACCESS_READ_ONLY, expires, NULL);
  paddock_snapshot_apply (snapshot, changes);
}

static PaddockSnapshot *
make_snapshot (void)
{
  PaddockSnapshot *snapshot = paddock_snapshot_new ();

  put_root (snapshot, "c", PADDOCK_ACCESS_READ_ONLY);
  put_root (snapshot, "a", PADDOCK_ACCESS_READ_ONLY);
  put_root (snapshot, "b", PADDOCK_ACCESS_READ_ONLY);
  put_server (snapshot, "t", PADDOCK_STANDING_ALLOWED);
  put_server (snapshot, "s", PADDOCK_STANDING_ALLOWED);
  put_grant (snapshot, "t", "b", 0);
  put_grant (snapshot, "s", "b", 0);
  put_grant (snapshot, "s", "c", 0);
  put_grant (snapshot, "t", "a", 0);
  return snapshot;
}

static void
test_empty (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();

  assert_roots (snapshot, "");
  g_assert_cmpuint (paddock_snapshot_get_servers (snapshot)->len, ==, 0);
  assert_grants (snapshot, NULL, NULL, "");
  assert_grants (snapshot, "s", "r", "");
  g_assert_null (paddock_snapshot_get_root (snapshot, "r"));
  g_assert_null (paddock_snapshot_get_root (snapshot, NULL));
  g_assert_null (find_root (snapshot, "/"));
  g_assert_null (find_root (snapshot, NULL));
  g_assert_null (paddock_snapshot_get_server (snapshot, "s"));
  g_assert_null (paddock_snapshot_get_server (snapshot, NULL));
  g_assert_null (paddock_snapshot_get_grant (snapshot, "s", "r"));
  g_assert_null (paddock_snapshot_get_grant (snapshot, NULL, NULL));
  g_assert_cmpuint (paddock_snapshot_get_availability (snapshot, NULL), ==,
                    PADDOCK_AVAILABILITY_UNKNOWN);
}

static void
test_order (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();
  GPtrArray *servers = paddock_snapshot_get_servers (snapshot);

  assert_roots (snapshot, "c a b");
  g_assert_cmpuint (servers->len, ==, 2);
  g_assert_cmpstr (((PaddockServer *) servers->pdata[0])->id, ==, "t");
  g_assert_cmpstr (((PaddockServer *) servers->pdata[1])->id, ==, "s");
  assert_grants (snapshot, NULL, NULL, "t/b s/b s/c t/a");
  assert_grants (snapshot, "s", NULL, "s/b s/c");
  assert_grants (snapshot, NULL, "b", "t/b s/b");
  assert_grants (snapshot, "t", "a", "t/a");
  assert_grants (snapshot, "s", "a", "");
}

/* A new value replaces the old one, at the same position. */
static void
test_replace (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();
  g_autoptr (PaddockRoot) old_root = paddock_root_ref (paddock_snapshot_get_root (snapshot, "a"));

  put_root (snapshot, "a", PADDOCK_ACCESS_READ_WRITE);
  put_server (snapshot, "t", PADDOCK_STANDING_BLOCKED);
  put_grant (snapshot, "t", "b", 77);

  assert_roots (snapshot, "c a b");
  g_assert_true (paddock_snapshot_get_root (snapshot, "a") != old_root);
  g_assert_true (paddock_snapshot_get_roots (snapshot)->pdata[1] ==
                 paddock_snapshot_get_root (snapshot, "a"));
  g_assert_cmpuint (paddock_snapshot_get_root (snapshot, "a")->access, ==,
                    PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpuint (old_root->access, ==, PADDOCK_ACCESS_READ_ONLY);
  g_assert_cmpuint (paddock_snapshot_get_servers (snapshot)->len, ==, 2);
  g_assert_true (paddock_snapshot_get_servers (snapshot)->pdata[0] ==
                 paddock_snapshot_get_server (snapshot, "t"));
  g_assert_cmpuint (paddock_snapshot_get_server (snapshot, "t")->standing, ==,
                    PADDOCK_STANDING_BLOCKED);
  g_assert_cmpint (paddock_snapshot_get_grant (snapshot, "t", "b")->expires, ==, 77);
  assert_grants (snapshot, NULL, NULL, "t/b s/b s/c t/a");
}

static void
test_drop (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockChanges) more = paddock_changes_new ();

  paddock_changes_drop_root (changes, "b");
  paddock_snapshot_apply (snapshot, changes);
  assert_roots (snapshot, "c a");
  assert_grants (snapshot, NULL, NULL, "s/c t/a");
  g_assert_null (paddock_snapshot_get_root (snapshot, "b"));
  g_assert_null (find_root (snapshot, "/home/user/b"));

  paddock_changes_drop_server (more, "t");
  paddock_changes_drop_grant (more, "s", "a");
  paddock_changes_drop_grant (more, "nobody", "a");
  paddock_changes_drop_grant (more, NULL, NULL);
  paddock_changes_drop_root (more, "nothing");
  paddock_changes_drop_root (more, NULL);
  paddock_changes_drop_server (more, "nobody");
  paddock_changes_drop_server (more, NULL);
  paddock_snapshot_apply (snapshot, more);
  assert_grants (snapshot, NULL, NULL, "s/c");
  g_assert_null (paddock_snapshot_get_server (snapshot, "t"));
  g_assert_cmpuint (paddock_snapshot_get_servers (snapshot)->len, ==, 1);
}

/* An id that comes back has neither grants nor availability. */
static void
test_return (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();

  paddock_snapshot_set_availability (snapshot, "b", PADDOCK_AVAILABILITY_AVAILABLE);
  paddock_changes_drop_root (changes, "b");
  fixture_put_root (changes, "b", PADDOCK_ACCESS_READ_ONLY, 0);
  paddock_changes_drop_server (changes, "s");
  fixture_put_server (changes, "s", PADDOCK_STANDING_ALLOWED);
  paddock_snapshot_apply (snapshot, changes);

  assert_roots (snapshot, "c a b");
  assert_grants (snapshot, NULL, NULL, "t/a");
  g_assert_cmpuint (paddock_snapshot_get_availability (snapshot, "b"), ==,
                    PADDOCK_AVAILABILITY_UNKNOWN);
}

static void
test_no_dangling_grants (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();

  put_grant (snapshot, "s", "nothing", 0);
  put_grant (snapshot, "nobody", "a", 0);
  put_grant (snapshot, NULL, "a", 0);
  put_grant (snapshot, "s", NULL, 0);
  assert_grants (snapshot, NULL, NULL, "t/b s/b s/c t/a");
  put_root (snapshot, "nothing", PADDOCK_ACCESS_READ_ONLY);
  put_server (snapshot, "nobody", PADDOCK_STANDING_ALLOWED);
  assert_grants (snapshot, NULL, NULL, "t/b s/b s/c t/a");
}

static void
test_without_ids (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockRoot) root = paddock_root_new (&(PaddockRoot) { .path = "/" });
  g_autoptr (PaddockServer) server = paddock_server_new (&(PaddockServer) { .claimed_name = "x" });

  paddock_changes_put_root (changes, root);
  paddock_changes_put_server (changes, server);
  paddock_snapshot_apply (snapshot, changes);
  assert_roots (snapshot, "");
  g_assert_cmpuint (paddock_snapshot_get_servers (snapshot)->len, ==, 0);
}

static void
test_availability (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();

  g_assert_cmpuint (paddock_snapshot_get_availability (snapshot, "a"), ==,
                    PADDOCK_AVAILABILITY_UNKNOWN);
  paddock_snapshot_set_availability (snapshot, "a", PADDOCK_AVAILABILITY_AVAILABLE);
  paddock_snapshot_set_availability (snapshot, "nothing", PADDOCK_AVAILABILITY_AVAILABLE);
  paddock_snapshot_set_availability (snapshot, NULL, PADDOCK_AVAILABILITY_AVAILABLE);
  put_root (snapshot, "a", PADDOCK_ACCESS_READ_WRITE);
  g_assert_cmpuint (paddock_snapshot_get_availability (snapshot, "a"), ==,
                    PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_cmpuint (paddock_snapshot_get_availability (snapshot, "nothing"), ==,
                    PADDOCK_AVAILABILITY_UNKNOWN);
}

static void
test_by_path (void)
{
  g_autoptr (PaddockSnapshot) snapshot = make_snapshot ();

  g_assert_cmpstr (find_root (snapshot, "/home/user/a")->id, ==, "a");
  g_assert_null (find_root (snapshot, "/home/user/a/"));
  g_assert_null (find_root (snapshot, "/home/user"));
  g_assert_null (find_root (snapshot, ""));
}

static void
test_markers (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockChanges) drop = paddock_changes_new ();

  fixture_put_root (changes, "a", PADDOCK_ACCESS_READ_ONLY, 0);
  paddock_changes_drop_root (drop, "a");
  paddock_snapshot_apply (snapshot, changes);
  g_assert_cmpuint (paddock_snapshot_get_markers (snapshot, "a"), ==, 0);
  g_assert_false (paddock_snapshot_set_markers (snapshot, "a", 0));
  g_assert_true (paddock_snapshot_set_markers (snapshot, "a", 5));
  g_assert_false (paddock_snapshot_set_markers (snapshot, "a", 5));
  g_assert_false (paddock_snapshot_set_markers (snapshot, "b", 5));
  g_assert_false (paddock_snapshot_set_markers (snapshot, NULL, 5));
  /* A changed root stays the same root; one that comes back is a new one. */
  paddock_snapshot_apply (snapshot, changes);
  g_assert_cmpuint (paddock_snapshot_get_markers (snapshot, "a"), ==, 5);
  paddock_snapshot_apply (snapshot, drop);
  paddock_snapshot_apply (snapshot, changes);
  g_assert_cmpuint (paddock_snapshot_get_markers (snapshot, "a"), ==, 0);
  g_assert_cmpuint (paddock_snapshot_get_markers (snapshot, NULL), ==, 0);
}

/* 1,000 roots, 200 servers and all possible grants: made, listed and dropped. */
static void
test_many (void)
{
  g_autoptr (PaddockSnapshot) snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockChanges) drops = paddock_changes_new ();
  g_autoptr (GPtrArray) all = NULL;

  for (guint i = 0; i < 1000; i++) {
    g_autofree char *id = g_strdup_printf ("r%u", i);

    fixture_put_root (changes, id, PADDOCK_ACCESS_READ_ONLY, 0);
    paddock_changes_drop_root (drops, id);
  }
  for (guint i = 0; i < 200; i++) {
    g_autofree char *id = g_strdup_printf ("s%u", i);

    fixture_put_server (changes, id, PADDOCK_STANDING_ALLOWED);
    for (guint j = 0; j < 1000; j++) {
      g_autofree char *root_id = g_strdup_printf ("r%u", j);

      fixture_put_grant (changes, id, root_id, PADDOCK_ACCESS_READ_ONLY, 0, NULL);
    }
  }
  paddock_snapshot_apply (snapshot, changes);
  all = paddock_snapshot_list_grants (snapshot, NULL, NULL);
  g_assert_cmpuint (all->len, ==, 200000);
  g_assert_cmpstr (((PaddockGrant *) all->pdata[199999])->server_id, ==, "s199");
  g_assert_cmpstr (((PaddockGrant *) all->pdata[199999])->root_id, ==, "r999");

  paddock_snapshot_apply (snapshot, drops);
  assert_roots (snapshot, "");
  assert_grants (snapshot, NULL, NULL, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot/empty", test_empty);
  g_test_add_func ("/snapshot/order", test_order);
  g_test_add_func ("/snapshot/replace", test_replace);
  g_test_add_func ("/snapshot/drop", test_drop);
  g_test_add_func ("/snapshot/return", test_return);
  g_test_add_func ("/snapshot/no-dangling-grants", test_no_dangling_grants);
  g_test_add_func ("/snapshot/without-ids", test_without_ids);
  g_test_add_func ("/snapshot/availability", test_availability);
  g_test_add_func ("/snapshot/by-path", test_by_path);
  g_test_add_func ("/snapshot/markers", test_markers);
  g_test_add_func ("/snapshot/many", test_many);
  return g_test_run ();
}
