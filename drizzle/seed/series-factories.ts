/** Rows of series, offerings and subscriptions for tests and seeds, see `factories.ts`. */

import process from 'node:process'
import { eq } from 'drizzle-orm'
import type { Database } from '#db/client'
import {
  offerings,
  seriesAttestations,
  seriesDocuments,
  seriesDocumentVersions,
  seriesValuations,
} from '#db/schema/catalog/series'
import {
  distributionLines,
  distributions,
  registerEntries,
  registerMovements,
} from '#db/schema/holdings/register'
import { subscriptionSteps, subscriptions } from '#db/schema/holdings/subscriptions'
import { createToken, createTransaction, createUser } from './factories.ts'

type Overrides<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>

const DAY_MS = 86_400_000

/** `YYYY-MM-DD` in UTC, some days from now. */
export const getDayFromNow = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

let files = 0

const tokenOf = async (db: Database, token_id: number | undefined): Promise<number> =>
  token_id ?? (await createToken(db)).id

function first<T>([row]: T[]): T {
  if (row === undefined) throw new Error('An insert returned no row')
  return row
}

/** In force since yesterday, for a year: 1,000 units. */
export async function createAttestation(db: Database, overrides: Overrides<typeof seriesAttestations> = {}) {
  files += 1
  const values = {
    units_held: '1000',
    as_of: getDayFromNow(-1),
    expires: getDayFromNow(364),
    auditor: 'Auditor of the custodian (illustrative)',
    filename: `attestation-${process.pid}-${files}.pdf`,
    original_name: 'attestation.pdf',
    file_size: 1,
    sha256: '0'.repeat(64),
    ...overrides,
    token_id: await tokenOf(db, overrides.token_id),
  }
  return first(await db.insert(seriesAttestations).values(values).returning())
}

export async function createValuation(db: Database, overrides: Overrides<typeof seriesValuations> = {}) {
  const values = {
    low: '90.00',
    preferred: '100.00',
    high: '115.00',
    as_of: getDayFromNow(-1),
    method: 'Discounted cash flow of the entitlement',
    inputs: [],
    ...overrides,
    token_id: await tokenOf(db, overrides.token_id),
  }
  return first(await db.insert(seriesValuations).values(values).returning())
}

/** Open since yesterday, for a month: units at 100 dollars, minimum 1,000 dollars. */
export async function createOffering(db: Database, overrides: Overrides<typeof offerings> = {}) {
  const values = {
    state: 'open' as const,
    opens_at: new Date(Date.now() - DAY_MS),
    closes_at: new Date(Date.now() + 30 * DAY_MS),
    unit_price: '100.00',
    minimum: '1000.00',
    maximum: '1000000.00',
    cap_units: '1000',
    ...overrides,
    token_id: await tokenOf(db, overrides.token_id),
  }
  return first(await db.insert(offerings).values(values).returning())
}

/** With one version. */
export async function createSeriesDocument(db: Database, overrides: Overrides<typeof seriesDocuments> = {}) {
  const values = {
    kind: 'offering-memorandum' as const,
    title: 'Terms of the series',
    ...overrides,
    token_id: await tokenOf(db, overrides.token_id),
  }
  const document = first(await db.insert(seriesDocuments).values(values).returning())
  await db.insert(seriesDocumentVersions).values({
    document_id: document.id,
    version: 1,
    filename: `terms-${document.id}.pdf`,
    original_name: 'terms.pdf',
    file_size: 1,
    sha256: '0'.repeat(64),
  })
  return document
}

/** Submitted, 1,000 dollars at 100 dollars per unit. */
export async function createSubscription(db: Database, overrides: Overrides<typeof subscriptions> = {}) {
  const offering =
    overrides.offering_id && overrides.token_id
      ? { id: overrides.offering_id, token_id: overrides.token_id }
      : await createOffering(db, { token_id: overrides.token_id })
  const values = {
    amount: '1000.00',
    unit_price: '100.00',
    units: '10',
    ...overrides,
    offering_id: offering.id,
    token_id: offering.token_id,
    user_id: overrides.user_id ?? (await createUser(db)).id,
  }
  const row = first(await db.insert(subscriptions).values(values).returning())
  await db.insert(subscriptionSteps).values({ subscription_id: row.id, state: row.state, by: 'investor' })
  return row
}

/**
 * Issues units to holders at no cost. The series needs an attestation that covers them. Returns the head of the
 * register.
 */
export async function issueUnits(db: Database, token_id: number, held: Readonly<Record<number, string>>) {
  return db.transaction(async (tx) => {
    let head = ''
    for (const [user_id, units] of Object.entries(held)) {
      const movement = first(
        await tx.insert(registerMovements).values({ token_id, type: 'issue' }).returning(),
      )
      const entry = { token_id, movement_id: movement.id, cost: '0' }
      const added = await tx
        .insert(registerEntries)
        .values([
          { ...entry, user_id: null, units: `-${units}` },
          { ...entry, user_id: Number(user_id), units },
        ])
        .returning()
      head = added.at(-1)?.hash ?? head
    }
    return head
  })
}

/** The first movement of a series. */
export async function firstMovement(db: Database, token_id: number) {
  const rows = await db.select().from(registerMovements).where(eq(registerMovements.token_id, token_id))
  return first(rows)
}

/** A distribution of yesterday that paid 10 dollars to one holder. */
export async function createDistribution(
  db: Database,
  { token_id, user_id, heldBack }: { token_id: number; user_id: number; heldBack?: number },
) {
  const { id: transaction_id } = await createTransaction(db, { user_id, type: 'interest', amount: '10.00' })
  const share = { units: '5', amount: '5.00', because: 'watchlist_match' } as const
  const values = {
    ...{ token_id, record_date: getDayFromNow(-1), amount_per_unit: '1', total: '10.00' },
    ...(heldBack !== undefined && { held_back: [{ user_id: heldBack, ...share }] }),
  }
  const row = first(await db.insert(distributions).values(values).returning())
  const line = { distribution_id: row.id, user_id, units: '10', amount: '10.00', transaction_id }
  await db.insert(distributionLines).values(line)
  return row
}
