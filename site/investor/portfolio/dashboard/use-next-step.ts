import { useStore } from '@nanostores/react'
import type { PortfolioResponse } from '#contract/portfolio/portfolio'
import { $subscriptions } from '#core/query/holdings/subscriptions'
import { $profile } from '#core/query/identity/profile'
import { getData } from '#core/query/remote'
import { investorSession } from '#core/session/session'
import { findNextStep } from './next-step.ts'
import type { NextStep } from './subscription-next-step.ts'

/**
 * An account's next step; undefined while loading, and if there is none. The profile is fetched because the stored user
 * may predate a decision of the investment team.
 */
export function useNextStep(response: PortfolioResponse | undefined): NextStep | undefined {
  const stored = useStore(investorSession.$session)?.user
  const view = useStore($profile)
  const person = getData(view) ?? (view.status === 'failed' ? stored : undefined)
  const mine = useStore($subscriptions)
  const subscriptions = getData(mine) ?? (mine.status === 'failed' ? [] : undefined)
  return person && subscriptions && response && findNextStep(person, response, subscriptions)
}
