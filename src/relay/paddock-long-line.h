/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

/* The most bytes of an id, a method or a name that are kept. A longer one counts as unknown. */
#define PADDOCK_LONG_LINE_NAME_MAX 4096

typedef struct _PaddockLongLine PaddockLongLine;

PaddockLongLine *paddock_long_line_new          (void);
void             paddock_long_line_begin        (PaddockLongLine      **line);
void             paddock_long_line_free         (PaddockLongLine       *self);
void             paddock_long_line_feed         (PaddockLongLine       *self,
                                                 PaddockSpan            part);
void             paddock_long_line_classify     (const PaddockLongLine *self,
                                                 PaddockMessage      *out_class);
gboolean         paddock_long_line_is_ambiguous (const PaddockLongLine *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockLongLine, paddock_long_line_free)

G_END_DECLS
