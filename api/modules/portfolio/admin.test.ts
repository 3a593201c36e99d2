import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createActivity,
  createPortfolio,
  createScreeningMatch,
  createToken,
  createUser,
} from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let headers: Record<string, string>
let adminId: number
beforeAll(async () => {
  app = await startTestApp()
  const signedIn = await app.signInAdmin()
  headers = signedIn.headers
  adminId = signedIn.admin.id
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
  app.call(method, `${app.adm}${path}`, { body, headers: { ...headers, ...more } })

const auditOf = (entity: string, id: number) =>
  app.sql<{ action: string; before: unknown; after: unknown }[]>`
    select action, before, after from audit_log where entity = ${entity} and entity_id = ${String(id)} order by id`

describe('a portfolio', () => {
  test('is created, with zeros for omitted figures, and the investor sees it', async () => {
    const investor = await app.signIn()
    const { status, body } = await call('POST', '/portfolio', {
      user_id: investor.user.id,
      total_value: 1500.5,
      total_gains: '-20.25',
      performance: '-1.3333',
      pending_investments: '',
    })
    expect(status).toBe(201)
    expect(body.portfolio).toMatchObject({
      user_id: investor.user.id,
      total_value: '1500.50',
      total_invested: '0.00',
      total_gains: '-20.25',
      active_investments: 0,
      pending_investments: 'none',
      performance: -1.3333,
    })
    const seen = await app.call('GET', '/user/portfolio', { headers: investor.headers })
    expect(seen.body.portfolio).toMatchObject({ totalValue: '1500.50', performance: -1.3333 })
    expect((await call('GET', `/portfolio/${body.portfolio.id}`)).body).toEqual(body)
    expect((await auditOf('portfolio', body.portfolio.id))[0]).toMatchObject({
      action: 'portfolio.create',
      before: null,
      after: { total_value: '1500.50' },
    })
  })

  test('corrected replaces the mistaken point in the value chart, and the audit log says so', async () => {
    const investor = await app.signIn()
    const row = await createPortfolio(app.db, { user_id: investor.user.id, total_value: '100.00' })
    const put = (body: unknown) => call('PUT', `/portfolio/${row.id}/values`, body)
    const points = async () => {
      const { body } = await app.call('GET', '/user/portfolio/history', { headers: investor.headers })
      return body.points as { time: string; total_value: string }[]
    }
    const valuesOf = async () => (await points()).map(({ total_value }) => total_value)

    await put({ total_value: '7000000.00', total_gains: '5.00' })
    const wrongAt = (await points())[1]?.time
    await put({ total_value: '70000.00', corrects_last_point: true })
    expect(await valuesOf()).toEqual(['100.00', '70000.00'])
    expect((await points())[1]?.time).toBe(wrongAt)
    expect((await auditOf('portfolio', row.id)).at(-1)).toMatchObject({
      action: 'portfolio.update',
      before: {
        total_value: '7000000.00',
        value_point: { recorded_at: wrongAt, total_value: '7000000.00', total_gains: '5.00' },
      },
      after: { total_value: '70000.00' },
    })

    // An ordinary change adds a point, and one of other fields does not change the chart.
    await put({ total_value: '71000.00', corrects_last_point: false })
    await put({ active_investments: 3, corrects_last_point: true })
    expect(await valuesOf()).toEqual(['100.00', '70000.00', '71000.00'])
    expect((await auditOf('portfolio', row.id)).at(-1)?.before).not.toHaveProperty('value_point')
  })

  test('corrected right after its creation keeps one point, and a rejected correction changes none', async () => {
    const row = await createPortfolio(app.db, { total_value: '500.00' })
    const values = async () =>
      (await app.sql`select total_value from portfolio_values where portfolio_id = ${row.id}`).map(
        ({ total_value }) => total_value,
      )
    const stale = await call('PUT', `/portfolio/${row.id}/values`, {
      total_value: '1.00',
      corrects_last_point: true,
      updated_at: '2020-01-01T00:00:00.000Z',
    })
    expect(stale.status).toBe(409)
    expect(await values()).toEqual(['500.00'])
    await call('PUT', `/portfolio/${row.id}/values`, { total_value: '50.00', corrects_last_point: true })
    expect(await values()).toEqual(['50.00'])
  })

  test('exists at most once for each user', async () => {
    const user = await createUser(app.db)
    const responses = await Promise.all([1, 2].map(() => call('POST', '/portfolio', { user_id: user.id })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('conflict')
  })

  test('is written by one of two simultaneous edits, in part, and never beyond its bounds', async () => {
    const row = await createPortfolio(app.db, { total_value: '100.00', total_invested: '90.00' })
    const updated_at = row.updated_at.toISOString()
    const responses = await Promise.all(
      ['110.00', '120.00'].map((total_value) =>
        call('PUT', `/portfolio/${row.id}/values`, { total_value, updated_at }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('stale_write')
    expect(responses.find(({ status }) => status === 200)?.body.portfolio.total_invested).toBe('90.00')
  })

  test.each([
    [{ total_value: '-1.00' }, '/total_value'],
    [{ total_value: '1000000000000000.00' }, '/total_value'],
    [{ total_invested: 0.005 }, '/total_invested'],
    [{ total_gains: 'NaN' }, '/total_gains'],
    [{ performance: '1.23456' }, '/performance'],
    [{ performance: '100000000' }, '/performance'],
    [{ active_investments: -1 }, '/active_investments'],
    [{ active_investments: 1.5 }, '/active_investments'],
    [{ active_investments: 1_000_001 }, '/active_investments'],
    [{ pending_investments: '$NOSUCH' }, '/pending_investments'],
  ])('rejects %j', async (change, path) => {
    const row = await createPortfolio(app.db)
    const { status, body } = await call('PUT', `/portfolio/${row.id}/values`, change)
    expect([status, body.details[0].path]).toEqual([422, path])
    const made = await call('POST', '/portfolio', { user_id: (await createUser(app.db)).id, ...change })
    expect(made.status).toBe(422)
  })

  test('of an unknown user is rejected at its field, an unknown portfolio is 404', async () => {
    const { status, body } = await call('POST', '/portfolio', { user_id: 999_999 })
    expect([status, body.details[0].path]).toEqual([422, '/user_id'])
    expect((await call('PUT', '/portfolio/999999/values', { total_value: '1' })).status).toBe(404)
    expect((await call('DELETE', '/portfolio/999999')).status).toBe(404)
    expect((await call('GET', '/portfolio/999999')).status).toBe(404)
    expect((await call('GET', '/recent-activities/999999')).status).toBe(404)
  })

  test('sets a pending token by its symbol, and keeps its waiting time while it stays the same', async () => {
    const row = await createPortfolio(app.db)
    const set = (pending_investments: string) =>
      call('PUT', `/portfolio/${row.id}/values`, { pending_investments })
    const since = async () =>
      (await app.sql`select pending_since from portfolios where id = ${row.id}`)[0]?.pending_since
    expect((await set('$witgold')).body.portfolio.pending_investments).toBe('$WITGOLD')
    const first = await since()
    await set('$WITGOLD')
    expect(await since()).toEqual(first)
    expect((await set('')).body.portfolio.pending_investments).toBe('none')
    expect(await since()).toBeNull()
  })

  test('is listed with its user, filtered and searched, and no longer once it is deleted', async () => {
    const mark = 'Feldspar'
    const owner = await createUser(app.db, { last_name: mark, first_name: 'Aa' })
    const other = await createUser(app.db, { last_name: mark, first_name: 'Bb' })
    const row = await createPortfolio(app.db, { user_id: owner.id })
    const list = async (query = '') =>
      (await call('GET', `/portfolio/management?search=${mark}&${query}`)).body
    const all = await list()
    expect(all.users.map(({ id }: { id: number }) => id)).toEqual([owner.id, other.id])
    expect(all.users[0]).toEqual({
      id: owner.id,
      first_name: 'Aa',
      last_name: mark,
      email: owner.email,
      is_verified: false,
    })
    expect(all.portfolios).toMatchObject([{ id: row.id, user_id: owner.id }])
    expect((await list('filter=active')).users).toHaveLength(1)
    expect((await list('filter=none')).users).toMatchObject([{ id: other.id }])
    expect((await list('limit=1&page=2')).pagination).toEqual({ page: 2, limit: 1, pages: 2, total: 2 })
    expect((await call('DELETE', `/portfolio/${row.id}`)).body).toEqual({ success: true })
    expect((await list()).portfolios).toEqual([])
    expect((await auditOf('portfolio', row.id)).at(-1)?.action).toBe('portfolio.delete')
  })
})

describe('recent activities', () => {
  test('are created, edited and deleted, and the investor sees each step', async () => {
    const investor = await app.signIn()
    const seen = async () =>
      (await app.call('GET', '/user/recent-activities', { headers: investor.headers })).body.activities
    const made = await call('POST', '/recent-activities', {
      user_id: investor.user.id,
      activity_date: '2026-03-19',
      description: 'Drill results',
      net_growth: '-12.50',
      balance: 900,
    })
    expect(made.status).toBe(201)
    const { activity } = made.body
    expect(activity).toMatchObject({
      type: 'activity',
      activity_date: '2026-03-19T00:00:00.000Z',
      net_growth: '-12.50',
      balance: '900.00',
      user: { first_name: 'Test', last_name: 'Investor', email: investor.user.email },
    })
    expect(await seen()).toMatchObject([{ description: 'Drill results' }])
    expect((await call('GET', `/recent-activities/${activity.id}`)).body).toEqual(made.body)

    const edited = await call('PUT', `/recent-activities/${activity.id}`, {
      description: 'Drill results, corrected',
      updated_at: activity.updated_at,
    })
    expect(edited.body.activity).toMatchObject({ description: 'Drill results, corrected', balance: '900.00' })
    const stale = await call('PUT', `/recent-activities/${activity.id}`, {
      description: 'x',
      updated_at: activity.updated_at,
    })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_write'])

    expect((await call('DELETE', `/recent-activities/${activity.id}`)).body).toEqual({ success: true })
    expect(await seen()).toEqual([])
    expect((await call('DELETE', `/recent-activities/${activity.id}`)).status).toBe(404)
    const entries = await auditOf('activity', activity.id)
    expect(entries.map(({ action }) => action)).toEqual([
      'activity.create',
      'activity.update',
      'activity.delete',
    ])
    expect(JSON.stringify(entries)).not.toContain(investor.user.email)
  })

  test('are stored once for repeats with the same key', async () => {
    const user = await createUser(app.db)
    const body = { user_id: user.id, activity_date: '2026-03-19', description: 'Once' }
    const responses = await Promise.all(
      [1, 2].map(() => call('POST', '/recent-activities', body, { 'idempotency-key': 'one-activity' })),
    )
    expect(responses.map(({ body }) => body.activity.id)).toEqual([
      responses[0]?.body.activity.id,
      responses[0]?.body.activity.id,
    ])
    expect((await call('GET', `/recent-activities?user_id=${user.id}`)).body.pagination.total).toBe(1)
  })

  test('are listed 20 a page, newest first', async () => {
    const user = await createUser(app.db)
    for (let day = 1; day <= 21; day++) {
      const activity_date = new Date(Date.UTC(2026, 0, day))
      await createActivity(app.db, { user_id: user.id, activity_date, description: `Day ${day}` })
    }
    const { body } = await call('GET', `/recent-activities?user_id=${user.id}`)
    expect(body.activities).toHaveLength(20)
    expect(body.activities[0].description).toBe('Day 21')
    expect(body.pagination).toEqual({ page: 1, limit: 20, pages: 2, total: 21 })
  })

  test.each([
    [{ description: '' }, '/description'],
    [{ description: undefined }, '/description'],
    [{ user_id: undefined }, '/user_id'],
    [{ user_id: 999_999 }, '/user_id'],
    [{ type: 'gift' }, '/type'],
    [{ balance: '-1' }, '/balance'],
    [{ net_growth: '-1000000000000' }, '/net_growth'],
    [{ activity_date: '2026-13-01' }, '/activity_date'],
  ])('are rejected with %j', async (change, path) => {
    const user = await createUser(app.db)
    const body = { user_id: user.id, activity_date: '2026-03-19', description: 'Valid', ...change }
    const response = await call('POST', '/recent-activities', body)
    expect([response.status, response.body.details[0].path]).toEqual([422, path])
  })
})

describe('investment requests', () => {
  const requestToken = async (overrides: Parameters<TestApp['signIn']>[0] = {}) => {
    const investor = await app.signIn({ is_verified: true, ...overrides })
    const portfolio = await createPortfolio(app.db, {
      user_id: investor.user.id,
      pending_investments: '$WITGOLD',
      pending_since: new Date(),
      total_value: '500.00',
      active_investments: 2,
    })
    return { ...investor, portfolio }
  }
  const decide = (userId: number, action: string, more: object = {}) =>
    call('PUT', `/portfolio/${userId}/pending-token`, { action, ...more })

  test('are listed with the details of the investor while pending', async () => {
    const { user, portfolio } = await requestToken({
      first_name: 'Waiting',
      last_name: 'Person',
      is_active: false,
    })
    const { body } = await call('GET', `/portfolio/pending-tokens?search=${user.email}`)
    expect(body.requests).toEqual([
      {
        portfolio_id: portfolio.id,
        user_id: user.id,
        user_name: 'Waiting Person',
        user_email: user.email,
        is_active: false,
        is_verified: true,
        by_hand: true,
        pending_investments: '$WITGOLD',
        screening: 'off',
        token_name: expect.stringMatching(/gold/i),
        last_updated: portfolio.pending_since?.toISOString(),
        total_value: '500.00',
        total_invested: '0.00',
        active_investments: 2,
        updated_at: portfolio.updated_at.toISOString(),
      },
    ])
  })

  test('approved: one more investment, an activity, a notification, an audit entry, and nothing pending', async () => {
    const { user, portfolio, headers: investor } = await requestToken()
    const { status, body } = await decide(user.id, 'approve')
    expect(status).toBe(200)
    expect(body.portfolio).toMatchObject({ active_investments: 3, pending_investments: 'none' })
    const seen = await app.call('GET', '/user/portfolio', { headers: investor })
    expect(seen.body.portfolio).toMatchObject({ activeInvestments: 3, pendingInvestments: 'none' })
    expect(seen.body.recentActivity).toMatchObject([
      { type: 'investment', description: expect.stringContaining('$WITGOLD'), balance: '500.00' },
    ])
    const notified = await app.call('GET', '/user/notifications', { headers: investor })
    expect(notified.body.notifications).toMatchObject([
      { category: 'investment', message: expect.stringContaining('$WITGOLD') },
    ])
    const held = await app.call('GET', '/user/portfolio/allocation', { headers: investor })
    expect(held.body.holdings).toMatchObject([{ symbol: '$WITGOLD', investments: 1 }])
    const [investment] = await app.sql`
      select approved_by, token_id, requested_at from investments where user_id = ${user.id}`
    expect(investment).toMatchObject({ approved_by: adminId, token_id: expect.any(Number) })
    expect(await auditOf('portfolio', portfolio.id)).toMatchObject([
      {
        action: 'investment.approve',
        before: { pending_investments: '$WITGOLD', active_investments: 2 },
        after: { pending_investments: 'none', active_investments: 3 },
      },
    ])
    expect(seen.body.request).toBeNull()
    const again = await decide(user.id, 'approve')
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  })

  test('rejected: nothing pending, no investment added, and the investor notified', async () => {
    const { user, headers: investor } = await requestToken({ is_verified: false })
    const { body } = await decide(user.id, 'reject')
    expect(body.portfolio).toMatchObject({ active_investments: 2, pending_investments: 'none' })
    const notified = await app.call('GET', '/user/notifications', { headers: investor })
    expect(notified.body.notifications).toMatchObject([{ category: 'investment', type: 'info' }])
    const seen = await app.call('GET', '/user/recent-activities', { headers: investor })
    expect(seen.body.activities).toMatchObject([
      { type: 'investment', description: 'Request to invest in $WITGOLD not approved', balance: '500.00' },
    ])
    const { body: after } = await app.call('GET', '/user/portfolio', { headers: investor })
    expect(after.request).toEqual({
      symbol: '$WITGOLD',
      state: 'rejected',
      requested_at: null,
      decided_at: expect.stringMatching(/Z$/),
      reason: '',
    })
    expect((await decide(user.id, 'reject')).body.code).toBe('conflict')
  })

  test('rejected with a reason: recorded for the investor and in the audit log', async () => {
    const { user, headers: investor } = await requestToken()
    expect((await decide(user.id, 'reject', { reason: 'x'.repeat(1001) })).status).toBe(422)
    expect((await decide(user.id, 'reject', { reason: '  Not open in your country ' })).status).toBe(200)
    const { body } = await app.call('GET', '/user/notifications', { headers: investor })
    expect(body.notifications[0].message).toBe(
      'Your request to invest in $WITGOLD was not approved.\n\nReason: Not open in your country.\n\nYou can submit a new request at any time.',
    )
    const [entry] = await app.sql`select after from audit_log order by id desc limit 1`
    expect(entry?.after).toMatchObject({ reason: 'Not open in your country', pending_investments: 'none' })
    const reasonOf = async () =>
      (await app.call('GET', '/user/portfolio', { headers: investor })).body.request.reason
    expect(await reasonOf()).toBe('Not open in your country')
  })

  test('of an investor with an open screening match stays pending until it is decided', async () => {
    const { user } = await requestToken()
    const hit = await createScreeningMatch(app.db, { user_id: user.id })
    const stand = async () =>
      (await call('GET', '/portfolio/pending-tokens')).body.requests.find(
        ({ user_id }: { user_id: number }) => user_id === user.id,
      ).screening
    expect(await stand()).toBe('waits')
    const refused = await decide(user.id, 'approve')
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('screening')])
    const settle = (state: string) =>
      app.sql`update screening_hits set state = ${state}, reason = 'Seen', decided_at = now() where id = ${hit.id}`
    await settle('match')
    expect(await stand()).toBe('listed')
    await settle('no_match')
    expect(await stand()).toBe('off')
    expect((await decide(user.id, 'approve')).status).toBe(200)
  })

  test.each([{ is_verified: false }, { is_active: false }])(
    'of an investor who is %j are not approved and stay pending',
    async (overrides) => {
      const { user, portfolio } = await requestToken(overrides)
      const response = await decide(user.id, 'approve')
      expect([response.status, response.body.code]).toEqual([409, 'not_verified'])
      const [row] = await app.sql`select pending_investments from portfolios where id = ${portfolio.id}`
      expect(row?.pending_investments).toBe('$WITGOLD')
      expect(await auditOf('portfolio', portfolio.id)).toEqual([])
    },
  )

  test.each([
    [
      'deactivated',
      'is not open for investment',
      (id: number) => app.sql`update tokens set is_active = false where id = ${id}`,
    ],
    ['deleted', 'no longer exists', (id: number) => app.sql`delete from tokens where id = ${id}`],
  ] as const)('of a token that was %s in the meantime can only be rejected', async (_, sentence, change) => {
    const token = await createToken(app.db)
    const { user, portfolio } = await requestToken()
    await app.sql`update portfolios set pending_investments = ${token.symbol} where id = ${portfolio.id}`
    await change(token.id)
    const response = await decide(user.id, 'approve')
    expect([response.status, response.body.code]).toEqual([409, 'conflict'])
    expect(response.body.error).toContain(sentence)
    const [row] =
      await app.sql`select pending_investments, active_investments from portfolios where id = ${portfolio.id}`
    expect(row).toMatchObject({ pending_investments: token.symbol, active_investments: 2 })
    expect((await decide(user.id, 'reject')).status).toBe(200)
  })

  test('approved by many at once are approved once', async () => {
    const { user, portfolio } = await requestToken()
    const responses = await Promise.all(
      ['approve', 'approve', 'reject', 'approve'].map((action) => decide(user.id, action)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await auditOf('portfolio', portfolio.id)).toHaveLength(1)
    const [notified] = await app.sql`select count(*)::int as n from notifications where user_id = ${user.id}`
    expect(notified?.n).toBe(1)
  })

  test('changed since they were read cannot be decided', async () => {
    const { user, portfolio } = await requestToken()
    await app.sql`update portfolios set pending_investments = '$MONZ' where id = ${portfolio.id}`
    const response = await decide(user.id, 'approve', { updated_at: portfolio.updated_at.toISOString() })
    expect([response.status, response.body.code]).toEqual([409, 'stale_write'])
  })

  test('returns 409 when nothing waits, 404 for an unknown user, 422 for another action', async () => {
    const user = await createUser(app.db, { is_verified: true })
    expect((await decide(user.id, 'approve')).status).toBe(409)
    expect((await decide(999_999, 'approve')).status).toBe(404)
    expect((await decide(user.id, 'accept')).status).toBe(422)
    expect((await decide(user.id, 'APPROVE')).status).toBe(422)
  })
})
