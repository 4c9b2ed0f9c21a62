/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-note.h"
#include "paddock-identity.h"
#include "paddock-sensitive.h"
#include "paddock-wants.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_PROMPT_ROOTS,            /* a server without a decision asked for roots */
  PADDOCK_PROMPT_GRANT,            /* a caller other than the window wants to grant roots to a
                                    * server */
  PADDOCK_PROMPT_UNBLOCK,          /* a caller wants to unblock, or to forget, a blocked server */
  PADDOCK_PROMPT_CHANGE_ROOT,      /* a caller wants to widen a root; @wants of the question says
                                    * how */
  PADDOCK_PROMPT_RESUME,           /* a caller wants to end a pause */
  PADDOCK_PROMPT_READ,             /* a server or host wants to read a sensitive file */
  PADDOCK_PROMPT_LET_READ,          /* a caller wants Paddock to read files for a server */
  PADDOCK_PROMPT_CLEAR,            /* a caller wants to clear the journal */
  PADDOCK_PROMPT_TAKE_BACK_NEVER,  /* a caller wants to withdraw an answer "Never", so that the user
                                    * is asked about the file again */
  PADDOCK_PROMPT_ADD_ROOTS,        /* a caller wants to add folders or files */
  PADDOCK_PROMPT_TAKE_OUT,         /* a caller wants to take Paddock out of apps' files */
} PaddockPromptKind;

#define PADDOCK_TYPE_PROMPT (paddock_prompt_get_type ())

/* A question to the user. Immutable. If the question changes, a new value with the same id and a
 * higher serial replaces it. An answer names the id and the serial. Copied from a template like
 * PaddockRoot. */
typedef struct {
  const char            *id;
  guint                  serial;
  PaddockPromptKind      kind;
  gint64                 asked;          /* µs since the epoch */
  const char            *server_id;      /* (nullable) */
  const char            *server;         /* (nullable) the server's label, escaped for display;
                                          * NULL: none */
  const PaddockAppNote  *note;           /* (nullable) the app's entry that starts the server; NULL:
                                          * none is known */
  gboolean               is_named;       /* the user named the server, so @note does not */
  const PaddockIdentity *identity;       /* (nullable) */
  const PaddockIdentity *previous;       /* (nullable) the identity that the server of the same
                                          * entry had before the entry changed; NULL: none */
  const char            *resembling;     /* (nullable) the label of a known server that this one
                                          * resembles, escaped for display; NULL: none */
  gboolean               is_confined;    /* it is proven of all sessions of the server
                                          * (paddock_launcher_get_confined()) */
  guint                  times_put_off;  /* how many times in a row the user chose "Not Now" */
  guint                  sessions;       /* how many sessions wait for the answer; 0: all have
                                          * ended */
  const char * const    *suggestions;    /* (nullable) suggestions for the user: the URIs of the
                                          * host's own roots; NULL: none */
  const char            *caller;         /* (nullable) the program on the bus that asks, escaped for
                                          * display; NULL: no such program asks */
  PaddockWants           wants;          /* what the user is asked to allow */
  const char            *path;           /* (nullable) the canonical path of the file, if @kind is
                                          * READ or TAKE_BACK_NEVER; otherwise NULL */
  PaddockSensitiveKind   sensitive;      /* the likely contents of the file, if @kind is READ */
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
