/**
 * How long people wait after a click or a keystroke, with a slow processor and long lists: the slowest of ordinary
 * interactions on the public site, in the investor area and in the panel. A bare page, measured in the same minutes,
 * shows the machine's share. The processor is throttled to the same speed on every machine, so that figures can be
 * compared.
 */
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium, getChromiumFlags } from '#chromium'
import { openDatabase } from '#db/client'
import { startEmbedded } from '#db/embedded-postgres'
import { migrateDatabase } from '#db/migrate'
import { seedEssentials } from '#db/seed/index'
import { largeInvestor, seedLarge } from '#db/seed/large-seed'
import { hashPassword } from '#modules/identity/session/passwords'
import { failedRow, median, type Report } from './compare-servers.ts'
import { investorArea } from './interactions/investor-area.ts'
import { listPanel } from './interactions/panel.ts'
import { publicSite } from './interactions/public-site.ts'
import { type Cost, type Interaction, measure, measureLoad, openSlowPage } from './interactions/recorder.ts'
import {
  ADMIN_PASSWORD,
  ADMIN_SEGMENT,
  root,
  SERVER_PORT,
  startServerUnderTest,
} from './server-under-test.ts'

const ORIGIN = `http://127.0.0.1:${SERVER_PORT}`
const PASSWORD = 'Bench-only-2!'
const ROUNDS = 3
/** Milliseconds for an input, and for a task after loading. */
const BAR = 100
const LISTED = 5
/**
 * Milliseconds that the chart library needs for a line on a bare page at the target processor speed: that of the
 * machine of the first figures (decision 19) with its processor four times slower.
 */
const SLOW_LINE = 184
/** Between this machine's processor speed and one too slow to measure. */
const SLOWDOWNS = { least: 1, most: 20 }

/** A thousand rows in the panel's lists, and a thousand transactions of one investor. */
async function seedThousand(url: string): Promise<void> {
  const { sql, db, close } = openDatabase(url, { max: 1 })
  try {
    await seedEssentials(db)
    const counts = { users: 1_000, transactions: 5_000, notifications: 1_000, coins: 100, entries: 2_000 }
    await seedLarge(sql, { counts, passwordHash: await hashPassword(PASSWORD) })
  } finally {
    await close()
  }
}

interface SignedIn {
  access_token: string
  refresh_token: string
  user: unknown
}

/** Signs in through the API and stores the session as the site does; `names` are the names of its entries. */
async function signIn(
  context: BrowserContext,
  path: string,
  data: object,
  names: { token: string; refresh: string; user: string },
): Promise<void> {
  const headers = { 'x-admin-path': ADMIN_SEGMENT }
  const response = await context.request.post(`${ORIGIN}/api/v1/auth/${path}`, { headers, data })
  if (!response.ok()) throw new Error(`A sign-in returned ${response.status()}`)
  const { access_token, refresh_token, user } = (await response.json()) as SignedIn
  const page = await context.newPage()
  await page.goto('/robots.txt')
  await page.evaluate((entries) => Object.assign(localStorage, entries), {
    [names.token]: access_token,
    [names.refresh]: refresh_token,
    [names.user]: JSON.stringify(user),
    adminPathSecret: ADMIN_SEGMENT,
  })
  await page.close()
}

/** A page with nothing but a button that changes a word. */
const bare: Interaction = {
  name: 'press the button of a bare page',
  prepare: async (page) => {
    await page.route('**/bare', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Bare</title><button onclick="this.textContent = 'Pressed'">Press</button>`,
      }),
    )
    await page.goto('/bare')
    return page.getByRole('button')
  },
}

const LIBRARY = join(root, 'node_modules/apexcharts/dist/apexcharts.min.js')

/** A page with nothing but a button that draws a one-day line with the chart library and its defaults. */
const bareChart: Interaction = {
  name: 'draw a line on a bare page',
  prepare: async (page) => {
    await page.route('**/bare-chart', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Bare</title><button>Draw</button><div id="chart"></div>
          <script src="/bare-chart.js"></script>
          <script>document.querySelector('button').onclick = () => setTimeout(() => new ApexCharts(
            document.querySelector('#chart'),
            {
              chart: { type: 'line', height: 340, animations: { enabled: false }, toolbar: { show: false } },
              series: [{ data: Array.from({ length: 288 }, (_, at) => [at * 300_000, 100 + Math.sin(at / 9)]) }],
              xaxis: { type: 'datetime' },
            },
          ).render())</script>`,
      }),
    )
    await page.route('**/bare-chart.js', (route) => route.fulfill({ path: LIBRARY }))
    await page.goto('/bare-chart')
    return page.getByRole('button')
  },
}

/** Medians of several rounds. */
async function repeat(page: Page, interaction: Interaction): Promise<Cost> {
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) costs.push(await measure(page, interaction))
  return { input: median(costs.map(({ input }) => input)), task: median(costs.map(({ task }) => task)) }
}

/** How many times slower this machine's processor must be to take `SLOW_LINE` for the line on a bare page. */
async function findSlowdown(browser: Browser): Promise<number> {
  let slowdown = 4
  // Twice: half the time for half the slowdown is only approximately right.
  for (let round = 0; round < 2; round++) {
    const context = await browser.newContext({ baseURL: ORIGIN })
    const { task } = await repeat(await openSlowPage(context, slowdown), bareChart)
    await context.close()
    const wanted = (slowdown * SLOW_LINE) / Math.max(task, 50)
    slowdown = Math.min(SLOWDOWNS.most, Math.max(SLOWDOWNS.least, wanted))
  }
  return slowdown
}

const milliseconds = (value: number, least: number): string =>
  value < least ? `< ${least} ms` : `${Math.round(value)} ms`

/** One person's browser, whose pages have a slow processor. */
interface Reader {
  context: BrowserContext
  slowdown: number
}

const openPage = ({ context, slowdown }: Reader) => openSlowPage(context, slowdown)

/** Measures all interactions of an area; reports the slowest input and the longest task by name. */
async function benchArea(
  report: Report,
  reader: Reader,
  { area, interactions }: { area: string; interactions: readonly Interaction[] },
): Promise<void> {
  const page = await openPage(reader)
  page.setDefaultTimeout(30_000)
  const floor = await repeat(page, bare)
  const measured: (Cost & { name: string })[] = []
  for (const interaction of interactions) {
    try {
      measured.push({ name: interaction.name, ...(await repeat(page, interaction)) })
    } catch (error) {
      report(failedRow(`${area}, ${interaction.name}`, error))
    }
  }
  await page.close()
  if (measured.length === 0) return
  for (const [kind, what, least] of [
    ['input', 'slowest input', 16],
    ['task', 'longest task after loading', 50],
  ] as const) {
    const worst = [...measured].sort((a, b) => b[kind] - a[kind]).slice(0, LISTED)
    for (const cost of worst) process.stderr.write(`    ${milliseconds(cost[kind], least)}  ${cost.name}\n`)
    const ours = worst[0]?.[kind] ?? 0
    report({
      what: `${area}, ${what} of ${measured.length} interactions: ${worst[0]?.name}`,
      ours: milliseconds(ours, least),
      floor: milliseconds(floor[kind], least),
      ratio: ours / Math.max(floor[kind], least),
      goal: `<= ${BAR} ms`,
      reached: ours <= BAR,
    })
  }
}

/** The longest task of loading the home page, against a bare page. */
async function benchHomeLoad(report: Report, reader: Reader): Promise<void> {
  const page = await openPage(reader)
  await measure(page, bare)
  const tasks = { home: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    tasks.home.push(await measureLoad(page, '/'))
    tasks.bare.push(await measureLoad(page, '/bare'))
  }
  await page.close()
  const [home, floor] = [median(tasks.home), median(tasks.bare)]
  report({
    what: 'home page, longest task of loading',
    ours: milliseconds(home, 50),
    floor: milliseconds(floor, 50),
    ratio: home / Math.max(floor, 50),
    goal: `<= ${BAR} ms`,
    reached: home <= BAR,
  })
}

/** The longest task of showing a price as a line, against a line of the library alone. */
async function benchChart(report: Report, reader: Reader): Promise<void> {
  const page = await openPage(reader)
  const shown = investorArea.find(({ name }) => name === 'show Price Charts')
  if (!shown) throw new Error('No interaction shows a chart')
  const [{ task: ours }, { task: floor }] = [await repeat(page, shown), await repeat(page, bareChart)]
  await page.close()
  report({
    what: 'investor area, task of a price chart against one of the library alone',
    ours: milliseconds(ours, 50),
    floor: milliseconds(floor, 50),
    ratio: ours / Math.max(floor, 50),
    goal: '<= 2 x',
    reached: ours <= 2 * Math.max(floor, 50),
  })
}

async function benchAll(report: Report, browser: Browser): Promise<void> {
  const slowdown = await findSlowdown(browser)
  process.stderr.write(`  the processor is made ${slowdown.toFixed(1)} times slower\n`)
  const open = async (): Promise<Reader> => ({
    context: await browser.newContext({ baseURL: ORIGIN, locale: 'en-US', timezoneId: 'UTC' }),
    slowdown,
  })
  const visitor = await open()
  await benchHomeLoad(report, visitor)
  await benchArea(report, visitor, { area: 'public site', interactions: publicSite })
  const investor = await open()
  const credentials = { email: largeInvestor, password: PASSWORD }
  await signIn(investor.context, 'user/login', credentials, {
    token: 'token',
    refresh: 'refreshToken',
    user: 'user',
  })
  await benchArea(report, investor, { area: 'investor area', interactions: investorArea })
  await benchChart(report, investor)
  const administrator = await open()
  const names = { token: 'adminToken', refresh: 'adminRefreshToken', user: 'adminUser' }
  await signIn(administrator.context, 'login', { username: 'admin', password: ADMIN_PASSWORD }, names)
  const panel = listPanel(`/${ADMIN_SEGMENT}/admin`)
  await benchArea(report, administrator, { area: 'panel', interactions: panel })
}

/** Reports the slowest input and the longest task of each area, and prints the next ones by name. */
export async function benchInteractions(report: Report, work: string): Promise<void> {
  const executablePath = findChromium()
  if (!executablePath) {
    process.stderr.write('  no Chromium is installed: rows left out\n')
    return
  }
  const engine = await startEmbedded(join(work, 'interactions'))
  await migrateDatabase(engine.url)
  await seedThousand(engine.url)
  const server = await startServerUnderTest(work, '/api/v1/ready', { DATABASE_URL: engine.url })
  const browser = await chromium.launch({ executablePath, args: getChromiumFlags() })
  try {
    await benchAll(report, browser)
  } finally {
    await browser.close()
    await server.stop()
    await engine.stop()
  }
}
