/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "paddock-note-list.h"

/* Notes: in their order, found by key and by fact. */

static void
put (PaddockNoteList *list,
     const char      *key,
     const char      *fact,
     const char      *server)
{
  g_autoptr (PaddockAppNote) note = paddock_app_note_new (&(PaddockAppNote) {
    key, fact, "cursor", server, "/f",
  });

  paddock_note_list_put (list, note);
}

static char *
describe (PaddockNoteList *list)
{
  GPtrArray *notes = paddock_note_list_get_all (list);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < notes->len; i++) {
    const PaddockAppNote *note = g_ptr_array_index (notes, i);

    g_string_append_printf (text, "%s%s=%s", i > 0 ? " " : "", note->key, note->server);
  }
  return g_string_free (text, FALSE);
}

static void
test_order (void)
{
  g_autoptr (PaddockNoteList) list = paddock_note_list_new ();
  g_autofree char *full = NULL;
  g_autofree char *rest = NULL;

  put (list, "a", "1", "one");
  put (list, "b", "2", "two");
  put (list, "c", "3", "three");
  put (list, "a", "1", "ONE");
  full = describe (list);
  g_assert_cmpstr (full, ==, "a=ONE b=two c=three");
  paddock_note_list_drop (list, "b");
  paddock_note_list_drop (list, "b");
  paddock_note_list_drop (list, "x");
  rest = describe (list);
  g_assert_cmpstr (rest, ==, "a=ONE c=three");
}

static void
test_find (void)
{
  g_autoptr (PaddockNoteList) list = paddock_note_list_new ();

  put (list, "a", "1", "one");
  put (list, "b", NULL, "two");
  g_assert_cmpstr (paddock_note_list_get (list, "a")->server, ==, "one");
  g_assert_cmpstr (paddock_note_list_get (list, "b")->server, ==, "two");
  g_assert_null (paddock_note_list_get (list, "1"));
  g_assert_cmpstr (paddock_note_list_find (list, "1")->server, ==, "one");
  g_assert_null (paddock_note_list_find (list, "a"));

  put (list, "a", "4", "ONE");
  g_assert_null (paddock_note_list_find (list, "1"));
  g_assert_cmpstr (paddock_note_list_find (list, "4")->server, ==, "ONE");
  /* A damaged database may have one fact twice. */
  put (list, "c", "4", "three");
  paddock_note_list_drop (list, "a");
  g_assert_cmpstr (paddock_note_list_find (list, "4")->server, ==, "three");
  paddock_note_list_drop (list, "c");
  g_assert_null (paddock_note_list_find (list, "4"));
  g_assert_null (paddock_note_list_get (list, "c"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/note-list/order", test_order);
  g_test_add_func ("/note-list/find", test_find);
  return g_test_run ();
}
