/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-host-folders.h"
#include "paddock-revocation.h"
#include "paddock-target.h"

G_BEGIN_DECLS

typedef struct {
  PaddockTargetOptions target;      /* the server */
  const char         *socket_path;
  PaddockHostRoots    host_roots;
  PaddockOnRevoke     on_revoke;
  /* (nullable) Called if the service does not run, to start it. */
  void             (* start_service)(gpointer user_data);
  gpointer            user_data;
} PaddockProxyOptions;

#define PADDOCK_TYPE_PROXY (paddock_proxy_get_type ())
G_DECLARE_FINAL_TYPE (PaddockProxy, paddock_proxy, PADDOCK, PROXY, GObject)

PaddockProxy *paddock_proxy_new   (const PaddockProxyOptions  *options);
gboolean      paddock_proxy_start (PaddockProxy               *self,
                                   GError                    **error);
int           paddock_proxy_run   (PaddockProxy               *self);

G_END_DECLS
