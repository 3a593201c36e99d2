import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'

const address = '/access/support'

/** Opens a ticket as the signed-in investor. */
async function openTicket(page: Page, subject: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Submit a ticket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Support ticket' })
  const widthOf = async (label: string) =>
    (await dialog.getByLabel(label, { exact: true }).boundingBox())?.width ?? 0
  // The message has the width of the form.
  expect(await widthOf('Message')).toBeGreaterThanOrEqual(await widthOf('Priority'))
  expect(await widthOf('Message')).toBeCloseTo(await widthOf('Subject'), 0)
  await dialog.getByLabel('Subject').fill(subject)
  await dialog.getByLabel('Message').fill('Has my wire arrived?')
  await dialog.getByRole('button', { name: 'Submit ticket' }).click()
  await expect(dialog.getByText('Ticket submitted successfully!')).toBeVisible()
}

test('a ticket opened while signed in is listed, with its replies as they arrive', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await page.goto(address)
  await expect(page.getByText('No support requests yet')).toBeVisible()
  await expectAccessible(page)
  await openTicket(page, 'A wire of yesterday')
  await page.keyboard.press('Escape')
  const tickets = page.getByRole('region', { name: 'Tickets' })
  await expect(tickets.getByRole('listitem')).toHaveText(
    /A wire of yesterdayT-\d{6}opened .*no replies yetOpen/,
  )
  await tickets.getByRole('button', { name: 'A wire of yesterday' }).click()
  const dialog = page.getByRole('dialog', { name: 'A wire of yesterday' })
  await expect(dialog.getByRole('listitem')).toHaveText([/You.*Has my wire arrived\?/])
  await expect(dialog.getByText('The team has not replied yet.')).toBeVisible()
  await sql.begin(async (tx) => {
    await tx`insert into ticket_replies (ticket_id, message)
      select id, 'It has.' from support_tickets where user_id = ${user.id}`
    await tx`insert into notifications (user_id, title, message) values (${user.id}, 'Reply', 'A wire of yesterday')`
  })
  await expect(dialog.getByRole('listitem')).toHaveText([/Has my wire arrived\?/, /Support team.*It has\./])
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await expect(tickets.getByText('1 reply')).toBeVisible()
  await expect(tickets.getByRole('button', { name: 'A wire of yesterday' })).toBeFocused()
})

/** Opens the thread of the only ticket. */
async function openThread(page: Page, subject: string): Promise<Locator> {
  await page.goto(address)
  await page.getByRole('button', { name: subject }).click()
  return page.getByRole('dialog', { name: subject })
}

test('an investor follows up on a ticket, which reopens it for the team, until it is closed', async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  await openTicket(page, 'A wire of today')
  const setStatus = (status: string) =>
    sql.begin(async (tx) => {
      await tx`update support_tickets set status = ${status} where user_id = ${user.id}`
      await tx`insert into notifications (user_id, title, message) values (${user.id}, 'Ticket', ${status})`
    })
  await setStatus('resolved')
  const dialog = await openThread(page, 'A wire of today')
  const field = dialog.getByLabel('Reply')
  await expect(field).toHaveAccessibleDescription('Replying reopens the ticket')
  await expectAccessible(page, 'dialog[open]')
  const send = dialog.getByRole('button', { name: 'Send message' })
  await send.click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/Enter a message/)
  await field.fill('It has not.\nWhat now?')
  await send.click()
  await expect(dialog.getByText('Message sent.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText([
    /Has my wire arrived\?/,
    /You.*It has not\.\nWhat now\?/,
  ])
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expect(field).not.toHaveAccessibleDescription(/reopens the ticket/)
  expect(await sql`select status from support_tickets where user_id = ${user.id}`).toEqual([
    { status: 'open' },
  ])

  await field.fill('A late thought')
  await setStatus('closed')
  await expect(dialog.getByText('This ticket is closed.')).toBeVisible()
  await expect(send).toHaveCount(0)
  await expect(dialog.getByLabel('Your unsent message')).toHaveValue('A late thought')
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('link', { name: 'open a new ticket' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Support ticket' }).getByLabel('Subject', { exact: true }),
  ).toHaveValue(/^T-\d{6}$/)
  await expect(page).toHaveURL(address)
})

test('the subject of a link is kept with the message written under it when the form is closed', {
  tag: '@full',
}, async ({ page }) => {
  await signIn(page)
  await page.goto(`${address}?write=ticket&about=T-000123`)
  const dialog = page.getByRole('dialog', { name: 'Support ticket' })
  await dialog.getByLabel('Message').fill('It has not arrived.')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Submit a ticket' }).click()
  await expect(dialog.getByLabel('Message')).toHaveValue('It has not arrived.')
  await expect(dialog.getByLabel('Subject')).toHaveValue('T-000123')
})

test('a follow-up is sent once, however often the button is pressed', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await openTicket(page, 'Twice')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/support/tickets/*/messages', async (route) => {
    await held
    await route.continue()
  })
  const dialog = await openThread(page, 'Twice')
  await dialog.getByLabel('Reply').fill('Hello?')
  await dialog.getByRole('button', { name: 'Send message' }).dblclick()
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  release()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  expect(
    await sql`select r.author from ticket_replies r join support_tickets t on t.id = ticket_id where t.user_id = ${user.id}`,
  ).toEqual([{ author: 'user' }])
})

test('unsent text survives closing, a reload and a sign-out in another tab', async ({ page, context }) => {
  const investor = await signIn(page)
  await openTicket(page, 'Unsent')
  let dialog = await openThread(page, 'Unsent')
  await dialog.getByLabel('Reply').fill('Half a sent')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Unsent' }).click()
  await expect(dialog.getByLabel('Reply')).toHaveValue('Half a sent')
  dialog = await openThread(page, 'Unsent')
  await dialog.getByLabel('Reply').fill('Half a sentence')
  const other = await context.newPage()
  await other.goto('/docs/help-support')
  await other.locator('.user-menu > summary').click()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('You were signed out in another tab or on another device.')).toBeVisible()
  await page.getByLabel('Email').fill(investor.email)
  await page.getByLabel('Password', { exact: true }).fill(investor.password)
  await page.getByRole('button', { name: 'Access Platform' }).click()
  await expect(page).toHaveURL(address)
  await page.getByRole('button', { name: 'Unsent' }).click()
  await expect(dialog.getByLabel('Reply')).toHaveValue('Half a sentence')
  // Signing out in this tab is meant to leave nothing behind.
  await page.keyboard.press('Escape')
  await page.locator('.user-menu > summary').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => sessionStorage.getItem('drafts'))).toBeNull()
})

test('the investor desk can be reached without a form', { tag: '@full' }, async ({ page }) => {
  await page.route('**/api/v1/contact-departments', (route) =>
    route.fulfill({
      json: {
        departments: [
          {
            department: 'investors',
            email: 'desk@lodefield.example',
            phone: '+1 (555) 010-0199',
            whatsapp: '',
            linkedin: '',
            telegram: '',
            hours: 'Monday to Friday, 9:00 to 17:00',
            description: '',
          },
        ],
      },
    }),
  )
  await signIn(page)
  await page.goto(address)
  const desk = page.getByRole('region', { name: 'Investor support' })
  await expect(desk.getByRole('link', { name: 'desk@lodefield.example' })).toHaveAttribute(
    'href',
    'mailto:desk@lodefield.example',
  )
  await expect(desk.getByRole('link', { name: '+1 (555) 010-0199' })).toHaveAttribute(
    'href',
    'tel:+15550100199',
  )
  await expect(desk).toContainText('Monday to Friday, 9:00 to 17:00')
  await expectAccessible(page)
})

test('calls and chats are listed with their state', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await sql`insert into call_schedules (user_id, name, email, purpose, preferred_date, preferred_time, timezone, status)
    values (${user.id}, 'Ada', 'ada@lodefield.example', ${'Custody '.repeat(24)}, '2099-03-02', '10:00', 'GMT', 'confirmed')`
  await sql`with chat as (insert into chat_sessions (session_id, user_id, name)
      values (${`chat-1700000000000-${crypto.randomUUID()}`}, ${user.id}, 'Ada') returning id)
    insert into chat_messages (chat_session_id, author, message)
    select id, author, message from chat, (values ('user', 'Hello'), ('agent', 'Good morning')) as said (author, message)`
  await page.goto(address)
  await expect(page.getByRole('region', { name: 'Calls' }).getByRole('listitem')).toHaveText(
    /C-\d{6}March 2, 2099, 10:00 GMTConfirmed/,
  )
  const chats = page.getByRole('region', { name: 'Chats' })
  await expect(chats.getByRole('listitem')).toHaveText(/Good morning.*2 messagesOpen/)
  await expectNoSidewaysScroll(page)
  await chats.getByRole('button', { name: 'Good morning' }).click()
  await expect(page.getByRole('dialog', { name: 'Chat' }).getByRole('listitem')).toHaveText([
    /Hello/,
    /Good morning/,
  ])
})

test.describe('when calls fail', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of (500|401)/] })

  test('the page shows an error with a retry', async ({ page }) => {
    await signIn(page)
    await page.route('**/api/v1/user/support', (route) =>
      route.fulfill({ status: 500, json: { error: 'No', code: 'internal', request_id: 'test' } }),
    )
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText('Failed to load your tickets, calls and chats')
    await page.unroute('**/api/v1/user/support')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No support requests yet')).toBeVisible()
  })

  test('a follow-up that fails keeps its text and says why', async ({ page }) => {
    await signIn(page)
    await openTicket(page, 'Refused')
    const dialog = await openThread(page, 'Refused')
    await page.route('**/support/tickets/*/messages', (route) =>
      route.fulfill({
        status: 500,
        json: { error: 'The desk is full.', code: 'internal', request_id: 'test' },
      }),
    )
    await dialog.getByLabel('Reply').fill('Hello?')
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('The desk is full.')
    await expect(dialog.getByLabel('Reply')).toHaveValue('Hello?')
    await expect(dialog.getByLabel('Reply')).toBeFocused()
    await page.unroute('**/support/tickets/*/messages')
    await dialog.getByRole('button', { name: 'Send message' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  })

  test('a ticket from an ended session is sent as a visitor’s', async ({ page, sql }) => {
    const { user } = await signIn(page)
    await page.route('**/api/v1/support/ticket', (route) =>
      route.request().headers().authorization
        ? route.fulfill({ status: 401, json: { error: 'No', code: 'session_expired', request_id: 'test' } })
        : route.continue(),
    )
    const subject = `Anonymous ${user.id}`
    await openTicket(page, subject)
    expect(await sql`select user_id from support_tickets where subject = ${subject}`).toEqual([
      { user_id: null },
    ])
  })
})
