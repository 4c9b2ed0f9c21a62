/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-conversation.h"
#include "paddock-filter.h"
#include "paddock-reason.h"

G_BEGIN_DECLS

/* How long a server may take to answer what it was asked, and a new one to answer `initialize`. */
#define PADDOCK_RESTART_DRAIN_MS     10000
#define PADDOCK_RESTART_HANDSHAKE_MS 10000
/* Between TERM and KILL. */
#define PADDOCK_RESTART_END_MS       2000
/* How many bytes and lines of the host may wait for the new server. */
#define PADDOCK_RESTART_HELD_BYTES   (1024 * 1024)
#define PADDOCK_RESTART_HELD_MAX     1024

typedef enum {
  PADDOCK_RESTART_NONE,             /* a server runs */
  PADDOCK_RESTART_DRAINING,         /* it may still answer; new requests wait */
  PADDOCK_RESTART_ENDING,           /* it is heard no more */
  PADDOCK_RESTART_REPLAYING,        /* the new one is told what the old one knew */
  PADDOCK_RESTART_VACANT,           /* there is none, for want of a folder; a request waits until
                                     * it is known that this still holds */
  PADDOCK_RESTART_SILENT,           /* there is a server, and no session with it: a request
                                     * begins one */
  PADDOCK_RESTART_FAILED,
} PaddockRestartPhase;

typedef struct {
  /* New requests wait here from now on. Lines that are kept back elsewhere are to be let go. */
  void     (* begun)(gpointer user_data);
  /* The host asks something, and there is no server for want of a folder. The question waits for
   * paddock_restart_refuse_first() or paddock_restart_fill(). */
  void     (* wanted)(gpointer user_data);
  /* Cut the server off and send it @signal_number; paddock_restart_server_ended() follows. */
  void     (* end_server)(int      signal_number,
                          gpointer user_data);
  /* Start another one and let its lines in. */
  gboolean (* start_server)(GError  **error,
                            gpointer  user_data);
  /* Whether the host is to be read, while there is no session. */
  void     (* hear)(gboolean is_heard,
                    gpointer user_data);
  /* The new server has taken the place of the old one. */
  void     (* done)(gpointer user_data);
  /* Something came up that forbids the restart: the server stays. */
  void     (* called_off)(gpointer user_data);
  /* There is no server any more: the session is over. */
  void     (* failed)(PaddockReason  reason,
                      const char    *why,
                      gpointer       user_data);
} PaddockRestartFuncs;

/* Milliseconds; 0: the usual ones, above. */
typedef struct {
  guint drain;
  guint end;
  guint handshake;
} PaddockRestartTimes;

/* A filter. */
typedef struct _PaddockRestart PaddockRestart;

PaddockRestart     *paddock_restart_new          (const PaddockRestartFuncs *funcs,
                                                  const PaddockRestartTimes *times,
                                                  gpointer                   user_data);
void                paddock_restart_free         (PaddockRestart            *self);
void                paddock_restart_begin        (PaddockRestart            *self);
gboolean            paddock_restart_renew        (PaddockRestart            *self,
                                                  GPtrArray                 *lines,
                                                  GPtrArray                 *ids);
void                paddock_restart_abandon      (PaddockRestart            *self);
void                paddock_restart_close        (PaddockRestart            *self);
void                paddock_restart_vacate       (PaddockRestart            *self);
void                paddock_restart_fill         (PaddockRestart            *self);
void                paddock_restart_refuse_first (PaddockRestart            *self);
void                paddock_restart_server_ended (PaddockRestart            *self);
gboolean            paddock_restart_handle_exit  (PaddockRestart            *self);
PaddockReplay      *paddock_restart_get_replay   (PaddockRestart            *self);
gboolean            paddock_restart_is_renewal   (const PaddockRestart      *self);
PaddockRestartPhase paddock_restart_get_phase    (const PaddockRestart      *self);
PaddockObstacle     paddock_restart_get_obstacle (const PaddockRestart      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRestart, paddock_restart_free)

G_END_DECLS
