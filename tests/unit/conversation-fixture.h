/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-conversation.h"

#include <string.h>

#define RESTART PADDOCK_UNANSWERED_RESTARTED
#define V "\"jsonrpc\":\"2.0\""
#define INITIALIZE  "{" V ",\"id\":\"i\",\"method\":\"initialize\",\"params\":{}}"
#define INITIALIZED "{" V ",\"method\":\"notifications/initialized\"}"
#define DECLARED(version, capabilities) \
  "{" V ",\"id\":\"i\",\"result\":{\"protocolVersion\":\"" version "\",\"capabilities\":" \
  capabilities "}}"
#define LATEST "2025-11-25"

/* Receives one line. Returns what goes on, or "-". */
static inline char *
say (PaddockConversation *conversation,
     gboolean             from_host,
     const char          *text)
{
  g_auto (PaddockMessage) class = { 0 };
  g_autoptr (PaddockMessage) out = NULL;
  PaddockSpan span = { text, strlen (text) };
  PaddockPassage passage;

  paddock_message_read (span, &class);
  passage = from_host ? paddock_conversation_receive_from_host (conversation, &class, &out)
                      : paddock_conversation_receive_from_server (conversation, &class, &out);
  switch (passage) {
    case PADDOCK_PASSAGE_AS_IS:
      g_assert_null (out);
      return g_strdup (text);
    case PADDOCK_PASSAGE_REPLACED:
      return g_strndup (out->text.start, out->text.length);
    case PADDOCK_PASSAGE_NONE:
    default:
      g_assert_null (out);
      return g_strdup ("-");
  }
}

static inline void
expect (PaddockConversation *conversation,
        gboolean             from_host,
        const char          *text,
        const char          *expected)
{
  g_autofree char *got = say (conversation, from_host, text);

  g_assert_cmpstr (got, ==, expected);
}

#define HOST(text)   expect (conversation, TRUE, text, text)
#define SERVER(text) expect (conversation, FALSE, text, text)

static inline PaddockConversation *
begin (const char *capabilities)
{
  PaddockConversation *conversation = paddock_conversation_new ();
  g_autofree char *answer = g_strdup_printf (DECLARED (LATEST, "%s"), capabilities);

  HOST (INITIALIZE);
  SERVER (answer);
  HOST (INITIALIZED);
  return conversation;
}

static inline void
expect_lines (GPtrArray  *lines,
              const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++) {
    GBytes *line = lines->pdata[i];

    g_string_append_len (text, g_bytes_get_data (line, NULL), (gssize) g_bytes_get_size (line));
    g_string_append_c (text, '\n');
  }
  g_assert_cmpstr (text->str, ==, expected);
  g_ptr_array_unref (lines);
}

static inline void
expect_messages (GPtrArray  *messages,
                 const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < messages->len; i++) {
    const PaddockMessage *message = messages->pdata[i];

    g_string_append_printf (text, "%.*s\n", (int) message->text.length, message->text.start);
  }
  g_assert_cmpstr (text->str, ==, expected);
  g_ptr_array_unref (messages);
}

static inline PaddockReplayResult
replay (PaddockConversation *conversation,
        const char          *text)
{
  g_auto (PaddockMessage) class = { 0 };

  paddock_message_read ((PaddockSpan) { text, strlen (text) }, &class);
  return paddock_replay_receive_answer (paddock_conversation_get_replay (conversation), &class);
}
