/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-names.h"
#include "paddock-seal.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

/* Each installation has its own key, and it is none of the hashes that others may see. */
static void
test_key (void)
{
  g_autoptr (GBytes) secret = g_bytes_new_static ("secret", 6);
  g_autoptr (GBytes) other = g_bytes_new_static ("Secret", 6);
  g_autofree char *key = paddock_seal_dup_key (secret);
  g_autofree char *again = paddock_seal_dup_key (secret);
  g_autofree char *of_other = paddock_seal_dup_key (other);
  g_autofree char *hash =
    g_compute_hmac_for_data (G_CHECKSUM_SHA256, (const guchar *) "secret", 6,
                             (const guchar *) "paddock confined key 1", 22);

  g_assert_cmpuint (strlen (key), ==, PADDOCK_SEAL_LENGTH);
  g_assert_cmpstr (key, ==, again);
  g_assert_cmpstr (key, !=, of_other);
  g_assert_cmpstr (key, !=, hash);
}

/* Lists of texts that are the same when they are joined have different seals. */
static void
test_seals (void)
{
  static const char * const lists[][4] = {
    { NULL }, { "", NULL }, { "", "", NULL }, { "a", "b", NULL }, { "ab", NULL },
    { "ab", "", NULL }, { "", "ab", NULL }, { "a1:b", NULL }, { "a", "b", "", NULL },
    { "b", "a", NULL }, { "\xff", NULL }, { "1:a", NULL }, { "a\n", "b", NULL },
  };
  g_autoptr (GHashTable) seals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++) {
    g_assert_true (g_hash_table_add (seals, paddock_seal_dup ("k", lists[i])));
    g_assert_true (g_hash_table_add (seals, paddock_seal_dup ("l", lists[i])));
  }
}

static void
test_equal (void)
{
  static const char * const none[] = { NULL };
  g_autofree char *seal = paddock_seal_dup ("k", none);
  g_autofree char *same = g_strdup (seal);

  g_assert_true (paddock_seal_is_equal (seal, same));
  for (gsize i = 0; i < PADDOCK_SEAL_LENGTH; i++) {
    g_autofree char *wrong = g_strdup (seal);

    wrong[i] = wrong[i] == '0' ? '1' : '0';
    g_assert_false (paddock_seal_is_equal (seal, wrong));
  }
  same[PADDOCK_SEAL_LENGTH - 1] = '\0';
  g_assert_false (paddock_seal_is_equal (seal, same));
  g_assert_false (paddock_seal_is_equal (same, same));
  g_assert_false (paddock_seal_is_equal ("", ""));
}

static void
test_file (void)
{
  static const char * const wrong[] = { "", "0", "x", "\n" };
  g_autofree char *directory = g_dir_make_tmp ("test-seal-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, PADDOCK_SEAL_KEY_NAME, NULL);
  g_autofree char *nowhere = g_build_filename (directory, "none", NULL);
  g_autoptr (GBytes) secret = g_bytes_new_static ("secret", 6);
  g_autofree char *key = paddock_seal_dup_key (secret);
  g_autofree char *found = NULL;
  g_autoptr (GError) error = NULL;
  struct stat info, later;

  g_assert_null (paddock_seal_read_key (directory));
  g_assert_true (paddock_seal_write_key (directory, key, &error));
  g_assert_no_error (error);
  found = paddock_seal_read_key (directory);
  g_assert_cmpstr (found, ==, key);
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);

  /* What is there already stays. */
  g_assert_true (paddock_seal_write_key (directory, key, NULL));
  g_assert_cmpint (stat (path, &later), ==, 0);
  g_assert_cmpint (info.st_ino, ==, later.st_ino);

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree char *longer = g_strconcat (key, wrong[i], NULL);
    g_autofree char *shorter = g_strconcat (wrong[i], key + 2, NULL);

    g_assert_true (g_file_set_contents (path, shorter, -1, NULL));
    g_assert_null (paddock_seal_read_key (directory));
    g_assert_true (g_file_set_contents (path, longer, -1, NULL));
    g_free (found);
    found = paddock_seal_read_key (directory);
    g_assert_cmpstr (found, ==, *wrong[i] == '\0' ? key : NULL);
  }

  /* A pipe does not block. */
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_null (paddock_seal_read_key (directory));
  g_assert_false (paddock_seal_write_key (nowhere, key, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_unlink (path);
  g_rmdir (directory);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/seal/key", test_key);
  g_test_add_func ("/seal/seals", test_seals);
  g_test_add_func ("/seal/equal", test_equal);
  g_test_add_func ("/seal/file", test_file);
  return g_test_run ();
}
