/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

/* What the launcher (src/host) and the program that it starts must agree on. Names only: the
 * launcher has no library to include anything of. */

/* Below the directory of programs: the program, the loader, the libraries, the texts. */
#define PADDOCK_HOST_DIRECTORY "paddock-host"
#define PADDOCK_HOST_LOADER "loader"
#define PADDOCK_HOST_PROGRAM "paddock"
#define PADDOCK_HOST_LOCALES "locales"
#define PADDOCK_HOST_CATALOGS "catalogs"

/* Variables with these beginnings say what is loaded into a program. The host means its own
 * programs: they are kept from ours under this prefix, and given back to the server. */
#define PADDOCK_HOST_PREFIX "PADDOCK_HOST_"
#define PADDOCK_HOST_HIDDEN \
  "LD_", "GIO_", "GCONV_PATH=", "LOCPATH=", PADDOCK_HOST_PREFIX

/* Where the program runs from, as a variable; no hidden one gets this name. */
#define PADDOCK_HOST_MARK PADDOCK_HOST_PREFIX "LEG="
