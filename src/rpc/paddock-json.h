/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The deepest nesting of text that Paddock itself reads with json-glib: version 1.6 recurses, and
 * can overflow the stack. */
#define PADDOCK_JSON_MAX_DEPTH 64
/* The deepest nesting that the validator can check. The validator does not recurse. */
#define PADDOCK_JSON_SCAN_DEPTH 1024
/* The longest name of a member, in escaped bytes: paddock_json_foreach() copies each name. */
#define PADDOCK_JSON_NAME_MAX (1024 * 1024)

typedef struct {
  const char *start;                /* the first byte; no NUL follows the last one */
  gsize       length;
} PaddockSpan;

typedef enum {
  PADDOCK_JSON_INVALID,
  PADDOCK_JSON_OBJECT,
  PADDOCK_JSON_ARRAY,
  PADDOCK_JSON_STRING,
  PADDOCK_JSON_NUMBER,
  PADDOCK_JSON_TRUE,
  PADDOCK_JSON_FALSE,
  PADDOCK_JSON_NULL,
} PaddockJsonType;

/* Called for each member of an object, or each element of an array, which has an empty @name.
 * Returns whether to go on. */
typedef gboolean (*PaddockJsonMember) (const char      *name,
                                       PaddockSpan      value,
                                       PaddockJsonType  type,
                                       gpointer         user_data);

PaddockSpan     paddock_json_span            (GBytes           *bytes);
gboolean        paddock_json_validate        (const char       *text,
                                              gsize             length,
                                              GError          **error);
gboolean        paddock_json_validate_within (const char       *text,
                                              gsize             length,
                                              guint             max_depth,
                                              GError          **error);
gboolean        paddock_json_is_valid        (PaddockSpan       text);
PaddockJsonType paddock_json_get_type        (PaddockSpan       value);
gboolean        paddock_json_foreach         (PaddockSpan       container,
                                              PaddockJsonMember callback,
                                              gpointer          user_data);
char           *paddock_json_dup_string      (PaddockSpan       value);
gboolean        paddock_json_is_text         (PaddockSpan       value,
                                              const char       *text);
char           *paddock_json_mend_surrogates (PaddockSpan       value);
char           *paddock_json_quote           (const char       *text);
gboolean        paddock_json_is_same_id      (PaddockSpan       a,
                                              PaddockSpan       b);
gboolean        paddock_json_find_member     (PaddockSpan       object,
                                              const char       *name,
                                              PaddockSpan      *out_value);

G_END_DECLS
