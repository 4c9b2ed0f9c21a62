/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-item.h"

/* Helpers for the items of the client's lists: read-only properties that notify only on change. */

/**
 * paddock_item_keep_values:
 * @values: (out): where the values are stored until paddock_item_notify_changes() frees them
 * @object: an item that is about to get a new value
 * @properties: (array length=n_properties): the properties of @object
 *
 * Stores the values of all @properties, for a later comparison.
 */
void
paddock_item_keep_values (PaddockItemValues  *values,
                          gpointer            object,
                          GParamSpec * const *properties,
                          guint               n_properties)
{
  g_assert (n_properties <= PADDOCK_ITEM_MAX_PROPERTIES);

  *values = (PaddockItemValues) { object, properties, n_properties, { G_VALUE_INIT } };
  for (guint i = 0; i < n_properties; i++) {
    g_value_init (&values->values[i], properties[i]->value_type);
    g_object_get_property (object, properties[i]->name, &values->values[i]);
  }
}

/**
 * paddock_item_notify_changes:
 * @values: the values that paddock_item_keep_values() stored
 *
 * Notifies each property whose value has changed, and frees @values.
 */
void
paddock_item_notify_changes (PaddockItemValues *values)
{
  for (guint i = 0; i < values->n_properties; i++) {
    g_auto (GValue) now = G_VALUE_INIT;

    g_value_init (&now, values->properties[i]->value_type);
    g_object_get_property (values->object, values->properties[i]->name, &now);
    if (g_param_values_cmp (values->properties[i], &values->values[i], &now) != 0)
      g_object_notify_by_pspec (values->object, values->properties[i]);
    g_value_unset (&values->values[i]);
  }
}

GParamSpec *
paddock_item_string_property (const char *name)
{
  return g_param_spec_string (name, NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

GParamSpec *
paddock_item_int_property (const char *name)
{
  return g_param_spec_int (name, NULL, NULL, G_MININT, G_MAXINT, 0,
                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

GParamSpec *
paddock_item_uint_property (const char *name)
{
  return g_param_spec_uint (name, NULL, NULL, 0, G_MAXUINT, 0,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

GParamSpec *
paddock_item_int64_property (const char *name)
{
  return g_param_spec_int64 (name, NULL, NULL, G_MININT64, G_MAXINT64, 0,
                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}
