/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock"

#include "paddock-settle.h"

#include "paddock-cli-service.h"
#include "paddock-decision.h"
#include "paddock-reason-text.h"

#include "config.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>

/* Calls a method that may widen access, and waits for the result. Either the service acts at once,
 * or it asks the user in the window.
 *
 * The wait has no time limit. It ends when the user answers, when the user presses Ctrl+C, or when
 * the service ends. After Ctrl+C the question stays open in the window. */

typedef struct {
  GMainLoop  *loop;
  const char *request;
  char       *verdict;                /* (owned) (nullable) the nick of the answer's verdict; NULL:
                                       * no answer yet */
  char       *reason;                 /* (owned) (nullable) the nick of the answer's reason; NULL:
                                       * no answer yet */
  gboolean    is_lost;                /* the service ended, and the question with it */
} Wait;

static void
on_service_signal (GDBusProxy *proxy,
                   const char *sender,
                   const char *signal,
                   GVariant   *parameters,
                   Wait       *wait)
{
  const char *request, *verdict, *reason;

  if (g_strcmp0 (signal, "RequestFinished") != 0 ||
      !g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(sss)")))
    return;
  g_variant_get (parameters, "(&s&s&s)", &request, &verdict, &reason);
  if (g_strcmp0 (request, wait->request) != 0 || wait->verdict != NULL)
    return;

  wait->verdict = g_strdup (verdict);
  wait->reason = g_strdup (reason);
  g_main_loop_quit (wait->loop);
}

static void
on_owner_changed (GDBusProxy *proxy,
                  GParamSpec *pspec,
                  Wait       *wait)
{
  g_autofree char *owner = g_dbus_proxy_get_name_owner (proxy);

  wait->is_lost = owner == NULL;
  if (wait->is_lost)
    g_main_loop_quit (wait->loop);
}

static gboolean
on_interrupted (gpointer user_data)
{
  g_main_loop_quit (user_data);
  return G_SOURCE_CONTINUE;
}

static PaddockExit
tell_verdict (PaddockCli *cli,
              const Wait *wait)
{
  const char *reason;

  switch (paddock_decision_verdict_from_nick (wait->verdict)) {
    case PADDOCK_VERDICT_ALLOW:
      return PADDOCK_EXIT_OK;
    case PADDOCK_VERDICT_NOT_NOW:
      paddock_cli_complain (cli, "%s", _("You chose to answer later. Nothing changed."));
      return PADDOCK_EXIT_REFUSED;
    case PADDOCK_VERDICT_BLOCK:
      paddock_cli_complain (cli, "%s", _("You blocked the server."));
      return PADDOCK_EXIT_REFUSED;
    case PADDOCK_VERDICT_DENY:
    default:
      reason = paddock_reason_text_get (paddock_reason_from_nick (wait->reason));
      if (reason != NULL)
        /* Translators: %s is the reason, without a full stop */
        paddock_cli_complain (cli, _("Refused. %s."), reason);
      else
        paddock_cli_complain (cli, "%s", _("Refused."));
      return PADDOCK_EXIT_REFUSED;
  }
}

static PaddockExit
wait_for_verdict (PaddockCli *cli,
                  const char *request)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Wait wait = { .loop = loop, .request = request };
  guint interrupt_id = g_unix_signal_add (SIGINT, on_interrupted, loop);
  guint terminate_id = g_unix_signal_add (SIGTERM, on_interrupted, loop);
  PaddockExit status;

  paddock_cli_complain (cli, "%s", _("Paddock is asking you in its window. Ctrl+C stops waiting "
                                     "for the answer; the question stays open."));
  fflush (cli->err);

  g_signal_connect (cli->service, "g-signal", G_CALLBACK (on_service_signal), &wait);
  g_signal_connect (cli->service, "notify::g-name-owner", G_CALLBACK (on_owner_changed), &wait);
  g_main_loop_run (loop);
  g_signal_handlers_disconnect_by_data (cli->service, &wait);
  g_source_remove (interrupt_id);
  g_source_remove (terminate_id);

  if (wait.verdict != NULL) {
    status = tell_verdict (cli, &wait);
  } else if (wait.is_lost) {
    paddock_cli_complain (cli, "%s", _("Paddock’s service stopped before you answered. Nothing "
                                       "changed. Try again."));
    status = PADDOCK_EXIT_REFUSED;
  } else {
    paddock_cli_complain (cli, "%s", _("No answer yet. The question stays open in Paddock’s "
                                       "window."));
    status = PADDOCK_EXIT_PENDING;
  }
  g_free (wait.verdict);
  g_free (wait.reason);
  return status;
}

/**
 * paddock_settle_wait:
 * @request: the id of a question, which a call of the service just returned
 * @no_wait: whether to return at once instead of waiting
 *
 * Waits for the user's answer. Prints why the request was refused, or that the request waits for
 * the user.
 *
 * Returns: %PADDOCK_EXIT_OK if the user allowed the request; %PADDOCK_EXIT_REFUSED if not;
 *   %PADDOCK_EXIT_PENDING if there is no answer yet
 */
PaddockExit
paddock_settle_wait (PaddockCli *cli,
                     const char *request,
                     gboolean    no_wait)
{
  if (!no_wait)
    return wait_for_verdict (cli, request);
  paddock_cli_complain (cli, "%s", _("Waiting for an answer in Paddock’s window."));
  return PADDOCK_EXIT_PENDING;
}

/**
 * paddock_settle_call:
 * @method: a method of the service that returns nothing, or the id of a request
 * @parameters: (transfer floating) (nullable): the arguments of @method
 * @no_wait: whether to return at once instead of waiting for the user
 *
 * Calls the service and, if the user is asked, waits for the answer. Prints why the call was not
 * carried out.
 *
 * Returns: %PADDOCK_EXIT_OK if the call was carried out; %PADDOCK_EXIT_PENDING if the user has not
 *   answered
 */
PaddockExit
paddock_settle_call (PaddockCli *cli,
                     const char *method,
                     GVariant   *parameters,
                     gboolean    no_wait)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = paddock_cli_service_call (cli, method, parameters, &error);
  const char *request = "";

  if (reply == NULL)
    return paddock_cli_refuse (cli, error);

  if (g_variant_n_children (reply) > 0)
    g_variant_get (reply, "(&s)", &request);
  if (*request == '\0')
    return PADDOCK_EXIT_OK;
  return paddock_settle_wait (cli, request, no_wait);
}
