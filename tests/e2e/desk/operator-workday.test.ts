/** An operator's day, from the pending items to the end of the month, with the number of clicks of each task. */
import type { Locator, Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { signInAdmin } from '#e2e/administrator'
import { expect, expectAccessible, expectNoSidewaysScroll, register, test } from '#e2e/fixtures'
import { adminUrl } from '#e2e/panel'
import { createSeries, subscribe } from '#e2e/series-fixtures'

const makeName = () => `Gneiss${crypto.randomUUID().slice(0, 8)}`

/** The clicks of each task, as listed in `docs/decisions/30-work-queue.md`. */
const CLICKS = {
  'answer and resolve a ticket': 2,
  'review and verify an investor': 10,
  'verify an investor by hand': 2,
  'pay, approve and allot a request': 8,
  'refuse one with a reason': 2,
  'book a wire and show it': 2,
  'correct a typo': 2,
  'find by reference': 0,
  'see who did what to whom': 2,
  'send to some': 4,
  "prepare the month's end": 5,
} as const
type Task = keyof typeof CLICKS

const needsAttention = (page: Page) => page.getByRole('region', { name: 'Needs attention', exact: true })

/** Clicks, counted for the current task. Each begins at the dashboard, reached by keyboard. */
function countClicks(page: Page) {
  const counts = new Map<Task, number>()
  let task: Task = 'answer and resolve a ticket'
  return {
    counts,
    begin: async (next: Task) => {
      task = next
      counts.set(task, 0)
      if (new URL(page.url()).search === '') return
      await find(page, 'dashboard', /Section$/)
      await expect(needsAttention(page).getByRole('listitem').first()).toBeVisible()
    },
    click: async (target: Locator) => {
      counts.set(task, (counts.get(task) ?? 0) + 1)
      await target.click()
    },
    choose: async (target: Locator, option: string) => {
      counts.set(task, (counts.get(task) ?? 0) + 1)
      await target.selectOption(option)
    },
  }
}

/** The longest waiting verification, with files that are not opened here. */
async function submitVerification(sql: Sql, userId: number): Promise<void> {
  const answers = {
    identity: { full_name: 'Bo Quartz', birth_date: '1980-04-02', nationality: 'Switzerland' },
    address: { street: 'Bahnhofstrasse 1', city: 'Bern', postal_code: '3001', country: 'CH' },
    tax: { country: 'CH', number: '756.1234.5678.97' },
    source_of_funds: 'Sale of a company in 2021.',
    investor_kind: 'professional',
    ground: 'Wealthy private client with opting-out (article 5 FinSA)',
    declarations: ['true_and_complete', 'own_account', 'risk_understood'].map((id) => ({ id, version: 2 })),
  }
  for (const item of ['identity', 'address', 'investor_kind'])
    await sql`insert into verification_files
      (user_id, item, name, media_type, size, filename, wrapped_key, scanned)
      values (${userId}, ${item}, 'file.pdf', 'application/pdf', 26,
        ${`evidence-test-${crypto.randomUUID()}.bin`}, 'none', 'not_scanned')`
  await sql`update verifications set state = 'submitted', answers = ${sql.json(answers)},
    submitted_at = now() - interval '400 days' where user_id = ${userId}`
}

/** Finds by keyboard alone, and opens the wanted option. */
async function find(page: Page, text: string, option: RegExp): Promise<void> {
  await page.locator('#main').focus()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill(text)
  const wanted = palette.getByRole('option', { name: option }).first()
  await expect(wanted).toBeVisible()
  while ((await wanted.getAttribute('data-highlighted')) === null) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
}

test('an operator completes the tasks of a day in few clicks', async ({ page, sql }) => {
  const last_name = makeName()
  const { user: ada } = await register(page, { first_name: 'Ada', last_name })
  const { user: bo } = await register(page, { first_name: 'Bo', last_name })
  const series = await createSeries(sql)
  const paid = await subscribe(sql, series, { user_id: ada.id })
  const refused = await subscribe(sql, series, { user_id: bo.id })
  const [ticket] = await sql`
    insert into support_tickets (user_id, name, email, subject, message, created_at, first_answer_due)
    values (${ada.id}, 'Ada', 'ada@lodefield.example', ${`Statement ${last_name}`}, 'Where is it?', now() - interval '400 days', now() - interval '399 days')
    returning id, reference`
  await submitVerification(sql, bo.id)
  const { counts, begin, click, choose } = countClicks(page)
  await signInAdmin(page)
  await page.goto(adminUrl(''))
  const main = page.getByRole('main')
  const details = page.getByRole('region', { name: 'Details' })
  const dialog = page.getByRole('dialog')

  // Every type is visible, however many items another one has.
  for (const kind of ['Ticket', 'Verification', 'Subscription'])
    await expect(needsAttention(page).getByRole('heading', { name: new RegExp(`^${kind}`) })).toBeVisible()

  await begin('answer and resolve a ticket')
  const waiting = needsAttention(page).getByRole('listitem')
  const item = waiting.filter({ hasText: `Statement ${last_name}` })
  await expect(item).toContainText('Overdue by')
  await click(item.getByRole('link', { name: /^Open / }))
  await details.getByRole('textbox', { name: 'Reply' }).fill('It is in your documents.')
  await click(details.getByRole('button', { name: 'Send and resolve' }))
  await expect(details).toContainText('Resolved')

  await begin('review and verify an investor')
  await click(waiting.filter({ hasText: `Bo ${last_name}` }).getByRole('link', { name: 'Open Verification' }))
  for (const label of [
    'Identity',
    'Address',
    'Tax residency',
    'Source of funds',
    'Investor classification',
    'Declarations',
  ]) {
    await click(details.getByRole('button', { name: `Accept ${label}` }))
    await expect(details.getByRole('region', { name: label, exact: true })).toContainText('Accepted')
  }
  await click(details.getByRole('button', { name: 'Verify', exact: true }))
  await click(dialog.getByLabel('Verify with an incomplete review'))
  await click(dialog.getByRole('button', { name: 'Verify', exact: true }))
  await expect(details).toContainText('Verified')

  await begin('verify an investor by hand')
  await find(page, `ada ${last_name}`, /Investor$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ada ${last_name}`)
  await click(main.getByRole('switch', { name: `Ada ${last_name}: Verified` }))
  await dialog.getByLabel('Reason').fill('Known to the firm for years')
  await click(dialog.getByRole('button', { name: 'Verify', exact: true }))
  await expect(page.getByText(`Ada ${last_name} is now verified.`)).toBeVisible()
  await expectAccessible(page)

  await begin('pay, approve and allot a request')
  await find(page, paid.reference, /Subscription$/)
  for (const step of ['Start review', 'Approve']) {
    await click(details.getByRole('button', { name: step }))
    await click(dialog.getByRole('button', { name: step }))
    await expect(dialog).toBeHidden()
  }
  await click(details.getByRole('button', { name: 'Record payment' }))
  await expect(dialog.getByLabel('Amount (USD)')).toHaveValue('1000.00')
  await expect(dialog.getByLabel('Description')).toHaveValue(`Payment for ${paid.reference}`)
  await click(dialog.getByRole('button', { name: 'Record payment' }))
  await expect(details).toContainText('Paid')
  await click(details.getByRole('button', { name: 'Allot units' }))
  await click(dialog.getByRole('button', { name: 'Allot units' }))
  await expect(details).toContainText('Allotted')

  await begin('refuse one with a reason')
  await find(page, refused.reference, /Subscription$/)
  await click(details.getByRole('button', { name: 'Reject' }))
  await dialog.getByLabel('Reason').fill('The source of funds is missing')
  await click(dialog.getByRole('button', { name: 'Reject' }))
  await expect(details).toContainText('The source of funds is missing')

  await begin('book a wire and show it')
  await find(page, `ada ${last_name}`, /^Add a transaction for Ada/)
  await dialog.getByLabel('Amount (USD)').fill('250')
  await dialog.getByLabel('Description').fill(`Wire ${last_name} adn fees`)
  await click(dialog.getByRole('button', { name: 'Add transaction' }))
  await click(main.getByRole('link', { name: '2 transactions' }))
  const ledger = page.getByRole('table', { name: 'Transactions' })
  await expect(ledger).toContainText(`Wire ${last_name} adn fees`)
  await expect(
    ledger.getByRole('button', { name: /^(Edit|Delete) / }),
    'not of the one that pays',
  ).toHaveCount(2)

  await begin('correct a typo')
  await find(page, `wire ${last_name}`, /Transaction$/)
  // Rows of the previous list cannot be pressed.
  await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeAttached()
  await expect(ledger).not.toHaveAttribute('aria-busy')
  await click(ledger.getByRole('button', { name: /^Edit / }))
  await dialog.getByLabel('Description').fill(`Wire ${last_name} and fees`)
  await click(dialog.getByRole('button', { name: 'Save changes' }))
  await expect(ledger).toContainText('and fees')

  await begin('find by reference')
  await find(page, ticket?.reference, /Ticket$/)
  await expect(details).toContainText('It is in your documents.')
  await find(page, `wire ${last_name}`, /Transaction$/)
  await expect(ledger).toBeVisible()

  await begin('see who did what to whom')
  await find(page, 'audit', /Section$/)
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log).toContainText('tester')
  await click(log.getByRole('link', { name: `Ada ${last_name}` }).first())
  await choose(main.getByLabel('Show', { exact: true }), 'audit')
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('User verify')

  await begin('send to some')
  await find(page, 'users', /Section$/)
  await page.getByRole('searchbox').fill(last_name)
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('2 investors found')
  await expect(page.getByRole('table', { name: 'Users' })).not.toHaveAttribute('aria-busy')
  for (const name of ['Ada', 'Bo'])
    await click(page.getByRole('checkbox', { name: `Select ${name} ${last_name}` }))
  await click(page.getByRole('button', { name: 'Notify', exact: true }))
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Send to 2 investors' }) })
  await form.getByLabel('Title').fill('Month end')
  await form.getByLabel('Message').fill('Statements are ready.')
  await click(form.getByRole('button', { name: 'Send to 2 investors' }))
  await expect(page.getByText('Notification sent to 2 investors.')).toBeVisible()

  await begin("prepare the month's end")
  await find(page, 'reports', /Section$/)
  for (const report of ['register', 'subscriptions', 'flows']) {
    const choice = page.getByLabel('Report', { exact: true })
    if ((await choice.inputValue()) !== report) await choose(choice, report)
    const download = page.waitForEvent('download')
    await click(main.getByRole('button', { name: 'Export CSV' }))
    expect((await download).suggestedFilename()).toContain(report)
  }
  expect(Object.fromEntries(counts)).toEqual(CLICKS)
})

test('a list is navigated by keys, changed and undone, and saved as a view', async ({ page, sql }) => {
  const last_name = makeName()
  await register(page, { first_name: 'Bo', last_name })
  const { user: ada } = await register(page, { first_name: 'Ada', last_name })
  await sql`insert into support_tickets (user_id, name, email, subject, message)
    select ${ada.id}, 'Ada', 'ada@lodefield.example', 'Statement-' || repeat('unbroken', 20), 'M'
    from generate_series(1, 7)`
  await sql`update verifications set state = 'verified', risk = 'low', verified_until = '2031-05-06'
    where user_id = ${ada.id}`
  await signInAdmin(page)
  await page.goto(adminUrl(`?d=users&search=${last_name}&sort=first_name`))
  const row = (name: string) => page.getByRole('row', { name: `${name} ${last_name}` })
  await expect(row('Bo')).toBeVisible()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(row('Bo')).toBeFocused()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Next row')
  await page.keyboard.press('Escape')

  const dialog = page.getByRole('dialog', { name: 'Deactivate investors' })
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(dialog).toContainText(`Bo ${last_name}`)
  await dialog.getByRole('button', { name: 'Deactivate 2 investors' }).click()
  const isActive = page.getByRole('switch', { name: `Ada ${last_name}: Active` })
  await expect(isActive).toHaveAttribute('aria-checked', 'false')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(isActive).toHaveAttribute('aria-checked', 'true')
  await expect(page.getByText('Undone: 2 investors updated.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' }), 'once').toHaveCount(0)

  const views = page.getByRole('button', { name: 'Views' })
  await views.click()
  await page.getByRole('radio', { name: 'Compact rows' }).check()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByLabel('Name', { exact: true }).fill(last_name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(
    page.getByText(`View “${last_name}” saved. Find it under Views in this section.`),
  ).toBeVisible()
  await page.goto(adminUrl('?d=users'))
  await views.click()
  await expectAccessible(page, '[role="dialog"]')
  await page.getByRole('link', { name: last_name, exact: true }).click()
  await expect(row('Ada')).toBeVisible()
  // The popup returns the focus to its button once it is closed.
  await expect(page.getByRole('list', { name: 'Saved views' })).toBeHidden()
  await expect(views).toBeFocused()
  // Rows of an earlier query cannot be focused.
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('2 investors found')
  await expect(page.getByRole('table', { name: 'Users' })).not.toHaveAttribute('aria-busy')
  await row('Ada').focus()
  await expect(row('Ada')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ada ${last_name}`)
  const region = (name: string) => page.getByRole('region', { name })
  await expect(region('Verification')).toContainText('Verified')
  await expect(region('Open support items')).toContainText('And 2 more')
  await expect(region('Open support items').getByRole('link', { name: '7 tickets' })).toBeVisible()
  await expect(region('Documents')).toContainText('No documents')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Prefers mornings')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('list', { name: 'Internal notes' })).toContainText('Prefers mornings')
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Prefers mornings')
  for (const width of [320, 1024, 1280]) await expectNoSidewaysScroll(page, width)
  await expectAccessible(page)
  await region('Verification').getByRole('link', { name: 'Open verification' }).click()
  await expect(page).toHaveURL(new RegExp(`d=verifications&item=${ada.id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verifications')
})
