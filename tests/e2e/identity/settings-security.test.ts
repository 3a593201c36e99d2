import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'

const address = '/access/settings/security'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'

test('the settings have sections with their own URLs', { tag: '@full' }, async ({ page }) => {
  await signIn(page)
  await page.goto('/access/settings')
  const sections = page.getByRole('navigation', { name: 'Settings' })
  await expect(sections.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await sections.getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL(address)
  await expect(sections.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Active sessions' })).toBeVisible()
})

test('a session elsewhere is shown and signed out, and listed in the activity', async ({ page, sql }) => {
  const { user } = await signIn(page)
  const [other] = await sql<{ id: string }[]>`
    insert into sessions
      (role, user_id, refresh_token_hash, expires_at, user_agent, ip_address, signed_in_with, created_at)
    values ('investor', ${user.id}, ${`elsewhere-${user.id}`}, now() + interval '1 day', ${FIREFOX}, '8.8.8.8',
      'password_and_totp', '2026-03-04T12:00:00Z') returning id`
  await page.goto(address)
  const sessions = page.getByRole('region', { name: 'Active sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await expect(sessions.getByRole('listitem').first()).toContainText('with a password')
  const row = sessions.getByRole('listitem').filter({ hasText: 'Firefox 131 on Linux' })
  for (const fact of ['Mar 4, 2026', 'with a password and a one-time code', 'United States', '8.8.8.8']) {
    await expect(row).toContainText(fact)
  }
  await row.getByRole('button', { name: /^Sign out Firefox 131 on Linux/ }).click()
  await expect(sessions.getByRole('status')).toContainText(
    /Signed out: Firefox 131 on Linux, .*United States, network 8\.8\.8\.8, signed in Mar 4, 2026/,
  )
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  const [row_after] = await sql`select revoked_reason from sessions where id = ${other?.id ?? ''}`
  expect(row_after?.revoked_reason).toBe('ended_by_owner')
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity.getByRole('listitem').first()).toContainText('Session ended')
})

test.describe('a session that ended in the meantime', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('says so, and the list is reloaded', async ({ page, sql }) => {
    const { user } = await signIn(page)
    await sql`
    insert into sessions (role, user_id, refresh_token_hash, expires_at, user_agent)
    values ('investor', ${user.id}, ${`gone-${user.id}`}, now() + interval '1 day', ${FIREFOX})`
    await page.goto(address)
    const sessions = page.getByRole('region', { name: 'Active sessions' })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    // At the moment of the press: the list would otherwise update by itself first.
    await page.route('**/user/sessions/*', async (route) => {
      await sql`update sessions set revoked_at = now(), revoked_reason = 'signed_out' where refresh_token_hash = ${`gone-${user.id}`}`
      await route.continue()
    })
    await sessions.getByRole('button', { name: /^Sign out Firefox/ }).click()
    await expect(sessions.getByRole('alert')).toHaveText('This session has already ended.')
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
  })
})

test('pages through the activity @every-width', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await sql`
    insert into login_records (user_id, email, success, failure_reason, browser, os, city, country, login_time)
    select ${user.id}, 'a@lodefield.example', n % 2 = 0, case when n % 2 = 0 then '' else 'wrong_password' end,
      'Firefox 131', 'Linux', 'Toronto', 'Canada', now() - n * interval '1 hour' from generate_series(1, 25) as n`
  await page.goto(address)
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity.getByRole('listitem')).toHaveCount(10)
  await expect(activity.getByText('Incorrect password').first()).toBeVisible()
  await expect(activity.getByText('Firefox 131 on Linux · Toronto, Canada').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await activity.getByRole('button', { name: 'Older' }).click()
  await activity.getByRole('button', { name: 'Older' }).click()
  await expect(activity.getByRole('navigation')).toContainText('Showing 21 to 2')
  await expect(activity.getByRole('button', { name: 'Older' })).toBeDisabled()
})
