/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app.h"
#include "paddock-paste.h"

G_BEGIN_DECLS

/* Where the text of a new entry belongs. */
typedef enum {
  PADDOCK_APP_ADDITION_COMMAND,     /* the app has no file: its own settings take a command */
  PADDOCK_APP_ADDITION_INSIDE,      /* somewhere in the object @anchor; nobody knows the file */
  PADDOCK_APP_ADDITION_BEHIND,      /* right behind the bracket that opens the object @anchor */
  PADDOCK_APP_ADDITION_BEGIN,       /* right behind the first bracket */
  PADDOCK_APP_ADDITION_BELOW,       /* right below the line @anchor */
  PADDOCK_APP_ADDITION_INSTEAD,     /* in the place of the line @anchor */
  PADDOCK_APP_ADDITION_END,         /* at the end */
  PADDOCK_APP_ADDITION_FILE,        /* the text is the whole file */
} PaddockAppAdditionPlace;

/* A server that an app should start through Paddock. */
typedef struct {
  const PaddockPaste *server;       /* without a trouble */
  const char         *name;         /* (nullable) what the user calls the server */
  const char         *program;      /* how the app starts `paddock` */
  const char         *key;          /* for --key */
  gboolean            moves_folders; /* the server gets its folders from Paddock */
} PaddockAppNewServer;

/* The entry of a new server, as text that a user adds to an app's file. */
typedef struct {
  PaddockAppAdditionPlace place;
  char                   *label;    /* (owned) the name of the entry */
  char                   *key;      /* (owned) the value of --key */
  char                   *text;     /* (owned) what the user adds; it may contain secrets */
  char                   *anchor;   /* (owned) (nullable) a name or a line in the file */
  gsize                   begin;    /* @text replaces the bytes of the file from here */
  gsize                   end;      /* up to here */
  guint                   line;     /* the line of @begin, from 1 */
} PaddockAppAddition;

PaddockAppAddition *paddock_app_addition_new   (const PaddockApp           *app,
                                                const PaddockAppNewServer  *server,
                                                GBytes                     *file,
                                                GError                    **error);
void                paddock_app_addition_free  (PaddockAppAddition         *self);
GBytes             *paddock_app_addition_apply (const PaddockAppAddition   *self,
                                                GBytes                     *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAppAddition, paddock_app_addition_free)

G_END_DECLS
