/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-pager.h"

#include "paddock-error.h"
#include "paddock-page.h"

/* Splits a list of the control interface into pages. The interface owns one pager for each list.
 *
 * The pager gives each row a number that grows along the list. A page ends with the number of its
 * last row. The next page begins after that number, even if that row is gone. Rows leave a list
 * anywhere, but join it only at its end. So a walk over the pages finds each row that was there all
 * the time exactly once.
 *
 * The numbers begin at the time at which the pager was created. So the pager recognizes and refuses
 * the numbers of an earlier service.
 */
struct _PaddockPager
{
  const PaddockPagerKind *kind;     /* the kind of rows in the list; static */
  GHashTable             *numbers;  /* (owned) id of a row -> number of that row, gint64 (owned) */
  gint64                  first;    /* no row of this pager has a number smaller than this */
  gint64                  newest;   /* the largest number that a row has got so far */
};

/* Returns the number of @row, and puts it into @numbers. @before: the number of the row before @row
 * in the list. A row that left and came back is at the end of the list, so it gets a new number. */
static gint64
number_row (PaddockPager *self,
            GHashTable   *numbers,
            const void   *row,
            gint64        before)
{
  g_autofree char *id = self->kind->dup_id (row);
  const gint64 *known = g_hash_table_lookup (self->numbers, id);
  gint64 *number = g_new (gint64, 1);
  gint64 result = *number = known != NULL && *known > before ? *known : ++self->newest;

  g_hash_table_replace (numbers, g_steal_pointer (&id), number);
  return result;
}

/**
 * paddock_pager_new:
 * @kind: the kind of rows in the list; static
 *
 * Returns: (transfer full): a pager that has numbered no rows
 */
PaddockPager *
paddock_pager_new (const PaddockPagerKind *kind)
{
  PaddockPager *self = g_new0 (PaddockPager, 1);

  self->kind = kind;
  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->first = self->newest = g_get_real_time ();
  return self;
}

/**
 * paddock_pager_free:
 * @self: (transfer full): a pager
 */
void
paddock_pager_free (PaddockPager *self)
{
  g_hash_table_unref (self->numbers);
  g_free (self);
}

/**
 * paddock_pager_list:
 * @self: a pager
 * @rows: all current rows, in the order of the list
 * @user_data: for the kind's describe()
 * @after: the number at the end of the previous page; 0: begin with the first page
 * @limit: how many rows at most; 0: as many as fit
 * @error: return location, %PADDOCK_ERROR_NOT_FOUND if @after is a number from another run of the
 *   service
 *
 * Builds one page of the list.
 *
 * Returns: (transfer floating) (nullable): the reply of a List method (paddock_page_end())
 */
GVariant *
paddock_pager_list (PaddockPager  *self,
                    GPtrArray     *rows,
                    gpointer       user_data,
                    gint64         after,
                    guint          limit,
                    GError       **error)
{
  GHashTable *numbers;
  GVariant *dictionary;
  PaddockPage page;
  gint64 number = 0;

  if (after != 0 && (after < self->first || after > self->newest)) {
    g_set_error_literal (error, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                         "The list is another one by now: read it from its beginning");
    return NULL;
  }

  numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  paddock_page_init (&page, limit);
  for (guint i = 0; i < rows->len; i++) {
    gconstpointer row = g_ptr_array_index (rows, i);

    number = number_row (self, numbers, row, number);
    if (number <= after || page.is_full)
      continue;
    dictionary = self->kind->describe (row, user_data);
    if (dictionary != NULL)
      paddock_page_add (&page, number, dictionary);
  }
  g_hash_table_unref (self->numbers);
  self->numbers = numbers;
  return paddock_page_end (&page);
}
