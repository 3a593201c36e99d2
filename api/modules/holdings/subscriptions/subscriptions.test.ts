import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { findRegisterDiscrepancies } from '#db/register-integrity'
import { calculateUnits } from '#db/schema/holdings/subscriptions'
import { createPortfolio, createScreeningMatch, createToken, createTransaction } from '#db/seed/factories'
import {
  createAttestation,
  createOffering,
  createSeriesDocument,
  getDayFromNow,
} from '#db/seed/series-factories'
import { hasCompletedOnboarding } from '#modules/identity/session/onboarding-status'
import { calculatePurchase } from '#shared/calculations/subscription-units'
import { startTestApp, type TestApp } from '#testing/test-app'
import { expireSubscriptions } from './subscription-expiry.ts'

let app: TestApp
let admin: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  admin = (await app.signInAdmin()).headers
})
afterAll(() => app.close())

type Investor = Awaited<ReturnType<TestApp['signIn']>>
/** A verified investor, with the CSRF token of the session. */
async function signIn(more: object = {}): Promise<Investor> {
  const investor = await app.signIn({ is_verified: true, ...more })
  const token = createCsrfToken(investor.session.id, app.config.TOKEN_SECRET)
  return { ...investor, headers: { ...investor.headers, 'x-csrf-token': token } as Investor['headers'] }
}

let made = 0
/** A series with 1,000 units in custody and an open offering at 100 dollars. */
async function createSeries(offering: Parameters<typeof createOffering>[1] = {}, units_held = '1000') {
  made += 1
  const { id: token_id, symbol } = await createToken(app.db, { symbol: `$SUB${made}` })
  await createAttestation(app.db, { token_id, units_held })
  return { token_id, symbol, offering: await createOffering(app.db, { ...offering, token_id }) }
}

const call = (investor: Investor, method: string, path: string, body?: unknown, more = {}) =>
  app.call(method, `/user/subscriptions${path}`, {
    headers: { ...investor.headers, ...more },
    body,
  })
const submit = (investor: Investor, symbol: string, amount: string, acknowledged: number[] = [], more = {}) =>
  call(investor, 'POST', '', { symbol, amount, acknowledged }, more)
const decide = (id: number, body: object) =>
  app.call('PUT', `${app.adm}/subscriptions/${id}`, { headers: admin, body })

const deposit = (user_id: number, amount: string, more = {}) =>
  createTransaction(app.db, { user_id, type: 'deposit', amount, ...more })

/** Takes a subscription up to `funded`. */
async function fund(investor: Investor, id: number, amount: string): Promise<number> {
  await decide(id, { action: 'review' })
  await decide(id, { action: 'approve' })
  const paid = await deposit(investor.user.id, amount)
  const { status } = await decide(id, { action: 'fund', transaction_id: paid.id })
  expect(status).toBe(200)
  return paid.id
}

const countOf = async (table: 'subscriptions' | 'subscription_steps') =>
  (await app.sql.unsafe(`select from ${table}`)).length

test('an unconfirmed email is no obstacle if no email is sent', async () => {
  const investor = await signIn({ email_confirmed: false })
  const { symbol } = await createSeries()
  expect((await submit(investor, symbol, '1000.00')).status).toBe(201)
  const { user } = (await app.call('GET', '/user/profile', { headers: investor.headers })).body
  expect(user).toMatchObject({ email_confirmed: false })
  expect(user).not.toHaveProperty('must_confirm_email')
})

describe('a document that must be acknowledged from some day on', () => {
  const demand = (document_id: number, must_acknowledge: boolean) =>
    app.call('PUT', `${app.adm}/series-documents/${document_id}`, {
      headers: admin,
      body: { must_acknowledge },
    })

  test('is required for later subscriptions only, and earlier acknowledgments stay', async () => {
    const investor = await signIn()
    const { symbol, token_id } = await createSeries()
    const document = await createSeriesDocument(app.db, { token_id })
    const [version] =
      await app.sql`select id from series_document_versions where document_id = ${document.id}`
    const before = (await submit(investor, symbol, '1000.00')).body.subscription
    expect((await demand(document.id, true)).body.document).toMatchObject({
      must_acknowledge: true,
      version: 1,
    })
    const [entry] =
      await app.sql`select action, before, after from audit_log where entity = 'series_document' order by id desc limit 1`
    expect(entry).toMatchObject({
      action: 'series_document.update',
      before: { must_acknowledge: false },
      after: { must_acknowledge: true },
    })
    const refused = await submit(investor, symbol, '1000.00')
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Please read and acknowledge the current version first: Terms of the series.',
    ])
    await decide(before.id, { action: 'review' })
    expect((await decide(before.id, { action: 'approve' })).status, 'submitted before').toBe(200)
    const given = await submit(investor, symbol, '1000.00', [version?.id])
    expect(given.status).toBe(201)
    await demand(document.id, false)
    expect((await submit(investor, symbol, '1000.00')).status).toBe(201)
    expect(
      await app.sql`
      select subscription_id, version_id from subscription_acknowledgements where version_id = ${version?.id}
    `,
    ).toEqual([{ subscription_id: given.body.subscription.id, version_id: version?.id }])
    expect((await demand(9_999_999, true)).status).toBe(404)
  })
})

describe('a subscription', () => {
  test('goes from submission to units in the register, step by step', async () => {
    const investor = await signIn()
    const { symbol, token_id, offering } = await createSeries({ unit_price: '333.00' })
    await app.sql`update settings set payment_account = 'IBAN CH00 (illustrative)'`
    const { status, body } = await submit(investor, symbol, '1000.00')
    expect(status).toBe(201)
    const { id } = body.subscription
    expect(body.subscription).toMatchObject({
      reference: `S-${String(id).padStart(6, '0')}`,
      symbol,
      offering_id: offering.id,
      amount: '1000.00',
      unit_price: '333.00',
      units: '3.003003',
      state: 'submitted',
      payment: null,
      offering_ends_at: offering.closes_at.toISOString(),
      timeline: [{ state: 'submitted', by: 'investor', reason: '' }],
    })

    await decide(id, { action: 'review' })
    await decide(id, { action: 'approve', reason: 'Papers are complete' })
    const approved = (await call(investor, 'GET', `/${id}`)).body.subscription
    expect(approved.payment).toMatchObject({
      reference: body.subscription.reference,
      amount: '1000.00',
      account: 'IBAN CH00 (illustrative)',
    })
    expect(approved.offering_ends_at).toBeNull()
    const paid = await deposit(investor.user.id, '1000.00')
    await decide(id, { action: 'fund', transaction_id: paid.id })
    await deposit(investor.user.id, '5.00', { transaction_date: new Date(0) })
    const portfolio = await app.call('GET', '/user/portfolio', { headers: investor.headers })
    expect(portfolio.body.deposits.map(({ paid_for }: { paid_for: unknown }) => paid_for)).toEqual([
      { subscription_id: id, reference: body.subscription.reference, symbol },
      null,
    ])
    const allotted = (await decide(id, { action: 'allot' })).body.subscription
    expect(allotted).toMatchObject({ state: 'allotted', transaction_id: paid.id, payment: null })
    expect(
      allotted.timeline.map(({ state, by, reason }: Record<string, string>) => [state, by, reason]),
    ).toEqual([
      ['submitted', 'investor', ''],
      ['in_review', 'desk', ''],
      ['approved', 'desk', 'Papers are complete'],
      ['funded', 'desk', ''],
      ['allotted', 'desk', ''],
    ])
    expect(await app.sql`select user_id, units, cost from holdings where token_id = ${token_id}`).toEqual([
      { user_id: investor.user.id, units: '3.003003', cost: '1000.00' },
    ])
    const entries = `${app.adm}/register/${encodeURIComponent(symbol)}/entries`
    const { movements } = (await app.call('GET', entries, { headers: admin })).body
    expect(movements).toMatchObject([{ type: 'issue', subscription_id: id }])
    const file = await app.call('GET', `${entries}/export`, { headers: admin })
    expect(file.text).toContain(`,${body.subscription.reference},`)
    const told =
      await app.sql`select title from notifications where user_id = ${investor.user.id} order by id`
    expect(told.map(({ title }) => title)).toEqual([
      `Subscription ${body.subscription.reference} in review`,
      `Subscription ${body.subscription.reference} approved`,
      `Payment received for ${body.subscription.reference}`,
      `Units of ${symbol} allotted`,
    ])
    const audited =
      await app.sql`select action from audit_log where entity = 'subscription' and entity_id = ${String(id)} order by id`
    expect(audited.map(({ action }) => action)).toEqual([
      'subscription.review',
      'subscription.approve',
      'subscription.fund',
      'subscription.allot',
    ])
  })

  test('is one of several of an investor, even in one series', async () => {
    const investor = await signIn()
    const { symbol } = await createSeries()
    for (const amount of ['1000.00', '2000.00'])
      expect((await submit(investor, symbol, amount)).status).toBe(201)
    const { subscriptions } = (await call(investor, 'GET', '')).body
    expect(subscriptions.map(({ amount }: { amount: string }) => amount)).toEqual(['2000.00', '1000.00'])
  })

  test('of another investor is not found', async () => {
    const [one, other] = [await signIn(), await signIn()]
    const { symbol } = await createSeries()
    const { id } = (await submit(one, symbol, '1000.00')).body.subscription
    expect((await call(other, 'GET', `/${id}`)).status).toBe(404)
    expect((await call(other, 'POST', `/${id}/withdraw`, {})).status).toBe(404)
    expect((await call(one, 'GET', `/${id}`)).body.subscription.state).toBe('submitted')
  })

  test('sent twice with its key is stored once', async () => {
    const investor = await signIn()
    const { symbol } = await createSeries()
    const key = { 'idempotency-key': `subscription-${made}` }
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => submit(investor, symbol, '1000.00', [], key)),
    )
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect((await call(investor, 'GET', '')).body.subscriptions).toHaveLength(1)
  })
})

test('buys by the same rule in the browser and in the database', async () => {
  const cents = (largest: number) =>
    fc.integer({ min: 1, max: largest }).map((value) => (value / 100).toFixed(2))
  const pairs = [
    ...fc.sample(fc.tuple(cents(1_000_000_000), cents(10_000_000)), { numRuns: 300, seed: 6 }),
    // Their quotients have more digits than PostgreSQL keeps.
    ...fc.sample(fc.tuple(cents(10_000_000_000_000), cents(5_000)), { numRuns: 300, seed: 7 }),
    ['299999999.99', '3.00'] as const,
    ['100000000000.00', '3.00'] as const,
  ]
  const listOf = (at: 0 | 1) => pairs.map((pair) => pair[at]).join(' ')
  const rows = await app.db.execute(sql`
    select units::text, least(round(units * price, 2), amount)::numeric(20, 2)::text as cost
    from unnest(string_to_array(${listOf(0)}, ' ')::numeric[], string_to_array(${listOf(1)}, ' ')::numeric[]) with ordinality
      as pair (amount, price, at)
    cross join lateral (select (${calculateUnits(sql`amount`, sql`price`)})::numeric(20, 6) as units) as bought order by at`)
  const computed = pairs.map(([amount, price]) => {
    const { units, cost } = calculatePurchase(amount, price)
    return { units, cost }
  })
  expect(computed).toEqual([...rows])
})

describe('a submission is rejected with a message and stores nothing,', () => {
  const hour = 3_600_000
  test.each<[string, Parameters<typeof createOffering>[1], string, number, string]>([
    ['below the minimum', {}, '999.99', 422, 'The minimum subscription is $1,000.00'],
    ['above the maximum', { maximum: '5000.00' }, '5000.01', 422, 'The maximum per investor is $5,000.00'],
    ['with three decimals', {}, '1000.001', 422, 'up to 2 decimal places'],
    [
      'for more than is left',
      { cap_units: '20.5' },
      '2051.00',
      409,
      'Only 20.500000 units remain, worth up to $2,050.00.',
    ],
    [
      'before the offering opens',
      { opens_at: new Date('2098-02-03T00:00:00Z'), closes_at: new Date('2099-01-01') },
      '1000.00',
      409,
      'opens on February 3, 2098 (UTC)',
    ],
    ['after the offering closed', { closes_at: new Date(Date.now() - hour) }, '1000.00', 409, 'has closed'],
    ['while the offering is paused', { state: 'paused' }, '1000.00', 409, 'is paused'],
    ['for a draft', { state: 'draft' }, '1000.00', 409, 'There is currently no offering of'],
    [
      'from an unknown country',
      { countries: ['CH', 'LU'] },
      '1000.00',
      409,
      'open to investors from Switzerland, Luxembourg. Complete the identity verification',
    ],
  ])('%s', async (_, offering, amount, status, sentence) => {
    const investor = await signIn({ country: '' })
    const { symbol } = await createSeries(offering)
    const before = await countOf('subscriptions')
    const response = await submit(investor, symbol, amount)
    const said = response.body.details?.[0]?.message ?? response.body.error
    expect([response.status, said]).toEqual([status, expect.stringContaining(sentence)])
    expect(await countOf('subscriptions')).toBe(before)
  })

  test('for an unknown or hidden series', async () => {
    const investor = await signIn()
    const { symbol, token_id } = await createSeries()
    await app.sql`update tokens set is_active = false where id = ${token_id}`
    expect((await submit(investor, symbol, '1000.00')).status).toBe(404)
    expect((await submit(investor, '$NOSUCH', '1000.00')).status).toBe(404)
  })

  test.each([
    ['Switzerland', 201],
    ['ch', 201],
    ['France', 409],
  ])('unless the country is on the list: %s', async (country, status) => {
    const { symbol } = await createSeries({ countries: ['CH'] })
    expect((await submit(await signIn({ country }), symbol, '1000.00')).status).toBe(status)
  })

  test('without the current version of each document to acknowledge', async () => {
    const investor = await signIn()
    const { symbol, token_id } = await createSeries()
    const document = await createSeriesDocument(app.db, { token_id, must_acknowledge: true })
    await createSeriesDocument(app.db, { token_id, title: 'Optional' })
    const foreign = await createSeriesDocument(app.db)
    const versionOf = async (id: number) =>
      (await app.sql`select max(id) as id from series_document_versions where document_id = ${id}`)[0]?.id
    const first = await versionOf(document.id)
    const missing = await submit(investor, symbol, '1000.00')
    expect([missing.status, missing.body.error]).toEqual([
      409,
      'Please read and acknowledge the current version first: Terms of the series.',
    ])
    expect(missing.body.details).toEqual([
      { path: '/acknowledged', message: 'Terms of the series: current version 1' },
    ])
    await app.sql`insert into series_document_versions (document_id, version, filename, original_name, file_size, sha256)
      values (${document.id}, 2, ${`second-${document.id}.pdf`}, 'terms.pdf', 1, ${'1'.repeat(64)})`
    const current = await versionOf(document.id)
    const outdated = await submit(investor, symbol, '1000.00', [first])
    expect([outdated.status, outdated.body.details]).toEqual([
      409,
      [{ path: '/acknowledged', message: 'Terms of the series: current version 2' }],
    ])
    const unknown = await submit(investor, symbol, '1000.00', [current, await versionOf(foreign.id)])
    expect([unknown.status, unknown.body.details[0].path]).toEqual([422, '/acknowledged/1'])
    const { status, body } = await submit(investor, symbol, '1000.00', [current])
    expect(status).toBe(201)
    expect(
      await app.sql`select version_id, sha256 from subscription_acknowledgements where subscription_id = ${body.subscription.id}`,
    ).toEqual([{ version_id: current, sha256: '1'.repeat(64) }])
  })

  test("beyond an investor's maximum across open and allotted subscriptions", async () => {
    const investor = await signIn()
    const { symbol } = await createSeries({ maximum: '3000.00' })
    const { id } = (await submit(investor, symbol, '2000.00')).body.subscription
    const more = await submit(investor, symbol, '1500.00')
    const sentence =
      'Including your other subscriptions to this offering, you can subscribe for up to $1,000.00 more.'
    expect([more.status, more.body.error, more.body.details]).toEqual([
      409,
      sentence,
      [{ path: '/amount', message: sentence }],
    ])
    await submit(investor, symbol, '1000.00')
    expect((await submit(investor, symbol, '1000.00')).body.error).toContain('have reached the maximum')
    // A withdrawn one frees the amount.
    await call(investor, 'POST', `/${id}/withdraw`, {})
    expect((await submit(investor, symbol, '2000.00')).status).toBe(201)
  })
})

test('of fifty concurrent subscriptions for the last ten units, one succeeds', async () => {
  const investors = await Promise.all(Array.from({ length: 50 }, () => signIn()))
  const { symbol } = await createSeries({ cap_units: '10' })
  const responses = await Promise.all(investors.map((investor) => submit(investor, symbol, '1000.00')))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(409)])
  const sentences = new Set(responses.filter(({ status }) => status === 409).map(({ body }) => body.error))
  expect([...sentences]).toEqual(['No units remain in this offering.'])
  const [left] =
    await app.sql`select sum(units) as units from subscriptions where state = 'submitted' and token_id = (select id from tokens where symbol = ${symbol})`
  expect(left?.units).toBe('10.000000')
})

describe('a decision', () => {
  test('follows the order of the steps', async () => {
    const investor = await signIn()
    const { symbol } = await createSeries()
    const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
    for (const action of ['approve', 'fund', 'allot']) {
      const { status, body } = await decide(id, { action, transaction_id: 1 })
      expect([action, status, body.code]).toEqual([action, 409, 'conflict'])
    }
    expect((await decide(id, { action: 'approve' })).body.error).toMatch(
      /^S-\d{6} is submitted\. Only subscriptions that are in review can be approved\.$/,
    )
    await decide(id, { action: 'review' })
    expect((await decide(id, { action: 'review' })).status).toBe(409)
    expect((await decide(99_999, { action: 'review' })).status).toBe(404)
  })

  test('to reject needs a reason, shown to the investor, and frees the deposit', async () => {
    const investor = await signIn()
    const { symbol } = await createSeries()
    const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
    const paid = await fund(investor, id, '1000.00')
    expect((await decide(id, { action: 'reject' })).body.details[0].path).toBe('/reason')
    await decide(id, { action: 'reject', reason: 'Source of funds is not clear' })
    const { subscription } = (await call(investor, 'GET', `/${id}`)).body
    expect(subscription).toMatchObject({ state: 'rejected', reason: 'Source of funds is not clear' })
    const { id: second } = (await submit(investor, symbol, '1000.00')).body.subscription
    await decide(second, { action: 'review' })
    await decide(second, { action: 'approve' })
    expect((await decide(second, { action: 'fund', transaction_id: paid })).status).toBe(200)
  })

  test('to fund requires a completed deposit of the investor that covers the amount and pays for no other', async () => {
    const [investor, other] = [await signIn(), await signIn()]
    const { symbol } = await createSeries()
    const ids: number[] = []
    for (let n = 0; n < 2; n++) ids.push((await submit(investor, symbol, '1000.00')).body.subscription.id)
    for (const id of ids) for (const action of ['review', 'approve']) await decide(id, { action })
    const [first = 0, second = 0] = ids
    const mine = investor.user.id
    for (const [row, sentence] of [
      [await deposit(other.user.id, '1000.00'), 'This is not a deposit of this investor'],
      [await deposit(mine, '1000.00', { type: 'transfer' }), 'This is not a deposit of this investor'],
      [await deposit(mine, '1000.00', { status: 'pending' }), 'This deposit is not completed'],
      [await deposit(mine, '999.99'), 'This deposit of $999.99 is less than the amount due of $1,000.00'],
    ] as const) {
      const { status, body } = await decide(first, { action: 'fund', transaction_id: row.id })
      expect([status, body.details?.[0].message]).toEqual([422, sentence])
    }
    const short = await decide(first, { action: 'fund' })
    expect([short.status, short.body.code]).toEqual([409, 'insufficient_cash'])
    const paid = await deposit(mine, '1000.00')
    const both = await Promise.all(ids.map((id) => decide(id, { action: 'fund', transaction_id: paid.id })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = both.find(({ status }) => status === 409)
    expect(refused?.body.error).toBe('This deposit has already been applied to another subscription.')
    expect(second).toBeGreaterThan(0)
  })

  test('to fund without a deposit reserves cash received in parts, once, and keeps it', async () => {
    const investor = await signIn()
    const { symbol } = await createSeries()
    const ids: number[] = []
    for (let n = 0; n < 2; n++) ids.push((await submit(investor, symbol, '1000.00')).body.subscription.id)
    for (const id of ids) for (const action of ['review', 'approve']) await decide(id, { action })
    const parts = [await deposit(investor.user.id, '600.00'), await deposit(investor.user.id, '400.00')]
    const file = (await app.call('GET', `${app.adm}/subscriptions/${ids[0]}`, { headers: admin })).body
    expect(file).toMatchObject({
      deposits: [],
      part_deposits: parts.toReversed().map(({ id }) => ({ id })),
      cash: { available: '1000.00' },
    })
    const both = await Promise.all(ids.map((id) => decide(id, { action: 'fund' })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const funded = both.find(({ status }) => status === 200)?.body.subscription
    expect(funded).toMatchObject({ state: 'funded', transaction_id: null })
    const removed = await app.call('DELETE', `${app.adm}/transactions/${parts[0]?.id}`, { headers: admin })
    expect([removed.status, removed.body.code]).toEqual([409, 'insufficient_cash'])
    expect((await decide(funded.id, { action: 'allot' })).body.subscription.state).toBe('allotted')
  })

  test('a deposit that paid can be neither edited nor deleted', async () => {
    const investor = await signIn()
    const { symbol } = await createSeries()
    const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
    const paid = await fund(investor, id, '1000.00')
    const edit = (method: string, body?: object) =>
      app.call(method, `${app.adm}/transactions/${paid}`, { headers: admin, body })
    for (const response of [await edit('PUT', { amount: '5.00' }), await edit('DELETE')]) {
      expect([response.status, response.body.error]).toEqual([
        409,
        'This transaction belongs to a subscription or distribution and can no longer be edited or deleted.',
      ])
    }
    const same = await edit('PUT', { amount: '1000', type: 'deposit', status: 'completed' })
    expect([same.status, same.body.transaction?.amount], 'what it is already').toEqual([200, '1000.00'])
    const [row] = await app.sql`select amount from transactions where id = ${paid}`
    expect(row?.amount).toBe('1000.00')
  })

  test.each(['approve', 'allot'])(
    'to %s an investor with an open screening match is rejected',
    async (action) => {
      const investor = await signIn()
      const { symbol } = await createSeries()
      const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
      if (action === 'allot') await fund(investor, id, '1000.00')
      else await decide(id, { action: 'review' })
      await createScreeningMatch(app.db, { user_id: investor.user.id })
      const { status, body } = await decide(id, { action })
      expect([status, body.error]).toEqual([
        409,
        expect.stringContaining('screening match must be resolved first'),
      ])
    },
  )

  test.each([
    ['approve', { is_verified: false }, 'is not verified'],
    ['approve', { is_active: false }, 'is inactive'],
    ['allot', { is_verified: false }, 'is not verified'],
    ['allot', { is_active: false }, 'is inactive'],
  ])('to %s an investor with %o is rejected', async (action, flags, sentence) => {
    const investor = await signIn()
    const { symbol } = await createSeries()
    const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
    if (action === 'allot') await fund(investor, id, '1000.00')
    else await decide(id, { action: 'review' })
    await app.sql`update users set ${app.sql(flags)} where id = ${investor.user.id}`
    const { status, body } = await decide(id, { action })
    expect([status, body.code, body.error]).toEqual([409, 'not_verified', expect.stringContaining(sentence)])
  })

  test('to approve says where to pay only if an account is configured, and whether the verification was manual', async () => {
    const investor = await signIn()
    const { symbol } = await createSeries()
    const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
    await decide(id, { action: 'review' })
    const [site] = await app.sql`select payment_account from settings`
    await app.sql`update settings set payment_account = ''`
    const { body } = await decide(id, { action: 'approve' })
    expect(body.subscription).toMatchObject({ by_hand: true, payment: { account: '' } })
    const { notifications } = (await app.call('GET', '/user/notifications', { headers: investor.headers }))
      .body
    expect(notifications[0].message).toContain('Payment account details are not available yet')
    await app.sql`update settings set payment_account = ${site?.payment_account ?? ''}`
    await app.sql`update verifications set by_hand = false where user_id = ${investor.user.id}`
    const read = await app.call('GET', `${app.adm}/subscriptions/${id}`, { headers: admin })
    expect(read.body.subscription.by_hand).toBe(false)
  })

  test('to allot is rejected if the attestation has become smaller, or expired', async () => {
    const investor = await signIn()
    const { symbol, token_id } = await createSeries()
    const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
    await fund(investor, id, '1000.00')
    await createAttestation(app.db, { token_id, as_of: getDayFromNow(0), units_held: '9' })
    expect((await decide(id, { action: 'allot' })).body.error).toBe(
      'Units in issue would be 10.000000, but the latest attestation covers only 9.000000. Add a new attestation first.',
    )
    await app.sql`alter table series_attestations disable trigger append_only`
    await app.sql`update series_attestations set as_of = ${getDayFromNow(-9)}, expires = ${getDayFromNow(-1)} where token_id = ${token_id}`
    await app.sql`alter table series_attestations enable trigger append_only`
    expect((await decide(id, { action: 'allot' })).body.error).toContain(`expired on ${getDayFromNow(-1)}`)
    expect((await call(investor, 'GET', `/${id}`)).body.subscription.state).toBe('funded')
    expect(await app.sql`select from holdings where token_id = ${token_id}`).toHaveLength(0)
  })

  test.each([
    ['smaller', { units_held: '9', expires: getDayFromNow(364) }, 'attestation covers only 9.000000'],
    ['expired', { units_held: '1000', expires: getDayFromNow(-1) }, `expired on ${getDayFromNow(-1)}`],
  ])(
    'to allot while a %s attestation is being recorded depends on which comes first',
    async (_, newer, sentence) => {
      const orders = { allotment: 0, attestation: 0 }
      const symbols: string[] = []
      for (let round = 0; round < 20; round++) {
        const investor = await signIn()
        const { symbol, token_id } = await createSeries()
        symbols.push(symbol)
        await app.sql`alter table series_attestations disable trigger append_only`
        await app.sql`update series_attestations set as_of = ${getDayFromNow(-9)} where token_id = ${token_id}`
        await app.sql`alter table series_attestations enable trigger append_only`
        const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
        await fund(investor, id, '1000.00')
        // What an attestation sees once it gets its turn tells which came first. It starts a little later in each
        // round.
        const attest = async (queriesBefore: number) => {
          for (let query = 0; query < queriesBefore; query++) await app.sql`select`
          return app.db.transaction(async (tx) => {
            await createAttestation(tx, { token_id, as_of: getDayFromNow(-1), ...newer })
            const [head] = await tx.execute<{ issued: string }>(
              sql`select units_in_issue::text as issued from register_heads where token_id = ${token_id}`,
            )
            return Number(head?.issued ?? 0)
          })
        }
        const [allotted, seen] = await Promise.all([decide(id, { action: 'allot' }), attest(round)])
        expect([allotted.status, seen], JSON.stringify(allotted.body)).toEqual(
          allotted.status === 200 ? [200, 10] : [409, 0],
        )
        if (allotted.status === 409) expect(allotted.body.error).toContain(sentence)
        const held = await app.sql`select from holdings where token_id = ${token_id} and units > 0`
        expect(held).toHaveLength(allotted.status === 200 ? 1 : 0)
        const { state } = (await call(investor, 'GET', `/${id}`)).body.subscription
        expect(state).toBe(allotted.status === 200 ? 'allotted' : 'funded')
        orders[allotted.status === 200 ? 'allotment' : 'attestation'] += 1
      }
      expect(orders.allotment + orders.attestation).toBe(20)
      const faults = await findRegisterDiscrepancies(app.db)
      expect(faults.filter(({ symbol }) => symbols.includes(symbol))).toEqual([])
    },
  )

  test('to allot is possible again after a correction in the register, with the reason, and so is to reject', async () => {
    const investor = await signIn()
    const { symbol, token_id } = await createSeries({}, '10')
    const { id, reference } = (await submit(investor, symbol, '1000.00')).body.subscription
    const paid = await fund(investor, id, '1000.00')
    await decide(id, { action: 'allot' })
    const entries = `${app.adm}/register/${symbol.slice(1)}/entries`
    const issued = async () => (await app.call('GET', entries, { headers: admin })).body.movements[0].id
    const correct = (movement_id: number, reason = 'Wrong amount') =>
      app.call('POST', entries, { headers: admin, body: { type: 'correction', movement_id, reason } })
    const first = await issued()
    const correction = (await correct(first)).body.movement
    const said = 'Allotment reversed by a correction in the register: Wrong amount'
    const own = (await call(investor, 'GET', `/${id}`)).body.subscription
    expect(own).toMatchObject({ state: 'funded', reason: said })
    expect(own.timeline.at(-1)).toMatchObject({ state: 'funded', by: 'desk', reason: said })
    const [told] = await app.sql`
      select title from notifications where user_id = ${investor.user.id} order by id desc limit 1`
    expect(told?.title).toBe(`Allotment of ${reference} reversed`)
    const [audited] = await app.sql`
      select action, before, after from audit_log where entity = 'subscription' order by id desc limit 1`
    expect(audited).toMatchObject({
      action: 'subscription.return',
      before: { state: 'allotted' },
      after: { state: 'funded', transaction_id: paid },
    })
    // All ten units of the series stay reserved.
    expect((await submit(await signIn(), symbol, '1000.00')).body.error).toBe(
      'No units remain in this offering.',
    )
    expect((await correct(first)).body.error).toBe('This movement has already been corrected.')
    expect((await correct(correction.id)).body.error).toContain('Corrections cannot be reversed.')

    expect((await decide(id, { action: 'allot' })).body.subscription.state).toBe('allotted')
    expect(await app.sql`select units from holdings where token_id = ${token_id}`).toEqual([
      { units: '10.000000' },
    ])
    expect((await correct(await issued(), 'Again')).status).toBe(201)
    const rejected = (await decide(id, { action: 'reject', reason: 'Asked to stop' })).body.subscription
    expect(rejected).toMatchObject({ state: 'rejected', transaction_id: null })
    expect((await submit(await signIn(), symbol, '1000.00')).status).toBe(201)
    expect(await findRegisterDiscrepancies(app.db)).toEqual([])
  })

  test('taken twenty times concurrently allots once', async () => {
    const investor = await signIn()
    const { symbol, token_id } = await createSeries()
    const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
    await fund(investor, id, '1000.00')
    const responses = await Promise.all(Array.from({ length: 20 }, () => decide(id, { action: 'allot' })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    const [holding] = await app.sql`select units from holdings where token_id = ${token_id}`
    expect(holding?.units).toBe('10.000000')
  })

  test('based on an earlier version is stale', async () => {
    const investor = await signIn()
    const { symbol } = await createSeries()
    const { id, updated_at } = (await submit(investor, symbol, '1000.00')).body.subscription
    await decide(id, { action: 'review', updated_at })
    const { status, body } = await decide(id, { action: 'approve', updated_at })
    expect([status, body.code]).toEqual([409, 'stale_write'])
  })
})

describe('withdrawing', () => {
  test('is possible until it is paid', async () => {
    const investor = await signIn()
    const { symbol } = await createSeries()
    const withdraw = (id: number) => call(investor, 'POST', `/${id}/withdraw`, {})
    for (const steps of [[], ['review'], ['review', 'approve']]) {
      const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
      for (const action of steps) await decide(id, { action })
      expect((await withdraw(id)).body.subscription.state).toBe('withdrawn')
      expect((await withdraw(id)).status).toBe(409)
    }
    const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
    await fund(investor, id, '1000.00')
    const { status, body } = await withdraw(id)
    expect([status, body.error]).toEqual([409, expect.stringContaining('Your payment has been received')])
  })

  test('at the moment of an approval, only one of the two succeeds', async () => {
    const { symbol } = await createSeries()
    for (let round = 0; round < 10; round++) {
      const investor = await signIn()
      const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
      await decide(id, { action: 'review' })
      const [withdrawn, approved] = await Promise.all([
        call(investor, 'POST', `/${id}/withdraw`, {}),
        decide(id, { action: 'approve' }),
      ])
      expect(withdrawn.status).toBe(200)
      expect([200, 409]).toContain(approved.status)
      expect((await call(investor, 'GET', `/${id}`)).body.subscription.state).toBe('withdrawn')
    }
  })
})

test('expires what was not paid on time, and what was not decided within 30 days of the end', async () => {
  const investor = await signIn()
  const { symbol, offering } = await createSeries()
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push((await submit(investor, symbol, '1000.00')).body.subscription.id)
  const [waiting = 0, unpaid = 0, paid = 0] = ids
  for (const action of ['review', 'approve']) await decide(unpaid, { action })
  await fund(investor, paid, '1000.00')
  await expireSubscriptions(app.log)
  const statesOf = async () => {
    const rows = await app.sql`select state from subscriptions where id in ${app.sql(ids)} order by id`
    return rows.map(({ state }) => state)
  }
  expect(await statesOf()).toEqual(['submitted', 'approved', 'funded'])
  const dueAt = (await call(investor, 'GET', `/${unpaid}`)).body.subscription.payment.due_at
  expect(dueAt).toMatch(/T23:59:59\.999Z$/)
  // The whole day counts, also for payments that were due within it.
  await app.sql`update subscriptions set payment_due_at = date_trunc('day', now(), 'UTC') where id = ${unpaid}`
  await expireSubscriptions(app.log)
  expect(await statesOf()).toEqual(['submitted', 'approved', 'funded'])
  await app.sql`update subscriptions set payment_due_at = now() - interval '1 day' where id = ${unpaid}`
  await app.sql`update offerings set opens_at = now() - interval '90 days', closes_at = now() - interval '31 days' where id = ${offering.id}`
  await expireSubscriptions(app.log)
  expect(await statesOf()).toEqual(['expired', 'expired', 'funded'])
  const { subscription } = (await call(investor, 'GET', `/${waiting}`)).body
  expect(subscription.timeline.at(-1)).toMatchObject({
    by: 'system',
    reason: expect.stringContaining('within 30 days'),
  })
  const { notifications } = (await app.call('GET', '/user/notifications', { headers: investor.headers })).body
  const told = notifications.filter(({ title }: { title: string }) => title.endsWith('has expired'))
  expect(told.map(({ link }: { link: string }) => link).sort()).toEqual(
    [waiting, unpaid].map((id) => `/access/subscriptions/${id}`),
  )
  expect(told.find(({ link }: { link: string }) => link.endsWith(`/${unpaid}`)).message).toContain(
    'Payment was not received by the due date.',
  )
})

test('reserves at most the limit across all series until the investor is verified, for 14 days', async () => {
  const investor = await signIn({ is_verified: false })
  const [one, other] = [await createSeries(), await createSeries()]
  const first = await submit(investor, one.symbol, '6000.00')
  expect(first.status, first.text).toBe(201)
  const refused = await submit(investor, other.symbol, '4000.01')
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'conflict',
    expect.stringContaining('$4,000.00 remains'),
  ])
  const answers = await Promise.all(
    ['3000.00', '3000.00'].map((amount) => submit(investor, other.symbol, amount)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  await app.sql`update subscriptions set created_at = now() - interval '15 days' where id = ${first.body.subscription.id}`
  await expireSubscriptions(app.log)
  const { subscription } = (await call(investor, 'GET', `/${first.body.subscription.id}`)).body
  expect([subscription.state, subscription.reason]).toEqual([
    'expired',
    'Your verification was not submitted within 14 days.',
  ])
  await app.sql`update users set is_verified = true where id = ${investor.user.id}`
  expect((await submit(investor, one.symbol, '8000.00')).status).toBe(201)
})

test('unverified investors reserve at most half of the units together, also two at once', async () => {
  const { symbol } = await createSeries({ cap_units: '1000', unit_price: '10.00' })
  const [one, other] = [await signIn({ is_verified: false }), await signIn({ is_verified: false })]
  expect((await submit(one, symbol, '3000.00')).status).toBe(201)
  const answers = await Promise.all([one, other].map((investor) => submit(investor, symbol, '2000.00')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error).toContain('not yet verified')
  expect((await submit(await signIn(), symbol, '5000.00')).status).toBe(201)
})

test("is not funded beyond the investor's cash, whatever the deposit says", async () => {
  const investor = await signIn()
  const { symbol } = await createSeries()
  const ids: number[] = []
  for (let n = 0; n < 2; n++) ids.push((await submit(investor, symbol, '1000.00')).body.subscription.id)
  const [one = 0, other = 0] = ids
  for (const id of ids) for (const action of ['review', 'approve']) await decide(id, { action })
  const short = await deposit(investor.user.id, '1000.00', { fee: '10.00' })
  const refused = await decide(one, { action: 'fund', transaction_id: short.id })
  expect([refused.status, refused.body.code]).toEqual([409, 'insufficient_cash'])
  await deposit(investor.user.id, '10.00')
  expect((await decide(one, { action: 'fund', transaction_id: short.id })).status).toBe(200)
  // Paid and then withdrawn: the cash is reserved for the first.
  const spent = await deposit(investor.user.id, '1000.00')
  await createTransaction(app.db, { user_id: investor.user.id, type: 'withdrawal', amount: '0.01' })
  expect((await decide(other, { action: 'fund', transaction_id: spent.id })).body.code).toBe(
    'insufficient_cash',
  )
  const out = await app.call('POST', `${app.adm}/user/${investor.user.id}/transactions`, {
    headers: admin,
    body: { type: 'withdrawal', amount: '1000.00', date: '2026-03-02' },
  })
  expect([out.status, out.body.error]).toEqual([409, expect.stringContaining('$1,000.00 is reserved')])
})

test('an account has not completed onboarding while a payment for a subscription is due', async () => {
  const investor = await signIn()
  const { symbol } = await createSeries()
  await createPortfolio(app.db, { user_id: investor.user.id, active_investments: 1 })
  await deposit(investor.user.id, '5.00')
  const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
  const isDue = async () =>
    (await app.call('GET', '/user/portfolio', { headers: investor.headers })).body.payment_due
  expect([await hasCompletedOnboarding(investor.user.id), await isDue()], 'submitted').toEqual([true, false])
  for (const action of ['review', 'approve']) await decide(id, { action })
  expect([await hasCompletedOnboarding(investor.user.id), await isDue()], 'approved').toEqual([false, true])
  const paid = await deposit(investor.user.id, '1000.00')
  await decide(id, { action: 'fund', transaction_id: paid.id })
  expect([await hasCompletedOnboarding(investor.user.id), await isDue()], 'paid').toEqual([true, false])
})

test('a subscription of an offering that was closed early gives the closing time', async () => {
  const investor = await signIn()
  const { symbol, offering } = await createSeries()
  const { id } = (await submit(investor, symbol, '1000.00')).body.subscription
  await app.sql`update offerings set state = 'closed' where id = ${offering.id}`
  const [row] = await app.sql`select updated_at from offerings where id = ${offering.id}`
  const closed = new Date(row?.updated_at)
  expect(closed.getTime()).toBeLessThan(offering.closes_at.getTime())
  const { subscription } = (await call(investor, 'GET', `/${id}`)).body
  expect(subscription.offering_ends_at).toBe(closed.toISOString())
})

describe('the details of a subscription', () => {
  const readFile = async (id: number) =>
    (await app.call('GET', `${app.adm}/subscriptions/${id}`, { headers: admin })).body

  test('offer the completed unused deposits that cover the amount, while it awaits payment', async () => {
    const investor = await signIn()
    const { symbol } = await createSeries()
    const [first, second] = [
      await submit(investor, symbol, '1000.00'),
      await submit(investor, symbol, '1500.00'),
    ]
    await fund(investor, first.body.subscription.id, '5000.00')
    const { id } = second.body.subscription
    await decide(id, { action: 'review' })
    expect((await readFile(id)).deposits).toEqual([])
    await decide(id, { action: 'approve' })
    const early = await deposit(investor.user.id, '1500.00', {
      transaction_date: new Date('2026-03-01T00:00:00Z'),
    })
    const late = await deposit(investor.user.id, '1600.00', { description: 'By wire' })
    await deposit(investor.user.id, '1499.99')
    await deposit(investor.user.id, '1500.00', { status: 'pending' })
    await createTransaction(app.db, { user_id: investor.user.id, type: 'interest', amount: '9000.00' })
    await deposit((await signIn()).user.id, '1500.00')
    const { deposits } = await readFile(id)
    expect(deposits.map((row: { id: number }) => row.id)).toEqual([late.id, early.id])
    expect(deposits[0]).toMatchObject({ amount: '1600.00', description: 'By wire' })
  })

  test('say whether the settings have a payment account', async () => {
    const { symbol } = await createSeries()
    const { id } = (await submit(await signIn(), symbol, '1000.00')).body.subscription
    await app.sql`update settings set payment_account = ''`
    expect((await readFile(id)).has_payment_account).toBe(false)
    await app.sql`update settings set payment_account = 'IBAN CH00 (illustrative)'`
    expect((await readFile(id)).has_payment_account).toBe(true)
  })

  test('name the administrator of each step, the acknowledged documents and the figures of the series', async () => {
    const investor = await signIn()
    const { symbol, token_id } = await createSeries()
    await createSeriesDocument(app.db, { token_id, title: 'Terms', must_acknowledge: true })
    const [version] = await app.sql<{ id: number }[]>`
      select version.id from series_document_versions as version
      join series_documents as document on document.id = document_id where token_id = ${token_id}`
    const { id } = (await submit(investor, symbol, '1000.00', [version?.id ?? 0])).body.subscription
    await decide(id, { action: 'review', reason: 'Papers asked for' })
    const file = await readFile(id)
    const [{ username }] = (await app.sql`select username from admins`) as unknown as [{ username: string }]
    expect(file.subscription.timeline).toMatchObject([
      { state: 'submitted', by: 'investor', admin_name: '' },
      { state: 'in_review', by: 'desk', admin_name: username, reason: 'Papers asked for' },
    ])
    expect(file.acknowledged).toMatchObject([{ version_id: version?.id, title: 'Terms', version: 1 }])
    expect(file.series).toMatchObject({ units_in_issue: '0.000000', units_held: '1000.000000' })
    const own = (await call(investor, 'GET', `/${id}`)).body.subscription
    expect(Object.keys(own.timeline[1])).toEqual(['state', 'at', 'by', 'reason'])
  })
})

test('the desk filters, searches and exports', async () => {
  const investor = await signIn({ first_name: 'Zenobia', last_name: 'Filter' })
  const { symbol } = await createSeries()
  const { id, reference } = (await submit(investor, symbol, '1000.00')).body.subscription
  const list = async (query: string) =>
    (await app.call('GET', `${app.adm}/subscriptions?${query}`, { headers: admin })).body.subscriptions.map(
      (row: { id: number }) => row.id,
    )
  for (const query of [
    `search=${reference}`,
    `search=${reference.slice(2)}`,
    'search=zenobia',
    `symbol=${encodeURIComponent(symbol)}`,
    `symbol=${symbol.slice(1)}&state=submitted`,
    `user_id=${investor.user.id}`,
  ]) {
    expect([query, await list(query)]).toEqual([query, [id]])
  }
  expect(await list(`search=${reference}&state=allotted`)).toEqual([])
  const csv = await app.call('GET', `${app.adm}/subscriptions/export?search=${reference}`, { headers: admin })
  expect(csv.text).toContain(`${reference},${symbol},submitted,1000.00,100.00,10.000000`)
})
