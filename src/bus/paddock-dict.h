/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-duration.h"

G_BEGIN_DECLS

/* The longest text in a dictionary, in bytes: the URI of the longest path fits. */
#define PADDOCK_DICT_MAX_TEXT (16 * 1024)

char       *paddock_dict_bound_text (const char         *text);
void        paddock_dict_put        (GVariantBuilder    *builder,
                                     const char         *key,
                                     GVariant           *value);
void        paddock_dict_put_text   (GVariantBuilder    *builder,
                                     const char         *key,
                                     const char         *text);
void        paddock_dict_put_path   (GVariantBuilder    *builder,
                                     const char         *key,
                                     const char         *path);
void        paddock_dict_put_strv   (GVariantBuilder    *builder,
                                     const char         *key,
                                     const char * const *strv);
GVariant   *paddock_dict_ensure     (GVariant           *variant);
char       *paddock_dict_dup_text   (GVariant           *dictionary,
                                     const char         *key);
const char *paddock_dict_peek_text  (GVariant           *dictionary,
                                     const char         *key);
char       *paddock_dict_dup_path   (GVariant           *dictionary,
                                     const char         *key);
GStrv       paddock_dict_dup_strv   (GVariant           *dictionary,
                                     const char         *key);
gint64      paddock_dict_peek_time  (GVariant           *dictionary,
                                     const char         *key);
guint       paddock_dict_peek_count (GVariant           *dictionary,
                                     const char         *key);
gboolean    paddock_dict_peek_flag  (GVariant           *dictionary,
                                     const char         *key);

PaddockDuration paddock_dict_peek_duration (GVariant   *dictionary,
                                            const char *key);

G_END_DECLS
