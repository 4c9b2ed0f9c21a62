/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>
#include <stdio.h>

#include "paddock-target.h"

G_BEGIN_DECLS

/* The exit statuses of `paddock` (docs/cli.md). */
typedef enum {
  PADDOCK_EXIT_OK = 0,
  PADDOCK_EXIT_REFUSED = 1,         /* the command failed or was refused; the reason is on stderr */
  PADDOCK_EXIT_USAGE = 2,
  PADDOCK_EXIT_PENDING = 3,         /* the user was asked, but has not answered yet */
} PaddockExit;

/* The state of one run of `paddock`. */
typedef struct {
  FILE            *out;
  FILE            *err;
  GDBusConnection *connection;      /* (owned) (nullable) the session bus; NULL before its first
                                     * use */
  GDBusProxy      *service;         /* (owned) (nullable) the service's control interface; NULL
                                     * before its first use */
  PaddockReach     reach;           /* (nullable) connects to servers at an address; NULL: this
                                     * program can't, and executes `paddock-remote` for that */
} PaddockCli;

typedef struct _PaddockVerb PaddockVerb;

/* One command of `paddock`. @run runs it: @argv has the command's name and arguments, and @run may
 * change it. */
struct _PaddockVerb
{
  const char   *name;
  const char   *synopsis;           /* the command's arguments, for "Usage:" */
  const char   *summary;            /* one line, for the list of commands */
  const char   *description;        /* (nullable) more text for the command's help; NULL: none */
  PaddockExit (*run)                (PaddockCli        *cli,
                                     const PaddockVerb *verb,
                                     GStrv             *argv);
  const char   *method;             /* (nullable) the method of the service that the command calls,
                                     * if @run is paddock_cmd_call() */
};

void        paddock_cli_init      (void);
void        paddock_cli_clear     (PaddockCli         *cli);

void        paddock_cli_print     (PaddockCli         *cli,
                                   const char         *format,
                                   ...) G_GNUC_PRINTF (2, 3);
void        paddock_cli_print_raw (PaddockCli         *cli,
                                   const char         *text);
void        paddock_cli_complain  (PaddockCli         *cli,
                                   const char         *format,
                                   ...) G_GNUC_PRINTF (2, 3);
PaddockExit paddock_cli_refuse    (PaddockCli         *cli,
                                   const GError       *error);
PaddockExit paddock_cli_misuse    (PaddockCli         *cli,
                                   const PaddockVerb  *verb,
                                   const char         *format,
                                   ...) G_GNUC_PRINTF (3, 4);

gboolean    paddock_cli_parse     (PaddockCli         *cli,
                                   const PaddockVerb  *verb,
                                   const GOptionEntry *entries,
                                   GStrv              *argv,
                                   PaddockExit        *out_exit);
gboolean    paddock_cli_is_utf8   (const char         *text);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PaddockCli, paddock_cli_clear)

G_END_DECLS
