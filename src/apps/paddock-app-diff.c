/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-app-diff.h"

#include <string.h>

/* Writes the difference of two texts as a unified diff.
 *
 * The search for the shortest difference is the greedy algorithm of E. Myers, "An O(ND) Difference
 * Algorithm and Its Variations". It takes time and memory for the number of different lines, which
 * is small. If there are more than MAX_DIFFERENCES, the diff replaces all lines between the first
 * and the last difference.
 */

#define MAX_DIFFERENCES 1000

typedef struct {
  const char *text;
  gsize       size;                 /* with its line feed */
} Line;

typedef struct {
  GArray *old_lines;                /* (owned): Line */
  GArray *new_lines;                /* (owned): Line */
  GArray *old_shown;                /* (owned): Line, what is written in its place */
  GArray *new_shown;                /* (owned): Line */
  GArray *script;                   /* (owned): char, '-', '+' or ' ' for each line of the diff */
} Diff;

static GArray *
split (GBytes *bytes)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);

  while (size > 0) {
    const char *feed = memchr (text, '\n', size);
    Line line = { text, feed != NULL ? (gsize) (feed + 1 - text) : size };

    g_array_append_val (lines, line);
    text += line.size;
    size -= line.size;
  }
  return lines;
}

static gboolean
is_same (const Diff *self,
         gint        one,
         gint        other)
{
  const Line *first = &g_array_index (self->old_lines, Line, one);
  const Line *second = &g_array_index (self->new_lines, Line, other);

  return first->size == second->size && memcmp (first->text, second->text, first->size) == 0;
}

static void
append (Diff *self,
        char  kind,
        gint  count)
{
  for (gint i = 0; i < count; i++)
    g_array_append_val (self->script, kind);
}

/* Follows the traces back from the end, and writes the script in reverse. @traces has the furthest
 * old line on each diagonal, before each round. */
static void
trace_back (Diff      *self,
            GPtrArray *traces,
            gint       x,
            gint       y)
{
  g_autofree char *reverse = g_malloc ((gsize) (x + y) + 1);
  gint n = 0;

  for (gint d = (gint) traces->len - 1; d >= 0; d--) {
    const gint *furthest = (const gint *) g_ptr_array_index (traces, d) + d + 1;
    gint k = x - y;
    gboolean is_down = k == -d || (k != d && furthest[k - 1] < furthest[k + 1]);
    gint old_k = is_down ? k + 1 : k - 1;
    gint old_x = d > 0 ? furthest[old_k] : 0, old_y = d > 0 ? old_x - old_k : 0;

    for (; x > old_x && y > old_y; x--, y--)
      reverse[n++] = ' ';
    if (d > 0)
      reverse[n++] = is_down ? '+' : '-';
    x = old_x;
    y = old_y;
  }
  while (n > 0)
    append (self, reverse[--n], 1);
}

/* Compares @n_old lines with @n_new lines, both from line @begin on. Returns FALSE if there are too
 * many differences. */
static gboolean
compare (Diff *self,
         gint  begin,
         gint  n_old,
         gint  n_new)
{
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func (g_free);
  g_autofree gint *space = g_new0 (gint, 2 * MAX_DIFFERENCES + 3);
  gint *furthest = space + MAX_DIFFERENCES + 1;

  for (gint d = 0; d <= MAX_DIFFERENCES; d++) {
    g_ptr_array_add (traces, g_memdup2 (furthest - d - 1, (gsize) (2 * d + 3) * sizeof (gint)));
    for (gint k = -d; k <= d; k += 2) {
      gint x = k == -d || (k != d && furthest[k - 1] < furthest[k + 1]) ? furthest[k + 1]
                                                                        : furthest[k - 1] + 1;
      gint y = x - k;

      while (x < n_old && y < n_new && is_same (self, begin + x, begin + y)) {
        x++;
        y++;
      }
      furthest[k] = x;
      if (x >= n_old && y >= n_new) {
        trace_back (self, traces, n_old, n_new);
        return TRUE;
      }
    }
  }
  return FALSE;
}

static void
make_script (Diff *self)
{
  gint n_old = (gint) self->old_lines->len, n_new = (gint) self->new_lines->len;
  gint begin = 0, n_behind = 0, least = MIN (n_old, n_new);

  while (begin < least && is_same (self, begin, begin))
    begin++;
  while (n_behind < least - begin && is_same (self, n_old - n_behind - 1, n_new - n_behind - 1))
    n_behind++;
  append (self, ' ', begin);
  if (!compare (self, begin, n_old - begin - n_behind, n_new - begin - n_behind)) {
    append (self, '-', n_old - begin - n_behind);
    append (self, '+', n_new - begin - n_behind);
  }
  append (self, ' ', n_behind);
}

static void
append_line (GString    *out,
             char        kind,
             const Line *line)
{
  g_string_append_c (out, kind);
  g_string_append_len (out, line->text, (gssize) line->size);
  if (line->text[line->size - 1] != '\n')
    g_string_append (out, "\n\\ No newline at end of file\n");
}

/* Returns the end of the hunk that begins at @begin: there the next hunk begins at the earliest. */
static guint
find_hunk_end (const Diff *self,
               guint       begin)
{
  guint last = begin;

  for (guint i = begin; i < self->script->len && i <= last + 2 * PADDOCK_APP_DIFF_CONTEXT; i++)
    if (g_array_index (self->script, char, i) != ' ')
      last = i;
  return MIN (last + PADDOCK_APP_DIFF_CONTEXT + 1, self->script->len);
}

static void
append_range (GString *out,
              guint    line,
              guint    count)
{
  g_string_append_printf (out, "%u,%u", count > 0 ? line + 1 : line, count);
}

/* Writes the lines of the script from @begin to @end. The first one is line @old and line @new. */
static void
append_hunk (const Diff *self,
             GString    *out,
             guint       begin,
             guint       end,
             guint       old_line,
             guint       new_line)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  guint n_old = 0, n_new = 0;

  for (guint i = begin; i < end; i++) {
    char kind = g_array_index (self->script, char, i);

    append_line (lines, kind, kind == '+'
                              ? &g_array_index (self->new_shown, Line, new_line + n_new)
                              : &g_array_index (self->old_shown, Line, old_line + n_old));
    n_old += kind != '+';
    n_new += kind != '-';
  }
  g_string_append (out, "@@ -");
  append_range (out, old_line, n_old);
  g_string_append (out, " +");
  append_range (out, new_line, n_new);
  g_string_append (out, " @@\n");
  g_string_append_len (out, lines->str, (gssize) lines->len);
}

static void
append_hunks (const Diff *self,
              GString    *out)
{
  guint old_line = 0, new_line = 0, done = 0;

  for (guint i = 0; i < self->script->len; i++) {
    char kind = g_array_index (self->script, char, i);

    if (kind != ' ' && i >= done) {
      guint n_before = MIN (PADDOCK_APP_DIFF_CONTEXT, i - done);

      done = find_hunk_end (self, i);
      append_hunk (self, out, i - n_before, done, old_line - n_before, new_line - n_before);
    }
    old_line += kind != '+';
    new_line += kind != '-';
  }
}

/* Appends a name as `patch` reads it. */
static void
append_name (GString    *out,
             const char *sign,
             const char *prefix,
             const char *path)
{
  g_autofree char *escaped = g_strescape (path, NULL);

  if (strpbrk (path, "\"\\\n\t\r") != NULL)
    g_string_append_printf (out, "%s \"%s%s\"\n", sign, prefix, escaped);
  else
    g_string_append_printf (out, "%s %s%s%s\n", sign, prefix, path,
                            strchr (path, ' ') != NULL ? "\t" : "");
}

/**
 * paddock_app_diff_make:
 * @path: an absolute path
 * @shown_before: what is shown of @before, with as many lines; secrets are hidden in it
 * @shown_after: the same of @after
 *
 * Returns: (transfer full): the difference; empty if there is none. The names begin with "a/" and
 *   "b/", so `patch -p1 -d /` finds the file.
 */
char *
paddock_app_diff_make (const char *path,
                       GBytes     *before,
                       GBytes     *after,
                       GBytes     *shown_before,
                       GBytes     *shown_after)
{
  Diff self = {
    split (before), split (after), split (shown_before), split (shown_after),
    g_array_new (FALSE, FALSE, sizeof (char)),
  };
  GString *out = g_string_new (NULL);

  g_assert (self.old_shown->len == self.old_lines->len);
  g_assert (self.new_shown->len == self.new_lines->len);

  if (!g_bytes_equal (before, after)) {
    make_script (&self);
    append_name (out, "---", "a", path);
    append_name (out, "+++", "b", path);
    append_hunks (&self, out);
  }
  g_array_unref (self.old_lines);
  g_array_unref (self.new_lines);
  g_array_unref (self.old_shown);
  g_array_unref (self.new_shown);
  g_array_unref (self.script);
  return g_string_free (out, FALSE);
}
