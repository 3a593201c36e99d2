import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity, createPortfolio, createToken, createTransaction } from '#db/seed/factories'
import {
  createAttestation,
  createOffering,
  createSubscription,
  createValuation,
  getDayFromNow,
} from '#db/seed/series-factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { addMovement, issueUnitsOn, payDistributionOn } from './testing-movements.ts'

let app: TestApp
let gold: number
let tin: number
beforeAll(async () => {
  app = await startTestApp()
  gold = await createSeries('$GOLDEN', [
    ['2025-12-01', '95.00'],
    ['2026-01-31', '120.00'],
    ['2026-02-28', '110.00'],
    ['2026-02-28', '115.00'],
  ])
  tin = await createSeries('$TIN', [
    ['2026-01-31', '10.00'],
    ['2026-02-28', '11.00'],
  ])
})
afterAll(() => app.close())

const at = (day: string) => new Date(`${day}T15:00:00Z`)

async function createSeries(symbol: string, values: readonly (readonly [day: string, preferred: string])[]) {
  const { id: token_id } = await createToken(app.db, { symbol })
  await createAttestation(app.db, { token_id })
  for (const [as_of, preferred] of values)
    await createValuation(app.db, { token_id, as_of, low: '1.00', preferred, high: '500.00' })
  return token_id
}

interface Shown {
  id: number
  type: string
  description: string
  activity_date: string
  net_growth: string
  balance: string
}

const read = async (path: string, headers: Record<string, string>) =>
  (await app.call('GET', path, { headers })).body

/** A year with every kind of record. */
async function createInvestor() {
  const { headers, user } = await app.signIn({ is_verified: true })
  const book = (type: 'deposit' | 'withdrawal' | 'interest', amount: string, day: string, fee = '0.00') =>
    createTransaction(app.db, { user_id: user.id, type, amount, fee, transaction_date: at(day) })
  await book('deposit', '5000.00', '2026-01-05', '1.50')
  await issueUnitsOn(app.sql, {
    token_id: gold,
    user_id: user.id,
    units: '10',
    cost: '1000.00',
    day: '2026-01-10',
  })
  await issueUnitsOn(app.sql, {
    token_id: tin,
    user_id: user.id,
    units: '2.5',
    cost: '25.01',
    day: '2026-02-10',
  })
  await book('withdrawal', '40.00', '2026-02-12', '2.00')
  await addMovement(app.sql, {
    token_id: gold,
    type: 'redemption',
    amount: '230.00',
    day: '2026-03-02',
    entries: [
      [user.id, '-2', '-200.00'],
      [null, '2', '200.00'],
    ],
  })
  await createTransaction(app.db, { user_id: user.id, amount: '9.00', status: 'pending' })
  await createActivity(app.db, { user_id: user.id, description: 'Entered by hand', balance: '1.00' })
  return { headers, user }
}

test('recent activities of a calculated portfolio are the records behind its value, newest first', async () => {
  const { headers, user } = await createInvestor()
  const before = (await read('/user/recent-activities', headers)).activities as Shown[]
  await createTransaction(app.db, {
    user_id: user.id,
    type: 'interest',
    amount: '7.25',
    description: 'Distribution',
  })
  const { activities } = (await read('/user/recent-activities', headers)) as { activities: Shown[] }
  // Their ids stay stable while others are added.
  expect(activities.slice(1).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(
    activities.map(({ activity_date, type, description, net_growth, balance }) =>
      [activity_date.slice(0, 10), type, description, net_growth, balance].join(' | '),
    ),
  ).toEqual([
    `${getDayFromNow(0)} | other | Distribution | 7.25 | 5116.24`,
    '2026-03-02 | investment | Redeemed 2.000000 units of $GOLDEN for $230.00 | 0.00 | 5108.99',
    '2026-02-28 | other | Valuations of $GOLDEN, $TIN | -47.50 | 5108.99',
    '2026-02-12 | withdrawal | Withdrawal | -42.00 | 5156.49',
    '2026-02-10 | investment | Allotted 2.500000 units of $TIN for $25.01, valued at $25.00 | -0.01 | 5198.49',
    '2026-01-31 | other | Valuation of $GOLDEN: $120.00 per unit (previously $95.00) | 250.00 | 5198.50',
    '2026-01-10 | investment | Allotted 10.000000 units of $GOLDEN for $1,000.00, valued at $950.00 | -50.00 | 4948.50',
    '2026-01-05 | deposit | Deposit | 4998.50 | 4998.50',
  ])
})

test('recent activities agree with the value, with the chart on each day, and with each other', async () => {
  const { headers, user } = await createInvestor()
  await payDistributionOn(app.sql, {
    ...{ token_id: gold, user_id: user.id, amount: '12.50' },
    ...{ day: '2026-02-20', reversed: '2026-03-10' },
  })
  const { portfolio, recentActivity } = await read('/user/portfolio', headers)
  const shown = recentActivity as Shown[]
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
  expect(shown[0]?.balance).toBe(portfolio.totalValue)
  const changed = shown.map(({ description, net_growth }) => [description, net_growth])
  expect(changed).toContainEqual(['Distribution, record date February 20, 2026', '12.50'])
  expect(changed[0]).toEqual(['Reversed: Distribution, record date February 20, 2026', '-12.50'])
  const { points } = (await read('/user/portfolio/history', headers)) as {
    points: { time: string; total_value: string }[]
  }
  for (const [index, { balance, net_growth }] of shown.entries()) {
    const before = Number(shown[index + 1]?.balance ?? 0)
    expect(before + Number(net_growth)).toBeCloseTo(Number(balance), 2)
  }
  const days = new Set(shown.map(({ activity_date }) => activity_date.slice(0, 10)))
  for (const day of days) {
    const last = shown.find(({ activity_date }) => activity_date.startsWith(day))
    expect(points.find(({ time }) => time.startsWith(day))?.total_value, day).toBe(last?.balance)
  }
})

test('a transfer of units has the same value in recent activities, in the breakdown and in the figures', async () => {
  const token_id = await createSeries('$CENT', [['2026-01-01', '10.01']])
  const { headers, user } = await app.signIn({ is_verified: true })
  const giver = await app.signIn({ is_verified: true })
  const entry = { token_id, units: '2.5', cost: '25.00', day: '2026-03-02' }
  await issueUnitsOn(app.sql, { ...entry, user_id: giver.user.id })
  // Twice 2.5 × 10.01 = 25.025, but together 50.05.
  await issueUnitsOn(app.sql, { ...entry, user_id: user.id })
  await addMovement(app.sql, {
    ...{ token_id, type: 'transfer', day: '2026-03-02' },
    entries: [
      [giver.user.id, '-2.5', '-25.00'],
      [user.id, '2.5', '25.00'],
    ],
  })
  const { breakdown, recentActivity } = await read('/user/portfolio', headers)
  expect(recentActivity[0]).toMatchObject({
    description: 'Transferred in 2.500000 units of $CENT',
    net_growth: '25.02',
  })
  expect(breakdown).toMatchObject({ units_received: '25.02', deposited: '25.02', gains: '0.03' })
  expect(await read('/user/figures/deposited', headers)).toMatchObject({
    value: '25.02',
    inputs: [{ amount: '25.02' }],
  })
  expect(await read('/user/figures/gains', headers)).toMatchObject({ value: '0.03' })
})

test('recent activities of one day are in the order in which they were entered, each with the value at that point', async () => {
  const token_id = await createSeries('$INTRADAY', [['2026-03-01', '100.00']])
  const { headers, user } = await app.signIn({ is_verified: true })
  const hour = (time: string) => new Date(`2026-03-09T${time}:00Z`)
  // The panel dates these records with a day.
  const book = (type: 'deposit' | 'withdrawal', amount: string, time: string) =>
    createTransaction(app.db, {
      ...{ user_id: user.id, type, amount },
      ...{ transaction_date: hour('00:00'), created_at: hour(time) },
    })
  const value = (preferred: string, created_at: Date) =>
    createValuation(app.db, {
      ...{ token_id, preferred, low: '1.00', high: '500.00' },
      ...{ as_of: '2026-03-09', created_at },
    })
  await book('deposit', '1000.00', '08:00')
  await value('110.00', hour('10:00'))
  await issueUnitsOn(app.sql, { token_id, user_id: user.id, units: '5', cost: '500.00', day: '2026-03-09' })
  await value('120.00', hour('16:00'))
  await book('withdrawal', '50.00', '17:00')
  // Entered on a later day, when the others had their values.
  await value('130.00', new Date('2026-03-11T09:00:00Z'))
  const { activities } = (await read('/user/recent-activities', headers)) as { activities: Shown[] }
  expect(
    activities.map(({ activity_date, description, net_growth, balance }) =>
      [activity_date.slice(0, 16), description, net_growth, balance].join(' | '),
    ),
  ).toEqual([
    '2026-03-09T23:59 | Valuation of $INTRADAY: $130.00 per unit (previously $120.00) | 50.00 | 1100.00',
    '2026-03-09T17:00 | Withdrawal | -50.00 | 1050.00',
    '2026-03-09T16:00 | Valuation of $INTRADAY: $120.00 per unit (previously $110.00) | 50.00 | 1100.00',
    '2026-03-09T12:00 | Allotted 5.000000 units of $INTRADAY for $500.00, valued at $550.00 | 50.00 | 1050.00',
    '2026-03-09T08:00 | Deposit | 1000.00 | 1000.00',
  ])
})

test('recent activities are limited in number, and lead to the value from their starting point', async () => {
  const { headers, user } = await createInvestor()
  await app.sql`insert into transactions (user_id, type, amount, transaction_date)
    select ${user.id}, 'deposit', n, timestamptz '2026-04-01Z' + n * interval '1 hour' from generate_series(1, 70) as n`
  const { portfolio, recentActivity } = await read('/user/portfolio', headers)
  expect(recentActivity).toHaveLength(50)
  expect(recentActivity[0]).toMatchObject({ net_growth: '70.00', balance: portfolio.totalValue })
  expect(recentActivity[49]).toMatchObject({ net_growth: '21.00' })
})

test('recent activities of a manual portfolio, and of one without records, are the entered ones', async () => {
  const { headers, user } = await createInvestor()
  await createPortfolio(app.db, { user_id: user.id })
  const { activities } = await read('/user/recent-activities', headers)
  expect(activities).toMatchObject([{ description: 'Entered by hand', balance: '1.00' }])
  const other = await app.signIn()
  await createActivity(app.db, { user_id: other.user.id, description: 'No records yet' })
  expect((await read('/user/recent-activities', other.headers)).activities).toMatchObject([
    { description: 'No records yet' },
  ])
})

test('recent activities include requests, which leave the value unchanged', async () => {
  const listed = async (headers: Record<string, string>) =>
    ((await read('/user/recent-activities', headers)).activities as Shown[]).map(
      ({ description, net_growth, balance }) => [description, net_growth, balance].join(' | '),
    )
  const { headers, user } = await app.signIn({ is_verified: true })
  const { id: offering_id } = await createOffering(app.db, { token_id: tin })
  const subscribe = (user_id: number, day: string, amount: string) =>
    createSubscription(app.db, {
      ...{ user_id, offering_id, token_id: tin, amount, units: String(Number(amount) / 100) },
      created_at: at(day),
    })
  await subscribe(user.id, '2026-03-01', '1250.50')
  const entry = { user_id: user.id, description: 'Entered by hand', net_growth: '9.00', balance: '9.00' }
  await createActivity(app.db, { ...entry, activity_date: at('2026-03-02') })
  expect(await listed(headers), 'where nothing is recorded yet').toEqual([
    'Entered by hand | 9.00 | 9.00',
    'Subscription for $1,250.50 of $TIN submitted | 0.00 | 0.00',
  ])

  const request = {
    user_id: user.id,
    type: 'investment',
    description: 'Request to invest in $TIN received',
  } as const
  await createActivity(app.db, { ...request, activity_date: at('2026-03-03') })
  for (const [amount, day] of [
    ['100.00', '2026-03-04'],
    ['50.00', '2026-03-06'],
  ] as const)
    await createTransaction(app.db, { user_id: user.id, amount, transaction_date: at(day) })
  await subscribe(user.id, '2026-03-05', '2000.00')
  expect(await listed(headers), 'of a derived portfolio').toEqual([
    'Deposit | 50.00 | 150.00',
    'Subscription for $2,000.00 of $TIN submitted | 0.00 | 100.00',
    'Deposit | 100.00 | 100.00',
    'Request to invest in $TIN received | 0.00 | 0.00',
    'Subscription for $1,250.50 of $TIN submitted | 0.00 | 0.00',
  ])

  const other = await app.signIn()
  await createPortfolio(app.db, { user_id: other.user.id, total_value: '700.00' })
  await subscribe(other.user.id, '2026-03-01', '300.00')
  expect(await listed(other.headers), 'of an entered one').toEqual([
    'Subscription for $300.00 of $TIN submitted | 0.00 | 700.00',
  ])
})
