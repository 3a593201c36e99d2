import { sql } from 'drizzle-orm'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { describeMarket } from '#modules/market/current-feed'

let draining = false

/** From now on the instance says that it is not ready, so that a balancer sends it nothing new. */
export function startDraining(): void {
  draining = true
}

/** State of what a request needs. Throws `unavailable` while draining or without the database. */
export async function readReadiness() {
  if (draining) throw new Problem('unavailable', 'The server is shutting down.', { retryAfter: 5 })
  await database().execute(sql`select 1`)
  return { status: 'ready', database: 'up', ...describeMarket() } as const
}
