import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRegisterDiscrepancies } from '#db/register-integrity'
import { createToken, createTransaction, createUser } from '#db/seed/factories'
import { createAttestation, createOffering, createValuation, getDayFromNow } from '#db/seed/series-factories'
import { formatLongDate } from '#shared/format-date'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  ;({ headers } = await app.signInAdmin())
})
afterAll(() => app.close())

const admin = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
  app.call(method, `${app.adm}/register/${path}`, { headers: { ...headers, ...more }, body })

let made = 0
async function createSeries(units_held = '1000') {
  made += 1
  const { id: token_id, symbol } = await createToken(app.db, { symbol: `$REG${made}` })
  await createAttestation(app.db, { token_id, units_held })
  return { token_id, symbol, path: symbol.slice(1) }
}

const createHolder = (more = {}) => createUser(app.db, { is_verified: true, ...more })

/** Issues units at a cost, as an allotment would; optionally dated to a day, at noon or another time. */
function issue(
  token_id: number,
  user_id: number,
  units: string,
  cost = '0',
  day?: string,
  time = '12:00:00',
): Promise<number> {
  return app.sql.begin(async (sql) => {
    if (day) await sql`alter table register_movements disable trigger stamp`
    const [movement] = await sql<{ id: number }[]>`
      insert into register_movements (token_id, type, at)
      values (${token_id}, 'issue', ${`${day ?? getDayFromNow(0)}T${time}Z`}) returning id`
    const id = movement?.id ?? 0
    await sql`insert into register_entries (token_id, movement_id, user_id, units, cost)
      values (${token_id}, ${id}, null, ${`-${units}`}, ${cost === '0' ? '0' : `-${cost}`}), (${token_id}, ${id}, ${user_id}, ${units}, ${cost})`
    if (day) {
      // Deferred checks must run before a trigger can be changed.
      await sql`set constraints all immediate`
      await sql`alter table register_movements enable trigger stamp`
    }
    return id
  })
}

const unitsOf = async (token_id: number) => {
  const rows = await app.sql`select user_id, units, cost from holdings where token_id = ${token_id}`
  return Object.fromEntries(rows.map(({ user_id, units, cost }) => [user_id, `${units} ${cost}`]))
}

describe('a transfer', () => {
  test('moves units with their proportion of the cost, and notifies both investors', async () => {
    const { token_id, path, symbol } = await createSeries()
    const [from, to] = [await createHolder(), await createHolder()]
    await issue(token_id, from.id, '3', '100.00')
    const body = { type: 'transfer', from_user_id: from.id, to_user_id: to.id, units: '1', reason: 'Gift' }
    const { status, body: made } = await admin('POST', `${path}/entries`, body)
    expect(status).toBe(201)
    expect(made.movement).toMatchObject({
      type: 'transfer',
      reason: 'Gift',
      reverses: null,
      entries: [
        { account: 'holder', user_id: from.id, units: '-1.000000' },
        { account: 'holder', user_id: to.id, units: '1.000000' },
      ],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await unitsOf(token_id)).toEqual({ [from.id]: '2.000000 66.67', [to.id]: '1.000000 33.33' })
    const told =
      await app.sql`select user_id, title from notifications where user_id in ${app.sql([from.id, to.id])} order by user_id`
    expect(told.map(({ title }) => title)).toEqual(Array(2).fill(`Units of ${symbol} transferred`))
    const [entry] =
      await app.sql`select action, after from audit_log where entity = 'movement' order by id desc limit 1`
    expect(entry).toMatchObject({ action: 'register.transfer', after: { symbol, type: 'transfer' } })
  })

  test('of all units moves the entire cost', async () => {
    const { token_id, path } = await createSeries()
    const [from, to] = [await createHolder(), await createHolder()]
    await issue(token_id, from.id, '3', '100.00')
    for (const units of ['1', '1', '1']) {
      const body = { type: 'transfer', from_user_id: from.id, to_user_id: to.id, units, reason: 'Sale' }
      expect((await admin('POST', `${path}/entries`, body)).status).toBe(201)
    }
    expect(await unitsOf(token_id)).toEqual({ [from.id]: '0.000000 0.00', [to.id]: '3.000000 100.00' })
  })

  test('is rejected to or from an investor who may not hold units, and above the holding', async () => {
    const { token_id, path } = await createSeries()
    const from = await createHolder()
    await issue(token_id, from.id, '3')
    const send = (to_user_id: number, more = {}) =>
      admin('POST', `${path}/entries`, {
        type: 'transfer',
        from_user_id: from.id,
        to_user_id,
        units: '1',
        reason: 'Sale',
        ...more,
      })
    const unverified = await createHolder({ is_verified: false })
    const disabled = await createHolder({ is_active: false })
    expect((await send(unverified.id)).body.error).toContain('is not verified')
    expect((await send(disabled.id)).body.code).toBe('not_verified')
    expect((await send(99_999)).body.details[0].path).toBe('/to_user_id')
    expect((await send(from.id)).body.details[0].path).toBe('/to_user_id')
    const other = await createHolder()
    expect((await send(other.id, { units: '3.000001' })).body.error).toBe(
      'This investor holds only 3 units of the series, but this movement requires 3.000001 units.',
    )
    expect((await send(other.id, { units: undefined })).body.details[0].path).toBe('/units')
    expect((await send(other.id, { units: '1.0000001' })).status).toBe(422)
    expect((await send(other.id, { reason: '' })).status).toBe(422)
    expect((await send(from.id, { from_user_id: other.id })).body.error).toBe(
      'This investor holds no units of the series.',
    )
    expect(await unitsOf(token_id)).toEqual({ [from.id]: '3.000000 0.00' })
  })

  test('sent ten times simultaneously with one key is recorded once', async () => {
    const { token_id, path } = await createSeries()
    const [from, to] = [await createHolder(), await createHolder()]
    await issue(token_id, from.id, '10')
    const body = { type: 'transfer', from_user_id: from.id, to_user_id: to.id, units: '1', reason: 'Sale' }
    const key = { 'idempotency-key': `transfer-${made}` }
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => admin('POST', `${path}/entries`, body, key)),
    )
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(await unitsOf(token_id)).toEqual({ [from.id]: '9.000000 0.00', [to.id]: '1.000000 0.00' })
  })
})

describe('a redemption', () => {
  test('is corrected in the exported entries with its proceeds reversed, matching the cash', async () => {
    const { token_id, path } = await createSeries()
    const investor = await app.signIn({ is_verified: true })
    await issue(token_id, investor.user.id, '4', '400.00')
    const from_user_id = investor.user.id
    const redeem = (amount: string) =>
      admin('POST', `${path}/entries`, {
        ...{ type: 'redemption', from_user_id, units: '1', amount, reason: 'Asked' },
      })
    const { movement } = (await redeem('104.99')).body
    await redeem('130.00')
    const correction = { type: 'correction', movement_id: movement.id, reason: 'Asked by mistake' }
    const allowed = { allow_overdraft: true, confirm_amount: '104.99' }
    const corrected = await admin('POST', `${path}/entries`, { ...correction, ...allowed })
    expect(corrected.status, corrected.text).toBe(201)
    const [head = '', ...rows] = (await admin('GET', `${path}/entries/export`)).text.trim().split('\r\n')
    const columns = ['Type', 'Account type', 'Proceeds'].map((name) => head.split(',').indexOf(name))
    expect(rows.map((row) => columns.map((at) => row.split(',')[at]))).toEqual([
      ['correction', 'holder', '-104.99'],
      ['correction', 'unissued', ''],
      ['redemption', 'holder', '130.00'],
      ['redemption', 'unissued', ''],
      ['redemption', 'holder', '104.99'],
      ['redemption', 'unissued', ''],
      ['issue', 'holder', ''],
      ['issue', 'unissued', ''],
    ])
  })

  test('and its correction tell the investor what they do to the cash', async () => {
    const { token_id, path, symbol } = await createSeries()
    const investor = await app.signIn({ is_verified: true })
    await issue(token_id, investor.user.id, '4', '400.00')
    const book = (body: object) => admin('POST', `${path}/entries`, { ...body, reason: 'Asked' })
    const from_user_id = investor.user.id
    const redeemed = await book({ type: 'redemption', from_user_id, units: '1', amount: '104.99' })
    const allowed = { allow_overdraft: true, confirm_amount: '104.99' }
    await book({ type: 'correction', movement_id: redeemed.body.movement.id, ...allowed })
    const told = await app.sql`select message from notifications where user_id = ${from_user_id} order by id`
    expect(told.map(({ message }) => message)).toEqual([
      `Your holding of ${symbol} changed by -1.000000 units, and $104.99 was added to your cash balance. The entry has been recorded in the register of holders.`,
      `Your holding of ${symbol} changed by 1.000000 units, and $104.99 was deducted from your cash balance. The entry has been recorded in the register of holders.`,
    ])
  })

  test('removes units from issue, releases cost in proportion and pays into cash', async () => {
    const { token_id, path } = await createSeries()
    const investor = await app.signIn({ is_verified: true })
    await issue(token_id, investor.user.id, '4', '400.00')
    const body = {
      type: 'redemption',
      from_user_id: investor.user.id,
      units: '1',
      amount: '130.00',
      reason: 'Asked',
    }
    expect((await admin('POST', `${path}/entries`, body)).status).toBe(201)
    const { units_in_issue, holders } = (await admin('GET', path)).body
    expect([units_in_issue, holders[0].units]).toEqual(['3.000000', '3.000000'])
    const { cash, holdings } = (await app.call('GET', '/user/holdings', { headers: investor.headers })).body
    expect([cash, holdings[0].cost]).toEqual(['-270.00', '300.00'])
    const { text } = await admin('GET', `${path}/entries/export`)
    const [, ...listed] = text.trim().split('\r\n')
    expect(
      listed.map((line) =>
        /,(issue|redemption),.*,(unissued|holder),.*,(\d*\.?\d*),(?:Asked)?,,/.exec(line)?.slice(1),
      ),
    ).toEqual([
      ['redemption', 'holder', '130.00'],
      ['redemption', 'unissued', ''],
      ['issue', 'holder', ''],
      ['issue', 'unissued', ''],
    ])
    expect(
      (await admin('POST', `${path}/entries`, { ...body, amount: undefined })).body.details[0].path,
    ).toBe('/amount')
  })
})

test('limits redemption proceeds to ten times the value of the units', async () => {
  const { token_id, path } = await createSeries()
  const holder = await createHolder()
  await issue(token_id, holder.id, '4', '400.00')
  const redeem = async (units: string, amount: string) => {
    const body = { type: 'redemption', from_user_id: holder.id, units, amount, reason: 'Asked' }
    const { status, body: sent } = await admin('POST', `${path}/entries`, body)
    return [status, sent.details?.[0].path, sent.details?.[0].message]
  }
  const says = (most: string) =>
    `The maximum for these units is $${most}: ten times the higher of current value and cost basis`
  expect(await redeem('0.000001', '999999999999.99')).toEqual([422, '/amount', expect.any(String)])
  expect(await redeem('1', '1000.01')).toEqual([422, '/amount', says('1,000.00')])
  await createValuation(app.db, { token_id, preferred: '150.00', high: '160.00' })
  expect(await redeem('1', '1500.01')).toEqual([422, '/amount', says('1,500.00')])
  expect((await redeem('1', '1500.00'))[0]).toBe(201)
  const { movements } = (await admin('GET', `${path}/entries`)).body
  expect(movements.map(({ amount }: { amount: unknown }) => amount)).toEqual(['1500.00', null])
  const free = await createSeries()
  await issue(free.token_id, holder.id, '4')
  const body = { type: 'redemption', from_user_id: holder.id, units: '1', reason: 'Asked' }
  const send = (amount: string) => admin('POST', `${free.path}/entries`, { ...body, amount })
  expect((await send('0.01')).body.details[0].message).toContain('Add a valuation of the series first')
  expect((await send('0')).status).toBe(201)
})

describe('a correction', () => {
  test('reverses a movement once', async () => {
    const { token_id, path } = await createSeries()
    const [from, to] = [await createHolder(), await createHolder()]
    await issue(token_id, from.id, '3', '90.00')
    const { movement } = (
      await admin('POST', `${path}/entries`, {
        type: 'transfer',
        from_user_id: from.id,
        to_user_id: to.id,
        units: '2',
        reason: 'Sale',
      })
    ).body
    const correct = () =>
      admin('POST', `${path}/entries`, {
        type: 'correction',
        movement_id: movement.id,
        reason: 'Wrong buyer',
      })
    const both = await Promise.all([correct(), correct()])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 201)?.body.movement).toMatchObject({ reverses: movement.id })
    expect(await unitsOf(token_id)).toEqual({ [from.id]: '3.000000 90.00', [to.id]: '0.000000 0.00' })
    expect((await correct()).body.code).toBe('conflict')
  })

  test('is rejected if the units have moved on, or for another series', async () => {
    const [one, two] = [await createSeries(), await createSeries()]
    const [first, second] = [await createHolder(), await createHolder()]
    const id = await issue(one.token_id, first.id, '3')
    await admin('POST', `${one.path}/entries`, {
      type: 'transfer',
      from_user_id: first.id,
      to_user_id: second.id,
      units: '2',
      reason: 'Sale',
    })
    const correct = (path: string) =>
      admin('POST', `${path}/entries`, { type: 'correction', movement_id: id, reason: 'Mistake' })
    expect((await correct(one.path)).body.error).toBe(
      'This investor holds only 1 unit of the series, but this movement requires 3 units.',
    )
    expect((await correct(two.path)).body.details[0].path).toBe('/movement_id')
  })
})

test('rejects a cost outside the limits of a holding with a message', async () => {
  const { token_id, path } = await createSeries()
  const [rich, other] = [await createHolder(), await createHolder()]
  await issue(token_id, rich.id, '1', '999999999999.99')
  await issue(token_id, other.id, '2', '1.00')
  const back = await issue(token_id, other.id, '1', '800.00')
  const send = (body: object) => admin('POST', `${path}/entries`, { reason: 'Sale', ...body })
  const transfer = { type: 'transfer', from_user_id: other.id, to_user_id: rich.id, units: '1' }
  const tooMuch = await send(transfer)
  expect([tooMuch.status, tooMuch.body.error]).toEqual([
    409,
    expect.stringContaining('The cost basis of a holding must be between $0 and $1,000,000,000,000.'),
  ])
  const third = await createHolder()
  expect((await send({ ...transfer, to_user_id: third.id })).status).toBe(201)
  // 2 units at 534.00 are left: removing 800.00 would make the cost negative.
  expect((await send({ type: 'correction', movement_id: back })).status).toBe(409)
})

describe('the cap table', () => {
  test('of a past day ends with its last entry, even one recorded after a later movement', async () => {
    const { token_id, path } = await createSeries()
    const { id } = await createHolder()
    const at = (day: number, time: string) => issue(token_id, id, '1', '0', getDayFromNow(day), time)
    await at(-20, '08:00:00')
    await at(-20, '23:59:59.300')
    // The next two have earlier times, but waited for it.
    await at(-19, '00:00:00.100')
    await at(-20, '23:59:59.999')
    await at(-20, '23:59:59.500')
    await at(-10, '12:00:00')
    const hashes = await app.sql`select number, hash from register_entries where token_id = ${token_id}`
    const numberAt = async (day: number) => {
      const { head } = (await admin('GET', `${path}?on=${getDayFromNow(day)}`)).body
      return hashes.find(({ hash }) => hash === head)?.number
    }
    expect(await Promise.all([-21, -20, -19, -10, -1].map(numberAt))).toEqual([undefined, 10, 10, 12, 12])
  })

  test.each([
    ['few', 0],
    ['most', 6],
  ])(
    'of a past day has the units of its movements, even if one waited past midnight and %s came before',
    async (_, before) => {
      const { token_id, path } = await createSeries()
      const { id } = await createHolder()
      const at = (day: number, time: string) => issue(token_id, id, '1', '0', getDayFromNow(day), time)
      for (let made = 0; made < before; made++) await at(-30, `08:00:0${made}`)
      await at(-20, '23:59:59.300')
      // The next two have earlier times, but waited for it.
      await at(-19, '00:00:00.100')
      await at(-20, '23:59:59.999')
      await at(-20, '23:59:59.500')
      for (let made = 0; made < 2; made++) await at(-10, `12:00:0${made}`)
      const unitsAt = async (day: number) =>
        Number((await admin('GET', `${path}?on=${getDayFromNow(day)}`)).body.units_in_issue) - before
      expect(await Promise.all([-20, -19, -11, -10].map(unitsAt))).toEqual([3, 4, 4, 6])
    },
  )

  test('shows the holders now or at the end of a day, with the share of each', async () => {
    const { token_id, path } = await createSeries()
    const [one, two] = [await createHolder({ first_name: 'Ada' }), await createHolder({ first_name: 'Bo' })]
    await issue(token_id, one.id, '10', '0', getDayFromNow(-20))
    await issue(token_id, two.id, '30', '0', getDayFromNow(-10))
    await issue(token_id, one.id, '5')
    const read = async (query = '') => (await admin('GET', `${path}${query}`)).body
    const now = await read()
    expect(now.holders).toEqual([
      { user_id: two.id, name: 'Bo Investor', units: '30.000000', share_percent: 66.6667 },
      { user_id: one.id, name: 'Ada Investor', units: '15.000000', share_percent: 33.3333 },
    ])
    expect([now.units_in_issue, now.units_held, now.pagination.total]).toEqual([
      '45.000000',
      '1000.000000',
      2,
    ])
    const early = await read(`?on=${getDayFromNow(-15)}`)
    expect(early.holders).toEqual([
      { user_id: one.id, name: 'Ada Investor', units: '10.000000', share_percent: 100 },
    ])
    expect([early.units_in_issue, early.head === now.head]).toEqual(['10.000000', false])
    expect((await read(`?on=${getDayFromNow(-30)}`)).holders).toEqual([])
    expect((await read('?search=ada')).holders).toHaveLength(1)
    expect((await read('?limit=1&page=2')).holders[0].user_id).toBe(one.id)
    const future = await admin('GET', `${path}?on=${getDayFromNow(2)}`)
    expect([future.status, future.body.details[0].path]).toEqual([422, '/on'])
    const csv = await admin('GET', `${path}/export`)
    expect(csv.text.trim().split('\r\n')).toHaveLength(3)
    expect(csv.text).toContain(
      `${two.id},Bo Investor,${two.email},30.000000,66.6667,45.000000,${getDayFromNow(0)},${now.head}`,
    )
    const then = await admin('GET', `${path}/export?on=${getDayFromNow(-15)}`)
    expect(then.text).toContain(`10.000000,100,10.000000,${getDayFromNow(-15)},${early.head}`)
    expect((await admin('GET', `${path}/entries`)).body.movements).toHaveLength(3)
    expect((await admin('GET', `${path}/entries?user_id=${one.id}`)).body.pagination.total).toBe(2)
    const entries = (await admin('GET', `${path}/entries/export`)).text.trim().split('\r\n')
    expect(entries).toHaveLength(7)
    expect(entries[1]).toMatch(/,6,\d+,issue,.*,holder,\d+,5\.000000,0\.00,,/)
    expect(
      (await admin('GET', `${path}/entries/export?user_id=${two.id}`)).text.trim().split('\r\n'),
    ).toHaveLength(3)
  })

  test('of an unknown series is not found', async () => {
    expect((await admin('GET', 'NOSUCH')).status).toBe(404)
  })
})

describe('a distribution', () => {
  const pay = (path: string, more = {}) =>
    admin('POST', `${path}/distributions`, {
      record_date: getDayFromNow(0),
      amount_per_unit: '0.333333',
      reason: 'Third quarter',
      ...more,
    })
  /** Books what a dry run has shown, as the panel does. */
  const book = async (path: string, more = {}) => {
    const { head, earlier_count } = (await pay(path, { ...more, dry_run: true })).body
    return pay(path, { ...more, head, earlier_count })
  }

  test('has more time for many holders than other calls have', async () => {
    const { token_id, path } = await createSeries()
    await issue(token_id, (await createHolder()).id, '5')
    const booked = await withSlowWrites('distribution_lines', () => book(path))
    expect(booked.status).toBe(201)
    expect(await app.sql`select from distributions where token_id = ${token_id}`).toHaveLength(1)
  })

  test('shows and then books amounts that sum to the total exactly', async () => {
    const { token_id, path, symbol } = await createSeries()
    const holders = []
    for (let n = 0; n < 3; n++) {
      const holder = await createHolder()
      holders.push(holder.id)
      await issue(token_id, holder.id, '1')
    }
    const shown = (await pay(path, { dry_run: true })).body
    // 3 × 0.333333 = 0.999999, or 1.00 to the cent: the remaining cent goes to one of them.
    expect(shown.total).toBe('1.00')
    expect(shown.lines.map(({ amount }: { amount: string }) => amount).sort()).toEqual([
      '0.33',
      '0.33',
      '0.34',
    ])
    expect(await app.sql`select from distributions where token_id = ${token_id}`).toHaveLength(0)
    const booked = await book(path)
    expect([booked.status, booked.body]).toEqual([201, shown])
    const rows =
      await app.sql`select type, status, description, amount from transactions where user_id in ${app.sql(holders)}`
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      type: 'interest',
      status: 'completed',
      description: `Distribution of ${symbol}, record date ${getDayFromNow(0)}: 1.000000 units × $0.333333`,
    })
    const [row] = await app.sql`select id from transactions where user_id = ${holders[0] ?? 0}`
    const edit = await app.call('PUT', `${app.adm}/transactions/${row?.id}`, {
      headers,
      body: { amount: '5.00' },
    })
    expect(edit.status).toBe(409)
  })

  test('is explained to its holder in the transaction, the notification and the holding', async () => {
    const { token_id, path, symbol } = await createSeries()
    const investor = await app.signIn({ is_verified: true })
    await issue(token_id, investor.user.id, '12.5')
    await book(path, { amount_per_unit: '4.2' })
    const get = async (address: string) =>
      (await app.call('GET', address, { headers: investor.headers })).body
    const day = getDayFromNow(0)
    const { transactions } = await get('/user/transactions?include=details')
    const distribution = {
      symbol,
      record_date: day,
      counted_at: expect.stringContaining(`${day}T`),
      units: '12.500000',
      amount_per_unit: '4.200000',
      reason: 'Third quarter',
      reversal: null,
    }
    const computed = '12.500000 units × $4.200000'
    expect(transactions).toMatchObject([
      {
        amount: '52.50',
        balance: '52.50',
        description: `Distribution of ${symbol}, record date ${day}: ${computed}`,
        distribution,
      },
    ])
    expect((await get('/user/transactions')).transactions[0]).not.toHaveProperty('distribution')
    const own = `/user/transactions/${transactions[0].id}`
    expect(await get(own)).toEqual({ transaction: transactions[0] })
    const other = await app.signIn()
    expect((await app.call('GET', own, { headers: other.headers })).status).toBe(404)
    const { notifications } = await get('/user/notifications')
    const bookedAt = transactions[0].distribution.counted_at.slice(11, 16)
    expect(notifications).toMatchObject([
      {
        title: `Distribution of ${symbol}`,
        message: `You received $52.50 for the record date ${formatLongDate(day)} (units held when it was booked, ${bookedAt} UTC): ${computed} (transaction ${transactions[0].id}).`,
        link: `/access/transactions?open=${transactions[0].id}`,
      },
    ])
    const received = {
      transaction_id: transactions[0].id,
      record_date: day,
      counted_at: transactions[0].distribution.counted_at,
      units: '12.500000',
      amount_per_unit: '4.200000',
      amount: '52.50',
      reason: 'Third quarter',
      paid_at: expect.any(String),
      reversed_at: null,
    }
    expect((await get(`/user/holdings/${path}`)).distributions).toEqual([received])
    const [{ id } = { id: 0 }] = await app.sql`select id from distributions where token_id = ${token_id}`
    await admin('POST', `${path}/distributions/${id}/reversal`, { reason: 'Wrong amount' })
    expect((await get(`/user/holdings/${path}`)).distributions).toEqual([
      { ...received, reversed_at: expect.any(String) },
    ])
    expect((await get(own)).transaction).toMatchObject({
      status: 'cancelled',
      distribution: { ...distribution, reversal: { at: expect.any(String), reason: 'Wrong amount' } },
    })
  })

  test('with an earlier record date does not mention the time of its booking', async () => {
    const { token_id, path } = await createSeries()
    const investor = await app.signIn({ is_verified: true })
    await issue(token_id, investor.user.id, '10', '0', getDayFromNow(-5))
    const record_date = getDayFromNow(-2)
    await book(path, { record_date, amount_per_unit: '1' })
    const get = async (address: string) =>
      (await app.call('GET', address, { headers: investor.headers })).body
    expect((await get(`/user/holdings/${path}`)).distributions).toMatchObject([{ counted_at: null }])
    const { transactions } = await get('/user/transactions?include=details')
    expect(transactions).toMatchObject([{ distribution: { counted_at: null } }])
    const { notifications } = await get('/user/notifications')
    expect(notifications).toMatchObject([
      {
        message: expect.stringContaining(
          `for the record date ${formatLongDate(record_date)}: 10.000000 units`,
        ),
      },
    ])
  })

  test('goes to the holders at the record date who would receive at least a cent', async () => {
    const { token_id, path } = await createSeries()
    const [early, late, small] = [await createHolder(), await createHolder(), await createHolder()]
    await issue(token_id, early.id, '10', '0', getDayFromNow(-5))
    await issue(token_id, small.id, '0.000001', '0', getDayFromNow(-5))
    await issue(token_id, late.id, '10')
    const { lines, total } = (await book(path, { record_date: getDayFromNow(-2), amount_per_unit: '1' })).body
    expect([lines.map(({ user_id }: { user_id: number }) => user_id), total]).toEqual([[early.id], '10.00'])
  })

  test('is rejected for a future day and if there is nothing to book', async () => {
    const { path } = await createSeries()
    expect((await pay(path, { record_date: getDayFromNow(2) })).body.details[0].path).toBe('/record_date')
    expect((await book(path)).body.error).toContain('No payments of at least one cent are due')
    expect((await pay(path, { amount_per_unit: '0' })).status).toBe(422)
  })

  test('is rejected if the register has changed since it was shown', async () => {
    const { token_id, path } = await createSeries()
    const [from, to] = [await createHolder(), await createHolder()]
    await issue(token_id, from.id, '10')
    const { head, earlier_count } = (await pay(path, { dry_run: true })).body
    const body = { type: 'transfer', from_user_id: from.id, to_user_id: to.id, units: '10', reason: 'Sale' }
    expect((await admin('POST', `${path}/entries`, body)).status).toBe(201)
    const refused = await pay(path, { head, earlier_count })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The register has changed since the payments were calculated. Nothing was booked. Recalculate the payments.',
    ])
    expect(await app.sql`select from distributions where token_id = ${token_id}`).toHaveLength(0)
    expect((await book(path)).status).toBe(201)
    const earlier = { record_date: getDayFromNow(-1), dry_run: true }
    expect((await pay(path, earlier)).body).toEqual({
      lines: [],
      held_back: [],
      total: '0.00',
      head: '',
      earlier: [],
      earlier_count: 0,
      effect: { cash: [], investors: 0, overdrawn: 0 },
    })
  })

  test('above what can be stored is rejected by the dry run, with the maximum amount', async () => {
    const { token_id, path } = await createSeries('3000000')
    await issue(token_id, (await createHolder()).id, '1829061.583552')
    await issue(token_id, (await createHolder()).id, '1000000')
    for (const amount_per_unit of ['99999999999', '999999999999.999999', '353474.102']) {
      const { status, body } = await pay(path, { amount_per_unit, dry_run: true })
      expect([status, body.details]).toEqual([
        422,
        [
          {
            path: '/amount_per_unit',
            message:
              'Total payments must be below $1,000,000,000,000. The maximum for this record date is $353,474.101028 per unit',
          },
        ],
      ])
    }
    expect((await book(path, { amount_per_unit: '353474.101028' })).status).toBe(201)
  })

  test('that does not state earlier ones of its record date is booked only if it is the first', async () => {
    const { token_id, path } = await createSeries()
    await issue(token_id, (await createHolder()).id, '10')
    expect((await pay(path, {})).status).toBe(201)
    const { head } = (await pay(path, { dry_run: true })).body
    for (const body of [{}, { head }]) expect((await pay(path, body)).status).toBe(409)
    expect(await app.sql`select from distributions where token_id = ${token_id}`).toHaveLength(1)
  })

  test('is booked once per record date, even by two at once; again only after it was shown', async () => {
    const { token_id, path } = await createSeries()
    await issue(token_id, (await createHolder()).id, '10')
    const { head, earlier, earlier_count } = (await pay(path, { dry_run: true })).body
    expect([earlier, earlier_count]).toEqual([[], 0])
    const both = await Promise.all([1, 2].map(() => pay(path, { head, earlier_count })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body.error).toBe(
      `Another distribution has been booked or reversed for record date ${getDayFromNow(0)}. Nothing was booked. Recalculate the payments.`,
    )
    const shown = (await pay(path, { dry_run: true })).body
    expect(shown).toMatchObject({ earlier: [{ total: '3.33', reason: 'Third quarter' }], earlier_count: 1 })
    expect((await pay(path, { head, earlier_count: 1, reason: 'Special' })).status).toBe(201)
    expect(await app.sql`select from distributions where token_id = ${token_id}`).toHaveLength(2)
    const other = (await pay(path, { dry_run: true, record_date: getDayFromNow(-1) })).body
    expect([other.earlier, other.earlier_count], 'of another day').toEqual([[], 0])
  })

  test('simultaneous with a transfer pays one of the two holders, never both or neither', async () => {
    for (let round = 0; round < 8; round++) {
      const { token_id, path } = await createSeries()
      const [from, to] = [await createHolder(), await createHolder()]
      await issue(token_id, from.id, '10')
      const body = { type: 'transfer', from_user_id: from.id, to_user_id: to.id, units: '10', reason: 'Sale' }
      const { head, earlier_count } = (await pay(path, { amount_per_unit: '1', dry_run: true })).body
      const [moved, paid] = await Promise.all([
        admin('POST', `${path}/entries`, body),
        pay(path, { amount_per_unit: '1', head, earlier_count }),
      ])
      expect(moved.status).toBe(201)
      // The transfer came first: what was shown is not booked, and the recalculated payment goes to the
      // receiver.
      const isFirst = paid.status === 201
      if (!isFirst) expect(paid.body.error).toContain('The register has changed')
      const booked = isFirst ? paid : await book(path, { amount_per_unit: '1' })
      expect([booked.status, booked.body.total]).toEqual([201, '10.00'])
      expect(booked.body.lines).toMatchObject([{ user_id: isFirst ? from.id : to.id, amount: '10.00' }])
    }
  })
})

/**
 * Slows each statement that writes `table` down as if it covered thousands of holders, beyond the time limit
 * of other calls.
 */
async function withSlowWrites<T>(table: string, work: () => Promise<T>): Promise<T> {
  const event = table === 'transactions' ? 'update' : 'insert'
  await app.sql.unsafe(`
    create function wait_a_while() returns trigger language plpgsql as $$
    begin perform pg_sleep(4.5); return null; end $$;
    create trigger slow before ${event} on ${table} for each statement execute function wait_a_while();`)
  try {
    return await work()
  } finally {
    await app.sql.unsafe(`drop trigger slow on ${table}; drop function wait_a_while()`)
  }
}

describe('the reversal of a distribution', () => {
  /** A series with a distribution of 5 dollars to each of two holders. */
  async function distributed() {
    const series = await createSeries()
    const [investor, other] = [await app.signIn({ is_verified: true }), await createHolder()]
    await issue(series.token_id, investor.user.id, '5')
    await issue(series.token_id, other.id, '5')
    const path = `${series.path}/distributions`
    const body = { record_date: getDayFromNow(0), amount_per_unit: '1', reason: 'Quarter' }
    const { head, earlier_count } = (await admin('POST', path, { ...body, dry_run: true })).body
    expect((await admin('POST', path, { ...body, head, earlier_count })).status).toBe(201)
    const { id } = (await admin('GET', path)).body.distributions[0]
    return { ...series, investor, other, path, body, head, reversal: `${path}/${id}/reversal` }
  }
  const cashOf = async (investor: { headers: Record<string, string> }) =>
    (await app.call('GET', '/user/holdings', { headers: investor.headers })).body.cash

  test('has more time for many holders than other calls have', async () => {
    const { reversal } = await distributed()
    const { status } = await withSlowWrites('transactions', () =>
      admin('POST', reversal, { reason: 'Wrong amount' }),
    )
    expect(status).toBe(201)
  })

  test('cancels all payments, is marked with date and reason, and notifies the holders', async () => {
    const { investor, other, path, reversal, symbol, body, head } = await distributed()
    expect(await cashOf(investor)).toBe('5.00')
    const { status, body: sent } = await admin('POST', reversal, { reason: 'Wrong amount' })
    const marked = {
      total: '10.00',
      holders: 2,
      reversal: { at: expect.any(String), reason: 'Wrong amount' },
    }
    expect([status, sent.distribution]).toEqual([201, expect.objectContaining(marked)])
    expect((await admin('GET', path)).body.distributions).toEqual([sent.distribution])
    const both = [investor.user.id, other.id]
    expect(await app.sql`select status from transactions where user_id in ${app.sql(both)}`).toEqual([
      { status: 'cancelled' },
      { status: 'cancelled' },
    ])
    expect(await cashOf(investor)).toBe('0.00')
    const told =
      await app.sql`select title, message from notifications where user_id in ${app.sql(both)} and type = 'warning'`
    expect(told).toEqual(
      Array(2).fill({
        title: `Distribution of ${symbol} reversed`,
        message: `Your payment of $5.00 for the distribution of ${symbol} (record date ${formatLongDate(getDayFromNow(0))}) has been cancelled and deducted from your cash balance. Reason: Wrong amount`,
      }),
    )
    const [audited] =
      await app.sql`select action, before, after from audit_log where entity = 'distribution' order by id desc limit 1`
    expect(audited).toMatchObject({
      action: 'register.reverse_distribution',
      before: { symbol, reversal: null },
      after: { symbol, reversal: { reason: 'Wrong amount' } },
    })
    // It still counts as an earlier booking: a request that was shown without it is rejected.
    expect((await admin('POST', path, { ...body, head, earlier_count: 0 })).status).toBe(409)
    expect((await admin('POST', path, { ...body, head, earlier_count: 1 })).status).toBe(201)
    expect(await cashOf(investor)).toBe('5.00')
  })

  test('happens once, even if requested twice simultaneously, and requires a reason', async () => {
    const { reversal, path, other } = await distributed()
    expect((await admin('POST', reversal, { reason: '' })).status).toBe(422)
    expect((await admin('POST', `${path}/999999/reversal`, { reason: 'Wrong' })).status).toBe(404)
    const both = await Promise.all([1, 2].map(() => admin('POST', reversal, { reason: 'Wrong' })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await admin('POST', reversal, { reason: 'Wrong' })).body.error).toBe(
      'This distribution has already been reversed.',
    )
    expect(
      await app.sql`select from notifications where type = 'warning' and user_id = ${other.id}`,
    ).toHaveLength(1)
    const [paid] = await app.sql`select id from transactions where user_id = ${other.id}`
    const edit = { headers, body: { status: 'completed' } }
    expect((await app.call('PUT', `${app.adm}/transactions/${paid?.id}`, edit)).status).toBe(409)
  })

  test('is found in its own series only, and rejected for a payment to a deleted account', async () => {
    const [one, two] = [await distributed(), await createSeries()]
    const elsewhere = one.reversal.replace(one.path, `${two.path}/distributions`)
    expect((await admin('POST', elsewhere, { reason: 'Wrong' })).status).toBe(404)
    await app.sql`update users set deleted_at = now() where id = ${one.other.id}`
    const refused = await admin('POST', one.reversal, { reason: 'Wrong' })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining('no longer has an account'),
    ])
    expect(await cashOf(one.investor)).toBe('5.00')
  })

  test('can neither omit a payment nor change another one', async () => {
    const { reversal, other } = await distributed()
    const id = Number(reversal.split('/').at(-2))
    await expect(
      app.sql`insert into distribution_reversals (distribution_id, reason) values (${id}, 'Wrong')`,
    ).rejects.toThrow('are not cancelled')
    await expect(
      app.sql`update transactions set status = 'cancelled' where user_id = ${other.id}`,
    ).rejects.toThrow('is part of a subscription or a distribution')
  })
})

describe('the lists in the panel', () => {
  test('show the register of each series in figures, even before its first entry', async () => {
    const [{ token_id, symbol }, empty] = [await createSeries('500'), await createToken(app.db)]
    const [one, two] = [await createHolder(), await createHolder()]
    await issue(token_id, one.id, '3')
    await issue(token_id, two.id, '4')
    const list = async (query: string) =>
      (await app.call('GET', `${app.adm}/registers?${query}`, { headers })).body
    expect((await list(`search=${encodeURIComponent(symbol)}`)).registers).toEqual([
      {
        symbol,
        name: expect.any(String),
        units_in_issue: '7.000000',
        units_held: '500.000000',
        holders: 2,
        entries: 4,
        last_movement_at: expect.stringMatching(/^\d{4}-.*Z$/),
        attestation_expires: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ])
    expect((await list(`search=${encodeURIComponent(empty.symbol)}`)).registers).toMatchObject([
      {
        units_in_issue: '0.000000',
        holders: 0,
        entries: 0,
        last_movement_at: null,
        attestation_expires: null,
      },
    ])
    const most = await list('sort=-units_in_issue&limit=1')
    expect(most.pagination.total).toBeGreaterThan(1)
    const [greatest] = await app.sql`select max(units_in_issue)::text as units from register_heads`
    expect(most.registers[0].units_in_issue).toBe(greatest?.units)
    const file = await app.call('GET', `${app.adm}/registers/export`, { headers })
    expect(file.text).toContain(`${symbol},`)
    expect(file.text.trim().split('\r\n')).toHaveLength(most.pagination.total + 1)
  })

  test('filter movements by type and date range', async () => {
    const { token_id, path } = await createSeries()
    const [from, to] = [await createHolder(), await createHolder()]
    for (const day of [-30, -20, -10]) await issue(token_id, from.id, '3', '0', getDayFromNow(day))
    const transfer = {
      type: 'transfer',
      from_user_id: from.id,
      to_user_id: to.id,
      units: '1',
      reason: 'Gift',
    }
    await admin('POST', `${path}/entries`, transfer)
    const daysOf = async (query: string) => {
      const { movements } = (await admin('GET', `${path}/entries?${query}`)).body
      return movements.map(({ at }: { at: string }) => at.slice(0, 10))
    }
    expect(await daysOf('type=transfer')).toEqual([getDayFromNow(0)])
    expect(await daysOf(`from=${getDayFromNow(-20)}&to=${getDayFromNow(-10)}`)).toEqual([
      getDayFromNow(-10),
      getDayFromNow(-20),
    ])
    const file = await admin('GET', `${path}/entries/export?to=${getDayFromNow(-30)}`)
    expect(file.text.trim().split('\r\n')).toHaveLength(3)
    const turned = await admin('GET', `${path}/entries?from=${getDayFromNow(-1)}&to=${getDayFromNow(-2)}`)
    expect([turned.status, turned.body.details[0].path]).toEqual([422, '/from'])
  })

  test('name the holders of each movement, and link a correction to it', async () => {
    const { token_id, path } = await createSeries()
    const [from, to] = [await createHolder({ first_name: 'Ada' }), await createHolder({ first_name: 'Bo' })]
    await issue(token_id, from.id, '3')
    const transfer = {
      type: 'transfer',
      from_user_id: from.id,
      to_user_id: to.id,
      units: '1',
      reason: 'Gift',
    }
    const { movement } = (await admin('POST', `${path}/entries`, transfer)).body
    const correction = { type: 'correction', movement_id: movement.id, reason: 'Wrong day' }
    const corrected = (await admin('POST', `${path}/entries`, correction)).body.movement
    const { movements } = (await admin('GET', `${path}/entries`)).body
    expect(movements).toMatchObject([
      { id: corrected.id, reverses: movement.id, corrected_by: null },
      {
        id: movement.id,
        corrected_by: corrected.id,
        entries: [{ name: 'Ada Investor' }, { name: 'Bo Investor' }],
      },
      { type: 'issue', entries: [{ account: 'unissued', name: '' }, { name: 'Ada Investor' }] },
    ])
  })

  test('number each entry as its holder sees it, and find it by that number', async () => {
    const { token_id, path } = await createSeries()
    const investor = await app.signIn({ is_verified: true })
    for (const units of ['3', '4']) await issue(token_id, investor.user.id, units)
    const mine = (await app.call('GET', `/user/holdings/${path}`, { headers: investor.headers })).body
    const [{ number }] = mine.entries
    const listed = async (search: string) =>
      (await admin('GET', `${path}/entries?search=${encodeURIComponent(search)}`)).body.movements
    const [found, ...others] = await listed(`#${number}`)
    expect(others).toEqual([])
    expect(found.entries).toMatchObject([{ name: '' }, { number, units: '4.000000' }])
    expect(await listed(String(number))).toEqual([found])
    expect(await listed(`#${number + 1}`)).toEqual([])
  })

  test('show the booked distributions, newest first', async () => {
    const { token_id, path } = await createSeries()
    await issue(token_id, (await createHolder()).id, '10')
    await issue(token_id, (await createHolder()).id, '5')
    for (const [earlier_count, reason] of ['Second quarter', 'Third quarter'].entries()) {
      const body = { record_date: getDayFromNow(0), amount_per_unit: '0.25', reason }
      const shown = await admin('POST', `${path}/distributions`, { ...body, dry_run: true })
      const based = { head: shown.body.head, earlier_count }
      expect((await admin('POST', `${path}/distributions`, { ...body, ...based })).status).toBe(201)
    }
    const { distributions } = (await admin('GET', `${path}/distributions`)).body
    expect(distributions).toMatchObject([
      {
        reason: 'Third quarter',
        record_date: getDayFromNow(0),
        amount_per_unit: '0.250000',
        total: '3.75',
        holders: 2,
      },
      { reason: 'Second quarter' },
    ])
  })
})

describe('holdings of an investor', () => {
  test('show value, gain and share to the cent, with the cash balance', async () => {
    const investor = await app.signIn({ is_verified: true })
    const [one, two] = [await createSeries(), await createSeries()]
    const { id } = investor.user
    await createTransaction(app.db, { user_id: id, type: 'deposit', amount: '2000.00' })
    await createTransaction(app.db, { user_id: id, type: 'fee', amount: '10.00', fee: '0.50' })
    await createTransaction(app.db, { user_id: id, type: 'deposit', amount: '999.00', status: 'pending' })
    await issue(one.token_id, id, '10.5', '1050.00')
    await issue(two.token_id, id, '2', '500.00')
    await createValuation(app.db, { token_id: one.token_id, preferred: '110.00', high: '150.00' })
    await app.sql`insert into series (token_id, is_illustrative) values (${one.token_id}, true)`
    const { body } = await app.call('GET', '/user/holdings', { headers: investor.headers })
    expect(body).toEqual({
      holdings: [
        {
          symbol: one.symbol,
          name: expect.any(String),
          units: '10.500000',
          cost: '1050.00',
          unit_value: '110.00',
          value: '1155.00',
          gain: '105.00',
          gain_percent: 10,
          share_percent: 72.44,
          as_of: getDayFromNow(-1),
          is_illustrative: true,
        },
        {
          symbol: two.symbol,
          name: expect.any(String),
          units: '2.000000',
          cost: '500.00',
          unit_value: null,
          value: null,
          gain: null,
          gain_percent: null,
          share_percent: null,
          as_of: null,
          is_illustrative: false,
        },
      ],
      cash: '439.50',
      unallocated: '0.00',
      total: '1594.50',
    })
  })

  test('with the most units at the highest value are returned without an error', async () => {
    const investor = await app.signIn({ is_verified: true })
    const { token_id, symbol } = await createSeries('999999999999')
    await issue(token_id, investor.user.id, '999999999999', '1.00')
    await createValuation(app.db, { token_id, preferred: '999999999999.00', high: '999999999999.00' })
    const { status, body } = await app.call('GET', '/user/holdings', { headers: investor.headers })
    expect([status, body.holdings[0].symbol, body.total]).toEqual([
      200,
      symbol,
      '999999999998000000000000.00',
    ])
  })

  test('are empty for someone who holds nothing', async () => {
    const { headers: own } = await app.signIn()
    expect((await app.call('GET', '/user/holdings', { headers: own })).body).toEqual({
      holdings: [],
      cash: '0.00',
      unallocated: '0.00',
      total: '0.00',
    })
  })

  test('show the entries of one with the balance after each, and do not reveal it to others', async () => {
    const [investor, other] = [
      await app.signIn({ is_verified: true }),
      await app.signIn({ is_verified: true }),
    ]
    const { token_id, path } = await createSeries()
    await issue(token_id, investor.user.id, '3', '300.00')
    await issue(token_id, investor.user.id, '2', '200.00')
    const read = (headers: Record<string, string>) => app.call('GET', `/user/holdings/${path}`, { headers })
    for (const preferred of ['90.00', '100.00'])
      await createValuation(app.db, { token_id, as_of: getDayFromNow(-1), preferred })
    const { entries, holding, valuations, is_listed, is_offered } = (await read(investor.headers)).body
    expect(
      valuations.map(({ preferred, is_superseded }: Record<string, unknown>) => [preferred, is_superseded]),
    ).toEqual([
      ['100.00', false],
      ['90.00', true],
    ])
    expect([is_listed, is_offered]).toEqual([true, false])
    const { id } = await createOffering(app.db, { token_id, state: 'draft' })
    for (const [state, expected] of [
      ['draft', false],
      ['open', true],
      ['paused', false],
    ] as const) {
      await app.sql`update offerings set state = ${state} where id = ${id}`
      expect((await read(investor.headers)).body.is_offered, state).toBe(expected)
    }
    await app.sql`update tokens set is_active = false where id = ${token_id}`
    expect((await read(investor.headers)).body).toMatchObject({ is_listed: false, is_offered: false })
    expect(entries.map(({ units, balance }: Record<string, string>) => [units, balance])).toEqual([
      ['2.000000', '5.000000'],
      ['3.000000', '3.000000'],
    ])
    expect(holding).toMatchObject({ units: '5.000000', cost: '500.00' })
    expect((await read(other.headers)).status).toBe(404)
  })

  test('without units still show the unit value of the series', async () => {
    const investor = await app.signIn({ is_verified: true })
    const { token_id, path } = await createSeries()
    await issue(token_id, investor.user.id, '4', '400.00')
    const as_of = getDayFromNow(-1)
    await createValuation(app.db, { token_id, as_of, preferred: '110.00' })
    const redemption = {
      type: 'redemption',
      from_user_id: investor.user.id,
      units: '4',
      amount: '480.00',
      reason: 'Asked',
    }
    expect((await admin('POST', `${path}/entries`, redemption)).status).toBe(201)
    const { body } = await app.call('GET', `/user/holdings/${path}`, { headers: investor.headers })
    expect(body.holding).toMatchObject({
      units: '0.000000',
      unit_value: '110.00',
      value: '0.00',
      gain: '0.00',
      as_of,
    })
  })

  test('keep an account from being deleted', async () => {
    const { token_id, symbol } = await createSeries()
    const holder = await createHolder()
    await issue(token_id, holder.id, '3')
    const { status, body } = await app.call('DELETE', `${app.adm}/users/${holder.id}`, { headers })
    expect([status, body.error]).toEqual([
      409,
      `This investor holds 3.000000 units of ${symbol}. Redeem or transfer them first.`,
    ])
  })
})

test('the register still derives to the stored figures after all of this', async () => {
  const faults = await findRegisterDiscrepancies(app.db)
  // Units were issued on past days, before the attestations, which were recorded today.
  expect(faults.filter(({ what }) => what !== 'units_held')).toEqual([])
})
