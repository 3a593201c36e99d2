/**
 * Rows for tests: complete and valid by default. Each factory takes the fields that matter to the test and makes up the
 * rest, including its investor.
 */

import { inArray } from 'drizzle-orm'
import type { Database } from '#db/client'
import { transactions } from '#db/schema/cash/transactions'
import { documents } from '#db/schema/catalog/documents'
import { tokenCategories, tokenIcons, tokens } from '#db/schema/catalog/tokens'
import { screeningHits } from '#db/schema/compliance/screening'
import { verificationFiles, verifications } from '#db/schema/compliance/verifications'
import { approvals } from '#db/schema/desk/approvals'
import { reportSchedules } from '#db/schema/desk/report-schedules'
import { savedViews } from '#db/schema/desk/saved-views'
import {
  callSchedules,
  cannedReplies,
  chatMessages,
  chatSessions,
  supportTickets,
} from '#db/schema/desk/support'
import { admins, emailDisputes, loginRecords, sessions, users } from '#db/schema/identity/accounts'
import { factors } from '#db/schema/identity/second-factors'
import { notifications } from '#db/schema/messaging/notifications'
import { outbox } from '#db/schema/messaging/outbox'
import { noteMentions, userNotes } from '#db/schema/people/notes'
import { activities, investments, portfolios } from '#db/schema/portfolio/portfolios'

/** Columns that a factory's caller may set. */
type Overrides<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>

/** No password has this hash. */
const NO_PASSWORD = '!'

let made = 0
/** Keeps the rows of one process unique. */
const nextNumber = (): number => {
  made += 1
  return made
}

function first<T>([row]: T[]): T {
  if (row === undefined) throw new Error('An insert returned no row')
  return row
}

const ownerOf = async (db: Database, user_id: number | null | undefined): Promise<number> =>
  user_id ?? (await createUser(db)).id

export async function createUser(db: Database, overrides: Overrides<typeof users> = {}) {
  const values = {
    email: `investor-${nextNumber()}@lodefield.example`,
    password_hash: NO_PASSWORD,
    first_name: 'Test',
    last_name: 'Investor',
    ...overrides,
  }
  return first(await db.insert(users).values(values).returning())
}

export async function createAdmin(db: Database, overrides: Overrides<typeof admins> = {}) {
  const number = nextNumber()
  const values = {
    username: `admin-${number}`,
    email: `admin-${number}@lodefield.example`,
    password_hash: NO_PASSWORD,
    ...overrides,
  }
  return first(await db.insert(admins).values(values).returning())
}

/** An approval request to delete a nonexistent transaction; its input is not encrypted, so it cannot be approved. */
export async function createApproval(db: Database, overrides: Overrides<typeof approvals> = {}) {
  const id = nextNumber()
  const values = {
    call: 'DELETE /:admin_path/admin/transactions/:id',
    permission: 'money',
    action: 'transaction.delete',
    entity: 'transaction',
    entity_id: id,
    changes: [
      {
        action: 'transaction.delete',
        entity: 'transaction',
        entity_id: id,
        before: { id, amount: '20000.00' },
        after: null,
      },
    ],
    concerns: [`transaction:${id}`],
    input: 'none',
    fingerprint: '0'.repeat(64),
    reason: 'Booked twice',
    expires_at: new Date(Date.now() + 7 * 86_400_000),
    ...overrides,
    proposed_by: overrides.proposed_by ?? (await createAdmin(db)).id,
  }
  return first(await db.insert(approvals).values(values).returning())
}

/** An investor's session, unless `role` is 'admin'; valid for an hour. */
export async function createSession(db: Database, overrides: Overrides<typeof sessions> = {}) {
  const owner =
    overrides.role === 'admin'
      ? { admin_id: overrides.admin_id ?? (await createAdmin(db)).id }
      : { user_id: await ownerOf(db, overrides.user_id) }
  const values = {
    role: 'investor' as const,
    refresh_token_hash: `hash-${nextNumber()}`,
    expires_at: new Date(Date.now() + 3_600_000),
    ...overrides,
    ...owner,
  }
  return first(await db.insert(sessions).values(values).returning())
}

/** A passkey that no device has, for an investor or an administrator. */
export async function createFactor(
  db: Database,
  owner: ({ user_id: number } | { admin_id: number }) & { name?: string },
) {
  const values = {
    role: 'user_id' in owner ? ('investor' as const) : ('admin' as const),
    kind: 'passkey' as const,
    name: 'Laptop',
    credential_id: `credential-${nextNumber()}`,
    public_key: 'none',
    confirmed_at: new Date(),
    ...owner,
  }
  return first(await db.insert(factors).values(values).returning())
}

export async function createLoginRecord(db: Database, overrides: Overrides<typeof loginRecords> = {}) {
  const values = { email: 'someone@lodefield.example', success: true, ip_address: '192.0.2.1', ...overrides }
  return first(await db.insert(loginRecords).values(values).returning())
}

/** A pending email, not encrypted yet. */
export async function createOutboxEmail(
  db: Database,
  { body = 'Hello', html = '', ...overrides }: Overrides<typeof outbox> & { html?: string } = {},
) {
  const values = {
    kind: 'ticket_reply',
    recipient: 'someone@lodefield.example',
    subject: 'Hello',
    body: body && JSON.stringify([body, html, '']),
    ...overrides,
  }
  return first(await db.insert(outbox).values(values).returning())
}

export async function createTransaction(db: Database, overrides: Overrides<typeof transactions> = {}) {
  const values = {
    type: 'deposit' as const,
    amount: '100.00',
    ...overrides,
    user_id: await ownerOf(db, overrides.user_id),
  }
  return first(await db.insert(transactions).values(values).returning())
}

export async function createPortfolio(db: Database, overrides: Overrides<typeof portfolios> = {}) {
  const values = { ...overrides, user_id: await ownerOf(db, overrides.user_id) }
  return first(await db.insert(portfolios).values(values).returning())
}

/** An approved request; by default of a deleted token. */
export async function createInvestment(db: Database, overrides: Overrides<typeof investments> = {}) {
  const values = {
    token_symbol: `$T${nextNumber()}`,
    ...overrides,
    user_id: await ownerOf(db, overrides.user_id),
  }
  return first(await db.insert(investments).values(values).returning())
}

export async function createActivity(db: Database, overrides: Overrides<typeof activities> = {}) {
  const values = {
    description: 'Monthly valuation of holdings',
    ...overrides,
    user_id: await ownerOf(db, overrides.user_id),
  }
  return first(await db.insert(activities).values(values).returning())
}

export async function createNotification(db: Database, overrides: Overrides<typeof notifications> = {}) {
  const values = {
    title: 'A notification',
    message: 'Something happened.',
    is_manual: true,
    ...overrides,
    user_id: await ownerOf(db, overrides.user_id),
  }
  return first(await db.insert(notifications).values(values).returning())
}

export async function createCategory(db: Database, overrides: Overrides<typeof tokenCategories> = {}) {
  const values = { name: `Category ${nextNumber()}`, ...overrides }
  return first(await db.insert(tokenCategories).values(values).returning())
}

export async function createToken(db: Database, overrides: Overrides<typeof tokens> = {}) {
  const values = {
    symbol: `$T${nextNumber()}`,
    name: 'Test token',
    location: 'Nowhere',
    description: 'A token for tests.',
    icon: 'Award',
    color: 'Gold' as const,
    ...overrides,
    category_id: overrides.category_id ?? (await createCategory(db)).id,
  }
  return first(await db.insert(tokens).values(values).returning())
}

export async function createIcon(db: Database, overrides: Overrides<typeof tokenIcons> = {}) {
  const filename = `icon-${nextNumber()}.png`
  const picture = { filename, original_name: 'icon.png', content_type: 'image/png', file_size: 512 }
  return first(
    await db
      .insert(tokenIcons)
      .values({ ...picture, ...overrides })
      .returning(),
  )
}

export async function createDocument(db: Database, overrides: Overrides<typeof documents> = {}) {
  const values = {
    original_name: 'report.pdf',
    filename: `report-${nextNumber()}.pdf`,
    file_type: 'pdf' as const,
    file_size: 1024,
    ...overrides,
  }
  return first(await db.insert(documents).values(values).returning())
}

const writer = { name: 'Test Visitor', email: 'visitor@lodefield.example' }

export async function createTicket(db: Database, overrides: Overrides<typeof supportTickets> = {}) {
  const values = { ...writer, subject: 'A question', message: 'How does it work?', ...overrides }
  return first(await db.insert(supportTickets).values(values).returning())
}

export async function createCallRequest(db: Database, overrides: Overrides<typeof callSchedules> = {}) {
  const values = {
    ...writer,
    purpose: 'A first conversation',
    preferred_date: '2099-01-05',
    preferred_time: '09:00' as const,
    ...overrides,
  }
  return first(await db.insert(callSchedules).values(values).returning())
}

/** A chat with the visitor's first message. */
export async function createChatSession(
  db: Database,
  overrides: Overrides<typeof chatSessions> & { message?: string } = {},
) {
  const { message = 'Hello', ...columns } = overrides
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
  const values = { ...writer, session_id: `chat-${Date.now()}-${random}`, ...columns }
  const session = first(await db.insert(chatSessions).values(values).returning())
  await db.insert(chatMessages).values({ chat_session_id: session.id, author: 'user', message })
  return session
}

/** An internal note that also mentions its author. */
export async function createNote(db: Database, overrides: Overrides<typeof userNotes> = {}) {
  const values = {
    text: 'Called back.',
    ...overrides,
    user_id: await ownerOf(db, overrides.user_id),
    admin_id: overrides.admin_id ?? (await createAdmin(db)).id,
  }
  const note = first(await db.insert(userNotes).values(values).returning())
  await db.insert(noteMentions).values({ note_id: note.id, admin_id: values.admin_id })
  return note
}

export async function createView(db: Database, overrides: Overrides<typeof savedViews> = {}) {
  const values = {
    name: `View ${nextNumber()}`,
    section: 'users',
    address: '?d=users',
    ...overrides,
    admin_id: overrides.admin_id ?? (await createAdmin(db)).id,
  }
  return first(await db.insert(savedViews).values(values).returning())
}

/** An open screening match of a new investor. */
export async function createScreeningMatch(db: Database, overrides: Overrides<typeof screeningHits> = {}) {
  const values = {
    user_id: await ownerOf(db, overrides.user_id),
    list: 'Test list',
    entry_id: String(nextNumber()),
    entry_name: 'Ada Reyes',
    entry_hash: 'none',
    user_name: 'Ada Reyes',
    score: 100,
    ...overrides,
  }
  return first(await db.insert(screeningHits).values(values).returning())
}

/** An open dispute about an investor's email; by default, of a new investor whose account it has locked. */
export async function createEmailDispute(db: Database, overrides: Overrides<typeof emailDisputes> = {}) {
  const number = nextNumber()
  const values = {
    user_id: overrides.user_id ?? (await createUser(db, { is_active: false })).id,
    former_email: `former-${number}@lodefield.example`,
    present_email: `present-${number}@lodefield.example`,
    suspect_since: new Date(),
    ...overrides,
  }
  return first(await db.insert(emailDisputes).values(values).returning())
}

export const createCannedReply = async (db: Database, overrides: Overrides<typeof cannedReplies> = {}) =>
  first(
    await db
      .insert(cannedReplies)
      .values({ title: `Prepared answer ${nextNumber()}`, text: 'Hello {first_name},', ...overrides })
      .returning(),
  )

/** Monthly, due next in 2099. */
export const createReportSchedule = async (db: Database, overrides: Overrides<typeof reportSchedules> = {}) =>
  first(
    await db
      .insert(reportSchedules)
      .values({
        report: 'flows',
        frequency: 'monthly',
        format: 'csv',
        recipients: [1],
        next_at: new Date('2099-01-01T06:00:00Z'),
        ...overrides,
      })
      .returning(),
  )

/** Answers that can be submitted once there are files. */
export const validAnswers = {
  identity: { full_name: 'Ada Quartz', birth_date: '1980-04-02', nationality: 'Switzerland' },
  address: { street: 'Bahnhofstrasse 1', city: 'Zürich', postal_code: '8001', country: 'CH' },
  tax: { country: 'CH', number: '756.1234.5678.97' },
  source_of_funds: 'Sale of a company in 2021.',
  investor_kind: 'professional',
  ground: 'Wealthy private client with opting-out (article 5 FinSA)',
  declarations: [
    { id: 'true_and_complete', version: 2 },
    { id: 'own_account', version: 2 },
    { id: 'risk_understood', version: 2 },
  ],
}

/** Sets an investor's verification, which exists since the account does; complete but not submitted by default. */
export async function setVerification(
  db: Database,
  user_id: number | number[],
  overrides: Partial<typeof verifications.$inferInsert> = {},
) {
  const values = { state: 'in_progress' as const, answers: validAnswers, ...overrides }
  return first(
    await db
      .update(verifications)
      .set(values)
      .where(inArray(verifications.user_id, [user_id].flat()))
      .returning(),
  )
}

/** An evidence file whose bytes are not stored. */
export async function createEvidence(db: Database, overrides: Overrides<typeof verificationFiles> = {}) {
  const values = {
    user_id: await ownerOf(db, overrides.user_id),
    item: 'identity' as const,
    name: 'passport.pdf',
    media_type: 'application/pdf' as const,
    size: 26,
    filename: `evidence-test-${nextNumber()}.bin`,
    wrapped_key: 'none',
    scanned: 'not_scanned' as const,
    ...overrides,
  }
  return first(await db.insert(verificationFiles).values(values).returning())
}
