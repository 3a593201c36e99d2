/**
 * What an operator waits for, among 10,000 investors, 1,000,000 transactions and 50,000 open items: the queue and the
 * timeline of the investor with 200,000 transactions against a select by primary key, and the palette in milliseconds.
 * In a temporary database of the embedded engine.
 */
import { provideServices } from '#common/service-container'
import { seedManyTransactions } from '#db/seed/large-seed'
import { searchRecords } from '#modules/desk/command-palette/command-palette-search'
import { listWorkQueue } from '#modules/desk/work-queue/work-queue'
import { listTimeline } from '#modules/people/investor-overview/timeline'
import type { Report } from './compare-servers.ts'
import { compareWithPrimaryKeyLookup, withScratchDatabase } from './scratch-database.ts'

const INVESTORS = 10_000
const TRANSACTIONS = 1_000_000
const OPEN = 50_000

/** Texts as typed: a name, an unknown name, a reference, the start of a description, an amount. */
const typed = ['inv', 'zzzz nobody', '#500000', 'monthly', '$12,500.00']

export const benchDesk = (report: Report): Promise<void> =>
  withScratchDatabase(async (sql) => {
    provideServices({ market: { mode: 'off', feed: undefined, poller: undefined, version: 1 } })
    const investor = await seedManyTransactions(sql, { users: INVESTORS, transactions: TRANSACTIONS })
    await sql`insert into support_tickets (user_id, name, email, subject, message, created_at)
      select ${investor} + n % ${INVESTORS}::int, 'V', 'v@mailbox.example', 'S', 'M', now() - n * interval '1 second'
      from generate_series(1, ${OPEN / 2}::int) as n`
    await sql`insert into outbox (kind, recipient, subject, body, status, created_at)
      select 'ticket_reply', 'v' || n || '@mailbox.example', 'S', '["B", "", ""]', 'failed', now() - n * interval '1 second'
      from generate_series(1, ${OPEN / 2}::int) as n`
    await sql`analyze`
    const select = async (round: number) =>
      sql`select * from transactions where id = ${1 + ((round * 7919) % TRANSACTIONS)}`
    /** Against five key selects and the transfer of `rows` rows, measured by a plain select of as many. */
    const add = async (what: string, rows: number, work: () => Promise<unknown>) => {
      const plain = await compareWithPrimaryKeyLookup(
        () => sql`select * from transactions where id <= ${rows}`,
        select,
      )
      const { ours, key } = await compareWithPrimaryKeyLookup(work, select)
      const floor = 5 * key + Math.max(0, plain.ours - plain.key)
      report({
        what: `${what}, against five key selects and the transfer of ${rows} rows`,
        ours: `${ours.toFixed(2)} ms`,
        floor: `${floor.toFixed(2)} ms`,
        ratio: ours / floor,
        goal: '<= 1',
        reached: ours <= floor,
      })
    }
    await add(`queue of ${OPEN} open items`, 200, () => listWorkQueue({ id: 0, roles: ['owner'] }))
    await add(`queue of ${OPEN} open items, three of each kind`, 3, () =>
      listWorkQueue({ id: 0, roles: ['owner'] }, { each: 3 }),
    )
    await add('first page of a timeline with 200,000 transactions', 25, () =>
      listTimeline(investor, { page: 1, limit: 25 }, ['owner']),
    )
    const owner = { role: 'admin', id: 0, sessionId: '', expiresAt: 0, adminRoles: ['owner'] } as const
    for (const text of typed) {
      const { ours } = await compareWithPrimaryKeyLookup(() => searchRecords(text, owner), select)
      report({
        what: `palette, "${text}", ${INVESTORS} investors and ${TRANSACTIONS} transactions`,
        ours: `${ours.toFixed(2)} ms`,
        floor: '100 ms',
        ratio: ours / 100,
        goal: '<= 1',
        reached: ours <= 100,
      })
    }
  })
