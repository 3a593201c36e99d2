/**
 * Markup stored through every text field, then viewed on every page that shows it: in the panel, by investors and on
 * public pages. A blocked script is not enough: with correct escaping the policy has nothing to block.
 */
import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import type { Token } from '#contract/catalog/tokens'
import { type SignedInAdministrator, signInAdmin } from './administrator.ts'
import { expect, type Investor, register, storeSession, test } from './fixtures.ts'
import { ADMIN_PATH, adminUrl } from './panel.ts'

const mark = crypto.randomUUID().slice(0, 6)
/** Closes an attribute, then an element; loads a missing image; contains a template expression. */
const SHORT = `"'><img src=x onerror=window.ran=1>{{1}}`
const LONG = [
  SHORT,
  '</script></textarea></title><script>window.ran=2</script>',
  '<svg onload="window.ran=3"></svg>',
  `<a href="javascript:window.ran=4">x</a>`,
  '<iframe srcdoc="<script>parent.ran=5</script>"></iframe>',
  '#{window.ran=6}{{constructor.constructor("window.ran=7")()}}',
  '[x](javascript:window.ran=8)',
].join(' ')

const short = (of: string) => `${of} ${mark} ${SHORT}`
const long = (of: string) => `${of} ${mark} ${LONG}`

/** Turns any script that runs into a page error. */
const reportRuns = () => {
  Object.defineProperty(window, 'ran', {
    set(value: unknown) {
      throw new Error(`stored text ran: ${value}`)
    },
  })
}

interface Stored {
  investor: Investor
  token: Token
  categoryId: number
  documentId: number
  ticket: string
  call: string
  chat: string
}

async function storeDocument(page: Page, { token, call }: SignedInAdministrator): Promise<number> {
  const response = await page.request.post(`/api/v1${adminUrl('/documents/upload')}`, {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      is_public: 'true',
      file: {
        name: `${short('upload')}.pdf`,
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF'),
      },
    },
  })
  expect(response.status(), await response.text()).toBe(201)
  const { document } = (await response.json()) as { document: { id: number } }
  await call('PUT', `/documents/${document.id}`, { original_name: short('document') })
  return document.id
}

async function storeSupport(page: Page, { call }: SignedInAdministrator) {
  const visitor = { name: short('visitor'), email: `visitor.${mark}@example.com` }
  const send = async (path: string, data: object) => {
    const response = await page.request.post(`/api/v1/support/${path}`, { data: { ...visitor, ...data } })
    expect(response.status(), await response.text()).toBe(201)
    return (await response.json()) as { id: number; reference: string; session_id: string }
  }
  const ticket = await send('ticket', { subject: short('subject'), message: long('ticket') })
  await call('POST', `/support/tickets/${ticket.id}/replies`, { message: long('reply') })
  const wanted = { preferred_date: '2099-03-02', preferred_time: '09:00' }
  const phone = await send('call-schedule', {
    ...wanted,
    company: short('company'),
    purpose: short('purpose'),
    notes: long('notes'),
  })
  const chat = await send('live-chat', { message: long('chat') })
  await call('POST', `/support/chat-sessions/${chat.session_id}/messages`, { message: long('answer') })
  return { ticket: ticket.reference, call: phone.reference, chat: chat.reference }
}

/** Stores the text in every field that has a call. */
async function storeEverywhere(page: Page, admin: SignedInAdministrator, sql: Sql): Promise<Stored> {
  const investor = await register(page, { first_name: short('first'), last_name: short('last') })
  const { id } = investor.user
  const bearer = { authorization: `Bearer ${investor.token}` }
  const profile = {
    linkedin: `https://linkedin.example/"onmouseover="window.ran=9"`,
    twitter: `https://x.example/${mark}'><b>`,
  }
  const saved = await page.request.put('/api/v1/user/profile', { headers: bearer, data: profile })
  expect(saved.status(), await saved.text()).toBe(200)

  const { category } = await admin.call('POST', '/tokens/categories', { name: short('category') })
  const symbol = `$X${mark}`
  const { token } = await admin.call('POST', '/tokens', {
    symbol,
    name: short('token'),
    category: category.name,
    location: short('location'),
    description: long('described'),
    icon: 'Gem',
    color: 'Gold',
    // Tests of investors count the offered tokens.
    is_active: false,
  })
  // An account with cash is not deleted.
  const deposit = { type: 'deposit', status: 'pending', amount: '12.50', date: '2026-03-02' }
  await admin.call('POST', `/user/${id}/transactions`, { ...deposit, description: long('transaction') })
  await admin.call('POST', '/portfolio', { user_id: id, total_value: '12.50', pending_investments: symbol })
  await admin.call('POST', '/recent-activities', {
    user_id: id,
    activity_date: '2026-03-02',
    description: long('activity'),
  })
  await admin.call('POST', '/notifications/send-direct', {
    title: short('title'),
    message: long('notification'),
    target_user_id: id,
  })
  const refused = await page.request.post('/api/v1/auth/login', {
    headers: { 'x-admin-path': ADMIN_PATH, 'user-agent': SHORT },
    data: { username: short('login'), password: LONG.slice(0, 100) },
  })
  expect(refused.status()).toBe(401)
  // Of many denied sign-ins within ten minutes the audit log holds only a count, and other tests have theirs.
  await sql`insert into audit_log (admin_name, action, entity, ip_address, request_id)
    values (${short('login')}, 'admin.sign_in_failed', 'admin', '192.0.2.1', 'stored-text')`
  return {
    investor,
    token,
    categoryId: category.id,
    documentId: await storeDocument(page, admin),
    ...(await storeSupport(page, admin)),
  }
}

/** Opens a URL and expects all of these texts, letter for letter. */
async function expectText(page: Page, address: string, ...texts: string[]) {
  await page.goto(address)
  for (const text of texts) {
    await expect.soft(page.getByText(text).filter({ visible: true }).first(), address).toBeVisible()
  }
}

const search = encodeURIComponent(mark)

async function visitPanel(page: Page, { investor, ticket, call, chat }: Stored) {
  const { id } = investor.user
  await expectText(page, adminUrl(`?d=users&search=${search}`), short('first'), short('last'))
  await expectText(page, adminUrl(`?d=transactions&user=${id}`), long('transaction'), short('first'))
  await expectText(page, adminUrl(`?d=portfolio&search=${search}`), short('last'))
  await expectText(page, adminUrl(`?d=token-pending&search=${search}`), short('first'))
  await expectText(page, adminUrl(`?d=notifications&user=${id}`), short('title'), long('notification'))
  await expectText(page, adminUrl('?d=tokens'), short('token'), long('described'))
  await expect(page.getByRole('option', { name: short('category') }).first()).toBeAttached()
  await expectText(page, adminUrl(`?d=documents&search=${search}`), short('document'))
  await expectText(page, adminUrl(`?d=login-tracking&search=${search}`), short('login'))
  await expectText(
    page,
    adminUrl(`?d=audit-log&search=${encodeURIComponent(`login ${mark}`)}`),
    short('login'),
  )
  for (const [reference, ...texts] of [
    [ticket, short('subject'), long('ticket'), long('reply')],
    [call, short('company'), short('purpose'), long('notes')],
    [chat, long('chat'), long('answer')],
  ] as const) {
    const list = reference.startsWith('C') ? '&tab=calls' : reference.startsWith('L') ? '&tab=chats' : ''
    await page.goto(adminUrl(`?d=support${list}&search=${reference}`))
    await page.getByRole('link', { name: `Open ${reference}` }).click()
    const details = page.getByRole('region', { name: 'Details' })
    for (const text of texts) await expect.soft(details.getByText(text).first()).toBeVisible()
  }
}

/** The token picker, and the confirmation of a choice. */
async function visitPicker(page: Page, token: Token) {
  const isChoice = { is_active: true }
  // The server rejects such a symbol; the screen must not rely on it.
  const hostile = { ...token, ...isChoice, id: token.id + 1, symbol: SHORT, color: SHORT, icon: SHORT }
  await page.route('**/api/v1/tokens', async (route) => {
    const offered = (await (await route.fetch()).json()) as Token[]
    await route.fulfill({ json: [...offered, { ...token, ...isChoice }, hostile] })
  })
  await page.route('**/api/v1/user/portfolio', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ json: { success: true, pendingInvestments: SHORT } })
      : route.fallback(),
  )
  await page.goto('/access/dashboard?tab=investments')
  await page.getByRole('button', { name: /Start Investing|Choose another token/ }).click()
  const picker = page.getByRole('dialog', { name: 'Select Investment Token' })
  await expect(picker.getByRole('button', { name: `${short('category')} 2` })).toBeVisible()
  const choice = picker.getByRole('button', { name: `${SHORT} ${short('token')}` })
  for (const card of [picker.getByRole('button', { name: `${token.symbol} ${short('token')}` }), choice]) {
    for (const text of [short('token'), short('category'), short('location'), long('described')]) {
      await expect.soft(card.getByText(text)).toBeVisible()
    }
  }
  await choice.click()
  const replace = picker.getByRole('button', { name: `Request ${SHORT} instead` })
  await expect(picker.getByText(short('token'), { exact: false }).first()).toBeVisible()
  await replace.click()
  const confirmation = page.getByRole('dialog', { name: 'Investment Request Submitted' })
  await expect(confirmation.getByText(SHORT, { exact: true })).toBeVisible()
  await expect(confirmation).toContainText(`about ${short('token')}.`)
}

async function visitInvestor(page: Page, { investor, token }: Stored) {
  await storeSession(page, investor)
  await expectText(page, '/access/dashboard', `Welcome back, ${short('first')}`, long('activity'))
  await expectText(page, '/access/dashboard?tab=investments', token.symbol)
  await visitPicker(page, token)
  await expectText(page, '/access/transactions', long('transaction'))
  await expectText(page, '/access/documents', short('document'))
  await page.goto('/access/settings')
  await expect(page.getByLabel('First Name')).toHaveValue(short('first'))
  await page.getByRole('banner').locator('summary[aria-label^="Notifications"]').click()
  await expect(page.getByText(long('notification'))).toBeVisible()
}

/** The public settings are changed for this page alone, because other tests read them too. */
async function visitPublicPages(page: Page) {
  await page.route('**/api/v1/settings', async (route) => {
    const settings = await (await route.fetch()).json()
    const json = {
      ...settings,
      site_name: short('site'),
      site_description: long('site'),
      company_address: long('address'),
    }
    await route.fulfill({ json })
  })
  await page.route('**/api/v1/contact-departments', async (route) => {
    const { departments } = await (await route.fetch()).json()
    const changed = departments.map((department: object) => ({
      ...department,
      hours: short('open'),
      description: long('department'),
      telegram: SHORT,
      linkedin: 'javascript:window.ran=10',
      phone: SHORT,
      whatsapp: 'javascript:window.ran=11',
      email: SHORT,
    }))
    await route.fulfill({ json: { departments: changed } })
  })
  await page.route('**/api/v1/support', (route) =>
    route.fulfill({
      json: {
        email: SHORT,
        phone: SHORT,
        whatsapp: 'javascript:window.ran=12',
        linkedin: 'javascript:window.ran=13',
        telegram: 'javascript:window.ran=14',
        support_hours: short('hours'),
      },
    }),
  )
  await expectText(page, '/', long('address'))
  await expectText(page, '/docs/investor-relations', long('department'))
  await page.goto('/docs/help-support')
  await page.locator('#contact-a-team-directly').scrollIntoViewIfNeeded()
  await expect.soft(page.getByText(short('open')).first()).toBeVisible()
  // A `javascript:` URL is not linked.
  await expect(page.locator('[href^="javascript:" i]')).toHaveCount(0)
}

test('any stored input is shown as text, and does not run', async ({ page, context, browser, sql }) => {
  await context.addInitScript(reportRuns)
  const admin = await signInAdmin(page)
  const stored = await storeEverywhere(page, admin, sql)
  try {
    await visitPanel(page, stored)
    const other = await browser.newContext()
    await other.addInitScript(reportRuns)
    const investorPage = await other.newPage()
    await visitInvestor(investorPage, stored)
    await visitPublicPages(investorPage)
    await other.close()
  } finally {
    await admin.call('DELETE', `/documents/${stored.documentId}`)
    await admin.call('DELETE', `/users/${stored.investor.user.id}`)
    await admin.call('DELETE', `/tokens/${stored.token.id}`)
    await admin.call('DELETE', `/tokens/categories/${stored.categoryId}`)
  }
})
