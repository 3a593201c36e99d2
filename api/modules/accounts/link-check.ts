/** What the link of a mail is for, before it is used. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import type { MailedLink } from '#contract/accounts'
import { database } from '#db/connection'
import { admins, users } from '#db/schema/accounts'
import { type LinkKind, linkKinds } from '#shared/enums/accounts'
import { describeAccount } from './described-account.ts'
import { badLink, findLink, isAccountOf, type LinkRow } from './links.ts'

/** Links that end when the account has another email, and those that a disabled account cannot use. */
const BOUND_TO_EMAIL: readonly LinkKind[] = ['reset', 'confirm']
const NEEDS_ACTIVE: readonly LinkKind[] = ['reset', 'change', 'undo', 'not_me']

/** Links that dispute a change of email once it has taken place. */
const DISPUTING: readonly LinkKind[] = ['undo', 'not_me']

/** The account of a link; undefined for a deleted one. */
async function findAccount({ user_id, admin_id }: LinkRow) {
  const [row] =
    user_id !== null
      ? await database()
          .select({ name: users.first_name, email: users.email, is_active: users.is_active })
          .from(users)
          .where(and(eq(users.id, user_id), isNull(users.deleted_at)))
      : await database()
          .select({ name: admins.username, email: admins.email, is_active: admins.is_active })
          .from(admins)
          .where(and(eq(admins.id, admin_id ?? 0), isNull(admins.deleted_at)))
  return row
}

/**
 * What a link is for, if it can be used; it stays as it is. Throws `validation` at `/token` as its use would. Whether
 * another account has taken the email meanwhile is found when it is used.
 */
export async function checkLink(token: string, caller: Caller | undefined): Promise<MailedLink> {
  const link = await findLink(token, linkKinds)
  const account = await findAccount(link)
  const hasMoved = account?.email.toLowerCase() !== link.email.toLowerCase()
  if (
    !account ||
    (hasMoved && BOUND_TO_EMAIL.includes(link.kind)) ||
    (!account.is_active && NEEDS_ACTIVE.includes(link.kind))
  ) {
    throw badLink('outdated')
  }
  const { kind, email, event, event_at, event_device, event_place, expires_at } = link
  return {
    kind,
    email,
    event: event_at && { what: event, at: event_at.toISOString(), device: event_device, place: event_place },
    account: kind === 'change' ? describeAccount(account) : null,
    is_own: isAccountOf(link, caller),
    disputes: hasMoved && DISPUTING.includes(kind),
    expires_at: expires_at.toISOString(),
  }
}
