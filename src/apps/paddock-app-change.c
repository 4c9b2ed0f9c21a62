/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-change.h"

#include "paddock-app-edit.h"
#include "paddock-app-headers.h"
#include "paddock-app-list.h"
#include "paddock-app-style.h"
#include "paddock-app-verify.h"
#include "paddock-command-folders.h"
#include "paddock-error.h"
#include "paddock-jsonc.h"
#include "paddock-run-line.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Lets the server of an entry go through Paddock, and takes Paddock out again.
 *
 * The new entry contains all of the old one, so the old entry can be made from the file alone. If
 * the file is as Paddock left it, the old entry comes back byte for byte. If the app wrote the file
 * anew in between, the entry comes back with the same meaning.
 *
 *   "command": "npx", "args": ["-y", "x"]
 *   "command": "paddock", "args": ["run", "--key", "K", "--", "npx", "-y", "x"]
 *
 * Only the literals that are new are written. The literal of the command moves unchanged, and all
 * others stay where they are. An entry without arguments gets "args" right behind its command, with
 * a space inside of each bracket. These spaces tell it from an entry that had "args": []. In TOML,
 * "args" gets a line of its own. New keys have the same quotes as the key that they stand at.
 *
 *   "type": "http", "httpUrl": "https://example.org/mcp"
 *   "type": "stdio", "command": "paddock", "args": ["run", "--key", "K.httpUrl.http", "--url", "…"]
 *
 * The key remembers which member had the address, and the entry's type. Headers become environment
 * variables (paddock-app-headers.c).
 *
 * Nothing here writes a file. Each result was read again and compared with the file before.
 */

typedef struct {
  const PaddockApp      *app;
  const PaddockAppEntry *entry;
  PaddockAppEdit         edit;
} Change;

/* The parts of a key: "K.MEMBER" or "K.MEMBER.TYPE". */
typedef struct {
  const char *address;              /* the member with the address */
  const char *type;                 /* (nullable) the entry's type */
} Memory;

static gboolean
refuse (PaddockAppObstacle   obstacle,
        GError             **error)
{
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                       paddock_app_obstacle_get_text (obstacle));
  return FALSE;
}

/* Whether the entry can be changed, and goes through Paddock only if it should. */
static gboolean
check_entry (const PaddockAppEntry  *entry,
             gboolean                is_connected,
             GError                **error)
{
  if (entry->obstacle != PADDOCK_APP_OBSTACLE_NONE)
    return refuse (entry->obstacle, error);
  if (entry->is_connected == is_connected)
    return TRUE;
  g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                       is_connected ? _("This server doesn’t go through Paddock.")
                                    : _("This server already goes through Paddock."));
  return FALSE;
}

static guint
find_member (const Change *self,
             const char   *key)
{
  return key != NULL
         ? paddock_config_tree_find (self->edit.tree, self->entry->node, key, NULL) : 0;
}

/* The array that has the arguments, or 0. */
static guint
find_arguments (const Change *self)
{
  const PaddockAppKeys *keys = self->app->keys;

  return find_member (self, keys->args != NULL ? keys->args : keys->command);
}

/* Writes the words that start `paddock run`, with quotes. If the app has the program's name apart
 * from the arguments, the program is not among them. */
static GStrvBuilder *
make_own_words (const Change *self,
                const char   *program,
                const char   *key)
{
  GStrvBuilder *own = g_strv_builder_new ();
  g_autofree char *quoted_key = paddock_jsonc_quote (key);

  if (self->app->keys->args == NULL) {
    g_autofree char *quoted_program = paddock_jsonc_quote (program);

    g_strv_builder_add (own, quoted_program);
  }
  g_strv_builder_add_many (own, "\"run\"", "\"--key\"", quoted_key, NULL);
  return own;
}

static char *
join (GStrvBuilder *literals)
{
  g_auto (GStrv) list = g_strv_builder_end (literals);

  return g_strjoinv (", ", list);
}

static gboolean
is_in (const char * const *list,
       const char         *word)
{
  return list != NULL && g_strv_contains (list, word);
}

/* Puts `{roots}` in the place of the first folder, and removes the other ones. Folders apart from
 * each other would come back in other places, so they are refused. Returns the server's words after
 * that, or NULL. */
static GStrv
replace_folders (Change              *self,
                 const char * const  *folders,
                 GError             **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint offset = self->app->keys->args != NULL ? 1 : 0, arguments = find_arguments (self);
  guint last = 0;

  g_strv_builder_add (builder, self->entry->words[0]);
  for (guint i = 1; self->entry->words[i] != NULL; i++) {
    const char *word = self->entry->words[i];
    guint value;

    if (!is_in (folders, word) || !is_in ((const char * const *) self->entry->folders, word) ||
        paddock_command_folders_may_be_value ((const char * const *) self->entry->words, i)) {
      g_strv_builder_add (builder, word);
      continue;
    }
    value = paddock_app_edit_get_child (&self->edit, arguments, i - offset);
    if (last != 0 && last != i - 1) {
      g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED,
                           _("Paddock can’t change this entry without changing something else."));
      return NULL;
    }
    if (last != 0) {
      guint previous = paddock_app_edit_get_child (&self->edit, arguments, i - offset - 1);

      paddock_app_list_remove_value (&self->edit, previous, value);
    } else {
      paddock_app_edit_replace (&self->edit, value, "\"{roots}\"");
      g_strv_builder_add (builder, "{roots}");
    }
    last = i;
  }
  return g_strv_builder_end (builder);
}

/* Puts @program in the place of the command. If the entry has no arguments, adds them. */
static void
replace_command (Change       *self,
                 guint         command,
                 const char   *program,
                 GStrvBuilder *arguments)
{
  g_autofree char *quoted = paddock_jsonc_quote (program);

  if (arguments != NULL) {
    g_autofree char *separator = paddock_app_style_dup_separator (&self->edit, command);
    g_autofree char *joined = join (arguments);
    g_autofree char *list = g_strdup_printf ("[ %s ]", joined);
    g_autofree char *args = paddock_app_style_dup_member (&self->edit, command,
                                                          self->app->keys->args, list);
    g_autofree char *whole = g_strconcat (quoted, separator, args, NULL);

    paddock_app_edit_replace (&self->edit, command, whole);
  } else {
    paddock_app_edit_replace (&self->edit, command, quoted);
  }
}

/* Returns the server's words after the change, or NULL. */
static GStrv
connect_command (Change                      *self,
                 const PaddockAppConnection  *connection,
                 GError                     **error)
{
  gboolean is_literal = paddock_run_line_has_templates ((const char * const *) self->entry->words);
  g_autoptr (GStrvBuilder) own = make_own_words (self, connection->program, connection->key);
  guint arguments = find_arguments (self);

  if (is_literal && connection->folders != NULL && connection->folders[0] != NULL) {
    refuse (PADDOCK_APP_OBSTACLE_VARIABLES, error);
    return NULL;
  }
  if (is_literal)
    g_strv_builder_add (own, "\"--literal\"");
  g_strv_builder_add (own, "\"--\"");
  if (self->app->keys->args != NULL) {
    guint command = find_member (self, self->app->keys->command);
    g_autofree char *literal = paddock_app_edit_dup_literal (&self->edit, command);

    g_strv_builder_add (own, literal);
    replace_command (self, command, connection->program, arguments == 0 ? own : NULL);
  }
  if (arguments != 0) {
    g_auto (GStrv) literals = g_strv_builder_end (own);

    paddock_app_list_insert_front (&self->edit, arguments, (const char * const *) literals);
  }
  return replace_folders (self, connection->folders, error);
}

/* Returns the keys that take the place of the address's key. */
static char *
dup_command_keys (const Change *self,
                  guint         address,
                  const char   *program)
{
  const PaddockAppKeys *keys = self->app->keys;
  g_autofree char *quoted = paddock_jsonc_quote (program);
  g_autofree char *separator = NULL, *command = NULL, *args = NULL;

  if (keys->args == NULL)
    return paddock_app_style_dup_key (&self->edit, address, keys->command);
  command = paddock_app_style_dup_member (&self->edit, address, keys->command, quoted);
  separator = paddock_app_style_dup_separator (&self->edit, address);
  args = paddock_app_style_dup_key (&self->edit, address, keys->args);
  return g_strconcat (command, separator, args, NULL);
}

/* Returns the new key. */
static char *
connect_address (Change                     *self,
                 const PaddockAppConnection *connection)
{
  guint type = find_member (self, self->app->keys->type), count;
  guint address = paddock_app_entry_find_address (self->app, self->edit.tree, self->entry->node,
                                                  &count);
  const PaddockConfigNode *node = paddock_config_tree_get (self->edit.tree, address);
  g_autofree char *member = paddock_config_tree_dup_key (self->edit.tree, address);
  g_autofree char *renamed = dup_command_keys (self, address, connection->program);
  g_autofree char *key = NULL, *joined = NULL, *before = NULL;
  g_autoptr (GStrvBuilder) own = NULL;

  if (type != 0) {
    g_autofree char *old_type = paddock_config_tree_dup_string (self->edit.tree, type);

    key = g_strdup_printf ("%s.%s.%s", connection->key, member, old_type);
    paddock_app_style_replace_text (&self->edit, type, self->app->keys->local_type);
  } else {
    key = g_strdup_printf ("%s.%s", connection->key, member);
  }
  paddock_app_edit_rename (&self->edit, address, renamed);
  own = make_own_words (self, connection->program, key);
  g_strv_builder_add (own, "\"--url\"");
  joined = join (own);
  before = g_strdup_printf ("[%s, ", joined);
  paddock_splice_add (self->edit.splices, node->begin, node->begin, before, -1);
  paddock_splice_add (self->edit.splices, node->end, node->end, "]", -1);
  paddock_app_headers_connect (self->app, &self->edit, self->entry->node);
  return g_steal_pointer (&key);
}

static GBytes *
finish (Change                       *self,
        const PaddockAppExpectation  *expectation,
        PaddockSplices              **out_splices,
        GError                      **error)
{
  g_autoptr (GBytes) changed =
    paddock_splice_apply (self->edit.splices, paddock_config_tree_get_bytes (self->edit.tree));

  if (!paddock_app_verify (self->app, self->edit.tree, self->entry, changed, expectation, error))
    return NULL;
  if (out_splices != NULL)
    *out_splices = g_steal_pointer (&self->edit.splices);
  return g_steal_pointer (&changed);
}

/**
 * paddock_app_change_connect:
 * @tree: the app's file
 * @entry: an entry of this file that doesn't go through Paddock
 * @out_splices: (out) (optional) (transfer full): what changes in the file
 *
 * Lets the server of an entry go through Paddock. Writes nothing.
 *
 * Returns: (transfer full): the changed file; %NULL with a sentence for the user
 */
GBytes *
paddock_app_change_connect (const PaddockApp            *app,
                            const PaddockConfigTree     *tree,
                            const PaddockAppEntry       *entry,
                            const PaddockAppConnection  *connection,
                            PaddockSplices             **out_splices,
                            GError                     **error)
{
  g_autoptr (PaddockSplices) splices = paddock_splice_list_new ();
  Change self = { app, entry, { tree, splices, app->syntax } };
  g_autofree char *key = NULL;
  g_auto (GStrv) words = NULL;
  PaddockAppExpectation expectation = { .is_connected = TRUE, .url = entry->url };
  GBytes *changed;

  if (!check_entry (entry, FALSE, error))
    return NULL;
  if (entry->kind == PADDOCK_APP_ENTRY_ADDRESS) {
    key = connect_address (&self, connection);
  } else {
    words = connect_command (&self, connection, error);
    if (words == NULL)
      return NULL;
  }
  expectation.words = (const char * const *) words;
  expectation.key = key != NULL ? key : connection->key;
  changed = finish (&self, &expectation, out_splices, error);
  if (changed != NULL && out_splices != NULL)
    splices = NULL;
  return changed;
}

/* Removes "args" if connect_command() added it. */
static gboolean
remove_added_arguments (Change *self,
                        guint   command,
                        guint   arguments)
{
  const PaddockConfigNode *one = paddock_config_tree_get (self->edit.tree, command);
  const PaddockConfigNode *two = paddock_config_tree_get (self->edit.tree, arguments);
  g_autofree char *separator = paddock_app_style_dup_separator (&self->edit, command);
  g_autofree char *args = paddock_app_style_dup_member (&self->edit, command, self->app->keys->args,
                                                        "[ \"");
  g_autofree char *before = g_strconcat (separator, args, NULL);

  if (two->begin < one->end || two->begin - one->end + 3 != strlen (before) ||
      !paddock_config_tree_has_text (self->edit.tree, one->end, before) ||
      paddock_config_tree_get_char (self->edit.tree, two->end - 2) != ' ' ||
      paddock_config_tree_get (self->edit.tree, two->last)->end != two->end - 2)
    return FALSE;
  paddock_splice_add (self->edit.splices, one->end, two->begin, "", 0);
  paddock_app_edit_erase (&self->edit, two->begin, two->end);
  return TRUE;
}

/* Puts the folders in the place of `{roots}`. Returns the server's words after that, or NULL. */
static GStrv
restore_folders (Change              *self,
                 guint                n_own,
                 const char * const  *folders,
                 GError             **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint offset = self->app->keys->args != NULL ? 1 : 0, arguments = find_arguments (self);

  for (guint i = 0; self->entry->words[i] != NULL; i++) {
    g_autoptr (GStrvBuilder) literals = g_strv_builder_new ();
    g_auto (GStrv) list = NULL;
    guint value;

    if (!g_str_equal (self->entry->words[i], "{roots}")) {
      g_strv_builder_add (builder, self->entry->words[i]);
      continue;
    }
    for (guint j = 0; folders != NULL && folders[j] != NULL; j++) {
      g_autofree char *quoted = paddock_jsonc_quote (folders[j]);

      g_strv_builder_add (literals, quoted);
      g_strv_builder_add (builder, folders[j]);
    }
    value = paddock_app_edit_get_child (&self->edit, arguments, n_own + i - offset);
    list = g_strv_builder_end (literals);
    if (list[0] == NULL) {
      refuse (PADDOCK_APP_OBSTACLE_ROOTS, error);
      return NULL;
    }
    paddock_app_list_spread (&self->edit, arguments, value, (const char * const *) list);
  }
  return g_strv_builder_end (builder);
}

/* Returns the server's words after the change, or NULL. */
static GStrv
restore_command (Change                *self,
                 const PaddockRunLine  *line,
                 const char * const    *folders,
                 GError               **error)
{
  guint arguments = find_arguments (self);
  gboolean has_program = self->app->keys->args != NULL;

  if (has_program) {
    guint command = find_member (self, self->app->keys->command);
    guint own = paddock_app_edit_get_child (&self->edit, arguments, line->n_own - 1);
    g_autofree char *literal = paddock_app_edit_dup_literal (&self->edit, own);

    paddock_app_edit_replace (&self->edit, command, literal);
    if (paddock_config_tree_get (self->edit.tree, own)->next == 0 &&
        remove_added_arguments (self, command, arguments))
      return g_strdupv (self->entry->words);
  }
  paddock_app_list_remove_front (&self->edit, arguments, line->n_own);
  if (line->is_literal)
    return g_strdupv (self->entry->words);
  for (guint i = 0; self->entry->words[i] != NULL; i++)
    if (strstr (self->entry->words[i], "{root}") != NULL) {
      refuse (PADDOCK_APP_OBSTACLE_ROOTS, error);
      return NULL;
    }
  return restore_folders (self, line->n_own, folders, error);
}

/* Reads the parts of the key. Returns FALSE if the app has no such member. */
static gboolean
read_memory (const Change *self,
             GStrv         parts,
             Memory       *out_memory)
{
  if (parts[0] == NULL || parts[1] == NULL || (parts[2] != NULL && parts[3] != NULL))
    return FALSE;
  out_memory->address = parts[1];
  out_memory->type = parts[2];
  for (guint i = 0; self->app->keys->addresses[i] != NULL; i++)
    if (g_str_equal (self->app->keys->addresses[i], parts[1]))
      return TRUE;
  return FALSE;
}

/* Returns the keys that take the place of the arguments' key. */
static char *
dup_address_keys (const Change *self,
                  guint         arguments,
                  const Memory *memory,
                  const char   *type)
{
  g_autofree char *address = paddock_app_style_dup_key (&self->edit, arguments, memory->address);
  g_autofree char *separator = NULL, *member = NULL;

  if (type == NULL)
    return g_steal_pointer (&address);
  member = paddock_app_style_dup_member (&self->edit, arguments, self->app->keys->type, type);
  separator = paddock_app_style_dup_separator (&self->edit, arguments);
  return g_strconcat (member, separator, address, NULL);
}

static gboolean
restore_address (Change               *self,
                 const PaddockRunLine *line)
{
  const PaddockAppKeys *keys = self->app->keys;
  g_auto (GStrv) parts = g_strsplit (self->entry->key != NULL ? self->entry->key : "", ".", -1);
  guint type = find_member (self, keys->type), arguments = find_arguments (self), url;
  g_autofree char *renamed = NULL, *literal = NULL;
  Memory memory;

  if (!read_memory (self, parts, &memory) || (memory.type != NULL && keys->type == NULL))
    return FALSE;
  if (memory.type != NULL)
    literal = paddock_jsonc_quote (memory.type);
  if (memory.type != NULL && type != 0)
    paddock_app_style_replace_text (&self->edit, type, memory.type);
  if (keys->args != NULL)
    paddock_app_list_remove_member (&self->edit, self->entry->node,
                                    find_member (self, keys->command));
  renamed = dup_address_keys (self, arguments, &memory, type == 0 ? literal : NULL);
  paddock_app_edit_rename (&self->edit, arguments, renamed);
  url = paddock_app_edit_get_child (&self->edit, arguments, line->url - (keys->args != NULL));
  paddock_app_list_keep_value (&self->edit, arguments, url);
  return paddock_app_headers_restore (self->app, &self->edit, self->entry->node);
}

/**
 * paddock_app_change_restore:
 * @tree: the app's file
 * @entry: an entry of this file that goes through Paddock
 * @folders: (nullable): the folders that the server gets in the place of `{roots}`
 * @out_splices: (out) (optional) (transfer full): what changes in the file
 *
 * Takes Paddock out of an entry. Writes nothing.
 *
 * Returns: (transfer full): the changed file; %NULL with a sentence for the user
 */
GBytes *
paddock_app_change_restore (const PaddockApp         *app,
                            const PaddockConfigTree  *tree,
                            const PaddockAppEntry    *entry,
                            const char * const       *folders,
                            PaddockSplices          **out_splices,
                            GError                  **error)
{
  g_autoptr (PaddockSplices) splices = paddock_splice_list_new ();
  Change self = { app, entry, { tree, splices, app->syntax } };
  g_auto (GStrv) all = NULL, words = NULL;
  PaddockAppExpectation expectation = { .url = entry->url };
  PaddockRunLine line;
  GBytes *changed;

  if (!check_entry (entry, TRUE, error))
    return NULL;
  all = paddock_app_entry_dup_words (app, tree, entry->node);
  line = paddock_run_line_parse ((const char * const *) all);
  if (line.kind == PADDOCK_RUN_LINE_ADDRESS) {
    if (!restore_address (&self, &line)) {
      refuse (PADDOCK_APP_OBSTACLE_OPTIONS, error);
      return NULL;
    }
  } else {
    words = restore_command (&self, &line, folders, error);
    if (words == NULL)
      return NULL;
  }
  expectation.words = (const char * const *) words;
  changed = finish (&self, &expectation, out_splices, error);
  if (changed != NULL && out_splices != NULL)
    splices = NULL;
  return changed;
}
