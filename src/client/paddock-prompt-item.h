/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-views.h"

G_BEGIN_DECLS

/* A question to the user. paddock-item.h explains the lifetime of items.
 *
 * Properties: id (string), serial (uint; notified whenever anything in the question changes) */
#define PADDOCK_TYPE_PROMPT_ITEM (paddock_prompt_item_get_type ())
G_DECLARE_FINAL_TYPE (PaddockPromptItem, paddock_prompt_item, PADDOCK, PROMPT_ITEM, GObject)

PaddockPromptItem *paddock_prompt_item_new        (PaddockPrompt     *prompt);
void               paddock_prompt_item_set_prompt (PaddockPromptItem *self,
                                                   PaddockPrompt     *prompt);
PaddockPrompt     *paddock_prompt_item_get_prompt (PaddockPromptItem *self);
GPtrArray         *paddock_prompt_item_list       (GListModel        *items);

G_END_DECLS
