/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-spool.h"

G_BEGIN_DECLS

/* Longest page of a list of tools that is checked, in bytes. Hosts don't accept longer lines
 * anyway. */
#define PADDOCK_TOOL_LIST_BYTES_MAX (10 * 1024 * 1024)
/* How many bytes the list keeps about tools at most. If it needs more, it first forgets all that it
 * knows. */
#define PADDOCK_TOOL_LIST_KNOWN_MAX (1024 * 1024)
/* How many removed tools are reported at most, each once. */
#define PADDOCK_TOOL_LIST_SAID_MAX  64

/* What is known about the headers that calls of a server's tools need. */
typedef struct _PaddockToolList PaddockToolList;

typedef void (*PaddockToolListLeftOut) (const char *tool,
                                        const char *why,
                                        gpointer    user_data);

PaddockToolList *paddock_tool_list_new         (PaddockToolListLeftOut  left_out,
                                                gpointer                user_data);
void             paddock_tool_list_free        (PaddockToolList        *self);
PaddockSpool    *paddock_tool_list_filter      (PaddockToolList        *self,
                                                PaddockSpool           *answer);
gboolean         paddock_tool_list_has         (const PaddockToolList  *self,
                                                const char             *tool);
void             paddock_tool_list_forget      (PaddockToolList        *self,
                                                const char             *tool);
void             paddock_tool_list_add_headers (const PaddockToolList  *self,
                                                const PaddockMessage   *line,
                                                GStrvBuilder           *headers);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockToolList, paddock_tool_list_free)

G_END_DECLS
