// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers
//
// A server built with version 2 of the official TypeScript SDK, on stdin and stdout:
//   node sdk-server-v2.mjs [serve|reject]
// By default it speaks only revision 2026-07-28 ("reject"). With "serve" it also speaks earlier ones.
// Its tools are in sdk-tools-v2.mjs.
import {serveStdio} from '@modelcontextprotocol/server/stdio';
import {create} from './sdk-tools-v2.mjs';

serveStdio(create, {legacy: process.argv[2] ?? 'reject'});
