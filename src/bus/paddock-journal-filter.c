/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-bus"

#include "paddock-journal-filter.h"

#include "paddock-dict.h"
#include "paddock-error.h"

#include <string.h>

/* Converts a filter of the journal, the Filter of the interface's XML. Reading is strict: if an
 * unknown key were ignored, the caller would get more entries than it asked for.
 */

/* Adds a list with the name of each bit in @set, unless @set is empty. */
static void
put_set (GVariantBuilder *builder,
         const char      *key,
         guint64          set,
         const char      *(*to_nick)(guint value))
{
  g_autoptr (GPtrArray) nicks = g_ptr_array_new ();

  for (guint i = 0; i < 64; i++) {
    if ((set >> i & 1) != 0)
      g_ptr_array_add (nicks, (char *) to_nick (i));
  }
  g_ptr_array_add (nicks, NULL);
  if (nicks->len > 1)
    paddock_dict_put_strv (builder, key, (const char * const *) nicks->pdata);
}

static const char *
kind_to_nick (guint bit)
{
  return paddock_entry_filter_kind_to_nick (1u << bit);
}

static const char *
event_to_nick (guint event)
{
  return paddock_journal_entry_event_to_nick (event);
}

static const char *
reason_to_nick (guint reason)
{
  return paddock_reason_to_nick (reason);
}

/**
 * paddock_journal_filter_to_variant:
 * @filter: (nullable): a filter
 *
 * Returns: (transfer floating): the Filter of the interface's XML
 */
GVariant *
paddock_journal_filter_to_variant (const PaddockEntryFilter *filter)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  if (filter != NULL) {
    paddock_dict_put_text (&builder, "server", filter->server_id);
    paddock_dict_put_text (&builder, "root", filter->root_id);
    put_set (&builder, "kinds", filter->kinds, kind_to_nick);
    paddock_dict_put_text (&builder, "text", filter->text);
    put_set (&builder, "events", filter->text_events, event_to_nick);
    put_set (&builder, "reasons", filter->text_reasons, reason_to_nick);
    if (filter->since > 0)
      paddock_dict_put (&builder, "since", g_variant_new_int64 (filter->since));
  }
  return g_variant_builder_end (&builder);
}

static gboolean
read_kinds (GVariant           *value,
            PaddockEntryKinds  *out_kinds,
            GError            **error)
{
  g_autofree const char **nicks = g_variant_get_strv (value, NULL);

  for (gsize i = 0; nicks[i] != NULL; i++) {
    PaddockEntryKinds kind;

    if (!paddock_entry_filter_kind_from_nick (nicks[i], &kind)) {
      g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                   "There is no kind of entry “%s”", nicks[i]);
      return FALSE;
    }
    *out_kinds |= kind;
  }
  return TRUE;
}

/* Reads a list of events. Ignores unknown events: a newer window may send some, and should still
 * find the entries with other events. */
static guint64
read_events (GVariant *value)
{
  g_autofree const char **nicks = g_variant_get_strv (value, NULL);
  guint64 set = 0;

  for (gsize i = 0; nicks[i] != NULL; i++) {
    PaddockEvent event;

    if (paddock_journal_entry_event_from_nick (nicks[i], &event))
      set |= G_GUINT64_CONSTANT (1) << event;
  }
  return set;
}

static guint64
read_reasons (GVariant *value)
{
  g_autofree const char **nicks = g_variant_get_strv (value, NULL);
  guint64 set = 0;

  for (gsize i = 0; nicks[i] != NULL; i++) {
    PaddockReason reason = paddock_reason_from_nick (nicks[i]);

    if (reason != PADDOCK_REASON_NONE)
      set |= G_GUINT64_CONSTANT (1) << reason;
  }
  return set;
}

static gboolean
check_text (const char  *text,
            GError     **error)
{
  if (text == NULL || strlen (text) <= PADDOCK_ENTRY_FILTER_MAX_TEXT)
    return TRUE;
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT, "At most %d bytes can be looked for",
               PADDOCK_ENTRY_FILTER_MAX_TEXT);
  return FALSE;
}

/* Reads one key into @filter. Strings in @filter point into @value. */
static gboolean
read_member (PaddockEntryFilter  *filter,
             const char          *key,
             GVariant            *value,
             GError             **error)
{
  gboolean is_text = g_variant_is_of_type (value, G_VARIANT_TYPE_STRING);
  gboolean is_list = g_variant_is_of_type (value, G_VARIANT_TYPE_STRING_ARRAY);

  if (is_text && g_str_equal (key, "server"))
    filter->server_id = g_variant_get_string (value, NULL);
  else if (is_text && g_str_equal (key, "root"))
    filter->root_id = g_variant_get_string (value, NULL);
  else if (is_text && g_str_equal (key, "text"))
    filter->text = g_variant_get_string (value, NULL);
  else if (is_list && g_str_equal (key, "kinds"))
    return read_kinds (value, &filter->kinds, error);
  else if (is_list && g_str_equal (key, "events"))
    filter->text_events = read_events (value);
  else if (is_list && g_str_equal (key, "reasons"))
    filter->text_reasons = read_reasons (value);
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64) && g_str_equal (key, "since"))
    filter->since = MAX (g_variant_get_int64 (value), 0);
  else {
    g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT,
                 "Entries cannot be chosen by “%s”", key);
    return FALSE;
  }
  return TRUE;
}

/**
 * paddock_journal_filter_from_variant:
 * @variant: a Filter (a{sv})
 * @error: %PADDOCK_ERROR_INVALID_ARGUMENT if a key or a kind is unknown, %PADDOCK_ERROR_LIMIT if
 *   the text is longer than %PADDOCK_ENTRY_FILTER_MAX_TEXT
 *
 * Returns: (transfer full) (nullable): the filter; %NULL with @error
 */
PaddockEntryFilter *
paddock_journal_filter_from_variant (GVariant  *variant,
                                     GError   **error)
{
  PaddockEntryFilter filter = { 0 };
  GVariantIter iter;
  const char *key;
  GVariant *value;

  g_variant_iter_init (&iter, variant);
  while (g_variant_iter_next (&iter, "{&sv}", &key, &value)) {
    /* The strings in @filter stay valid without @value, because @variant holds the same bytes. */
    gboolean is_read = read_member (&filter, key, value, error);

    g_variant_unref (value);
    if (!is_read)
      return NULL;
  }
  if (!check_text (filter.text, error))
    return NULL;
  return paddock_entry_filter_new (&filter);
}
