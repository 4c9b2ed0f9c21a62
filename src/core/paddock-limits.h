/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

/* Every limit on what a peer may use, by name. docs/security.md lists them. */
#define PADDOCK_LIMIT_SESSIONS             4096   /* connections in total */
#define PADDOCK_LIMIT_SESSIONS_SILENT      1024   /* … that have not said who they are */
#define PADDOCK_LIMIT_SESSIONS_PLAIN       1024   /* … of servers without a decision, and without a
                                                   * key that Paddock made */
#define PADDOCK_LIMIT_SESSIONS_PER_PID       64
#define PADDOCK_LIMIT_PROOFS               1024   /* processes whose proof Paddock remembers */
#define PADDOCK_LIMIT_SESSIONS_UNIDENTIFIED 256   /* of all peers whose pid is unknown */
#define PADDOCK_LIMIT_SESSIONS_PER_LAUNCH    64   /* … of peers that one launch started */
#define PADDOCK_LIMIT_BAD_LINES             100   /* lines of one session that are no message */
#define PADDOCK_LIMIT_NAME_BYTES            256   /* of a peer's own name */
/* Half of each of these is for servers with a decision, or with a key that Paddock made. */
#define PADDOCK_LIMIT_NEW_SERVERS           512   /* connected at a time, without a decision, of one
                                                   * program */
#define PADDOCK_LIMIT_NEW_PER_PROCESS        64   /* … that were unknown, of one process in ten
                                                   * minutes */
#define PADDOCK_LIMIT_ROWS_PER_PROCESS       64   /* rows of the journal, in ten minutes */
#define PADDOCK_LIMIT_ROWS_PER_PROGRAM      256   /* … of one program's servers without a
                                                   * decision */
#define PADDOCK_LIMIT_ROWS_PER_SERVER       128   /* … of one server with a decision */
#define PADDOCK_LIMIT_ACCOUNTS             1024   /* … of processes that are counted; as many of
                                                   * programs, and of servers */
#define PADDOCK_LIMIT_PENDING_REQUESTS      256   /* questions of servers that wait for the user */
#define PADDOCK_LIMIT_PENDING_PER_PROGRAM    64   /* … and of one program */
#define PADDOCK_LIMIT_PENDING_PER_PROCESS    16   /* … and of one process */
#define PADDOCK_LIMIT_PENDING_COMMANDS       64   /* … and commands of callers on the bus */
#define PADDOCK_LIMIT_COMMANDS_PER_CALLER     8   /* … and of one caller */
#define PADDOCK_LIMIT_ROOTS_PER_QUESTION     32   /* that a caller wants to add */
#define PADDOCK_LIMIT_PENDING_FILES          64   /* … and sensitive files that somebody wants */
#define PADDOCK_LIMIT_FILES_PER_CALLER        8   /* … and of one server or caller */
#define PADDOCK_LIMIT_FILE_WAITERS           64   /* calls that wait for such an answer */
#define PADDOCK_FILE_QUESTION_SECONDS        50   /* … and for how long */
#define PADDOCK_LIMIT_FILES_PUT_OFF           3   /* "Not now" in a row, before Paddock stops
                                                   * asking */
#define PADDOCK_FILE_PAUSE_MINUTES           10   /* … and for how long */
#define PADDOCK_LIMIT_SUGGESTIONS           100   /* roots that a host suggests */
#define PADDOCK_LIMIT_HELD                   16   /* folders that a server says it still holds */
#define PADDOCK_LIMIT_HELD_BYTES           2048   /* … the bytes of their paths, in a session */
#define PADDOCK_LIMIT_HELD_SHOWN             64   /* … of all sessions of a server */
#define PADDOCK_LIMIT_CLAIMS_IN_ALL (8 * 1024 * 1024) /* the suggestions of hosts, of all
                                                       * sessions */
#define PADDOCK_LIMIT_SUGGESTIONS_BYTES (64 * 1024) /* … of all their URIs */
#define PADDOCK_LIMIT_URI_BYTES            4096   /* … and of one URI */
#define PADDOCK_LIMIT_READS_PER_MINUTE      120   /* of one caller, checks and refusals included */
#define PADDOCK_LIMIT_READS_IN_ALL         2400   /* … and of all callers */
#define PADDOCK_LIMIT_READERS              4096   /* callers that are counted for it */
#define PADDOCK_LIMIT_READS_PER_MOUNT         2   /* of one caller, under way on one mount */
#define PADDOCK_LIMIT_READS_OF_MOUNT         32   /* … of all callers */
#define PADDOCK_LIMIT_READS_UNDER_WAY       256   /* … of all callers, for all mounts */
#define PADDOCK_LIMIT_READS_WAITING          16   /* of one caller, until one of these ends */
#define PADDOCK_LIMIT_READS_WAITING_IN_ALL  256   /* … and of all callers */
#define PADDOCK_READ_TURN_MS               1000   /* … while nothing comes back from the mount */
#define PADDOCK_LIMIT_READS_PER_SESSION       8   /* … of one session, including those about which
                                                   * the user is asked */
#define PADDOCK_LIMIT_READ_ID_BYTES        1024   /* of the id of such a request, and of its task */
#define PADDOCK_LIMIT_READ_ROOTS              8   /* roots around one path that are tried */
#define PADDOCK_LIMIT_FILES_NAMED            10   /* of one server in a minute, in the journal; and
                                                   * of all callers on the bus */
#define PADDOCK_LIMIT_REFUSALS_PER_MINUTE    20   /* of one reader, before the user is told */
#define PADDOCK_LIMIT_REFUSED_SERVERS        64   /* of which the user is told at a time */
#define PADDOCK_READ_TIMEOUT_SECONDS          5   /* for a file system to answer */
#define PADDOCK_INITIALIZE_TIMEOUT_SECONDS   30
