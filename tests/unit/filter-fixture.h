/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <string.h>

#include "paddock-filter.h"

/* The output of a filter chain as one text, with "host>" or "server>" before each line. The user
 * data is a GString. */

static inline void
log_line (GString    *log,
          const char *who,
          GBytes     *line)
{
  g_string_append_printf (log, "%s>%.*s\n", who, (int) g_bytes_get_size (line),
                          (const char *) g_bytes_get_data (line, NULL));
}

static inline void
log_to_host (GBytes   *line,
             gpointer  user_data)
{
  log_line (user_data, "host", line);
}

static inline void
log_to_server (GBytes   *line,
               gboolean  is_ours,
               gpointer  user_data)
{
  log_line (user_data, "server", line);
}

static const PaddockFilterEnds log_ends = { log_to_host, log_to_server };

/* Whether a line goes on unchanged. */
static inline gboolean
goes_on (PaddockFilterChain *chain,
         PaddockWay          way,
         const char         *text)
{
  gsize length = strlen (text);
  g_autofree char *copy = g_memdup2 (text, length);

  return paddock_filter_chain_receive (chain, way, (PaddockSpan) { copy, length });
}

/* The same for a line that is too long to be read. */
static inline gboolean
long_goes_on (PaddockFilterChain *chain,
              PaddockWay          way,
              const char         *text)
{
  gboolean passes = paddock_filter_chain_begin_long (chain, way, FALSE);

  paddock_filter_chain_receive_part (chain, way, (PaddockSpan) { text, strlen (text) }, TRUE);
  return passes;
}
