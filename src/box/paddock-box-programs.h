/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-box-plan.h"

G_BEGIN_DECLS

GStrv    paddock_box_programs_dup_environment (const char * const  *environment,
                                               const char * const  *more_names,
                                               const char          *home,
                                               gboolean             has_network);
GStrv    paddock_box_programs_move_data       (GStrv                environment,
                                               GPtrArray           *folders,
                                               const char          *home);
char    *paddock_box_programs_dup_shown       (const char          *path,
                                               const char          *home);
char    *paddock_box_programs_find            (const char          *name,
                                               const char * const  *environment);
gboolean paddock_box_programs_check           (const char          *name,
                                               PaddockBoxPlan      *plan,
                                               const char * const  *environment,
                                               const char          *home,
                                               GError             **error);

G_END_DECLS
