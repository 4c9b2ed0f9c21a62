// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers
//
// A host built with the official TypeScript SDK:
//   node sdk-host.mjs ROOTS COMMAND [ARG…]
// ROOTS is a JSON array of the host's own URIs, or null for a host without roots. The SDK starts the
// command in its own way, with hardly any environment. stdin has calls, one JSON object per line:
// {"tool": name, "arguments": {…}} | {"tools": true}. stdout has their results: {"text": text,
// "isError": bool} | {"tools": [name…]} | {"error": text}. The first line is {"ready": name}.
import readline from 'node:readline';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {ListRootsRequestSchema} from '@modelcontextprotocol/sdk/types.js';

const [ownRoots, command, ...args] = process.argv.slice(2);
const roots = JSON.parse(ownRoots);
const say = value => process.stdout.write(JSON.stringify(value) + '\n');
const client = new Client({name: 'sdk-host', version: '1.0.0'},
  {capabilities: roots === null ? {} : {roots: {listChanged: true}}});
let asked = 0;

if (roots !== null) {
  client.setRequestHandler(ListRootsRequestSchema, () => {
    asked += 1;
    return {roots: roots.map(uri => ({uri}))};
  });
}

async function call(wanted) {
  try {
    if (wanted.asked) {
      return {asked};
    }
    if (wanted.tools) {
      const {tools} = await client.listTools();
      return {tools: tools.map(tool => tool.name)};
    }
    const result = await client.callTool({name: wanted.tool, arguments: wanted.arguments ?? {}});
    return {text: result.content.map(part => part.text).join('\n'), isError: Boolean(result.isError)};
  } catch (error) {
    return {error: String(error)};
  }
}

await client.connect(new StdioClientTransport({command, args, stderr: 'inherit'}));
say({ready: client.getServerVersion().name});
for await (const line of readline.createInterface({input: process.stdin})) {
  say(await call(JSON.parse(line)));
}
const before = Date.now();
await client.close();
say({closed: Date.now() - before});
