/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-obstacle.h"
#include "paddock-app-place.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_APP_SYNTAX_NONE,          /* the app has no file that Paddock could change */
  PADDOCK_APP_SYNTAX_JSON,
  PADDOCK_APP_SYNTAX_JSON_COMMENTS,
  PADDOCK_APP_SYNTAX_JSON_COMMENTS_AND_COMMAS,
  PADDOCK_APP_SYNTAX_TOML,
  PADDOCK_APP_SYNTAX_YAML,
} PaddockAppSyntax;

/* When Paddock may write the app's file. */
typedef enum {
  PADDOCK_APP_WRITING_CLOSED,       /* only while the app doesn't run: it would drop the change */
  PADDOCK_APP_WRITING_LOCKED,       /* while Paddock holds the directory FILE.lock */
  PADDOCK_APP_WRITING_FREE,
} PaddockAppWriting;

/* What the user does so that the app reads its changed file. */
typedef enum {
  PADDOCK_APP_RELOAD_UNKNOWN,
  PADDOCK_APP_RELOAD_QUIT,          /* quits it completely, with its icon in the panel */
  PADDOCK_APP_RELOAD_RESTART,
  PADDOCK_APP_RELOAD_SESSION,       /* begins a new session */
  PADDOCK_APP_RELOAD_BUTTON,        /* presses a button in the app */
  PADDOCK_APP_RELOAD_EDITOR,        /* saves the file in the app's own editor */
  PADDOCK_APP_RELOAD_NOTHING,       /* the app notices the change */
} PaddockAppReload;

/* What an app does with the command of an entry, besides starting it. */
typedef enum {
  PADDOCK_APP_COMMANDS_PLAIN,       /* nothing */
  PADDOCK_APP_COMMANDS_DEBUGGED,    /* if the entry has "dev.debug", wants node or python */
  PADDOCK_APP_COMMANDS_REPLACED,    /* starts programs of its own in the place of npx and uvx */
  PADDOCK_APP_COMMANDS_SHELL,       /* gives a command without arguments to a shell */
} PaddockAppCommands;

/* A setting with which an app starts servers in a sandbox or on another computer. */
typedef struct {
  const char         *path;         /* keys with "/" between them */
  gboolean            is_global;    /* the path begins at the top of the file, not in the entry */
  const char         *member;       /* (nullable) if the value is an object, this member counts */
  const char         *off[2];       /* texts that mean the same as false */
  PaddockAppObstacle  obstacle;
} PaddockAppSetting;

/* The names of members in the entry of a server. */
typedef struct {
  const char *command;
  const char *args;                 /* (nullable) NULL: the command is an array, with the
                                     * arguments in it */
  const char *env;
  const char *addresses[3];         /* the usual one first; NULL behind the last one */
  const char *headers;              /* (nullable) NULL: Paddock can't change entries with headers */
  const char *type;                 /* (nullable) says whether the server has a command */
  const char *local_type;           /* (nullable) its value if the server has a command */
  gboolean    keeps_headers;        /* the app ignores headers of an entry with a command */
  gboolean    expands_alike;        /* the app expands variables in addresses, headers, arguments
                                     * and env alike */
  const char *name;                 /* (nullable) the servers are in a list, and this member has the
                                     * name of each */
} PaddockAppKeys;

/* An app that starts servers, and how its configuration file is made. All data is constant. */
typedef struct {
  const char            *id;        /* for commands */
  const char            *name;
  PaddockAppSyntax       syntax;
  PaddockAppWriting      writing;
  PaddockAppReload       reload;
  const char * const    *containers; /* paths of the objects that hold the servers, as keys with
                                      * "/" between them; "*" stands for any key */
  const PaddockAppKeys  *keys;
  const PaddockAppPlace *places;    /* the usual one first; the last one has no path */
  PaddockAppCommands     commands;
  const PaddockAppSetting *settings; /* (nullable) the last one has no path */
} PaddockApp;

guint             paddock_app_get_count (void);
const PaddockApp *paddock_app_get       (guint       index);
const PaddockApp *paddock_app_find      (const char *id);

G_END_DECLS
