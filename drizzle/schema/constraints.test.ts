import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCheckViolation, getForeignKeyViolation, getUniqueViolation } from '#db/errors'
import { transactions } from '#db/schema/cash/transactions'
import { tokenCategories, tokens } from '#db/schema/catalog/tokens'
import { contactDepartments } from '#db/schema/desk/departments'
import { chatSessions, supportTickets } from '#db/schema/desk/support'
import { admins, loginRecords, sessions, users } from '#db/schema/identity/accounts'
import { notifications } from '#db/schema/messaging/notifications'
import { settings } from '#db/schema/platform/settings'
import { portfolios, portfolioValues } from '#db/schema/portfolio/portfolios'
import {
  createActivity,
  createAdmin,
  createCallRequest,
  createCategory,
  createChatSession,
  createDocument,
  createLoginRecord,
  createNotification,
  createPortfolio,
  createSession,
  createTicket,
  createToken,
  createTransaction,
  createUser,
} from '#db/seed/factories'
import { createTestDatabase, type TestDatabase } from '#db/test-database'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

/** The database's error. */
const refusal = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('amounts', () => {
  test.each(['0', '-1', '-0.00', 'NaN', '1000000000000', 'Infinity'])(
    'a transaction of %s is rejected',
    async (amount) => {
      const error = await refusal(createTransaction(store.db, { amount }))
      expect(error).toBeDefined()
      // Infinity does not even fit the type.
      if (amount !== 'Infinity') expect(getCheckViolation(error)).toBe('transactions_amount_range')
    },
  )

  test('the largest and the smallest amount are stored to the cent', async () => {
    for (const amount of ['999999999999.99', '0.01']) {
      expect((await createTransaction(store.db, { amount })).amount).toBe(amount)
    }
  })

  test('a third decimal is rounded rather than rejected, so the contract must reject it', async () => {
    expect((await createTransaction(store.db, { amount: '0.005' })).amount).toBe('0.01')
    expect(getCheckViolation(await refusal(createTransaction(store.db, { amount: '0.004' })))).toBe(
      'transactions_amount_range',
    )
  })

  test('a fee is a number and never negative', async () => {
    for (const fee of ['-0.01', 'NaN']) {
      expect(getCheckViolation(await refusal(createTransaction(store.db, { fee })))).toBe(
        'transactions_fee_range',
      )
    }
  })

  test('portfolio figures have their signs and bounds', async () => {
    const bad = { total_value: '-0.01', total_invested: 'NaN', active_investments: -1, performance: 'NaN' }
    for (const [column, value] of Object.entries(bad)) {
      const error = await refusal(createPortfolio(store.db, { [column]: value }))
      expect(getCheckViolation(error)).toBe(`portfolios_${column}_range`)
    }
    const lossy = await createPortfolio(store.db, { total_gains: '-12.50', performance: '-3.1250' })
    expect(lossy).toMatchObject({
      total_gains: '-12.50',
      performance: '-3.1250',
      pending_investments: 'none',
    })
  })

  test('an activity may be negative, its balance may not', async () => {
    expect((await createActivity(store.db, { net_growth: '-40.00' })).net_growth).toBe('-40.00')
    expect(getCheckViolation(await refusal(createActivity(store.db, { balance: '-0.01' })))).toBe(
      'activities_balance_range',
    )
  })
})

describe('accounts', () => {
  test('an email is unique in any case until its account is deleted', async () => {
    const user = await createUser(store.db, { email: 'Ada@Lodefield.example' })
    const error = await refusal(createUser(store.db, { email: 'ADA@lodefield.EXAMPLE' }))
    expect(getUniqueViolation(error)).toBe('users_email_unique')
    await store.db
      .update(users)
      .set({ deleted_at: new Date(), email: '', first_name: '' })
      .where(eq(users.id, user.id))
    await createUser(store.db, { email: 'ada@lodefield.example' })
  })

  test('only a deleted account may lack its name', async () => {
    expect(getCheckViolation(await refusal(createUser(store.db, { first_name: '' })))).toBe(
      'users_complete_or_deleted',
    )
  })

  test('one of twelve registrations of the same email succeeds', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, () => createUser(store.db, { email: 'race@lodefield.example' })),
    )
    const failed = attempts.filter((attempt) => attempt.status === 'rejected')
    expect(failed).toHaveLength(11)
    for (const attempt of failed) expect(getUniqueViolation(attempt.reason)).toBe('users_email_unique')
  })

  test('administrators differ in username and email', async () => {
    const { username, email } = await createAdmin(store.db)
    expect(
      getUniqueViolation(await refusal(createAdmin(store.db, { username: username.toUpperCase() }))),
    ).toBe('admins_username_unique')
    expect(getUniqueViolation(await refusal(createAdmin(store.db, { email: email.toUpperCase() })))).toBe(
      'admins_email_unique',
    )
  })

  test('a session belongs to an account of its role', async () => {
    const { id } = await createAdmin(store.db)
    await createSession(store.db, { role: 'admin', admin_id: id })
    const user = await createUser(store.db)
    const error = await refusal(createSession(store.db, { role: 'admin', user_id: user.id, admin_id: id }))
    expect(getCheckViolation(error)).toBe('sessions_one_owner')
  })

  test('an investor with transactions cannot be removed', async () => {
    const { user_id } = await createTransaction(store.db)
    const error = await refusal(store.db.delete(users).where(eq(users.id, user_id)))
    expect(getForeignKeyViolation(error)).toBe('transactions_user_id_users_id_fk')
  })
})

describe('fixed value lists', () => {
  test('there are seven departments at first, and further names are lower-case words', async () => {
    expect(await store.db.select().from(contactDepartments)).toHaveLength(7)
    for (const department of ['Sales', 'press office', '_press', '1st', '']) {
      const error = await refusal(store.db.insert(contactDepartments).values({ department }))
      expect(getCheckViolation(error), department).toBe('contact_departments_department_words')
    }
  })

  test('settings are a single row with colors and a date format', async () => {
    expect(
      getCheckViolation(await refusal(store.db.insert(settings).values({ id: 2, site_name: 'Two' }))),
    ).toBe('settings_single_row')
    expect(getCheckViolation(await refusal(store.db.update(settings).set({ primary_color: 'red' })))).toBe(
      'settings_primary_color_hex',
    )
    expect(getCheckViolation(await refusal(store.sql`update settings set date_format = 'YYYY'`))).toBe(
      'settings_date_format_known',
    )
  })

  test.each([
    ['transactions', "insert into transactions (user_id, type, amount) values (1, 'gift', 1)"],
    [
      'notifications',
      "insert into notifications (user_id, type, title, message) values (1, 'loud', 'a', 'b')",
    ],
    [
      'documents',
      "insert into documents (original_name, filename, file_type, file_size) values ('a', 'b', 'exe', 1)",
    ],
  ])('%s accept no other type', async (_table, statement) => {
    expect(getCheckViolation(await refusal(store.sql.unsafe(statement)))).toMatch(/_type_known$/)
  })

  test('a call has an existing slot and day', async () => {
    expect(
      getCheckViolation(
        await refusal(store.sql`insert into call_schedules
      (name, email, purpose, preferred_date, preferred_time) values ('a', 'b', 'c', '2099-01-05', '18:00')`),
      ),
    ).toBe('call_schedules_preferred_time_known')
    expect(await refusal(createCallRequest(store.db, { preferred_date: '2026-02-30' }))).toBeDefined()
  })
})

describe('support', () => {
  test('a reference has six digits, or as many as the id', async () => {
    const ticket = await createTicket(store.db)
    expect(ticket.reference).toBe(`T-${String(ticket.id).padStart(6, '0')}`)
    expect((await createCallRequest(store.db)).reference).toMatch(/^C-\d{6}$/)
    expect((await createChatSession(store.db)).reference).toMatch(/^L-\d{6}$/)
    const [large] = await store.sql`insert into support_tickets (id, name, email, subject, message)
      overriding system value values (12345678, 'a', 'b', 'c', 'd') returning reference`
    expect(large?.reference).toBe('T-12345678')
  })

  test('texts have maximum lengths and are not blank', async () => {
    await createTicket(store.db, { subject: 'x'.repeat(200), message: '\u{1F30B}'.repeat(5000) })
    expect(await refusal(createTicket(store.db, { subject: 'x'.repeat(201) }))).toBeDefined()
    expect(await refusal(createTicket(store.db, { message: 'x'.repeat(5001) }))).toBeDefined()
    expect(getCheckViolation(await refusal(createTicket(store.db, { message: '  ' })))).toBe(
      'support_tickets_message_not_blank',
    )
  })

  test("an investor's messages outlive the account", async () => {
    const user = await createUser(store.db)
    const ticket = await createTicket(store.db, { user_id: user.id })
    await store.db.delete(users).where(eq(users.id, user.id))
    const [kept] = await store.db.select().from(supportTickets).where(eq(supportTickets.id, ticket.id))
    expect(kept?.user_id).toBeNull()
  })
})

test('a document is at most 200 MB', async () => {
  await createDocument(store.db, { file_size: 209_715_200 })
  const error = await refusal(createDocument(store.db, { file_size: 209_715_201 }))
  expect(getCheckViolation(error)).toBe('documents_file_size_range')
})

test('personal data is deleted with the account: sessions, sign-ins, notifications, portfolio', async () => {
  const { id: user_id } = await createUser(store.db)
  await createSession(store.db, { user_id })
  await createLoginRecord(store.db, { user_id })
  await createNotification(store.db, { user_id })
  await createPortfolio(store.db, { user_id })
  await store.db.delete(users).where(eq(users.id, user_id))
  for (const table of [sessions, loginRecords, notifications, portfolios]) {
    expect(await store.db.$count(table, eq(table.user_id, user_id))).toBe(0)
  }
})

test('a sign-in with an unknown email is recorded without an account', async () => {
  expect(await createLoginRecord(store.db, { success: false })).toMatchObject({
    user_id: null,
    role: 'investor',
  })
})

describe('tokens', () => {
  test.each(['$witgold', 'WITGOLD', '$WITGOLD'])('a symbol is taken when written as %s', async (symbol) => {
    expect(getUniqueViolation(await refusal(createToken(store.db, { symbol })))).toBe('tokens_symbol_unique')
  })

  test.each(['None', '$none', '$'])('no token is named %s', async (symbol) => {
    expect(getCheckViolation(await refusal(createToken(store.db, { symbol })))).toBe('tokens_symbol_not_none')
  })

  test('a category in use cannot be removed', async () => {
    const { id } = await createCategory(store.db)
    const token = await createToken(store.db, { category_id: id })
    const remove = () => store.db.delete(tokenCategories).where(eq(tokenCategories.id, id))
    expect(getForeignKeyViolation(await refusal(remove()))).toBe('tokens_category_id_token_categories_id_fk')
    await store.db.delete(tokens).where(eq(tokens.id, token.id))
    await remove()
  })

  test('a custom icon has a URL', async () => {
    expect(getCheckViolation(await refusal(createToken(store.db, { icon_type: 'custom' })))).toBe(
      'tokens_custom_icon_has_url',
    )
  })
})

describe('updated_at', () => {
  test('moves with every change, even twice within a millisecond, and equals the value read', async () => {
    const { id, updated_at } = await createTransaction(store.db)
    const seen = [updated_at.getTime()]
    await store.db.transaction(async (tx) => {
      for (const amount of ['1.00', '2.00', '3.00']) {
        const [row] = await tx.update(transactions).set({ amount }).where(eq(transactions.id, id)).returning()
        seen.push(row?.updated_at.getTime() ?? 0)
      }
    })
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    const last = new Date(seen.at(-1) ?? 0)
    expect(await store.db.select().from(transactions).where(eq(transactions.updated_at, last))).toHaveLength(
      1,
    )
  })

  test('stays when nothing changed, when an investor signs in and when a chat gets a message', async () => {
    const user = await createUser(store.db)
    const chat = await createChatSession(store.db)
    await store.db.update(users).set({ last_login_at: new Date() }).where(eq(users.id, user.id))
    await store.db.update(users).set({ phone: user.phone }).where(eq(users.id, user.id))
    await store.db
      .update(chatSessions)
      .set({ last_message_at: new Date() })
      .where(eq(chatSessions.id, chat.id))
    const [after] = await store.db.select().from(users).where(eq(users.id, user.id))
    const [chatAfter] = await store.db.select().from(chatSessions).where(eq(chatSessions.id, chat.id))
    expect(after?.updated_at).toEqual(user.updated_at)
    expect(chatAfter?.updated_at).toEqual(chat.updated_at)
  })

  test('moves by trigger on every table that has it', async () => {
    const unguarded = await store.sql`
      select table_name from information_schema.columns
      where table_schema = 'public' and column_name = 'updated_at' and not exists (
        select from pg_trigger where tgname = 'touch' and tgrelid = format('public.%I', table_name)::regclass)`
    expect(unguarded.map((row) => row.table_name)).toEqual([])
  })
})

test('each change of a portfolio adds a point to its chart', async () => {
  const { id } = await createPortfolio(store.db, { total_value: '100.00' })
  const change = (values: Partial<typeof portfolios.$inferInsert>) =>
    store.db.update(portfolios).set(values).where(eq(portfolios.id, id))
  await change({ total_value: '110.00', total_gains: '10.00' })
  await change({ pending_investments: '$WITGOLD' })
  await change({ total_value: '105.00', total_gains: '5.00' })
  const points = await store.db
    .select({ value: portfolioValues.total_value })
    .from(portfolioValues)
    .where(eq(portfolioValues.portfolio_id, id))
    .orderBy(portfolioValues.recorded_at)
  expect(points.map((point) => point.value)).toEqual(['100.00', '110.00', '105.00'])
})

test('lists read their index and sort nothing', async () => {
  const { user_id } = await createTransaction(store.db)
  const lists = [
    `transactions where user_id = ${user_id} order by transaction_date desc, id desc`,
    `transactions where user_id = ${user_id} and type = 'deposit' order by transaction_date desc, id desc`,
    `transactions where user_id = ${user_id} and status = 'completed' order by transaction_date, id`,
    `notifications where user_id = ${user_id} order by created_at desc, id desc`,
    `activities where user_id = ${user_id} order by activity_date desc, id desc`,
    'activities order by created_at desc, id desc',
    'users where deleted_at is null order by first_name collate "und-x-icu", id',
    'users where deleted_at is null order by last_name collate "und-x-icu" desc, id desc',
    'support_tickets order by updated_at desc, id desc',
    'support_tickets order by name collate "und-x-icu", id',
    'support_tickets order by subject collate "und-x-icu" desc, id desc',
    'call_schedules order by preferred_date, id',
    'call_schedules order by updated_at, id',
    'call_schedules order by name collate "und-x-icu", id',
    'chat_sessions order by name collate "und-x-icu" desc, id desc',
    'login_records order by login_time desc, id desc',
    "support_tickets where status = 'open' order by created_at desc, id desc",
    'documents where is_public order by created_at desc, id desc',
    "price_points where asset_id = 1 and feed = 'live' and resolution = 60 and time > now() - interval '1 hour' order by time",
  ]
  await store.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_bitmapscan = off`)
    for (const list of lists) {
      const plan = JSON.stringify([...(await tx.execute(sql.raw(`explain select * from ${list} limit 20`)))])
      expect(plan, list).toMatch(/Index.* Scan/)
      expect(plan, list).not.toContain('Sort')
    }
  })
})

test('an administrator named in the audit log cannot be removed', async () => {
  const { id } = await createAdmin(store.db)
  await store.sql`insert into audit_log (admin_id, action, entity) values (${id}, 'login', 'session')`
  expect(getForeignKeyViolation(await refusal(store.db.delete(admins).where(eq(admins.id, id))))).toBe(
    'audit_log_admin_id_admins_id_fk',
  )
})
