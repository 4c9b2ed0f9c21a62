/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-reason.h"

#include "paddock-nicks.h"

/* The reasons for decisions and events. Databases contain the nicks, so nicks may be added, but no
 * nick may change its meaning. */

static const char * const reason_nicks[] = {
  [PADDOCK_REASON_NONE] = "none",
  [PADDOCK_REASON_USER_ALLOWED] = "user-allowed",
  [PADDOCK_REASON_USER_DENIED] = "user-denied",
  [PADDOCK_REASON_USER_PUT_OFF] = "user-put-off",
  [PADDOCK_REASON_COMMAND_ALLOWED] = "command-allowed",
  [PADDOCK_REASON_COMMAND_DENIED] = "command-denied",
  [PADDOCK_REASON_MODE_ALLOW] = "mode-allow",
  [PADDOCK_REASON_MODE_DENY] = "mode-deny",
  [PADDOCK_REASON_NO_AGENT] = "no-agent",
  [PADDOCK_REASON_AGENT_GONE] = "agent-gone",
  [PADDOCK_REASON_UNDECIDED] = "undecided",
  [PADDOCK_REASON_BLOCKED] = "blocked",
  [PADDOCK_REASON_WITHOUT_ROOTS] = "without-roots",
  [PADDOCK_REASON_PAUSED] = "paused",
  [PADDOCK_REASON_SESSION_ENDED] = "session-ended",
  [PADDOCK_REASON_EXPIRED] = "expired",
  [PADDOCK_REASON_MISSING] = "missing",
  [PADDOCK_REASON_UNREADABLE] = "unreadable",
  [PADDOCK_REASON_REPLACED] = "replaced",
  [PADDOCK_REASON_RETURNED] = "returned",
  [PADDOCK_REASON_SUPERSEDED] = "superseded",
  [PADDOCK_REASON_NOT_INITIALIZED] = "not-initialized",
  [PADDOCK_REASON_UNSUPPORTED_VERSION] = "unsupported-version",
  [PADDOCK_REASON_TIMED_OUT] = "timed-out",
  [PADDOCK_REASON_LIMIT] = "limit",
  [PADDOCK_REASON_MALFORMED] = "malformed",
  [PADDOCK_REASON_PEER_CLOSED] = "peer-closed",
  [PADDOCK_REASON_USER_DISCONNECTED] = "user-disconnected",
  [PADDOCK_REASON_WRONG_USER] = "wrong-user",
  [PADDOCK_REASON_DEPRECATED] = "deprecated",
  [PADDOCK_REASON_STORE_FAILED] = "store-failed",
  [PADDOCK_REASON_AMBIGUOUS] = "ambiguous",
  [PADDOCK_REASON_CONFIGURED] = "configured",
  [PADDOCK_REASON_IN_COMMAND] = "in-command",
  [PADDOCK_REASON_NO_HANDSHAKE] = "no-handshake",
  [PADDOCK_REASON_BATCHES] = "batches",
  [PADDOCK_REASON_TASKS] = "tasks",
  [PADDOCK_REASON_NOT_STARTED] = "not-started",
  [PADDOCK_REASON_NOT_THE_SAME] = "not-the-same",
  [PADDOCK_REASON_RESTARTING] = "restarting",
  [PADDOCK_REASON_IN_USE] = "in-use",
  [PADDOCK_REASON_NARROWED] = "narrowed",
  [PADDOCK_REASON_WIDENED] = "widened",
  [PADDOCK_REASON_REMOTE] = "remote",
  [PADDOCK_REASON_OUTSIDE] = "outside",
  [PADDOCK_REASON_NOT_A_FILE] = "not-a-file",
  [PADDOCK_REASON_TOO_LARGE] = "too-large",
  [PADDOCK_REASON_LINK_REFUSED] = "link-refused",
  [PADDOCK_REASON_OTHER_FILE_SYSTEM] = "other-file-system",
  [PADDOCK_REASON_SENSITIVE] = "sensitive",
  [PADDOCK_REASON_BUSY] = "busy",
  [PADDOCK_REASON_RATE_LIMITED] = "rate-limited",
  [PADDOCK_REASON_READ_ONLY] = "read-only",
  [PADDOCK_REASON_USER_ALLOWED_SESSION] = "user-allowed-session",
  [PADDOCK_REASON_NO_BUBBLEWRAP] = "no-bubblewrap",
  [PADDOCK_REASON_NO_NAMESPACES] = "no-namespaces",
  [PADDOCK_REASON_PROGRAM_OUTSIDE] = "program-outside",
  [PADDOCK_REASON_NO_BOX] = "no-box",
  [PADDOCK_REASON_UNPROVEN] = "unproven",
};

/**
 * paddock_reason_to_nick:
 * @reason: a reason
 *
 * Returns: (transfer none): the name of @reason in the journal and on the bus
 */
const char *
paddock_reason_to_nick (PaddockReason reason)
{
  return paddock_nicks_get (reason_nicks, G_N_ELEMENTS (reason_nicks), reason);
}

/**
 * paddock_reason_from_nick:
 * @nick: (nullable): a name from the journal or the bus
 *
 * Returns: the reason, %PADDOCK_REASON_NONE if @nick is unknown
 */
PaddockReason
paddock_reason_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (reason_nicks, G_N_ELEMENTS (reason_nicks), nick);
}
