/** Nothing moves on any screen of the two areas while it loads. On a separate server, with demo data. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import type { AdminSignedIn } from '#contract/identity/admin-account'
import type { SignedIn } from '#contract/identity/session'
import { openDatabase } from './database.ts'
import { expect, PASSWORD, test } from './fixtures.ts'
import { expectNoShift, readShifts, sumShifts, watchShifts } from './layout-shifts.ts'
import { ADMIN_PASSWORD, ADMIN_PATH, ADMIN_USERNAME, adminUrl } from './panel.ts'
import { investorScreens, panelScreens, type ShownThings, visitorScreens } from './screen-paths.ts'
import { startOwnServer } from './separate-server.ts'
import { countRequests, holdCalls, untilSettled } from './until-settled.ts'

const port = String(Number(process.env.E2E_PORT ?? '4391') + 3_000)
const origin = `http://127.0.0.1:${port}`
const DEMO_EMAIL = 'investor@lodefield.example'
/**
 * A sum below this counts as none: the bar, whose icons may be painted one by one while the page is parsed, and names
 * in a font that has just arrived. The smallest part of a screen that moves has a larger one.
 */
const DUST = 0.001
/** Screens open at a time: held responses cost the machine nothing. */
const LANES = 6

// Email links have tokens that no one was sent.
test.use({ baseURL: origin, expectedErrors: [/status of (400|404|410|422)/] })
// One server for all.
test.describe.configure({ mode: 'default' })

let server: Awaited<ReturnType<typeof startOwnServer>>
let things: ShownThings
test.beforeAll(async () => {
  server = await startOwnServer(port, { DEMO: 'true', DEMO_EMAIL, DEMO_PASSWORD: PASSWORD })
  const sql = openDatabase(port)
  const [found] = await sql<ShownThings[]>`
    select s.user_id as investor, s.id as subscription, lower(ltrim(t.symbol, '$')) as series
    from subscriptions s join tokens t on t.id = s.token_id join users u on u.id = s.user_id
    where u.email = ${DEMO_EMAIL} order by s.id limit 1`
  if (!found) throw new Error('The demo investor has no subscription.')
  things = found
  await sql.end()
})
test.afterAll(() => server.stop())

/** What a browser stores of a session that has just begun, and nothing else. */
type Storage = Record<string, string>

async function post<Answer>(page: Page, path: string, data: object, headers = {}): Promise<Answer> {
  const response = await page.request.post(`/api/v1${path}`, { data, headers })
  expect(response.ok(), await response.text()).toBe(true)
  return response.json()
}

const storeOf = ({ access_token, refresh_token, user, underway }: SignedIn): Storage => ({
  token: access_token,
  refreshToken: refresh_token,
  user: JSON.stringify({ ...user, underway }),
})

/** Serves the site with each page in two parts, the second of which starts in the navigation bar and arrives later. */
async function serveInTwoParts() {
  const server = createServer(async (request, response) => {
    const answer = await fetch(origin + request.url, { headers: { accept: request.headers.accept ?? '' } })
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    const body = Buffer.from(await answer.arrayBuffer())
    const split = type.startsWith('text/html') ? body.indexOf('Documentation', body.indexOf('nav-links')) : 0
    response.write(body.subarray(0, split))
    setTimeout(() => response.end(body.subarray(split)), split > 0 ? 500 : 0)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

const accounts: Record<string, (page: Page) => Promise<{ storage: Storage; screens: string[] }>> = {
  'the investor area': async (page) => ({
    storage: storeOf(await post(page, '/auth/user/login', { email: DEMO_EMAIL, password: PASSWORD })),
    screens: investorScreens(things),
  }),
  'the investor area of a new account': async (page) => {
    const email = `new.${crypto.randomUUID().slice(0, 8)}@example.com`
    const registered = { email, password: PASSWORD, first_name: 'Ada', last_name: 'Reyes' }
    return {
      storage: storeOf(await post(page, '/auth/register', registered)),
      screens: investorScreens(things).filter((path) => !/subscriptions|holdings/.test(path)),
    }
  },
  'the pages of visitors': async () => ({ storage: {}, screens: visitorScreens }),
  'the panel': async (page) => {
    const { access_token, refresh_token, user } = await post<AdminSignedIn>(
      page,
      '/auth/login',
      { username: ADMIN_USERNAME, password: ADMIN_PASSWORD },
      { 'x-admin-path': ADMIN_PATH },
    )
    return {
      storage: {
        adminToken: access_token,
        adminRefreshToken: refresh_token,
        adminUser: JSON.stringify(user),
        adminPathSecret: ADMIN_PATH,
      },
      screens: panelScreens(things).map(adminUrl),
    }
  },
}

/** Opens a screen in a browser that has stored only the session, and once more. Returns what moved, visit by visit. */
async function visit(page: Page, pending: () => number, address: string, storage: Storage) {
  await page.goto('/robots.txt')
  await page.evaluate((entries) => {
    for (const kept of [localStorage, sessionStorage]) kept.clear()
    Object.assign(localStorage, entries)
  }, storage)
  const found: string[] = []
  for (const time of ['first', 'later']) {
    await page.goto(address)
    await untilSettled(page, pending)
    const shifts = await readShifts(page)
    const sum = sumShifts(shifts)
    if (sum >= DUST)
      found.push(`${address}, ${time} visit: ${sum.toFixed(4)}`, ...shifts.flatMap(({ moved }) => moved))
    // A separate page for the next one, though it may differ only in its fragment.
    await page.goto('/robots.txt')
  }
  return found
}

async function walk(browser: Browser, width: number, screens: string[], storage: Storage) {
  const rest = [...screens]
  const lane = async () => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    })
    await context.addInitScript(watchShifts)
    await context.addInitScript(holdCalls, { first: 120, step: 25 })
    const page = await context.newPage()
    const pending = countRequests(page)
    // Its files are cached from then on: the widths of fallback fonts depend on the machine.
    await visit(page, pending, screens[0] ?? '', storage)
    const found: string[] = []
    for (let next = rest.shift(); next !== undefined; next = rest.shift())
      found.push(...(await visit(page, pending, next, storage)))
    await context.close()
    return found
  }
  return (await Promise.all(Array.from({ length: LANES }, lane))).flat()
}

for (const width of [390, 1440])
  for (const [area, open] of Object.entries(accounts))
    test(`no screen of ${area} moves what it has shown, at ${width} px`, async ({ page, browser }) => {
      // Many screens, and only as fast as their responses.
      test.slow()
      const { storage, screens } = await open(page)
      expect(await walk(browser, width, screens, storage)).toEqual([])
    })

test.describe(() => {
  test.use({ expectedErrors: [/request to another origin: http:\/\/127\.0\.0\.1/] })

  test('the navigation bar does not move if its HTML arrives in two parts', async ({ browser }) => {
    const halves = await serveInTwoParts()
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(watchShifts)
    await page.goto(`${halves.url}/tokens`)
    await page.getByRole('navigation', { name: 'Main' }).getByText('Learn More').waitFor()
    await expectNoShift(page)
    await page.close()
    halves.stop()
  })
})
