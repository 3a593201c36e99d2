/** All investors' transactions, as a page with totals and as a file. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTransaction, createUser } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let headers: Record<string, string>
const ids: Record<string, number> = {}
let ada: number
let bo: number
beforeAll(async () => {
  app = await startTestApp()
  headers = (await app.signInAdmin()).headers
  ada = (await createUser(app.db, { first_name: 'Ada', last_name: 'Reyes' })).id
  bo = (await createUser(app.db, { first_name: 'Bo', last_name: 'Lind' })).id
  const add = async (name: string, row: object) => {
    ids[name] = (await createTransaction(app.db, { user_id: ada, fee: '0', ...row })).id
  }
  await add('wire', {
    amount: '12500.00',
    description: 'Wire FT/#77123 from Umeå',
    transaction_date: new Date('2026-03-02T23:59:00Z'),
  })
  await add('fee', {
    user_id: bo,
    type: 'fee',
    amount: '40.00',
    transaction_date: new Date('2026-03-03T00:00:00Z'),
  })
  await add('interest', {
    type: 'interest',
    amount: '10.10',
    fee: '1.00',
    transaction_date: new Date('2026-03-04T12:00:00Z'),
  })
  await add('transfer', {
    type: 'transfer',
    amount: '500.00',
    fee: '2.50',
    transaction_date: new Date('2026-03-05T12:00:00Z'),
  })
  await add('withdrawal', {
    user_id: bo,
    type: 'withdrawal',
    amount: '300.00',
    fee: '3.00',
    transaction_date: new Date('2026-03-06T12:00:00Z'),
  })
  await add('pending', {
    user_id: bo,
    amount: '60000.00',
    status: 'pending',
    transaction_date: new Date('2026-03-07T12:00:00Z'),
  })
})
afterAll(() => app.close())

const get = (query = '', by = headers) => app.call('GET', `${app.adm}/transactions${query}`, { headers: by })
const namesOf = (rows: { id: number }[]) =>
  rows.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))
const list = async (query = '') => {
  const { status, body } = await get(query)
  expect([query, status]).toEqual([query, 200])
  return { names: namesOf(body.transactions), ...body }
}

test('lists everyone newest first, with names and the sums of completed transactions', async () => {
  const { names, transactions, totals, pagination } = await list()
  expect(names).toEqual(['pending', 'withdrawal', 'transfer', 'interest', 'fee', 'wire'])
  expect(transactions[0]).toMatchObject({ user_id: bo, user_name: 'Bo Lind', part_of: null })
  expect(totals).toEqual({ money_in: '12510.10', money_out: '346.50', net: '12163.60' })
  expect(pagination).toMatchObject({ total: 6, pages: 1 })
})

test('the stored and the counted totals agree', async () => {
  for (const filter of [
    '',
    'type=deposit',
    'status=completed',
    'type=fee&status=completed',
    'status=failed',
  ]) {
    const kept = await list(`?${filter}`)
    const counted = await list(`?${filter}&from=2000-01-01`)
    expect(counted.totals, filter).toEqual(kept.totals)
    expect(counted.pagination, filter).toEqual(kept.pagination)
  }
})

test.each([
  ['type=deposit', ['pending', 'wire']],
  ['status=pending', ['pending']],
  ['from=2026-03-03&to=2026-03-04', ['interest', 'fee']],
  ['min_amount=500', ['pending', 'transfer', 'wire']],
  ['min_amount=500.01', ['pending', 'wire']],
  ['max_amount=40', ['interest', 'fee']],
  ['min_amount=300&max_amount=500', ['withdrawal', 'transfer']],
  ['min_amount=12500&max_amount=12500.00', ['wire']],
  ['sort=amount&limit=2', ['interest', 'fee']],
  ['sort=-amount&limit=2&page=2', ['transfer', 'withdrawal']],
  ['search=umea', ['wire']],
  ['search=77123', ['wire']],
])('%s finds its rows', async (query, names) => {
  expect((await list(`?${query}`)).names).toEqual(names)
})

test('finds a row by its number, also in the ledger of its investor', async () => {
  for (const search of [String(ids.fee), `%23${ids.fee}`]) {
    expect((await list(`?search=${search}`)).names).toContain('fee')
  }
  expect((await list(`?search=%23${ids.fee}`)).names).toEqual(['fee'])
  expect((await list('?search=%2377123')).names, 'a number is not a description').toEqual([])
  const ledger = (id: number) =>
    app.call('GET', `${app.adm}/user/${id}/transactions?search=%23${ids.fee}`, { headers })
  expect(namesOf((await ledger(bo)).body.transactions)).toEqual(['fee'])
  expect((await ledger(ada)).body.transactions).toEqual([])
})

test('says which part of a query is wrong', async () => {
  for (const [query, path] of [
    ['?from=2026-03-04&to=2026-03-03', '/from'],
    ['?min_amount=much', '/min_amount'],
    ['?max_amount=-1', '/max_amount'],
    ['?min_amount=100&max_amount=20', '/min_amount'],
  ] as const) {
    const { status, body } = await get(query)
    expect([status, body.details?.[0]?.path]).toEqual([422, path])
  }
})

test('is exported with names and the same filters, its last column adds up to the net, and the export is audited', async () => {
  const { status, text, headers: sent } = await get('/export?from=2026-03-02')
  expect(status).toBe(200)
  expect(sent.get('x-total-count')).toBe('6')
  const [header, ...lines] = text.trimEnd().split('\r\n')
  expect(header).toBe(
    'Transaction ID,Date (UTC),User ID,Investor,Type,Status,Description,Amount,Fee,Currency,Effect on balance',
  )
  const cells = lines.map((line) => line.split(','))
  expect(namesOf(cells.map(([id]) => ({ id: Number(id) })))).toEqual((await list()).names)
  expect(cells.find(([id]) => Number(id) === ids.wire)?.[3]).toBe('Ada Reyes')
  expect(cells.reduce((sum, row) => sum + Number(row.at(-1)), 0).toFixed(2)).toBe('12163.60')
  const { text: large } = await get('/export?min_amount=12500&status=completed')
  expect(large.trimEnd().split('\r\n')).toHaveLength(2)
  const [entry] = await app.sql`select action, after from audit_log order by id desc limit 1`
  expect(entry).toMatchObject({ action: expect.stringContaining('export') })
  expect(JSON.stringify(entry?.after)).toContain('12500')
  const { text: exact } = await get('/export?min_amount=40&max_amount=40')
  expect(
    namesOf(
      exact
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => ({ id: Number.parseInt(line, 10) })),
    ),
  ).toEqual(['fee'])
})

test('omits the names of deleted accounts, and needs more than a desk role', async () => {
  // An investor with cash cannot be deleted.
  await app.sql`update transactions set status = 'cancelled' where user_id = ${bo}`
  expect((await app.call('DELETE', `${app.adm}/users/${bo}`, { headers })).status).toBe(200)
  const { transactions } = await list('?type=fee')
  expect(transactions[0]).toMatchObject({ user_id: bo, user_name: '' })
  expect((await get('', (await app.signInAdmin({ roles: ['support'] })).headers)).status).toBe(403)
  expect((await get('', (await app.signIn()).headers)).status).toBe(403)
})
