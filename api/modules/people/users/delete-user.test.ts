import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { acquireLease } from '#common/lease'
import {
  createActivity,
  createInvestment,
  createNotification,
  createPortfolio,
  createScreeningMatch,
  createTicket,
  createToken,
  createTransaction,
  createUser,
  setVerification,
} from '#db/seed/factories'
import { createAttestation, createValuation, issueUnits } from '#db/seed/series-factories'
import { createScreener } from '#modules/compliance/screening/screening-job'
import { hashPassword } from '#modules/identity/session/passwords'
import { addMovement } from '#modules/portfolio/testing-movements'
import { startTestApp, type TestApp } from '#testing/test-app'

const PASSWORD = 'Quartz-vein-42!'

let app: TestApp
let headers: Record<string, string>
let passwordHash: string

beforeAll(async () => {
  app = await startTestApp()
  headers = (await app.signInAdmin()).headers
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, app.adm + path, { headers, body })

const countWaiting = async (): Promise<number> => {
  const [row] = await app.sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.n ?? 0
}

/** Deletes an account and calls `write` during the deletion, with its user locked and nothing committed. */
async function writeDuringDeletion<T>(userId: number, write: () => Promise<T>): Promise<T> {
  const connection = await app.sql.reserve()
  // The deletion waits here for the audit log, which it writes last.
  await connection.unsafe('begin; select 1 from audit_head for update')
  const deletion = call('DELETE', `/users/${userId}`)
  await expect.poll(countWaiting).toBe(1)
  let isDone = false
  const writing = write().finally(() => {
    isDone = true
  })
  await expect.poll(async () => isDone || (await countWaiting()) === 2).toBe(true)
  await connection.unsafe('commit')
  connection.release()
  expect((await deletion).status).toBe(200)
  return writing
}

test('removes the addresses of a disputed email change with the account, once the dispute is resolved', async () => {
  const { id, email } = await createUser(app.db)
  await app.sql`insert into email_disputes (user_id, former_email, present_email, suspect_since)
    values (${id}, 'former@lodefield.example', ${email}, now())`
  const refused = await call('DELETE', `/users/${id}`)
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'A change of the email address of this account is disputed. Resolve the dispute first.',
  ])
  await app.sql`update email_disputes set decision = 'keep', decided_at = now() where user_id = ${id}`
  expect((await call('DELETE', `/users/${id}`)).status).toBe(200)
  expect(await countRows('email_disputes', id)).toBe(0)
})

const countRows = async (table: string, userId: number): Promise<number> => {
  const [row] = await app.sql.unsafe(`select count(*)::int as n from ${table} where user_id = $1`, [userId])
  return row?.n
}

describe('while an account is deleted', () => {
  test('its investor cannot request a token, which would stay pending forever', async () => {
    const token = await createToken(app.db)
    const { user, session, headers: investor } = await app.signIn({ is_verified: true })
    const response = await writeDuringDeletion(user.id, () =>
      app.call('PUT', '/user/portfolio', {
        headers: { ...investor, 'x-csrf-token': createCsrfToken(session.id, app.config.TOKEN_SECRET) },
        body: { pending_investments: token.symbol },
      }),
    )
    expect([response.status, response.body.code]).toEqual([401, 'session_expired'])
    expect(await countRows('portfolios', user.id)).toBe(0)
    expect((await call('GET', '/stats')).body.stats.pending_requests).toBe(0)
    expect((await call('DELETE', `/tokens/${token.id}`)).status).toBe(200)
  })

  test('a login leaves no record with the email and the IP address', async () => {
    const user = await createUser(app.db, { password_hash: passwordHash })
    const response = await writeDuringDeletion(user.id, () =>
      app.call('POST', '/auth/user/login', {
        body: { email: user.email, password: PASSWORD },
        address: '203.0.113.77',
      }),
    )
    expect(response.status).toBe(401)
    // Records are written after the response, in order: once a later login is recorded, so are earlier ones.
    await app.call('POST', '/auth/user/login', {
      body: { email: 'later@lodefield.example', password: PASSWORD },
      address: '203.0.113.78',
    })
    await expect
      .poll(async () => (await app.sql`select 1 from login_records where ip_address = '203.0.113.78'`).length)
      .toBe(1)
    expect(
      await app.sql`select 1 from login_records where email = ${user.email} or ip_address = '203.0.113.77'`,
    ).toHaveLength(0)
    expect(await countRows('sessions', user.id)).toBe(0)
    expect(app.logLines.join('\n')).not.toContain('a sign-in record could not be stored')
  })

  test.each([
    [
      'a transaction',
      (id: number) => [
        'POST',
        `/user/${id}/transactions`,
        { type: 'deposit', amount: '5', date: '2026-03-02' },
      ],
      404,
    ],
    [
      'an activity',
      (id: number) => [
        'POST',
        '/recent-activities',
        { user_id: id, activity_date: '2026-03-02', description: 'Valued' },
      ],
      422,
    ],
    ['a portfolio', (id: number) => ['POST', '/portfolio', { user_id: id }], 422],
    [
      'a notification',
      (id: number) => [
        'POST',
        '/notifications/send-direct',
        { title: 'A', message: 'B', target_user_id: id },
      ],
      422,
    ],
  ] as const)('%s is rejected', async (_, describeCall, status) => {
    const { id } = await createUser(app.db)
    const [method, path, body] = describeCall(id)
    const response = await writeDuringDeletion(id, () => call(method as string, path as string, body))
    expect(response.status).toBe(status)
    for (const table of ['transactions', 'activities', 'portfolios', 'notifications']) {
      expect(await countRows(table, id), table).toBe(0)
    }
  })

  test('an announcement reaches all other investors', async () => {
    const { id } = await createUser(app.db)
    const response = await writeDuringDeletion(id, () =>
      call('POST', '/notifications/send-direct', { title: 'Maintenance', message: 'Tonight.' }),
    )
    const [row] = await app.sql`select count(*)::int as n from users where is_active and deleted_at is null`
    expect([response.status, response.body.target_users]).toEqual([201, row?.n])
    expect(await countRows('notifications', id)).toBe(0)
  })
})

/** Withdraws all cash from an account. */
const payOut = (user_id: number, amount: string) =>
  createTransaction(app.db, { user_id, type: 'withdrawal', amount })

test.each([
  ['open', 409],
  ['match', 409],
  ['no_match', 200],
] as const)('deleting an account with a watchlist match of state %s returns %i', async (state, status) => {
  const { id } = await createUser(app.db)
  const decided = state === 'open' ? {} : { reason: 'Same passport', decided_at: new Date() }
  await createScreeningMatch(app.db, { user_id: id, state, ...decided })
  const { deletion } = (await call('GET', `/users/${id}/deletion`)).body
  const kept =
    'This investor has an open or confirmed screening match. The account cannot be deleted until all matches are cleared under Screening.'
  expect(deletion.obstacle).toBe(status === 409 ? kept : null)
  expect((await call('DELETE', `/users/${id}`)).status).toBe(status)
})

describe('an account that has not been compared with the watchlist', () => {
  const waits =
    'This investor has not yet been screened against the current watchlist. Try again in a moment.'
  const screener = createScreener('test')
  /** Keeps the server from screening in between. */
  const hold = () => acquireLease('screening', 'test', 600_000)
  const list = (version = 1) => app.sql`
    insert into screening_lists (entries, version) values (1, ${version})
    on conflict (id) do update set version = excluded.version, uploaded_at = now()`
  async function expectKept(id: number) {
    expect((await call('GET', `/users/${id}/deletion`)).body.deletion.obstacle).toBe(waits)
    const refused = await call('DELETE', `/users/${id}`)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([409, 'conflict', waits])
    expect(await countRows('screenings', id)).toBeLessThanOrEqual(1)
    await screener.screenDue()
  }
  const erase = async (id: number) => (await call('DELETE', `/users/${id}`)).status
  beforeEach(async () => {
    await app.sql`insert into screening_names (list, entry_id, name) values ('EU', '7', 'Viktor Marlowe')`
    await list()
    await hold()
  })
  afterEach(async () => {
    await app.sql`delete from screening_lists`
    await app.sql`delete from screening_names`
  })

  test('is kept until it has been compared, and then deleted', async () => {
    const { id } = await createUser(app.db, { first_name: 'Bo', last_name: 'Lind' })
    await expectKept(id)
    expect(await erase(id)).toBe(200)
  })

  test.each([
    ['the account is renamed', (id: number) => app.sql`update users set last_name = 'Marl' where id = ${id}`],
    [
      'the verification has other names',
      (id: number) => setVerification(app.db, id, { answers: { identity: { full_name: 'Cy Marl' } } }),
    ],
    ['there is another watchlist', () => list(2)],
  ])('is kept again when %s', async (_, change) => {
    const { id } = await createUser(app.db, { first_name: 'Bo', last_name: 'Lind' })
    await screener.screenDue()
    await hold()
    await change(id)
    await expectKept(id)
    expect(await erase(id)).toBe(200)
  })

  test('is kept permanently if it is on the watchlist', async () => {
    const { id } = await createUser(app.db, { first_name: 'Viktor', last_name: 'Marlowe' })
    await expectKept(id)
    expect(await erase(id)).toBe(409)
    expect(await countRows('screening_hits', id)).toBe(1)
  })
})

describe('an account with cash', () => {
  test.each([
    ['deposit', '50.00', 'This investor has a cash balance of $50.00. Pay it out first.'],
    ['fee', '50.00', 'The cash balance of this investor is overdrawn by $50.00. Settle the overdraft first.'],
  ] as const)('is not deleted until its cash is settled: after a %s', async (type, amount, sentence) => {
    const { id } = await createUser(app.db)
    await createTransaction(app.db, { user_id: id, type, amount })
    const { deletion } = (await call('GET', `/users/${id}/deletion`)).body
    expect([deletion.cash, deletion.obstacle]).toEqual([type === 'fee' ? '-50.00' : '50.00', sentence])
    const refused = await call('DELETE', `/users/${id}`)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([409, 'conflict', sentence])
    await createTransaction(app.db, { user_id: id, type: type === 'fee' ? 'deposit' : 'withdrawal', amount })
    expect((await call('GET', `/users/${id}/deletion`)).body.deletion).toMatchObject({
      cash: '0.00',
      obstacle: null,
    })
    expect((await call('DELETE', `/users/${id}`)).status).toBe(200)
  })

  test('shows its units and their value with the cash', async () => {
    const { id } = await createUser(app.db)
    const token = await createToken(app.db)
    await createAttestation(app.db, { token_id: token.id, units_held: '100' })
    await createValuation(app.db, { token_id: token.id, preferred: '100' })
    await createTransaction(app.db, { user_id: id, amount: '50.00' })
    await issueUnits(app.db, token.id, { [id]: '2.5' })
    expect((await call('GET', `/users/${id}/deletion`)).body.deletion).toMatchObject({
      total_value: '300.00',
      cash: '50.00',
      units: [{ symbol: token.symbol, units: '2.500000' }],
      obstacle: `This investor holds 2.500000 units of ${token.symbol}. Redeem or transfer them first.`,
      has_money: true,
      was_verified: false,
    })
  })
})

describe('before an account is deleted', () => {
  test('an administrator can see what the investor still has', async () => {
    const { id, email } = await createUser(app.db)
    await createPortfolio(app.db, {
      user_id: id,
      total_value: '26000.00',
      total_invested: '25000.00',
      active_investments: 2,
      pending_investments: '$WITGOLD',
      pending_since: new Date(),
    })
    await createTransaction(app.db, { user_id: id, amount: '27000.00' })
    await createTransaction(app.db, { user_id: id, type: 'withdrawal', amount: '2000.00' })
    await createTransaction(app.db, { user_id: id, type: 'withdrawal', amount: '750.00', status: 'pending' })
    await createTicket(app.db, { user_id: id })
    await createTicket(app.db, { email: email.toUpperCase() })
    await createTicket(app.db, { user_id: id, status: 'closed' })
    const response = await call('GET', `/users/${id}/deletion`)
    expect([response.status, response.body.deletion]).toEqual([
      200,
      {
        user_id: id,
        total_value: '26000.00',
        total_invested: '25000.00',
        active_investments: 2,
        pending_investments: '$WITGOLD',
        cash: '25000.00',
        units: [],
        obstacle: 'This investor has a cash balance of $25,000.00. Pay it out first.',
        deposited: '27000.00',
        withdrawn: '2000.00',
        pending_transactions: [{ type: 'withdrawal', count: 1, amount: '750.00' }],
        open_tickets: 2,
        has_money: true,
        was_verified: false,
      },
    ])
  })

  test('its audit entry records the money it still showed, and no personal data', async () => {
    const { id, email } = await createUser(app.db, { first_name: 'Erika', last_name: 'Quartzsdottir' })
    await createPortfolio(app.db, {
      user_id: id,
      total_value: '26000.00',
      total_invested: '25000.00',
      active_investments: 2,
    })
    await createTransaction(app.db, { user_id: id, amount: '27000.00' })
    await createTransaction(app.db, { user_id: id, type: 'withdrawal', amount: '750.00', status: 'pending' })
    await payOut(id, '27000.00')
    await createTicket(app.db, { email })
    const { user_id, obstacle: _, ...shown } = (await call('GET', `/users/${id}/deletion`)).body.deletion
    expect([user_id, shown.total_value, shown.deposited]).toEqual([id, '26000.00', '27000.00'])
    await call('DELETE', `/users/${id}`)
    const entries = await app.sql`
      select before, after from audit_log where action = 'user.delete' and entity_id = ${String(id)}`
    expect(entries).toEqual([
      { before: { id, ...shown }, after: { id, deleted: true, has_money: false, was_verified: false } },
    ])
  })

  test.each([
    ['nothing', false, async () => undefined],
    ['a ticket', false, (user_id: number) => createTicket(app.db, { user_id })],
    [
      'a failed deposit',
      false,
      (user_id: number) => createTransaction(app.db, { user_id, status: 'failed' }),
    ],
    ['a value', true, (user_id: number) => createPortfolio(app.db, { user_id, total_value: '0.01' })],
    ['a deposit', true, (user_id: number) => createTransaction(app.db, { user_id })],
    [
      'a deposit that was paid out',
      true,
      async (user_id: number) => {
        await createTransaction(app.db, { user_id, amount: '30.00' })
        await createTransaction(app.db, { user_id, type: 'withdrawal', amount: '30.00' })
      },
    ],
    [
      'units that were redeemed',
      true,
      async (user_id: number) => {
        const { id: token } = await createToken(app.db)
        await createAttestation(app.db, { token_id: token, units_held: '100' })
        await issueUnits(app.db, token, { [user_id]: '2.5' })
        await addMovement(app.sql, {
          token_id: token,
          type: 'transfer',
          entries: [
            [user_id, '-2.5'],
            [(await createUser(app.db)).id, '2.5'],
          ],
        })
      },
    ],
    [
      'transactions that were deleted',
      true,
      async (user_id: number) => {
        const { id } = await createTransaction(app.db, { user_id, amount: '30.00' })
        expect((await call('DELETE', `/transactions/${id}`)).status).toBe(200)
      },
    ],
    [
      'a transaction that was cancelled',
      true,
      async (user_id: number) => {
        const { id } = await createTransaction(app.db, { user_id, amount: '30.00' })
        const body = { status: 'cancelled', reason: 'Never arrived' }
        expect((await call('PUT', `/transactions/${id}`, body)).status).toBe(200)
      },
    ],
    [
      'a pending fee',
      true,
      (user_id: number) => createTransaction(app.db, { user_id, type: 'fee', status: 'pending' }),
    ],
  ] as const)('counts %s as money: %s', async (_, hasMoney, make) => {
    const { id } = await createUser(app.db)
    await make(id)
    expect((await call('GET', `/users/${id}/deletion`)).body.deletion.has_money).toBe(hasMoney)
  })

  test('returns 404 for an unknown or deleted investor', async () => {
    const { id } = await createUser(app.db)
    await call('DELETE', `/users/${id}`)
    expect((await call('GET', `/users/${id}/deletion`)).status).toBe(404)
    expect((await call('GET', '/users/999999/deletion')).status).toBe(404)
  })
})

describe('a deleted account', () => {
  const tables = [
    'portfolios',
    'activities',
    'notifications',
    'sessions',
    'login_records',
    'investments',
    'transactions',
  ]

  test.each(tables)('accepts no new row of %s from any writer', async (table) => {
    const { id } = await createUser(app.db)
    await call('DELETE', `/users/${id}`)
    const values: Record<string, string> = {
      portfolios: 'default values',
      activities: "description = 'A'",
      notifications: "title = 'A', message = 'B'",
      sessions: "role = 'investor', refresh_token_hash = 'x', expires_at = '2099-01-01'",
      login_records: 'success = true',
      investments: "token_symbol = '$A'",
      transactions: "type = 'deposit', amount = 1",
    }
    const pairs = (values[table] ?? '').split(', ').filter((pair) => pair.includes(' = '))
    const names = ['user_id', ...pairs.map((pair) => pair.split(' = ')[0])]
    const literals = [id, ...pairs.map((pair) => pair.split(' = ')[1])]
    const insert = app.sql.unsafe(`insert into ${table} (${names}) values (${literals})`)
    await expect(insert).rejects.toMatchObject({ code: 'LD001' })
  })

  test('keeps its ledger, which can be read but not changed', async () => {
    const { id } = await createUser(app.db)
    const transaction = await createTransaction(app.db, { user_id: id, amount: '26000.00' })
    await payOut(id, '26000.00')
    await createInvestment(app.db, { user_id: id })
    await call('DELETE', `/users/${id}`)

    expect((await call('GET', `/user/${id}/transactions`)).body.transactions).toHaveLength(2)
    const refused = [
      await call('PUT', `/transactions/${transaction.id}`, { amount: '1.00' }),
      await call('DELETE', `/transactions/${transaction.id}`),
    ]
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(body.error).toContain('account of this investor has been deleted')
    }
    expect(
      (await call('POST', `/user/${id}/transactions`, { type: 'deposit', amount: '5', date: '2026-03-02' }))
        .status,
    ).toBe(404)
    await expect(
      app.sql`update transactions set amount = 1 where id = ${transaction.id}`,
    ).rejects.toMatchObject({
      code: 'LD001',
    })
    expect((await call('GET', `/transactions/${transaction.id}`)).body.transaction.amount).toBe('26000.00')
  })

  test('has no portfolio, activity or notification left to edit', async () => {
    const { id } = await createUser(app.db)
    const portfolio = await createPortfolio(app.db, { user_id: id })
    const activity = await createActivity(app.db, { user_id: id })
    const notification = await createNotification(app.db, { user_id: id })
    await call('DELETE', `/users/${id}`)
    const responses = [
      await call('PUT', `/portfolio/${portfolio.id}/values`, { total_value: '1.00' }),
      await call('PUT', `/recent-activities/${activity.id}`, { description: 'B' }),
      await call('PUT', `/notifications/${notification.id}`, { title: 'B' }),
      await call('PUT', `/portfolio/${id}/pending-token`, { action: 'reject' }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })
})
