/** When, where and with what something was done to an account, as mails say it. */
import type { Client } from '#modules/identity/session/session-store'
import type { ClientContext } from '#shared/email/account-emails'
import { formatLongDateTime } from '#shared/format-date'

/** Those of the request that is being answered; `at` is the same time as an instant. */
export async function getClientContext({
  address,
  userAgent,
}: Client): Promise<ClientContext & { at: Date }> {
  const { formatClient } = await import('./client-description.ts')
  const at = new Date()
  return { ...formatClient({ user_agent: userAgent, ip_address: address }), time: formatLongDateTime(at), at }
}
