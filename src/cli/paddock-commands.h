/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-cli.h"

G_BEGIN_DECLS

/* The commands that do more than call one method of the service, each in paddock-cmd-<name>.c. */
extern const PaddockVerb paddock_cmd_add;
extern const PaddockVerb paddock_cmd_apps;
extern const PaddockVerb paddock_cmd_change;
extern const PaddockVerb paddock_cmd_check;
extern const PaddockVerb paddock_cmd_explain;
extern const PaddockVerb paddock_cmd_find;
extern const PaddockVerb paddock_cmd_grant;
extern const PaddockVerb paddock_cmd_list;
extern const PaddockVerb paddock_cmd_log;
extern const PaddockVerb paddock_cmd_mcp;
extern const PaddockVerb paddock_cmd_never;
extern const PaddockVerb paddock_cmd_remove;
extern const PaddockVerb paddock_cmd_revoke;
extern const PaddockVerb paddock_cmd_run;
extern const PaddockVerb paddock_cmd_serve;
extern const PaddockVerb paddock_cmd_servers;
extern const PaddockVerb paddock_cmd_settings;

/* Runs a command that only calls one method of the service. */
PaddockExit paddock_cmd_call (PaddockCli        *cli,
                              const PaddockVerb *verb,
                              GStrv             *argv);

G_END_DECLS
