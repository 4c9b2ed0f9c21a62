/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "path-stage.h"

/* What fuzz-path-open.c made of an input: nodes that also exist on the stage's disk. */

#define MOST_OWN    20
#define MOST_FOLDED (20 + MANY_NAMES)
#define MOST_NODES  (1 + 8 + DEPTH + MOST_FOLDED + MOST_OWN)

#define WRITE_CHECK 0x01
#define CROSSES     0x02
#define FILE_ROOT   0x04
#define WRONG_ROOT  0x08
#define OTHER_WAY   0x10
#define SMALL_LIMIT 0x20
/* Bits of the second byte: whether the mounts that the thread may enter are limited, and to which;
 * and how newer system calls answer. */
#define LIMITED     0x01
#define MAY_ENTER_M 0x02
#define MAY_ENTER_F 0x04
#define NO_OPENAT2  0x08
#define EPERM_ALSO  0x10

typedef enum {
  NODE_DIRECTORY,
  NODE_FILE,
  NODE_LINK,
  NODE_FIFO,
  NODE_HARD_LINK,
  N_NODES,
} NodeKind;

typedef enum {
  MOUNT_ROOT,
  MOUNT_ORDINARY,
  MOUNT_AGAIN,                    /* shows the ordinary one once more */
  MOUNT_FOLDS,                    /* ignores case */
  MOUNT_REFUSED,
} MountKind;

typedef struct Node {
  NodeKind     kind;
  struct Node *parent;            /* (nullable) NULL: this is the root */
  const char  *name;
  char        *path;              /* (owned) relative to the root */
  char        *target;            /* (owned) (nullable) of a link */
  guint        contents;          /* of a file: a number that all its names share */
  MountKind    mount;
  FoldListing  listing;           /* of a directory that ignores case */
  char         given[16];         /* the name through which the path came here */
} Node;

/* The world of one input. */
typedef struct {
  const Stage   *stage;
  const uint8_t *data;
  size_t         size;
  guint          options;
  guint          limits;          /* the second byte of options */
  Node           nodes[MOST_NODES];
  guint          n_nodes;
  guint          n_fixed;         /* how many are fixed: the root, and the stage's nodes */
} World;

static inline Node *
find_child (World      *world,
            const Node *parent,
            const char *name,
            size_t      length)
{
  gboolean folds = parent->mount == MOUNT_FOLDS;

  for (guint i = 1; i < world->n_nodes; i++)
    if (world->nodes[i].parent == parent && strlen (world->nodes[i].name) == length &&
        (folds ? g_ascii_strncasecmp (world->nodes[i].name, name, length)
               : memcmp (world->nodes[i].name, name, length)) == 0)
      return &world->nodes[i];

  return NULL;
}
