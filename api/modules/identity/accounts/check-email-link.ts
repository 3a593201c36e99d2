/** What an emailed link is for, before it is used. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import type { EmailLinkStatus } from '#contract/identity/accounts'
import { database } from '#db/connection'
import { admins, users } from '#db/schema/identity/accounts'
import { type EmailLinkType, emailLinkTypes } from '#shared/enums/accounts'
import { describeAccount } from './describe-account.ts'
import { findLink, invalidLinkProblem, isAccountOf, type LinkRow } from './email-links.ts'

/** Links that end when the account changes its email, and that a disabled account cannot use. */
const BOUND_TO_EMAIL: readonly EmailLinkType[] = ['reset', 'confirm']
const NEEDS_ACTIVE: readonly EmailLinkType[] = ['reset', 'change']

/** Links that dispute a change of email after it took effect. */
const DISPUTING: readonly EmailLinkType[] = ['undo', 'not_me']

/** The account of a link; undefined if it was deleted. */
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
 * The purpose of a link, if it can be used; the link is not spent. Throws `validation` at `/token` as using
 * it would. Whether another account has since taken the email is checked on use.
 */
export async function getEmailLinkStatus(
  token: string,
  caller: Caller | undefined,
): Promise<EmailLinkStatus> {
  const link = await findLink(token, emailLinkTypes)
  const account = await findAccount(link)
  const hasMoved = account?.email.toLowerCase() !== link.email.toLowerCase()
  if (
    !account ||
    (hasMoved && BOUND_TO_EMAIL.includes(link.kind)) ||
    (!account.is_active && NEEDS_ACTIVE.includes(link.kind))
  ) {
    throw invalidLinkProblem('outdated')
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
