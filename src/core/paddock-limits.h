/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

/* Every limit on what a peer may use. Each comment says what the limit counts. docs/security.md
 * lists the limits. */
#define PADDOCK_LIMIT_SESSIONS             4096   /* open connections in total */
#define PADDOCK_LIMIT_SESSIONS_SILENT      1024   /* connections that have not said who they are */
#define PADDOCK_LIMIT_SESSIONS_PLAIN       1024   /* connections of servers without a decision, and
                                                   * without a key that Paddock made */
#define PADDOCK_LIMIT_SESSIONS_PER_PID       64
#define PADDOCK_LIMIT_PROOFS               1024   /* processes for which Paddock remembers that
                                                   * their program was proven */
#define PADDOCK_LIMIT_SESSIONS_UNIDENTIFIED 256   /* connections of all peers whose pid is
                                                   * unknown */
#define PADDOCK_LIMIT_SESSIONS_PER_LAUNCH    64   /* connections of peers that one launch started */
#define PADDOCK_LIMIT_BAD_LINES             100   /* lines in one session that are no valid message,
                                                   * before the session ends */
#define PADDOCK_LIMIT_NAME_BYTES            256   /* bytes of the name that a peer claims for
                                                   * itself */
/* Of each limit for new servers, their questions and their rows, half is reserved for servers with
 * a decision, or with a key that Paddock made. */
#define PADDOCK_LIMIT_NEW_SERVERS           512   /* servers without a decision, of one program,
                                                   * that are connected at a time */
#define PADDOCK_LIMIT_NEW_PER_PROCESS        64   /* servers that Paddock did not know before, of
                                                   * one process, in ten minutes */
#define PADDOCK_LIMIT_ROWS_PER_PROCESS       64   /* rows of the journal about one process, in ten
                                                   * minutes */
#define PADDOCK_LIMIT_ROWS_PER_PROGRAM      256   /* rows about one program's servers without a
                                                   * decision, in ten minutes */
#define PADDOCK_LIMIT_ROWS_PER_SERVER       128   /* rows about one server with a decision, in ten
                                                   * minutes */
#define PADDOCK_LIMIT_ACCOUNTS             1024   /* processes whose rows are counted at a time; as
                                                   * many programs; and as many servers */
#define PADDOCK_LIMIT_PENDING_REQUESTS      256   /* questions of servers that wait for the user */
#define PADDOCK_LIMIT_PENDING_PER_PROGRAM    64   /* waiting questions of servers of one program */
#define PADDOCK_LIMIT_PENDING_PER_PROCESS    16   /* waiting questions of servers of one process */
#define PADDOCK_LIMIT_PENDING_COMMANDS       64   /* waiting questions about commands of callers on
                                                   * the bus */
#define PADDOCK_LIMIT_COMMANDS_PER_CALLER     8   /* waiting questions about commands of one
                                                   * caller */
#define PADDOCK_LIMIT_ROOTS_PER_QUESTION     32   /* roots that a caller wants to add with one
                                                   * question */
#define PADDOCK_LIMIT_PENDING_FILES          64   /* waiting questions about sensitive files */
#define PADDOCK_LIMIT_FILES_PER_CALLER        8   /* waiting questions about files for one session
                                                   * of a server, or one caller */
#define PADDOCK_LIMIT_FILE_WAITERS           64   /* calls that wait for the user's answer about a
                                                   * file */
#define PADDOCK_FILE_QUESTION_SECONDS        50   /* how long a call waits for the user's answer
                                                   * about a sensitive file, in seconds */
#define PADDOCK_LIMIT_FILES_PUT_OFF           3   /* answers "Not now" about files in a row, before
                                                   * Paddock stops asking */
#define PADDOCK_FILE_PAUSE_MINUTES           10   /* how long Paddock asks nothing about files after
                                                   * these answers "Not now", in minutes */
#define PADDOCK_LIMIT_SUGGESTIONS           100   /* roots that a host suggests */
#define PADDOCK_LIMIT_HELD                   16   /* revoked folders that a server may still use, as
                                                   * its `paddock run` reports, in a session */
#define PADDOCK_LIMIT_HELD_BYTES           2048   /* bytes of the paths of the revoked folders that
                                                   * a server may still use, in a session */
#define PADDOCK_LIMIT_HELD_SHOWN             64   /* revoked folders that a server may still use,
                                                   * shown for all its sessions together */
#define PADDOCK_LIMIT_CLAIMS_IN_ALL (8 * 1024 * 1024) /* bytes of the roots that hosts suggest, in
                                                       * all sessions together */
#define PADDOCK_LIMIT_SUGGESTIONS_BYTES (64 * 1024) /* bytes of the URIs that one host suggests */
#define PADDOCK_LIMIT_URI_BYTES            4096   /* bytes of one URI that a host suggests */
#define PADDOCK_LIMIT_READS_PER_MINUTE      120   /* reads by one caller in a minute; checks and
                                                   * refusals count too */
#define PADDOCK_LIMIT_READS_IN_ALL         2400   /* reads by all callers in a minute */
#define PADDOCK_LIMIT_READERS              4096   /* callers whose reads are counted at a time */
#define PADDOCK_LIMIT_READS_PER_MOUNT         2   /* reads by one caller that are under way on one
                                                   * mount */
#define PADDOCK_LIMIT_READS_OF_MOUNT         32   /* reads by all callers that are under way on one
                                                   * mount */
#define PADDOCK_LIMIT_READS_UNDER_WAY       256   /* reads by all callers that are under way on all
                                                   * mounts together */
#define PADDOCK_LIMIT_READS_WAITING          16   /* reads by one caller that wait until another
                                                   * read ends */
#define PADDOCK_LIMIT_READS_WAITING_IN_ALL  256   /* reads by all callers that wait until another
                                                   * read ends */
#define PADDOCK_READ_TURN_MS               1000   /* how long a read waits for a slot while no other
                                                   * read on its mount ends, in ms */
#define PADDOCK_LIMIT_READS_PER_SESSION       8   /* reads of one session, including those about
                                                   * which the user is asked */
#define PADDOCK_LIMIT_READ_ID_BYTES        1024   /* bytes of the id of a request to read a file,
                                                   * and of the id of its task */
#define PADDOCK_LIMIT_READ_ROOTS              8   /* roots around one path that Paddock tries */
#define PADDOCK_LIMIT_FILES_NAMED            10   /* files that the journal names in a minute, for
                                                   * each server; and for all callers on the bus
                                                   * together */
#define PADDOCK_LIMIT_REFUSALS_PER_MINUTE    20   /* refusals to one server or program in a minute,
                                                   * before the user is told */
#define PADDOCK_LIMIT_REFUSED_SERVERS        64   /* servers and programs in the list of those that
                                                   * were refused too often */
#define PADDOCK_READ_TIMEOUT_SECONDS          5   /* how long a file system may take to answer a
                                                   * read, in seconds */
#define PADDOCK_INITIALIZE_TIMEOUT_SECONDS   30
