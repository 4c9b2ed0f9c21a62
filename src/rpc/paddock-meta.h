/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"

G_BEGIN_DECLS

/* A member of `_meta` to look for. */
typedef struct {
  const char      *key;
  PaddockSpan      value;           /* JSON text of the value; length 0: `_meta` has no such
                                     * member */
  PaddockJsonType  type;            /* type of @value; %PADDOCK_JSON_INVALID: there is no such
                                     * member */
} PaddockMetaMember;

void  paddock_meta_read        (PaddockSpan              container,
                                PaddockMetaMember       *members,
                                gsize                    n_members);
char *paddock_meta_dup        (PaddockSpan              container,
                               const char              *key);
char *paddock_meta_dup_value   (const PaddockMetaMember *member);
gboolean paddock_meta_is_text (const PaddockMetaMember *member,
                               const char              *text);
void  paddock_meta_add         (GString                 *meta,
                                const char              *key,
                                const char              *value);
void  paddock_meta_add_members (GString                 *meta,
                                const char              *members);
void  paddock_meta_append      (GString                 *object,
                                const char              *members);
char *paddock_meta_dup_object  (const char              *members);

G_END_DECLS
