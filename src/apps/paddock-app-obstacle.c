/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-obstacle.h"

#include "config.h"

#include <glib/gi18n-lib.h>

static const char * const texts[] = {
  [PADDOCK_APP_OBSTACLE_FORM] = N_("Paddock doesn’t know this kind of entry."),
  [PADDOCK_APP_OBSTACLE_OWN_STORE] = N_("The app keeps its servers where Paddock can’t change "
                                        "them. Use “Connect a Server…” instead."),
  [PADDOCK_APP_OBSTACLE_SYNTAX] = N_("This version of Paddock was built without support for "
                                     "this file format."),
  [PADDOCK_APP_OBSTACLE_SANDBOX] = N_("The app runs its servers in a sandbox, where they can’t "
                                      "reach Paddock."),
  [PADDOCK_APP_OBSTACLE_SANDBOXED] = N_("The app runs this server in a sandbox, where it can’t "
                                        "reach Paddock."),
  [PADDOCK_APP_OBSTACLE_ELSEWHERE] = N_("The app might start this server on another computer, "
                                        "where it can’t reach Paddock."),
  [PADDOCK_APP_OBSTACLE_DEBUGGED] = N_("The app debugs this server, so its command must be Node.js "
                                       "or Python."),
  [PADDOCK_APP_OBSTACLE_REPLACED] = N_("The app has its own programs for npx and uvx, and Paddock "
                                       "can’t start those."),
  [PADDOCK_APP_OBSTACLE_SHELL] = N_("The app gives this command to a shell. Split it into a "
                                    "command and its arguments first."),
  [PADDOCK_APP_OBSTACLE_PROJECT] = N_("The file belongs to a project. Others who use it may not "
                                      "have Paddock."),
  [PADDOCK_APP_OBSTACLE_TWICE] = N_("The same name is used twice in this entry or for two "
                                    "entries. Remove one of them first."),
  [PADDOCK_APP_OBSTACLE_REFERENCES] = N_("The entry uses anchors, aliases or tags of YAML. Replace "
                                         "them with what they mean first."),
  [PADDOCK_APP_OBSTACLE_NOT_TEXT] = N_("The command or one of its arguments isn’t text."),
  [PADDOCK_APP_OBSTACLE_AMBIGUOUS] = N_("The entry has a command and an address, or two "
                                        "addresses. Remove one of them first."),
  [PADDOCK_APP_OBSTACLE_OWN_SERVER] = N_("This entry is Paddock’s own server."),
  [PADDOCK_APP_OBSTACLE_OPTIONS] = N_("Somebody changed how this entry starts Paddock. Edit it in "
                                      "the app’s file."),
  [PADDOCK_APP_OBSTACLE_ADDRESS] = N_("Paddock can’t connect to this address. It needs https://, "
                                      "or http:// on this computer."),
  [PADDOCK_APP_OBSTACLE_SECRET] = N_("The address contains a secret. In Paddock’s command line, "
                                     "other users of this computer could read it."),
  [PADDOCK_APP_OBSTACLE_VARIABLES] = N_("The entry contains a variable. Paddock doesn’t know "
                                        "whether the app would still replace it."),
  [PADDOCK_APP_OBSTACLE_HEADERS] = N_("Paddock can’t move the HTTP headers of this entry."),
  [PADDOCK_APP_OBSTACLE_MEMBERS] = N_("The entry has settings for its connection that Paddock "
                                      "can’t keep."),
  [PADDOCK_APP_OBSTACLE_ROOTS] = N_("The server gets its folders from Paddock. Enter the folders "
                                    "that it gets without Paddock."),
  [PADDOCK_APP_OBSTACLE_NONE] = "",
};

/**
 * paddock_app_obstacle_get_text:
 *
 * Returns: a sentence for the user, in the user's language; empty for %PADDOCK_APP_OBSTACLE_NONE
 */
const char *
paddock_app_obstacle_get_text (PaddockAppObstacle obstacle)
{
  g_return_val_if_fail (obstacle < G_N_ELEMENTS (texts), "");

  return *texts[obstacle] != '\0' ? _(texts[obstacle]) : "";
}
