/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The prefix of a part of a scope that is a login of the user (paddock_login_dup_name()), and not a
 * process. */
#define PADDOCK_SCOPE_LOGIN "login:"

/* A scope says what a grant "for this session" is for: a set of processes, as text, separated by
 * spaces. If a server runs twice, the user is asked once, and "this session" means both
 * processes. */
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
