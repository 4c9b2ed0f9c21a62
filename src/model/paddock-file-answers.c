/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-file-answers.h"

/* The user's answers about sensitive files. The file prompts own them. A command that withdraws an
 * answer holds a reference as well.
 *
 * There are four answers. "Once" covers the next read only, and expires after a time. "This
 * session" lasts until the session ends. "Not now" lasts a short time, so that a server that asks
 * again and again does not bring the question back at once. "Never" covers every session of the
 * server, until the user withdraws it or the server is forgotten. Only "Never" is stored. Each
 * answer is about one file, by its canonical path, and about one server or about hosts. It says
 * nothing about others.
 *
 * "Never" does not depend on the root through which the file was read. Another root may contain the
 * file as well, and "Undo" restores a removed root. So the answer outlives the root, whose id is
 * kept for display only.
 *
 * An allow covers the file that the user was asked about. Editors save by renaming, so for a file
 * with one name the path counts, even if the inode changed. A file with several names may be a
 * trap: somebody linked it so that an answer for another file covers it. So for such a file device
 * and inode count as well. A refusal covers the path, whatever is there.
 *
 * A refusal wins over an allow. Answers that were forgotten, dropped or damaged lead to a new
 * question, never to a read. */

typedef enum {
  ONCE,
  SESSION,
  NOT_NOW,
  NEVER,
} AnswerKind;

typedef struct {
  AnswerKind  kind;
  char       *server_id;            /* (owned) "": about hosts */
  char       *session;              /* (owned) "": for every session */
  char       *root_id;              /* (owned) */
  char       *path;                 /* (owned) */
  guint64     device;
  guint64     inode;
  gint64      until;                /* monotonic µs, 0: no end in time */
} Answer;

struct _PaddockFileAnswers {
  GPtrArray *passing;               /* (owned) Answer, oldest first: all but NEVER */
  GPtrArray *lasting;               /* (owned) Answer, oldest first: NEVER */
};

#define BYTES_TYPE G_VARIANT_TYPE ("a(ssay)")

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_free (answer->server_id);
  g_free (answer->session);
  g_free (answer->root_id);
  g_free (answer->path);
  g_free (answer);
}

static const char *
or_empty (const char *text)
{
  return text != NULL ? text : "";
}

static gboolean
is_of (const Answer             *answer,
       const PaddockFileCommand *command)
{
  gboolean is_refusal = answer->kind == NEVER || answer->kind == NOT_NOW;

  return g_str_equal (answer->path, command->path) &&
         (is_refusal || (answer->device == command->device && answer->inode == command->inode)) &&
         g_str_equal (answer->server_id, or_empty (command->server_id)) &&
         (answer->kind == NEVER || g_str_equal (answer->session, command->session));
}

/* Removes answers that have ended. */
static void
sweep (PaddockFileAnswers *self,
       gint64              now)
{
  for (guint i = self->passing->len; i-- > 0;) {
    const Answer *answer = g_ptr_array_index (self->passing, i);

    if (answer->until != 0 && answer->until <= now)
      g_ptr_array_remove_index (self->passing, i);
  }
}

static gboolean
find (GPtrArray                *answers,
      AnswerKind                kind,
      const PaddockFileCommand *command,
      guint                    *out_index)
{
  for (guint i = 0; i < answers->len; i++) {
    const Answer *answer = g_ptr_array_index (answers, i);

    if (answer->kind == kind && is_of (answer, command)) {
      *out_index = i;
      return TRUE;
    }
  }
  return FALSE;
}

static void
add (GPtrArray                *answers,
     AnswerKind                kind,
     const PaddockFileCommand *command,
     gint64                    until)
{
  Answer *answer = g_new0 (Answer, 1);
  guint index;

  answer->kind = kind;
  answer->server_id = g_strdup (or_empty (command->server_id));
  answer->session = g_strdup (kind == NEVER ? "" : command->session);
  answer->root_id = g_strdup (command->root_id);
  answer->path = g_strdup (command->path);
  answer->device = command->device;
  answer->inode = command->inode;
  answer->until = until;

  if (find (answers, kind, command, &index))
    g_ptr_array_remove_index (answers, index);
  if (answers->len >= PADDOCK_FILE_ANSWERS_MAX)
    g_ptr_array_remove_index (answers, 0);
  g_ptr_array_add (answers, answer);
}

static void
answers_clear (gpointer data)
{
  PaddockFileAnswers *self = data;

  g_ptr_array_unref (self->passing);
  g_ptr_array_unref (self->lasting);
}

/**
 * paddock_file_answers_is_same_file:
 * @a: a request
 * @b: another request
 *
 * Returns: whether an allow for @a also covers @b, as far as the file is concerned
 */
gboolean
paddock_file_answers_is_same_file (const PaddockFileCommand *a,
                                   const PaddockFileCommand *b)
{
  return g_str_equal (a->path, b->path) && a->device == b->device && a->inode == b->inode;
}

/**
 * paddock_file_answers_new:
 *
 * Returns: (transfer full): an empty set of answers
 */
PaddockFileAnswers *
paddock_file_answers_new (void)
{
  PaddockFileAnswers *self = g_rc_box_new0 (PaddockFileAnswers);

  self->passing = g_ptr_array_new_with_free_func (answer_free);
  self->lasting = g_ptr_array_new_with_free_func (answer_free);
  return self;
}

/**
 * paddock_file_answers_ref:
 * @self: answers
 *
 * Returns: (transfer full): @self
 */
PaddockFileAnswers *
paddock_file_answers_ref (PaddockFileAnswers *self)
{
  return g_rc_box_acquire (self);
}

/**
 * paddock_file_answers_unref:
 * @self: (transfer full): answers
 */
void
paddock_file_answers_unref (PaddockFileAnswers *self)
{
  g_rc_box_release_full (self, answers_clear);
}

/**
 * paddock_file_answers_peek:
 * @self: answers
 * @command: the request: which server wants which file
 * @now: monotonic µs
 *
 * Returns: the user's answer, if any; this does not use up "once"
 */
PaddockFileAnswer
paddock_file_answers_peek (PaddockFileAnswers       *self,
                           const PaddockFileCommand *command,
                           gint64                    now)
{
  guint index;

  sweep (self, now);
  if (find (self->lasting, NEVER, command, &index) || find (self->passing, NOT_NOW, command,
                                                            &index))
    return PADDOCK_FILE_REFUSED;
  if (find (self->passing, SESSION, command, &index) || find (self->passing, ONCE, command, &index))
    return PADDOCK_FILE_ALLOWED;
  return PADDOCK_FILE_UNDECIDED;
}

/**
 * paddock_file_answers_use:
 * @self: answers
 * @command: the request: which server reads which file now
 * @now: monotonic µs
 * @out_once_until: (out) (optional): the end of a "once" answer that was used up, in monotonic µs;
 *   otherwise 0
 *
 * Like paddock_file_answers_peek(), but uses up an answer that is for once.
 *
 * Returns: the user's answer, if any
 */
PaddockFileAnswer
paddock_file_answers_use (PaddockFileAnswers       *self,
                          const PaddockFileCommand *command,
                          gint64                    now,
                          gint64                   *out_once_until)
{
  PaddockFileAnswer answer = paddock_file_answers_peek (self, command, now);
  guint index;

  if (out_once_until != NULL)
    *out_once_until = 0;
  if (answer == PADDOCK_FILE_ALLOWED && !find (self->passing, SESSION, command, &index) &&
      find (self->passing, ONCE, command, &index)) {
    if (out_once_until != NULL)
      *out_once_until = ((const Answer *) g_ptr_array_index (self->passing, index))->until;
    g_ptr_array_remove_index (self->passing, index);
  }
  return answer;
}

/**
 * paddock_file_answers_allow_once:
 * @self: answers
 * @command: the request that the user allowed once
 * @until: monotonic µs: the end of the answer
 */
void
paddock_file_answers_allow_once (PaddockFileAnswers       *self,
                                 const PaddockFileCommand *command,
                                 gint64                    until)
{
  add (self->passing, ONCE, command, until);
}

/**
 * paddock_file_answers_allow_session:
 * @self: answers
 * @command: the request that the user allowed until paddock_file_answers_end_session()
 */
void
paddock_file_answers_allow_session (PaddockFileAnswers       *self,
                                    const PaddockFileCommand *command)
{
  add (self->passing, SESSION, command, 0);
}

/**
 * paddock_file_answers_refuse:
 * @self: answers
 * @command: the request that the user refused for now
 * @until: monotonic µs: the end of the answer
 */
void
paddock_file_answers_refuse (PaddockFileAnswers       *self,
                             const PaddockFileCommand *command,
                             gint64                    until)
{
  add (self->passing, NOT_NOW, command, until);
}

/**
 * paddock_file_answers_refuse_always:
 * @self: answers
 * @command: the request that the user refused for ever
 *
 * Returns: whether the stored answers changed
 */
gboolean
paddock_file_answers_refuse_always (PaddockFileAnswers       *self,
                                    const PaddockFileCommand *command)
{
  guint index;

  if (find (self->lasting, NEVER, command, &index))
    return FALSE;
  add (self->lasting, NEVER, command, 0);
  return TRUE;
}

static gboolean
find_never (PaddockFileAnswers *self,
            const char         *server_id,
            const char         *path,
            guint              *out_index)
{
  const PaddockFileCommand command = { .server_id = server_id, .session = "", .path = path };

  return find (self->lasting, NEVER, &command, out_index);
}

/**
 * paddock_file_answers_take_back_never:
 * @self: answers
 * @server_id: (nullable): a server; %NULL: hosts
 * @path: the canonical path of a file
 *
 * Withdraws "Never", so that the user is asked about the file again.
 *
 * Returns: whether there was such an answer
 */
gboolean
paddock_file_answers_take_back_never (PaddockFileAnswers *self,
                                      const char         *server_id,
                                      const char         *path)
{
  guint index;

  if (!find_never (self, server_id, path, &index))
    return FALSE;
  g_ptr_array_remove_index (self->lasting, index);
  return TRUE;
}

/**
 * paddock_file_answers_find_never:
 * @self: answers
 * @server_id: (nullable): a server; %NULL: hosts
 * @path: the canonical path of a file
 *
 * Returns: (transfer none) (nullable): if the answer is "Never", the id of the root that contained
 *   the file; the root may be gone
 */
const char *
paddock_file_answers_find_never (PaddockFileAnswers *self,
                                 const char         *server_id,
                                 const char         *path)
{
  guint index;

  if (!find_never (self, server_id, path, &index))
    return NULL;
  return ((const Answer *) g_ptr_array_index (self->lasting, index))->root_id;
}

/**
 * paddock_file_answers_get_n_never:
 * @self: answers
 *
 * Returns: the number of "Never" answers
 */
guint
paddock_file_answers_get_n_never (PaddockFileAnswers *self)
{
  return self->lasting->len;
}

/**
 * paddock_file_answers_get_never:
 * @self: answers
 * @index: less than paddock_file_answers_get_n_never(); the oldest is the first
 *
 * Returns: the refused request; its strings are valid until the answers change
 */
PaddockFileCommand
paddock_file_answers_get_never (PaddockFileAnswers *self,
                                guint               index)
{
  const Answer *answer = g_ptr_array_index (self->lasting, index);

  return (PaddockFileCommand) {
    .server_id = *answer->server_id != '\0' ? answer->server_id : NULL,
    .session = "", .root_id = answer->root_id, .path = answer->path,
  };
}

static gboolean
remove_where (GPtrArray  *answers,
              gsize       offset,
              const char *value)
{
  gboolean any = FALSE;

  for (guint i = answers->len; i-- > 0;) {
    const char *field = G_STRUCT_MEMBER (const char *, g_ptr_array_index (answers, i), offset);

    if (!g_str_equal (field, value))
      continue;
    g_ptr_array_remove_index (answers, i);
    any = TRUE;
  }
  return any;
}

/**
 * paddock_file_answers_end_session:
 * @self: answers
 * @session: a session that has ended
 */
void
paddock_file_answers_end_session (PaddockFileAnswers *self,
                                  const char         *session)
{
  remove_where (self->passing, G_STRUCT_OFFSET (Answer, session), session);
}

/**
 * paddock_file_answers_forget_server:
 * @self: answers
 * @server_id: the id of a server that is forgotten
 *
 * Returns: whether the stored answers changed
 */
gboolean
paddock_file_answers_forget_server (PaddockFileAnswers *self,
                                    const char         *server_id)
{
  remove_where (self->passing, G_STRUCT_OFFSET (Answer, server_id), server_id);
  return remove_where (self->lasting, G_STRUCT_OFFSET (Answer, server_id), server_id);
}

/**
 * paddock_file_answers_forget_root:
 * @self: answers
 * @root_id: a root that was removed
 *
 * "Never" answers stay: removing a folder withdraws no refusal.
 */
void
paddock_file_answers_forget_root (PaddockFileAnswers *self,
                                  const char         *root_id)
{
  remove_where (self->passing, G_STRUCT_OFFSET (Answer, root_id), root_id);
}

/**
 * paddock_file_answers_forget_strangers:
 * @self: stored answers
 * @snapshot: the snapshot with all servers
 *
 * Removes answers about servers that do not exist any more. A server without an identity counts as
 * a new one after a restart. If a server was forgotten, the service may have ended before it stored
 * the answers. Answers stay if only their root is gone, because another root may contain the file.
 */
void
paddock_file_answers_forget_strangers (PaddockFileAnswers    *self,
                                       const PaddockSnapshot *snapshot)
{
  for (guint i = self->lasting->len; i-- > 0;) {
    const Answer *answer = g_ptr_array_index (self->lasting, i);

    if (*answer->server_id != '\0' &&
        paddock_snapshot_get_server (snapshot, answer->server_id) == NULL)
      g_ptr_array_remove_index (self->lasting, i);
  }
}

/**
 * paddock_file_answers_to_bytes:
 * @self: answers
 *
 * Returns: (transfer full): the stored form: all "Never" answers
 */
GBytes *
paddock_file_answers_to_bytes (PaddockFileAnswers *self)
{
  g_autoptr (GVariant) stored = NULL;
  GVariantBuilder builder;

  g_variant_builder_init (&builder, BYTES_TYPE);
  for (guint i = 0; i < self->lasting->len; i++) {
    const Answer *answer = g_ptr_array_index (self->lasting, i);

    g_variant_builder_add (&builder, "(ss^ay)", answer->server_id, answer->root_id, answer->path);
  }
  stored = g_variant_ref_sink (g_variant_builder_end (&builder));
  return g_variant_get_data_as_bytes (stored);
}

/**
 * paddock_file_answers_add_bytes:
 * @self: answers
 * @bytes: the result of paddock_file_answers_to_bytes(), or any other bytes
 *
 * Returns: whether all of it was valid; invalid parts are left out
 */
gboolean
paddock_file_answers_add_bytes (PaddockFileAnswers *self,
                                GBytes             *bytes)
{
  g_autoptr (GVariant) stored = g_variant_ref_sink (g_variant_new_from_bytes (BYTES_TYPE, bytes,
                                                                              FALSE));
  gboolean is_sound = g_variant_is_normal_form (stored);
  GVariantIter iter;
  const char *server_id;
  const char *root_id;
  const char *path;

  if (!is_sound)
    return FALSE;
  g_variant_iter_init (&iter, stored);
  while (g_variant_iter_next (&iter, "(&s&s^&ay)", &server_id, &root_id, &path)) {
    if (path[0] == '/' && root_id[0] != '\0')
      paddock_file_answers_refuse_always (self, &(PaddockFileCommand) {
        .server_id = server_id, .session = "", .root_id = root_id, .path = path,
      });
    else
      is_sound = FALSE;
  }
  return is_sound;
}
