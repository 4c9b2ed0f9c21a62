/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-wants.h"

/* What the user is asked to allow.
 *
 * A PaddockWants is a part of a question (PaddockPrompt), which owns its lists. For a command it is
 * made from the command's arguments. For an offer to renew grants, or a question about a file, it
 * only names roots. A PaddockWants only says what the user reads: if the user agrees, the gate
 * carries out the command itself. */

static const char * const *
dup_list (const char * const *list)
{
  return (const char * const *) g_strdupv ((GStrv) list);
}

/* Whether two lists are equal. A list is NULL if the question names no root, as when a caller wants
 * to unblock a server. */
static gboolean
is_same_list (const char * const *a,
              const char * const *b)
{
  return a != NULL && b != NULL ? g_strv_equal (a, b) : a == b;
}

/**
 * paddock_wants_copy:
 * @template: the values to copy, lists included
 *
 * Returns: (transfer full): a copy; the owner calls paddock_wants_clear()
 */
PaddockWants
paddock_wants_copy (const PaddockWants *template)
{
  PaddockWants wants = *template;

  wants.root_ids = dup_list (template->root_ids);
  wants.paths = dup_list (template->paths);
  wants.documents = dup_list (template->documents);
  wants.entries = dup_list (template->entries);
  return wants;
}

/**
 * paddock_wants_clear:
 * @wants: a result of paddock_wants_copy(), which is not used any more
 */
void
paddock_wants_clear (PaddockWants *wants)
{
  g_strfreev ((GStrv) wants->root_ids);
  g_strfreev ((GStrv) wants->paths);
  g_strfreev ((GStrv) wants->documents);
  g_strfreev ((GStrv) wants->entries);
}

/**
 * paddock_wants_equal:
 * @a: what is wanted
 * @b: what is wanted
 *
 * Returns: whether @a and @b are equal in everything
 */
gboolean
paddock_wants_equal (const PaddockWants *a,
                     const PaddockWants *b)
{
  return paddock_wants_is_same (a, b) &&
         a->n_files == b->n_files &&
         is_same_list (a->documents, b->documents) &&
         a->warnings == b->warnings &&
         a->duration.until == b->duration.until;
}

/**
 * paddock_wants_is_same:
 * @a: what is wanted
 * @b: what is wanted
 *
 * Returns: whether callers who want @a and @b want the same; what Paddock found out about the
 *   paths, such as warnings, may differ
 */
gboolean
paddock_wants_is_same (const PaddockWants *a,
                       const PaddockWants *b)
{
  return a->flags == b->flags &&
         is_same_list (a->root_ids, b->root_ids) &&
         is_same_list (a->paths, b->paths) &&
         is_same_list (a->entries, b->entries) &&
         a->access == b->access &&
         a->duration.kind == b->duration.kind &&
         a->duration.length == b->duration.length &&
         a->expires == b->expires;
}

/**
 * paddock_wants_has_root:
 * @wants: what is wanted
 * @root_id: a root
 *
 * Returns: whether @wants names the root
 */
gboolean
paddock_wants_has_root (const PaddockWants *wants,
                        const char         *root_id)
{
  return wants->root_ids != NULL && g_strv_contains (wants->root_ids, root_id);
}

/**
 * paddock_wants_count_paths:
 * @wants: what is wanted
 *
 * Returns: how many folders and files are to be added
 */
guint
paddock_wants_count_paths (const PaddockWants *wants)
{
  return wants->paths != NULL ? g_strv_length ((GStrv) wants->paths) : 0;
}

/**
 * paddock_wants_count_entries:
 * @wants: what is wanted
 *
 * Returns: how many entries of apps' files Paddock is to be taken out of
 */
guint
paddock_wants_count_entries (const PaddockWants *wants)
{
  return wants->entries != NULL ? g_strv_length ((GStrv) wants->entries) : 0;
}

/**
 * paddock_wants_get_length:
 * @wants: what is wanted, with %PADDOCK_WANTS_EXPIRY
 *
 * Returns: how long the roots are to last: until the time that the caller gave, otherwise until
 *   logout or until revoked
 */
PaddockDuration
paddock_wants_get_length (const PaddockWants *wants)
{
  PaddockDuration length = wants->duration;

  if (wants->expires != 0)
    return (PaddockDuration) { .kind = PADDOCK_DURATION_UNTIL, .until = wants->expires };
  if (length.kind != PADDOCK_DURATION_LOGIN)
    length.kind = PADDOCK_DURATION_UNTIL_REVOKED;
  return length;
}

static const struct {
  PaddockWantsFlags flag;
  const char       *nick;
} flag_nicks[] = {
  { PADDOCK_WANTS_ACCESS, "access" },
  { PADDOCK_WANTS_EXPIRY, "expiry" },
  { PADDOCK_WANTS_CONFIRMATION, "confirmation" },
  { PADDOCK_WANTS_FORGETTING, "forgetting" },
  { PADDOCK_WANTS_RENEWAL, "renewal" },
  { PADDOCK_WANTS_CROSSING, "other-file-systems" },
};

/**
 * paddock_wants_flags_to_nicks:
 * @flags: what is wanted
 *
 * Returns: (transfer full): the nick of each flag
 */
GStrv
paddock_wants_flags_to_nicks (PaddockWantsFlags flags)
{
  g_autoptr (GStrvBuilder) nicks = g_strv_builder_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (flag_nicks); i++) {
    if ((flags & flag_nicks[i].flag) != 0)
      g_strv_builder_add (nicks, flag_nicks[i].nick);
  }
  return g_strv_builder_end (nicks);
}

/**
 * paddock_wants_flags_from_nicks:
 * @nicks: (nullable): nicks; unknown ones are ignored
 *
 * Returns: the flags with these nicks
 */
PaddockWantsFlags
paddock_wants_flags_from_nicks (const char * const *nicks)
{
  PaddockWantsFlags flags = PADDOCK_WANTS_NOTHING_ELSE;

  for (gsize i = 0; nicks != NULL && i < G_N_ELEMENTS (flag_nicks); i++) {
    if (g_strv_contains (nicks, flag_nicks[i].nick))
      flags |= flag_nicks[i].flag;
  }
  return flags;
}
