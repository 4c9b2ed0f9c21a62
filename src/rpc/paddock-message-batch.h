/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-message.h"

G_BEGIN_DECLS

/* Called for one message of a batch. @element is valid during the call. Returns whether to go on
 * with the next message. */
typedef gboolean (*PaddockMessageBatchFunc) (PaddockMessage *element,
                                             gpointer        user_data);

gboolean paddock_message_batch_foreach (PaddockMessage          *self,
                                        PaddockMessageBatchFunc  func,
                                        gpointer                 user_data);

G_END_DECLS
