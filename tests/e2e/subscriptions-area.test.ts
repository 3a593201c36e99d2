import type { Page, Request } from '@playwright/test'
import { openAdministrator } from './administrator.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeEmail,
  PASSWORD,
  readLines,
  register,
  signIn,
  test,
} from './fixtures.ts'
import { expectNoShift, watchShifts } from './layout-shifts.ts'
import { addDocument, addVersion, makeValuation, takeTo } from './offered-series.ts'
import { print, textOf } from './print.ts'
import { makeSeries, subscribe } from './series-rows.ts'
import { amountField, openDocument, step, submit } from './subscribe-form.ts'

const ACCOUNT = 'Beneficiary: Client account of a test\nIBAN CH93 0076 2011 6238 5295 7\nBIC ABCDCHZZ'

const subscriptionsCall = '**/api/v1/user/subscriptions*'

/** The lines that each occurrence of a reference takes when its part of the page is so wide, in pixels. */
const countReferenceLines = (page: Page, reference: string, width: number) =>
  page.evaluate(
    ({ reference, width }) => {
      const lines: number[] = []
      const texts = document.createTreeWalker(document.querySelector('main') as Node, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const at = (text.textContent ?? '').indexOf(reference)
        const part = text.parentElement?.closest<HTMLElement>('p, h1, dd, li')
        if (at < 0 || !part?.checkVisibility()) continue
        const range = document.createRange()
        range.setStart(text, at)
        range.setEnd(text, at + reference.length)
        part.style.width = `${width}px`
        lines.push(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size)
        part.style.width = ''
      }
      return lines
    },
    { reference, width },
  )

test.describe('the subscription flow', () => {
  test('brings a visitor back after signing in', async ({ page, sql }) => {
    const series = await makeSeries(sql)
    const { email, password } = await register(page)
    await page.goto(`/access/subscribe/${series.code}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Access Platform' }).click()
    await expect(page).toHaveURL(`/access/subscribe/${series.code}`)
    await expect(amountField(page)).toBeVisible()
  })

  test('brings a visitor back after creating an account, also by way of signing in', async ({
    page,
    sql,
  }) => {
    const series = await makeSeries(sql)
    await page.goto(`/access/subscribe/${series.code}`)
    await page.getByRole('button', { name: /Create one$/ }).click()
    await page.getByRole('button', { name: /Sign in$/ }).click()
    await page.getByRole('button', { name: /Create one$/ }).click()
    await page.getByLabel('First Name').fill('Nadia')
    await page.getByLabel('Last Name').fill('Sol')
    await page.getByLabel('Email').fill(makeEmail('nadia'))
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByRole('main').getByText('Account created successfully!')).toHaveText(
      'Account created successfully! Taking you back to your page...',
    )
    await expect(page).toHaveURL(`/access/subscribe/${series.code}`)
    await expect(amountField(page)).toBeVisible()
  })

  test('shows the terms that decide before the button on a phone', async ({ page, sql }) => {
    const terms = 'Redemption after the first shipment.\n\n- in dollars\n- by transfer'
    const series = await makeSeries(sql, { offering: { terms } })
    await makeValuation(sql, series.id, 1, '96.00')
    await signIn(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/access/subscribe/${series.code}`)
    const offering = page.getByRole('region', { name: 'The offering' })
    for (const fact of [
      'Unit price$100.004.2% above the unit value',
      'Unit value$96.00',
      'Minimum$1,000.00',
      'Maximum per investor$50,000.00',
      'Units left1,000.000000',
      'Closes',
      'PaymentWithin 10 days of approval',
      'Investors fromAll countries',
    ])
      await expect(offering).toContainText(fact)
    const bottomOf = async () => {
      const box = await offering.boundingBox()
      return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)
    }
    await expect(page.getByText('You pay 4.2% above the unit value')).toContainText('was valued at $96.00')
    expect(await bottomOf()).toBeLessThan((await submit(page).boundingBox())?.y ?? 0)
    await offering.getByText('Terms in words').click()
    await expect.poll(() => readLines(offering.getByText('Redemption after'))).toBe(terms)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('says before the button that the email must be confirmed first, where mail is sent', async ({
    page,
    sql,
  }) => {
    const series = await makeSeries(sql)
    const { user } = await signIn(page, { confirmed: false })
    // The server under test sends no mail, so that nothing waits for the confirmation.
    await page.goto(`/access/subscribe/${series.code}`)
    await expect(page.getByText('You can submit now.')).toBeVisible()
    await expect(page.getByText('Confirm your email address before you submit')).toHaveCount(0)
    await page.route('**/api/v1/user/profile', (route) =>
      route.fulfill({ json: { user: { ...user, must_confirm_email: true } } }),
    )
    await page.reload()
    await expect(page.getByText('Confirm your email address before you submit')).toBeVisible()
    await expect(page.getByText('You can submit now.')).toHaveCount(0)
  })

  test('says what would be accepted for an amount that is not', async ({ page, sql }) => {
    const series = await makeSeries(sql, { units_held: '45', offering: { maximum: '5000.00' } })
    const { user } = await signIn(page)
    await subscribe(sql, series, { user_id: user.id, amount: 1000 })
    await page.goto(`/access/subscribe/${series.code}`)
    await expect(step(page, 'Amount').getByRole('listitem')).toHaveText([
      'The minimum is $1,000.00.',
      'The maximum per investor is $5,000.00.',
      '35.000000 units are left in the offering, for at most $3,500.00 at $100.00 each.',
      'Your other subscriptions of this offering come to $1,000.00, which leaves $4,000.00 of your maximum.',
    ])
    for (const [amount, sentence] of [
      ['', 'Enter an amount of $1,000.00 or more'],
      ['999.99', 'The minimum is $1,000.00'],
      ['1000.005', 'Enter at most 2 decimals, such as 1000.00'],
      ['5000.01', 'The maximum per investor is $5,000.00'],
      ['4000.01', 'With your other subscriptions of this offering, at most $4,000.00 more is possible'],
      ['3600', 'Only 35.000000 units are left, for at most $3,500.00'],
    ] as const) {
      await amountField(page).fill(amount)
      await submit(page).click()
      await expect(amountField(page)).toBeFocused()
      await expect(amountField(page)).toHaveAccessibleDescription(sentence)
    }
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(await sql`select id from subscriptions where user_id = ${user.id}`).toHaveLength(1)
  })

  test.describe('with a refusal of the server', () => {
    test.use({ expectedErrors: [/status of 409/] })

    test('shows at the amount what others have left meanwhile', async ({ page, sql }) => {
      const series = await makeSeries(sql, { units_held: '30' })
      const other = await register(page)
      await signIn(page)
      // The page does not learn of the other subscription before it submits.
      await page.route('**/api/v1/events', () => {})
      await page.goto(`/access/subscribe/${series.code}`)
      await amountField(page).fill('3000')
      await subscribe(sql, series, { user_id: other.user.id, amount: 1500 })
      await submit(page).click()
      await expect(amountField(page)).toHaveAccessibleDescription(
        'Only 15.000000 units are left, for at most $1,500.00.',
      )
      await amountField(page).fill('1500')
      await submit(page).click()
      await expect(page).toHaveURL(/\/access\/subscriptions\/\d+$/)
    })

    test('leads back to a document of which a newer version is current', async ({ page, sql }) => {
      const administrator = await openAdministrator(page)
      const series = await makeSeries(sql)
      const { documentId } = await addDocument(page, administrator, series.symbol)
      await signIn(page)
      await page.route('**/api/v1/events', () => {})
      await page.goto(`/access/subscribe/${series.code}`)
      await amountField(page).fill('1000')
      await openDocument(page, 'Terms of the series')
      await page.getByRole('checkbox').check()
      await addVersion(page, administrator, documentId)
      await submit(page).click()
      const documents = step(page, 'Documents')
      await expect(documents.getByRole('alert')).toHaveText(
        'Read and acknowledge the current version first: Terms of the series.',
      )
      await expect(documents).toContainText('You opened version 1. Version 2 is current: open it first.')
      await expect(page.getByRole('checkbox')).toBeDisabled()
      await expectAccessible(page)
      await openDocument(page, 'Terms of the series')
      await page.getByRole('checkbox', { name: /version 2/ }).check()
      await submit(page).click()
      await expect(page).toHaveURL(/\/access\/subscriptions\/\d+$/)
    })

    test('shows at the end what no field can solve', async ({ page, sql }) => {
      const series = await makeSeries(sql, { offering: { countries: ['CH'] } })
      await signIn(page)
      await page.goto(`/access/subscribe/${series.code}`)
      // Said on arrival, and again by the server.
      await expect(
        page.getByRole('status').filter({ hasText: 'open to investors of Switzerland' }),
      ).toContainText('Enter your country first.')
      await amountField(page).fill('1000')
      await submit(page).click()
      const alert = step(page, 'Submit').getByRole('alert')
      await expect(alert).toContainText('This offering is open to investors of Switzerland.')
      await expect(alert.getByRole('link', { name: 'Open Settings' })).toHaveAttribute(
        'href',
        '/access/settings',
      )
      await expect(amountField(page)).toHaveValue('1000')
    })
  })

  test.describe('of a large amount', () => {
    test.use({ expectedErrors: [/status of 403/] })

    test('asks for a confirmation and is sent once, however often it is submitted', async ({ page, sql }) => {
      const series = await makeSeries(sql)
      const { user } = await signIn(page)
      const sent: Request[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/user/subscriptions')) sent.push(request)
      })
      const gate = Promise.withResolvers<void>()
      await page.route(subscriptionsCall, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await gate.promise
        await route.continue()
      })
      await page.goto(`/access/subscribe/${series.code}`)
      await amountField(page).fill('10000')
      await submit(page).click()
      await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
      await amountField(page).press('Enter')
      await expect.poll(() => sent.length).toBe(1)
      gate.resolve()
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
      await expect(dialog).toContainText(/You confirmSubscribe for \$1\d,000\.00 of \$\w+/)
      await expectAccessible(page, 'dialog[open]')
      expect(await sql`select id from subscriptions where user_id = ${user.id}`).toHaveLength(0)
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(page).toHaveURL(/\/access\/subscriptions\/\d+$/)
      // Refused, and sent again after the confirmation.
      expect(sent).toHaveLength(2)
      expect(await sql`select id from subscriptions where user_id = ${user.id}`).toHaveLength(1)
    })
  })

  test.describe('whose response is lost', () => {
    test.use({ expectedErrors: [/Failed to load resource/] })
    test('is stored once when it is sent again', async ({ page, sql }) => {
      const series = await makeSeries(sql)
      const { user } = await signIn(page)
      let isLost = true
      await page.route(subscriptionsCall, async (route) => {
        if (route.request().method() !== 'POST' || !isLost) return route.fallback()
        isLost = false
        await route.fetch()
        await route.abort()
      })
      await page.goto(`/access/subscribe/${series.code}`)
      await amountField(page).fill('1000')
      await submit(page).click()
      await expect(step(page, 'Submit').getByRole('alert')).toContainText('it is stored once')
      await submit(page).click()
      await expect(page).toHaveURL(/\/access\/subscriptions\/\d+$/)
      expect(await sql`select id from subscriptions where user_id = ${user.id}`).toHaveLength(1)
    })
  })

  test('keeps what was entered over a reload, and lets it go once it is submitted', async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const series = await makeSeries(sql)
    await addDocument(page, administrator, series.symbol)
    await signIn(page)
    await page.goto(`/access/subscribe/${series.code}`)
    await amountField(page).fill('4000')
    await openDocument(page, 'Terms of the series')
    await page.getByRole('checkbox').check()
    await page.reload()
    await expect(amountField(page)).toHaveValue('4000')
    await expect(page.getByRole('checkbox')).toBeChecked()
    await submit(page).click()
    await expect(page).toHaveURL(/\/access\/subscriptions\/\d+$/)
    await page.goto(`/access/subscribe/${series.code}`)
    await expect(amountField(page)).toHaveValue('')
    await expect(page.getByRole('checkbox')).not.toBeChecked()
  })

  test('says when an offering takes no subscriptions, and opens by itself', async ({ page, sql }) => {
    const later = new Date('2098-02-03T00:00:00Z')
    const series = await makeSeries(sql, {
      offering: { opens_at: later, closes_at: new Date('2099-01-01T00:00:00Z') },
    })
    await signIn(page)
    await page.goto(`/access/subscribe/${series.code}`)
    const main = page.getByRole('main')
    await expect(main).toContainText(`The offering of ${series.symbol} opens on February 3, 2098 (UTC)`)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await sql`update offerings set opens_at = now() - interval '1 hour' where id = ${series.offeringId}`
    await expect(amountField(page)).toBeVisible()
    await amountField(page).fill('7000')
    await sql`update offerings set state = 'paused' where id = ${series.offeringId}`
    await expect(main).toContainText(`The offering of ${series.symbol} is paused`)
    await sql`update offerings set state = 'open' where id = ${series.offeringId}`
    await expect(amountField(page)).toHaveValue('7000')
    await sql`update offerings set state = 'closed' where id = ${series.offeringId}`
    await expect(main).toContainText(`The offering of ${series.symbol} has closed`)
  })

  test.describe('of an unknown or hidden series', () => {
    test.use({ expectedErrors: [/status of 404/] })
    test('is not found', async ({ page, sql }) => {
      const series = await makeSeries(sql)
      await sql`update tokens set is_active = false where id = ${series.id}`
      await signIn(page)
      for (const code of ['nosuchseries', series.code]) {
        await page.goto(`/access/subscribe/${code}`)
        await expect(page.getByText('There is no series with this symbol')).toBeVisible()
      }
      await page.goto('/access/subscribe/a/b')
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    })
  })

  test.describe('that cannot be loaded', () => {
    test.use({ expectedErrors: [/status of 503/] })
    test('shows why, with a retry', async ({ page, sql }) => {
      const series = await makeSeries(sql)
      await signIn(page)
      // A change that other tests announce would fetch again before the button is clicked.
      await page.route('**/api/v1/events', () => {})
      const call = `**/api/v1/tokens/${series.code}`
      await page.route(call, (route) =>
        route.fulfill({ status: 503, json: { error: 'Not now', code: 'unavailable', request_id: 'r' } }),
      )
      await page.goto(`/access/subscribe/${series.code}`)
      const alert = page.getByRole('main').getByRole('alert')
      await expect(alert).toContainText('The offering could not be loaded')
      await page.unroute(call)
      await alert.getByRole('button', { name: 'Try again' }).click()
      await expect(amountField(page)).toBeVisible()
    })
  })

  test('moves nothing while it loads', async ({ page, sql }) => {
    const series = await makeSeries(sql)
    await signIn(page)
    await page.addInitScript(watchShifts)
    await page.goto(`/access/subscribe/${series.code}`)
    await expect(amountField(page)).toBeVisible()
    await expectNoShift(page)
  })
})

test.describe('a subscription', () => {
  test('that is approved shows how to pay, and can be withdrawn; other tabs follow', async ({
    page,
    context,
    sql,
  }) => {
    const administrator = await openAdministrator(page)
    const series = await makeSeries(sql)
    const { user } = await signIn(page)
    await sql`update users set is_verified = true where id = ${user.id}`
    const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    await takeTo(sql, administrator, id, 'approved')
    await page.route(`**/api/v1/user/subscriptions/${id}`, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      if (json.subscription.payment) json.subscription.payment.account = ACCOUNT
      await route.fulfill({ response, json })
    })
    await page.goto(`/access/subscriptions/${id}`)
    const next = page.getByRole('region', { name: /^Pay \$5,000\.00 by/ })
    await expect(next).toContainText('Your turn')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const [name, value] of [
      ['amount', '5000.00'],
      ['beneficiary', 'Client account of a test'],
      ['IBAN', 'CH93 0076 2011 6238 5295 7'],
      ['BIC', 'ABCDCHZZ'],
    ] as const) {
      await next.getByRole('button', { name: `Copy ${name}`, exact: true }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), name).toBe(value)
    }
    await expect(next).toContainText(`Reference of the paymentS-${String(id).padStart(6, '0')}`)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expectNoSidewaysScroll(page, 390)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })
    await page.setViewportSize({ width: 1280, height: 800 })

    const paper = textOf(await print(page))
    for (const text of ['How to pay', '$5,000.00', `S-${String(id).padStart(6, '0')}`])
      expect(paper).toContain(text)
    expect(paper, 'is about a button').not.toContain('frees its units')
    await page.emulateMedia({ media: 'print' })
    // Without backgrounds they are white sheets over the panel.
    for (const corners of ['::before', '::after'])
      expect(await next.evaluate((panel, part) => getComputedStyle(panel, part).display, corners)).toBe(
        'none',
      )
    await page.emulateMedia({ media: null })

    const other = await context.newPage()
    await other.goto('/access/dashboard?tab=investments')
    const row = other.getByRole('region', { name: 'Subscriptions' }).getByRole('listitem')
    await expect(row).toContainText('Approved')
    await expect(row).toContainText('Pay $5,000.00 by')

    await next.getByRole('button', { name: 'Withdraw' }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw this subscription?' })
    await expectAccessible(page, 'dialog[open]')
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect(dialog).toBeHidden()
    await next.getByRole('button', { name: 'Withdraw' }).click()
    await dialog.getByRole('button', { name: 'Withdraw subscription' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'You withdrew this subscription' })).toBeVisible()
    await expect(row).toContainText('Withdrawn')
  })

  test('says until when each state lasts, and only what is still missing', async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const closes_at = new Date('2098-02-03T12:00:00Z')
    const series = await makeSeries(sql, { offering: { closes_at } })
    const { user } = await signIn(page)
    const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    const main = page.getByRole('main')
    const identity = main.getByText('Your identity is not verified yet')
    const noDate =
      'There is no fixed date for it: the offering closes on February 3, 2098 (UTC), and a subscription that is not decided 30 days after that expires.'
    await page.goto(`/access/subscriptions/${id}`)
    await expect(main).toContainText(noDate)
    await expect(identity.getByRole('link', { name: 'Go to your verification' })).toHaveAttribute(
      'href',
      '/access/verification',
    )
    await takeTo(sql, administrator, id, 'in_review')
    await page.reload()
    await expect(main).toContainText('The investment team decides')
    await expect(main).toContainText(noDate)
    await expect(identity).toBeVisible()
    await expect(main.getByText('Waits for your verification')).toBeVisible()
    await sql`update users set is_verified = true where id = ${user.id}`
    await page.reload()
    await expect(main).toContainText(noDate)
    await expect(main).not.toContainText('dentity')
    await expect(main.getByText('With the investment team')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('keeps its reference on one line at every width', async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const series = await makeSeries(sql)
    const { user } = await signIn(page)
    await sql`update users set is_verified = true where id = ${user.id}`
    const { id, reference } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    await takeTo(sql, administrator, id, 'approved')
    for (const address of [`/access/subscriptions/${id}`, '/access/dashboard?tab=investments']) {
      await page.goto(address)
      const places = page.getByRole('main').getByText(reference).filter({ visible: true })
      await expect.poll(() => places.count()).toBeGreaterThan(1)
      await page.evaluate(() => document.fonts.ready)
      for (const width of [40, 90, 120, 180, 240, 320]) {
        const lines = await countReferenceLines(page, reference, width)
        expect(lines.length, `${address} has the reference`).toBeGreaterThan(1)
        expect(new Set(lines), `in parts of ${width} px`).toEqual(new Set([1]))
      }
    }
  })

  test('is printed without one step alone on the next sheet', async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const series = await makeSeries(sql)
    const { user } = await signIn(page, { verified: true })
    const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    await takeTo(sql, administrator, id, 'approved')
    await page.goto(`/access/subscriptions/${id}`)
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    const sheets = new Set<number | undefined>()
    // Wherever the sheet ends.
    for (let above = 0; above <= 400; above += 25) {
      await page.getByRole('main').evaluate((main, height) => {
        main.style.paddingTop = `${height}px`
      }, above)
      const printed = await print(page)
      const sheetOf = (text: string) => printed.findLast((piece) => piece.text.includes(text))?.sheet
      expect(sheetOf('Submitted'), `${above} px lower`).toBe(sheetOf('In review'))
      sheets.add(sheetOf('Timeline'))
    }
    expect(sheets, 'its beginning').toEqual(new Set([1, 2]))
  })

  test('that is not approved shows the reason', async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const series = await makeSeries(sql)
    const { user } = await signIn(page)
    const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    await page.goto(`/access/subscriptions/${id}`)
    await expect(page.getByText('Your identity is not verified yet')).toBeVisible()
    const { subscription } = await administrator.call('GET', `/subscriptions/${id}`)
    await administrator.call('PUT', `/subscriptions/${id}`, {
      action: 'reject',
      reason: 'The source of the funds is not clear.',
      updated_at: subscription.updated_at,
    })
    const next = page.getByRole('region', { name: 'The investment team did not approve it' })
    await expect(next).toContainText('The source of the funds is not clear.')
    await expect(next.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
    await expectAccessible(page)
  })

  test.describe('of somebody else', () => {
    test.use({ expectedErrors: [/status of 404/] })
    test('is not found', async ({ page, sql }) => {
      const series = await makeSeries(sql)
      const other = await register(page)
      const { id } = await subscribe(sql, series, { user_id: other.user.id, amount: 5000 })
      await signIn(page)
      await page.goto(`/access/subscriptions/${id}`)
      await expect(page.getByText('There is no subscription with this number')).toBeVisible()
      await page.goto('/access/subscriptions/none')
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    })
  })

  test('is what a notification about it leads to', async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const series = await makeSeries(sql)
    const { user } = await signIn(page)
    const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    await takeTo(sql, administrator, id, 'in_review')
    await page.goto('/access/dashboard')
    await page.locator('summary[aria-label^="Notifications"]').click()
    await page.getByRole('link', { name: /Subscription S-\d+ is in review/ }).click()
    await expect(page).toHaveURL(`/access/subscriptions/${id}`)
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('In review')
  })
})

test('the confirmation of a plain request offers an amount where an offering is open', async ({
  page,
  sql,
}) => {
  const series = await makeSeries(sql, { name: 'Offered by a test' })
  const plain = await makeSeries(sql, { name: 'Paused by a test', offering: { state: 'paused' } })
  await signIn(page)
  const confirmation = page.getByRole('dialog', { name: 'Investment Request Submitted' })
  for (const { symbol } of [plain, series]) {
    await page.goto('/access/dashboard?tab=investments')
    await page.getByRole('button', { name: /^(Start Investing|Choose another token)$/ }).click()
    const read = page.waitForResponse((response) => /\/tokens\/e[0-9a-f]+$/.test(response.url()))
    await page.getByRole('button', { name: symbol }).click()
    if (symbol === series.symbol)
      await page.getByRole('button', { name: `Request ${symbol} instead` }).click()
    await expect(confirmation).toContainText('Your investment inquiry has been received')
    await read
    const add = confirmation.getByRole('link', { name: 'Add an amount' })
    if (symbol === plain.symbol) await expect(add).toHaveCount(0)
    else await add.click()
  }
  await expect(page).toHaveURL(`/access/subscribe/${series.code}`)
})
