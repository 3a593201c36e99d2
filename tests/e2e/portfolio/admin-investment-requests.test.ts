import type { Page } from '@playwright/test'
import { blockEvents, type SignedInAdministrator, signInAdmin } from '#e2e/administrator'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Investor,
  register,
  retryLoading,
  storeSession,
  test,
} from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

const makeName = () => `Gneiss${crypto.randomUUID().slice(0, 8)}`

interface PendingRequest {
  admin: SignedInAdministrator
  investor: Investor
  name: string
}

/** Presses Approve in a row and confirms. */
async function approveRequest(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Approve $WITGOLD for ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve request' })
  await expect(dialog).toContainText(`Approve the request from ${name}`)
  await expect(dialog).toContainText('$WITGOLD, Gold')
  await dialog.getByRole('button', { name: 'Approve request' }).click()
}

/** An investor with a pending request, the signed-in administrator, and the list on screen. */
async function requestToken(page: Page, { isVerified = true } = {}): Promise<PendingRequest> {
  const last_name = makeName()
  const investor = await register(page, { first_name: 'Ada', last_name })
  const admin = await signInAdmin(page)
  await admin.call('POST', '/portfolio', { user_id: investor.user.id, pending_investments: '$WITGOLD' })
  if (isVerified) await admin.call('PUT', `/users/${investor.user.id}/verification`, { is_verified: true })
  await page.goto(adminUrl(`?d=token-pending&search=${last_name}`))
  return { admin, investor, name: `Ada ${last_name}` }
}

test('a request shows an open screening match, or a confirmed one', async ({ page, sql }) => {
  const { investor, name } = await requestToken(page)
  await sql`insert into screening_hits (user_id, list, entry_id, entry_name, entry_hash, user_name, score)
    values (${investor.user.id}, 'EU', ${name}, ${name}, 'none', ${name}, 100)`
  await page.reload()
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Open match')
  const approve = page.getByRole('button', { name: `Approve $WITGOLD for ${name}` })
  await expect(approve).toBeDisabled()
  await expect(approve).toHaveAccessibleDescription(/A screening match must be resolved first\./)
  await expect(row.getByRole('link', { name: 'Review match' })).toHaveAttribute(
    'href',
    new RegExp(`d=screening&user=${investor.user.id}$`),
  )
  await sql`update screening_hits set state = 'match', reason = 'Same', decided_at = now() where user_id = ${investor.user.id}`
  await page.reload()
  await approve.click()
  const dialog = page.getByRole('dialog', { name: 'Approve request' })
  await expect(dialog).toContainText('Confirmed watchlist match, verified by exception.')
  await expect(dialog, 'one administrator decides here').not.toContainText('second administrator')
  await dialog.getByRole('button', { name: 'Approve request' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter a reason')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Reject $WITGOLD for ${name}` }).click()
  const rejection = page.getByRole('dialog', { name: 'Reject request' })
  await expect(rejection).toContainText('Do not disclose the screening to the investor')
  await rejection.getByRole('button', { name: 'Cancel' }).click()
  await sql`update users set is_verified = false where id = ${investor.user.id}`
  await page.reload()
  await expect(row).toContainText('Watchlist match')
  await expect(approve).toHaveAccessibleDescription(/Confirmed watchlist match, not verified\./)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('an approved request leaves the list, counts as an investment, and notifies the investor', async ({
  page,
  browser,
  baseURL,
}) => {
  const { investor, name } = await requestToken(page)
  const context = await browser.newContext({ baseURL })
  const investorPage = await context.newPage()
  await storeSession(investorPage, investor)
  await investorPage.goto('/access/dashboard')
  await expect(investorPage.getByText('1 pending').first()).toBeVisible()

  const table = page.getByRole('table', { name: 'Pending requests' })
  await expect(table).toContainText(name)
  await expect(table).toContainText('$WITGOLD')
  await expect(table).toContainText('Verified')
  await approveRequest(page, name)
  await expect(page.getByText(`Approved $WITGOLD for ${name}.`)).toBeVisible()
  await expect(page.getByText('No pending requests')).toBeVisible()

  // Without a reload: the event stream announces the change.
  await expect(investorPage.getByText('No pending').first()).toBeVisible()
  await expect(investorPage.getByText('Investment in $WITGOLD approved').first()).toBeVisible()
  const { notifications } = await (
    await investorPage.request.get('/api/v1/user/notifications', {
      headers: { authorization: `Bearer ${investor.token}` },
    })
  ).json()
  expect(notifications).toMatchObject([
    { category: 'investment', title: 'Investment request approved' },
    { category: 'system', title: 'Identity verified' },
  ])
  await context.close()
})

test.describe('a request changed by the investor', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('in the meantime is shown before it is rejected, and the reason stays', async ({ page, sql }) => {
    const { investor, name } = await requestToken(page)
    await page.getByRole('button', { name: `Reject $WITGOLD for ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject request' })
    await dialog.getByLabel(/^Reason/).fill('Not open in your country')
    await sql`update portfolios set pending_investments = '$MONZ', updated_at = now() where user_id = ${investor.user.id}`
    await dialog.getByRole('button', { name: 'Reject request' }).click()
    const changed = page.getByRole('dialog', { name: 'Edited by someone else' })
    await expect(changed.getByRole('row', { name: 'Token $MONZ' })).toBeVisible()
    await changed.getByRole('button', { name: 'Save my version' }).click()
    await expect(page.getByText(`Rejected $MONZ for ${name}.`)).toBeVisible()
    await expect(page.getByText('No pending requests')).toBeVisible()
  })
})

test('a rejected request leaves the list too, and a new one appears without a reload', async ({ page }) => {
  const { admin, investor, name } = await requestToken(page, { isVerified: false })
  const approve = page.getByRole('button', { name: `Approve $WITGOLD for ${name}` })
  await expect(approve, 'not verified').toBeDisabled()
  await expect(approve).toHaveAccessibleDescription(/^Not verified\./)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Reject $WITGOLD for ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject request' })
  await expect(dialog).toContainText(`Reject the request from ${name}`)
  await dialog.getByRole('button', { name: 'Reject request' }).click()
  await expect(dialog).toContainText('Enter a reason (shown to the investor)')
  await dialog.getByLabel(/^Reason/).fill('Not open in your country')
  await dialog.getByRole('button', { name: 'Reject request' }).click()
  await expect(page.getByText(`Rejected $WITGOLD for ${name}.`)).toBeVisible()
  await expect(page.getByText('No pending requests')).toBeVisible()
  const told = await page.request.get('/api/v1/user/notifications', {
    headers: { authorization: `Bearer ${investor.token}` },
  })
  expect((await told.json()).notifications[0].message).toContain('Reason: Not open in your country')
  const response = await page.request.get('/api/v1/user/portfolio', {
    headers: { authorization: `Bearer ${investor.token}` },
  })
  expect((await response.json()).portfolio).toMatchObject({
    pendingInvestments: 'none',
    activeInvestments: 0,
  })
  const last_name = name.replace('Ada ', '')
  const { portfolios } = await admin.call('GET', `/portfolio/management?search=${last_name}`)
  const values = { pending_investments: '$WITGOLD' }
  await admin.call('PUT', `/portfolio/${portfolios[0].id}/values`, values)
  await expect(page.getByRole('button', { name: `Approve $WITGOLD for ${name}` })).toBeVisible()
})

test('a decided request has no buttons while the list is refetched', { tag: '@full' }, async ({ page }) => {
  const { name } = await requestToken(page)
  const pending = Promise.withResolvers<void>()
  const row = page.getByRole('row', { name })
  await expect(row).toBeVisible()
  await page.route('**/portfolio/pending-tokens?**', async (route) => {
    await pending.promise
    await route.continue()
  })
  await approveRequest(page, name)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Approving...' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  pending.resolve()
  await expect(page.getByText(`Approved $WITGOLD for ${name}.`)).toBeVisible()
  await expect(page.getByText('No pending requests')).toBeVisible()
})

test.describe('a decision that is not possible', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of (409|503)/] })

  test('is rejected with a message if the verification was reverted in the meantime', async ({ page }) => {
    await blockEvents(page)
    const { admin, investor, name } = await requestToken(page)
    const approve = page.getByRole('button', { name: `Approve $WITGOLD for ${name}` })
    await expect(approve).toBeEnabled()
    await admin.call('PUT', `/users/${investor.user.id}/verification`, { is_verified: false })
    await approveRequest(page, name)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Failed to approve request')
    await expect(alert).toContainText('not verified')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByRole('table', { name: 'Pending requests' })).toContainText(name)
    await expectAccessible(page)
  })

  test('is reported after another administrator has decided, and the request leaves the list', async ({
    page,
  }) => {
    await blockEvents(page)
    const { admin, investor, name } = await requestToken(page)
    const approve = page.getByRole('button', { name: `Approve $WITGOLD for ${name}` })
    await expect(approve).toBeVisible()
    await admin.call('PUT', `/portfolio/${investor.user.id}/pending-token`, { action: 'reject' })
    await approveRequest(page, name)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('alert')).toContainText('already have been decided')
    await expect(dialog.getByRole('button', { name: 'Approve request' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('No pending requests')).toBeVisible()
  })

  test('a list that cannot be read shows an error and is read again', async ({ page }) => {
    await blockEvents(page)
    await signInAdmin(page)
    await page.route('**/portfolio/pending-tokens?**', (route) =>
      route.fulfill({
        status: 503,
        json: { error: 'The service is busy.', code: 'unavailable', request_id: 'x' },
      }),
    )
    await page.goto(adminUrl('?d=token-pending'))
    await expect(page.getByText('Failed to fetch pending requests')).toBeVisible()
    await retryLoading(page, '**/portfolio/pending-tokens?**')
    await expect(page.getByText('Failed to fetch pending requests')).toBeHidden()
  })
})

test.describe('without requests', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('a 404 is shown as an empty list', async ({ page }) => {
    await signInAdmin(page)
    await page.route('**/portfolio/pending-tokens?**', (route) =>
      route.fulfill({ status: 404, json: { error: 'Nothing.', code: 'not_found', request_id: 'x' } }),
    )
    await page.goto(adminUrl('?d=token-pending'))
    const list = page.getByRole('region', { name: 'Pending requests' })
    await expect(list.getByText('No pending requests')).toBeVisible()
  })
})

test('fits a narrow screen', { tag: '@full' }, async ({ page }) => {
  const { name } = await requestToken(page)
  await expect(page.getByRole('button', { name: `Approve $WITGOLD for ${name}` })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
