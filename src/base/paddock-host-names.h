/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

/* What the launcher (src/host) and the program that it starts must agree on. Only names: the
 * launcher has no library. */

/* Below the directory of programs: the program, the loader, the libraries, the translations. */
#define PADDOCK_HOST_DIRECTORY "paddock-host"
#define PADDOCK_HOST_LOADER "loader"
#define PADDOCK_HOST_PROGRAM "paddock"
#define PADDOCK_HOST_LOCALES "locales"
#define PADDOCK_HOST_CATALOGS "catalogs"

/* Variables that begin with these say what to load into a program. The host means its own programs.
 * So the launcher renames them with this prefix, and Paddock restores them for the server. */
#define PADDOCK_HOST_PREFIX "PADDOCK_HOST_"
#define PADDOCK_HOST_HIDDEN \
  "LD_", "GIO_", "GCONV_PATH=", "LOCPATH=", PADDOCK_HOST_PREFIX

/* The directory of the program, as a variable. No hidden variable gets this name. */
#define PADDOCK_HOST_MARK PADDOCK_HOST_PREFIX "LEG="
