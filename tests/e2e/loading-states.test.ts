/** Actions at a bad time: while a response is pending, or after it was lost. */
import type { Page, Route } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { createPortfolio } from './portfolio-fixtures.ts'

const profileCall = '**/api/v1/user/profile'
const choiceCall = '**/api/v1/user/portfolio'

/** Delays the response of a call until it is released. */
async function delay(page: Page, address: string | RegExp, method = 'GET') {
  const gate = Promise.withResolvers<void>()
  let pending = 0
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    pending += 1
    await gate.promise
    await route.continue().catch(() => {})
  })
  return { release: () => gate.resolve(), count: () => pending }
}

const failWith = (status: number) => (route: Route) =>
  route.fulfill({ status, json: { error: 'Not now', code: 'unavailable', request_id: 'r' } })

/** Simulates that the tab is hidden or visible again. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (value ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, hidden)

/** Hides and shows the tab. Just-fetched data is not fetched again, so it may take several tries. */
async function hideAndShow(page: Page) {
  await setHidden(page, true)
  await setHidden(page, false)
}

const save = (page: Page) => page.getByRole('main').locator('button[type="submit"]')

test.describe('a hidden tab', () => {
  test('before the page has loaded fetches its data as soon as it is visible', { tag: '@full' }, async ({
    page,
  }) => {
    await signIn(page)
    const file = await delay(page, /\/_astro\/account-pages\..*\.js/)
    const bell = page.waitForResponse('**/api/v1/user/notifications')
    await page.goto('/access/settings', { waitUntil: 'commit' })
    await bell
    await setHidden(page, true)
    file.release()
    await expect(page.getByText('Loading your profile')).toBeAttached()
    await setHidden(page, false)
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
  })

  test('after a sign-out shows no figures on return', { tag: '@full' }, async ({ page }) => {
    await signIn(page)
    await page.goto('/access/settings')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await page.evaluate(() => {
      for (const name of ['token', 'refreshToken', 'user']) localStorage.removeItem(name)
      // As when the browser restores a page from its cache.
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expect(page).toHaveURL('/access/login?next=%2Faccess%2Fsettings')
  })

  test('is signed out when the session ended in another one', async ({ page, context }) => {
    await signIn(page)
    await page.goto('/access/settings')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    const other = await context.newPage()
    await other.goto('/robots.txt')
    await other.evaluate(() => localStorage.removeItem('token'))
    await expect(page).toHaveURL('/access/login?next=%2Faccess%2Fsettings')
    await expect(page.getByRole('alert')).toHaveText(
      'You were signed out in another tab or on another device. Sign in to continue.',
    )
  })
})

test('signing out shows no error while the server is slow to respond', async ({ page, sql }) => {
  const { user } = await signIn(page)
  await createPortfolio(sql, user.id, { total_value: '10.00' })
  await page.goto('/access/dashboard')
  await expect(page.getByText('$10.00').first()).toBeVisible()
  const slow = await delay(page, '**/api/v1/auth/logout', 'POST')
  const menu = page.getByRole('banner').locator('details').filter({ hasText: 'User menu' })
  await menu.locator('summary').first().click()
  await menu.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('$10.00')).toHaveCount(0)
  // Checked now: the page is about to be left.
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
  await expect.poll(() => slow.count()).toBe(1)
  slow.release()
  await expect(page).toHaveURL('/')
})

test.describe('the profile', () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('keeps the input while it is being saved, and a saved version outlives an older fetch', async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await page.goto('/access/settings')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    // Visible again: the profile is fetched, and the response is from before the change.
    const reading = Promise.withResolvers<void>()
    let reads = 0
    await page.route(profileCall, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      reads += 1
      await reading.promise
      await route.fulfill({ response })
    })
    await expect.poll(() => hideAndShow(page).then(() => reads)).toBe(1)
    const slow = await delay(page, profileCall, 'PUT')
    await page.getByLabel('First Name').fill(' Augusta ')
    await save(page).click()
    await expect(save(page)).toHaveText('Saving...')
    await page.getByLabel('Phone Number').fill('+44 20 7946 0000')
    slow.release()
    await expect(page.getByText('Profile updated successfully!')).toBeVisible()
    reading.resolve()
    await expect(page.getByLabel('First Name')).toHaveValue('Augusta')
    await expect(page.getByLabel('Phone Number')).toHaveValue('+44 20 7946 0000')

    // Another tab has saved in the meantime: untouched fields follow, changed ones keep the input.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await sql`update users set last_name = 'Byron', phone = '+1 555 0100' where id = ${user.id}`
    const lastName = page.getByLabel('Last Name')
    await expect.poll(() => hideAndShow(page).then(() => lastName.inputValue())).toBe('Byron')
    await expect(page.getByLabel('First Name')).toHaveValue('Augusta')
    await expect(page.getByLabel('Phone Number')).toHaveValue('+44 20 7946 0000')
  })

  test('shows an error above the earlier data when it cannot be read, with a retry', async ({ page }) => {
    await signIn(page)
    await page.route(profileCall, failWith(503))
    await page.goto('/access/settings')
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('Your profile could not be loaded.')
    await page.getByLabel('Phone Number').fill('+44 20')
    await page.unroute(profileCall)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveCount(0)
    await expect(page.getByLabel('Phone Number')).toHaveValue('+44 20')
  })
})

test.describe('a request for a token', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  const open = async (page: Page, button: string) => {
    await page.getByRole('button', { name: button }).click()
    const picker = page.getByRole('dialog', { name: 'Select Investment Token' })
    await expect(picker).toBeVisible()
    return picker
  }

  test('with a lost response is not reported as unsaved', async ({ page, sql }) => {
    const { user } = await signIn(page)
    const alerts: string[] = []
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message())
      void dialog.accept()
    })
    await page.route(choiceCall, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await page.goto('/access/dashboard?tab=investments')
    await (await open(page, 'Start Investing')).getByRole('button', { name: '$MONZ' }).click()
    await expect(page.getByRole('dialog', { name: 'Investment Request Submitted' })).toBeVisible()
    expect(alerts).toEqual([])
    const [row] = await sql`select pending_investments from portfolios where user_id = ${user.id}`
    expect(row?.pending_investments).toBe('$MONZ')
  })

  test('that is resent is not overtaken by another, even if its dialog was closed', async ({ page }) => {
    await signIn(page)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.route(choiceCall, (route) =>
      route.request().method() === 'PUT' ? failWith(503)(route) : route.fallback(),
    )
    await page.goto('/access/dashboard?tab=investments')
    await (await open(page, 'Start Investing')).getByRole('button', { name: '$MONZ' }).click()
    const refused = page.getByRole('dialog', { name: 'Request not saved' })
    await expect(refused).toBeVisible()
    await page.unroute(choiceCall)
    const slow = await delay(page, choiceCall, 'PUT')
    await refused.getByRole('button', { name: 'Try again' }).click()
    await expect(refused.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(refused).toBeHidden()
    const picker = await open(page, 'Start Investing')
    // The button is disabled, and is pressed anyway.
    await picker.getByRole('button', { name: '$BAST' }).click({ force: true })
    slow.release()
    await expect(page.getByRole('dialog', { name: 'Investment Request Submitted' })).toContainText('$MONZ')
    expect(slow.count()).toBe(1)
  })

  test('warns of an outdated list of tokens that could not be refetched', { tag: '@full' }, async ({
    page,
  }) => {
    await signIn(page)
    await page.goto('/access/dashboard?tab=investments')
    const picker = await open(page, 'Start Investing')
    await expect(picker.getByRole('listitem').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.route('**/api/v1/tokens', failWith(503))
    await open(page, 'Start Investing')
    await expect(picker.getByRole('alert')).toContainText('Failed to fetch tokens')
    await expect(picker.getByRole('button', { name: '$MONZ' })).toBeVisible()
    await page.unroute('**/api/v1/tokens')
    await picker.getByRole('button', { name: 'Try again' }).click()
    await expect(picker.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('earlier data', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('stay when they cannot be refetched: charts and the bell too', async ({ page, sql }) => {
    const { user } = await signIn(page)
    await sql`insert into notifications (user_id, type, title, message) values (${user.id}, 'info', 'Kept', 'Here')`
    await createPortfolio(sql, user.id, { total_value: '10.00' })
    await page.goto('/access/dashboard')
    await expect(page.getByText('Not enough history yet')).toBeVisible()
    await expect(page.locator('summary[aria-label="Notifications, 1 unread"]')).toBeVisible()
    await page.route('**/api/v1/user/portfolio/history', failWith(503))
    await page.route('**/api/v1/user/notifications', failWith(503))
    await sql`update portfolios set total_value = 20 where user_id = ${user.id}`
    await expect(page.getByText('$20.00').first()).toBeVisible()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('Showing the last figures loaded.')
    await page.unroute('**/api/v1/user/portfolio/history')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveCount(0)

    await page.locator('summary[aria-label^="Notifications"]').click()
    const again = page.waitForResponse('**/api/v1/user/notifications')
    await page.getByRole('button', { name: 'Refresh notifications' }).click()
    await again
    await expect(page.getByText('Notifications could not be refreshed.')).toBeVisible()
    await expect(page.getByRole('button', { name: /unread: Kept/ })).toBeVisible()
  })
})

test('a pressed control shows it until it is released', { tag: '@full' }, async ({ page }) => {
  await signIn(page)
  await page.goto('/access/dashboard')
  for (const pressed of [
    page.getByRole('link', { name: 'My Investments' }),
    page.getByRole('button', { name: /^(Choose a token|Start Investing)$/ }).first(),
  ]) {
    await pressed.hover()
    await page.mouse.down()
    await expect(pressed).toHaveCSS('opacity', '0.7')
    await page.mouse.up()
    await expect(pressed).toHaveCSS('opacity', '1')
  }
})

test('Next pressed twice while the page is slow moves two pages', { tag: '@full' }, async ({ page, sql }) => {
  const { user } = await signIn(page)
  await sql`insert into transactions (user_id, type, status, amount, description, transaction_date)
    select ${user.id}, 'deposit', 'completed', n, 'Row ' || n, timestamptz '2026-01-01Z' + n * interval '1 hour'
    from generate_series(1, 50) as n`
  await page.goto('/access/transactions')
  await expect(page.getByText('Showing 1 to 20 of 50 transactions')).toBeVisible()
  const slow = await delay(page, '**/api/v1/user/transactions?*')
  await page.getByRole('button', { name: 'Next' }).dblclick()
  slow.release()
  await expect(page.getByText('Showing 41 to 50 of 50 transactions')).toBeVisible()
})

test('an account in creation is not interrupted by switching the form', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/access/login')
  await page.getByRole('button', { name: /Create one/ }).click()
  const slow = await delay(page, '**/api/v1/auth/register', 'POST')
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Reyes')
  await page.getByLabel('Email').fill(`moments.${crypto.randomUUID()}@example.com`)
  await page.locator('[name="password"]').fill('Ore-body 47 deep')
  await page.locator('[name="confirmPassword"]').fill('Ore-body 47 deep')
  await save(page).click()
  await expect(save(page)).toHaveText('Creating Account...')
  await expect(page.getByRole('button', { name: /Already have an account/ })).toBeDisabled()
  slow.release()
  await expect(page).toHaveURL('/access/dashboard')
})
