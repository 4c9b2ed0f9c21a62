/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-plan.h"

#include "model-fixtures.h"

G_BEGIN_DECLS

/* A set of changes as text, a word a change, so that a test names all that happens and nothing
 * else:
 *   root:ID[:ro][@EXPIRES]   -root:ID   server:ID:STANDING[@ENDS][#SCOPE][~PUT-OFF]   -server:ID
 *   grant:S/R[:ro][@EXPIRES][#SCOPE]    -grant:S/R     log:EVENT:REASON[:S][/R]   pause   resume
 *   note:KEY:APP/SERVER   -note:KEY   take-out
 * Times are seconds after NOW. */
static inline void
fixture_append_time (GString *text,
                     char     mark,
                     gint64   time)
{
  if (time == G_MAXINT64)
    g_string_append_printf (text, "%cever", mark);
  else if (time != 0)
    g_string_append_printf (text, "%c%" G_GINT64_FORMAT, mark, (time - NOW) / G_USEC_PER_SEC);
}

static inline void
fixture_describe_server (GString             *text,
                         const PaddockServer *server)
{
  g_string_append_printf (text, "server:%s:%s", server->id,
                          paddock_server_standing_to_nick (server->standing));
  fixture_append_time (text, '@', server->decision_ends);
  if (server->decision_scope != NULL)
    g_string_append_printf (text, "#%s", server->decision_scope);
  fixture_append_time (text, '~', server->put_off_until);
}

static inline void
fixture_describe_grant (GString            *text,
                        const PaddockGrant *grant)
{
  g_string_append_printf (text, "grant:%s/%s%s", grant->server_id, grant->root_id,
                          grant->access == PADDOCK_ACCESS_READ_ONLY ? ":ro" : "");
  fixture_append_time (text, '@', grant->expires);
  if (grant->scope != NULL)
    g_string_append_printf (text, "#%s", grant->scope);
}

static inline void
fixture_describe_change (GString             *text,
                         const PaddockChange *change)
{
  switch (change->kind) {
    case PADDOCK_CHANGE_PUT_ROOT:
      g_string_append_printf (text, "root:%s%s", change->root->id,
                              change->root->access == PADDOCK_ACCESS_READ_ONLY ? ":ro" : "");
      fixture_append_time (text, '@', change->root->expires);
      break;
    case PADDOCK_CHANGE_DROP_ROOT:
      g_string_append_printf (text, "-root:%s", change->root_id);
      break;
    case PADDOCK_CHANGE_PUT_SERVER:
      fixture_describe_server (text, change->server);
      break;
    case PADDOCK_CHANGE_DROP_SERVER:
      g_string_append_printf (text, "-server:%s", change->server_id);
      break;
    case PADDOCK_CHANGE_PUT_GRANT:
      fixture_describe_grant (text, change->grant);
      break;
    case PADDOCK_CHANGE_DROP_GRANT:
      g_string_append_printf (text, "-grant:%s/%s", change->server_id, change->root_id);
      break;
    case PADDOCK_CHANGE_PAUSE:
      g_string_append (text, change->is_paused ? "pause" : "resume");
      break;
    case PADDOCK_CHANGE_CLEAR_JOURNAL:
      g_string_append (text, "clear-journal");
      break;
    case PADDOCK_CHANGE_TAKE_BACK_NEVER:
      g_string_append_printf (text, "-never:%s:%s",
                              change->server_id != NULL ? change->server_id : "", change->path);
      break;
    case PADDOCK_CHANGE_PUT_APP_NOTE:
      g_string_append_printf (text, "note:%s:%s/%s", change->note->key, change->note->app,
                              change->note->server);
      break;
    case PADDOCK_CHANGE_DROP_APP_NOTE:
      g_string_append_printf (text, "-note:%s", change->note->key);
      break;
    case PADDOCK_CHANGE_TAKE_OUT:
      g_string_append (text, "take-out");
      break;
    case PADDOCK_CHANGE_LOG:
      g_string_append_printf (text, "log:%s:%s",
                              paddock_journal_entry_event_to_nick (change->entry->event),
                              paddock_reason_to_nick (change->entry->reason));
      if (change->entry->server_id != NULL)
        g_string_append_printf (text, ":%s", change->entry->server_id);
      if (change->entry->root_id != NULL)
        g_string_append_printf (text, "/%s", change->entry->root_id);
      break;
    default:
      g_assert_not_reached ();
  }
}

static inline char *
fixture_describe (const PaddockChanges *changes)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < paddock_changes_get_size (changes); i++) {
    if (i > 0)
      g_string_append_c (text, ' ');
    fixture_describe_change (text, paddock_changes_get (changes, i));
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* r1, and r2 (read-only, until 50). s1 is allowed and sees r1 for ever, s2 is undecided, s3 is
 * blocked. s4 is allowed until 100, and sees r1 until 100. s5 is allowed for the sessions a and b,
 * and sees r2. */
static inline PaddockSnapshot *
fixture_snapshot (void)
{
  PaddockSnapshot *snapshot = paddock_snapshot_new ();
  g_autoptr (PaddockChanges) changes = paddock_changes_new ();
  g_autoptr (PaddockIdentity) identity = fixture_process ("/usr/bin/node");
  g_autoptr (PaddockServer) timed = paddock_server_new (&(PaddockServer) {
    .id = "s4", .identity = identity, .standing = PADDOCK_STANDING_ALLOWED,
    .decision_ends = NOW + SECONDS (100),
  });
  g_autoptr (PaddockServer) scoped = paddock_server_new (&(PaddockServer) {
    .id = "s5", .identity = identity, .standing = PADDOCK_STANDING_ALLOWED,
    .decision_scope = "a b",
  });

  fixture_put_root (changes, "r1", PADDOCK_ACCESS_READ_WRITE, 0);
  fixture_put_root (changes, "r2", PADDOCK_ACCESS_READ_ONLY, NOW + SECONDS (50));
  fixture_put_server (changes, "s1", PADDOCK_STANDING_ALLOWED);
  fixture_put_server (changes, "s2", PADDOCK_STANDING_UNDECIDED);
  fixture_put_server (changes, "s3", PADDOCK_STANDING_BLOCKED);
  paddock_changes_put_server (changes, timed);
  paddock_changes_put_server (changes, scoped);
  fixture_put_grant (changes, "s1", "r1", PADDOCK_ACCESS_READ_WRITE, 0, NULL);
  fixture_put_grant (changes, "s4", "r1", PADDOCK_ACCESS_READ_WRITE, NOW + SECONDS (100), NULL);
  fixture_put_grant (changes, "s5", "r2", PADDOCK_ACCESS_READ_ONLY, 0, "a b");
  paddock_snapshot_apply (snapshot, changes);
  return snapshot;
}

static inline PaddockPlanContext
fixture_plan (const PaddockSnapshot *snapshot,
              PaddockReason          reason,
              gint64                 now,
              GTimeZone             *zone)
{
  return (PaddockPlanContext) { .snapshot = snapshot, .reason = reason, .now = now, .zone = zone };
}

G_END_DECLS
