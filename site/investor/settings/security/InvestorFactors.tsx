import { useStore } from '@nanostores/react'
import { investorFactors } from '#core/security/investor-factors'
import { investorSession } from '#core/session/session'
import { SecondFactors } from '#site/security/SecondFactors.tsx'

/** The second factors of the signed-in investor. */
export function InvestorFactors() {
  const session = useStore(investorSession.$session)
  return <SecondFactors client={investorFactors} account={session?.user.email ?? ''} />
}
