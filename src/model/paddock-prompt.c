/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-prompt.h"

#include "paddock-nicks.h"

/* A question to the user.
 *
 * An immutable value. The service's queue has the current value of each question. If the question
 * would read differently, a new value with the same id and a higher serial replaces the old one. An
 * answer with an older serial is refused, because it answers another question. */

static const char * const request_kind_nicks[] = {
  [PADDOCK_PROMPT_ROOTS] = "roots",
  [PADDOCK_PROMPT_GRANT] = "grant",
  [PADDOCK_PROMPT_UNBLOCK] = "unblock",
  [PADDOCK_PROMPT_CHANGE_ROOT] = "change-root",
  [PADDOCK_PROMPT_RESUME] = "resume",
  [PADDOCK_PROMPT_READ] = "read",
  [PADDOCK_PROMPT_LET_READ] = "let-read",
  [PADDOCK_PROMPT_CLEAR] = "clear",
  [PADDOCK_PROMPT_TAKE_BACK_NEVER] = "take-back-never",
  [PADDOCK_PROMPT_ADD_ROOTS] = "add-roots",
  [PADDOCK_PROMPT_TAKE_OUT] = "take-out",
};

G_DEFINE_BOXED_TYPE (PaddockPrompt, paddock_prompt, paddock_prompt_ref, paddock_prompt_unref)

static void
paddock_prompt_clear (PaddockPrompt *prompt)
{
  g_free ((char *) prompt->id);
  g_free ((char *) prompt->server_id);
  g_free ((char *) prompt->server);
  g_clear_pointer ((PaddockAppNote **) &prompt->note, paddock_app_note_unref);
  g_clear_pointer ((PaddockIdentity **) &prompt->identity, paddock_identity_unref);
  g_clear_pointer ((PaddockIdentity **) &prompt->previous, paddock_identity_unref);
  g_free ((char *) prompt->resembling);
  g_strfreev ((GStrv) prompt->suggestions);
  g_free ((char *) prompt->caller);
  paddock_wants_clear (&prompt->wants);
  g_free ((char *) prompt->path);
}

static const PaddockIdentity *
ref_identity (const PaddockIdentity *identity)
{
  return identity != NULL ? paddock_identity_ref ((PaddockIdentity *) identity) : NULL;
}

static gboolean
strv_equal (const char * const *a,
            const char * const *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return g_strv_equal (a, b);
}

static gboolean
identity_equal (const PaddockIdentity *a,
                const PaddockIdentity *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return paddock_identity_equal (a, b);
}

/**
 * paddock_prompt_new:
 * @template: the values to copy, strings included; identities and the note are referenced
 *
 * Returns: (transfer full): a new question
 */
PaddockPrompt *
paddock_prompt_new (const PaddockPrompt *template)
{
  PaddockPrompt *prompt = g_atomic_rc_box_new (PaddockPrompt);

  *prompt = *template;
  prompt->id = g_strdup (template->id);
  prompt->server_id = g_strdup (template->server_id);
  prompt->server = g_strdup (template->server);
  if (template->note != NULL)
    prompt->note = paddock_app_note_ref ((PaddockAppNote *) template->note);
  prompt->identity = ref_identity (template->identity);
  prompt->previous = ref_identity (template->previous);
  prompt->resembling = g_strdup (template->resembling);
  prompt->suggestions = (const char * const *) g_strdupv ((GStrv) template->suggestions);
  prompt->caller = g_strdup (template->caller);
  prompt->wants = paddock_wants_copy (&template->wants);
  prompt->path = g_strdup (template->path);
  return prompt;
}

/**
 * paddock_prompt_ref:
 * @prompt: a question
 *
 * Returns: (transfer full): @prompt
 */
PaddockPrompt *
paddock_prompt_ref (PaddockPrompt *prompt)
{
  return g_atomic_rc_box_acquire (prompt);
}

/**
 * paddock_prompt_unref:
 * @prompt: (transfer full): a question
 */
void
paddock_prompt_unref (PaddockPrompt *prompt)
{
  g_atomic_rc_box_release_full (prompt, (GDestroyNotify) paddock_prompt_clear);
}

/**
 * paddock_prompt_equal:
 * @a: a question
 * @b: another question
 *
 * Returns: whether both questions are equal in everything but the serial
 */
gboolean
paddock_prompt_equal (const PaddockPrompt *a,
                      const PaddockPrompt *b)
{
  return g_strcmp0 (a->id, b->id) == 0 &&
         a->kind == b->kind &&
         a->asked == b->asked &&
         g_strcmp0 (a->server_id, b->server_id) == 0 &&
         g_strcmp0 (a->server, b->server) == 0 &&
         paddock_app_note_same_name (a->note, b->note) &&
         a->is_named == b->is_named &&
         identity_equal (a->identity, b->identity) &&
         identity_equal (a->previous, b->previous) &&
         g_strcmp0 (a->resembling, b->resembling) == 0 &&
         a->is_confined == b->is_confined &&
         a->times_put_off == b->times_put_off &&
         a->sessions == b->sessions &&
         strv_equal (a->suggestions, b->suggestions) &&
         g_strcmp0 (a->caller, b->caller) == 0 &&
         paddock_wants_equal (&a->wants, &b->wants) &&
         g_strcmp0 (a->path, b->path) == 0 &&
         a->sensitive == b->sensitive;
}

/**
 * paddock_prompt_kind_to_nick:
 * @kind: a kind of question
 *
 * Returns: (transfer none): the name of @kind on the bus
 */
const char *
paddock_prompt_kind_to_nick (PaddockPromptKind kind)
{
  return paddock_nicks_get (request_kind_nicks, G_N_ELEMENTS (request_kind_nicks), kind);
}

/**
 * paddock_prompt_kind_from_nick:
 * @nick: (nullable): a name from the bus
 *
 * Returns: the kind, %PADDOCK_PROMPT_ROOTS if @nick is unknown
 */
PaddockPromptKind
paddock_prompt_kind_from_nick (const char *nick)
{
  return paddock_nicks_find_or_zero (request_kind_nicks, G_N_ELEMENTS (request_kind_nicks), nick);
}
