import { afterAll, expect, test } from 'vitest'
import { CLOSE_SCORE } from '#contract/compliance/admin-screening'
import { verificationDecisions } from '#db/schema/compliance/verifications'
import {
  createActivity,
  createEmailDispute,
  createPortfolio,
  createScreeningMatch,
  createToken,
  createTransaction,
  createUser,
  setVerification,
} from '#db/seed/factories'
import {
  createAttestation,
  createDistribution,
  createOffering,
  createSeriesDocument,
  createSubscription,
  createValuation,
  getDayFromNow,
  issueUnits,
} from '#db/seed/series-factories'
import { registeredEndpoints } from '#http/pipeline/route'
import { approvalActionPhrases } from '#shared/enums/approvals'
import { listItems } from '#shared/enums/verifications'
import { startApprovalTest } from '#testing/approvals'

const { app, first, second, call, approve, byTwo } = await startApprovalTest()
afterAll(() => app.close())

/** A call that becomes an approval request, below the panel's path. */
interface Proposed {
  path: string
  body?: object
  /** Sent with the fields of `body` as a form. */
  file?: { name: string; content: string }
}

const reason = 'Checked with the bank'
const day = getDayFromNow(0)

/** Makes a call as the first administrator. */
async function send(method: string, { path, body = {}, file }: Proposed) {
  const fields = { reason, ...body }
  if (!file) return call(first, method, path, fields)
  const raw = new FormData()
  for (const [name, value] of Object.entries(fields)) raw.append(name, value)
  raw.append('file', new Blob([file.content]), file.name)
  return app.call(method, `${app.adm}${path}`, { headers: first.headers, raw })
}

const read = async (id: number) => (await call(second, 'GET', `/approvals/${id}`)).body

/** Other work uses up ids in every table, as in the hours between a request and its approval. */
async function useNumbers(): Promise<void> {
  await app.sql`
    select setval(quote_ident(schemaname) || '.' || quote_ident(sequencename), coalesce(last_value, 1) + 7)
    from pg_sequences where schemaname = 'public'`
}

const holder = () => createUser(app.db, { is_verified: true })

/** A series with 1,000 units in custody, valued at 10 dollars. */
async function series() {
  const { id, symbol, name } = await createToken(app.db)
  await createAttestation(app.db, { token_id: id, units_held: '1000' })
  await createValuation(app.db, { token_id: id, low: '9.00', preferred: '10.00', high: '11.00' })
  return { id, name, symbol, path: encodeURIComponent(symbol) }
}

/** A series of which an investor holds ten units. */
async function held() {
  const [token, user] = [await series(), await holder()]
  await issueUnits(app.db, token.id, { [user.id]: '10' })
  return { token, user, entries: `/register/${token.path}/entries` }
}

/** A paid subscription. */
async function funded() {
  const [token, user] = [await series(), await holder()]
  const { id: offering_id } = await createOffering(app.db, { token_id: token.id, unit_price: '10.00' })
  const deposit = await createTransaction(app.db, { user_id: user.id, amount: '1000.00' })
  const { id } = await createSubscription(app.db, {
    ...{ token_id: token.id, offering_id, user_id: user.id, amount: '1000.00', unit_price: '10.00' },
    ...{ units: '100', state: 'funded' as const, transaction_id: deposit.id },
  })
  return { id, token, user, entries: `/register/${token.path}/entries` }
}

const pdf = { name: 'Statement.pdf', content: '%PDF-1.7\nstartxref\n0\n%%EOF' }

/** A document of a series that is offered, which investors must acknowledge. */
async function offeredDocument() {
  const { id: token_id } = await series()
  await createOffering(app.db, { token_id })
  const { id } = await createSeriesDocument(app.db, { token_id, must_acknowledge: true })
  return id
}

/** A submitted verification whose items are accepted. */
async function accepted() {
  const { id } = await createUser(app.db)
  await setVerification(app.db, id, { state: 'in_review', submitted_at: new Date() })
  await app.db
    .insert(verificationDecisions)
    .values(listItems('person').map((item) => ({ user_id: id, item, decision: 'accepted' as const })))
  return id
}

/** An investor deactivated by the second administrator. */
async function deactivated() {
  const { id } = await createUser(app.db)
  await call(second, 'PUT', `/users/${id}/status`, { is_active: false, reason })
  return id
}

/** The id of a document uploaded by the first administrator. */
async function uploadedDocument(is_public: 'true' | 'false'): Promise<number> {
  const uploaded = await send('POST', { path: '/documents/upload', body: { is_public }, file: pdf })
  return uploaded.body.document.id
}

async function administrator() {
  const { id } = (await app.signInAdmin({ roles: ['support'] })).admin
  return `/administrators/${id}`
}

const large = { type: 'deposit', amount: '50000.00', date: '2026-03-02' }
const figures = { total_value: '50000.00', total_invested: '40000.00', total_gains: '10000.00' }
const verify = { action: 'verify', verified_until: getDayFromNow(300) }
const activity = { description: 'Interest', type: 'investment', activity_date: '2026-03-02' }
const match = { state: 'match' as const, reason: 'Same passport', decided_at: new Date() }

/** Every call that needs approval, by method and path, with its possible subjects. */
const proposals: Record<string, Record<string, () => Promise<Proposed>>> = {
  'POST /user/:id/transactions': {
    'a deposit': async () => ({ path: `/user/${(await holder()).id}/transactions`, body: large }),
    'an overdraft': async () => ({
      path: `/user/${(await holder()).id}/transactions`,
      body: { ...large, type: 'withdrawal', amount: '10.00', allow_overdraft: true },
    }),
    'a payment from a deactivated account': async () => {
      const user = await createUser(app.db, { is_verified: true, is_active: false })
      await createTransaction(app.db, { user_id: user.id, amount: '500.00' })
      return {
        path: `/user/${user.id}/transactions`,
        body: { ...large, type: 'withdrawal', amount: '10.00', date: day },
      }
    },
  },
  'PUT /transactions/:id': {
    'a larger amount': async () => {
      const { id } = await createTransaction(app.db, { user_id: (await holder()).id, amount: '10.00' })
      return { path: `/transactions/${id}`, body: { amount: '50000.00' } }
    },
  },
  'DELETE /transactions/:id': {
    'a large one': async () => {
      const { id } = await createTransaction(app.db, { user_id: (await holder()).id, amount: '50000.00' })
      return { path: `/transactions/${id}` }
    },
  },
  'PUT /users/:id/verification': {
    'a manual verification': async () => ({
      path: `/users/${(await createUser(app.db)).id}/verification`,
      body: { is_verified: true },
    }),
  },
  'PUT /users/:id/status': {
    'an account that a colleague deactivated': async () => ({
      path: `/users/${await deactivated()}/status`,
      body: { is_active: true },
    }),
  },
  'POST /users/bulk': {
    'a manual verification of several': async () => {
      const ids = [await createUser(app.db), await createUser(app.db)].map(({ id }) => id)
      return { path: '/users/bulk', body: { ids, is_verified: true } }
    },
    'the deactivation of several': async () => ({
      path: '/users/bulk',
      body: { ids: [(await holder()).id, (await holder()).id], is_active: false },
    }),
    'accounts that a colleague deactivated': async () => ({
      path: '/users/bulk',
      body: { ids: [await deactivated(), await deactivated()], is_active: true },
    }),
  },
  'DELETE /users/:id': {
    'an account that shows money': async () => {
      const user = await holder()
      await createPortfolio(app.db, { ...figures, user_id: user.id, is_recorded: true })
      return { path: `/users/${user.id}` }
    },
  },
  'PUT /verifications/:user_id': {
    'a watchlist match': async () => {
      const id = await accepted()
      await createScreeningMatch(app.db, { user_id: id, ...match })
      return { path: `/verifications/${id}`, body: verify }
    },
    'an incomplete review': async () => ({ path: `/verifications/${await accepted()}`, body: verify }),
  },
  'PUT /screening/hits/:id': {
    'a match that was none': async () => {
      const hit = await createScreeningMatch(app.db, { user_id: (await holder()).id, ...match })
      return { path: `/screening/hits/${hit.id}`, body: { decision: 'no_match' } }
    },
    'a hit that is much alike': async () => {
      const hit = await createScreeningMatch(app.db, { user_id: (await holder()).id, score: CLOSE_SCORE })
      return { path: `/screening/hits/${hit.id}`, body: { decision: 'no_match' } }
    },
  },
  'PUT /email-disputes/:id': {
    'the former address': async () => ({
      path: `/email-disputes/${(await createEmailDispute(app.db)).id}`,
      body: { decision: 'restore' },
    }),
    'the present address': async () => ({
      path: `/email-disputes/${(await createEmailDispute(app.db)).id}`,
      body: { decision: 'keep' },
    }),
  },
  'PUT /settings': {
    'the payment account': async () => ({ path: '/settings', body: { payment_account: 'Another account' } }),
    'the name of the site': async () => ({ path: '/settings', body: { site_name: 'Pay here instead' } }),
  },
  'POST /administrators': {
    'a new account': async () => ({
      path: '/administrators',
      body: {
        ...{ username: 'newcomer', email: 'newcomer@lodefield.example' },
        ...{ roles: ['support'], password: 'Quartz-vein-42!' },
      },
    }),
  },
  'PUT /administrators/:id': {
    'other roles': async () => ({ path: await administrator(), body: { roles: ['auditor'] } }),
  },
  'DELETE /administrators/:id': {
    'an account': async () => ({ path: await administrator() }),
  },
  'POST /portfolio': {
    'large figures': async () => ({
      path: '/portfolio',
      body: { ...figures, user_id: (await holder()).id },
    }),
  },
  'PUT /portfolio/:id/values': {
    'large figures': async () => {
      const { id } = await createPortfolio(app.db, { user_id: (await holder()).id })
      return { path: `/portfolio/${id}/values`, body: figures }
    },
  },
  'DELETE /portfolio/:id/values': {
    'large figures': async () => {
      const { id } = await createPortfolio(app.db, {
        ...figures,
        user_id: (await holder()).id,
        is_recorded: true,
      })
      return { path: `/portfolio/${id}/values` }
    },
  },
  'DELETE /portfolio/:id': {
    'large figures': async () => {
      const { id } = await createPortfolio(app.db, {
        ...figures,
        user_id: (await holder()).id,
        is_recorded: true,
      })
      return { path: `/portfolio/${id}` }
    },
  },
  'POST /recent-activities': {
    'large figures': async () => ({
      path: '/recent-activities',
      body: { ...activity, user_id: (await holder()).id, net_growth: '20000.00', balance: '50000.00' },
    }),
  },
  'PUT /recent-activities/:id': {
    'large figures': async () => {
      const { id } = await createActivity(app.db, { user_id: (await holder()).id })
      return { path: `/recent-activities/${id}`, body: { balance: '50000.00' } }
    },
  },
  'DELETE /recent-activities/:id': {
    'large figures': async () => {
      const { id } = await createActivity(app.db, { user_id: (await holder()).id, balance: '50000.00' })
      return { path: `/recent-activities/${id}` }
    },
  },
  'PUT /portfolio/:id/pending-token': {
    'a watchlist match': async () => {
      const user = await holder()
      const { symbol } = await series()
      await createPortfolio(app.db, { user_id: user.id, pending_investments: symbol })
      await createScreeningMatch(app.db, { user_id: user.id, ...match })
      return { path: `/portfolio/${user.id}/pending-token`, body: { action: 'approve' } }
    },
  },
  'PUT /banner': {
    'a new text': async () => {
      const { updated_at } = (await call(first, 'GET', '/banner')).body
      return {
        path: '/banner',
        body: {
          banner: { text: 'Pay here', from: '2026-12-01T00:00:00.000Z', to: '2099-12-02T00:00:00.000Z' },
          updated_at,
        },
      }
    },
  },
  'POST /notifications/send-direct': {
    'a message to all investors': async () => ({
      path: '/notifications/send-direct',
      body: { title: 'New account', message: 'Pay here' },
    }),
    'a message to two investors': async () => ({
      path: '/notifications/send-direct',
      body: {
        ...{ title: 'New account', message: 'Pay here' },
        target_user_ids: [(await holder()).id, (await holder()).id],
      },
    }),
  },
  'POST /contact-departments': {
    'another department': async () => ({
      path: '/contact-departments',
      body: { department: 'payments', email: 'payments@elsewhere.example' },
    }),
  },
  'PUT /contact-departments/:department': {
    'another email address': async () => ({
      path: '/contact-departments/investors',
      body: { email: 'investors@elsewhere.example' },
    }),
  },
  'POST /documents/upload': {
    'a public document': async () => ({
      path: '/documents/upload',
      body: { is_public: 'true' },
      file: pdf,
    }),
  },
  'PUT /documents/:id': {
    'a document that becomes public': async () => ({
      path: `/documents/${await uploadedDocument('false')}`,
      body: { is_public: true },
    }),
    'another name for a public document': async () => {
      const id = await uploadedDocument('false')
      await byTwo('PUT', `/documents/${id}`, { is_public: true })
      return { path: `/documents/${id}`, body: { original_name: 'Payment details.pdf' } }
    },
  },
  'POST /tokens': {
    'a token that everyone sees': async () => ({
      path: '/tokens',
      body: {
        ...{ symbol: '$SHOWN', name: 'Shown at once', category: 'Gemstones', location: 'Here' },
        ...{ description: 'Stones', icon: 'Gem', color: 'Pink' },
      },
    }),
  },
  'PATCH /tokens/:id/status': {
    'a token that becomes active': async () => ({
      path: `/tokens/${(await createToken(app.db, { is_active: false })).id}/status`,
      body: { is_active: true },
    }),
    'a series with holders that is hidden': async () => ({
      path: `/tokens/${(await held()).token.id}/status`,
      body: { is_active: false },
    }),
  },
  'PUT /tokens/categories/:id': {
    'the category of a series with holders': async () => {
      const { token } = await held()
      const [row] = await app.sql`select category_id from tokens where id = ${token.id}`
      return { path: `/tokens/categories/${row?.category_id}`, body: { name: `Other ${token.id}` } }
    },
  },
  'PUT /subscriptions/:id': {
    'the rejection of a paid one': async () => ({
      path: `/subscriptions/${(await funded()).id}`,
      body: { action: 'reject' },
    }),
    'an allotment': async () => ({
      path: `/subscriptions/${(await funded()).id}`,
      body: { action: 'allot' },
    }),
  },
  'POST /register/:symbol/entries': {
    'a transfer': async () => {
      const { user, entries } = await held()
      const to_user_id = (await holder()).id
      return { path: entries, body: { type: 'transfer', from_user_id: user.id, to_user_id, units: '4' } }
    },
    'a redemption': async () => {
      const { user, entries } = await held()
      return {
        path: entries,
        body: { type: 'redemption', from_user_id: user.id, units: '4', amount: '9.00' },
      }
    },
    'the correction of a transfer': async () => {
      const { user, entries } = await held()
      const body = { type: 'transfer', from_user_id: user.id, to_user_id: (await holder()).id, units: '4' }
      const { movement } = await byTwo('POST', entries, body)
      return { path: entries, body: { type: 'correction', movement_id: movement.id } }
    },
    'the correction of a redemption': async () => {
      const { user, entries } = await held()
      const body = { type: 'redemption', from_user_id: user.id, units: '4', amount: '9.00' }
      const { movement } = await byTwo('POST', entries, body)
      await createTransaction(app.db, { user_id: user.id, amount: '9.00' })
      return { path: entries, body: { type: 'correction', movement_id: movement.id } }
    },
    'the correction of an allotment': async () => {
      const { id, entries } = await funded()
      await byTwo('PUT', `/subscriptions/${id}`, { action: 'allot' })
      const { body } = await call(first, 'GET', entries)
      return { path: entries, body: { type: 'correction', movement_id: body.movements[0].id } }
    },
  },
  'POST /register/:symbol/distributions': {
    'two holders': async () => {
      const { token } = await held()
      await issueUnits(app.db, token.id, { [(await holder()).id]: '3' })
      return {
        path: `/register/${token.path}/distributions`,
        body: { record_date: day, amount_per_unit: '1.5' },
      }
    },
  },
  'POST /register/:symbol/distributions/:id/held-back': {
    'a share whose hold is over': async () => {
      const { token, user } = await held()
      await issueUnits(app.db, token.id, { [(await holder()).id]: '3' })
      const hit = await createScreeningMatch(app.db, { user_id: user.id, ...match })
      const path = `/register/${token.path}/distributions`
      await byTwo('POST', path, { record_date: day, amount_per_unit: '1.5' })
      await app.sql`update screening_hits set state = 'no_match' where id = ${hit.id}`
      const { body } = await call(first, 'GET', path)
      return { path: `${path}/${body.distributions[0].id}/held-back`, body: { user_id: user.id } }
    },
  },
  'POST /register/:symbol/distributions/:id/reversal': {
    'a payment': async () => {
      const { token, user } = await held()
      const { id } = await createDistribution(app.db, { token_id: token.id, user_id: user.id })
      return { path: `/register/${token.path}/distributions/${id}/reversal` }
    },
  },
  'POST /series/:symbol/valuations': {
    'a value of today': async () => ({
      path: `/series/${(await held()).token.path}/valuations`,
      body: { low: '10.00', preferred: '12.00', high: '14.00', as_of: day, method: 'Model' },
    }),
  },
  'POST /series/:symbol/attestations': {
    'fewer units': async () => ({
      path: `/series/${(await series()).path}/attestations`,
      body: { units_held: '900', as_of: day, expires: getDayFromNow(90), auditor: 'A' },
      file: pdf,
    }),
  },
  'PUT /series/:symbol': {
    'another custodian of a series that is shown': async () => ({
      path: `/series/${(await series()).path}`,
      body: { custodian: 'Another Custodian' },
    }),
    'another custodian': async () => ({
      path: `/series/${(await held()).token.path}`,
      body: { custodian: 'Another Custodian' },
    }),
  },
  'PUT /tokens/:id': {
    'another name': async () => ({
      path: `/tokens/${(await held()).token.id}`,
      body: { name: 'Another name' },
    }),
    'the description of an active token without a series': async () => ({
      path: `/tokens/${(await createToken(app.db)).id}`,
      body: { description: 'Pay here' },
    }),
    'another location': async () => ({
      path: `/tokens/${(await held()).token.id}`,
      body: { location: 'Elsewhere' },
    }),
  },
  'POST /series/:symbol/documents': {
    'a memorandum': async () => ({
      path: `/series/${(await held()).token.path}/documents`,
      body: { kind: 'offering-memorandum', title: 'Memorandum', must_acknowledge: 'true' },
      file: pdf,
    }),
  },
  'PUT /series-documents/:id': {
    'no acknowledgment': async () => ({
      path: `/series-documents/${await offeredDocument()}`,
      body: { must_acknowledge: false },
    }),
  },
  'POST /series-documents/:id/versions': {
    'another memorandum': async () => ({
      path: `/series-documents/${await offeredDocument()}/versions`,
      file: pdf,
    }),
  },
  'POST /series/:symbol/offerings': {
    'a price far from the value': async () => ({
      path: `/series/${(await series()).path}/offerings`,
      body: {
        ...{ state: 'open', opens_at: day, closes_at: getDayFromNow(30), unit_price: '1000.00' },
        ...{ minimum: '1000.00', maximum: '100000.00', cap_units: '100' },
      },
    }),
  },
  'PUT /offerings/:id': {
    'the first offering of a series': async () => ({
      path: `/offerings/${(await createOffering(app.db, { token_id: (await series()).id, state: 'draft', unit_price: '10.00' })).id}`,
      body: { state: 'open' },
    }),
    'a price far from the value': async () => {
      const { id: token_id } = await series()
      const { id } = await createOffering(app.db, { token_id, state: 'draft', unit_price: '1000.00' })
      return { path: `/offerings/${id}`, body: { state: 'open' } }
    },
    'another offering of a series that was offered': async () => {
      const { id: token_id } = await series()
      await createOffering(app.db, { token_id, state: 'closed', unit_price: '10.00' })
      const { id } = await createOffering(app.db, { token_id, state: 'draft', unit_price: '10.00' })
      return { path: `/offerings/${id}`, body: { state: 'open' } }
    },
    'an offering that closes for good': async () => ({
      path: `/offerings/${(await createOffering(app.db, { token_id: (await series()).id })).id}`,
      body: { state: 'closed' },
    }),
    'an offering that was paused': async () => ({
      path: `/offerings/${(await createOffering(app.db, { token_id: (await series()).id, state: 'paused' })).id}`,
      body: { state: 'open' },
    }),
    'an offering that has ended': async () => {
      const ended = { opens_at: new Date('2026-01-01'), closes_at: new Date('2026-02-01') }
      const { id } = await createOffering(app.db, { token_id: (await series()).id, ...ended })
      return { path: `/offerings/${id}`, body: { closes_at: getDayFromNow(30) } }
    },
  },
  // Last, because everyone is screened against the new list afterwards.
  'POST /screening/list': {
    'another list': async () => ({
      path: '/screening/list',
      file: { name: 'eu.csv', content: 'name,birth date,list,entry id\nListed One,,EU,1' },
    }),
  },
}

const PANEL = '/:admin_path/admin'

test('every call with a dual approval rule is covered below', () => {
  const calls = [...registeredEndpoints.values()].flatMap(({ method, path, approvalRule }) =>
    approvalRule ? [`${method} ${path.slice(path.indexOf(PANEL) + PANEL.length)}`] : [],
  )
  expect(Object.keys(proposals).sort()).toEqual(calls.sort())
})

/** Makes a request and returns what the approver sees. */
async function show(method: string, about: Proposed) {
  const proposed = await send(method, about)
  expect(proposed.status, proposed.text).toBe(202)
  return (await read(proposed.body.approval.id)).approval
}

test('a valuation shows the approver the series, its current value, the change and the effect', async () => {
  const { token } = await held()
  await issueUnits(app.db, token.id, { [(await holder()).id]: '2.5' })
  const body = { low: '9.00', preferred: '9.90', high: '11.00', as_of: day, method: 'Model' }
  const withoutSign = token.symbol.replace('$', '')
  const shown = await show('POST', { path: `/series/${withoutSign}/valuations`, body })
  expect(shown).toMatchObject({
    subject: { kind: 'series', id: token.id, name: `${token.name} (${token.symbol})` },
    concerns: [`series:${token.symbol}`],
    after: { preferred: '9.90', current_value: '10.00', value_change: '-1.00%', becomes_current: true },
    revaluation: { units: '12.500000', holders: 2, value: '125.00', value_after: '123.75' },
  })
  const earlier = { ...body, as_of: getDayFromNow(-20) }
  expect(await show('POST', { path: `/series/${token.path}/valuations`, body: earlier })).toMatchObject({
    after: { becomes_current: false },
    revaluation: { value: '125.00', value_after: '125.00' },
  })
})

test('a transaction of a past month shows the approver the statements already issued', async () => {
  const user_id = (await holder()).id
  const { id } = await createTransaction(app.db, { user_id, transaction_date: new Date('2025-03-10') })
  const edited = await show('PUT', { path: `/transactions/${id}`, body: { amount: '50000.00', date: day } })
  expect(edited.after).toMatchObject({ amount: '50000.00', issued_statements: { from: '2025-03' } })
})

test('clearing a match shows the approver the names, the birth dates and the score', async () => {
  const { id: user_id } = await createUser(app.db, { first_name: 'Bo', last_name: 'Lind' })
  const compared = { user_name: 'Viktor Marlowe', user_birth_date: '1961-05-06', score: 98 }
  const entry = { list: 'EU', entry_id: '7', entry_name: 'Victor Marlowe', entry_birth_date: '1961' }
  const { id } = await createScreeningMatch(app.db, { user_id, ...compared, ...entry })
  const shown = await show('PUT', { path: `/screening/hits/${id}`, body: { decision: 'no_match' } })
  expect(shown).toMatchObject({
    after: { state: 'no_match', close_match_dismissed: true },
    hit: { ...compared, ...entry, account_name: 'Bo Lind', is_birth_checked: false },
  })
  // Matches are for those who decide them.
  const operator = await app.signInAdmin({ roles: ['operator'] })
  expect((await call(operator, 'GET', `/approvals/${shown.id}`)).status).toBe(404)
  expect((await call(operator, 'PUT', `/approvals/${shown.id}`, { action: 'approve' })).status).toBe(404)
  const listed = (await call(operator, 'GET', '/approvals?limit=500')).body.approvals
  expect(listed.map(({ entity }: { entity: string }) => entity)).not.toContain('screening_hit')
  const search = await call(operator, 'GET', `/search?q=${shown.id}`)
  expect(search.body.results.filter(({ kind }: { kind: string }) => kind === 'proposal')).toEqual([])
  const readTimeline = async (who: typeof operator) =>
    JSON.stringify((await call(who, 'GET', `/users/${user_id}/timeline`)).body)
  expect(await readTimeline(second)).toContain(`Approval request ${shown.id}`)
  expect(await readTimeline(operator)).not.toContain(`Approval request ${shown.id}`)
  // Confirmed, it is told to operators as a block, not as an entry of a list.
  expect((await approve(shown.id)).status).toBe(200)
  await createScreeningMatch(app.db, { user_id, ...compared, ...entry, entry_id: '8', ...match })
  for (const path of [`/users/${user_id}/overview`, `/verifications/${user_id}`]) {
    expect((await call(second, 'GET', path)).text, path).toContain('Victor Marlowe')
    const read = await call(operator, 'GET', path)
    expect([path, read.status, read.text.includes('Victor Marlowe')]).toEqual([path, 200, false])
  }
})

test('a distribution shows the approver who is paid and who is not', async () => {
  const { token, user } = await held()
  const [disabled, listed] = [await holder(), await holder()]
  await issueUnits(app.db, token.id, { [disabled.id]: '3', [listed.id]: '2' })
  await app.sql`update users set is_active = false where id = ${disabled.id}`
  await createScreeningMatch(app.db, { user_id: listed.id, ...match })
  await createTransaction(app.db, { user_id: user.id, amount: '100.00' })
  const path = `/register/${token.path}/distributions`
  const body = { record_date: day, amount_per_unit: '1.5' }
  const planned = await send('POST', { path, body: { ...body, dry_run: true } })
  expect(planned.body.lines).toMatchObject([
    { user_id: user.id, is_active: true },
    { user_id: disabled.id, is_active: false },
  ])
  const { payments } = await show('POST', { path, body })
  expect(payments).toEqual({
    record_date: day,
    is_day_over: false,
    earlier: [],
    lines: [
      expect.objectContaining({
        ...{ user_id: user.id, name: 'Test Investor', units: '10.000000', amount: '15.00', is_active: true },
        ...{ balance: '100.00', balance_after: '115.00' },
      }),
      expect.objectContaining({ user_id: disabled.id, amount: '4.50', is_active: false }),
    ],
    ...{ holders: 2, disabled: 1, total: '19.50' },
    held_back: [
      expect.objectContaining({
        ...{ user_id: listed.id, units: '2.000000', amount: '3.00', because: 'watchlist_match' },
      }),
    ],
  })
})

test('a distribution can still be read once the symbol of its series has changed', async () => {
  const { token } = await held()
  const body = { record_date: day, amount_per_unit: '1.5' }
  const { id } = await show('POST', { path: `/register/${token.path}/distributions`, body })
  await app.sql`update tokens set symbol = '$RENAMED' where id = ${token.id}`
  expect((await read(id)).approval).toMatchObject({ id, payments: null })
})

test('a second distribution for a record date shows the approver the first one while it is open', async () => {
  const { token } = await held()
  const record_date = getDayFromNow(-1)
  const path = `/register/${token.path}/distributions`
  await app.sql.begin(async (sql) => {
    await sql`alter table register_movements disable trigger user`
    await sql`update register_movements set at = at - interval '3 days' where token_id = ${token.id}`
    await sql`alter table register_movements enable trigger user`
  })
  const paid = { record_date, amount_per_unit: '1.5' }
  await byTwo('POST', path, paid)
  const { id, payments } = await show('POST', { path, body: { ...paid, earlier_count: 1 } })
  expect(payments).toMatchObject({
    is_day_over: true,
    earlier: [{ record_date, total: '15.00', reason, reversal: null }],
  })
  await byTwo('POST', `${path}/${payments.earlier[0].id}/reversal`)
  expect((await read(id)).approval.payments.earlier).toMatchObject([{ reversal: { reason } }])
})

test('a redemption and its correction show the approver the price next to the unit value', async () => {
  const { token, user, entries } = await held()
  const redemption = { type: 'redemption', from_user_id: user.id, units: '2' }
  const redeem = (amount: string) => ({ path: entries, body: { ...redemption, amount } })
  const worth = { symbol: token.symbol, units: '2.000000', unit_value: '10.00', value: '20.00' }
  const far = { ...worth, amount: '25.00', per_unit: '12.50', deviation_percent: '25.0', is_far: true }
  expect((await show('POST', redeem('25.00'))).price).toEqual({ ...far, as_of: expect.any(String) })
  expect((await show('POST', redeem('24.00'))).price).toMatchObject({
    ...{ per_unit: '12.00', deviation_percent: '20.0', is_far: false },
  })
  const { movement } = await byTwo('POST', entries, redeem('25.00').body)
  const correction = { path: entries, body: { type: 'correction', movement_id: movement.id } }
  expect((await show('POST', correction)).price).toMatchObject(far)
})

test('a redemption in a series without a valuation shows the price per unit', async () => {
  const [token, user] = [await createToken(app.db), await holder()]
  await createAttestation(app.db, { token_id: token.id, units_held: '1000' })
  await issueUnits(app.db, token.id, { [user.id]: '10' })
  const path = `/register/${encodeURIComponent(token.symbol)}/entries`
  const body = { type: 'redemption', from_user_id: user.id, units: '4', amount: '0' }
  expect((await show('POST', { path, body })).price).toEqual({
    ...{ symbol: token.symbol, units: '4.000000', amount: '0.00', per_unit: '0.00' },
    ...{ unit_value: null, as_of: null, value: null, deviation_percent: null, is_far: false },
  })
})

const cases = Object.entries(proposals).flatMap(([call, ways]) =>
  Object.entries(ways).map(([way, prepare]) => ({ call, way, prepare })),
)

/** Requests that concern neither a person nor a series, and are fully described by their rows. */
const withoutSubject = [
  'POST /tokens',
  ...['POST /screening/list', 'PUT /settings', 'POST /administrators', 'PUT /banner'],
  ...['POST /notifications/send-direct', 'POST /contact-departments', 'PUT /contact-departments/:department'],
  ...['POST /documents/upload', 'PUT /documents/:id', 'PUT /tokens/categories/:id'],
]

test.each(cases)(
  '$call: $way names its subject, and is approved after other work has used ids',
  async ({ call: name, prepare }) => {
    const [method = ''] = name.split(' ')
    const proposed = await send(method, await prepare())
    expect(proposed.status, proposed.text).toBe(202)
    const { id } = proposed.body.approval
    await useNumbers()
    const { approval } = await read(id)
    const { subject } = approval
    expect(approvalActionPhrases).toHaveProperty([approval.action])
    if (withoutSubject.includes(name)) expect(subject).toBeNull()
    else expect(subject).toMatchObject({ id: expect.any(Number), name: expect.stringMatching(/\w/) })
    if (subject?.kind === 'series') expect(subject.name).toMatch(/^.+ \(\$.+\)$/)
    const decided = await approve(id)
    expect([decided.status, decided.body.approval?.state], decided.text).toEqual([200, 'approved'])
  },
)
