/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-seen-row.h"

#include "paddock-closures.h"
#include "paddock-grant-row.h"
#include "paddock-sentences.h"

/* A folder, and when it is opened a switch for each server: the picture of the whole where there is
 * no room for it. Owned by its list. */

struct _PaddockSeenRow
{
  AdwExpanderRow parent_instance;

  PaddockClient *client;      /* (owned) */
  PaddockRootItem *root;      /* (owned) */
  PaddockCountdown *countdown; /* (owned) */
  GPtrArray *servers;         /* (owned) (nullable) PaddockServerItem: those without a row yet */
};

G_DEFINE_FINAL_TYPE (PaddockSeenRow, paddock_seen_row, ADW_TYPE_EXPANDER_ROW)

static void
update (PaddockSeenRow *self)
{
  const PaddockRootView *view = paddock_root_item_get_view (self->root);
  g_autofree char *label = paddock_root_dup_label (view->root);
  g_autofree char *path = paddock_sentence_path (view->root->path, g_get_home_dir ());
  g_autofree char *seen = paddock_closure_root_seen_by (self, view->seen_by, (int) view->status,
                                                        paddock_client_is_paused (self->client));
  g_autofree char *subtitle = g_strdup_printf ("%s\n%s", path, seen);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), label);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), subtitle);
}

static void
on_expanded (PaddockSeenRow *self)
{
  g_autoptr (GPtrArray) servers = NULL;

  if (!adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)))
    return;
  servers = g_steal_pointer (&self->servers);
  for (guint i = 0; servers != NULL && i < servers->len; i++)
    adw_expander_row_add_row (ADW_EXPANDER_ROW (self),
                              paddock_grant_row_new_for_server (self->client,
                                                                g_ptr_array_index (servers, i),
                                                                self->root, self->countdown));
}

static void
paddock_seen_row_dispose (GObject *object)
{
  PaddockSeenRow *self = PADDOCK_SEEN_ROW (object);

  g_clear_object (&self->client);
  g_clear_object (&self->root);
  g_clear_object (&self->countdown);
  g_clear_pointer (&self->servers, g_ptr_array_unref);

  G_OBJECT_CLASS (paddock_seen_row_parent_class)->dispose (object);
}

static void
paddock_seen_row_class_init (PaddockSeenRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = paddock_seen_row_dispose;
}

static void
paddock_seen_row_init (PaddockSeenRow *self)
{
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  g_signal_connect (self, "notify::expanded", G_CALLBACK (on_expanded), NULL);
}

/**
 * paddock_seen_row_new:
 * @servers: PaddockServerItem; kept
 * @countdown: of the page that the row is on
 *
 * Returns: (transfer floating): a row that shows @root, and who of @servers sees it
 */
GtkWidget *
paddock_seen_row_new (PaddockClient    *client,
                      PaddockRootItem  *root,
                      GPtrArray        *servers,
                      PaddockCountdown *countdown)
{
  PaddockSeenRow *self = g_object_new (PADDOCK_TYPE_SEEN_ROW, NULL);

  self->client = g_object_ref (client);
  self->root = g_object_ref (root);
  self->servers = g_ptr_array_ref (servers);
  self->countdown = g_object_ref (countdown);
  g_signal_connect_object (client, "notify::is-paused", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (root, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
