// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers

// How a host or server in Node understands lines: for each line of the given file, it prints a line
// with the JSON of {json, methods}. methods: the method of each message in it, null for none.

import { readFileSync } from 'node:fs';

const data = readFileSync(process.argv[2]);
const out = [];

function methodOf(message) {
  const isObject = message !== null && typeof message === 'object' && !Array.isArray(message);
  return isObject && typeof message.method === 'string' ? message.method : null;
}

for (let start = 0; start < data.length;) {
  const end = data.indexOf(10, start);
  let verdict = { json: false, methods: [] };
  try {
    const value = JSON.parse(data.toString('utf8', start, end));
    verdict = { json: true, methods: (Array.isArray(value) ? value : [value]).map(methodOf) };
  } catch {
    // Not JSON.
  }
  out.push(JSON.stringify(verdict));
  start = end + 1;
}
process.stdout.write(out.join('\n') + '\n');
