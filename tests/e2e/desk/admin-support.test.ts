import type { Page, Route } from '@playwright/test'
import { blockEvents, signInAdmin } from '#e2e/administrator'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeEmail,
  retryLoading,
  test,
} from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

const XSS = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'

const makeVisitor = () => ({ name: `Noor ${crypto.randomUUID().slice(0, 8)}`, email: makeEmail('visitor') })

async function openTicket(page: Page, more: object = {}) {
  const visitor = makeVisitor()
  const data = { ...visitor, subject: 'Custody', message: 'Who holds the assets?', ...more }
  const response = await page.request.post('/api/v1/support/ticket', { data })
  const { reference } = (await response.json()) as { reference: string }
  return { ...visitor, reference }
}

const details = (page: Page) => page.getByRole('region', { name: 'Details' })

test('a ticket is answered and resolved, and its message is shown as text only', async ({ page, sql }) => {
  const ticket = await openTicket(page, { subject: `Custody ${XSS}`, message: `Who?\n${XSS}` })
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=support&search=${ticket.reference}`))
  const tickets = page.getByRole('region', { name: 'Tickets', exact: true })
  await expect(tickets.getByText(ticket.name)).toBeVisible()
  await expect(tickets.getByText('New', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Open ${ticket.reference}` }).click()
  await expect(details(page).getByRole('heading', { name: `Custody ${XSS}` })).toBeFocused()
  await expect(tickets.getByText('New', { exact: true })).toBeHidden()

  const note = 'Email is not configured. Emails are held in the outbox.'
  await details(page).getByRole('textbox', { name: 'Reply' }).fill('In a vault.')
  await details(page).getByRole('button', { name: 'Send reply' }).click()
  await expect(details(page).getByRole('region', { name: 'Replies' })).toContainText('In a vault.')
  await expect(details(page).getByText('Email pending', { exact: true })).toBeVisible()
  await expect(page.getByText(note).first()).toBeVisible()
  await expect(details(page).getByRole('textbox', { name: 'Reply' })).toHaveValue('')

  await details(page).getByLabel('Status').selectOption('Resolved')
  await expect(tickets.getByText('Resolved', { exact: true }).last()).toBeVisible()
  const mails =
    await sql`select kind, recipient from outbox where reference = ${ticket.reference} order by id`
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ['ticket_reply', ticket.email],
    ['ticket_status', ticket.email],
  ])
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('a follow-up of the investor appears in the open thread and counts on the badge', async ({
  page,
  sql,
}) => {
  const ticket = await openTicket(page)
  await sql`update support_tickets set status = 'resolved' where reference = ${ticket.reference}`
  await sql`insert into ticket_replies (ticket_id, message)
    select id, 'In a vault.' from support_tickets where reference = ${ticket.reference}`
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=support&search=${ticket.reference}`))
  await page.getByRole('link', { name: `Open ${ticket.reference}` }).click()
  const replies = details(page).getByRole('region', { name: 'Replies' }).getByRole('listitem')
  await expect(replies).toHaveText([/^Support team.*In a vault\.$/])
  await sql.begin(async (tx) => {
    await tx`update support_tickets set status = 'open' where reference = ${ticket.reference}`
    await tx`insert into ticket_replies (ticket_id, author, message)
      select id, 'user', ${`Which one? ${XSS}`} from support_tickets where reference = ${ticket.reference}`
  })
  await expect(replies.last()).toHaveText(new RegExp(`^${ticket.name}Follow-up.*Which one\\?`))
  await expect(details(page).getByLabel('Status')).toHaveValue('open')
  await expectAccessible(page)
  // It counts as new until it was opened, which this one was.
  const tickets = page.getByRole('region', { name: 'Tickets', exact: true })
  await expect(tickets.getByText('Open', { exact: true }).last()).toBeVisible()
  await expect(tickets.getByText('New', { exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'Close details' }).click()
  await sql`insert into ticket_replies (ticket_id, author, message)
    select id, 'user', 'Hello?' from support_tickets where reference = ${ticket.reference}`
  await expect(tickets.getByText('New', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('each state of tickets and calls has a label and a color', { tag: '@full' }, async ({ page, sql }) => {
  const { name, email } = makeVisitor()
  await sql`insert into support_tickets (name, email, subject, message, status)
    select ${name}, ${email}, 'Custody', 'Who?', s from unnest(array['open', 'in_progress', 'resolved', 'closed']) s`
  await sql`insert into call_schedules (name, email, purpose, preferred_date, preferred_time, timezone, status)
    select ${name}, ${email}, 'Custody', '2099-01-05', '09:00', 'PST', s
    from unnest(array['pending', 'in_progress', 'confirmed', 'cancelled']) s`
  await signInAdmin(page)
  for (const [tab, caption, states] of [
    [
      'tickets',
      'Tickets',
      [
        ['Open', /text-warn/],
        ['In progress', /text-info/],
        ['Resolved', /text-gain/],
        ['Closed', /text-ink-2/],
      ],
    ],
    [
      'calls',
      'Call requests',
      [
        ['Pending', /text-warn/],
        ['Confirmed', /text-gain/],
        ['In progress', /text-info/],
        ['Cancelled', /text-ink-2/],
      ],
    ],
  ] as const) {
    await page.goto(adminUrl(`?d=support&tab=${tab}&search=${encodeURIComponent(email)}`))
    const list = page.getByRole('region', { name: caption, exact: true })
    for (const [word, tone] of states)
      await expect(list.getByRole('cell', { name: word, exact: true }).locator('span')).toHaveClass(tone)
    const words = states.map(([word]) => word)
    await expect(list.getByLabel('Status').locator('option')).toHaveText(['All statuses', ...words])
    await page
      .getByRole('link', { name: /^Open [TC]-/ })
      .first()
      .click()
    await expect(details(page).getByLabel('Status').locator('option')).toHaveText(words)
  }
})

test('a new ticket appears while the desk is open, and many are closed at once', async ({ page }) => {
  const subject = `Lot ${crypto.randomUUID().slice(0, 8)}`
  await openTicket(page, { subject })
  const { user } = await signInAdmin(page)
  await page.goto(adminUrl(`?d=support&search=${encodeURIComponent(subject)}`))
  const tickets = page.getByRole('region', { name: 'Tickets', exact: true })
  await expect(tickets.getByText(subject)).toHaveCount(1)
  await openTicket(page, { subject })
  await expect(tickets.getByText(subject)).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const dialog = page.getByRole('dialog')
  await page.getByLabel('Assign selected items').selectOption({ label: 'Unassigned' })
  await expect(dialog).toContainText('2 tickets will not change (already unassigned)')
  await expect(dialog.getByRole('button', { name: 'Unassign 0 tickets' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Assign selected items').selectOption({ label: `${user.username} (me)` })
  await expect(dialog).toContainText('No one is notified. You can undo this for 10 seconds.')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Assign 2 tickets' }).click()
  await expect(tickets.getByRole('cell', { name: user.username })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(tickets.getByRole('cell', { name: 'Unassigned' })).toHaveCount(2)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByLabel('Set status of selected items').selectOption('Closed')
  await expect(dialog).toContainText('2 emails will be sent immediately. This cannot be undone.')
  await dialog.getByRole('button', { name: 'Close 2 tickets' }).click()
  await expect(page.getByText('2 tickets are closed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(tickets.getByRole('cell', { name: 'Closed' })).toHaveCount(2)
})

test('a visitor and the team exchange chat messages, received immediately on both sides', async ({
  page,
  browser,
}) => {
  const { name, email } = makeVisitor()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/docs/help-support')
  await visitor.locator('[data-action="chat"]').getByRole('button').click()
  const dialog = visitor.getByRole('dialog', { name: 'Live chat' })
  await dialog.getByLabel(/^Name/).fill(name)
  await dialog.getByLabel(/^Email/).fill(email)
  await dialog.getByLabel(/^Message/).fill(`Anybody there? ${XSS}`)
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(dialog.getByText(/L-\d{6}/)).toBeVisible()
  // It closes after a success; opened again it stays open.
  await expect(dialog).toBeHidden()
  await visitor.locator('[data-action="chat"]').getByRole('button').click()
  await expect(dialog).toBeVisible()

  await signInAdmin(page)
  await page.goto(adminUrl(`?d=support&tab=chats&search=${encodeURIComponent(name)}`))
  await page.getByRole('link', { name: /^Open L-/ }).click()
  const log = details(page).getByRole('log', { name: 'Messages' })
  await expect(log).toContainText(`Anybody there? ${XSS}`)
  await details(page).getByRole('textbox', { name: 'Message' }).fill(`We are. ${XSS}`)
  await details(page).getByRole('button', { name: 'Send message' }).click()
  await expect(log).toContainText(`We are. ${XSS}`)
  await expect(details(page).getByRole('textbox', { name: 'Message' })).toBeFocused()

  await expect(dialog.getByRole('log', { name: 'Messages' })).toContainText(`We are. ${XSS}`)
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Good.')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(log).toContainText('Good.')
  for (const one of [page, visitor]) expect(await one.evaluate(() => 'hacked' in window)).toBe(false)

  await expect(details(page).getByLabel('Status').locator('option')).toHaveText(['Open', 'Closed'])
  await details(page).getByLabel('Status').selectOption('Closed')
  const chats = page.getByRole('region', { name: 'Chats', exact: true })
  await expect(chats.getByRole('cell', { name: 'Closed' })).toBeVisible()
  await visitor.context().close()
})

test('a call request is confirmed', async ({ page }) => {
  const visitor = makeVisitor()
  await page.request.post('/api/v1/support/call-schedule', {
    data: {
      ...visitor,
      purpose: 'Due diligence',
      preferred_date: '2099-01-05',
      preferred_time: '09:00',
      timezone: 'EST',
    },
  })
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=support&tab=calls&search=${encodeURIComponent(visitor.email)}`))
  await page.getByRole('link', { name: /^Open C-/ }).click()
  await expect(details(page)).toContainText('January 5, 2099, 09:00 EST')
  await details(page).getByLabel('Status').selectOption('Confirmed')
  const calls = page.getByRole('region', { name: 'Call requests', exact: true })
  await expect(calls.getByRole('cell', { name: 'Confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Close details' }).click()
  await expect(details(page)).toBeHidden()
  await expect(page.getByRole('link', { name: /^Open C-/ }), 'the focus is given back').toBeFocused()
})

test.describe('a ticket that cannot be read', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 502/] })

  test('shows an error, above the earlier data if there are any', async ({ page }) => {
    const ticket = await openTicket(page)
    await blockEvents(page)
    await signInAdmin(page)
    await page.goto(adminUrl(`?d=support&search=${ticket.reference}`))
    const one = '**/support/tickets/*'
    const fail = (route: Route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 502 }) : route.fallback()
    await page.route(one, fail)
    await page.getByRole('link', { name: `Open ${ticket.reference}` }).click()
    const alert = details(page).getByRole('alert')
    await expect(alert).toContainText('Details could not be loaded')
    await retryLoading(page, one, details(page))
    await expect(details(page).getByRole('heading', { name: 'Custody' })).toBeFocused()
    await expect(alert).toHaveCount(0)

    await page.route(one, fail)
    await details(page).getByRole('textbox', { name: 'Reply' }).fill('Being typed')
    const status = details(page).getByLabel('Status')
    await status.selectOption('In progress')
    await expect(alert).toContainText('Showing the last data loaded.')
    await retryLoading(page, one, details(page))
    await expect(alert).toHaveCount(0)
    await expect(status).toHaveValue('in_progress')
    await expect(details(page).getByRole('textbox', { name: 'Reply' })).toHaveValue('Being typed')
  })
})

test('a selected status stays while the ticket is refetched', { tag: '@full' }, async ({ page }) => {
  const ticket = await openTicket(page)
  await blockEvents(page)
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=support&search=${ticket.reference}`))
  await page.getByRole('link', { name: `Open ${ticket.reference}` }).click()
  const status = details(page).getByLabel('Status')
  await expect(status).toBeEnabled()
  const pending = Promise.withResolvers<void>()
  await page.route('**/support/tickets/*', async (route) => {
    if (route.request().method() === 'GET') await pending.promise
    await route.fallback()
  })
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await status.selectOption('Resolved')
  expect((await saved).status()).toBe(200)
  await (await saved).finished()
  await expect(status).toBeDisabled()
  await expect(status).toHaveValue('resolved')
  pending.resolve()
  await expect(status).toBeEnabled()
  await expect(status).toHaveValue('resolved')
})

test('the desk is accessible, and fits a phone', { tag: '@full' }, async ({ page, sql }) => {
  const ticket = await openTicket(page)
  // The longest time left that the details show.
  await sql`update support_tickets set first_answer_due = now() + interval '23 hours 59 minutes'
    where reference = ${ticket.reference}`
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=support&search=${ticket.reference}`))
  await page.getByRole('link', { name: `Open ${ticket.reference}` }).click()
  await expect(details(page).getByRole('textbox', { name: 'Reply' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const beyond = details(page).evaluate((panel) => {
    const edge = panel.getBoundingClientRect().right
    return [...panel.querySelectorAll('*')]
      .filter((part) => part.getBoundingClientRect().right > edge)
      .map((part) => part.outerHTML.slice(0, 80))
  })
  expect(await beyond, 'nothing sticks out of the panel').toEqual([])
})
