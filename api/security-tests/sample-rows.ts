/** Rows for concurrent calls: many sets at once, in each of which all calls concern the same rows. */
import { createHash, randomBytes } from 'node:crypto'
import { signAccessToken } from '#common/access-token'
import { transactions } from '#db/schema/cash/transactions'
import { documents } from '#db/schema/catalog/documents'
import { tokenCategories, tokenIcons, tokens } from '#db/schema/catalog/tokens'
import { screeningHits } from '#db/schema/compliance/screening'
import { verificationFiles } from '#db/schema/compliance/verifications'
import { reportSchedules } from '#db/schema/desk/report-schedules'
import { savedViews } from '#db/schema/desk/saved-views'
import {
  callSchedules,
  cannedReplies,
  chatMessages,
  chatSessions,
  supportTickets,
} from '#db/schema/desk/support'
import {
  accountLinks,
  admins,
  emailDisputes,
  loginRecords,
  sessions,
  users,
} from '#db/schema/identity/accounts'
import { factors } from '#db/schema/identity/second-factors'
import { notifications } from '#db/schema/messaging/notifications'
import { outbox } from '#db/schema/messaging/outbox'
import { noteMentions, userNotes } from '#db/schema/people/notes'
import { activities, portfolios } from '#db/schema/portfolio/portfolios'
import { createAdmin, createApproval, createUser, setVerification } from '#db/seed/factories'
import {
  createAttestation,
  createDistribution,
  createOffering,
  createSeriesDocument,
  createSubscription,
  firstMovement,
  issueUnits,
} from '#db/seed/series-factories'
import { type EmailLinkType, emailLinkTypes } from '#shared/enums/accounts'
import type { TestApp } from '#testing/test-app'
import { type SampleRequest, sampleBanner, type TargetRows } from './sample-requests.ts'

export const PASSWORD = 'Quartz-vein-42!'
const NEW_PASSWORD = 'Zircon-grain-7!'
/** Password hash with minimal work: hashing time is not tested here. */
const CHEAP_HASH = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })
const NOWHERE = 2_000_000_000

/** The rows of one round, and its callers. */
export interface RowSet {
  targets: TargetRows
  email: string
  /** Two of each, the newer first: bulk calls name them in this order. */
  tickets: number[]
  calls: number[]
  chats: number[]
  notifications: number[]
  users: number[]
  investor: SignedIn
  admin: SignedIn & { username: string }
  /** The number of the set, which selects its variant. */
  number: number
}

interface SignedIn {
  sessionId: string
  bearer: { authorization: string }
  refreshToken: string
}

let made = 0

/** Existing and added departments, in turn: there may be twenty. */
const DEPARTMENTS = 6

async function resetDepartments(sql: TestApp['sql']): Promise<void> {
  await sql`delete from contact_departments where department like 'made_%'`
  await sql`insert into contact_departments (department)
    select 'pair_' || n from generate_series(0, ${DEPARTMENTS - 1}::int) as n on conflict do nothing`
}

/** Every other set has a pending request, which has the most to lose. */
const variantOf = (number: number): number => [0, 1, 0, 2][number % 4] as number

/** The token of each set's link, by kind. */
const linkToken = (kind: EmailLinkType, number: number): string => `i-pair-${kind}-${number}`

type Pair<T> = [T, T]
/** Rows created in pairs, ordered by id. */
const pairs = <T extends { id: number }>(rows: T[]): Pair<T>[] =>
  Array.from({ length: rows.length / 2 }, (_, at) => [rows[2 * at], rows[2 * at + 1]] as Pair<T>)
const newestFirst = ([older, newer]: Pair<{ id: number }>): number[] => [newer.id, older.id]

/**
 * Creates sets in three variants, in turn: a pending request for the token, which shows the icon and is in the
 * category; no pending request, and token, category and icon unrelated; no portfolio yet.
 */
export async function createRowSets({ db, sql, config }: TestApp, count: number): Promise<RowSet[]> {
  const numbers = Array.from({ length: count }, () => ++made)
  const twice = numbers.flatMap((n) => [n, n])
  const emailOf = (n: number): string => `pair-${n}@lodefield.example`
  const otherEmailOf = (n: number): string => `newcomer-${n}@lodefield.example`

  await resetDepartments(sql)
  const people = pairs(
    await db
      .insert(users)
      .values(
        twice.map((n, at) => ({
          email: at % 2 === 0 ? emailOf(n) : otherEmailOf(n),
          password_hash: CHEAP_HASH,
          first_name: 'Pair',
          last_name: 'Investor',
          is_verified: true,
          // Both occur: subscriptions need a confirmed email, another confirmation needs an unconfirmed one.
          email_confirmed: variantOf(n) === 1,
        })),
      )
      .returning(),
  )
  const owners = people.map(([owner]) => owner.id)
  const ownerTwice = owners.flatMap((id) => [id, id])
  // Decided by compliance, or still being filled in by the investor.
  for (const isSubmitted of [true, false]) {
    const theirs = owners.filter(
      (_, at) => (Math.floor((numbers[at] as number) / 4) % 2 === 1) === isSubmitted,
    )
    if (theirs.length === 0) continue
    await setVerification(db, theirs, {
      state: isSubmitted ? 'submitted' : 'in_progress',
      submitted_at: isSubmitted ? new Date() : null,
      by_hand: false,
    })
  }
  const evidence = await db
    .insert(verificationFiles)
    .values(
      numbers.flatMap((n, at) =>
        (['address', 'identity', 'investor_kind', 'identity'] as const).map((item, file) => ({
          user_id: owners[at] as number,
          item,
          name: 'pair.pdf',
          media_type: 'application/pdf' as const,
          size: 26,
          filename: `evidence-pair-${n}-${file}.bin`,
          wrapped_key: 'none',
          scanned: 'not_scanned' as const,
        })),
      ),
    )
    .returning()
  const ofOwner = numbers.map((_, at) => ({ user_id: owners[at] as number }))
  // Each set has its own: one whose password is changed is signed out.
  const callers = await db
    .insert(admins)
    .values(
      numbers.map((n) => ({
        username: `pair-admin-${n}`,
        email: `pair-admin-${n}@lodefield.example`,
        password_hash: CHEAP_HASH,
      })),
    )
    .returning()
  const adminOf = (at: number) => callers[at] as (typeof callers)[number]
  const colleagues = await db
    .insert(admins)
    .values(
      numbers.map((n) => ({
        username: `pair-colleague-${n}`,
        email: `pair-colleague-${n}@lodefield.example`,
        password_hash: CHEAP_HASH,
      })),
    )
    .returning()
  const proposer = await createAdmin(db)

  const categories = pairs(
    await db
      .insert(tokenCategories)
      .values(twice.map((n, at) => ({ name: `Pair ${n} ${at % 2}` })))
      .returning(),
  )
  const icons = await db
    .insert(tokenIcons)
    .values(
      numbers.map((n) => ({
        filename: `pair-${n}.png`,
        original_name: 'icon.png',
        content_type: 'image/png',
        file_size: 512,
      })),
    )
    .returning()
  const wanted = await db
    .insert(tokens)
    .values(
      numbers.map((n, at) => ({
        symbol: `$P${n}`,
        name: 'Pair token',
        location: 'Nowhere',
        description: 'A token for tests.',
        color: 'Gold' as const,
        category_id: categories[at]?.[0].id as number,
        icon: 'Award',
        ...(variantOf(n) === 0 && {
          icon_type: 'custom' as const,
          icon_url: `/documents/uploads/icons/pair-${n}.png`,
        }),
      })),
    )
    .returning()
  // Every fourth set has a series with an offering and holders: its token cannot be deleted.
  const offered = wanted.flatMap((token, at) =>
    variantOf(numbers[at] ?? 0) === 1
      ? [{ token, people: people[at] as Pair<(typeof people)[number][0]> }]
      : [],
  )
  const listings = await Promise.all(
    offered.map(async ({ token: { id: token_id }, people: [owner, other] }) => {
      await createAttestation(db, { token_id })
      const head = await issueUnits(db, token_id, { [owner.id]: '50', [other.id]: '50' })
      const offering = await createOffering(db, { token_id, minimum: '1.00', maximum: '5000.00' })
      const subscription = await createSubscription(db, {
        token_id,
        offering_id: offering.id,
        user_id: owner.id,
      })
      const distribution = await createDistribution(db, { token_id, user_id: owner.id, heldBack: other.id })
      const paper = await createSeriesDocument(db, { token_id })
      // A series has one offering at a time: the draft belongs to another one.
      const draft = await createOffering(db, { state: 'draft' })
      const movement = await firstMovement(db, token_id)
      return { token_id, head, movement, offering, draft, subscription, distribution, paper }
    }),
  )
  const ownedBy = numbers.flatMap((n, at) =>
    variantOf(n) === 2
      ? []
      : [
          {
            user_id: owners[at] as number,
            ...(variantOf(n) === 0 && { pending_investments: `$P${n}`, pending_since: new Date() }),
          },
        ],
  )
  const owned = ownedBy.length > 0 ? await db.insert(portfolios).values(ownedBy).returning() : []
  const ledger = await db
    .insert(transactions)
    .values(
      ofOwner.map((owner, at) => ({
        ...owner,
        type: 'deposit' as const,
        amount: '100.00',
        // An investor with cash or a disputed email cannot be deleted.
        status: variantOf(numbers[at] ?? 0) === 2 ? ('failed' as const) : ('completed' as const),
      })),
    )
    .returning()
  const history = await db
    .insert(activities)
    .values(ofOwner.map((owner) => ({ ...owner, description: 'Valued' })))
    .returning()
  const told = pairs(
    await db
      .insert(notifications)
      .values(
        ownerTwice.map((user_id, at) => ({
          ...{ user_id, title: 'A', message: 'B', is_manual: true },
          // Messages of one time were sent to several, and cannot be edited.
          created_at: new Date(Date.now() - at * 1_000),
        })),
      )
      .returning(),
  )
  const notes = await db
    .insert(userNotes)
    .values(ofOwner.map((owner, at) => ({ ...owner, admin_id: adminOf(at).id, text: 'Called back.' })))
    .returning()
  await db.insert(noteMentions).values(notes.map(({ id }, at) => ({ note_id: id, admin_id: adminOf(at).id })))
  const views = await db
    .insert(savedViews)
    .values(
      numbers.map((n, at) => ({
        name: `View ${n}`,
        section: 'users',
        address: '?d=users',
        admin_id: adminOf(at).id,
      })),
    )
    .returning()
  const files = await db
    .insert(documents)
    .values(
      numbers.map((n) => ({
        original_name: 'report.pdf',
        filename: `pair-${n}.pdf`,
        file_type: 'pdf' as const,
        file_size: 1024,
      })),
    )
    .returning()
  const logins = await db
    .insert(loginRecords)
    .values(
      numbers.map((n, at) => ({
        user_id: owners[at],
        email: emailOf(n),
        success: true,
        ip_address: '192.0.2.1',
      })),
    )
    .returning()
  const mails = await db
    .insert(outbox)
    .values(
      numbers.map((n, at) => ({
        user_id: owners[at],
        kind: 'ticket_reply',
        recipient: emailOf(n),
        subject: 'A',
        body: '["B","",""]',
      })),
    )
    .returning()
  const proposals = await Promise.all(numbers.map(() => createApproval(db, { proposed_by: proposer.id })))
  const passkey = (number: number, owner: { user_id: number } | { admin_id: number }) => ({
    role: 'user_id' in owner ? ('investor' as const) : ('admin' as const),
    kind: 'passkey' as const,
    name: 'Laptop',
    credential_id: `pair-${'user_id' in owner ? 'user' : 'admin'}-${number}`,
    public_key: 'none',
    confirmed_at: new Date(),
    ...owner,
  })
  const passkeys = pairs(
    await db
      .insert(factors)
      .values(
        numbers.flatMap((n, at) => [
          passkey(n, { user_id: owners[at] as number }),
          passkey(n, { admin_id: adminOf(at).id }),
        ]),
      )
      .returning(),
  )
  // An open dispute blocks payments and transfers, so holders of a listed series have none.
  const strangers = await Promise.all(
    numbers.map((n) => (variantOf(n) === 1 ? createUser(db, { is_active: false }) : undefined)),
  )
  const disputes = await db
    .insert(emailDisputes)
    .values(
      numbers.map((n, at) => ({
        // An account has one dispute at a time, and half of the investors may open theirs.
        user_id: variantOf(n) === 0 ? owners[at] : (strangers[at] ?? people[at]?.[1])?.id,
        former_email: `former-${n}@lodefield.example`,
        present_email: variantOf(n) === 0 ? emailOf(n) : (strangers[at]?.email ?? otherEmailOf(n)),
        suspect_since: new Date(),
      })),
    )
    .returning()
  const hits = await db
    .insert(screeningHits)
    .values(
      ofOwner.map((owner, at) => ({
        ...owner,
        list: 'Pairs',
        entry_id: String(numbers[at]),
        entry_name: 'Pair Investor',
        entry_hash: 'none',
        user_name: 'Pair Investor',
        score: 100,
        // A pending one would be removed with the next watchlist.
        state: 'no_match' as const,
        reason: 'Another person',
        decided_at: new Date(),
      })),
    )
    .returning()
  const written = twice.map((n, at) => ({
    name: 'Pair Investor',
    email: emailOf(n),
    user_id: ownerTwice[at],
  }))
  const tickets = pairs(
    await db
      .insert(supportTickets)
      .values(written.map((writer) => ({ ...writer, subject: 'A', message: 'B' })))
      .returning(),
  )
  const schedules = await db
    .insert(reportSchedules)
    .values(
      numbers.map(() => ({
        report: 'flows' as const,
        frequency: 'monthly' as const,
        format: 'csv' as const,
        recipients: [1],
        next_at: new Date('2099-01-01T06:00:00Z'),
      })),
    )
    .returning()
  const replies = await db
    .insert(cannedReplies)
    .values(numbers.map((n) => ({ title: `Pair ${n} ${crypto.randomUUID()}`, text: 'Hello' })))
    .returning()
  const calls = pairs(
    await db
      .insert(callSchedules)
      .values(
        written.map((writer) => ({
          ...writer,
          purpose: 'A first conversation',
          preferred_date: '2099-01-05',
          preferred_time: '09:00' as const,
        })),
      )
      .returning(),
  )
  const chats = pairs(
    await db
      .insert(chatSessions)
      .values(
        written.map((writer) => ({
          ...writer,
          session_id: `chat-${Date.now()}-${randomBytes(16).toString('base64url')}`,
        })),
      )
      .returning(),
  )
  await db
    .insert(chatMessages)
    .values(
      chats.flat().map(({ id }) => ({ chat_session_id: id, author: 'user' as const, message: 'Hello' })),
    )

  await db.insert(accountLinks).values(
    numbers.flatMap((n, at) =>
      emailLinkTypes.map((kind) => ({
        kind,
        user_id: owners[at],
        token_hash: createHash('sha256').update(linkToken(kind, n)).digest('hex'),
        email:
          { change: `changed-${n}@lodefield.example`, undo: `former-${n}@lodefield.example` }[
            kind as string
          ] ?? emailOf(n),
        expires_at: new Date(Date.now() + 3_600_000),
        // Not counted among recently sent ones.
        created_at: new Date(0),
      })),
    ),
  )

  await db.insert(accountLinks).values(
    numbers.map((n, at) => ({
      kind: 'change' as const,
      admin_id: adminOf(at).id,
      token_hash: `change of administrator ${n}`,
      email: `changed-admin-${n}@lodefield.example`,
      expires_at: new Date(Date.now() + 3_600_000),
    })),
  )

  const refreshTokens = twice.map(() => randomBytes(32).toString('base64url'))
  const opened = await db
    .insert(sessions)
    .values(
      refreshTokens.map((token, at) => ({
        ...(at % 2 === 0
          ? { role: 'investor' as const, user_id: ownerTwice[at] }
          : { role: 'admin' as const, admin_id: adminOf(Math.floor(at / 2)).id }),
        refresh_token_hash: createHash('sha256').update(token).digest('hex'),
        confirmed_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      })),
    )
    .returning()
  const ended = await db
    .insert(sessions)
    .values(
      twice.map((n, at) => ({
        ...(at % 2 === 0
          ? { role: 'investor' as const, user_id: ownerTwice[at] }
          : { role: 'admin' as const, admin_id: adminOf(Math.floor(at / 2)).id }),
        refresh_token_hash: `ended-${n}-${at}`,
        expires_at: new Date(Date.now() + 3_600_000),
      })),
    )
    .returning()
  const signedIn = (at: number): SignedIn => {
    const session = opened[at] as (typeof opened)[number]
    const caller = session.role === 'admin' ? session.admin_id : session.user_id
    const token = signAccessToken(
      {
        role: session.role,
        id: caller as number,
        sessionId: session.id,
        ...(session.role === 'admin' && { adminRoles: adminOf(Math.floor(at / 2)).roles }),
      },
      config.TOKEN_SECRET,
    )
    return {
      sessionId: session.id,
      bearer: { authorization: `Bearer ${token}` },
      refreshToken: refreshTokens[at] as string,
    }
  }

  return numbers.map((number, at) => {
    const [user, other] = people[at] as Pair<(typeof people)[number][0]>
    const token = wanted[at] as (typeof wanted)[number]
    const portfolio = owned.find(({ user_id }) => user_id === user.id)
    const listing = listings.find(({ token_id }) => token_id === token.id)
    const category = categories[at]?.[variantOf(number) === 0 ? 0 : 1]
    return {
      targets: {
        user_id: user.id,
        token,
        unused: token,
        portfolio: portfolio ?? ({ id: NOWHERE } as (typeof owned)[number]),
        newcomer: portfolio ? other : user,
        category: category as NonNullable<typeof category>,
        icon: icons[at] as (typeof icons)[number],
        transaction: ledger[at] as (typeof ledger)[number],
        activity: history[at] as (typeof history)[number],
        notification: (told[at] as (typeof told)[number])[0],
        view: views[at] as (typeof views)[number],
        note: notes[at] as (typeof notes)[number],
        document: files[at] as (typeof files)[number],
        hit: hits[at] as (typeof hits)[number],
        dispute: disputes[at] as (typeof disputes)[number],
        colleague: colleagues[at] as (typeof colleagues)[number],
        mail: mails[at] as (typeof mails)[number],
        approval: proposals[at] as (typeof proposals)[number],
        login: logins[at] as (typeof logins)[number],
        session: ended[2 * at] as (typeof ended)[number],
        adminSession: ended[2 * at + 1] as (typeof ended)[number],
        factor: (passkeys[at] as (typeof passkeys)[number])[0],
        adminFactor: (passkeys[at] as (typeof passkeys)[number])[1],
        ticket: (tickets[at] as (typeof tickets)[number])[0],
        secondTicket: (tickets[at] as (typeof tickets)[number])[1],
        cannedReply: replies[at] as (typeof replies)[number],
        schedule: schedules[at] as (typeof schedules)[number],
        reader: adminOf(at),
        call: (calls[at] as (typeof calls)[number])[0],
        chat: (chats[at] as (typeof chats)[number])[0],
        department: `pair_${number % DEPARTMENTS}`,
        listed: token,
        holder: other,
        head: listing?.head ?? '',
        movement: listing?.movement ?? ({ id: NOWHERE } as (typeof listings)[number]['movement']),
        distribution: listing?.distribution ?? ({ id: NOWHERE } as (typeof listings)[number]['distribution']),
        removable: user,
        draft: listing?.draft ?? ({ id: NOWHERE } as (typeof listings)[number]['draft']),
        offering: listing?.offering ?? ({ id: NOWHERE } as (typeof listings)[number]['offering']),
        subscription: listing?.subscription ?? ({ id: NOWHERE } as (typeof listings)[number]['subscription']),
        evidence: evidence[4 * at + 3] as (typeof evidence)[number],
        reviewed: user,
        opened: evidence[4 * at] as (typeof evidence)[number],
        seriesDocument: listing?.paper ?? ({ id: NOWHERE } as (typeof listings)[number]['paper']),
      },
      email: user.email,
      tickets: newestFirst(tickets[at] as Pair<{ id: number }>),
      calls: newestFirst(calls[at] as Pair<{ id: number }>),
      chats: newestFirst(chats[at] as Pair<{ id: number }>),
      notifications: newestFirst(told[at] as Pair<{ id: number }>),
      users: newestFirst(people[at] as Pair<{ id: number }>),
      investor: signedIn(2 * at),
      admin: { ...signedIn(2 * at + 1), username: adminOf(at).username },
      number,
    }
  })
}

/** Fields of a sample call beyond its smallest body, so that it concerns and changes the rows of its set. */
export function buildBody({ name, body }: SampleRequest, set: RowSet): Record<string, unknown> | undefined {
  const { targets, number } = set
  const isOther = Math.floor(number / 4) % 2 === 1
  const path = name.replace(/^\w+ (\/:admin_path)?/, '')
  const more: Record<string, Record<string, unknown>> = {
    '/auth/register': { email: `registered-${number}@lodefield.example` },
    '/auth/user/login': { email: set.email, password: PASSWORD },
    '/auth/login': { username: set.admin.username, password: PASSWORD },
    '/auth/refresh': { refresh_token: set.investor.refreshToken },
    '/auth/logout': { refresh_token: set.investor.refreshToken },
    '/auth/password/forgot': { email: set.email },
    '/auth/links/check': { token: linkToken('undo', number) },
    '/auth/not-me': { token: linkToken('not_me', number) },
    '/auth/password/reset': { token: linkToken('reset', number), password: NEW_PASSWORD },
    '/auth/email/confirm': { token: linkToken(isOther ? 'confirm' : 'change', number) },
    '/auth/email/undo': { token: linkToken('undo', number) },
    '/user/verification': { source_of_funds: `Salary ${number}` },
    '/admin/verifications/:user_id': isOther ? { action: 'accept_item', item: 'tax' } : { action: 'assign' },
    '/user/password': { current_password: PASSWORD, new_password: NEW_PASSWORD },
    // A verified name is protected.
    '/user/profile': { first_name: 'Pair', last_name: 'Investor', phone: `+1 555 ${number}` },
    '/user/email': { current_password: PASSWORD, email: `moved-${number}@lodefield.example` },
    '/support/live-chat': { session_id: targets.chat.session_id },
    '/docs/:slug/votes': { helpful: isOther },
    '/admin/canned-replies': { title: `Prepared for set ${number}` },
    '/admin/canned-replies/:id': { title: `Changed for set ${number}` },
    '/admin/report-schedules': { recipients: [targets.reader.id] },
    '/admin/banner': { banner: isOther ? null : sampleBanner },
    '/admin/contact-departments': { department: `made_${number % DEPARTMENTS}` },
    '/admin/profile': { username: set.admin.username },
    '/admin/profile/password': { current_password: PASSWORD, new_password: NEW_PASSWORD },
    '/admin/users/:id/status': { is_active: isOther },
    '/admin/users/bulk': { ids: set.users, is_active: isOther },
    '/admin/transactions/:id': { amount: '12.50', status: 'pending' },
    '/admin/portfolio/:id/values': { total_value: '12.50', pending_investments: targets.token.symbol },
    '/admin/portfolio': { pending_investments: targets.token.symbol },
    '/admin/portfolio/:id/pending-token': { action: isOther && number % 4 === 2 ? 'reject' : 'approve' },
    '/admin/tokens/:id': { symbol: `$R${number}`, category: targets.category.name },
    '/admin/tokens/:id/status': { is_active: isOther },
    '/admin/users/:id/notes/:note_id': { pinned: isOther },
    '/admin/notifications/bulk-delete': { ids: set.notifications },
    ...(isOther && { '/admin/notifications/send-direct': { target_user_id: targets.user_id } }),
    '/admin/offerings/:id': { state: isOther ? 'paused' : 'open' },
    '/admin/subscriptions/:id': isOther ? { action: 'reject', reason: 'No' } : { action: 'review' },
    '/admin/register/:symbol/entries': {
      ...(isOther && { type: 'redemption', amount: '0.00' }),
      from_user_id: targets.user_id,
      to_user_id: targets.holder.id,
      units: '0.5',
    },
    '/admin/support/tickets/:id': { status: 'resolved' },
    '/admin/support/tickets/bulk': { ids: set.tickets, status: 'closed' },
    '/admin/support/call-schedules/:id': { status: 'confirmed' },
    '/admin/support/call-schedules/bulk': { ids: set.calls, status: 'cancelled' },
    '/admin/support/chat-sessions/:session_id': { status: 'closed' },
    '/admin/support/chat-sessions/bulk': { ids: set.chats, status: 'closed' },
  }
  return body && { ...body, ...more[path] }
}
