import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { blockEvents, openAdministrator, signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'
import { ADMIN_PASSWORD, ADMIN_PATH, ADMIN_USERNAME, adminUrl } from '#e2e/panel'

const refused = [/status of (401|403|404|423|429|500)|net::ERR_FAILED/]

const keys = ['adminToken', 'adminRefreshToken', 'adminUser'] as const
const stored = (page: Page) =>
  page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys as readonly string[])

async function fillIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('a login shows a message, and opens the panel at the requested section', async ({ page }) => {
  await page.clock.install()
  await page.goto(adminUrl('?d=audit-log'))
  await expect(page).toHaveURL(adminUrl('/login'))
  await page.getByLabel('Username').fill(ADMIN_USERNAME)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  // The message is shown for 1.5 seconds; a busy machine may need longer to read it.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Login successful' })).toBeVisible()
  await page.clock.runFor(1_499)
  await expect(page).toHaveURL(adminUrl('/login'))
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect(page).toHaveURL(adminUrl('?d=audit-log'))
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible()
  const [token, refreshToken, user] = await stored(page)
  expect(token).toMatch(/^ey/)
  expect(refreshToken).toHaveLength(84)
  expect(JSON.parse(user ?? '')).toMatchObject({ username: ADMIN_USERNAME })
  expect(await page.evaluate(() => localStorage.getItem('adminPathSecret'))).toBe(ADMIN_PATH)
})

test('the login page shows and hides the password, links to the home page, and fits every width', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto(adminUrl('/login'))
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('secret')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Back to the public site' }).click()
  await expect(page).toHaveURL('/')
})

test('a signed-in administrator is redirected to the panel', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('/login'))
  await expect(page).toHaveURL(adminUrl(''))
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test.describe('a rejected login', () => {
  test.use({ expectedErrors: refused })

  test('shows the reason, keeps the input, and stores nothing', async ({ page }) => {
    await page.goto(adminUrl('/login'))
    await fillIn(page, '', '')
    await expect(page.getByRole('alert')).toHaveText('Username and password are required')
    await fillIn(page, `nobody-${crypto.randomUUID()}`, 'Wrong-one-1!')
    await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
    await expect(page.getByLabel('Username')).toHaveValue(/^nobody-/)
    expect(await stored(page)).toEqual([null, null, null])
  })

  const locked = 'This account is locked'
  for (const [status, error, message] of [
    [
      429,
      locked,
      'Too many login attempts. Your IP may be temporarily blocked. Please wait before trying again.',
    ],
    [403, locked, 'Access denied. Admin panel access is restricted to authorized IPs and locations.'],
    [404, locked, 'Admin panel not found. Please check the URL.'],
    [423, locked, 'Account temporarily locked due to failed attempts. Please wait before trying again.'],
    [500, locked, 'Account temporarily locked due to failed attempts. Please wait before trying again.'],
    [500, 'Rate limit of today', 'Rate limit exceeded. Please wait a moment before trying again.'],
    [500, 'The database is being migrated.', 'The database is being migrated.'],
    [500, '', 'Login failed. Please try again.'],
  ] as const) {
    test(`with ${status} '${error}' reads '${message}'`, { tag: '@full' }, async ({ page }) => {
      const json = { error, code: 'internal', request_id: 'r-1' }
      await page.route('**/auth/login', (route) => route.fulfill({ status, json }))
      await page.goto(adminUrl('/login'))
      await fillIn(page, ADMIN_USERNAME, ADMIN_PASSWORD)
      await expect(page.getByRole('alert')).toHaveText(message)
    })
  }

  test('without a response asks to try again', { tag: '@full' }, async ({ page }) => {
    await page.route('**/auth/login', (route) => route.abort())
    await page.goto(adminUrl('/login'))
    await fillIn(page, ADMIN_USERNAME, ADMIN_PASSWORD)
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please try again.')
  })
})

test.describe('an ended session', () => {
  test.use({ expectedErrors: refused })
  const ended = 'Session expired. Please sign in again.'

  test('is cleared before anything is drawn when its token has expired', async ({ page }) => {
    await page.goto('/robots.txt')
    await page.evaluate(() => {
      localStorage.setItem('adminToken', `h.${btoa(JSON.stringify({ sub: '1', exp: 1_000_000 }))}.s`)
      localStorage.setItem(
        'adminUser',
        JSON.stringify({ id: 1, username: 'old', email: 'old@lodefield.example' }),
      )
    })
    await page.goto(adminUrl(''))
    await expect(page).toHaveURL(adminUrl('/login'))
    await expect(page.getByRole('alert')).toHaveText(ended)
    expect(await stored(page)).toEqual([null, null, null])
  })

  test('is cleared after a 401, and the login page shows a message', async ({ page }) => {
    await blockEvents(page)
    await signInAdmin(page)
    await page.goto(adminUrl(''))
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    // As after a revocation: neither token is valid.
    await page.evaluate(() => {
      localStorage.setItem('adminToken', 'h.e30.s')
      localStorage.setItem('adminRefreshToken', 'x'.repeat(43))
    })
    await page.getByRole('link', { name: 'Audit log' }).click()
    await expect(page).toHaveURL(adminUrl('/login'))
    await expect(page.getByRole('alert')).toHaveText(ended)
    expect(await stored(page)).toEqual([null, null, null])
  })

  test('is left by Logout, even when the server does not receive it', { tag: '@full' }, async ({ page }) => {
    await signInAdmin(page)
    await page.goto(adminUrl(''))
    await page.route('**/auth/logout', (route) => route.abort())
    await page.getByRole('button', { name: /Administrator$/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(adminUrl('/login'))
    expect(await stored(page)).toEqual([null, null, null])
  })
})

test('Logout ends the session on the server too, and leaves the investor’s session alone', async ({
  page,
  request,
}) => {
  const { token: investorToken } = await signIn(page)
  const { token } = await signInAdmin(page)
  await page.goto(adminUrl(''))
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: /Administrator$/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(adminUrl('/login'))
  const response = await request.get(`/api/v1${adminUrl('/profile')}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status()).toBe(401)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(investorToken)
  await page.goto('/access/dashboard')
  await expect(page).toHaveURL('/access/dashboard')
})

test('an expiring token is refreshed with the admin path, and the panel stays', async ({ page }) => {
  const { refreshToken } = await openAdministrator(page).then(async (administrator) => {
    await page.goto('/robots.txt')
    await page.evaluate(
      ([refresh, user]) => {
        localStorage.setItem('adminToken', `h.${btoa(JSON.stringify({ sub: '1', exp: 1_000_000 }))}.s`)
        localStorage.setItem('adminRefreshToken', refresh ?? '')
        localStorage.setItem('adminUser', user ?? '')
      },
      [administrator.refreshToken, JSON.stringify(administrator.user)],
    )
    return administrator
  })
  await page.goto(adminUrl('?d=audit-log'))
  await expect(page.getByText(/^Showing 1 to/)).toBeVisible()
  expect((await stored(page))[1]).not.toBe(refreshToken)
})

test('a token without a stored name is a session, and the name is fetched', { tag: '@full' }, async ({
  page,
}) => {
  const { token } = await openAdministrator(page)
  await page.goto('/robots.txt')
  await page.evaluate((value) => localStorage.setItem('adminToken', value), token)
  await page.goto(adminUrl(''))
  await expect(page.getByRole('button', { name: /Administrator$/ })).toContainText(ADMIN_USERNAME)
})

test.describe('without the secret path', () => {
  test.use({ expectedErrors: refused })

  test('every URL of the panel shows the 404 page', async ({ page }) => {
    await signInAdmin(page)
    for (const address of [
      '/admin',
      '/admin/login',
      '/admin/settings',
      '/wrong-path-0123456789/admin',
      '/panel',
      '/panel.html',
    ]) {
      const response = await page.goto(address)
      expect(response?.status(), address).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    }
  })
})

test('the built files do not contain the secret path, and the site does not contain the panel', () => {
  const found = (...words: string[]) => {
    try {
      return execFileSync('grep', ['-rlE', ...words], { encoding: 'utf8' })
    } catch {
      return ''
    }
  }
  expect(found(ADMIN_PATH, 'dist')).toBe('')
  expect(found('AdminArea', '--include=*.html', 'dist/site')).toBe('')
})

test('an address with a slash at its end leads to the panel, for those who know it', async ({ request }) => {
  const ask = (path: string) => request.get(path, { maxRedirects: 0 })
  const known = await ask(`/${ADMIN_PATH}/admin/?d=users`)
  expect([known.status(), known.headers().location]).toEqual([308, `/${ADMIN_PATH}/admin?d=users`])
  expect(known.headers()['cache-control']).toBe('no-store')
  expect((await ask('/another-path-0123456789/admin/')).status()).toBe(404)
})
