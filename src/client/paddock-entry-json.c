/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-entry-json.h"

/* Writes a journal entry as JSON, for `paddock log --json` and for the window's export. docs/cli.md
 * documents the members: none may change its meaning or disappear. Nothing is translated. This file
 * writes the JSON itself, because the window needs no JSON library otherwise. */

static void
append_character (GString  *json,
                  gunichar  character)
{
  switch (character) {
    case '"':
    case '\\':
      g_string_append_c (json, '\\');
      g_string_append_c (json, (char) character);
      break;
    case '\n':
      g_string_append (json, "\\n");
      break;
    case '\t':
      g_string_append (json, "\\t");
      break;
    default:
      if (character < 0x20 || character == 0x7f)
        g_string_append_printf (json, "\\u%04x", character);
      else
        g_string_append_unichar (json, character);
      break;
  }
}

/* Appends a string member. Bytes that are not UTF-8 become U+FFFD, because JSON can't hold them. If
 * @text is NULL, the member is null. */
static void
append_member (GString    *json,
               const char *member,
               const char *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  g_string_append_printf (json, "%c\"%s\":", json->len == 0 ? '{' : ',', member);
  if (valid == NULL) {
    g_string_append (json, "null");
    return;
  }
  g_string_append_c (json, '"');
  for (const char *rest = valid; *rest != '\0'; rest = g_utf8_next_char (rest))
    append_character (json, g_utf8_get_char (rest));
  g_string_append_c (json, '"');
}

/* Appends @time, in µs since the epoch, as ISO 8601 in UTC with milliseconds; null if @time is
 * 0. */
static void
append_time (GString    *json,
             const char *member,
             gint64      time)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (time / G_USEC_PER_SEC);
  g_autofree char *seconds = NULL;
  g_autofree char *text = NULL;

  if (time > 0 && utc != NULL) {
    seconds = g_date_time_format (utc, "%Y-%m-%dT%H:%M:%S");
    text = g_strdup_printf ("%s.%03dZ", seconds, (int) (time / 1000 % 1000));
  }
  append_member (json, member, text);
}

/* Whether the entry is about an app's configuration file. Then its root is that file. */
static gboolean
is_about_app (const PaddockJournalEntry *entry)
{
  return paddock_journal_entry_event_get_cause (entry->event) == PADDOCK_ENTRY_CAUSE_NOTER;
}

/* Returns the file that the event is about. For events without a file, the detail is text for
 * people, and the result is NULL. */
static const char *
get_file (const PaddockJournalEntry *entry)
{
  gboolean is_of_file = entry->event == PADDOCK_EVENT_FILE_READ ||
                        entry->event == PADDOCK_EVENT_FILE_CHECKED ||
                        entry->event == PADDOCK_EVENT_FILE_REFUSED ||
                        entry->event == PADDOCK_EVENT_FILE_ASKED ||
                        entry->event == PADDOCK_EVENT_FILE_ANSWERED ||
                        entry->event == PADDOCK_EVENT_NEVER_TAKEN_BACK;

  if (is_about_app (entry))
    return entry->root;
  return is_of_file ? entry->detail : NULL;
}

/**
 * paddock_entry_json_write:
 * @entry: a journal entry
 *
 * Returns: (transfer full): a JSON object, in one line
 */
char *
paddock_entry_json_write (const PaddockJournalEntry *entry)
{
  g_autoptr (GString) json = g_string_new (NULL);

  append_time (json, "time", entry->time);
  append_member (json, "event", paddock_journal_entry_event_to_nick (entry->event));
  append_member (json, "server", entry->server);
  append_member (json, "root", is_about_app (entry) ? NULL : entry->root);
  append_member (json, "file", get_file (entry));
  append_member (json, "reason",
                 entry->reason != PADDOCK_REASON_NONE ? paddock_reason_to_nick (entry->reason)
                                                      : NULL);
  g_string_append_printf (json, ",\"count\":%u", entry->count);
  append_time (json, "last", entry->last);
  g_string_append_c (json, '}');
  return g_string_free (g_steal_pointer (&json), FALSE);
}
