import { signInAdmin } from './administrator.ts'
import { expect, register, test } from './fixtures.ts'
import { panel } from './panel.ts'
import { issueUnits, makeSeries, subscribe } from './series-rows.ts'

/** Every section with a list, each with at least one row. */
const sections = [
  'users',
  'transactions',
  'portfolio',
  'tokens',
  'token-pending',
  'login-tracking',
  'notifications',
  'documents',
  'departments',
  'settings',
  'support',
  'support&tab=calls',
  'support&tab=chats',
  'audit-log',
  'subscriptions',
  'subscriptions&item=:subscription',
  'tokens&token=:code',
  'register&series=:code',
  'register&series=:code&view=entries',
  'register&series=:code&view=distributions',
]

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
  await admin.call('POST', `/user/${user.id}/transactions`, {
    type: 'withdrawal',
    amount: '123456789.12',
    description: 'Transfer to the account at the custodian, second part of three',
    date: '2026-03-19',
  })
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
  const upload = await page.request.post(`/api/v1${panel('/documents/upload')}`, {
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

  const series = await makeSeries(sql)
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

  /** What is wider than its frame, and actions that end beyond the screen. */
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
  for (const section of sections) {
    const whose = ['transactions', 'notifications'].includes(section) ? `&user=${user.id}` : ''
    const address = section.replace(':code', series.name).replace(':subscription', String(subscription.id))
    await page.goto(panel(`?d=${address}${whose}`))
    await expect(page.locator('.skeleton')).toHaveCount(0)
    for (const width of [1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(overflow, { message: `${section} at ${width} px` }).toEqual([])
    }
  }
})

test('an email address breaks after its punctuation and not inside a word', async ({ page }) => {
  const email = `sedimentology.department.${crypto.randomUUID().slice(0, 8)}@geological-survey.example`
  await register(page, { first_name: 'Ada', last_name: 'Breccia', email })
  await signInAdmin(page)
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(panel(`?d=users&search=${email}`))
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
