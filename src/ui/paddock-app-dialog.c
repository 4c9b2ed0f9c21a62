/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-app-dialog.h"

#include "paddock-app-text.h"
#include "paddock-command-line.h"
#include "paddock-template.h"
#include "paddock-text.h"

#include <glib/gi18n.h>
#include <string.h>

/* The dialog that shows which lines of apps' files change, before the first change. If a server's
 * command names folders, the user decides here whether Paddock shares them instead. The dialog owns
 * itself until it is closed. It writes nothing. */

struct _PaddockAppDialog
{
  AdwWindow parent_instance;

  GPtrArray *wishes;          /* (owned) PaddockAppWish, each with a plan */
  gboolean is_accepted;

  GtkButton *change_button;
  GtkLabel *heading;
  GtkLabel *caution;
  GtkWidget *folders_list;
  AdwActionRow *folders_row;
  GtkCheckButton *folders_check;
  GtkBox *files;
};

G_DEFINE_FINAL_TYPE (PaddockAppDialog, paddock_app_dialog, ADW_TYPE_WINDOW)

enum {
  CLOSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Makes a label for each line, because a text view in a scrolled window may get too little height.
 * The style only repeats what the signs in front of the lines say. */
static GtkWidget *
make_lines (const char *text,
            const char *name)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL,
                                 "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);

  gtk_widget_add_css_class (box, "card");
  gtk_widget_add_css_class (box, "changed-lines");
  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    GtkWidget *label = gtk_label_new (lines[i]);

    gtk_label_set_xalign (GTK_LABEL (label), 0);
    gtk_label_set_wrap (GTK_LABEL (label), TRUE);
    gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
    gtk_widget_set_direction (label, GTK_TEXT_DIR_LTR);
    gtk_widget_add_css_class (label, *lines[i] == '+' ? "added" : "removed");
    gtk_box_append (GTK_BOX (box), label);
  }
  return box;
}

static void
add_label (PaddockAppDialog *self,
           const char       *text,
           const char       *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (self->files, label);
}

static const PaddockAppPlan *
get_plan (PaddockAppDialog     *self,
          const PaddockAppWish *wish)
{
  gboolean moves = gtk_check_button_get_active (self->folders_check);

  return moves && wish->moved != NULL ? wish->moved : wish->plan;
}

static void
add_file (PaddockAppDialog     *self,
          const PaddockAppPlan *plan)
{
  gboolean is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  g_autofree char *path = paddock_text_shorten (plan->file->path, g_get_home_dir ());
  g_autofree char *line = paddock_text_isolate (path, is_mirrored);

  add_label (self, line, "heading");
  for (guint i = 0; i < plan->changes->len; i++) {
    const PaddockAppPlanChange *change = plan->changes->pdata[i];
    g_autofree char *server = paddock_text_escape_name (change->server);
    /* Translators: %s is a server in a configuration file */
    g_autofree char *label = g_strdup_printf (_("Lines of “%s”"), server);
    g_autofree char *text = NULL;

    if (change->trouble != NULL) {
      g_autofree char *trouble = paddock_text_escape (change->trouble, -1);

      /* Translators: the first %s is a server, the second one says why nothing changes */
      text = g_strdup_printf (_("“%s” stays as it is: %s"), server, trouble);
      add_label (self, text, "dim-label");
      continue;
    }
    text = paddock_app_text_lines (change->before, change->after);
    if (plan->changes->len > 1)
      add_label (self, server, "caption-heading");
    if (g_str_equal (change->before, change->after))
      add_label (self, _("A hidden value changed."), "dim-label");
    else
      gtk_box_append (self->files, make_lines (text, label));
  }
}

static gboolean
hides_values (PaddockAppDialog *self)
{
  for (guint i = 0; i < self->wishes->len; i++) {
    const PaddockAppPlan *plan = get_plan (self, self->wishes->pdata[i]);

    for (guint j = 0; j < plan->changes->len; j++) {
      const PaddockAppPlanChange *change = plan->changes->pdata[j];

      if (change->trouble == NULL &&
          (strstr (change->before, PADDOCK_COMMAND_LINE_MASK) != NULL ||
           strstr (change->after, PADDOCK_COMMAND_LINE_MASK) != NULL))
        return TRUE;
    }
  }
  return FALSE;
}

static void
show_lines (PaddockAppDialog *self)
{
  GtkWidget *child;

  if (self->wishes == NULL)
    return;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->files))) != NULL)
    gtk_box_remove (self->files, child);
  if (hides_values (self))
    add_label (self, _("Secrets stay in the file. Paddock doesn’t show them."), "dim-label");
  for (guint i = 0; i < self->wishes->len; i++)
    add_file (self, get_plan (self, self->wishes->pdata[i]));
}

/* Names the folders in commands, each with its server. */
static void
show_folders (PaddockAppDialog *self)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;

  for (guint i = 0; i < self->wishes->len; i++) {
    const PaddockAppWish *wish = self->wishes->pdata[i];

    for (guint j = 0; wish->moved != NULL && j < wish->moved->changes->len; j++) {
      const PaddockAppPlanChange *change = wish->moved->changes->pdata[j];
      g_autofree char *server = paddock_text_escape_name (change->server);

      for (guint k = 0; change->trouble == NULL && change->folders[k] != NULL; k++) {
        g_autofree char *folder = paddock_text_shorten (change->folders[k], g_get_home_dir ());

        /* Translators: the first %s is a folder, the second one a server */
        g_ptr_array_add (lines, g_strdup_printf (_("%s (“%s”)"), folder, server));
      }
    }
  }
  gtk_widget_set_visible (self->folders_list, lines->len > 0);
  gtk_check_button_set_active (self->folders_check, lines->len > 0);
  g_ptr_array_add (lines, g_strdup (_("Now the command gives them to the server, whatever you "
                                      "share. If selected, Paddock adds them to your folders, "
                                      "and you decide.")));
  g_ptr_array_add (lines, NULL);
  text = g_strjoinv ("\n", (GStrv) lines->pdata);
  adw_action_row_set_subtitle (self->folders_row, text);
}

static void
show_heading (PaddockAppDialog *self)
{
  const PaddockAppWish *first = self->wishes->pdata[0];
  guint n_files = self->wishes->len;
  const char *caution = paddock_app_writer_wish_get_caution (first);
  g_autofree char *button = NULL;

  gtk_label_set_text (self->caution, caution);
  gtk_widget_set_visible (GTK_WIDGET (self->caution), *caution != '\0');
  if (first->is_on)
    gtk_label_set_text (self->heading,
                        ngettext ("Paddock changes these lines of the app’s file. You can undo "
                                  "this at any time.",
                                  "Paddock changes these lines of the apps’ files. You can undo "
                                  "this at any time.", n_files));
  else
    gtk_label_set_text (self->heading,
                        ngettext ("Paddock takes itself out of the app’s file.",
                                  "Paddock takes itself out of the apps’ files.", n_files));
  /* Translators: always several; some languages need the number's forms all the same */
  button = g_strdup_printf (ngettext ("C_hange %u File", "C_hange %u Files", n_files), n_files);
  gtk_button_set_label (self->change_button, n_files > 1 ? button : _("C_hange File"));
}

static void
on_change_clicked (PaddockAppDialog *self)
{
  self->is_accepted = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

static gboolean
on_close_request (PaddockAppDialog *self)
{
  g_signal_emit (self, signals[CLOSED], 0, self->is_accepted,
                 gtk_check_button_get_active (self->folders_check));
  return FALSE;
}

static void
paddock_app_dialog_dispose (GObject *object)
{
  PaddockAppDialog *self = PADDOCK_APP_DIALOG (object);

  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_APP_DIALOG);
  g_clear_pointer (&self->wishes, g_ptr_array_unref);

  G_OBJECT_CLASS (paddock_app_dialog_parent_class)->dispose (object);
}

static void
paddock_app_dialog_class_init (PaddockAppDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_app_dialog_dispose;

  signals[CLOSED] = g_signal_new ("closed", PADDOCK_TYPE_APP_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_BOOLEAN, G_TYPE_BOOLEAN);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-app-dialog"));
  gtk_widget_class_bind_template_child (widget_class, PaddockAppDialog, change_button);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppDialog, heading);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppDialog, caution);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppDialog, folders_list);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppDialog, folders_row);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppDialog, folders_check);
  gtk_widget_class_bind_template_child (widget_class, PaddockAppDialog, files);
  gtk_widget_class_bind_template_callback (widget_class, on_change_clicked);
  gtk_widget_class_bind_template_callback (widget_class, show_lines);
}

static void
paddock_app_dialog_init (PaddockAppDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "close-request", G_CALLBACK (on_close_request), NULL);
}

/**
 * paddock_app_dialog_new:
 * @wishes: (element-type PaddockAppWish): what the user wants, at least one, each with a plan
 *
 * Returns: (transfer none): a dialog; GTK owns it until it is closed
 */
PaddockAppDialog *
paddock_app_dialog_new (GtkWindow *parent,
                        GPtrArray *wishes)
{
  PaddockAppDialog *self = g_object_new (PADDOCK_TYPE_APP_DIALOG, "transient-for", parent, NULL);

  self->wishes = g_ptr_array_ref (wishes);
  show_heading (self);
  show_folders (self);
  show_lines (self);
  return self;
}
