/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

#include "paddock-duration.h"
#include "paddock-root.h"

G_BEGIN_DECLS

/* The keys of the user's settings (data/io.github.paddock_mcp.Paddock.gschema.xml). */
#define PADDOCK_SETTING_BACKGROUND "run-in-background"
#define PADDOCK_SETTING_LOGIN      "run-at-login"
#define PADDOCK_SETTING_ACCESS     "new-folder-access"
#define PADDOCK_SETTING_DURATION   "first-duration"
#define PADDOCK_SETTING_ASK        "ask-before-widening"
#define PADDOCK_SETTING_READ_SIZE  "read-size-limit"
#define PADDOCK_SETTING_DAYS       "activity-days"
/* Keys that the window writes, but does not offer as settings. The first two store the desktop's
 * last answer in a sandbox. The last one stores the order of folders. */
#define PADDOCK_SETTING_REFUSED       "background-refused"
#define PADDOCK_SETTING_LOGIN_REFUSED "login-refused"
#define PADDOCK_SETTING_ORDER         "folders-order"

GSettings          *paddock_settings_new          (void);
const char * const *paddock_settings_get_keys     (void);
const char         *paddock_settings_get_summary  (const char  *key);
gboolean            paddock_settings_has_key      (GSettings   *settings,
                                                   const char  *key);
char               *paddock_settings_dup_text     (GSettings   *settings,
                                                   const char  *key);
GVariant           *paddock_settings_parse        (GSettings   *settings,
                                                   const char  *key,
                                                   const char  *text,
                                                   GError     **error);
gboolean            paddock_settings_widens       (const char  *key,
                                                   GVariant    *before,
                                                   GVariant    *after);
PaddockAccess       paddock_settings_get_access   (GSettings   *settings);
PaddockDurationKind paddock_settings_get_duration (GSettings   *settings);

G_END_DECLS
