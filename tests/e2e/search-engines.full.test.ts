import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { parse } from 'yaml'
import { builtPages } from './built-pages.ts'
import { expect, test } from './fixtures.ts'

const unlisted = [
  '/404',
  '/docs/404',
  '/legal/404',
  '/tokens/404',
  '/proof/404',
  '/proof/snapshot',
  '/access',
  '/access/login',
]
/** The second URL of a text whose canonical URL differs. */
const secondAddress = '/docs/privacy-policy'
const addresses = builtPages.map(({ address }) => address)
const readable = addresses.filter((address) => !unlisted.includes(address))
const canonical = readable.filter((address) => address !== secondAddress)

/** The build knows the public origin only if it was given one: without it, URLs in heads are paths. */
const pathOf = (url: string | null | undefined) => new URL(url ?? '', 'http://of-the-page').pathname

/** Reads the heads of pages as a crawler does: from the HTML as sent, without running a script. */
async function readHeads(page: Page, request: APIRequestContext) {
  const pages = await Promise.all(
    addresses.map(async (address) => ({ address, html: await (await request.get(address)).text() })),
  )
  return page.evaluate(
    (sent) =>
      sent.map(({ address, html }) => {
        const head = new DOMParser().parseFromString(html, 'text/html')
        const meta = (name: string) =>
          head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')
        const links = (rel: string) =>
          [...head.querySelectorAll(`link[rel="${rel}"]`)].map((link) => link.getAttribute('href'))
        return {
          address,
          title: head.title,
          heading: [...head.querySelectorAll('h1')].map((heading) => heading.textContent),
          language: head.documentElement.lang,
          description: meta('description'),
          robots: meta('robots'),
          canonical: links('canonical'),
          image: meta('og:image'),
          imageSize: [meta('og:image:width'), meta('og:image:height')],
          shared: [meta('og:title'), meta('og:description'), meta('og:site_name')],
          sharedAddress: meta('og:url'),
          feed: links('alternate'),
        }
      }),
    pages,
  )
}

/** Width and height of a PNG, from its header (PNG specification, 11.2.2 IHDR). */
function sizeOfPng(bytes: Buffer): [number, number] {
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

test('every page has a unique title and description, and one main heading', async ({ page, request }) => {
  const heads = (await readHeads(page, request)).filter(({ address }) => canonical.includes(address))
  expect(heads.length).toBeGreaterThan(15)
  for (const head of heads) {
    expect(head.language, head.address).toBe('en')
    expect(head.title, head.address).toContain('Lodefield')
    expect(head.title.length, head.title).toBeLessThanOrEqual(70)
    expect(head.description?.length, `${head.address}: ${head.description}`).toBeGreaterThanOrEqual(50)
    expect(head.description?.length, `${head.address}: ${head.description}`).toBeLessThanOrEqual(170)
    expect(head.heading, head.address).toHaveLength(1)
    expect(head.shared.every(Boolean), `${head.address} can be shared`).toBe(true)
    expect(head.robots, head.address).toBeUndefined()
    expect(head.feed, head.address).toContain('/updates.xml')
  }
  const repeated = (values: (string | null | undefined)[]) =>
    values.filter((value, at) => values.indexOf(value) !== at)
  expect(repeated(heads.map(({ title }) => title))).toEqual([])
  expect(repeated(heads.map(({ description }) => description))).toEqual([])
})

test('each page names itself as canonical, except the second URL of the privacy policy', async ({
  page,
  request,
}) => {
  for (const head of await readHeads(page, request)) {
    if (unlisted.includes(head.address)) {
      expect([head.robots, head.canonical], head.address).toEqual(['noindex', []])
      continue
    }
    const expected = head.address === secondAddress ? '/legal/privacy-policy' : head.address
    expect(head.canonical.map(pathOf), head.address).toEqual([expected])
    // One that is wrong is worse than none.
    const [origin, shared] = process.env.PUBLIC_ORIGIN
      ? [process.env.PUBLIC_ORIGIN, head.canonical[0]]
      : ['', undefined]
    expect(head.canonical[0], head.address).toBe(origin && expected === '/' ? origin : `${origin}${expected}`)
    expect(head.sharedAddress ?? undefined, head.address).toBe(shared)
  }
})

test('each page has an image for shared links, 1200 by 630, as its tags say', async ({ page, request }) => {
  const heads = await readHeads(page, request)
  const images = [...new Set(heads.map(({ image }) => pathOf(image)))]
  expect(images.length, 'pages have pictures of their own').toBeGreaterThanOrEqual(canonical.length)
  for (const head of heads) expect(head.imageSize, head.address).toEqual(['1200', '630'])
  for (const image of images) {
    const response = await request.get(image)
    expect([response.status(), response.headers()['content-type']], image).toEqual([200, 'image/png'])
    const bytes = await response.body()
    expect(sizeOfPng(bytes), image).toEqual([1200, 630])
    expect(bytes.length, `${image} is small enough for messengers`).toBeLessThan(300_000)
  }
})

test('the sitemap lists all public pages and no other URL', async ({ page, request }) => {
  const robots = await (await request.get('/robots.txt')).text()
  const index = robots.match(/^Sitemap: (.+)$/m)?.[1]
  expect(pathOf(index)).toBe('/sitemap-index.xml')
  const readPlaces = async (address: string) => {
    const response = await request.get(address)
    expect(response.headers()['content-type']).toMatch(/xml/)
    return page.evaluate(
      (xml) => {
        const map = new DOMParser().parseFromString(xml, 'application/xml')
        if (map.querySelector('parsererror')) throw new Error(map.documentElement.textContent)
        return [...map.getElementsByTagName('loc')].map((place) => place.textContent)
      },
      await response.text(),
    )
  }
  const maps = await readPlaces('/sitemap-index.xml')
  const listed = (await Promise.all(maps.map((map) => readPlaces(pathOf(map))))).flat().map(pathOf)
  expect(listed.sort()).toEqual([...canonical].sort())
})

test('robots.txt keeps crawlers out of the area behind sign-in and the API, and of nothing else', async ({
  request,
}) => {
  const response = await request.get('/robots.txt')
  expect(response.headers()['content-type']).toMatch(/^text\/plain/)
  const lines = (await response.text()).split('\n').filter(Boolean)
  expect(lines.slice(0, 3)).toEqual(['User-agent: *', 'Disallow: /access/', 'Disallow: /api/'])
  expect(lines).toHaveLength(4)
})

test('the feed contains every update, newest first, each with a link to its anchor', async ({
  page,
  request,
}) => {
  const { items } = parse(readFileSync('content/updates.yaml', 'utf8')) as {
    items: { id: string; title: string; summary: string; date: string }[]
  }
  const response = await request.get('/updates.xml')
  expect(response.headers()['content-type']).toMatch(/xml/)
  const feed = await page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      if (parsed.querySelector('parsererror')) throw new Error(parsed.documentElement.textContent)
      return [...parsed.querySelectorAll('item')].map((item) =>
        ['title', 'description', 'link', 'pubDate'].map(
          (part) => item.querySelector(part)?.textContent ?? '',
        ),
      )
    },
    await response.text(),
  )
  const newestFirst = items.sort((a, b) => b.date.localeCompare(a.date))
  expect(feed.map(([title, description]) => [title, description])).toEqual(
    newestFirst.map(({ title, summary }) => [title, summary]),
  )
  for (const [at, [, , link = '', published = '']] of feed.entries()) {
    const { hash, pathname } = new URL(link)
    expect([pathname, hash]).toEqual(['/docs/investor-relations', `#${newestFirst[at]?.id}`])
    expect(new Date(published).toISOString().slice(0, 10)).toBe(newestFirst[at]?.date)
  }
  await page.goto('/docs/investor-relations')
  for (const { id } of newestFirst) await expect(page.locator(`[id="${id}"]`)).toHaveCount(1)
})

test('llms.txt lists every documentation and legal page, and no link in it is broken', async ({
  request,
}) => {
  const text = await (await request.get('/llms.txt')).text()
  expect(text).toMatch(/^# Lodefield\n/)
  const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link]) => pathOf(link))
  expect(links).toEqual(expect.arrayContaining(canonical.filter((address) => address !== '/')))
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200)
})
