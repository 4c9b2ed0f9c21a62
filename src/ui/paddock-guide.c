/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-guide.h"

#include "paddock-template.h"

#include <glib/gi18n.h>

/* The help: a few answers to what a person asks who has never seen Paddock. Owned by itself until
 * it is closed. Not modal, so that the window can be used beside it. It claims nothing that the
 * service does not do; where it speaks of limits, docs/security.md has them in full. */

struct _PaddockGuide
{
  AdwWindow parent_instance;

  AdwPreferencesGroup *topics;
};

G_DEFINE_FINAL_TYPE (PaddockGuide, paddock_guide, ADW_TYPE_WINDOW)

/* Most paragraphs of an answer. */
#define MOST_PARAGRAPHS 4

typedef struct {
  const char *title;
  const char *paragraphs[MOST_PARAGRAPHS + 1];
} Topic;

static const Topic topics[] = {
  { N_("What is Paddock for?"), {
      N_("AI applications start small programs, called servers, that read and change files for "
         "them. Such a server asks the application: which folders may I work in?"),
      N_("Paddock gives that answer, and it is yours: you choose the folders, you choose which "
         "server is told of which one and for how long, and you can look at any time at who asked "
         "for what."),
      N_("The specification calls such a folder a root. It can be a single file, too."),
    } },
  { N_("How do I begin?"), {
      N_("Add a folder: on the page Folders, or drop it onto the window. Nobody sees it yet."),
      N_("Connect a server: on the page Servers, “Connect a Server…” asks for the server’s command "
         "and gives you the entry for your application’s configuration. Put it there, and start "
         "the application again."),
      N_("When the server asks for its folders the first time, Paddock asks you. Tick what it may "
         "see, choose for how long, and press Share."),
    } },
  { N_("Told, and not enforced"), {
      N_("A server is told which folders to work in. One that keeps to it stays in them. Paddock "
         "does not hold a server that opens other files by itself: it runs with your rights, as "
         "every program that you start."),
      N_("“Ask it only to read” is told, too. Where Paddock itself reads a file for a server, it "
         "keeps to it: nothing outside the folders that you shared is read."),
    } },
  { N_("How do I take something back?"), {
      N_("One server, one folder: the switch in the server’s row on the page Servers, or the "
         "field on the page Overview. It is taken away at once."),
      N_("One folder from every server: remove it on the page Folders. The folder itself is not "
         "touched."),
      N_("Everything from one server: “Block” in the server’s row. Everything from "
         "everybody: the Pause button beside the menu."),
      N_("What ran out, was moved, renamed or unplugged is taken back by itself. A server may "
         "still remember what it read before."),
    } },
  { N_("What happens when I close the window?"), {
      N_("What you shared stays shared: a small program in the background answers the servers, and "
         "ends some minutes after nobody needs it. A question that comes meanwhile is shown as a "
         "notification."),
      N_("Where your desktop does not let Paddock run in the background, a line in the window says "
         "so: then servers see no folder once the window is closed."),
    } },
  { N_("Which files are asked about once more?"), {
      N_("Files that often hold passwords or keys, such as “.env” or what is in “.ssh”, are not "
         "read for a server on the word of a shared folder alone: Paddock asks you about each."),
    } },
  { N_("Is there a command line?"), {
      N_("Yes: “paddock help” lists what it can do. What takes something away acts at once. What "
         "lets a server see more is put to you in the window while that is there, so that a "
         "program in a terminal cannot share your folders in your name."),
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
 * Returns: (transfer floating): the help
 */
PaddockGuide *
paddock_guide_new (GtkWindow *parent)
{
  return g_object_new (PADDOCK_TYPE_GUIDE, "transient-for", parent, NULL);
}
