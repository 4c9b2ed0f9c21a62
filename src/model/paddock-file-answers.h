/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-never-files.h"

G_BEGIN_DECLS

/* How many answers are remembered, not counting "Never". If there are more, the oldest is
 * forgotten, and the user is asked about that file again. */
#define PADDOCK_FILE_ANSWERS_MAX 1024

/* The user's answer about a file. 0: no answer, so the file is not read. */
typedef enum {
  PADDOCK_FILE_UNDECIDED,
  PADDOCK_FILE_ALLOWED,
  PADDOCK_FILE_REFUSED,
} PaddockFileAnswer;

/* A request: which server wants to read which sensitive file. */
typedef struct {
  const char *server_id;            /* (nullable) the server that wants to read; NULL: a host, which
                                     * may read in every root */
  const char *session;              /* the session for which an answer "this session" holds: the
                                     * server's process, or the caller's connection to the bus */
  const char *root_id;              /* the root that contains the file */
  const char *path;                 /* canonical */
  guint64     device;               /* the file's device, if the file has several hard links;
                                     * otherwise 0 */
  guint64     inode;                /* the file's inode, if the file has several hard links;
                                     * otherwise 0 */
} PaddockFileCommand;

/* The user's answers about sensitive files. Pure: the caller gives the time. */
typedef struct _PaddockFileAnswers PaddockFileAnswers;

gboolean paddock_file_answers_is_same_file (const PaddockFileCommand *a,
                                            const PaddockFileCommand *b);

PaddockFileAnswers *paddock_file_answers_new       (void);
void                paddock_file_answers_free      (PaddockFileAnswers *self);
PaddockNeverFiles  *paddock_file_answers_get_never (PaddockFileAnswers *self);

PaddockFileAnswer paddock_file_answers_peek (PaddockFileAnswers       *self,
                                             const PaddockFileCommand *command,
                                             gint64                    now);
PaddockFileAnswer paddock_file_answers_use  (PaddockFileAnswers       *self,
                                             const PaddockFileCommand *command,
                                             gint64                    now,
                                             gint64                   *out_once_until);

void paddock_file_answers_allow_once    (PaddockFileAnswers       *self,
                                         const PaddockFileCommand *command,
                                         gint64                    until);
void paddock_file_answers_allow_session (PaddockFileAnswers       *self,
                                         const PaddockFileCommand *command);
void paddock_file_answers_refuse        (PaddockFileAnswers       *self,
                                         const PaddockFileCommand *command,
                                         gint64                    until);

void     paddock_file_answers_end_session   (PaddockFileAnswers *self,
                                             const char         *session);
gboolean paddock_file_answers_forget_server (PaddockFileAnswers *self,
                                             const char         *server_id);
void     paddock_file_answers_forget_root   (PaddockFileAnswers *self,
                                             const char         *root_id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockFileAnswers, paddock_file_answers_free)

G_END_DECLS
