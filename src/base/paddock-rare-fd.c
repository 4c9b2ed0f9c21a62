/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-base"

#include "paddock-rare-fd.h"

#include <errno.h>
#include <glib-unix.h>
#include <sys/epoll.h>
#include <unistd.h>

/* Descriptors that are rarely readable: timers, inotify, the socket that listens.
 *
 * The main loop gives all its descriptors to poll() at each turn, so each one makes every answer to
 * a server slower. All rare descriptors of a main context are behind one epoll descriptor, which
 * the main loop sees as one source with the default priority. The first rare descriptor of the
 * context makes this source, and the last one removes it. Not thread-safe: each context has its own
 * thread.
 *
 * A turn of the main loop serves one rare descriptor. So its function may free any other
 * #PaddockRareFd, and other sources get their turns. If several are readable, the kernel returns
 * one after the other (epoll_wait(2)).
 *
 * Do not use this for `/proc/self/mountinfo`, or another file that is ready for only one look. The
 * poll() of the main loop would take that look, and epoll_wait() would find nothing.
 */
typedef struct {
  GSource source;
  int     epoll;                    /* (owned) */
  guint   n_members;
} Group;

struct _PaddockRareFd
{
  int                fd;            /* not owned */
  PaddockRareFdFunc  func;
  gpointer           user_data;
  Group             *group;         /* (owned) (nullable) the group that polls @fd; NULL: @own polls
                                     * it */
  GSource           *own;           /* (owned) (nullable) polls @fd if epoll does not take it;
                                     * otherwise NULL */
};

static gboolean
dispatch_group (GSource     *source,
                GSourceFunc  callback,
                gpointer     user_data)
{
  const Group *group = (const Group *) source;
  struct epoll_event event;

  if (epoll_wait (group->epoll, &event, 1, 0) == 1) {
    const PaddockRareFd *ready = event.data.ptr;

    ready->func (ready->user_data);
  }
  return G_SOURCE_CONTINUE;
}

static void
finalize_group (GSource *source)
{
  close (((const Group *) source)->epoll);
}

static GSourceFuncs group_funcs = {
  .dispatch = dispatch_group,
  .finalize = finalize_group,
};

/* The group's source has &group_funcs as its callback data, so that GLib finds the source by its
 * data. */
static Group *
find_group (GMainContext *context)
{
  GSource *source =
    g_main_context_find_source_by_funcs_user_data (context, &group_funcs, &group_funcs);

  return source != NULL ? (Group *) g_source_ref (source) : NULL;
}

static Group *
new_group (GMainContext *context)
{
  int epoll = epoll_create1 (EPOLL_CLOEXEC);
  GSource *source;

  if (epoll < 0)
    return NULL;
  source = g_source_new (&group_funcs, sizeof (Group));
  ((Group *) source)->epoll = epoll;
  g_source_add_unix_fd (source, epoll, G_IO_IN);
  g_source_set_callback (source, NULL, &group_funcs, NULL);
  g_source_set_static_name (source, "paddock-rare-fd");
  g_source_attach (source, context);
  return (Group *) source;
}

/* Drops one reference to @group, and removes its source from the main loop if it has no members. */
static void
release_group (Group *group)
{
  if (group->n_members == 0)
    g_source_destroy (&group->source);
  g_source_unref (&group->source);
}

static gboolean
join_group (PaddockRareFd *self,
            GMainContext  *context)
{
  struct epoll_event event = { .events = EPOLLIN, .data.ptr = self };
  Group *group = find_group (context);

  if (group == NULL)
    group = new_group (context);
  if (group == NULL)
    return FALSE;
  if (epoll_ctl (group->epoll, EPOLL_CTL_ADD, self->fd, &event) != 0) {
    release_group (group);
    return FALSE;
  }
  group->n_members++;
  self->group = group;
  return TRUE;
}

static gboolean
on_own_ready (int          fd,
              GIOCondition condition,
              gpointer     user_data)
{
  const PaddockRareFd *self = user_data;

  self->func (self->user_data);
  return G_SOURCE_CONTINUE;
}

/**
 * paddock_rare_fd_new:
 * @fd: a descriptor; must stay open as long as the returned object
 * @func: called in the thread's default main context each time it finds @fd readable
 * @user_data: for @func
 *
 * Returns: (transfer full): an object that waits until it is freed
 */
PaddockRareFd *
paddock_rare_fd_new (int               fd,
                     PaddockRareFdFunc func,
                     gpointer          user_data)
{
  PaddockRareFd *self = g_new0 (PaddockRareFd, 1);
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();

  self->fd = fd;
  self->func = func;
  self->user_data = user_data;
  if (join_group (self, context))
    return self;

  self->own = g_unix_fd_source_new (fd, G_IO_IN);
  g_source_set_callback (self->own, G_SOURCE_FUNC (on_own_ready), self, NULL);
  g_source_attach (self->own, context);
  return self;
}

/**
 * paddock_rare_fd_free:
 * @self: (nullable): its function is not called any more
 *
 * Call it before you close the descriptor.
 */
void
paddock_rare_fd_free (PaddockRareFd *self)
{
  if (self == NULL)
    return;

  if (self->group != NULL) {
    epoll_ctl (self->group->epoll, EPOLL_CTL_DEL, self->fd, NULL);
    self->group->n_members--;
    release_group (self->group);
  }
  if (self->own != NULL)
    g_source_destroy (self->own);
  g_clear_pointer (&self->own, g_source_unref);
  g_free (self);
}
