// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers
//
// A host built with version 2 of the official TypeScript SDK; like sdk-host.mjs, but:
//   node sdk-host-v2.mjs ERA ROOTS COMMAND [ARG…]
// ERA is "legacy" (initialize), "auto" (starts another process to probe, then the session) or "pin"
// (only revision 2026-07-28). More calls: {"resource": uri} | {"prompt": name} | {"listen": true}
// (opens subscriptions/listen) | {"changes": true} (how many changes of the tools it heard of).
// {"ready": name} also has the negotiated "version".
import readline from 'node:readline';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';

const [era, ownRoots, command, ...args] = process.argv.slice(2);
const roots = JSON.parse(ownRoots);
const say = value => process.stdout.write(JSON.stringify(value) + '\n');
const client = new Client({name: 'sdk-host-v2', version: '2.0.0'}, {
  capabilities: {elicitation: {}, ...(roots === null ? {} : {roots: {listChanged: true}})},
  versionNegotiation: {mode: era === 'pin' ? {pin: '2026-07-28'} : era},
});
let asked = 0;
let changes = 0;

if (roots !== null) {
  client.setRequestHandler('roots/list', () => {
    asked += 1;
    return {roots: roots.map(uri => ({uri}))};
  });
}
client.setRequestHandler('elicitation/create', () => ({action: 'accept', content: {name: 'Ada'}}));
client.setNotificationHandler('notifications/tools/list_changed', () => {
  changes += 1;
});

const textOf = parts => parts.map(part => part.text).join('\n');

async function call(wanted) {
  try {
    if (wanted.asked) {
      return {asked};
    }
    if (wanted.changes) {
      return {changes};
    }
    if (wanted.listen) {
      const {honoredFilter} = await client.listen({toolsListChanged: true});
      return {text: JSON.stringify(honoredFilter)};
    }
    if (wanted.tools) {
      const {tools} = await client.listTools();
      return {tools: tools.map(tool => tool.name)};
    }
    if (wanted.resource) {
      const {contents} = await client.readResource({uri: wanted.resource});
      return {text: textOf(contents)};
    }
    if (wanted.prompt) {
      const {messages} = await client.getPrompt({name: wanted.prompt});
      return {text: textOf(messages.map(message => message.content))};
    }
    const result = await client.callTool({name: wanted.tool, arguments: wanted.arguments ?? {}});
    return {text: textOf(result.content), isError: Boolean(result.isError)};
  } catch (error) {
    return {error: String(error)};
  }
}

await client.connect(new StdioClientTransport({command, args, stderr: 'inherit'}));
say({ready: client.getServerVersion().name, version: client.getNegotiatedProtocolVersion()});
for await (const line of readline.createInterface({input: process.stdin})) {
  say(await call(JSON.parse(line)));
}
const before = Date.now();
await client.close();
say({closed: Date.now() - before});
