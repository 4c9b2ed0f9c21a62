/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-duration.h"
#include "paddock-grant.h"
#include "paddock-identity.h"
#include "paddock-places.h"
#include "paddock-sensitive.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_PROMPT_ROOTS,            /* a server without a decision asked for roots */
  PADDOCK_PROMPT_GRANT,            /* somebody other than the window wants to grant */
  PADDOCK_PROMPT_UNBLOCK,          /* … to unblock, or to forget a blocked server */
  PADDOCK_PROMPT_CHANGE_ROOT,      /* … to widen a root, as the wants say */
  PADDOCK_PROMPT_RESUME,           /* … to end a pause */
  PADDOCK_PROMPT_READ,             /* a sensitive file is to be read on behalf of somebody */
  PADDOCK_PROMPT_LET_READ,          /* somebody wants a server to have files read for it */
  PADDOCK_PROMPT_CLEAR,            /* … to clear the journal */
  PADDOCK_PROMPT_TAKE_BACK_NEVER,  /* … to be asked again about a file that is never to be read */
  PADDOCK_PROMPT_ADD_ROOTS,        /* … to add what is at the paths */
} PaddockPromptKind;

/* What a caller wants besides the kind. */
typedef enum {
  PADDOCK_WANTS_NOTHING_ELSE = 0,
  PADDOCK_WANTS_ACCESS       = 1 << 0,  /* CHANGE_ROOT, ADD_ROOTS: the access of the request */
  PADDOCK_WANTS_EXPIRY       = 1 << 1,  /* CHANGE_ROOT, ADD_ROOTS: the end of the request */
  PADDOCK_WANTS_CONFIRMATION = 1 << 2,  /* CHANGE_ROOT: what is at the path now is the root */
  PADDOCK_WANTS_FORGETTING   = 1 << 3,  /* UNBLOCK: not only unblocked, but forgotten */
  PADDOCK_WANTS_RENEWAL      = 1 << 4,  /* ROOTS: not asked for, but ended: those of the request */
  PADDOCK_WANTS_CROSSING     = 1 << 5,  /* CHANGE_ROOT, ADD_ROOTS: other file systems, too */
} PaddockPromptWants;

#define PADDOCK_TYPE_PROMPT (paddock_prompt_get_type ())

/* What the user is asked. Immutable; when it changes a new value with the same id and a higher
 * serial takes its place, and an answer names both. Copied from a template like PaddockRoot. */
typedef struct {
  const char            *id;
  guint                  serial;
  PaddockPromptKind      kind;
  gint64                 asked;          /* µs since the epoch */
  const char            *server_id;      /* (nullable) */
  const char            *server;         /* (nullable) label, escaped */
  const PaddockIdentity *identity;       /* (nullable) */
  const PaddockIdentity *previous;       /* (nullable) the known server it resembles */
  guint                  sessions;       /* that wait for it now; 0: all have gone */
  const char * const    *suggestions;    /* (nullable) URIs of the host's own roots */
  const char            *caller;         /* (nullable) who wants to widen, escaped */
  const char * const    *root_ids;       /* (nullable) to be widened; RENEWAL: that ended */
  const char * const    *paths;          /* (nullable) canonical, ADD_ROOTS only */
  guint                  n_files;        /* of the paths, those that are files */
  const char * const    *documents;      /* (nullable) of the portal, that show the paths to a
                                          * sandbox, ADD_ROOTS only; it stays in the service */
  PaddockPlaceWarnings   warnings;       /* about any path, ADD_ROOTS and CHANGE_ROOT */
  PaddockAccess          access;         /* what the caller wants, GRANT, CHANGE_ROOT, ADD_ROOTS */
  PaddockDuration        duration;       /* what the caller wants, GRANT only */
  PaddockPromptWants     wants;          /* what the caller wants */
  gint64                 expires;        /* µs since the epoch, 0: never; WANTS_EXPIRY only */
  const char            *path;           /* (nullable) the canonical path, READ and
                                          * TAKE_BACK_NEVER only */
  PaddockSensitiveKind   sensitive;      /* what it is likely to hold, READ only */
  const char            *session;        /* (nullable) what "this session" is of who asked, READ
                                          * and ROOTS only; it stays in the service */
  const char            *origin;         /* (nullable) the program that asked, as above */
  gboolean               is_vouched_for; /* it has a key of ours or a decision; as above */
} PaddockPrompt;

GType          paddock_prompt_get_type (void) G_GNUC_CONST;
PaddockPrompt *paddock_prompt_new      (const PaddockPrompt *template);
PaddockPrompt *paddock_prompt_ref      (PaddockPrompt       *prompt);
void           paddock_prompt_unref    (PaddockPrompt       *prompt);
gboolean       paddock_prompt_equal    (const PaddockPrompt *a,
                                        const PaddockPrompt *b);

GStrv              paddock_prompt_wants_to_nicks   (PaddockPromptWants  wants);
PaddockPromptWants paddock_prompt_wants_from_nicks (const char * const *nicks);

const char       *paddock_prompt_kind_to_nick   (PaddockPromptKind kind);
PaddockPromptKind paddock_prompt_kind_from_nick (const char       *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPrompt, paddock_prompt_unref)

G_END_DECLS
