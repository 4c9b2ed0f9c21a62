/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-folder-actions.h"

#include "paddock-adder.h"
#include "paddock-client-call.h"
#include "paddock-compat.h"
#include "paddock-documents.h"
#include "paddock-sentences.h"
#include "paddock-text.h"
#include "paddock-toast.h"

#include <glib/gi18n.h>

/* What a user can do with one folder of the list. A running action has no owner. It holds a
 * reference to its item until it ends, even if the list shows something else by then. Actions that
 * remove something can be undone, or ask first. Only widget actions start what widens access,
 * because GTK does not export widget actions on the bus. */

/* The data of an action that waits for the user's answer. */
typedef struct
{
  GtkWidget       *from;      /* (owned) */
  PaddockClient   *client;    /* (owned) */
  PaddockRootItem *item;      /* (owned) */
} Doing;

static Doing *
doing_new (GtkWidget       *from,
           PaddockClient   *client,
           PaddockRootItem *item)
{
  Doing *doing = g_new (Doing, 1);

  *doing = (Doing) { g_object_ref (from), g_object_ref (client), g_object_ref (item) };
  return doing;
}

static void
doing_free (Doing *doing)
{
  g_object_unref (doing->from);
  g_object_unref (doing->client);
  g_object_unref (doing->item);
  g_free (doing);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Doing, doing_free)

static const PaddockRoot *
get_root (PaddockRootItem *item)
{
  return paddock_root_item_get_view (item)->root;
}

static GtkWindow *
get_window (GtkWidget *from)
{
  return GTK_WINDOW (gtk_widget_get_root (from));
}

static void
change (GtkWidget       *from,
        PaddockClient   *client,
        PaddockRootItem *item,
        const char      *key,
        GVariant        *value,
        const char      *done_text)
{
  GVariantDict changes;

  g_variant_dict_init (&changes, NULL);
  g_variant_dict_insert_value (&changes, key, value);
  paddock_client_call_async (client, "ChangeRoot",
                             g_variant_new ("(s@a{sv})", get_root (item)->id,
                                            g_variant_dict_end (&changes)), NULL,
                             paddock_toast_call_ready,
                             paddock_toast_call_new (from, done_text, NULL));
}

/**
 * paddock_folder_actions_open:
 *
 * Opens a folder in the file manager. For a file, opens the folder that contains the file.
 */
void
paddock_folder_actions_open (GtkWidget       *from,
                             PaddockRootItem *item)
{
  const PaddockRoot *root = get_root (item);
  g_autofree char *path = NULL;

  /* In a sandbox, the folder can be opened only through its document in the portal. The portal
   * knows the path on the host. */
  if (root->document != NULL && paddock_documents_is_sandboxed ()) {
    g_autofree char *mount = paddock_documents_dup_mount ();

    path = paddock_documents_dup_path (mount, root->document);
  }
  paddock_compat_show_in_files (get_window (from), path != NULL ? path : root->path,
                                root->record->kind);
}

/**
 * paddock_folder_actions_can_copy_path:
 *
 * Returns: whether the folder's path can be copied safely. It must be UTF-8, because the clipboard
 *   holds text. It must have no control characters, because a terminal would obey them
 */
gboolean
paddock_folder_actions_can_copy_path (PaddockRootItem *item)
{
  g_autofree char *shown = paddock_text_escape (get_root (item)->path, -1);

  return g_str_equal (shown, get_root (item)->path);
}

void
paddock_folder_actions_copy_path (GtkWidget       *from,
                                  PaddockRootItem *item)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (from), get_root (item)->path);
  paddock_toast_show (from, _("Path copied"));
}

void
paddock_folder_actions_copy_uri (GtkWidget       *from,
                                 PaddockRootItem *item)
{
  g_autofree char *uri = paddock_root_dup_uri (get_root (item));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (from), uri);
  paddock_toast_show (from, _("URI copied"));
}

static void
on_name_given (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (Doing) doing = user_data;
  g_autofree char *name = paddock_compat_prompt_finish (result, NULL);

  if (name != NULL)
    change (doing->from, doing->client, doing->item, "name",
            g_variant_new_string (g_strstrip (name)), NULL);
}

/**
 * paddock_folder_actions_rename:
 *
 * Asks the user for the name that servers get. An empty name means the folder's own name.
 */
void
paddock_folder_actions_rename (GtkWidget       *from,
                               PaddockClient   *client,
                               PaddockRootItem *item)
{
  g_autofree char *label = paddock_root_dup_label (get_root (item));

  paddock_compat_prompt_async (get_window (from), _("Rename"),
                               _("The name that you and servers see. The folder on disk isn’t "
                                 "renamed. Leave it empty to use the folder’s own name."),
                               label, _("_Rename"), NULL, on_name_given,
                               doing_new (from, client, item));
}

void
paddock_folder_actions_set_read_only (GtkWidget       *from,
                                      PaddockClient   *client,
                                      PaddockRootItem *item,
                                      gboolean         is_read_only)
{
  change (from, client, item, "access",
          g_variant_new_string (is_read_only ? "read-only" : "read-write"), NULL);
}

static void
on_crossing_confirmed (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (Doing) doing = user_data;

  if (paddock_compat_confirm_finish (result, NULL))
    change (doing->from, doing->client, doing->item, "other-file-systems",
            g_variant_new_boolean (TRUE), NULL);
}

/**
 * paddock_folder_actions_set_crosses:
 * @crosses: whether Paddock also reads file systems mounted inside; %TRUE asks the user first
 *
 * Sets whether Paddock reads file systems mounted inside.
 */
void
paddock_folder_actions_set_crosses (GtkWidget       *from,
                                    PaddockClient   *client,
                                    PaddockRootItem *item,
                                    gboolean         crosses)
{
  g_autofree char *label = NULL;
  g_autofree char *heading = NULL;

  if (!crosses) {
    change (from, client, item, "other-file-systems", g_variant_new_boolean (FALSE), NULL);
    return;
  }

  label = paddock_root_dup_label (get_root (item));
  /* Translators: %s is a folder; other file systems: sticks, the network, other disks */
  heading = g_strdup_printf (_("Include Drives Mounted in “%s”?"), label);
  paddock_compat_confirm_async (get_window (from), heading,
                                _("Paddock can then also read drives and network shares "
                                  "mounted inside, now or later. Servers that open files "
                                  "themselves can do that anyway."),
                                _("_Allow"), PADDOCK_CONFIRM_PLAIN, NULL, on_crossing_confirmed,
                                doing_new (from, client, item));
}

static void
remove_now (GtkWidget       *from,
            PaddockClient   *client,
            PaddockRootItem *item)
{
  const PaddockRoot *root = get_root (item);
  g_autofree char *label = paddock_root_dup_label (root);
  g_autofree char *done = NULL;

  /* Translators: %s is a folder */
  done = g_strdup_printf (_("Removed “%s” from your list"), label);
  paddock_client_call_async (client, "RemoveRoots", g_variant_new_parsed ("([%s],)", root->id),
                             NULL, paddock_toast_call_ready,
                             paddock_toast_call_new (from, done,
                                                     paddock_undo_new_for_removal (client,
                                                                                   root->id)));
}

static void
on_removal_confirmed (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr (Doing) doing = user_data;

  if (paddock_compat_confirm_finish (result, NULL))
    remove_now (doing->from, doing->client, doing->item);
}

/**
 * paddock_folder_actions_remove:
 *
 * Removes the folder at once, and offers to undo the removal. If that is not possible, asks first.
 */
void
paddock_folder_actions_remove (GtkWidget       *from,
                               PaddockClient   *client,
                               PaddockRootItem *item)
{
  g_autofree char *label = NULL;
  g_autofree char *heading = NULL;

  if (paddock_root_item_get_view (item)->status == PADDOCK_AVAILABILITY_AVAILABLE) {
    remove_now (from, client, item);
    return;
  }

  label = paddock_root_dup_label (get_root (item));
  /* Translators: %s is a folder */
  heading = g_strdup_printf (_("Remove “%s”?"), label);
  paddock_compat_confirm_async (get_window (from), heading,
                                _("It is missing now, so you can’t undo this until it is available "
                                  "again."),
                                _("_Remove"), PADDOCK_CONFIRM_DESTRUCTIVE, NULL,
                                on_removal_confirmed,
                                doing_new (from, client, item));
}

/**
 * paddock_folder_actions_use_new:
 *
 * Shares the folder or file that is at the root's path now, instead of the one that the user added.
 */
void
paddock_folder_actions_use_new (GtkWidget       *from,
                                PaddockClient   *client,
                                PaddockRootItem *item)
{
  change (from, client, item, "confirm", g_variant_new_boolean (TRUE),
          _("The new folder is shared from now on"));
}

static void
on_chosen_again (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GtkWidget) from = user_data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = paddock_adder_finish (result, &error);

  if (ids == NULL)
    paddock_toast_show_error (from, error);
}

/**
 * paddock_folder_actions_choose_again:
 *
 * Lets the user choose a folder again, because the portal no longer gives access to it.
 */
void
paddock_folder_actions_choose_again (GtkWidget       *from,
                                     PaddockClient   *client,
                                     PaddockRootItem *item)
{
  const PaddockRoot *root = get_root (item);

  paddock_adder_choose_again_async (from, client, root->path, root->record->kind, on_chosen_again,
                                    g_object_ref (from));
}
