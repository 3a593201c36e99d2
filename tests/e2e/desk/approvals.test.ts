/** Dual approval, on a separate server: on the others, tests create administrators all the time. */
import type { Browser, Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { openDatabase } from '#e2e/database'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/fixtures'
import { ADMIN_PASSWORD, ADMIN_PATH, ADMIN_USERNAME, adminUrl, enterReason } from '#e2e/panel'
import { startOwnServer } from '#e2e/separate-server'
import { createSeries, dayFromNow, issueUnits } from '#e2e/series-fixtures'

const port = String(Number(process.env.E2E_PORT ?? '4391') + 1_000)
const origin = `http://127.0.0.1:${port}`
// The browser's own log lines about a missing reason, and about a call awaiting confirmation.
test.use({ baseURL: origin, expectedErrors: [/status of (403|409|422)/] })
// One server for all.
test.describe.configure({ mode: 'serial' })

let server: Awaited<ReturnType<typeof startOwnServer>>
let own: Sql
test.beforeAll(async () => {
  server = await startOwnServer(port, { DUAL_APPROVAL: 'on' })
  own = openDatabase(port)
})
test.afterAll(async () => {
  await own.end()
  await server.stop()
})

async function signInAs(page: Page, username: string): Promise<void> {
  const response = await page.request.post('/api/v1/auth/login', {
    data: { username, password: ADMIN_PASSWORD },
    headers: { 'x-admin-path': ADMIN_PATH },
  })
  const { access_token, refresh_token, user } = await response.json()
  await page.goto('/robots.txt')
  await page.evaluate((entries) => Object.assign(localStorage, entries), {
    adminToken: access_token,
    adminRefreshToken: refresh_token,
    adminUser: JSON.stringify(user),
    adminPathSecret: ADMIN_PATH,
  })
}

/** A second administrator who may approve changes of money. */
const addSecond = () => own`
  insert into admins (username, email, password_hash, roles)
  select 'second', 'second@lodefield.example', password_hash, '{operator}' from admins limit 1
  on conflict (lower(username)) do update set roles = '{operator}'`

/** An investor who may hold units; returns the id. */
async function addInvestor(first_name: string): Promise<number> {
  const [user] = await own<{ id: number }[]>`
    insert into users (email, password_hash, first_name, last_name, is_verified)
    values (${`${first_name.toLowerCase()}@lodefield.example`}, '!', ${first_name}, 'Basalt', true) returning id`
  return Number(user?.id)
}

/** An approval request as the approver opens it. */
async function openAsSecond(browser: Browser, proposal: number): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } })
  const other = await context.newPage()
  await signInAs(other, 'second')
  await other.goto(adminUrl(`?d=approvals&item=${proposal}`))
  return other
}

/** Approves the request that is open, with the password. */
async function approveAs(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Details' }).getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog', { name: 'Approve this change?' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await page.getByRole('dialog', { name: "Confirm it's you" }).getByLabel('Password').fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Confirm' }).click()
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Sections' })

test('one administrator requests a large deposit and a second one approves it, one requests a verification, and a single owner sets the payment account', async ({
  page,
  browser,
}) => {
  const [user] = await own<{ id: number }[]>`
    insert into users (email, password_hash, first_name, last_name)
    values ('ada@lodefield.example', '!', 'Ada', 'Reyes') returning id`
  const ledger = adminUrl(`?d=transactions&user=${user?.id}`)
  await signInAs(page, ADMIN_USERNAME)
  await page.goto(ledger)
  const inactive = page.getByRole('button', { name: 'Dual approval inactive' })
  await inactive.click()
  await expect(page.getByText('There is no second approver.')).toContainText('transactions')
  await page.keyboard.press('Escape')

  await own`
    insert into admins (username, email, password_hash, roles)
    select 'second', 'second@lodefield.example', password_hash, '{operator}' from admins limit 1`
  await page.reload()
  await page.getByRole('button', { name: 'Dual approval partly inactive' }).click()
  await expect(page.getByText('Some changes have no second approver.')).toContainText(
    'settings, administrators and deletion of accounts',
  )
  await expect(page.getByText('Some changes have no second approver.')).not.toContainText('transactions')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add transaction' }).click()
  const form = page.getByRole('dialog', { name: 'Add transaction' })
  await expect(form.getByText('Ada Reyes is not verified.')).toBeVisible()
  await form.getByLabel('Status').selectOption('pending')
  await expect(form.getByText('Ada Reyes is not verified.')).toBeHidden()
  await form.getByLabel('Status').selectOption('completed')
  await form.getByLabel('Amount (USD)').fill('25000')
  await expect(form).toContainText(
    'Above the dual approval threshold, it will be submitted as an approval request, and nothing changes until it is approved.',
  )
  await form.getByRole('button', { name: 'Add transaction' }).click()
  const reason = form.getByLabel('Reason')
  await expect(reason, 'asked for in the dialog of the change').toBeFocused()
  await expect(reason).toHaveAccessibleDescription(
    /Above \$10,000, a second administrator must approve this\. Enter a reason\./,
  )
  await expect(form.getByText('(optional)')).toHaveCount(2)
  await expect(form.getByRole('button', { name: 'Add transaction' })).toBeEnabled()
  await expect(page.getByText('Saving...')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await reason.fill('Wire of 2 March, statement page 4')
  await form.getByRole('button', { name: 'Add transaction' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Submitted for approval by a second administrator.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Awaiting approval' })).toBeVisible()
  await expect(page.getByText('No transactions found')).toBeVisible()

  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } })
  const other = await context.newPage()
  await signInAs(other, 'second')
  await other.goto(adminUrl())
  await navigation(other)
    .getByRole('link', { name: /Approvals\s*1 pending/ })
    .click()
  await expect(other.getByText('Needs your approval', { exact: true })).toBeVisible()
  await expect(other.getByRole('table', { name: 'Approval requests' })).toContainText('Deposit, $25,000.00')
  await other.getByRole('link', { name: /^Open approval request 1/ }).click()
  const details = other.getByRole('region', { name: 'Details' })
  await expect(details.getByRole('heading', { name: 'Add transaction: Ada Reyes' })).toBeFocused()
  await expect(details).toContainText('Wire of 2 March, statement page 4')
  await expect(details).toContainText('Ada Reyes is not verified.')
  await expect(details.getByRole('link', { name: 'Evidence of Ada Reyes' })).toBeVisible()
  await expect(details.getByText('Unverified', { exact: true })).toBeVisible()
  await expect(details.getByRole('row', { name: /Amount/ })).toContainText('$25,000.00')
  await expect(details.getByRole('row', { name: /^Type/ })).toContainText('Deposit')
  await expectAccessible(other, 'main')
  await expectNoSidewaysScroll(other)
  await other.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('link', { name: 'View request' }).click()
  const mine = page.getByRole('region', { name: 'Details' })
  await expect(mine).toContainText('You requested this change.')
  await expect(mine.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await details.getByRole('button', { name: 'Approve' }).click()
  await other
    .getByRole('dialog', { name: 'Approve this change?' })
    .getByRole('button', { name: 'Approve' })
    .click()
  const confirming = other.getByRole('dialog', { name: "Confirm it's you" })
  await expect(confirming).toContainText('Approve: Add transaction · Deposit, $25,000.00 · Ada Reyes')
  await confirming.getByLabel('Password').fill(ADMIN_PASSWORD)
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByText('Approved. The change has been made.')).toBeVisible()
  await expect(navigation(other).getByRole('link', { name: 'Approvals' })).not.toContainText('pending')

  // The first administrator's window updates by itself.
  await expect(mine).toContainText('Approved')
  await expect(mine.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  await page.goto(ledger)
  await expect(page.getByRole('row', { name: /Deposit/ })).toContainText('$25,000.00')

  // A deletion always needs a reason, and one given with a correction is not requested again.
  await page.getByRole('button', { name: /^Delete/ }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete transaction' })
  await deleting.getByRole('button', { name: 'Delete transaction' }).click()
  await expect(deleting.getByLabel('Reason')).toBeFocused()
  await expect(deleting.getByText('Enter a reason')).toBeVisible()
  await expect(deleting.getByRole('button', { name: 'Delete transaction' })).toBeEnabled()
  await deleting.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Edit/ }).click()
  const editing = page.getByRole('dialog', { name: 'Edit transaction' })
  await editing.getByLabel('Amount (USD)').fill('26000')
  await editing.getByLabel('Reason').fill('The bank has sent more')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(editing).toBeHidden()
  await expect(page.getByText('Submitted for approval by a second administrator.')).toBeVisible()
  await own`update approvals set state = 'withdrawn', decided_at = now() where reason = 'The bank has sent more'`

  await context.close()
  await own`update admins set roles = '{compliance}' where username = 'second'`
  await page.goto(adminUrl('?d=users'))
  await page.getByRole('switch', { name: 'Ada Reyes: Verified' }).click()
  await enterReason(page, 'Verify')
  await expect(page.getByText('Submitted for approval by a second administrator.')).toBeVisible()
  expect(await own`select reason from approvals where state = 'waiting'`).toEqual([
    { reason: 'Known to the firm for years' },
  ])

  // The payment account; a single owner changes the settings. The session is no longer new.
  await own`update sessions set created_at = now() - interval '1 day'`
  await page.goto(adminUrl('?d=settings'))
  const settings = page.getByRole('form', { name: 'Site settings' })
  await settings.getByLabel(/^Payment account/).fill('Bank of Tests, account 42')
  await settings.getByRole('button', { name: 'Save settings' }).click()
  const confirmation = page.getByRole('dialog', { name: "Confirm it's you" })
  await confirmation.getByLabel('Password').fill(ADMIN_PASSWORD)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(settings.getByText('Settings saved.')).toBeVisible()
  const [stored] = await own`select payment_account from settings`
  expect(stored?.payment_account).toBe('Bank of Tests, account 42')
})

test('a requested watchlist shows which names are added and removed, in Screening and in Approvals', async ({
  page,
}) => {
  await own`
    insert into admins (username, email, password_hash, roles)
    select 'officer', 'officer@lodefield.example', password_hash, '{compliance}' from admins limit 1`
  await own`insert into screening_lists (entries, filename) values (2, 'old.csv')`
  await own`insert into screening_names (list, entry_id, name) values ('EU', '1', 'Stays Here'), ('EU', '2', 'Goes Away')`
  await signInAs(page, ADMIN_USERNAME)
  await page.goto(adminUrl('?d=screening'))
  await expect(
    page.getByText(/an identical name with a different date of birth is not a match/),
  ).toBeVisible()
  const propose = async (name: string) => {
    await page.getByRole('button', { name: 'Upload watchlist' }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload watchlist' })
    const lines = ['name,birth date,list,entry id', 'Stays Here,,EU,1', 'Comes Newly,1962,EU,3']
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    await dialog.getByRole('button', { name: 'Upload watchlist' }).click()
    return dialog
  }
  const dialog = await propose('new.csv')
  await expect(dialog.getByText(/A second administrator must approve this/)).toBeVisible()
  await dialog.getByLabel('Reason').fill('The list of November')
  await dialog.getByRole('button', { name: 'Upload watchlist' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('A new watchlist is awaiting approval')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText(/1 added, 1 removed, new\.csv/)).toBeVisible()
  await main.getByText('Show changes to names').click()
  await expect(main.getByRole('region', { name: 'Names added' })).toContainText('Comes Newly')
  await expect(main.getByText('Goes Away')).toBeVisible()
  await expectAccessible(page, 'main')

  const again = await propose('again.csv')
  await expect(again.getByText(/Your approval request \d+ for this record is already pending/)).toBeVisible()
  await again.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await main.getByRole('link', { name: 'View request' }).first().click()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('Names compared with the current watchlist')
  await expect(details).toContainText('born 1962 · EU 3')
  await expectNoSidewaysScroll(page)
})

test('a match with a high score is cleared by two, and the second one sees what was compared', async ({
  page,
}) => {
  const id = await addInvestor('Zoe')
  const compared = async () => (await own`select from screenings where user_id = ${id}`).length
  await expect.poll(compared, 'compared with the list in force').toBe(1)
  await own`insert into screening_hits (user_id, list, entry_id, entry_name, entry_birth_date, entry_hash, user_name, user_birth_date, score)
    values (${id}, 'EU', '1', 'Zoe Quarz', '1961', 'none', 'Zoe Quartz', '1961-05-06', 96)`
  await signInAs(page, ADMIN_USERNAME)
  await page.goto(adminUrl('?d=screening'))
  const row = page.getByRole('row', { name: /Zoe Quarz/ })
  await expect(row).toContainText('Account: Zoe Basalt')
  await expect(row).toContainText('1961-05-06, not accepted yet')
  await row.getByRole('button', { name: 'Review Zoe Quartz and Zoe Quarz' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review match' })
  const notice = dialog.getByText(/A second administrator must approve this/)
  await dialog.getByLabel('Decision').selectOption('Confirm match')
  await expect(notice).toBeHidden()
  await dialog.getByLabel('Decision').selectOption('Clear: not a match')
  await expect(notice).toBeVisible()
  await dialog.getByLabel('Reason').fill('Born elsewhere')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await expect(dialog).toBeHidden()
  const [proposal] = await own`select id from approvals where action = 'screening.decide'`
  await page.goto(adminUrl(`?d=approvals&item=${proposal?.id}`))
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('Clear screening match: Zoe Basalt')
  for (const text of [
    'Match score 96%',
    'Zoe Quartz',
    '1961-05-06, not accepted yet',
    'Zoe Quarz',
    'EU, entry 1',
  ])
    await expect(details).toContainText(text)
  await expectAccessible(page, 'main')
  await expectNoSidewaysScroll(page)
})

test('a message to all investors reaches them once a second administrator has read and approved it', async ({
  page,
  browser,
}) => {
  await addSecond()
  const reader = await addInvestor('Nadia')
  await signInAs(page, ADMIN_USERNAME)
  await page.goto(adminUrl('?d=notifications'))
  const form = page.locator('.panel', { has: page.getByRole('heading', { name: 'Global announcement' }) })
  await form.getByLabel('Title').fill('Office hours')
  await form.getByLabel('Message').fill('We are closed on Friday.')
  await expect(form).toContainText('A second administrator must approve this')
  await form.getByLabel('Reason').fill('Public holiday')
  await form.getByRole('button', { name: 'Send to all active investors' }).click()
  const question = page.getByRole('dialog', { name: 'Send to all active investors' })
  await question.getByRole('button', { name: 'Send to all' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('Announcement sent')).toBeHidden()
  await expect(form.getByLabel('Title')).toHaveValue('')
  const [proposal] = await own<
    { id: number }[]
  >`select id from approvals where action = 'notification.broadcast'`
  const other = await openAsSecond(browser, Number(proposal?.id))
  const details = other.getByRole('region', { name: 'Details' })
  for (const text of ['Office hours', 'We are closed on Friday.', 'All active investors', 'Public holiday'])
    await expect(details).toContainText(text)
  await expectAccessible(other, 'main')
  expect(await own`select from notifications where user_id = ${reader}`).toHaveLength(0)
  await approveAs(other)
  await expect
    .poll(() => own`select title from notifications where user_id = ${reader}`)
    .toEqual([{ title: 'Office hours' }])
  await other.context().close()
})

test('a disputed address is decided by two, and the second one sees both addresses and the cash', async ({
  page,
}) => {
  const id = await addInvestor('Una')
  await own`update users set is_active = false where id = ${id}`
  await own`insert into transactions (user_id, type, amount, status) values (${id}, 'deposit', 250, 'completed')`
  await own`insert into email_disputes (user_id, former_email, present_email, suspect_since)
    values (${id}, 'former@lodefield.example', 'una@lodefield.example', now())`
  await addSecond()
  await own`update admins set roles = '{compliance}' where username = 'second'`
  await signInAs(page, ADMIN_USERNAME)
  const decisions = [
    ['email_dispute.restore', 'Restore previous address', 'Restore previous email address'],
    ['email_dispute.keep', 'Keep current address', 'Keep current email address'],
  ] as const
  for (const [action, button, title] of decisions) {
    await page.goto(adminUrl(`?d=users&user=${id}`))
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: button })
    await expect(dialog.getByText(/A second administrator must approve this/)).toBeVisible()
    await dialog.getByLabel('Reason').fill('Called back')
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/Submitted for approval by a second administrator/).first()).toBeVisible()
    const [proposal] = await own`select id from approvals where action = ${action}`
    await page.goto(adminUrl(`?d=approvals&item=${proposal?.id}`))
    const details = page.getByRole('region', { name: 'Details' })
    await expect(details).toContainText(`${title}: Una Basalt`)
    for (const text of ['former@lodefield.example', 'una@lodefield.example', '$250.00'])
      await expect(details).toContainText(text)
    await expectAccessible(page, 'main')
  }
})

test('approving a token request of a confirmed match is requested once, and ends with a rejection', async ({
  page,
}) => {
  const [user] = await own<{ id: number }[]>`
    insert into users (email, password_hash, first_name, last_name, is_verified)
    values ('lena@lodefield.example', '!', 'Lena', 'Gneiss', true) returning id`
  const id = Number(user?.id)
  await own`insert into portfolios (user_id, pending_investments, pending_since) values (${id}, '$WITGOLD', now() - interval '3 days')`
  const compared = async () => (await own`select from screenings where user_id = ${id}`).length
  await expect.poll(compared, 'compared with the list in force').toBe(1)
  await own`insert into screening_hits (user_id, list, entry_id, entry_name, entry_hash, user_name, score, state, reason, decided_at)
    values (${id}, 'EU', '7', 'Lena Gneiss', 'none', 'Lena Gneiss', 100, 'match', 'Same', now())`
  await own`update admins set roles = '{operator}' where username = 'second'`
  await signInAs(page, ADMIN_USERNAME)
  await page.goto(adminUrl('?d=token-pending'))
  const row = page.getByRole('row', { name: /Lena Gneiss/ })
  await expect(row).toContainText('Pending for 3 d')
  await row.getByRole('button', { name: /^Approve/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve request' })
  await expect(dialog).toContainText(
    'A second administrator must approve this: it will be submitted as an approval request',
  )
  await dialog.getByLabel('Reason').fill('Only politically exposed')
  await dialog.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('Submitted for approval by a second administrator.')).toBeVisible()
  await expect(row).toContainText('You submitted it for approval.')
  await expect(row.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await expectAccessible(page, 'main')

  await row.getByRole('button', { name: /^Reject/ }).click()
  const rejecting = page.getByRole('dialog', { name: 'Reject request' })
  await expect(rejecting).toContainText(/Approval request \d+ will also be closed\./)
  await rejecting.getByLabel('Reason').fill('The offering is full')
  await rejecting.getByRole('button', { name: 'Reject request' }).click()
  await expect(page.getByText('Rejected $WITGOLD for Lena Gneiss.')).toBeVisible()
  await page.goto(adminUrl('?d=approvals'))
  const proposals = page.getByRole('table', { name: 'Approval requests' })
  await expect(proposals.getByRole('row', { name: /Lena Gneiss/ })).toContainText('Outdated')
  await expect(proposals.getByRole('row', { name: /Lena Gneiss/ })).toContainText('$WITGOLD')
})

test('an owner is asked for the reason in the confirmation before an administrator is disabled', async ({
  page,
}) => {
  await own`
    insert into admins (username, email, password_hash, roles)
    select 'co-owner', 'co-owner@lodefield.example', password_hash, '{owner}' from admins limit 1`
  await signInAs(page, ADMIN_USERNAME)
  await page.goto(adminUrl('?d=administrators'))
  await page.getByRole('button', { name: /^Disable co-owner/ }).click()
  const question = page.getByRole('dialog', { name: 'Disable administrator' })
  await question.getByRole('button', { name: 'Disable', exact: true }).click()
  const reason = question.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await expect(reason).toHaveAccessibleDescription(/A second administrator must approve this/)
  await reason.fill('Leaves the firm')
  await question.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('Submitted for approval by a second administrator.')).toBeVisible()
  expect(await own`select is_active from admins where username = 'co-owner'`).toEqual([{ is_active: true }])
})

test('deleting a spent deposit shows the overdraft, requires allowing it, and shows the same to the approver', async ({
  page,
  browser,
}) => {
  const [user] = await own<{ id: number }[]>`
    insert into users (email, password_hash, first_name, last_name)
    values ('omar@lodefield.example', '!', 'Omar', 'Basalt') returning id`
  const id = Number(user?.id)
  await own`insert into transactions (user_id, type, status, amount) values
    (${id}, 'deposit', 'completed', '500'), (${id}, 'withdrawal', 'completed', '300')`
  await addSecond()
  await signInAs(page, ADMIN_USERNAME)
  await page.goto(adminUrl(`?d=transactions&user=${id}`))
  await page.getByRole('button', { name: 'Delete Deposit of +$500.00' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete transaction' })
  await expect(dialog).toContainText('Cash balance, before → after$200.00 → -$300.00')
  await expect(dialog).toContainText('Overdraft: the cash balance would fall below zero.')
  await dialog.getByLabel('Reason').fill('Recalled by the bank')
  // A new account is refused until it has been screened, a few seconds after its registration.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Delete transaction' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This investor has a cash balance of $200.00', {
      timeout: 2_000,
    })
  }).toPass()
  await dialog.getByLabel('Allow the overdraft').check()
  await expect(dialog).toContainText('A second administrator must approve it.')
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Delete transaction' }).click()
  await expect(page.getByText('Submitted for approval by a second administrator.')).toBeVisible()
  const [{ id: proposal } = { id: 0 }] = await own<{ id: number }[]>`select max(id) as id from approvals`

  const other = await openAsSecond(browser, proposal)
  const details = other.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('Cash balance, before → after$200.00 → -$300.00')
  await expect(details).toContainText('Overdraft: the cash balance would fall below zero.')
  await approveAs(other)
  await expect.poll(async () => (await own`select from transactions where user_id = ${id}`).length).toBe(1)
  await other.context().close()
})

/**
 * Requests a call as the signed-in administrator; returns the number of the approval request. Repeated until a new
 * investor has been screened against the watchlist of an earlier test.
 */
async function propose(page: Page, path: string, data: object): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem('adminToken'))
  let id = 0
  await expect(async () => {
    const response = await page.request.post(`/api/v1/${ADMIN_PATH}/admin${path}`, {
      data: { reason: 'Third quarter', ...data },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status(), await response.text()).toBe(202)
    id = (await response.json()).approval.id
  }).toPass()
  return id
}

test('the approver of a distribution is warned that its record date was paid before, and is not over', async ({
  page,
  browser,
}) => {
  await addSecond()
  const series = await createSeries(own)
  const holder = await addInvestor('Nia')
  await issueUnits(own, series, [[holder, '10']])
  await own`
    with paid as (
      insert into transactions (user_id, type, amount) values (${holder}, 'interest', 5) returning id
    ), distributed as (
      insert into distributions (token_id, record_date, amount_per_unit, total, reason)
      values (${series.id}, ${dayFromNow(0)}, 0.5, 5, 'Second quarter') returning id
    )
    insert into distribution_lines (distribution_id, user_id, units, amount, transaction_id)
    select distributed.id, ${holder}, 10, 5, paid.id from distributed, paid`
  await signInAs(page, ADMIN_USERNAME)
  const path = `/register/${series.name}/distributions`
  const body = { record_date: dayFromNow(0), amount_per_unit: '0.5', earlier_count: 1 }
  const proposal = await propose(page, path, body)

  const other = await openAsSecond(browser, proposal)
  const paidBefore =
    'A distribution of $5.00 (Second quarter) has already been booked for this record date. This distribution is in addition.'
  const notOver = 'The record date has not ended (UTC).'
  const details = other.getByRole('region', { name: 'Details' })
  await expect(details).toContainText(paidBefore)
  await expect(details).toContainText(notOver)
  await details.getByRole('button', { name: 'Approve' }).click()
  const dialog = other.getByRole('dialog', { name: 'Approve this change?' })
  await expect(dialog).toContainText(paidBefore)
  await expect(dialog).toContainText(notOver)
  await expectAccessible(other, '[role="dialog"]')
  await other.context().close()
})

test('the approver of a redemption sees its price next to the unit value, flagged if it is far away', async ({
  page,
  browser,
}) => {
  await addSecond()
  const series = await createSeries(own)
  const holder = await addInvestor('Ida')
  await issueUnits(own, series, [[holder, '10']])
  await own`insert into series_valuations ${own({
    ...{ token_id: series.id, low: '90.00', preferred: '100.00', high: '110.00' },
    ...{ as_of: dayFromNow(-1), method: 'Model', inputs: own.json([]) },
  })}`
  await signInAs(page, ADMIN_USERNAME)
  const redemption = { type: 'redemption', from_user_id: holder, units: '2', amount: '250' }
  const proposal = await propose(page, `/register/${series.name}/entries`, redemption)

  const other = await openAsSecond(browser, proposal)
  const details = other.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('Proceeds of 2.000000 units$250.00, $125.00 per unit')
  await expect(details).toContainText(/At the unit value as of .+\$200\.00, \$100\.00 per unit/)
  await expect(details).toContainText('More than 20% from the unit value')
  await expectAccessible(other)
  await details.getByRole('button', { name: 'Approve' }).click()
  const dialog = other.getByRole('dialog', { name: 'Approve this change?' })
  await expect(dialog).toContainText('More than 20% from the unit value')
  await other.context().close()
})
