/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define PADDOCK_TYPE_FOLDERS_PAGE (paddock_folders_page_get_type ())
G_DECLARE_FINAL_TYPE (PaddockFoldersPage, paddock_folders_page, PADDOCK, FOLDERS_PAGE, AdwBin)

G_END_DECLS
