/** An open session in words. */
import type { OpenSession } from '#contract/account-activity'
import { formatFullMoment } from '#core/format/dated-moment'
import type { SignInMethod } from '#shared/enums/factors'

/** Its browser and system. */
export const nameOf = ({ device }: Pick<OpenSession, 'device'>): string => device || 'An unknown device'

const methods: Record<SignInMethod, string> = {
  password: 'with a password',
  passkey: 'with a passkey',
  password_and_passkey: 'with a password and a passkey',
  password_and_totp: 'with a password and a one-time code',
  password_and_recovery: 'with a password and a recovery code',
}

/** How it was signed in; empty where that was not stored. */
export const methodOf = ({ signed_in_with: method }: Pick<OpenSession, 'signed_in_with'>): string =>
  method && methods[method]

/** Its place and network, as far as they are known. */
const placeOf = ({ place, network }: Pick<OpenSession, 'place' | 'network'>): string =>
  [place, network && `network ${network}`].filter(Boolean).join(', ') || 'An unknown place'

/** All that tells it from another one of the same browser. */
export const sentenceOf = (session: OpenSession): string =>
  `${nameOf(session)}, ${placeOf(session)}, signed in ${formatFullMoment(session.created_at)}`
