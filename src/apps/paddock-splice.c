/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-apps"

#include "paddock-splice.h"

#include <string.h>

/* A list of changes of a file, which keeps every byte that no change names.
 *
 * All offsets are those of the text before any change. The list is sorted by offset, and no two
 * changes overlap. An insertion is a change of an empty span; two insertions at one place stay in
 * the order in which they were added.
 */

typedef struct {
  gsize   begin;
  gsize   end;
  GBytes *text;                     /* (owned) what replaces the bytes */
} Splice;

struct _PaddockSplices
{
  GArray *splices;                  /* (owned): Splice */
};

static void
clear_splice (gpointer data)
{
  Splice *splice = data;

  g_bytes_unref (splice->text);
}

static const Splice *
splice_at (const PaddockSplices *self,
           guint                 index)
{
  return &g_array_index (self->splices, Splice, index);
}

/**
 * paddock_splice_list_new:
 *
 * Returns: (transfer full): a list that changes nothing
 */
PaddockSplices *
paddock_splice_list_new (void)
{
  PaddockSplices *self = g_new0 (PaddockSplices, 1);

  self->splices = g_array_new (FALSE, FALSE, sizeof (Splice));
  g_array_set_clear_func (self->splices, clear_splice);
  return self;
}

void
paddock_splice_list_free (PaddockSplices *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->splices);
  g_free (self);
}

/**
 * paddock_splice_add:
 * @begin: the first byte to replace
 * @end: behind the last byte to replace; equals @begin to insert only
 * @text: the bytes that replace them
 * @length: how many bytes @text has; -1 if a NUL ends it
 *
 * Adds a change. Its span must not overlap the span of another change.
 */
void
paddock_splice_add (PaddockSplices *self,
                    gsize           begin,
                    gsize           end,
                    const char     *text,
                    gssize          length)
{
  Splice splice = { begin, end, NULL };
  guint index = self->splices->len;

  g_assert (begin <= end);
  while (index > 0 && splice_at (self, index - 1)->begin > begin)
    index--;
  g_assert (index == 0 || splice_at (self, index - 1)->end <= begin);
  g_assert (index == self->splices->len || splice_at (self, index)->begin >= end);
  splice.text = g_bytes_new (text, length < 0 ? strlen (text) : (gsize) length);
  g_array_insert_val (self->splices, index, splice);
}

/**
 * paddock_splice_get_span:
 * @out_end: (out): behind the last byte that a change replaces
 *
 * Returns: the first byte that a change replaces; 0, with the end 0, if the list is empty
 */
gsize
paddock_splice_get_span (const PaddockSplices *self,
                         gsize                *out_end)
{
  guint n = self->splices->len;

  *out_end = n > 0 ? splice_at (self, n - 1)->end : 0;
  return n > 0 ? splice_at (self, 0)->begin : 0;
}

static void
append_bytes (GByteArray *array,
              GBytes     *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  if (size > 0)
    g_byte_array_append (array, data, (guint) size);
}

/**
 * paddock_splice_apply:
 * @bytes: the text that the changes were made for
 *
 * Returns: (transfer full): the changed text
 */
GBytes *
paddock_splice_apply (const PaddockSplices *self,
                      GBytes               *bytes)
{
  gsize size, at = 0;
  const guint8 *text = g_bytes_get_data (bytes, &size);
  GByteArray *result = g_byte_array_sized_new ((guint) size);

  for (guint i = 0; i < self->splices->len; i++) {
    const Splice *splice = splice_at (self, i);

    g_assert (splice->end <= size);
    if (splice->begin > at)
      g_byte_array_append (result, text + at, (guint) (splice->begin - at));
    append_bytes (result, splice->text);
    at = splice->end;
  }
  if (size > at)
    g_byte_array_append (result, text + at, (guint) (size - at));
  return g_byte_array_free_to_bytes (result);
}

/**
 * paddock_splice_invert:
 * @bytes: the text before the changes
 *
 * Returns: (transfer full): the changes that turn the changed text into @bytes again
 */
PaddockSplices *
paddock_splice_invert (const PaddockSplices *self,
                       GBytes               *bytes)
{
  PaddockSplices *inverse = paddock_splice_list_new ();
  const char *text = g_bytes_get_data (bytes, NULL);
  gsize grown = 0;                  /* may wrap around: the sum with an offset is right */

  for (guint i = 0; i < self->splices->len; i++) {
    const Splice *splice = splice_at (self, i);
    gsize length = g_bytes_get_size (splice->text);
    gsize begin = splice->begin + grown;

    paddock_splice_add (inverse, begin, begin + length, text + splice->begin,
                        (gssize) (splice->end - splice->begin));
    grown += length - (splice->end - splice->begin);
  }
  return inverse;
}
