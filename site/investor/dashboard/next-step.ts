import type { InvestmentRequest, PortfolioResponse } from '#contract/portfolio'
import type { User } from '#contract/session'
import type { Subscription } from '#contract/subscriptions'
import { investmentParts } from './investment-parts.ts'
import { explainSubscription, findDue, findMostUrgent } from './subscription-step.ts'
import { isApproved, isDeposited, isUnderway } from './underway.ts'

/** The way of a new account to its first booked deposit, in order. */
const steps = ['verified', 'token', 'approved', 'deposited'] as const
export type StepName = (typeof steps)[number]

/** The part of a user that the steps depend on. */
type Person = Pick<User, 'is_verified' | 'must_confirm_email'>
type Holdings = Pick<PortfolioResponse, 'portfolio' | 'request' | 'breakdown' | 'deposits'>

export interface NextStep {
  /** Of each step in order: whether it is done; empty after the first way. */
  done: readonly boolean[]
  /** Index of the step that comes next. */
  at: number
  /**
   * Whose turn it is; `early`: the investor's, while something else is asked of them first; `identity`: nobody's before
   * the investor is verified.
   */
  actor: 'you' | 'early' | 'investment' | 'identity'
  title: string
  text: string
  action: { label: string; to: string }
}

/**
 * The step that comes next; once the account is underway, only a payment that is due. Steps that the server cannot know
 * are not among them.
 * A subscription takes the place of a request: it is one with an amount.
 */
export function findNextStep(
  person: Person,
  holdings: Holdings,
  subscriptions: readonly Subscription[] = [],
): NextStep | undefined {
  const due = findDue(subscriptions)
  const urgent = findMostUrgent(subscriptions)
  const explainUrgent = (of: Subscription) =>
    explainSubscription(of, person.is_verified, Math.max(0, due.length - 1))
  if (isUnderway(holdings)) return due[0] && { done: [], at: 0, ...explainUrgent(due[0]) }
  const has = (...states: readonly Subscription['state'][]) =>
    subscriptions.some(({ state }) => states.includes(state))
  const approved = isApproved(holdings) || has('approved', 'funded', 'allotted')
  const isDone: Record<StepName, boolean> = {
    token: approved || holdings.request?.state === 'pending' || has('submitted', 'in_review'),
    verified: approved || person.is_verified,
    approved,
    deposited: isDeposited(holdings) || has('funded', 'allotted'),
  }
  const done = steps.map((each) => isDone[each])
  const first = done.indexOf(false)
  // Units that are allotted count a little later than they show.
  const at = first < 0 ? steps.length - 1 : first
  if (urgent) return { done, at, ...explainUrgent(urgent) }
  const step = steps[first]
  if (!step) return { done, at, ...seeHoldings }
  // The identity check has its own strip, and a token can be chosen before it.
  if (step === 'verified' && !isDone.token)
    return { done, at, ...chooseToken(holdings.request, person), actor: 'early' }
  return { done, at, ...explain(step, holdings, person) }
}

const investments = '?tab=investments'
const holdingsPart = `${investments}#${investmentParts.holdings}`

const seeHoldings: Omit<NextStep, 'done' | 'at'> = {
  actor: 'you',
  title: 'Your units are allotted',
  text: 'They are entered in the register of holders in your name.',
  action: { label: 'See your holdings', to: holdingsPart },
}
const seeRequest = { label: 'See your request', to: `${investments}#${investmentParts.request}` }

function explain(
  step: StepName,
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
        title: 'Decision on your request',
        text: `The decision on ${symbol} follows your verification.`,
        action: seeRequest,
      }
    case 'approved':
      return {
        actor: 'investment',
        title: 'Decision on your request',
        text: `You are verified. The investment team decides on ${symbol}; you get a notification.`,
        action: seeRequest,
      }
    case 'deposited':
      return deposits.some(({ status }) => status === 'pending')
        ? {
            actor: 'investment',
            title: 'Your deposit is pending',
            text: 'The investment team books it when the money has arrived; then your portfolio shows it.',
            action: { label: 'See the deposit', to: '/access/transactions?type=deposit' },
          }
        : {
            actor: 'you',
            title: 'Make your first deposit',
            text: 'Your request is approved. Subscribe with an amount, or ask the investment team for the details of the payment.',
            action: { label: 'Add an amount', to: holdingsPart },
          }
  }
}

function chooseToken(
  request: InvestmentRequest | null,
  { must_confirm_email }: Person,
): Omit<NextStep, 'done' | 'at'> {
  const action = { label: 'See the series', to: '/tokens' }
  return request?.state === 'rejected'
    ? {
        actor: 'you',
        title: 'Choose another token',
        text: `Your request for ${request.symbol} was not approved. The investment team answers each new one.`,
        action,
      }
    : {
        actor: 'you',
        title: 'Choose a token',
        text: must_confirm_email
          ? 'Ask without an amount now, or subscribe with one once your email address is confirmed.'
          : 'Subscribe with an amount, or ask without one. Nothing is charged before it is approved.',
        action,
      }
}
