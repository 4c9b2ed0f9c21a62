/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-refusals.h"

#include "paddock-limits.h"
#include "paddock-rate.h"

/* Lists servers and programs that were refused so many files in a short time that the user should
 * look. Such a server or program may be trying paths until one works, or somebody may have talked
 * the server or program into that.
 *
 * The service owns the list. A server or program is added only once, until the window reports that
 * the user looked at the Activity page. If no window is open, the list opens one, which tells the
 * user and asks nothing. Being in the list does not change what a server may do. The list is not
 * stored; the refusals themselves are in the journal.
 */
struct _PaddockRefusals
{
  GObject              parent_instance;

  PaddockRate         *rate;      /* (owned) counts the refusals to each server or program */
  GPtrArray           *servers;   /* (owned) names of the servers and programs in the list, with
                                   * NULL at the end */
  PaddockConsentAgent *agent;     /* (owned) (nullable) */
};

G_DEFINE_FINAL_TYPE (PaddockRefusals, paddock_refusals, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
paddock_refusals_dispose (GObject *object)
{
  PaddockRefusals *self = PADDOCK_REFUSALS (object);

  g_clear_object (&self->agent);

  G_OBJECT_CLASS (paddock_refusals_parent_class)->dispose (object);
}

static void
paddock_refusals_finalize (GObject *object)
{
  PaddockRefusals *self = PADDOCK_REFUSALS (object);

  paddock_rate_free (self->rate);
  g_ptr_array_unref (self->servers);

  G_OBJECT_CLASS (paddock_refusals_parent_class)->finalize (object);
}

static void
paddock_refusals_class_init (PaddockRefusalsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_refusals_dispose;
  object_class->finalize = paddock_refusals_finalize;

  signals[CHANGED] = g_signal_new ("changed", PADDOCK_TYPE_REFUSALS, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
paddock_refusals_init (PaddockRefusals *self)
{
  self->rate = paddock_rate_new (PADDOCK_LIMIT_REFUSALS_PER_MINUTE, PADDOCK_LIMIT_READERS);
  self->servers = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->servers, NULL);
}

/**
 * paddock_refusals_new:
 *
 * Returns: (transfer full): an empty list
 */
PaddockRefusals *
paddock_refusals_new (void)
{
  return g_object_new (PADDOCK_TYPE_REFUSALS, NULL);
}

/**
 * paddock_refusals_set_agent:
 * @self: refusals
 * @agent: (nullable): the window, which is summoned if none is open; %NULL: no window can be
 *   summoned
 */
void
paddock_refusals_set_agent (PaddockRefusals     *self,
                            PaddockConsentAgent *agent)
{
  g_set_object (&self->agent, agent);
}

/* Whether @verdict is suspicious. A refusal that an honest server meets as well is not suspicious:
 * a file is gone or too large, or a disk is slow. */
static gboolean
is_suspicious (PaddockReadVerdict verdict)
{
  switch (verdict) {
    case PADDOCK_READ_OUTSIDE:
    case PADDOCK_READ_MALFORMED:
    case PADDOCK_READ_NOT_A_FILE:
    case PADDOCK_READ_LINK_REFUSED:
    case PADDOCK_READ_OTHER_FILE_SYSTEM:
    case PADDOCK_READ_SENSITIVE:
    case PADDOCK_READ_RATE_LIMITED:
    case PADDOCK_READ_READ_ONLY:
      return TRUE;
    case PADDOCK_READ_MISSING:
    case PADDOCK_READ_TOO_LARGE:
    case PADDOCK_READ_UNREADABLE:
    case PADDOCK_READ_BUSY:
    case PADDOCK_READ_TIMED_OUT:
    case PADDOCK_READ_ALLOWED:
    default:
      return FALSE;
  }
}

/**
 * paddock_refusals_note:
 * @self: refusals
 * @name: who wanted to read: the id of a server; or ':' and the label of a program on the bus,
 *   whichever server the program named
 * @verdict: the verdict that the server or program got
 * @now: µs, by a clock that never goes back
 *
 * Counts a refusal, if @verdict is a suspicious one. After more than
 * %PADDOCK_LIMIT_REFUSALS_PER_MINUTE refusals in a short time, tells the user.
 */
void
paddock_refusals_note (PaddockRefusals    *self,
                       const char         *name,
                       PaddockReadVerdict  verdict,
                       gint64              now)
{
  if (!is_suspicious (verdict) || paddock_rate_count (self->rate, name, now) ||
      g_strv_contains (paddock_refusals_get_servers (self), name) ||
      self->servers->len > PADDOCK_LIMIT_REFUSED_SERVERS)
    return;

  g_ptr_array_insert (self->servers, (int) self->servers->len - 1, g_strdup (name));
  g_signal_emit (self, signals[CHANGED], 0);
  if (self->agent != NULL && !paddock_consent_agent_is_available (self->agent))
    paddock_consent_agent_summon_async (self->agent, NULL, NULL, NULL);
}

/**
 * paddock_refusals_get_servers:
 *
 * Returns: (transfer none): the names in the list, in the form in which paddock_refusals_note() got
 *   them; %NULL ends them
 */
const char * const *
paddock_refusals_get_servers (PaddockRefusals *self)
{
  return (const char * const *) self->servers->pdata;
}

/**
 * paddock_refusals_acknowledge:
 * @self: refusals
 *
 * Empties the list. Call this when the user has seen the list.
 */
void
paddock_refusals_acknowledge (PaddockRefusals *self)
{
  if (self->servers->len == 1)
    return;

  g_ptr_array_remove_range (self->servers, 0, self->servers->len - 1);
  g_signal_emit (self, signals[CHANGED], 0);
}
