/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-path-object.h"
#include "paddock-path-open.h"
#include "paddock-reference.h"

#include "test-tree.h"

/* The table of references in boundary.txt: makes its tree in a directory of its own, and calls a
 * function for each line. */

typedef struct {
  Tree            *tree;          /* (owned) */
  PaddockOpenRoot  root;
  char            *path;          /* (owned) of the root */
} Boundary;

/* "" stands for the base of the tree. */
static inline void
boundary_set_root (Boundary   *self,
                   const char *path)
{
  g_auto (PaddockPathObject) object = PADDOCK_PATH_OBJECT_INIT;

  paddock_file_record_free ((PaddockFileRecord *) self->root.record);
  g_free (self->path);
  self->path = path[0] == '\0' ? g_strdup (self->tree->base)
             : path[0] == '/' ? g_strdup (path) : tree_path (self->tree, path);
  g_assert_true (paddock_path_object_open (&object, self->path, FALSE));
  self->root = (PaddockOpenRoot) {
    .path = self->path,
    .way = self->path,
    .record = paddock_path_object_dup_record (&object, self->path, NULL),
  };
}

static inline Boundary *
boundary_new (void)
{
  Boundary *self = g_new0 (Boundary, 1);

  self->tree = tree_new ();
  return self;
}

static inline void
boundary_free (Boundary *self)
{
  paddock_file_record_free ((PaddockFileRecord *) self->root.record);
  g_free (self->path);
  tree_free (self->tree);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Boundary, boundary_free)

/* Like the service: first the text, then below the root, then the contents. */
static inline PaddockReadVerdict
boundary_ask (const Boundary  *self,
              const char      *reference,
              gsize            length,
              GBytes         **out_bytes)
{
  g_auto (PaddockOpened) opened = PADDOCK_OPENED_INIT;
  g_autofree char *path = NULL;
  PaddockReadVerdict verdict = paddock_reference_to_path (reference, length, &path);
  const char *rest = path != NULL ? paddock_reference_below (path, self->root.path) : NULL;

  *out_bytes = NULL;
  if (verdict != PADDOCK_READ_ALLOWED)
    return verdict;
  if (rest == NULL)
    return PADDOCK_READ_OUTSIDE;

  paddock_path_open_below (&self->root, rest, self->tree->places, PADDOCK_OPEN_TO_READ, &opened);
  g_assert_cmpint (opened.fd >= 0, ==, opened.verdict == PADDOCK_READ_ALLOWED);
  if (opened.verdict != PADDOCK_READ_ALLOWED)
    return opened.verdict;

  return paddock_path_open_read (&self->root, &opened, 0, G_MAXSIZE, PADDOCK_PATH_READ_MAX,
                                 out_bytes);
}

/* A reference of @length bytes to the file, padded with components that lead nowhere else. */
static inline GString *
boundary_pad (const Boundary *self,
              gsize           length)
{
  GString *text = g_string_new (self->tree->base);
  gsize end = strlen ("file");

  g_string_append (text, "/home/projects/");
  while (text->len + end + 2 <= length)
    g_string_append (text, "./");
  while (text->len + end < length)
    g_string_append_c (text, '/');
  g_string_append (text, "file");
  return text;
}

/* The bytes that a field of the table means. */
static inline GString *
boundary_read_field (const Boundary *self,
                     const char     *field)
{
  GString *text = g_string_new (NULL);

  if (field[0] == '@') {
    g_string_free (text, TRUE);
    return boundary_pad (self, (gsize) g_ascii_strtoull (field + 1, NULL, 10));
  }

  while (*field != '\0')
    if (field[0] == '\\' && field[1] == '\\') {
      g_string_append_c (text, '\\');
      field += 2;
    } else if (field[0] == '\\') {
      int byte = (field[1] - '0') * 64 + (field[2] - '0') * 8 + field[3] - '0';

      g_string_append_c (text, (char) byte);
      field += 4;
    } else if (g_str_has_prefix (field, "$B")) {
      g_string_append (text, self->tree->base);
      field += 2;
    } else
      g_string_append_c (text, *field++);

  return text;
}

static inline void
boundary_make_leaf (const Boundary *self,
                    const char     *name,
                    const char     *contents)
{
  g_autofree char *path = tree_path (self->tree, name);
  FILE *file = fopen (path, "w");

  g_assert_nonnull (file);
  g_assert_cmpint (fputs (contents, file), >=, 0);
  g_assert_cmpint (fclose (file), ==, 0);
}

/* A file whose contents say which file it is. */
static inline void
boundary_make_file (const Boundary *self,
                    const char     *name)
{
  g_autofree char *directory = g_path_get_dirname (name);

  tree_mkdir (self->tree, directory);
  boundary_make_leaf (self, name, name);
}

static inline void
boundary_make_hard_link (const Boundary *self,
                         const char     *name,
                         const char     *target)
{
  g_autofree char *path = tree_path (self->tree, name);
  g_autofree char *other = tree_path (self->tree, target);

  g_assert_cmpint (link (other, path), ==, 0);
}

/* Called for each reference of the table, with the expected result. */
typedef void (*BoundaryFunc) (Boundary   *self,
                              const char *reference,
                              gsize       length,
                              const char *verdict,
                              const char *contents,
                              gpointer    data);

/* Reads one line of the table: a part of the tree, a root, or a reference. */
static inline void
boundary_do_line (Boundary      *self,
                  const char    *kind,
                  const GString *first,
                  const char    *second,
                  BoundaryFunc   function,
                  gpointer       data)
{
  if (g_str_equal (kind, "dir"))
    tree_mkdir (self->tree, first->str);
  else if (g_str_equal (kind, "file"))
    boundary_make_file (self, first->str);
  else if (g_str_equal (kind, "link"))
    tree_link (self->tree, second, first->str);
  else if (g_str_equal (kind, "hard"))
    boundary_make_hard_link (self, first->str, second);
  else if (g_str_equal (kind, "fifo"))
    tree_fifo (self->tree, first->str);
  else if (g_str_equal (kind, "socket"))
    tree_socket (self->tree, first->str);
  else if (g_str_equal (kind, "root"))
    boundary_set_root (self, first->str);
  else
    function (self, first->str, first->len, kind, second, data);
}

/* Makes the tree, and calls @function for each reference, with its root set. */
static inline void
boundary_each (Boundary     *self,
               BoundaryFunc  function,
               gpointer      data)
{
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "..", "support", "boundary.txt",
                                                 NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    g_auto (GStrv) fields = g_strsplit (lines[i], "\t", -1);
    GString *first, *second = NULL;

    if (lines[i][0] == '\0' || lines[i][0] == '#')
      continue;
    g_assert_cmpuint (g_strv_length (fields), >=, 2);
    first = boundary_read_field (self, fields[1]);
    if (fields[2] != NULL)
      second = boundary_read_field (self, fields[2]);
    boundary_do_line (self, fields[0], first, second != NULL ? second->str : NULL, function, data);
    g_string_free (first, TRUE);
    if (second != NULL)
      g_string_free (second, TRUE);
  }
}
