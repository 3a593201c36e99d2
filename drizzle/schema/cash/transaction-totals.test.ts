import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTransaction, createUser } from '#db/seed/factories'
import { createTestDatabase, deleteAllRows, type TestDatabase } from '#db/test-database'
import { findTotalsDiscrepancies } from '#db/totals-integrity'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { transactions, transactionTotals } from './transactions.ts'

let store: TestDatabase
let userIds: number[]
beforeAll(async () => {
  store = await createTestDatabase()
  userIds = [(await createUser(store.db)).id, (await createUser(store.db)).id]
})
afterAll(() => store.drop())

const decimal = (cents: bigint): string => {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

interface Row {
  user: number
  type: (typeof transactionTypes)[number]
  status: (typeof transactionStatuses)[number]
  amount: bigint
  fee: bigint
}

const rowArbitrary: fc.Arbitrary<Row> = fc.record({
  user: fc.integer({ min: 0, max: 1 }),
  type: fc.constantFrom(...transactionTypes),
  status: fc.constantFrom(...transactionStatuses),
  amount: fc.oneof(
    fc.bigInt({ min: 1n, max: 99_999_999_999_999n }),
    fc.constantFrom(1n, 99_999_999_999_999n),
  ),
  fee: fc.bigInt({ min: 0n, max: 10_000n }),
})

/** A statement; `pick` chooses among the existing rows. */
const stepArbitrary = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    rows: fc.array(rowArbitrary, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant('update' as const), pick: fc.nat(), change: rowArbitrary }),
  fc.record({
    kind: fc.constant('move' as const),
    from: fc.constantFrom(...transactionStatuses),
    to: fc.constantFrom(...transactionStatuses),
  }),
  fc.record({ kind: fc.constant('delete' as const), pick: fc.nat(), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constant('roll back' as const),
    rows: fc.array(rowArbitrary, { minLength: 1, maxLength: 2 }),
  }),
)

const columns = (row: Row) => ({
  user_id: userIds[row.user] ?? 0,
  type: row.type,
  status: row.status,
  amount: decimal(row.amount),
  fee: decimal(row.fee),
})

type Step = typeof stepArbitrary extends fc.Arbitrary<infer S> ? S : never

/** Applies `step` to the database and to the model. */
async function take(step: Step, model: Map<number, Row>): Promise<void> {
  const ids = [...model.keys()]
  if (step.kind === 'insert') {
    const made = await store.db
      .insert(transactions)
      .values(step.rows.map(columns))
      .returning({ id: transactions.id })
    made.forEach(({ id }, index) => {
      const row = step.rows[index]
      if (row) model.set(id, row)
    })
  } else if (step.kind === 'roll back') {
    const cancelled = store.db.transaction(async (tx) => {
      await tx.insert(transactions).values(step.rows.map(columns))
      tx.rollback()
    })
    await expect(cancelled).rejects.toThrow()
  } else if (step.kind === 'move') {
    await store.db.update(transactions).set({ status: step.to }).where(eq(transactions.status, step.from))
    for (const [id, row] of model) if (row.status === step.from) model.set(id, { ...row, status: step.to })
  } else if (ids.length > 0) {
    const at = step.pick % ids.length
    if (step.kind === 'update') {
      const id = ids[at] ?? 0
      await store.db.update(transactions).set(columns(step.change)).where(eq(transactions.id, id))
      model.set(id, step.change)
    } else {
      const gone = ids.slice(at, at + step.count)
      await store.db.delete(transactions).where(inArray(transactions.id, gone))
      for (const id of gone) model.delete(id)
    }
  }
}

test('totals equal the sums of the rows after any statements, including rolled back ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 12 }), async (steps) => {
      await deleteAllRows(store.sql, ['transactions'])
      const model = new Map<number, Row>()
      for (const step of steps) {
        await take(step, model)
        expect(await findTotalsDiscrepancies(store.db)).toEqual([])
      }
      const kept = await store.db.select().from(transactionTotals)
      for (const { user_id, type, status, count, amount, fees } of kept) {
        const rows = [...model.values()].filter(
          (row) => userIds[row.user] === user_id && row.type === type && row.status === status,
        )
        expect({ count, amount, fees }).toEqual({
          count: rows.length,
          amount: decimal(rows.reduce((sum, row) => sum + row.amount, 0n)),
          fees: decimal(rows.reduce((sum, row) => sum + row.fee, 0n)),
        })
      }
      expect(kept.reduce((sum, { count }) => sum + count, 0)).toBe(model.size)
    }),
    { numRuns: 40 },
  )
})

test('parallel writers do not lose a row', async () => {
  await deleteAllRows(store.sql, ['transactions'])
  const [user_id = 0] = userIds
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      createTransaction(store.db, { user_id, amount: decimal(BigInt(n + 1)) }),
    ),
  )
  const [total] = await store.db
    .select()
    .from(transactionTotals)
    .where(eq(transactionTotals.user_id, user_id))
  expect(total).toMatchObject({ count: 40, amount: '8.20' })
})

test('a drift is detected', async () => {
  const { user_id } = await createTransaction(store.db)
  await store.db
    .update(transactionTotals)
    .set({ amount: sql`${transactionTotals.amount} + 0.01` })
    .where(eq(transactionTotals.user_id, user_id))
  expect(await findTotalsDiscrepancies(store.db)).toMatchObject([
    { user_id, kept_amount: '100.01', actual_amount: '100.00' },
  ])
})
