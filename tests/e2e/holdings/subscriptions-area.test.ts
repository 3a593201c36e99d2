import type { Page, Request } from '@playwright/test'
import { openAdministrator } from '#e2e/administrator'
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
} from '#e2e/fixtures'
import { expectNoShift, watchShifts } from '#e2e/layout-shifts'
import { addDocument, addVersion, advanceSubscription, makeValuation } from '#e2e/offering-fixtures'
import { getPrintedTexts, textOf } from '#e2e/printed-text'
import { createSeries, subscribe } from '#e2e/series-fixtures'
import { getAmountField, getStep, getSubmitButton, openDocument } from '#e2e/subscribe-form'

const ACCOUNT = 'Beneficiary: Client account of a test\nIBAN CH93 0076 2011 6238 5295 7\nBIC ABCDCHZZ'

const subscriptionsCall = '**/api/v1/user/subscriptions*'

/** The lines taken by each occurrence of a reference when its part of the page has this width, in pixels. */
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
  test('returns a visitor after signing in', async ({ page, sql }) => {
    const series = await createSeries(sql)
    const { email, password } = await register(page)
    await page.goto(`/access/subscribe/${series.code}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Access Platform' }).click()
    await expect(page).toHaveURL(`/access/subscribe/${series.code}`)
    await expect(getAmountField(page)).toBeVisible()
  })

  test('returns a visitor after creating an account, also by way of signing in', async ({ page, sql }) => {
    const series = await createSeries(sql)
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
      'Account created successfully! Returning to your page...',
    )
    await expect(page).toHaveURL(`/access/subscribe/${series.code}`)
    await expect(getAmountField(page)).toBeVisible()
  })

  test('shows the key terms before the button on a phone', { tag: '@full' }, async ({ page, sql }) => {
    const terms = 'Redemption after the first shipment.\n\n- in dollars\n- by transfer'
    const series = await createSeries(sql, { offering: { terms } })
    await makeValuation(sql, series.id, 1, '96.00')
    await signIn(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/access/subscribe/${series.code}`)
    const offering = page.getByRole('region', { name: 'Offering' })
    for (const fact of [
      'Unit price$100.004.2% above the unit value',
      'Unit value$96.00',
      'Minimum subscription$1,000.00',
      'Maximum per investor$50,000.00',
      'Units available1,000.000000',
      'Closes',
      'Payment dueWithin 10 days of approval',
      'Eligible countriesAll countries',
    ])
      await expect(offering).toContainText(fact)
    const bottomOf = async () => {
      const box = await offering.boundingBox()
      return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)
    }
    await expect(page.getByText('The offering price is 4.2% above the unit value')).toContainText(
      'compared with a unit value of $96.00',
    )
    expect(await bottomOf()).toBeLessThan((await getSubmitButton(page).boundingBox())?.y ?? 0)
    await offering.getByText('Full terms').click()
    await expect.poll(() => readLines(offering.getByText('Redemption after'))).toBe(terms)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('says before the button that the email must be confirmed first, if email is sent', {
    tag: '@full',
  }, async ({ page, sql }) => {
    const series = await createSeries(sql)
    const { user } = await signIn(page, { confirmed: false })
    // The server under test sends no email, so nothing depends on the confirmation.
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

  test('says which amounts would be accepted', async ({ page, sql }) => {
    const series = await createSeries(sql, { units_held: '45', offering: { maximum: '5000.00' } })
    const { user } = await signIn(page)
    await subscribe(sql, series, { user_id: user.id, amount: 1000 })
    await page.goto(`/access/subscribe/${series.code}`)
    await expect(getStep(page, 'Amount').getByRole('listitem')).toHaveText([
      'The minimum subscription is $1,000.00.',
      'The maximum per investor is $5,000.00.',
      '35.000000 units remain in this offering ($3,500.00 at $100.00 per unit).',
      'Your other subscriptions in this offering total $1,000.00; you can subscribe for a further $4,000.00.',
    ])
    for (const [amount, sentence] of [
      ['', 'Enter an amount of $1,000.00 or more'],
      ['999.99', 'The minimum subscription is $1,000.00'],
      ['1000.005', 'Enter no more than two decimals, for example 1000.00'],
      ['5000.01', 'The maximum per investor is $5,000.00'],
      [
        '4000.01',
        'With your other subscriptions in this offering, you can subscribe for up to $4,000.00 more',
      ],
      ['3600', 'Only 35.000000 units remain ($3,500.00)'],
    ] as const) {
      await getAmountField(page).fill(amount)
      await getSubmitButton(page).click()
      await expect(getAmountField(page)).toBeFocused()
      await expect(getAmountField(page)).toHaveAccessibleDescription(sentence)
    }
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(await sql`select id from subscriptions where user_id = ${user.id}`).toHaveLength(1)
  })

  test.describe('with a rejection by the server', () => {
    test.use({ expectedErrors: [/status of 409/] })

    test('shows at the amount what others have left in the meantime', async ({ page, sql }) => {
      const series = await createSeries(sql, { units_held: '30' })
      const other = await register(page)
      const { user } = await signIn(page)
      await sql`update users set is_verified = true where id = ${user.id}`
      // The page does not learn of the other subscription before it submits.
      await page.route('**/api/v1/events', () => {})
      await page.goto(`/access/subscribe/${series.code}`)
      await getAmountField(page).fill('3000')
      await subscribe(sql, series, { user_id: other.user.id, amount: 1500 })
      await getSubmitButton(page).click()
      await expect(getAmountField(page)).toHaveAccessibleDescription(
        'Only 15.000000 units remain, worth up to $1,500.00.',
      )
      await getAmountField(page).fill('1500')
      await getSubmitButton(page).click()
      await expect(page).toHaveURL(/\/access\/subscriptions\/\d+$/)
    })

    test('leads back to a document with a newer current version', async ({ page, sql }) => {
      const administrator = await openAdministrator(page)
      const series = await createSeries(sql)
      const { documentId } = await addDocument(page, administrator, series.symbol)
      await signIn(page)
      await page.route('**/api/v1/events', () => {})
      await page.goto(`/access/subscribe/${series.code}`)
      await getAmountField(page).fill('1000')
      await openDocument(page, 'Terms of the series')
      await page.getByRole('checkbox').check()
      await addVersion(page, administrator, documentId)
      await getSubmitButton(page).click()
      const documents = getStep(page, 'Documents')
      await expect(documents.getByRole('alert')).toHaveText(
        'Please read and acknowledge the current version first: Terms of the series.',
      )
      await expect(documents).toContainText(
        'You opened version 1. Version 2 is now current; open it to continue.',
      )
      await expect(page.getByRole('checkbox')).toBeDisabled()
      await expectAccessible(page)
      await openDocument(page, 'Terms of the series')
      await page.getByRole('checkbox', { name: /version 2/ }).check()
      await getSubmitButton(page).click()
      await expect(page).toHaveURL(/\/access\/subscriptions\/\d+$/)
    })

    test('shows at the end what no field can solve', { tag: '@full' }, async ({ page, sql }) => {
      const series = await createSeries(sql, { offering: { countries: ['CH'] } })
      await signIn(page)
      await page.goto(`/access/subscribe/${series.code}`)
      // Reported on arrival, and again by the server.
      await expect(
        page.getByRole('status').filter({ hasText: 'open to investors in Switzerland' }),
      ).toContainText('Add your country of residence first.')
      await getAmountField(page).fill('1000')
      await getSubmitButton(page).click()
      const alert = getStep(page, 'Submit').getByRole('alert')
      await expect(alert).toContainText('This offering is open to investors from Switzerland.')
      await expect(alert.getByRole('link', { name: 'Open Settings' })).toHaveAttribute(
        'href',
        '/access/settings',
      )
      await expect(getAmountField(page)).toHaveValue('1000')
    })
  })

  test.describe('of a large amount', () => {
    test.use({ expectedErrors: [/status of 403/] })

    test('requires a confirmation and is sent once, however often it is submitted', async ({ page, sql }) => {
      const series = await createSeries(sql)
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
      await getAmountField(page).fill('10000')
      await getSubmitButton(page).click()
      await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
      await getAmountField(page).press('Enter')
      await expect.poll(() => sent.length).toBe(1)
      gate.resolve()
      const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
      await expect(dialog).toContainText(/You are confirmingSubscribe for \$1\d,000\.00 of \$\w+/)
      await expectAccessible(page, 'dialog[open]')
      expect(await sql`select id from subscriptions where user_id = ${user.id}`).toHaveLength(0)
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(page).toHaveURL(/\/access\/subscriptions\/\d+$/)
      // Rejected, and resent after the confirmation.
      expect(sent).toHaveLength(2)
      expect(await sql`select id from subscriptions where user_id = ${user.id}`).toHaveLength(1)
    })
  })

  test.describe('whose response is lost', () => {
    test.use({ expectedErrors: [/Failed to load resource/] })
    test('is stored once when it is resent', async ({ page, sql }) => {
      const series = await createSeries(sql)
      const { user } = await signIn(page)
      let isLost = true
      await page.route(subscriptionsCall, async (route) => {
        if (route.request().method() !== 'POST' || !isLost) return route.fallback()
        isLost = false
        await route.fetch()
        await route.abort()
      })
      await page.goto(`/access/subscribe/${series.code}`)
      await getAmountField(page).fill('1000')
      await getSubmitButton(page).click()
      await expect(getStep(page, 'Submit').getByRole('alert')).toContainText('it will not be duplicated')
      await getSubmitButton(page).click()
      await expect(page).toHaveURL(/\/access\/subscriptions\/\d+$/)
      expect(await sql`select id from subscriptions where user_id = ${user.id}`).toHaveLength(1)
    })
  })

  test('keeps the input across a reload, and discards it once submitted', async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const series = await createSeries(sql)
    await addDocument(page, administrator, series.symbol)
    await signIn(page)
    await page.goto(`/access/subscribe/${series.code}`)
    await getAmountField(page).fill('4000')
    await openDocument(page, 'Terms of the series')
    await page.getByRole('checkbox').check()
    await page.reload()
    await expect(getAmountField(page)).toHaveValue('4000')
    await expect(page.getByRole('checkbox')).toBeChecked()
    await getSubmitButton(page).click()
    await expect(page).toHaveURL(/\/access\/subscriptions\/\d+$/)
    await page.goto(`/access/subscribe/${series.code}`)
    await expect(getAmountField(page)).toHaveValue('')
    await expect(page.getByRole('checkbox')).not.toBeChecked()
  })

  test('says when an offering does not accept subscriptions, and opens by itself', { tag: '@full' }, async ({
    page,
    sql,
  }) => {
    const later = new Date('2098-02-03T00:00:00Z')
    const series = await createSeries(sql, {
      offering: { opens_at: later, closes_at: new Date('2099-01-01T00:00:00Z') },
    })
    await signIn(page)
    await page.goto(`/access/subscribe/${series.code}`)
    const main = page.getByRole('main')
    await expect(main).toContainText(`The offering of ${series.symbol} opens on February 3, 2098 (UTC)`)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await sql`update offerings set opens_at = now() - interval '1 hour' where id = ${series.offeringId}`
    await expect(getAmountField(page)).toBeVisible()
    await getAmountField(page).fill('7000')
    await sql`update offerings set state = 'paused' where id = ${series.offeringId}`
    await expect(main).toContainText(`The offering of ${series.symbol} is paused`)
    await sql`update offerings set state = 'open' where id = ${series.offeringId}`
    await expect(getAmountField(page)).toHaveValue('7000')
    await sql`update offerings set state = 'closed' where id = ${series.offeringId}`
    await expect(main).toContainText(`The offering of ${series.symbol} has closed`)
  })

  test.describe('of an unknown or hidden series', { tag: '@full' }, () => {
    test.use({ expectedErrors: [/status of 404/] })
    test('is not found', async ({ page, sql }) => {
      const series = await createSeries(sql)
      await sql`update tokens set is_active = false where id = ${series.id}`
      await signIn(page)
      for (const code of ['nosuchseries', series.code]) {
        await page.goto(`/access/subscribe/${code}`)
        await expect(page.getByText('Series not found')).toBeVisible()
      }
      await page.goto('/access/subscribe/a/b')
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    })
  })

  test.describe('that cannot be loaded', { tag: '@full' }, () => {
    test.use({ expectedErrors: [/status of 503/] })
    test('shows why, with a retry', async ({ page, sql }) => {
      const series = await createSeries(sql)
      await signIn(page)
      // A change announced by other tests would cause a refetch before the button is clicked.
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
      await expect(getAmountField(page)).toBeVisible()
    })
  })

  test('moves nothing while it loads', { tag: '@full' }, async ({ page, sql }) => {
    const series = await createSeries(sql)
    await signIn(page)
    await page.addInitScript(watchShifts)
    await page.goto(`/access/subscribe/${series.code}`)
    await expect(getAmountField(page)).toBeVisible()
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
    const series = await createSeries(sql)
    const { user } = await signIn(page)
    await sql`update users set is_verified = true where id = ${user.id}`
    const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    await advanceSubscription(sql, administrator, id, 'approved')
    await page.route(`**/api/v1/user/subscriptions/${id}`, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      if (json.subscription.payment) json.subscription.payment.account = ACCOUNT
      await route.fulfill({ response, json })
    })
    await page.goto(`/access/subscriptions/${id}`)
    const next = page.getByRole('region', { name: /^Pay \$5,000\.00 by/ })
    await expect(next).toContainText('Action required')
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
    await expect(next).toContainText(`Payment referenceS-${String(id).padStart(6, '0')}`)
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

    const paper = textOf(await getPrintedTexts(page))
    for (const text of ['Payment instructions', '$5,000.00', `S-${String(id).padStart(6, '0')}`])
      expect(paper).toContain(text)
    expect(paper, 'is about a button').not.toContain('releases its units')
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
    await dialog.getByRole('button', { name: 'Keep subscription' }).click()
    await expect(dialog).toBeHidden()
    await next.getByRole('button', { name: 'Withdraw' }).click()
    await dialog.getByRole('button', { name: 'Withdraw subscription' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'You withdrew this subscription' })).toBeVisible()
    await expect(row).toContainText('Withdrawn')
  })

  test('says how long each state lasts, and only what is still missing', { tag: '@full' }, async ({
    page,
    sql,
  }) => {
    const administrator = await openAdministrator(page)
    const closes_at = new Date('2098-02-03T12:00:00Z')
    const series = await createSeries(sql, { offering: { closes_at } })
    const { user } = await signIn(page)
    const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    const main = page.getByRole('main')
    const identity = main.getByText('Your identity is not yet verified')
    const noDate =
      'There is no fixed decision date. The offering closes on February 3, 2098 (UTC), and subscriptions not decided within 30 days after that expire.'
    await page.goto(`/access/subscriptions/${id}`)
    await expect(main).toContainText(noDate)
    await expect(identity.getByRole('link', { name: 'Complete verification' })).toHaveAttribute(
      'href',
      '/access/verification',
    )
    await advanceSubscription(sql, administrator, id, 'in_review')
    await page.reload()
    await expect(main).toContainText('Under review by the investment team')
    await expect(main).toContainText(noDate)
    await expect(identity).toBeVisible()
    await expect(main.getByText('Pending your verification')).toBeVisible()
    await sql`update users set is_verified = true where id = ${user.id}`
    await page.reload()
    await expect(main).toContainText(noDate)
    await expect(main).not.toContainText('dentity')
    await expect(main.getByText('With the investment team')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('keeps its reference on one line at every width', { tag: '@full' }, async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const series = await createSeries(sql)
    const { user } = await signIn(page)
    await sql`update users set is_verified = true where id = ${user.id}`
    const { id, reference } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    await advanceSubscription(sql, administrator, id, 'approved')
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

  test('is printed without a single step alone on the next sheet', { tag: '@full' }, async ({
    page,
    sql,
  }) => {
    const administrator = await openAdministrator(page)
    const series = await createSeries(sql)
    const { user } = await signIn(page, { verified: true })
    const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    await advanceSubscription(sql, administrator, id, 'approved')
    await page.goto(`/access/subscriptions/${id}`)
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    const sheets = new Set<number | undefined>()
    // Wherever the page breaks; a long due date takes another line.
    for (let lower = -300; lower <= 300; lower += 25) {
      await page.getByRole('main').evaluate((main, height) => {
        main.style.marginTop = `${height}px`
      }, lower)
      const printed = await getPrintedTexts(page)
      const sheetOf = (text: string) => printed.findLast((piece) => piece.text.includes(text))?.sheet
      expect(sheetOf('Submitted'), `${lower} px lower`).toBe(sheetOf('In review'))
      sheets.add(sheetOf('Timeline'))
    }
    expect(sheets, 'its beginning').toEqual(new Set([1, 2]))
  })

  test('that is not approved shows the reason', async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const series = await createSeries(sql)
    const { user } = await signIn(page)
    const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    await page.goto(`/access/subscriptions/${id}`)
    await expect(page.getByText('Your identity is not yet verified')).toBeVisible()
    const { subscription } = await administrator.call('GET', `/subscriptions/${id}`)
    await administrator.call('PUT', `/subscriptions/${id}`, {
      action: 'reject',
      reason: 'The source of the funds is not clear.',
      updated_at: subscription.updated_at,
    })
    const next = page.getByRole('region', { name: 'Subscription not approved' })
    await expect(next).toContainText('The source of the funds is not clear.')
    await expect(next.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
    await expectAccessible(page)
  })

  test.describe('of somebody else', { tag: '@full' }, () => {
    test.use({ expectedErrors: [/status of 404/] })
    test('is not found', async ({ page, sql }) => {
      const series = await createSeries(sql)
      const other = await register(page)
      const { id } = await subscribe(sql, series, { user_id: other.user.id, amount: 5000 })
      await signIn(page)
      await page.goto(`/access/subscriptions/${id}`)
      await expect(page.getByText('Subscription not found')).toBeVisible()
      await page.goto('/access/subscriptions/none')
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    })
  })

  test('is linked from its notifications', { tag: '@full' }, async ({ page, sql }) => {
    const administrator = await openAdministrator(page)
    const series = await createSeries(sql)
    const { user } = await signIn(page)
    const { id } = await subscribe(sql, series, { user_id: user.id, amount: 5000 })
    await advanceSubscription(sql, administrator, id, 'in_review')
    await page.goto('/access/dashboard')
    await page.locator('summary[aria-label^="Notifications"]').click()
    await page.getByRole('link', { name: /Subscription S-\d+ in review/ }).click()
    await expect(page).toHaveURL(`/access/subscriptions/${id}`)
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('In review')
  })
})

test('the confirmation of a plain request offers an amount if an offering is open', async ({ page, sql }) => {
  const series = await createSeries(sql, { name: 'Offered by a test' })
  const plain = await createSeries(sql, { name: 'Paused by a test', offering: { state: 'paused' } })
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
    const add = confirmation.getByRole('link', { name: 'Subscribe with an amount' })
    if (symbol === plain.symbol) await expect(add).toHaveCount(0)
    else await add.click()
  }
  await expect(page).toHaveURL(`/access/subscribe/${series.code}`)
})
