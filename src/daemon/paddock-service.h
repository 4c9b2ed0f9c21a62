/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-policy.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_SERVICE (paddock_service_get_type ())
G_DECLARE_FINAL_TYPE (PaddockService, paddock_service, PADDOCK, SERVICE, GObject)

typedef struct {
  const char         *socket_path;    /* (nullable) path of the socket; NULL:
                                       * paddock_runtime_dup_socket_path() */
  const char         *data_dir;       /* (nullable) the data directory; NULL:
                                       * paddock_installation_dup_own() */
  const char * const *shares;         /* (nullable) roots for this run only: paths or URIs; NULL:
                                       * none */
  PaddockConsentMode  mode;
  gboolean            exit_when_idle; /* the bus activated the service, so it ends when nothing
                                       * needs it */
  gint64              idle_timeout;   /* how long the service stays after its last use, in µs; 0:
                                       * PADDOCK_IDLE_EXIT_IDLE_TIMEOUT */
} PaddockServiceOptions;

/* Signal: stopped (const char *problem)   the service must end. @problem says why, for example
 * because it lost its name on the bus; NULL: nothing needs the service any more */
PaddockService *paddock_service_new             (const PaddockServiceOptions *options);
gboolean        paddock_service_start           (PaddockService              *self,
                                                 GError                     **error);
void            paddock_service_stop            (PaddockService              *self);
const char     *paddock_service_get_socket_path (PaddockService              *self);

G_END_DECLS
