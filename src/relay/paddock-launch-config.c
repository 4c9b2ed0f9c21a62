/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-launch-config.h"

#include "paddock-message-batch.h"
#include "paddock-names.h"

/* Decides when to restart a server that is started with its folders.
 *
 * The launch manager owns the config. A server that is started with its folders can't be told of a
 * change. It must be restarted with the folders that it may see by then. The config compares the
 * folders of the last server with the service's list. It has no clock.
 *
 * If a folder is missing from the list, nobody knows whether it is only away, or the user took it
 * back. So to be safe, the server is restarted without that folder. If no folder is left, the
 * service says why. Then the server is restarted only if the user took the folders back. Nobody can
 * take away what a server stored outside its process.
 */

struct _PaddockLaunchConfig
{
  PaddockLaunchCommand *command;    /* (owned) */
  PaddockOnRevoke       mode;
  PaddockRootList      *known;      /* (owned) the last list of roots from the service */
  gint64                started_at; /* when the last server was started, in µs, monotonic */
  gint64                changed_at; /* since when the list differs from the server's folders, in µs,
                                     * monotonic; 0: it does not */
  gint64                widened_at; /* when the last restart that gave folders took place, in µs,
                                     * monotonic; 0: none */
  gint64                narrowed_at;  /* when the last restart that took folders away took place, in
                                       * µs, monotonic; 0: none */
  gboolean              is_widening;  /* the next restart gives the server folders */
  gboolean              is_narrowing; /* the next restart takes folders from the server */
  gint64                asked_at;   /* when the user was last asked for folders, in µs, monotonic;
                                     * 0: never */
  gboolean              is_used;    /* the host asked the server for something that may need a
                                     * folder */
};

/**
 * paddock_launch_config_new:
 * @options: copied
 *
 * Returns: (transfer full): a config with an empty list of roots
 */
PaddockLaunchConfig *
paddock_launch_config_new (const PaddockLaunchConfigOptions *options)
{
  PaddockLaunchConfig *self = g_new0 (PaddockLaunchConfig, 1);

  self->command = paddock_launch_command_new (&options->command);
  self->mode = options->on_revoke;
  self->known = paddock_root_list_new_empty ();
  return self;
}

void
paddock_launch_config_free (PaddockLaunchConfig *self)
{
  paddock_launch_command_free (self->command);
  paddock_root_list_unref (self->known);
  g_free (self);
}

static gboolean
has_folders (const PaddockLaunchConfig *self)
{
  return paddock_launch_command_get_given (self->command)[0] != NULL;
}

static gboolean
is_confined (const PaddockLaunchConfig *self)
{
  return paddock_launch_command_get_confinement (self->command) != NULL;
}

/**
 * paddock_launch_config_get_command:
 *
 * Returns: (transfer none): the command of the server
 */
PaddockLaunchCommand *
paddock_launch_config_get_command (PaddockLaunchConfig *self)
{
  return self->command;
}

/**
 * paddock_launch_config_set_roots:
 * @list: the service's list of the roots that the server may see
 *
 * Replaces the list of roots.
 */
void
paddock_launch_config_set_roots (PaddockLaunchConfig *self,
                                 PaddockRootList     *list)
{
  paddock_root_list_ref (list);
  paddock_root_list_unref (self->known);
  self->known = list;
}

/* Returns: (transfer none): the list of paddock_launch_config_set_roots() */
PaddockRootList *
paddock_launch_config_get_roots (PaddockLaunchConfig *self)
{
  return self->known;
}

/**
 * paddock_launch_config_drop_ended:
 * @now: µs since the epoch
 *
 * Removes the roots that have expired.
 *
 * Returns: µs since the epoch: when the next root expires; %G_MAXINT64: none does
 */
gint64
paddock_launch_config_drop_ended (PaddockLaunchConfig *self,
                                  gint64               now)
{
  PaddockRootList *left;

  /* An empty list says why it is. */
  if (paddock_root_list_is_empty (self->known))
    return G_MAXINT64;
  left = paddock_root_list_at (self->known, now);
  paddock_root_list_unref (self->known);
  self->known = left;
  return paddock_root_list_next_expiry (left, now);
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
 * paddock_launch_config_is_revoked:
 *
 * Returns: whether the list says that the server has no roots because of the user
 */
gboolean
paddock_launch_config_is_revoked (const PaddockLaunchConfig *self)
{
  return paddock_root_list_is_revoked_by_user (self->known);
}

/**
 * paddock_launch_config_is_prepared:
 *
 * Returns: whether paddock_launch_config_prepare() was called with success
 */
gboolean
paddock_launch_config_is_prepared (const PaddockLaunchConfig *self)
{
  return paddock_launch_command_is_filled (self->command);
}

/**
 * paddock_launch_config_prepare:
 * @now: µs, monotonic
 *
 * Fills the command with the folders of the list. From now on, the server counts as started.
 *
 * Returns: (transfer none) (nullable): what to start, valid until the next call; %NULL with the
 *   errors of paddock_launch_command_fill()
 */
const PaddockChildOptions *
paddock_launch_config_prepare (PaddockLaunchConfig  *self,
                               gint64                now,
                               GError              **error)
{
  const PaddockChildOptions *options = paddock_launch_command_fill (self->command, self->known,
                                                                    error);

  if (options != NULL) {
    self->started_at = now;
    self->changed_at = 0;
    self->is_used = FALSE;
  }
  return options;
}

/* Whether hosts send @method only to get to know a server, before it is used. */
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
 * @message: a message of the host
 * @is_vacant: whether no server runs, because there is no folder
 * @is_pending: whether the service said that the user has not decided yet
 * @now: µs, monotonic
 *
 * Notes whether the host uses the server. If no server runs, `initialize` counts as use, too.
 *
 * Returns: whether to ask the user for folders now, because the host uses a server that has none
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
      (has_folders (self) || (self->asked_at != 0 && !is_pending)))
    return FALSE;
  if (message->kind == PADDOCK_MESSAGE_BATCH && paddock_message_is_valid (message))
    paddock_message_batch_foreach (message, add_needs, &needs);
  else
    add_needs (message, &needs);
  self->is_used |= needs.is_needed;

  if (!needs.is_needed || has_folders (self) ||
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
 * Returns: whether the missing folder counts as the reason, if the server ends by itself now
 */
gboolean
paddock_launch_config_explains_end (const PaddockLaunchConfig *self,
                                    gint64                     now)
{
  return !has_folders (self) &&
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
 * paddock_launch_config_is_urgent:
 *
 * Returns: whether the next restart takes something from a confined server: then the old one is
 *   killed at once, because it could go on using it
 */
gboolean
paddock_launch_config_is_urgent (const PaddockLaunchConfig *self)
{
  return self->is_narrowing && is_confined (self);
}

/**
 * paddock_launch_config_takes:
 *
 * Returns: whether a confined server that is being started or ended has something that is not on
 *   the list any more
 */
gboolean
paddock_launch_config_takes (PaddockLaunchConfig *self)
{
  g_auto (GStrv) wanted = paddock_launch_command_dup_given (self->command, self->known);
  gboolean takes = is_confined (self) &&
                   lacks_any ((const char * const *) wanted,
                              paddock_launch_command_get_given (self->command));

  self->is_narrowing |= takes;
  return takes;
}

/**
 * paddock_launch_config_renew:
 *
 * Notes that the next restart changes no folder. A box must make room for another one.
 */
void
paddock_launch_config_renew (PaddockLaunchConfig *self)
{
  self->is_narrowing = self->is_widening = FALSE;
}

/**
 * paddock_launch_config_limit:
 *
 * Returns: (transfer full): what of @list a server is told. A confined server is told only what its
 *   box has
 */
PaddockRootList *
paddock_launch_config_limit (const PaddockLaunchConfig *self,
                             PaddockRootList           *list)
{
  return is_confined (self)
         ? paddock_root_list_with_paths (list, paddock_launch_command_get_held (self->command))
         : paddock_root_list_ref (list);
}

/* Returns when the next restart may begin, in µs, monotonic. A restart for a new folder must not
 * delay a restart that takes a folder away. */
static gint64
get_due (PaddockLaunchConfig *self,
         gint64               now)
{
  gint64 last = self->is_narrowing ? self->narrowed_at : self->widened_at;
  gboolean has_period = last != 0 && !paddock_launch_config_is_urgent (self);
  gint64 due = has_period ? last + PADDOCK_LAUNCH_CONFIG_PERIOD_US : now;

  return self->is_narrowing ? due : MAX (due, self->changed_at + PADDOCK_LAUNCH_CONFIG_COALESCE_US);
}

/**
 * paddock_launch_config_decide:
 * @obstacle: what forbids a restart now
 * @now: µs, monotonic
 * @out_when: (out): µs, monotonic: when to decide again, if the result is
 *   %PADDOCK_LAUNCH_CONFIG_LATER
 * @out_reason: (out): why the server is not restarted; %PADDOCK_REASON_NONE if the user's option
 *   and @obstacle allow a restart
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
  g_auto (GStrv) wanted = paddock_launch_command_dup_given (self->command, self->known);
  const char * const *known = (const char * const *) wanted;
  const char * const *given = paddock_launch_command_get_given (self->command);

  *out_when = 0;
  *out_reason = PADDOCK_REASON_NONE;
  if (g_strv_equal (known, given)) {
    self->changed_at = 0;
    return PADDOCK_LAUNCH_CONFIG_CURRENT;
  }
  if (self->changed_at == 0)
    self->changed_at = now;
  if (known[0] == NULL && !paddock_root_list_is_revoked_by_user (self->known) &&
      !is_confined (self))
    return PADDOCK_LAUNCH_CONFIG_KEEP;
  if (self->mode == PADDOCK_ON_REVOKE_NOTIFY && !lacks_any (given, known)) {
    *out_reason = PADDOCK_REASON_CONFIGURED;
    return PADDOCK_LAUNCH_CONFIG_TOLD;
  }
  self->is_narrowing = lacks_any (known, given);
  self->is_widening = lacks_any (given, known);
  if (obstacle != PADDOCK_OBSTACLE_NONE) {
    *out_reason = paddock_revocation_obstacle_to_reason (obstacle);
    *out_when = now + PADDOCK_LAUNCH_CONFIG_OBSTACLE_US;
    if (paddock_launch_config_is_urgent (self))
      return PADDOCK_LAUNCH_CONFIG_END;
    if (obstacle == PADDOCK_OBSTACLE_TASKS)
      return PADDOCK_LAUNCH_CONFIG_LATER;
    /* If no folder was taken away, the server may see all folders that it holds. */
    return self->is_narrowing || obstacle == PADDOCK_OBSTACLE_NO_HANDSHAKE
           ? PADDOCK_LAUNCH_CONFIG_TOLD
           : PADDOCK_LAUNCH_CONFIG_KEEP;
  }
  *out_when = get_due (self, now);
  return now < *out_when ? PADDOCK_LAUNCH_CONFIG_LATER : PADDOCK_LAUNCH_CONFIG_RESTART;
}

/**
 * paddock_launch_config_dup_lost:
 * @given: the paths that servers were started with
 *
 * Returns: (transfer full): those of @given that the server may not see any more
 */
GStrv
paddock_launch_config_dup_lost (const PaddockLaunchConfig *self,
                                const char * const        *given)
{
  g_autoptr (GStrvBuilder) lost = g_strv_builder_new ();
  g_auto (GStrv) known = paddock_root_list_dup_paths (self->known);

  for (gsize i = 0; given[i] != NULL; i++)
    if (!g_strv_contains ((const char * const *) known, given[i]))
      g_strv_builder_add (lost, given[i]);
  return g_strv_builder_end (lost);
}

/**
 * paddock_launch_config_dup_pending:
 *
 * Returns: (transfer full): the paths that the server may see, but that it was not started with
 */
GStrv
paddock_launch_config_dup_pending (const PaddockLaunchConfig *self)
{
  g_autoptr (GStrvBuilder) pending = g_strv_builder_new ();
  g_auto (GStrv) known = paddock_root_list_dup_paths (self->known);
  const char * const *given = paddock_launch_command_get_held (self->command);

  for (gsize i = 0; known[i] != NULL; i++)
    if (!g_strv_contains (given, known[i]))
      g_strv_builder_add (pending, known[i]);
  return g_strv_builder_end (pending);
}

/**
 * paddock_launch_config_restarted:
 * @now: µs, monotonic
 *
 * Notes that the restart took place which paddock_launch_config_decide() decided on.
 *
 * Returns: why: %PADDOCK_REASON_NARROWED, or else %PADDOCK_REASON_WIDENED; %PADDOCK_REASON_NONE if
 *   only the order of the folders changed
 */
PaddockReason
paddock_launch_config_restarted (PaddockLaunchConfig *self,
                                 gint64               now)
{
  if (self->is_widening)
    self->widened_at = now;
  if (self->is_narrowing)
    self->narrowed_at = now;
  /* The user took all folders back. The next folder that the user shares must not wait. */
  if (self->is_narrowing && !has_folders (self))
    self->widened_at = 0;
  if (self->is_narrowing)
    return PADDOCK_REASON_NARROWED;
  return self->is_widening ? PADDOCK_REASON_WIDENED : PADDOCK_REASON_NONE;
}
