/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-roots-responder.h"

#include "paddock-consent-wait.h"

/* Answers a server's questions about roots.
 *
 * The proxy owns the responder, and frees it after the link. The mediator receives a question, and
 * the link asks the service. Then the host's own folders are taken into account, and the mediator
 * answers. A server of the newest revision sends no questions: there a request of the host waits
 * for the roots (paddock-input-required.c). The responder also finds out whether the server asks at
 * its start. If so, the host's first lines have to wait for the answer.
 */

struct _PaddockRootsResponder
{
  const PaddockRootsResponderFuncs *funcs;
  gpointer                          user_data;

  PaddockLink              *link;         /* (nullable) NULL until
                                           * paddock_roots_responder_attach() */
  PaddockMediator          *mediator;     /* (owned) */
  PaddockInputRequired     *input;        /* (owned) gives roots to servers of the newest
                                           * revision */
  PaddockConsentWait       *consent_wait; /* (owned) lets requests wait until the user has
                                           * decided */
  PaddockHostQuestion      *question;     /* (owned) */
  PaddockHostFolders       *host_folders; /* (owned) */
  PaddockHostRoots          host_roots;
  gboolean                  needs_host;   /* paddock_roots_responder_ask_host() was called */
  PaddockStartupHold       *hold;
  PaddockLaunchManager     *manager;      /* (nullable) NULL: the server is not started with its
                                           * roots */
  PaddockRevocationManager *revocations;

  gint64                    initialized;  /* when the host sent `notifications/initialized`, in µs,
                                           * monotonic; 0: not yet */
  gboolean                  has_pace;     /* the link was told @lists_early */
  gboolean                  lists_early;  /* the server asks for its roots at its start */
  guint                     n_unanswered; /* how many questions of the server about roots have no
                                           * answer yet */
};

static gboolean
has_host_roots (PaddockRootsResponder *self)
{
  return paddock_mediator_get_declared (self->mediator) == PADDOCK_DECLARED_ROOTS;
}

static PaddockRootList *
limit (PaddockRootsResponder *self,
       PaddockRootList       *list)
{
  return self->manager != NULL ? paddock_launch_manager_limit (self->manager, list)
                               : paddock_root_list_ref (list);
}

static void
on_answer (PaddockRootList *list,
           gpointer         user_data)
{
  PaddockRootsResponder *self = user_data;
  g_autoptr (PaddockRootList) seen =
    paddock_host_folders_apply (self->host_folders, list, has_host_roots (self));
  g_autoptr (PaddockRootList) told = limit (self, seen);

  paddock_revocation_manager_answered (self->revocations, told);
  paddock_mediator_answer (self->mediator, told);
  self->n_unanswered--;
  if (self->initialized != 0)
    paddock_startup_hold_wait_quiescent (self->hold);
  if (self->manager != NULL)
    paddock_launch_manager_answered (self->manager, list);
}

static void
note_pace (PaddockRootsResponder *self)
{
  gint64 latest = self->initialized + PADDOCK_ROOTS_RESPONDER_EARLY_MS * G_TIME_SPAN_MILLISECOND;

  if (self->has_pace)
    return;
  self->has_pace = TRUE;
  self->lists_early = self->initialized == 0 || g_get_monotonic_time () <= latest;
  paddock_link_set_pace (self->link, self->lists_early);
}

static void
on_ask (gpointer user_data)
{
  PaddockRootsResponder *self = user_data;

  self->n_unanswered++;
  self->funcs->need_link (self->user_data);
  note_pace (self);
  paddock_revocation_manager_asked (self->revocations);
  paddock_link_ask (self->link, on_answer, self);
  paddock_roots_responder_ask_host (self);
}

static void
on_initialized (gpointer user_data)
{
  PaddockRootsResponder *self = user_data;

  paddock_revocation_manager_told (self->revocations);
  if (self->initialized != 0) {
    /* This line was repeated for another server, which will ask for its roots like the last one. */
    if (self->lists_early)
      paddock_startup_hold_begin (self->hold);
    return;
  }
  self->initialized = g_get_monotonic_time ();
  /* If the server has asked for its roots and got them already, the host's lines need not wait. */
  if (!self->has_pace || self->n_unanswered > 0)
    paddock_startup_hold_begin (self->hold);
  self->funcs->need_link (self->user_data);
  self->funcs->initialized (self->user_data);
}

static const PaddockMediatorFuncs mediator_funcs = {
  .ask = on_ask,
  .initialized = on_initialized,
};

static void
on_request_waits (gpointer user_data)
{
  PaddockRootsResponder *self = user_data;

  self->funcs->need_link (self->user_data);
  paddock_consent_wait_ask (self->consent_wait, self->link);
}

static gboolean
is_wanted (gpointer user_data)
{
  return paddock_input_required_is_waiting (((PaddockRootsResponder *) user_data)->input);
}

static void
on_answer_for_requests (PaddockRootList *list,
                        gpointer         user_data)
{
  PaddockRootsResponder *self = user_data;
  g_autoptr (PaddockRootList) told = limit (self, list);

  paddock_revocation_manager_given (self->revocations, told);
  paddock_input_required_answer (self->input, told);
  if (self->manager != NULL)
    paddock_launch_manager_answered (self->manager, list);
}

static const PaddockConsentWaitFuncs consent_wait_funcs = {
  .is_wanted = is_wanted,
  .answer = on_answer_for_requests,
};

static void
on_host_roots (const char * const *uris,
               gpointer            user_data)
{
  PaddockRootsResponder *self = user_data;

  if (paddock_host_folders_update (self->host_folders, uris) && self->link != NULL &&
      self->host_roots == PADDOCK_HOST_ROOTS_SUGGEST)
    paddock_link_suggest (self->link, uris);
}

static void
ask_host_if_ready (gpointer user_data)
{
  PaddockRootsResponder *self = user_data;

  if (self->needs_host && has_host_roots (self) &&
      paddock_host_question_is_ready (self->question) &&
      !paddock_host_question_was_asked (self->question))
    paddock_host_question_ask (self->question);
}

static void
on_host_changed (gpointer user_data)
{
  PaddockRootsResponder *self = user_data;

  if (has_host_roots (self) && paddock_host_question_was_asked (self->question))
    paddock_host_question_ask (self->question);
}

static const PaddockHostQuestionFuncs question_funcs = {
  .changed = on_host_changed,
  .ready = ask_host_if_ready,
  .answer = on_host_roots,
};

static void
tell_changed (gpointer user_data)
{
  paddock_mediator_tell_changed (((PaddockRootsResponder *) user_data)->mediator);
}

/**
 * paddock_roots_responder_new:
 * @options: what to do about the host's own roots, and parts that the responder uses
 *
 * Returns: (transfer full): a responder without a link
 */
PaddockRootsResponder *
paddock_roots_responder_new (const PaddockRootsResponderOptions *options)
{
  PaddockRootsResponder *self = g_new0 (PaddockRootsResponder, 1);

  self->funcs = options->funcs;
  self->user_data = options->user_data;
  self->hold = options->hold;
  self->manager = options->manager;
  self->revocations = options->revocations;
  self->host_roots = options->host_roots;
  self->mediator = paddock_mediator_new (&mediator_funcs, self);
  self->question = paddock_host_question_new (&question_funcs, self);
  self->host_folders = paddock_host_folders_new (options->host_roots, options->socket_path,
                                                 tell_changed, self);
  self->input = paddock_input_required_new (on_request_waits,
                                            options->host_roots == PADDOCK_HOST_ROOTS_INTERSECT,
                                            self);
  self->consent_wait = paddock_consent_wait_new (&consent_wait_funcs, self);
  return self;
}

/* Frees the responder. Call this after the link and the chain of filters are freed. */
void
paddock_roots_responder_free (PaddockRootsResponder *self)
{
  paddock_host_folders_free (self->host_folders);
  paddock_mediator_free (self->mediator);
  paddock_host_question_free (self->question);
  paddock_input_required_free (self->input);
  paddock_consent_wait_free (self->consent_wait);
  g_free (self);
}

/**
 * paddock_roots_responder_attach:
 * @link: must stay valid
 *
 * Makes the responder ask the service through @link.
 */
void
paddock_roots_responder_attach (PaddockRootsResponder *self,
                                PaddockLink           *link)
{
  self->link = link;
  g_signal_connect_swapped (link, "changed", G_CALLBACK (tell_changed), self);
}

/**
 * paddock_roots_responder_ask_host:
 *
 * Asks the host for its own roots, as soon as it may be asked. Later calls do nothing. Don't call
 * this before the server needs roots.
 */
void
paddock_roots_responder_ask_host (PaddockRootsResponder *self)
{
  if (self->host_roots == PADDOCK_HOST_ROOTS_IGNORE)
    return;
  self->needs_host = TRUE;
  ask_host_if_ready (self);
}

PaddockHostQuestion *
paddock_roots_responder_get_question (PaddockRootsResponder *self)
{
  return self->question;
}

PaddockInputRequired *
paddock_roots_responder_get_input (PaddockRootsResponder *self)
{
  return self->input;
}

PaddockMediator *
paddock_roots_responder_get_mediator (PaddockRootsResponder *self)
{
  return self->mediator;
}
