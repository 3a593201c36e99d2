/** When, where and with what something was done to an account, as mails say it. */
import type { Client } from '#modules/session/session-store'
import type { Circumstances } from '#shared/mail/account-letters'
import { writeMoment } from '#shared/written-day'

/** Those of the request that is being answered; `at` is the same time as an instant. */
export async function circumstancesOf({ address, userAgent }: Client): Promise<Circumstances & { at: Date }> {
  const { describeClient } = await import('./device.ts')
  const at = new Date()
  return { ...describeClient({ user_agent: userAgent, ip_address: address }), time: writeMoment(at), at }
}
