import type { Subscription } from '#contract/holdings/subscriptions'
import type { User } from '#contract/identity/session'
import type { InvestmentRequest, PortfolioResponse } from '#contract/portfolio/portfolio'
import {
  hasApprovedInvestment,
  hasCompletedOnboarding,
  hasDeposit,
} from '#site/investor/kit/onboarding-status.ts'
import { investmentSectionIds } from './section-ids.ts'
import {
  describeSubscriptionStep,
  findMostUrgentSubscription,
  listPayableSubscriptions,
  type NextStep,
} from './subscription-next-step.ts'

/** A new account's steps to its first booked deposit, in order. */
const steps = ['verified', 'token', 'approved', 'deposited'] as const
export type OnboardingStepName = (typeof steps)[number]

/** The user fields that the steps depend on. */
type Person = Pick<User, 'is_verified' | 'must_confirm_email'>
type Holdings = Pick<PortfolioResponse, 'portfolio' | 'request' | 'breakdown' | 'deposits'>

/**
 * The next step; once the account is underway, only a payment that is due. Steps the server cannot know are not
 * included. A subscription takes the place of a request, because it is one with an amount.
 */
export function findNextStep(
  person: Person,
  holdings: Holdings,
  subscriptions: readonly Subscription[] = [],
): NextStep | undefined {
  const due = listPayableSubscriptions(subscriptions)
  const urgent = findMostUrgentSubscription(subscriptions)
  const explainUrgent = (of: Subscription) =>
    describeSubscriptionStep(of, person.is_verified, Math.max(0, due.length - 1))
  if (hasCompletedOnboarding(holdings)) return due[0] && { done: [], at: 0, ...explainUrgent(due[0]) }
  const has = (...states: readonly Subscription['state'][]) =>
    subscriptions.some(({ state }) => states.includes(state))
  const approved = hasApprovedInvestment(holdings) || has('approved', 'funded', 'allotted')
  const isDone: Record<OnboardingStepName, boolean> = {
    token: approved || holdings.request?.state === 'pending' || has('submitted', 'in_review'),
    verified: approved || person.is_verified,
    approved,
    deposited: hasDeposit(holdings) || has('funded', 'allotted'),
  }
  const done = steps.map((each) => isDone[each])
  const first = done.indexOf(false)
  const at = first < 0 ? steps.length - 1 : first
  if (urgent) return { done, at, ...explainUrgent(urgent) }
  const step = steps[first]
  // Nothing is required from a holder, or from someone whose units were all redeemed.
  if (!step) return undefined
  // The identity check has its own banner, and a token can be selected before it.
  if (step === 'verified' && !isDone.token)
    return { done, at, ...chooseToken(holdings.request, person), actor: 'early' }
  return { done, at, ...explain(step, holdings, person) }
}

const investments = '?tab=investments'
const holdingsPart = `${investments}#${investmentSectionIds.holdings}`

const seeRequest = { label: 'View request', to: `${investments}#${investmentSectionIds.request}` }

function explain(
  step: OnboardingStepName,
  { request, deposits }: Holdings,
  person: Person,
): Omit<NextStep, 'done' | 'at'> {
  const symbol = request?.symbol ?? 'your token'
  switch (step) {
    case 'token':
      return chooseToken(request, person)
    case 'verified':
      return {
        actor: 'identity',
        title: 'Request under review',
        text: `We will review your request for ${symbol} once you are verified.`,
        action: seeRequest,
      }
    case 'approved':
      return {
        actor: 'investment',
        title: 'Request under review',
        text: `You are verified. The investment team is reviewing your request for ${symbol} and will notify you.`,
        action: seeRequest,
      }
    case 'deposited':
      return deposits.some(({ status }) => status === 'pending')
        ? {
            actor: 'investment',
            title: 'Your deposit is pending',
            text: 'The deposit is booked when your payment arrives and then appears in your portfolio.',
            action: { label: 'View deposit', to: '/access/transactions?type=deposit' },
          }
        : {
            actor: 'you',
            title: 'Make your first deposit',
            text: 'Your request is approved. Subscribe, or ask the investment team for payment instructions.',
            action: { label: 'Subscribe', to: holdingsPart },
          }
  }
}

function chooseToken(
  request: InvestmentRequest | null,
  { must_confirm_email }: Person,
): Omit<NextStep, 'done' | 'at'> {
  const action = { label: 'View all series', to: '/tokens' }
  return request?.state === 'rejected'
    ? {
        actor: 'you',
        title: 'Choose another token',
        text: `Your request for ${request.symbol} was not approved. You can request or subscribe to another series.`,
        action,
      }
    : {
        actor: 'you',
        title: 'Choose a token',
        text: must_confirm_email
          ? 'Submit an investment request now, or subscribe once your email address is confirmed.'
          : 'Subscribe, or submit an investment request. Nothing is due until we approve it.',
        action,
      }
}
