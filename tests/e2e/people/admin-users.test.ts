import { blockEvents, openAdministrator, signInAdmin } from '#e2e/administrator'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  makeEmail,
  register,
  retryLoading,
  signIn,
  test,
} from '#e2e/fixtures'
import { adminUrl, enterReason } from '#e2e/panel'

/** A unique family name. */
const makeName = () => `Quartz${crypto.randomUUID().slice(0, 8)}`

test('filters and searches users, and keeps both in the URL', async ({ page }) => {
  const last_name = makeName()
  const ada = await register(page, { first_name: 'Ada', last_name })
  const bo = await register(page, { first_name: 'Bo', last_name })
  const admin = await signInAdmin(page)
  await admin.call('PUT', `/users/${ada.user.id}/verification`, { is_verified: true })
  await admin.call('PUT', `/users/${bo.user.id}/status`, { is_active: false })

  await page.goto(adminUrl('?d=users'))
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search name, email or account' }).fill(last_name)
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByText(`Ada ${last_name}`)).toBeVisible()
  await expect(table.getByText(`Bo ${last_name}`)).toBeVisible()
  await expect(page.getByText('2 investors found')).toBeVisible()

  const filters = page.getByRole('group', { name: 'Show users' })
  await expect(filters.locator('label')).toHaveText(['All', 'Active', 'Inactive', 'Verified', 'Unverified'])
  await expect(filters.getByLabel('All')).toBeChecked()
  for (const [filter, shown, hidden] of [
    ['Active', 'Ada', 'Bo'],
    ['Inactive', 'Bo', 'Ada'],
    ['Unverified', 'Bo', 'Ada'],
  ] as const) {
    await filters.getByText(filter, { exact: true }).click()
    await expect(table.getByText(`${hidden} ${last_name}`)).toHaveCount(0)
    await expect(table.getByText(`${shown} ${last_name}`)).toBeVisible()
  }
  await filters.getByText('All', { exact: true }).click()
  await expect(page.getByText('2 investors found')).toBeVisible()
  await filters.getByText('Verified', { exact: true }).click()
  await expect(table.getByText(`Bo ${last_name}`)).toHaveCount(0)
  await expect(table.getByText(`Ada ${last_name}`)).toBeVisible()
  await expect(page).toHaveURL(/filter=verified/)

  await page.reload()
  await expect(table.getByText(`Ada ${last_name}`)).toBeVisible()
  await expect(table.getByText(`Bo ${last_name}`)).toHaveCount(0)
  await page.goBack()
  await expect(table.getByText(`Bo ${last_name}`)).toBeVisible()
  for (const words of [`bo ${last_name}`, bo.email]) {
    await page.getByRole('searchbox', { name: 'Search name, email or account' }).fill(words)
    await expect(table.getByText(`Ada ${last_name}`)).toHaveCount(0)
    await expect(table.getByText(`Bo ${last_name}`)).toBeVisible()
  }
})

test.describe('the investor', () => {
  test.use({ expectedErrors: [/status of 40[13]/] })

  test('is signed out immediately when deactivated in place', async ({ page, browser, baseURL }) => {
    const context = await browser.newContext({ baseURL })
    const investorPage = await context.newPage()
    const investor = await signIn(investorPage, { last_name: makeName() })
    await investorPage.goto('/access/dashboard')
    await expect(investorPage).toHaveURL(/\/access\/dashboard/)

    await signInAdmin(page)
    await page.goto(adminUrl(`?d=users&search=${encodeURIComponent(investor.email)}`))
    const active = page.getByRole('switch', { name: /: Active$/ })
    const verified = page.getByRole('switch', { name: /: Verified$/ })
    await expect(active).toHaveAttribute('aria-checked', 'true')
    await verified.click()
    await enterReason(page, 'Verify')
    await expect(verified).toHaveAttribute('aria-checked', 'true')
    await expect(verified, 'the keyboard stays while it is saved').toBeFocused()
    await expect(
      page.getByRole('table', { name: 'Users' }).getByText('Manual', { exact: true }),
    ).toBeVisible()
    await expect(active).toHaveAttribute('aria-checked', 'true')
    await active.click()
    await enterReason(page, 'Deactivate')
    await expect(active).toHaveAttribute('aria-checked', 'false')
    await expect(verified).toHaveAttribute('aria-checked', 'true')
    await expect(
      page.getByRole('status').filter({ hasText: 'has been deactivated and signed out' }),
    ).toBeVisible()

    // The open page receives the event and redirects to the login.
    await expect(investorPage).toHaveURL(/\/access\/login/)
    await context.close()
  })

  test('deleting asks first, names the person, and frees the email', async ({ page }) => {
    const last_name = makeName()
    const email = makeEmail('leaving')
    const investor = await register(page, { first_name: 'Lea', last_name, email })
    await signInAdmin(page)
    await page.goto(adminUrl(`?d=users&search=${last_name}`))
    await page.getByRole('button', { name: `Delete Lea ${last_name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete investor' })
    await expect(dialog).toContainText(`Lea ${last_name}`)
    await expect(dialog).toContainText(email)
    await expect(dialog).toContainText('This action cannot be undone.')
    await expectAccessible(page, '[role="dialog"]')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: `Delete Lea ${last_name}` }).click()
    const release = Promise.withResolvers<void>()
    await page.route('**/admin/users/*', async (route) => {
      await release.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Delete investor' }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog, 'stays open until the response').toBeVisible()
    release.resolve()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`Lea ${last_name} has been deleted.`)).toBeVisible()
    await expect(page.getByText('No users found')).toBeVisible()
    const list = page.getByRole('region', { name: 'Users', exact: true })
    await expect(list, 'the row that had the focus was removed').toBeFocused()

    const profile = await page.request.get('/api/v1/user/profile', {
      headers: { authorization: `Bearer ${investor.token}` },
    })
    expect(profile.status()).toBe(401)
    await register(page, { email })
  })
})

test('deleting an investor requires that cash is paid out, shows the figures and asks for the name', async ({
  page,
}) => {
  const last_name = makeName()
  const { user } = await register(page, { first_name: 'Rich', last_name })
  const admin = await signInAdmin(page)
  const date = '2026-03-02'
  await admin.call('POST', `/user/${user.id}/transactions`, { type: 'deposit', amount: '26000.00', date })
  await admin.call('POST', `/user/${user.id}/transactions`, {
    type: 'withdrawal',
    amount: '750.00',
    status: 'pending',
    date,
  })
  await page.goto(adminUrl(`?d=users&search=${last_name}`))
  await page.getByRole('button', { name: `Delete Rich ${last_name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete investor' })
  await expect(dialog).toContainText('$26,000.00 deposited, $0.00 withdrawn')
  await expect(dialog).toContainText('1 pending withdrawal of $750.00')
  await expect(dialog).toContainText('$26,000.00 in cash')
  await expect(dialog).toContainText('Pay it out first.')
  const confirm = dialog.getByRole('button', { name: 'Delete investor' })
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await admin.call('POST', `/user/${user.id}/transactions`, { type: 'withdrawal', amount: '26000.00', date })
  await page.getByRole('button', { name: `Delete Rich ${last_name}` }).click()
  await expect(dialog).toContainText('$26,000.00 deposited, $26,000.00 withdrawn')
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel(`Type Rich ${last_name} to confirm`).fill('Rich')
  await expect(confirm).toBeDisabled()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByLabel(`Type Rich ${last_name} to confirm`).fill(`Rich ${last_name}`)
  await confirm.click()
  await expect(page.getByText(`Rich ${last_name} has been deleted.`)).toBeVisible()
})

test('asks before several users are deactivated, and names them', async ({ page }) => {
  const last_name = makeName()
  for (const first_name of ['Ada', 'Bo', 'Cy', 'Di']) await register(page, { first_name, last_name })
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=users&search=${last_name}`))
  await page.getByRole('checkbox', { name: 'Select all on this page' }).first().check()
  const deactivate = page.getByRole('button', { name: 'Deactivate', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Deactivate investors' })
  await deactivate.click()
  await expect(dialog).toContainText(
    new RegExp(`^.*Di ${last_name}, Cy ${last_name}, Bo ${last_name} and 1 more investor`),
  )
  const all = dialog.getByRole('region', { name: 'Show all 4 investors' }).getByRole('listitem')
  await expect(all).toHaveCount(0)
  await dialog.getByText('Show all 4 investors').click()
  await expect(all.filter({ hasText: `Ada ${last_name}` })).toBeVisible()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('4 selected'), 'nothing was changed').toBeVisible()
  await deactivate.click()
  await dialog.getByRole('button', { name: 'Deactivate 4 investors' }).click()
  await expect(page.getByText('4 investors updated.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Users', exact: true }), 'keeps the focus').toBeFocused()
  await expect(page.getByRole('switch', { name: `Ada ${last_name}: Active` })).toHaveAttribute(
    'aria-checked',
    'false',
  )
})

test('selecting a whole page offers to select the users of all pages', { tag: '@full' }, async ({
  page,
  sql,
}) => {
  const last_name = makeName()
  await sql`
    insert into users (email, password_hash, first_name, last_name)
    select ${last_name} || n || '@lodefield.example', '!', 'No ' || n, ${last_name} from generate_series(1, 23) as n`
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=users&search=${last_name}&limit=20`))
  const all = page.getByRole('checkbox', { name: 'Select all on this page' }).first()
  await all.dblclick()
  await expect(all, 'the second press takes the first one back').not.toBeChecked()
  await all.check()
  await expect(page.getByText('3 more not included')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 23' }).click()
  await expect(page.getByText('23 selected')).toBeVisible()
  await expect(page.getByText('not included')).toHaveCount(0)
  await page.getByRole('checkbox', { name: `Select No 23 ${last_name}` }).uncheck()
  await expect(page.getByText('22 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('checkbox', { name: `Select No 3 ${last_name}` })).toBeChecked()
  await page.getByRole('checkbox', { name: `Select No 3 ${last_name}` }).uncheck()
  await expect(page.getByText('21 selected, 19 on other pages')).toBeVisible()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate 21 investors' }).click()
  await expect(page.getByText('21 investors updated.')).toBeVisible()
  expect(
    await sql`select first_name from users where last_name = ${last_name} and is_active order by id`,
  ).toEqual([{ first_name: 'No 3' }, { first_name: 'No 23' }])
})

test('users of an earlier search cannot be selected while others are loading', { tag: '@full' }, async ({
  page,
}) => {
  const [former, wanted] = [makeName(), makeName()]
  await register(page, { first_name: 'Ada', last_name: former })
  await register(page, { first_name: 'Bo', last_name: wanted })
  await signInAdmin(page)
  const gate = Promise.withResolvers<void>()
  await page.route(`**/admin/users?*search=${former}*`, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(adminUrl(`?d=users&search=${former}`))
  const all = page.getByRole('checkbox', { name: 'Select all on this page' }).first()
  await expect(all, 'while nothing is read').toBeDisabled()
  gate.resolve()
  await expect(all).toBeEnabled()

  const next = Promise.withResolvers<void>()
  await page.route(`**/admin/users?*search=${wanted}*`, async (route) => {
    await next.promise
    await route.continue()
  })
  const asked = page.waitForRequest(`**/admin/users?*search=${wanted}*`)
  await page.getByRole('searchbox').fill(wanted)
  await asked
  await all.click()
  await expect(all).not.toBeChecked()
  next.resolve()
  await expect(page.getByRole('checkbox', { name: `Select Bo ${wanted}` })).toBeVisible()
  await all.check()
  await expect(page.getByText('1 selected'), 'none of the earlier search').toBeVisible()
  await expect(page.getByText('on other pages')).toHaveCount(0)
})

test('changes several users at once', async ({ page }) => {
  const last_name = makeName()
  await register(page, { first_name: 'Ada', last_name })
  await register(page, { first_name: 'Bo', last_name })
  await page.clock.install()
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=users&search=${last_name}`))
  await page.getByRole('checkbox', { name: 'Select all on this page' }).first().check()
  await expect(page.getByText('2 selected')).toBeVisible()
  // The message clears after five seconds.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  const verify = page.getByRole('dialog').getByRole('button', { name: 'Verify 2 investors' })
  await verify.click()
  await expect(page.getByRole('dialog')).toContainText('Enter a reason')
  await page.getByLabel('Reason').fill('Seen at the branch')
  await verify.click()
  const message = page.getByText('2 investors updated.')
  await expect(message).toBeInViewport()
  await expect(page.getByText('2 selected'), 'the rows are read again').toHaveCount(0)
  const list = page.getByRole('region', { name: 'Users', exact: true })
  await expect(list, 'the button that had the focus was removed').toBeFocused()
  const table = page.getByRole('table', { name: 'Users' })
  const position = await table.boundingBox()
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  await expect(message).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
  expect(await table.boundingBox(), 'nothing moves').toEqual(position)
  for (const name of ['Ada', 'Bo']) {
    await expect(page.getByRole('switch', { name: `${name} ${last_name}: Verified` })).toHaveAttribute(
      'aria-checked',
      'true',
    )
  }
})

test.describe('two administrators', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('a change based on an outdated row is rejected with an explanation, and the row is refetched', async ({
    page,
  }) => {
    const investor = await register(page, { last_name: makeName() })
    await blockEvents(page)
    await signInAdmin(page)
    await page.goto(adminUrl(`?d=users&search=${encodeURIComponent(investor.email)}`))
    const active = page.getByRole('switch', { name: /: Active$/ })
    await expect(active).toBeVisible()
    const other = await openAdministrator(page)
    await other.call('PUT', `/users/${investor.user.id}/verification`, { is_verified: true })
    await active.click()
    await enterReason(page, 'Deactivate')
    await expect(page.getByRole('alert')).toContainText('Failed to update investor status')
    await expect(page.getByRole('alert')).toContainText('has been changed by someone else')
    await expect(page.getByRole('switch', { name: /: Verified$/ })).toHaveAttribute('aria-checked', 'true')
    await expect(active).toHaveAttribute('aria-checked', 'true')
  })
})

test.describe('when the server fails', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 50\d/] })

  test('shows an error and offers to try again', async ({ page }) => {
    await signInAdmin(page)
    await page.route('**/admin/users?**', (route) =>
      route.fulfill({
        status: 503,
        json: { error: 'The service is busy.', code: 'unavailable', request_id: 'x' },
      }),
    )
    await page.goto(adminUrl('?d=users'))
    await expect(page.getByText('Failed to fetch users')).toBeVisible()
    await retryLoading(page, '**/admin/users?**')
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
    await expect(page.getByText('Failed to fetch users')).toBeHidden()
  })
})

test('links to the transactions and notifications of a user, and exports', async ({ page }) => {
  const last_name = makeName()
  const { user } = await register(page, { first_name: 'Ada', last_name })
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=users&search=${last_name}`))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^users-.*\.csv$/)
  await expect(page.getByRole('link', { name: `Notifications of Ada ${last_name}` })).toHaveAttribute(
    'href',
    new RegExp(`d=notifications&user=${user.id}$`),
  )
  await page.getByRole('link', { name: `Transactions of Ada ${last_name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transaction Management' })).toBeVisible()
  await expect(page.getByText(`Ada ${last_name}`).first()).toBeVisible()
})

test('is accessible and fits a narrow screen', { tag: '@full' }, async ({ page }) => {
  await register(page, { last_name: makeName() })
  await signInAdmin(page)
  await page.goto(adminUrl('?d=users'))
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expectAccessible(page)
  for (const width of [1024, 768, 320]) await expectNoSidewaysScroll(page, width)
})
