/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-proxy.h"

#include <signal.h>
#include <unistd.h>

#include "paddock-admission.h"
#include "paddock-arguments.h"
#include "paddock-roots-responder.h"
#include "paddock-stdio.h"
#include "paddock-succession.h"

/* Does the work of `paddock run`: relays between a host and a server.
 *
 * A process has one proxy. The process is the host's child in place of the server, and behaves like
 * the server. The server gets what the host sends, and notices when the host closes its end. When
 * the server exits or a signal ends it, this process ends in the same way. The proxy only connects
 * its parts: the slot with the server, the filters that each line goes through, and the link to the
 * service. The service may come and go while the host and the server stay connected.
 */

struct _PaddockProxy
{
  GObject                parent_instance;

  PaddockTarget         *target;      /* (owned) */
  char                  *socket_path; /* (owned) */
  void                (* start_service) (gpointer user_data);
  gpointer               user_data;

  PaddockSuccession     *succession;  /* (owned) */
  PaddockRootsResponder *responder;   /* (owned) */
  PaddockAdmission      *admission;   /* (owned) */
  PaddockLink           *link;        /* (owned) (nullable) NULL until the link is needed */
};

G_DEFINE_FINAL_TYPE (PaddockProxy, paddock_proxy, G_TYPE_OBJECT)

/* Lets the host's first lines go on to the server, unless the service remembers that this server
 * asks for its roots at its start. */
static void
on_begun (PaddockLink  *link,
          gboolean      lists_early,
          PaddockProxy *self)
{
  if (!lists_early)
    paddock_succession_release (self->succession);
}

/* The user disconnected the server. Ends it as if the host had sent SIGTERM. */
static void
on_disconnected (PaddockLink  *link,
                 PaddockProxy *self)
{
  paddock_succession_kill_confined (self->succession);
  kill (getpid (), SIGTERM);
}

static void
on_unreachable (PaddockLink  *link,
                PaddockProxy *self)
{
  paddock_succession_release (self->succession);
  if (self->start_service != NULL)
    self->start_service (self->user_data);
}

/* Creates the link when it is first needed, so that the service never sees a host that only probes
 * the server. A server that is started with its roots has not told its name at this time. */
static void
ensure_link (gpointer user_data)
{
  PaddockProxy *self = user_data;
  PaddockMediator *mediator = paddock_roots_responder_get_mediator (self->responder);
  const char *server_name = paddock_mediator_get_server_name (mediator);
  gboolean is_launch = paddock_succession_is_launch (self->succession);
  g_autofree char *claim = NULL;

  if (self->link != NULL)
    return;
  claim = paddock_target_dup_claim (self->target);
  self->link = paddock_link_new (&(PaddockLinkOptions) {
    .socket_path = self->socket_path,
    .launch = claim,
    .name = server_name != NULL ? server_name : "",
    .at_start = is_launch,
  });
  paddock_roots_responder_attach (self->responder, self->link);
  g_signal_connect (self->link, "begun", G_CALLBACK (on_begun), self);
  g_signal_connect (self->link, "dismissed", G_CALLBACK (on_disconnected), self);
  g_signal_connect (self->link, "unreachable", G_CALLBACK (on_unreachable), self);
  paddock_succession_attach (self->succession, self->link);
}

/* Reports to the service that a line of the server was dropped. This needs a link, even if there
 * was none so far. */
static void
on_dropped (PaddockReason reason,
            gpointer      user_data)
{
  PaddockProxy *self = user_data;

  ensure_link (self);
  paddock_link_report (self->link, PADDOCK_EVENT_LINE_DROPPED, reason);
}

static void
on_initialized (gpointer user_data)
{
  paddock_succession_consider (((PaddockProxy *) user_data)->succession);
}

static const PaddockRootsResponderFuncs responder_funcs = {
  .need_link = ensure_link,
  .initialized = on_initialized,
};

static void
ask_host (gpointer user_data)
{
  paddock_roots_responder_ask_host (((PaddockProxy *) user_data)->responder);
}

static void
paddock_proxy_dispose (GObject *object)
{
  PaddockProxy *self = PADDOCK_PROXY (object);

  if (self->link != NULL)
    g_signal_handlers_disconnect_by_data (self->link, self);
  if (self->succession != NULL)
    paddock_succession_end_link (self->succession);
  g_clear_object (&self->link);
  g_clear_pointer (&self->succession, paddock_succession_free);

  G_OBJECT_CLASS (paddock_proxy_parent_class)->dispose (object);
}

static void
paddock_proxy_finalize (GObject *object)
{
  PaddockProxy *self = PADDOCK_PROXY (object);

  paddock_target_free (self->target);
  g_free (self->socket_path);
  paddock_admission_free (self->admission);
  paddock_roots_responder_free (self->responder);

  G_OBJECT_CLASS (paddock_proxy_parent_class)->finalize (object);
}

static void
paddock_proxy_class_init (PaddockProxyClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_proxy_dispose;
  object_class->finalize = paddock_proxy_finalize;
}

static void
paddock_proxy_init (PaddockProxy *self)
{
}

/* Adds the filters. A line of the host goes through them in this order, a line of the server in the
 * reverse order. */
static void
add_filters (PaddockProxy *self)
{
  PaddockFilter *filters[] = {
    (PaddockFilter *) paddock_succession_get_manager (self->succession),
    (PaddockFilter *) paddock_roots_responder_get_question (self->responder),
    (PaddockFilter *) paddock_succession_get_hold (self->succession),
    (PaddockFilter *) paddock_succession_get_restart (self->succession),
    (PaddockFilter *) paddock_roots_responder_get_input (self->responder),
    (PaddockFilter *) paddock_roots_responder_get_mediator (self->responder),
    (PaddockFilter *) self->admission,
  };

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    if (filters[i] != NULL)
      paddock_filter_chain_add (paddock_succession_get_chain (self->succession), filters[i]);
}

/* Returns (transfer full) how to start the server with its roots; NULL if the server asks for its
 * roots itself. */
static PaddockLaunchConfig *
new_launch (const PaddockProxyOptions *options)
{
  const PaddockTargetOptions *target = &options->target;

  if (target->confinement == NULL && !target->enters_folder && !target->sets_roots &&
      (target->is_literal || !paddock_arguments_has_templates (target->argv)))
    return NULL;
  return paddock_launch_config_new (&(PaddockLaunchConfigOptions) {
    .command = { target->argv, target->is_literal, target->enters_folder, target->confinement },
    .on_revoke = options->on_revoke,
  });
}

/**
 * paddock_proxy_new:
 * @options: what to run; copied
 *
 * Returns: (transfer full): a proxy that does nothing until it is started
 */
PaddockProxy *
paddock_proxy_new (const PaddockProxyOptions *options)
{
  PaddockProxy *self = g_object_new (PADDOCK_TYPE_PROXY, NULL);

  self->target = paddock_target_new (&options->target);
  self->socket_path = g_strdup (options->socket_path);
  self->start_service = options->start_service;
  self->user_data = options->user_data;
  self->succession = paddock_succession_new (&(PaddockSuccessionOptions) {
    .target = self->target,
    .revocation = paddock_revocation_new (options->on_revoke, options->target.argv),
    .launch = new_launch (options),
    .wanted = ask_host,
    .dropped = on_dropped,
    .user_data = self,
  });
  self->responder = paddock_roots_responder_new (&(PaddockRootsResponderOptions) {
    .host_roots = options->host_roots,
    .socket_path = options->socket_path,
    .hold = paddock_succession_get_hold (self->succession),
    .manager = paddock_succession_get_manager (self->succession),
    .revocations = paddock_succession_get_revocations (self->succession),
    .funcs = &responder_funcs,
    .user_data = self,
  });
  self->admission =
    paddock_admission_new (paddock_roots_responder_get_mediator (self->responder),
                           paddock_roots_responder_get_input (self->responder), on_dropped, self);
  add_filters (self);
  return self;
}

/**
 * paddock_proxy_start:
 *
 * Starts the guard and the server, and takes standard input and output over. Call it before there
 * are threads, because signals are read from a descriptor from now on. If the server is started
 * with its roots, this first waits for the service, at most %PADDOCK_LINK_HANDSHAKE_TIMEOUT_MS.
 *
 * Returns: %FALSE with the errors of paddock_child_spawn(); then nothing was taken over
 */
gboolean
paddock_proxy_start (PaddockProxy  *self,
                     GError       **error)
{
  paddock_stdio_reserve ();
  if (!paddock_succession_prepare (self->succession, error))
    return FALSE;
  if (paddock_succession_is_launch (self->succession))
    ensure_link (self);
  return paddock_succession_start (self->succession, error);
}

/**
 * paddock_proxy_run:
 *
 * Relays lines until the server has ended. If a signal ended the server, ends this process with the
 * same signal, and does not return.
 *
 * Returns: the server's exit status
 */
int
paddock_proxy_run (PaddockProxy *self)
{
  return paddock_succession_run (self->succession);
}
