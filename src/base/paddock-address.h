/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The longest address, in bytes as written. */
#define PADDOCK_ADDRESS_MAX 8192

/* Where a server is that does not run on this machine. Immutable. */
typedef struct {
  char    *url;                     /* (owned) for requests: with the query, without the user */
  char    *origin;                  /* (owned) scheme, host, and the port unless it is the usual
                                     * one */
  char    *name;                    /* (owned) origin and path: what Paddock shows and compares */
  char    *user;                    /* (owned) (nullable) "name:password", decoded */
  gboolean is_secure;               /* https */
  gboolean is_loopback;             /* the host is this machine */
  gboolean is_here;                 /* the host is this machine, as far as its text says */
} PaddockAddress;

PaddockAddress *paddock_address_new   (const char            *text,
                                       GError               **error);
void            paddock_address_free  (PaddockAddress        *self);
char           *paddock_address_dup_within (const PaddockAddress *self,
                                            const char           *reference);
char           *paddock_address_dup_name   (const char           *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAddress, paddock_address_free)

G_END_DECLS
