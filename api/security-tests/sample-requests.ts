/**
 * A successful call of each endpoint, derived from the contract, as the starting point of an attack. A rejection proves
 * something only if the same call is accepted from the correct caller.
 */
import type { TObject, TSchema } from '@sinclair/typebox'
import { createCsrfToken } from '#common/csrf-token'
import { ADMIN_PATH_PARAMETER } from '#contract/admin-endpoint'
import type { Endpoint } from '#contract/endpoint'
import {
  createActivity,
  createAdmin,
  createApproval,
  createCallRequest,
  createCannedReply,
  createCategory,
  createChatSession,
  createDocument,
  createEmailDispute,
  createEvidence,
  createFactor,
  createIcon,
  createLoginRecord,
  createNote,
  createNotification,
  createOutboxEmail,
  createPortfolio,
  createReportSchedule,
  createScreeningMatch,
  createSession,
  createTicket,
  createToken,
  createTransaction,
  createUser,
  createView,
  setVerification,
} from '#db/seed/factories'
import {
  createAttestation,
  createDistribution,
  createOffering,
  createSeriesDocument,
  createSubscription,
  firstMovement,
  issueUnits,
} from '#db/seed/series-factories'
import { isStream } from '#http/pipeline/responses'
import { registeredEndpoints } from '#http/pipeline/route'
import { encryptBytes } from '#modules/compliance/verifications/encrypted-file'
import { storeEncryptedFile } from '#modules/compliance/verifications/evidence-files'
import { createUnsubscribeToken } from '#modules/messaging/notifications/unsubscribe'
import { evidenceItems } from '#shared/enums/verifications'
import type { TestApp } from '#testing/test-app'

type Fields = Record<string, unknown>

export interface SampleRequest {
  endpoint: Endpoint
  /** `PUT /:admin_path/admin/users/:id/status`: its name in a failure. */
  name: string
  /** Path parameters, as existing rows. */
  values: Record<string, string>
  /** The smallest accepted body; undefined if there is none. */
  body: Fields | undefined
}

const PASSWORD = 'Quartz-vein-42!'
/** Password hash of the sample calls, with minimal work: hashing time is not tested here. */
export const SAMPLE_HASH = await Bun.password.hash(PASSWORD, {
  algorithm: 'argon2id',
  memoryCost: 8,
  timeCost: 1,
})

/**
 * Calls that need a code, a signature or a challenge that only a sign-in provides, and their status without one. They
 * succeed in the tests of `api/modules/identity/second-factors`, alone and two at once.
 */
export const expectedStatusWithoutCode: Readonly<Record<string, number>> = Object.fromEntries([
  ['POST /auth/second-factor/options', 422],
  ['POST /auth/second-factor', 422],
  ['POST /auth/passkey', 401],
  ...['/user', '/:admin_path/admin/profile'].flatMap((base) => [
    [`POST ${base}/factors/totp/confirm`, 404],
    [`POST ${base}/factors/passkey`, 422],
    [`POST ${base}/step-up`, 422],
  ]),
])

/** Texts in formats that a pattern alone does not define. */
const formats: Record<string, string> = {
  'email-address': 'sample@lodefield.example',
  'phone-number': '+1 202 555 0100',
  'calendar-date': '2099-03-02',
  'day-or-instant': '2026-03-02',
  'web-address': 'https://lodefield.example/',
  'date-time': '2026-03-02T09:30:00.000Z',
}

/** A value that a schema accepts. */
function sampleOf(schema: TSchema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.anyOf) return sampleOf(schema.anyOf[0])
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer') return schema.minimum ?? 1
  if (schema.type === 'array') return [sampleOf(schema.items)]
  if (schema.type === 'object') return sampleFields(schema as TObject, {})
  if (schema.format) return formats[schema.format]
  return schema.decimal ? '12.50' : (schema.examples?.[0] ?? 'Sample')
}

/** The required fields and those with a known value; for an edit, which requires none, also the first one. */
function sampleFields({ properties, required = [] }: TObject, known: Fields): Fields {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name], at) => at === 0 || required.includes(name) || name in known)
      .map(([name, property]) => [name, name in known ? known[name] : sampleOf(property)]),
  )
}

/** An added department, replacing the last one: there may be twenty. */
async function addDepartment(sql: TestApp['sql']): Promise<string> {
  await sql`delete from contact_departments where department = 'sample'`
  const [row] = await sql<{ department: string }[]>`
    insert into contact_departments (department) values ('sample') returning department`
  return row?.department ?? ''
}

/** A series open for subscription: the investor holds units of it and requests more. */
async function createListed(db: TestApp['db'], user_id: number) {
  const listed = await createToken(db)
  const holder = await createUser(db, { is_verified: true })
  await createAttestation(db, { token_id: listed.id, units_held: '100000' })
  const head = await issueUnits(db, listed.id, { [user_id]: '500', [holder.id]: '500' })
  const { id: offering_id } = await createOffering(db, {
    token_id: listed.id,
    minimum: '1.00',
    cap_units: '100000',
    maximum: '100000000.00',
  })
  const subscription = await createSubscription(db, { token_id: listed.id, offering_id, user_id })
  const distribution = await createDistribution(db, { token_id: listed.id, user_id, heldBack: holder.id })
  const movement = await firstMovement(db, listed.id)
  return { listed, holder, subscription, head, distribution, movement }
}

/** The investor's form, ready for submission, and another investor's to decide, with a stored file. */
async function createVerified(db: TestApp['db'], user_id: number) {
  await setVerification(db, user_id)
  const files = await Promise.all(
    evidenceItems
      .filter((item) => item !== 'entity')
      .flatMap((item) => [createEvidence(db, { user_id, item }), createEvidence(db, { user_id, item })]),
  )
  const reviewed = await createUser(db)
  await setVerification(db, reviewed.id, { state: 'submitted', submitted_at: new Date() })
  const { filename, wrappedKey, sealed } = encryptBytes(Buffer.from(await file.text()), reviewed.id)
  await storeEncryptedFile(filename, sealed)
  const opened = await createEvidence(db, { user_id: reviewed.id, filename, wrapped_key: wrappedKey })
  return { evidence: files[0] as (typeof files)[number], reviewed, opened }
}

/**
 * Rows of every kind with a path; an investor's rows belong to `ownerId`, or to a new investor, an administrator's to
 * `adminId`, or to a new administrator.
 */
export async function createTargetRows({ db, sql }: TestApp, ownerId?: number, adminId?: number) {
  const user_id = ownerId ?? (await createUser(db, { is_verified: true })).id
  const token = await createToken(db)
  const held = { user_id, pending_investments: token.symbol, pending_since: new Date() }
  await sql`insert into account_links (kind, user_id, token_hash, email, expires_at)
    values ('change', ${user_id}, ${`change of ${user_id} ${token.id}`}, 'changed@lodefield.example', now() + interval '1 hour')`
  if (adminId !== undefined) {
    await sql`insert into account_links (kind, admin_id, token_hash, email, expires_at)
      values ('change', ${adminId}, ${`change of admin ${adminId} ${token.id}`}, 'changed@lodefield.example', now() + interval '1 hour')`
  }
  return {
    user_id,
    token,
    portfolio: await createPortfolio(db, held),
    /** Holds nothing. */
    removable: await createUser(db),
    /** Has no portfolio yet. */
    newcomer: await createUser(db),
    /** No row refers to this one. */
    unused: await createToken(db),
    category: await createCategory(db),
    icon: await createIcon(db),
    transaction: await createTransaction(db, { user_id }),
    activity: await createActivity(db, { user_id }),
    view: await createView(db, { admin_id: adminId }),
    note: await createNote(db, { user_id, admin_id: adminId }),
    notification: await createNotification(db, { user_id }),
    document: await createDocument(db),
    mail: await createOutboxEmail(db),
    // Decided: a pending one would be removed with the next watchlist.
    hit: await createScreeningMatch(db, {
      user_id,
      state: 'no_match',
      reason: 'Sample',
      decided_at: new Date(),
    }),
    dispute: await createEmailDispute(db),
    colleague: await createAdmin(db, { roles: ['support'] }),
    approval: await createApproval(db),
    login: await createLoginRecord(db, { user_id }),
    session: await createSession(db, { user_id }),
    adminSession: await createSession(db, { role: 'admin', admin_id: adminId }),
    factor: await createFactor(db, { user_id }),
    adminFactor: await createFactor(db, { admin_id: adminId ?? (await createAdmin(db)).id }),
    ticket: await createTicket(db, { user_id }),
    secondTicket: await createTicket(db, { user_id }),
    cannedReply: await createCannedReply(db),
    schedule: await createReportSchedule(db),
    reader: await createAdmin(db),
    call: await createCallRequest(db, { user_id }),
    chat: await createChatSession(db, { user_id }),
    department: await addDepartment(sql),
    ...(await createListed(db, user_id)),
    offering: await createOffering(db, { state: 'draft' }),
    draft: await createOffering(db, { state: 'draft' }),
    seriesDocument: await createSeriesDocument(db),
    ...(await createVerified(db, user_id)),
  }
}
export type TargetRows = Awaited<ReturnType<typeof createTargetRows>>

/** Path parameters, by the part of the path before them, or by method and path; the first match counts. */
const addressed: [RegExp, (targets: TargetRows) => Record<string, string | number>][] = [
  [/^\/user\/verification\/files\/:id/, ({ evidence }) => ({ id: evidence.id })],
  [/\/verifications\/:user_id/, ({ reviewed, opened }) => ({ user_id: reviewed.id, id: opened.id })],
  [/\/profile\/sessions\/:id/, ({ adminSession }) => ({ id: adminSession.id })],
  [/\/user\/sessions\/:id/, ({ session }) => ({ id: session.id })],
  [/^\/user\/factors\/:id/, ({ factor }) => ({ id: factor.id })],
  [/\/profile\/factors\/:id/, ({ adminFactor }) => ({ id: adminFactor.id })],
  [/^DELETE \S+\/users\/:id$/, ({ removable }) => ({ id: removable.id })],
  [/\/users\/:id\/notes\/:note_id/, ({ user_id, note }) => ({ id: user_id, note_id: note.id })],
  [/\/mentions\/:note_id/, ({ note }) => ({ note_id: note.id })],
  [/\/users\/:id/, ({ user_id }) => ({ id: user_id })],
  [/\/user\/:id\//, ({ user_id }) => ({ id: user_id })],
  [/\/notifications\/user\/:user_id/, ({ user_id }) => ({ user_id })],
  [/\/notifications\/:id/, ({ notification }) => ({ id: notification.id })],
  [/\/transactions\/:id/, ({ transaction }) => ({ id: transaction.id })],
  [/\/portfolio\/:id\/pending-token/, ({ user_id }) => ({ id: user_id })],
  [/\/portfolio\/:id/, ({ portfolio }) => ({ id: portfolio.id })],
  [/\/recent-activities\/:id/, ({ activity }) => ({ id: activity.id })],
  [/\/tokens\/categories\/:id/, ({ category }) => ({ id: category.id })],
  [/\/tokens\/icons\/:filename/, ({ icon }) => ({ filename: icon.filename })],
  [/^\/user\/figures\/:name/, ({ listed }) => ({ name: `holding:${listed.symbol}` })],
  [/\/distributions\/:id/, ({ listed, distribution }) => ({ symbol: listed.symbol, id: distribution.id })],
  [/\/entries\/:id/, ({ listed, movement }) => ({ symbol: listed.symbol, id: movement.id })],
  [/\/(?:register|holdings)\/:symbol/, ({ listed }) => ({ symbol: listed.symbol })],
  [/\/subscriptions\/:id/, ({ subscription }) => ({ id: subscription.id })],
  [/\/(?:tokens|series)\/:symbol/, ({ token }) => ({ symbol: token.symbol })],
  [/^DELETE \S+\/offerings\/:id$/, ({ draft }) => ({ id: draft.id })],
  [/\/offerings\/:id/, ({ offering }) => ({ id: offering.id })],
  [/\/series-documents\/:id/, ({ seriesDocument }) => ({ id: seriesDocument.id })],
  [/\/tokens\/:id/, ({ unused }) => ({ id: unused.id })],
  [/\/admin\/documents\/:id/, ({ document }) => ({ id: document.id })],
  [/\/records\/:id/, ({ login }) => ({ id: login.id })],
  [/\/contact-departments\/:department/, ({ department }) => ({ department })],
  [/\/tickets\/:id/, ({ ticket }) => ({ id: ticket.id })],
  [/\/canned-replies\/:id/, ({ cannedReply }) => ({ id: cannedReply.id })],
  [/\/support\/chats\/:id/, ({ chat }) => ({ id: chat.id })],
  [/\/call-schedules\/:id/, ({ call }) => ({ id: call.id })],
  [/\/(?:chat-sessions|live-chat)\/:session_id/, ({ chat }) => ({ session_id: chat.session_id })],
  [/\/chart-data\//, () => ({ symbol: 'BTC', range: '1h' })],
  [/^\/legal\/:slug/, () => ({ slug: 'terms-of-service' })],
  [/^\/docs\/:slug/, () => ({ slug: 'help-support' })],
  [/\/unsubscribe\/:token/, ({ user_id }) => ({ token: createUnsubscribeToken(user_id, 'daily') })],
  [/\/screening\/hits\/:id/, ({ hit }) => ({ id: hit.id })],
  [/\/email-disputes\/:id/, ({ dispute }) => ({ id: dispute.id })],
  [/\/administrators\/:id/, ({ colleague }) => ({ id: colleague.id })],
  [/\/approvals\/:id/, ({ approval }) => ({ id: approval.id })],
  [/\/views\/:id/, ({ view }) => ({ id: view.id })],
  [/\/report-schedules\/:id/, ({ schedule }) => ({ id: schedule.id })],
  [/\/reports\/:name/, () => ({ name: 'flows' })],
  [/\/mails\/:id/, ({ mail }) => ({ id: mail.id })],
  [/^\/proof\/:id/, () => ({ id: '2026-11-22' })],
  [/^\/documents\/:id/, () => ({ id: 'no-report' })],
]

/** Ids of several rows, by the path of the bulk call. */
const idsOf = (path: string, { user_id, notification, ticket, call, chat }: TargetRows): number[] => {
  if (path.includes('/tickets/')) return [ticket.id]
  if (path.includes('/call-schedules/')) return [call.id]
  if (path.includes('/chat-sessions/')) return [chat.id]
  return [path.includes('/notifications/') ? notification.id : user_id]
}

/** An announcement that ends after it begins. */
export const sampleBanner = {
  text: 'Maintenance',
  from: '2026-03-02T09:30:00.000Z',
  to: '2099-03-02T09:30:00.000Z',
}

/** The status set by a change of the desk, in which all parts are optional. */
function deskStatus(path: string): Fields {
  if (/support\/tickets\/(?::id|bulk)$/.test(path)) return { status: 'resolved' }
  if (/support\/call-schedules\/(?::id|bulk)$/.test(path)) return { status: 'confirmed' }
  return /support\/chat-sessions\/(?::session_id|bulk)$/.test(path) ? { status: 'closed' } : {}
}

let made = 0

/** Fields whose value must name an existing row, or be new, or follow rules beyond its schema. */
function knownFields({ path }: Endpoint, targets: TargetRows): Fields {
  made += 1
  const isToken = path.endsWith('/tokens')
  return {
    email: `sample-${made}@lodefield.example`,
    password: PASSWORD,
    current_password: PASSWORD,
    currentPassword: PASSWORD,
    new_password: 'Zircon-grain-7!',
    user_id: path.endsWith('/admin/portfolio') ? targets.newcomer.id : targets.user_id,
    ids: idsOf(path, targets),
    pending_investments: (path.endsWith('/user/portfolio') ? targets.listed : targets.token).symbol,
    is_active: true,
    ...(path === '/user/verification' && { source_of_funds: `Salary ${made}` }),
    ...(isToken && { category: targets.category.name, symbol: `$SAMPLE${made}`, icon: 'Award' }),
    ...(path.endsWith('/contact-departments') && { department: `made_${made}` }),
    ...(path.endsWith('/administrators') && { username: `sample-admin-${made}` }),
    ...(path.includes('/categories') && { name: `Sample ${made}` }),
    refresh_token: 'A'.repeat(43),
    ...(path.endsWith('/user/subscriptions') && { symbol: targets.listed.symbol, acknowledged: [] }),
    ...(path.includes('/register/') && {
      from_user_id: targets.user_id,
      to_user_id: targets.holder.id,
      units: '0.5',
      record_date: new Date().toISOString().slice(0, 10),
      head: targets.head,
      earlier_count: 0,
    }),
    ...(path.endsWith('/held-back') && { user_id: targets.holder.id }),
    // Requested calls are encrypted: the approval tests cover approving.
    ...(path.endsWith('/approvals/:id') && { action: 'refuse', reason: 'Sample' }),
    ...(path.endsWith('/views') && { name: `View ${made}`, address: '?d=users', section: 'users' }),
    ...(path.endsWith('/banner') && { banner: sampleBanner }),
    ...(path.endsWith('/transactions/:id') && { amount: '12.50' }),
    ...(path.endsWith('/offerings/:id') && { terms: `Terms ${made}` }),
    ...(path.endsWith('/merge') && { into: targets.secondTicket.id }),
    ...(path.endsWith('/support/feedback') && { token: 'A'.repeat(43) }),
    ...(path.endsWith('/report-schedules') && { recipients: [targets.reader.id] }),
    ...(path.includes('/canned-replies') && { title: `Sample ${made}` }),
    ...deskStatus(path),
    ...(path.includes('/series/') && { as_of: '2026-03-02', closes_at: '2099-03-02' }),
  }
}

const parametersOf = (path: string): string[] => path.match(/:\w+/g)?.map((name) => name.slice(1)) ?? []

/** An endpoint call with these rows. Throws for an unknown parameter. */
export function buildSampleRequest(endpoint: Endpoint, targets: TargetRows): SampleRequest {
  const { method, path, body } = endpoint
  const isMeant = ([pattern]: (typeof addressed)[number]) =>
    pattern.test(path) || pattern.test(`${method} ${path}`)
  const values = addressed.find(isMeant)?.[1](targets) ?? {}
  const wanted = parametersOf(path).filter((name) => name !== ADMIN_PATH_PARAMETER)
  const unknown = wanted.filter((name) => !(name in values))
  if (unknown.length > 0) throw new Error(`Add the parameter ${unknown} of ${path} to sample-requests.ts`)
  return {
    endpoint,
    name: `${endpoint.method} ${path}`,
    values: Object.fromEntries(wanted.map((name) => [name, String(values[name])])),
    body: body && sampleFields(body as TObject, knownFields(endpoint, targets)),
  }
}

/** The path of a call; single parameters can have another value, which is not encoded. */
export const buildPath = (
  { endpoint, values }: Pick<SampleRequest, 'endpoint' | 'values'>,
  segment: string,
  others: Record<string, string> = {},
): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    name === ADMIN_PATH_PARAMETER ? segment : (others[name] ?? encodeURIComponent(values[name] ?? '')),
  )

const file = new File(['%PDF-1.7\nstartxref\n0\n%%EOF'], 'sample.pdf', { type: 'application/pdf' })
/** A single transparent pixel. */
const picture = new File(
  [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  'sample.png',
  { type: 'image/png' },
)

/** A watchlist that contains no one. */
const list = new File(['name,birth date,list,entry id\nNobody Known,1901,Sample,1\n'], 'list.csv', {
  type: 'text/csv',
})

function fileFor({ path, upload }: Endpoint): File {
  if (path.endsWith('/screening/list')) return list
  return upload?.field === 'icon' ? picture : file
}

/** The content of a call: JSON, or a form if it has a file. */
export function buildContent({ endpoint, body }: SampleRequest): { body?: unknown; raw?: BodyInit } {
  if (!endpoint.upload) return body === undefined ? {} : { body }
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value))
  form.set(endpoint.upload.field, fileFor(endpoint))
  return { raw: form }
}

/** Headers of a call in addition to its access token. */
export const buildHeaders = (
  { csrf }: Endpoint,
  sessionId: string,
  { config }: TestApp,
): Record<string, string> => (csrf ? { 'x-csrf-token': createCsrfToken(sessionId, config.TOKEN_SECRET) } : {})

/** Every served endpoint except endless streams. */
export const listNonStreamingEndpoints = (): Endpoint[] =>
  [...registeredEndpoints.values()].filter((endpoint) => !isStream(endpoint))
