/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include <string.h>

#include "paddock-capability.h"

#define HEAD "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
#define R "\"roots\":{\"listChanged\":true}"

typedef struct {
  const char *before;
  const char *after;                /* (nullable) NULL: unchanged */
  gboolean    had_roots;
} Case;

static const Case cases[] = {
  /* Nothing about roots: inserted before the other capabilities */
  { HEAD "{}}", HEAD "{\"capabilities\":{" R "}}}", FALSE },
  { HEAD "{ }}", HEAD "{\"capabilities\":{" R "} }}", FALSE },
  { HEAD "{\"capabilities\":{}}}", HEAD "{\"capabilities\":{" R "}}}", FALSE },
  { HEAD "{\"capabilities\":{ \t}}}", HEAD "{\"capabilities\":{" R " \t}}}", FALSE },
  { HEAD "{\"capabilities\":{\"sampling\":{}}}}",
    HEAD "{\"capabilities\":{" R ",\"sampling\":{}}}}", FALSE },
  { HEAD "{\"capabilities\" : { \"sampling\" : {} } } }",
    HEAD "{\"capabilities\" : {" R ", \"sampling\" : {} } } }", FALSE },
  { HEAD "{\"protocolVersion\":\"2025-11-25\",\"n\":1.50e+3}}",
    HEAD "{\"capabilities\":{" R "},\"protocolVersion\":\"2025-11-25\",\"n\":1.50e+3}}", FALSE },
  /* The member is there: its value is set. */
  { HEAD "{\"capabilities\":{\"roots\":{}}}}", HEAD "{\"capabilities\":{" R "}}}", TRUE },
  { HEAD "{\"capabilities\":{\"roots\":{\"listChanged\":false},\"x\":1}}}",
    HEAD "{\"capabilities\":{" R ",\"x\":1}}}", TRUE },
  { HEAD "{\"capabilities\":{\"x\":1, \"roots\" : { \"listChanged\" : true } }}}",
    HEAD "{\"capabilities\":{\"x\":1, \"roots\" : {\"listChanged\":true} }}}", TRUE },
  { HEAD "{\"capabilities\":{\"roots\":null}}}", HEAD "{\"capabilities\":{" R "}}}", TRUE },
  { HEAD "{\"capabilities\":{\"\\u0072oots\":{}}}}",
    HEAD "{\"capabilities\":{\"\\u0072oots\":{\"listChanged\":true}}}}", TRUE },
  /* The member is there twice: the last one is what a server reads. */
  { HEAD "{\"capabilities\":{\"roots\":{},\"roots\":{}}}}",
    HEAD "{\"capabilities\":{\"roots\":{}," R "}}}", TRUE },
  { HEAD "{\"capabilities\":{\"roots\":{}},\"capabilities\":{}}}",
    HEAD "{\"capabilities\":{\"roots\":{}},\"capabilities\":{" R "}}}", FALSE },
  /* Names that only look similar */
  { HEAD "{\"capabilities\":{\"experimental\":{\"roots\":{}}}}}",
    HEAD "{\"capabilities\":{" R ",\"experimental\":{\"roots\":{}}}}}", FALSE },
  { HEAD "{\"x\":\"\\\"capabilities\\\":{\\\"roots\\\":{}}\",\"capabilities\":{}}}",
    HEAD "{\"x\":\"\\\"capabilities\\\":{\\\"roots\\\":{}}\",\"capabilities\":{" R "}}}", FALSE },
  { HEAD "{\"clientInfo\":{\"capabilities\":{\"roots\":{}}}}}",
    HEAD "{\"capabilities\":{" R "},\"clientInfo\":{\"capabilities\":{\"roots\":{}}}}}", FALSE },
  { HEAD "{\"capabilities\":{\"Roots\":{}}}}", HEAD "{\"capabilities\":{" R ",\"Roots\":{}}}}",
    FALSE },
  { "{\"capabilities\":{\"roots\":{}},\"params\":{\"capabilities\":{}}}",
    "{\"capabilities\":{\"roots\":{}},\"params\":{\"capabilities\":{" R "}}}", FALSE },
  { " {\"params\":{\"capabilities\":{\"a\":\"\xc3\xa9\xe2\x80\xae\"}}} ",
    " {\"params\":{\"capabilities\":{" R ",\"a\":\"\xc3\xa9\xe2\x80\xae\"}}} ", FALSE },
  /* No server takes this: it is left alone. */
  { HEAD "null}", NULL, FALSE },
  { HEAD "[]}", NULL, FALSE },
  { HEAD "\"x\"}", NULL, FALSE },
  { "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\"}", NULL, FALSE },
  { HEAD "{\"capabilities\":null}}", NULL, FALSE },
  { HEAD "{\"capabilities\":[]}}", NULL, FALSE },
  { HEAD "{\"capabilities\":\"roots\"}}", NULL, FALSE },
  { "[]", NULL, FALSE },
  { "\"params\"", NULL, FALSE },
};

static void
test_splice (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    gsize length = strlen (cases[i].before);
    g_autofree char *copy = g_memdup2 (cases[i].before, length);
    gboolean had_roots = 7;
    g_auto (PaddockMessage) before = { 0 };
    g_autoptr (PaddockMessage) after = NULL;

    paddock_message_read ((PaddockSpan) { copy, length }, &before);
    after = paddock_capability_splice (&before, &had_roots);
    g_test_message ("%s", cases[i].before);
    g_assert_cmpint (had_roots, ==, cases[i].had_roots);
    if (cases[i].after == NULL) {
      g_assert_null (after);
      continue;
    }
    g_assert_nonnull (after);
    g_assert_cmpmem (after->text.start, after->text.length, cases[i].after,
                     strlen (cases[i].after));
    g_assert_true (paddock_json_validate (cases[i].after, strlen (cases[i].after), NULL));
  }
}

/* An inserted capability is found, and inserting it again changes nothing. */
static void
test_again (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    PaddockSpan text = { cases[i].after, cases[i].after != NULL ? strlen (cases[i].after) : 0 };
    gboolean had_roots;
    g_auto (PaddockMessage) before = { 0 };
    g_autoptr (PaddockMessage) again = NULL;

    if (cases[i].after == NULL)
      continue;
    paddock_message_read (text, &before);
    again = paddock_capability_splice (&before, &had_roots);
    g_assert_true (had_roots);
    g_assert_cmpmem (again->text.start, again->text.length, text.start, text.length);
  }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/capability/splice", test_splice);
  g_test_add_func ("/capability/again", test_again);
  return g_test_run ();
}
