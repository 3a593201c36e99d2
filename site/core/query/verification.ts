import { type Verification, verification } from '#contract/verification'
import { callInvestor } from '#core/api/investor-api'
import { createInvestorQuery } from './investor-query.ts'

const query = createInvestorQuery(
  ['verification'],
  async () => (await callInvestor(verification.read)).verification,
  { changedBy: ['verification'] },
)

/** The verification of the investor: state, answers, files and steps. */
export const { $view: $verification, refresh: refreshVerification } = query

/** Shows a verification as the server has just sent it. */
export const showVerification = (stored: Verification): void => query.$query.mutate(stored)
