import type { Locator, Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'

const bell = (page: Page) => page.getByRole('banner').locator('summary[aria-label^="Notifications"]')
const panelOf = (page: Page) =>
  page.getByRole('banner').locator('details').filter({ hasText: 'Notifications' })
const rows = (panel: Locator) => panel.getByRole('listitem')

interface NewNotification {
  category?: string
  type?: string
  title: string
  message?: string
  is_read?: boolean
}

const notify = (
  sql: Sql,
  user_id: number,
  { category = 'system', type = 'info', title, message = 'A message', is_read = false }: NewNotification,
) =>
  sql`insert into notifications (user_id, category, type, title, message, is_read) values (${user_id}, ${category}, ${type}, ${title}, ${message}, ${is_read})`

const isRead = async (sql: Sql, user_id: number) =>
  (await sql`select title from notifications where user_id = ${user_id} and is_read order by title`).map(
    ({ title }) => title as string,
  )

test('shows the unread count, and each notification with its icon, newest first', async ({ page, sql }) => {
  const { user } = await signIn(page)
  for (const notification of [
    { title: 'Read before', is_read: true },
    { type: 'success', title: 'Deposit received' },
    { type: 'warning', title: 'Check your address' },
    { type: 'error', title: 'Withdrawal failed' },
  ])
    await notify(sql, user.id, notification)
  await page.goto('/docs/glossary')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 3 unread')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const count = await bell(page).getByText('3', { exact: true }).boundingBox()
  expect(count?.width, 'leaves the bell in sight').toBeLessThanOrEqual(20)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  await expect(bell(page)).toHaveText('3')
  await bell(page).click()
  const panel = panelOf(page)
  await expect(rows(panel)).toHaveText([
    /^Error, unread: Withdrawal failedA message\d\d:\d\d UTC$/,
    /^Warning, unread: Check your address/,
    /^Success, unread: Deposit received/,
    /^Information: Read before/,
  ])
  const groundOf = (at: number) =>
    rows(panel)
      .nth(at)
      .evaluate((row) => getComputedStyle(row).backgroundColor)
  expect(await groundOf(0), 'unread ones are highlighted').toBe(await groundOf(2))
  expect(await groundOf(0)).not.toBe(await groundOf(3))
  await expectAccessible(page, '[data-navbar]')
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(rows(panel).first()).toBeInViewport()
  await expectNoSidewaysScroll(page)
})

test('one is marked as read by a click, on the server too', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await notify(sql, user.id, { title: 'First' })
  await notify(sql, user.id, { title: 'Second' })
  await page.goto('/')
  await bell(page).click()
  await panelOf(page).getByRole('button', { name: /First/ }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(rows(panelOf(page)).filter({ hasText: 'First' })).toHaveText(/^Information: First/)
  await expect(panelOf(page).getByRole('button', { name: /First/ }), 'the keyboard stays').toBeFocused()
  expect(await isRead(sql, user.id)).toEqual(['First'])
})

test('all are on a separate page, linked from the bell, with filters in its URL', async ({ page, sql }) => {
  const { user } = await signIn(page, { verified: true })
  await notify(sql, user.id, { category: 'security', title: 'New sign-in', is_read: true })
  await notify(sql, user.id, { category: 'document', title: 'New document' })
  await notify(sql, user.id, { category: 'transaction', title: 'Deposit completed' })
  await page.goto('/docs/glossary')
  await bell(page).click()
  await panelOf(page).getByRole('link', { name: 'All notifications' }).click()
  await expect(page).toHaveURL('/access/notifications')
  const listed = page.getByRole('main').getByRole('listitem')
  await expect(listed).toHaveCount(3)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320)
  await page.getByLabel('Status').selectOption('Unread')
  await expect(listed).toHaveCount(2)
  await page.getByLabel('Type').selectOption('Documents')
  await expect(page).toHaveURL('/access/notifications?show=unread&kind=document')
  await page.reload()
  await expect(listed).toHaveText([/New document/])
  await listed.getByText('New document').click()
  await expect(page).toHaveURL(/\/access\/documents/)
  expect(await isRead(sql, user.id)).toEqual(['New document', 'New sign-in'])
  await page.goto('/access/notifications?show=unread&kind=security')
  await expect(page.getByText('No matching notifications')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(listed).toHaveCount(3)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

for (const [category, address, heading] of [
  ['transaction', '/access/transactions', 'Transaction History'],
  ['investment', '/access/dashboard?tab=investments', 'Welcome back, Ada'],
  ['portfolio', '/access/dashboard', 'Welcome back, Ada'],
] as const)
  test(`one about the ${category} leads to its page and is marked as read, in the area and outside`, {
    tag: '@full',
  }, async ({ page, sql }) => {
    const { user } = await signIn(page)
    for (const title of ['Inside', 'Outside']) await notify(sql, user.id, { category, title })
    for (const [from, title] of [
      ['/access/settings', 'Inside'],
      ['/docs/glossary', 'Outside'],
    ] as const) {
      await page.goto(from)
      await bell(page).click()
      await panelOf(page).getByRole('link', { name: title }).click()
      await expect(page).toHaveURL(address)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(panelOf(page).getByRole('link', { name: title })).toBeHidden()
      await expect.poll(() => isRead(sql, user.id)).toContain(title)
    }
    await expect(bell(page)).toHaveAccessibleName('Notifications')
  })

test('one with the reference of a ticket leads to Support', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await notify(sql, user.id, { title: 'Reply to your ticket T-000123' })
  await page.goto('/access/settings')
  await bell(page).click()
  await panelOf(page).getByRole('link', { name: 'Reply to your ticket T-000123' }).click()
  await expect(page).toHaveURL('/access/support')
  await expect.poll(() => isRead(sql, user.id)).toHaveLength(1)
})

test('links in the bar change the page of the area without reloading it', async ({ page }) => {
  await signIn(page)
  await page.goto('/access/settings')
  // Before the area is shown, the links load pages as anywhere else.
  await expect(page.getByRole('heading', { level: 1, name: 'User Settings' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page
    .getByRole('navigation', { name: 'Investor area' })
    .getByRole('link', { name: 'Documents' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('an older one has its year', { tag: '@full' }, async ({ page, sql }) => {
  const { user } = await signIn(page)
  await notify(sql, user.id, { title: 'Long ago' })
  await sql`update notifications set created_at = '2024-02-03T10:20:00Z' where user_id = ${user.id}`
  await page.goto('/docs/glossary')
  await bell(page).click()
  await expect(rows(panelOf(page)).getByText('Feb 3, 2024, 10:20 UTC')).toBeVisible()
  await expectAccessible(page, '[data-navbar]')
})

test('two that are clicked one after the other are both marked', { tag: '@full' }, async ({ page, sql }) => {
  const { user } = await signIn(page)
  await notify(sql, user.id, { title: 'First' })
  await notify(sql, user.id, { title: 'Second' })
  const pending = Promise.withResolvers<void>()
  await page.route('**/api/v1/user/notifications/*/read', async (route) => {
    await pending.promise
    await route.continue()
  })
  await page.goto('/')
  await bell(page).click()
  for (const title of [/First/, /Second/]) await panelOf(page).getByRole('button', { name: title }).click()
  pending.resolve()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  expect(await isRead(sql, user.id)).toEqual(['First', 'Second'])
})

test('all are marked as read together, and only once', async ({ page, sql }) => {
  const { user } = await signIn(page)
  for (const title of ['First', 'Second', 'Third']) await notify(sql, user.id, { title })
  await page.goto('/')
  await bell(page).click()
  // Held back: the second click must find the button still there.
  const pending = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/v1/user/notifications/read-all', async (route) => {
    sent += 1
    await pending.promise
    await route.continue()
  })
  await panelOf(page).getByRole('button', { name: 'Mark all as read' }).dblclick()
  pending.resolve()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(panelOf(page).getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await expect(
    panelOf(page).getByRole('button', { name: 'Refresh notifications' }),
    'the keyboard stays in the panel',
  ).toBeFocused()
  expect(await isRead(sql, user.id)).toEqual(['First', 'Second', 'Third'])
  expect(sent).toBe(1)
})

test('read notifications stay read while the list is fetched again', { tag: '@full' }, async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  for (const title of ['First', 'Second']) await notify(sql, user.id, { title })
  await page.goto('/')
  await bell(page).click()
  const first = panelOf(page).getByRole('button', { name: /First/ })
  await expect(first).toBeVisible()
  const pending = Promise.withResolvers<void>()
  await page.route('**/api/v1/user/notifications', async (route) => {
    await pending.promise
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  for (const [button, path] of [
    [first, '/read'],
    [panelOf(page).getByRole('button', { name: 'Mark all as read' }), '/read-all'],
  ] as const) {
    const marked = page.waitForResponse((response) => response.url().endsWith(path))
    await button.click()
    await (await marked).finished()
    await button.click()
  }
  pending.resolve()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  expect(await isRead(sql, user.id)).toEqual(['First', 'Second'])
  expect(sent).toEqual(['read', 'read-all'])
})

test('a new one arrives in every tab without a reload', async ({ page, context, sql }) => {
  const { user } = await signIn(page)
  const other = await context.newPage()
  const stream = context.waitForEvent('response', (response) => response.url().endsWith('/api/v1/events'))
  await page.goto('/')
  await stream
  await other.goto('/access/settings')
  await expect(bell(other)).toHaveAccessibleName('Notifications')
  await notify(sql, user.id, { title: 'Just now' })
  for (const tab of [page, other]) {
    await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread')
    await expect(tab.getByText('1 unread notification', { exact: true })).toBeAttached()
  }
})

test('two tabs share one connection, and the second takes over', async ({ page, context, sql }) => {
  const { user } = await signIn(page)
  let streams = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/v1/events')) streams += 1
  })
  const stream = context.waitForEvent('response', (response) => response.url().endsWith('/api/v1/events'))
  await page.goto('/')
  await stream
  const other = await context.newPage()
  await other.goto('/docs/glossary')
  await expect(bell(other)).toBeVisible()
  expect(streams).toBe(1)
  const second = other.waitForResponse('**/api/v1/events')
  await page.close()
  await second
  await notify(sql, user.id, { title: 'After the first tab' })
  await expect(bell(other)).toHaveAccessibleName('Notifications, 1 unread')
})

test('more than ninety-nine unread read 99+, and the list scrolls within 80 units', { tag: '@full' }, async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  await sql`insert into notifications (user_id, title, message)
    select ${user.id}, 'Number ' || n, 'A message' from generate_series(1, 120) n`
  await page.goto('/')
  await expect(bell(page)).toHaveText('99+')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 120 unread')
  await bell(page).click()
  await expect(rows(panelOf(page))).toHaveCount(100)
  const { height } = (await panelOf(page).locator('.max-h-80').boundingBox()) ?? { height: 0 }
  expect(height).toBe(320)
})

test('the refresh button fetches again; an unknown type is shown as information', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/')
  await bell(page).click()
  await expect(panelOf(page).getByText('No notifications')).toBeVisible()
  const content = {
    id: 1,
    type: 'rumour',
    title: 'Heard',
    message: 'Of gold',
    category: 'system',
    is_read: false,
  }
  await page.route('**/api/v1/user/notifications', (route) =>
    route.fulfill({
      json: { notifications: [{ ...content, created_at: '2026-11-20T10:20:30.000Z' }], unread_count: 1 },
    }),
  )
  await panelOf(page).getByRole('button', { name: 'Refresh notifications' }).click()
  await expect(rows(panelOf(page))).toHaveText(/^Information, unread: HeardOf gold/)
})

test('opens, is read and closes by keyboard alone', { tag: '@full' }, async ({ page, sql }) => {
  const { user } = await signIn(page)
  await notify(sql, user.id, { title: 'By keyboard' })
  await page.goto('/')
  await expect(bell(page)).toHaveText('1')
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(rows(panelOf(page))).toBeVisible()
  await panelOf(page)
    .getByRole('button', { name: /By keyboard/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.keyboard.press('Escape')
  await expect(rows(panelOf(page))).toBeHidden()
  await expect(bell(page)).toBeFocused()
})

test.describe('failures are logged, and reported on the notifications page', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 500|ERR_FAILED/] })

  test("a list that cannot be loaded reads 'No notifications'", async ({ page, sql }) => {
    const { user } = await signIn(page)
    await notify(sql, user.id, { title: 'Unseen' })
    await page.route('**/api/v1/user/notifications', (route) => route.abort())
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('The notifications could not be loaded'),
    )
    await page.goto('/')
    await logged
    await bell(page).click()
    await expect(panelOf(page).getByText('No notifications')).toBeVisible()
  })

  test('one that cannot be marked stays unread', async ({ page, sql }) => {
    const { user } = await signIn(page)
    await notify(sql, user.id, { title: 'Stubborn' })
    await page.route('**/api/v1/user/notifications/**', (route) =>
      route.fulfill({ status: 500, json: { error: 'No', code: 'internal', request_id: 'r' } }),
    )
    await page.goto('/')
    await bell(page).click()
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('The notifications could not be marked as read'),
    )
    await panelOf(page)
      .getByRole('button', { name: /Stubborn/ })
      .click()
    await logged
    await expect(rows(panelOf(page))).toHaveText(/^Information, unread: Stubborn/)
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
    await page.goto('/access/notifications')
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByRole('alert')).toHaveText('We could not mark it as read. Please try again.')
    await expect(rows(page.getByRole('region', { name: 'Notifications' }))).toHaveText(
      /^Information, unread: Stubborn/,
    )
  })
})
