/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-file-answers.h"

/* What the user said about sensitive files. Owned by the questions about files; a command to take
 * something of it back holds it, too.
 *
 * There are four answers. "Once" is used up by the next reading, and is over after a time; "this
 * session" holds until the session ends; "not now" holds for a short time, so that a server that
 * goes on asking does not bring the question back at once; "never" holds for every session of the
 * server, until the user takes it back or the server is forgotten, and only it is stored. Each is
 * of one file by its canonical path, and of one server, or of hosts: it says nothing of another.
 *
 * "Never" is not the root's that the file was read through: another root may hold the file as well,
 * and a root that was removed comes back with Undo. So it stays without it, and its root is for
 * people.
 *
 * What is allowed is the file that the user was asked about. Editors save by renaming, and so a
 * file with one name is the path's, whichever it is now. A file with several names may have been
 * put there to be read under the answer for another: of it device and inode count too. What is
 * refused is the path, with whatever is there.
 *
 * A refusal counts before what was allowed. What is forgotten, too much or damaged is asked again,
 * and so nothing is read because of it. */

typedef enum {
  ONCE,
  SESSION,
  NOT_NOW,
  NEVER,
} AnswerKind;

typedef struct {
  AnswerKind  kind;
  char       *server_id;            /* (owned) "": hosts */
  char       *session;              /* (owned) "": each */
  char       *root_id;              /* (owned) */
  char       *path;                 /* (owned) */
  guint64     device;
  guint64     inode;
  gint64      until;                /* monotonic µs, 0: does not end by itself */
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

/* Leaves out what is over, so that what is read next is true. */
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
 * @a: a command
 * @b: another one
 *
 * Returns: whether what is allowed of @a is allowed of @b, as far as the file is concerned
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
 * Returns: (transfer full): no answers
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
 * @command: who wants which file
 * @now: monotonic µs
 *
 * Returns: what the user said, if anything; it can be asked as often as one likes
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
 * @command: who reads which file now
 * @now: monotonic µs
 * @out_once_until: (out) (optional): monotonic µs, of an answer that was for once: until when it
 *   would have counted; else 0
 *
 * Like paddock_file_answers_peek(), and an answer that is for once is used up.
 *
 * Returns: what the user said, if anything
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
 * @command: who may read which file, one time
 * @until: monotonic µs: after it he may not
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
 * @command: who may read which file until paddock_file_answers_end_session()
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
 * @command: who may not read which file
 * @until: monotonic µs: after it he is undecided again
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
 * @command: who may not read which file, in whatever session
 *
 * Returns: whether there is anything new to store
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
 * @path: a file, by its canonical path
 *
 * The user is asked about it again.
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
 * @path: a file, by its canonical path
 *
 * Returns: (transfer none) (nullable): the id of the root that the file was in, where it is never
 *   to be read; the root may be gone
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
 * Returns: for how many files, each counted for who is refused it, the user said "never"
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
 * Returns: who may not read which file; its strings are borrowed until the answers change
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
 * @session: that is over
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
 * @server_id: a server that is forgotten
 *
 * Returns: whether what is stored changed
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
 * What is never to be read stays so: to remove a folder takes no refusal back.
 */
void
paddock_file_answers_forget_root (PaddockFileAnswers *self,
                                  const char         *root_id)
{
  remove_where (self->passing, G_STRUCT_OFFSET (Answer, root_id), root_id);
}

/**
 * paddock_file_answers_forget_strangers:
 * @self: answers, as they were stored
 * @snapshot: what is known
 *
 * Leaves out what is of no server any more: one without an identity is another one in the next run,
 * and of one that was forgotten the answers are written a moment later. A root that is gone is no
 * reason: what lies in it may be shared by another one.
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
 * Returns: (transfer full): what is stored of them: each "never"
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
 * @bytes: of paddock_file_answers_to_bytes(), or anything
 *
 * Returns: whether all of it made sense; what did not is left out
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
