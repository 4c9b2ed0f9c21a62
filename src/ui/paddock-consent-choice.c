/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-consent-choice.h"

#include "paddock-adder.h"
#include "paddock-consent-row.h"
#include "paddock-documents.h"
#include "paddock-places.h"
#include "paddock-sentences.h"
#include "paddock-template.h"
#include "paddock-toast.h"
#include "paddock-uri.h"

#include <glib/gi18n.h>

/* What the user shares with a server that asks: which folders, and how. Owned by the consent
 * dialog. Nothing is ticked until the user does so; it never answers by itself. "ticked" when the
 * user changed a tick, "changed" when what can be ticked changed. */

struct _PaddockConsentChoice
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  GStrv suggestions;          /* (owned) (nullable) URIs of the host's own roots */
  GStrv ended;                /* (owned) (nullable) ids of roots that are offered for renewal */
  GPtrArray *offered;         /* (owned) char *: those that are no folder yet, as listed */

  GtkListBox *folders;
  GtkWidget *no_folders;
  GtkWidget *add_button;
  GtkListBox *suggestion_list;
};

G_DEFINE_FINAL_TYPE (PaddockConsentChoice, paddock_consent_choice, ADW_TYPE_BIN)

enum {
  TICKED,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
on_added (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (PaddockConsentChoice) self = user_data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = paddock_adder_finish (result, &error);

  if (ids == NULL)
    paddock_toast_show_error (GTK_WIDGET (self), error);
}

static void
on_add_clicked (PaddockConsentChoice *self)
{
  paddock_adder_choose_async (GTK_WIDGET (self), self->client, PADDOCK_FILE_KIND_DIRECTORY,
                              on_added, g_object_ref (self));
}

static void
on_suggestion_activated (PaddockConsentChoice *self,
                         GtkListBoxRow        *row)
{
  const char *uri = g_ptr_array_index (self->offered, gtk_list_box_row_get_index (row));
  g_autofree char *path = paddock_uri_to_path (uri, NULL);

  if (path != NULL) {
    const char *paths[] = { path, NULL };

    paddock_adder_add_async (GTK_WIDGET (self), self->client, paths, on_added,
                             g_object_ref (self));
  }
}

static gboolean
has_root (PaddockConsentChoice *self,
          const char           *uri)
{
  GListModel *roots = paddock_client_get_roots (self->client);

  for (guint i = 0; i < g_list_model_get_n_items (roots); i++) {
    g_autoptr (PaddockRootItem) item = g_list_model_get_item (roots, i);
    g_autofree char *root_uri = paddock_root_dup_uri (paddock_root_item_get_view (item)->root);

    if (g_strcmp0 (root_uri, uri) == 0)
      return TRUE;
  }

  return FALSE;
}

/* By the path alone: nothing is looked at because a host names it. The adder asks the service. */
static PaddockPlaceWarnings
warnings_of (const char *path)
{
  static const char * const own[] = { NULL };
  g_autoptr (PaddockPlaces) places =
    paddock_places_new (g_get_home_dir (), g_get_user_name (), own);
  PaddockPlaceWarnings warnings;

  paddock_places_judge (places, path, &warnings);
  return warnings;
}

/* Who suggests it is not known to mean well: what needs a warning is not a press away. */
static GtkWidget *
suggestion_row_new (const char *uri)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *path = paddock_uri_to_path (uri, NULL);
  g_autofree char *shown = paddock_sentences_path (path != NULL ? path : uri, g_get_home_dir ());
  PaddockPlaceWarnings warnings = path != NULL ? warnings_of (path) : PADDOCK_PLACE_WARNING_NONE;
  gboolean is_offered = path != NULL && warnings == PADDOCK_PLACE_WARNING_NONE;
  g_autofree char *warning = NULL;
  g_autofree char *subtitle = NULL;

  /* Marks of letters are drawn no further than the row. */
  gtk_widget_set_overflow (row, GTK_OVERFLOW_HIDDEN);
  if (warnings != PADDOCK_PLACE_WARNING_NONE) {
    warning = paddock_sentences_warnings (warnings);
    subtitle = g_strdup_printf ("%s\n%s", _("Suggested by the app that started this server."),
                                warning);
  }
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown);
  if (subtitle == NULL)
    subtitle = g_strdup (path != NULL
                         ? _("Suggested by the app that started this server. Select to add.")
                         : _("Suggested by the app that started this server."));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name (is_offered ? "list-add-symbolic"
                                                           : "dialog-warning-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), is_offered);

  return row;
}

/* Marks the folders whose time is over, and those that the host has among its own, and offers those
 * of its own that are not there yet. */
static void
show_suggestions (PaddockConsentChoice *self)
{
  GtkWidget *row;

  g_ptr_array_set_size (self->offered, 0);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->suggestion_list))) != NULL)
    gtk_list_box_remove (self->suggestion_list, row);
  for (gsize i = 0; self->suggestions != NULL && self->suggestions[i] != NULL; i++)
    if (!has_root (self, self->suggestions[i])) {
      gtk_list_box_append (self->suggestion_list, suggestion_row_new (self->suggestions[i]));
      g_ptr_array_add (self->offered, g_strdup (self->suggestions[i]));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->suggestion_list), self->offered->len > 0);

  for (row = gtk_widget_get_first_child (GTK_WIDGET (self->folders)); row != NULL;
       row = gtk_widget_get_next_sibling (row)) {
    PaddockRootItem *item = paddock_consent_row_get_item (PADDOCK_CONSENT_ROW (row));
    const PaddockRoot *root = paddock_root_item_get_view (item)->root;
    g_autofree char *uri = paddock_root_dup_uri (root);

    paddock_consent_row_set_ended (PADDOCK_CONSENT_ROW (row),
                                   self->ended != NULL &&
                                   g_strv_contains ((const char * const *) self->ended, root->id));
    paddock_consent_row_set_suggested (PADDOCK_CONSENT_ROW (row),
                                       self->suggestions != NULL &&
                                       g_strv_contains ((const char * const *) self->suggestions,
                                                        uri));
  }
}

static void
on_row_ticked (PaddockConsentChoice *self)
{
  g_signal_emit (self, signals[TICKED], 0);
}

static void
on_changed (PaddockConsentChoice *self)
{
  show_suggestions (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_folder_activated (PaddockConsentChoice *self,
                     GtkListBoxRow        *row)
{
  g_signal_emit_by_name (row, "activate");
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  PaddockConsentChoice *self = user_data;
  GtkWidget *row = paddock_consent_row_new (item);

  g_signal_connect_object (row, "ticked", G_CALLBACK (on_row_ticked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);

  return row;
}

static void
on_roots_changed (PaddockConsentChoice *self)
{
  GListModel *roots = paddock_client_get_roots (self->client);
  gboolean has_roots = g_list_model_get_n_items (roots) > 0;

  gtk_widget_set_visible (GTK_WIDGET (self->folders), has_roots);
  gtk_widget_set_visible (self->no_folders, !has_roots);
  on_changed (self);
}

static void
paddock_consent_choice_dispose (GObject *object)
{
  PaddockConsentChoice *self = PADDOCK_CONSENT_CHOICE (object);

  /* Of its own child AdwBin disposes too, and must not find it gone. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_CONSENT_CHOICE);
  g_clear_object (&self->client);
  g_clear_pointer (&self->suggestions, g_strfreev);
  g_clear_pointer (&self->ended, g_strfreev);
  g_clear_pointer (&self->offered, g_ptr_array_unref);

  G_OBJECT_CLASS (paddock_consent_choice_parent_class)->dispose (object);
}

static void
paddock_consent_choice_class_init (PaddockConsentChoiceClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_consent_choice_dispose;

  signals[TICKED] = g_signal_new ("ticked", PADDOCK_TYPE_CONSENT_CHOICE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[CHANGED] = g_signal_new ("changed", PADDOCK_TYPE_CONSENT_CHOICE, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-consent-choice"));
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, folders);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, no_folders);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, add_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, suggestion_list);
  gtk_widget_class_bind_template_callback (widget_class, on_add_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_folder_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_suggestion_activated);
}

static void
paddock_consent_choice_init (PaddockConsentChoice *self)
{
  self->offered = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_consent_choice_set_client:
 * @client: whose folders are offered; set once
 */
void
paddock_consent_choice_set_client (PaddockConsentChoice *self,
                                   PaddockClient        *client)
{
  GListModel *roots = paddock_client_get_roots (client);
  gboolean can_add = !g_str_equal (paddock_client_get_sandbox (client),
                                   PADDOCK_SANDBOX_NO_HOST_PATHS);

  g_return_if_fail (self->client == NULL);

  self->client = g_object_ref (client);
  /* The page of the folders says why. */
  gtk_widget_set_sensitive (self->add_button, can_add);
  gtk_list_box_bind_model (self->folders, roots, create_row, self, NULL);
  g_signal_connect_object (roots, "items-changed", G_CALLBACK (on_roots_changed), self,
                           G_CONNECT_SWAPPED);
  on_roots_changed (self);
}

/**
 * paddock_consent_choice_show:
 * @request: the request of kind %PADDOCK_PROMPT_ROOTS that is shown
 *
 * Keeps what the user ticked: see paddock_consent_choice_clear().
 */
void
paddock_consent_choice_show (PaddockConsentChoice *self,
                             const PaddockPrompt  *prompt)
{
  g_clear_pointer (&self->suggestions, g_strfreev);
  self->suggestions = g_strdupv ((GStrv) prompt->suggestions);
  g_clear_pointer (&self->ended, g_strfreev);
  if ((prompt->wants & PADDOCK_WANTS_RENEWAL) != 0)
    self->ended = g_strdupv ((GStrv) prompt->root_ids);
  show_suggestions (self);
}

/**
 * paddock_consent_choice_clear:
 *
 * Nothing ticked.
 */
void
paddock_consent_choice_clear (PaddockConsentChoice *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->folders)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    paddock_consent_row_clear (PADDOCK_CONSENT_ROW (row));
}

/**
 * paddock_consent_choice_get_roots:
 *
 * Returns: (transfer full): #PaddockDecisionRoot of each that is ticked; their ids belong to the
 *   items
 */
GArray *
paddock_consent_choice_get_roots (PaddockConsentChoice *self)
{
  GArray *roots = g_array_new (FALSE, TRUE, sizeof (PaddockDecisionRoot));

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->folders)); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    PaddockConsentRow *row = PADDOCK_CONSENT_ROW (child);
    PaddockRootItem *item = paddock_consent_row_get_item (row);
    PaddockDecisionRoot root = { paddock_root_item_get_view (item)->root->id,
                                 paddock_consent_row_get_access (row) };

    if (paddock_consent_row_is_ticked (row))
      g_array_append_val (roots, root);
  }

  return roots;
}
