/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "fake-control.h"
#include "paddock-cli.h"

G_BEGIN_DECLS

/* The command line in this process, against a fake service on a private bus. */
typedef struct {
  GTestDBus   *bus;
  FakeControl *fake;
  PaddockExit (*run)(PaddockCli         *cli,
                     const char * const *argv);  /* (nullable) runs instead of the commands */
  char        *out;                   /* (owned) (nullable) what the last command printed */
  char        *err;                   /* (owned) (nullable) */
} CliFixture;

void        cli_fixture_set_up    (CliFixture    *fixture,
                                   gconstpointer  data);
void        cli_fixture_tear_down (CliFixture    *fixture,
                                   gconstpointer  data);

PaddockExit cli_run               (CliFixture    *fixture,
                                   const char    *command_line);
void        cli_assert            (CliFixture    *fixture,
                                   const char    *command_line,
                                   PaddockExit    status,
                                   const char    *out,
                                   const char    *err);

#define CLI_TEST(path, function) \
  g_test_add (path, CliFixture, NULL, cli_fixture_set_up, function, cli_fixture_tear_down)

G_END_DECLS
