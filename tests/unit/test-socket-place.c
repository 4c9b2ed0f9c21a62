/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-socket-place.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "paddock-error.h"

typedef struct {
  char *base;                       /* (owned) mode 0700 */
  char *directory;                  /* (owned) inside @base, does not exist yet */
  char *path;                       /* (owned) of a socket in it */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->base = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  fixture->directory = g_build_filename (fixture->base, "app", "place", NULL);
  fixture->path = g_build_filename (fixture->directory, "mcp.sock", NULL);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL) {
    g_autofree char *child = g_build_filename (path, name, NULL);

    if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
      remove_all (child);
    else
      g_unlink (child);
  }
  g_rmdir (path);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  remove_all (fixture->base);
  g_free (fixture->base);
  g_free (fixture->directory);
  g_free (fixture->path);
}

static mode_t
get_mode (const char *path)
{
  struct stat info;

  return lstat (path, &info) == 0 ? info.st_mode & 07777 : 0;
}

static PaddockSocketPlace *
take (const char *path)
{
  g_autoptr (GError) error = NULL;
  PaddockSocketPlace *place = paddock_socket_place_lock (path, &error);

  g_assert_no_error (error);
  return place;
}

static void
assert_refused (const char   *path,
                PaddockError  code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (paddock_socket_place_lock (path, &error));
  g_assert_error (error, PADDOCK_ERROR, (int) code);
}

/* The lock succeeds, but listening fails. */
static void
assert_occupied (const char   *path,
                 PaddockError  code)
{
  g_autoptr (PaddockSocketPlace) place = take (path);
  g_autoptr (GError) error = NULL;

  g_assert_null (paddock_socket_place_listen (place, &error));
  g_assert_error (error, PADDOCK_ERROR, (int) code);
}

/* Binds a socket; with the type -1 nobody listens at it. */
static int
bind_other (const char *path,
            int         type)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, type >= 0 ? type : SOCK_STREAM, 0);

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  if (type == SOCK_STREAM || type == SOCK_SEQPACKET)
    g_assert_cmpint (listen (fd, 1), ==, 0);
  if (type >= 0)
    return fd;
  close (fd);
  return -1;
}

static void
test_modes (Fixture       *fixture,
            gconstpointer  data)
{
  mode_t mask = umask (0);
  g_autoptr (PaddockSocketPlace) place = take (fixture->path);
  g_autofree char *lock = g_strconcat (fixture->path, ".lock", NULL);
  g_autoptr (GSocket) socket = paddock_socket_place_listen (place, NULL);

  g_assert_nonnull (socket);
  g_assert_cmpuint (get_mode (fixture->directory), ==, 0700);
  g_assert_cmpuint (get_mode (fixture->path), ==, 0600);
  g_assert_cmpuint (get_mode (lock), ==, 0600);
  g_clear_pointer (&place, paddock_socket_place_free);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (lock, G_FILE_TEST_EXISTS));
  umask (mask);
}

/* Even if the umask would remove bits. */
static void
test_narrow_umask (Fixture       *fixture,
                   gconstpointer  data)
{
  mode_t mask = umask (0277);
  g_autoptr (PaddockSocketPlace) place = NULL;
  g_autoptr (GSocket) socket = NULL;

  umask (mask);
  g_assert_cmpint (g_mkdir_with_parents (fixture->directory, 0700), ==, 0);
  umask (0277);
  place = take (fixture->path);
  socket = paddock_socket_place_listen (place, NULL);
  umask (mask);
  g_assert_nonnull (socket);
  g_assert_cmpuint (get_mode (fixture->path), ==, 0600);
}

static void
test_two_at_once (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (PaddockSocketPlace) first = take (fixture->path);
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (PaddockSocketPlace) second = NULL;

  /* The place is also locked between locking and listening. */
  assert_refused (fixture->path, PADDOCK_ERROR_RUNNING);
  socket = paddock_socket_place_listen (first, NULL);
  assert_refused (fixture->path, PADDOCK_ERROR_RUNNING);
  g_assert_cmpuint (get_mode (fixture->path), ==, 0600);

  g_clear_pointer (&first, paddock_socket_place_free);
  second = take (fixture->path);
}

static void
test_stale (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (PaddockSocketPlace) place = NULL;
  g_autoptr (GSocket) socket = NULL;

  g_assert_cmpint (g_mkdir_with_parents (fixture->directory, 0700), ==, 0);
  bind_other (fixture->path, -1);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  place = take (fixture->path);
  /* The lock alone does not touch the socket. */
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  socket = paddock_socket_place_listen (place, NULL);
  g_assert_nonnull (socket);
}

/* An answering program keeps its socket, whether or not this service has the lock. */
static void
test_live (Fixture       *fixture,
           gconstpointer  type)
{
  int fd;

  g_assert_cmpint (g_mkdir_with_parents (fixture->directory, 0700), ==, 0);
  fd = bind_other (fixture->path, GPOINTER_TO_INT (type));
  for (guint i = 0; i < 5; i++)
    assert_occupied (fixture->path, PADDOCK_ERROR_RUNNING);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  close (fd);
}

/* Other kinds of files are not touched. */
static void
test_something_else (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *target = g_build_filename (fixture->base, "other.sock", NULL);
  int fd;

  g_assert_cmpint (g_mkdir_with_parents (fixture->directory, 0700), ==, 0);
  g_assert_true (g_file_set_contents (fixture->path, "notes", -1, NULL));
  assert_occupied (fixture->path, PADDOCK_ERROR_EXISTS);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_REGULAR));
  g_unlink (fixture->path);

  fd = bind_other (target, -1);
  g_assert_cmpint (fd, ==, -1);
  g_assert_cmpint (symlink (target, fixture->path), ==, 0);
  assert_occupied (fixture->path, PADDOCK_ERROR_EXISTS);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
  g_unlink (fixture->path);

  g_assert_cmpint (g_mkdir (fixture->path, 0700), ==, 0);
  assert_occupied (fixture->path, PADDOCK_ERROR_EXISTS);
}

/* A directory that exists for the socket is closed to others. Any other directory stays as it
 * is. */
static void
test_open_directory (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *notes = g_build_filename (fixture->directory, "notes", NULL);
  g_autoptr (PaddockSocketPlace) place = NULL;

  g_assert_cmpint (g_mkdir_with_parents (fixture->directory, 0700), ==, 0);
  g_assert_cmpint (g_chmod (fixture->directory, 0755), ==, 0);
  place = take (fixture->path);
  g_assert_cmpuint (get_mode (fixture->directory), ==, 0700);
  g_clear_pointer (&place, paddock_socket_place_free);

  g_assert_cmpint (g_chmod (fixture->directory, 0750), ==, 0);
  g_assert_true (g_file_set_contents (notes, "", 0, NULL));
  assert_refused (fixture->path, PADDOCK_ERROR_REFUSED);
  g_assert_cmpuint (get_mode (fixture->directory), ==, 0750);
}

static void
test_directory_of_another (Fixture       *fixture,
                           gconstpointer  data)
{
  g_autofree char *path = NULL;

  /* As root, any other user's directory will do; as a user, root's. */
  if (getuid () == 0) {
    g_assert_cmpint (g_mkdir_with_parents (fixture->directory, 0700), ==, 0);
    g_assert_cmpint (chown (fixture->directory, 65534, 65534), ==, 0);
    assert_refused (fixture->path, PADDOCK_ERROR_REFUSED);
    return;
  }
  path = g_build_filename (g_get_tmp_dir (), "paddock-mcp.sock", NULL);
  assert_refused (path, PADDOCK_ERROR_REFUSED);
}

static void
test_lock_is_no_file (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autofree char *lock = g_strconcat (fixture->path, ".lock", NULL);
  g_autofree char *target = g_build_filename (fixture->base, "target", NULL);

  g_assert_cmpint (g_mkdir_with_parents (fixture->directory, 0700), ==, 0);
  g_assert_cmpint (symlink (target, lock), ==, 0);
  assert_refused (fixture->path, PADDOCK_ERROR_FAILED);
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
  g_unlink (lock);
  g_assert_cmpint (mkfifo (lock, 0600), ==, 0);
  assert_refused (fixture->path, PADDOCK_ERROR_REFUSED);
}

static void
test_path_length (Fixture       *fixture,
                  gconstpointer  data)
{
  gsize max = sizeof ((struct sockaddr_un *) NULL)->sun_path - 1;

  for (guint over = 0; over < 2; over++) {
    gsize rest = max - strlen (fixture->base) - 1 + over;
    g_autofree char *name = g_strnfill (rest, 's');
    g_autofree char *path = g_build_filename (fixture->base, name, NULL);
    g_autoptr (PaddockSocketPlace) place = NULL;
    g_autoptr (GSocket) socket = NULL;

    if (over) {
      assert_refused (path, PADDOCK_ERROR_LIMIT);
      continue;
    }
    place = take (path);
    socket = paddock_socket_place_listen (place, NULL);
    g_assert_nonnull (socket);
    g_assert_cmpuint (get_mode (path), ==, 0600);
  }
}

/* If another socket took the name meanwhile, it is not removed. */
static void
test_only_our_own (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (PaddockSocketPlace) place = take (fixture->path);
  g_autoptr (GSocket) socket = paddock_socket_place_listen (place, NULL);
  int fd;

  g_unlink (fixture->path);
  fd = bind_other (fixture->path, SOCK_STREAM);
  g_clear_pointer (&place, paddock_socket_place_free);
  g_assert_true (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  close (fd);
}

#define ADD(path, data, func) \
  g_test_add ("/socket-place/" path, Fixture, data, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("modes", NULL, test_modes);
  ADD ("narrow-umask", NULL, test_narrow_umask);
  ADD ("two-at-once", NULL, test_two_at_once);
  ADD ("stale", NULL, test_stale);
  ADD ("live-stream", GINT_TO_POINTER (SOCK_STREAM), test_live);
  ADD ("live-packets", GINT_TO_POINTER (SOCK_SEQPACKET), test_live);
  ADD ("live-datagrams", GINT_TO_POINTER (SOCK_DGRAM), test_live);
  ADD ("something-else", NULL, test_something_else);
  ADD ("open-directory", NULL, test_open_directory);
  ADD ("directory-of-another", NULL, test_directory_of_another);
  ADD ("lock-is-no-file", NULL, test_lock_is_no_file);
  ADD ("path-length", NULL, test_path_length);
  ADD ("only-our-own", NULL, test_only_our_own);
  return g_test_run ();
}
