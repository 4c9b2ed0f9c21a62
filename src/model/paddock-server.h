/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-identity.h"

G_BEGIN_DECLS

/* What the user decided about a server. Zero: nothing yet. */
typedef enum {
  PADDOCK_STANDING_UNDECIDED,
  PADDOCK_STANDING_ALLOWED,         /* sees what it was granted, maybe nothing any more */
  PADDOCK_STANDING_BLOCKED,         /* sees nothing and is not asked about */
  PADDOCK_STANDING_WITHOUT_ROOTS,   /* roots are switched off: told "Roots not supported" */
} PaddockStanding;

/* What the user chose for a server, beyond what was granted to it: each lets it do more. They
 * belong to the decision about the server, and end with it. The first two are of servers that are
 * launched, the last of those that dial in and are proven (paddock_policy_choosable()). */
typedef enum {
  PADDOCK_CHOICE_NONE = 0,
  PADDOCK_CHOICE_HOST_ROOTS = 1 << 0,   /* its host's own roots, too: the host decides */
  PADDOCK_CHOICE_KEEP_ROOTS = 1 << 1,   /* what it was told last holds while there is no service */
  PADDOCK_CHOICE_READING = 1 << 2,      /* it may have files read for it in what it sees */
} PaddockChoices;

#define PADDOCK_TYPE_SERVER (paddock_server_get_type ())

/* A server program that Paddock knows. Immutable; copied from a template like PaddockRoot. */
typedef struct {
  const char            *id;
  const PaddockIdentity *identity;
  const char            *given_name;      /* (nullable) what the user calls it */
  const char            *claimed_name;    /* (nullable) what it calls itself: display text only */
  PaddockStanding        standing;
  gint64                 decided;         /* µs since the epoch of the decision, 0: none */
  gint64                 decision_ends;   /* µs since the epoch, 0: does not end by itself */
  const char            *decision_scope;  /* (nullable) the processes, or login, it ends with */
  guint                  times_put_off;   /* "Not now" in a row */
  gint64                 put_off_until;   /* µs since the epoch, G_MAXINT64: for good */
  gint64                 first_seen;
  gint64                 last_seen;
  gboolean               lists_early;     /* it asks for its roots as soon as it is started */
  PaddockChoices         choices;
  const char            *origin;          /* (nullable) the program that connected last, as far as
                                           * it is proven; not stored, NULL: not known */
} PaddockServer;

GType          paddock_server_get_type (void) G_GNUC_CONST;
PaddockServer *paddock_server_new      (const PaddockServer *template);
PaddockServer *paddock_server_ref      (PaddockServer       *server);
void           paddock_server_unref    (PaddockServer       *server);

char           *paddock_server_name_to_label  (const char          *name);
char           *paddock_server_dup_label      (const PaddockServer *server);
gboolean        paddock_server_is_decided     (const PaddockServer *server);
gboolean        paddock_server_is_vouched_for (const PaddockServer *server);
PaddockStanding paddock_server_get_standing   (const PaddockServer *server,
                                               const char          *scope,
                                               gint64               now);

const char     *paddock_server_standing_to_nick   (PaddockStanding standing);
PaddockStanding paddock_server_standing_from_nick (const char     *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockServer, paddock_server_unref)

G_END_DECLS
