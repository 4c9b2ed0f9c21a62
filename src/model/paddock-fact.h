/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How well a fact about a server is known. 0: the fact is not known. */
typedef enum {
  PADDOCK_PROOF_UNKNOWN,
  PADDOCK_PROOF_CLAIMED,
  PADDOCK_PROOF_PROVEN,
} PaddockProof;

typedef enum {
  PADDOCK_FACT_USER,                /* uid, decimal */
  PADDOCK_FACT_EXECUTABLE,          /* path of the program: of the process that connected, or of
                                     * the server that `paddock run` starts */
  PADDOCK_FACT_COMMAND,             /* the arguments of the server's command line, with a keyed hash
                                     * in place of each secret */
  PADDOCK_FACT_DIRECTORY,           /* the server's working directory, if its command line depends
                                     * on the directory */
  PADDOCK_FACT_HOST,                /* the program of the MCP host, which started `paddock run` */
  PADDOCK_FACT_KEY,                 /* keyed hash of the key that `paddock run --key` got; PROVEN if
                                     * Paddock made the key */
  PADDOCK_FACT_OPTIONS,             /* options of `paddock run` about how the server starts */
  PADDOCK_FACT_ADDRESS,             /* origin and path of a server on another machine */
  PADDOCK_FACT_NAME,                /* what `paddock run --name` calls the server; it identifies
                                     * nothing */
} PaddockFactKind;

#define PADDOCK_N_FACTS (PADDOCK_FACT_NAME + 1)

/* The longest value of a fact, in bytes. A longer value is cut, and a hash of the whole value is
 * appended. */
#define PADDOCK_FACT_MAX_BYTES 4096

typedef struct {
  PaddockProof  proof;
  const char   *value;              /* (nullable) NULL if, and only if, @proof is UNKNOWN */
} PaddockFact;

char *paddock_fact_dup_value   (const char *bytes);
char *paddock_fact_dup_bounded (const char *value);
char *paddock_fact_dup_cut     (const char *value);
char *paddock_fact_dup_shown   (const char *value);

const char  *paddock_fact_proof_to_nick   (PaddockProof     proof);
PaddockProof paddock_fact_proof_from_nick (const char      *nick);
const char  *paddock_fact_kind_to_nick    (PaddockFactKind  kind);
gboolean     paddock_fact_kind_from_nick  (const char      *nick,
                                           PaddockFactKind *out_kind);

G_END_DECLS
