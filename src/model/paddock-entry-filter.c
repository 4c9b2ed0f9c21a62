/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-entry-filter.h"

#include "paddock-nicks.h"

#include <string.h>

/* Which journal entries to show: of a server, a folder or some kinds, with a text, or since a time.
 *
 * A filter is an immutable value, and all functions here are pure. The database filters stored
 * entries (paddock-store-journal.c). paddock_entry_filter_matches() filters new entries. Both must
 * agree, so a test of the store runs one table through both. Entries contain nicks, not the words
 * that the user sees. So the caller finds the events and reasons whose words contain the text, and
 * sets text_events and text_reasons.
 */

/* A filter has a 64-bit number for a set of events, and one for a set of reasons. */
G_STATIC_ASSERT (PADDOCK_EVENT_OTHER < 64);
G_STATIC_ASSERT (PADDOCK_REASON_UNPROVEN < 64);

/* The kinds of each event. */
static const PaddockEntryKinds kinds[] = {
  [PADDOCK_EVENT_SERVICE_STARTED] = PADDOCK_ENTRY_KIND_PADDOCK,
  [PADDOCK_EVENT_SERVICE_STOPPED] = PADDOCK_ENTRY_KIND_PADDOCK,
  [PADDOCK_EVENT_ROOT_ADDED] = PADDOCK_ENTRY_KIND_FOLDERS,
  [PADDOCK_EVENT_ROOT_REMOVED] = PADDOCK_ENTRY_KIND_FOLDERS | PADDOCK_ENTRY_KIND_REVOKED,
  [PADDOCK_EVENT_ROOT_CHANGED] = PADDOCK_ENTRY_KIND_FOLDERS,
  [PADDOCK_EVENT_ROOT_WITHDRAWN] = PADDOCK_ENTRY_KIND_FOLDERS | PADDOCK_ENTRY_KIND_PROBLEMS,
  [PADDOCK_EVENT_ROOT_RETURNED] = PADDOCK_ENTRY_KIND_FOLDERS,
  [PADDOCK_EVENT_ROOT_REFUSED] = PADDOCK_ENTRY_KIND_FOLDERS | PADDOCK_ENTRY_KIND_REFUSED,
  [PADDOCK_EVENT_SERVER_CONNECTED] = PADDOCK_ENTRY_KIND_SERVERS,
  [PADDOCK_EVENT_SERVER_DISCONNECTED] = PADDOCK_ENTRY_KIND_SERVERS,
  [PADDOCK_EVENT_SERVER_REFUSED] = PADDOCK_ENTRY_KIND_SERVERS | PADDOCK_ENTRY_KIND_REFUSED |
                                   PADDOCK_ENTRY_KIND_PROBLEMS,
  [PADDOCK_EVENT_ROOTS_LISTED] = PADDOCK_ENTRY_KIND_TOLD,
  [PADDOCK_EVENT_CHANGE_TOLD] = PADDOCK_ENTRY_KIND_TOLD,
  [PADDOCK_EVENT_CONSENT_ASKED] = PADDOCK_ENTRY_KIND_ASKED,
  [PADDOCK_EVENT_CONSENT_PUT_OFF] = PADDOCK_ENTRY_KIND_ASKED,
  [PADDOCK_EVENT_GRANTED] = PADDOCK_ENTRY_KIND_SHARED,
  [PADDOCK_EVENT_REVOKED] = PADDOCK_ENTRY_KIND_REVOKED,
  [PADDOCK_EVENT_BLOCKED] = PADDOCK_ENTRY_KIND_REVOKED,
  [PADDOCK_EVENT_UNBLOCKED] = PADDOCK_ENTRY_KIND_SHARED,
  [PADDOCK_EVENT_FORGOTTEN] = PADDOCK_ENTRY_KIND_REVOKED,
  [PADDOCK_EVENT_WIDENING_ASKED] = PADDOCK_ENTRY_KIND_ASKED,
  [PADDOCK_EVENT_WIDENING_REFUSED] = PADDOCK_ENTRY_KIND_REFUSED,
  [PADDOCK_EVENT_DEPRECATED] = PADDOCK_ENTRY_KIND_SERVERS,
  [PADDOCK_EVENT_ASKING_OFF] = PADDOCK_ENTRY_KIND_PADDOCK | PADDOCK_ENTRY_KIND_PROBLEMS,
  [PADDOCK_EVENT_ASKING_ON] = PADDOCK_ENTRY_KIND_PADDOCK,
  [PADDOCK_EVENT_RENEWAL_OFFERED] = PADDOCK_ENTRY_KIND_ASKED,
  [PADDOCK_EVENT_PAUSED] = PADDOCK_ENTRY_KIND_REVOKED,
  [PADDOCK_EVENT_RESUMED] = PADDOCK_ENTRY_KIND_SHARED,
  [PADDOCK_EVENT_IMPORTED] = PADDOCK_ENTRY_KIND_FOLDERS,
  [PADDOCK_EVENT_RESTARTED] = PADDOCK_ENTRY_KIND_SERVERS,
  [PADDOCK_EVENT_RESTART_FAILED] = PADDOCK_ENTRY_KIND_SERVERS | PADDOCK_ENTRY_KIND_PROBLEMS,
  [PADDOCK_EVENT_TOLD_ONLY] = PADDOCK_ENTRY_KIND_TOLD | PADDOCK_ENTRY_KIND_PROBLEMS,
  [PADDOCK_EVENT_LINE_DROPPED] = PADDOCK_ENTRY_KIND_SERVERS | PADDOCK_ENTRY_KIND_PROBLEMS,
  [PADDOCK_EVENT_WITHOUT_SERVICE] = PADDOCK_ENTRY_KIND_SERVERS | PADDOCK_ENTRY_KIND_PROBLEMS,
  [PADDOCK_EVENT_CONFINED] = PADDOCK_ENTRY_KIND_SERVERS,
  [PADDOCK_EVENT_START_REFUSED] = PADDOCK_ENTRY_KIND_SERVERS | PADDOCK_ENTRY_KIND_REFUSED |
                                  PADDOCK_ENTRY_KIND_PROBLEMS,
  [PADDOCK_EVENT_HOST_ROOTS_ON] = PADDOCK_ENTRY_KIND_SHARED,
  [PADDOCK_EVENT_HOST_ROOTS_OFF] = PADDOCK_ENTRY_KIND_REVOKED,
  [PADDOCK_EVENT_KEEPING_ON] = PADDOCK_ENTRY_KIND_SHARED,
  [PADDOCK_EVENT_KEEPING_OFF] = PADDOCK_ENTRY_KIND_REVOKED,
  [PADDOCK_EVENT_CROSSING_ON] = PADDOCK_ENTRY_KIND_FOLDERS | PADDOCK_ENTRY_KIND_SHARED,
  [PADDOCK_EVENT_CROSSING_OFF] = PADDOCK_ENTRY_KIND_FOLDERS | PADDOCK_ENTRY_KIND_REVOKED,
  [PADDOCK_EVENT_READING_ON] = PADDOCK_ENTRY_KIND_SHARED,
  [PADDOCK_EVENT_READING_OFF] = PADDOCK_ENTRY_KIND_REVOKED,
  [PADDOCK_EVENT_FILE_READ] = PADDOCK_ENTRY_KIND_FILES,
  [PADDOCK_EVENT_FILE_CHECKED] = PADDOCK_ENTRY_KIND_FILES,
  [PADDOCK_EVENT_FILE_REFUSED] = PADDOCK_ENTRY_KIND_FILES | PADDOCK_ENTRY_KIND_REFUSED,
  [PADDOCK_EVENT_FILE_ASKED] = PADDOCK_ENTRY_KIND_FILES | PADDOCK_ENTRY_KIND_ASKED,
  [PADDOCK_EVENT_FILE_ANSWERED] = PADDOCK_ENTRY_KIND_FILES | PADDOCK_ENTRY_KIND_ASKED,
  [PADDOCK_EVENT_RETENTION_CHANGED] = PADDOCK_ENTRY_KIND_PADDOCK,
  [PADDOCK_EVENT_JOURNAL_CLEARED] = PADDOCK_ENTRY_KIND_PADDOCK | PADDOCK_ENTRY_KIND_PROBLEMS,
  [PADDOCK_EVENT_CLEARING_ASKED] = PADDOCK_ENTRY_KIND_PADDOCK | PADDOCK_ENTRY_KIND_ASKED,
  [PADDOCK_EVENT_NEVER_TAKEN_BACK] = PADDOCK_ENTRY_KIND_FILES | PADDOCK_ENTRY_KIND_SHARED,
  [PADDOCK_EVENT_SERVER_RENAMED] = PADDOCK_ENTRY_KIND_SERVERS,
  [PADDOCK_EVENT_APP_CONNECTED] = PADDOCK_ENTRY_KIND_SERVERS,
  [PADDOCK_EVENT_APP_RESTORED] = PADDOCK_ENTRY_KIND_SERVERS,
  [PADDOCK_EVENT_OTHER] = PADDOCK_ENTRY_KIND_PADDOCK,
};

/* The nicks of the kinds, in the order of their bits. */
static const char * const kind_nicks[PADDOCK_N_ENTRY_KINDS] = {
  "asked", "shared", "revoked", "refused", "files", "told", "folders", "servers", "problems",
  "paddock",
};

/**
 * paddock_entry_filter_get_kinds:
 * @event: an event
 *
 * Returns: the kinds of @event, at least one
 */
PaddockEntryKinds
paddock_entry_filter_get_kinds (PaddockEvent event)
{
  return event < G_N_ELEMENTS (kinds) ? kinds[event] : PADDOCK_ENTRY_KIND_PADDOCK;
}

/**
 * paddock_entry_filter_kind_to_nick:
 * @kind: one kind
 *
 * Returns: (transfer none): the name of @kind on the bus and on the command line
 */
const char *
paddock_entry_filter_kind_to_nick (PaddockEntryKinds kind)
{
  int bit = g_bit_nth_lsf (kind, -1);

  return paddock_nicks_get (kind_nicks, G_N_ELEMENTS (kind_nicks), MAX (bit, 0));
}

/**
 * paddock_entry_filter_kind_from_nick:
 * @nick: (nullable): a name
 * @out_kind: (out): the kind
 *
 * Returns: whether there is such a kind; if not, @out_kind is unchanged
 */
gboolean
paddock_entry_filter_kind_from_nick (const char        *nick,
                                     PaddockEntryKinds *out_kind)
{
  gsize bit;

  if (!paddock_nicks_find (kind_nicks, G_N_ELEMENTS (kind_nicks), nick, &bit))
    return FALSE;
  *out_kind = 1 << bit;
  return TRUE;
}

/* Prepares a text for comparison: without case, and with one Unicode form for each character. */
static char *
fold (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *normal = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL);

  return g_utf8_casefold (normal, -1);
}

/* Whether @folded is in the ASCII text @text, in any case. Faster than folding @text first: there
 * may be a hundred thousand names and paths, and most are ASCII. */
static gboolean
has_ascii (const char *text,
           const char *folded)
{
  gsize length = strlen (folded);

  for (; *text != '\0'; text++) {
    if (g_ascii_tolower (*text) == *folded && g_ascii_strncasecmp (text, folded, length) == 0)
      return TRUE;
  }
  return FALSE;
}

static gboolean
has_text (const char *text,
          const char *folded)
{
  g_autofree char *folded_text = NULL;

  if (text == NULL)
    return FALSE;
  if (g_str_is_ascii (text))
    return has_ascii (text, folded);
  folded_text = fold (text);
  return strstr (folded_text, folded) != NULL;
}

/**
 * paddock_entry_filter_new:
 * @template: the values to copy, strings included; an empty text counts as no text
 *
 * Returns: (transfer full): a filter
 */
PaddockEntryFilter *
paddock_entry_filter_new (const PaddockEntryFilter *template)
{
  PaddockEntryFilter *filter = g_memdup2 (template, sizeof *template);

  filter->server_id = g_strdup (template->server_id);
  filter->root_id = g_strdup (template->root_id);
  filter->text = template->text != NULL && *template->text != '\0' ? fold (template->text) : NULL;
  if (filter->text == NULL)
    filter->text_events = filter->text_reasons = 0;
  return filter;
}

/**
 * paddock_entry_filter_copy:
 * @filter: (nullable): a filter
 *
 * Returns: (transfer full) (nullable): a copy
 */
PaddockEntryFilter *
paddock_entry_filter_copy (const PaddockEntryFilter *filter)
{
  return filter != NULL ? paddock_entry_filter_new (filter) : NULL;
}

/**
 * paddock_entry_filter_free:
 * @filter: (transfer full) (nullable): a filter
 */
void
paddock_entry_filter_free (PaddockEntryFilter *filter)
{
  if (filter == NULL)
    return;
  g_free ((char *) filter->server_id);
  g_free ((char *) filter->root_id);
  g_free ((char *) filter->text);
  g_free (filter);
}

/**
 * paddock_entry_filter_is_empty:
 * @filter: (nullable): a filter
 *
 * Returns: whether @filter has no condition, so that every entry matches
 */
gboolean
paddock_entry_filter_is_empty (const PaddockEntryFilter *filter)
{
  return filter == NULL ||
         (filter->server_id == NULL && filter->root_id == NULL && filter->kinds == 0 &&
          filter->text == NULL && filter->since <= 0);
}

/**
 * paddock_entry_filter_equal:
 * @a: (nullable): a filter
 * @b: (nullable): another filter
 *
 * Returns: whether both filters match the same entries
 */
gboolean
paddock_entry_filter_equal (const PaddockEntryFilter *a,
                            const PaddockEntryFilter *b)
{
  if (paddock_entry_filter_is_empty (a) || paddock_entry_filter_is_empty (b))
    return paddock_entry_filter_is_empty (a) && paddock_entry_filter_is_empty (b);
  return g_strcmp0 (a->server_id, b->server_id) == 0 && g_strcmp0 (a->root_id, b->root_id) == 0 &&
         a->kinds == b->kinds && g_strcmp0 (a->text, b->text) == 0 &&
         a->text_events == b->text_events && a->text_reasons == b->text_reasons &&
         a->since == b->since;
}

/**
 * paddock_entry_filter_has_text:
 * @filter: a filter with a text
 * @text: (nullable): a name, a path, a detail, a phrase
 *
 * Returns: whether the filter's text is in @text, in any case
 */
gboolean
paddock_entry_filter_has_text (const PaddockEntryFilter *filter,
                               const char               *text)
{
  return has_text (text, filter->text);
}

static gboolean
is_one_of (guint64 set,
           guint   value)
{
  return value < 64 && (set >> value & 1) != 0;
}

/**
 * paddock_entry_filter_matches:
 * @filter: (nullable): a filter
 * @entry: an entry
 *
 * Returns: whether the filter matches @entry
 */
gboolean
paddock_entry_filter_matches (const PaddockEntryFilter  *filter,
                              const PaddockJournalEntry *entry)
{
  if (paddock_entry_filter_is_empty (filter))
    return TRUE;
  if ((filter->server_id != NULL && g_strcmp0 (filter->server_id, entry->server_id) != 0) ||
      (filter->root_id != NULL && g_strcmp0 (filter->root_id, entry->root_id) != 0) ||
      (filter->kinds != 0 &&
       (filter->kinds & paddock_entry_filter_get_kinds (entry->event)) == 0) ||
      entry->last < filter->since)
    return FALSE;
  return filter->text == NULL || is_one_of (filter->text_events, entry->event) ||
         is_one_of (filter->text_reasons, entry->reason) ||
         has_text (entry->server, filter->text) || has_text (entry->root, filter->text) ||
         has_text (entry->detail, filter->text);
}
