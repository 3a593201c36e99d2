import { blockEvents, openAdministrator, signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, PASSWORD, register, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'

const makeName = (rock = 'Syenite') => `${rock}${crypto.randomUUID().slice(0, 8)}`

test.describe('a locked account', () => {
  test('is shown as locked, and can be unlocked', async ({ page, sql }) => {
    const last_name = makeName()
    const { email } = await register(page, { first_name: 'Ada', last_name })
    // Inserted as the server counts them: real failures would use up the sign-ins of this IP address.
    const key = new Bun.CryptoHasher('sha256').update(`investor\n${email}`).digest('hex')
    await sql`insert into lockouts (key, points, expire) values (${key}, 1000000, now() + interval '10 minutes')`
    await signInAdmin(page)
    await page.goto(adminUrl(`?d=users&search=${last_name}`))
    const row = page.getByRole('row', { name: `Ada ${last_name}` })
    await expect(row).toContainText(/Locked until \d\d:\d\d UTC/)
    await row.getByRole('button', { name: `Unlock Ada ${last_name}` }).click()
    await expect(page.getByText(`Ada ${last_name} can sign in again.`)).toBeVisible()
    await expect(row).not.toContainText('Locked until')
    const signIn = await page.request.post('/api/v1/auth/user/login', { data: { email, password: PASSWORD } })
    expect(signIn.status()).toBe(200)
  })
})

test('lists follow the changes of another administrator', async ({ page }) => {
  const last_name = makeName()
  const { user } = await register(page, { first_name: 'Ada', last_name })
  const admin = await signInAdmin(page)
  const other = await openAdministrator(page)

  await page.goto(adminUrl(`?d=users&search=${last_name}`))
  await expect(page.getByRole('switch', { name: /: Verified$/ })).not.toBeChecked()
  await other.call('PUT', `/users/${user.id}/verification`, { is_verified: true })
  await expect(page.getByRole('switch', { name: /: Verified$/ })).toBeChecked()

  await page.goto(adminUrl(`?d=transactions&user=${user.id}`))
  await expect(page.getByText('No transactions found')).toBeVisible()
  await other.call('POST', `/user/${user.id}/transactions`, {
    type: 'deposit',
    amount: '12.50',
    date: '2026-03-19',
  })
  await expect(page.getByRole('table', { name: 'Transactions' })).toContainText('+$12.50')

  await page.goto(adminUrl(`?d=portfolio&search=${last_name}`))
  await expect(page.getByRole('table', { name: 'Portfolios' })).toContainText('No Portfolio')
  await other.call('POST', '/portfolio', { user_id: user.id, total_value: '77.00' })
  await expect(page.getByRole('table', { name: 'Portfolios' })).toContainText('$77.00')

  await page.goto(adminUrl(`?d=audit-log&search=${last_name}`))
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log.getByRole('link', { name: `Ada ${last_name}` })).toHaveCount(3)
  await admin.call('PUT', `/users/${user.id}/status`, { is_active: false })
  await expect(log).toContainText(`deactivated Ada ${last_name}`)
  await log
    .getByRole('row', { name: new RegExp(`deactivated Ada ${last_name}`) })
    .getByRole('link', { name: `Ada ${last_name}` })
    .click()
  await expect(page).toHaveURL(/d=users&user=/)
  await expect(page.getByRole('heading', { level: 1, name: `Ada ${last_name}` })).toBeVisible()
})

test('a notification goes to the selected investors', async ({ page, sql }) => {
  const last_name = makeName()
  const people = []
  for (const first_name of ['Ada', 'Bea', 'Cyd']) people.push(await register(page, { first_name, last_name }))
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=users&search=${last_name}&sort=first_name`))
  for (const name of ['Ada', 'Bea'])
    await page.getByRole('checkbox', { name: `Select ${name} ${last_name}` }).check()
  await page.getByRole('button', { name: 'Notify', exact: true }).click()
  const others = page.getByRole('list', { name: 'Additional recipients' })
  await expect(others).toContainText(`Bea ${last_name}`)
  await page.reload()
  await expect(others, 'kept over a reload').toContainText(`Bea ${last_name}`)
  const send = page.getByRole('button', { name: 'Send to 2 investors' })
  const form = page.locator('form').filter({ has: send })
  await form.getByLabel('Title').fill('Drilling results')
  await form.getByLabel('Message').fill('They are in the library.')
  await send.click()
  await expect(page.getByText('Notification sent to 2 investors.')).toBeVisible()
  const notified = await sql`
    select u.first_name from notifications n join users u on u.id = n.user_id
    where u.last_name = ${last_name} order by u.first_name`
  expect(notified.map(({ first_name }) => first_name)).toEqual(['Ada', 'Bea'])
})

test.describe('a round that fails', () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('is shown, and the remaining matches are notified afterwards', async ({ page, sql }) => {
    const last_name = makeName()
    for (const first_name of ['Ada', 'Bea', 'Cyd', 'Dee']) await register(page, { first_name, last_name })
    const disable = (name: string) =>
      sql`update users set is_active = false where last_name = ${last_name} and first_name = ${name}`
    await disable('Dee')
    await signInAdmin(page)
    await page.goto(adminUrl(`?d=users&search=${last_name}&filter=unverified`))
    await page.getByRole('checkbox', { name: `Select Ada ${last_name}` }).check()
    await page.getByRole('button', { name: 'Notify all 4' }).click()
    const form = page.getByRole('region', { name: 'Notify investors' })
    await expect(form).toContainText(`Unverified investors matching “${last_name}”`)
    await page.reload()
    await expect(form).toContainText('4 currently match.')
    await form.getByLabel('Title').fill('Drilling results')
    await form.getByLabel('Message').fill('They are in the library.')
    await page.reload()
    await expect(form.getByLabel('Title'), 'kept over a reload').toHaveValue('Drilling results')
    await page.route('**/notifications/send-direct', (route) => route.fulfill({ status: 503 }), { times: 1 })
    await form.getByRole('button', { name: 'Send to all matching investors' }).click()
    const question = page.getByRole('dialog', { name: 'Send to all matching investors' })
    await question.getByRole('button', { name: 'Send to all' }).click()
    const result = page.getByRole('region', { name: /^Notification to unverified investors/ })
    await expect(result).toContainText('Sent to 0 of 3 investors. Sending stopped:')
    await disable('Cyd')
    await page.reload()
    await result.getByRole('button', { name: 'Send to remaining 3' }).click()
    await expect(result).toContainText('Sent to 2 of 3 investors. 1 excluded because deleted or inactive.')
    await expectAccessible(page)
    const notified = await sql`
      select u.first_name from notifications n join users u on u.id = n.user_id
      where u.last_name = ${last_name} order by u.first_name`
    expect(notified.map(({ first_name }) => first_name)).toEqual(['Ada', 'Bea'])
  })
})

test.describe('rows that another administrator has deleted', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('leave the list after the 404, and are not offered again', async ({ page }) => {
    await blockEvents(page)
    const { user } = await register(page, { last_name: makeName() })
    const admin = await signInAdmin(page)
    const { transaction } = await admin.call('POST', `/user/${user.id}/transactions`, {
      type: 'deposit',
      amount: '3.00',
      date: '2026-03-19',
    })
    await page.goto(adminUrl(`?d=transactions&user=${user.id}`))
    await page.getByRole('button', { name: 'Delete Deposit of +$3.00' }).click()
    await admin.call('DELETE', `/transactions/${transaction.id}`)
    const dialog = page.getByRole('dialog', { name: 'Delete transaction' })
    await dialog.getByLabel('Reason').fill('Booked twice')
    await dialog.getByRole('button', { name: 'Delete transaction' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to delete transaction')
    await expect(page.getByText('No transactions found')).toBeAttached()
  })
})

test.describe('a search that fails', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('shows "Failed to fetch users" in Notifications', async ({ page }) => {
    await signInAdmin(page)
    await page.goto(adminUrl('?d=notifications'))
    await page.route('**/admin/users?**', (route) =>
      route.fulfill({
        status: 503,
        json: { error: 'The service is busy.', code: 'unavailable', request_id: 'x' },
      }),
    )
    await page.getByRole('combobox', { name: 'Investor' }).fill('Ada')
    await expect(page.getByText('Failed to fetch users. The service is busy.')).toBeVisible()
  })
})

test('a reply that cannot be emailed shows a warning, and still resolves the ticket', {
  tag: '@full',
}, async ({ page }) => {
  const subject = makeName('Question ')
  const sent = await page.request.post('/api/v1/support/ticket', {
    data: { name: 'Vera', email: 'vera@visitor.example', subject, message: 'When?' },
  })
  const { id, reference } = await sent.json()
  const admin = await signInAdmin(page)
  await page.goto(adminUrl(`?d=support&item=${id}`))
  await page.getByRole('textbox', { name: 'Reply' }).fill('Next week.')
  await page.getByRole('button', { name: 'Send and resolve' }).click()
  await expect(page.getByText(`Reply to ${reference} not emailed`)).toBeVisible()
  await expect(page.getByText('visitors cannot').last()).toBeVisible()
  const { ticket } = await admin.call('GET', `/support/tickets/${id}`)
  expect(ticket.status).toBe('resolved')
})

test('an open dialog does not move the page behind it, long or short', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=tokens&search=nothing-is-called-this'))
  // The dialog hides the page behind it from assistive technology.
  const title = page.getByRole('heading', { name: 'Token Management', includeHidden: true })
  const create = page.getByRole('button', { name: 'Create token', includeHidden: true }).first()
  await expect(create).toBeVisible()
  const before = [await title.boundingBox(), await create.boundingBox()]
  await create.click()
  await expect(page.getByRole('dialog', { name: 'Create token' })).toBeVisible()
  expect([await title.boundingBox(), await create.boundingBox()]).toEqual(before)
})

test('signing out elsewhere leaves a page with unsaved input without asking', async ({ page, context }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=notifications'))
  await page.getByLabel('Title').first().fill('Half a thought')
  let requests = 0
  page.on('dialog', async (dialog) => {
    requests += 1
    await dialog.accept()
  })
  const other = await context.newPage()
  await other.goto(adminUrl())
  await other.getByRole('button', { name: /tester/ }).click()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/\/admin\/login$/)
  await expect(page).toHaveURL(/\/admin\/login$/)
  expect(requests).toBe(0)
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('the panel shows the networks that administrators may sign in from', { tag: '@full' }, async ({
  page,
}) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=settings'))
  const rules = page.locator('.panel').filter({ hasText: 'Administrator access' })
  await expect(rules).toContainText('All networks')
  await expect(rules).toContainText('ADMIN_ALLOWED_IPS')
})

test('the first field of the login page has the focus', { tag: '@full' }, async ({ page }) => {
  await page.goto(adminUrl('/login'))
  await expect(page.getByLabel('Username')).toBeFocused()
})

test('the count of a category follows its tokens', { tag: '@full' }, async ({ page }) => {
  const name = makeName('Category ')
  const admin = await signInAdmin(page)
  const { category } = await admin.call('POST', '/tokens/categories', { name })
  await page.goto(adminUrl('?d=tokens'))
  await page.getByRole('button', { name: 'Categories' }).click()
  const dialog = page.getByRole('dialog', { name: 'Categories' })
  await expect(dialog.getByRole('button', { name: `Delete ${name}` })).toBeEnabled()
  const symbol = `$E${crypto.randomUUID().slice(0, 6).toUpperCase()}`
  const { token } = await admin.call('POST', '/tokens', {
    symbol,
    name: 'Trial',
    category: name,
    location: 'Nowhere',
    description: 'For a test',
    icon: 'Gem',
    icon_type: 'lucide',
    icon_url: '',
    color: 'Gold',
    is_active: false,
  })
  await expect(dialog.getByRole('button', { name: `Delete ${name}` })).toBeDisabled()
  await admin.call('DELETE', `/tokens/${token.id}`)
  await expect(dialog.getByRole('button', { name: `Delete ${name}` })).toBeEnabled()
  await admin.call('DELETE', `/tokens/categories/${category.id}`)
})

test.describe('a department', () => {
  test.use({ isExclusive: true })

  test('is added, shown under further contacts of the help page, and deleted', async ({ page }) => {
    const title = `Press ${crypto.randomUUID().slice(0, 6)}`
    await signInAdmin(page)
    await page.goto(adminUrl('?d=departments'))
    await page.getByRole('button', { name: 'Add department' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add department' })
    await dialog.getByLabel('Name').fill(title)
    await dialog.getByLabel('Email').fill('press@lodefield.example')
    await dialog.getByRole('button', { name: 'Add department' }).click()
    const line = page.getByRole('main').locator('summary').filter({ hasText: title })
    await expect(line).toContainText('press@lodefield.example')

    await page.goto('/docs/help-support')
    const further = page.getByRole('region', { name: 'Further contacts' })
    await page.getByRole('heading', { name: 'Compliance and privacy' }).scrollIntoViewIfNeeded()
    await expect(further).toContainText(title)
    await expect(further).toContainText('press@lodefield.example')

    await page.goto(adminUrl('?d=departments'))
    await line.click()
    await expect(page.getByRole('button', { name: /^Delete department/ })).toHaveCount(1)
    await page.getByRole('button', { name: `Delete department ${title}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete department' }).click()
    await expect(line).toHaveCount(0)
  })
})
