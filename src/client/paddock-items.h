/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-views.h"

G_BEGIN_DECLS

/* The items of the client's list models. An item keeps its identity while its value changes. Rows
 * bind to the read-only properties, which notify only real changes. Only the client and tests
 * create items and set their values. */

#define PADDOCK_TYPE_ROOT_ITEM (paddock_root_item_get_type ())
G_DECLARE_FINAL_TYPE (PaddockRootItem, paddock_root_item, PADDOCK, ROOT_ITEM, GObject)
/* Properties: id, label, path, picked, uri (string), kind, access, status (int), has-events
 * (boolean), seen-by (uint), added, expires (int64), markers (uint64, of paddock-project.h). label,
 * path and picked are escaped for display. picked is "" if it equals path. */
PaddockRootItem       *paddock_root_item_new      (PaddockRootView *view);
void                   paddock_root_item_set_view (PaddockRootItem *self,
                                                   PaddockRootView *view);
const PaddockRootView *paddock_root_item_get_view (PaddockRootItem *self);

#define PADDOCK_TYPE_SERVER_ITEM (paddock_server_item_get_type ())
G_DECLARE_FINAL_TYPE (PaddockServerItem, paddock_server_item, PADDOCK, SERVER_ITEM, GObject)
/* Properties: id, label (string), standing (int), n-sessions, n-visible (uint), is-ambiguous
 * (boolean: another server has the same or a similar label). Signal: changed (), emitted when the
 * view or is-ambiguous changed. */
PaddockServerItem       *paddock_server_item_new       (PaddockServerView *view);
void                     paddock_server_item_set_view  (PaddockServerItem *self,
                                                        PaddockServerView *view);
const PaddockServerView *paddock_server_item_get_view  (PaddockServerItem *self);
void                     paddock_server_item_set_ambiguous (PaddockServerItem *self,
                                                            gboolean           is_ambiguous);
gboolean                 paddock_server_item_is_ambiguous  (PaddockServerItem *self);
const PaddockGrantView  *paddock_server_item_get_grant (PaddockServerItem *self,
                                                        const char        *root_id);

#define PADDOCK_TYPE_PROMPT_ITEM (paddock_prompt_item_get_type ())
G_DECLARE_FINAL_TYPE (PaddockPromptItem, paddock_prompt_item, PADDOCK, PROMPT_ITEM, GObject)
/* Properties: id (string), serial (uint: notified with each new value of the request). */
PaddockPromptItem *paddock_prompt_item_new        (PaddockPrompt     *prompt);
void               paddock_prompt_item_set_prompt (PaddockPromptItem *self,
                                                   PaddockPrompt     *prompt);
PaddockPrompt     *paddock_prompt_item_get_prompt (PaddockPromptItem *self);

#define PADDOCK_TYPE_ENTRY_ITEM (paddock_entry_item_get_type ())
G_DECLARE_FINAL_TYPE (PaddockEntryItem, paddock_entry_item, PADDOCK, ENTRY_ITEM, GObject)
/* Properties: number, time, last (int64), count (uint). */
PaddockEntryItem    *paddock_entry_item_new       (PaddockJournalEntry *entry);
void                 paddock_entry_item_set_entry (PaddockEntryItem    *self,
                                                   PaddockJournalEntry *entry);
PaddockJournalEntry *paddock_entry_item_get_entry (PaddockEntryItem    *self);
void                 paddock_entry_item_set_open  (PaddockEntryItem    *self,
                                                   gboolean             is_open);
gboolean             paddock_entry_item_is_open   (PaddockEntryItem    *self);

G_END_DECLS
