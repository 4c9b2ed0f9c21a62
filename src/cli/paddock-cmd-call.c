/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-commands.h"

#include "paddock-control-bus.h"
#include "paddock-lookup.h"
#include "paddock-settle.h"

#include "config.h"

#include <glib/gi18n.h>

/* Runs commands that have the same arguments as a method of the service: `paddock block`,
 * `paddock pause` and others.
 *
 * The table in paddock-verbs.c names the method of each command. The XML of the interface says
 * which arguments the method has, and whether it may return the id of a question. This file looks
 * up the argument "server" by name or id. It sends any other text unchanged. */

static gboolean
may_ask (const GDBusMethodInfo *method)
{
  return method->out_args != NULL && method->out_args[0] != NULL;
}

static guint
count_arguments (const GDBusMethodInfo *method)
{
  guint n = 0;

  while (method->in_args != NULL && method->in_args[n] != NULL)
    n++;
  return n;
}

/* Returns a sentence about what is wrong with the arguments; NULL if nothing is wrong. */
static const char *
find_problem (const GDBusMethodInfo  *method,
              char                  **typed)
{
  guint n_typed = typed != NULL ? g_strv_length (typed) : 0;
  guint n = count_arguments (method);

  for (guint i = 0; i < n_typed; i++) {
    if (!paddock_cli_is_utf8 (typed[i]))
      return _("The name isn’t valid UTF-8.");
  }
  if (n == n_typed)
    return NULL;
  if (n == 0)
    return _("This command takes no arguments.");
  if (n_typed == 0)
    return _("Missing SERVER: which server?");
  if (n == 1)
    return _("Give only one server.");
  return n_typed < n ? _("An argument is missing.")
                     : _("Too many arguments. If a name has spaces in it, put it in quotation "
                         "marks.");
}

/* Makes the parameters of the method from the arguments. Returns NULL with @error if there is no
 * server of a given name or id. */
static GVariant *
read_arguments (PaddockCli             *cli,
                const GDBusMethodInfo  *method,
                char                  **typed,
                GError                **error)
{
  GVariantBuilder parameters;

  g_variant_builder_init (&parameters, G_VARIANT_TYPE_TUPLE);
  for (guint i = 0; i < count_arguments (method); i++) {
    g_autofree char *server_id = NULL;

    if (!g_str_equal (method->in_args[i]->name, "server")) {
      g_variant_builder_add (&parameters, "s", typed[i]);
      continue;
    }
    server_id = paddock_lookup_server_id (cli, typed[i], error);
    if (server_id == NULL) {
      g_variant_builder_clear (&parameters);
      return NULL;
    }
    g_variant_builder_add (&parameters, "s", server_id);
  }
  return g_variant_builder_end (&parameters);
}

static PaddockExit
call (PaddockCli             *cli,
      const PaddockVerb      *verb,
      const GDBusMethodInfo  *method,
      char                  **typed,
      gboolean                no_wait)
{
  g_autoptr (GError) error = NULL;
  const char *problem = find_problem (method, typed);
  GVariant *parameters;

  if (problem != NULL)
    return paddock_cli_misuse (cli, verb, "%s", problem);
  parameters = read_arguments (cli, method, typed, &error);
  if (parameters == NULL)
    return paddock_cli_refuse (cli, error);
  return paddock_settle_call (cli, verb->method, parameters, no_wait);
}

/**
 * paddock_cmd_call:
 * @verb: a command with a method
 *
 * Runs a command that calls its method.
 *
 * Returns: %PADDOCK_EXIT_REFUSED if there is no such server; %PADDOCK_EXIT_PENDING if the user was
 *   asked and has not answered
 */
PaddockExit
paddock_cmd_call (PaddockCli        *cli,
                  const PaddockVerb *verb,
                  GStrv             *argv)
{
  const GDBusMethodInfo *method =
    g_dbus_interface_info_lookup_method (paddock_bus_control_interface_info (), verb->method);
  const GOptionEntry waiting = {
    "no-wait", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Don’t wait for the answer to a question"), NULL
  };
  g_auto (GStrv) typed = NULL;
  gboolean no_wait = FALSE;
  GOptionEntry entries[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &typed, NULL, NULL },
    G_OPTION_ENTRY_NULL,
    G_OPTION_ENTRY_NULL
  };
  PaddockExit status;

  if (may_ask (method)) {
    entries[1] = waiting;
    entries[1].arg_data = &no_wait;
  }
  if (!paddock_cli_parse (cli, verb, entries, argv, &status))
    return status;
  return call (cli, verb, method, typed, no_wait);
}
