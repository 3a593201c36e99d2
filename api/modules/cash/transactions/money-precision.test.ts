/** Money stays exact from the row to the response: a model in whole cents is compared with what callers receive. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  Transaction,
  TransactionStatus,
  TransactionSummary,
  TransactionType,
} from '#contract/cash/transactions'
import { transactionStatuses, transactionTypes } from '#shared/enums/transactions'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The largest amount that can be stored, in cents. */
const MOST = 99_999_999_999_999n
const WIRE = /^-?\d+\.\d{2}$/

interface Row {
  type: TransactionType
  status: TransactionStatus
  amount: bigint
  fee: bigint
  day: number
}

const cents = (least: bigint) =>
  fc.oneof(fc.bigInt({ min: least, max: MOST }), fc.bigInt({ min: least, max: 200n }), fc.constant(MOST))

const rowArbitrary: fc.Arbitrary<Row> = fc.record({
  type: fc.constantFrom(...transactionTypes),
  status: fc.constantFrom(...transactionStatuses),
  amount: cents(1n),
  fee: cents(0n),
  // Few days, so that many rows share one.
  day: fc.integer({ min: 0, max: 4 }),
})

const stepArbitrary = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      rows: fc.array(rowArbitrary, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('update' as const), pick: fc.nat(), row: rowArbitrary }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick: fc.nat() }) },
)
type Step = typeof stepArbitrary extends fc.Arbitrary<infer S> ? S : never

const decimal = (value: bigint): string => {
  const digits = String(value < 0n ? -value : value).padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const read = (text: string): bigint => {
  expect(text).toMatch(WIRE)
  return BigInt(text.replace('.', ''))
}
const columns = ({ type, status, amount, fee, day }: Row) => ({
  type,
  status,
  amount: decimal(amount),
  fee: decimal(fee),
  transaction_date: `2026-01-0${day + 1}T00:00:00Z`,
})

/** Applies a step to the table and to the model, a map by id. */
async function apply(step: Step, userId: number, model: Map<number, Row>): Promise<void> {
  if (step.kind === 'insert') {
    const stored = await app.sql<{ id: number }[]>`
      insert into transactions ${app.sql(step.rows.map((row) => ({ ...columns(row), user_id: userId })))} returning id`
    stored.forEach(({ id }, at) => {
      const row = step.rows[at]
      if (row) model.set(id, row)
    })
    return
  }
  const id = [...model.keys()][step.pick % Math.max(model.size, 1)]
  if (id === undefined) return
  if (step.kind === 'delete') {
    await app.sql`delete from transactions where id = ${id}`
    model.delete(id)
  } else {
    await app.sql`update transactions set ${app.sql(columns(step.row))} where id = ${id}`
    model.set(id, step.row)
  }
}

const sum = (rows: Iterable<Row>, of: (row: Row) => bigint): bigint =>
  [...rows].reduce((total, row) => total + of(row), 0n)

/** What a completed row adds to the balance. */
function effectOf({ type, amount, fee }: Row): bigint {
  if (type === 'transfer') return -fee
  return (type === 'deposit' || type === 'interest' ? amount : -amount) - fee
}

function summaryOf(model: Map<number, Row>): Omit<TransactionSummary, 'since'> {
  const completed = [...model.values()].filter(({ status }) => status === 'completed')
  const ofType = (type: TransactionType) =>
    sum(
      completed.filter((row) => row.type === type),
      ({ amount }) => amount,
    )
  return {
    total_deposits: decimal(ofType('deposit')),
    total_withdrawals: decimal(ofType('withdrawal')),
    total_fees: decimal(ofType('fee') + sum(completed, ({ fee }) => fee)),
    total_interest: decimal(ofType('interest')),
    total_transfers: decimal(ofType('transfer')),
    balance: decimal(sum(completed, effectOf)),
    units_paid: '0.00',
    cash: decimal(sum(completed, effectOf)),
    completed_count: completed.length,
    transaction_count: model.size,
  }
}

async function readPages(
  headers: Record<string, string>,
  limit: number,
  filter: string,
): Promise<Transaction[]> {
  const rows: Transaction[] = []
  for (;;) {
    const query = `limit=${limit}&offset=${rows.length}${filter}`
    const { body } = await app.call('GET', `/user/transactions?${query}`, { headers })
    rows.push(...body.transactions)
    if (body.transactions.length === 0 || rows.length >= body.pagination.total) {
      expect(rows).toHaveLength(body.pagination.total)
      return rows
    }
  }
}

test('summary, rows and pages agree to the cent after every change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepArbitrary, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(...transactionTypes),
      async (steps, limit, type) => {
        const { headers, user } = await app.signIn()
        const model = new Map<number, Row>()
        for (const step of steps) {
          await apply(step, user.id, model)
          const { body } = await app.call('GET', '/user/transactions/summary', { headers })
          expect(body.summary).toEqual({ ...summaryOf(model), since: expect.stringMatching(/Z$/) })
        }
        const expected = [...model].sort(([a, left], [b, right]) => right.day - left.day || b - a)
        const pages = await readPages(headers, limit, '&include=balance')
        expect(pages.map(({ id, amount, fee }) => ({ id, amount: read(amount), fee: read(fee) }))).toEqual(
          expected.map(([id, { amount, fee }]) => ({ id, amount, fee })),
        )
        const completed = pages.filter(({ status }) => status === 'completed')
        expect(completed[0]?.balance ?? '0.00').toBe(summaryOf(model).balance)
        for (const [at, { id, balance }] of completed.entries()) {
          const earlier = completed[at + 1]?.balance ?? '0.00'
          expect(read(balance ?? '') - read(earlier)).toBe(effectOf(model.get(id) as Row))
        }
        const ofType = await readPages(headers, limit, `&type=${type}&status=completed`)
        expect(ofType.reduce((total, { amount }) => total + read(amount), 0n)).toBe(
          sum(
            [...model.values()].filter((row) => row.type === type && row.status === 'completed'),
            ({ amount }) => amount,
          ),
        )
        const { deposits, deposits_total } = (await app.call('GET', '/user/portfolio', { headers })).body
        expect(deposits_total).toBe(deposits.length)
        expect(
          sum(
            [...model.values()].filter((row) => row.type === 'deposit'),
            ({ amount }) => amount,
          ),
        ).toBe(deposits.reduce((total: bigint, { amount }: { amount: string }) => total + read(amount), 0n))
      },
    ),
    { numRuns: 25 },
  )
}, 300_000)
