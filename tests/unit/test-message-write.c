/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-message-write.h"

#include <string.h>

#define V "\"jsonrpc\":\"2.0\""

static void
assert_line (GBytes     *line,
             const char *expected)
{
  g_assert_cmpmem (g_bytes_get_data (line, NULL), g_bytes_get_size (line), expected,
                   strlen (expected));
  g_bytes_unref (line);
}

static void
test_write (void)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  assert_line (paddock_message_write_request ("7", "a/b", NULL),
               "{" V ",\"id\":7,\"method\":\"a/b\"}");
  assert_line (paddock_message_write_request ("\"x\"", "a", "{\"k\":1}"),
               "{" V ",\"id\":\"x\",\"method\":\"a\",\"params\":{\"k\":1}}");
  assert_line (paddock_message_write_notification ("a", NULL), "{" V ",\"method\":\"a\"}");
  assert_line (paddock_message_write_notification ("a", "{}"),
               "{" V ",\"method\":\"a\",\"params\":{}}");
  assert_line (paddock_message_write_result ("0", "{\"roots\":[]}"),
               "{" V ",\"id\":0,\"result\":{\"roots\":[]}}");
  assert_line (paddock_message_write_error (NULL, PADDOCK_RPC_PARSE_ERROR, "no \"JSON\"\n", NULL),
               "{" V ",\"id\":null,\"error\":{\"code\":-32700,"
               "\"message\":\"no \\\"JSON\\\"\\u000a\"}}");
  assert_line (paddock_message_write_error ("1", PADDOCK_RPC_INVALID_REQUEST, "m", "{\"r\":1}"),
               "{" V ",\"id\":1,\"error\":{\"code\":-32600,\"message\":\"m\",\"data\":{\"r\":1}}}");

  g_ptr_array_add (lines, g_bytes_new_static ("{\"a\":1}", 7));
  assert_line (paddock_message_write_batch (lines), "[{\"a\":1}]");
  g_ptr_array_add (lines, g_bytes_new_static ("{}", 2));
  assert_line (paddock_message_write_batch (lines), "[{\"a\":1},{}]");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/message-write/write", test_write);
  return g_test_run ();
}
