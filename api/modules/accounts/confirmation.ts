/** The confirmation of the email of a new account. */
import { and, eq, gt, sql } from 'drizzle-orm'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { lockLiveUser } from '#db/lock-order'
import { accountLinks, type users } from '#db/schema/accounts'
import { queueLetters } from '#modules/mail/letters'
import { isMailConfigured } from '#modules/mail/outbox'
import { confirmEmailLetter } from '#shared/mail/account-letters'
import { countToAddress, makeLink } from './links.ts'

type Person = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'first_name' | 'created_at' | 'email_confirmed'
>

/** A link is sent again at most so often, however the rate limits are scaled. */
const AGAIN = { seconds: 60, aDay: 5 }

/**
 * Links that one address is sent within a day, whichever accounts ask: nobody's mailbox is flooded through us. Changes of
 * email leave some to whoever registers the address.
 */
const TO_ADDRESS = { change: 5, confirm: 10 }

/** Whether an address may be sent one more link of a kind today. Call it before the link is made. */
export const mayBeMailed = async (kind: keyof typeof TO_ADDRESS, email: string): Promise<boolean> =>
  (await countToAddress(email)) < TO_ADDRESS[kind]

/** Mails the link that confirms the email of an account, unless the address was sent many today. In the surrounding transaction. */
export async function mailConfirmation({ id, email, first_name }: Omit<Person, 'created_at'>): Promise<void> {
  const owner = { userId: id }
  const isMailed = await mayBeMailed('confirm', email)
  const link = await makeLink('confirm', owner, email)
  if (!isMailed) return
  await queueLetters([
    {
      owner,
      kind: 'confirm_email',
      recipient: email,
      letter: confirmEmailLetter({ name: first_name, ...link, isAwaited: isMailConfigured() }),
      expiresAt: link.expiresAt,
    },
  ])
}

/** Throws `rate_limited` when the next link has to wait. The first one, of the registration, does not count. */
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
      'Five links were sent within a day. Look into your spam folder, or try again tomorrow.',
    )
  }
  if (today > 0 && (newest ?? 0) < AGAIN.seconds) {
    wait(AGAIN.seconds - (newest ?? 0), 'A link was sent just now. Please wait a minute before the next one.')
  }
}

/**
 * Mails the link again. Throws `conflict` for a confirmed email, and `rate_limited` within a minute and beyond five a
 * day.
 */
export function sendConfirmation(userId: number): Promise<void> {
  return inTransaction(async () => {
    // Two calls at once take turns, so that the second sees the link of the first.
    const user = await lockLiveUser(userId, 'no key update')
    if (!user) throw new Problem('not_found', 'The account of this session no longer exists.')
    if (user.email_confirmed) throw new Problem('conflict', 'Your email address is confirmed already.')
    await checkPace(user)
    await mailConfirmation(user)
  })
}
