import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PreviousVersion } from '#contract/catalog/admin-series'
import { createPortfolio, createToken, createUser } from '#db/seed/factories'
import {
  createAttestation,
  createOffering,
  createSubscription,
  createValuation,
  getDayFromNow,
  issueUnits,
} from '#db/seed/series-factories'
import { tokenCatalog } from '#shared/default-tokens'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  ;({ headers } = await app.signInAdmin())
})
afterAll(() => app.close())

const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n'
const admin = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
  app.call(method, `${app.adm}${path}`, { headers: { ...headers, ...more }, body })
const read = (symbol: string) => app.call('GET', `/tokens/${encodeURIComponent(symbol)}`)

/** A form with a file and additional fields. */
function upload(path: string, fields: Record<string, string>, content: BlobPart = PDF, more = {}) {
  const raw = new FormData()
  for (const [name, value] of Object.entries(fields)) raw.append(name, value)
  raw.append('file', new Blob([content]), 'Statement 2026.pdf')
  return app.call('POST', `${app.adm}${path}`, { headers: { ...headers, ...more }, raw })
}

const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/** Issues units to a new holder as an allotment would. */
async function issue(token_id: number, units: string): Promise<number> {
  const { id } = await createUser(app.db)
  await app.sql.begin(async (sql) => {
    const [movement] = await sql<{ id: number }[]>`
      insert into register_movements (token_id, type) values (${token_id}, 'issue') returning id`
    await sql`insert into register_entries (token_id, movement_id, user_id, units, cost)
      values (${token_id}, ${movement?.id ?? 0}, null, ${`-${units}`}, 0), (${token_id}, ${movement?.id ?? 0}, ${id}, ${units}, 0)`
  })
  return id
}

describe('a series', () => {
  test('without records has figures of zero, and null where nothing is known', async () => {
    const token = await createToken(app.db, { symbol: '$BARE' })
    const { status, body } = await read('$BARE')
    expect(status).toBe(200)
    expect(body).toEqual({
      token: expect.objectContaining({ id: token.id, symbol: '$BARE' }),
      series: {
        units_in_issue: '0.000000',
        units_held: '0.000000',
        backing_percent: null,
        holders: null,
        unit_value: null,
        attestation: null,
        is_illustrative: false,
      },
      offering: null,
      documents: [],
    })
    expect((await app.call('GET', '/tokens/BARE/valuations')).body).toEqual({ valuations: [] })
  })

  test.each(['$Quartz9', 'Quartz9', 'QUARTZ9', '$quartz9'])('is found as %s', async (symbol) => {
    if ((await read('$Quartz9')).status === 404) await createToken(app.db, { symbol: '$Quartz9' })
    expect((await read(symbol)).body.token.symbol).toBe('$Quartz9')
  })

  test.each(['$NOSUCH', 'a'.repeat(21), '%00', '$', "x' or 1=1"])('named %s is not found', async (symbol) => {
    const { status, body } = await read(symbol)
    expect([404, 422]).toContain(status)
    expect(body.code).toMatch(/^(not_found|validation)$/)
  })

  test('that is hidden cannot be found by visitors, but is readable for administrators', async () => {
    await createToken(app.db, { symbol: '$HIDDEN', is_active: false })
    expect((await read('HIDDEN')).status).toBe(404)
    expect((await app.call('GET', '/tokens/HIDDEN/valuations')).status).toBe(404)
    expect((await admin('GET', '/series/HIDDEN')).body.token.symbol).toBe('$HIDDEN')
  })

  test('that is hidden after it was read can no longer be found immediately', async () => {
    const token = await createToken(app.db, { symbol: '$SHOWN' })
    expect((await read('SHOWN')).status).toBe(200)
    expect((await app.call('GET', '/tokens/SHOWN/valuations')).status).toBe(200)
    await admin('PATCH', `/tokens/${token.id}/status`, { is_active: false })
    expect((await read('SHOWN')).status).toBe(404)
    expect((await app.call('GET', '/tokens/SHOWN/valuations')).status).toBe(404)
  })

  test('shows backing in percent, and the number of holders from ten on', async () => {
    const { id } = await createToken(app.db, { symbol: '$BACKED' })
    await createAttestation(app.db, { token_id: id, units_held: '40' })
    for (let n = 0; n < 9; n++) await issue(id, '3')
    const nine = (await read('BACKED')).body.series
    expect([nine.units_in_issue, nine.backing_percent, nine.holders]).toEqual(['27.000000', 148.14, null])
    await issue(id, '3.000001')
    await expect.poll(async () => (await read('BACKED')).body.series.holders).toBe(10)
    const ten = (await read('BACKED')).body.series
    expect([ten.units_in_issue, ten.units_held]).toEqual(['30.000001', '40.000000'])
  })

  test('has facts that an administrator edits, and a stale edit is rejected', async () => {
    await createToken(app.db, { symbol: '$FACTS' })
    const first = await admin('PUT', '/series/FACTS', { commodity: 'Gold', country: 'South Africa' })
    expect(first.body.facts).toMatchObject({ commodity: 'Gold', country: 'South Africa', stage: '' })
    const based = { updated_at: first.body.facts.updated_at }
    expect(
      (await admin('PUT', '/series/FACTS', { stage: 'Development', ...based })).body.facts,
    ).toMatchObject({
      commodity: 'Gold',
      stage: 'Development',
    })
    const stale = await admin('PUT', '/series/FACTS', { stage: 'Production', ...based })
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_write'])
    const [entry] =
      await app.sql`select action, before, after from audit_log where entity = 'series' order by id desc limit 1`
    expect(entry).toMatchObject({
      action: 'series.update',
      before: { stage: '' },
      after: { stage: 'Development' },
    })
  })
})

describe('the open offerings', () => {
  const listed = async () =>
    (await app.call('GET', '/offerings')).body.offerings as { symbol: string; closes_at: string }[]

  test('are those that currently accept subscriptions, with their terms and the latest value', async () => {
    const open = await createToken(app.db, { symbol: '$OPENONE' })
    await createOffering(app.db, { token_id: open.id, unit_price: '12.30', minimum: '1000.00' })
    await createValuation(app.db, { token_id: open.id, low: '11.00', preferred: '12.55', high: '14.00' })
    const [draft, over, hidden] = [
      await createToken(app.db, { symbol: '$DRAFTONE' }),
      await createToken(app.db, { symbol: '$OVERONE' }),
      await createToken(app.db, { symbol: '$HIDDENONE', is_active: false }),
    ]
    await createOffering(app.db, { token_id: draft.id, state: 'draft' })
    await createOffering(app.db, { token_id: over.id, opens_at: new Date(0), closes_at: new Date(1) })
    await createOffering(app.db, { token_id: hidden.id })
    const offerings = await listed()
    expect(offerings.find(({ symbol }) => symbol === '$OPENONE')).toEqual({
      symbol: '$OPENONE',
      name: open.name,
      unit_price: '12.30',
      minimum: '1000.00',
      closes_at: expect.stringMatching(/Z$/),
      unit_value: '12.55',
      as_of: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      is_illustrative: false,
    })
    const symbols = offerings.map(({ symbol }) => symbol)
    for (const symbol of ['$DRAFTONE', '$OVERONE', '$HIDDENONE']) expect(symbols).not.toContain(symbol)
    const times = offerings.map(({ closes_at }) => closes_at)
    expect(times).toEqual(times.toSorted())
  })
})

describe('a series marked as illustrative', () => {
  test('is shown with the mark from then on, and the change is audited', async () => {
    const token = await createToken(app.db, { symbol: '$INVENTED' })
    const { headers: own, user } = await app.signIn({ is_verified: true })
    await createAttestation(app.db, { token_id: token.id })
    await createSubscription(app.db, { token_id: token.id, user_id: user.id })
    await issueUnits(app.db, token.id, { [user.id]: '10' })
    const marks = async () => {
      const call = (path: string) => app.call('GET', path, { headers: own })
      const [holdings, holding, subscriptions] = [
        await call('/user/holdings'),
        await call('/user/holdings/invented'),
        await call('/user/subscriptions'),
      ]
      return [
        (await read('INVENTED')).body.series.is_illustrative,
        holdings.body.holdings[0].is_illustrative,
        holding.body.holding.is_illustrative,
        subscriptions.body.subscriptions[0].is_illustrative,
      ]
    }
    expect(await marks()).toEqual([false, false, false, false])
    const edited = await admin('PUT', '/series/INVENTED', { is_illustrative: true })
    expect([edited.status, edited.body.facts.is_illustrative]).toEqual([200, true])
    expect(await marks()).toEqual([true, true, true, true])
    const [entry] =
      await app.sql`select before, after from audit_log where entity = 'series' and entity_id = ${String(token.id)}`
    expect(entry).toMatchObject({ before: { is_illustrative: false }, after: { is_illustrative: true } })
  })

  test('is every initial token, which can still be deleted', async () => {
    const { body } = await app.call('GET', '/tokens')
    const catalog = body.filter(({ symbol }: { symbol: string }) =>
      tokenCatalog.some((token) => token.symbol === symbol),
    )
    expect(catalog).toHaveLength(10)
    for (const { symbol } of catalog)
      expect((await read(symbol)).body.series.is_illustrative, symbol).toBe(true)
    const hall = catalog.find(({ symbol }: { symbol: string }) => symbol === '$HALL')
    expect((await admin('DELETE', `/tokens/${hall.id}`)).status).toBe(200)
    expect((await read('$HALL')).status).toBe(404)
  })
})

describe('the value of a unit', () => {
  const value = (as_of: string, preferred: string) => ({
    low: '1.00',
    preferred,
    high: '999.00',
    as_of,
    method: 'Discounted cash flow',
    inputs: [{ label: 'Gold price', value: '2650', unit: 'USD/oz', source: 'Stored price', as_of }],
  })

  test('is from the latest day; within one day, the one entered last', async () => {
    await createToken(app.db, { symbol: '$VALUED' })
    const add = async (days: number, preferred: string) => {
      const { status, body } = await admin(
        'POST',
        '/series/VALUED/valuations',
        value(getDayFromNow(days), preferred),
      )
      expect(status).toBe(201)
      return body.valuation
    }
    await add(-3, '100.00')
    expect((await read('VALUED')).body.series.unit_value.preferred).toBe('100.00')
    await add(-1, '110.00')
    await add(-2, '105.00')
    expect((await read('VALUED')).body.series.unit_value).toEqual({
      low: '1.00',
      preferred: '110.00',
      high: '999.00',
      as_of: getDayFromNow(-1),
      method: 'Discounted cash flow',
    })
    await add(-1, '111.00')
    expect((await read('VALUED')).body.series.unit_value.preferred).toBe('111.00')
    const { valuations } = (await app.call('GET', '/tokens/VALUED/valuations')).body
    expect(
      valuations.map(({ preferred, is_superseded }: Record<string, unknown>) => [preferred, is_superseded]),
    ).toEqual([
      ['111.00', false],
      ['110.00', true],
      ['105.00', false],
      ['100.00', false],
    ])
    expect(valuations[0].inputs[0].label).toBe('Gold price')
  })

  test('names the past months that it changes, in the response and in the audit log', async () => {
    const { symbol } = await createToken(app.db)
    const add = async (as_of: string) =>
      (await admin('POST', `/series/${symbol.slice(1)}/valuations`, value(as_of, '100.00'))).body
    expect((await add('2025-03-10')).issued_statements).toMatchObject({ from: '2025-03' })
    const { valuation, issued_statements } = await add('2025-01-31')
    expect(issued_statements).toEqual({ from: '2025-01', through: '2025-03' })
    const [entry] = await app.sql`
      select after from audit_log where action = 'valuation.add' and entity_id = ${String(valuation.id)}`
    expect(entry?.after).toMatchObject({ preferred: '100.00', issued_statements })
    const current = await add(getDayFromNow(0))
    expect(current.issued_statements).toBeNull()
  })

  test.each([
    ['/as_of', { as_of: getDayFromNow(2) }],
    ['/as_of', { as_of: '2026-02-30' }],
    ['/low', { low: '12.00', preferred: '11.99' }],
    ['/high', { preferred: '12.00', high: '11.99' }],
    ['/high', { high: '0' }],
    ['/preferred', { preferred: '1.005' }],
    [
      '/inputs/0/source',
      { inputs: [{ label: 'Price', value: '1', unit: '', source: '', as_of: '2026-01-01' }] },
    ],
    [
      '/inputs/0/as_of',
      { inputs: [{ label: 'Price', value: '1', unit: '', source: 'Stored price', as_of: getDayFromNow(0) }] },
    ],
  ])('is rejected with %s of %o, and nothing is stored', async (path, change) => {
    const { symbol } = await createToken(app.db)
    const { status, body } = await admin('POST', `/series/${symbol.slice(1)}/valuations`, {
      ...value(getDayFromNow(-1), '100.00'),
      ...change,
    })
    expect([status, body.details?.[0].path]).toEqual([422, path])
    expect((await read(symbol)).body.series.unit_value).toBeNull()
  })
})

describe('an attestation', () => {
  const body = (change: Record<string, string> = {}) => ({
    units_held: '1250.5',
    as_of: getDayFromNow(-1),
    expires: getDayFromNow(90),
    auditor: 'Auditor of the custodian (illustrative)',
    ...change,
  })

  test('is stored with its file, whose hash is that of its bytes', async () => {
    await createToken(app.db, { symbol: '$HELD' })
    const { status, body: made } = await upload('/series/HELD/attestations', body())
    expect(status).toBe(201)
    expect(made.attestation).toMatchObject({
      units_held: '1250.500000',
      sha256: sha256(PDF),
      is_binding: true,
    })
    const { series } = (await read('HELD')).body
    expect(series).toMatchObject({ units_held: '1250.500000', attestation: { sha256: sha256(PDF) } })
    const file = await app.fetch(new Request(`http://localhost${series.attestation.url}`))
    expect([file.status, await file.text()]).toEqual([200, PDF])
  })

  test('for an earlier day is not in force, nor is an expired one', async () => {
    await createToken(app.db, { symbol: '$LATER' })
    await upload('/series/LATER/attestations', body())
    const earlier = await upload(
      '/series/LATER/attestations',
      body({ as_of: getDayFromNow(-9), units_held: '9' }),
    )
    expect(earlier.body.attestation.is_binding).toBe(false)
    const expired = { as_of: getDayFromNow(0), expires: getDayFromNow(0), units_held: '8' }
    expect((await upload('/series/LATER/attestations', body(expired))).body.attestation.is_binding).toBe(true)
    const { attestations } = (await admin('GET', '/series/LATER')).body
    expect(attestations.map(({ is_binding }: { is_binding: boolean }) => is_binding)).toEqual([
      true,
      false,
      false,
    ])
  })

  test.each([
    ['a future day', { as_of: getDayFromNow(2) }, PDF, 422],
    ['an end before its day', { expires: getDayFromNow(-2) }, PDF, 422],
    ['seven decimals', { units_held: '1.0000001' }, PDF, 422],
    ['a page instead of a PDF', {}, '<!doctype html><html></html>', 415],
  ])('with %s is rejected', async (_, change, content, status) => {
    const { symbol } = await createToken(app.db)
    expect((await upload(`/series/${symbol.slice(1)}/attestations`, body(change), content)).status).toBe(
      status,
    )
    expect((await read(symbol)).body.series.attestation).toBeNull()
  })

  test('below the units in issue is recorded', async () => {
    const { id } = await createToken(app.db, { symbol: '$SHORT' })
    await createAttestation(app.db, { token_id: id, units_held: '100' })
    await issue(id, '80')
    const { status } = await upload(
      '/series/SHORT/attestations',
      body({ as_of: getDayFromNow(0), units_held: '60' }),
    )
    expect(status).toBe(201)
    await expect.poll(async () => (await read('SHORT')).body.series.backing_percent).toBe(75)
  })
})

describe('a draft offering', () => {
  const draft = {
    opens_at: getDayFromNow(-1),
    closes_at: getDayFromNow(30),
    unit_price: '10.00',
    minimum: '100.00',
    maximum: '1000.00',
    cap_units: '50',
  }

  test('is discarded, with its contents in the audit log', async () => {
    await createToken(app.db, { symbol: '$DRAFTED' })
    const { id } = (await admin('POST', '/series/DRAFTED/offerings', draft)).body.offering
    expect((await admin('DELETE', `/offerings/${id}`)).status).toBe(200)
    expect((await admin('GET', '/series/DRAFTED')).body.offerings).toEqual([])
    expect((await admin('DELETE', `/offerings/${id}`)).status).toBe(404)
    const [entry] =
      await app.sql`select action, before, after from audit_log where entity = 'offering' order by id desc limit 1`
    expect(entry).toMatchObject({
      action: 'offering.discard',
      before: { id, state: 'draft', unit_price: '10.00' },
      after: null,
    })
  })

  test.each(['open', 'paused', 'closed'] as const)('that became %s is kept', async (state) => {
    const { id } = await createOffering(app.db, { state })
    const { status, body } = await admin('DELETE', `/offerings/${id}`)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(await app.sql`select id from offerings where id = ${id}`).toHaveLength(1)
  })

  test('that a subscription refers to is kept', async () => {
    const { offering_id } = await createSubscription(app.db)
    await app.sql`update offerings set state = 'draft' where id = ${offering_id}`
    expect((await admin('DELETE', `/offerings/${offering_id}`)).status).toBe(409)
  })
})

describe('a document', () => {
  test('has versions, of which the current one is public and named by its hash', async () => {
    await createToken(app.db, { symbol: '$PAPER' })
    const fields = { kind: 'offering-memorandum', title: 'Terms of the series', must_acknowledge: 'true' }
    const { body: first } = await upload('/series/PAPER/documents', fields)
    expect(first.document).toMatchObject({ version: 1, sha256: sha256(PDF), must_acknowledge: true })
    const second = await upload(`/series-documents/${first.document.document_id}/versions`, {}, `${PDF}%2`)
    expect(second.body.document).toMatchObject({ version: 2, sha256: sha256(`${PDF}%2`) })
    const same = await upload(`/series-documents/${first.document.document_id}/versions`, {}, `${PDF}%2`)
    expect([same.status, same.body.error]).toEqual([
      409,
      'This file is identical to version 2 of the document.',
    ])
    const { documents } = (await read('PAPER')).body
    expect(documents).toEqual([
      {
        id: second.body.document.id,
        kind: 'offering-memorandum',
        title: 'Terms of the series',
        version: 2,
        sha256: sha256(`${PDF}%2`),
        size: PDF.length + 2,
        url: second.body.document.url,
        must_acknowledge: true,
      },
    ])
    // An earlier version can still be read: someone may have acknowledged it.
    const old = await app.fetch(new Request(`http://localhost${first.document.url}`))
    expect([old.status, await old.text()]).toEqual([200, PDF])
  })

  test('announces itself and each change to holders, and to no one else', async () => {
    const { id } = await createToken(app.db, { symbol: '$TOLD' })
    await createAttestation(app.db, { token_id: id })
    const holder = await issue(id, '5')
    const announced: string[] = []
    const { unlisten } = await app.sql.listen('user_changed', (payload) => announced.push(payload))
    const expectOne = async (...others: string[]) => {
      // Announcements arrive in order: everything before this one is all there is.
      await app.sql`select pg_notify('user_changed', 'last')`
      await expect.poll(() => announced.at(-1)).toBe('last')
      expect(announced.splice(0).sort()).toEqual(['last', ...others, `portfolio ${holder}`])
    }
    const { body } = await upload('/series/TOLD/documents', {
      ...{ kind: 'entitlement-agreement', title: 'Agreement', must_acknowledge: 'false' },
    })
    await expectOne(`notifications ${holder}`)
    const { document_id } = body.document
    await upload(`/series-documents/${document_id}/versions`, {}, `${PDF}%2`)
    await expectOne(`notifications ${holder}`)
    await admin('PUT', `/series-documents/${document_id}`, { must_acknowledge: true })
    await expectOne()
    await unlisten()
    const told = await app.sql`select user_id, category, title, message from notifications
      where title like '%$TOLD' order by id`
    const place = 'Available in your documents and on the series page.'
    expect(told).toEqual([
      {
        user_id: holder,
        category: 'document',
        title: 'New document for $TOLD',
        message: `"Agreement". ${place}`,
      },
      {
        user_id: holder,
        category: 'document',
        title: 'New document version for $TOLD',
        message: `"Agreement", version 2. ${place}`,
      },
    ])
  })

  test('gets a separate number from each of eight concurrent uploads', async () => {
    await createToken(app.db, { symbol: '$RACE' })
    const { body } = await upload('/series/RACE/documents', {
      kind: 'entitlement-agreement',
      title: 'Agreement',
    })
    const path = `/series-documents/${body.document.document_id}/versions`
    const results = await Promise.all(Array.from({ length: 8 }, (_, n) => upload(path, {}, `${PDF}%${n}`)))
    expect(results.map(({ status }) => status)).toEqual(Array(8).fill(201))
    const versions = (await admin('GET', '/series/RACE')).body.documents[0].versions
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('of a hidden series is not served', async () => {
    await createToken(app.db, { symbol: '$DRAFT', is_active: false })
    const { body } = await upload('/series/DRAFT/documents', {
      kind: 'entitlement-agreement',
      title: 'Agreement',
    })
    expect((await app.fetch(new Request(`http://localhost${body.document.url}`))).status).not.toBe(200)
  })

  test('of an unknown series or document is rejected, and leaves no file', async () => {
    const fields = { kind: 'entitlement-agreement', title: 'Agreement' }
    expect((await upload('/series/NOSUCH/documents', fields)).status).toBe(404)
    expect((await upload('/series-documents/999999/versions', {})).status).toBe(404)
  })
})

describe('an offering', () => {
  const terms = {
    opens_at: getDayFromNow(-1),
    closes_at: getDayFromNow(30),
    unit_price: '125.00',
    minimum: '1000.00',
    maximum: '50000.00',
    cap_units: '500',
  }

  test('is added as a draft that visitors do not see, opened, paused and closed', async () => {
    const { id: token_id } = await createToken(app.db, { symbol: '$OFFER' })
    await createAttestation(app.db, { token_id, units_held: '400' })
    const { status, body } = await admin('POST', '/series/OFFER/offerings', terms)
    expect([status, body.offering.state]).toEqual([201, 'draft'])
    expect((await read('OFFER')).body.offering).toBeNull()
    const path = `/offerings/${body.offering.id}`
    const opened = await admin('PUT', path, { state: 'open', unit_price: '126.00' })
    expect(opened.body.offering).toMatchObject({
      state: 'open',
      unit_price: '126.00',
      units_left: '400.000000',
    })
    expect((await read('OFFER')).body.offering).toMatchObject({
      state: 'open',
      minimum: '1000.00',
      countries: [],
    })

    const seen = await admin('PUT', path, { unit_price: '127.00' })
    expect([seen.status, seen.body.error]).toEqual([
      409,
      'The terms of this offering are already visible to investors, so these can no longer be changed: Unit price. Close it and add a new one.',
    ])
    // Resending it unchanged changes nothing.
    const same = await admin('PUT', path, { unit_price: '126', minimum: '1000.00', terms: 'As shown' })
    expect([same.status, same.body.offering?.terms]).toEqual([200, 'As shown'])
    expect((await admin('PUT', path, { state: 'paused' })).body.offering.state).toBe('paused')
    expect((await admin('PUT', path, { state: 'draft' })).status).toBe(409)
    const second = await admin('POST', '/series/OFFER/offerings', terms)
    expect([second.status, second.body.code]).toEqual([409, 'conflict'])
    expect((await admin('PUT', path, { state: 'closed' })).body.offering.state).toBe('closed')
    expect((await admin('PUT', path, { state: 'open' })).status).toBe(409)
    expect((await admin('POST', '/series/OFFER/offerings', terms)).status).toBe(201)
  })

  test('is not opened for units that are already in issue', async () => {
    const { id: token_id } = await createToken(app.db, { symbol: '$ISSUED' })
    await createAttestation(app.db, { token_id, units_held: '1000' })
    await issueUnits(app.db, token_id, { [(await createUser(app.db)).id]: '500' })
    const { body } = await admin('POST', '/series/ISSUED/offerings', terms)
    const path = `/offerings/${body.offering.id}`
    const refused = await admin('PUT', path, { state: 'open' })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The units offered include units already in issue, and this number is already in issue, so nothing can be allotted. Increase the units offered first.',
    ])
    expect((await admin('PUT', path, { state: 'open', cap_units: '500.000001' })).status).toBe(200)
  })

  test('keeps the complete terms that an investor subscribed under, whatever is changed later', async () => {
    const { id: token_id, symbol } = await createToken(app.db)
    const path = `/series/${symbol.slice(1)}`
    await createAttestation(app.db, { token_id })
    const opened = { ...terms, opens_at: getDayFromNow(-2), state: 'open', terms: 'Redemption after a year' }
    const added = await admin('POST', `${path}/offerings`, opened)
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    const { offering } = added.body
    const investor = await app.signIn({ is_verified: true })
    const subscription = await createSubscription(app.db, {
      ...{ token_id, offering_id: offering.id, user_id: investor.user.id },
      // Not within the millisecond of the first change.
      created_at: new Date(offering.created_at),
    })
    const change = (body: object) => admin('PUT', `/offerings/${offering.id}`, body)
    expect((await change({ terms: 'Redemption after two years' })).status).toBe(200)
    expect((await change({ closes_at: getDayFromNow(60) })).status).toBe(200)
    await admin('PUT', path, { custodian: 'First vault' })
    await admin('PUT', path, { custodian: 'Second vault' })
    const { earlier_versions } = (await admin('GET', path)).body
    expect(earlier_versions.map(({ of, title, by }: PreviousVersion) => [of, title, by])).toEqual([
      ['facts', 'Key facts', expect.any(String)],
      ['facts', 'Key facts', expect.any(String)],
      ['offering', `Offering ${offering.id}`, expect.any(String)],
      ['offering', `Offering ${offering.id}`, expect.any(String)],
    ])
    expect(earlier_versions[0]).toMatchObject({
      before: { custodian: 'First vault' },
      after: { custodian: 'Second vault' },
    })
    // The version in force at subscription has every term of the offering as it was then.
    const at = subscription.created_at.toISOString()
    const inForce = earlier_versions.filter(
      ({ of, from, until }: PreviousVersion) => of === 'offering' && (from ?? '') <= at && at < until,
    )
    expect(inForce).toHaveLength(1)
    expect(inForce[0].before).toEqual(
      expect.objectContaining({ ...offering, units_left: expect.any(String) }),
    )
    const other = await createToken(app.db)
    expect((await admin('GET', `/series/${other.symbol.slice(1)}`)).body.earlier_versions).toEqual([])
  })

  test('opens and closes with time', async () => {
    const soon = await createToken(app.db, { symbol: '$SOON' })
    const gone = await createToken(app.db, { symbol: '$GONE' })
    const hour = 3_600_000
    await createOffering(app.db, { token_id: soon.id, opens_at: new Date(Date.now() + hour) })
    await createOffering(app.db, { token_id: gone.id, closes_at: new Date(Date.now() - hour) })
    expect((await read('SOON')).body.offering).toMatchObject({ state: 'closed' })
    expect((await read('GONE')).body.offering).toMatchObject({ state: 'closed' })
    const [kept] = (await admin('GET', '/series/GONE')).body.offerings
    expect(kept).toMatchObject({ state: 'closed', stored_state: 'open' })
  })

  test.each([
    ['/closes_at', { closes_at: getDayFromNow(-2) }],
    ['/maximum', { maximum: '999.99' }],
    ['/unit_price', { unit_price: '0' }],
    ['/unit_price', { unit_price: '1.001' }],
    ['/cap_units', { cap_units: '1.0000001' }],
    ['/countries/0', { countries: ['Switzerland'] }],
    ['/payment_days', { payment_days: 0 }],
  ])('is rejected with %s of %o', async (path, change) => {
    const { symbol } = await createToken(app.db)
    const { status, body } = await admin('POST', `/series/${symbol.slice(1)}/offerings`, {
      ...terms,
      ...change,
    })
    expect([status, body.details?.[0].path]).toEqual([422, path])
  })

  test('is added once by ten calls with the same key, and by one of ten without', async () => {
    const [one, two] = [await createToken(app.db), await createToken(app.db)]
    const ten = (symbol: string, more = {}) =>
      Promise.all(
        Array.from({ length: 10 }, () => admin('POST', `/series/${symbol.slice(1)}/offerings`, terms, more)),
      )
    const same = await ten(one.symbol, { 'idempotency-key': 'one-offering' })
    expect(new Set(same.map(({ text }) => text)).size).toBe(1)
    const statuses = (await ten(two.symbol)).map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array(9).fill(409)])
  })
})

test('a token with records cannot be deleted, and says why', async () => {
  const token = await createToken(app.db, { symbol: '$KEPT' })
  await createValuation(app.db, { token_id: token.id })
  await createPortfolio(app.db)
  const { status, body } = await admin('DELETE', `/tokens/${token.id}`)
  expect([status, body.error]).toEqual([
    409,
    'This token has valuations, attestations, documents, offerings or register entries and cannot be deleted. Deactivate it instead.',
  ])
})
