/**
 * The baseline for a broadcast: only `Bun.serve`, which publishes bytes to all its WebSockets on request.
 *
 * bun tests/benchmarks/baseline-sockets.ts <port> <text to publish>
 */
const [port, text] = process.argv.slice(2)
const bytes = new TextEncoder().encode(text)

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  fetch(request, server) {
    if (server.upgrade(request)) return
    if (request.url.endsWith('/publish')) server.publish('all', bytes)
    return new Response()
  },
  websocket: {
    idleTimeout: 0,
    open: (socket) => void socket.subscribe('all'),
    message() {},
  },
})

export {}
