import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Figure, holdingFigures } from '#contract/portfolio/figures'
import { createPortfolio, createToken, createTransaction, createUser } from '#db/seed/factories'
import {
  createAttestation,
  createOffering,
  createSubscription,
  createValuation,
  getDayFromNow,
} from '#db/seed/series-factories'
import { addMovement, issueUnitsOn, payDistributionOn } from '#modules/portfolio/testing-movements'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ MARKET_FEED: 'simulated' })
})
afterAll(() => app.close())

type Headers = Record<string, string>

const daysAgo = (days: number) => getDayFromNow(-days)

async function createSeries(preferred: string) {
  const { id: token_id, symbol } = await createToken(app.db)
  await createAttestation(app.db, { token_id, units_held: '100000' })
  await value(token_id, preferred, daysAgo(300))
  return { token_id, symbol }
}

const value = (token_id: number, preferred: string, as_of: string) =>
  createValuation(app.db, { token_id, preferred, low: '0', high: '9999.00', as_of })

const book = (
  user_id: number,
  type: 'deposit' | 'withdrawal' | 'interest' | 'fee' | 'transfer',
  amount: string,
  day: string,
  fee = '0',
) => createTransaction(app.db, { user_id, type, amount, fee, transaction_date: new Date(`${day}T10:00:00Z`) })

/** An investor with deposits, income, fees, and units allotted, transferred in and out, and redeemed. */
async function createHolder() {
  const investor = await app.signIn({ is_verified: true })
  const user_id = investor.user.id
  const other = await createUser(app.db, { is_verified: true })
  const [one, two] = [await createSeries('100.00'), await createSeries('7.33')]
  await book(user_id, 'deposit', '5000.00', daysAgo(250), '1.25')
  await issueUnitsOn(app.sql, {
    token_id: one.token_id,
    user_id,
    units: '20',
    cost: '2000.00',
    day: daysAgo(240),
  })
  await issueUnitsOn(app.sql, {
    token_id: two.token_id,
    user_id: other.id,
    units: '9',
    cost: '60.00',
    day: daysAgo(240),
  })
  await addMovement(app.sql, {
    token_id: two.token_id,
    type: 'transfer',
    day: daysAgo(200),
    entries: [
      [other.id, '-3', '-20.00'],
      [user_id, '3', '20.00'],
    ],
  })
  await book(user_id, 'interest', '31.40', daysAgo(150))
  await value(one.token_id, '108.50', daysAgo(120))
  await book(user_id, 'deposit', '1000.00', daysAgo(60), '2.00')
  await book(user_id, 'transfer', '77.00', daysAgo(50), '0.75')
  await addMovement(app.sql, {
    token_id: one.token_id,
    type: 'redemption',
    day: daysAgo(40),
    amount: '540.00',
    entries: [
      [user_id, '-5', '-500.00'],
      [null, '5', '500.00'],
    ],
  })
  await addMovement(app.sql, {
    token_id: one.token_id,
    type: 'transfer',
    day: daysAgo(30),
    entries: [
      [user_id, '-1', '-100.00'],
      [other.id, '1', '100.00'],
    ],
  })
  await book(user_id, 'withdrawal', '700.00', daysAgo(20))
  await book(user_id, 'fee', '12.00', daysAgo(10))
  await value(one.token_id, '111.11', daysAgo(5))
  return { ...investor, user_id, one, two }
}

async function read(headers: Headers, name: string, period = 'All'): Promise<Figure> {
  const { status, body } = await app.call(
    'GET',
    `/user/figures/${encodeURIComponent(name)}?period=${period}`,
    { headers },
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

interface CsvRow {
  label: string
  date: string
  amount: number
  unit: string
}

/** The rows of the CSV as a spreadsheet sees them. */
async function readCsv(headers: Headers, name: string, period = 'All'): Promise<CsvRow[]> {
  const { text } = await app.call('GET', `/user/figures/${encodeURIComponent(name)}/csv?period=${period}`, {
    headers,
  })
  const [head, ...lines] = text.trim().split('\r\n')
  expect(head).toBe('Label,Date (UTC),Amount,Unit,Page')
  return lines.map((line) => {
    const cells = line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? []
    const [label = '', date = '', amount = '', unit = ''] = cells
    return { label: label.replace(/^"|"$/g, ''), date, amount: Number(amount), unit }
  })
}

/** What a spreadsheet calculates from the cells. */
const sheet = {
  sum: (rows: readonly CsvRow[]) => rows.reduce((total, { amount }) => total + amount, 0),
  /** =PRODUCT(ends ÷ starts) − 1, in percent. */
  linked: (rows: readonly CsvRow[]) =>
    (rows.reduce((growth, { amount }, at) => (at % 2 === 0 ? growth / amount : growth * amount), 1) - 1) *
    100,
  /**
   * The balance that XIRR makes zero, per dollar paid in: Σ amount × (1 + r)^(days ÷ base), base 365 for an annual
   * rate.
   */
  balance: (rows: readonly CsvRow[], rate: number, base: number) => {
    const end = Math.max(...rows.map(({ date }) => Date.parse(date)))
    const grown = rows.map(
      ({ date, amount }) => amount * (1 + rate) ** ((end - Date.parse(date)) / 86_400_000 / base),
    )
    return grown.reduce((a, b) => a + b, 0) / grown.reduce((a, b) => a + Math.abs(b), 0)
  },
}

const periods = ['1M', '3M', 'YTD', '1Y', 'All'] as const

/** An investor who deposited $1,000.00 300 days ago, with values entered this many days ago. */
async function createEntered(daysOf: Record<number, number>) {
  const { headers, user } = await app.signIn()
  await book(user.id, 'deposit', '1000.00', daysAgo(300))
  const points = Object.entries(daysOf).map(([total_value, days]) => ({ total_value, days }))
  const last = points.find(({ days }) => days === 0)
  const { id } = await createPortfolio(app.db, {
    user_id: user.id,
    total_value: `${last?.total_value ?? 0}.00`,
  })
  for (const { total_value, days } of points.filter(({ days }) => days > 0))
    await app.sql`insert into portfolio_values (portfolio_id, recorded_at, total_value, total_invested, total_gains)
      values (${id}, ${`${daysAgo(days)}T12:00:00Z`}, ${total_value}, 1000, 0)`
  return { headers }
}

describe('a figure in money', () => {
  test('is the sum of its inputs, each with its day and its page', async () => {
    const { headers, one, two } = await createHolder()
    const code = (symbol: string) => symbol.slice(1).toLowerCase()
    const { inputs, ...figure } = await read(headers, 'value')
    // Cash: 6,000 − 700 + 31.40 − 4.00 − 12 − 2,000 + 540
    expect(figure).toMatchObject({
      name: 'value',
      value: '5432.93',
      unit: 'USD',
      as_of: daysAgo(5),
      from: null,
      formula: expect.stringContaining('units × unit value'),
    })
    expect(inputs).toEqual([
      {
        label: `14.000000 units of ${one.symbol} × $111.11`,
        at: daysAgo(5),
        amount: '1555.54',
        unit: 'USD',
        link: `/access/holdings/${code(one.symbol)}`,
      },
      {
        label: `3.000000 units of ${two.symbol} × $7.33`,
        at: daysAgo(300),
        amount: '21.99',
        unit: 'USD',
        link: `/access/holdings/${code(two.symbol)}`,
      },
      { label: 'Cash balance', at: daysAgo(5), amount: '3855.40', unit: 'USD', link: '/access/transactions' },
    ])
  })

  test.each([
    ['value', '5432.93'],
    ['deposited', '6021.99'],
    ['withdrawn', '808.50'],
    ['gains', '219.44'],
    ['cash', '3855.40'],
  ])('%s equals what a spreadsheet adds up from the CSV', async (name, amount) => {
    const { headers } = await createHolder()
    expect((await read(headers, name)).value).toBe(amount)
    expect(sheet.sum(await readCsv(headers, name))).toBeCloseTo(Number(amount), 6)
  })

  test('agrees with the portfolio, and with the equation of the dashboard', async () => {
    const { headers } = await createHolder()
    const { breakdown, portfolio } = (await app.call('GET', '/user/portfolio', { headers })).body
    const amounts = await Promise.all(
      ['deposited', 'withdrawn', 'gains', 'value'].map(async (name) => (await read(headers, name)).value),
    )
    expect(amounts).toEqual([breakdown.deposited, breakdown.withdrawn, breakdown.gains, breakdown.value])
    expect(portfolio.totalGains).toBe(breakdown.gains)
    const { body } = await app.call('GET', '/user/holdings', { headers })
    expect([body.cash, body.total]).toEqual(['3855.40', '5432.93'])
  })

  test.each(periods)('of %s adds up to the change between its ends', async (period) => {
    const { headers } = await createHolder()
    for (const name of ['deposited', 'withdrawn', 'gains']) {
      const { value: amount } = await read(headers, name, period)
      expect(sheet.sum(await readCsv(headers, name, period)), name).toBeCloseTo(Number(amount), 6)
    }
  })

  test('of the gains lists each record with its day in the file', async () => {
    const { headers, one } = await createHolder()
    const rows = await readCsv(headers, 'gains')
    expect(rows.map(({ date, amount }) => [date, amount])).toEqual([
      // 14 × (111.11 − 108.50)
      [daysAgo(5), 36.54],
      [daysAgo(10), -12],
      // 540.00 − 5 × 108.50
      [daysAgo(40), -2.5],
      [daysAgo(50), -0.75],
      [daysAgo(60), -2],
      // 20 × 8.50
      [daysAgo(120), 170],
      [daysAgo(150), 31.4],
      [daysAgo(250), -1.25],
    ])
    expect(rows[0]?.label).toContain(`Valuation of ${one.symbol}: 14.000000 units from $108.50 to $111.11`)
    expect(rows.at(-1)?.label).toMatch(/^Fee on deposit \d+$/)
    // The response has a sum for each series.
    expect((await read(headers, 'gains')).inputs.map(({ label }) => label)).toContain(
      `Change in value of ${one.symbol}`,
    )
  })

  test('for a month contains what happened in it', async () => {
    const { headers } = await createHolder()
    expect((await read(headers, 'deposited', '1M')).value).toBe('0.00')
    expect((await read(headers, 'withdrawn', '1M')).value).toBe(
      Date.parse((await read(headers, 'gains', '1M')).from ?? '') < Date.parse(daysAgo(30))
        ? '808.50'
        : '700.00',
    )
    // 14 × (111.11 − 108.50) − 12.00
    expect((await read(headers, 'gains', '1M')).value).toBe('24.54')
  })

  test('has a reversed distribution on its payment date and on its reversal date', async () => {
    const { headers, user_id, one } = await createHolder()
    const id = await payDistributionOn(app.sql, {
      ...{ token_id: one.token_id, user_id, amount: '9.00' },
      ...{ day: daysAgo(70), reversed: daysAgo(15) },
    })
    expect((await read(headers, 'gains')).value).toBe('219.44')
    for (const period of ['1M', '3M', 'All']) {
      const rows = await readCsv(headers, 'gains', period)
      const { value: amount } = await read(headers, 'gains', period)
      expect(sheet.sum(rows), period).toBeCloseTo(Number(amount), 6)
      expect(rows, period).toContainEqual(
        expect.objectContaining({
          label: `Reversal of the distribution, record date ${daysAgo(70)} (transaction ${id})`,
          date: daysAgo(15),
          amount: -9,
        }),
      )
    }
    const { inputs } = await read(headers, 'cash')
    const ofPayment = inputs.filter(({ label }) => label.endsWith(`(transaction ${id})`))
    expect(ofPayment.map(({ amount, link }) => [amount, link])).toEqual([
      ['-9.00', `/access/transactions?open=${id}`],
      ['9.00', `/access/transactions?open=${id}`],
    ])
  })

  test('lists the latest 100 inputs and the sum of the others, and its value stays complete', async () => {
    const { headers, user } = await app.signIn()
    await app.sql`insert into transactions (user_id, type, amount, transaction_date)
      select ${user.id}, 'deposit', n, timestamptz '2024-01-01Z' + n * interval '1 day' from generate_series(1, 250) as n`
    const { value: amount, inputs } = await read(headers, 'deposited')
    expect([amount, inputs.length]).toEqual(['31375.00', 101])
    // 1 + 2 + … + 150
    expect(inputs.at(-1)).toMatchObject({
      label: 'All earlier records',
      amount: '11325.00',
      at: null,
    })
    expect(await readCsv(headers, 'deposited')).toHaveLength(250)
  })

  test('for active investments counts each series once, held or approved', async () => {
    const { headers, user_id } = await createHolder()
    const [held] = (await app.call('GET', '/user/holdings', { headers })).body.holdings
    for (const symbol of [held.symbol, '$ASKED'])
      await app.sql`insert into investments (user_id, token_id, token_symbol)
        select ${user_id}, (select id from tokens where symbol = ${symbol}), ${symbol}`
    const { portfolio } = (await app.call('GET', '/user/portfolio', { headers })).body
    const { value, inputs } = await read(headers, 'active')
    expect(value).toBe(portfolio.activeInvestments)
    expect(inputs.map(({ label }) => label)).toContain('Request for $ASKED approved')
    expect(inputs.filter(({ label }) => label.includes(held.symbol))).toHaveLength(1)
    expect(sheet.sum(await readCsv(headers, 'active'))).toBe(value)
  })

  test('for transactions counts each by type and status', async () => {
    const { headers, user_id } = await createHolder()
    await createTransaction(app.db, { user_id, type: 'deposit', status: 'pending' })
    await createTransaction(app.db, { user_id, type: 'deposit', status: 'pending' })
    const { summary } = (await app.call('GET', '/user/transactions/summary', { headers })).body
    const { value, inputs } = await read(headers, 'transaction_count')
    expect(value).toBe(summary.transaction_count)
    expect(inputs).toContainEqual({
      label: 'Deposits, pending',
      at: expect.any(String),
      amount: '2.0',
      unit: 'transactions',
      link: '/access/transactions?type=deposit&status=pending',
    })
    expect(sheet.sum(await readCsv(headers, 'transaction_count'))).toBe(value)
  })

  test('is zero for an investor without any record', async () => {
    const { headers } = await app.signIn()
    for (const name of ['value', 'deposited', 'withdrawn', 'gains', 'cash'])
      expect(await read(headers, name)).toMatchObject({ value: '0.00', as_of: null })
    expect(await read(headers, 'active')).toMatchObject({ value: 0, inputs: [], as_of: null })
    expect(await read(headers, 'time_weighted')).toMatchObject({ value: null, inputs: [], from: null })
  })

  test('says so if it was manually entered', async () => {
    const { headers, user_id } = await createHolder()
    await createPortfolio(app.db, { user_id, total_value: '9000.00', total_gains: '55.00' })
    expect(await read(headers, 'value')).toMatchObject({
      value: '9000.00',
      as_of: daysAgo(0),
      sources: [{ label: 'Entered by the investment team', link: null }],
    })
    expect(await read(headers, 'gains')).toMatchObject({ value: '55.00' })
    const deposited = await read(headers, 'deposited')
    expect(deposited).toMatchObject({ value: '6000.00' })
    expect(deposited.definition).toBe(
      'Deposited is the sum of your completed deposits; withdrawals do not reduce it.',
    )
    expect((await read(headers, 'value')).definition, 'it is what was entered').toBeUndefined()
    expect(await read(headers, 'active')).toMatchObject({
      sources: [{ label: 'Entered by the investment team' }],
    })
    const month = await read(headers, 'gains', '1M')
    expect(month, 'nobody has recorded what it was worth a month ago').toMatchObject({
      value: null,
      inputs: [],
    })
    expect(month.formula).toContain(`No value is recorded before ${daysAgo(0)}`)
  })

  test('says what the records add up to, if that differs from the entered value', async () => {
    const { headers, user_id } = await createHolder()
    const [value, gains] = [await read(headers, 'value'), await read(headers, 'gains')]
    expect([value.records, gains.records]).toEqual([undefined, undefined])
    await createPortfolio(app.db, { user_id, total_value: '9000.00', total_gains: String(gains.value) })
    expect(await read(headers, 'value')).toMatchObject({ value: '9000.00', records: value.value })
    expect((await read(headers, 'gains')).records, 'the same').toBeUndefined()
    const rows = await readCsv(headers, 'value')
    expect(sheet.sum(rows), 'the file explains the figure alone').toBe(9000)
  })

  test('has a definition next to its label, if it is calculated', async () => {
    const { headers } = await createHolder()
    for (const [name, words] of [
      ['value', /^Total Portfolio Value is .* plus your cash; it is an appraised value/],
      ['deposited', /^Total Invested, also shown as Deposited, .* withdrawals do not reduce it\.$/],
      ['withdrawn', /^Withdrawn is /],
      ['gains', /^Total Gains is .* net of fees\.$/],
      ['performance', /^Performance, or total return, is Total Gains as a percentage of Total Invested/],
      ['active', /^Active Investments is /],
      ['time_weighted', /^The time-weighted return is /],
      ['money_weighted', /^The money-weighted return is /],
    ] as const)
      expect((await read(headers, name)).definition, name).toMatch(words)
    expect((await read(headers, 'gains', '1M')).definition, 'it is that of the whole').toBeUndefined()
  })

  test('has the gains of a period since an earlier entered value', async () => {
    const { headers } = await createEntered({ 1000: 200, 1500: 60, 1800: 0 })
    const month = await read(headers, 'gains', '1M')
    expect(month.value).toBe('300.00')
    expect(sheet.sum(await readCsv(headers, 'gains', '1M'))).toBeCloseTo(300, 6)
  })
})

describe('a holding', () => {
  test('is its units × the unit value, also from the CSV', async () => {
    const { headers, one } = await createHolder()
    for (const name of [`holding:${one.symbol}`, `holding:${one.symbol.slice(1).toLowerCase()}`]) {
      expect(await read(headers, name)).toMatchObject({ value: '1555.54', as_of: daysAgo(5) })
    }
    const rows = await readCsv(headers, `holding:${one.symbol}`)
    const units = sheet.sum(rows.filter(({ unit }) => unit === 'units'))
    const price = sheet.sum(rows.filter(({ unit }) => unit === 'USD per unit'))
    expect([units, price]).toEqual([14, 111.11])
    expect(Math.round(units * price * 100) / 100).toBe(1555.54)
  })

  test('opens with each of its figures, which match the list', async () => {
    const { headers, one, two } = await createHolder()
    const { holdings } = (await app.call('GET', '/user/holdings', { headers })).body
    expect(holdings).toHaveLength(2)
    for (const held of holdings) {
      const values = await Promise.all(
        holdingFigures.map(async (kind) => (await read(headers, `${kind}:${held.symbol}`)).value),
      )
      const { value: worth, units, unit_value, cost, gain, gain_percent, share_percent } = held
      expect(values).toEqual([worth, units, unit_value, cost, gain, gain_percent, share_percent])
    }
    for (const { symbol } of [one, two]) {
      for (const kind of ['units', 'cost', 'gain']) {
        const { value: amount, inputs } = await read(headers, `${kind}:${symbol}`)
        expect(sheet.sum(await readCsv(headers, `${kind}:${symbol}`)), kind).toBeCloseTo(Number(amount), 6)
        for (const { link } of inputs) expect(link).toMatch(/^\/access\/holdings\//)
      }
      const [part, whole] = await readCsv(headers, `share:${symbol}`)
      expect(((part?.amount ?? 0) / (whole?.amount ?? 1)) * 100).toBeCloseTo(
        Number((await read(headers, `share:${symbol}`)).value),
        2,
      )
    }
    expect(
      (await read(headers, `cost:${one.symbol}`)).inputs.map(({ label, amount }) => [label, amount]),
    ).toEqual([
      [`Units transferred out, ${one.symbol}`, '-100.00'],
      [`Units redeemed, ${one.symbol}`, '-500.00'],
      [`Units allotted, ${one.symbol}`, '2000.00'],
    ])
  })

  test('has no value, gain or share without a valuation', async () => {
    const { headers, user } = await app.signIn({ is_verified: true })
    const { id: token_id, symbol } = await createToken(app.db)
    await createAttestation(app.db, { token_id, units_held: '100' })
    await issueUnitsOn(app.sql, { token_id, user_id: user.id, units: '3', cost: '30.00' })
    for (const kind of ['holding', 'unit_value', 'gain', 'gain_percent', 'share'])
      expect((await read(headers, `${kind}:${symbol}`)).value, kind).toBeNull()
    expect((await read(headers, `cost:${symbol}`)).value).toBe('30.00')
    for (const name of ['units_value', 'units_gain', 'other_gains'])
      expect((await read(headers, name)).value, name).toBeNull()
  })

  test('is not found if it never existed', async () => {
    const { headers } = await createHolder()
    const { symbol } = await createSeries('1.00')
    const call = (name: string) => app.call('GET', `/user/figures/${encodeURIComponent(name)}`, { headers })
    expect((await call(`holding:${symbol}`)).status).toBe(404)
    expect((await call('holding:$NOSUCH')).status).toBe(404)
    expect((await call('profit')).status).toBeOneOf([404, 422])
  })
})

describe('a category', () => {
  test('is the sum of its series, and its share of all units, also from the CSV', async () => {
    const { headers, one, two } = await createHolder()
    const { holdings } = (await app.call('GET', '/user/holdings', { headers })).body
    const worthOf = (symbol: string) =>
      Number(holdings.find((held: { symbol: string }) => held.symbol === symbol).value)
    const alone = await read(headers, `category:${one.symbol}`)
    expect(Number(alone.value)).toBe(worthOf(one.symbol))
    expect(alone.inputs.map(({ label }) => label)).toEqual([one.symbol])

    await app.sql`
      update tokens set category_id = (select category_id from tokens where id = ${one.token_id})
      where id = ${two.token_id}`
    const both = await read(headers, `category:${one.symbol}`)
    expect(Number(both.value)).toBeCloseTo(worthOf(one.symbol) + worthOf(two.symbol), 2)
    expect((await read(headers, `category:${two.symbol}`)).value).toBe(both.value)
    expect(sheet.sum(await readCsv(headers, `category:${two.symbol}`))).toBeCloseTo(Number(both.value), 2)
    expect((await read(headers, `category_share:${one.symbol}`)).value).toBe(100)
    const { sources } = both
    expect(sources.map(({ label }) => label)).toContain(`Register of holders of ${one.symbol}`)
  })

  test('is not found for a series without units', async () => {
    const { headers } = await createHolder()
    const { symbol } = await createSeries('1.00')
    expect((await app.call('GET', `/user/figures/category:${symbol}`, { headers })).status).toBe(404)
  })
})

describe('sums', () => {
  test('below the holdings agree with the list, and with their CSV', async () => {
    const { headers } = await createHolder()
    const { holdings, cash, total } = (await app.call('GET', '/user/holdings', { headers })).body
    const sumOf = (name: 'cost' | 'value' | 'gain') =>
      holdings.reduce((all: number, held: Record<string, string>) => all + Number(held[name]), 0).toFixed(2)
    const gains = Number((await read(headers, 'gains')).value)
    const expected = {
      units_cost: sumOf('cost'),
      units_value: sumOf('value'),
      units_gain: sumOf('gain'),
      other_gains: (gains - Number(sumOf('gain'))).toFixed(2),
      total,
    }
    for (const [name, amount] of Object.entries(expected)) {
      expect((await read(headers, name)).value, name).toBe(amount)
      expect(sheet.sum(await readCsv(headers, name)), name).toBeCloseTo(Number(amount), 6)
    }
    expect((await read(headers, 'cash_share')).value).toBeCloseTo((Number(cash) / Number(total)) * 100, 2)
  })

  test('of other gains call only redemptions realized, and list transfers separately', async () => {
    const { headers, one, two } = await createHolder()
    const { inputs } = await read(headers, 'other_gains')
    expect(inputs.map(({ label, amount }) => [label, amount])).toEqual([
      [`Realized gain on ${one.symbol} units redeemed (proceeds less cost basis)`, '40.00'],
      [`Cost basis less value of ${one.symbol} units transferred`, '8.50'],
      [`Cost basis less value of ${two.symbol} units transferred`, '-1.99'],
      ['Interest and distributions', '31.40'],
      ['Fees', '-16.00'],
    ])
  })

  test('of costs have the days of the entries, like the cost of each series', async () => {
    const { headers } = await createHolder()
    const { inputs } = await read(headers, 'units_cost')
    expect(inputs.length).toBeGreaterThan(0)
    for (const { label, at } of inputs) expect((await read(headers, `cost:${label}`)).as_of, label).toBe(at)
  })

  test('of the total stay calculated if figures were entered', async () => {
    const { headers, user_id } = await createHolder()
    await createPortfolio(app.db, { user_id, total_value: '9000.00' })
    expect((await read(headers, 'total')).value).toBe('5432.93')
  })

  test('of the history agree with its summary, and with their CSV', async () => {
    const { headers, user_id, one } = await createHolder()
    await payDistributionOn(app.sql, {
      ...{ token_id: one.token_id, user_id, amount: '9.00' },
      ...{ day: daysAgo(70), reversed: daysAgo(15) },
    })
    const { summary } = (await app.call('GET', '/user/transactions/summary', { headers })).body
    const names = ['total_deposits', 'total_withdrawals', 'total_fees', 'total_interest', 'total_transfers']
    for (const name of [...names, 'balance', 'units_paid', 'cash']) {
      expect((await read(headers, name)).value, name).toBe(summary[name])
      const rows = await readCsv(headers, name)
      expect(sheet.sum(rows), name).toBeCloseTo(Number(summary[name]), 6)
      // All records are included: no row makes up for one that is counted wrongly.
      expect(
        rows.map(({ label }) => label),
        name,
      ).not.toContain('All earlier records')
    }
    expect(summary).toMatchObject({ total_fees: '16.00', total_transfers: '77.00', units_paid: '1460.00' })
  })

  test('name each movement of a day by its type rather than their net', async () => {
    const { headers, user } = await app.signIn({ is_verified: true })
    const other = await createUser(app.db, { is_verified: true })
    const { token_id, symbol } = await createSeries('1.00')
    const day = daysAgo(3)
    await book(user.id, 'deposit', '500.00', day)
    await issueUnitsOn(app.sql, { token_id, user_id: user.id, units: '100', cost: '100.00', day })
    const move = (
      type: 'redemption' | 'transfer',
      entries: [number | null, string, string][],
      amount?: string,
    ) => addMovement(app.sql, { token_id, type, day, entries, ...(amount && { amount }) })
    await move(
      'redemption',
      [
        [user.id, '-20', '-20.00'],
        [null, '20', '20.00'],
      ],
      '20.00',
    )
    await move('transfer', [
      [user.id, '-10', '-10.00'],
      [other.id, '10', '10.00'],
    ])
    await move('transfer', [
      [other.id, '-4', '-4.00'],
      [user.id, '4', '4.00'],
    ])
    const labeled = async (name: string) =>
      (await readCsv(headers, name)).map(({ label, amount }) => [label, amount])
    // Newest first, within a day too.
    expect(await labeled('units_paid')).toEqual([
      [`Units redeemed, ${symbol}`, -20],
      [`Units allotted, ${symbol}`, 100],
    ])
    expect((await read(headers, 'units_paid')).value).toBe('80.00')
    expect(await labeled('withdrawn')).toEqual([
      [`4.000000 units of ${symbol} transferred in`, -4],
      [`10.000000 units of ${symbol} transferred out`, 10],
    ])
    expect((await labeled(`units:${symbol}`)).map(([label]) => label)).toEqual([
      `Units transferred in, ${symbol}`,
      `Units transferred out, ${symbol}`,
      `Units redeemed, ${symbol}`,
      `Units allotted, ${symbol}`,
    ])
  })

  test('name each transaction, with a link to it', async () => {
    const { headers, user_id, one } = await createHolder()
    const [deposit] = await app.sql`
      update transactions set description = 'Wire from the bank' where user_id = ${user_id} and amount = 1000 returning id`
    const paid = await payDistributionOn(app.sql, {
      ...{ token_id: one.token_id, user_id, amount: '9.00', day: daysAgo(70) },
    })
    const { inputs } = await read(headers, 'balance')
    expect(inputs.map(({ label, link }) => [label, link])).toEqual(
      expect.arrayContaining([
        [
          `Deposit ${deposit?.id}: Wire from the bank, including its fee of $2.00`,
          `/access/transactions?open=${deposit?.id}`,
        ],
        [
          `Distribution, record date ${daysAgo(70)} (transaction ${paid})`,
          `/access/transactions?open=${paid}`,
        ],
      ]),
    )
    expect(inputs.map(({ label }) => label).filter((label) => /^Interest \d+$/.test(label))).toHaveLength(1)
    for (const { link } of inputs) {
      const id = link?.split('=').at(-1)
      expect((await app.call('GET', `/user/transactions/${id}`, { headers })).status, link ?? '').toBe(200)
    }
  })

  test('of subscriptions contain the approved and paid ones, each with its page', async () => {
    const { headers, user_id, one } = await createHolder()
    const { id: offering_id } = await createOffering(app.db, { token_id: one.token_id })
    const [deposit] = await app.sql`select id from transactions where user_id = ${user_id} and amount = 1000`
    const subscribe = (more: Parameters<typeof createSubscription>[1]) =>
      createSubscription(app.db, { user_id, token_id: one.token_id, offering_id, ...more })
    await subscribe({ state: 'approved', amount: '4000.00', units: '40', payment_due_at: new Date() })
    const paid = await subscribe({
      ...{ state: 'funded', amount: '250.00', units: '2.5', transaction_id: deposit?.id },
    })
    await subscribe({ amount: '70.00', units: '0.7' })
    const { unallocated, cash } = (await app.call('GET', '/user/holdings', { headers })).body
    expect([unallocated, cash]).toEqual(['3855.40', '3855.40'])
    expect((await read(headers, 'unallocated')).value).toBe(unallocated)
    expect(await read(headers, 'funded')).toMatchObject({
      value: '250.00',
      inputs: [{ amount: '250.00', link: `/access/subscriptions/${paid.id}` }],
    })
    expect((await read(headers, 'payable')).value).toBe('4000.00')
  })
})

describe('a return', () => {
  test('has the number that a spreadsheet gets from the CSV, for every period', async () => {
    const { headers } = await createHolder()
    for (const period of periods) {
      const linked = await read(headers, 'time_weighted', period)
      expect(sheet.linked(await readCsv(headers, 'time_weighted', period))).toBeCloseTo(
        Number(linked.value),
        3,
      )
      const rate = await read(headers, 'money_weighted', period)
      expect(typeof rate.value).toBe('number')
      expect(rate.basis).toBe('cumulative')
      const days = Math.round((Date.parse(daysAgo(0)) - Date.parse(rate.from ?? '')) / 86_400_000)
      const rows = await readCsv(headers, 'money_weighted', period)
      expect(sheet.balance(rows, Number(rate.value) / 100, rate.basis === 'annual' ? 365 : days)).toBeCloseTo(
        0,
        5,
      )
    }
  })

  test('is linked at flows: 10% and then 20% are 32%, whatever came in between', async () => {
    const { headers, user } = await app.signIn({ is_verified: true })
    const { token_id } = await createSeries('100.00')
    await book(user.id, 'deposit', '1000.00', daysAgo(250))
    await issueUnitsOn(app.sql, {
      token_id,
      user_id: user.id,
      units: '10',
      cost: '1000.00',
      day: daysAgo(250),
    })
    await value(token_id, '110.00', daysAgo(200))
    await book(user.id, 'deposit', '8800.00', daysAgo(100))
    await issueUnitsOn(app.sql, {
      token_id,
      user_id: user.id,
      units: '80',
      cost: '8800.00',
      day: daysAgo(100),
    })
    await value(token_id, '132.00', daysAgo(50))
    expect((await read(headers, 'time_weighted')).value).toBe(32)
  })

  test('on a day with a revaluation and a full withdrawal is the same in both measures and cumulative', async () => {
    const { headers, user } = await app.signIn({ is_verified: true })
    const { token_id } = await createSeries('100.00')
    await book(user.id, 'deposit', '100.00', daysAgo(3))
    await issueUnitsOn(app.sql, { token_id, user_id: user.id, units: '1', cost: '100.00', day: daysAgo(3) })
    await value(token_id, '150.00', daysAgo(1))
    await addMovement(app.sql, {
      token_id,
      type: 'redemption',
      day: daysAgo(1),
      amount: '150.00',
      entries: [
        [user.id, '-1', '-100.00'],
        [null, '1', '100.00'],
      ],
    })
    await book(user.id, 'withdrawal', '150.00', daysAgo(1))
    const { returns: rows } = (await app.call('GET', '/user/returns', { headers })).body
    expect(rows.at(-1)).toMatchObject({ time_weighted: 50, money_weighted_basis: 'cumulative' })
    const figure = await read(headers, 'money_weighted')
    expect(figure).toMatchObject({ basis: 'cumulative', value: rows.at(-1).money_weighted })
    expect(figure.formula).toContain('returns for less than a year are not annualized')
    expect(figure.inputs.map(({ label, at, amount }) => [label, at, amount])).toEqual([
      [`Deposits on ${daysAgo(3)}`, daysAgo(4), '100.00'],
      [`Withdrawals on ${daysAgo(1)}`, daysAgo(1), '-150.00'],
    ])
  })

  test('is zero for a month without a record, and annual only from one year on', async () => {
    const { headers, user } = await app.signIn()
    await book(user.id, 'deposit', '100.00', daysAgo(800))
    await book(user.id, 'interest', '21.00', daysAgo(400))
    const rows = (await app.call('GET', '/user/returns', { headers })).body.returns
    const [month, , , year, all] = rows
    expect(month).toMatchObject({ time_weighted: 0, money_weighted: 0, money_weighted_basis: 'cumulative' })
    expect(year).toMatchObject({ time_weighted: 0, money_weighted: 0, money_weighted_basis: 'annual' })
    expect(all).toMatchObject({ time_weighted: 21, money_weighted_basis: 'annual' })
    expect(all.money_weighted).toBeCloseTo(100 * (1.21 ** (365 / 801) - 1), 3)
  })

  test('with more subperiods than fit keeps its product', async () => {
    const { headers, user } = await app.signIn()
    await app.sql`insert into transactions (user_id, type, amount, transaction_date)
      select ${user.id}, case n % 2 when 0 then 'deposit' else 'interest' end, n, timestamptz '2025-06-01Z' + n * interval '1 day'
      from generate_series(2, 301) as n`
    const { value: rate, inputs } = await read(headers, 'time_weighted')
    const rows = inputs.map(({ label, at, amount, unit }) => ({
      label,
      date: at ?? '',
      amount: Number(amount),
      unit,
    }))
    expect(inputs.length).toBe(102)
    expect(sheet.linked(rows)).toBeCloseTo(Number(rate), 3)
    expect(sheet.linked(await readCsv(headers, 'time_weighted'))).toBeCloseTo(Number(rate), 3)
  })

  test('is null for a portfolio with a negative value', async () => {
    const { headers, user } = await app.signIn()
    await book(user.id, 'deposit', '100.00', daysAgo(30))
    await book(user.id, 'fee', '150.00', daysAgo(20))
    await book(user.id, 'deposit', '500.00', daysAgo(10))
    expect((await read(headers, 'time_weighted')).value).toBeNull()
    expect((await read(headers, 'money_weighted')).value).toBeNull()
  })
})

describe('GET /user/returns', () => {
  const returns = async (headers: Headers, query = '') =>
    (await app.call('GET', `/user/returns${query}`, { headers })).body

  test('has every period, each with the numbers of its figure', async () => {
    const { headers } = await createHolder()
    const { source, benchmark, returns: rows } = await returns(headers)
    expect([source, benchmark, rows.map(({ period }: { period: string }) => period)]).toEqual([
      'derived',
      null,
      [...periods],
    ])
    for (const { period, time_weighted, money_weighted, from } of rows) {
      expect(await read(headers, 'time_weighted', period)).toMatchObject({ value: time_weighted, from })
      expect((await read(headers, 'money_weighted', period)).value).toBe(money_weighted)
    }
  })

  test('states the first record if the period starts with it', async () => {
    const { headers, user } = await app.signIn()
    await book(user.id, 'deposit', '1000.00', daysAgo(40))
    const { returns: rows } = await returns(headers)
    expect(rows[0]).toMatchObject({ period: '1M', first_record: null })
    for (const [row, name, period] of [
      [rows.at(-1), 'time_weighted', 'All'],
      [rows[1], 'deposited', '3M'],
    ]) {
      const start = { period, from: daysAgo(41), first_record: daysAgo(40) }
      expect(row).toMatchObject(start)
      expect(await read(headers, name, period)).toMatchObject(start)
    }
    expect(await read(headers, 'value')).toMatchObject({ from: null, first_record: null })
  })

  test('compares with the price of a benchmark, which names its source', async () => {
    const { headers } = await createHolder()
    const { benchmark, returns: rows } = await returns(headers, '?benchmark=XAU')
    expect(benchmark).toEqual({ symbol: 'XAU', name: 'Gold', source: 'simulated' })
    for (const row of rows) expect(row.benchmark).toBeTypeOf('number')
    expect((await app.call('GET', '/user/returns?benchmark=NOSUCH', { headers })).status).toBe(422)
  })

  test('is null for an investor without any record', async () => {
    const { headers } = await app.signIn()
    const { returns: rows } = await returns(headers, '?benchmark=BTC')
    for (const row of rows)
      expect(row).toMatchObject({ from: null, time_weighted: null, money_weighted: null, benchmark: null })
  })

  test('follows manually entered values', async () => {
    const { headers, user } = await app.signIn()
    await book(user.id, 'deposit', '1000.00', daysAgo(100))
    const { id } = await createPortfolio(app.db, { user_id: user.id, total_value: '1200.00' })
    await app.sql`insert into portfolio_values (portfolio_id, recorded_at, total_value, total_invested, total_gains)
      values (${id}, ${`${daysAgo(100)}T12:00:00Z`}, 1000, 1000, 0)`
    const { source, returns: rows } = await returns(headers)
    expect([source, rows.at(-1).time_weighted]).toEqual(['entered', 20])
  })

  test('has no return for a period that begins before the first entered value', async () => {
    const { headers } = await createEntered({ 588000000: 40, 599760000: 0 })
    const { recorded_from, returns: rows } = await returns(headers, '?benchmark=XAU')
    expect(recorded_from).toBe(daysAgo(40))
    const [month, ...others] = rows
    const all = others.pop()
    expect(month.time_weighted).toBe(2)
    expect(all).toMatchObject({ from: daysAgo(40), time_weighted: 2 })
    expect(all).toMatchObject({ money_weighted: 2, money_weighted_basis: 'cumulative' })
    const unknown = { from: null, time_weighted: null, money_weighted: null, benchmark: null }
    for (const row of others.filter(({ period }: { period: string }) => period !== 'YTD'))
      expect(row).toMatchObject(unknown)
    const figure = await read(headers, 'time_weighted', '3M')
    expect(figure).toMatchObject({ value: null, from: null, inputs: [] })
    expect(figure.formula).toContain(`No value is recorded before ${daysAgo(40)}`)
  })

  test('has the cumulative rate of values entered within days, and none on the first', async () => {
    const week = await createEntered({ 5000000: 4, 588000000: 0 })
    expect((await returns(week.headers)).returns.at(-1)).toMatchObject({
      from: daysAgo(4),
      time_weighted: 11660,
      money_weighted: 11660,
      money_weighted_basis: 'cumulative',
    })
    const today = await createEntered({ 588000000: 0 })
    const { recorded_from, returns: rows } = await returns(today.headers)
    expect(recorded_from).toBe(daysAgo(0))
    for (const row of rows)
      expect(row).toMatchObject({ from: null, time_weighted: null, money_weighted: null })
  })
})

test('any ledger: figures agree with independent sums, for every investor alone', async () => {
  const cents = fc.integer({ min: 1, max: 1e6 })
  const row = fc.record({
    type: fc.constantFrom('deposit', 'withdrawal', 'interest', 'fee', 'transfer'),
    status: fc.constantFrom('completed', 'completed', 'completed', 'pending', 'failed'),
    cents,
    fee: fc.integer({ min: 0, max: 500 }),
    days: fc.integer({ min: 0, max: 400 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      const { headers, user } = await app.signIn()
      await app.sql`insert into transactions ${app.sql(
        rows.map(({ type, status, cents: amount, fee, days }) => ({
          user_id: user.id,
          type,
          status,
          amount: (amount / 100).toFixed(2),
          fee: (fee / 100).toFixed(2),
          transaction_date: `${daysAgo(days)}T08:00:00Z`,
        })),
      )}`
      const counted = rows.filter(({ status }) => status === 'completed')
      const of = (type: string) =>
        counted.filter((one) => one.type === type).reduce((total, one) => total + one.cents, 0)
      const fees = counted.reduce((total, { fee }) => total + fee, 0)
      const gains = of('interest') - of('fee') - fees
      const cash = of('deposit') - of('withdrawal') + gains
      const expected = { deposited: of('deposit'), withdrawn: of('withdrawal'), gains, cash, value: cash }
      for (const [name, paper] of Object.entries(expected)) {
        expect((await read(headers, name)).value, name).toBe((paper / 100).toFixed(2))
        expect(sheet.sum(await readCsv(headers, name)), name).toBeCloseTo(paper / 100, 6)
      }
    }),
    { numRuns: 12 },
  )
})
