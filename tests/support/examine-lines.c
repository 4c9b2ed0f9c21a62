/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */

/* How `paddock run` understands lines. For each line of standard input it prints
 *
 *   JSON PASSES METHOD
 *
 * JSON: whether it is JSON, y or n. PASSES: whether it would pass from a server to a host with
 * roots of its own, y or n. METHOD: the last method at the top level, unescaped, in hex after a
 * quote; - if there is none. For a batch that is JSON, one per element, with commas.
 * tests/interop/test-line-verdicts.py compares this with other parsers. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paddock-admission.h"

static void
ignore_to_host (GBytes   *line,
                gpointer  user_data)
{
}

static void
ignore_to_server (GBytes   *line,
                  gboolean  is_ours,
                  gpointer  user_data)
{
}

static void
ignore (gpointer user_data)
{
}

static void
ignore_drop (PaddockReason reason,
             gpointer      user_data)
{
}

static const PaddockFilterEnds ends = { ignore_to_host, ignore_to_server };
static const PaddockMediatorFuncs mediator_funcs = { ignore, ignore };

/* Each line gets filters of its own: no line may influence the next. */
static gboolean
passes (PaddockSpan line)
{
  static const char initialize[] =
    "{\"id\":0,\"method\":\"initialize\",\"params\":{\"capabilities\":{\"roots\":{}}}}";
  g_autoptr (PaddockFilterChain) chain = paddock_filter_chain_new (&ends, NULL);
  g_autoptr (PaddockInputRequired) input = paddock_input_required_new (ignore, FALSE, NULL);
  g_autoptr (PaddockMediator) mediator = paddock_mediator_new (&mediator_funcs, NULL);
  g_autoptr (PaddockAdmission) admission = paddock_admission_new (mediator, input, ignore_drop,
                                                                  NULL);

  paddock_filter_chain_add (chain, (PaddockFilter *) mediator);
  paddock_filter_chain_add (chain, (PaddockFilter *) admission);
  paddock_filter_chain_receive (chain, PADDOCK_TO_SERVER,
                                (PaddockSpan) { initialize, strlen (initialize) });
  return paddock_filter_chain_receive (chain, PADDOCK_TO_HOST, line);
}

static void
print_method (PaddockSpan text)
{
  g_auto (PaddockMessage) class = { 0 };

  paddock_message_read (text, &class);
  if (class.method == NULL) {
    putchar ('-');
    return;
  }
  putchar ('"');
  for (const char *at = class.method; *at != '\0'; at++)
    printf ("%02x", (guchar) * at);
}

static gboolean
on_element (const char      *name,
            PaddockSpan      value,
            PaddockJsonType  type,
            gpointer         user_data)
{
  print_method (value);
  putchar (',');
  return TRUE;
}

static void
examine (PaddockSpan line)
{
  gboolean is_json = paddock_json_is_valid (line);

  printf ("%c %c ", is_json ? 'y' : 'n', passes (line) ? 'y' : 'n');
  if (is_json && paddock_json_get_type (line) == PADDOCK_JSON_ARRAY)
    paddock_json_foreach (line, on_element, NULL);
  else
    print_method (line);
  putchar ('\n');
}

int
main (void)
{
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;

  while ((length = getline (&line, &capacity, stdin)) > 0) {
    if (line[length - 1] == '\n')
      length--;
    examine ((PaddockSpan) { line, (gsize) length });
  }
  free (line);
  return 0;
}
