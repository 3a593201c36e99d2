/** Planned subscriptions of the demonstration: amounts in cents, units in millionths. Pure. */
import type { subscriptionStatuses } from '#shared/enums/series'
import { calculateCost, calculateUnits } from './demo-arithmetic.ts'
import {
  DAY,
  type DemoOffering,
  type DemoSeries,
  findOpenOffering,
  hasValidAttestation,
} from './demo-market.ts'

export interface DemoSubscription {
  symbol: string
  offering: DemoOffering
  amount: number
  units: number
  cost: number
  /** Oldest first; the last one is the current state. */
  steps: { state: (typeof subscriptionStatuses)[number]; at: Date }[]
}

/** Days between each step and the last one, and between an allotted subscription's deposit and the last step. */
const allottedDays = { submitted: 6, in_review: 5, approved: 4, funded: 1, allotted: 0 } as const
export const DEPOSIT_DAYS_BEFORE = 2
const approvedDays = { submitted: 8, in_review: 6, approved: 4 } as const
const submittedDays = { submitted: 2 } as const

/** A time during working hours, so many days from `at`. */
export const getBusinessTime = (at: Date, days: number, minute: number): Date => {
  const midnight = Math.floor(at.getTime() / DAY + days) * DAY
  return new Date(midnight + (8 * 60 + minute) * 60_000)
}

const plan = (
  symbol: string,
  offering: DemoOffering,
  amount: number,
  days: Partial<Record<(typeof subscriptionStatuses)[number], number>>,
  at: (daysBefore: number, step: number) => Date,
): DemoSubscription => {
  const units = calculateUnits(amount, offering.price)
  const steps = Object.entries(days).map(([state, before], step) => ({
    state: state as DemoSubscription['steps'][number]['state'],
    at: at(before, step),
  }))
  return { symbol, offering, amount, units, cost: calculateCost(units, offering.price, amount), steps }
}

/** A subscription allotted on a day; undefined if the series accepted no subscriptions or had no attestation then. */
export function planAllottedSubscription(
  series: DemoSeries,
  amount: number,
  allottedAt: Date,
  minute: number,
): DemoSubscription | undefined {
  const at = (before: number, step: number) => getBusinessTime(allottedAt, -before, minute + step * 31)
  const offering = findOpenOffering(series, at(allottedDays.submitted, 0))
  if (!offering || !hasValidAttestation(series, at(0, 4))) return undefined
  return plan(series.symbol, offering, amount, allottedDays, at)
}

/** A subscription that is currently submitted or approved; undefined if the series accepts no subscriptions. */
export function planOpenSubscription(
  series: DemoSeries,
  amount: number,
  state: 'submitted' | 'approved',
  now: Date,
): DemoSubscription | undefined {
  const days = state === 'approved' ? approvedDays : submittedDays
  const at = (before: number, step: number) => getBusinessTime(now, -before, 100 + step * 47)
  const offering = findOpenOffering(series, at(days.submitted, 0))
  const isOpen = offering?.state === 'open' && findOpenOffering(series, now) === offering
  return isOpen ? plan(series.symbol, offering, amount, days, at) : undefined
}

export const getStatus = ({ steps }: DemoSubscription) => steps.at(-1)?.state ?? 'submitted'

/** When its units were allotted; undefined otherwise. */
export const getAllottedAt = ({ steps }: DemoSubscription): Date | undefined =>
  steps.find(({ state }) => state === 'allotted')?.at
