/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The most servers that a text may have. */
#define PADDOCK_PASTE_MAX_SERVERS 256

typedef enum {
  PADDOCK_PASTE_COMMAND,
  PADDOCK_PASTE_ADDRESS,
} PaddockPasteKind;

/* What is known of a path that a command names. */
typedef enum {
  PADDOCK_PASTE_PATH_UNKNOWN,       /* nobody could be asked in time */
  PADDOCK_PASTE_PATH_OTHER,         /* something else than a folder, or nothing */
  PADDOCK_PASTE_PATH_FOLDER,
} PaddockPastePath;

/* A server that a user described with a text. All values are those of the text, secrets too. */
typedef struct {
  char            *name;            /* (owned) (nullable) what the text calls the server */
  PaddockPasteKind kind;
  GStrv            options;         /* (owned) the options of `paddock run` in the text, but for
                                     * those that name the entry */
  GStrv            words;           /* (owned) COMMAND: the program and its arguments */
  char            *url;             /* (owned) ADDRESS: the address */
  GStrv            env;             /* (owned) environment variables, as "NAME=VALUE" */
  GStrv            headers;         /* (owned) HTTP headers, as "Name: value" */
  GStrv            paths;           /* (owned) the words that name a path, which may be a folder */
  GStrv            folders;         /* (owned) those of @paths that are folders, or may be */
  gboolean         has_guess;       /* nobody knows whether one of @folders is a folder */
  GStrv            left_out;        /* (owned) names of members that Paddock doesn't use, although
                                     * they may change how the app starts the server */
  char            *trouble;         /* (owned) (nullable) a sentence: why Paddock can't use it */
} PaddockPaste;

void   paddock_paste_free        (PaddockPaste           *self);
void   paddock_paste_finish      (PaddockPaste           *self);
gboolean paddock_paste_may_be_folder (PaddockPastePath  known,
                                      const char       *path);
void   paddock_paste_set_folders (PaddockPaste           *self,
                                  const PaddockPastePath *known);
GStrv  paddock_paste_dup_words   (const PaddockPaste     *self,
                                  gboolean                moves_folders);
char  *paddock_paste_dup_label   (const PaddockPaste     *self,
                                  const char             *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPaste, paddock_paste_free)

G_END_DECLS
