/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-obstacle.h"
#include "paddock-app.h"
#include "paddock-config-tree.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_APP_ENTRY_OTHER,          /* Paddock doesn't know how the app reaches the server */
  PADDOCK_APP_ENTRY_COMMAND,
  PADDOCK_APP_ENTRY_ADDRESS,
} PaddockAppEntryKind;

/* A server in the configuration file of an app. Values of `env` and headers stay in the file,
 * because they are often secret. */
typedef struct {
  char               *name;         /* (owned) */
  char               *project;      /* (owned) (nullable) the project that the server is for */
  guint               node;         /* its object in the file's tree */
  PaddockAppEntryKind kind;
  gboolean            is_connected; /* goes through Paddock, in a way that Paddock reads */
  gboolean            names_paddock; /* starts Paddock in this or another way */
  PaddockAppObstacle  obstacle;     /* why Paddock can't change the entry */
  GStrv               words;        /* (owned) (nullable) the server's own command and arguments,
                                     * without Paddock's words */
  char               *url;          /* (owned) (nullable) the server's address */
  char               *key;          /* (owned) (nullable) the value of --key */
  GStrv               variables;    /* (owned) names of environment variables */
  GStrv               headers;      /* (owned) names of HTTP headers */
  GStrv               named;        /* (owned) folders in the command: absolute in a
                                     * #PaddockAppFile, otherwise as written, and maybe none */
  GStrv               folders;      /* (owned) those of them that `{roots}` can replace, as
                                     * written */
} PaddockAppEntry;

PaddockAppEntry *paddock_app_entry_new          (const PaddockApp        *app,
                                                 const PaddockAppPlace   *place,
                                                 const PaddockConfigTree *tree,
                                                 guint                    node,
                                                 const char              *project);
void             paddock_app_entry_free         (PaddockAppEntry         *self);
gboolean         paddock_app_entry_is_left_alone (const PaddockAppEntry  *self);
const char      *paddock_app_entry_get_caution  (const PaddockAppEntry   *self);
GStrv            paddock_app_entry_dup_words    (const PaddockApp        *app,
                                                 const PaddockConfigTree *tree,
                                                 guint                    node);
guint            paddock_app_entry_find_address (const PaddockApp        *app,
                                                 const PaddockConfigTree *tree,
                                                 guint                    node,
                                                 guint                   *out_count);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAppEntry, paddock_app_entry_free)

G_END_DECLS
