/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-secret-links.h"

#include "../support/test-tree.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file in the home, and whether a hard link to it elsewhere is a secret. */
static const struct {
  const char           *secret;
  gboolean              expected;
  PaddockSensitiveKind  kind;
} rows[] = {
  { ".ssh/id_ed25519", TRUE, PADDOCK_SENSITIVE_PRIVATE_KEY },
  { ".ssh/a name of my own", TRUE, PADDOCK_SENSITIVE_PRIVATE_KEY },
  { ".netrc", TRUE, PADDOCK_SENSITIVE_CREDENTIALS },
  { ".aws/credentials", TRUE, PADDOCK_SENSITIVE_CREDENTIALS },
  { ".bash_history", TRUE, PADDOCK_SENSITIVE_HISTORY },
  { ".env", TRUE, PADDOCK_SENSITIVE_ENVIRONMENT },
  { "notes.txt", FALSE },
  { "p/.netrc", FALSE },
  { ".ssh/deeper/key", TRUE, PADDOCK_SENSITIVE_PRIVATE_KEY },
  { ".gnupg/private-keys-v1.d/0A.key", TRUE, PADDOCK_SENSITIVE_PRIVATE_KEY },
  { ".mozilla/firefox/a.default/key4.db", TRUE, PADDOCK_SENSITIVE_BROWSER },
  { ".password-store/work/mail.gpg", TRUE, PADDOCK_SENSITIVE_KEY_STORE },
  { "ssh/deeper/key", FALSE },
};

static void
make_file (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "x", 1, NULL));
}

static void
test_table (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *home = g_dir_make_tmp ("paddock-XXXXXX", NULL);
    g_autofree char *secret = g_build_filename (home, rows[i].secret, NULL);
    g_autofree char *harmless = g_build_filename (home, "project/readme.md", NULL);
    g_autofree char *other = g_build_filename (home, "project/other.md", NULL);
    PaddockSensitiveKind kind = 99;
    struct stat status;

    make_file (secret);
    make_file (other);
    g_assert_cmpint (link (secret, harmless), ==, 0);
    g_assert_cmpint (stat (harmless, &status), ==, 0);
    g_test_message ("%s", rows[i].secret);
    g_assert_cmpint (paddock_secret_links_match (home, status.st_dev, status.st_ino, &kind), ==,
                     rows[i].expected ? PADDOCK_SECRET_FOUND : PADDOCK_SECRET_NONE);
    g_assert_cmpuint (kind, ==, rows[i].expected ? rows[i].kind : 99);

    /* Another device, no home, another home, another file. */
    g_assert_cmpint (paddock_secret_links_match (home, status.st_dev + 1, status.st_ino, &kind), ==,
                     PADDOCK_SECRET_NONE);
    g_assert_cmpint (paddock_secret_links_match (NULL, status.st_dev, status.st_ino, &kind), ==,
                     PADDOCK_SECRET_NONE);
    g_assert_cmpint (paddock_secret_links_match ("/none", status.st_dev, status.st_ino, &kind), ==,
                     PADDOCK_SECRET_NONE);
    g_assert_cmpint (stat (other, &status), ==, 0);
    g_assert_cmpint (paddock_secret_links_match (home, status.st_dev, status.st_ino, &kind), ==,
                     PADDOCK_SECRET_NONE);
    remove_all (home);
  }
}

/* A mount in a folder of secrets counts if it shows a part of the same file system. Another file
 * system is not asked, because it may hang. Runs in a process of its own, which may mount. */
static void
check_mounted (const char *home)
{
  g_autofree char *key = g_build_filename (home, "elsewhere/key", NULL);
  g_autofree char *harmless = g_build_filename (home, "harmless", NULL);
  g_autofree char *elsewhere = g_path_get_dirname (key);
  g_autofree char *point = g_build_filename (home, ".ssh/keys", NULL);
  PaddockSensitiveKind kind = 99;
  struct stat status;

  if (!enter_namespace () || mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
    _exit (SKIPPED);
  make_file (key);
  g_assert_cmpint (g_mkdir_with_parents (point, 0700), ==, 0);
  g_assert_cmpint (link (key, harmless), ==, 0);
  g_assert_cmpint (stat (harmless, &status), ==, 0);
  g_assert_cmpint (paddock_secret_links_match (home, status.st_dev, status.st_ino, &kind), ==,
                   PADDOCK_SECRET_NONE);
  g_assert_cmpint (mount (elsewhere, point, NULL, MS_BIND, NULL), ==, 0);
  g_assert_cmpint (paddock_secret_links_match (home, status.st_dev, status.st_ino, &kind), ==,
                   PADDOCK_SECRET_FOUND);
  g_assert_cmpuint (kind, ==, PADDOCK_SENSITIVE_PRIVATE_KEY);
  g_assert_cmpint (mount ("none", point, "tmpfs", 0, NULL), ==, 0);
  g_assert_cmpint (paddock_secret_links_match (home, status.st_dev, status.st_ino, &kind), ==,
                   PADDOCK_SECRET_NONE);
  _exit (0);
}

static void
test_mounted (void)
{
  g_autofree char *home = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  pid_t pid = fork ();
  int status;

  if (pid == 0)
    check_mounted (home);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  if (WIFEXITED (status) && WEXITSTATUS (status) == SKIPPED)
    g_test_skip ("may not mount here");
  else
    g_assert_cmpint (status, ==, 0);
  remove_all (home);
}

/* A symbolic link in the place of a secret does not make its target a secret. A folder or a FIFO
 * there is no secret, and blocks nobody. */
static void
test_odd (void)
{
  g_autofree char *home = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (home, "file", NULL);
  g_autofree char *netrc = g_build_filename (home, ".netrc", NULL);
  g_autofree char *fifo = g_build_filename (home, ".ssh", NULL);
  g_autofree char *folder = g_build_filename (home, ".pgpass", NULL);
  PaddockSensitiveKind kind;
  struct stat status;

  make_file (file);
  g_assert_cmpint (symlink ("file", netrc), ==, 0);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_cmpint (mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (stat (file, &status), ==, 0);
  g_assert_cmpint (paddock_secret_links_match (home, status.st_dev, status.st_ino, &kind), ==,
                   PADDOCK_SECRET_NONE);
  g_assert_cmpint (stat (folder, &status), ==, 0);
  g_assert_cmpint (paddock_secret_links_match (home, status.st_dev, status.st_ino, &kind), ==,
                   PADDOCK_SECRET_NONE);
  remove_all (home);
}

static gboolean
is_found_among (guint n_others)
{
  g_autofree char *home = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  g_autofree char *secret = g_build_filename (home, ".ssh/deeper/key", NULL);
  PaddockSensitiveKind kind;
  gboolean is_found;
  struct stat status;

  make_file (secret);
  for (guint i = 0; i < n_others; i++) {
    g_autofree char *name = g_strdup_printf ("%s/.ssh/%u", home, i);

    make_file (name);
  }
  g_assert_cmpint (stat (secret, &status), ==, 0);
  is_found = paddock_secret_links_match (home, status.st_dev, status.st_ino, &kind) ==
             PADDOCK_SECRET_FOUND;
  remove_all (home);
  return is_found;
}

/* The folder “deeper”, the key, and as many others as the limit allows. */
static void
test_limit (void)
{
  g_assert_true (is_found_among (PADDOCK_SECRET_LINKS_FOLDER_MAX - 2));
  g_assert_false (is_found_among (PADDOCK_SECRET_LINKS_FOLDER_MAX - 1));
}

/* A file below the root “r”, and another name of it there. */
static const struct {
  const char           *file;
  const char           *other;
  gboolean              expected;
  PaddockSensitiveKind  kind;
} beside_rows[] = {
  { "harmless.txt", ".env", TRUE, PADDOCK_SENSITIVE_ENVIRONMENT },
  { "a/b/harmless.txt", "a/b/id_rsa", TRUE, PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "a/b/harmless.txt", "a/.env", TRUE, PADDOCK_SENSITIVE_ENVIRONMENT },
  { "a/b/harmless.txt", ".env", TRUE, PADDOCK_SENSITIVE_ENVIRONMENT },
  { "docs/harmless.txt", "api/.env", TRUE, PADDOCK_SENSITIVE_ENVIRONMENT },
  { "docs/harmless.txt", "docs/old/.env", TRUE, PADDOCK_SENSITIVE_ENVIRONMENT },
  { "harmless.txt", "services/api/.ssh/my key", TRUE, PADDOCK_SENSITIVE_PRIVATE_KEY },
  { "harmless.txt", "other.txt", FALSE },
  { "a/harmless.txt", "a/.env.example", FALSE },
  /* Nobody looks outside the root. */
  { "a/harmless.txt", "../.env", FALSE },
  { "harmless.txt", "../r2/.env", FALSE },
};

static void
test_beside (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (beside_rows); i++) {
    g_autofree char *base = g_dir_make_tmp ("paddock-XXXXXX", NULL);
    g_autofree char *way = g_build_filename (base, "r", NULL);
    g_autofree char *file = g_build_filename (way, beside_rows[i].file, NULL);
    g_autofree char *other = g_build_filename (way, beside_rows[i].other, NULL);
    g_autofree char *unlike = g_build_filename (way, ".env.local", NULL);
    g_autofree char *folder = g_path_get_dirname (other);
    PaddockSensitiveKind kind = 99;
    struct stat status;

    make_file (file);
    make_file (unlike);
    g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
    g_assert_cmpint (link (file, other), ==, 0);
    g_assert_cmpint (stat (file, &status), ==, 0);
    g_test_message ("%s, %s", beside_rows[i].file, beside_rows[i].other);
    /* On the host, the root has another name. */
    g_assert_cmpint (paddock_secret_links_match_beside ("/srv/r", way, beside_rows[i].file, "/home",
                                                        status.st_dev, status.st_ino, &kind), ==,
                     beside_rows[i].expected ? PADDOCK_SECRET_FOUND : PADDOCK_SECRET_NONE);
    g_assert_cmpuint (kind, ==, beside_rows[i].expected ? beside_rows[i].kind : 99);
    g_assert_cmpint (paddock_secret_links_match_beside ("/srv/r", way, beside_rows[i].file, "/home",
                                                        status.st_dev + 1, status.st_ino, &kind),
                     ==, PADDOCK_SECRET_NONE);
    remove_all (base);
  }
}

/* A link in the root to a folder outside, and FIFOs: this follows nothing, and waits for nobody. */
static void
test_beside_odd (void)
{
  g_autoptr (Tree) tree = tree_new ();
  g_autofree char *way = tree_path (tree, "home/projects");
  g_autofree char *file = tree_path (tree, "home/projects/file");
  g_autofree char *outside = tree_path (tree, "home/.env");
  PaddockSensitiveKind kind;
  struct stat status;

  g_assert_cmpint (link (file, outside), ==, 0);
  tree_link (tree, "..", "home/projects/out");
  tree_link (tree, ".", "home/projects/self");
  tree_fifo (tree, "home/projects/.env");
  g_assert_cmpint (stat (file, &status), ==, 0);
  g_assert_cmpint (paddock_secret_links_match_beside (way, way, "file", NULL, status.st_dev,
                                                      status.st_ino, &kind), ==,
                   PADDOCK_SECRET_NONE);
  g_assert_cmpint (paddock_secret_links_match_beside (way, way, "out/file", NULL, status.st_dev,
                                                      status.st_ino, &kind), ==,
                   PADDOCK_SECRET_NONE);
}

/* @n other files in the root, in @folder of it or beside it. */
static gboolean
is_found_beside (const char *file,
                 const char *secret,
                 const char *folder,
                 guint       n)
{
  g_autofree char *way = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (way, file, NULL);
  g_autofree char *name = g_build_filename (way, secret, NULL);
  PaddockSensitiveKind kind;
  gboolean is_found;
  struct stat status;

  make_file (path);
  make_file (name);
  g_assert_cmpint (remove (name), ==, 0);
  g_assert_cmpint (link (path, name), ==, 0);
  for (guint i = 0; i < n; i++) {
    g_autofree char *other = g_strdup_printf ("%s/%s/%u", way, folder, i);

    make_file (other);
  }
  g_assert_cmpint (stat (path, &status), ==, 0);
  is_found = paddock_secret_links_match_beside (way, way, file, NULL, status.st_dev, status.st_ino,
                                                &kind) == PADDOCK_SECRET_FOUND;
  remove_all (way);
  return is_found;
}

/* A full folder uses up nothing of the limit of the one above it. All folders beside have one limit
 * together. */
static void
test_beside_limit (void)
{
  g_autoptr (GString) deep = g_string_new (NULL);

  g_assert_true (is_found_beside ("a/f", "a/.env", "a", PADDOCK_SECRET_LINKS_NEAR_MAX - 2));
  g_assert_true (is_found_beside ("a/f", ".env", "a", 2 * PADDOCK_SECRET_LINKS_NEAR_MAX));
  g_assert_true (is_found_beside ("a/f", "b/.env", "b", PADDOCK_SECRET_LINKS_NEAR_MAX - 1));
  for (guint i = 1; i < PADDOCK_SECRET_LINKS_LEVELS_MAX; i++)
    g_string_append (deep, "a/");
  g_string_append (deep, "f");
  g_assert_true (is_found_beside (deep->str, ".env", ".", 0));
  g_string_prepend (deep, "a/");
  g_assert_false (is_found_beside (deep->str, ".env", ".", 0));
}

/* Nothing of Paddock's own, wherever it is in there. Another device is not asked. */
static void
test_own (void)
{
  static const struct {
    const char *file;
    gboolean    expected;
  } own[] = {
    { "own/paddock.db", TRUE }, { "own/data/deeper", TRUE }, { "home/projects/file", FALSE },
    { "owned", FALSE },
  };
  g_autoptr (Tree) tree = tree_new ();

  tree_write (tree, "own/data/deeper");
  tree_write (tree, "owned");
  for (gsize i = 0; i < G_N_ELEMENTS (own); i++) {
    g_autofree char *path = tree_path (tree, own[i].file);
    g_autofree char *other = g_strdup_printf ("%s/home/%" G_GSIZE_FORMAT, tree->base, i);
    g_autoptr (PaddockPlaces) places =
      paddock_places_new (tree->places->home, "ann", (const char * const *) tree->places->own);
    struct stat status;

    g_assert_cmpint (link (path, other), ==, 0);
    g_assert_cmpint (stat (other, &status), ==, 0);
    g_assert_cmpint (paddock_secret_links_is_own (places, status.st_dev, status.st_ino), ==,
                     PADDOCK_SECRET_NONE);
    paddock_places_add_own_object (places, status.st_dev, 1);
    g_assert_cmpint (paddock_secret_links_is_own (places, status.st_dev, status.st_ino), ==,
                     own[i].expected ? PADDOCK_SECRET_FOUND : PADDOCK_SECRET_NONE);
    g_assert_cmpint (paddock_secret_links_is_own (places, status.st_dev + 1, status.st_ino), ==,
                     PADDOCK_SECRET_NONE);
  }
}

/* The result if the process has @n descriptors left, for each of the comparisons. */
static PaddockSecretState
ask_with (guint                n,
          guint                which,
          const char          *base,
          const PaddockPlaces *places,
          const struct stat   *status)
{
  g_autofree char *home = g_build_filename (base, "home", NULL);
  g_autofree char *way = g_build_filename (base, "root", NULL);
  int lowest = open ("/", O_PATH | O_CLOEXEC);
  struct rlimit limit, full;
  PaddockSensitiveKind kind;
  PaddockSecretState state;

  g_assert_cmpint (lowest, >=, 0);
  g_assert_cmpint (close (lowest), ==, 0);
  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &full), ==, 0);
  limit = full;
  limit.rlim_cur = (rlim_t) lowest + n;
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  if (which == 0)
    state = paddock_secret_links_match (home, status->st_dev, status->st_ino, &kind);
  else if (which == 1)
    state = paddock_secret_links_match_beside (way, way, "file", home, status->st_dev,
                                               status->st_ino, &kind);
  else
    state = paddock_secret_links_is_own (places, status->st_dev, status->st_ino);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &full), ==, 0);
  return state;
}

/* Without descriptors nothing was compared, and then this must not say that the file is no
 * secret. */
static void
test_shortage (void)
{
  static const char * const secrets[] = { "home/.ssh/deeper/key", "root/.env", "own/paddock.db" };
  g_autofree char *base = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  g_autofree char *own = g_build_filename (base, "own", NULL);
  const char *all_own[] = { own, NULL };
  g_autoptr (PaddockPlaces) places = paddock_places_new ("/nobody", "ann", all_own);

  for (guint which = 0; which < G_N_ELEMENTS (secrets); which++) {
    g_autofree char *secret = g_build_filename (base, secrets[which], NULL);
    g_autofree char *file = g_build_filename (base, "root/file", NULL);
    g_autofree char *other = g_build_filename (base, "root/another", NULL);
    struct stat status, plain;

    make_file (secret);
    make_file (other);
    g_assert_cmpint (link (secret, file), ==, 0);
    g_assert_cmpint (stat (file, &status), ==, 0);
    g_assert_cmpint (stat (other, &plain), ==, 0);
    paddock_places_add_own_object (places, status.st_dev, 1);
    for (guint n = 0; n < 10; n++) {
      g_test_message ("%s, %u descriptors", secrets[which], n);
      g_assert_cmpint (ask_with (n, which, base, places, &status), !=, PADDOCK_SECRET_NONE);
    }
    g_assert_cmpint (ask_with (0, which, base, places, &plain), ==, PADDOCK_SECRET_UNKNOWN);
    g_assert_cmpint (ask_with (1, which, base, places, &plain), ==, PADDOCK_SECRET_UNKNOWN);
    g_assert_cmpint (ask_with (20, which, base, places, &plain), ==,
                     PADDOCK_SECRET_NONE);
    g_assert_cmpint (ask_with (20, which, base, places, &status), ==,
                     PADDOCK_SECRET_FOUND);
    g_assert_cmpint (unlink (file), ==, 0);
  }
  remove_all (base);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/secret-links/table", test_table);
  g_test_add_func ("/secret-links/mounted", test_mounted);
  g_test_add_func ("/secret-links/odd", test_odd);
  g_test_add_func ("/secret-links/shortage", test_shortage);
  g_test_add_func ("/secret-links/limit", test_limit);
  g_test_add_func ("/secret-links/beside", test_beside);
  g_test_add_func ("/secret-links/beside/odd", test_beside_odd);
  g_test_add_func ("/secret-links/beside/limit", test_beside_limit);
  g_test_add_func ("/secret-links/own", test_own);
  return g_test_run ();
}
