/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-consent-agent.h"

G_BEGIN_DECLS

/* A stub for the agent, and functions that wait for the main loop. */

#define WAIT_SECONDS 50

static inline gboolean
on_waited_too_long (gpointer user_data)
{
  g_error ("waited %d s for %s", WAIT_SECONDS, (const char *) user_data);
  return G_SOURCE_REMOVE;
}

#define WAIT_FOR(condition) \
  G_STMT_START { \
    guint watchdog = g_timeout_add_seconds (WAIT_SECONDS, on_waited_too_long, \
                                            (gpointer) (G_STRLOC ": " #condition)); \
\
    while (!(condition)) \
    g_main_context_iteration (NULL, TRUE); \
    g_source_remove (watchdog); \
  } G_STMT_END

/* Keeps the result of any call, for its finish function. */
static inline void
on_result (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GAsyncResult **out_result = user_data;

  g_assert_null (*out_result);
  *out_result = g_object_ref (result);
}

/* An agent that is available, has to be summoned, or never comes, as the test sets. */
#define TEST_TYPE_AGENT (test_agent_get_type ())
G_DECLARE_FINAL_TYPE (TestAgent, test_agent, TEST, AGENT, GObject)

struct _TestAgent
{
  GObject    parent_instance;
  gboolean   is_available;
  gboolean   comes;                 /* it comes when summoned */
  gboolean   takes_time;            /* it comes only at test_agent_arrive() */
  guint      n_summoned;
  GPtrArray *summoned;              /* (owned) GTask: without an answer yet */
};

static inline void
test_agent_arrive (TestAgent *self)
{
  g_autoptr (GPtrArray) summoned = g_steal_pointer (&self->summoned);

  self->summoned = g_ptr_array_new_with_free_func (g_object_unref);
  self->is_available |= self->comes;
  for (guint i = 0; i < summoned->len; i++)
    g_task_return_boolean (g_ptr_array_index (summoned, i), self->comes);
}

static inline gboolean
test_agent_is_available (PaddockConsentAgent *agent)
{
  return TEST_AGENT (agent)->is_available;
}

static inline void
test_agent_summon_async (PaddockConsentAgent *agent,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  TestAgent *self = TEST_AGENT (agent);

  self->n_summoned++;
  g_ptr_array_add (self->summoned, g_task_new (self, cancellable, callback, user_data));
  if (!self->takes_time)
    test_agent_arrive (self);
}

static inline gboolean
test_agent_summon_finish (PaddockConsentAgent *agent,
                          GAsyncResult        *result)
{
  return g_task_propagate_boolean (G_TASK (result), NULL);
}

static inline void
test_agent_iface_init (PaddockConsentAgentInterface *iface)
{
  iface->is_available = test_agent_is_available;
  iface->summon_async = test_agent_summon_async;
  iface->summon_finish = test_agent_summon_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestAgent, test_agent, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (PADDOCK_TYPE_CONSENT_AGENT,
                                                      test_agent_iface_init))

static inline void
test_agent_finalize (GObject *object)
{
  g_ptr_array_unref (TEST_AGENT (object)->summoned);
  G_OBJECT_CLASS (test_agent_parent_class)->finalize (object);
}

static inline void
test_agent_class_init (TestAgentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_agent_finalize;
}

static inline void
test_agent_init (TestAgent *self)
{
  self->summoned = g_ptr_array_new_with_free_func (g_object_unref);
}

G_END_DECLS
