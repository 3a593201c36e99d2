/** The baseline: only `Bun.serve`, with the same value through `JSON.stringify` on every request. */
const [port, source] = process.argv.slice(2)
const value = await Bun.file(String(source)).json()

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  fetch: () =>
    new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json; charset=utf-8' } }),
})

export {}
