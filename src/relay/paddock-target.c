/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-target.h"

#include "paddock-launch-claim.h"

/* The server as the host's configuration names it: a command that is started, or an address.
 *
 * The proxy owns the target for its whole life. The target writes the claim, which tells the
 * service how the server is started. Credentials only go to the transport, never into the claim.
 */

struct _PaddockTarget
{
  GStrv                 argv;       /* (owned) */
  GStrv                 options;    /* (owned) the options of `paddock run` that the claim names */
  const PaddockAddress *address;    /* (nullable) */
  const char * const   *headers;    /* (nullable) */
  PaddockReach          reach;      /* (nullable) connects to @address; NULL if there is no
                                     * address */
  char                 *name;       /* (owned) (nullable) */
  char                 *key;        /* (owned) (nullable) */
};

/**
 * paddock_target_new:
 * @options: copied, except for what must stay valid
 *
 * Returns: (transfer full): a target
 */
PaddockTarget *
paddock_target_new (const PaddockTargetOptions *options)
{
  PaddockTarget *self = g_new0 (PaddockTarget, 1);

  self->argv = g_strdupv ((char **) options->argv);
  self->options = paddock_launch_claim_dup_options (options->enters_folder, options->sets_roots,
                                                    options->is_literal, options->keeps,
                                                    options->confinement);
  self->address = options->address;
  self->headers = options->headers;
  self->reach = options->reach;
  self->name = g_strdup (options->name);
  self->key = g_strdup (options->key);
  return self;
}

void
paddock_target_free (PaddockTarget *self)
{
  g_strfreev (self->argv);
  g_strfreev (self->options);
  g_free (self->name);
  g_free (self->key);
  g_free (self);
}

/**
 * paddock_target_is_remote:
 *
 * Returns: whether the server is behind an address, and not a child of this process
 */
gboolean
paddock_target_is_remote (const PaddockTarget *self)
{
  return self->address != NULL;
}

/**
 * paddock_target_get_argv:
 *
 * Returns: (transfer none): the command, empty if there is none
 */
const char * const *
paddock_target_get_argv (const PaddockTarget *self)
{
  return (const char * const *) self->argv;
}

/**
 * paddock_target_dup_claim:
 *
 * Returns: (transfer full): what the service is told about the server, JSON (docs/socket.md,
 *   `launch`)
 */
char *
paddock_target_dup_claim (const PaddockTarget *self)
{
  g_autofree char *host = paddock_launch_claim_find_host ();
  g_autofree char *appimage = paddock_launch_claim_find_appimage ();
  const char * const *options = (const char * const *) self->options;

  if (self->address != NULL)
    return paddock_launch_claim_write_remote (self->address->name, options, host, appimage,
                                              self->key,
                                              self->name);
  return paddock_launch_claim_write (paddock_target_get_argv (self), options, host, appimage,
                                     self->key,
                                     self->name);
}

static gboolean
is_ours (PaddockSpan id,
         gpointer    user_data)
{
  return paddock_replay_is_ours (paddock_restart_get_replay (user_data), id);
}

static gboolean
on_lost (GPtrArray *lines,
         GPtrArray *ids,
         gpointer   user_data)
{
  return paddock_restart_renew (user_data, lines, ids);
}

/**
 * paddock_target_reach:
 * @restart: begins another session when the server forgets the last one; must stay valid
 * @dropped: called for each message of the server that is dropped
 * @user_data: for @dropped
 *
 * Connects to the address of the server. There must be one (paddock_target_is_remote()).
 *
 * Returns: (transfer full) (nullable): a transport; %NULL with %PADDOCK_ERROR_FAILED
 */
PaddockTransport *
paddock_target_reach (const PaddockTarget  *self,
                      PaddockRestart       *restart,
                      PaddockDropped        dropped,
                      gpointer              user_data,
                      GError              **error)
{
  return self->reach (&(PaddockReachOptions) {
    .address = self->address,
    .headers = self->headers,
    .ours = is_ours,
    .lost = on_lost,
    .user_data = restart,
    .dropped = dropped,
    .dropped_data = user_data,
  }, error);
}
