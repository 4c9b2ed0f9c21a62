/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-import.h"

#include "paddock-add-result.h"
#include "paddock-adding.h"
#include "paddock-error.h"
#include "paddock-store-import.h"
#include "paddock-text.h"

#include <string.h>

/* Finds the data of another installation of Paddock, and offers it to the user.
 *
 * The service owns one import, and makes it look once at the start. If the user accepts the offer,
 * the import adds the roots that it found, which no server sees yet. It adds no grants, no
 * decisions and no journal. It inspects each path as if somebody had typed it, and no warning
 * counts as accepted. The store remembers the answer together with the kind of offer. So "not now"
 * lasts, but not for another kind of offer. For example, after an update Paddock can read data that
 * a newer Paddock wrote, and offers it. The caller decides who may answer.
 */
struct _PaddockImport {
  GObject             parent_instance;

  PaddockState       *state;         /* (owned) */
  char               *directory;     /* (owned) the data directory of the other installation */
  char               *own_directory; /* (owned) the data directory of this installation */
  GCancellable       *cancellable;   /* (owned) ends the search for the other installation's data
                                      * that is under way */
  GPtrArray          *roots;         /* (owned) (nullable) PaddockRoot: the other installation's
                                      * roots that this installation lacks; NULL: nobody has read
                                      * them */
  PaddockImportOffer *offer;         /* (owned) (nullable) what the user is offered now; NULL:
                                      * nothing */
  gboolean            is_answering;
};

G_DEFINE_FINAL_TYPE (PaddockImport, paddock_import, G_TYPE_OBJECT)

enum {
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* What one look at the other installation's data found. A thread of the pool makes this
 * structure. */
typedef struct {
  GPtrArray *roots;             /* (owned) (nullable) PaddockRoot: the other installation's roots;
                                 * NULL: they could not be read */
  GError    *error;             /* (owned) (nullable) */
} Found;

typedef struct {
  char *directory;
  char *own_directory;
} LookWork;

static void
found_free (gpointer data)
{
  Found *found = data;

  if (found == NULL)
    return;
  g_clear_pointer (&found->roots, g_ptr_array_unref);
  g_clear_error (&found->error);
  g_free (found);
}

static void
look_work_free (gpointer data)
{
  LookWork *work = data;

  g_free (work->directory);
  g_free (work->own_directory);
  g_free (work);
}

static gpointer
look_on_thread (gpointer      data,
                GCancellable *cancellable)
{
  LookWork *work = data;
  Found *found = g_new0 (Found, 1);

  found->roots = paddock_store_import_read (work->directory, work->own_directory, &found->error);
  return found;
}

/* Returns the user's answer in the form in which the store remembers it. The answer contains a
 * path, which may have any bytes. */
static GBytes *
make_answer (PaddockImport      *self,
             PaddockImportState  state)
{
  char *answer = g_strconcat (paddock_import_offer_state_to_nick (state), " ", self->directory,
                              NULL);

  return g_bytes_new_take (answer, strlen (answer));
}

static gboolean
is_answered (PaddockImport      *self,
             PaddockImportState  state)
{
  PaddockStore *store = paddock_state_get_store (self->state);
  GBytes *stored = paddock_store_get_fact (store, PADDOCK_STORE_FACT_IMPORT_ANSWER);
  g_autoptr (GBytes) answer = make_answer (self, state);

  return stored != NULL && g_bytes_equal (stored, answer);
}

static void
set_offer (PaddockImport      *self,
           PaddockImportState  state,
           guint               n_roots)
{
  if (state == PADDOCK_IMPORT_NONE && self->offer == NULL)
    return;

  g_clear_pointer (&self->offer, paddock_import_offer_free);
  if (state != PADDOCK_IMPORT_NONE)
    self->offer = paddock_import_offer_new (state, self->directory, n_roots);
  else
    g_clear_pointer (&self->roots, g_ptr_array_unref);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Returns those of @roots that this installation does not have yet, and that have not expired. */
static GPtrArray *
pick_roots (PaddockImport *self,
            GPtrArray     *roots)
{
  PaddockSnapshot *snapshot = paddock_state_get_snapshot (self->state);
  GPtrArray *picked = g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_root_unref);
  gint64 now = g_get_real_time ();

  for (guint i = 0; i < roots->len; i++) {
    PaddockRoot *root = g_ptr_array_index (roots, i);

    if (paddock_root_find_by_path (paddock_snapshot_get_roots (snapshot), root->path) == NULL &&
        !paddock_root_is_expired (root, now))
      g_ptr_array_add (picked, paddock_root_ref (root));
  }
  return picked;
}

static PaddockImportState
state_of_error (const GError *error)
{
  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE_NEWER))
    return PADDOCK_IMPORT_NEWER;
  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_STORE_DAMAGED))
    return PADDOCK_IMPORT_DAMAGED;
  if (g_error_matches (error, PADDOCK_ERROR, PADDOCK_ERROR_REFUSED))
    return PADDOCK_IMPORT_REFUSED;
  /* The other installation's data is missing, or cannot be read this time, so the next start looks
   * again. */
  return PADDOCK_IMPORT_NONE;
}

static void
offer_found (PaddockImport *self,
             const Found   *found)
{
  g_autofree char *shown = paddock_text_escape (self->directory, -1);
  PaddockImportState state;

  if (found->roots == NULL) {
    state = state_of_error (found->error);
    if (state == PADDOCK_IMPORT_NONE) {
      g_debug ("No other installation's data at %s: %s", shown, found->error->message);
      return;
    }
    g_message ("Another installation of Paddock has data at %s, which is not imported: %s", shown,
               found->error->message);
    if (!is_answered (self, state))
      set_offer (self, state, 0);
    return;
  }

  self->roots = pick_roots (self, found->roots);
  if (self->roots->len == 0)
    return;
  g_message ("Another installation of Paddock has %u folders at %s that are not here: the window "
             "offers to import them", self->roots->len, shown);
  set_offer (self, PADDOCK_IMPORT_FOUND, self->roots->len);
}

static void
on_looked (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (PaddockImport) self = user_data;
  g_autoptr (GError) error = NULL;
  Found *found = paddock_file_pool_run_finish (PADDOCK_FILE_POOL (source), result, &error);

  if (found != NULL && !g_cancellable_is_cancelled (self->cancellable))
    offer_found (self, found);
  found_free (found);
}

static void
paddock_import_finalize (GObject *object)
{
  PaddockImport *self = PADDOCK_IMPORT (object);

  g_object_unref (self->cancellable);
  g_clear_pointer (&self->roots, g_ptr_array_unref);
  g_clear_pointer (&self->offer, paddock_import_offer_free);
  g_clear_object (&self->state);
  g_free (self->directory);
  g_free (self->own_directory);

  G_OBJECT_CLASS (paddock_import_parent_class)->finalize (object);
}

static void
paddock_import_class_init (PaddockImportClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = paddock_import_finalize;

  signals[CHANGED] = g_signal_new ("changed", PADDOCK_TYPE_IMPORT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
paddock_import_init (PaddockImport *self)
{
  self->cancellable = g_cancellable_new ();
}

/**
 * paddock_import_new:
 * @state: gets the roots
 * @directory: the data directory of the other installation
 * @own_directory: the data directory of this installation
 *
 * Returns: (transfer full): an import that has not looked yet
 */
PaddockImport *
paddock_import_new (PaddockState *state,
                    const char   *directory,
                    const char   *own_directory)
{
  PaddockImport *self = g_object_new (PADDOCK_TYPE_IMPORT, NULL);

  self->state = g_object_ref (state);
  self->directory = g_strdup (directory);
  self->own_directory = g_strdup (own_directory);
  return self;
}

/**
 * paddock_import_look:
 * @self: an import
 *
 * Looks for the other installation's data, on a thread, and makes an offer if there is something to
 * offer. This does not look again after the user has answered an offer of folders.
 */
void
paddock_import_look (PaddockImport *self)
{
  LookWork *work;

  if (is_answered (self, PADDOCK_IMPORT_FOUND))
    return;

  work = g_new0 (LookWork, 1);
  work->directory = g_strdup (self->directory);
  work->own_directory = g_strdup (self->own_directory);
  paddock_file_pool_run_async (paddock_state_get_pool (self->state), self->directory,
                               look_on_thread, work, look_work_free, found_free, self->cancellable,
                               on_looked, g_object_ref (self));
}

/**
 * paddock_import_close:
 * @self: an import
 *
 * Ends the look that is under way, and makes no offer.
 */
void
paddock_import_close (PaddockImport *self)
{
  g_cancellable_cancel (self->cancellable);
}

/**
 * paddock_import_get_offer:
 * @self: an import
 *
 * Returns: (transfer none) (nullable): what the user is offered now; %NULL: nothing
 */
const PaddockImportOffer *
paddock_import_get_offer (PaddockImport *self)
{
  return self->offer;
}

static GPtrArray *
make_no_results (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) paddock_add_result_free);
}

/* Finishes the user's answer to the offer when the store has written the answer. The data of the
 * task is the list of what happened to each path. */
static void
on_answer_stored (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockImport *self = g_task_get_source_object (task);
  GError *error = NULL;

  self->is_answering = FALSE;
  if (!paddock_store_put_fact_finish (PADDOCK_STORE (source), result, &error)) {
    g_task_return_error (task, error);
    return;
  }
  set_offer (self, PADDOCK_IMPORT_NONE, 0);
  g_task_return_pointer (task, g_ptr_array_ref (g_task_get_task_data (task)),
                         (GDestroyNotify) g_ptr_array_unref);
}

static void
store_answer (GTask *task)
{
  PaddockImport *self = g_task_get_source_object (task);
  g_autoptr (GBytes) answer = make_answer (self, self->offer->state);

  paddock_store_put_fact_async (paddock_state_get_store (self->state),
                                PADDOCK_STORE_FACT_IMPORT_ANSWER, answer, NULL, on_answer_stored,
                                g_object_ref (task));
}

static void
log_import (PaddockImport *self,
            GPtrArray     *results)
{
  g_autofree char *shown = paddock_text_escape (self->directory, -1);
  g_autofree char *detail = NULL;
  guint n_added = 0;

  for (guint i = 0; i < results->len; i++)
    n_added += ((PaddockAddResult *) g_ptr_array_index (results, i))->added ? 1 : 0;
  detail = g_strdup_printf ("%u/%u", n_added, results->len);
  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = PADDOCK_EVENT_IMPORTED,
    .root = shown,
    .detail = detail,
  });
}

static void
on_added (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  PaddockImport *self = g_task_get_source_object (task);
  GError *error = NULL;
  GPtrArray *results = paddock_adding_finish (result, &error);

  if (results == NULL) {
    self->is_answering = FALSE;
    g_task_return_error (task, error);
    return;
  }
  log_import (self, results);
  g_task_set_task_data (task, results, (GDestroyNotify) g_ptr_array_unref);
  store_answer (task);
}

/**
 * paddock_import_answer_async:
 * @self: an import
 * @accept: whether to import the roots; otherwise the offer goes away
 * @callback: called when everything is on disk
 * @user_data: for @callback
 *
 * Carries out the user's answer to the offer. Call this only for an answer that comes from the
 * window.
 */
void
paddock_import_answer_async (PaddockImport       *self,
                             gboolean             accept,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, paddock_import_answer_async);
  if (self->offer == NULL || (accept && self->offer->state != PADDOCK_IMPORT_FOUND)) {
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_NOT_FOUND,
                             "There is nothing to import");
    return;
  }
  if (self->is_answering) {
    g_task_return_new_error (task, PADDOCK_ERROR, PADDOCK_ERROR_BUSY,
                             "The offer is being answered already");
    return;
  }

  self->is_answering = TRUE;
  if (accept) {
    paddock_adding_copies_async (self->state, self->roots, on_added, g_object_ref (task));
  } else {
    g_task_set_task_data (task, make_no_results (), (GDestroyNotify) g_ptr_array_unref);
    store_answer (task);
  }
}

/**
 * paddock_import_answer_finish:
 * @self: an import
 * @result: from paddock_import_answer_async()
 * @error: return location
 *
 * Returns: (transfer full) (element-type PaddockAddResult): what happened to each path; empty if
 *   the user declined
 */
GPtrArray *
paddock_import_answer_finish (PaddockImport  *self,
                              GAsyncResult   *result,
                              GError        **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
