/**
 * A fixed load on one local port: a fixed number of keep-alive connections repeat a request for a fixed time. Prints
 * one JSON line with the counts.
 *
 * bun tests/benchmarks/load-client.ts <port> <path> <seconds> <connections> [header: value …]
 */
const [port, path, seconds, connections, ...headers] = process.argv.slice(2)
const deadline = performance.now() + Number(seconds) * 1000
const request = [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')

let answered = 0
let failed = 0
const latencies: number[] = []

/** Bytes of a complete response in `text`, or 0 while it is incomplete. Responses here have a Content-Length. */
function responseLength(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return 0
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))
  const total = end + 4 + Number(length?.[1] ?? 0)
  return bytes.length >= total ? total : 0
}

function keepRequesting(): Promise<void> {
  return new Promise((resolve, reject) => {
    let buffered = Buffer.alloc(0)
    let sentAt = 0
    Bun.connect({
      hostname: '127.0.0.1',
      port: Number(port),
      socket: {
        open(socket) {
          sentAt = performance.now()
          socket.write(request)
        },
        data(socket, chunk) {
          buffered = buffered.length === 0 ? Buffer.from(chunk) : Buffer.concat([buffered, chunk])
          const length = responseLength(buffered)
          if (length === 0) return
          const now = performance.now()
          if (buffered.subarray(9, 12).toString() === '200') answered += 1
          else failed += 1
          latencies.push(now - sentAt)
          buffered = buffered.subarray(length)
          if (now >= deadline) {
            socket.end()
            resolve()
            return
          }
          sentAt = now
          socket.write(request)
        },
        close: () => resolve(),
        error: (_socket, error) => reject(error),
      },
    }).catch(reject)
  })
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: Number(connections) }, keepRequesting))
const elapsed = (performance.now() - startedAt) / 1000
latencies.sort((a, b) => a - b)
const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
process.stdout.write(
  `${JSON.stringify({ perSecond: answered / elapsed, answered, failed, p50: at(0.5), p99: at(0.99) })}\n`,
)

export {}
