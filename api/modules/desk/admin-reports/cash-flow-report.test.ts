import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_BASE } from '#contract/request-url'
import { createToken, createTransaction, createUser } from '#db/seed/factories'
import { createAttestation } from '#db/seed/series-factories'
import { getStatement, type Statement } from '#modules/portfolio/statements/statement-figures'
import { addMovement, issueUnitsOn, payDistributionOn } from '#modules/portfolio/testing-movements'
import { sum } from '#shared/calculations/decimal'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let headers: Record<string, string>
let investors: number[]
let token_id: number

beforeAll(async () => {
  app = await startTestApp()
  headers = (await app.signInAdmin()).headers
  investors = [(await createUser(app.db)).id, (await createUser(app.db)).id]
  ;({ id: token_id } = await createToken(app.db))
  await createAttestation(app.db, { token_id, units_held: '1000000' })
})
afterAll(() => app.close())

/** The lines of a month by name: count, opening, in, out and closing. */
async function flows(from: string, to: string): Promise<Map<string, string[]>> {
  const url = `http://localhost${API_BASE}${app.adm}/reports/flows?from=${from}&to=${to}`
  const text = await (await app.fetch(new Request(url, { headers }))).text()
  const rows = text.trimEnd().split('\r\n').slice(1)
  return new Map(rows.map((row) => row.split(',')).map(([, name = '', ...figures]) => [name, figures]))
}

test('shows a reversed distribution in its month, and the reversal as an outflow on its day', async () => {
  const [user_id = 0] = investors
  await createTransaction(app.db, { user_id, amount: '100.00', transaction_date: new Date('2025-09-01') })
  await payDistributionOn(app.sql, {
    token_id,
    user_id,
    amount: '221.70',
    day: '2025-10-15',
    reversed: '2025-11-28',
  })
  const interest = async (from: string, to: string) =>
    (await flows(from, to)).get('Interest and distributions')
  expect(await interest('2025-10-01', '2025-10-31')).toEqual(['1', '0.00', '221.70', '0.00', '221.70'])
  expect(await interest('2025-11-01', '2025-11-30')).toEqual(['0', '221.70', '0.00', '221.70', '0.00'])
  expect(await interest('2025-10-01', '2025-11-30')).toEqual(['1', '0.00', '221.70', '221.70', '0.00'])
})

const day = fc
  .integer({ min: 0, max: 119 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10))
const cents = fc.integer({ min: 1, max: 99_999 }).map((amount) => (amount / 100).toFixed(2))
const booking = fc.record({
  kind: fc.constantFrom(
    'deposit',
    'withdrawal',
    'fee',
    'interest',
    'transfer',
    'paid',
    'reversed',
    'units',
    'redeemed',
  ),
  who: fc.nat(1),
  at: day,
  later: day,
  amount: cents,
  fee: fc.option(cents, { nil: '0.00' }),
  status: fc.constantFrom('completed', 'completed', 'completed', 'pending', 'cancelled'),
  isUndone: fc.boolean(),
})
type Booking = typeof booking extends fc.Arbitrary<infer Value> ? Value : never

/** Books on a day in the first four months of the year, and reverses it on another. */
async function book({ kind, who, at, later, amount, fee, status, isUndone }: Booking) {
  const user_id = investors[who] ?? 0
  const [first, second] = [at, later].sort() as [string, string]
  if (kind === 'paid' || kind === 'reversed') {
    const reversed = kind === 'reversed' ? { reversed: second } : {}
    return payDistributionOn(app.sql, { token_id, user_id, amount, day: first, ...reversed })
  }
  if (kind !== 'units' && kind !== 'redeemed')
    return createTransaction(app.db, {
      user_id,
      type: kind,
      amount,
      fee,
      status,
      transaction_date: new Date(at),
    })
  const issued = await issueUnitsOn(app.sql, { token_id, user_id, units: '1', cost: amount, day: first })
  const returned = {
    token_id,
    entries: [
      [null, '1', amount],
      [user_id, '-1', `-${amount}`],
    ],
    day: second,
  } as const
  if (kind === 'redeemed') return addMovement(app.sql, { ...returned, type: 'redemption', amount: fee })
  return isUndone && addMovement(app.sql, { ...returned, type: 'correction', reverses: issued })
}

/** The remainder according to the second page of a statement, with the units of the first. */
const bookedOf = ({ figures, portfolio: { cash } }: Statement) =>
  sum([
    ...figures.flatMap(({ lines }) =>
      lines.map(({ kind, closing }) =>
        kind === 'transfer'
          ? '0'
          : ['withdrawal', 'fee', 'carried_fees'].includes(kind)
            ? `-${closing}`.replace('--', '')
            : closing,
      ),
    ),
    `-${cash.bought}`.replace('--', ''),
    cash.redeemed,
  ])

test('closes each month with the cash of all investors, matching their statements', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(booking, { minLength: 10, maxLength: 25 }), async (bookings) => {
      for (const one of bookings) await book(one)
      for (const [month, to] of [
        ['01', '2026-01-31'],
        ['02', '2026-02-28'],
        ['03', '2026-03-31'],
        ['04', '2026-04-30'],
      ] as const) {
        const statements = await Promise.all(investors.map((id) => getStatement(id, { to })))
        const total = (await flows(`2026-${month}-01`, to)).get('Total')?.at(-1)
        expect(total, to).toBe(sum(statements.map(({ portfolio }) => portfolio.cash.closing)).toFixed(2))
        expect(total, to).toBe(sum(statements.map((statement) => bookedOf(statement))).toFixed(2))
      }
      const cash = await Promise.all(
        investors.map(
          async (id) => (await app.call('GET', `${app.adm}/users/${id}/cash`, { headers })).body.balance,
        ),
      )
      const [now] = [...(await flows('2026-05-01', new Date().toISOString().slice(0, 10))).values()].slice(-1)
      expect(now?.at(-1)).toBe(sum(cash).toFixed(2))
    }),
    // The bookings of all runs stay.
    { numRuns: 4, endOnFailure: true },
  )
})
