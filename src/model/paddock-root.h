/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-path.h"

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum {
  PADDOCK_ACCESS_READ_ONLY,
  PADDOCK_ACCESS_READ_WRITE,
} PaddockAccess;

#define PADDOCK_TYPE_ROOT (paddock_root_get_type ())

/* A directory or file that the user may share. Immutable: to change a root, make a new value with
 * the same id. paddock_root_new() copies every member of a template, so this changes one member:
 *   PaddockRoot edited = *root;  edited.name = "Notes";  new = paddock_root_new (&edited);
 */
typedef struct {
  const char              *id;
  const char              *path;      /* canonical; the bytes of the file system, maybe not UTF-8 */
  const char              *picked;    /* (nullable) the path that the user picked, if it is not
                                       * @path; otherwise NULL */
  const char              *name;      /* (nullable) display name, UTF-8; NULL: the root has no
                                       * name */
  PaddockAccess            access;
  gint64                   added;     /* µs since the epoch */
  gint64                   expires;   /* when the root expires, in µs since the epoch; 0: never */
  const char              *login;     /* (nullable) the user's login with which the root ends; NULL:
                                       * the root does not end at a logout */
  gint64                   last_seen; /* µs since the epoch: when the root was last available; 0:
                                       * not known */
  gboolean                 volatile_; /* the root lasts only while this service runs, and is never
                                       * stored */
  gboolean                 crosses;   /* Paddock also reads file systems mounted inside the root */
  const PaddockFileRecord *record;    /* what identifies the directory or file at @path */
  const char              *document;  /* (nullable) the portal's document through which a service in
                                       * a sandbox reaches the root; NULL: none */
} PaddockRoot;

GType        paddock_root_get_type (void) G_GNUC_CONST;
PaddockRoot *paddock_root_new      (const PaddockRoot *template);
PaddockRoot *paddock_root_ref      (PaddockRoot       *root);
void         paddock_root_unref    (PaddockRoot       *root);

char    *paddock_root_dup_uri    (const PaddockRoot *root);
char    *paddock_root_dup_label  (const PaddockRoot *root);
gboolean paddock_root_is_expired (const PaddockRoot *root,
                                  gint64             now);

PaddockRoot *paddock_root_find_by_path (GPtrArray  *roots,
                                        const char *path);

const char   *paddock_root_access_to_nick   (PaddockAccess access);
PaddockAccess paddock_root_access_from_nick (const char   *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRoot, paddock_root_unref)

G_END_DECLS
