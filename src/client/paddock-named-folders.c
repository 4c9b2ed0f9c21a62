/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-named-folders.h"

#include "paddock-command-folders.h"
#include "paddock-name-list.h"
#include "paddock-paste-look.h"
#include "paddock-path-text.h"

#include <string.h>

/* Which folders the commands of servers name. A server has these folders whatever the user shares
 * with it, unless the system keeps it out of them.
 *
 * Whether a path is a folder is asked of its file system, which may hang. So each answer is kept,
 * and an old one counts until the next one comes. The client owns one of these; a command makes its
 * own. */

/* How old an answer may be before it is asked for again. */
#define FRESH_US (10 * G_USEC_PER_SEC)

/* How many answers are kept. Strangers choose the commands of servers. */
#define ANSWERS_MAX 1024

typedef struct {
  PaddockPastePath known;
  gboolean         has_answer;
  gint64           asked;           /* monotonic µs */
} Answer;

struct _PaddockNamedFolders
{
  GObject parent_instance;

  PaddockFilePool *pool;            /* (owned) (nullable) NULL: nothing was asked yet */
  GCancellable    *cancellable;     /* (owned) */
  GHashTable      *answers;         /* path -> Answer */
  guint            n_asked;         /* paths whose answer is awaited */
};

G_DEFINE_FINAL_TYPE (PaddockNamedFolders, paddock_named_folders, G_TYPE_OBJECT)

static guint changed_signal;

/* A path whose answer is awaited. */
typedef struct {
  PaddockNamedFolders *self;        /* (owned) */
  char                *path;        /* (owned) */
} Question;

static void
on_looked (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autofree Question *question = user_data;
  g_autoptr (PaddockNamedFolders) self = question->self;
  g_autofree char *path = question->path;
  g_autofree PaddockPastePath *known =
    paddock_paste_look_finish (PADDOCK_FILE_POOL (source), result, NULL);
  Answer *answer = g_hash_table_lookup (self->answers, path);
  gboolean was_folder;

  self->n_asked--;
  /* A file system that hangs now hasn't lost its folder. */
  if (known == NULL || (answer->has_answer && known[0] == PADDOCK_PASTE_PATH_UNKNOWN))
    return;
  was_folder = paddock_paste_may_be_folder (answer->known, path);
  answer->has_answer = TRUE;
  answer->known = known[0];
  if (paddock_paste_may_be_folder (known[0], path) != was_folder)
    g_signal_emit (self, changed_signal, 0);
}

static void
ask (PaddockNamedFolders *self,
     const char          *path)
{
  const char * const paths[] = { path, NULL };
  Question *question = g_new0 (Question, 1);

  question->self = g_object_ref (self);
  question->path = g_strdup (path);
  if (self->pool == NULL)
    self->pool = paddock_file_pool_new ();
  self->n_asked++;
  paddock_paste_look_async (self->pool, paths, self->cancellable, on_looked, question);
}

/* Returns what is known of a path, and asks for it if nothing recent is known. Until the first
 * answer, a path doesn't count as a folder. */
static PaddockPastePath
look_up (PaddockNamedFolders *self,
         const char          *path)
{
  Answer *answer = g_hash_table_lookup (self->answers, path);
  gint64 now = g_get_monotonic_time ();

  if (answer != NULL && now - answer->asked < FRESH_US)
    return answer->known;
  if (answer == NULL) {
    if (g_hash_table_size (self->answers) >= ANSWERS_MAX)
      return PADDOCK_PASTE_PATH_UNKNOWN;
    answer = g_new0 (Answer, 1);
    answer->known = PADDOCK_PASTE_PATH_OTHER;
    g_hash_table_insert (self->answers, g_strdup (path), answer);
  }
  answer->asked = now;
  ask (self, path);
  return answer->known;
}

static void
paddock_named_folders_finalize (GObject *object)
{
  PaddockNamedFolders *self = PADDOCK_NAMED_FOLDERS (object);

  g_clear_object (&self->pool);
  g_clear_object (&self->cancellable);
  g_hash_table_unref (self->answers);

  G_OBJECT_CLASS (paddock_named_folders_parent_class)->finalize (object);
}

static void
paddock_named_folders_class_init (PaddockNamedFoldersClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = paddock_named_folders_finalize;

  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
paddock_named_folders_init (PaddockNamedFolders *self)
{
  self->cancellable = g_cancellable_new ();
  self->answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

PaddockNamedFolders *
paddock_named_folders_new (void)
{
  return g_object_new (PADDOCK_TYPE_NAMED_FOLDERS, NULL);
}

static gboolean
is_within_any (const char *path,
               GStrv       folders)
{
  for (guint i = 0; folders[i] != NULL; i++)
    if (paddock_path_text_is_within (path, folders[i]))
      return TRUE;
  return FALSE;
}

/**
 * paddock_named_folders_is_kept_out:
 * @path: an absolute path
 *
 * Returns: whether the system keeps each run of @server out of a folder that only its command names
 */
gboolean
paddock_named_folders_is_kept_out (const PaddockServerView *server,
                                   const char              *path)
{
  for (guint i = 0; i < server->sessions->len; i++) {
    const PaddockSessionView *session = g_ptr_array_index (server->sessions, i);

    if (session->confined == NULL)
      return FALSE;
    if (is_within_any (path, session->confined->reads) ||
        is_within_any (path, session->confined->writes))
      return FALSE;
  }
  return server->sessions->len > 0;
}

/**
 * paddock_named_folders_dup_of:
 * @identity: (nullable): who a server is, which isn't confined
 *
 * Never blocks. If a path was never asked for, or long ago, its file system is asked now, and the
 * signal "changed" follows if the answer is another one.
 *
 * Returns: (transfer full): the absolute paths of the folders that the server's command names
 */
GStrv
paddock_named_folders_dup_of (PaddockNamedFolders   *self,
                              const PaddockIdentity *identity)
{
  g_auto (GStrv) paths = paddock_command_folders_dup_paths (identity, g_get_home_dir ());
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; paths[i] != NULL; i++)
    if (paddock_paste_may_be_folder (look_up (self, paths[i]), paths[i]))
      g_strv_builder_add (builder, paths[i]);
  return g_strv_builder_end (builder);
}

/**
 * paddock_named_folders_dup:
 *
 * As paddock_named_folders_dup_of(), without the folders that the system keeps the server out of.
 *
 * Returns: (transfer full): the absolute paths of the folders that the server has by its command
 */
GStrv
paddock_named_folders_dup (PaddockNamedFolders     *self,
                           const PaddockServerView *server)
{
  g_auto (GStrv) paths = paddock_named_folders_dup_of (self, server->server->identity);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; paths[i] != NULL; i++)
    if (!paddock_named_folders_is_kept_out (server, paths[i]))
      g_strv_builder_add (builder, paths[i]);
  return g_strv_builder_end (builder);
}

/**
 * paddock_named_folders_wait:
 * @servers: (element-type PaddockServerView): servers
 *
 * For commands: waits until the file systems have answered for all of these servers, at most
 * %PADDOCK_PASTE_LOOK_MS.
 */
void
paddock_named_folders_wait (PaddockNamedFolders *self,
                            GPtrArray           *servers)
{
  for (guint i = 0; i < servers->len; i++) {
    g_auto (GStrv) paths = paddock_named_folders_dup (self, g_ptr_array_index (servers, i));
  }
  while (self->n_asked > 0)
    g_main_context_iteration (NULL, TRUE);
}

/* Returns the name of a folder in the home directory, otherwise its path. */
static char *
dup_short (const char *path,
           const char *home)
{
  g_autofree char *parent = g_path_get_dirname (path);

  if (home == NULL || !paddock_path_text_is_within (path, home) || g_str_equal (home, "/"))
    return g_strdup (path);
  return g_str_equal (parent, home) ? g_path_get_basename (path)
                                    : g_strconcat ("~", path + strlen (home), NULL);
}

/**
 * paddock_named_folders_to_text:
 * @paths: at least one path
 * @home: (nullable): the home directory
 *
 * Returns: (transfer full): their names in a sentence, escaped
 */
char *
paddock_named_folders_to_text (const char * const *paths,
                               const char         *home)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (; *paths != NULL; paths++)
    g_ptr_array_add (names, dup_short (*paths, home));
  return paddock_name_list_to_text (names);
}
