/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-application.h"

#include <glib/gi18n.h>
#include <locale.h>

/* Runs the program of the window, paddock-gtk. */

int
main (int    argc,
      char **argv)
{
  g_autoptr (PaddockApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  g_set_application_name (_("Paddock"));
  application = paddock_application_new ();

  return g_application_run (G_APPLICATION (application), argc, argv);
}
