/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

/* How many arguments of one tool may have headers. */
#define PADDOCK_PARAM_HEADERS_MAX       64
/* Longest value of `x-mcp-header`, in bytes. */
#define PADDOCK_PARAM_HEADERS_NAME_MAX  128
/* How deep schemas may be nested. */
#define PADDOCK_PARAM_HEADERS_DEPTH_MAX 64

/* An argument of a tool that is sent in a header as well. */
typedef struct {
  GStrv path;                       /* (owned) names of the members that lead to the argument's
                                     * value */
  char *header;                     /* (owned) the name of the header */
} PaddockParamHeader;

GPtrArray *paddock_param_headers_scan (PaddockSpan    schema,
                                       const char   **out_fault);
void       paddock_param_headers_add  (GPtrArray     *params,
                                       PaddockSpan    arguments,
                                       GStrvBuilder  *headers);

G_END_DECLS
