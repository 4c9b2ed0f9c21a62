/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-identity.h"

G_BEGIN_DECLS

/* The user's decision about a server. 0: none yet. */
typedef enum {
  PADDOCK_STANDING_UNDECIDED,
  PADDOCK_STANDING_ALLOWED,         /* sees its grants, which may be none */
  PADDOCK_STANDING_BLOCKED,         /* sees nothing, and the user is not asked */
  PADDOCK_STANDING_WITHOUT_ROOTS,   /* roots are switched off: it gets "Roots not supported" */
} PaddockStanding;

/* What the user switched on for a server, besides its grants. Each choice lets it do more. Choices
 * belong to the decision about the server, and end with it. The first two are for launched servers,
 * the last one for proven servers that connected by themselves (paddock_policy_choosable()). */
typedef enum {
  PADDOCK_CHOICE_NONE = 0,
  PADDOCK_CHOICE_HOST_ROOTS = 1 << 0,   /* it also gets the host's own roots */
  PADDOCK_CHOICE_KEEP_ROOTS = 1 << 1,   /* its last list stays valid without the service */
  PADDOCK_CHOICE_READING = 1 << 2,      /* Paddock reads files for it, in the roots it sees */
} PaddockChoices;

#define PADDOCK_TYPE_SERVER (paddock_server_get_type ())

/* A server that Paddock knows. Immutable; copied from a template like PaddockRoot. */
typedef struct {
  const char            *id;
  const PaddockIdentity *identity;
  const char            *given_name;      /* (nullable) the user's name for it */
  const char            *claimed_name;    /* (nullable) the name it claims: for display only */
  PaddockStanding        standing;
  gint64                 decided;         /* µs since the epoch: when it was decided; 0: not */
  gint64                 decision_ends;   /* µs since the epoch; 0: does not end by time */
  const char            *decision_scope;  /* (nullable) the processes, or login, that end it */
  guint                  times_put_off;   /* "Not Now" answers in a row */
  gint64                 put_off_until;   /* µs since the epoch; G_MAXINT64: for ever */
  gint64                 first_seen;
  gint64                 last_seen;
  gboolean               lists_early;     /* it asks for its roots right after its start */
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
