/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-error.h"

#include "paddock-names.h"

/* The whole list again, as the contract has it: this fails if a code is renamed, moved or missing
 * in the table. */
static const struct {
  PaddockError  code;
  const char   *name;
} codes[] = {
  { PADDOCK_ERROR_FAILED, "Failed" },
  { PADDOCK_ERROR_INVALID_ARGUMENT, "InvalidArgument" },
  { PADDOCK_ERROR_REFUSED, "Refused" },
  { PADDOCK_ERROR_NEEDS_CONFIRMATION, "NeedsConfirmation" },
  { PADDOCK_ERROR_NOT_FOUND, "NotFound" },
  { PADDOCK_ERROR_AMBIGUOUS, "Ambiguous" },
  { PADDOCK_ERROR_EXISTS, "Exists" },
  { PADDOCK_ERROR_NOT_AGENT, "NotAgent" },
  { PADDOCK_ERROR_STALE, "Stale" },
  { PADDOCK_ERROR_BUSY, "Busy" },
  { PADDOCK_ERROR_LIMIT, "Limit" },
  { PADDOCK_ERROR_PROTOCOL, "Protocol" },
  { PADDOCK_ERROR_STORE, "Store" },
  { PADDOCK_ERROR_STORE_DAMAGED, "StoreDamaged" },
  { PADDOCK_ERROR_STORE_NEWER, "StoreNewer" },
  { PADDOCK_ERROR_RUNNING, "Running" },
};

static void
test_names_on_the_bus (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++) {
    g_autoptr (GError) error = g_error_new (PADDOCK_ERROR, (int) codes[i].code, "why");
    g_autofree char *name = g_dbus_error_encode_gerror (error);
    g_autofree char *expected = g_strconcat (PADDOCK_ERROR_BUS_PREFIX, codes[i].name, NULL);

    g_assert_cmpstr (name, ==, expected);
  }
}

static void
test_codes_from_the_bus (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++) {
    g_autofree char *name = g_strconcat (PADDOCK_ERROR_BUS_PREFIX, codes[i].name, NULL);
    g_autoptr (GError) error = g_dbus_error_new_for_dbus_error (name, "why");

    g_assert_error (error, PADDOCK_ERROR, (int) codes[i].code);
  }
}

static void
test_table_is_complete (void)
{
  /* Codes are consecutive, so the last one counts them. */
  g_assert_cmpuint (G_N_ELEMENTS (codes), ==, PADDOCK_ERROR_RUNNING + 1);
  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++)
    g_assert_cmpuint (codes[i].code, ==, i);
}

static void
test_unknown_name (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (PADDOCK_ERROR, !=, 0);
  error = g_dbus_error_new_for_dbus_error (PADDOCK_ERROR_BUS_PREFIX "Nonsense", "why");
  g_assert_false (error->domain == PADDOCK_ERROR);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpuint (PADDOCK_ERROR, ==, paddock_error_quark ());

  g_test_add_func ("/error/names-on-the-bus", test_names_on_the_bus);
  g_test_add_func ("/error/codes-from-the-bus", test_codes_from_the_bus);
  g_test_add_func ("/error/table-is-complete", test_table_is_complete);
  g_test_add_func ("/error/unknown-name", test_unknown_name);

  return g_test_run ();
}
