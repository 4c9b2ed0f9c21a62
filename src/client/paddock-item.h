/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* The items in the client's list models: one for each root, server, question and journal entry. An
 * item holds the value that the service sent last. The item stays the same object while its value
 * changes. Rows bind to its properties, which are read-only and notify only on change.
 *
 * In the window, only the files of src/client make items and set their values. The list model owns
 * the items. A row or dialog may keep a reference longer, and then sees the last value. Items
 * decide nothing and never call the service. */

/* The highest number of properties that an item may have. */
#define PADDOCK_ITEM_MAX_PROPERTIES 16

/* The values of an item's properties before a change. Only the properties with another value after
 * the change are notified. */
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
