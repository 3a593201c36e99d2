import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditActions } from '#contract/platform/audit'
import { API_BASE } from '#contract/request-url'
import {
  createAdmin,
  createReportSchedule,
  createToken,
  createTransaction,
  createUser,
  setVerification,
} from '#db/seed/factories'
import { createAttestation, createSubscription } from '#db/seed/series-factories'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { issueUnitsOn } from '#modules/portfolio/testing-movements'
import { adminReportTypes } from '#shared/enums/reports'
import { formatLongDate } from '#shared/format-date'
import { startTestApp, type TestApp } from '#testing/test-app'
import { sendDueReportEmails } from './report-schedules.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signInAdmin']>>
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signInAdmin()
})
afterAll(() => app.close())

const day = (text: string) => new Date(`${text}T12:00:00Z`)
const today = () => new Date().toISOString().slice(0, 10)
const totals = async (name: string, from: string, to: string) =>
  (
    await app.call('GET', `${app.adm}/reports/${name}/totals?from=${from}&to=${to}`, {
      headers: admin.headers,
    })
  ).body

async function file(name: string, query: string, headers = admin.headers): Promise<Response> {
  return app.fetch(new Request(`http://localhost${API_BASE}${app.adm}/reports/${name}?${query}`, { headers }))
}
const csv = async (name: string, from: string, to: string): Promise<string[][]> =>
  (await (await file(name, `from=${from}&to=${to}`)).text())
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

describe('flows', () => {
  test('have opening, in, out and closing by type, and equal the ledger', async () => {
    await app.sql`delete from transactions`
    const { id: user_id } = await createUser(app.db)
    const rows = [
      ['deposit', '1000.00', '5.00', '2026-01-10', 'completed'],
      ['withdrawal', '100.00', '0', '2026-01-31', 'completed'],
      ['deposit', '500.00', '1.50', '2026-02-01', 'completed'],
      ['interest', '12.34', '0', '2026-02-14', 'completed'],
      ['withdrawal', '200.10', '2.00', '2026-02-28', 'completed'],
      ['fee', '9.99', '0', '2026-02-28', 'completed'],
      ['transfer', '300.00', '0.01', '2026-02-15', 'completed'],
      ['deposit', '7777.00', '0', '2026-02-15', 'pending'],
      ['deposit', '400.00', '0', '2026-03-01', 'completed'],
    ] as const
    for (const [type, amount, fee, date, status] of rows) {
      await createTransaction(app.db, { user_id, type, amount, fee, status, transaction_date: day(date) })
    }
    await createTransaction(app.db, {
      user_id,
      type: 'deposit',
      amount: '80.00',
      currency: 'EUR',
      transaction_date: day('2026-02-02'),
    })
    expect(await csv('flows', '2026-02-01', '2026-02-28')).toEqual([
      ['Currency', 'Type', 'Transactions', 'Opening', 'In', 'Out', 'Closing'],
      ['EUR', 'Deposits', '1', '0.00', '80.00', '0.00', '80.00'],
      ['EUR', 'Total', '1', '0.00', '80.00', '0.00', '80.00'],
      ['USD', 'Deposits', '1', '1000.00', '500.00', '0.00', '1500.00'],
      ['USD', 'Interest and distributions', '1', '0.00', '12.34', '0.00', '12.34'],
      ['USD', 'Transfers between own accounts', '1', '0.00', '0.00', '0.00', '0.00'],
      ['USD', 'Withdrawals', '1', '-100.00', '0.00', '200.10', '-300.10'],
      ['USD', 'Fees', '1', '0.00', '0.00', '9.99', '-9.99'],
      ['USD', 'Fees on other transactions', '3', '-5.00', '0.00', '3.51', '-8.51'],
      ['USD', 'Total', '5', '895.00', '512.34', '213.60', '1193.74'],
    ])
    const whole = await csv('flows', '2020-01-01', '2026-12-31')
    const [ledger] = await app.sql`
      select (sum(case type when 'deposit' then amount when 'interest' then amount when 'transfer' then 0 else -amount end)
        - sum(fees))::text as sum from transaction_totals where status = 'completed'`
    const sum = whole
      .filter((row) => row[1] === 'Total')
      .reduce((cents, row) => cents + Math.round(Number(row[6]) * 100), 0)
    expect(sum).toBe(Math.round(Number(ledger?.sum) * 100))
  })
})

describe('register', () => {
  test('is as of the end of the last day, whatever was recorded since', async () => {
    const token = await createToken(app.db)
    const { id: token_id, symbol } = token
    const [large, small] = [await createUser(app.db), await createUser(app.db)]
    await createAttestation(app.db, { token_id, units_held: '100' })
    await issueUnitsOn(app.sql, { token_id, user_id: large.id, units: '6', cost: '60', day: '2026-01-31' })
    await issueUnitsOn(app.sql, { token_id, user_id: small.id, units: '2', cost: '20', day: '2026-01-31' })
    await issueUnitsOn(app.sql, { token_id, user_id: small.id, units: '32', cost: '320', day: '2026-02-01' })
    const of = async (day: string) =>
      (await csv('register', '2026-01-01', day))
        .filter((row) => row[0] === symbol)
        .map((row) => [Number(row[1]), row[4], row[5], row[6]])
    expect(await of('2026-01-30')).toEqual([])
    expect(await of('2026-01-31')).toEqual([
      [large.id, '6.000000', '75.0000', '2026-01-31'],
      [small.id, '2.000000', '25.0000', '2026-01-31'],
    ])
    expect(await of('2026-02-01')).toEqual([
      [small.id, '34.000000', '85.0000', '2026-02-01'],
      [large.id, '6.000000', '15.0000', '2026-02-01'],
    ])
    // A range that has not ended ends today.
    expect((await of('2199-01-01')).map(([, , , on]) => on)).toEqual([today(), today()])
    const { totals: tables, rows } = await totals('register', today(), today())
    const listed = tables[0].rows.find(({ label }: { label: string }) => label === symbol)
    expect([listed.figures, rows >= 2]).toEqual([['2', '40.000000'], true])
  })
})

describe('subscriptions', () => {
  test('list subscriptions submitted in the range, in their state at its end', async () => {
    const { id } = await createSubscription(app.db)
    const reference = `S-${String(id).padStart(6, '0')}`
    const find = async (from: string, to: string) =>
      (await csv('subscriptions', from, to)).find(([first]) => first === reference)
    const row = await find(today(), today())
    expect(row?.at(-1)).toBe('submitted')
    expect(await find('2026-01-01', '2026-01-31')).toBeUndefined()
  })
})

describe('verification states', () => {
  const list = async (from: string, to: string) => {
    const [, ...lines] = await csv('verifications', from, to)
    return new Map(lines.map(([id, , , , ...line]) => [Number(id), line]))
  }
  const put = (path: string, body: unknown) =>
    app.call('PUT', `${app.adm}${path}`, { headers: admin.headers, body })

  test('have state, since when, until, risk, manual flag and decision maker, from the verification tables', async () => {
    const steps = (user_id: number, ...rows: [action: string, by: string, at: string][]) =>
      Promise.all(
        rows.map(
          ([action, by, at]) => app.sql`insert into verification_steps (user_id, action, by, admin_id, at)
            values (${user_id}, ${action}, ${by}, ${by === 'desk' ? admin.admin.id : null}, ${at})`,
        ),
      )
    const created_at = day('2025-05-01')
    const make = async (changes: Partial<Parameters<typeof setVerification>[2]>) => {
      const { id } = await createUser(app.db, { created_at })
      await setVerification(app.db, id, changes)
      return id
    }
    const submitted_at = day('2025-05-02')
    const verified = await make({
      state: 'verified',
      submitted_at,
      decided_at: day('2025-05-06'),
      verified_until: '2027-05-06',
      risk: 'medium',
    })
    await steps(
      verified,
      ['verify', 'desk', '2025-05-06T12:00:00Z'],
      ['reminded_60', 'system', '2025-05-09T12:00:00Z'],
    )
    const ended = await make({
      state: 'expired',
      submitted_at,
      decided_at: day('2025-05-03'),
      verified_until: '2025-05-06',
    })
    await steps(ended, ['verify', 'desk', '2025-05-03T12:00:00Z'])
    await steps(ended, ['expired', 'system', '2025-05-07T00:01:00Z'])
    const asked = await make({ state: 'needs_more', submitted_at })
    await steps(asked, ['ask_again', 'desk', '2025-05-05T12:00:00Z'])
    const reviewed = await make({ state: 'in_review', submitted_at })
    await steps(reviewed, ['assign', 'desk', '2025-05-04T12:00:00Z'])
    const begun = await make({ state: 'in_progress' })
    await steps(begun, ['started', 'investor', '2025-05-05T12:00:00Z'])
    const idle = await make({ state: 'not_started' })

    const rows = await list('2025-05-01', '2025-05-08')
    const { username } = admin.admin
    const time = 'T12:00:00.000Z'
    expect(rows.get(verified)).toEqual([
      'verified',
      `2025-05-06${time}`,
      '2027-05-06',
      'medium',
      'no',
      username,
    ])
    expect(rows.get(ended)).toEqual(['expired', '2025-05-07T00:01:00.000Z', '2025-05-06', '', 'no', 'System'])
    expect(rows.get(asked)).toEqual(['needs_more', `2025-05-05${time}`, '', '', 'no', ''])
    expect(rows.get(reviewed)).toEqual(['in_review', `2025-05-04${time}`, '', '', 'no', ''])
    expect(rows.get(begun)).toEqual(['in_progress', `2025-05-05${time}`, '', '', 'no', ''])
    expect(rows.get(idle)).toEqual(['not_started', `2025-05-01${time}`, '', '', 'no', ''])
    const ours = [verified, ended, asked, reviewed, begun, idle]
    const within = async (from: string, to: string) => {
      const found = await list(from, to)
      return ours.filter((id) => found.has(id))
    }
    expect(await within('2025-05-05', '2025-05-06')).toEqual([verified, asked, begun])
    expect(await within('2025-05-07', '2025-05-07')).toEqual([ended])
    const { rows: number, totals: tables } = await totals('verifications', '2025-05-05', '2025-05-06')
    expect([number, tables[0].rows]).toEqual([
      3,
      [
        { label: 'In progress', figures: ['0', '1'] },
        { label: 'Needs more', figures: ['0', '1'] },
        { label: 'Verified', figures: ['0', '1'] },
      ],
    ])
    const whole = await (await file('verifications', 'from=2025-05-01&to=2025-05-08')).text()
    expect(whole, 'nothing of what was said').not.toMatch(/Bahnhofstrasse|756\.1234|Sale of a company/)
  })

  test('name who verified manually and who reverted it, and omit deleted accounts', async () => {
    const { id } = await createUser(app.db)
    const row = async () => (await list(today(), today())).get(id)
    expect((await row())?.slice(3)).toEqual(['', 'no', ''])
    await put(`/users/${id}/verification`, { is_verified: true, reason: 'Known since 2019' })
    const marked = await row()
    expect([marked?.[0], marked?.slice(3)]).toEqual(['verified', ['', 'yes', admin.admin.username]])
    const other = await app.signInAdmin({ roles: ['compliance'] })
    await app.call('PUT', `${app.adm}/users/${id}/verification`, {
      headers: other.headers,
      body: { is_verified: false },
    })
    const taken = await row()
    expect([taken?.[0], taken?.slice(3)]).toEqual(['not_started', ['', 'yes', other.admin.username]])
    const { body } = await app.call('GET', `${app.adm}/verifications/${id}`, { headers: admin.headers })
    expect(body.verification.history).toMatchObject([
      { action: 'unmarked_by_hand', admin: other.admin.username, reason: '' },
      { action: 'marked_by_hand', admin: admin.admin.username, reason: 'Known since 2019' },
    ])
    await app.call('DELETE', `${app.adm}/users/${id}`, { headers: admin.headers })
    expect(await row()).toBeUndefined()
  })
})

test('access names each administrator with sign-ins, changes, exports and access to evidence', async () => {
  const other = await app.signInAdmin()
  const user = await createUser(app.db)
  await app.call('PUT', `${app.adm}/users/${user.id}/status`, {
    headers: other.headers,
    body: { is_active: false },
  })
  await recordAudit(
    { adminId: other.admin.id, address: '192.0.2.1', requestId: 'r' },
    { action: auditActions.openedEvidence, entity: 'verification', entityId: user.id, after: { file: 1 } },
  )
  await (await file('flows', `from=${today()}&to=${today()}`, other.headers)).text()
  await (await file('flows', `from=${today()}&to=${today()}&format=pdf`, other.headers)).arrayBuffer()
  const { totals: tables } = await totals('access', today(), today())
  const row = tables[0].rows.find(({ label }: { label: string }) => label === other.admin.username)
  expect([tables[0].heads, row.figures]).toEqual([
    ['SIGN-INS', 'CHANGES', 'EXPORTS', 'EVIDENCE', 'DENIED'],
    ['0', '1', '2', '1', '0'],
  ])
  const entries = (await csv('access', today(), today())).filter((line) => line[2] === other.admin.username)
  expect(entries.map((line) => [line[3], line[4]])).toEqual([
    ['Change', 'user.disable'],
    ['Evidence access', 'evidence.open'],
    ['Export', 'list.export'],
    ['Export', 'list.export_completed'],
    ['Export', 'list.export'],
    ['Export', 'list.export_completed'],
  ])
  const [logged] =
    await app.sql`select after from audit_log where entity_id = 'report-flows' order by id desc limit 1`
  expect(logged?.after).toMatchObject({ filter: { from: today(), to: today(), format: 'pdf' } })
})

test('every report is a CSV and a PDF file with its name, its sums and the standard page layout', async () => {
  for (const name of adminReportTypes) {
    const range = `from=2026-01-01&to=${today()}`
    const table = await file(name, range)
    expect([table.status, table.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(table.headers.get('content-disposition')).toContain(`report-${name}-2026-01-01-to-${today()}.csv`)
    await table.text()
    const printed = await file(name, `${range}&format=pdf`)
    expect(printed.headers.get('content-type')).toBe('application/pdf')
    expect(printed.headers.get('content-disposition')).toContain('.pdf"')
    const pdf = await getDocumentProxy(new Uint8Array(await printed.arrayBuffer()))
    const { text } = await extractText(pdf, { mergePages: true })
    const { title, totals: tables } = await totals(name, '2026-01-01', today())
    for (const part of [
      title,
      `January 1, 2026 to ${formatLongDate(today())}`,
      tables[0].title,
      'Page 1 of',
    ]) {
      expect(text, name).toContain(part)
    }
    expect((await getMeta(pdf)).info).toMatchObject({
      Title: `${title}, January 1, 2026 to ${formatLongDate(today())}`,
    })
  }
})

test('a printed report says how many rows it omits, and continues over pages', async () => {
  await app.sql`insert into users (email, password_hash, first_name, last_name, created_at)
    select 'many-' || n || '@lodefield.example', '!', 'Many', 'Investors', '2024-06-01T12:00:00Z'
    from generate_series(1, 2010) as n`
  const printed = await file('verifications', 'from=2024-06-01&to=2024-06-01&format=pdf')
  const pdf = await getDocumentProxy(new Uint8Array(await printed.arrayBuffer()))
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  expect(text).toContain('First 2,000 of 2,010 rows. The CSV file contains all rows.')
  expect(totalPages).toBeGreaterThan(40)
  expect(await csv('verifications', '2024-06-01', '2024-06-01')).toHaveLength(2_011)
})

test('rejects a range that ends before it begins, one in the future, and callers without permission', async () => {
  for (const query of [
    'from=2026-02-01&to=2026-01-01',
    'from=2199-01-01&to=2199-01-02',
    'from=2026-02-30&to=2026-03-01',
  ]) {
    expect((await file('flows', query)).status, query).toBe(422)
  }
  const { body } = await app.call('GET', `${app.adm}/reports/flows/totals?to=2026-01-15`, {
    headers: admin.headers,
  })
  expect(body.period).toBe('January 1, 2026 to January 15, 2026')
  expect((await file('flows', 'from=2026-01-01&to=2026-01-02&format=xls')).status).toBe(422)
  expect((await file('odd', 'from=2026-01-01&to=2026-01-02')).status).toBe(404)
  const support = await app.signInAdmin({ roles: ['support'] })
  expect((await file('flows', 'from=2026-01-01&to=2026-01-02', support.headers)).status).toBe(403)
})

describe('schedules', () => {
  const call = (method: string, path: string, body?: unknown, headers = admin.headers) =>
    app.call(method, `${app.adm}/report-schedules${path}`, { body, headers })
  const body = (recipients: number[]) => ({
    report: 'flows',
    frequency: 'monthly',
    format: 'pdf',
    recipients,
  })
  const mails = (to: string) => app.mails({ recipient: to, kind: 'report' })

  test('are added and ended by permitted administrators, with active recipients, each with an audit entry', async () => {
    const reader = await createAdmin(app.db, { roles: ['auditor'] })
    const made = await call('POST', '', body([reader.id]))
    expect([made.status, made.body.schedule.recipients[0].username]).toEqual([201, reader.username])
    const { id } = made.body.schedule
    const { schedules, administrators } = (await call('GET', '')).body
    expect(schedules.map((row: { id: number }) => row.id)).toContain(id)
    expect(administrators.map((row: { id: number }) => row.id)).toContain(reader.id)
    const gone = await createAdmin(app.db, { is_active: false })
    const helper = await createAdmin(app.db, { roles: ['support'] })
    for (const recipients of [[gone.id], [helper.id], [2_147_483_647], [], [reader.id, reader.id]]) {
      expect((await call('POST', '', body(recipients))).status).toBe(422)
    }
    const auditor = await app.signInAdmin({ roles: ['auditor'] })
    expect((await call('POST', '', body([reader.id]), auditor.headers)).status).toBe(403)
    expect((await call('DELETE', `/${id}`)).status).toBe(200)
    expect((await call('DELETE', `/${id}`)).status).toBe(404)
    const entries = await app.sql`select action, coalesce(before, after) -> 'recipients' as recipients
      from audit_log where entity = 'report_schedule' order by id`
    expect(entries).toEqual([
      { action: 'report_schedule.create', recipients: [reader.username] },
      { action: 'report_schedule.delete', recipients: [reader.username] },
    ])
  })

  test('are rejected as duplicates, in any order of recipients and any format, with their start date', async () => {
    const one = await createAdmin(app.db)
    const other = await createAdmin(app.db)
    expect((await call('POST', '', body([one.id, other.id]))).status).toBe(201)
    const again = await call('POST', '', { ...body([other.id, one.id]), format: 'csv' })
    expect(again.status).toBe(409)
    expect(again.body.error).toMatch(/Cash flows, monthly, same recipients, created \w+ \d+, \d{4}\.$/)
    expect((await call('POST', '', body([one.id]))).status).toBe(201)
    expect((await call('POST', '', { ...body([one.id]), frequency: 'daily' })).status).toBe(201)
    expect((await call('POST', '', { ...body([one.id]), report: 'register' })).status).toBe(201)
  })

  test('announce the previous period once, without the file, and catch up once on missed ones', async () => {
    const reader = await createAdmin(app.db)
    const former = await createAdmin(app.db, { is_active: false })
    const { id } = await createReportSchedule(app.db, {
      recipients: [reader.id, former.id],
      next_at: new Date('2026-01-01T06:00:00Z'),
    })
    const now = new Date('2026-04-02T09:00:00Z')
    expect(await sendDueReportEmails(app.log, new Date('2026-01-01T05:00:00Z'))).toBe(0)
    // Two concurrent servers, three months late.
    const sent = await Promise.all([sendDueReportEmails(app.log, now), sendDueReportEmails(app.log, now)])
    expect(sent.toSorted()).toEqual([0, 1])
    const [mail, ...others] = await mails(reader.email)
    expect([mail?.subject, others]).toEqual(['Report: Cash flows, March 1, 2026 to March 31, 2026', []])
    expect(mail?.body).not.toContain('http')
    expect(await mails(former.email)).toEqual([])
    const [row] = await app.sql`select next_at from report_schedules where id = ${id}`
    expect(new Date(row?.next_at).toISOString()).toBe('2026-05-01T06:00:00.000Z')
    expect(await sendDueReportEmails(app.log, now)).toBe(0)
  })
})

test('activity of administrators is read only by those who may read the audit log', async () => {
  const operator = await app.signInAdmin({ roles: ['operator'] })
  const read = (path: string) => app.call('GET', `${app.adm}/reports/${path}`, { headers: operator.headers })
  const range = `from=${today()}&to=${today()}`
  for (const path of [`access/totals?${range}`, `access?${range}`, `access?${range}&format=pdf`]) {
    const { status, body } = await read(path)
    expect([status, body.code]).toEqual([403, 'forbidden'])
  }
  expect((await read(`flows/totals?${range}`)).status).toBe(200)
  const schedule = (report: string) =>
    app.call('POST', `${app.adm}/report-schedules`, {
      headers: operator.headers,
      body: { report, frequency: 'weekly', format: 'csv', recipients: [operator.admin.id] },
    })
  expect([(await schedule('access')).status, (await schedule('flows')).status]).toEqual([403, 201])
})
