/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* How long a service that nobody needs stays, and how long one of before an update does. */
#define PADDOCK_LIFE_IDLE_TIMEOUT  (10 * G_TIME_SPAN_MINUTE)
#define PADDOCK_LIFE_QUIET_TIMEOUT (2 * G_TIME_SPAN_SECOND)

/* What a service is needed for. */
typedef enum {
  PADDOCK_LIFE_SESSIONS  = 1 << 0,  /* a server is connected */
  PADDOCK_LIFE_QUESTIONS = 1 << 1,  /* a question waits for the user */
  PADDOCK_LIFE_CALLS     = 1 << 2,  /* a call on the bus is not answered yet */
  PADDOCK_LIFE_AGENT     = 1 << 3,  /* a window is registered */
  PADDOCK_LIFE_EXPIRY    = 1 << 4,  /* something ends at a certain time */
  PADDOCK_LIFE_LOGIN     = 1 << 5,  /* the user wants it to run always */
} PaddockLifeNeeds;

#define PADDOCK_TYPE_LIFE (paddock_life_get_type ())
G_DECLARE_FINAL_TYPE (PaddockLife, paddock_life, PADDOCK, LIFE, GObject)

/* Signal: over (gboolean replaced)   nobody needs this service any more, or a newer one is
 * installed */
PaddockLife *paddock_life_new      (gint64            idle_timeout,
                                    const char       *executable);
void         paddock_life_set_need (PaddockLife      *self,
                                    PaddockLifeNeeds  need,
                                    gboolean          is_needed);
void         paddock_life_bind     (PaddockLife      *self,
                                    gboolean          is_bound);
void         paddock_life_strand   (PaddockLife      *self,
                                    gboolean          is_stranded);
void         paddock_life_use      (PaddockLife      *self);

G_END_DECLS
