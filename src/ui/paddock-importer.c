/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-importer.h"

#include "paddock-add-result.h"
#include "paddock-client-call.h"
#include "paddock-compat.h"
#include "paddock-sentences.h"
#include "paddock-toast.h"
#include "paddock-trouble-text.h"

#include <glib/gi18n.h>

/* Handles the offer to import another installation's data. A dialog says what would be imported, or
 * why that is not possible. After an import, a second dialog says what was left out. The caller
 * owns nothing: the calls keep the widget and the client alive. No server sees the imported folders
 * until the user shares them. */

typedef struct
{
  GtkWidget *from;            /* (owned) a widget in the window that shows the offer */
  PaddockClient *client;      /* (owned) */
} Importing;

static Importing *
importing_new (GtkWidget     *from,
               PaddockClient *client)
{
  Importing *importing = g_new0 (Importing, 1);

  importing->from = g_object_ref (from);
  importing->client = g_object_ref (client);
  return importing;
}

static void
importing_free (Importing *importing)
{
  g_object_unref (importing->from);
  g_object_unref (importing->client);
  g_free (importing);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Importing, importing_free)

static GtkWindow *
get_window (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  return GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;
}

static void
on_answered (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Importing) importing = user_data;
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *left_out = NULL;
  guint n_added = 0;

  results = paddock_client_call_add_results_finish (PADDOCK_CLIENT (source), result, &error);
  if (results == NULL) {
    paddock_toast_show_error (importing->from, error);
    return;
  }

  for (guint i = 0; i < results->len; i++)
    n_added += ((PaddockAddResult *) g_ptr_array_index (results, i))->added ? 1 : 0;
  if (n_added > 0) {
    /* Translators: %u is how many folders were imported */
    g_autofree char *text = g_strdup_printf (ngettext ("Imported %u folder. You haven’t shared it "
                                                       "yet.",
                                                       "Imported %u folders. You haven’t shared "
                                                       "them yet.",
                                                       n_added), n_added);

    paddock_toast_show (importing->from, text);
  }

  left_out = paddock_trouble_text_left_out (results, g_get_home_dir ());
  if (left_out != NULL && get_window (importing->from) != NULL)
    paddock_compat_inform (get_window (importing->from), _("Some Folders Weren’t Imported"),
                           left_out);
}

static void
on_confirmed (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (Importing) importing = user_data;
  PaddockClient *client = importing->client;

  if (paddock_compat_confirm_finish (result, NULL))
    paddock_client_call_async (client, "AnswerImport", g_variant_new ("(b)", TRUE), NULL,
                               on_answered, g_steal_pointer (&importing));
}

/**
 * paddock_importer_open:
 * @from: a widget of the window that asks
 * @offer: the offer of the service
 *
 * Shows the offer. If something can be imported, and the user agrees, imports it. If the user
 * dismisses the dialog, the offer stays.
 */
void
paddock_importer_open (GtkWidget                *from,
                       PaddockClient            *client,
                       const PaddockImportOffer *offer)
{
  g_autofree char *body = paddock_trouble_text_import_details (offer, g_get_home_dir ());

  if (offer->state == PADDOCK_IMPORT_FOUND)
    paddock_compat_confirm_async (get_window (from), _("Import Folders?"), body, _("_Import"),
                                  PADDOCK_CONFIRM_SUGGESTED, NULL, on_confirmed,
                                  importing_new (from, client));
  else
    paddock_compat_inform (get_window (from), _("Can’t Import Folders"), body);
}

/**
 * paddock_importer_put_away:
 * @from: a widget of the window that asks
 *
 * Answers "Not Now", so that the service does not make the offer again.
 */
void
paddock_importer_put_away (GtkWidget     *from,
                           PaddockClient *client)
{
  paddock_client_call_async (client, "AnswerImport", g_variant_new ("(b)", FALSE), NULL,
                             on_answered, importing_new (from, client));
}
