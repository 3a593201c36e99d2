/**
 * Opens event streams on a local address and holds them until its input ends.
 *
 * bun tests/bench/stream-client.ts <port> <path> <token…>: as many streams as there are tokens.
 */
const [port, path, ...tokens] = process.argv.slice(2)

const open = (token: string) =>
  new Promise<void>((resolve, reject) => {
    Bun.connect({
      hostname: '127.0.0.1',
      port: Number(port),
      socket: {
        open: (socket) =>
          void socket.write(
            `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
          ),
        data(_socket, chunk) {
          if (chunk.subarray(0, 12).toString() === 'HTTP/1.1 200') resolve()
          else if (chunk.subarray(0, 4).toString() === 'HTTP') reject(new Error(chunk.toString()))
        },
        error: (_socket, error) => reject(error),
      },
    }).catch(reject)
  })

for (let from = 0; from < tokens.length; from += 100) {
  await Promise.all(tokens.slice(from, from + 100).map(open))
}
process.stdout.write('open\n')
await Bun.stdin.text()
process.exit(0)

export {}
