// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright The Paddock developers
// An MCP server that speaks HTTP/2 alone, over TLS: node http2-server.mjs CERTIFICATE KEY. Each line that
// it prints is JSON: its port, and then what happened.
import http2 from 'node:http2'
import fs from 'node:fs'

const [certificate, key] = process.argv.slice(2)
const server = http2.createSecureServer({
  cert: fs.readFileSync(certificate), key: fs.readFileSync(key), allowHTTP1: false,
})
const say = (message) => process.stdout.write(JSON.stringify(message) + '\n')
const sessions = new Set()
let listener = null

const json = (stream, body, more = {}) => {
  stream.respond({ ':status': 200, 'content-type': 'application/json', ...more })
  stream.end(JSON.stringify(body))
}
const event = (message) => `data: ${JSON.stringify(message)}\n\n`
const text = (id, content) => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: content }] } })

const tools = {
  echo: (stream, id, given) => json(stream, text(id, given.text)),
  stream: (stream, id, given) => {
    stream.respond({ ':status': 200, 'content-type': 'text/event-stream' })
    stream.write(event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } }))
    stream.end(event(text(id, given.text)))
  },
  large: (stream, id, given) => json(stream, text(id, 'x'.repeat(given.count))),
  hold: (stream) => { stream.on('close', () => say({ closed: stream.rstCode })) },
  reset: (stream) => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR),
  goaway: (stream, id, given) => {
    json(stream, text(id, given.text))
    const { session } = stream
    setTimeout(() => {
      session.goaway()
      session.destroy()
      say({ gone: id })
    }, 300)
  },
  destroy: (stream) => stream.session.destroy(),
}

const answer = (stream, message) => {
  if (message.method === undefined) {
    say({ answer: message })
  } else if (message.method === 'initialize') {
    json(stream, { jsonrpc: '2.0', id: message.id, result: { protocolVersion: '2025-11-25', capabilities: {
      tools: {} }, serverInfo: { name: 'two', version: '1' } } }, { 'mcp-session-id': 'two' })
    return
  } else if (message.method === 'tools/call') {
    tools[message.params.name](stream, message.id, message.params.arguments)
    return
  }
  stream.respond({ ':status': 202 }, { endStream: true })
}

server.on('session', (session) => {
  sessions.add(session)
  say({ session: session.alpnProtocol })
  session.on('close', () => sessions.delete(session))
  session.on('error', () => {})
})
server.on('stream', (stream, headers) => {
  stream.on('error', () => {})
  if (headers[':method'] === 'GET') {
    stream.respond({ ':status': 200, 'content-type': 'text/event-stream' })
    listener = stream
    stream.write(event({ jsonrpc: '2.0', id: 'roots', method: 'roots/list' }))
    return
  }
  if (headers[':method'] === 'DELETE') {
    say({ ended: headers['mcp-session-id'] })
    stream.respond({ ':status': 200 }, { endStream: true })
    return
  }
  const parts = []
  stream.on('data', (part) => parts.push(part))
  stream.on('end', () => answer(stream, JSON.parse(Buffer.concat(parts))))
})
server.listen(0, '127.0.0.1', () => say({ port: server.address().port }))
process.stdin.on('end', () => process.exit(0))
process.stdin.resume()
