/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-reason-text.h"

#include "config.h"

#include <glib/gi18n.h>

/* Each reason as a phrase, for the window and the command line. */

static const char * const reasons[] = {
  [PADDOCK_REASON_USER_ALLOWED] = N_("You allowed it"),
  [PADDOCK_REASON_USER_DENIED] = N_("You decided this in the window"),
  [PADDOCK_REASON_USER_PUT_OFF] = N_("You chose to answer later"),
  [PADDOCK_REASON_COMMAND_ALLOWED] = N_("A command or another program did this without asking you"),
  [PADDOCK_REASON_COMMAND_DENIED] = N_("A command or another program did this"),
  [PADDOCK_REASON_MODE_ALLOW] = N_("The service was started with --consent=allow"),
  [PADDOCK_REASON_MODE_DENY] = N_("The service was started with --consent=deny"),
  [PADDOCK_REASON_NO_AGENT] = N_("Paddock couldn’t open a window to ask you"),
  [PADDOCK_REASON_AGENT_GONE] = N_("The window was closed without an answer"),
  [PADDOCK_REASON_UNDECIDED] = N_("You hadn’t decided yet"),
  [PADDOCK_REASON_BLOCKED] = N_("The server was blocked"),
  [PADDOCK_REASON_WITHOUT_ROOTS] = N_("Folder sharing was turned off for the server"),
  [PADDOCK_REASON_PAUSED] = N_("Sharing was paused"),
  [PADDOCK_REASON_SESSION_ENDED] = N_("You shared it only until the server disconnected"),
  [PADDOCK_REASON_EXPIRED] = N_("Its time limit expired"),
  [PADDOCK_REASON_MISSING] = N_("It was missing"),
  [PADDOCK_REASON_UNREADABLE] = N_("It couldn’t be read or didn’t respond"),
  [PADDOCK_REASON_REPLACED] = N_("Another file or folder was at its path"),
  [PADDOCK_REASON_RETURNED] = N_("It became available again"),
  [PADDOCK_REASON_SUPERSEDED] = N_("Resolved elsewhere"),
  [PADDOCK_REASON_NOT_INITIALIZED] = N_("It sent a request before the connection was ready"),
  [PADDOCK_REASON_UNSUPPORTED_VERSION] = N_("It uses a protocol version that Paddock doesn’t "
                                            "support"),
  [PADDOCK_REASON_TIMED_OUT] = N_("It didn’t answer in time"),
  [PADDOCK_REASON_LIMIT] = N_("It exceeded a limit"),
  [PADDOCK_REASON_MALFORMED] = N_("It sent an invalid message"),
  [PADDOCK_REASON_PEER_CLOSED] = N_("It closed the connection"),
  [PADDOCK_REASON_USER_DISCONNECTED] = N_("You disconnected it"),
  [PADDOCK_REASON_WRONG_USER] = N_("It belongs to another user"),
  [PADDOCK_REASON_DEPRECATED] = N_("A newer version of MCP replaced this way of asking"),
  [PADDOCK_REASON_STORE_FAILED] = N_("Paddock couldn’t write its database"),
  [PADDOCK_REASON_AMBIGUOUS] = N_("It sent an ambiguous message"),
  [PADDOCK_REASON_CONFIGURED] = N_("It runs with --on-revoke=notify, so Paddock doesn’t restart "
                                   "it"),
  [PADDOCK_REASON_IN_COMMAND] = N_("Its command line names the folder"),
  [PADDOCK_REASON_NO_HANDSHAKE] = N_("Paddock can’t repeat the server’s handshake"),
  [PADDOCK_REASON_BATCHES] = N_("It sends messages in batches"),
  [PADDOCK_REASON_TASKS] = N_("It was running tasks"),
  [PADDOCK_REASON_NOT_STARTED] = N_("It couldn’t be started"),
  [PADDOCK_REASON_NOT_THE_SAME] = N_("The restarted server uses another protocol version or has "
                                     "fewer features"),
  [PADDOCK_REASON_RESTARTING] = N_("Paddock is restarting it"),
  [PADDOCK_REASON_IN_USE] = N_("Its last run hasn’t ended yet"),
  [PADDOCK_REASON_NARROWED] = N_("It is allowed less than before"),
  [PADDOCK_REASON_WIDENED] = N_("It is allowed more than before"),
  [PADDOCK_REASON_REMOTE] = N_("Paddock can’t restart a server on another computer"),
  [PADDOCK_REASON_OUTSIDE] = N_("It isn’t in a shared folder"),
  [PADDOCK_REASON_NOT_A_FILE] = N_("It isn’t a regular file"),
  [PADDOCK_REASON_TOO_LARGE] = N_("It is too large"),
  [PADDOCK_REASON_LINK_REFUSED] = N_("The links in its path form a loop, or there are too many"),
  [PADDOCK_REASON_OTHER_FILE_SYSTEM] = N_("It is on a drive or network share mounted inside the "
                                          "folder"),
  [PADDOCK_REASON_SENSITIVE] = N_("It might contain secrets, and you didn’t allow reading it"),
  [PADDOCK_REASON_BUSY] = N_("Too many files were being read"),
  [PADDOCK_REASON_RATE_LIMITED] = N_("Too many files were read within a minute"),
  [PADDOCK_REASON_READ_ONLY] = N_("Its folder is shared read-only"),
  [PADDOCK_REASON_USER_ALLOWED_SESSION] = N_("You allowed it until the connection ends"),
  /* Translators: bubblewrap is a program, and its package */
  [PADDOCK_REASON_NO_BUBBLEWRAP] = N_("The package bubblewrap isn’t installed"),
  /* Translators: bubblewrap is a program that separates another one from the user's files */
  [PADDOCK_REASON_NO_NAMESPACES] = N_("The system doesn’t let bubblewrap isolate it, or "
                                      "bubblewrap is too old"),
  [PADDOCK_REASON_PROGRAM_OUTSIDE] = N_("Its program, or something it needs, isn’t in a folder "
                                        "that it may open"),
  [PADDOCK_REASON_NO_BOX] = N_("Paddock couldn’t confirm what the server would be able to open"),
  [PADDOCK_REASON_UNPROVEN] = N_("Paddock couldn’t verify its program, so its entry key doesn’t "
                                 "count"),
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
