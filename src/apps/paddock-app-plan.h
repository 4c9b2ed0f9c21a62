/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-app-keyring.h"

G_BEGIN_DECLS

/* What a plan does with one entry. */
typedef struct {
  guint index;                      /* of the entry in the file */
  char *server;                     /* (owned) the entry's name */
  char *project;                    /* (owned) (nullable) as the entry has it */
  char *key;                        /* (owned) (nullable) the key that the entry gets or loses */
  GStrv folders;                    /* (owned) what `{roots}` replaces, or what replaces it */
  char *before;                     /* (owned) the lines of the file that change, without secrets */
  char *after;                      /* (owned) these lines after the change */
  char *trouble;                    /* (owned) (nullable) a sentence: why nothing changes */
} PaddockAppPlanChange;

typedef enum {
  PADDOCK_APP_PLAN_RESTORE,         /* takes Paddock out */
  PADDOCK_APP_PLAN_CONNECT,
} PaddockAppPlanKind;

/* A change of one file. Nothing is written before paddock_app_plan_write(). */
typedef struct {
  PaddockAppPlanKind kind;
  PaddockAppFile    *file;          /* (owned) the file before the change */
  GBytes            *result;        /* (owned) the file after the change */
  GBytes            *shown;         /* (owned) (nullable) the file before, without secrets */
  GBytes            *shown_result;  /* (owned) (nullable) the file after, without secrets */
  GPtrArray         *changes;       /* (owned): PaddockAppPlanChange, one per entry */
  char              *program;       /* (owned) (nullable) CONNECT: how the app starts `paddock` */
  gboolean           moves_folders; /* CONNECT: folders among the arguments become `{roots}` */
  GStrv              folders;       /* (owned) (nullable) RESTORE: what replaces `{roots}` */
} PaddockAppPlan;

PaddockAppPlan *paddock_app_plan_new_connect  (PaddockAppFile       *file,
                                               GPtrArray            *entries,
                                               const char           *program,
                                               gboolean              moves_folders,
                                               PaddockAppKeyring    *keyring,
                                               GError              **error);
PaddockAppPlan *paddock_app_plan_new_restore  (PaddockAppFile       *file,
                                               GPtrArray            *entries,
                                               const char * const   *folders,
                                               GError              **error);
PaddockAppPlan *paddock_app_plan_new_again (const PaddockAppPlan  *stale,
                                            GError               **error);
PaddockAppPlan *paddock_app_plan_new_undo     (const PaddockAppPlan *written,
                                               GError              **error);
void            paddock_app_plan_free         (PaddockAppPlan       *self);
char           *paddock_app_plan_dup_diff     (const PaddockAppPlan *self);
gboolean        paddock_app_plan_write        (const PaddockAppPlan *self,
                                               GError              **error);
void            paddock_app_plan_write_async  (PaddockAppPlan       *self,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean        paddock_app_plan_write_finish (GAsyncResult         *result,
                                               GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAppPlan, paddock_app_plan_free)

G_END_DECLS
