/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-mask.h"

#include "paddock-app-file.h"
#include "paddock-app-key.h"
#include "paddock-command-line.h"
#include "paddock-config-tree.h"

#include <string.h>

/* Hides secrets in a configuration file before its lines are shown.
 *
 * The values in the file's tree know their places, so each value is hidden where it is, however it
 * is written. What is hidden:
 *
 *   - all values of environment variables and headers
 *   - all values whose name says that they are secret
 *   - in other strings, what paddock-command-line.c finds; a list is read as a command line
 *   - in comments, all behind a name that says so, and all that belongs to variables or headers
 *
 * In doubt this file hides too much. Names and quotes stay, and so do line breaks: line N of the
 * result shows line N of the file.
 *
 * The keys that Paddock makes stay, too. They are worth nothing to somebody who can't read the
 * file.
 */

/* A longer name in the query of an address may be a secret itself. */
#define MAX_NAME 24

/* What a byte of the file is. */
typedef enum {
  BYTE_OTHER,                       /* between the values: a comment, for example */
  BYTE_SHOWN,
  BYTE_NAME,                        /* the name of something hidden, which is shown */
  BYTE_HIDDEN,
} Byte;

typedef struct {
  const PaddockApp        *app;
  const PaddockConfigTree *tree;
  const char              *text;
  gsize                    size;
  gsize                    begin;   /* secrets from here on are looked for */
  gsize                    end;
  guint8                  *bytes;   /* (owned): a Byte for each byte of the file */
} Mask;

static gboolean
is_break (char c)
{
  return c == '\n' || c == '\r';
}

static gboolean
is_in_range (const Mask *self,
             gsize       begin,
             gsize       end)
{
  return begin < self->end && end > self->begin;
}

static void
set_bytes (Mask  *self,
           gsize  begin,
           gsize  end,
           Byte   byte)
{
  if (begin < end)
    memset (self->bytes + begin, byte, end - begin);
}

/* Hides a text, but not line breaks and the spaces around them. */
static void
hide (Mask  *self,
      gsize  begin,
      gsize  end)
{
  while (begin < end) {
    const char *feed = memchr (self->text + begin, '\n', end - begin);
    gsize next = feed != NULL ? (gsize) (feed - self->text) + 1 : end, line_end = next;

    while (begin < line_end && g_ascii_isspace (self->text[begin]))
      begin++;
    while (line_end > begin && g_ascii_isspace (self->text[line_end - 1]))
      line_end--;
    set_bytes (self, begin, line_end, BYTE_HIDDEN);
    begin = next;
  }
}

/* Finds the text of a string without its quotes, or the lines of a block of YAML. */
static void
find_inner (const Mask              *self,
            const PaddockConfigNode *node,
            gsize                   *out_begin,
            gsize                   *out_end)
{
  const char *text = self->text + node->begin;
  gsize length = node->end - node->begin, n_quotes = 0;

  *out_begin = node->begin;
  *out_end = node->end;
  if (node->is_special || length == 0)
    return;
  if (self->app->syntax == PADDOCK_APP_SYNTAX_YAML && (*text == '|' || *text == '>')) {
    *out_begin += 1;
    while (*out_begin < node->end && strchr ("+-0123456789", self->text[*out_begin]) != NULL)
      *out_begin += 1;
    return;
  }
  if (node->kind == PADDOCK_CONFIG_STRING && (*text == '"' || *text == '\'') && length >= 2)
    n_quotes = self->app->syntax == PADDOCK_APP_SYNTAX_TOML && length >= 6 && text[1] == *text &&
               text[2] == *text ? 3 : 1;
  *out_begin += n_quotes;
  *out_end -= n_quotes;
}

static void
hide_value (Mask                    *self,
            const PaddockConfigNode *node)
{
  gsize begin, end;

  find_inner (self, node, &begin, &end);
  hide (self, begin, end);
}

/* Reads the code behind "\u", "\U" or "\x"; 0 if none is there. */
static gunichar
read_code (const char *p,
           const char *end,
           gsize      *out_length)
{
  gsize n_digits = *p == 'u' ? 4 : *p == 'U' ? 8 : 2;
  g_autofree char *digits = NULL;

  *out_length = n_digits + 1;
  if ((gsize) (end - p) < n_digits + 1)
    return 0;
  digits = g_strndup (p + 1, n_digits);
  return (gunichar) g_ascii_strtoull (digits, NULL, 16);
}

/* Moves behind one character of a literal, as the file writes it. Returns how many bytes this
 * character has as text; 0 if that is uncertain. */
static gsize
step (const Mask  *self,
      char         quote,
      const char **in_out_at,
      const char  *end)
{
  const char *p = (*in_out_at)++;
  gboolean is_yaml = self->app->syntax == PADDOCK_APP_SYNTAX_YAML;
  gunichar code, low;
  gsize length;

  if (quote == '\'' && is_yaml && *p == '\'')
    (*in_out_at)++;
  if (quote != '"' || *p != '\\')
    return 1;
  if (++p == end || is_break (*p))
    return 0;
  *in_out_at = p + 1;
  if (*p != 'u' && *p != 'U' && *p != 'x')
    return is_yaml && strchr ("N_LP", *p) != NULL ? 0 : 1;
  code = read_code (p, end, &length);
  p += length;
  if (code >= 0xd800 && code < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u') {
    low = read_code (p + 1, end, &length);
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    p += length + 1;
  }
  *in_out_at = p;
  if (p > end || !g_unichar_validate (code) || code == 0)
    return 0;
  return (gsize) g_unichar_to_utf8 (code, NULL);
}

/* Finds where each byte of a text stands in the file. Returns FALSE if that is uncertain.
 * @places: room for one more than the bytes of @value */
static gboolean
find_places (const Mask *self,
             gsize       begin,
             gsize       end,
             const char *value,
             gsize      *places)
{
  char quote = begin > 0 ? self->text[begin - 1] : '\0';
  const char *p = self->text + begin, *stop = self->text + end;
  gsize length = strlen (value), at = 0;

  if (quote != '"' && quote != '\'')
    quote = '\0';
  while (p < stop) {
    const char *from = p;
    gsize n_bytes = step (self, quote, &p, stop);

    if (n_bytes == 0 || n_bytes > length - at || is_break (*from) || p > stop)
      return FALSE;
    /* What stands for itself must do so in both. */
    if (*from != '\\' && *from != value[at])
      return FALSE;
    for (; n_bytes > 0; n_bytes--)
      places[at++] = (gsize) (from - self->text);
  }
  places[at] = end;
  return at == length;
}

/* Returns the next piece of a query or fragment from @begin on: its value, or all of it. */
static gsize
find_query_value (const char *value,
                  gsize       begin,
                  gsize       end,
                  gsize      *out_end)
{
  gsize equals = begin;

  *out_end = begin;
  while (*out_end < end && strchr ("&;?#", value[*out_end]) == NULL)
    *out_end += 1;
  while (equals < *out_end && (g_ascii_isalnum (value[equals]) ||
                               strchr ("_-.[]", value[equals]) != NULL))
    equals++;
  if (equals < *out_end && value[equals] == '=' && equals - begin <= MAX_NAME)
    return equals + 1;
  return begin;
}

static void
hide_secret (Mask                *self,
             const char          *value,
             const gsize         *places,
             const PaddockSecret *secret)
{
  gsize begin = secret->begin, end;

  if (begin == 0 || strchr ("?#", value[begin - 1]) == NULL) {
    hide (self, places[begin], places[secret->end]);
    return;
  }
  for (; begin < secret->end; begin = end + 1) {
    gsize from = find_query_value (value, begin, secret->end, &end);

    hide (self, places[from], places[end]);
  }
}

/* Hides the secrets in a string or key from @begin to @end. @value: what it means */
static void
hide_secrets (Mask         *self,
              gsize         begin,
              gsize         end,
              const char   *value,
              const GArray *secrets)
{
  g_autofree gsize *places = g_new (gsize, strlen (value) + 1);

  if (secrets->len == 0)
    return;
  if (!find_places (self, begin, end, value, places)) {
    hide (self, begin, end);
    return;
  }
  for (guint i = 0; i < secrets->len; i++)
    hide_secret (self, value, places, &g_array_index (secrets, PaddockSecret, i));
}

/* Returns what a value means if it is a string, else how it is written; "" for a list or object. */
static char *
dup_word (const Mask *self,
          guint       index)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, index);
  char *value = paddock_config_tree_dup_string (self->tree, index);

  if (value == NULL && node->kind < PADDOCK_CONFIG_ARRAY)
    value = g_strndup (self->text + node->begin, node->end - node->begin);
  return value != NULL ? value : g_strdup ("");
}

static void
hide_in_value (Mask         *self,
               guint         index,
               const char   *value,
               const GArray *secrets)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, index);
  gsize begin, end;

  find_inner (self, node, &begin, &end);
  if (node->kind == PADDOCK_CONFIG_STRING)
    hide_secrets (self, begin, end, value, secrets);
  else if (node->kind < PADDOCK_CONFIG_ARRAY && secrets->len > 0)
    hide (self, begin, end);
}

/* Finds the value of an environment variable, as in `docker run -e NAME=VALUE`. @option: the
 * argument before @word */
static void
find_variable (const char *option,
               const char *word,
               GArray     *secrets)
{
  const char *name = word, *equals;
  PaddockSecret secret;

  if (g_str_has_prefix (word, "--env="))
    name += strlen ("--env=");
  else if (!g_str_equal (option, "-e") && !g_str_equal (option, "--env"))
    return;
  equals = strchr (name, '=');
  if (equals == NULL)
    return;
  secret = (PaddockSecret) { (gsize) (equals + 1 - word), strlen (word) };
  g_array_append_val (secrets, secret);
}

/* Hides the secrets in a list as in a command line. @program: (nullable): the command before it */
static void
hide_in_list (Mask       *self,
              guint       list,
              const char *program)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) found = NULL;
  guint n = 1;

  g_ptr_array_add (words, g_strdup (program != NULL ? program : ""));
  for (guint i = paddock_config_tree_get (self->tree, list)->first; i != 0;
       i = paddock_config_tree_get (self->tree, i)->next)
    g_ptr_array_add (words, dup_word (self, i));
  g_ptr_array_add (words, NULL);
  found = paddock_command_line_find_secrets ((const char * const *) words->pdata);
  for (guint i = paddock_config_tree_get (self->tree, list)->first; i != 0;
       i = paddock_config_tree_get (self->tree, i)->next, n++) {
    const char *word = words->pdata[n];
    gboolean is_own = g_str_equal (words->pdata[n - 1], "--key") &&
                      paddock_app_key_find (word) != NULL;

    find_variable (words->pdata[n - 1], word, found->pdata[n]);
    if (!is_own)
      hide_in_value (self, i, word, found->pdata[n]);
  }
}

static void
hide_in_word (Mask  *self,
              guint  index)
{
  g_autofree char *word = dup_word (self, index);
  const char * const words[] = { word, NULL };
  g_autoptr (GPtrArray) found = paddock_command_line_find_secrets (words);

  hide_in_value (self, index, word, found->pdata[0]);
}

static void
hide_in_key (Mask                    *self,
             const PaddockConfigNode *node,
             const char              *key)
{
  const char * const words[] = { key, NULL };
  g_autoptr (GPtrArray) found = paddock_command_line_find_secrets (words);
  gboolean has_quotes = self->text[node->key_begin] == '"' || self->text[node->key_begin] == '\'';

  hide_secrets (self, node->key_begin + has_quotes, node->key_end - has_quotes, key,
                found->pdata[0]);
}

/* Whether a name is one for environment variables or headers, such as "env" and "http_headers". */
static gboolean
names_variables (const char *name)
{
  static const char * const words[] = { "env", "envs", "environment", "environments" };
  g_autofree char *lower = g_ascii_strdown (name, -1);
  g_auto (GStrv) parts = g_strsplit_set (lower, "._-", -1);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strv_contains ((const char * const *) parts, words[i]))
      return TRUE;
  return g_str_has_suffix (lower, "headers") || g_str_has_suffix (lower, "environment");
}

static gboolean
is_part_of (const char * const *containers,
            const char         *name)
{
  for (guint i = 0; containers != NULL && containers[i] != NULL; i++) {
    g_auto (GStrv) parts = g_strsplit (containers[i], "/", -1);

    if (g_strv_contains ((const char * const *) parts, name))
      return TRUE;
  }
  return FALSE;
}

/* Whether the members of @name have names that the user chose, such as those of servers. */
static gboolean
has_free_names (const Mask *self,
                const char *name)
{
  if (is_part_of (self->app->containers, name))
    return TRUE;
  for (const PaddockAppPlace *place = self->app->places; place->path != NULL; place++)
    if (is_part_of (place->containers, name))
      return TRUE;
  return FALSE;
}

static gboolean
is_switch (const Mask              *self,
           const PaddockConfigNode *node)
{
  return node->kind == PADDOCK_CONFIG_SCALAR &&
         (paddock_config_tree_has_text (self->tree, node->begin, "true") ||
          paddock_config_tree_has_text (self->tree, node->begin, "false") ||
          paddock_config_tree_has_text (self->tree, node->begin, "null"));
}

static void
mark (Mask       *self,
      guint       index,
      const char *parent,
      gboolean    is_hidden);

static void
mark_children (Mask       *self,
               guint       index,
               const char *key,
               gboolean    is_hidden)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, index);
  guint command = 0;
  g_autofree char *program = NULL;

  for (guint i = node->first; i != 0; i = paddock_config_tree_get (self->tree, i)->next)
    mark (self, i, key, is_hidden);
  if (is_hidden || node->kind != PADDOCK_CONFIG_ARRAY ||
      !is_in_range (self, node->begin, node->end))
    return;
  if (index != PADDOCK_CONFIG_TREE_ROOT && self->app->keys != NULL)
    command = paddock_config_tree_find (self->tree, node->parent, self->app->keys->command, NULL);
  program = command != 0 ? paddock_config_tree_dup_string (self->tree, command) : NULL;
  hide_in_list (self, index, program);
}

/* Marks a value with all that it contains. @parent: (nullable): the name of what contains it.
 * @is_hidden: all in it is */
static void
mark (Mask       *self,
      guint       index,
      const char *parent,
      gboolean    is_hidden)
{
  const PaddockConfigNode *node = paddock_config_tree_get (self->tree, index);
  gboolean is_leaf = node->kind < PADDOCK_CONFIG_ARRAY;
  gboolean has_key = node->key_begin < node->key_end;
  gboolean is_shown = is_in_range (self, has_key ? node->key_begin : node->begin, node->end);
  /* The names of servers and folders are free to sound like a secret. */
  gboolean has_free_name = node->kind == PADDOCK_CONFIG_OBJECT && parent != NULL &&
                           has_free_names (self, parent);
  g_autofree char *key = !is_leaf || is_shown ? paddock_config_tree_dup_key (self->tree, index)
                                              : NULL;

  if (key == NULL && has_key && (!is_leaf || is_shown))
    is_hidden = TRUE;
  if (key != NULL && !has_free_name)
    is_hidden = is_hidden || names_variables (key) ||
                (paddock_command_line_is_secret_name (key, strlen (key)) &&
                 !is_switch (self, node));
  is_hidden |= node->is_special;
  set_bytes (self, node->key_begin, node->key_end, is_hidden ? BYTE_NAME : BYTE_SHOWN);
  if (key != NULL && is_shown)
    hide_in_key (self, node, key);
  if (!is_leaf) {
    mark_children (self, index, key, is_hidden);
    return;
  }
  set_bytes (self, node->begin, node->end, is_hidden ? BYTE_NAME : BYTE_SHOWN);
  if (is_hidden)
    hide_value (self, node);
  else if (is_shown)
    hide_in_word (self, index);
}

/* What may stand between a name and its value. */
#define BETWEEN "\"'`*: \t=,[{(>|"

/* What a comment has said so far. */
typedef struct {
  gboolean hides_line;              /* a secret's name ended the line before */
  gboolean hides_rest;              /* variables or headers began */
} Comment;

static gboolean
is_word_character (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-';
}

/* Returns where the secret of a comment's line begins; the length of @line if it has none. */
static gsize
find_in_comment (const char *line,
                 Comment    *comment)
{
  const char * const words[] = { line, NULL };
  g_autoptr (GPtrArray) found = paddock_command_line_find_secrets (words);
  const GArray *secrets = found->pdata[0];
  gsize least = secrets->len > 0 ? g_array_index (secrets, PaddockSecret, 0).begin : strlen (line);

  if (comment->hides_line || comment->hides_rest)
    least = 0;
  comment->hides_line = FALSE;
  for (const char *p = line; *p != '\0';) {
    const char *end = p;
    g_autofree char *name = NULL;
    gboolean is_secret, is_many;
    gsize n_between;

    while (is_word_character (*end))
      end++;
    if (end == p) {
      p++;
      continue;
    }
    name = g_strndup (p, (gsize) (end - p));
    n_between = strspn (end, BETWEEN);
    is_many = names_variables (name) && n_between > strspn (end, " \t");
    /* What is hidden anyway may sound like a name. */
    is_secret = paddock_command_line_is_secret_name (name, strlen (name)) &&
                ((gsize) (p - line) < least || strcspn (end, ":=") < n_between);
    if (is_many || is_secret)
      least = MIN (least, (gsize) (end + n_between - line));
    comment->hides_rest |= is_many;
    comment->hides_line |= is_secret && end[n_between] == '\0';
    p = end;
  }
  return least;
}

/* Returns how a comment begins at @at; NULL if none begins there. */
static const char *
get_comment (const Mask *self,
             gsize       at)
{
  static const char * const of_json[] = { "//", "/*", NULL }, * const of_others[] = { "#", NULL };
  gboolean is_other = self->app->syntax == PADDOCK_APP_SYNTAX_TOML ||
                      self->app->syntax == PADDOCK_APP_SYNTAX_YAML;

  for (const char * const *mark = is_other ? of_others : of_json; *mark != NULL; mark++)
    if (paddock_config_tree_has_text (self->tree, at, *mark))
      return *mark;
  return NULL;
}

/* Hides the secrets in the comment at @at. Returns its end. */
static gsize
hide_in_comment (Mask    *self,
                 gsize    at,
                 Comment *comment)
{
  const char *mark = get_comment (self, at), *stop;
  gsize begin = at + strlen (mark), end;

  if (g_str_equal (mark, "/*"))
    stop = g_strstr_len (self->text + begin, (gssize) (self->size - begin), "*/");
  else
    stop = memchr (self->text + begin, '\n', self->size - begin);
  end = stop != NULL ? (gsize) (stop - self->text) : self->size;
  for (gsize line_end; begin < end; begin = line_end + 1) {
    const char *feed = memchr (self->text + begin, '\n', end - begin);

    line_end = feed != NULL ? (gsize) (feed - self->text) : end;
    while (begin < line_end && g_ascii_isspace (self->text[begin]))
      begin++;
    if (begin < line_end) {
      g_autofree char *line = g_strndup (self->text + begin, line_end - begin);

      hide (self, begin + find_in_comment (line, comment), line_end);
    }
  }
  return MIN (end + (*mark == '/' && mark[1] == '*' ? 2 : 0), self->size);
}

/* Looks at all that is between the values. */
static void
hide_in_comments (Mask *self)
{
  Comment comment = { FALSE, FALSE };
  gsize at = MIN (self->begin, self->size);

  /* A comment may begin in front of what is shown. */
  while (at > 0 && self->bytes[at - 1] == BYTE_OTHER)
    at--;
  while (at < MIN (self->end, self->size)) {
    Byte before = at > 0 ? self->bytes[at - 1] : BYTE_SHOWN;

    if (self->bytes[at] != BYTE_OTHER) {
      at++;
      continue;
    }
    comment = (Comment) { .hides_rest = before != BYTE_SHOWN };
    while (at < self->size && self->bytes[at] == BYTE_OTHER)
      at = get_comment (self, at) != NULL ? hide_in_comment (self, at, &comment) : at + 1;
  }
}

static GBytes *
write_out (const Mask *self)
{
  GString *out = g_string_sized_new (self->size);

  for (gsize i = 0; i < self->size; i++)
    if (self->bytes[i] != BYTE_HIDDEN)
      g_string_append_c (out, self->text[i]);
    else if (i == 0 || self->bytes[i - 1] != BYTE_HIDDEN)
      g_string_append (out, PADDOCK_COMMAND_LINE_MASK);
  return g_string_free_to_bytes (out);
}

/**
 * paddock_app_mask_make:
 * @bytes: a configuration file of @app
 * @begin: what is shown begins here
 * @end: and ends here; secrets elsewhere need not be hidden
 *
 * Returns: (transfer full): the file with %PADDOCK_COMMAND_LINE_MASK in place of each secret, and
 *   with as many lines. If Paddock can't read the file, all of it is hidden.
 */
GBytes *
paddock_app_mask_make (const PaddockApp *app,
                       GBytes           *bytes,
                       gsize             begin,
                       gsize             end)
{
  g_autoptr (PaddockConfigTree) tree = paddock_app_file_scan (app, bytes, NULL);
  Mask self = { .app = app, .tree = tree, .begin = begin, .end = end };
  GBytes *shown;

  self.text = g_bytes_get_data (bytes, &self.size);
  self.bytes = g_new0 (guint8, self.size + 1);
  if (tree != NULL) {
    mark (&self, PADDOCK_CONFIG_TREE_ROOT, NULL, FALSE);
    hide_in_comments (&self);
  } else {
    hide (&self, 0, self.size);
  }
  shown = write_out (&self);
  g_free (self.bytes);
  return shown;
}
