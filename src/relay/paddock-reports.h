/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-confined.h"
#include "paddock-journal-entry.h"

G_BEGIN_DECLS

/* Reports are sent at most once in this time, in ms. Even if Paddock drops each line of a server,
 * reports must not flood the journal. */
#define PADDOCK_REPORTS_PERIOD_MS 1000
/* The most revoked folders that the service is told of. */
#define PADDOCK_REPORTS_HELD_MAX  16

typedef struct _PaddockReports PaddockReports;

/* Sends @line, which has no newline, to the service. */
typedef void (* PaddockReportsSend) (GBytes   *line,
                                     gpointer  user_data);

PaddockReports *paddock_reports_new       (PaddockReportsSend  send,
                                           gpointer            user_data);
void            paddock_reports_free      (PaddockReports     *self);
void            paddock_reports_add       (PaddockReports     *self,
                                           PaddockEvent        event,
                                           PaddockReason       reason);
void            paddock_reports_put_off   (PaddockReports     *self,
                                           PaddockReason       why,
                                           const char * const *paths);
void            paddock_reports_hold      (PaddockReports     *self,
                                           PaddockReason       why,
                                           const char * const *paths);
void            paddock_reports_confine   (PaddockReports        *self,
                                           const PaddockConfined *confined,
                                           const char            *server);
void            paddock_reports_set_ready (PaddockReports     *self,
                                           gboolean            is_ready);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockReports, paddock_reports_free)

G_END_DECLS
