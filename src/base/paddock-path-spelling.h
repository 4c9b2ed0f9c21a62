/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mount-table.h"
#include "paddock-path-crossing.h"
#include "paddock-path-object.h"

G_BEGIN_DECLS

/* Entries of one directory that are looked at, for the name of a file in it. */
#define PADDOCK_PATH_SPELLING_ENTRIES (256 * 1024)
/* Names of a file in one directory that are known; where it has more, none counts. */
#define PADDOCK_PATH_SPELLING_NAMES   64

/* Zero is the answer that trusts nothing. */
typedef enum {
  PADDOCK_SPELLING_UNKNOWN,       /* nobody can say what the file is called */
  PADDOCK_SPELLING_SAME,          /* its names are as they were given */
  PADDOCK_SPELLING_OTHER,         /* it has others */
  PADDOCK_SPELLING_CHANGED,       /* the names lead elsewhere by now, or cannot be looked at now */
} PaddockSpelling;

/* A way along names that are neither links nor dots. */
typedef struct {
  const PaddockPathObject *root;
  int                      mount;   /* that it lies on */
  const PaddockMountTable *mounts;
  const PaddockPathCrossing *crossing; /* (nullable) the mounts on the way that may be entered;
                                        * %NULL: none */
} PaddockSpellingWay;

PaddockSpelling paddock_path_spelling_find (const PaddockSpellingWay *way,
                                            const char               *names,
                                            const PaddockPathObject  *found,
                                            GStrv                    *out_names);

G_END_DECLS
