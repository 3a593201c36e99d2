/** Subscriptions of the demonstration, planned: amounts in cents, units in millionths. Pure. */
import type { subscriptionStates } from '#shared/enums/series'
import { DAY, type DemoOffering, type DemoSeries, isAttested, openOffering } from './demo-market.ts'
import { costOf, unitsFor } from './demo-units.ts'

export interface DemoSubscription {
  symbol: string
  offering: DemoOffering
  amount: number
  units: number
  cost: number
  /** Oldest first; the last one is the state now. */
  steps: { state: (typeof subscriptionStates)[number]; at: Date }[]
}

/** Days before the last step of each step, and of the deposit of an allotted one. */
const allottedDays = { submitted: 6, in_review: 5, approved: 4, funded: 1, allotted: 0 } as const
export const DEPOSIT_DAYS_BEFORE = 2
const approvedDays = { submitted: 8, in_review: 6, approved: 4 } as const
const submittedDays = { submitted: 2 } as const

/** A moment of the working day that is so many days from `at`. */
export const workingTime = (at: Date, days: number, minute: number): Date => {
  const midnight = Math.floor(at.getTime() / DAY + days) * DAY
  return new Date(midnight + (8 * 60 + minute) * 60_000)
}

const plan = (
  symbol: string,
  offering: DemoOffering,
  amount: number,
  days: Partial<Record<(typeof subscriptionStates)[number], number>>,
  at: (daysBefore: number, step: number) => Date,
): DemoSubscription => {
  const units = unitsFor(amount, offering.price)
  const steps = Object.entries(days).map(([state, before], step) => ({
    state: state as DemoSubscription['steps'][number]['state'],
    at: at(before, step),
  }))
  return { symbol, offering, amount, units, cost: costOf(units, offering.price, amount), steps }
}

/** One that is allotted on a day; undefined when the series took no subscriptions or had no attestation then. */
export function planAllotted(
  series: DemoSeries,
  amount: number,
  allottedAt: Date,
  minute: number,
): DemoSubscription | undefined {
  const at = (before: number, step: number) => workingTime(allottedAt, -before, minute + step * 31)
  const offering = openOffering(series, at(allottedDays.submitted, 0))
  if (!offering || !isAttested(series, at(0, 4))) return undefined
  return plan(series.symbol, offering, amount, allottedDays, at)
}

/** One that waits now, submitted or approved; undefined when the series takes no subscriptions. */
export function planOpen(
  series: DemoSeries,
  amount: number,
  state: 'submitted' | 'approved',
  now: Date,
): DemoSubscription | undefined {
  const days = state === 'approved' ? approvedDays : submittedDays
  const at = (before: number, step: number) => workingTime(now, -before, 100 + step * 47)
  const offering = openOffering(series, at(days.submitted, 0))
  const isOpen = offering?.state === 'open' && openOffering(series, now) === offering
  return isOpen ? plan(series.symbol, offering, amount, days, at) : undefined
}

export const stateOf = ({ steps }: DemoSubscription) => steps.at(-1)?.state ?? 'submitted'

/** When its units were allotted; undefined for one that is not. */
export const allottedAt = ({ steps }: DemoSubscription): Date | undefined =>
  steps.find(({ state }) => state === 'allotted')?.at
