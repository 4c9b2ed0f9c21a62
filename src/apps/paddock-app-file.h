/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-entry.h"

G_BEGIN_DECLS

/* A configuration file that was found, or an app without one. Nobody changes it. */
typedef struct {
  const PaddockApp      *app;
  const PaddockAppPlace *place;     /* (nullable) NULL: the app has no configuration file */
  char                  *path;      /* (owned) (nullable) as the app names it */
  char                  *target;    /* (owned) (nullable) @path with all links resolved */
  char                  *project;   /* (owned) (nullable) the project that has the file */
  GBytes                *bytes;     /* (owned) (nullable) NULL if it can't be read, or is in a
                                     * project: it is only shown */
  gboolean               is_parsed; /* its servers are known */
  gsize                  n_bytes;   /* how many bytes were read */
  GStrv                  projects;  /* (owned) (nullable) the directories that it calls projects */
  GPtrArray             *entries;   /* (owned): PaddockAppEntry; empty if it can't be read */
  char                  *trouble;   /* (owned) (nullable) a sentence: why no entry can be changed */
} PaddockAppFile;

PaddockAppFile    *paddock_app_file_new     (const PaddockApp        *app,
                                             const PaddockAppPlace   *place,
                                             const char              *path,
                                             const char              *project,
                                             gsize                    most);
PaddockAppFile    *paddock_app_file_new_without (const PaddockApp    *app);
gboolean           paddock_app_file_may_have_servers (const PaddockAppFile *self);
PaddockAppFile    *paddock_app_file_ref     (PaddockAppFile          *self);
void               paddock_app_file_unref   (PaddockAppFile          *self);

PaddockConfigTree *paddock_app_file_scan (const PaddockApp         *app,
                                          GBytes                   *bytes,
                                          GError                  **error);
GPtrArray         *paddock_app_file_read (const PaddockApp         *app,
                                          const PaddockAppPlace    *place,
                                          const PaddockConfigTree  *tree,
                                          GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAppFile, paddock_app_file_unref)

G_END_DECLS
