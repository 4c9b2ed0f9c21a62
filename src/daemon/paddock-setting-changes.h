/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reports changed settings even after the session bus was lost. */
typedef struct _PaddockSettingChanges PaddockSettingChanges;

PaddockSettingChanges *paddock_setting_changes_new     (GSettings             *settings);
void                   paddock_setting_changes_free    (PaddockSettingChanges *self);
void                   paddock_setting_changes_set_bus (PaddockSettingChanges *self,
                                                        GDBusConnection       *connection);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockSettingChanges, paddock_setting_changes_free)

G_END_DECLS
