/**
 * Two pairs of eyes: writes that a second administrator has to approve. An endpoint declares its rule, and the
 * pipeline does the rest: what a write changed is compared with the rule before anything is committed.
 */
import type { TObject, TProperties } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import type { Permission } from './permissions.ts'
import { Extended, Id, OneOf, Text } from './schema.ts'

/** Longest reason of a proposal, in characters. */
export const REASON_MAX = 1000

/**
 * What the calls with a rule need: transactions and units, verification by hand, the screening and disputed addresses,
 * settings and administrators.
 */
export const twoPairsPermissions = [
  'money',
  'verify_by_hand',
  'verify',
  'administer',
] as const satisfies Permission[]
export type TwoPairsPermission = (typeof twoPairsPermissions)[number]

/** When a write needs a second administrator: always when it changes something, unless conditions are named. */
export interface TwoPairsRule {
  /** What the second one must be allowed to do, where it is more than the call itself needs. */
  permission?: TwoPairsPermission
  /** The same where the write is about the account of an administrator. */
  ofAdmins?: TwoPairsPermission
  /** Only these actions of the audit log. */
  actions?: readonly string[]
  /** Only a change of one of these fields of the row. */
  fields?: readonly string[]
  /**
   * Only above the `four_eyes_amount` of the settings: these amounts together, before or after, alone or with what the
   * same administrator wrote alone for the same investor within 24 hours.
   */
  amounts?: readonly string[]
  /** Only above the `four_eyes_amount` of the settings: the change of one of these amounts, added up alike. */
  changes?: readonly string[]
  /** With `amounts` or `changes`: also when one of these fields changes, whatever the amounts are. */
  always?: readonly string[]
  /** With `amounts`: when one of these fields changes, the whole amount counts towards the sum of a day. */
  whole?: readonly string[]
  /** With `amounts`: when one of these fields changes, the amount before is taken away and the one after is added: both count. */
  turning?: readonly string[]
  /** With `amounts`: rows of these types take money out, and count together over all investors too. */
  outward?: readonly string[]
  /** Amounts count only while this field of the row is true. */
  countsWhile?: string
  /** The field, before or after, with the amounts that count where those of the row do not, or there is no row. */
  otherwise?: string
  /** The write has a reason of its own, which is also that of the proposal. */
  reason?: 'own'
}

/** The reason of a proposal; not needed where no second administrator is. */
const reason = () =>
  Type.Optional(
    Text(REASON_MAX, {
      minLength: 0,
      description:
        'Why it is done, for the audit log and the second administrator; needed where one has to approve',
    }),
  )

/** A body with the reason of a proposal. */
export const withReason = <P extends TProperties>(body: TObject<P>) => Extended(body, { reason: reason() })

/** The body of a call that has no other field than the reason. */
export const OnlyReason = Type.Optional(Type.Object({ reason: reason() }))

/** The response of a write that needs a second administrator: nothing has changed yet. */
export const Proposed = Type.Object({
  approval: Type.Object({ id: Id(), state: OneOf(['waiting'] as const) }),
})
