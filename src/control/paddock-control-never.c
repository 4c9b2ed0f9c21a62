/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-control-never.h"

#include "paddock-control-lists.h"
#include "paddock-control-submit.h"
#include "paddock-error.h"
#include "paddock-never.h"
#include "paddock-text.h"

/* ListNever lists the sensitive files for which the user answered "Never", each with the program
 * that asked.
 *
 * TakeBackNever is a command for the gate, which asks the user if needed. The command does not
 * allow reading: the user is asked when a program wants the file again. */

static char *
dup_id (gconstpointer row)
{
  const PaddockNever *never = row;

  return g_strconcat (never->server_id != NULL ? never->server_id : "", ":", never->path, NULL);
}

static GVariant *
describe (gconstpointer never,
          gpointer      user_data)
{
  return paddock_never_to_variant (never);
}

static const PaddockPagerKind never_kind = { dup_id, describe };

/**
 * paddock_control_never_list:
 * @call: (transfer full): a call of ListNever
 * @parameters: after, limit
 *
 * Answers the call with a page of the files for which the user answered "Never".
 */
void
paddock_control_never_list (PaddockCall *call,
                            GVariant    *parameters)
{
  const PaddockControlContext *context = call->context;
  PaddockNeverFiles *files = paddock_file_prompts_get_never_files (context->questions);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < paddock_never_files_get_n (files); i++) {
    PaddockNeverFile file = paddock_never_files_get (files, i);
    PaddockNever *never = g_new0 (PaddockNever, 1);

    never->server_id = (char *) file.server_id;
    never->root_id = (char *) file.root_id;
    never->path = (char *) file.path;
    g_ptr_array_add (rows, never);
  }
  paddock_control_lists_return_page (call, parameters, &never_kind, rows, NULL);
}

/**
 * paddock_control_never_take_back:
 * @call: (transfer full): a call of TakeBackNever
 * @parameters: server, path
 *
 * Submits the command that takes a file off the list of files with the answer "Never".
 */
void
paddock_control_never_take_back (PaddockCall *call,
                                 GVariant    *parameters)
{
  const PaddockControlContext *context = call->context;
  PaddockNeverFiles *files = paddock_file_prompts_get_never_files (context->questions);
  const char *server_id;
  const char *path;
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (context->state);
  const char *root_ids[2] = { NULL };
  GVariantDict arguments;
  PaddockCommand *command;

  g_variant_get (parameters, "(&s^&ay)", &server_id, &path);
  if (*server_id == '\0')
    server_id = NULL;
  root_ids[0] = paddock_never_files_find (files, server_id, path);
  if (root_ids[0] == NULL) {
    g_autofree char *shown = paddock_text_escape (path, -1);

    paddock_control_call_fail (call, g_error_new (PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                                                  "Nobody said “Never” of “%s” to that", shown));
    return;
  }

  /* The question to the user shows the root, unless the root is gone. */
  if (paddock_snapshot_get_root (snapshot, root_ids[0]) == NULL)
    root_ids[0] = NULL;
  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "path", "^ay", path);
  command = paddock_command_new (PADDOCK_COMMAND_TAKE_BACK_NEVER, server_id, root_ids,
                                 g_variant_dict_end (&arguments));
  command->never_files = paddock_never_files_ref (files);
  paddock_control_submit (call, command);
}
