/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#include "app-change.h"

/* Any bytes may be a configuration file with TOML. An entry that can be connected comes back byte
 * for byte. */
int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  static const char * const ids[] = { "codex", NULL };

  change_all (ids, data, size);
  return 0;
}
