/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-plan.h"
#include "paddock-cli.h"

G_BEGIN_DECLS

/* The entries of one file that a command line means. */
typedef struct {
  PaddockAppFile *file;             /* (owned) */
  GPtrArray      *entries;          /* (owned): PaddockAppEntry of @file */
} PaddockAppChoice;

char        *paddock_app_choice_dup_label (const PaddockAppFile *file,
                                           const char           *server,
                                           const char           *project);
PaddockExit  paddock_app_choice_make      (PaddockCli           *cli,
                                           GPtrArray            *files,
                                           const char * const   *names,
                                           PaddockAppPlanKind    kind,
                                           GPtrArray           **out_choices);

G_END_DECLS
