// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers
//
// The client of the official TypeScript SDK, as a host with roots:
//   node sdk-client.mjs SOCKET URI…
// On each connection to the socket it plays the part of Paddock. It prints "ready".
import net from 'node:net';

const sdk = new URL('../interop/node_modules/@modelcontextprotocol/sdk/dist/esm/', import.meta.url);
const {Client} = await import(new URL('client/index.js', sdk));
const {StdioServerTransport} = await import(new URL('server/stdio.js', sdk));
const {ListRootsRequestSchema} = await import(new URL('types.js', sdk));

const [path, ...uris] = process.argv.slice(2);

net.createServer(async socket => {
  const client = new Client({name: 'sdk', version: '1'}, {capabilities: {roots: {listChanged: true}}});

  socket.on('error', () => socket.destroy());
  client.setRequestHandler(ListRootsRequestSchema, () => ({roots: uris.map(uri => ({uri}))}));
  // Lines in both directions over two streams: the transport of a server on its stdin and stdout.
  await client.connect(new StdioServerTransport(socket, socket));
}).listen(path, () => console.log('ready'));
process.stdin.on('end', () => process.exit(0)).resume();
