/** Nothing moves on any screen of the two areas while it loads. On a server of its own, with demo data. */
import type { Browser, Page } from '@playwright/test'
import type { AdminSignedIn } from '#contract/administrators'
import type { SignedIn } from '#contract/session'
import { openDatabase } from './database.ts'
import { expect, PASSWORD, test } from './fixtures.ts'
import { readShifts, sumShifts, watchShifts } from './layout-shifts.ts'
import { startOwnServer } from './own-server.ts'
import { ADMIN_PASSWORD, ADMIN_PATH, ADMIN_USERNAME, panel } from './panel.ts'
import { investorScreens, panelScreens, type ShownThings, visitorScreens } from './screens.ts'
import { countRequests, holdCalls, untilSettled } from './settled.ts'

const port = String(Number(process.env.E2E_PORT ?? '4391') + 3_000)
const origin = `http://127.0.0.1:${port}`
const DEMO_EMAIL = 'investor@lodefield.example'
/**
 * A sum below this is none: the bar, whose icons may be painted one by one while the page is parsed, and names in a font that
 * has just arrived. The smallest part of a screen that moves has a larger one.
 */
const DUST = 0.001
/** Screens that are open at a time: what is held costs the machine nothing. */
const LANES = 6

// The links of mails have tokens that nobody was sent.
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
      screens: panelScreens(things).map(panel),
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
    // A page of its own for the next one, though it may differ in its fragment alone.
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
    // Its files are in the cache from then on: the widths of stand-ins for fonts depend on the machine.
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
