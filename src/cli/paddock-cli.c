/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-cli.h"

#include "paddock-host-bundle.h"
#include "paddock-host-names.h"

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>
#include <sys/prctl.h>

/* What every command needs: parsing options and printing output. The output is a table or a
 * sentence for a person, in the character set of the locale, or JSON, which is always UTF-8.
 * Nothing is colored, so the output does not depend on a terminal. Callers escape text that does
 * not come from Paddock (paddock_text_escape()). */

static void
write_text (FILE       *file,
            const char *text)
{
  const char *charset;
  g_autofree char *converted = NULL;

  /* The C locale says nothing about the terminal: assume UTF-8. A character that the locale's
   * character set lacks becomes \uXXXX. */
  if (!g_get_charset (&charset) && !g_str_equal (charset, "ANSI_X3.4-1968"))
    converted = g_convert_with_fallback (text, -1, charset, "UTF-8", NULL, NULL, NULL, NULL);
  fputs (converted != NULL ? converted : text, file);
}

/**
 * paddock_cli_init:
 *
 * Prepares locale, translations, logs and the program's name. Call this first, before any thread is
 * started.
 */
void
paddock_cli_init (void)
{
  const char *gathered = paddock_host_bundle_get_directory ();
  g_autofree char *catalogs =
    gathered != NULL ? g_build_filename (gathered, PADDOCK_HOST_CATALOGS, NULL)
                     : g_strdup (LOCALEDIR);

  /* GLib writes some logs to stdout by default. But stdout is for JSON, for "Listening on" and for
   * MCP. */
  g_log_writer_default_set_use_stderr (TRUE);

  /* If the locale is not installed, the character set of the arguments is unknown: assume UTF-8. */
  if (setlocale (LC_ALL, "") == NULL)
    setlocale (LC_ALL, "C.UTF-8");
  bindtextdomain (GETTEXT_PACKAGE, catalogs);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  g_set_prgname ("paddock");
  /* This program was started through the dynamic loader, so the process has the loader's name. */
  if (gathered != NULL)
    prctl (PR_SET_NAME, "paddock");
}

/**
 * paddock_cli_clear:
 *
 * Frees what @cli owns; the output files stay open.
 */
void
paddock_cli_clear (PaddockCli *cli)
{
  g_clear_object (&cli->service);
  g_clear_object (&cli->connection);
}

/**
 * paddock_cli_print:
 *
 * Prints text for a person. The caller adds the newline.
 */
void
paddock_cli_print (PaddockCli *cli,
                   const char *format,
                   ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  write_text (cli->out, text);
}

/**
 * paddock_cli_print_raw:
 * @text: UTF-8
 *
 * Prints text for a program, unchanged: the same bytes in every locale.
 */
void
paddock_cli_print_raw (PaddockCli *cli,
                       const char *text)
{
  fputs (text, cli->out);
}

/**
 * paddock_cli_complain:
 *
 * Prints a line on stderr, after the program's name.
 */
void
paddock_cli_complain (PaddockCli *cli,
                      const char *format,
                      ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  /* Flush, so that both outputs stay in order even if they are the same pipe. */
  fflush (cli->out);
  fputs ("paddock: ", cli->err);
  write_text (cli->err, text);
  fputs ("\n", cli->err);
}

/**
 * paddock_cli_refuse:
 * @error: why the command failed
 *
 * Prints why the command failed.
 *
 * Returns: %PADDOCK_EXIT_REFUSED
 */
PaddockExit
paddock_cli_refuse (PaddockCli   *cli,
                    const GError *error)
{
  paddock_cli_complain (cli, "%s", error->message);
  return PADDOCK_EXIT_REFUSED;
}

/* Returns the translated synopsis. Does not translate "", because gettext would return the header
 * of the catalog. */
static const char *
get_synopsis (const PaddockVerb *verb)
{
  return *verb->synopsis != '\0' ? _(verb->synopsis) : "";
}

/**
 * paddock_cli_misuse:
 * @verb: the command whose usage is wrong
 * @format: what is wrong
 *
 * Prints what is wrong, and where to find help.
 *
 * Returns: %PADDOCK_EXIT_USAGE
 */
PaddockExit
paddock_cli_misuse (PaddockCli        *cli,
                    const PaddockVerb *verb,
                    const char        *format,
                    ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  paddock_cli_complain (cli, "%s", text);
  /* Translators: the first %s is the name of a command, the second one what it takes */
  paddock_cli_complain (cli, _("Usage: paddock %s %s"), verb->name, get_synopsis (verb));
  /* Translators: %s is the name of a command; "paddock help" is to be typed as it stands */
  paddock_cli_complain (cli, _("For more, type “paddock help %s”."), verb->name);
  return PADDOCK_EXIT_USAGE;
}

static void
print_help (PaddockCli        *cli,
            const PaddockVerb *verb,
            GOptionContext    *context)
{
  g_autofree char *options = g_option_context_get_help (context, FALSE, NULL);
  const char *body = strchr (options, '\n');

  /* Replace the first line of GOption's help, which would name argv[0] instead of the command. */
  paddock_cli_print (cli, "%s\n  paddock %s %s\n%s", _("Usage:"), verb->name, get_synopsis (verb),
                     body != NULL && (body = strchr (body + 1, '\n')) != NULL ? body + 1 : "");
}

/* Returns the name of an option that takes no value but got one, as in "--flag=no"; NULL if there
 * is none. GOption would ignore the value and turn the flag on, so the caller must refuse it. */
static const char *
find_switch_with_value (const GOptionEntry *entries,
                        GStrv               argv)
{
  for (guint i = 1; argv[i] != NULL && !g_str_equal (argv[i], "--"); i++) {
    for (const GOptionEntry *entry = entries; entry->long_name != NULL; entry++) {
      gsize length = strlen (entry->long_name);

      if (entry->arg == G_OPTION_ARG_NONE && g_str_has_prefix (argv[i], "--") &&
          strncmp (argv[i] + 2, entry->long_name, length) == 0 && argv[i][2 + length] == '=')
        return entry->long_name;
    }
  }
  return NULL;
}

/**
 * paddock_cli_parse:
 * @entries: the options of @verb; "" (%G_OPTION_REMAINING) stands for its other arguments
 * @argv: (inout): the command's name and what follows; parsed options are removed
 * @out_exit: (out): the exit status of the command; set if this returns %FALSE
 *
 * Parses the options of a command, and handles --help.
 *
 * Returns: whether the command can go on; %FALSE if help or a complaint was printed
 */
gboolean
paddock_cli_parse (PaddockCli         *cli,
                   const PaddockVerb  *verb,
                   const GOptionEntry *entries,
                   GStrv              *argv,
                   PaddockExit        *out_exit)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  const char *switch_name;
  gboolean help = FALSE;
  const GOptionEntry common[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &help, N_("Show this help"), NULL },
    G_OPTION_ENTRY_NULL
  };

  switch_name = find_switch_with_value (entries, *argv);
  if (switch_name != NULL) {
    /* Translators: %s is the name of an option */
    *out_exit = paddock_cli_misuse (cli, verb, _("--%s takes no value."), switch_name);
    return FALSE;
  }

  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, common, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _(verb->summary));
  if (verb->description != NULL)
    g_option_context_set_description (context, _(verb->description));

  if (!g_option_context_parse_strv (context, argv, &error)) {
    *out_exit = paddock_cli_misuse (cli, verb, "%s", error->message);
    return FALSE;
  }
  if (help) {
    print_help (cli, verb, context);
    *out_exit = PADDOCK_EXIT_OK;
    return FALSE;
  }
  return TRUE;
}

/**
 * paddock_cli_is_utf8:
 * @text: (nullable): an argument, in the bytes that the user typed
 *
 * Returns: whether @text can be sent over the bus as a string
 */
gboolean
paddock_cli_is_utf8 (const char *text)
{
  return text == NULL || g_utf8_validate (text, -1, NULL);
}
