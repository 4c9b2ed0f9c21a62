/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-launch-config.h"

#include <errno.h>
#include <string.h>

#include "paddock-arguments.h"
#include "paddock-launch-claim.h"
#include "paddock-error.h"
#include "paddock-message-batch.h"
#include "paddock-names.h"

/* A server that gets its folders in its command line, its environment or its working directory.
 *
 * The proxy owns one where the command or an option asks for it. Such a server cannot be told of a
 * change; it is started again, with what may be seen then. Here is what the last one was started
 * with, what is known now, and what follows from the difference. No I/O but that of finding the
 * program, and no clock.
 *
 * A folder that is away cannot be told from one that was taken back, unless none is left: the
 * service says why a list is empty. So a server that has lost some is started without them, which
 * is the safe side, and one that has lost all only where the user has done it. What a server kept
 * outside its process nobody takes from it.
 */

struct _PaddockLaunchConfig
{
  GStrv           argv;             /* (owned) as it was written */
  char           *program;          /* (owned) (nullable) its path, where it starts elsewhere */
  gboolean        is_literal;
  gboolean        enters_folder;
  PaddockOnRevoke mode;

  PaddockRootList *known;           /* (owned) as the service last said */
  GStrv            given;           /* (owned) paths: what the last one was started with */
  gint64           started_at;      /* µs, monotonic */
  gint64           widened_at;      /* µs, monotonic: so that it got something, 0: never */
  gint64           narrowed_at;     /* µs, monotonic: so that it lost something, 0: never */
  gboolean         is_widening;     /* the restart that was decided upon */
  gboolean         is_narrowing;
  gint64           asked_at;        /* µs, monotonic, 0: never */
  gboolean         is_used;         /* it was asked for something that may need a folder */

  GStrv               packed_argv;        /* (owned) (nullable) */
  GStrv               packed_environment; /* (owned) (nullable) */
  PaddockChildOptions options;
};

/**
 * paddock_launch_config_new:
 * @options: copied
 *
 * Returns: (transfer full): for a server that may see nothing, as far as is known
 */
PaddockLaunchConfig *
paddock_launch_config_new (const PaddockLaunchConfigOptions *options)
{
  PaddockLaunchConfig *self = g_new0 (PaddockLaunchConfig, 1);

  self->argv = g_strdupv ((char **) options->argv);
  self->is_literal = options->is_literal;
  self->enters_folder = options->enters_folder;
  /* A folder of the user's may hold another program of that name. */
  self->program = options->enters_folder
      ? paddock_launch_claim_find_program (options->argv[0]) : NULL;
  self->mode = options->on_revoke;
  self->known = paddock_root_list_new_empty ();
  self->given = g_new0 (char *, 1);
  return self;
}

void
paddock_launch_config_free (PaddockLaunchConfig *self)
{
  g_strfreev (self->argv);
  g_free (self->program);
  paddock_root_list_unref (self->known);
  g_strfreev (self->given);
  g_strfreev (self->packed_argv);
  g_strfreev (self->packed_environment);
  g_free (self);
}

/**
 * paddock_launch_config_set_roots:
 * @list: what the server may see, as the service says
 */
void
paddock_launch_config_set_roots (PaddockLaunchConfig *self,
                                 PaddockRootList     *list)
{
  paddock_root_list_ref (list);
  paddock_root_list_unref (self->known);
  self->known = list;
}

/**
 * paddock_launch_config_has_any:
 *
 * Returns: whether a server that is started now would get a folder
 */
gboolean
paddock_launch_config_has_any (const PaddockLaunchConfig *self)
{
  return !paddock_root_list_is_empty (self->known);
}

/**
 * paddock_launch_config_is_prepared:
 *
 * Returns: whether a server was started
 */
gboolean
paddock_launch_config_is_prepared (const PaddockLaunchConfig *self)
{
  return self->packed_argv != NULL;
}

/**
 * paddock_launch_config_prepare:
 * @now: µs, monotonic
 *
 * What to start the server with now. It counts as started.
 *
 * Returns: (transfer none) (nullable): valid until the next call; %NULL with %PADDOCK_ERROR_LIMIT,
 *   or with %PADDOCK_ERROR_NOT_FOUND where it starts in a folder, which is no place to look for its
 *   program
 */
const PaddockChildOptions *
paddock_launch_config_prepare (PaddockLaunchConfig  *self,
                               gint64                now,
                               GError              **error)
{
  g_auto (GStrv) paths = paddock_root_list_dup_paths (self->known);
  g_auto (GStrv) inherited = g_get_environ ();
  g_autofree char *roots = paddock_root_list_write (self->known, FALSE);
  g_auto (GStrv) argv = NULL;
  g_auto (GStrv) environment = NULL;

  if (self->enters_folder && self->program == NULL) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND, g_strerror (ENOENT));
    return NULL;
  }
  argv = self->is_literal ? g_strdupv (self->argv)
                          : paddock_arguments_expand ((const char * const *) self->argv,
                                                      (const char * const *) paths, error);
  if (argv == NULL)
    return NULL;
  environment = paddock_arguments_add_roots ((const char * const *) inherited, roots, error);
  if (environment == NULL)
    return NULL;

  g_strfreev (self->packed_argv);
  g_strfreev (self->packed_environment);
  g_strfreev (self->given);
  self->packed_argv = g_steal_pointer (&argv);
  self->packed_environment = g_steal_pointer (&environment);
  self->given = g_steal_pointer (&paths);
  self->started_at = now;
  self->is_used = FALSE;
  self->options = (PaddockChildOptions) {
    .argv = (const char * const *) self->packed_argv,
    .program = self->program,
    .environment = (const char * const *) self->packed_environment,
    .folders = self->enters_folder ? (const char * const *) self->given : NULL,
  };
  return &self->options;
}

/* What hosts ask for to know a server, before anybody wants something of it. */
static gboolean
is_introduction (const char *method)
{
  static const char * const names[] = {
    PADDOCK_METHOD_INITIALIZE, "ping", "server/discover", "logging/setLevel",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (method, names[i]))
      return TRUE;
  return g_str_has_suffix (method, "/list");
}

typedef struct {
  gboolean is_vacant;
  gboolean is_needed;
} Needs;

static gboolean
add_needs (PaddockMessage *message,
           gpointer        user_data)
{
  Needs *needs = user_data;

  if (message->kind == PADDOCK_MESSAGE_REQUEST && message->method != NULL)
    needs->is_needed |= !is_introduction (message->method) ||
                        (needs->is_vacant &&
                         paddock_message_is_method (message, PADDOCK_METHOD_INITIALIZE));
  return TRUE;
}

/**
 * paddock_launch_config_needs_prompt:
 * @message: of the host
 * @is_vacant: whether there is no server, for want of a folder
 * @is_pending: whether the service said that nothing is decided about it
 * @now: µs, monotonic
 *
 * Returns: whether the user is to be asked for folders now: the host wants something of a server
 *   that has none. Where none runs its handshake is that already
 */
gboolean
paddock_launch_config_needs_prompt (PaddockLaunchConfig *self,
                                    PaddockMessage      *message,
                                    gboolean             is_vacant,
                                    gboolean             is_pending,
                                    gint64               now)
{
  Needs needs = { .is_vacant = is_vacant };

  if (self->is_used && !is_vacant &&
      (self->given[0] != NULL || (self->asked_at != 0 && !is_pending)))
    return FALSE;
  if (message->kind == PADDOCK_MESSAGE_BATCH && paddock_message_is_valid (message))
    paddock_message_batch_foreach (message, add_needs, &needs);
  else
    add_needs (message, &needs);
  self->is_used |= needs.is_needed;

  if (!needs.is_needed || self->given[0] != NULL ||
      (self->asked_at != 0 && (!is_pending ||
                               now - self->asked_at < PADDOCK_LAUNCH_CONFIG_PROMPT_US)))
    return FALSE;
  self->asked_at = now;
  return TRUE;
}

/**
 * paddock_launch_config_explains_end:
 * @now: µs, monotonic
 *
 * Returns: whether a server that ends now by itself does it because it was given no folder
 */
gboolean
paddock_launch_config_explains_end (const PaddockLaunchConfig *self,
                                    gint64                     now)
{
  return self->given[0] == NULL &&
         (!self->is_used || now - self->started_at <= PADDOCK_LAUNCH_CONFIG_AT_ONCE_US);
}

static gboolean
lacks_any (const char * const *paths,
           const char * const *wanted)
{
  for (gsize i = 0; wanted[i] != NULL; i++)
    if (!g_strv_contains (paths, wanted[i]))
      return TRUE;
  return FALSE;
}

/**
 * paddock_launch_config_decide:
 * @obstacle: what the conversation says of a restart
 * @now: µs, monotonic
 * @out_when: (out): µs, monotonic: when to ask again, where that is the answer
 * @out_reason: (out): why it keeps what it has, where that is the answer
 *
 * Returns: what to do about a server that runs
 */
PaddockLaunchConfigStep
paddock_launch_config_decide (PaddockLaunchConfig *self,
                              PaddockObstacle      obstacle,
                              gint64               now,
                              gint64              *out_when,
                              PaddockReason       *out_reason)
{
  g_auto (GStrv) paths = paddock_root_list_dup_paths (self->known);
  const char * const *known = (const char * const *) paths;
  const char * const *given = (const char * const *) self->given;
  gint64 last;
  gint64 period;

  *out_when = 0;
  *out_reason = PADDOCK_REASON_NONE;
  if (g_strv_equal (known, given))
    return PADDOCK_LAUNCH_CONFIG_CURRENT;
  if (known[0] == NULL && !paddock_root_list_is_revoked_by_user (self->known))
    return PADDOCK_LAUNCH_CONFIG_KEEP;
  if (self->mode == PADDOCK_ON_REVOKE_NOTIFY && !lacks_any (given, known)) {
    *out_reason = PADDOCK_REASON_CONFIGURED;
    return PADDOCK_LAUNCH_CONFIG_TOLD;
  }
  self->is_narrowing = lacks_any (known, given);
  self->is_widening = lacks_any (given, known);
  if (obstacle != PADDOCK_OBSTACLE_NONE) {
    *out_reason = paddock_revocation_obstacle_to_reason (obstacle);
    *out_when = now + PADDOCK_LAUNCH_CONFIG_PERIOD_US;
    if (obstacle == PADDOCK_OBSTACLE_TASKS)
      return PADDOCK_LAUNCH_CONFIG_LATER;
    /* A server that only lacks what came keeps nothing that it should not have. */
    return self->is_narrowing || obstacle == PADDOCK_OBSTACLE_NO_HANDSHAKE
           ? PADDOCK_LAUNCH_CONFIG_TOLD
           : PADDOCK_LAUNCH_CONFIG_KEEP;
  }
  /* That something was granted a moment ago must not keep it from being taken back. */
  last = self->is_narrowing ? self->narrowed_at : self->widened_at;
  period = self->is_narrowing ? PADDOCK_LAUNCH_CONFIG_NARROW_US : PADDOCK_LAUNCH_CONFIG_PERIOD_US;
  if (last != 0 && now - last < period) {
    *out_when = last + period;
    return PADDOCK_LAUNCH_CONFIG_LATER;
  }
  return PADDOCK_LAUNCH_CONFIG_RESTART;
}

/**
 * paddock_launch_config_dup_lost:
 *
 * Returns: (transfer full): the paths that the server was started with and is not to have
 */
GStrv
paddock_launch_config_dup_lost (const PaddockLaunchConfig *self)
{
  g_autoptr (GStrvBuilder) lost = g_strv_builder_new ();
  g_auto (GStrv) known = paddock_root_list_dup_paths (self->known);

  for (gsize i = 0; self->given[i] != NULL; i++)
    if (!g_strv_contains ((const char * const *) known, self->given[i]))
      g_strv_builder_add (lost, self->given[i]);
  return g_strv_builder_end (lost);
}

/**
 * paddock_launch_config_restarted:
 * @now: µs, monotonic
 *
 * A server was ended for another one, as it was decided.
 */
void
paddock_launch_config_restarted (PaddockLaunchConfig *self,
                                 gint64               now)
{
  if (self->is_widening)
    self->widened_at = now;
  if (self->is_narrowing)
    self->narrowed_at = now;
  /* The user took all of it back: what the user gives then does not wait. */
  if (self->is_narrowing && self->given[0] == NULL)
    self->widened_at = 0;
}
