/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-client"

#include "paddock-lists.h"

#include "paddock-app-item.h"
#include "paddock-app-note-dict.h"
#include "paddock-entry-item.h"
#include "paddock-prompt-item.h"
#include "paddock-root-item.h"
#include "paddock-server-item.h"
#include "paddock-server-label.h"

/* How a mirror makes items from each list of the service. A dictionary without an id is skipped.
 * Other missing members get default values. */

static char *
dup_id (GVariant *dictionary)
{
  char *id = NULL;

  g_variant_lookup (dictionary, "id", "s", &id);
  if (id != NULL && *id == '\0')
    g_clear_pointer (&id, g_free);
  return id;
}

static char *
dup_number (GVariant *dictionary)
{
  gint64 number = 0;

  if (!g_variant_lookup (dictionary, "number", "x", &number) || number <= 0)
    return NULL;
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

static char *
dup_app_key (GVariant *dictionary)
{
  g_autoptr (PaddockAppNote) note = paddock_app_note_dict_from_variant (dictionary);

  return note != NULL ? g_strdup (note->key) : NULL;
}

static GObject *
create_root (GVariant *dictionary)
{
  return G_OBJECT (paddock_root_item_new (paddock_root_view_from_variant (dictionary)));
}

static void
update_root (GObject  *item,
             GVariant *dictionary)
{
  paddock_root_item_set_view (PADDOCK_ROOT_ITEM (item),
                              paddock_root_view_from_variant (dictionary));
}

static GObject *
create_server (GVariant *dictionary)
{
  return G_OBJECT (paddock_server_item_new (paddock_server_view_from_variant (dictionary)));
}

static void
update_server (GObject  *item,
               GVariant *dictionary)
{
  paddock_server_item_set_view (PADDOCK_SERVER_ITEM (item),
                                paddock_server_view_from_variant (dictionary));
}

static PaddockPrompt *
read_request (GVariant *dictionary)
{
  return paddock_server_label_name_prompt (paddock_prompt_from_variant (dictionary));
}

static GObject *
create_request (GVariant *dictionary)
{
  g_autoptr (PaddockPrompt) prompt = read_request (dictionary);

  return G_OBJECT (paddock_prompt_item_new (prompt));
}

static void
update_request (GObject  *item,
                GVariant *dictionary)
{
  g_autoptr (PaddockPrompt) prompt = read_request (dictionary);

  paddock_prompt_item_set_prompt (PADDOCK_PROMPT_ITEM (item), prompt);
}

static GObject *
create_entry (GVariant *dictionary)
{
  g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (dictionary);

  return G_OBJECT (paddock_entry_item_new (entry));
}

static void
update_entry (GObject  *item,
              GVariant *dictionary)
{
  g_autoptr (PaddockJournalEntry) entry = paddock_entry_from_variant (dictionary);

  paddock_entry_item_set_entry (PADDOCK_ENTRY_ITEM (item), entry);
}

/* Reads a note. A dictionary that is none has no key, and is skipped before; its note is empty. */
static PaddockAppNote *
read_app (GVariant *dictionary)
{
  PaddockAppNote *note = paddock_app_note_dict_from_variant (dictionary);

  if (note != NULL)
    return note;
  return paddock_app_note_new (&(PaddockAppNote) {
    .key = "", .app = "", .server = "", .path = "",
  });
}

static GObject *
create_app (GVariant *dictionary)
{
  g_autoptr (PaddockAppNote) note = read_app (dictionary);

  return G_OBJECT (paddock_app_item_new (note));
}

static void
update_app (GObject  *item,
            GVariant *dictionary)
{
  g_autoptr (PaddockAppNote) note = read_app (dictionary);

  paddock_app_item_set_note (PADDOCK_APP_ITEM (item), note);
}

/* Compares two entries for sorting: the newer one comes first. */
static int
compare_entries (gconstpointer a,
                 gconstpointer b,
                 gpointer      user_data)
{
  gint64 number_a = paddock_entry_item_get_entry ((PaddockEntryItem *) a)->number;
  gint64 number_b = paddock_entry_item_get_entry ((PaddockEntryItem *) b)->number;

  return number_a == number_b ? 0 : number_a > number_b ? -1 : 1;
}

static const PaddockMirrorKind kinds[PADDOCK_N_LISTS] = {
  [PADDOCK_LIST_ROOTS] = { paddock_root_item_get_type, dup_id, create_root, update_root, NULL },
  [PADDOCK_LIST_SERVERS] = { paddock_server_item_get_type, dup_id, create_server, update_server,
                             NULL },
  [PADDOCK_LIST_REQUESTS] = { paddock_prompt_item_get_type, dup_id, create_request,
                              update_request, NULL },
  [PADDOCK_LIST_JOURNAL] = { paddock_entry_item_get_type, dup_number, create_entry, update_entry,
                             compare_entries },
  [PADDOCK_LIST_APPS] = { paddock_app_item_get_type, dup_app_key, create_app, update_app, NULL },
};

/**
 * paddock_lists_get_kind:
 *
 * Returns: (transfer none): the functions with which a mirror handles @list
 */
const PaddockMirrorKind *
paddock_lists_get_kind (PaddockList list)
{
  return &kinds[list];
}
