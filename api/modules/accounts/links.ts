/**
 * Links in mails: 256 random bits each, of which only the SHA-256 is stored. A link is good for one use, until its end.
 * The token stands in the fragment of the address, which browsers send to no server; the page posts it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { equalTexts, type Role } from '#common/access-token'
import { partOf } from '#common/process-state'
import { linkPages, linkTokenPrefix } from '#contract/account-links'
import { invalidField, type Problem } from '#contract/problem'
import { database } from '#db/connection'
import { accountLinks } from '#db/schema/accounts'
import { isDisputedEmail } from '#modules/email-disputes/open'
import type { LinkKind } from '#shared/enums/accounts'

/** Hours for which each kind of link is good. */
export type LinkHours = Record<LinkKind, number>

interface AccountsState {
  hours: LinkHours
  /** Reset links of one account that can be open at once; more are not sent, but one of them is good. */
  openResets: number
  /** Changes of name of one account within a day. */
  nameChanges: number
  /** Runs work after the response: its time must not tell whether there was any. */
  later: (work: () => Promise<void>) => void
}

declare module '#common/process-state' {
  interface ProcessState {
    /** Links in mails. */
    accounts: AccountsState
  }
}

export type LinkRow = typeof accountLinks.$inferSelect

/** The account of a link: an investor or an administrator. */
export type LinkOwner = { userId: number } | { adminId: number }

/** As links name an account. */
export const linkOwnerOf = ({ role, id }: { role: Role; id: number }): LinkOwner =>
  role === 'admin' ? { adminId: id } : { userId: id }

/** The account of an owner, the reverse of {@link linkOwnerOf}. */
export const accountOf = (owner: LinkOwner): { role: Role; id: number } =>
  'userId' in owner ? { role: 'investor', id: owner.userId } : { role: 'admin', id: owner.adminId }

/** Whether a link is about the account of a caller. */
export const isAccountOf = (
  { user_id, admin_id }: Pick<LinkRow, 'user_id' | 'admin_id'>,
  caller: { role: Role; id: number } | undefined,
): boolean => caller !== undefined && (caller.role === 'admin' ? admin_id : user_id) === caller.id

const columnsOf = (owner: LinkOwner) =>
  'userId' in owner ? { user_id: owner.userId, admin_id: null } : { user_id: null, admin_id: owner.adminId }

const ownedBy = (owner: LinkOwner): SQL =>
  'userId' in owner ? eq(accountLinks.user_id, owner.userId) : eq(accountLinks.admin_id, owner.adminId)

/** Condition: not used, and not too old. */
const isUsable = and(isNull(accountLinks.used_at), sql`${accountLinks.expires_at} > now()`)

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export interface MadeLink {
  /** Of the page, with the token in its fragment. It is in the mail, and nowhere else. */
  url: string
  expiresAt: Date
  /** Hours for which it is good. */
  hours: number
}

/** The address of a page of the site. */
export const pageUrl = (path: string): string => `${partOf('publicOrigin')}${path}`

/** What a mail told its reader, whose link takes it back: what was done, when, with what and where. */
export interface LinkEvent {
  what: string
  at: Date
  device: string
  place: string
}

interface LinkOptions {
  /** Other than those of its kind. */
  hours?: number
  event?: LinkEvent
}

/** Makes a link for an account, in the surrounding transaction. */
export async function makeLink(
  kind: LinkKind,
  owner: LinkOwner,
  email: string,
  { hours = partOf('accounts').hours[kind], event }: LinkOptions = {},
): Promise<MadeLink> {
  const prefix = 'adminId' in owner ? linkTokenPrefix.admin : linkTokenPrefix.investor
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
  return { url: `${pageUrl(linkPages[kind])}#token=${token}`, expiresAt: row.expiresAt, hours }
}

/**
 * What is said about a link that cannot be used. One that was used and one that was never made are said to be the same:
 * nobody learns by trying which tokens there were.
 */
const reasons = {
  used: 'This link was used already, another one has taken its place, or it is not complete.',
  expired: 'This link has expired.',
  outdated: 'This link no longer works: the account has changed since it was mailed.',
}

/** The failure of a link that cannot be used. */
export const badLink = (reason: keyof typeof reasons): Problem => invalidField('/token', reasons[reason])

/** The link of a token, if it can be used now. It is not locked: {@link spendLink} decides. */
export async function findLink(token: string, kinds: readonly LinkKind[]): Promise<LinkRow> {
  const hash = hashOf(token)
  const [row] = await database()
    .select({ link: accountLinks, isPast: sql<boolean>`${accountLinks.expires_at} <= now()` })
    .from(accountLinks)
    .where(eq(accountLinks.token_hash, hash))
  if (!row || !equalTexts(row.link.token_hash, hash) || !kinds.includes(row.link.kind)) {
    throw badLink('used')
  }
  if (row.link.used_at) throw badLink('used')
  if (row.isPast) throw badLink('expired')
  return row.link
}

/**
 * Uses a link. The account is locked by the surrounding transaction; of two uses at once the second finds it used.
 * Throws as {@link findLink} does.
 */
export async function spendLink({ id }: LinkRow): Promise<void> {
  const used = await database()
    .update(accountLinks)
    .set({ used_at: sql`now()` })
    .where(and(eq(accountLinks.id, id), isUsable))
    .returning({ id: accountLinks.id })
  if (used.length === 0) throw badLink('used')
}

/** Ends the unused links of an account: of one kind, and, with `except`, only those mailed to other addresses. */
export async function endLinks(
  owner: LinkOwner,
  kind: LinkKind,
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

/** The change of email that waits to be confirmed. */
export async function findPendingChange(owner: LinkOwner) {
  const [row] = await database()
    .select({ email: accountLinks.email, expires_at: accountLinks.expires_at })
    .from(accountLinks)
    .where(and(ownedBy(owner), eq(accountLinks.kind, 'change'), isUsable))
    .orderBy(sql`${accountLinks.id} desc`)
    .limit(1)
  return row
}

/** Whether an account had this email and can have it back: by a dispute that can be opened, or is open. */
export async function isFormerEmail(email: string): Promise<boolean> {
  if (await isDisputedEmail(email)) return true
  const found = await database().$count(
    accountLinks,
    and(eq(accountLinks.kind, 'undo'), eq(sql`lower(${accountLinks.email})`, email.toLowerCase()), isUsable),
  )
  return found > 0
}

/**
 * How many links an address was sent within a day, by all accounts, to show that it is theirs. Two calls at once take
 * turns until their transactions end, so that the second one counts the link of the first.
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

/** How many links of a kind an account was sent that can be used now. */
export async function countOpen(owner: LinkOwner, kind: LinkKind): Promise<number> {
  return database().$count(accountLinks, and(ownedBy(owner), eq(accountLinks.kind, kind), isUsable))
}

/** How many links of a kind an account was sent within an hour. */
export async function countInHour(owner: LinkOwner, kind: LinkKind): Promise<number> {
  return database().$count(
    accountLinks,
    and(
      ownedBy(owner),
      eq(accountLinks.kind, kind),
      sql`${accountLinks.created_at} > now() - interval '1 hour'`,
    ),
  )
}
