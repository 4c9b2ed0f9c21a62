/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "fuzz.h"

#include <string.h>

#include "paddock-conversation.h"

/* Lines of both sides, with "<" before those of the server. A line "!" means that another server
 * takes over. Whatever was said, the replayed lines are JSON, and when a server ends, no request is
 * open. */

static void
check_lines (GPtrArray *lines)
{
  for (guint i = 0; i < lines->len; i++) {
    gsize length;
    const char *text = g_bytes_get_data (lines->pdata[i], &length);

    g_assert_true (paddock_json_is_valid ((PaddockSpan) { text, length }));
  }
  g_ptr_array_unref (lines);
}

static void
check_messages (GPtrArray *messages)
{
  for (guint i = 0; i < messages->len; i++)
    g_assert_true (paddock_message_is_valid (messages->pdata[i]));
  g_ptr_array_unref (messages);
}

static void
say (PaddockConversation *conversation,
     PaddockSpan          line,
     gboolean             from_host)
{
  g_auto (PaddockMessage) class = { 0 };
  g_autoptr (PaddockMessage) out = NULL;
  PaddockPassage passage;

  /* Earlier filters have dropped such lines. */
  if (!paddock_json_is_valid (line))
    return;
  paddock_message_read (line, &class);
  if (!from_host &&
      paddock_replay_receive_answer (paddock_conversation_get_replay (conversation), &class) !=
      PADDOCK_REPLAY_NOT_OURS)
    return;
  passage = from_host
            ? paddock_conversation_receive_from_host (conversation, &class, &out)
            : paddock_conversation_receive_from_server (conversation, &class, &out);
  g_assert_true ((out != NULL) == (passage == PADDOCK_PASSAGE_REPLACED));
  if (out != NULL)
    g_assert_true (paddock_json_is_valid (out->text));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr (PaddockConversation) conversation = paddock_conversation_new ();
  const char *at = (const char *) data, *end = at + size;

  while (at < end) {
    const char *newline = memchr (at, '\n', (size_t) (end - at));
    const char *next = newline != NULL ? newline : end;

    if (next > at && *at == '!') {
      check_lines (paddock_conversation_end_generation (conversation,
                                                        PADDOCK_UNANSWERED_RESTARTED));
      g_assert_cmpuint (paddock_conversation_count_open (conversation), ==, 0);
      check_messages (paddock_replay_begin (paddock_conversation_get_replay (conversation)));
      check_lines (paddock_replay_list_notices (paddock_conversation_get_replay (conversation)));
    } else if (next > at) {
      gboolean is_server = *at == '<';

      say (conversation, (PaddockSpan) { at + is_server, (gsize) (next - at - is_server) },
           !is_server);
    }
    at = newline != NULL ? next + 1 : end;
  }
  return 0;
}
