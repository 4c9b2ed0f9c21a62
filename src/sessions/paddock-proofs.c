/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-proofs.h"

#include <stdlib.h>
#include <unistd.h>

#include "paddock-limits.h"
#include "paddock-process.h"

/* Remembers what was proven about a process, while the process runs.
 *
 * The service owns one PaddockProofs, which answers two questions about a peer that paddock-peer.c
 * examined:
 *
 *  - Is its program this installation's `paddock`? The paths of that program follow from where the
 *    service is, and from where this build is installed. The environment has no influence. The
 *    program must be proven, because the same path in a sandbox names another file.
 *  - Was its program proven before? A package update replaces the file of a running program, and
 *    then no path names it any more. The old proof stays valid for the process (its number, its
 *    start time and the boot) while the same file runs, by device and inode. A process that
 *    executes another program loses the proof.
 *
 * The store keeps the proofs over a restart of the service, because an update restarts the service
 * as well. Proofs of processes that ended are dropped. The number of proofs is limited: the oldest
 * are dropped first, and then the user is asked about their servers again.
 *
 * Not defended: `paddock` works for any program that starts it. A process outside a sandbox can
 * start the real `paddock run` with the command of a known server, and so claim to be that server
 * (docs/security.md).
 */

/* The format of the stored proofs. For each process: its scope, executable, device and inode, and
 * whether the program is this installation's `paddock`. */
#define PROOFS_TYPE (G_VARIANT_TYPE ("a(sayttb)"))

typedef struct {
  char     *scope;                  /* (owned) */
  char     *executable;             /* (owned) */
  guint64   device;
  guint64   inode;
  gboolean  is_own;
} Proof;

struct _PaddockProofs
{
  GObject       parent_instance;

  PaddockStore *store;              /* (owned) (nullable) */
  GStrv         own_programs;       /* (owned) */
  GHashTable   *by_scope;           /* (owned) scope of a process -> link of @proofs; the proof owns
                                     * the key */
  GQueue        proofs;             /* (owned) Proof, oldest first */
  gboolean      is_storing;
  gboolean      is_changed;         /* the proofs changed after the write under way began */
};

G_DEFINE_FINAL_TYPE (PaddockProofs, paddock_proofs, G_TYPE_OBJECT)

static void
proof_free (gpointer data)
{
  Proof *proof = data;

  g_free (proof->scope);
  g_free (proof->executable);
  g_free (proof);
}

static void
drop (PaddockProofs *self,
      GList         *link)
{
  Proof *proof = link->data;

  g_hash_table_remove (self->by_scope, proof->scope);
  g_queue_delete_link (&self->proofs, link);
  proof_free (proof);
}

/* Drops the proofs of processes that ended. Then drops the oldest proofs, until a quarter of the
 * places is free. It makes so many places free at once because each call reads two files of /proc
 * for each process. */
static void
make_room (PaddockProofs *self)
{
  GList *next;

  for (GList *link = self->proofs.head; link != NULL; link = next) {
    const Proof *proof = link->data;

    next = link->next;
    if (!paddock_process_scope_is_alive (proof->scope))
      drop (self, link);
  }
  while (self->proofs.length > PADDOCK_LIMIT_PROOFS / 4 * 3)
    drop (self, self->proofs.head);
}

static void
add (PaddockProofs *self,
     const Proof   *template)
{
  Proof *proof;

  if (self->proofs.length >= PADDOCK_LIMIT_PROOFS)
    make_room (self);
  proof = g_new0 (Proof, 1);
  proof->scope = g_strdup (template->scope);
  proof->executable = g_strdup (template->executable);
  proof->device = template->device;
  proof->inode = template->inode;
  proof->is_own = template->is_own;
  g_queue_push_tail (&self->proofs, proof);
  g_hash_table_insert (self->by_scope, proof->scope, self->proofs.tail);
}

static void
load (PaddockProofs *self)
{
  GBytes *stored = self->store != NULL ? paddock_store_get_fact (self->store,
                                                                 PADDOCK_STORE_FACT_PROOFS) : NULL;
  g_autoptr (GVariant) list = NULL;
  GVariantIter iter;
  Proof proof;

  if (stored == NULL)
    return;
  list = g_variant_ref_sink (g_variant_new_from_bytes (PROOFS_TYPE, stored, FALSE));
  g_variant_iter_init (&iter, list);
  while (self->proofs.length < PADDOCK_LIMIT_PROOFS &&
         g_variant_iter_next (&iter, "(&s^&ayttb)", &proof.scope, &proof.executable, &proof.device,
                              &proof.inode, &proof.is_own)) {
    if (!g_hash_table_contains (self->by_scope, proof.scope) &&
        paddock_process_scope_is_alive (proof.scope))
      add (self, &proof);
  }
}

static void store (PaddockProofs *self);

static void
on_stored (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (PaddockProofs) self = user_data;
  g_autoptr (GError) error = NULL;

  self->is_storing = FALSE;
  if (!paddock_store_put_fact_finish (PADDOCK_STORE (source), result, &error))
    g_debug ("What was proven of processes is not remembered: %s", error->message);
  else if (self->is_changed)
    store (self);
}

/* Writes all proofs to the store: now, or once the write that is under way has ended. So if many
 * processes connect at once, one write stores all their proofs. */
static void
store (PaddockProofs *self)
{
  g_autoptr (GVariant) list = NULL;
  g_autoptr (GBytes) bytes = NULL;
  GVariantBuilder builder;

  self->is_changed = self->is_storing;
  if (self->is_storing || self->store == NULL)
    return;

  g_variant_builder_init (&builder, PROOFS_TYPE);
  for (GList *link = self->proofs.head; link != NULL; link = link->next) {
    const Proof *proof = link->data;

    g_variant_builder_add (&builder, "(s^ayttb)", proof->scope, proof->executable, proof->device,
                           proof->inode, proof->is_own);
  }
  list = g_variant_ref_sink (g_variant_builder_end (&builder));
  bytes = g_variant_get_data_as_bytes (list);
  self->is_storing = TRUE;
  paddock_store_put_fact_async (self->store, PADDOCK_STORE_FACT_PROOFS, bytes, NULL, on_stored,
                                g_object_ref (self));
}

static void
paddock_proofs_finalize (GObject *object)
{
  PaddockProofs *self = PADDOCK_PROOFS (object);

  g_clear_object (&self->store);
  g_strfreev (self->own_programs);
  g_hash_table_unref (self->by_scope);
  g_queue_clear_full (&self->proofs, proof_free);

  G_OBJECT_CLASS (paddock_proofs_parent_class)->finalize (object);
}

static void
paddock_proofs_class_init (PaddockProofsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = paddock_proofs_finalize;
}

static void
paddock_proofs_init (PaddockProofs *self)
{
  self->by_scope = g_hash_table_new (g_str_hash, g_str_equal);
}

/**
 * paddock_proofs_new:
 * @store: (nullable): keeps the proofs over a restart of the service; %NULL: nothing is stored
 * @own_programs: as paddock_proofs_find_own() gives them
 *
 * Returns: (transfer full): the stored proofs of processes that still run
 */
PaddockProofs *
paddock_proofs_new (PaddockStore       *store,
                    const char * const *own_programs)
{
  PaddockProofs *self = g_object_new (PADDOCK_TYPE_PROOFS, NULL);

  g_set_object (&self->store, store);
  self->own_programs = g_strdupv ((GStrv) own_programs);
  load (self);
  return self;
}

static gboolean
is_same_file (const Proof       *proof,
              const PaddockPeer *peer)
{
  return peer->is_near && peer->inode != 0 && proof->inode == peer->inode &&
         proof->device == peer->device;
}

/* Remembers for the process @scope that the program of @peer is proven. If an earlier proof for
 * this process says something else, replaces it. @link: (nullable): the earlier proof. Returns
 * @peer with the new proof. */
static PaddockPeer *
take_proof (PaddockProofs *self,
            PaddockPeer   *peer,
            const char    *scope,
            GList         *link)
{
  const Proof *known = link != NULL ? link->data : NULL;
  gboolean was_own = known != NULL && known->is_own && is_same_file (known, peer);
  const Proof proof = {
    .scope = (char *) scope, .executable = peer->executable, .device = peer->device,
    .inode = peer->inode,
    .is_own = was_own || g_strv_contains ((const char * const *) self->own_programs,
                                          peer->executable),
  };

  if (known == NULL || !is_same_file (known, peer) || known->is_own != proof.is_own ||
      g_strcmp0 (known->executable, peer->executable) != 0) {
    if (link != NULL)
      drop (self, link);
    add (self, &proof);
    store (self);
  }
  return paddock_peer_prove (peer, peer->executable, proof.is_own);
}

/**
 * paddock_proofs_settle:
 * @peer: facts as paddock-peer.c found them
 *
 * Adds to these facts what was proven earlier about the process.
 *
 * Returns: (transfer full): the same peer, plus earlier proofs of its process, and whether its
 *   program is this installation's
 */
PaddockPeer *
paddock_proofs_settle (PaddockProofs *self,
                       PaddockPeer   *peer)
{
  g_autofree char *scope = paddock_peer_dup_scope (peer);
  GList *link = scope != NULL ? g_hash_table_lookup (self->by_scope, scope) : NULL;
  const Proof *known = link != NULL ? link->data : NULL;

  if (scope != NULL && peer->executable_proven)
    return take_proof (self, peer, scope, link);
  if (known != NULL && is_same_file (known, peer))
    return paddock_peer_prove (peer, known->executable, known->is_own);
  return paddock_peer_ref (peer);
}

/**
 * paddock_proofs_is_own:
 * @pid: a process of this user
 *
 * Remembers nothing: the process only shows up in a text.
 *
 * Returns: whether it is proven that the process runs this installation's `paddock` now
 */
gboolean
paddock_proofs_is_own (PaddockProofs *self,
                       pid_t          pid)
{
  g_autoptr (PaddockPeer) peer = paddock_peer_new_for_pid (getuid (), pid);

  return peer->executable_proven &&
         g_strv_contains ((const char * const *) self->own_programs, peer->executable);
}

/* Adds the path of a program, with all links in its directory resolved, as the kernel does in the
 * paths of /proc. The file itself may be missing in the middle of an update. If it is a link, its
 * target is added as well. */
static void
add_program (GStrvBuilder *programs,
             const char   *directory,
             const char   *way,
             const char   *name)
{
  g_autofree char *unresolved = g_build_filename (directory, way, NULL);
  g_autofree char *resolved = realpath (unresolved, NULL);
  g_autofree char *path = resolved != NULL ? g_build_filename (resolved, name, NULL) : NULL;
  g_autofree char *target = path != NULL ? realpath (path, NULL) : NULL;

  if (path != NULL)
    g_strv_builder_add (programs, path);
  if (target != NULL && !g_str_equal (target, path))
    g_strv_builder_add (programs, target);
}

/**
 * paddock_proofs_find_own:
 * @own_directory: (nullable): the directory of the service's program
 * @libexec_way: the relative path from libexecdir to bindir
 * @bin_directory: the bindir of this build
 * @libexec_directory: the libexecdir of this build
 *
 * Lists where this installation's `paddock` may be: beside the service, in the service's build
 * tree, or where both are installed. `paddock-remote` counts as well: `paddock run --url` executes
 * it.
 *
 * Returns: (transfer full): the paths that these programs may have, links resolved
 */
GStrv
paddock_proofs_find_own (const char *own_directory,
                         const char *libexec_way,
                         const char *bin_directory,
                         const char *libexec_directory)
{
  g_autoptr (GStrvBuilder) programs = g_strv_builder_new ();

  if (own_directory != NULL) {
    gboolean is_built = g_str_has_suffix (own_directory, "/src/daemon");
    g_autofree char *base = g_path_get_basename (own_directory);
    g_autofree char *libexec_base = g_path_get_basename (libexec_directory);

    add_program (programs, own_directory, ".", "paddock");
    add_program (programs, own_directory, ".", "paddock-remote");
    if (is_built) {
      add_program (programs, own_directory, "../cli", "paddock");
      add_program (programs, own_directory, "../http", "paddock-remote");
    }
    if (g_str_equal (base, libexec_base))
      add_program (programs, own_directory, libexec_way, "paddock");
  }
  add_program (programs, bin_directory, ".", "paddock");
  add_program (programs, libexec_directory, ".", "paddock-remote");
  return g_strv_builder_end (programs);
}
