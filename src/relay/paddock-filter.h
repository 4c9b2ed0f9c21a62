/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

/* Where a line goes. */
typedef enum {
  PADDOCK_TO_SERVER,
  PADDOCK_TO_HOST,
} PaddockWay;

typedef struct _PaddockFilter PaddockFilter;
typedef struct _PaddockFilterChain PaddockFilterChain;

/* What looks at the messages between a host and a server. All are nullable. */
typedef struct {
  /* A message on its way. Returns whether it goes on as it is; if not, the filter has kept,
   * answered, dropped or replaced it. */
  gboolean (* to_server)(PaddockFilter  *filter,
                         PaddockMessage *message);
  gboolean (* to_host)(PaddockFilter  *filter,
                       PaddockMessage *message);
  /* A line begins that is too long to be read. @is_vouched: see PaddockTransportFuncs. Returns
   * whether it may go on, unread. */
  gboolean (* begin_long)(PaddockFilter *filter,
                          PaddockWay     way,
                          gboolean       is_vouched);
  /* That line has ended. @message: what it was, without a text; @has_passed: whether it went on. */
  void     (* end_long)(PaddockFilter        *filter,
                        PaddockWay            way,
                        const PaddockMessage *message,
                        gboolean              has_passed);
  /* Another server takes the place of this one, or none. */
  void     (* forget_server)(PaddockFilter *filter);
} PaddockFilterFuncs;

/* The first member of whatever implements it. */
struct _PaddockFilter
{
  const PaddockFilterFuncs *funcs;
  PaddockFilterChain       *chain;    /* once it was added to one */
  guint                     position;
};

/* Where lines leave the chain, without their newline. */
typedef struct {
  void (* to_host)(GBytes   *line,
                   gpointer  user_data);
  /* @is_ours: it answers the server, and is no line of the host. */
  void (* to_server)(GBytes   *line,
                     gboolean  is_ours,
                     gpointer  user_data);
} PaddockFilterEnds;

PaddockFilterChain *paddock_filter_chain_new           (const PaddockFilterEnds *ends,
                                                        gpointer                 user_data);
void                paddock_filter_chain_free          (PaddockFilterChain      *self);
void                paddock_filter_chain_add           (PaddockFilterChain      *self,
                                                        PaddockFilter           *filter);
gboolean            paddock_filter_chain_receive       (PaddockFilterChain      *self,
                                                        PaddockWay               way,
                                                        PaddockSpan              line);
gboolean            paddock_filter_chain_begin_long    (PaddockFilterChain      *self,
                                                        PaddockWay               way,
                                                        gboolean                 is_vouched);
void                paddock_filter_chain_receive_part  (PaddockFilterChain      *self,
                                                        PaddockWay               way,
                                                        PaddockSpan              part,
                                                        gboolean                 is_end);
void                paddock_filter_chain_forget_server (PaddockFilterChain      *self);
void                paddock_filter_send                (PaddockFilter           *filter,
                                                        PaddockWay               way,
                                                        PaddockMessage          *message);
void                paddock_filter_send_line           (PaddockFilter           *filter,
                                                        PaddockWay               way,
                                                        GBytes                  *line);
void                paddock_filter_answer_server       (PaddockFilter           *filter,
                                                        GBytes                  *line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockFilterChain, paddock_filter_chain_free)

G_END_DECLS
