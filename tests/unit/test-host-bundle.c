/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-host-bundle.h"

#define MARK "PADDOCK_HOST_LEG=/x", "LOCPATH=/x/locales", "GIO_MODULE_DIR=/dev/null"

typedef struct {
  const char *environment[10];
  const char *expected[10];
} Row;

static const Row rows[] = {
  { { MARK }, { NULL } },
  { { "A=1", "B=", "C", MARK }, { "A=1", "B=", "C" } },
  { { "A=1", "A=2", MARK }, { "A=1", "A=2" } },
  { { "PADDOCK_HOST_LD_PRELOAD=p", "A=1", "PADDOCK_HOST_LOCPATH=/l", MARK },
    { "LD_PRELOAD=p", "A=1", "LOCPATH=/l" } },
  { { "PADDOCK_HOST_GIO_MODULE_DIR=/m", "PADDOCK_HOST_GCONV_PATH=/g", MARK },
    { "GIO_MODULE_DIR=/m", "GCONV_PATH=/g" } },
  { { "PADDOCK_HOST_LD_X=LD_Y=PADDOCK_HOST_", MARK }, { "LD_X=LD_Y=PADDOCK_HOST_" } },
  /* The host itself had variables with such names. */
  { { "PADDOCK_HOST_PADDOCK_HOST_LEG=/y", "PADDOCK_HOST_PADDOCK_HOST_LD_A=b", MARK },
    { "PADDOCK_HOST_LEG=/y", "PADDOCK_HOST_LD_A=b" } },
  { { "LDFLAGS=-s", "GIO=1", "LOCPATHS=/p", "PADDOCK_HOSTS=x", "GCONV_PATHS=y", MARK },
    { "LDFLAGS=-s", "GIO=1", "LOCPATHS=/p", "PADDOCK_HOSTS=x", "GCONV_PATHS=y" } },
  /* The launcher hides all of these, so the ones that are there are its own. */
  { { "LD_PRELOAD=p", "PADDOCK_HOST_", "PADDOCK_HOST_A=b", MARK }, { NULL } },

  /* An ordinary program passes its environment on unchanged. */
  { { NULL }, { NULL } },
  { { "LD_PRELOAD=p", "LOCPATH=/l", "A=1" }, { "LD_PRELOAD=p", "LOCPATH=/l", "A=1" } },
  { { "PADDOCK_HOST_LD_PRELOAD=p", "PADDOCK_HOST_LEGS=/x" },
    { "PADDOCK_HOST_LD_PRELOAD=p", "PADDOCK_HOST_LEGS=/x" } },
  { { "=", "", "LD_", "PADDOCK_HOST_LEG" }, { "=", "", "LD_", "PADDOCK_HOST_LEG" } },
};

static void
test_environment (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_auto (GStrv) environment = paddock_host_bundle_dup_environment (rows[i].environment);

    if (!g_strv_equal ((const char * const *) environment, rows[i].expected))
      g_test_message ("row %u", i);
    g_assert_cmpstrv (environment, rows[i].expected);
  }
}

static void
test_directory (void)
{
  static const struct {
    const char *value;
    const char *directory;
  } places[] = {
    { NULL, NULL }, { "/x/y", "/x/y" }, { "", NULL }, { "x", NULL }, { "./x", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    if (places[i].value != NULL)
      g_setenv ("PADDOCK_HOST_LEG", places[i].value, TRUE);
    g_assert_cmpstr (paddock_host_bundle_get_directory (), ==, places[i].directory);
  }
}

int
main (int    argc,
      char **argv)
{
  g_unsetenv ("PADDOCK_HOST_LEG");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/host-bundle/environment", test_environment);
  g_test_add_func ("/host-bundle/directory", test_directory);
  return g_test_run ();
}
