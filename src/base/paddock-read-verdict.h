/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What came of a request to read a file on behalf of a server or a host. Zero refuses. Only the
 * first two are ever given for what is not below a root that the caller may see. */
typedef enum {
  PADDOCK_READ_OUTSIDE,            /* outside every root, in one that the caller may not see,
                                    * expired, withdrawn or not there, in a refused place, or
                                    * through a link that leads out: one answer for all */
  PADDOCK_READ_MALFORMED,          /* the text is no reference to a file */
  PADDOCK_READ_MISSING,            /* nothing there */
  PADDOCK_READ_NOT_A_FILE,         /* a directory, device, FIFO or socket; it was not opened */
  PADDOCK_READ_TOO_LARGE,          /* more bytes than the limit */
  PADDOCK_READ_UNREADABLE,         /* no permission, or the file system gives an error */
  PADDOCK_READ_LINK_REFUSED,       /* too many links, or a loop of them */
  PADDOCK_READ_OTHER_FILE_SYSTEM,  /* something else is mounted there */
  PADDOCK_READ_SENSITIVE,          /* the user declined, or has not answered */
  PADDOCK_READ_BUSY,               /* too much at once, or changed faster than it was read */
  PADDOCK_READ_TIMED_OUT,          /* the file system has not answered in time */
  PADDOCK_READ_RATE_LIMITED,       /* more requests than the caller has in a minute */
  PADDOCK_READ_READ_ONLY,          /* asked to write what may only be read */
  PADDOCK_READ_ALLOWED,
} PaddockReadVerdict;

const char         *paddock_read_verdict_to_nick   (PaddockReadVerdict  verdict);
PaddockReadVerdict  paddock_read_verdict_from_nick (const char         *nick);

G_END_DECLS
