/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* What the client's list models hold: an item for each root, server, question and row of the
 * journal, with the value that the service told last. An item keeps its identity while its value
 * changes. Rows bind to its properties, which are read-only and notify only on change.
 *
 * The client makes the items and sets their values; nobody else but a test does. The model owns
 * them. Who shows an item may keep a reference longer, and then sees the last value. Items decide
 * nothing and never call the service. */

/* More properties than any item has. */
#define PADDOCK_ITEM_MAX_PROPERTIES 16

/* An item's properties before it gets a new value. Only those that differ are notified. */
typedef struct {
  GObject             *object;
  GParamSpec * const  *properties;
  guint                n_properties;
  GValue               values[PADDOCK_ITEM_MAX_PROPERTIES];
} PaddockItemValues;

void paddock_item_keep_values    (PaddockItemValues  *values,
                                  gpointer            object,
                                  GParamSpec * const *properties,
                                  guint               n_properties);
void paddock_item_notify_changes (PaddockItemValues  *values);

GParamSpec *paddock_item_string_property (const char *name);
GParamSpec *paddock_item_int_property    (const char *name);
GParamSpec *paddock_item_uint_property   (const char *name);
GParamSpec *paddock_item_int64_property  (const char *name);

G_END_DECLS
