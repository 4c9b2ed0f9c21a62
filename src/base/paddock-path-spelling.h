/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-mount-table.h"
#include "paddock-path-crossing.h"
#include "paddock-path-object.h"

G_BEGIN_DECLS

/* How many entries of one directory Paddock looks at, at most, to find a file's name. */
#define PADDOCK_PATH_SPELLING_ENTRIES (256 * 1024)
/* How many names (hard links) of one file in one directory are compared. If the file has more,
 * Paddock trusts none of them. */
#define PADDOCK_PATH_SPELLING_NAMES   64

/* What Paddock knows about the names of a file. The value 0 is the answer that trusts nothing. */
typedef enum {
  PADDOCK_SPELLING_UNKNOWN,       /* Paddock cannot know the file's names */
  PADDOCK_SPELLING_SAME,          /* the file's names are those that were given */
  PADDOCK_SPELLING_OTHER,         /* the file has other names than those that were given */
  PADDOCK_SPELLING_CHANGED,       /* the names now lead elsewhere, or cannot be looked at */
} PaddockSpelling;

/* Where to look up names, and which mounts may be entered. */
typedef struct {
  const PaddockPathObject *root;
  int                      mount;   /* the mount of @root */
  const PaddockMountTable *mounts;
  const PaddockPathCrossing *crossing; /* (nullable) the mounts on the way that may be entered;
                                        * %NULL: none */
} PaddockSpellingWay;

PaddockSpelling paddock_path_spelling_find (const PaddockSpellingWay *way,
                                            const char               *names,
                                            const PaddockPathObject  *found,
                                            GStrv                    *out_names);

G_END_DECLS
