// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers
//
// A server for bridges.py that costs as little as possible:
//   node echo-server.mjs json|sse BYTES
// It knows only the parts of HTTP and MCP that the bridges need, and reads only the id of a request. It
// answers each call with the same text, so that the response has BYTES bytes. It prints its port.
import net from 'node:net';

const [way, bytes] = [process.argv[2], Number(process.argv[3])];
const isStream = way === 'sse';
const EMPTY = result(0, '').length;
const filler = Buffer.alloc(Math.max(0, bytes - EMPTY), 'x').toString();
const END = Buffer.from('\r\n\r\n');
const accepted = Buffer.from('HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n');
const refused = Buffer.from('HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n');

function result(id, text) {
  return `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"${text}"}]}}`;
}

function handshake(id) {
  return `{"jsonrpc":"2.0","id":${id},"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},` +
    '"serverInfo":{"name":"echo","version":"1"}}}';
}

function reply(json) {
  if (!isStream) {
    return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`;
  }
  const event = `event: message\ndata: ${json}\n\n`;
  return 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n' +
    `${event.length.toString(16)}\r\n${event}\r\n0\r\n\r\n`;
}

function answer(head, body) {
  if (!head.startsWith('POST')) {
    return refused;
  }
  // The id comes before or after everything else, depending on the sender.
  const ends = body.length > 400 ? body.toString('latin1', 0, 200) + body.toString('latin1', body.length - 200)
    : body.toString('latin1');
  const id = /"id":("[^"]*"|\d+)/.exec(ends)?.[1];

  if (id === undefined || !ends.includes('"method"')) {
    return accepted;
  }
  return reply(ends.includes('"initialize"') ? handshake(id) : result(id, filler));
}

net.createServer(socket => {
  let parts = [];
  let length = 0;
  let wanted = 0; // bytes until it is worth looking again

  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', data => {
    parts.push(data);
    length += data.length;
    if (length < wanted) {
      return;
    }
    let rest = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    for (;;) {
      const end = rest.indexOf(END);
      if (end < 0) {
        wanted = 0;
        break;
      }
      const head = rest.toString('latin1', 0, end);
      const size = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      wanted = end + 4 + size;
      if (rest.length < wanted) {
        break;
      }
      socket.write(answer(head, rest.subarray(end + 4, wanted)));
      rest = rest.subarray(wanted);
      wanted = 0;
    }
    parts = rest.length > 0 ? [rest] : [];
    length = rest.length;
  });
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port);
});
process.stdin.on('end', () => process.exit(0)).resume();
