/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-cli.h"

G_BEGIN_DECLS

GDBusProxy *paddock_cli_service_get              (PaddockCli *cli,
                                                  GError    **error);
GVariant   *paddock_cli_service_call             (PaddockCli *cli,
                                                  const char *method,
                                                  GVariant   *parameters,
                                                  GError    **error);
GVariant   *paddock_cli_service_list             (PaddockCli *cli,
                                                  const char *method,
                                                  GVariant   *filter,
                                                  guint       wanted,
                                                  GError    **error);
char       *paddock_cli_service_dup_sandbox      (PaddockCli *cli);
char       *paddock_cli_service_dup_consent_mode (PaddockCli *cli);
gboolean    paddock_cli_service_is_paused        (PaddockCli *cli);
void        paddock_cli_service_tell_paused      (PaddockCli *cli);

G_END_DECLS
