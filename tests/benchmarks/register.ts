/**
 * How the register scales: 10,000 holders and 1,000,000 entries in one series next to 1,000,000 transactions, each read
 * timed against a select by primary key in the same run, alternating. In a temporary database of the embedded engine.
 */

import { createLogger } from '#common/logger'
import { getRemainingTime } from '#common/request-deadline'
import { adminRegister } from '#contract/holdings/admin-register'
import { seedEssentials } from '#db/seed/index'
import { seedRegister } from '#db/seed/large-seed'
import { getSeriesFigures } from '#modules/catalog/series/series-figures'
import { listHolders } from '#modules/holdings/register/cap-table'
import { bookDistribution } from '#modules/holdings/register/distributions'
import { getHolding } from '#modules/holdings/register/investor-holding'
import { listHoldings } from '#modules/holdings/register/investor-holdings'
import { startAuditLog } from '#modules/platform/audit/audit-log'
import type { Report } from './compare-servers.ts'
import { compareWithPrimaryKeyLookup, measureMilliseconds, withScratchDatabase } from './scratch-database.ts'

const HOLDERS = 10_000
const ENTRIES = 1_000_000
const TRANSACTIONS = 1_000_000
const PAGE = 50
const BY_KEY = 'one row by key'

export async function benchRegister(report: Report): Promise<void> {
  await withScratchDatabase(async (sql, db) => {
    await seedEssentials(db)
    const { tokenId, symbol, first } = await seedRegister(sql, {
      holders: HOLDERS,
      entries: ENTRIES,
      transactions: TRANSACTIONS,
    })
    await sql`vacuum analyze`
    const holder = (round: number) => first + ((round * 7919) % HOLDERS)
    const key = (round: number) =>
      sql`select * from register_entries where token_id = ${tokenId} and number = ${1 + ((round * 7919) % ENTRIES)}`
    const page = { page: 1, limit: PAGE, search: undefined, on: undefined }
    await compare('holdings of an investor', (round) => listHoldings(holder(round)), key, BY_KEY)
    await compare(
      'one holding with its entries',
      (round) => getHolding(holder(round), symbol),
      // Another holder's rows: the same holder's would already be cached.
      (round) =>
        sql`select * from register_entries where user_id = ${holder(round + HOLDERS / 2)} and token_id = ${tokenId} order by number desc limit 500`,
    )
    // What the trigger `check_movements` reads.
    await compare(
      'check before an allotment',
      () =>
        sql`select head.units_in_issue, binding.units_held, binding.expires
          from register_heads as head, binding_attestation(${tokenId}) as binding where head.token_id = ${tokenId}`,
      key,
      BY_KEY,
    )
    // A lock is written to disk, whatever it locks.
    await compare(
      'the same with the lock of its series',
      () =>
        sql`select head.units_in_issue, binding.units_held, binding.expires
          from lock_register_head(${tokenId}) as locked, register_heads as head, binding_attestation(${tokenId}) as binding
          where head.token_id = ${tokenId}`,
      () => sql`select from register_heads where token_id = ${tokenId} for update`,
      'the lock alone',
    )
    await compare('figures of a series', () => getSeriesFigures(tokenId), key, BY_KEY)
    await compare(
      `cap table, ${PAGE} of the holders`,
      () => listHolders(symbol, page),
      () =>
        sql`select * from holdings where token_id = ${tokenId} and units > 0 order by units desc, user_id limit ${PAGE}`,
    )
    await payAll(symbol)
  })

  /** One distribution to all holders, which is one request. */
  async function payAll(symbol: string): Promise<void> {
    const audit = startAuditLog({
      keys: ['only-for-measurements-0123456789abcdef'],
      log: createLogger('silent'),
    })
    const body = {
      record_date: new Date().toISOString().slice(0, 10),
      amount_per_unit: '0.123457',
      reason: '',
    }
    const actor = { adminId: undefined, address: '127.0.0.1', requestId: 'bench' }
    const { head, earlier_count } = await bookDistribution(symbol, { ...body, dry_run: true }, actor)
    const ours = await measureMilliseconds(() =>
      bookDistribution(symbol, { ...body, dry_run: false, head, earlier_count }, actor),
    )
    await audit.close()
    const limit = getRemainingTime(0, adminRegister.bookDistribution.timeLimit)
    report({
      what: `distribution to ${HOLDERS.toLocaleString('en-US')} holders, against the time limit of the call`,
      ours: `${ours.toFixed(0)} ms`,
      floor: `${limit} ms`,
      ratio: ours / limit,
      goal: '<= 1',
      reached: ours <= limit,
    })
  }

  async function compare(
    what: string,
    work: (round: number) => Promise<unknown>,
    floor: (round: number) => Promise<unknown>,
    against = 'a select of the rows',
  ): Promise<void> {
    const { ours, key } = await compareWithPrimaryKeyLookup(work, floor)
    report({
      what: `${what}, 10,000 holders and 1,000,000 entries, against ${against}`,
      ours: `${ours.toFixed(2)} ms`,
      floor: `${key.toFixed(2)} ms`,
      ratio: ours / key,
      goal: '<= 5',
      reached: ours / key <= 5,
    })
  }
}
