import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, makeEmail, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

test('an administrator sees why an email failed, and resends it', async ({ page, sql }) => {
  const recipient = makeEmail('bounced')
  await sql`insert into outbox (kind, recipient, subject, body, status, attempts, last_error)
    values ('ticket_reply', ${recipient}, 'A reply to your ticket', '["Text", "", ""]', 'failed', 8, '550 No such mailbox')`
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=mails&search=${recipient}`))
  const row = page.getByRole('row', { name: recipient })
  await expect(row).toContainText('Failed')
  await expect(row).toContainText('550 No such mailbox (8 attempts)')
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Resend / }).click()
  await expect(row).toContainText('Pending')
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
    await page.goto(adminUrl('?d=settings'))
    const form = page.getByRole('form', { name: 'Announcement' })
    await form.getByRole('button', { name: 'Publish' }).click()
    await expect(form.getByRole('alert')).toHaveText('Enter the announcement text')
    await form.getByLabel('Text').fill('The platform rests for maintenance.')
    await form.getByLabel('Starts').fill('2026-12-01T20:00')
    await form.getByLabel('Ends').fill('2099-12-01T22:00')
    await form.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Announcement published.')).toBeVisible()

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
    await expect(banner).toContainText('Dec 2, 2026, 05:00')
    await expect(banner).toContainText('Asia/Tokyo')
    await expectAccessible(reader)
    // It has its own space on a phone: the end of the page is above it, and it takes little of the screen.
    await reader.setViewportSize({ width: 390, height: 844 })
    const strip = await banner.boundingBox()
    expect(strip?.height).toBeLessThan(844 / 8)
    await reader.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const foot = await reader.getByRole('contentinfo').boundingBox()
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual((strip?.y ?? 0) + 1)
    await signInAdmin(reader)
    await reader.goto(adminUrl('?d=transactions'))
    const over = await banner.boundingBox()
    const pages = await reader.locator('.list-foot').boundingBox()
    expect((pages?.y ?? 0) + (pages?.height ?? 0)).toBeLessThanOrEqual((over?.y ?? 0) + 1)

    await reader.goto('/access/login')
    await expect(banner).toBeVisible()
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner).toHaveCount(0)
    await reader.goto('/docs/glossary')
    await expect(reader.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(banner).toHaveCount(0)

    await form.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Announcement removed.')).toBeVisible()
    await context.close()
    const left = await page.request.get('/api/v1/banner')
    expect(await left.json()).toEqual({ banner: null })
  })
})
