/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-file-answers.h"

/* The user's answers about sensitive files. PaddockFilePrompts owns one set of answers.
 *
 * There are four answers. "Once" is used up by the next reading, and ends after a time. "This
 * session" holds until the session ends. "Not now" holds for a short time. So if a server asks
 * again at once, the question does not come back at once. "Never" is kept apart, in
 * paddock-never-files.c. Each answer is about one canonical path, and about one server or all
 * hosts.
 *
 * The user allows one file. Editors save by renaming a new file over the old one, so a file with
 * one name is recognized by its path alone. A file with several hard links could be another secret
 * that somebody linked to an allowed path, so its device and inode must match, too. A refusal holds
 * for the path, whatever file is there.
 *
 * If one answer refuses and another one allows, the refusal counts. If an answer is lost, the user
 * is asked again, so a loss never lets anybody read a file. */

typedef enum {
  ONCE,
  SESSION,
  NOT_NOW,
} AnswerKind;

typedef struct {
  AnswerKind  kind;
  char       *server_id;            /* (owned) the server that the answer is about; "": the answer
                                     * is about hosts */
  char       *session;              /* (owned) */
  char       *root_id;              /* (owned) */
  char       *path;                 /* (owned) */
  guint64     device;
  guint64     inode;
  gint64      until;                /* when the answer ends, in monotonic µs; 0: it has no end in
                                     * time */
} Answer;

struct _PaddockFileAnswers {
  GPtrArray         *answers;       /* (owned) Answer, oldest first; all answers except "Never" */
  PaddockNeverFiles *never;         /* (owned) */
};

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
  return g_str_equal (answer->path, command->path) &&
         (answer->kind == NOT_NOW ||
          (answer->device == command->device && answer->inode == command->inode)) &&
         g_str_equal (answer->server_id, or_empty (command->server_id)) &&
         g_str_equal (answer->session, command->session);
}

/* Removes answers that have ended. */
static void
sweep (PaddockFileAnswers *self,
       gint64              now)
{
  for (guint i = self->answers->len; i-- > 0;) {
    const Answer *answer = g_ptr_array_index (self->answers, i);

    if (answer->until != 0 && answer->until <= now)
      g_ptr_array_remove_index (self->answers, i);
  }
}

static gboolean
find (PaddockFileAnswers       *self,
      AnswerKind                kind,
      const PaddockFileCommand *command,
      guint                    *out_index)
{
  for (guint i = 0; i < self->answers->len; i++) {
    const Answer *answer = g_ptr_array_index (self->answers, i);

    if (answer->kind == kind && is_of (answer, command)) {
      *out_index = i;
      return TRUE;
    }
  }
  return FALSE;
}

static void
add (PaddockFileAnswers       *self,
     AnswerKind                kind,
     const PaddockFileCommand *command,
     gint64                    until)
{
  Answer *answer = g_new0 (Answer, 1);
  guint index;

  answer->kind = kind;
  answer->server_id = g_strdup (or_empty (command->server_id));
  answer->session = g_strdup (command->session);
  answer->root_id = g_strdup (command->root_id);
  answer->path = g_strdup (command->path);
  answer->device = command->device;
  answer->inode = command->inode;
  answer->until = until;

  if (find (self, kind, command, &index))
    g_ptr_array_remove_index (self->answers, index);
  if (self->answers->len >= PADDOCK_FILE_ANSWERS_MAX)
    g_ptr_array_remove_index (self->answers, 0);
  g_ptr_array_add (self->answers, answer);
}

/**
 * paddock_file_answers_is_same_file:
 * @a: a request
 * @b: another request
 *
 * Returns: whether @a and @b are about the same file, so that an answer that allows @a may allow @b
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
  PaddockFileAnswers *self = g_new0 (PaddockFileAnswers, 1);

  self->answers = g_ptr_array_new_with_free_func (answer_free);
  self->never = paddock_never_files_new ();
  return self;
}

/**
 * paddock_file_answers_free:
 * @self: (transfer full) (nullable): answers
 */
void
paddock_file_answers_free (PaddockFileAnswers *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->answers);
  paddock_never_files_unref (self->never);
  g_free (self);
}

/**
 * paddock_file_answers_get_never:
 * @self: answers
 *
 * Returns: (transfer none): the files for which the user answered "Never"
 */
PaddockNeverFiles *
paddock_file_answers_get_never (PaddockFileAnswers *self)
{
  return self->never;
}

/**
 * paddock_file_answers_peek:
 * @self: answers
 * @command: the request: which server wants which file
 * @now: monotonic µs
 *
 * Finds the user's answer. Does not use up an answer "once".
 *
 * Returns: the answer; %PADDOCK_FILE_UNDECIDED if there is none
 */
PaddockFileAnswer
paddock_file_answers_peek (PaddockFileAnswers       *self,
                           const PaddockFileCommand *command,
                           gint64                    now)
{
  guint index;

  sweep (self, now);
  if (paddock_never_files_find (self->never, command->server_id, command->path) != NULL ||
      find (self, NOT_NOW, command, &index))
    return PADDOCK_FILE_REFUSED;
  if (find (self, SESSION, command, &index) || find (self, ONCE, command, &index))
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
 * Finds the user's answer like paddock_file_answers_peek(), but uses up an answer "once".
 *
 * Returns: the answer; %PADDOCK_FILE_UNDECIDED if there is none
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
  if (answer == PADDOCK_FILE_ALLOWED && !find (self, SESSION, command, &index) &&
      find (self, ONCE, command, &index)) {
    if (out_once_until != NULL)
      *out_once_until = ((const Answer *) g_ptr_array_index (self->answers, index))->until;
    g_ptr_array_remove_index (self->answers, index);
  }
  return answer;
}

/**
 * paddock_file_answers_allow_once:
 * @self: answers
 * @command: a request
 * @until: monotonic µs: when the answer ends, if it is not used before
 *
 * Remembers that the user allowed @command once.
 */
void
paddock_file_answers_allow_once (PaddockFileAnswers       *self,
                                 const PaddockFileCommand *command,
                                 gint64                    until)
{
  add (self, ONCE, command, until);
}

/**
 * paddock_file_answers_allow_session:
 * @self: answers
 * @command: a request
 *
 * Remembers that the user allowed @command until paddock_file_answers_end_session().
 */
void
paddock_file_answers_allow_session (PaddockFileAnswers       *self,
                                    const PaddockFileCommand *command)
{
  add (self, SESSION, command, 0);
}

/**
 * paddock_file_answers_refuse:
 * @self: answers
 * @command: a request
 * @until: monotonic µs: when the answer ends
 *
 * Remembers that the user answered "Not now" to @command.
 */
void
paddock_file_answers_refuse (PaddockFileAnswers       *self,
                             const PaddockFileCommand *command,
                             gint64                    until)
{
  add (self, NOT_NOW, command, until);
}

static void
remove_where (PaddockFileAnswers *self,
              gsize               offset,
              const char         *value)
{
  for (guint i = self->answers->len; i-- > 0;) {
    const char *field = G_STRUCT_MEMBER (const char *, g_ptr_array_index (self->answers, i),
                                         offset);

    if (g_str_equal (field, value))
      g_ptr_array_remove_index (self->answers, i);
  }
}

/**
 * paddock_file_answers_end_session:
 * @self: answers
 * @session: the session of a PaddockFileCommand; it has ended
 *
 * Forgets the answers for the session.
 */
void
paddock_file_answers_end_session (PaddockFileAnswers *self,
                                  const char         *session)
{
  remove_where (self, G_STRUCT_OFFSET (Answer, session), session);
}

/**
 * paddock_file_answers_forget_server:
 * @self: answers
 * @server_id: the id of a server
 *
 * Forgets all answers for the server, also "Never".
 *
 * Returns: whether the "Never" answers changed, so that they must be stored
 */
gboolean
paddock_file_answers_forget_server (PaddockFileAnswers *self,
                                    const char         *server_id)
{
  remove_where (self, G_STRUCT_OFFSET (Answer, server_id), server_id);
  return paddock_never_files_forget_server (self->never, server_id);
}

/**
 * paddock_file_answers_forget_root:
 * @self: answers
 * @root_id: a root that was removed
 *
 * Forgets the answers about files in the root, except "Never": removing a folder does not withdraw
 * a refusal.
 */
void
paddock_file_answers_forget_root (PaddockFileAnswers *self,
                                  const char         *root_id)
{
  remove_where (self, G_STRUCT_OFFSET (Answer, root_id), root_id);
}
