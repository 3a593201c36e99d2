import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

const address = '/access/support'

/** Opens a ticket by the form of the public page, as the investor who is signed in. */
async function openTicket(page: Page, subject: string): Promise<void> {
  await page.goto('/docs/help-support')
  await page
    .getByRole('button', { name: /ticket/i })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Support ticket' })
  await dialog.getByLabel('Subject').fill(subject)
  await dialog.getByLabel('Message').fill('Has my wire arrived?')
  await dialog.getByRole('button', { name: 'Submit ticket' }).click()
  await expect(dialog.getByText('Ticket submitted successfully!')).toBeVisible()
}

test('a ticket that was opened while signed in is listed, with its replies as they arrive', async ({
  page,
  sql,
}) => {
  const { user } = await signIn(page)
  await page.goto(address)
  await expect(page.getByText('Nothing yet')).toBeVisible()
  await expectAccessible(page)
  await openTicket(page, 'A wire of yesterday')
  await page.goto(address)
  const tickets = page.getByRole('region', { name: 'Tickets' })
  await expect(tickets.getByRole('listitem')).toHaveText(
    /A wire of yesterdayT-\d{6}opened .*no reply yetOpen/,
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

test.describe('when calls fail', () => {
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
    await expect(page.getByText('Nothing yet')).toBeVisible()
  })

  test('a ticket of a session that is over is sent as a visitor’s', async ({ page, sql }) => {
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
