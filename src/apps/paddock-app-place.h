/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  PADDOCK_APP_PLACE_PROJECT,        /* in a project, and shared with all who work there */
  PADDOCK_APP_PLACE_SANDBOX,        /* of an app that starts its servers inside its sandbox */
  PADDOCK_APP_PLACE_USER,
  PADDOCK_APP_PLACE_TRACE,          /* nobody reads it: it exists if the app is on this computer */
} PaddockAppPlaceKind;

/* A place where an app may have its configuration file. */
typedef struct {
  const char         *path;         /* begins with "~/" or "$NAME/", or is "$NAME"; in a project it
                                     * is relative; "*" stands for any file name */
  PaddockAppPlaceKind kind;
  const char * const *containers;   /* (nullable) instead of those of the app */
  const char         *marker;       /* (nullable) the app uses this place only if a file with this
                                     * name is in the same directory, and then no later place */
} PaddockAppPlace;

char *paddock_app_place_dup_path (const PaddockAppPlace *self,
                                  const char            *home,
                                  const char * const    *environment,
                                  const char            *project);

G_END_DECLS
