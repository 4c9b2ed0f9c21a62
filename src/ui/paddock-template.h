/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include "paddock-names.h"

/* The resource path of a widget's template. @name: the name of the .ui file, without ".ui" */
#define PADDOCK_TEMPLATE(name) (PADDOCK_APP_OBJECT_PATH "/" name ".ui")
