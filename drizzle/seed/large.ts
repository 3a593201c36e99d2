/**
 * As many rows as a platform of some years has, made by the database itself from the number of each row: the same
 * every time, and of no real person. Types, statuses and amounts are distributed as in practice.
 */
import type postgres from 'postgres'
import type { StoreEvidence } from './demo-verifications.ts'
import { type Owners, pick, share } from './large-picks.ts'
import { addRegister } from './large-register.ts'
import { addEvidence, fillInVerifications } from './large-verifications.ts'
import { seedPriceHistory } from './price-history.ts'

type Sql = postgres.Sql<{ bigint: number }>

export interface LargeCounts {
  users: number
  transactions: number
  notifications: number
  /** Coins with two years of prices. */
  coins: number
  /** In the register of a series of its own, which all investors hold. */
  entries: number
}

/** The numbers for measurements; every fifth transaction is of one investor. */
export const largeCounts: LargeCounts = {
  users: 10_000,
  transactions: 1_000_000,
  notifications: 100_000,
  coins: 100,
  entries: 1_000_000,
}

const OWN_SHARE = 5
const DAYS = 730
const BATCH = 50_000

/** The domain of these accounts, and the email address of the one with the many rows. */
const DOMAIN = 'large.lodefield.example'
export const largeInvestor = `investor-1@${DOMAIN}`

/** The series whose register is large. */
export const LARGE_SERIES = '$LARGE'

/** Minerals rather than people. */
const MINERALS =
  'Azurite,Barite,Beryl,Calcite,Cinnabar,Cuprite,Dolomite,Epidote,Fluorite,Galena,Halite,Ilmenite'

const spread = (of: string) => `now() - (1 - n / ${of}::float8) * interval '${DAYS} days'`

const transactionRows = `
  select
    case when n % ${OWN_SHARE} = 0 then $4::int
      -- Squared: some have many, most have few.
      else $4::int + 1 + floor(($5::int - 1) * power(${share(1)}, 2))::int end,
    ${pick('deposit,deposit,deposit,withdrawal,transfer,fee,interest,interest', 2)},
    ${pick('completed,completed,completed,completed,completed,completed,completed,completed,pending,failed,cancelled', 3)},
    round(power(10, 1 + 4 * ${share(4)})::numeric, 2),
    case when ${share(5)} < 0.2 then 25 else 0 end,
    ${pick('Bank transfer,Subscription,Redemption,Distribution,Custody fee,Interest on cash', 6)} || ' ' || n,
    at, at, at
  from (select n, date_trunc('milliseconds', ${spread('$3')}) as at from generate_series($1::int, $2::int) as n) as numbered`

const notificationRows = `
  select $4::int + floor($5::int * ${share(7)})::int,
    ${pick('transaction,investment,portfolio,system', 8)}, ${pick('info,success,warning,error', 9)},
    'Notice ' || n, 'Something about your account was recorded under number ' || n || '.',
    n < $3::int * 0.9, case when n < $3::int * 0.9 then at end, at, at, 'off'
  from (select n, date_trunc('milliseconds', ${spread('$3')}) as at from generate_series($1::int, $2::int) as n) as numbered`

/** The statements that fill each list, in batches: rows `$1` to `$2` of `$3`, for `$5` investors from id `$4` on. */
const statements = {
  transactions: `insert into transactions (user_id, type, status, amount, fee, description, transaction_date, created_at, updated_at) ${transactionRows}`,
  notifications: `insert into notifications (user_id, category, type, title, message, is_read, read_at, created_at, updated_at, email) ${notificationRows}`,
}

export type Progress = (what: string, done: number, of: number) => void

async function fill(
  sql: Sql,
  what: keyof typeof statements,
  { rows, owners, onProgress }: { rows: number; owners: Owners; onProgress?: Progress | undefined },
): Promise<void> {
  for (let from = 1; from <= rows; from += BATCH) {
    const to = Math.min(rows, from + BATCH - 1)
    await sql.unsafe(statements[what], [from, to, rows, owners.first, owners.number])
    onProgress?.(what, to, rows)
  }
}

async function addUsers(sql: Sql, number: number, passwordHash: string): Promise<Owners> {
  // Consecutive ids, also while others register.
  const [last] = await sql<{ id: number }[]>`
    with taken as (select nextval(pg_get_serial_sequence('users', 'id')) as id from generate_series(1, ${number}))
    select max(id)::int as id from taken`
  const first = (last?.id ?? 0) - number + 1
  await sql.unsafe(
    `insert into users (id, email, password_hash, first_name, last_name, country, is_verified, is_active, created_at, updated_at)
      overriding system value
      select $1::int + n - 1, 'investor-' || n || '@${DOMAIN}', $3, ${pick(MINERALS, 10)}, 'No. ' || n, ${pick('Canada,Chile,Germany,Japan,Kenya,Switzerland', 11)},
        n = 1 or ${share(12)} < 0.8, n = 1 or ${share(13)} < 0.97, ${spread('$2::int')}, ${spread('$2::int')}
      from generate_series(1, $2::int) as n`,
    [first, number, passwordHash],
  )
  await fillInVerifications(sql, { first, number })
  return { first, number }
}

/** A portfolio each, whose figures are those of its transactions, and a request of every fiftieth. */
async function addPortfolios(sql: Sql, { first, number }: Owners): Promise<void> {
  // Nothing else counts rows before the transaction ends; after an earlier attempt the tables seem nearly empty.
  await sql`analyze users, transactions, transaction_totals`
  await sql`
    insert into portfolios (user_id, total_value, total_invested, total_gains, active_investments, pending_investments, pending_since, performance)
    select id, coalesce(deposits + gains - paid, 0), coalesce(deposits, 0), coalesce(gains, 0), id % 4,
      case when id % 50 = 0 then coalesce((select symbol from tokens where is_active order by tokens.id limit 1), 'none') else 'none' end,
      case when id % 50 = 0 then now() - id % 1000 * interval '1 hour' end,
      case when deposits > 0 then round(least(gains / deposits * 100, 9999), 4) else 0 end
    from users left join (
      -- Who took out more than that has gained as much as it takes: no portfolio is worth less than nothing.
      select user_id, deposits, paid, greatest(gains, paid - deposits) as gains from (
        select user_id, coalesce(sum(amount) filter (where type = 'deposit'), 0) as deposits,
          coalesce(sum(amount) filter (where type = 'interest'), 0) - coalesce(sum(amount) filter (where type = 'fee'), 0) - sum(fees) as gains,
          coalesce(sum(amount) filter (where type = 'withdrawal'), 0) as paid
        from transaction_totals where status = 'completed' group by user_id
      ) as sums
    ) as totals on user_id = id
    where id between ${first} and ${first + number - 1}`
  // The balance of each is the value after it, counted back from the present one.
  await sql`
    insert into activities (user_id, type, description, net_growth, balance, activity_date)
    select user_id, type, description, growth, greatest(0, total_value - coalesce(sum(growth) over later, 0)), transaction_date
    from portfolios, lateral (
      select id, type, description, case when type = 'deposit' then amount else -amount end as growth, transaction_date
      from transactions
      where transactions.user_id = portfolios.user_id and type in ('deposit', 'withdrawal') and status = 'completed'
      order by transaction_date desc, id desc limit 5
    ) as newest
    where portfolios.user_id between ${first} and ${first + number - 1}
    window later as (
      partition by user_id order by transaction_date desc, newest.id desc
      rows between unbounded preceding and 1 preceding
    )`
}

/** A series for the large register: those of the demonstration have registers of their own. Returns the id of its token. */
async function addSeries(sql: Sql): Promise<number> {
  const [token] = await sql<{ id: number }[]>`
    insert into tokens (symbol, name, category_id, location, description, icon, color)
    select ${LARGE_SERIES}, 'Register for measurements', category_id, 'No place', 'Made for measurements', icon, color
    from tokens order by id limit 1 returning id`
  if (!token) throw new Error('There is no token: seed the essentials first')
  await sql`insert into series (token_id, is_illustrative) values (${token.id}, true)`
  await sql`
    insert into series_valuations (token_id, low, preferred, high, as_of, method, inputs)
    values (${token.id}, 80, 104, 130, (now() at time zone 'UTC')::date - 1, 'Made for measurements', '[]')`
  return token.id
}

/** A register of a series of its own, in which every investor holds units. */
async function addLargeRegister(
  sql: Sql,
  { first, number }: Owners,
  wanted: number,
  onProgress: Progress | undefined,
): Promise<void> {
  if (number < 2) return
  const entries = Math.max(2 * number, wanted - (wanted % 2))
  await addRegister(sql, {
    tokenId: await addSeries(sql),
    first,
    holders: number,
    entries,
    onProgress: (done) => onProgress?.('entries', done, entries),
  })
}

/** Whether these accounts are there already. */
export async function hasLargeSeed(sql: Sql): Promise<boolean> {
  const [found] = await sql`select 1 from users where lower(email) = ${largeInvestor} and deleted_at is null`
  return found !== undefined
}

interface LargeSeed {
  counts: LargeCounts
  passwordHash: string
  /** Without it the verifications that wait have no files. */
  storeEvidence?: StoreEvidence | undefined
  onProgress?: Progress
}

/**
 * Adds them all in one transaction: when interrupted, none remain, and the server removes files that have no row.
 * Totals, chart points and notifications come from the triggers, as for every writer. Returns the id of the investor
 * with the many rows.
 */
export async function seedLarge(
  sql: Sql,
  { counts, passwordHash, storeEvidence, onProgress }: LargeSeed,
): Promise<number> {
  const investor = await sql.begin(async (tx) => {
    // postgres.js has another type for a transaction, with the same queries.
    const within = tx as unknown as Sql
    await within`set local statement_timeout = 0`
    // Files are written between the statements.
    await within`set local idle_in_transaction_session_timeout = 0`
    const owners = await addUsers(within, counts.users, passwordHash)
    onProgress?.('users', counts.users, counts.users)
    if (storeEvidence) {
      await addEvidence(within, owners, storeEvidence, (done, of) => onProgress?.('evidence', done, of))
    }
    await fill(within, 'transactions', { rows: counts.transactions, owners, onProgress })
    await addPortfolios(within, owners)
    onProgress?.('portfolios', counts.users, counts.users)
    await fill(within, 'notifications', { rows: counts.notifications, owners, onProgress })
    // Simulated prices are stored as such, like those of the simulated feed.
    const points = await seedPriceHistory(within, { coins: counts.coins, feed: 'simulated' })
    onProgress?.('prices', points, points)
    await addLargeRegister(within, owners, counts.entries, onProgress)
    return owners.first
  })
  await sql`set statement_timeout = 0`
  await sql`vacuum analyze`
  return investor
}

/** A register of holders made for it, and their transactions, for benchmarks. Needs the tokens of the first start. */
export async function seedRegister(
  sql: Sql,
  { holders, entries, transactions }: { holders: number; entries: number; transactions: number },
): Promise<{ tokenId: number; symbol: string; first: number }> {
  const tokenId = await addSeries(sql)
  const owners = await addUsers(sql, holders, '!')
  const { first } = owners
  await fill(sql, 'transactions', { rows: transactions, owners })
  await sql.begin((tx) => addRegister(tx as unknown as Sql, { tokenId, first, holders, entries }))
  return { tokenId, symbol: LARGE_SERIES, first }
}

/** Transactions alone, of investors made for them, for benchmarks. Returns the same as {@link seedLarge}. */
export async function seedManyTransactions(
  sql: Sql,
  { users, transactions }: Pick<LargeCounts, 'users' | 'transactions'>,
): Promise<number> {
  const owners = await addUsers(sql, users, '!')
  await fill(sql, 'transactions', { rows: transactions, owners })
  return owners.first
}
