/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-plan.h"
#include "paddock-client.h"

G_BEGIN_DECLS

/* What the user wants of servers in one file. */
typedef struct {
  PaddockAppFile *file;             /* (owned) */
  GPtrArray      *entries;          /* (owned): PaddockAppEntry of @file, which owns them */
  gboolean        is_on;            /* they go through Paddock */
  PaddockAppPlan *plan;             /* (owned) (nullable) NULL: not planned, or refused */
  PaddockAppPlan *moved;            /* (owned) (nullable) the same, but folders among the arguments
                                     * become `{roots}`; NULL: there are no such folders */
} PaddockAppWish;

PaddockAppWish *paddock_app_writer_wish_new     (PaddockAppFile       *file,
                                                 GPtrArray            *entries,
                                                 gboolean              is_on);
void            paddock_app_writer_wish_free    (PaddockAppWish       *wish);
const char     *paddock_app_writer_wish_get_caution (const PaddockAppWish *wish);
GStrv           paddock_app_writer_dup_folders  (PaddockClient        *client);
void            paddock_app_writer_plan_async   (PaddockClient        *client,
                                                 GPtrArray            *wishes,
                                                 const char           *program,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
GPtrArray      *paddock_app_writer_plan_finish  (GAsyncResult         *result,
                                                 GError              **error);
void            paddock_app_writer_write_async  (PaddockClient        *client,
                                                 GPtrArray            *plans,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
GPtrArray      *paddock_app_writer_write_finish (GAsyncResult         *result,
                                                 GError              **error);
void            paddock_app_writer_undo_async   (PaddockClient        *client,
                                                 GPtrArray            *plans,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
void            paddock_app_writer_note         (PaddockClient        *client,
                                                 const PaddockAppFile *file,
                                                 const char           *key,
                                                 const char           *server,
                                                 const char           *project);

G_END_DECLS
