// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers
//
// The tools of the servers built with version 2 of the official TypeScript SDK. They ask for roots in
// each call by input_required. Tools: read (a file, if it is in a root), roots, greet (asks for a name
// together with roots), grow (reports a change of the tools), region (one of its parameters is also a
// header over HTTP).
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {McpServer, acceptedContent, inputRequired} from '@modelcontextprotocol/server';
import {z} from 'zod';

const text = value => ({content: [{type: 'text', text: value}]});
const given = ctx => ctx.mcpReq.inputResponses?.where?.roots;
const ask = inputRequired({inputRequests: {where: inputRequired.listRoots()}, requestState: 'päge "1"'});
const uris = roots => JSON.stringify(roots.map(root => root.uri));

function read(file, roots) {
  const isInside = roots.some(root => !path.relative(fileURLToPath(root.uri), file).startsWith('..'));
  return text(isInside ? fs.readFileSync(file, 'utf8') : `Access denied: ${file}`);
}

export function create() {
  const server = new McpServer({name: 'sdk-server-v2', version: '2.0.0'},
    {capabilities: {tools: {listChanged: true}}});

  server.registerTool('roots', {description: 'What it may see'}, ctx =>
    given(ctx) ? text(uris(given(ctx))) : ask);
  server.registerTool('read', {description: 'Reads a file', inputSchema: z.object({path: z.string()})},
    ({path: file}, ctx) => given(ctx) ? read(file, given(ctx)) : ask);
  server.registerTool('greet', {description: 'Greets by name'}, ctx => {
    const schema = z.object({name: z.string()});
    const who = acceptedContent(ctx.mcpReq.inputResponses, 'who', schema);

    return who && given(ctx) ? text(`${who.name}: ${uris(given(ctx))}`) : inputRequired({
      inputRequests: {
        where: inputRequired.listRoots(),
        who: inputRequired.elicit({message: 'Who?', requestedSchema: schema}),
      },
      requestState: 'both',
    });
  });
  server.registerTool('grow', {description: 'Has one tool more'}, () => {
    server.registerTool(`more-${Date.now()}`, {description: 'More'}, () => text('more'));
    return text('grown');
  });
  server.registerTool('region', {
    description: 'Says its region',
    inputSchema: z.object({region: z.string().meta({'x-mcp-header': 'Region'})}),
  }, ({region}, ctx) => given(ctx) ? text(`${region}: ${uris(given(ctx))}`) : ask);
  server.registerResource('roots', 'x:roots', {}, (uri, ctx) =>
    given(ctx) ? {contents: [{uri: uri.href, text: uris(given(ctx))}]} : ask);
  server.registerPrompt('roots', {description: 'What it may see'}, ctx =>
    given(ctx) ? {messages: [{role: 'user', content: {type: 'text', text: uris(given(ctx))}}]} : ask);
  return server;
}
