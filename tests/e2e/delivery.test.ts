import { builtPages, describedPages } from './built-pages.ts'
import { expect, test } from './fixtures.ts'

const addresses = builtPages.map(({ address }) => address).filter((address) => !address.endsWith('/404'))

test.describe('a page that accessibility.full.test.ts does not load', { tag: '@full' }, () => {
  for (const address of addresses.filter((address) => !describedPages.includes(address)))
    test(`${address} loads without an error, a blocked part or a request elsewhere`, async ({ page }) => {
      const response = await page.goto(address)
      expect(response?.status()).toBe(200)
      // Also starts the islands that wait for an idle browser or for visibility.
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await page.waitForLoadState('networkidle')
    })
})

test('every link of every page leads to a page of the site, and to an existing anchor', async ({
  request,
}) => {
  const pages = new Map<string, string>()
  for (const address of addresses) pages.set(address, await (await request.get(address)).text())
  const broken: string[] = []
  for (const [from, html] of pages) {
    const links = [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map((match) => match[1] ?? '')
    for (const link of new Set(links)) {
      const target = new URL(link.replaceAll('&amp;', '&'), `http://site${from}`)
      if (target.host !== 'site') continue
      const text = pages.get(target.pathname) ?? (await request.get(target.pathname)).text()
      if (!pages.has(target.pathname)) {
        const { ok, status } = await request
          .head(target.pathname)
          .then((r) => ({ ok: r.ok(), status: r.status() }))
        if (!ok) broken.push(`${from}: ${link} (${status})`)
      } else if (target.hash && !(await text).includes(`id="${target.hash.slice(1)}"`)) {
        broken.push(`${from}: ${link} (no such anchor)`)
      }
    }
  }
  expect(broken).toEqual([])
})

test.describe('unknown URLs', () => {
  test.use({ expectedErrors: [/status of 404/] })
  test('show a page with status 404', async ({ page }) => {
    for (const address of ['/nothing', '/admin', '/admin/login', '/docs/nothing', '/legal/nothing']) {
      const response = await page.goto(address)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
})

for (const [from, to] of [
  ['/dashboard', '/access/dashboard'],
  ['/documents', '/access/documents'],
  ['/access-platform', '/access/login'],
  ['/contact', '/docs/help-support'],
  ['/support', '/docs/help-support'],
]) {
  test(`${from} leads to ${to}, query included`, { tag: '@full' }, async ({ request }) => {
    const response = await request.get(`${from}?from=mail`, { maxRedirects: 0 })
    expect(response.status()).toBe(308)
    expect(response.headers().location).toBe(`${to}?from=mail`)
  })
}

test('pages are sent compressed, with the security headers', async ({ request }) => {
  const response = await request.get('/', { headers: { 'accept-encoding': 'br' } })
  const headers = response.headers()
  expect(headers['content-encoding']).toBe('br')
  expect(headers['content-security-policy']).not.toContain('unsafe-inline')
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('the search index of the built site works under the policy', { tag: '@full' }, async ({ page }) => {
  await page.goto('/')
  const found = await page.evaluate(async () => {
    const address = '/pagefind/pagefind.js'
    const engine = (await import(address)) as {
      search: (text: string) => Promise<{ results: { data: () => Promise<{ url: string }> }[] }>
    }
    const { results } = await engine.search('prospectus')
    return Promise.all(results.slice(0, 5).map(async (result) => (await result.data()).url))
  })
  expect(found).toContain('/docs/investment-prospectus')
})
