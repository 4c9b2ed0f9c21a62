/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-addition.h"

#include "paddock-app-file.h"
#include "paddock-app-form.h"
#include "paddock-error.h"
#include "paddock-splice.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Makes the text that a user adds to an app's file, so that the app starts one more server, and
 * finds the place for it.
 *
 * The text has every comma that it needs at this place. Before it is given out, it is added to the
 * bytes of the file here, and the result is read: the file must have one server more, and this one
 * must go through Paddock. So no text breaks the file.
 */

typedef struct {
  const PaddockApp     *app;
  const PaddockAppForm *form;
  const char           *text;       /* the file; NULL: nobody knows it */
  gsize                 size;
  PaddockConfigTree    *tree;       /* (nullable) */
} Maker;

static const PaddockAppPlace usual_place = { NULL, PADDOCK_APP_PLACE_USER, NULL, NULL };

static gboolean
is_json (const PaddockApp *app)
{
  return app->syntax == PADDOCK_APP_SYNTAX_JSON ||
         app->syntax == PADDOCK_APP_SYNTAX_JSON_COMMENTS ||
         app->syntax == PADDOCK_APP_SYNTAX_JSON_COMMENTS_AND_COMMAS;
}

static gboolean
refuse (GError     **error,
        const char  *sentence)
{
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED, sentence);
  return FALSE;
}

static gboolean
is_blank (const char *text,
          gsize       size)
{
  gsize at = size >= 3 && memcmp (text, "\357\273\277", 3) == 0 ? 3 : 0;

  while (at < size && g_ascii_isspace (text[at]))
    at++;
  return at == size;
}

static void
set_place (PaddockAppAddition      *self,
           PaddockAppAdditionPlace  place,
           gsize                    begin,
           gsize                    end,
           char                    *text)
{
  self->place = place;
  self->begin = begin;
  self->end = end;
  g_free (self->text);
  self->text = text;
}

/* For JSON: behind a bracket. A comma follows if another member does. */
static gboolean
place_in_json (Maker               *maker,
               PaddockAppAddition  *self,
               GError             **error)
{
  const char *container = maker->app->containers[0];
  guint found = paddock_config_tree_find (maker->tree, PADDOCK_CONFIG_TREE_ROOT, container, NULL);
  const PaddockConfigNode *node = paddock_config_tree_get (maker->tree, found);
  g_autofree char *entry = NULL;

  if (node->kind != PADDOCK_CONFIG_OBJECT)
    return refuse (error, _("The servers aren’t where the app has them in this file. Correct the "
                            "file first."));
  entry = found != 0 ? paddock_app_form_write (maker->form, 4)
                     : paddock_app_form_write_in (maker->form, 2);
  set_place (self, found != 0 ? PADDOCK_APP_ADDITION_BEHIND : PADDOCK_APP_ADDITION_BEGIN,
             node->begin + 1, node->begin + 1,
             g_strconcat (g_strchug (entry), node->first != 0 ? "," : "", NULL));
  self->anchor = g_strdup (container);
  return TRUE;
}

/* For TOML: a table at the end. */
static gboolean
place_in_toml (Maker              *maker,
               PaddockAppAddition *self)
{
  g_autofree char *entry = paddock_app_form_write (maker->form, 0);
  gboolean has_end = maker->size == 0 || maker->text[maker->size - 1] == '\n';

  set_place (self, PADDOCK_APP_ADDITION_END, maker->size, maker->size,
             g_strdup_printf ("%s%s\n", has_end ? "" : "\n", entry));
  return TRUE;
}

/* Returns where the line at @at ends, behind its line break. */
static gsize
find_line_end (const Maker *maker,
               gsize        at)
{
  while (at < maker->size && maker->text[at] != '\n')
    at++;
  return MIN (at + 1, maker->size);
}

/* Returns where the line begins that has the key @name at its beginning, or the size of the
 * file. */
static gsize
find_key_line (const Maker *maker,
               const char  *name)
{
  g_autofree char *prefix = g_strconcat (name, ":", NULL);
  gsize length = strlen (prefix);

  for (gsize at = 0; at < maker->size; at = find_line_end (maker, at))
    if (maker->size - at >= length && memcmp (maker->text + at, prefix, length) == 0)
      return at;
  return maker->size;
}

/* Returns how many spaces stand in front of the servers: as many as in front of the first one, from
 * @at on. Without a server, it is two. */
static int
find_indent (const Maker *maker,
             gsize        at)
{
  for (; at < maker->size; at = find_line_end (maker, at)) {
    int indent = 0;
    char c;

    while (at + indent < maker->size && maker->text[at + indent] == ' ')
      indent++;
    c = at + indent < maker->size ? maker->text[at + indent] : '\n';
    if (c != '\n' && c != '\r' && c != '#')
      return c == '-' || indent > 0 ? indent : 2;
  }
  return 2;
}

/* Whether a line with a key has no value, or an empty one, besides a comment. */
static gboolean
is_open_line (const char *value,
              gboolean   *out_has_empty)
{
  g_autofree char *bare = g_strdup (value);
  char *comment = g_str_has_prefix (g_strstrip (bare), "#") ? bare : strstr (bare, " #");

  if (comment != NULL)
    *comment = '\0';
  g_strstrip (bare);
  *out_has_empty = *bare != '\0';
  return *bare == '\0' || g_str_equal (bare, "{}") || g_str_equal (bare, "[]") ||
         g_str_equal (bare, "null") || g_str_equal (bare, "~");
}

/* For YAML: below the line with the key, as the lines there are indented; or at the end. */
static gboolean
place_in_yaml (Maker               *maker,
               PaddockAppAddition  *self,
               GError             **error)
{
  const char *container = maker->app->containers[0];
  gsize begin = find_key_line (maker, container), end = find_line_end (maker, begin);
  gboolean has_end = maker->size == 0 || maker->text[maker->size - 1] == '\n', has_empty;
  g_autofree char *value = NULL, *entry = NULL;

  if (begin == maker->size) {
    entry = paddock_app_form_write_in (maker->form, 0);
    set_place (self, PADDOCK_APP_ADDITION_END, begin, begin,
               g_strdup_printf ("%s%s\n", has_end ? "" : "\n", entry));
    return TRUE;
  }
  value = g_strndup (maker->text + begin + strlen (container) + 1,
                     end - begin - strlen (container) - 1);
  if (!is_open_line (value, &has_empty))
    return refuse (error, _("The servers aren’t where the app has them in this file. Correct the "
                            "file first."));
  self->anchor = g_strchomp (g_strndup (maker->text + begin, end - begin));
  if (has_empty) {
    entry = paddock_app_form_write_in (maker->form, 0);
    set_place (self, PADDOCK_APP_ADDITION_INSTEAD, begin, end, g_strdup_printf ("%s\n", entry));
    return TRUE;
  }
  entry = paddock_app_form_write (maker->form, find_indent (maker, end));
  set_place (self, PADDOCK_APP_ADDITION_BELOW, end, end,
             g_strdup_printf ("%s%s\n", maker->text[end - 1] == '\n' ? "" : "\n", entry));
  return TRUE;
}

/* Nobody knows the file, as in a sandbox: the user sees to the commas. */
static void
place_in_unknown (Maker              *maker,
                  PaddockAppAddition *self)
{
  gboolean is_toml = maker->app->syntax == PADDOCK_APP_SYNTAX_TOML;

  set_place (self, is_toml ? PADDOCK_APP_ADDITION_END : PADDOCK_APP_ADDITION_INSIDE, 0, 0,
             paddock_app_form_write (maker->form, is_toml || is_json (maker->app) ? 0 : 2));
  self->anchor = g_strdup (maker->app->containers[0]);
}

/* The app has a dialog of its own that takes a command, and the variables beside it. */
static void
write_command (const PaddockAppForm *form,
               PaddockAppAddition   *self)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_-+=:,./@%";
  GString *text = g_string_new (NULL);

  for (guint i = 0; form->words[i] != NULL; i++) {
    gboolean is_bare = *form->words[i] != '\0' &&
                       strspn (form->words[i], plain) == strlen (form->words[i]);
    g_autofree char *quoted = is_bare ? g_strdup (form->words[i]) : g_shell_quote (form->words[i]);

    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", quoted);
  }
  for (guint i = 0; form->env[i] != NULL; i++)
    g_string_append_printf (text, "\n%s", form->env[i]);
  set_place (self, PADDOCK_APP_ADDITION_COMMAND, 0, 0, g_string_free (text, FALSE));
}

/* Whether the file has an entry with this name. */
static gboolean
is_taken (const Maker *maker,
          GPtrArray   *entries,
          const char  *label)
{
  g_autofree char *key = g_strconcat (label, ":", NULL);
  g_autofree char *name = g_strconcat ("name: ", label, NULL);

  for (guint i = 0; entries != NULL && i < entries->len; i++) {
    const PaddockAppEntry *entry = g_ptr_array_index (entries, i);

    if (entry->project == NULL && g_str_equal (entry->name, label))
      return TRUE;
  }
  return entries == NULL && maker->text != NULL && maker->size > 0 &&
         (g_strstr_len (maker->text, maker->size, key) != NULL ||
          g_strstr_len (maker->text, maker->size, name) != NULL);
}

/* Returns a name that no entry of the file has. */
static char *
make_label (const Maker               *maker,
            GPtrArray                 *entries,
            const PaddockAppNewServer *server)
{
  g_autofree char *label = paddock_paste_dup_label (server->server, server->name);

  for (guint i = 2;; i++) {
    char *other;

    if (i == 2 && !is_taken (maker, entries, label))
      return g_steal_pointer (&label);
    other = g_strdup_printf ("%s-%u", label, i);
    if (!is_taken (maker, entries, other))
      return other;
    g_free (other);
  }
}

/* Whether the file with the addition has the old servers and the new one. */
static gboolean
is_right (const Maker              *maker,
          const PaddockAppAddition *self,
          GBytes                   *file,
          guint                     n_entries)
{
  g_autoptr (GBytes) changed = paddock_app_addition_apply (self, file);
  g_autoptr (GError) error = NULL;
  g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (maker->app, changed, &error);
  g_autoptr (GPtrArray) entries =
    tree != NULL ? paddock_app_file_read (maker->app, &usual_place, tree, NULL) : NULL;

  /* A version of Paddock that can't read YAML says so in this way. */
  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED))
    return TRUE;
  if (entries == NULL || entries->len != n_entries + 1)
    return FALSE;
  for (guint i = 0; i < entries->len; i++) {
    const PaddockAppEntry *entry = g_ptr_array_index (entries, i);

    if (entry->project == NULL && g_str_equal (entry->name, self->label))
      return entry->is_connected && g_strcmp0 (entry->key, self->key) == 0;
  }
  return FALSE;
}

static gboolean
place_in_file (Maker               *maker,
               PaddockAppAddition  *self,
               GError             **error)
{
  if (is_blank (maker->text, maker->size)) {
    set_place (self, PADDOCK_APP_ADDITION_FILE, 0, maker->size,
               paddock_app_form_write_file (maker->form));
    return TRUE;
  }
  if (is_json (maker->app))
    return place_in_json (maker, self, error);
  if (maker->app->syntax == PADDOCK_APP_SYNTAX_TOML)
    return place_in_toml (maker, self);
  return place_in_yaml (maker, self, error);
}

/* Reads the file. Returns FALSE if the file has a mistake, because then no text makes it right. */
static gboolean
read_file (Maker      *maker,
           GBytes     *file,
           GPtrArray **out_entries,
           GError    **error)
{
  g_autoptr (GError) trouble = NULL;

  *out_entries = NULL;
  maker->text = g_bytes_get_data (file, &maker->size);
  if (maker->text == NULL)
    maker->text = "";
  if (is_blank (maker->text, maker->size))
    return TRUE;
  maker->tree = paddock_app_file_scan (maker->app, file, &trouble);
  if (maker->tree != NULL)
    *out_entries = paddock_app_file_read (maker->app, &usual_place, maker->tree, &trouble);
  if (trouble == NULL || g_error_matches (trouble, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&trouble));
  return FALSE;
}

static guint
count_lines (const char *text,
             gsize       end)
{
  guint line = 1;

  for (gsize i = 0; i < end; i++)
    line += text[i] == '\n';
  return line;
}

static gboolean
place (Maker               *maker,
       PaddockAppAddition  *self,
       GBytes              *file,
       guint                n_entries,
       GError             **error)
{
  if (maker->app->syntax == PADDOCK_APP_SYNTAX_NONE) {
    write_command (maker->form, self);
  } else if (file == NULL) {
    place_in_unknown (maker, self);
  } else {
    if (!place_in_file (maker, self, error))
      return FALSE;
    if (!is_right (maker, self, file, n_entries))
      return refuse (error, _("Paddock can’t make an entry that fits into this file."));
    self->line = count_lines (maker->text, self->begin);
  }
  return TRUE;
}

/**
 * paddock_app_addition_new:
 * @file: (nullable): the app's file, empty if it doesn't exist; %NULL: nobody knows the file
 *
 * Returns: (transfer full): the text of the new entry, and the place for it; %NULL with a sentence
 *   for the user
 */
PaddockAppAddition *
paddock_app_addition_new (const PaddockApp           *app,
                          const PaddockAppNewServer  *server,
                          GBytes                     *file,
                          GError                    **error)
{
  g_autoptr (PaddockAppAddition) self = g_new0 (PaddockAppAddition, 1);
  g_autoptr (PaddockAppForm) form = NULL;
  g_autoptr (PaddockConfigTree) tree = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  Maker maker = { .app = app };

  if (file != NULL && app->syntax != PADDOCK_APP_SYNTAX_NONE) {
    gboolean is_readable = read_file (&maker, file, &entries, error);

    tree = maker.tree;
    if (!is_readable)
      return NULL;
  }
  self->label = make_label (&maker, entries, server);
  form = paddock_app_form_new (app, server->server, self->label, server->program, server->key,
                               server->moves_folders);
  self->key = g_strdup (form->key);
  maker.form = form;
  if (!place (&maker, self, file, entries != NULL ? entries->len : 0, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
paddock_app_addition_free (PaddockAppAddition *self)
{
  if (self == NULL)
    return;
  g_free (self->label);
  g_free (self->key);
  g_free (self->text);
  g_free (self->anchor);
  g_free (self);
}

/**
 * paddock_app_addition_apply:
 * @file: the file for which the text was made
 *
 * Returns: (transfer full): the file after the user added the text
 */
GBytes *
paddock_app_addition_apply (const PaddockAppAddition *self,
                            GBytes                   *file)
{
  g_autoptr (PaddockSplices) splices = paddock_splice_list_new ();

  paddock_splice_add (splices, self->begin, self->end, self->text, -1);
  return paddock_splice_apply (splices, file);
}
