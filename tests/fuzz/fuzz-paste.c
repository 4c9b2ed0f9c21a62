/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include "paddock-paste-parse.h"

/* Any bytes may be what a user pastes. A text gives servers or a reason. A server has a command, an
 * address or a trouble, and a name for its entry that all apps accept. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) servers = paddock_paste_parse ((const char *) data, size, &error);

  g_assert_true ((servers == NULL) == (error != NULL));
  g_assert_true (servers == NULL || servers->len > 0);
  for (guint i = 0; servers != NULL && i < servers->len; i++) {
    PaddockPaste *server = g_ptr_array_index (servers, i);
    g_autofree char *label = paddock_paste_dup_label (server, NULL);
    g_autofree PaddockPastePath *known =
      g_new0 (PaddockPastePath, g_strv_length (server->paths));
    g_auto (GStrv) words = NULL;

    paddock_paste_set_folders (server, known);
    words = paddock_paste_dup_words (server, TRUE);
    g_assert_true (g_regex_match_simple ("^[A-Za-z0-9_-]{1,40}$", label, 0, 0));
    g_assert_cmpuint (g_strv_length (words), <=, g_strv_length (server->words));
    for (guint j = 0; words[j] != NULL; j++)
      g_assert_true (g_utf8_validate (words[j], -1, NULL));
    if (server->trouble != NULL)
      continue;
    g_assert_true ((server->url != NULL) == (server->words[0] == NULL));
    g_assert_true ((server->url != NULL) == (server->kind == PADDOCK_PASTE_ADDRESS));
  }
  return 0;
}
