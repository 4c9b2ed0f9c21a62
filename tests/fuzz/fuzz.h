/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright The Paddock developers
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A target of libFuzzer. fuzz-replay.c also runs it over the corpus. For any input it must return
 * 0. It asserts what must always hold. */
int LLVMFuzzerTestOneInput (const uint8_t *data,
                            size_t         size);
