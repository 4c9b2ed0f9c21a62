/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-identity.h"

G_BEGIN_DECLS

/* The user's decision about a server. 0: no decision yet. */
typedef enum {
  PADDOCK_STANDING_UNDECIDED,
  PADDOCK_STANDING_ALLOWED,         /* the server sees its granted roots, which may be none */
  PADDOCK_STANDING_BLOCKED,         /* the server sees nothing, and the user is not asked */
  PADDOCK_STANDING_WITHOUT_ROOTS,   /* roots are switched off: the server gets the error "Roots not
                                     * supported" */
} PaddockStanding;

/* What the user switched on for a server, besides its grants. Each choice lets the server do more.
 * Choices end with the decision about the server. HOST_ROOTS and KEEP_ROOTS are for servers that
 * `paddock run` starts or reaches. READING is for proven servers that connected by themselves
 * (paddock_policy_choosable()). */
typedef enum {
  PADDOCK_CHOICE_NONE = 0,
  PADDOCK_CHOICE_HOST_ROOTS = 1 << 0,   /* the server also gets the host's own roots */
  PADDOCK_CHOICE_KEEP_ROOTS = 1 << 1,   /* the server's last list of roots stays valid while no
                                         * service runs */
  PADDOCK_CHOICE_READING = 1 << 2,      /* Paddock reads files for the server, in the roots that
                                         * the server sees */
} PaddockChoices;

#define PADDOCK_TYPE_SERVER (paddock_server_get_type ())

/* A server that Paddock knows. Immutable; copied from a template like PaddockRoot. */
typedef struct {
  const char            *id;
  const PaddockIdentity *identity;
  const char            *given_name;      /* (nullable) the name that the user gave the server;
                                           * NULL: none */
  const char            *claimed_name;    /* (nullable) the name that the server claims: only for
                                           * display; NULL: none */
  PaddockStanding        standing;
  gint64                 decided;         /* µs since the epoch: when the user decided; 0: never */
  gint64                 decision_ends;   /* when the decision ends, in µs since the epoch; 0: no
                                           * end in time */
  const char            *decision_scope;  /* (nullable) the processes or the login with which the
                                           * decision ends; NULL: it ends with none of them */
  guint                  times_put_off;   /* how many times in a row the user chose "Not Now" */
  gint64                 put_off_until;   /* µs since the epoch: when the last "Not Now" ends;
                                           * G_MAXINT64: never; 0: there is none */
  gint64                 first_seen;      /* µs since the epoch */
  gint64                 last_seen;       /* µs since the epoch */
  gboolean               lists_early;     /* the server asks for its roots right after its start */
  PaddockChoices         choices;
  const char            *origin;          /* (nullable) the path of the program that last connected
                                           * as this server; "": the program was not proven; NULL:
                                           * not known. Never stored */
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
