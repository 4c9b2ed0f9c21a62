/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

/* The direction of a line. */
typedef enum {
  PADDOCK_TO_SERVER,
  PADDOCK_TO_HOST,
} PaddockWay;

typedef struct _PaddockFilter PaddockFilter;
typedef struct _PaddockFilterChain PaddockFilterChain;

/* The functions of a filter, which looks at the messages between a host and a server. Each function
 * may be %NULL. */
typedef struct {
  /* Called for each message to the server. Returns whether the message goes on unchanged; if not,
   * the filter has kept, answered, dropped or replaced the message. */
  gboolean (* to_server)(PaddockFilter  *filter,
                         PaddockMessage *message);
  /* Called for each message to the host. Returns whether the message goes on unchanged, as for
   * to_server(). */
  gboolean (* to_host)(PaddockFilter  *filter,
                       PaddockMessage *message);
  /* Called when a line begins that is too long to be read. @is_vouched: whether the transport has
   * checked the line (`vouches` of PaddockTransportFuncs). Returns whether the filter lets the line
   * go on unread. */
  gboolean (* begin_long)(PaddockFilter *filter,
                          PaddockWay     way,
                          gboolean       is_vouched);
  /* Called when a line that is too long to be read has ended. @message: the kind, id and method of
   * the line, without its text. @has_passed: whether the line went on. */
  void     (* end_long)(PaddockFilter        *filter,
                        PaddockWay            way,
                        const PaddockMessage *message,
                        gboolean              has_passed);
  /* Called when the server is gone, whether or not another one takes its place. */
  void     (* forget_server)(PaddockFilter *filter);
} PaddockFilterFuncs;

/* A filter. A struct that implements one has this as its first member. */
struct _PaddockFilter
{
  const PaddockFilterFuncs *funcs;
  PaddockFilterChain       *chain;    /* (nullable) the chain that the filter belongs to; NULL: none
                                       * yet */
  guint                     position; /* the place of the filter in the chain; 0 is next to the
                                       * host */
};

/* The functions that write lines which leave the chain. Lines have no newline here. */
typedef struct {
  void (* to_host)(GBytes   *line,
                   gpointer  user_data);
  /* @is_ours: whether Paddock wrote the line itself (paddock_filter_answer_server()). */
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
