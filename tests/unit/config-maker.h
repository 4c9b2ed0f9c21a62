/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-app.h"

G_BEGIN_DECLS

/* Makes configuration files at random, in the syntax of an app. */
typedef struct {
  GRand            *rand;
  const PaddockApp *app;
  GString          *text;
  const char       *line_end;
  guint             n_keys;
} ConfigMaker;

void     config_maker_make       (ConfigMaker       *self);
void     config_maker_make_json  (ConfigMaker       *self);
void     config_maker_make_toml  (ConfigMaker       *self);
void     config_maker_make_yaml  (ConfigMaker       *self);

gboolean config_maker_chance     (ConfigMaker       *self,
                                  gint               percent);
guint    config_maker_number     (ConfigMaker       *self,
                                  guint              end);
void     config_maker_add        (ConfigMaker       *self,
                                  const char        *text);
guint    config_maker_choose     (ConfigMaker       *self,
                                  const char       **members);

#define CONFIG_MAKER_PICK(self, list) ((list)[config_maker_number (self, G_N_ELEMENTS (list))])

G_END_DECLS
