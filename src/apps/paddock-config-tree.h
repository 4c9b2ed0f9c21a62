/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The longest configuration file that Paddock reads, in bytes. Claude Code keeps its history in its
 * file, which then has several MB. */
#define PADDOCK_CONFIG_TREE_MAX_BYTES (16 * 1024 * 1024)
/* The most values in a file. */
#define PADDOCK_CONFIG_TREE_MAX_NODES (512 * 1024)
/* The most objects and arrays around a value. */
#define PADDOCK_CONFIG_TREE_MAX_DEPTH 64

/* The outermost value. */
#define PADDOCK_CONFIG_TREE_ROOT 0

typedef enum {
  PADDOCK_CONFIG_SCALAR,            /* a number, a boolean, null or a date */
  PADDOCK_CONFIG_STRING,
  PADDOCK_CONFIG_ARRAY,
  PADDOCK_CONFIG_OBJECT,
} PaddockConfigKind;

/* A value, and where it is in the text. Offsets are in bytes. */
typedef struct {
  PaddockConfigKind kind;
  guint32           key_begin;      /* the member's key with its quotes */
  guint32           key_end;        /* equals key_begin if the value has no key */
  guint32           begin;          /* the value with its quotes or brackets */
  guint32           end;
  guint32           parent;         /* the object or array around it */
  guint32           first;          /* its first child; 0 if it has none */
  guint32           last;           /* its last child; 0 if it has none */
  guint32           next;           /* the next child of its parent; 0 if it is the last one */
  gboolean          is_special;     /* YAML: is an alias, is merged, or has an anchor or a tag */
} PaddockConfigNode;

/**
 * PaddockConfigDecode:
 * @literal: a key or a string as the file has it, with its quotes
 * @length: its bytes
 *
 * Returns: (transfer full) (nullable): the text that it means, as UTF-8; %NULL if a C string can't
 *   hold this text
 */
typedef char *(* PaddockConfigDecode) (const char *literal,
                                       gsize       length);

/* The values of a configuration file, and where each is in the file. */
typedef struct _PaddockConfigTree PaddockConfigTree;

PaddockConfigTree       *paddock_config_tree_new        (GBytes                  *bytes,
                                                         PaddockConfigDecode      decode);
void                     paddock_config_tree_free       (PaddockConfigTree       *self);
gboolean                 paddock_config_tree_add        (PaddockConfigTree       *self,
                                                         const PaddockConfigNode *node,
                                                         guint                   *out_index);
void                     paddock_config_tree_close      (PaddockConfigTree       *self,
                                                         guint                    index,
                                                         gsize                    end);
GBytes                  *paddock_config_tree_get_bytes  (const PaddockConfigTree *self);
const char              *paddock_config_tree_get_text   (const PaddockConfigTree *self,
                                                         gsize                   *out_size);
char                     paddock_config_tree_get_char   (const PaddockConfigTree *self,
                                                         gsize                    at);
gboolean                 paddock_config_tree_has_text   (const PaddockConfigTree *self,
                                                         gsize                    at,
                                                         const char              *text);
const PaddockConfigNode *paddock_config_tree_get        (const PaddockConfigTree *self,
                                                         guint                    index);
gsize                    paddock_config_tree_get_span   (const PaddockConfigTree *self,
                                                         guint                    index,
                                                         gsize                   *out_end);
gsize                    paddock_config_tree_skip_literal (const PaddockConfigTree *self,
                                                           gsize                    at);
guint                    paddock_config_tree_find       (const PaddockConfigTree *self,
                                                         guint                    object,
                                                         const char              *key,
                                                         guint                   *out_count);
GStrv paddock_config_tree_dup_keys (const PaddockConfigTree *self,
                                    guint                    parent,
                                    const char              *name);
char                    *paddock_config_tree_dup_key    (const PaddockConfigTree *self,
                                                         guint                    index);
char                    *paddock_config_tree_dup_string (const PaddockConfigTree *self,
                                                         guint                    index);
gboolean                 paddock_config_tree_equals     (const PaddockConfigTree *self,
                                                         guint                    index,
                                                         const PaddockConfigTree *other,
                                                         guint                    other_index,
                                                         guint                    except);
gboolean                 paddock_config_tree_means_same (const PaddockConfigTree *self,
                                                         const PaddockConfigTree *other);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockConfigTree, paddock_config_tree_free)

G_END_DECLS
