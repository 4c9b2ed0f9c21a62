/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-filter.h"
#include "paddock-transport.h"

G_BEGIN_DECLS

/* While more than this many bytes of Paddock's answers wait for the server, the server's lines are
 * not read. */
#define PADDOCK_SERVER_SLOT_ANSWERS_BYTES (256 * 1024)
/* How long the host may take to read the last lines after the server has ended. */
#define PADDOCK_SERVER_SLOT_FLUSH_MS 5000
/* How long a server may take to end after it closed its output, if another one may follow it. */
#define PADDOCK_SERVER_SLOT_CLOSED_MS 500
/* How often the slot looks whether the last errors are written to the host. */
#define PADDOCK_SERVER_SLOT_POLL_MS  20

/* The slot for the server of a host. */
typedef struct _PaddockServerSlot PaddockServerSlot;

typedef struct {
  /* Called when the host, or the server, closed its output, so that it sends no more lines. */
  void     (* host_ended)(gpointer user_data);
  void     (* server_ended)(gpointer user_data);
  /* The server's process has ended. Returns whether the slot goes on, with another server or
   * without one. */
  gboolean (* exited)(gpointer user_data);
  /* A signal to this process, or the end of the host, ends the server. The server gets
   * @signal_number, too. */
  void     (* dismissed)(int      signal_number,
                         gpointer user_data);
  /* The last server has ended, and all its lines are written to the host. Called once. */
  void     (* over)(gpointer user_data);
} PaddockServerSlotFuncs;

PaddockServerSlot *paddock_server_slot_new              (const PaddockServerSlotFuncs *funcs,
                                                         gpointer                      user_data);
void               paddock_server_slot_free             (PaddockServerSlot *self);
gboolean           paddock_server_slot_prepare          (PaddockServerSlot *self,
                                                         gboolean           has_processes,
                                                         GError           **error);
gboolean           paddock_server_slot_start            (PaddockServerSlot         *self,
                                                         const PaddockChildOptions *options,
                                                         GError                   **error);
gboolean           paddock_server_slot_start_with       (PaddockServerSlot *self,
                                                         PaddockTransport  *transport);
void               paddock_server_slot_open             (PaddockServerSlot *self,
                                                         int                input,
                                                         int                output,
                                                         gboolean           can_be_empty);
PaddockFilterChain *paddock_server_slot_get_chain       (PaddockServerSlot *self);
int                paddock_server_slot_get_guard        (const PaddockServerSlot *self);
gboolean           paddock_server_slot_is_quiescent     (const PaddockServerSlot *self);
void               paddock_server_slot_stop             (PaddockServerSlot *self,
                                                         int                signal_number);
void               paddock_server_slot_clear            (PaddockServerSlot *self);
void               paddock_server_slot_set_host_unread (PaddockServerSlot *self,
                                                        gboolean           is_host_unread);
gboolean           paddock_server_slot_is_left          (PaddockServerSlot *self);
void               paddock_server_slot_close            (PaddockServerSlot *self);
gboolean           paddock_server_slot_reap             (PaddockServerSlot *self,
                                                         int               *out_status);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockServerSlot, paddock_server_slot_free)

G_END_DECLS
