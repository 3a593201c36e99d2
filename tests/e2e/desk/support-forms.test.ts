import { randomUUID } from 'node:crypto'
import type { Locator, Page, Request } from '@playwright/test'
import { blockStorage, expect, expectNoSidewaysScroll, signIn, test } from '#e2e/fixtures'

const address = '/docs/help-support'
const remainder =
  'Please check your connection and try again. If the problem persists, please contact us directly.'

const ways = {
  chat: {
    card: 'Start a chat',
    title: 'Live chat',
    submit: 'Send message',
    path: '/api/v1/support/live-chat',
    success: "Message sent! We'll respond shortly.",
    failure: `Error sending message. ${remainder}`,
    reference: /L-\d{6}/,
  },
  ticket: {
    card: 'Submit a ticket',
    title: 'Support ticket',
    submit: 'Submit ticket',
    path: '/api/v1/support/ticket',
    success: "Ticket submitted successfully! We'll contact you soon.",
    failure: `Error submitting ticket. ${remainder}`,
    reference: /T-\d{6}/,
  },
  call: {
    card: 'Schedule a call',
    title: 'Schedule a call',
    submit: 'Request call',
    path: '/api/v1/support/call-schedule',
    success: "Call request submitted successfully! We'll contact you to confirm.",
    failure: `Error scheduling call. ${remainder}`,
    reference: /C-\d{6}/,
  },
} as const
type Way = keyof typeof ways
const allWays = Object.keys(ways) as Way[]

/** A unique visitor, who identifies the rows. */
function makeVisitor() {
  return { name: 'Noor Haddad', email: `visitor-${randomUUID()}@example.org` }
}
type Visitor = ReturnType<typeof makeVisitor>

const cardButton = (page: Page, way: Way) => page.locator(`[data-action="${way}"]`).getByRole('button')
const field = (dialog: Locator, label: string) =>
  dialog.getByLabel(new RegExp(`^${label}( \\(optional\\))?$`))

async function open(page: Page, way: Way): Promise<Locator> {
  await cardButton(page, way).click()
  const dialog = page.getByRole('dialog', { name: ways[way].title })
  await expect(dialog).toBeVisible()
  return dialog
}

/** A day in the future in every time zone, as `YYYY-MM-DD`. */
const comingDay = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

/** The values for each form; every required field. */
const entries = {
  chat: ({ name }: Visitor) => ({ Name: name, Message: 'Who holds the backing assets?' }),
  ticket: ({ name, email }: Visitor) => ({
    Name: name,
    Email: email,
    Subject: 'Custody of the gold series',
    Message: 'Who holds the backing assets?\nAnd where?',
  }),
  call: ({ name, email }: Visitor) => ({
    Name: name,
    Email: email,
    Purpose: 'Due diligence',
    'Preferred date': comingDay(),
    'Preferred time': '10:00',
  }),
} as const

async function fill(dialog: Locator, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const control = field(dialog, label)
    if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption(value)
    else await control.fill(value)
  }
}

async function expectFilled(dialog: Locator, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await expect(field(dialog, label), label).toHaveValue(value)
}

const submitButton = (dialog: Locator) => dialog.locator('button[type="submit"]')

/** Submissions that leave the page. */
function watchSubmits(page: Page, way: Way): Request[] {
  const submits: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(ways[way].path)) submits.push(request)
  })
  return submits
}

/** The name of the browser's own check that a field fails. */
const failedCheck = (control: Locator) =>
  control.evaluate((element: HTMLInputElement) => {
    const { validity } = element
    return (['valueMissing', 'typeMismatch', 'rangeUnderflow', 'tooShort'] as const).find(
      (check) => validity[check],
    )
  })

for (const way of allWays) {
  test.describe(`the dialog of ${ways[way].title}`, () => {
    test('opens, closes and submits', async ({ page }) => {
      await page.goto(address)
      await test.step('opens from its card, and closes by button, Cancel, Escape and a press beside it', async () => {
        const closings: [name: string, close: (dialog: Locator) => Promise<void>][] = [
          ['the close button', (dialog) => dialog.getByRole('button', { name: 'Close' }).click()],
          ['Cancel', (dialog) => dialog.getByRole('button', { name: 'Cancel' }).click()],
          ['Escape', () => page.keyboard.press('Escape')],
          ['the backdrop', () => page.mouse.click(8, 8)],
        ]
        for (const [name, close] of closings) {
          const dialog = await open(page, way)
          await expect(field(dialog, 'Name')).toBeFocused()
          await field(dialog, 'Name').fill('Noor')
          await close(dialog)
          await expect(dialog, name).toBeHidden()
          await expect(cardButton(page, way), `focus after ${name}`).toBeFocused()
        }
        await expectFilled(await open(page, way), { Name: 'Noor' })
      })
      await test.step('stays open when a press that began inside ends outside', async () => {
        await page.goto(address)
        const dialog = await open(page, way)
        const box = await field(dialog, 'Name').boundingBox()
        await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
        await page.mouse.down()
        await page.mouse.move(8, 8)
        await page.mouse.up()
        await expect(dialog).toBeVisible()
      })
      await test.step('stays open when another key is released after an Escape that went to another window', async () => {
        const dialog = page.getByRole('dialog')
        await page.keyboard.down('Escape')
        await page.keyboard.press('Shift')
        await page.keyboard.up('Escape')
        // Closing takes a frame or two.
        await page.evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestIdleCallback(drawn))),
        )
        await expect(dialog).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      })
      await test.step('has its submit button disabled while submitting', async () => {
        await page.goto(address)
        let release = () => {}
        const pending = new Promise<void>((resolve) => {
          release = resolve
        })
        await page.route(`**${ways[way].path}`, async (route) => {
          await pending
          await route.continue()
        })
        const dialog = await open(page, way)
        await fill(dialog, entries[way](makeVisitor()))
        await submitButton(dialog).click()
        await expect(submitButton(dialog)).toBeDisabled()
        await expect(submitButton(dialog)).toHaveText(/^(Submitting|Sending)\.\.\.$/)
        release()
        await expect(dialog.getByText(ways[way].success)).toBeVisible()
      })
      await test.step('sends one request for a double click and for Enter pressed twice', async () => {
        await page.goto(address)
        const submits = watchSubmits(page, way)
        const dialog = await open(page, way)
        await fill(dialog, entries[way](makeVisitor()))
        await submitButton(dialog).dblclick()
        await expect(dialog.getByText(ways[way].success)).toBeVisible()
        expect(submits).toHaveLength(1)

        // Opened again it does not close on a timer.
        await page.keyboard.press('Escape')
        await open(page, way)
        await fill(dialog, entries[way](makeVisitor()))
        await field(dialog, 'Name').focus()
        await page.keyboard.press('Enter')
        await page.keyboard.press('Enter')
        await expect(dialog.getByText(ways[way].success)).toBeVisible()
        await expect(field(dialog, 'Name')).toHaveValue('')
        expect(submits).toHaveLength(2)
      })
    })

    test('shows a success with a reference, clears the fields and closes after 3 seconds', {
      tag: '@full',
    }, async ({ page }) => {
      const values = entries[way](makeVisitor())
      await page.clock.install()
      await page.goto(address)
      const dialog = await open(page, way)
      await fill(dialog, values)
      await page.clock.pauseAt(Date.now() + 3_600_000)
      await submitButton(dialog).click()
      const message = dialog.getByRole('status')
      await expect(message).toContainText(ways[way].success)
      await expect(message).toContainText(ways[way].reference)
      await expect(message).toBeFocused()
      for (const label of Object.keys(values)) await expect(field(dialog, label), label).toHaveValue('')
      await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
      // A chat continues: its next message can be sent immediately.
      await expect(submitButton(dialog)).toHaveCount(way === 'chat' ? 1 : 0)
      await page.clock.runFor(2_999)
      await expect(dialog).toBeVisible()
      await page.clock.runFor(1)
      await expect(dialog).toBeHidden()
      await expect(page.locator(`[data-action="${way}"]`)).toContainText(ways[way].reference)
      await expect(cardButton(page, way)).toBeFocused()
    })

    test.describe('on any failure', { tag: '@full' }, () => {
      test.use({ expectedErrors: [/status of (422|429|500)|net::ERR_/] })

      test('can be tried again', async ({ page, sql }) => {
        await page.goto(address)
        await test.step('is retried with the same Idempotency-Key, so that a lost response stores nothing twice', async () => {
          const submits = watchSubmits(page, way)
          const visitor = makeVisitor()
          await page.route(
            `**${ways[way].path}`,
            async (route) => {
              await route.fetch()
              await route.abort('connectionreset')
            },
            { times: 1 },
          )
          const dialog = await open(page, way)
          await fill(dialog, { ...entries[way](visitor), Email: visitor.email })
          await submitButton(dialog).click()
          await expect(dialog.getByRole('alert')).toHaveText(ways[way].failure)
          await submitButton(dialog).click()
          await expect(dialog.getByText(ways[way].success)).toBeVisible()
          const keys = submits.map((request) => request.headers()['idempotency-key'])
          expect(keys).toHaveLength(2)
          expect(keys[0]).toMatch(/^[\w-]{22,}$/)
          expect(keys[1]).toBe(keys[0])
          const table = { chat: 'chat_sessions', ticket: 'support_tickets', call: 'call_schedules' }[way]
          const rows = await sql`select id from ${sql(table)} where email = ${visitor.email}`
          expect(rows).toHaveLength(1)
          if (way === 'chat') {
            expect(
              await sql`select id from chat_messages where chat_session_id = ${rows[0]?.id ?? 0}`,
            ).toHaveLength(1)
          }
        })
        await test.step('shows the same message for every cause, and keeps the fields', async () => {
          await page.goto(address)
          const values = entries[way](makeVisitor())
          const problem = { error: 'No.', code: 'internal', request_id: 'x' }
          const dialog = await open(page, way)
          await fill(dialog, values)
          for (const failure of [0, 500, 422, 429]) {
            await page.route(
              `**${ways[way].path}`,
              (route) => (failure === 0 ? route.abort() : route.fulfill({ status: failure, json: problem })),
              { times: 1 },
            )
            const isOurs = (request: Request) => request.url().endsWith(ways[way].path)
            const fetched =
              failure === 0
                ? page.waitForEvent('requestfailed', isOurs)
                : page.waitForEvent('requestfinished', isOurs)
            await submitButton(dialog).click()
            await fetched
            await expect(dialog.getByRole('alert'), `after ${failure || 'a network failure'}`).toHaveText(
              ways[way].failure,
            )
            await expect(dialog.getByRole('alert')).toBeFocused()
            await expect(submitButton(dialog)).toBeEnabled()
            await expectFilled(dialog, values)
          }
          await submitButton(dialog).click()
          await expect(dialog.getByText(ways[way].success)).toBeVisible()
          await expect(dialog.getByRole('alert')).toHaveCount(0)
        })
      })
    })

    test(`fits a phone of 390 and of 320 pixels, and can be sent from there @mobile`, {
      tag: '@full',
    }, async ({ page }) => {
      await page.goto(address)
      const dialog = await open(page, way)
      for (const width of [390, 320]) {
        await expectNoSidewaysScroll(page, width)
        const box = await dialog.boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
        for (const control of await dialog.locator('input, select, textarea').all()) {
          await control.scrollIntoViewIfNeeded()
          // Scroll positions are whole pixels, so a fraction of one may stay outside.
          await expect(control).toBeInViewport({ ratio: 0.95 })
        }
        await submitButton(dialog).scrollIntoViewIfNeeded()
        await expect(submitButton(dialog)).toBeInViewport({ ratio: 0.95 })
      }
      await fill(dialog, entries[way](makeVisitor()))
      await submitButton(dialog).tap()
      await expect(dialog.getByText(ways[way].success)).toBeInViewport()
    })
  })
}

test.describe('a ticket', () => {
  test('has its fields', async ({ page }) => {
    await page.goto(address)
    await test.step('has the categories and priorities of the specification, general and medium by default', async () => {
      const dialog = await open(page, 'ticket')
      await expect(field(dialog, 'Category')).toHaveValue('general')
      await expect(field(dialog, 'Priority')).toHaveValue('medium')
      await expect(field(dialog, 'Category').locator('option')).toHaveText([
        'General',
        'Technical',
        'Investment',
        'Compliance',
      ])
      await expect(field(dialog, 'Priority').locator('option')).toHaveText([
        'Low',
        'Medium',
        'High',
        'Urgent',
      ])
    })
    await test.step('needs name, email, subject and message, by the browser’s own checks', async () => {
      await page.goto(address)
      const submits = watchSubmits(page, 'ticket')
      const dialog = await open(page, 'ticket')
      const values = entries.ticket(makeVisitor())
      for (const missing of Object.keys(values)) {
        await fill(dialog, { ...values, [missing]: '' })
        await submitButton(dialog).click()
        await expect(field(dialog, missing)).toBeFocused()
        expect(await failedCheck(field(dialog, missing)), missing).toBe('valueMissing')
      }
      await fill(dialog, { ...values, Email: 'not an address' })
      await submitButton(dialog).click()
      expect(await failedCheck(field(dialog, 'Email'))).toBe('typeMismatch')
      await expect(dialog.getByRole('alert')).toHaveCount(0)
      expect(submits).toEqual([])
    })
  })

  test('is stored as written, under the reference shown', async ({ page, sql }) => {
    await page.goto(address)
    const visitor = makeVisitor()
    const dialog = await open(page, 'ticket')
    const values = entries.ticket(visitor)
    await fill(dialog, { ...values, Category: 'compliance', Priority: 'urgent' })
    await submitButton(dialog).click()
    const message = await dialog.getByRole('status').textContent()
    const rows = await sql`
      select reference, name, subject, message, category, priority, status
      from support_tickets where email = ${visitor.email}`
    expect(rows).toEqual([
      {
        reference: message?.match(ways.ticket.reference)?.[0],
        name: visitor.name,
        subject: values.Subject,
        message: values.Message,
        category: 'compliance',
        priority: 'urgent',
        status: 'open',
      },
    ])
    await expect(field(dialog, 'Category')).toHaveValue('general')
    await expect(field(dialog, 'Priority')).toHaveValue('medium')
  })

  test('shows its reference on the card when its dialog was closed while submitting', {
    tag: '@full',
  }, async ({ page }) => {
    await page.goto(address)
    let release = () => {}
    const pending = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**${ways.ticket.path}`, async (route) => {
      await pending
      await route.continue()
    })
    const dialog = await open(page, 'ticket')
    await fill(dialog, entries.ticket(makeVisitor()))
    await submitButton(dialog).click()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    release()
    await expect(page.locator('[data-action="ticket"]')).toContainText(ways.ticket.reference)
    await open(page, 'ticket')
    await expect(dialog.getByRole('status')).toHaveCount(0)
    await expect(field(dialog, 'Name')).toHaveValue('')
  })

  test.describe('rejected by the server', { tag: '@full' }, () => {
    test.use({ expectedErrors: [/status of 422/] })

    test('shows the reason next to each field, until that field is changed', async ({ page, sql }) => {
      await page.goto(address)
      const dialog = await open(page, 'ticket')
      const subject = `Only spaces for a name ${randomUUID()}`
      await fill(dialog, { Name: '   ', Email: 'noor@nowhere', Subject: subject, Message: 'Hello' })
      await submitButton(dialog).click()
      await expect(dialog.getByRole('alert')).toHaveText(ways.ticket.failure)
      await expect(field(dialog, 'Name')).toBeFocused()
      await expect(field(dialog, 'Name')).toHaveAccessibleDescription('Name is required')
      await expect(field(dialog, 'Name')).toHaveAttribute('aria-invalid', 'true')
      await expect(field(dialog, 'Email')).toHaveAccessibleDescription(
        'Enter a valid email address, such as name@example.com',
      )
      await expect(field(dialog, 'Subject')).not.toHaveAttribute('aria-invalid')
      await field(dialog, 'Name').fill('Noor')
      await expect(field(dialog, 'Name')).not.toHaveAttribute('aria-invalid')
      await expect(dialog.getByText('Name is required')).toHaveCount(0)
      await expect(field(dialog, 'Email')).toHaveAttribute('aria-invalid', 'true')
      expect(await sql`select id from support_tickets where subject = ${subject}`).toHaveLength(0)
    })
  })
})

test.describe('a call request', () => {
  test('has its fields', async ({ page }) => {
    await page.goto(address)
    await test.step('offers hourly times from 09:00 to 17:00 and five time zones, PST by default', async () => {
      const dialog = await open(page, 'call')
      await expect(field(dialog, 'Preferred time').locator('option:not([value=""])')).toHaveText(
        Array.from({ length: 9 }, (_, hour) => `${String(9 + hour).padStart(2, '0')}:00`),
      )
      await expect(field(dialog, 'Time zone').locator('option')).toHaveText([
        'PST',
        'EST',
        'CST',
        'MST',
        'GMT',
      ])
      await expect(field(dialog, 'Time zone')).toHaveValue('PST')
    })
    await test.step('needs name, email, purpose, date and time, by the browser’s own checks', async () => {
      await page.goto(address)
      const submits = watchSubmits(page, 'call')
      const dialog = await open(page, 'call')
      const values = entries.call(makeVisitor())
      for (const missing of Object.keys(values)) {
        await fill(dialog, { ...values, [missing]: '' })
        await submitButton(dialog).click()
        await expect(field(dialog, missing)).toBeFocused()
        expect(await failedCheck(field(dialog, missing)), missing).toBe('valueMissing')
      }
      for (const optional of ['Phone', 'Company', 'Notes'])
        await expect(field(dialog, optional)).not.toHaveAttribute('required')
      await expect(field(dialog, 'Phone')).toHaveAttribute('type', 'tel')
      expect(submits).toEqual([])
    })
  })

  test('offers only the remaining times of today in the chosen time zone', { tag: '@full' }, async ({
    page,
  }) => {
    // 15:30 in Los Angeles, 18:30 in New York.
    await page.clock.install({ time: new Date('2036-02-14T23:30:00Z') })
    await page.goto(address)
    const dialog = await open(page, 'call')
    const time = field(dialog, 'Preferred time')
    const times = time.locator('option:not([value=""])')
    await time.selectOption('10:00')
    await fill(dialog, { 'Preferred date': '2036-02-14' })
    await expect(times).toHaveText(['16:00', '17:00'])
    await expect(time).toHaveValue('')
    await field(dialog, 'Time zone').selectOption('EST')
    await expect(times).toHaveCount(0)
    await fill(dialog, { 'Preferred date': '2036-02-15' })
    await expect(times).toHaveCount(9)
  })

  test('cannot be for a past day in the chosen time zone', { tag: '@full' }, async ({ page }) => {
    // 16:30 of the 14th in Los Angeles; after the last time of that day in the other zones.
    await page.clock.install({ time: new Date('2036-02-15T00:30:00Z') })
    await page.goto(address)
    const submits = watchSubmits(page, 'call')
    const dialog = await open(page, 'call')
    const date = field(dialog, 'Preferred date')
    for (const [zone, first] of [
      ['PST', '2036-02-14'],
      ['MST', '2036-02-15'],
      ['CST', '2036-02-15'],
      ['EST', '2036-02-15'],
      ['GMT', '2036-02-15'],
    ] as const) {
      await field(dialog, 'Time zone').selectOption(zone)
      await expect(date, zone).toHaveAttribute('min', first)
    }
    const { 'Preferred time': _, ...values } = entries.call(makeVisitor())
    await fill(dialog, { ...values, 'Preferred date': '2036-02-14' })
    await submitButton(dialog).click()
    expect(await failedCheck(date)).toBe('rangeUnderflow')
    expect(submits).toEqual([])
    await field(dialog, 'Time zone').selectOption('PST')
    await field(dialog, 'Preferred time').selectOption('17:00')
    await submitButton(dialog).click()
    await expect(dialog.getByText(ways.call.success)).toBeVisible()
    await expect(field(dialog, 'Time zone')).toHaveValue('PST')
  })

  test('is stored as written, under the reference shown', async ({ page, sql }) => {
    await page.goto(address)
    const visitor = makeVisitor()
    const dialog = await open(page, 'call')
    const values = entries.call(visitor)
    await fill(dialog, {
      ...values,
      Phone: '+1 (415) 555-0100',
      Company: 'Haddad Partners',
      'Time zone': 'EST',
      Notes: 'Two of us.\nIn English.',
    })
    await submitButton(dialog).click()
    const message = await dialog.getByRole('status').textContent()
    const rows = await sql`
      select reference, name, phone, company, purpose, preferred_date::text as day, preferred_time, timezone,
        notes, status
      from call_schedules where email = ${visitor.email}`
    expect(rows).toEqual([
      {
        reference: message?.match(ways.call.reference)?.[0],
        name: visitor.name,
        phone: '+1 (415) 555-0100',
        company: 'Haddad Partners',
        purpose: values.Purpose,
        day: values['Preferred date'],
        preferred_time: '10:00',
        timezone: 'EST',
        notes: 'Two of us.\nIn English.',
        status: 'pending',
      },
    ])
  })

  test.describe('rejected by the server', { tag: '@full' }, () => {
    test.use({ expectedErrors: [/status of 422/] })

    test('shows the reason next to its field: a wrong clock selected a past day', async ({ page, sql }) => {
      await page.clock.install({ time: new Date('2020-06-01T12:00:00Z') })
      await page.goto(address)
      const visitor = makeVisitor()
      const dialog = await open(page, 'call')
      await fill(dialog, { ...entries.call(visitor), 'Preferred date': '2020-06-02', Phone: 'call me' })
      await submitButton(dialog).click()
      await expect(dialog.getByRole('alert')).toHaveText(ways.call.failure)
      await expect(field(dialog, 'Phone')).toHaveAccessibleDescription(
        'Enter a phone number of 5 to 32 characters: digits, spaces and + - ( ) .',
      )
      await field(dialog, 'Phone').fill('')
      await submitButton(dialog).click()
      await expect(field(dialog, 'Preferred date')).toHaveAccessibleDescription(
        /Select today or a later date$/,
      )
      expect(await sql`select id from call_schedules where email = ${visitor.email}`).toHaveLength(0)
    })
  })
})

test.describe('a chat', () => {
  const readSession = (page: Page) =>
    page.evaluate(() => JSON.parse(localStorage.getItem('chatSession') ?? 'null') as { id: string } | null)

  async function send(page: Page, message: string, more: Record<string, string> = {}) {
    const dialog = await open(page, 'chat')
    await fill(dialog, { Name: 'Noor Haddad', Message: message, ...more })
    await submitButton(dialog).click()
    await expect(dialog.getByText(ways.chat.success)).toBeVisible()
    return dialog
  }

  test('needs name and message, not an email, by the browser’s own checks', { tag: '@full' }, async ({
    page,
  }) => {
    await page.goto(address)
    const submits = watchSubmits(page, 'chat')
    const dialog = await open(page, 'chat')
    const values = { Name: 'Noor', Message: 'Hello' }
    for (const missing of Object.keys(values)) {
      await fill(dialog, { ...values, [missing]: '' })
      await submitButton(dialog).click()
      await expect(field(dialog, missing)).toBeFocused()
      expect(await failedCheck(field(dialog, missing)), missing).toBe('valueMissing')
    }
    await fill(dialog, { ...values, Email: 'not an address' })
    await submitButton(dialog).click()
    expect(await failedCheck(field(dialog, 'Email'))).toBe('typeMismatch')
    expect(submits).toEqual([])
    await fill(dialog, { Email: '' })
    await submitButton(dialog).click()
    await expect(dialog.getByText(ways.chat.success)).toBeVisible()
    const sent = submits[0]?.postDataJSON()
    expect(sent).toMatchObject({ email: '', message_type: 'user' })
  })

  test('stores its session in the browser: an id with 128 random bits, unique for each visitor', async ({
    page,
    browser,
  }) => {
    const ids: string[] = []
    const stranger = await browser.newContext()
    for (const visitor of [page, await stranger.newPage()]) {
      await visitor.goto(address)
      await send(visitor, 'Hello')
      ids.push((await readSession(visitor))?.id ?? '')
    }
    await stranger.close()
    for (const id of ids) {
      expect(id).toMatch(/^chat-\d{13}-[\w-]{22,}$/)
      expect(Buffer.from(id.split('-').slice(2).join('-'), 'base64url').length * 8).toBeGreaterThanOrEqual(
        128,
      )
    }
    expect(new Set(ids.map((id) => id.split('-').slice(2).join('-'))).size).toBe(2)
  })

  test('continues the same session when the dialog is opened again and after a reload', async ({
    page,
    sql,
  }) => {
    await page.goto(address)
    const dialog = await send(page, 'First question')
    await field(dialog, 'Message').pressSequentially('Second question')
    await expect(field(dialog, 'Name'), 'the author is known').toHaveValue('Noor Haddad')
    await submitButton(dialog).click()
    await expect(dialog.getByRole('log').getByRole('listitem')).toHaveCount(2)
    const id = (await readSession(page))?.id ?? ''
    const rows = await sql`
      select message, author from chat_messages m join chat_sessions s on s.id = m.chat_session_id
      where s.session_id = ${id} order by m.id`
    expect(rows).toEqual([
      { message: 'First question', author: 'user' },
      { message: 'Second question', author: 'user' },
    ])
    const thread = dialog.getByRole('log').getByRole('listitem')
    await expect(thread).toContainText(['First question', 'Second question'])

    await page.reload()
    await open(page, 'chat')
    await expect(thread).toContainText(['First question', 'Second question'])
    await expect(field(dialog, 'Name')).toHaveValue('Noor Haddad')
    await expect(field(dialog, 'Message')).toBeFocused()
  })

  test('shows the team’s reply in the open dialog, and a badge on the card when it is closed', async ({
    page,
    sql,
  }) => {
    const reply = async (message: string) => {
      const id = (await readSession(page))?.id ?? ''
      await sql`
        insert into chat_messages (chat_session_id, author, message)
        select id, 'agent', ${message} from chat_sessions where session_id = ${id}`
    }
    const underWay = new Set<Request>()
    page.on('request', (request) => request.url().includes(ways.chat.path) && underWay.add(request))
    page.on('requestfinished', (request) => underWay.delete(request))
    page.on('requestfailed', (request) => underWay.delete(request))
    /** Advances the clock while no request is pending, since a jump would time it out. */
    const pass = async (milliseconds: number) => {
      await expect.poll(() => underWay.size).toBe(0)
      await page.clock.fastForward(milliseconds)
    }
    await page.clock.install()
    await page.goto(address)
    const dialog = await send(page, 'Who holds the gold?')
    const card = page.locator('[data-action="chat"]')
    // Past the 3 seconds after which the dialog closes on success.
    await pass(3_000)
    await expect(dialog).toBeHidden()

    await reply('A custodian does.')
    // Well within the two minutes in which the team aims to answer.
    await pass(15_000)
    await expect(card.getByText('1 new reply')).toBeVisible()
    await open(page, 'chat')
    const answer = dialog.getByRole('listitem').filter({ hasText: 'A custodian does.' })
    await expect(answer).toContainText('Support team')
    await expect(card.getByText('new repl')).toHaveCount(0)

    await reply('<b>Its name</b> is in the documents.')
    await pass(5_000)
    await expect(dialog.getByText('<b>Its name</b> is in the documents.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(card.getByText(ways.chat.title)).toBeVisible()
    await pass(60_000)
    await expect(card.getByText('new repl')).toHaveCount(0)

    await reply('Anything else?')
    await reply('We are here until six.')
    await page.reload()
    await expect(card.getByText('2 new replies')).toBeVisible()
  })

  test('lasts as long as the page where storage is blocked', { tag: '@full' }, async ({ page }) => {
    await blockStorage(page)
    await page.goto(address)
    const dialog = await send(page, 'First question')
    await send(page, 'Second question')
    await expect(dialog.getByRole('log').getByRole('listitem')).toContainText([
      'First question',
      'Second question',
    ])
  })

  test('stays open when the visitor writes again before it closes', { tag: '@full' }, async ({ page }) => {
    await page.clock.install()
    await page.goto(address)
    const dialog = await open(page, 'chat')
    await fill(dialog, { Name: 'Noor Haddad', Message: 'First question' })
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await submitButton(dialog).click()
    await expect(dialog.getByText(ways.chat.success)).toBeVisible()
    await field(dialog, 'Message').fill('Second')
    await page.clock.runFor(10_000)
    await expect(field(dialog, 'Message')).toHaveValue('Second')
    await expect(dialog).toBeVisible()
    await field(dialog, 'Name').fill('Noor Haddad')
    await submitButton(dialog).click()
    await expect(dialog.getByRole('log').getByRole('listitem')).toContainText(['First question', 'Second'])
    await page.clock.runFor(3_000)
    await expect(dialog).toBeHidden()
  })

  test('is cleared on request: the next message opens another session', { tag: '@full' }, async ({
    page,
  }) => {
    await page.goto(address)
    const dialog = await send(page, 'Hello')
    // Opened again it does not close on a timer.
    await page.keyboard.press('Escape')
    await open(page, 'chat')
    const first = await readSession(page)
    await dialog.getByRole('button', { name: 'Delete from this browser' }).click()
    await expect(dialog.getByRole('log')).toHaveCount(0)
    await expect(field(dialog, 'Name'), 'the keyboard stays in the dialog').toBeFocused()
    expect(await readSession(page)).toBeNull()
    await page.keyboard.press('Escape')
    await send(page, 'Hello again')
    expect((await readSession(page))?.id).not.toBe(first?.id)
    await expect(dialog.getByRole('log').getByRole('listitem')).toHaveCount(1)
  })
})

test('no field accepts more characters than the server', { tag: '@full' }, async ({ page }) => {
  await page.goto(address)
  for (const [way, limits] of [
    ['chat', { Name: 100, Email: 254, Message: 5000 }],
    ['ticket', { Name: 100, Email: 254, Subject: 200, Message: 5000 }],
    ['call', { Name: 100, Email: 254, Phone: 32, Company: 200, Purpose: 200, Notes: 5000 }],
  ] as const) {
    const dialog = await open(page, way)
    for (const [label, limit] of Object.entries(limits))
      await expect(field(dialog, label), `${way}: ${label}`).toHaveAttribute('maxlength', String(limit))
    await expect(dialog.locator('input:not([type="date"]), textarea')).toHaveCount(Object.keys(limits).length)
    await page.keyboard.press('Escape')
  }
})

/** Where the cursor is when name and email are known. */
const firstFields = { chat: 'Message', ticket: 'Subject', call: 'Phone' }

test("a signed-in investor's name and email are those of the account, in all of the forms", async ({
  page,
  sql,
}) => {
  const { user, email } = await signIn(page, { first_name: 'Noor', last_name: 'Haddad' })
  await page.goto(address)
  for (const way of allWays) {
    const dialog = await open(page, way)
    await expect(field(dialog, 'Name')).toHaveValue('Noor Haddad')
    await expect(field(dialog, 'Email')).toHaveValue(email)
    for (const label of ['Name', 'Email']) await expect(field(dialog, label)).not.toBeEditable()
    await expect(field(dialog, firstFields[way])).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  // After a ticket only subject and message are empty for the next one.
  const dialog = await open(page, 'ticket')
  await fill(dialog, { Subject: `Ticket of ${user.id}`, Message: 'Where is my statement?' })
  await submitButton(dialog).click()
  await expect(dialog.getByText(ways.ticket.success)).toBeVisible()
  await expectFilled(dialog, { Name: 'Noor Haddad', Email: email, Subject: '', Message: '' })
  const stored = await sql`select name, email from support_tickets where subject = ${`Ticket of ${user.id}`}`
  expect([...stored]).toEqual([{ name: 'Noor Haddad', email }])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await open(page, 'ticket')
  await expect(field(dialog, 'Name')).toHaveValue('Noor Haddad')
})

for (const way of allWays) {
  test(`the confirmation of ${ways[way].title} leads a signed-in investor to Support, and nobody else`, {
    tag: '@full',
  }, async ({ page }) => {
    await page.goto(address)
    const dialog = await open(page, way)
    const card = page.locator(`[data-action="${way}"]`)
    const send = async (author: 'visitor' | 'investor') => {
      const { Name: _, Email: __, ...rest } = { Email: '', ...entries[way](makeVisitor()) }
      await fill(dialog, author === 'visitor' ? entries[way](makeVisitor()) : rest)
      await submitButton(dialog).click()
      await expect(dialog.getByRole('status')).toContainText(ways[way].reference)
    }
    await send('visitor')
    await expect(dialog.getByRole('status').getByRole('link')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(card.getByText(/^Reference/)).toBeVisible()
    await expect(card.getByRole('link')).toHaveCount(0)

    await signIn(page)
    await page.evaluate(() => localStorage.removeItem('chatSession'))
    await page.goto(address)
    await open(page, way)
    await send('investor')
    const link = dialog.getByRole('link', { name: 'Track it in Support' })
    await expect(link).toHaveAttribute('href', '/access/support')
    await page.keyboard.press('Escape')
    await card.getByRole('link', { name: ways[way].reference }).click()
    await expect(page).toHaveURL('/access/support')
    const mine = page.getByRole('main').getByRole('region', { name: /^(Tickets|Calls|Chats)$/ })
    await expect(mine.getByRole('listitem')).toHaveCount(1)
  })
}
