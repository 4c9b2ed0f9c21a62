/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The sizes of what a server can write in memory: /tmp, /dev/shm, $XDG_RUNTIME_DIR, and a home that
 * is not kept. */
#define PADDOCK_BOX_TMP_BYTES     268435456
#define PADDOCK_BOX_SHM_BYTES     67108864
#define PADDOCK_BOX_RUNTIME_BYTES 16777216
#define PADDOCK_BOX_HOME_BYTES    1073741824

/* A folder or file of the user that a box has. */
typedef struct {
  char    *path;                    /* (owned) its path outside and in the box, without links */
  int      fd;                      /* (owned) what is there, opened with O_PATH */
  gboolean is_writable;
  gboolean is_root;                 /* the user shared it */
} PaddockBoxFolder;

void paddock_box_plan_free_folder (PaddockBoxFolder *folder);

/* A link of the user's that leads to the server's program. */
typedef struct {
  char *path;                       /* (owned) its path outside and in the box; no link is above */
  char *target;                     /* (owned) */
} PaddockBoxLink;

void paddock_box_plan_free_link (PaddockBoxLink *link);

/* What a box is made of. */
typedef struct {
  const char         *home;         /* the path of the user's home, without links */
  int                 private_home; /* the directory that the server has as its home; -1: an empty
                                     * one that ends with the box */
  guint               uid;
  gboolean            has_network;
  GPtrArray          *folders;      /* PaddockBoxFolder, in any order */
  GPtrArray          *links;        /* (nullable) PaddockBoxLink: the box has them, too, if they are
                                     * in none of the folders */
  GPtrArray          *withheld;     /* (nullable) (element-type filename) what is covered below
                                     * directories of the system */
  const char * const *empty;        /* (nullable) paths at which the box has an empty folder, if it
                                     * has nothing there, above or below that is outside, too */
  const char         *mountinfo;    /* this process's mounts, as in /proc/self/mountinfo */
  const char * const *environment;  /* all variables of the server, each NAME=VALUE */
  const char         *directory;    /* where the server starts, if the box has this directory;
                                     * otherwise in its home */
  int                 filter;       /* descriptors for bubblewrap */
  int                 info;
  int                 block;
} PaddockBoxPlanOptions;

/* A mount that bubblewrap builds elsewhere than where the box must have it. */
typedef struct {
  char *from;                       /* (owned) */
  char *to;                         /* (owned) */
} PaddockBoxMove;

/* The arguments for bubblewrap, and the mounts that the box must have then. */
typedef struct _PaddockBoxPlan PaddockBoxPlan;

PaddockBoxPlan *paddock_box_plan_new            (const PaddockBoxPlanOptions *options);
void            paddock_box_plan_free           (PaddockBoxPlan              *self);
char           *paddock_box_plan_dup_first      (const char                  *home,
                                                 const char                  *path);
gboolean        paddock_box_plan_can_be_empty   (const char                  *path,
                                                 const char                  *home,
                                                 GPtrArray                   *folders,
                                                 GPtrArray                   *links);
GBytes         *paddock_box_plan_get_arguments  (PaddockBoxPlan              *self);
const char     *paddock_box_plan_get_staging    (PaddockBoxPlan              *self);
GPtrArray      *paddock_box_plan_get_moves      (PaddockBoxPlan              *self);
gboolean        paddock_box_plan_has_network    (PaddockBoxPlan              *self);
gboolean        paddock_box_plan_has            (PaddockBoxPlan              *self,
                                                 const char                  *path);
char           *paddock_box_plan_find_problem   (PaddockBoxPlan              *self,
                                                 const char                  *mountinfo,
                                                 gboolean                     is_sealed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockBoxFolder, paddock_box_plan_free_folder)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockBoxPlan, paddock_box_plan_free)

G_END_DECLS
