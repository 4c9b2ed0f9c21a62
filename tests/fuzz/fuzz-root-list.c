/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include <string.h>

#include "paddock-host-question.h"
#include "paddock-json.h"
#include "paddock-root-list.h"

/* A list of roots from the service or a host: what can be read can be written as JSON, and
 * narrowing it adds nothing. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (PaddockRootList) list = NULL;
  g_autoptr (PaddockRootList) within = NULL;
  g_auto (GStrv) host = NULL;
  g_auto (GStrv) paths = NULL;
  g_auto (GStrv) fewer = NULL;
  g_autofree char *text = NULL;
  JsonObject *object;

  if (!paddock_json_validate ((const char *) data, size, NULL) ||
      !json_parser_load_from_data (parser, (const char *) data, (gssize) size, NULL) ||
      !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)))
    return 0;
  object = json_node_get_object (json_parser_get_root (parser));
  list = paddock_root_list_read ((PaddockSpan) { (const char *) data, size });
  if (list == NULL)
    return 0;
  host = paddock_host_question_read_roots (object);
  text = paddock_root_list_write (list, TRUE);
  g_assert_true (paddock_json_validate (text, strlen (text), NULL));
  g_assert_true (paddock_root_list_equal (list, list));
  paths = paddock_root_list_dup_paths (list);

  if (host != NULL) {
    within = paddock_root_list_within (list, (const char * const *) host);
    fewer = paddock_root_list_dup_paths (within);
    if (host[0] == NULL)
      g_assert_cmpuint (g_strv_length (fewer), ==, 0);
  }
  g_assert_cmpint (paddock_root_list_next_expiry (list, 0), >, 0);
  return 0;
}
