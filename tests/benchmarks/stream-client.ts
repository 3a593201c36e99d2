/**
 * Opens connections to a local port and reports when all of them have received an event.
 *
 * bun tests/benchmarks/stream-client.ts <port> <file>: a connection for each request in the file, a JSON list of texts
 * sent unchanged. Prints `open` once each has a response, then for each event the time at which the last connection
 * received it, in milliseconds since 1970; ends with its input. Event streams and WebSockets are treated alike, so that
 * both cost the same to receive.
 */
const [port, file] = process.argv.slice(2)
const requests = (await Bun.file(String(file)).json()) as string[]

/** Connections opened at a time. */
const AT_ONCE = 100
const EVENT = Buffer.from('event: ')

let heard = 0

/** With one connection less, the last event would never arrive. */
function fail(error: Error): never {
  console.error(error.message)
  process.exit(1)
}

const open = (request: string) =>
  new Promise<void>((resolve) => {
    let isOpen = false
    Bun.connect({
      hostname: '127.0.0.1',
      port: Number(port),
      socket: {
        open: (socket) => void socket.write(request),
        data(_socket, chunk) {
          if (!isOpen) {
            const start = chunk.subarray(0, 200).toString()
            if (!/^HTTP\/1\.1 (200|101) /.test(start)) fail(new Error(start))
            isOpen = true
            resolve()
          } else if (chunk.includes(EVENT) && ++heard === requests.length) {
            heard = 0
            process.stdout.write(`${performance.timeOrigin + performance.now()}\n`)
          }
        },
        close: () => fail(new Error('The server closed a connection')),
        error: (_socket, error) => fail(error),
      },
    }).catch(fail)
  })

for (let from = 0; from < requests.length; from += AT_ONCE) {
  await Promise.all(requests.slice(from, from + AT_ONCE).map(open))
}
process.stdout.write('open\n')
await Bun.stdin.text()
process.exit(0)

export {}
