// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers
//
// A server built with FastMCP, on stdin and stdout. FastMCP itself asks for roots, before it gets
// `notifications/initialized`. The tool "seen" returns the roots that it knows.
import {FastMCP} from 'fastmcp';

const server = new FastMCP({name: 'fastmcp-server', version: '1.0.0'});
let session;

server.on('connect', event => {
  session = event.session;
});
server.addTool({
  name: 'seen',
  description: 'The roots that this server knows',
  execute: async () => JSON.stringify((session?.roots ?? []).map(root => root.uri)),
});
await server.start({transportType: 'stdio'});
