/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-project.h"

G_BEGIN_DECLS

/* How far a search goes; it says which of them ended it. */
#define PADDOCK_PROJECT_SEARCH_MAX_DEPTH       32
#define PADDOCK_PROJECT_SEARCH_MAX_DIRECTORIES 1000000
#define PADDOCK_PROJECT_SEARCH_MAX_FOUND       5000

typedef struct {
  char           *path;             /* (owned) below the path that was given, in its bytes */
  PaddockMarkers  markers;
} PaddockProjectFind;

typedef struct {
  guint    n_looked;                /* directories that were read */
  guint    n_unreadable;            /* that could not be */
  double   fraction;                /* 0 to 1: how far it is, by the directories further up */
  gboolean is_ended;
  gboolean is_cut;                  /* ended by a limit: there may be more */
} PaddockProjectProgress;

/* A search that one thread runs and another looks at. Reference counted; all of it may be called
 * from any thread. */
typedef struct _PaddockProjectSearch PaddockProjectSearch;

PaddockProjectSearch  *paddock_project_search_new          (const char           *path);
PaddockProjectSearch  *paddock_project_search_ref          (PaddockProjectSearch *self);
void                   paddock_project_search_unref        (PaddockProjectSearch *self);
gboolean               paddock_project_search_run          (PaddockProjectSearch *self,
                                                            GCancellable         *cancellable,
                                                            GError              **error);
PaddockProjectProgress paddock_project_search_get_progress (PaddockProjectSearch *self);
GPtrArray             *paddock_project_search_steal_found  (PaddockProjectSearch *self);

void paddock_project_search_find_free (PaddockProjectFind *find);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockProjectSearch, paddock_project_search_unref)

G_END_DECLS
