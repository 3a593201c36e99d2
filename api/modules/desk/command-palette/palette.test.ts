import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAmount } from '#contract/desk/admin-command-palette'
import {
  createCallRequest,
  createChatSession,
  createTicket,
  createToken,
  createTransaction,
  createUser,
} from '#db/seed/factories'
import { createOffering, createSubscription } from '#db/seed/series-factories'
import { startTestApp, type TestApp } from '#testing/test-app'
import { parseReference } from './command-palette-search.ts'

let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  headers = (await app.signInAdmin()).headers
})
afterAll(() => app.close())

const find = async (q: string, by = headers) => {
  const { status, body } = await app.call('GET', `${app.adm}/search?q=${encodeURIComponent(q)}`, {
    headers: by,
  })
  expect(status).toBe(200)
  return body.results as { kind: string; id: number; title: string; subtitle: string; link: string }[]
}
const pad = (id: number) => String(id).padStart(6, '0')

test.each([
  ['T-000123', { letter: 'T', id: 123 }],
  ['s 7', { letter: 'S', id: 7 }],
  ['Proposal 42', { letter: 'P', id: 42 }],
  ['Approval request 42', { letter: 'P', id: 42 }],
  ['#42', { letter: '', id: 42 }],
  ['42', { letter: '', id: 42 }],
  ['9999999999', undefined],
  ['0', undefined],
  ['ada', undefined],
])('reads %j', (text, reference) => {
  expect(parseReference(text)).toEqual(reference)
})

test.each([
  ['12500', '12500.00'],
  ['12,500', '12500.00'],
  [' $12,500.00 ', '12500.00'],
  ['-$40.5', '40.50'],
  ['+ USD 1,250,000', '1250000.00'],
  ['.50', undefined],
  ['12,50', undefined],
  ['12.500', undefined],
  ['0.00', undefined],
  ['007', undefined],
  ['#12500', undefined],
  ['S-12500', undefined],
  ['1234567890123', undefined],
])('reads the amount of %j', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

describe('the search of the palette', () => {
  test('finds investors by parts of name and email, with and without accents, and by account number', async () => {
    const user = await createUser(app.db, { first_name: 'Zoé', last_name: 'Quillfeather' })
    const found = {
      kind: 'investor',
      id: user.id,
      title: 'Zoé Quillfeather',
      subtitle: `${user.email} · A-${pad(user.id)}`,
      link: `?d=users&user=${user.id}`,
    }
    for (const q of ['zoe quill', 'feather', user.email, `A-${pad(user.id)}`, `a${user.id}`])
      expect(await find(q), q).toEqual([found])
  })

  test('puts first who begins with what was typed', async () => {
    await createUser(app.db, { first_name: 'Amb', last_name: 'Torvik' })
    const { id } = await createUser(app.db, { first_name: 'Vik', last_name: 'Zander' })
    expect((await find('vik'))[0]).toMatchObject({ kind: 'investor', id })
  })

  test('puts first whose full name begins with what was typed, in either order', async () => {
    for (const last_name of ['Aldini', 'Bianchi', 'Corsini', 'Dimas', 'Eiri', 'Fini', 'Gia', 'Hilti'])
      await createUser(app.db, { first_name: 'Demosthenes', last_name })
    const { id } = await createUser(app.db, { first_name: 'Demos', last_name: 'Investor' })
    expect((await find('demos i'))[0]).toMatchObject({ kind: 'investor', id })
    expect((await find('investor d'))[0]).toMatchObject({ kind: 'investor', id })
    const { body } = await app.call('GET', `${app.adm}/users?search=demos%20i&sort=match&limit=8`, {
      headers,
    })
    expect(body.users[0].id).toBe(id)
  })

  test('does not find deleted investors', async () => {
    const user = await createUser(app.db, { last_name: 'Vanished' })
    await app.call('DELETE', `${app.adm}/users/${user.id}`, { headers })
    expect(await find('vanished')).toEqual([])
    expect(await find(`A-${user.id}`)).toEqual([])
  })

  test('finds tickets, calls and chats by their references', async () => {
    const ticket = await createTicket(app.db, { subject: 'My statement' })
    const call = await createCallRequest(app.db)
    const chat = await createChatSession(app.db)
    expect(await find(ticket.reference)).toMatchObject([
      {
        kind: 'ticket',
        id: ticket.id,
        title: `${ticket.reference} My statement`,
        link: `?d=support&item=${ticket.id}`,
      },
    ])
    expect(await find(call.reference.toLowerCase())).toMatchObject([{ kind: 'call', id: call.id }])
    expect(await find(chat.reference)).toMatchObject([
      { kind: 'chat', id: chat.id, link: `?d=support&tab=chats&item=${chat.session_id}` },
    ])
  })

  test('finds a subscription with the deposit that pays it, transactions by id and description, and series', async () => {
    const user = await createUser(app.db)
    const { id: token_id, symbol } = await createToken(app.db, { name: 'Quetzal silver' })
    const { id: offering_id } = await createOffering(app.db, { token_id })
    const { id } = await createSubscription(app.db, { token_id, offering_id, user_id: user.id })
    const deposit = await createTransaction(app.db, {
      user_id: user.id,
      amount: '1250.00',
      description: 'WIRE-77120 from the bank',
      transaction_date: new Date('2026-03-02T23:59:00Z'),
    })
    await app.sql`update subscriptions set state = 'funded', transaction_id = ${deposit.id} where id = ${id}`
    expect(await find(`S-${pad(id)}`)).toMatchObject([
      { kind: 'subscription', id, link: `?d=subscriptions&item=${id}` },
      { kind: 'transaction', id: deposit.id },
    ])
    expect(await find(`#${deposit.id}`)).toContainEqual({
      kind: 'transaction',
      id: deposit.id,
      title: 'Deposit of $1,250.00',
      subtitle: `#${deposit.id} · Test Investor · 2 Mar 2026 · WIRE-77120 from the bank`,
      link: `?d=transactions&user=${user.id}&search=%23${deposit.id}`,
    })
    expect(await find('wire-77120'), 'once').toMatchObject([{ kind: 'transaction', id: deposit.id }])
    expect(await find('quetzal')).toMatchObject([{ kind: 'series', id: token_id, title: symbol }])
  })

  test('finds a recent transaction by a reference anywhere in its description', async () => {
    const { id } = await createTransaction(app.db, { description: 'Wire of Umeå bank, ref. FT/88231-X' })
    for (const text of ['88231', 'ft/88231-x', 'umea 88231']) {
      expect(await find(text), text).toMatchObject([{ kind: 'transaction', id }])
    }
    expect(await find('#88231'), 'a number with its sign is no reference').toEqual([])
    await app.sql`insert into transactions (user_id, type, amount, description)
      select user_id, 'deposit', 1, '' from transactions, generate_series(1, 10000) where id = ${id}`
    expect(await find('88231'), 'among the 10,000 that were entered last').toEqual([])
    expect(await find('wire of ume'), 'the beginning of any').toMatchObject([{ id }])
  })

  test('finds recent transactions of exactly an amount, with whose, which kind and what day', async () => {
    const user = await createUser(app.db, { first_name: 'Ada', last_name: 'Reyes' })
    const row = { user_id: user.id, amount: '84250.50', transaction_date: new Date('2026-03-02T12:00:00Z') }
    const { id } = await createTransaction(app.db, {
      ...row,
      type: 'fee',
      status: 'pending',
      description: '',
    })
    await createTransaction(app.db, { ...row, amount: '84250.51' })
    for (const text of ['84250.5', '84,250.50', '$84,250.50', '-$84,250.50']) {
      expect(await find(text), text).toEqual([
        {
          kind: 'transaction',
          id,
          title: 'Fee of $84,250.50',
          subtitle: `#${id} · Ada Reyes · 2 Mar 2026 · pending`,
          link: `?d=transactions&user=${user.id}&search=%23${id}`,
        },
      ])
    }
    expect(await find('84250'), 'no other amount').toEqual([])
    const whole = await createTransaction(app.db, { user_id: user.id, amount: '84250.00' })
    expect(await find('84250'), 'a bare number too').toMatchObject([{ kind: 'transaction', id: whole.id }])
    expect(await find('#84250'), 'a number with its sign is no amount').toEqual([])
    const support = (await app.signInAdmin({ roles: ['support'] })).headers
    expect(await find('$84,250.50', support)).toEqual([])
  })

  test('finds a proposal by its number, for those who may read it', async () => {
    const [{ id }] = (await app.sql`
      insert into approvals (call, permission, action, entity, changes, concerns, input, fingerprint, reason, proposed_by, expires_at)
      select 'PUT /x', 'money', 'transaction.delete', 'transaction', '[]', '{}', '', repeat('0', 64), 'Booked twice', id, now() + interval '1 day'
      from admins order by id limit 1 returning id`) as unknown as [{ id: number }]
    const found = { kind: 'proposal', id, title: `Approval request ${id}`, link: `?d=approvals&item=${id}` }
    expect(await find(`proposal ${id}`)).toMatchObject([found])
    expect((await find(`proposal ${id}`))[0]?.subtitle).toMatch(
      /^awaiting approval · requested by .+ · Booked twice$/,
    )
    expect(await find(`#${id}`)).toContainEqual(expect.objectContaining(found))
    const support = (await app.signInAdmin({ roles: ['support'] })).headers
    expect(await find(`proposal ${id}`, support)).toEqual([])
  })

  test('has at most 20 results, and none for an empty text', async () => {
    await app.sql`insert into users (email, password_hash, first_name, last_name)
      select 'many-' || n || '@x.example', '!', 'Many', 'Twin' from generate_series(1, 40) as n`
    expect((await find('many')).length).toBeLessThanOrEqual(20)
    expect(await find('  ')).toEqual([])
    for (const q of ['%', '_', "'", '\\']) expect(Array.isArray(await find(q)), q).toBe(true)
  })

  test('shows support no money', async () => {
    const { id } = await createTransaction(app.db)
    const support = (await app.signInAdmin({ roles: ['support'] })).headers
    const kinds = (await find(String(id), support)).map(({ kind }) => kind)
    expect(kinds).not.toContain('transaction')
    expect(kinds).not.toContain('subscription')
    expect(await find(`S-${pad(id)}`, support)).toEqual([])
  })
})
