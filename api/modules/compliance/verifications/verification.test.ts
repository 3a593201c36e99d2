import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCsrfToken } from '#common/csrf-token'
import { createScreeningMatch, setVerification, validAnswers } from '#db/seed/factories'
import { startTestApp, type TestApp } from '#testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>

const PDF = '%PDF-1.7\nthe passport of Ada Quartz\nstartxref\n0\n%%EOF'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const formOf = (item: string, content: BlobPart, name = 'passport.pdf') => {
  const form = new FormData()
  form.set('item', item)
  form.set('file', new File([content], name))
  return form
}
/** Signs an investor in; the headers include the CSRF token. */
const signIn = async (overrides?: Parameters<TestApp['signIn']>[0]) => {
  const investor = await app.signIn(overrides)
  const token = createCsrfToken(investor.session.id, app.config.TOKEN_SECRET)
  return { ...investor, headers: { ...investor.headers, 'x-csrf-token': token } }
}
const upload = (headers: Headers, item: string, content: BlobPart = PDF, name?: string) =>
  app.call('POST', '/user/verification/files', { headers, raw: formOf(item, content, name) })
const read = async (headers: Headers) =>
  (await app.call('GET', '/user/verification', { headers })).body.verification
const save = (headers: Headers, body: unknown) => app.call('PUT', '/user/verification', { headers, body })
const submit = (headers: Headers) => app.call('POST', '/user/verification/submit', { headers })
const decide = (headers: Headers, userId: number, body: unknown) =>
  app.call('PUT', `${app.adm}/verifications/${userId}`, { headers, body })
const stepsOf = ({ steps }: { steps: { id: string; state: string; actor: string | null }[] }) =>
  steps.map(({ id, state, actor }) => `${id} ${state}${actor ? ` ${actor}` : ''}`)

const evidenceItems = ['identity', 'address', 'investor_kind'] as const
const personItems = [
  'identity',
  'address',
  'tax',
  'source_of_funds',
  'investor_kind',
  'declarations',
] as const

/** An investor whose form is complete and submitted. */
async function signInSubmitted() {
  const investor = await signIn()
  await save(investor.headers, validAnswers)
  for (const item of evidenceItems) await upload(investor.headers, item)
  expect((await submit(investor.headers)).status).toBe(200)
  return investor
}

const storedEvidence = async () => (await readdir(app.uploads)).filter((name) => name.startsWith('evidence-'))
const notices = (userId: number) =>
  app.sql`select title, message from notifications where user_id = ${userId} order by id`

describe('the form', () => {
  test('starts empty, with steps that say who acts next', async () => {
    const { headers } = await signIn()
    const verification = await read(headers)
    expect(verification).toMatchObject({
      state: 'not_started',
      kind: 'person',
      by_hand: false,
      verified_until: null,
    })
    expect(verification.items.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual(
      personItems.map((id) => [id, 'missing']),
    )
    expect(stepsOf(verification)).toEqual([
      'account done',
      'identity current you',
      'documents later',
      'review later',
      'ready later',
    ])
    expect(verification.declarations.length).toBeGreaterThan(0)
  })

  test('saves parts as they are typed, and reports concurrent changes', async () => {
    const { headers } = await signIn()
    const first = await save(headers, { identity: { full_name: '  Ada  ' } })
    expect(first.body.verification).toMatchObject({
      state: 'in_progress',
      answers: { identity: { full_name: 'Ada' } },
    })
    const second = await save(headers, {
      identity: { birth_date: '' },
      updated_at: first.body.verification.updated_at,
    })
    expect(second.body.verification.answers.identity).toEqual({ full_name: 'Ada', birth_date: '' })
    const stale = await save(headers, {
      source_of_funds: 'x',
      updated_at: first.body.verification.updated_at,
    })
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_write' } })
    expect((await read(headers)).answers.source_of_funds).toBeUndefined()
    // A file that arrives in between does not change typed answers.
    await upload(headers, 'identity')
    const third = await save(headers, {
      kind: 'entity',
      entity: { people: [{ full_name: ' Ada ', role: 'Director', share_percent: 25 }] },
      updated_at: second.body.verification.updated_at,
    })
    expect(third.body.verification.answers.entity.people).toEqual([
      { full_name: 'Ada', role: 'Director', share_percent: '25' },
    ])
    expect(third.body.verification.items.map(({ id }: { id: string }) => id)).toContain('entity')
  })

  test('is rejected with one detail for each missing item', async () => {
    const { headers } = await signIn()
    const { status, body } = await submit(headers)
    expect(status).toBe(422)
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(personItems.map((id) => `/${id}`))
    const saved = await save(headers, {
      ...validAnswers,
      identity: { ...validAnswers.identity, birth_date: '2020-01-01' },
      tax: { country: 'Switzerland' },
    })
    expect(
      saved.body.verification.items.flatMap(({ gaps }: { gaps: { path: string }[] }) =>
        gaps.map(({ path }) => path),
      ),
    ).toEqual([
      '/identity/birth_date',
      '/files/identity',
      '/files/address',
      '/tax/number',
      '/files/investor_kind',
    ])
    await save(headers, { tax: validAnswers.tax })
    for (const item of evidenceItems) await upload(headers, item)
    expect((await submit(headers)).body.details).toEqual([
      { path: '/identity', message: 'Identity: Investors must be at least 18 years old' },
    ])
  })

  /** What is missing from a person's answers, except files. */
  const gapsWith = async (answers: object) => {
    const { headers } = await signIn()
    const saved = await save(headers, { ...validAnswers, ...answers })
    expect(saved.status).toBe(200)
    return saved.body.verification.items
      .flatMap(({ gaps }: { gaps: { path: string }[] }) => gaps.map(({ path }) => path))
      .filter((path: string) => !path.startsWith('/files/'))
  }

  test.each([
    ['United Arab Emirates', []],
    ['AE', []],
    ['Switzerland', ['/address/postal_code']],
  ])('asks for a postal code if the country has them: %s', async (country, gaps) => {
    const address = { street: 'Sheikh Zayed Road 1', city: 'Dubai', postal_code: '', country }
    expect(await gapsWith({ address })).toEqual(gaps)
  })

  test.each([
    ['no number and no reason', {}, ['/tax/number']],
    ['a country that issues none', { reason: 'not_issued' }, []],
    ['a number that need not be disclosed', { reason: 'not_required' }, []],
    ['a number that cannot be obtained', { reason: 'unable' }, ['/tax/explanation']],
    ['the same, explained', { reason: 'unable', explanation: 'Moved last month' }, []],
    ['a number and a reason', { number: '1', reason: 'not_issued' }, ['/tax/reason']],
  ])('accepts the reason for having no tax number: %s', async (_, tax, gaps) => {
    expect(await gapsWith({ tax: { country: 'United Arab Emirates', number: '', ...tax } })).toEqual(gaps)
  })

  test('accepts a single name, and Kosovo like any country', async () => {
    const country = 'Kosovo'
    const gaps = await gapsWith({
      identity: { full_name: 'Suharto', birth_date: '1980-04-02', nationality: country },
      address: { street: 'Rruga 1', city: 'Prishtina', postal_code: '10000', country: 'XK' },
      tax: { country, number: '600123456' },
    })
    expect(gaps).toEqual([])
  })

  test('shows compliance why there is no tax number', async () => {
    const { headers, user } = await signIn()
    const tax = { country: 'United Arab Emirates', number: '', reason: 'not_issued' }
    await save(headers, { ...validAnswers, tax })
    for (const item of evidenceItems) await upload(headers, item)
    expect((await submit(headers)).status).toBe(200)
    const admin = await app.signInAdmin()
    const seen = await app.call('GET', `${app.adm}/verifications/${user.id}`, { headers: admin.headers })
    expect(seen.body.verification.answers.tax).toEqual(tax)
  })

  test('rejects a share outside 0 to 100 percent in words', async () => {
    const { headers } = await signIn()
    const message = 'Ownership must be a number between 0 and 100, with up to two decimal places'
    const path = '/entity/people/0/share_percent'
    for (const share_percent of ['120', '-1', '100.01', '25.125', 'half']) {
      const { status, body } = await save(headers, {
        kind: 'entity',
        entity: { people: [{ share_percent }] },
      })
      expect([status, body.details]).toEqual([422, [{ path, message }]])
    }
    for (const share_percent of ['100', '100.00', '0', '7.5']) {
      expect((await save(headers, { kind: 'entity', entity: { people: [{ share_percent }] } })).status).toBe(
        200,
      )
    }
  })

  test('of an entity needs its people, whose shares total at most 100 percent', async () => {
    const { headers } = await signIn()
    await save(headers, {
      ...validAnswers,
      kind: 'entity',
      entity: {
        name: 'Quartz AG',
        registration_number: 'CHE-1',
        country: 'Switzerland',
        people: [
          { full_name: 'Ada', role: 'Director', share_percent: '60' },
          { full_name: 'Bea', role: 'Owner', share_percent: '41' },
        ],
      },
    })
    for (const item of [...evidenceItems, 'entity']) await upload(headers, item)
    const { body } = await submit(headers)
    expect(body.details).toEqual([
      { path: '/entity', message: 'Entity: The shares total 101%, which exceeds 100%' },
    ])
    await save(headers, {
      entity: { people: [{ full_name: 'Ada', role: 'Director', share_percent: '60.5' }] },
    })
    expect((await submit(headers)).body.verification.state).toBe('submitted')
  })

  test('does not require an email confirmation if no email is sent', async () => {
    const { headers, user } = await signIn({ email_confirmed: false })
    await setVerification(app.db, user.id)
    expect(stepsOf(await read(headers))[0]).not.toBe('account current you')
    expect((await submit(headers)).body.code).not.toBe('not_verified')
  })

  test('cannot be changed while under review', async () => {
    const { headers } = await signInSubmitted()
    expect(stepsOf(await read(headers))[3]).toBe('review current compliance')
    expect((await save(headers, { source_of_funds: 'Other' })).status).toBe(409)
    expect((await upload(headers, 'identity')).status).toBe(409)
    expect((await submit(headers)).status).toBe(409)
  })
})

describe('evidence', () => {
  test('is stored encrypted, with its key encrypted, and removed with its row', async () => {
    const { headers, user } = await signIn()
    const before = await storedEvidence()
    const { status, body } = await upload(headers, 'identity', PDF, '../../Ada\u202e\u0000 passport.pdf')
    expect(status).toBe(201)
    expect(body.file).toMatchObject({ item: 'identity', size: PDF.length, scanned: 'not_scanned' })
    expect(body.file.name).toMatch(/^Ada +passport\.pdf$/)
    const [stored] = (await storedEvidence()).filter((name) => !before.includes(name))
    const bytes = await readFile(join(app.uploads, stored ?? ''))
    expect(bytes.length).toBe(PDF.length + 28)
    expect(bytes.includes('PDF')).toBe(false)
    expect(bytes.includes('Ada')).toBe(false)
    const [row] = await app.sql`select * from verification_files where user_id = ${user.id}`
    expect(JSON.stringify(row)).not.toContain('the passport')
    expect((await app.call('DELETE', `/user/verification/files/${body.file.id}`, { headers })).status).toBe(
      200,
    )
    await expect.poll(storedEvidence).toEqual(before)
    expect((await app.call('DELETE', `/user/verification/files/${body.file.id}`, { headers })).status).toBe(
      404,
    )
  })

  test.each([
    ['a page', 'identity', '<!doctype html><html></html>', 415],
    ['a PDF that is cut off', 'identity', '%PDF-1.7\nhalf', 415],
    ['nothing', 'identity', '', 422],
    ['an item without files', 'tax', PDF, 422],
    ['an entity’s file for a person', 'entity', PDF, 409],
    ['more than 20 MB', 'identity', new Uint8Array(20_000_001), 413],
  ])('is refused for %s, and nothing is kept', async (_what, item, content, expected) => {
    const { headers, user } = await signIn()
    const before = await storedEvidence()
    const { status, body } = await upload(headers, item, content)
    expect([status, body.error]).toEqual([expected, expect.any(String)])
    await expect.poll(storedEvidence).toEqual(before)
    expect(await readdir(join(app.uploads, '.arriving'))).toEqual([])
    expect(await app.sql`select id from verification_files where user_id = ${user.id}`).toEqual([])
  })

  test('of another investor is neither removed nor read', async () => {
    const owner = await signIn()
    const { body } = await upload(owner.headers, 'identity', new Uint8Array(PNG), 'a.png')
    const stranger = await signIn()
    const path = `/user/verification/files/${body.file.id}`
    expect((await app.call('DELETE', path, { headers: stranger.headers })).status).toBe(404)
    const { headers } = await app.signInAdmin()
    const wrong = await app.call(
      'GET',
      `${app.adm}/verifications/${stranger.user.id}/files/${body.file.id}`,
      {
        headers,
      },
    )
    expect(wrong.status).toBe(404)
  })

  test('is opened by those who decide, and each opening is in the audit log before the bytes', async () => {
    const { user, headers: own } = await signIn()
    const { body } = await upload(own, 'identity')
    const path = `${app.adm}/verifications/${user.id}/files/${body.file.id}`
    for (const roles of [['support'], ['auditor'], ['operator']] as const) {
      const { headers } = await app.signInAdmin({ roles: [...roles] })
      expect((await app.call('GET', path, { headers })).status).toBe(403)
    }
    const { headers, admin } = await app.signInAdmin({ roles: ['compliance'] })
    for (const times of [1, 2]) {
      const response = await app.call('GET', path, { headers })
      expect(response.text).toBe(PDF)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-security-policy')).toContain('sandbox')
      expect(response.headers.get('content-type')).toBe('application/pdf')
      const entries =
        await app.sql`select after from audit_log where action = 'evidence.open' and entity_id = ${String(user.id)} and admin_id = ${admin.id}`
      expect(entries).toHaveLength(times)
      expect(entries[0]?.after).toEqual({ file: body.file.id, item: 'identity' })
    }
    const owner = (await app.signInAdmin()).headers
    const shown = await app.call('GET', `${app.adm}/verifications/${user.id}`, { headers: owner })
    expect(shown.body.verification.files).toMatchObject([{ id: body.file.id, is_opened: true }])
    const log = await app.call('GET', `${app.adm}/audit-log?kind=evidence&user=${user.id}`, {
      headers: owner,
    })
    expect(log.body.entries, 'readings are a kind of their own').toHaveLength(2)
    expect(log.body.entries[0]).toMatchObject({
      kind: 'evidence',
      admin_name: admin.username,
      investors: [{ id: user.id }],
    })
  })

  test('that was changed on the disk is not sent', async () => {
    const { user, headers: own } = await signIn()
    const first = await upload(own, 'identity')
    const second = await upload(own, 'address')
    const [{ filename: of } = { filename: '' }] =
      await app.sql`select filename from verification_files where id = ${second.body.file.id}`
    await app.sql`update verification_files set filename = ${`${of}.old`} where id = ${second.body.file.id}`
    await app.sql`update verification_files set filename = ${of} where id = ${first.body.file.id}`
    const { headers } = await app.signInAdmin()
    const { status, body } = await app.call(
      'GET',
      `${app.adm}/verifications/${user.id}/files/${first.body.file.id}`,
      { headers },
    )
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect(
      await app.sql`select id from audit_log where action = 'evidence.open' and entity_id = ${String(user.id)}`,
    ).toEqual([])
  })
})

describe('decisions', () => {
  test('assign, request more information and verify, with a notification each', async () => {
    const { user, headers: own } = await signInSubmitted()
    const { headers, admin } = await app.signInAdmin({ roles: ['compliance'] })
    const assigned = await decide(headers, user.id, { action: 'assign' })
    expect(assigned.body.verification).toMatchObject({
      state: 'in_review',
      assigned_to: { id: admin.id, username: admin.username },
      answers: { identity: { full_name: 'Ada Quartz' } },
      scanner: false,
    })
    for (const body of [
      { action: 'ask_again', item: 'address' },
      { action: 'refuse' },
      { action: 'rate', risk: 'low' },
    ]) {
      expect(await decide(headers, user.id, body)).toMatchObject({
        status: 422,
        body: { details: [{ path: '/reason' }] },
      })
    }
    await decide(headers, user.id, {
      action: 'ask_again',
      item: 'address',
      reason: 'The bill is of last year.',
    })
    const asked = await read(own)
    expect(asked).toMatchObject({ state: 'needs_more', can_edit: true })
    expect(asked.items.find(({ id }: { id: string }) => id === 'address')).toMatchObject({
      state: 'needs_more',
      reason: 'The bill is of last year.',
    })
    expect(stepsOf(asked)).toEqual([
      'account done',
      'identity done',
      'documents current you',
      'review later',
      'ready later',
    ])
    const { body: unanswered } = await submit(own)
    expect(unanswered.details).toEqual([
      { path: '/address', message: 'Address: provide the information requested. The bill is of last year.' },
    ])
    await upload(own, 'address')
    expect((await read(own)).steps[2]).toMatchObject({
      state: 'current',
      text: 'You have updated all requested items. Review and submit again.',
    })
    expect((await submit(own)).body.verification.state).toBe('submitted')

    for (const item of personItems.slice(1)) await decide(headers, user.id, { action: 'accept_item', item })
    const early = await decide(headers, user.id, { action: 'verify', verified_until: '2099-01-01' })
    expect(early.status).toBe(422)
    expect(early.body.details).toContainEqual({
      path: '/items/identity',
      message: 'Identity has not been accepted yet',
    })
    await decide(headers, user.id, { action: 'accept_item', item: 'identity' })
    await decide(headers, user.id, { action: 'rate', risk: 'medium', reason: 'Lives abroad' })
    await decide(headers, user.id, { action: 'check', check: 'identity_matches' })
    const [ticked] = await app.sql`select after from audit_log where action = 'verification.check'`
    expect(ticked?.after).toMatchObject({
      check: 'Name, date of birth and nationality match the document',
      mark: 'ticked',
    })
    expect((await decide(headers, user.id, { action: 'verify' })).body.details).toEqual([
      { path: '/verified_until', message: 'Enter the expiry date' },
    ])
    const until = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)
    const { body } = await decide(headers, user.id, { action: 'verify', verified_until: until })
    expect(body.verification).toMatchObject({
      state: 'verified',
      is_verified: true,
      by_hand: false,
      verified_until: until,
      risk: 'medium',
      risk_grounds: 'Lives abroad',
    })
    expect(body.verification.checks).toContainEqual(
      expect.objectContaining({ id: 'identity_matches', is_done: true }),
    )
    // The register uses the proven country.
    const [{ country, is_verified } = {}] =
      await app.sql`select country, is_verified from users where id = ${user.id}`
    expect([country, is_verified]).toEqual(['Switzerland', true])
    expect((await read(own)).is_done).toBe(true)
    expect((await notices(user.id)).map(({ title }) => title)).toEqual([
      'Verification: more information needed on Address',
      'Identity verified',
    ])
    // The log outlives personal data: it contains neither answers nor reasons.
    const entries =
      await app.sql`select before, after from audit_log where entity = 'verification' and entity_id = ${String(user.id)}`
    expect(entries.length).toBeGreaterThan(8)
    expect(JSON.stringify(entries)).not.toMatch(/Quartz|last year|abroad/)
  })

  test('require a submission, and detect a change in between', async () => {
    const { user } = await signIn()
    const { headers } = await app.signInAdmin()
    for (const body of [
      { action: 'verify', verified_until: '2099-01-01' },
      { action: 'accept_item', item: 'identity' },
      { action: 'refuse', reason: 'No' },
      { action: 'expire' },
    ]) {
      expect((await decide(headers, user.id, body)).status).toBe(409)
    }
    const submitted = await signInSubmitted()
    const { body } = await app.call('GET', `${app.adm}/verifications/${submitted.user.id}`, { headers })
    await decide(headers, submitted.user.id, { action: 'assign' })
    const stale = await decide(headers, submitted.user.id, {
      action: 'accept_item',
      item: 'tax',
      updated_at: body.verification.updated_at,
    })
    expect(stale.body.code).toBe('stale_write')
    expect((await decide(headers, 2_000_000_000, { action: 'assign' })).status).toBe(404)
    expect((await decide(headers, submitted.user.id, { action: 'accept_item', item: 'entity' })).status).toBe(
      422,
    )
    const support = await app.signInAdmin({ roles: ['support'] })
    expect(
      (await decide(headers, submitted.user.id, { action: 'assign', assigned_to: support.admin.id })).status,
    ).toBe(422)
    for (const roles of [['operator'], ['auditor']] as const) {
      const other = await app.signInAdmin({ roles: [...roles] })
      expect((await decide(other.headers, submitted.user.id, { action: 'assign' })).status).toBe(403)
    }
  })

  test('require screening matches to be decided', async () => {
    const { user } = await signInSubmitted()
    const { headers } = await app.signInAdmin()
    await createScreeningMatch(app.db, { user_id: user.id })
    await decide(headers, user.id, { action: 'assign' })
    const verified = { action: 'verify', verified_until: '2029-01-01' }
    const { status, body } = await decide(headers, user.id, verified)
    expect([status, body.error]).toEqual([
      409,
      expect.stringContaining('screening match must be resolved first'),
    ])
    await app.sql`update screening_hits set state = 'no_match', decided_at = now(), reason = 'Another person' where user_id = ${user.id}`
    expect((await decide(headers, user.id, verified)).status).toBe(422)
  })

  test('verify an investor with a watchlist match only with a reason, and say so wherever the investor is shown', async () => {
    const { user } = await signInSubmitted()
    const { headers, admin } = await app.signInAdmin()
    await createScreeningMatch(app.db, {
      user_id: user.id,
      list: 'EU',
      entry_id: '7',
      state: 'match',
      reason: 'Same passport',
      decided_by: admin.id,
      decided_at: new Date(),
    })
    await decide(headers, user.id, { action: 'assign' })
    for (const item of personItems) await decide(headers, user.id, { action: 'accept_item', item })
    const verified = { action: 'verify', verified_until: '2029-01-01' }
    expect(await decide(headers, user.id, verified)).toMatchObject({
      status: 422,
      body: {
        details: [{ path: '/reason', message: expect.stringContaining('a confirmed watchlist match') }],
      },
    })
    const done = await decide(headers, user.id, { ...verified, reason: 'Only politically exposed' })
    const match = { list: 'EU', entry_id: '7', reason: 'Same passport', decided_by: admin.username }
    expect(done).toMatchObject({ status: 200, body: { verification: { open_hits: 0, matches: [match] } } })
    expect(done.body.verification.history[0]).toMatchObject({
      action: 'verify',
      reason: expect.stringMatching(
        /^0 of \d+ checks completed, risk rating: none, 3 of 3 files not opened\nOnly politically exposed$/,
      ),
    })
    const overview = await app.call('GET', `${app.adm}/users/${user.id}/overview`, { headers })
    expect(overview.body.investor.verification.matches).toMatchObject([match])
    const [entry] = await app.sql`select after->>'on_list' as on_list, after->>'review' as review
      from audit_log where action = 'verification.verify' and entity_id = ${String(user.id)}`
    expect(entry).toMatchObject({ on_list: 'EU 7', review: expect.stringContaining('risk rating: none') })
  })

  test('reject with a reason shown to the investor', async () => {
    const { user, headers: own } = await signInSubmitted()
    const { headers } = await app.signInAdmin()
    await decide(headers, user.id, { action: 'refuse', reason: 'The document is of another person.' })
    expect(await read(own)).toMatchObject({
      state: 'refused',
      reason: 'The document is of another person.',
      can_edit: false,
    })
    expect((await save(own, { source_of_funds: 'x' })).status).toBe(409)
    const [check] = (await app.call('GET', `${app.adm}/verifications/${user.id}`, { headers })).body
      .verification.checks
    expect((await decide(headers, user.id, { action: 'check', check: check.id })).status).toBe(409)
    expect((await notices(user.id)).at(-1)).toEqual({
      title: 'Verification rejected',
      message: 'The document is of another person.',
    })
  })

  test.each([
    ['identity', 'identity'],
    ['tax', 'identity'],
    ['investor_kind', 'documents'],
  ])('reopen the step of %s when more information is requested', async (item, step) => {
    const { user, headers: own } = await signInSubmitted()
    const { headers } = await app.signInAdmin()
    await decide(headers, user.id, { action: 'ask_again', item, reason: 'Newer, please' })
    const { steps } = await read(own)
    const current = steps.find(({ state }: { state: string }) => state === 'current')
    expect(current).toMatchObject({ id: step, actor: 'you' })
  })

  test('a changed accepted item must be decided again', async () => {
    const { user, headers: own } = await signInSubmitted()
    const { headers } = await app.signInAdmin()
    await decide(headers, user.id, { action: 'accept_item', item: 'tax' })
    await decide(headers, user.id, { action: 'ask_again', item: 'address', reason: 'Newer, please' })
    await save(own, { tax: { number: '1' } })
    expect((await read(own)).items.find(({ id }: { id: string }) => id === 'tax').state).toBe('complete')
  })
})

describe('a renewal', () => {
  const readReview = async (headers: Headers, id: number) =>
    (await app.call('GET', `${app.adm}/verifications/${id}`, { headers })).body.verification
  const acceptAll = async (headers: Headers, id: number) => {
    for (const item of personItems) await decide(headers, id, { action: 'accept_item', item })
  }

  test('under another name is reviewed from the beginning, with new documents of the identity', async () => {
    const { headers, user } = await signInSubmitted()
    const admin = (await app.signInAdmin({ roles: ['compliance'] })).headers
    await acceptAll(admin, user.id)
    const [check] = (await readReview(admin, user.id)).checks
    await decide(admin, user.id, { action: 'check', check: check.id })
    await decide(admin, user.id, { action: 'rate', risk: 'low', reason: 'Resident' })
    await decide(admin, user.id, { action: 'verify', verified_until: '2031-01-01' })
    await decide(admin, user.id, { action: 'expire', reason: 'Renewal' })
    const identity = { ...validAnswers.identity, full_name: 'Another Person' }
    await save(headers, { identity })
    // The passport of the earlier name does not show the new one.
    const refused = await submit(headers)
    expect(refused.body.details).toMatchObject([{ path: '/identity' }])
    await upload(headers, 'identity')
    expect((await submit(headers)).status).toBe(200)
    const review = await readReview(admin, user.id)
    expect(review).toMatchObject({ verified_name: 'Ada Quartz', is_renamed: true, risk: null })
    expect(review.checks.filter(({ is_done }: { is_done: boolean }) => is_done)).toEqual([])
    const ofIdentity = review.files.filter(({ item }: { item: string }) => item === 'identity')
    expect(ofIdentity.map(({ replaced_at }: { replaced_at: string | null }) => replaced_at)).toEqual([
      null,
      expect.any(String),
    ])
    await acceptAll(admin, user.id)
    await decide(admin, user.id, { action: 'verify', verified_until: '2031-01-01' })
    expect(await readReview(admin, user.id)).toMatchObject({
      verified_name: 'Another Person',
      is_renamed: false,
    })
  })

  test('of the same answers is reviewed again, and one of another birth date is marked', async () => {
    const { headers, user } = await signInSubmitted()
    const admin = (await app.signInAdmin({ roles: ['compliance'] })).headers
    const open = (id: number) =>
      app.call('GET', `${app.adm}/verifications/${user.id}/files/${id}`, { headers: admin })
    await acceptAll(admin, user.id)
    for (const { id } of (await readReview(admin, user.id)).files) await open(id)
    await decide(admin, user.id, { action: 'verify', verified_until: '2031-01-01' })
    await decide(admin, user.id, { action: 'expire', reason: 'Passport in doubt' })
    expect((await submit(headers)).status).toBe(200)
    const again = await readReview(admin, user.id)
    expect(again.items.map(({ state }: { state: string }) => state)).not.toContain('accepted')
    expect(again.files.map(({ is_opened }: { is_opened: boolean }) => is_opened)).not.toContain(true)
    expect(again.has_new_evidence).toBe(false)
    await acceptAll(admin, user.id)
    await decide(admin, user.id, { action: 'verify', verified_until: '2031-01-01' })
    await decide(admin, user.id, { action: 'expire', reason: 'Renewal' })
    await save(headers, { identity: { ...validAnswers.identity, birth_date: '1999-12-12' } })
    await upload(headers, 'identity')
    await submit(headers)
    expect(await readReview(admin, user.id)).toMatchObject({ is_renamed: false, has_new_evidence: true })
  })

  test('keeps files that compliance has received, though the investor removes them', async () => {
    const { headers, user } = await signInSubmitted()
    const admin = (await app.signInAdmin({ roles: ['compliance'] })).headers
    await decide(admin, user.id, { action: 'ask_again', item: 'identity', reason: 'Blurred' })
    const [file] = (await read(headers)).files
    const remove = (id: number) => app.call('DELETE', `/user/verification/files/${id}`, { headers })
    expect((await remove(file.id)).status).toBe(200)
    const listed = (await read(headers)).files.map(({ id }: { id: number }) => id)
    expect(listed).not.toContain(file.id)
    expect((await remove(file.id)).status).toBe(404)
    const opened = await app.call('GET', `${app.adm}/verifications/${user.id}/files/${file.id}`, {
      headers: admin,
    })
    expect([opened.status, opened.text]).toEqual([200, PDF])
    // A file that was never submitted is removed with its bytes.
    const { body } = await upload(headers, 'identity')
    await remove(body.file.id)
    const review = await readReview(admin, user.id)
    expect(review.files.map(({ id }: { id: number }) => id)).not.toContain(body.file.id)
  })
})

describe('by hand', () => {
  test('shows that it was manual, and why, and leaves the steps open', async () => {
    const { user, headers: own } = await signIn()
    const { headers } = await app.signInAdmin()
    const mark = (body: unknown) =>
      app.call('PUT', `${app.adm}/users/${user.id}/verification`, { headers, body })
    expect((await mark({ is_verified: true, reason: 'Known since 2019' })).status).toBe(200)
    expect(await read(own)).toMatchObject({ state: 'verified', by_hand: true, verified_until: null })
    const { body } = await app.call('GET', `${app.adm}/verifications/${user.id}`, { headers })
    expect(body.verification).toMatchObject({
      by_hand: true,
      hand_reason: 'Known since 2019',
      is_verified: true,
    })
    await mark({ is_verified: false })
    expect(await read(own)).toMatchObject({ state: 'not_started', by_hand: true })
  })

  test('requires screening matches to be decided, and a reason for a confirmed match', async () => {
    const { user } = await signIn()
    const { headers } = await app.signInAdmin()
    const mark = async (more = {}) =>
      (
        await app.call('PUT', `${app.adm}/users/${user.id}/verification`, {
          headers,
          body: { is_verified: true, ...more },
        })
      ).status
    await createScreeningMatch(app.db, { user_id: user.id })
    expect(await mark({ reason: 'Known' })).toBe(409)
    await app.sql`update screening_hits set state = 'match', decided_at = now(), reason = 'Same' where user_id = ${user.id}`
    expect([await mark(), await mark({ reason: 'Known' })]).toEqual([422, 200])
  })
})

describe('the queue', () => {
  test('lists the longest waiting first, with age and target, and names nothing else', async () => {
    const { headers, admin } = await app.signInAdmin()
    const older = await signIn({ first_name: 'Zoisite', last_name: 'Queue' })
    const newer = await signIn({ first_name: 'Albite', last_name: 'Queue' })
    // A Friday: two business days later is a Tuesday.
    await setVerification(app.db, older.user.id, {
      state: 'submitted',
      submitted_at: new Date('2026-11-13T10:00:00Z'),
    })
    await setVerification(app.db, newer.user.id, {
      state: 'in_review',
      submitted_at: new Date('2026-11-16T10:00:00Z'),
      assigned_to: admin.id,
    })
    const list = async (query: string) =>
      (await app.call('GET', `${app.adm}/verifications?search=Queue&${query}`, { headers })).body
        .verifications
    const rows = await list('state=waiting')
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(['Zoisite Queue', 'Albite Queue'])
    expect(rows[0]).toMatchObject({ due_at: '2026-11-17T10:00:00.000Z', assigned_to: null })
    expect(rows[0].age_s).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/Bahnhof|756\.1234|@/)
    expect(await list('assigned=none&state=submitted')).toHaveLength(1)
    expect((await list(`assigned=${admin.id}`)).map(({ name }: { name: string }) => name)).toEqual([
      'Albite Queue',
    ])
    expect(await list('state=verified')).toEqual([])
    const auditor = await app.signInAdmin({ roles: ['auditor'] })
    const csv = await app.call('GET', `${app.adm}/verifications/export?search=Queue`, {
      headers: auditor.headers,
    })
    expect(csv.text.split('\r\n')).toHaveLength(4)
    expect(csv.text).not.toMatch(/Bahnhof|756|@/)
    const support = await app.signInAdmin({ roles: ['support'] })
    expect((await app.call('GET', `${app.adm}/verifications`, { headers: support.headers })).status).toBe(403)
  })
})
