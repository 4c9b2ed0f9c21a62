/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-project.h"

G_BEGIN_DECLS

/* The limits of a search. The search's progress says whether a limit ended the search. */
#define PADDOCK_PROJECT_SEARCH_MAX_DEPTH       32
#define PADDOCK_PROJECT_SEARCH_MAX_DIRECTORIES 1000000
#define PADDOCK_PROJECT_SEARCH_MAX_FOUND       5000

typedef struct {
  char           *path;             /* (owned) the project's absolute path, links resolved, in the
                                     * bytes of the file system */
  PaddockMarkers  markers;
} PaddockProjectFind;

typedef struct {
  guint    n_looked;                /* how many directories the search has read */
  guint    n_unreadable;            /* how many directories the search could not read */
  double   fraction;                /* how much of the search is done, from 0 to 1, estimated by the
                                     * upper levels of directories */
  gboolean is_ended;
  gboolean is_cut;                  /* a limit ended the search: there may be more projects */
} PaddockProjectProgress;

/* A search for projects. One thread runs the search, and another watches it. A search is reference
 * counted, and all functions may be called from any thread. */
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
