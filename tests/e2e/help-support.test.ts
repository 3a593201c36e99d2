import type { Page } from '@playwright/test'
import type { ContactDepartment } from '#contract/desk/departments'
import { expect, test } from './fixtures.ts'

const address = '/docs/help-support'

/** The six questions in order: their category, and their static count. */
const questions = [
  { category: 'Account', helpful: 247 },
  { category: 'Investment', helpful: 189 },
  { category: 'Security', helpful: 312 },
  { category: 'Technical', helpful: 156 },
  { category: 'Compliance', helpful: 98 },
  { category: 'Investment', helpful: 134 },
] as const
const categories = ['All', 'Account', 'Investment', 'Security', 'Technical', 'Compliance']

const listedQuestions = (page: Page) =>
  page.getByRole('tabpanel').locator('details').filter({ visible: true })
const listedGuides = (page: Page) => page.locator('li').filter({ has: page.locator('h4'), visible: true })

/** The calls to the server's API that a page makes from now on. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/'))
      calls.push(`${request.method()} ${request.url()}`)
  })
  return calls
}

test.describe('search and filters', () => {
  test('list the matches', async ({ page }) => {
    await page.goto(address)
    await test.step('list every question and guide at first', async () => {
      await expect(page.getByRole('searchbox')).toHaveValue('')
      await expect(page.getByLabel('Category', { exact: true })).toHaveValue('all')
      await expect(page.getByRole('tab')).toHaveText(categories)
      await expect(page.getByRole('tab', { selected: true })).toHaveText('All')
      await expect(listedQuestions(page)).toHaveCount(6)
      await expect(listedGuides(page)).toHaveCount(6)
    })
    await test.step('the filter chooses the tab', async () => {
      await page.getByLabel('Category', { exact: true }).selectOption('Security')
      await expect(page.getByRole('tab', { selected: true })).toHaveText('Security')
      await expect(listedQuestions(page)).toHaveCount(1)
    })
    await test.step('the tabs are reached with the arrow keys, Home and End', async () => {
      await page.goto(address)
      await page.getByRole('tab', { name: 'All' }).focus()
      for (const [key, tab] of [
        ['ArrowRight', 'Account'],
        ['End', 'Compliance'],
        ['ArrowRight', 'All'],
        ['ArrowLeft', 'Compliance'],
        ['Home', 'All'],
      ] as const) {
        await page.keyboard.press(key)
        await expect(page.getByRole('tab', { name: tab })).toBeFocused()
        await expect(page.getByRole('tab', { selected: true })).toHaveText(tab)
      }
    })
    await test.step('a search finds questions by their answers too, and guides by their links', async () => {
      await page.goto(address)
      const search = page.getByRole('searchbox')
      await search.fill('ONE-WAY hash')
      await expect(listedQuestions(page)).toHaveCount(1)
      await expect(listedQuestions(page)).toContainText(
        'How are the backing assets and my account protected?',
      )
      await expect(listedGuides(page)).toHaveCount(0)
      await expect(page.getByText('No matching guides.')).toBeVisible()
      await expect(page.getByText('1 question and 0 guides')).toBeAttached()

      await search.fill('glossary')
      await expect(listedQuestions(page)).toHaveCount(0)
      await expect(listedGuides(page)).toHaveCount(1)
      await expect(page.getByText('No matching questions.')).toBeVisible()

      for (const words of ['312', 'share article']) {
        await search.fill(words)
        await expect(page.getByText(`No results for ${words}.`), 'it is not of the entries').toBeVisible()
      }
      await expect(page.getByRole('link', { name: 'contact us' })).toHaveAttribute('href', '#contact-now')
    })
    await test.step('a whole question finds its answer', async () => {
      const search = page.getByRole('searchbox', { name: 'Search questions and guides' })
      for (const [typed, question] of [
        ['Can I sell my tokens?', 'How can I sell or exit, and what happens after I choose a token?'],
        ['how do i reset my password', 'How are the backing assets and my account protected?'],
        ['is there a lock-up period?', 'How can I sell or exit, and what happens after I choose a token?'],
      ] as const) {
        await search.fill(typed)
        await expect(listedQuestions(page)).toContainText([question])
      }
      await search.fill('wombat')
      const whole = page.getByRole('link', { name: 'search the whole site' })
      await whole.click()
      const site = page.getByRole('dialog', { name: 'Search this site' })
      await expect(site.getByRole('searchbox')).toHaveValue('wombat')
      await page.keyboard.press('Escape')
      await expect(site).toBeHidden()
      await expect(whole).toBeFocused()
      await search.fill('tax')
      await expect(page.getByText('No results for tax.'), 'it is no form of “takes”').toBeVisible()
      await search.fill('can I sell my tokens before maturity?')
      await expect(page.getByText(/^No exact match\. Closest results: \d/)).toBeVisible()
      await expect(listedQuestions(page)).toContainText([/How can I sell or exit/])
      await search.fill('sell')
      await expect(page.getByText('No exact match')).toBeHidden()
    })
    await test.step('search and category narrow the list together', async () => {
      await page.goto(address)
      await page.getByRole('searchbox').fill('documents')
      const everywhere = await listedQuestions(page).count()
      await page.getByRole('tab', { name: 'Account' }).click()
      expect(everywhere).toBeGreaterThan(1)
      await expect(listedQuestions(page)).toHaveCount(1)
    })
    await test.step('Enter in the search box changes neither page nor input', async () => {
      await page.goto(address)
      await page.getByRole('searchbox').fill('custody')
      await page.getByRole('searchbox').press('Enter')
      await expect(page.getByRole('searchbox')).toHaveValue('custody')
      expect(new URL(page.url()).search).toBe('')
    })
    await test.step('a search without a match says so, and Reset restores everything', async () => {
      await page.goto(address)
      await page.getByRole('tab', { name: 'Security' }).click()
      await page.getByRole('searchbox').fill('zebra')
      await expect(page.getByText('No results for zebra.')).toBeVisible()
      await expect(page.getByRole('tab')).toHaveCount(0)
      await page.getByRole('button', { name: 'Reset search and filters' }).click()
      await expect(page.getByRole('searchbox')).toHaveValue('')
      await expect(page.getByRole('searchbox')).toBeFocused()
      await expect(page.getByRole('tab', { selected: true })).toHaveText('All')
      await expect(listedQuestions(page)).toHaveCount(6)
      await expect(listedGuides(page)).toHaveCount(6)
      await expect(page.getByText('No results for')).toBeHidden()
    })
    await test.step('no input or choice is sent to the server', async () => {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      const calls = watchCalls(page)
      await page.getByRole('searchbox').fill('minimum')
      await page.getByRole('tab', { name: 'Technical' }).click()
      await page.getByRole('searchbox').fill('')
      await page.waitForLoadState('networkidle')
      // The contact block may become visible and fetch its list and the measured times.
      const expected = /\/(?:contact-departments|support\/response-times)$/
      expect(calls.filter((call) => !expected.test(call))).toEqual([])
    })
  })

  for (const category of categories.slice(1)) {
    test(`the tab ${category} shows its questions and guides, and sets the filter`, { tag: '@full' }, async ({
      page,
    }) => {
      await page.goto(address)
      await page.getByRole('tab', { name: category }).click()
      await expect(page.getByRole('tab', { selected: true })).toHaveText(category)
      await expect(page.getByLabel('Category', { exact: true })).toHaveValue(category.toLowerCase())
      const expected = questions.filter((question) => question.category === category)
      await expect(listedQuestions(page)).toHaveCount(expected.length)
      await expect(listedQuestions(page).locator('.mark')).toHaveText(expected.map((each) => each.category))
      await expect(listedGuides(page).first()).toBeVisible()
      for (const guide of await listedGuides(page).all())
        await expect(guide.locator('.kicker')).toHaveText(category)
      await page.getByRole('tab', { name: 'All' }).click()
      await expect(listedQuestions(page)).toHaveCount(6)
    })
  }
})

test.describe('a question', () => {
  test('of the page', async ({ page }) => {
    await page.goto(address)
    await test.step('names the minimum investment of $100, or its USD equivalent', async () => {
      await page.getByText('What is the minimum investment?').first().click()
      await expect(page.getByText('$100, or its USD equivalent.')).toBeVisible()
    })
    await test.step('shows its answer, a category badge and its helpful count, all six of them', async () => {
      await page.goto(address)
      const items = listedQuestions(page)
      for (const [at, { category, helpful }] of questions.entries()) {
        const item = items.nth(at)
        await expect(item.locator('.answer')).toBeHidden()
        await item.locator('summary').click()
        await expect(item.locator('summary .question')).toHaveText(/\?$/)
        await expect(item.locator('summary .mark')).toHaveText(category)
        await expect(item.locator('.answer')).toBeVisible()
        await expect(item.locator('.answer')).toHaveText(/.{200,}/s)
        await expect(item.getByText(`${helpful} found this helpful`, { exact: true })).toBeVisible()
        await expect(item.getByRole('button', { name: 'Report issue' })).toBeVisible()
        await expect(item.getByRole('button', { name: 'Share article' })).toBeVisible()
      }
    })
    await test.step('a ticket opened from its card afterwards has no subject yet', async () => {
      await page.goto(address)
      await listedQuestions(page).nth(0).locator('summary').click()
      await listedQuestions(page).nth(0).getByRole('button', { name: 'Report issue' }).click()
      const subject = page.getByRole('dialog', { name: 'Support ticket' }).getByLabel('Subject')
      await expect(subject).toHaveValue('How do I open an account and verify my identity?')
      await subject.fill('')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Submit a ticket' }).click()
      await expect(subject).toBeVisible()
      await expect(subject).toHaveValue('')
    })
    await test.step('a subject that was typed is not replaced', async () => {
      const subject = page.getByRole('dialog', { name: 'Support ticket' }).getByLabel('Subject')
      await subject.fill('My own words')
      await page.keyboard.press('Escape')
      await listedQuestions(page).nth(0).getByRole('button', { name: 'Report issue' }).click()
      await expect(subject).toHaveValue('My own words')
    })
    await test.step('"Report issue" opens a ticket in its category, where tickets have that', async () => {
      for (const [at, category] of [
        [1, 'investment'],
        [2, 'general'],
        [3, 'technical'],
        [4, 'compliance'],
      ] as const) {
        await page.goto(address)
        await listedQuestions(page).nth(at).locator('summary').click()
        await listedQuestions(page).nth(at).getByRole('button', { name: 'Report issue' }).click()
        const dialog = page.getByRole('dialog', { name: 'Support ticket' })
        await expect(dialog.getByLabel('Category')).toHaveValue(category)
      }
    })
    await test.step('"Report issue" opens a ticket about it, and makes no call', async () => {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      const calls = watchCalls(page)
      const item = listedQuestions(page).nth(2)
      await item.locator('summary').click()
      await item.getByRole('button', { name: 'Report issue' }).click()
      const dialog = page.getByRole('dialog', { name: 'Support ticket' })
      await expect(dialog).toBeVisible()
      await expect(dialog.getByLabel('Subject')).toHaveValue(
        'How are the backing assets and my account protected?',
      )
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(item.getByRole('button', { name: 'Report issue' })).toBeFocused()
      expect(calls).toEqual([])
    })
  })

  test('"Share article" copies a link to it, shows a message, and makes no call', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    const calls = watchCalls(page)
    const item = listedQuestions(page).nth(3)
    await item.locator('summary').click()
    await item.getByRole('button', { name: 'Share article' }).click()
    await expect(item.getByRole('button', { name: 'Link copied' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeAttached()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(calls).toEqual([])

    await page.goto(link)
    await expect(listedQuestions(page).nth(3).locator('.answer')).toBeVisible()
  })

  test('"Share article" shows the link in the address bar where copying fails', { tag: '@full' }, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    })
    await page.goto(address)
    const item = listedQuestions(page).nth(1)
    await item.locator('summary').click()
    await item.getByRole('button', { name: 'Share article' }).click()
    await expect(page).toHaveURL(/#faq-minimum-investment$/)
    await expect(item.getByRole('button', { name: 'Copy the link from the address bar' })).toBeVisible()
  })

  test('"Share article" pressed before its script has loaded works once it has', { tag: '@full' }, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const pressed = Promise.withResolvers<void>()
    await page.route(/faq-share/, async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.goto(address)
    const item = listedQuestions(page).nth(1)
    await item.locator('summary').click()
    await item.getByRole('button', { name: 'Share article' }).click()
    await expect(item.getByRole('button', { name: 'Share article' })).toBeVisible()
    pressed.resolve()
    await expect(item.getByRole('button', { name: 'Link copied' })).toBeVisible()
  })

  test('is opened and scrolled to by its URL', { tag: '@full' }, async ({ page }) => {
    await page.goto(`${address}#faq-after-the-request`)
    const item = page.locator('#faq-after-the-request')
    await expect(item.locator('.answer')).toBeVisible()
    await expect(item.locator('summary')).toBeInViewport()
    await expect(listedQuestions(page).nth(0).locator('.answer')).toBeHidden()
  })

  test('is opened by a link on the page, with any filter', { tag: '@full' }, async ({ page }) => {
    await page.goto(address)
    await page.getByRole('tab', { name: 'Security' }).click()
    await page.evaluate(() => {
      location.hash = 'faq-open-account'
    })
    await expect(page.locator('#faq-open-account .answer')).toBeVisible()
    await expect(page.locator('#faq-open-account summary')).toBeInViewport()
    await expect(page.getByRole('tab', { selected: true })).toHaveText('All')
  })
})

test('guides, action cards and the emergency block', async ({ page, request }) => {
  await page.goto(address)
  await test.step('six guide cards have links, each to a page', async () => {
    await expect(listedGuides(page)).toHaveCount(6)
    const links = new Set<string>()
    for (const guide of await listedGuides(page).all()) {
      await expect(guide.getByRole('heading', { level: 4 })).not.toBeEmpty()
      const own = await guide
        .getByRole('link')
        .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
      expect(own.length).toBeGreaterThan(2)
      for (const link of own) links.add(link)
    }
    for (const link of links) {
      const answer = await request.get(link)
      expect(answer.status(), link).toBe(200)
      const place = new URL(link).hash.slice(1)
      if (place) expect(await answer.text(), link).toContain(`id="${place}"`)
    }
  })
  await test.step('the action cards state their response times', async () => {
    for (const [title, response] of [
      ['Live chat', 'Target response: under 2 minutes, 24/7'],
      ['Support ticket', 'Target response: 4 hours'],
      ['Schedule a call', 'Target response: booking same day'],
    ] as const) {
      const card = page.locator('[data-action]').filter({ has: page.getByRole('heading', { name: title }) })
      await expect(card).toContainText(response)
      await expect(card.getByRole('button')).toBeVisible()
    }
  })
  await test.step('the emergency block promises a response 24/7, within 15 minutes', async () => {
    const block = page.getByRole('region', { name: 'Emergency' })
    await expect(block).toContainText('Target response: within 15 minutes, 24/7')
    await expect(block).toContainText('at any time')
    await expect(block.getByRole('link', { name: /^\+1/ })).toHaveAttribute('href', /^tel:\+1/)
    await block.getByRole('link', { name: 'Submit an urgent ticket' }).click()
    const dialog = page.getByRole('dialog', { name: 'Support ticket' })
    await expect(dialog.getByLabel('Priority')).toHaveValue('urgent')
    await expect(dialog.getByLabel('Subject')).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(block.getByRole('link', { name: 'Submit an urgent ticket' })).toBeFocused()
    await block.getByRole('link', { name: 'Submit an urgent ticket' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(block.getByRole('link', { name: 'Submit an urgent ticket' })).toBeFocused()
  })
  await test.step('a ticket opened from its card afterwards is not urgent, unless the visitor chose that', async () => {
    const dialog = page.getByRole('dialog', { name: 'Support ticket' })
    const card = page.getByRole('button', { name: 'Submit a ticket' })
    await card.click()
    await expect(dialog.getByLabel('Priority')).toHaveValue('medium')
    await dialog.getByLabel('Priority').selectOption('urgent')
    await page.keyboard.press('Escape')
    await card.click()
    await expect(dialog.getByLabel('Priority')).toHaveValue('urgent')
    await page.keyboard.press('Escape')
  })
})

test('the emergency block is linked from the top and from the table of contents, and is near the top', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto(address)
  const heading = page.getByRole('heading', { level: 2, name: 'Emergency' })
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await expect(contents.getByRole('link', { name: 'Emergency' })).toHaveAttribute('href', '#emergency')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('main').getByRole('link', { name: 'emergency', exact: true }).click()
  await expect(heading).toBeInViewport()
  const places = await page
    .getByRole('heading', { level: 2 })
    .evaluateAll((all) =>
      all.map(({ id }) => id).filter((id) => /^(?:emergency|questions-and-guides)$/.test(id)),
    )
  expect(places).toEqual(['emergency', 'questions-and-guides'])
})

test.describe('the contact block', () => {
  const responses = {
    general: 'under 2 hours',
    investors: 'under 4 hours',
    tech: 'under 4 hours',
    tech_support: 'under 1 hour',
    compliance: 'under 24 hours',
  } as const

  test("shows five departments with the server's contact details and their response times", async ({
    page,
    request,
  }) => {
    const answer = await request.get('/api/v1/contact-departments')
    const { departments } = (await answer.json()) as { departments: ContactDepartment[] }
    await page.goto(address)
    const block = page.locator('[aria-busy]').filter({ has: page.locator('[data-department]') })
    await block.scrollIntoViewIfNeeded()
    await expect(page.locator('[data-department]')).toHaveCount(5)
    for (const [name, response] of Object.entries(responses)) {
      const card = page.locator(`[data-department="${name}"]`)
      const department = departments.find((each) => each.department === name)
      await expect(card.getByRole('heading')).not.toBeEmpty()
      await expect(card.getByText(`Target response: ${response}`, { exact: true })).toBeVisible()
      await expect(card.getByRole('link', { name: department?.email })).toHaveAttribute(
        'href',
        `mailto:${department?.email}`,
      )
      await expect(card.getByRole('link', { name: `Phone: ${department?.phone}` })).toHaveAttribute(
        'href',
        `tel:${department?.phone.replace(/[^\d+]/g, '')}`,
      )
      await expect(card.getByText(department?.hours ?? 'hours')).toBeVisible()
    }
    await expect(page.getByText('Monday - Friday: 9:00 AM - 6:00 PM PST')).not.toHaveCount(0)
  })

  test.describe('when the list cannot be loaded', { tag: '@full' }, () => {
    test.use({ expectedErrors: [/contact-departments/] })

    for (const [failure, fail] of [
      ['the server fails', { status: 500, body: '{}' }],
      ['the network fails', undefined],
    ] as const) {
      test(`shows an empty list without a message: ${failure}`, async ({ page }) => {
        await page.route('**/api/v1/contact-departments', (route) =>
          fail ? route.fulfill(fail) : route.abort(),
        )
        const alerts: string[] = []
        page.on('dialog', (alert) => {
          alerts.push(alert.message())
          void alert.dismiss()
        })
        await page.goto(address)
        await page.getByRole('heading', { name: 'Contact a team directly' }).scrollIntoViewIfNeeded()
        await expect(page.locator('[data-department]')).toHaveCount(0)
        await expect(page.getByText('Loading contact details')).toHaveCount(0)
        await expect(page.getByRole('alert')).toHaveCount(0)
        expect(alerts).toEqual([])
        await expect(page.getByRole('heading', { name: 'Emergency' })).toBeVisible()
      })
    }
  })
})

test.describe('without JavaScript', { tag: '@full' }, () => {
  test.use({ javaScriptEnabled: false })

  test('the whole page works', async ({ page }) => {
    await page.goto(address)
    await test.step('every question opens, every guide is listed, and a contact is given', async () => {
      await expect(listedQuestions(page)).toHaveCount(6)
      for (const item of await listedQuestions(page).all()) {
        await item.locator('summary').click()
        await expect(item.locator('.answer')).toBeVisible()
        await expect(item.getByRole('button')).toHaveCount(0)
      }
      await expect(listedGuides(page)).toHaveCount(6)
      await expect(page.getByRole('searchbox')).toHaveCount(0)
      await expect(page.getByRole('tab')).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Emergency' })).toBeVisible()
    })
    await test.step('no part claims to be loading, and no button is without a function', async () => {
      await page.goto(address)
      await expect(page.getByText('Loading').filter({ visible: true })).toHaveCount(0)
      await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
      await page.getByRole('main').getByRole('link', { name: 'our contact details' }).first().click()
      await expect(page.locator('footer a[href^="mailto:"]')).toBeInViewport()
    })
  })
})
