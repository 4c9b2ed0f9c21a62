/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "config.h"

#include "paddock-settings.h"

#include "paddock-error.h"
#include "paddock-names.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The user's settings, as the window and the command line have them: which there are, what may be
 * typed for them, and which change of one lets a server see more, or makes that easier. The values
 * are GSettings' own; the service follows them by itself. Where the schema is not installed, or is
 * that of an older version, what it lacks has the value that it would have by default.
 */

typedef struct {
  const char *key;
  const char *summary;
  /* Less to more of what can be seen; NULL: of a switch, the value that widens is in @widening. */
  const char *order[4];
  gboolean    has_direction;
  gboolean    widening;       /* of a switch */
  gboolean    is_record;      /* days of the record of what happened, 0: all of them */
} Setting;

static const Setting settings_table[] = {
  { PADDOCK_SETTING_BACKGROUND, N_("run in the background") },
  { PADDOCK_SETTING_LOGIN, N_("start at login, and keep running") },
  { PADDOCK_SETTING_ACCESS, N_("access to new folders"), { "read-only", "read-write" },
    TRUE },
  { PADDOCK_SETTING_DURATION, N_("default duration"),
    { "session", "hour", "today" }, TRUE },
  { PADDOCK_SETTING_ASK, N_("confirm requests from other programs"), { NULL }, TRUE,
    FALSE },
  /* A number: more is more. */
  { PADDOCK_SETTING_READ_SIZE, N_("largest file that Paddock reads, in bytes"), { NULL },
    TRUE },
  { PADDOCK_SETTING_DAYS, N_("days to keep activity, 0 for forever"), { NULL }, TRUE,
    .is_record = TRUE },
};

static const Setting *
find (const char *key)
{
  for (gsize i = 0; i < G_N_ELEMENTS (settings_table); i++)
    if (g_str_equal (settings_table[i].key, key))
      return &settings_table[i];
  return NULL;
}

/**
 * paddock_settings_new:
 *
 * Returns: (transfer full) (nullable): the settings, %NULL where their schema is not installed
 */
GSettings *
paddock_settings_new (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, PADDOCK_APP_ID, TRUE);
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

/**
 * paddock_settings_get_keys:
 *
 * Returns: (array zero-terminated=1): the keys that a user has, in the order of the window
 */
const char * const *
paddock_settings_get_keys (void)
{
  static const char * const keys[] = {
    PADDOCK_SETTING_BACKGROUND, PADDOCK_SETTING_LOGIN, PADDOCK_SETTING_ACCESS,
    PADDOCK_SETTING_DURATION, PADDOCK_SETTING_ASK, PADDOCK_SETTING_READ_SIZE, PADDOCK_SETTING_DAYS,
    NULL
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (keys) == G_N_ELEMENTS (settings_table) + 1);
  return keys;
}

/**
 * paddock_settings_get_summary:
 * @key: one of paddock_settings_get_keys()
 *
 * Returns: a few words about it
 */
const char *
paddock_settings_get_summary (const char *key)
{
  const Setting *setting = find (key);

  return setting != NULL ? _(setting->summary) : "";
}

/**
 * paddock_settings_has_key:
 * @settings: (nullable): what paddock_settings_new() gave
 *
 * Returns: whether @key is one that a user has, and the installed schema knows it
 */
gboolean
paddock_settings_has_key (GSettings  *settings,
                          const char *key)
{
  g_autoptr (GSettingsSchema) schema = NULL;

  if (settings == NULL)
    return FALSE;
  g_object_get (settings, "settings-schema", &schema, NULL);
  return g_settings_schema_has_key (schema, key);
}

/**
 * paddock_settings_dup_text:
 * @key: one that paddock_settings_has_key()
 *
 * Returns: (transfer full): its value, as it is typed
 */
char *
paddock_settings_dup_text (GSettings  *settings,
                           const char *key)
{
  g_autoptr (GVariant) value = g_settings_get_value (settings, key);

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return g_variant_dup_string (value, NULL);
  return g_variant_print (value, FALSE);
}

/* What may be typed, for a person who typed something else. */
static char *
make_choices (GSettingsSchemaKey *key)
{
  g_autoptr (GVariant) range = g_settings_schema_key_get_range (key);
  const GVariantType *type = g_settings_schema_key_get_value_type (key);
  g_autoptr (GVariant) limits = NULL;
  const char *kind;

  g_variant_get (range, "(&sv)", &kind, &limits);
  if (g_str_equal (kind, "enum")) {
    g_autofree const char **names = g_variant_get_strv (limits, NULL);

    return g_strjoinv (", ", (GStrv) names);
  }
  if (g_str_equal (kind, "range")) {
    g_autoptr (GVariant) least = g_variant_get_child_value (limits, 0);
    g_autoptr (GVariant) most = g_variant_get_child_value (limits, 1);
    g_autofree char *from = g_variant_print (least, FALSE);
    g_autofree char *to = g_variant_print (most, FALSE);

    return g_strdup_printf ("%s … %s", from, to);
  }
  return g_strdup (g_variant_type_equal (type, G_VARIANT_TYPE_BOOLEAN) ? "true, false" : "");
}

/* GVariant's own text is more than a person should have to know: quotes, types, hexadecimal. */
static GVariant *
parse_plain (const GVariantType *type,
             const char         *text)
{
  gint64 number;

  if (g_variant_type_equal (type, G_VARIANT_TYPE_STRING))
    return g_utf8_validate (text, -1, NULL) ? g_variant_new_string (text) : NULL;
  if (g_variant_type_equal (type, G_VARIANT_TYPE_BOOLEAN)) {
    if (g_str_equal (text, "true") || g_str_equal (text, "on"))
      return g_variant_new_boolean (TRUE);
    if (g_str_equal (text, "false") || g_str_equal (text, "off"))
      return g_variant_new_boolean (FALSE);
    return NULL;
  }
  if (!g_ascii_string_to_signed (text, 10, 0, G_MAXINT64, &number, NULL))
    return NULL;
  if (g_variant_type_equal (type, G_VARIANT_TYPE_INT64))
    return g_variant_new_int64 (number);
  if (g_variant_type_equal (type, G_VARIANT_TYPE_INT32) && number <= G_MAXINT32)
    return g_variant_new_int32 ((gint32) number);
  if (g_variant_type_equal (type, G_VARIANT_TYPE_UINT32) && number <= G_MAXUINT32)
    return g_variant_new_uint32 ((guint32) number);
  return NULL;
}

/**
 * paddock_settings_parse:
 * @key: one that paddock_settings_has_key()
 * @text: what was typed for it
 * @error: return location: %PADDOCK_ERROR_INVALID_ARGUMENT, with what may be typed
 *
 * Returns: (transfer full) (nullable): a value that @settings takes
 */
GVariant *
paddock_settings_parse (GSettings   *settings,
                        const char  *key,
                        const char  *text,
                        GError     **error)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  g_autoptr (GSettingsSchemaKey) schema_key = NULL;
  g_autoptr (GVariant) value = NULL;
  g_autofree char *choices = NULL;

  g_object_get (settings, "settings-schema", &schema, NULL);
  schema_key = g_settings_schema_get_key (schema, key);
  value = parse_plain (g_settings_schema_key_get_value_type (schema_key), text);
  if (value != NULL)
    g_variant_ref_sink (value);
  if (value != NULL && g_settings_schema_key_range_check (schema_key, value))
    return g_steal_pointer (&value);

  choices = make_choices (schema_key);
  /* Translators: the first %s is the name of a setting, the second one what may be typed for it */
  g_set_error (error, PADDOCK_ERROR, PADDOCK_ERROR_INVALID_ARGUMENT, _("%s must be one of: %s"),
               key,
               choices);
  return NULL;
}

/* Whoever shortens the record may want something not to be seen. */
static gboolean
is_shorter (gint32 before,
            gint32 after)
{
  return after != 0 && (before == 0 || after < before);
}

static int
find_place (const Setting *setting,
            GVariant      *value)
{
  const char *text = g_variant_get_string (value, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (setting->order) && setting->order[i] != NULL; i++)
    if (g_str_equal (setting->order[i], text))
      return (int) i;
  /* Of another version: more than everything that is known. */
  return G_MAXINT;
}

/**
 * paddock_settings_widens:
 * @key: a key
 * @before: its value now
 * @after: what it is to be, of the same type
 *
 * Returns: whether a server may then see more than before, is shared more with less ado, or less is
 *   known of what it did. What is not known does
 */
gboolean
paddock_settings_widens (const char *key,
                         GVariant   *before,
                         GVariant   *after)
{
  const Setting *setting = find (key);

  if (setting == NULL)
    return TRUE;
  if (!setting->has_direction || g_variant_equal (before, after))
    return FALSE;
  if (g_variant_is_of_type (after, G_VARIANT_TYPE_BOOLEAN))
    return g_variant_get_boolean (after) == setting->widening;
  if (setting->is_record && g_variant_is_of_type (after, G_VARIANT_TYPE_INT32))
    return is_shorter (g_variant_get_int32 (before), g_variant_get_int32 (after));
  if (g_variant_is_of_type (after, G_VARIANT_TYPE_INT64))
    return g_variant_get_int64 (after) > g_variant_get_int64 (before);
  if (g_variant_is_of_type (after, G_VARIANT_TYPE_STRING))
    return find_place (setting, after) > find_place (setting, before);
  return TRUE;
}

/**
 * paddock_settings_get_access:
 * @settings: (nullable): what paddock_settings_new() gave
 *
 * Returns: the access that a folder gets that is added without one
 */
PaddockAccess
paddock_settings_get_access (GSettings *settings)
{
  g_autofree char *nick = NULL;

  if (!paddock_settings_has_key (settings, PADDOCK_SETTING_ACCESS))
    return PADDOCK_ACCESS_READ_WRITE;
  nick = g_settings_get_string (settings, PADDOCK_SETTING_ACCESS);
  return paddock_root_access_from_nick (nick);
}

/**
 * paddock_settings_get_duration:
 * @settings: (nullable): what paddock_settings_new() gave
 *
 * Returns: the duration that is set where a server asks; never longer than the day, however the
 *   schema was changed
 */
PaddockDurationKind
paddock_settings_get_duration (GSettings *settings)
{
  g_autofree char *nick = NULL;

  if (!paddock_settings_has_key (settings, PADDOCK_SETTING_DURATION))
    return PADDOCK_DURATION_SESSION;
  nick = g_settings_get_string (settings, PADDOCK_SETTING_DURATION);
  if (g_str_equal (nick, "hour"))
    return PADDOCK_DURATION_HOUR;
  return g_str_equal (nick, "today") ? PADDOCK_DURATION_TODAY : PADDOCK_DURATION_SESSION;
}
