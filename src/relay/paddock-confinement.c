/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-confinement.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

#include "paddock-box-error.h"
#include "paddock-box-find.h"
#include "paddock-box-home.h"
#include "paddock-box-openings.h"
#include "paddock-box-programs.h"
#include "paddock-command-folders.h"
#include "paddock-copies.h"
#include "paddock-error.h"
#include "paddock-installation.h"
#include "paddock-mount-table.h"
#include "paddock-names.h"
#include "paddock-path-text.h"
#include "paddock-sensitive.h"

/* Makes the boxes of a server (src/box): from the service's list of roots, and from the options of
 * `paddock run`. What the server's program needs is found for each box (paddock-box-find.c).
 *
 * The launch command owns the confinement. A root that can't be in a box is left out, and the
 * server is not told of it: one that is gone, that another folder took the place of, or that holds
 * the home or Paddock's data. So is every root of a service that does not say what identifies its
 * roots.
 *
 * A folder that only the command line names is there, but empty. Without it some servers end at
 * once, before anybody can be asked about it.
 */

/* The longest text about a root that is read. */
#define RECORD_MAX 16384
/* The longest path of a root. bubblewrap puts something in front of it. */
#define ROOT_MAX (PATH_MAX - 64)
#define LOOK_MS  100                /* for one root, when it is looked for again */
/* How many paths of the command line may become empty folders. */
#define EMPTY_MAX 16

struct _PaddockConfinement
{
  gboolean has_network;
  GStrv    writes;                  /* (owned) absolute paths */
  GStrv    reads;                   /* (owned) likewise */
  GStrv    names;                   /* (owned) */
  GStrv    argv;                    /* (owned) (nullable) NULL: no program is looked for */
  char    *directory;               /* (owned) (nullable) where the server starts; NULL: unknown */
  GPtrArray *links;                 /* (owned) (nullable) PaddockBoxLink: those of the next box */
  GPtrArray *copies;                /* (owned) (nullable) PaddockBoxCopy: likewise */
  GStrv    empty;                   /* (owned) the paths of empty folders in the next box */
  PaddockConfined *confined;        /* (owned) what the service is told */
  char    *server;                  /* (owned) (nullable) the id of the server in the last box;
                                     * NULL: none */
  PaddockBoxOpenings *openings;     /* (owned) the folders of the next box */
  GSourceOnceFunc     opened;       /* (nullable) */
  PaddockBoxChanged   changed;      /* (nullable) */
  gpointer user_data;               /* for @opened and @changed */
};

/* Returns an absolute path. "~" is the home: the error that names what to add is written so, and
 * apps start commands without a shell. */
static char *
dup_absolute (const char *path)
{
  g_autofree char *home = paddock_box_home_dup_path ();
  g_autofree char *below_home = NULL;

  if (path[0] == '~' && (path[1] == '/' || path[1] == '\0'))
    below_home = g_strconcat (home, path + 1, NULL);
  return g_canonicalize_filename (below_home != NULL ? below_home : path, NULL);
}

/* @paths: (nullable) */
static GStrv
dup_all_absolute (const char * const *paths)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (; paths != NULL && *paths != NULL; paths++) {
    g_autofree char *path = dup_absolute (*paths);

    g_strv_builder_add (builder, path);
  }
  return g_strv_builder_end (builder);
}

static void
on_opened (gpointer user_data)
{
  PaddockConfinement *self = user_data;

  if (self->opened != NULL && !paddock_box_openings_is_waiting (self->openings))
    self->opened (self->user_data);
}

/**
 * paddock_confinement_new:
 * @options: copied
 *
 * Returns: (transfer full): a confinement
 */
PaddockConfinement *
paddock_confinement_new (const PaddockConfinementOptions *options)
{
  static const char * const none[] = { NULL };
  PaddockConfinement *self = g_new0 (PaddockConfinement, 1);

  self->writes = dup_all_absolute (options->writes);
  self->reads = dup_all_absolute (options->reads);
  self->names = g_strdupv ((char **) (options->names != NULL ? options->names : none));
  self->argv = g_strdupv ((char **) options->argv);
  self->directory = options->enters_folder ? NULL : g_get_current_dir ();
  self->has_network = options->has_network;
  self->empty = g_new0 (char *, 1);
  self->confined = paddock_confined_new (self->has_network, (const char * const *) self->writes,
                                         (const char * const *) self->reads, 0);
  self->openings = paddock_box_openings_new (on_opened, self);
  return self;
}

void
paddock_confinement_free (PaddockConfinement *self)
{
  g_strfreev (self->writes);
  g_strfreev (self->reads);
  g_strfreev (self->names);
  g_strfreev (self->argv);
  g_free (self->directory);
  g_clear_pointer (&self->links, g_ptr_array_unref);
  g_clear_pointer (&self->copies, g_ptr_array_unref);
  g_strfreev (self->empty);
  paddock_confined_free (self->confined);
  paddock_box_openings_free (self->openings);
  g_free (self->server);
  g_free (self);
}

/**
 * paddock_confinement_watch:
 * @opened: called when the next box need not be awaited any more (paddock_confinement_open())
 * @changed: called when a box must make room for another one (PaddockBoxOptions)
 * @user_data: for both
 */
void
paddock_confinement_watch (PaddockConfinement *self,
                           GSourceOnceFunc     opened,
                           PaddockBoxChanged   changed,
                           gpointer            user_data)
{
  self->opened = opened;
  self->changed = changed;
  self->user_data = user_data;
}

/* What no box may show: a home, or a directory with Paddock's data. */
typedef struct {
  char    *path;                    /* (owned) */
  gboolean is_data;                 /* what is in it may not be shown, either */
} Secret;

static void
secret_free (gpointer data)
{
  Secret *secret = data;

  g_free (secret->path);
  g_free (secret);
}

static void
add_secret (GPtrArray *secrets,
            char      *path,
            gboolean   is_data)
{
  Secret *secret = g_new0 (Secret, 1);

  secret->path = path;
  secret->is_data = is_data;
  g_ptr_array_add (secrets, secret);
}

/* Lists what no box may show. The program that started this process wrote its environment. So the
 * user's own home counts, too. */
static GPtrArray *
dup_secrets (void)
{
  GPtrArray *secrets = g_ptr_array_new_with_free_func (secret_free);
  g_autofree char *data = paddock_installation_dup_own ();
  char *real_data = realpath (data, NULL);
  char *registered = paddock_installation_dup_registered_home ();

  add_secret (secrets, paddock_box_home_dup_path (), FALSE);
  add_secret (secrets, g_strdup (real_data != NULL ? real_data : data), TRUE);
  free (real_data);
  if (registered != NULL) {
    add_secret (secrets, g_build_filename (registered, ".local", "share", "paddock", NULL), TRUE);
    add_secret (secrets, registered, FALSE);
  }
  return secrets;
}

/* Lists the other paths at which a bind mount shows the same file. */
static GStrv
dup_names (const PaddockMountTable *mounts,
           const char              *path)
{
  const PaddockMount *mount = paddock_mount_table_lookup (mounts, path);

  return paddock_mount_table_list_names (mounts, mount != NULL ? mount->id : 0, path);
}

/* Whether @path shows @secret. What is mounted below @path is covered in a box. */
static gboolean
shows (const PaddockMountTable *mounts,
       const char              *path,
       const Secret            *secret)
{
  g_auto (GStrv) names = dup_names (mounts, path);
  g_auto (GStrv) secret_names = dup_names (mounts, secret->path);
  gboolean is_shown = paddock_path_text_is_within (secret->path, path) ||
                      (secret->is_data && paddock_path_text_is_within (path, secret->path));

  for (gsize i = 0; secret->is_data && names[i] != NULL; i++)
    is_shown |= paddock_path_text_is_within (names[i], secret->path);
  for (gsize i = 0; secret_names[i] != NULL; i++)
    is_shown |= paddock_path_text_is_within (secret_names[i], path) &&
                paddock_mount_table_lookup (mounts, secret_names[i]) ==
                paddock_mount_table_lookup (mounts, path);
  return is_shown;
}

/* What is needed to judge paths. */
typedef struct {
  PaddockMountTable *mounts;        /* (owned) (nullable) NULL: nobody can read it */
  GPtrArray         *secrets;       /* (owned): Secret */
} Rules;

static void
rules_clear (Rules *rules)
{
  g_clear_pointer (&rules->mounts, paddock_mount_table_free);
  g_ptr_array_unref (rules->secrets);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rules, rules_clear)

static Rules
make_rules (void)
{
  return (Rules) { paddock_mount_table_read (NULL), dup_secrets () };
}

/* Whether no box may have this path: it holds the home or Paddock's data, or lies in the data. */
static gboolean
is_forbidden (const Rules *rules,
              const char  *path)
{
  for (guint i = 0; rules->mounts != NULL && i < rules->secrets->len; i++)
    if (shows (rules->mounts, path, rules->secrets->pdata[i]))
      return TRUE;
  return rules->mounts == NULL;
}

/* What is collected for a box. */
typedef struct {
  const Rules        *rules;
  PaddockBoxOpenings *openings;
  guint               most;         /* how many more roots the box may have */
  GPtrArray          *folders;      /* PaddockBoxFolder */
  GPtrArray          *left_out;     /* (owned) char *: paths of roots that the box won't have */
  const char * const *writes;       /* what --confine-write names */
} Collection;

/* Whether this is an interface of the kernel, where a server would find other processes. */
static gboolean
is_kernel (const char *path)
{
  static const char * const places[] = { "/proc", "/sys", "/dev" };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    if (paddock_path_text_is_within (path, places[i]))
      return TRUE;
  return FALSE;
}

/* Returns why a root can never be in a box; NULL if it can. */
static const char *
find_obstacle (const Rules             *rules,
               const char              *path,
               const PaddockFileRecord *record)
{
  if (strlen (path) > ROOT_MAX)
    return "its path is too long";
  if (record == NULL)
    return "Paddock’s service is too old to confine a server to it";
  return is_forbidden (rules, path) ? "it holds the home directory, or Paddock’s data" : NULL;
}

static PaddockFileRecord *
parse_record (const char *record)
{
  g_autoptr (GVariant) variant = NULL;

  if (record != NULL && strlen (record) <= RECORD_MAX)
    variant = g_variant_parse (PADDOCK_FILE_RECORD_VARIANT_TYPE, record, NULL, NULL, NULL);
  return variant != NULL ? paddock_file_record_from_variant (variant) : NULL;
}

static void
begin_root (const char *path,
            const char *record,
            gboolean    is_writable,
            gpointer    user_data)
{
  Collection *collection = user_data;
  g_autoptr (PaddockFileRecord) known = parse_record (record);

  if (collection->most == 0 || find_obstacle (collection->rules, path, known) != NULL)
    return;
  paddock_box_openings_begin (collection->openings, path, known);
  collection->most--;
}

static void
add_root (const char *path,
          const char *record,
          gboolean    is_writable,
          gpointer    user_data)
{
  Collection *collection = user_data;
  g_autoptr (PaddockFileRecord) known = parse_record (record);
  const char *obstacle = collection->most == 0 ? "there are too many"
                         : find_obstacle (collection->rules, path, known);
  PaddockBoxFolder *folder = NULL;
  g_autoptr (GError) error = NULL;

  if (obstacle != NULL) {
    g_message ("%.256s is left out: %s", path, obstacle);
  } else {
    folder = paddock_box_openings_finish (collection->openings, path, known,
                                          PADDOCK_BOX_OPENINGS_MS, &error);
    collection->most--;
  }
  if (error != NULL)
    g_message ("%s is left out: %s", path, error->message);
  if (folder == NULL) {
    g_ptr_array_add (collection->left_out, g_strdup (path));
    return;
  }
  folder->is_writable = is_writable;
  folder->is_root = TRUE;
  g_ptr_array_add (collection->folders, folder);
}

/* Leaves out the roots around one that is left out. It may have been moved inside them, and a
 * server could do more with it there than in its own place. */
static void
leave_out_around (const Collection *collection)
{
  for (guint i = 0; i < collection->left_out->len; i++)
    for (guint j = collection->folders->len; j > 0; j--) {
      const PaddockBoxFolder *folder = collection->folders->pdata[j - 1];

      if (!paddock_path_text_is_within (collection->left_out->pdata[i], folder->path))
        continue;
      g_message ("%s is left out: %s in it is", folder->path,
                 (const char *) collection->left_out->pdata[i]);
      g_ptr_array_remove_index (collection->folders, j - 1);
    }
}

/* Returns the innermost folder that @path is in; NULL if it is in none. */
static PaddockBoxFolder *
find_around (GPtrArray  *folders,
             const char *path)
{
  PaddockBoxFolder *innermost = NULL;

  for (guint i = 0; i < folders->len; i++) {
    PaddockBoxFolder *folder = folders->pdata[i];

    if (paddock_path_text_is_within (path, folder->path) &&
        (innermost == NULL || paddock_path_text_is_within (folder->path, innermost->path)))
      innermost = folder;
  }
  return innermost;
}

/* Returns the folder around @path that the server can write; NULL if there is none. At first
 * not all that --confine-write names is among the folders. */
static const char *
find_writable_around (const Collection *collection,
                      const char       *path)
{
  for (guint i = 0; i < collection->folders->len; i++) {
    const PaddockBoxFolder *folder = collection->folders->pdata[i];

    if (folder->is_writable && !g_str_equal (path, folder->path) &&
        paddock_path_text_is_within (path, folder->path))
      return folder->path;
  }
  for (gsize i = 0; collection->writes[i] != NULL; i++)
    if (!g_str_equal (path, collection->writes[i]) &&
        paddock_path_text_is_within (path, collection->writes[i]))
      return collection->writes[i];
  return NULL;
}

/* Whether @path leads to @real by what the server can write: a link there, maybe from an earlier
 * box, would open any other folder. Nothing on the way is the server's until then. */
static gboolean
is_led_out (const Collection *collection,
            const char       *path,
            const char       *real)
{
  g_autoptr (GString) at = g_string_new (NULL);
  g_autofree char *all = g_strdup (path);
  const char *rest = all;
  guint n_links = 0;

  while (*(rest += strspn (rest, "/")) != '\0') {
    gsize length = strcspn (rest, "/");
    gsize before = at->len;
    const char *writable;
    g_autofree char *target = NULL;
    char *next;

    if (length == 2 && g_str_has_prefix (rest, "..")) {
      g_string_truncate (at, at->len > 0 ? (gsize) (strrchr (at->str, '/') - at->str) : 0);
    } else if (length != 1 || *rest != '.') {
      g_string_append_c (at, '/');
      g_string_append_len (at, rest, (gssize) length);
      writable = find_writable_around (collection, at->str);
      if (writable != NULL)
        return !paddock_path_text_is_within (real, writable);
      target = g_file_read_link (at->str, NULL);
    }
    rest += length;
    if (target == NULL)
      continue;
    if (++n_links > PADDOCK_BOX_FIND_LINKS_MAX)
      return TRUE;
    g_string_truncate (at, *target == '/' ? 0 : before);
    next = g_strconcat (target, "/", rest, NULL);
    g_free (all);
    rest = all = next;
  }
  return FALSE;
}

/* Adds what --confine-read or --confine-write names. Its links lead where the program is. */
static gboolean
add_named (const Collection  *collection,
           const char        *option,
           const char        *path,
           gboolean           is_writable,
           GError           **error)
{
  PaddockBoxFolder *around;
  g_autoptr (GError) problem = NULL;
  g_autoptr (PaddockBoxFolder) folder =
    paddock_box_openings_finish (collection->openings, path, NULL, PADDOCK_BOX_OPENINGS_MS,
                                 &problem);

  if (folder != NULL && is_forbidden (collection->rules, folder->path))
    g_set_error (&problem, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM,
                 "%s %s: it holds the home directory, or Paddock’s data", option, path);
  else if (folder != NULL && is_kernel (folder->path))
    g_set_error (&problem, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM,
                 "%s %s: it shows other processes or devices", option, path);
  else if (folder != NULL && is_led_out (collection, path, folder->path))
    g_set_error (&problem, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM,
                 "%s %s: a link in a folder that the server can change leads out of it", option,
                 path);
  if (problem != NULL) {
    g_set_error_literal (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM, problem->message);
    return FALSE;
  }
  around = find_around (collection->folders, folder->path);
  if (around != NULL && is_writable && g_str_equal (around->path, folder->path)) {
    around->is_writable = TRUE;
  } else if (around == NULL || (is_writable && !around->is_writable)) {
    folder->is_writable = is_writable;
    g_ptr_array_add (collection->folders, g_steal_pointer (&folder));
  }
  return TRUE;
}

/* Whether @path may hold secrets: it is in a place that data/sensitive-files.txt names, or such a
 * place is in it. */
static gboolean
is_secret (const char *path,
           const char *home)
{
  g_autofree char *in_it = g_build_filename (path, "x", NULL);
  const PaddockSensitivePattern *patterns;
  gsize n_patterns;

  if (paddock_sensitive_match (path, home, NULL) || paddock_sensitive_match (in_it, home, NULL))
    return TRUE;
  patterns = paddock_sensitive_get_patterns (&n_patterns);
  for (gsize i = 0; i < n_patterns; i++) {
    gboolean is_folder;
    g_autofree char *place =
      paddock_sensitive_pattern_place (patterns[i].pattern, home, &is_folder);

    if (place != NULL && paddock_path_text_is_within (place, path))
      return TRUE;
  }
  return FALSE;
}

/* Opens what was found. It may be something else meanwhile. */
static PaddockBoxFolder *
open_found (const Collection  *collection,
            const char        *path,
            const char        *home,
            GError           **error)
{
  g_autofree char *shown = paddock_box_programs_dup_shown (path, home);
  g_autoptr (PaddockBoxFolder) folder = NULL;

  if (is_secret (path, home)) {
    g_set_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM,
                 "%s may hold secrets, so the box doesn’t get it by itself. Add --confine-read %s",
                 shown, shown);
    return NULL;
  }
  folder = paddock_box_openings_finish (collection->openings, path, NULL, PADDOCK_BOX_OPENINGS_MS,
                                        error);
  if (folder == NULL)
    return NULL;
  if (!g_str_equal (folder->path, path) || is_forbidden (collection->rules, path) ||
      is_kernel (path)) {
    g_set_error (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM,
                 "%s was replaced, or holds Paddock’s data", shown);
    return NULL;
  }
  return g_steal_pointer (&folder);
}

/* Adds what was found. Without a script the server starts, and says itself what it lacks. */
static gboolean
add_finding (const Collection         *collection,
             const PaddockBoxFinding  *finding,
             const char               *home,
             GError                  **error)
{
  g_autoptr (GError) problem = NULL;
  PaddockBoxFolder *folder = open_found (collection, finding->path, home, &problem);

  if (folder != NULL) {
    g_ptr_array_add (collection->folders, folder);
    return TRUE;
  }
  if (finding->reason == PADDOCK_BOX_FIND_SCRIPT) {
    g_message ("The script’s folder is left out: %s", problem->message);
    return TRUE;
  }
  g_set_error_literal (error, PADDOCK_BOX_ERROR, PADDOCK_BOX_ERROR_PROGRAM, problem->message);
  return FALSE;
}

static void
note_links (PaddockConfinement *self,
            GPtrArray          *links,
            const char         *home)
{
  g_clear_pointer (&self->links, g_ptr_array_unref);
  self->links = g_ptr_array_ref (links);
  for (guint i = links->len; i > 0; i--)
    if (is_secret (((PaddockBoxLink *) links->pdata[i - 1])->path, home))
      g_ptr_array_remove_index (links, i - 1);
}

static void
note_confined (PaddockConfinement *self,
               GPtrArray          *folders,
               guint               first)
{
  g_autoptr (GStrvBuilder) reads = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  g_strv_builder_addv (reads, (const char **) self->reads);
  for (guint i = first; i < folders->len; i++)
    g_strv_builder_add (reads, ((PaddockBoxFolder *) folders->pdata[i])->path);
  all = g_strv_builder_end (reads);
  paddock_confined_free (self->confined);
  self->confined = paddock_confined_new (self->has_network, (const char * const *) self->writes,
                                         (const char * const *) all, 0);
}

/* Adds a file of certificates, if the box lacks it. Not from a hidden folder such as ~/.config: all
 * else that the server has there would be hidden. */
static gboolean
add_certificates (const char *path,
                  gpointer    user_data)
{
  const Collection *collection = user_data;
  g_autofree char *home = paddock_box_home_dup_path ();
  g_autofree char *first = paddock_box_plan_dup_first (home, path);
  PaddockBoxFolder *folder;

  if (paddock_path_text_is_within (path, "/usr") || paddock_path_text_is_within (path, "/etc") ||
      find_around (collection->folders, path) != NULL)
    return TRUE;
  if (is_forbidden (collection->rules, path) || is_kernel (path) ||
      (first != NULL && !g_str_equal (first, path) && first[strlen (home) + 1] == '.'))
    return FALSE;
  folder = paddock_box_openings_finish (collection->openings, path, NULL, PADDOCK_BOX_OPENINGS_MS,
                                        NULL);
  if (folder != NULL && g_str_equal (folder->path, path)) {
    g_ptr_array_add (collection->folders, folder);
    return TRUE;
  }
  g_clear_pointer (&folder, paddock_box_plan_free_folder);
  return FALSE;
}

/* Finds and adds what the server's program needs besides @collection->folders. */
static gboolean
add_found (PaddockConfinement  *self,
           const Collection    *collection,
           GError             **error)
{
  g_auto (GStrv) environment = g_get_environ ();
  g_autofree char *home = paddock_box_home_dup_path ();
  g_autoptr (PaddockBoxFind) find = NULL;
  guint first = collection->folders->len;
  gboolean has_all = TRUE;

  if (self->argv == NULL)
    return TRUE;
  find = paddock_box_find_new (&(PaddockBoxFindOptions) {
    .argv = (const char * const *) self->argv,
    .environment = (const char * const *) environment,
    .home = home,
    .directory = self->directory,
    .folders = collection->folders,
  }, error);
  if (find == NULL)
    return FALSE;
  for (guint i = 0; has_all && i < find->findings->len; i++)
    has_all = add_finding (collection, find->findings->pdata[i], home, error);
  note_links (self, find->links, home);
  g_clear_pointer (&self->copies, g_ptr_array_unref);
  self->copies = paddock_copies_new (home, g_get_user_config_dir (), add_certificates,
                                     (gpointer) collection);
  note_confined (self, collection->folders, first);
  return has_all;
}

/* Lists the paths of the command line at which a box may have an empty folder. @folders: what it
 * has. */
static GPtrArray *
list_named (PaddockConfinement *self,
            GPtrArray          *folders)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *home = paddock_box_home_dup_path ();
  g_autoptr (GPtrArray) named =
    self->argv != NULL ? paddock_command_folders_find ((const char * const *) self->argv) : NULL;

  for (guint i = 0; named != NULL && i < named->len && paths->len < EMPTY_MAX; i++) {
    const PaddockCommandPath *one = named->pdata[i];
    char *path = paddock_command_folders_resolve (one->path, home, self->directory);

    if (path != NULL && strlen (path) <= ROOT_MAX &&
        paddock_box_plan_can_be_empty (path, home, folders, self->links) &&
        !g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
      g_ptr_array_add (paths, path);
    else
      g_free (path);
  }
  return paths;
}

static void
begin_named (PaddockConfinement *self)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GPtrArray) paths = list_named (self, none);

  for (guint i = 0; i < paths->len; i++)
    paddock_box_openings_begin (self->openings, paths->pdata[i], NULL);
}

/* Finds which paths of the command line become empty folders: those where a folder is. */
static void
find_empty (PaddockConfinement *self,
            const Collection   *collection)
{
  g_autoptr (GPtrArray) paths = list_named (self, collection->folders);
  g_autoptr (GStrvBuilder) empty = g_strv_builder_new ();

  for (guint i = 0; i < paths->len; i++) {
    g_autoptr (PaddockBoxFolder) folder =
      paddock_box_openings_finish (self->openings, paths->pdata[i], NULL, PADDOCK_BOX_OPENINGS_MS,
                                   NULL);
    struct stat info;

    if (folder != NULL && fstat (folder->fd, &info) == 0 && S_ISDIR (info.st_mode))
      g_strv_builder_add (empty, paths->pdata[i]);
  }
  g_strfreev (self->empty);
  self->empty = g_strv_builder_end (empty);
}

/* How many roots a box may have. */
static guint
count_most (const PaddockConfinement *self)
{
  guint n_named = g_strv_length (self->writes) + g_strv_length (self->reads);

  return n_named < PADDOCK_BOX_FOLDERS_MAX ? PADDOCK_BOX_FOLDERS_MAX - n_named : 0;
}

/**
 * paddock_confinement_open:
 * @list: what the server may see
 *
 * Begins to open all that the next box will have.
 *
 * Returns: whether nothing need be awaited any more; %FALSE: paddock_confinement_watch() tells when
 */
gboolean
paddock_confinement_open (PaddockConfinement    *self,
                          const PaddockRootList *list)
{
  g_auto (Rules) rules = make_rules ();
  Collection collection = { &rules, self->openings, count_most (self), NULL, NULL, NULL };

  for (gsize i = 0; self->writes[i] != NULL; i++)
    paddock_box_openings_begin (self->openings, self->writes[i], NULL);
  for (gsize i = 0; self->reads[i] != NULL; i++)
    paddock_box_openings_begin (self->openings, self->reads[i], NULL);
  paddock_root_list_foreach (list, begin_root, &collection);
  begin_named (self);
  return !paddock_box_openings_is_waiting (self->openings);
}

/* Returns: whether the result of paddock_confinement_open() would be %TRUE now */
gboolean
paddock_confinement_is_open (const PaddockConfinement *self)
{
  return !paddock_box_openings_is_waiting (self->openings);
}

/**
 * paddock_confinement_open_folders:
 * @list: what the server may see
 *
 * Opens all that the box will have. Blocks for some seconds at most, if paddock_confinement_open()
 * was not called, or not awaited.
 *
 * Returns: (transfer container) (element-type PaddockBoxFolder): the folders; %NULL with
 *   %PADDOCK_BOX_ERROR_PROGRAM if something is missing that the command line names
 */
GPtrArray *
paddock_confinement_open_folders (PaddockConfinement     *self,
                                  const PaddockRootList  *list,
                                  GError                **error)
{
  g_autoptr (GPtrArray) folders =
    g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_box_plan_free_folder);
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_auto (Rules) rules = make_rules ();
  Collection collection = { &rules, self->openings, count_most (self), folders, left_out,
                            (const char * const *) self->writes };
  gboolean has_all = TRUE;

  paddock_confinement_open (self, list);
  paddock_root_list_foreach (list, add_root, &collection);
  for (gsize i = 0; has_all && self->writes[i] != NULL; i++)
    has_all = add_named (&collection, "--confine-write", self->writes[i], TRUE, error);
  leave_out_around (&collection);
  for (gsize i = 0; has_all && self->reads[i] != NULL; i++)
    has_all = add_named (&collection, "--confine-read", self->reads[i], FALSE, error);
  has_all = has_all && add_found (self, &collection, error);
  find_empty (self, &collection);
  paddock_box_openings_drop (self->openings);
  return has_all ? g_steal_pointer (&folders) : NULL;
}

/* A look at the roots that a box lacks. */
typedef struct {
  const Rules        *rules;
  PaddockBoxOpenings *openings;
  const char * const *held;
  guint               n_there;      /* how many could be in the next box */
  guint               n_away;       /* how many could not, but maybe later */
} Look;

static void
look_at_root (const char *path,
              const char *record,
              gboolean    is_writable,
              gpointer    user_data)
{
  Look *look = user_data;
  g_autoptr (PaddockFileRecord) known = parse_record (record);
  g_autoptr (PaddockBoxFolder) folder = NULL;

  if (g_strv_contains (look->held, path) || find_obstacle (look->rules, path, known) != NULL)
    return;
  folder = paddock_box_openings_finish (look->openings, path, known, LOOK_MS, NULL);
  look->n_there += folder != NULL;
  look->n_away += folder == NULL;
}

/**
 * paddock_confinement_could_hold_all:
 * @held: the roots of @list that the box has
 *
 * Returns: whether all roots that the box lacks could be in the next one. Those that never can be
 *   in a box don't count
 */
gboolean
paddock_confinement_could_hold_all (PaddockConfinement    *self,
                                    const PaddockRootList *list,
                                    const char * const    *held)
{
  g_auto (Rules) rules = make_rules ();
  Look look = { &rules, self->openings, held };

  if (g_strv_length ((char **) held) >= count_most (self))
    return FALSE;
  paddock_root_list_foreach (list, look_at_root, &look);
  return look.n_there > 0 && look.n_away == 0;
}

typedef struct {
  GPtrArray    *folders;
  GStrvBuilder *held;
} Holding;

static void
add_held (const char *path,
          const char *record,
          gboolean    is_writable,
          gpointer    user_data)
{
  const Holding *holding = user_data;

  for (guint i = 0; i < holding->folders->len; i++) {
    const PaddockBoxFolder *folder = holding->folders->pdata[i];

    if (folder->is_root && g_str_equal (folder->path, path)) {
      g_strv_builder_add (holding->held, path);
      return;
    }
  }
}

/**
 * paddock_confinement_dup_held:
 * @folders: the result of paddock_confinement_open_folders() for @list
 *
 * Returns: (transfer full): the paths of those roots of @list that the box has
 */
GStrv
paddock_confinement_dup_held (GPtrArray             *folders,
                              const PaddockRootList *list)
{
  g_autoptr (GStrvBuilder) held = g_strv_builder_new ();

  paddock_root_list_foreach (list, add_held, &(Holding) { folders, held });
  return g_strv_builder_end (held);
}

/* Returns the directory that the server has as its home; NULL if nobody knows the server. */
static char *
dup_private_home (const char *server_id)
{
  g_autofree char *data = paddock_installation_dup_own ();

  if (server_id == NULL || *server_id == '\0' ||
      strspn (server_id, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-") != strlen (server_id))
    return NULL;
  return g_build_filename (data, PADDOCK_CONFINED_DIRECTORY, server_id, NULL);
}

/* Returns the package that npx starts; NULL if the command line names none, or several. */
static const char *
find_package (const char * const *argv)
{
  g_autofree char *program = argv != NULL ? g_path_get_basename (argv[0]) : NULL;
  const char *package = NULL;

  for (gsize i = 1; g_strcmp0 (program, "npx") == 0 && argv[i] != NULL; i++) {
    const char *equals = strchr (argv[i], '=');
    const char *value = NULL;

    if (g_str_equal (argv[i], "-c") || g_str_equal (argv[i], "--call"))
      return NULL;
    if (g_str_equal (argv[i], "-p") || g_str_equal (argv[i], "--package"))
      value = argv[i + 1] != NULL ? argv[++i] : NULL;
    else if (g_str_has_prefix (argv[i], "--package="))
      value = equals + 1;
    else if (*argv[i] != '-')
      return package != NULL ? package : argv[i];
    if (value != NULL && package != NULL)
      return NULL;
    package = value != NULL ? value : package;
  }
  return NULL;
}

/**
 * paddock_confinement_make_box:
 * @folders: the result of paddock_confinement_open_folders() for @list
 * @directory: (nullable): where the server starts; %NULL: where this process is
 *
 * Returns: (transfer full) (nullable): a box; %NULL with the errors of paddock_box_new()
 */
PaddockBox *
paddock_confinement_make_box (PaddockConfinement     *self,
                              GPtrArray              *folders,
                              const PaddockRootList  *list,
                              const char * const     *argv,
                              const char * const     *environment,
                              const char             *directory,
                              GError                **error)
{
  g_autofree char *private_home = dup_private_home (paddock_root_list_get_server (list));

  g_free (self->server);
  self->server = g_strdup (paddock_root_list_get_server (list));
  return paddock_box_new (&(PaddockBoxOptions) {
    .argv = argv,
    .environment = environment,
    .more_names = (const char * const *) self->names,
    .folders = folders,
    .links = self->links,
    .copies = self->copies,
    .withheld = paddock_root_list_get_withheld (list),
    .empty = (const char * const *) self->empty,
    .private_home = private_home,
    .package = find_package ((const char * const *) self->argv),
    .directory = directory,
    .has_network = self->has_network,
    .changed = self->changed,
    .user_data = self->user_data,
  }, error);
}

/* Returns: (transfer none): what a confined server can open besides its folders */
const PaddockConfined *
paddock_confinement_get_confined (const PaddockConfinement *self)
{
  return self->confined;
}

/* Returns: (transfer none): the folders of the command line that are empty in the last box, because
 * the server may not see them */
const char * const *
paddock_confinement_get_empty (const PaddockConfinement *self)
{
  return (const char * const *) self->empty;
}

/* Returns: (transfer none) (nullable): the id of the server for which the last box was made, as the
 * service told it; NULL: it told none */
const char *
paddock_confinement_get_server (const PaddockConfinement *self)
{
  return self->server;
}
