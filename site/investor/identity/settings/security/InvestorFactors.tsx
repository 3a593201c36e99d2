import { useStore } from '@nanostores/react'
import { investorFactors } from '#core/security/investor-factors'
import { investorSession } from '#core/session/session'
import { TwoStepVerification } from '#site/account-security/TwoStepVerification.tsx'

/** The signed-in investor's second factors. */
export function InvestorFactors() {
  const session = useStore(investorSession.$session)
  return <TwoStepVerification client={investorFactors} account={session?.user.email ?? ''} />
}
