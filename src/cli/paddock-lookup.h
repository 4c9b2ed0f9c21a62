/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-cli.h"
#include "paddock-policy.h"
#include "paddock-views.h"

G_BEGIN_DECLS

GPtrArray               *paddock_lookup_list_roots    (PaddockCli  *cli,
                                                       GError     **error);
GPtrArray               *paddock_lookup_list_servers  (PaddockCli  *cli,
                                                       GError     **error);
GPtrArray               *paddock_lookup_list_requests (PaddockCli  *cli,
                                                       GError     **error);
const PaddockRootView   *paddock_lookup_root          (GPtrArray   *roots,
                                                       const char  *text,
                                                       const char  *directory,
                                                       GError     **error);
const PaddockServerView *paddock_lookup_server        (GPtrArray   *servers,
                                                       const char  *text,
                                                       GError     **error);
GStrv                    paddock_lookup_root_ids      (PaddockCli  *cli,
                                                       char       **texts,
                                                       GError     **error);
char                    *paddock_lookup_server_id     (PaddockCli  *cli,
                                                       const char  *text,
                                                       GError     **error);
gboolean                 paddock_lookup_sees_all      (const PaddockServerView *server,
                                                       PaddockConsentMode mode,
                                                       gint64       now);
char                    *paddock_lookup_absolute_path (const char  *text,
                                                       const char  *directory);

G_END_DECLS
