/** The panel's lists as files: each list has one, with all its filtered rows once, in order. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createActivity,
  createCallRequest,
  createChatSession,
  createDocument,
  createNotification,
  createPortfolio,
  createTicket,
  createToken,
  createUser,
} from '#db/seed/factories'
import { registeredEndpoints } from '#http/pipeline/route'
import { startTestApp, type TestApp } from '#testing/test-app'

/** More than two batches, so that the boundaries between them are covered. */
const MANY = 2_300

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const get = (path: string) => app.call('GET', `${app.adm}${path}`, { headers: admin.headers })

/** The lines of a file without the header, each split at commas; the texts of these tests contain none. */
async function rowsOf(path: string) {
  const response = await get(path)
  expect([path, response.status]).toEqual([path, 200])
  const [header = '', ...lines] = response.text.trimEnd().split('\r\n')
  expect(Number(response.headers.get('x-total-count'))).toBe(lines.length)
  return {
    header,
    rows: lines.map((line) => line.split(',')),
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1],
  }
}

const firstCells = async (path: string) => (await rowsOf(path)).rows.map(([cell]) => cell)
/** `MANY` numbers, counting down from `last`. */
const downFrom = (last: number, word: (n: number) => string = String) =>
  Array.from({ length: MANY }, (_, back) => word(last - back))

test('every paginated list has an export that takes its search and filters', () => {
  const panel = [...registeredEndpoints.values()].filter(({ path }) => path.startsWith('/:admin_path/'))
  const taken = panel.filter(({ response }) => 'raw' in response && response.raw.startsWith('text/csv'))
  // A timeline is put together from lists that have exports of their own.
  const lists = panel.filter(
    ({ path, query }) => query && 'page' in query.properties && !path.endsWith('/timeline'),
  )
  expect(lists.length).toBeGreaterThan(8)
  const narrowing = (query: object) =>
    Object.keys(query)
      .filter((name) => !['page', 'limit', 'sort', 'for'].includes(name))
      .sort()
  for (const { path, query } of lists) {
    // The export of `…/records` of sign-ins is one level above it, the others one level below.
    const file = taken.find((one) => [`${path}/export`, exportBeside(path)].includes(one.path))
    expect([path, file && narrowing(file.query?.properties ?? {})]).toEqual([
      path,
      narrowing(query?.properties ?? {}),
    ])
  }
})

const exportBeside = (path: string): string => path.replace(/\/(records|management)$/, '/export')

describe('a file of', () => {
  test('tickets contains each once, newest first, filtered by status', async () => {
    const one = await createTicket(app.db)
    await app.sql`
      insert into support_tickets (name, email, subject, message, created_at)
      select 'Ada', 'ada@lodefield.example', '=1+1', 'Two lines', created_at from support_tickets, generate_series(1, ${MANY})
      where id = ${one.id}`
    await app.sql`update support_tickets set status = 'closed' where id = ${one.id}`
    const { header, rows, name } = await rowsOf('/support/tickets/export?status=open')
    expect(header).toMatch(/^Reference,Received \(UTC\),Name,Email,/)
    expect(name).toMatch(/^tickets-\d{4}-\d\d-\d\d\.csv$/)
    const [newest] = await app.sql<{ id: number }[]>`select max(id) as id from support_tickets`
    const reference = (id: number) => `T-${String(id).padStart(6, '0')}`
    expect(rows.map(([cell]) => cell)).toEqual(downFrom(newest?.id ?? 0, reference))
    expect(rows[0]?.[7]).toBe("'=1+1")
    expect(await firstCells('/support/tickets/export?status=closed')).toEqual([one.reference])
    expect(await firstCells('/support/tickets/export?search=nobody-wrote-this')).toEqual([])
  })

  test('requests for a call contains their details', async () => {
    const call = await createCallRequest(app.db, {
      name: 'Bo Pegmatite',
      company: 'Granite',
      notes: '@note',
    })
    await app.sql`
      insert into call_schedules (name, email, phone, preferred_date, preferred_time, purpose, created_at)
      select 'Ada', 'ada@lodefield.example', '1', preferred_date, preferred_time, 'Gold', created_at
      from call_schedules, generate_series(1, ${MANY}) where id = ${call.id}`
    const all = await firstCells('/support/call-schedules/export')
    expect(new Set(all).size).toBe(MANY + 1)
    const { rows } = await rowsOf('/support/call-schedules/export?search=pegmatite&status=pending')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toEqual(
      expect.arrayContaining([call.reference, 'Granite', "'@note", call.preferred_date]),
    )
  })

  test('conversations contains the last message and its author', async () => {
    const chat = await createChatSession(app.db, { name: 'Cy' })
    await app.sql`
      insert into chat_messages (chat_session_id, author, message)
      values (${chat.id}, 'user', 'Hello'), (${chat.id}, 'agent', 'Good day')`
    const { header, rows } = await rowsOf('/support/chat-sessions/export?search=hello')
    expect(header).toMatch(/Last message by,Last message,Assignee,/)
    expect(rows.map((row) => [row[0], row[5], row[7], row[8]])).toEqual([
      [chat.reference, '3', 'team', 'Good day'],
    ])
    await app.sql`
      insert into chat_sessions (session_id, name, email)
      select 'chat-1-many' || n, 'Many', '' from generate_series(1, ${MANY}) as n`
    expect(new Set(await firstCells('/support/chat-sessions/export')).size).toBe(MANY + 1)
  })

  test('notifications of one investor contains only theirs', async () => {
    const user = await createUser(app.db)
    await createNotification(app.db)
    const notification = await createNotification(app.db, {
      user_id: user.id,
      title: '+Title',
      category: 'system',
    })
    await app.sql`
      insert into notifications (user_id, category, type, title, message)
      select ${user.id}, 'investment', 'info', 'Many', 'times' from generate_series(1, ${MANY})`
    const path = `/notifications/user/${user.id}/export`
    const { rows, name } = await rowsOf(`${path}?category=system`)
    expect(rows.map((row) => [row[0], row[5]])).toEqual([[String(notification.id), "'+Title"]])
    expect(name).toContain(`notifications-of-user-${user.id}-`)
    expect(new Set(await firstCells(path)).size).toBe(MANY + 1)
    expect((await get('/notifications/user/999999/export')).status).toBe(404)
  })

  test('documents shows which are public', async () => {
    const open = await createDocument(app.db, { original_name: '-open.pdf', is_public: true })
    const shut = await createDocument(app.db, { original_name: 'shut.html', file_type: 'html' })
    expect(await firstCells('/documents/export')).toEqual([String(shut.id), String(open.id)])
    expect(await firstCells('/documents/export?is_public=false')).toEqual([String(shut.id)])
    expect((await rowsOf('/documents/export?file_type=pdf')).rows[0]?.slice(1, 5)).toEqual([
      "'-open.pdf",
      'pdf',
      String(open.file_size),
      'yes',
    ])
  })

  test('tokens is filtered like the catalog on screen', async () => {
    const hidden = await createToken(app.db, { symbol: '$SILENT', name: 'Silent ridge', is_active: false })
    const shown = await createToken(app.db, { symbol: '$LOUD', name: 'Loud ridge' })
    expect(await firstCells('/tokens/export?search=ridge')).toEqual([String(hidden.id), String(shown.id)])
    expect(await firstCells('/tokens/export?search=ridge&state=inactive')).toEqual([String(hidden.id)])
    expect(await firstCells('/tokens/export?search=ridge&state=active')).toEqual([String(shown.id)])
    expect(await firstCells('/tokens/export?category=No+such')).toEqual([])
    const [all] = (await get('/tokens')).body.tokens.slice(-1)
    const { rows } = await rowsOf(`/tokens/export?category=${encodeURIComponent(all.category)}`)
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row[3]))).toEqual(new Set([all.category]))
  })

  test('portfolios contains investors with and without one', async () => {
    const owner = await createUser(app.db, { last_name: 'Feldspar', first_name: 'Ada' })
    const other = await createUser(app.db, { last_name: 'Feldspar', first_name: 'Bo' })
    const portfolio = await createPortfolio(app.db, { user_id: owner.id, total_value: '1234.50' })
    const path = '/portfolio/export?search=feldspar'
    const { header, rows } = await rowsOf(path)
    expect(header).toMatch(/^User ID,.*,Portfolio ID,Total value,/)
    expect(rows.map((row) => [row[0], row[5], row[6]])).toEqual([
      [String(other.id), '', ''],
      [String(owner.id), String(portfolio.id), '1234.50'],
    ])
    expect(await firstCells(`${path}&filter=none`)).toEqual([String(other.id)])
    expect(await firstCells(`${path}&filter=active`)).toEqual([String(owner.id)])
  })

  test('activities is sorted by date, ties included', async () => {
    const user = await createUser(app.db, { last_name: 'Micaschist' })
    const old = await createActivity(app.db, {
      user_id: user.id,
      description: '=SUM(A1)',
      activity_date: new Date('2020-01-01'),
    })
    await app.sql`
      insert into activities (user_id, description, activity_date, balance, type)
      select ${user.id}, 'Many', '2021-01-01', 0, 'activity' from generate_series(1, ${MANY})`
    const [newest] = await app.sql<{ id: number }[]>`select max(id) as id from activities`
    const { rows } = await rowsOf(`/recent-activities/export?user_id=${user.id}`)
    expect(rows.map(([cell]) => cell)).toEqual([...downFrom(newest?.id ?? 0), String(old.id)])
    expect(rows.at(-1)?.[7]).toBe("'=SUM(A1)")
    expect(await firstCells('/recent-activities/export?search=micaschist+sum')).toEqual([String(old.id)])
  })

  test('figures adds up to what the database stores, losses included', async () => {
    const user = await createUser(app.db, { last_name: 'Loss' })
    await createPortfolio(app.db, {
      user_id: user.id,
      total_value: '1000.00',
      total_gains: '-18436.66',
      performance: '-12.3456',
    })
    await createActivity(app.db, { user_id: user.id, net_growth: '-250.75', balance: '10.00' })
    await createActivity(app.db, { user_id: user.id, net_growth: '100.00', balance: '20.00' })
    const figuresOf = async (path: string, ...titles: string[]) => {
      const { header, rows } = await rowsOf(path)
      const columns = titles.map((title) => header.split(',').indexOf(title))
      return rows.map((row) => columns.map((column) => row[column]))
    }
    expect(
      await figuresOf('/portfolio/export?search=loss', 'Total value', 'Total gains', 'Performance (%)'),
    ).toEqual([['1000.00', '-18436.66', '-12.3456']])
    const [sums] = await app.sql`
      select sum(net_growth)::text as growth, sum(balance)::text as balance from activities where user_id = ${user.id}`
    const figures = await figuresOf(`/recent-activities/export?user_id=${user.id}`, 'Net growth', 'Balance')
    const cents = (text = '') => Math.round(Number(text) * 100)
    const sumOf = (column: number) => figures.reduce((sum, row) => sum + cents(row[column]), 0)
    expect([sumOf(0), sumOf(1)]).toEqual([cents(sums?.growth), cents(sums?.balance)])
  })

  test('pending requests is sorted by waiting time', async () => {
    const wait = async (since: string, name: string) => {
      const user = await createUser(app.db, { first_name: name, last_name: 'Gneiss' })
      await createPortfolio(app.db, {
        user_id: user.id,
        pending_investments: '$LOUD',
        pending_since: new Date(since),
      })
      return String(user.id)
    }
    const second = await wait('2026-02-01', 'Bo')
    const first = await wait('2026-01-01', 'Ada')
    await app.sql`
      with made as (
        insert into users (email, password_hash, first_name, last_name)
        select 'waits-' || n || '@lodefield.example', '!', 'Cy', 'Gneiss' from generate_series(1, ${MANY}) as n
        returning id)
      insert into portfolios (user_id, pending_investments, pending_since) select id, '$LOUD', '2026-03-01' from made`
    const path = '/portfolio/pending-tokens/export'
    const all = await firstCells(`${path}?search=gneiss`)
    expect(all.slice(0, 2)).toEqual([first, second])
    expect(new Set(all).size).toBe(MANY + 2)
    expect((await rowsOf(`${path}?search=ada+gneiss`)).rows[0]?.slice(6, 10)).toEqual([
      'off',
      '$LOUD',
      'Loud ridge',
      '2026-01-01T00:00:00.000Z',
    ])
  })
})
