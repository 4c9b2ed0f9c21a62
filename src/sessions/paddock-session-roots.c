/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-session-roots.h"

#include "paddock-message-write.h"
#include "paddock-names.h"
#include "paddock-notice.h"

/* Answers the `roots/list` of the server of one session, and notifies the server when the list
 * changed. The session owns this object.
 *
 * The provider decides which roots the server gets. This object asks the provider again for every
 * answer. PaddockNotice decides whether a change needs a notification. */

struct _PaddockSessionRoots
{
  GObject               parent_instance;

  PaddockRecipient     *recipient;      /* (unowned) who the server is; the session keeps it
                                         * alive */
  PaddockChannel       *channel;        /* (owned) */
  PaddockRootsProvider *provider;       /* (weak) (nullable) knows the roots; NULL: the server gets
                                         * none */
  PaddockNotice        *notice;         /* (owned) */
  const PaddockRootsFuncs *funcs;       /* not owned */
  gpointer              user_data;      /* for these */
  gboolean              is_open;        /* the server was told that it may request its roots */
  gint64                last_listed;    /* when the server last read its list, in µs since the
                                         * epoch; 0: never */
  guint                 coalescing_id;  /* id of the source that runs on_coalesced(), or 0 */
  GStrv                 given;          /* (owned) (nullable) paths of the roots with which the
                                         * server was started; NULL: it was not */
};

G_DEFINE_FINAL_TYPE (PaddockSessionRoots, paddock_session_roots, G_TYPE_OBJECT)

static gboolean
on_coalesced (gpointer user_data)
{
  g_autoptr (PaddockSessionRoots) self = g_object_ref (user_data);
  const PaddockRootsAnswer *answer =
    paddock_roots_provider_get_answer (self->provider, self->recipient);
  const char * const *told = paddock_roots_answer_get_told (answer);
  gboolean is_revoked_by_user =
    told[0] == NULL && paddock_roots_answer_is_revoked_by_user (answer);

  self->coalescing_id = 0;
  if (paddock_notice_changed (self->notice, told, is_revoked_by_user)) {
    const char *params = is_revoked_by_user
                         ? "{\"_meta\":{\"" PADDOCK_META_EMPTY "\":\"" PADDOCK_EMPTY_TAKEN "\"}}"
                         : NULL;
    g_autoptr (GBytes) line =
      paddock_message_write_notification (PADDOCK_METHOD_LIST_CHANGED, params);

    paddock_channel_send (self->channel, line);
    self->funcs->told (self->user_data);
  }
  return G_SOURCE_REMOVE;
}

static void
paddock_session_roots_dispose (GObject *object)
{
  PaddockSessionRoots *self = PADDOCK_SESSION_ROOTS (object);

  paddock_session_roots_close (self);
  g_clear_object (&self->channel);
  g_clear_weak_pointer (&self->provider);

  G_OBJECT_CLASS (paddock_session_roots_parent_class)->dispose (object);
}

static void
paddock_session_roots_finalize (GObject *object)
{
  PaddockSessionRoots *self = PADDOCK_SESSION_ROOTS (object);

  paddock_notice_free (self->notice);
  g_strfreev (self->given);

  G_OBJECT_CLASS (paddock_session_roots_parent_class)->finalize (object);
}

static void
paddock_session_roots_class_init (PaddockSessionRootsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = paddock_session_roots_dispose;
  object_class->finalize = paddock_session_roots_finalize;
}

static void
paddock_session_roots_init (PaddockSessionRoots *self)
{
  self->notice = paddock_notice_new ();
}

/**
 * paddock_session_roots_new:
 * @recipient: who the server is; must outlive the returned object
 * @channel: the channel of the session
 * @provider: decides which roots the server gets; a weak reference
 * @funcs: the functions of the session; must stay as long as the returned object
 * @user_data: for @funcs
 *
 * Returns: (transfer full): the roots of a session whose server may not request them yet
 */
PaddockSessionRoots *
paddock_session_roots_new (PaddockRecipient        *recipient,
                           PaddockChannel          *channel,
                           PaddockRootsProvider    *provider,
                           const PaddockRootsFuncs *funcs,
                           gpointer                 user_data)
{
  PaddockSessionRoots *self = g_object_new (PADDOCK_TYPE_SESSION_ROOTS, NULL);

  self->recipient = recipient;
  self->channel = g_object_ref (channel);
  g_set_weak_pointer (&self->provider, provider);
  self->funcs = funcs;
  self->user_data = user_data;
  return self;
}

/**
 * paddock_session_roots_begin:
 *
 * Call this as soon as the server was told that it may request its roots. Later changes are
 * compared with the answer that the server would get now.
 */
void
paddock_session_roots_begin (PaddockSessionRoots *self)
{
  const PaddockRootsAnswer *answer =
    paddock_roots_provider_get_answer (self->provider, self->recipient);

  self->is_open = TRUE;
  paddock_notice_begin (self->notice, paddock_roots_answer_get_told (answer),
                        paddock_roots_answer_is_revoked_by_user (answer));
}

/**
 * paddock_session_roots_close:
 *
 * Stops all notifications to the server.
 */
void
paddock_session_roots_close (PaddockSessionRoots *self)
{
  self->is_open = FALSE;
  g_clear_handle_id (&self->coalescing_id, g_source_remove);
}

static GStrv
dup_paths (const PaddockRootsAnswer *answer)
{
  GPtrArray *roots = paddock_roots_answer_get_result (answer)->roots;
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  for (guint i = 0; i < roots->len; i++)
    g_strv_builder_add (paths, ((const PaddockRoot *) roots->pdata[i])->path);
  return g_strv_builder_end (paths);
}

/**
 * paddock_session_roots_list:
 * @reader: why the list is requested
 *
 * Makes the answer to a `roots/list`. Later changes are compared with this answer, unless @reader
 * is %PADDOCK_READER_LAUNCHER.
 *
 * Returns: (transfer full): the answer
 */
PaddockRootsAnswer *
paddock_session_roots_list (PaddockSessionRoots *self,
                            PaddockReader        reader)
{
  PaddockRootsAnswer *answer =
    paddock_roots_answer_ref (paddock_roots_provider_get_answer (self->provider, self->recipient));
  const char * const *told = paddock_roots_answer_get_told (answer);
  gboolean is_revoked_by_user = paddock_roots_answer_is_revoked_by_user (answer);
  PaddockAnswer kind = paddock_roots_answer_get_result (answer)->answer;

  if (reader == PADDOCK_READER_LAUNCHER) {
    self->funcs->wanted (kind, self->user_data);
  } else if (reader == PADDOCK_READER_LOOK) {
    paddock_notice_looked (self->notice, told, is_revoked_by_user);
  } else {
    if (reader == PADDOCK_READER_START) {
      g_strfreev (self->given);
      self->given = dup_paths (answer);
    }
    paddock_notice_answered (self->notice, told, is_revoked_by_user);
    self->last_listed = g_get_real_time ();
    self->funcs->listed (reader == PADDOCK_READER_START ? PADDOCK_ANSWER_EMPTY : kind,
                         self->user_data);
  }
  return answer;
}

/**
 * paddock_session_roots_review:
 *
 * Call this when something changed that may concern the list of this server. After
 * %PADDOCK_NOTICE_COALESCE_MS, the list is compared once, for all changes until then.
 */
void
paddock_session_roots_review (PaddockSessionRoots *self)
{
  if (self->is_open && self->coalescing_id == 0)
    self->coalescing_id = g_timeout_add (PADDOCK_NOTICE_COALESCE_MS, on_coalesced, self);
}

/**
 * paddock_session_roots_get_given:
 *
 * Returns: (transfer none) (nullable): paths of the roots with which the server was started last;
 *   %NULL if it was started without
 */
const char * const *
paddock_session_roots_get_given (PaddockSessionRoots *self)
{
  return (const char * const *) self->given;
}

/**
 * paddock_session_roots_get_last_listed:
 *
 * Returns: when the server last read its list, in µs since the epoch; 0: never
 */
gint64
paddock_session_roots_get_last_listed (PaddockSessionRoots *self)
{
  return self->last_listed;
}

/**
 * paddock_session_roots_are_read:
 *
 * Returns: whether the server has read its list since the last `list_changed`, if there was one
 */
gboolean
paddock_session_roots_are_read (PaddockSessionRoots *self)
{
  return paddock_notice_is_read (self->notice);
}
