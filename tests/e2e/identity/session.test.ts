import type { BrowserContext, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  register,
  signIn,
  storeSession,
  test,
} from '#e2e/fixtures'

const EXPIRED = 'Session expired. Please sign in again.'

const bell = (page: Page) => page.getByRole('banner').locator('summary[aria-label^="Notifications"]')
const userMenu = (page: Page) => page.getByRole('banner').locator('details').filter({ hasText: 'User menu' })

/** Paths of the calls made in any tab from now on. */
function watchCalls(context: BrowserContext, path: string): string[] {
  const calls: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/v1${path}`) calls.push(request.method())
  })
  return calls
}

/** Statuses of the responses that a tab receives from now on. */
function watchResponses(page: Page, path: string): number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === `/api/v1${path}`) statuses.push(response.status())
  })
  return statuses
}

/** Invalidates the access token, as after fifteen minutes; the session is still valid. */
const spoilToken = (page: Page) => page.evaluate(() => localStorage.setItem('token', 'an.ended.token'))

const refreshBell = async (page: Page) => {
  await page.evaluate(() =>
    document.querySelector<HTMLButtonElement>('[aria-label="Refresh notifications"]')?.click(),
  )
}

async function logOut(page: Page) {
  await userMenu(page).locator('summary').click()
  await userMenu(page).getByRole('button', { name: 'Logout' }).click()
}

test.describe('an expired token', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('is refreshed silently, and the requested data is shown', async ({ page, context }) => {
    const { refreshToken } = await signIn(page)
    await spoilToken(page)
    const refreshes = watchCalls(context, '/auth/refresh')
    await page.goto('/access/settings')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await expect(page).toHaveURL('/access/settings')
    expect(refreshes).toHaveLength(1)
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect(stored.token).not.toBe('an.ended.token')
    expect(stored.refreshToken).not.toBe(refreshToken)
  })

  test('is refreshed once by two tabs that need it at the same time', async ({ page, context }) => {
    await signIn(page)
    const other = await context.newPage()
    for (const tab of [page, other]) {
      // The first list is fetched when the page is idle: after the bell is visible, and not because of this test.
      const firstList = tab.waitForResponse('**/api/v1/user/notifications')
      await tab.goto('/docs/glossary')
      await firstList
      await expect(bell(tab)).toBeVisible()
    }
    const refreshes = watchCalls(context, '/auth/refresh')
    const responses = [page, other].map((tab) => watchResponses(tab, '/user/notifications'))
    await spoilToken(page)
    await Promise.all([refreshBell(page), refreshBell(other)])
    // The first tab gets a 401; the second one too, or it already has the new token.
    for (const statuses of responses) await expect.poll(() => statuses.at(-1), 'fetched again').toBe(200)
    expect(responses.flat().filter((status) => status === 401).length).toBeGreaterThan(0)
    expect(refreshes).toHaveLength(1)
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL('/docs/glossary')
      await expect(bell(tab)).toBeVisible()
    }
  })

  test('is refreshed even if the page was left before the response arrived', async ({ page, context }) => {
    const { refreshToken } = await signIn(page)
    const refreshes = watchCalls(context, '/auth/refresh')
    const exchanged = Promise.withResolvers<void>()
    await page.route(
      '**/api/v1/auth/refresh',
      async (route) => {
        // The server has exchanged the token, but the response is lost.
        await route.fetch()
        exchanged.resolve()
      },
      { times: 1 },
    )
    await page.goto('/access/settings')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await spoilToken(page)
    await refreshBell(page)
    await exchanged.promise
    await page.goto('/access/transactions')
    await expect(page.getByText('No transactions found')).toBeVisible()
    await expect(page).toHaveURL('/access/transactions')
    expect(refreshes).toHaveLength(2)
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect(stored.refreshToken).toMatch(/^[\w-]{84}$/)
    expect(stored.refreshToken).not.toBe(refreshToken)
    expect(Object.keys(stored), 'nothing is left of the renewal').not.toContain('session-renewal')
  })

  test('is refreshed before it expires, without a 401', async ({ page, context }) => {
    await signIn(page)
    await page.evaluate(() => {
      const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 5 }))
      localStorage.setItem('token', `head.${claims}.sign`)
    })
    const refreshes = watchCalls(context, '/auth/refresh')
    const refused: string[] = []
    page.on('response', (response) => response.status() === 401 && refused.push(response.url()))
    await page.goto('/access/settings')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    expect(refreshes).toHaveLength(1)
    expect(refused).toEqual([])
  })
})

test.describe('an ended session', () => {
  test.use({ expectedErrors: [/status of (401|403)/] })

  test('makes the page leave for sign-in, which shows the reason and leads back', async ({ page, sql }) => {
    const { user, email, password } = await signIn(page)
    await page.goto('/access/settings')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    // Outside of the area, which would redirect as soon as it receives the event.
    await page.goto('/robots.txt')
    await sql`update sessions set revoked_at = now(), revoked_reason = 'test' where user_id = ${user.id}`
    await page.goto('/access/settings')
    await expect(page).toHaveURL('/access/login?next=%2Faccess%2Fsettings')
    await expect(page.getByRole('alert')).toHaveText(EXPIRED)
    expect(
      await page.evaluate(() => ['token', 'refreshToken', 'user'].map((name) => localStorage.getItem(name))),
    ).toEqual([null, null, null])
    await page.getByLabel('Email').fill(email)
    await page.locator('[name="password"]').fill(password)
    await page.locator('button[type="submit"]').click()
    await expect(page).toHaveURL('/access/settings')
  })

  test('is noticed by an idle page', { tag: '@full' }, async ({ page, sql }) => {
    const { user } = await signIn(page)
    const stream = page.waitForResponse('**/api/v1/events')
    await page.goto('/access/dashboard?tab=investments')
    await stream
    await sql`update sessions set revoked_at = now(), revoked_reason = 'test' where user_id = ${user.id}`
    await expect(page).toHaveURL(
      `/access/login?next=${encodeURIComponent('/access/dashboard?tab=investments')}`,
    )
    await expect(page.getByRole('alert')).toHaveText(EXPIRED)
  })

  test('of a disabled account shows that reason', async ({ page, sql }) => {
    const { user } = await signIn(page)
    await page.goto('/access/settings')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await sql`update users set is_active = false where id = ${user.id}`
    await expect(page).toHaveURL(/\/access\/login/)
    await expect(page.getByRole('alert')).toHaveText('This account is disabled. Please contact support.')
  })

  test('shows its message once: neither after a toggle nor after a reload', { tag: '@full' }, async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    await sql`update sessions set revoked_at = now(), revoked_reason = 'test' where user_id = ${user.id}`
    await page.goto('/access/dashboard')
    await expect(page.getByRole('alert')).toHaveText(EXPIRED)
    await page.getByRole('button', { name: /Create one/ }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    await page.reload()
    await expect(page.getByRole('button', { name: /Create one/ })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  })
})

test.describe('the storage of the browser', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('is listed on the cookies page, entry by entry, and no cookie is set', async ({
    page,
    context,
    sql,
  }) => {
    const kept = new Set<string>()
    await page.exposeFunction('noteEntry', (name: string) => kept.add(name))
    await page.addInitScript(() => {
      const { noteEntry } = window as unknown as { noteEntry: (name: string) => void }
      const { setItem } = Storage.prototype
      Storage.prototype.setItem = function (name, value) {
        noteEntry(name)
        setItem.call(this, name, value)
      }
    })
    const { user, email, password } = await register(page)
    await page.goto('/docs/help-support')
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByRole('button', { name: 'Start a chat' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Noor Haddad')
    await page.getByLabel('Message').fill('Which entries do you keep?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('log')).toContainText('Which entries')

    await page.route('**/api/v1/banner', (route) =>
      route.fulfill({
        json: { banner: { text: 'Rest', from: '2026-11-01T00:00Z', to: '2099-11-01T00:00Z' } },
      }),
    )
    await page.goto('/docs/glossary')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    const votes = page.getByRole('region', { name: 'Was this page helpful?' })
    await votes.scrollIntoViewIfNeeded()
    await votes.getByRole('button', { name: 'Yes' }).click()
    await expect(votes.getByRole('status')).toContainText('Thank you.')

    await page.goto('/access/login')
    await page.getByLabel('Email').fill(email)
    await page.locator('[name="password"]').fill(password)
    await page.locator('button[type="submit"]').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ada')
    await page.goto('/access/settings/appearance')
    await page.getByLabel('Number format').selectOption('1.234,56')
    await expect(page.getByText('Saved: Number format')).toBeVisible()
    await page.goto('/access/settings')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await page.getByLabel('Telegram Username').fill('@half')
    await expect.poll(() => kept.has('drafts')).toBe(true)
    await spoilToken(page)
    await refreshBell(page)
    await expect.poll(() => kept.has('session-renewal')).toBe(true)
    await page.reload()
    for (const name of await page.evaluate(() => Object.keys(sessionStorage))) kept.add(name)
    await page.goto('/api/v1/reference')
    await page.getByText('Ruby', { exact: true }).first().click()
    await expect.poll(() => kept.has('scalar-reference-selected-client-v2')).toBe(true)
    await page.goto('/access/settings')
    await sql`update sessions set revoked_at = now(), revoked_reason = 'test' where user_id = ${user.id}`
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText(EXPIRED)

    await page.goto('/legal/cookies')
    const named = await page.getByRole('table').locator('td:first-child code').allInnerTexts()
    expect(named.toSorted()).toEqual([...kept].sort())
    expect(await context.cookies()).toEqual([])
  })
})

test.describe('signing out', () => {
  test('ends the session on the server, and in every tab', async ({ page, context, sql }) => {
    const { user } = await signIn(page)
    const other = await context.newPage()
    await page.goto('/access/settings')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await other.goto('/')
    await logOut(other)
    await expect(other).toHaveURL('/')
    await expect(page, 'the guard of the other tab').toHaveURL('/access/login?next=%2Faccess%2Fsettings')
    await expect
      .poll(() => sql`select id from sessions where user_id = ${user.id} and revoked_at is null`)
      .toEqual([])
  })

  test.describe('while the server cannot be reached', () => {
    test.use({ expectedErrors: [/ERR_FAILED/] })
    test('clears the session of the browser all the same', async ({ page }) => {
      await signIn(page)
      await page.goto('/')
      await expect(bell(page)).toBeVisible()
      await page.route('**/api/v1/auth/logout', (route) => route.abort())
      await logOut(page)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Access Platform' })).toBeVisible()
      // The page may be navigating at that time.
      const readToken = () => page.evaluate(() => localStorage.getItem('token')).catch(() => 'not read')
      await expect.poll(readToken).toBeNull()
    })
  })
})

test('another investor who signs in in another tab is greeted in this one too', async ({ page, context }) => {
  await signIn(page, { first_name: 'Ada' })
  await page.goto('/access/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ada')
  const other = await context.newPage()
  await storeSession(other, await register(other, { first_name: 'Grace' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Grace')
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/status of 401|ERR_(FAILED|INTERNET_DISCONNECTED)/] })
  test('an expired token signs no one out', async ({ page }) => {
    await signIn(page)
    await spoilToken(page)
    await page.route('**/api/v1/auth/refresh', (route) => route.abort())
    await page.goto('/access/dashboard')
    await expect(
      page.getByText('Unable to connect to server. Please check your connection and try again.').first(),
    ).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('user'))).not.toBeNull()
    await expect(page).toHaveURL('/access/dashboard')
  })
})

test.describe('without events from the server', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('the page polls every 30 seconds, and tries to connect at growing intervals', async ({
    page,
    sql,
  }) => {
    const { user } = await signIn(page)
    const notify = (title: string) =>
      sql`insert into notifications (user_id, title, message, category, type) values (${user.id}, ${title}, 'Text', 'system', 'info')`
    await page.clock.install()
    // The longest delay each time, which is otherwise random.
    await page.addInitScript(() => {
      Math.random = () => 0.999
    })
    const isPaused = Promise.withResolvers<void>()
    let attempts = 0
    let isRefusing = true
    await page.route('**/api/v1/events', async (route) => {
      attempts += 1
      await isPaused.promise
      const json = { error: 'Later.', code: 'unavailable', request_id: 'r-1' }
      await (isRefusing ? route.fulfill({ status: 503, json }) : route.fallback())
    })
    const firstList = page.waitForResponse('**/api/v1/user/notifications')
    await page.goto('/docs/glossary')
    await firstList
    await expect.poll(() => attempts).toBe(1)
    // From here on the clock is controlled by the test. Far enough ahead for a busy machine, and before the next
    // poll.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
    isPaused.resolve()
    const passing = (milliseconds: number, read: () => unknown) =>
      expect.poll(
        async () => {
          await page.clock.runFor(milliseconds)
          return read()
        },
        { intervals: [50] },
      )

    for (const [failures, seconds] of [1, 2, 4, 8].entries()) {
      await page.clock.runFor(seconds * 1000 - 200)
      expect(attempts, `none before ${seconds} s`).toBe(failures + 1)
      await passing(100, () => attempts).toBe(failures + 2)
    }

    const label = () => bell(page).getAttribute('aria-label')
    await notify('Found by asking')
    await passing(1000, label).toBe('Notifications, 1 unread')
    isRefusing = false
    const stream = page.waitForResponse(
      (response) => response.url().endsWith('/api/v1/events') && response.status() === 200,
    )
    let isHeard = false
    void stream.then(() => {
      isHeard = true
    })
    await passing(1000, () => isHeard).toBe(true)
    await notify('Sent by the stream')
    await expect(bell(page), 'while time stands still').toHaveAttribute(
      'aria-label',
      'Notifications, 2 unread',
    )
  })
})

test.describe('dashboard', () => {
  const tabs = [
    ['Portfolio', '/access/dashboard'],
    ['My Investments', '/access/dashboard?tab=investments'],
    ['Market Data', '/access/dashboard?tab=market'],
    ['Price Charts', '/access/dashboard?tab=charts'],
    ['Live Prices', '/access/dashboard?tab=live'],
    ['Market Intelligence', '/access/dashboard?tab=intelligence'],
  ] as const
  const strip = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
  const current = (page: Page) => strip(page).locator('[aria-current="page"]')

  test('greets, and has six tabs with a URL each; back and forward go through them', async ({ page }) => {
    await signIn(page, { first_name: 'Ada' })
    await page.goto('/access/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ada')
    await expect(page.getByText('Monitor your mining investments and portfolio performance')).toBeVisible()
    await expect(strip(page).getByRole('link')).toHaveText(tabs.map(([label]) => label))
    for (const [label, address] of tabs) {
      await strip(page).getByRole('link', { name: label }).click()
      await expect(page).toHaveURL(address)
      await expect(current(page)).toHaveText(label)
      await expect(page).toHaveTitle(`${label} · Dashboard · Lodefield`)
    }
    await page.goBack()
    await expect(current(page)).toHaveText('Live Prices')
    await page.goForward()
    await expect(current(page)).toHaveText('Market Intelligence')
  })

  test('an unknown tab is the portfolio', { tag: '@full' }, async ({ page }) => {
    await signIn(page)
    await page.goto('/access/dashboard?tab=nothing')
    await expect(current(page)).toHaveText('Portfolio')
  })

  test('without a first name it greets an investor', { tag: '@full' }, async ({ page }) => {
    const investor = await register(page)
    await storeSession(page, { ...investor, user: { ...investor.user, first_name: '' } })
    await page.goto('/access/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Investor')
  })

  test('/access redirects to it, and navigation between pages starts at the top', async ({ page }) => {
    await signIn(page)
    await page.goto('/access')
    await expect(page).toHaveURL('/access/dashboard')
    await page.goto('/access/settings')
    await page.setViewportSize({ width: 390, height: 500 })
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await page.evaluate(() => window.scrollTo(0, 300))
    // Not by a pointer, which would scroll there first.
    await page.getByRole('link', { name: 'Back to Dashboard' }).dispatchEvent('click')
    await expect(page).toHaveURL('/access/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    await expect(page.getByRole('main'), 'the keyboard goes on here').toBeFocused()
  })

  test('a loaded page starts at the top, wherever the previous one was left; a reload keeps its scroll position', {
    tag: '@full',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 })
    const scrollY = () => page.evaluate(() => window.scrollY)
    const { email, password } = await register(page)
    await page.goto('/access/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.evaluate(() => window.scrollTo(0, 400))
    expect(await scrollY()).toBeGreaterThan(100)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back, Ada' })).toBeVisible()
    await expect(page.getByText('No recent activity')).toBeVisible()
    expect(await scrollY(), 'after signing in').toBe(0)

    await page.evaluate(() => window.scrollTo(0, 499))
    await page.getByRole('banner').getByText('User menu').locator('..').dispatchEvent('click')
    await page.getByRole('banner').getByRole('link', { name: 'Settings' }).dispatchEvent('click')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    expect(await scrollY(), 'on Settings').toBe(0)

    await page.evaluate(() => window.scrollTo(0, 200))
    await page.reload()
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
    await expect.poll(scrollY, 'after a reload').toBe(200)
    await page.goBack()
    await expect(page.getByText('No recent activity')).toBeVisible()
    await expect.poll(scrollY, 'back on the dashboard').toBe(499)
  })

  test('its layout is accessible and fits 320 px', { tag: '@full' }, async ({ page }) => {
    await signIn(page)
    await page.goto('/access/dashboard')
    await expect(current(page)).toHaveText('Portfolio')
    await expectAccessible(page, 'nav[aria-label="Dashboard"]')
    await expectNoSidewaysScroll(page)
    await strip(page).getByRole('link', { name: 'Market Intelligence' }).focus()
    await page.keyboard.press('Enter')
    await expect(current(page)).toHaveText('Market Intelligence')
    await expect(current(page)).toBeInViewport()
  })

  test.describe('when the file of a tab cannot be loaded', { tag: '@full' }, () => {
    test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch dynamically|dynamically imported module/] })
    test('the tab shows an error, and the others work', async ({ page }) => {
      await signIn(page)
      await page.goto('/access/dashboard')
      await expect(current(page)).toHaveText('Portfolio')
      await page.route('**/_astro/LivePrices*.js', (route) => route.abort())
      await strip(page).getByRole('link', { name: 'Live Prices' }).click()
      await expect(page.getByText('This section could not be displayed')).toBeVisible()
      await strip(page).getByRole('link', { name: 'My Investments' }).click()
      await expect(page.getByText('This section could not be displayed')).toBeHidden()
    })
  })
})
