import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { blockEvents, signInAdmin } from './administrator.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, retryLoading, test } from './fixtures.ts'
import { ADMIN_PATH, adminUrl } from './panel.ts'

const sections = [
  ['users', 'User Management'],
  ['verifications', 'Verifications'],
  ['screening', 'Screening'],
  ['transactions', 'Transaction Management'],
  ['portfolio', 'Portfolio Management'],
  ['token-pending', 'Token Pending Status'],
  ['subscriptions', 'Subscriptions'],
  ['register', 'Register'],
  ['notifications', 'Notifications'],
  ['tokens', 'Token Management'],
  ['documents', 'Documents'],
  ['support', 'Support Management'],
  ['departments', 'Contact Departments'],
  ['approvals', 'Approvals'],
  ['administrators', 'Administrators'],
  ['reports', 'Reports'],
  ['login-tracking', 'Login tracking'],
  ['audit-log', 'Audit Log'],
  ['mails', 'Emails'],
  ['settings', 'Site Settings'],
] as const

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('the dashboard links to all sections, and each of them links back', async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl(''))
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back to Home' })).toHaveCount(0)
  const links = page.getByRole('main').getByRole('list', { name: 'All sections' })
  await expect(links.getByRole('listitem')).toHaveCount(sections.length)
  for (const [value, title] of sections) {
    await links.getByRole('button', { name: new RegExp(`^${title}`) }).click()
    await expect(page).toHaveURL(adminUrl(`?d=${value}`))
    await expect(heading(page, title)).toBeVisible()
    await page.getByRole('button', { name: 'Back to Home' }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
  }
})

test('the navigation highlights the current section; an unknown section is the dashboard', {
  tag: '@full',
}, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=no-such-section'))
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Sections' })
  await navigation.getByRole('link', { name: 'Audit log' }).click()
  await expect(heading(page, 'Audit Log')).toBeVisible()
  await expect(navigation.locator('[aria-current="page"]')).toHaveText('Audit log')
  await expect(page).toHaveTitle(/^Audit Log · /)
  await expect(page.locator('#main')).toBeFocused()
  await page.goBack()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.goto(adminUrl('?d=dashboard'))
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.getByRole('button', { name: /Administrator$/ }).click()
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
})

test('a section opens at the top, and the browser returns to the previous position', {
  tag: '@full',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await signInAdmin(page)
  await page.goto(adminUrl(''))
  const navigation = page.getByRole('navigation', { name: 'Sections' })
  await expect(page.getByRole('main').getByRole('list', { name: 'All sections' })).toBeVisible()
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  await page.evaluate(() => window.scrollTo(0, 400))
  await navigation.getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'Site Settings')).toBeVisible()
  expect(await place()).toBe(0)
  await navigation.getByRole('link', { name: 'Dashboard' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect.poll(place).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 300))
  await navigation.getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'Site Settings')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect.poll(place).toBeGreaterThan(100)
})

test('the dashboard shows figures as the server counts them', async ({ page }) => {
  const { call } = await signInAdmin(page)
  const { stats } = await call('GET', '/stats')
  await page.goto(adminUrl(''))
  const figures = page.getByRole('main').locator('dl').first()
  await expect(figures.getByText('Deposits, 30 days')).toBeVisible()
  await expect(figures).toContainText(/\$[\d,]+\.\d{2}/)
  expect(Object.keys(stats).sort()).toEqual([
    'active_users',
    'deposits_30d',
    'deposits_days',
    'expiring_verifications',
    'failed_mails',
    'failed_snapshots',
    'open_chats',
    'open_hits',
    'open_tickets',
    'pending_requests',
    'stopped_series',
    'users',
    'verified_users',
    'waiting_calls',
    'waiting_subscriptions',
    'waiting_verifications',
    'warned_series',
  ])
  // The figure leads to the transactions behind its sum.
  const deposits = figures.getByRole('link', { name: /^Deposits, 30 days/ })
  const sum = (await deposits.textContent()) ?? ''
  await deposits.click()
  await expect(page.getByLabel('Totals of completed transactions')).toContainText(sum)
  expect(new URL(page.url()).search).toContain(`from=${stats.deposits_days.from}`)
})

test.describe('when the figures fail', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 500/] })
  test('the dashboard shows an error with Retry, and keeps its links', async ({ page }) => {
    await blockEvents(page)
    await signInAdmin(page)
    const json = { error: 'Something went wrong', code: 'internal', request_id: 'r-1' }
    await page.route('**/admin/stats', (route) => route.fulfill({ status: 500, json }))
    await page.goto(adminUrl(''))
    await expect(page.getByRole('alert')).toContainText('Dashboard figures could not be loaded.')
    await expect(page.getByRole('main').getByRole('button', { name: 'Audit Log' })).toBeVisible()
    await retryLoading(page, '**/admin/stats')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('when the figures fail later', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 500/] })
  test('the numbers of pending items are hidden because they are unknown', async ({ page }) => {
    await blockEvents(page)
    await signInAdmin(page)
    const figures = '**/admin/stats'
    await page.route(figures, async (route) => {
      const response = await route.fetch()
      const { stats } = await response.json()
      await route.fulfill({ json: { stats: { ...stats, pending_requests: 4321, open_tickets: 1234 } } })
    })
    await page.clock.install()
    await page.goto(adminUrl('?d=support'))
    const pending = page.getByRole('navigation').getByRole('link', { name: /^Investment requests/ })
    const tickets = page.getByRole('navigation', { name: 'Support' }).getByRole('link', { name: /^Tickets/ })
    await expect(pending).toHaveText(/4,321/)
    await expect(tickets).toHaveText(/1234/)
    await page.unroute(figures)
    await page.route(figures, (route) =>
      route.fulfill({ status: 500, json: { error: 'x', code: 'internal', request_id: 'r-1' } }),
    )
    await page.clock.runFor(31_000)
    await expect(pending).not.toHaveText(/\d/)
    await expect(tickets).not.toHaveText(/\d/)
  })
})

test('the user menu works by keyboard alone', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl(''))
  const menu = page.getByRole('button', { name: /Administrator$/ })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(adminUrl('/settings'))
  await page.getByRole('button', { name: 'Back to Admin Panel' }).click()
  await expect(page).toHaveURL(adminUrl(''))
})

test('the theme is chosen in the user menu, and applies to the whole site', async ({ page, context }) => {
  await signInAdmin(page)
  await page.goto(adminUrl(''))
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  expect(await theme()).toBe('light')
  await page.getByRole('button', { name: /Administrator$/ }).click()
  const choice = page.getByRole('group', { name: 'Theme' })
  await expect(choice.getByRole('radio', { name: 'System' })).toBeChecked()
  await choice.getByRole('radio', { name: 'Dark' }).check()
  expect(await theme()).toBe('dark')
  await expectAccessible(page)
  const site = await context.newPage()
  await site.goto('/docs/glossary')
  const itsChoice = site.getByRole('contentinfo').getByRole('group', { name: 'Theme' })
  await expect(itsChoice.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await itsChoice.getByRole('radio', { name: 'System' }).check()
  await expect.poll(theme, 'the panel follows').toBe('light')
  await expect(choice.getByRole('radio', { name: 'System' })).toBeChecked()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(theme, 'and the device').toBe('dark')
})

for (const [name, address] of [
  ['dashboard', ''],
  ['audit log', '?d=audit-log'],
  ['profile', '/settings'],
] as const) {
  test(`the ${name} is accessible, and as narrow as a small phone`, { tag: '@full' }, async ({ page }) => {
    await signInAdmin(page)
    await page.goto(adminUrl(address))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
}

test('the sections are in a drawer on a phone @mobile', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl(''))
  await page.getByRole('button', { name: 'Sections' }).click()
  const drawer = page.getByRole('dialog', { name: 'Sections' })
  await expect(drawer).toBeVisible()
  expect((await drawer.boundingBox())?.height, 'as high as the screen').toBe(page.viewportSize()?.height)
  await expectAccessible(page, '[role="dialog"]')
  await drawer.getByRole('link', { name: 'Audit log' }).click()
  await expect(drawer).toBeHidden()
  await expect(heading(page, 'Audit Log')).toBeVisible()

  await page.getByRole('button', { name: 'Sections' }).click()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
})

const PASSWORD = 'Feldspar-seam 19 low'

/** Signs in as a separate administrator, so that changes to the account affect no other test. */
async function signInOwn(page: Page, sql: Sql): Promise<string> {
  const username = `own-${crypto.randomUUID().slice(0, 13)}`
  const hash = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 })
  await sql`insert into admins (username, email, password_hash) values (${username}, ${`${username}@lodefield.example`}, ${hash})`
  const response = await page.request.post('/api/v1/auth/login', {
    data: { username, password: PASSWORD },
    headers: { 'x-admin-path': ADMIN_PATH },
  })
  const { access_token, refresh_token, user } = await response.json()
  await page.goto('/robots.txt')
  await page.evaluate((entries) => Object.assign(localStorage, entries), {
    adminToken: access_token,
    adminRefreshToken: refresh_token,
    adminUser: JSON.stringify(user),
  })
  await page.goto(adminUrl('/settings'))
  await expect(page.getByLabel('Username')).toHaveValue(username)
  return username
}

test('the profile changes the name, which the header shows immediately, and requests a new email', async ({
  page,
  sql,
}) => {
  const username = await signInOwn(page, sql)
  const own = page.getByRole('region', { name: 'Email address' })
  await expect(own).toContainText(`${username}@lodefield.example`)
  await page.getByLabel('Username').fill(`  ${username}-2 `)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(`${username}-2`)
  await expect(page.getByRole('button', { name: /Administrator$/ })).toContainText(`${username}-2`)
  await own.getByRole('button', { name: 'Change Email' }).click()
  await expect(own.getByRole('alert')).toHaveText([
    'Enter your new email address',
    'Enter your current password',
  ])
})

test('the profile asks before unsaved input is lost', { tag: '@full' }, async ({ page, sql }) => {
  const username = await signInOwn(page, sql)
  await page.getByLabel('Username').fill(`${username}-typed`)
  await expect(page.getByRole('form', { name: 'Profile' })).toContainText('Unsaved changes')
  await page.getByRole('button', { name: 'Back to Admin Panel' }).click()
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Username')).toHaveValue(`${username}-typed`)
  // Discard restores the stored values, and the focus stays in place.
  const discard = page.getByRole('button', { name: 'Discard' })
  await discard.press('Enter')
  await expect(page.getByLabel('Username')).toHaveValue(username)
  await expect(discard).toBeFocused()
  await page.getByRole('button', { name: 'Back to Admin Panel' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test.describe('a password', () => {
  test.use({ expectedErrors: [/status of (401|422|409)/] })

  test('is changed by its rules, and ends all sessions', async ({ page, sql }) => {
    const username = await signInOwn(page, sql)
    const [current, fresh, again] = ['Current password', 'New password', 'Confirm new password'].map(
      (label) => page.getByLabel(new RegExp(`^${label}`)),
    )
    const save = page.getByRole('button', { name: 'Save Changes' })
    await fresh?.fill('Basalt-shelf 77 up')
    await again?.fill('something else')
    await save.click()
    await expect(page.getByText('New passwords do not match'), 'said once, at the field').toHaveCount(1)
    await again?.fill('Basalt-shelf 77 up')
    await save.click()
    await expect(page.getByText('Current password is required to change password')).toHaveCount(1)
    await expect(current ?? page.locator('body')).toBeFocused()
    await current?.fill('Wrong-one-1!')
    await save.click()
    await expect(page.getByRole('alert')).toContainText('Failed to update profile')
    await expect(current ?? page.locator('body')).toHaveAccessibleDescription(/Current password is incorrect/)
    await expect(page).toHaveURL(adminUrl('/settings'))
    await current?.fill(PASSWORD)
    await save.click()
    await expect(page).toHaveURL(adminUrl('/login'))
    await expect(page.getByRole('alert')).toContainText('Your password was changed.')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill('Basalt-shelf 77 up')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
  })

  test('is unchanged if a name in use is rejected', { tag: '@full' }, async ({ page, sql }) => {
    await signInOwn(page, sql)
    await sql`insert into admins (username, email, password_hash) values ('taken-name', 'taken-name@lodefield.example', '!') on conflict do nothing`
    await page.getByLabel('Username').fill('taken-name')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('alert')).toContainText('Failed to update profile')
    await expect(page.getByRole('alert')).toContainText('This username is already in use')
  })
})

test('a panel restored after a sign-out in another tab returns to the login', async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=users'))
  await expect(heading(page, 'User Management')).toBeVisible()
  await page.evaluate(() => {
    for (const name of ['adminToken', 'adminRefreshToken', 'adminUser']) localStorage.removeItem(name)
    // As when the browser restores a page from its cache.
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page).toHaveURL(adminUrl('/login'))
})
