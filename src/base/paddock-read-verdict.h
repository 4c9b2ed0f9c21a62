/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The result of a request to read a file for a server or a host. The value 0 refuses. OUTSIDE and
 * MALFORMED are the only verdicts about a file that is not below a root that the caller may see.
 * BUSY and RATE_LIMITED say nothing about the file. */
typedef enum {
  PADDOCK_READ_OUTSIDE,            /* the file is outside every root, in a root that the caller may
                                    * not see, in an expired or withdrawn root, in a refused place,
                                    * or behind a link that leads out. All these cases have the same
                                    * verdict */
  PADDOCK_READ_MALFORMED,          /* the text that the caller sent does not name a file */
  PADDOCK_READ_MISSING,            /* nothing is there */
  PADDOCK_READ_NOT_A_FILE,         /* a directory, device, FIFO or socket is at the path; Paddock
                                    * did not open it */
  PADDOCK_READ_TOO_LARGE,          /* the file has more bytes than the limit */
  PADDOCK_READ_UNREADABLE,         /* Paddock lacks the permission, or the file system gives an
                                    * error */
  PADDOCK_READ_LINK_REFUSED,       /* the path has too many links, or a loop of links */
  PADDOCK_READ_OTHER_FILE_SYSTEM,  /* another file system is mounted on the way to the file */
  PADDOCK_READ_SENSITIVE,          /* the file may hold secrets, and the user refused, or has not
                                    * answered */
  PADDOCK_READ_BUSY,               /* too many requests at once, or the file changed faster than it
                                    * was read */
  PADDOCK_READ_TIMED_OUT,          /* the file system did not answer in time */
  PADDOCK_READ_RATE_LIMITED,       /* the caller asked too often this minute */
  PADDOCK_READ_READ_ONLY,          /* the caller asked about writing, but the root, the file or its
                                    * folder is read-only */
  PADDOCK_READ_ALLOWED,
} PaddockReadVerdict;

const char         *paddock_read_verdict_to_nick   (PaddockReadVerdict  verdict);
PaddockReadVerdict  paddock_read_verdict_from_nick (const char         *nick);

G_END_DECLS
