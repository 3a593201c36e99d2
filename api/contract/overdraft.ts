/** Bookings that may take the cash of an investor below zero. */
import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Amount, AmountIn } from './amounts.ts'
import { Id } from './schema.ts'
import { Day } from './series.ts'

/** The cash of an investor. */
export const Cash = Type.Object({
  balance: Amount({ description: 'Negative where it is overdrawn' }),
  reserved: Amount({ description: 'For subscriptions that are paid and not allotted' }),
  available: Amount({ description: '`balance` − `reserved`' }),
})
export type Cash = Static<typeof Cash>

/** The lowest cash of an investor on days that have passed. */
export const LowestCash = Type.Object({ day: Day(), balance: Amount() })
export type LowestCash = Static<typeof LowestCash>

/** What a booking that is dated back does to the cash of the days since. */
export const PastCash = Type.Object({
  since: Day(),
  day: Day(),
  balance: Amount(),
  balance_after: Amount(),
})
export type PastCash = Static<typeof PastCash>

/** What a booking does to the cash of an investor. */
export const CashEffect = Type.Object({
  user_id: Id(),
  name: Type.String(),
  ...Cash.properties,
  balance_after: Amount(),
  available_after: Amount(),
  lowest: Type.Optional(PastCash),
})
export type CashEffect = Static<typeof CashEffect>

/** Most effects on cash in one response: those below zero, then the others. */
export const CASH_EFFECTS_MAX = 50

/** What a booking would do to the cash of investors as it is now. */
export const CashPreview = Type.Object({
  cash: Type.Array(CashEffect, {
    maxItems: CASH_EFFECTS_MAX,
    description: `At most ${CASH_EFFECTS_MAX}, those that would be overdrawn first`,
  }),
  investors: Type.Integer({ description: 'Whose cash would change' }),
  overdrawn: Type.Integer({ description: 'How many of them would be overdrawn' }),
})
export type CashPreview = Static<typeof CashPreview>

/** The fields of a booking that allow an overdraft. */
export const overdraftFields = {
  allow_overdraft: Type.Optional(
    Type.Boolean({
      description:
        'Books although cash falls below zero: a second administrator approves it, or `confirm_amount` confirms it',
    }),
  ),
  confirm_amount: Type.Optional(
    AmountIn('The amount', 'not negative', {
      description: 'The amount again, from an administrator who is alone and allows an overdraft',
    }),
  ),
}
const OverdraftFields = Type.Object(overdraftFields)
export type OverdraftFields = Static<typeof OverdraftFields>
