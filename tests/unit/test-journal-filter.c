/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-journal-filter.h"

#include "paddock-error.h"

/* A filter of the journal, to the bus and back; on the bus anybody may write one. */

static PaddockEntryFilter *
read_filter (const char  *text,
             GError     **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (GVariant) variant = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL,
                                                  &problem);

  g_assert_no_error (problem);
  return paddock_journal_filter_from_variant (variant, error);
}

static void
test_round_trip (void)
{
  static const PaddockEntryFilter filters[] = {
    { 0 },
    { .server_id = "s" },
    { .root_id = "r", .since = 5 },
    { .kinds = PADDOCK_ENTRY_KIND_ASKED | PADDOCK_ENTRY_KIND_PADDOCK },
    { .text = "Straße", .text_events = 5, .text_reasons = 6 },
    { .text = "a", .text_events = G_GUINT64_CONSTANT (1) << PADDOCK_EVENT_OTHER,
        .text_reasons = G_GUINT64_CONSTANT (1) << PADDOCK_REASON_USER_ALLOWED_SESSION },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (filters); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PaddockEntryFilter) filter = paddock_entry_filter_new (&filters[i]);
    g_autoptr (GVariant) variant = g_variant_ref_sink (paddock_journal_filter_to_variant (filter));
    g_autoptr (PaddockEntryFilter) back = paddock_journal_filter_from_variant (variant, &error);

    g_assert_no_error (error);
    g_assert_true (paddock_entry_filter_equal (filter, back));
  }
}

static void
test_nothing (void)
{
  g_autoptr (GVariant) variant = g_variant_ref_sink (paddock_journal_filter_to_variant (NULL));
  g_autoptr (PaddockEntryFilter) filter = paddock_journal_filter_from_variant (variant, NULL);

  g_assert_cmpuint (g_variant_n_children (variant), ==, 0);
  g_assert_true (paddock_entry_filter_is_empty (filter));
}

/* If an unknown part were ignored, the filter would find too much. */
static void
test_refused (void)
{
  static const struct {
    const char *text;
    int         code;
  } cases[] = {
    { "{'server': <5>}", PADDOCK_ERROR_INVALID_ARGUMENT },
    { "{'root': <['r']>}", PADDOCK_ERROR_INVALID_ARGUMENT },
    { "{'text': <b'x'>}", PADDOCK_ERROR_INVALID_ARGUMENT },
    { "{'since': <'today'>}", PADDOCK_ERROR_INVALID_ARGUMENT },
    { "{'since': <uint32 5>}", PADDOCK_ERROR_INVALID_ARGUMENT },
    { "{'kinds': <'asked'>}", PADDOCK_ERROR_INVALID_ARGUMENT },
    { "{'kinds': <['asked', 'everything']>}", PADDOCK_ERROR_INVALID_ARGUMENT },
    { "{'kinds': <['']>}", PADDOCK_ERROR_INVALID_ARGUMENT },
    { "{'events': <'granted'>}", PADDOCK_ERROR_INVALID_ARGUMENT },
    { "{'server': <'s'>, 'until': <int64 5>}", PADDOCK_ERROR_INVALID_ARGUMENT },
    { "{'': <''>}", PADDOCK_ERROR_INVALID_ARGUMENT },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (read_filter (cases[i].text, &error));
    g_assert_error (error, PADDOCK_ERROR, cases[i].code);
  }
}

static void
test_limit (void)
{
  for (gsize length = PADDOCK_ENTRY_FILTER_MAX_TEXT;
       length <= PADDOCK_ENTRY_FILTER_MAX_TEXT + 1; length++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *text = g_strnfill (length, 'x');
    g_autofree char *written = g_strdup_printf ("{'text': <'%s'>}", text);
    g_autoptr (PaddockEntryFilter) filter = read_filter (written, &error);

    if (length <= PADDOCK_ENTRY_FILTER_MAX_TEXT)
      g_assert_cmpstr (filter->text, ==, text);
    else
      g_assert_error (error, PADDOCK_ERROR, PADDOCK_ERROR_LIMIT);
  }
}

/* Words of a newer window find nothing more and nothing less. */
static void
test_unknown_words (void)
{
  g_autoptr (PaddockEntryFilter) filter =
    read_filter ("{'text': <'x'>, 'events': <['granted', 'unheard-of', '']>,"
                 " 'reasons': <['none', 'expired', 'unheard-of']>}", NULL);

  g_assert_cmpuint (filter->text_events, ==, G_GUINT64_CONSTANT (1) << PADDOCK_EVENT_GRANTED);
  g_assert_cmpuint (filter->text_reasons, ==, G_GUINT64_CONSTANT (1) << PADDOCK_REASON_EXPIRED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/journal-filter/round-trip", test_round_trip);
  g_test_add_func ("/journal-filter/nothing", test_nothing);
  g_test_add_func ("/journal-filter/refused", test_refused);
  g_test_add_func ("/journal-filter/limit", test_limit);
  g_test_add_func ("/journal-filter/unknown-words", test_unknown_words);
  return g_test_run ();
}
