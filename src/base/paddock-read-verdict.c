/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-read-verdict.h"

/* The names of verdicts. They cross the session bus and the socket, and the journal keeps them:
 * never rename them. */
static const char * const nicks[] = {
  [PADDOCK_READ_OUTSIDE] = "outside",
  [PADDOCK_READ_MALFORMED] = "malformed",
  [PADDOCK_READ_MISSING] = "missing",
  [PADDOCK_READ_NOT_A_FILE] = "not-a-file",
  [PADDOCK_READ_TOO_LARGE] = "too-large",
  [PADDOCK_READ_UNREADABLE] = "unreadable",
  [PADDOCK_READ_LINK_REFUSED] = "link-refused",
  [PADDOCK_READ_OTHER_FILE_SYSTEM] = "other-file-system",
  [PADDOCK_READ_SENSITIVE] = "sensitive",
  [PADDOCK_READ_BUSY] = "busy",
  [PADDOCK_READ_TIMED_OUT] = "timed-out",
  [PADDOCK_READ_RATE_LIMITED] = "rate-limited",
  [PADDOCK_READ_READ_ONLY] = "read-only",
  [PADDOCK_READ_ALLOWED] = "allowed",
};

/**
 * paddock_read_verdict_to_nick:
 *
 * Returns: the name of @verdict, "outside" for an unknown one
 */
const char *
paddock_read_verdict_to_nick (PaddockReadVerdict verdict)
{
  if ((gsize) verdict >= G_N_ELEMENTS (nicks))
    return nicks[PADDOCK_READ_OUTSIDE];

  return nicks[verdict];
}

/**
 * paddock_read_verdict_from_nick:
 * @nick: (nullable): what the other end of the bus or the journal said
 *
 * Returns: the verdict, %PADDOCK_READ_OUTSIDE for a name that is not known here
 */
PaddockReadVerdict
paddock_read_verdict_from_nick (const char *nick)
{
  for (gsize i = 0; i < G_N_ELEMENTS (nicks); i++)
    if (g_strcmp0 (nick, nicks[i]) == 0)
      return (PaddockReadVerdict) i;

  return PADDOCK_READ_OUTSIDE;
}
