/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

/* Of one tool: arguments that are headers, too. */
#define PADDOCK_PARAM_HEADERS_MAX       64
/* Of what stands in `x-mcp-header`. */
#define PADDOCK_PARAM_HEADERS_NAME_MAX  128
/* Schemas in one another. */
#define PADDOCK_PARAM_HEADERS_DEPTH_MAX 64

/* An argument of a tool that is said in a header, too. */
typedef struct {
  GStrv path;                       /* (owned) names of members, from the arguments on */
  char *header;                     /* (owned) */
} PaddockParamHeader;

GPtrArray *paddock_param_headers_scan (PaddockSpan    schema,
                                       const char   **out_fault);
void       paddock_param_headers_add  (GPtrArray     *params,
                                       PaddockSpan    arguments,
                                       GStrvBuilder  *headers);

G_END_DECLS
