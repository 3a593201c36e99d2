import type { Sql } from 'postgres'
import { signInAdmin } from './administrator.ts'
import { expect, register, test } from './fixtures.ts'
import { adminUrl } from './panel.ts'
import { createSeries, issueUnits, subscribe } from './series-fixtures.ts'

/** Every section with a list of investors: the name of this test's investor leads to their page. */
const naming = [
  'users&search=:name',
  'transactions&user=:user',
  'portfolio&search=:name',
  'token-pending&search=:name',
  'login-tracking&search=:email',
  'notifications&user=:user',
  'support&search=:name',
  'support&tab=calls&search=:name',
  'support&tab=chats&search=:name',
  'audit-log&search=:name',
  'subscriptions&search=:name',
  'subscriptions&item=:subscription',
  'register&series=:code',
  'register&series=:code&view=entries',
  'mails&search=:email',
  'verifications&search=:name',
  'approvals&search=:word',
  'screening&search=:name',
  'dashboard',
]
/** The others, each with at least one row. */
const others = [
  'tokens',
  'documents',
  'departments',
  'settings',
  'tokens&token=:code',
  'register',
  'register&series=:code&view=distributions',
  'administrators',
  'reports',
  'users&user=:user',
  'verifications&item=:user',
]

/** Rows about an investor that no panel call creates. */
async function addRows(
  sql: Sql,
  { id, name, email, word }: Record<'name' | 'email' | 'word', string> & { id: number },
) {
  const subject = `A question about the certificate of ${word}, which has not arrived`
  await sql`insert into support_tickets (user_id, name, email, subject, message, created_at, first_answer_due)
    values (${id}, ${name}, ${email}, ${subject}, 'Where is it?', now() - interval '800 days', now() - interval '799 days')`
  await sql`insert into call_schedules (user_id, name, email, purpose, preferred_date, preferred_time)
    values (${id}, ${name}, ${email}, ${subject}, '2030-01-07', '09:00')`
  await sql`insert into chat_sessions (user_id, session_id, name, email)
    values (${id}, ${`chat-1-${word}`}, ${name}, ${email})`
  await sql`insert into outbox (kind, reference, recipient, subject, body)
    values ('test', ${word}, ${email}, ${subject}, '["Text", "", ""]')`
  await sql`update verifications set state = 'submitted', submitted_at = now() - interval '9 days' where user_id = ${id}`
  await sql`insert into screening_hits (user_id, list, entry_id, entry_name, entry_hash, user_name, score)
    values (${id}, 'Consolidated list of the administration', ${word}, ${name}, 'none', ${name}, 93)`
  await sql`
    insert into approvals (call, permission, action, entity, entity_id, changes, concerns, input, fingerprint, reason,
      proposed_by, expires_at)
    select 'PUT /x', 'verify_by_hand', 'user.verify', 'user', ${id},
      ${sql.json([{ action: 'user.verify', entity: 'user', entity_id: id, before: { user_id: id, is_verified: false }, after: { user_id: id, is_verified: true } }])},
      array[${`user:${id}`}], 'none', ${'0'.repeat(64)}, ${`Known since 2019, ${word}`}, min(id), now() + interval '1 day'
    from admins`
}

test('no list cuts off an action, and no section is wider than the screen', async ({ page, sql }) => {
  test.slow()
  const last_name = 'Featherstonehaugh-Cholmondeley'
  const { user } = await register(page, { first_name: 'Maximiliane', last_name })
  const admin = await signInAdmin(page)
  await admin.call('POST', '/portfolio', {
    user_id: user.id,
    total_value: '123456789.12',
    total_invested: '100000000.00',
    total_gains: '23456789.12',
    pending_investments: '$REECLAY',
  })
  // Not through a call: nothing can be withdrawn from an empty account.
  await sql`insert into transactions (user_id, type, status, amount, description, transaction_date)
    values (${user.id}, 'withdrawal', 'completed', '123456789.12',
      'Transfer to the account at the custodian, second part of three', '2026-03-19')`
  await admin.call('POST', '/recent-activities', {
    user_id: user.id,
    activity_date: '2026-03-19',
    description: 'Quarterly distribution of the Witwatersrand gold programme',
    net_growth: '1234567.89',
    balance: '123456789.12',
  })
  await admin.call('POST', '/notifications/send-direct', {
    target_user_id: user.id,
    title: 'Your quarterly statement can be downloaded',
    message: 'It holds all transactions of the last quarter.',
  })
  const upload = await page.request.post(`/api/v1${adminUrl('/documents/upload')}`, {
    headers: { authorization: `Bearer ${admin.token}` },
    multipart: {
      is_public: 'true',
      file: {
        name: `Independent competent person's report ${crypto.randomUUID()}.html`,
        mimeType: 'text/html',
        buffer: Buffer.from('<!doctype html><title>Report</title><p>Report</p>'),
      },
    },
  })
  expect(upload.status()).toBe(201)

  const series = await createSeries(sql)
  const subscription = await subscribe(sql, series, { user_id: user.id, amount: 90000 })
  await issueUnits(sql, series, [[user.id, '99.999999']])
  await admin.call('POST', `/series/${series.name}/valuations`, {
    low: '123456.78',
    preferred: '123456.79',
    high: '123456.80',
    as_of: '2026-03-19',
    method: 'Discounted cash flow of the entitlement over the life of the mine',
    inputs: [],
  })

  /** Anything wider than its frame, and actions beyond the edge of the screen. */
  const overflow = () =>
    page.evaluate(() => {
      const wide = [...document.querySelectorAll('.list-scroll, table, html')].flatMap((element) => {
        const beyond = element.scrollWidth - element.clientWidth
        return beyond > 1 ? [`${element.tagName} ${element.className}: ${beyond} px`] : []
      })
      const cut = [...document.querySelectorAll('main :is(button, a.button)')].flatMap((button) => {
        const { right, width } = button.getBoundingClientRect()
        const isHidden = width <= 1 || button.closest('[hidden], dialog')
        return !isHidden && right > window.innerWidth ? [`${button.textContent} ends at ${right}`] : []
      })
      return [...wide, ...cut]
    })
  const word = crypto.randomUUID().slice(0, 8)
  await addRows(sql, { id: user.id, name: `Maximiliane ${last_name}`, email: user.email, word })
  const filled = (section: string) =>
    section
      .replace(':code', series.name)
      .replace(':subscription', String(subscription.id))
      .replace(':user', String(user.id))
      .replace(':name', last_name)
      .replace(':email', encodeURIComponent(user.email))
      .replace(':word', word)
  const name = page.getByRole('main').locator(`a[href$="d=users&user=${user.id}"]`).first()
  for (const section of [...naming, ...others]) {
    await page.goto(adminUrl(`?d=${filled(section)}`))
    await expect(page.locator('.skeleton')).toHaveCount(0)
    if (naming.includes(section)) await expect(name, `the name in ${section}`).toBeVisible()
    for (const width of [1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(overflow, { message: `${section} at ${width} px` }).toEqual([])
    }
  }
})

test('header, tools and bulk bar stay in view over the rows, and compact rows are lower', async ({
  page,
  sql,
}) => {
  const last_name = `Schist${crypto.randomUUID().slice(0, 8)}`
  const { user } = await register(page, { first_name: 'Ada', last_name })
  await sql`insert into support_tickets (user_id, name, email, subject, message)
    select ${user.id}, ${last_name}, 'ada@lodefield.example', 'Ticket ' || n, 'M' from generate_series(1, 40) as n`
  await signInAdmin(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(adminUrl(`?d=support&search=${last_name}&limit=50`))
  const rows = page.getByRole('table', { name: 'Tickets' }).locator('tbody tr:not([hidden])')
  await expect(rows).toHaveCount(40)
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check()
  await expect(page.getByText('2 selected')).toBeVisible()

  const measured = () =>
    page.evaluate(() => {
      const boxOf = (selector: string) => {
        const box = document.querySelector(selector)?.getBoundingClientRect()
        if (!box) throw new Error(`There is no ${selector}`)
        return { top: Math.round(box.top), bottom: Math.round(box.bottom) }
      }
      const row = document.querySelectorAll('.list-table tbody tr:not([hidden])')[20]
      if (!row) throw new Error('There are too few rows')
      const { top, height } = row.getBoundingClientRect()
      return {
        tools: boxOf('.list-tools'),
        head: boxOf('.list-table th'),
        bar: boxOf('.list-foot'),
        rowTop: Math.round(top),
        rowHeight: Math.round(height),
        screen: window.innerHeight,
      }
    })
  const loose = await measured()
  await rows.nth(20).evaluate((row) => row.scrollIntoView({ block: 'center' }))
  await expect.poll(async () => (await measured()).tools.top, 'the tools are at the top').toBe(0)
  const { tools, head, bar, rowTop, rowHeight, screen } = await measured()
  expect(head.top, 'the head is right below the tools').toBe(tools.bottom)
  expect(bar.bottom, 'the bulk bar is at the foot').toBe(screen)
  expect(rowTop).toBeGreaterThanOrEqual(head.bottom)
  expect(rowTop + rowHeight).toBeLessThanOrEqual(bar.top)
  // The element with keyboard focus is not hidden below any of them.
  for (const at of [2, 39]) {
    const box = rows.nth(at).getByRole('link', { name: /^Open / })
    await box.focus()
    const { top, bottom } = await box.evaluate((link) => link.getBoundingClientRect())
    const now = await measured()
    expect(top, `row ${at} is below the head`).toBeGreaterThanOrEqual(now.head.bottom)
    expect(bottom, `row ${at} is above the bulk bar`).toBeLessThanOrEqual(now.bar.top)
  }

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('radio', { name: 'Compact rows' }).check()
  await expect.poll(async () => (await measured()).rowHeight).toBeLessThan(loose.rowHeight)
})

test('an email address breaks after its punctuation and not inside a word', async ({ page }) => {
  const email = `sedimentology.department.${crypto.randomUUID().slice(0, 8)}@geological-survey.example`
  await register(page, { first_name: 'Ada', last_name: 'Breccia', email })
  await signInAdmin(page)
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(adminUrl(`?d=users&search=${email}`))
  const cell = page.getByRole('row', { name: 'Ada Breccia' }).getByText(email)
  await expect(cell).toBeVisible()
  const lines = await cell.evaluate((element) => {
    const found: string[] = []
    let top = Number.NaN
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { data } = walker.currentNode as Text
      for (let at = 0; at < data.length; at += 1) {
        const range = document.createRange()
        range.setStart(walker.currentNode, at)
        range.setEnd(walker.currentNode, at + 1)
        const box = range.getBoundingClientRect()
        if (Math.abs(box.top - top) > 4 || Number.isNaN(top)) found.push('')
        top = box.top
        found.push(`${found.pop()}${data[at]}`)
      }
    }
    return found
  })
  expect(lines.join('')).toBe(email)
  expect(lines.length, 'the address is too long for one line').toBeGreaterThan(1)
  for (const line of lines.slice(0, -1)) expect(line, 'the end of a line').toMatch(/[@.-]$/)
})
