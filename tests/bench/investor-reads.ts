/** Reads of a signed-in investor, all guards on, against a bare server that runs the same SQL. */
import { join } from 'node:path'
import { is, Placeholder } from 'drizzle-orm'
import { signAccessToken } from '#common/access-token'
import { connectDatabase, database, disconnectDatabase } from '#db/connection'
import { startEmbedded } from '#db/embedded'
import { migrateDatabase } from '#db/migrate'
import { createPortfolio, createSession, createUser } from '#db/seed/factories'
import { figures } from '#modules/portfolio/figures'
import { newestActivities } from '#modules/portfolio/service'
import { firstPageOf } from '#modules/transactions/service'
import type { FloorQuery } from './floor-database.ts'
import { compare, perSecond, type Report, startServer } from './measure.ts'
import { FLOOR, OURS, root, startOurs } from './our-server.ts'

const SECRET = 'only-for-the-bench-0123456789abcdefghijk'

type Values = Record<string, string | number>

/** A statement with the values of its parameters. */
function fill(
  name: string,
  { text, names }: { text: string; names: readonly string[] },
  values: Values,
): FloorQuery {
  return { name, text, values: names.map((one) => values[one] ?? '') }
}

/** The same of what drizzle has prepared. */
function textOf(query: { sql: string; params: unknown[] }) {
  const names = query.params.map((param) => (is(param, Placeholder) ? param.name : ''))
  return { text: query.sql, names }
}

/** An investor with the data of a busy year. */
async function seedInvestor(): Promise<{ userId: number; token: string }> {
  const { id: userId } = await createUser(database())
  const { id: sessionId } = await createSession(database(), { user_id: userId })
  await createPortfolio(database(), { user_id: userId, total_value: '125000.00' })
  await database().execute(`insert into transactions (user_id, type, status, amount, description, transaction_date)
    select ${userId}, (array['deposit', 'withdrawal', 'interest', 'fee'])[1 + n % 4], (array['completed', 'completed', 'pending'])[1 + n % 3],
      n, 'Transaction number ' || n, timestamptz '2026-01-01Z' + n * interval '1 day' from generate_series(1, 120) as n`)
  await database().execute(`insert into activities (user_id, description, activity_date)
    select ${userId}, 'Activity ' || n, timestamptz '2026-01-01Z' + n * interval '1 day' from generate_series(1, 50) as n`)
  await database().execute('vacuum analyze')
  return { userId, token: signAccessToken({ role: 'investor', id: userId, sessionId }, SECRET) }
}

/** Reports a row for each read. `work` is a folder to throw away. */
export async function benchInvestorReads(report: Report, work: string): Promise<void> {
  const engine = await startEmbedded(join(work, 'reads'))
  await migrateDatabase(engine.url)
  await connectDatabase(engine.url)
  const { userId, token } = await seedInvestor()
  const page = (filter: { type?: 'deposit' }, limit: number, name = 'transactions') =>
    fill(name, firstPageOf(filter).compile(), { userId, limit, ...filter })
  const reads = [
    { path: '/api/v1/user/transactions?limit=20', queries: [page({}, 20)] },
    {
      path: '/api/v1/user/portfolio',
      queries: [
        fill('portfolio', textOf(figures().getQuery()), { userId }),
        page({ type: 'deposit' }, 100, 'deposits'),
        fill('activities', newestActivities.compile(), { userId }),
      ],
    },
  ]
  await disconnectDatabase()
  const server = await startOurs(work, '/api/v1/ready', {
    DATABASE_URL: engine.url,
    TOKEN_SECRET: SECRET,
    MARKET_FEED: 'off',
  })
  try {
    for (const { path, queries } of reads) {
      const source = join(work, 'queries.json')
      await Bun.write(source, JSON.stringify(queries))
      const floor = await startServer(
        [process.execPath, join(root, 'tests/bench/floor-database.ts'), String(FLOOR), engine.url, source],
        FLOOR,
        '/',
      )
      const headers = [`Authorization: Bearer ${token}`]
      const {
        ours,
        floor: bare,
        ratio,
      } = await compare({ port: OURS, path, headers }, { port: FLOOR, path: '/' })
      await floor.stop()
      report({
        what: `GET ${path}, signed in, against Bun.serve and postgres.js with the same SQL`,
        ours: perSecond(ours),
        floor: perSecond(bare),
        ratio,
        goal: '>= 0.85',
        reached: ratio >= 0.85,
      })
    }
  } finally {
    await server.stop()
    await engine.stop()
  }
}
