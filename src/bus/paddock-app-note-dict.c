/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-bus"

#include "paddock-app-note-dict.h"

#include "paddock-dict.h"

/* Converts notes about apps to dictionaries and back. The dictionaries do not have the fact of the
 * key, which only the service needs. */

/**
 * paddock_app_note_dict_to_variant:
 * @note: a note
 *
 * Returns: (transfer floating): its dictionary, "Noted" in the XML
 */
GVariant *
paddock_app_note_dict_to_variant (const PaddockAppNote *note)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  paddock_dict_put_text (&builder, "key", note->key);
  paddock_dict_put_text (&builder, "app", note->app);
  paddock_dict_put_text (&builder, "server", note->server);
  paddock_dict_put_text (&builder, "path", note->path);
  paddock_dict_put_text (&builder, "project", note->project);
  paddock_dict_put (&builder, "gone", g_variant_new_boolean (note->is_gone));
  paddock_dict_put (&builder, "noted", g_variant_new_int64 (note->noted));
  return g_variant_builder_end (&builder);
}

/**
 * paddock_app_note_dict_from_variant:
 * @variant: a "Noted" of the XML
 *
 * Returns: (transfer full) (nullable): the note; %NULL if a text is absent or malformed
 */
PaddockAppNote *
paddock_app_note_dict_from_variant (GVariant *variant)
{
  g_autoptr (GVariant) dictionary = paddock_dict_ensure (variant);
  PaddockAppNote note = {
    .key = paddock_dict_peek_text (dictionary, "key"),
    .app = paddock_dict_peek_text (dictionary, "app"),
    .server = paddock_dict_peek_text (dictionary, "server"),
    .path = paddock_dict_peek_text (dictionary, "path"),
    .project = paddock_dict_peek_text (dictionary, "project"),
    .is_gone = paddock_dict_peek_flag (dictionary, "gone"),
    .noted = paddock_dict_peek_time (dictionary, "noted"),
  };

  return paddock_app_note_check (&note, NULL) ? paddock_app_note_new (&note) : NULL;
}
