import type { Dialog, Locator, Page, Request, Route } from '@playwright/test'
import type { Token } from '#contract/catalog/tokens'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'
import { createSeries } from '#e2e/series-fixtures'

const address = '/access/dashboard?tab=investments'
const chooseCall = '**/api/v1/user/portfolio'
const tokensCall = '**/api/v1/tokens'

async function openPicker(page: Page): Promise<Locator> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Start Investing' }).click()
  const picker = page.getByRole('dialog', { name: 'Select Investment Token' })
  await expect(picker).toBeVisible()
  return picker
}

const card = (picker: Locator, name: string) => picker.getByRole('button', { name })
const cards = (picker: Locator) => picker.getByRole('listitem')
const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Investment Request Submitted' })
const refusal = (page: Page) => page.getByRole('dialog', { name: 'Request not saved' })

/** The calls that request a token. */
function watchChoices(page: Page): Request[] {
  const choices: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/user/portfolio')) choices.push(request)
  })
  return choices
}

/** Closes every alert, and collects the messages. */
function collectAlerts(page: Page): string[] {
  const alerts: string[] = []
  page.on('dialog', (dialog: Dialog) => {
    alerts.push(dialog.message())
    void dialog.accept()
  })
  return alerts
}

/** Responds to the calls that make a choice, and lets reads through. */
const respondToChoice = (respond: (route: Route) => Promise<void>) => (route: Route) =>
  route.request().method() === 'PUT' ? respond(route) : route.fallback()

const problem = (status: number, code: string, error: string) => ({
  status,
  json: { error, code, request_id: 'test' },
})

test('the picker offers every token with all of its details, by category', async ({ page, request }) => {
  await signIn(page)
  // A fixed part of the server's response: other tests add tokens in the meantime.
  const tokens = ((await (await request.get('/api/v1/tokens')).json()) as Token[]).slice(0, 12)
  await page.route(tokensCall, (route) => route.fulfill({ json: tokens }))
  const picker = await openPicker(page)
  await expect(picker.getByText('Choose from our premium geological investment opportunities')).toBeVisible()
  await expect(
    picker.getByText(/Tokens are backed by verified geological assets and regulatory compliance/),
  ).toBeVisible()
  await expect(cards(picker)).toHaveCount(tokens.length)
  for (const token of tokens) {
    const shown = card(picker, `${token.symbol} ${token.name}`)
    for (const text of [token.category, token.location, token.description, 'Click to select'])
      await expect(shown).toContainText(text)
  }
  for (const category of ['Precious Metals', 'Rare Earth Elements', 'Industrial Minerals']) {
    const count = tokens.filter((token) => token.category === category).length
    const filter = picker.getByRole('button', { name: `${category} ${count}`, exact: true })
    await filter.click()
    await expect(filter).toHaveAttribute('aria-pressed', 'true')
    await expect(cards(picker)).toHaveCount(count)
  }
  await picker.getByRole('button', { name: `All Tokens ${tokens.length}`, exact: true }).click()
  await expect(cards(picker)).toHaveCount(tokens.length)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a token shows the terms of its open offering, and links to its page and to a subscription', async ({
  page,
  sql,
}) => {
  const { symbol, code } = await createSeries(sql, { name: 'Reef with terms' })
  await signIn(page)
  const picker = await openPicker(page)
  await expect(picker).toContainText('nothing is charged')
  const one = cards(picker).filter({ hasText: symbol })
  for (const text of ['Unit price$100.00', 'Minimum subscription$1,000.00', 'Closes'])
    await expect(one).toContainText(text)
  await expect(one.getByRole('link', { name: /^View details/ })).toHaveAttribute('href', `/tokens/${code}`)
  await one.getByRole('link', { name: /^Subscribe with an amount/ }).click()
  await expect(page).toHaveURL(`/access/subscribe/${code}`)
})

test('open offerings are listed for an investor without units, and lead to a subscription', async ({
  page,
  sql,
}) => {
  const { symbol, code } = await createSeries(sql, {
    name: 'Reef that closes first',
    offering: { closes_at: new Date(Date.now() + 3_600_000) },
  })
  await signIn(page)
  await page.goto(address)
  const offered = page.getByRole('region', { name: 'Open for subscription' })
  const row = offered.getByRole('listitem').filter({ hasText: symbol })
  await expect(row).toContainText('Unit price$100.00')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page, 320)
  await row.getByRole('link', { name: `Subscribe to ${symbol}` }).click()
  await expect(page).toHaveURL(`/access/subscribe/${code}`)
})

test.describe('when the offerings cannot be loaded', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('a token is selected without their terms', async ({ page }) => {
    await page.route('**/api/v1/offerings', (route) => route.fulfill(problem(500, 'internal', 'No')))
    await signIn(page)
    const picker = await openPicker(page)
    await expect(picker.getByText('Unit price')).toHaveCount(0)
    await card(picker, '$MONZ Monazite').click()
    await expect(confirmation(page)).toBeVisible()
  })
})

/** The icons of the specification; the first one is the default for any other. */
const icons = [
  'Award',
  'Gem',
  'Coins',
  'Zap',
  'MapPin',
  'Sparkles',
  'DollarSign',
  'TrendingUp',
  'Globe',
  'Shield',
  'Star',
]

test('a token shows its own image, a known icon, or the default icon', { tag: '@full' }, async ({ page }) => {
  await signIn(page)
  const token = {
    category: 'Gemstones',
    location: 'Somewhere',
    description: 'A token of this test.',
    icon_type: 'lucide',
    icon_url: '',
    color: 'Gold',
  }
  await page.route(tokensCall, (route) =>
    route.fulfill({
      json: [
        {
          ...token,
          symbol: '$PICTURE',
          name: 'One',
          icon: '',
          icon_type: 'custom',
          icon_url: '/favicon.svg',
        },
        { ...token, symbol: '$UNKNOWN', name: 'Two', icon: 'Pickaxe', color: 'Ultraviolet' },
        ...icons.map((icon) => ({ ...token, symbol: `$${icon}`, name: 'Known', icon })),
      ],
    }),
  )
  const picker = await openPicker(page)
  await expect(picker.getByRole('button', { name: 'Gemstones 13' })).toBeVisible()
  await expect(card(picker, '$PICTURE One').locator('img')).toHaveAttribute('src', '/favicon.svg')
  const drawing = (name: string) => card(picker, name).locator('svg:not([data-hatch]) path').getAttribute('d')
  const drawings = await Promise.all(icons.map((icon) => drawing(`$${icon} Known`)))
  expect(new Set(drawings).size, 'each icon has a drawing of its own').toBe(11)
  expect(await drawing('$UNKNOWN Two')).toBe(drawings[0])
})

test('choosing saves the request once, confirms it, and shows it as pending', async ({ page, sql }) => {
  const { user } = await signIn(page)
  const choices = watchChoices(page)
  const pending = Promise.withResolvers<void>()
  await page.route(
    chooseCall,
    respondToChoice(async (route) => {
      await pending.promise
      await route.continue()
    }),
  )
  const picker = await openPicker(page)
  const chosen = card(picker, '$MONZ Monazite')
  await chosen.dblclick()
  await expect(chosen).toContainText('Saving...')
  // Dispatched without Playwright's wait for an enabled button: users can click at any time.
  await card(picker, '$HALL Halloysite').dispatchEvent('click')
  pending.resolve()

  const dialog = confirmation(page)
  await expect(dialog).toBeVisible()
  await expect(picker).toBeHidden()
  await expect(dialog.getByText('Your investment inquiry has been received')).toBeVisible()
  await expect(dialog).toContainText('within 24 hours')
  await expectAccessible(page)
  expect(choices).toHaveLength(1)
  expect(choices[0]?.postDataJSON()).toEqual({ pending_investments: '$MONZ' })
  expect(choices[0]?.headers()['x-csrf-token']).toBeTruthy()
  const [row] = await sql`select pending_investments from portfolios where user_id = ${user.id}`
  expect(row?.pending_investments).toBe('$MONZ')

  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Pending investment' })).toContainText('$MONZ')
  await expect(page.getByText('Ready to invest')).toBeVisible()

  await page.getByRole('button', { name: 'Choose another token' }).click()
  await expect(card(picker, '$MONZ Monazite')).toContainText('Requested')
  await card(picker, '$MONZ Monazite').click({ force: true })
  const other = card(picker, '$HALL Halloysite')
  await other.click()
  const question = picker.getByRole('region', { name: 'Replace your request for $MONZ?' })
  await expect(question).toBeFocused()
  await expect(other).toBeHidden()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep $MONZ request' }).click()
  await expect(other, 'back where it was').toBeFocused()
  expect(choices, 'nothing was sent').toHaveLength(1)
  await other.click()
  await question.getByRole('button', { name: 'Request $HALL instead' }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Pending investment' })).toContainText('$HALL')
})

test('the confirmation does not reappear with the tab', { tag: '@full' }, async ({ page }) => {
  await signIn(page)
  await page.goto('/access/dashboard')
  const tab = page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'My Investments' })
  await tab.click()
  await page.getByRole('button', { name: 'Start Investing' }).click()
  await card(page.getByRole('dialog'), '$MONZ Monazite').click()
  await expect(confirmation(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/access/dashboard')
  await tab.click()
  await expect(page.getByRole('region', { name: 'Pending investment' })).toContainText('$MONZ')
  await expect(confirmation(page)).toBeHidden()
})

test.describe('when the server rejects the request', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('a stale CSRF token is replaced once, without a message', async ({ page }) => {
    await signIn(page)
    const alerts = collectAlerts(page)
    const choices = watchChoices(page)
    let refusals = 1
    await page.route(
      chooseCall,
      respondToChoice((route) =>
        refusals-- > 0 ? route.fulfill(problem(403, 'csrf', 'The form has expired')) : route.continue(),
      ),
    )
    const picker = await openPicker(page)
    await card(picker, '$BAST Bastnäsite').click()
    await expect(confirmation(page)).toBeVisible()
    expect(choices).toHaveLength(2)
    expect(alerts).toEqual([])
  })

  test('a CSRF token rejected a second time is a failure', { tag: '@full' }, async ({ page }) => {
    await signIn(page)
    const alerts = collectAlerts(page)
    const choices = watchChoices(page)
    await page.route(
      chooseCall,
      respondToChoice((route) => route.fulfill(problem(403, 'csrf', 'The form has expired'))),
    )
    await card(await openPicker(page), '$BAST Bastnäsite').click()
    await expect(refusal(page)).toBeVisible()
    expect(choices).toHaveLength(2)
    expect(alerts).toEqual(['Failed to save token selection: The form has expired'])
  })

  test('an alert shows the reason, the dialog claims nothing, and a retry works', async ({ page, sql }) => {
    const { user } = await signIn(page)
    const alerts = collectAlerts(page)
    await page.route(
      chooseCall,
      respondToChoice((route) =>
        route.fulfill(problem(422, 'validation', 'This token is not open for investment')),
      ),
    )
    const picker = await openPicker(page)
    await card(picker, '$WITGOLD Gold').click()
    const dialog = refusal(page)
    await expect(dialog).toBeVisible()
    await expect(picker).toBeHidden()
    await expect(dialog).toContainText('This token is not open for investment')
    await expect(page.getByText('Your investment inquiry has been received')).toHaveCount(0)
    expect(alerts).toEqual(['Failed to save token selection: This token is not open for investment'])
    expect(await sql`select from portfolios where user_id = ${user.id}`).toHaveLength(0)
    await expectAccessible(page)

    await page.unroute(chooseCall)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(confirmation(page)).toBeVisible()
    // The focused button is gone.
    await expect(confirmation(page).locator(':focus')).toHaveCount(1)
    const [row] = await sql`select pending_investments from portfolios where user_id = ${user.id}`
    expect(row?.pending_investments).toBe('$WITGOLD')
  })

  test('closing the dialog clears the selection', { tag: '@full' }, async ({ page }) => {
    await signIn(page)
    collectAlerts(page)
    await page.route(
      chooseCall,
      respondToChoice((route) => route.abort()),
    )
    await card(await openPicker(page), '$WITGOLD Gold').click()
    await expect(refusal(page)).toContainText(
      'Unable to connect to server. Please check your connection and try again.',
    )
    await page.keyboard.press('Escape')
    await expect(refusal(page)).toBeHidden()
    await expect(page.getByText('No investments yet')).toBeVisible()
    await page.getByRole('button', { name: 'Start Investing' }).click()
    await expect(page.getByRole('dialog', { name: 'Select Investment Token' })).toBeVisible()
  })

  test('the built-in ten replace a failed list, with a badge, and equal those of a new server', {
    tag: '@full',
  }, async ({ page, request }) => {
    await signIn(page)
    const tokens = (await (await request.get('/api/v1/tokens')).json()) as Token[]
    await page.route(tokensCall, (route) => route.fulfill(problem(500, 'internal', 'No')))
    const picker = await openPicker(page)
    await expect(picker.getByText('Sample data')).toBeVisible()
    await expect(picker.getByText(/could not be loaded/)).toBeAttached()
    await expect(cards(picker)).toHaveCount(10)
    const builtIn = [
      ['$WITGOLD', 'Gold'],
      ['$GAClay', 'Kaolin'],
      ['$HALL', 'Halloysite'],
      ['$REECLAY', 'Rare-earth Ion-adsorption Clays'],
      ['$MONZ', 'Monazite'],
      ['$BAST', 'Bastnäsite'],
      ['$BYNREE', 'Bayan Obo Deposit'],
      ['$MTPASS', 'Mountain Pass Deposit'],
      ['$BUSHVELD', 'Platinum Group Metals'],
      ['$MAGREE', 'Magnet Rare Earths'],
    ] as const
    for (const [symbol, name] of builtIn) {
      const token = tokens.find((each) => each.symbol === symbol)
      expect(token?.name, symbol).toBe(name)
      const shown = card(picker, `${symbol} ${name}`)
      for (const text of [token?.category, token?.location, token?.description])
        await expect(shown).toContainText(text ?? 'nothing')
      await expect(shown.locator('[data-color]')).toHaveAttribute('data-color', token?.color ?? '')
    }
    // A fixed copy: other tests add tokens in the meantime.
    await page.route(tokensCall, (route) => route.fulfill({ json: tokens }))
    await picker.getByRole('button', { name: 'Try again' }).click()
    await expect(picker.getByText('Sample data')).toHaveCount(0)
    await expect(cards(picker)).toHaveCount(tokens.length)
  })
})

test('nothing is sent without a stored session', { tag: '@full' }, async ({ page }) => {
  await signIn(page)
  const alerts = collectAlerts(page)
  const choices = watchChoices(page)
  const picker = await openPicker(page)
  await page.evaluate(() => localStorage.removeItem('token'))
  await card(picker, '$WITGOLD Gold').click()
  await expect.poll(() => alerts).toEqual(['Please log in to select a token'])
  expect(choices).toHaveLength(0)
})

test('a token can be selected by keyboard alone, and the focus returns', { tag: '@full' }, async ({
  page,
}) => {
  await signIn(page)
  await page.goto(address)
  const start = page.getByRole('button', { name: 'Start Investing' })
  await start.focus()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Select Investment Token' })
  await expect(picker).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker).toBeHidden()
  await expect(start).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(picker).toBeVisible()
  const filter = picker.getByRole('button', { name: /^Industrial Minerals/ })
  for (
    let stops = 0;
    stops < 10 && !(await filter.evaluate((each) => each === document.activeElement));
    stops++
  )
    await page.keyboard.press('Tab')
  await expect(filter).toBeFocused()
  await page.keyboard.press('Space')
  await expect(card(picker, '$WITGOLD Gold')).toHaveCount(0)
  // Past the filters, to the first card of the category: other tests may have added to both.
  const first = picker.getByRole('button', { name: /Industrial Minerals .*Click to select$/ }).first()
  for (
    let stops = 0;
    stops < 10 && !(await first.evaluate((each) => each === document.activeElement));
    stops++
  )
    await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(confirmation(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Pending investment' })).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(confirmation(page)).toBeHidden()
  await expect(start).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'My Investments' }), 'its opener was removed').toBeFocused()
})

test('the open picker follows tokens that an administrator adds and deletes', async ({ page, sql }) => {
  await signIn(page)
  const picker = await openPicker(page)
  await expect(card(picker, '$WITGOLD Gold')).toBeVisible()
  const symbol = `$E${crypto.randomUUID().slice(0, 6).toUpperCase()}`
  await sql`insert into tokens (symbol, name, category_id, icon, color, location, description)
    select ${symbol}, 'Added meanwhile', id, 'Award', 'Gold', 'Nowhere', 'A token of this test.'
    from token_categories order by id limit 1`
  await expect(card(picker, `${symbol} Added meanwhile`)).toBeVisible()
  await sql`update tokens set is_active = false where symbol = ${symbol}`
  await expect(card(picker, `${symbol} Added meanwhile`)).toHaveCount(0)
  await sql`delete from tokens where symbol = ${symbol}`
})
