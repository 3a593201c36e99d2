/**
 * Two people share one address: whatever one does, the other's data does not change and is shown to no one
 * else.
 */
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createAdmin,
  createCallRequest,
  createChatSession,
  createLoginRecord,
  createOutboxEmail,
  createTicket,
  createUser,
} from '#db/seed/factories'
import { closeDueAccounts } from '#modules/people/account-data/account-closure'
import { PASSWORD, startAccounts } from './testing-accounts.ts'

let accounts: Awaited<ReturnType<typeof startAccounts>>
let admin: Record<string, string>
beforeAll(async () => {
  accounts = await startAccounts()
  admin = (await accounts.app.signInAdmin()).headers
})
afterAll(() => accounts.close())

const log = { error: (line: unknown) => expect.unreachable(JSON.stringify(line)) } as unknown as Parameters<
  typeof closeDueAccounts
>[0]

/**
 * Every column with an address, and whose it is. Add new ones here, and to the rows of `createOwned` below.
 */
const addresses = {
  'admins.email': 'the account itself',
  'account_links.email': 'owned',
  'call_schedules.email': 'owned',
  'chat_sessions.email': 'owned',
  'confirmed_emails.email': 'owned',
  'contact_departments.email': 'the site',
  'email_disputes.former_email': 'the account itself',
  'email_disputes.present_email': 'the account itself',
  'login_records.email': 'owned',
  'outbox.recipient': 'owned',
  'support_tickets.email': 'owned',
  'users.email': 'the account itself',
}
/** Columns with similar names that hold no address. */
const others = ['notification_choices.email', 'notifications.email']

test('knows every column with an address, and tests those with an owner below', async () => {
  const columns = await accounts.app.sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying')
      and column_name ~ '(email|recipient|mailbox)$' order by 1`
  expect(columns.map(({ name }) => name)).toEqual([...Object.keys(addresses), ...others].sort())
  const tried = Object.keys(await createOwned({ email: accounts.newEmail() }, {}))
  const owned = Object.entries(addresses).flatMap(([name, whose]) =>
    whose === 'owned' ? name.replace(/\..*/, '') : [],
  )
  // Only an account can confirm an address or have a link.
  expect(owned.filter((table) => !tried.includes(table))).toEqual(['account_links', 'confirmed_emails'])
})

interface Owner {
  user_id?: number
  admin_id?: number
}

/** Rows with an address in every table that has one, by table. Their texts contain the word `canary`. */
async function createOwned({ email }: { email: string }, owner: Owner) {
  const { db, sql } = accounts.app
  const { user_id } = owner
  const written = { email, name: 'canary', ...(user_id !== undefined && { user_id }) }
  const ticket = await createTicket(db, { ...written, subject: 'canary', message: 'canary' })
  const call = await createCallRequest(db, { ...written, purpose: 'canary' })
  const chat = await createChatSession(db, { ...written, message: 'canary' })
  const [feedback] = await sql`
    insert into feedback_requests (ticket_id, token_hash, expires_at, score, text, answered_at)
    values (${ticket.id}, ${crypto.randomUUID()}, now(), 3, 'canary', now()) returning id`
  const [note] =
    await sql`insert into desk_notes (ticket_id, text) values (${ticket.id}, 'canary') returning id`
  const own = user_id !== undefined || owner.admin_id !== undefined
  const mail = await createOutboxEmail(db, {
    recipient: email,
    subject: 'canary',
    // It is pending, so that a deletion is noticed before it is sent.
    next_attempt_at: new Date('2100-01-01'),
    ...owner,
    ...(!own && { reference: ticket.reference }),
  })
  const role = owner.admin_id === undefined ? ('investor' as const) : ('admin' as const)
  const login = await createLoginRecord(db, { email, role, browser: 'canary', ...owner })
  const links = own
    ? await sql`insert into account_links (kind, user_id, admin_id, token_hash, email, expires_at)
        values ('reset', ${user_id ?? null}, ${owner.admin_id ?? null}, ${crypto.randomUUID()}, ${email}, now() + interval '1 hour')
        returning id`
    : []
  return {
    support_tickets: [ticket.id],
    call_schedules: [call.id],
    chat_sessions: [chat.id],
    feedback_requests: [feedback?.id],
    desk_notes: [note?.id],
    outbox: [mail.id],
    login_records: [login.id],
    ...(links.length > 0 && { account_links: links.map(({ id }) => id) }),
    ...(user_id !== undefined && { users: [user_id] }),
    ...(owner.admin_id !== undefined && { admins: [owner.admin_id] }),
  }
}

type Owned = Awaited<ReturnType<typeof createOwned>>

/** The current rows. */
async function readOwned(rows: Owned[]) {
  const { sql } = accounts.app
  const read: Record<string, unknown>[] = []
  for (const [table, ids] of rows.flatMap((owned) => Object.entries(owned))) {
    read.push({ table, rows: await sql`select * from ${sql(table)} where id in ${sql(ids)} order by id` })
  }
  return read
}

/** What a visitor, an administrator and, if requested, an investor have under one address. */
async function createHolders({ withInvestor }: { withInvestor: boolean }) {
  const { db } = accounts.app
  const email = accounts.newEmail()
  const rows = [
    await createOwned({ email }, {}),
    await createOwned({ email }, { admin_id: (await createAdmin(db, { email })).id }),
  ]
  if (withInvestor) rows.push(await createOwned({ email }, { user_id: (await createUser(db, { email })).id }))
  return { email, rows }
}

type Other = Awaited<ReturnType<typeof accounts.openAccount>> & { email: string }

/** How another person claims an address without proving that the mailbox is theirs. */
const claims = {
  registers: (email: string) => accounts.openAccount({ email: email.toUpperCase(), email_confirmed: false }),
  async 'asks for it'(email: string) {
    const other = await accounts.openAccount()
    const body = { email, current_password: PASSWORD }
    const { status } = await accounts.app.call('PUT', '/user/email', { headers: other.headers, body })
    expect(status).toBe(202)
    return other
  },
}

/** The files of an account's export. */
async function exportAll({ headers }: Pick<Other, 'headers'>): Promise<string> {
  const { app } = accounts
  const { status } = await app.call('POST', '/user/export', { headers })
  expect(status).toBe(202)
  const state = async () => (await app.call('GET', '/user/export', { headers })).body.export.state
  await expect.poll(state, { timeout: 15_000 }).toBe('ready')
  const file = await app.fetch(new Request('http://localhost/api/v1/user/export/file', { headers }))
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()))
  return Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('\n')
}

const merge = (id: number, into: number) =>
  accounts.app.call('POST', `${accounts.app.adm}/support/tickets/${id}/merge`, {
    headers: admin,
    body: { into },
  })

interface Scene {
  other: Other
  victim: { email: string; rows: Owned[] }
}

/** Actions that are tried in every order. */
const deeds = {
  async export({ other }: Pick<Scene, 'other'>) {
    expect(await exportAll(other)).not.toContain('canary')
  },
  async change({ other }: Pick<Scene, 'other'>) {
    const body = { email: accounts.newEmail(), current_password: PASSWORD }
    const { status } = await accounts.app.call('PUT', '/user/email', { headers: other.headers, body })
    expect(status).toBe(202)
  },
  async merge({ other, victim }: Scene) {
    // Written while signed in, under someone else's address.
    const own = await createTicket(accounts.app.db, { user_id: other.user.id, email: victim.email })
    for (const theirs of victim.rows.flatMap(({ support_tickets }) => support_tickets)) {
      expect((await merge(own.id, theirs)).status).toBe(422)
      expect((await merge(theirs, own.id)).status).toBe(422)
    }
  },
  async close({ other }: Pick<Scene, 'other'>) {
    const body = { current_password: PASSWORD }
    const { status } = await accounts.app.call('POST', '/user/closure', { headers: other.headers, body })
    expect(status).toBe(202)
    await accounts.app.sql`update users set closes_at = now() where id = ${other.user.id}`
    await closeDueAccounts(log)
    const [row] = await accounts.app.sql`select deleted_at from users where id = ${other.user.id}`
    expect(row?.deleted_at).not.toBeNull()
  },
}

type Deed = keyof typeof deeds

/** Every order of these actions; a closed account does nothing more. */
const orders = (left: Deed[]): Deed[][] =>
  left.flatMap((first) =>
    first === 'close'
      ? [[first]]
      : orders(left.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  )

describe('an address that an account has not confirmed', () => {
  test.each([
    ['registers', { withInvestor: false }],
    ['asks for it', { withInvestor: true }],
  ] as const)(
    'takes nothing from those who have it when somebody else %s and exports, changes, merges and closes in any order',
    async (claim, holders) => {
      for (const order of orders(['export', 'change', 'merge', 'close'])) {
        const victim = await createHolders(holders)
        const before = await readOwned(victim.rows)
        const scene = { victim, other: await claims[claim](victim.email) }
        for (const deed of order) await deeds[deed](scene)
        expect(await readOwned(victim.rows), order.join()).toEqual(before)
      }
      // Closings, rejected merges and exports are recorded, and the log outlives every account.
      const named = await accounts.app
        .sql`select action from audit_log where audit_log::text like '%@mailbox.example%'`
      expect(named).toEqual([])
    },
    60_000,
  )
})

describe('an address that an account has confirmed', () => {
  /** An account that confirms the address. */
  async function openConfirmed(email: string) {
    const owner = await accounts.openAccount({ email, email_confirmed: false })
    await accounts.post('/user/email/confirmation', {}, owner.headers)
    const token = await accounts.linkTo(email, /^Confirm your email/)
    expect((await accounts.post('/auth/email/confirm', { token }, owner.headers)).status).toBe(200)
    return owner
  }

  test('adds what a visitor wrote under it to the export, and lists it to no one', async () => {
    const email = accounts.newEmail()
    await createOwned({ email }, {})
    const owner = await openConfirmed(email)
    const file = await exportAll(owner)
    for (const letter of ['T', 'C', 'L']) expect(file).toMatch(new RegExp(`"reference": ?"${letter}-`))
    const listed = await accounts.app.call('GET', '/user/support', { headers: owner.headers })
    expect(listed.body).toMatchObject({ tickets: [], calls: [], chats: [] })
  })

  test('takes only what a visitor wrote under it with the account, even after a change', async () => {
    const { email, rows } = await createHolders({ withInvestor: false })
    const [visitor = {} as Owned, administrator = {} as Owned] = rows
    const writer = await createUser(accounts.app.db)
    const kept = [{ outbox: administrator.outbox, login_records: administrator.login_records } as Owned]
    kept.push(await createOwned({ email }, { user_id: writer.id }))
    const before = await readOwned(kept)
    const owner = await openConfirmed(email)
    const asked = accounts.newEmail()
    const body = { email: asked, current_password: PASSWORD }
    await accounts.app.call('PUT', '/user/email', { headers: owner.headers, body })
    const token = await accounts.linkTo(asked, /^Confirm your new/)
    expect((await accounts.post('/auth/email/confirm', { token }, owner.headers)).status).toBe(200)

    await deeds.close({ other: owner })
    const after = JSON.stringify(await readOwned([visitor]))
    expect(after).toContain('Deleted investor')
    expect(after).not.toContain(email)
    expect(await readOwned(kept)).toEqual(before)
    expect(
      await accounts.app.sql`select from outbox where recipient = ${email} and user_id = ${owner.user.id}`,
    ).toEqual([])
  })

  test('passes to the account that confirms it next', async () => {
    const email = accounts.newEmail()
    const former = await accounts.openAccount({ email })
    await accounts.app.sql`update users set email = ${accounts.newEmail()} where id = ${former.user.id}`
    const rows = [await createOwned({ email }, {})]
    const before = await readOwned(rows)
    const next = await openConfirmed(email)
    await deeds.close({ other: former })
    expect(await readOwned(rows)).toEqual(before)
    await deeds.close({ other: next })
    expect(JSON.stringify(await readOwned(rows))).not.toContain(email)
  })
})
