import { useStore } from '@nanostores/react'
import type { PortfolioResponse } from '#contract/portfolio'
import { $isVerificationSent } from '#core/query/verification'
import { Steps } from './Steps.tsx'
import { useNextStep } from './use-next-step.ts'

const sent = {
  who: 'Compliance',
  text: 'Your answers are with the compliance team. You get a notification of its decision.',
}

/** The steps of an account, with its profile, verification and subscriptions. */
export function MarkedSteps({ response }: { response: PortfolioResponse | undefined }) {
  const isSent = useStore($isVerificationSent)
  return <Steps step={useNextStep(response)} sent={isSent ? sent : undefined} />
}
