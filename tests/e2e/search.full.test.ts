import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search this site' })
const field = (page: Page) => dialog(page).getByRole('searchbox', { name: 'Search this site' })
const results = (page: Page) => dialog(page).getByRole('list', { name: 'Results' }).getByRole('link')
const status = (page: Page) => dialog(page).getByRole('status')
const button = (page: Page) => page.getByRole('button', { name: 'Search this site' })

const menuPages = [
  'Investment prospectus',
  'Performance analytics',
  'Compliance reports',
  'Audit reports',
  'Resource center',
  'Investor relations',
  'Help and Support',
  'Terms of service',
  'Privacy policy',
]

test('opens by its button, by / and by Ctrl-K, ready to type; Escape closes it and returns the focus', async ({
  page,
}) => {
  await page.goto('/docs/glossary')
  await button(page).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(button(page)).toBeFocused()
  for (const keys of ['/', 'Control+k', 'Meta+k']) {
    await page.keyboard.press(keys)
    await expect(field(page), keys).toBeFocused()
    await expect(field(page), 'the key is not typed').toHaveValue('')
    await field(page).fill('gold')
    await page.keyboard.press('Escape')
    await expect(dialog(page), 'with text in it too').toBeHidden()
    await button(page).click()
    await expect(field(page), 'they are still there, to be typed over').toHaveValue('gold')
    await field(page).fill('')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  }
})

test('closes by its button and by a click beside it', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await dialog(page).getByRole('button', { name: 'Close search, Esc' }).click()
  await expect(dialog(page)).toBeHidden()
  await button(page).click()
  await expect(dialog(page)).toBeVisible()
  await page.mouse.click(5, 400)
  await expect(dialog(page)).toBeHidden()
})

test('/ typed into a field stays a slash', async ({ page }) => {
  await page.goto('/docs/help-support')
  const faq = page.getByRole('searchbox', { name: 'Search questions and guides' })
  await faq.pressSequentially('KYC/AML')
  await expect(faq).toHaveValue('KYC/AML')
  await expect(dialog(page)).toBeHidden()
})

test('an empty field lists the pages of the Documentation menu', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await expect(results(page)).toHaveText(menuPages)
})

test('a signed-in investor gets the documentation and nothing of the user menu', async ({ page }) => {
  await signIn(page)
  await page.goto('/')
  await expect(page.getByRole('banner').locator('summary[aria-label="Notifications"]')).toBeVisible()
  await button(page).click()
  await expect(results(page)).toHaveText(menuPages)
})

test.describe('lists the page and the section about a subject first', () => {
  for (const [words, title] of [
    ['resource statement', /^How to read a resource statement/],
    ['rate limit', /^Technical documentation: Rate limits/],
    ['redemption', /^Token lifecycle: Exit/],
    ['custody', /^Custody and segregation/],
  ] as const) {
    test(words, async ({ page }) => {
      await page.goto('/')
      await page.keyboard.press('/')
      await field(page).fill(words)
      await expect(status(page)).toHaveText(/^\d+ results?/)
      await expect(results(page).first()).toHaveText(title)
    })
  }
})

test.describe('lists a term of the glossary first, with its meaning', () => {
  for (const [words, title, meaning] of [
    ['Competent Person', 'Glossary: Competent Person', 'The signatory under the JORC Code'],
    ['cut-off grade', 'Glossary: Cut-off grade', 'The grade below which rock is treated as waste'],
    ['token', 'Glossary: Token', 'The record of one unit of a series'],
    ['rare earths', 'Glossary: Rare earths', 'The fifteen lanthanides'],
    ['g/t', 'Glossary: g/t', 'Grams per metric tonne'],
  ] as const) {
    test(words, async ({ page }) => {
      await page.goto('/')
      await page.keyboard.press('/')
      await field(page).fill(words)
      await expect(status(page)).toHaveText(/^\d+ results?/)
      await expect(results(page).first().locator('b')).toHaveText(title)
      await expect(results(page).first().locator('small')).toContainText(meaning)
    })
  }

  test('and the page about it next', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('/')
    await field(page).fill('inferred resource')
    await expect(results(page).locator('b').first()).toHaveText('Glossary: Inferred Resource')
    await expect(results(page).nth(1)).toHaveText(/^How to read a resource statement/)
  })

  test('and opens the row that explains it', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('/')
    await field(page).fill('strip ratio')
    await expect(results(page).first()).toContainText('Glossary: Strip ratio')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/docs/glossary#mining-and-processing')
    await expect(page.getByRole('cell', { name: 'Strip ratio' })).toBeInViewport()
  })
})

test.describe('lists the section whose title was typed first, before pages that mention it', () => {
  for (const [words, title] of [
    ['sessions', 'Technical documentation: Sessions'],
    ['risk metrics', 'Performance analytics: Risk metrics'],
    ['requests, subscriptions and tokens', 'Terms of service: 4. Requests, subscriptions and tokens'],
  ] as const) {
    test(words, async ({ page }) => {
      await page.goto('/')
      await page.keyboard.press('/')
      await field(page).fill(words)
      await expect(results(page).first().locator('b')).toHaveText(title)
    })
  }
})

test('the URL has the query: reload, back and a copied link show its results again', async ({
  page,
  context,
}) => {
  await page.goto('/docs/token-lifecycle')
  await button(page).click()
  await field(page).fill('headroom')
  await expect(page).toHaveURL('/docs/token-lifecycle?q=headroom')
  const first = await results(page).first().textContent()

  await page.reload()
  await expect(field(page)).toHaveValue('headroom')
  await expect(results(page).first()).toHaveText(first ?? '')
  await results(page).nth(1).click()
  await expect(page).not.toHaveURL(/q=/)
  await page.goBack()
  await expect(page).toHaveURL('/docs/token-lifecycle?q=headroom')
  await expect(field(page)).toHaveValue('headroom')
  await expect(results(page).first()).toHaveText(first ?? '')

  const copy = await context.newPage()
  await copy.goto(page.url())
  await expect(field(copy)).toHaveValue('headroom')
  await expect(results(copy).first()).toHaveText(first ?? '')
})

test('the URL loses the query when the dialog closes or the field is emptied', async ({ page }) => {
  await page.goto('/docs/glossary?ref=mail&q=headroom#units')
  await expect(status(page)).toHaveText(/^\d+ results?/)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/docs/glossary?ref=mail#units')
  await page.keyboard.press('/')
  await field(page).fill('strip ratio')
  await expect(page).toHaveURL('/docs/glossary?ref=mail&q=strip+ratio#units')
  await field(page).fill('')
  await expect(page).toHaveURL('/docs/glossary?ref=mail#units')
})

test('finds a term of the documentation; arrows and Enter open a result', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('/')
  await field(page).fill('praseodymium')
  await expect(status(page)).toHaveText(/^\d+ results?/)
  await expect(results(page).first()).toContainText(/praseodymium/i)
  await expect(results(page).first().locator('mark').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(results(page).first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const target = (await results(page).first().getAttribute('href')) ?? ''
  expect(target).not.toContain('.html')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(target)
  await expect(page.getByRole('main')).toContainText(/praseodymium/i)
})

test('Enter in the field opens the first result, also when pressed before there is one', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Control+k')
  await field(page).fill('investment prospectus')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/investment-prospectus(#|$)/)
})

test('Enter pressed before there is a result shows a message when there is none', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Control+k')
  await field(page).fill('wombat')
  await page.keyboard.press('Enter')
  await expect(status(page)).toHaveText('No results for “wombat”. Try fewer or different words.')
})

test('Enter is discarded when the dialog closes before there is a result', async ({ page }) => {
  const pending = Promise.withResolvers<void>()
  await page.route('**/pagefind/**', async (route) => {
    await pending.promise
    await route.continue()
  })
  await page.goto('/')
  await page.keyboard.press('Control+k')
  await field(page).fill('investment prospectus')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Close search, Esc' }).click()
  await expect(dialog(page)).toBeHidden()
  pending.resolve()
  await expect(page.locator('dialog.search mark').first()).toBeAttached()
  await expect(page).toHaveURL('/')
})

test('Enter never opens a result of an earlier search', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Control+k')
  await field(page).fill('token lifecycle')
  await expect(status(page)).toHaveText(/^\d+ results?/)
  await field(page).fill('')
  await expect(results(page)).toHaveText(menuPages)
  await field(page).fill('token lifecycle')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/token-lifecycle(#|$)/)
})

test('every documentation and legal page can be found by its title, once', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  for (const title of ['Risk disclosure', 'Privacy policy', 'Token lifecycle', 'Technical documentation']) {
    await field(page).fill(title)
    const hits = results(page).filter({ hasText: new RegExp(`^${title}`) })
    await expect(hits).toHaveCount(1)
  }
})

test('a series page is found by its code, and the footer leads to all of them', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('WITGOLD')
  await expect(status(page)).toHaveText(/^\d+ results?/)
  await expect(dialog(page).locator('a[href^="/tokens/witgold"]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Series index' }).click()
  await expect(page).toHaveURL('/tokens')
})

test('a code is found as the pages print it, with its $', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('MONZ')
  await expect(status(page)).toHaveText(/^\d+ results?/)
  const found = (await status(page).textContent()) ?? ''
  for (const [words, code] of [
    ['$monz', 'monz'],
    ['$MONZ', 'monz'],
    ['$WITGOLD', 'witgold'],
  ]) {
    await field(page).fill(words ?? '')
    await expect(dialog(page).locator(`a[href^="/tokens/${code}"]`).first()).toBeVisible()
    if (code === 'monz') await expect(status(page)).toHaveText(found)
  }
  await field(page).fill('$')
  await expect(status(page)).toHaveText('No results for “$”. Try fewer or different words.')
})

test('a question is found by words of it and as a whole, answered, and opened', async ({ page }) => {
  await page.goto('/')
  const question = 'What is the minimum investment?'
  for (const words of ['minimum investment', 'what is the minimum investment', question]) {
    await button(page).click()
    await field(page).fill(words)
    const hit = results(page).first()
    await expect(hit.locator('b')).toHaveText(`Help and Support: ${question}`)
    await expect(hit.locator('small')).toHaveText(/^\$100, or its USD equivalent/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/docs\/help-support#faq-minimum-investment$/)
    const answer = page.getByRole('main').getByText('$100, or its USD equivalent.')
    await expect(answer).toBeInViewport()
    await page.goto('/')
  }
})

test('the question that has all words of a query in its title comes first', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  for (const [words, title] of [
    ['how do i get verified?', 'How do I open an account and verify my identity?'],
    ['where do the prices come from', 'Where do the prices come from, and how current are they?'],
  ] as const) {
    await field(page).fill(words)
    await expect(results(page).first().locator('b')).toHaveText(`Help and Support: ${title}`)
  }
})

test('for a question, pages about all series come before those of single ones', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('who holds the assets')
  await expect(status(page)).toHaveText(/^\d+ results/)
  const addresses = await results(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  )
  const sheets = addresses.map((address) => address.startsWith('/tokens/'))
  expect(sheets.indexOf(true) === -1 ? [] : sheets.slice(sheets.indexOf(true))).not.toContain(false)
  expect(addresses).toContain('/docs/help-support#faq-asset-and-account-protection')
})

test('if no page has all words of a question, pages with some of them are listed, with a note', async ({
  page,
}) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('can I sell my tokens before maturity?')
  await expect(status(page)).toHaveText(/^No exact match\. Closest results: \d+/)
  await expect(results(page).first().locator('small')).toContainText(/maturity/i)
  await expect(dialog(page).getByText('Need help?')).toBeHidden()
})

test('pages of the account that the browser draws are found by what visitors call them', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  for (const [words, address] of [
    ['sign in', '/access/login'],
    ['forgot password', '/access/forgot-password'],
    ['how do i reset my password?', '/access/forgot-password'],
    ['create an account', '/access/register'],
  ] as const) {
    await field(page).fill(words)
    await expect(results(page).first()).toHaveAttribute('href', address)
  }
})

test('an answer that has all words of a question comes first', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  for (const [words, question] of [
    ['can I sell my tokens?', 'after-the-request'],
    ['is there a lock-up period?', 'after-the-request'],
    ['is my data safe?', 'asset-and-account-protection'],
  ] as const) {
    await field(page).fill(words)
    await expect(results(page).first()).toHaveAttribute('href', `/docs/help-support#faq-${question}`)
  }
})

test('a report is a separate result, with its description, and is scrolled to', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('controls audit')
  const hit = results(page).first()
  await expect(hit.locator('b')).toHaveText('Audit reports: Smart-register and custody controls audit 2026')
  await expect(hit.locator('small')).toHaveText(
    /^Controls audit\. Illustrative Completed\. Tests the design and operating effectiveness of fifty/,
  )
  await hit.click()
  await expect(page).toHaveURL('/docs/audit-reports#register-custody-controls-audit-2026')
  const title = page.getByRole('heading', { name: 'Smart-register and custody controls audit 2026' })
  await expect(title).toBeInViewport()
})

test('the page about a mineral comes first, and begins with what it is', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('gold')
  const hit = results(page).first()
  await expect(hit).toHaveAttribute('href', '/tokens/witgold')
  await expect(hit.locator('small')).toHaveText(/^Narrow Witwatersrand-type gold reef .* Illustrative/)
})

test('no excerpt has the words of buttons, votes and categories', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  for (const words of ['helpful', 'share article', 'report issue']) {
    await field(page).fill(words)
    await expect(status(page)).toHaveText(/^\d+ results?|^No results for/)
    await expect(page).toHaveURL(`/?q=${words.replace(' ', '+')}`)
    for (const excerpt of await results(page).locator('small').allTextContents())
      expect(excerpt).not.toMatch(/found this helpful|share article|report issue/i)
  }
})

test('all results can be listed, and those listed before keep their place', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('custody')
  await expect(status(page)).toHaveText(/^\d+ results, showing the first 12$/)
  const first = await results(page).locator('b').allTextContents()
  const more = dialog(page).getByRole('button', { name: 'Show more results' })
  await more.click()
  const added = results(page).nth(first.length)
  await expect(added, 'the first new one has the focus').toBeFocused()
  const place = (await dialog(page).locator('.search-found').boundingBox())?.y ?? 0
  await expect
    .poll(async () => ((await added.boundingBox())?.y ?? 0) - place, 'and is on top')
    .toBeLessThan(40)
  expect((await results(page).locator('b').allTextContents()).slice(0, first.length)).toEqual(first)
  while (await more.isVisible()) {
    const before = await results(page).count()
    await more.click()
    await expect(results(page).nth(before)).toBeVisible()
  }
  const count = await results(page).count()
  expect(count).toBeGreaterThan(24)
  await expect(status(page)).toHaveText(`${count} results`)
  await field(page).fill('custodian')
  await expect(status(page), 'another search begins with few again').toHaveText(/showing the first 12$/)
})

test('a word is found in its other forms, with the same number of pages for each', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  for (const forms of [
    ['redemption', 'redeem', 'redeemed'],
    ['license', 'licence'],
    ['notification', 'notify'],
  ]) {
    const counts = []
    for (const form of forms) {
      await field(page).fill(form)
      await expect(page).toHaveURL(`/?q=${form}`)
      await expect(status(page)).toHaveText(/^\d+ results/)
      counts.push(await status(page).textContent())
    }
    expect(new Set(counts).size, forms.join()).toBe(1)
  }
  await field(page).fill('redeem')
  await expect(results(page).filter({ hasText: 'Token lifecycle: Exit' })).toBeVisible()
})

test('no page is indexed with server placeholders, or a part of it under the heading of another', async ({
  page,
}) => {
  await page.goto('/')
  const find = (query: string | null) =>
    page.evaluate(async (words) => {
      interface Found {
        url: string
        content: string
        sub_results: { title: string; plain_excerpt: string }[]
      }
      const pagefind = await import('/pagefind/pagefind.js' as string)
      await pagefind.init()
      const { results } = (await pagefind.search(words)) as { results: { data(): Promise<Found> }[] }
      return Promise.all(results.map((result) => result.data()))
    }, query)
  const all = await find(null)
  expect(all.length).toBeGreaterThan(30)
  for (const { url, content } of all)
    expect(content, url).not.toMatch(/\bloading\b|[·:] –|– ·|No matching\b|No results for/i)
  const parts = (await find('units in custody, as attested')).flatMap((found) => found.sub_results)
  const counted = parts.filter((part) => part.plain_excerpt.includes('Units in custody, as attested'))
  expect(new Set(counted.map(({ title }) => title))).toEqual(new Set(['Attestations and updates']))
})

test('the terms of an offering are found by their words and their figures, and lead to them on the sheet', async ({
  page,
}) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('redemption concentrate')
  await expect(dialog(page).locator('a[href="/tokens/bast#terms"]')).toContainText(
    'Redemption: None before first concentrate.',
  )
  await field(page).fill('0.70%')
  const hit = dialog(page).locator('a[href="/tokens/bast#terms"]')
  await expect(hit).toContainText('Fees: Custody and attestation fee of 0.70% of value per year')
  await hit.click()
  await expect(page).toHaveURL(/\/tokens\/bast(\?.*)?#terms$/)
  await expect(page.getByRole('heading', { name: 'Offering terms' })).toBeInViewport()
})

test('a search without a result says so, and suggests what to try', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('wombat')
  await expect(status(page)).toHaveText('No results for “wombat”. Try fewer or different words.')
  await expect(results(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page, 'it opens nothing').toHaveURL('/?q=wombat')
  const person = dialog(page).getByText('Need help?').getByRole('link', { name: 'Help and Support' })
  await expect(person).toBeVisible()
  await field(page).fill('')
  await expect(person).toBeHidden()
  await expect(results(page), 'the pages come back when the field is emptied').toHaveText(menuPages)
})

test('a word that no page has finds nothing, also when words of the site begin like it', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  for (const words of ['zzqqxx', 'goldfish', 'wombat zzqqxx']) {
    await field(page).fill(words)
    await expect(status(page)).toHaveText(`No results for “${words}”. Try fewer or different words.`)
    await expect(results(page)).toHaveCount(0)
  }
})

test('an unknown word is omitted next to others, or corrected, and the status names it', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('custody zzqqxx')
  await expect(status(page)).toHaveText(/^No results for “zzqqxx”\. Results without it: \d+ results/)
  await expect(results(page).first()).toHaveText(/custody/i)
  for (const [typed, meant] of [
    ['pasword reset', 'password'],
    ['rdemption', 'redemption'],
  ] as const) {
    await field(page).fill(typed)
    await expect(status(page)).toHaveText(new RegExp(`^Showing results for “${meant}”\\. \\d+ results?`))
    await expect(results(page).first().locator('mark').first()).toBeVisible()
  }
})

test('typing on a result continues in the field', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('/')
  await field(page).fill('custod')
  await expect(status(page)).toHaveText(/^\d+ results?/)
  await page.keyboard.press('ArrowDown')
  await expect(results(page).first()).toBeFocused()
  await page.keyboard.press('y')
  await expect(field(page)).toHaveValue('custody')
  await expect(field(page)).toBeFocused()
  await expect(page).toHaveURL('/?q=custody')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(field(page)).toHaveValue('custody ')
})

test('another query starts at the top of its results', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('/')
  await field(page).fill('custody')
  await results(page).nth(11).scrollIntoViewIfNeeded()
  await field(page).fill('redemption')
  await expect(results(page).first()).toContainText('Token lifecycle: Exit')
  await expect(results(page).first()).toBeInViewport()
})

test('a page with the word in its title, and pages with the word itself, come before others', async ({
  page,
}) => {
  await page.goto('/')
  await page.keyboard.press('/')
  for (const [words, address] of [
    ['audit', '/docs/audit-reports'],
    ['sell', '/docs/help-support#faq-after-the-request'],
  ] as const) {
    await field(page).fill(words)
    await expect(page).toHaveURL(`/?q=${words}`)
    const first = await results(page).evaluateAll((all) =>
      all.slice(0, 3).map((link) => link.getAttribute('href')),
    )
    expect(first).toContain(address)
  }
})

test('an excerpt begins with a sentence and shows what was asked for', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('can I sell my tokens?')
  await expect(results(page).first().locator('small')).toHaveText(/^Exit is by transfer or redemption/)
  await field(page).fill('has a regulator approved the token')
  const claims = results(page).filter({ hasText: 'What the headline claims mean' })
  await expect(claims.locator('small')).toContainText('nor any regulator has approved')
})

test('an excerpt keeps cells, items and headings apart', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  for (const [words, excerpt] of [
    ['volatility', 'Volatility · Standard deviation of daily returns'],
    ['Tarrow Flats kaolin', '$GAClay Tarrow Flats Kaolin · Kaolin Industrial Minerals · Tarrow Flats'],
  ] as const) {
    await field(page).fill(words)
    await expect(results(page).locator('small').filter({ hasText: excerpt }).first(), words).toBeVisible()
  }
})

test('typed markup is shown as text', async ({ page }) => {
  await page.goto('/')
  await button(page).click()
  await field(page).fill('<b>wombat</b>')
  await expect(status(page)).toContainText('“<b>wombat</b>”')
})

test('nothing of the search is loaded before it is opened', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/docs/glossary')
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((path) => /pagefind|search/i.test(path))).toEqual([])
  await button(page).click()
  await expect(dialog(page)).toBeVisible()
  await expect.poll(() => loaded.some((path) => path.startsWith('/pagefind/'))).toBe(true)
})

test.describe('when the index cannot be loaded', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })
  test('it shows a message with another way to search, and works once the index is available', async ({
    page,
  }) => {
    await page.route('**/pagefind/**', (route) => route.abort())
    await page.goto('/')
    await button(page).click()
    await field(page).fill('indicated')
    await expect(status(page)).toHaveText(
      'Search is temporarily unavailable. All pages are listed in the Documentation menu.',
    )
    await expect(results(page)).toHaveCount(0)
    await page.unroute('**/pagefind/**')
    await field(page).fill('inferred')
    await expect(status(page)).toHaveText(/^\d+ results?/)
  })
})

test('with its results open, nothing scrolls sideways at 320 px', async ({ page }) => {
  await page.goto('/docs/glossary')
  await button(page).click()
  await field(page).fill('resource')
  await expect(status(page)).toHaveText(/^\d+ results?/)
  await expectNoSidewaysScroll(page)
})

test('@mobile opens and finds on a phone', async ({ page }) => {
  await page.goto('/')
  await button(page).tap()
  await field(page).fill('custody')
  await expect(status(page)).toHaveText(/^\d+ results?/)
  await results(page).first().tap()
  await expect(page.getByRole('main')).toContainText(/custody/i)
})
