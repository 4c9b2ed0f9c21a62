/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-consent-wish.h"

#include "paddock-closures.h"
#include "paddock-sentences.h"
#include "paddock-template.h"
#include "paddock-text.h"

#include <glib/gi18n.h>

/* What a call from outside the window wants to widen, or which file is to be read on behalf of
 * somebody. Owned by the consent dialog. It is all or nothing, so there is nothing to tick. */

struct _PaddockConsentWish
{
  AdwBin parent_instance;

  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (PaddockConsentWish, paddock_consent_wish, ADW_TYPE_BIN)

static void
add_row (PaddockConsentWish *self,
         const char         *title,
         const char         *subtitle,
         const char         *note)
{
  GtkWidget *row = adw_action_row_new ();

  /* Marks of letters are drawn no further than the row. */
  gtk_widget_set_overflow (row, GTK_OVERFLOW_HIDDEN);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  if (note != NULL) {
    GtkWidget *label = gtk_label_new (note);

    gtk_widget_add_css_class (label, "dim-label");
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  }
  gtk_list_box_append (self->list, row);
}

static void
add_crossing (PaddockConsentWish *self)
{
  add_row (self, _("Other file systems below it, too"), _("Sticks, the network, other disks"),
           NULL);
}

static void
add_root (PaddockConsentWish   *self,
          PaddockRootItem      *item,
          const PaddockRequest *request)
{
  const PaddockRootView *view = paddock_root_item_get_view (item);
  const PaddockRoot *root = view->root;
  /* Of several folders some may allow less than what is wanted: that is what is given of them. */
  gboolean is_lesser = request->kind == PADDOCK_REQUEST_GRANT && root->access < request->access;
  g_autofree char *label = paddock_root_dup_label (root);
  g_autofree char *path = paddock_sentence_path (root->path, g_get_home_dir ());
  g_autofree char *note = NULL;

  if (is_lesser)
    note = g_strdup (_("Read-only"));
  /* Below a file it has to be told apart from what is read. */
  else if (request->kind == PADDOCK_REQUEST_READ && root->record != NULL)
    note = paddock_closure_root_kind (NULL, root->record->kind, view->markers);
  add_row (self, label, path, note);
  if (request->kind == PADDOCK_REQUEST_GRANT && root->crosses)
    add_crossing (self);
}

static void
add_file (PaddockConsentWish   *self,
          const PaddockRequest *request)
{
  g_autofree char *base = g_path_get_basename (request->path);
  g_autofree char *name = paddock_text_escape (base, -1);
  g_autofree char *place = NULL;

  if (request->kind == PADDOCK_REQUEST_TAKE_BACK_NEVER)
    place = paddock_sentence_never (&(PaddockNever) {
      .server_id = (char *) request->server_id, .path = (char *) request->path,
    }, request->server, g_get_home_dir ());
  else
    place = paddock_sentence_path (request->path, g_get_home_dir ());
  add_row (self, name, place, NULL);
  if (request->kind == PADDOCK_REQUEST_READ)
    add_row (self, _("What is likely in it"), paddock_sentence_sensitive (request->sensitive),
             NULL);
}

/* Of a folder that is not known yet. */
static void
add_path (PaddockConsentWish *self,
          const char         *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = paddock_text_escape (base, -1);
  g_autofree char *place = paddock_sentence_path (path, g_get_home_dir ());

  add_row (self, name, place, NULL);
}

static void
paddock_consent_wish_dispose (GObject *object)
{
  /* Of its own child AdwBin disposes too, and must not find it gone. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_CONSENT_WISH);

  G_OBJECT_CLASS (paddock_consent_wish_parent_class)->dispose (object);
}

static void
paddock_consent_wish_class_init (PaddockConsentWishClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_consent_wish_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-consent-wish"));
  gtk_widget_class_bind_template_child (widget_class, PaddockConsentWish, list);
}

static void
paddock_consent_wish_init (PaddockConsentWish *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_consent_wish_show:
 * @client: that knows the roots
 * @request: what is wanted
 */
void
paddock_consent_wish_show (PaddockConsentWish   *self,
                           PaddockClient        *client,
                           const PaddockRequest *request)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);

  if (request->path != NULL)
    add_file (self, request);
  for (gsize i = 0; request->paths != NULL && request->paths[i] != NULL; i++)
    add_path (self, request->paths[i]);
  if (request->warnings != PADDOCK_PLACE_WARNING_NONE) {
    g_autofree char *warnings = paddock_sentence_warnings (request->warnings);

    add_row (self, _("Warning"), warnings, NULL);
  }
  for (gsize i = 0; request->root_ids != NULL && request->root_ids[i] != NULL; i++) {
    PaddockRootItem *item = paddock_client_lookup_root (client, request->root_ids[i]);

    /* Nothing is allowed that is not shown. */
    if (item != NULL)
      add_root (self, item, request);
    else
      add_row (self, _("a folder"), request->root_ids[i], NULL);
  }

  if (request->kind == PADDOCK_REQUEST_GRANT || (request->wants & PADDOCK_WANTS_ACCESS) != 0)
    add_row (self, _("Access"),
             request->access == PADDOCK_ACCESS_READ_WRITE ? _("Read and write") : _("Read-only"),
             NULL);
  if (request->kind == PADDOCK_REQUEST_GRANT) {
    g_autofree char *duration = paddock_sentence_length (request->duration, g_get_real_time ());

    add_row (self, _("For How Long"), duration, NULL);
  }
  if ((request->wants & PADDOCK_WANTS_EXPIRY) != 0) {
    PaddockDuration duration = request->duration;
    g_autofree char *until = NULL;

    /* What ends by a time is told with the time that was meant when it was wished. */
    if (request->expires != 0)
      duration = (PaddockDuration) { .kind = PADDOCK_DURATION_UNTIL, .until = request->expires };
    else if (duration.kind != PADDOCK_DURATION_LOGIN)
      duration.kind = PADDOCK_DURATION_UNTIL_REVOKED;
    until = paddock_sentence_length (duration, g_get_real_time ());
    add_row (self, _("For How Long"), until, NULL);
  }
  if ((request->wants & PADDOCK_WANTS_CROSSING) != 0)
    add_crossing (self);
  if ((request->wants & PADDOCK_WANTS_CONFIRMATION) != 0)
    add_row (self, _("What is there now counts as this folder"), "", NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->list),
                          gtk_widget_get_first_child (GTK_WIDGET (self->list)) != NULL);
}
