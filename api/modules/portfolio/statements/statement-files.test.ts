import { inflateSync } from 'node:zlib'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { API_BASE } from '#contract/request-url'
import { createTransaction } from '#db/seed/factories'
import { getToday } from '#shared/calculations/calendar'
import { startTestApp, type TestApp } from '#testing/test-app'
import { getStatement as readStatementRows } from './statement-figures.ts'
import { renderStatementPdf } from './statement-pdf.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Parses CSV according to RFC 4180: quoted fields may contain commas, quotes and line breaks. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === '\r\n') {
      rows.push(row)
      row = []
    }
  }
  return rows
}

const at = (text: string) => new Date(text)

test('thirty concurrent statements of fifteen accounts are all sent', async () => {
  const accounts = await Promise.all(
    Array.from({ length: 15 }, async () => {
      const account = await app.signIn()
      await app.sql`insert into transactions (user_id, type, status, amount, description)
        select ${account.user.id}, 'deposit', 'completed', n, 'Deposit ' || n from generate_series(1, 200) as n`
      return account
    }),
  )
  const statuses = await Promise.all(
    accounts.flatMap(({ headers }) =>
      [1, 2].map(async () => (await app.call('GET', '/user/statement/yearly', { headers })).status),
    ),
  )
  expect(statuses).toEqual(Array(30).fill(200))
})

describe('GET /user/transactions/export', () => {
  test('is a CSV file of all rows, newest first, with exact amounts', async () => {
    const { headers, user } = await app.signIn()
    const older = await createTransaction(app.db, {
      user_id: user.id,
      type: 'withdrawal',
      amount: '999999999999.99',
      fee: '0.05',
      currency: 'EUR',
      description: 'To the bank, "main" account\nsecond line',
      transaction_date: at('2026-01-05T23:59:59.999Z'),
    })
    const newer = await createTransaction(app.db, {
      user_id: user.id,
      status: 'pending',
      transaction_date: at('2026-02-01T00:00:00Z'),
    })
    await createTransaction(app.db, { description: 'Of somebody else' })
    const response = await app.call('GET', '/user/transactions/export', { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="transactions-\d{4}-\d{2}-\d{2}\.csv"$/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-request-id')).toMatch(/./)
    expect(response.headers.get('x-total-count')).toBe('2')
    expect(readCsv(response.text)).toEqual([
      [
        'Transaction ID',
        'Date (UTC)',
        'Type',
        'Status',
        'Description',
        'Amount',
        'Fee',
        'Currency',
        'Effect on balance',
      ],
      [
        String(newer.id),
        '2026-02-01T00:00:00.000Z',
        'deposit',
        'pending',
        '',
        '100.00',
        '0.00',
        'USD',
        '0.00',
      ],
      [
        String(older.id),
        '2026-01-05T23:59:59.999Z',
        'withdrawal',
        'completed',
        'To the bank, "main" account\nsecond line',
        '999999999999.99',
        '0.05',
        'EUR',
        '-1000000000000.04',
      ],
    ])
    expect(response.text.endsWith('\r\n')).toBe(true)
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '＝1', '=HYPERLINK("https://x.example","a")'])(
    'exports a description that a spreadsheet would evaluate as text: %j',
    async (description) => {
      const { headers, user } = await app.signIn()
      await createTransaction(app.db, { user_id: user.id, description })
      const { text } = await app.call('GET', '/user/transactions/export', { headers })
      expect(readCsv(text)[1]?.[4]).toBe(`'${description}`)
    },
  )

  test('contains the rows that match filters and days, both days included', async () => {
    const { headers, user } = await app.signIn()
    const rows = [
      ['2026-03-01T00:00:00.000Z', 'fee', 'completed'],
      ['2026-03-02T23:59:59.999Z', 'fee', 'completed'],
      ['2026-03-03T00:00:00.000Z', 'fee', 'completed'],
      ['2026-03-02T12:00:00.000Z', 'deposit', 'failed'],
    ] as const
    for (const [date, type, status] of rows) {
      await createTransaction(app.db, { user_id: user.id, type, status, transaction_date: at(date) })
    }
    const datesOf = async (query: string) => {
      const response = await app.call('GET', `/user/transactions/export?${query}`, { headers })
      const dates = readCsv(response.text)
        .slice(1)
        .map((cells) => cells[1])
      expect(response.headers.get('x-total-count')).toBe(String(dates.length))
      return dates
    }
    expect(await datesOf('from=2026-03-01&to=2026-03-02')).toEqual([rows[1][0], rows[3][0], rows[0][0]])
    expect(await datesOf('from=2026-03-02&type=fee')).toEqual([rows[2][0], rows[1][0]])
    expect(await datesOf('to=2026-03-01')).toEqual([rows[0][0]])
    const narrowed = '/user/transactions/export?from=2026-03-01&to=2026-03-02&type=fee'
    const { headers: sent } = await app.call('GET', narrowed, { headers })
    expect(sent.get('content-disposition')).toBe(
      'attachment; filename="transactions-2026-03-01-to-2026-03-02.csv"',
    )
    expect(await datesOf('status=failed')).toEqual([rows[3][0]])
    expect(await datesOf('from=2027-01-01')).toEqual([])
  })

  test('contains every row once across batches, in order, with equal dates', async () => {
    const { headers, user } = await app.signIn()
    await app.sql`insert into transactions (user_id, type, amount, transaction_date)
      select ${user.id}, 'interest', n, timestamptz '2026-01-01Z' + (n / 7) * interval '1 hour' from generate_series(1, 3500) as n`
    const expected = await app.sql<{ id: number }[]>`select id from transactions where user_id = ${user.id}
      order by transaction_date desc, id desc`
    const { text, headers: sent } = await app.call('GET', '/user/transactions/export', { headers })
    expect(sent.get('x-total-count')).toBe('3500')
    expect(
      readCsv(text)
        .slice(1)
        .map(([id]) => Number(id)),
    ).toEqual(expected.map(({ id }) => id))
  })

  test.each([
    ['export', '9999-12-31'],
    ['statement', getToday()],
  ])('%s covers everything from the earliest to the latest possible day', async (file, to) => {
    const { headers, user } = await app.signIn()
    await createTransaction(app.db, { user_id: user.id })
    const path = `/user/transactions/${file}?from=0001-01-01&to=${to}`
    expect((await app.call('GET', path, { headers })).headers.get('x-total-count')).toBe('1')
  })

  test.each(['export', 'statement'])('%s rejects days that do not exist or are reversed', async (file) => {
    const { headers } = await app.signIn()
    for (const [query, path] of [
      ['from=2026-02-30', '/from'],
      ['to=yesterday', '/to'],
      ['from=2026-01-01T00:00:00Z', '/from'],
      ['from=2026-03-02&to=2026-03-01', '/from'],
      ['from=2026-03-02&from=2026-03-01', '/from'],
    ] as const) {
      const { status, body } = await app.call('GET', `/user/transactions/${file}?${query}`, { headers })
      expect(status, query).toBe(422)
      expect(body).toMatchObject({ code: 'validation', details: [{ path }] })
    }
  })

  test('rejects an unknown filter', async () => {
    const { headers } = await app.signIn()
    expect((await app.call('GET', '/user/transactions/export?type=gift', { headers })).status).toBe(422)
    expect((await app.call('GET', '/user/transactions/export?status=odd', { headers })).status).toBe(422)
  })
})

/** Requests a statement and reads the PDF: its text page by page, and its metadata. */
async function readStatement(headers: Record<string, string>, query = '') {
  const response = await app.fetch(
    new Request(`http://localhost${API_BASE}/user/transactions/statement${query}`, { headers }),
  )
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const document = await getDocumentProxy(bytes.slice())
  const { text } = await extractText(document)
  const { info } = await getMeta(document)
  return { response, bytes, info, pages: text.map((page) => page.replace(/\s+/g, ' ')) }
}

/** The texts that are read instead of what is drawn (PDF 1.7, 14.9.4), one after the other. */
function readActualTexts(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1')
  const streams = [...file.matchAll(/\/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)].map(
    ([, packed]) => {
      return inflateSync(Buffer.from(packed ?? '', 'latin1')).toString('latin1')
    },
  )
  return streams
    .flatMap((stream) => [...stream.matchAll(/\/ActualText <feff([0-9a-f]*)>/g)])
    .map(([, hex]) =>
      Buffer.from(hex ?? '', 'hex')
        .swap16()
        .toString('utf16le'),
    )
    .join('')
}

describe('GET /user/transactions/statement', () => {
  test('is a PDF with the figures before, in and after the period, and its rows', async () => {
    const { headers, user } = await app.signIn({ first_name: 'Žofie', last_name: 'Nováková' })
    const rows = [
      { type: 'deposit', amount: '1000.00', fee: '1.50', transaction_date: at('2025-12-31T23:59:59.999Z') },
      { type: 'deposit', amount: '999999999999.99', transaction_date: at('2026-01-01T00:00:00Z') },
      { type: 'deposit', amount: '999999999999.99', transaction_date: at('2026-01-02T00:00:00Z') },
      { type: 'withdrawal', amount: '40.00', fee: '0.25', transaction_date: at('2026-01-31T23:59:59.999Z') },
      { type: 'interest', status: 'pending', amount: '7.77', transaction_date: at('2026-01-15T00:00:00Z') },
      { type: 'deposit', amount: '5.55', transaction_date: at('2026-02-01T00:00:00Z') },
    ] as const
    for (const row of rows)
      await createTransaction(app.db, { ...row, user_id: user.id, description: 'Zlato Žďár' })
    const { response, info, pages } = await readStatement(headers, '?from=2026-01-01&to=2026-01-31')
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="statement-2026-01-01-to-2026-01-31.pdf"',
    )
    expect(response.headers.get('x-total-count')).toBe('4')
    expect(info).toMatchObject({
      Title: 'Account statement, January 1, 2026 to January 31, 2026',
      Author: 'Lodefield',
      Language: 'en-US',
    })
    expect(pages).toHaveLength(1)
    const [page = ''] = pages
    for (const part of [
      'Account statement',
      'Žofie Nováková',
      user.email,
      'January 1, 2026 to January 31, 2026',
      '4 transactions',
      'Deposits 1,000.00 1,999,999,999,999.98 2,000,000,000,999.98',
      'Withdrawals 0.00 40.00 40.00',
      'Interest 0.00 0.00 0.00',
      'Fees on other transactions 1.50 0.25 1.75',
      'Jan 2, 2026 Deposit Zlato Žďár Completed +999,999,999,999.99 USD',
      'Jan 31, 2026 Withdrawal Zlato Žďár Completed −40.00 USD −0.25',
      'Jan 15, 2026 Interest Zlato Žďár Pending +7.77 USD',
      'Page 1 of 1',
    ]) {
      expect(page).toContain(part)
    }
    expect(page).not.toContain('5.55')
    expect(page, 'no day in digits').not.toMatch(/\d{4}-\d{2}-\d{2}/)
  })

  test('is tagged: its parts, tables and headings are read in order', async () => {
    const { headers, user } = await app.signIn()
    await app.sql`insert into transactions (user_id, type, amount, description, transaction_date)
      select ${user.id}, 'deposit', n, 'Row', timestamptz '2026-01-01Z' + n * interval '1 hour' from generate_series(1, 80) as n`
    const { bytes } = await readStatement(headers)
    const document = await getDocumentProxy(bytes)
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
    expect(document.numPages).toBeGreaterThan(1)
    type Node = { role?: string; children?: Node[] }
    const outline = ({ role, children = [] }: Node): string =>
      `${role ?? ''}${children.some(({ role }) => role) ? `(${children.map(outline).join(' ')})` : ''}`
    // One table over all pages, with its headings once.
    expect(outline((await (await document.getPage(1)).getStructTree()) as Node)).toMatch(
      /^Root\(Document\(P H1 P P P P P Table\(TR\(TH TH\)( TR\(TH TD\)){5}\) Table\(TR\(TH TH TH TH\)( TR\(TH TD TD TD\))+\) Table\(TR\(TH TH TH TH TH TH\)( TR\(TD TD TD TD TD TD\)){80}\)\)\)$/,
    )
  })

  test('continues over pages, each with its number and the number of pages', async () => {
    const { headers, user } = await app.signIn()
    await app.sql`insert into transactions (user_id, type, amount, description, transaction_date)
      select ${user.id}, 'deposit', n, 'Row number ' || n || repeat(' and more words', n % 9), timestamptz '2026-01-01Z' + n * interval '1 hour'
      from generate_series(1, 200) as n`
    const { pages } = await readStatement(headers)
    expect(pages.length).toBeGreaterThan(4)
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    const numbers = pages.flatMap((page) => [...page.matchAll(/Row number (\d+)/g)].map(([, n]) => Number(n)))
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, n) => n + 1))
  })

  test('shows the beginning of a long description in three lines, and reads no more of it', async () => {
    const { headers, user } = await app.signIn()
    const description = 'Instalment of the northern project, wired through the custodian. '.repeat(76)
    await createTransaction(app.db, { user_id: user.id, description, amount: '12.00' })
    const { pages } = await readStatement(headers)
    expect(pages[0]).toMatch(/Instalment of the northern project, wired through .*…/)
    expect(pages[0]?.match(/Instalment/g)?.length).toBeLessThanOrEqual(3)
    const { rows } = await readStatementRows(user.id, {})
    expect(rows[0]?.description).toBe(description.slice(0, 400))
  })

  test('starts the response before the layout, and yields to other requests during it', async () => {
    const { user } = await app.signIn()
    await app.sql`insert into transactions (user_id, type, amount, description)
      select ${user.id}, 'deposit', n, repeat('Words of row ' || n || ' ', 20) from generate_series(1, 300) as n`
    const statement = await readStatementRows(user.id, {})
    // A clock that advances a millisecond with each reading, so that work takes the same time on any machine.
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now++)
    const turns = vi.spyOn(globalThis, 'setImmediate')
    onTestFinished(() => void vi.restoreAllMocks())
    const chunks = renderStatementPdf(statement, new Date())
    const { value: first } = await chunks.next()
    expect(Buffer.from(first ?? []).toString('latin1')).toMatch(/^%PDF-1\.7/)
    expect(first?.length).toBeLessThan(100)
    turns.mockClear()
    await chunks.next()
    // Among three hundred rows, and one for the first page.
    expect(turns.mock.calls.length).toBeGreaterThan(30)
    await chunks.return(undefined)
  })

  test('supports every script, long words and an empty history', async () => {
    const { headers, user } = await app.signIn()
    expect((await readStatement(headers)).pages[0]).toContain('There are no transactions in this period.')
    const descriptions = [
      'Пополнение счёта Αθήνα Bastnäsite ₫',
      '入金 黄金 🥇',
      'دفعة أولى שלום',
      'x'.repeat(4_000),
      '𝔘'.repeat(2_000),
      'ends in a surrogate pair 🥇'.repeat(40),
      '\u200b\u0301 combining e\u0301',
    ]
    for (const description of descriptions) await createTransaction(app.db, { user_id: user.id, description })
    await createTransaction(app.db, { user_id: user.id, currency: 'CHF', amount: '12.00' })
    const { pages } = await readStatement(headers)
    const text = pages.join(' ')
    expect(text).toContain('Пополнение счёта Αθήνα Bastnäsite ₫')
    expect(text).toContain('Completed transactions, CHF')
    expect(text).toContain('Completed transactions, USD')
    expect(text).toContain('Unsupported characters are shown in Latin letters')
    expect(text.replace(/\s/g, '')).toMatch(/入金黄金:\w+:/)
    expect(text).not.toContain('?')
  })

  test.each([
    ['Chinese', '王小明', '臺灣龍'],
    ['Japanese', '髙橋さくら', 'タナカ'],
    ['Korean', '김철수', '박영희'],
    ['Thai', 'สมชาย', 'ใจดี'],
    ['Hindi', 'अमिताभ', 'नाम'],
    ['Tamil', 'ஸ்ரீனிவாசன்', 'கோவிந்தராஜ்'],
    ['Bengali', 'রবীন্দ্রনাথ', 'ঠাকুর'],
    ['Telugu', 'నాగేశ్వరరావు', 'శ్రీనివాస్'],
    ['Kannada', 'ಶಿವರಾಮ', 'ಕಾರಂತ'],
    ['Malayalam', 'വിജയൻ', 'കൃഷ്ണൻ'],
    ['Gujarati', 'મોહનદાસ', 'ગાંધી'],
    ['Punjabi', 'ਮਨਮੋਹਨ', 'ਸਿੰਘ'],
    ['Odia', 'ଗୋପବନ୍ଧୁ', 'ଦାସ'],
    ['Sinhala', 'ක්‍රිෂ්ණ', 'සිරිසේන'],
    ['Khmer', 'នរោត្តម', 'សីហនុ'],
    ['Lao', 'ສຸພານຸວົງ', 'ແກ້ວ'],
    ['Georgian', 'შოთა', 'რუსთაველი'],
    ['Armenian', 'Արամ', 'Խաչատրյան'],
    ['Amharic', 'ኃይለ', 'ሥላሴ'],
    ['Hebrew', 'דוד', 'לוי'],
    ['Arabic', 'محمد', 'الأحمد'],
  ])('prints names in %s', async (_, first_name, last_name) => {
    const { headers, user } = await app.signIn({ first_name, last_name })
    const words = 'Wire of 1,250.00 from'
    await createTransaction(app.db, { user_id: user.id, description: `${words} ${first_name}` })
    const { bytes, pages } = await readStatement(headers)
    const text = pages.join(' ').normalize('NFKC')
    expect(text).not.toMatch(/\?/)
    expect(text).not.toContain('Unsupported characters')
    expect(text).toContain(words)
    if (/^[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(first_name)) expect(text).toContain(first_name)
    // Copied and read aloud, the name is as written, however its letters are ordered and joined.
    else expect(readActualTexts(bytes).replace(/\s/g, '')).toContain(first_name + last_name)
  })

  test('rejects a range with too many rows with a helpful message', async () => {
    const { headers, user } = await app.signIn()
    await app.sql`insert into transactions (user_id, type, amount, transaction_date)
      select ${user.id}, 'deposit', 1, timestamptz '2026-01-01Z' + n * interval '1 minute' from generate_series(1, 20001) as n`
    const { status, body } = await app.call('GET', '/user/transactions/statement', { headers })
    expect(status).toBe(422)
    expect(body.error).toContain('up to 20,000 transactions. Select a shorter period')
  })
})
