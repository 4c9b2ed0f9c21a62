/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The highest numbers of folders and servers in the table. A larger table can't be read at a
 * glance, so the page shows a list of folders instead. */
#define PADDOCK_OVERVIEW_MAX_ROOTS   50
#define PADDOCK_OVERVIEW_MAX_SERVERS 20

#define PADDOCK_TYPE_OVERVIEW_PAGE (paddock_overview_page_get_type ())
G_DECLARE_FINAL_TYPE (PaddockOverviewPage, paddock_overview_page, PADDOCK, OVERVIEW_PAGE, AdwBin)

G_END_DECLS
