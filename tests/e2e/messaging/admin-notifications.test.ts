import type { Page } from '@playwright/test'
import { openAdministrator, signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, storeSession, test } from '#e2e/fixtures'
import { makeEmail, register } from '#e2e/investor'
import { adminUrl } from '#e2e/panel'

const XSS = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'

const direct = (page: Page) => page.getByRole('region', { name: 'Notify investors' })
const list = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })

const bellOf = (page: Page) => page.getByRole('banner').locator('summary[aria-label^="Notifications"]')

/** An investor with a unique name. */
const makeInvestor = (page: Page) =>
  register(page, { first_name: 'Nadia', last_name: `Vein${crypto.randomUUID().slice(0, 8)}` })

test('a notification reaches an investor whose page is open, as text and immediately', async ({
  page,
  browser,
}) => {
  const investor = await makeInvestor(page)
  const visitor = await (await browser.newContext()).newPage()
  await storeSession(visitor, investor)
  await visitor.goto('/access/dashboard')
  const bell = bellOf(visitor)
  await expect(bell).toHaveAccessibleName('Notifications')

  await signInAdmin(page)
  await page.clock.install()
  await page.goto(adminUrl(`?d=notifications&user=${investor.user.id}`))
  await direct(page).getByLabel('Title').fill(`Hello ${XSS}`)
  await direct(page).getByLabel('Message').fill(`Line one\n${XSS}`)
  await page.clock.pauseAt(Date.now() + 60_000)
  await direct(page).getByRole('button', { name: 'Send notification' }).click()
  await expect(page.getByText(/^Notification sent to Nadia Vein/)).toBeVisible()
  await expect(direct(page).getByLabel('Title')).toHaveValue('')
  await expect(list(page).getByText(`Hello ${XSS}`)).toBeVisible()

  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await bell.click()
  await expect(visitor.getByText(`Hello ${XSS}`)).toBeVisible()
  for (const one of [page, visitor]) {
    expect(await one.evaluate(() => 'hacked' in window)).toBe(false)
  }
  // Success messages clear after five seconds.
  await page.clock.runFor(4_999)
  await expect(page.getByText(/^Notification sent to/)).toBeVisible()
  await page.clock.runFor(1)
  await expect(page.getByText(/^Notification sent to/)).toBeHidden()
  await visitor.context().close()
})

test('a sent notification is edited and deleted, and a system notification cannot be edited', async ({
  page,
  sql,
}) => {
  const investor = await makeInvestor(page)
  await sql`insert into notifications (user_id, title, message)
    values (${investor.user.id}, 'Words of the system', 'As it was.')`
  const admin = await signInAdmin(page)
  for (const title of ['First words', 'Second words', 'Third words']) {
    await admin.call('POST', '/notifications/send-direct', {
      title,
      message: 'As it was.',
      target_user_id: investor.user.id,
    })
  }
  await page.goto(adminUrl(`?d=notifications&user=${investor.user.id}`))
  await expect(page.getByRole('button', { name: 'Delete Words of the system' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Words of the system' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit Third words' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit notification' })
  await dialog.getByLabel('Title').fill('Better words')
  await dialog.getByRole('button', { name: 'Save notification' }).click()
  await expect(page.getByText('Notification updated.')).toBeVisible()
  await expect(list(page).getByText('Better words')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Better words' }).click()
  const question = page.getByRole('dialog', { name: 'Delete notification' })
  await expect(question).toContainText('Better words')
  await expect(question).toContainText('This action cannot be undone.')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Notification deleted.')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  const both = page.getByRole('dialog', { name: 'Delete notifications' })
  await expect(both).toContainText(
    /(First|Second) words, (First|Second) words, and Words of the system will be deleted/,
  )
  await both.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('3 notifications deleted.')).toBeVisible()
  await expect(page.getByText('No notifications found')).toBeVisible()
})

test('sending waits for the recipient, and a deleted notification cannot be deleted again', {
  tag: '@full',
}, async ({ page }) => {
  // Short enough for one line, like its placeholder.
  const investor = await register(page, { first_name: 'Bo', last_name: 'Ray', email: makeEmail('b') })
  const admin = await signInAdmin(page)
  for (const title of ['First words', 'Second words']) {
    await admin.call('POST', '/notifications/send-direct', {
      title,
      message: 'As it was.',
      target_user_id: investor.user.id,
    })
  }
  const [recipient, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(new RegExp(`/admin/users\\?.*\\bid=${investor.user.id}\\b`), async (route) => {
    await recipient.promise
    await route.continue()
  })
  await page.goto(adminUrl(`?d=notifications&user=${investor.user.id}`))
  await expect(page.getByRole('button', { name: 'Delete Second words' })).toBeVisible()
  const send = direct(page).getByRole('button', { name: 'Send notification' })
  const position = await send.boundingBox()
  await expect(send).toBeDisabled()
  recipient.resolve()
  await expect(send).toBeEnabled()
  expect(await send.boundingBox(), 'nothing moves').toEqual(position)

  await page.route('**/admin/notifications/user/*', async (route) => {
    await read.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Delete Second words' }).click()
  const question = page.getByRole('dialog', { name: 'Delete notification' })
  const reading = page.waitForRequest('**/admin/notifications/user/*')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await reading
  await expect(question.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  read.resolve()
  await expect(question).toBeHidden()
  await expect(list(page).getByText('Second words')).toHaveCount(0)
  await expect(list(page).getByText('First words')).toBeVisible()
})

/** Every template: its name, its text, and its placeholders. */
const templates = {
  direct: [
    [
      'Transaction',
      'Transaction [status]',
      'Your transaction of [amount] [currency] is now [status]. View it in your transaction history.',
      '[status], [amount], [currency]',
    ],
    [
      'Investment',
      'Investment in [token]',
      'Your investment request for [token] has been [status]. See your dashboard for details.',
      '[token], [status]',
    ],
    [
      'Portfolio',
      'Portfolio updated',
      'Your portfolio was updated on [date]. Its total value is now [total value].',
      '[date], [total value]',
    ],
  ],
  global: [
    [
      'Maintenance',
      'Scheduled maintenance on [date]',
      'The platform will be unavailable on [date] from [start time] to [end time] for maintenance.',
      '[date], [start time], [end time]',
    ],
    [
      'Security update',
      'Security update',
      'We have updated [what changed]. Please [what to do] when you next sign in.',
      '[what changed], [what to do]',
    ],
    [
      'New features',
      'New: [feature name]',
      '[feature name] is now available. [what it does]',
      '[feature name], [what it does]',
    ],
    [
      'Market alert',
      'Market alert: [asset]',
      '[asset] has moved by [percent] since [date]. Your dashboard shows current prices.',
      '[asset], [percent], [date]',
    ],
    ['System announcement', '[announcement]', '[details]', '[announcement], [details]'],
    [
      'Holiday schedule',
      'Holiday schedule: [holiday]',
      'Our offices are closed from [first day] to [last day]. We will respond to requests from [return date].',
      '[holiday], [first day], [last day], [return date]',
    ],
  ],
} as const

test('nine templates fill the forms, with their placeholders highlighted', { tag: '@full' }, async ({
  page,
}) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=notifications'))
  for (const [form, offered] of [
    [direct(page), templates.direct],
    [page.getByRole('region', { name: 'Global announcement' }), templates.global],
  ] as const) {
    const template = form.getByLabel(/^Template/)
    await expect(template.locator('option')).toHaveText([
      'Select a template',
      ...offered.map(([name]) => name),
    ])
    for (const [name, title, message, left] of offered) {
      await template.selectOption(name)
      await expect(form.getByLabel('Title')).toHaveValue(title)
      await expect(form.getByLabel('Message')).toHaveValue(message)
      await expect(form.getByText(`Placeholders to fill in: ${left}`, { exact: true })).toBeVisible()
      await expect(form.locator('mark')).toHaveText(`${title} ${message}`.match(/\[[^\]]+\]/g) ?? [])
    }
    await expect(form.getByLabel('Category').locator('option')).toHaveText([
      'Transaction',
      'Investment',
      'Portfolio',
      'Document',
      'Security',
      'System',
    ])
  }
})

test('nothing is sent without a recipient, or with placeholders left', { tag: '@full' }, async ({ page }) => {
  await signInAdmin(page)
  await page.goto(adminUrl('?d=notifications'))
  await direct(page).getByRole('button', { name: 'Send notification' }).click()
  await expect(direct(page).getByRole('alert')).toHaveText('Please select a user first')

  const announce = page.getByRole('region', { name: 'Global announcement' })
  await announce.getByRole('button', { name: 'Send to all active investors' }).click()
  for (const missing of ['Title is required', 'Message is required'])
    await expect(announce.getByText(missing).last()).toBeVisible()
  await announce.getByLabel(/^Template/).selectOption('Maintenance')
  await announce.getByRole('button', { name: 'Send to all active investors' }).click()
  await expect(announce.getByRole('alert')).toHaveText('Replace [date] first')
})

test.describe('an announcement', () => {
  test.use({ isExclusive: true })

  test('reaches all investors', async ({ page, browser }) => {
    const investor = await makeInvestor(page)
    const title = `Holiday ${crypto.randomUUID()}`
    await signInAdmin(page)
    await page.goto(adminUrl('?d=notifications'))
    const announce = page.getByRole('region', { name: 'Global announcement' })
    await announce.getByLabel('Title').fill(title)
    await announce.getByLabel('Message').fill('We are away on Monday.')
    await announce.getByRole('button', { name: 'Send to all active investors' }).click()
    const question = page.getByRole('dialog', { name: 'Send to all active investors' })
    await expect(question).toContainText(title)
    await question.getByRole('button', { name: 'Send to all' }).click()
    await expect(page.getByText(/^Announcement sent to [\d,]+ investors?\.$/)).toBeVisible()

    const visitor = await (await browser.newContext()).newPage()
    await storeSession(visitor, investor)
    await visitor.goto('/access/dashboard')
    await bellOf(visitor).click()
    await expect(visitor.getByText(title)).toBeVisible()
    await visitor.context().close()
  })
})

test.describe('when the server fails', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 50\d/] })

  test('each failure is shown in the specified words', async ({ page }) => {
    const investor = await makeInvestor(page)
    const admin = await signInAdmin(page)
    const notice = { title: 'Assay results', message: 'They are in.' }
    await admin.call('POST', '/notifications/send-direct', { ...notice, target_user_id: investor.user.id })
    await page.route('**/admin/notifications/user/*', (route) => route.fulfill({ status: 502 }))
    await page.goto(adminUrl(`?d=notifications&user=${investor.user.id}`))
    await expect(page.getByText('Failed to fetch user notifications')).toBeVisible()
    await page.unroute('**/admin/notifications/user/*')
    await page.reload()

    await page.route('**/admin/notifications/*', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 502 }),
    )
    await page.getByRole('button', { name: 'Delete Assay results' }).click()
    const question = page.getByRole('dialog', { name: 'Delete notification' })
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(question.getByText('Failed to delete notification')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()

    const json = { error: 'The queue is full', code: 'internal', request_id: 'r-1' }
    await page.route('**/admin/notifications/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, json }) : route.fallback(),
    )
    await page.getByRole('button', { name: 'Edit Assay results' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit notification' })
    await editing.getByLabel('Message').fill('They are not in.')
    await editing.getByRole('button', { name: 'Save notification' }).click()
    await expect(editing.getByRole('alert')).toHaveText('Failed to update notification: The queue is full')
    await editing.getByRole('button', { name: 'Cancel' }).click()
    const unsaved = page.getByRole('dialog', { name: 'Unsaved changes' })
    await unsaved.getByRole('button', { name: 'Discard changes' }).click()
    await expect(editing).toBeHidden()
    await page.route('**/admin/notifications/send-direct', (route) => route.fulfill({ status: 500, json }))
    await direct(page).getByLabel('Title').fill(notice.title)
    await direct(page).getByLabel('Message').fill(notice.message)
    await direct(page).getByRole('button', { name: 'Send notification' }).click()
    await expect(direct(page).getByText('Failed to send notification: The queue is full')).toBeVisible()
    const announce = page.getByRole('region', { name: 'Global announcement' })
    await announce.getByLabel('Title').fill(notice.title)
    await announce.getByLabel('Message').fill(notice.message)
    await announce.getByRole('button', { name: 'Send to all active investors' }).click()
    await page
      .getByRole('dialog', { name: 'Send to all active investors' })
      .getByRole('button', { name: 'Send to all' })
      .click()
    await expect(
      page.getByText('Failed to send global notification: The queue is full').first(),
    ).toBeVisible()
  })
})

test('the section is accessible, and fits a phone', { tag: '@full' }, async ({ page }) => {
  const investor = await makeInvestor(page)
  const admin = await openAdministrator(page)
  await admin.call('POST', '/notifications/send-direct', {
    title: 'Something',
    message: 'To look at.',
    target_user_id: investor.user.id,
  })
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=notifications&user=${investor.user.id}`))
  await expect(list(page).getByText('Something')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test.describe('an announcement that fails', { tag: '@full' }, () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('shows the error next to its button, and keeps the input', async ({ page }) => {
    await signInAdmin(page)
    await page.goto(adminUrl('?d=notifications'))
    const announce = page.getByRole('region', { name: 'Global announcement' })
    await announce.getByLabel('Title').fill('Quarterly figures')
    await announce.getByLabel('Message').fill('They are out.')
    const error = 'The database does not answer.'
    await page.route('**/admin/notifications/send-direct', (route) =>
      route.fulfill({ status: 503, json: { error, code: 'unavailable', request_id: 'r-1' } }),
    )
    await announce.getByRole('button', { name: 'Send to all active investors' }).click()
    const question = page.getByRole('dialog', { name: 'Send to all active investors' })
    await question.getByRole('button', { name: 'Send to all' }).press('Enter')
    await expect(question.getByRole('alert')).toHaveText(`Failed to send global notification: ${error}`)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(announce.getByLabel('Title')).toHaveValue('Quarterly figures')
    // Leaving the section asks first.
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Documents' }).click()
    const unsaved = page.getByRole('dialog', { name: 'Unsaved changes' })
    await unsaved.getByRole('button', { name: 'Stay here' }).click()
    await expect(announce.getByLabel('Message')).toHaveValue('They are out.')
  })
})
