/** Confirms the email of a new account. */
import { and, eq, gt, sql } from 'drizzle-orm'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockActiveAccount } from '#db/row-locks'
import { accountLinks, type users } from '#db/schema/identity/accounts'
import { isEmailConfigured } from '#modules/messaging/email/outbox'
import { queueEmails } from '#modules/messaging/email/queue-emails'
import { confirmEmailEmail } from '#shared/email/account-emails'
import { countToAddress, createLink } from './email-links.ts'

type Person = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'first_name' | 'created_at' | 'email_confirmed'
>

/** How often a link can be sent again, regardless of the scale of the rate limits. */
const AGAIN = { seconds: 60, aDay: 5 }

/**
 * Links sent to one address within a day, whichever accounts request them, so that no one can flood a
 * mailbox. Changes of email leave some for whoever registers the address.
 */
const TO_ADDRESS = { change: 5, confirm: 10 }

/** Whether another link of a kind may be sent to an address today. Call it before creating the link. */
export const canBeEmailed = async (kind: keyof typeof TO_ADDRESS, email: string): Promise<boolean> =>
  (await countToAddress(email)) < TO_ADDRESS[kind]

/**
 * Emails the link that confirms the email of an account, unless the daily limit of the address is reached. In
 * the surrounding transaction.
 */
export async function queueConfirmationEmail({
  id,
  email,
  first_name,
}: Omit<Person, 'created_at'>): Promise<void> {
  const owner = { userId: id }
  const isMailed = await canBeEmailed('confirm', email)
  const link = await createLink('confirm', owner, email)
  if (!isMailed) return
  await queueEmails([
    {
      owner,
      kind: 'confirm_email',
      recipient: email,
      letter: confirmEmailEmail({ name: first_name, ...link, isAwaited: isEmailConfigured() }),
      expiresAt: link.expiresAt,
    },
  ])
}

/**
 * Throws `rate_limited` if it is too early for another link. The first one, at registration, does not count.
 */
async function checkPace({ id, created_at }: Person): Promise<void> {
  const [sent] = await database()
    .select({
      today: sql<number>`count(*)::int`,
      newest: sql<number | null>`extract(epoch from now() - max(${accountLinks.created_at}))::float8`,
      oldest: sql<number | null>`extract(epoch from now() - min(${accountLinks.created_at}))::float8`,
    })
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.user_id, id),
        eq(accountLinks.kind, 'confirm'),
        gt(accountLinks.created_at, created_at),
        sql`${accountLinks.created_at} > now() - interval '1 day'`,
      ),
    )
  const { today = 0, newest, oldest } = sent ?? {}
  const wait = (seconds: number, message: string) => {
    throw new Problem('rate_limited', message, { retryAfter: Math.max(1, Math.ceil(seconds)) })
  }
  if (today >= AGAIN.aDay) {
    wait(
      86_400 - (oldest ?? 0),
      'You have requested five links in 24 hours. Check your spam folder, or try again tomorrow.',
    )
  }
  if (today > 0 && (newest ?? 0) < AGAIN.seconds) {
    wait(
      AGAIN.seconds - (newest ?? 0),
      'A link has just been sent. Please wait a minute before requesting another.',
    )
  }
}

/**
 * Sends the link again. Throws `conflict` for a confirmed email, and `rate_limited` within a minute and
 * beyond five a day.
 */
export function resendConfirmationEmail(userId: number): Promise<void> {
  return inTransaction(async () => {
    // Simultaneous calls take turns, so that the second sees the link of the first.
    const user = await lockActiveAccount(userId, 'no key update')
    if (!user) throw new Problem('not_found', 'This account no longer exists.')
    if (user.email_confirmed) throw new Problem('conflict', 'Your email address is already confirmed.')
    await checkPace(user)
    await queueConfirmationEmail(user)
  })
}
