import type { PortfolioResponse } from '#contract/portfolio'
import { Steps } from './Steps.tsx'
import { useNextStep } from './use-next-step.ts'

/** The steps of an account, with its profile and subscriptions. */
export const MarkedSteps = ({ response }: { response: PortfolioResponse | undefined }) => (
  <Steps step={useNextStep(response)} />
)
