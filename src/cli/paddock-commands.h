/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-cli.h"

G_BEGIN_DECLS

/* The commands, each in paddock-cmd-<name>.c; paddock-verbs.c lists them. */
PaddockExit paddock_cmd_add     (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_call    (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_change  (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_check   (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_explain (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_find    (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_grant   (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_list    (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_log     (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_mcp     (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_never   (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_remove  (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_revoke  (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_run     (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_serve   (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
char       *paddock_cmd_serve_become (PaddockCli         *cli,
                                      const char         *name,
                                      const char         *folder,
                                      const char * const *argv);
char       *paddock_cmd_serve_find_program (const char *name,
                                            const char *folder,
                                            const char *own_directory,
                                            const char *libexec_way,
                                            const char *installed_directory);
PaddockExit paddock_cmd_servers (PaddockCli         *cli,
                                 const PaddockVerb  *verb,
                                 GStrv              *argv);
PaddockExit paddock_cmd_settings (PaddockCli        *cli,
                                  const PaddockVerb *verb,
                                  GStrv             *argv);
gboolean    paddock_cmd_settings_open (void);

G_END_DECLS
