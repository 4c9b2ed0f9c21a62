/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-log-filter.h"

#include "paddock-duration.h"
#include "paddock-error.h"
#include "paddock-journal-text.h"
#include "paddock-lookup.h"

#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

/* Makes a filter from the options of `paddock log` that select entries. Calls the service only to
 * look up a server or folder that an option names. */

static gboolean
take_kind (const char         *text,
           PaddockEntryKinds  *kinds,
           GError            **error)
{
  PaddockEntryKinds kind;
  g_autoptr (GString) known = NULL;

  if (paddock_entry_filter_kind_from_nick (text, &kind)) {
    *kinds |= kind;
    return TRUE;
  }

  known = g_string_new (NULL);
  for (guint bit = 0; bit < PADDOCK_N_ENTRY_KINDS; bit++)
    g_string_append_printf (known, "%s%s", bit > 0 ? ", " : "",
                            paddock_entry_filter_kind_to_nick (1 << bit));
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
               /* Translators: the first %s is what was typed, the second a list of words that are
                * typed and not translated */
               _("Unknown kind “%s”. The kinds are: %s"), text, known->str);
  return FALSE;
}

static gboolean
take_kinds (char              **texts,
            PaddockEntryKinds  *kinds,
            GError            **error)
{
  for (gsize i = 0; texts != NULL && texts[i] != NULL; i++) {
    g_auto (GStrv) words = g_strsplit (texts[i], ",", -1);

    for (gsize j = 0; words[j] != NULL; j++) {
      if (!take_kind (words[j], kinds, error))
        return FALSE;
    }
    if (words[0] == NULL && !take_kind ("", kinds, error))
      return FALSE;
  }
  return TRUE;
}

/* Parses --since: a length of time back from now, a date with a time, or a date alone, which means
 * the beginning of that day. */
static gboolean
take_since (const char  *text,
            gint64       now,
            gint64      *since,
            GError     **error)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autofree char *moment = strlen (text) == strlen ("2026-12-24")
                              ? g_strconcat (text, " 00:00", NULL) : g_strdup (text);
  PaddockDuration duration;

  if (paddock_duration_parse_local (moment, zone, &duration, NULL) ||
      paddock_duration_parse_local (text, zone, &duration, NULL)) {
    if (duration.kind == PADDOCK_DURATION_TIMED)
      *since = now - duration.length;
    else if (duration.kind == PADDOCK_DURATION_HOUR)
      *since = now - G_TIME_SPAN_HOUR;
    else if (duration.kind == PADDOCK_DURATION_TODAY) {
      g_autoptr (GDateTime) today = g_date_time_new_from_unix_utc (now / G_USEC_PER_SEC);
      g_autoptr (GDateTime) local = g_date_time_to_timezone (today, zone);
      g_autoptr (GDateTime) start = g_date_time_new (zone, g_date_time_get_year (local),
                                                     g_date_time_get_month (local),
                                                     g_date_time_get_day_of_month (local), 0, 0, 0);

      *since = g_date_time_to_unix (start) * G_USEC_PER_SEC;
    } else if (duration.kind == PADDOCK_DURATION_UNTIL)
      *since = duration.until;
    if (*since > 0)
      return TRUE;
  }
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
               /* Translators: %s is what was typed; the examples are typed as they are */
               _("Invalid time “%s”. Use today, a time span such as 2h or 7d, or a date such "
                 "as 2026-12-24."),
               text);
  return FALSE;
}

static gboolean
take_names (PaddockCli              *cli,
            const PaddockLogChoice  *choice,
            char                   **server_id,
            char                   **root_id,
            GError                 **error)
{
  if (choice->server != NULL &&
      (*server_id = paddock_lookup_server_id (cli, choice->server, error)) == NULL)
    return FALSE;
  if (choice->root != NULL) {
    char *texts[] = { choice->root, NULL };
    g_auto (GStrv) ids = paddock_lookup_root_ids (cli, texts, error);

    if (ids == NULL)
      return FALSE;
    *root_id = g_strdup (ids[0]);
  }
  return TRUE;
}

/**
 * paddock_log_filter_new:
 * @choice: the options, as the user typed them
 * @now: µs since the epoch
 * @error: %PADDOCK_ERROR_INVALID_ARGUMENT if an option is invalid; another error if there is no
 *   such server or folder
 *
 * Makes a filter from the options of `paddock log`.
 *
 * Returns: (transfer full) (nullable): the filter; if there are no options, it matches every entry
 */
PaddockEntryFilter *
paddock_log_filter_new (PaddockCli              *cli,
                        const PaddockLogChoice  *choice,
                        gint64                   now,
                        GError                 **error)
{
  g_autofree char *server_id = NULL;
  g_autofree char *root_id = NULL;
  PaddockEntryFilter filter = { .text = choice->search };

  if (!take_kinds (choice->kinds, &filter.kinds, error) ||
      (choice->since != NULL && !take_since (choice->since, now, &filter.since, error)))
    return NULL;
  if (choice->search != NULL && strlen (choice->search) > PADDOCK_ENTRY_FILTER_MAX_TEXT) {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                 /* Translators: %d is a number of bytes */
                 ngettext ("The search text is too long: at most %d byte",
                           "The search text is too long: at most %d bytes",
                           PADDOCK_ENTRY_FILTER_MAX_TEXT),
                 PADDOCK_ENTRY_FILTER_MAX_TEXT);
    return NULL;
  }
  if (!take_names (cli, choice, &server_id, &root_id, error))
    return NULL;
  filter.server_id = server_id;
  filter.root_id = root_id;
  return paddock_journal_text_filter_new (&filter);
}
