/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app.h"
#include "paddock-paste.h"

G_BEGIN_DECLS

/* What an entry says about a server that goes through Paddock. */
typedef struct {
  const PaddockApp *app;
  const char       *label;          /* the name of the entry: letters, digits, "-" and "_" */
  char             *key;            /* (owned) */
  GStrv             words;          /* (owned) all words that the app starts */
  GStrv             env;            /* (owned) environment variables, as "NAME=VALUE" */
} PaddockAppForm;

PaddockAppForm *paddock_app_form_new          (const PaddockApp     *app,
                                               const PaddockPaste   *server,
                                               const char           *label,
                                               const char           *program,
                                               const char           *key,
                                               gboolean              moves_folders);
void            paddock_app_form_free         (PaddockAppForm       *self);
char           *paddock_app_form_write        (const PaddockAppForm *self,
                                               int                   indent);
char           *paddock_app_form_write_file   (const PaddockAppForm *self);
char           *paddock_app_form_write_in     (const PaddockAppForm *self,
                                               int                   indent);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PaddockAppForm, paddock_app_form_free)

G_END_DECLS
