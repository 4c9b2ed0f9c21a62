/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-host-folders.h"

#include "paddock-alarm.h"
#include "paddock-documents.h"
#include "paddock-file-pool.h"
#include "paddock-inspection.h"
#include "paddock-installation.h"
#include "paddock-path.h"
#include "paddock-uri.h"

/* Decides what the server is told about the host's own roots.
 *
 * The roots responder owns this object. What the host says is an unproven claim. With
 * --host-roots=intersect, the host's roots can only make the service's list smaller. The service's
 * paths have no links, so the host's paths are resolved before they are compared. A folder that
 * can't be found is not shared.
 *
 * If the user shared the host's own roots with the server, each of them is inspected like a folder
 * that the user picks (paddock-inspection.c). If the inspection refuses a folder or warns about it,
 * the server is not told about that folder: nobody could accept the warning. The same holds for a
 * folder that does not exist. If a root is a link, the server is told where the link leads. If the
 * user did not share the host's own roots, no folder is inspected.
 *
 * A look inspects all folders once. Neither a list nor the main loop waits for a look. A list
 * contains what the last look found. If the next look finds something else, the list has changed.
 * Nothing protects against a folder that becomes a link between two looks.
 */

typedef struct {
  char *uri;                        /* (owned) the URI of the folder, as the host wrote it */
  char *found;                      /* (owned) (nullable) the URI for the server, links resolved;
                                     * NULL: the folder was not found, or the server is not told
                                     * about it */
} Folder;

/* One look at all folders of the host. Each inspection that runs holds a reference. If the host
 * names other folders meanwhile, the result is dropped. */
typedef struct {
  PaddockHostFolders *owner;        /* (nullable) who gets the result of the look; NULL: nobody any
                                     * more */
  GCancellable       *cancellable;  /* (owned) */
  GHashTable         *found;        /* (owned) for each folder: its URI from the host -> its URI for
                                     * the server */
  guint               outstanding;  /* how many inspections of folders still run */
} Look;

struct _PaddockHostFolders
{
  PaddockHostRoots       mode;
  char                  *socket_path;   /* (owned) */
  PaddockHostFoldersFunc changed;
  gpointer               user_data;

  GPtrArray             *folders;       /* (owned) Folder */
  GStrv                  given;         /* (owned) the host's roots that the server was told last */
  gboolean               is_wanted;     /* the host's roots count: they narrow the list, or the
                                         * service's last list says to add them */
  PaddockFilePool       *pool;          /* (owned) (nullable) threads for inspections; NULL until
                                         * the first look */
  Look                  *look;          /* (nullable) the look under way, owned by its inspections;
                                         * NULL: none */
  PaddockAlarm          *timeout;       /* (owned) goes off if the look under way takes too long */
};

static void
folder_free (gpointer data)
{
  Folder *folder = data;

  g_free (folder->uri);
  g_free (folder->found);
  g_free (folder);
}

static void
look_clear (gpointer data)
{
  Look *look = data;

  g_object_unref (look->cancellable);
  g_hash_table_unref (look->found);
}

static void
look_unref (Look *look)
{
  g_rc_box_release_full (look, look_clear);
}

static GStrv
dup_usable (PaddockHostFolders *self)
{
  g_autoptr (GStrvBuilder) uris = g_strv_builder_new ();

  for (guint i = 0; i < self->folders->len; i++) {
    const Folder *folder = self->folders->pdata[i];

    if (folder->found != NULL)
      g_strv_builder_add (uris, folder->found);
  }
  return g_strv_builder_end (uris);
}

static GStrv
dup_uris (PaddockHostFolders *self)
{
  g_autoptr (GStrvBuilder) uris = g_strv_builder_new ();

  for (guint i = 0; i < self->folders->len; i++)
    g_strv_builder_add (uris, ((Folder *) self->folders->pdata[i])->uri);
  return g_strv_builder_end (uris);
}

static Folder *
find (PaddockHostFolders *self,
      const char         *uri)
{
  for (guint i = 0; i < self->folders->len; i++) {
    Folder *folder = self->folders->pdata[i];

    if (g_str_equal (folder->uri, uri))
      return folder;
  }
  return NULL;
}

typedef struct {
  char *path;                       /* (owned) (nullable) the folder to look at; NULL: its URI names
                                     * no path */
  char *socket_path;                /* (owned) */
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_free (work->path);
  g_free (work->socket_path);
  g_free (work);
}

/* Whether the rules accept @path also for the home that the system's user database names. The host
 * sets our environment, so HOME may be another folder. Both homes must accept @path. */
static gboolean
is_accepted_at_home (const char          *path,
                     const PaddockPlaces *places)
{
  g_autofree char *home = paddock_installation_dup_registered_home ();
  g_autoptr (PaddockPlaces) registered = NULL;

  if (home == NULL)
    return TRUE;
  registered = paddock_places_new (home, places->user_name, (const char * const *) places->own);
  return paddock_places_judge (registered, path, NULL) == PADDOCK_PLACE_ACCEPTED;
}

/* Inspects one folder of the host. Returns the URI of the folder with links resolved; NULL if the
 * server is not told about the folder. Runs on a thread: even the user's own directories may be on
 * a file system that hangs. */
static gpointer
inspect_on_thread (gpointer      data,
                   GCancellable *cancellable)
{
  const Work *work = data;
  g_autofree char *data_dir = paddock_installation_dup_own ();
  g_autoptr (PaddockPlaces) places = paddock_installation_find_places (data_dir,
                                                                       work->socket_path);
  g_autoptr (PaddockInspection) inspection = paddock_inspection_run (work->path, places);

  if (inspection->verdict != PADDOCK_PLACE_ACCEPTED ||
      !is_accepted_at_home (inspection->path, places))
    return NULL;
  return paddock_uri_from_path (inspection->path);
}

/* Finds out which folder the host means. Returns the URI of the folder with links resolved; NULL if
 * there is none. A sandbox has other paths than the host. There the host's paths count as they are
 * written. Runs on a thread: the folder may be on a file system that hangs. */
static gpointer
resolve_on_thread (gpointer      data,
                   GCancellable *cancellable)
{
  const Work *work = data;
  g_autofree char *path = NULL;

  if (work->path == NULL)
    return NULL;
  path = paddock_documents_is_sandboxed () ? g_strdup (work->path)
                                           : paddock_path_resolve (work->path);
  return path != NULL ? paddock_uri_from_path (path) : NULL;
}

static void
finish_look (PaddockHostFolders *self)
{
  g_auto (GStrv) usable = NULL;

  paddock_alarm_clear (self->timeout);
  for (guint i = 0; i < self->folders->len; i++) {
    Folder *folder = self->folders->pdata[i];

    g_free (folder->found);
    folder->found = g_strdup (g_hash_table_lookup (self->look->found, folder->uri));
  }
  self->look = NULL;
  usable = dup_usable (self);
  if (self->is_wanted && !g_strv_equal ((const char * const *) usable,
                                        (const char * const *) self->given))
    self->changed (self->user_data);
}

typedef struct {
  Look *look;                       /* (owned) */
  char *uri;                        /* (owned) */
} Run;

static void
on_inspected (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  Run *run = user_data;
  Look *look = run->look;
  char *found = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, NULL);

  if (found != NULL)
    g_hash_table_insert (look->found, g_steal_pointer (&run->uri), found);
  look->outstanding--;
  if (look->outstanding == 0 && look->owner != NULL)
    finish_look (look->owner);
  g_free (run->uri);
  g_free (run);
  look_unref (look);
}

static void
leave_look (PaddockHostFolders *self)
{
  if (self->look == NULL)
    return;
  self->look->owner = NULL;
  g_cancellable_cancel (self->look->cancellable);
  self->look = NULL;
  paddock_alarm_clear (self->timeout);
}

/* Ends the look under way because it takes too long. The server is not told about a folder whose
 * file system did not answer. */
static gboolean
on_timeout (gpointer user_data)
{
  PaddockHostFolders *self = user_data;

  if (self->look != NULL)
    g_cancellable_cancel (self->look->cancellable);
  return G_SOURCE_REMOVE;
}

static void
begin_look (PaddockHostFolders *self)
{
  PaddockFileWork work_on_thread =
    self->mode == PADDOCK_HOST_ROOTS_INTERSECT ? resolve_on_thread : inspect_on_thread;
  Look *look;

  if (self->look != NULL || self->folders->len == 0)
    return;
  if (self->pool == NULL)
    self->pool = paddock_file_pool_new ();
  look = g_rc_box_new0 (Look);
  look->owner = self;
  look->cancellable = g_cancellable_new ();
  look->found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  look->outstanding = self->folders->len;
  self->look = look;
  paddock_alarm_set (self->timeout, PADDOCK_HOST_FOLDERS_TIMEOUT_MS * G_TIME_SPAN_MILLISECOND);

  for (guint i = 0; i < self->folders->len; i++) {
    const Folder *folder = self->folders->pdata[i];
    Work *work = g_new0 (Work, 1);
    Run *run = g_new0 (Run, 1);

    work->path = paddock_uri_to_path (folder->uri, NULL);
    work->socket_path = g_strdup (self->socket_path);
    run->look = i == 0 ? look : g_rc_box_acquire (look);
    run->uri = g_strdup (folder->uri);
    paddock_file_pool_run_picked_async (self->pool, work->path != NULL ? work->path : "/",
                                        work_on_thread, work, work_free, g_free,
                                        look->cancellable, on_inspected, run);
  }
}

/**
 * paddock_host_folders_new:
 * @mode: what Paddock does with the host's roots
 * @socket_path: the path of the service's socket, whose directory never becomes a root
 * @changed: called from the main loop when the list for the server has changed
 * @user_data: for @changed
 *
 * Returns: (transfer full): an object for a host that has named no roots
 */
PaddockHostFolders *
paddock_host_folders_new (PaddockHostRoots        mode,
                          const char             *socket_path,
                          PaddockHostFoldersFunc  changed,
                          gpointer                user_data)
{
  PaddockHostFolders *self = g_new0 (PaddockHostFolders, 1);

  self->mode = mode;
  self->is_wanted = mode == PADDOCK_HOST_ROOTS_INTERSECT;
  self->socket_path = g_strdup (socket_path);
  self->changed = changed;
  self->user_data = user_data;
  self->folders = g_ptr_array_new_with_free_func (folder_free);
  self->given = g_new0 (char *, 1);
  self->timeout = paddock_alarm_new (on_timeout, self);
  return self;
}

void
paddock_host_folders_free (PaddockHostFolders *self)
{
  leave_look (self);
  g_clear_object (&self->pool);
  paddock_alarm_free (self->timeout);
  g_ptr_array_unref (self->folders);
  g_strfreev (self->given);
  g_free (self->socket_path);
  g_free (self);
}

/**
 * paddock_host_folders_update:
 * @uris: (nullable): the host's roots now, from paddock_host_question_read_roots(); %NULL: none
 *
 * Replaces the host's roots. A root that is not in @uris is forgotten at once.
 *
 * Returns: whether @uris differs from the roots before
 */
gboolean
paddock_host_folders_update (PaddockHostFolders *self,
                             const char * const *uris)
{
  static const char * const none[] = { NULL };
  g_auto (GStrv) before = dup_uris (self);
  GPtrArray *folders;

  if (uris == NULL)
    uris = none;
  if (g_strv_equal (uris, (const char * const *) before))
    return FALSE;

  folders = g_ptr_array_new_with_free_func (folder_free);
  for (gsize i = 0; uris[i] != NULL; i++) {
    Folder *known = find (self, uris[i]);
    Folder *folder = g_new0 (Folder, 1);

    folder->uri = g_strdup (uris[i]);
    if (known != NULL)
      folder->found = g_steal_pointer (&known->found);
    g_ptr_array_add (folders, folder);
  }
  g_ptr_array_unref (self->folders);
  self->folders = folders;

  leave_look (self);
  if (self->is_wanted && folders->len > 0)
    begin_look (self);
  else if (self->is_wanted && self->given[0] != NULL)
    self->changed (self->user_data);
  return TRUE;
}

/**
 * paddock_host_folders_apply:
 * @list: the roots that the server may see, from the service
 * @has_host_roots: whether the host declared roots; %FALSE: they do not narrow @list
 *
 * With %PADDOCK_HOST_ROOTS_INTERSECT, keeps only the parts of @list that lie within the host's
 * roots, as the last look found them. With %PADDOCK_HOST_ROOTS_SUGGEST, adds the host's roots if
 * the user chose that.
 *
 * Returns: (transfer full): the list to tell the server
 */
PaddockRootList *
paddock_host_folders_apply (PaddockHostFolders *self,
                            PaddockRootList    *list,
                            gboolean            has_host_roots)
{
  gboolean narrows = self->mode == PADDOCK_HOST_ROOTS_INTERSECT && has_host_roots;

  self->is_wanted = narrows || (self->mode == PADDOCK_HOST_ROOTS_SUGGEST &&
                                paddock_root_list_uses_host (list));
  if (!self->is_wanted)
    return paddock_root_list_ref (list);
  g_strfreev (self->given);
  self->given = dup_usable (self);
  begin_look (self);
  return narrows ? paddock_root_list_within (list, (const char * const *) self->given)
                 : paddock_root_list_with (list, (const char * const *) self->given);
}
