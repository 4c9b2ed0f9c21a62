/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-views.h"

G_BEGIN_DECLS

char *paddock_who_text_address (const PaddockIdentity    *identity);
char *paddock_who_text_program (const PaddockIdentity    *identity,
                                const char               *home);
char *paddock_who_text_brief   (const PaddockIdentity    *identity);
char *paddock_who_text_app     (const PaddockIdentity    *identity);
char *paddock_who_text_caller  (const char               *caller);
char *paddock_who_text_warning (const PaddockIdentity    *identity,
                                const PaddockIdentity    *previous);
char *paddock_who_text_session (const PaddockSessionView *session);

char *paddock_who_text_caller_app (const char            *caller);

gboolean paddock_who_text_caller_is_script (const char            *caller);
gboolean paddock_who_text_is_app           (const char            *program);
gboolean paddock_who_text_is_verified      (const PaddockIdentity *identity,
                                            PaddockFactKind        kind);

G_END_DECLS
