/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-file-pool.h"
#include "paddock-path.h"
#include "paddock-root.h"

G_BEGIN_DECLS

/* If no path answers for this many seconds, the remaining file systems count as hanging. */
#define PADDOCK_SURVEY_TIMEOUT_SECONDS 5

/* Looks at several paths at once, each on the threads of its own mount, and waits for all. A path
 * whose file system hangs has no result after the time limit; the others do not wait for it. */
void       paddock_path_survey_paths_async  (PaddockFilePool     *pool,
                                             const PaddockPlaces *places,
                                             const char * const  *paths,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             user_data);
GPtrArray *paddock_path_survey_paths_finish (GAsyncResult        *result,
                                             GError             **error);
void       paddock_path_survey_roots_async  (PaddockFilePool     *pool,
                                             const PaddockPlaces *places,
                                             GPtrArray           *roots,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             user_data);
GPtrArray *paddock_path_survey_roots_finish (GAsyncResult        *result,
                                             GError             **error);

G_END_DECLS
