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

/* The user's settings, for the window and the command line: their keys, their valid values, and
 * which changes let a server see more.
 *
 * The values are in GSettings, and the service follows them there. If the schema is not installed,
 * or is of an older version, the missing settings have their default values.
 */

typedef struct {
  const char *key;
  const char *summary;
  /* The setting's values in order: a server sees least with the first, and most with the last.
   * NULL: the setting is a switch or a number. */
  const char *order[4];
  gboolean    has_direction;
  gboolean    widening;       /* for a switch: the value with which servers see more */
  gboolean    is_record;      /* the value is the days to keep the journal; 0: for ever */
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
  /* This setting is a number. A larger number lets servers see more. */
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
 * Returns: (transfer full) (nullable): the settings; %NULL if their schema is not installed
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
 * Returns: (array zero-terminated=1): the keys of the user's settings, in the order in which the
 *   window shows them
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
 * Returns: (transfer none): a short description of the setting, translated
 */
const char *
paddock_settings_get_summary (const char *key)
{
  const Setting *setting = find (key);

  return setting != NULL ? _(setting->summary) : "";
}

/**
 * paddock_settings_has_key:
 * @settings: (nullable): the result of paddock_settings_new()
 *
 * Returns: whether the installed schema has @key; %FALSE if @settings is %NULL
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
 * @key: a key for which paddock_settings_has_key() is true
 *
 * Returns: (transfer full): the value of @key, as a user types it
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

/* Returns a list of the valid values, for a message to a user who typed something else. */
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

/* Parses what the user typed. GVariant's own text format would be too hard for users: quotes,
 * types, hexadecimal. */
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
 * @key: a key for which paddock_settings_has_key() is true
 * @text: what the user typed
 * @error: return location: %PADDOCK_ERROR_INVALID_ARGUMENT, with the valid values
 *
 * Returns: (transfer full) (nullable): a valid value for @key
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

/* Whether a change from @before days to @after days keeps the journal for a shorter time; 0 days
 * means for ever. A shorter time counts as widening, because a program could hide what it did. */
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
  /* A value of another version counts as wider than all values that this version knows. */
  return G_MAXINT;
}

/**
 * paddock_settings_widens:
 * @key: a key
 * @before: the current value of @key
 * @after: the new value, of the same type
 *
 * Returns: whether the change lets servers see more, makes it easier to share more, or shortens the
 *   journal; %TRUE for an unknown key
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
 * @settings: (nullable): the result of paddock_settings_new()
 *
 * Returns: the default access of a new folder
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
 * @settings: (nullable): the result of paddock_settings_new()
 *
 * Returns: the duration that a question preselects. It is never longer than a day, even if somebody
 *   changed the schema
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
