import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSeries } from '#build/series/index'
import { portfolios } from '#db/schema/portfolio/portfolios'
import { seedDemoInvestor } from '#db/seed/index'
import { loadPrebuiltSeries } from '#modules/catalog/series/prebuilt-series'
import { hashPassword } from '#modules/identity/session/passwords'
import { startTestApp, type TestApp } from '#testing/test-app'
import { storeSeriesFile } from './demo-series-files.ts'

const EMAIL = 'demo@lodefield.example'
const PASSWORD = 'Copper-Vein-7788'
const root = join(import.meta.dirname, '..')

let app: TestApp
let serverFolder: string
beforeAll(async () => {
  app = await startTestApp()
  serverFolder = await mkdtemp(join(tmpdir(), 'lodefield-series-'))
  const outDir = join(root, '.cache/series')
  await buildSeries({ contentDir: join(root, 'content'), outDir })
  await cp(join(outDir, 'series.json'), join(serverFolder, 'series.json'))
  await cp(outDir, join(serverFolder, 'series'), { recursive: true })
})
afterAll(async () => {
  await app.close()
  await rm(serverFolder, { recursive: true, force: true })
})

test('there are no series without a build', async () => {
  expect(await loadPrebuiltSeries(join(serverFolder, 'absent'))).toEqual([])
})

test('visitors see the seeded series and get its files, whose SHA-256 and size are those listed', async () => {
  const [first, ...rest] = (await loadPrebuiltSeries(serverFolder)).toReversed()
  if (!first) throw new Error('The build lists no series')
  await seedDemoInvestor(app.db, {
    email: EMAIL,
    passwordHash: await hashPassword(PASSWORD),
    series: [first, ...rest],
    storeFile: (file) => storeSeriesFile(serverFolder, file),
  })
  const { body } = await app.call('GET', `/tokens/${first.symbol.slice(1)}`)
  expect(body.series.holders).toBeGreaterThanOrEqual(10)
  expect(body.series.backing_percent).toBeGreaterThan(100)
  expect(body.offering).toMatchObject({ unit_price: first.offering.unit_price })
  const files = [...body.documents, body.series.attestation]
  expect(files).toHaveLength(Object.keys(first.document_files).length + 1)
  for (const { url, sha256, size } of files) {
    const response = await app.fetch(new Request(`http://localhost${url}`))
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(Buffer.from(bytes.slice(0, 5)).toString()).toBe('%PDF-')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    if (size) expect(bytes.length).toBe(size)
  }
})

test('the demo investor sees derived figures, and they are the last of its year', async () => {
  const { body: session } = await app.call('POST', '/auth/user/login', {
    body: { email: EMAIL, password: PASSWORD },
  })
  const headers = { authorization: `Bearer ${session.access_token}` }
  const [stored] = await app.db.select().from(portfolios).where(eq(portfolios.user_id, session.user.id))
  const { body } = await app.call('GET', '/user/portfolio', { headers })
  expect(body.source).toBe('derived')
  expect(body.portfolio).toMatchObject({
    totalValue: stored?.total_value,
    totalDeposited: stored?.total_invested,
    totalGains: stored?.total_gains,
    activeInvestments: stored?.active_investments,
  })
})

test('its total gains are those of the units it holds and of its income less its fees', async () => {
  const { body: session } = await app.call('POST', '/auth/user/login', {
    body: { email: EMAIL, password: PASSWORD },
  })
  const headers = { authorization: `Bearer ${session.access_token}` }
  const read = async (path: string) => (await app.call('GET', `/user/${path}`, { headers })).body
  const { inputs, value } = await read('figures/gains?period=All')
  const { holdings } = await read('holdings')
  const { portfolio } = await read('portfolio')
  expect(value).toBe(portfolio.totalGains)
  const amounts = new Map<string, string>(
    inputs.map(({ label, amount }: { label: string; amount: string }) => [label, amount]),
  )
  expect(holdings.length).toBeGreaterThan(0)
  for (const { symbol, gain } of holdings) {
    expect(amounts.get(`Change in value of ${symbol}`) ?? '0.00').toBe(gain)
    amounts.delete(`Change in value of ${symbol}`)
  }
  expect([...amounts.keys()]).toEqual(['Interest and distributions', 'Fees'])
})
