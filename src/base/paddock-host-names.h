/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

/* The names on which the launcher (src/host) and the program that it starts must agree. This file
 * defines only names, because the launcher uses no library. */

/* Names of files: below libexecdir the directory of the bundle, and in that directory the loader,
 * the program, the locales of the C library and the translations. */
#define PADDOCK_HOST_DIRECTORY "paddock-host"
#define PADDOCK_HOST_LOADER "loader"
#define PADDOCK_HOST_PROGRAM "paddock"
#define PADDOCK_HOST_LOCALES "locales"
#define PADDOCK_HOST_CATALOGS "catalogs"

/* PADDOCK_HOST_HIDDEN lists the beginnings of environment variables that say what to load into a
 * program. The host meant these variables for its own programs. So the launcher puts
 * PADDOCK_HOST_PREFIX before their names, and Paddock restores the names for the server. */
#define PADDOCK_HOST_PREFIX "PADDOCK_HOST_"
#define PADDOCK_HOST_HIDDEN \
  "LD_", "GIO_", "GCONV_PATH=", "LOCPATH=", PADDOCK_HOST_PREFIX

/* The name of the environment variable that tells the directory of the bundle, with the equals
 * sign. No renamed variable gets this name. */
#define PADDOCK_HOST_MARK PADDOCK_HOST_PREFIX "LEG="
