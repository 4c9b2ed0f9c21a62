/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "service-disk-fixture.h"

#include "paddock-add-result.h"
#include "paddock-adding.h"
#include "paddock-uri.h"

#include "fake-documents.h"

static GPtrArray *
add (Scene                   *scene,
     const char * const      *paths,
     const PaddockAddOptions *options)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *results;

  paddock_adding_async (scene->state, paths, options, on_result, &result);
  WAIT_FOR (result != NULL);
  results = paddock_adding_finish (result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (results->len, ==, g_strv_length ((GStrv) paths));
  for (guint i = 0; i < results->len; i++)
    g_assert_cmpstr (((PaddockAddResult *) results->pdata[i])->path, ==, paths[i]);
  return results;
}

/* What happens to one path; relative ones are below the tree. */
typedef struct {
  const char          *path;
  PaddockAddOptions    options;
  PaddockPlaceVerdict  verdict;
  gboolean             added;
  PaddockAccess        access;      /* of the root, if it was added */
} AddCase;

#define READ_ONLY .has_access = TRUE, .access = PADDOCK_ACCESS_READ_ONLY
#define READ_WRITE .has_access = TRUE, .access = PADDOCK_ACCESS_READ_WRITE

static const AddCase add_cases[] = {
  { "@home/projects", { 0 }, PADDOCK_PLACE_ACCEPTED, TRUE, PADDOCK_ACCESS_READ_WRITE },
  { "@home/projects/file", { 0 }, PADDOCK_PLACE_ACCEPTED, TRUE, PADDOCK_ACCESS_READ_WRITE },
  { "@home/projects", { READ_ONLY }, PADDOCK_PLACE_ACCEPTED, TRUE, PADDOCK_ACCESS_READ_ONLY },
  { "@home/projects", { READ_WRITE }, PADDOCK_PLACE_ACCEPTED, TRUE, PADDOCK_ACCESS_READ_WRITE },
  { "@home//projects/./deep/..", { 0 }, PADDOCK_PLACE_ACCEPTED, TRUE, PADDOCK_ACCESS_READ_WRITE },
  { "@link", { 0 }, PADDOCK_PLACE_ACCEPTED, TRUE, PADDOCK_ACCESS_READ_WRITE },
  { "@home", { .accept_warnings = TRUE }, PADDOCK_PLACE_WARNED, TRUE, PADDOCK_ACCESS_READ_WRITE },
  { "@home/.ssh", { .accept_warnings = TRUE }, PADDOCK_PLACE_WARNED, TRUE,
    PADDOCK_ACCESS_READ_WRITE },
  { "@", { .accept_warnings = TRUE }, PADDOCK_PLACE_WARNED, TRUE, PADDOCK_ACCESS_READ_ONLY },
  { "@", { .accept_warnings = TRUE, READ_ONLY }, PADDOCK_PLACE_WARNED, TRUE,
    PADDOCK_ACCESS_READ_ONLY },

  { "", { .accept_warnings = TRUE }, PADDOCK_PLACE_EMPTY, FALSE },
  { "home/projects", { .accept_warnings = TRUE }, PADDOCK_PLACE_RELATIVE, FALSE },
  { ".", { .accept_warnings = TRUE }, PADDOCK_PLACE_RELATIVE, FALSE },
  { "https://example.org/", { .accept_warnings = TRUE }, PADDOCK_PLACE_NOT_A_FILE_URI, FALSE },
  { "@nowhere", { .accept_warnings = TRUE }, PADDOCK_PLACE_MISSING, FALSE },
  { "@fifo", { .accept_warnings = TRUE }, PADDOCK_PLACE_WRONG_KIND, FALSE },
  { "@socket", { .accept_warnings = TRUE }, PADDOCK_PLACE_WRONG_KIND, FALSE },
  { "@loop", { .accept_warnings = TRUE }, PADDOCK_PLACE_LINK_LOOP, FALSE },
  { "@own", { .accept_warnings = TRUE }, PADDOCK_PLACE_OWN, FALSE },
  { "@own/paddock.db", { .accept_warnings = TRUE, READ_ONLY }, PADDOCK_PLACE_OWN, FALSE },
  { "@link-to-own", { .accept_warnings = TRUE }, PADDOCK_PLACE_OWN, FALSE },
  { "/proc", { .accept_warnings = TRUE, READ_ONLY }, PADDOCK_PLACE_SYSTEM, FALSE },
  { "@link-to-proc", { .accept_warnings = TRUE }, PADDOCK_PLACE_SYSTEM, FALSE },
  { "@home", { 0 }, PADDOCK_PLACE_WARNED, FALSE },
  { "@home/.ssh", { READ_ONLY }, PADDOCK_PLACE_WARNED, FALSE },
  { "@link-to-home", { 0 }, PADDOCK_PLACE_WARNED, FALSE },
  { "@", { 0 }, PADDOCK_PLACE_WARNED, FALSE },
  { "@", { READ_ONLY }, PADDOCK_PLACE_WARNED, FALSE },
  { "@", { .accept_warnings = TRUE, READ_WRITE }, PADDOCK_PLACE_WARNED, FALSE },
  { "/", { .accept_warnings = TRUE, READ_WRITE }, PADDOCK_PLACE_WARNED, FALSE },
};

static void
make_odd_places (const Tree *tree)
{
  g_autofree char *home = tree_path (tree, "home");
  g_autofree char *own = tree_path (tree, "own");

  tree_mkdir (tree, "home/.ssh");
  tree_fifo (tree, "fifo");
  tree_socket (tree, "socket");
  tree_link (tree, "loop", "loop");
  tree_link (tree, "home/projects", "link");
  tree_link (tree, own, "link-to-own");
  tree_link (tree, home, "link-to-home");
  tree_link (tree, "/proc", "link-to-proc");
}

static void
remove_all_roots (Scene *scene)
{
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  GPtrArray *roots = paddock_snapshot_get_roots (scene->snapshot);

  for (guint i = 0; i < roots->len; i++)
    paddock_changes_drop_root (changes, ((PaddockRoot *) roots->pdata[i])->id);
  scene_commit (scene, changes);
}

static void
check_added (Scene                  *scene,
             const AddCase          *add_case,
             const PaddockAddResult *result)
{
  const PaddockRoot *root = paddock_snapshot_get_root (scene->snapshot, result->root_id);

  g_assert_null (result->error);
  g_assert_nonnull (root);
  g_assert_cmpstr (root->path, ==, result->canonical);
  g_assert_cmpint (root->access, ==, add_case->access);
  g_assert_cmpstr (root->picked, ==,
                   g_str_equal (result->path, root->path) ? NULL : result->path);
  g_assert_cmpint (root->added, >, 0);
  g_assert_false (root->volatile_);
  g_assert_nonnull (root->record);
  /* Whoever heard that may ask for what is in it at once. */
  g_assert_cmpint (paddock_snapshot_get_availability (scene->snapshot, root->id), ==,
                   PADDOCK_AVAILABILITY_AVAILABLE);
  g_assert_cmpuint (paddock_snapshot_get_roots (scene->snapshot)->len, ==, 1);
}

static void
test_one_path (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);

  make_odd_places (scene->tree);
  for (gsize i = 0; i < G_N_ELEMENTS (add_cases); i++) {
    const AddCase *add_case = &add_cases[i];
    g_autofree char *path = *add_case->path == '@' ? tree_path (scene->tree, add_case->path + 1)
                                                   : g_strdup (add_case->path);
    const char *paths[] = { path, NULL };
    g_autoptr (GPtrArray) results = add (scene, paths, &add_case->options);
    const PaddockAddResult *result = g_ptr_array_index (results, 0);

    g_test_message ("%s", path);
    g_assert_cmpstr (paddock_place_verdict_to_nick (result->verdict), ==,
                     paddock_place_verdict_to_nick (add_case->verdict));
    g_assert_cmpint (result->added, ==, add_case->added);
    if (add_case->added) {
      check_added (scene, add_case, result);
    } else {
      g_assert_nonnull (result->error);
      g_assert_null (result->root_id);
      g_assert_cmpuint (paddock_snapshot_get_roots (scene->snapshot)->len, ==, 0);
    }
    remove_all_roots (scene);
  }
}

static void
test_options (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *path = tree_path (scene->tree, "home/projects");
  g_autofree char *uri = paddock_uri_from_path (path);
  const char *paths[] = { uri, NULL };
  gint64 expires = g_get_real_time () + G_TIME_SPAN_HOUR;
  g_autoptr (GPtrArray) results = add (scene, paths, &(PaddockAddOptions) {
    .name = "Projects", .expires = expires, .is_volatile = TRUE, .caller = "somebody",
  });
  const PaddockRoot *root =
    paddock_root_find_by_path (paddock_snapshot_get_roots (scene->snapshot), path);

  g_assert_cmpstr (root->name, ==, "Projects");
  g_assert_cmpint (root->expires, ==, expires);
  g_assert_true (root->volatile_);
  /* A URI is another way to write a path, not another place. */
  g_assert_null (root->picked);
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_ROOT_ADDED, 0), ==, 1);
  g_assert_cmpuint (scene_count_rows_of (scene, PADDOCK_REASON_NONE, "somebody"), ==, 1);
}

/* Good and bad paths together, and several ways to write the same one. */
static void
test_many (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *plain = tree_path (scene->tree, "home/projects");
  g_autofree char *spelled = tree_path (scene->tree, "home/../home/projects/");
  g_autofree char *uri = paddock_uri_from_path (plain);
  g_autofree char *missing = tree_path (scene->tree, "missing");
  g_autofree char *link = tree_path (scene->tree, "link");
  g_autofree char *other = tree_path (scene->tree, "home/projects/deep");
  const char *paths[] = { plain, missing, spelled, uri, other, link, plain, NULL };
  g_autoptr (GPtrArray) results = NULL;
  const PaddockAddResult *first;

  tree_link (scene->tree, "home/projects", "link");
  results = add (scene, paths, &(PaddockAddOptions) { 0 });
  first = g_ptr_array_index (results, 0);
  g_assert_cmpuint (paddock_snapshot_get_roots (scene->snapshot)->len, ==, 2);
  for (guint i = 0; i < results->len; i++) {
    const PaddockAddResult *result = g_ptr_array_index (results, i);

    g_assert_cmpint (result->added, ==, i == 0 || i == 4);
    if (i == 1)
      g_assert_null (result->root_id);
    else if (i == 4)
      g_assert_cmpstr (result->root_id, !=, first->root_id);
    else
      g_assert_cmpstr (result->root_id, ==, first->root_id);
  }
  g_assert_cmpuint (scene_count_rows (scene, PADDOCK_EVENT_ROOT_ADDED, 0), ==, 2);
}

static void
test_known_and_inside (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *known = tree_path (scene->tree, "home/projects");
  g_autofree char *deep = tree_path (scene->tree, "home/projects/deep");
  g_autofree char *deeper = tree_path (scene->tree, "home/projects/deep/er");
  g_autofree char *sibling = tree_path (scene->tree, "home/projects-2");
  const char *paths[] = { known, deep, deeper, sibling, NULL };
  const char *insides[] = { NULL, "r1", "r2", NULL };
  const char *ids[] = { "r1", "r2", NULL, NULL };

  tree_mkdir (scene->tree, "home/projects-2");
  scene_share (scene, "r1", "home/projects");
  scene_add_root (scene, &(PaddockRoot) { .id = "r2", .name = "Deep" }, "home/projects/deep");

  for (int only_look = 1; only_look >= 0; only_look--) {
    g_autoptr (GPtrArray) results = add (scene, paths, &(PaddockAddOptions) {
      .only_look = only_look, READ_WRITE,
    });

    for (guint i = 0; i < results->len; i++) {
      const PaddockAddResult *result = g_ptr_array_index (results, i);

      g_assert_cmpstr (result->inside_id, ==, insides[i]);
      g_assert_cmpint (result->added, ==, !only_look && i >= 2);
      if (i < 2 || only_look)
        g_assert_cmpstr (result->root_id, ==, ids[i]);
      g_assert_null (result->error);
    }
    g_assert_cmpuint (paddock_snapshot_get_roots (scene->snapshot)->len, ==, only_look ? 2 : 4);
  }
  /* The known root stays as it was. */
  g_assert_cmpint (paddock_snapshot_get_root (scene->snapshot, "r2")->access, ==,
                   PADDOCK_ACCESS_READ_ONLY);
  g_assert_cmpstr (paddock_snapshot_get_root (scene->snapshot, "r2")->name, ==, "Deep");
}

static void
test_nothing (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  const char *paths[] = { NULL };
  g_autoptr (GPtrArray) results = add (scene, paths, &(PaddockAddOptions) { 0 });

  g_assert_cmpuint (results->len, ==, 0);
}

static void
test_store_fails (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *path = tree_path (scene->tree, "home/projects");
  const char *paths[] = { path, NULL };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  scene_fail_on (scene, "fail", "INSERT ON roots");
  paddock_adding_async (scene->state, paths, &(PaddockAddOptions) { 0 }, on_result, &result);
  WAIT_FOR (result != NULL);
  g_assert_null (paddock_adding_finish (result, &error));
  g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE);
  g_assert_cmpuint (paddock_snapshot_get_roots (scene->snapshot)->len, ==, 0);
}

/* Two callers add the same path at the same time, and get one root. */
static void
test_at_the_same_time (void)
{
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *path = tree_path (scene->tree, "home/projects");
  const char *paths[] = { path, NULL };
  GAsyncResult *results[4] = { NULL };
  g_autofree char *root_id = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (results); i++)
    paddock_adding_async (scene->state, paths, &(PaddockAddOptions) { 0 }, on_result,
                          &results[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (results); i++) {
    g_autoptr (GPtrArray) added = NULL;

    WAIT_FOR (results[i] != NULL);
    added = paddock_adding_finish (results[i], NULL);
    if (root_id == NULL)
      root_id = g_strdup (((PaddockAddResult *) added->pdata[0])->root_id);
    g_assert_cmpstr (((PaddockAddResult *) added->pdata[0])->root_id, ==, root_id);
    g_object_unref (results[i]);
  }
  g_assert_cmpuint (paddock_snapshot_get_roots (scene->snapshot)->len, ==, 1);
}

static PaddockAddResult *
add_one (Scene                   *scene,
         const char              *relative,
         const PaddockAddOptions *options)
{
  g_autofree char *path = tree_path (scene->tree, relative);
  const char *paths[] = { path, NULL };
  g_autoptr (GPtrArray) results = add (scene, paths, options);

  g_ptr_array_set_free_func (results, NULL);
  return g_ptr_array_index (results, 0);
}

static void
wait_for_availability (Scene               *scene,
                       const char          *root_id,
                       PaddockAvailability  availability)
{
  WAIT_FOR (paddock_snapshot_get_availability (scene->snapshot, root_id) == availability);
}

/* In a sandbox the root has its path on the host, and is reached through its document. If it was
 * deleted, made again and picked again in the window, it is the same root with another document. */
static void
test_documents (void)
{
  static const char * const host = "/mnt/disk/Photos";
  g_autoptr (FakeDocuments) portal = fake_documents_new (5);
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (Scene) scene = scene_new (PADDOCK_CONSENT_ASK);
  g_autofree char *mount = tree_path (scene->tree, "doc");
  g_autofree char *first = tree_path (scene->tree, "doc/a1");
  g_autoptr (PaddockAddResult) added = NULL;
  g_autoptr (PaddockAddResult) again = NULL;
  g_autoptr (PaddockAddResult) looked = NULL;
  g_autoptr (PaddockAddResult) refused = NULL;
  g_autoptr (PaddockAddResult) renewed = NULL;
  const PaddockRoot *root;

  g_dbus_connection_set_exit_on_close (bus, FALSE);
  tree_mkdir (scene->tree, "doc/a1/Photos");
  tree_mkdir (scene->tree, "doc/b2/Photos");
  paddock_places_set_documents (scene->tree->places, mount);
  scene_reopen (scene);
  fake_documents_put (portal, "a1", host);
  fake_documents_put (portal, "b2", host);

  added = add_one (scene, "doc/a1/Photos", &(PaddockAddOptions) { 0 });
  g_assert_true (added->added);
  root = paddock_snapshot_get_root (scene->snapshot, added->root_id);
  g_assert_cmpstr (root->path, ==, host);
  g_assert_cmpstr (root->document, ==, "a1/Photos");
  g_assert_null (root->picked);
  wait_for_availability (scene, added->root_id, PADDOCK_AVAILABILITY_AVAILABLE);

  /* While the folder is there, another document for it changes nothing. */
  again = add_one (scene, "doc/b2/Photos", &(PaddockAddOptions) { .may_renew = TRUE });
  g_assert_false (again->added || again->renewed);
  g_assert_cmpstr (again->root_id, ==, added->root_id);

  remove_all (first);
  wait_for_availability (scene, added->root_id, PADDOCK_AVAILABILITY_MISSING);
  looked = add_one (scene, "doc/b2/Photos", &(PaddockAddOptions) { .only_look = TRUE });
  g_assert_true (looked->renewed);
  refused = add_one (scene, "doc/b2/Photos", &(PaddockAddOptions) { .caller = "somebody" });
  g_assert_nonnull (refused->error);
  g_assert_false (refused->added || refused->renewed);
  g_assert_cmpstr (paddock_snapshot_get_root (scene->snapshot, added->root_id)->document, ==,
                   "a1/Photos");

  renewed = add_one (scene, "doc/b2/Photos", &(PaddockAddOptions) { .may_renew = TRUE });
  g_assert_true (renewed->renewed);
  g_assert_false (renewed->added);
  g_assert_cmpstr (renewed->root_id, ==, added->root_id);
  wait_for_availability (scene, added->root_id, PADDOCK_AVAILABILITY_AVAILABLE);

  scene_reopen (scene);
  g_assert_cmpuint (paddock_snapshot_get_roots (scene->snapshot)->len, ==, 1);
  g_assert_cmpstr (paddock_snapshot_get_root (scene->snapshot, added->root_id)->document, ==,
                   "b2/Photos");
  wait_for_availability (scene, added->root_id, PADDOCK_AVAILABILITY_AVAILABLE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/adding/one-path", test_one_path);
  g_test_add_func ("/adding/options", test_options);
  g_test_add_func ("/adding/many", test_many);
  g_test_add_func ("/adding/known-and-inside", test_known_and_inside);
  g_test_add_func ("/adding/nothing", test_nothing);
  g_test_add_func ("/adding/store-fails", test_store_fails);
  g_test_add_func ("/adding/at-the-same-time", test_at_the_same_time);
  g_test_add_func ("/adding/documents", test_documents);
  return g_test_run ();
}
