/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#define G_LOG_DOMAIN "paddock-service"

#include "paddock-reading-log.h"

#include "paddock-limits.h"
#include "paddock-rate.h"
#include "paddock-text.h"

/* Writes to the journal which files Paddock read, or refused to read, for servers and hosts. Checks
 * are written down, too: to know that a file could be read is also information.
 *
 * The reader owns the log. A row has the canonical name of the file if the file was allowed.
 * Otherwise the row has the name that the caller gave. But in each minute only a limited number of
 * rows has a name: there is one limit for each server, and one for all callers on the bus together.
 * All other files are counted in one row without a name: a server that walks through a tree must
 * not push everything else out of the journal. If a caller on the bus asks in the name of a server,
 * the row names both, because the server may not know. A text that does not name a file is never
 * written down: it may be anything, even a password in a web address.
 */
struct _PaddockReadingLog
{
  PaddockState    *state;           /* (owned) */
  PaddockRefusals *refusals;        /* (owned) (nullable) */
  PaddockRate     *named;           /* (owned) counts the journal's rows that name a file: for each
                                     * server, and for all callers on the bus together. Files that
                                     * were read and files that were refused have separate counts */
};

/* The longest name of a file in a row of the journal, in bytes. */
#define NAME_MAX_BYTES 512

/**
 * paddock_reading_log_new:
 * @state: has the journal, to which the log adds its rows
 *
 * Returns: (transfer full): a log
 */
PaddockReadingLog *
paddock_reading_log_new (PaddockState *state)
{
  PaddockReadingLog *self = g_new0 (PaddockReadingLog, 1);

  self->state = g_object_ref (state);
  self->named = paddock_rate_new (PADDOCK_LIMIT_FILES_NAMED, PADDOCK_LIMIT_READERS);
  return self;
}

/**
 * paddock_reading_log_free:
 * @self: (transfer full): a log
 */
void
paddock_reading_log_free (PaddockReadingLog *self)
{
  paddock_rate_free (self->named);
  g_object_unref (self->state);
  g_clear_object (&self->refusals);
  g_free (self);
}

/**
 * paddock_reading_log_set_refusals:
 * @self: a log
 * @refusals: (nullable): learns of each verdict that the log gets
 */
void
paddock_reading_log_set_refusals (PaddockReadingLog *self,
                                  PaddockRefusals   *refusals)
{
  g_set_object (&self->refusals, refusals);
}

/* Returns the name under which paddock-refusals.c counts refusals to the caller. Returns NULL if
 * refusals of this request are not counted. Checks on the bus are not counted: they give away no
 * contents, and `paddock check` of a whole tree must not raise an alarm. */
static char *
dup_refused_name (const PaddockReadingRequest *request)
{
  gboolean is_check = request->purpose == PADDOCK_READING_CHECK ||
                      request->purpose == PADDOCK_READING_WRITE_CHECK;

  if (request->in_session)
    return g_strdup (request->server_id);
  return request->label != NULL && !is_check ? g_strconcat (":", request->label, NULL) : NULL;
}

static PaddockEvent
event_of (const PaddockReadingRequest *request,
          PaddockReadVerdict           verdict)
{
  if (verdict != PADDOCK_READ_ALLOWED)
    return PADDOCK_EVENT_FILE_REFUSED;

  switch (request->purpose) {
    case PADDOCK_READING_CHECK:
    case PADDOCK_READING_WRITE_CHECK:
      return PADDOCK_EVENT_FILE_CHECKED;
    case PADDOCK_READING_COPY:
    case PADDOCK_READING_BYTES:
    default:
      return PADDOCK_EVENT_FILE_READ;
  }
}

/* Returns the reason that has the same name as @verdict. */
static PaddockReason
reason_of (PaddockReadVerdict verdict)
{
  return verdict == PADDOCK_READ_ALLOWED
           ? PADDOCK_REASON_NONE
           : paddock_reason_from_nick (paddock_read_verdict_to_nick (verdict));
}

static char *
name_file (PaddockReadingLog           *self,
           const PaddockReadingRequest *request,
           PaddockReadVerdict           verdict,
           const char                  *path)
{
  const char *who = request->in_session && request->server_id != NULL ? request->server_id : "";
  g_autofree char *key = g_strconcat (verdict == PADDOCK_READ_ALLOWED ? "+" : "-", who, NULL);
  g_autofree char *escaped = NULL;

  /* If a caller asks too often, every file is refused, so the row need not name the file. */
  if (verdict == PADDOCK_READ_MALFORMED || verdict == PADDOCK_READ_RATE_LIMITED ||
      !paddock_rate_count (self->named, key, g_get_monotonic_time ()))
    return NULL;

  escaped = path != NULL ? paddock_text_escape (path, -1)
                         : paddock_text_escape (request->reference, (gssize) request->length);
  return paddock_text_clip (escaped, NAME_MAX_BYTES);
}

/**
 * paddock_reading_log_add:
 * @self: a log
 * @request: who asked for what
 * @root: (nullable): the root in which Paddock looked for the file
 * @verdict: the result
 * @path: (nullable): the canonical name of the file, if it was allowed
 *
 * Writes a verdict of the reader to the journal.
 */
void
paddock_reading_log_add (PaddockReadingLog           *self,
                         const PaddockReadingRequest *request,
                         const PaddockRoot           *root,
                         PaddockReadVerdict           verdict,
                         const char                  *path)
{
  const PaddockServer *server = NULL;
  g_autofree char *server_label = NULL;
  g_autofree char *label = NULL;
  g_autofree char *shown_root = root != NULL ? paddock_text_escape (root->path, -1) : NULL;
  g_autofree char *name = name_file (self, request, verdict, path);
  g_autofree char *refused = dup_refused_name (request);

  if (self->refusals != NULL && refused != NULL)
    paddock_refusals_note (self->refusals, refused, verdict, g_get_monotonic_time ());
  if (request->server_id != NULL)
    server = paddock_snapshot_get_server (paddock_state_get_snapshot (self->state),
                                          request->server_id);
  if (server != NULL)
    server_label = paddock_server_dup_label (server);
  label = paddock_text_name_asker (server_label, request->in_session ? NULL : request->label);
  paddock_state_log (self->state, &(PaddockJournalEntry) {
    .event = event_of (request, verdict),
    .reason = reason_of (verdict),
    .server_id = request->server_id,
    .server = label,
    .root_id = root != NULL ? root->id : NULL,
    .root = shown_root,
    .detail = name,
  });
}
