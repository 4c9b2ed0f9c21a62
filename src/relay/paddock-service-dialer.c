/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-proxy"

#include "paddock-service-dialer.h"

#include <errno.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "paddock-alarm.h"
#include "paddock-channel.h"
#include "paddock-guard.h"

/* Keeps a connection to the service's socket.
 *
 * The link owns the dialer, which never blocks. The dialer trusts only a service of the same user,
 * because another user could put a socket in the service's place. If a service accepts a connection
 * but does not begin its handshake in time, the dialer closes the connection and tries again.
 */

struct _PaddockServiceDialer
{
  char                            *path;  /* (owned) */
  guint                            grace; /* ms */
  const PaddockServiceDialerFuncs *funcs;
  gpointer                         user_data;

  PaddockChannel *channel;          /* (owned) (nullable) */
  gboolean        has_begun;
  gboolean        has_complained;   /* unreachable() was called since the service was last there */
  gboolean        is_forbidden;     /* forbidden() was called */
  gboolean        is_abandoned;     /* the dialer reads nothing, and does not connect again */
  int             guard;            /* keeps the connection open while boxes have processes; -1:
                                     * none */
  guint           retry;            /* the pause before the next attempt to connect, in ms */
  PaddockAlarm   *retry_alarm;      /* (owned) (nullable) goes off to connect again, or to give up a
                                     * connection without a handshake; NULL: the dialer was freed */
  PaddockAlarm   *absence_alarm;    /* (owned) (nullable) set from the start until there is a
                                     * service; NULL: the dialer was freed */
};

static void
disconnect (PaddockServiceDialer *self)
{
  if (self->channel != NULL)
    paddock_channel_close (self->channel);
  g_clear_object (&self->channel);
  self->is_abandoned = FALSE;
}

static void
retry_later (PaddockServiceDialer *self)
{
  paddock_alarm_set (self->retry_alarm, self->retry * G_TIME_SPAN_MILLISECOND);
  self->retry = MIN (2 * self->retry, PADDOCK_SERVICE_DIALER_RETRY_MAX_MS);
}

static void
lose_service (PaddockServiceDialer *self)
{
  gboolean was_begun = self->has_begun;

  disconnect (self);
  paddock_guard_keep_link (self->guard, -1);
  self->has_begun = FALSE;
  if (was_begun) {
    self->retry = PADDOCK_SERVICE_DIALER_RETRY_MS;
    self->has_complained = FALSE;
  }
  /* lost() may free the dialer. */
  g_rc_box_acquire (self);
  self->funcs->lost (was_begun, self->user_data);
  if (self->retry_alarm != NULL)
    retry_later (self);
  g_rc_box_release (self);
}

static void
on_line (PaddockChannel *channel,
         GBytes         *line,
         gpointer        user_data)
{
  PaddockServiceDialer *self = user_data;

  if (!self->is_abandoned)
    self->funcs->line (line, self->user_data);
}

static void
on_closed (PaddockChannel *channel,
           const GError   *error,
           gpointer        user_data)
{
  PaddockServiceDialer *self = user_data;

  if (!self->is_abandoned)
    lose_service (self);
}

static const PaddockChannelFuncs channel_funcs = { .line = on_line, .closed = on_closed };

static gboolean
is_own_service (int fd)
{
  struct ucred credentials;
  socklen_t length = sizeof credentials;

  return getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 &&
         credentials.uid == getuid ();
}

/* Returns a descriptor, or -1. @out_error becomes errno if socket() or connect() fails. */
static int
dial (const char *path,
      int        *out_error)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd;

  *out_error = 0;
  if (strlen (path) >= sizeof address.sun_path)
    return -1;
  memcpy (address.sun_path, path, strlen (path));
  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0 || connect (fd, (struct sockaddr *) &address, sizeof address) != 0)
    *out_error = errno;
  if (fd >= 0 && (*out_error != 0 || !is_own_service (fd))) {
    close (fd);
    fd = -1;
  }
  return fd;
}

/* Filters of system calls answer EPERM, security modules EACCES, and systemd's
 * RestrictAddressFamilies= answers EAFNOSUPPORT. */
static void
tell_if_forbidden (PaddockServiceDialer *self,
                   int                   error)
{
  if (self->is_forbidden || (error != EPERM && error != EACCES && error != EAFNOSUPPORT))
    return;
  self->is_forbidden = TRUE;
  self->funcs->forbidden (g_strerror (error), self->user_data);
}

static gboolean
try_to_connect (gpointer user_data)
{
  PaddockServiceDialer *self = user_data;
  g_autoptr (GSocket) socket = NULL;
  g_autoptr (GSocketConnection) connection = NULL;
  int fd, error;

  if (self->channel != NULL) {
    lose_service (self);
    return G_SOURCE_REMOVE;
  }
  fd = dial (self->path, &error);
  if (fd >= 0 && (socket = g_socket_new_from_fd (fd, NULL)) == NULL)
    close (fd);
  if (socket == NULL) {
    gboolean is_news = !self->has_complained;

    retry_later (self);
    self->has_complained = TRUE;
    tell_if_forbidden (self, error);
    if (is_news)
      self->funcs->unreachable (self->user_data);
    return G_SOURCE_REMOVE;
  }

  paddock_guard_keep_link (self->guard, fd);
  g_socket_set_blocking (socket, FALSE);
  connection = g_socket_connection_factory_create_connection (socket);
  self->channel = paddock_channel_new (G_IO_STREAM (connection));
  paddock_channel_start (self->channel, &channel_funcs, self);
  paddock_alarm_set (self->retry_alarm, self->grace * G_TIME_SPAN_MILLISECOND);
  return G_SOURCE_REMOVE;
}

/* Reports that there is no service so far. Maybe there will never be one, for example because the
 * service uses another runtime directory. */
static gboolean
on_absent (gpointer user_data)
{
  PaddockServiceDialer *self = user_data;

  self->funcs->absent (self->user_data);
  return G_SOURCE_REMOVE;
}

/**
 * paddock_service_dialer_new:
 * @path: the path of the socket
 * @grace: how long a service may take to begin its handshake, in ms
 * @funcs: must stay valid
 * @user_data: for @funcs
 *
 * Returns: (transfer full): a dialer that does nothing until it is started
 */
PaddockServiceDialer *
paddock_service_dialer_new (const char                      *path,
                            guint                            grace,
                            const PaddockServiceDialerFuncs *funcs,
                            gpointer                         user_data)
{
  PaddockServiceDialer *self = g_rc_box_new0 (PaddockServiceDialer);

  self->path = g_strdup (path);
  self->guard = -1;
  self->grace = grace;
  self->funcs = funcs;
  self->user_data = user_data;
  self->retry = PADDOCK_SERVICE_DIALER_RETRY_MS;
  self->retry_alarm = paddock_alarm_new (try_to_connect, self);
  self->absence_alarm = paddock_alarm_new (on_absent, self);
  return self;
}

/* Gives the connection to a guard, too (paddock_guard_keep_link()). Call this before the start. */
void
paddock_service_dialer_set_guard (PaddockServiceDialer *self,
                                  int                   guard)
{
  self->guard = guard;
}

/* Closes the connection. No function of #PaddockServiceDialerFuncs is called any more. */
void
paddock_service_dialer_free (PaddockServiceDialer *self)
{
  disconnect (self);
  g_clear_pointer (&self->retry_alarm, paddock_alarm_free);
  g_clear_pointer (&self->absence_alarm, paddock_alarm_free);
  g_clear_pointer (&self->path, g_free);
  g_rc_box_release (self);
}

/**
 * paddock_service_dialer_start:
 *
 * Connects now, and again each time the connection is lost. Does nothing if it was called before.
 */
void
paddock_service_dialer_start (PaddockServiceDialer *self)
{
  if (self->channel != NULL || paddock_alarm_is_set (self->retry_alarm))
    return;
  paddock_alarm_set (self->absence_alarm,
                     PADDOCK_SERVICE_DIALER_ABSENT_MS * G_TIME_SPAN_MILLISECOND);
  try_to_connect (self);
}

/**
 * paddock_service_dialer_begun:
 *
 * Notes that the peer is the service, because it has begun its handshake.
 */
void
paddock_service_dialer_begun (PaddockServiceDialer *self)
{
  self->has_begun = TRUE;
  self->retry = PADDOCK_SERVICE_DIALER_RETRY_MS;
  paddock_alarm_clear (self->retry_alarm);
  paddock_alarm_clear (self->absence_alarm);
}

/**
 * paddock_service_dialer_abandon:
 *
 * Stops reading, and does not connect again when the service closes the connection.
 */
void
paddock_service_dialer_abandon (PaddockServiceDialer *self)
{
  if (self->channel != NULL)
    self->is_abandoned = TRUE;
}

/**
 * paddock_service_dialer_send:
 * @line: without its newline
 *
 * Sends a line to the service. There must be a connection.
 */
void
paddock_service_dialer_send (PaddockServiceDialer *self,
                             GBytes               *line)
{
  paddock_channel_send (self->channel, line);
}

/* Returns: whether something of what was sent has not left this process yet */
gboolean
paddock_service_dialer_is_sending (const PaddockServiceDialer *self)
{
  return self->channel != NULL && paddock_channel_pending (self->channel) > 0;
}

const char *
paddock_service_dialer_get_path (const PaddockServiceDialer *self)
{
  return self->path;
}
