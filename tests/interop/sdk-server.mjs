// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers
//
// A server built with the official TypeScript SDK that connects to Paddock's socket itself:
//   node sdk-server.mjs SOCKET [NAME]
// It asks for roots when it is initialized, and again at each change. It prints one JSON object per
// line: {"roots": [uri…]} | {"changed": n} | {"closed": true} | {"error": text}.
import net from 'node:net';
import {McpServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import {StdioServerTransport} from '@modelcontextprotocol/sdk/server/stdio.js';
import {RootsListChangedNotificationSchema} from '@modelcontextprotocol/sdk/types.js';

const [path, name = 'sdk-server'] = process.argv.slice(2);
const say = value => process.stdout.write(JSON.stringify(value) + '\n');
const server = new McpServer({name, version: '1.0.0'});
let changes = 0;

async function ask() {
  try {
    const {roots} = await server.server.listRoots();
    say({roots: roots.map(root => root.uri)});
  } catch (error) {
    say({error: String(error)});
  }
}

server.server.oninitialized = ask;
server.server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
  changes += 1;
  say({changed: changes});
  return ask();
});

const socket = net.connect(path);
socket.on('close', () => {
  say({closed: true});
  process.exit(0);
});
process.stdin.on('end', () => socket.end());
process.stdin.resume();
await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
await server.connect(new StdioServerTransport(socket, socket));
