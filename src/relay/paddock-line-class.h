/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-json.h"

G_BEGIN_DECLS

/* The members that a message may have at its top; one with more is over a limit. */
#define PADDOCK_LINE_MEMBERS_MAX 256

typedef enum {
  PADDOCK_LINE_UNREADABLE,          /* no JSON, or over a limit of the reader */
  PADDOCK_LINE_DUPLICATE,           /* a member of the top comes twice */
  PADDOCK_LINE_OTHER,               /* JSON that is no message */
  PADDOCK_LINE_REQUEST,
  PADDOCK_LINE_NOTIFICATION,
  PADDOCK_LINE_RESPONSE,            /* a result or an error */
  PADDOCK_LINE_BATCH,
} PaddockLineKind;

/* What a line is to a relay. The spans point into the line; length 0: there is none. */
typedef struct {
  PaddockLineKind kind;
  char           *method;           /* (owned) (nullable) the last one, unescaped */
  PaddockSpan     id;               /* the last one, a string or a number, as its bytes */
  PaddockSpan     params;
  PaddockSpan     result;
} PaddockLineClass;

void     paddock_line_class_read        (PaddockSpan             text,
                                         PaddockLineClass       *out_class);
void     paddock_line_class_clear       (PaddockLineClass       *line_class);
gboolean paddock_line_class_is_json     (PaddockSpan             text);
gboolean paddock_line_class_is_method   (const PaddockLineClass *line_class,
                                         const char             *method);
gboolean paddock_line_class_is_same_id  (PaddockSpan             a,
                                         PaddockSpan             b);
gboolean paddock_line_class_find_member (PaddockSpan             object,
                                         const char             *name,
                                         PaddockSpan            *out_value);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockLineClass, paddock_line_class_clear)

G_END_DECLS
