/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-snapshot.h"
#include "paddock-policy.h"
#include "paddock-project.h"
#include "paddock-prompt.h"

G_BEGIN_DECLS

/* What the control interface shows of the model, and its dictionaries (a{sv}), which
 * data/io.github.paddock_mcp.Paddock.Control.xml describes. The service writes them and its clients
 * read them, both with this file. Reading never fails: a key that is absent or of a wrong type has
 * the default that the XML names. */

typedef struct {
  PaddockRoot         *root;        /* (owned) a client knows only the kind of its record */
  PaddockAvailability  status;
  gboolean             has_events;
  guint                seen_by;
  PaddockMarkers       markers;     /* what makes the directory a project, 0: nothing is known */
} PaddockRootView;

typedef struct {
  PaddockGrant *grant;              /* (owned) */
  gboolean      is_visible;         /* the server sees it now */
} PaddockGrantView;

typedef struct {
  char     *id;                     /* (owned) */
  int       pid;
  char     *executable;             /* (owned) (nullable) */
  char     *version;                /* (owned) (nullable) */
  char     *state;                  /* (owned) */
  gint64    last_listed;
  gboolean  has_read;
  PaddockReason unenforced;         /* why it may still hold what was revoked */
  GStrv     held;                   /* (owned) (nullable) the names of what it may hold */
} PaddockSessionView;

typedef struct {
  PaddockServer *server;            /* (owned) */
  GPtrArray     *grants;            /* (owned) PaddockGrantView */
  GPtrArray     *sessions;          /* (owned) PaddockSessionView */
  gboolean       sees_all;          /* every root that is available, whatever was shared with it */
} PaddockServerView;

/* Finds a root by its id; returns NULL if there is none. */
typedef const PaddockRoot *(* PaddockRootFinder) (const char *root_id,
                                                  gpointer    user_data);

GVariant        *paddock_root_view_to_variant   (const PaddockRootView *view);
PaddockRootView *paddock_root_view_from_variant (GVariant              *variant);
void             paddock_root_view_free         (PaddockRootView       *view);

GVariant          *paddock_server_view_to_variant   (const PaddockServerView *view);
PaddockServerView *paddock_server_view_from_variant (GVariant                *variant);
void               paddock_server_view_free         (PaddockServerView       *view);
PaddockServerView *paddock_server_view_new          (PaddockServer           *server);
PaddockGrantView  *paddock_grant_view_new           (PaddockGrant            *grant,
                                                     gboolean                 is_visible);
void               paddock_session_view_free        (PaddockSessionView      *view);

const PaddockRoot *paddock_server_view_find_outer (const PaddockServerView *view,
                                                   const PaddockRoot       *inner,
                                                   PaddockRootFinder        find,
                                                   gpointer                 user_data);

GVariant      *paddock_prompt_to_variant   (const PaddockPrompt *prompt);
PaddockPrompt *paddock_prompt_from_variant (GVariant            *variant);

GVariant            *paddock_entry_to_variant   (const PaddockJournalEntry *entry);
PaddockJournalEntry *paddock_entry_from_variant (GVariant                  *variant);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRootView, paddock_root_view_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockServerView, paddock_server_view_free)

G_END_DECLS
