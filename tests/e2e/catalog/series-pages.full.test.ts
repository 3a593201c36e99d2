/** The index of series and their pages. Each test supplies the server's figures, so that they can be compared. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { parse } from 'yaml'
import type { series as contract, UnitValue } from '#contract/catalog/series'
import type { ResponseOf } from '#contract/endpoint'
import { openAdministrator } from '#e2e/administrator'
import { findBrokenWords } from '#e2e/find-broken-words'
import { expect, expectAccessible, expectNoSidewaysScroll, readLines, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'
import { getCategoryPattern } from '#shared/category-hatch'

interface TokenFile {
  symbol: string
  name: string
  commodity: string
  updates: { id: string; date: string; title: string; text: string }[]
  section: { holes: { id: string; assays: { from: number; to: number; grade: number }[] }[] }
}

const folder = 'content/tokens'
const series = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => ({
    code: name.replace('.yaml', ''),
    data: parse(readFileSync(`${folder}/${name}`, 'utf8')) as TokenFile,
  }))

const call = '**/api/v1/tokens/*'

type Series = ResponseOf<typeof contract.get>

/** A response of `GET /tokens/{symbol}`; the file is 'abc', whose hash is an example of FIPS 180-4. */
const response = (
  changes: { series?: Partial<Series['series']>; offering?: null; token?: Partial<Series['token']> } = {},
): Series => ({
  token: {
    id: 1,
    symbol: '$WITGOLD',
    name: 'Gold',
    category: 'Precious Metals',
    location: 'South Africa',
    description: 'Gold in conglomerate.',
    icon: 'Gem',
    icon_type: 'lucide',
    icon_url: '',
    color: 'Gold',
    is_active: true,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...changes.token,
  },
  series: {
    units_in_issue: '412380.500000',
    units_held: '3150000.000000',
    backing_percent: 763.857,
    holders: null,
    unit_value: { low: '5.66', preferred: '12.55', high: '20.21', as_of: '2026-10-31', method: 'cash-flow' },
    attestation: {
      as_of: '2026-09-30',
      expires: '2999-03-31',
      auditor: 'A role',
      sha256: 'a'.repeat(64),
      url: '/files/attestation',
    },
    is_illustrative: true,
    ...changes.series,
  },
  offering:
    changes.offering === null
      ? null
      : {
          id: 1,
          state: 'open',
          opens_at: '2026-09-01T00:00:00.000Z',
          closes_at: '2999-02-27T00:00:00.000Z',
          unit_price: '12.30',
          minimum: '1000.00',
          maximum: '500000.00',
          cap_units: '2400000.000000',
          units_left: '1987619.500000',
          countries: [],
          payment_days: 10,
          terms: 'Fees: 0.60% a year.',
        },
  documents: [
    {
      id: 1,
      kind: 'technical-report',
      title: 'Technical report',
      version: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      size: 8_400_000,
      url: '/api/v1/files/technical-report.pdf',
      must_acknowledge: true,
    },
  ],
})

const value = (preferred: string): UnitValue => ({
  low: '1.00',
  preferred,
  high: '200.00',
  as_of: '2026-10-31',
  method: 'cash-flow',
})

/** The ten series of the content, as `GET /tokens` lists them, whatever tokens other tests add. */
const giveList = (page: Page) =>
  page.route('**/api/v1/tokens', (route) =>
    route.fulfill({ json: series.map(({ data }) => response({ token: { symbol: data.symbol } }).token) }),
  )

const giveFigures = async (page: Page, body: object = response()) => {
  await giveList(page)
  await page.route(call, (route) => route.fulfill({ json: body }))
}

/** A PDF of a few bytes; a different word makes a different file. */
const pdf = (word: string) => `%PDF-1.7\n% ${word}\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n`

const codesOf = (page: Page) => page.locator('[data-rows] tr:not([hidden]) th a').allTextContents()
const term = (page: Page, label: string) =>
  page
    .locator('#terms .pairs > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
const figure = (page: Page, label: string) =>
  page.locator('.strip > div').filter({ has: page.getByText(label, { exact: true }) })

test.describe('index of series', () => {
  test('the index of all series', async ({ page }) => {
    await giveFigures(page)
    await page.goto('/tokens')
    await test.step('lists every series with its hatch, under a plate of the world, each with a link to its sheet', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Series index')
      await expect(page.getByRole('img', { name: /^World map of all series/ })).toBeVisible()
      const rows = page.getByRole('table', { name: 'All series' }).locator('tbody tr')
      await expect(rows).toHaveCount(10)
      await expect(rows.locator('[data-hatch]')).toHaveCount(10)
      for (const { code, data } of series) {
        await expect(page.getByRole('link', { name: data.symbol, exact: true })).toHaveAttribute(
          'href',
          `/tokens/${code}`,
        )
      }
      await expect(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tokens' }),
      ).toHaveAttribute('aria-current', 'page')
    })
    await test.step('the map has a flag for each sheet, with the hatch of its row, and a legend', async () => {
      const flags = page.locator('.world').getByRole('link')
      await expect(flags).toHaveCount(10)
      for (const row of await page.locator('[data-rows] tr').all()) {
        const [sheet, hatch, symbol] = await Promise.all([
          row.getAttribute('data-sheet'),
          row.locator('[data-hatch]').getAttribute('data-hatch'),
          row.locator('th a').textContent(),
        ])
        const flag = flags.filter({ hasText: sheet ?? '' })
        await expect(flag).toHaveAccessibleName(new RegExp(`^Sheet ${sheet}: \\${symbol}, `))
        await expect(flag.locator('[data-hatch]')).toHaveAttribute('data-hatch', hatch ?? '')
        await expect(flag).toHaveAttribute('href', `/tokens/${symbol?.slice(1).toLowerCase()}`)
      }
      await expect(page.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveText([
        'Precious Metals',
        'Industrial Minerals',
        'Rare Earth Elements',
      ])
    })
    await test.step('the numbers on the map are large enough and apart on a phone and a desktop', async () => {
      for (const width of [320, 390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const flags = await page.locator('.world a').evaluateAll((links) => {
          const { left, right, top, bottom } = (
            document.querySelector('.world') as Element
          ).getBoundingClientRect()
          return links.map((link) => {
            const box = link.getBoundingClientRect()
            const text = link.querySelector('text') as SVGTextElement
            const scale = text.getScreenCTM()?.a ?? 0
            return {
              box: { left: box.left, right: box.right, top: box.top, bottom: box.bottom },
              width: box.width,
              height: box.height,
              pixels: Number.parseFloat(getComputedStyle(text).fontSize) * scale,
              isInside: box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom,
            }
          })
        })
        for (const [at, flag] of flags.entries()) {
          expect(flag.isInside, `flag ${at} at ${width} px`).toBe(true)
          expect(flag.pixels, `flag ${at} at ${width} px`).toBeGreaterThan(10)
          expect(Math.round(flag.width), `flag ${at} at ${width} px`).toBeGreaterThanOrEqual(
            width === 320 ? 41 : 44,
          )
          expect(flag.height, `flag ${at} at ${width} px`).toBeGreaterThanOrEqual(width < 1000 ? 23 : 44)
          for (const { box } of flags.slice(at + 1)) {
            const isApart =
              box.left >= flag.box.right - 1 ||
              box.right <= flag.box.left + 1 ||
              box.top >= flag.box.bottom - 1 ||
              box.bottom <= flag.box.top + 1
            expect(isApart, `flag ${at} at ${width} px`).toBe(true)
          }
        }
      }
    })
    await test.step('the index is accessible and does not scroll sideways', async () => {
      await expect(page.getByRole('row', { name: /\$WITGOLD/ })).toContainText('$12.55')
      await expectAccessible(page)
      for (const width of [320, 768, 1440]) await expectNoSidewaysScroll(page, width)
    })
  })

  test('filters and sorts in the URL, which keeps its view on reload and on the way back', async ({
    page,
  }) => {
    await giveFigures(page)
    await page.goto('/tokens')
    await page.getByLabel('Category').selectOption('Precious Metals')
    await expect(page).toHaveURL('/tokens?category=Precious+Metals')
    expect(await codesOf(page)).toEqual(['$WITGOLD', '$BUSHVELD'])
    const flags = page.locator('.world').getByRole('link')
    await expect(flags).toHaveText(['01', '09'])
    await expect(page.getByRole('status').filter({ hasText: 'series' })).toHaveText('2 of 10 series')

    await page.getByLabel('Sort by').selectOption('code')
    await expect(page).toHaveURL('/tokens?category=Precious+Metals&sort=code')
    expect(await codesOf(page)).toEqual(['$BUSHVELD', '$WITGOLD'])
    await page.reload()
    await expect.poll(() => codesOf(page)).toEqual(['$BUSHVELD', '$WITGOLD'])
    await expect(page.getByLabel('Category')).toHaveValue('Precious Metals')

    await page.goBack()
    await expect.poll(() => codesOf(page)).toEqual(['$WITGOLD', '$BUSHVELD'])
    await page.goBack()
    await expect.poll(async () => (await codesOf(page)).length).toBe(10)
    await expect(flags).toHaveCount(10)
    await flags.first().focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/tokens/witgold')
  })

  test('filters by the state of the offering and sorts by value, from the figures of the server', async ({
    page,
  }) => {
    await giveList(page)
    await page.route(call, (route) => {
      const code = new URL(route.request().url()).pathname.split('/').at(-1)
      if (code === 'MONZ')
        return route.fulfill({ json: response({ series: { unit_value: value('99.00') } }) })
      if (code === 'HALL') return route.fulfill({ json: response({ series: { unit_value: value('5.00') } }) })
      return route.fulfill({ json: response({ offering: null, series: { unit_value: null } }) })
    })
    await page.goto('/tokens?state=open&sort=value')
    await expect.poll(() => codesOf(page)).toEqual(['$MONZ', '$HALL'])
    const row = page.getByRole('row', { name: /\$MONZ/ })
    await expect(row).toContainText('Open')
    await expect(row).toContainText('$99.00')
    await expect(row).toContainText('Oct 31, 2026')

    await page.getByLabel('Offering').selectOption('None')
    await expect(page).toHaveURL('/tokens?state=none&sort=value')
    await expect.poll(() => codesOf(page)).toHaveLength(8)
    expect(await codesOf(page)).not.toContain('$MONZ')

    await page.getByLabel('Offering').selectOption('paused')
    await expect(page.getByText('No matching series.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all series' }).click()
    await expect(page).toHaveURL('/tokens')
    await expect(page.getByLabel('Category')).toBeFocused()
    expect(await codesOf(page)).toHaveLength(10)
  })

  test.describe('without the figures', () => {
    test.use({ expectedErrors: [/status of 503/] })

    test('says that the state of the offerings is unknown, not that no series matches', async ({ page }) => {
      let isDown = true
      await giveList(page)
      await page.route(call, (route) => {
        const code = new URL(route.request().url()).pathname.split('/').at(-1)
        return isDown || code === 'HALL'
          ? route.fulfill({ status: 503, json: {} })
          : route.fulfill({ json: response({}) })
      })
      await page.goto('/tokens')
      await expect(page.getByText('Figures for 10 of 10 series could not be loaded.')).toBeVisible()
      await page.getByLabel('Offering').selectOption('Open')
      await expect(page.getByText('0 of 10 series, 10 unknown')).toBeVisible()
      await expect(page.getByText('Offering status unavailable.')).toBeVisible()
      await expect(page.getByText('No matching series.')).toHaveCount(0)
      await page.getByLabel('Category').selectOption('Industrial Minerals')
      await expect(page.getByText('0 of 10 series, 2 unknown')).toBeVisible()
      isDown = false
      await page.reload()
      await expect(page.getByText('1 of 10 series, 1 unknown')).toBeVisible()
      await page.getByLabel('Offering').selectOption('Any status')
      await expect(page.getByText('2 of 10 series', { exact: true })).toBeVisible()
    })
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('is a plain list, with dashes for values from the server', async ({ page }) => {
      await page.goto('/tokens?category=Precious+Metals')
      await expect(page.locator('[data-rows] tr')).toHaveCount(10)
      await expect(page.getByLabel('Category')).toBeHidden()
      await expect(page.getByRole('row', { name: /\$WITGOLD/ }).locator('[data-figure]')).toHaveText([
        '–',
        '–',
        '–',
      ])
    })
  })
})

for (const { code, data } of series) {
  test(`the sheet of ${data.symbol} has its seven parts in order, marked as illustrative, and fits every width`, async ({
    page,
  }) => {
    await giveFigures(page)
    await page.goto(`/tokens/${code}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(data.name)
    await expect(page.locator('.sheet h2')).toHaveText([
      'Geology and tenure',
      'Resource statement',
      'Grade and tonnage',
      'From resource to unit',
      'Valuation',
      'Offering terms',
      'Documents and verification',
      'Attestations and updates',
    ])
    await expect(page.getByRole('navigation', { name: 'On this page' }).getByRole('link')).toHaveText(
      await page.locator('.sheet h2').allTextContents(),
    )
    const parts = page.locator('.sheet-head, .sheet .part')
    for (const part of await parts.all())
      await expect(part.locator('.mark').first()).toHaveText('Illustrative')
    const fact = (name: string) => page.locator('.facts > div').filter({ hasText: name }).locator('dd')
    await expect(fact('Commodity')).toHaveText(data.commodity)
    const category = await fact('Category').textContent()
    const { angle, color } = getCategoryPattern(category ?? '')
    await expect(page.locator('.sheet-head [data-hatch]')).toHaveAttribute('data-hatch', color)
    for (const pattern of [page.locator('#deposit'), page.locator('pattern:has(.ore)').first()]) {
      await expect(pattern).toHaveAttribute('patternTransform', `rotate(${-angle})`)
      await expect(pattern.locator('path')).toHaveAttribute('stroke', `var(--hatch-${color})`)
    }
    await expect(figure(page, 'Unit value')).toContainText('$12.55')
    await expect(page.locator('.phone-fold > summary').filter({ visible: true })).toHaveCount(0)
    for (const fold of await page.locator('.fold > summary').all()) await fold.click()
    for (const width of [320, 768, 1440]) await expectNoSidewaysScroll(page, width)
  })
}

test.describe('content folded on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('is opened by hand and by a link to it, and the statement fits', async ({ page }) => {
    await giveFigures(page)
    await page.goto('/tokens/witgold')
    await expect(figure(page, 'Unit value')).toContainText('$12.55')
    const geology = page.getByText('Korhaanspan lies on the edge')
    await expect(geology).toBeHidden()
    await page.getByText('Geological description').click()
    await expect(geology).toBeVisible()
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const [whole, shown] = await page
        .locator('#statement .table-region')
        .evaluate((table) => [table.scrollWidth, table.clientWidth])
      expect(whole, `no column is cut at ${width} px`).toBe(shown)
      const gaps = await page.locator('.statement tr:not(.group)').evaluateAll((rows) =>
        rows.flatMap((row) => {
          const texts = [...row.children].map((cell) => {
            const text = document.createRange()
            text.selectNodeContents(cell)
            return text.getBoundingClientRect()
          })
          const end = row.getBoundingClientRect().right
          return texts.map(({ right }, at) => (texts[at + 1]?.left ?? end) - right)
        }),
      )
      expect(Math.min(...gaps), `figures stand apart at ${width} px`).toBeGreaterThanOrEqual(9)
    }
    const closed = page.locator('.phone-fold:not([open]) > summary')
    for (let left = await closed.count(); left > 0; left--) await closed.first().click()
    await expect(page.getByLabel('Gold price, long term, USD/g')).toBeVisible()
    await expectAccessible(page)
    for (const width of [320, 390]) await expectNoSidewaysScroll(page, width)

    await page.goto('about:blank')
    await page.goto('/tokens/witgold#metallurgy')
    await expect(page.getByRole('heading', { name: 'Metallurgy' })).toBeInViewport()
  })

  test('is open on paper', async ({ page }) => {
    await giveFigures(page)
    await page.goto('/tokens/witgold')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Korhaanspan lies on the edge')).toBeVisible()
    await expect(page.getByText('Geological description')).toBeHidden()
  })
})

for (const width of [320, 390, 1440]) {
  test(`the links to the parts of a sheet stay in sight in one row at ${width} px, with nothing read or focused behind them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await giveFigures(page)
    await page.goto('/tokens/witgold')
    await expect(figure(page, 'Unit value')).toContainText('$12.55')
    const links = page.getByRole('navigation', { name: 'On this page' })
    const lower = async () =>
      ((await links.boundingBox())?.y ?? 0) + ((await links.boundingBox())?.height ?? 0)
    for (const link of await links.getByRole('link').all()) {
      await link.click()
      const id = (await link.getAttribute('href')) ?? ''
      const heading = page.locator(id).getByRole('heading').first()
      await expect(heading).toBeInViewport()
      expect((await links.boundingBox())?.height, 'one row').toBeLessThan(60)
      expect((await heading.boundingBox())?.y, id).toBeGreaterThanOrEqual(await lower())
    }
    await expect(links).toBeInViewport()
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Shift+Tab')
      const focused = await page.evaluate(() => {
        const part = document.activeElement
        return part?.closest('.parts') ? null : part?.getBoundingClientRect().top
      })
      if (typeof focused === 'number') expect(focused).toBeGreaterThanOrEqual(await lower())
    }
    await expectNoSidewaysScroll(page)
  })
}

for (const code of ['witgold', 'monz', 'magree']) {
  test(`the words in the drawings of ${code} are large enough on a phone and a desktop, and none is cut`, async ({
    page,
  }) => {
    await giveFigures(page)
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/tokens/${code}`)
      const words = await page.locator('.drawing > svg').evaluateAll((drawings) =>
        drawings.flatMap((svg) => {
          const frame = svg.getBoundingClientRect()
          const scale = frame.width / (svg as SVGSVGElement).viewBox.baseVal.width
          return [...svg.querySelectorAll('text')]
            .filter((text) => text.checkVisibility())
            .map((text) => {
              const box = text.getBoundingClientRect()
              return {
                text: text.textContent?.trim(),
                pixels: Number.parseFloat(getComputedStyle(text).fontSize) * scale,
                isCut:
                  box.left < frame.left ||
                  box.right > frame.right ||
                  box.top < frame.top - 1 ||
                  box.bottom > frame.bottom + 1,
              }
            })
        }),
      )
      expect(words.length).toBeGreaterThan(40)
      expect(
        words.filter(({ isCut }) => isCut),
        `cut at ${width} px`,
      ).toEqual([])
      expect(
        words.filter(({ pixels }) => pixels < 7.9),
        `small at ${width} px`,
      ).toEqual([])
    }
  })
}

test.describe('live figures', () => {
  test('are dashes until the server has sent them, with their dates', async ({ page }) => {
    let send = () => {}
    const held = new Promise<void>((resolve) => {
      send = resolve
    })
    await page.route(call, async (route) => {
      await held
      await route.fulfill({ json: response() })
    })
    await page.goto('/tokens/witgold')
    await expect(page.locator('.strip .figure')).toHaveText(['–', '–', '–', '–', '–', '–'])
    send()
    await expect(page.locator('.strip .figure')).toHaveText([
      '$12.55',
      '412,380.500000',
      '3,150,000',
      '763.8%',
      'Mar 31, 2999',
      'Open',
    ])
    await expect(figure(page, 'Unit value')).toContainText('preferred, Oct 31, 2026')
    await expect(figure(page, 'Units in custody')).toContainText('attested Sep 30, 2026')
    await expect(figure(page, 'Offering')).toContainText('1,987,619.5 units left')
    const [attested, issued] = await page.locator('.chain-end').allTextContents()
    expect(attested).toContain('Matches the attestation of Sep 30, 2026.')
    expect(issued).toContain('412,380.5')
  })

  test('decide whether the page is marked as illustrative, whatever its content says', async ({ page }) => {
    await giveFigures(page, response({ series: { is_illustrative: false } }))
    await page.goto('/tokens/witgold')
    const marks = page.locator('.sheet').getByText('Illustrative', { exact: true })
    await expect(figure(page, 'Units in issue')).toContainText('412,380.5')
    await expect(marks.filter({ visible: true })).toHaveCount(0)
    await page.unroute(call)
    await page.route(call, (route) => route.fulfill({ json: response() }))
    await page.reload()
    await expect(figure(page, 'Units in issue')).toContainText('412,380.5')
    const drawn = await marks.count()
    expect(drawn).toBeGreaterThan(8)
    await expect(marks.filter({ visible: true })).toHaveCount(drawn)
  })

  test('that differ from the explanation on the page say so, with both dates', async ({ page }) => {
    const series = { units_held: '3100000.000000', unit_value: { ...value('13.00'), as_of: '2026-11-30' } }
    await giveFigures(page, response({ series }))
    await page.goto('/tokens/witgold')
    await expect(
      page.getByText('The attestation of Sep 30, 2026 is 50,000 below this calculation.'),
    ).toBeVisible()
    await expect(
      page.getByText(
        'The current unit value is $13.00 as of Nov 30, 2026. The calculation shown here is as of Oct 31, 2026.',
      ),
    ).toBeVisible()
  })

  test('of an open offering lead to a subscription; without one a sentence says so, and nothing moves', async ({
    page,
  }) => {
    await giveFigures(page)
    await page.goto('/tokens/witgold')
    await expect(term(page, 'Closes')).toHaveText('Feb 27, 2999, 00:00 UTC')
    await expect(term(page, 'Unit price')).toHaveText('$12.30')
    await page.locator('#terms').scrollIntoViewIfNeeded()
    for (const place of ['.sheet-head', '#terms'])
      await expect(page.locator(place).getByRole('link', { name: 'Subscribe', exact: true })).toHaveAttribute(
        'href',
        '/access/subscribe/witgold',
      )
    const heightOf = async () => (await page.locator('.title-row').boundingBox())?.height
    const heights = new Map<number, number | undefined>()
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      heights.set(width, await heightOf())
    }
    const { offering } = response()
    for (const [given, text] of [
      [{ ...offering, state: 'paused' }, 'The offering is paused.'],
      [{ ...offering, state: 'closed' }, 'The offering is closed.'],
      [null, 'There is no current offering.'],
    ] as const) {
      await giveFigures(page, { ...response(), offering: given })
      await page.reload()
      const actions = page.locator('.sheet-head .actions')
      await expect(actions.getByText(text)).toBeVisible()
      await expect(actions.locator('.button-primary')).toBeHidden()
      await expect(page.getByRole('link', { name: 'Subscribe', exact: true })).toHaveCount(0)
      await expect(actions.getByRole('link')).toHaveText(['Documents', 'View register proof'])
      await expect(actions.getByRole('link', { name: 'View register proof' })).toHaveAttribute(
        'href',
        '/proof',
      )
      for (const [width, height] of heights) {
        await page.setViewportSize({ width, height: 900 })
        expect(await heightOf(), `${text} at ${width} px`).toBe(height)
      }
      await expect(figure(page, 'Offering')).toContainText(
        given?.state === 'closed' ? '1,987,619.5 units were left' : given ? '1,987,619.5 units left' : 'None',
      )
    }
    await expectAccessible(page)
    await expect(page.getByText('There is no offering for this series.')).toBeVisible()
    await expect(term(page, 'Unit price')).toHaveText('–')
  })

  test.describe('of a series that was hidden after the build', () => {
    test.use({ expectedErrors: [/status of 404/] })

    test("stay dashes, and the page says that it is no longer offered and leads to the reader's holdings", async ({
      page,
    }) => {
      await page.route(call, (route) => route.fulfill({ status: 404, json: {} }))
      await page.goto('/tokens/witgold')
      await expect(
        page.getByText('This series is no longer offered, so live figures are not available.'),
      ).toBeVisible()
      await expect(page.locator('.strip .figure')).toHaveText(['–', '–', '–', '–', '–', '–'])
      await expect(page.getByRole('link', { name: 'Subscribe', exact: true })).toHaveCount(0)
      await expect(page.getByRole('article').getByRole('link', { name: 'My Investments' })).toHaveAttribute(
        'href',
        '/access/dashboard?tab=investments',
      )
    })
  })

  test.describe('when the server fails', () => {
    test.use({ expectedErrors: [/status of 503/] })

    test('stay dashes, and the page says that no earlier figures are shown', async ({ page }) => {
      await page.route(call, (route) => route.fulfill({ status: 503, json: {} }))
      await page.goto('/tokens/witgold')
      await expect(page.getByText('The figures could not be loaded.')).toBeVisible()
      await expect(page.locator('.strip .figure')).toHaveText(['–', '–', '–', '–', '–', '–'])
      await expect(page.getByText('Published documents could not be loaded')).toBeVisible()
      const abc = { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from('abc') }
      await page.getByLabel('Choose a file').setInputFiles(abc)
      await expect(page.getByText('The published hashes are not loaded.')).toBeVisible()
      await page.unroute(call)
      await giveFigures(page)
      await page.getByRole('link', { name: 'Reload the page' }).click()
      await expect(figure(page, 'Unit value')).toContainText('$')
    })
  })
})

test('the interactive parts of a series page', async ({ page }) => {
  await giveFigures(page)
  await page.goto('/tokens/witgold')
  await test.step('an interval of the section is read with the arrow keys and with the pointer', async () => {
    const slider = page.getByLabel(/^Inspect an interval/)
    const text = page.locator('[data-interval-text]')
    await expect(text).toHaveText('KP-008, 607.4 to 608.4 m: 0.4 g/t')
    await slider.focus()
    for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight')
    await expect(text).toHaveText('KP-008, 609.5 to 610 m: 12.6 g/t')
    await expect(slider).toHaveAttribute('aria-valuetext', 'KP-008, 609.5 to 610 m: 12.6 g/t')

    const last = page.locator('[data-intervals] path').last()
    await last.scrollIntoViewIfNeeded()
    const box = await last.boundingBox()
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    await expect(text).toHaveText(/^KP-024, .* g\/t$/)
  })
  await test.step('a moved cut-off changes tonnes, grade and metal; at that of the statement they are its own', async () => {
    const readings = page.locator('[data-cut-off-readings] dd')
    await expect(readings).toHaveText(['3.50 g/t', '12.8 Mt', '6.50 g/t', '83.2 t'])
    const slider = page.getByLabel(/^Cut-off, g\/t/)
    await slider.scrollIntoViewIfNeeded()
    // The arithmetic is loaded when the part comes near.
    await expect(async () => {
      await slider.press('ArrowRight')
      await expect(readings.first()).not.toHaveText('3.50 g/t', { timeout: 500 })
    }).toPass()
    await slider.fill('3.5')
    await expect(readings).toHaveText(['3.50 g/t', '12.8 Mt', '6.50 g/t', '83.2 t'])
    await slider.fill('7')
    // The bins from 7.00 g/t: 1.91 + 1.21 + 0.52 + 0.23 Mt
    await expect(readings.nth(1)).toHaveText('3.9 Mt')
    await expect(slider).toHaveAttribute('aria-valuetext', /^7\.00 g\/t: 3\.9 Mt at /)

    const curve = page.getByRole('img', { name: /^Grade-tonnage curve/ })
    await curve.scrollIntoViewIfNeeded()
    const box = await curve.boundingBox()
    // A quarter of the way along the axis, which goes from 44 to 436 of 480 units and to 12 g/t.
    await page.mouse.move(
      (box?.x ?? 0) + ((box?.width ?? 0) * 142) / 480,
      (box?.y ?? 0) + (box?.height ?? 0) / 2,
    )
    await page.mouse.down()
    await expect(readings.first()).toHaveText('3.00 g/t')
    await page.mouse.up()
  })
  await test.step('own inputs give the value of a unit, and a wrong one says what is expected', async () => {
    const price = page.getByLabel('Gold price, long term, USD/g')
    const value = page.locator('[data-own-value]')
    await price.scrollIntoViewIfNeeded()
    await expect(value).toHaveText('$12.55')
    // As the bar of the price says: its value at the high end of the range.
    await expect(async () => {
      await price.fill('110')
      await expect(value).toHaveText('$17.16', { timeout: 500 })
    }).toPass()
    await expect(page.getByText('+36.7% vs. the preferred value of $12.55.')).toBeVisible()
    await price.fill('1,100')
    await expect(price).not.toHaveAttribute('aria-invalid')
    await expect(value).toHaveText(/^\$[1-9]/)
    await price.fill('a lot')
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'Gold price, long term: enter an amount in dollars, for example 95.00.' }),
    ).toBeVisible()
    await expect(price).toHaveAttribute('aria-invalid', 'true')
    await expect(value).toHaveText('–')
    await page.getByRole('button', { name: 'Reset inputs' }).click()
    await expect(price).toHaveValue('95.00')
    await expect(value).toHaveText('$12.55')
  })
  await test.step('a file is hashed in the browser and compared with the published hashes', async () => {
    const files = page.getByRole('row', { name: /^Technical report/ }).filter({ hasText: '8.0 MB' })
    await expect(files).toContainText('ba7816bf')
    const sent: string[] = []
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
    const choose = (name: string, text: string) =>
      page
        .getByLabel('Choose a file')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) })
    await choose('report.pdf', 'abc')
    await expect(page.getByText(/✓ report\.pdf matches Technical report, version 3\./)).toBeVisible()
    await choose('report.pdf', 'abd')
    await expect(
      page.getByText(/✗ report\.pdf does not match any current document of this series\./),
    ).toBeVisible()
    expect(sent, 'the file stays here').toEqual([])
  })
  await test.step('the section has its intervals as a table', async () => {
    await page.getByText(/^The section as a table/).click()
    const gold = series.find(({ code }) => code === 'witgold')
    for (const { id, assays } of gold?.data.section.holes ?? []) {
      const row = page.getByRole('row', { name: new RegExp(`^${id}`) })
      await expect(row.locator('[data-assay]')).toHaveText(
        assays.map(({ from, to, grade }) => `${from} to ${to}: ${grade} g/t`),
      )
    }
  })
  await test.step('a sheet with its tables open is accessible', async () => {
    await page.goto('/tokens/witgold')
    await expect(figure(page, 'Unit value')).toContainText('$12.55')
    for (const fold of await page.locator('.fold > summary').all()) await fold.click()
    await expectAccessible(page)
  })
  await test.step('a sheet prints as a document: tables open, without navigation and controls', async () => {
    await page.goto('/tokens/witgold')
    // Below the viewport, and there before anyone prints.
    await expect(page.locator('[data-term="redemption"]')).toBeVisible({ timeout: 20_000 })
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('[data-assay]').first()).toBeVisible()
    for (const hidden of ['.site-header', '.parts', '.readout.script-only', '[data-verify]']) {
      await expect(page.locator(hidden), hidden).toBeHidden()
    }
  })
  await test.step('no table is wider than a page of A4, and the first page has a drawing below the head', async () => {
    const margin = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' }
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4', margin })))
    const { text: pages } = await extractText(pdf)
    expect(pages[0]).toContain('elevations in meters')
    // The text width on that paper.
    await page.setViewportSize({ width: 703, height: 1000 })
    const tables = await page
      .locator('.table-region')
      .evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth))
    expect(tables.filter((excess) => excess > 0)).toEqual([])
  })
})

test('the links to the parts of a page mark the current one', async ({ page }) => {
  await giveFigures(page)
  await page.goto('/tokens/witgold')
  const links = page.getByRole('navigation', { name: 'On this page' })
  await links.getByRole('link', { name: 'Valuation' }).click()
  await expect(links.locator('[aria-current]')).toHaveText(['Valuation'])
  await page.locator('#statement').evaluate((part) => part.scrollIntoView())
  await expect(links.locator('[aria-current]')).toHaveText(['Resource statement'])
})

test('if statement and curve differ in their last digits, both say so, and a total is said to add up its lines', async ({
  page,
}) => {
  for (const [code, stated, read] of [
    ['hall', '1,077', '1,080 kt'],
    ['gaclay', '13.33', '13.34 Mt'],
    ['witgold', '83.2', '83.2 t'],
  ] as const) {
    await page.goto(`/tokens/${code}`)
    const statement = page.locator('#statement')
    const curve = page.locator('#curve')
    await expect(statement.getByRole('row', { name: /^Measured and Indicated/ })).toContainText(stated)
    await expect(curve.locator('[data-reading="contained"]')).toHaveText(read)
    await expect(statement).toContainText('Totals are the sum of rounded lines')
    const differs = code !== 'witgold'
    await expect(statement.getByRole('link', { name: 'the grade-tonnage curve' })).toHaveCount(
      differs ? 1 : 0,
    )
    await expect(curve.getByText('the statement sums rounded lines')).toHaveCount(differs ? 1 : 0)
  }
})

test('each series has a feed of its updates, linked from its page', async ({ page, request }) => {
  for (const { code, data } of series) {
    const address = `/tokens/${code}/updates.xml`
    const feed = await request.get(address)
    expect(feed.headers()['content-type']).toMatch(/xml/)
    const text = await feed.text()
    const dates = data.updates.map(({ date }) => date)
    expect(dates, 'newest first').toEqual(dates.toSorted().reverse())
    expect(text.match(/<item>/g)).toHaveLength(data.updates.length)
    for (const { id } of data.updates) expect(text).toContain(`/tokens/${code}#update-${id}`)
  }
  await giveFigures(page)
  await page.goto('/tokens/bast')
  await expect(page.locator('link[rel="alternate"][href="/tokens/bast/updates.xml"]')).toHaveCount(1)
  // Not opened: the browser's own view of XML would break the content security policy.
  await expect(page.getByRole('link', { name: /^RSS feed for this series/ })).toHaveAttribute(
    'href',
    '/tokens/bast/updates.xml',
  )
})

test('the history is that of the register, or the illustrative one if it cannot be loaded', async ({
  page,
}) => {
  await giveFigures(page)
  const valuation = (id: number, as_of: string, preferred: string) => ({
    ...value(preferred),
    as_of,
    id,
    inputs:
      id === 1
        ? [{ label: 'Gold price', value: '2,400', unit: 'USD/oz', source: 'LBMA', as_of: '2026-08-30' }]
        : [],
    created_at: '2026-11-01T00:00:00.000Z',
  })
  const valuations = [valuation(2, '2026-11-30', '44.00'), valuation(1, '2026-08-31', '40.00')]
  await page.route(`${call}/valuations`, (route) => route.fulfill({ json: { valuations } }))
  await page.goto('/tokens/witgold')
  const history = page.locator('[data-history]')
  await expect(history).toContainText('Illustrative history.')
  await history.scrollIntoViewIfNeeded()
  await expect(history).toContainText('Values from the register.')
  await expect(history.getByRole('img')).toHaveAccessibleName(
    /from Aug 31, 2026 to Nov 30, 2026: from \$40\.00 to \$44\.00/,
  )
  await history.getByText('Unit value history as a table').click()
  await expect(history.locator('tbody th')).toHaveText(['Nov 30, 2026', 'Aug 31, 2026'])
  const input = history.getByText('Gold price: 2,400 USD/oz (LBMA, Aug 30, 2026)')
  await expect(input).toBeHidden()
  await history.getByText('cash-flow (1 input)').click()
  await expect(input).toBeVisible()
})

test.describe('a series that was added in the panel', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('has a page of its figures, terms and files from the server, until it is hidden', async ({ page }) => {
    const code = `ore${Date.now().toString(36)}`
    const administrator = await openAdministrator(page)
    const send = (path: string, fields: Record<string, string>, file: string) =>
      page.request.post(`/api/v1${adminUrl(path)}`, {
        headers: { authorization: `Bearer ${administrator.token}` },
        multipart: {
          ...fields,
          file: { name: 'file.pdf', mimeType: 'application/pdf', buffer: Buffer.from(file) },
        },
      })
    const { token } = await administrator.call('POST', '/tokens', {
      symbol: `$${code.toUpperCase()}`,
      name: 'New ore',
      category: 'Industrial Minerals',
      icon: 'Gem',
      color: 'Gray',
      location: 'Somewhere dry',
      description: 'Ore of a new kind.',
    })
    await administrator.call('POST', `/series/${code}/valuations`, {
      low: '8.00',
      preferred: '9.50',
      high: '12.00',
      as_of: '2026-10-31',
      method: 'Yardstick',
      inputs: [],
    })
    await administrator.call('POST', `/series/${code}/offerings`, {
      state: 'open',
      opens_at: '2026-01-01T00:00:00.000Z',
      closes_at: '2099-01-01T00:00:00.000Z',
      unit_price: '9.00',
      minimum: '100.00',
      maximum: '5000.00',
      cap_units: '800.000000',
      countries: ['CH'],
      payment_days: 7,
      terms:
        'No redemption before the first shipment.\n\nPaid in:\n- dollars\n- <b>euros</b>\n\nFees: 0.60% a year.',
    })
    const attestation = {
      units_held: '1000.000000',
      as_of: '2026-09-30',
      expires: '2099-09-30',
      auditor: 'A role',
    }
    expect((await send(`/series/${code}/attestations`, attestation, pdf('count'))).status()).toBe(201)
    const document = { kind: 'offering-memorandum', title: 'Memorandum', must_acknowledge: 'true' }
    const added = await send(`/series/${code}/documents`, document, pdf('one'))
    expect(added.status(), await added.text()).toBe(201)

    expect((await page.goto(`/tokens/${code}`))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: 'New ore' })).toBeVisible()
    await expect(page).toHaveTitle(`New ore ${token.symbol} · Lodefield`)
    await expect(page.locator('.strip .figure')).toHaveText([
      '$9.50',
      '0',
      '1,000',
      '–',
      'Sep 30, 2099',
      'Open',
    ])
    await expect(term(page, 'Eligible countries')).toHaveText('Switzerland')
    await expect(term(page, 'Units available')).toHaveText('800')
    await expect
      .poll(() => readLines(page.locator('.terms')), 'paragraphs and lines, and no markup')
      .toBe('No redemption before the first shipment.\n\nPaid in:\n- dollars\n- <b>euros</b>')
    await expect(term(page, 'Fees')).toHaveText('0.60% a year.')
    await expect(term(page, 'Redemption')).toHaveText('–')
    await expect(page.getByRole('img', { name: /^Unit value from/ })).toBeVisible()
    for (const place of ['.sheet-head', '#terms'])
      await expect(page.locator(place).getByRole('link', { name: 'Subscribe', exact: true })).toHaveAttribute(
        'href',
        `/access/subscribe/${code}`,
      )
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const memorandum = page.getByRole('link', { name: 'Memorandum' })
    const file = await page.request.get((await memorandum.getAttribute('href')) ?? '')
    expect(await file.text(), 'the link leads to the file').toBe(pdf('one'))
    const check = async (text: string, verdict: RegExp) => {
      await page
        .getByLabel('Choose a file')
        .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text) })
      await expect(page.getByText(verdict)).toBeVisible()
    }
    await check(pdf('one'), /a\.pdf matches Memorandum, version 1\./)
    await check(pdf('count'), /a\.pdf matches the attestation of Sep 30, 2026\./)
    const { document: first } = (await added.json()) as { document: { document_id: number } }
    expect((await send(`/series-documents/${first.document_id}/versions`, {}, pdf('two'))).status()).toBe(201)
    const marks = page.getByRole('article').getByText('Illustrative', { exact: true })
    await expect(marks.filter({ visible: true })).toHaveCount(0)
    await administrator.call('PUT', `/series/${code}`, { is_illustrative: true })
    await page.reload()
    await expect(marks.filter({ visible: true })).toHaveCount(5)
    await expect(memorandum).toBeVisible()
    await check(pdf('one'), /a\.pdf does not match any current document of this series\./)
    await check(pdf('two'), /a\.pdf matches Memorandum, version 2\./)

    await page.goto('/tokens?category=Industrial+Minerals')
    await expect(page.getByRole('link', { name: token.symbol })).toHaveAttribute('href', `/tokens/${code}`)
    await administrator.call('PATCH', `/tokens/${token.id}/status`, { is_active: false })
    expect((await page.goto(`/tokens/${code}`))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await page.goto('/tokens')
    await expect(page.getByRole('row', { name: /\$WITGOLD/ })).toBeVisible()
    await expect(page.getByRole('link', { name: token.symbol })).toHaveCount(0)
  })
})

test.describe('an unknown series', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('is Page Not Found', async ({ page }) => {
    const sent = await page.goto('/tokens/nothing')
    expect(sent?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'All series' }).first().click()
    await expect(page).toHaveURL('/tokens')
  })
})

for (const address of ['/tokens', '/tokens/witgold', '/proof']) {
  test(`${address} breaks no figure on a narrow screen, and no word in text of twice the size`, async ({
    page,
  }) => {
    const units = { units_in_issue: '1321574.602371', units_held: '3150000.250000' }
    await giveFigures(page, response({ series: units }))
    await page.goto(address)
    const shown = address === '/tokens' ? '763.8%' : '1,321,574.602371'
    await expect(page.locator('main').getByText(shown).first()).toBeVisible()
    for (const fold of await page.locator('details').all())
      await fold.evaluate((each) => each.setAttribute('open', ''))
    for (const [width, size] of [
      [320, '100%'],
      [390, '100%'],
      [390, '200%'],
    ] as const) {
      await page.evaluate((value) => {
        document.documentElement.style.fontSize = value
      }, size)
      await expectNoSidewaysScroll(page, width)
      expect(await findBrokenWords(page), `at ${width} px with text of ${size}`).toEqual([])
    }
  })
}

test('at 320 px the figures of a statement are stacked, each with its name', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await giveFigures(page)
  await page.goto('/tokens/witgold')
  const cells = page.locator('.statement tr').filter({ hasText: 'Measured' }).first().locator('td')
  const boxes = await cells.evaluateAll((all) =>
    all.map((cell) => ({ left: cell.getBoundingClientRect().left, top: cell.getBoundingClientRect().top })),
  )
  expect(boxes).toHaveLength(4)
  expect(new Set(boxes.map(({ left }) => left)).size).toBe(2)
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(2)
  await expect(cells.first()).toHaveAttribute('data-label', /^Tonnes, /)
})

test('a URL with $ or capitals leads to the page', async ({ page }) => {
  await giveFigures(page)
  await page.goto('/tokens/$WITGOLD')
  await expect(page).toHaveURL('/tokens/witgold')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Korhaanspan Reef')
})
