/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-access-result.h"
#include "paddock-named-folders.h"
#include "paddock-never.h"
#include "paddock-policy.h"
#include "paddock-project-search.h"
#include "paddock-views.h"

G_BEGIN_DECLS

/* The output of --json; docs/cli.md documents it. */
char *paddock_json_forms_roots    (GPtrArray          *roots);
char *paddock_json_forms_servers  (GPtrArray          *servers,
                                   GVariant           *homes,
                                   GPtrArray          *roots,
                                   PaddockNamedFolders *named,
                                   PaddockConsentMode  mode,
                                   gint64              now);
char *paddock_json_forms_never    (GPtrArray          *files,
                                   GPtrArray          *servers);
char *paddock_json_forms_projects (GPtrArray          *found);
char *paddock_json_forms_apps     (GPtrArray          *files);
char *paddock_json_forms_access   (const char * const *references,
                                   GPtrArray          *results);

G_END_DECLS
