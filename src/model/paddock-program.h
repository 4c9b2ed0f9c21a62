/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a program is the server itself, or runs the server from a script or package. The name of
 * an interpreter or package runner says nothing about the server. */
typedef enum {
  PADDOCK_PROGRAM_PLAIN,            /* the program is the server itself */
  PADDOCK_PROGRAM_INTERPRETER,      /* node, python3, …: the script is the server */
  PADDOCK_PROGRAM_RUNNER,           /* npx, uvx, …: the package is the server */
} PaddockProgramKind;

typedef enum {
  PADDOCK_SUBJECT_PROGRAM,
  PADDOCK_SUBJECT_SCRIPT,
  PADDOCK_SUBJECT_MODULE,           /* `python -m` */
  PADDOCK_SUBJECT_ARCHIVE,          /* `java -jar` */
  PADDOCK_SUBJECT_PACKAGE,
  PADDOCK_SUBJECT_CODE,             /* code in the command line itself */
} PaddockSubjectKind;

/* What a command line really runs. */
typedef struct {
  PaddockSubjectKind  kind;
  const char         *language;     /* (nullable) the language, such as "Python"; for a PACKAGE the
                                     * name of the registry, such as "npm"; NULL: not known */
  const char         *name;         /* the word of the command line that names what runs; borrowed
                                     * from the command line */
} PaddockSubject;

PaddockProgramKind  paddock_program_get_kind       (const char         *program);
gboolean            paddock_program_loads_relative (const char * const *argv);
const char * const *paddock_program_skip           (const char          *executable,
                                                    const char * const  *argv,
                                                    const char         **out_program);
PaddockSubject      paddock_program_find_subject   (const char         *program,
                                                    const char * const *arguments);
char               *paddock_program_dup_subject    (const char         *program,
                                                    const char * const *arguments);
char               *paddock_program_dup_app        (const char         *program);
gboolean            paddock_program_is_shell       (const char         *program);

G_END_DECLS
