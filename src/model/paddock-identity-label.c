/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-identity-label.h"

#include "paddock-command-line.h"
#include "paddock-program.h"
#include "paddock-text.h"

#include <string.h>

/* Makes the label of a server that the user gave no name. A label proves nothing. */

/* Longest label, in bytes. Longer names are cut. */
#define LABEL_MAX 256

/* Returns the host name in an address that paddock-address.c wrote. */
static char *
dup_host (const char *address)
{
  const char *host = strstr (address, "://");

  host = host != NULL ? host + strlen ("://") : address;
  return g_strndup (host, strcspn (host, "/"));
}

static const char *
get_value (const PaddockIdentity *identity,
           PaddockFactKind        kind)
{
  return paddock_identity_get_fact (identity, kind).value;
}

/* Returns the name of the program, script, package or machine that the server is; NULL if it is not
 * known. */
static char *
dup_subject (const PaddockIdentity *identity)
{
  const char *executable = get_value (identity, PADDOCK_FACT_EXECUTABLE);
  const char *command = get_value (identity, PADDOCK_FACT_COMMAND);
  const char *address = get_value (identity, PADDOCK_FACT_ADDRESS);
  g_auto (GStrv) argv = NULL;
  const char * const *arguments;
  const char *program;

  if (paddock_identity_get_kind (identity) == PADDOCK_IDENTITY_REMOTE)
    return dup_host (address);
  if (command == NULL || !g_shell_parse_argv (command, NULL, &argv, NULL))
    return executable != NULL ? g_path_get_basename (executable) : NULL;

  arguments = paddock_program_skip (executable, (const char * const *) argv, &program);
  return paddock_program_dup_subject (program, arguments);
}

/**
 * paddock_identity_label_dup:
 * @identity: an identity
 *
 * Returns: (transfer full) (nullable): a name for display: that of `paddock run --name`; otherwise
 *   the base name of the program, the host name of the address or, for an interpreter or package
 *   runner, the name of the script or package. Escaped, at most 256 bytes; %NULL if none of them is
 *   known
 */
char *
paddock_identity_label_dup (const PaddockIdentity *identity)
{
  g_autofree char *subject = g_strdup (get_value (identity, PADDOCK_FACT_NAME));
  g_autofree char *value = NULL, *shown = NULL, *escaped = NULL;

  if (subject == NULL || *g_strstrip (subject) == '\0') {
    g_free (subject);
    subject = dup_subject (identity);
  }
  if (subject == NULL || *subject == '\0')
    return NULL;
  value = paddock_fact_dup_shown (subject);
  shown = paddock_command_line_dup_shown (value);
  escaped = paddock_text_escape_name (shown);
  return paddock_text_clip (escaped, LABEL_MAX);
}
