import { assertUndisputed } from '#modules/email-disputes/open-disputes'
import { assertNoOpenMatches, assertNotHeld } from '#modules/screening/screening-matches'

/**
 * Asserts that investors can be paid, transfer units, and have their cash reduced. Throws `conflict` if one of them has
 * an open or confirmed watchlist match, has not been screened against the current watchlist, or has an open dispute
 * about the email address of the account.
 */
export async function assertPayable(...userIds: number[]): Promise<void> {
  if (userIds.length === 0) return
  await assertNotHeld(userIds)
  await assertNoOpenMatches(...userIds)
  await assertUndisputed('investor', userIds, 'pay')
}
