/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The longest address of a server that Paddock accepts, in bytes, as somebody wrote it. */
#define PADDOCK_ADDRESS_MAX 8192

/* The HTTP address of a server, split into its parts. Immutable. */
typedef struct {
  char    *url;                     /* (owned) the address that HTTP requests use: with the query,
                                     * without the user part */
  char    *origin;                  /* (owned) the scheme, the host, and the port if that is not the
                                     * scheme's default */
  char    *name;                    /* (owned) the origin and the path: the text that Paddock shows
                                     * and compares */
  char    *user;                    /* (owned) (nullable) "name:password", decoded; NULL: the
                                     * address has no user part */
  gboolean is_secure;               /* https */
  gboolean is_loopback;             /* the host is "localhost" or a loopback IP address */
  gboolean is_here;                 /* the text of the host names this machine in any way: for
                                     * example *.localhost, this machine's host name, or 0.0.0.0 */
} PaddockAddress;

PaddockAddress *paddock_address_new   (const char            *text,
                                       GError               **error);
void            paddock_address_free  (PaddockAddress        *self);
char           *paddock_address_dup_within (const PaddockAddress *self,
                                            const char           *reference);
char           *paddock_address_dup_name   (const char           *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAddress, paddock_address_free)

G_END_DECLS
