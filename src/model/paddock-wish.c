/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-model"

#include "paddock-wish.h"

#include "paddock-policy.h"
#include "paddock-text.h"

/* A wish is made by the control interface from the arguments of a call, owned by whoever holds it,
 * and never changed once it was handed on.
 */

/**
 * paddock_wish_new:
 * @kind: the verb
 * @server_id: (nullable): the server it is about
 * @root_ids: (nullable): the roots it is about
 *
 * Returns: (transfer full): a wish; its other members are the caller's to set
 */
PaddockWish *
paddock_wish_new (PaddockWishKind     kind,
                  const char         *server_id,
                  const char * const *root_ids)
{
  PaddockWish *wish = g_new0 (PaddockWish, 1);

  wish->kind = kind;
  wish->server_id = g_strdup (server_id);
  wish->root_ids = g_strdupv ((GStrv) root_ids);
  return wish;
}

/**
 * paddock_wish_free:
 * @wish: (nullable): a wish
 */
void
paddock_wish_free (PaddockWish *wish)
{
  if (wish == NULL)
    return;

  g_free (wish->server_id);
  g_strfreev (wish->root_ids);
  g_free (wish->scope);
  g_free (wish->name);
  g_free (wish->path);
  g_clear_pointer (&wish->roots, g_ptr_array_unref);
  g_clear_pointer (&wish->answers, paddock_file_answers_unref);
  paddock_file_record_free (wish->record);
  g_free (wish);
}

/**
 * paddock_wish_fix_access:
 * @wish: a wish that is put to the user
 * @plan: who wishes it, and when
 *
 * Makes the access of a grant the most that it can come to now: no more than its roots allow, nor
 * than was wished. The user is shown that, and a root that allows more by the time of the answer
 * does not make it more.
 */
void
paddock_wish_fix_access (PaddockWish       *wish,
                         const PaddockPlan *plan)
{
  PaddockAccess most = PADDOCK_ACCESS_READ_ONLY;

  if (wish->kind != PADDOCK_WISH_GRANT)
    return;

  for (gsize i = 0; wish->root_ids != NULL && wish->root_ids[i] != NULL; i++) {
    const PaddockRoot *root = paddock_ledger_get_root (plan->ledger, wish->root_ids[i]);

    if (root != NULL)
      most = MAX (most, root->access);
  }
  wish->access = wish->has_access ? MIN (wish->access, most) : most;
  wish->has_access = TRUE;
}

static void
append_changes (PaddockChangeset *all,
                PaddockChangeset *some)
{
  g_autoptr (PaddockChangeset) owned = some;

  for (gsize i = 0; i < paddock_changeset_get_size (owned); i++)
    paddock_changeset_add (all, paddock_changeset_get (owned, i));
}

/* What somebody else added meanwhile stays as it is. */
static PaddockChangeset *
plan_add_roots (const PaddockWish *wish,
                const PaddockPlan *plan)
{
  PaddockChangeset *changes = paddock_changeset_new ();

  for (guint i = 0; i < wish->roots->len; i++) {
    PaddockRoot *root = g_ptr_array_index (wish->roots, i);

    if (paddock_ledger_get_root_by_path (plan->ledger, root->path) == NULL)
      append_changes (changes, paddock_plan_add_root (plan, root));
  }
  return changes;
}

static PaddockChangeset *
plan_remove_roots (const PaddockWish *wish,
                   const PaddockPlan *plan)
{
  PaddockChangeset *changes = paddock_changeset_new ();

  for (gsize i = 0; wish->root_ids != NULL && wish->root_ids[i] != NULL; i++)
    append_changes (changes, paddock_plan_remove_root (plan, wish->root_ids[i]));
  return changes;
}

static PaddockChangeset *
plan_change_root (const PaddockWish *wish,
                  const PaddockPlan *plan)
{
  PaddockRootEdit edit = {
    .set_name = wish->has_name,
    .name = wish->name,
    .set_access = wish->has_access,
    .access = wish->access,
    .set_expires = wish->has_expires,
    .expires = wish->expires,
    .login = wish->scope,
    .set_crosses = wish->has_crosses,
    .crosses = wish->crosses,
    .record = wish->record,
  };

  if (wish->root_ids == NULL || wish->root_ids[0] == NULL)
    return paddock_changeset_new ();
  return paddock_plan_change_root (plan, wish->root_ids[0], &edit);
}

static PaddockChangeset *
plan_grant (const PaddockWish *wish,
            const PaddockPlan *plan)
{
  gsize n = wish->root_ids != NULL ? g_strv_length (wish->root_ids) : 0;
  g_autofree PaddockDecisionRoot *roots = g_new0 (PaddockDecisionRoot, n + 1);

  for (gsize i = 0; i < n; i++) {
    roots[i].root_id = wish->root_ids[i];
    roots[i].access = wish->has_access ? wish->access : PADDOCK_ACCESS_READ_WRITE;
  }
  return paddock_plan_grant (plan, wish->server_id, roots, n, wish->duration, wish->scope);
}

/* Anybody on the bus can wish it of what was said to any server: both are named. */
static char *
dup_server_and_caller (const PaddockServer *server,
                       const char          *caller)
{
  g_autofree char *label = server != NULL ? paddock_server_dup_label (server) : NULL;

  if (label == NULL || caller == NULL)
    return g_strdup (label != NULL ? label : caller);
  return g_strdup_printf ("%s (%s)", label, caller);
}

/* The answers know what is there to be taken back. The ledger has the names alone: the answer may
 * have outlived its root. */
static PaddockChangeset *
plan_take_back_never (const PaddockWish *wish,
                      const PaddockPlan *plan)
{
  PaddockChangeset *changes = paddock_changeset_new ();
  const char *root_id = wish->root_ids != NULL ? wish->root_ids[0] : NULL;
  const PaddockRoot *root = NULL;
  const PaddockServer *server = NULL;
  g_autofree char *who = NULL;
  g_autofree char *path = NULL;
  g_autofree char *root_path = NULL;
  g_autoptr (PaddockEntry) entry = NULL;

  if (wish->path == NULL || wish->answers == NULL ||
      paddock_file_answers_find_never (wish->answers, wish->server_id, wish->path) == NULL)
    return changes;

  if (root_id != NULL)
    root = paddock_ledger_get_root (plan->ledger, root_id);
  if (wish->server_id != NULL)
    server = paddock_ledger_get_server (plan->ledger, wish->server_id);
  who = dup_server_and_caller (server, plan->caller);
  path = paddock_text_escape (wish->path, -1);
  root_path = root != NULL ? paddock_text_escape (root->path, -1) : NULL;
  entry = paddock_entry_new (&(PaddockEntry) {
    .time = plan->now, .last = plan->now, .count = 1,
    .event = PADDOCK_EVENT_NEVER_TAKEN_BACK, .reason = plan->reason,
    .server_id = wish->server_id, .server = who,
    .root_id = root != NULL ? root_id : NULL, .root = root_path, .detail = path,
  });
  paddock_changeset_take_back_never (changes, wish->server_id, wish->path);
  paddock_changeset_log (changes, entry);
  return changes;
}

/**
 * paddock_wish_plan:
 * @wish: a wish
 * @plan: who, why, when
 *
 * Returns: (transfer full): the changes that carry the wish out now
 */
PaddockChangeset *
paddock_wish_plan (const PaddockWish *wish,
                   const PaddockPlan *plan)
{
  switch (wish->kind) {
    case PADDOCK_WISH_ADD_ROOTS:
      return plan_add_roots (wish, plan);
    case PADDOCK_WISH_REMOVE_ROOTS:
      return plan_remove_roots (wish, plan);
    case PADDOCK_WISH_CHANGE_ROOT:
      return plan_change_root (wish, plan);
    case PADDOCK_WISH_GRANT:
      return plan_grant (wish, plan);
    case PADDOCK_WISH_REVOKE:
      return paddock_plan_revoke (plan, wish->server_id, (const char * const *) wish->root_ids);
    case PADDOCK_WISH_BLOCK:
      return paddock_plan_block (plan, wish->server_id);
    case PADDOCK_WISH_UNBLOCK:
      return paddock_plan_unblock (plan, wish->server_id);
    case PADDOCK_WISH_FORGET:
      return paddock_plan_forget (plan, wish->server_id);
    case PADDOCK_WISH_PAUSE:
      return paddock_plan_pause (plan);
    case PADDOCK_WISH_RESUME:
      return paddock_plan_resume (plan);
    case PADDOCK_WISH_CLEAR_JOURNAL:
      return paddock_plan_clear_journal (plan);
    case PADDOCK_WISH_CHOOSE:
    case PADDOCK_WISH_LET_READ:
      return paddock_plan_choose (plan, wish->server_id, wish->which, wish->choices);
    case PADDOCK_WISH_TAKE_BACK_NEVER:
      return plan_take_back_never (wish, plan);
    default:
      return paddock_changeset_new ();
  }
}

/**
 * paddock_wish_get_request_kind:
 * @wish: a wish
 *
 * Returns: of which kind the question about it is, where it widens
 */
PaddockRequestKind
paddock_wish_get_request_kind (const PaddockWish *wish)
{
  switch (wish->kind) {
    case PADDOCK_WISH_GRANT:
      return PADDOCK_REQUEST_GRANT;
    case PADDOCK_WISH_UNBLOCK:
    case PADDOCK_WISH_FORGET:
      return PADDOCK_REQUEST_UNBLOCK;
    case PADDOCK_WISH_RESUME:
      return PADDOCK_REQUEST_RESUME;
    case PADDOCK_WISH_CLEAR_JOURNAL:
      return PADDOCK_REQUEST_CLEAR;
    case PADDOCK_WISH_LET_READ:
      return PADDOCK_REQUEST_LET_READ;
    case PADDOCK_WISH_TAKE_BACK_NEVER:
      return PADDOCK_REQUEST_TAKE_BACK_NEVER;
    case PADDOCK_WISH_ADD_ROOTS:
      return PADDOCK_REQUEST_ADD_ROOTS;
    case PADDOCK_WISH_REMOVE_ROOTS:
    case PADDOCK_WISH_CHANGE_ROOT:
    case PADDOCK_WISH_REVOKE:
    case PADDOCK_WISH_BLOCK:
    case PADDOCK_WISH_PAUSE:
    case PADDOCK_WISH_CHOOSE:
    default:
      return PADDOCK_REQUEST_CHANGE_ROOT;
  }
}

/* All roots of one wish are added in the same way, but that a file has nothing mounted below it. */
static PaddockRequest *
add_to_request (const PaddockWish *wish,
                const PaddockPlan *plan)
{
  const PaddockRoot *first = g_ptr_array_index (wish->roots, 0);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  g_autoptr (GPtrArray) documents = g_ptr_array_new ();
  PaddockRequestWants wants = PADDOCK_WANTS_ACCESS | PADDOCK_WANTS_EXPIRY;
  PaddockAccess access = PADDOCK_ACCESS_READ_ONLY;
  guint n_files = 0;

  for (guint i = 0; i < wish->roots->len; i++) {
    const PaddockRoot *root = g_ptr_array_index (wish->roots, i);

    n_files += root->record != NULL && root->record->kind == PADDOCK_FILE_KIND_REGULAR;
    g_ptr_array_add (paths, (char *) root->path);
    if (root->document != NULL)
      g_ptr_array_add (documents, (char *) root->document);
    access = MAX (access, root->access);
    if (root->crosses)
      wants |= PADDOCK_WANTS_CROSSING;
  }
  g_ptr_array_add (paths, NULL);
  g_ptr_array_add (documents, NULL);
  return paddock_request_new (&(PaddockRequest) {
    .id = "",
    .kind = PADDOCK_REQUEST_ADD_ROOTS,
    .asked = plan->now,
    .caller = plan->caller,
    .paths = (const char * const *) paths->pdata,
    .n_files = n_files,
    .documents = (const char * const *) documents->pdata,
    .warnings = wish->warnings,
    .access = access,
    .duration = { .kind = first->login != NULL ? PADDOCK_DURATION_LOGIN
                                               : PADDOCK_DURATION_UNTIL_REVOKED },
    .wants = wants,
    .expires = first->expires,
  });
}

/**
 * paddock_wish_to_request:
 * @wish: a wish that widens
 * @plan: who wishes it, and when
 *
 * Returns: (transfer full): the question that the user is asked about it, without id and serial
 */
PaddockRequest *
paddock_wish_to_request (const PaddockWish *wish,
                         const PaddockPlan *plan)
{
  const PaddockServer *server = NULL;
  g_autofree char *label = NULL;

  if (wish->kind == PADDOCK_WISH_ADD_ROOTS)
    return add_to_request (wish, plan);
  if (wish->server_id != NULL)
    server = paddock_ledger_get_server (plan->ledger, wish->server_id);
  if (server != NULL)
    label = paddock_server_dup_label (server);

  return paddock_request_new (&(PaddockRequest) {
    .id = "",
    .kind = paddock_wish_get_request_kind (wish),
    .asked = plan->now,
    .server_id = wish->server_id,
    .server = label,
    .identity = server != NULL ? server->identity : NULL,
    .caller = plan->caller,
    .root_ids = (const char * const *) wish->root_ids,
    .warnings = wish->warnings,
    .access = wish->has_access ? wish->access : PADDOCK_ACCESS_READ_WRITE,
    .duration = wish->duration,
    .wants = (wish->has_access ? PADDOCK_WANTS_ACCESS : 0) |
             (wish->has_expires ? PADDOCK_WANTS_EXPIRY : 0) |
             (wish->record != NULL ? PADDOCK_WANTS_CONFIRMATION : 0) |
             (wish->has_crosses && wish->crosses ? PADDOCK_WANTS_CROSSING : 0) |
             (wish->kind == PADDOCK_WISH_FORGET ? PADDOCK_WANTS_FORGETTING : 0),
    .expires = wish->expires,
    .path = wish->path,
  });
}

/* Of roots at the same paths, in the same order: that is what the question shows. */
static gboolean
are_same_roots (GPtrArray *a,
                GPtrArray *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  for (guint i = 0; i < MIN (a->len, b->len); i++) {
    const PaddockRoot *one = g_ptr_array_index (a, i);
    const PaddockRoot *other = g_ptr_array_index (b, i);

    if (g_strcmp0 (one->name, other->name) != 0 || one->access != other->access ||
        one->crosses != other->crosses || g_strcmp0 (one->login, other->login) != 0 ||
        g_strcmp0 (one->document, other->document) != 0 ||
        !paddock_file_record_equal (one->record, other->record))
      return FALSE;
  }
  return a->len == b->len;
}

/**
 * paddock_wish_equal:
 * @a: a wish
 * @b: another wish that is the same question
 *
 * Returns: whether they agree in what the question does not show, too
 */
gboolean
paddock_wish_equal (const PaddockWish *a,
                    const PaddockWish *b)
{
  gboolean same_record = a->record != NULL && b->record != NULL
                           ? paddock_file_record_equal (a->record, b->record)
                           : a->record == b->record;

  return a->kind == b->kind && a->has_access == b->has_access && a->has_name == b->has_name &&
         g_strcmp0 (a->name, b->name) == 0 && a->has_expires == b->has_expires &&
         a->expires == b->expires && g_strcmp0 (a->scope, b->scope) == 0 && same_record &&
         a->has_crosses == b->has_crosses && a->crosses == b->crosses &&
         a->which == b->which && a->choices == b->choices && are_same_roots (a->roots, b->roots);
}
