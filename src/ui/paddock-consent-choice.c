/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-consent-choice.h"

#include "paddock-adder.h"
#include "paddock-client-facts.h"
#include "paddock-consent-row.h"
#include "paddock-decision.h"
#include "paddock-documents.h"
#include "paddock-places.h"
#include "paddock-scrolling.h"
#include "paddock-sentences.h"
#include "paddock-template.h"
#include "paddock-text.h"
#include "paddock-toast.h"
#include "paddock-trouble-text.h"
#include "paddock-uri.h"

#include <glib/gi18n.h>

/* The part of the consent dialog in which the user selects folders for a server, and their access.
 * The dialog owns it. Nothing is selected at first, and this widget never sends an answer. The
 * widget emits "ticked" when a selection changed, and "changed" when the selectable folders
 * changed.
 *
 * Folders that the server had until now, and folders that the app suggests, are in separate lists
 * above. A suggestion may be a folder that is not in Paddock yet. One press adds such a folder. A
 * folder that the user adds here is selected and scrolled into sight, if the dialog still shows the
 * same question. A folder keeps its row, and so its selection, when it moves between the lists. */

struct _PaddockConsentChoice
{
  AdwBin parent_instance;

  PaddockClient *client;      /* (owned) (nullable) */
  GStrv suggestions;          /* (owned) (nullable) URIs of the folders that the app suggests; NULL:
                               * none */
  GStrv earlier;              /* (owned) (nullable) ids of the roots that the server had until now;
                               * NULL: none */
  GHashTable *rows;           /* (owned) PaddockRootItem -> its row, which a list owns */
  GPtrArray *offered;         /* (owned) Offer: suggestions that are not in Paddock yet */
  GHashTable *wanted;         /* (owned) set of ids of roots to select when available */
  guint question;             /* the number of the shown question; each new question gets another
                               * number */

  GtkLabel *earlier_title;
  GtkListBox *earlier_list;
  GtkLabel *suggested_title;
  GtkListBox *suggested;
  GtkLabel *folders_title;
  GtkListBox *folders;
  GtkWidget *no_folders;
  GtkWidget *add_button;
};

/* A suggestion that is not in Paddock yet. */
typedef struct
{
  char *uri;                  /* (owned) */
  GtkWidget *row;             /* owned by the list */
} Offer;

/* The data of a call that adds folders for this widget. */
typedef struct
{
  PaddockConsentChoice *choice;    /* (owned) */
  guint question;             /* the value of @question in @choice when the adding began */
} Adding;

G_DEFINE_FINAL_TYPE (PaddockConsentChoice, paddock_consent_choice, ADW_TYPE_BIN)

enum {
  TICKED,
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
offer_free (Offer *offer)
{
  g_free (offer->uri);
  g_free (offer);
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

/* Returns the warnings about @path, from its text alone. The window does not look into the file
 * system just because a host suggests a path. If the user adds the path, the service examines
 * it. */
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

static gboolean
is_suggested (PaddockConsentChoice *self,
              PaddockRootItem      *item)
{
  g_autofree char *uri = paddock_root_dup_uri (paddock_root_item_get_view (item)->root);

  return self->suggestions != NULL &&
         g_strv_contains ((const char * const *) self->suggestions, uri);
}

static int
compare_rows (GtkListBoxRow *a,
              GtkListBoxRow *b,
              gpointer       user_data)
{
  gboolean a_is_folder = PADDOCK_IS_CONSENT_ROW (a);
  gboolean b_is_folder = PADDOCK_IS_CONSENT_ROW (b);

  /* Suggestions that are not in Paddock yet come last. */
  if (!a_is_folder || !b_is_folder)
    return b_is_folder - a_is_folder;
  return paddock_consent_row_get_place (PADDOCK_CONSENT_ROW (a)) <
         paddock_consent_row_get_place (PADDOCK_CONSENT_ROW (b)) ? -1 : 1;
}

static void
put_row (PaddockConsentRow *row,
         GtkListBox        *list)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (row));

  if (parent == GTK_WIDGET (list)) {
    gtk_list_box_row_changed (GTK_LIST_BOX_ROW (row));
    return;
  }
  g_object_ref (row);
  if (parent != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (parent), GTK_WIDGET (row));
  gtk_list_box_append (list, GTK_WIDGET (row));
  g_object_unref (row);
}

/* Moves the row of each folder to the first list that fits. */
static void
place_rows (PaddockConsentChoice *self)
{
  GHashTableIter iter;
  gpointer item;
  gpointer row;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &item, &row)) {
    const PaddockRoot *root = paddock_root_item_get_view (item)->root;

    if (self->earlier != NULL && g_strv_contains ((const char * const *) self->earlier, root->id))
      put_row (row, self->earlier_list);
    else
      put_row (row, is_suggested (self, item) ? self->suggested : self->folders);
    /* Selects a folder that was just added, as soon as it is available. */
    if (g_hash_table_contains (self->wanted, root->id) && paddock_consent_row_tick (row)) {
      g_hash_table_remove (self->wanted, root->id);
      paddock_scrolling_show (row);
    }
  }
}

/* Lets the user press all suggestions again. A pressed suggestion is disabled while it is being
 * added. */
static void
release_offers (PaddockConsentChoice *self)
{
  for (guint i = 0; i < self->offered->len; i++) {
    Offer *offer = g_ptr_array_index (self->offered, i);

    gtk_widget_set_sensitive (offer->row, TRUE);
  }
}

/* Makes the row of a suggestion that is not in Paddock yet. The host may be malicious, so a place
 * with a warning can't be added with one press. */
static GtkWidget *
offer_row_new (const char *uri)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *mark;
  g_autofree char *path = paddock_uri_to_path (uri, NULL);
  g_autofree char *base = path != NULL ? g_path_get_basename (path) : NULL;
  g_autofree char *name = paddock_text_escape_name (base != NULL ? base : uri);
  g_autofree char *place = paddock_text_shorten (path, g_get_home_dir ());
  PaddockPlaceWarnings warnings = path != NULL ? warnings_of (path) : PADDOCK_PLACE_WARNING_NONE;
  gboolean is_offered = path != NULL && warnings == PADDOCK_PLACE_WARNING_NONE;

  /* Combining marks in a label must not be drawn outside the row. */
  gtk_widget_set_overflow (row, GTK_OVERFLOW_HIDDEN);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  if (warnings != PADDOCK_PLACE_WARNING_NONE) {
    g_autofree char *warning = paddock_trouble_text_warnings (warnings);
    g_autofree char *subtitle = g_strdup_printf ("%s\n%s", place, warning);

    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  } else {
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), place);
  }
  if (is_offered) {
    /* The check mark looks like those of the other folders, but only the whole row can be
     * pressed. */
    mark = g_object_new (GTK_TYPE_CHECK_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                         "can-target", FALSE, "focusable", FALSE, NULL);
  } else {
    mark = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  }
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), mark);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), is_offered);

  return row;
}

/* Shows the suggestions that are not in Paddock yet. */
static void
show_offers (PaddockConsentChoice *self)
{
  for (guint i = 0; i < self->offered->len; i++)
    gtk_list_box_remove (self->suggested,
                         ((Offer *) g_ptr_array_index (self->offered, i))->row);
  g_ptr_array_set_size (self->offered, 0);
  for (gsize i = 0; self->suggestions != NULL && self->suggestions[i] != NULL; i++)
    if (!has_root (self, self->suggestions[i])) {
      Offer *offer = g_new0 (Offer, 1);

      offer->uri = g_strdup (self->suggestions[i]);
      offer->row = offer_row_new (offer->uri);
      gtk_list_box_append (self->suggested, offer->row);
      g_ptr_array_add (self->offered, offer);
    }
}

static gboolean
is_filled (GtkListBox *list)
{
  return gtk_list_box_get_row_at_index (list, 0) != NULL;
}

static void
show_lists (PaddockConsentChoice *self)
{
  gboolean has_earlier, has_suggested, has_others;

  place_rows (self);
  show_offers (self);
  has_earlier = is_filled (self->earlier_list);
  has_suggested = is_filled (self->suggested);
  has_others = has_earlier || has_suggested;
  gtk_widget_set_visible (GTK_WIDGET (self->earlier_title), has_earlier);
  gtk_widget_set_visible (GTK_WIDGET (self->earlier_list), has_earlier);
  gtk_widget_set_visible (GTK_WIDGET (self->suggested_title), has_suggested);
  gtk_widget_set_visible (GTK_WIDGET (self->suggested), has_suggested);
  gtk_widget_set_visible (GTK_WIDGET (self->folders), is_filled (self->folders));
  gtk_widget_set_visible (GTK_WIDGET (self->folders_title),
                          is_filled (self->folders) || !has_others);
  gtk_widget_set_visible (self->no_folders, !has_others && !is_filled (self->folders));
  gtk_label_set_text (self->folders_title, has_others ? _("Other Folders") : _("Your Folders"));
}

static void
on_row_ticked (PaddockConsentChoice *self)
{
  g_signal_emit (self, signals[TICKED], 0);
}

static void
on_changed (PaddockConsentChoice *self)
{
  show_lists (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_added (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autofree Adding *adding = user_data;
  g_autoptr (PaddockConsentChoice) self = adding->choice;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = paddock_adder_finish (result, &error);
  GPtrArray *known;

  if (ids == NULL)
    paddock_toast_show_error (GTK_WIDGET (self), error);
  /* The dialog may have been closed while the folders were being added. */
  if (self->client == NULL)
    return;
  release_offers (self);
  if (ids == NULL || adding->question != self->question)
    return;
  known = paddock_adder_get_known (result);
  for (gsize i = 0; ids[i] != NULL; i++)
    g_hash_table_add (self->wanted, g_strdup (ids[i]));
  for (guint i = 0; i < known->len; i++)
    g_hash_table_add (self->wanted, g_strdup (g_ptr_array_index (known, i)));
  if (g_hash_table_size (self->wanted) > 0)
    on_changed (self);
}

static Adding *
adding_new (PaddockConsentChoice *self)
{
  Adding *adding = g_new0 (Adding, 1);

  adding->choice = g_object_ref (self);
  adding->question = self->question;
  return adding;
}

static void
on_add_clicked (PaddockConsentChoice *self)
{
  paddock_adder_choose_async (GTK_WIDGET (self), self->client, PADDOCK_FILE_KIND_DIRECTORY,
                              on_added, adding_new (self));
}

static void
on_suggested_activated (PaddockConsentChoice *self,
                        GtkListBoxRow        *row)
{
  if (PADDOCK_IS_CONSENT_ROW (row)) {
    g_signal_emit_by_name (row, "activate");
    return;
  }
  for (guint i = 0; i < self->offered->len; i++) {
    Offer *offer = g_ptr_array_index (self->offered, i);
    g_autofree char *path = paddock_uri_to_path (offer->uri, NULL);
    const char *paths[] = { path, NULL };

    if (offer->row != GTK_WIDGET (row))
      continue;
    gtk_widget_set_sensitive (offer->row, FALSE);
    paddock_adder_add_async (GTK_WIDGET (self), self->client, paths, on_added,
                             adding_new (self));
    return;
  }
}

static void
on_folder_activated (PaddockConsentChoice *self,
                     GtkListBoxRow        *row)
{
  g_signal_emit_by_name (row, "activate");
}

static GtkWidget *
add_row (PaddockConsentChoice *self,
         PaddockRootItem      *item)
{
  GtkWidget *row = paddock_consent_row_new (item);

  g_signal_connect_object (row, "ticked", G_CALLBACK (on_row_ticked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_hash_table_insert (self->rows, g_object_ref (item), row);

  return row;
}

static void
drop_row (GtkWidget *row)
{
  gtk_list_box_remove (GTK_LIST_BOX (gtk_widget_get_parent (row)), row);
}

static void
on_roots_changed (PaddockConsentChoice *self)
{
  GListModel *roots = paddock_client_get_roots (self->client);
  g_autoptr (GHashTable) there = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer item;
  gpointer row;

  for (guint i = 0; i < g_list_model_get_n_items (roots); i++) {
    g_autoptr (PaddockRootItem) root = g_list_model_get_item (roots, i);

    row = g_hash_table_lookup (self->rows, root);
    if (row == NULL)
      row = add_row (self, root);
    paddock_consent_row_set_place (row, i);
    g_hash_table_add (there, root);
  }
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &item, &row))
    if (!g_hash_table_contains (there, item)) {
      drop_row (row);
      g_hash_table_iter_remove (&iter);
    }
  on_changed (self);
}

static void
paddock_consent_choice_dispose (GObject *object)
{
  PaddockConsentChoice *self = PADDOCK_CONSENT_CHOICE (object);

  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_CONSENT_CHOICE);
  g_clear_object (&self->client);
  g_clear_pointer (&self->suggestions, g_strfreev);
  g_clear_pointer (&self->earlier, g_strfreev);
  g_clear_pointer (&self->rows, g_hash_table_unref);
  g_clear_pointer (&self->offered, g_ptr_array_unref);
  g_clear_pointer (&self->wanted, g_hash_table_unref);

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
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, earlier_title);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, earlier_list);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, suggested_title);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, suggested);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, folders_title);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, folders);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, no_folders);
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentChoice, add_button);
  gtk_widget_class_bind_template_callback (widget_class, on_add_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_folder_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_suggested_activated);
}

static void
paddock_consent_choice_init (PaddockConsentChoice *self)
{
  self->rows = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->offered = g_ptr_array_new_with_free_func ((GDestroyNotify) offer_free);
  self->wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_sort_func (self->earlier_list, compare_rows, NULL, NULL);
  gtk_list_box_set_sort_func (self->suggested, compare_rows, NULL, NULL);
  gtk_list_box_set_sort_func (self->folders, compare_rows, NULL, NULL);
}

/**
 * paddock_consent_choice_set_client:
 * @client: the client whose roots are offered
 *
 * Sets the client. Must be called once.
 */
void
paddock_consent_choice_set_client (PaddockConsentChoice *self,
                                   PaddockClient        *client)
{
  GListModel *roots = paddock_client_get_roots (client);
  gboolean can_add = !g_str_equal (paddock_client_facts_get_sandbox (client),
                                   PADDOCK_SANDBOX_NO_HOST_PATHS);

  g_return_if_fail (self->client == NULL);

  self->client = g_object_ref (client);
  /* If no folder can be added, the button is disabled, and the Folders page says why. */
  gtk_widget_set_sensitive (self->add_button, can_add);
  g_signal_connect_object (roots, "items-changed", G_CALLBACK (on_roots_changed), self,
                           G_CONNECT_SWAPPED);
  on_roots_changed (self);
}

/**
 * paddock_consent_choice_show:
 * @prompt: a question of kind %PADDOCK_PROMPT_ROOTS
 * @app: (nullable): the name of the app that suggests folders
 *
 * Shows the folders and suggestions for @prompt. Keeps the user's selection, which only
 * paddock_consent_choice_clear() removes.
 */
void
paddock_consent_choice_show (PaddockConsentChoice *self,
                             const PaddockPrompt  *prompt,
                             const char           *app)
{
  /* Translators: %s is an app; a heading */
  g_autofree char *title = app != NULL ? g_strdup_printf (_("Suggested by %s"), app)
                                       : g_strdup (_("Suggested by Its App"));

  gtk_label_set_text (self->suggested_title, title);
  g_clear_pointer (&self->suggestions, g_strfreev);
  self->suggestions = g_strdupv ((GStrv) prompt->suggestions);
  gtk_label_set_text (self->earlier_title, (prompt->wants.flags & PADDOCK_WANTS_RENEWAL) != 0
                                             ? _("Ended") : _("Shared Before the Change"));
  g_clear_pointer (&self->earlier, g_strfreev);
  self->earlier = g_strdupv ((GStrv) prompt->wants.root_ids);
  show_lists (self);
}

/**
 * paddock_consent_choice_clear:
 *
 * Deselects all folders. A folder that is still being added will not be selected either.
 */
void
paddock_consent_choice_clear (PaddockConsentChoice *self)
{
  GHashTableIter iter;
  gpointer row;

  self->question++;
  g_hash_table_remove_all (self->wanted);
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, &row))
    paddock_consent_row_clear (row);
}

/**
 * paddock_consent_choice_get_roots:
 *
 * Returns: (transfer full): a #PaddockDecisionRoot for each selected folder; the client's root
 *   items own the ids
 */
GArray *
paddock_consent_choice_get_roots (PaddockConsentChoice *self)
{
  GArray *roots = g_array_new (FALSE, TRUE, sizeof (PaddockDecisionRoot));
  GListModel *items = paddock_client_get_roots (self->client);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (PaddockRootItem) item = g_list_model_get_item (items, i);
    PaddockConsentRow *row = g_hash_table_lookup (self->rows, item);
    PaddockDecisionRoot root = { paddock_root_item_get_view (item)->root->id };

    /* A folder that was just added has no row yet. */
    if (row == NULL || !paddock_consent_row_is_ticked (row))
      continue;
    root.access = paddock_consent_row_get_access (row);
    g_array_append_val (roots, root);
  }

  return roots;
}
