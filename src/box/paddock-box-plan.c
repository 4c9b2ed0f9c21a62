/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-box"

#include "paddock-box-plan.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "paddock-mount-table.h"
#include "paddock-path-text.h"

/* Plans a box: the arguments for bubblewrap, and the mounts that must come of them.
 *
 * The plan is made once, before bubblewrap starts. The arguments and the expected mounts come from
 * the same calls, so they can't differ. The order matters:
 *
 * - The system comes first, then the home, then the user's folders, outer ones before inner ones. A
 *   later mount covers an earlier one, so an inner read-only folder stays read-only in an outer one
 *   that can be written.
 * - The first directory below the home on the way to a folder is a fresh one in memory. It is made
 *   read-only when all folders are in it. A folder directly below the home has its place in the
 *   private home. paddock-box-home.c makes both places.
 * - What is mounted below a folder is covered. The user did not share it.
 * - bubblewrap mounts nothing below a directory that is outside, too. It makes missing mount
 *   points, and follows links. Whoever can write there meanwhile (another box, another run of this
 *   server) would lead it to any place of the user's. So bubblewrap builds what belongs below such
 *   a directory in a staging directory, which is in the memory of the box. paddock-box.c moves each
 *   of these mounts to its place, with what is mounted in it, and removes the staging directory.
 *
 * The box is right if it has exactly the expected mounts. What is mounted below /usr and /etc is
 * there, too, read-only: bubblewrap binds it along.
 */

typedef struct {
  const char *path;                 /* where it is at the end */
  char    *built;                   /* (owned) where bubblewrap builds it */
  gboolean is_read_only;
  gboolean has_more;                /* there may be mounts below this one, as there are outside */
  gboolean is_cover;                /* it covers what is mounted outside */
  gboolean is_folder;               /* it is one of the user's */
  gboolean is_same;                 /* it shows what is at its path outside */
  gboolean is_empty;                /* it is an empty folder that the server can start in */
  char    *type;                    /* (owned) (nullable) the type of its file system; NULL: any */
} Mount;

struct _PaddockBoxPlan
{
  GByteArray *text;                 /* (owned) the arguments, each with its '\0' */
  GBytes     *arguments;            /* (owned) @text, when it is complete */
  GHashTable *mounts;               /* (owned) path -> Mount: what the box must have */
  GHashTable *links;                /* (owned) char *: the paths of links that the box has */
  GPtrArray  *moves;                /* (owned) PaddockBoxMove; that with index N is from N in the
                                     * staging directory */
  gboolean    has_network;
};

#define STAGING "/.paddock"
#define PROCESSORS "/sys/devices/system/cpu"

static const char * const devices[] = { "null", "zero", "full", "random", "urandom", "tty" };

void
paddock_box_plan_free_folder (PaddockBoxFolder *folder)
{
  g_free (folder->path);
  if (folder->fd >= 0)
    close (folder->fd);
  g_free (folder);
}

void
paddock_box_plan_free_link (PaddockBoxLink *link)
{
  g_free (link->path);
  g_free (link->target);
  g_free (link);
}

static void
mount_free (gpointer data)
{
  Mount *mount = data;

  g_free (mount->built);
  g_free (mount->type);
  g_free (mount);
}

static void
move_free (gpointer data)
{
  PaddockBoxMove *move = data;

  g_free (move->from);
  g_free (move->to);
  g_free (move);
}

static void
add (PaddockBoxPlan *self,
     const char     *word)
{
  g_byte_array_append (self->text, (const guint8 *) word, strlen (word) + 1);
}

static void
add_words (PaddockBoxPlan *self,
           const char     *first,
           ...)
{
  va_list words;

  va_start (words, first);
  for (const char *word = first; word != NULL; word = va_arg (words, const char *))
    add (self, word);
  va_end (words);
}

static void
add_number (PaddockBoxPlan *self,
            const char     *option,
            gint64          number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  add_words (self, option, text, NULL);
}

/* Returns the planned mount that is at @path or nearest above it. There is always one at "/". */
static const Mount *
find_mount (PaddockBoxPlan *self,
            const char     *path)
{
  g_autofree char *at = g_strdup (path);
  const Mount *mount;

  while ((mount = g_hash_table_lookup (self->mounts, at)) == NULL) {
    char *above = g_path_get_dirname (at);

    g_free (at);
    at = above;
  }
  return mount;
}

/* Returns where bubblewrap builds a mount whose place is in @above. What has no type is outside,
 * too. */
static char *
dup_built (PaddockBoxPlan *self,
           const char     *path,
           const Mount    *above)
{
  PaddockBoxMove *move;

  if (above->type != NULL)
    return g_build_filename (above->built, path + strlen (above->path), NULL);
  if (self->moves->len == 0)
    add_words (self, "--perms", "0700", "--tmpfs", STAGING, NULL);
  move = g_new0 (PaddockBoxMove, 1);
  move->from = g_strdup_printf (STAGING "/%u", self->moves->len);
  move->to = g_strdup (path);
  g_ptr_array_add (self->moves, move);
  return g_strdup (move->from);
}

/* Must come before the arguments that make the mount. */
static Mount *
expect (PaddockBoxPlan *self,
        const char     *path,
        const char     *type,
        gboolean        is_read_only)
{
  Mount *mount = g_new0 (Mount, 1);
  char *key = g_strdup (path);

  mount->path = key;
  mount->built = g_str_equal (path, "/") ? g_strdup (path)
                                         : dup_built (self, path, find_mount (self, path));
  mount->type = g_strdup (type);
  mount->is_read_only = is_read_only;
  g_hash_table_replace (self->mounts, key, mount);
  return mount;
}

/* Adds a directory in memory. @permissions: octal. @size: in bytes; 0: half of the memory, which is
 * enough for what is read-only at the end. */
static Mount *
add_memory (PaddockBoxPlan *self,
            const char     *path,
            const char     *permissions,
            gint64          size)
{
  Mount *mount = expect (self, path, "tmpfs", FALSE);

  add_words (self, "--perms", permissions, NULL);
  if (size > 0)
    add_number (self, "--size", size);
  add_words (self, "--tmpfs", mount->built, NULL);
  return mount;
}

static void
make_read_only (PaddockBoxPlan *self,
                const char     *path)
{
  Mount *mount = g_hash_table_lookup (self->mounts, path);

  add_words (self, "--remount-ro", mount->built, NULL);
  mount->is_read_only = TRUE;
}

/* Adds a directory of the system with what is mounted below it. */
static void
add_system (PaddockBoxPlan *self,
            const char     *path)
{
  Mount *mount = expect (self, path, NULL, TRUE);

  add_words (self, "--ro-bind", path, mount->built, NULL);
  mount->has_more = mount->is_same = TRUE;
}

/* Adds /bin, /lib and their like: links into /usr, or directories of an older system. */
static void
add_system_links (PaddockBoxPlan *self)
{
  static const char * const paths[] = { "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32" };

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *target = g_file_read_link (paths[i], NULL);

    if (target != NULL)
      add_words (self, "--symlink", target, paths[i], NULL);
    else if (g_file_test (paths[i], G_FILE_TEST_IS_DIR))
      add_system (self, paths[i]);
  }
}

/* Adds the directory in which /etc/resolv.conf is, if that is a link out of /etc. With the
 * directory, a server finds another file that takes its place. */
static void
add_resolver (PaddockBoxPlan *self)
{
  char *real = realpath ("/etc/resolv.conf", NULL);
  g_autofree char *directory = real != NULL ? g_path_get_dirname (real) : NULL;

  free (real);
  if (directory != NULL && g_str_has_prefix (directory, "/run/"))
    add_system (self, directory);
}

static void
add_kernel (PaddockBoxPlan *self)
{
  add_words (self, "--proc", "/proc", NULL);
  expect (self, "/proc", "proc", FALSE)->has_more = TRUE;
  /* Process 1 ends the box. What could reach it could keep the box alive. */
  add_memory (self, "/proc/1", "0555", 0);
  make_read_only (self, "/proc/1");
  add_words (self, "--dev", "/dev", NULL);
  expect (self, "/dev", "tmpfs", FALSE);
  expect (self, "/dev/pts", "devpts", FALSE);
  /* Programs count processors there. */
  if (g_file_test (PROCESSORS, G_FILE_TEST_IS_DIR))
    add_system (self, PROCESSORS);
  for (gsize i = 0; i < G_N_ELEMENTS (devices); i++) {
    g_autofree char *path = g_strconcat ("/dev/", devices[i], NULL);

    expect (self, path, NULL, FALSE);
  }
}

static void
add_home (PaddockBoxPlan              *self,
          const PaddockBoxPlanOptions *options)
{
  g_autofree char *runtime = g_strdup_printf ("/run/user/%u", options->uid);
  g_autofree char *fd = g_strdup_printf ("%d", options->private_home);

  add_memory (self, "/tmp", "1777", PADDOCK_BOX_TMP_BYTES);
  add_memory (self, "/dev/shm", "1777", PADDOCK_BOX_SHM_BYTES);
  add_memory (self, runtime, "0700", PADDOCK_BOX_RUNTIME_BYTES);
  if (options->private_home < 0) {
    add_memory (self, options->home, "0700", PADDOCK_BOX_HOME_BYTES);
  } else {
    add_words (self, "--bind-fd", fd, expect (self, options->home, NULL, FALSE)->built, NULL);
  }
}

/**
 * paddock_box_plan_dup_first:
 *
 * Returns: (transfer full) (nullable): the directory directly below @home on the way to @path,
 *   maybe @path itself; %NULL if @path is not below @home
 */
char *
paddock_box_plan_dup_first (const char *home,
                            const char *path)
{
  const char *name = path + strlen (home) + 1;
  const char *end;

  if (g_str_equal (path, home) || !paddock_path_text_is_within (path, home))
    return NULL;
  end = strchr (name, '/');
  return end != NULL ? g_strndup (path, end - path) : g_strdup (path);
}

/* Where a box needs a mount: for a folder, or to cover what is mounted outside. */
typedef struct {
  char                   *path;     /* (owned) */
  const PaddockBoxFolder *folder;   /* (nullable) NULL: a cover */
  gboolean                is_file;  /* for a cover: a file is there, not a directory */
  gboolean                is_withheld; /* for a cover: the user did not share what is there */
  gboolean                is_empty; /* no cover, but an empty folder */
} Place;

static void
place_free (gpointer data)
{
  Place *place = data;

  g_free (place->path);
  g_free (place);
}

static Place *
add_place (GPtrArray              *places,
           const char             *path,
           const PaddockBoxFolder *folder)
{
  Place *place = g_new0 (Place, 1);

  place->path = g_strdup (path);
  place->folder = folder;
  g_ptr_array_add (places, place);
  return place;
}

/* Outer places come before inner ones, and a folder before the mount that is at its path. */
static gint
compare_places (gconstpointer a,
                gconstpointer b)
{
  const Place *one = *(Place * const *) a;
  const Place *other = *(Place * const *) b;
  int order = strcmp (one->path, other->path);

  return order != 0 ? order : (other->folder != NULL) - (one->folder != NULL);
}

static gboolean
is_in_folder (GPtrArray  *folders,
              const char *path)
{
  for (guint i = 0; i < folders->len; i++)
    if (paddock_path_text_is_within (path, ((PaddockBoxFolder *) folders->pdata[i])->path))
      return TRUE;
  return FALSE;
}

/* Adds a cover for each mount outside that is in a folder. A mount that a later one hides needs no
 * cover, and bubblewrap would make a directory for it in the user's folder. */
static void
add_mounts (GPtrArray                   *places,
            const PaddockBoxPlanOptions *options)
{
  g_autoptr (PaddockMountTable) table = paddock_mount_table_parse (options->mountinfo);
  g_auto (GStrv) lines = g_strsplit (options->mountinfo, "\n", -1);

  for (gsize i = 0; lines[i] != NULL; i++) {
    g_auto (GStrv) fields = g_strsplit (lines[i], " ", 6);
    g_autofree char *point = g_strv_length (fields) == 6 ? g_strcompress (fields[4]) : NULL;
    const PaddockMount *mount;

    if (point == NULL || !is_in_folder (options->folders, point))
      continue;
    mount = paddock_mount_table_lookup (table, point);
    /* File systems without events may hang. */
    if (mount != NULL && mount->id == atoi (fields[0]))
      add_place (places, point, NULL)->is_file =
        mount->has_events && g_file_test (point, G_FILE_TEST_IS_REGULAR);
  }
}

static GPtrArray *
dup_places (const PaddockBoxPlanOptions *options)
{
  GPtrArray *places = g_ptr_array_new_with_free_func (place_free);

  for (guint i = 0; i < options->folders->len; i++) {
    const PaddockBoxFolder *folder = options->folders->pdata[i];

    add_place (places, folder->path, folder);
  }
  add_mounts (places, options);
  for (guint i = 0; options->withheld != NULL && i < options->withheld->len; i++)
    add_place (places, options->withheld->pdata[i], NULL)->is_withheld = TRUE;
  for (gsize i = 0; options->empty != NULL && options->empty[i] != NULL; i++)
    add_place (places, options->empty[i], NULL)->is_empty = TRUE;
  g_ptr_array_sort (places, compare_places);
  return places;
}

/* Adds a directory in memory that becomes read-only when all folders are in it. */
static Mount *
add_open (PaddockBoxPlan *self,
          const char     *path,
          const char     *permissions,
          GPtrArray      *open)
{
  g_ptr_array_add (open, g_strdup (path));
  return add_memory (self, path, permissions, 0);
}

/* Adds the directory below the home that carries @path, if that is further down. */
static void
add_first (PaddockBoxPlan *self,
           const char     *home,
           const char     *path,
           GPtrArray      *open)
{
  g_autofree char *first = paddock_box_plan_dup_first (home, path);

  if (first != NULL && !g_str_equal (first, path) && !g_hash_table_contains (self->mounts, first))
    add_open (self, first, "0755", open);
}

static void
add_folder (PaddockBoxPlan         *self,
            const char             *home,
            const PaddockBoxFolder *folder,
            GPtrArray              *open)
{
  g_autofree char *fd = g_strdup_printf ("%d", folder->fd);
  Mount *mount;

  add_first (self, home, folder->path, open);
  mount = expect (self, folder->path, NULL, !folder->is_writable);
  add_words (self, folder->is_writable ? "--bind-fd" : "--ro-bind-fd", fd, mount->built, NULL);
  mount->is_folder = mount->is_same = TRUE;
}

static void
cover_file (PaddockBoxPlan *self,
            const char     *path)
{
  Mount *mount = expect (self, path, NULL, TRUE);

  add_words (self, "--ro-bind", "/dev/null", mount->built, NULL);
  mount->is_cover = TRUE;
}

static gboolean
is_on_the_way (PaddockBoxPlan *self,
               const char     *path)
{
  GHashTableIter iter;
  gpointer point;

  g_hash_table_iter_init (&iter, self->mounts);
  while (g_hash_table_iter_next (&iter, &point, NULL))
    if (paddock_path_text_is_within (point, path))
      return TRUE;
  return FALSE;
}

/* Adds links, each where the box has a directory in memory that others can't write. A link directly
 * below the home would stay in the private home. */
static void
add_links (PaddockBoxPlan              *self,
           const PaddockBoxPlanOptions *options,
           GPtrArray                   *open)
{
  for (guint i = 0; options->links != NULL && i < options->links->len; i++) {
    const PaddockBoxLink *link = options->links->pdata[i];
    g_autofree char *built = NULL;
    const Mount *above;

    if (is_on_the_way (self, link->path) || g_hash_table_contains (self->links, link->path))
      continue;
    add_first (self, options->home, link->path, open);
    above = find_mount (self, link->path);
    if (g_strcmp0 (above->type, "tmpfs") != 0 || above->is_cover)
      continue;
    built = g_build_filename (above->built, link->path + strlen (above->path), NULL);
    add_words (self, "--symlink", link->target, built, NULL);
    g_hash_table_add (self->links, g_strdup (link->path));
  }
}

/**
 * paddock_box_plan_can_be_empty:
 * @path: an absolute path without "." and ".."
 * @folders: (element-type PaddockBoxFolder): what the box has
 * @links: (nullable) (element-type PaddockBoxLink): likewise
 *
 * Returns: whether an empty folder at @path hides nothing that the box has or needs. A server keeps
 *   its own files in a hidden directory of its home, which could not be written with such a folder
 *   in it
 */
gboolean
paddock_box_plan_can_be_empty (const char *path,
                               const char *home,
                               GPtrArray  *folders,
                               GPtrArray  *links)
{
  static const char * const places[] = {
    "/usr", "/etc", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/sys", "/dev",
    "/run", STAGING,
  };
  g_autofree char *first = paddock_box_plan_dup_first (home, path);

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    if (paddock_path_text_is_within (path, places[i]))
      return FALSE;
  for (guint i = 0; i < folders->len; i++) {
    const PaddockBoxFolder *folder = folders->pdata[i];

    if (paddock_path_text_is_within (path, folder->path) ||
        paddock_path_text_is_within (folder->path, path))
      return FALSE;
  }
  for (guint i = 0; links != NULL && i < links->len; i++) {
    const PaddockBoxLink *link = links->pdata[i];

    if (paddock_path_text_is_within (path, link->path) ||
        paddock_path_text_is_within (link->path, path))
      return FALSE;
  }
  if (first != NULL && !g_str_equal (first, path) && first[strlen (home) + 1] == '.')
    return FALSE;
  return !paddock_path_text_is_within (home, path) && !g_str_equal (path, "/tmp");
}

static void
add_empty (PaddockBoxPlan              *self,
           const PaddockBoxPlanOptions *options,
           const char                  *path,
           GPtrArray                   *open)
{
  if (!paddock_box_plan_can_be_empty (path, options->home, options->folders, options->links) ||
      g_hash_table_contains (self->mounts, path))
    return;
  add_first (self, options->home, path, open);
  add_open (self, path, "0555", open)->is_empty = TRUE;
}

/* Adds the user's folders. Covers what is mounted below one, unless it is another one, and what the
 * user did not share although it is in a directory of the system. */
static void
add_folders (PaddockBoxPlan              *self,
             const PaddockBoxPlanOptions *options)
{
  g_autoptr (GPtrArray) places = dup_places (options);
  g_autoptr (GPtrArray) open = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < places->len; i++) {
    const Place *place = places->pdata[i];
    const Mount *above = find_mount (self, place->path);

    if (place->folder != NULL)
      add_folder (self, options->home, place->folder, open);
    else if (place->is_empty)
      add_empty (self, options, place->path, open);
    else if (!(place->is_withheld ? above->is_same : above->is_folder) ||
             g_hash_table_contains (self->mounts, place->path))
      continue;
    else if (place->is_withheld && !g_file_test (place->path, G_FILE_TEST_EXISTS))
      continue;
    else if (place->is_file ||
             (place->is_withheld && !g_file_test (place->path, G_FILE_TEST_IS_DIR)))
      cover_file (self, place->path);
    else
      add_open (self, place->path, "0555", open)->is_cover = TRUE;
  }
  add_links (self, options, open);
  for (guint i = 0; i < open->len; i++)
    make_read_only (self, open->pdata[i]);
}

static void
add_environment (PaddockBoxPlan     *self,
                 const char * const *environment)
{
  add (self, "--clearenv");
  for (gsize i = 0; environment[i] != NULL; i++) {
    g_auto (GStrv) parts = g_strsplit (environment[i], "=", 2);

    if (g_strv_length (parts) == 2)
      add_words (self, "--setenv", parts[0], parts[1], NULL);
  }
}

static gboolean
can_start_in (PaddockBoxPlan *self,
              const char     *directory)
{
  const Mount *mount = g_hash_table_lookup (self->mounts, directory);

  return paddock_box_plan_has (self, directory) || (mount != NULL && mount->is_empty);
}

/**
 * paddock_box_plan_new:
 *
 * Returns: (transfer full): the plan of a box
 */
PaddockBoxPlan *
paddock_box_plan_new (const PaddockBoxPlanOptions *options)
{
  PaddockBoxPlan *self = g_new0 (PaddockBoxPlan, 1);

  self->text = g_byte_array_new ();
  self->has_network = options->has_network;
  self->mounts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, mount_free);
  self->links = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->moves = g_ptr_array_new_with_free_func (move_free);
  add_words (self, "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts",
             "--unshare-cgroup-try", "--disable-userns", "--die-with-parent", "--new-session",
             "--cap-drop", "ALL", "--hostname", "paddock", NULL);
  if (!options->has_network)
    add (self, "--unshare-net");
  expect (self, "/", "tmpfs", FALSE);
  add_system (self, "/usr");
  add_system_links (self);
  add_system (self, "/etc");
  if (options->has_network)
    add_resolver (self);
  add_kernel (self);
  add_home (self, options);
  add_folders (self, options);
  add_words (self, "--chdir", can_start_in (self, options->directory) ? options->directory
                                                                      : options->home, NULL);
  make_read_only (self, "/dev");
  make_read_only (self, "/");
  add_environment (self, options->environment);
  add_number (self, "--seccomp", options->filter);
  add_number (self, "--info-fd", options->info);
  add_number (self, "--block-fd", options->block);
  self->arguments = g_byte_array_free_to_bytes (self->text);
  return self;
}

void
paddock_box_plan_free (PaddockBoxPlan *self)
{
  g_bytes_unref (self->arguments);
  g_hash_table_unref (self->mounts);
  g_hash_table_unref (self->links);
  g_ptr_array_unref (self->moves);
  g_free (self);
}

/**
 * paddock_box_plan_get_arguments:
 *
 * Returns: (transfer none): the arguments for bubblewrap, each with a '\0' behind it
 */
GBytes *
paddock_box_plan_get_arguments (PaddockBoxPlan *self)
{
  return self->arguments;
}

/**
 * paddock_box_plan_get_staging:
 *
 * Returns: (transfer none) (nullable): the directory, a mount, that must be removed after the
 *   moves; %NULL if there are none
 */
const char *
paddock_box_plan_get_staging (PaddockBoxPlan *self)
{
  return self->moves->len > 0 ? STAGING : NULL;
}

/**
 * paddock_box_plan_get_moves:
 *
 * Returns: (transfer none) (element-type PaddockBoxMove): the mounts that must be moved when
 *   bubblewrap has built the box, in this order
 */
GPtrArray *
paddock_box_plan_get_moves (PaddockBoxPlan *self)
{
  return self->moves;
}

/**
 * paddock_box_plan_has:
 * @path: an absolute path without links
 *
 * Returns: whether the box shows what is at @path outside: something of the system, of the user's
 *   folders, or a link
 */
gboolean
paddock_box_plan_has (PaddockBoxPlan *self,
                      const char     *path)
{
  return find_mount (self, path)->is_same || g_hash_table_contains (self->links, path);
}

gboolean
paddock_box_plan_has_network (PaddockBoxPlan *self)
{
  return self->has_network;
}

/* Removes and returns the next word of a line; NULL at its end. */
static char *
next_word (char **line)
{
  char *word = strsep (line, " ");

  return word != NULL && *word != '\0' ? word : NULL;
}

/* One mount of a box, as its mountinfo says. The texts are parts of a line. */
typedef struct {
  char       *point;                /* (owned) */
  const char *options;
  const char *type;
  gboolean    is_shared;            /* mounts go to other namespaces, or come from them */
} Found;

static gboolean
read_mount (char  *line,
            Found *out_found)
{
  const char *point = NULL;
  const char *word;

  *out_found = (Found) { NULL };
  for (guint i = 0; i < 6 && (word = next_word (&line)) != NULL; i++)
    if (i == 4)
      point = word;
    else if (i == 5)
      out_found->options = word;
  while ((word = next_word (&line)) != NULL && strcmp (word, "-") != 0)
    out_found->is_shared = TRUE;
  out_found->type = next_word (&line);
  if (point == NULL || out_found->type == NULL)
    return FALSE;
  out_found->point = g_strcompress (point);
  return TRUE;
}

/* Returns where a mount that was found in the staging directory will be. */
static char *
dup_moved (PaddockBoxPlan *self,
           const char     *point)
{
  for (guint i = 0; i < self->moves->len; i++) {
    const PaddockBoxMove *move = self->moves->pdata[i];

    if (paddock_path_text_is_within (point, move->from))
      return g_strconcat (move->to, point + strlen (move->from), NULL);
  }
  return g_strdup (point);
}

static gboolean
is_read_only (const Found *found)
{
  return strcmp (found->options, "ro") == 0 || g_str_has_prefix (found->options, "ro,");
}

/* Whether a mount that the plan does not name may be there. It is covered by one that the plan
 * names, or is mounted below a directory of the system. Below /proc, bubblewrap covers what a
 * server must not write. */
static gboolean
may_be_there (PaddockBoxPlan *self,
              const Found    *found)
{
  const Mount *mount = find_mount (self, found->point);

  return (mount->has_more && is_read_only (found)) ||
         mount->is_cover;
}

/**
 * paddock_box_plan_find_problem:
 * @mountinfo: the mounts of the box, as in /proc/PID/mountinfo
 * @is_sealed: whether the box must be cut off from later mounts already, and all that was staged
 *   be in its place
 *
 * Compares the mounts of a box with the plan. Of several mounts at one place, the last counts.
 *
 * Returns: (transfer full) (nullable): what is wrong, for the log; %NULL if nothing is
 */
char *
paddock_box_plan_find_problem (PaddockBoxPlan *self,
                               const char     *mountinfo,
                               gboolean        is_sealed)
{
  g_auto (GStrv) lines = g_strsplit (mountinfo, "\n", -1);
  g_autoptr (GHashTable) right = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean has_root = FALSE;
  GHashTableIter iter;
  gpointer path;

  for (gsize i = 0; lines[i] != NULL; i++) {
    g_autofree char *point = NULL;
    const Mount *mount;
    Found found;

    if (*lines[i] == '\0')
      continue;
    if (!read_mount (lines[i], &found))
      return g_strdup ("a mount that can't be read");
    if (!is_sealed) {
      char *moved = dup_moved (self, found.point);

      g_free (found.point);
      found.point = moved;
    }
    point = found.point;
    if (!is_sealed && g_str_equal (point, STAGING) && self->moves->len > 0)
      continue;
    /* bubblewrap's first root covers the box's for a moment. A seal would only reach what is
     * below the first one. */
    if (has_root && g_str_equal (found.point, "/"))
      return g_strdup ("there are two roots");
    has_root |= g_str_equal (found.point, "/");
    if (is_sealed && found.is_shared)
      return g_strdup_printf ("%s is not sealed", found.point);
    mount = g_hash_table_lookup (self->mounts, found.point);
    if (mount == NULL && !may_be_there (self, &found))
      return g_strdup_printf ("%s should not be there", found.point);
    if (mount == NULL)
      continue;
    if ((mount->type == NULL || strcmp (mount->type, found.type) == 0) &&
        mount->is_read_only == is_read_only (&found))
      g_hash_table_add (right, g_steal_pointer (&point));
    else
      g_hash_table_remove (right, point);
  }
  g_hash_table_iter_init (&iter, self->mounts);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    if (!g_hash_table_contains (right, path))
      return g_strdup_printf ("%s is missing, or not as it should be", (const char *) path);
  return NULL;
}
