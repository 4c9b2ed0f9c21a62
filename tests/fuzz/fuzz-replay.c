/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include <glib.h>

/* Runs a target over its corpus, as a test: each file, each of its prefixes, and each file with one
 * bit flipped. So a corpus of a few hundred bytes becomes many thousand inputs. With "once" after
 * the directory: each file alone. With "sparse": a ninth of the bits and prefixes. */

static gboolean is_once;
static gsize step = 1;

static void
replay_file (gconstpointer path)
{
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (path, &contents, &length, &error);
  g_assert_no_error (error);
  LLVMFuzzerTestOneInput ((const uint8_t *) contents, length);
  if (is_once)
    return;

  /* Copies have the exact size, so that a sanitizer notices a read beyond the end. */
  for (gsize end = 0; end < MIN (length, 4096); end += step) {
    g_autofree uint8_t *cut = g_memdup2 (contents, end);

    LLVMFuzzerTestOneInput (cut, end);
  }
  for (gsize bit = 0; bit < MIN (length, 512) * 8; bit += step) {
    g_autofree uint8_t *turned = g_memdup2 (contents, length);

    turned[bit / 8] ^= (uint8_t) (1u << (bit % 8));
    LLVMFuzzerTestOneInput (turned, length);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GDir) directory = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, >=, 2);
  is_once = argc == 3 && g_str_equal (argv[2], "once");
  if (argc == 3 && g_str_equal (argv[2], "sparse"))
    step = 9;
  directory = g_dir_open (argv[1], 0, NULL);
  g_assert_nonnull (directory);
  while ((name = g_dir_read_name (directory)) != NULL) {
    char *path = g_build_filename (argv[1], name, NULL);
    g_autofree char *test = g_strconcat ("/corpus/", name, NULL);

    g_ptr_array_add (paths, path);
    g_test_add_data_func (test, path, replay_file);
  }
  g_assert_cmpuint (paths->len, >, 0);
  return g_test_run ();
}
