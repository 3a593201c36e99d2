/** The rows on screen as a file, from every list of the panel. */
import { readFileSync } from 'node:fs'
import type { Sql } from 'postgres'
import { signInAdmin } from './administrator.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { register } from './investor.ts'
import { adminUrl } from './panel.ts'
import { createActivities, createPortfolio, createTransactions } from './portfolio-fixtures.ts'
import { createSeries, issueUnits, subscribe } from './series-fixtures.ts'

/** Query string, name of the list, name of the file, first titles of its columns. */
const lists = [
  ['?d=users', 'Users', 'users', 'User ID,First name'],
  ['?d=transactions&user=:id', 'Transactions', 'transactions-of-user-:id', 'Transaction ID,Date (UTC)'],
  ['?d=transactions', 'Transactions', 'transactions', 'Transaction ID,Date (UTC),User ID,Investor'],
  ['?d=portfolio', 'Portfolios', 'portfolios', 'User ID,First name'],
  ['?d=portfolio', 'Recent activities', 'activities', 'Activity ID,Date (UTC)'],
  ['?d=tokens', 'Tokens', 'tokens', 'Token ID,Symbol'],
  ['?d=token-pending', 'Pending requests', 'pending-tokens', 'User ID,Name'],
  ['?d=login-tracking', 'Login records', 'logins', 'Record ID,Time (UTC)'],
  ['?d=notifications&user=:id', 'Notifications', 'notifications-of-user-:id', 'Notification ID,User ID'],
  ['?d=documents', 'Documents', 'documents', 'Document ID,Name'],
  ['?d=support', 'Tickets', 'tickets', 'Reference,Received (UTC)'],
  ['?d=support&tab=calls', 'Call requests', 'calls', 'Reference,Received (UTC)'],
  ['?d=support&tab=chats', 'Chats', 'chats', 'Reference,Started (UTC)'],
  ['?d=subscriptions', 'Subscriptions', 'subscriptions', 'Reference,Series'],
  ['?d=register&series=:code', 'Holders', 'register', 'Series,User ID'],
  ['?d=register&series=:code&view=entries', 'Entries', 'register-entries', 'Series,Entry'],
  ['?d=audit-log', 'Audit log', 'audit-log', 'Entry,Time (UTC)'],
] as const

/** A row for each list that may be empty: an empty list makes no file. */
async function makeOneOfEach(sql: Sql, user_id: number): Promise<void> {
  await createTransactions(sql, user_id, [
    { type: 'deposit', amount: '1.00', transaction_date: '2026-03-01T12:00:00Z' },
  ])
  await createActivities(sql, user_id, [
    {
      description: 'Exported',
      net_growth: '1.00',
      balance: '1.00',
      activity_date: '2026-03-01T12:00:00Z',
    },
  ])
  await createPortfolio(sql, user_id, { pending_investments: '$WITGOLD' })
  await sql`insert into notifications (user_id, title, message) values (${user_id}, 'Exported', 'One of each')`
  await makeDocument(sql)
  const writer = { name: 'Ada Reyes', email: 'ada@lodefield.example' }
  await sql`insert into support_tickets ${sql({ ...writer, subject: 'Drilling', message: 'Which depth?' })}`
  const preferred = { preferred_date: '2099-01-05', preferred_time: '09:00' }
  await sql`insert into call_schedules ${sql({ ...writer, purpose: 'Export', ...preferred })}`
  await sql`insert into chat_sessions ${sql({ ...writer, session_id: `chat-1-${crypto.randomUUID()}` })}`
}

const makeDocument = (sql: Sql) =>
  sql`insert into documents (original_name, filename, file_type, file_size)
    values ('exported.pdf', ${`${crypto.randomUUID()}.pdf`}, 'pdf', 1024)`

test('every list is saved as a separate file', async ({ page, sql }) => {
  const { user } = await register(page)
  await makeOneOfEach(sql, user.id)
  await signInAdmin(page)
  const series = await createSeries(sql)
  await subscribe(sql, series, { user_id: user.id })
  await issueUnits(sql, series, [[user.id, '1']])
  for (const [address, caption, name, titles] of lists) {
    const withUser = (text: string) => text.replace(':id', String(user.id)).replace(':code', series.name)
    await page.goto(adminUrl(withUser(address)))
    const downloading = page.waitForEvent('download')
    const list = page.getByRole('region', { name: caption, exact: true })
    await list.getByRole('button', { name: 'Export CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${withUser(name)}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
    expect(readFileSync(await download.path(), 'utf8').split('\r\n')[0]).toContain(titles)
    await expect(list.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  }
})

test('a list is saved for Excel once that was selected, and this browser remembers it', {
  tag: '@full',
}, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=tokens'))
  const list = page.getByRole('region', { name: 'Tokens', exact: true })
  await list.getByRole('button', { name: 'File format' }).click()
  await page.getByRole('radio', { name: /^Excel/ }).check()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.goto(adminUrl('?d=users'))
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Excel' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.xlsx$/)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('a list without rows makes no file, and shows a message next to its button', { tag: '@full' }, async ({
  page,
}) => {
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=support&search=${crypto.randomUUID()}`))
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  const list = page.getByRole('region', { name: 'Tickets', exact: true })
  await list.getByRole('button', { name: 'Export CSV' }).click()
  await expect(list.getByText('No matching rows. No file was saved.')).toBeVisible()
  expect(downloads).toEqual([])
})

test('a file contains the rows that match the search and the filters', async ({ page, sql }) => {
  const name = `Ada ${crypto.randomUUID()}`
  await sql`
    insert into support_tickets (name, email, subject, message, status)
    select ${name}, 'ada@lodefield.example', 'Drilling', 'Which depth?', status
    from unnest(array['open', 'closed', 'closed']) as status`
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=support&status=closed&search=${encodeURIComponent(name)}`))
  await expect(page.getByRole('table', { name: 'Tickets' }).getByRole('row')).toHaveCount(3)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = readFileSync(await (await downloading).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(3)
  for (const line of lines.slice(1)) expect(line).toMatch(new RegExp(`,${name},.*,closed,`))
})

test.describe('an export that fails', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 429/] })
  test('shows the error next to its button, and can be repeated', async ({ page, sql }) => {
    await makeDocument(sql)
    await signInAdmin(page)
    const error = 'Rate limit exceeded. Please wait a moment before trying again.'
    await page.route('**/admin/documents/export*', (route) =>
      route.fulfill({ status: 429, json: { error, code: 'rate_limited', request_id: 'r-1' } }),
    )
    await page.goto(adminUrl('?d=documents'))
    const list = page.getByRole('region', { name: 'Documents', exact: true })
    await list.getByRole('button', { name: 'Export CSV' }).click()
    await expect(list.getByRole('alert')).toHaveText(error)
    await page.unroute('**/admin/documents/export*')
    const downloading = page.waitForEvent('download')
    await list.getByRole('button', { name: 'Export CSV' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^documents-/)
    await expect(list.getByRole('alert')).toHaveCount(0)
  })
})

test('a cancelled export says so, and saves nothing', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=tokens'))
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  const { promise: pending, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/admin/tokens/export*', async (route) => {
    await pending
    await route.continue().catch(() => {})
  })
  const list = page.getByRole('region', { name: 'Tokens', exact: true })
  await list.getByRole('button', { name: 'Export CSV' }).click()
  await expect(list.getByRole('progressbar', { name: 'Export' })).toBeVisible()
  await list.getByRole('button', { name: 'Cancel export' }).click()
  await expect(list.getByText('Export cancelled. No file was saved.')).toBeVisible()
  letGo()
  await expect(list.getByRole('button', { name: 'Export CSV' })).toBeFocused()
  expect(downloads).toEqual([])
})

test('a screen reader is notified of the start and the end of an export, not of its progress', {
  tag: '@full',
}, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=tokens'))
  const list = page.getByRole('region', { name: 'Tokens', exact: true })
  const button = list.getByRole('button', { name: 'Export CSV' })
  await expect(button).toBeVisible()
  const { promise: pending, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/admin/tokens/export*', async (route) => {
    await pending
    await route.continue()
  })
  const downloading = page.waitForEvent('download')
  await button.press('Enter')
  // The progress is on screen, but not in a live region.
  await expect(list.getByText('Preparing the file...')).toBeVisible()
  await expect(list.getByRole('status').filter({ hasText: 'Preparing the file...' })).toHaveCount(0)
  await expect(list.getByRole('status').filter({ hasText: /^Preparing the file$/ })).toHaveCount(1)
  await expect(list.getByRole('button', { name: 'Cancel export' })).toBeFocused()
  letGo()
  await downloading
  await expect(list.getByRole('status').filter({ hasText: 'File saved' })).toHaveCount(1)
})
