import { computed } from 'nanostores'
import { type Verification, verification } from '#contract/verification'
import { callInvestor } from '#core/api/investor-api'
import { isWaiting } from '#shared/enums/verifications'
import { createInvestorQuery } from './investor-query.ts'
import { dataOf } from './remote.ts'

const query = createInvestorQuery(
  ['verification'],
  async () => (await callInvestor(verification.read)).verification,
  { changedBy: ['verification'] },
)

/** The verification of the investor: state, answers, files and steps. */
export const { $view: $verification, refresh: refreshVerification } = query

/** Whether it was sent and waits for its decision; false until that is known. */
export const $isVerificationSent = computed($verification, (view) => {
  const state = dataOf(view)?.state
  return state !== undefined && isWaiting(state)
})

/** Shows a verification as the server has just sent it. */
export const showVerification = (stored: Verification): void => query.$query.mutate(stored)
