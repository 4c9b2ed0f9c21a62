/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-identity.h"
#include "paddock-sensitive.h"
#include "paddock-wants.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_PROMPT_ROOTS,            /* a server without a decision asked for roots */
  PADDOCK_PROMPT_GRANT,            /* a caller other than the window wants to grant */
  PADDOCK_PROMPT_UNBLOCK,          /* … to unblock, or to forget, a blocked server */
  PADDOCK_PROMPT_CHANGE_ROOT,      /* … to widen a root; the wants say how */
  PADDOCK_PROMPT_RESUME,           /* … to end a pause */
  PADDOCK_PROMPT_READ,             /* a server or host wants to read a sensitive file */
  PADDOCK_PROMPT_LET_READ,          /* a caller wants Paddock to read files for a server */
  PADDOCK_PROMPT_CLEAR,            /* … to clear the journal */
  PADDOCK_PROMPT_TAKE_BACK_NEVER,  /* … to be asked again about a file that is never to be read */
  PADDOCK_PROMPT_ADD_ROOTS,        /* … to add the paths */
} PaddockPromptKind;

#define PADDOCK_TYPE_PROMPT (paddock_prompt_get_type ())

/* A question to the user. Immutable. If it changes, a new value with the same id and a higher
 * serial replaces it. An answer names both. Copied from a template like PaddockRoot. */
typedef struct {
  const char            *id;
  guint                  serial;
  PaddockPromptKind      kind;
  gint64                 asked;          /* µs since the epoch */
  const char            *server_id;      /* (nullable) */
  const char            *server;         /* (nullable) label, escaped */
  const PaddockIdentity *identity;       /* (nullable) */
  const PaddockIdentity *previous;       /* (nullable) the known server it resembles */
  guint                  sessions;       /* how many sessions wait for it; 0: all have ended */
  const char * const    *suggestions;    /* (nullable) URIs of the host's own roots */
  const char            *caller;         /* (nullable) the program that wants to widen, escaped */
  PaddockWants           wants;          /* what the user is asked to allow */
  const char            *path;           /* (nullable) the canonical path, READ and
                                          * TAKE_BACK_NEVER only */
  PaddockSensitiveKind   sensitive;      /* the likely contents, READ only */
} PaddockPrompt;

GType          paddock_prompt_get_type (void) G_GNUC_CONST;
PaddockPrompt *paddock_prompt_new      (const PaddockPrompt *template);
PaddockPrompt *paddock_prompt_ref      (PaddockPrompt       *prompt);
void           paddock_prompt_unref    (PaddockPrompt       *prompt);
gboolean       paddock_prompt_equal    (const PaddockPrompt *a,
                                        const PaddockPrompt *b);

const char       *paddock_prompt_kind_to_nick   (PaddockPromptKind kind);
PaddockPromptKind paddock_prompt_kind_from_nick (const char       *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockPrompt, paddock_prompt_unref)

G_END_DECLS
