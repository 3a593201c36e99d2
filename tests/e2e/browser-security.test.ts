/** Protection in the browser: no page inside another site, and no secret stored or repeated in a page. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signInAdmin } from './administrator.ts'
import { expect, PASSWORD, register, test } from './fixtures.ts'
import { ADMIN_PASSWORD, ADMIN_PATH, adminUrl } from './panel.ts'

test.describe('another site', () => {
  // The browser logs that it refused to frame the page, and that the site is another origin.
  test.use({
    expectedErrors: [
      /request to another origin|frame-ancestors|Refused to|ERR_BLOCKED_BY_RESPONSE|status of 40[14]/,
    ],
  })

  test('cannot show any page of this site in a frame', async ({ page, baseURL }) => {
    const addresses = [
      '/',
      '/access/login',
      '/access/dashboard',
      '/docs/help-support',
      adminUrl(),
      adminUrl('/login'),
    ]
    const files = ['/no-such-page', '/api/v1/settings', '/api/v1/reference', '/api/v1/user/profile']
    const other = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }) =>
        new Response(
          `<!doctype html><title>Other</title><iframe src="${baseURL}${new URL(url).searchParams.get('frame')}"></iframe>`,
          { headers: { 'content-type': 'text/html' } },
        ),
    })
    try {
      for (const address of [...addresses, ...files]) {
        await page.goto(`http://127.0.0.1:${other.port}/?frame=${encodeURIComponent(address)}`)
        await expect.poll(() => page.frames()[1]?.url(), address).toMatch(/^chrome-error:/)
        await expect(page.frameLocator('iframe').locator('body'), address).not.toContainText('Lodefield')
      }
    } finally {
      await other.stop(true)
    }
  })
})

/** The bodies of all responses to a page, with their URLs; sign-in tokens are omitted. */
function collectResponses(page: Page) {
  const responses: Promise<{ address: string; text: string }>[] = []
  page.on('response', (response) => {
    const address = response.url()
    if (/\/auth\/|\/events/.test(address)) return
    // A redirect has no body, nor has an aborted request.
    responses.push(
      response.text().then(
        (text) => ({ address, text }),
        () => ({ address, text: '' }),
      ),
    )
  })
  return () => Promise.all(responses)
}

const keptBy = (page: Page) =>
  page.evaluate(() => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
  }))

async function expectKept(page: Page, keys: string[], secrets: string[]) {
  const { local, session, cookies } = await keptBy(page)
  expect(Object.keys(local).sort()).toEqual([...keys].sort())
  expect(cookies).toBe('')
  for (const secret of secrets) expect(JSON.stringify([local, session])).not.toContain(secret)
}

test('an investor’s browser stores only the session and the appearance, and no page repeats it', async ({
  page,
}) => {
  const { email } = await register(page)
  const read = collectResponses(page)
  await page.goto('/access/login')
  const form = page.getByRole('main').locator('form')
  await form.locator('[name="email"]').fill(email)
  await form.locator('[name="password"]').fill(PASSWORD)
  await form.locator('button[type="submit"]').click()
  await expect(page).toHaveURL('/access/dashboard')
  await expectKept(page, ['token', 'refreshToken', 'user', 'appearance'], [PASSWORD])
  const { local } = await keptBy(page)
  for (const address of ['/access/transactions', '/access/settings', '/access/documents', '/']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  const responses = await read()
  expect(responses.length).toBeGreaterThan(10)
  for (const secret of [PASSWORD, local.token, local.refreshToken, ADMIN_PATH]) {
    expect(responses.filter(({ text }) => text.includes(secret ?? '')).map(({ address }) => address)).toEqual(
      [],
    )
  }
  const menu = page.getByRole('banner').locator('details').filter({ hasText: 'User menu' })
  await menu.locator('summary').click()
  await menu.getByRole('button', { name: 'Logout' }).click()
  // The page may be navigating at that time.
  const left = () =>
    keptBy(page)
      .then(({ local }) => Object.keys(local))
      .catch(() => ['not read'])
  await expect.poll(left).toEqual([])
})

test('the panel’s pages and files never contain the secret path, and its session is separate', async ({
  page,
}) => {
  const admin = await signInAdmin(page)
  const read = collectResponses(page)
  for (const section of ['', '?d=users', '?d=settings', '?d=support', '?d=audit-log']) {
    await page.goto(adminUrl(section))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  const adminKeys = ['adminToken', 'adminRefreshToken', 'adminUser', 'adminPathSecret']
  await expectKept(page, adminKeys, [ADMIN_PASSWORD])
  const responses = await read()
  expect(responses.some(({ address }) => address.endsWith('.js'))).toBe(true)
  const found = (secret: string) =>
    responses.filter(({ text }) => text.includes(secret)).map(({ address }) => address)
  for (const secret of [ADMIN_PATH, ADMIN_PASSWORD, admin.token, admin.refreshToken]) {
    expect(found(secret)).toEqual([])
  }
})

test('no built file contains a secret of the server', () => {
  // The server's program is built next to the site, and names its own variables.
  const files = readdirSync('dist', { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.startsWith('dist/server/program'),
  )
  expect(files.length).toBeGreaterThan(100)
  const holds =
    /TOKEN_SECRET|ADMIN_PATH_SECRET|ADMIN_PASSWORD|DATABASE_URL|S3_SECRET_ACCESS_KEY|postgres(?:ql)?:\/\//
  const revealing = files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => /\.(html|js|json|txt|xml|css|map)$/.test(file))
    .filter((file) => {
      const text = readFileSync(file, 'utf8')
      return holds.test(text) || text.includes(ADMIN_PATH) || text.includes(ADMIN_PASSWORD)
    })
  expect(revealing).toEqual([])
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([])
})
