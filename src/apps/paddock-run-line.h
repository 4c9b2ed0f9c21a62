/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a command line does with Paddock. */
typedef enum {
  PADDOCK_RUN_LINE_UNKNOWN,         /* starts `paddock run` with words that it doesn't accept */
  PADDOCK_RUN_LINE_OTHER,           /* starts `paddock`, but not `paddock run` */
  PADDOCK_RUN_LINE_ADDRESS,         /* `paddock run --url` */
  PADDOCK_RUN_LINE_COMMAND,         /* `paddock run` with a command behind it */
  PADDOCK_RUN_LINE_FOREIGN,         /* doesn't start `paddock` */
} PaddockRunLineKind;

/* The parts of a command line. Strings are borrowed from the words. */
typedef struct {
  PaddockRunLineKind kind;
  guint              n_own;         /* COMMAND: words in front of the server's own command */
  guint              url;           /* ADDRESS: the index of the address */
  const char        *key;           /* (nullable) the value of --key */
  gboolean           is_literal;    /* `{roots}` means nothing to Paddock */
  gboolean           is_ours;       /* only options that Paddock writes itself */
} PaddockRunLine;

gboolean       paddock_run_line_is_paddock    (const char         *word);
PaddockRunLine paddock_run_line_parse         (const char * const *words);
gboolean       paddock_run_line_has_templates (const char * const *arguments);
gboolean       paddock_run_line_has_run       (const char * const *words);

G_END_DECLS
