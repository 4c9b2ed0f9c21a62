/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-state.h"

G_BEGIN_DECLS

#define PADDOCK_TYPE_CONFINED_HOMES (paddock_confined_homes_get_type ())
G_DECLARE_FINAL_TYPE (PaddockConfinedHomes, paddock_confined_homes, PADDOCK, CONFINED_HOMES,
                      GObject)

PaddockConfinedHomes *paddock_confined_homes_new (PaddockState *state,
                                                  const char   *data_dir);
void                  paddock_confined_homes_measure_async (PaddockConfinedHomes *self,
                                                            GAsyncReadyCallback   callback,
                                                            gpointer              user_data);
GVariant             *paddock_confined_homes_measure_finish (PaddockConfinedHomes  *self,
                                                             GAsyncResult          *result,
                                                             GError               **error);

G_END_DECLS
