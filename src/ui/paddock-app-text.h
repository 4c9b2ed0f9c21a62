/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app-entry.h"
#include "paddock-app-plan.h"

G_BEGIN_DECLS

/* What an app does with one of its servers. */
typedef enum {
  PADDOCK_APP_STATE_DIRECT,         /* starts it without Paddock */
  PADDOCK_APP_STATE_CHANGED,        /* the same, because another program took Paddock out */
  PADDOCK_APP_STATE_GONE,           /* another program removed its entry */
  PADDOCK_APP_STATE_LEAVING,        /* Paddock was taken out, but the server still runs with it */
  PADDOCK_APP_STATE_THROUGH,        /* starts it through Paddock, with a key of the user */
  PADDOCK_APP_STATE_WAITING,        /* starts it through Paddock; the server never connected */
  PADDOCK_APP_STATE_AWAY,           /* the server connected earlier */
  PADDOCK_APP_STATE_CONNECTED,
} PaddockAppState;

/* A text that is only true for some time. */
typedef struct {
  gint64 now;                       /* µs since the epoch */
  gint64 seen;                      /* when the server last connected, µs since the epoch */
  gint64 next;                      /* when the text changes; 0: it doesn't change by itself */
} PaddockAppTextTime;

char *paddock_app_text_start    (const PaddockAppEntry *entry);
char *paddock_app_text_state    (const PaddockApp      *app,
                                 PaddockAppState        state,
                                 PaddockAppTextTime    *time);
char *paddock_app_text_reload   (const PaddockApp      *app);
char *paddock_app_text_trouble  (const PaddockAppFile  *file);
char *paddock_app_text_unreadable (const PaddockAppFile *file,
                                   const char           *path);
char *paddock_app_text_folders  (const char * const    *folders,
                                 gboolean               is_connected,
                                 const char            *home);
char *paddock_app_text_known    (void);
char *paddock_app_text_lines    (const char            *before,
                                 const char            *after);
char *paddock_app_text_done     (GPtrArray             *plans);

G_END_DECLS
