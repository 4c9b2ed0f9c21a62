/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Why Paddock can't change an entry, a file or an app. */
typedef enum {
  PADDOCK_APP_OBSTACLE_FORM,        /* the entry has a form that Paddock doesn't know */
  PADDOCK_APP_OBSTACLE_OWN_STORE,   /* the app has no configuration file */
  PADDOCK_APP_OBSTACLE_SYNTAX,      /* Paddock was built without this syntax */
  PADDOCK_APP_OBSTACLE_SANDBOX,     /* the app starts its servers inside its sandbox */
  PADDOCK_APP_OBSTACLE_SANDBOXED,   /* the app starts this server in a sandbox */
  PADDOCK_APP_OBSTACLE_ELSEWHERE,   /* the app starts this server on another computer */
  PADDOCK_APP_OBSTACLE_DEBUGGED,    /* the app wants a certain command, for its debugger */
  PADDOCK_APP_OBSTACLE_REPLACED,    /* the app starts a program of its own in the command's place */
  PADDOCK_APP_OBSTACLE_SHELL,       /* the command is a line for a shell */
  PADDOCK_APP_OBSTACLE_PROJECT,     /* the file is shared with others, who may lack Paddock */
  PADDOCK_APP_OBSTACLE_TWICE,       /* two entries have the same name, or two members */
  PADDOCK_APP_OBSTACLE_REFERENCES,  /* YAML: other parts of the file say what the entry means */
  PADDOCK_APP_OBSTACLE_NOT_TEXT,    /* the command or an argument isn't text */
  PADDOCK_APP_OBSTACLE_AMBIGUOUS,   /* the entry has a command and an address, or two addresses */
  PADDOCK_APP_OBSTACLE_OWN_SERVER,  /* the entry starts `paddock`, but not `paddock run` */
  PADDOCK_APP_OBSTACLE_OPTIONS,     /* `paddock run` has options or a form that can't be undone */
  PADDOCK_APP_OBSTACLE_ADDRESS,     /* `paddock run --url` doesn't accept the address */
  PADDOCK_APP_OBSTACLE_SECRET,      /* the address has a secret, and all users see command lines */
  PADDOCK_APP_OBSTACLE_VARIABLES,   /* the app may expand variables elsewhere than in arguments */
  PADDOCK_APP_OBSTACLE_HEADERS,     /* Paddock can't move the headers */
  PADDOCK_APP_OBSTACLE_MEMBERS,     /* the address has settings that would be lost */
  PADDOCK_APP_OBSTACLE_ROOTS,       /* `{roots}` stands in the place of folders that are unknown */
  PADDOCK_APP_OBSTACLE_NONE,
} PaddockAppObstacle;

const char *paddock_app_obstacle_get_text (PaddockAppObstacle obstacle);

G_END_DECLS
