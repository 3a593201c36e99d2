/** Steps of the first start, recorded in the database: an interrupted step is completed by the next start. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/client'
import { firstStartSteps } from '#db/schema/platform/settings'
import type { firstSteps } from '#shared/enums/site'
import type { Transaction } from './demo-series.ts'

type FirstStep = (typeof firstSteps)[number]

/** Records the base as done and the following steps as open, in the transaction that adds the base. */
export async function recordBase(tx: Transaction, following: readonly FirstStep[]): Promise<void> {
  await tx
    .insert(firstStartSteps)
    .values([{ step: 'base', done_at: new Date() }, ...following.map((step) => ({ step, done_at: null }))])
    .onConflictDoUpdate({ target: firstStartSteps.step, set: { done_at: sql`excluded.done_at` } })
}

/** Whether a step was begun by an earlier start and is not complete. */
export async function isOpen(db: Database, step: FirstStep): Promise<boolean> {
  const open = and(eq(firstStartSteps.step, step), isNull(firstStartSteps.done_at))
  return (await db.select().from(firstStartSteps).where(open)).length > 0
}

/**
 * Runs an open step and records its completion in one transaction: `work` writes everything or nothing. Returns the
 * result of `work`, or undefined if the step is already complete; waits for another start that is running it.
 */
export function completeStep<T>(
  db: Database,
  step: FirstStep,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  return db.transaction(async (tx) => {
    // The other start may take longer than a request may.
    await tx.execute(
      sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`,
    )
    const claimed = await tx
      .update(firstStartSteps)
      .set({ done_at: new Date() })
      .where(and(eq(firstStartSteps.step, step), isNull(firstStartSteps.done_at)))
      .returning()
    return claimed.length > 0 ? work(tx) : undefined
  })
}
