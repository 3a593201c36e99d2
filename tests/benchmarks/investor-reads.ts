/** Reads of a signed-in investor with all guards on, against a bare server that runs the same SQL. */
import { join } from 'node:path'
import { is, Placeholder } from 'drizzle-orm'
import { signAccessToken } from '#common/access-token'
import { connectDatabase, database, disconnectDatabase } from '#db/connection'
import { startEmbedded } from '#db/embedded-postgres'
import { migrateDatabase } from '#db/migrate'
import { createPortfolio, createSession, createToken, createUser } from '#db/seed/factories'
import { createAttestation, createValuation, getDayFromNow, issueUnits } from '#db/seed/series-factories'
import { getFirstPageStatement } from '#modules/cash/transactions/transaction-page'
import { newestRecords } from '#modules/portfolio/calculated-activity'
import { portfolioFiguresQuery } from '#modules/portfolio/portfolio-figures'
import { newestActivities } from '#modules/portfolio/service'
import type { FloorQuery } from './baseline-database.ts'
import { compare, perSecond, type Report, startServer } from './compare-servers.ts'
import { BASELINE_PORT, root, SERVER_PORT, startServerUnderTest } from './server-under-test.ts'

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

/** The same for a prepared drizzle query. */
function textOf(query: { sql: string; params: unknown[] }) {
  const names = query.params.map((param) => (is(param, Placeholder) ? param.name : ''))
  return { text: query.sql, names }
}

interface BenchInvestor {
  userId: number
  token: string
}

/**
 * An investor with the data of a busy year; with `source` derived, units of three series instead of entered figures.
 */
async function seedInvestor(source: 'entered' | 'derived'): Promise<BenchInvestor> {
  const { id: userId } = await createUser(database())
  const { id: sessionId } = await createSession(database(), { user_id: userId })
  if (source === 'entered') await createPortfolio(database(), { user_id: userId, total_value: '125000.00' })
  else await holdUnits(userId)
  await database().execute(`insert into transactions (user_id, type, status, amount, description, transaction_date)
    select ${userId}, (array['deposit', 'withdrawal', 'interest', 'fee'])[1 + n % 4], (array['completed', 'completed', 'pending'])[1 + n % 3],
      n, 'Transaction number ' || n, timestamptz '2026-01-01Z' + n * interval '1 day' from generate_series(1, 120) as n`)
  await database().execute(`insert into activities (user_id, description, activity_date)
    select ${userId}, 'Activity ' || n, timestamptz '2026-01-01Z' + n * interval '1 day' from generate_series(1, 50) as n`)
  await database().execute('vacuum analyze')
  return { userId, token: signAccessToken({ role: 'investor', id: userId, sessionId }, SECRET) }
}

/** Ten allotments in each of three series, each valued every month. */
async function holdUnits(userId: number): Promise<void> {
  for (const _ of [1, 2, 3]) {
    const { id: token_id } = await createToken(database())
    await createAttestation(database(), { token_id })
    for (let days = 360; days >= 0; days -= 30)
      await createValuation(database(), { token_id, as_of: getDayFromNow(-days) })
    for (let times = 0; times < 10; times++) await issueUnits(database(), token_id, { [userId]: '10' })
  }
}

/** Reports a row for each read. `work` is a temporary folder. */
export async function benchInvestorReads(report: Report, work: string): Promise<void> {
  const engine = await startEmbedded(join(work, 'reads'))
  await migrateDatabase(engine.url)
  await connectDatabase(engine.url)
  const entered = await seedInvestor('entered')
  const derived = await seedInvestor('derived')
  const page = (userId: number, filter: { type?: 'deposit' }, limit: number, name = 'transactions') =>
    fill(name, getFirstPageStatement(filter).compile(), { userId, limit, ...filter })
  const portfolioOf = ({ userId, token }: BenchInvestor, what: string) => ({
    path: '/api/v1/user/portfolio',
    what,
    token,
    queries: [
      fill('portfolio', textOf(portfolioFiguresQuery().getQuery()), { userId }),
      page(userId, { type: 'deposit' }, 100, 'deposits'),
      fill('activities', newestActivities.compile(), { userId }),
      fill('records', newestRecords.compile(), { userId }),
    ],
  })
  const reads = [
    {
      path: '/api/v1/user/transactions?limit=20',
      what: '',
      token: entered.token,
      queries: [page(entered.userId, {}, 20)],
    },
    portfolioOf(entered, ' with entered figures'),
    portfolioOf(derived, ' with figures derived of 30 allotments'),
  ]
  await disconnectDatabase()
  const server = await startServerUnderTest(work, '/api/v1/ready', {
    DATABASE_URL: engine.url,
    TOKEN_SECRET: SECRET,
    MARKET_FEED: 'off',
  })
  try {
    for (const { path, what, token, queries } of reads) {
      const source = join(work, 'queries.json')
      await Bun.write(source, JSON.stringify(queries))
      const floor = await startServer(
        [
          process.execPath,
          join(root, 'tests/benchmarks/baseline-database.ts'),
          String(BASELINE_PORT),
          engine.url,
          source,
        ],
        BASELINE_PORT,
        '/',
      )
      const headers = [`Authorization: Bearer ${token}`]
      const {
        ours,
        floor: bare,
        ratio,
      } = await compare({ port: SERVER_PORT, path, headers }, { port: BASELINE_PORT, path: '/' })
      await floor.stop()
      report({
        what: `GET ${path}${what}, signed in, against Bun.serve and postgres.js with the same SQL`,
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
