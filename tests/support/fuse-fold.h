/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <linux/fuse.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* A read-only file system that ignores case, invented by a test. A process of its own answers the
 * kernel by FUSE. It never changes, so the kernel may keep the answers. */

#define FOLD_BUFFER     (64 * 1024)
#define FOLD_KEPT       (24 * 60 * 60)  /* s */
#define FOLD_ROOT_INODE FUSE_ROOT_ID

typedef enum {
  FOLD_LISTED,
  FOLD_EMPTY,                     /* its listing is empty */
  FOLD_DENIED,                    /* it cannot be listed */
  FOLD_BROKEN,                    /* … for another reason */
} FoldListing;

/* One name. Names with the same inode number are one file. */
typedef struct {
  guint       inode;
  guint       parent;             /* inode number of a directory */
  mode_t      type;               /* S_IFDIR, S_IFREG or S_IFLNK */
  const char *name;
  const char *text;               /* (nullable) its contents, or the target of a link */
  FoldListing listing;            /* of a directory */
} FoldFile;

typedef struct {
  int             device;         /* of FUSE */
  const FoldFile *files;
  gsize           n_files;
} Fold;

static inline const FoldFile *
fold_find (const Fold *self,
           guint64     inode)
{
  for (gsize i = 0; i < self->n_files; i++)
    if (self->files[i].inode == inode)
      return &self->files[i];
  return NULL;
}

static inline const FoldFile *
fold_look_up (const Fold *self,
              guint64     parent,
              const char *name)
{
  for (gsize i = 0; i < self->n_files; i++)
    if (self->files[i].parent == parent && g_ascii_strcasecmp (self->files[i].name, name) == 0)
      return &self->files[i];
  return NULL;
}

static inline void
fold_answer (const Fold *self,
             guint64     unique,
             int         error,
             const void *data,
             gsize       length)
{
  struct fuse_out_header header = { .unique = unique, .error = -error };
  char bytes[FOLD_BUFFER];
  ssize_t n;

  header.len = (guint32) (sizeof header + length);
  memcpy (bytes, &header, sizeof header);
  if (length > 0)
    memcpy (bytes + sizeof header, data, length);
  do
    n = write (self->device, bytes, header.len);
  while (n < 0 && errno == EINTR);
}

static inline struct fuse_attr
fold_describe (const Fold *self,
               guint64     inode)
{
  const FoldFile *file = fold_find (self, inode);
  struct fuse_attr attr = {
    .ino = inode, .mode = S_IFDIR | 0755, .uid = geteuid (), .gid = getegid (), .blksize = 4096,
  };

  if (file != NULL) {
    attr.mode = file->type | 0755;
    attr.size = file->text != NULL ? strlen (file->text) : 0;
  }
  for (gsize i = 0; i < self->n_files; i++)
    attr.nlink += self->files[i].inode == inode;
  return attr;
}

/* The kernel also keeps the answer that nothing is there. */
static inline void
fold_answer_look_up (const Fold                  *self,
                     const struct fuse_in_header *request,
                     const char                  *name)
{
  const FoldFile *file = fold_look_up (self, request->nodeid, name);
  struct fuse_entry_out entry = { .entry_valid = FOLD_KEPT, .attr_valid = FOLD_KEPT };

  if (file != NULL) {
    entry.nodeid = file->inode;
    entry.attr = fold_describe (self, file->inode);
  }
  fold_answer (self, request->unique, 0, &entry, sizeof entry);
}

static inline void
fold_answer_open (const Fold                  *self,
                  const struct fuse_in_header *request)
{
  const FoldFile *file = fold_find (self, request->nodeid);
  struct fuse_open_out opened = { .open_flags = FOPEN_KEEP_CACHE | FOPEN_CACHE_DIR };
  int error = file == NULL ? 0
              : file->listing == FOLD_DENIED ? EACCES : file->listing == FOLD_BROKEN ? EIO : 0;

  fold_answer (self, request->unique, error, &opened, error == 0 ? sizeof opened : 0);
}

static inline void
fold_answer_list (const Fold                  *self,
                  const struct fuse_in_header *request,
                  const struct fuse_read_in   *wanted)
{
  const FoldFile *directory = fold_find (self, request->nodeid);
  gboolean is_empty = directory != NULL && directory->listing == FOLD_EMPTY;
  char list[FOLD_BUFFER / 2] = { 0 };
  gsize length = 0;

  for (gsize i = wanted->offset; i < self->n_files && !is_empty; i++) {
    const FoldFile *file = &self->files[i];
    struct fuse_dirent entry = {
      .ino = file->inode, .off = i + 1, .namelen = (guint32) strlen (file->name),
      .type = file->type >> 12,
    };
    gsize size = FUSE_DIRENT_ALIGN (FUSE_NAME_OFFSET + entry.namelen);

    if (file->parent != request->nodeid)
      continue;
    if (length + size > MIN (wanted->size, sizeof list))
      break;
    memcpy (list + length, &entry, FUSE_NAME_OFFSET);
    memcpy (list + length + FUSE_NAME_OFFSET, file->name, entry.namelen);
    length += size;
  }
  fold_answer (self, request->unique, 0, list, length);
}

static inline void
fold_answer_text (const Fold                  *self,
                  const struct fuse_in_header *request,
                  guint64                      offset)
{
  const FoldFile *file = fold_find (self, request->nodeid);
  const char *text = file != NULL && file->text != NULL ? file->text : "";

  offset = MIN (offset, strlen (text));
  fold_answer (self, request->unique, 0, text + offset, strlen (text) - offset);
}

static inline void
fold_answer_attributes (const Fold                  *self,
                        const struct fuse_in_header *request)
{
  struct fuse_attr_out out = { .attr_valid = FOLD_KEPT };

  out.attr = fold_describe (self, request->nodeid);
  fold_answer (self, request->unique, 0, &out, sizeof out);
}

static inline void
fold_answer_init (const Fold                  *self,
                  const struct fuse_in_header *request,
                  const struct fuse_init_in   *wanted)
{
  struct fuse_init_out out = {
    .major = FUSE_KERNEL_VERSION, .minor = MIN (wanted->minor, 31), .max_write = 4096,
  };

  fold_answer (self, request->unique, 0, &out, sizeof out);
}

/* ENOSYS for all other requests: the kernel does without them, and does not ask again. */
static inline void
fold_serve (const Fold *self)
{
  for (;;) {
    char request[FOLD_BUFFER];
    ssize_t n = read (self->device, request, sizeof request);
    const struct fuse_in_header *header = (gpointer) request;
    gconstpointer body = request + sizeof *header;

    if (n < 0 && errno == ENODEV)
      return;
    if (n < (ssize_t) sizeof *header)
      continue;
    switch (header->opcode) {
      case FUSE_INIT: fold_answer_init (self, header, body);
        break;
      case FUSE_LOOKUP: fold_answer_look_up (self, header, body);
        break;
      case FUSE_GETATTR: fold_answer_attributes (self, header);
        break;
      case FUSE_READLINK: fold_answer_text (self, header, 0);
        break;
      case FUSE_OPEN: case FUSE_OPENDIR: fold_answer_open (self, header);
        break;
      case FUSE_READ:
        fold_answer_text (self, header, ((const struct fuse_read_in *) body)->offset);
        break;
      case FUSE_READDIR: fold_answer_list (self, header, body);
        break;
      case FUSE_FORGET: case FUSE_BATCH_FORGET: case FUSE_INTERRUPT: break;
      default: fold_answer (self, header->unique, ENOSYS, NULL, 0);
        break;
    }
  }
}

/* Mounts @files at @point, for as long as this thread lives or the mount exists. Its type is
 * "fuse.fold". Returns the process, or -1 if there is no FUSE. */
static inline pid_t
fold_mount (const char     *point,
            const FoldFile *files,
            gsize           n_files)
{
  const Fold self = { open ("/dev/fuse", O_RDWR | O_CLOEXEC), files, n_files };
  g_autofree char *options = g_strdup_printf ("fd=%d,rootmode=40000,user_id=%u,group_id=%u,"
                                              "allow_other,default_permissions",
                                              self.device, geteuid (), getegid ());
  pid_t pid = -1;

  if (self.device >= 0 &&
      mount ("fold", point, "fuse.fold", MS_RDONLY | MS_NOSUID | MS_NODEV, options) == 0) {
    pid = fork ();
    if (pid == 0) {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      fold_serve (&self);
      _exit (0);
    }
  }
  if (self.device >= 0)
    close (self.device);
  return pid;
}
