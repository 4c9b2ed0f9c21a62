/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-guide.h"

#include "paddock-template.h"

#include <glib/gi18n.h>

/* The help: answers to the first questions of new users. GTK owns the window until it is closed.
 * The window is not modal, so that users can work in the main window beside it. Its texts must
 * describe what the service really does. docs/security.md describes all limits. */

struct _PaddockGuide
{
  AdwWindow parent_instance;

  AdwPreferencesGroup *topics;
};

G_DEFINE_FINAL_TYPE (PaddockGuide, paddock_guide, ADW_TYPE_WINDOW)

/* How many paragraphs an answer in the help has at most. */
#define MOST_PARAGRAPHS 4

typedef struct {
  const char *title;
  const char *paragraphs[MOST_PARAGRAPHS + 1];
} Topic;

static const Topic topics[] = {
  { N_("What is Paddock for?"), {
      N_("AI apps start small programs, called servers, that read and edit files for them. A "
         "server can ask which folders to work in."),
      N_("Paddock answers for you. You choose the folders, the servers that are told about them, "
         "and for how long. You can see at any time who asked for what."),
      N_("The protocol calls such a folder a root. It can also be a single file."),
    } },
  { N_("How do I start?"), {
      N_("Add a folder: use the Folders page, or drop a folder onto the window. You then choose "
         "which servers see it."),
      N_("Connect a server: on the Servers page, choose “Connect a Server…” and paste what "
         "the server’s instructions say. Copy the entry into your app’s configuration, and restart "
         "the app."),
      N_("When the server first asks for folders, Paddock asks you. Select the folders, choose "
         "for how long, and press Share."),
    } },
  { N_("What Paddock can’t do"), {
      N_("Paddock tells servers which folders to work in. It can’t stop a server from opening "
         "other files: a server runs with your permissions, like every program you start."),
      N_("Paddock also tells servers if a folder is read-only, but a server can ignore it. When "
         "Paddock itself reads a file for a server, it reads nothing outside the folders that you "
         "share."),
    } },
  { N_("How do I stop sharing?"), {
      N_("One folder, one server: open the folder on the Folders page, or the server on the "
         "Servers page, and turn off the switch. The server is told at once."),
      N_("One folder, every server: remove the folder on the Folders page. Your files aren’t "
         "touched."),
      N_("Every folder, one server: choose “Block” on the server’s page. Every folder, every "
         "server: use the Pause button beside the menu."),
      N_("If a time limit expires, or a folder is moved, renamed or unplugged, Paddock tells "
         "servers by itself. A server might still remember what it read before."),
    } },
  { N_("What happens when I close the window?"), {
      N_("What you share stays shared. A small program in the background answers servers, and "
         "stops after ten minutes without use. If a server asks for folders, you get a "
         "notification."),
      N_("If your desktop doesn’t let Paddock run in the background, the window says so. Servers "
         "then see no folders while the window is closed, unless you chose to keep sharing with "
         "them."),
    } },
  { N_("Which files does Paddock ask about?"), {
      N_("Some files often contain passwords or keys, such as “.env” or files in “.ssh”. Paddock "
         "asks you before it reads one for a server, even in a shared folder."),
    } },
  { N_("Is there a command line?"), {
      N_("Yes: type “paddock help”. Commands that stop sharing act at once. If a command shares "
         "more, Paddock’s window asks you first. You can turn that off in Preferences."),
    } },
};

static GtkWidget *
make_topic (const Topic *topic)
{
  GtkWidget *row = adw_expander_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(topic->title));
  for (gsize i = 0; topic->paragraphs[i] != NULL; i++) {
    GtkWidget *paragraph = adw_action_row_new ();

    adw_preferences_row_set_title (ADW_PREFERENCES_ROW (paragraph), _(topic->paragraphs[i]));
    gtk_widget_add_css_class (paragraph, "paragraph");
    adw_expander_row_add_row (ADW_EXPANDER_ROW (row), paragraph);
  }
  return row;
}

static void
paddock_guide_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_GUIDE);

  G_OBJECT_CLASS (paddock_guide_parent_class)->dispose (object);
}

static void
paddock_guide_class_init (PaddockGuideClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_guide_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, PADDOCK_TEMPLATE ("paddock-guide"));
  gtk_widget_class_bind_template_child (widget_class, PaddockGuide, topics);
}

static void
paddock_guide_init (PaddockGuide *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (gsize i = 0; i < G_N_ELEMENTS (topics); i++)
    adw_preferences_group_add (self->topics, make_topic (&topics[i]));
}

/**
 * paddock_guide_new:
 *
 * Returns: (transfer none): the help window; GTK owns it until it is closed
 */
PaddockGuide *
paddock_guide_new (GtkWindow *parent)
{
  return g_object_new (PADDOCK_TYPE_GUIDE, "transient-for", parent, NULL);
}
