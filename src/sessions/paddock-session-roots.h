/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-channel.h"
#include "paddock-recipient.h"
#include "paddock-roots-provider.h"

G_BEGIN_DECLS

/* Why a `roots/list` is sent. If a server connected by itself, the reason is always SERVER. A
 * `paddock run` may have other reasons. */
typedef enum {
  PADDOCK_READER_SERVER,            /* the server reads the list */
  PADDOCK_READER_LAUNCHER,          /* `paddock run` asks, because its server wants roots: the user
                                     * is asked */
  PADDOCK_READER_START,             /* the server gets the list at its start, and does not request
                                     * it: the user is not asked */
  PADDOCK_READER_LOOK,              /* `paddock run` reads the list for itself: the user is not
                                     * asked */
} PaddockReader;

#define PADDOCK_TYPE_SESSION_ROOTS (paddock_session_roots_get_type ())
G_DECLARE_FINAL_TYPE (PaddockSessionRoots, paddock_session_roots, PADDOCK, SESSION_ROOTS, GObject)

/* What the roots tell their session.
 *   listed   the server gets a list. For %PADDOCK_READER_START the answer is always
 *            %PADDOCK_ANSWER_EMPTY, so that the user is not asked
 *   wanted   a `paddock run` says that its server wants roots
 *   told     a list_changed was sent
 */
typedef struct {
  void (*listed)(PaddockAnswer answer,
                 gpointer      user_data);
  void (*wanted)(PaddockAnswer answer,
                 gpointer      user_data);
  void (*told)(gpointer user_data);
} PaddockRootsFuncs;

/* The roots of one session, as its server reads them. */
PaddockSessionRoots *paddock_session_roots_new             (PaddockRecipient        *recipient,
                                                            PaddockChannel          *channel,
                                                            PaddockRootsProvider    *provider,
                                                            const PaddockRootsFuncs *funcs,
                                                            gpointer                 user_data);
void                 paddock_session_roots_begin           (PaddockSessionRoots     *self);
void                 paddock_session_roots_close           (PaddockSessionRoots     *self);
PaddockRootsAnswer  *paddock_session_roots_list            (PaddockSessionRoots     *self,
                                                            PaddockReader            reader);
void                 paddock_session_roots_review          (PaddockSessionRoots     *self);
const char * const  *paddock_session_roots_get_given       (PaddockSessionRoots     *self);
gint64               paddock_session_roots_get_last_listed (PaddockSessionRoots     *self);
gboolean             paddock_session_roots_are_read        (PaddockSessionRoots     *self);

G_END_DECLS
