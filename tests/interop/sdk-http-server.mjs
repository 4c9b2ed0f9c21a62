// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers
//
// Servers built with the official TypeScript SDK that serve Streamable HTTP on the loopback:
//   node sdk-http-server.mjs
// Each address /KIND/NAME/mcp is a separate server, for any name. Its first request starts it. KIND:
// v1, v1-json (no stream for a reply), v1-resumable (with an event store), v1-stateless, v1-older
// (HTTP+SSE), v2 (with sessions), v2-modern (only revision 2026-07-28), v2-both (that, and others
// without sessions).
//
// Those with sessions ask for roots when they are initialized, and again at each change. Their tools:
// known (the roots that it knows), roots (asks during the call), echo, poll (closes its stream, and
// answers when the stream is resumed). The other kinds have the tools of sdk-tools-v2.mjs.
//
// stdout has one JSON object per line: {"port": n}, then, with "of", the name of the server: {"roots":
// [uri…]} | {"error": text} | {"began": id} | {"ended": id}. stdin: {"forget": name} drops all its
// sessions.
import {randomUUID} from 'node:crypto';
import http from 'node:http';
import readline from 'node:readline';
import {z} from 'zod';

const say = value => process.stdout.write(JSON.stringify(value) + '\n');
const text = value => ({content: [{type: 'text', text: value}]});
const uris = roots => roots.map(root => root.uri);

/** Keeps sent events in order. An id names the stream and the position in it. */
class Events {
  kept = [];

  storeEvent(stream, message) {
    this.kept.push({stream, message});
    return Promise.resolve(`${stream}_${this.kept.length}`);
  }

  getStreamIdForEventId(id) {
    return Promise.resolve(id.slice(0, id.lastIndexOf('_')));
  }

  async replayEventsAfter(last, {send}) {
    const place = last.lastIndexOf('_');
    const stream = last.slice(0, place);

    for (let n = Number(last.slice(place + 1)); n < this.kept.length; n += 1) {
      const one = this.kept[n];
      if (one.stream === stream && Object.keys(one.message).length > 0) {
        await send(`${stream}_${n + 1}`, one.message);
      }
    }
    return stream;
  }
}

/** What the sessions of one server share. */
class Place {
  sessions = new Map();

  constructor(kind, name) {
    this.kind = kind;
    this.name = name;
  }

  say(value) {
    say({of: this.name, ...value});
  }

  begin(id, transport) {
    this.sessions.set(id, transport);
    this.say({began: id});
  }

  options(begun) {
    return {
      sessionIdGenerator: this.kind === 'v1-stateless' ? undefined : randomUUID,
      onsessioninitialized: begun,
      enableJsonResponse: this.kind === 'v1-json',
      ...(this.kind === 'v1-resumable' ? {eventStore: new Events(), retryInterval: 50} : {}),
    };
  }

  track(server, transport, onChanged) {
    let known = [];
    const ask = async () => {
      try {
        known = uris((await server.server.listRoots()).roots);
        this.say({roots: known});
      } catch (error) {
        this.say({error: String(error)});
      }
    };

    server.server.oninitialized = ask;
    onChanged(ask);
    server.server.onclose = () => {
      this.sessions.delete(transport.sessionId);
      this.say({ended: transport.sessionId});
    };
    return () => known;
  }
}

async function createTools(place) {
  const {McpServer} = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const types = await import('@modelcontextprotocol/sdk/types.js');

  return transport => {
    const server = new McpServer({name: `sdk-${place.kind}`, version: '1.0.0'});
    const known = place.kind === 'v1-stateless' ? () => [] : place.track(server, transport, ask =>
      server.server.setNotificationHandler(types.RootsListChangedNotificationSchema, ask));

    server.registerTool('known', {}, () => text(JSON.stringify(known())));
    server.registerTool('roots', {}, async extra => {
      const {roots} = await extra.sendRequest({method: 'roots/list'}, types.ListRootsResultSchema);
      return text(JSON.stringify(uris(roots)));
    });
    server.registerTool('echo', {inputSchema: {text: z.string()}}, args => text(args.text));
    server.registerTool('poll', {}, async extra => {
      extra.closeSSEStream?.();
      await new Promise(resolve => setTimeout(resolve, 200));
      return text('polled');
    });
    return {server, transport};
  };
}

async function createV1(place) {
  const {StreamableHTTPServerTransport} =
    await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
  const create = await createTools(place);

  return () => {
    const transport = new StreamableHTTPServerTransport(
      place.options(id => place.begin(id, transport)));
    return create(transport);
  };
}

/** HTTP+SSE: a stream for each session at /mcp, which names the endpoint for messages. */
async function serveOlder(place) {
  const {SSEServerTransport} = await import('@modelcontextprotocol/sdk/server/sse.js');
  const create = await createTools(place);
  const base = `/${place.kind}/${place.name}`;

  return async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const transport = place.sessions.get(url.searchParams.get('sessionId'));

    if (request.method === 'GET' && url.pathname === `${base}/mcp`) {
      const made = create(new SSEServerTransport(`${base}/messages`, response));
      place.begin(made.transport.sessionId, made.transport);
      await made.server.connect(made.transport);
    } else if (request.method === 'POST' && url.pathname === `${base}/messages` && transport) {
      await transport.handlePostMessage(request, response);
    } else {
      response.writeHead(url.pathname === `${base}/mcp` ? 405 : 404).end();
    }
  };
}

async function createV2(place) {
  const {McpServer} = await import('@modelcontextprotocol/server');
  const {NodeStreamableHTTPServerTransport} = await import('@modelcontextprotocol/node');

  return () => {
    const server = new McpServer({name: `sdk-${place.kind}`, version: '2.0.0'});
    const transport = new NodeStreamableHTTPServerTransport(
      place.options(id => place.begin(id, transport)));
    const known = place.track(server, transport, ask =>
      server.server.setNotificationHandler('notifications/roots/list_changed', ask));

    server.registerTool('known', {}, () => text(JSON.stringify(known())));
    server.registerTool('echo', {inputSchema: z.object({text: z.string()})}, args => text(args.text));
    return {server, transport};
  };
}

async function serveModern(place) {
  const {createMcpHandler} = await import('@modelcontextprotocol/server');
  const {toNodeHandler} = await import('@modelcontextprotocol/node');
  const {create} = await import('./sdk-tools-v2.mjs');

  return toNodeHandler(createMcpHandler(create, {
    legacy: place.kind === 'v2-modern' ? 'reject' : 'stateless',
  }));
}

function serveSessions(place, create) {
  return async (request, response) => {
    const id = request.headers['mcp-session-id'];
    let transport = place.sessions.get(id);

    if (!transport && id) {
      response.writeHead(404).end();
      return;
    }
    if (!transport) {
      const made = create();
      transport = made.transport;
      await made.server.connect(transport);
    }
    await transport.handleRequest(request, response);
  };
}

async function serve(place) {
  if (place.kind === 'v2-modern' || place.kind === 'v2-both') {
    return serveModern(place);
  }
  if (place.kind === 'v1-older') {
    return serveOlder(place);
  }
  return serveSessions(place, await (place.kind === 'v2' ? createV2 : createV1)(place));
}

const places = new Map();

async function answer(request, response) {
  const [, kind, name] = request.url.split('/');

  if (!places.has(name)) {
    const place = new Place(kind, name);
    places.set(name, {place, serving: serve(place)});
  }
  const {place, serving} = places.get(name);
  try {
    await (await serving)(request, response);
  } catch (error) {
    place.say({error: String(error)});
  }
}

const listener = http.createServer(answer);

listener.listen(0, '127.0.0.1', () => say({port: listener.address().port}));
for await (const line of readline.createInterface({input: process.stdin})) {
  const {sessions} = places.get(JSON.parse(line).forget).place;
  await Promise.all([...sessions.values()].map(transport => transport.close()));
  sessions.clear();
}
process.exit(0);
