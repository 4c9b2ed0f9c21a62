/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-proofs.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paddock-mount-table.h"
#include "../support/test-tree.h"

/* With this argument, this program or a copy of it does nothing until it is killed. */
#define WAIT "wait-to-be-killed"

typedef struct {
  char         *directory;          /* (owned) */
  char         *program;            /* (owned) */
  char         *other;              /* (owned) */
  PaddockStore *store;              /* (owned) */
  GPid          pid;                /* of @program */
} Fixture;

static void
copy_file (const char *from,
           const char *to)
{
  g_autofree char *data = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (from, &data, &length, NULL));
  g_assert_true (g_file_set_contents_full (to, data, (gssize) length, G_FILE_SET_CONTENTS_NONE,
                                           0700, NULL));
}

static GPid
spawn (const char *program)
{
  const char * const argv[] = { program, WAIT, NULL };
  GPid pid = 0;

  g_assert_true (g_spawn_async ("/", (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                &pid, NULL));
  return pid;
}

static void
end (GPid pid)
{
  kill (pid, SIGKILL);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
}

static void
open_store (Fixture *fixture)
{
  g_autofree char *data = g_build_filename (fixture->directory, "data", NULL);
  g_autoptr (GError) error = NULL;

  fixture->store = paddock_store_open (data, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->directory = g_dir_make_tmp ("paddock-XXXXXX", NULL);
  fixture->program = g_build_filename (fixture->directory, "paddock", NULL);
  fixture->other = g_build_filename (fixture->directory, "other", NULL);
  copy_file ("/proc/self/exe", fixture->program);
  copy_file ("/proc/self/exe", fixture->other);
  open_store (fixture);
  fixture->pid = spawn (fixture->program);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  if (fixture->pid > 0)
    end (fixture->pid);
  paddock_store_close (fixture->store);
  g_clear_object (&fixture->store);
  remove_all (fixture->directory);
  g_free (fixture->directory);
  g_free (fixture->program);
  g_free (fixture->other);
}

static PaddockProofs *
new_proofs (Fixture *fixture)
{
  const char * const own[] = { "/usr/bin/paddock", fixture->program, NULL };

  return paddock_proofs_new (fixture->store, own);
}

static PaddockPeer *
look (PaddockProofs *proofs,
      GPid           pid)
{
  g_autoptr (PaddockPeer) peer = paddock_peer_new_for_pid (getuid (), pid);

  return paddock_proofs_settle (proofs, peer);
}

static void
update (Fixture *fixture)
{
  copy_file ("/proc/self/exe", fixture->other);
  g_assert_cmpint (g_rename (fixture->other, fixture->program), ==, 0);
}

/* Writes finish in order, so this waits for the last one. */
static void
reopen_store (Fixture *fixture)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  paddock_store_close (fixture->store);
  g_clear_object (&fixture->store);
  open_store (fixture);
}

static gboolean
can_prove (Fixture *fixture)
{
  g_autoptr (PaddockMountTable) mounts = paddock_mount_table_read (NULL);
  const PaddockMount *mount = paddock_mount_table_lookup (mounts, fixture->directory);

  if (mount != NULL && mount->has_events)
    return TRUE;
  g_test_skip ("nothing is proven of programs on this file system");
  return FALSE;
}

static void
test_own (Fixture       *fixture,
          gconstpointer  unused)
{
  g_autoptr (PaddockProofs) proofs = new_proofs (fixture);
  g_autoptr (PaddockPeer) own = look (proofs, fixture->pid);
  GPid stranger = spawn (fixture->other);
  g_autoptr (PaddockPeer) other = look (proofs, stranger);
  g_autoptr (PaddockPeer) unknown = look (proofs, 0);

  end (stranger);
  g_assert_false (unknown->executable_proven || unknown->is_own);
  if (!can_prove (fixture))
    return;
  g_assert_true (own->executable_proven && own->is_own);
  g_assert_true (other->executable_proven);
  g_assert_false (other->is_own);
}

static void
assert_still_own (PaddockProofs *proofs,
                  Fixture       *fixture)
{
  g_autoptr (PaddockPeer) peer = look (proofs, fixture->pid);

  g_assert_true (peer->executable_proven && peer->is_own);
  g_assert_cmpstr (peer->executable, ==, fixture->program);
}

/* A package update replaces the file of the running program. */
static void
test_update (Fixture       *fixture,
             gconstpointer  unused)
{
  g_autoptr (PaddockProofs) proofs = new_proofs (fixture);
  g_autoptr (PaddockProofs) restarted = NULL;
  g_autoptr (PaddockPeer) before = look (proofs, fixture->pid);

  if (!can_prove (fixture))
    return;
  g_assert_true (before->is_own);
  update (fixture);
  assert_still_own (proofs, fixture);
  g_assert_cmpint (g_unlink (fixture->program), ==, 0);
  assert_still_own (proofs, fixture);

  g_clear_object (&proofs);
  reopen_store (fixture);
  restarted = new_proofs (fixture);
  assert_still_own (restarted, fixture);
}

/* A program whose file was never examined in time stays unproven. */
static void
test_never_proven (Fixture       *fixture,
                   gconstpointer  unused)
{
  g_autoptr (PaddockProofs) proofs = new_proofs (fixture);
  g_autoptr (PaddockPeer) peer = NULL;

  update (fixture);
  peer = look (proofs, fixture->pid);
  g_assert_false (peer->executable_proven || peer->is_own);
}

/* A proof belongs to a process and its file. Another process that runs a deleted file of that name
 * has none. */
static void
test_other_process (Fixture       *fixture,
                    gconstpointer  unused)
{
  g_autoptr (PaddockProofs) proofs = new_proofs (fixture);
  g_autoptr (PaddockPeer) before = look (proofs, fixture->pid);
  g_autoptr (PaddockPeer) peer = NULL;
  GPid second;

  update (fixture);
  second = spawn (fixture->program);
  g_assert_cmpint (g_unlink (fixture->program), ==, 0);
  peer = look (proofs, second);
  end (second);
  g_assert_false (peer->executable_proven || peer->is_own);
}

/* Stored proofs of ended processes, and invalid ones, are dropped. */
static void
test_stored (Fixture       *fixture,
             gconstpointer  unused)
{
  g_autoptr (GBytes) nonsense = g_bytes_new_static ("\xff\xff\xff\xff\x01(sayttb)", 13);
  g_autoptr (PaddockProofs) proofs = NULL;
  g_autoptr (PaddockPeer) peer = NULL;

  paddock_store_put_fact_async (fixture->store, PADDOCK_STORE_FACT_PROOFS, nonsense, NULL, NULL,
                                NULL);
  reopen_store (fixture);
  g_assert_nonnull (paddock_store_get_fact (fixture->store, PADDOCK_STORE_FACT_PROOFS));
  proofs = new_proofs (fixture);
  update (fixture);
  peer = look (proofs, fixture->pid);
  g_assert_false (peer->executable_proven || peer->is_own);
}

static void
make_program (const char *directory,
              const char *name)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
}

/* Finds `paddock` from the place of the service, and ignores the environment. */
static void
test_find_own (void)
{
  static const struct {
    const char *service;
    const char *programs[3];
    const char *stranger;
  } cases[] = {
    { "usr/libexec", { "usr/bin/paddock", "usr/libexec/paddock-remote" }, "usr/cli/paddock" },
    { "copy", { "copy/paddock", "copy/paddock-remote" }, "cli/paddock" },
    { "_build/src/daemon", { "_build/src/cli/paddock", "_build/src/http/paddock-remote" },
      "_build/src/bin/paddock" },
    { "elsewhere", { "prefix/bin/paddock", "prefix/libexec/paddock-remote" }, "bin/paddock" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *made = g_dir_make_tmp ("paddock-XXXXXX", NULL);
    g_autofree char *directory = realpath (made, NULL);
    g_autofree char *service = g_build_filename (directory, cases[i].service, NULL);
    g_autofree char *bin = g_build_filename (directory, "prefix/bin", NULL);
    g_autofree char *libexec = g_build_filename (directory, "prefix/libexec", NULL);
    g_autofree char *stranger = g_build_filename (directory, cases[i].stranger, NULL);
    g_auto (GStrv) found = NULL;

    make_program (directory, cases[i].stranger);
    make_program (service, "paddock-service");
    for (gsize j = 0; cases[i].programs[j] != NULL; j++)
      make_program (directory, cases[i].programs[j]);
    g_setenv ("PADDOCK_BIN", stranger, TRUE);
    found = paddock_proofs_find_own (service, "../bin", bin, libexec);
    for (gsize j = 0; cases[i].programs[j] != NULL; j++) {
      g_autofree char *path = g_build_filename (directory, cases[i].programs[j], NULL);

      g_assert_true (g_strv_contains ((const char * const *) found, path));
    }
    g_assert_false (g_strv_contains ((const char * const *) found, stranger));
    g_unsetenv ("PADDOCK_BIN");
    remove_all (directory);
  }
}

int
main (int   argc,
      char *argv[])
{
  if (argc == 2 && strcmp (argv[1], WAIT) == 0)
    for (;;)
      pause ();

  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add ("/proofs/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("own", test_own);
  ADD ("update", test_update);
  ADD ("never-proven", test_never_proven);
  ADD ("other-process", test_other_process);
  ADD ("stored", test_stored);
#undef ADD
  g_test_add_func ("/proofs/find-own", test_find_own);
  return g_test_run ();
}
