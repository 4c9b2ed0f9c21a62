/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-rpc"

#include "paddock-meta.h"

#include <string.h>

/* Reads and writes `_meta`, the member of MCP objects in which anybody may add members of their
 * own.
 *
 * To read, pass all keys at once, so that the text is read only once. To write, first add members
 * to a string, then put the string into an object. The keys are in paddock-names.h.
 */

typedef struct {
  PaddockMetaMember *members;
  gsize              n_members;
} Wanted;

static gboolean
on_member (const char      *name,
           PaddockSpan      value,
           PaddockJsonType  type,
           gpointer         user_data)
{
  const Wanted *wanted = user_data;

  for (gsize i = 0; i < wanted->n_members; i++) {
    if (strcmp (name, wanted->members[i].key) == 0) {
      wanted->members[i].value = value;
      wanted->members[i].type = type;
    }
  }
  return TRUE;
}

/**
 * paddock_meta_read:
 * @container: params or a result, valid JSON text or empty
 * @members: (array length=n_members): the keys to look for; each gets its last value, which is a
 *   part of the text of @container
 * @n_members: how many
 *
 * Finds members of the `_meta` of an object, if there is any.
 */
void
paddock_meta_read (PaddockSpan        container,
                   PaddockMetaMember *members,
                   gsize              n_members)
{
  PaddockMetaMember meta = { .key = "_meta" };
  Wanted of_container = { &meta, 1 };
  Wanted of_meta = { members, n_members };

  if (container.length == 0 || paddock_json_get_type (container) != PADDOCK_JSON_OBJECT)
    return;
  paddock_json_foreach (container, on_member, &of_container);
  if (meta.type == PADDOCK_JSON_OBJECT)
    paddock_json_foreach (meta.value, on_member, &of_meta);
}

/**
 * paddock_meta_dup_value:
 * @member: a member after paddock_meta_read()
 *
 * Returns: (transfer full) (nullable): the JSON text of its value; %NULL if there is none
 */
char *
paddock_meta_dup_value (const PaddockMetaMember *member)
{
  return member->type != PADDOCK_JSON_INVALID ? g_strndup (member->value.start,
                                                           member->value.length) : NULL;
}

/**
 * paddock_meta_is_text:
 * @member: a member after paddock_meta_read()
 *
 * Returns: whether its value is the string @text, with or without escapes
 */
gboolean
paddock_meta_is_text (const PaddockMetaMember *member,
                      const char              *text)
{
  return paddock_json_is_text (member->value, text);
}

/**
 * paddock_meta_dup:
 * @container: as for paddock_meta_read()
 * @key: for example "io.modelcontextprotocol/related-task"
 *
 * Returns: (transfer full) (nullable): the JSON text of the member's value; %NULL if there is none
 */
char *
paddock_meta_dup (PaddockSpan  container,
                  const char  *key)
{
  PaddockMetaMember member = { .key = key };

  paddock_meta_read (container, &member, 1);
  return paddock_meta_dup_value (&member);
}

/**
 * paddock_meta_add:
 * @meta: gets one more member; empty at first
 * @key: text without characters that JSON escapes
 * @value: JSON text on one line
 *
 * Adds a member to the text of a `_meta`.
 */
void
paddock_meta_add (GString    *meta,
                  const char *key,
                  const char *value)
{
  if (meta->len > 0)
    g_string_append_c (meta, ',');
  g_string_append_c (meta, '"');
  g_string_append (meta, key);
  g_string_append (meta, "\":");
  g_string_append (meta, value);
}

/**
 * paddock_meta_add_members:
 * @meta: gets more members; empty at first
 * @members: members as paddock_meta_add() writes them, maybe none
 *
 * Adds several members to the text of a `_meta`.
 */
void
paddock_meta_add_members (GString    *meta,
                          const char *members)
{
  if (meta->len > 0 && *members != '\0')
    g_string_append_c (meta, ',');
  g_string_append (meta, members);
}

/**
 * paddock_meta_append:
 * @object: JSON text of an object with at least one member, without the closing brace
 * @members: members as paddock_meta_add() writes them
 *
 * Adds a `_meta` with @members to an object, unless @members is empty.
 */
void
paddock_meta_append (GString    *object,
                     const char *members)
{
  if (*members == '\0')
    return;
  g_string_append (object, ",\"_meta\":{");
  g_string_append (object, members);
  g_string_append_c (object, '}');
}

/**
 * paddock_meta_dup_object:
 * @members: members as paddock_meta_add() writes them, maybe none
 *
 * Returns: (transfer full): JSON text of an object that has only a `_meta` with @members
 */
char *
paddock_meta_dup_object (const char *members)
{
  return g_strconcat ("{\"_meta\":{", members, "}}", NULL);
}
