/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-bus"

#include "paddock-dict.h"

#include "paddock-text.h"

#include <string.h>

/* Writes and reads single keys of dictionaries (a{sv}) on the bus. Writing NULL leaves the key out.
 * Reading never fails: a key with a value of another type counts as absent. Nothing here knows what
 * a key means. */

/**
 * paddock_dict_bound_text:
 * @text: any text
 *
 * Makes a text that may be sent on the bus. The bus accepts only UTF-8 and messages of limited
 * size. It closes the connection of a program that sends anything else.
 *
 * Returns: (transfer full): @text as UTF-8, escaped if it was not UTF-8, and cut to
 *   %PADDOCK_DICT_MAX_TEXT bytes
 */
char *
paddock_dict_bound_text (const char *text)
{
  g_autofree char *escaped = g_utf8_validate (text, -1, NULL) ? NULL
                                                              : paddock_text_escape (text, -1);
  const char *whole = escaped != NULL ? escaped : text;
  const char *end;

  if (strlen (whole) <= PADDOCK_DICT_MAX_TEXT)
    return g_strdup (whole);
  /* Cut the text between two characters, and not inside one. */
  g_utf8_validate (whole, PADDOCK_DICT_MAX_TEXT, &end);
  return g_strndup (whole, (gsize) (end - whole));
}

/**
 * paddock_dict_put:
 * @builder: a builder of a{sv}
 * @key: a key
 * @value: its value; a floating one is consumed
 *
 * Adds a key to a dictionary.
 */
void
paddock_dict_put (GVariantBuilder *builder,
                  const char      *key,
                  GVariant        *value)
{
  g_variant_builder_add (builder, "{sv}", key, value);
}

/**
 * paddock_dict_put_text:
 * @builder: a builder of a{sv}
 * @key: a key
 * @text: (nullable): its value; %NULL leaves the key out
 *
 * Adds a key with a text, which goes through paddock_dict_bound_text().
 */
void
paddock_dict_put_text (GVariantBuilder *builder,
                       const char      *key,
                       const char      *text)
{
  if (text != NULL)
    paddock_dict_put (builder, key, g_variant_new_take_string (paddock_dict_bound_text (text)));
}

/**
 * paddock_dict_put_path:
 * @builder: a builder of a{sv}
 * @key: a key
 * @path: (nullable): its value, any bytes; %NULL leaves the key out
 *
 * Adds a key with a path. Leaves the key out if the path is longer than %PADDOCK_DICT_MAX_TEXT,
 * because a part of the path would be another path.
 */
void
paddock_dict_put_path (GVariantBuilder *builder,
                       const char      *key,
                       const char      *path)
{
  if (path != NULL && strlen (path) <= PADDOCK_DICT_MAX_TEXT)
    paddock_dict_put (builder, key, g_variant_new_bytestring (path));
}

/**
 * paddock_dict_put_strv:
 * @builder: a builder of a{sv}
 * @key: a key
 * @strv: (nullable): its value; %NULL leaves the key out
 *
 * Adds a key with a list of texts. Leaves out elements that are not UTF-8 or are longer than
 * %PADDOCK_DICT_MAX_TEXT.
 */
void
paddock_dict_put_strv (GVariantBuilder    *builder,
                       const char         *key,
                       const char * const *strv)
{
  GVariantBuilder array;

  if (strv == NULL)
    return;
  g_variant_builder_init (&array, G_VARIANT_TYPE ("as"));
  for (gsize i = 0; strv[i] != NULL; i++) {
    if (strlen (strv[i]) <= PADDOCK_DICT_MAX_TEXT && g_utf8_validate (strv[i], -1, NULL))
      g_variant_builder_add (&array, "s", strv[i]);
  }
  paddock_dict_put (builder, key, g_variant_builder_end (&array));
}

/**
 * paddock_dict_ensure:
 * @variant: (nullable): anything; a floating one is consumed
 *
 * Returns: (transfer full): @variant if it is a dictionary, otherwise an empty one
 */
GVariant *
paddock_dict_ensure (GVariant *variant)
{
  if (variant != NULL && g_variant_is_of_type (variant, G_VARIANT_TYPE_VARDICT))
    return g_variant_ref_sink (variant);
  return g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0));
}

/**
 * paddock_dict_dup_text:
 * @dictionary: a dictionary
 * @key: a key
 *
 * Returns: (transfer full) (nullable): the text of @key; %NULL if there is none
 */
char *
paddock_dict_dup_text (GVariant   *dictionary,
                       const char *key)
{
  char *text = NULL;

  g_variant_lookup (dictionary, key, "s", &text);
  return text;
}

/**
 * paddock_dict_peek_text:
 * @dictionary: a dictionary
 * @key: a key
 *
 * Returns: (transfer none) (nullable): the text of @key, valid as long as @dictionary; %NULL if
 *   there is none
 */
const char *
paddock_dict_peek_text (GVariant   *dictionary,
                        const char *key)
{
  const char *text = NULL;

  g_variant_lookup (dictionary, key, "&s", &text);
  return text;
}

/**
 * paddock_dict_dup_path:
 * @dictionary: a dictionary
 * @key: a key
 *
 * Returns: (transfer full) (nullable): the path of @key, any bytes; %NULL if there is none
 */
char *
paddock_dict_dup_path (GVariant   *dictionary,
                       const char *key)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (dictionary, key, G_VARIANT_TYPE_BYTESTRING);

  return value != NULL ? g_variant_dup_bytestring (value, NULL) : NULL;
}

/**
 * paddock_dict_dup_strv:
 * @dictionary: a dictionary
 * @key: a key
 *
 * Returns: (transfer full) (nullable): the list of @key; %NULL if there is none
 */
GStrv
paddock_dict_dup_strv (GVariant   *dictionary,
                       const char *key)
{
  GStrv strv = NULL;

  g_variant_lookup (dictionary, key, "^as", &strv);
  return strv;
}

/**
 * paddock_dict_peek_time:
 * @dictionary: a dictionary
 * @key: a key
 *
 * Returns: the 64-bit integer of @key, for example µs since the epoch; 0 if there is none
 */
gint64
paddock_dict_peek_time (GVariant   *dictionary,
                        const char *key)
{
  gint64 value = 0;

  g_variant_lookup (dictionary, key, "x", &value);
  return value;
}

/**
 * paddock_dict_peek_count:
 * @dictionary: a dictionary
 * @key: a key
 *
 * Returns: the unsigned 32-bit integer of @key; 0 if there is none
 */
guint
paddock_dict_peek_count (GVariant   *dictionary,
                         const char *key)
{
  guint32 value = 0;

  g_variant_lookup (dictionary, key, "u", &value);
  return value;
}

/**
 * paddock_dict_peek_flag:
 * @dictionary: a dictionary
 * @key: a key
 *
 * Returns: the boolean of @key; %FALSE if there is none
 */
gboolean
paddock_dict_peek_flag (GVariant   *dictionary,
                        const char *key)
{
  gboolean value = FALSE;

  g_variant_lookup (dictionary, key, "b", &value);
  return value;
}

/**
 * paddock_dict_peek_duration:
 * @dictionary: a dictionary
 * @key: a key
 *
 * Returns: the duration of @key; the shortest duration if @key is absent or has an unknown value
 */
PaddockDuration
paddock_dict_peek_duration (GVariant   *dictionary,
                            const char *key)
{
  PaddockDuration duration = { .kind = PADDOCK_DURATION_SESSION };

  paddock_duration_parse (paddock_dict_peek_text (dictionary, key), &duration, NULL);
  return duration;
}
