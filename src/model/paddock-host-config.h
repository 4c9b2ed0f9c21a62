/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* An app that starts servers (a host), and the format and place of its configuration. */
typedef struct _PaddockHost PaddockHost;

/* The parts of one entry in a host's configuration. All text is UTF-8. */
typedef struct {
  const char         *program;      /* the command with which the host starts `paddock` */
  const char         *name;         /* (nullable) what the user calls the server; NULL: no name */
  const char         *key;          /* (nullable) the key that the host passes to `paddock run` as
                                     * --key; NULL: none */
  const char * const *command;      /* the server's own command, at least one word */
} PaddockHostEntry;

guint              paddock_host_config_get_count (void);
const PaddockHost *paddock_host_config_get       (guint              index);
const char        *paddock_host_config_get_name  (const PaddockHost *self);
const char        *paddock_host_config_get_place (const PaddockHost *self);

char *paddock_host_config_make  (const PaddockHost      *host,
                                 const PaddockHostEntry *entry);
char *paddock_host_config_label (const PaddockHostEntry *entry);
GStrv paddock_host_config_split (const char             *text,
                                 GError                **error);

G_END_DECLS
