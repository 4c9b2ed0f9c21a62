/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-client.h"

G_BEGIN_DECLS

/* The contents of a problem report. All texts are borrowed. */
typedef struct {
  const char         *version;
  const char         *gtk;
  const char         *adwaita;
  const char         *glib;
  const char         *display;          /* (nullable) the class name of the GdkDisplay; NULL: there
                                         * is none */
  const char         *desktop;          /* (nullable) from the environment, so it can be any text;
                                         * NULL: unset */
  PaddockClientState  state;
  const char         *service_version;  /* (nullable) as the service reported it; NULL: no
                                         * service */
  const char         *sandbox;          /* as the service reported it; "": no sandbox */
  guint               n_roots;
  guint               n_servers;
  gboolean            is_paused;
} PaddockDebugInfo;

char *paddock_debug_info_make (const PaddockDebugInfo *info);

G_END_DECLS
