/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-never.h"

#include "paddock-control-submit.h"
#include "paddock-error.h"
#include "paddock-never.h"
#include "paddock-text.h"

/* ListNever: for which sensitive files, and of whom, the user answered "Never".
 *
 * TakeBackNever: a wish for the gate, which knows who is asked. It lets nobody read the file: the
 * user is asked about it the next time somebody wants it. */

/**
 * paddock_control_list_never:
 * @call: (transfer full): a call of ListNever
 * @parameters: none
 */
void
paddock_control_list_never (PaddockCall *call,
                            GVariant    *parameters)
{
  const PaddockControlContext *context = paddock_control_get_context (call->control);
  PaddockFileAnswers *answers = paddock_file_questions_get_answers (context->questions);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < paddock_file_answers_get_n_never (answers); i++) {
    PaddockFileWish wish = paddock_file_answers_get_never (answers, i);

    g_variant_builder_add_value (&builder, paddock_never_to_variant (&(PaddockNever) {
      .server_id = (char *) wish.server_id,
      .root_id = (char *) wish.root_id,
      .path = (char *) wish.path,
    }));
  }
  paddock_call_return (call, g_variant_new ("(aa{sv})", &builder));
}

/**
 * paddock_control_take_back_never:
 * @call: (transfer full): a call of TakeBackNever
 * @parameters: its arguments
 */
void
paddock_control_take_back_never (PaddockCall *call,
                                 GVariant    *parameters)
{
  const PaddockControlContext *context = paddock_control_get_context (call->control);
  PaddockFileAnswers *answers = paddock_file_questions_get_answers (context->questions);
  const char *server_id;
  const char *path;
  PaddockLedger *ledger = paddock_registry_get_ledger (context->registry);
  const char *root_ids[2] = { NULL };
  PaddockWish *wish;

  g_variant_get (parameters, "(&s^&ay)", &server_id, &path);
  if (*server_id == '\0')
    server_id = NULL;
  root_ids[0] = paddock_file_answers_find_never (answers, server_id, path);
  if (root_ids[0] == NULL) {
    g_autofree char *shown = paddock_text_escape (path, -1);

    paddock_call_fail (call, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                                          "Nobody said “Never” of “%s” to that", shown));
    return;
  }

  /* The root is shown with the question, and may be gone. */
  if (paddock_ledger_get_root (ledger, root_ids[0]) == NULL)
    root_ids[0] = NULL;
  wish = paddock_wish_new (PADDOCK_WISH_TAKE_BACK_NEVER, server_id, root_ids);
  wish->path = g_strdup (path);
  wish->answers = paddock_file_answers_ref (answers);
  paddock_control_submit (call, wish);
}
