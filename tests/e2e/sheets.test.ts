/** The index of series and their sheets. The figures of the server are given by each test, so that they can be compared. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'yaml'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

interface TokenFile {
  symbol: string
  name: string
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

/** A response of `GET /tokens/{symbol}`; the file is 'abc', whose hash is an example of FIPS 180-4. */
const response = (changes: { series?: object; offering?: object | null; token?: object } = {}) => ({
  token: {
    symbol: '$WITGOLD',
    name: 'Gold',
    category: 'Precious Metals',
    location: 'South Africa',
    description: 'Gold in conglomerate.',
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
    ...changes.series,
  },
  offering:
    changes.offering === undefined
      ? { state: 'open', unit_price: '12.30', units_left: '1987619.500000' }
      : changes.offering,
  documents: [
    {
      id: 1,
      kind: 'technical_report',
      title: 'Technical report',
      version: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      size: 8_400_000,
      url: '/api/v1/files/technical-report.pdf',
      must_acknowledge: true,
    },
  ],
})

const giveFigures = (page: Page, body: object = response()) =>
  page.route(call, (route) => route.fulfill({ json: body }))

const codesOf = (page: Page) => page.locator('[data-rows] tr:not([hidden]) th a').allTextContents()
const figure = (page: Page, label: string) =>
  page.locator('.strip > div').filter({ has: page.getByText(label, { exact: true }) })

test.describe('index of series', () => {
  test('lists every series with its hatch, under a plate of the world, each with a link to its sheet', async ({
    page,
  }) => {
    await giveFigures(page)
    await page.goto('/tokens')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Series index')
    await expect(page.getByRole('img', { name: /^A map of the world/ })).toBeVisible()
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

  test('filters and sorts in the address, which keeps its view on reload and on the way back', async ({
    page,
  }) => {
    await giveFigures(page)
    await page.goto('/tokens')
    await page.getByLabel('Category').selectOption('Precious Metals')
    await expect(page).toHaveURL('/tokens?category=Precious+Metals')
    expect(await codesOf(page)).toEqual(['$WITGOLD', '$BUSHVELD'])
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
  })

  test('filters by the state of the offering and sorts by value, from the figures of the server', async ({
    page,
  }) => {
    const value = (preferred: string) => ({ unit_value: { preferred, as_of: '2026-10-31' } })
    await page.route(call, (route) => {
      const code = new URL(route.request().url()).pathname.split('/').at(-1)
      if (code === 'MONZ') return route.fulfill({ json: response({ series: value('99.00') }) })
      if (code === 'HALL') return route.fulfill({ json: response({ series: value('5.00') }) })
      return route.fulfill({ json: response({ offering: null, series: { unit_value: null } }) })
    })
    await page.goto('/tokens?state=open&sort=value')
    await expect.poll(() => codesOf(page)).toEqual(['$MONZ', '$HALL'])
    const row = page.getByRole('row', { name: /\$MONZ/ })
    await expect(row).toContainText('Open')
    await expect(row).toContainText('$99.00')
    await expect(row).toContainText('Oct 31, 2026')

    await page.getByLabel('Offering').selectOption('paused')
    await expect(page.getByText('No series fits.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all series' }).click()
    await expect(page).toHaveURL('/tokens')
    await expect(page.getByLabel('Category')).toBeFocused()
    expect(await codesOf(page)).toHaveLength(10)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('is a plain list, with dashes for what the server would send', async ({ page }) => {
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
      'The ground',
      'What has been measured',
      'Grade and tonnage',
      'From ground to unit',
      'Valuation',
      'Terms of the offering',
      'Check it yourself',
      'Attestations and updates',
    ])
    const parts = page.locator('.sheet-head, .sheet .part')
    for (const part of await parts.all())
      await expect(part.locator('.mark').first()).toHaveText('Illustrative')
    await expect(figure(page, 'Unit value')).toContainText('$12.55')
    for (const fold of await page.locator('.fold > summary').all()) await fold.click()
    for (const width of [320, 768, 1440]) await expectNoSidewaysScroll(page, width)
  })
}

test('a sheet with its tables open is accessible', async ({ page }) => {
  await giveFigures(page)
  await page.goto('/tokens/witgold')
  await expect(figure(page, 'Unit value')).toContainText('$12.55')
  for (const fold of await page.locator('.fold > summary').all()) await fold.click()
  await expectAccessible(page)
})

test('the index is accessible and does not scroll sideways', async ({ page }) => {
  await giveFigures(page)
  await page.goto('/tokens')
  await expect(page.getByRole('row', { name: /\$WITGOLD/ })).toContainText('$12.55')
  await expectAccessible(page)
  for (const width of [320, 768, 1440]) await expectNoSidewaysScroll(page, width)
})

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
  test('are dashes until the server has sent them, and name their days', async ({ page }) => {
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
      '412,380.5',
      '3,150,000',
      '763.8%',
      'Mar 31, 2999',
      'Open',
    ])
    await expect(figure(page, 'Unit value')).toContainText('preferred, Oct 31, 2026')
    await expect(figure(page, 'Units held')).toContainText('attested Sep 30, 2026')
    await expect(figure(page, 'Offering')).toContainText('1,987,619.5 units left')
    await expect(page.locator('.chain-end')).toContainText('412,380.5')
  })

  test.describe('when the server fails', () => {
    test.use({ expectedErrors: [/status of 503/] })

    test('stay dashes, and the page says that none is shown from an earlier time', async ({ page }) => {
      await page.route(call, (route) => route.fulfill({ status: 503, json: {} }))
      await page.goto('/tokens/witgold')
      await expect(page.getByText('The figures could not be loaded.')).toBeVisible()
      await expect(page.locator('.strip .figure')).toHaveText(['–', '–', '–', '–', '–', '–'])
    })
  })
})

test('an interval of the section is read with the arrow keys and with the pointer', async ({ page }) => {
  await giveFigures(page)
  await page.goto('/tokens/witgold')
  const slider = page.getByLabel(/^Read an interval/)
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

test('the section has its intervals as a table', async ({ page }) => {
  await giveFigures(page)
  await page.goto('/tokens/witgold')
  await page.getByText(/^The section as a table/).click()
  const gold = series.find(({ code }) => code === 'witgold')
  for (const { id, assays } of gold?.data.section.holes ?? []) {
    const row = page.getByRole('row', { name: new RegExp(`^${id}`) })
    await expect(row.locator('[data-assay]')).toHaveText(
      assays.map(({ from, to, grade }) => `${from} to ${to}: ${grade} g/t`),
    )
  }
})

test('a moved cut-off changes tonnes, grade and metal; at that of the statement they are its own', async ({
  page,
}) => {
  await giveFigures(page)
  await page.goto('/tokens/witgold')
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

  const curve = page.getByRole('img', { name: /^Tonnes and grade/ })
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

test('own inputs give the value of a unit, and a wrong one says what is expected', async ({ page }) => {
  await giveFigures(page)
  await page.goto('/tokens/witgold')
  const price = page.getByLabel('Gold price, long term, USD/g')
  const value = page.locator('[data-own-value]')
  await price.scrollIntoViewIfNeeded()
  await expect(value).toHaveText('$12.55')
  // As the bar of the price says: its value at the high end of the range.
  await expect(async () => {
    await price.fill('110')
    await expect(value).toHaveText('$17.16', { timeout: 500 })
  }).toPass()
  await expect(page.getByText('+36.7% against the preferred $12.55.')).toBeVisible()
  await price.fill('a lot')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Gold price, long term: enter dollars' }),
  ).toBeVisible()
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await expect(value).toHaveText('–')
  await page.getByRole('button', { name: 'Preferred inputs again' }).click()
  await expect(price).toHaveValue('95.00')
  await expect(value).toHaveText('$12.55')
})

test('a file is hashed in the browser and compared with the published hashes', async ({ page }) => {
  await giveFigures(page)
  await page.goto('/tokens/witgold')
  const files = page.getByRole('row', { name: /^Technical report/ }).filter({ hasText: '8.4 MB' })
  await expect(files).toContainText('ba7816bf')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  const choose = (name: string, text: string) =>
    page
      .getByLabel('Choose a file')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(text) })
  await choose('report.pdf', 'abc')
  await expect(page.getByText(/✓ report\.pdf is Technical report, version 3\./)).toBeVisible()
  await choose('report.pdf', 'abd')
  await expect(page.getByText(/✗ report\.pdf is no current file of this series\./)).toBeVisible()
  expect(sent, 'the file stays here').toEqual([])
})

test('each series has a feed of its updates, linked from its sheet', async ({ page, request }) => {
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
  await expect(page.getByRole('link', { name: /as a feed/ })).toHaveAttribute(
    'href',
    '/tokens/bast/updates.xml',
  )
})

test('a sheet prints as a document: tables open, without navigation and controls', async ({ page }) => {
  await giveFigures(page)
  await page.goto('/tokens/witgold')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-assay]').first()).toBeVisible()
  for (const hidden of ['.site-header', '.parts', '.readout.script-only', '[data-verify]']) {
    await expect(page.locator(hidden), hidden).toBeHidden()
  }
})

test.describe('a series without a sheet', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('has a plain page of what the server says of it', async ({ page }) => {
    const token = { symbol: '$NEWORE', name: 'New ore', description: 'Ore of a new kind.' }
    await giveFigures(page, response({ token }))
    await page.goto('/tokens/newore')
    await expect(page.getByRole('heading', { level: 1, name: 'New ore' })).toBeVisible()
    await expect(page).toHaveTitle('New ore $NEWORE · Lodefield')
    await expect(page.getByText('Ore of a new kind.')).toBeVisible()
    await expect(figure(page, 'Units in issue')).toContainText('412,380.5')
    await expect(page.getByRole('row', { name: /^Technical report/ })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('is Page Not Found when the server does not know it either', async ({ page }) => {
    await page.route(call, (route) => route.fulfill({ status: 404, json: {} }))
    const sent = await page.goto('/tokens/nothing')
    expect(sent?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'All series' }).first().click()
    await expect(page).toHaveURL('/tokens')
  })

  test('an address with $ or capitals leads to the sheet', async ({ page }) => {
    await giveFigures(page)
    await page.goto('/tokens/$WITGOLD')
    await expect(page).toHaveURL('/tokens/witgold')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Korhaanspan Reef')
  })
})
