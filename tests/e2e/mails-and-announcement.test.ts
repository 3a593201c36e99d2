/** Mails that their readers stop or answer, the panel's list of them, and the announcement on all pages. */
import type { Page } from '@playwright/test'
import { signInAdmin } from './administrator.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeEmail,
  PASSWORD,
  register,
  test,
} from './fixtures.ts'
import { panel } from './panel.ts'

/** Of a device that the account was not used with. */
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'

async function signInByForm(page: Page, email: string): Promise<void> {
  await page.goto('/access/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Access Platform' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ada')
}

test('the reader of a mail stops its kind, and reports a sign-in from a new device', async ({
  page,
  sql,
}) => {
  const { email, user } = await register(page)
  await sql`insert into notifications (user_id, category, type, title, message, email)
    values (${user.id}, 'transaction', 'info', 'Deposit booked', 'Your deposit was booked.', 'now')`
  await signInByForm(page, email)
  const stranger = await page.request.post('/api/v1/auth/user/login', {
    headers: { 'user-agent': SAFARI },
    data: { email, password: PASSWORD },
  })
  expect(stranger.status()).toBe(200)

  const linkIn = async (kind: string, path: string) => {
    const [mail] =
      await sql`select body from outbox where recipient = ${email} and kind = ${kind} order by id desc`
    return new RegExp(`https?:\\S+(${path}#token=\\S+)`).exec(mail?.body ?? '')?.[1] ?? ''
  }
  await expect.poll(() => linkIn('notification', '/access/unsubscribe'), { timeout: 30_000 }).not.toBe('')
  const stop = await linkIn('notification', '/access/unsubscribe')
  // Twice: the second time they are stopped already.
  for (const _ of [1, 2]) {
    await page.goto('/robots.txt')
    await page.goto(stop)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop these mails')
    await page.getByRole('button', { name: 'Stop These Mails' }).click()
    await expect(page.getByText('These mails are stopped.')).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Choose What Is Mailed' }).click()
  await expect(page.getByLabel('Transactions by email')).toHaveValue('off')

  await expect.poll(() => linkIn('new_device', '/access/not-me'), { timeout: 30_000 }).not.toBe('')
  await page.goto(await linkIn('new_device', '/access/not-me'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This was not me')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'End All Sessions' }).click()
  await expect(page.getByText('We have mailed you a link')).toBeVisible()
  await page.goto('/access/dashboard')
  await expect(page).toHaveURL(/\/access\/login/)
})

test('an administrator sees why a mail was given up, and sends it again', async ({ page, sql }) => {
  const recipient = makeEmail('bounced')
  await sql`insert into outbox (kind, recipient, subject, body, status, attempts, last_error)
    values ('ticket_reply', ${recipient}, 'A reply to your ticket', 'Text', 'failed', 8, '550 No such mailbox')`
  await signInAdmin(page)
  await page.goto(panel(`?d=mails&search=${recipient}`))
  const row = page.getByRole('row', { name: recipient })
  await expect(row).toContainText('Given up')
  await expect(row).toContainText('550 No such mailbox (8 attempts)')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Send .* again$/ }).click()
  await expect(row).toContainText('Waits')
  expect(await sql`select status, attempts from outbox where recipient = ${recipient}`).toEqual([
    { status: 'pending', attempts: 0 },
  ])
})

test.describe('an announcement', () => {
  test.use({ isExclusive: true })

  test('is shown on public pages and in the area until it is closed or removed', async ({
    page,
    browser,
  }) => {
    await signInAdmin(page)
    await page.goto(panel('?d=settings'))
    const form = page.getByRole('form', { name: 'Announcement' })
    await form.getByLabel('Text').fill('The platform rests for maintenance.')
    await form.getByLabel('Begins').fill('2026-12-01T20:00')
    await form.getByLabel('Ends').fill('2099-12-01T22:00')
    await form.getByRole('button', { name: 'Announce' }).click()
    await expect(page.getByText('Announced.')).toBeVisible()

    const context = await browser.newContext({
      baseURL: new URL(page.url()).origin,
      timezoneId: 'Asia/Tokyo',
      locale: 'en-US',
    })
    const reader = await context.newPage()
    const banner = reader.getByRole('complementary', { name: 'Announcement' })
    await reader.goto('/legal/cookies')
    await expect(banner).toContainText('The platform rests for maintenance.')
    // Nine hours ahead of the administrator, whose browser is in UTC.
    await expect(banner).toContainText('Dec 2, 2026, 5:00')
    await expect(banner).toContainText('Asia/Tokyo')
    await expectAccessible(reader)
    await reader.goto('/access/login')
    await expect(banner).toBeVisible()
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner).toHaveCount(0)
    await reader.goto('/docs/glossary')
    await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner).toHaveCount(0)

    await form.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('The announcement is removed.')).toBeVisible()
    await context.close()
    const left = await page.request.get('/api/v1/banner')
    expect(await left.json()).toEqual({ banner: null })
  })
})
