/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-roots-answer.h"

#include "paddock-json.h"
#include "paddock-message-write.h"
#include "paddock-meta.h"
#include "paddock-names.h"
#include "paddock-path-text.h"
#include "paddock-root-entry.h"
#include "paddock-uri.h"

/* The answer to `roots/list`: the result of the policy for one server, and the JSON text of that
 * result.
 *
 * An answer is made from the result of paddock_policy_evaluate() and from what the session knows of
 * its server. The session's PaddockRecipient keeps the answer while paddock_policy_result_holds()
 * returns %TRUE. Each use copies the text. An answer reads no clock and no snapshot, and never
 * changes.
 *
 * A server behind `paddock run` (a launch) gets more in `_meta` than other servers: whether the
 * user has yet to decide, why a list is empty, when each root ends, and what the user chose.
 * `paddock run` acts on that.
 */
struct _PaddockRootsAnswer
{
  PaddockPolicyResult result;       /* (owned) */
  GStrv               told;         /* (owned) see paddock_roots_answer_get_told() */
  char               *roots;        /* (owned) the beginning of the result's text, up to its
                                     * `_meta` */
  char               *meta;         /* (owned) text of the members of `_meta`; empty if there are
                                     * none */
  char               *text;         /* (owned) the whole text of the result without a task */
  gboolean            is_launch;
};

static const struct {
  PaddockChoices  choice;
  const char     *key;
  const char     *value;            /* JSON text */
} choice_members[] = {
  { PADDOCK_CHOICE_HOST_ROOTS, PADDOCK_META_HOST_ROOTS, "\"union\"" },
  { PADDOCK_CHOICE_KEEP_ROOTS, PADDOCK_META_KEEP, "true" },
};

/* Adds to @meta the time at which the server loses each of @roots, in ms since the epoch. Roots
 * without an end are left out. */
static void
add_ends (GString   *meta,
          GPtrArray *roots)
{
  g_autoptr (GString) ends = g_string_new ("{");

  for (guint i = 0; i < roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (roots, i);
    g_autofree char *uri = NULL;
    g_autofree char *quoted = NULL;

    if (root->expires == 0)
      continue;
    uri = paddock_root_dup_uri (root);
    quoted = paddock_json_quote (uri);
    g_string_append_printf (ends, "%s%s:%" G_GINT64_FORMAT, ends->len > 1 ? "," : "", quoted,
                            root->expires / G_TIME_SPAN_MILLISECOND);
  }
  g_string_append_c (ends, '}');
  if (ends->len > 2)
    paddock_meta_add (meta, PADDOCK_META_EXPIRES, ends->str);
}

/* Returns two kinds of members of a launch's `_meta`: when each root ends, and what the user chose.
 * They stay true as long as the list of roots is valid. */
static char *
dup_terms (const PaddockPolicyResult *result)
{
  g_autoptr (GString) terms = g_string_new (NULL);

  add_ends (terms, result->roots);
  for (gsize i = 0; i < G_N_ELEMENTS (choice_members); i++) {
    if ((result->choices & choice_members[i].choice) != 0)
      paddock_meta_add (terms, choice_members[i].key, choice_members[i].value);
  }
  return g_string_free (g_steal_pointer (&terms), FALSE);
}

/* Returns the list for paddock_roots_answer_get_told(). Without the service `paddock run` ends each
 * root at the time in its last answer if its server is confined, or if the user chose that it keeps
 * its roots. For such a launch another time is a change, so the list gets one more element, with
 * all these times. */
static GStrv
dup_told (const PaddockRootsAnswer *self,
          GStrv                     entries,
          const char               *terms,
          const PaddockLaunchFacts *facts)
{
  PaddockChoices choices = self->is_launch ? self->result.choices : PADDOCK_CHOICE_NONE;
  g_autoptr (GStrvBuilder) told = g_strv_builder_new ();

  g_strv_builder_addv (told, (const char **) entries);
  for (gsize i = 0; facts->withheld != NULL && facts->withheld[i] != NULL; i++)
    if (paddock_path_text_is_in_system (facts->withheld[i]))
      g_strv_builder_add (told, facts->withheld[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (choice_members); i++) {
    if ((choices & choice_members[i].choice) != 0)
      g_strv_builder_add (told, choice_members[i].key);
  }
  if (*terms != '\0' && ((choices & PADDOCK_CHOICE_KEEP_ROOTS) != 0 || facts->is_confined))
    g_strv_builder_add (told, terms);
  return g_strv_builder_end (told);
}

static char *
dup_uris (const char * const *paths)
{
  g_autoptr (GString) text = g_string_new ("[");

  for (gsize i = 0; paths[i] != NULL; i++) {
    g_autofree char *uri = paddock_uri_from_path (paths[i]);
    g_autofree char *quoted = paddock_json_quote (uri);

    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", quoted);
  }
  g_string_append_c (text, ']');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
add_launch_meta (const PaddockRootsAnswer *self,
                 GString                  *meta,
                 const char               *terms,
                 const PaddockLaunchFacts *facts)
{
  /* The id is that of a directory which is kept for the server. A server that the user has not
   * decided about yet has none. */
  if (facts->server_id != NULL && self->result.answer != PADDOCK_ANSWER_ASK) {
    g_autofree char *server = paddock_json_quote (facts->server_id);

    paddock_meta_add (meta, PADDOCK_META_SERVER, server);
  }
  if (facts->withheld != NULL && facts->withheld[0] != NULL) {
    g_autofree char *withheld = dup_uris (facts->withheld);

    paddock_meta_add (meta, PADDOCK_META_WITHHELD, withheld);
  }
  paddock_meta_add (meta, PADDOCK_META_STATE,
                    self->result.answer == PADDOCK_ANSWER_ASK ? "\"pending\"" : "\"decided\"");
  if (self->result.roots->len == 0 && self->result.is_revoked_by_user)
    paddock_meta_add (meta, PADDOCK_META_EMPTY, "\"" PADDOCK_EMPTY_TAKEN "\"");
  paddock_meta_add_members (meta, terms);
}

static GStrv
dup_entries (GPtrArray            *roots,
             const PaddockVersion *version,
             gboolean              is_launch)
{
  g_autoptr (GStrvBuilder) entries = g_strv_builder_new ();

  for (guint i = 0; i < roots->len; i++) {
    g_autofree char *entry = paddock_root_entry_write (g_ptr_array_index (roots, i), version,
                                                       is_launch);

    g_strv_builder_add (entries, entry);
  }
  return g_strv_builder_end (entries);
}

static char *
dup_text (const PaddockRootsAnswer *self,
          const char               *task)
{
  g_autoptr (GString) meta = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (self->roots);

  if (task != NULL)
    paddock_meta_add (meta, PADDOCK_META_RELATED_TASK, task);
  paddock_meta_add_members (meta, self->meta);
  paddock_meta_append (text, meta->str);
  g_string_append_c (text, '}');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * paddock_roots_answer_new:
 * @result: the result of the policy; the new answer takes over its contents
 * @version: (nullable): the revision of MCP that the server speaks
 * @is_launch: whether a `paddock run` asks
 * @facts: for a `paddock run`
 *
 * Returns: (transfer full): the answer
 */
PaddockRootsAnswer *
paddock_roots_answer_new (PaddockPolicyResult      *result,
                          const PaddockVersion     *version,
                          gboolean                  is_launch,
                          const PaddockLaunchFacts *facts)
{
  PaddockRootsAnswer *self = g_rc_box_new0 (PaddockRootsAnswer);
  g_auto (GStrv) entries = dup_entries (result->roots, version, is_launch);
  g_autofree char *list = g_strjoinv (",", entries);
  g_autofree char *terms = dup_terms (result);
  g_autoptr (GString) meta = g_string_new (NULL);

  self->result = *result;
  result->roots = NULL;
  self->is_launch = is_launch;
  self->told = dup_told (self, entries, terms, facts);
  if (is_launch)
    add_launch_meta (self, meta, terms, facts);
  self->roots = g_strconcat ("{\"roots\":[", list, "]", NULL);
  self->meta = g_string_free (g_steal_pointer (&meta), FALSE);
  self->text = dup_text (self, NULL);
  return self;
}

PaddockRootsAnswer *
paddock_roots_answer_ref (PaddockRootsAnswer *self)
{
  return g_rc_box_acquire (self);
}

static void
answer_clear (gpointer data)
{
  PaddockRootsAnswer *self = data;

  paddock_policy_result_clear (&self->result);
  g_strfreev (self->told);
  g_free (self->roots);
  g_free (self->meta);
  g_free (self->text);
}

void
paddock_roots_answer_unref (PaddockRootsAnswer *self)
{
  g_rc_box_release_full (self, answer_clear);
}

/* Returns: the result of the policy */
const PaddockPolicyResult *
paddock_roots_answer_get_result (const PaddockRootsAnswer *self)
{
  return &self->result;
}

/**
 * paddock_roots_answer_is_revoked_by_user:
 *
 * Returns: whether the list is empty because of the user. Always %FALSE for a server without
 *   `paddock run`, because only `paddock run` is told the reason
 */
gboolean
paddock_roots_answer_is_revoked_by_user (const PaddockRootsAnswer *self)
{
  return self->is_launch && self->result.is_revoked_by_user;
}

/**
 * paddock_roots_answer_get_told:
 *
 * Returns: the texts that describe this answer. If two answers have the same texts, they are the
 *   same for the server. There is one text for each root; for a launch, also the user's choices,
 *   and maybe when each root ends
 */
const char * const *
paddock_roots_answer_get_told (const PaddockRootsAnswer *self)
{
  return (const char * const *) self->told;
}

/**
 * paddock_roots_answer_write:
 * @id: JSON text of the request's id
 * @task: (nullable): JSON text of the related task, if the answer must repeat it
 *
 * Returns: (transfer full): the line of the answer
 */
GBytes *
paddock_roots_answer_write (const PaddockRootsAnswer *self,
                            const char               *id,
                            const char               *task)
{
  g_autofree char *text = task != NULL ? dup_text (self, task) : NULL;

  return paddock_message_write_result (id, text != NULL ? text : self->text);
}
