/**
 * How reads of transactions scale: an investor with 200,000 of 1,000,000 rows, each read timed against a select by
 * primary key in the same run, alternating. In a temporary database of the embedded engine.
 */
import { seedManyTransactions } from '#db/seed/large-seed'
import { listTransactionPage } from '#modules/cash/transactions/transaction-page'
import { getTransactionSummary } from '#modules/cash/transactions/transaction-summary'
import { median, type Report } from './compare-servers.ts'
import {
  compareWithPrimaryKeyLookup,
  measureMilliseconds,
  type Sql,
  withScratchDatabase,
} from './scratch-database.ts'

const ROWS = 1_000_000
const USERS = 800

/** `work` against a select of one transaction, a different one in each round. */
const against = (sql: Sql, work: () => Promise<unknown>) =>
  compareWithPrimaryKeyLookup(
    work,
    async (round) => sql`select * from transactions where id = ${1 + ((round * 7919) % ROWS)}`,
  )

/** Rows per second of single inserts, each for another investor, and of batches for fifty of them, into `table`. */
async function insertRate(sql: Sql, table: string): Promise<{ single: number; batch: number }> {
  const insert = (number: number, of: number) =>
    sql.unsafe(
      `insert into ${table} (user_id, type, status, amount, description)
       select 2 + ($2::int + n % 50) % ${USERS - 1}, 'deposit', 'completed', 10, 'Insert of the bench' from generate_series(1, $1::int) as n`,
      [number, of],
      { prepare: true },
    )
  const single = await measureMilliseconds(async () => {
    for (let n = 0; n < 1000; n++) await insert(1, n * 7)
  })
  const batch = await measureMilliseconds(async () => {
    for (let n = 0; n < 20; n++) await insert(1000, n * 50)
  })
  return { single: 1_000_000 / single, batch: 20_000_000 / batch }
}

async function benchReads(sql: Sql, investor: number, report: Report): Promise<void> {
  const first = { limit: 20, offset: 0 }
  const count = async (filter: object) =>
    (await listTransactionPage(investor, { ...filter, ...first })).pagination.total
  const reads = [
    { what: 'first page', goal: 4, filter: {} },
    { what: 'first page of a type', goal: 4, filter: { type: 'fee' } },
    { what: 'first page of a status', goal: 4, filter: { status: 'pending' } },
    { what: 'first page of a type and a status', goal: 4, filter: { type: 'deposit', status: 'cancelled' } },
    { what: 'last page', goal: 50, filter: {}, last: true },
    { what: 'last page of a type', goal: 50, filter: { type: 'interest' }, last: true },
    { what: 'last page of a status', goal: 50, filter: { status: 'completed' }, last: true },
  ] as const
  for (const { what, goal, filter, ...more } of reads) {
    const offset = 'last' in more ? (await count(filter)) - 20 : 0
    const { ours, key } = await against(sql, () =>
      listTransactionPage(investor, { ...filter, limit: 20, offset }),
    )
    addRow(what, ours, key, goal)
  }
  const { ours, key } = await against(sql, () => getTransactionSummary(investor))
  addRow('summary', ours, key, 5)

  function addRow(what: string, ours: number, key: number, goal: number): void {
    report({
      what: `${what}, 200,000 of 1,000,000 transactions, against a key select`,
      ours: `${ours.toFixed(2)} ms`,
      floor: `${key.toFixed(2)} ms`,
      ratio: ours / key,
      goal: `<= ${goal}`,
      reached: ours / key <= goal,
    })
  }
}

/** The same table with the primary key and one index, without triggers or totals. */
async function benchInserts(sql: Sql, report: Report): Promise<void> {
  await sql`create table plain_transactions (like transactions including defaults including identity including constraints)`
  await sql`alter table plain_transactions add primary key (id), add foreign key (user_id) references users`
  await sql`create index on plain_transactions (user_id, transaction_date desc, id desc)`
  await sql`insert into plain_transactions overriding system value select * from transactions`
  await sql`select setval(pg_get_serial_sequence('plain_transactions', 'id'), ${ROWS})`
  await sql`analyze`
  const rates = {
    ours: [] as { single: number; batch: number }[],
    plain: [] as { single: number; batch: number }[],
  }
  for (let round = 0; round < 7; round++) {
    rates.ours.push(await insertRate(sql, 'transactions'))
    rates.plain.push(await insertRate(sql, 'plain_transactions'))
  }
  for (const kind of ['single', 'batch'] as const) {
    const ours = median(rates.ours.map((rate) => rate[kind]))
    const plain = median(rates.plain.map((rate) => rate[kind]))
    report({
      what: `inserts of transactions, ${kind === 'single' ? 'one by one' : 'a thousand at a time'}, against a table with one index`,
      ours: `${Math.round(ours)}/s`,
      floor: `${Math.round(plain)}/s`,
      ratio: ours / plain,
      goal: '>= 0.65',
      reached: ours / plain >= 0.65,
    })
  }
}

/** Reports a row for each read, and for inserts. Takes minutes to fill the table. */
export const benchGrowth = (report: Report): Promise<void> =>
  withScratchDatabase(async (sql) => {
    const investor = await seedManyTransactions(sql, { users: USERS, transactions: ROWS })
    await sql`vacuum analyze`
    await benchReads(sql, investor, report)
    await benchInserts(sql, report)
  })
