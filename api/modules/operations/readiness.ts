import { sql } from 'drizzle-orm'
import { getService, provideServices } from '#common/service-container'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { findStorageFailure } from '#db/storage-failure'
import { getMarketReadiness } from '#modules/market/active-feed'

/** Reports the instance as not ready from now on, so that a load balancer sends it no new requests. */
export function startDraining(): void {
  provideServices({ draining: true })
}

/** The state of the server's dependencies. Throws `unavailable` while draining, without the database, and while it cannot store anything. */
export async function getReadiness() {
  if (getService('draining'))
    throw new Problem('unavailable', 'The server is shutting down.', { retryAfter: 5 })
  await database().execute(sql`select 1`)
  const failure = await findStorageFailure(database())
  if (failure) throw new Problem('unavailable', failure, { retryAfter: 5 })
  return { status: 'ready', database: 'up', ...getMarketReadiness() } as const
}
