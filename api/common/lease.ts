/** Leases: which instance does a job that only one may do. The database's clock decides, not the instances' clocks. */
import { sql } from 'drizzle-orm'
import { database } from '#db/connection'

/** Proof of holding a lease: `term` grows with every new holder. */
export interface Lease {
  name: string
  holder: string
  term: number
}

/** Acquires the lease if it is free or expired, or extends the holder's own. Undefined if another instance holds it. */
export async function acquireLease(
  name: string,
  holder: string,
  milliseconds: number,
): Promise<Lease | undefined> {
  const [row] = await database().execute<{ term: number }>(sql`
    insert into feed_leases as held (name, holder, expires_at)
    values (${name}, ${holder}, now() + ${milliseconds} * interval '1 millisecond')
    on conflict (name) do update set
      holder = excluded.holder,
      expires_at = excluded.expires_at,
      term = case when held.holder = excluded.holder then held.term else held.term + 1 end,
      acquired_at = case when held.holder = excluded.holder then held.acquired_at else now() end
    where held.holder = excluded.holder or held.expires_at <= now()
    returning term`)
  return row && { name, holder, term: row.term }
}

/**
 * Renews a lease while its holder works, whenever a third of its term remains; a failed renewal is retried with the
 * next one. The returned function stops the renewals.
 */
export function keepLease({ name, holder }: Lease, milliseconds: number): () => void {
  const timer = setInterval(
    () => void acquireLease(name, holder, milliseconds).catch(() => {}),
    milliseconds / 3,
  )
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Whether this holder still has the lease. No instance can take it over until the surrounding transaction ends, so a
 * former holder never writes concurrently with its successor.
 */
export async function isLeaseHeld({ name, holder, term }: Lease): Promise<boolean> {
  const rows = await database().execute(sql`
    select 1 from feed_leases
    where name = ${name} and holder = ${holder} and term = ${term} and expires_at > now() for share`)
  return rows.length > 0
}

/**
 * Releases the lease, so that another instance need not wait until it expires. It is set to have expired long ago
 * rather than now: the database's clock may be set back a little.
 */
export async function releaseLease({ name, holder, term }: Lease): Promise<void> {
  await database().execute(sql`
    update feed_leases set expires_at = to_timestamp(0) where name = ${name} and holder = ${holder} and term = ${term}`)
}
