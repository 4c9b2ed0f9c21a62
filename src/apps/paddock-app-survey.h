/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-app-file.h"

G_BEGIN_DECLS

GPtrArray *paddock_app_survey_run    (const char * const  *folders);
void       paddock_app_survey_async  (const char * const  *folders,
                                      GCancellable        *cancellable,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data);
GPtrArray *paddock_app_survey_finish (GAsyncResult        *result,
                                      GError             **error);

G_END_DECLS
