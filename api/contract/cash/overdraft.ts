/** Bookings that may take an investor's cash below zero. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Amount, AmountField } from '#contract/amount-schema'
import { CalendarDay } from '#contract/catalog/series'
import { Id } from '#contract/schema-builders'

/** An investor's cash. */
export const Cash = Type.Object({
  balance: Amount({ description: 'Negative if overdrawn' }),
  reserved: Amount({ description: 'Reserved for subscriptions paid but not yet allotted' }),
  available: Amount({ description: '`balance` − `reserved`' }),
})
export type Cash = Static<typeof Cash>

/** The lowest cash balance of an investor on past days. */
export const LowestCash = Type.Object({ day: CalendarDay(), balance: Amount() })
export type LowestCash = Static<typeof LowestCash>

/** Effect of a backdated booking on the cash balance of the days since. */
export const PastCash = Type.Object({
  since: CalendarDay(),
  day: CalendarDay(),
  balance: Amount(),
  balance_after: Amount(),
})
export type PastCash = Static<typeof PastCash>

/** Effect of a booking on an investor's cash. */
export const CashEffect = Type.Object({
  user_id: Id(),
  name: Type.String(),
  ...Cash.properties,
  balance_after: Amount(),
  available_after: Amount(),
  lowest: Type.Optional(PastCash),
})
export type CashEffect = Static<typeof CashEffect>

/** Maximum cash effects in one response: negative balances first, then the others. */
export const CASH_CHANGES_MAX = 50

/** Effect of a booking on the investors' current cash. */
export const CashPreview = Type.Object({
  cash: Type.Array(CashEffect, {
    maxItems: CASH_CHANGES_MAX,
    description: `Up to ${CASH_CHANGES_MAX}, overdrawn first`,
  }),
  investors: Type.Integer({ description: 'Number of investors whose cash would change' }),
  overdrawn: Type.Integer({ description: 'Number of these that would be overdrawn' }),
})
export type CashPreview = Static<typeof CashPreview>

/** The fields of a booking that allow an overdraft. */
export const overdraftFields = {
  allow_overdraft: Type.Optional(
    Type.Boolean({
      description:
        'Allow cash to fall below zero: a second administrator must approve it, or `confirm_amount` confirms it',
    }),
  ),
  confirm_amount: Type.Optional(
    AmountField('The amount', 'not negative', {
      description: 'The amount again, required to allow an overdraft if there is no second administrator',
    }),
  ),
}
const OverdraftFields = Type.Object(overdraftFields)
export type OverdraftFields = Static<typeof OverdraftFields>
