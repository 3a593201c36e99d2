/**
 * The baseline for a signed-in read: only `Bun.serve` and postgres.js with the same SQL, prepared, on a pool of the
 * same size: no token, no limit, no schema.
 *
 * bun tests/benchmarks/baseline-database.ts <port> <database url> <file with the queries>
 */
import postgres from 'postgres'

export interface FloorQuery {
  name: string
  text: string
  values: (string | number)[]
}

const [port, url, source] = process.argv.slice(2)
const queries = (await Bun.file(String(source)).json()) as FloorQuery[]
const sql = postgres(String(url), { max: 4, onnotice: () => {} })

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  fetch: async () => {
    const results = await Promise.all(
      queries.map(async ({ name, text, values }) => [
        name,
        await sql.unsafe(text, values, { prepare: true }),
      ]),
    )
    return Response.json(Object.fromEntries(results))
  },
})
