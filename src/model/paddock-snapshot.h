/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-changes.h"
#include "paddock-project.h"

G_BEGIN_DECLS

/* Everything that Paddock knows now: roots with their availability, servers, grants, whether
 * sharing is paused, and notes about apps (paddock-app-notes.h). No I/O, no clock. The service has
 * one; tests make their own. Roots, servers and grants are in the order in which they were
 * added. */
typedef struct _PaddockSnapshot PaddockSnapshot;

PaddockSnapshot *paddock_snapshot_new   (void);
void             paddock_snapshot_free  (PaddockSnapshot      *self);
void             paddock_snapshot_apply (PaddockSnapshot      *self,
                                         const PaddockChanges *changes);

PaddockRoot   *paddock_snapshot_get_root         (const PaddockSnapshot *self,
                                                  const char            *root_id);
PaddockServer *paddock_snapshot_get_server       (const PaddockSnapshot *self,
                                                  const char            *server_id);
PaddockGrant  *paddock_snapshot_get_grant        (const PaddockSnapshot *self,
                                                  const char            *server_id,
                                                  const char            *root_id);
GPtrArray     *paddock_snapshot_get_roots        (const PaddockSnapshot *self);
GPtrArray     *paddock_snapshot_get_servers      (const PaddockSnapshot *self);
GPtrArray     *paddock_snapshot_list_grants      (const PaddockSnapshot *self,
                                                  const char            *server_id,
                                                  const char            *root_id);

gboolean paddock_snapshot_is_paused    (const PaddockSnapshot *self);
guint64  paddock_snapshot_get_revision (const PaddockSnapshot *self);

PaddockAvailability paddock_snapshot_get_availability (const PaddockSnapshot *self,
                                                       const char            *root_id);
void                paddock_snapshot_set_availability (PaddockSnapshot       *self,
                                                       const char            *root_id,
                                                       PaddockAvailability    availability);
PaddockMarkers      paddock_snapshot_get_markers      (const PaddockSnapshot *self,
                                                       const char            *root_id);
gboolean            paddock_snapshot_set_markers      (PaddockSnapshot       *self,
                                                       const char            *root_id,
                                                       PaddockMarkers         markers);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockSnapshot, paddock_snapshot_free)

G_END_DECLS
