/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-fact-row.h"

#include "paddock-identity-text.h"
#include "paddock-sentences.h"
#include "paddock-template.h"

/* A row with one fact of a server's identity. An icon shows whether the fact is verified. The
 * heading of the list says the same. The list owns the row. The fact of a row never changes. */

struct _PaddockFactRow
{
  GtkListBoxRow parent_instance;

  GtkLabel *title;
  GtkLabel *value;
  GtkLabel *difference;
  GtkImage *icon;
};

G_DEFINE_FINAL_TYPE (PaddockFactRow, paddock_fact_row, GTK_TYPE_LIST_BOX_ROW)

static void
paddock_fact_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_FACT_ROW);

  G_OBJECT_CLASS (paddock_fact_row_parent_class)->dispose (object);
}

static void
paddock_fact_row_class_init (PaddockFactRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_fact_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-fact-row"));
  gtk_widget_class_bind_template_child (widget_class, PaddockFactRow, title);
  gtk_widget_class_bind_template_child (widget_class, PaddockFactRow, value);
  gtk_widget_class_bind_template_child (widget_class, PaddockFactRow, difference);
  gtk_widget_class_bind_template_child (widget_class, PaddockFactRow, icon);
}

static void
paddock_fact_row_init (PaddockFactRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_fact_row_new:
 * @previous: (nullable): the identity of a known server that resembles this one, with another value
 *   of this fact; %NULL: no difference is shown
 *
 * Returns: (transfer floating): a row for @fact
 */
GtkWidget *
paddock_fact_row_new (PaddockFactKind        kind,
                      PaddockFact            fact,
                      const PaddockIdentity *previous)
{
  PaddockFactRow *self = g_object_new (PADDOCK_TYPE_FACT_ROW, NULL);
  g_autofree char *value = paddock_identity_text_fact_value (kind, fact.value);

  gtk_label_set_text (self->title, paddock_identity_text_fact_title (kind));
  gtk_label_set_text (self->value, value);
  gtk_image_set_from_icon_name (self->icon, fact.proof == PADDOCK_PROOF_PROVEN
                                              ? "emblem-ok-symbolic"
                                              : "paddock-claimed-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  paddock_identity_text_proof (fact.proof), -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->icon), paddock_identity_text_proof (fact.proof));
  gtk_widget_add_css_class (GTK_WIDGET (self),
                            fact.proof == PADDOCK_PROOF_PROVEN ? "proven" : "claimed");
  if (previous != NULL) {
    g_autofree char *difference = paddock_identity_text_difference (kind, previous,
                                                                    fact.value);

    gtk_label_set_text (self->difference, difference);
    gtk_widget_set_visible (GTK_WIDGET (self->difference), TRUE);
  }

  return GTK_WIDGET (self);
}
