/** Describes an active session. */
import type { ActiveSession } from '#contract/identity/account-activity'
import { formatFullDateTime } from '#core/format/full-date-time'
import type { SignInMethod } from '#shared/enums/factors'

/** Its browser and operating system. */
export const getSessionDevice = ({ device }: Pick<ActiveSession, 'device'>): string =>
  device || 'Unknown device'

const methods: Record<SignInMethod, string> = {
  password: 'with a password',
  passkey: 'with a passkey',
  password_and_passkey: 'with a password and a passkey',
  password_and_totp: 'with a password and a one-time code',
  password_and_recovery: 'with a password and a recovery code',
}

/** The sign-in method; empty if it was not stored. */
export const getSignInMethodLabel = ({
  signed_in_with: method,
}: Pick<ActiveSession, 'signed_in_with'>): string => method && methods[method]

/** Its location and network, as far as known. */
const placeOf = ({ place, network }: Pick<ActiveSession, 'place' | 'network'>): string =>
  [place, network && `network ${network}`].filter(Boolean).join(', ') || 'Unknown location'

/** Everything that distinguishes it from another session of the same browser. */
export const describeSession = (session: ActiveSession): string =>
  `${getSessionDevice(session)}, ${placeOf(session)}, signed in ${formatFullDateTime(session.created_at)}`
