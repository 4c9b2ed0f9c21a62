// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers
//
// For node's --import: lets the conformance suite start on node before version 22, whose `fs` has no
// globSync. The suite imports it for a command that the tests do not use.
import fs from 'node:fs';
import {register} from 'node:module';

const shim = 'export * from "node:fs"; export {default} from "node:fs"; export const globSync = null;';
const hooks = `export function resolve(specifier, context, next) {
  return specifier === 'fs' && context.parentURL?.includes('/conformance/dist/')
    ? {url: 'data:text/javascript,' + ${JSON.stringify(encodeURIComponent(shim))}, shortCircuit: true}
    : next(specifier, context);
}`;

if (!('globSync' in fs)) {
  register('data:text/javascript,' + encodeURIComponent(hooks));
}
