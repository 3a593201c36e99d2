import { computed } from 'nanostores'
import { investorSession } from '#core/session/session'

/** The account whose figures are on screen: changes when another investor signs in, perhaps in another tab. */
export const $account = computed(investorSession.$session, (session) => session?.user.id)
