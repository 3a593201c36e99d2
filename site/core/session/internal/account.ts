import { computed } from 'nanostores'
import { investorSession } from '#core/session/session'

/** The account whose figures are on screen. It changes when another investor signs in, possibly in another tab. */
export const $account = computed(investorSession.$session, (session) => session?.user.id)
