/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-reason.h"

G_BEGIN_DECLS

typedef enum {
  PADDOCK_EVENT_SERVICE_STARTED,
  PADDOCK_EVENT_SERVICE_STOPPED,
  PADDOCK_EVENT_ROOT_ADDED,
  PADDOCK_EVENT_ROOT_REMOVED,
  PADDOCK_EVENT_ROOT_CHANGED,       /* name, access, expiry */
  PADDOCK_EVENT_ROOT_WITHDRAWN,     /* by itself: missing, unreadable, replaced, expired */
  PADDOCK_EVENT_ROOT_RETURNED,
  PADDOCK_EVENT_ROOT_REFUSED,
  PADDOCK_EVENT_SERVER_CONNECTED,
  PADDOCK_EVENT_SERVER_DISCONNECTED,
  PADDOCK_EVENT_SERVER_REFUSED,     /* not let in, or thrown out */
  PADDOCK_EVENT_ROOTS_LISTED,
  PADDOCK_EVENT_CHANGE_TOLD,
  PADDOCK_EVENT_CONSENT_ASKED,
  PADDOCK_EVENT_CONSENT_PUT_OFF,
  PADDOCK_EVENT_GRANTED,
  PADDOCK_EVENT_REVOKED,
  PADDOCK_EVENT_BLOCKED,
  PADDOCK_EVENT_UNBLOCKED,
  PADDOCK_EVENT_FORGOTTEN,
  PADDOCK_EVENT_WIDENING_ASKED,     /* somebody other than the window wanted more */
  PADDOCK_EVENT_WIDENING_REFUSED,
  PADDOCK_EVENT_DEPRECATED,
  PADDOCK_EVENT_ASKING_OFF,         /* the user's setting: what widens is no longer asked about */
  PADDOCK_EVENT_ASKING_ON,
  PADDOCK_EVENT_RENEWAL_OFFERED,    /* the user is asked about what a server saw until now */
  PADDOCK_EVENT_PAUSED,             /* no server sees anything */
  PADDOCK_EVENT_RESUMED,
  PADDOCK_EVENT_IMPORTED,           /* folders of another installation; the path is its data's */
  PADDOCK_EVENT_RESTARTED,          /* a server, by its `paddock run`: it forgot what was revoked */
  PADDOCK_EVENT_RESTART_FAILED,     /* its session is over */
  PADDOCK_EVENT_TOLD_ONLY,          /* of a revocation: the server may work on with what it read */
  PADDOCK_EVENT_LINE_DROPPED,       /* of a server, by its `paddock run` */
  PADDOCK_EVENT_WITHOUT_SERVICE,    /* its `paddock run` found no service until now */
  PADDOCK_EVENT_HOST_ROOTS_ON,      /* a server is told of its host's own roots, too */
  PADDOCK_EVENT_HOST_ROOTS_OFF,
  PADDOCK_EVENT_KEEPING_ON,         /* a server keeps its roots while there is no service */
  PADDOCK_EVENT_KEEPING_OFF,
  PADDOCK_EVENT_READING_ON,         /* a server may have files read for it */
  PADDOCK_EVENT_READING_OFF,
  PADDOCK_EVENT_CROSSING_ON,        /* of a root: other file systems below it are read, too */
  PADDOCK_EVENT_CROSSING_OFF,
  PADDOCK_EVENT_FILE_READ,          /* opened on behalf; the root's, the detail names the file */
  PADDOCK_EVENT_FILE_CHECKED,       /* it was only asked whether it could be */
  PADDOCK_EVENT_FILE_REFUSED,       /* was not opened; the detail names what was asked for */
  PADDOCK_EVENT_FILE_ASKED,         /* the user, about a sensitive file; the detail names it */
  PADDOCK_EVENT_FILE_ANSWERED,      /* by the user; the reason is what */
  PADDOCK_EVENT_RETENTION_CHANGED,  /* the user's setting: how long rows are kept, the detail */
  PADDOCK_EVENT_JOURNAL_CLEARED,    /* all rows before this one are gone */
  PADDOCK_EVENT_CLEARING_ASKED,     /* somebody other than the window wanted that */
  PADDOCK_EVENT_NEVER_TAKEN_BACK,   /* the user is asked about a file again; the detail names it */
  PADDOCK_EVENT_SERVER_RENAMED,     /* by the user: its label is the new name */
  PADDOCK_EVENT_OTHER,              /* something that only a newer Paddock knows */
} PaddockEvent;

/* Who causes rows of an event. Each has room of its own in the journal: none pushes out what
 * another did. */
typedef enum {
  PADDOCK_ENTRY_CAUSE_USER,         /* what was decided, and all else that is not below */
  PADDOCK_ENTRY_CAUSE_CONNECTION,   /* whoever connects */
  PADDOCK_ENTRY_CAUSE_READER,       /* whoever has files read */
} PaddockEntryCause;

#define PADDOCK_N_ENTRY_CAUSES (PADDOCK_ENTRY_CAUSE_READER + 1)

#define PADDOCK_TYPE_JOURNAL_ENTRY (paddock_journal_entry_get_type ())

/* One row of the journal. Immutable; copied from a template like PaddockRoot. */
typedef struct {
  gint64        number;             /* 0: not stored yet */
  gint64        time;               /* µs since the epoch: the first of its repeats */
  gint64        last;               /* µs since the epoch: the last of its repeats */
  guint         count;              /* at least 1 */
  PaddockEvent  event;
  PaddockReason reason;
  const char   *server_id;          /* (nullable) */
  const char   *server;             /* (nullable) its label then */
  const char   *root_id;            /* (nullable) */
  const char   *root;               /* (nullable) its path then, escaped for display */
  const char   *detail;             /* (nullable) who called, which version, which limit */
} PaddockJournalEntry;

GType                paddock_journal_entry_get_type (void) G_GNUC_CONST;
PaddockJournalEntry *paddock_journal_entry_new      (const PaddockJournalEntry *template);
PaddockJournalEntry *paddock_journal_entry_ref      (PaddockJournalEntry       *entry);
void                 paddock_journal_entry_unref    (PaddockJournalEntry       *entry);
gboolean             paddock_journal_entry_repeats  (const PaddockJournalEntry *entry,
                                                     const PaddockJournalEntry *earlier);

PaddockEntryCause paddock_journal_entry_event_get_cause (PaddockEvent  event);
const char       *paddock_journal_entry_event_to_nick   (PaddockEvent  event);
gboolean          paddock_journal_entry_event_from_nick (const char   *nick,
                                                         PaddockEvent *out_event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockJournalEntry, paddock_journal_entry_unref)

G_END_DECLS
