// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers

// How apps in Node read and write configuration files. Each line of stdin has the name of a file, the id
// of its app and, for a file to write anew, a name for the result. For each, it prints a line with the
// JSON of the file.

import { readFileSync, writeFileSync } from 'node:fs';
import { parse as parseJsonc, printParseErrorCode } from 'jsonc-parser';
import { parse as parseToml, stringify as stringifyToml } from 'smol-toml';
import { parse as parseYaml, stringify as stringifyYaml } from 'yaml';

const comments = new Set(['vscode', 'opencode', 'gemini']);
const commas = new Set(['vscode', 'opencode']);

function readJson(text, app) {
  const errors = [];
  const value = parseJsonc(text, errors, {
    disallowComments: !comments.has(app), allowTrailingComma: commas.has(app),
  });

  if (errors.length > 0)
    throw new Error(printParseErrorCode(errors[0].error));
  if (!comments.has(app))
    JSON.parse(text);
  return value;
}

function syntaxOf(app) {
  if (app === 'codex')
    return [parseToml, stringifyToml];
  if (app === 'goose' || app === 'continue')
    return [text => parseYaml(text, { logLevel: 'error' }), stringifyYaml];
  return [readJson, value => JSON.stringify(value, null, 2)];
}

for (const line of readFileSync(0, 'utf8').split('\n').slice(0, -1)) {
  const [name, app, rewritten] = line.split('\t');
  const [read, write] = syntaxOf(app);
  const value = read(readFileSync(name, 'utf8').replace(/^\uFEFF/u, ''), app);

  if (rewritten !== undefined)
    writeFileSync(rewritten, write(value));
  console.log(JSON.stringify(value));
}
