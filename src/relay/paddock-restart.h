/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-conversation.h"
#include "paddock-filter.h"
#include "paddock-reason.h"

G_BEGIN_DECLS

/* How long the old server may take to answer open requests, in ms. Then how long a new server may
 * take to answer `initialize`. */
#define PADDOCK_RESTART_DRAIN_MS     10000
#define PADDOCK_RESTART_HANDSHAKE_MS 10000
/* How long a server may take to end after SIGTERM. Then it gets SIGKILL. */
#define PADDOCK_RESTART_END_MS       2000
/* How many bytes of the host's lines, and how many lines, may wait for the new server. */
#define PADDOCK_RESTART_HELD_BYTES   (1024 * 1024)
#define PADDOCK_RESTART_HELD_MAX     1024

typedef enum {
  PADDOCK_RESTART_NONE,             /* a server runs, and no restart is under way */
  PADDOCK_RESTART_DRAINING,         /* the old server may still answer; new requests wait */
  PADDOCK_RESTART_ENDING,           /* the old server is being ended; its lines are ignored */
  PADDOCK_RESTART_OPENING,          /* there is no server; the folders of the new one are opened */
  PADDOCK_RESTART_REPLAYING,        /* the new server is told what the old one knew */
  PADDOCK_RESTART_VACANT,           /* there is no server, because it had no folder; a request of
                                     * the host waits until Paddock knows whether there is a folder
                                     * now */
  PADDOCK_RESTART_SILENT,           /* there is a server, but no session; the host's next request
                                     * begins one */
  PADDOCK_RESTART_FAILED,           /* there is no server, and there will be none */
} PaddockRestartPhase;

/* The functions that the restart calls. */
typedef struct {
  /* A restart begins, and keeps new requests back from now on. The owner of the restart must
   * release all lines that it keeps back itself. */
  void     (* begun)(gpointer user_data);
  /* The host sent a request, but there is no server, because it has no folder. The request waits
   * for paddock_restart_refuse_first() or paddock_restart_fill(). */
  void     (* wanted)(gpointer user_data);
  /* Stop relaying for the server, and send it @signal_number. Call paddock_restart_server_ended()
   * when it has ended. */
  void     (* end_server)(int      signal_number,
                          gpointer user_data);
  /* Open what the new server needs. Return FALSE if paddock_restart_go_on() will be called when it
   * can be started. */
  gboolean (* open)(gpointer user_data);
  /* Start another server, and begin to read its lines. Return FALSE with an error if it cannot be
   * started. */
  gboolean (* start_server)(GError  **error,
                            gpointer  user_data);
  /* There is no session with the server. @is_heard: whether to read the host's lines
   * nevertheless. */
  void     (* hear)(gboolean is_heard,
                    gpointer user_data);
  /* A line of the host that waited goes on now. Return FALSE if it must wait elsewhere. */
  gboolean (* resumed)(PaddockMessage *message,
                       gpointer        user_data);
  /* The new server has taken the place of the old one. */
  void     (* done)(gpointer user_data);
  /* The restart is called off, because of an obstacle that came up. The old server stays. */
  void     (* called_off)(gpointer user_data);
  /* There is no server, and there will be none: the session is over. @why: for the log. */
  void     (* failed)(PaddockReason  reason,
                      const char    *why,
                      gpointer       user_data);
} PaddockRestartFuncs;

/* Times in ms that replace PADDOCK_RESTART_DRAIN_MS, PADDOCK_RESTART_END_MS and
 * PADDOCK_RESTART_HANDSHAKE_MS; 0: use the constant. */
typedef struct {
  guint drain;
  guint end;
  guint handshake;
} PaddockRestartTimes;

/* A filter that replaces one server by another. */
typedef struct _PaddockRestart PaddockRestart;

PaddockRestart     *paddock_restart_new          (const PaddockRestartFuncs *funcs,
                                                  const PaddockRestartTimes *times,
                                                  gpointer                   user_data);
void                paddock_restart_free         (PaddockRestart            *self);
void                paddock_restart_begin        (PaddockRestart            *self,
                                                  gboolean                   at_once);
void                paddock_restart_hurry        (PaddockRestart            *self);
void                paddock_restart_end          (PaddockRestart            *self,
                                                  PaddockReason              reason);
gboolean            paddock_restart_renew        (PaddockRestart            *self,
                                                  GPtrArray                 *lines,
                                                  GPtrArray                 *ids);
void                paddock_restart_abandon      (PaddockRestart            *self);
void                paddock_restart_close        (PaddockRestart            *self);
void                paddock_restart_vacate       (PaddockRestart            *self);
void                paddock_restart_fill         (PaddockRestart            *self);
void                paddock_restart_refuse_first (PaddockRestart            *self);
void                paddock_restart_go_on        (PaddockRestart            *self);
void                paddock_restart_server_ended (PaddockRestart            *self);
gboolean            paddock_restart_handle_exit  (PaddockRestart            *self);
PaddockReplay      *paddock_restart_get_replay   (PaddockRestart            *self);
gboolean            paddock_restart_is_renewal   (const PaddockRestart      *self);
PaddockRestartPhase paddock_restart_get_phase    (const PaddockRestart      *self);
PaddockObstacle     paddock_restart_get_obstacle (const PaddockRestart      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockRestart, paddock_restart_free)

G_END_DECLS
