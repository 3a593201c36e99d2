import { useStore } from '@nanostores/react'
import type { PortfolioResponse } from '#contract/portfolio'
import { $profile } from '#core/query/profile'
import { dataOf } from '#core/query/remote'
import { $subscriptions } from '#core/query/subscriptions'
import { investorSession } from '#core/session/session'
import { findNextStep, type NextStep } from './next-step.ts'

/**
 * The next step of an account; undefined while it is loading, and once there is none. The stored user may be older than
 * a decision of the investment team, so the profile is fetched.
 */
export function useNextStep(response: PortfolioResponse | undefined): NextStep | undefined {
  const stored = useStore(investorSession.$session)?.user
  const view = useStore($profile)
  const person = dataOf(view) ?? (view.status === 'failed' ? stored : undefined)
  const mine = useStore($subscriptions)
  const subscriptions = dataOf(mine) ?? (mine.status === 'failed' ? [] : undefined)
  return person && subscriptions && response && findNextStep(person, response, subscriptions)
}
