/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-shortcuts.h"

#include "paddock-template.h"

#include <glib/gi18n.h>

/* The keyboard shortcuts of the window: one table of all shortcuts, and the dialog that shows it.
 * GTK owns the dialog until it is closed. Users can't discover a shortcut that is not in this
 * table. So tests/checks/shortcuts.py finds shortcuts that other files set. */

struct _PaddockShortcuts
{
  AdwWindow parent_instance;

  AdwPreferencesPage *page;
};

G_DEFINE_FINAL_TYPE (PaddockShortcuts, paddock_shortcuts, ADW_TYPE_WINDOW)

/* How many keys one action has at most. */
#define MOST_KEYS 2

typedef struct {
  const char *group;          /* (nullable) the heading before this row; NULL: the group of the row
                               * before */
  const char *title;
  const char *action;         /* (nullable) NULL: GTK or another file sets the keys */
  const char *keys[MOST_KEYS + 1];
} Shortcut;

static const Shortcut shortcuts[] = {
  { N_("Folders"), N_("Add a folder"), "win.add-folder", { "<Control>n", "<Control>o" } },
  /* This key is set in paddock-window.ui. It works only if the focused widget does not paste by
   * itself. */
  { NULL, N_("Add a copied folder, or type a path"), NULL, { "<Control>v" } },
  { NULL, N_("Find a folder"), NULL, { "<Control>f" } },
  { NULL, N_("Show the menu of a folder"), NULL, { "Menu", "<Shift>F10" } },
  { N_("Servers"), N_("Connect a server"), "win.connect-server", { "<Control><Shift>n" } },
  { NULL, N_("Go back to all servers"), NULL, { "<Alt>Left", "Escape" } },
  { N_("Pages"), N_("Show the folders"), "win.show-page::folders", { "<Alt>1" } },
  { NULL, N_("Show the servers"), "win.show-page::servers", { "<Alt>2" } },
  { NULL, N_("Show the apps"), "win.show-page::apps", { "<Alt>3" } },
  { NULL, N_("Show the overview"), "win.show-page::overview", { "<Alt>4" } },
  { NULL, N_("Show the activity"), "win.show-page::activity", { "<Alt>5" } },
  { NULL, N_("Show the next page"), "win.turn-page(1)", { "<Control>Page_Down" } },
  { NULL, N_("Show the previous page"), "win.turn-page(-1)", { "<Control>Page_Up" } },
  { NULL, N_("Search this page"), NULL, { "<Control>f" } },
  { N_("General"), N_("Open the menu"), NULL, { "F10" } },
  /* This key is set in paddock-toast.c. It undoes what the last toast offers to undo. */
  { NULL, N_("Undo the last change"), NULL, { "<Control>z" } },
  { NULL, N_("Pause sharing"), "win.pause", { "<Control>p" } },
  { NULL, N_("Preferences"), "app.preferences", { "<Control>comma" } },
  { NULL, N_("Help"), "app.help", { "F1" } },
  { NULL, N_("Keyboard shortcuts"), "app.shortcuts", { "<Control>question" } },
  { NULL, N_("Close a dialog without answering"), NULL, { "Escape" } },
  { NULL, N_("Close the window"), "window.close", { "<Control>w" } },
  { NULL, N_("Quit; the service might keep running"), "app.quit", { "<Control>q" } },
};

static char *
make_keys_label (const Shortcut *shortcut)
{
  g_autoptr (GStrvBuilder) labels = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (gsize i = 0; shortcut->keys[i] != NULL; i++) {
    g_autofree char *label = NULL;
    GdkModifierType modifiers;
    guint key;

    if (!gtk_accelerator_parse (shortcut->keys[i], &key, &modifiers))
      continue;
    label = gtk_accelerator_get_label (key, modifiers);
    g_strv_builder_add (labels, label);
  }
  list = g_strv_builder_end (labels);
  /* Translators: between two keys of which either does */
  return g_strjoinv (_(" or "), list);
}

static GtkWidget *
make_row (const Shortcut *shortcut)
{
  g_autofree char *keys = make_keys_label (shortcut);
  GtkWidget *label = gtk_label_new (keys);
  GtkWidget *row = adw_action_row_new ();

  gtk_widget_add_css_class (label, "keys");
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(shortcut->title));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, keys,
                                  -1);
  return row;
}

static void
fill (PaddockShortcuts *self)
{
  AdwPreferencesGroup *group = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (shortcuts); i++) {
    if (shortcuts[i].group != NULL) {
      group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
      adw_preferences_group_set_title (group, _(shortcuts[i].group));
      adw_preferences_page_add (self->page, group);
    }
    adw_preferences_group_add (group, make_row (&shortcuts[i]));
  }
}

static void
paddock_shortcuts_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_SHORTCUTS);

  G_OBJECT_CLASS (paddock_shortcuts_parent_class)->dispose (object);
}

static void
paddock_shortcuts_class_init (PaddockShortcutsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_shortcuts_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-shortcuts"));
  gtk_widget_class_bind_template_child (widget_class, PaddockShortcuts, page);
}

static void
paddock_shortcuts_init (PaddockShortcuts *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  fill (self);
}

/**
 * paddock_shortcuts_install:
 *
 * Sets the keys of the actions of the application and its windows.
 */
void
paddock_shortcuts_install (GtkApplication *application)
{
  for (gsize i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    if (shortcuts[i].action != NULL)
      gtk_application_set_accels_for_action (application, shortcuts[i].action, shortcuts[i].keys);
}

/**
 * paddock_shortcuts_new:
 *
 * Returns: (transfer none): a dialog with all shortcuts; GTK owns it until it is closed
 */
PaddockShortcuts *
paddock_shortcuts_new (GtkWindow *parent)
{
  return g_object_new (PADDOCK_TYPE_SHORTCUTS, "transient-for", parent, NULL);
}
