/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

/* What the launcher (src/host) and the program that it starts must agree on. Only names: the
 * launcher has no library. */

/* Names of files: below libexecdir the directory of the bundle, and in that directory the loader,
 * the program, the locales of the C library and the translations. */
#define PADDOCK_HOST_DIRECTORY "paddock-host"
#define PADDOCK_HOST_LOADER "loader"
#define PADDOCK_HOST_PROGRAM "paddock"
#define PADDOCK_HOST_LOCALES "locales"
#define PADDOCK_HOST_CATALOGS "catalogs"

/* PADDOCK_HOST_HIDDEN lists how variables begin that say what to load into a program. The host
 * meant them for its own programs. So the launcher puts PADDOCK_HOST_PREFIX before their names, and
 * Paddock restores the names for the server. */
#define PADDOCK_HOST_PREFIX "PADDOCK_HOST_"
#define PADDOCK_HOST_HIDDEN \
  "LD_", "GIO_", "GCONV_PATH=", "LOCPATH=", PADDOCK_HOST_PREFIX

/* Begins the variable that names the directory of the bundle. No renamed variable gets this
 * name. */
#define PADDOCK_HOST_MARK PADDOCK_HOST_PREFIX "LEG="
