/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Begins what stands for a login of the user (paddock_login_dup_name()), which is no process. */
#define PADDOCK_SCOPE_LOGIN "login:"

/* What "this session" is: a set of processes, as text, space between. A server that runs twice is
 * one question, and its answer for this session is for both. Each session is a set of one. */
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
