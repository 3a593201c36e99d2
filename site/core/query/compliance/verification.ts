import { computed } from 'nanostores'
import { type Verification, verification } from '#contract/compliance/verification'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from '#core/query/investor-query'
import { getData } from '#core/query/remote'
import { isAwaitingDecision } from '#shared/enums/verifications'

const query = createInvestorQuery(
  ['verification'],
  async () => (await callInvestor(verification.get)).verification,
  { refetchOn: ['verification'] },
)

/** The investor's verification: state, answers, files and steps. */
export const { $view: $verification, refresh: refreshVerification } = query

/** Whether the verification was submitted and awaits a decision; false until known. */
export const $isVerificationSent = computed($verification, (view) => {
  const state = getData(view)?.state
  return state !== undefined && isAwaitingDecision(state)
})

/** Shows a verification as just sent by the server. */
export const showVerification = (stored: Verification): void => query.$query.mutate(stored)
