/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-child.h"
#include "paddock-revocation.h"

G_BEGIN_DECLS

/* A server without a folder that ends within so much of its start, or before it was asked for
 * anything, ended because it has none. */
#define PADDOCK_OUTFIT_AT_ONCE_US (10 * G_TIME_SPAN_SECOND)
/* Between two restarts for folders that came, at least, unless all were taken back meanwhile; and
 * between two looks at what stands against one. */
#define PADDOCK_OUTFIT_PERIOD_US  (1 * G_TIME_SPAN_MINUTE)
/* Between two restarts for folders that are gone. A folder comes back once a minute at most. */
#define PADDOCK_OUTFIT_NARROW_US  (5 * G_TIME_SPAN_SECOND)
/* Between two requests of the host that put the same question. */
#define PADDOCK_OUTFIT_ASK_US     (1 * G_TIME_SPAN_MINUTE)

typedef enum {
  PADDOCK_OUTFIT_FITS,              /* it has what it may see */
  PADDOCK_OUTFIT_KEEP,              /* nothing is there now, but nobody took it back; or it cannot
                                     * get what came */
  PADDOCK_OUTFIT_TOLD,              /* it has more, and keeps it */
  PADDOCK_OUTFIT_LATER,             /* not now */
  PADDOCK_OUTFIT_RESTART,
} PaddockOutfitStep;

/* What a server is started with that gets its folders then. */
typedef struct _PaddockOutfit PaddockOutfit;

typedef struct {
  const char * const *argv;         /* of the server, with templates */
  gboolean            is_literal;   /* what looks like a template is none */
  gboolean            enters_folder; /* it starts in the first folder */
  PaddockOnRevoke     on_revoke;
} PaddockOutfitOptions;

PaddockOutfit             *paddock_outfit_new       (const PaddockOutfitOptions *options);
void                       paddock_outfit_free      (PaddockOutfit          *self);
void                       paddock_outfit_know      (PaddockOutfit          *self,
                                                     PaddockRootList        *list);
gboolean                   paddock_outfit_has_any   (const PaddockOutfit    *self);
gboolean                   paddock_outfit_is_packed (const PaddockOutfit    *self);
const PaddockChildOptions *paddock_outfit_pack      (PaddockOutfit          *self,
                                                     gint64                  now,
                                                     GError                **error);
gboolean                   paddock_outfit_asks      (PaddockOutfit          *self,
                                                     PaddockSpan             line,
                                                     gboolean                is_vacant,
                                                     gboolean                is_pending,
                                                     gint64                  now);
gboolean                   paddock_outfit_explains  (const PaddockOutfit    *self,
                                                     gint64                  now);
PaddockOutfitStep          paddock_outfit_decide    (PaddockOutfit          *self,
                                                     PaddockObstacle         obstacle,
                                                     gint64                  now,
                                                     gint64                 *out_when,
                                                     PaddockReason          *out_reason);
GStrv                      paddock_outfit_dup_lost  (const PaddockOutfit    *self);
void                       paddock_outfit_restarted (PaddockOutfit          *self,
                                                     gint64                  now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockOutfit, paddock_outfit_free)

G_END_DECLS
