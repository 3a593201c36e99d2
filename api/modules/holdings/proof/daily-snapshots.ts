/** The daily snapshot, at 00:05 UTC or as soon as a server runs after that. */
import { sql } from 'drizzle-orm'
import type { Logger } from '#common/logger'
import { database } from '#db/connection'
import { SnapshotError } from './snapshot-error.ts'
import { startProofService, takeSnapshot } from './take-snapshot.ts'

const EVERY_MS = 60_000
const MINUTE_MS = 60_000
/** Minutes after midnight. */
const DUE_MINUTES = 5
/** Milliseconds after which a failed attempt is repeated: an attestation may have been recorded in the meantime. */
const RETRY_MS = 600_000

/** Whether the daily snapshot is due at a time, in milliseconds since the epoch. */
export const isDailySnapshotDue = (now: number): boolean => now % 86_400_000 >= DUE_MINUTES * MINUTE_MS

/** Records the days without a snapshot since the last snapshot or attempt: they stay missing. */
export async function recordMissedSnapshots(): Promise<void> {
  await database().execute(sql`
    insert into proof_failures (day, after_number, code, reason)
    select missing::date, (select max(number) from proof_snapshots), 'missed', 'No snapshot was attempted on this day.'
    from generate_series((select max(day) from proof_snapshots) + 1, (now() at time zone 'UTC')::date - 1, interval '1 day') as missing
    where not exists (select from proof_failures where day = missing::date)
    on conflict do nothing`)
}

/** Takes today's snapshot if it is due and missing. Throws what {@link takeSnapshot} throws. */
export async function takeDailySnapshot(now = Date.now()): Promise<void> {
  if (!isDailySnapshotDue(now)) return
  const [made] = await database().execute(sql`
    select 1 from proof_snapshots where day = (now() at time zone 'UTC')::date limit 1`)
  if (made) return
  await recordMissedSnapshots()
  await takeSnapshot('daily')
}

/** Takes the daily snapshot until closed. */
export function startDailySnapshots(log: Logger): { close(): Promise<void> } {
  const proof = startProofService(log)
  let isBusy = false
  let notBefore = 0
  const timer = setInterval(async () => {
    if (isBusy || Date.now() < notBefore) return
    isBusy = true
    try {
      await takeDailySnapshot()
    } catch (error) {
      notBefore = Date.now() + RETRY_MS
      if (error instanceof SnapshotError) log.warn({ reason: error.message }, 'there is no snapshot of today')
      else log.error({ err: error }, 'the snapshot of today could not be made')
    } finally {
      isBusy = false
    }
  }, EVERY_MS)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await proof.close()
    },
  }
}
