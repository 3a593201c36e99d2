import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_BASE } from '#contract/request-url'
import { createToken, createTransaction } from '#db/seed/factories'
import { createAttestation, createValuation } from '#db/seed/series-factories'
import { addMovement, issueUnitsOn, payDistributionOn } from '#modules/portfolio/testing-movements'
import { addDays, getToday } from '#shared/calculations/calendar'
import { formatLongDate } from '#shared/format-date'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.sql`update settings set company_address = '1 Shaft Road, Example City'`
})
afterAll(() => app.close())

const request = (path: string, headers: Record<string, string>) =>
  app.fetch(new Request(`http://localhost${API_BASE}/user/${path}`, { headers }))

async function readPages(path: string, headers: Record<string, string>): Promise<string[]> {
  const response = await request(path, headers)
  expect(response.status, path).toBe(200)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await response.arrayBuffer())))
  return text.map((page) => page.replace(/\s+/g, ' '))
}

/** A series with units at 90 dollars from the end of 2025, and at 120 a month later. */
async function createSeries(symbol: string) {
  const { id: token_id } = await createToken(app.db, { symbol })
  await createAttestation(app.db, { token_id })
  for (const [as_of, preferred] of [
    ['2025-12-31', '90.00'],
    ['2026-01-31', '120.00'],
  ] as const)
    await createValuation(app.db, { token_id, as_of, low: '80.00', preferred, high: '130.00' })
  return token_id
}

/** Deposits 5,000 in 2025 and 500 in 2026, and pays 1,000 for ten units. */
async function createInvestor(token_id: number) {
  const { headers, user } = await app.signIn({ is_verified: true })
  for (const [amount, day] of [
    ['5000.00', '2025-12-15'],
    ['500.00', '2026-01-05'],
  ] as const) {
    await createTransaction(app.db, {
      user_id: user.id,
      amount,
      transaction_date: new Date(`${day}T10:00:00Z`),
    })
  }
  await createTransaction(app.db, {
    user_id: user.id,
    type: 'withdrawal',
    amount: '40.00',
    fee: '2.50',
    transaction_date: new Date('2026-01-20T10:00:00Z'),
  })
  await issueUnitsOn(app.sql, { token_id, user_id: user.id, units: '10', cost: '1000.00', day: '2026-01-10' })
  return { headers, user }
}

describe('GET /user/statement', () => {
  test('goes from the opening to the closing value, and lists the holdings at the end', async () => {
    const { headers, user } = await createInvestor(await createSeries('$STATED'))
    const [page = ''] = await readPages('statement?from=2026-01-01&to=2026-01-31', headers)
    for (const part of [
      `Records as of ${formatLongDate(new Date())}`,
      `ACCOUNT NUMBER A-${String(user.id).padStart(6, '0')}`,
      'ISSUER Lodefield 1 Shaft Road, Example City',
      'Opening value as of December 31, 2025 5,000.00',
      'Deposits 500.00',
      'Withdrawals −40.00',
      // Ten units rose from their cost of 1,000 to 1,200, less a fee of 2.50.
      'Gains (change in unit values and income, net of fees) 197.50',
      'Closing value as of January 31, 2026 5,657.50',
      'Holdings as of January 31, 2026 UNITS UNIT VALUE, USD VALUE, USD',
      '$STATED, valued Jan 31, 2026 10.000000 120.00 1,200.00',
      'Cash balance 4,457.50',
      'Page 1 of 2',
    ]) {
      expect(page).toContain(part)
    }
    const [before = ''] = await readPages('statement?to=2026-01-30', headers)
    expect(before).toContain('Opening value 0.00')
    expect(before).toContain('$STATED, valued Dec 31, 2025 10.000000 90.00 900.00')
  })

  test('lists unit movements, and goes from the opening to the closing cash', async () => {
    const token_id = await createSeries('$UNITS')
    const { headers, user } = await createInvestor(token_id)
    const movement = { token_id, day: '2026-01-25' } as const
    await createTransaction(app.db, {
      user_id: user.id,
      type: 'interest',
      amount: '7.25',
      transaction_date: new Date('2026-01-22T10:00:00Z'),
    })
    await addMovement(app.sql, {
      ...movement,
      type: 'redemption',
      amount: '230.00',
      entries: [
        [user.id, '-2', '-200.00'],
        [null, '2', '200.00'],
      ],
    })
    const [page = ''] = await readPages('statement?from=2026-01-01&to=2026-01-31', headers)
    for (const part of [
      'Cash, in USD AMOUNT',
      'Opening cash balance as of December 31, 2025 5,000.00',
      'Deposits 500.00 Withdrawals −40.00 Interest 7.25 Distributions 0.00',
      'Fees, including fees on other transactions −2.50',
      'Units allotted −1,000.00 Units redeemed 230.00',
      // 5,000.00 + 500.00 − 40.00 + 7.25 − 2.50 − 1,000.00 + 230.00
      'Closing cash balance as of January 31, 2026 4,694.75',
      'Unit movements in this period UNITS EFFECT ON CASH, USD',
      'Jan 10, 2026 · $UNITS, entry 2, allotted 10.000000 −1,000.00',
      'Jan 25, 2026 · $UNITS, entry 3, redeemed −2.000000 230.00',
    ])
      expect(page).toContain(part)
    const [after = ''] = await readPages('statement?from=2026-01-26&to=2026-01-31', headers)
    expect(after).toContain('Opening cash balance as of January 25, 2026 4,694.75')
    expect(after).not.toContain('Unit movements in this period')
  })

  test('is a CSV file that adds up from the opening to the closing cash', async () => {
    const { headers } = await createInvestor(await createSeries('$CSV'))
    const response = await request('statement/csv?from=2026-01-01&to=2026-01-31', headers)
    expect((await request('statement/csv?from=0001-01-01', headers)).status).toBe(200)
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="cash-2026-01-01-to-2026-01-31.csv"',
    )
    const [head, ...rows] = (await response.text())
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
    expect(head).toBe('Date (UTC),Record,Description,Units,Effect on cash,Cash balance after')
    expect(rows).toEqual([
      '2025-12-31,Opening cash balance,,,5000.00,5000.00',
      expect.stringMatching(/^2026-01-05,deposit \d+,.*,,500\.00,5500\.00$/),
      expect.stringMatching(/^2026-01-10,\$CSV entry 2,allotted,10\.000000,-1000\.00,4500\.00$/),
      expect.stringMatching(/^2026-01-20,withdrawal \d+,.*,,-42\.50,4457\.50$/),
    ])
  })

  test('lists deposits, unit movements in order, then withdrawals within a day of the CSV file', async () => {
    const token_id = await createSeries('$DAY')
    const { headers, user } = await createInvestor(token_id)
    const booked = { user_id: user.id, transaction_date: new Date('2026-01-25') }
    await createTransaction(app.db, { ...booked, type: 'withdrawal', amount: '4600.00' })
    await createTransaction(app.db, { ...booked, type: 'fee', amount: '5.00' })
    await addMovement(app.sql, {
      ...{ token_id, day: '2026-01-25', type: 'redemption', amount: '230.00' },
      entries: [
        [user.id, '-2', '-200.00'],
        [null, '2', '200.00'],
      ],
    })
    await createTransaction(app.db, {
      ...{ user_id: user.id, amount: '10.00', transaction_date: new Date('2026-01-25T18:00:00Z') },
    })
    const [, ...rows] = (await (await request('statement/csv?from=2026-01-25&to=2026-01-25', headers)).text())
      .trimEnd()
      .split('\r\n')
    expect(rows).toEqual([
      '2026-01-24,Opening cash balance,,,4457.50,4457.50',
      expect.stringMatching(/^2026-01-25,deposit \d+,.*,,10\.00,4467\.50$/),
      expect.stringMatching(/^2026-01-25,\$DAY entry \d+,redeemed,-2\.000000,230\.00,4697\.50$/),
      expect.stringMatching(/^2026-01-25,withdrawal \d+,.*,,-4600\.00,97\.50$/),
      expect.stringMatching(/^2026-01-25,fee \d+,.*,,-5\.00,92\.50$/),
    ])
  })

  test('lists a reversed distribution on the day it was paid and on the day it was reversed', async () => {
    const token_id = await createSeries('$BACK')
    const { headers, user } = await createInvestor(token_id)
    const id = await payDistributionOn(app.sql, {
      ...{ token_id, user_id: user.id, amount: '12.50' },
      ...{ day: '2026-01-15', reversed: '2026-02-02' },
    })
    const cashOf = async (range: string) => {
      const [, ...lines] = (await (await request(`statement/csv${range}`, headers)).text())
        .trimEnd()
        .split('\r\n')
      return lines
    }
    const all = await cashOf('?from=2026-01-12&to=2026-02-28')
    expect(all).toEqual([
      '2026-01-11,Opening cash balance,,,4500.00,4500.00',
      `2026-01-15,interest ${id},"Distribution, record date 2026-01-15",,12.50,4512.50`,
      expect.stringMatching(/^2026-01-20,withdrawal \d+,.*,,-42\.50,4470\.00$/),
      `2026-02-02,"interest ${id}, reversed","Distribution, record date 2026-01-15",,-12.50,4457.50`,
    ])
    // The end of one period is the beginning of the next, also between the payment and its reversal.
    expect((await cashOf('?from=2026-01-12&to=2026-01-31')).at(-1)).toMatch(/,4470\.00$/)
    expect(await cashOf('?from=2026-02-01&to=2026-02-28')).toEqual([
      '2026-01-31,Opening cash balance,,,4470.00,4470.00',
      all.at(-1),
    ])
    const text = (await readPages('statement?from=2026-01-12&to=2026-01-31', headers)).join(' ')
    for (const part of [
      'Interest 0.00 Distributions 12.50',
      'Closing cash balance as of January 31, 2026 4,470.00',
      `Reversed distributions EFFECT ON CASH, USD Jan 15, 2026 · Interest ${id}, distribution paid 12.50`,
    ])
      expect(text).toContain(part)
    // The second page has the sums of the first: the payment in its period, the reversal in another.
    expect(text).toMatch(/PERIOD CLOSING.* Distributions 0\.00 12\.50 12\.50/)
    expect(text).toContain('Jan 15, 2026 Distribution Distribution of $BACK,')
    const next = (await readPages('statement?from=2026-02-01&to=2026-02-28', headers)).join(' ')
    expect(next).toMatch(/PERIOD CLOSING.* Distributions 12\.50 -12\.50 0\.00/)
    expect(next).toContain(`Feb 2, 2026 · Interest ${id}, distribution reversed −12.50`)
    expect(next).toContain('Interest 0.00 Distributions −12.50')
    expect(next).toContain('Closing cash balance as of February 28, 2026 4,457.50')
  })

  test('separates distributions from interest, with their units and amount per unit', async () => {
    const token_id = await createSeries('$WITWATERSRAND-GOLD1')
    const { headers, user } = await createInvestor(token_id)
    await createTransaction(app.db, {
      ...{ user_id: user.id, type: 'interest', amount: '7.25', description: 'Interest of January' },
      transaction_date: new Date('2026-01-22T10:00:00Z'),
    })
    // Booked before descriptions said how a payment was calculated.
    await payDistributionOn(app.sql, { token_id, user_id: user.id, amount: '123456.50', day: '2026-01-15' })
    const text = (await readPages('statement?from=2026-01-12&to=2026-01-31', headers)).join(' ')
    for (const part of [
      'Interest 7.25 Distributions 123,456.50',
      'Interest 0.00 7.25 7.25 Distributions 0.00 123,456.50 123,456.50',
      'Jan 22, 2026 Interest Interest of January',
    ])
      expect(text).toContain(part)
    expect(text.replaceAll(' ', '')).toContain(
      'Jan15,2026DistributionDistributionof$WITWATERSRAND-GOLD1,recorddateJanuary15,2026:1.000000units×$123,456.500000',
    )
    const year = (await readPages('statement/yearly?year=2026', headers)).join(' ')
    expect(year).toContain('Distributions 0.00 123,456.50 123,456.50')
  })

  test('marks holdings of an illustrative series', async () => {
    const token_id = await createSeries('$INVENTED')
    const { headers } = await createInvestor(token_id)
    const range = 'statement?from=2026-01-01&to=2026-01-31'
    expect((await readPages(range, headers)).join(' ')).not.toMatch(/illustrative/i)
    await app.sql`insert into series (token_id, is_illustrative) values (${token_id}, true)`
    const [page = ''] = await readPages(range, headers)
    expect(page).toContain('$INVENTED, illustrative, valued Jan 31, 2026 10.000000 120.00 1,200.00')
    expect(page).toContain('Illustrative: the asset is fictitious and shown to demonstrate the platform.')
  })

  test('is the statement of transactions', async () => {
    const { headers } = await createInvestor(await createSeries('$SAME'))
    const query = '?from=2026-01-01&to=2026-01-31'
    const withoutTime = (pages: string[]) => pages.map((page) => page.replace(/Generated .* UTC/, ''))
    expect(withoutTime(await readPages(`statement${query}`, headers))).toEqual(
      withoutTime(await readPages(`transactions/statement${query}`, headers)),
    )
    expect((await request('statement?from=2026-02-30', headers)).status).toBe(422)
    expect((await request('statement', {})).status).toBe(401)
  })

  test('continues on further pages if there are many holdings, movements and currencies', async () => {
    const { headers, user } = await app.signIn({ is_verified: true })
    for (let number = 1; number <= 20; number++) {
      const token_id = await createSeries(`$MANY${number}`)
      await issueUnitsOn(app.sql, {
        token_id,
        user_id: user.id,
        units: '1',
        cost: '10.00',
        day: '2026-01-10',
      })
    }
    for (const currency of ['USD', 'EUR', 'CHF'])
      await createTransaction(app.db, { user_id: user.id, currency, description: `In ${currency}` })
    const pages = await readPages('statement', headers)
    expect(pages).toHaveLength(3)
    expect(pages[0]).toContain('$MANY20, valued Jan 31, 2026')
    expect(pages[0]).not.toContain('DESCRIPTION')
    for (const part of ['Closing cash', '$MANY20, entry 2, allotted', 'Page 2 of 3'])
      expect(pages[1]).toContain(part)
    for (const part of ['Completed transactions, USD', 'DESCRIPTION', 'In EUR', 'Page 3 of 3'])
      expect(pages[2]).toContain(part)
  })
})

test.for([
  ['from', 'statement'],
  ['to', 'statement'],
  ['to', 'statement/csv'],
  ['to', 'transactions/statement'],
])('a period with a future `%s` is rejected: %s', async ([field, file]) => {
  const { headers } = await app.signIn()
  const today = getToday()
  const { status, body } = await app.call('GET', `/user/${file}?${field}=${addDays(today, 1)}`, { headers })
  const details = [{ path: `/${field}`, message: 'The date cannot be after today (UTC)' }]
  expect([status, body.details]).toEqual([422, details])
  expect((await app.call('GET', `/user/${file}?${field}=${today}`, { headers })).status).toBe(200)
})

describe('GET /user/statement/yearly', () => {
  test('is the statement of a calendar year', async () => {
    const { headers } = await createInvestor(await createSeries('$YEARLY'))
    const response = await request('statement/yearly?year=2025', headers)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="statement-2025.pdf"')
    const [page = ''] = await readPages('statement/yearly?year=2025', headers)
    for (const part of [
      'January 1, 2025 to December 31, 2025',
      '1 transaction,',
      'Opening value as of December 31, 2024 0.00',
      'Closing value as of December 31, 2025 5,000.00',
    ])
      expect(page).toContain(part)
  })

  test('for the current year ends today, and is rejected for a later one', async () => {
    const { headers } = await createInvestor(await createSeries('$TODAY'))
    const today = new Date().toISOString().slice(0, 10)
    const year = Number(today.slice(0, 4))
    for (const query of ['', `?year=${year}`]) {
      const [page] = await readPages(`statement/yearly${query}`, headers)
      expect(page, query).toContain(`January 1, ${year} to ${formatLongDate(today)}`)
      expect(page, query).toContain(`Closing value as of ${formatLongDate(today)}`)
    }
    const { status, body } = await app.call('GET', `/user/statement/yearly?year=${year + 1}`, { headers })
    expect([status, body.details]).toEqual([
      422,
      [{ path: '/year', message: 'Select the current or an earlier year' }],
    ])
    for (const query of ['?year=1999', '?year=soon'])
      expect((await request(`statement/yearly${query}`, headers)).status, query).toBe(422)
  })
})
