/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-journal-entry.h"

G_BEGIN_DECLS

/* Kinds of events. An event may be of several kinds. */
typedef enum {
  PADDOCK_ENTRY_KIND_ASKED    = 1 << 0,   /* the user was asked, or answered */
  PADDOCK_ENTRY_KIND_SHARED   = 1 << 1,   /* a server may see or do more */
  PADDOCK_ENTRY_KIND_REVOKED  = 1 << 2,   /* a server may see or do less */
  PADDOCK_ENTRY_KIND_REFUSED  = 1 << 3,   /* a folder, a server, more access or the reading of a
                                           * file was refused */
  PADDOCK_ENTRY_KIND_FILES    = 1 << 4,   /* files that servers or hosts wanted to read */
  PADDOCK_ENTRY_KIND_TOLD     = 1 << 5,   /* lists of roots that servers got, and changes that they
                                           * were told of */
  PADDOCK_ENTRY_KIND_FOLDERS  = 1 << 6,   /* folders that were added, removed or changed */
  PADDOCK_ENTRY_KIND_SERVERS  = 1 << 7,   /* servers that connected, left or were restarted */
  PADDOCK_ENTRY_KIND_PROBLEMS = 1 << 8,   /* problems that the user should know about */
  PADDOCK_ENTRY_KIND_PADDOCK  = 1 << 9,   /* the service itself, its settings, its journal */
} PaddockEntryKinds;

#define PADDOCK_N_ENTRY_KINDS 10

/* A filter for journal entries. An entry matches if it meets every condition that is set.
 * Immutable: paddock_entry_filter_new() copies a template, in which @text is as the user typed
 * it. */
typedef struct {
  const char        *server_id;     /* (nullable) an entry matches only if it is about this server;
                                     * NULL: about any server or none */
  const char        *root_id;       /* (nullable) an entry matches only if it is about this root;
                                     * NULL: about any root or none */
  PaddockEntryKinds  kinds;         /* an entry matches only if its event is of one of these kinds;
                                     * 0: of any kind */
  const char        *text;          /* (nullable) an entry matches only if this text is in a name,
                                     * the path or the detail (case is ignored), or if its event or
                                     * reason is in the next two members; NULL: any entry matches */
  guint64            text_events;   /* a bit (1 << PaddockEvent) for each event that the user sees
                                     * in words that contain @text */
  guint64            text_reasons;  /* a bit (1 << PaddockReason) for each reason that the user sees
                                     * in words that contain @text */
  gint64             since;         /* an entry matches only if its event last happened at this time
                                     * or later, in µs since the epoch; 0: at any time */
} PaddockEntryFilter;

/* The longest search text, in bytes. */
#define PADDOCK_ENTRY_FILTER_MAX_TEXT 256

PaddockEntryFilter *paddock_entry_filter_new      (const PaddockEntryFilter  *template);
PaddockEntryFilter *paddock_entry_filter_copy     (const PaddockEntryFilter  *filter);
void                paddock_entry_filter_free     (PaddockEntryFilter        *filter);
gboolean            paddock_entry_filter_is_empty (const PaddockEntryFilter  *filter);
gboolean            paddock_entry_filter_equal    (const PaddockEntryFilter  *a,
                                                   const PaddockEntryFilter  *b);
gboolean            paddock_entry_filter_matches  (const PaddockEntryFilter  *filter,
                                                   const PaddockJournalEntry *entry);
gboolean            paddock_entry_filter_has_text (const PaddockEntryFilter  *filter,
                                                   const char                *text);

PaddockEntryKinds paddock_entry_filter_get_kinds      (PaddockEvent       event);
const char       *paddock_entry_filter_kind_to_nick   (PaddockEntryKinds  kind);
gboolean          paddock_entry_filter_kind_from_nick (const char        *nick,
                                                       PaddockEntryKinds *out_kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockEntryFilter, paddock_entry_filter_free)

G_END_DECLS
