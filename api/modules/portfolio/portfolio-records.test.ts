import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToken, createTransaction, createUser } from '#db/seed/factories'
import { createAttestation, createValuation, getDayFromNow } from '#db/seed/series-factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import {
  getInvestorPortfolioOnDay,
  getPortfolioRecords,
  listInvestorPortfolioDays,
} from './portfolio-records.ts'
import { addMovement, issueUnitsOn } from './testing-movements.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const today = () => getDayFromNow(0)

async function createSeries() {
  const { id: token_id, symbol } = await createToken(app.db)
  await createAttestation(app.db, { token_id, units_held: '100000' })
  return { token_id, symbol }
}

const book = (
  user_id: number,
  type: 'deposit' | 'withdrawal' | 'transfer' | 'fee' | 'interest',
  amount: string,
  at: string,
  more: { fee?: string; status?: 'pending' | 'failed' } = {},
) => createTransaction(app.db, { user_id, type, amount, transaction_date: new Date(at), ...more })

test('sum the completed transactions of each day in UTC', async () => {
  const { id } = await createUser(app.db)
  await book(id, 'deposit', '1000.00', '2026-01-05T23:59:59Z', { fee: '1.50' })
  await book(id, 'deposit', '500.00', '2026-01-06T00:00:00Z')
  await book(id, 'withdrawal', '40.00', '2026-01-06T10:00:00Z', { fee: '2.00' })
  await book(id, 'interest', '7.25', '2026-01-06T11:00:00Z')
  await book(id, 'fee', '3.00', '2026-01-06T12:00:00Z')
  // Between the investor's own accounts: only its fee counts.
  await book(id, 'transfer', '300.00', '2026-01-07T12:00:00Z', { fee: '0.25' })
  await book(id, 'deposit', '999.00', '2026-01-07T12:00:00Z', { status: 'pending' })
  await book(id, 'deposit', '888.00', '2026-01-09T12:00:00Z')
  const { ledger } = await getPortfolioRecords(id, '2026-01-08')
  expect(ledger).toEqual([
    { at: '2026-01-05', deposited: '1000.00', withdrawn: '0', income: '0', fees: '1.50' },
    { at: '2026-01-06', deposited: '500.00', withdrawn: '40.00', income: '7.25', fees: '5.00' },
    { at: '2026-01-07', deposited: '0', withdrawn: '0', income: '0', fees: '0.25' },
  ])
})

test("count a completed transaction dated tomorrow as today's", async () => {
  const { id } = await createUser(app.db)
  const tomorrow = new Date(Date.now() + 20 * 3600 * 1000)
  await createTransaction(app.db, { user_id: id, amount: '10.00', transaction_date: tomorrow })
  const { ledger } = await getPortfolioRecords(id, today())
  expect(ledger.map(({ at, deposited }) => [at, deposited])).toEqual([[today(), '10.00']])
})

test('value units on each day by the latest valuation, and transfers at their value', async () => {
  const [giver, receiver] = [await createUser(app.db), await createUser(app.db)]
  const { token_id, symbol } = await createSeries()
  await book(giver.id, 'deposit', '1000.00', '2026-01-05T10:00:00Z')
  await createValuation(app.db, { token_id, preferred: '100.00', as_of: '2026-01-01' })
  await createValuation(app.db, { token_id, preferred: '107.00', as_of: '2026-03-01' })
  // The second of a day counts, and one of an earlier day changes that day only.
  await createValuation(app.db, { token_id, preferred: '110.00', as_of: '2026-03-01' })
  await createValuation(app.db, { token_id, preferred: '90.00', as_of: '2026-02-01' })
  await issueUnitsOn(app.sql, {
    token_id,
    user_id: giver.id,
    units: '10',
    cost: '1000.00',
    day: '2026-01-10',
  })
  await addMovement(app.sql, {
    token_id,
    type: 'transfer',
    day: '2026-02-10',
    entries: [
      [giver.id, '-4', '-400.00'],
      [receiver.id, '4', '400.00'],
    ],
  })
  await addMovement(app.sql, {
    token_id,
    type: 'redemption',
    day: '2026-03-10',
    amount: '215.00',
    entries: [
      [giver.id, '-2', '-200.00'],
      [null, '2', '200.00'],
    ],
  })
  const given = await listInvestorPortfolioDays(giver.id, today())
  expect(
    given.map(({ at, value, inflow, outflow }) => [at, value.toFixed(2), inflow.minus(outflow).toFixed(2)]),
  ).toEqual([
    ['2026-01-05', '1000.00', '1000.00'],
    ['2026-01-10', '1000.00', '0.00'],
    ['2026-02-01', '900.00', '0.00'],
    ['2026-02-10', '540.00', '-360.00'],
    ['2026-03-01', '660.00', '0.00'],
    ['2026-03-10', '655.00', '0.00'],
  ])
  const received = await getInvestorPortfolioOnDay(receiver.id, '2026-02-20')
  expect(received.value.toFixed(2)).toBe('360.00')
  expect(received.gains.toFixed(2)).toBe('0.00')
  expect(received.positions.map(({ symbol, units, cost }) => [symbol, `${units}`, `${cost}`])).toEqual([
    [symbol, '4', '400'],
  ])
})

test('treat a correction like what it reverses', async () => {
  const [holder, other] = [await createUser(app.db), await createUser(app.db)]
  const { token_id } = await createSeries()
  await createValuation(app.db, { token_id, preferred: '100.00', as_of: '2026-01-01' })
  await book(holder.id, 'deposit', '1000.00', '2026-01-05T10:00:00Z')
  const issued = await issueUnitsOn(app.sql, {
    token_id,
    user_id: holder.id,
    units: '10',
    cost: '950.00',
    day: '2026-01-10',
  })
  const transfer = await addMovement(app.sql, {
    token_id,
    type: 'transfer',
    day: '2026-01-11',
    entries: [
      [holder.id, '-1', '-95.00'],
      [other.id, '1', '95.00'],
    ],
  })
  await addMovement(app.sql, {
    token_id,
    type: 'correction',
    reverses: transfer,
    day: '2026-01-12',
    entries: [
      [holder.id, '1', '95.00'],
      [other.id, '-1', '-95.00'],
    ],
  })
  await addMovement(app.sql, {
    token_id,
    type: 'correction',
    reverses: issued,
    day: '2026-01-13',
    entries: [
      [null, '10', '950.00'],
      [holder.id, '-10', '-950.00'],
    ],
  })
  const days = await listInvestorPortfolioDays(holder.id, today())
  expect(
    days
      .slice(-4)
      .map(({ value, cash, inflow, outflow, gains }) => [value, cash, inflow, outflow, gains].map(Number)),
  ).toEqual([
    [1050, 50, 0, 0, 50],
    [950, 50, 0, 100, 50],
    [1050, 50, 100, 0, 50],
    [1000, 1000, 0, 0, 0],
  ])
})

test('are empty for an investor without any', async () => {
  const { id } = await createUser(app.db)
  expect(await getPortfolioRecords(id, today())).toEqual({
    ledger: [],
    register: [],
    unitValues: [],
  })
})
