import { useStore } from '@nanostores/react'
import type { PortfolioResponse } from '#contract/portfolio/portfolio'
import { $isVerificationSent } from '#core/query/compliance/verification'
import { OnboardingSteps } from './OnboardingSteps.tsx'
import { useNextStep } from './use-next-step.ts'

const sent = {
  who: 'Compliance',
  text: 'The compliance team is reviewing your answers. We will notify you of the decision.',
}

/** An account's onboarding steps, with its profile, verification and subscriptions. */
export function OnboardingProgress({ response }: { response: PortfolioResponse | undefined }) {
  const isSent = useStore($isVerificationSent)
  return <OnboardingSteps step={useNextStep(response)} sent={isSent ? sent : undefined} />
}
