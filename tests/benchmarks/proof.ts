/**
 * The proof with 1,000,000 holders in one series: duration and memory of a snapshot, how long requests wait in the
 * meantime, and a proof of inclusion timed against a select by primary key. In a temporary database of the embedded
 * engine.
 */
import { createLogger } from '#common/logger'
import { createAttestation } from '#db/seed/series-factories'
import { getInvestorProof } from '#modules/holdings/proof/investor-proof'
import { setProofKeys } from '#modules/holdings/proof/proof-keys'
import { startProofService, takeSnapshot } from '#modules/holdings/proof/take-snapshot'
import { checkInclusionProof } from '#shared/proof/check-inclusion-proof'
import { type Report, residentBytes } from './compare-servers.ts'
import {
  compareWithPrimaryKeyLookup,
  measureMilliseconds,
  type Sql,
  withScratchDatabase,
} from './scratch-database.ts'

const HOLDERS = 1_000_000
const SECONDS = 60
const MEGABYTES = 300
const MEGABYTE = 1024 * 1024
/** Milliseconds between two checks of the memory and the clock. */
const LOOK_MS = 20

const secret = (of: string) => `only-for-measurements-${of}-0123456789`

/** Holdings without investors and entries: a snapshot reads neither. */
async function addHoldings(sql: Sql, tokenId: number): Promise<void> {
  await sql`alter table holdings disable trigger user, drop constraint holdings_user_id_users_id_fk`
  await sql`
    insert into holdings (token_id, user_id, units, cost, cash_effect, moved_at)
    select ${tokenId}, holder, 0.5 + (holder % 9973) / 1000000.0 + holder % 977, 0, 0, now()
    from generate_series(1, ${HOLDERS}::int) as holder`
  await sql`
    update register_heads set last_number = 1, last_hash = repeat('a', 64), holders = total.number, units_in_issue = total.units
    from (select count(*) as number, sum(units) as units from holdings where token_id = ${tokenId}) as total
    where token_id = ${tokenId}`
  await sql`vacuum analyze holdings`
}

/** Runs `work` and returns its seconds, the memory it added, and the longest time during which nothing else ran. */
async function watch(work: () => Promise<unknown>) {
  Bun.gc(true)
  const before = await residentBytes(process.pid)
  let [most, longest, last] = [before, 0, performance.now()]
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - LOOK_MS)
    last = performance.now()
    most = Math.max(most, process.memoryUsage.rss())
  }, LOOK_MS)
  const seconds = (await measureMilliseconds(work)) / 1000
  clearInterval(timer)
  return { seconds, megabytes: (most - before) / MEGABYTE, longest }
}

export async function benchProof(report: Report): Promise<void> {
  await withScratchDatabase(async (sql, db) => {
    const { token_id } = await createAttestation(db, { units_held: '1000000000' })
    await addHoldings(sql, token_id)
    setProofKeys({ signing: [secret('signing')], nonces: secret('nonces') })
    const proof = startProofService(createLogger('silent'))
    const what = `with ${HOLDERS.toLocaleString('en-US')} holders`
    const { seconds, megabytes, longest } = await watch(() => takeSnapshot('daily'))
    const bound = (name: string, ours: number, goal: number, unit: string) =>
      report({
        what: `${name} ${what}`,
        ours: `${ours.toFixed(1)} ${unit}`,
        floor: `${goal} ${unit}`,
        ratio: ours / goal,
        goal: '<= 1',
        reached: ours <= goal,
      })
    bound('snapshot', seconds, SECONDS, 's')
    bound('memory of a snapshot', megabytes, MEGABYTES, 'MB')
    bound('longest wait of a request during a snapshot', longest, 100, 'ms')
    const holder = (round: number) => 1 + ((round * 7919) % HOLDERS)
    const failed = (await checkInclusionProof(await getInvestorProof(holder(1)))).filter(({ ok }) => !ok)
    if (failed.length > 0) throw new Error(failed.map(({ text }) => text).join(' '))
    const { ours, key } = await compareWithPrimaryKeyLookup(
      (round) => getInvestorProof(holder(round)),
      (round) => sql`select * from holdings where token_id = ${token_id} and user_id = ${holder(round)}`,
    )
    report({
      what: `proof of inclusion ${what}, against a select by key`,
      ours: `${ours.toFixed(2)} ms`,
      floor: `${key.toFixed(2)} ms`,
      ratio: ours / key,
      goal: '<= 5',
      reached: ours / key <= 5,
    })
    await proof.close()
  })
}
