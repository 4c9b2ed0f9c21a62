/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A target of libFuzzer, which fuzz-replay.c also runs over the corpus. Whatever it is given, it
 * must return 0; what must always hold it asserts. */
int LLVMFuzzerTestOneInput (const uint8_t *data,
                            size_t         size);
