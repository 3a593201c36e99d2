/** Every list of the contract: paged as document 4 requires, or bounded for a reason given here. */
import type { TSchema } from '@sinclair/typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { createLoginRecord, createTransaction } from '#db/seed/factories'
import { createSubscription } from '#db/seed/series-factories'
import { registeredEndpoints } from '#http/pipeline/route'
import { startTestApp, type TestApp } from '#testing/test-app'
import { buildPath, buildSampleRequest, createTargetRows, type TargetRows } from './sample-requests.ts'

/** Unpaged lists, by their paths below the panel's or from the root. */
const bounded: Readonly<Record<string, readonly string[]>> = {
  'everything at once, as document 4 has it': [
    ...[
      '/crypto-prices',
      '/chart-data/:symbol/:range',
      '/market-intelligence',
      '/sparklines',
      '/reports',
      '/tokens',
    ],
    ...[
      '/documents',
      '/support/live-chat/:session_id',
      '/support/response-times',
      '/tokens/:symbol',
      '/offerings',
    ],
    ...[
      '/adm/tokens',
      '/adm/tokens/categories',
      '/adm/tokens/icons',
      '/adm/contact-departments',
      '/contact-departments',
    ],
  ],
  'the newest, as many as document 4 says': [
    ...['/user/portfolio', '/user/recent-activities', '/user/notifications'],
  ],
  'the newest fifty of each kind': ['/user/support', '/user/support/tickets/:id', '/user/support/chats/:id'],
  'one row for each series, day or input that is shown together': [
    ...[
      '/tokens/:symbol/valuations',
      '/user/holdings',
      '/user/holdings/:symbol',
      '/user/proof',
      '/proof/:id',
    ],
    ...['/user/portfolio/history', '/user/portfolio/allocation', '/user/figures/:name', '/user/returns'],
  ],
  'pages of their own: those before a snapshot': ['/proof'],
  'a person has few of them': [
    ...[
      '/user/sessions',
      '/user/factors',
      '/adm/profile/sessions',
      '/adm/profile/factors',
      '/adm/views',
      '/adm/mentions',
    ],
    ...[
      '/adm/administrators',
      '/adm/support/agents',
      '/adm/canned-replies',
      '/adm/report-schedules',
      '/adm/users/:id/notes',
    ],
  ],
  'few are open at a time': ['/adm/email-disputes'],
  'the parts of one record': [
    ...[
      '/adm/series/:symbol',
      '/adm/subscriptions/:id',
      '/adm/support/tickets/:id',
      '/adm/support/call-schedules/:id',
    ],
    ...['/adm/support/chat-sessions/:session_id', '/adm/register/:symbol/distributions'],
  ],
  'choices and results, cut where more would not be read': [
    ...['/adm/register/:symbol/entries/:id/correction', '/adm/register/:symbol/distributions/:id/reversal'],
    ...['/adm/audit-log/names', '/adm/queue', '/adm/search', '/adm/reports/:name/totals'],
  ],
}

let app: TestApp
let targets: TargetRows
const headers: Record<string, Record<string, string>> = {}
beforeAll(async () => {
  app = await startTestApp()
  const investor = await app.signIn({ is_verified: true })
  headers.investor = investor.headers
  headers.admin = (await app.signInAdmin()).headers
  targets = await createTargetRows(app, investor.user.id)
  for (let made = 0; made < 3; made++) {
    await createSubscription(app.db, { user_id: investor.user.id })
    await createLoginRecord(app.db, { user_id: investor.user.id })
    await createTransaction(app.db, { user_id: investor.user.id })
  }
})
afterAll(() => app.close())

const propertiesOf = (schema: unknown): Record<string, TSchema> =>
  (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}

/** Whether an endpoint returns an array, directly or in one of its fields. */
const isList = ({ method, response }: Endpoint): boolean =>
  method === 'GET' &&
  ((response as TSchema)?.type === 'array' ||
    Object.values(propertiesOf(response)).some(({ type }) => type === 'array'))

const lists = () => [...registeredEndpoints.values()].filter(isList)
const isPaged = ({ response }: Endpoint) => 'pagination' in propertiesOf(response)
const shortPath = ({ path }: Endpoint) => path.replace('/:admin_path/admin', '/adm')

test('every list is paged, or has a reason not to be', () => {
  const known = Object.values(bounded).flat()
  const unpaged = lists()
    .filter((endpoint) => !isPaged(endpoint))
    .map(shortPath)
  expect(unpaged.toSorted()).toEqual(known.toSorted())
})

test('paged lists accept the paging of their area, and no other list accepts any', () => {
  const paging = ['limit', 'offset', 'page']
  for (const endpoint of lists()) {
    const taken = paging.filter((name) => name in propertiesOf(endpoint.query))
    const wanted = !isPaged(endpoint)
      ? []
      : endpoint.path.startsWith('/user/')
        ? ['limit', 'offset']
        : ['limit', 'page']
    expect([endpoint.path, taken]).toEqual([endpoint.path, wanted])
  }
})

test('paged lists return as many rows as requested, others on the next page, and reject a page out of bounds', async () => {
  const paged = lists().filter(isPaged)
  for (const endpoint of paged) {
    const isOfInvestor = endpoint.path.startsWith('/user/')
    const path = buildPath(buildSampleRequest(endpoint, targets), app.adminPath)
    const read = (query: string) =>
      app.call('GET', `${path}?${query}`, { headers: headers[isOfInvestor ? 'investor' : 'admin'] ?? {} })
    const [first, second] = isOfInvestor
      ? [await read('limit=1'), await read('limit=1&offset=1')]
      : [await read('limit=1'), await read('limit=1&page=2')]
    expect([endpoint.path, first.status, second.status]).toEqual([endpoint.path, 200, 200])
    const [name = ''] =
      Object.entries(propertiesOf(endpoint.response)).find(([, { type }]) => type === 'array') ?? []
    expect(first.body.pagination, endpoint.path).toMatchObject({ limit: 1, total: expect.any(Number) })
    expect([endpoint.path, first.body[name].length]).toEqual([
      endpoint.path,
      Math.min(1, first.body.pagination.total),
    ])
    if (first.body.pagination.total > 1)
      expect(second.body[name], endpoint.path).not.toEqual(first.body[name])
    for (const query of ['limit=0', 'limit=501', isOfInvestor ? 'offset=-1' : 'page=0']) {
      expect([endpoint.path, query, (await read(query)).status]).toEqual([endpoint.path, query, 422])
    }
  }
  expect(paged.length).toBeGreaterThan(15)
})

/** Panel lists whose search is not for investors: what it finds instead. */
const ofOtherThings: Readonly<Record<string, string>> = {
  '/adm/audit-log': 'texts of entries, and investors by the entries about them',
  '/adm/approvals': 'requester, action and reason',
  '/adm/transactions': 'descriptions',
  '/adm/user/:id/transactions': 'descriptions',
  '/adm/registers': 'series',
  '/adm/register/:symbol/entries': 'reasons',
  '/adm/documents': 'names of files',
  '/adm/notifications/user/:user_id': 'titles and messages',
  '/adm/login-tracking/records': 'what was typed at sign-in, address and place',
  '/adm/mails': 'recipient, subject and reference',
}

test('every other list of the panel finds investors by their email', async () => {
  const { user_id } = targets
  const email = 'searched.for@lodefield.example'
  await app.sql`update users set email = ${email}, first_name = 'Odd', last_name = 'Name' where id = ${user_id}`
  for (const table of ['support_tickets', 'call_schedules', 'chat_sessions']) {
    await app.sql`update ${app.sql(table)} set email = ${email} where user_id = ${user_id}`
  }
  const searched = lists().filter(
    (endpoint) => 'search' in propertiesOf(endpoint.query) && !endpoint.path.startsWith('/user/'),
  )
  const without: string[] = []
  for (const endpoint of searched) {
    const path = buildPath(buildSampleRequest(endpoint, targets), app.adminPath)
    const { body } = await app.call('GET', `${path}?search=${email}`, { headers: headers.admin ?? {} })
    if (body.pagination.total === 0) without.push(shortPath(endpoint))
  }
  expect(without.toSorted()).toEqual(Object.keys(ofOtherThings).toSorted())
})
