/** Which of all instances does a job that only one may do. The database's clock decides, not theirs. */
import { sql } from 'drizzle-orm'
import { database } from '#db/connection'

/** Proof of holding a lease: `term` grows with every new holder. */
export interface Lease {
  name: string
  holder: string
  term: number
}

/** Takes the lease if it is free or expired, renews it if it is ours. Undefined when another holds it. */
export async function holdLease(
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
 * Whether the lease is still ours; until the end of the transaction around this call nobody takes it
 * over, so that what a former holder had begun is not written beside its successor.
 */
export async function guardLease({ name, holder, term }: Lease): Promise<boolean> {
  const rows = await database().execute(sql`
    select 1 from feed_leases
    where name = ${name} and holder = ${holder} and term = ${term} and expires_at > now() for share`)
  return rows.length > 0
}

/** Gives the lease up, so that another instance need not wait for its end. */
export async function releaseLease({ name, holder, term }: Lease): Promise<void> {
  await database().execute(sql`
    update feed_leases set expires_at = now() where name = ${name} and holder = ${holder} and term = ${term}`)
}
