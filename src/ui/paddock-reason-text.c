/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-reason-text.h"

#include <glib/gi18n.h>

/* The reasons in words: a phrase for each PaddockReason. */

static const char * const reasons[] = {
  [PADDOCK_REASON_USER_ALLOWED] = N_("You shared it"),
  [PADDOCK_REASON_USER_DENIED] = N_("You decided"),
  [PADDOCK_REASON_USER_PUT_OFF] = N_("You answered “Not Now”"),
  [PADDOCK_REASON_COMMAND_ALLOWED] = N_("Shared from the command line"),
  [PADDOCK_REASON_COMMAND_DENIED] = N_("A command or another program did this"),
  [PADDOCK_REASON_MODE_ALLOW] = N_("The service was started with --consent=allow"),
  [PADDOCK_REASON_MODE_DENY] = N_("The service was started with --consent=deny"),
  [PADDOCK_REASON_NO_AGENT] = N_("No one was there to ask"),
  [PADDOCK_REASON_AGENT_GONE] = N_("The window was closed without an answer"),
  [PADDOCK_REASON_UNDECIDED] = N_("You hadn’t decided yet"),
  [PADDOCK_REASON_BLOCKED] = N_("It is blocked"),
  [PADDOCK_REASON_WITHOUT_ROOTS] = N_("Folders are turned off for it"),
  [PADDOCK_REASON_PAUSED] = N_("Sharing is paused"),
  [PADDOCK_REASON_SESSION_ENDED] = N_("Its session ended"),
  [PADDOCK_REASON_EXPIRED] = N_("Its time limit ended"),
  [PADDOCK_REASON_MISSING] = N_("It is missing"),
  [PADDOCK_REASON_UNREADABLE] = N_("It can’t be read or doesn’t respond"),
  [PADDOCK_REASON_REPLACED] = N_("Something else is at its path"),
  [PADDOCK_REASON_RETURNED] = N_("It is available again"),
  [PADDOCK_REASON_SUPERSEDED] = N_("Resolved elsewhere"),
  [PADDOCK_REASON_NOT_INITIALIZED] = N_("It asked before introducing itself"),
  [PADDOCK_REASON_UNSUPPORTED_VERSION] = N_("It uses a protocol version that Paddock doesn’t "
                                            "support"),
  [PADDOCK_REASON_TIMED_OUT] = N_("It didn’t answer in time"),
  [PADDOCK_REASON_LIMIT] = N_("It exceeded a limit"),
  [PADDOCK_REASON_MALFORMED] = N_("Invalid message"),
  [PADDOCK_REASON_PEER_CLOSED] = N_("It closed the connection"),
  [PADDOCK_REASON_USER_DISCONNECTED] = N_("You disconnected it"),
  [PADDOCK_REASON_WRONG_USER] = N_("It belongs to another user"),
  [PADDOCK_REASON_DEPRECATED] = N_("Newer servers use another way"),
  [PADDOCK_REASON_STORE_FAILED] = N_("Paddock couldn’t write its database"),
  [PADDOCK_REASON_AMBIGUOUS] = N_("Ambiguous message"),
  [PADDOCK_REASON_CONFIGURED] = N_("It runs with --on-revoke=notify"),
  [PADDOCK_REASON_IN_COMMAND] = N_("Its command line names the folder"),
  [PADDOCK_REASON_NO_HANDSHAKE] = N_("Paddock can’t repeat its handshake"),
  [PADDOCK_REASON_BATCHES] = N_("It sends messages in batches"),
  [PADDOCK_REASON_TASKS] = N_("It was running tasks"),
  [PADDOCK_REASON_NOT_STARTED] = N_("It couldn’t be started"),
  [PADDOCK_REASON_NOT_THE_SAME] = N_("The restarted server uses another version or offers less"),
  [PADDOCK_REASON_RESTARTING] = N_("Paddock is restarting it"),
  [PADDOCK_REASON_REMOTE] = N_("Paddock can’t restart a server on another machine"),
  [PADDOCK_REASON_OUTSIDE] = N_("It isn’t in a shared folder"),
  [PADDOCK_REASON_NOT_A_FILE] = N_("It isn’t a regular file"),
  [PADDOCK_REASON_TOO_LARGE] = N_("It is too large"),
  [PADDOCK_REASON_LINK_REFUSED] = N_("It is reached through a link, which Paddock doesn’t "
                                     "follow"),
  [PADDOCK_REASON_OTHER_FILE_SYSTEM] = N_("It is on a drive that is mounted inside the folder"),
  [PADDOCK_REASON_SENSITIVE] = N_("It may contain secrets, and you didn’t allow it"),
  [PADDOCK_REASON_BUSY] = N_("Too many files are being read"),
  [PADDOCK_REASON_RATE_LIMITED] = N_("Too many files were read within a minute"),
  [PADDOCK_REASON_READ_ONLY] = N_("Its folder is shared read-only"),
  [PADDOCK_REASON_USER_ALLOWED_SESSION] = N_("Until it disconnects"),
};

/**
 * paddock_reason_text_get:
 *
 * Returns: (transfer none) (nullable): a phrase that says why; %NULL if @reason has none
 */
const char *
paddock_reason_text_get (PaddockReason reason)
{
  if (reason >= G_N_ELEMENTS (reasons) || reasons[reason] == NULL)
    return NULL;
  return _(reasons[reason]);
}
