/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "../support/test-tree.h"

#include "paddock-confinement.h"
#include "paddock-box-error.h"
#include "paddock-error.h"
#include "paddock-installation.h"
#include "paddock-names.h"

/* The home and Paddock's data lie in a tree: TREE/home and TREE/own. */

static Tree *the_tree;

/* Returns a root as the service writes it. @record_of_path: (nullable): whose record it has. */
static char *
make_root (const char *relative,
           const char *record_of_path,
           gboolean    is_read_only)
{
  g_autofree char *path = tree_path (the_tree, relative);
  g_autoptr (GString) meta = g_string_new (NULL);

  if (record_of_path != NULL) {
    g_autoptr (PaddockFileRecord) record = record_of (the_tree, record_of_path);
    g_autoptr (GVariant) variant = g_variant_ref_sink (paddock_file_record_to_variant (record));
    g_autofree char *text = g_variant_print (variant, FALSE);
    g_autofree char *quoted = paddock_json_quote (text);

    g_string_printf (meta, "\"" PADDOCK_META_RECORD "\":%s,", quoted);
  }
  return g_strdup_printf ("{\"uri\":\"file://%s\",\"_meta\":{%s\"" PADDOCK_META_ACCESS
                          "\":\"%s\"}}", path, meta->str,
                          is_read_only ? "read-only" : "read-write");
}

static PaddockRootList *
make_list (const char *roots)
{
  g_autofree char *text = g_strdup_printf ("{\"roots\":[%s]}", roots);

  return paddock_root_list_read ((PaddockSpan) { text, strlen (text) });
}

/* Describes the folders of a box, without the part of the path that the tree is in. */
static char *
describe (GPtrArray *folders)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < folders->len; i++) {
    const PaddockBoxFolder *folder = folders->pdata[i];
    gboolean is_in_tree = g_str_has_prefix (folder->path, the_tree->base);
    struct stat opened, found;

    g_assert_cmpint (fstat (folder->fd, &opened), ==, 0);
    g_assert_cmpint (lstat (folder->path, &found), ==, 0);
    g_assert_cmpuint (opened.st_ino, ==, found.st_ino);
    g_string_append_printf (text, "%s%s%s", i > 0 ? "|" : "", folder->is_writable ? "+" : "",
                            folder->path + (is_in_tree ? strlen (the_tree->base) + 1 : 0));
  }
  return g_string_free (text, FALSE);
}

static void
test_roots (void)
{
  static const struct { const char *path;
                        const char *record;
                        gboolean    is_read_only;
                        const char *expected;
  } rows[] = {
    { "home/projects", "home/projects", FALSE, "+home/projects" },
    { "home/projects", "home/projects", TRUE, "home/projects" },
    { "home/projects/file", "home/projects/file", TRUE, "home/projects/file" },
    /* An older service says nothing of what it means. */
    { "home/projects", NULL, FALSE, "" },
    /* Another one is there now, nothing is, or a link is. */
    { "home/projects", "home/other", FALSE, "" },
    { "home/projects/file", "home/projects", FALSE, "" },
    { "home/none", "home/projects", FALSE, "" },
    { "home/link", "home/projects", FALSE, "" },
    { "home/link/deep", "home/projects/deep", FALSE, "" },
    /* It holds the home or Paddock's data, or lies in these. */
    { "home", "home/projects", FALSE, "" },
    { "", "home/projects", FALSE, "" },
    { "own", "home/projects", FALSE, "" },
    { "own/data", "home/projects", FALSE, "" },
  };
  const PaddockConfinementOptions options = { .has_network = TRUE };
  g_autoptr (PaddockConfinement) confinement = paddock_confinement_new (&options);
  guint before = count_open_files ();

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *root = make_root (rows[i].path, rows[i].record, rows[i].is_read_only);
    g_autoptr (PaddockRootList) list = make_list (root);
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) folders = paddock_confinement_open_folders (confinement, list, &error);
    g_autofree char *got = describe (folders);
    g_auto (GStrv) held = paddock_confinement_dup_held (folders, list);

    g_assert_no_error (error);
    g_assert_cmpstr (got, ==, rows[i].expected);
    g_assert_cmpuint (g_strv_length (held), ==, *rows[i].expected != '\0');
  }
  g_assert_cmpuint (count_open_files (), ==, before);
}

/* A directory that is not the tree's, which the test of "home" alone would not show. */
static void
test_forbidden (void)
{
  static const char * const paths[] = { "home", "", "own", "own/data" };

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *path = tree_path (the_tree, paths[i]);
    const char * const reads[] = { path, NULL };
    g_autoptr (PaddockConfinement) confinement =
      paddock_confinement_new (&(PaddockConfinementOptions) { .reads = reads });
    g_autoptr (PaddockRootList) nothing = paddock_root_list_new_empty ();
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", path);
    g_assert_null (paddock_confinement_open_folders (confinement, nothing, &error));
    g_assert_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM);
    g_assert_nonnull (strstr (error->message, "--confine-read"));
  }
}

/* What HOME says does not open the home that the user really has, nor what the kernel shows. */
static void
test_forbidden_system (void)
{
  g_autofree char *home = paddock_installation_dup_registered_home ();
  const char *paths[] = { "/proc", "/proc/self", "/sys", "/dev", "/dev/shm", home };

  for (gsize i = 0; i < G_N_ELEMENTS (paths) && paths[i] != NULL; i++) {
    const char * const reads[] = { paths[i], NULL };
    g_autoptr (PaddockConfinement) confinement =
      paddock_confinement_new (&(PaddockConfinementOptions) { .reads = reads });
    g_autoptr (PaddockRootList) nothing = paddock_root_list_new_empty ();
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", paths[i]);
    g_assert_null (paddock_confinement_open_folders (confinement, nothing, &error));
    g_assert_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM);
  }
}

/* Records that make no sense identify nothing. */
static void
test_garbage (void)
{
  static const char * const records[] = { "", "x", "()", "(0, 1, 2)", "@(uttxumaymay) 7",
                                          "[(0, 1, 2, 3, 4, nothing, nothing)]",
                                          "(7, 1, 2, 3, 4, b'/', b'x')" };
  const PaddockConfinementOptions options = { .has_network = TRUE };
  g_autoptr (PaddockConfinement) confinement = paddock_confinement_new (&options);
  g_autofree char *long_text = g_strnfill (100000, ' ');

  for (gsize i = 0; i <= G_N_ELEMENTS (records); i++) {
    g_autofree char *quoted =
      paddock_json_quote (i < G_N_ELEMENTS (records) ? records[i] : long_text);
    g_autofree char *root = g_strdup_printf (
      "{\"uri\":\"file://%s/home/projects\",\"_meta\":{\"" PADDOCK_META_RECORD "\":%s}}",
      the_tree->base, quoted);
    g_autoptr (PaddockRootList) list = make_list (root);
    g_autoptr (GPtrArray) folders = paddock_confinement_open_folders (confinement, list, NULL);

    g_test_message ("%s", quoted);
    g_assert_cmpuint (folders->len, ==, 0);
  }
}

static GStrv
split_paths (const char *paths)
{
  GStrv parts = g_strsplit (paths, "|", -1);

  for (gsize i = 0; parts[i] != NULL; i++) {
    char *path = strchr ("/~", *parts[i]) == NULL ? tree_path (the_tree, parts[i])
                                                  : g_strdup (parts[i]);

    g_free (parts[i]);
    parts[i] = path;
  }
  return parts;
}

/* What the command line names is read-only, through its links, and not twice. */
static void
test_reads (void)
{
  static const struct { const char *reads;
                        const char *expected; /* NULL: nothing is started */
  } rows[] = {
    { "home/other", "+home/projects|home/other" },
    { "home/other|home/other/../other", "+home/projects|home/other" },
    { "home/link-to-other", "+home/projects|home/other" },
    { "home/link", "+home/projects" },
    { "home/projects/deep", "+home/projects" },
    { "home/projects/file", "+home/projects" },
    { "home/other/tool", "+home/projects|home/other/tool" },
    { "home/none", NULL },
    { "home/other|home/none", NULL },
    { "home/dangling", NULL },
    { "~/other", "+home/projects|home/other" },
    { "~//other/../other|~/link-to-other", "+home/projects|home/other" },
    { "~/projects/deep", "+home/projects" },
    { "~/none", NULL },
    { "~", NULL },
    { "~/", NULL },
    { "~other", NULL },
    { "~/../own", NULL },
  };
  g_autofree char *root = make_root ("home/projects", "home/projects", FALSE);
  g_autoptr (PaddockRootList) list = make_list (root);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) reads = split_paths (rows[i].reads);
    g_autoptr (PaddockConfinement) confinement = NULL;
    g_autoptr (GPtrArray) folders = NULL;
    g_autofree char *got = NULL;
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", rows[i].reads);
    confinement = paddock_confinement_new (&(PaddockConfinementOptions) {
      .reads = (const char * const *) reads,
    });
    folders = paddock_confinement_open_folders (confinement, list, &error);
    if (rows[i].expected == NULL) {
      g_assert_null (folders);
      g_assert_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM);
      continue;
    }
    g_assert_no_error (error);
    got = describe (folders);
    g_assert_cmpstr (got, ==, rows[i].expected);
  }
}

/* What --confine-write names can be changed, what is shared read-only in it can't, and what is read
 * in it is there once. */
static void
test_writes (void)
{
  static const struct { const char *shared;  /* read-only */
                        const char *writes;
                        const char *reads;
                        const char *expected; /* NULL: nothing is started */
  } rows[] = {
    { "home/projects", "home/other", "", "home/projects|+home/other" },
    { "home/projects", "~/other/tool", "", "home/projects|+home/other/tool" },
    { "home/projects", "home/link-to-other", "", "home/projects|+home/other" },
    { "home/projects", "home/other|home/other/tool", "", "home/projects|+home/other" },
    { "home/projects", "home/other/tool", "home/other",
      "home/projects|+home/other/tool|home/other" },
    { "home/projects", "home/other", "home/other/tool|home/other", "home/projects|+home/other" },
    /* In a folder that is shared read-only, and around one. */
    { "home/projects", "home/projects/file", "", "home/projects|+home/projects/file" },
    { "home/projects", "home/projects", "", "+home/projects" },
    { "home/projects/deep", "home/projects", "", "home/projects/deep|+home/projects" },
    { "home/projects", "home/none", "", NULL },
    { "home/projects", "home", "", NULL },
    { "home/projects", "own", "", NULL },
    { "home/projects", "own/data", "", NULL },
    { "home/projects", "/dev/shm", "", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *root = make_root (rows[i].shared, rows[i].shared, TRUE);
    g_autoptr (PaddockRootList) list = make_list (root);
    g_auto (GStrv) writes = split_paths (rows[i].writes);
    g_auto (GStrv) reads = split_paths (rows[i].reads);
    g_autoptr (PaddockConfinement) confinement =
      paddock_confinement_new (&(PaddockConfinementOptions) {
      .writes = (const char * const *) writes,
      .reads = (const char * const *) reads,
    });
    g_autoptr (GError) error = NULL;
    g_autoptr (GPtrArray) folders = paddock_confinement_open_folders (confinement, list, &error);
    g_autofree char *got = folders != NULL ? describe (folders) : NULL;

    g_test_message ("%s %s", rows[i].shared, rows[i].writes);
    if (rows[i].expected == NULL) {
      g_assert_null (folders);
      g_assert_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM);
      continue;
    }
    g_assert_no_error (error);
    g_assert_cmpstr (got, ==, rows[i].expected);
    g_assert_cmpuint (g_strv_length (paddock_confinement_get_confined (confinement)->writes), ==,
                      g_strv_length (writes));
  }
}

/* What is left out is not written through what --confine-write names. */
static void
test_write_around (void)
{
  g_autofree char *path = tree_path (the_tree, "home/projects");
  const char * const writes[] = { path, NULL };
  g_autofree char *root = make_root ("home/projects/deep", "home/other", TRUE);
  g_autoptr (PaddockRootList) list = make_list (root);
  g_autoptr (PaddockConfinement) confinement =
    paddock_confinement_new (&(PaddockConfinementOptions) { .writes = writes });
  g_autoptr (GPtrArray) folders = paddock_confinement_open_folders (confinement, list, NULL);

  g_assert_cmpuint (folders->len, ==, 0);
}

/* The program lies where the server can write, so nothing is found by what it wrote there. */
static void
test_found_in_writes (void)
{
  static const struct { const char *writes;
                        const char *expected;
  } rows[] = {
    { NULL, "home/dev/y" },
    { "home/dev", "+home/dev" },
    { "home/dev/y", "+home/dev/y" },
    { "home/away", "+home/away" },
  };

  tree_mkdir (the_tree, "home/dev/y");
  tree_write (the_tree, "home/dev/y/package.json");
  tree_write (the_tree, "home/dev/y/index.js");
  tree_mkdir (the_tree, "home/away");
  tree_link (the_tree, "../dev/y/index.js", "home/away/index.js");
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    gboolean is_led = g_strcmp0 (rows[i].writes, "home/away") == 0;
    g_autofree char *script = tree_path (the_tree, is_led ? "home/away/index.js"
                                                          : "home/dev/y/index.js");
    g_autofree char *path = rows[i].writes != NULL ? tree_path (the_tree, rows[i].writes) : NULL;
    const char * const writes[] = { path, NULL };
    const char * const argv[] = { "/usr/bin/node", script, NULL };
    g_autoptr (PaddockRootList) list = paddock_root_list_new_empty ();
    g_autoptr (PaddockConfinement) confinement =
      paddock_confinement_new (&(PaddockConfinementOptions) { .writes = writes, .argv = argv });
    g_autoptr (GPtrArray) folders = paddock_confinement_open_folders (confinement, list, NULL);
    g_autofree char *got = describe (folders);

    g_assert_cmpstr (got, ==, rows[i].expected);
  }
}

/* What the program needs is found, opened, and told to the service; secrets are not. */
static void
test_found (void)
{
  static const struct { const char *words;
                        const char *expected; /* NULL: nothing is started */
                        const char *problem;  /* NULL: none */
  } rows[] = {
    { "/usr/bin/env", "+home/projects", NULL },
    { "home/other/tool", "+home/projects|home/other/tool", NULL },
    { "/usr/bin/node home/dev/x/index.js", "+home/projects|home/dev/x", NULL },
    { "/usr/bin/node home/dev/link/index.js", "+home/projects|home/dev/x", NULL },
    { "/usr/bin/node home/projects/file", "+home/projects", NULL },
    { "home/.ssh/bin/tool", NULL, "~/.ssh/bin/tool may hold secrets, so the box doesn’t get it by "
      "itself. Add --confine-read ~/.ssh/bin/tool" },
    { "home/keys/bin/tool", NULL, "~/.ssh/bin/tool may hold secrets, so the box doesn’t get it by "
      "itself. Add --confine-read ~/.ssh/bin/tool" },
    { "home/.docker/tool", "+home/projects|home/.docker/tool", NULL },
    /* The server starts, and says that the script is missing. */
    { "/usr/bin/node home/.ssh/bin/tool", "+home/projects", "may hold secrets" },
    { "/usr/bin/node home/.docker/tool", "+home/projects", "may hold secrets" },
    { "/usr/bin/node own/x", "+home/projects", "holds Paddock’s data" },
    { "home/loop", NULL, "~/loop leads through too many links" },
  };
  g_autofree char *root = make_root ("home/projects", "home/projects", FALSE);
  g_autoptr (PaddockRootList) list = make_list (root);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) argv = g_strsplit (rows[i].words, " ", -1);
    g_autoptr (PaddockConfinement) confinement = NULL;
    g_autoptr (GPtrArray) folders = NULL;
    g_autofree char *got = NULL;
    g_autoptr (GError) error = NULL;
    const PaddockConfined *confined;

    for (gsize j = 0; argv[j] != NULL; j++) {
      char *path = *argv[j] != '/' ? tree_path (the_tree, argv[j]) : g_strdup (argv[j]);

      g_free (argv[j]);
      argv[j] = path;
    }
    g_test_message ("%s", rows[i].words);
    confinement = paddock_confinement_new (&(PaddockConfinementOptions) {
      .argv = (const char * const *) argv,
    });
    if (rows[i].expected != NULL && rows[i].problem != NULL) {
      g_autofree char *pattern = g_strconcat ("*", rows[i].problem, "*", NULL);

      g_test_expect_message ("paddock-proxy", G_LOG_LEVEL_MESSAGE, pattern);
    }
    folders = paddock_confinement_open_folders (confinement, list, &error);
    g_test_assert_expected_messages ();
    if (rows[i].expected == NULL) {
      g_assert_null (folders);
      g_assert_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM);
      g_assert_cmpstr (error->message, ==, rows[i].problem);
      continue;
    }
    g_assert_no_error (error);
    got = describe (folders);
    g_assert_cmpstr (got, ==, rows[i].expected);
    confined = paddock_confinement_get_confined (confinement);
    g_assert_cmpuint (g_strv_length (confined->reads), ==, folders->len - 1);
    if (folders->len > 1)
      g_assert_cmpstr (confined->reads[0], ==, ((PaddockBoxFolder *) folders->pdata[1])->path);
  }
}

/* A file of certificates that npm's settings name is there, unless it is in a hidden folder. */
static void
test_certificates (void)
{
  static const char certificate[] = "-----BEGIN CERTIFICATE-----\n";
  static const char * const argv[] = { "/usr/bin/env", NULL };
  static const struct { const char *folder;
                        gboolean    is_there;
  } rows[] = { { "home/ca", TRUE }, { "home/.config", FALSE }, { "outside", TRUE } };
  g_autofree char *settings = tree_path (the_tree, "home/.npmrc");

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *relative = g_build_filename (rows[i].folder, "company.pem", NULL);
    g_autofree char *path = tree_path (the_tree, relative);
    g_autofree char *text = g_strdup_printf ("cafile=%s\n", path);
    g_autoptr (PaddockRootList) list = paddock_root_list_new_empty ();
    g_autoptr (PaddockConfinement) confinement =
      paddock_confinement_new (&(PaddockConfinementOptions) { .argv = argv });
    g_autoptr (GPtrArray) folders = NULL;
    g_autofree char *got = NULL;

    tree_mkdir (the_tree, rows[i].folder);
    g_assert_true (g_file_set_contents (path, certificate, -1, NULL));
    g_assert_true (g_file_set_contents (settings, text, -1, NULL));
    if (!rows[i].is_there)
      g_test_expect_message ("paddock-proxy", G_LOG_LEVEL_MESSAGE, "*cafile*left out*");
    folders = paddock_confinement_open_folders (confinement, list, NULL);
    g_test_assert_expected_messages ();
    got = describe (folders);
    g_assert_cmpstr (got, ==, rows[i].is_there ? relative : "");
  }
  g_assert_cmpint (g_unlink (settings), ==, 0);
}

/* Folders that only the command line names are empty in the box. They belong to nobody's grant. */
static void
test_empty (void)
{
  static const struct { const char *words;
                        const char *expected;
  } rows[] = {
    { "home/other", "home/other" },
    { "home/other home/dev home/other/../other", "home/other|home/dev" },
    { "home/other/", "home/other" },
    { "--root home/other", "home/other" },
    { "--root=home/other", "home/other" },
    { "home/link-to-other", "home/link-to-other" },
    { "home/keys", "home/keys" },
    { "home/.ssh", "home/.ssh" },
    { "~/other", "home/other" },
    { "./other ../home/other", "home/other" },
    { "other", "" },
    /* What no folder is, or what the box has. */
    { "home/none", "" },
    { "home/other/tool", "" },
    { "home/dangling", "" },
    { "home/loop", "" },
    { "home/.ssh/bin", "" },
    { "home/projects", "" },
    { "home/projects/deep", "" },
    { "home/other/../projects", "" },
    { "home", "" },
    { "~", "" },
    { "", "" },
    { "/ /usr /etc /proc /dev /sys /run /tmp /usr/share", "" },
    { "/usr/../proc/self /../..", "" },
    { "home/dev/x", "home/dev/x" },
  };
  g_autofree char *root = make_root ("home/projects", "home/projects", FALSE);
  g_autoptr (PaddockRootList) list = make_list (root);
  g_autofree char *home = tree_path (the_tree, "home");
  guint before = count_open_files ();
  gint64 deadline = g_get_monotonic_time () + 5 * G_TIME_SPAN_SECOND;

  g_assert_cmpint (g_chdir (home), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *command = g_strconcat ("server ", rows[i].words, NULL);
    g_auto (GStrv) argv = g_strsplit (command, " ", -1);
    g_autoptr (PaddockConfinement) confinement = NULL;
    g_autoptr (GPtrArray) folders = NULL;
    g_autoptr (GString) got = g_string_new (NULL);
    const char * const *empty;

    for (gsize j = 1; argv[j] != NULL; j++) {
      const char *place = strstr (argv[j], "home");

      if (place != NULL && (place == argv[j] || place[-1] == '=')) {
        char *path = g_strdup_printf ("%.*s%s/%s", (int) (place - argv[j]), argv[j], the_tree->base,
                                      place);

        g_free (argv[j]);
        argv[j] = path;
      }
    }
    g_test_message ("%s", rows[i].words);
    confinement = paddock_confinement_new (&(PaddockConfinementOptions) {
      .argv = (const char * const *) argv,
    });
    g_assert_null (paddock_confinement_get_empty (confinement)[0]);
    folders = paddock_confinement_open_folders (confinement, list, NULL);
    g_assert_cmpuint (folders->len, ==, 1);
    empty = paddock_confinement_get_empty (confinement);
    for (gsize j = 0; empty[j] != NULL; j++)
      g_string_append_printf (got, "%s%s", j > 0 ? "|" : "",
                              g_str_has_prefix (empty[j], the_tree->base)
                              ? empty[j] + strlen (the_tree->base) + 1 : empty[j]);
    g_assert_cmpstr (got->str, ==, rows[i].expected);
    g_assert_null (paddock_confinement_get_confined (confinement)->reads[0]);
  }
  g_assert_cmpint (g_chdir ("/"), ==, 0);
  /* What was opened too early is closed from the main loop. */
  while (count_open_files () > before && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (count_open_files (), ==, before);
}

/* Only so many are made, and a path may be too long. */
static void
test_many_empty (void)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_null_terminated (300, g_free, TRUE);
  g_autofree char *name = g_strnfill (4096, 'x');
  g_autoptr (PaddockRootList) nothing = paddock_root_list_new_empty ();
  g_autoptr (PaddockConfinement) confinement = NULL;
  g_autoptr (GPtrArray) folders = NULL;
  const char * const *empty;

  g_ptr_array_add (argv, g_strdup ("server"));
  g_ptr_array_add (argv, g_strconcat ("/", name, NULL));
  for (guint i = 0; i < 300; i++) {
    g_autofree char *relative = g_strdup_printf ("home/many/%u", i);

    tree_mkdir (the_tree, relative);
    g_ptr_array_add (argv, tree_path (the_tree, relative));
  }
  confinement = paddock_confinement_new (&(PaddockConfinementOptions) {
    .argv = (const char * const *) argv->pdata,
  });
  folders = paddock_confinement_open_folders (confinement, nothing, NULL);
  empty = paddock_confinement_get_empty (confinement);
  g_assert_cmpuint (g_strv_length ((char **) empty), ==, 16);
  for (guint i = 0; i < 16; i++)
    g_assert_cmpstr (empty[i], ==, argv->pdata[2 + i]);
}

/* A root that is left out is not held because the program is there. */
static void
test_found_at_root (void)
{
  g_autofree char *script = tree_path (the_tree, "home/dev/x/index.js");
  const char * const argv[] = { "/usr/bin/node", script, NULL };
  g_autofree char *root = make_root ("home/dev/x", "home/other", FALSE);
  g_autoptr (PaddockRootList) list = make_list (root);
  g_autoptr (PaddockConfinement) confinement =
    paddock_confinement_new (&(PaddockConfinementOptions) { .argv = argv });
  g_autoptr (GPtrArray) folders = paddock_confinement_open_folders (confinement, list, NULL);
  g_auto (GStrv) held = paddock_confinement_dup_held (folders, list);

  g_assert_cmpuint (folders->len, ==, 1);
  g_assert_cmpuint (g_strv_length (held), ==, 0);
}

/* Paths count from where `paddock run` was started, although the server may start elsewhere. */
static void
test_relative (void)
{
  static const char * const reads[] = { "other", NULL };
  g_autofree char *before = g_get_current_dir ();
  g_autofree char *home = tree_path (the_tree, "home");
  g_autoptr (PaddockRootList) nothing = paddock_root_list_new_empty ();
  g_autoptr (PaddockConfinement) confinement = NULL;
  g_autoptr (GPtrArray) folders = NULL;
  g_autofree char *got = NULL;

  g_assert_cmpint (g_chdir (home), ==, 0);
  confinement = paddock_confinement_new (&(PaddockConfinementOptions) { .reads = reads });
  g_assert_cmpint (g_chdir (before), ==, 0);
  folders = paddock_confinement_open_folders (confinement, nothing, NULL);
  got = describe (folders);
  g_assert_cmpstr (got, ==, "home/other");
}

/* Returns a list without roots, in which the service names the server. */
static PaddockRootList *
list_for (const char *server_id)
{
  g_autofree char *text =
    g_strdup_printf ("{\"roots\":[],\"_meta\":{\"" PADDOCK_META_SERVER "\":%s%s%s}}",
                     server_id != NULL ? "\"" : "", server_id != NULL ? server_id : "null",
                     server_id != NULL ? "\"" : "");

  return paddock_root_list_read ((PaddockSpan) { text, strlen (text) });
}

/* Each server that the service knows has a home of its own, which it finds again. */
static void
make_boxes (const Tree *tree)
{
  static const struct { const char *server_id;
                        gboolean    is_kept;
  } rows[] = {
    { "5e0b1a2c-0000-4000-8000-1234567890ab", TRUE }, { "A", TRUE },
    { NULL, FALSE }, { "", FALSE }, { ".", FALSE }, { "..", FALSE }, { "../other", FALSE },
    { "a/b", FALSE }, { "a b", FALSE }, { "\xc3\xa4", FALSE },
  };
  static const char * const argv[] = { "/usr/bin/env", NULL };
  static const char * const environment[] = { "PATH=/usr/bin", NULL };
  const PaddockConfinementOptions options = { .has_network = TRUE };
  g_autoptr (PaddockConfinement) confinement = paddock_confinement_new (&options);
  g_autofree char *data = tree_path (tree, "own/" PADDOCK_CONFINED_DIRECTORY);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GPtrArray) folders = g_ptr_array_new ();
    g_autofree char *home = g_build_filename (data, rows[i].server_id, NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockRootList) list = list_for (rows[i].server_id);
    g_autoptr (PaddockBox) box =
      paddock_confinement_make_box (confinement, folders, list, argv, environment, NULL, &error);

    g_test_message ("%s", rows[i].server_id);
    g_assert_no_error (error);
    g_assert_nonnull (box);
    g_assert_cmpstr (paddock_confinement_get_server (confinement), ==,
                     paddock_root_list_get_server (list));
    if (rows[i].is_kept)
      g_assert_cmpint (rmdir (home), ==, 0);
    g_assert_cmpint (rmdir (data) == 0, ==, rows[i].is_kept);
  }
}

/* The paths are those that the user gave, made absolute. */
static void
test_confined (void)
{
  static const char * const reads[] = { "/opt/a/../b", "rel", NULL };
  g_autoptr (PaddockConfinement) confinement =
    paddock_confinement_new (&(PaddockConfinementOptions) { .has_network = TRUE, .reads = reads });
  g_autoptr (PaddockConfinement) bare =
    paddock_confinement_new (&(PaddockConfinementOptions) { .has_network = FALSE });
  const PaddockConfined *confined = paddock_confinement_get_confined (confinement);
  g_autofree char *relative = g_canonicalize_filename ("rel", NULL);

  g_assert_true (confined->has_network);
  g_assert_cmpstr (confined->reads[0], ==, "/opt/b");
  g_assert_cmpstr (confined->reads[1], ==, relative);
  g_assert_false (paddock_confinement_get_confined (bare)->has_network);
  g_assert_null (paddock_confinement_get_confined (bare)->reads[0]);
  g_assert_null (paddock_confinement_get_server (bare));
}

static void
test_homes (void)
{
  if (!g_file_test ("/usr/bin/bwrap", G_FILE_TEST_IS_EXECUTABLE)) {
    g_test_skip ("bubblewrap is missing");
    return;
  }
  tree_chmod (the_tree, "own", 0777);
  run_unprivileged (the_tree, make_boxes);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *home = NULL;
  g_autofree char *own = NULL;
  int status;

  the_tree = tree_new ();
  home = tree_path (the_tree, "home");
  own = tree_path (the_tree, "own");
  g_setenv ("HOME", home, TRUE);
  g_setenv (PADDOCK_ENV_DATA_DIR, own, TRUE);
  tree_mkdir (the_tree, "home/other");
  tree_write (the_tree, "home/other/tool");
  tree_link (the_tree, "projects", "home/link");
  tree_link (the_tree, "other", "home/link-to-other");
  tree_link (the_tree, "nowhere", "home/dangling");
  tree_mkdir (the_tree, "home/dev/x");
  tree_write (the_tree, "home/dev/x/package.json");
  tree_write (the_tree, "home/dev/x/index.js");
  tree_link (the_tree, "x", "home/dev/link");
  tree_mkdir (the_tree, "home/.ssh/bin");
  tree_write (the_tree, "home/.ssh/bin/tool");
  tree_link (the_tree, ".ssh", "home/keys");
  tree_mkdir (the_tree, "home/.docker");
  tree_write (the_tree, "home/.docker/tool");
  tree_write (the_tree, "own/x");
  tree_link (the_tree, "loop", "home/loop");

  g_test_init (&argc, &argv, NULL);
  /* It has a descriptor, which is not counted as left open. */
  g_main_context_default ();
  g_test_add_func ("/confinement/roots", test_roots);
  g_test_add_func ("/confinement/forbidden", test_forbidden);
  g_test_add_func ("/confinement/forbidden-system", test_forbidden_system);
  g_test_add_func ("/confinement/garbage", test_garbage);
  g_test_add_func ("/confinement/reads", test_reads);
  g_test_add_func ("/confinement/writes", test_writes);
  g_test_add_func ("/confinement/write-around", test_write_around);
  g_test_add_func ("/confinement/found-in-writes", test_found_in_writes);
  g_test_add_func ("/confinement/found", test_found);
  g_test_add_func ("/confinement/certificates", test_certificates);
  g_test_add_func ("/confinement/empty", test_empty);
  g_test_add_func ("/confinement/many-empty", test_many_empty);
  g_test_add_func ("/confinement/found-at-root", test_found_at_root);
  g_test_add_func ("/confinement/relative", test_relative);
  g_test_add_func ("/confinement/confined", test_confined);
  g_test_add_func ("/confinement/homes", test_homes);
  status = g_test_run ();
  tree_free (the_tree);
  return status;
}
