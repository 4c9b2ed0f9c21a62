/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-confined.h"
#include "paddock-snapshot.h"
#include "paddock-policy.h"
#include "paddock-project.h"
#include "paddock-prompt.h"

G_BEGIN_DECLS

/* Views: what the control interface shows of the model. Each view has a dictionary (a{sv}), which
 * data/io.github.paddock_mcp.Paddock.Control.xml describes. The service writes dictionaries and its
 * clients read them, both with this file. Reading never fails: a key that is absent or of a wrong
 * type has the default that the XML names. */

typedef struct {
  PaddockRoot         *root;        /* (owned) if a client received this view, the file record of
                                     * @root has only a kind */
  PaddockAvailability  status;
  gboolean             has_events;
  guint                seen_by;     /* how many servers see the root now */
  PaddockMarkers       markers;     /* which files make the directory a project; 0: none known */
} PaddockRootView;

typedef struct {
  PaddockGrant *grant;              /* (owned) */
  gboolean      is_visible;         /* the server sees the root now */
} PaddockGrantView;

typedef struct {
  char     *id;                     /* (owned) */
  int       pid;
  char     *executable;             /* (owned) (nullable) */
  char     *version;                /* (owned) (nullable) the revision of MCP that was agreed on;
                                     * NULL: none yet */
  char     *state;                  /* (owned) "new", "initializing" or "ready" */
  gint64    last_listed;            /* when the server last listed its roots, in µs since the epoch;
                                     * 0: never */
  gboolean  has_read;               /* the server has listed its roots since the last
                                     * `list_changed` */
  PaddockReason unenforced;         /* why the server may still use revoked folders; NONE: no such
                                     * use is known */
  GStrv     held;                   /* (owned) (nullable) names of the revoked folders that the
                                     * server may still use; NULL: none */
  PaddockReason pending_why;        /* why the server does not have folders yet; NONE: it has all */
  GStrv     pending;                /* (owned) (nullable) names of the folders that the server may
                                     * use, but does not have yet; NULL: none */
  PaddockConfined *confined;        /* (owned) (nullable) how the server is confined; NULL: it is
                                     * not proven that it is */
} PaddockSessionView;

typedef struct {
  PaddockServer *server;            /* (owned) */
  PaddockAppNote *note;             /* (owned) (nullable) the note about the server's key */
  GPtrArray     *grants;            /* (owned) PaddockGrantView */
  GPtrArray     *sessions;          /* (owned) PaddockSessionView */
  gboolean       sees_all;          /* the server sees every available root, even those without a
                                     * grant */
  guint          n_runs;            /* how many processes of the server are connected */
  GHashTable    *partly;            /* (owned) root id -> how many runs see the root, for each root
                                     * that only some of the runs see */
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
guint              paddock_server_view_get_partly   (const PaddockServerView *view,
                                                     const char              *root_id);
gboolean           paddock_server_view_is_listed    (const PaddockServerView *view);
PaddockServerView *paddock_server_view_new          (PaddockServer           *server);
PaddockGrantView  *paddock_grant_view_new           (PaddockGrant            *grant,
                                                     gboolean                 is_visible);
void               paddock_session_view_free        (PaddockSessionView      *view);

const PaddockServerView *paddock_server_view_find (GPtrArray  *views,
                                                   const char *id);

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
