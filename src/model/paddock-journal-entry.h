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
  PADDOCK_EVENT_ROOT_CHANGED,       /* a root's name, access, end or the like was changed */
  PADDOCK_EVENT_ROOT_WITHDRAWN,     /* a root is not shown to servers any more, because it is
                                     * missing, unreadable, replaced or expired */
  PADDOCK_EVENT_ROOT_RETURNED,
  PADDOCK_EVENT_ROOT_REFUSED,
  PADDOCK_EVENT_SERVER_CONNECTED,
  PADDOCK_EVENT_SERVER_DISCONNECTED,
  PADDOCK_EVENT_SERVER_REFUSED,     /* a server was not accepted, or exceeded a limit */
  PADDOCK_EVENT_ROOTS_LISTED,       /* a server got its list of roots */
  PADDOCK_EVENT_CHANGE_TOLD,        /* a server got a `list_changed` */
  PADDOCK_EVENT_CONSENT_ASKED,
  PADDOCK_EVENT_CONSENT_PUT_OFF,
  PADDOCK_EVENT_GRANTED,
  PADDOCK_EVENT_REVOKED,
  PADDOCK_EVENT_BLOCKED,
  PADDOCK_EVENT_UNBLOCKED,
  PADDOCK_EVENT_FORGOTTEN,
  PADDOCK_EVENT_WIDENING_ASKED,     /* a program other than the window wanted more access */
  PADDOCK_EVENT_WIDENING_REFUSED,
  PADDOCK_EVENT_DEPRECATED,
  PADDOCK_EVENT_ASKING_OFF,         /* the user switched off questions about widening */
  PADDOCK_EVENT_ASKING_ON,
  PADDOCK_EVENT_RENEWAL_OFFERED,    /* the user was asked whether to renew expired access */
  PADDOCK_EVENT_PAUSED,             /* sharing was paused, so that no server sees anything */
  PADDOCK_EVENT_RESUMED,
  PADDOCK_EVENT_IMPORTED,           /* roots of another installation were added; the entry's root
                                     * is the path of that installation's data */
  PADDOCK_EVENT_RESTARTED,          /* `paddock run` restarted a server for its folders */
  PADDOCK_EVENT_RESTART_FAILED,     /* `paddock run` could not restart a server and stopped it */
  PADDOCK_EVENT_TOLD_ONLY,          /* a server was not restarted after a revocation, and may still
                                     * use the roots that it read before */
  PADDOCK_EVENT_LINE_DROPPED,       /* `paddock run` did not pass on a line from the server */
  PADDOCK_EVENT_WITHOUT_SERVICE,    /* `paddock run` reports that it found no service when it looked
                                     * for one */
  PADDOCK_EVENT_CONFINED,           /* `paddock run` proved that it confines its server */
  PADDOCK_EVENT_START_REFUSED,      /* `paddock run` started no server, because it could not
                                     * confine it */
  PADDOCK_EVENT_HOST_ROOTS_ON,      /* from now on a server also gets the host's own roots */
  PADDOCK_EVENT_HOST_ROOTS_OFF,
  PADDOCK_EVENT_KEEPING_ON,         /* from now on a server keeps its roots while no service runs */
  PADDOCK_EVENT_KEEPING_OFF,
  PADDOCK_EVENT_READING_ON,         /* from now on Paddock may read files for a server */
  PADDOCK_EVENT_READING_OFF,
  PADDOCK_EVENT_CROSSING_ON,        /* from now on Paddock also reads file systems mounted inside a
                                     * root */
  PADDOCK_EVENT_CROSSING_OFF,
  PADDOCK_EVENT_FILE_READ,          /* a file was opened for a server or host; the entry's detail
                                     * names the file */
  PADDOCK_EVENT_FILE_CHECKED,       /* a program only asked whether it could read or write a file */
  PADDOCK_EVENT_FILE_REFUSED,       /* a file was not opened; the entry's detail is the path or URI
                                     * that was asked for */
  PADDOCK_EVENT_FILE_ASKED,         /* the user was asked about a sensitive file; the entry's detail
                                     * names the file */
  PADDOCK_EVENT_FILE_ANSWERED,      /* the user answered the question about a sensitive file; the
                                     * entry's reason says what the answer was */
  PADDOCK_EVENT_RETENTION_CHANGED,  /* the user changed how long entries are kept; the entry's
                                     * detail says how long */
  PADDOCK_EVENT_JOURNAL_CLEARED,    /* all earlier entries were deleted */
  PADDOCK_EVENT_CLEARING_ASKED,     /* a program other than the window wanted to clear the
                                     * journal */
  PADDOCK_EVENT_NEVER_TAKEN_BACK,   /* an answer "Never" was withdrawn; the entry's detail names the
                                     * file */
  PADDOCK_EVENT_SERVER_RENAMED,     /* a server's name was changed or removed; the entry has the
                                     * server's new label */
  PADDOCK_EVENT_APP_CONNECTED,      /* an app starts a server through Paddock from now on; the
                                     * entry's server is "APP/SERVER", its root is the app's file */
  PADDOCK_EVENT_APP_RESTORED,       /* an app starts a server without Paddock again; the entry is
                                     * like that of APP_CONNECTED */
  PADDOCK_EVENT_OTHER,              /* an event that only a newer Paddock knows */
} PaddockEvent;

/* Who causes an event. Each of these groups has its own space in the journal, so no group can push
 * out the entries of another group. */
typedef enum {
  PADDOCK_ENTRY_CAUSE_USER,         /* the user caused the event; also for events without another
                                     * cause */
  PADDOCK_ENTRY_CAUSE_CONNECTION,   /* a server that connects caused the event */
  PADDOCK_ENTRY_CAUSE_READER,       /* a program for which Paddock reads files caused the event */
  PADDOCK_ENTRY_CAUSE_NOTER,        /* a program that makes notes about apps caused the event */
} PaddockEntryCause;

#define PADDOCK_N_ENTRY_CAUSES (PADDOCK_ENTRY_CAUSE_NOTER + 1)

#define PADDOCK_TYPE_JOURNAL_ENTRY (paddock_journal_entry_get_type ())

/* One journal entry. Immutable; copied from a template like PaddockRoot. */
typedef struct {
  gint64        number;             /* 0: not stored yet */
  gint64        time;               /* µs since the epoch: when the event first happened */
  gint64        last;               /* µs since the epoch: when the event last happened */
  guint         count;              /* how often the event happened, at least 1 */
  PaddockEvent  event;
  PaddockReason reason;
  const char   *server_id;          /* (nullable) */
  const char   *server;             /* (nullable) the server's label when the event happened; NULL:
                                     * none */
  const char   *root_id;            /* (nullable) */
  const char   *root;               /* (nullable) the root's path when the event happened, escaped;
                                     * NULL: none */
  const char   *detail;             /* (nullable) more about the event: a caller, a version, a limit
                                     * or a file; NULL: nothing more */
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
