/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-channel.h"
#include "paddock-recipient.h"
#include "paddock-roots-provider.h"

G_BEGIN_DECLS

/* The purpose of a `roots/list`. A server that connected by itself always reads the list. A
 * `paddock run` may ask for other purposes. */
typedef enum {
  PADDOCK_READER_SERVER,            /* reads the list */
  PADDOCK_READER_LAUNCHER,          /* its server wants roots, and has read nothing */
  PADDOCK_READER_START,             /* the server starts with the list, without asking */
  PADDOCK_READER_LOOK,              /* the list that the server would start with now */
} PaddockReader;

#define PADDOCK_TYPE_SESSION_ROOTS (paddock_session_roots_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSessionRoots, paddock_session_roots, PADDOCK, SESSION_ROOTS, GObject)

/* The roots of one session, as its server reads them. Signals:
 *   listed (PaddockAnswer)   a roots/list is being answered. %PADDOCK_READER_START always has
 *                            %PADDOCK_ANSWER_EMPTY, so that the user is not asked either
 *   wanted (PaddockAnswer)   a `paddock run` says that its server wants roots
 *   told ()                  a list_changed was sent
 */
PaddockSessionRoots *paddock_session_roots_new             (PaddockRecipient     *recipient,
                                                            PaddockChannel       *channel,
                                                            PaddockRootsProvider *provider);
void                 paddock_session_roots_begin           (PaddockSessionRoots  *self);
void                 paddock_session_roots_close           (PaddockSessionRoots  *self);
PaddockRootsAnswer  *paddock_session_roots_list            (PaddockSessionRoots  *self,
                                                            PaddockReader         reader);
void                 paddock_session_roots_review          (PaddockSessionRoots  *self);
gint64               paddock_session_roots_get_last_listed (PaddockSessionRoots  *self);
gboolean             paddock_session_roots_are_read        (PaddockSessionRoots  *self);

G_END_DECLS
