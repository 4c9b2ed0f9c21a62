/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-ui"

#include "config.h"

#include "paddock-identity-view.h"

#include "paddock-fact-row.h"
#include "paddock-template.h"
#include "paddock-who-text.h"

/* A list of the facts about who a server is. Verified facts are apart from the others. A server's
 * page or the consent dialog owns the view. The view holds references to the identities. */

struct _PaddockIdentityView
{
  AdwBin parent_instance;

  PaddockIdentity *identity;  /* (owned) (nullable) */
  PaddockIdentity *previous;  /* (owned) (nullable) */

  GtkWidget *doubt;
  GtkWidget *verified_title;
  GtkListBox *verified;
  GtkWidget *unverified_title;
  GtkListBox *unverified;
};

G_DEFINE_FINAL_TYPE (PaddockIdentityView, paddock_identity_view, ADW_TYPE_BIN)

static void
clear_list (GtkListBox *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
}

/* Whether any fact besides the user account is verified. */
static gboolean
has_better_proof (const PaddockIdentity *identity)
{
  for (int kind = 0; kind < PADDOCK_N_FACTS; kind++)
    if (kind != PADDOCK_FACT_USER && paddock_who_text_is_verified (identity, kind))
      return TRUE;

  return FALSE;
}

static void
add_facts (PaddockIdentityView *self,
           guint                differences)
{
  for (int kind = 0; kind < PADDOCK_N_FACTS; kind++) {
    PaddockFact fact = paddock_identity_get_fact (self->identity, kind);
    gboolean differs = (differences & (1u << kind)) != 0;
    GtkWidget *row;

    /* An unknown fact is shown only if it differs from the fact in @previous. The user account is
     * the same for every server that can connect. So this fact is shown only if it differs, or if
     * no other fact is verified. */
    if (!differs && (fact.proof == PADDOCK_PROOF_UNKNOWN ||
                     (kind == PADDOCK_FACT_USER && has_better_proof (self->identity))))
      continue;

    if (fact.proof == PADDOCK_PROOF_PROVEN && !paddock_who_text_is_verified (self->identity, kind))
      fact.proof = PADDOCK_PROOF_CLAIMED;
    row = paddock_fact_row_new (kind, fact, differs ? self->previous : NULL);
    gtk_list_box_append (fact.proof == PADDOCK_PROOF_PROVEN ? self->verified : self->unverified,
                         row);
  }
}

static void
show_if_filled (GtkListBox *list,
                GtkWidget  *title)
{
  gboolean is_filled = gtk_widget_get_first_child (GTK_WIDGET (list)) != NULL;

  gtk_widget_set_visible (GTK_WIDGET (list), is_filled);
  gtk_widget_set_visible (title, is_filled);
}

static void
paddock_identity_view_dispose (GObject *object)
{
  PaddockIdentityView *self = PADDOCK_IDENTITY_VIEW (object);

  /* Removes the child now. gtk_widget_dispose_template() would free the child, and then AdwBin's
   * own dispose would use the freed widget. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), PADDOCK_TYPE_IDENTITY_VIEW);
  g_clear_pointer (&self->identity, paddock_identity_unref);
  g_clear_pointer (&self->previous, paddock_identity_unref);

  G_OBJECT_CLASS (paddock_identity_view_parent_class)->dispose (object);
}

static void
paddock_identity_view_class_init (PaddockIdentityViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = paddock_identity_view_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PADDOCK_TEMPLATE ("paddock-identity-view"));
  gtk_widget_class_bind_template_child (widget_class, PaddockIdentityView, doubt);
  gtk_widget_class_bind_template_child (widget_class, PaddockIdentityView, verified_title);
  gtk_widget_class_bind_template_child (widget_class, PaddockIdentityView, verified);
  gtk_widget_class_bind_template_child (widget_class, PaddockIdentityView, unverified_title);
  gtk_widget_class_bind_template_child (widget_class, PaddockIdentityView, unverified);
}

static void
paddock_identity_view_init (PaddockIdentityView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * paddock_identity_view_show:
 * @identity: (nullable): the identity to show
 * @previous: (nullable): the identity of a known server that resembles this server
 *
 * Shows the facts of @identity. If a fact differs in @previous, shows both values.
 */
void
paddock_identity_view_show (PaddockIdentityView   *self,
                            const PaddockIdentity *identity,
                            const PaddockIdentity *previous)
{
  guint differences = 0;

  if (identity == self->identity && previous == self->previous && identity != NULL)
    return;

  g_clear_pointer (&self->identity, paddock_identity_unref);
  g_clear_pointer (&self->previous, paddock_identity_unref);
  if (identity != NULL)
    self->identity = paddock_identity_ref ((PaddockIdentity *) identity);
  if (previous != NULL)
    self->previous = paddock_identity_ref ((PaddockIdentity *) previous);

  clear_list (self->verified);
  clear_list (self->unverified);
  if (identity != NULL && previous != NULL)
    differences = paddock_identity_changes (previous, identity);
  if (identity != NULL)
    add_facts (self, differences);
  gtk_widget_set_visible (self->doubt, identity != NULL);
  show_if_filled (self->verified, self->verified_title);
  show_if_filled (self->unverified, self->unverified_title);
}
