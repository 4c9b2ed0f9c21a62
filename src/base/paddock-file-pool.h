/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* For each mount: how many threads do work on users' paths, how many jobs may wait, and after how
 * many seconds an idle thread ends. A hung file system delays only the work on itself. */
#define PADDOCK_FILE_POOL_THREADS_PER_MOUNT 2
#define PADDOCK_FILE_POOL_QUEUE_PER_MOUNT   4096
#define PADDOCK_FILE_POOL_IDLE_SECONDS      5

#define PADDOCK_TYPE_FILE_POOL (paddock_file_pool_get_type ())
G_DECLARE_FINAL_TYPE (PaddockFilePool, paddock_file_pool, PADDOCK, FILE_POOL, GObject)

/* Does a piece of work on a thread of the pool, and returns the result.
 * paddock_file_pool_run_finish() gives the result to the caller. If the caller does not want the
 * result any more, the function @destroy_result frees it (paddock_file_pool_run_async()). */
typedef gpointer (*PaddockFileWork) (gpointer      data,
                                     GCancellable *cancellable);

PaddockFilePool *paddock_file_pool_new        (void);
void             paddock_file_pool_run_async  (PaddockFilePool     *self,
                                               const char          *path,
                                               PaddockFileWork      work,
                                               gpointer             data,
                                               GDestroyNotify       destroy_data,
                                               GDestroyNotify       destroy_result,
                                               GCancellable        *cancellable,
                                               GAsyncReadyCallback  callback,
                                               gpointer             user_data);
void             paddock_file_pool_run_across_async (PaddockFilePool     *self,
                                                     const GArray        *mounts,
                                                     PaddockFileWork      work,
                                                     gpointer             data,
                                                     GDestroyNotify       destroy_data,
                                                     GDestroyNotify       destroy_result,
                                                     GCancellable        *cancellable,
                                                     GAsyncReadyCallback  callback,
                                                     gpointer             user_data);
void             paddock_file_pool_run_picked_async (PaddockFilePool     *self,
                                                     const char          *path,
                                                     PaddockFileWork      work,
                                                     gpointer             data,
                                                     GDestroyNotify       destroy_data,
                                                     GDestroyNotify       destroy_result,
                                                     GCancellable        *cancellable,
                                                     GAsyncReadyCallback  callback,
                                                     gpointer             user_data);
gpointer         paddock_file_pool_run_finish (PaddockFilePool     *self,
                                               GAsyncResult        *result,
                                               GError             **error);

G_END_DECLS
