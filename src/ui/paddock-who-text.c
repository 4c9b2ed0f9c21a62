/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-who-text.h"

#include "paddock-address.h"
#include "paddock-command-line.h"
#include "paddock-identity-text.h"
#include "paddock-program.h"
#include "paddock-sentences.h"
#include "paddock-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* One line about a server, or about a program that asks. Pure functions.
 *
 * The line names what the command line runs: the script or the package. A command line is never
 * proven, so the verified facts are shown separately. A verified interpreter verifies nothing about
 * the server, because it runs any script. */

/* In the text about a caller, which the service writes: what stands between a process and its
 * parent, and what follows Paddock's own command if that is proven. No name of a program contains
 * these characters. */
#define PARENT " ← "
#define OWN    "✓"

/* How many programs a text about a caller names, besides the app. */
#define MOST_NAMES 3

/* Returns what a fact or an argument says, without hashes. */
static char *
dup_shown (const char *value)
{
  g_autofree char *shown = paddock_fact_dup_shown (value);

  return paddock_command_line_dup_shown (shown);
}

/* Returns a path, or the name of a package, for a notification. Lock screens show notifications
 * too, so only the last part of a path remains. */
static char *
dup_brief_name (const char *name)
{
  g_autofree char *shown = dup_shown (name);
  g_autofree char *base = NULL;

  /* A name that begins with "@", such as "@scope/files", is a package and not a path. */
  if (*shown != '@')
    base = g_path_get_basename (shown);
  return paddock_text_for_notification (base != NULL ? base : shown);
}

/* Returns a text about what a command line runs. @name: the name of @subject, as it is shown */
static char *
describe_subject (const PaddockSubject *subject,
                  const char           *name)
{
  PaddockSubjectKind kind = subject->language != NULL ? subject->kind : PADDOCK_SUBJECT_PROGRAM;

  switch (kind) {
    case PADDOCK_SUBJECT_SCRIPT:
      /* Translators: a language, and a file, as in "Python script servers/notes.py" */
      return g_strdup_printf (_("%s script %s"), subject->language, name);
    case PADDOCK_SUBJECT_MODULE:
      /* Translators: a language, and a name, as in "Python module notes.server" */
      return g_strdup_printf (_("%s module %s"), subject->language, name);
    case PADDOCK_SUBJECT_ARCHIVE:
      /* Translators: a language, and a file, as in "Java program /opt/notes.jar" */
      return g_strdup_printf (_("%s program %s"), subject->language, name);
    case PADDOCK_SUBJECT_PACKAGE:
      /* Translators: where packages come from, and a name, as in "npm package server-files" */
      return g_strdup_printf (_("%s package %s"), subject->language, name);
    case PADDOCK_SUBJECT_CODE:
      /* Translators: a language, as in "Python code on its command line" */
      return g_strdup_printf (_("%s code on its command line"), subject->language);
    case PADDOCK_SUBJECT_PROGRAM:
    default:
      /* Translators: a file, as in "Program /usr/bin/server-files" */
      return g_strdup_printf (_("Program %s"), name);
  }
}

static PaddockFact
get_fact (const PaddockIdentity *identity,
          PaddockFactKind        kind)
{
  if (identity == NULL)
    return (PaddockFact) { PADDOCK_PROOF_UNKNOWN, NULL };
  return paddock_identity_get_fact (identity, kind);
}

/* Returns what the command line of the server really runs. If nothing is known, the name in the
 * result is %NULL. @out_argv: (out) (transfer full): owns the strings of the result */
static PaddockSubject
find_subject (const PaddockIdentity   *identity,
              char                  ***out_argv)
{
  const char *executable = get_fact (identity, PADDOCK_FACT_EXECUTABLE).value;
  const char *command = get_fact (identity, PADDOCK_FACT_COMMAND).value;
  const char * const *arguments;
  const char *program;

  *out_argv = NULL;
  if (command == NULL || !g_shell_parse_argv (command, NULL, out_argv, NULL))
    return (PaddockSubject) { .kind = PADDOCK_SUBJECT_PROGRAM, .name = executable };

  arguments = paddock_program_skip (executable, (const char * const *) *out_argv, &program);
  return paddock_program_find_subject (program, arguments);
}

/**
 * paddock_who_text_address:
 * @identity: (nullable): the identity of a server
 *
 * Returns: (transfer full) (nullable): the address of the server without its path; %NULL: it has
 *   none
 */
char *
paddock_who_text_address (const PaddockIdentity *identity)
{
  PaddockFact address = get_fact (identity, PADDOCK_FACT_ADDRESS);
  g_autoptr (PaddockAddress) parsed =
    address.value != NULL ? paddock_address_new (address.value, NULL) : NULL;

  return address.value != NULL
         ? paddock_text_escape (parsed != NULL ? parsed->origin : address.value, -1) : NULL;
}

/**
 * paddock_who_text_program:
 * @identity: (nullable): the identity of a server
 * @home: (nullable): the home directory, which is shown as "~"
 *
 * Returns: (transfer full) (nullable): the script, package or program that the server is; %NULL:
 *   unknown
 */
char *
paddock_who_text_program (const PaddockIdentity *identity,
                          const char            *home)
{
  g_auto (GStrv) argv = NULL;
  PaddockSubject subject = find_subject (identity, &argv);
  g_autofree char *shown = NULL, *name = NULL;

  if (subject.name == NULL)
    return NULL;
  shown = dup_shown (subject.name);
  name = paddock_text_shorten (shown, home);
  return subject.kind == PADDOCK_SUBJECT_SCRIPT || subject.kind == PADDOCK_SUBJECT_PROGRAM
         ? g_steal_pointer (&name) : describe_subject (&subject, name);
}

/* Returns a text about what the server is, for a notification. */
static char *
describe (const PaddockIdentity *identity)
{
  g_autofree char *origin = paddock_who_text_address (identity);
  g_auto (GStrv) argv = NULL;
  g_autofree char *name = NULL;
  PaddockSubject subject;

  if (origin != NULL) {
    g_autofree char *shown = paddock_text_for_notification (origin);

    /* Translators: %s is an address, as in "https://example.org" */
    return g_strdup_printf (_("Server at %s"), shown);
  }
  subject = find_subject (identity, &argv);
  if (subject.name == NULL)
    return g_strdup (_("Unknown program"));
  name = dup_brief_name (subject.name);
  return describe_subject (&subject, name);
}

/* Returns the program that started the server; NULL if that is unknown, or a shell. Somebody used
 * the shell to start the server by hand, and may close the shell while the server runs. */
static const char *
find_starter (const PaddockIdentity *identity)
{
  const char *host = get_fact (identity, PADDOCK_FACT_HOST).value;

  return host == NULL || paddock_program_is_shell (host) ? NULL : host;
}

static char *
dup_starter (const PaddockIdentity *identity)
{
  const char *host = find_starter (identity);
  g_autofree char *shown = host != NULL ? dup_shown (host) : NULL;
  g_autofree char *app = shown != NULL ? paddock_program_dup_app (shown) : NULL;

  return app != NULL ? paddock_text_escape_name (app) : NULL;
}

/* Adds the app to a text about a server, if @app is not NULL. @what: (transfer full): the text */
static char *
add_app (char       *what,
         const char *app)
{
  g_autofree char *owned = what;

  if (app == NULL)
    return g_steal_pointer (&owned);
  /* Translators: the first %s is as "Python script notes.py", the second an app */
  return g_strdup_printf (_("%s, started by %s"), owned, app);
}

/**
 * paddock_who_text_brief:
 * @identity: (nullable): the identity of a server
 *
 * Returns: (transfer full): what the server is, and which app started it, for a notification: it
 *   names no folder. Both may be unproven
 */
char *
paddock_who_text_brief (const PaddockIdentity *identity)
{
  g_autofree char *app = dup_starter (identity);
  g_autofree char *shown = app != NULL ? paddock_text_for_notification (app) : NULL;

  return add_app (describe (identity), shown);
}

/**
 * paddock_who_text_app:
 * @identity: (nullable): the identity of a server
 *
 * Finds the app that started the server. A shell, or another interpreter that runs a script, does
 * not count as an app: the user does not know it, and can't close it.
 *
 * Returns: (transfer full) (nullable): the app, which may be unverified; %NULL: unknown
 */
char *
paddock_who_text_app (const PaddockIdentity *identity)
{
  const char *host = find_starter (identity);

  return host != NULL && paddock_who_text_is_app (host) ? dup_starter (identity) : NULL;
}

/**
 * paddock_who_text_is_app:
 * @program: name or path of a program
 *
 * Returns: whether @program may be an app that the user knows, and no interpreter
 */
gboolean
paddock_who_text_is_app (const char *program)
{
  return paddock_program_get_kind (program) == PADDOCK_PROGRAM_PLAIN;
}

/* Turns "bash (123)" into "bash". */
static char *
dup_program (const char *process)
{
  const char *number = strrchr (process, '(');
  g_autofree char *name = number != NULL ? g_strndup (process, (gsize) (number - process))
                                         : g_strdup (process);

  return g_strdup (g_strstrip (name));
}

/* Returns the programs that ask, each once and before the one that started it. Paddock's own
 * command is skipped. The list ends with the app: the first program that is neither a shell nor
 * another interpreter. @out_app: (out) (optional): whether there is one */
static GStrv
list_callers (const char *caller,
              gboolean   *out_app)
{
  g_auto (GStrv) processes = g_strsplit (caller != NULL ? caller : "", PARENT, -1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gboolean has_app = FALSE;

  for (gsize i = 0; processes[i] != NULL && !has_app; i++) {
    g_autofree char *name = i == 0 ? dup_program (processes[i]) : g_strdup (processes[i]);

    if (*name == '\0' || strstr (processes[i], OWN) != NULL)
      continue;
    has_app = paddock_who_text_is_app (name);
    if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
      g_ptr_array_add (names, g_steal_pointer (&name));
  }
  g_ptr_array_add (names, NULL);
  if (out_app != NULL)
    *out_app = has_app;
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/**
 * paddock_who_text_caller:
 * @caller: (nullable): the processes that ask, as the service writes them, each before its parent:
 *   "paddock (123 ✓) ← bash ← claude"
 *
 * Names the programs that ask, and the app or the terminal in which they run. Skips only what is
 * proven to be Paddock's own command: a process can choose its name.
 *
 * Returns: (transfer full) (nullable): the programs, as "bash in Claude Code"; %NULL: unknown
 */
char *
paddock_who_text_caller (const char *caller)
{
  g_auto (GStrv) names = list_callers (caller, NULL);
  guint n = g_strv_length (names);
  g_autofree char *place = n > 0 ? paddock_program_dup_app (names[n - 1]) : NULL;
  g_autoptr (GString) inside = g_string_new (NULL);

  if (n < 2)
    return g_steal_pointer (&place);
  for (guint i = 0; i < n - 1 && i < MOST_NAMES; i++)
    g_string_append_printf (inside, "%s%s", i > 0 ? ", " : "", names[i]);
  if (n - 1 > MOST_NAMES)
    g_string_append (inside, ", …");
  /* Translators: one or more programs, and the app in which they run, as "bash in GNOME
   * Terminal" */
  return g_strdup_printf (C_("programs", "%s in %s"), inside->str, place);
}

/**
 * paddock_who_text_caller_app:
 * @caller: (nullable): as for paddock_who_text_caller()
 *
 * Returns: (transfer full) (nullable): the app in which the programs run that ask; %NULL: unknown
 */
char *
paddock_who_text_caller_app (const char *caller)
{
  gboolean has_app;
  g_auto (GStrv) names = list_callers (caller, &has_app);

  return has_app ? paddock_program_dup_app (names[g_strv_length (names) - 1]) : NULL;
}

/**
 * paddock_who_text_caller_is_script:
 * @caller: (nullable): as for paddock_who_text_caller()
 *
 * Returns: whether the program that asks is an interpreter other than a shell
 */
gboolean
paddock_who_text_caller_is_script (const char *caller)
{
  g_auto (GStrv) names = list_callers (caller, NULL);

  return names[0] != NULL && !paddock_who_text_is_app (names[0]) &&
         !paddock_program_is_shell (names[0]);
}

/**
 * paddock_who_text_is_verified:
 * @identity: the identity of a server
 * @kind: the kind of the fact
 *
 * Returns: whether the fact is proven, and says something about the server
 */
gboolean
paddock_who_text_is_verified (const PaddockIdentity *identity,
                              PaddockFactKind        kind)
{
  PaddockFact fact = paddock_identity_get_fact (identity, kind);

  return fact.proof == PADDOCK_PROOF_PROVEN &&
         (kind != PADDOCK_FACT_EXECUTABLE ||
          paddock_program_get_kind (fact.value) == PADDOCK_PROGRAM_PLAIN);
}

static const char *
describe_difference (const PaddockIdentity *identity,
                     const PaddockIdentity *previous)
{
  guint differences = paddock_identity_differences (previous, identity);
  static const struct {
    PaddockFactKind kind;
    const char     *text;
  } texts[] = {
    { PADDOCK_FACT_EXECUTABLE, N_("The program changed") },
    { PADDOCK_FACT_COMMAND, N_("The command line changed") },
    { PADDOCK_FACT_ADDRESS, N_("The address changed") },
    { PADDOCK_FACT_DIRECTORY, N_("The working folder changed") },
    { PADDOCK_FACT_OPTIONS, N_("The options of “paddock run” changed") },
    { PADDOCK_FACT_HOST, N_("Started by another app") },
    { PADDOCK_FACT_KEY, N_("The entry key changed") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    PaddockFactKind kind = texts[i].kind;
    const char *value = paddock_identity_get_fact (identity, kind).value;

    if ((differences & (1u << kind)) == 0)
      continue;
    if (kind != PADDOCK_FACT_KEY && paddock_identity_text_hides_difference (kind, previous, value))
      return _("A hidden value changed");
    return _(texts[i].text);
  }
  return NULL;
}

/**
 * paddock_who_text_warning:
 * @identity: (nullable): the identity of a server
 * @previous: (nullable): the identity that the server of the same entry had before
 *
 * Returns: (transfer full) (nullable): what changed; %NULL: nothing
 */
char *
paddock_who_text_warning (const PaddockIdentity *identity,
                          const PaddockIdentity *previous)
{
  const char *difference = NULL;

  if (identity != NULL && previous != NULL)
    difference = describe_difference (identity, previous);
  if (difference != NULL)
    return g_strdup (difference);
  return NULL;
}

/**
 * paddock_who_text_session:
 * @session: a session of a server
 *
 * Returns: (transfer full) (nullable): the session's process and revision of the protocol; %NULL if
 *   the server has not sent its revision yet
 */
char *
paddock_who_text_session (const PaddockSessionView *session)
{
  g_autofree char *version = NULL;

  if (session->version == NULL)
    return NULL;
  version = paddock_text_escape (session->version, -1);
  if (session->pid <= 0)
    /* Translators: %s is a revision of the protocol MCP, as in "2025-11-25" */
    return g_strdup_printf (_("Unknown process · Protocol version %s"), version);
  /* Translators: %d is a process number, %s a revision of the protocol MCP, as in "2025-11-25" */
  return g_strdup_printf (_("Process %d · Protocol version %s"), session->pid, version);
}
