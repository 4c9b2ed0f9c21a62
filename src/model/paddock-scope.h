/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The prefix of a user's login (paddock_login_dup_name()) in a scope. A login is no process. */
#define PADDOCK_SCOPE_LOGIN "login:"

/* The meaning of "this session": a set of processes, as text, separated by spaces. If a server runs
 * twice, there is one question, and "this session" means both. Each session is a set of one. */
gboolean  paddock_scope_covers  (const char *scope,
                                 const char *part);
char     *paddock_scope_add     (const char *scope,
                                 const char *part);
char     *paddock_scope_without (const char *scope,
                                 const char *part);
GStrv     paddock_scope_split   (const char *scope);
gboolean  paddock_scope_is_login  (const char *part);
gboolean  paddock_scope_has_login (const char *scope);
gboolean  paddock_scope_admits    (const char *scope,
                                   const char *process);

G_END_DECLS
