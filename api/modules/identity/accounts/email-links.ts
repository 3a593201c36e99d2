/**
 * Links in emails: 256 random bits each, stored only as SHA-256. A link works once, until it expires. The
 * token is in the fragment of the address, which browsers send to no server; the page posts it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { type AccountRealm, equalsInConstantTime } from '#common/access-token'
import { getService } from '#common/service-container'
import { emailLinkPaths, emailLinkTokenPrefix } from '#contract/identity/email-links'
import { invalidFieldProblem, type Problem } from '#contract/problem'
import { database } from '#db/connection'
import { accountLinks } from '#db/schema/identity/accounts'
import { isDisputedEmail } from '#modules/identity/email-disputes/open-disputes'
import type { EmailLinkType } from '#shared/enums/accounts'

/** How many hours each kind of link is valid. */
export type LinkHours = Record<EmailLinkType, number>

interface AccountsState {
  hours: LinkHours
  /** Reset links per account that can be valid at once. No more are sent, but one of these works. */
  openResets: number
  /** Name changes per account within a day. */
  nameChanges: number
  /** Runs work after the response, whose duration must not reveal whether there was any. */
  later: (work: () => Promise<void>) => void
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    /** Links in emails. */
    accounts: AccountsState
  }
}

export type LinkRow = typeof accountLinks.$inferSelect

/** The account of a link: an investor or an administrator. */
export type LinkOwner = { userId: number } | { adminId: number }

/** An account in the form that links use. */
export const toLinkOwner = ({ role, id }: { role: AccountRealm; id: number }): LinkOwner =>
  role === 'admin' ? { adminId: id } : { userId: id }

/** The account of an owner, the reverse of {@link toLinkOwner}. */
export const accountOf = (owner: LinkOwner): { role: AccountRealm; id: number } =>
  'userId' in owner ? { role: 'investor', id: owner.userId } : { role: 'admin', id: owner.adminId }

/** Whether a link belongs to the account of a caller. */
export const isAccountOf = (
  { user_id, admin_id }: Pick<LinkRow, 'user_id' | 'admin_id'>,
  caller: { role: AccountRealm; id: number } | undefined,
): boolean => caller !== undefined && (caller.role === 'admin' ? admin_id : user_id) === caller.id

const columnsOf = (owner: LinkOwner) =>
  'userId' in owner ? { user_id: owner.userId, admin_id: null } : { user_id: null, admin_id: owner.adminId }

const ownedBy = (owner: LinkOwner): SQL =>
  'userId' in owner ? eq(accountLinks.user_id, owner.userId) : eq(accountLinks.admin_id, owner.adminId)

/** Condition: unused and not expired. */
const isUsable = and(isNull(accountLinks.used_at), sql`${accountLinks.expires_at} > now()`)

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export interface CreatedLink {
  /** The page with the token in its fragment. It is only in the email. */
  url: string
  expiresAt: Date
  /** How many hours it is valid. */
  hours: number
}

/** The address of a page of the site. */
export const toPageUrl = (path: string): string => `${getService('publicOrigin')}${path}`

/** What an email reported, which its link can dispute: what was done, when, with what and where. */
export interface LinkEvent {
  what: string
  at: Date
  device: string
  place: string
}

interface LinkOptions {
  /** Overrides the hours of its kind. */
  hours?: number
  event?: LinkEvent
}

/** Creates a link for an account, in the surrounding transaction. */
export async function createLink(
  kind: EmailLinkType,
  owner: LinkOwner,
  email: string,
  { hours = getService('accounts').hours[kind], event }: LinkOptions = {},
): Promise<CreatedLink> {
  const prefix = 'adminId' in owner ? emailLinkTokenPrefix.admin : emailLinkTokenPrefix.investor
  const token = prefix + randomBytes(32).toString('base64url')
  const [row] = await database()
    .insert(accountLinks)
    .values({
      ...columnsOf(owner),
      kind,
      email,
      token_hash: hashOf(token),
      ...(event && {
        event: event.what,
        event_at: event.at,
        event_device: event.device,
        event_place: event.place,
      }),
      expires_at: sql`now() + ${hours}::float8 * interval '1 hour'`,
    })
    .returning({ expiresAt: accountLinks.expires_at })
  if (!row) throw new Error('An insert returned no row')
  return { url: `${toPageUrl(emailLinkPaths[kind])}#token=${token}`, expiresAt: row.expiresAt, hours }
}

/**
 * Messages for a link that cannot be used. A used link and an unknown one have the same: no one can find out
 * which tokens existed.
 */
const reasons = {
  used: 'This link has already been used, has been replaced by a newer one, or is incomplete.',
  expired: 'This link has expired.',
  outdated: 'This link is no longer valid because the account has changed since it was sent.',
}

export const invalidLinkProblem = (reason: keyof typeof reasons): Problem =>
  invalidFieldProblem('/token', reasons[reason])

/** The link of a token, if it can be used now. It is not locked: {@link spendLink} decides. */
export async function findLink(token: string, kinds: readonly EmailLinkType[]): Promise<LinkRow> {
  const hash = hashOf(token)
  const [row] = await database()
    .select({ link: accountLinks, isPast: sql<boolean>`${accountLinks.expires_at} <= now()` })
    .from(accountLinks)
    .where(eq(accountLinks.token_hash, hash))
  if (!row || !equalsInConstantTime(row.link.token_hash, hash) || !kinds.includes(row.link.kind)) {
    throw invalidLinkProblem('used')
  }
  if (row.link.used_at) throw invalidLinkProblem('used')
  if (row.isPast) throw invalidLinkProblem('expired')
  return row.link
}

/**
 * Uses a link. The surrounding transaction has locked the account; of two simultaneous uses the second finds
 * it used. Throws as {@link findLink} does.
 */
export async function spendLink({ id }: LinkRow): Promise<void> {
  const used = await database()
    .update(accountLinks)
    .set({ used_at: sql`now()` })
    .where(and(eq(accountLinks.id, id), isUsable))
    .returning({ id: accountLinks.id })
  if (used.length === 0) throw invalidLinkProblem('used')
}

/**
 * Ends the unused links of an account: of one kind, and, with `except`, only those mailed to other addresses.
 */
export async function revokeLinks(
  owner: LinkOwner,
  kind: EmailLinkType,
  { except }: { except?: string } = {},
): Promise<number> {
  const ended = await database()
    .update(accountLinks)
    .set({ used_at: sql`now()` })
    .where(
      and(
        ownedBy(owner),
        eq(accountLinks.kind, kind),
        isNull(accountLinks.used_at),
        except === undefined ? undefined : sql`lower(${accountLinks.email}) <> ${except.toLowerCase()}`,
      ),
    )
    .returning({ isOpen: sql<boolean>`${accountLinks.expires_at} > now()` })
  return ended.filter(({ isOpen }) => isOpen).length
}

/** The pending change of email. */
export async function findPendingEmailChange(owner: LinkOwner) {
  const [row] = await database()
    .select({ email: accountLinks.email, expires_at: accountLinks.expires_at })
    .from(accountLinks)
    .where(and(ownedBy(owner), eq(accountLinks.kind, 'change'), isUsable))
    .orderBy(sql`${accountLinks.id} desc`)
    .limit(1)
  return row
}

/**
 * Whether an account had this email and can still have it back, by an open dispute or one that can be opened.
 */
export async function isFormerEmail(email: string): Promise<boolean> {
  if (await isDisputedEmail(email)) return true
  const found = await database().$count(
    accountLinks,
    and(eq(accountLinks.kind, 'undo'), eq(sql`lower(${accountLinks.email})`, email.toLowerCase()), isUsable),
  )
  return found > 0
}

/**
 * The number of links sent to an address within a day, by all accounts, to prove that it is theirs.
 * Simultaneous calls take turns until their transactions end, so that the second counts the link of the
 * first.
 */
export async function countToAddress(email: string): Promise<number> {
  const address = email.toLowerCase()
  await database().execute(
    sql`select pg_advisory_xact_lock(hashtext('links to an address'), hashtext(${address}))`,
  )
  return database().$count(
    accountLinks,
    and(
      inArray(accountLinks.kind, ['confirm', 'change']),
      sql`lower(${accountLinks.email}) = ${address}`,
      sql`${accountLinks.created_at} > now() - interval '1 day'`,
    ),
  )
}

/** The number of valid links of a kind that were sent to an account. */
export async function countActiveLinks(owner: LinkOwner, kind: EmailLinkType): Promise<number> {
  return database().$count(accountLinks, and(ownedBy(owner), eq(accountLinks.kind, kind), isUsable))
}

/** The number of links of a kind sent to an account within an hour. */
export async function countLinksInLastHour(owner: LinkOwner, kind: EmailLinkType): Promise<number> {
  return database().$count(
    accountLinks,
    and(
      ownedBy(owner),
      eq(accountLinks.kind, kind),
      sql`${accountLinks.created_at} > now() - interval '1 hour'`,
    ),
  )
}
