/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-app-keyring.h"

/* Which entry gets which key again. */

#define KEY(letter) "cursor-" letter "00000000000"

static void
add_note (GPtrArray  *notes,
          const char *key,
          const char *server,
          const char *path,
          const char *project,
          gint64      noted)
{
  g_ptr_array_add (notes, paddock_app_note_new (&(PaddockAppNote) {
    .key = key, .app = "cursor", .server = server, .path = path, .project = project,
    .noted = noted, .is_gone = TRUE,
  }));
}

static PaddockAppFile *
make_file (const char *app,
           const char *path)
{
  PaddockAppFile *file = paddock_app_file_new_without (paddock_app_find (app));

  file->path = g_strdup (path);
  return file;
}

static PaddockAppEntry *
make_entry (const char *name,
            const char *project,
            const char *key)
{
  PaddockAppEntry *entry = g_new0 (PaddockAppEntry, 1);

  entry->name = g_strdup (name);
  entry->project = g_strdup (project);
  entry->key = g_strdup (key);
  return entry;
}

static void
test_find (void)
{
  const struct {
    const char *app;
    const char *path;
    const char *project;
    const char *name;
    const char *key;                /* NULL: a new one */
  } rows[] = {
    { "cursor", "/f", NULL, "files", KEY ("b") },       /* the last one */
    { "cursor", "/f", "/p", "files", KEY ("c") },
    { "cursor", "/f", "/q", "files", NULL },
    { "cursor", "/f", "", "files", KEY ("b") },
    { "cursor", "/g", NULL, "files", NULL },            /* another file, maybe a copy */
    { "cursor", "/f", NULL, "file", NULL },             /* another name */
    { "zed", "/f", NULL, "files", NULL },
    { "cursor", "/f", NULL, "address", KEY ("d") },     /* without names of members */
    { "cursor", "/f", NULL, "old", NULL },              /* its project isn't known */
    { "cursor", "/f", NULL, "used", NULL },             /* another file has the key */
    { "cursor", "/f", NULL, "used-address", NULL },
  };
  g_autoptr (GPtrArray) notes =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_note_unref);
  g_autoptr (GPtrArray) files =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_app_file_unref);
  PaddockAppFile *copy = make_file ("zed", "/copy");
  g_autoptr (PaddockAppKeyring) keyring = NULL;

  add_note (notes, KEY ("a"), "files", "/f", "", 1);
  add_note (notes, KEY ("b"), "files", "/f", "", 3);
  add_note (notes, KEY ("c"), "files", "/f", "/p", 4);
  add_note (notes, KEY ("d") ".url.type", "address", "/f", "", 1);
  add_note (notes, KEY ("e"), "old", "/f", NULL, 1);
  add_note (notes, KEY ("f"), "used", "/f", "", 1);
  add_note (notes, KEY ("g") ".url", "used-address", "/f", "", 1);
  g_ptr_array_add (copy->entries, make_entry ("any", NULL, KEY ("f") ".url"));
  g_ptr_array_add (copy->entries, make_entry ("other", NULL, KEY ("g")));
  g_ptr_array_add (copy->entries, make_entry ("direct", NULL, NULL));
  g_ptr_array_add (files, copy);
  keyring = paddock_app_keyring_new (notes, files);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (PaddockAppFile) file = make_file (rows[i].app, rows[i].path);
    g_autoptr (PaddockAppEntry) entry = make_entry (rows[i].name, rows[i].project, NULL);
    g_autofree char *key = paddock_app_keyring_dup_key (keyring, file, entry);

    g_test_message ("row %" G_GSIZE_FORMAT, i);
    g_assert_cmpstr (key, ==, rows[i].key);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app-keyring/find", test_find);
  return g_test_run ();
}
